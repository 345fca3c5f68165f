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

use common::{helper, holds, place, skipped, try_fenced};
use portcullis_fence::{Fence, Level, level};
use std::os::unix::fs::PermissionsExt as _;
use std::path::Path;

async fn reason(helper: &Path) -> String {
    match level(helper).await {
        Level::FilesAndNetwork => panic!("it holds"),
        Level::NotFenced(reason) => reason.sentence().to_owned(),
    }
}

fn write_program(path: &Path, text: &str) {
    std::fs::write(path, text).unwrap();
    std::fs::set_permissions(path, std::fs::Permissions::from_mode(0o755)).unwrap();
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
    let Some(place) = place().await else { return };
    if !Path::new("/usr/bin/unshare").exists() {
        skipped("there is no unshare");
        return;
    }
    // The helper as it would be on a system that gives none: within a namespace in which there may be no other.
    let script = place.folder("script").join("helper");
    let none = "echo 0 > /proc/sys/user/max_user_namespaces && exec \"$0\" \"$@\"";
    let text = format!(
        "#!/bin/sh\nexec /usr/bin/unshare -Ur /bin/sh -c '{none}' {} \"$@\"\n",
        helper().display()
    );
    write_program(&script, &text);
    let why = reason(&script).await;
    assert!(why.contains("user namespaces"), "{why}");
}

/// Refuses one system call to the helper, as a system does that lacks what is behind it.
const WITHOUT: &str = r#"
import ctypes, os, struct, sys
libc = ctypes.CDLL(None, use_errno=True)
number, refusal, helper = int(sys.argv[1]), int(sys.argv[2]), sys.argv[3]
steps = [(0x20, 0, 0, 0), (0x15, 0, 1, number), (0x06, 0, 0, 0x00050000 | refusal), (0x06, 0, 0, 0x7fff0000)]
steps = ctypes.create_string_buffer(b"".join(struct.pack("<HBBI", *step) for step in steps))
program = ctypes.create_string_buffer(struct.pack("<HxxxxxxQ", 4, ctypes.addressof(steps)))
if libc.prctl(38, 1, 0, 0, 0) or libc.prctl(22, 2, program, 0, 0):
    sys.exit(1)
os.execv(helper, [helper, *sys.argv[4:]])
"#;

// Proves S-68.
#[tokio::test]
async fn a_system_that_lacks_a_part_of_a_fence_holds_nothing_and_says_which() {
    let Some(python) = common::runtime("python3") else {
        return;
    };
    let Some(place) = place().await else { return };
    let folder = place.folder("script");
    let script = folder.join("without.py");
    std::fs::write(&script, WITHOUT).unwrap();
    let lacking = [
        (libc::SYS_unshare, libc::EPERM, "user namespaces"),
        // Ubuntu gives namespaces without any right in them: the loopback cannot be raised.
        (libc::SYS_socket, libc::EPERM, "The network of the fence"),
        (libc::SYS_fsopen, libc::EPERM, "The files of the fence"),
        (libc::SYS_open_tree, libc::ENOSYS, "in the fence"),
        (libc::SYS_pivot_root, libc::EPERM, "The files of the fence"),
        // Said by whichever of two processes is first.
        (libc::SYS_capset, libc::EPERM, "fence"),
        (libc::SYS_landlock_create_ruleset, libc::EOPNOTSUPP, "Landlock"),
        (libc::SYS_seccomp, libc::EINVAL, "seccomp"),
    ];
    for (call, refusal, words) in lacking {
        let wrapper = folder.join(format!("helper-{call}"));
        let text = format!(
            "#!/bin/sh\nexec {} -I {} {call} {refusal} {} \"$@\"\n",
            python.display(),
            script.display(),
            helper().display()
        );
        write_program(&wrapper, &text);
        let why = reason(&wrapper).await;
        assert!(why.contains(words), "without call {call}: {why}");
    }
}

// Proves S-68.
#[tokio::test]
async fn a_fence_that_cannot_be_built_starts_nothing() {
    let Some(place) = place().await else { return };
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
