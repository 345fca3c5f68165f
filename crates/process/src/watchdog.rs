//! A shell that outlives the host by a second, to end what the host can no longer end (F-07).
//!
//! A host that is killed runs no clean-up, and nothing in POSIX ends the children of a dead parent. So one
//! `/bin/sh` waits on a pipe: each server announces its group on it before it runs, the host takes groups
//! back that are gone, and the end of the pipe means that the host is. It runs a constant script with an
//! empty environment. It cannot help when it is killed together with the host; a program that can do that could also
//! have killed the servers.

use super::spawn::Program;
use super::{fork, group};
use portcullis_core::{Code, Error, Result, causes, ids};
use portcullis_l10n::say;
use std::collections::BTreeMap;
use std::io;
use std::os::fd::OwnedFd;
use std::process::{Command, Stdio};
use std::sync::{Arc, LazyLock, Mutex, PoisonError};
use tokio::process::Child;

/// In a file of its own, so that it is tested on Linux too.
const SCRIPT: &str = include_str!("watchdog.sh");

/// Random, the same for all children of this host.
static HOST: LazyLock<String> = LazyLock::new(ids::random);

static STATE: Mutex<State> = Mutex::new(State {
    shell: None,
    last: 0,
    groups: BTreeMap::new(),
});

struct State {
    shell: Option<(std::process::Child, Arc<OwnedFd>)>,
    last: u64,
    /// Group by number, to tell a new shell when the old one was killed.
    groups: BTreeMap<u64, u32>,
}

/// A process group registered with the watchdog. Dropping it kills and unregisters the group, so it must be dropped
/// before its leader is reaped.
pub(super) struct Watch {
    number: u64,
    /// Where the child announces itself.
    pipe: Arc<OwnedFd>,
}

impl Watch {
    /// Starts the watchdog when there is none, and takes a place.
    ///
    /// # Errors
    /// `launch.failed` when it cannot be started: without it nothing else is.
    pub(super) fn begin() -> Result<Self> {
        let mut state = STATE.lock().unwrap_or_else(PoisonError::into_inner);
        let pipe = state.pipe().map_err(|error| {
            let sentence = say!("watchdog-failed", cause = causes::io(&error));
            Error::new(Code::LaunchFailed, sentence).remedy(say!("watchdog-failed-remedy"))
        })?;
        state.last += 1;
        Ok(Self {
            number: state.last,
            pipe,
        })
    }

    /// Starts a child that announces itself before its program runs.
    ///
    /// # Errors
    /// Why it was not started.
    pub(super) fn start(&self, program: &Program<'_>) -> io::Result<Child> {
        let mut command = program.command();
        fork::in_watched_session(&mut command, Arc::clone(&self.pipe), self.number);
        let child = tokio::process::Command::from(command).spawn()?;
        self.started(child.id().unwrap_or_default());
        Ok(child)
    }

    /// Remembers the group for a watchdog that has to be started again, or just was.
    fn started(&self, group: u32) {
        let mut state = STATE.lock().unwrap_or_else(PoisonError::into_inner);
        state.groups.insert(self.number, group);
        if let Some((_, pipe)) = state
            .shell
            .as_ref()
            .filter(|(_, pipe)| !Arc::ptr_eq(pipe, &self.pipe))
        {
            // A watchdog that is gone again hears of it when the next one starts.
            write(pipe, &format!("+{}:{group}\n", self.number)).ok();
        }
    }

    /// The mark in the environment of this child and all that it starts.
    pub(super) fn mark(&self) -> String {
        format!("{}.{}", *HOST, self.number)
    }
}

impl Drop for Watch {
    fn drop(&mut self) {
        let mut state = STATE.lock().unwrap_or_else(PoisonError::into_inner);
        if let Some(group) = state.groups.remove(&self.number) {
            group::kill(group);
        }
        if let Some((_, pipe)) = &state.shell {
            // A watchdog that is gone has nothing to forget.
            write(pipe, &format!("-{}\n", self.number)).ok();
        }
    }
}

impl State {
    /// The pipe of a watchdog that lives.
    #[allow(
        clippy::disallowed_methods,
        reason = "a constant script, and no word of a server in it"
    )]
    fn pipe(&mut self) -> io::Result<Arc<OwnedFd>> {
        // An empty line says nothing, and fails when it is not read.
        if let Some((_, pipe)) = self.shell.as_ref().filter(|(_, pipe)| write(pipe, "\n").is_ok()) {
            return Ok(Arc::clone(pipe));
        }
        if let Some((mut dead, pipe)) = self.shell.take() {
            drop(pipe);
            dead.kill().and_then(|()| dead.wait()).ok();
        }
        let mut command = Command::new("/bin/sh");
        command.args(["-c", SCRIPT, "portcullis-watchdog"]);
        command.env_clear().env("PATH", "/usr/bin:/bin").current_dir("/");
        command
            .stdin(Stdio::piped())
            .stdout(Stdio::null())
            .stderr(Stdio::null());
        fork::in_own_session(&mut command);
        let mut child = command.spawn()?;
        let pipe = child
            .stdin
            .take()
            .ok_or_else(|| io::Error::other("it has no standard input"))?;
        let pipe = Arc::new(OwnedFd::from(pipe));
        for (number, group) in &self.groups {
            write(&pipe, &format!("+{number}:{group}\n"))?;
        }
        self.shell = Some((child, Arc::clone(&pipe)));
        Ok(pipe)
    }
}

fn write(pipe: &OwnedFd, line: &str) -> io::Result<()> {
    rustix::io::write(pipe, line.as_bytes())?;
    Ok(())
}

#[cfg(test)]
pub(super) fn kill_for_test() {
    let mut state = STATE.lock().unwrap_or_else(PoisonError::into_inner);
    if let Some((shell, _)) = &mut state.shell {
        shell.kill().and_then(|()| shell.wait()).ok();
    }
}
