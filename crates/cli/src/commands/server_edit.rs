//! Changing how a server is started: the review again, and the yes.

use super::server::{after_document, state};
use super::server_add::start_seconds;
use crate::failure::CliFailure;
use crate::output::remark;
use crate::requests::launch;
use crate::session::CommandContext;
use crate::terminal::Terminal;
use clap::{Args, value_parser};

/// `server edit`.
#[derive(Debug, Args)]
#[command(after_help = "Examples:\n  portcullis-cli server edit files --start-timeout 120")]
pub struct Edit {
    /// The server
    label: String,
    /// Seconds that it may take to start
    #[arg(long, value_name = "S", value_parser = value_parser!(u32).range(start_seconds()))]
    start_timeout: u32,
    /// Say yes to what is shown; never past a reason why it may not be changed
    #[arg(long, short)]
    yes: bool,
}

impl Edit {
    pub async fn run(self, session: &CommandContext) -> Result<(), CliFailure> {
        let server = session.find(&self.label)?;
        let mut draft = session.host.server(&server.id)?.draft;
        draft.limits.start_seconds = Some(self.start_timeout);
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
                self.start_timeout,
                state(&now)
            )
        });
        match server.enabled {
            true => after_document(session, now),
            false => Ok(()),
        }
    }
}
