//! A disk without space, and files that may not be written (F-30, F-34). A disk that is really full is in `tests/host/keeping.rs`.

use super::open;
use crate::store::{Store, settings};
use portcullis_core::error::Code;

/// Lets the file grow no further, as a full disk does, or lets it grow again.
async fn limit(store: &Store, full: bool) {
    store
        .write(move |db| {
            let pages: i64 = if full {
                db.pragma_query_value(None, "page_count", |row| row.get(0))?
            } else {
                1 << 30
            };
            db.pragma_update_and_check(None, "max_page_count", pages, |_| Ok(()))?;
            Ok(())
        })
        .await
        .unwrap();
}

async fn write_much(store: &Store) -> portcullis_core::error::Result<()> {
    store
        .write(|db| settings::set(db, "much", &"x".repeat(1 << 20)))
        .await
}

// Proves F-30.
#[tokio::test]
async fn a_full_disk_is_said_and_what_was_there_stays() {
    let folder = tempfile::tempdir().unwrap();
    let store = open(folder.path());
    store.write(|db| settings::set(db, "before", &1)).await.unwrap();
    limit(&store, true).await;
    let refused = write_much(&store).await.unwrap_err();
    assert_eq!(refused.code, Code::StoreFull);
    assert_eq!(store.problem().unwrap().code, "store.full");
    let kept = store
        .read(|db| Ok((settings::get(db, "before")?, settings::get::<String>(db, "much")?)))
        .await
        .unwrap();
    assert_eq!(kept, (Some(1), None));
    store.close().await;
    let again = open(folder.path());
    assert_eq!(
        again.read(|db| settings::get(db, "before")).await.unwrap(),
        Some(1)
    );
}

// Proves F-30.
#[tokio::test]
async fn writing_works_again_without_a_restart() {
    let folder = tempfile::tempdir().unwrap();
    let store = open(folder.path());
    limit(&store, true).await;
    write_much(&store).await.unwrap_err();
    assert!(store.problem().is_some());
    limit(&store, false).await;
    write_much(&store).await.unwrap();
    assert_eq!(store.problem(), None);
}

// Proves F-30.
#[tokio::test]
async fn the_store_finds_out_by_itself_that_there_is_space() {
    let folder = tempfile::tempdir().unwrap();
    let store = open(folder.path());
    let mut problems = store.problems();
    limit(&store, true).await;
    write_much(&store).await.unwrap_err();
    assert!(problems.borrow_and_update().is_some());
    // As from outside: no write of ours says that it works.
    store
        .write(|db| {
            db.pragma_update_and_check(None, "max_page_count", 1 << 30, |_| Ok(()))?;
            Err::<(), _>(
                portcullis_core::error::Error::new(portcullis_core::error::Code::StoreFull, "Still full.")
                    .into(),
            )
        })
        .await
        .unwrap_err();
    tokio::time::timeout(
        crate::limits::STORE_RETRY * 10,
        problems.wait_for(Option::is_none),
    )
    .await
    .unwrap()
    .unwrap();
}

// Proves F-34.
#[tokio::test]
async fn a_write_to_a_read_only_file_is_said() {
    let folder = tempfile::tempdir().unwrap();
    let store = open(folder.path());
    store
        .write(|db| Ok(db.pragma_update(None, "query_only", true)?))
        .await
        .unwrap();
    assert_eq!(write_much(&store).await.unwrap_err().code, Code::StoreReadOnly);
    assert_eq!(store.problem().unwrap().code, "store.read_only");
}

#[cfg(target_os = "linux")]
mod permissions {
    use super::super::{clock, open};
    use crate::store::{Store, settings};
    use std::os::unix::fs::PermissionsExt as _;
    use std::os::unix::process::CommandExt as _;
    use std::path::Path;
    use std::process::Command;

    const FOLDER: &str = "PORTCULLIS_TEST_READ_ONLY";

    fn mode(path: &Path, mode: u32) {
        std::fs::set_permissions(path, std::fs::Permissions::from_mode(mode)).unwrap();
    }

    /// Opens the folder as a user whom permissions bind: root would pass them all.
    fn open_as_an_unprivileged_user(folder: &Path) -> String {
        let mut child = Command::new(std::env::current_exe().unwrap());
        child.args([
            "--exact",
            "store::tests::full::permissions::opens",
            "--ignored",
            "--nocapture",
        ]);
        child.env(FOLDER, folder).current_dir("/");
        if rustix::process::geteuid().is_root() {
            child.uid(65_534).gid(65_534);
        }
        String::from_utf8(child.output().unwrap().stdout).unwrap()
    }

    #[test]
    #[ignore = "run by the tests below, as another user"]
    fn opens() {
        let Some(folder) = std::env::var_os(FOLDER) else {
            return;
        };
        match Store::open(Path::new(&folder), clock()) {
            Ok(opened) => println!("opened with {:?}", opened.remarks),
            Err(error) => println!("refused: {}", error.code.as_str()),
        }
    }

    /// A folder with a closed database that the other user may write to.
    async fn closed() -> tempfile::TempDir {
        let folder = tempfile::tempdir().unwrap();
        let store = open(folder.path());
        store.write(|db| settings::set(db, "key", &1)).await.unwrap();
        store.close().await;
        mode(&folder.path().join("portcullis.lock"), 0o666);
        if rustix::process::geteuid().is_root() {
            std::os::unix::fs::chown(folder.path(), Some(65_534), Some(65_534)).unwrap();
        }
        folder
    }

    // Proves F-34.
    #[tokio::test]
    async fn a_file_or_folder_that_may_not_be_written_is_refused_and_left_alone() {
        for (folder_mode, file_mode) in [(0o555, 0o444), (0o755, 0o444), (0o555, 0o666), (0o755, 0o000)] {
            let folder = closed().await;
            let database = folder.path().join("portcullis.db");
            let before = std::fs::read(&database).unwrap();
            mode(&database, file_mode);
            mode(folder.path(), folder_mode);
            let said = open_as_an_unprivileged_user(folder.path());
            mode(folder.path(), 0o700);
            mode(&database, 0o600);
            assert!(
                said.contains("refused: store.read_only"),
                "{folder_mode:o} {file_mode:o}: {said}"
            );
            assert_eq!(std::fs::read(&database).unwrap(), before);
        }
    }

    // Proves F-34.
    #[tokio::test]
    async fn the_same_way_in_works_when_it_may_be_written() {
        let folder = closed().await;
        mode(folder.path(), 0o755);
        mode(&folder.path().join("portcullis.db"), 0o666);
        let said = open_as_an_unprivileged_user(folder.path());
        assert!(said.contains("opened with []"), "{said}");
    }
}
