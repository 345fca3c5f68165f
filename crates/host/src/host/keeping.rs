//! Where secrets are kept: in the keychain, or in a sealed file that a person chose because this computer has none (F-35).
//! And servers that stopped because their secrets could not be read start automatically once they can.
//!
//! Choosing the file, changing its passphrase and going back are things that a person does, in the window or on a
//! terminal; nothing in the host does any of them automatically.

use super::{Entry, Host, Inner, blocking};
use crate::limits;
use portcullis_api::{About, SecretStore};
use portcullis_core::Result;
use portcullis_domain::{Hidden, Phase, RecordKind};
use portcullis_l10n::say;
use portcullis_secrets::{Secret, SecretBackend};
use std::sync::Arc;
use tokio::time::{Instant, timeout};

impl Host {
    /// Where secrets are kept. Nothing is asked for it.
    #[must_use]
    pub fn secret_store(&self) -> SecretStore {
        self.0.secret_store()
    }

    /// Keeps secrets in a file that this passphrase opens, from now on: on a computer without a keychain. What an earlier
    /// keychain had has to be entered again.
    ///
    /// # Errors
    /// `input.bad` where there is a keychain, or for a short passphrase; `vault.locked`, `store.*`.
    pub async fn keep_secrets_in_file(&self, passphrase: Hidden) -> Result<About> {
        let passphrase = Secret::from(passphrase.0);
        self.0
            .with_backend(move |backend| backend.choose_file(&passphrase))
            .await?;
        let what = say!("keeping-file-row");
        self.0.note(RecordKind::Host, what).await?;
        Ok(self.about().await)
    }

    /// Opens the file with the secrets.
    ///
    /// # Errors
    /// `vault.locked` for another passphrase, `vault.missing` for a file that cannot be read.
    pub async fn unlock_secrets(&self, passphrase: Hidden) -> Result<About> {
        let passphrase = Secret::from(passphrase.0);
        self.0
            .with_backend(move |backend| backend.unlock(&passphrase))
            .await?;
        Ok(self.about().await)
    }

    /// Puts another passphrase in the place of that of the file.
    ///
    /// # Errors
    /// `vault.locked`, `input.bad`, `store.failed`; then the old one holds.
    pub async fn change_passphrase(&self, before: Hidden, passphrase: Hidden) -> Result<About> {
        let (before, passphrase) = (Secret::from(before.0), Secret::from(passphrase.0));
        self.0
            .with_backend(move |backend| backend.change(&before, &passphrase))
            .await?;
        let what = say!("keeping-passphrase-row");
        self.0.note(RecordKind::Host, what).await?;
        Ok(self.about().await)
    }

    /// Moves every secret from the file to the keychain, and deletes the file.
    ///
    /// # Errors
    /// `vault.*`, `store.failed`; then the file stays as it is.
    pub async fn keep_secrets_in_keychain(&self) -> Result<About> {
        let moved = self.0.with_backend(|backend| backend.to_keychain()).await?;
        let what = say!("keeping-keychain-row", count = moved);
        self.0.note(RecordKind::Host, what).await?;
        Ok(self.about().await)
    }
}

impl Inner {
    pub(super) fn secret_store(&self) -> SecretStore {
        match self.backend.file() {
            Some(open) => SecretStore::File { open },
            None => SecretStore::Keychain {},
        }
    }

    async fn with_backend<T: Send + 'static>(
        &self,
        act: impl FnOnce(&SecretBackend) -> Result<T> + Send + 'static,
    ) -> Result<T> {
        let backend = self.backend.clone();
        blocking(move || act(&backend)).await?
    }

    /// Starts what stopped because its secrets could not be read, once they can. Whether a keychain is open is looked at
    /// without asking for anything, so that no prompt comes up unasked; and only while a caller waits for it.
    pub(super) fn follow_keychain(self: &Arc<Self>) {
        let host = Arc::downgrade(self);
        let (vault, closing) = (self.vault.clone(), self.closing.clone());
        let following = async move {
            let mut open = vault.open();
            let (mut pause, mut since) = (limits::KEYCHAIN_LOOK, None::<Instant>);
            while open.wait_for(|open| !*open).await.is_ok() {
                // One that closes again at once is not run after.
                pause = match since.is_none_or(|since| since.elapsed() > limits::KEYCHAIN_LOOK_MOST) {
                    true => limits::KEYCHAIN_LOOK,
                    false => (pause * 2).min(limits::KEYCHAIN_LOOK_MOST),
                };
                while timeout(pause, open.wait_for(|open| *open)).await.is_err() {
                    let Some(host) = host.upgrade() else { return };
                    let waited_for = !host.waiting_for_secrets().is_empty();
                    if waited_for && vault.looks_open().await {
                        // A real question decides; of one that is open it opens nothing.
                        _ = vault.get("check").await;
                    }
                }
                let Some(host) = host.upgrade() else { return };
                for entry in host.waiting_for_secrets() {
                    entry.start().await;
                }
                since = Some(Instant::now());
            }
        };
        tokio::spawn(async move { closing.run_until_cancelled(following).await });
    }

    /// Servers that are on and did not start for want of their secrets.
    fn waiting_for_secrets(&self) -> Vec<Arc<Entry>> {
        let waits = |entry: &Arc<Entry>| {
            let state = entry.client().map(|client| client.snapshot().state.clone());
            entry.enabled()
                && state.is_some_and(|state| {
                    matches!(state.phase, Phase::Failing | Phase::Stopped)
                        && state.problem.is_some_and(|problem| {
                            matches!(problem.code.as_str(), "vault.locked" | "vault.missing")
                        })
                })
        };
        let mut all = self.entries();
        all.retain(waits);
        all
    }
}
