//! The end of a task is the end of its call: the same checks of what it brought back, the same row.

use super::Task;
use crate::host::{Inner, locked};
use crate::limits;
use portcullis_api::HostEvent;
use portcullis_catalog::Tool;
use portcullis_core::Result;
use portcullis_storage::audit::Ended;
use portcullis_storage::store::pins::{self, Subject};
use portcullis_storage::store::tasks::{self, TaskRow};
use serde_json::value::RawValue;
use std::sync::Arc;

impl Inner {
    pub(super) async fn end_task(self: &Arc<Self>, task: &Arc<Task>, done: Result<Box<RawValue>>) {
        let row = task.row();
        let tool = self.tool_of(&row).await;
        let ended = self.settle(Arc::clone(&task.live), tool, done).await;
        let now = self.now();
        let row = {
            let mut row = locked(&task.row);
            row.ended_at = Some(now);
            row.call = task.live.without_result();
            row.clone()
        };
        // The record first: a task whose row says that it ended is not asked about again.
        let ended = Ended {
            duration: Some(now.saturating_sub(row.call.sent_at.unwrap_or(row.created_at))),
            ..ended
        };
        self.record_end(row.operation, ended).await;
        if self.closing.is_cancelled() && !self.audit_has_end(row.operation).await {
            // It could not be recorded; the next run asks again.
            return;
        }
        self.write_end(&row).await;
        self.tasks.remove(task);
        if let Ok(entry) = self.entry(row.server.as_str()) {
            entry.offers.preferences.watch_task(&row.task, false);
        }
        self.put_call(&row).await;
        self.emit(HostEvent::Task {
            task: self.ended_view(row),
        });
    }

    async fn audit_has_end(&self, operation: u64) -> bool {
        let found = self.audit.detail(operation).await;
        found.is_ok_and(|detail| detail.outcome_hash.is_some())
    }

    async fn write_end(&self, row: &TaskRow) {
        loop {
            let ended = row.clone();
            let Err(error) = self.store.write(move |db| tasks::end(db, &ended)).await else {
                return;
            };
            tracing::error!(%error, "the end of a task was not written");
            let pause = tokio::time::sleep(limits::STORE_RETRY);
            if self.closing.run_until_cancelled(pause).await.is_none() {
                return;
            }
        }
    }

    /// The definition that was called, which may not be what the server offers by now. Without it nothing can be said
    /// about the shape of the result.
    async fn tool_of(&self, row: &TaskRow) -> Option<Arc<Tool>> {
        let offered = self
            .entry(row.server.as_str())
            .ok()
            .and_then(|entry| entry.tool(&row.tool).ok());
        if let Some(tool) = offered.filter(|tool| tool.digest == row.definition) {
            return Some(tool);
        }
        let (server, subject) = (row.server.clone(), Subject::Tool(row.tool.clone()));
        let pin = self.store.read(move |db| pins::get(db, &server, &subject)).await;
        let pin = pin.ok().flatten()?;
        let definition = match pin.changed {
            Some(changed) if changed.digest == row.definition => changed.definition,
            _ if pin.digest == row.definition => pin.definition,
            _ => return None,
        };
        Tool::read(serde_json::from_str(&definition).ok()?)
            .ok()
            .map(Arc::new)
    }

    /// The card of the call in its conversation, where no model waits for it any more.
    async fn put_call(&self, row: &TaskRow) {
        let Some(conversation) = &row.conversation else {
            return;
        };
        if let Err(error) = self.call_ended(conversation, &row.call).await {
            tracing::warn!(%error, "a task that ended was not noted in its conversation");
        }
    }
}
