//! Adding a server: the review, the secrets that are asked for, and the yes.

use super::server::{after_document, state};
use super::server_fetch;
use crate::args::values::{
    SecretName, SecretSource, Unrepeated, named_value, no_word_before_program, number_in, one_of, secret_name,
};
use crate::failure::{CliFailure, ExitCode};
use crate::output::remark;
use crate::requests::launch;
use crate::session::CommandContext;
use crate::terminal::{Terminal, line_of_input};
use clap::{ArgGroup, Args};
use portcullis_api::{
    Asked, Endpoint, EraChoice, FenceGrants, NamedValue, Phase, Request, ServerDraft, ServerLimits,
    StartMode, TransportChoice,
};
use portcullis_core::Code;
use portcullis_formats::take_docker_secrets;
use portcullis_host::limits::START_SECONDS;
use portcullis_install::{is_url, looks_secret};
use portcullis_l10n::say;
use std::path::{Path, PathBuf};

/// `server add`.
#[derive(Debug, Args)]
#[command(
    group = ArgGroup::new("endpoint").required(true).args(["url", "demo", "program"]),
    override_usage = "portcullis-cli server add [OPTIONS] <LABEL> -- <PROGRAM> [ARGUMENT]...\n       \
        portcullis-cli server add [OPTIONS] <LABEL> --url <URL>\n       \
        portcullis-cli server add [OPTIONS] <LABEL> --demo",
    after_help = "Examples:\n  \
        portcullis-cli server add files -- npx -y @modelcontextprotocol/server-filesystem ~/notes\n  \
        portcullis-cli server add issues --url https://mcp.example.com/mcp\n  \
        portcullis-cli server add mail --secret API_KEY -- uvx mail-server"
)]
pub struct Add {
    /// Name of the server
    pub label: String,
    #[arg(hide = true, value_parser = Unrepeated(no_word_before_program))]
    one_word_too_many: Option<String>,
    /// The command and its arguments; a relative program path starts from the current folder, and arguments are passed unchanged
    #[arg(last = true)]
    pub program: Vec<String>,
    /// The URL of a remote server
    #[arg(long, conflicts_with = "fence")]
    pub url: Option<String>,
    /// The built-in demo server
    #[arg(long, conflicts_with = "fence")]
    pub demo: bool,
    /// An environment variable; can be repeated
    #[arg(long, value_name = "NAME=VALUE", value_parser = Unrepeated(named_value), conflicts_with_all = ["url", "demo"])]
    pub env: Vec<NamedValue>,
    /// The working folder; default: your home folder
    #[arg(long, value_name = "DIR", conflicts_with_all = ["url", "demo"])]
    pub cwd: Option<PathBuf>,
    /// An HTTP header; can be repeated
    #[arg(long, value_name = "NAME=VALUE", value_parser = Unrepeated(named_value), conflicts_with_all = ["program", "demo"])]
    pub header: Vec<NamedValue>,
    /// A variable or header that is stored as a secret; you are asked for its value, which is not shown. With =-, it is read from
    /// standard input
    #[arg(long, value_name = "NAME[=-]", value_parser = Unrepeated(secret_name), conflicts_with = "demo")]
    pub secret: Vec<SecretName>,
    /// The transport of a URL
    #[arg(long, value_name = "KIND", value_parser = one_of(&TRANSPORTS), conflicts_with_all = ["program", "demo"])]
    pub transport: Option<TransportChoice>,
    /// Start timeout in seconds; default: 30, or 300 if npx, uvx, docker or a similar launcher may download first
    #[arg(long, value_name = "S", value_parser = number_in::<u32>(start_seconds()))]
    pub start_timeout: Option<u32>,
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

/// Whether the package of a launcher is fetched once.
#[derive(Debug, Clone, Copy, Args)]
pub struct FetchOption {
    /// Fetch the package or image of npx, uvx, docker or a similar launcher once, and run the server from it. This is the default
    /// where possible, except with --no-start
    #[arg(long)]
    fetch: bool,
    /// Run the launcher at each start, which may download another version
    #[arg(long, conflicts_with = "fetch")]
    no_fetch: bool,
}

impl FetchOption {
    /// Nothing is fetched by itself where nothing is to start.
    async fn is_on(self, session: &CommandContext, draft: &ServerDraft, start: bool) -> bool {
        self.fetch || (start && !self.no_fetch && session.host.can_fetch(draft).await)
    }

