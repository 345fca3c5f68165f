//! What was typed, as data. Nothing is opened or asked here, so a command line that makes no sense changes
//! nothing.

use crate::failure::Failure;
use lexopt::prelude::*;
use portcullis_host::audit::{Format, Head};
use portcullis_host::host::ChatFormat;
use portcullis_host::near::nearest;
use portcullis_host::view::{Endpoint, FlowMark, NamedValue, ProviderKind, Say, TransportChoice};
use std::collections::BTreeMap;
use std::ffi::OsString;
use std::path::PathBuf;
use std::time::Duration;

/// The whole command line.
#[derive(Debug, PartialEq)]
pub struct CommandLine {
    /// Another folder for data.
    pub data_dir: Option<PathBuf>,
    /// One JSON document on standard output.
    pub json: bool,
    /// What to do.
    pub command: Command,
}

/// What to do.
#[derive(Debug, PartialEq)]
pub enum Command {
    /// Print how this or that is used.
    Help(Topic),
    /// Print the version.
    Version,
    /// Add a server.
    Add(Box<Add>),
    /// List servers.
    Servers,
    /// Show how a server is configured.
    Show(String),
    /// Turn a server on or off.
    Enable(String, bool),
    /// Let a server ask for words of a model, or not.
    Sampling(String, bool),
    /// Forget a server.
    Remove(String),
    /// Start a server and say how it is.
    Status(String),
    /// Start a server and print what it writes, with `true` until it is stopped.
    Logs(String, bool),
    /// List tools that match a search.
    Tools(String, String),
    /// Call a tool.
    Call(Box<Call>),
    /// List resources and templates that match a search.
    Resources(String, String),
    /// Read a resource.
    Read(String, String),
    /// List prompts that match a search.
    Prompts(String, String),
    /// Fetch a prompt with these arguments.
    Prompt(String, String, BTreeMap<String, String>),
    /// Show or change the folders of a server.
    Roots(String, RootsChange),
    /// List tasks.
    Tasks,
    /// Say how a task is, or wait for it.
    ShowTask(String, bool),
    /// Ask for a task to be stopped.
    CancelTask(String),
    /// Show who is signed in at a server.
    Account(String),
    /// Sign in.
    SignIn(Box<SignIn>),
    /// Leave ungranted what a server wants beyond what was granted.
    DeclineMore(String),
    /// Sign out.
    SignOut(String),
    /// Enter or forget a client id of one's own.
    Client(Box<ClientId>),
    /// Show, enter (`Some(Some)`) or forget (`Some(None)`) the document that says who Portcullis is.
    Document(Option<Option<String>>),
    /// Where secrets are kept, and what is done about it.
    Secrets(Keeping),
    /// List providers of models.
    Models,
    /// Add a provider of models.
    AddProvider(Box<AddProvider>),
    /// Check a provider of models.
    CheckProvider(String),
    /// Put another key in the place of a provider's.
    ProviderKey(String, bool, bool),
    /// Forget a provider of models.
    RemoveProvider(String),
    /// Use a model or do not.
    UseModel(String, String, bool),
    /// List what conversations have met.
    Flows,
    /// Show or say what a server gives and sends out.
    ServerFlows(String, FlowsChange),
    /// Say what the tools of these servers, or of all that are on, take of a model's requests.
    Tokens(Vec<String>, Option<String>),
    /// List standing permissions.
    Grants,
    /// Take permissions back.
    Revoke(Revoke),
    /// Hold a tool of a server to all parts of its definition again.
    Hold(String, String),
    /// List the newest operations.
    Audit(AuditList),
    /// Show one operation, and why it was allowed.
    ShowRow(u64),
    /// Check the chain.
    Verify(Verify),
    /// Write the whole record.
    Export(Format),
    /// List conversations.
    Chats,
    /// Look for words in all of them: at most so many messages.
    FindChats(String, usize),
    /// Write one, by the beginning of its id.
    ExportChat(String, ChatFormat),
    /// List backups.
    Backups,
    /// Make one now.
    BackUp,
    /// Put one in the place of the database: by its name, or `last`.
    Restore(String),
}

/// What help is about.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Topic {
    /// Everything.
    All,
    /// `server`.
    Server,
    /// `status`.
    Status,
    /// `logs`.
    Logs,
    /// `tools`.
    Tools,
    /// `call`.
    Call,
    /// `resources` and `read`.
    Resources,
    /// `prompts` and `prompt`.
    Prompts,
    /// `roots`.
    Roots,
    /// `task`.
    Task,
    /// `account`.
    Account,
    /// `secrets`.
    Secrets,
    /// `models`.
    Models,
    /// `flows`.
    Flows,
    /// `tokens`.
    Tokens,
    /// `grants`.
    Grants,
    /// `audit`.
    Audit,
    /// `backup`.
    Backup,
    /// `chat`.
    Chat,
}

/// A server to add.
#[derive(Debug, PartialEq)]
pub struct Add {
    /// Its label.
    pub label: String,
    /// How it is reached.
    pub endpoint: Endpoint,
    /// Plain variables or headers.
    pub plain: Vec<NamedValue>,
    /// Secrets to ask for.
    pub secrets: Vec<SecretName>,
    /// Transport of an address.
    pub transport: TransportChoice,
    /// Seconds that it may take to start.
    pub start_seconds: Option<u32>,
    /// Do not ask.
    pub yes: bool,
    /// Start it.
    pub start: bool,
}

/// A provider of models to add.
#[derive(Debug, PartialEq)]
pub struct AddProvider {
    /// What it speaks.
    pub kind: ProviderKind,
    /// Its label; its own name without.
    pub label: Option<String>,
    /// Where it is; its usual address without.
    pub address: Option<String>,
    /// Ask for its key; `true` for a line of standard input.
    pub key: Option<bool>,
    /// Yes to what is shown.
    pub yes: bool,
}

/// A secret whose value is not on the command line.
#[derive(Debug, PartialEq)]
pub struct SecretName {
    /// Variable or header.
    pub name: String,
    /// Take a line of standard input.
    pub from_input: bool,
}

