//! The system's keychain: Keychain on macOS, Credential Manager on Windows, the Secret Service elsewhere.
//!
//! `keyring` opens the store once per process and keeps the failure forever. On a desktop the Secret Service
//! often comes later than the first program that asks for it, or is started again. So after a failure the
//! same platform store is opened directly, and again each time until it opens.

use super::split::{self, KeychainEntries};
use super::{Keystore, Secret};
use crate::limits::{KEYCHAIN_ENTRY_BYTES, VAULT_ITEM_BYTES};
use keyring::Error as Failure;
use portcullis_core::{Code, Error, Result};
use portcullis_l10n::say;
use std::sync::{Mutex, PoisonError};

/// Whether an entry takes less than a secret may have.
const SPLITS: bool = KEYCHAIN_ENTRY_BYTES < VAULT_ITEM_BYTES;

/// Under what the secrets are filed.
const SERVICE: &str = "Portcullis";

/// The keychain of the person who runs the host.
#[derive(Debug, Default)]
pub struct Keychain(Mutex<Source>);

/// Where entries come from.
#[derive(Debug, Default, Clone)]
enum Source {
    /// From `keyring`, until it fails.
    #[default]
    Simple,
    /// From nowhere: the last attempt failed.
    #[cfg(target_os = "linux")]
    Closed,
    /// From a store opened later.
    #[cfg(target_os = "linux")]
    Opened(std::sync::Arc<zbus_secret_service_keyring_store::Store>),
}

impl Keychain {
    /// Asks once more after a failure of the store itself, with the store opened again: the service may have
    /// been restarted, and a session with the old one is worth nothing.
    fn ask<T>(
        &self,
        name: &str,
        act: impl Fn(&keyring_core::Entry) -> keyring::Result<T>,
    ) -> Result<Option<T>> {
        let attempt = || self.entry(name).and_then(|entry| act(&entry));
        let mut answer = attempt();
        if cfg!(target_os = "linux") && store_failed(&answer) {
            self.close();
            answer = attempt();
            if store_failed(&answer) {
                self.close();
            }
        }
        match answer {
            Ok(found) => Ok(Some(found)),
            Err(Failure::NoEntry) => Ok(None),
            Err(failure) => Err(error_of(&failure)),
        }
    }

    fn source(&self) -> std::sync::MutexGuard<'_, Source> {
        self.0.lock().unwrap_or_else(PoisonError::into_inner)
    }

    #[cfg(target_os = "linux")]
    fn entry(&self, name: &str) -> keyring::Result<keyring_core::Entry> {
        use keyring_core::api::CredentialStoreApi as _;
        let mut source = self.source();
        if let Source::Closed = *source {
            *source = Source::Opened(zbus_secret_service_keyring_store::Store::new()?);
        }
        match source.clone() {
            Source::Opened(store) => store.build(SERVICE, name, None),
            Source::Simple | Source::Closed => keyring::Entry::new(SERVICE, name).map(|entry| entry.inner),
        }
    }

    #[cfg(target_os = "linux")]
    fn close(&self) {
        *self.source() = Source::Closed;
    }

    #[cfg(not(any(target_os = "linux", windows)))]
    fn entry(&self, name: &str) -> keyring::Result<keyring_core::Entry> {
        match *self.source() {
            Source::Simple => keyring::Entry::new(SERVICE, name).map(|entry| entry.inner),
        }
    }

    /// On this computer only: by default Windows carries it to every computer of the person's domain.
    #[cfg(windows)]
    fn entry(&self, name: &str) -> keyring::Result<keyring_core::Entry> {
        match *self.source() {
            // This opens the store, which knows more about entries than `keyring` passes on.
            Source::Simple => keyring::Entry::new(SERVICE, name).map(drop)?,
        }
        let local = std::collections::HashMap::from([("persistence", "Local")]);
        keyring_core::Entry::new_with_modifiers(SERVICE, name, &local)
    }

    #[cfg(not(target_os = "linux"))]
    fn close(&self) {}
}

impl KeychainEntries for Keychain {
    fn put(&self, name: &str, bytes: &[u8]) -> Result<()> {
        self.ask(name, |entry| entry.set_secret(bytes)).map(drop)
    }

    fn take(&self, name: &str) -> Result<Option<Vec<u8>>> {
        self.ask(name, keyring_core::Entry::get_secret)
    }

    fn forget(&self, name: &str) -> Result<()> {
        self.ask(name, keyring_core::Entry::delete_credential).map(drop)
    }
}

impl Keystore for Keychain {
    fn set(&self, name: &str, secret: &Secret) -> Result<()> {
        match SPLITS {
            true => split::set(self, KEYCHAIN_ENTRY_BYTES, name, secret),
            false => self.put(name, secret.expose().as_bytes()),
        }
    }

    fn get(&self, name: &str) -> Result<Option<Secret>> {
        let bytes = match SPLITS {
            true => split::get(self, name)?,
            false => self.take(name)?,
        };
        let Some(bytes) = bytes else {
            return Ok(None);
        };
        let text = String::from_utf8(bytes).map_err(|_| {
            let sentence = say!("not-text", name);
            Error::new(Code::BadInput, sentence).remedy(say!("not-text-remedy"))
        })?;
        Ok(Some(Secret::from(text)))
    }

