//! What `docker run …` or `podman run …` asks for. Only what is understood whole: one word that is not known, and nothing is.

use crate::mounts::{self, Mount, MountSource, is_engine_socket, is_machine};
use crate::words::{OptionWord, options, shown};
use crate::{Engine, ImageName, bad, limits};
use portcullis_core::Result;
use portcullis_l10n::say;

/// A container as a command line asks for it.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct ContainerRun {
    /// What runs it.
    pub engine: Engine,
    /// Its image.
    pub image: ImageName,
    /// The words behind the image, for the program in it.
    pub command: Vec<String>,
    /// Variables; one without a value has that of the engine's own environment.
    pub variables: Vec<(String, Option<String>)>,
    /// What it sees of this computer, or keeps.
    pub mounts: Vec<Mount>,
    /// Whether it asks for no network.
    pub offline: bool,
    /// The folder that its program starts in.
    pub folder: Option<String>,
    /// The account in the container: a name or a number, perhaps with a group.
    pub user: Option<String>,
    /// The program instead of the image's own.
    pub entrypoint: Option<String>,
    /// The platform of the image.
    pub platform: Option<String>,
    /// Most memory, as the engine reads it.
    pub memory: Option<String>,
}

/// Something that a command line gives a container and that takes its walls down.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum ContainerRisk {
    /// All rights of the system's administrator.
    Privileged,
    /// The socket of an engine: with it, the whole computer.
    EngineSocket(String),
    /// A folder that is more than files: the root, `/proc`, `/dev` and so on.
    Machine(String),
    /// The network of this computer, with everything that listens on it.
    HostNetwork,
    /// Something else of this computer that it shares: an option with its value.
    Shared(String),
}

impl ContainerRisk {
    /// A sentence.
    #[must_use]
    pub fn in_words(&self) -> String {
        match self {
            Self::Privileged => say!("risk-privileged"),
            Self::EngineSocket(path) => say!("risk-socket", path = shown(path)),
            Self::Machine(path) => say!("risk-machine", path = shown(path)),
            Self::HostNetwork => say!("risk-network"),
            Self::Shared(option) => say!("risk-shared", option = shown(option)),
        }
    }
}

/// The words behind `run`. `None` where it is another command.
pub(crate) fn behind_run(arguments: &[String]) -> Option<&[String]> {
    match arguments {
        [first, rest @ ..] if first == "run" => Some(rest),
        [first, second, rest @ ..] if first == "container" && second == "run" => Some(rest),
        _ => None,
    }
}

/// The same where the program is an engine.
fn run_of<'a>(program: &str, arguments: &'a [String]) -> Option<(Engine, &'a [String])> {
    Some((Engine::of(program)?, behind_run(arguments)?))
}

/// How many of the arguments are for the engine: from the image on, or from the container that runs already, they are of the
/// program in it. 0 where none is started.
#[must_use]
pub fn before_image(program: &str, arguments: &[String]) -> usize {
    let count = || {
        Engine::of(program)?;
        let run = arguments
            .iter()
            .position(|word| matches!(word.as_str(), "run" | "create" | "exec"))?;
        let rest = options(arguments.get(run + 1..)?).map_or(0, |(_, rest)| rest.len());
        Some(arguments.len() - rest)
    };
    count().unwrap_or_default()
}

/// What a command line gives a container that no fence would, as it runs in this folder, where that is known. Empty for everything
/// that is no container.
#[must_use]
pub fn risks(program: &str, arguments: &[String], folder: Option<&str>) -> Vec<ContainerRisk> {
    let mut found: Vec<ContainerRisk> = Vec::new();
    let mut rest: &[String] = match is_engine(program) {
        true => arguments,
        false => &[],
    };
    // Behind options of the engine itself, and behind `compose`, it runs all the same.
    while let Some(at) = rest.iter().position(|word| word == "run" || word == "create") {
        let (before, behind) = (&rest[..at], &rest[at + 1..]);
        let read = options(behind);
        for option in read.into_iter().flat_map(|(options, _)| options) {
            if let Some(risk) = risk(&option, folder).filter(|risk| !found.contains(risk)) {
                found.push(risk);
            }
        }
        // Such a word may be the value of an option of the engine, and the command comes behind it.
        rest = match before.last() {
            Some(option) if option.starts_with('-') => behind,
            _ => &[],
        };
    }
    found
}

