//! What the server does as a process: leave, refuse to leave, have children, tell about itself.

use std::{path::Path, process::Stdio, sync::OnceLock};

use rustix::process::{Signal, getpid, kill_process, setsid};
use serde_json::{Value, json};

use super::script::Fork;

/// How long a grandchild lives when it is not ended: long enough to be found, short enough not to
/// stay behind forever when a test fails.
const GRANDCHILD_SECONDS: u64 = 120;

static ORIGIN: OnceLock<Value> = OnceLock::new();

/// What the process was given by its parent.
#[derive(Debug)]
pub struct Origin;

impl Origin {
    /// Notes environment, arguments, folder and open files. To be called first of all: a runtime
    /// opens files of its own.
    pub fn note() {
        let environment: serde_json::Map<_, _> = std::env::vars_os()
            .map(|(name, value)| {
                (
                    name.to_string_lossy().into_owned(),
                    json!(value.to_string_lossy()),
                )
            })
            .collect();
        let arguments: Vec<_> = std::env::args_os()
            .map(|argument| argument.to_string_lossy().into_owned())
            .collect();
        let (group, session) = group_and_session();
        let noted = json!({
            "env": environment,
            "argv": arguments,
            "cwd": std::env::current_dir().unwrap_or_default(),
            "fds": open_files(),
            "pid": std::process::id(),
            "group": group,
            "session": session,
        });
        ORIGIN.set(noted).ok();
    }

    pub(super) fn noted() -> &'static Value {
        ORIGIN.get_or_init(|| Value::Null)
    }
}

/// Process group and session, 0 for one whose leader is outside the PID namespace of this process: in a container
/// that is usual, and the typed calls have no value for it.
fn group_and_session() -> (i32, i32) {
    let stat = std::fs::read_to_string("/proc/self/stat").unwrap_or_default();
    // The name in parentheses may hold anything; after it come state, parent, group and session.
    let after_name = stat.rsplit_once(')').map_or("", |(_, rest)| rest);
    let mut numbers = after_name
        .split_whitespace()
        .skip(2)
        .map(|number| number.parse().unwrap_or(0));
    (numbers.next().unwrap_or(0), numbers.next().unwrap_or(0))
}

/// Number and target of every open file but the one that lists them.
fn open_files() -> serde_json::Map<String, Value> {
    let Ok(entries) = std::fs::read_dir("/proc/self/fd") else {
        return serde_json::Map::new();
    };
    entries
        .flatten()
        .filter_map(|entry| {
            Some((
                entry.file_name().into_string().ok()?,
                std::fs::read_link(entry.path()).ok()?,
            ))
        })
        .filter(|(_, target)| !(target.starts_with("/proc") && target.ends_with("fd")))
        .map(|(number, target)| (number, json!(target)))
        .collect()
}

pub(super) fn crash() {
    // Twice, because the runtime's own handler takes the first SIGSEGV and only then stands aside.
    for _ in 0..2 {
        kill_process(getpid(), Signal::SEGV).ok();
    }
}

/// Starts a grandchild that keeps the pipes of this process open.
pub(super) fn fork(fork: &Fork) {
    let kind = if fork.double { "--leave" } else { "--grandchild" };
    let program = std::env::current_exe().expect("a running program has a path");
    let child = std::process::Command::new(program)
        .args([kind.as_ref(), fork.pid_file.as_os_str()])
        .stdin(Stdio::inherit())
        .spawn();
    match child {
        // The one in the middle leaves at once; waiting for it leaves no zombie behind.
        Ok(mut child) if fork.double => drop(child.wait()),
        Ok(_) => {}
        Err(error) => eprintln!("hostile: no grandchild: {error}"),
    }
}

/// Becomes a grandchild when the arguments ask for it; does not return then.
pub fn become_grandchild(arguments: &[String]) {
    match arguments {
        [kind, pid_file] if kind == "--grandchild" => {
            write_pid(Path::new(pid_file));
            std::thread::sleep(std::time::Duration::from_secs(GRANDCHILD_SECONDS));
            std::process::exit(0);
        }
        [kind, pid_file] if kind == "--leave" => {
            setsid().ok();
            let program = std::env::current_exe().expect("a running program has a path");
            // A child of a process that ends at once is a child of no process here.
            std::process::Command::new(program)
                .args(["--grandchild", pid_file])
                .spawn()
                .ok();
            std::process::exit(0);
        }
        _ => {}
    }
}

/// Writes the process id under its final name in one go, so that a reader never sees half of it.
pub(super) fn write_pid(path: &Path) {
    write_whole(path, std::process::id().to_string().as_bytes());
}

pub(super) fn write_whole(path: &Path, bytes: &[u8]) {
    let mut begun = path.as_os_str().to_owned();
    begun.push(format!(".{}", std::process::id()));
    if let Err(error) = std::fs::write(&begun, bytes).and_then(|()| std::fs::rename(&begun, path)) {
        eprintln!("hostile: cannot write {}: {error}", path.display());
    }
}
