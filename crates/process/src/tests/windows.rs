//! Programs of Windows, started and ended: nothing of a server is left, however it or the host ends.
//!
//! The programs are this one again, with the name of a role below. Each holds a connection to the test, which the system
//! closes with it; so the test needs no process numbers, and when it fails its programs end with it.
#![allow(clippy::disallowed_methods, reason = "a test starts what it needs")]

use super::job::Job;
use super::{Launch, Running, SearchPath, spawn};
use portcullis_approval::consent::{ApprovedStart, Permit, Start, StartTarget};
use std::future::Future;
use std::os::windows::process::CommandExt as _;
use std::process::{Command, Stdio};
use std::time::Duration;
use tokio::io::AsyncReadExt as _;
use tokio::net::{TcpListener, TcpStream};

/// Far longer than anything here takes, so that a hang is a failure and not a hang.
const PATIENCE: Duration = Duration::from_secs(60);

/// Where the programs find the test. Without it they do nothing.
const ADDRESS: &str = "PROGRAMS_REPORT_TO";

const CREATE_BREAKAWAY_FROM_JOB: u32 = 0x0100_0000;
const DETACHED_PROCESS: u32 = 0x0000_0008;

#[test]
#[ignore = "is the server of other tests"]
fn server() {
    let Ok(address) = std::env::var(ADDRESS) else {
        return;
    };
    let test = report(&address);
    start_another();
    wait_for_the_end_of(test);
}

#[test]
#[ignore = "is what a server of other tests starts"]
fn started_by_a_server() {
    if let Ok(address) = std::env::var(ADDRESS) {
        wait_for_the_end_of(report(&address));
    }
}

#[tokio::test]
#[ignore = "is the host of another test"]
async fn host_to_be_killed() {
    let Ok(address) = std::env::var(ADDRESS) else {
        return;
    };
    let _running = start_server(&address).await;
    std::future::pending::<()>().await;
}

/// Away from its console, and out of its job if it may.
fn start_another() {
    let mut command = Command::new(std::env::current_exe().unwrap());
    command.args(role("started_by_a_server"));
    command
        .stdin(Stdio::null())
        .stdout(Stdio::null())
        .stderr(Stdio::null());
    command.creation_flags(DETACHED_PROCESS | CREATE_BREAKAWAY_FROM_JOB);
    if command.spawn().is_err() {
        command.creation_flags(DETACHED_PROCESS).spawn().unwrap();
    }
}

fn report(address: &str) -> std::net::TcpStream {
    std::net::TcpStream::connect(address).unwrap()
}

fn wait_for_the_end_of(mut test: std::net::TcpStream) {
    // Whatever comes: it is the end.
    std::io::Read::read(&mut test, &mut [0]).ok();
}

fn role(name: &str) -> [String; 4] {
    let name = format!("tests::{name}");
    ["--exact".into(), name, "--ignored".into(), "--nocapture".into()]
}

async fn start_server(address: &str) -> Running {
    let launch = Launch {
        program: std::env::current_exe().unwrap(),
        arguments: role("server").into(),
        folder: std::env::temp_dir(),
        environment: vec![(ADDRESS.into(), address.into())],
        ..Launch::default()
    };
    let search = SearchPath::from_value("");
    spawn(permit(launch), Vec::new(), &search, None).await.unwrap()
}

/// Where the programs report.
struct ReportListener(TcpListener);

impl ReportListener {
    async fn open() -> Self {
        Self(TcpListener::bind("127.0.0.1:0").await.unwrap())
    }

    fn address(&self) -> String {
        self.0.local_addr().unwrap().to_string()
    }

    /// A program that runs.
    async fn next(&self) -> TcpStream {
        within(self.0.accept()).await.unwrap().0
    }
}

async fn within<T>(what: impl Future<Output = T>) -> T {
    tokio::time::timeout(PATIENCE, what).await.expect("it hangs")
}

/// Passes when the program has ended.
async fn gone(mut program: TcpStream) {
    // Closed or reset: the system's way of telling differs.
    assert!(!matches!(within(program.read(&mut [0])).await, Ok(1..)));
}

// Proves F-07.
#[tokio::test]
async fn what_a_server_started_is_stopped_with_it() {
    let listener = ReportListener::open().await;
    let running = start_server(&listener.address()).await;
    let programs = [listener.next().await, listener.next().await];
    drop(running.stdin);
    within(running.process.stop()).await;
    for program in programs {
        gone(program).await;
    }
}

// Proves F-07.
#[tokio::test]
async fn what_a_server_started_ends_with_the_last_handle() {
    let listener = ReportListener::open().await;
    let running = start_server(&listener.address()).await;
    let programs = [listener.next().await, listener.next().await];
    drop(running);
    for program in programs {
        gone(program).await;
    }
}

// Proves F-07.
#[tokio::test]
async fn what_a_server_left_behind_is_ended() {
    let listener = ReportListener::open().await;
    let running = start_server(&listener.address()).await;
    let server = listener.next().await;
    let left = listener.next().await;
    drop(server);
    let exit = within(running.process.exited()).await;
    assert_eq!(exit.code, Some(0), "it went on its own");
    gone(left).await;
}