/// A call to make.
#[derive(Debug, PartialEq)]
pub struct Call {
    /// Server.
    pub label: String,
    /// Raw name of the tool.
    pub tool: String,
    /// Where the arguments are.
    pub arguments: Arguments,
    /// Time without a sign.
    pub timeout: Option<Duration>,
    /// Yes to a tool that is new.
    pub yes: bool,
}

/// Where arguments come from.
#[derive(Debug, PartialEq)]
pub enum Arguments {
    /// JSON on the command line.
    Text(String),
    /// A file.
    File(PathBuf),
    /// Standard input.
    Input,
}

/// What to do with the folders of a server.
#[derive(Debug, PartialEq)]
pub enum RootsChange {
    /// Nothing: show them.
    None,
    /// Add one.
    Add(PathBuf),
    /// Take one away.
    Remove(String),
    /// Keep them from the server, or have it ask again.
    Withhold(bool),
}

/// A sign-in.
#[derive(Debug, PartialEq)]
pub struct SignIn {
    /// Server.
    pub label: String,
    /// The authorization server, whole or its host, where there are several.
    pub issuer: Option<String>,
    /// Do not ask.
    pub yes: bool,
}

/// A client id of one's own.
#[derive(Debug, PartialEq)]
pub struct ClientId {
    /// Server.
    pub label: String,
    /// The id; none to forget the one that is there.
    pub id: Option<String>,
    /// Where its secret or key is.
    pub proof: Proof,
    /// The authorization server that it is for, whole.
    pub issuer: Option<String>,
    /// It signs in without a browser.
    pub unattended: bool,
    /// The port to come back to.
    pub port: Option<u16>,
    /// The organisation that vouches for the person: its identity provider, and the id of this client there.
    pub organisation: Option<(String, String)>,
    /// The file with a token that vouches.
    pub token_file: Option<PathBuf>,
}

/// What is done about where secrets are kept.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Keeping {
    /// Said.
    Show,
    /// In a file from now on.
    File,
    /// In that file, under another passphrase.
    Passphrase,
    /// In the keychain from now on.
    Keychain,
}

/// Where the proof of a client is. It is never on the command line.
#[derive(Debug, PartialEq)]
pub enum Proof {
    /// There is none.
    None,
    /// A secret to ask for.
    Asked,
    /// A secret on the next line of standard input.
    Input,
    /// A private key in a file, or with `-` on standard input.
    Key(PathBuf),
}

/// What to say of a server, or of one of its tools.
#[derive(Debug, Default, PartialEq)]
pub struct FlowsChange {
    /// The tool.
    pub tool: Option<String>,
    /// What is said.
    pub says: Vec<(FlowMark, Say)>,
    /// Yes to what is shown.
    pub yes: bool,
}

fn mark(word: &str) -> Result<FlowMark, Failure> {
    match word {
        "private" => Ok(FlowMark::Private),
        "strangers" => Ok(FlowMark::Strangers),
        "sends" => Ok(FlowMark::Sends),
        other => Err(Failure::usage(format!(
            "“{other}” is none of private, strangers and sends."
        ))),
    }
}

fn said(word: &str) -> Result<Say, Failure> {
    match word {
        "yes" => Ok(Say::Yes),
        "no" => Ok(Say::No),
        "unsaid" => Ok(Say::Unsaid),
        other => Err(Failure::usage(format!(
            "“{other}” is none of yes, no and unsaid."
        ))),
    }
}

/// Which permissions to take back.
#[derive(Debug, PartialEq)]
pub enum Revoke {
    /// One, by the beginning of its id.
    One(String),
    /// All of a server.
    Server(String),
    /// Those that were not used for long; `true` says yes to them.
    Unused(bool),
    /// All.
    All,
}

/// What to check of the record.
#[derive(Debug, PartialEq, Eq)]
pub enum Verify {
    /// Check the chain and compare with the keychain.
    Check,
    /// The same, and print the last row and its hash.
    Head,
    /// The same, and compare with a row that was printed before.
    Expect(Head),
    /// Take the record as it is, after a person's yes.
    Accept,
}

/// Which operations to list.
#[derive(Debug, PartialEq)]
pub struct AuditList {
    /// Only this server.
    pub server: Option<String>,
    /// Only those with these words.
    pub search: Option<String>,
    /// At most so many.
    pub limit: usize,
}

/// Takes a command line apart.
pub fn parse(arguments: impl IntoIterator<Item = OsString>) -> Result<CommandLine, Failure> {
    let mut line = Line {
        parser: lexopt::Parser::from_args(arguments),
        data_dir: None,
        json: false,
    };
    let command = match line.word()? {
        Next::Word(word) => match word.as_str() {
            "server" => line.server()?,
            "status" => line.one(Topic::Status, Command::Status)?,
            "logs" => line.logs()?,
            "tools" => line.list(Topic::Tools, Command::Tools)?,
            "call" => line.call()?,
            "resources" => line.list(Topic::Resources, Command::Resources)?,
            "read" => line.read()?,
            "prompts" => line.list(Topic::Prompts, Command::Prompts)?,
            "prompt" => line.prompt()?,
            "roots" => line.roots()?,
            "task" => line.task()?,
            "account" => line.account()?,
            "secrets" => line.secrets()?,
            "models" => line.models()?,
            "flows" => line.flows()?,
            "tokens" => line.tokens()?,
            "grants" => line.grants()?,
            "audit" => line.audit()?,
            "backup" => line.backup()?,
            "chat" => line.chat()?,
            "help" => Command::Help(Topic::All),
            other => return Err(no_command(other, &COMMANDS)),
        },
        Next::Help => Command::Help(Topic::All),
        Next::Version => Command::Version,
        Next::Option(name) => return Err(unknown(&name)),
        Next::End => return Err(Failure::usage("There is no command.")),
    };
    Ok(CommandLine {
        data_dir: line.data_dir,
        json: line.json,
        command,
    })
}

