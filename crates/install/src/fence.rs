//! The fence of a program: from what a person granted to what it may use, as rows of a review and with reasons against it.
//!
//! A grant is resolved here, once: the path that is shown, approved and opened is the same. What a program needs of its own,
//! its scripts and their packages, is found and shown as well.

use crate::limits;
use portcullis_core::key_places::{holds_secret_place, secret_place};
use portcullis_core::text::escape_line;
use portcullis_core::{Result, bad_input};
use portcullis_domain::{FenceGrants, FenceHost, ReviewValue, Warning};
use portcullis_l10n::say;
use portcullis_net::{ip_address, is_private, of_host};
use portcullis_programs::{LaunchFence, Loads, open_regular, real_path};
use std::collections::{BTreeSet, VecDeque};
use std::ffi::OsStr;
use std::io::Read as _;
use std::path::{Component, Path, PathBuf};
use url::Host;

/// This computer, as its ports are allowed.
const LOCALHOST: &str = "localhost";
/// What npm and its like read of a package, and how many bytes of it are read for whether it is a workspace.
const NPM_MANIFEST: &str = "package.json";
const NPM_MANIFEST_READ: u64 = 1 << 20;
/// Files that stand in the folder of a project or package.
const PROJECT: [&str; 7] = [
    NPM_MANIFEST,
    "pyproject.toml",
    "setup.py",
    "deno.json",
    "Gemfile",
    "go.mod",
    "Cargo.toml",
];
/// What a person’s own programs run of a folder: hooks of Git, settings of a shell, tasks of an editor, scripts. They run outside of
/// every fence.
const RUN_OUTSIDE: [&str; 5] = [".git", ".envrc", ".vscode", NPM_MANIFEST, "Makefile"];
/// Folders of the system, which every fenced program reads.
const SYSTEM: [&str; 5] = ["/usr", "/bin", "/sbin", "/lib", "/lib64"];
/// What the kernel makes up, and devices: a fence shows its own, whatever is granted.
const KERNEL: [&str; 3] = ["/proc", "/sys", "/dev"];
/// Folders of other people's files: nothing in them is a project.
const SHARED: [&str; 6] = ["/", "/home", "/root", "/tmp", "/var", "/var/tmp"];
/// Parts of paths that are never offered, beside places of secrets: browsers by their name alone, and our own data.
const NEVER_OFFERED: [&str; 3] = ["google-chrome", "chromium", "portcullis"];

/// What a program may use. `None` where a person wants no fence.
///
/// # Errors
/// `input.bad` as a reason: a grant that is none.
pub(super) fn resolve(
    grants: Option<&FenceGrants>,
    program: &Path,
    target: &Path,
    loads: &Loads,
    folder: Option<&Path>,
) -> Result<Option<LaunchFence>> {
    let Some(grants) = grants else { return Ok(None) };
    check(grants)?;
    let home = real_home();
    let mut own = BTreeSet::new();
    let files = loads
        .files
        .iter()
        .flat_map(|loaded| [&loaded.path, &loaded.file.target]);
    for file in [program, target].into_iter().chain(files.map(PathBuf::as_path)) {
        own.extend(own_folder(file, home.as_deref()));
    }
    // The home folder is replaced by one of the program's own.
    own.extend(
        folder
            .filter(|folder| Some(*folder) != home.as_deref())
            .map(Path::to_path_buf),
    );
    let own: Vec<_> = own
        .iter()
        .filter(|path| !own.iter().any(|other| is_below(path, other)))
        .cloned()
        .collect();
    let resolved = |paths: &[String]| paths.iter().map(|path| granted(path)).collect::<Result<Vec<_>>>();
    Ok(Some(LaunchFence {
        own,
        read: resolved(&grants.read)?,
        write: resolved(&grants.write)?,
        hosts: grants.hosts.clone(),
        any_host: grants.any_host,
        nested: grants.nested,
    }))
}

/// The home folder of the person, as it is named where it cannot be looked at.
fn real_home() -> Option<PathBuf> {
    std::env::home_dir().map(|home| real_path(&home).unwrap_or(home))
}

fn is_below(path: &Path, other: &Path) -> bool {
    path != other && path.starts_with(other)
}

fn granted(path: &str) -> Result<PathBuf> {
    let shown = escape_line(path).text;
    real_path(Path::new(path)).map_err(|_| bad_input(say!("fence-path-missing", path = shown)))
}

/// That a fence can show what is granted. The engine of a container can show more.
///
/// # Errors
/// `input.bad` as a reason.
pub(super) fn check_shown(fence: Option<&LaunchFence>) -> Result<()> {
    let mut granted = fence
        .iter()
        .flat_map(|fence| fence.read.iter().chain(&fence.write));
    match granted.find(|path| is_never_shown(path)) {
        None => Ok(()),
        Some(path) => {
            let path = escape_line(&path.to_string_lossy()).text;
            Err(bad_input(say!("fence-path-never-shown", path)))
        }
    }
}

