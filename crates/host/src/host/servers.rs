//! The room Servers: what is configured, its state, turning it on and off, and removing it.

use super::accounts::{self, AccountRows, HostAccountObserver};
use super::client_host::EntryClientHost;
use super::client_host::secrets;
use super::launches::package_request;
use super::{Definitions, Entry, EntryData, Host, Inner, count, locked, marks, views};
use crate::limits;
use portcullis_api::{HostEvent, ServerDetail, ServerSummary};
use portcullis_core::text::ForeignText;
use portcullis_core::{Code, Error, Result};
use portcullis_domain::{
    Endpoint, EraChoice, LogPage, Outcome, Phase, RecordKind, ServerLocation, ServerState,
};
use portcullis_l10n::say;
use portcullis_mcp::client::{Client, ClientCapabilities, Era, Setup};
use portcullis_oauth::Authority;
use portcullis_storage::audit::{Ended, Intended};
use portcullis_storage::store::servers::{self, ServerRow};
use std::collections::HashMap;
use std::sync::Arc;
use tokio::sync::watch;

impl Host {
    /// Servers in the person's order.
    #[must_use]
    pub fn servers(&self) -> Vec<ServerSummary> {
        self.0
            .entries()
            .iter()
            .map(|entry| self.0.summary(entry))
            .collect()
    }

    /// Everything about one server. Blocking: reads the record of its package, and files of the engine of its container.
    ///
    /// # Errors
    /// `not_found`.
    pub fn server(&self, id: &str) -> Result<ServerDetail> {
        let entry = self.0.entry(id)?;
        let (row, resolved, client) = {
            let data = locked(&entry.data);
            (data.row.clone(), data.resolved.clone(), data.client.clone())
        };
        let snapshot = client.as_ref().map(|client| client.snapshot());
        let info = snapshot
            .as_ref()
            .and_then(|snapshot| snapshot.server_info.as_ref());
        let foreign = |text: Option<String>| text.map(|text| ForeignText::new(text).first_line(256));
        let command = row.draft.endpoint.command();
        Ok(ServerDetail {
            summary: self.0.summary(&entry),
            package: self.0.package_view(&row.draft),
            container: super::containers::view(&row.draft),
            fetchable: command.is_some_and(|(program, arguments)| Self::is_fetchable(program, arguments)),
            names_version: package_request(&row.draft)
                .is_some_and(|request| request.exact_version().is_some()),
            resolved,
            era: info.map(|info| info.era.choice()),
            revision: info.map(|info| info.revision.clone()),
            transport: info.map(|info| info.transport),
            server_name: foreign(info.and_then(|info| info.name.clone())),
            server_version: foreign(info.and_then(|info| info.version.clone())),
            icon: info.is_some_and(|info| !info.icons.is_empty()),
            instructions: info
                .and_then(|info| info.instructions.clone())
                .map(|text| ForeignText::new(text).shown_within(limits::INSTRUCTIONS)),
            capabilities: info.map(|info| info.capabilities.clone()).unwrap_or_default(),
            pid: info.and_then(|info| info.pid),
            ready_at: snapshot.as_ref().and_then(|snapshot| snapshot.ready_at),
            ready_after: info.map(|info| info.took),
            health: client
                .as_ref()
                .map(|client| client.health().view())
                .unwrap_or_default(),
            approved_at: row.approved.as_ref().map(|approval| approval.at),
            takes_log_level: info.is_some_and(|info| info.offers("logging")),
            remarked_tools: self.0.remarked_tools(&entry),
            mark_chosen: row.mark.is_some(),
            note: row.note,
            log_level: *entry.offers.preferences.log_level().borrow(),
            draft: row.draft,
        })
    }

    /// Turns a server on or off.
    ///
    /// # Errors
    /// `not_found`, `store.*`.
    pub async fn set_enabled(&self, id: &str, enabled: bool) -> Result<()> {
        let entry = self.0.entry(id)?;
        self.0.set_enabled(&entry, enabled).await
    }

    /// Stops and starts a server. One that is starting goes on with that.
    ///
    /// # Errors
    /// `not_found`; `server.not_ready` when it is off.
    pub async fn restart_server(&self, id: &str) -> Result<()> {
        let entry = self.0.entry(id)?;
        if !entry.enabled() {
            return Err(
                Error::new(Code::ServerNotReady, say!("server-off", server = entry.label()))
                    .remedy(say!("server-off-remedy")),
            );
        }
        if let Some(client) = entry.client() {
            match client.snapshot().state.phase {
                Phase::Starting => client.start().await,
                _ => client.restart().await,
            }
        }
        Ok(())
    }

