//! Secrets, kept in the system's keychain, or in an encrypted file that a person chose in its place.
//!
//! A keychain can be locked, missing, slow or waiting behind a hidden prompt (F-35). So everything
//! goes off the async threads and under a limit, and what fails says so; it never falls back to a file. On a computer
//! without a keychain a person may choose one that a passphrase opens.
//!
//! It knows neither what a secret is for, nor the database, nor who asks; a configuration holds the name of a secret only
//! (S-67). The host, which starts servers and asks models, and `portcullis-oauth` use it.

mod backend;
mod keychain;
mod keystore;
pub mod limits;
mod sealed;
mod split;

#[cfg(test)]
#[cfg(target_os = "linux")]
mod tests;

use portcullis_core::{Code, Error, Result, ids};
use portcullis_l10n::say;
use std::collections::HashMap;
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{Arc, Mutex, PoisonError};
use tokio::sync::{Mutex as Turn, Semaphore, watch};

portcullis_l10n::catalogue!();

pub use backend::SecretBackend;
pub use keychain::Keychain;
pub use keystore::{Keystore, MemoryKeystore};
pub use portcullis_core::Secret;
pub use sealed::check_passphrase;

/// Held by the change of one name that is under way.
type ChangeTurn = Arc<Turn<()>>;

/// Secrets by name. Clones share the store.
#[derive(Clone)]
pub struct Vault {
    store: Arc<dyn Keystore>,
    slots: Arc<Semaphore>,
    /// By name, of those that are being changed: see [`Vault::change`].
    turns: Arc<Mutex<HashMap<String, ChangeTurn>>>,
    /// How often it has answered; see [`Vault::answered`].
    answered: watch::Sender<u64>,
    /// Whether it could be read when it was asked last.
    open: watch::Sender<bool>,
    background: Arc<Background>,
}

/// Questions that no caller waits for.
struct Background {
    turn: Semaphore,
    looking: Arc<Semaphore>,
    /// How often the vault had answered when it last failed to answer one of these.
    failed_at: Mutex<Option<(u64, Error)>>,
}

impl Vault {
    /// Over a store.
    #[must_use]
    pub fn new(store: Arc<dyn Keystore>) -> Self {
        Self {
            store,
            slots: Arc::new(Semaphore::new(limits::VAULT_WAITING)),
            turns: Arc::default(),
            answered: watch::Sender::new(0),
            open: watch::Sender::new(true),
            background: Arc::new(Background {
                turn: Semaphore::new(1),
                looking: Arc::new(Semaphore::new(1)),
                failed_at: Mutex::default(),
            }),
        }
    }

    /// Keeps `secret` under `name`, in place of an older one. What the keychain takes after the limit is taken
    /// back.
    ///
    /// # Errors
    /// `vault.locked`, `vault.missing`; `input.bad` when it is longer than the keychain takes.
    pub async fn set(&self, name: &str, secret: Secret) -> Result<()> {
        self.keep(name, secret, true).await
    }

    /// The same where the older one is of no use any more. What the keychain takes after the limit stays there.
    ///
    /// # Errors
    /// As [`Self::set`].
    pub async fn replace(&self, name: &str, secret: Secret) -> Result<()> {
        self.keep(name, secret, false).await
    }

    async fn keep(&self, name: &str, secret: Secret, takes_back: bool) -> Result<()> {
        let length = secret.expose().len();
        if length > limits::VAULT_ITEM_BYTES {
            let most = limits::VAULT_ITEM_BYTES;
            let sentence = say!("secret-too-long", name, length, most);
            return Err(Error::new(Code::BadInput, sentence).remedy(say!("secret-too-long-remedy")));
        }
        self.change(name, move |store, name, given_up| {
            store.set(name, &secret)?;
            // The caller was told that it was not kept, and knows of no secret to delete.
            if takes_back && given_up.load(Ordering::SeqCst) {
                store.remove(name)?;
            }
            Ok(())
        })
        .await
    }

    /// What is kept under `name`.
    ///
    /// # Errors
    /// `vault.locked`, `vault.missing`.
    pub async fn get(&self, name: &str) -> Result<Option<Secret>> {
        let name = name.to_owned();
        self.run(None, move |store| store.get(&name)).await
    }

    /// The same for a caller without urgency: one at a time, so that those who are find a free slot; and a
    /// keychain that failed is not bothered again before it has answered another caller.
    ///
    /// # Errors
    /// `vault.locked`, `vault.missing`.
    pub async fn get_in_background(&self, name: &str) -> Result<Option<Secret>> {
        let _turn = self.background.turn.acquire().await.map_err(Error::internal)?;
        let failed_at = || {
            self.background
                .failed_at
                .lock()
                .unwrap_or_else(PoisonError::into_inner)
        };
        let before = *self.answered.borrow();
        if let Some((at, error)) = failed_at().as_ref()
            && *at == before
        {
            return Err(error.clone());
        }
        let answer = self.get(name).await;
        if let Err(
            error @ Error {
                code: Code::VaultLocked | Code::VaultMissing,
                ..
            },
        ) = &answer
        {
            *failed_at() = Some((*self.answered.borrow(), error.clone()));
        }
        answer
    }

