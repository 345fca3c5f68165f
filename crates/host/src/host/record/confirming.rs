//! The last row of the record in the keychain, so that a record that was replaced as a whole, or lost its end, is found
//! (S-90).
//!
//! The keychain is not written with each row: it takes as long as the call. It is written [`limits::HEAD_KEPT`] after a row
//! that it does not know, and at the end; rows since then are not confirmed yet, and a check says how many. A keychain that
//! is locked or missing is left alone, and nothing waits for it. Before the first write of a run the record must go on from
//! what the keychain keeps: what does not is never overwritten automatically, only by a person.

use crate::host::blocking;
use crate::host::{Host, Inner, locked, views};
use crate::limits;
use portcullis_api::SecretStore;
use portcullis_core::ids::hex;
use portcullis_core::{Code, Error, Result};
use portcullis_domain::{Outcome, RecordKind};
use portcullis_l10n::say;
use portcullis_secrets::Secret;
use portcullis_storage::audit::{AnchorMatch, ChainAnchor, Head, Intended, KeychainHead};
use portcullis_storage::store::backups;
use sha2::{Digest as _, Sha256};
use std::path::Path;
use std::sync::{Arc, Mutex};

/// What this run knows of what the keychain keeps.
#[derive(Default)]
pub(crate) struct Confirming(Mutex<State>);

#[derive(Default, Clone)]
struct State {
    /// The record was compared with the keychain in this run, and goes on from it, or not.
    fits: Option<bool>,
    /// The last row that was kept.
    kept: Option<Head>,
    /// The backup that takes the place of the record at the next start.
    restored: Option<Head>,
}

/// What the entry is called: one for each data folder, which stays when the database in it is replaced.
fn name(data: &Path) -> String {
    let folder = std::fs::canonicalize(data).unwrap_or_else(|_| data.to_owned());
    let digest = hex(&Sha256::digest(folder.as_os_str().as_encoded_bytes()));
    format!("record/{}", &digest[..32])
}

impl Host {
    /// Takes the record as it is, for a person who knows why it is not the one that the keychain knows: the keychain keeps
    /// its last row from now on. That it was done is in the record.
    ///
    /// # Errors
    /// `vault.*`, `store.*`; then the keychain keeps what it had.
    pub async fn accept_record(&self) -> Result<()> {
        let Some(before) = self.0.kept_of_record().await? else {
            return Err(
                Error::new(Code::VaultLocked, say!("record-locked")).remedy(say!("record-locked-remedy"))
            );
        };
        let why = before.as_deref().and_then(ChainAnchor::read).map_or_else(
            || say!("record-knew-none"),
            |kept| say!("record-knew", entry = kept.head.to_string()),
        );
        let row = Intended {
            why,
            outcome: Some((Outcome::Attention, say!("record-accepted"))),
            ..views::row_by_you(RecordKind::Host, say!("record-accepted-row"))
        };
        self.0.audit.once(row).await?;
        {
            // A backup that is ready stays: it takes the place of the record all the same.
            let mut state = locked(&self.0.confirming.0);
            (state.fits, state.kept) = (Some(true), None);
        }
        self.0.keep_head(self.0.audit.head().await?).await
    }
}

impl Inner {
    /// What the keychain has of the record. A read that fails is one that was not made.
    pub(super) async fn keychain_on_record(&self) -> KeychainHead {
        let name = match self.secret_store() {
            SecretStore::Keychain {} => say!("record-keychain"),
            SecretStore::File { .. } => say!("record-secrets-file"),
        };
        match self.kept_of_record().await {
            Ok(Some(kept)) => KeychainHead::Read { kept, name },
            Ok(None) => KeychainHead::Closed { name },
            Err(error) => {
                tracing::warn!(%error, "what the keychain keeps of the record was not read");
                KeychainHead::Closed { name }
            }
        }
    }

    /// What the keychain keeps; the outer `None` where it cannot be asked without a prompt.
    async fn kept_of_record(&self) -> Result<Option<Option<String>>> {
        if !self.vault.needs_no_prompt().await {
            return Ok(None);
        }
        let kept = self.vault.get(&name(&self.data_dir)).await?;
        Ok(Some(kept.map(|kept| kept.expose().to_owned())))
    }

    /// Keeps the last row a moment after each that is not kept yet.
    pub(in crate::host) fn follow_head(self: &Arc<Self>) {
        let (host, closing) = (Arc::downgrade(self), self.closing.clone());
        let mut last = self.audit.last();
        let following = async move {
            while last.changed().await.is_ok() {
                tokio::time::sleep(limits::HEAD_KEPT).await;
                last.mark_unchanged();
                let Some(host) = host.upgrade() else { return };
                host.confirm_head().await;
            }
        };
        tokio::spawn(async move { closing.run_until_cancelled(following).await });
    }

    async fn confirm_head(&self) {
        let kept = async {
            if self.record_fits().await? {
                self.keep_head(self.audit.head().await?).await?;
            }
            Ok::<_, Error>(())
        };
        if let Err(error) = kept.await {
            tracing::warn!(%error, "the last row of the record was not kept in the keychain");
        }
    }

    /// The same at the end: compared while there is a database, kept once no row comes any more. A keychain that takes its
    /// time is not waited for.
    pub(in crate::host) async fn close_record(&self) {
        let within = limits::HEAD_AT_QUIT;
        let fits = match self.audit.written() {
            Some(_) => tokio::time::timeout(within, self.record_fits()).await,
            None => Ok(Ok(false)),
        };
        self.store.close().await;
        let kept = match (fits, self.audit.written()) {
            (Ok(Ok(true)), Some(head)) => tokio::time::timeout(within, self.keep_head(head)).await,
            (fits, _) => fits.map(|fits| fits.map(drop)),
        };
        match kept {
            Ok(Ok(())) => {}
            Ok(Err(error)) => {
                tracing::warn!(%error, "the last row of the record was not kept in the keychain")
            }
            Err(_) => tracing::warn!("the keychain did not take the last row of the record in time"),
        }
    }