    /// Stops and forgets a server, its secrets and its permissions. The record stays.
    ///
    /// # Errors
    /// `not_found`, `store.*`, and then it stays. Secrets that the keychain does not let go of, and permissions that cannot be
    /// read again, are a [`HostEvent::Problem`]; the server is gone all the same.
    pub async fn remove_server(&self, id: &str) -> Result<()> {
        let entry = self.0.entry(id)?;
        let seq = self.0.audit.intend(removal(&entry)).await?;
        let removed = self.0.remove(&entry).await;
        let ended = match &removed {
            Ok(0) => Ended::new(Outcome::Done, ""),
            Ok(left) => Ended::new(Outcome::Done, say!("server-secrets-left", count = left)),
            Err(error) => Ended::failed(error),
        };
        self.0.audit.end(seq, ended).await?;
        removed.map(drop)
    }

    /// Requests to a server that have no answer yet; back to zero when nothing is under way (F-22).
    ///
    /// # Errors
    /// `not_found`.
    pub fn open_requests(&self, server: &str) -> Result<usize> {
        let client = self.0.entry(server)?.client();
        let connection = client.and_then(|client| client.snapshot().connection.clone());
        Ok(connection.map_or(0, |connection| connection.rpc().open_requests()))
    }

    /// Log lines after a number, at most 2,000.
    ///
    /// # Errors
    /// `not_found`.
    pub fn logs(&self, server: &str, after: u64) -> Result<LogPage> {
        let entry = self.0.entry(server)?;
        let none = LogPage {
            lines: Vec::new(),
            dropped: 0,
        };
        Ok(entry.client().map_or(none, |client| {
            let mut page = client.log().page(after, limits::LOG_PAGE);
            for line in &mut page.lines {
                line.text.text = self.0.redactor.hide(&line.text.text);
            }
            page
        }))
    }
}

fn removal(entry: &Entry) -> Intended {
    Intended {
        outcome: None,
        ..views::row_by_you_about(entry, RecordKind::Server, say!("server-removed-row"))
    }
}

impl Inner {
    /// Removes a server and says how many of its secrets stayed. The row goes first: without it nothing starts
    /// and no step looks for the secrets, whatever happens next.
    async fn remove(&self, entry: &Arc<Entry>) -> Result<usize> {
        let id = entry.id.clone();
        let row = {
            // A change that is under way ends first: its client would belong to no entry.
            let _turn = entry.turn.lock().await;
            let row = self.store.write(move |db| servers::remove(db, &id)).await?;
            locked(&self.entries).retain(|kept| kept.id != entry.id);
            self.give_up_tasks(entry);
            entry.withdraw_sign_in();
            let client = locked(&entry.data).client.take();
            if let Some(client) = client {
                client.close().await;
            }
            row
        };
        self.emit(HostEvent::ServerRemoved {
            id: entry.id.0.clone(),
        });
        if let Err(error) = self.reload_grants().await {
            tracing::warn!(%error, "permissions were not reloaded after a server was removed");
            let sentence = say!(
                "server-removed-not-reloaded",
                server = row.draft.label,
                reason = error.sentence
            );
            self.emit_problem(Error { sentence, ..error });
        }
        let mut places = secrets::places(&row);
        places.extend(entry.authority.places());
        if let Ok(address) = accounts::address(entry) {
            // What the keychain does not let go of is found below; what the authorization server does not, ends on its own.
            _ = tokio::time::timeout(limits::REVOKE, entry.authority.sign_out(&address)).await;
        }
        let left = self.forget_secrets(&row.draft.label, places.into_iter()).await;
        self.sweep_bundles().await;
        self.sweep_packages().await;
        self.forget_home(entry).await;
        Ok(left)
    }

