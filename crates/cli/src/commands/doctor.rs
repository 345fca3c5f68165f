//! `doctor`.

use super::server::{after_document, state};
use crate::failure::{CliFailure, ExitCode};
use crate::output::{attributed, remark, table};
use crate::requests::launch;
use crate::session::CommandContext;
use crate::terminal::Terminal;
use clap::Args;
use portcullis_api::{DiagnosisView, InstallView, Phase, RuntimeView, ServerSummary};
use portcullis_core::TextSource;
use portcullis_core::text::escape_line;
use portcullis_l10n::say;
use serde::Serialize;

/// `doctor`.
#[derive(Debug, Args)]
#[command(
    after_help = "Examples:\n  portcullis-cli doctor\n  portcullis-cli doctor files\n  portcullis-cli doctor files --fix"
)]
pub struct Doctor {
    /// The server; default: the runtimes of this computer, and all servers that are on
    pub label: Option<String>,
    /// Show the change that fixes it, and ask in the terminal
    #[arg(long, requires = "label")]
    pub fix: bool,
}

/// What is found without a label.
#[derive(Serialize)]
struct Checkup {
    runtimes: Vec<RuntimeView>,
    /// Of servers that are on and not ready, or did not list their tools.
    diagnoses: Vec<DiagnosisView>,
}

impl Doctor {
    pub async fn run(self, session: &CommandContext) -> Result<(), CliFailure> {
        match &self.label {
            Some(label) => one(session, label, self.fix).await,
            None => all(session).await,
        }
    }
}

async fn one(session: &CommandContext, label: &str, fix: bool) -> Result<(), CliFailure> {
    let server = session.find(label)?;
    let now = session.start(&server).await?;
    let diagnosis = session.host.diagnose(&now.id).await?;
    if fix && diagnosis.proposes {
        return fixed(session, &now, &diagnosis).await;
    }
    session.output.result(&diagnosis, || whole(&diagnosis));
    let problem = now.state.problem.as_ref();
    // What it said instead of a list is in no log.
    if let Some(said) = problem.and_then(|problem| problem.said.as_ref())
        && now.state.phase == Phase::Ready
    {
        remark(&format!("  | {}", attributed(said.by, &said.text)));
    }
    if fix && !is_well(&now) {
        remark(&say!("doctor-no-fix"));
    }
    ended([&now])
}

/// Shows what the remedy would change and asks. After a yes it says how the server is.
async fn fixed(
    session: &CommandContext,
    server: &ServerSummary,
    diagnosis: &DiagnosisView,
) -> Result<(), CliFailure> {
    remark(in_short(diagnosis).trim_end());
    let request = session.host.propose_repair(&server.id).await?;
    let Some(mut terminal) = Terminal::find().await else {
        remark(&launch::sheet(&request));
        return Err(CliFailure::no_terminal(
            say!("no-terminal-edit", server = server.label),
            say!("run-on-terminal"),
        ));
    };
    let question = match server.state.phase {
        Phase::NeedsReview => say!("start-as-now"),
        _ => say!("ask-save-start"),
    };
    let mut events = session.host.events();
    launch::answer(session, &request, Some(&mut terminal), &question, true).await?;
    // It may ask something while it starts.
    drop(terminal);
    let now = session.settled(&server.id, &mut events).await?;
    session.output.result(&now, || {
        say!("doctor-fixed", server = now.label, state = state(&now))
    });
    after_document(session, now)
}

async fn all(session: &CommandContext) -> Result<(), CliFailure> {
    let runtimes = session.host.runtimes().await?;
    let on: Vec<_> = session
        .host
        .servers()
        .into_iter()
        .filter(|server| server.enabled)
        .collect();
    let mut events = session.host.events();
    // They start beside each other, and are waited for one by one.
    for server in &on {
        remark(&say!("starting-server", server = server.label));
        session.host.set_enabled(&server.id, true).await?;
    }
    let (mut diagnoses, mut seen) = (Vec::new(), Vec::new());
    for server in &on {
        let now = session.settled(&server.id, &mut events).await?;
        if !is_well(&now) {
            diagnoses.push(session.host.diagnose(&now.id).await?);
        }
        seen.push(now);
    }
    let checkup = Checkup { runtimes, diagnoses };
    session.output.result(&checkup, || overview(&checkup, on.len()));
    ended(&seen)
}

/// It is connected and gave its lists.
fn is_well(server: &ServerSummary) -> bool {
    server.state.phase == Phase::Ready && server.state.problem.is_none()
}

/// What is wrong was the result, so it is not said again. A server that waits for a review has not failed.
fn ended<'a>(servers: impl IntoIterator<Item = &'a ServerSummary>) -> Result<(), CliFailure> {
    let mut exit = None;
    for server in servers {
        match server.state.phase {
            _ if is_well(server) => {}
            Phase::NeedsReview => exit = exit.or(Some(ExitCode::Refused)),
            _ => exit = Some(ExitCode::Unreached),
        }
    }
    exit.map_or(Ok(()), |exit| Err(CliFailure::silent(exit)))
}

fn overview(checkup: &Checkup, servers: usize) -> String {
    let row = |runtime: &RuntimeView| {
        vec![
            runtime.program.clone(),
            runtime.version.clone().unwrap_or_default(),
            runtime.path.clone().unwrap_or_else(|| say!("doctor-not-found")),
        ]
    };
    let rows: Vec<_> = checkup.runtimes.iter().map(row).collect();
    let headings = [
        say!("heading-program"),
        say!("heading-version"),
        say!("heading-path"),
    ];
    let mut words = table(&headings, &rows);
    words.push('\n');
    match (servers, checkup.diagnoses.is_empty()) {
        (0, _) => words.push_str(&format!("{}\n", say!("none-on"))),
        (_, true) => words.push_str(&format!("{}\n", say!("doctor-all-ready"))),
        (_, false) => {}
    }
    for diagnosis in &checkup.diagnoses {
        words.push_str(&format!("“{}”\n{}", diagnosis.label, in_short(diagnosis)));
    }
    words
}

/// Cause, remedy and the line that tells the cause.
fn in_short(diagnosis: &DiagnosisView) -> String {
    let mut words = format!("  {}\n  {}\n", diagnosis.sentence, diagnosis.remedy);
    match &diagnosis.install {
        Some(InstallView::Command { command }) => words.push_str(&format!("    {command}\n")),
        Some(InstallView::Page { url }) => words.push_str(&format!("    {url}\n")),
        None => {}
    }
    if let Some(said) = &diagnosis.said {
        // It is on a marked line of its own: no part of our sentence (S-34).
        words.push_str(&format!("  | {}\n", attributed(TextSource::Program, &said.text)));
    }
    words
}

/// The same, with what was looked at.
fn whole(diagnosis: &DiagnosisView) -> String {
    let mut words = in_short(diagnosis);
    words.push_str(&format!("\n{}\n", say!("doctor-looked-at")));
    for seen in &diagnosis.looked_at {
        words.push_str(&format!("  {}\n", seen.words));
        for line in &seen.said {
            words.push_str(&format!("  | {}\n", escape_line(&line.text).text));
        }
    }
    words
}
