//! The registry of servers: turning one on, searching its copy, and adding from it.

use super::bundle::{fenced, proposed_line, setting_line, values};
use super::server_add::{self, FenceOption, FetchOption, ask_secret};
use crate::args::values::{SecretName, Unrepeated, number_in, pair, secret_name};
use crate::failure::{CliFailure, ExitCode};
use crate::output::{command_line, remark, sentences, table, time};
use crate::requests::setting;
use crate::session::{CommandContext, remark_problems};
use crate::terminal::Terminal;
use clap::{Args, Subcommand};
use portcullis_api::{
    Asked, Hidden, InstallChoices, InstallSetting, InstallValue, RecordKind, RegistryHeader, RegistryOption,
    RegistryOptionKind, RegistrySearch, RegistryServer, RegistryState, RegistryStatus, Request,
};
use portcullis_core::Code;
use portcullis_l10n::say;
use portcullis_registry::PUBLIC;

/// `registry`.
#[derive(Debug, Args)]
pub struct RegistryArguments {
    #[command(subcommand)]
    command: Option<RegistryCommand>,
}

/// What to do with the registry.
#[derive(Debug, Subcommand)]
pub enum RegistryCommand {
    /// Enable a registry and copy its list of servers
    ///
    /// Shows the URL and asks first. Nothing is sent there before you approve.
    Use {
        /// Its URL; default: the public registry
        #[arg(value_name = "URL")]
        address: Option<String>,
        /// A header that signs in to it, such as Authorization. You are asked for its value, which is not shown (with =-, it is
        /// read from standard input) and is stored as a secret
        #[arg(long, value_name = "NAME[=-]", value_parser = Unrepeated(secret_name), requires = "address")]
        header: Option<SecretName>,
        /// Approve what is shown
        #[arg(long, short)]
        yes: bool,
    },
    /// Disable the registry and delete the copy
    ///
    /// Servers that you added from it stay.
    Off,
    /// Update the copy
    Update,
    /// Search the copy
    ///
    /// The words stay on this computer.
    Search {
        /// Words, or beginnings of words, in the name, title or description
        #[arg(required = true, num_args = 1..)]
        words: Vec<String>,
    },
    /// Show a server in the registry and how to add it
    #[command(disable_version_flag = true)]
    Show {
        /// Its name in the registry
        name: String,
        /// A version other than the latest
        #[arg(long)]
        version: Option<String>,
    },
    /// Add a server from the registry
    ///
    /// Shows exactly what would run, and asks before it is saved or started. A bundle is downloaded first, and deleted if its
    /// SHA-256 is not the one in the registry, or if you decline.
    Add(RegistryAdd),
}

/// `registry add`.
#[derive(Debug, Args)]
#[command(
    disable_version_flag = true,
    after_help = "Examples:\n  \
    portcullis-cli registry use\n  \
    portcullis-cli registry search notes\n  \
    portcullis-cli registry show io.github.user/notes\n  \
    portcullis-cli registry add io.github.user/notes --set folder=\"$HOME/notes\""
)]
pub struct RegistryAdd {
    /// Its name in the registry
    pub name: String,
    /// A version other than the latest
    #[arg(long)]
    pub version: Option<String>,
    /// The number of the install option, as “registry show” prints it; default: the first that works
    #[arg(long, value_name = "N", value_parser = number_in::<u32>(0..=u32::MAX.into()))]
    pub option: Option<u32>,
    /// Name of the server; default: its title
    #[arg(long)]
    pub label: Option<String>,
    /// A value that it asks for; can be repeated. For a secret, only “-” is accepted: it reads a line from standard input
    #[arg(long, value_name = "NAME=VALUE", value_parser = pair)]
    pub set: Vec<(String, String)>,
    /// A secret that it asks for; you are asked for its value, which is not shown. With =-, it is read from standard input. You are
    /// asked for required secrets without this
    #[arg(long, value_name = "NAME[=-]", value_parser = Unrepeated(secret_name))]
    pub secret: Vec<SecretName>,
    #[command(flatten)]
    pub fetch: FetchOption,
    #[command(flatten)]
    pub fence: FenceOption,
    /// Add the server without starting it
    #[arg(long)]
    pub no_start: bool,
    /// Approve what is shown; a server that Portcullis refuses is not added
    #[arg(long, short)]
    pub yes: bool,
}

impl RegistryArguments {
    pub async fn run(self, session: &CommandContext) -> Result<(), CliFailure> {
        let host = &session.host;
        match self.command {
            None => {
                report(session, &host.registry().await?);
                Ok(())
            }
            Some(RegistryCommand::Use { address, header, yes }) => {
                turn_on(session, address, header, yes).await
            }
            Some(RegistryCommand::Off) => turn_off(session).await,
            Some(RegistryCommand::Update) => {
                let mut events = host.events();
                host.update_registry().await?;
                updated(session, &mut events).await
            }
            Some(RegistryCommand::Search { words }) => {
                let found = host.search_registry(&words.join(" ")).await?;
                session.output.result(&found, || matches(&found));
                Ok(())
            }
            Some(RegistryCommand::Show { name, version }) => {
                let server = find(session, &name, version).await?;
                session.output.result(&server, || described(&server));
                Ok(())
            }
            Some(RegistryCommand::Add(add)) => add.run(session).await,
        }
    }
}

