//! The one place where a server's program is started.

use super::group::KillHandle;
use super::running::State;
use super::{
    Exit, Launch, Process, Running, SearchPath, StartSetup, Stderr, base_environment, hook_refusal,
    loads_own_modules, names_module_folders, quoted, real_path, variable_key,
};
use super::{contained, fenced};
use portcullis_approval::consent::Permit;
use portcullis_core::{Code, Error, Result, Secret, causes};
use portcullis_l10n::say;
use std::collections::{BTreeMap, HashSet};
use std::ffi::OsString;
use std::io;
#[cfg(not(target_os = "linux"))]
use tokio::process::Child;
use tokio::sync::watch;

/// Starts what the permit allows, once, and watches it.
///
/// The environment is [`base_environment`], then what is configured, then the secrets, which are nowhere else
/// (S-64, S-67). The process leads a session of its own without a terminal, inherits no descriptor beyond 0 to 2, and
/// is ended with all it started when the last [`Process`] is dropped or the host dies.
///
/// # Errors
/// `launch.*`: nothing was started. `launch.changed` when a secret is given that the permit does not name.
pub async fn spawn(
    permit: Permit<Launch>,
    secrets: Vec<(String, Secret)>,
    search: &SearchPath,
    setup: Option<StartSetup>,
) -> Result<Running> {
    let mut launch = permit.spend();
    check(&launch, &secrets)?;
    if let Some(package) = launch.package.take() {
        // Thousands of files, looked at by their status.
        tokio::task::spawn_blocking(move || package.check())
            .await
            .map_err(Error::internal)??;
    }
    // No link is followed again after the look.
    if let Some(real) = launch.real_folder.take() {
        launch.folder = real;
    }
    let base = base_environment(search);
    // On Windows a variable of the system may be written in another case, and one of the two would be dropped.
    let set: HashSet<String> = names(&launch, &secrets).map(|name| variable_key(name)).collect();
    let base = base.iter().filter(|(name, _)| !set.contains(&variable_key(name)));
    let base = base.map(|(name, value)| (name, value.as_str()));
    let configured = launch
        .environment
        .iter()
        .map(|(name, value)| (name, value.as_str()));
    let secret = secrets.iter().map(|(name, secret)| (name, secret.expose()));
    let all = base.chain(configured).chain(secret);
    let environment = all.map(|(name, value)| (name.into(), value.into())).collect();
    let fence = launch.fence.take();
    match (fence, setup) {
        (None, Some(StartSetup::Container(setup))) => {
            contained::start_client(launch, environment, setup).await
        }
        (None, None | Some(StartSetup::Fence(_))) => {
            start(
                Program {
                    launch: &launch,
                    environment,
                },
                None,
            )
            .await
        }
        (Some(wanted), Some(StartSetup::Fence(setup))) => {
            fenced::start(
                Program {
                    launch: &launch,
                    environment,
                },
                &wanted,
                setup,
            )
            .await
        }
        // Never without it instead.
        (Some(_), None | Some(StartSetup::Container(_))) => Err(Error::internal(
            "a fenced program was to be started without what a fence needs",
        )),
    }
}

/// What is started, with its whole environment.
pub(super) struct Program<'a> {
    pub(super) launch: &'a Launch,
    pub(super) environment: BTreeMap<OsString, OsString>,
}

#[cfg(not(target_os = "linux"))]
impl Program<'_> {
    /// For the standard library.
    #[allow(
        clippy::disallowed_methods,
        reason = "this is the place, and the permit is here"
    )]
    pub(super) fn command(&self) -> std::process::Command {
        use std::process::Stdio;
        let mut command = std::process::Command::new(&self.launch.program);
        command
            .args(&self.launch.arguments)
            .current_dir(&self.launch.folder);
        command.env_clear().envs(&self.environment);
        command
            .stdin(Stdio::piped())
            .stdout(Stdio::piped())
            .stderr(Stdio::piped());
        command
    }
}

