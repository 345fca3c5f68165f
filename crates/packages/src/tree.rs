//! The files of a fetched package as one digest, and whether they are still the same.
//!
//! The digest covers names, kinds, contents, targets of links and whether a file may be run. Before a start only what the system
//! says of each file is compared, which takes milliseconds; where that differs, the contents decide.

use crate::{failed, limits};
use portcullis_core::{Code, Error, Result, causes};
use portcullis_l10n::say;
use serde::{Deserialize, Serialize};
use sha2::{Digest as _, Sha256};
use std::fs::{self, File, Metadata};
use std::io;
use std::path::{Path, PathBuf};

/// A tree as it was fetched.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct PackageTree {
    /// Absolute.
    pub folder: PathBuf,
    /// SHA-256 over everything in it, hex.
    pub sha256: String,
    /// Files and links.
    pub files: u32,
    /// Bytes of all files.
    pub bytes: u64,
    /// SHA-256 over what the system says of each file, hex.
    pub stamp: String,
}

/// Makes the files of a tree read-only and gives its digest. Blocking; 0.6 s for 4,000 files.
///
/// # Errors
/// `launch.failed`: it cannot be read, or is larger than [`limits`] allow.
pub fn seal(folder: &Path) -> Result<PackageTree> {
    let entries = entries(folder)?;
    for TreeEntry { path, about } in entries.iter().filter(|entry| entry.about.is_file()) {
        let mut permissions = about.permissions();
        permissions.set_readonly(true);
        fs::set_permissions(path, permissions).map_err(unreadable)?;
    }
    digested(folder)
}

impl PackageTree {
    /// That it is still as it was fetched. Blocking.
    ///
    /// # Errors
    /// `launch.changed`.
    pub fn check(&self) -> Result<()> {
        let changed =
            || Error::new(Code::LaunchChanged, say!("tree-changed")).remedy(say!("tree-changed-remedy"));
        let entries = entries(&self.folder).map_err(|_| changed())?;
        if stamp(&self.folder, &entries) == self.stamp {
            return Ok(());
        }
        let now = digested(&self.folder).map_err(|_| changed())?;
        match now.sha256 == self.sha256 {
            true => Ok(()),
            false => Err(changed()),
        }
    }
}

struct TreeEntry {
    path: PathBuf,
    about: Metadata,
}

/// Everything in a folder but folders, sorted by path. Links are not followed.
fn entries(folder: &Path) -> Result<Vec<TreeEntry>> {
    entries_within(folder, limits::FILES)
}

/// The same of a tree of at most `most` files and folders: empty folders take time as well.
fn entries_within(folder: &Path, most: usize) -> Result<Vec<TreeEntry>> {
    let (mut found, mut seen) = (Vec::new(), 0);
    let mut waiting = vec![(folder.to_path_buf(), 0)];
    while let Some((folder, depth)) = waiting.pop() {
        if depth > limits::DEPTH {
            return Err(too_large());
        }
        for entry in fs::read_dir(&folder).map_err(unreadable)? {
            let path = entry.map_err(unreadable)?.path();
            seen += 1;
            if seen > most {
                return Err(too_large());
            }
            let about = fs::symlink_metadata(&path).map_err(unreadable)?;
            if about.is_dir() {
                waiting.push((path, depth + 1));
                continue;
            }
            if !about.is_file() && !about.is_symlink() {
                return Err(failed(say!("tree-not-files")));
            }
            found.push(TreeEntry { path, about });
        }
    }
    found.sort_by(|a, b| a.path.cmp(&b.path));
    Ok(found)
}

fn digested(folder: &Path) -> Result<PackageTree> {
    let entries = entries(folder)?;
    let bytes: u64 = entries
        .iter()
        .filter(|entry| entry.about.is_file())
        .map(|entry| entry.about.len())
        .sum();
    if bytes > limits::BYTES {
        return Err(too_large());
    }
    let mut whole = Sha256::new();
    for entry in &entries {
        let name = entry
            .path
            .strip_prefix(folder)
            .unwrap_or(&entry.path)
            .as_os_str()
            .as_encoded_bytes();
        let (kind, digest) = match entry.about.is_symlink() {
            true => {
                let target = fs::read_link(&entry.path).map_err(unreadable)?;
                (b'l', Sha256::digest(target.as_os_str().as_encoded_bytes()))
            }
            false => {
                let mut content = Sha256::new();
                let mut file = File::open(&entry.path).map_err(unreadable)?;
                io::copy(&mut file, &mut content).map_err(unreadable)?;
                let kind = if may_run(&entry.about) { b'x' } else { b'f' };
                (kind, content.finalize())
            }
        };
        whole.update((name.len() as u64).to_be_bytes());
        whole.update(name);
        whole.update([kind]);
        whole.update(digest);
    }
    Ok(PackageTree {
        folder: folder.to_path_buf(),
        sha256: portcullis_core::ids::hex(&whole.finalize()),
        files: u32::try_from(entries.len()).unwrap_or(u32::MAX),
        bytes,
        stamp: stamp(folder, &entries),
    })
}

