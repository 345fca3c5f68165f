//! Sends what was permitted, validates what comes back, and says what the record keeps of it.

use super::{CallContext, Live, Permitted, changed};
use crate::host::{Inner, count, locked};
use crate::limits;
use portcullis_approval::consent::{AcceptedDefinition, Permit};
use portcullis_approval::policy::Verdict;
use portcullis_catalog::Tool;
use portcullis_catalog::content::read_result;
use portcullis_core::{Code, Error, Result};
use portcullis_domain::{Block, CallResult, CallState, DefinitionState, Outcome};
use portcullis_l10n::say;
use portcullis_mcp::client::{CallOutcome, Client, Connection, Deadlines};
use portcullis_storage::audit::Ended;
use std::sync::Arc;
use std::time::Duration;

/// How a call ends: what it brought back, and what the record says of it.
struct Settled {
    done: Result<CallResult>,
    state: CallState,
    ended: Ended,
}

impl Inner {
    /// Sends what was permitted, if it still is what was permitted.
    pub(super) async fn effect(
        self: &Arc<Self>,
        context: &CallContext,
        permitted: Permitted,
        record: u64,
    ) -> Result<CallOutcome> {
        tracing::debug!(why = %permitted.why, answered = permitted.answered.is_some(), "a call goes out");
        let entry = &context.entry;
        let ready = match self.woken(context).await {
            Ok(()) => self.ready(context, &permitted).await,
            Err(error) => Err(error),
        };
        // “Stop everything” takes tools and connections away as well: what was stopped was stopped, whichever is
        // seen first.
        if context.live.cancel.is_cancelled() {
            return Err(Error::new(Code::CallCancelled, say!("call-stopped-before")));
        }
        let (client, connection) = ready?;
        if permitted.permit.effect().server != entry.id {
            return Err(Error::internal("a permit is for a call of another server"));
        }
        let limits = entry.limits();
        let deadlines = Deadlines {
            idle: context
                .idle
                .unwrap_or(Duration::from_secs(limits.idle_seconds.into())),
            total: Duration::from_secs(limits.total_seconds.into()),
        };
        let now = self.now();
        // What the fence saw before is not of this call.
        let traffic = locked(&entry.denials).traffic();
        *locked(&context.live.sent) = Some(traffic.now());
        context.live.change(self, |view| {
            view.state = CallState::Running;
            view.request = None;
            view.sent_at = Some(now);
        });
        client.health().called();
        let (host, live) = (Arc::clone(self), Arc::clone(&context.live));
        let done = connection
            .call(
                permitted.permit,
                record,
                context.tool.task_support,
                deadlines,
                &context.live.cancel,
                move |note| live.progress(&host, note),
            )
            .await;
        if let Err(error) = &done {
            client.health().failed();
            if error.code == Code::AuthMore {
                entry.authority.was_calling(&context.tool.name);
            }
        }
        done
    }

    /// Starts the server, where it is asleep.
    async fn woken(self: &Arc<Self>, context: &CallContext) -> Result<()> {
        if context.entry.wakes() {
            context.live.change(self, |view| {
                view.state = CallState::Running;
                view.request = None;
            });
            // Where it does not start, the model reads what it said last.
            self.record_call_read(context).await?;
        }
        tokio::select! {
            biased;
            ended = self.ended(context) => Err(ended),
            woken = self.wake(&context.in_use) => woken,
        }
    }

    /// Whether what was permitted is still what the server offers and what the policy allows, and what it is sent over.
    async fn ready(
        self: &Arc<Self>,
        context: &CallContext,
        permitted: &Permitted,
    ) -> Result<(Arc<Client>, Connection)> {
        let entry = &context.entry;
        let state = entry.state_of(&context.tool);
        // Its list may just have failed. What it said of that is not read without a mark (S-78); its page has it.
        let offered = entry
            .tool(&context.tool.name)
            .map_err(|error| Error { said: None, ..error })?;
        if offered.digest != permitted.permit.effect().definition
            || matches!(state, DefinitionState::Changed { .. })
        {
            // It may have started just now, and offer something else than what was shown.
            self.show_change(entry.id.0.clone(), context.tool.name.clone());
            return Err(changed(&entry.label()));
        }
        if matches!(state, DefinitionState::New { .. }) {
            // A user who lets it run has seen it.
            let permit = Permit::<AcceptedDefinition>::by_call(&permitted.permit);
            self.accept(entry, &context.tool, permit, None).await?;
        }
        // Between the permit and this moment rows were written: a permission taken back meanwhile is no permission.
        if permitted.answered.is_none() && !matches!(self.verdict(context).await, Verdict::Allow(_)) {
            return Err(Error::new(Code::PolicyDenied, say!("call-permission-expired")));
        }
        self.record_call_read(context).await?;
        let client = entry.client();
        let connection = client
            .as_ref()
            .and_then(|client| client.snapshot().connection.clone());
        client.zip(connection).ok_or_else(|| {
            Error::new(
                Code::ServerNotReady,
                say!("call-server-not-ready", server = entry.label()),
            )
        })
    }

