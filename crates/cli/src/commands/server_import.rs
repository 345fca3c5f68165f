//! Servers from elsewhere: a pasted text, another application's file, the files of a project.

use super::server_add::{FetchOption, add_as_new, given_secret};
use crate::failure::CliFailure;
use crate::output::{command_line, remark, table};
use crate::requests::setting;
use crate::session::CommandContext;
use crate::terminal::Terminal;
use clap::Args;
use portcullis_api::{FoundConfiguration, FoundServer, ImportPick, RecordKind};
use portcullis_formats::{BEARER, limits};
use portcullis_l10n::say;
use std::io::{self, IsTerminal as _, Read as _};
use std::path::{Path, PathBuf};

/// `server paste`.
#[derive(Debug, Args)]
#[command(after_help = "Examples:\n  \
    portcullis-cli server paste snippet.json\n  \
    echo 'npx -y @modelcontextprotocol/server-everything' | portcullis-cli server paste\n  \
    wl-paste | portcullis-cli server paste")]
pub struct Paste {
    /// The file to read; standard input without one, or with “-”
    pub file: Option<PathBuf>,
    /// Give the server another name
    #[arg(long)]
    pub label: Option<String>,
    #[command(flatten)]
    pub fetch: FetchOption,
    /// Add the server without starting it
    #[arg(long)]
    pub no_start: bool,
    /// Approve what is shown
    #[arg(long, short)]
    pub yes: bool,
}

impl Paste {
    pub async fn run(self, session: &CommandContext) -> Result<(), CliFailure> {
        let text = pasted(self.file.as_deref())?;
        let found = match <[FoundServer; 1]>::try_from(session.host.read_servers(&text).await?) {
            Ok([one]) => return self.one(session, one).await,
            Err(several) => several,
        };
        remarks(&found);
        let picks = found
            .iter()
            .filter(|server| server.problem.is_none())
            .map(|server| pick(None, server));
        import(session, Some(text), picks.collect(), self.yes).await
    }

    async fn one(&self, session: &CommandContext, found: FoundServer) -> Result<(), CliFailure> {
        remarks(std::slice::from_ref(&found));
        let Some(mut draft) = found.draft else {
            let why = found.problem.unwrap_or_default();
            return Err(CliFailure::usage(why));
        };
        if let Some(label) = &self.label {
            draft.label.clone_from(label);
        }
        let mut terminal = Terminal::find().await;
        for value in draft.environment.iter_mut().chain(&mut draft.headers) {
            let begins = value.value.clone().unwrap_or_default();
            if value.secret && (begins.is_empty() || begins == BEARER) {
                let given = given_secret(&value.name, terminal.as_mut()).await?;
                value.value = Some(match given.starts_with(BEARER) {
                    true => given,
                    false => format!("{begins}{given}"),
                });
            }
        }
        add_as_new(session, draft, self.fetch, terminal, self.yes, !self.no_start).await
    }
}

/// `server import`.
#[derive(Debug, Args)]
#[command(after_help = "Examples:\n  \
    portcullis-cli server import --list\n  \
    portcullis-cli server import --from cursor\n  \
    portcullis-cli server import --project . --list")]
pub struct Import {
    /// Import from this application only, by its name in the list
    #[arg(long, value_name = "APPLICATION")]
    pub from: Option<String>,
    /// Import from the files of the project in this folder (.mcp.json, .cursor/mcp.json, .vscode/mcp.json, opencode.json and
    /// others), instead of those of your applications
    #[arg(long, value_name = "DIR")]
    pub project: Option<PathBuf>,
    /// List the servers and import none
    #[arg(long)]
    pub list: bool,
    /// Approve what is shown
    #[arg(long, short)]
    pub yes: bool,
}

impl Import {
    pub async fn run(self, session: &CommandContext) -> Result<(), CliFailure> {
        let mut found = self.found(session, None).await?;
        if let Some(from) = &self.from {
            if found.iter().all(|file| file.host != *from) {
                let applications = found.iter().map(|file| file.host.as_str());
                let near = portcullis_core::near::nearest(from, applications);
                return Err(CliFailure::not_found(
                    say!("no-configuration", application = from),
                    match near {
                        Some(near) => say!("did-you-mean", near),
                        None => say!("configurations-listed"),
                    },
                ));
            }
            // Read again without the other applications, whose servers have taken labels.
            found = self.found(session, Some(from)).await?;
        }
        for file in &found {
            if let Some(problem) = &file.problem {
                remark(&format!("{}: {}", file.path, crate::output::sentence(problem)));
            }
        }
        if self.list {
            let none = match self.project {
                Some(_) => say!("project-none"),
                None => say!("others-none"),
            };
            session.output.result(&found, || listed(&found, none));
            return Ok(());
        }
        let mut picks = Vec::new();
        for file in &found {
            remarks(&file.servers);
            let fit = file
                .servers
                .iter()
                .filter(|server| server.problem.is_none() && server.known.is_none());
            picks.extend(fit.map(|server| pick(Some(&file.path), server)));
        }
        if picks.is_empty() {
            session
                .output
                .result(&serde_json::json!([]), || say!("import-nothing"));
            return Ok(());
        }
        import(session, None, picks, self.yes).await
    }

