//! What a vault needs of a keychain, and a keystore in memory for tests.

use super::Secret;
use portcullis_core::Result;
use std::collections::HashMap;
use std::sync::{Mutex, PoisonError};

/// A store of secrets by name. Calls block, for seconds when a person has to unlock something.
pub trait Keystore: Send + Sync + 'static {
    /// Keeps a secret, in place of an older one.
    ///
    /// # Errors
    /// `vault.locked`, `vault.missing`.
    fn set(&self, name: &str, secret: &Secret) -> Result<()>;
    /// What is kept.
    ///
    /// # Errors
    /// `vault.locked`, `vault.missing`.
    fn get(&self, name: &str) -> Result<Option<Secret>>;
    /// Forgets; what is not there is forgotten already.
    ///
    /// # Errors
    /// `vault.locked`, `vault.missing`.
    fn remove(&self, name: &str) -> Result<()>;
    /// Whether it is open, without asking anybody to open it; `None` where that cannot be seen.
    fn is_open(&self) -> Option<bool> {
        None
    }
}

/// Keeps secrets for as long as the process lives. For tests and demonstrations.
#[derive(Debug, Default)]
pub struct MemoryKeystore(Mutex<HashMap<String, Secret>>);

impl MemoryKeystore {
    /// Everything in it, for a look at what is kept.
    #[must_use]
    pub fn entries(&self) -> Vec<(String, Secret)> {
        self.with(|kept| {
            kept.iter()
                .map(|(name, secret)| (name.clone(), secret.clone()))
                .collect()
        })
    }

    fn with<T>(&self, act: impl FnOnce(&mut HashMap<String, Secret>) -> T) -> T {
        act(&mut self.0.lock().unwrap_or_else(PoisonError::into_inner))
    }
}

impl Keystore for MemoryKeystore {
    fn set(&self, name: &str, secret: &Secret) -> Result<()> {
        self.with(|kept| kept.insert(name.to_owned(), secret.clone()));
        Ok(())
    }

    fn get(&self, name: &str) -> Result<Option<Secret>> {
        Ok(self.with(|kept| kept.get(name).cloned()))
    }

    fn remove(&self, name: &str) -> Result<()> {
        self.with(|kept| kept.remove(name));
        Ok(())
    }

    fn is_open(&self) -> Option<bool> {
        Some(true)
    }
}
