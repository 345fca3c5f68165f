//! Files that the shell writes: whole, or not at all.

use portcullis_core::{Code, Error, Result, causes};
use portcullis_l10n::say;
use std::fs::{File, Metadata};
use std::io::ErrorKind;
use std::path::{Path, PathBuf};

/// Writes a file off the async threads; its path. What was there before stays as it is until the new one is whole.
pub(crate) async fn write(path: PathBuf, bytes: impl AsRef<[u8]> + Send + 'static) -> Result<String> {
    let fill = move |file: &mut File| std::io::Write::write_all(file, bytes.as_ref());
    tokio::task::spawn_blocking(move || written(&path, fill))
        .await
        .map_err(Error::internal)?
}

/// Writes a file; its path, or why it was not written in words.
fn written(path: &Path, fill: impl FnOnce(&mut File) -> std::io::Result<()>) -> Result<String> {
    let shown = path.to_string_lossy().into_owned();
    match whole(path, fill) {
        Ok(()) => Ok(shown),
        Err(error) => Err(unwritten(&shown, &error)),
    }
}

/// Writes a file. What was there before stays as it is until the new one is whole.
///
/// # Errors
/// Why it was not written.
pub(crate) fn whole(path: &Path, fill: impl FnOnce(&mut File) -> std::io::Result<()>) -> std::io::Result<()> {
    let write = |mut file: File| {
        fill(&mut file)?;
        file.sync_all()
    };
    // A device is written to, and nothing takes its place. A link is replaced and not followed: a server that may write to this
    // folder could have put it there, to have a file written that it cannot reach itself. So could it a pipe, which would be
    // waited for.
    let is_replaced = std::fs::symlink_metadata(path).map_or(true, |about| {
        about.is_file() || about.is_symlink() || is_pipe(&about)
    });
    if !is_replaced || path.file_name().is_none() {
        return File::create(path).and_then(write);
    }
    let begun = unfinished(path);
    let written = created(&begun)
        .and_then(write)
        .and_then(|()| std::fs::rename(&begun, path));
    if written.is_err() {
        // Why it failed is what a person is told; the rest of it is only in the way.
        _ = std::fs::remove_file(&begun);
    }
    written
}

#[cfg(unix)]
fn is_pipe(about: &Metadata) -> bool {
    std::os::unix::fs::FileTypeExt::is_fifo(&about.file_type())
}

#[cfg(not(unix))]
fn is_pipe(_: &Metadata) -> bool {
    false
}

/// Where a file or a folder is until it is whole.
fn unfinished(path: &Path) -> PathBuf {
    let mut name = std::ffi::OsString::from(".");
    name.push(path.file_name().unwrap_or_default());
    name.push(".part");
    path.with_file_name(name)
}

/// A new file, in place of what a save that was cut off left there, or of a link.
fn created(path: &Path) -> std::io::Result<File> {
    match std::fs::remove_file(path) {
        Err(error) if error.kind() != ErrorKind::NotFound => Err(error),
        _ => File::create_new(path),
    }
}

/// Names that are tried for a folder beside a file.
const FOLDERS: u32 = 100;

/// A folder for what belongs to a file, beside it and not there yet: `NAME-files`, `NAME-files-2`. One that is being written, or that
/// an export which was cut off left half written, is not free either.
pub(crate) fn folder_beside(path: &Path) -> Result<PathBuf> {
    let stem = path.file_stem().unwrap_or_default().to_string_lossy();
    (1..=FOLDERS)
        .map(|number| match number {
            1 => path.with_file_name(format!("{stem}-files")),
            _ => path.with_file_name(format!("{stem}-files-{number}")),
        })
        .find(|folder| {
            let places = [folder, &unfinished(folder)];
            places
                .iter()
                .all(|place| std::fs::symlink_metadata(place).is_err())
        })
        .ok_or_else(|| unwritten(&path.to_string_lossy(), &ErrorKind::AlreadyExists.into()))
}

/// Writes a file and, where there are any, the files of the folder beside it off the async threads; the path of the file. All of
/// it is there in the end, or none.
pub(crate) async fn with_folder(
    path: PathBuf,
    folder: PathBuf,
    files: Vec<(String, Vec<u8>)>,
    fill: impl FnOnce(&mut File) -> std::io::Result<()> + Send + 'static,
) -> Result<String> {
    tokio::task::spawn_blocking(move || {
        if files.is_empty() {
            return written(&path, fill);
        }
        whole_folder(&folder, &files).map_err(|error| unwritten(&folder.to_string_lossy(), &error))?;
        written(&path, fill).inspect_err(|_| {
            // It is of no use without its file, and no other program has written into it.
            _ = std::fs::remove_dir_all(&folder);
        })
    })
    .await
    .map_err(Error::internal)?
}