    pub(super) fn summary(&self, entry: &Entry) -> ServerSummary {
        let (row, client, changed) = {
            let data = locked(&entry.data);
            let changed = data.definitions.changed();
            (data.row.clone(), data.client.clone(), changed)
        };
        let snapshot = client.map(|client| client.snapshot());
        ServerSummary {
            id: entry.id.0.clone(),
            whereabouts: views::whereabouts(&row.draft),
            origin: views::origin(&row.draft),
            mark: marks::of(&row),
            enabled: row.enabled,
            demo: matches!(row.draft.endpoint, Endpoint::Demo {}),
            tools: snapshot
                .as_ref()
                .map_or(0, |snapshot| count(snapshot.catalog.tools.len())),
            changed_tools: count(changed),
            waiting: count(self.gate.waiting_for(entry.id.as_str())),
            state: match snapshot {
                Some(snapshot) => {
                    portcullis_mcp::client::in_current_language(self.without_secrets(snapshot.state.clone()))
                }
                None => portcullis_mcp::client::off(self.now()),
            },
            sampling: row.sampling,
            label: row.draft.label,
        }
    }

    /// What a server wrote, as its log shows it: without the secrets that it was given.
    fn without_secrets(&self, mut state: ServerState) -> ServerState {
        let said = state.problem.as_mut().and_then(|problem| problem.said.as_mut());
        let tail = state.stderr_tail.iter_mut().map(|line| &mut line.text);
        for text in tail.chain(said.map(|said| &mut said.text)) {
            *text = self.redactor.hide(text);
        }
        state
    }

    pub(super) fn emit_server(&self, entry: &Entry) {
        self.emit(HostEvent::Server {
            server: self.summary(entry),
        });
    }

    pub(super) async fn note_server(&self, entry: &Entry, what: String) -> Result<()> {
        let row = views::row_by_you_about(entry, RecordKind::Server, what);
        self.audit.once(row).await.map(drop)
    }

    /// Adds a saved server to those of this run and starts it if it is on.
    pub(super) async fn install(self: &Arc<Self>, row: ServerRow) -> Arc<Entry> {
        let enabled = row.enabled;
        let entry = self.seat(row);
        if enabled {
            entry.start().await;
        }
        self.emit_server(&entry);
        entry
    }

    /// Adds a server of an earlier run to those of this run. What is recorded from now on must not show its secrets.
    ///
    /// # Errors
    /// `store.*`.
    pub(super) async fn place(self: &Arc<Self>, row: ServerRow) -> Result<()> {
        let entry = self.seat(row);
        entry.authority.restore().await?;
        if entry.authority.extension().is_some() {
            self.redeclare(&entry).await;
        }
        self.learn_secrets(&entry);
        Ok(())
    }

    fn seat(self: &Arc<Self>, row: ServerRow) -> Arc<Entry> {
        self.learn_arguments(&row.draft);
        let authority = Authority::new(
            row.id.clone(),
            self.vault.clone(),
            Box::new(AccountRows {
                server: row.id.clone(),
                store: self.store.clone(),
            }),
            self.redactor.clone(),
            Arc::clone(&self.clock),
            Box::new(HostAccountObserver {
                host: Arc::downgrade(self),
                server: row.id.clone(),
            }),
        );
        let entry = Arc::new(Entry {
            id: row.id.clone(),
            data: std::sync::Mutex::new(EntryData {
                row,
                is_off_unwritten: false,
                client: None,
                definitions: Definitions::default(),
                to_ask: Vec::new(),
                asked_changes: HashMap::new(),
                starting: None,
                resolved: None,
                attempt: super::doctor::Attempted::default(),
            }),
            turn: tokio::sync::Mutex::default(),
            definitions_changed: watch::Sender::new(0),
            comparing: tokio::sync::Mutex::default(),
            asked: std::sync::Mutex::default(),
            roots: super::roots::RootsState::default(),
            demand: super::demand::Demand::default(),
            offers: super::offers::Offers::default(),
            authority: Arc::new(authority),
            remarks: std::sync::Mutex::default(),
            pending_sign_in: std::sync::Mutex::default(),
            denials: std::sync::Mutex::default(),
        });
        self.renew_client(&entry, false);
        locked(&self.entries).push(Arc::clone(&entry));
        entry
    }

    /// What is declared to a server changed: a connection that stands is made again.
    pub(super) async fn redeclare(self: &Arc<Self>, entry: &Arc<Entry>) {
        // What was not started, as on a terminal, is not started by this.
        let phase = entry.client().map(|client| client.snapshot().state.phase);
        let asleep = phase == Some(Phase::Asleep);
        let ran = phase.is_some_and(|phase| phase != Phase::Off);
        let starts = ran && !asleep && entry.enabled();
        if let Some(old) = self.renew_client(entry, starts) {
            old.close().await;
        }
        if asleep {
            self.start_or_sleep(entry).await;
        }
        if starts {
            entry.start().await;
        }
        self.emit_server(entry);
    }

