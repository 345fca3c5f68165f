//! What changes in the folders that a program may change, told by the system (inotify).
//!
//! It tells what changed and not who did it: another program may have. What a program writes through memory that it mapped is not told.

use crate::limits::{MAX_CHANGES, MAX_CHANGES_READ, MAX_WATCHED};
use crate::sys;
use crate::traffic::ChangeSource;
use std::collections::{HashMap, VecDeque};
use std::ffi::OsStr;
use std::fs;
use std::io;
use std::os::fd::{AsFd as _, OwnedFd};
use std::path::{Path, PathBuf};
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};
use tokio::io::unix::AsyncFd;
use tokio::sync::Notify;
use tokio::task::spawn_blocking;

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
    folders: Mutex<WatchedFolders>,
    /// Tells that a folder waits.
    came: Notify,
}

#[derive(Debug, Default)]
struct WatchedFolders {
    watched: HashMap<i32, PathBuf>,
    /// Those that are to be watched. With the others at most [`MAX_WATCHED`].
    waiting: VecDeque<PathBuf>,
    /// The one that is being watched just now: the system may tell of it before its number is known here.
    joining: Option<PathBuf>,
}

impl WatchedFolders {
    /// Whether there was room for it.
    fn wait(&mut self, path: PathBuf) -> bool {
        let all = self.watched.len() + self.waiting.len() + usize::from(self.joining.is_some());
        let room = all < MAX_WATCHED;
        if room {
            self.waiting.push_back(path);
        }
        room
    }

    fn changed(&mut self, event: &sys::ChangeEvent) -> Option<PathBuf> {
        if event.mask & libc::IN_Q_OVERFLOW != 0 {
            // So many that some are not told: one of them is where the first folder is.
            return self.watched.values().min().cloned();
        }
        if event.mask & libc::IN_IGNORED != 0 {
            if self.watched.remove(&event.watch).is_none() {
                self.joining = None;
            }
            return None;
        }
        let folder = self.watched.get(&event.watch).or(self.joining.as_ref())?;
        let path = match event.name.is_empty() {
            true => folder.clone(),
            false => folder.join(&event.name),
        };
        let of_reading = is_of_reading(folder, &event.name);
        if event.mask & libc::IN_ISDIR != 0 && event.mask & CAME != 0 {
            self.wait(path.clone());
        }
        (!of_reading).then_some(path)
    }
}

impl FolderWatch {
    /// Watches nothing yet.
    pub(crate) fn new() -> io::Result<Self> {
        Ok(Self {
            watcher: sys::watcher()?,
            folders: Mutex::default(),
            came: Notify::new(),
        })
    }

    fn folders(&self) -> MutexGuard<'_, WatchedFolders> {
        self.folders.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// These are to be watched, and all below them.
    pub(crate) fn want(&self, paths: Vec<PathBuf>) {
        let mut folders = self.folders();
        for path in paths {
            folders.wait(path);
        }
        self.came.notify_one();
    }

    /// Watches those that wait and all below them, those that are higher up first, as far as there is room. Links are not followed.
    /// Blocks: a folder may be large, or far away.
    fn watch_waiting(&self) {
        while let Some(path) = self.next_waiting() {
            // The program may have laid a link on the way since it was told of.
            let watched = sys::open_without_links(&path).and_then(|opened| {
                let watch = sys::watch(self.watcher.as_fd(), opened.as_fd(), CHANGES)?;
                Ok((opened, watch))
            });
            let mut folders = self.folders();
            let (Some(_), Ok((opened, watch))) = (folders.joining.take(), watched) else {
                // It is gone, or the system gives no more.
                continue;
            };
            folders.watched.insert(watch, path.clone());
            drop(folders);
            let below = fs::read_dir(sys::path_of(opened.as_fd()));
            let below = below.into_iter().flatten().flatten();
            for folder in below.filter(|entry| entry.file_type().is_ok_and(|kind| kind.is_dir())) {
                if !self.folders().wait(path.join(folder.file_name())) {
                    break;
                }
            }
        }
    }

    fn next_waiting(&self) -> Option<PathBuf> {
        let mut folders = self.folders();
        folders.joining = folders.waiting.pop_front();
        folders.joining.clone()
    }

