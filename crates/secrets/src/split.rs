//! A secret that is larger than an entry of the keychain may be, in several entries. It is read whole or not at all.
//!
//! The entry under its own name is a list: how many parts there are, the name that they have in common, and the SHA-256 of the
//! whole. Parts are written before the list that names them and removed after it, so an interrupted write leaves the old
//! secret or the new one, and at worst parts that no list names.

use super::Secret;
use crate::limits::{SPLIT_PARTS, VAULT_ITEM_BYTES};
use portcullis_core::{Code, Error, Result, ids};
use portcullis_l10n::say;
use ring::digest::{SHA256, digest};
use zeroize::Zeroizing;

/// How a list begins. A secret that begins like one is split as well, so no secret is taken for a list.
const LIST: &str = "portcullis-parts 1 ";

/// Entries of a keychain, by name, as they are.
pub(super) trait KeychainEntries {
    /// Keeps one, in place of an older one.
    fn put(&self, name: &str, bytes: &[u8]) -> Result<()>;
    /// What is kept.
    fn take(&self, name: &str) -> Result<Option<Vec<u8>>>;
    /// Forgets one; what is not there is forgotten already.
    fn forget(&self, name: &str) -> Result<()>;
}

/// What a list says.
struct List {
    parts: usize,
    stem: String,
    sha256: String,
}

impl List {
    fn read(entry: &[u8]) -> Option<Self> {
        let mut words = std::str::from_utf8(entry).ok()?.strip_prefix(LIST)?.split(' ');
        let parts = words.next()?.parse().ok().filter(|parts| *parts <= SPLIT_PARTS)?;
        let (stem, sha256) = (words.next()?.to_owned(), words.next()?.to_owned());
        words.next().is_none().then_some(Self { parts, stem, sha256 })
    }

    fn written(&self) -> String {
        format!("{LIST}{} {} {}", self.parts, self.stem, self.sha256)
    }

    fn names(&self, of: &str) -> impl Iterator<Item = String> {
        let stem = format!("{of}#{}", self.stem);
        (0..self.parts).map(move |part| format!("{stem}.{part}"))
    }
}

/// Keeps a secret in entries of at most `most` bytes.
pub(super) fn set(entries: &impl KeychainEntries, most: usize, name: &str, secret: &Secret) -> Result<()> {
    let bytes = secret.expose().as_bytes();
    let before = entries.take(name)?.map(Zeroizing::new);
    let before = before.and_then(|entry| List::read(&entry));
    if bytes.len() <= most && !secret.expose().starts_with(LIST) {
        entries.put(name, bytes)?;
    } else {
        let list = List {
            parts: bytes.len().div_ceil(most),
            stem: ids::random(),
            sha256: ids::hex(digest(&SHA256, bytes).as_ref()),
        };
        let write = || {
            for (part, bytes) in list.names(name).zip(bytes.chunks(most)) {
                entries.put(&part, bytes)?;
            }
            entries.put(name, list.written().as_bytes())
        };
        if let Err(error) = write() {
            match entries.take(name).map(|kept| kept.map(Zeroizing::new)) {
                // It was kept, whatever the keychain said.
                Ok(Some(kept)) if kept.as_slice() == list.written().as_bytes() => {}
                Ok(_) => {
                    // What it did not take it need not give back.
                    _ = forget_parts(entries, name, &list);
                    return Err(error);
                }
                // The list may be there, and its parts must not be missing then.
                Err(_) => return Err(error),
            }
        }
    }
    match before {
        Some(before) => forget_parts(entries, name, &before),
        None => Ok(()),
    }
}

/// The bytes of a secret.
pub(super) fn get(entries: &impl KeychainEntries, name: &str) -> Result<Option<Vec<u8>>> {
    let Some(entry) = entries.take(name)? else {
        return Ok(None);
    };
    let Some(list) = List::read(&entry) else {
        return Ok(Some(entry));
    };
    let mut whole = Zeroizing::new(Vec::with_capacity(VAULT_ITEM_BYTES));
    for part in list.names(name) {
        let bytes = Zeroizing::new(entries.take(&part)?.ok_or_else(|| incomplete(name))?);
        if whole.len() + bytes.len() > VAULT_ITEM_BYTES {
            return Err(incomplete(name));
        }
        whole.extend_from_slice(&bytes);
    }
    if ids::hex(digest(&SHA256, &whole).as_ref()) != list.sha256 {
        return Err(incomplete(name));
    }
    Ok(Some(whole.to_vec()))
}

/// Forgets a secret: the list first, so that nothing is left that could be read.
pub(super) fn remove(entries: &impl KeychainEntries, name: &str) -> Result<()> {
    let list = entries.take(name)?.map(Zeroizing::new);
    let list = list.and_then(|entry| List::read(&entry));
    entries.forget(name)?;
    match list {
        Some(list) => forget_parts(entries, name, &list),
        None => Ok(()),
    }
}

fn forget_parts(entries: &impl KeychainEntries, name: &str, list: &List) -> Result<()> {
    let mut done = Ok(());
    for part in list.names(name) {
        done = done.and(entries.forget(&part));
    }
    done
}

fn incomplete(name: &str) -> Error {
    let sentence = say!("parts-missing", name);
    Error::new(Code::BadInput, sentence).remedy(say!("not-text-remedy"))
}

