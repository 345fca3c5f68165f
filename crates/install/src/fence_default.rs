//! The fence that a new program gets unless a person says otherwise: what its own command names, and nothing else.
//!
//! It is a proposal. It stands in the form, on the terminal and in the review, and each row of it can be taken out.

use super::fence::{is_never_shown, is_of_kernel, is_of_system, is_ours, is_too_much};
use super::launchers::{UV_VALUED, before_command};
use crate::limits;
use crate::suggested::has_own_sandbox;
use portcullis_domain::{Endpoint, FenceGrants, FenceHost, ServerDraft};
use portcullis_packages::{Ecosystem, PackageRequest};
use portcullis_programs::{
    ParsedCommand, SearchPath, after_options, is_fetcher, on_network, open_regular, real_path, values,
};
use std::io::Read as _;
use std::path::{Path, PathBuf};

/// Programs that have others run what they are told, outside of every fence around themselves.
const ENGINES: [&str; 7] = [
    "docker",
    "podman",
    "nerdctl",
    "container",
    "kubectl",
    "ssh",
    "wsl",
];
/// Launchers that run scripts as well, which need nothing more.
const SCRIPTED: [&str; 2] = ["bun", "deno"];
/// Variables that name where programs look for their own things, and not what they work with.
const PLACES: [&str; 4] = ["HOME", "PATH", "TMPDIR", "PWD"];
/// Databases: programs change them, and write a journal beside them.
const DATABASES: [&str; 4] = ["db", "sqlite", "sqlite3", "duckdb"];
/// Further files that programs change.
const CHANGED: [&str; 1] = ["jsonl"];
/// The Pythons that uv installed, below the home folder. An environment of a project is a link to one of them.
const UV_PYTHONS: &str = ".local/share/uv/python";
/// What makes a folder a project of uv, and how many bytes of it are read for whether it is a workspace.
const UV_MANIFEST: &str = "pyproject.toml";
const UV_MANIFEST_READ: u64 = 1 << 20;
/// Port of the registries.
const HTTPS: u16 = 443;

/// Why a new program gets no fence.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Unfenced {
    /// There is no program: an address, or the demo server, which is ours.
    NoProgram,
    /// A container engine runs it, by a command that is not understood or in a machine of its own.
    Container,
    /// Another program runs what it is told, or another computer.
    Elsewhere,
    /// It builds or fetches what it runs at each start, from places that its command does not name.
    Builds,
}

/// The grants of a new program: folders and files that its arguments and variables name, the registry that a launcher of
/// packages needs at each start, the project of `uv run`, and their own sandbox for the suggested servers that start a browser.
/// Nothing within `ours` is among them, our data (S-92). Blocking: looks whether paths are there.
///
/// # Errors
/// [`Unfenced`] where a fence would hold nothing, or keep what it runs from being built.
pub fn default_fence(draft: &ServerDraft, search: &SearchPath, ours: &Path) -> Result<FenceGrants, Unfenced> {
    let Endpoint::Command {
        program,
        arguments,
        folder,
    } = &draft.endpoint
    else {
        return Err(Unfenced::NoProgram);
    };
    let resolved = portcullis_programs::resolve(program.trim(), search).ok();
    let target = resolved
        .as_ref()
        .map(|resolved| resolved.fingerprint.target.as_path());
    let line = portcullis_programs::commands(program, target, arguments);
    if crate::container::is_container(&draft.endpoint) {
        // What its command mounts is a mount already.
        return match crate::container::is_fenced_by_default(draft) {
            true => Ok(FenceGrants::default()),
            false => Err(Unfenced::Container),
        };
    }
    if line.iter().any(runs_elsewhere) {
        return Err(Unfenced::Elsewhere);
    }
    let packages = line
        .iter()
        .map(|command| PackageRequest::of(&command.name, &command.arguments));
    let builds = |(command, package): (&ParsedCommand, &Option<PackageRequest>)| {
        is_fetcher(&command.name)
            && package.is_none()
            && !SCRIPTED.contains(&command.name.as_str())
            && uv_run(command).is_none()
    };
    let packages: Vec<_> = packages.collect();
    if line.iter().zip(&packages).any(builds) {
        return Err(Unfenced::Builds);
    }
    // The person was not asked yet, so nothing on another computer is looked at (S-65): neither the folder nor what is in it.
    let folder = folder
        .as_deref()
        .map(str::trim)
        .filter(|folder| !folder.is_empty() && !on_network(folder));
    let loads = resolved.as_ref().and_then(|resolved| {
        let place = folder.map_or_else(|| PathBuf::from("/"), PathBuf::from);
        portcullis_programs::loads(&resolved.path, &resolved.fingerprint, &line, &place, search).ok()
    });
    let mut own: Vec<PathBuf> = loads
        .iter()
        .flat_map(|loads| &loads.files)
        .flat_map(|loaded| [loaded.path.clone(), loaded.file.target.clone()])
        .collect();
    own.extend(
        resolved
            .iter()
            .flat_map(|resolved| [resolved.path.clone(), resolved.fingerprint.target.clone()]),
    );
    let mut grants = FenceGrants::default();
    for word in words(draft, arguments) {
        if let Some(path) = named(word, folder).filter(|path| !own.contains(path)) {
            grant(&mut grants, &path);
        } else if let Some(place) = place_of(word, folder) {
            grant(&mut grants, &place);
        }
    }
    for request in packages.into_iter().flatten() {
        grants.add(FenceGrants {
            hosts: registry(request.ecosystem),
            nested: has_own_sandbox(request.ecosystem, &request.name),
            ..FenceGrants::default()
        });
    }
    for options in line.iter().filter_map(uv_run) {
        let place = uv_place(&options, folder);
        // Into a bundle only Portcullis writes, so its environment could not be made.
        if place.as_deref().is_some_and(|place| is_within(place, ours)) {
            return Err(Unfenced::Builds);
        }
        grants.add(uv_grants(std::env::home_dir().as_deref()));
        let project = place.as_deref().and_then(uv_project);
        if let Some(project) = project.filter(|_| !options.iter().any(|option| option == "--no-project")) {
            grant(&mut grants, project);
        }
    }
    let is_theirs = |path: &String| !is_ours(Path::new(path), ours);
    grants.read.retain(is_theirs);
    grants.write.retain(is_theirs);
    Ok(grants)
}