/// What changes with every change of a file, as far as the system tells.
fn stamp(folder: &Path, entries: &[TreeEntry]) -> String {
    let mut whole = Sha256::new();
    for TreeEntry { path, about } in entries {
        let name = path
            .strip_prefix(folder)
            .unwrap_or(path)
            .as_os_str()
            .as_encoded_bytes();
        whole.update((name.len() as u64).to_be_bytes());
        whole.update(name);
        for number in numbers(about) {
            whole.update(number.to_be_bytes());
        }
    }
    portcullis_core::ids::hex(&whole.finalize())
}

/// The time of the last change of its status cannot be set by programs.
#[cfg(unix)]
fn numbers(about: &Metadata) -> [i64; 6] {
    use std::os::unix::fs::MetadataExt as _;
    [
        about.ino().cast_signed(),
        about.size().cast_signed(),
        about.mtime(),
        about.mtime_nsec(),
        about.ctime(),
        about.ctime_nsec(),
    ]
}

/// Elsewhere times can be set by programs: contents are compared each time.
#[cfg(not(unix))]
fn numbers(_: &Metadata) -> [i64; 1] {
    use std::sync::atomic::{AtomicI64, Ordering};
    static NEVER_THE_SAME: AtomicI64 = AtomicI64::new(0);
    [NEVER_THE_SAME.fetch_add(1, Ordering::Relaxed)]
}

#[cfg(unix)]
fn may_run(about: &Metadata) -> bool {
    use std::os::unix::fs::PermissionsExt as _;
    about.permissions().mode() & 0o111 != 0
}

#[cfg(not(unix))]
fn may_run(_: &Metadata) -> bool {
    false
}

fn unreadable(error: io::Error) -> Error {
    failed(say!("tree-not-read", why = causes::io(&error)))
}

fn too_large() -> Error {
    failed(say!(
        "tree-too-large",
        files = limits::FILES,
        gib = limits::BYTES >> 30
    ))
}

#[cfg(test)]
#[cfg(unix)]
mod tests {
    use super::*;
    use std::os::unix::fs::{PermissionsExt as _, symlink};

    fn tree() -> (tempfile::TempDir, PackageTree) {
        let folder = tempfile::tempdir().expect("a folder");
        let at = |path: &str| folder.path().join(path);
        fs::create_dir_all(at("a/b")).expect("made");
        fs::write(at("a/one.js"), "one").expect("written");
        fs::write(at("a/b/two.js"), "two").expect("written");
        symlink("one.js", at("a/link")).expect("linked");
        let sealed = seal(folder.path()).expect("sealed");
        (folder, sealed)
    }

    fn write(path: &Path, text: &str) {
        fs::set_permissions(path, fs::Permissions::from_mode(0o644)).expect("writable");
        fs::write(path, text).expect("written");
        fs::set_permissions(path, fs::Permissions::from_mode(0o444)).expect("read-only");
    }

    // Proves S-13, S-14.
    #[test]
    fn any_change_of_a_tree_is_seen() {
        let (folder, sealed) = tree();
        sealed.check().expect("nothing changed");
        let at = |path: &str| folder.path().join(path);
        assert_eq!(
            fs::metadata(at("a/one.js")).expect("there").permissions().mode() & 0o222,
            0
        );

        type Change = fn(&Path);
        let changes: [(&str, Change); 7] = [
            ("content of the same length", |at| {
                write(&at.join("a/one.js"), "eno")
            }),
            ("a file more", |at| {
                fs::write(at.join("a/three.js"), "").expect("written")
            }),
            ("a file less", |at| {
                fs::remove_file(at.join("a/b/two.js")).expect("removed")
            }),
            ("another name", |at| {
                fs::rename(at.join("a/one.js"), at.join("a/eno.js")).expect("renamed")
            }),
            ("a link elsewhere", |at| {
                fs::remove_file(at.join("a/link")).expect("removed");
                symlink("/etc/passwd", at.join("a/link")).expect("linked");
            }),
            ("a link for a file", |at| {
                fs::remove_file(at.join("a/one.js")).expect("removed");
                symlink("b/two.js", at.join("a/one.js")).expect("linked");
            }),
            ("may be run", |at| {
                fs::set_permissions(at.join("a/one.js"), fs::Permissions::from_mode(0o555)).expect("set");
            }),
        ];
        for (what, change) in changes {
            let (folder, sealed) = tree();
            change(folder.path());
            let error = sealed.check().expect_err(what);
            assert_eq!(error.code, Code::LaunchChanged, "{what}");
        }
    }

    #[test]
    fn folders_count_as_files_do() {
        let (folder, _) = tree();
        // Two folders, two files and a link.
        assert!(entries_within(folder.path(), 5).is_ok());
        let refused = entries_within(folder.path(), 4).map(drop).expect_err("refused");
        assert!(refused.sentence.contains("folders"), "{refused}");
    }

    // Proves S-13.
    #[test]
    fn what_is_only_touched_or_moved_is_the_same() {
        let (folder, sealed) = tree();
        write(&folder.path().join("a/one.js"), "one");
        sealed.check().expect("the contents are the same");
        let (other, again) = tree();
        assert_eq!(again.sha256, sealed.sha256, "the place is no part of it");
        assert_ne!(again.stamp, sealed.stamp);
        drop(other);
        assert_eq!(again.check().expect_err("it is gone").code, Code::LaunchChanged);
    }
}
