//! The path of every call: policy → consent → effect → validation → record. A person, a model and the terminal
//! all walk it; there is no other way to a tool.

use super::results::Payloads;
use super::{Entry, Host, Inner, locked, tools, views};
use crate::audit::{Decided, Ended, Intended};
use crate::catalog::Tool;
use crate::catalog::content::read_result;
use crate::client::Deadlines;
use crate::consent::{Ask, CallPermit, Decision, Edited, ProposedCall, Waiting};
use crate::policy::{self, Caller, Verdict};
use crate::text::{self, ForeignText};
use crate::view::{
    Answer, ArgumentRow, Asked, AskedBy, CallState, CallView, DefinitionState, HostEvent, Outcome, Progress,
    RecordKind,
};
use crate::wire::ProgressNote;
use crate::{Code, Error, Result, ids, limits};
use serde_json::Value;
use std::collections::VecDeque;
use std::sync::{Arc, Mutex};
use std::time::Duration;
use tokio::sync::watch;
use tokio::time::Instant;
use tokio_util::sync::CancellationToken;
use tokio_util::task::TaskTracker;

/// Who wants a call.
#[derive(Debug, Clone)]
pub enum By {
    /// The person, by hand.
    Person,
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

/// A call that somebody wants.
#[derive(Debug, Clone)]
pub struct Wanted {
    /// Server id.
    pub server: String,
    /// Raw tool name.
    pub tool: String,
    /// Arguments; an object.
    pub arguments: Value,
    /// Who.
    pub by: By,
    /// Time without a sign, instead of the server's own.
    pub idle: Option<Duration>,
}

/// Calls that run and the last ones that ended.
#[derive(Default)]
pub(crate) struct Calls {
    kept: Mutex<VecDeque<Arc<Live>>>,
    pub(super) payloads: Payloads,
    tasks: TaskTracker,
}

/// One call.
pub(crate) struct Live {
    view: Mutex<CallView>,
    payloads: Mutex<(Vec<String>, u64)>,
    cancel: CancellationToken,
    ended: watch::Sender<bool>,
    conversation: Option<String>,
    told: Mutex<Instant>,
}

impl Host {
    /// Starts a call. What waits for a person or runs goes on by itself; [`Host::finished_call`] waits for it.
    ///
    /// # Errors
    /// `not_found`, `server.not_ready`, `tool.unknown`, `call.bad_arguments`, `store.*`: nothing was called.
    pub async fn start_call(&self, wanted: Wanted) -> Result<CallView> {
        Arc::clone(&self.0).start_call(wanted).await
    }

    /// A call with its result, as it is now.
    ///
    /// # Errors
    /// `not_found` when it is no longer kept.
    pub fn call(&self, call: &str) -> Result<CallView> {
        Ok(locked(&self.0.calls.find(call)?.view).clone())
    }

    /// A call with its result, once it has ended. Its outcome is on its way into the record then.
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

impl Calls {
    fn find(&self, id: &str) -> Result<Arc<Live>> {
        let found = locked(&self.kept)
            .iter()
            .find(|live| locked(&live.view).id == id)
            .cloned();
        found.ok_or_else(|| {
            Error::new(
                Code::NotFound,
                "This call is no longer kept in memory. Activity has its row.",
            )
        })
    }

    fn add(&self, live: &Arc<Live>) {
        let mut kept = locked(&self.kept);
        kept.push_back(Arc::clone(live));
        let mut bytes: u64 = kept.iter().map(|live| locked(&live.payloads).1).sum();
        // The oldest that have ended go first; one that runs stays whatever it costs.
        while kept.len() > limits::CALLS || bytes > limits::RESULTS_BYTES as u64 {
            let Some(old) = kept.iter().position(|live| *live.ended.borrow()) else {
                break;
            };
            let Some(live) = kept.remove(old) else { break };
            let (handles, size) = std::mem::take(&mut *locked(&live.payloads));
            bytes = bytes.saturating_sub(size);
            self.payloads.forget(&handles);
        }
    }

    pub fn cancel_all(&self) {
        for live in locked(&self.kept).iter() {
            live.cancel.cancel();
        }
    }

