//! Where the secrets are: in the keychain of the system, or in a sealed file that a person chose (F-35). The file is chosen
//! by being there: nothing else has to be remembered, and nothing that fails can make one of the two out of the other.

use super::sealed::SealedFile;
use super::{Keystore, Secret};
use portcullis_core::{Code, Error, Result, ids};
use portcullis_l10n::say;
use std::collections::BTreeMap;
use std::path::Path;
use std::sync::{Arc, PoisonError, RwLock};

/// How the file is called, in the folder for data.
const FILE: &str = "secrets.sealed";

/// The keychain, and the file in its place.
#[derive(Clone)]
pub struct SecretBackend(Arc<Inner>);

struct Inner {
    keychain: Arc<dyn Keystore>,
    file: SealedFile,
    /// Held while everything is moved: what is kept meanwhile would be lost.
    moving: RwLock<()>,
}

impl SecretBackend {
    /// On the keychain, or on the sealed file where there is one in the data folder.
    pub fn new(keychain: Arc<dyn Keystore>, data: &Path) -> Self {
        Self(Arc::new(Inner {
            keychain,
            file: SealedFile::at(data.join(FILE)),
            moving: RwLock::default(),
        }))
    }

    /// Whether the file was chosen, and then whether it is open.
    pub fn file(&self) -> Option<bool> {
        self.0.file.is_chosen().then(|| self.0.file.is_open())
    }

    fn in_use(&self) -> &dyn Keystore {
        match self.0.file.is_chosen() {
            true => &self.0.file,
            false => &*self.0.keychain,
        }
    }

    fn with<T>(&self, act: impl FnOnce(&dyn Keystore) -> Result<T>) -> Result<T> {
        let _still = self.0.moving.read().unwrap_or_else(PoisonError::into_inner);
        act(self.in_use())
    }

    /// Opens the file.
    ///
    /// # Errors
    /// As [`SealedFile::unlock`].
    pub fn unlock(&self, passphrase: &Secret) -> Result<()> {
        // One guess at a time, from all callers together.
        let _alone = self.0.moving.write().unwrap_or_else(PoisonError::into_inner);
        self.0.file.unlock(passphrase)
    }

    /// Puts another passphrase in the place of one.
    ///
    /// # Errors
    /// As [`SealedFile::change`].
    pub fn change(&self, before: &Secret, passphrase: &Secret) -> Result<()> {
        let _alone = self.0.moving.write().unwrap_or_else(PoisonError::into_inner);
        self.0.file.change(before, passphrase)
    }

    /// Makes a file for what is kept from now on. Only where there is no keychain: a user who could have a working one changed
    /// for a file could shut its owner out.
    ///
    /// # Errors
    /// `input.bad` where the keychain works or the passphrase is short, `vault.locked` where it is closed, `store.failed`.
    pub fn choose_file(&self, passphrase: &Secret) -> Result<()> {
        let _alone = self.0.moving.write().unwrap_or_else(PoisonError::into_inner);
        let name = format!("check-{}", ids::random());
        match self.0.keychain.set(&name, &Secret::from(ids::random())) {
            Err(error) if error.code == Code::VaultMissing => self.0.file.create(passphrase, BTreeMap::new()),
            Err(error) => Err(error),
            Ok(()) => {
                self.0.keychain.remove(&name)?;
                Err(Error::new(Code::BadInput, say!("keychain-works")))
            }
        }
    }

    /// Moves everything in the file to the keychain, and deletes the file.
    ///
    /// # Errors
    /// `vault.*` from either, `store.failed`; the file stays as it is then, and the keychain keeps nothing.
    pub fn to_keychain(&self) -> Result<usize> {
        let _alone = self.0.moving.write().unwrap_or_else(PoisonError::into_inner);
        let secrets = self.0.file.entries()?;
        let mut done = Vec::new();
        let mut moving = || -> Result<()> {
            for (name, secret) in &secrets {
                done.push(name);
                self.0.keychain.set(name, secret)?;
                let kept = self.0.keychain.get(name)?;
                if kept.is_none_or(|kept| kept.expose() != secret.expose()) {
                    return Err(Error::new(Code::VaultMissing, say!("keychain-unreliable-file"))
                        .remedy(say!("keychain-unreliable-remedy")));
                }
            }
            self.0.file.discard()
        };
        if let Err(error) = moving() {
            for name in done {
                // What it did not take it need not give back.
                _ = self.0.keychain.remove(name);
            }
            return Err(error);
        }
        Ok(secrets.len())
    }
}

impl Keystore for SecretBackend {
    fn set(&self, name: &str, secret: &Secret) -> Result<()> {
        self.with(|store| store.set(name, secret))
    }