struct Line {
    parser: lexopt::Parser,
    data_dir: Option<PathBuf>,
    json: bool,
}

enum Next {
    Word(String),
    Option(String),
    Help,
    Version,
    End,
}

/// Every command, for finding the one that was meant.
const COMMANDS: [&str; 21] = [
    "server",
    "status",
    "logs",
    "tools",
    "call",
    "resources",
    "read",
    "prompts",
    "prompt",
    "roots",
    "task",
    "account",
    "secrets",
    "models",
    "flows",
    "tokens",
    "grants",
    "audit",
    "backup",
    "chat",
    "help",
];

fn no_command(typed: &str, known: &[&str]) -> Failure {
    let sentence = format!("There is no command “{typed}”.");
    match nearest(typed, known.iter().copied()) {
        Some(near) => Failure::missing(sentence, format!("Did you mean “{near}”?")),
        None => Failure::usage(sentence),
    }
}

fn unknown(option: &str) -> Failure {
    Failure::usage(format!("There is no option “{option}” here."))
}

fn wrong(error: lexopt::Error) -> Failure {
    Failure::usage(format!("The command line makes no sense: {error}."))
}

fn words(value: OsString) -> Result<String, Failure> {
    value
        .into_string()
        .map_err(|value| Failure::usage(format!("“{}” is not text.", value.to_string_lossy())))
}

impl Line {
    /// The next word or option; those that count everywhere are taken on the way.
    fn word(&mut self) -> Result<Next, Failure> {
        loop {
            let next = match self.parser.next().map_err(wrong)? {
                None => Next::End,
                Some(Long("data-dir")) => {
                    self.data_dir = Some(self.parser.value().map_err(wrong)?.into());
                    continue;
                }
                Some(Long("json")) => {
                    self.json = true;
                    continue;
                }
                Some(Long("help") | Short('h')) => Next::Help,
                Some(Long("version") | Short('V')) => Next::Version,
                Some(Long(name)) => Next::Option(format!("--{name}")),
                Some(Short(name)) => Next::Option(format!("-{name}")),
                Some(Value(value)) => Next::Word(words(value)?),
            };
            return Ok(next);
        }
    }

    fn text(&mut self) -> Result<String, Failure> {
        words(self.parser.value().map_err(wrong)?)
    }

    /// The rest: exactly `wanted` words, and options that `option` knows. `Err` in it is help or version.
    fn rest<const N: usize>(
        &mut self,
        topic: Topic,
        wanted: [&str; N],
        mut option: impl FnMut(&mut Self, &str) -> Result<bool, Failure>,
    ) -> Result<Result<[String; N], Command>, Failure> {
        let mut found = Vec::new();
        loop {
            match self.word()? {
                Next::Word(word) if found.len() < N => found.push(word),
                Next::Word(word) => return Err(Failure::usage(format!("“{word}” is one word too many."))),
                Next::Option(name) => {
                    if !option(self, &name)? {
                        return Err(unknown(&name));
                    }
                }
                Next::Help => return Ok(Err(Command::Help(topic))),
                Next::Version => return Ok(Err(Command::Version)),
                Next::End => break,
            }
        }
        let missing = wanted.get(found.len()).copied().unwrap_or_default();
        match found.try_into() {
            Ok(found) => Ok(Ok(found)),
            Err(_) => Err(Failure::usage(format!("{missing} is missing."))),
        }
    }

    fn one(&mut self, topic: Topic, make: impl FnOnce(String) -> Command) -> Result<Command, Failure> {
        Ok(match self.rest(topic, ["LABEL"], |_, _| Ok(false))? {
            Ok([label]) => make(label),
            Err(command) => command,
        })
    }

    fn none(&mut self, topic: Topic, command: Command) -> Result<Command, Failure> {
        Ok(match self.rest(topic, [], |_, _| Ok(false))? {
            Ok([]) => command,
            Err(command) => command,
        })
    }

    fn sub(&mut self, topic: Topic, all: &str) -> Result<Result<String, Command>, Failure> {
        match self.word()? {
            Next::Word(word) => Ok(Ok(word)),
            Next::Help => Ok(Err(Command::Help(topic))),
            Next::Version => Ok(Err(Command::Version)),
            Next::Option(name) => Err(unknown(&name)),
            Next::End => Err(Failure::usage(format!("One of {all} is missing."))),
        }
    }

    fn server(&mut self) -> Result<Command, Failure> {
        const ALL: &str = "add, list, show, enable, disable, sampling, remove";
        let topic = Topic::Server;
        match self.sub(topic, ALL)? {
            Err(command) => Ok(command),
            Ok(word) => match word.as_str() {
                "add" => self.add(),
                "list" => self.none(topic, Command::Servers),
                "show" => self.one(topic, Command::Show),
                "enable" => self.one(topic, |label| Command::Enable(label, true)),
                "disable" => self.one(topic, |label| Command::Enable(label, false)),
                "sampling" => self.sampling(),
                "remove" => self.one(topic, Command::Remove),
                other => Err(no_command(other, &ALL.split(", ").collect::<Vec<_>>())),
            },
        }
    }

    fn logs(&mut self) -> Result<Command, Failure> {
        let mut follow = false;
        let found = self.rest(Topic::Logs, ["LABEL"], |_, option| {
            follow |= matches!(option, "--follow" | "-f");
            Ok(matches!(option, "--follow" | "-f"))
        })?;
        Ok(match found {
            Ok([label]) => Command::Logs(label, follow),
            Err(command) => command,
        })
    }

    fn sampling(&mut self) -> Result<Command, Failure> {
        let words = self.rest(Topic::Server, ["LABEL", "on or off"], |_, _| Ok(false))?;
        let [label, state] = match words {
            Ok(words) => words,
            Err(command) => return Ok(command),
        };
        match state.as_str() {
            "on" => Ok(Command::Sampling(label, true)),
            "off" => Ok(Command::Sampling(label, false)),
            other => Err(Failure::usage(format!("It is “on” or “off”, not “{other}”."))),
        }
    }

