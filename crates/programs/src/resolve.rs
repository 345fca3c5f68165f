//! From the word in a configuration to the one file that is shown, approved and spawned (S-65).

#[cfg(windows)]
mod windows;

use super::{Fingerprint, InstallCommand, Runtime, SearchPath, System, quoted};
use portcullis_core::{Code, Error, Result};
use portcullis_domain::Warning;
use portcullis_l10n::say;
use std::io::ErrorKind;
use std::path::{Path, PathBuf};
#[cfg(windows)]
use windows::{candidates, is_alias, may_run, warnings};

/// A program that was found.
#[derive(Debug, Clone, PartialEq)]
pub struct Resolved {
    /// Absolute, as found; links are not followed, since many tools look at the name they are called by.
    pub path: PathBuf,
    /// The file behind it, links followed.
    pub fingerprint: Fingerprint,
    /// What a person should know before saying yes.
    pub warnings: Vec<Warning>,
}

/// Finds `program`: an absolute path as it is, a bare name on `search`. A relative path with a slash is
/// refused and the working directory is never searched, since both would run what a project brings along
/// (S-65). Blocking: reads the program once for its fingerprint.
///
/// # Errors
/// `launch.not_found` and `launch.not_executable`, each with a remedy. The sentence is only the reason, to be put
/// behind what was not done: “there is no program at …”.
pub fn resolve(program: &str, search: &SearchPath) -> Result<Resolved> {
    let path = locate(program, search)?;
    let fingerprint = Fingerprint::of(&path)?;
    let warnings = warnings(&path, &fingerprint.target);
    Ok(Resolved {
        path,
        fingerprint,
        warnings,
    })
}

/// The same without a look into the file: only where it is. Blocking.
///
/// # Errors
/// As [`resolve`].
pub fn locate(program: &str, search: &SearchPath) -> Result<PathBuf> {
    let given = Path::new(program);
    if program.trim().is_empty() || program.contains('\0') {
        let sentence = say!("command-empty");
        return Err(Error::new(Code::LaunchNotFound, sentence).remedy(say!("command-empty-remedy")));
    }
    if crate::on_network(program) {
        let sentence = say!("network-program", program = quoted(given));
        return Err(Error::new(Code::LaunchNotExecutable, sentence).remedy(say!("network-program-remedy")));
    }
    if given.is_absolute() {
        return best(candidates(given).into_iter().map(usable)).into_result(given);
    }
    if program.contains('/') || (cfg!(windows) && program.contains(['\\', ':'])) {
        let sentence = say!("command-relative", program = quoted(given));
        return Err(Error::new(Code::LaunchNotFound, sentence).remedy(say!("command-relative-remedy")));
    }
    let everywhere = search
        .folders()
        .flat_map(|folder| candidates(&folder.join(given)));
    // A shell passes over folders of that name, and over places that it cannot enter.
    let found = everywhere.map(usable).filter(|found| {
        matches!(
            found,
            Usable::Yes(_) | Usable::NotExecutable(_) | Usable::Alias(_)
        )
    });
    best(found).into_result(given)
}

/// The other usual name of Python, where only that one is found: many systems have no `python`, and Windows often no `python3`.
/// Blocking.
#[must_use]
pub fn other_python(program: &str, search: &SearchPath) -> Option<&'static str> {
    let other = match program {
        "python" => "python3",
        "python3" => "python",
        _ => return None,
    };
    (locate(program, search).is_err() && locate(other, search).is_ok()).then_some(other)
}

/// What is at a path.
enum Usable {
    Yes(PathBuf),
    NotExecutable(PathBuf),
    Alias(PathBuf),
    Hidden(PathBuf),
    Folder(PathBuf),
    No,
}

