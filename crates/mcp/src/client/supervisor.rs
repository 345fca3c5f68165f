//! The life of one client: started, ready, failing, started again, given up. State is what it says it is
//! within a moment; a crash loop ends (F-01, F-06).

use super::change_limit::ChangeLimit;
use super::connect::{Attempt, Connected, exited, with_last_words};
use super::lister::Lister;
use super::liveness::LivenessCheck;
use super::retry::Retry;
use super::states::{self, brief, state, state_at};
use super::system_watch::{self, SystemWatch};
use super::{ClientHost, ClientSnapshot, ControlMessage, Era, Failed, Health, LastRun, Setup};
use crate::limits;
use crate::transport::{Frames, JsonRpc, Log};
use futures::FutureExt;
use portcullis_core::clock::Clock;
use portcullis_core::recent::Recent;
use portcullis_core::{Code, Error, text};
use portcullis_domain::{EraChoice, LogSource, Phase, Problem, ServerState};
use portcullis_l10n::say;
use portcullis_process::Process;
use std::panic::AssertUnwindSafe;
use std::sync::Arc;
use std::time::Duration;
use tokio::sync::{OwnedSemaphorePermit, mpsc, watch};
use tokio::task::JoinHandle;

struct Supervisor {
    setup: Setup,
    host: Arc<dyn ClientHost>,
    clock: Arc<dyn Clock>,
    orders: mpsc::Receiver<ControlMessage>,
    frames: Frames,
    log: Log,
    health: Arc<Health>,
    snapshot: watch::Sender<Arc<ClientSnapshot>>,
    era: Option<Era>,
    failures: Recent,
    changes: Arc<ChangeLimit>,
    system_watch: SystemWatch,
    /// What is behind the address was a server of the protocol before.
    known: bool,
    /// Failed attempts since it last answered.
    misses: u32,
    /// Held by an address that is tried again automatically, so that not all are at once.
    turn: Option<OwnedSemaphorePermit>,
}

/// How a connection ended.
enum ConnectionEnd {
    /// By itself.
    Lost,
    /// By an order.
    Wanted(NextStep),
}

/// What happens next.
enum NextStep {
    /// Wait for an order.
    Rest,
    /// The same, asleep.
    Sleep(Box<LastRun>),
    /// Try to connect.
    Try,
    /// The same, without what was listed before.
    TryAfresh,
    /// Try again after a pause.
    TryAfter(Duration),
    /// The client is gone.
    ConnectionEnd,
}

pub(super) fn start(
    setup: Setup,
    host: Arc<dyn ClientHost>,
    (clock, system_watch): (Arc<dyn Clock>, SystemWatch),
    orders: mpsc::Receiver<ControlMessage>,
    (frames, log): (Frames, Log),
    health: Arc<Health>,
    first: ClientSnapshot,
) -> (JoinHandle<()>, watch::Receiver<Arc<ClientSnapshot>>) {
    let (snapshot, receiver) = watch::channel(Arc::new(first));
    let era = setup.remembered;
    let known = !setup.local && era.is_some();
    let supervisor = Supervisor {
        setup,
        host,
        clock,
        orders,
        frames,
        log,
        health,
        snapshot,
        era,
        failures: Recent::default(),
        changes: Arc::default(),
        system_watch,
        known,
        misses: 0,
        turn: None,
    };
    (tokio::spawn(supervisor.run_guarded()), receiver)
}

/// Waits for an order that ends an attempt to start, or a connection. Starting once more joins it; only a restart begins it again.
async fn interruption(orders: &mut mpsc::Receiver<ControlMessage>) -> NextStep {
    loop {
        match orders.recv().await {
            None => return NextStep::ConnectionEnd,
            Some(ControlMessage::Start) => {}
            Some(ControlMessage::Restart) => return NextStep::Try,
            Some(ControlMessage::Forget) => return NextStep::TryAfresh,
            Some(ControlMessage::Stop) => return NextStep::Rest,
            Some(ControlMessage::Sleep(last_run)) => return NextStep::Sleep(last_run),
        }
    }
}

