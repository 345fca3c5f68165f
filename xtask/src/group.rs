//! A command with everything it starts, as one group that ends together.
//!
//! The group hangs on a leash: a pipe that only we hold. When we end in any way, also by Ctrl-C or `kill -9`, the pipe
//! closes and a small shell in the group ends it. So a run never leaves a display, a bus or a window behind.

use crate::Done;
use crate::tool::typed;
use std::process::{Child, Command, Stdio};

/// Runs "$@"; beside it a reader of the leash ends the group when the leash closes. The command is in the foreground,
/// because a shell makes those in the background deaf to Ctrl-C.
#[cfg(unix)]
const LEASHED: &str = r#"
exec 3<&0 </dev/null
( while read -r _ <&3; do :; done; trap "" TERM; kill -TERM 0; sleep 2; kill -KILL 0 ) &
exec 3<&-
"$@"
"#;

/// A running group. Dropping it ends it.
pub(crate) struct Group {
    child: Child,
}

impl Group {
    /// Starts a command in a group of its own. Its standard input is empty; the outputs are as given.
    pub(crate) fn start(command: &Command, stdout: Stdio, stderr: Stdio) -> Done<Self> {
        let mut leashed = leashed(command);
        for (key, value) in command.get_envs() {
            match value {
                Some(value) => leashed.env(key, value),
                None => leashed.env_remove(key),
            };
        }
        if let Some(folder) = command.get_current_dir() {
            leashed.current_dir(folder);
        }
        let child = leashed
            .stdin(Stdio::piped())
            .stdout(stdout)
            .stderr(stderr)
            .spawn()
            .map_err(|error| format!("`{}` could not be started: {error}.", typed(command)))?;
        Ok(Self { child })
    }

    /// The code once the command has ended: `Some(None)` stands for a signal.
    pub(crate) fn ended(&mut self) -> Option<Option<i32>> {
        match self.child.try_wait() {
            Ok(Some(status)) => Some(status.code()),
            Ok(None) => None,
            Err(_) => Some(None),
        }
    }

    /// The standard output, when it was piped. Can be taken once.
    pub(crate) fn stdout(&mut self) -> Option<std::process::ChildStdout> {
        self.child.stdout.take()
    }
}

#[cfg(unix)]
fn leashed(command: &Command) -> Command {
    use std::os::unix::process::CommandExt;
    let mut leashed = Command::new("/bin/sh");
    leashed
        .args(["-c", LEASHED, "leash"])
        .arg(command.get_program())
        .args(command.get_args())
        .process_group(0);
    leashed
}

#[cfg(not(unix))]
fn leashed(command: &Command) -> Command {
    let mut same = Command::new(command.get_program());
    same.args(command.get_args());
    same
}

#[cfg(unix)]
impl Drop for Group {
    fn drop(&mut self) {
        let group = self.child.id();
        signal(group, "TERM");
        for _ in 0..30 {
            // Takes the exit status, so that our own zombie does not count as alive.
            drop(self.child.try_wait());
            if !alive(group) {
                return;
            }
            std::thread::sleep(std::time::Duration::from_millis(100));
        }
        signal(group, "KILL");
        drop(self.child.wait());
    }
}

#[cfg(not(unix))]
impl Drop for Group {
    fn drop(&mut self) {
        drop(self.child.kill());
        drop(self.child.wait());
    }
}

/// Sends a signal to the group by the shell's own `kill`: std has none, and the program may be missing.
#[cfg(unix)]
fn signal(group: u32, name: &str) {
    let mut kill = Command::new("/bin/sh");
    kill.args(["-c", &format!("kill -{name} -{group}")])
        .stderr(Stdio::null());
    drop(kill.status());
}

/// Whether anything in the group still runs.
#[cfg(unix)]
fn alive(group: u32) -> bool {
    let Ok(processes) = std::fs::read_dir("/proc") else {
        // No /proc (macOS): ask the group itself.
        return Command::new("/bin/sh")
            .args(["-c", &format!("kill -0 -{group}")])
            .stderr(Stdio::null())
            .status()
            .is_ok_and(|status| status.success());
    };
    processes.filter_map(Result::ok).any(|process| {
        let stat = std::fs::read_to_string(process.path().join("stat")).unwrap_or_default();
        // "pid (name) state ppid pgrp …"; the name may hold spaces and brackets.
        let mut fields = stat.rsplit(") ").next().unwrap_or_default().split(' ');
        let (state, _parent, of) = (fields.next(), fields.next(), fields.next());
        state != Some("Z") && of.and_then(|of| of.parse().ok()) == Some(group)
    })
}

#[cfg(test)]
#[cfg(unix)]
mod tests {
    use super::{Group, alive};
    use std::process::{Command, Stdio};
    use std::time::{Duration, Instant};

    fn two_sleepers() -> (Group, u32) {
        let mut command = Command::new("/bin/sh");
        command.args(["-c", "sleep 600 & sleep 600"]);
        let group = Group::start(&command, Stdio::null(), Stdio::null()).unwrap();
        let id = group.child.id();
        assert!(alive(id));
        (group, id)
    }

    #[test]
    fn dropping_the_group_ends_what_the_command_started() {
        let (group, id) = two_sleepers();
        drop(group);
        assert!(!alive(id));
    }

    #[test]
    fn the_group_ends_by_itself_when_we_are_gone() {
        let (mut group, id) = two_sleepers();
        drop(group.child.stdin.take());
        let begun = Instant::now();
        while alive(id) {
            let _ = group.ended();
            assert!(
                begun.elapsed() < Duration::from_secs(20),
                "the group outlived its leash"
            );
            std::thread::sleep(Duration::from_millis(50));
        }
    }

    #[test]
    fn the_exit_code_of_the_command_comes_through() {
        let mut command = Command::new("/bin/sh");
        command.args(["-c", "exit 7"]);
        let mut group = Group::start(&command, Stdio::null(), Stdio::null()).unwrap();
        let code = loop {
            if let Some(code) = group.ended() {
                break code;
            }
            std::thread::sleep(Duration::from_millis(10));
        };
        assert_eq!(code, Some(7));
    }
}
