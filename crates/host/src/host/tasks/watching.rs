//! Follows one task over one connection: polls it as often as its server wants, within a limit,
//! handles its notifications, asks the person its questions, and cancels it when it is to stop.

use super::asking::{Questions, TaskAnswers};
use super::{Task, unstopped};
use crate::host::{Entry, Inner, locked, milliseconds};
use crate::limits;
use futures::future::BoxFuture;
use portcullis_core::{Code, Error, Result};
use portcullis_domain::LogSource;
use portcullis_l10n::say;
use portcullis_mcp::client::{Connection, TaskInfo, TaskStatus, UNKNOWN_TASK};
use portcullis_mcp::transport::{Id, ProgressNote};
use serde_json::value::RawValue;
use std::sync::Arc;
use std::time::Duration;
use tokio::sync::watch;
use tokio::time::{Instant, sleep_until};
use tokio_util::sync::CancellationToken;

/// How following a task over one connection ended.
pub(super) enum Left {
    /// The host closes.
    Closing,
    /// The connection ended; the task did not.
    Lost,
    /// The task ended, or it is not waited for any more.
    Ended(Result<Box<RawValue>>),
}

type Coming<T> = Option<BoxFuture<'static, Result<T>>>;

pub(super) struct Watching<'a> {
    host: &'a Arc<Inner>,
    task: &'a Arc<Task>,
    entry: &'a Arc<Entry>,
    connection: Connection,
    id: String,
    label: String,
    questions: Questions,
    looking: Coming<TaskInfo>,
    /// The result of a task of 2025-11-25.
    fetching: Coming<Box<RawValue>>,
    stopping: Coming<()>,
    next: Instant,
    /// When a server that was told to stop it has had its time.
    deadline: Option<Instant>,
    looks: u32,
    /// Polls in a row that failed.
    misses: u32,
    /// The same of results that were due and not given. A look that succeeds in between does not make that better.
    setbacks: u32,
}

impl<'a> Watching<'a> {
    pub fn new(
        host: &'a Arc<Inner>,
        task: &'a Arc<Task>,
        entry: &'a Arc<Entry>,
        connection: Connection,
    ) -> Self {
        let row = task.row();
        Self {
            host,
            task,
            entry,
            connection,
            id: row.task,
            label: row.call.server_label,
            questions: Questions::new(task),
            looking: None,
            fetching: None,
            stopping: None,
            next: Instant::now(),
            deadline: None,
            looks: 0,
            misses: 0,
            setbacks: 0,
        }
    }

    /// `first` when the server has just said how it is; `call` is the request that became it on this connection.
    pub async fn run(mut self, first: bool, call: Option<Id>) -> Left {
        let record = self.task.row().operation;
        let mut followed = self.connection.follows_task(&self.id, record);
        let mut progress = call.and_then(|call| followed.progress(call));
        if self.connection.is_modern() {
            self.entry.offers.preferences.watch_task(&self.id, true);
        }
        let working = self.task.status() == TaskStatus::Working.word();
        self.plan(if first && working {
            self.pause()
        } else {
            Duration::ZERO
        });
        if !first {
            self.compare();
        }
        let wire = self.connection.rpc().clone();
        loop {
            let left = tokio::select! {
                biased;
                () = self.host.closing.cancelled() => Some(Left::Closing),
                why = self.task.given_up() => Some(Left::Ended(Err(why))),
                () = self.task.live.cancel.cancelled(), if self.deadline.is_none() => self.stop().await,
                () = wire.failed() => Some(Left::Lost),
                note = progressed(&mut progress) => {
                    self.task.live.progress(self.host, note);
                    None
                }
                note = followed.announced() => match note.map(|raw| self.connection.announced_task(&raw)) {
                    Some(Ok(said)) => self.observe(said).await,
                    Some(Err(error)) => self.missed(error),
                    // Too long to be kept: it is looked at.
                    None => { self.soon(); None }
                },
                fetched = coming(&mut self.fetching) => self.fetched(fetched),
                answered = self.questions.next() => self.answered(answered).await,
                answer = coming(&mut self.stopping) => {
                    self.stop_answered(answer);
                    None
                }
                looked = coming(&mut self.looking) => match looked {
                    Ok(said) => self.observe(said).await,
                    Err(error) => self.missed(error),
                },
                () = sleep_until(self.next), if self.looking.is_none() => {
                    self.look();
                    None
                }
                () = until(self.deadline) => Some(Left::Ended(Err(unstopped(say!(
                    "task-unstopped-silent",
                    server = self.label
                ))))),
            };
            if let Some(left) = left {
                return left;
            }
        }
    }

