//! Fetches that are under way: each is shown with its size so far, and can be stopped.

use super::Inner;
use crate::host::locked;
use crate::limits;
use portcullis_api::{FetchView, HostEvent};
use portcullis_core::Result;
use std::path::{Path, PathBuf};
use std::time::Instant;
use tokio_util::sync::CancellationToken;

/// A fetch that is under way.
pub(super) struct RunningFetch {
    pub(super) view: FetchView,
    pub(super) stopped: CancellationToken,
}

impl Inner {
    /// Shows a fetch while it is under way. The token stops it. What it writes into `folder` is counted.
    pub(super) async fn while_shown<T, Work>(
        &self,
        view: FetchView,
        folder: Option<PathBuf>,
        work: impl FnOnce(CancellationToken) -> Work,
    ) -> Result<T>
    where
        Work: Future<Output = Result<T>>,
    {
        let (id, stopped) = (view.id.clone(), self.closing.child_token());
        locked(&self.packages).running.push(RunningFetch {
            view,
            stopped: stopped.clone(),
        });
        self.emit(HostEvent::Fetches {});
        let done = tokio::select! {
            done = work(stopped) => done,
            never = self.count(&id, folder) => match never {},
        };
        locked(&self.packages).running.retain(|fetch| fetch.view.id != id);
        self.emit(HostEvent::Fetches {});
        done
    }

    async fn count(&self, id: &str, folder: Option<PathBuf>) -> std::convert::Infallible {
        let Some(folder) = folder else {
            return std::future::pending().await;
        };
        let mut wait = limits::FETCH_COUNTED;
        loop {
            tokio::time::sleep(wait).await;
            let (begun, counted) = (Instant::now(), folder.clone());
            let bytes = tokio::task::spawn_blocking(move || bytes_in(&counted)).await;
            // Counting many small files takes no more than a tenth of the time.
            wait = limits::FETCH_COUNTED.max(begun.elapsed() * 10);
            let Ok(bytes) = bytes else { continue };
            let mut packages = locked(&self.packages);
            let fetch = packages.running.iter_mut().find(|fetch| fetch.view.id == id);
            let is_new = fetch.is_some_and(|fetch| std::mem::replace(&mut fetch.view.bytes, bytes) != bytes);
            drop(packages);
            if is_new {
                self.emit(HostEvent::Fetches {});
            }
        }
    }
}

/// Bytes of the files in a folder and in those below it, as far as they can be read while others write there. A link is not followed.
/// Blocking.
fn bytes_in(folder: &Path) -> u64 {
    let (mut bytes, mut left) = (0_u64, vec![folder.to_owned()]);
    while let Some(folder) = left.pop() {
        for entry in std::fs::read_dir(&folder).into_iter().flatten().flatten() {
            match entry.metadata() {
                Ok(metadata) if metadata.is_dir() => left.push(entry.path()),
                Ok(metadata) if metadata.is_file() => bytes = bytes.saturating_add(metadata.len()),
                _ => {}
            }
        }
    }
    bytes
}

#[cfg(test)]
mod tests {
    use super::bytes_in;
    use std::fs;

    #[test]
    fn files_of_all_folders_are_counted_and_links_are_not_followed() {
        let folder = tempfile::tempdir().unwrap();
        let below = folder.path().join("a/b");
        fs::create_dir_all(&below).unwrap();
        fs::write(folder.path().join("one"), "12345").unwrap();
        fs::write(below.join("two"), "123").unwrap();
        #[cfg(unix)]
        std::os::unix::fs::symlink("/", below.join("all")).unwrap();
        assert_eq!(bytes_in(folder.path()), 8);
        assert_eq!(bytes_in(&folder.path().join("none")), 0);
    }
}
