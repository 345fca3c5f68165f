//! One writer, shared commits, bounded and durable.

use super::{clock, kept_urls, open};
use crate::limits;
use crate::store::{Store, backups, failure, settings};
use futures::future::join_all;
use portcullis_core::error::{Code, Error};
use std::sync::Arc;
use std::sync::atomic::{AtomicUsize, Ordering};

#[tokio::test(flavor = "multi_thread")]
async fn writes_that_wait_together_share_a_commit() {
    let folder = tempfile::tempdir().unwrap();
    let store = open(folder.path());
    let before = store.commits();
    let (entered, inside) = std::sync::mpsc::sync_channel(1);
    let (release, held) = std::sync::mpsc::sync_channel::<()>(1);
    // While one job holds the writer, the others gather.
    let first = tokio::spawn({
        let store = store.clone();
        async move {
            store
                .write(move |_| {
                    entered.send(()).unwrap();
                    held.recv().unwrap();
                    Ok(())
                })
                .await
        }
    });
    tokio::task::spawn_blocking(move || inside.recv().unwrap())
        .await
        .unwrap();
    let writes = (0..64).map(|n| store.write(move |db| settings::set(db, &format!("key {n}"), &n)));
    // Polled once, each job is in the queue.
    let mut writes = Box::pin(join_all(writes));
    assert!(futures::poll!(&mut writes).is_pending());
    release.send(()).unwrap();
    assert!(writes.await.into_iter().all(|written| written.is_ok()));
    first.await.unwrap().unwrap();
    assert_eq!(store.commits() - before, 2);
    let kept: i64 = store
        .read(|db| Ok(db.query_row("SELECT count(*) FROM settings", [], |row| row.get(0))?))
        .await
        .unwrap();
    assert_eq!(kept, 64);
}

#[tokio::test]
async fn a_job_that_fails_or_panics_takes_nothing_of_the_others_with_it() {
    let folder = tempfile::tempdir().unwrap();
    let store = open(folder.path());
    let fails = store.write(|db| {
        settings::set(db, "failed", &1)?;
        Err::<(), _>(Error::new(Code::BadInput, "No.").into())
    });
    let panics = store.write(|db| {
        settings::set(db, "panicked", &1)?;
        assert!(db.is_autocommit(), "on purpose");
        Ok(())
    });
    let works = store.write(|db| settings::set(db, "worked", &1));
    let (failed, panicked, worked) = tokio::join!(fails, panics, works);
    assert_eq!(failed.unwrap_err().code, Code::BadInput);
    assert_eq!(panicked.unwrap_err().code, Code::Internal);
    worked.unwrap();
    let keys = store
        .read(|db| {
            Ok((
                settings::get::<i32>(db, "failed")?,
                settings::get::<i32>(db, "panicked")?,
                settings::get(db, "worked")?,
            ))
        })
        .await
        .unwrap();
    assert_eq!(keys, (None, None, Some(1)));
    assert_eq!(store.problem(), None);
}

#[tokio::test(flavor = "multi_thread")]
async fn the_journal_is_folded_in_by_the_thread_that_commits() {
    let folder = tempfile::tempdir().unwrap();
    let store = open(folder.path());
    let text = "x".repeat(120 << 10);
    for soon in [false, true] {
        for n in 0..256 {
            let (store, text) = (store.clone(), text.clone());
            let write = async move {
                let job = move |db: &rusqlite::Connection| settings::set(db, &format!("{soon} {n}"), &text);
                match soon {
                    true => store.write_soon(job).await,
                    false => store.write(job).await,
                }
            };
            tokio::spawn(write).await.unwrap().unwrap();
        }
        // All that was written is 30 MiB, the journal is folded in at 4, and goes on for the length of a commit or two.
        let journal = folder.path().join("portcullis.db-wal").metadata().unwrap().len();
        assert!(journal < 8 << 20, "{journal} bytes, {soon}");
    }
    store.close().await;
}

/// Holds the writer until the returned end is used, so that what is written meanwhile shares a commit.
async fn held(store: &Store) -> (std::sync::mpsc::SyncSender<()>, tokio::task::JoinHandle<()>) {
    let (entered, inside) = tokio::sync::oneshot::channel();
    let (release, held) = std::sync::mpsc::sync_channel::<()>(1);
    let store = store.clone();
    let holding = tokio::spawn(async move {
        let job = move |_: &rusqlite::Connection| {
            entered.send(()).unwrap();
            held.recv().unwrap();
            Ok(())
        };
        store.write(job).await.unwrap();
    });
    inside.await.unwrap();
    (release, holding)
}