    fn add(&mut self) -> Result<Command, Failure> {
        let (mut label, mut environment, mut headers, mut secrets) = (None, vec![], vec![], vec![]);
        let (mut folder, mut url, mut program) = (None, None, None);
        let (mut demo, mut yes, mut start) = (false, false, true);
        let (mut transport, mut start_seconds) = (None, None);
        loop {
            // Everything after `--` belongs to the program, whatever it looks like.
            if self
                .parser
                .try_raw_args()
                .is_some_and(|raw| raw.peek().is_some_and(|next| next == "--"))
            {
                let rest = self.parser.raw_args().map_err(wrong)?;
                let all: Vec<String> = rest.skip(1).map(words).collect::<Result<_, _>>()?;
                program = Some(all);
                break;
            }
            match self.word()? {
                Next::Word(word) if label.is_none() => label = Some(word),
                Next::Word(word) => {
                    return Err(Failure::usage(format!(
                        "“{word}” is one word too many. The program and its arguments come after “--”."
                    )));
                }
                Next::Help => return Ok(Command::Help(Topic::Server)),
                Next::Version => return Ok(Command::Version),
                Next::End => break,
                Next::Option(name) => match name.as_str() {
                    "--env" => environment.push(pair(&self.text()?, "--env")?),
                    "--header" => headers.push(pair(&self.text()?, "--header")?),
                    "--secret" => secrets.push(secret(&self.text()?)?),
                    "--cwd" => folder = Some(self.text()?),
                    "--url" => url = Some(self.text()?),
                    "--transport" => transport = Some(transport_of(&self.text()?)?),
                    "--start-timeout" => start_seconds = Some(start_timeout(&self.text()?)?),
                    "--demo" => demo = true,
                    "--yes" | "-y" => yes = true,
                    "--no-start" => start = false,
                    other => return Err(unknown(other)),
                },
            }
        }
        let label = label.ok_or_else(|| Failure::usage("LABEL is missing."))?;
        let endpoint = match (url, program, demo) {
            (Some(url), None, false) => Endpoint::Address { url },
            (None, Some(all), false) => {
                let mut all = all.into_iter();
                Endpoint::Command {
                    program: all
                        .next()
                        .ok_or_else(|| Failure::usage("PROGRAM is missing after “--”."))?,
                    arguments: all.collect(),
                    // A folder is typed as seen from here; the host takes only full paths.
                    folder: folder.take().map(|folder| match std::path::absolute(&folder) {
                        Ok(full) => full.to_string_lossy().into_owned(),
                        Err(_) => folder,
                    }),
                }
            }
            (None, None, true) => Endpoint::Demo {},
            _ => {
                return Err(Failure::usage(
                    "A server is either an address (--url URL), or a program (-- PROGRAM ARGS…), or the demo (--demo).",
                ));
            }
        };
        let local = matches!(endpoint, Endpoint::Command { .. });
        if folder.is_some() || !local && !environment.is_empty() {
            return Err(Failure::usage("--env and --cwd are for programs."));
        }
        let remote = matches!(endpoint, Endpoint::Address { .. });
        if !remote && (!headers.is_empty() || transport.is_some()) {
            return Err(Failure::usage("--header and --transport are for addresses."));
        }
        if demo && !secrets.is_empty() {
            return Err(Failure::usage("The demo takes no secret."));
        }
        Ok(Command::Add(Box::new(Add {
            label,
            endpoint,
            plain: if local { environment } else { headers },
            secrets,
            transport: transport.unwrap_or_default(),
            start_seconds,
            yes,
            start,
        })))
    }

    /// A list of what a server offers.
    fn list(
        &mut self,
        topic: Topic,
        make: impl FnOnce(String, String) -> Command,
    ) -> Result<Command, Failure> {
        let mut search = String::new();
        let found = self.rest(topic, ["LABEL"], |line, option| {
            if option == "--search" {
                search = line.text()?;
                return Ok(true);
            }
            Ok(false)
        })?;
        Ok(match found {
            Ok([label]) => make(label, search),
            Err(command) => command,
        })
    }

    fn read(&mut self) -> Result<Command, Failure> {
        Ok(
            match self.rest(Topic::Resources, ["LABEL", "URI"], |_, _| Ok(false))? {
                Ok([label, uri]) => Command::Read(label, uri),
                Err(command) => command,
            },
        )
    }

    fn prompt(&mut self) -> Result<Command, Failure> {
        let (mut words, mut arguments) = (Vec::new(), BTreeMap::new());
        loop {
            match self.word()? {
                Next::Word(word) if words.len() < 2 => words.push(word),
                Next::Word(word) => {
                    let Some((name, value)) = word.split_once('=').filter(|(name, _)| !name.is_empty())
                    else {
                        return Err(Failure::usage(format!(
                            "“{word}” is no argument: arguments are written NAME=VALUE."
                        )));
                    };
                    if arguments.insert(name.to_owned(), value.to_owned()).is_some() {
                        return Err(Failure::usage(format!("The argument “{name}” is there twice.")));
                    }
                }
                Next::Option(name) => return Err(unknown(&name)),
                Next::Help => return Ok(Command::Help(Topic::Prompts)),
                Next::Version => return Ok(Command::Version),
                Next::End => break,
            }
        }
        let mut words = words.into_iter();
        match (words.next(), words.next()) {
            (Some(label), Some(name)) => Ok(Command::Prompt(label, name, arguments)),
            (None, _) => Err(Failure::usage("LABEL is missing.")),
            (Some(_), None) => Err(Failure::usage("NAME is missing.")),
        }
    }

    fn call(&mut self) -> Result<Command, Failure> {
        let (mut arguments, mut timeout, mut yes) = (None, None, false);
        let found = self.rest(Topic::Call, ["LABEL", "TOOL"], |line, option| {
            match option {
                "--args" => arguments = Some(source(line.text()?)),
                "--timeout" => timeout = Some(seconds(&line.text()?)?),
                "--yes" | "-y" => yes = true,
                _ => return Ok(false),
            }
            Ok(true)
        })?;
        Ok(match found {
            Ok([label, tool]) => Command::Call(Box::new(Call {
                label,
                tool,
                arguments: arguments.unwrap_or_else(|| Arguments::Text("{}".to_owned())),
                timeout,
                yes,
            })),
            Err(command) => command,
        })
    }