    /// How long until it is asked again.
    fn pause(&self) -> Duration {
        let (shortest, longest) = limits::TASK_POLL;
        match locked(&self.task.row).poll {
            Some(wanted) => Duration::from_millis(wanted).clamp(shortest, longest),
            None => {
                let (first, last) = limits::TASK_POLL_UNNAMED;
                (first * (1 << self.looks.min(10))).min(last)
            }
        }
    }

    /// Asks again after this long, or when its server no longer keeps it if that is sooner.
    fn plan(&mut self, pause: Duration) {
        let now = self.host.now();
        let mut pause = pause;
        if let Some(until) = self.task.kept_until().filter(|until| *until > now) {
            pause = pause.min(Duration::from_millis(until - now) + limits::TASK_POLL.0);
        }
        self.next = Instant::now() + pause;
        locked(&self.task.seen).next_look = Some(now.saturating_add(milliseconds(pause)));
    }

    fn soon(&mut self) {
        self.plan(limits::TASK_POLL.0);
    }

    /// What a request about the task needs.
    fn request_parts(&self) -> (Connection, String, CancellationToken) {
        let closing = self.host.closing.clone();
        (self.connection.clone(), self.id.clone(), closing)
    }

    fn look(&mut self) {
        self.looks = self.looks.saturating_add(1);
        let (connection, id, closing) = self.request_parts();
        self.looking = Some(Box::pin(
            async move { connection.look_at_task(&id, &closing).await },
        ));
        self.plan(limits::TASK_LOOK);
    }

    fn fetch(&mut self) {
        if self.fetching.is_some() {
            return;
        }
        let (connection, id, closing) = self.request_parts();
        self.fetching = Some(Box::pin(
            async move { connection.task_result(&id, &closing).await },
        ));
    }

    /// What the server says of it, asked or on its own.
    async fn observe(&mut self, mut said: TaskInfo) -> Option<Left> {
        if said.id != self.id {
            return None;
        }
        self.misses = 0;
        self.note(&said).await;
        if said.status != TaskStatus::InputRequired {
            self.questions.withdraw();
        }
        self.plan(self.pause());
        self.host.tell_task(self.task);
        let modern = self.connection.is_modern();
        match said.status {
            TaskStatus::Completed if modern => return Some(Left::Ended(self.result(said))),
            TaskStatus::Failed if modern => {
                return Some(Left::Ended(Err(self.connection.task_failed(said.error))));
            }
            TaskStatus::Cancelled => return Some(Left::Ended(Err(self.cancelled()))),
            TaskStatus::Completed | TaskStatus::Failed => {
                self.fetch();
                return None;
            }
            TaskStatus::InputRequired if self.deadline.is_some() => {}
            TaskStatus::InputRequired if modern => {
                let answered = self.task.row().answered;
                if let Err(error) = self.questions.ask(&self.connection, &mut said, &answered) {
                    return Some(self.hopeless(error).await);
                }
            }
            // It asks by requests of its own while its result is waited for (TKL-05).
            TaskStatus::InputRequired => self.fetch(),
            TaskStatus::Working => self.setbacks = 0,
        }
        self.expired()
    }

    /// Keeps what it says; on disk where that matters after a restart.
    async fn note(&mut self, said: &TaskInfo) {
        let now = self.host.now();
        {
            let mut seen = locked(&self.task.seen);
            seen.said = said.message.as_ref().map(|words| words.first_line(limits::SAID));
            seen.trouble = None;
        }
        let changed = {
            let mut row = locked(&self.task.row);
            row.seen_at = now;
            let poll = said.poll.or(row.poll);
            let changed = row.status != said.status.word() || row.ttl != said.ttl || row.poll != poll;
            said.status.word().clone_into(&mut row.status);
            (row.ttl, row.poll) = (said.ttl, poll);
            changed
        };
        if changed {
            self.host.change_task(self.task, |_| {}).await;
        }
    }

