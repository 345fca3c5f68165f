//! Starts programs with and without a fence, as `process` does it.

#![allow(dead_code, reason = "each test file uses a part")]

use portcullis_fence::{
    Denial, Enclosure, FIRST_DESCRIPTOR, Fence, Level, NotStarted, Relay, Traffic, level,
};
use std::collections::BTreeMap;
use std::ffi::OsString;
use std::os::fd::{AsRawFd as _, OwnedFd};
use std::os::unix::fs::{DirBuilderExt as _, PermissionsExt as _};
use std::os::unix::process::CommandExt as _;
use std::path::{Path, PathBuf};
use std::process::{ExitStatus, Stdio};
use std::time::Duration;
use tokio::io::AsyncReadExt as _;
use tokio::process::{Child, Command};
use tokio::sync::mpsc;

pub fn helper() -> &'static Path {
    Path::new(env!("CARGO_BIN_EXE_portcullis-fence"))
}

/// A person's home with something in it, and a private home for a server, apart from each other.
pub struct Place {
    folder: tempfile::TempDir,
    pub home: PathBuf,
    pub private: PathBuf,
}

impl Place {
    pub fn new() -> Self {
        let folder = tempfile::tempdir().unwrap();
        let real = folder.path().canonicalize().unwrap();
        let home = real.join("person");
        std::fs::create_dir(&home).unwrap();
        std::fs::write(home.join("secret"), "canary").unwrap();
        let private = real.join("private");
        Self {
            folder,
            home,
            private,
        }
    }

    pub fn path(&self, name: &str) -> PathBuf {
        self.home.parent().unwrap().join(name)
    }

    /// Makes a folder with a file `inside` in it.
    pub fn folder(&self, name: &str) -> PathBuf {
        let path = self.path(name);
        std::fs::DirBuilder::new().mode(0o755).create(&path).unwrap();
        std::fs::write(path.join("inside"), "granted").unwrap();
        path
    }

    /// Makes a folder with one of the programs in Python that are beside these tests; where that is.
    pub fn script(&self, folder: &str, name: &str) -> PathBuf {
        let script = self.folder(folder).join(name);
        let tests = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests");
        std::fs::copy(tests.join(name), &script).unwrap();
        script
    }
}

/// A program that runs, and how it ends.
pub struct Run {
    pub child: Child,
    pub relay: Option<Relay>,
    pub denials: mpsc::Receiver<Denial>,
    pub traffic: Traffic,
    pub pid: i32,
}

#[derive(Debug)]
pub struct Ended {
    pub status: ExitStatus,
    pub out: String,
    pub err: String,
    pub denials: Vec<Denial>,
}

impl Run {
    pub async fn end(mut self) -> Ended {
        let (mut out, mut err) = (Vec::new(), Vec::new());
        let (mut stdout, mut stderr) = (
            self.child.stdout.take().unwrap(),
            self.child.stderr.take().unwrap(),
        );
        let all = async {
            let (one, other) = tokio::join!(stdout.read_to_end(&mut out), stderr.read_to_end(&mut err));
            one.and(other).unwrap();
            self.child.wait().await.unwrap()
        };
        let status = tokio::time::timeout(Duration::from_secs(60), all)
            .await
            .expect("it ends in time");
        drop(self.relay);
        let mut denials = Vec::new();
        while let Ok(denial) = self.denials.try_recv() {
            denials.push(denial);
        }
        let text = |bytes: Vec<u8>| String::from_utf8_lossy(&bytes).trim().to_owned();
        Ended {
            status,
            out: text(out),
            err: text(err),
            denials,
        }
    }
}

/// A command with all three pipes, in a session of its own, as the keeper starts it.
#[allow(clippy::disallowed_methods, reason = "a test starts what it needs")]
pub fn command(
    program: &Path,
    arguments: &[OsString],
    environment: &BTreeMap<String, String>,
    descriptors: &[OwnedFd],
) -> Command {
    let mut command = std::process::Command::new(program);
    command.args(arguments).env_clear().envs(environment);
    command
        .stdin(Stdio::piped())
        .stdout(Stdio::piped())
        .stderr(Stdio::piped());
    let numbers: Vec<_> = descriptors.iter().map(|one| one.as_raw_fd()).collect();
    let step = move || {
        for (from, to) in numbers.iter().zip(FIRST_DESCRIPTOR..) {
            // SAFETY: calls without memory.
            #[allow(unsafe_code, reason = "the keeper does the same")]
            let done = unsafe {
                libc::setsid();
                if *from == to {
                    libc::fcntl(to, libc::F_SETFD, 0)
                } else {
                    libc::dup2(*from, to)
                }
            };
            if done < 0 {
                return Err(std::io::Error::last_os_error());
            }
        }
        Ok(())
    };
    #[allow(unsafe_code, reason = "the keeper does the same")]
    // SAFETY: the step makes system calls only.
    unsafe {
        command.pre_exec(step);
    }
    let mut command = Command::from(command);
    command.kill_on_drop(true);
    command
}

