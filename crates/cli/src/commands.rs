//! The commands, one file for each group: its arguments and what it does.

pub mod account;
mod audit;
mod backup;
mod call;
pub mod chat;
mod client;
mod completions;
pub mod flows;
pub mod grants;
mod logs;
mod models;
mod prompts;
mod resources;
mod roots;
mod secrets;
pub mod server;
mod server_add;
mod server_edit;
mod server_import;
mod sign_in;
mod task;
mod tokens;
mod tools;

pub use completions::offline;
pub use secrets::unlock;

use crate::failure::CliFailure;
use crate::session::CommandContext;
use clap::{Args, Subcommand};

/// What to do.
#[derive(Debug, Subcommand)]
pub enum Command {
    /// Add, list and change servers
    #[command(subcommand)]
    Server(server::Server),
    /// Start a server and say how it is, and why
    ///
    /// Starts the server if it is on, says how it is and why, and stops it again. Exit code 4 when it is off or not ready,
    /// or its tools could not be listed; 3 when what would start is not what you approved.
    Status {
        /// The server
        label: String,
    },
    /// Print what a server writes while it starts and runs
    ///
    /// Starts the server and prints what it writes to standard error, log messages, lines that are not protocol, and
    /// remarks of Portcullis, each with its time and source. Without --follow it ends once the server is ready or has
    /// failed, with exit code 4 when it is not ready.
    Logs(logs::Logs),
    /// List the tools of a server
    ///
    /// Starts the server, lists its tools, and stops it again.
    Tools(List),
    /// Call a tool
    ///
    /// It is your own call, so a tool that you know and that is unchanged runs without a question. A tool that changed
    /// since you approved it, or a server whose program changed, is shown and asked about on the terminal; --yes does not
    /// answer that. What the server asks meanwhile (a form, an address to open, its folders) is shown and answered on the
    /// terminal. Ctrl-C stops the call, down to the server. What the server goes on with as a task is waited for; Ctrl-C
    /// leaves it to the server then, and says how to find it again.
    Call(call::Call),
    /// Calls that a server goes on with by itself
    #[command(subcommand)]
    Task(task::Task),
    /// List the resources and templates of a server
    ///
    /// Starts the server, lists its resources and templates, and stops it again.
    Resources(List),
    /// Read a resource
    ///
    /// Whatever the address looks like, it goes to the server and nowhere else: nothing is opened. What comes back is
    /// printed as text; --json has the whole reply.
    Read(resources::Read),
    /// List the prompts of a server
    ///
    /// Starts the server, lists its prompts, and stops it again. Arguments in brackets may be left out.
    Prompts(List),
    /// Fetch a prompt
    ///
    /// Without an argument that is needed nothing is sent. What comes back is the server's text and is only printed.
    Prompt(prompts::Prompt),
    /// Show or change the folders that a server may be told about
    ///
    /// The server learns of them once you say so when it asks. Folders tell a server where to work. They are no fence: a
    /// program on this computer can read what you can read.
    Roots(roots::Roots),
    /// Who is signed in at a remote server
    #[command(subcommand)]
    Account(account::AccountCommand),
    /// Where secrets are kept
    ///
    /// Secrets are in the keychain of your system, or in an encrypted file on a computer without one.
    #[command(subcommand)]
    Secrets(secrets::Secrets),
    /// Providers of models
    #[command(subcommand)]
    Models(models::Models),
    /// What servers give and send out, and what conversations have met
    ///
    /// Without LABEL: what each conversation has met. Where private data, text of strangers and a way out meet in a call
    /// of a model, a person is asked, whatever was permitted. What nobody has said counts where something goes from one
    /// server to another. A “no” makes that looser, so it is shown and asked about.
    Flows(flows::Flows),
    /// Estimate what tools take of a model's requests
    ///
    /// Starts these servers, or all that are on, and estimates how many tokens the definitions of their tools take with
    /// every request to a model. No provider is asked, and each counts a little otherwise.
    Tokens(tokens::Tokens),
    /// Standing permissions
    #[command(subcommand)]
    Grants(grants::Grants),
    /// The record of what was decided and done
    #[command(subcommand)]
    Audit(audit::Audit),
    /// Conversations
    #[command(subcommand)]
    Chat(chat::Chat),
    /// Copies of servers, permissions, conversations and record
    ///
    /// A backup is made every day that Portcullis is used, and seven are kept.
    #[command(subcommand)]
    Backup(backup::Backup),
    /// Print a script that completes commands in a shell
    #[command(after_help = "Examples:\n  \
        portcullis-cli completions bash > ~/.local/share/bash-completion/completions/portcullis-cli\n  \
        portcullis-cli completions zsh > \"${fpath[1]}/_portcullis-cli\"\n  \
        portcullis-cli completions fish > ~/.config/fish/completions/portcullis-cli.fish")]
    Completions {
        /// The shell
        shell: clap_complete::Shell,
    },
    /// Print the manual pages of all commands
    #[command(after_help = "Examples:\n  portcullis-cli manual | man -l -\n  \
        portcullis-cli manual --to ~/.local/share/man/man1")]
    Manual {
        /// Write one file for each command into this folder instead
        #[arg(long, value_name = "DIR")]
        to: Option<std::path::PathBuf>,
    },
}

