//! Which file a program is, so that a replaced one is noticed before it runs (S-14).
//!
//! Every byte counts: of a large program a part would be enough to look the same. Reading a hundred megabytes at
//! each start would be felt, so what was read is remembered for as long as the system says that the file is
//! the same one and was not written to.

#[cfg(not(unix))]
mod windows;

use super::first_line::open_regular;
use super::quoted;
use crate::limits::{FILES_KNOWN, PROGRAM_BYTES, SETTLED};
use portcullis_core::{Code, Error, Result, causes, ids};
use portcullis_l10n::say;
use sha2::{Digest as _, Sha256};
use std::collections::VecDeque;
use std::fs::File;
#[cfg(unix)]
use std::fs::Metadata;
use std::io::{self, Read as _};
use std::path::{Path, PathBuf};
use std::sync::{Mutex, PoisonError};
use std::time::{Duration, SystemTime, UNIX_EPOCH};

/// The file behind a program, all links followed.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Fingerprint {
    /// Where the file really is.
    pub target: PathBuf,
    /// SHA-256 of the whole file, hex.
    pub sha256: String,
    stamp: Stamp,
}

/// File metadata as a cache key. On Unix only the kernel sets `ctime`, so an equal stamp means the same contents.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
struct Stamp {
    device: u64,
    inode: u64,
    size: u64,
    modified: Time,
    changed: Time,
}

/// Seconds and nanoseconds since the Unix epoch.
type Time = (i64, i64);

/// What was read before, newest last.
static KNOWN: Mutex<VecDeque<(Stamp, String)>> = Mutex::new(VecDeque::new());

impl Fingerprint {
    /// Reads the file behind `program`, unless it is known. Blocking: about a tenth of a second for a hundred
    /// megabytes.
    ///
    /// # Errors
    /// `launch.not_found` when it is gone, `launch.not_executable` when it cannot be read or is being written. The
    /// sentence is only the reason; see [`resolve`](super::resolve).
    pub fn of(program: &Path) -> Result<Self> {
        let read = || {
            let target = program.canonicalize()?;
            let file = open_regular(&target)?;
            let before = Stamp::of(&file.metadata()?);
            if let Some(sha256) = known(&before) {
                return Ok((target, sha256, before, before));
            }
            let sha256 = hash(&file, before.size)?;
            let after = Stamp::of(&file.metadata()?);
            Ok((target, sha256, before, after))
        };
        let (target, sha256, before, stamp) = read().map_err(|error| unreadable(program, &error))?;
        if before != stamp {
            let reason = say!("program-changing", program = quoted(program));
            return Err(Error::new(Code::LaunchNotExecutable, reason).remedy(say!("program-changing-remedy")));
        }
        remember(stamp, &sha256);
        Ok(Self {
            target,
            sha256,
            stamp,
        })
    }

    /// How large it is.
    #[must_use]
    pub const fn bytes(&self) -> u64 {
        self.stamp.size
    }

    /// Whether `program` is still this file and was not written to since it was read. Looks at no contents, so
    /// it can be asked at the last moment before a start.
    #[must_use]
    pub fn still_of(&self, program: &Path) -> bool {
        let now = || {
            let target = program.canonicalize()?;
            let stamp = Stamp::of(&target.metadata()?);
            io::Result::Ok((target, stamp))
        };
        now().is_ok_and(|(target, stamp)| target == self.target && stamp == self.stamp)
    }
}

impl Stamp {
    #[cfg(unix)]
    fn of(metadata: &Metadata) -> Self {
        use std::os::unix::fs::MetadataExt as _;
        Self {
            device: metadata.dev(),
            inode: metadata.ino(),
            size: metadata.size(),
            modified: (metadata.mtime(), metadata.mtime_nsec()),
            changed: (metadata.ctime(), metadata.ctime_nsec()),
        }
    }

    /// Whether a later write would show. Times are as coarse as the system's tick, so a file that was written
    /// a moment ago may be written again and look the same; and where programs set all times, they tell nothing.
    fn tells(&self) -> bool {
        let now = SystemTime::now().duration_since(UNIX_EPOCH).unwrap_or_default();
        let changed = Duration::from_secs(u64::try_from(self.changed.0).unwrap_or(0));
        cfg!(unix) && now.abs_diff(changed) > SETTLED
    }
}