pub fn environment(home: &Path) -> BTreeMap<String, String> {
    let path = std::env::var("PATH").unwrap_or_default();
    let home = home.display().to_string();
    [("PATH", path), ("HOME", home), ("LANG", "C.UTF-8".to_owned())]
        .map(|(name, value)| (name.to_owned(), value))
        .into()
}

pub async fn try_fenced(
    place: &Place,
    fence: &Fence,
    program: &Path,
    arguments: &[&str],
    folder: &Path,
) -> Result<Run, String> {
    let (report, denials) = mpsc::channel(64);
    let arguments: Vec<_> = arguments.iter().map(|argument| (*argument).to_owned()).collect();
    let enclosure = Enclosure::prepare(
        fence,
        program,
        &arguments,
        folder,
        &place.private,
        helper(),
        report,
    );
    let traffic = Traffic::default();
    let enclosure = enclosure.await.map_err(|error| error.sentence)?;
    let enclosure = enclosure.watched(traffic.clone());
    let (program, arguments, descriptors) = enclosure.command().unwrap();
    let mut command = command(&program, &arguments, &environment(&place.home), &descriptors);
    let child = command.spawn().unwrap();
    drop(descriptors);
    let relay = enclosure.started().await.map_err(|error| match error {
        NotStarted::Fence(error) => error.sentence,
        NotStarted::Program(error) => format!("program: {error}"),
    })?;
    let pid = child.id().unwrap().try_into().unwrap();
    Ok(Run {
        child,
        relay: Some(relay),
        denials,
        traffic,
        pid,
    })
}

pub async fn fenced(place: &Place, fence: &Fence, program: &Path, arguments: &[&str]) -> Run {
    let run = try_fenced(place, fence, program, arguments, &place.private).await;
    run.unwrap_or_else(|why| panic!("{program:?} does not start: {why}"))
}

/// How a program ends in this fence.
pub async fn run_fenced(place: &Place, fence: &Fence, program: &Path, arguments: &[&str]) -> Ended {
    fenced(place, fence, program, arguments).await.end().await
}

pub fn unfenced(place: &Place, program: &Path, arguments: &[&str]) -> Run {
    let arguments: Vec<_> = arguments.iter().map(OsString::from).collect();
    let child = command(program, &arguments, &environment(&place.home), &[])
        .spawn()
        .unwrap();
    let pid = child.id().unwrap().try_into().unwrap();
    Run {
        child,
        relay: None,
        denials: mpsc::channel(1).1,
        traffic: Traffic::default(),
        pid,
    }
}

/// Whether this system can hold a fence. Says so where it cannot.
pub async fn holds() -> bool {
    match level(helper()).await {
        Level::FilesAndNetwork => true,
        Level::NotFenced(reason) => skipped(reason.sentence()),
    }
}

/// A place for what a test tries, where this system can hold a fence.
pub async fn place() -> Option<Place> {
    holds().await.then(Place::new)
}

/// A skip that can be seen; on a machine that has to have everything it is a failure.
pub fn skipped(why: &str) -> bool {
    assert!(std::env::var_os("CI").is_none(), "skipped on CI: {why}");
    println!("SKIPPED: {why}");
    eprintln!("SKIPPED: {why}");
    false
}

/// A runtime, as it is found in `PATH` and without shims.
#[allow(clippy::disallowed_methods, reason = "a test starts what it needs")]
pub fn runtime(name: &str) -> Option<PathBuf> {
    let path = std::env::var_os("PATH").unwrap_or_default();
    let found = std::env::split_paths(&path)
        .chain([PathBuf::from("/usr/bin")])
        .map(|folder| folder.join(name));
    let mut found = found.filter(|path| !path.components().any(|part| part.as_os_str() == "shims"));
    let found = found.find(|path| {
        std::fs::metadata(path).is_ok_and(|about| about.permissions().mode() & 0o111 != 0)
            && std::process::Command::new(path)
                .arg("--version")
                .output()
                .is_ok_and(|ran| ran.status.success())
    });
    if found.is_none() {
        skipped(&format!("there is no {name}"));
    }
    found
}
