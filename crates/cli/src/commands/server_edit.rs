//! Changing how a server is started: the review again, and the yes. Its mark, its note and when it is started are changed
//! without one: they decide nothing about what runs.

use super::server::{after_document, state};
use super::server_add::start_seconds;
use crate::args::values::one_of;
use crate::failure::CliFailure;
use crate::output::remark;
use crate::requests::launch;
use crate::session::CommandContext;
use crate::terminal::Terminal;
use clap::{ArgGroup, Args};
use portcullis_api::{MarkColor, Request, ServerMark, ServerSummary, StartMode};
use portcullis_l10n::say;
use std::str::FromStr;

const COLORS: &[(&str, MarkColor)] = &[
    ("blue", MarkColor::Blue),
    ("teal", MarkColor::Teal),
    ("green", MarkColor::Green),
    ("yellow", MarkColor::Yellow),
    ("orange", MarkColor::Orange),
    ("red", MarkColor::Red),
    ("pink", MarkColor::Pink),
    ("violet", MarkColor::Violet),
];

const STARTS: &[(&str, StartMode)] = &[("launch", StartMode::Launch), ("needed", StartMode::Needed)];

/// `server edit`.
#[derive(Debug, Args)]
#[command(
    after_help = "Examples:\n  portcullis-cli server edit files --start-timeout 120\n  \
    portcullis-cli server edit files --start needed\n  \
    portcullis-cli server edit files --mark Pf --color teal"
)]
#[command(group = ArgGroup::new("what").args(["start_timeout", "start", "mark", "color", "note"]).required(true).multiple(true))]
pub struct Edit {
    /// The server
    label: String,
    /// Start timeout in seconds, or “usual”
    #[arg(long, value_name = "S")]
    start_timeout: Option<StartLimit>,
    /// When the window starts it: with Portcullis (“launch”), or when something needs it (“needed”)
    #[arg(long, value_parser = one_of(STARTS))]
    start: Option<StartMode>,
    /// The mark: one or two letters or digits
    #[arg(long, value_name = "LETTERS")]
    mark: Option<String>,
    /// The color of the mark
    #[arg(long, value_parser = one_of(COLORS))]
    color: Option<MarkColor>,
    /// A note about the server, for yourself; an empty one removes it
    #[arg(long, value_name = "TEXT")]
    note: Option<String>,
    /// Approve what is shown; a change that Portcullis refuses is not saved
    #[arg(long, short)]
    yes: bool,
}

/// How long a server may take to start; `None` is what every server has that nothing was said of.
#[derive(Debug, Clone, Copy)]
struct StartLimit(Option<u32>);

impl FromStr for StartLimit {
    type Err = String;

    fn from_str(typed: &str) -> Result<Self, String> {
        if typed == "usual" {
            return Ok(Self(None));
        }
        let range = start_seconds();
        let seconds = typed
            .parse()
            .ok()
            .filter(|seconds| range.contains(&i64::from(*seconds)));
        seconds
            .map(|seconds| Self(Some(seconds)))
            .ok_or_else(|| say!("start-limit-unknown", least = *range.start(), most = *range.end()))
    }
}

impl Edit {
    pub async fn run(self, session: &CommandContext) -> Result<(), CliFailure> {
        let server = session.find(&self.label)?;
        let mut saved = Vec::new();
        let changed = self.without_review(session, &server, &mut saved).await;
        let saved = saved.join("\n");
        // A refusal is about one change alone, and the review and its answer about the start timeout.
        if !saved.is_empty() && (changed.is_err() || self.start_timeout.is_some()) {
            remark(&saved);
        }
        changed?;
        let Some(StartLimit(start_seconds)) = self.start_timeout else {
            let now = session.summary(&server.id)?;
            session.output.result(&now, || saved);
            return Ok(());
        };
        let mut draft = session.host.server(&server.id)?.draft;
        draft.limits.start_seconds = start_seconds;
        let request = session
            .host
            .propose_server(draft, Some(server.id.clone()))
            .await?;
        let terminal = Terminal::find().await;
        let words = |now: &ServerSummary| {
            let limit = match start_seconds {
                Some(seconds) => format!("{seconds} s"),
                None => say!("usual-time"),
            };
            say!("start-limit-is", server = now.label, limit, state = state(now))
        };
        review(session, request, &server, terminal, self.yes, words).await
    }

    /// Changes what needs no review, and says of each change that it is saved.
    async fn without_review(
        &self,
        session: &CommandContext,
        server: &ServerSummary,
        saved: &mut Vec<String>,
    ) -> Result<(), CliFailure> {
        if let Some(note) = &self.note {
            session.host.set_note(&server.id, note).await?;
            saved.push(say!("note-is", server = server.label));
        }
        if let Some(start) = self.start {
            session.host.set_start(&server.id, start).await?;
            saved.push(match start {
                StartMode::Launch => say!("start-is-launch", server = server.label),
                StartMode::Needed => say!("start-is-needed", server = server.label),
            });
        }
        if self.mark.is_some() || self.color.is_some() {
            let ServerMark { letters, color } = server.mark.clone();
            let mark = ServerMark {
                letters: self.mark.clone().unwrap_or(letters),
                color: self.color.unwrap_or(color),
            };
            session.host.set_mark(&server.id, Some(mark)).await?;
            saved.push(mark_is(&session.summary(&server.id)?));
        }
        Ok(())
    }
}

fn mark_is(server: &ServerSummary) -> String {
    let color = COLORS.iter().find(|(_, color)| *color == server.mark.color);
    let color = color.map_or("", |(word, _)| *word);
    say!(
        "mark-is",
        server = server.label,
        letters = server.mark.letters,
        color
    )
}

/// Shows what would change at a server and asks. After a yes it says how the server is. One that is off stays off.
pub async fn review(
    session: &CommandContext,
    request: Request,
    server: &ServerSummary,
    mut terminal: Option<Terminal>,
    yes: bool,
    words: impl FnOnce(&ServerSummary) -> String,
) -> Result<(), CliFailure> {
    if !yes && terminal.is_none() {
        remark(&launch::sheet(&request));
        return Err(CliFailure::no_terminal(
            say!("no-terminal-edit", server = server.label),
            say!("run-or-read-start"),
        ));
    }
    let question = match server.enabled {
        true => say!("ask-save-start"),
        false => say!("ask-save"),
    };
    let mut events = session.host.events();
    let asked = terminal.as_mut().filter(|_| !yes);
    launch::answer(session, &request, asked, &question, server.enabled).await?;
    // It may ask something while it starts.
    drop(terminal);
    let now = match server.enabled {
        true => session.settled(&server.id, &mut events).await?,
        false => session.summary(&server.id)?,
    };
    session.output.result(&now, || words(&now));
    match server.enabled {
        true => after_document(session, now),
        false => Ok(()),
    }
}