    fn roots(&mut self) -> Result<Command, Failure> {
        let topic = Topic::Roots;
        let mut found = Vec::new();
        loop {
            match self.word()? {
                Next::Word(word) if found.len() < 3 => found.push(word),
                Next::Word(word) => return Err(Failure::usage(format!("“{word}” is one word too many."))),
                Next::Option(name) => return Err(unknown(&name)),
                Next::Help => return Ok(Command::Help(topic)),
                Next::Version => return Ok(Command::Version),
                Next::End => break,
            }
        }
        let mut found = found.into_iter();
        let label = found.next().ok_or_else(|| Failure::usage("LABEL is missing."))?;
        let change = match (found.next().as_deref(), found.next()) {
            (None, _) => RootsChange::None,
            (Some("add"), Some(folder)) => RootsChange::Add(folder.into()),
            (Some("remove"), Some(folder)) => RootsChange::Remove(folder),
            (Some("add" | "remove"), None) => return Err(Failure::usage("DIR is missing.")),
            (Some("withhold"), None) => RootsChange::Withhold(true),
            (Some("ask"), None) => RootsChange::Withhold(false),
            (Some(other), _) => {
                return Err(Failure::usage(format!(
                    "There is no “roots LABEL {other}” like this, only add DIR, remove DIR, withhold and ask."
                )));
            }
        };
        Ok(Command::Roots(label, change))
    }

    fn task(&mut self) -> Result<Command, Failure> {
        let topic = Topic::Task;
        match self.sub(topic, "list, show, cancel")? {
            Err(command) => Ok(command),
            Ok(word) => match word.as_str() {
                "list" => self.none(topic, Command::Tasks),
                "show" => {
                    let mut wait = false;
                    let found = self.rest(topic, ["ID"], |_, option| {
                        wait |= option == "--wait";
                        Ok(option == "--wait")
                    })?;
                    Ok(match found {
                        Ok([id]) => Command::ShowTask(id, wait),
                        Err(command) => command,
                    })
                }
                "cancel" => Ok(match self.rest(topic, ["ID"], |_, _| Ok(false))? {
                    Ok([id]) => Command::CancelTask(id),
                    Err(command) => command,
                }),
                other => Err(Failure::usage(format!(
                    "There is no “task {other}”, only list, show and cancel."
                ))),
            },
        }
    }

    fn secrets(&mut self) -> Result<Command, Failure> {
        const ALL: &str = "show, file, passphrase, keychain";
        let topic = Topic::Secrets;
        match self.sub(topic, ALL)? {
            Err(command) => Ok(command),
            Ok(word) => match word.as_str() {
                "show" => self.none(topic, Command::Secrets(Keeping::Show)),
                "file" => self.none(topic, Command::Secrets(Keeping::File)),
                "passphrase" => self.none(topic, Command::Secrets(Keeping::Passphrase)),
                "keychain" => self.none(topic, Command::Secrets(Keeping::Keychain)),
                other => Err(Failure::usage(format!(
                    "There is no “secrets {other}”, only {ALL}."
                ))),
            },
        }
    }

    fn account(&mut self) -> Result<Command, Failure> {
        const ALL: &str = "show, sign-in, sign-out, decline, client, document";
        let topic = Topic::Account;
        match self.sub(topic, ALL)? {
            Err(command) => Ok(command),
            Ok(word) => match word.as_str() {
                "show" => self.one(topic, Command::Account),
                "sign-in" => self.sign_in(),
                "sign-out" => self.one(topic, Command::SignOut),
                "decline" => self.one(topic, Command::DeclineMore),
                "client" => self.client(),
                "document" => self.document(),
                other => Err(Failure::usage(format!(
                    "There is no “account {other}”, only {ALL}."
                ))),
            },
        }
    }

    fn sign_in(&mut self) -> Result<Command, Failure> {
        let (mut issuer, mut yes) = (None, false);
        let found = self.rest(Topic::Account, ["LABEL"], |line, option| {
            match option {
                "--issuer" => issuer = Some(line.text()?),
                "--yes" | "-y" => yes = true,
                _ => return Ok(false),
            }
            Ok(true)
        })?;
        Ok(match found {
            Ok([label]) => Command::SignIn(Box::new(SignIn { label, issuer, yes })),
            Err(command) => command,
        })
    }

    fn document(&mut self) -> Result<Command, Failure> {
        let (mut address, mut forget) = (None, false);
        let found = self.rest(Topic::Account, [], |line, option| {
            match option {
                "--address" => address = Some(line.text()?),
                "--forget" => forget = true,
                _ => return Ok(false),
            }
            Ok(true)
        })?;
        match (found, address, forget) {
            (Err(command), ..) => Ok(command),
            (Ok([]), Some(_), true) => Err(Failure::usage("--forget stands alone.")),
            (Ok([]), Some(address), false) => Ok(Command::Document(Some(Some(address)))),
            (Ok([]), None, true) => Ok(Command::Document(Some(None))),
            (Ok([]), None, false) => Ok(Command::Document(None)),
        }
    }