    pub fn cancel_in(&self, conversation: &str) {
        for live in locked(&self.kept)
            .iter()
            .filter(|live| live.conversation.as_deref() == Some(conversation))
        {
            live.cancel.cancel();
        }
    }

    /// Waits until every outcome is in the record.
    pub async fn settled(&self) {
        self.tasks.close();
        if tokio::time::timeout(limits::QUIT, self.tasks.wait())
            .await
            .is_err()
        {
            tracing::warn!("some calls had no outcome when the host closed; the record will say interrupted");
        }
    }
}

impl Live {
    fn change(&self, host: &Inner, change: impl FnOnce(&mut CallView)) {
        change(&mut locked(&self.view));
        self.tell(host);
    }

    fn tell(&self, host: &Inner) {
        *locked(&self.told) = Instant::now();
        let call = CallView {
            result: None,
            ..locked(&self.view).clone()
        };
        host.emit(HostEvent::Call { call });
    }

    fn progress(&self, host: &Inner, note: ProgressNote) {
        let message = note
            .message
            .map(|message| ForeignText::new(message).first_line(200));
        locked(&self.view).progress = Some(Progress {
            value: note.value,
            total: note.total,
            message,
        });
        if locked(&self.told).elapsed() >= limits::TELL_EVERY {
            self.tell(host);
        }
    }
}

/// How a permit came about, for the record.
struct Permitted {
    permit: CallPermit,
    why: String,
    rule: Option<String>,
    decision: Option<Decision>,
}

/// Everything about a call that is on its way.
struct Way {
    entry: Arc<Entry>,
    tool: Arc<Tool>,
    wanted: Wanted,
    live: Arc<Live>,
}

impl Inner {
    pub(super) async fn start_call(self: Arc<Self>, wanted: Wanted) -> Result<CallView> {
        let entry = self.entry(&wanted.server)?;
        let checked = self.check_call(&entry, &wanted).await;
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
            arguments_line: ForeignText::new(self.redactor.json(&wanted.arguments, 4096)).first_line(200),
            state: CallState::Waiting,
            asked_at: self.now(),
            sent_at: None,
            ended_at: None,
            progress: None,
            problem: None,
            outcome: None,
            result: None,
            request: None,
            record: None,
        };
        let live = Arc::new(Live {
            view: Mutex::new(view),
            payloads: Mutex::default(),
            cancel: self.closing.child_token(),
            ended: watch::Sender::new(false),
            conversation: match &wanted.by {
                By::Person => None,
                By::Model { conversation, .. } => Some(conversation.clone()),
            },
            told: Mutex::new(Instant::now()),
        });
        self.calls.add(&live);
        let way = Way {
            entry,
            tool,
            wanted,
            live: Arc::clone(&live),
        };
        let host = Arc::clone(&self);
        self.calls.tasks.spawn(async move { host.walk(way).await });
        Ok(locked(&live.view).clone())
    }

    async fn check_call(&self, entry: &Entry, wanted: &Wanted) -> Result<Arc<Tool>> {
        let label = entry.label();
        let ready = entry
            .client()
            .is_some_and(|client| client.snapshot().connection.is_some());
        if !ready {
            let words = self.summary(entry).state.words;
            return Err(Error::new(
                Code::ServerNotReady,
                format!("“{label}” is not ready ({words}). Nothing was called."),
            )
            .remedy("Its page says what to do."));
        }
        let tool = entry.tool(&wanted.tool)?;
        let issues = tools::check(Arc::clone(&tool), wanted.arguments.clone()).await?;
        match issues.first() {
            None => Ok(tool),
            Some(issue) => {
                let place = if issue.path.is_empty() {
                    String::new()
                } else {
                    format!(" at {}", text::escape_line(&issue.path).text)
                };
                let more = if issues.len() > 1 {
                    format!(" (and {} more)", issues.len() - 1)
                } else {
                    String::new()
                };
                Err(Error::new(
                    Code::CallBadArguments,
                    format!(
                        "The arguments do not fit what “{label}” asks for: {}{place}{more}. Nothing was sent.",
                        issue.message.trim_end_matches('.')
                    ),
                ))
            }
        }
    }

