//! Fetched packages on the disk: a folder of a random name for each, with its tree and a record of it. A folder from which no server
//! runs is deleted.

use super::super::{Inner, blocking, locked};
use super::remove_whole;
use crate::limits;
use portcullis_core::text::escape_line;
use portcullis_core::{Code, Error, Result};
use portcullis_domain::{Problem, ServerDraft};
use portcullis_install::FetchedPackage;
use portcullis_l10n::say;
use serde::de::DeserializeOwned;
use serde::{Deserialize, Serialize};
use std::collections::HashSet;
use std::fs::{self, File};
use std::io::{self, Read as _, Write as _};
use std::path::{Path, PathBuf};

/// The folder of all packages, in the data folder.
const FOLDER: &str = "packages";
/// The record of a package, in its folder.
const RECORD: &str = "record.json";
/// Characters of the name of a folder of a package or a bundle: an id in hex.
pub(in crate::host) const ID_LENGTH: usize = 32;
/// What is being fetched, in the folder of a package that is not whole yet.
const BEGUN: &str = "fetching.json";
/// Bytes of a record that are read.
const RECORD_BYTES: u64 = 1 << 20;

impl Inner {
    pub(in crate::host) fn packages_folder(&self) -> PathBuf {
        self.data_dir.join(FOLDER)
    }

    /// The package that a draft runs from. Blocking: reads its record.
    pub(in crate::host) fn package_of(&self, draft: &ServerDraft) -> Option<FetchedPackage> {
        package_in(&self.packages_folder(), draft)
    }

    /// A server was saved that runs from it, or none was.
    pub(in crate::host) async fn forget_package(&self, id: &str) {
        locked(&self.packages).pending.remove(id);
        self.sweep_packages().await;
    }

    /// Deletes each package from which no server runs and that no question is about.
    pub(in crate::host) async fn sweep_packages(&self) {
        let folder = self.packages_folder();
        let mut used: HashSet<String> = locked(&self.packages).pending.clone();
        let drafts: Vec<_> = self.entries().iter().map(|entry| entry.row().draft).collect();
        let swept = blocking(move || {
            used.extend(drafts.iter().filter_map(|draft| id_of(&folder, draft)));
            sweep(&folder, &used)
        })
        .await;
        if let Err(error) = swept.and_then(|swept| swept) {
            tracing::warn!(%error, "an unused package was not deleted");
        }
    }
}

pub(in crate::host) fn package_in(packages: &Path, draft: &ServerDraft) -> Option<FetchedPackage> {
    let id = id_of(packages, draft)?;
    if packages.join(&id).join(BEGUN).exists() {
        return None;
    }
    match read_record(&packages.join(id).join(RECORD), RECORD_BYTES) {
        Ok(package) => Some(package),
        Err(error) => {
            // Without it what would start is not what was approved, and the person is asked.
            tracing::warn!(%error, "the record of a package was not read");
            None
        }
    }
}

/// The package whose program or script a draft names. Blocking.
fn id_of(packages: &Path, draft: &ServerDraft) -> Option<String> {
    let (program, arguments) = draft.endpoint.command()?;
    // Names of folders above may be links.
    let packages = [Some(packages.to_path_buf()), packages.canonicalize().ok()];
    std::iter::once(program).chain(arguments).find_map(|word| {
        let inside = packages
            .iter()
            .flatten()
            .find_map(|packages| Path::new(word).strip_prefix(packages).ok())?;
        let id = inside.components().next()?.as_os_str().to_str()?;
        is_id(id).then(|| id.to_owned())
    })
}

/// Whether it is the name of a folder of a package or a bundle.
pub(in crate::host) fn is_id(name: &str) -> bool {
    name.len() == ID_LENGTH && name.bytes().all(|byte| byte.is_ascii_hexdigit())
}

/// Writes a record that was not there, for this person alone.
pub(in crate::host) fn write_record(place: &Path, record: &impl Serialize) -> io::Result<()> {
    let mut options = File::options();
    options.write(true).create_new(true);
    #[cfg(unix)]
    std::os::unix::fs::OpenOptionsExt::mode(&mut options, 0o600);
    let mut file = options.open(place)?;
    file.write_all(&serde_json::to_vec(record)?)?;
    file.sync_all()
}

/// Reads a record, of which at most so many bytes are read.
pub(in crate::host) fn read_record<T: DeserializeOwned>(place: &Path, bytes: u64) -> io::Result<T> {
    let mut text = Vec::new();
    File::open(place)?.take(bytes).read_to_end(&mut text)?;
    Ok(serde_json::from_slice(&text)?)
}

/// Keeps what was fetched.
pub(super) fn write(folder: &Path, package: &FetchedPackage) -> io::Result<()> {
    write_record(&folder.join(RECORD), package)?;
    // From here on it is whole.
    fs::remove_file(folder.join(BEGUN))
}

/// A fetch that began and has not ended. While one is said in the folder of a package, it is none.
#[derive(Serialize, Deserialize)]
pub(super) struct InterruptedFetch {
    /// With the version that was asked for.
    pub(super) package: String,
    /// The person's label of the server.
    pub(super) label: String,
}