    fn remove(&self, name: &str) -> Result<()> {
        match SPLITS {
            true => split::remove(self, name),
            false => self.forget(name),
        }
    }

    #[cfg(target_os = "linux")]
    fn is_open(&self) -> Option<bool> {
        look().ok().map(|locked| !locked)
    }
}

/// Whether the keyring that entries go to is locked, by a property that anybody may read: no prompt comes of it.
#[cfg(target_os = "linux")]
fn look() -> zbus::Result<bool> {
    let bus = zbus::blocking::Connection::session()?;
    let keyring = zbus::blocking::Proxy::new(
        &bus,
        "org.freedesktop.secrets",
        "/org/freedesktop/secrets/aliases/default",
        "org.freedesktop.Secret.Collection",
    )?;
    keyring.get_property("Locked")
}

fn store_failed<T>(answer: &keyring::Result<T>) -> bool {
    matches!(answer, Err(Failure::PlatformFailure(_) | Failure::NoDefaultStore))
}

fn error_of(failure: &Failure) -> Error {
    match failure {
        Failure::NoStorageAccess(_) => {
            let sentence = say!("keychain-denied", cause = cause(failure));
            Error::new(Code::VaultLocked, sentence).remedy(say!("keychain-denied-remedy"))
        }
        Failure::TooLong(..) | Failure::Invalid(..) => {
            let sentence = say!("keychain-rejects", cause = failure.to_string());
            Error::new(Code::BadInput, sentence).remedy(say!("keychain-rejects-remedy"))
        }
        _ => {
            let sentence = say!("keychain-missing", cause = cause(failure));
            Error::new(Code::VaultMissing, sentence).remedy(say!("keychain-missing-remedy"))
        }
    }
}

/// The innermost reason, which is the one that says something. Never holds a secret: of the failures which
/// carry contents, none has a cause.
fn cause(failure: &Failure) -> String {
    let mut deepest: &dyn std::error::Error = failure;
    while let Some(next) = deepest.source() {
        deepest = next;
    }
    #[cfg(target_os = "linux")]
    if let Some(words) = of_secret_service(failure) {
        return words;
    }
    match failure {
        Failure::BadEncoding(_) | Failure::BadDataFormat(..) => {
            say!("cause-unreadable")
        }
        Failure::NoDefaultStore => say!("cause-not-started"),
        _ => deepest.to_string().trim_end_matches('.').to_owned(),
    }
}

/// Its own words are for programmers: `SS error: result not returned from SS API`.
#[cfg(target_os = "linux")]
fn of_secret_service(failure: &Failure) -> Option<String> {
    let (Failure::NoStorageAccess(inner) | Failure::PlatformFailure(inner)) = failure else {
        return None;
    };
    Some(match inner.downcast_ref::<secret_service::Error>()? {
        secret_service::Error::Locked => say!("cause-locked"),
        // Asked for the default keyring, it names none.
        secret_service::Error::NoResult => say!("cause-no-keyring"),
        secret_service::Error::Prompt => say!("cause-not-unlocked"),
        secret_service::Error::PromptDisconnected => say!("cause-stopped"),
        secret_service::Error::Unavailable => say!("cause-not-running"),
        _ => return None,
    })
}

#[cfg(test)]
#[cfg(target_os = "linux")]
mod tests {
    use super::{Failure, error_of};
    use secret_service::Error as Said;

    #[test]
    fn what_the_secret_service_says_is_put_in_our_words() {
        for (said, words) in [
            (Said::Locked, "it is locked"),
            (Said::NoResult, "it has no default keyring"),
            (Said::Prompt, "it was not unlocked"),
            (Said::PromptDisconnected, "it stopped while it was being unlocked"),
            (Said::Unavailable, "no Secret Service is running"),
        ] {
            let raw = said.to_string();
            let sentence = error_of(&Failure::NoStorageAccess(Box::new(said))).sentence;
            assert!(sentence.contains(words), "{sentence}");
            assert!(!sentence.contains(&raw), "{sentence}");
        }
    }
}

#[cfg(test)]
#[cfg(windows)]
mod tests {
    use super::{Keychain, Keystore as _, Secret};

    // Proves F-35.
    #[test]
    fn a_large_secret_is_kept_whole_and_on_this_computer_only() {
        let keychain = Keychain::default();
        let name = format!("check-{}", portcullis_core::ids::random());
        for length in [10, 2_560, 2_561, 20_000] {
            let secret = Secret::from("x".repeat(length));
            keychain.set(&name, &secret).unwrap();
            let kept = keychain.get(&name).unwrap().unwrap();
            assert_eq!(kept.expose().len(), length);
            let about = keychain.entry(&name).unwrap().get_attributes().unwrap();
            assert_eq!(about.get("persistence").map(String::as_str), Some("Local"));
        }
        keychain.remove(&name).unwrap();
        assert!(keychain.get(&name).unwrap().is_none());
    }
}