    fn row(&self, entry: &Entry, wanted: &Wanted) -> Intended {
        let (asked_by, conversation) = match &wanted.by {
            By::Person => ("you".to_owned(), None),
            By::Model {
                model, conversation, ..
            } => (model.clone(), Some(conversation.clone())),
        };
        Intended {
            kind: RecordKind::Call,
            what: text::escape_line(&wanted.tool).text,
            server: Some((entry.id.clone(), entry.label())),
            asked_by,
            tool: Some(wanted.tool.clone()),
            conversation,
            sent: Some(wanted.arguments.clone()),
            outcome: None,
            ..views::blank_row()
        }
    }

    /// A model's call that could not even be asked about is in the record too.
    async fn record_refused(&self, entry: &Entry, wanted: &Wanted, error: &Error) -> Result<()> {
        if matches!(wanted.by, By::Person) {
            return Ok(());
        }
        let mut row = self.row(entry, wanted);
        row.why = error.sentence.clone();
        row.outcome = Some((Outcome::Refused, error.code.as_str().to_owned()));
        self.audit.once(row).await.map(drop)
    }

    async fn walk(self: Arc<Self>, way: Way) {
        let began = Instant::now();
        let verdict = self.verdict(&way);
        let mut row = self.row(&way.entry, &way.wanted);
        row.what = way.tool.called().first_line(128).text;
        row.definition = Some(way.tool.digest.clone());
        (row.why, row.rule) = match &verdict {
            Verdict::Allow { rule, why } => (why.clone(), rule.clone()),
            Verdict::Ask { why } | Verdict::Deny { why, .. } => (why.clone(), None),
        };
        let seq = match self.audit.intend(row).await {
            Ok(seq) => seq,
            // Nothing is done that cannot be recorded (S-91).
            Err(error) => return self.finish(&way, Err(error), CallState::Refused),
        };
        locked(&way.live.view).record = Some(seq);
        let permitted = match self.permit(&way, verdict, seq).await {
            Ok(permitted) => permitted,
            Err(error) => {
                let state = if error.code == Code::CallCancelled {
                    CallState::Cancelled
                } else {
                    CallState::Refused
                };
                let ended = refused_row(&error);
                self.finish(&way, Err(error), state);
                return self.record_end(seq, ended).await;
            }
        };
        let rule = permitted.rule.clone();
        let done = self.effect(&way, permitted).await;
        let duration = u64::try_from(began.elapsed().as_millis()).unwrap_or(u64::MAX);
        let ended = Ended {
            duration: Some(duration),
            ..self.settle(&way, done)
        };
        // The result is there; its row follows, and closing the host waits for it. Both writes share a commit.
        let counted = async {
            if let Some(rule) = rule {
                self.grant_used(rule).await;
            }
        };
        tokio::join!(self.record_end(seq, ended), counted);
    }

    async fn record_end(&self, seq: u64, ended: Ended) {
        if let Err(error) = self.audit.end(seq, ended).await {
            tracing::error!(%error, "an outcome was not recorded");
            self.emit(HostEvent::Problem {
                problem: error.into(),
            });
        }
    }

    /// What policy says now.
    fn verdict(&self, way: &Way) -> Verdict {
        let grants = locked(&self.grants).clone();
        let caller = match &way.wanted.by {
            By::Person => Caller::Person,
            By::Model { conversation, .. } => Caller::Model { conversation },
        };
        let definition = way.entry.state_of(&way.tool);
        policy::decide(&policy::Question {
            caller,
            server: &way.entry.id,
            tool: &way.tool.name,
            digest: &way.tool.digest,
            definition: &definition,
            grants: &grants,
            now: self.now(),
            server_enabled: way.entry.row().enabled,
            in_conversation: matches!(&way.wanted.by, By::Person | By::Model { takes_part: true, .. }),
        })
    }

