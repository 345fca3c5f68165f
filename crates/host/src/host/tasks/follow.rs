//! Follows one task over connections, restarts of its server and restarts of the host, until it ends.

use super::watching::{Left, Watching};
use super::{Task, unstopped};
use crate::host::{Entry, Inner, locked};
use crate::limits;
use futures::FutureExt;
use portcullis_core::{Code, Error, Result};
use portcullis_l10n::say;
use portcullis_mcp::client::Connection;
use portcullis_mcp::transport::Id;
use serde_json::value::RawValue;
use std::panic::AssertUnwindSafe;
use std::sync::Arc;

impl Inner {
    /// Until it ended and that is recorded, or until the host closes: then the next run follows it. `call` is the
    /// number of the request that became the task, where this run made it.
    pub(super) async fn follow_task(self: Arc<Self>, task: Arc<Task>, call: Option<Id>) {
        let watched = AssertUnwindSafe(self.watch_task(&task, call))
            .catch_unwind()
            .await;
        let done = watched.unwrap_or_else(|_| Some(Err(Error::internal("what follows a task panicked"))));
        if let Some(done) = done {
            self.end_task(&task, done).await;
        }
    }

    async fn watch_task(
        self: &Arc<Self>,
        task: &Arc<Task>,
        call: Option<Id>,
    ) -> Option<Result<Box<RawValue>>> {
        let mut call = call;
        let mut first = call.is_some() || locked(&task.seen).here;
        loop {
            if self.connection_of_task(task).is_none() {
                self.away(task);
            }
            let (entry, connection) = tokio::select! {
                biased;
                () = self.closing.cancelled() => return None,
                why = task.given_up() => return Some(Err(why)),
                () = self.stopped_for_good(task) => {
                    let label = task.row().call.server_label;
                    return Some(Err(unstopped(say!("task-unstopped-gone", server = label))));
                }
                reached = self.reached(task) => reached,
            };
            let row = task.row();
            if connection.is_modern() != row.modern {
                return Some(Err(other_era(&row.call.server_label)));
            }
            locked(&task.seen).here = true;
            let watching = Watching::new(self, task, &entry, connection);
            match watching.run(std::mem::take(&mut first), call.take()).await {
                Left::Closing => return None,
                Left::Ended(done) => return Some(done),
                Left::Lost => {
                    let mut seen = locked(&task.seen);
                    seen.here = false;
                    seen.next_look = None;
                }
            }
        }
    }

    fn connection_of_task(&self, task: &Task) -> Option<Connection> {
        let entry = self.entry(task.row().server.as_str()).ok()?;
        let connection = self.connection_of(&entry)?;
        connection.rpc().failure().is_none().then_some(connection)
    }

    fn away(&self, task: &Task) {
        locked(&task.seen).here = false;
        self.tell_task(task);
    }

    /// A person stopped it while its server is away: that is kept, so that the server hears of it. Resolves only when
    /// the server is not configured any more.
    async fn stopped_for_good(self: &Arc<Self>, task: &Arc<Task>) {
        if task.row().stop_at.is_none() {
            task.live.cancel.cancelled().await;
            let now = self.now();
            self.change_task(task, |row| row.stop_at = Some(now)).await;
        }
        if self.entry(task.row().server.as_str()).is_ok() {
            std::future::pending::<()>().await;
        }
    }

    /// The server of a task, once it is connected.
    async fn reached(&self, task: &Task) -> (Arc<Entry>, Connection) {
        let server = task.row().server;
        loop {
            if let Ok(entry) = self.entry(server.as_str())
                && let Some(mut snapshots) = entry.client().map(|client| client.snapshots())
            {
                let usable = |connection: &Connection| connection.rpc().failure().is_none();
                let now = snapshots
                    .wait_for(|now| now.connection.as_ref().is_some_and(usable))
                    .await;
                if let Some(connection) = now.ok().and_then(|now| now.connection.clone()) {
                    return (entry, connection);
                }
            }
            // Its client is being replaced.
            tokio::time::sleep(limits::EVENT_THROTTLE).await;
        }
    }
}

fn other_era(label: &str) -> Error {
    Error::new(Code::TaskGone, say!("task-era", server = label)).remedy(say!("task-era-remedy"))
}
