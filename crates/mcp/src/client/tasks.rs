//! Long work of a server as a task: what the server says about one, and the requests about it, in both eras that
//! have such a thing. In the newest it is an extension and the server decides (TKX); in 2025-11-25 the request asks
//! for it where the server and the tool offer it (TKL).
//!
//! Nothing here waits or decides: the host keeps the row of a task and asks again. Only it may do so.

use super::rounds::InputRequest;
use super::{Connection, Deadlines, listing};
use crate::limits;
use crate::transport::{Id, ProgressNote, TaskNote};
use portcullis_catalog::TaskSupport;
use portcullis_core::text::{ForeignText, shell_word};
use portcullis_core::{Code, Error, Result};
use portcullis_l10n::say;
use serde::Deserialize;
use serde_json::value::RawValue;
use serde_json::{Map, Value, json};
use std::collections::BTreeMap;
use tokio::sync::watch;
use tokio_util::sync::CancellationToken;

/// The name by which the newest revision knows tasks (TKX-01).
pub(super) const EXTENSION: &str = "io.modelcontextprotocol/tasks";
/// By this in its metadata a message of 2025-11-25 says which task it belongs to (TKL-05).
pub(super) const RELATED: &str = "io.modelcontextprotocol/related-task";
/// The task is not known (any more), or not in a state for that.
pub const UNKNOWN_TASK: i64 = -32602;

const DEADLINES: Deadlines = Deadlines::within(limits::TASK_LOOK);

/// What a server offers of tasks.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq)]
pub struct TaskCapabilities {
    /// The extension of the modern era.
    pub extension: bool,
    /// Calls of tools may ask for a task (2025-11-25).
    pub calls: bool,
    /// Its tasks can be listed (2025-11-25).
    pub list: bool,
    /// Its tasks can be told to stop (2025-11-25).
    pub cancel: bool,
}

impl TaskCapabilities {
    /// As declared by the server.
    pub(super) fn read(capabilities: &Value) -> Self {
        let tasks = &capabilities["tasks"];
        Self {
            extension: capabilities["extensions"][EXTENSION].is_object(),
            calls: tasks["requests"]["tools"]["call"].is_object(),
            list: tasks["list"].is_object(),
            cancel: tasks["cancel"].is_object(),
        }
    }
}

/// Whether a request says that it takes a task for an answer, or is about one (TKX-01).
pub(super) fn declares(method: &str, params: &Map<String, Value>) -> bool {
    match method {
        "tools/call" | "tasks/get" | "tasks/update" | "tasks/cancel" => true,
        crate::transport::LISTEN => params["notifications"].get("taskIds").is_some(),
        _ => false,
    }
}

/// Whether a result of this kind is one for this request. `tasks/get` is not allowed to, and servers that follow the
/// examples do (TKX-03, TKX-14).
pub(super) fn may_answer(method: &str) -> bool {
    matches!(method, "tools/call" | "tasks/get")
}

/// Outcome of a call.
#[derive(Debug)]
pub enum CallOutcome {
    /// Its result.
    Result(Box<RawValue>),
    /// A task that will bring it.
    Task(Box<CreatedTask>),
}

/// A call that became a task.
#[derive(Debug)]
pub struct CreatedTask {
    /// What the server says of it.
    pub said: TaskInfo,
    /// It may still report progress of the call under this number (PRG-05).
    pub call: Option<Id>,
    /// It is one of the modern era.
    pub modern: bool,
}

/// Where a task is.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum TaskStatus {
    /// The server works.
    Working,
    /// The server waits for answers.
    InputRequired,
    /// There is a result.
    Completed,
    /// There is an error.
    Failed,
    /// It was stopped.
    Cancelled,
}

impl TaskStatus {
    /// As the protocol spells it.
    #[must_use]
    pub fn word(self) -> &'static str {
        match self {
            Self::Working => "working",
            Self::InputRequired => "input_required",
            Self::Completed => "completed",
            Self::Failed => "failed",
            Self::Cancelled => "cancelled",
        }
    }

    fn read(word: &str) -> Option<Self> {
        let all = [
            Self::Working,
            Self::InputRequired,
            Self::Completed,
            Self::Failed,
            Self::Cancelled,
        ];
        all.into_iter().find(|status| status.word() == word)
    }
}