    fn proposed(&self, way: &Way) -> ProposedCall {
        ProposedCall {
            server: way.entry.id.clone(),
            tool: way.tool.name.clone(),
            arguments: way.wanted.arguments.clone(),
            definition: way.tool.digest.clone(),
        }
    }

    /// From a verdict to a permit, through a person where policy wants one. A permission given meanwhile, for
    /// this call or another, answers it too; a definition that changes meanwhile ends it (S-48).
    async fn permit(self: &Arc<Self>, way: &Way, mut verdict: Verdict, seq: u64) -> Result<Permitted> {
        let mut grants = self.grants_changed.subscribe();
        let mut definitions = way.entry.definitions_changed.subscribe();
        let mut waiting: Option<Waiting> = None;
        loop {
            if let Verdict::Allow { rule, why } = &verdict {
                let permit = CallPermit::by_rule(self.proposed(way), &verdict)?;
                if waiting.is_some() {
                    let row = Decided {
                        why: why.clone(),
                        rule: rule.clone(),
                        shown: None,
                        sent: None,
                    };
                    self.audit.decide(seq, row).await?;
                }
                return Ok(Permitted {
                    permit,
                    why: why.clone(),
                    rule: rule.clone(),
                    decision: None,
                });
            }
            if let Verdict::Deny { code, why } = &verdict {
                if *code == Code::ToolChanged {
                    self.show_change(way.entry.id.0.clone(), way.tool.name.clone());
                }
                return Err(Error::new(*code, why.clone()));
            }
            let waiting = match &mut waiting {
                Some(waiting) => waiting,
                None => {
                    let asked = self.gate.ask(self.ask(way))?;
                    let request = Some(asked.request.id.clone());
                    way.live.change(self, |view| view.request = request);
                    waiting.insert(asked)
                }
            };
            tokio::select! {
                decided = waiting.decided() => return self.by_answer(way, &decided?, seq).await,
                _ = grants.changed() => {}
                _ = definitions.changed() => {}
                () = self.gone(&way.entry) => {
                    return Err(Error::new(Code::ServerNotReady, format!("“{}” went away while you were asked. Nothing was called.", way.entry.label())));
                }
                () = way.live.cancel.cancelled() => {
                    return Err(Error::new(Code::CallCancelled, "You stopped the call before it was sent. Nothing was called."));
                }
            }
            let now = way.entry.tool(&way.tool.name)?;
            if now.digest != way.tool.digest {
                self.show_change(way.entry.id.0.clone(), way.tool.name.clone());
                return Err(changed(&way.entry.label()));
            }
            verdict = self.verdict(way);
        }
    }

    /// Resolves when the server is no longer connected.
    async fn gone(&self, entry: &Entry) {
        let Some(client) = entry.client() else { return };
        let mut snapshots = client.snapshots();
        // An error means that the client itself is gone.
        _ = snapshots.wait_for(|snapshot| snapshot.connection.is_none()).await;
    }

    async fn by_answer(self: &Arc<Self>, way: &Way, decision: &Decision, seq: u64) -> Result<Permitted> {
        let permit = CallPermit::by_answer(self.proposed(way), decision)?;
        let why = match decision.answer() {
            Answer::Allow { .. } => "You allowed it and gave a permission.",
            _ => "You allowed it this once.",
        };
        let sent = decision.arguments().cloned();
        let row = Decided {
            why: why.to_owned(),
            rule: None,
            shown: Some(decision.digest().to_owned()),
            sent,
        };
        self.audit.decide(seq, row).await?;
        if let Answer::Allow { scope } = decision.answer() {
            self.give_grant(
                &way.entry,
                &way.tool,
                *scope,
                way.live.conversation.as_deref(),
                decision.digest(),
            )
            .await?;
        }
        Ok(Permitted {
            permit,
            why: why.to_owned(),
            rule: None,
            decision: Some(decision.clone()),
        })
    }

    /// Opens the question about a changed tool, unless it waits already.
    pub(super) fn show_change(self: &Arc<Self>, server: String, tool: String) {
        let host = Host(Arc::clone(self));
        tokio::spawn(async move {
            if let Err(error) = host.review_tool(&server, &tool).await {
                tracing::debug!(%error, "a changed tool was not asked about");
            }
        });
    }

