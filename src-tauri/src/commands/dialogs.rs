//! The system's own dialogs. The window learns a path only by a person choosing it here.

use portcullis_core::{Error, Result};
use portcullis_host::host::{BUNDLE_EXTENSIONS, ChosenRoot};
use portcullis_l10n::say;
use std::path::PathBuf;
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