    /// Calls this whenever something may have changed, and watches what waits meanwhile.
    pub(crate) async fn each(self: Arc<Self>, look: impl FnMut()) {
        tokio::select! {
            () = self.look_each(look) => {}
            () = self.watch_each() => {}
        }
    }

    async fn look_each(&self, mut look: impl FnMut()) {
        while let Ok(mut ready) = self.watcher.readable().await {
            look();
            ready.clear_ready();
            tokio::time::sleep(PAUSE).await;
        }
    }

    /// At once, whichever call took the change: the next call may write into a folder that this one made.
    async fn watch_each(self: &Arc<Self>) {
        loop {
            self.came.notified().await;
            let watching = Arc::clone(self);
            if spawn_blocking(move || watching.watch_waiting()).await.is_err() {
                return;
            }
        }
    }
}

/// Between two looks: a program that changes much is not followed step by step.
const PAUSE: std::time::Duration = std::time::Duration::from_millis(50);

impl ChangeSource for FolderWatch {
    fn take(&self) -> Vec<PathBuf> {
        let mut latest = VecDeque::new();
        for _ in 0..MAX_CHANGES_READ {
            let events = match sys::changes(self.watcher.as_fd()) {
                Ok(events) if !events.is_empty() => events,
                _ => break,
            };
            let mut folders = self.folders();
            for path in events.iter().filter_map(|event| folders.changed(event)) {
                remember(&mut latest, path);
            }
        }
        if !self.folders().waiting.is_empty() {
            self.came.notify_one();
        }
        latest.into()
    }
}

