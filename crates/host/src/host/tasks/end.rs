//! The end of a task is the end of its call: the same checks of its result, the same row.

use super::Task;
use crate::host::chat::end_cards;
use crate::host::{Inner, locked};
use crate::limits;
use portcullis_api::HostEvent;
use portcullis_catalog::Tool;
use portcullis_core::{Code, Error, Result};
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
        self.emit(HostEvent::Task {
            task: self.ended_view(row),
        });
    }

    async fn audit_has_end(&self, operation: u64) -> bool {
        let found = self.audit.detail(operation).await;
        found.is_ok_and(|detail| detail.outcome_hash.is_some())
    }

    /// Writes that it ended, and so into the card of the call in its conversation, where no model waits for it any more. In one
    /// piece: of a task that ended nothing is looked at again.
    async fn write_end(&self, row: &TaskRow) {
        loop {
            let (ended, talks) = (row.clone(), self.talks.clone());
            let write = move |db: &rusqlite::Connection| {
                tasks::end(db, &ended)?;
                let Some(conversation) = &ended.conversation else {
                    return Ok(Vec::new());
                };
                let changed = match end_cards(db, &talks, conversation, &ended.call) {
                    Ok(changed) => changed,
                    Err(failure) if failure.code() == Code::StoreFull => return Err(failure),
                    // That a message cannot be read is no reason to ask about the task forever.
                    Err(failure) => {
                        let error = Error::from(failure);
                        tracing::warn!(%error, "a task that ended was not noted in its conversation");
                        Vec::new()
                    }
                };
                let event = |message| HostEvent::Message {
                    conversation: conversation.clone(),
                    message,
                };
                Ok(changed.into_iter().map(event).collect())
            };
            let error = match self.store.write(write).await {
                Ok(events) => {
                    events.into_iter().for_each(|event| self.emit(event));
                    return;
                }
                Err(error) => error,
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
}

#[cfg(test)]
mod tests {
    use crate::host::chat::tests::{begun, ended_task, model_message, running};
    use portcullis_core::ids::ServerId;
    use portcullis_domain::{CallState, Part};
    use portcullis_llm::DemoModel;
    use portcullis_storage::store::conversations;
    use std::sync::Arc;

    // Proves F-28.
    #[tokio::test]
    async fn the_end_of_a_task_is_written_together_with_its_card() {
        let (_folder, host, id) = begun(Arc::new(DemoModel)).await;
        let message = model_message([running("call-1")], false);
        let of = id.clone();
        let put = host
            .0
            .store
            .write(move |db| conversations::put_message(db, &of, &message));
        put.await.unwrap();
        let row = ended_task(&ServerId::from("s"), &id, "call-1");
        host.0.write_end(&row).await;
        let kept = host.0.store.read(move |db| conversations::message(db, &id, 1));
        let kept = kept.await.unwrap().unwrap();
        assert!(
            matches!(&kept.parts[..], [Part::Call { call }] if call.state == CallState::Done),
            "{kept:?}"
        );
        host.close().await;
    }
}