    fn get(&self, name: &str) -> Result<Option<Secret>> {
        self.with(|store| store.get(name))
    }

    fn remove(&self, name: &str) -> Result<()> {
        self.with(|store| store.remove(name))
    }

    fn is_open(&self) -> Option<bool> {
        match self.file() {
            Some(open) => Some(open),
            None => self.0.keychain.is_open(),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::MemoryKeystore;
    use std::sync::atomic::{AtomicBool, Ordering};

    /// A keychain that may be closed, or not there.
    #[derive(Default)]
    struct Fitful {
        kept: MemoryKeystore,
        missing: AtomicBool,
        locked: AtomicBool,
    }

    impl Fitful {
        fn state(&self) -> Result<()> {
            match (
                self.missing.load(Ordering::SeqCst),
                self.locked.load(Ordering::SeqCst),
            ) {
                (true, _) => Err(Error::new(Code::VaultMissing, "none")),
                (_, true) => Err(Error::new(Code::VaultLocked, "closed")),
                _ => Ok(()),
            }
        }
    }

    impl Keystore for Fitful {
        fn set(&self, name: &str, secret: &Secret) -> Result<()> {
            self.state().and_then(|()| self.kept.set(name, secret))
        }
        fn get(&self, name: &str) -> Result<Option<Secret>> {
            self.state().and_then(|()| self.kept.get(name))
        }
        fn remove(&self, name: &str) -> Result<()> {
            self.state().and_then(|()| self.kept.remove(name))
        }
    }

    const PASSPHRASE: &str = "correct horse battery";

    fn fixture() -> (tempfile::TempDir, Arc<Fitful>, SecretBackend) {
        let folder = tempfile::tempdir().unwrap();
        let keychain = Arc::new(Fitful::default());
        let backend = SecretBackend::new(Arc::clone(&keychain) as Arc<dyn Keystore>, folder.path());
        (folder, keychain, backend)
    }

    // Proves F-35.
    #[test]
    fn a_file_is_chosen_only_where_there_is_no_keychain_and_nothing_falls_back_to_it() {
        let (folder, keychain, backend) = fixture();
        let passphrase = Secret::from(PASSPHRASE);
        assert_eq!(backend.choose_file(&passphrase).unwrap_err().code, Code::BadInput);
        keychain.locked.store(true, Ordering::SeqCst);
        assert_eq!(
            backend.choose_file(&passphrase).unwrap_err().code,
            Code::VaultLocked
        );
        keychain.missing.store(true, Ordering::SeqCst);
        assert_eq!(
            backend.set("b", &Secret::from("x")).unwrap_err().code,
            Code::VaultMissing
        );
        assert_eq!(
            (backend.file(), std::fs::read_dir(folder.path()).unwrap().count()),
            (None, 0)
        );
        assert_eq!(
            backend.choose_file(&Secret::from("short")).unwrap_err().code,
            Code::BadInput
        );
        backend.choose_file(&passphrase).unwrap();
        backend.set("b", &Secret::from("two")).unwrap();
        assert_eq!((backend.file(), backend.is_open()), (Some(true), Some(true)));
        assert_eq!(backend.choose_file(&passphrase).unwrap_err().code, Code::BadInput);
    }

    // Proves F-35.
    #[test]
    fn secrets_move_to_a_keychain_that_came_and_are_never_in_both() {
        let (folder, keychain, backend) = fixture();
        keychain.missing.store(true, Ordering::SeqCst);
        backend.choose_file(&Secret::from(PASSPHRASE)).unwrap();
        backend.set("a", &Secret::from("one")).unwrap();
        backend.set("b", &Secret::from("two")).unwrap();
        // Another run.
        let again = SecretBackend::new(Arc::clone(&keychain) as Arc<dyn Keystore>, folder.path());
        assert_eq!((again.file(), again.is_open()), (Some(false), Some(false)));
        assert_eq!(again.get("a").unwrap_err().code, Code::VaultLocked);
        assert_eq!(again.to_keychain().unwrap_err().code, Code::VaultLocked);
        again.unlock(&Secret::from(PASSPHRASE)).unwrap();
        assert_eq!(again.to_keychain().unwrap_err().code, Code::VaultMissing);
        assert_eq!(again.get("b").unwrap().unwrap().expose(), "two");
        keychain.missing.store(false, Ordering::SeqCst);
        assert_eq!(again.to_keychain().unwrap(), 2);
        assert_eq!((again.file(), keychain.kept.entries().len()), (None, 2));
        assert_eq!(std::fs::read_dir(folder.path()).unwrap().count(), 0);
        assert_eq!(again.get("b").unwrap().unwrap().expose(), "two");
    }
}