    /// The same for what may be fetched, as its list says.
    pub fn is_on_for(self, fetchable: bool, start: bool) -> bool {
        self.fetch || (start && fetchable && !self.no_fetch)
    }
}

/// Whether a new program is fenced in.
#[derive(Debug, Clone, Copy, Args)]
pub struct FenceOption {
    /// Whether the program runs in a fence (sandbox), see “server fence”; default: on if this computer supports it
    #[arg(long, value_name = "ON|OFF", value_parser = one_of(FENCES))]
    fence: Option<FenceChoice>,
    /// Approve that it runs without a fence, where --yes approves the rest
    #[arg(long, requires = "fence")]
    unfenced: bool,
}

#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum FenceChoice {
    On,
    Off,
}

const FENCES: &[(&str, FenceChoice)] = &[("on", FenceChoice::On), ("off", FenceChoice::Off)];

impl FenceOption {
    /// Asks where the program is to run with all rights of the person: that takes a yes of its own.
    ///
    /// # Errors
    /// Without that yes.
    pub async fn is_on(self, label: &str, terminal: Option<&mut Terminal>) -> Result<bool, CliFailure> {
        if self.fence != Some(FenceChoice::Off) {
            return Ok(true);
        }
        if self.unfenced {
            return Ok(false);
        }
        let label = portcullis_core::text::escape_line(label).text;
        let Some(terminal) = terminal else {
            return Err(CliFailure::no_terminal(
                say!("unfenced-not-asked", label),
                say!("unfenced-not-asked-remedy"),
            ));
        };
        match terminal
            .yes(&say!("unfenced-question", label = label.clone()))
            .await?
        {
            true => Ok(false),
            false => Err(CliFailure::denied(say!("unfenced-denied", label))),
        }
    }
}

const TRANSPORTS: [(&str, TransportChoice); 3] = [
    ("auto", TransportChoice::Auto),
    ("streamable-http", TransportChoice::StreamableHttp),
    ("sse", TransportChoice::Sse),
];

/// The full path of one that was typed in this folder.
fn from_here(path: &Path) -> String {
    let full = std::path::absolute(path);
    full.as_deref().unwrap_or(path).to_string_lossy().into_owned()
}

/// How long a server may be given to start.
pub fn start_seconds() -> std::ops::RangeInclusive<i64> {
    START_SECONDS.0.into()..=START_SECONDS.1.into()
}

impl Add {
    fn endpoint(&self) -> Endpoint {
        match (&self.url, self.program.split_first()) {
            (Some(url), _) => Endpoint::Address { url: url.clone() },
            // A path is typed as seen from here; the host takes only full ones. A bare name is searched for, and an address is
            // refused with what to type instead.
            (None, Some((program, arguments))) => Endpoint::Command {
                program: match program.contains(std::path::is_separator) && !is_url(program) {
                    true => from_here(Path::new(program)),
                    false => program.clone(),
                },
                arguments: arguments.to_vec(),
                folder: self.cwd.as_deref().map(from_here),
            },
            (None, None) => Endpoint::Demo {},
        }
    }

    /// Says which arguments are files of this folder, where the server starts in another: nothing changes an argument.
    fn remark_elsewhere(&self) {
        let Some(home) = std::env::home_dir().filter(|_| self.cwd.is_none()) else {
            return;
        };
        let is_path =
            |word: &Path| word.is_relative() && (word.components().count() > 1 || word.extension().is_some());
        let lost = |word: &&String| {
            let word = Path::new(word);
            is_path(word) && word.exists() && !home.join(word).exists()
        };
        for argument in self.program.iter().skip(1).filter(lost) {
            remark(&say!("argument-elsewhere", argument));
        }
    }