    fn result(&self, said: TaskInfo) -> Result<Box<RawValue>> {
        said.result
            .ok_or_else(|| Error::internal("a result of a task was lost"))
    }

    fn fetched(&mut self, fetched: Result<Box<RawValue>>) -> Option<Left> {
        self.fetching = None;
        let over =
            [TaskStatus::Completed.word(), TaskStatus::Failed.word()].contains(&self.task.status().as_str());
        match fetched {
            Ok(raw) => Some(Left::Ended(Ok(raw))),
            // The error that the call itself would have had.
            Err(error) if error.refused.is_some() && over => Some(Left::Ended(Err(error))),
            Err(error) if over => self.set_back(error),
            // Not due while the task asks something, which takes as long as a person does. Whether it is still there, the
            // next look says.
            Err(error) if error.code != Code::CallTimeout => {
                self.interrupted().or_else(|| self.troubled(error, 0))
            }
            // It waits for something that takes longer.
            Err(_) => {
                self.soon();
                None
            }
        }
    }

    /// A poll failed.
    fn missed(&mut self, error: Error) -> Option<Left> {
        if let Some(left) = self.interrupted() {
            return Some(left);
        }
        if error.refused == Some(UNKNOWN_TASK) {
            return Some(Left::Ended(Err(self.gone())));
        }
        self.misses += counts(&error);
        self.troubled(error, self.misses)
    }

    /// Its result was due and not given. Whether it is still there, the next look says.
    fn set_back(&mut self, error: Error) -> Option<Left> {
        if let Some(left) = self.interrupted() {
            return Some(left);
        }
        self.setbacks += counts(&error);
        self.troubled(error, self.setbacks)
    }

    /// Answers to what it asked were not taken. Whether it is still there, the next look says: by the same code a server refuses
    /// an answer that does not suit it. Whatever it says in between, it could ask the person the same again.
    fn refused(&mut self, error: Error) -> Option<Left> {
        if let Some(left) = self.interrupted() {
            return Some(left);
        }
        let times = {
            let mut seen = locked(&self.task.seen);
            seen.refusals += counts(&error);
            seen.refusals
        };
        self.troubled(error, times)
    }

    fn interrupted(&self) -> Option<Left> {
        if self.host.closing.is_cancelled() {
            return Some(Left::Closing);
        }
        self.connection.rpc().failure().map(|_| Left::Lost)
    }

    fn troubled(&mut self, error: Error, times: u32) -> Option<Left> {
        if times >= limits::TASK_MISSES {
            return Some(Left::Ended(Err(error)));
        }
        locked(&self.task.seen).trouble = Some(error.sentence);
        let pause = self.pause() * (1 << times.min(4));
        self.plan(pause.min(limits::TASK_POLL.1));
        self.host.tell_task(self.task);
        None
    }

    async fn answered(&mut self, answered: TaskAnswers) -> Option<Left> {
        match answered {
            TaskAnswers::Sent(keys) => {
                self.questions.done(&keys);
                self.host
                    .change_task(self.task, |row| row.answered.extend(keys))
                    .await;
                self.soon();
                None
            }
            TaskAnswers::Kept(answers, error) => {
                self.questions.keep(answers);
                self.refused(error)
            }
            TaskAnswers::Withdrawn => None,
            TaskAnswers::Broken(error) => Some(self.hopeless(error).await),
            TaskAnswers::Refused => {
                let error = Error::new(Code::InputRequired, say!("task-no-answer", server = self.label))
                    .remedy(say!("task-no-answer-remedy"));
                Some(self.hopeless(error).await)
            }
        }
    }

    /// It cannot go on: the server is told, which it need not hear.
    async fn hopeless(&mut self, error: Error) -> Left {
        let told = self.connection.stop_task(&self.id, &self.host.closing);
        match tokio::time::timeout(limits::TASK_STOP, told).await {
            Ok(Ok(())) => {}
            untold => tracing::debug!(?untold, "a server was not told that its task is over"),
        }
        Left::Ended(Err(error))
    }