/// What of a program's own lies around a file of it: the folder of its project, its virtual environment, all packages
/// that were installed together; the file alone where there is no such folder. Nothing for a file of the system.
fn own_folder(file: &Path, home: Option<&Path>) -> Option<PathBuf> {
    if is_of_system(file) {
        return None;
    }
    // The path of a file may lead through links, of which each could lead to the whole home.
    let is_own = |folder: &&Path| {
        !is_whole(folder, home) && real_path(folder).is_ok_and(|real| !is_whole(&real, home))
    };
    let is_modules = |folder: &&Path| folder.ends_with("node_modules");
    let modules = file.ancestors().filter(is_modules).last();
    if let Some(modules) = modules.filter(is_own) {
        return Some(modules.to_path_buf());
    }
    let above = || file.ancestors().skip(1).take_while(is_own);
    if let Some(environment) = above().take(2).find(|folder| folder.join("pyvenv.cfg").is_file()) {
        return Some(environment.to_path_buf());
    }
    let project = above().find(|folder| PROJECT.iter().any(|name| folder.join(name).is_file()));
    let is_of_npm = |folder: &&Path| folder.join(NPM_MANIFEST).is_file();
    let installed = project.filter(is_of_npm).and_then(|project| {
        let mut around = above().filter(|folder| project.starts_with(folder) && is_of_npm(folder));
        // Packages of a workspace share what is installed, and a build may have a manifest of its own that only says what its modules are.
        let workspace = above().find(|folder| project.starts_with(folder) && is_npm_workspace(folder));
        workspace.or_else(|| around.find(|folder| folder.join("node_modules").is_dir()))
    });
    Some(installed.or(project).unwrap_or(file).to_path_buf())
}

/// Whether packages below this folder are installed together in it: by npm, yarn and bun, or by pnpm.
fn is_npm_workspace(folder: &Path) -> bool {
    if folder.join("pnpm-workspace.yaml").is_file() {
        return true;
    }
    let mut text = Vec::new();
    let read = open_regular(&folder.join(NPM_MANIFEST))
        .and_then(|file| file.take(NPM_MANIFEST_READ).read_to_end(&mut text));
    let about = serde_json::from_slice::<serde_json::Value>(&text);
    read.is_ok() && about.is_ok_and(|about| about.get("workspaces").is_some())
}

fn check(grants: &FenceGrants) -> Result<()> {
    let paths = grants.read.iter().chain(&grants.write);
    if paths.clone().count() > limits::FENCE_PATHS || grants.hosts.len() > limits::FENCE_HOSTS {
        return Err(bad_input(say!(
            "fence-too-many",
            paths = limits::FENCE_PATHS,
            hosts = limits::FENCE_HOSTS
        )));
    }
    for path in paths {
        let whole = Path::new(path);
        let is_plain = whole.is_absolute() && !whole.components().any(|part| part == Component::ParentDir);
        if !is_plain || portcullis_programs::on_network(path) {
            return Err(bad_input(say!(
                "fence-path-invalid",
                path = escape_line(path).text
            )));
        }
    }
    grants.hosts.iter().try_for_each(check_host)
}

fn check_host(host: &FenceHost) -> Result<()> {
    let FenceHost {
        name,
        port,
        local_network,
    } = host;
    let shown = escape_line(name).text;
    match ip_address(name) {
        _ if *port == 0 => Err(bad_input(say!("fence-host-invalid", host = shown))),
        None if !is_host_name(name) => Err(bad_input(say!("fence-host-invalid", host = shown))),
        // This computer is allowed by its ports alone, and is never meant by the local network.
        None if *local_network && name == LOCALHOST => Err(bad_input(say!("fence-localhost-local"))),
        Some(address) if !*local_network || !is_private(address) => {
            Err(bad_input(say!("fence-address-not-local", address = shown)))
        }
        None | Some(_) => Ok(()),
    }
}

/// A DNS name in lower case, without a wildcard. An address in digits is none: on the internet, names are what can be checked at
/// each connection.
#[must_use]
pub fn is_host_name(name: &str) -> bool {
    let is_label = |label: &str| {
        (1..=63).contains(&label.len())
            && label
                .bytes()
                .all(|byte| matches!(byte, b'a'..=b'z' | b'0'..=b'9' | b'-' | b'_'))
            && !label.starts_with('-')
            && !label.ends_with('-')
    };
    let is_number = name
        .rsplit('.')
        .next()
        .is_some_and(|last| last.bytes().all(|byte| byte.is_ascii_digit()));
    name.len() <= 253 && name.split('.').all(is_label) && !is_number
}

