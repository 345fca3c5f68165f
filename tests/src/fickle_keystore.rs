//! A keychain of which it can be seen what it holds, and that refuses or hangs when a test says so.

use std::sync::{
    Condvar, Mutex, MutexGuard, PoisonError,
    atomic::{AtomicUsize, Ordering},
};

use portcullis_core::{Code, Error, Result};
use portcullis_secrets::{Keystore, MemoryKeystore, Secret};

/// How it answers.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Mood {
    Answers,
    Refuses(Code),
    /// It waits behind a prompt.
    Hangs,
}

/// Answers until it is told to do otherwise.
#[derive(Debug)]
pub struct FickleKeystore {
    kept: MemoryKeystore,
    /// How many secrets it still takes.
    takes: AtomicUsize,
    mood: Mutex<Mood>,
    changed: Condvar,
    refused: AtomicUsize,
    /// Whether it is open can be seen without asking.
    visible: bool,
}

impl Default for FickleKeystore {
    fn default() -> Self {
        Self {
            kept: MemoryKeystore::default(),
            takes: AtomicUsize::new(usize::MAX),
            mood: Mutex::new(Mood::Answers),
            changed: Condvar::new(),
            refused: AtomicUsize::new(0),
            visible: false,
        }
    }
}

impl FickleKeystore {
    /// One of which it can be seen whether it is open. One that hangs looks open.
    pub fn visible() -> Self {
        Self {
            visible: true,
            ..Self::default()
        }
    }

    /// Takes so many more secrets, and gives what it has all the same.
    pub fn takes(&self, count: usize) {
        self.takes.store(count, Ordering::SeqCst);
    }

    /// Takes and gives nothing from now on, for this reason.
    pub fn refuses(&self, code: Code) {
        self.becomes(Mood::Refuses(code));
    }

    /// Lets everybody wait from now on.
    pub fn hangs(&self) {
        self.becomes(Mood::Hangs);
    }

    /// Answers again, also who waits.
    pub fn answers(&self) {
        self.becomes(Mood::Answers);
    }

    /// How often it was asked while it refused.
    pub fn refused(&self) -> usize {
        self.refused.load(Ordering::SeqCst)
    }

    /// The names of what it holds, in their order.
    pub fn names(&self) -> Vec<String> {
        let entries = self.kept.entries().into_iter();
        let mut names: Vec<String> = entries.map(|(name, _)| name).collect();
        names.sort();
        names
    }

    fn becomes(&self, mood: Mood) {
        *self.mood() = mood;
        self.changed.notify_all();
    }

    fn mood(&self) -> MutexGuard<'_, Mood> {
        self.mood.lock().unwrap_or_else(PoisonError::into_inner)
    }

    fn check(&self) -> Result<()> {
        let free = self.changed.wait_while(self.mood(), |mood| *mood == Mood::Hangs);
        match *free.unwrap_or_else(PoisonError::into_inner) {
            Mood::Refuses(code) => {
                self.refused.fetch_add(1, Ordering::SeqCst);
                Err(refusal(code))
            }
            Mood::Answers | Mood::Hangs => Ok(()),
        }
    }
}

fn refusal(code: Code) -> Error {
    Error::new(code, "The keychain does not open.")
}

impl Keystore for FickleKeystore {
    fn set(&self, name: &str, secret: &Secret) -> Result<()> {
        self.check()?;
        let one = |left: usize| left.checked_sub(1);
        let left = self.takes.fetch_update(Ordering::SeqCst, Ordering::SeqCst, one);
        left.map_err(|_| refusal(Code::VaultLocked))?;
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

    fn is_open(&self) -> Option<bool> {
        self.visible.then(|| !matches!(*self.mood(), Mood::Refuses(_)))
    }
}
