//! The attack table against the generated profile of macOS, by `sandbox-exec`. Nothing uses the profile before this passed there.
#![cfg(target_os = "macos")]
#![allow(
    clippy::unwrap_used,
    clippy::panic,
    clippy::print_stdout,
    reason = "a test may stop at the first surprise, and says what it found"
)]

use portcullis_fence::profiles::{SeatbeltPlan, seatbelt};
use portcullis_fence::{Fence, Reach};
use std::net::TcpListener;
use std::os::unix::net::UnixListener;
use std::path::{Path, PathBuf};
use std::process::Command;

struct Place {
    _folder: tempfile::TempDir,
    root: PathBuf,
}

impl Place {
    /// A person's home with a secret, a granted folder, and a home for the program.
    fn new() -> Self {
        let folder = tempfile::tempdir().unwrap();
        let root = folder.path().canonicalize().unwrap();
        for name in ["person/.ssh", "person/granted", "private"] {
            std::fs::create_dir_all(root.join(name)).unwrap();
        }
        for name in ["person/secret", "person/.ssh/id", "person/granted/inside"] {
            std::fs::write(root.join(name), "canary").unwrap();
        }
        Self {
            _folder: folder,
            root,
        }
    }

    fn at(&self, name: &str) -> PathBuf {
        self.root.join(name)
    }

    fn profile(&self, fence: &Fence, relay: u16) -> String {
        seatbelt(&SeatbeltPlan {
            fence,
            own: &[],
            private: &self.at("private"),
            home: &self.at("person"),
            relay,
            tag: "test",
        })
        .unwrap()
    }
}

/// Whether a script ends well, within a profile or without one.
#[allow(clippy::disallowed_methods, reason = "a test starts what it needs")]
fn manages(profile: Option<&str>, script: &str) -> bool {
    let mut command = match profile {
        None => Command::new("/bin/sh"),
        Some(profile) => {
            let mut command = Command::new("/usr/bin/sandbox-exec");
            command.args(["-p", profile, "/bin/sh"]);
            command
        }
    };
    let ended = command.args(["-c", script]).output().unwrap();
    println!("{script}: {ended:?}");
    ended.status.success()
}

fn shown(path: &Path) -> String {
    format!("'{}'", path.display())
}

// Proves S-68.
#[test]
#[ignore = "not tried on macOS yet: a step of the workflow runs it"]
fn no_attack_gets_out_of_the_profile_of_macos() {
    let place = Place::new();
    let listener = TcpListener::bind("127.0.0.1:0").unwrap();
    let port = listener.local_addr().unwrap().port();
    let relay = TcpListener::bind("127.0.0.1:0").unwrap();
    let relay = relay.local_addr().unwrap().port();
    let socket = place.at("person/socket");
    let _socket = UnixListener::bind(&socket).unwrap();
    let profile = place.profile(
        &Fence {
            read: vec![place.at("person/granted")],
            reach: Reach::Nothing,
            ..Fence::default()
        },
        relay,
    );
    let secret = shown(&place.at("person/secret"));
    let key = shown(&place.at("person/.ssh/id"));
    let home = shown(&place.at("person"));
    let inside = shown(&place.at("person/granted/inside"));
    let pid = std::process::id();
    for attack in [
        format!("cat {secret}"),
        format!("cat {key}"),
        format!("ls {home}"),
        format!("echo x > {home}/new"),
        format!("echo x > {inside}"),
        format!("touch {secret}"),
        format!("nc -z 127.0.0.1 {port}"),
        format!("nc -U {} < /dev/null", shown(&socket)),
        format!("kill -0 {pid}"),
        "security list-keychains".to_owned(),
        "osascript -e 'tell application \"Finder\" to get name'".to_owned(),
        "open -g -a Calculator".to_owned(),
    ] {
        // Some need a person who is signed in at the screen: those prove nothing here.
        if !manages(None, &attack) {
            println!("CONTROL SKIPPED: {attack}");
        }
        assert!(!manages(Some(&profile), &attack), "{attack}");
    }
    // What a program may do.
    for allowed in [
        "echo started".to_owned(),
        format!("cat {inside}"),
        format!("echo x > {}/new", shown(&place.at("private"))),
    ] {
        assert!(manages(Some(&profile), &allowed), "{allowed}");
    }
}
