//! What changes in the folders that a program may change, told by the system (inotify).
//!
//! It tells what changed and not who did it: another program may have. What a program writes through memory that it mapped is not told.

use crate::limits::{MAX_CHANGES_READ, MAX_WATCHED};
use crate::sys;
use crate::traffic::ChangeSource;
use std::collections::{HashMap, VecDeque};
use std::ffi::OsStr;
use std::fs;
use std::io;
use std::os::fd::{AsFd as _, OwnedFd};
use std::path::{Path, PathBuf};
use std::sync::{Mutex, PoisonError};
use tokio::io::unix::AsyncFd;

/// A file or folder that is there now and was not, or the reverse, or is another now. Not that it was opened to be written.
const CHANGES: u32 = libc::IN_MODIFY
    | libc::IN_ATTRIB
    | libc::IN_CREATE
    | libc::IN_DELETE
    | libc::IN_MOVED_FROM
    | libc::IN_MOVED_TO;

/// That something is there now.
const CAME: u32 = libc::IN_CREATE | libc::IN_MOVED_TO;

/// Watches folders and what is below them.
#[derive(Debug)]
pub(crate) struct FolderWatch {
    watcher: AsyncFd<OwnedFd>,
    watched: Mutex<HashMap<i32, PathBuf>>,
}

impl FolderWatch {
    /// Watches nothing yet.
    pub(crate) fn new() -> io::Result<Self> {
        Ok(Self {
            watcher: sys::watcher()?,
            watched: Mutex::default(),
        })
    }

    /// Watches these and all below them, those that are higher up first, as far as there is room. Links are not followed. Blocks.
    pub(crate) fn watch(&self, paths: &[PathBuf]) {
        let mut waiting: VecDeque<_> = paths.iter().cloned().collect();
        while let Some(path) = waiting.pop_front() {
            let Ok(watch) = sys::watch(self.watcher.as_fd(), &path, CHANGES) else {
                // It is gone, or the system gives no more.
                continue;
            };
            let mut watched = self.watched.lock().unwrap_or_else(PoisonError::into_inner);
            watched.insert(watch, path.clone());
            if watched.len() >= MAX_WATCHED {
                return;
            }
            drop(watched);
            let below = fs::read_dir(&path).into_iter().flatten().flatten();
            let folders = below.filter(|entry| entry.file_type().is_ok_and(|kind| kind.is_dir()));
            waiting.extend(folders.map(|entry| entry.path()).take(MAX_WATCHED));
        }
    }

    /// Waits until something may have changed, and calls this.
    pub(crate) async fn each(&self, mut look: impl FnMut()) {
        while let Ok(mut ready) = self.watcher.readable().await {
            look();
            ready.clear_ready();
            tokio::time::sleep(PAUSE).await;
        }
    }

    fn changed(&self, event: &sys::ChangeEvent) -> Option<PathBuf> {
        let mut watched = self.watched.lock().unwrap_or_else(PoisonError::into_inner);
        if event.mask & libc::IN_Q_OVERFLOW != 0 {
            // So many that some are not told: one of them is where the first folder is.
            return watched.values().min().cloned();
        }
        let folder = watched.get(&event.watch)?.clone();
        if event.mask & libc::IN_IGNORED != 0 {
            watched.remove(&event.watch);
            return None;
        }
        let room = watched.len() < MAX_WATCHED;
        drop(watched);
        let path = match event.name.is_empty() {
            true => folder.clone(),
            false => folder.join(&event.name),
        };
        if room && event.mask & libc::IN_ISDIR != 0 && event.mask & CAME != 0 {
            self.watch(std::slice::from_ref(&path));
        }
        (!is_of_reading(&folder, &event.name)).then_some(path)
    }
}

/// Between two looks: a program that changes much is not followed step by step.
const PAUSE: std::time::Duration = std::time::Duration::from_millis(50);

impl ChangeSource for FolderWatch {
    fn take(&self) -> Vec<PathBuf> {
        let mut all: Vec<PathBuf> = Vec::new();
        for _ in 0..MAX_CHANGES_READ {
            let Ok(events) = sys::changes(self.watcher.as_fd()) else {
                break;
            };
            if events.is_empty() {
                break;
            }
            for path in events.iter().filter_map(|event| self.changed(event)) {
                if all.last() != Some(&path) {
                    all.push(path);
                }
            }
        }
        all
    }
}

/// What programs write although they only read: the index of Git, which `git status` brings up to date, and what databases keep beside
/// their files.
fn is_of_reading(folder: &Path, name: &OsStr) -> bool {
    let name = name.to_string_lossy();
    let of_git = folder.file_name() == Some(OsStr::new(".git")) && name.starts_with("index");
    of_git || ["-wal", "-shm", "-journal"].iter().any(|end| name.ends_with(end))
}

#[cfg(test)]
mod tests {
    use super::FolderWatch;
    use crate::traffic::ChangeSource as _;
    use std::fs;
    use std::path::Path;

    // Proves S-38, S-68.
    #[tokio::test]
    async fn what_changes_in_watched_folders_is_told_and_reading_is_not() {
        let folder = tempfile::tempdir().unwrap();
        let at = |name: &str| folder.path().join(name);
        fs::create_dir_all(at("a/b/.git")).unwrap();
        fs::write(at("a/b/file"), "x").unwrap();
        fs::create_dir(at("outside")).unwrap();
        std::os::unix::fs::symlink(at("outside"), at("a/link")).unwrap();
        let changes = FolderWatch::new().unwrap();
        changes.watch(&[at("a")]);
        let told = |wanted: &[&Path]| {
            let found = changes.take();
            assert_eq!(found, wanted, "{found:?}");
        };
        fs::read(at("a/b/file")).unwrap();
        fs::read_dir(at("a/b")).unwrap().for_each(|_| ());
        fs::write(at("outside/file"), "x").unwrap();
        fs::write(at("a/b/.git/index.lock"), "x").unwrap();
        fs::rename(at("a/b/.git/index.lock"), at("a/b/.git/index")).unwrap();
        fs::write(at("a/b/data.db-wal"), "x").unwrap();
        drop(fs::File::options().write(true).open(at("a/b/file")).unwrap());
        told(&[]);
        fs::write(at("a/b/file"), "y").unwrap();
        told(&[&at("a/b/file")]);
        fs::remove_file(at("a/b/file")).unwrap();
        told(&[&at("a/b/file")]);
        fs::write(at("a/b/.git/hook"), "x").unwrap();
        told(&[&at("a/b/.git/hook")]);
        fs::create_dir(at("a/new")).unwrap();
        told(&[&at("a/new")]);
        fs::write(at("a/new/file"), "").unwrap();
        told(&[&at("a/new/file")]);
        fs::remove_dir_all(at("a/new")).unwrap();
        assert!(!changes.take().is_empty());
    }

    #[tokio::test]
    async fn a_flood_of_changes_is_told_as_some() {
        let folder = tempfile::tempdir().unwrap();
        let changes = FolderWatch::new().unwrap();
        changes.watch(&[folder.path().to_owned()]);
        // Two files in turn, since the system tells the same twice in a row once.
        let files = ["a", "b"].map(|name| fs::File::create(folder.path().join(name)).unwrap());
        for number in 0..20_000 {
            files.iter().for_each(|file| file.set_len(number).unwrap());
        }
        let found = changes.take();
        assert!(found.iter().all(|path| path.starts_with(folder.path())) && !found.is_empty());
    }
}