/// What “gone” rests on.
// Proves F-07.
#[tokio::test]
async fn a_job_is_empty_when_the_last_of_it_has_ended() {
    let listener = ReportListener::open().await;
    let job = Job::new().unwrap();
    assert!(job.is_empty());
    let mut command = Command::new(std::env::current_exe().unwrap());
    command.args(role("server")).env(ADDRESS, listener.address());
    command
        .stdin(Stdio::null())
        .stdout(Stdio::null())
        .stderr(Stdio::null());
    let mut child = job.start(command).unwrap();
    let server = listener.next().await;
    let left = listener.next().await;
    drop(server);
    assert!(
        within(child.wait()).await.unwrap().success(),
        "it went on its own"
    );
    assert!(!job.is_empty(), "what it started still runs");
    within(job.end()).await;
    assert!(job.is_empty());
    gone(left).await;
}

// Proves F-07.
#[tokio::test]
async fn nothing_is_left_after_the_host_was_killed() {
    let listener = ReportListener::open().await;
    let mut host = Command::new(std::env::current_exe().unwrap());
    host.args(role("host_to_be_killed"))
        .env(ADDRESS, listener.address())
        .stdout(Stdio::null());
    let mut host = host.spawn().unwrap();
    let programs = [listener.next().await, listener.next().await];
    host.kill().unwrap();
    host.wait().unwrap();
    for program in programs {
        gone(program).await;
    }
}

fn launch(environment: &[(&str, &str)]) -> Launch {
    let text = |(name, value): &(&str, &str)| ((*name).to_owned(), (*value).to_owned());
    Launch {
        program: std::env::current_exe().unwrap(),
        arguments: role("prints_variables").into(),
        folder: std::env::temp_dir(),
        environment: environment.iter().map(text).collect(),
        ..Launch::default()
    }
}

#[test]
#[ignore = "is the server of another test"]
fn prints_variables() {
    for (name, value) in std::env::vars() {
        println!("variable {name}={value}");
    }
}

/// What a program is given, as it sees it.
async fn variables(environment: &[(&str, &str)]) -> Vec<String> {
    let search = SearchPath::from_value(r"C:\\windows\\system32");
    let mut running = spawn(permit(launch(environment)), Vec::new(), &search, None)
        .await
        .unwrap();
    let mut said = String::new();
    within(running.stdout.read_to_string(&mut said)).await.unwrap();
    let lines = said
        .lines()
        .filter_map(|line| line.trim().strip_prefix("variable "));
    lines.map(str::to_owned).collect()
}

// Proves S-08.
#[tokio::test]
async fn what_is_shown_of_a_variable_is_what_runs_whatever_its_case() {
    let seen = variables(&[("Zoo", "one"), ("localappdata", r"C:\\own")]).await;
    assert!(seen.contains(&"Zoo=one".to_owned()), "{seen:?}");
    let named = |name: &str| {
        let same = |line: &&String| line.to_ascii_uppercase().starts_with(&format!("{name}="));
        seen.iter().filter(same).cloned().collect::<Vec<_>>()
    };
    assert_eq!(named("LOCALAPPDATA"), [r"localappdata=C:\\own"]);
    assert_eq!(named("NODEFAULTCURRENTDIRECTORYINEXEPATH").len(), 1, "{seen:?}");
    assert_eq!(named("SYSTEMROOT").len(), 1, "{seen:?}");
}

// Proves S-08, S-12.
#[tokio::test]
async fn a_variable_in_two_cases_or_of_the_system_is_refused() {
    for refused in [
        &[("Zoo", "one"), ("ZOO", "two")][..],
        &[("SystemRoot", r"Z:\\evil")],
        &[("windir", r"Z:\\evil")],
        &[("ComSpec", r"Z:\\evil.exe")],
    ] {
        let search = SearchPath::from_value("");
        let result = spawn(permit(launch(refused)), Vec::new(), &search, None).await;
        assert!(result.is_err(), "{refused:?}");
    }
}

/// A program of the working folder would run in the place of the one in the path.
// Proves S-65.
#[tokio::test]
#[ignore = "the cmd.exe of wine does not know the variable"]
async fn a_batch_file_runs_no_program_of_its_working_folder() {
    let folder = tempfile::tempdir().unwrap();
    let (batch, project) = (folder.path().join("server.cmd"), folder.path().join("project"));
    std::fs::create_dir(&project).unwrap();
    std::fs::write(&batch, "@echo off\r\ncall helper\r\necho done\r\n").unwrap();
    std::fs::write(
        project.join("helper.cmd"),
        "@echo off\r\necho from the project\r\n",
    )
    .unwrap();
    let launch = Launch {
        program: batch,
        arguments: Vec::new(),
        folder: project,
        ..launch(&[])
    };
    let search = SearchPath::from_value(r"C:\\windows\\system32");
    let mut running = spawn(permit(launch), Vec::new(), &search, None).await.unwrap();
    let mut said = String::new();
    within(running.stdout.read_to_string(&mut said)).await.unwrap();
    assert!(
        said.contains("done") && !said.contains("from the project"),
        "{said}"
    );
}

/// The permit of an approval of exactly this.
pub(super) fn permit(launch: Launch) -> Permit<Launch> {
    let start = Start::new(StartTarget::Command(launch)).unwrap();
    let digest = start.digest().to_owned();
    match start.permit("A server", Some(&digest)).unwrap() {
        ApprovedStart::Command(permit) => permit,
        ApprovedStart::Address(_) => panic!("it is a program"),
    }
}
