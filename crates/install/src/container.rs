//! A server that comes as an image, with a fence: its grants become flags of the engine, and the command line that runs is shown whole.

use super::{docker, fence, rows};
use portcullis_containers::{
    ConfinedRun, Confinement, ContainerNetwork, ContainerRun, ContainerUser, Engine, confined, removal_note,
    risks,
};
use portcullis_core::text::escape_line;
use portcullis_core::{Result, bad_input};
use portcullis_domain::{Endpoint, FenceGrants, FenceHost, LaunchField, ReviewRow, ServerDraft, Warning};
use portcullis_l10n::say;
use portcullis_programs::{LaunchFence, Loads, real_path};
use std::path::{Path, PathBuf};

/// The row of a review.
const FIELD: LaunchField = LaunchField::Container;

/// A container that is held in.
pub(super) struct FencedContainer {
    pub(super) run: ConfinedRun,
    /// What of this computer it sees, all links followed.
    pub(super) sees: LaunchFence,
    network: ContainerNetwork,
}

impl FencedContainer {
    /// The hosts to which its connections are carried.
    pub(super) fn container_hosts(&self) -> Option<Vec<FenceHost>> {
        (self.network == ContainerNetwork::Hosts).then(|| self.sees.hosts.clone())
    }
}

/// What people are told of a server that comes as an image.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct ContainerFacts {
    /// What runs it, by its makers' name.
    pub engine: &'static str,
    /// The image as it is named.
    pub image: String,
    /// Exactly one image is meant.
    pub pinned: bool,
    /// What the engine does not hold, and how values get in.
    pub notes: Vec<String>,
}

/// What is known of a draft that runs a container. `None` for any other. Blocking: with a fence, it looks at the files in which
/// Docker's client finds its engine.
#[must_use]
pub fn container(draft: &ServerDraft) -> Option<ContainerFacts> {
    let Endpoint::Command {
        program,
        arguments,
        folder,
    } = &draft.endpoint
    else {
        return None;
    };
    let run = ContainerRun::of(program, arguments)?;
    let engine = Engine::of(program)?;
    let taken_down = risks(program, arguments, folder.as_deref())
        .into_iter()
        .map(|risk| risk.in_words());
    let as_typed = || vec![removal_note(engine)];
    let (image, pinned, mut notes) = match &run {
        Ok(run) => {
            let paths = |paths: &[String]| paths.iter().map(PathBuf::from).collect::<Vec<_>>();
            let notes = draft.fence.as_ref().and_then(|grants| {
                let (read, write) = (paths(&grants.read), paths(&grants.write));
                let confinement = confinement(draft, run.engine, grants, &read, &write);
                confined(run, &confinement.with(&names(draft))).ok()
            });
            let notes = notes.map_or_else(as_typed, |confined| confined.notes);
            (run.image.to_string(), run.image.digest().is_some(), notes)
        }
        Err(_) => (super::what_runs(program, arguments), false, as_typed()),
    };
    notes.extend(taken_down);
    Some(ContainerFacts {
        engine: engine.name(),
        image,
        pinned,
        notes,
    })
}

/// The command line that holds a container in. `None` for a draft without a fence, and for everything that is no container.
///
/// # Errors
/// `input.bad` as a reason.
pub(super) fn contain(draft: &ServerDraft, program: &Path, target: &Path) -> Option<Result<FencedContainer>> {
    let grants = draft.fence.as_ref()?;
    let run = run(&draft.endpoint)?;
    Some(run.and_then(|run| fenced(draft, grants, run, program, target)))
}

fn fenced(
    draft: &ServerDraft,
    grants: &FenceGrants,
    mut run: ContainerRun,
    program: &Path,
    target: &Path,
) -> Result<FencedContainer> {
    if grants.nested {
        return Err(bad_input(say!("container-nested")));
    }
    // `docker` may be a link to Podman.
    if let Some(engine) = target.to_str().and_then(Engine::of) {
        run.engine = engine;
    }
    let run = run.with_paths(|path| {
        let missing = || bad_input(say!("fence-path-missing", path = escape_line(path).text));
        let real = real_path(Path::new(path)).map_err(|_| missing())?;
        real.to_str().map(str::to_owned).ok_or_else(missing)
    })?;
    let granted = fence::resolve(Some(grants), program, target, &Loads::default(), None)?.unwrap_or_default();
    let names = names(draft);
    let confinement = confinement(draft, run.engine, grants, &granted.read, &granted.write).with(&names);
    let (confined, network) = (confined(&run, &confinement)?, confinement.network);
    let mut sees = LaunchFence {
        own: Vec::new(),
        ..granted
    };
    for (path, changes) in run.paths() {
        match changes {
            true => sees.write.push(PathBuf::from(path)),
            false => sees.read.push(PathBuf::from(path)),
        }
    }
    Ok(FencedContainer {
        run: confined,
        sees,
        network,
    })
}

/// A confinement that lacks the names of its variables.
struct Unnamed<'a>(Confinement<'a>);

impl<'a> Unnamed<'a> {
    fn with(self, variables: &'a [&'a str]) -> Confinement<'a> {
        Confinement { variables, ..self.0 }
    }
}