impl Supervisor {
    /// A panic of ours stops this one server, and says so (F-38).
    async fn run_guarded(self) {
        let (snapshot, host, now) = (self.snapshot.clone(), Arc::clone(&self.host), self.clock.now());
        if AssertUnwindSafe(self.run()).catch_unwind().await.is_err() {
            let error = Error::internal("the task of this server ended in a panic");
            let words = say!("state-stopped", reason = say!("reason-internal"));
            let mut broken = state_at(now, Phase::Stopped, &words);
            broken.problem = Some(error.clone().into());
            snapshot.send_modify(|snapshot| {
                let snapshot = Arc::make_mut(snapshot);
                snapshot.state = broken;
                snapshot.connection = None;
            });
            host.changed();
            // An attempt that was under way is over, else the next one would pass for a part of it.
            host.settled(Err(error)).await;
        }
    }

    async fn run(mut self) {
        let mut next = NextStep::Rest;
        loop {
            next = match next {
                NextStep::ConnectionEnd => return,
                NextStep::Rest => self.rest().await,
                NextStep::Sleep(last_run) => {
                    self.show_asleep(*last_run);
                    NextStep::Rest
                }
                NextStep::TryAfter(pause) => self.pause(pause).await,
                NextStep::Try => self.try_once().await,
                NextStep::TryAfresh => {
                    self.forget();
                    NextStep::Try
                }
            };
        }
    }

    async fn rest(&mut self) -> NextStep {
        match self.orders.recv().await {
            None => NextStep::ConnectionEnd,
            Some(ControlMessage::Start | ControlMessage::Restart) => {
                self.failures.clear();
                self.changes.reset();
                NextStep::Try
            }
            Some(ControlMessage::Forget) => {
                let is_off = self.snapshot.borrow().state.phase == Phase::Off;
                self.failures.clear();
                self.changes.reset();
                self.forget();
                match is_off {
                    true => NextStep::Rest,
                    false => NextStep::Try,
                }
            }
            Some(ControlMessage::Stop) => {
                self.show_off();
                NextStep::Rest
            }
            Some(ControlMessage::Sleep(last_run)) => NextStep::Sleep(last_run),
        }
    }

    async fn pause(&mut self, pause: Duration) -> NextStep {
        let (system_watch, local) = (self.system_watch.clone(), self.setup.local);
        let waited = async {
            if local {
                tokio::time::sleep(pause).await;
                return None;
            }
            let mut changes = system_watch.changes();
            // A computer that is back, or in another network, need not wait any longer.
            tokio::select! {
                () = tokio::time::sleep(pause) => {}
                () = changes.noticed() => {}
            }
            system_watch.reconnect_slot().await
        };
        tokio::select! {
            next = self.rest() => next,
            turn = waited => {
                self.turn = turn;
                self.health.restarted();
                NextStep::Try
            }
        }
    }

    fn publish(&self, change: impl FnOnce(&mut ClientSnapshot)) {
        self.snapshot
            .send_modify(|snapshot| change(Arc::make_mut(snapshot)));
        self.host.changed();
    }

    fn forget(&self) {
        self.snapshot.send_modify(|snapshot| {
            let snapshot = Arc::make_mut(snapshot);
            snapshot.catalog = Arc::default();
            snapshot.unlisted = None;
        });
        self.host.published();
    }

    fn show_off(&self) {
        self.show_unconnected(states::off(self.clock.now()));
    }

    fn show_unconnected(&self, state: ServerState) {
        self.publish(|snapshot| {
            snapshot.state = state;
            snapshot.connection = None;
            snapshot.server_info = None;
            snapshot.ready_at = None;
        });
    }

    fn show_asleep(&self, last_run: LastRun) {
        let asleep = state(&*self.clock, Phase::Asleep, &say!("state-asleep"));
        self.publish(|snapshot| {
            snapshot.state = asleep;
            snapshot.connection = None;
            snapshot.catalog = last_run.catalog;
            snapshot.unlisted = None;
            snapshot.server_info = Some(last_run.server_info);
            snapshot.ready_at = None;
        });
    }

