//! The commands about where secrets are kept, and the question for the passphrase at the start where that is a file.

use crate::failure::CliFailure;
use crate::output::{remark, sentence};
use crate::session::CommandContext;
use crate::terminal::Terminal;
use clap::Subcommand;
use portcullis_host::view::{About, Hidden, SecretStore};
use portcullis_host::{Code, Host};

/// So often a passphrase is asked for before the command goes on without it.
const TRIES: usize = 3;

/// Asks for the passphrase of a closed file, where somebody is there. A command that needs no secret goes on without.
pub async fn unlock(host: &Host) -> Result<(), CliFailure> {
    if host.secret_store() != (SecretStore::File { open: false }) {
        return Ok(());
    }
    let Some(mut terminal) = Terminal::find().await else {
        return Ok(());
    };
    for _ in 0..TRIES {
        let question = "Passphrase of the file with your secrets (not shown; empty to go on without):";
        let typed = terminal.secret(question).await?;
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
                remark(
                    "A file is weaker than a keychain: whoever copies it can try passphrases for as long as they like, and nobody \
                 can open it without the passphrase, you included. You type it at each start. Start a keychain service \
                 instead if you can.",
                );
                let passphrase = chosen().await?;
                host.keep_secrets_in_file(passphrase).await?
            }
            Self::Passphrase => {
                let before = asked("Passphrase until now (not shown):").await?;
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
            "Secrets are in a file that your passphrase opens, and not in a keychain. That is weaker.\n"
                .to_owned()
        }
        (SecretStore::File { open: false }, _) => {
            "Secrets are in a file, which is closed: its passphrase was not given.\n".to_owned()
        }
        (SecretStore::Keychain {}, None) => {
            "Secrets are in your system’s keychain and nowhere else.\n".to_owned()
        }
        (SecretStore::Keychain {}, Some(problem)) => format!("{}\n", sentence(problem)),
    }
}

/// A new passphrase, typed twice: nobody sees what they type.
async fn chosen() -> Result<Hidden, CliFailure> {
    let first = asked("New passphrase (not shown):").await?;
    let second = asked("Once more:").await?;
    match first == second {
        true => Ok(first),
        false => Err(CliFailure::usage(
            "The two are not the same. Nothing was changed.",
        )),
    }
}

async fn asked(question: &str) -> Result<Hidden, CliFailure> {
    let Some(mut terminal) = Terminal::find().await else {
        return Err(CliFailure::nobody(
            "Nobody is here to ask for a passphrase. Nothing was changed.",
            "Run it on a terminal.",
        ));
    };
    terminal.secret(question).await.map(Hidden)
}
