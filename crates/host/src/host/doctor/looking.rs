//! What the disk and the system tell. Blocking.

use super::{install, path_text};
use crate::limits;
use portcullis_api::RuntimeView;
use portcullis_core::Code;
use portcullis_doctor::{Evidence, ProgramState, RuntimeVersion, built_for};
use portcullis_domain::Endpoint;
use portcullis_programs::{
    PathSystem, Runtime, SearchPath, System, installed_version, locate, open_regular, other_python, real_path,
};
use std::io::Read as _;
use std::path::{Path, PathBuf};

/// The programs that servers are started with.
const PROGRAMS: &[&str] = &[
    "node", "npx", "uv", "uvx", "python3", "docker", "podman", "deno", "bun", "dnx",
];

/// The same evidence, with what is to be seen of its program and its system.
pub(super) fn look(mut evidence: Evidence, search: &SearchPath) -> Evidence {
    evidence.system = System::here();
    evidence.paths = PathSystem::here();
    evidence.proxy = portcullis_net::uses_proxy();
    let Endpoint::Command { program, folder, .. } = &evidence.endpoint else {
        return evidence;
    };
    let found = locate(program, search);
    let searched = !program.contains(['/', '\\']);
    evidence.folder_missing = folder
        .as_deref()
        .filter(|folder| !portcullis_programs::on_network(folder))
        .is_some_and(|folder| !Path::new(folder).is_dir());
    evidence.alternative = other_python(program, search).map(str::to_owned);
    if searched {
        evidence.searched = search
            .folders()
            .take(portcullis_doctor::limits::FOLDERS)
            .map(path_text)
            .collect();
    }
    match found {
        Ok(path) => {
            evidence.elsewhere = searched.then(|| elsewhere(program, &path, search)).flatten();
            evidence.built_for =
                head(&path).and_then(|head| built_for(&head, std::env::consts::OS, std::env::consts::ARCH));
            evidence.versions = version(program, &path, search).into_iter().collect();
            evidence.program = ProgramState::Found(path_text(path));
        }
        Err(error) => {
            evidence.program = match error.code {
                Code::LaunchNotExecutable => ProgramState::NotExecutable,
                _ => ProgramState::Missing,
            };
        }
    }
    evidence
}

/// Another program of this name in a folder that is searched later. The shims of a version manager are no other program.
fn elsewhere(program: &str, found: &Path, search: &SearchPath) -> Option<String> {
    let shim = |path: &Path| path.components().any(|part| part.as_os_str() == "shims");
    let real = real_path(found).ok();
    let other = |path: PathBuf| {
        let path = locate(path.to_str()?, search).ok()?;
        let is_other = !shim(&path) && real_path(&path).ok() != real;
        is_other.then(|| path.to_str().map(str::to_owned)).flatten()
    };
    search
        .folders()
        .map(|folder| folder.join(program))
        .find_map(other)
}

/// The version of the runtime that a program comes with. `npx` is a script beside Node.js, or is found in another place.
fn version(program: &str, path: &Path, search: &SearchPath) -> Option<RuntimeVersion> {
    let name = Path::new(program).file_name()?.to_str()?;
    let runtime = Runtime::of(name)?;
    let beside = |name: &str| {
        path.parent()
            .map(|folder| folder.join(name))
            .filter(|path| path.is_file())
    };
    let main: PathBuf = match runtime {
        Runtime::Node => beside("node").or_else(|| locate("node", search).ok())?,
        _ => path.to_owned(),
    };
    Some(RuntimeVersion {
        runtime: runtime.name().to_owned(),
        version: installed_version(runtime, &main)?,
    })
}

/// The beginning of a regular file.
fn head(path: &Path) -> Option<Vec<u8>> {
    let mut head = Vec::new();
    open_regular(path)
        .ok()?
        .take(limits::PROGRAM_HEAD)
        .read_to_end(&mut head)
        .ok()?;
    Some(head)
}

/// All that servers are started with.
pub(super) fn runtimes(search: &SearchPath) -> Vec<RuntimeView> {
    let system = System::here();
    let view = |program: &&str| {
        let runtime = Runtime::of(program)?;
        let path = locate(program, search).ok();
        let version = path
            .as_ref()
            .and_then(|path| version(program, path, search))
            .map(|known| known.version);
        Some(RuntimeView {
            program: (*program).to_owned(),
            runtime: runtime.name().to_owned(),
            path: path.map(path_text),
            version,
            install: install(runtime.install(system)),
        })
    };
    PROGRAMS.iter().filter_map(view).collect()
}