/// Names of all variables that are set for this program.
fn names<'a>(launch: &'a Launch, secrets: &'a [(String, Secret)]) -> impl Iterator<Item = &'a String> {
    let configured = launch.environment.iter().map(|(name, _)| name);
    configured
        .chain(&launch.secret_names)
        .chain(secrets.iter().map(|(name, _)| name))
}

/// Whether a plain variable loads modules of the bundle alone that was approved with the launch.
fn is_of_bundle(launch: &Launch, name: &str) -> bool {
    let set = launch.environment.iter().find(|(set, _)| set == name);
    launch
        .bundle
        .as_ref()
        .zip(set)
        .is_some_and(|(bundle, (_, value))| loads_own_modules(name, value, bundle))
}

fn check(launch: &Launch, secrets: &[(String, Secret)]) -> Result<()> {
    let mut seen = HashSet::new();
    let configured = launch.environment.iter().map(|(name, _)| name);
    for name in configured.chain(&launch.secret_names) {
        if !seen.insert(variable_key(name)) {
            let name = portcullis_core::text::escape_line(name).text;
            let sentence = say!("variable-twice", name);
            return Err(Error::new(Code::LaunchBadArgument, sentence).remedy(say!("variable-invalid-remedy")));
        }
    }
    for name in names(launch, secrets) {
        if let Some(why) = hook_refusal(name).filter(|_| !is_of_bundle(launch, name)) {
            let sentence = match launch.bundle.is_some() && names_module_folders(name) {
                true => say!("variable-refused-bundle", name),
                false => say!("variable-refused", name, why),
            };
            return Err(Error::new(Code::LaunchHiddenHook, sentence).remedy(say!("variable-refused-remedy")));
        }
        if name.is_empty() || name.contains(['=', '\0']) {
            let name = portcullis_core::text::escape_line(name).text;
            let sentence = say!("variable-invalid", name);
            return Err(Error::new(Code::LaunchBadArgument, sentence).remedy(say!("variable-invalid-remedy")));
        }
    }
    if let Some((name, _)) = secrets
        .iter()
        .find(|(name, _)| !launch.secret_names.contains(name))
    {
        let sentence = say!("secret-not-approved", name);
        return Err(Error::new(Code::LaunchChanged, sentence).remedy(say!("secret-not-approved-remedy")));
    }
    if !launch.program.is_absolute() {
        return Err(Error::internal(
            "a program without its full path was to be started",
        ));
    }
    if let Some(file) = &launch.file
        && !file.still_of(&launch.program)
    {
        let program = quoted(&launch.program);
        let sentence = say!("program-changed", program);
        return Err(Error::new(Code::LaunchChanged, sentence).remedy(say!("review-remedy")));
    }
    if let Some(loaded) = launch
        .loads
        .iter()
        .find(|loaded| !loaded.file.still_of(&loaded.path))
    {
        let file = quoted(&loaded.path);
        let sentence = say!("file-changed", file);
        return Err(Error::new(Code::LaunchChanged, sentence).remedy(say!("review-remedy")));
    }
    if !launch.folder.is_absolute() || !launch.folder.is_dir() {
        let folder = quoted(&launch.folder);
        let sentence = say!("folder-missing", folder);
        return Err(Error::new(Code::LaunchFailed, sentence).remedy(say!("folder-missing-remedy")));
    }
    if let Some(real) = &launch.real_folder
        && real_path(&launch.folder).ok().as_ref() != Some(real)
    {
        let folder = quoted(&launch.folder);
        let sentence = say!("folder-changed", folder);
        return Err(Error::new(Code::LaunchChanged, sentence).remedy(say!("review-remedy")));
    }
    Ok(())
}

