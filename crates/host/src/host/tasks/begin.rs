//! From a server's answer to a task that is followed, and from a row of an earlier run to the same.

use super::Task;
use crate::host::calls::Live;
use crate::host::{Entry, Inner, locked};
use crate::limits;
use portcullis_catalog::{Tool, digest};
use portcullis_core::text::shell_word;
use portcullis_core::{Code, Error, Result};
use portcullis_domain::CallState;
use portcullis_l10n::say;
use portcullis_mcp::client::{Connection, CreatedTask};
use portcullis_storage::store::tasks::{self, TaskRow};
use serde_json::Value;
use std::sync::Arc;

/// A call that was answered with a task.
pub(in crate::host) struct NewTask<'a> {
    pub entry: &'a Arc<Entry>,
    pub tool: &'a Tool,
    pub live: &'a Arc<Live>,
    /// As they were sent.
    pub arguments: &'a Value,
    /// As in the record.
    pub asked_by: String,
    /// Number of the call's row.
    pub record: u64,
    pub begun: CreatedTask,
}

impl Inner {
    /// Follows a new task. Its row is on disk before anybody hears of it (TKX-06).
    ///
    /// # Errors
    /// `task.too_many`, or `protocol.broken` for a number that another task of this server has: it is not followed then.
    pub(in crate::host) async fn begin_task(self: &Arc<Self>, new: NewTask<'_>) -> Result<()> {
        let CreatedTask { said, call, modern } = new.begun;
        let now = self.now();
        let mut called = new.live.without_result();
        called.task = Some(called.id.clone());
        let row = TaskRow {
            id: called.id.clone(),
            server: new.entry.id.clone(),
            task: said.id.clone(),
            modern,
            tool: new.tool.name.clone(),
            definition: new.tool.digest.clone(),
            arguments: digest(new.arguments).unwrap_or_default(),
            asked_by: new.asked_by,
            conversation: new.live.conversation.clone(),
            operation: new.record,
            created_at: now,
            status: said.status.word().to_owned(),
            ttl: said.ttl,
            poll: said.poll,
            seen_at: now,
            answered: Vec::new(),
            stop_at: None,
            ended_at: None,
            call: called,
        };
        let task = Task::new(Arc::clone(new.live), row);
        {
            let mut seen = locked(&task.seen);
            seen.here = true;
            seen.said = said.message.as_ref().map(|words| words.first_line(limits::SAID));
        }
        if let Err(error) = self.admit_task(&task) {
            self.refuse_task(new.entry, &said.id);
            return Err(error);
        }
        self.write_task(&task).await;
        let id = task.id();
        new.live.change(self, |view| view.task = Some(id));
        self.tell_task(&task);
        self.calls.tasks.spawn(Arc::clone(self).follow_task(task, call));
        Ok(())
    }

    /// Takes a task among those that are followed, if there is room and its number is its own.
    fn admit_task(&self, task: &Arc<Task>) -> Result<()> {
        let new = task.row();
        let label = &new.call.server_label;
        let mut open = locked(&self.tasks.0);
        let mut others = 0;
        // One that has ended and is being recorded no longer counts.
        for other in open.iter().filter(|other| !*other.live.ended.borrow()) {
            let other = locked(&other.row);
            if other.server != new.server {
                continue;
            }
            others += 1;
            if other.task == new.task {
                return Err(
                    Error::new(Code::ProtocolBroken, say!("task-same-id", server = label))
                        .remedy(say!("task-same-id-remedy", label = shell_word(label))),
                );
            }
        }
        if others >= limits::TASKS {
            return Err(Error::new(
                Code::TaskTooMany,
                say!("task-too-many", server = label, count = limits::TASKS),
            )
            .remedy(say!("task-too-many-remedy")));
        }
        open.push(Arc::clone(task));
        Ok(())
    }

    /// Tells a server, as far as it can be reached, that a task is not wanted.
    fn refuse_task(self: &Arc<Self>, entry: &Entry, id: &str) {
        let Some(connection) = self.connection_of(entry) else {
            return;
        };
        let (id, closing) = (id.to_owned(), self.closing.clone());
        self.calls.tasks.spawn(async move {
            if let Err(error) = connection.stop_task(&id, &closing).await {
                tracing::debug!(%error, "a server was not told to stop a task");
            }
        });
    }

    /// Writes the row of a new task, however long that takes: without it the task would not be found again.
    async fn write_task(&self, task: &Task) {
        let mut told = false;
        loop {
            let row = task.row();
            let Err(error) = self.store.write(move |db| tasks::put(db, &row)).await else {
                return;
            };
            tracing::error!(%error, "a task was not written");
            if !told {
                told = true;
                self.emit_problem(error);
            }
            let pause = tokio::time::sleep(limits::STORE_RETRY);
            if self.closing.run_until_cancelled(pause).await.is_none() {
                return;
            }
        }
    }

    /// At start: the tasks of earlier runs are followed again, each as the call that it was.
    pub(in crate::host) async fn resume_tasks(self: &Arc<Self>) -> Result<()> {
        for row in self.store.read(tasks::open).await? {
            let mut view = row.call.clone();
            view.state = CallState::Running;
            view.record = Some(row.operation);
            view.task = Some(row.id.clone());
            view.progress = None;
            let live = Live::new(view, self.closing.child_token(), row.conversation.clone());
            if row.stop_at.is_some() {
                live.cancel.cancel();
            }
            self.calls.add(&live);
            let task = Task::new(live, row);
            locked(&self.tasks.0).push(Arc::clone(&task));
            self.calls.tasks.spawn(Arc::clone(self).follow_task(task, None));
        }
        Ok(())
    }

    pub(super) fn connection_of(&self, entry: &Entry) -> Option<Connection> {
        entry.client()?.snapshot().connection.clone()
    }
}
