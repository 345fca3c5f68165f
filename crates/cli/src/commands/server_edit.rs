//! Changing how a server is started: the review again, and the yes. Its mark is changed without one: it decides nothing.

use super::server::{after_document, state};
use super::server_add::start_seconds;
use crate::args::values::one_of;
use crate::failure::CliFailure;
use crate::output::remark;
use crate::requests::launch;
use crate::session::CommandContext;
use crate::terminal::Terminal;
use clap::{ArgGroup, Args, value_parser};
use portcullis_host::view::{MarkColor, ServerMark};

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

/// `server edit`.
#[derive(Debug, Args)]
#[command(
    after_help = "Examples:\n  portcullis-cli server edit files --start-timeout 120\n  \
    portcullis-cli server edit files --mark Pf --color teal"
)]
#[command(group = ArgGroup::new("what").args(["start_timeout", "mark", "color"]).required(true).multiple(true))]
pub struct Edit {
    /// The server
    label: String,
    /// Seconds that it may take to start
    #[arg(long, value_name = "S", value_parser = value_parser!(u32).range(start_seconds()))]
    start_timeout: Option<u32>,
    /// One or two letters or digits that it is recognised by
    #[arg(long, value_name = "LETTERS")]
    mark: Option<String>,
    /// The colour of its mark
    #[arg(long, value_parser = one_of(COLORS))]
    color: Option<MarkColor>,
    /// Say yes to what is shown; never past a reason why it may not be changed
    #[arg(long, short)]
    yes: bool,
}

impl Edit {
    pub async fn run(self, session: &CommandContext) -> Result<(), CliFailure> {
        let server = session.find(&self.label)?;
        if self.mark.is_some() || self.color.is_some() {
            let ServerMark { letters, color } = server.mark.clone();
            let mark = ServerMark {
                letters: self.mark.clone().unwrap_or(letters),
                color: self.color.unwrap_or(color),
            };
            session.host.set_mark(&server.id, Some(mark)).await?;
        }
        let Some(start_timeout) = self.start_timeout else {
            let now = session.summary(&server.id)?;
            session.output.result(&now, || {
                let color = COLORS.iter().find(|(_, color)| *color == now.mark.color);
                let color = color.map_or("", |(word, _)| *word);
                format!("The mark of “{}” is {} in {color}.", now.label, now.mark.letters)
            });
            return Ok(());
        };
        let mut draft = session.host.server(&server.id)?.draft;
        draft.limits.start_seconds = Some(start_timeout);
        let request = session
            .host
            .propose_server(draft, Some(server.id.clone()))
            .await?;
        let mut terminal = Terminal::find().await;
        if !self.yes && terminal.is_none() {
            remark(&launch::sheet(&request));
            return Err(CliFailure::nobody(
                format!(
                    "Nobody is here to ask, so “{}” was not changed. Nothing was saved or started.",
                    server.label
                ),
                "Run it on a terminal. If you have read what would run, add --yes.",
            ));
        }
        // One that is off stays off.
        let question = match server.enabled {
            true => "Save and start?",
            false => "Save without starting?",
        };
        let mut events = session.host.events();
        let asked = terminal.as_mut().filter(|_| !self.yes);
        launch::answer(session, &request, asked, question, server.enabled).await?;
        // It may ask something while it starts.
        drop(terminal);
        let now = match server.enabled {
            true => session.settled(&server.id, &mut events).await?,
            false => session.summary(&server.id)?,
        };
        session.output.result(&now, || {
            format!(
                "“{}” may take {} s to start. It is {}.",
                now.label,
                start_timeout,
                state(&now)
            )
        });
        match server.enabled {
            true => after_document(session, now),
            false => Ok(()),
        }
    }
}