async fn turn_on(
    session: &CommandContext,
    address: Option<String>,
    header: Option<SecretName>,
    yes: bool,
) -> Result<(), CliFailure> {
    let address = address.unwrap_or_else(|| PUBLIC.to_owned());
    let header = match header {
        None => None,
        Some(header) => {
            let mut terminal = Terminal::find().await;
            let value = ask_secret(&header, terminal.as_mut()).await?;
            Some(RegistryHeader {
                name: header.name,
                secret: Hidden(value),
            })
        }
    };
    let request = session.host.propose_registry(&address, header).await?;
    let mut events = session.host.events();
    let after = session.newest(RecordKind::Host).await?;
    setting::answer(session, &request, yes).await?;
    session.carried_out(after, RecordKind::Host, &mut events).await?;
    if session.host.registry().await?.address != shown_address(&request) {
        return Err(CliFailure::denied(say!("registry-denied")));
    }
    updated(session, &mut events).await
}

async fn turn_off(session: &CommandContext) -> Result<(), CliFailure> {
    let before = session.host.registry().await?;
    let mut events = session.host.events();
    session.host.turn_off_registry().await?;
    remark_problems(&mut events);
    let now = session.host.registry().await?;
    session
        .output
        .result(&now, || match (&before.address, &before.header) {
            (None, _) => say!("registry-none"),
            (Some(address), None) => say!("registry-disabled", address),
            (Some(address), Some(header)) => sentences(
                &say!("registry-disabled", address),
                &say!("registry-header-asked", header),
            ),
        });
    Ok(())
}

/// The server of this name in the copy. A name that is not in it is one that does not exist.
async fn find(
    session: &CommandContext,
    name: &str,
    version: Option<String>,
) -> Result<RegistryServer, CliFailure> {
    let found = session.host.registry_server(name, version).await;
    let is_on = session.host.registry().await?.address.is_some();
    found.map_err(|error| match error.code {
        Code::NotFound if is_on => CliFailure {
            exit: ExitCode::Usage,
            ..error.into()
        },
        _ => error.into(),
    })
}

/// The address that a request shows.
fn shown_address(request: &Request) -> Option<String> {
    match &request.asked {
        Asked::Setting { rows, .. } => {
            let mut values = rows.iter().flat_map(|row| &row.values);
            values.next().map(|value| value.text.text.clone())
        }
        _ => None,
    }
}

/// Waits until an update ended, and says how.
async fn updated(
    session: &CommandContext,
    events: &mut portcullis_host::host::Events,
) -> Result<(), CliFailure> {
    loop {
        let state = session.host.registry().await?;
        if !state.updating {
            return match state.problem {
                Some(problem) => Err(CliFailure::of(problem)),
                None => {
                    report(session, &state);
                    Ok(())
                }
            };
        }
        if events.next().await.is_none() {
            return Err(CliFailure::interrupted());
        }
    }
}

fn report(session: &CommandContext, state: &RegistryState) {
    session
        .output
        .result(state, || match (&state.address, state.updated_at) {
            (None, _) => say!("registry-none"),
            (Some(address), None) => say!("registry-partial", address, count = state.servers),
            (Some(address), Some(at)) => say!("registry-on", address, count = state.servers, time = time(at)),
        });
}

fn matches(found: &RegistrySearch) -> String {
    if found.found.is_empty() {
        return say!("registry-nothing");
    }
    let rows = found.found.iter().map(|server| {
        vec![
            server.name.clone(),
            server.version.text.clone(),
            match server.status {
                RegistryStatus::Active => String::new(),
                status => status_word(status),
            },
            server.description.text.clone(),
        ]
    });
    let headings = [
        say!("heading-name"),
        say!("heading-version"),
        say!("heading-state"),
        say!("heading-description"),
    ];
    let listed = table(&headings, &rows.collect::<Vec<_>>());
    match usize::try_from(found.count).is_ok_and(|count| count > found.found.len()) {
        true => format!("{listed}\n{}", say!("registry-more", count = found.count)),
        false => listed,
    }
}

fn status_word(status: RegistryStatus) -> String {
    match status {
        RegistryStatus::Active => say!("registry-active"),
        RegistryStatus::Deprecated => say!("registry-deprecated"),
        RegistryStatus::Deleted => say!("registry-deleted"),
    }
}

fn described(server: &RegistryServer) -> String {
    let mut lines = vec![
        format!("{} {}", server.title.text, server.version.text),
        server.name.clone(),
        server.description.text.clone(),
        say!("registry-status", status = status_word(server.status)),
    ];
    if let Some(said) = &server.status_message {
        lines.push(format!("  | {}", said.text));
    }
    if let Some(at) = server.published_at {
        lines.push(say!("registry-published", time = time(at)));
    }
    lines.extend(
        server
            .website
            .iter()
            .map(|link| say!("registry-website", url = link.text)),
    );
    lines.extend(
        server
            .repository
            .iter()
            .map(|link| say!("registry-source", url = link.text)),
    );
    if !server.installed.is_empty() {
        lines.push(say!("registry-installed", servers = server.installed.join(", ")));
    }
    lines.push(say!("registry-claims"));
    for option in &server.options {
        lines.extend(ways(option));
    }
    if server.options.is_empty() {
        lines.push(say!("registry-no-way"));
    }
    lines.retain(|line| !line.is_empty());
    lines.join("\n")
}