fn known(stamp: &Stamp) -> Option<String> {
    let known = KNOWN.lock().unwrap_or_else(PoisonError::into_inner);
    let found = known.iter().find(|(known, _)| known == stamp);
    found.map(|(_, sha256)| sha256.clone())
}

fn remember(stamp: Stamp, sha256: &str) {
    if stamp.tells() {
        let mut known = KNOWN.lock().unwrap_or_else(PoisonError::into_inner);
        put(&mut known, stamp, sha256);
    }
}

/// One entry for each file; the oldest go when there are too many.
fn put(known: &mut VecDeque<(Stamp, String)>, stamp: Stamp, sha256: &str) {
    known.retain(|(other, _)| (other.device, other.inode) != (stamp.device, stamp.inode));
    known.push_back((stamp, sha256.to_owned()));
    if known.len() > FILES_KNOWN {
        known.pop_front();
    }
}

fn hash(file: &File, size: u64) -> io::Result<String> {
    if !fits(size) {
        return Err(io::Error::other(say!(
            "program-too-large",
            most = PROGRAM_BYTES >> 30
        )));
    }
    let mut hasher = Sha256::new();
    // Bounded even when the file grows while it is read.
    io::copy(
        &mut io::BufReader::with_capacity(1 << 20, file.take(size)),
        &mut hasher,
    )?;
    Ok(ids::hex(&hasher.finalize()))
}

fn fits(size: u64) -> bool {
    size <= PROGRAM_BYTES
}

fn unreadable(program: &Path, error: &io::Error) -> Error {
    let program = quoted(program);
    if error.kind() == io::ErrorKind::NotFound {
        return Error::new(Code::LaunchNotFound, say!("program-missing", program))
            .remedy(say!("program-missing-remedy"));
    }
    Error::new(
        Code::LaunchNotExecutable,
        say!("program-unreadable", program, why = causes::io(error)),
    )
    .remedy(say!("program-unreadable-remedy"))
}

#[cfg(test)]
mod tests {
    use super::Fingerprint;
    #[cfg(unix)]
    use super::{FILES_KNOWN, KNOWN, PROGRAM_BYTES, Stamp};
    use portcullis_core::Code;
    #[cfg(unix)]
    use std::fs;

    // Proves S-14.
    #[cfg(unix)]
    #[test]
    fn a_replaced_program_has_another_fingerprint() {
        let folder = tempfile::tempdir().unwrap();
        let (real, link) = (folder.path().join("real"), folder.path().join("link"));
        fs::write(&real, "#!/bin/sh\necho one\n").unwrap();
        std::os::unix::fs::symlink(&real, &link).unwrap();
        let before = Fingerprint::of(&link).unwrap();
        assert_eq!(before.target, real.canonicalize().unwrap());
        assert_eq!(Fingerprint::of(&link).unwrap(), before);
        assert_eq!(before.bytes(), 19);

        // The same size, moved over the old one: only inode, time and contents tell.
        let other = folder.path().join("other");
        fs::write(&other, "#!/bin/sh\necho two\n").unwrap();
        fs::rename(&other, &real).unwrap();
        assert_ne!(Fingerprint::of(&link).unwrap().sha256, before.sha256);
    }

    // Proves S-14.
    #[cfg(unix)]
    #[test]
    fn a_link_that_points_elsewhere_is_noticed() {
        let folder = tempfile::tempdir().unwrap();
        let link = folder.path().join("link");
        for name in ["one", "two"] {
            fs::write(folder.path().join(name), "same").unwrap();
        }
        std::os::unix::fs::symlink(folder.path().join("one"), &link).unwrap();
        let before = Fingerprint::of(&link).unwrap();
        fs::remove_file(&link).unwrap();
        std::os::unix::fs::symlink(folder.path().join("two"), &link).unwrap();
        assert_ne!(Fingerprint::of(&link).unwrap(), before);
        assert!(!before.still_of(&link));
    }

