//! What a system can hold is found by doing it.
#![cfg(target_os = "linux")]
#![allow(
    clippy::unwrap_used,
    clippy::expect_used,
    clippy::panic,
    clippy::print_stdout,
    clippy::print_stderr,
    reason = "a test may stop at the first surprise, and says what it skips"
)]

mod common;

use common::{Place, helper, holds, skipped, try_fenced};
use portcullis_fence::{Fence, Level, level};
use std::os::unix::fs::PermissionsExt as _;
use std::path::Path;

async fn reason(helper: &Path) -> String {
    match level(helper).await {
        Level::FilesAndNetwork => panic!("it holds"),
        Level::NotFenced(reason) => reason.sentence().to_owned(),
    }
}

// Proves S-68.
#[tokio::test]
async fn this_system_is_probed_by_doing_it() {
    if holds().await {
        println!("this system holds files and network");
    }
}

// Proves S-68.
#[tokio::test]
async fn a_helper_that_is_none_holds_nothing() {
    for program in ["/bin/true", "/bin/false", "/nowhere/at/all"] {
        assert!(!reason(Path::new(program)).await.is_empty(), "{program}");
    }
}

// Proves S-68.
#[tokio::test]
async fn a_system_without_user_namespaces_holds_nothing_and_says_why() {
    if !holds().await {
        return;
    }
    if !Path::new("/usr/bin/unshare").exists() {
        skipped("there is no unshare");
        return;
    }
    // The helper as it would be on a system that gives none: within a namespace in which there may be no other.
    let place = Place::new();
    let script = place.folder("script").join("helper");
    let none = "echo 0 > /proc/sys/user/max_user_namespaces && exec \"$0\" \"$@\"";
    let text = format!(
        "#!/bin/sh\nexec /usr/bin/unshare -Ur /bin/sh -c '{none}' {} \"$@\"\n",
        helper().display()
    );
    std::fs::write(&script, text).unwrap();
    std::fs::set_permissions(&script, std::fs::Permissions::from_mode(0o755)).unwrap();
    let why = reason(&script).await;
    assert!(why.contains("user namespaces"), "{why}");
}

// Proves S-68.
#[tokio::test]
async fn a_fence_that_cannot_be_built_starts_nothing() {
    if !holds().await {
        return;
    }
    let place = Place::new();
    let folder = place.folder("granted");
    let script = format!("echo ran > {}/ran", folder.display());
    let fence = Fence {
        write: vec![folder.clone(), place.path("none")],
        ..Fence::default()
    };
    let why = try_fenced(&place, &fence, Path::new("/bin/sh"), &["-c", &script], &folder)
        .await
        .err();
    assert!(why.is_some_and(|why| why.contains("none")));
    assert!(!folder.join("ran").exists());
}