/// Whether a program is an engine, or its `compose` under a name of its own.
fn is_engine(program: &str) -> bool {
    let name = program.trim();
    let name = name.strip_suffix(".exe").unwrap_or(name);
    Engine::of(name.strip_suffix("-compose").unwrap_or(name)).is_some()
}

fn risk(option: &OptionWord, folder: Option<&str>) -> Option<ContainerRisk> {
    let value = option.value.as_deref().unwrap_or_default();
    let shared = || Some(ContainerRisk::Shared(format!("--{}={value}", option.name)));
    match option.name.as_str() {
        "privileged" if value != "false" => Some(ContainerRisk::Privileged),
        "use-api-socket" => Some(ContainerRisk::EngineSocket("--use-api-socket".to_owned())),
        "network" if names_network(value, |name| name == "host") => Some(ContainerRisk::HostNetwork),
        "network"
            if names_network(value, |name| {
                name.starts_with("container:") || name.starts_with("ns:")
            }) =>
        {
            shared()
        }
        "pid" | "ipc" | "userns" | "uts" | "cgroupns" if value == "host" || value.contains(':') => shared(),
        "cap-add" | "device" | "device-cgroup-rule" | "gpus" | "volumes-from" | "group-add" | "runtime"
        | "sysctl" | "rootfs" => shared(),
        "security-opt"
            if value.contains("unconfined") || value.contains("disable") || value.contains("unmask") =>
        {
            shared()
        }
        "env-host" => Some(ContainerRisk::Shared("--env-host".to_owned())),
        "volume" => of_source(value.split(':').next().unwrap_or_default(), folder),
        // Of several sources, Docker takes the last.
        "mount" => value.split(',').find_map(|part| of_source(source(part), folder)),
        _ => None,
    }
}

/// Whether a value of `--network` names such a network. Docker also reads it from parts such as `name=host,alias=x`, in any case.
/// Each of them counts: quotes make a comma a part of another value, and are not looked at here.
fn names_network(value: &str, is_such: impl Fn(&str) -> bool) -> bool {
    let mut parts = value
        .split(',')
        .filter_map(|part| part.trim_matches('"').split_once('='));
    is_such(value)
        || parts.any(|(key, name)| {
            key.trim().eq_ignore_ascii_case("name") && is_such(&name.trim().to_ascii_lowercase())
        })
}

/// What comes with a file or folder of this computer. `None` where that is nothing but files.
fn of_source(source: &str, folder: Option<&str>) -> Option<ContainerRisk> {
    // Docker since version 23 and Podman read a source that begins with a dot from their working folder.
    let above = match source.chars().next()? {
        '/' => "",
        '.' => folder.filter(|folder| folder.starts_with('/'))?,
        _ => return None,
    };
    let clean = mounts::cleaned(&format!("{above}/{source}"));
    if is_engine_socket(&clean) {
        Some(ContainerRisk::EngineSocket(clean))
    } else {
        is_machine(&clean).then_some(ContainerRisk::Machine(clean))
    }
}

/// What a part of `--mount` names of this computer. Docker reads the parts as a line of CSV, takes their names in any case, and has
/// volumes that are folders of this computer.
fn source(part: &str) -> &str {
    let part = part.trim_matches('"');
    let Some((name, value)) = part.split_once('=') else {
        return part;
    };
    let is = |known: &str| name.eq_ignore_ascii_case(known);
    match (is("source") || is("src"), is("volume-opt")) {
        (true, _) => value,
        (_, true) => value.strip_prefix("device=").unwrap_or_default(),
        _ => "",
    }
}

