//! What of this computer a container sees, and where.

use crate::bad;
use crate::words::shown;
use portcullis_core::Result;
use portcullis_core::paths::normalized;
use portcullis_l10n::say;

/// Folders of the system that no container is given: they are more than files.
const MACHINE: [&str; 8] = [
    "/proc",
    "/sys",
    "/dev",
    "/run",
    "/var/run",
    "/private/var/run",
    "/var/lib/docker",
    "/var/lib/containers",
];
/// Sockets of engines: who can write to one controls the computer.
const ENGINE_SOCKETS: [&str; 4] = ["docker.sock", "podman.sock", "containerd.sock", "crio.sock"];

/// A file or folder that a container sees.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Mount {
    /// Where it is from.
    pub source: MountSource,
    /// Absolute path in the container.
    pub target: String,
    /// Whether it cannot be changed.
    pub read_only: bool,
}

/// Where something that a container sees is from.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum MountSource {
    /// An absolute path of this computer.
    Path(String),
    /// A volume of the engine, by its name.
    Volume(String),
    /// Nowhere: it is empty at each start, and in memory.
    Memory,
}

/// A path as an engine reads it: `//`, `.` and `..` lead nowhere else.
pub(crate) fn cleaned(path: &str) -> String {
    format!("/{}", normalized(path).trim_start_matches('/'))
}

/// Whether a path is the socket of an engine.
pub(crate) fn is_engine_socket(path: &str) -> bool {
    let path = cleaned(path);
    let name = path.rsplit('/').next().unwrap_or_default();
    ENGINE_SOCKETS.contains(&name)
}

/// Whether a path is one of [`MACHINE`], in one, or holds one.
pub(crate) fn is_machine(path: &str) -> bool {
    let path = cleaned(path);
    let path = path.as_str();
    let below = |path: &str, of: &str| {
        path.strip_prefix(of)
            .is_some_and(|rest| rest.is_empty() || rest.starts_with('/'))
    };
    path == "/"
        || MACHINE
            .iter()
            .any(|machine| below(path, machine) || below(machine, path))
}

impl Mount {
    /// The argument that makes it.
    ///
    /// # Errors
    /// `input.bad` as a reason.
    pub(crate) fn flag(&self) -> Result<String> {
        check_target(&self.target)?;
        let access = if self.read_only { ",readonly" } else { "" };
        let target = &self.target;
        Ok(match &self.source {
            MountSource::Path(source) => {
                check_source(source)?;
                format!("--mount=type=bind,source={source},target={target}{access}")
            }
            MountSource::Volume(name) => {
                check_volume(name)?;
                format!("--mount=type=volume,source={name},target={target}{access}")
            }
            MountSource::Memory => {
                let size = crate::limits::TEMPORARY;
                format!("--mount=type=tmpfs,target={target},tmpfs-size={size}")
            }
        })
    }
}

/// A path that stays one value among others: engines split at commas, and some read quotes.
fn check_path(path: &str) -> Result<()> {
    let plain = path.starts_with('/')
        && !path.split('/').any(|part| part == "..")
        && !path.contains([',', '"', '\\'])
        && !path.contains(char::is_control);
    match plain {
        true => Ok(()),
        false => Err(bad(say!("path-unfit", path = shown(path)))),
    }
}

pub(crate) fn check_source(path: &str) -> Result<()> {
    check_path(path)?;
    if is_engine_socket(path) {
        return Err(bad(say!("socket-of-engine", path = shown(path))));
    }
    if is_machine(path) {
        return Err(bad(say!("path-of-machine", path = shown(path))));
    }
    Ok(())
}

fn check_target(path: &str) -> Result<()> {
    check_path(path)?;
    let machine = ["/proc", "/sys", "/dev"];
    let first = path.split('/').nth(1).unwrap_or_default();
    let bare = path.trim_matches('/').is_empty();
    if bare || machine.iter().any(|it| it.get(1..) == Some(first)) {
        return Err(bad(say!("target-of-machine", path = shown(path))));
    }
    Ok(())
}

fn check_volume(name: &str) -> Result<()> {
    let fits = |character: char| character.is_ascii_alphanumeric() || "._-".contains(character);
    let plain = (1..=128).contains(&name.len())
        && name.starts_with(|first: char| first.is_ascii_alphanumeric())
        && name.chars().all(fits);
    match plain {
        true => Ok(()),
        false => Err(bad(say!("volume-unfit", name = shown(name)))),
    }
}

/// `-v source:target:options`.
pub(crate) fn volume(text: &str) -> Result<Mount> {
    let unfit = || bad(say!("mount-unread", mount = shown(text)));
    let mut parts = text.split(':');
    let (first, second, options) = (parts.next().unwrap_or_default(), parts.next(), parts.next());
    if parts.next().is_some() {
        return Err(unfit());
    }
    let Some(target) = second else {
        // A volume without a name lives as long as its container.
        return Ok(Mount {
            source: MountSource::Memory,
            target: first.to_owned(),
            read_only: false,
        });
    };
    let mut read_only = false;
    for option in options.into_iter().flat_map(|options| options.split(',')) {
        match option {
            "ro" | "readonly" => read_only = true,
            // How an engine keeps it, not who may change it.
            "rw" | "z" | "Z" | "cached" | "delegated" | "consistent" => (),
            _ => return Err(unfit()),
        }
    }
    let source = match first.starts_with('/') {
        true => MountSource::Path(first.to_owned()),
        false if first.starts_with(['.', '~', '$']) || first.contains('/') => {
            return Err(bad(say!("path-not-absolute", path = shown(first))));
        }
        false => MountSource::Volume(first.to_owned()),
    };
    Ok(Mount {
        source,
        target: target.to_owned(),
        read_only,
    })
}

/// `--mount type=bind,source=…,target=…,readonly`.
pub(crate) fn mount(text: &str) -> Result<Mount> {
    let unfit = || bad(say!("mount-unread", mount = shown(text)));
    let (mut kind, mut source, mut target, mut read_only) = ("volume", None, None, false);
    for part in text.split(',') {
        let (name, value) = part.split_once('=').unwrap_or((part, "true"));
        match name {
            "type" => kind = value,
            "source" | "src" if source.is_none() => source = Some(value),
            "target" | "dst" | "destination" if target.is_none() => target = Some(value),
            "readonly" | "ro" => {
                read_only = match value {
                    "true" | "1" => true,
                    "false" | "0" => false,
                    _ => return Err(unfit()),
                };
            }
            _ => return Err(unfit()),
        }
    }
    let target = target.ok_or_else(unfit)?.to_owned();
    let source = match (kind, source) {
        ("bind", Some(path)) if path.starts_with('/') => MountSource::Path(path.to_owned()),
        ("bind", Some(path)) => return Err(bad(say!("path-not-absolute", path = shown(path)))),
        ("volume", Some(name)) => MountSource::Volume(name.to_owned()),
        ("volume" | "tmpfs", None) => MountSource::Memory,
        _ => return Err(unfit()),
    };
    Ok(Mount {
        source,
        target,
        read_only,
    })
}
