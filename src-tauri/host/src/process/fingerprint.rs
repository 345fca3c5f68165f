//! Which file a program is, so that a replaced one is noticed before it runs (S-14).

use crate::limits::{HASH_END_BYTES, HASH_WHOLE_BYTES};
use crate::{Code, Error, Result, ids};
use sha2::{Digest as _, Sha256};
use std::fs::{File, Metadata};
use std::io::{self, Read as _, Seek as _, SeekFrom};
use std::path::{Path, PathBuf};
use std::time::UNIX_EPOCH;

/// The file behind a program, all links followed.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Fingerprint {
    /// Where the file really is.
    pub target: PathBuf,
    /// Bytes.
    pub size: u64,
    /// Last change, nanoseconds since the Unix epoch.
    pub modified: u64,
    /// Number of the file on its volume; 0 where the system does not tell.
    pub inode: u64,
    /// SHA-256 in hex: of the whole file up to 64 MiB, of the first and the last MiB and the size beyond.
    pub sha256: String,
}

impl Fingerprint {
    /// Reads the file behind `program`. Blocking: up to some tenths of a second for a large program.
    ///
    /// # Errors
    /// `launch.not_found` when it is gone, `launch.not_executable` when it cannot be read.
    pub fn of(program: &Path) -> Result<Self> {
        let mut seen = Self::without_hash(program)?;
        seen.sha256 = hash(&seen.target, seen.size).map_err(|error| unreadable(program, &error))?;
        Ok(seen)
    }

    /// The fingerprint of `program` now. Reads the contents only when target, inode, size or time of change
    /// differ from this one.
    ///
    /// # Errors
    /// As [`Fingerprint::of`].
    pub fn again(&self, program: &Path) -> Result<Self> {
        let seen = Self::without_hash(program)?;
        let looks_same = (&seen.target, seen.size, seen.modified, seen.inode)
            == (&self.target, self.size, self.modified, self.inode);
        if looks_same {
            Ok(self.clone())
        } else {
            Self::of(program)
        }
    }

    fn without_hash(program: &Path) -> Result<Self> {
        let read = || {
            let target = program.canonicalize()?;
            let metadata = target.metadata()?;
            Ok((target, metadata))
        };
        let (target, metadata) = read().map_err(|error| unreadable(program, &error))?;
        Ok(Self {
            target,
            size: metadata.len(),
            modified: modified(&metadata),
            inode: inode(&metadata),
            sha256: String::new(),
        })
    }
}

fn modified(metadata: &Metadata) -> u64 {
    let since = metadata
        .modified()
        .ok()
        .and_then(|time| time.duration_since(UNIX_EPOCH).ok());
    since.map_or(0, |since| u64::try_from(since.as_nanos()).unwrap_or(u64::MAX))
}

#[cfg(unix)]
fn inode(metadata: &Metadata) -> u64 {
    std::os::unix::fs::MetadataExt::ino(metadata)
}

#[cfg(not(unix))]
fn inode(_: &Metadata) -> u64 {
    0
}

fn hash(path: &Path, size: u64) -> io::Result<String> {
    let mut file = File::open(path)?;
    let mut hasher = Sha256::new();
    if size <= HASH_WHOLE_BYTES {
        // Bounded even when the file grows while it is read.
        io::copy(&mut (&mut file).take(HASH_WHOLE_BYTES), &mut hasher)?;
    } else {
        io::copy(&mut (&mut file).take(HASH_END_BYTES), &mut hasher)?;
        file.seek(SeekFrom::Start(size - HASH_END_BYTES))?;
        io::copy(&mut (&mut file).take(HASH_END_BYTES), &mut hasher)?;
        hasher.update(size.to_be_bytes());
    }
    Ok(ids::hex(&hasher.finalize()))
}

fn unreadable(program: &Path, error: &io::Error) -> Error {
    if error.kind() == io::ErrorKind::NotFound {
        return Error::new(
            Code::LaunchNotFound,
            format!("There is no program at {program:?}. Nothing was started."),
        )
        .remedy("Install it again, or correct the command.");
    }
    Error::new(
        Code::LaunchNotExecutable,
        format!("The program {program:?} cannot be read: {error}. Nothing was started."),
    )
    .remedy("Change its permissions so that your account may read and run it.")
}

#[cfg(test)]
mod tests {
    #![allow(clippy::unwrap_used, reason = "a test may stop at the first surprise")]

    use super::Fingerprint;
    use crate::Code;
    use std::fs;

    #[cfg(unix)]
    #[test]
    fn s14_a_replaced_program_has_another_fingerprint() {
        let folder = tempfile::tempdir().unwrap();
        let (real, link) = (folder.path().join("real"), folder.path().join("link"));
        fs::write(&real, "#!/bin/sh\necho one\n").unwrap();
        std::os::unix::fs::symlink(&real, &link).unwrap();
        let before = Fingerprint::of(&link).unwrap();
        assert_eq!(before.target, real.canonicalize().unwrap());
        assert_eq!(before.again(&link).unwrap(), before);

        // The same size, moved over the old one: only inode, time and contents tell.
        let other = folder.path().join("other");
        fs::write(&other, "#!/bin/sh\necho two\n").unwrap();
        fs::rename(&other, &real).unwrap();
        let after = before.again(&link).unwrap();
        assert_ne!(after.sha256, before.sha256);
        assert_eq!(after, Fingerprint::of(&link).unwrap());
    }

    #[cfg(unix)]
    #[test]
    fn s14_a_link_that_points_elsewhere_is_noticed() {
        let folder = tempfile::tempdir().unwrap();
        let link = folder.path().join("link");
        for name in ["one", "two"] {
            fs::write(folder.path().join(name), "same").unwrap();
        }
        std::os::unix::fs::symlink(folder.path().join("one"), &link).unwrap();
        let before = Fingerprint::of(&link).unwrap();
        fs::remove_file(&link).unwrap();
        std::os::unix::fs::symlink(folder.path().join("two"), &link).unwrap();
        assert_ne!(before.again(&link).unwrap(), before);
    }

    #[test]
    fn s14_of_a_huge_program_both_ends_and_the_size_count() {
        use std::io::{Seek as _, SeekFrom, Write as _};
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join("huge");
        let write = |size: u64, at: u64| {
            let mut file = fs::File::create(&path).unwrap();
            file.set_len(size).unwrap();
            file.seek(SeekFrom::Start(at)).unwrap();
            file.write_all(b"x").unwrap();
            drop(file);
            Fingerprint::of(&path).unwrap().sha256
        };
        let size = 80 << 20;
        let plain = write(size, 40 << 20);
        assert_ne!(write(size, 0), plain);
        assert_ne!(write(size, size - 1), plain);
        assert_ne!(write(size + 1, 40 << 20), plain);
    }

    #[test]
    fn a_program_that_is_gone_is_not_found() {
        let folder = tempfile::tempdir().unwrap();
        let error = Fingerprint::of(&folder.path().join("gone")).unwrap_err();
        assert_eq!(error.code, Code::LaunchNotFound);
    }
}
