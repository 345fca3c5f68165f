//! Servers that start when they are needed. Until then such a server is asleep: what it offered when it ran last is shown
//! and offered to models, and it is started by the first call, reading or prompt that a person or a permission allowed.
//! Once it was not needed for [`limits::ASLEEP_AFTER`] it is put to sleep again.
//!
//! Code that needs a server holds an [`InUse`]; while one exists, the server is not put to sleep. It is started once however many
//! need it, and a caller that gives up meanwhile stops waiting and not the start.

mod kept;
mod sleeping;

pub(super) use kept::{KeptLists, ListPages};

use super::{Entry, Inner, locked};
#[cfg(doc)]
use crate::limits;
use futures::FutureExt;
use futures::future::{BoxFuture, Shared};
use portcullis_core::clock::Clock;
use portcullis_core::text::shell_word;
use portcullis_core::{Code, Error, Result};
use portcullis_domain::{Phase, StartMode};
use portcullis_l10n::say;
use portcullis_mcp::client::{ClientSnapshot, ServerInfo};
use std::panic::AssertUnwindSafe;
use std::sync::{Arc, Mutex};

type SharedStart = Shared<BoxFuture<'static, Result<()>>>;

/// Who needs a server, and how it gets from asleep to ready and back.
#[derive(Default)]
pub(crate) struct Demand {
    state: Mutex<DemandState>,
    /// Held while it is started or put to sleep.
    turn: tokio::sync::Mutex<()>,
    /// What it offered besides tools, while it is asleep.
    lists: Mutex<Option<Arc<KeptLists>>>,
}

#[derive(Default)]
struct DemandState {
    /// How many need it.
    users: usize,
    /// When it was needed last.
    last: u64,
    /// It is being put to sleep.
    going_to_sleep: bool,
    /// It is being started: everybody waits for the same end.
    starting: Option<SharedStart>,
}

/// A server is needed for as long as this lives.
pub(super) struct InUse {
    entry: Arc<Entry>,
    clock: Arc<dyn Clock>,
}

impl Drop for InUse {
    fn drop(&mut self) {
        let mut state = locked(&self.entry.demand.state);
        state.users = state.users.saturating_sub(1);
        state.last = self.clock.now();
    }
}

/// It is not connected, and starting it is all that it takes.
fn wakes(snapshot: &ClientSnapshot) -> bool {
    // While it starts from sleep, what is known of its last run stays.
    snapshot.connection.is_none()
        && snapshot.server_info.is_some()
        && matches!(snapshot.state.phase, Phase::Asleep | Phase::Starting)
}

impl Entry {
    /// It is started when it is needed.
    pub(super) fn starts_when_needed(&self) -> bool {
        locked(&self.data).row.draft.start == StartMode::Needed
    }

    /// It is not connected, and is started when it is needed.
    pub(super) fn wakes(&self) -> bool {
        let asleep = || self.client().is_some_and(|client| wakes(&client.snapshot()));
        self.enabled() && (locked(&self.demand.state).going_to_sleep || asleep())
    }

    pub(super) fn is_asleep(&self) -> bool {
        self.client()
            .is_some_and(|client| client.snapshot().state.phase == Phase::Asleep)
    }

    /// What it said about itself, now or when it ran last.
    ///
    /// # Errors
    /// `server.not_ready` where it is neither connected nor asleep.
    pub(super) fn said_of_itself(&self) -> Result<ServerInfo> {
        let asleep = || {
            let snapshot = self.client()?.snapshot();
            snapshot.server_info.clone().filter(|_| wakes(&snapshot))
        };
        match asleep() {
            Some(server_info) => Ok(server_info),
            None => Ok(self.reached()?.server_info),
        }
    }

    /// What it offered besides tools when it ran last, while it is asleep.
    pub(super) fn lists_while_asleep(&self) -> Option<Arc<KeptLists>> {
        locked(&self.demand.lists).clone().filter(|_| self.is_asleep())
    }