    /// A person wants it stopped.
    async fn stop(&mut self) -> Option<Left> {
        self.deadline = Some(Instant::now() + limits::TASK_STOPPING);
        self.questions.withdraw();
        let now = self.host.now();
        self.host
            .change_task(self.task, |row| _ = row.stop_at.get_or_insert(now))
            .await;
        if !self.connection.is_modern() && !self.connection.task_offers().cancel {
            return Some(Left::Ended(Err(unstopped(say!(
                "task-unstopped-cannot",
                server = self.label
            )))));
        }
        let (connection, id, closing) = self.request_parts();
        self.stopping = Some(Box::pin(async move { connection.stop_task(&id, &closing).await }));
        None
    }

    fn stop_answered(&mut self, answer: Result<()>) {
        self.stopping = None;
        self.task.stop_answered.send_replace(true);
        if let Err(error) = answer {
            // It may have ended already (TKL-08); the next look says so.
            tracing::debug!(%error, "a server refused to stop a task");
        }
        self.soon();
    }

    fn cancelled(&self) -> Error {
        let label = &self.label;
        let sentence = match self.task.live.cancel.is_cancelled() {
            true => say!("task-stopped-by-you", server = label),
            false => {
                say!("task-stopped-by-server", server = label)
            }
        };
        Error::new(Code::CallCancelled, sentence)
    }

    fn gone(&self) -> Error {
        if let Some(error) = self.too_old() {
            return error;
        }
        Error::new(Code::TaskGone, say!("task-unknown", server = self.label))
            .remedy(say!("task-unknown-remedy"))
    }

    fn too_old(&self) -> Option<Error> {
        let until = self.task.kept_until()?;
        (self.host.now() >= until).then(|| {
            Error::new(Code::TaskExpired, say!("task-expired", server = self.label))
                .remedy(say!("task-expired-remedy"))
        })
    }

    /// Its time is over and it has not ended (TKX-12).
    fn expired(&self) -> Option<Left> {
        self.too_old().map(|error| Left::Ended(Err(error)))
    }

    /// After a restart a server that lists its tasks is asked once for all of them (TKL-09): tasks that nothing here
    /// knows are worth a line in its log. What is known is asked about one by one in any case.
    fn compare(&self) {
        if self.connection.is_modern() || !self.connection.task_offers().list {
            return;
        }
        let of_server = |task: &Arc<Task>| (task.row().server == self.entry.id).then(|| task.row().task);
        let known: Vec<String> = self.host.tasks.all().iter().filter_map(of_server).collect();
        if known.first() != Some(&self.id) {
            return;
        }
        let (connection, closing) = (self.connection.clone(), self.host.closing.clone());
        self.host.calls.tasks.spawn(async move {
            let words = match connection.listed_tasks(&closing).await {
                Ok(listed) => match listed.iter().filter(|said| !known.contains(&said.id)).count() {
                    0 => return,
                    more => say!("task-others", count = more),
                },
                Err(error) => say!("task-not-listed", reason = error.to_string()),
            };
            connection.rpc().log().add(LogSource::Host, None, &words);
        });
    }
}

/// A server that is unreachable now may be reachable later; one that answers nonsense will answer nonsense again.
fn counts(error: &Error) -> u32 {
    u32::from(!matches!(
        error.code,
        Code::NetworkUnreachable | Code::TransportLost
    ))
}

async fn coming<T>(future: &mut Coming<T>) -> Result<T> {
    let done = match future.as_mut() {
        Some(coming) => coming.await,
        None => std::future::pending().await,
    };
    *future = None;
    done
}

async fn until(deadline: Option<Instant>) {
    match deadline {
        Some(deadline) => sleep_until(deadline).await,
        None => std::future::pending().await,
    }
}

/// The next progress of the call that became the task, where it is still listened for.
async fn progressed(progress: &mut Option<watch::Receiver<Option<ProgressNote>>>) -> ProgressNote {
    loop {
        let Some(listened) = progress.as_mut() else {
            return std::future::pending().await;
        };
        if listened.changed().await.is_err() {
            *progress = None;
        } else if let Some(note) = listened.borrow_and_update().clone() {
            return note;
        }
    }
}
