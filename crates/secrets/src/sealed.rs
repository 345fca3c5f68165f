//! Secrets in a file that a passphrase opens, for a computer without a keychain (F-35). A person chooses it and is told
//! what it means; nothing ever falls back to it.
//!
//! The file is whole or not there: it is written beside itself, flushed and put in its place. What protects it is the
//! passphrase alone, so guessing is made slow (Argon2id) and everything in it, also how slow, is authenticated
//! (ChaCha20-Poly1305). The key is in memory while the file is open, and is overwritten when it is closed.

use super::{Keystore, Secret};
use crate::limits;
use argon2::{Algorithm, Argon2, Params, Version};
use base64::Engine as _;
use base64::prelude::BASE64_STANDARD;
use portcullis_core::{Code, Error, Result, causes};
use portcullis_l10n::say;
use ring::aead::{Aad, CHACHA20_POLY1305, LessSafeKey, NONCE_LEN, Nonce, UnboundKey};
use ring::rand::{SecureRandom as _, SystemRandom};
use serde::{Deserialize, Serialize};
use std::collections::BTreeMap;
use std::fs::{self, File, OpenOptions};
use std::io::{Read as _, Write as _};
#[cfg(unix)]
use std::path::Path;
use std::path::PathBuf;
use std::sync::{Mutex, MutexGuard, PoisonError};
use zeroize::Zeroizing;

/// What is in front of what is sealed. All of it is authenticated with it.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
struct SealedHeader {
    portcullis_secrets: u32,
    kdf: String,
    memory_kib: u32,
    passes: u32,
    salt: String,
}

#[derive(Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
struct Sealed {
    #[serde(flatten)]
    head: SealedHeader,
    nonce: String,
    sealed: String,
}

/// An open file.
#[derive(Clone)]
struct Open {
    head: SealedHeader,
    key: Zeroizing<[u8; 32]>,
    secrets: BTreeMap<String, Secret>,
}

/// The file. Closed until its passphrase is given.
pub struct SealedFile {
    path: PathBuf,
    /// Held while it is changed, which waits for the disk, or takes a second.
    changing: Mutex<()>,
    /// Held for a moment only: whether the file is open is asked where nothing may wait.
    open: Mutex<Option<Open>>,
}

const VERSION: u32 = 1;
const KDF: &str = "argon2id";
const SALT: usize = 16;

impl SealedFile {
    /// The file at this place, whether it is there or not.
    #[must_use]
    pub fn at(path: PathBuf) -> Self {
        Self {
            path,
            changing: Mutex::default(),
            open: Mutex::default(),
        }
    }

    /// Whether a person chose it: then it is there.
    #[must_use]
    pub fn is_chosen(&self) -> bool {
        self.path.exists()
    }

    /// Whether its passphrase was given.
    #[must_use]
    pub fn is_open(&self) -> bool {
        self.state().is_some()
    }

