//! Servers: what there is, how each is, on and off, and forgetting one.

use super::server_add::{self, Add, given_secret};
use super::server_edit::Edit;
use super::server_export::Export;
use super::server_fence::{FenceArgs, ShownFence};
use super::server_fetch::Fetch;
use super::server_import::{Import, Paste};
use super::server_suggested::Suggested;
use crate::args::values::one_of;
use crate::failure::{CliFailure, ExitCode};
use crate::output::{self, table};
use crate::requests::confirmation::Confirmation;
use crate::session::{CommandContext, ready, remark_problems};
use crate::terminal::Terminal;
use clap::{ArgAction, Args, Subcommand};
use portcullis_api::{Endpoint, Phase, ServerDetail, ServerSummary, StartMode, TransportChoice};
use portcullis_core::text::escape_line;
use portcullis_l10n::say;
use serde::Serialize;

/// `server`.
#[derive(Debug, Subcommand)]
pub enum Server {
    /// Add a server
    ///
    /// Shows exactly what would run, and asks before it is saved or started.
    Add(Box<Add>),
    /// Add servers from pasted text or a file
    ///
    /// Reads a command, a URL, an install link, or a configuration in JSON, YAML or TOML. One server is added as with “server
    /// add”. Several are saved disabled, after one approval; each is shown before it first starts.
    Paste(Paste),
    /// Import the servers of other applications on this computer, or of a project
    ///
    /// Shows them and asks before anything is saved. Imported servers are disabled and have no permissions of the other
    /// application. Each is shown for approval before it first starts.
    Import(Import),
    /// Print servers in another application’s format, or write them into its file
    ///
    /// Secret values are never included. With “--into”, it shows the changes, asks, makes a backup and writes; everything else in
    /// the application’s file stays. Without “--replace”, a server of the same name stays as it is.
    Export(Box<Export>),
    /// Change when a server starts, its start timeout, mark or note
    ///
    /// Changing the start timeout shows what would run, and asks before it is saved. If the server is on, it is started.
    Edit(Edit),
    /// Show or change the fence (sandbox) around a server’s program
    ///
    /// A fenced program can read its own files and the system, and change a home folder of its own. Everything else, including
    /// connections, must be allowed here. Portcullis still asks about its tool calls.
    Fence(FenceArgs),
    /// Fetch the package of an npx or uvx server once, and run the server from it
    ///
    /// Install scripts do not run. Later starts run the fetched files, without a package manager. Run it again to update: the new
    /// version is shown for approval before the server uses it.
    Fetch(Fetch),
    /// List well-known servers to start with, or show one and the command that adds it
    ///
    /// The list comes with Portcullis; nothing is contacted. “server add” shows what would run, and asks.
    Suggested(Suggested),
    /// List servers
    List,
    /// Add another server with the same settings and another name
    ///
    /// Secrets, sign-in and permissions are not copied; you are asked for each secret. The usual review follows.
    Duplicate(Duplicate),
    /// Put these servers first, in this order
    Order {
        /// The servers
        #[arg(required = true)]
        labels: Vec<String>,
    },
    /// Show the configuration of a server
    Show {
        /// The server
        label: String,
    },
    /// Enable a server, start it once and show its status
    Enable {
        /// The server
        label: String,
    },
    /// Disable a server
    Disable {
        /// The server
        label: String,
    },
    /// Enable or disable model access (sampling) of a server
    ///
    /// Each request and each reply needs your approval.
    Sampling {
        /// The server
        label: String,
        /// Model access
        #[arg(value_name = "ON|OFF", action = ArgAction::Set, value_parser = one_of(&[("on", true), ("off", false)]))]
        allowed: bool,
    },
    /// Remove a server, its secrets and its permissions; the audit log stays
    Remove {
        /// The server
        label: String,
        /// Remove it without asking
        #[arg(long, short)]
        yes: bool,
    },
}

impl Server {
    pub async fn run(self, session: &CommandContext) -> Result<(), CliFailure> {
        match self {
            Self::Add(add) => add.run(session).await,
            Self::Paste(paste) => paste.run(session).await,
            Self::Import(import) => import.run(session).await,
            Self::Export(export) => export.run(session).await,
            Self::Edit(edit) => edit.run(session).await,
            Self::Fence(fence) => fence.run(session).await,
            Self::Fetch(fetch) => fetch.run(session).await,
            Self::Suggested(suggested) => suggested.run(session).await,
            Self::List => {
                list(session);
                Ok(())
            }
            Self::Duplicate(duplicate) => duplicate.run(session).await,
            Self::Order { labels } => order(session, &labels).await,
            Self::Show { label } => show(session, &label).await,
            Self::Enable { label } => enable(session, &label, true).await,
            Self::Disable { label } => enable(session, &label, false).await,
            Self::Sampling { label, allowed } => sampling(session, &label, allowed).await,
            Self::Remove { label, yes } => remove(session, &label, yes).await,
        }
    }
}