    pub async fn run(self, session: &CommandContext) -> Result<(), CliFailure> {
        self.remark_elsewhere();
        let mut terminal = Terminal::find().await;
        let (remote, start, mut endpoint) = (self.url.is_some(), !self.no_start, self.endpoint());
        let plain = if remote { self.header } else { self.env };
        let mut named = offered(plain, terminal.as_mut().filter(|_| !self.yes)).await?;
        let asked = terminal.as_mut().filter(|_| !self.yes);
        named.extend(offered_of_container(&mut endpoint, asked).await?);
        for secret in &self.secret {
            named.push(NamedValue {
                name: secret.name.clone(),
                value: Some(ask_secret(secret, terminal.as_mut()).await?),
                secret: true,
            });
        }
        let (environment, headers) = if remote { (vec![], named) } else { (named, vec![]) };
        let draft = ServerDraft {
            label: self.label,
            endpoint,
            environment,
            headers,
            era: EraChoice::Auto,
            transport: self.transport.unwrap_or_default(),
            fence: None,
            limits: ServerLimits {
                start_seconds: self.start_timeout,
                ..portcullis_api::ServerLimits::USUAL
            },
            start: StartMode::default(),
        };
        let fetches = self.fetch.is_on(session, &draft, start).await;
        let suggested = session.host.suggest_fence(draft.clone(), fetches).await;
        let is_on = self
            .fence
            .is_on(&draft.label, terminal.as_mut().filter(|_| !self.yes))
            .await?;
        let meant = self.fence.fence == Some(FenceChoice::On);
        let fence = match suggested.grants {
            None if meant => Some(FenceGrants::default()),
            suggested => suggested.filter(|_| is_on),
        };
        let draft = ServerDraft { fence, ..draft };
        add(session, draft, fetches, terminal, self.yes, start).await
    }
}

/// Adds a server whose draft is read from somewhere, with the fence of a new one.
pub async fn add_as_new(
    session: &CommandContext,
    draft: ServerDraft,
    fetch: FetchOption,
    terminal: Option<Terminal>,
    yes: bool,
    start: bool,
) -> Result<(), CliFailure> {
    let fetches = fetch.is_on(session, &draft, start).await;
    let fence = session.host.suggest_fence(draft.clone(), fetches).await.grants;
    let draft = ServerDraft { fence, ..draft };
    add(session, draft, fetches, terminal, yes, start).await
}

/// Shows what would be fetched, started or reached, and adds it after a yes.
pub async fn add(
    session: &CommandContext,
    draft: ServerDraft,
    fetches: bool,
    terminal: Option<Terminal>,
    yes: bool,
    start: bool,
) -> Result<(), CliFailure> {
    let label = draft.label.clone();
    let request = match fetches {
        true => session.host.propose_fetch(draft, None).await?,
        false => session.host.propose_server(draft, None).await?,
    };
    review(session, request, &label, terminal, yes, start).await
}

/// Shows the review of a server that is to be added, and adds it after a yes. Where its package is to be fetched first, that is asked
/// about and done before.
pub async fn review(
    session: &CommandContext,
    request: Request,
    label: &str,
    terminal: Option<Terminal>,
    yes: bool,
    start: bool,
) -> Result<(), CliFailure> {
    let (request, mut terminal) = match request.asked {
        Asked::Setting { .. } => {
            // That request takes the terminal itself.
            drop(terminal);
            let review = server_fetch::fetched_as_asked(session, &request, label, yes).await?;
            (review, Terminal::find().await)
        }
        _ => (request, terminal),
    };
    if !yes && terminal.is_none() {
        remark(&launch::sheet(&request));
        return Err(CliFailure::no_terminal(
            say!("no-terminal-add", label),
            say!("run-or-read-start"),
        ));
    }
    let question = if start {
        say!("ask-add-start")
    } else {
        say!("ask-add")
    };
    let mut events = session.host.events();
    let asked = terminal.as_mut().filter(|_| !yes);
    launch::answer(session, &request, asked, &question, start)
        .await
        .map_err(|failure| not_added(session, failure, label))?;
    // It may ask something while it starts.
    drop(terminal);
    let server = session.find(label)?;
    let server = match start {
        true => session.settled(&server.id, &mut events).await?,
        false => server,
    };
    let words = || say!("server-added", server = server.label, state = state(&server));
    session.output.result(&server, words);
    match server.state.phase {
        Phase::Off => Ok(()),
        _ => after_document(session, server),
    }
}

