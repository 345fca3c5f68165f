//! The path of every call: policy → consent → effect → validation → record. A person, a model and the terminal
//! all take it; there is no other way to a tool.

mod asker;
mod asking;
mod before;
mod effect;
mod fenced;
mod files;
mod kept;
mod media;
mod order;

pub(in crate::host) use asking::{is_plain_name, issues, named};
pub(in crate::host) use before::Before;
pub(in crate::host) use fenced::names_path;
pub(crate) use kept::{Calls, Live};
pub(in crate::host) use order::{AskingOrder, AskingPosition};

use super::demand::InUse;
use super::questions::unanswered;
use super::tasks::NewTask;
use super::{Entry, Host, Inner, locked, milliseconds, tools, views};
use crate::limits;
use futures::FutureExt;
use portcullis_api::HostEvent;
use portcullis_approval::consent::{Permit, RecordedAnswer};
use portcullis_approval::policy::{ProposedCall, Verdict};
use portcullis_catalog::Tool;
use portcullis_core::text::{self, ForeignText};
use portcullis_core::{Code, Error, Result, ids};
use portcullis_domain::{
    CallState, CallView, DefinitionState, Foreign, Outcome, RecordKind, SeenBehavior, SeenKind,
};
use portcullis_l10n::say;
use portcullis_mcp::client::{CallOutcome, CreatedTask};
use portcullis_storage::audit::{Ended, Intended};
use portcullis_storage::store::flows::ReadRow;
use portcullis_storage::store::grants;
use rusqlite::Connection;
use serde_json::Value;
use std::panic::AssertUnwindSafe;
use std::sync::Arc;
use std::time::Duration;
use tokio::time::Instant;

/// Who wants a call.
#[derive(Debug, Clone)]
pub enum Caller {
    /// The person, by hand, in the terminal.
    Person,
    /// The person, by hand, as the page of the window says.
    Window,
    /// A model.
    Model {
        /// Its name.
        model: String,
        /// The conversation.
        conversation: String,
        /// Its title.
        title: String,
        /// Why, in the model's words.
        why: Option<String>,
        /// The server takes part in the conversation.
        takes_part: bool,
    },
}

impl Caller {
    /// The conversation that it is in.
    fn conversation(&self) -> Option<&String> {
        match self {
            Self::Person | Self::Window => None,
            Self::Model { conversation, .. } => Some(conversation),
        }
    }

    /// What the record calls it.
    fn name(&self) -> String {
        match self {
            Self::Person | Self::Window => say!("asked-by-you"),
            Self::Model { model, .. } => model.clone(),
        }
    }
}

/// A requested call.
#[derive(Debug, Clone)]
pub struct CallRequest {
    /// Server id.
    pub server: String,
    /// Raw tool name.
    pub tool: String,
    /// Arguments; an object.
    pub arguments: Value,
    /// Who.
    pub by: Caller,
    /// Time without a sign, instead of the server's own.
    pub idle: Option<Duration>,
    /// Digest of the definition that the caller has seen: another one is not called. `None` where no definition was
    /// seen any.
    pub seen: Option<String>,
}

impl Host {
    /// Starts a call. It waits for approval and runs in the background; [`Host::finished_call`] waits for it.
    ///
    /// # Errors
    /// `not_found`, `server.not_ready`, `tool.unknown`, `call.bad_arguments`, `store.*`: nothing was called.
    pub async fn start_call(&self, wanted: CallRequest) -> Result<CallView> {
        Arc::clone(&self.0).start_call(wanted, None, None).await
    }

    /// A call with its result, as it is now.
    ///
    /// # Errors
    /// `not_found` when it is no longer kept.
    pub fn call(&self, call: &str) -> Result<CallView> {
        Ok(locked(&self.0.calls.find(call)?.view).clone())
    }

    /// A call with its result, once it has ended. Its outcome is being recorded then.
    ///
    /// # Errors
    /// `not_found` when it is no longer kept.
    pub async fn finished_call(&self, call: &str) -> Result<CallView> {
        let live = self.0.calls.find(call)?;
        let mut ended = live.ended.subscribe();
        ended.wait_for(|ended| *ended).await.map_err(Error::internal)?;
        Ok(locked(&live.view).clone())
    }

    /// Stops a call, down to the server. One that has ended stays as it is.
    ///
    /// # Errors
    /// `not_found`.
    pub fn cancel_call(&self, call: &str) -> Result<()> {
        self.0.calls.find(call)?.cancel.cancel();
        Ok(())
    }
}

/// How a permit came about, for the record.
struct Permitted {
    permit: Permit<ProposedCall>,
    why: String,
    rule: Option<String>,
    answered: Option<RecordedAnswer>,
}