/// A server that is not ready, or does not list its tools, after the document about it was printed: the reason on
/// standard error only.
pub fn after_document(session: &CommandContext, server: ServerSummary) -> Result<(), CliFailure> {
    match ready(server) {
        Err(failure) if session.output.json => {
            failure.remark();
            Err(failure.already_reported())
        }
        Err(failure) => Err(failure),
        // Why was said with it.
        Ok(server) if server.state.problem.is_some() => Err(CliFailure::silent(ExitCode::Unreached)),
        Ok(_) => Ok(()),
    }
}

pub fn state(server: &ServerSummary) -> String {
    match (server.enabled, server.state.phase) {
        // Nothing of it runs in this process, and that is all this process knows.
        (true, Phase::Off) => say!("on"),
        _ => server.state.words.clone(),
    }
}

fn list(session: &CommandContext) {
    let servers = session.host.servers();
    session.output.result(&servers, || {
        if servers.is_empty() {
            return say!("servers-none");
        }
        let row = |server: &ServerSummary| {
            let state = if server.enabled { say!("on") } else { say!("off") };
            vec![server.label.clone(), state, server.origin.clone()]
        };
        table(
            &[say!("heading-label"), say!("heading-state"), say!("heading-runs")],
            &servers.iter().map(row).collect::<Vec<_>>(),
        )
    });
}

/// What the host says of a server, with its fence.
#[derive(Serialize)]
struct ShownServer {
    #[serde(flatten)]
    detail: ServerDetail,
    fence: Option<ShownFence>,
}

impl ShownServer {
    async fn of(session: &CommandContext, id: &str) -> Result<Self, CliFailure> {
        let detail = session.host.server(id)?;
        let fence = ShownFence::of(session, &detail).await?;
        Ok(Self { detail, fence })
    }
}

async fn show(session: &CommandContext, label: &str) -> Result<(), CliFailure> {
    let shown = ShownServer::of(session, &session.find(label)?.id).await?;
    session.output.result(&shown, || {
        let fence = shown.fence.as_ref().map(|fence| fence.words(&shown.detail));
        [Some(described(&shown.detail)), fence]
            .into_iter()
            .flatten()
            .collect::<Vec<_>>()
            .join("\n")
    });
    Ok(())
}

/// `status`.
pub async fn status(session: &CommandContext, label: &str) -> Result<(), CliFailure> {
    let server = session.find(label)?;
    let now = match server.enabled {
        true => session.start(&server).await?,
        false => server,
    };
    let shown = ShownServer::of(session, &now.id).await?;
    session.output.result(&shown, || described(&shown.detail));
    after_document(session, now)
}

async fn enable(session: &CommandContext, label: &str, on: bool) -> Result<(), CliFailure> {
    let server = session.find(label)?;
    let mut events = session.host.events();
    session.host.set_enabled(&server.id, on).await?;
    let server = match on {
        true => {
            let now = session.settled(&server.id, &mut events).await?;
            session.reviewed(now).await?
        }
        false => session.summary(&server.id)?,
    };
    let words = || match on {
        true => say!("server-is-on", server = server.label, state = state(&server)),
        false => say!("server-is-off", server = server.label),
    };
    session.output.result(&server, words);
    if on {
        after_document(session, server)
    } else {
        Ok(())
    }
}

/// `server duplicate`.
#[derive(Debug, Args)]
pub struct Duplicate {
    /// The server
    label: String,
    /// The name of the new server
    new_label: String,
    /// Do not enable it
    #[arg(long)]
    no_start: bool,
    /// Approve what is shown; a server that Portcullis refuses is not added
    #[arg(long, short)]
    yes: bool,
}

impl Duplicate {
    async fn run(self, session: &CommandContext) -> Result<(), CliFailure> {
        let server = session.find(&self.label)?;
        let mut terminal = Terminal::find().await;
        let mut draft = session.host.server(&server.id)?.draft;
        draft.label = self.new_label;
        for value in draft.environment.iter_mut().chain(&mut draft.headers) {
            if value.secret {
                value.value = Some(given_secret(&value.name, terminal.as_mut()).await?);
            }
        }
        server_add::add(session, draft, false, terminal, self.yes, !self.no_start).await
    }
}

async fn order(session: &CommandContext, labels: &[String]) -> Result<(), CliFailure> {
    let servers: Vec<_> = labels
        .iter()
        .map(|label| session.find(label))
        .collect::<Result<_, _>>()?;
    session
        .host
        .order_servers(servers.into_iter().map(|server| server.id).collect())
        .await?;
    list(session);
    Ok(())
}

async fn sampling(session: &CommandContext, label: &str, allowed: bool) -> Result<(), CliFailure> {
    let server = session.find(label)?;
    session.host.set_sampling(&server.id, allowed).await?;
    let server = session.summary(&server.id)?;
    session.output.result(&server, || match allowed {
        true => say!("sampling-on", server = server.label),
        false => say!("sampling-off", server = server.label),
    });
    Ok(())
}

async fn remove(session: &CommandContext, label: &str, yes: bool) -> Result<(), CliFailure> {
    let server = session.find(label)?;
    let sheet = say!("remove-server", server = server.label);
    Confirmation::removal(sheet).unless(yes).await?;
    let mut events = session.host.events();
    session.host.remove_server(&server.id).await?;
    let secrets_left = remark_problems(&mut events);
    session.output.result(&server, || match secrets_left {
        true => say!("server-removed-left", server = server.label),
        false => say!("server-removed", server = server.label),
    });
    Ok(())
}