fn ways(option: &RegistryOption) -> Vec<String> {
    let kind = match option.kind {
        RegistryOptionKind::Npm => say!("registry-kind-npm"),
        RegistryOptionKind::Pypi => say!("registry-kind-pypi"),
        RegistryOptionKind::Image => say!("registry-kind-image"),
        RegistryOptionKind::Nuget => say!("registry-kind-nuget"),
        RegistryOptionKind::Cargo => say!("registry-kind-cargo"),
        RegistryOptionKind::Bundle => say!("registry-kind-bundle"),
        RegistryOptionKind::Remote => say!("registry-kind-remote"),
        RegistryOptionKind::Unknown => say!("registry-kind-unknown"),
    };
    let mut lines = vec![format!("{}: {kind}: {}", option.at, option.identifier.text)];
    match &option.problem {
        Some(problem) => lines.push(format!("   {problem}")),
        None => lines.push(format!("   {}", command_line(&option.runs))),
    }
    lines.extend(option.headers.iter().map(|header| {
        let (name, value) = (&header.name.text, &header.value.text);
        format!("   {}", say!("registry-header", name, value))
    }));
    lines.extend(option.sha256.iter().map(|hash| format!("   SHA-256: {hash}")));
    let settings = option.settings.iter();
    lines.extend(settings.map(|setting| format!("   {}", setting_line(setting, &setting.description))));
    lines.extend(proposed_line(&option.proposed_hosts).map(|line| format!("   {line}")));
    for step in &option.post_install {
        let command = step.command.as_ref().map_or("", |command| command.text.as_str());
        lines.push(format!(
            "   {}",
            say!("registry-step", step = step.description.text, command)
        ));
    }
    lines
}

impl RegistryAdd {
    async fn run(self, session: &CommandContext) -> Result<(), CliFailure> {
        let server = find(session, &self.name, self.version).await?;
        let version = server.version.text.clone();
        if server.status != RegistryStatus::Active {
            remark(&say!("registry-status", status = status_word(server.status)));
        }
        let option = match self.option {
            Some(at) => server.options.iter().find(|option| option.at == at),
            None => server.options.first(),
        };
        let option = option.ok_or_else(|| CliFailure::usage(say!("registry-no-way")))?;
        let mut terminal = Terminal::find().await;
        let fetches = self.fetch.is_on_for(option.fetchable, !self.no_start);
        let request = match option.kind {
            RegistryOptionKind::Bundle if option.problem.is_none() => {
                let bundle = session
                    .host
                    .open_registry_bundle(&self.name, &version, option.at)
                    .await?;
                for sentence in &bundle.remarks {
                    remark(sentence);
                }
                let given = given(&bundle.settings, self.set, &self.secret, terminal.as_mut()).await?;
                let label = self.label.unwrap_or(bundle.label);
                let choices = fenced(self.fence, &label, terminal.as_mut().filter(|_| !self.yes)).await?;
                let host = &session.host;
                let asked = host.propose_bundle(&bundle.id, label.clone(), given, None, Some(choices));
                (asked.await?, label)
            }
            _ => {
                // One that cannot be added says so before anything is asked.
                let given = match option.problem {
                    Some(_) => Vec::new(),
                    None => given(&option.settings, self.set, &self.secret, terminal.as_mut()).await?,
                };
                let label = self.label.unwrap_or(server.label);
                let choices = fenced(self.fence, &label, terminal.as_mut().filter(|_| !self.yes)).await?;
                let choices = InstallChoices {
                    fetch: fetches,
                    ..choices
                };
                let asked = session.host.propose_registry_server(
                    &self.name,
                    &version,
                    option.at,
                    label.clone(),
                    given,
                    choices,
                );
                (asked.await?, label)
            }
        };
        let (request, label) = request;
        server_add::review(session, request, &label, terminal, self.yes, !self.no_start).await
    }
}

/// What was set, with the secrets that are named or needed.
async fn given(
    settings: &[InstallSetting],
    set: Vec<(String, String)>,
    secrets: &[SecretName],
    mut terminal: Option<&mut Terminal>,
) -> Result<Vec<InstallValue>, CliFailure> {
    let mut named = Vec::with_capacity(secrets.len());
    for secret in secrets {
        named.push(InstallValue {
            key: secret.name.clone(),
            values: vec![ask_secret(secret, terminal.as_deref_mut()).await?],
        });
    }
    let is_open = |setting: &&InstallSetting| named.iter().all(|value| value.key != setting.key);
    let others: Vec<InstallSetting> = settings.iter().filter(is_open).cloned().collect();
    let mut given = values(&others, set, None, terminal).await?;
    given.extend(named);
    Ok(given)
}