impl Usable {
    fn into_result(self, given: &Path) -> Result<PathBuf> {
        let refused = |sentence: String, remedy: String| {
            Err(Error::new(Code::LaunchNotExecutable, sentence).remedy(remedy))
        };
        match self {
            Self::Yes(path) => Ok(path),
            Self::NotExecutable(path) => refused(
                say!("not-executable", path = quoted(&path)),
                say!("not-executable-remedy"),
            ),
            Self::Alias(path) => refused(
                say!("store-alias", path = quoted(&path)),
                match given.to_str().and_then(Runtime::of) {
                    Some(runtime) => installed_by(runtime),
                    None => say!("store-alias-remedy"),
                },
            ),
            Self::Hidden(path) => refused(
                say!("hidden-folder", path = quoted(&path)),
                say!("hidden-folder-remedy"),
            ),
            Self::Folder(path) => refused(say!("is-folder", path = quoted(&path)), say!("is-folder-remedy")),
            Self::No if given.is_absolute() => {
                let sentence = say!("no-program-at", program = quoted(given));
                Err(Error::new(Code::LaunchNotFound, sentence).remedy(say!("no-program-at-remedy")))
            }
            Self::No => {
                let sentence = say!("not-in-path", program = quoted(given));
                let remedy = match given.to_str().and_then(Runtime::of) {
                    Some(runtime) => installed_by(runtime),
                    None => say!("not-in-path-remedy"),
                };
                Err(Error::new(Code::LaunchNotFound, sentence).remedy(remedy))
            }
        }
    }
}

fn installed_by(runtime: Runtime) -> String {
    match runtime.install(System::here()) {
        InstallCommand::Run(command) => {
            say!("not-in-path-runtime-remedy", runtime = runtime.name(), command)
        }
        InstallCommand::Page(page) => {
            say!("not-in-path-runtime-page-remedy", runtime = runtime.name(), page)
        }
    }
}

/// The first that can be run, else the first that says why not.
fn best(found: impl Iterator<Item = Usable>) -> Usable {
    let mut best = Usable::No;
    for one in found {
        match (&best, &one) {
            (_, Usable::Yes(_)) => return one,
            (Usable::No, _) => best = one,
            _ => {}
        }
    }
    best
}

fn usable(path: PathBuf) -> Usable {
    match path.metadata() {
        Ok(metadata) if metadata.is_dir() => Usable::Folder(path),
        Ok(metadata) if metadata.is_file() && is_alias(&path) => Usable::Alias(path),
        Ok(metadata) if metadata.is_file() && may_run(&path) => Usable::Yes(path),
        Ok(_) => Usable::NotExecutable(path),
        Err(error) => unseen(path, error.kind()),
    }
}

/// What is at a path that cannot be looked at, by the reason.
fn unseen(path: PathBuf, reason: ErrorKind) -> Usable {
    match reason {
        ErrorKind::PermissionDenied => Usable::Hidden(path),
        _ => Usable::No,
    }
}

#[cfg(unix)]
fn candidates(path: &Path) -> Vec<PathBuf> {
    vec![path.to_owned()]
}

/// Windows alone has names that only its Store can follow.
#[cfg(unix)]
fn is_alias(_: &Path) -> bool {
    false
}

/// Whether this account may run the file.
#[cfg(unix)]
pub(super) fn may_run(path: &Path) -> bool {
    rustix::fs::access(path, rustix::fs::Access::EXEC_OK).is_ok()
}

/// Says who else could replace the program: through the file itself, or through any folder on the way to it.
#[cfg(unix)]
fn warnings(path: &Path, target: &Path) -> Vec<Warning> {
    use std::collections::BTreeSet;
    use std::os::unix::fs::MetadataExt as _;
    const OTHERS_WRITE: u32 = 0o002;
    const STICKY: u32 = 0o1000;
    let me = rustix::process::geteuid().as_raw();
    let on_the_way: BTreeSet<&Path> = path.ancestors().skip(1).chain(target.ancestors()).collect();
    let mut warnings = Vec::new();
    for place in on_the_way {
        let Ok(metadata) = place.metadata() else { continue };
        let shown = quoted(place);
        // In a sticky folder such as /tmp others may add, but not replace what is not theirs.
        let open =
            metadata.mode() & OTHERS_WRITE != 0 && !(metadata.is_dir() && metadata.mode() & STICKY != 0);
        if open {
            warnings.push(Warning::new(
                "program.writable_by_others",
                match metadata.is_dir() {
                    true => say!("writable-folder", path = shown),
                    false => say!("writable-file", path = shown),
                },
            ));
        } else if ![0, me].contains(&metadata.uid()) {
            warnings.push(Warning::new(
                "program.owned_by_other",
                match metadata.is_dir() {
                    true => say!("foreign-folder", path = shown),
                    false => say!("foreign-file", path = shown),
                },
            ));
        }
    }
    warnings
}

#[cfg(test)]
#[cfg(unix)]
mod tests;
