//! The shell that ends servers on macOS when the host is gone. Nothing in its script is of one system.

use std::io::Write as _;
use std::os::unix::process::{CommandExt as _, ExitStatusExt as _};
use std::process::{Child, Command, Stdio};

const SCRIPT: &str = include_str!("../watchdog.sh");

fn sleeper() -> Child {
    Command::new("/bin/sleep")
        .arg("600")
        .process_group(0)
        .spawn()
        .unwrap()
}

// Proves F-07.
#[test]
fn the_watchdog_ends_the_groups_that_are_left_and_no_other() {
    let mut groups: Vec<_> = (0..4).map(|_| sleeper()).collect();
    let mut watchdog = Command::new("/bin/sh");
    watchdog.args(["-c", SCRIPT, "watchdog"]).stdin(Stdio::piped());
    let mut watchdog = watchdog.stderr(Stdio::null()).spawn().unwrap();
    let ids: Vec<_> = groups.iter().map(Child::id).collect();
    // 1 and 11 must not be taken for each other; 7 was never there; 3 never came to be.
    let mut pipe = watchdog.stdin.take().unwrap();
    for (number, id) in [1, 11, 2, 12].into_iter().zip(ids) {
        write!(pipe, "\n+{number}:{id}\n").unwrap();
    }
    write!(pipe, "-1\n-7\n-3\n-12\n").unwrap();
    drop(pipe);
    watchdog.wait().unwrap();
    let ended: Vec<_> = groups
        .iter_mut()
        .map(|group| group.try_wait().unwrap().is_some())
        .collect();
    for group in &mut groups {
        group.kill().unwrap();
    }
    let signals = groups
        .iter_mut()
        .map(|group| group.wait().unwrap().signal())
        .collect::<Vec<_>>();
    assert_eq!(ended, [false, true, true, false]);
    assert_eq!(signals, [Some(9), Some(15), Some(15), Some(9)]);
}
