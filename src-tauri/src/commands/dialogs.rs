//! The system's own dialogs. The window learns a path only by a person choosing it here.

use portcullis_host::host::{BUNDLE_EXTENSIONS, ChosenRoot};
use portcullis_host::{Code, Error, Result, causes};
use portcullis_l10n::say;
use std::fs::File;
use std::io::ErrorKind;
use std::path::{Path, PathBuf};
use tauri::{AppHandle, Wry};
use tauri_plugin_dialog::{DialogExt, FileDialogBuilder, FilePath, MessageDialogButtons, MessageDialogKind};
use tokio::sync::oneshot;

/// A folder; nothing when the person cancelled.
pub(super) async fn pick_folder(app: &AppHandle) -> Result<Option<String>> {
    let (answer, picked) = oneshot::channel();
    app.dialog()
        .file()
        .pick_folder(move |folder| _ = answer.send(folder));
    Ok(path(picked.await)?.map(|folder| folder.to_string_lossy().into_owned()))
}

/// A file to read; nothing when the person cancelled.
pub(super) async fn pick_file(app: &AppHandle) -> Result<Option<PathBuf>> {
    picked_file(app.dialog().file()).await
}

/// An MCP bundle; nothing when the person cancelled.
pub(super) async fn pick_bundle(app: &AppHandle) -> Result<Option<PathBuf>> {
    let bundles = app
        .dialog()
        .file()
        .add_filter(say!("file-bundles"), &BUNDLE_EXTENSIONS);
    picked_file(bundles).await
}

/// A file of conversations; nothing when the person cancelled.
pub(super) async fn pick_chats(app: &AppHandle) -> Result<Option<PathBuf>> {
    let chats = app
        .dialog()
        .file()
        .add_filter(say!("file-chats"), &["json", "jsonl", "md", "markdown", "txt"]);
    picked_file(chats).await
}

async fn picked_file(dialog: FileDialogBuilder<Wry>) -> Result<Option<PathBuf>> {
    let (answer, picked) = oneshot::channel();
    dialog.pick_file(move |file| _ = answer.send(file));
    path(picked.await)
}

/// Whether a folder that is more than most is really meant (S-72). Asked by the system and not by the page, which
/// could answer for itself.
pub(super) async fn confirm_root(app: &AppHandle, label: &str, chosen: &ChosenRoot) -> Result<bool> {
    let (answer, confirmed) = oneshot::channel();
    let words = say!(
        "folder-confirm",
        warnings = chosen.warnings().join(" "),
        folder = chosen.shown().text,
        server = label,
    );
    app.dialog()
        .message(words)
        .title("Portcullis")
        .kind(MessageDialogKind::Warning)
        .buttons(MessageDialogButtons::OkCancelCustom(
            say!("folder-confirm-yes"),
            say!("folder-confirm-no"),
        ))
        .show(move |yes| _ = answer.send(yes));
    confirmed.await.map_err(Error::internal)
}

/// Where to save; nothing when the person cancelled. `name` is a suggestion and never more than a file name.
pub(super) async fn save_as(app: &AppHandle, name: &str) -> Result<Option<PathBuf>> {
    let plain: String = name
        .chars()
        .map(|c| {
            if c.is_alphanumeric() || matches!(c, '.' | '-' | '_') {
                c
            } else {
                '-'
            }
        })
        .collect();
    let (answer, picked) = oneshot::channel();
    app.dialog()
        .file()
        .set_file_name(plain.trim_start_matches('.'))
        .save_file(move |file| _ = answer.send(file));
    path(picked.await)
}

fn path(picked: Result<Option<FilePath>, oneshot::error::RecvError>) -> Result<Option<PathBuf>> {
    match picked.map_err(Error::internal)? {
        None => Ok(None),
        Some(picked) => picked.into_path().map(Some).map_err(Error::internal),
    }
}

/// Writes a file off the async threads; its path. What was there before stays as it is until the new one is whole.
pub(super) async fn write(
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

fn whole(path: &Path, fill: impl FnOnce(&mut File) -> std::io::Result<()>) -> std::io::Result<()> {
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

fn unwritten(shown: &str, error: &std::io::Error) -> Error {
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
