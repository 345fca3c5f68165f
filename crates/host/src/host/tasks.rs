//! The room Tasks: calls that a server continues after it returned. A task is the same operation in the record as the call
//! that became it; it ends when the server says so, also after a restart of either.
//!
//! Each is followed by a task of ours ([`follow`]) that owns what is known of it. Others see snapshots.

mod asking;
mod begin;
mod end;
mod follow;
mod watching;

pub(super) use begin::NewTask;

use super::calls::Live;
use super::{Entry, Host, Inner, locked};
use crate::limits;
use portcullis_api::{HostEvent, TaskState, TaskView};
use portcullis_core::text::ForeignText;
use portcullis_core::{Code, Error, Result};
use portcullis_domain::Foreign;
use portcullis_l10n::say;
use portcullis_mcp::client::TaskStatus;
use portcullis_storage::store::tasks::{self, TaskRow};
use std::sync::{Arc, Mutex};
use tokio::sync::watch;

/// Tasks that have not ended, oldest first.
#[derive(Default)]
pub(crate) struct Tasks(Mutex<Vec<Arc<Task>>>);

/// One of them.
pub(crate) struct Task {
    live: Arc<Live>,
    row: Mutex<TaskRow>,
    seen: Mutex<TaskReading>,
    /// Why it is not waited for any more.
    given_up: watch::Sender<Option<Error>>,
    /// Whether the server answered the request to stop it.
    stop_answered: watch::Sender<bool>,
}

/// What is known of a task beside its row.
#[derive(Default)]
struct TaskReading {
    /// Its server is connected.
    here: bool,
    said: Option<Foreign>,
    next_look: Option<u64>,
    /// What the last question about it came to, where that was no answer.
    trouble: Option<String>,
    /// How often its server did not take answers to what it asked.
    refusals: u32,
}

impl Tasks {
    fn all(&self) -> Vec<Arc<Task>> {
        locked(&self.0).clone()
    }

    fn find(&self, id: &str) -> Option<Arc<Task>> {
        locked(&self.0).iter().find(|task| task.id() == id).cloned()
    }

    fn remove(&self, gone: &Arc<Task>) {
        locked(&self.0).retain(|task| !Arc::ptr_eq(task, gone));
    }
}

impl Task {
    fn new(live: Arc<Live>, row: TaskRow) -> Arc<Self> {
        Arc::new(Self {
            live,
            row: Mutex::new(row),
            seen: Mutex::default(),
            given_up: watch::Sender::new(None),
            stop_answered: watch::Sender::new(false),
        })
    }

    fn id(&self) -> String {
        locked(&self.row).id.clone()
    }

    fn row(&self) -> TaskRow {
        locked(&self.row).clone()
    }

    fn status(&self) -> String {
        locked(&self.row).status.clone()
    }

    /// When the server no longer keeps it.
    fn kept_until(&self) -> Option<u64> {
        kept_until(&locked(&self.row))
    }

    /// Resolves when it is not waited for any more, and says why.
    async fn given_up(&self) -> Error {
        let mut given_up = self.given_up.subscribe();
        let why = given_up
            .wait_for(Option::is_some)
            .await
            .ok()
            .and_then(|why| why.clone());
        why.unwrap_or_else(|| Error::internal("a task was given up without a reason"))
    }

    fn give_up(&self, why: Error) {
        self.given_up.send_if_modified(|known| {
            let first = known.is_none();
            known.get_or_insert(why);
            first
        });
    }
}

fn kept_until(row: &TaskRow) -> Option<u64> {
    row.ttl.map(|ttl| row.created_at.saturating_add(ttl))
}

impl Host {
    /// Tasks that go on, oldest first, and those that ended, newest first.
    ///
    /// # Errors
    /// `store.*`.
    pub async fn tasks(&self) -> Result<Vec<TaskView>> {
        // What ends between the two looks is in the second.
        let open = self.0.tasks.all();
        let ended = self.0.store.read(tasks::ended).await?;
        let mut views: Vec<_> = open
            .iter()
            .filter(|task| !ended.iter().any(|row| row.id == task.id()))
            .map(|task| self.0.task_view(task))
            .collect();
        views.extend(ended.into_iter().map(|row| self.0.ended_view(row)));
        Ok(views)
    }

    /// One task.
    ///
    /// # Errors
    /// `not_found`, `store.*`.
    pub async fn task(&self, id: &str) -> Result<TaskView> {
        let found = self.tasks().await?.into_iter().find(|task| task.id == id);
        found.ok_or_else(not_there)
    }

    /// Asks the server to stop a task. It need not obey. Asked a second time, the host stops waiting for it.
    ///
    /// # Errors
    /// `not_found` when it has ended.
    pub fn stop_task(&self, id: &str) -> Result<()> {
        let task = self.0.tasks.find(id).ok_or_else(not_there)?;
        if task.live.cancel.is_cancelled() {
            let label = task.row().call.server_label;
            task.give_up(unstopped(say!("task-unstopped-by-you", server = label)));
        }
        task.live.cancel.cancel();
        Ok(())
    }

