//! One open host with one person in front of it: finding servers by label, starting the one that is needed,
//! waiting until it says how it is.

use crate::commands::server_fetch::fetched_as_asked;
use crate::failure::{CliFailure, LastLines};
use crate::output::{self, Output, remark};
use crate::requests::launch;
use crate::terminal::Terminal;
use portcullis_api::{Asked, HostEvent, Phase, Problem, RecordFilter, RecordKind, ServerSummary};
use portcullis_core::near::nearest;
use portcullis_core::text::shell_word;
use portcullis_core::{Code, Error};
use portcullis_host::Host;
use portcullis_l10n::say;
use portcullis_storage::store::servers::label_key;
use std::time::Duration;
use tokio::sync::watch;
use tokio::time::{Instant, timeout_at};

/// How long after a problem another one may come that belongs to it.
const TOGETHER: Duration = Duration::from_millis(200);

/// What every command gets.
pub struct CommandContext {
    /// The host.
    pub host: Host,
    /// Where results go.
    pub output: Output,
    /// Becomes true when a signal asks to stop.
    pub stop: watch::Receiver<bool>,
}

impl CommandContext {
    /// Resolves when a signal asked to stop.
    pub async fn stopped(&self) {
        let mut stop = self.stop.clone();
        if stop.wait_for(|stop| *stop).await.is_err() {
            std::future::pending::<()>().await;
        }
    }

    /// The server that a label or an id means.
    pub fn find(&self, label: &str) -> Result<ServerSummary, CliFailure> {
        let servers = self.host.servers();
        let exact = |server: &&ServerSummary| server.label == label || server.id == label;
        if let Some(found) = servers.iter().find(exact) {
            return Ok(found.clone());
        }
        let key = label_key(label);
        let alike: Vec<_> = servers
            .iter()
            .filter(|server| label_key(&server.label) == key)
            .collect();
        let near = || nearest(label, servers.iter().map(|server| server.label.as_str()));
        let (sentence, remedy) = match alike.as_slice() {
            [one] => return Ok((*one).clone()),
            [] => (
                say!("no-server", label),
                match near() {
                    Some(near) => say!("did-you-mean", near),
                    None => say!("servers-listed"),
                },
            ),
            _ => (say!("server-ambiguous", label), say!("label-exactly")),
        };
        Err(CliFailure::not_found(sentence, remedy))
    }

    /// The server as it is now.
    pub fn summary(&self, id: &str) -> Result<ServerSummary, CliFailure> {
        Ok(self.host.server(id)?.summary)
    }

    /// Starts a server that is on, and waits until it is ready or says why not.
    pub async fn start(&self, server: &ServerSummary) -> Result<ServerSummary, CliFailure> {
        if !server.enabled {
            return Err(CliFailure::unreached(
                Error::new(Code::ServerNotReady, say!("server-off", server = server.label))
                    .remedy(say!("turn-on", server = shell_word(&server.label)))
                    .into(),
            ));
        }
        remark(&say!("starting-server", server = server.label));
        let mut events = self.host.events();
        self.host.set_enabled(&server.id, true).await?;
        self.settled(&server.id, &mut events).await
    }

    /// Waits until a server that was started says how it is.
    pub async fn settled(
        &self,
        id: &str,
        events: &mut portcullis_host::host::Events,
    ) -> Result<ServerSummary, CliFailure> {
        // How it starts. That it does was said already.
        let mut told: Option<String> = None;
        loop {
            let now = self.summary(id)?;
            // It is off until its start begins; only this command turns it off.
            if !matches!(now.state.phase, Phase::Off | Phase::Starting) {
                return Ok(now);
            }
            if now.state.phase == Phase::Starting {
                if told.as_ref().is_some_and(|words| *words != now.state.words) {
                    remark(&say!("starting-how", server = now.label, state = now.state.words));
                }
                told = Some(now.state.words);
            }
            if events.next().await.is_none() {
                return Err(CliFailure::interrupted());
            }
        }
    }

    /// The server, ready; a person who is there is asked when what would start is not what they approved.
    pub async fn connect(&self, label: &str) -> Result<ServerSummary, CliFailure> {
        let server = self.find(label)?;
        let now = self.start(&server).await?;
        ready(self.reviewed(now).await?)
    }