    /// A client for the definition as it is now. The old one, if any, is handed back to be closed.
    pub(super) fn renew_client(self: &Arc<Self>, entry: &Arc<Entry>, starts: bool) -> Option<Arc<Client>> {
        let row = entry.row();
        let draft_limits = row.draft.limits;
        let setup = Setup {
            offers: ClientCapabilities {
                roots: true,
                elicitation: true,
                sampling: row.sampling,
                signs_in: entry.authority.extension(),
            },
            label: row.draft.label.clone(),
            local: views::whereabouts(&row.draft) == ServerLocation::Local,
            era: row.draft.era,
            remembered: match row.era_found {
                Some(EraChoice::Legacy) => Some(Era::Legacy),
                Some(EraChoice::Modern) => Some(Era::Modern),
                Some(EraChoice::Auto) | None => None,
            },
            message_bytes: (draft_limits.message_mib as usize) << 20,
            start_seconds: draft_limits.start_seconds,
            transport: row.draft.transport,
            preferences: Arc::clone(&entry.offers.preferences),
        };
        let client_host = Arc::new(EntryClientHost::new(self, entry));
        let clock = Arc::clone(&self.clock);
        let system_watch = self.system_watch.clone();
        let client = Arc::new(match entry.client() {
            // Its log and its frames are followed already.
            Some(before) => before.successor(setup, client_host, (clock, system_watch), starts),
            None => {
                let first = Client::new(setup, client_host, clock, system_watch);
                self.follow_logs(entry, &first);
                first
            }
        });
        self.follow_offers(entry, &client);
        locked(&entry.data).client.replace(client)
    }

    /// Tells drivers that there is more to read, a few times a second at most (F-18).
    fn follow_logs(self: &Arc<Self>, entry: &Arc<Entry>, client: &Client) {
        let (host, id) = (Arc::downgrade(self), entry.id.0.clone());
        let (mut lines, mut frames) = (client.log().changes(), client.frames().changes());
        let closing = self.closing.clone();
        tokio::spawn(async move {
            loop {
                let event = tokio::select! {
                    () = closing.cancelled() => return,
                    changed = lines.changed() => match changed {
                        Ok(()) => HostEvent::Logs { server: id.clone() },
                        Err(_) => return,
                    },
                    changed = frames.changed() => match changed {
                        Ok(()) => HostEvent::Frames { server: id.clone() },
                        Err(_) => return,
                    },
                };
                let Some(host) = host.upgrade() else { return };
                host.emit(event);
                drop(host);
                tokio::time::sleep(limits::EVENT_THROTTLE).await;
            }
        });
    }

    pub(super) async fn set_enabled(&self, entry: &Arc<Entry>, enabled: bool) -> Result<()> {
        // Off is off at once, also while something else is changed.
        if !enabled && let Some(client) = entry.client() {
            client.stop().await;
        }
        // The last request decides: a value that another is about to change is not read.
        let _turn = entry.turn.lock().await;
        let (is_enabled, is_unwritten) = {
            let data = locked(&entry.data);
            (data.row.enabled, data.is_off_unwritten)
        };
        if is_enabled == enabled && !is_unwritten {
            // Turning on what is on already starts what gave up.
            if enabled {
                entry.start().await;
            }
            return Ok(());
        }
        // It may have been started by what went before. On is on only after it is written.
        if !enabled {
            entry.put_enabled(false, true);
            if let Some(client) = entry.client() {
                client.stop().await;
            }
        }
        let id = entry.id.clone();
        let what = if enabled {
            say!("server-on-row")
        } else {
            say!("server-off-row")
        };
        let row = views::row_by_you_about(entry, RecordKind::Server, what);
        let written = self
            .audit
            .once_with(move |db| {
                servers::set_enabled(db, &id, enabled)?;
                Ok(((), Some(row)))
            })
            .await;
        if written.is_ok() {
            entry.put_enabled(enabled, false);
            if enabled {
                entry.start().await;
            }
        }
        self.emit_server(entry);
        written
    }
}