fn confinement<'a>(
    draft: &ServerDraft,
    engine: Engine,
    grants: &FenceGrants,
    read: &'a [PathBuf],
    write: &'a [PathBuf],
) -> Unnamed<'a> {
    Unnamed(Confinement {
        user: user(engine),
        read,
        write,
        network: match (
            grants.any_host,
            has_gateway(engine, draft),
            grants.hosts.is_empty(),
        ) {
            (true, _, _) => ContainerNetwork::Anything,
            (false, true, _) => ContainerNetwork::Hosts,
            (false, false, true) => ContainerNetwork::Nothing,
            (false, false, false) => ContainerNetwork::UnheldHosts,
        },
        variables: &[],
    })
}

fn names(draft: &ServerDraft) -> Vec<&str> {
    draft
        .environment
        .iter()
        .map(|variable| variable.name.as_str())
        .collect()
}

/// Whether our gateway can be where the engine runs the container: on this Linux computer, and in no machine of the engine's own.
/// Looks at the files in which Docker's client finds its engine.
fn has_gateway(engine: Engine, draft: &ServerDraft) -> bool {
    // The last one names a connection of Podman, which leads to another computer or machine.
    let named = ["DOCKER_HOST", "CONTAINER_HOST", "CONTAINER_CONNECTION"];
    let variables = draft.environment.iter();
    let are_here = variables
        .filter(|variable| named.contains(&variable.name.as_str()))
        .map(|variable| variable.value.as_deref().is_some_and(docker::is_here))
        .reduce(|one, other| one && other);
    cfg!(target_os = "linux")
        && are_here.unwrap_or_else(|| engine == Engine::Podman || docker::runs_here(draft))
}

/// Whether a new server in a container is fenced unless a person says otherwise: its command line is understood whole, and what its
/// engine keeps it from is told.
pub(super) fn is_fenced_by_default(draft: &ServerDraft) -> bool {
    matches!(run(&draft.endpoint), Some(Ok(run)) if has_gateway(run.engine, draft))
}

/// Whose rights a container has here.
#[cfg(target_os = "linux")]
fn user(engine: Engine) -> ContainerUser {
    use std::os::unix::fs::MetadataExt as _;
    let Ok(own) = std::fs::metadata("/proc/self") else {
        return ContainerUser::Image;
    };
    let session = std::env::var_os("XDG_RUNTIME_DIR");
    let rootless = has_rootless_docker(session.as_deref(), Path::exists);
    user_of(engine, (own.uid(), own.gid()), rootless)
}

/// Whether Docker runs without the rights of the administrator: it listens in the folder of the person’s session, and the other one for
/// everybody.
#[cfg(target_os = "linux")]
fn has_rootless_docker(session: Option<&std::ffi::OsStr>, exists: impl Fn(&Path) -> bool) -> bool {
    session.is_some_and(|folder| exists(&Path::new(folder).join("docker.sock")))
        && !exists(Path::new("/var/run/docker.sock"))
}

/// [`user`] for a person with these numbers.
#[cfg(target_os = "linux")]
fn user_of(engine: Engine, (uid, gid): (u32, u32), has_rootless_docker: bool) -> ContainerUser {
    match engine {
        Engine::Podman if uid != 0 => ContainerUser::Rootless,
        Engine::Docker if has_rootless_docker => ContainerUser::Rootless,
        Engine::Docker | Engine::Podman => ContainerUser::Person { uid, gid },
    }
}

/// Elsewhere engines run in a machine of their own.
#[cfg(not(target_os = "linux"))]
fn user(_engine: Engine) -> ContainerUser {
    ContainerUser::Image
}

/// The command line that runs, word by word, and what a person has to know of it. Without a fence it runs as it was typed.
pub(super) fn row(endpoint: &Endpoint, container: Option<&FencedContainer>) -> Option<ReviewRow> {
    let Some(FencedContainer { run, .. }) = container else {
        let (program, _) = endpoint.command()?;
        let engine = Engine::of(program).filter(|_| is_container(endpoint))?;
        return Some(rows::row(FIELD, vec![rows::words(&removal_note(engine))]));
    };
    let words = run.arguments.iter().map(|argument| rows::value(argument, None));
    let notes = run.notes.iter().map(|note| rows::words(note));
    Some(rows::row(FIELD, words.chain(notes).collect()))
}

/// What a person should not pass over.
pub(super) fn remarks(
    program: &str,
    arguments: &[String],
    folder: &Path,
    container: Option<&FencedContainer>,
) -> Vec<Warning> {
    let warning = |code: &str, sentence: String| Warning::new(code, sentence);
    let mut found: Vec<Warning> = risks(program, arguments, folder.to_str())
        .into_iter()
        .map(|risk| warning("container.shared", risk.in_words()))
        .collect();
    if container.is_some_and(|container| container.network == ContainerNetwork::UnheldHosts) {
        found.push(warning("container.any_host", say!("container-any-host")));
    }
    found
}

/// Whether a fence of this draft is held by an engine. No file is looked at.
#[must_use]
pub fn is_container(endpoint: &Endpoint) -> bool {
    run(endpoint).is_some()
}

/// Whether a command line that runs a container is understood whole.
pub(super) fn is_read(endpoint: &Endpoint) -> bool {
    run(endpoint).is_some_and(|run| run.is_ok())
}

/// The container that a command line runs, or why it is not understood. `None` for everything that runs none.
fn run(endpoint: &Endpoint) -> Option<Result<ContainerRun>> {
    let (program, arguments) = endpoint.command()?;
    ContainerRun::of(program, arguments)
}

#[cfg(test)]
#[cfg(unix)]
#[path = "container_tests.rs"]
mod tests;