    /// Changes whenever the keychain has answered: one that was locked may be open now.
    pub fn answered(&self) -> watch::Receiver<u64> {
        self.answered.subscribe()
    }

    /// Whether it could be read when it was asked last.
    pub fn open(&self) -> watch::Receiver<bool> {
        self.open.subscribe()
    }

    /// Whether it looks open, without a prompt for anybody; not where that cannot be seen.
    pub async fn looks_open(&self) -> bool {
        self.looked_at().await == Some(true)
    }

    /// Whether it can be asked without a prompt. Where that cannot be seen, the system opens it with the
    /// person's session.
    pub async fn needs_no_prompt(&self) -> bool {
        let unseen = !cfg!(target_os = "linux");
        self.looked_at().await.unwrap_or(unseen)
    }

    async fn looked_at(&self) -> Option<bool> {
        // One that hangs while it is looked at is not looked at by more.
        let Ok(slot) = Arc::clone(&self.background.looking).try_acquire_owned() else {
            return Some(false);
        };
        let store = Arc::clone(&self.store);
        let looking = tokio::task::spawn_blocking(move || {
            let open = store.is_open();
            drop(slot);
            open
        });
        match tokio::time::timeout(limits::VAULT, looking).await {
            Ok(Ok(open)) => open,
            _ => Some(false),
        }
    }

    /// Forgets what is kept under `name`, if anything.
    ///
    /// # Errors
    /// `vault.locked`, `vault.missing`.
    pub async fn remove(&self, name: &str) -> Result<()> {
        self.change(name, |store, name, _| store.remove(name)).await
    }

    /// Finds out whether secrets can be kept, by keeping one. Reading alone would not tell: a store without a
    /// keyring answers “not there”.
    ///
    /// # Errors
    /// `vault.locked`, `vault.missing`.
    pub async fn check(&self) -> Result<()> {
        self.run(None, |store| {
            let name = format!("check-{}", ids::random());
            let secret = Secret::from(ids::random());
            store.set(&name, &secret)?;
            let read = store.get(&name);
            store.remove(&name)?;
            if read?.is_some_and(|read| read.expose() == secret.expose()) {
                return Ok(());
            }
            let sentence = say!("keychain-unreliable");
            Err(Error::new(Code::VaultMissing, sentence).remedy(say!("keychain-unreliable-remedy")))
        })
        .await
    }

    /// Changes of one name happen one after another, and none begins that was given up before its turn: what comes late
    /// would undo what was kept after it.
    async fn change(
        &self,
        name: &str,
        change: impl FnOnce(&dyn Keystore, &str, &AtomicBool) -> Result<()> + Send + 'static,
    ) -> Result<()> {
        let turn = self.turn_of(name);
        let (name, given_up) = (name.to_owned(), Arc::new(AtomicBool::new(false)));
        let late = Arc::clone(&given_up);
        let answer = self
            .run(Some(turn), move |store| match late.load(Ordering::SeqCst) {
                true => Ok(()),
                false => change(store, &name, &late),
            })
            .await;
        given_up.store(answer.is_err(), Ordering::SeqCst);
        answer
    }

    fn turn_of(&self, name: &str) -> ChangeTurn {
        let mut turns = self.turns.lock().unwrap_or_else(PoisonError::into_inner);
        turns.retain(|_, turn| Arc::strong_count(turn) > 1);
        Arc::clone(turns.entry(name.to_owned()).or_default())
    }

    async fn run<T: Send + 'static>(
        &self,
        turn: Option<ChangeTurn>,
        ask: impl FnOnce(&dyn Keystore) -> Result<T> + Send + 'static,
    ) -> Result<T> {
        let (store, slots) = (Arc::clone(&self.store), Arc::clone(&self.slots));
        let work = async {
            // Before the slot: who waits for a turn leaves it to others.
            let turn = match turn {
                Some(turn) => Some(turn.lock_owned().await),
                None => None,
            };
            // A thread that waits for a keychain cannot be stopped, so there are only so many.
            let slot = slots.acquire_owned().await.map_err(Error::internal)?;
            let blocking = move || {
                let answer = ask(&*store);
                drop((turn, slot));
                answer
            };
            tokio::task::spawn_blocking(blocking)
                .await
                .map_err(Error::internal)?
        };
        let answer = tokio::time::timeout(limits::VAULT, work)
            .await
            .unwrap_or_else(|_| {
                let seconds = limits::VAULT.as_secs();
                let sentence = say!("keychain-silent", seconds);
                Err(Error::new(Code::VaultLocked, sentence).remedy(say!("keychain-silent-remedy")))
            });
        let readable = match &answer {
            Ok(_) => true,
            Err(error) => !matches!(error.code, Code::VaultLocked | Code::VaultMissing),
        };
        if answer.is_ok() {
            self.answered.send_modify(|count| *count += 1);
        }
        self.open
            .send_if_modified(|open| std::mem::replace(open, readable) != readable);
        answer
    }
}

impl std::fmt::Debug for Vault {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.write_str("Vault")
    }
}