    /// The files of the project or of the applications, of one application alone where one is named.
    async fn found(
        &self,
        session: &CommandContext,
        from: Option<&str>,
    ) -> Result<Vec<FoundConfiguration>, CliFailure> {
        Ok(match self.project.clone() {
            Some(folder) => session.host.project_configurations(folder, from).await?.files,
            None => session.host.configurations_of(from).await?,
        })
    }
}

fn pasted(file: Option<&Path>) -> Result<String, CliFailure> {
    let mut text = Vec::new();
    let most = limits::PASTED as u64 + 1;
    let read = match file.filter(|file| *file != Path::new("-")) {
        Some(file) => std::fs::File::open(file).and_then(|file| file.take(most).read_to_end(&mut text)),
        None => {
            if io::stdin().is_terminal() {
                remark(&say!("ask-paste"));
            }
            io::stdin().lock().take(most).read_to_end(&mut text)
        }
    };
    let name = file.map_or(say!("standard-input"), |file| format!("“{}”", file.display()));
    read.map_err(|error| {
        CliFailure::usage(say!(
            "unreadable-source",
            source = name,
            cause = portcullis_core::causes::io(&error)
        ))
    })?;
    String::from_utf8(text).map_err(|_| CliFailure::usage(say!("not-utf8", source = name)))
}

fn pick(path: Option<&str>, server: &FoundServer) -> ImportPick {
    ImportPick {
        path: path.map(str::to_owned),
        at: server.at,
        label: server.label.clone(),
    }
}

/// What of each server is left out, is to be done, or keeps it from being imported.
fn remarks(found: &[FoundServer]) {
    for server in found {
        let known = server.known.as_ref().map(|known| say!("same-server", known));
        for sentence in server.problem.iter().chain(&server.remarks).chain(&known) {
            remark(&format!("“{}”: {sentence}", server.label));
        }
    }
}

fn listed(found: &[FoundConfiguration], none: String) -> String {
    if found.iter().all(|file| file.servers.is_empty()) {
        return none;
    }
    let row = |file: &FoundConfiguration, server: &FoundServer| {
        let note = match (&server.problem, &server.known) {
            (Some(problem), _) => problem.clone(),
            (None, Some(known)) => say!("here-as", known),
            (None, None) => String::new(),
        };
        vec![
            file.host.clone(),
            server.label.clone(),
            note,
            command_line(&server.runs),
        ]
    };
    let rows: Vec<_> = found
        .iter()
        .flat_map(|file| file.servers.iter().map(move |server| row(file, server)))
        .collect();
    table(
        &[
            say!("heading-application"),
            say!("heading-server"),
            say!("heading-note"),
            say!("heading-runs"),
        ],
        &rows,
    )
}

/// Asks about all of them at once; after a yes they are saved, turned off.
async fn import(
    session: &CommandContext,
    text: Option<String>,
    picks: Vec<ImportPick>,
    yes: bool,
) -> Result<(), CliFailure> {
    let labels: Vec<String> = picks.iter().map(|pick| pick.label.clone()).collect();
    let request = session.host.propose_import(text, picks).await?;
    let mut events = session.host.events();
    let after = session.newest(RecordKind::Server).await?;
    setting::answer(session, &request, yes).await?;
    session
        .carried_out(after, RecordKind::Server, &mut events)
        .await
        .map_err(|failure| failure.or_unstored(|| say!("import-unstored")))?;
    let servers: Vec<_> = labels
        .iter()
        .filter_map(|label| session.find(label).ok())
        .collect();
    if servers.is_empty() {
        return Err(CliFailure::denied(say!("import-denied")));
    }
    session.output.result(&servers, || {
        let names: Vec<String> = servers
            .iter()
            .map(|server| format!("“{}”", server.label))
            .collect();
        say!("imported", servers = names.join(", "))
    });
    Ok(())
}
