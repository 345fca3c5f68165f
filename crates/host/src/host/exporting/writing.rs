//! The file of another host: read as it is, and written only while it still is what was shown.

use crate::host::importing::not_text;
use crate::limits;
use portcullis_approval::consent::{Permit, ProposedExport};
use portcullis_core::ids::hex;
use portcullis_core::text::escape_line;
use portcullis_core::{Code, Error, Result, causes};
use portcullis_formats::limits::EXPORTED;
use portcullis_l10n::say;
use sha2::{Digest as _, Sha256};
use std::fs::{self, Metadata, OpenOptions};
use std::io::{self, ErrorKind, Read as _, Write as _};
use std::path::{Path, PathBuf};

/// A file as it is now.
#[derive(Debug)]
pub(super) struct SeenFile {
    /// The file itself: where the links of the path lead.
    pub real: PathBuf,
    /// Its text; empty where there is none.
    pub text: String,
    /// SHA-256 of it, hex; `None` where there is none.
    pub digest: Option<String>,
    /// Its folder is not there.
    pub new_folder: bool,
}

/// Reads a file that is to be written. A folder that is missing may be made where it is an application's own.
pub(super) fn look(path: &Path, own: bool) -> Result<SeenFile> {
    match fs::symlink_metadata(path) {
        Ok(_) => {
            // A link that leads nowhere is refused here.
            let real = real(path).map_err(|error| failed(path, &error))?;
            let bytes = read(&real)?;
            let digest = Some(digest(&bytes));
            let text = String::from_utf8(bytes).map_err(|_| not_text())?;
            Ok(SeenFile {
                real,
                text,
                digest,
                new_folder: false,
            })
        }
        Err(error) if error.kind() == ErrorKind::NotFound => {
            let (real, new_folder) = place_of(path, own)?;
            Ok(SeenFile {
                real,
                text: String::new(),
                digest: None,
                new_folder,
            })
        }
        Err(error) => Err(failed(path, &error)),
    }
}

/// Where a new file would be: in the folder that is there, or below the next one that is.
fn place_of(path: &Path, own: bool) -> Result<(PathBuf, bool)> {
    let (Some(folder), Some(name)) = (path.parent(), path.file_name()) else {
        return Err(failed(path, &ErrorKind::InvalidFilename.into()));
    };
    let mut missing = Vec::new();
    let mut there = folder;
    while let Err(error) = fs::symlink_metadata(there) {
        let (Some(parent), Some(name)) = (there.parent(), there.file_name()) else {
            return Err(failed(path, &error));
        };
        if error.kind() != ErrorKind::NotFound || !own {
            return Err(failed(folder, &error));
        }
        missing.push(name);
        there = parent;
    }
    let mut real = real(there).map_err(|error| failed(there, &error))?;
    real.extend(missing.iter().rev());
    real.push(name);
    Ok((real, !missing.is_empty()))
}