impl ContainerRun {
    /// What a command line asks for. `None` where it runs no container.
    ///
    /// # Errors
    /// `input.bad` as a reason: a word that is not understood, or that takes walls down.
    pub fn of(program: &str, arguments: &[String]) -> Option<Result<Self>> {
        let (engine, rest) = run_of(program, arguments)?;
        Some(read(engine, rest))
    }

    /// The paths of this computer that it asks for, with whether it may change them.
    pub fn paths(&self) -> impl Iterator<Item = (&str, bool)> {
        self.mounts.iter().filter_map(|mount| match &mount.source {
            MountSource::Path(path) => Some((path.as_str(), !mount.read_only)),
            MountSource::Volume(_) | MountSource::Memory => None,
        })
    }
}

fn read(engine: Engine, words: &[String]) -> Result<ContainerRun> {
    let (options, rest) = options(words).ok_or_else(|| bad(say!("no-image")))?;
    let (image, command) = rest.split_first().ok_or_else(|| bad(say!("no-image")))?;
    let image = ImageName::read(image).ok_or_else(|| bad(say!("image-unfit", image = shown(image))))?;
    let mut run = ContainerRun {
        engine,
        image,
        command: command.to_vec(),
        variables: Vec::new(),
        mounts: Vec::new(),
        offline: false,
        folder: None,
        user: None,
        entrypoint: None,
        platform: None,
        memory: None,
    };
    for option in options {
        if let Some(risk) = risk(&option, None) {
            return Err(bad(risk.in_words()));
        }
        run.take(option)?;
    }
    if run.mounts.len() > limits::MOUNTS || run.variables.len() > limits::VARIABLES {
        return Err(bad(say!(
            "too-much",
            mounts = limits::MOUNTS,
            variables = limits::VARIABLES
        )));
    }
    Ok(run)
}

impl ContainerRun {
    fn take(&mut self, OptionWord { name, value }: OptionWord) -> Result<()> {
        let unknown = |value: Option<&str>| {
            let word = match value {
                Some(value) => format!("--{name}={value}"),
                None => format!("--{name}"),
            };
            bad(say!("option-unknown", option = shown(&word)))
        };
        match (name.as_str(), value) {
            // Each container gets these, or what is better; a name would be taken when it is started again.
            (
                "interactive" | "tty" | "quiet" | "rm" | "init" | "read-only" | "no-healthcheck" | "replace",
                _,
            )
            | (
                "name" | "label" | "hostname" | "pull" | "log-driver" | "pids-limit" | "stop-timeout"
                | "cap-drop",
                Some(_),
            ) => {}
            ("privileged", Some(value)) if value == "false" => {}
            ("security-opt", Some(value))
                if value.starts_with("no-new-privileges")
                    && value != "no-new-privileges=false"
                    && value != "no-new-privileges:false" => {}
            ("env", Some(value)) => {
                let (name, value) = match value.split_once('=') {
                    Some((name, value)) => (name.to_owned(), Some(value.to_owned())),
                    None => (value, None),
                };
                self.variables.push((name, value));
            }
            ("volume", Some(value)) => self.mounts.push(mounts::volume(&value)?),
            ("mount", Some(value)) => self.mounts.push(mounts::mount(&value)?),
            ("tmpfs", Some(value)) => {
                let target = value.split(':').next().unwrap_or_default().to_owned();
                self.mounts.push(Mount {
                    source: MountSource::Memory,
                    target,
                    read_only: false,
                });
            }
            ("network", Some(value)) => match value.as_str() {
                "none" => self.offline = true,
                "bridge" | "default" | "private" | "slirp4netns" | "pasta" => self.offline = false,
                _ => return Err(unknown(Some(&value))),
            },
            ("workdir", Some(value)) => self.folder = Some(value),
            ("user", Some(value)) => self.user = Some(value),
            ("entrypoint", Some(value)) => self.entrypoint = Some(value),
            ("platform", Some(value)) => self.platform = Some(value),
            ("memory", Some(value)) => self.memory = Some(value),
            (_, value) => return Err(unknown(value.as_deref())),
        }
        Ok(())
    }
}

#[cfg(test)]
mod tests;