/// State of a task as its server reports it. Untrusted.
#[derive(Debug)]
pub struct TaskInfo {
    /// Its number, as the server gave it.
    pub id: String,
    /// Where it is.
    pub status: TaskStatus,
    /// The server's words about it.
    pub message: Option<ForeignText>,
    /// How long it is kept, in milliseconds from when it began; `None` forever.
    pub ttl: Option<u64>,
    /// How long to wait before asking again, in milliseconds, as far as it says.
    pub poll: Option<u64>,
    /// What it asks, by key (TKX-07).
    pub asks: BTreeMap<String, InputRequest>,
    /// The result, where it is part of the answer (TKX-10).
    pub result: Option<Box<RawValue>>,
    /// The error, where it is part of the answer: code and words.
    pub error: Option<(i64, String)>,
}

#[derive(Deserialize)]
#[serde(rename_all = "camelCase")]
struct RawTask<'a> {
    task_id: String,
    status: String,
    #[serde(default)]
    status_message: Option<Value>,
    #[serde(default)]
    ttl_ms: Option<f64>,
    #[serde(default)]
    ttl: Option<f64>,
    #[serde(default)]
    poll_interval_ms: Option<f64>,
    #[serde(default)]
    poll_interval: Option<f64>,
    #[serde(default)]
    input_requests: Option<BTreeMap<String, InputRequest>>,
    #[serde(borrow, default)]
    result: Option<&'a RawValue>,
    #[serde(default)]
    error: Option<RawTaskError>,
}

#[derive(Deserialize)]
struct RawTaskError {
    #[serde(default)]
    code: Value,
    #[serde(default)]
    message: Value,
}

impl TaskInfo {
    /// Reads what a server says about a task.
    ///
    /// # Errors
    /// Why it is none, in words that follow a colon.
    pub fn read(raw: &RawValue, modern: bool) -> std::result::Result<Self, String> {
        let raw: RawTask<'_> = serde_json::from_str(raw.get()).map_err(|_| say!("task-malformed"))?;
        if raw.task_id.is_empty() || raw.task_id.len() > limits::TASK_ID {
            return Err(say!("task-id"));
        }
        let status = TaskStatus::read(&raw.status).ok_or_else(|| say!("task-status"))?;
        let (ttl, poll) = match modern {
            true => (raw.ttl_ms, raw.poll_interval_ms),
            false => (raw.ttl, raw.poll_interval),
        };
        if ttl.is_some_and(|ttl| ttl < 0.0) || poll.is_some_and(|poll| poll < 0.0) {
            return Err(say!("task-negative"));
        }
        let result = raw.result.filter(|_| modern && status == TaskStatus::Completed);
        if modern && status == TaskStatus::Completed && !result.is_some_and(is_result_of_call) {
            return Err(say!("task-no-result"));
        }
        Ok(Self {
            id: raw.task_id,
            status,
            message: match raw.status_message {
                Some(Value::String(words)) if !words.is_empty() => Some(ForeignText::new(words)),
                _ => None,
            },
            // Longer than any clock runs is forever.
            ttl: ttl.filter(|ttl| *ttl < 9e15).map(|ttl| ttl as u64),
            poll: poll.map(|poll| poll.min(9e15) as u64),
            asks: raw.input_requests.unwrap_or_default(),
            result: result.map(ToOwned::to_owned),
            error: raw.error.map(|error| {
                let words = match error.message {
                    Value::String(words) => words,
                    _ => String::new(),
                };
                (error.code.as_i64().unwrap_or_default(), words)
            }),
        })
    }

    /// Reads the answer to a call that asked for a task (TKL-03); `None` for an ordinary result.
    fn created(raw: &RawValue) -> Option<std::result::Result<Self, String>> {
        #[derive(Deserialize)]
        struct Created<'a> {
            #[serde(borrow)]
            task: &'a RawValue,
        }
        let created: Created<'_> = serde_json::from_str(raw.get()).ok()?;
        Some(Self::read(created.task, false))
    }
}

impl Connection {
    /// Whether it is one of the modern era.
    #[must_use]
    pub fn is_modern(&self) -> bool {
        self.session.modern
    }

    /// What the server offers of tasks.
    #[must_use]
    pub fn task_offers(&self) -> TaskCapabilities {
        self.session.tasks
    }

    /// Whether a call of such a tool asks for a task. Only where the server takes such calls, and then as the tool
    /// says (TKL-01, TKL-02). Where both would do it is asked for: see the decision on long calls.
    pub(super) fn asks_for_task(&self, support: TaskSupport) -> bool {
        self.session.tasks.calls
            && !self.session.modern
            && self.session.revision == super::capabilities::LEGACY
            && support != TaskSupport::Forbidden
    }

