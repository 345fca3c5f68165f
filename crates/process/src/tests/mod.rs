//! Real programs, started and ended.
#![allow(clippy::disallowed_methods, reason = "a test starts what it needs")]

mod environment;
mod ladder;
mod refusal;
mod survivors;
mod watching;

use super::{Launch, Running, SearchPath, spawn};
use portcullis_approval::consent::{ApprovedStart, Permit, Start, StartTarget};
use std::future::Future;
use std::path::Path;
use std::time::Duration;
use tokio::io::{AsyncBufReadExt as _, BufReader};

/// Far longer than anything here takes, so that a hang is a failure and not a hang.
const PATIENCE: Duration = Duration::from_secs(60);

fn search() -> SearchPath {
    SearchPath::from_value("/usr/local/bin:/usr/bin:/bin")
}

fn shell(script: &str, folder: &Path) -> Launch {
    Launch {
        program: "/bin/sh".into(),
        arguments: vec!["-c".into(), script.into()],
        folder: folder.into(),
        ..Launch::default()
    }
}

async fn start(launch: Launch) -> Running {
    spawn(permit(launch), Vec::new(), &search(), None).await.unwrap()
}

async fn start_shell(script: &str) -> Running {
    start(shell(script, Path::new("/"))).await
}

async fn within<T>(what: impl Future<Output = T>) -> T {
    tokio::time::timeout(PATIENCE, what).await.expect("it hangs")
}

/// Reads `count` numbers, one per line: how the scripts tell their process ids.
async fn numbers(running: &mut Running, count: usize) -> Vec<u32> {
    let mut lines = BufReader::new(&mut running.stdout).lines();
    let mut found = Vec::new();
    while found.len() < count {
        let line = within(lines.next_line())
            .await
            .unwrap()
            .expect("the script ended early");
        found.push(line.trim().parse().unwrap());
    }
    found
}

/// The session that a process is in, by the number of its leader.
fn session_of(pid: u32) -> u32 {
    let pid = rustix::process::Pid::from_raw(pid.try_into().unwrap());
    let session = rustix::process::getsid(pid).unwrap();
    session.as_raw_pid().try_into().unwrap()
}

/// A dead process that was not collected yet does not count: it does nothing any more.
fn lives(pid: u32) -> bool {
    let listed = std::process::Command::new("ps")
        .args(["-o", "stat=", "-p", &pid.to_string()])
        .output()
        .unwrap();
    let state = String::from_utf8_lossy(&listed.stdout).trim().to_owned();
    !state.is_empty() && !state.starts_with('Z')
}

/// Signals are delivered at once and processes end soon after; how soon is the system's business.
async fn all_end(pids: &[u32]) -> bool {
    let ended = async {
        while pids.iter().copied().any(lives) {
            tokio::time::sleep(Duration::from_millis(20)).await;
        }
    };
    tokio::time::timeout(PATIENCE, ended).await.is_ok()
}

/// The permit of an approval of exactly this.
fn permit(launch: Launch) -> Permit<Launch> {
    let start = Start::new(StartTarget::Command(launch)).unwrap();
    let digest = start.digest().to_owned();
    match start.permit("A server", Some(&digest)).unwrap() {
        ApprovedStart::Command(permit) => permit,
        ApprovedStart::Address(_) => panic!("it is a program"),
    }
}
