//! The person's own client id at an authorization server.

use super::account::words;
use crate::args::values::{PROMPT, SecretSource, Unrepeated, no_word, not_blank, number_in, secret_source};
use crate::failure::CliFailure;
use crate::output::{field, sentences};
use crate::requests::confirmation::Confirmation;
use crate::session::{CommandContext, remark_problems};
use crate::terminal::{Terminal, line_of_input};
use clap::{ArgGroup, Args};
use portcullis_api::{ClientProof, Hidden, Organisation, OwnClient, OwnClientDraft, ServerSummary};
use portcullis_core::causes;
use portcullis_l10n::say;
use std::io::Read as _;
use std::path::{Path, PathBuf};

/// `account client`.
#[derive(Debug, Args)]
#[command(
    group = ArgGroup::new("proof").args(["secret", "key"]).requires("id"),
    after_help = "Examples:\n  portcullis-cli account client issues --id my-client --secret\n  \
        portcullis-cli account client issues --id my-client --key client.pem --unattended\n  \
        portcullis-cli account client issues --forget"
)]
pub struct Client {
    /// The server
    pub label: String,
    #[arg(hide = true, value_parser = Unrepeated(no_word))]
    one_word_too_many: Option<String>,
    /// The client ID
    #[arg(
        long,
        value_parser = not_blank,
        allow_hyphen_values = true,
        required_unless_present_any = ["forget", "token_file"]
    )]
    pub id: Option<String>,
    /// Ask for the client secret without showing it, and store it as a secret; with =- read it from standard input
    #[arg(
        long,
        value_name = "-",
        num_args = 0..=1,
        require_equals = true,
        default_missing_value = PROMPT,
        value_parser = Unrepeated(secret_source)
    )]
    pub secret: Option<SecretSource>,
    /// Use a private key (PEM, PKCS #8) instead; - reads standard input
    #[arg(long, value_name = "FILE")]
    pub key: Option<PathBuf>,
    /// The authorization server; by default that of the next sign-in
    #[arg(long, value_name = "URL")]
    pub issuer: Option<String>,
    /// The port of the redirect URI, if the authorization server requires a fixed one
    #[arg(long, value_name = "N", value_parser = number_in::<u16>(1..=u16::MAX.into()))]
    pub port: Option<u16>,
    /// Service account: sign in without a browser; requires --secret or --key
    #[arg(long, requires = "proof", conflicts_with = "port")]
    pub unattended: bool,
    /// Single sign-on: the identity provider of your organization
    #[arg(long, value_name = "URL", requires_all = ["idp_id", "id"])]
    pub idp: Option<String>,
    /// Your client ID at the identity provider
    #[arg(long, value_name = "ID", requires = "idp", allow_hyphen_values = true)]
    pub idp_id: Option<String>,
    /// A signed token in a file, read at each use: with --idp for you, otherwise for this computer (workload identity);
    /// --id is optional then
    #[arg(long, value_name = "FILE")]
    pub token_file: Option<PathBuf>,
    /// Remove the client ID with its secret or key; sign-ins that use it end
    #[arg(
        long,
        conflicts_with_all = ["id", "proof", "issuer", "port", "unattended", "idp", "idp_id", "token_file"]
    )]
    pub forget: bool,
    /// Remove or replace it without asking
    #[arg(long, short)]
    pub yes: bool,
}

impl Client {
    pub async fn run(self, session: &CommandContext) -> Result<(), CliFailure> {
        let server = session.find(&self.label)?;
        if self.forget {
            return forget(session, &server, self.yes).await;
        }
        self.ask_to_replace(session, &server).await?;
        let (proof, secret) = match (self.secret, &self.key) {
            (Some(SecretSource::Prompt), _) => (ClientProof::Secret, Some(ask().await?)),
            (Some(SecretSource::Stdin), _) => (ClientProof::Secret, Some(line_of_input()?)),
            (None, Some(path)) => (ClientProof::Key, Some(read_key(path)?)),
            (None, None) => (ClientProof::None, None),
        };
        if secret.as_deref().is_some_and(str::is_empty) {
            return Err(CliFailure::missing(
                say!("client-secret-empty"),
                say!("value-again"),
            ));
        }
        let draft = OwnClientDraft {
            // A server that trusts the platform needs no name of the client.
            client_id: self.id.unwrap_or_default(),
            secret: secret.map(Hidden),
            proof,
            issuer: self.issuer,
            unattended: self.unattended,
            port: self.port,
            organisation: self
                .idp
                .zip(self.idp_id)
                .map(|(issuer, client_id)| Organisation { issuer, client_id }),
        };
        let mut events = session.host.events();
        let account = match &self.token_file {
            Some(file) => {
                let file = std::path::absolute(file).map_err(|error| {
                    CliFailure::usage(say!(
                        "not-a-file",
                        path = file.display().to_string(),
                        cause = causes::io(&error)
                    ))
                })?;
                session.host.set_vouched_client(&server.id, draft, &file).await?
            }
            None => session.host.set_own_client(&server.id, draft).await?,
        };
        // The secret before may have stayed in the keychain.
        remark_problems(&mut events);
        session.output.result(&account, || words(&account, &server));
        Ok(())
    }