/// Everything about a call in flight.
struct CallContext {
    entry: Arc<Entry>,
    tool: Arc<Tool>,
    call: ProposedCall,
    by: Caller,
    /// Time without a sign, instead of the server's own.
    idle: Option<Duration>,
    live: Arc<Live>,
    /// What the conversation had read when its model wanted this: nothing of what comes back meanwhile is in the
    /// arguments.
    reads: Arc<Vec<ReadRow>>,
    /// What the first row of this call recorded.
    recorded_read: Option<ReadRow>,
    before: Option<Arc<Before>>,
    /// Until it is asked about.
    position: Option<AskingPosition>,
    /// Its server is not put to sleep meanwhile.
    in_use: InUse,
}

impl Inner {
    /// `before` is on disk before the call goes out.
    pub(super) async fn start_call(
        self: Arc<Self>,
        wanted: CallRequest,
        before: Option<Arc<Before>>,
        position: Option<AskingPosition>,
    ) -> Result<CallView> {
        let entry = self.entry(&wanted.server)?;
        // Whatever is written and decided about the arguments rests on knowing which of them are secrets (S-38, S-88).
        self.secrets_known().await;
        let in_use = self.in_use(&entry);
        let checked = match self.unchanged_while_asleep(&in_use).await {
            Ok(()) => self.check_call(&entry, &wanted).await,
            Err(error) => Err(error),
        };
        let tool = match checked {
            Ok(tool) => tool,
            Err(error) => {
                self.record_refused(&entry, &wanted, &error).await?;
                return Err(error);
            }
        };
        let view = CallView {
            id: ids::random(),
            server: entry.id.0.clone(),
            server_label: entry.label(),
            tool: tool.name.clone(),
            tool_shown: tool.called().first_line(128),
            arguments_line: self.arguments_line(&wanted.arguments),
            state: CallState::Waiting,
            asked_at: self.now(),
            ..CallView::default()
        };
        let conversation = wanted.by.conversation().cloned();
        let reads = match &conversation {
            Some(conversation) => self.reads_of(conversation).await?,
            None => Arc::default(),
        };
        let live = Live::new(view, self.closing.child_token(), conversation);
        self.calls.add(&live);
        let call = ProposedCall {
            server: entry.id.clone(),
            tool: tool.name.clone(),
            arguments: Arc::new(wanted.arguments),
            definition: tool.digest.clone(),
        };
        let context = CallContext {
            entry,
            tool,
            call,
            by: wanted.by,
            idle: wanted.idle,
            live: Arc::clone(&live),
            reads,
            recorded_read: None,
            before,
            position,
            in_use,
        };
        let host = Arc::clone(&self);
        let walk = async move {
            let live = Arc::clone(&context.live);
            if AssertUnwindSafe(Arc::clone(&host).walk(context))
                .catch_unwind()
                .await
                .is_err()
            {
                host.panicked(&live).await;
            }
        };
        let mut walk = Box::pin(walk);
        // The first step is taken here, so that the row is queued for the disk before the rest is scheduled.
        if futures::poll!(walk.as_mut()).is_pending() {
            self.calls.tasks.spawn(walk);
        }
        Ok(locked(&live.view).clone())
    }

    /// A panic on the way of a call is our fault and ends that call alone: no caller waits for it forever.
    async fn panicked(&self, live: &Live) {
        let error = Error::internal("a call panicked");
        let ended = Ended::failed(&error);
        let record = locked(&live.view).record;
        self.finish(live, Err(error), CallState::Failed);
        if let Some(seq) = record {
            self.record_end(seq, ended).await;
        }
    }