    fn state(&self) -> MutexGuard<'_, Option<Open>> {
        self.open.lock().unwrap_or_else(PoisonError::into_inner)
    }

    fn turn(&self) -> MutexGuard<'_, ()> {
        self.changing.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// Makes the file, with these secrets in it. It takes a second: guessing shall.
    ///
    /// # Errors
    /// `input.bad` for a passphrase that is too short, or when there is a file already; `store.failed`.
    pub fn create(&self, passphrase: &Secret, secrets: BTreeMap<String, Secret>) -> Result<()> {
        check_passphrase(passphrase)?;
        let _turn = self.turn();
        if self.is_chosen() {
            return Err(Error::new(Code::BadInput, say!("file-exists")));
        }
        let made = fresh(passphrase, secrets)?;
        self.write(&made)?;
        *self.state() = Some(made);
        Ok(())
    }

    /// Opens the file.
    ///
    /// # Errors
    /// `vault.locked` for another passphrase, `vault.missing` for a file that is damaged or of a later version.
    pub fn unlock(&self, passphrase: &Secret) -> Result<()> {
        // A secret that is added meanwhile would be missing from what was read.
        let _turn = self.turn();
        let (head, nonce, mut sealed) = self.read()?;
        let key = derived(&head, passphrase)?;
        let plain = aead(&key)?
            .open_in_place(
                Nonce::assume_unique_for_key(nonce),
                Aad::from(bound(&head)?),
                &mut sealed,
            )
            .map_err(|_| {
                Error::new(Code::VaultLocked, say!("wrong-passphrase"))
                    .remedy(say!("wrong-passphrase-remedy"))
            })?;
        let secrets = from_text(plain);
        sealed.fill(0);
        *self.state() = Some(Open {
            head,
            key,
            secrets: secrets?,
        });
        Ok(())
    }

    /// Puts another passphrase in the place of one: with another key, salt and all.
    ///
    /// # Errors
    /// As [`Self::unlock`] and [`Self::create`]; then the old one holds.
    pub fn change(&self, before: &Secret, passphrase: &Secret) -> Result<()> {
        check_passphrase(passphrase)?;
        self.unlock(before)?;
        let _turn = self.turn();
        let made = fresh(passphrase, self.entries()?)?;
        self.write(&made)?;
        *self.state() = Some(made);
        Ok(())
    }

    /// Everything in it, for moving.
    ///
    /// # Errors
    /// `vault.locked`.
    pub fn entries(&self) -> Result<BTreeMap<String, Secret>> {
        Ok(self.state().as_ref().ok_or_else(closed)?.secrets.clone())
    }

    /// Deletes the file, once everything in it is elsewhere.
    ///
    /// # Errors
    /// `store.failed`.
    pub fn discard(&self) -> Result<()> {
        let _turn = self.turn();
        fs::remove_file(&self.path)
            .map_err(|error| self.failed(say!("file-delete-failed", cause = causes::io(&error))))?;
        *self.state() = None;
        Ok(())
    }

    /// Changes what is in it: first the file, and only then what is held open.
    fn changed(&self, change: impl FnOnce(&mut BTreeMap<String, Secret>)) -> Result<()> {
        let _turn = self.turn();
        let mut next = self.state().as_ref().ok_or_else(closed)?.clone();
        change(&mut next.secrets);
        self.write(&next)?;
        *self.state() = Some(next);
        Ok(())
    }

    fn write(&self, open: &Open) -> Result<()> {
        let mut nonce = [0; NONCE_LEN];
        SystemRandom::new().fill(&mut nonce).map_err(Error::internal)?;
        let mut sealed = to_text(&open.secrets)?;
        aead(&open.key)?
            .seal_in_place_append_tag(
                Nonce::assume_unique_for_key(nonce),
                Aad::from(bound(&open.head)?),
                &mut *sealed,
            )
            .map_err(|_| Error::internal("secrets could not be sealed"))?;
        let file = Sealed {
            head: open.head.clone(),
            nonce: BASE64_STANDARD.encode(nonce),
            sealed: BASE64_STANDARD.encode(&*sealed),
        };
        let text = serde_json::to_vec(&file).map_err(Error::internal)?;
        // What is larger would not be read again, and every secret would be lost.
        if text.len() as u64 > limits::SEALED_FILE {
            let most = limits::SEALED_FILE >> 20;
            return Err(
                Error::new(Code::StoreFailed, say!("file-full", most)).remedy(say!("file-full-remedy"))
            );
        }
        self.put(&text)
            .map_err(|error| self.failed(say!("file-write-failed", cause = causes::io(&error))))
    }

    fn put(&self, text: &[u8]) -> std::io::Result<()> {
        let beside = self.path.with_extension("new");
        // What an interrupted write left there is of no use.
        match fs::remove_file(&beside) {
            Err(error) if error.kind() != std::io::ErrorKind::NotFound => return Err(error),
            _ => {}
        }
        let mut options = OpenOptions::new();
        options.write(true).create_new(true);
        #[cfg(unix)]
        std::os::unix::fs::OpenOptionsExt::mode(&mut options, 0o600);
        let mut file = options.open(&beside)?;
        file.write_all(text)?;
        file.sync_all()?;
        fs::rename(&beside, &self.path)?;
        // Only then the name is there after a loss of power as well.
        #[cfg(unix)]
        File::open(self.path.parent().unwrap_or(Path::new(".")))?.sync_all()?;
        Ok(())
    }

    fn read(&self) -> Result<(SealedHeader, [u8; NONCE_LEN], Vec<u8>)> {
        let damaged =
            |sentence: String| Error::new(Code::VaultMissing, sentence).remedy(say!("file-restore-remedy"));
        let most = limits::SEALED_FILE;
        let mut text = Vec::new();
        let file = File::open(&self.path)
            .map_err(|error| self.failed(say!("file-read-failed", cause = causes::io(&error))))?;
        let length = file
            .take(most + 1)
            .read_to_end(&mut text)
            .map_err(|error| self.failed(say!("file-read-failed", cause = causes::io(&error))))?;
        if length as u64 > most {
            return Err(damaged(say!("file-too-large")));
        }
        let file: Sealed = serde_json::from_slice(&text).map_err(|_| damaged(say!("file-damaged")))?;
        let head = file.head;
        if head.portcullis_secrets != VERSION || head.kdf != KDF {
            return Err(damaged(say!("file-newer")));
        }
        // A program that can write the file must not be able to stop the host with it.
        let bounded = (8..=limits::SEALED_MEMORY_KIB * 4).contains(&head.memory_kib)
            && (1..=limits::SEALED_PASSES * 4).contains(&head.passes);
        let nonce = BASE64_STANDARD
            .decode(&file.nonce)
            .ok()
            .and_then(|nonce| nonce.try_into().ok());
        let sealed = BASE64_STANDARD.decode(&file.sealed).ok();
        let salted = BASE64_STANDARD
            .decode(&head.salt)
            .is_ok_and(|salt| salt.len() == SALT);
        match (bounded && salted, nonce, sealed) {
            (true, Some(nonce), Some(sealed)) => Ok((head, nonce, sealed)),
            _ => Err(damaged(say!("file-damaged"))),
        }
    }

    fn failed(&self, sentence: String) -> Error {
        let path = self.path.display().to_string();
        Error::new(Code::StoreFailed, sentence).remedy(say!("file-failed-remedy", path))
    }
}

