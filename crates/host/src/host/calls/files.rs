//! What a call names by its paths, for the question about it: places of secrets, told by their names, and what is at a path now,
//! where the tool may write and the host may look. A look changes nothing, opens nothing and follows no link at the end; it is made
//! after policy decided to ask, and what it found is true of that moment alone.

use crate::host::{Entry, views};
use crate::limits;
use portcullis_catalog::Tool;
use portcullis_core::key_places::secret_place;
use portcullis_core::text;
use portcullis_domain::{Claim, FileNow, FileNowKind, ServerDraft, ServerLocation, Warning};
use portcullis_l10n::say;
use serde_json::Value;
use std::collections::{HashMap, VecDeque};
use std::ffi::OsString;
use std::io::ErrorKind;
use std::path::{Component, Path, PathBuf};
use std::time::UNIX_EPOCH;

/// What is at the paths of a call, by the text that names each.
pub(super) type FilesNow = HashMap<String, FileNow>;

/// What the host may look at for a question about a call.
#[derive(Clone)]
pub(super) enum LookScope {
    /// Nothing: the server is elsewhere, in a container, or its tool claims to read only.
    Nothing,
    /// Every path of this computer: the server has no fence.
    Everything,
    /// What is in these: a fenced server sees files of its own everywhere else.
    Below(Vec<PathBuf>),
}

impl LookScope {
    pub(super) fn of(entry: &Entry, tool: &Tool) -> Self {
        let draft = entry.row().draft;
        if tool.claims.contains(&Claim::ReadOnly)
            || views::whereabouts(&draft) != ServerLocation::Local
            || portcullis_install::is_container(&draft.endpoint)
            || runs_elsewhere(&draft)
        {
            return Self::Nothing;
        }
        match draft.fence {
            None => Self::Everything,
            Some(grants) => Self::Below(
                grants
                    .read
                    .into_iter()
                    .chain(grants.write)
                    .map(PathBuf::from)
                    .collect(),
            ),
        }
    }

    /// With the folders as they are without links.
    fn resolved(self, remote: &RemoteMounts) -> Self {
        let Self::Below(folders) = self else { return self };
        let here = folders.into_iter().filter(|folder| !remote.holds(folder));
        Self::Below(here.filter_map(|folder| folder.canonicalize().ok()).collect())
    }

    fn holds(&self, path: &Path) -> bool {
        match self {
            Self::Nothing => false,
            Self::Everything => true,
            Self::Below(folders) => folders.iter().any(|folder| path.starts_with(folder)),
        }
    }
}

/// Programs that run another in a place with files of its own, or on another computer.
const ELSEWHERE: [&str; 17] = [
    "docker",
    "podman",
    "nerdctl",
    "kubectl",
    "ssh",
    "toolbox",
    "distrobox",
    "distrobox-enter",
    "flatpak",
    "flatpak-spawn",
    "chroot",
    "nsenter",
    "bwrap",
    "wsl",
    "wsl.exe",
    "lxc",
    "machinectl",
];

/// Whether a command of this server names such a program, itself or in the line of a shell.
fn runs_elsewhere(draft: &ServerDraft) -> bool {
    let Some((program, arguments)) = draft.endpoint.command() else {
        return true;
    };
    let words = std::iter::once(program).chain(arguments);
    let mut words = words.flat_map(|word| word.split([' ', '\t', '\n', ';', '&', '|', '(', ')']));
    words.any(|word| {
        let name = word.rsplit(['/', '\\']).next().unwrap_or_default();
        ELSEWHERE.contains(&name)
    })
}

/// Looks at the paths among these arguments. A disk that does not answer in time is no reason to wait: nothing is said then.
pub(super) async fn look(arguments: &Value, scope: &LookScope) -> FilesNow {
    let mut named = Vec::new();
    strings(arguments, &mut |text: &str| {
        if named.len() < limits::FILES_LOOKED_AT
            && !named.iter().any(|(known, _)| known == text)
            && let Some(path) = local_path(text).filter(|path| scope.holds(path))
        {
            named.push((text.to_owned(), path));
        }
    });
    if named.is_empty() {
        return FilesNow::new();
    }
    let scope = scope.clone();
    let looking = tokio::task::spawn_blocking(move || {
        let remote = RemoteMounts::now();
        let scope = scope.resolved(&remote);
        let each = |(text, path): (String, PathBuf)| Some((text, at(&path, &remote, &scope)?));
        named.into_iter().filter_map(each).collect()
    });
    match tokio::time::timeout(limits::LINKS_WITHIN, looking).await {
        Ok(Ok(found)) => found,
        Ok(Err(error)) => {
            tracing::error!(%error, "the look at the files of a call ended early");
            FilesNow::new()
        }
        Err(_) => {
            tracing::warn!("the files of a call were not looked at in time");
            FilesNow::new()
        }
    }
}