/// A path without links, as a person would write it.
fn real(path: &Path) -> io::Result<PathBuf> {
    let real = fs::canonicalize(path)?;
    // Windows writes such a path with a prefix that stands for no folder.
    let plain = real.to_str().and_then(|real| real.strip_prefix(r"\\?\"));
    let plain = plain.filter(|plain| !plain.starts_with("UNC")).map(PathBuf::from);
    Ok(plain.unwrap_or(real))
}

/// A plain file of this person that may be written.
fn read(real: &Path) -> Result<Vec<u8>> {
    let failed = |error: io::Error| failed(real, &error);
    let about = fs::symlink_metadata(real).map_err(failed)?;
    let refused = |sentence: String, remedy: String| Err(Error::new(Code::BadInput, sentence).remedy(remedy));
    let shown = escape_line(&real.to_string_lossy()).text;
    if !about.is_file() {
        return refused(
            say!("export-not-a-file", path = shown),
            say!("export-other-file-remedy"),
        );
    }
    if about.permissions().readonly() || !is_own(&about) {
        return refused(
            say!("export-read-only", path = shown),
            say!("export-read-only-remedy"),
        );
    }
    if about.len() > EXPORTED as u64 {
        let sentence = say!("export-too-large", path = shown, limit = EXPORTED >> 20);
        return refused(sentence, say!("export-other-file-remedy"));
    }
    let mut bytes = Vec::new();
    let file = portcullis_programs::open_regular(real).map_err(failed)?;
    file.take(EXPORTED as u64 + 1)
        .read_to_end(&mut bytes)
        .map_err(failed)?;
    Ok(bytes)
}

/// A file that another user owns would become this person's.
#[cfg(unix)]
fn is_own(about: &Metadata) -> bool {
    use std::os::unix::fs::MetadataExt as _;
    about.uid() == rustix::process::geteuid().as_raw()
}

#[cfg(not(unix))]
fn is_own(_: &Metadata) -> bool {
    true
}

fn digest(bytes: &[u8]) -> String {
    hex(&Sha256::digest(bytes))
}

/// Writes what was shown over what was shown, and nothing over anything else. The name of the copy of the file before.
///
/// The new file is whole on the disk before it takes the place of the old one, so that a crash leaves the one or the other.
pub(super) fn write(permit: Permit<ProposedExport>) -> Result<Option<String>> {
    let export = permit.spend();
    let now = look(&export.path, export.new_folder)?;
    if now.real != export.real || now.digest != export.before {
        return Err(changed());
    }
    let real = export.real.as_path();
    if export.new_folder
        && let Some(folder) = real.parent()
    {
        fs::create_dir_all(folder).map_err(|error| failed(folder, &error))?;
        // Another program may have put a link there meanwhile.
        if look(&export.path, false)?.real != export.real {
            return Err(changed());
        }
    }
    let backup = match &export.before {
        Some(_) => Some(back_up(real, now.text.as_bytes()).map_err(|error| failed(real, &error))?),
        None => None,
    };
    let begun = beside(real, |name| format!(".{name}.portcullis-new"));
    let written = begin(&begun, real, export.text.as_bytes())
        .map_err(|error| failed(real, &error))
        .and_then(|()| {
            // Another program may have written it since; there is no moment between this and the next step that can be closed.
            let last = look(&export.path, false)?;
            match last.real == export.real && last.digest == export.before {
                true => fs::rename(&begun, real).map_err(|error| failed(real, &error)),
                false => Err(changed()),
            }
        });
    if let Err(error) = written {
        // Why it was not written is what a person is told; what was begun is only in the way.
        for leftover in [Some(&begun), backup.as_ref()].into_iter().flatten() {
            if let Err(error) = fs::remove_file(leftover) {
                tracing::debug!(%error, "what was begun of an export stays");
            }
        }
        return Err(error);
    }
    sync_folder(real);
    if backup.is_some() {
        drop_old_backups(real);
    }
    let name = backup.as_deref().and_then(Path::file_name);
    Ok(name.map(|name| name.to_string_lossy().into_owned()))
}

/// The new file beside the old one, with the permissions of the old one, on the disk.
fn begin(begun: &Path, real: &Path, bytes: &[u8]) -> io::Result<()> {
    // Of an export that was cut off.
    match fs::remove_file(begun) {
        Err(error) if error.kind() != ErrorKind::NotFound => return Err(error),
        _ => {}
    }
    let like = match fs::symlink_metadata(real) {
        Ok(about) => Some(about.permissions()),
        Err(error) if error.kind() == ErrorKind::NotFound => None,
        Err(error) => return Err(error),
    };
    create(begun, like, |file| file.write_all(bytes))
}

/// A file that was not there, for this person alone unless another one is given to be like. It is there whole or not at all.
fn create(
    path: &Path,
    like: Option<fs::Permissions>,
    fill: impl FnOnce(&mut fs::File) -> io::Result<()>,
) -> io::Result<()> {
    let mut options = OpenOptions::new();
    options.write(true).create_new(true);
    #[cfg(unix)]
    {
        use std::os::unix::fs::OpenOptionsExt as _;
        options.mode(0o600);
    }
    let mut file = options.open(path)?;
    let written = fill(&mut file)
        .and_then(|()| like.map_or(Ok(()), |like| file.set_permissions(like)))
        .and_then(|()| file.sync_all());
    if written.is_err() {
        // Why it failed is what a person is told; the rest of it is only in the way.
        _ = fs::remove_file(path);
    }
    written
}

fn beside(real: &Path, name: impl FnOnce(&str) -> String) -> PathBuf {
    let own = real.file_name().unwrap_or_default().to_string_lossy();
    real.with_file_name(name(&own))
}

/// A copy of the file as it is, under the next number.
fn back_up(real: &Path, bytes: &[u8]) -> io::Result<PathBuf> {
    let newest = backups(real)?.last().map_or(0, |(number, _)| *number);
    let number = newest.checked_add(1).ok_or(ErrorKind::InvalidFilename)?;
    let path = beside(real, |name| format!("{name}.portcullis-backup-{number}"));
    let like = fs::symlink_metadata(real)?.permissions();
    create(&path, Some(like), |file| file.write_all(bytes))?;
    Ok(path)
}

/// Copies that are there, oldest first.
fn backups(real: &Path) -> io::Result<Vec<(u32, PathBuf)>> {
    let Some(folder) = real.parent() else {
        return Ok(Vec::new());
    };
    let start = format!(
        "{}.portcullis-backup-",
        real.file_name().unwrap_or_default().to_string_lossy()
    );
    let mut found = Vec::new();
    for entry in fs::read_dir(folder)? {
        let entry = entry?;
        let name = entry.file_name();
        let number = name
            .to_str()
            .and_then(|name| name.strip_prefix(&start)?.parse().ok());
        found.extend(number.map(|number| (number, entry.path())));
    }
    found.sort();
    Ok(found)
}

/// One that stays is no failure of an export that is done.
fn drop_old_backups(real: &Path) {
    let kept = match backups(real) {
        Ok(found) => found,
        Err(error) => return tracing::warn!(%error, "the backups of an exported file were not read"),
    };
    for (_, path) in kept.iter().rev().skip(limits::EXPORT_BACKUPS) {
        if let Err(error) = fs::remove_file(path) {
            tracing::warn!(%error, "an old backup of an exported file stays");
        }
    }
}

/// The new name is on the disk too.
#[cfg(unix)]
fn sync_folder(real: &Path) {
    if let Some(folder) = real.parent()
        && let Err(error) = fs::File::open(folder).and_then(|folder| folder.sync_all())
    {
        tracing::debug!(%error, "the folder of an exported file was not synced");
    }
}

#[cfg(not(unix))]
fn sync_folder(_: &Path) {}

fn changed() -> Error {
    Error::new(Code::NotFound, say!("export-changed")).remedy(say!("export-changed-remedy"))
}

fn failed(path: &Path, error: &io::Error) -> Error {
    let path = escape_line(&path.to_string_lossy()).text;
    Error::new(
        Code::BadInput,
        say!("export-failed", path, cause = causes::io(error)),
    )
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_file_that_a_full_disk_cuts_off_is_not_left_behind() {
        let folder = tempfile::tempdir().unwrap();
        let full = |file: &mut fs::File| {
            file.write_all(b"half")?;
            Err(ErrorKind::StorageFull.into())
        };
        let error = create(&folder.path().join("mcp.json"), None, full).unwrap_err();
        assert_eq!(error.kind(), ErrorKind::StorageFull);
        assert_eq!(fs::read_dir(folder.path()).unwrap().count(), 0);
    }
}