    /// Takes all tasks that ended off the list. The record keeps their rows.
    ///
    /// # Errors
    /// `store.*`.
    pub async fn forget_tasks(&self) -> Result<()> {
        self.0.store.write(tasks::forget_ended).await?;
        self.0.emit(HostEvent::TasksForgotten {});
        Ok(())
    }
}

fn not_there() -> Error {
    Error::new(Code::NotFound, say!("task-gone"))
}

/// A task that was told to stop is not waited for any more.
fn unstopped(sentence: String) -> Error {
    Error::new(Code::TaskUnstopped, sentence)
}

impl Inner {
    fn task_view(&self, task: &Task) -> TaskView {
        let (row, mut call) = (task.row(), task.live.without_result());
        // It is shown as a task while its row is being written.
        call.task = Some(row.id.clone());
        let label = &call.server_label;
        let seen = locked(&task.seen);
        let asks = row.status == TaskStatus::InputRequired.word();
        let (state, words) = match (row.stop_at, seen.here) {
            (Some(_), true) => (TaskState::Stopping, say!("task-stopping", server = label)),
            (Some(_), false) => (TaskState::Stopping, say!("task-stopping-away", server = label)),
            (None, false) => (TaskState::Away, say!("task-away", server = label)),
            (None, true) if asks => (TaskState::NeedsInput, say!("task-needs-input", server = label)),
            (None, true) => (
                TaskState::Working,
                match &seen.trouble {
                    Some(trouble) => say!("task-trouble", trouble),
                    None => say!("task-working", server = label),
                },
            ),
        };
        TaskView {
            id: row.id.clone(),
            task: ForeignText::new(row.task.as_str()).first_line(128),
            state,
            words,
            said: seen.said.clone(),
            asked_by: row.asked_by.clone(),
            conversation: row.conversation.clone(),
            began_at: row.created_at,
            seen_at: row.seen_at,
            next_look: seen.next_look.filter(|_| seen.here),
            kept_until: kept_until(&row),
            stop_at: row.stop_at,
            result_kept: false,
            call,
        }
    }

    fn ended_view(&self, row: TaskRow) -> TaskView {
        let kept = self.calls.find(&row.id).ok();
        let words = match &row.call.problem {
            Some(problem) => problem.sentence.clone(),
            None if row.stop_at.is_some() => {
                say!("task-finished-first", server = row.call.server_label)
            }
            None => say!("task-finished", server = row.call.server_label),
        };
        TaskView {
            task: ForeignText::new(row.task.as_str()).first_line(128),
            state: TaskState::Ended,
            words,
            said: None,
            began_at: row.created_at,
            seen_at: row.seen_at,
            next_look: None,
            kept_until: kept_until(&row),
            stop_at: row.stop_at,
            result_kept: kept.is_some_and(|live| locked(&live.view).result.is_some()),
            id: row.id,
            call: row.call,
            asked_by: row.asked_by,
            conversation: row.conversation,
        }
    }

    fn tell_task(&self, task: &Task) {
        self.emit(HostEvent::Task {
            task: self.task_view(task),
        });
    }

    /// Changes a row in memory and on disk. What cannot be written now is written with the next change; the task
    /// itself is known already.
    async fn change_task(&self, task: &Task, change: impl FnOnce(&mut TaskRow) + Send) {
        let row = {
            let mut row = locked(&task.row);
            change(&mut row);
            row.clone()
        };
        if let Err(error) = self.store.write(move |db| tasks::put(db, &row)).await {
            tracing::warn!(%error, "what is known of a task was not written");
        }
        self.tell_task(task);
    }

    /// A server that is connected has tasks that go on.
    pub(super) fn works_on_tasks(&self, entry: &Entry) -> bool {
        let open = self.tasks.all();
        open.iter()
            .any(|task| task.row().server == entry.id && locked(&task.seen).here)
    }

    /// Whether a task of a server has not ended, connected or not.
    pub(super) fn has_tasks(&self, entry: &Entry) -> bool {
        self.tasks.all().iter().any(|task| task.row().server == entry.id)
    }

    /// Waits until the servers that are connected know that their tasks are to stop, or have had the time to.
    pub(super) async fn tasks_told_to_stop(&self) {
        let open = self.tasks.all().into_iter();
        let waits = open
            .filter(|task| locked(&task.seen).here)
            .map(|task| async move {
                let (mut answered, mut ended) = (task.stop_answered.subscribe(), task.live.ended.subscribe());
                // An error means that the other side is gone, which is an end as well.
                tokio::select! {
                    _ = answered.wait_for(|answered| *answered) => {}
                    _ = ended.wait_for(|ended| *ended) => {}
                }
            });
        let all = futures::future::join_all(waits);
        if tokio::time::timeout(limits::TASKS_TOLD, all).await.is_err() {
            tracing::warn!("a server did not say in time that it knows that its tasks are to stop");
        }
    }

    /// Gives up the tasks of a server that is removed.
    pub(super) fn give_up_tasks(&self, entry: &Entry) {
        for task in self.tasks.all() {
            let row = task.row();
            if row.server == entry.id {
                task.give_up(Error::new(
                    Code::TaskGone,
                    say!("task-server-removed", server = row.call.server_label),
                ));
            }
        }
    }
}