/// What was found at the paths of one value, in their order.
pub(super) fn of_value(value: &Value, files: &FilesNow) -> Vec<FileNow> {
    let mut found: Vec<FileNow> = Vec::new();
    strings(value, &mut |text: &str| {
        if let Some(file) = files.get(text).filter(|file| !found.contains(file)) {
            found.push(file.clone());
        }
    });
    found
}

/// Places of secrets, and our own data, that a value names.
pub(super) fn warnings(value: &Value, data: &Path) -> Vec<Warning> {
    let mut found: Vec<Warning> = Vec::new();
    let mut add = |warning: Warning| {
        if !found.contains(&warning) {
            found.push(warning);
        }
    };
    strings(value, &mut |text: &str| {
        let text = text.trim();
        if text.len() > limits::NAMED_PATH || text.lines().count() > COMMAND_LINES {
            return;
        }
        // A command line names paths as words; a path may hold spaces.
        let ends = |it: char| it.is_whitespace() || ";&|()`\"'=<>,[]{}".contains(it);
        let words = text.split(ends).filter_map(|word| named(word, data));
        let mut named_in_words = words.peekable();
        match named_in_words.peek() {
            Some(_) => named_in_words.for_each(&mut add),
            None => named(text, data).into_iter().for_each(&mut add),
        }
    });
    found
}

/// What is said of one path, by its names.
fn named(path: &str, data: &Path) -> Option<Warning> {
    let path = match file_url(path) {
        Some(path) => path,
        None if path.contains("://") => return None,
        None => PathBuf::from(path),
    };
    if without_dots(&path).starts_with(data) {
        return Some(Warning::new("path.own_data", say!("path-own-data")));
    }
    let place = secret_place(&path.to_string_lossy())?;
    Some(Warning::new("path.secret", place.in_words()))
}

/// Lines up to which a text may be a command. One with more is a document, which may speak of such files.
const COMMAND_LINES: usize = 8;

/// The path of a `file:` URL.
fn file_url(text: &str) -> Option<PathBuf> {
    let is_file = text
        .get(..7)
        .is_some_and(|start| start.eq_ignore_ascii_case("file://"));
    let url = url::Url::parse(text).ok().filter(|_| is_file)?;
    url.to_file_path().ok()
}

/// By its names alone, without `.` and `..`.
fn without_dots(path: &Path) -> PathBuf {
    let mut plain = PathBuf::new();
    for part in path.components() {
        match part {
            Component::CurDir => {}
            Component::ParentDir => {
                plain.pop();
            }
            part => plain.push(part),
        }
    }
    plain
}

/// Every text in a value, with those in lists and objects, and the names of members.
fn strings(value: &Value, each: &mut impl FnMut(&str)) {
    match value {
        Value::String(text) => each(text),
        Value::Array(items) => items.iter().for_each(|item| strings(item, each)),
        Value::Object(members) => members.iter().for_each(|(name, member)| {
            each(name);
            strings(member, each);
        }),
        Value::Null | Value::Bool(_) | Value::Number(_) => {}
    }
}

/// An absolute path of this computer, which a value is as a whole.
fn local_path(text: &str) -> Option<PathBuf> {
    if text.len() > limits::NAMED_PATH || text.contains(['\0', '\n']) {
        return None;
    }
    let path = file_url(text).unwrap_or_else(|| PathBuf::from(text));
    let shown = path.to_string_lossy();
    let is_plain = path.is_absolute()
        && !portcullis_programs::on_network(&shown)
        && !path.components().any(|part| part == Component::ParentDir)
        && path.file_name().is_some();
    is_plain.then_some(path)
}

/// Links that are followed on the way to a file.
const LINKS: usize = 40;