/// Paths that its command, its plain variables and its grants name, and that are links or behind some. What is granted is where they
/// lead, and the program knows it by these names. Blocking.
#[must_use]
pub fn linked_names(draft: &ServerDraft) -> Vec<PathBuf> {
    let Endpoint::Command {
        arguments, folder, ..
    } = &draft.endpoint
    else {
        return Vec::new();
    };
    let named = words(draft, arguments).flat_map(|word| paths(word, folder.as_deref(), on_network));
    let granted = draft
        .fence
        .iter()
        .flat_map(|fence| fence.read.iter().chain(&fence.write));
    let linked = named.chain(granted.map(PathBuf::from)).filter_map(|path| {
        // A file that the program is to make is found by its folder.
        let name = match path.exists() {
            true => path,
            false => path.parent()?.to_path_buf(),
        };
        real_path(&name).is_ok_and(|real| real != name).then_some(name)
    });
    linked.take(limits::FENCE_PATHS).collect()
}

/// Its arguments, and the values of its variables that are neither secret nor places of its own. Behind each, what it lists.
fn words<'a>(draft: &'a ServerDraft, arguments: &'a [String]) -> impl Iterator<Item = &'a str> {
    let variables = draft.environment.iter().filter(|variable| {
        !variable.secret && !PLACES.contains(&variable.name.as_str()) && !variable.name.starts_with("XDG_")
    });
    let values = variables.filter_map(|variable| variable.value.as_deref());
    let words = arguments.iter().map(String::as_str).chain(values);
    words.flat_map(|word| std::iter::once(word).chain(listed(word)))
}

/// The paths that a word is a list of, or has one of behind its first `=`, such as `/a,/b` and `/a:/b`. Empty where it is no list.
fn listed(word: &str) -> Vec<&str> {
    let list = word.split_once('=').map_or(word, |(_, value)| value);
    let parts = [',', ':', ';'].map(|separator| -> Vec<&str> {
        let parts = list.split(separator).map(str::trim);
        parts.filter(|part| !part.is_empty()).collect()
    });
    let is_list =
        |parts: &Vec<&str>| parts.len() > 1 && parts.iter().all(|part| Path::new(part).is_absolute());
    parts.into_iter().find(is_list).unwrap_or_default()
}

fn registry(ecosystem: Ecosystem) -> Vec<FenceHost> {
    let hosts = ecosystem.hosts().iter().map(|host| FenceHost::new(*host, HTTPS));
    hosts.collect()
}

/// The options of `uv run`, before it and behind it. `None` for every other command.
fn uv_run(command: &ParsedCommand) -> Option<Vec<String>> {
    let rest = match command.name.as_str() {
        "uv" => after_options(&command.arguments, UV_VALUED),
        _ => return None,
    };
    let (run, rest) = rest.split_first()?;
    let before = before_command(&command.arguments, UV_VALUED);
    let options = before.iter().chain(before_command(rest, UV_VALUED)).cloned();
    (run == "run").then(|| options.collect())
}

/// The folder that `uv run` looks for its project from, all links followed.
fn uv_place(options: &[String], folder: Option<&str>) -> Option<PathBuf> {
    let mut place = folder.map(PathBuf::from).or_else(std::env::home_dir)?;
    // uv goes to the directory first.
    for option in ["--directory", "--project"] {
        if let Some(named) = values(options, &[option]).pop() {
            place.push(named);
        }
    }
    real_path(&place).ok()
}