    fn client(&mut self) -> Result<Command, Failure> {
        let (mut label, mut id, mut issuer, mut port) = (None, None, None, None);
        let (mut proofs, mut unattended, mut forget) = (Vec::new(), false, false);
        let (mut idp, mut idp_id, mut token_file) = (None, None, None);
        loop {
            match self.word()? {
                Next::Word(word) if label.is_none() => label = Some(word),
                // It may be a secret that was meant for `--secret`: it is not said again.
                Next::Word(_) => {
                    return Err(Failure::usage(
                        "There is one word too many. A secret does not belong on the command line: --secret asks for it.",
                    ));
                }
                Next::Help => return Ok(Command::Help(Topic::Account)),
                Next::Version => return Ok(Command::Version),
                Next::End => break,
                Next::Option(name) => match name.as_str() {
                    "--id" => id = Some(self.text()?),
                    "--secret" => proofs.push(self.proof()?),
                    "--key" => proofs.push(Proof::Key(self.parser.value().map_err(wrong)?.into())),
                    "--issuer" => issuer = Some(self.text()?),
                    "--unattended" => unattended = true,
                    "--idp" => idp = Some(self.text()?),
                    "--idp-id" => idp_id = Some(self.text()?),
                    "--token-file" => {
                        token_file = Some(PathBuf::from(self.parser.value().map_err(wrong)?));
                    }
                    "--port" => {
                        let text = self.text()?;
                        let number = text.parse::<u16>().ok().filter(|port| *port != 0);
                        port =
                            Some(number.ok_or_else(|| Failure::usage(format!("“{text}” is not a port.")))?);
                    }
                    "--forget" => forget = true,
                    other => return Err(unknown(other)),
                },
            }
        }
        let label = label.ok_or_else(|| Failure::usage("LABEL is missing."))?;
        let proof = proofs.pop().unwrap_or(Proof::None);
        if !proofs.is_empty() {
            return Err(Failure::usage("A client has one secret or one key."));
        }
        let vouched = idp.is_some() || idp_id.is_some() || token_file.is_some();
        let organisation = match (idp, idp_id) {
            (Some(issuer), Some(id)) => Some((issuer, id)),
            (None, None) => None,
            _ => return Err(Failure::usage("--idp and --idp-id stand together.")),
        };
        let nameless = token_file.is_some() && organisation.is_none() && proof == Proof::None;
        if forget {
            let other =
                id.is_some() || proof != Proof::None || unattended || issuer.is_some() || port.is_some();
            if other || vouched {
                return Err(Failure::usage("--forget stands alone."));
            }
        } else if nameless && id.is_none() {
            // Whoever trusts the platform needs no name of the client.
            id = Some(String::new());
        } else if id.as_deref().is_none_or(|id| id.trim().is_empty()) {
            return Err(Failure::usage("Say which: --id ID, or --forget."));
        }
        if unattended && (proof == Proof::None || port.is_some()) {
            return Err(Failure::usage(
                "--unattended takes --secret or --key, and no --port.",
            ));
        }
        Ok(Command::Client(Box::new(ClientId {
            label,
            id,
            proof,
            issuer,
            unattended,
            port,
            organisation,
            token_file,
        })))
    }

    fn proof(&mut self) -> Result<Proof, Failure> {
        match self.parser.optional_value() {
            None => Ok(Proof::Asked),
            Some(value) if value == "-" => Ok(Proof::Input),
            // Other programs can read the command line, and shells remember it.
            Some(_) => Err(Failure::usage(
                "A secret does not belong on the command line: --secret asks for it, --secret=- takes a line of standard input.",
            )),
        }
    }

    fn models(&mut self) -> Result<Command, Failure> {
        let topic = Topic::Models;
        match self
            .sub(topic, "list, add, key, check, use, leave, remove")?
            .as_deref()
        {
            Err(_) => Ok(Command::Help(topic)),
            Ok("list") => self.none(topic, Command::Models),
            Ok("add") => self.add_provider(),
            Ok("key") => {
                let (mut from_input, mut yes) = (None, false);
                let found = self.rest(topic, ["LABEL"], |line, option| {
                    match option {
                        "--key" => from_input = Some(line.proof()? == Proof::Input),
                        "--yes" | "-y" => yes = true,
                        _ => return Ok(false),
                    }
                    Ok(true)
                })?;
                Ok(match found {
                    Ok([label]) => Command::ProviderKey(label, from_input.unwrap_or(false), yes),
                    Err(command) => command,
                })
            }
            Ok("check") => self.one(topic, Command::CheckProvider),
            Ok("remove") => self.one(topic, Command::RemoveProvider),
            Ok(which @ ("use" | "leave")) => {
                let used = which == "use";
                let found = self.rest(topic, ["LABEL", "MODEL"], |_, _| Ok(false))?;
                Ok(match found {
                    Ok([label, model]) => Command::UseModel(label, model, used),
                    Err(command) => command,
                })
            }
            Ok(other) => Err(Failure::usage(format!(
                "There is no “models {other}”, only list, add, key, check, use, leave and remove."
            ))),
        }
    }

    fn tokens(&mut self) -> Result<Command, Failure> {
        let (mut labels, mut model) = (Vec::new(), None);
        loop {
            match self.word()? {
                Next::Word(label) => labels.push(label),
                Next::Option(name) if name == "--model" => model = Some(self.text()?),
                Next::Option(name) => return Err(unknown(&name)),
                Next::Help => return Ok(Command::Help(Topic::Tokens)),
                Next::Version => return Ok(Command::Version),
                Next::End => return Ok(Command::Tokens(labels, model)),
            }
        }
    }

    fn add_provider(&mut self) -> Result<Command, Failure> {
        let (mut label, mut address, mut key, mut yes) = (None, None, None, false);
        let found = self.rest(Topic::Models, ["KIND"], |line, option| {
            match option {
                "--label" => label = Some(line.text()?),
                "--address" => address = Some(line.text()?),
                "--key" => key = Some(line.proof()? == Proof::Input),
                "--yes" | "-y" => yes = true,
                _ => return Ok(false),
            }
            Ok(true)
        })?;
        let kind = match found {
            Err(command) => return Ok(command),
            Ok([kind]) => match kind.as_str() {
                "anthropic" => ProviderKind::Anthropic,
                "openai" => ProviderKind::Openai,
                "gemini" => ProviderKind::Gemini,
                "ollama" => ProviderKind::Ollama,
                "lm-studio" => ProviderKind::LmStudio,
                "compatible" => ProviderKind::Compatible,
                other => {
                    return Err(Failure::usage(format!(
                        "“{other}” is no kind of provider: anthropic, openai, gemini, ollama, lm-studio or compatible."
                    )));
                }
            },
        };
        Ok(Command::AddProvider(Box::new(AddProvider {
            kind,
            label,
            address,
            key,
            yes,
        })))
    }