/// What is there. `None` in doubt: it must not be looked at, a link leads out of what may be, or it is on another computer, which
/// could be slow and would be told of the look.
fn at(path: &Path, remote: &RemoteMounts, scope: &LookScope) -> Option<FileNow> {
    let found = |kind, metadata: Option<&std::fs::Metadata>| {
        let file = metadata.filter(|metadata| metadata.is_file());
        let changed = file.and_then(|file| file.modified().ok()?.duration_since(UNIX_EPOCH).ok());
        Some(FileNow {
            path: text::escape_line(&path.to_string_lossy()),
            kind,
            bytes: file.map(std::fs::Metadata::len),
            changed_at: changed.and_then(|changed| u64::try_from(changed.as_millis()).ok()),
        })
    };
    let mut left: VecDeque<OsString> = path
        .components()
        .map(|part| part.as_os_str().to_owned())
        .collect();
    let mut here = PathBuf::new();
    let mut links = 0;
    while let Some(part) = left.pop_front() {
        if part == ".." {
            here.pop();
            continue;
        }
        here.push(part);
        if remote.holds(&here) {
            return None;
        }
        // Of a drive there is nothing to look at before its root.
        if here.parent().is_none() {
            continue;
        }
        let metadata = match here.symlink_metadata() {
            Ok(metadata) => metadata,
            Err(error) if error.kind() == ErrorKind::NotFound => {
                let whole = left.iter().fold(here, |path, part| path.join(part));
                return found(FileNowKind::Nothing, None).filter(|_| scope.holds(&without_dots(&whole)));
            }
            Err(_) => return None,
        };
        if left.is_empty() {
            let kind = match metadata.file_type() {
                it if it.is_symlink() => FileNowKind::Link,
                it if it.is_file() => FileNowKind::File,
                it if it.is_dir() => FileNowKind::Folder,
                _ => FileNowKind::Other,
            };
            return found(kind, Some(&metadata)).filter(|_| scope.holds(&here));
        }
        if metadata.file_type().is_symlink() {
            links += 1;
            let target = std::fs::read_link(&here).ok().filter(|_| links <= LINKS)?;
            if portcullis_programs::on_network(&target.to_string_lossy()) {
                return None;
            }
            here.pop();
            if target.is_absolute() {
                here = PathBuf::new();
            }
            for part in target.components().rev() {
                left.push_front(part.as_os_str().to_owned());
            }
        }
    }
    None
}

/// Where file systems of other computers begin, and those whose answer another program gives.
struct RemoteMounts {
    folders: Vec<PathBuf>,
    /// They are not known: only what is surely here is looked at.
    sure: Option<PathBuf>,
}

/// Kinds of file systems that are elsewhere, or wait for what is.
const REMOTE: [&str; 14] = [
    "nfs",
    "nfs4",
    "cifs",
    "smb3",
    "smbfs",
    "9p",
    "afs",
    "ceph",
    "glusterfs",
    "lustre",
    "ncpfs",
    "autofs",
    "davfs",
    "sshfs",
];

impl RemoteMounts {
    fn now() -> Self {
        if cfg!(target_os = "linux") {
            return match std::fs::read("/proc/self/mountinfo") {
                Ok(table) => Self::of(&String::from_utf8_lossy(&table)),
                Err(_) => Self {
                    folders: vec![PathBuf::from("/")],
                    sure: None,
                },
            };
        }
        if cfg!(windows) {
            let drive = std::env::var_os("SystemDrive").unwrap_or_else(|| "C:".into());
            return Self {
                folders: Vec::new(),
                sure: Some(PathBuf::from(drive)),
            };
        }
        Self {
            folders: [
                "/volumes",
                "/network",
                "/net",
                "/home",
                "/system/volumes/data/volumes",
            ]
            .map(PathBuf::from)
            .into(),
            sure: None,
        }
    }

    /// Of a table as Linux writes it (`man 5 proc`).
    fn of(table: &str) -> Self {
        let folder = |line: &str| {
            let (mount, system) = line.split_once(" - ")?;
            let kind = system.split(' ').next()?;
            let is_remote = REMOTE.contains(&kind) || kind == "fuse" || kind.starts_with("fuse.");
            let folder = mount.split(' ').nth(4).filter(|_| is_remote)?;
            // Of a name that is no text, what is above it counts.
            let known = match folder.split_once('\u{fffd}') {
                Some((known, _)) => known.rsplit_once('/').map_or("/", |(above, _)| above),
                None => folder,
            };
            Some(PathBuf::from(unescaped(known)))
        };
        Self {
            folders: table.lines().filter_map(folder).collect(),
            sure: None,
        }
    }

    fn holds(&self, path: &Path) -> bool {
        let is_unsure = |sure: &PathBuf| {
            let drive = |path: &Path| {
                path.components()
                    .next()
                    .map(|part| part.as_os_str().to_ascii_lowercase())
            };
            drive(path) != drive(sure)
        };
        // On macOS names are usually the same in either case.
        let lower = cfg!(target_os = "macos").then(|| PathBuf::from(path.to_string_lossy().to_lowercase()));
        let path_or_lower = lower.as_deref().unwrap_or(path);
        self.folders
            .iter()
            .any(|folder| path_or_lower.starts_with(folder))
            || self.sure.as_ref().is_some_and(is_unsure)
    }
}

/// Spaces, tabs, line ends and backslashes stand in that table as octal numbers.
fn unescaped(text: &str) -> String {
    [("\\040", " "), ("\\011", "\t"), ("\\012", "\n"), ("\\134", "\\")]
        .into_iter()
        .fold(text.to_owned(), |text, (code, plain)| text.replace(code, plain))
}

#[cfg(test)]
mod tests;