    /// What an answer to a call is.
    pub(super) fn called(&self, raw: Box<RawValue>, asked: bool, call: Option<Id>) -> Result<CallOutcome> {
        let task = match self.session.modern {
            true => match super::rounds::kind(&raw) {
                super::rounds::ResultType::Task => Some(TaskInfo::read(&raw, true)),
                _ => None,
            },
            false if asked => TaskInfo::created(&raw),
            false => None,
        };
        if let (None | Some(Err(_)), Some(call)) = (&task, call) {
            self.rpc.forget_task_progress(call);
        }
        match task {
            None => Ok(CallOutcome::Result(raw)),
            Some(Ok(said)) => Ok(CallOutcome::Task(Box::new(CreatedTask {
                said,
                call,
                modern: self.session.modern,
            }))),
            Some(Err(what)) => Err(self.not_a_task(&what)),
        }
    }

    /// Reads an announcement about a task.
    ///
    /// # Errors
    /// `protocol.broken`.
    pub fn announced_task(&self, raw: &RawValue) -> Result<TaskInfo> {
        TaskInfo::read(raw, self.session.modern).map_err(|what| self.not_a_task(&what))
    }

    /// Asks how a task is (TKX-05, TKL-04).
    ///
    /// # Errors
    /// Those of [`Connection::ask`]; `protocol.broken` for an answer that is not about this task.
    pub async fn look_at_task(&self, id: &str, cancelled: &CancellationToken) -> Result<TaskInfo> {
        let raw = self
            .ask("tasks/get", json!({ "taskId": id }), DEADLINES, cancelled, |_| {})
            .await?;
        let said = TaskInfo::read(&raw, self.session.modern).map_err(|what| self.not_a_task(&what))?;
        if said.id != id {
            return Err(self.not_a_task(&say!("task-other")));
        }
        Ok(said)
    }

    /// Hands over answers to what a task asked (TKX-07).
    ///
    /// # Errors
    /// Those of [`Connection::ask`].
    pub async fn update_task(
        &self,
        id: &str,
        answers: &Map<String, Value>,
        cancelled: &CancellationToken,
    ) -> Result<()> {
        let params = json!({ "taskId": id, "inputResponses": answers });
        self.ask("tasks/update", params, DEADLINES, cancelled, |_| {})
            .await
            .map(drop)
    }

    /// Tells the server that a task is no longer wanted. It need not obey (CAN-04, TKX-11, TKL-08).
    ///
    /// # Errors
    /// Those of [`Connection::ask`].
    pub async fn stop_task(&self, id: &str, cancelled: &CancellationToken) -> Result<()> {
        let params = json!({ "taskId": id });
        self.ask("tasks/cancel", params, DEADLINES, cancelled, |_| {})
            .await
            .map(drop)
    }

    /// Waits for the result of a task of 2025-11-25; meanwhile the server may ask (TKL-03, TKL-05).
    ///
    /// # Errors
    /// Those of [`Connection::ask`]; an error of the server is the one that the call itself would have had.
    pub async fn task_result(&self, id: &str, cancelled: &CancellationToken) -> Result<Box<RawValue>> {
        let deadlines = Deadlines::within(limits::TASK_RESULT);
        let params = json!({ "taskId": id });
        self.ask("tasks/result", params, deadlines, cancelled, |_| {})
            .await
    }