    /// Records what the conversation is about to read: what is known of the tool may have become more since the row of the
    /// call was written, or a person was asked in between.
    async fn record_call_read(&self, context: &CallContext) -> Result<()> {
        if let Some(conversation) = &context.live.conversation
            && let Some(mark) = self.unread(
                context.reads.iter().chain(&context.recorded_read),
                &context.entry,
                &context.tool,
            )
        {
            self.record_reads(conversation, vec![mark]).await?;
        }
        Ok(())
    }

    /// Validates the result, shows it, and says what the record keeps of it. What could take long does so in a
    /// thread of its own: result and schema are both hostile input (F-21).
    pub(in crate::host) async fn settle(
        self: &Arc<Self>,
        live: Arc<Live>,
        tool: Option<Arc<Tool>>,
        done: Result<Box<serde_json::value::RawValue>>,
    ) -> Ended {
        let promises = tool.as_ref().is_some_and(|tool| tool.promises);
        let long = done
            .as_ref()
            .is_ok_and(|raw| promises || raw.get().len() > limits::RESULT_IN_PLACE);
        let settled = match long {
            false => self.read_outcome(&live, tool.as_deref(), done),
            true => {
                let (host, live) = (Arc::clone(self), Arc::clone(&live));
                match tokio::task::spawn_blocking(move || host.read_outcome(&live, tool.as_deref(), done))
                    .await
                {
                    Ok(settled) => settled,
                    // A panic there is one of this call, and ends it as any other does.
                    Err(error) => std::panic::resume_unwind(error.into_panic()),
                }
            }
        };
        let Settled { done, state, ended } = settled;
        // Before its end is announced: a copy that is made from then on has what is kept of it.
        if let Ok(result) = &done {
            let kept = self.keep_media(&live, result).await;
            locked(&live.view).kept = kept;
        }
        self.finish(&live, done, state);
        ended
    }

    fn read_outcome(
        &self,
        live: &Live,
        tool: Option<&Tool>,
        done: Result<Box<serde_json::value::RawValue>>,
    ) -> Settled {
        match done {
            Ok(raw) => {
                let mut handles = Vec::new();
                let read = read_result(raw, tool.and_then(Tool::result), &mut |kind, bytes| {
                    let payload = self.calls.payloads.keep(kind, bytes);
                    handles.push(payload.handle.clone());
                    payload
                });
                *locked(&live.payloads) = handles;
                let (state, outcome, words) = match read.is_error {
                    true => (CallState::ToolError, Outcome::ToolError, say!("call-tool-error")),
                    // It came back, and yet not all that it asked for was done: that must not be read as a plain success.
                    false if !locked(&live.view).denied.is_empty() => {
                        (CallState::Done, Outcome::Attention, say!("call-ran-declined"))
                    }
                    false => (CallState::Done, Outcome::Done, say!("outcome-done")),
                };
                let came_back = read.outcome.clone();
                let media = read
                    .result
                    .blocks
                    .iter()
                    .filter(|block| matches!(block, Block::Image { .. } | Block::Audio { .. }));
                let media = count(media.count());
                {
                    let mut view = locked(&live.view);
                    view.outcome = Some(read.outcome);
                    view.media = media;
                }
                let ended = Ended {
                    came_back: Some(came_back),
                    ..Ended::new(outcome, words)
                };
                Settled {
                    done: Ok(read.result),
                    state,
                    ended,
                }
            }
            Err(error) => {
                let (state, outcome) = match error.code {
                    Code::CallCancelled | Code::Closing | Code::TaskUnstopped => {
                        (CallState::Cancelled, Outcome::Cancelled)
                    }
                    Code::ToolChanged | Code::PolicyDenied => (CallState::Refused, Outcome::Refused),
                    _ => (CallState::Failed, Outcome::Failed),
                };
                let ended = Ended {
                    outcome,
                    ..Ended::failed(&error)
                };
                Settled {
                    done: Err(error),
                    state,
                    ended,
                }
            }
        }
    }

    pub(super) fn finish(&self, live: &Live, done: Result<CallResult>, state: CallState) {
        let now = self.now();
        live.change(self, |view| {
            view.state = state;
            view.ended_at = Some(now);
            view.request = None;
            match done {
                Ok(result) => view.result = Some(result),
                Err(error) => view.problem = Some(error.into()),
            }
        });
        live.ended.send_replace(true);
    }
}
