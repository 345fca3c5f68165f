//! Backups of the database: made daily, restored by a person (F-31).
//!
//! Restoring takes two steps, because a database cannot be replaced while a host uses it: a backup is made ready
//! here, and takes its place at the next start.

use super::{Host, Inner, blocking};
use crate::limits;
use portcullis_core::{Code, Error, Result};
use portcullis_domain::{Backup, Problem, RecordKind};
use portcullis_l10n::say;
use portcullis_net::is_here;
use portcullis_registry::PUBLIC;
use portcullis_storage::store::backups::{self, KeptUrls};
use std::path::Path;
use std::sync::Arc;
use tokio::runtime::Handle;
use url::Url;

impl Host {
    /// Backups, newest first.
    ///
    /// # Errors
    /// None today.
    pub async fn backups(&self) -> Result<Vec<Backup>> {
        let folder = backups::of(&self.0.data_dir);
        blocking(move || backups::list(&folder)).await
    }

    /// Makes a backup now, and drops the oldest of too many.
    ///
    /// # Errors
    /// `store.*`.
    pub async fn back_up(&self) -> Result<Backup> {
        self.0.store.back_up(self.0.now()).await
    }

    /// Makes a backup when the last one is a day old and there is a server to keep; for a driver that does not run all
    /// day.
    ///
    /// # Errors
    /// `store.*`.
    pub async fn back_up_when_due(&self) -> Result<()> {
        self.0.back_up_when_due().await
    }

    /// Makes a backup ready: the next start puts it in the place of the database, which is kept, with all servers off
    /// and no permission standing. For a person who names it.
    ///
    /// # Errors
    /// `not_found`, `store.*`; then nothing changes, and a backup that was made ready before still is.
    pub async fn prepare_restore(&self, name: &str) -> Result<Backup> {
        let (host, wanted) = (Arc::clone(&self.0), name.to_owned());
        let backup = blocking(move || {
            let note = || {
                let what = say!("backup-restore-row", backup = wanted);
                Handle::current().block_on(host.note(RecordKind::Host, what))
            };
            backups::make_ready_after(&host.data_dir, &wanted, &kept_urls(), host.now(), note)
        })
        .await??;
        self.0.expect_restored().await;
        Ok(backup)
    }

    /// The same, but only where the database was found damaged at this start: a window that was taken over must not
    /// take back what was decided since (S-26).
    ///
    /// # Errors
    /// Those of [`Self::prepare_restore`], `input.bad` where nothing was damaged.
    pub async fn prepare_restore_after_damage(&self, name: &str) -> Result<Backup> {
        if self.0.restorable.is_none() {
            return Err(Error::new(Code::BadInput, say!("backup-not-damaged"))
                .remedy(say!("backup-not-damaged-remedy")));
        }
        self.prepare_restore(name).await
    }

    /// What a person must know about this start, such as that a damaged database was moved aside.
    #[must_use]
    pub fn remarks(&self) -> Vec<Problem> {
        self.0
            .remarks
            .iter()
            .cloned()
            .chain(self.0.starts.problem())
            .collect()
    }
}

/// What can be restored where the database was found damaged. The remedy then says so.
pub(super) async fn restorable(data: &Path, remarks: &mut [Problem], now: u64) -> Result<Option<Backup>> {
    let Some(damage) = remarks
        .iter_mut()
        .find(|remark| remark.code == Code::StoreCorrupt.as_str())
    else {
        return Ok(None);
    };
    let data = data.to_path_buf();
    let found = blocking(move || backups::newest_good(&data, &kept_urls(), now)).await?;
    if found.is_some() {
        damage.remedy = Some(say!("backup-offered-remedy"));
    }
    Ok(found)
}

/// A person enters all other URLs again: an attacker who could change the backup could have put them there.
fn kept_urls() -> KeptUrls {
    KeptUrls {
        // As it is written when it is parsed, with its path.
        registry: format!("{PUBLIC}/"),
        is_here: |address| Url::parse(address).is_ok_and(|url| is_here(&url)),
    }
}

impl Inner {
    async fn back_up_when_due(&self) -> Result<()> {
        // A host without servers holds little, and after a damage it would pass for the last good state.
        if self.entries().is_empty() {
            return Ok(());
        }
        let (folder, now) = (backups::of(&self.data_dir), self.now());
        let due = blocking(move || backups::is_due(&folder, now)).await?;
        if due {
            self.store.back_up(now).await?;
        }
        Ok(())
    }

    /// Makes a backup every day. One that fails is said once; it is tried again.
    pub(super) fn follow_backups(self: &Arc<Self>) {
        let (host, closing) = (Arc::downgrade(self), self.closing.clone());
        tokio::spawn(async move {
            let (mut pause, again) = limits::BACKUP_LOOK;
            let mut told = false;
            while closing
                .run_until_cancelled(tokio::time::sleep(pause))
                .await
                .is_some()
            {
                pause = again;
                let Some(host) = host.upgrade() else { return };
                if let Err(error) = host.back_up_when_due().await
                    && !std::mem::replace(&mut told, true)
                {
                    host.emit_problem(error);
                }
            }
        });
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    // Proves F-31, S-26.
    #[test]
    fn only_the_public_registry_and_providers_on_this_computer_stay_after_a_restore() {
        let kept = kept_urls();
        assert_eq!(kept.registry, Url::parse(PUBLIC).unwrap().as_str());
        for (address, stays) in [
            ("http://127.0.0.1:11434", true),
            ("http://localhost:1234/v1", true),
            ("http://[::1]:11434", true),
            ("https://127.0.0.1@thief.example", false),
            ("https://localhost.thief.example", false),
            ("http://192.168.1.5:11434", false),
            ("127.0.0.1:11434", false),
            ("", false),
        ] {
            assert_eq!((kept.is_here)(address), stays, "{address}");
        }
    }
}
