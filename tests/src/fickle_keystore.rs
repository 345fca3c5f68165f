//! A keychain of which it can be seen what it holds, and that refuses when a test says so.

use std::sync::atomic::{AtomicBool, AtomicUsize, Ordering};

use portcullis_core::{Code, Error, Result};
use portcullis_secrets::{Keystore, MemoryKeystore, Secret};

/// Refuses as a locked keychain does. Whether it is open cannot be seen.
#[derive(Debug)]
pub struct FickleKeystore {
    kept: MemoryKeystore,
    /// How many secrets it still takes.
    takes: AtomicUsize,
    locked: AtomicBool,
}

impl Default for FickleKeystore {
    fn default() -> Self {
        Self {
            kept: MemoryKeystore::default(),
            takes: AtomicUsize::new(usize::MAX),
            locked: AtomicBool::new(false),
        }
    }
}

impl FickleKeystore {
    /// Takes so many more secrets, and gives what it has all the same.
    pub fn takes(&self, count: usize) {
        self.takes.store(count, Ordering::SeqCst);
    }

    /// Takes and gives nothing, or everything again.
    pub fn lock(&self, locked: bool) {
        self.locked.store(locked, Ordering::SeqCst);
    }

    /// The names of what it holds, in their order.
    #[must_use]
    pub fn names(&self) -> Vec<String> {
        let entries = self.kept.entries().into_iter();
        let mut names: Vec<String> = entries.map(|(name, _)| name).collect();
        names.sort();
        names
    }

    fn check(&self) -> Result<()> {
        match self.locked.load(Ordering::SeqCst) {
            true => Err(refusal()),
            false => Ok(()),
        }
    }
}

fn refusal() -> Error {
    Error::new(Code::VaultLocked, "The keychain is locked.")
}

impl Keystore for FickleKeystore {
    fn set(&self, name: &str, secret: &Secret) -> Result<()> {
        self.check()?;
        let one = |left: usize| left.checked_sub(1);
        let left = self.takes.fetch_update(Ordering::SeqCst, Ordering::SeqCst, one);
        left.map_err(|_| refusal())?;
        self.kept.set(name, secret)
    }

    fn get(&self, name: &str) -> Result<Option<Secret>> {
        self.check()?;
        self.kept.get(name)
    }

    fn remove(&self, name: &str) -> Result<()> {
        self.check()?;
        self.kept.remove(name)
    }
}