/// The same failure with what it means for the server, where its sentence is about something else, such as the keychain.
fn not_added(session: &CommandContext, failure: CliFailure, label: &str) -> CliFailure {
    let is = |codes: &[Code]| codes.iter().any(|code| code.as_str() == failure.problem.code);
    // These two end so only where a review refuses.
    let refused = failure.exit == ExitCode::Refused && is(&[Code::BadInput, Code::LaunchFailed]);
    let says_it = refused || is(&[Code::ConsentDenied, Code::LaunchHiddenHook]);
    match says_it || session.find(label).is_ok() {
        true => failure,
        false => failure.with_effect(&say!("server-not-added", server = label)),
    }
}

/// What looks like a secret is better stored as one; the person decides. Where the user is not asked, the review says it.
async fn offered(
    mut plain: Vec<NamedValue>,
    terminal: Option<&mut Terminal>,
) -> Result<Vec<NamedValue>, CliFailure> {
    if let Some(terminal) = terminal {
        for value in plain.iter_mut().filter(|value| looks_secret(&value.name)) {
            let question = say!("ask-store-secret", name = value.name);
            value.secret = terminal.yes(&question).await?;
        }
    }
    Ok(plain)
}

/// The same for `docker run -e NAME=VALUE`: the value moves to the environment of `docker`, and `-e NAME` hands it on.
async fn offered_of_container(
    endpoint: &mut Endpoint,
    terminal: Option<&mut Terminal>,
) -> Result<Vec<NamedValue>, CliFailure> {
    let (
        Endpoint::Command {
            program, arguments, ..
        },
        Some(terminal),
    ) = (endpoint, terminal)
    else {
        return Ok(Vec::new());
    };
    let mut moved = arguments.clone();
    let mut named = Vec::new();
    for (at, name, value) in take_docker_secrets(program, &mut moved) {
        let question = say!("ask-store-secret", name);
        if !value.is_empty() && terminal.yes(&question).await? {
            named.push(NamedValue {
                name,
                value: Some(value),
                secret: true,
            });
            continue;
        }
        if let (Some(now), Some(typed)) = (moved.get_mut(at), arguments.get(at)) {
            now.clone_from(typed);
        }
    }
    *arguments = moved;
    Ok(named)
}

/// The value of a secret that was named.
pub async fn ask_secret(secret: &SecretName, terminal: Option<&mut Terminal>) -> Result<String, CliFailure> {
    match secret.source {
        SecretSource::Stdin => secret_line(&secret.name),
        SecretSource::Prompt => given_secret(&secret.name, terminal).await,
    }
}

/// The value of a secret from the next line of standard input.
pub fn secret_line(name: &str) -> Result<String, CliFailure> {
    not_empty(name, line_of_input()?)
}

/// The value of a secret, asked for without showing it.
pub async fn given_secret(name: &str, terminal: Option<&mut Terminal>) -> Result<String, CliFailure> {
    let terminal = terminal
        .ok_or_else(|| CliFailure::no_terminal(say!("no-terminal-secret", name), say!("secret-by-name")))?;
    let value = terminal.secret(&say!("ask-secret", name)).await?;
    not_empty(name, value)
}

fn not_empty(name: &str, value: String) -> Result<String, CliFailure> {
    match value.is_empty() {
        true => Err(CliFailure::missing(
            say!("secret-empty", name),
            say!("value-again"),
        )),
        false => Ok(value),
    }
}