    /// Resolves when it is neither connected nor asleep.
    pub(super) async fn gone(&self) {
        let Some(client) = self.client() else { return };
        let mut snapshots = client.snapshots();
        // An error means that the client itself is gone.
        while snapshots
            .wait_for(|snapshot| snapshot.connection.is_none())
            .await
            .is_ok()
        {
            if !self.wakes() || snapshots.changed().await.is_err() {
                return;
            }
        }
    }
}

impl Inner {
    /// It is not put to sleep until the guard is dropped.
    pub(super) fn in_use(&self, entry: &Arc<Entry>) -> InUse {
        locked(&entry.demand.state).users += 1;
        InUse {
            entry: Arc::clone(entry),
            clock: Arc::clone(&self.clock),
        }
    }

    /// The same, and starts it if it is asleep.
    ///
    /// # Errors
    /// Those of [`Self::wake`].
    pub(super) async fn needed(self: &Arc<Self>, entry: &Arc<Entry>) -> Result<InUse> {
        let in_use = self.in_use(entry);
        self.wake(&in_use).await?;
        Ok(in_use)
    }

    /// Starts a server that is asleep, and waits until it is ready: as long as a start may take. One that is not asleep
    /// stays as it is.
    ///
    /// # Errors
    /// Why it did not start.
    pub(super) async fn wake(self: &Arc<Self>, in_use: &InUse) -> Result<()> {
        let entry = &in_use.entry;
        if !entry.wakes() {
            return Ok(());
        }
        let starting = {
            let mut state = locked(&entry.demand.state);
            match &state.starting {
                Some(starting) => starting.clone(),
                None => {
                    let (host, at) = (Arc::clone(self), Arc::clone(entry));
                    // In a task of its own, which outlives its callers.
                    let started = tokio::spawn(async move {
                        let started = AssertUnwindSafe(host.start_sleeping(&at)).catch_unwind().await;
                        locked(&at.demand.state).starting = None;
                        started.unwrap_or_else(|_| Err(Error::internal("starting a server panicked")))
                    });
                    let starting = async move { started.await.map_err(Error::internal)? };
                    let starting = starting.boxed().shared();
                    state.starting = Some(starting.clone());
                    starting
                }
            }
        };
        starting.await
    }

    /// The user is not asked about a call of a program that is not the approved one any more: it cannot start.
    ///
    /// # Errors
    /// Why it does not start.
    pub(super) async fn unchanged_while_asleep(self: &Arc<Self>, in_use: &InUse) -> Result<()> {
        let entry = &in_use.entry;
        match entry.is_asleep() && !self.is_start_approved(entry).await {
            // The start refuses, and says why.
            true => self.wake(in_use).await,
            false => Ok(()),
        }
    }

    async fn start_sleeping(&self, entry: &Arc<Entry>) -> Result<()> {
        // Where it is being put to sleep, that ends first.
        let _turn = entry.demand.turn.lock().await;
        let Some(client) = entry.client() else {
            return Err(Error::new(Code::ServerNotReady, say!("start-closing")));
        };
        let (mut snapshots, mut told) = (client.snapshots(), false);
        loop {
            let now = Arc::clone(&snapshots.borrow_and_update());
            if now.connection.is_some() {
                return Ok(());
            }
            if !wakes(&now) {
                return Err(not_started(entry, &now));
            }
            // Once is enough: it is asleep until it takes up the order.
            if now.state.phase == Phase::Asleep && !told {
                told = true;
                client.start().await;
            }
            let closed = |_| Error::new(Code::ServerNotReady, say!("start-closing"));
            snapshots.changed().await.map_err(closed)?;
        }
    }
}

/// Why a server that was needed is not there.
fn not_started(entry: &Entry, now: &ClientSnapshot) -> Error {
    let why = locked(&entry.data).attempt.failed.clone();
    let error = why.unwrap_or_else(|| {
        let reason = match &now.state.problem {
            Some(problem) => problem.sentence.clone(),
            None => now.state.words.clone(),
        };
        Error::new(
            Code::ServerNotReady,
            say!("demand-not-started", server = entry.label(), reason),
        )
    });
    let remedy = error.remedy.clone();
    error.remedy(
        remedy.unwrap_or_else(|| say!("demand-not-started-remedy", label = shell_word(&entry.label()))),
    )
}