    /// A file as large as a JavaScript runtime, with one byte in the middle.
    #[cfg(unix)]
    fn huge(path: &std::path::Path, byte: u8) {
        use std::os::unix::fs::FileExt as _;
        let file = fs::File::create(path).unwrap();
        file.set_len(80 << 20).unwrap();
        file.write_all_at(&[byte], 40 << 20).unwrap();
    }

    // Proves S-14.
    #[cfg(unix)]
    #[test]
    fn in_a_huge_program_every_byte_counts() {
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join("huge");
        huge(&path, b'a');
        let before = Fingerprint::of(&path).unwrap();
        huge(&path, b'b');
        assert_ne!(Fingerprint::of(&path).unwrap().sha256, before.sha256);
        assert!(!before.still_of(&path));
    }

    // Proves S-14.
    #[cfg(unix)]
    #[test]
    fn a_program_is_read_once_as_long_as_it_stays_the_same() {
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join("huge");
        huge(&path, b'a');
        let old = |path: &std::path::Path| Stamp {
            changed: (1_000_000_000, 0),
            ..Stamp::of(&path.metadata().unwrap())
        };
        let stamp = old(&path);
        assert!(
            !Stamp::of(&path.metadata().unwrap()).tells(),
            "it was written just now"
        );
        assert!(stamp.tells());
        super::remember(stamp, "known");
        assert_eq!(super::known(&stamp).as_deref(), Some("known"));
        let mut other = stamp;
        other.changed.1 += 1;
        assert_eq!(
            super::known(&other),
            None,
            "a write shows in the time of the change"
        );
        super::remember(other, "newer");
        assert_eq!(super::known(&stamp), None, "one entry per file");

        // What is known is not read again.
        let now = Stamp::of(&path.metadata().unwrap());
        KNOWN.lock().unwrap().push_back((now, "remembered".into()));
        assert_eq!(Fingerprint::of(&path).unwrap().sha256, "remembered");
    }

    #[cfg(unix)]
    #[test]
    fn as_many_files_are_known_as_fit_and_the_oldest_go_first() {
        let folder = tempfile::tempdir().unwrap();
        let any = Stamp::of(&folder.path().metadata().unwrap());
        let stamp = |inode| Stamp { inode, ..any };
        let mut known = std::collections::VecDeque::new();
        let most = u64::try_from(FILES_KNOWN).unwrap();
        for inode in 0..most {
            super::put(&mut known, stamp(inode), "sum");
        }
        assert_eq!(known.front().unwrap().0.inode, 0);
        for inode in most..most + 3 {
            super::put(&mut known, stamp(inode), "sum");
        }
        assert_eq!((known.len(), known.front().unwrap().0.inode), (FILES_KNOWN, 3));
    }

    #[test]
    fn the_largest_program_is_read() {
        assert!(super::fits(super::PROGRAM_BYTES) && !super::fits(super::PROGRAM_BYTES + 1));
    }

    // Proves S-14.
    #[cfg(unix)]
    #[test]
    fn a_change_after_the_look_shows_without_reading() {
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join("server");
        fs::write(&path, "one").unwrap();
        let seen = Fingerprint::of(&path).unwrap();
        assert!(seen.still_of(&path));
        let other = folder.path().join("other");
        fs::write(&other, "two").unwrap();
        fs::rename(&other, &path).unwrap();
        assert!(!seen.still_of(&path));
        fs::remove_file(&path).unwrap();
        assert!(!seen.still_of(&path));
    }

    #[cfg(unix)]
    #[test]
    fn a_file_without_end_is_not_read() {
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join("sparse");
        let file = fs::File::create(&path).unwrap();
        file.set_len(PROGRAM_BYTES + 1).unwrap();
        let error = Fingerprint::of(&path).unwrap_err();
        assert_eq!(error.code, Code::LaunchNotExecutable);
        assert!(error.sentence.contains("GiB"), "{error}");
    }

    #[test]
    fn a_program_that_is_gone_is_not_found() {
        let folder = tempfile::tempdir().unwrap();
        let error = Fingerprint::of(&folder.path().join("gone")).unwrap_err();
        assert_eq!(error.code, Code::LaunchNotFound);
    }
}