    async fn check_call(self: &Arc<Self>, entry: &Entry, wanted: &CallRequest) -> Result<Arc<Tool>> {
        let label = entry.label();
        let ready = entry
            .client()
            .is_some_and(|client| client.snapshot().connection.is_some());
        if !ready && !entry.wakes() {
            let words = self.summary(entry).state.words;
            return Err(Error::new(
                Code::ServerNotReady,
                say!("call-not-ready", server = label, state = words),
            )
            .remedy(say!("call-not-ready-remedy", label = text::shell_word(&label))));
        }
        let tool = entry.tool(&wanted.tool)?;
        if wanted.seen.as_ref().is_some_and(|seen| *seen != tool.digest) {
            return Err(
                Error::new(Code::ToolChanged, say!("call-tool-changed", server = label))
                    .remedy(say!("call-tool-changed-remedy")),
            );
        }
        let issues = tools::check(Arc::clone(&tool), wanted.arguments.clone()).await?;
        let Some(issue) = issues.first() else {
            return Ok(tool);
        };
        // What does not fit is said in words of the new definition, and a model reads none of it before it is accepted.
        let is_changed = matches!(entry.state_of(&tool), DefinitionState::Changed { .. });
        if is_changed && matches!(wanted.by, Caller::Model { .. }) {
            self.show_change(entry.id.0.clone(), tool.name.clone());
            return Err(Error::new(
                Code::ToolChanged,
                say!("call-tool-changed-approved", server = label),
            )
            .remedy(say!("call-tool-changed-asking-remedy")));
        }
        // The check compiled it: no arguments would fit.
        if let Err(reason) = tool.arguments() {
            let sentence = say!(
                "call-schema-unusable",
                tool = text::escape_line(&wanted.tool).text,
                server = label,
                reason = reason.trim_end_matches(['.', '。'])
            );
            return Err(
                Error::new(Code::CallBadArguments, sentence).remedy(say!("call-schema-unusable-remedy"))
            );
        }
        let message = issue.message.trim_end_matches(['.', '。']);
        let problem = match issue.path.is_empty() {
            true => message.to_owned(),
            false => say!(
                "call-argument-at",
                problem = message,
                place = text::escape_line(&issue.path).text
            ),
        };
        let sentence = match issues.len() - 1 {
            0 => say!("call-arguments-mismatch", server = label, problem),
            more => say!(
                "call-arguments-mismatch-more",
                server = label,
                problem,
                count = more
            ),
        };
        Err(Error::new(Code::CallBadArguments, sentence))
    }

    /// Arguments on one line, as a person reads them: `path: "notes.md", lines: 3`. Nothing when there are none.
    pub(super) fn arguments_line(&self, arguments: &Value) -> Foreign {
        let fields = arguments.as_object().into_iter().flatten().take(16);
        let parts: Vec<String> = fields
            .map(|(name, value)| format!("{name}: {}", self.redactor.json(value, 256)))
            .collect();
        ForeignText::new(parts.join(", ")).first_line(200)
    }

    fn row(&self, entry: &Entry, tool: &str, arguments: &Value, by: &Caller) -> Intended {
        Intended {
            kind: RecordKind::Call,
            what: text::escape_line(tool).text,
            server: Some((entry.id.clone(), entry.label())),
            asked_by: by.name(),
            tool: Some(tool.to_owned()),
            conversation: by.conversation().cloned(),
            sent: Some(arguments.clone()),
            outcome: None,
            ..views::blank_row()
        }
    }

    /// A model's call that could not even be asked about is in the record too.
    async fn record_refused(&self, entry: &Entry, wanted: &CallRequest, error: &Error) -> Result<()> {
        if !matches!(wanted.by, Caller::Model { .. }) {
            return Ok(());
        }
        let mut row = self.row(entry, &wanted.tool, &wanted.arguments, &wanted.by);
        row.why = error.sentence.clone();
        row.outcome = Some((Outcome::Refused, error.code.in_words()));
        self.audit.once(row).await.map(drop)
    }

    /// Writes down what is about to be called, and with it what must be on disk before it is: one commit for all. Where
    /// no approval is needed, that is also what the conversation is about to read.
    async fn intend_call(&self, context: &mut CallContext, row: Intended, allowed: bool) -> Result<u64> {
        let conversation = context.live.conversation.as_deref().filter(|_| allowed);
        let mark =
            conversation.and_then(|_| self.unread(context.reads.iter(), &context.entry, &context.tool));
        let write_reads = conversation
            .zip(mark.clone())
            .map(|(conversation, mark)| self.recording_reads(conversation, vec![mark]));
        let before = context.before.clone();
        let also = move |db: &Connection| {
            before.as_ref().map_or(Ok(()), |before| before.write(db))?;
            write_reads.as_ref().map_or(Ok(()), |write| write(db))
        };
        let seq = self.audit.intend_with(row, also).await?;
        if let Some(before) = &context.before {
            before.is_kept();
        }
        if mark.is_some() {
            self.emit(HostEvent::Flows {});
        }
        context.recorded_read = mark;
        Ok(seq)
    }