impl Keystore for SealedFile {
    fn set(&self, name: &str, secret: &Secret) -> Result<()> {
        self.changed(|secrets| {
            secrets.insert(name.to_owned(), secret.clone());
        })
    }

    fn get(&self, name: &str) -> Result<Option<Secret>> {
        Ok(self
            .state()
            .as_ref()
            .ok_or_else(closed)?
            .secrets
            .get(name)
            .cloned())
    }

    fn remove(&self, name: &str) -> Result<()> {
        // Nothing is written for what is not there.
        match self.get(name)? {
            Some(_) => self.changed(|secrets| {
                secrets.remove(name);
            }),
            None => Ok(()),
        }
    }
}

impl std::fmt::Debug for SealedFile {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.debug_struct("SealedFile")
            .field("path", &self.path)
            .finish_non_exhaustive()
    }
}

fn closed() -> Error {
    Error::new(Code::VaultLocked, say!("file-locked")).remedy(say!("file-locked-remedy"))
}

/// Whether a passphrase can be chosen, for whoever asks for it twice.
///
/// # Errors
/// `input.bad` for one that is too short.
pub fn check_passphrase(passphrase: &Secret) -> Result<()> {
    let length = passphrase.expose().chars().count();
    match (limits::PASSPHRASE..=1_000).contains(&length) {
        true => Ok(()),
        false => Err(Error::new(
            Code::BadInput,
            say!("passphrase-short", least = limits::PASSPHRASE),
        )
        .remedy(say!("passphrase-short-remedy"))),
    }
}

fn fresh(passphrase: &Secret, secrets: BTreeMap<String, Secret>) -> Result<Open> {
    let mut salt = [0; SALT];
    SystemRandom::new().fill(&mut salt).map_err(Error::internal)?;
    let head = SealedHeader {
        portcullis_secrets: VERSION,
        kdf: KDF.to_owned(),
        memory_kib: limits::SEALED_MEMORY_KIB,
        passes: limits::SEALED_PASSES,
        salt: BASE64_STANDARD.encode(salt),
    };
    Ok(Open {
        key: derived(&head, passphrase)?,
        head,
        secrets,
    })
}

fn derived(head: &SealedHeader, passphrase: &Secret) -> Result<Zeroizing<[u8; 32]>> {
    let failed = |error: argon2::Error| Error::internal(error.to_string());
    let salt = BASE64_STANDARD.decode(&head.salt).map_err(Error::internal)?;
    let params = Params::new(head.memory_kib, head.passes, 1, Some(32)).map_err(failed)?;
    let mut key = Zeroizing::new([0; 32]);
    Argon2::new(Algorithm::Argon2id, Version::V0x13, params)
        .hash_password_into(passphrase.expose().as_bytes(), &salt, &mut *key)
        .map_err(failed)?;
    Ok(key)
}

fn aead(key: &[u8; 32]) -> Result<LessSafeKey> {
    UnboundKey::new(&CHACHA20_POLY1305, key)
        .map(LessSafeKey::new)
        .map_err(Error::internal)
}

fn bound(head: &SealedHeader) -> Result<Vec<u8>> {
    serde_json::to_vec(head).map_err(Error::internal)
}

/// Names and secrets one after the other, each behind its length: a text that is overwritten when it is dropped, which no
/// writer of JSON promises of what it holds in between.
fn to_text(secrets: &BTreeMap<String, Secret>) -> Result<Zeroizing<Vec<u8>>> {
    let parts = || {
        secrets
            .iter()
            .flat_map(|(name, secret)| [name.as_str(), secret.expose()])
    };
    // Room for all of it, and for the tag: what grows leaves a copy behind.
    let length = parts().map(|part| part.len() + 4).sum::<usize>() + CHACHA20_POLY1305.tag_len();
    let mut text = Zeroizing::new(Vec::with_capacity(length));
    for part in parts() {
        let length = u32::try_from(part.len()).map_err(Error::internal)?;
        text.extend_from_slice(&length.to_be_bytes());
        text.extend_from_slice(part.as_bytes());
    }
    Ok(text)
}

fn from_text(mut text: &[u8]) -> Result<BTreeMap<String, Secret>> {
    let broken = || Error::internal("what was sealed is no list of secrets");
    let mut part = || -> Result<Option<String>> {
        let Some((length, rest)) = text.split_first_chunk::<4>() else {
            return if text.is_empty() { Ok(None) } else { Err(broken()) };
        };
        let length = u32::from_be_bytes(*length) as usize;
        let (part, rest) = rest.split_at_checked(length).ok_or_else(broken)?;
        text = rest;
        String::from_utf8(part.to_vec()).map(Some).map_err(|_| broken())
    };
    let mut secrets = BTreeMap::new();
    while let Some(name) = part()? {
        secrets.insert(name, Secret::from(part()?.ok_or_else(broken)?));
    }
    Ok(secrets)
}

#[cfg(test)]
mod tests;
