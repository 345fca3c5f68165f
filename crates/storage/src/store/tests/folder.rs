//! A data folder that another user prepared.

use super::{clock, open};
use crate::store::Store;
use std::fs::{self, Permissions};
use std::os::unix::fs::{PermissionsExt as _, symlink};

// Proves S-90.
#[tokio::test]
async fn a_link_in_place_of_the_lock_is_refused_and_what_it_leads_to_is_left_alone() {
    let (folder, elsewhere) = (tempfile::tempdir().unwrap(), tempfile::tempdir().unwrap());
    let (kept, absent) = (elsewhere.path().join("kept"), elsewhere.path().join("absent"));
    fs::write(&kept, "a letter").unwrap();
    for target in [&kept, &absent] {
        let lock = folder.path().join("portcullis.lock");
        symlink(target, &lock).unwrap();
        let error = Store::open(folder.path(), clock()).map(drop).unwrap_err();
        assert!(error.sentence.contains("is a link"), "{error}");
        assert!(error.sentence.contains("portcullis.lock"), "{error}");
        fs::remove_file(lock).unwrap();
    }
    assert_eq!(fs::read_to_string(kept).unwrap(), "a letter");
    assert!(!absent.exists());
    open(folder.path()).close().await;
}

// Proves S-90.
#[tokio::test]
async fn a_folder_that_others_can_write_is_refused_with_the_command_that_mends_it() {
    let parent = tempfile::tempdir().unwrap();
    for mode in [0o720, 0o702, 0o777, 0o1777] {
        let folder = parent.path().join(format!("it's {mode:o}"));
        fs::create_dir(&folder).unwrap();
        fs::set_permissions(&folder, Permissions::from_mode(mode)).unwrap();
        let error = Store::open(&folder, clock()).map(drop).unwrap_err();
        assert!(error.sentence.contains("Other users can write"), "{error}");
        assert_eq!(fs::read_dir(&folder).unwrap().count(), 0, "nothing was made");
        let remedy = error.remedy.unwrap();
        let command = remedy.split(['“', '”']).nth(1).unwrap();
        let ran = std::process::Command::new("/bin/sh")
            .args(["-c", command])
            .status();
        assert!(ran.unwrap().success(), "{command}");
        open(&folder).close().await;
    }
}
