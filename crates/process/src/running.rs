//! A running process, and how it is terminated.

use super::group::KillHandle;
use super::{Exit, Stderr};
use crate::limits::{STOP_AFTER_EOF, STOP_AFTER_TERM};
use std::future::Future;
use std::sync::Arc;
use tokio::io::AsyncReadExt as _;
use tokio::process::{ChildStdin, ChildStdout};
use tokio::sync::watch;
use tokio::task::JoinHandle;

/// What [`spawn`](super::spawn) gives: the two pipes of the protocol and the process behind them.
#[derive(Debug)]
pub struct Running {
    /// Where the process reads. Drop it to begin the end.
    pub stdin: ChildStdin,
    /// Where the process answers.
    pub stdout: ChildStdout,
    /// The process.
    pub process: Process,
}

impl Running {
    /// For a command that is told nothing: its output is read to the end, so that it never waits for a reader, and the first
    /// bytes of it are given then.
    #[must_use]
    pub fn output(self, first: u64) -> (Process, JoinHandle<Vec<u8>>) {
        drop(self.stdin);
        let mut stdout = self.stdout;
        let output = tokio::spawn(async move {
            let mut said = Vec::new();
            if (&mut stdout).take(first).read_to_end(&mut said).await.is_ok() {
                let mut chunk = vec![0; 16 << 10];
                while stdout.read(&mut chunk).await.is_ok_and(|read| read > 0) {}
            }
            said
        });
        (self.process, output)
    }
}

/// A handle on a process and all it started. When the last clone is dropped, all of it is killed at once.
#[derive(Debug, Clone)]
pub struct Process(Arc<Inner>);

#[derive(Debug)]
struct Inner {
    pid: u32,
    stderr: Stderr,
    kill_handle: KillHandle,
    state: watch::Receiver<State>,
    /// Closed once the containers that it had an engine start are gone as well.
    containers: Option<watch::Receiver<()>>,
    /// The host's half of its fence.
    #[cfg(target_os = "linux")]
    relay: Option<portcullis_fence::Relay>,
}

/// Lifecycle state of a process.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum State {
    /// It runs.
    Running,
    /// It ended and is about to be collected: its number must not be used any more.
    #[cfg(all(unix, not(target_os = "linux")))]
    Ending,
    /// It ended; what it started may not have.
    Exited(Exit),
    /// It and all it started ended.
    Gone(Exit),
}

impl State {
    fn exit(self) -> Option<Exit> {
        match self {
            Self::Exited(exit) | Self::Gone(exit) => Some(exit),
            _ => None,
        }
    }
}

impl Process {
    pub(super) fn new(
        pid: u32,
        stderr: Stderr,
        kill_handle: KillHandle,
        state: watch::Receiver<State>,
    ) -> Self {
        Self(Arc::new(Inner {
            pid,
            stderr,
            kill_handle,
            state,
            containers: None,
            #[cfg(target_os = "linux")]
            relay: None,
        }))
    }

    /// Keeps the host's half of its fence for as long as this process is held. To be called before it is shared.
    #[cfg(target_os = "linux")]
    pub(super) fn keep(&mut self, relay: portcullis_fence::Relay) {
        if let Some(inner) = Arc::get_mut(&mut self.0) {
            inner.relay = Some(relay);
        }
    }

    /// Makes [`Self::stop`] wait for the end of its containers too. To be called before it is shared.
    pub(super) fn waits_for(&mut self, containers: watch::Receiver<()>) {
        if let Some(inner) = Arc::get_mut(&mut self.0) {
            inner.containers = Some(containers);
        }
    }

    /// The system's number for it; on Unix also that of its group.
    #[must_use]
    pub fn pid(&self) -> u32 {
        self.0.pid
    }

    /// The end of what it printed on standard error.
    #[must_use]
    pub fn stderr(&self) -> Stderr {
        self.0.stderr.clone()
    }

    /// How it ended, when it has.
    #[must_use]
    pub fn exit(&self) -> Option<Exit> {
        self.0.state.borrow().exit()
    }

    /// Waits for its end. Any number may wait; waiting keeps no handle.
    pub fn exited(&self) -> impl Future<Output = Exit> + Send + use<> {
        reached(self.0.state.clone(), State::exit)
    }

    /// Brings it to an end and waits until nothing of it is left: after [`STOP_AFTER_EOF`] SIGTERM to its
    /// group, after [`STOP_AFTER_TERM`] more SIGKILL. What it started is killed even when it went on its own
    /// (F-07).
    ///
    /// The caller has dropped standard input before; that is the protocol's request to end.
    pub async fn stop(&self) -> Exit {
        if tokio::time::timeout(STOP_AFTER_EOF, self.exited()).await.is_err() {
            self.signal(KillHandle::terminate);
            if tokio::time::timeout(STOP_AFTER_TERM, self.exited())
                .await
                .is_err()
            {
                self.signal(KillHandle::kill);
            }
        }
        let exit = self.gone().await;
        if let Some(mut containers) = self.0.containers.clone() {
            // An error is what is waited for: the task that ends them is done.
            while containers.changed().await.is_ok() {}
        }
        exit
    }

    /// Waits until nothing of it is left but containers. Waiting keeps no handle.
    pub(super) fn gone(&self) -> impl Future<Output = Exit> + Send + use<> {
        reached(self.0.state.clone(), |state| match state {
            State::Gone(exit) => Some(exit),
            _ => None,
        })
    }

    fn signal(&self, send: fn(&KillHandle)) {
        self.0.signal(send);
    }
}

impl Inner {
    fn signal(&self, send: fn(&KillHandle)) {
        // Held while the signal is sent: the number is given back to the system only after the state changes.
        let state = self.state.borrow();
        // Without the task that collects the process, nothing would tell that the number was given back.
        if *state == State::Running && self.state.has_changed().is_ok() {
            send(&self.kill_handle);
        }
    }
}

impl Drop for Inner {
    fn drop(&mut self) {
        self.signal(KillHandle::kill);
    }
}

async fn reached(mut state: watch::Receiver<State>, wanted: impl Fn(State) -> Option<Exit>) -> Exit {
    let reached = state.wait_for(|state| wanted(*state).is_some()).await;
    // An error means that the task that waits for the process is gone, with its runtime.
    reached
        .ok()
        .and_then(|state| wanted(*state))
        .unwrap_or(Exit::UNKNOWN)
}