/// Writes a folder that is not there yet.
///
/// # Errors
/// Why it was not written.
fn whole_folder(folder: &Path, files: &[(String, Vec<u8>)]) -> std::io::Result<()> {
    let begun = unfinished(folder);
    std::fs::create_dir(&begun)?;
    let written = files
        .iter()
        .try_for_each(|(name, bytes)| {
            let mut file = File::create_new(begun.join(name))?;
            std::io::Write::write_all(&mut file, bytes)?;
            file.sync_all()
        })
        .and_then(|()| std::fs::rename(&begun, folder));
    if written.is_err() {
        // Why it failed is what a person is told; the rest of it is only in the way.
        _ = std::fs::remove_dir_all(&begun);
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
    Error::new(Code::BadInput, say!("file-not-written", file = shown, why)).remedy(remedy)
}

#[cfg(test)]
mod tests {
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

    // Proves S-68.
    #[cfg(unix)]
    #[test]
    fn a_link_in_a_folder_that_a_server_may_write_to_leads_no_save_elsewhere() {
        let folder = tempfile::tempdir().unwrap();
        let (path, outside) = (folder.path().join("a.json"), folder.path().join("outside"));
        std::fs::write(&outside, "before").unwrap();
        for link in ["a.json", ".a.json.part"] {
            for target in [outside.clone(), folder.path().join("new")] {
                std::os::unix::fs::symlink(&target, folder.path().join(link)).unwrap();
                whole(&path, |file| file.write_all(b"after")).unwrap();
                assert!(std::fs::symlink_metadata(&path).unwrap().is_file(), "{link}");
                assert_eq!(std::fs::read_to_string(&path).unwrap(), "after");
                assert_eq!(std::fs::read_to_string(&outside).unwrap(), "before", "{link}");
                assert!(!folder.path().join("new").exists(), "{link}");
                std::fs::remove_file(&path).unwrap();
            }
        }
    }

    // Proves S-68.
    #[cfg(target_os = "linux")]
    #[test]
    fn a_pipe_in_a_folder_that_a_server_may_write_to_is_replaced_and_not_waited_for() {
        use rustix::fs::{CWD, FileType, mknodat};
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join("a.json");
        mknodat(CWD, path.as_path(), FileType::Fifo, 0o600.into(), 0).unwrap();
        whole(&path, |file| file.write_all(b"after")).unwrap();
        assert!(std::fs::symlink_metadata(&path).unwrap().is_file());
        assert_eq!(std::fs::read_to_string(&path).unwrap(), "after");
    }

    #[tokio::test]
    async fn a_file_and_its_folder_are_both_there_or_neither() {
        let place = tempfile::tempdir().unwrap();
        let path = place.path().join("My talk.md");
        let files = vec![("1.png".to_owned(), b"png".to_vec())];
        let folder = folder_beside(&path).unwrap();
        assert_eq!(folder, place.path().join("My talk-files"));
        let full = |_: &mut File| Err(ErrorKind::StorageFull.into());
        with_folder(path.clone(), folder.clone(), files.clone(), full)
            .await
            .unwrap_err();
        assert_eq!(std::fs::read_dir(place.path()).unwrap().count(), 0);
        let fill = |file: &mut File| file.write_all(b"text");
        with_folder(path.clone(), folder.clone(), files.clone(), fill)
            .await
            .unwrap();
        assert_eq!(std::fs::read(folder.join("1.png")).unwrap(), b"png");
        assert_eq!(std::fs::read(&path).unwrap(), b"text");
        // Another export keeps the pictures of the one before.
        let second = folder_beside(&path).unwrap();
        assert_eq!(second, place.path().join("My talk-files-2"));
        with_folder(path.clone(), second.clone(), Vec::new(), fill)
            .await
            .unwrap();
        assert!(!second.exists(), "no folder without pictures");
        // A file that an interrupted export left does not block the next one.
        std::fs::create_dir(place.path().join(".My talk-files-2.part")).unwrap();
        let third = folder_beside(&path).unwrap();
        assert_eq!(third, place.path().join("My talk-files-3"));
        with_folder(path.clone(), third.clone(), files, fill)
            .await
            .unwrap();
        assert_eq!(std::fs::read(third.join("1.png")).unwrap(), b"png");
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