    /// All tasks of a server of 2025-11-25, as far as they can be read (TKL-09).
    ///
    /// # Errors
    /// Those of [`Connection::ask`].
    pub async fn listed_tasks(&self, cancelled: &CancellationToken) -> Result<Vec<TaskInfo>> {
        #[derive(Deserialize)]
        struct Page<'a> {
            #[serde(borrow)]
            tasks: Vec<&'a RawValue>,
        }
        let pages = listing::pages(self, "tasks/list", "tasks", cancelled).await?;
        let mut tasks = Vec::new();
        for page in &pages {
            if let Ok(page) = serde_json::from_str::<Page<'_>>(page.get()) {
                tasks.extend(
                    page.tasks
                        .iter()
                        .filter_map(|raw| TaskInfo::read(raw, false).ok()),
                );
            }
        }
        Ok(tasks)
    }

    /// Brings what a task asks to the host, like any other question (TKX-08). `None` when it is no longer wanted,
    /// `Err` inside when one of the questions was refused.
    ///
    /// # Errors
    /// `protocol.broken` for questions that may not be asked.
    pub async fn answer_task(
        &self,
        asks: BTreeMap<String, InputRequest>,
        record: u64,
        cancelled: &CancellationToken,
    ) -> Result<Option<std::result::Result<Map<String, Value>, super::Refusal>>> {
        if asks.len() > limits::INPUT_REQUESTS {
            return Err(self.not_a_task(&say!("input-too-many")));
        }
        for question in asks.values() {
            if !self.session.offers.covers(&question.method) {
                return Err(self.not_a_task(&say!("task-not-offered")));
            }
        }
        let answers = self.ask_all(asks, Some(record), cancelled).await;
        Ok(answers.map(|answers| {
            answers.map(|answers| {
                let pairs = answers.into_iter().map(|(key, answer, _)| (key, answer));
                pairs.collect()
            })
        }))
    }

    /// A task of this connection that is followed: what the server asks or announces about it belongs to the
    /// call with this number in the record, for as long as what is given back lives.
    #[must_use]
    pub fn follows_task(&self, id: &str, record: u64) -> FollowedTask {
        self.session.relate(id, record);
        self.rpc.notifications().expect_task(id);
        FollowedTask {
            connection: self.clone(),
            id: id.to_owned(),
            call: None,
        }
    }

    /// What a server says of a task makes no sense.
    fn not_a_task(&self, cause: &str) -> Error {
        Error::new(
            Code::ProtocolBroken,
            say!("task-invalid", server = self.rpc.label(), cause),
        )
        .remedy(say!("server-bug", label = shell_word(self.rpc.label())))
    }

    /// A task that asks more questions than one may.
    #[must_use]
    pub fn task_asks_endlessly(&self) -> Error {
        self.not_a_task(&say!("task-endless"))
    }

    /// The error that a task ended with, as the call itself would have had it.
    #[must_use]
    pub fn task_failed(&self, error: Option<(i64, String)>) -> Error {
        let (code, words) = error.unwrap_or_default();
        self.refused(code, &words, None)
    }
}

/// See [`Connection::follows_task`].
pub struct FollowedTask {
    connection: Connection,
    id: String,
    call: Option<Id>,
}

impl FollowedTask {
    /// Progress of the call that became this task, where this connection made it (PRG-05).
    pub fn progress(&mut self, call: Id) -> Option<watch::Receiver<Option<ProgressNote>>> {
        self.call = Some(call);
        self.connection.rpc.task_progress(call)
    }

    /// The next that the server announces about it on its own.
    pub async fn announced(&self) -> TaskNote {
        self.connection.rpc.notifications().task_announced(&self.id).await
    }
}

impl Drop for FollowedTask {
    fn drop(&mut self) {
        self.connection.session.unrelate(&self.id);
        self.connection.rpc.notifications().forget_task(&self.id);
        if let Some(call) = self.call {
            self.connection.rpc.forget_task_progress(call);
        }
    }
}

/// Whether it is what the call itself would have brought: neither questions nor another task, nor of a kind that is not
/// known (RPC-14, TKX-10).
fn is_result_of_call(raw: &RawValue) -> bool {
    raw.get().starts_with('{') && matches!(super::rounds::kind(raw), super::rounds::ResultType::Complete)
}

/// The task that a message of 2025-11-25 says it belongs to.
pub(super) fn related(params: &RawValue) -> Option<String> {
    #[derive(Deserialize)]
    struct Params {
        #[serde(rename = "_meta")]
        meta: Meta,
    }
    #[derive(Deserialize)]
    struct Meta {
        #[serde(rename = "io.modelcontextprotocol/related-task")]
        related: Related,
    }
    #[derive(Deserialize)]
    #[serde(rename_all = "camelCase")]
    struct Related {
        task_id: String,
    }
    memchr::memmem::find(params.get().as_bytes(), RELATED.as_bytes())?;
    let params: Params = serde_json::from_str(params.get()).ok()?;
    let id = params.meta.related.task_id;
    (id.len() <= limits::TASK_ID).then_some(id)
}

/// The same as it stands in an answer of ours.
pub(super) fn relate(answer: &mut Value, task: &str) {
    if let Value::Object(fields) = answer
        && let Value::Object(meta) = fields.entry("_meta").or_insert_with(|| json!({}))
    {
        meta.insert(RELATED.to_owned(), json!({ "taskId": task }));
    }
}

#[cfg(test)]
mod tests;