    async fn walk(self: Arc<Self>, mut context: CallContext) {
        let began = Instant::now();
        let verdict = self.verdict(&context).await;
        let mut row = self.row(
            &context.entry,
            &context.call.tool,
            &context.call.arguments,
            &context.by,
        );
        row.what = context.tool.called().first_line(128).text;
        row.definition = Some(context.tool.digest.clone());
        (row.why, row.rule) = match &verdict {
            Verdict::Allow(allowed) => (allowed.why().to_owned(), allowed.rule().map(str::to_owned)),
            Verdict::Ask { why } | Verdict::Deny { why, .. } => (why.clone(), None),
        };
        let allowed = matches!(verdict, Verdict::Allow(_));
        let seq = match self.intend_call(&mut context, row, allowed).await {
            Ok(seq) => seq,
            // Nothing is done that cannot be recorded (S-91).
            Err(error) => return self.finish(&context.live, Err(error), CallState::Refused),
        };
        locked(&context.live.view).record = Some(seq);
        let position = context.position.take();
        let permitted = match self.permit(&context, position, verdict, seq).await {
            Ok(permitted) => permitted,
            Err(error) => {
                let state = if matches!(error.code, Code::CallCancelled | Code::Closing) {
                    CallState::Cancelled
                } else {
                    CallState::Refused
                };
                let shown = locked(&context.live.answered)
                    .as_ref()
                    .map(|answered| answered.digest().to_owned());
                let ended = Ended {
                    shown,
                    ..unanswered(&error)
                };
                self.finish(&context.live, Err(error), state);
                self.record_end(seq, ended).await;
                locked(&context.live.answered).take();
                return;
            }
        };
        let rule = permitted.rule.clone();
        // As they stood on the screen, where the user was asked.
        let arguments = Arc::clone(&permitted.permit.effect().arguments);
        let done = match self.effect(&context, permitted, seq).await {
            Ok(CallOutcome::Result(raw)) => Ok(raw),
            Err(error) => Err(error),
            Ok(CallOutcome::Task(begun)) => match self.goes_on(&context, &arguments, seq, *begun).await {
                Ok(()) => {
                    if let Some(rule) = rule {
                        self.grant_used(rule).await;
                    }
                    return;
                }
                Err(error) => Err(error),
            },
        };
        let (kept_out, against_claims) = self.fence_saw(&context, &arguments, &done).await;
        let seen = against_claims.first().cloned();
        {
            let mut view = locked(&context.live.view);
            view.kept_out = kept_out;
            view.against_claims = against_claims;
        }
        let mut ended = Ended {
            duration: Some(milliseconds(began.elapsed())),
            ..self.settle(context.live, Some(context.tool), done).await
        };
        if let Some(SeenBehavior { kind, what, .. }) = seen {
            if ended.outcome == Outcome::Done {
                ended.outcome = Outcome::Attention;
            }
            let what = text::quotable(what).text;
            ended.words = match kind {
                SeenKind::Wrote => say!("behavior-row-wrote", outcome = ended.words, what),
                SeenKind::Contacted | SeenKind::Stopped => {
                    say!("behavior-row", outcome = ended.words, what)
                }
            };
        }
        // The result is there, and the waiting caller gets it first; its row follows, and closing the host waits for it.
        tokio::task::yield_now().await;
        self.record_end_of_call(seq, ended, rule).await;
    }

    /// The server continues it as a task, whose end is the end of the call.
    async fn goes_on(
        self: &Arc<Self>,
        context: &CallContext,
        arguments: &Value,
        record: u64,
        begun: CreatedTask,
    ) -> Result<()> {
        let new = NewTask {
            entry: &context.entry,
            tool: &context.tool,
            live: &context.live,
            arguments,
            asked_by: context.by.name(),
            record,
            begun,
        };
        self.begin_task(new).await
    }

    /// Records how a call, or something else with rows, ended. While the disk is full or the database cannot be written it is tried again: what
    /// is known must not read as interrupted later. At the end of the host it is left to [`portcullis_storage::audit::Audit::end_interrupted`].
    pub(super) async fn record_end(&self, seq: u64, ended: Ended) {
        self.record_end_of_call(seq, ended, None).await;
    }

    /// The same, and with it that a permission was used.
    async fn record_end_of_call(&self, seq: u64, ended: Ended, rule: Option<String>) {
        let mut told = false;
        let now = self.now();
        loop {
            let used = rule.clone();
            let count = move |db: &Connection| match &used {
                Some(rule) => grants::used(db, rule, now).map(drop),
                None => Ok(()),
            };
            let Err(error) = self.audit.end_with(seq, ended.clone(), count).await else {
                return;
            };
            tracing::error!(%error, "an outcome was not recorded");
            let hopeless = error.code == Code::NotFound || error.code == Code::Internal;
            if !told {
                told = true;
                self.emit_problem(error);
            }
            let waited = self
                .closing
                .run_until_cancelled(tokio::time::sleep(limits::STORE_RETRY))
                .await;
            if hopeless || waited.is_none() {
                return;
            }
        }
    }
}

fn changed(label: &str) -> Error {
    Error::new(
        Code::ToolChanged,
        say!("call-tool-changed-asking", server = label),
    )
    .remedy(say!("call-tool-changed-asking-remedy"))
}
