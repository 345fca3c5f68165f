//! Accounts: who is signed in at a remote server, and signing out.

use super::client::{self, Client};
use super::sign_in::SignIn;
use crate::failure::CliFailure;
use crate::output::{field, remark, sentence, time};
use crate::session::CommandContext;
use clap::Subcommand;
use portcullis_api::{Account, Registration, ServerAccount, ServerLocation, ServerSummary, SignInState};
use portcullis_core::text::shell_word;
use portcullis_l10n::say;

/// `account`.
#[derive(Debug, Subcommand)]
pub enum AccountCommand {
    /// Show the sign-in to a server
    Show {
        /// The server
        label: String,
    },
    /// Sign in
    ///
    /// Shows the server, the authorization server and the scopes, and asks before your browser opens. If no browser
    /// opens, it prints the URL. It waits until you are done there.
    SignIn(SignIn),
    /// Delete the tokens, and revoke them if the authorization server supports it
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
    /// An organization can publish one. Authorization servers that support it then need no registration. The document is read
    /// before its URL is saved.
    Document {
        /// The URL of the document
        #[arg(
            long = "url",
            alias = "address",
            value_name = "URL",
            conflicts_with = "forget"
        )]
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
        Some(_) => say!("decline-kept", server = server.label),
        None => say!("decline-none", server = server.label),
    });
    Ok(())
}

async fn sign_out(session: &CommandContext, label: &str) -> Result<(), CliFailure> {
    let server = session.find(label)?;
    let before = session.host.account(&server.id)?;
    let account = session.host.sign_out(&server.id).await?;
    session.output.result(&account, || match before.account {
        Some(_) => say!("signed-out", server = server.label),
        None => say!("was-not-signed-in", server = server.label),
    });
    Ok(())
}

async fn document(session: &CommandContext, address: Option<String>, forget: bool) -> Result<(), CliFailure> {
    let before = session.host.client_document().address;
    let document = match address.is_some() || forget {
        true => session.host.set_client_document(address.as_deref()).await?,
        false => session.host.client_document(),
    };
    if let Some(before) = before.filter(|before| document.address.as_ref() != Some(before)) {
        remark(&say!("document-before", url = before));
    }
    session.output.result(&document, || match &document.address {
        Some(address) => format!("{}\n", say!("document-at", url = address)),
        None => format!("{}\n\n{}\n", say!("document-none"), document.content),
    });
    Ok(())
}

/// How the account of a server is.
pub fn words(account: &ServerAccount, server: &ServerSummary) -> String {
    let label = &server.label;
    if !account.applies {
        return match server.whereabouts {
            ServerLocation::Local => say!("account-local", label),
            _ => say!("account-own-token", label),
        };
    }
    let mut out = match &account.account {
        Some(made) => signed_in(made, label),
        None => format!("{}\n", say!("not-signed-in", label, word = shell_word(label))),
    };
    if let SignInState::Failed { problem, .. } = &account.state {
        out.push_str(&format!(
            "{}\n",
            say!("sign-in-failed", cause = sentence(problem))
        ));
    }
    if let Some(more) = &account.more {
        let scopes: Vec<_> = more.scopes.iter().map(|scope| scope.text.as_str()).collect();
        let scopes = scopes.join(" ");
        let sentence = match &more.tool {
            Some(tool) => say!("wants-more-for", tool = tool.text, scopes),
            None => say!("wants-more", scopes),
        };
        out.push_str(&format!("{sentence}\n"));
        if more.settled {
            out.push_str(&format!("{}\n", say!("more-declined")));
        }
    }
    if let Some(client) = &account.own_client {
        out.push_str(&client::described(client));
    }
    out
}

fn signed_in(made: &Account, label: &str) -> String {
    let mut out = match &made.ended {
        None => format!("{}\n", say!("signed-in", label)),
        Some(problem) => format!("{}\n", sentence(problem)),
    };
    out.push_str(&field(&say!("field-at"), &made.issuer_host));
    out.push_str(&field("", &made.issuer.text));
    out.push_str(&field(&say!("field-for"), &made.resource));
    let scopes: Vec<_> = made.scopes.iter().map(|scope| scope.text.as_str()).collect();
    let scopes = match scopes.is_empty() {
        true => say!("granted-unstated"),
        false => scopes.join(" "),
    };
    out.push_str(&field(&say!("field-granted"), &scopes));
    out.push_str(&field(&say!("field-since"), &time(made.signed_in_at)));
    if made.ended.is_none() {
        let until = made.until.map_or_else(|| say!("not-stated"), time);
        let until = match made.renews {
            true => say!("until-renews", until),
            false => say!("until-ends", until),
        };
        out.push_str(&field(&say!("field-until"), &until));
    }
    if made.bound {
        out.push_str(&field(&say!("field-tokens"), &say!("tokens-bound")));
    }
    out.push_str(&field(&say!("field-known-by"), &known_by(made.registration)));
    out.push_str(&field("", &made.client_id.text));
    out
}

/// What an authorization server knows Portcullis by.
pub fn known_by(registration: Registration) -> String {
    match registration {
        Registration::Own => say!("known-by-own"),
        Registration::Document => say!("known-by-document"),
        Registration::Dynamic => say!("known-by-dynamic"),
    }
}