/// The project around a folder, or the workspace around that: uv makes its environment there, `.venv`, and writes its lock.
fn uv_project(place: &Path) -> Option<&Path> {
    let projects = || {
        place
            .ancestors()
            .filter(|folder| folder.join(UV_MANIFEST).is_file())
    };
    projects()
        .find(|folder| is_workspace(folder))
        .or_else(|| projects().next())
}

fn is_workspace(project: &Path) -> bool {
    let mut text = String::new();
    let read = open_regular(&project.join(UV_MANIFEST))
        .and_then(|file| file.take(UV_MANIFEST_READ).read_to_string(&mut text));
    read.is_ok()
        && text
            .lines()
            .any(|line| line.trim().starts_with("[tool.uv.workspace]"))
}

/// What uv needs to make an environment: PyPI, and the Pythons that it has installed in the home folder.
fn uv_grants(home: Option<&Path>) -> FenceGrants {
    FenceGrants {
        read: home.and_then(uv_pythons).into_iter().collect(),
        hosts: registry(Ecosystem::PyPi),
        ..FenceGrants::default()
    }
}

fn uv_pythons(home: &Path) -> Option<String> {
    let pythons = real_path(&home.join(UV_PYTHONS)).ok()?;
    let is_there = pythons.is_dir() && is_proposed(&pythons);
    is_there.then(|| pythons.to_str().map(str::to_owned)).flatten()
}

fn is_within(path: &Path, folder: &Path) -> bool {
    real_path(folder).is_ok_and(|folder| path.starts_with(folder))
}

fn runs_elsewhere(command: &ParsedCommand) -> bool {
    ENGINES.contains(&command.name.as_str())
}

/// A path that a word is, or has behind its first `=`: one that is there. Relative ones are in the working folder.
fn named(word: &str, folder: Option<&str>) -> Option<PathBuf> {
    paths(word, folder, on_network).find_map(|path| real_path(&path).ok())
}

/// Where the program is to make a file that is not there yet: the folder, which is.
fn place_of(word: &str, folder: Option<&str>) -> Option<PathBuf> {
    paths(word, folder, on_network).find_map(|path| {
        let made = ends_with(&path, &DATABASES) || ends_with(&path, &CHANGED);
        let place = real_path(path.parent()?).ok()?;
        (made && !path.exists() && place.is_dir()).then_some(place)
    })
}

/// None that is `elsewhere`, on another computer, nor what the kernel makes up: `/dev/stdout` leads us to another place than the program.
fn paths(word: &str, folder: Option<&str>, elsewhere: fn(&str) -> bool) -> impl Iterator<Item = PathBuf> {
    let value = word.split_once('=').map(|(_, value)| value);
    let folder = folder.map(PathBuf::from);
    let texts = [Some(word), value].into_iter().flatten().map(str::to_owned);
    texts.filter_map(move |text| {
        // The addresses of files, and of databases that are files.
        let bare = text
            .strip_prefix("sqlite://")
            .or_else(|| text.strip_prefix("file://"));
        let text = bare.unwrap_or(&text);
        let path = Path::new(text);
        let is_relative = path.starts_with(".") || path.starts_with("..");
        let path = match (path.is_absolute(), is_relative, &folder) {
            (true, _, _) => Some(path.to_path_buf()),
            (false, true, Some(folder)) => Some(folder.join(path)),
            _ => None,
        };
        path.filter(|path| !elsewhere(&path.to_string_lossy()) && !is_of_kernel(path))
    })
}

fn ends_with(path: &Path, ends: &[&str]) -> bool {
    let end = path.extension().and_then(|end| end.to_str()).unwrap_or_default();
    ends.contains(&end.to_ascii_lowercase().as_str())
}

fn grant(grants: &mut FenceGrants, path: &Path) {
    let journal = path
        .parent()
        .filter(|_| ends_with(path, &DATABASES) && path.is_file());
    // Where the folder is more than a program gets by default, the file alone is better than nothing.
    let path = journal.filter(|folder| is_proposed(folder)).unwrap_or(path);
    let Some(text) = path.to_str() else { return };
    if !is_proposed(path) || grants.read.len() + grants.write.len() >= limits::FENCE_PATHS {
        return;
    }
    let is_changed = path.is_dir() || ends_with(path, &DATABASES) || ends_with(path, &CHANGED);
    let list = match is_changed {
        true => &mut grants.write,
        false => &mut grants.read,
    };
    if !list.iter().any(|known| known == text) {
        list.push(text.to_owned());
    }
}

fn is_proposed(path: &Path) -> bool {
    !is_too_much(path) && !is_of_system(path) && !is_never_shown(path)
}

#[cfg(test)]
#[cfg(unix)]
#[path = "fence_default_tests.rs"]
mod tests;
