//! The commands about where secrets are kept, and the question for the passphrase at the start where that is a file.

use crate::failure::CliFailure;
use crate::output::{remark, sentence};
use crate::session::CommandContext;
use crate::terminal::Terminal;
use clap::Subcommand;
use portcullis_api::{About, Hidden, SecretStore};
use portcullis_core::Code;
use portcullis_host::Host;
use portcullis_l10n::say;
use portcullis_secrets::{Secret, check_passphrase};

/// So often a passphrase is asked for before the command goes on without it.
const TRIES: usize = 3;

/// Asks for the passphrase of a closed file, where there is a terminal. A command that needs no secret goes on without.
pub async fn unlock(host: &Host) -> Result<(), CliFailure> {
    if host.secret_store() != (SecretStore::File { open: false }) {
        return Ok(());
    }
    let Some(mut terminal) = Terminal::find().await else {
        return Ok(());
    };
    for _ in 0..TRIES {
        let question = say!("ask-passphrase");
        let typed = terminal.secret(&question).await?;
        if typed.is_empty() {
            return Ok(());
        }
        match host.unlock_secrets(Hidden(typed)).await {
            Ok(_) => return Ok(()),
            Err(error) if error.code == Code::VaultLocked => remark(&sentence(&error.into())),
            Err(error) => return Err(error.into()),
        }
    }
    Ok(())
}

/// `secrets`.
#[derive(Debug, Clone, Copy, Subcommand)]
pub enum Secrets {
    /// Show where secrets are kept
    Show,
    /// Use an encrypted file, on a computer without a keychain
    ///
    /// A file is weaker than a keychain, and needs its passphrase at each start.
    File,
    /// Change the passphrase of the file
    Passphrase,
    /// Move all secrets to the keychain and delete the file
    Keychain,
}

impl Secrets {
    pub async fn run(self, session: &CommandContext) -> Result<(), CliFailure> {
        let host = &session.host;
        let about = match self {
            Self::Show => host.about().await,
            Self::File => {
                remark(&say!("secrets-file-weaker"));
                let passphrase = chosen().await?;
                host.keep_secrets_in_file(passphrase).await?
            }
            Self::Passphrase => {
                let before = asked(&say!("ask-old-passphrase")).await?;
                let passphrase = chosen().await?;
                host.change_passphrase(before, passphrase).await?
            }
            Self::Keychain => host.keep_secrets_in_keychain().await?,
        };
        session.output.result(&about, || words(&about));
        Ok(())
    }
}

fn words(about: &About) -> String {
    match (&about.secrets, &about.keychain) {
        (SecretStore::File { open: true }, _) => {
            format!("{}\n", say!("secrets-in-file"))
        }
        (SecretStore::File { open: false }, _) => {
            format!("{}\n", say!("secrets-locked"))
        }
        (SecretStore::Keychain {}, None) => {
            format!("{}\n", say!("secrets-in-keychain"))
        }
        (SecretStore::Keychain {}, Some(problem)) => format!("{}\n", sentence(problem)),
    }
}

/// A new passphrase, typed twice: the user does not see what they type.
async fn chosen() -> Result<Hidden, CliFailure> {
    let first = asked(&say!("ask-new-passphrase")).await?;
    // Before it is typed again.
    check_passphrase(&Secret::from(first.0.clone()))?;
    let second = asked(&say!("ask-passphrase-again")).await?;
    match first == second {
        true => Ok(first),
        false => Err(CliFailure::missing(
            say!("passphrases-differ"),
            say!("passphrases-again"),
        )),
    }
}

async fn asked(question: &str) -> Result<Hidden, CliFailure> {
    let Some(mut terminal) = Terminal::find().await else {
        return Err(CliFailure::no_terminal(
            say!("no-terminal"),
            say!("run-on-terminal"),
        ));
    };
    terminal.secret(question).await.map(Hidden)
}