    async fn try_once(&mut self) -> NextStep {
        let starting = state(&*self.clock, Phase::Starting, &say!("state-starting"));
        self.publish(|snapshot| snapshot.state = starting);
        // What was ordered before, such as while the server before was stopping: this start is the one that it asks for.
        while let Ok(order) = self.orders.try_recv() {
            let next = match order {
                ControlMessage::Start | ControlMessage::Restart => continue,
                ControlMessage::Forget => {
                    self.forget();
                    continue;
                }
                ControlMessage::Stop => NextStep::Rest,
                ControlMessage::Sleep(last_run) => NextStep::Sleep(last_run),
            };
            self.turn = None;
            self.show_off();
            return next;
        }
        let (setup, host, clock) = (
            self.setup.clone(),
            Arc::clone(&self.host),
            Arc::clone(&self.clock),
        );
        let (frames, log, era, known) = (self.frames.clone(), self.log.clone(), self.era, self.known);
        let health = Arc::clone(&self.health);
        let shown = self.snapshot.clone();
        let attempt = async move {
            let tell = |words: &str| {
                shown.send_modify(|snapshot| words.clone_into(&mut Arc::make_mut(snapshot).state.words));
                host.changed();
            };
            let attempt = Attempt {
                setup: &setup,
                host: &host,
                clock: &clock,
                frames: &frames,
                log: &log,
                health: &health,
                known,
                tell: &tell,
            };
            match attempt.connect(era).await {
                // What was remembered may be out of date: the server was updated, or answered badly once.
                Err(failed)
                    if era.is_some() && setup.era == EraChoice::Auto && about_the_era(&failed.error) =>
                {
                    attempt.connect(None).await
                }
                done => done,
            }
        };
        let outcome = tokio::select! {
            outcome = Box::pin(attempt) => outcome,
            next = interruption(&mut self.orders) => {
                self.turn = None;
                // Dropping the attempt stops whatever it had started.
                self.host.settled(Err(Error::new(Code::CallCancelled, say!("stopped-starting")))).await;
                self.show_off();
                return next;
            }
        };
        self.turn = None;
        match outcome {
            Ok(connected) => {
                (self.known, self.misses) = (!self.setup.local, 0);
                self.host.settled(Ok(connected.server_info.clone())).await;
                self.serve(connected).await
            }
            Err(failed) => {
                self.host.settled(Err(failed.error.clone())).await;
                self.failed(failed)
            }
        }
    }

    /// From connected to the end of the connection.
    async fn serve(&mut self, mut connected: Connected) -> NextStep {
        let server_info = connected.server_info.clone();
        self.era = (server_info.era_certain || server_info.revision.as_str() < "2025-06-18")
            .then_some(server_info.era);
        let lister = Lister {
            connection: connected.connection.clone(),
            instructions: server_info.instructions.clone(),
            modern_http: !self.setup.local && server_info.era == Era::Modern,
            host: Arc::clone(&self.host),
            snapshot: self.snapshot.clone(),
            changes: Arc::clone(&self.changes),
        };
        let mut failed = None;
        if server_info.offers_tools() {
            tokio::select! {
                listed = lister.list() => failed = listed.err(),
                end = self.until_end(&mut connected) => return self.leave(connected, end).await,
            }
            if connected.connection.rpc.failure().is_some() {
                return self.leave(connected, ConnectionEnd::Lost).await;
            }
        }
        let ready = state(&*self.clock, Phase::Ready, &say!("state-ready"));
        let connection = connected.connection.clone();
        let retry = Retry::default();
        self.publish(|snapshot| {
            snapshot.ready_at = Some(ready.since);
            snapshot.state = ready;
            retry.show(snapshot, failed, &*self.clock);
            snapshot.connection = Some(connection);
            snapshot.server_info = Some(server_info);
        });
        let listening = super::subscription::start(&connected.connection, &connected.server_info);
        let end = {
            let refresh = self.refresh(lister, retry);
            tokio::select! {
                () = refresh => ConnectionEnd::Lost,
                end = self.until_end(&mut connected) => end,
            }
        };
        if let Some(listening) = listening {
            listening.end().await;
        }
        self.leave(connected, end).await
    }