/// A list of what a server offers.
#[derive(Debug, Args)]
pub struct List {
    /// The server
    label: String,
    /// Only those with these words
    #[arg(
        long,
        value_name = "WORDS",
        default_value = "",
        hide_default_value = true,
        allow_hyphen_values = true
    )]
    search: String,
}

impl Command {
    /// What single arguments cannot say about a line that makes no sense.
    pub fn check(&self) -> Result<(), String> {
        match self {
            Self::Prompt(prompt) => prompt.check(),
            Self::Flows(flows) => flows.check(),
            _ => Ok(()),
        }
    }

    /// Whether it puts another database in the place of the one that is open.
    pub fn restores(&self) -> bool {
        matches!(self, Self::Backup(backup::Backup::Restore { .. }))
    }

    /// Runs it, until it is done or a signal comes.
    pub async fn run(self, session: &CommandContext) -> Result<(), CliFailure> {
        match self {
            // A call is stopped by itself, down to the server; everything else ends where it is.
            Self::Call(call) => Box::pin(call.run(session)).await,
            // To stop it is how following ends.
            Self::Logs(logs) if logs.follow => Box::pin(logs.follow(session)).await,
            command => tokio::select! {
                done = Box::pin(command.act(session)) => done,
                () = session.stopped() => Err(CliFailure::interrupted()),
            },
        }
    }

    async fn act(self, session: &CommandContext) -> Result<(), CliFailure> {
        match self {
            Self::Server(command) => command.run(session).await,
            Self::Status { label } => server::status(session, &label).await,
            Self::Logs(logs) => logs.run(session).await,
            Self::Tools(list) => tools::list(session, &list).await,
            Self::Task(command) => command.run(session).await,
            Self::Resources(list) => resources::list(session, &list).await,
            Self::Read(read) => read.run(session).await,
            Self::Prompts(list) => prompts::list(session, &list).await,
            Self::Prompt(prompt) => prompt.run(session).await,
            Self::Roots(roots) => roots.run(session).await,
            Self::Account(command) => command.run(session).await,
            Self::Secrets(command) => command.run(session).await,
            Self::Models(command) => command.run(session).await,
            Self::Flows(flows) => flows.run(session).await,
            Self::Tokens(tokens) => tokens.run(session).await,
            Self::Grants(command) => command.run(session).await,
            Self::Audit(command) => command.run(session).await,
            Self::Chat(command) => command.run(session).await,
            Self::Backup(command) => command.run(session).await,
            // It stops by itself, and these need no host.
            Self::Call(_) | Self::Completions { .. } | Self::Manual { .. } => Ok(()),
        }
    }
}