/// `inherited`: the channel of a fence.
#[cfg(target_os = "linux")]
pub(super) async fn start(
    mut program: Program<'_>,
    inherited: Option<std::os::fd::OwnedFd>,
) -> Result<Running> {
    use super::{MARKER, keeper, stray};

    let mark = portcullis_core::ids::random();
    program.environment.insert(MARKER.into(), mark.clone().into());
    let child = keeper::start(&program, inherited).await;
    let child = child.map_err(|error| refused(program.launch, &error))?;
    let keeper::Child {
        pid,
        stdin,
        stdout,
        stderr,
        mut reports,
        kill_handle,
    } = child;
    let held = Held(kill_handle.clone());
    let (tell, state) = watch::channel(State::Running);
    let process = Process::new(pid, Stderr::drain(stderr), kill_handle, state);
    tokio::spawn(async move {
        let _held = held;
        let exit = reports.ended().await;
        tell.send_replace(State::Exited(exit));
        reports.gone().await;
        if exit == Exit::UNKNOWN {
            // Its guard was killed, and the keeper perhaps as well: what can still be told by its mark is ended.
            tokio::task::spawn_blocking(move || stray::kill(&mark)).await.ok();
        }
        tell.send_replace(State::Gone(exit));
    });
    Ok(Running {
        stdin,
        stdout,
        process,
    })
}

#[cfg(all(unix, not(target_os = "linux")))]
pub(super) async fn start(mut program: Program<'_>, _: Option<std::convert::Infallible>) -> Result<Running> {
    use super::MARKER;
    use super::ending::Ending;

    let launch = program.launch;
    let failed = |error| refused(launch, &error);
    let watch = super::watchdog::Watch::begin()?;
    program.environment.insert(MARKER.into(), watch.mark().into());
    // Made before there is a child, so that no end is missed.
    let ending = Ending::listen().map_err(failed)?;
    let mut child = watch.start(&program).map_err(failed)?;
    assemble(&mut child, KillHandle).map(|(running, tell)| {
        let pid = running.process.pid();
        // In this order they go where the task is dropped with its runtime: what is left is killed, then collected.
        let kept = (watch, child);
        tokio::spawn(async move {
            let kept = kept;
            // Seen before it is collected: until then its number cannot belong to another group, and dropping
            // the watch ends what is left of this one.
            ending.of(pid).await;
            let (watch, child) = kept;
            tell.send_replace(State::Ending);
            drop(watch);
            finish(child, tell).await;
        });
        running
    })
}

#[cfg(windows)]
pub(super) async fn start(program: Program<'_>, _: Option<std::convert::Infallible>) -> Result<Running> {
    let failed = |error| refused(program.launch, &error);
    let job = KillHandle::new().map_err(failed)?;
    let mut child = job.start(program.command()).map_err(failed)?;
    let held = Held(job.clone());
    assemble(&mut child, |_| job).map(|(running, tell)| {
        tokio::spawn(async move {
            let held = held;
            let exit = child.wait().await.map_or(Exit::UNKNOWN, Exit::from);
            tell.send_replace(State::Exited(exit));
            held.0.end().await;
            tell.send_replace(State::Gone(exit));
        });
        running
    })
}

/// Ends the server when the task that waits for it is dropped with its runtime.
#[cfg(any(target_os = "linux", windows))]
struct Held(KillHandle);

#[cfg(any(target_os = "linux", windows))]
impl Drop for Held {
    fn drop(&mut self) {
        self.0.kill();
    }
}

#[cfg(not(target_os = "linux"))]
fn assemble(
    child: &mut Child,
    kill_handle: impl FnOnce(u32) -> KillHandle,
) -> Result<(Running, watch::Sender<State>)> {
    let parts = (
        child.id(),
        child.stdin.take(),
        child.stdout.take(),
        child.stderr.take(),
    );
    let (Some(pid), Some(stdin), Some(stdout), Some(stderr)) = parts else {
        return Err(Error::internal("a program was started without its pipes"));
    };
    let (tell, state) = watch::channel(State::Running);
    let process = Process::new(pid, Stderr::drain(stderr), kill_handle(pid), state);
    Ok((
        Running {
            stdin,
            stdout,
            process,
        },
        tell,
    ))
}