    fn flows(&mut self) -> Result<Command, Failure> {
        let (mut label, mut change) = (None, FlowsChange::default());
        loop {
            match self.word()? {
                Next::Word(word) => match (word.split_once('='), &label) {
                    (Some((what, say)), Some(_)) => change.says.push((mark(what)?, said(say)?)),
                    (_, None) => label = Some(word),
                    (None, Some(_)) if change.tool.is_none() && change.says.is_empty() => {
                        change.tool = Some(word);
                    }
                    (None, Some(_)) => return Err(Failure::usage(format!("“{word}” is one word too many."))),
                },
                Next::Option(name) if name == "--yes" || name == "-y" => change.yes = true,
                Next::Option(name) => return Err(unknown(&name)),
                Next::Help => return Ok(Command::Help(Topic::Flows)),
                Next::Version => return Ok(Command::Version),
                Next::End => break,
            }
        }
        Ok(match label {
            None => Command::Flows,
            Some(label) => Command::ServerFlows(label, change),
        })
    }

    fn grants(&mut self) -> Result<Command, Failure> {
        let topic = Topic::Grants;
        match self.sub(topic, "list, revoke, hold")?.as_deref() {
            Err(_) => Ok(Command::Help(topic)),
            Ok("list") => self.none(topic, Command::Grants),
            Ok("revoke") => self.revoke(),
            Ok("hold") => self.hold(),
            Ok(other) => Err(Failure::usage(format!(
                "There is no “grants {other}”, only list, revoke and hold."
            ))),
        }
    }

    fn hold(&mut self) -> Result<Command, Failure> {
        let mut words = Vec::new();
        loop {
            match self.word()? {
                Next::Word(word) => words.push(word),
                Next::Option(name) => return Err(unknown(&name)),
                Next::Help => return Ok(Command::Help(Topic::Grants)),
                Next::Version => return Ok(Command::Version),
                Next::End => break,
            }
        }
        match <[String; 2]>::try_from(words) {
            Ok([label, tool]) => Ok(Command::Hold(label, tool)),
            Err(_) => Err(Failure::usage("Say which: LABEL and TOOL.")),
        }
    }

    fn revoke(&mut self) -> Result<Command, Failure> {
        let (mut which, mut help, mut yes) = (Vec::new(), None, false);
        loop {
            match self.word()? {
                Next::Word(id) => which.push(Revoke::One(id)),
                Next::Option(name) if name == "--unused" => which.push(Revoke::Unused(false)),
                Next::Option(name) if name == "--yes" || name == "-y" => yes = true,
                Next::Option(name) if name == "--server" => which.push(Revoke::Server(self.text()?)),
                Next::Option(name) if name == "--all" => which.push(Revoke::All),
                Next::Option(name) => return Err(unknown(&name)),
                Next::Help => help = Some(Command::Help(Topic::Grants)),
                Next::Version => help = Some(Command::Version),
                Next::End => break,
            }
        }
        match (help, which.pop(), which.is_empty()) {
            (Some(help), ..) => Ok(help),
            (None, Some(Revoke::Unused(_)), true) => Ok(Command::Revoke(Revoke::Unused(yes))),
            (None, Some(one), true) if !yes => Ok(Command::Revoke(one)),
            _ => Err(Failure::usage(
                "Say which: one ID, --server LABEL, --unused, or --all. --yes goes with --unused.",
            )),
        }
    }

    fn audit(&mut self) -> Result<Command, Failure> {
        let topic = Topic::Audit;
        match self.sub(topic, "list, show, verify, export")?.as_deref() {
            Err(_) => Ok(Command::Help(topic)),
            Ok("list") => self.audit_list(),
            Ok("show") => Ok(match self.rest(topic, ["ROW"], |_, _| Ok(false))? {
                Ok([row]) => Command::ShowRow(
                    row.parse()
                        .map_err(|_| Failure::usage(format!("“{row}” is not the number of a row.")))?,
                ),
                Err(command) => command,
            }),
            Ok("verify") => self.verify(),
            Ok("export") => self.export(),
            Ok(other) => Err(Failure::usage(format!(
                "There is no “audit {other}”, only list, show, verify and export."
            ))),
        }
    }

    fn backup(&mut self) -> Result<Command, Failure> {
        let topic = Topic::Backup;
        match self.sub(topic, "list, now, restore")?.as_deref() {
            Err(_) => Ok(Command::Help(topic)),
            Ok("list") => self.none(topic, Command::Backups),
            Ok("now") => self.none(topic, Command::BackUp),
            Ok("restore") => match self.word()? {
                Next::Word(which) => self.none(topic, Command::Restore(which)),
                Next::Help => Ok(Command::Help(topic)),
                Next::Version => Ok(Command::Version),
                Next::Option(name) => Err(unknown(&name)),
                Next::End => Err(Failure::usage(
                    "Say which: “last”, or a name that “backup list” shows.",
                )),
            },
            Ok(other) => Err(Failure::usage(format!(
                "There is no “backup {other}”, only list, now and restore."
            ))),
        }
    }

    fn chat(&mut self) -> Result<Command, Failure> {
        let topic = Topic::Chat;
        match self.sub(topic, "list, search, export")?.as_deref() {
            Err(_) => Ok(Command::Help(topic)),
            Ok("list") => self.none(topic, Command::Chats),
            Ok("search") => self.chat_search(),
            Ok("export") => self.chat_export(),
            Ok(other) => Err(Failure::usage(format!(
                "There is no “chat {other}”, only list, search and export."
            ))),
        }
    }