#[tokio::test(flavor = "multi_thread")]
async fn a_job_that_fails_or_panics_while_jobs_run_again_costs_the_others_nothing() {
    let folder = tempfile::tempdir().unwrap();
    let store = open(folder.path());
    let (release, holding) = held(&store).await;
    let before = store.commits();
    let runs = Arc::new(AtomicUsize::new(0));
    let counted = Arc::clone(&runs);
    let first = store.write_again(move |db| {
        counted.fetch_add(1, Ordering::Relaxed);
        settings::set(db, "first", &1)
    });
    let fails = store.write_again(|db| {
        settings::set(db, "failed", &1)?;
        Err::<(), _>(Error::new(Code::BadInput, "No.").into())
    });
    let panics = store.write_again(|db| {
        settings::set(db, "panicked", &1)?;
        assert!(db.is_autocommit(), "on purpose");
        Ok(())
    });
    let last = store.write_again(|db| settings::set(db, "last", &1));
    let mut all = Box::pin(async { tokio::join!(first, fails, panics, last) });
    assert!(futures::poll!(&mut all).is_pending());
    release.send(()).unwrap();
    let (first, failed, panicked, last) = all.await;
    holding.await.unwrap();
    assert_eq!(failed.unwrap_err().code, Code::BadInput);
    assert_eq!(panicked.unwrap_err().code, Code::Internal);
    first.unwrap();
    last.unwrap();
    assert_eq!(
        runs.load(Ordering::Relaxed),
        2,
        "once with the others, once alone"
    );
    assert_eq!(
        store.commits() - before,
        2,
        "that of the one that held, and one for all"
    );
    let keys = |db: &rusqlite::Connection| {
        let get = |key| settings::get::<i32>(db, key);
        Ok([get("first")?, get("failed")?, get("panicked")?, get("last")?])
    };
    assert_eq!(store.read(keys).await.unwrap(), [Some(1), None, None, Some(1)]);
    assert_eq!(store.problem(), None);
}

#[tokio::test]
async fn what_a_job_that_runs_again_holds_is_let_go_of_once_it_is_on_disk() {
    /// Looks for what was written, from outside, when it is let go of.
    struct Looks(std::path::PathBuf, Arc<AtomicUsize>);
    impl Drop for Looks {
        fn drop(&mut self) {
            let db = rusqlite::Connection::open(&self.0).unwrap();
            let found = settings::get::<usize>(&db, "key").unwrap();
            self.1.store(found.unwrap_or(1), Ordering::Relaxed);
        }
    }
    let folder = tempfile::tempdir().unwrap();
    let store = open(folder.path());
    let found = Arc::new(AtomicUsize::new(0));
    let looks = Looks(folder.path().join("portcullis.db"), Arc::clone(&found));
    let written = store.write_again(move |db| {
        let _held = &looks;
        settings::set(db, "key", &7)
    });
    // The caller is gone before it is written.
    let mut written = Box::pin(written);
    assert!(futures::poll!(&mut written).is_pending());
    drop(written);
    store.close().await;
    assert_eq!(found.load(Ordering::Relaxed), 7);
}

// Proves F-29.
#[tokio::test]
async fn a_commit_is_synced_to_disk_before_it_is_answered() {
    let folder = tempfile::tempdir().unwrap();
    let store = open(folder.path());
    let pragma = |name: &'static str| {
        store.write(move |db| {
            db.pragma_query_value(None, name, |row| row.get::<_, rusqlite::types::Value>(0))
                .map_err(Into::into)
        })
    };
    assert_eq!(pragma("journal_mode").await.unwrap(), "wal".to_owned().into());
    assert_eq!(pragma("synchronous").await.unwrap(), 2.into());
    assert_eq!(pragma("fullfsync").await.unwrap(), 1.into());
    assert_eq!(pragma("foreign_keys").await.unwrap(), 1.into());
}

#[tokio::test]
async fn a_reader_cannot_write() {
    let folder = tempfile::tempdir().unwrap();
    let store = open(folder.path());
    let refused = store.read(|db| settings::set(db, "key", &1)).await.unwrap_err();
    assert_eq!(refused.code, Code::StoreReadOnly);
}