/// Each once, the latest at the end: more than are remembered are not kept even for a moment.
fn remember(latest: &mut VecDeque<PathBuf>, path: PathBuf) {
    // Byte by byte, which is quicker than by the parts of a path.
    if let Some(at) = latest
        .iter()
        .rposition(|known| known.as_os_str() == path.as_os_str())
    {
        latest.remove(at);
    } else if latest.len() >= MAX_CHANGES {
        latest.pop_front();
    }
    latest.push_back(path);
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
    use super::{CHANGES, FolderWatch, WatchedFolders};
    use crate::limits::{MAX_CHANGES, MAX_WATCHED};
    use crate::sys::ChangeEvent;
    use crate::traffic::ChangeSource as _;
    use std::fs;
    use std::path::{Path, PathBuf};
    use std::sync::Arc;
    use std::time::Duration;

    /// Watches this folder and all below it.
    fn watching(folder: PathBuf) -> FolderWatch {
        let changes = FolderWatch::new().unwrap();
        changes.want(vec![folder]);
        changes.watch_waiting();
        changes
    }

    // Proves S-38, S-68.
    #[tokio::test]
    async fn what_changes_in_watched_folders_is_told_and_reading_is_not() {
        let folder = tempfile::tempdir().unwrap();
        let at = |name: &str| folder.path().join(name);
        fs::create_dir_all(at("a/b/.git")).unwrap();
        fs::write(at("a/b/file"), "x").unwrap();
        fs::create_dir(at("outside")).unwrap();
        std::os::unix::fs::symlink(at("outside"), at("a/link")).unwrap();
        let changes = watching(at("a"));
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
        changes.watch_waiting();
        fs::write(at("a/new/file"), "").unwrap();
        told(&[&at("a/new/file")]);
        fs::remove_dir_all(at("a/new")).unwrap();
        assert!(!changes.take().is_empty());
    }

    // Proves S-68.
    #[tokio::test]
    async fn a_link_in_the_place_of_a_folder_leads_the_watch_nowhere() {
        let folder = tempfile::tempdir().unwrap();
        let at = |name: &str| folder.path().join(name);
        fs::create_dir_all(at("outside/b/c")).unwrap();
        std::os::unix::fs::symlink(at("outside"), at("a")).unwrap();
        let changes = FolderWatch::new().unwrap();
        // As if both had been folders when they were told of.
        changes.want(vec![at("a"), at("a/b")]);
        changes.watch_waiting();
        fs::write(at("outside/file"), "x").unwrap();
        fs::write(at("outside/b/c/file"), "x").unwrap();
        let found = changes.take();
        assert!(found.is_empty(), "{found:?}");
        changes.want(vec![at("outside")]);
        changes.watch_waiting();
        fs::write(at("outside/b/c/file"), "y").unwrap();
        assert_eq!(changes.take(), [at("outside/b/c/file")], "the control");
    }

    #[tokio::test]
    async fn a_flood_of_changes_is_told_as_some() {
        let folder = tempfile::tempdir().unwrap();
        let changes = watching(folder.path().to_owned());
        // Two files in turn, since the system tells the same twice in a row once.
        let files = ["a", "b"].map(|name| fs::File::create(folder.path().join(name)).unwrap());
        for number in 0..20_000 {
            files.iter().for_each(|file| file.set_len(number).unwrap());
        }
        let found = changes.take();
        assert!(found.iter().all(|path| path.starts_with(folder.path())) && !found.is_empty());
    }

    #[tokio::test]
    async fn of_many_changes_the_latest_are_told_each_once() {
        let folder = tempfile::tempdir().unwrap();
        let at = |number: usize| folder.path().join(number.to_string());
        let changes = watching(folder.path().to_owned());
        for number in (0..10 * MAX_CHANGES).chain([10 * MAX_CHANGES - 2]) {
            fs::write(at(number), "x").unwrap();
        }
        let found = changes.take();
        assert_eq!(found.len(), MAX_CHANGES);
        assert_eq!(
            found[MAX_CHANGES - 2..],
            [10 * MAX_CHANGES - 1, 10 * MAX_CHANGES - 2].map(at)
        );
    }

    // Folders are looked through by another thread, and never more than are watched.
    #[tokio::test]
    async fn new_folders_wait_to_be_watched_as_far_as_there_is_room() {
        let folder = tempfile::tempdir().unwrap();
        let changes = watching(folder.path().to_owned());
        for number in 0..MAX_WATCHED + 100 {
            fs::create_dir(folder.path().join(number.to_string())).unwrap();
        }
        fs::write(folder.path().join("0/file"), "x").unwrap();
        assert_eq!(changes.take().len(), MAX_CHANGES);
        let now = |changes: &FolderWatch| {
            let folders = changes.folders();
            (folders.watched.len(), folders.waiting.len())
        };
        assert_eq!(now(&changes), (1, MAX_WATCHED - 1));
        changes.watch_waiting();
        assert_eq!(now(&changes), (MAX_WATCHED, 0));
        fs::write(folder.path().join("0/file"), "y").unwrap();
        assert_eq!(changes.take(), [folder.path().join("0/file")]);
    }

    // Proves S-38, S-68.
    #[tokio::test]
    async fn a_new_folder_is_watched_also_when_the_end_of_a_call_took_it() {
        let folder = tempfile::tempdir().unwrap();
        let changes = Arc::new(watching(folder.path().to_owned()));
        let background = tokio::spawn(Arc::clone(&changes).each(|| {}));
        // Until it waits for the system.
        tokio::time::sleep(Duration::from_millis(200)).await;
        fs::create_dir(folder.path().join("new")).unwrap();
        assert_eq!(changes.take(), [folder.path().join("new")]);
        let file = folder.path().join("new/file");
        for _ in 0..500 {
            tokio::time::sleep(Duration::from_millis(10)).await;
            fs::write(&file, "x").unwrap();
            if changes.take().contains(&file) {
                background.abort();
                return;
            }
        }
        panic!("it is not watched");
    }

    #[test]
    fn a_folder_that_is_told_of_before_its_number_is_known_is_not_missed() {
        let mut folders = WatchedFolders {
            joining: Some("/new".into()),
            ..WatchedFolders::default()
        };
        let event = |mask| ChangeEvent {
            watch: 7,
            mask,
            name: "file".into(),
        };
        assert_eq!(folders.changed(&event(CHANGES)), Some("/new/file".into()));
        // It is gone again, and is not to be counted forever.
        assert_eq!(folders.changed(&event(libc::IN_IGNORED)), None);
        assert_eq!(folders.joining, None);
    }
}