    fn chat_search(&mut self) -> Result<Command, Failure> {
        let (mut limit, mut found) = (20, Vec::new());
        loop {
            match self.word()? {
                Next::Word(word) => found.push(word),
                Next::Option(name) if name == "--limit" => {
                    let text = self.text()?;
                    limit = text
                        .parse()
                        .map_err(|_| Failure::usage(format!("“{text}” is not a number.")))?;
                }
                Next::Option(name) => return Err(unknown(&name)),
                Next::Help => return Ok(Command::Help(Topic::Chat)),
                Next::Version => return Ok(Command::Version),
                Next::End if found.is_empty() => return Err(Failure::usage("WORDS are missing.")),
                Next::End => return Ok(Command::FindChats(found.join(" "), limit)),
            }
        }
    }

    fn chat_export(&mut self) -> Result<Command, Failure> {
        let mut format = None;
        let found = self.rest(Topic::Chat, ["ID"], |line, option| {
            if option != "--format" {
                return Ok(false);
            }
            let text = line.text()?;
            let Some((known, _)) = ChatFormat::of(&text) else {
                return Err(Failure::usage(format!(
                    "“{text}” is not a format: markdown or json."
                )));
            };
            format = Some(known);
            Ok(true)
        })?;
        match (found, format) {
            (Err(command), _) => Ok(command),
            (Ok([id]), Some(format)) => Ok(Command::ExportChat(id, format)),
            (Ok(_), None) => Err(Failure::usage("Say how with --format markdown or --format json.")),
        }
    }

    fn audit_list(&mut self) -> Result<Command, Failure> {
        let mut list = AuditList {
            server: None,
            search: None,
            limit: 50,
        };
        let found = self.rest(Topic::Audit, [], |line, option| {
            match option {
                "--server" => list.server = Some(line.text()?),
                "--search" => list.search = Some(line.text()?),
                "--limit" => {
                    let text = line.text()?;
                    list.limit = text
                        .parse()
                        .map_err(|_| Failure::usage(format!("“{text}” is not a number.")))?;
                }
                _ => return Ok(false),
            }
            Ok(true)
        })?;
        Ok(match found {
            Ok([]) => Command::Audit(list),
            Err(command) => command,
        })
    }

    fn verify(&mut self) -> Result<Command, Failure> {
        let mut verify = Verify::Check;
        let found = self.rest(Topic::Audit, [], |line, option| {
            if verify != Verify::Check {
                return Err(Failure::usage(
                    "“verify” takes one of --head, --expect and --accept.",
                ));
            }
            verify = match option {
                "--head" => Verify::Head,
                "--accept" => Verify::Accept,
                "--expect" => {
                    let text = line.text()?;
                    Verify::Expect(Head::parse(&text).ok_or_else(|| {
                        Failure::usage("--expect takes what “audit verify --head” printed: ROW:HASH.")
                    })?)
                }
                _ => return Ok(false),
            };
            Ok(true)
        })?;
        Ok(match found {
            Ok([]) => Command::Verify(verify),
            Err(command) => command,
        })
    }

    fn export(&mut self) -> Result<Command, Failure> {
        let mut format = None;
        let found = self.rest(Topic::Audit, [], |line, option| {
            if option != "--format" {
                return Ok(false);
            }
            format = Some(match line.text()?.as_str() {
                "jsonl" => Format::JsonLines,
                "csv" => Format::Csv,
                other => {
                    return Err(Failure::usage(format!(
                        "“{other}” is not a format: jsonl or csv."
                    )));
                }
            });
            Ok(true)
        })?;
        match (found, format) {
            (Err(command), _) => Ok(command),
            (Ok([]), Some(format)) => Ok(Command::Export(format)),
            (Ok([]), None) => Err(Failure::usage("--format is missing: jsonl or csv.")),
        }
    }
}

fn pair(text: &str, option: &str) -> Result<NamedValue, Failure> {
    match text.split_once('=') {
        Some((name, value)) if !name.is_empty() => Ok(NamedValue {
            name: name.to_owned(),
            value: Some(value.to_owned()),
            secret: false,
        }),
        _ => Err(Failure::usage(format!("{option} takes NAME=VALUE."))),
    }
}

fn secret(text: &str) -> Result<SecretName, Failure> {
    match text.split_once('=') {
        None if !text.is_empty() => Ok(SecretName {
            name: text.to_owned(),
            from_input: false,
        }),
        Some((name, "-")) if !name.is_empty() => Ok(SecretName {
            name: name.to_owned(),
            from_input: true,
        }),
        // Other programs can read the command line, and shells remember it.
        _ => Err(Failure::usage(
            "A secret does not belong on the command line: --secret NAME asks for it, --secret NAME=- takes a line of standard input.",
        )),
    }
}

fn transport_of(text: &str) -> Result<TransportChoice, Failure> {
    match text {
        "auto" => Ok(TransportChoice::Auto),
        "streamable-http" => Ok(TransportChoice::StreamableHttp),
        "sse" => Ok(TransportChoice::Sse),
        other => Err(Failure::usage(format!(
            "“{other}” is not a transport: auto, streamable-http or sse."
        ))),
    }
}

fn start_timeout(text: &str) -> Result<u32, Failure> {
    let (least, most) = portcullis_host::limits::START_SECONDS;
    let found = text
        .parse::<u32>()
        .ok()
        .filter(|found| (least..=most).contains(found));
    found.ok_or_else(|| Failure::usage(format!("--start-timeout takes {least} to {most} seconds.")))
}

fn source(text: String) -> Arguments {
    match text.strip_prefix('@') {
        Some(file) => Arguments::File(file.into()),
        None if text == "-" => Arguments::Input,
        None => Arguments::Text(text),
    }
}

fn seconds(text: &str) -> Result<Duration, Failure> {
    let (_, least, most) = portcullis_host::limits::CALL_IDLE_SECONDS;
    let found = text.parse::<u32>().ok();
    match found.filter(|seconds| (least..=most).contains(seconds)) {
        Some(seconds) => Ok(Duration::from_secs(seconds.into())),
        None => Err(Failure::usage(format!(
            "--timeout takes {least} to {most} seconds."
        ))),
    }
}

#[cfg(test)]
mod tests;