    fn ask(&self, way: &Way) -> Ask {
        let server = views::server_ref(&way.entry);
        let shown = way.tool.called().first_line(128).text;
        let definition = way.entry.state_of(&way.tool);
        let (mut scopes, mut no_always) =
            policy::offers(&way.tool.claims, &definition, way.live.conversation.is_some());
        let arguments_json = pretty(&way.wanted.arguments);
        if self.redactor.finds(&way.wanted.arguments) {
            scopes.clear();
            no_always = Some("The arguments hold one of your secrets, so it is asked every time.".to_owned());
        }
        let (asked_by, why) = match &way.wanted.by {
            By::Person => (AskedBy::Person {}, None),
            By::Model {
                model,
                conversation,
                title,
                why,
                ..
            } => (
                AskedBy::Model {
                    model: model.clone(),
                    conversation: conversation.clone(),
                    title: title.clone(),
                },
                why.as_ref()
                    .map(|why| ForeignText::new(why.as_str()).shown_within(1_000)),
            ),
        };
        let (tool, label) = (Arc::clone(&way.tool), server.label.clone());
        Ask {
            question: format!("Let “{}” run “{shown}”?", server.label),
            server,
            asked_by,
            asked: Asked::Tool {
                call: locked(&way.live.view).id.clone(),
                tool: way.tool.name.clone(),
                shown: text::escape_line(&way.tool.name),
                title: way.tool.title.as_ref().map(|title| title.first_line(128)),
                arguments: rows(&way.wanted.arguments),
                arguments_json,
                why,
                claims: way.tool.claims.clone(),
                definition,
                notes: self.notes(&way.entry, &way.tool),
                scopes,
                no_always,
            },
            edit: Some(Box::new(move |edited| edit(&tool, &label, edited))),
        }
    }

    /// Sends what was permitted, if it still is what was permitted.
    async fn effect(
        self: &Arc<Self>,
        way: &Way,
        permitted: Permitted,
    ) -> Result<Box<serde_json::value::RawValue>> {
        tracing::debug!(why = %permitted.why, answered = permitted.decision.is_some(), "a call goes out");
        let entry = &way.entry;
        let state = entry.state_of(&way.tool);
        let offered = entry.tool(&way.tool.name)?;
        if offered.digest != permitted.permit.call().definition
            || matches!(state, DefinitionState::Changed { .. })
        {
            return Err(changed(&entry.label()));
        }
        if matches!(state, DefinitionState::New { .. }) {
            // Whoever lets it run has seen it.
            self.accept(entry, &way.tool).await?;
        }
        let client = entry.client();
        let connection = client
            .as_ref()
            .and_then(|client| client.snapshot().connection.clone())
            .ok_or_else(|| {
                Error::new(
                    Code::ServerNotReady,
                    format!("“{}” is not ready any more. Nothing was called.", entry.label()),
                )
            })?;
        let limits = entry.row().draft.limits;
        let deadlines = Deadlines {
            idle: way
                .wanted
                .idle
                .unwrap_or(Duration::from_secs(limits.idle_seconds.into())),
            total: Duration::from_secs(limits.total_seconds.into()),
        };
        let now = self.now();
        way.live.change(self, |view| {
            view.state = CallState::Running;
            view.request = None;
            view.sent_at = Some(now);
        });
        if let Some(client) = &client {
            client.health().called();
        }
        let (host, live) = (Arc::clone(self), Arc::clone(&way.live));
        let done = connection
            .call(permitted.permit, deadlines, &way.live.cancel, move |note| {
                live.progress(&host, note)
            })
            .await;
        if done.is_err()
            && let Some(client) = &client
        {
            client.health().failed();
        }
        done
    }

