//! When a server that starts when it is needed is put to sleep, and what is started with Portcullis.

use super::{Entry, Inner, locked};
use crate::host::{Host, milliseconds};
use crate::limits;
use portcullis_core::Result;
use portcullis_domain::{Phase, StartMode};
use portcullis_l10n::say;
use portcullis_storage::store::{catalogs, servers};
use std::sync::Arc;

impl Host {
    /// Sets when a server that is on is started. One that runs is stopped once it was idle for a while.
    ///
    /// # Errors
    /// `not_found`, `store.*`.
    pub async fn set_start(&self, server: &str, start: StartMode) -> Result<()> {
        let entry = self.0.entry(server)?;
        let _turn = entry.turn.lock().await;
        let mut draft = entry.row().draft;
        if draft.start == start {
            return Ok(());
        }
        draft.start = start;
        let (id, changed) = (entry.id.clone(), draft);
        self.0
            .store
            .write(move |db| {
                servers::update(db, &id, &changed)?;
                match start {
                    // It is not needed any more.
                    StartMode::Launch => catalogs::forget(db, &id),
                    StartMode::Needed => Ok(()),
                }
            })
            .await?;
        locked(&entry.data).row.draft.start = start;
        let row = match start {
            StartMode::Launch => say!("demand-launch-row"),
            StartMode::Needed => say!("demand-needed-row"),
        };
        self.0.note_server(&entry, row).await?;
        match start {
            StartMode::Launch => {
                if entry.enabled() && entry.is_asleep() {
                    entry.start().await;
                }
            }
            StartMode::Needed => {
                // A host that is killed from here on knows what to offer.
                self.0.keep_tools(&entry).await;
                // Lists that were read before were not kept.
                self.0.offers_changed(&entry, true, true);
                self.0.keep_soon(&entry);
            }
        }
        self.0.emit_server(&entry);
        Ok(())
    }
}

/// It is being put to sleep as long as this lives.
struct GoingToSleep<'a>(&'a Entry);

impl Drop for GoingToSleep<'_> {
    fn drop(&mut self) {
        locked(&self.0.demand.state).going_to_sleep = false;
    }
}

impl Inner {
    /// Writes down what a server offers, without being waited for.
    pub(in crate::host) fn keep_soon(self: &Arc<Self>, entry: &Arc<Entry>) {
        let (host, entry, closing) = (Arc::clone(self), Arc::clone(entry), self.closing.clone());
        tokio::spawn(async move { closing.run_until_cancelled(host.keep_catalog(&entry)).await });
    }

    /// Starts a server that is on, or leaves it asleep where that is enough: with Portcullis, or with a profile.
    pub(in crate::host) async fn start_or_sleep(self: &Arc<Self>, entry: &Arc<Entry>) {
        if !entry.starts_when_needed() {
            return entry.start().await;
        }
        let (host, entry, closing) = (Arc::clone(self), Arc::clone(entry), self.closing.clone());
        let begin = async move {
            // What turns it off meanwhile is waited for, or waits.
            let _turn = entry.turn.lock().await;
            let asleep = match entry.enabled() && !host.has_tasks(&entry) {
                true => host.sleeps(&entry).await,
                false => Ok(false),
            };
            let asleep = asleep.unwrap_or_else(|error| {
                tracing::warn!(%error, "what a server offered was not read");
                false
            });
            // Where nothing is known of it, or what would start is not what was approved, a start shows what it is.
            if !asleep && entry.enabled() {
                entry.start().await;
            }
        };
        tokio::spawn(async move { closing.run_until_cancelled(begin).await });
    }

    /// Shows a server as asleep, with what it offered when it ran last; `false` where that is not known, or not of what
    /// would be started now.
    pub(in crate::host) async fn sleeps(&self, entry: &Arc<Entry>) -> Result<bool> {
        if !self.is_start_approved(entry).await {
            return Ok(false);
        }
        let comparing = entry.comparing.lock().await;
        let Some(remembered) = self.last_run(entry).await? else {
            return Ok(false);
        };
        let Some(client) = entry.client().filter(|_| entry.enabled()) else {
            return Ok(false);
        };
        locked(&entry.data).definitions = remembered.definitions;
        drop(comparing);
        entry.put_lists(remembered.lists);
        let mut snapshots = client.snapshots();
        snapshots.mark_unchanged();
        client.sleep(remembered.last_run).await;
        // Its process ends first. The user may turn it off meanwhile.
        while snapshots.changed().await.is_ok() {
            let now = snapshots.borrow_and_update();
            if now.connection.is_none() && now.state.phase != Phase::Ready {
                break;
            }
        }
        entry.definitions_changed.send_modify(|count| *count += 1);
        self.offers_changed(entry, true, true);
        self.emit(portcullis_api::HostEvent::Tools {
            server: entry.id.0.clone(),
        });
        self.emit_server(entry);
        Ok(true)
    }