    /// Whether the record goes on from what the keychain keeps. Looked at once in a run: from then on every row is ours.
    async fn record_fits(&self) -> Result<bool> {
        let known = locked(&self.confirming.0).fits;
        if let Some(fits) = known {
            // One that was locked meanwhile is not asked to open.
            return Ok(fits && self.vault.needs_no_prompt().await);
        }
        let Some(kept) = self.kept_of_record().await? else {
            return Ok(false);
        };
        let (fit, kept) = match kept.as_deref().map(ChainAnchor::read) {
            None => (AnchorMatch::Fits, None),
            Some(None) => (AnchorMatch::Differs, None),
            Some(Some(kept)) => (self.audit.fits(kept.clone()).await?, Some(kept)),
        };
        if let (AnchorMatch::Restored, Some(kept)) = (fit, &kept) {
            self.note_restored(kept).await?;
        }
        let mut state = locked(&self.confirming.0);
        state.fits = Some(fit != AnchorMatch::Differs);
        state.kept = kept.filter(|_| fit == AnchorMatch::Fits).map(|kept| kept.head);
        Ok(fit != AnchorMatch::Differs)
    }

    async fn note_restored(&self, kept: &ChainAnchor) -> Result<()> {
        let to = kept.restored.as_ref().map_or(0, |restored| restored.seq);
        let why = say!("record-restored-why", row = kept.head.seq);
        let row = Intended {
            kind: RecordKind::Host,
            what: say!("record-restored-row", row = to),
            why,
            outcome: Some((Outcome::Attention, say!("record-restored"))),
            ..views::blank_row()
        };
        self.audit.once(row).await.map(drop)
    }

    async fn keep_head(&self, head: Head) -> Result<()> {
        let restored = {
            let state = locked(&self.confirming.0);
            if state.kept.as_ref() == Some(&head) {
                return Ok(());
            }
            state.restored.clone()
        };
        self.put_head(ChainAnchor { head, restored }).await
    }

    async fn put_head(&self, kept: ChainAnchor) -> Result<()> {
        let secret = Secret::from(kept.written());
        self.vault.set(&name(&self.data_dir), secret).await?;
        locked(&self.confirming.0).kept = Some(kept.head);
        Ok(())
    }

    /// A person has a backup put in the place of the record: the record may go on from there at the next start. Where the
    /// keychain cannot be asked now, a check will say that the record is another one, until a person accepts it.
    pub(in crate::host) async fn expect_restored(&self) {
        let done = async {
            let data = self.data_dir.clone();
            let head: Head = blocking(move || backups::ready_head(&data)).await??.into();
            // Kept for the next write to the keychain, where it cannot be asked or knows no record now.
            locked(&self.confirming.0).restored = Some(head.clone());
            let Some(before) = self.kept_of_record().await? else {
                return Ok(());
            };
            let known = match self.record_fits().await? {
                true => Some(self.audit.head().await?),
                // A damaged record was moved aside, or this one was replaced: the keychain goes on knowing the one before.
                false => before
                    .as_deref()
                    .and_then(ChainAnchor::read)
                    .map(|kept| kept.head),
            };
            let Some(known) = known else { return Ok(()) };
            self.put_head(ChainAnchor {
                head: known,
                restored: Some(head),
            })
            .await
        };
        let done: Result<()> = done.await;
        if let Err(error) = done {
            tracing::warn!(%error, "the keychain was not told that a backup will be restored");
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::host::launches::tests::config;
    use crate::{Config, Host};
    use portcullis_secrets::MemoryKeystore;
    use std::time::Duration;

    // Proves S-90.
    #[tokio::test(start_paused = true)]
    async fn a_row_is_confirmed_a_while_after_it_was_written_although_the_host_goes_on() {
        assert!(
            limits::HEAD_KEPT <= Duration::from_secs(30),
            "SECURITY.md says how long the last rows are not confirmed"
        );
        let folder = tempfile::tempdir().unwrap();
        let keystore = Arc::new(MemoryKeystore::default());
        let config = Config {
            keystore: Arc::clone(&keystore) as Arc<dyn portcullis_secrets::Keystore>,
            ..config(folder.path())
        };
        let host = Host::open(config).await.unwrap();
        assert!(
            keystore.entries().is_empty(),
            "a start without a row asks no keychain"
        );
        for number in 0..3 {
            host.0
                .note(RecordKind::Host, format!("Row {number}"))
                .await
                .unwrap();
        }
        let head = host.0.audit.head().await.unwrap();
        let written = ChainAnchor { head, restored: None }.written();
        for _ in 0..1_000 {
            if keystore
                .entries()
                .iter()
                .any(|(_, kept)| kept.expose() == written)
            {
                return host.close().await;
            }
            tokio::time::sleep(Duration::from_secs(1)).await;
        }
        panic!("the last row was never kept: {:?}", keystore.entries().len());
    }

    #[test]
    fn each_data_folder_has_a_name_of_its_own_that_does_not_tell_where_it_is() {
        let (one, other) = (tempfile::tempdir().unwrap(), tempfile::tempdir().unwrap());
        assert_eq!(name(one.path()), name(one.path()));
        assert_ne!(name(one.path()), name(other.path()));
        assert!(!name(one.path()).contains("tmp"));
    }
}