fn described(detail: &ServerDetail) -> String {
    let mut lines: Vec<(String, String)> = vec![
        (say!("server-label"), detail.summary.label.clone()),
        (say!("server-state"), state(&detail.summary)),
    ];
    if !detail.note.is_empty() {
        lines.push((say!("server-note"), detail.note.clone()));
    }
    match &detail.draft.endpoint {
        Endpoint::Command {
            program,
            arguments,
            folder,
        } => {
            lines.push((
                say!("server-program"),
                detail.resolved.clone().unwrap_or_else(|| program.clone()),
            ));
            lines.extend(
                arguments
                    .iter()
                    .map(|argument| (say!("server-argument"), format!("“{argument}”"))),
            );
            lines.push((
                say!("server-folder"),
                folder.clone().unwrap_or_else(|| say!("home-folder")),
            ));
        }
        Endpoint::Address { url } => lines.push((say!("server-url"), url.clone())),
        Endpoint::Demo {} => lines.push((say!("server-program"), say!("demo-server"))),
    }
    if let Some(container) = &detail.container {
        let words = say!(
            "show-container",
            image = container.image.text,
            engine = container.engine
        );
        lines.push((say!("server-container"), words));
        if !container.fenced {
            lines.push((say!("server-container"), say!("show-container-typed")));
        }
        let notes = container.notes.iter().map(|note| escape_line(note).text);
        lines.extend(notes.map(|note| (say!("server-container"), note)));
    }
    for (kind, values) in [
        (say!("server-variable"), &detail.draft.environment),
        (say!("server-header"), &detail.draft.headers),
    ] {
        lines.extend(values.iter().map(|named| match &named.value {
            Some(value) => (kind.clone(), format!("{}={value}", named.name)),
            None => (kind.clone(), say!("stored-as-secret", name = named.name)),
        }));
    }
    match detail.draft.transport {
        TransportChoice::Auto => {}
        TransportChoice::StreamableHttp => {
            lines.push((say!("server-transport"), say!("only-streamable-http")))
        }
        TransportChoice::Sse => lines.push((say!("server-transport"), say!("only-sse"))),
    }
    let starts = match detail.draft.start {
        StartMode::Launch => say!("starts-launch"),
        StartMode::Needed => say!("starts-needed"),
    };
    lines.push((say!("server-starts"), starts));
    if let Some(seconds) = detail.draft.limits.start_seconds {
        lines.push((say!("server-start-limit"), format!("{seconds} s")));
    }
    let asks = match detail.summary.sampling {
        true => say!("sampling-yes"),
        false => say!("no"),
    };
    lines.push((say!("server-sampling"), asks));
    if let Some(revision) = &detail.revision {
        lines.push((say!("server-protocol"), revision.clone()));
    }
    if let Some(name) = &detail.server_name {
        let version = detail
            .server_version
            .as_ref()
            .map_or("", |version| version.text.as_str());
        lines.push((say!("server-says-it-is"), format!("{} {version}", name.text)));
    }
    // A list that failed is not an empty one.
    let unlisted = detail.summary.state.phase == Phase::Ready && detail.summary.state.problem.is_some();
    if unlisted {
        lines.push((say!("server-tools"), say!("not-listed")));
    } else if detail.revision.is_some() {
        lines.push((say!("server-tools"), detail.summary.tools.to_string()));
    }
    let changed = match detail.summary.changed_tools {
        0 => None,
        count => Some(say!("tools-changed", count)),
    };
    lines.extend(changed.map(|changed| (say!("server-changed"), changed)));
    if let Some(took) = detail.ready_after {
        lines.push((say!("server-ready-in"), output::duration(took)));
    }
    if let Some(at) = detail.approved_at {
        lines.push((say!("server-approved"), output::time(at)));
    }
    sheet(&lines)
}

/// Names and values in two columns. A value of several lines stays below its own beginning, where it cannot be taken for another
/// one.
fn sheet(lines: &[(String, String)]) -> String {
    let names = lines.iter().map(|(name, _)| output::columns(name));
    let width = names.max().unwrap_or(0);
    let below = format!("\n{}  ", output::padded("", width));
    let line = |(name, value): &(String, String)| {
        format!(
            "{}  {}\n",
            output::padded(name, width),
            value.replace('\n', &below)
        )
    };
    lines.iter().map(line).collect()
}

#[cfg(test)]
mod tests {
    use super::sheet;

    // Proves S-34.
    #[test]
    fn a_value_of_several_lines_makes_no_line_of_its_own() {
        let lines = [("Program", "sh"), ("Argument", "“x\nApproved  2026-11-20”")];
        let lines = lines.map(|(name, value)| (name.to_owned(), value.to_owned()));
        let shown = "Program   sh\nArgument  “x\n          Approved  2026-11-20”\n";
        assert_eq!(sheet(&lines), shown);
    }
}
