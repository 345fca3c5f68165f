//! Files that the shell writes: whole, or not at all.

use portcullis_core::{Code, Error, Result, causes};
use portcullis_l10n::say;
use std::fs::File;
use std::io::ErrorKind;
use std::path::{Path, PathBuf};

/// Writes a file off the async threads; its path. What was there before stays as it is until the new one is whole.
pub(crate) async fn write(
    path: PathBuf,
    fill: impl FnOnce(&mut File) -> std::io::Result<()> + Send + 'static,
) -> Result<String> {
    tokio::task::spawn_blocking(move || {
        let shown = path.to_string_lossy().into_owned();
        match whole(&path, fill) {
            Ok(()) => Ok(shown),
            Err(error) => Err(unwritten(&shown, &error)),
        }
    })
    .await
    .map_err(Error::internal)?
}

/// Writes a file. What was there before stays as it is until the new one is whole.
///
/// # Errors
/// Why it was not written.
pub(crate) fn whole(path: &Path, fill: impl FnOnce(&mut File) -> std::io::Result<()>) -> std::io::Result<()> {
    let write = |place: &Path| {
        let mut file = File::create(place)?;
        fill(&mut file)?;
        file.sync_all()
    };
    // A device is written to, and nothing takes its place.
    let plain = std::fs::symlink_metadata(path).map_or(true, |about| about.is_file());
    let (true, Some(name)) = (plain, path.file_name()) else {
        return write(path);
    };
    let mut begun = std::ffi::OsString::from(".");
    begun.push(name);
    begun.push(".part");
    let begun = path.with_file_name(begun);
    let written = write(&begun).and_then(|()| std::fs::rename(&begun, path));
    if written.is_err() {
        // Why it failed is what a person is told; the rest of it is only in the way.
        _ = std::fs::remove_file(&begun);
    }
    written
}

/// `input.bad`, in words.
pub(crate) fn unwritten(shown: &str, error: &std::io::Error) -> Error {
    let (why, remedy) = match error.kind() {
        ErrorKind::StorageFull | ErrorKind::QuotaExceeded => {
            (say!("file-no-room"), say!("file-no-room-remedy"))
        }
        ErrorKind::PermissionDenied | ErrorKind::ReadOnlyFilesystem => {
            (say!("file-denied"), say!("file-remedy"))
        }
        _ => (causes::io(error), say!("file-remedy")),
    };
    Error::new(Code::BadInput, say!("file-not-written", file = shown, why = why)).remedy(remedy)
}

#[cfg(test)]
mod tests {
    #![allow(clippy::unwrap_used, reason = "a test fails by panicking")]

    use super::*;
    use std::io::Write as _;

    #[test]
    fn a_file_that_cannot_be_written_whole_leaves_the_one_before_and_nothing_beside_it() {
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join("export.json");
        std::fs::write(&path, "before").unwrap();
        let full = |file: &mut File| {
            file.write_all(b"half")?;
            Err(ErrorKind::StorageFull.into())
        };
        let error = whole(&path, full).unwrap_err();
        assert_eq!(std::fs::read_to_string(&path).unwrap(), "before");
        let sentence = unwritten("export.json", &error).sentence;
        assert!(sentence.contains("the disk is full"), "{sentence}");
        whole(&path, |file| file.write_all(b"after")).unwrap();
        assert_eq!(std::fs::read_to_string(&path).unwrap(), "after");
        assert_eq!(std::fs::read_dir(folder.path()).unwrap().count(), 1);
        let nowhere = whole(&folder.path().join("gone/export.json"), |_| Ok(())).unwrap_err();
        assert_eq!(nowhere.kind(), ErrorKind::NotFound);
    }

    #[cfg(target_os = "linux")]
    #[test]
    fn a_full_disk_is_said_in_words() {
        let full = Path::new("/dev/full");
        let error = whole(full, |file| file.write_all(b"words")).unwrap_err();
        assert!(
            unwritten("x", &error).sentence.contains("the disk is full"),
            "{error}"
        );
        assert!(full.exists(), "nothing took the place of a device");
    }
}
