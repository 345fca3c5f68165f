//! A container with nothing but what was granted, as the command line of an engine. Each flag is one word that is written here.

use crate::mounts::{Mount, MountSource};
use crate::words::shown;
use crate::{ContainerRun, Engine, bad, limits};
use portcullis_core::Result;
use portcullis_l10n::say;
use std::path::{Path, PathBuf};

/// The folder for files that do not last, and the home of the program.
pub(crate) const TEMPORARY: &str = "/tmp";
/// Beginnings of variables that are for the engine and not for what runs in it.
const OF_ENGINE: [&str; 5] = ["DOCKER_", "CONTAINER_", "CONTAINERS_", "PODMAN_", "BUILDAH_"];

/// Whose rights a container has on the folders that it sees.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum ContainerUser {
    /// A service of the administrator runs it, so it is told to be this person.
    Person {
        /// User.
        uid: u32,
        /// Group.
        gid: u32,
    },
    /// The engine is rootless: even the administrator in the container is only the person outside.
    Rootless,
    /// The account of the image, in a virtual machine of the engine.
    Image,
}

/// What a container may connect to.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum ContainerNetwork {
    /// Nothing.
    Nothing,
    /// Hosts by their names. Its engine gives it no network, and it joins that of a [`GatewayContainer`](crate::GatewayContainer).
    Hosts,
    /// Hosts were granted by name, and nothing holds it to them: its engine is in a machine of its own, where no gateway of ours is.
    UnheldHosts,
    /// Every address.
    Anything,
}

/// What a container may use.
#[derive(Debug, Clone)]
pub struct Confinement<'a> {
    /// Whose rights it has.
    pub user: ContainerUser,
    /// What it may read, by its own path; all links followed.
    pub read: &'a [PathBuf],
    /// What it may read and change, by its own path.
    pub write: &'a [PathBuf],
    /// What it may connect to.
    pub network: ContainerNetwork,
    /// Names of the variables of the server. Their values are in the environment of the engine's client, and never here.
    pub variables: &'a [&'a str],
}

/// A command line of an engine that holds a container in.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct ConfinedRun {
    /// Behind the engine's program.
    pub arguments: Vec<String>,
    /// What a person has to know: where the engine holds less than was asked for, and how values get in.
    pub notes: Vec<String>,
}