/// What a fence lets a program do, for a review. Empty without one.
pub(super) fn values(grants: Option<&FenceGrants>, found: Option<&LaunchFence>) -> Vec<ReviewValue> {
    let Some(FenceGrants {
        read,
        write,
        hosts,
        any_host,
        nested,
    }) = grants
    else {
        return Vec::new();
    };
    let mut values = vec![super::rows::words(&say!("fence-base"))];
    let mut add = |text: &str, note: String| values.push(super::rows::value(text, Some(note)));
    for path in found.iter().flat_map(|fence| &fence.own) {
        let real = real_path(path).ok().filter(|real| real != path);
        let leads = real.map(|real| super::loaded::folder_note(&real));
        let notes: Vec<_> = std::iter::once(say!("fence-own")).chain(leads).collect();
        add(&path.to_string_lossy(), notes.join("; "));
    }
    let mut paths = |paths: &[String], found: Option<&Vec<PathBuf>>, note: String| {
        for (at, path) in paths.iter().enumerate() {
            let real = found
                .and_then(|found| found.get(at))
                .filter(|real| *real != Path::new(path));
            let leads = real.map(|real| super::loaded::folder_note(real));
            add(
                path,
                std::iter::once(note.clone())
                    .chain(leads)
                    .collect::<Vec<_>>()
                    .join("; "),
            );
        }
    };
    paths(read, found.map(|fence| &fence.read), say!("fence-read"));
    paths(write, found.map(|fence| &fence.write), say!("fence-write"));
    for host in hosts.iter().filter(|host| !host.local_network) {
        add(&host.address(), say!("fence-host"));
    }
    // In words beside the address, where it is not passed over as a note would be.
    let local = hosts.iter().filter(|host| host.local_network);
    values.extend(local.map(|host| ReviewValue {
        note: Some(say!("fence-host")),
        ..super::rows::words(&say!(
            "fence-host-local",
            host = escape_line(&host.address()).text
        ))
    }));
    if *any_host {
        values.push(super::rows::words(&say!("fence-any-host")));
    } else if hosts.is_empty() {
        values.push(super::rows::words(&say!("fence-no-host")));
    }
    if *nested {
        values.push(super::rows::words(&say!("fence-nested")));
    }
    values
}

/// What a person should not pass over in a fence, or where there is none: `is_open`, nothing else holds the program.
pub(super) fn remarks(
    before: Option<&FenceGrants>,
    fence: Option<&LaunchFence>,
    is_open: bool,
) -> Vec<Warning> {
    let mut found = Vec::new();
    let mut remark = |code: &str, sentence: String| {
        found.push(Warning::new(code, sentence));
    };
    let Some(fence) = fence else {
        if before.is_some() {
            remark("fence.off", say!("fence-taken-down"));
        } else if is_open {
            remark("fence.none", say!("fence-unfenced"));
        }
        return found;
    };
    if fence.any_host {
        remark("fence.any_host", say!("fence-any-host-remark"));
    }
    if fence.nested {
        remark("fence.nested", say!("fence-nested-remark"));
    }
    // The owner of a public name decides where it leads, and is seldom in that network.
    let named = |host: &&FenceHost| host.local_network && is_public_name(&host.name);
    for host in fence.hosts.iter().filter(named) {
        let name = escape_line(&host.name).text;
        remark(
            "fence.local_network",
            say!("fence-host-local-remark", host = name),
        );
    }
    let home = real_home();
    for path in fence.own.iter().chain(&fence.read).chain(&fence.write) {
        let shown = escape_line(&path.to_string_lossy()).text;
        // What is its own may be behind a link.
        let real = real_path(path).unwrap_or_else(|_| path.clone());
        let both = [path, &real];
        let place = |path: &PathBuf| secret_place(&path.to_string_lossy());
        if both.iter().any(|path| is_whole(path, home.as_deref())) {
            remark("fence.whole", say!("fence-whole", path = shown));
        } else if let Some(place) = place(path).or_else(|| place(&real)) {
            let what = place.in_words();
            remark("fence.keys", say!("fence-secret-place", path = shown, what));
        } else if both.iter().any(|path| holds_keys(path, home.as_deref())) {
            remark("fence.keys", say!("fence-keys", path = shown));
        }
    }
    let is_run = |path: &&PathBuf| {
        let within = |name: &OsStr| path.components().any(|part| part.as_os_str() == name);
        RUN_OUTSIDE.iter().any(|name| within(OsStr::new(name))) || holds_run_outside(path)
    };
    for path in fence.write.iter().filter(is_run) {
        let path = escape_line(&path.to_string_lossy()).text;
        remark("fence.run_outside", say!("fence-run-outside", path));
    }
    found
}