#[cfg(test)]
mod tests {
    use super::{KeychainEntries, LIST, get, remove, set};
    use crate::Secret;
    use portcullis_core::{Code, Error, Result};
    use std::cell::{Cell, RefCell};
    use std::collections::BTreeMap;

    const MOST: usize = 256;

    /// Takes entries of a certain size only, and fails when it is told to.
    #[derive(Default)]
    struct Small {
        kept: RefCell<BTreeMap<String, Vec<u8>>>,
        fails_after: Cell<Option<usize>>,
        /// It keeps an entry and says that it failed.
        keeps_anyway: Cell<bool>,
        /// It cannot be read while it fails.
        is_mute: Cell<bool>,
    }

    impl KeychainEntries for Small {
        fn put(&self, name: &str, bytes: &[u8]) -> Result<()> {
            let left = self.fails_after.get();
            self.fails_after.set(left.map(|left| left.saturating_sub(1)));
            let fails = left == Some(0);
            if !fails || self.keeps_anyway.get() {
                assert!(bytes.len() <= MOST, "the system refuses it");
                self.kept.borrow_mut().insert(name.to_owned(), bytes.to_vec());
            }
            match fails {
                true => Err(Error::new(Code::VaultMissing, "gone")),
                false => Ok(()),
            }
        }
        fn take(&self, name: &str) -> Result<Option<Vec<u8>>> {
            if self.is_mute.get() && self.fails_after.get() == Some(0) {
                return Err(Error::new(Code::VaultMissing, "gone"));
            }
            Ok(self.kept.borrow().get(name).cloned())
        }
        fn forget(&self, name: &str) -> Result<()> {
            self.kept.borrow_mut().remove(name);
            Ok(())
        }
    }

    impl Small {
        fn read(&self) -> Result<Option<String>> {
            Ok(get(self, "a")?.map(|bytes| String::from_utf8(bytes).unwrap()))
        }
        fn entries(&self) -> usize {
            self.kept.borrow().len()
        }
    }

    // Proves F-35.
    #[test]
    fn a_large_secret_is_kept_in_parts_and_nothing_is_left_of_them() {
        let keychain = Small::default();
        for (length, entries) in [(MOST, 1), (MOST + 1, 3), (10 * MOST, 11), (3, 1)] {
            let secret = "é".repeat(length / 2) + &"x".repeat(length % 2);
            set(&keychain, MOST, "a", &Secret::from(secret.as_str())).unwrap();
            assert_eq!(keychain.read().unwrap(), Some(secret));
            assert_eq!(keychain.entries(), entries, "{length}");
        }
        set(&keychain, MOST, "a", &Secret::from("y".repeat(2_000))).unwrap();
        remove(&keychain, "a").unwrap();
        assert_eq!((keychain.entries(), keychain.read().unwrap()), (0, None));
    }

    // Proves F-35.
    #[test]
    fn a_secret_is_read_whole_or_not_at_all() {
        let keychain = Small::default();
        set(&keychain, MOST, "a", &Secret::from("y".repeat(2_000))).unwrap();
        let part = keychain
            .kept
            .borrow()
            .keys()
            .find(|name| name.ends_with(".3"))
            .cloned()
            .unwrap();
        let bytes = keychain.kept.borrow_mut().remove(&part).unwrap();
        assert_eq!(keychain.read().unwrap_err().code, Code::BadInput);
        keychain
            .kept
            .borrow_mut()
            .insert(part.clone(), vec![b'z'; bytes.len()]);
        assert_eq!(keychain.read().unwrap_err().code, Code::BadInput);
        keychain.kept.borrow_mut().insert(part, bytes);
        assert_eq!(keychain.read().unwrap().unwrap().len(), 2_000);
    }

    // Proves F-35.
    #[test]
    fn a_change_that_fails_leaves_the_secret_before_it() {
        let keychain = Small::default();
        set(&keychain, MOST, "a", &Secret::from("y".repeat(2_000))).unwrap();
        for after in 0..9 {
            keychain.fails_after.set(Some(after));
            assert!(
                set(&keychain, MOST, "a", &Secret::from("z".repeat(2_000))).is_err(),
                "{after}"
            );
            assert_eq!(keychain.read().unwrap(), Some("y".repeat(2_000)));
            assert_eq!(keychain.entries(), 9, "nothing of the new one is left");
        }
    }

    // Proves F-35.
    #[test]
    fn a_list_that_was_kept_in_spite_of_an_error_has_its_parts() {
        for is_mute in [false, true] {
            let keychain = Small::default();
            set(&keychain, MOST, "a", &Secret::from("y".repeat(2_000))).unwrap();
            keychain.keeps_anyway.set(true);
            keychain.is_mute.set(is_mute);
            // Eight parts are kept, and the list.
            keychain.fails_after.set(Some(8));
            let kept = set(&keychain, MOST, "a", &Secret::from("z".repeat(2_000)));
            assert_eq!(kept.is_err(), is_mute, "{kept:?}");
            keychain.fails_after.set(None);
            assert_eq!(keychain.read().unwrap(), Some("z".repeat(2_000)));
            assert_eq!(keychain.entries(), if is_mute { 17 } else { 9 });
        }
    }

    // Proves F-35.
    #[test]
    fn a_secret_that_looks_like_a_list_is_no_list() {
        let keychain = Small::default();
        let secret = format!("{LIST}1 stem hash");
        set(&keychain, MOST, "a", &Secret::from(secret.as_str())).unwrap();
        assert_eq!(keychain.read().unwrap(), Some(secret));
    }
}
