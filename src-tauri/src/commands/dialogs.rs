//! The system's own dialogs. The window learns a path only by a person choosing it here.

use crate::saving;
use crate::window::MAIN;
use portcullis_core::{Error, Result};
use portcullis_host::host::{BUNDLE_EXTENSIONS, WideRoot};
use portcullis_l10n::say;
use std::path::PathBuf;
use tauri::{AppHandle, Manager, WebviewWindow, Wry};
use tauri_plugin_dialog::{
    DialogExt, FileDialogBuilder, FilePath, MessageDialogBuilder, MessageDialogButtons, MessageDialogKind,
};
use tokio::sync::oneshot;

/// The window that a dialog belongs to, where the system has it lie above that one and take its presses. Elsewhere the desktop
/// sees to it.
fn owner(app: &AppHandle) -> Option<WebviewWindow> {
    app.get_webview_window(MAIN)
        .filter(|_| cfg!(any(windows, target_os = "macos")))
}

fn file(app: &AppHandle) -> FileDialogBuilder<Wry> {
    let dialog = app.dialog().file();
    match owner(app) {
        Some(window) => dialog.set_parent(&window),
        None => dialog,
    }
}

fn question(app: &AppHandle, words: String) -> MessageDialogBuilder<Wry> {
    let dialog = app.dialog().message(words);
    match owner(app) {
        Some(window) => dialog.parent(&window),
        None => dialog,
    }
}

/// A folder; nothing when the person cancelled.
pub(super) async fn pick_folder(app: &AppHandle) -> Result<Option<String>> {
    let (answer, picked) = oneshot::channel();
    file(app).pick_folder(move |folder| _ = answer.send(folder));
    Ok(path(picked.await)?.map(|folder| folder.to_string_lossy().into_owned()))
}

/// A file to read; nothing when the person cancelled.
pub(super) async fn pick_file(app: &AppHandle) -> Result<Option<PathBuf>> {
    picked_file(file(app)).await
}

/// Files to read; nothing when the person cancelled.
pub(super) async fn pick_files(app: &AppHandle) -> Result<Option<Vec<PathBuf>>> {
    let (answer, picked) = oneshot::channel();
    file(app).pick_files(move |files| _ = answer.send(files));
    let Some(files) = picked.await.map_err(Error::internal)? else {
        return Ok(None);
    };
    let paths: Vec<PathBuf> = files
        .into_iter()
        .map(|file| file.into_path().map_err(Error::internal))
        .collect::<Result<_>>()?;
    Ok(Some(paths))
}

/// An MCP bundle; nothing when the person cancelled.
pub(super) async fn pick_bundle(app: &AppHandle) -> Result<Option<PathBuf>> {
    let bundles = file(app).add_filter(say!("file-bundles"), &BUNDLE_EXTENSIONS);
    picked_file(bundles).await
}

/// A file of conversations; nothing when the person cancelled.
pub(super) async fn pick_chats(app: &AppHandle) -> Result<Option<PathBuf>> {
    let chats = file(app).add_filter(say!("file-chats"), &["json", "jsonl", "md", "markdown", "txt"]);
    picked_file(chats).await
}

async fn picked_file(dialog: FileDialogBuilder<Wry>) -> Result<Option<PathBuf>> {
    let (answer, picked) = oneshot::channel();
    dialog.pick_file(move |file| _ = answer.send(file));
    path(picked.await)
}

/// Whether a folder that is more than most is really meant (S-72). Asked by the system and not by the page, which
/// could answer for itself.
pub(super) async fn confirm_root(app: &AppHandle, label: &str, wide: &WideRoot) -> Result<bool> {
    let (answer, confirmed) = oneshot::channel();
    let words = say!(
        "folder-confirm",
        warnings = wide.warnings().join(" "),
        folder = wide.shown().text,
        server = label,
    );
    question(app, words)
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
    file(app)
        .set_file_name(plain.trim_start_matches('.'))
        .save_file(move |file| _ = answer.send(file));
    path(picked.await)
}

/// Saves a file where the person chooses; its path, or nothing when they cancelled. `name` is a suggestion as for [`save_as`].
pub(super) async fn save(
    app: &AppHandle,
    name: &str,
    bytes: impl AsRef<[u8]> + Send + 'static,
) -> Result<Option<String>> {
    match save_as(app, name).await? {
        None => Ok(None),
        Some(path) => saving::write(path, bytes).await.map(Some),
    }
}

fn path(picked: Result<Option<FilePath>, oneshot::error::RecvError>) -> Result<Option<PathBuf>> {
    match picked.map_err(Error::internal)? {
        None => Ok(None),
        Some(picked) => picked.into_path().map(Some).map_err(Error::internal),
    }
}