pub(super) fn begin(folder: &Path, fetch: &InterruptedFetch) -> io::Result<()> {
    fs::write(folder.join(BEGUN), serde_json::to_vec(fetch)?)
}

/// Fetches that the last run did not live to end. What they left is no package and is deleted with the others that no server runs
/// from. Blocking.
pub(in crate::host) fn interrupted(data: &Path) -> Vec<Problem> {
    let folders = fs::read_dir(data.join(FOLDER)).into_iter().flatten().flatten();
    let read =
        |folder: fs::DirEntry| read_record::<InterruptedFetch>(&folder.path().join(BEGUN), RECORD_BYTES).ok();
    let said = |fetch: InterruptedFetch| {
        let package = escape_line(&fetch.package).text;
        let server = escape_line(&fetch.label).text;
        let error = Error::new(Code::LaunchFailed, say!("fetch-interrupted", package, server));
        error.remedy(say!("fetch-interrupted-remedy")).into()
    };
    folders
        .take(limits::FETCHES_SAID)
        .filter_map(read)
        .map(said)
        .collect()
}

fn sweep(packages: &Path, used: &HashSet<String>) -> Result<()> {
    let entries = match fs::read_dir(packages) {
        Ok(entries) => entries,
        Err(error) if error.kind() == io::ErrorKind::NotFound => return Ok(()),
        Err(error) => return Err(Error::internal(error)),
    };
    let sweep_one = |entry: io::Result<fs::DirEntry>| {
        let entry = entry?;
        let name = entry.file_name();
        let name = name.to_str().unwrap_or_default();
        // A link is not followed.
        match entry.file_type()?.is_dir() && is_id(name) && !used.contains(name) {
            true => remove_whole(&entry.path()),
            false => Ok(()),
        }
    };
    // One that stays keeps none of the others.
    let failed: Vec<_> = entries.filter_map(|entry| sweep_one(entry).err()).collect();
    failed
        .into_iter()
        .next()
        .map_or(Ok(()), |error| Err(Error::internal(error)))
}

#[cfg(test)]
mod tests {
    use super::*;
    use portcullis_domain::Endpoint;

    fn draft(program: &str, argument: &str) -> ServerDraft {
        let endpoint = Endpoint::Command {
            program: program.to_owned(),
            arguments: vec![argument.to_owned()],
            folder: None,
        };
        ServerDraft::unfenced("x", endpoint)
    }

    #[test]
    fn a_package_is_known_by_the_program_or_script_that_is_in_its_folder() {
        let id = "0123456789abcdef0123456789abcdef";
        let packages = Path::new("/data/packages");
        let inside = format!("/data/packages/{id}/tree/bin/python");
        assert_eq!(id_of(packages, &draft(&inside, "")).as_deref(), Some(id));
        assert_eq!(id_of(packages, &draft("node", &inside)).as_deref(), Some(id));
        for other in ["/data/packages/mine/x", "/elsewhere/packages", "packages", ""] {
            assert_eq!(id_of(packages, &draft("node", other)), None, "{other}");
        }
    }

    #[test]
    fn only_folders_of_unused_packages_are_deleted() {
        let folder = tempfile::tempdir().expect("a folder");
        let (used, unused) = ("a".repeat(ID_LENGTH), "b".repeat(ID_LENGTH));
        for name in [used.as_str(), unused.as_str(), "mine"] {
            fs::create_dir(folder.path().join(name)).expect("made");
        }
        sweep(folder.path(), &HashSet::from([used.clone()])).expect("swept");
        let left = fs::read_dir(folder.path())
            .expect("read")
            .map(|it| it.expect("read").file_name());
        let mut left: Vec<_> = left.collect();
        left.sort();
        assert_eq!(left, [used.as_str(), "mine"]);
    }

    // Mode 000 does not stop root: then it only proves that links are not followed.
    #[cfg(unix)]
    #[test]
    fn a_folder_that_a_program_closed_is_deleted_and_no_link_is_followed() {
        use std::os::unix::fs::{PermissionsExt as _, symlink};
        let folder = tempfile::tempdir().expect("a folder");
        let closed = |path: &Path| {
            fs::set_permissions(path, fs::Permissions::from_mode(0o000)).expect("closed");
        };
        let mine = folder.path().join("mine");
        fs::create_dir(&mine).expect("made");
        fs::set_permissions(&mine, fs::Permissions::from_mode(0o500)).expect("set");
        let packages = folder.path().join("packages");
        for name in ["a", "b"] {
            let package = packages.join(name.repeat(ID_LENGTH));
            let inner = package.join("home/outer/inner");
            fs::create_dir_all(&inner).expect("made");
            fs::write(inner.join("file"), "x").expect("written");
            symlink(&mine, package.join("home/link")).expect("linked");
            closed(&inner);
            closed(&package.join("home/outer"));
        }
        sweep(&packages, &HashSet::new()).expect("swept");
        assert_eq!(fs::read_dir(&packages).expect("read").count(), 0);
        let mode = fs::metadata(&mine).expect("there").permissions().mode();
        assert_eq!(mode & 0o777, 0o500);
    }
}