    /// Reads the list again whenever it was announced as changed, but not more often than allowed (F-18), and when it
    /// could not be read.
    fn refresh(&self, lister: Lister, retry: Retry) -> impl Future<Output = ()> + Send + use<> {
        let (snapshot, host, clock) = (
            self.snapshot.clone(),
            Arc::clone(&self.host),
            Arc::clone(&self.clock),
        );
        async move {
            loop {
                tokio::select! {
                    () = lister.connection.rpc.notifications().arrived() => {
                        if !lister.connection.rpc.notifications().take_tools_changed() {
                            continue;
                        }
                    }
                    () = retry.due() => {}
                }
                let failed = lister.list().await.err();
                snapshot.send_modify(|snapshot| retry.show(Arc::make_mut(snapshot), failed, &*clock));
                host.changed();
                tokio::time::sleep(limits::REFRESH_EVERY).await;
            }
        }
    }

    /// Waits until the connection ends or it is ended.
    async fn until_end(&mut self, connected: &mut Connected) -> ConnectionEnd {
        let rpc = connected.connection.rpc.clone();
        let mut junk = rpc.junk();
        let mut minute = tokio::time::interval(Duration::from_secs(60));
        let (mut changes, local) = (self.system_watch.changes(), self.setup.local);
        let mut checking: Option<JoinHandle<()>> = None;
        loop {
            tokio::select! {
                _ = &mut connected.ended => return ConnectionEnd::Lost,
                () = rpc.failed() => return ConnectionEnd::Lost,
                next = interruption(&mut self.orders) => return ConnectionEnd::Wanted(next),
                () = liveness_triggers(&mut changes, &rpc), if !local => {
                    if checking.as_ref().is_none_or(JoinHandle::is_finished) {
                        checking = Some(tokio::spawn(self.liveness_check(connected).check()));
                    }
                }
                _ = minute.tick() => {
                    let lines = rpc.junk() - junk;
                    junk += lines;
                    if lines > limits::JUNK_PER_MINUTE {
                        rpc.fail(Error::new(
                            Code::ProtocolBroken,
                            say!("junk-flood", server = self.setup.label, lines),
                        ));
                    }
                }
            }
        }
    }

    fn liveness_check(&self, connected: &Connected) -> LivenessCheck {
        LivenessCheck {
            connection: connected.connection.clone(),
            host: Arc::clone(&self.host),
            clock: Arc::clone(&self.clock),
            snapshot: self.snapshot.clone(),
        }
    }

    async fn leave(&mut self, connected: Connected, end: ConnectionEnd) -> NextStep {
        let wanted = matches!(end, ConnectionEnd::Wanted(_));
        let failed = self.finish(connected, wanted).await;
        match (end, failed) {
            (ConnectionEnd::Lost, Some(failed)) => self.failed(failed),
            (ConnectionEnd::Lost, None) => NextStep::Rest,
            (ConnectionEnd::Wanted(next), _) => {
                self.changes.reset();
                if !matches!(next, NextStep::Sleep(_)) {
                    self.show_off();
                }
                next
            }
        }
    }

    /// Ends the process and says why the connection ended, unless it was wanted.
    async fn finish(&mut self, connected: Connected, wanted: bool) -> Option<Failed> {
        let rpc = connected.connection.rpc.clone();
        self.publish(|snapshot| {
            snapshot.connection = None;
            snapshot.state.words = match wanted {
                true => say!("state-stopping"),
                false => say!("state-ended"),
            };
        });
        if wanted {
            rpc.fail(Error::new(
                Code::ServerNotReady,
                say!("turned-off", server = self.setup.label),
            ));
        }
        let label = self.setup.label.clone();
        let ended_by_itself = match &connected.process {
            // A program whose output ended has at most a moment to end as well (F-06).
            Some(process) if !wanted => tokio::time::timeout(limits::FAILURE_REASON_WAIT, process.exited())
                .await
                .ok(),
            _ => None,
        };
        if let Some(exit) = &ended_by_itself {
            rpc.fail(exited(&label, exit));
        }
        rpc.fail(
            Error::new(Code::TransportLost, say!("closed", server = label))
                .remedy(say!("see-log-retry", label = text::shell_word(&label))),
        );
        connected.connection.transport.close().await;
        // The task that saw it end has taken its result already; a task can be waited for once.
        if !connected.ended.is_finished()
            && tokio::time::timeout(limits::QUIT, connected.ended).await.is_err()
        {
            tracing::warn!("a connection took too long to end");
        }
        if let Some(process) = &connected.process {
            process.stop().await;
        }
        let failed = match (rpc.failure().filter(|_| !wanted), connected.process) {
            (Some(error), Some(process)) => {
                let (error, stderr) = with_last_words(error, &process).await;
                let exit = ended_by_itself;
                Some(Failed { error, exit, stderr })
            }
            (error, _) => error.map(Failed::from),
        };
        self.health.over();
        failed
    }