/// The command line that runs a container with nothing but what was granted.
///
/// # Errors
/// `input.bad` as a reason: a name, path or value that could be read as something else.
pub fn confined(run: &ContainerRun, confinement: &Confinement<'_>) -> Result<ConfinedRun> {
    let mut notes = Vec::new();
    let mut arguments: Vec<String> = ["run", "--rm", "--interactive", "--init"]
        .map(str::to_owned)
        .to_vec();
    let mut flag = |text: &str| arguments.push(text.to_owned());
    flag(match run.image.digest() {
        Some(_) => "--pull=never",
        None => "--pull=missing",
    });
    flag(match (confinement.network, run.engine) {
        (ContainerNetwork::Nothing | ContainerNetwork::Hosts, _) => "--network=none",
        (ContainerNetwork::UnheldHosts | ContainerNetwork::Anything, Engine::Docker) => "--network=bridge",
        (ContainerNetwork::UnheldHosts | ContainerNetwork::Anything, Engine::Podman) => "--network=private",
    });
    match confinement.network {
        // A container without a network is refused by its own system, which does not report it.
        ContainerNetwork::Nothing => notes.push(say!("note-unseen", engine = run.engine.name())),
        ContainerNetwork::Hosts => {
            notes.push(say!("note-gateway", engine = run.engine.name()));
            notes.push(say!("note-joined"));
        }
        ContainerNetwork::UnheldHosts => notes.push(say!("note-hosts", engine = run.engine.name())),
        ContainerNetwork::Anything => (),
    }
    flag("--read-only");
    flag(&format!(
        "--tmpfs={TEMPORARY}:rw,nosuid,nodev,mode=1777,size={}",
        limits::TEMPORARY
    ));
    flag("--cap-drop=ALL");
    flag("--security-opt=no-new-privileges");
    flag(&format!("--pids-limit={}", limits::PROCESSES));
    flag(&format!(
        "--memory={}",
        checked(run.memory.as_deref().unwrap_or(limits::MEMORY), is_amount)?
    ));
    flag(&format!("--stop-timeout={}", limits::STOP_SECONDS));
    // What is said on standard output are messages of the protocol. An engine would keep them in a file.
    flag("--log-driver=none");
    flag("--no-healthcheck");
    if run.engine == Engine::Podman {
        // It would hand on the addresses of proxies, with their passwords.
        flag("--http-proxy=false");
    }
    match (&run.user, confinement.user) {
        (Some(user), _) => flag(&format!("--user={}", checked(user, is_account)?)),
        // The administrator keeps the account of the image, which may be another one.
        (None, ContainerUser::Person { uid: 0, .. }) => (),
        (None, ContainerUser::Person { uid, gid }) => flag(&format!("--user={uid}:{gid}")),
        (None, ContainerUser::Rootless | ContainerUser::Image) => (),
    }
    match confinement.user {
        ContainerUser::Person { .. } => notes.push(say!("note-administrator", engine = run.engine.name())),
        ContainerUser::Rootless => notes.push(say!("note-rootless", engine = run.engine.name())),
        ContainerUser::Image => notes.push(say!("note-machine", engine = run.engine.name())),
    }
    if let Some(folder) = &run.folder {
        flag(&format!("--workdir={}", checked(folder, is_folder)?));
    }
    if let Some(program) = &run.entrypoint {
        flag(&format!("--entrypoint={}", checked(program, is_plain)?));
    }
    if let Some(platform) = &run.platform {
        flag(&format!("--platform={}", checked(platform, is_platform)?));
    }
    let (variables, hands_on) = variables(run, confinement.variables)?;
    variables.iter().for_each(|variable| flag(variable));
    for mount in mounts(run, confinement)? {
        flag(&mount);
    }
    if run
        .mounts
        .iter()
        .any(|mount| matches!(mount.source, MountSource::Volume(_)))
    {
        notes.push(say!("note-volumes"));
    }
    notes.push(removal_note(run.engine));
    if hands_on {
        notes.push(say!("note-variables", engine = run.engine.name()));
    }
    // No flag from here on: the engine stops reading them at the first word that is none.
    arguments.push(run.image.exact().to_string());
    arguments.extend(run.command.iter().cloned());
    if let Some(bad_word) = arguments.iter().find(|word| word.contains('\0')) {
        return Err(bad(say!("value-unfit", value = shown(bad_word))));
    }
    Ok(ConfinedRun { arguments, notes })
}

/// What is done with a container beside running it.
#[must_use]
pub fn removal_note(engine: Engine) -> String {
    say!("note-removal", engine = engine.name())
}

/// The flags, and whether the container gets values from the environment of the engine's client.
fn variables(run: &ContainerRun, own: &[&str]) -> Result<(Vec<String>, bool)> {
    let of_engine = |name: &str| {
        OF_ENGINE
            .iter()
            .any(|start| name.to_ascii_uppercase().starts_with(start))
    };
    let (mut flags, mut hands_on) = (Vec::new(), false);
    let with_value: Vec<&String> = run
        .variables
        .iter()
        .filter_map(|(name, value)| value.as_ref().map(|_| name))
        .collect();
    if !with_value.iter().any(|name| *name == "HOME") && !own.contains(&"HOME") {
        flags.push(format!("--env=HOME={TEMPORARY}"));
    }
    for (name, value) in &run.variables {
        let name = checked(name, is_variable)?;
        match value {
            Some(value) => flags.push(format!("--env={name}={value}")),
            None if own.contains(&name) => (),
            // Nothing is set under this name, so the container gets nothing either.
            None => return Err(bad(say!("variable-missing", name = shown(name)))),
        }
    }
    for name in own.iter().filter(|name| !of_engine(name)) {
        let name = checked(name, is_variable)?;
        if with_value.iter().any(|other| *other == name) {
            return Err(bad(say!("variable-twice", name = shown(name))));
        }
        flags.push(format!("--env={name}"));
        hands_on = true;
    }
    Ok((flags, hands_on))
}