    /// Asks before a stored secret or key is deleted. A new one for the same client is what was asked for.
    async fn ask_to_replace(
        &self,
        session: &CommandContext,
        server: &ServerSummary,
    ) -> Result<(), CliFailure> {
        let Some(before) = session.host.account(&server.id)?.own_client else {
            return Ok(());
        };
        let same = self.id.as_deref().unwrap_or_default().trim() == before.client_id;
        let renewed = same && (self.secret.is_some() || self.key.is_some());
        if before.proof == ClientProof::None || renewed {
            return Ok(());
        }
        let sheet = say!("replace-client", server = server.label);
        let sheet = format!("{sheet}\n\n{}", described(&before));
        let confirmation = Confirmation::change(sheet, say!("ask-replace"));
        confirmation.unless(self.yes).await
    }
}

/// Removes the client ID of a server after a yes.
async fn forget(session: &CommandContext, server: &ServerSummary, yes: bool) -> Result<(), CliFailure> {
    let before = session.host.account(&server.id)?;
    let Some(client) = &before.own_client else {
        session
            .output
            .result(&before, || say!("client-none", server = server.label));
        return Ok(());
    };
    let sheet = say!("remove-client", server = server.label);
    let sheet = format!("{sheet}\n\n{}", described(client));
    Confirmation::removal(sheet).unless(yes).await?;
    let mut events = session.host.events();
    let account = session.host.forget_own_client(&server.id).await?;
    let secrets_left = remark_problems(&mut events);
    session.output.result(&account, || {
        let removed = match secrets_left {
            true => say!("client-forgotten-left", server = server.label),
            false => say!("client-forgotten", server = server.label),
        };
        match before.account.is_some() && account.account.is_none() {
            true => sentences(&removed, &say!("signed-out", server = server.label)),
            false => removed,
        }
    });
    Ok(())
}

async fn ask() -> Result<String, CliFailure> {
    let Some(mut terminal) = Terminal::find().await else {
        return Err(CliFailure::no_terminal(
            say!("no-terminal-client-secret"),
            say!("secret-stdin"),
        ));
    };
    terminal.secret(&say!("ask-client-secret")).await
}

/// Far more than any private key has.
const KEY_BYTES: u64 = 64 * 1024;

fn read_key(path: &Path) -> Result<String, CliFailure> {
    let unreadable = |error: std::io::Error| {
        CliFailure::usage(say!(
            "unreadable-file",
            path = path.display().to_string(),
            cause = causes::io(&error)
        ))
    };
    let mut text = String::new();
    if path.as_os_str() == "-" {
        std::io::stdin().lock().take(KEY_BYTES).read_to_string(&mut text)
    } else {
        let file = std::fs::File::open(path).map_err(unreadable)?;
        file.take(KEY_BYTES).read_to_string(&mut text)
    }
    .map_err(unreadable)?;
    Ok(text)
}

/// How a client id is used.
pub fn described(client: &OwnClient) -> String {
    let proof = match client.proof {
        ClientProof::None => say!("proof-none"),
        ClientProof::Secret => say!("proof-secret"),
        ClientProof::Key => say!("proof-key"),
    };
    let id = match client.client_id.as_str() {
        "" => say!("client-id-unneeded"),
        id => id.to_owned(),
    };
    let mut out = format!("{}\n", say!("client-own", id));
    out.push_str(&field(&say!("field-proof"), &proof));
    if let Some(organisation) = &client.organisation {
        let issuer = say!(
            "vouched-by",
            issuer = organisation.issuer,
            client = organisation.client_id
        );
        out.push_str(&field(&say!("field-vouched-by"), &issuer));
    }
    if let Some(file) = &client.token_file {
        out.push_str(&field(&say!("field-token-file"), file));
    }
    if let Some(issuer) = &client.issuer {
        out.push_str(&field(&say!("field-only-for"), &issuer.text));
    }
    out.push_str(&match client.unattended {
        true => format!("  {}\n", say!("client-unattended")),
        false => field(&say!("field-redirect"), &client.redirect),
    });
    out
}