    /// Validates what came back, shows it, and says what the record keeps of it.
    fn settle(&self, way: &Way, done: Result<Box<serde_json::value::RawValue>>) -> Ended {
        match done {
            Ok(raw) => {
                let mut handles = (Vec::new(), 0);
                let read = read_result(&raw, way.tool.result(), &mut |kind, bytes| {
                    let payload = self.calls.payloads.keep(kind, &bytes);
                    handles.0.push(payload.handle.clone());
                    handles.1 += payload.bytes;
                    payload
                });
                *locked(&way.live.payloads) = handles;
                let (state, outcome, words) = match read.is_error {
                    true => (
                        CallState::ToolError,
                        Outcome::ToolError,
                        "the tool says it failed",
                    ),
                    false => (CallState::Done, Outcome::Done, "done"),
                };
                let came_back = read.outcome.clone();
                locked(&way.live.view).outcome = Some(read.outcome);
                self.finish(way, Ok(read.result), state);
                Ended {
                    came_back: Some(came_back),
                    ..Ended::new(outcome, words)
                }
            }
            Err(error) => {
                let (state, outcome, words) = match error.code {
                    Code::CallCancelled => (CallState::Cancelled, Outcome::Cancelled, "stopped by you"),
                    Code::ToolChanged => (CallState::Refused, Outcome::Refused, "the definition changed"),
                    _ => (CallState::Failed, Outcome::Failed, error.code.as_str()),
                };
                let ended = Ended {
                    came_back: Some(error.sentence.clone()),
                    ..Ended::new(outcome, words)
                };
                self.finish(way, Err(error), state);
                ended
            }
        }
    }

    fn finish(&self, way: &Way, done: Result<crate::view::CallResult>, state: CallState) {
        let now = self.now();
        way.live.change(self, |view| {
            view.state = state;
            view.ended_at = Some(now);
            view.request = None;
            match done {
                Ok(result) => view.result = Some(result),
                Err(error) => view.problem = Some(error.into()),
            }
        });
        way.live.ended.send_replace(true);
    }
}

fn changed(label: &str) -> Error {
    Error::new(
        Code::ToolChanged,
        format!("“{label}” changed this tool while you were asked. Nothing was called."),
    )
    .remedy("Look at the new definition.")
}

fn refused_row(error: &Error) -> Ended {
    let (outcome, words) = match error.code {
        Code::ConsentDenied => (Outcome::Denied, "denied by you"),
        Code::ConsentExpired => (Outcome::Refused, "nobody answered"),
        Code::CallCancelled => (Outcome::Cancelled, "stopped by you"),
        Code::ToolChanged => (Outcome::Refused, "the definition changed"),
        code => (Outcome::Refused, code.as_str()),
    };
    Ended {
        why: Some(error.sentence.clone()),
        ..Ended::new(outcome, words)
    }
}

fn pretty(arguments: &Value) -> String {
    serde_json::to_string_pretty(arguments).unwrap_or_else(|_| arguments.to_string())
}

/// Every argument whole; what is not text as JSON.
fn rows(arguments: &Value) -> Vec<ArgumentRow> {
    let Value::Object(arguments) = arguments else {
        return Vec::new();
    };
    arguments
        .iter()
        .map(|(name, value)| {
            let text = match value {
                Value::String(text) => text.clone(),
                other => pretty(other),
            };
            ArgumentRow {
                name: text::escape_line(name),
                bytes: text.len() as u64,
                value: ForeignText::new(text).shown(),
            }
        })
        .collect()
}

fn edit(tool: &Tool, label: &str, edited: &str) -> Result<Edited> {
    let bad = |what: String| {
        Error::new(
            Code::CallBadArguments,
            format!("These arguments do not fit what “{label}” asks for: {what}. Nothing was changed."),
        )
    };
    let arguments: Value =
        serde_json::from_str(edited).map_err(|error| bad(format!("this is not JSON ({error})")))?;
    if !arguments.is_object() {
        return Err(bad("arguments are an object".to_owned()));
    }
    if let Ok(checker) = tool.arguments()
        && let Some(issue) = checker.check(&arguments).first()
    {
        return Err(bad(format!(
            "{} {}",
            issue.path,
            issue.message.trim_end_matches('.')
        )
        .trim()
        .to_owned()));
    }
    Ok(Edited {
        rows: rows(&arguments),
        text: pretty(&arguments),
        arguments,
    })
}