fn mounts(run: &ContainerRun, confinement: &Confinement<'_>) -> Result<Vec<String>> {
    let granted = |paths: &[PathBuf], read_only: bool| -> Result<Vec<Mount>> {
        let mount = |path: &PathBuf| {
            let text = path
                .to_str()
                .ok_or_else(|| bad(say!("path-unfit", path = shown(&path.to_string_lossy()))))?;
            Ok(Mount {
                source: MountSource::Path(text.to_owned()),
                target: text.to_owned(),
                read_only,
            })
        };
        paths.iter().map(mount).collect()
    };
    // What may be changed comes last: it may lie in what may be read.
    let mut all = granted(confinement.read, true)?;
    all.extend(run.mounts.iter().cloned());
    all.extend(granted(confinement.write, false)?);
    let mut targets: Vec<&Path> = vec![Path::new(TEMPORARY)];
    let mut flags = Vec::new();
    for mount in &all {
        let target = Path::new(&mount.target);
        if matches!(mount.source, MountSource::Memory) && target == Path::new(TEMPORARY) {
            // There already.
            continue;
        }
        if targets.contains(&target) {
            return Err(bad(say!("target-twice", path = shown(&mount.target))));
        }
        targets.push(target);
        flags.push(mount.flag()?);
    }
    Ok(flags)
}

impl ContainerRun {
    /// With each path of this computer replaced: its links followed, say.
    ///
    /// # Errors
    /// That of `real`.
    pub fn with_paths(mut self, real: impl Fn(&str) -> Result<String>) -> Result<Self> {
        for mount in &mut self.mounts {
            if let MountSource::Path(path) = &mut mount.source {
                *path = real(path)?;
            }
        }
        Ok(self)
    }
}

fn checked(text: &str, fits: fn(&str) -> bool) -> Result<&str> {
    match fits(text) {
        true => Ok(text),
        false => Err(bad(say!("value-unfit", value = shown(text)))),
    }
}

/// Podman takes `NAME*` for all variables that begin so.
pub(crate) fn is_variable(name: &str) -> bool {
    let fits = |character: char| character.is_ascii_alphanumeric() || "_.-".contains(character);
    !name.starts_with(|first: char| first.is_ascii_digit() || first == '-' || first == '.')
        && (1..=256).contains(&name.len())
        && name.chars().all(fits)
}

fn is_amount(text: &str) -> bool {
    let number = text.trim_end_matches(['b', 'k', 'm', 'g', 'B', 'K', 'M', 'G']);
    (1..=12).contains(&number.len())
        && number.bytes().all(|byte| byte.is_ascii_digit())
        && text.len() - number.len() <= 1
}

fn is_account(text: &str) -> bool {
    let part = |part: &str| {
        let fits = |character: char| character.is_ascii_alphanumeric() || "_.-".contains(character);
        (1..=64).contains(&part.len())
            && part.starts_with(|first: char| first.is_ascii_alphanumeric() || first == '_')
            && part.chars().all(fits)
    };
    match text.split_once(':') {
        Some((user, group)) => part(user) && part(group),
        None => part(text),
    }
}

fn is_folder(text: &str) -> bool {
    text.starts_with('/') && is_plain(text)
}

fn is_plain(text: &str) -> bool {
    !text.is_empty()
        && text.len() <= 4096
        && !text.contains(char::is_control)
        && !text.starts_with(['-', '['])
}

fn is_platform(text: &str) -> bool {
    let fits = |character: char| character.is_ascii_alphanumeric() || "/._-".contains(character);
    (1..=64).contains(&text.len())
        && text.starts_with(|first: char| first.is_ascii_alphanumeric())
        && text.chars().all(fits)
}

#[cfg(test)]
#[path = "confine_tests.rs"]
mod tests;
