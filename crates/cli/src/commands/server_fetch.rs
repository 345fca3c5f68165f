//! Fetching the package of a launcher once: a question with the commands, then the usual review of the server that runs from it.

use super::server::state;
use super::server_edit;
use crate::failure::CliFailure;
use crate::output::remark;
use crate::requests::setting;
use crate::session::CommandContext;
use crate::terminal::Terminal;
use clap::Args;
use portcullis_api::{Asked, RecordKind, Request, ServerDraft, ServerSummary};
use portcullis_l10n::say;

/// `server fetch`.
#[derive(Debug, Args)]
#[command(after_help = "Examples:\n  portcullis-cli server fetch files")]
pub struct Fetch {
    /// The server
    label: String,
    /// Approve what is shown; a change that Portcullis refuses is not saved
    #[arg(long, short)]
    yes: bool,
}

impl Fetch {
    pub async fn run(self, session: &CommandContext) -> Result<(), CliFailure> {
        let server = session.find(&self.label)?;
        let draft = session.host.server(&server.id)?.draft;
        let request = fetched(session, draft, Some(server.id.clone()), self.yes).await?;
        let terminal = Terminal::find().await;
        let words = |now: &ServerSummary| say!("fetch-saved", server = now.label, state = state(now));
        server_edit::review(session, request, &server, terminal, self.yes, words).await
    }
}

/// Fetches the package that a draft’s launcher names, after a yes, and gives the review of the server that runs from it.
pub async fn fetched(
    session: &CommandContext,
    draft: ServerDraft,
    changes: Option<String>,
    yes: bool,
) -> Result<Request, CliFailure> {
    let label = draft.label.clone();
    let request = session.host.propose_fetch(draft, changes).await?;
    fetched_as_asked(session, &request, &label, yes).await
}

/// The same from the question on.
pub async fn fetched_as_asked(
    session: &CommandContext,
    request: &Request,
    label: &str,
    yes: bool,
) -> Result<Request, CliFailure> {
    let mut events = session.host.events();
    let after = session.newest(RecordKind::Host).await?;
    if setting::answer(session, request, yes).await? {
        remark(&say!("fetch-under-way"));
    }
    session.carried_out(after, RecordKind::Host, &mut events).await?;
    let waiting = session.host.waiting().into_iter();
    let mut reviews =
        waiting.filter(|it| matches!(it.asked, Asked::Launch { .. }) && it.server.label == label);
    reviews
        .next()
        .ok_or_else(|| CliFailure::denied(say!("fetch-denied")))
}