    /// The same server. Where what would start is not what was approved, a person who is there is asked, and it is started.
    pub async fn reviewed(&self, now: ServerSummary) -> Result<ServerSummary, CliFailure> {
        if now.state.phase != Phase::NeedsReview {
            return Ok(now);
        }
        let Some(mut terminal) = Terminal::find().await else {
            return Ok(now);
        };
        let mut request = self.host.propose_start(&now.id).await?;
        if !matches!(request.asked, Asked::Launch { .. }) {
            // Files of its package changed: that is fetched first.
            drop(terminal);
            request = fetched_as_asked(self, &request, &now.label, false).await?;
            terminal = Terminal::find().await.ok_or_else(CliFailure::interrupted)?;
        }
        let mut events = self.host.events();
        launch::answer(self, &request, Some(&mut terminal), &say!("start-as-now"), true).await?;
        // It may ask something while it starts.
        drop(terminal);
        self.settled(&now.id, &mut events).await
    }

    /// Waits until the answer about a server is carried out and in the record, and says what went wrong.
    pub async fn carried_out(
        &self,
        after: u64,
        kind: RecordKind,
        events: &mut portcullis_host::host::Events,
    ) -> Result<(), CliFailure> {
        use portcullis_api::Outcome;
        loop {
            let page = self.host.record(of_kind(kind), None).await?;
            let outcome = page
                .rows
                .first()
                .filter(|row| row.seq > after)
                .map(|row| row.outcome);
            match outcome {
                // Why it failed comes as an event of its own.
                None | Some(Outcome::Waiting | Outcome::Failed) => {}
                Some(_) => return Ok(()),
            }
            match events.next().await {
                Some((_, HostEvent::Problem { problem })) => return Err(last_of(problem, events).await),
                Some(_) => {}
                None => return Err(CliFailure::interrupted()),
            }
        }
    }

    /// Number of the newest operation of a kind.
    pub async fn newest(&self, kind: RecordKind) -> Result<u64, CliFailure> {
        let page = self.host.record(of_kind(kind), None).await?;
        Ok(page.rows.first().map_or(0, |row| row.seq))
    }
}

/// The last of the problems that come together. What could not be undone is told before what failed, and is printed below it.
async fn last_of(first: Problem, events: &mut portcullis_host::host::Events) -> CliFailure {
    let (mut last, end) = (first, Instant::now() + TOGETHER);
    let mut beside = Vec::new();
    loop {
        match timeout_at(end, events.next()).await {
            Ok(Some((_, HostEvent::Problem { problem }))) => {
                beside.push(output::sentence(&last));
                last = problem;
            }
            Ok(Some(_)) => {}
            Ok(None) | Err(_) => {
                let tail = (!beside.is_empty()).then(|| {
                    Box::new(LastLines {
                        beside,
                        ..LastLines::default()
                    })
                });
                return CliFailure {
                    tail,
                    ..CliFailure::of(last)
                };
            }
        }
    }
}

/// Says what went wrong beside what was done, and whether secrets were left in the keychain.
pub fn remark_problems(events: &mut portcullis_host::host::Events) -> bool {
    let mut secrets_left = false;
    while let Some((_, event)) = events.ready() {
        if let HostEvent::Problem { problem } = event {
            secrets_left |= problem.code.starts_with("vault.");
            remark(&output::sentence(&problem));
        }
    }
    secrets_left
}

fn of_kind(kind: RecordKind) -> RecordFilter {
    RecordFilter {
        kind: Some(kind),
        ..RecordFilter::default()
    }
}

/// A server that is ready, or why it is not.
pub fn ready(server: ServerSummary) -> Result<ServerSummary, CliFailure> {
    if server.state.phase == Phase::Ready {
        if let Some(problem) = &server.state.problem {
            remark(&output::sentence(problem));
        }
        return Ok(server);
    }
    let tail = server.state.stderr_tail;
    let problem = server.state.problem.unwrap_or_else(|| {
        let words = &server.state.words;
        Error::new(
            Code::ServerNotReady,
            say!("server-not-ready", server = server.label, state = words),
        )
        .into()
    });
    Err(CliFailure {
        tail: Some(Box::new(LastLines {
            written: tail.into_iter().map(|line| line.text).collect(),
            ..LastLines::default()
        })),
        ..CliFailure::unreached(problem)
    })
}
