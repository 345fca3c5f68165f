//! Accounts: who is signed in at a remote server, and signing out.

use super::client::{self, Client};
use super::sign_in::SignIn;
use crate::failure::CliFailure;
use crate::output::{sentence, time};
use crate::session::CommandContext;
use clap::Subcommand;
use portcullis_host::view::{Account, Registration, ServerAccount, ServerSummary, SignInState, Whereabouts};

/// `account`.
#[derive(Debug, Subcommand)]
pub enum AccountCommand {
    /// Show the sign-in at a server
    Show {
        /// The server
        label: String,
    },
    /// Sign in
    ///
    /// Shows the server, the authorization server and the scopes, and asks before your browser opens. If no browser
    /// opens, it prints the URL. It waits until you are done there.
    SignIn(SignIn),
    /// Delete the tokens, and revoke them where the authorization server offers it
    SignOut {
        /// The server
        label: String,
    },
    /// Decline additional scopes that a server asks for
    Decline {
        /// The server
        label: String,
    },
    /// Enter your own client ID for an authorization server
    Client(Box<Client>),
    /// Show, set or remove the URL of a client ID metadata document
    ///
    /// An organization can publish one. Authorization servers that support it need no registration then. The document
    /// is read before its URL is saved.
    Document {
        /// The URL of the document
        #[arg(long, value_name = "URL", conflicts_with = "forget")]
        address: Option<String>,
        /// Remove the URL
        #[arg(long)]
        forget: bool,
    },
}

impl AccountCommand {
    pub async fn run(self, session: &CommandContext) -> Result<(), CliFailure> {
        match self {
            Self::Show { label } => show(session, &label),
            Self::SignIn(sign_in) => sign_in.run(session).await,
            Self::SignOut { label } => sign_out(session, &label).await,
            Self::Decline { label } => decline(session, &label).await,
            Self::Client(client) => client.run(session).await,
            Self::Document { address, forget } => document(session, address, forget).await,
        }
    }
}

fn show(session: &CommandContext, label: &str) -> Result<(), CliFailure> {
    let server = session.find(label)?;
    let account = session.host.account(&server.id)?;
    session.output.result(&account, || words(&account, &server));
    Ok(())
}

async fn decline(session: &CommandContext, label: &str) -> Result<(), CliFailure> {
    let server = session.find(label)?;
    let account = session.host.decline_more(&server.id).await?;
    session.output.result(&account, || match &account.more {
        Some(_) => format!(
            "What “{}” wants beyond what you granted stays ungranted.",
            server.label
        ),
        None => format!("“{}” wants nothing beyond what you granted.", server.label),
    });
    Ok(())
}

async fn sign_out(session: &CommandContext, label: &str) -> Result<(), CliFailure> {
    let server = session.find(label)?;
    let before = session.host.account(&server.id)?;
    let account = session.host.sign_out(&server.id).await?;
    session.output.result(&account, || match before.account {
        Some(_) => format!(
            "You are signed out of “{}”. Its tokens are deleted.",
            server.label
        ),
        None => format!(
            "You were not signed in to “{}”. Nothing of it is kept.",
            server.label
        ),
    });
    Ok(())
}

async fn document(session: &CommandContext, address: Option<String>, forget: bool) -> Result<(), CliFailure> {
    let document = match address.is_some() || forget {
        true => session.host.set_client_document(address.as_deref()).await?,
        false => session.host.client_document(),
    };
    session.output.result(&document, || match &document.address {
        Some(address) => format!("Authorization servers that take documents read who Portcullis is at {address}.\n"),
        None => format!(
            "No document says who Portcullis is, so it registers itself where that is possible. An organisation can publish \
             this at an https address of its own, with that address in the place of “https://…”:\n\n{}\n",
            document.content
        ),
    });
    Ok(())
}

/// How the account of a server is.
pub fn words(account: &ServerAccount, server: &ServerSummary) -> String {
    let label = &server.label;
    if !account.applies {
        return match server.whereabouts {
            Whereabouts::Local => format!("“{label}” is a program on this computer: nobody signs in to it."),
            _ => format!(
                "“{label}” gets a token of your own, the header Authorization: nobody signs in to it."
            ),
        };
    }
    let mut out = match &account.account {
        Some(made) => signed_in(made, label),
        None => format!(
            "You are not signed in to “{label}”. “portcullis-cli account sign-in” does it, if it wants that.\n"
        ),
    };
    if let SignInState::Failed { problem, .. } = &account.state {
        out.push_str(&format!("The last sign-in failed: {}\n", sentence(problem)));
    }
    if let Some(more) = &account.more {
        let tool = more
            .tool
            .as_ref()
            .map_or_else(String::new, |tool| format!(" for “{}”", tool.text));
        let scopes: Vec<_> = more.scopes.iter().map(|scope| scope.text.as_str()).collect();
        out.push_str(&format!(
            "It wants more than you granted{tool}: {}.{}\n",
            scopes.join(" "),
            if more.settled { " It stays ungranted." } else { "" }
        ));
    }
    if let Some(client) = &account.own_client {
        out.push_str(&client::described(client));
    }
    out
}

fn signed_in(made: &Account, label: &str) -> String {
    let mut out = match &made.ended {
        None => format!("You are signed in to “{label}”.\n"),
        Some(problem) => format!("{}\n", sentence(problem)),
    };
    out.push_str(&format!(
        "  At:             {}\n                  {}\n  For:            {}\n",
        made.issuer_host, made.issuer.text, made.resource
    ));
    let scopes: Vec<_> = made.scopes.iter().map(|scope| scope.text.as_str()).collect();
    out.push_str(&match scopes.is_empty() {
        true => "  Granted:        not said by the authorization server\n".to_owned(),
        false => format!("  Granted:        {}\n", scopes.join(" ")),
    });
    out.push_str(&format!("  Since:          {}\n", time(made.signed_in_at)));
    if made.ended.is_none() {
        let until = made.until.map_or_else(|| "not said".to_owned(), time);
        let renewed = if made.renews {
            "Portcullis renews this by itself"
        } else {
            "then you sign in again"
        };
        out.push_str(&format!("  Until:          {until}; {renewed}\n"));
    }
    if made.bound {
        out.push_str(
            "  Tokens:         bound to a key among your secrets; stolen alone they are of no use\n",
        );
    }
    out.push_str(&format!(
        "  Known there by: {}\n                  {}\n",
        known_by(made.registration),
        made.client_id.text
    ));
    out
}

/// What an authorization server knows Portcullis by.
pub fn known_by(registration: Registration) -> &'static str {
    match registration {
        Registration::Own => "the client id that you entered",
        Registration::Document => "the address of a page that says who Portcullis is; nothing is registered",
        Registration::Dynamic => "a client that Portcullis registers there, for this server alone",
    }
}