/// Whether the person’s own programs run something of this folder or of a folder in it, as far as a bounded look finds it. Each start
/// looks as well, so it reads names alone. Blocks.
fn holds_run_outside(folder: &Path) -> bool {
    // Among more entries than are looked through it would be missed.
    if RUN_OUTSIDE.iter().any(|name| folder.join(name).exists()) {
        return true;
    }
    let mut folders = VecDeque::from([folder.to_path_buf()]);
    let mut left = limits::RUN_OUTSIDE_LOOK;
    while left != 0
        && let Some(folder) = folders.pop_front()
    {
        let entries = std::fs::read_dir(&folder).into_iter().flatten().flatten();
        for entry in entries.take(left) {
            left -= 1;
            let name = entry.file_name();
            if RUN_OUTSIDE.iter().any(|run| name == *run) {
                return true;
            }
            // A link leads elsewhere, which this grant does not reach.
            if entry.file_type().is_ok_and(|kind| kind.is_dir()) {
                folders.push_back(entry.path());
            }
        }
    }
    false
}

/// A name that is no address, and that not only private networks know.
fn is_public_name(name: &str) -> bool {
    ip_address(name).is_none() && of_host(&Host::Domain(name)).is_none()
}

/// The whole home folder or more.
fn is_whole(path: &Path, home: Option<&Path>) -> bool {
    SHARED.iter().any(|shared| path == Path::new(shared)) || home.is_some_and(|home| home.starts_with(path))
}

/// Keys, passwords or sessions lie there, or in a folder of it.
fn holds_keys(path: &Path, home: Option<&Path>) -> bool {
    let is_named = |part: Component<'_>| {
        let part = part.as_os_str().to_string_lossy().to_ascii_lowercase();
        NEVER_OFFERED.iter().any(|name| *name == part)
    };
    let (text, home) = (
        path.to_string_lossy(),
        home.unwrap_or(Path::new("")).to_string_lossy(),
    );
    secret_place(&text).is_some() || holds_secret_place(&text, &home) || path.components().any(is_named)
}

/// Nothing proposes such a path; a person can grant it. `path` has all links followed.
#[must_use]
pub fn is_too_much(path: &Path) -> bool {
    let home = real_home();
    is_whole(path, home.as_deref()) || holds_keys(path, home.as_deref())
}

/// Part of the system, which every fenced program reads.
#[must_use]
pub fn is_of_system(path: &Path) -> bool {
    SYSTEM.iter().any(|system| path.starts_with(system))
}

/// No file and no folder of the person, but a device, a socket or a part of the kernel: no fence shows it. `path` has all links
/// followed. Blocks.
#[must_use]
pub fn is_never_shown(path: &Path) -> bool {
    is_of_kernel(path) || is_socket(path)
}

pub(super) fn is_of_kernel(path: &Path) -> bool {
    KERNEL.iter().any(|kernel| path.starts_with(kernel))
}

#[cfg(unix)]
fn is_socket(path: &Path) -> bool {
    use std::os::unix::fs::FileTypeExt as _;
    std::fs::metadata(path).is_ok_and(|about| about.file_type().is_socket())
}

#[cfg(not(unix))]
fn is_socket(_: &Path) -> bool {
    false
}

/// Whether our data, `folder`, is within a path, or the path within our data, with all links followed. Blocks.
#[must_use]
pub fn is_ours(path: &Path, folder: &Path) -> bool {
    let fence = LaunchFence {
        read: vec![path.to_path_buf()],
        ..LaunchFence::default()
    };
    keeps_out_of(&fence, folder, &[]).is_err()
}

/// That nothing of ours is within what a program may use: `folder` is our data. What a program runs from may be in one of `programs`,
/// the folders in it that hold packages and bundles (S-92).
///
/// # Errors
/// `input.bad` as a reason.
pub fn keeps_out_of(fence: &LaunchFence, folder: &Path, programs: &[PathBuf]) -> Result<()> {
    let real = |path: &Path| real_path(path).unwrap_or_else(|_| path.to_path_buf());
    let folder = real(folder);
    let within = |path: &PathBuf| path.starts_with(&folder) || folder.starts_with(path);
    let programs: Vec<_> = programs.iter().map(|programs| real(programs)).collect();
    let is_program = |path: &PathBuf| programs.iter().any(|programs| is_below(path, programs));
    // What it runs from may be behind a link, and that lead to us.
    let own = fence.own.iter().map(|path| real(path));
    let granted = fence.read.iter().chain(&fence.write).map(|path| real(path));
    match own.filter(|path| !is_program(path)).chain(granted).find(within) {
        None => Ok(()),
        Some(path) => {
            let path = escape_line(&path.to_string_lossy()).text;
            Err(bad_input(say!("fence-own-data", path)))
        }
    }
}

#[cfg(test)]
#[path = "fence_tests.rs"]
mod tests;