/// Collects the process and tells how it ended.
#[cfg(all(unix, not(target_os = "linux")))]
async fn finish(mut child: Child, tell: watch::Sender<State>) {
    let exit = child.wait().await.map_or(Exit::UNKNOWN, Exit::from);
    tell.send_replace(State::Exited(exit));
    tell.send_replace(State::Gone(exit));
}

/// The system's reason in words.
pub(super) fn refused(launch: &Launch, error: &io::Error) -> Error {
    let program = quoted(&launch.program);
    let with = |code, sentence: String, remedy: String| Error::new(code, sentence).remedy(remedy);
    match error.kind() {
        io::ErrorKind::NotFound if launch.program.exists() => with(
            Code::LaunchNotExecutable,
            say!("script-interpreter-missing", program),
            say!("script-interpreter-missing-remedy"),
        ),
        io::ErrorKind::NotFound => with(
            Code::LaunchNotFound,
            say!("program-missing", program),
            say!("program-missing-remedy"),
        ),
        io::ErrorKind::PermissionDenied => with(
            Code::LaunchNotExecutable,
            say!("program-denied", program),
            say!("program-denied-remedy"),
        ),
        // On Windows also an argument that a .cmd or .bat file would read as a command (S-66).
        io::ErrorKind::InvalidInput => with(
            Code::LaunchBadArgument,
            say!("argument-unsafe", program),
            say!("argument-unsafe-remedy"),
        ),
        #[cfg(windows)]
        _ if error.raw_os_error() == BAD_EXE_FORMAT => with(
            Code::LaunchNotExecutable,
            say!("program-wrong-system", program),
            say!("program-wrong-system-remedy"),
        ),
        _ => with(
            Code::LaunchFailed,
            say!("start-failed", program, cause = causes::io(error)),
            say!("start-failed-remedy"),
        ),
    }
}

/// `ERROR_BAD_EXE_FORMAT`. Unix runs what it does not know as a shell script.
#[cfg(windows)]
const BAD_EXE_FORMAT: Option<i32> = Some(193);

#[cfg(test)]
mod tests {
    use super::{Launch, refused};
    use portcullis_core::Code;
    use std::io;

    // Proves S-66.
    #[test]
    fn what_the_standard_library_refuses_to_pass_is_a_bad_argument() {
        let launch = Launch {
            program: "npx.cmd".into(),
            arguments: vec!["&calc".into()],
            folder: "/".into(),
            ..Launch::default()
        };
        let error = refused(
            &launch,
            &io::Error::new(io::ErrorKind::InvalidInput, "batch file arguments are invalid"),
        );
        assert_eq!(error.code, Code::LaunchBadArgument);
        assert!(
            error.sentence.contains("npx.cmd") && !error.sentence.contains("batch file"),
            "{error}"
        );
        assert!(error.remedy.is_some());
        let error = refused(&launch, &io::Error::from_raw_os_error(5));
        assert!(!error.sentence.contains("os error"), "{error}");
    }

    // Proves S-66.
    #[cfg(windows)]
    #[tokio::test]
    async fn an_argument_that_a_batch_file_would_run_is_refused() {
        use super::{SearchPath, spawn};
        let folder = std::env::temp_dir();
        let program = folder.join(format!("portcullis-{}.cmd", portcullis_core::ids::random()));
        std::fs::write(&program, "@echo off\r\necho %1\r\n").ok();
        let launch = Launch {
            program: program.clone(),
            arguments: vec!["a\nb\"&calc".into()],
            folder,
            ..Launch::default()
        };
        let result = spawn(
            crate::tests::permit(launch),
            Vec::new(),
            &SearchPath::from_value(""),
            None,
        )
        .await;
        std::fs::remove_file(program).ok();
        assert_eq!(
            result.err().map(|error| error.code),
            Some(Code::LaunchBadArgument)
        );
    }
}