    /// Whether what would be started is what was approved, as it is on the disk now.
    pub(in crate::host) async fn is_start_approved(&self, entry: &Entry) -> bool {
        let row = entry.row();
        match (self.review_start(&row).await, &row.approved) {
            (Ok((reviewed, _)), Some(approved)) => {
                reviewed.refusals.is_empty() && reviewed.start.digest() == approved.digest
            }
            _ => false,
        }
    }

    /// Looks now and then for servers that are not needed, until the host closes.
    pub(in crate::host) fn follow_demand(self: &Arc<Self>) {
        let (host, closing) = (Arc::downgrade(self), self.closing.clone());
        tokio::spawn(async move {
            let look = || tokio::time::sleep(limits::ASLEEP_LOOK);
            while closing.run_until_cancelled(look()).await.is_some() {
                let Some(host) = host.upgrade() else { return };
                for entry in host.entries() {
                    if host.is_idle(&entry) {
                        let host = Arc::clone(&host);
                        tokio::spawn(async move { host.put_to_sleep(&entry).await });
                    }
                }
            }
        });
    }

    /// It was not needed for [`limits::ASLEEP_AFTER`]: no call, reading, subscription, task or question is open.
    fn is_idle(&self, entry: &Entry) -> bool {
        if !entry.enabled() || !entry.starts_when_needed() {
            return false;
        }
        let Some(snapshot) = entry.client().map(|client| client.snapshot()) else {
            return false;
        };
        let (Some(connection), Some(ready_at)) = (&snapshot.connection, snapshot.ready_at) else {
            return false;
        };
        let last = {
            let state = locked(&entry.demand.state);
            if state.users > 0 || state.going_to_sleep {
                return false;
            }
            state.last.max(ready_at)
        };
        let after = milliseconds(limits::ASLEEP_AFTER);
        self.now().saturating_sub(last) >= after
            && connection.rpc().open_requests() == 0
            && entry.offers.preferences.resources().borrow().is_empty()
            && self.gate.waiting_for(entry.id.as_str()) == 0
            && !self.has_tasks(entry)
    }

    async fn put_to_sleep(self: &Arc<Self>, entry: &Arc<Entry>) {
        // What is changed of it, or started, is looked at again later.
        let (Ok(_changing), Ok(_turn)) = (entry.turn.try_lock(), entry.demand.turn.try_lock()) else {
            return;
        };
        let _going = {
            // A caller that needs it from here on sees that it has to be started, and waits for the turn.
            if !self.is_idle(entry) {
                return;
            }
            let mut state = locked(&entry.demand.state);
            if state.users > 0 {
                return;
            }
            state.going_to_sleep = true;
            GoingToSleep(entry)
        };
        // The lists as they are at the end.
        self.keep_catalog(entry).await;
        match self.sleeps(entry).await {
            Ok(true) => {
                let noted = self.note_asleep(entry).await;
                if let Err(error) = noted {
                    tracing::warn!(%error, "that a server was put to sleep was not recorded");
                }
            }
            // What would start is not what runs: it is put before the person now, not with the next call.
            Ok(false) if !self.is_start_approved(entry).await => {
                if let Some(client) = entry.client().filter(|_| entry.enabled()) {
                    client.restart().await;
                }
            }
            // What it offers could not be kept, so it stays on: asleep it would offer nothing.
            Ok(false) => {
                locked(&entry.demand.state).last = self.now();
            }
            Err(error) => tracing::warn!(%error, "a server was not put to sleep"),
        }
    }

    async fn note_asleep(&self, entry: &Entry) -> Result<()> {
        let minutes = limits::ASLEEP_AFTER.as_secs() / 60;
        let row = portcullis_storage::audit::Intended {
            kind: portcullis_domain::RecordKind::Server,
            what: say!("demand-asleep-row"),
            why: say!("demand-asleep-why", minutes),
            server: Some((entry.id.clone(), entry.label())),
            ..crate::host::views::blank_row()
        };
        self.audit.once(row).await.map(drop)
    }
}