    /// Decides whether to try again, and shows it.
    fn failed(&mut self, failed: Failed) -> NextStep {
        let Failed { error, exit, stderr } = failed;
        self.failures.add();
        let failures = self.failures.within(limits::RESTART_WINDOW);
        let (phase, pause) = match error.code {
            Code::LaunchChanged => (Phase::NeedsReview, None),
            Code::AuthRequired | Code::AuthMore => (Phase::NeedsSignIn, None),
            // An address that was a server will be one again: a laptop may be away for a week.
            code if self.known && code.is_about_the_connection() => {
                self.misses = self.misses.saturating_add(1);
                let pause = system_watch::backoff(self.misses, error.again_after);
                (Phase::Failing, Some(pause))
            }
            code if !code.is_tried_again() || failures > limits::RESTART_MAX => (Phase::Stopped, None),
            _ => {
                let step = (failures - 1).min(limits::RESTART_SECONDS.len() - 1);
                let pause = Duration::from_secs(limits::RESTART_SECONDS[step]);
                let wanted = error.again_after.unwrap_or_default();
                (Phase::Failing, Some(pause.max(wanted)))
            }
        };
        let reason = match &exit {
            Some(exit) => exit.words(),
            None => brief(error.code),
        };
        let words = match phase {
            Phase::NeedsReview => say!("state-review"),
            Phase::NeedsSignIn => say!("state-sign-in"),
            Phase::Stopped => say!("state-stopped", reason),
            _ => say!("state-failing", reason),
        };
        self.log.add(LogSource::Host, None, &error.sentence);
        let mut shown = state(&*self.clock, phase, &words);
        shown.retry_at =
            pause.map(|pause| shown.since + u64::try_from(pause.as_millis()).unwrap_or(u64::MAX));
        shown.exit_code = exit.as_ref().and_then(|exit| exit.code);
        shown.exit_signal = exit.as_ref().and_then(|exit| exit.signal);
        shown.stderr_tail = stderr.iter().map(|line| text::escape_line(line)).collect();
        shown.problem = Some(if phase == Phase::Stopped && failures > limits::RESTART_MAX {
            let mut problem = Problem::from(error);
            problem.code = Code::ServerKeepsFailing.as_str().to_owned();
            problem.sentence = say!("keeps-failing", problem = problem.sentence, times = failures);
            problem
        } else {
            error.into()
        });
        self.show_unconnected(shown);
        pause.map_or(NextStep::Rest, NextStep::TryAfter)
    }
}

/// A failure that the other era might not have.
fn about_the_era(error: &Error) -> bool {
    matches!(
        error.code,
        Code::ProtocolError
            | Code::ProtocolBroken
            | Code::NoCommonRevision
            | Code::ServerSilent
            | Code::TransportLost
            | Code::ServerExited
            | Code::NetworkNotMcp
    )
}

/// Resolves when there is a reason to ask whether a server is still there.
async fn liveness_triggers(changes: &mut system_watch::SystemChange, rpc: &JsonRpc) {
    tokio::select! {
        () = changes.noticed() => {}
        () = rpc.liveness_check_requested() => {}
    }
}

/// Copies standard error into the log, line by line, until it ends.
pub(super) fn follow_stderr(process: &Process, log: &Log) {
    let (stderr, log) = (process.stderr(), log.clone());
    tokio::spawn(async move {
        let mut changes = stderr.changes();
        let mut next = 0;
        loop {
            let more = changes.changed().await.is_ok();
            for line in stderr.lines_since(next) {
                next = line.sequence + 1;
                log.add(LogSource::Stderr, None, &line.text);
            }
            if !more {
                return;
            }
            // A flood is followed a few times a second; what was forgotten meanwhile is gone (F-08).
            tokio::select! {
                () = tokio::time::sleep(limits::EVENT_THROTTLE) => {}
                () = stderr.finished() => {}
            }
        }
    });
}

#[cfg(test)]
mod tests;