// Proves F-33.
#[tokio::test]
async fn a_second_host_is_told_that_the_data_is_in_use() {
    let folder = tempfile::tempdir().unwrap();
    let store = open(folder.path());
    let refused = Store::open(folder.path(), clock()).unwrap_err();
    assert_eq!(refused.code, Code::StoreFailed);
    assert!(
        refused.sentence.contains("Another Portcullis is already using"),
        "{refused}"
    );
    assert!(refused.remedy.is_some());
    store.close().await;
    assert_eq!(store.write(|_| Ok(())).await.unwrap_err().code, Code::StoreFailed);
    open(folder.path());
}

// Proves S-67.
#[cfg(unix)]
#[tokio::test]
async fn only_the_owner_may_read_the_data() {
    use std::os::unix::fs::PermissionsExt as _;
    let parent = tempfile::tempdir().unwrap();
    let folder = parent.path().join("new").join("data");
    let store = open(&folder);
    store.write(|db| settings::set(db, "key", &1)).await.unwrap();
    let mode = |path: &std::path::Path| std::fs::metadata(path).unwrap().permissions().mode() & 0o777;
    assert_eq!(mode(&folder), 0o700);
    let private = || {
        std::fs::read_dir(&folder)
            .unwrap()
            .all(|file| mode(&file.unwrap().path()) == 0o600)
    };
    assert!(private());
    store.close().await;
    // As after copying it by hand.
    let open_to_all = std::fs::Permissions::from_mode(0o644);
    std::fs::set_permissions(folder.join("portcullis.db"), open_to_all).unwrap();
    let store = open(&folder);
    store.write(|db| settings::set(db, "key", &2)).await.unwrap();
    assert!(private());
}

#[tokio::test]
async fn a_backup_is_whole_private_and_never_in_the_place_of_another_file() {
    let folder = tempfile::tempdir().unwrap();
    let store = open(folder.path());
    store.write(|db| settings::set(db, "key", &"kept")).await.unwrap();
    let copy = tempfile::tempdir().unwrap();
    let to = copy.path().join("portcullis.db");
    store.backup(&to).await.unwrap();
    assert!(store.backup(&to).await.is_err());
    let restored = open(copy.path());
    let value: Option<String> = restored.read(|db| settings::get(db, "key")).await.unwrap();
    assert_eq!(value.as_deref(), Some("kept"));
}

// Proves F-31.
#[tokio::test]
async fn backups_that_are_made_at_the_same_time_are_both_whole() {
    let folder = tempfile::tempdir().unwrap();
    let store = open(folder.path());
    store.write(|db| settings::set(db, "key", &"kept")).await.unwrap();
    let now = 1_795_164_031_000;
    let (one, other) = tokio::join!(store.back_up(now), store.back_up(now));
    assert_eq!(one.unwrap().name, other.unwrap().name);
    assert!(backups::newest_good(folder.path(), &kept_urls(), now).is_some());
}

// Proves F-31.
#[tokio::test]
async fn a_backup_that_was_just_made_is_kept_whatever_the_clock_said_before() {
    let folder = tempfile::tempdir().unwrap();
    let store = open(folder.path());
    store.write(|db| settings::set(db, "key", &"kept")).await.unwrap();
    let (now, day) = (1_795_164_031_000, 24 * 60 * 60 * 1_000);
    for later in 1..=limits::BACKUPS as u64 {
        store.back_up(now + later * day).await.unwrap();
    }
    let made = store.back_up(now).await.unwrap();
    let kept = backups::list(&backups::of(folder.path()));
    assert_eq!(kept.len(), limits::BACKUPS);
    assert!(kept.iter().any(|backup| backup.name == made.name), "{kept:?}");
}

// Proves F-31.
#[tokio::test]
async fn a_read_or_a_backup_that_failed_is_not_called_a_change() {
    let folder = tempfile::tempdir().unwrap();
    let store = open(folder.path());
    let read = store.read(|_| Err::<(), _>(failure::corrupt().into())).await;
    let read = read.unwrap_err().sentence;
    assert_eq!(read, "Portcullis’s database is damaged.");
    let backup = failure::not_backed_up(failure::corrupt()).sentence;
    assert_eq!(backup, format!("{read} No backup was made."));
    let written = store.write(|_| Err::<(), _>(failure::corrupt().into())).await;
    let written = written.unwrap_err().sentence;
    assert!(
        written.starts_with(&format!("{read} Your change was not saved.")),
        "{written}"
    );
    assert_eq!(store.problem().unwrap().sentence, written);
}
