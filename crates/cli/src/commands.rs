//! The commands, one file for each group: its arguments and what it does.

pub mod account;
mod audit;
mod backup;
mod bundle;
mod call;
pub mod chat;
mod client;
mod completions;
mod doctor;
pub mod flows;
pub mod grants;
mod logs;
pub mod models;
mod profile;
mod prompts;
mod registry;
mod resources;
mod roots;
mod secrets;
pub mod server;
mod server_add;
mod server_edit;
mod server_export;
mod server_fence;
pub mod server_fetch;
mod server_import;
mod server_suggested;
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
    /// Inspect a bundle file (.mcpb, .dxt) and add its server
    #[command(subcommand)]
    Bundle(bundle::BundleCommand),
    /// Find servers in a registry, and add them
    ///
    /// Without a command: which registry is enabled, and how old its copy is. Nothing is sent to a registry until you enable one.
    Registry(registry::RegistryArguments),
    /// Start a server and show its status
    ///
    /// Starts the server if it is on, shows its status with the reason, and stops it. Exit code 4 means that it is off, not
    /// ready, or did not list its tools. Exit code 3 means that what would start is not what you approved.
    Status {
        /// The server
        label: String,
    },
    /// Explain why a server does not start or connect
    ///
    /// Starts the server if it is on, and prints one cause, one remedy and what was checked. Without LABEL: the runtimes of
    /// this computer, and the cause for each server that is on and not ready. Nothing is installed, and without --fix
    /// nothing is changed. Exit code 4 means that a server is off, not ready, or did not list its tools; 3 that what would
    /// start is not what you approved.
    Doctor(doctor::Doctor),
    /// Print the log of a server
    ///
    /// Starts the server and prints its standard error, log messages, lines that are not MCP messages, and notes from Portcullis,
    /// each with time and source. Without --follow it ends once the server is ready or has failed, with exit code 4 if it is not
    /// ready.
    Logs(logs::Logs),
    /// List the tools of a server, or show one with its arguments
    ///
    /// Starts the server, lists its tools, and stops it.
    Tools(tools::Tools),
    /// Call a tool
    ///
    /// A call of your own needs no approval if you know the tool and it is unchanged. A changed tool, or a server whose program
    /// changed, is shown and needs approval in the terminal; --yes does not approve it. Questions from the server during the call
    /// (a form, a URL to open, its folders) are shown and answered in the terminal. Ctrl-C cancels the call at the server. If the
    /// call becomes a task, the command waits for it; Ctrl-C then leaves the task running and prints how to find it again. If
    /// the call fails, the output of the server during the call is printed, too.
    Call(call::Call),
    /// Show, wait for and cancel tool calls that run as tasks
    #[command(subcommand)]
    Task(task::Task),
    /// List the resources and templates of a server
    ///
    /// Starts the server, lists its resources and templates, and stops it.
    Resources(List),
    /// Read a resource
    ///
    /// The URI is sent to the server only; nothing is opened. The contents are printed as text; --json prints the full response.
    Read(resources::Read),
    /// List the prompts of a server
    ///
    /// Starts the server, lists its prompts, and stops it. Arguments in brackets are optional.
    Prompts(List),
    /// Fetch a prompt
    ///
    /// Nothing is sent if a required argument is missing. The result is text from the server and is only printed.
    Prompt(prompts::Prompt),
    /// Show or change the folders of a server (roots)
    ///
    /// A server that asks for folders gets them after your approval. In a fence, its program can read and change these folders,
    /// besides what the fence allows. Without a fence, folders only tell a server where to work: a local program can read what you
    /// can read.
    Roots(roots::Roots),
    /// Sign in to remote servers
    #[command(subcommand)]
    Account(account::AccountCommand),
    /// Show or change where secrets are kept
    ///
    /// Secrets are in the keychain of your system, or in an encrypted file on a computer without one.
    #[command(subcommand)]
    Secrets(secrets::Secrets),
    /// Add model providers and enable their models
    #[command(subcommand)]
    Models(models::Models),
    /// Show or change the data flow of servers and conversations
    ///
    /// Without LABEL: the data risk of each conversation. A model’s call that combines private data, untrusted content
    /// and external communication always needs approval, even with a permission. A value that is not set counts as “yes”
    /// for data that moves between servers. “no” is less restrictive, so it is shown and needs approval.
    Flows(flows::Flows),
    /// Estimate the tokens of tool definitions
    ///
    /// Starts these servers, or all that are on, and estimates how many tokens their tool definitions take in every
    /// request to a model. No provider is asked; providers count slightly differently.
    Tokens(tokens::Tokens),
    /// List, switch and change profiles: which servers are on and which permissions apply
    ///
    /// A permission applies in the profile in which it was given. Switching starts nothing here; the window starts the servers of
    /// the profile the next time it opens.
    Profile(profile::Profile),
    /// List and revoke permissions
    #[command(subcommand, name = "permissions", alias = "grants")]
    Grants(grants::Grants),
    /// List, check and export the audit log
    #[command(subcommand)]
    Audit(audit::Audit),
    /// List, search, export and import conversations
    #[command(subcommand)]
    Chat(chat::Chat),
    /// List, make and restore backups of servers, permissions, conversations and the audit log
    ///
    /// A backup is made on each day that Portcullis is used and has a server; seven are kept.
    #[command(subcommand)]
    Backup(backup::Backup),
    /// Print a completion script for a shell
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
        /// Write one file per command into this folder instead
        #[arg(long, value_name = "DIR")]
        to: Option<std::path::PathBuf>,
    },
}

/// A list of what a server offers.
#[derive(Debug, Args)]
pub struct List {
    /// The server
    label: String,
    /// Only entries with these words
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

    /// Whether it may need a secret. What only lists what is in the database does not. An export does: secrets are left out of it.
    pub fn needs_secrets(&self) -> bool {
        use profile::{Profile, ProfileChange};
        !matches!(
            self,
            Self::Server(server::Server::List | server::Server::Suggested(_))
                | Self::Task(task::Task::List)
                | Self::Profile(Profile {
                    change: None | Some(ProfileChange::List)
                })
                | Self::Grants(grants::Grants::List)
                | Self::Audit(audit::Audit::List(_) | audit::Audit::Show { .. })
                | Self::Chat(chat::Chat::List)
                | Self::Backup(backup::Backup::List)
        )
    }

    /// Whether it puts another database in the place of the one that is open.
    pub fn restores(&self) -> bool {
        matches!(self, Self::Backup(backup::Backup::Restore { .. }))
    }

    /// Runs it, until it is done or a signal comes.
    pub async fn run(self, session: &CommandContext) -> Result<(), CliFailure> {
        match self {
            // A call is stopped automatically, down to the server; everything else ends where it is.
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
            Self::Bundle(command) => command.run(session).await,
            Self::Registry(command) => command.run(session).await,
            Self::Status { label } => server::status(session, &label).await,
            Self::Doctor(doctor) => doctor.run(session).await,
            Self::Logs(logs) => logs.run(session).await,
            Self::Tools(tools) => tools.run(session).await,
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
            Self::Profile(profile) => profile.run(session).await,
            Self::Grants(command) => command.run(session).await,
            Self::Audit(command) => command.run(session).await,
            Self::Chat(command) => command.run(session).await,
            Self::Backup(command) => command.run(session).await,
            // It stops automatically, and these need no host.
            Self::Call(_) | Self::Completions { .. } | Self::Manual { .. } => Ok(()),
        }
    }
}
