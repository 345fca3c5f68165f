//! The application as a whole: attaching the page, settings, where secrets are kept, backups.

use super::dialogs;
use super::host;
use crate::autostart;
use crate::events::{self, Pump};
use crate::press::{MayOpenDialog, Press};
use portcullis_api::*;
use portcullis_core::{Error, Result};
use portcullis_host::Host;
use tauri::AppHandle;
use tauri::Manager;
use tokio::task::spawn_blocking;

/// Says how everything is now, and sends what happens from then on into a channel of the window, which takes the place of the one before.
pub(super) async fn attach(app: AppHandle, channel: String) -> Result<Snapshot> {
    let channel = events::channel(&app, crate::window::MAIN, &channel)?;
    let host = crate::host_or_again(&app).await?;
    app.state::<Pump>().attach(channel, &host).await
}

/// Stops every server and ends the application.
pub(super) async fn quit(app: AppHandle) -> Result<()> {
    app.exit(0);
    Ok(())
}

/// About, with the keychain tried by a write.
pub(super) async fn about(host: Host) -> Result<About> {
    Ok(host.about().await)
}

/// Puts a backup in the place of a database that was found damaged at this start, and opens everything again: attach again. All servers are off then.
pub(super) async fn restore_backup(app: AppHandle, _: Press, backup: String) -> Result<()> {
    host(&app)?.prepare_restore_after_damage(&backup).await?;
    crate::reopen_host(&app).await
}

/// Cancels all calls, denies all that waits and turns off all servers.
pub(super) async fn stop_everything(host: Host) -> Result<()> {
    host.stop_everything().await
}

/// Settings.
pub(super) async fn settings(host: Host) -> Result<Settings> {
    Ok(host.settings())
}

/// Saves what of the settings is given; the rest stays as it is.
pub(super) async fn set_settings(host: Host, _: Press, settings: SettingsChange) -> Result<Settings> {
    host.change_settings(settings).await
}

/// Whether the system starts Portcullis when the person signs in.
pub(super) async fn autostart(_app: AppHandle) -> Result<bool> {
    spawn_blocking(autostart::is_on).await.map_err(Error::internal)?
}

/// Changes that; how it is then.
pub(super) async fn set_autostart(_app: AppHandle, _: Press, on: bool) -> Result<bool> {
    let set = move || autostart::set(on).and_then(|()| autostart::is_on());
    spawn_blocking(set).await.map_err(Error::internal)?
}

/// Keeps secrets in a file that this passphrase opens, on a computer without a keychain; elsewhere it is refused.
pub(super) async fn keep_secrets_in_file(host: Host, _: Press, passphrase: Hidden) -> Result<About> {
    host.keep_secrets_in_file(passphrase).await
}

/// Opens that file.
pub(super) async fn unlock_secrets(host: Host, _: Press, passphrase: Hidden) -> Result<About> {
    host.unlock_secrets(passphrase).await
}

/// Puts another passphrase in the place of its.
pub(super) async fn change_passphrase(host: Host, _: Press, before: Hidden, passphrase: Hidden) -> Result<About> {
    host.change_passphrase(before, passphrase).await
}

/// Moves everything in it to the keychain, and deletes it.
pub(super) async fn keep_secrets_in_keychain(host: Host, _: Press) -> Result<About> {
    host.keep_secrets_in_keychain().await
}

/// The system's folder picker; nothing when cancelled.
pub(super) async fn pick_folder(app: AppHandle, _: MayOpenDialog) -> Result<Option<String>> {
    dialogs::pick_folder(&app).await
}

/// The system's file picker; nothing when cancelled. The file is not read.
pub(super) async fn pick_file(app: AppHandle, _: MayOpenDialog) -> Result<Option<String>> {
    let file = dialogs::pick_file(&app).await?;
    Ok(file.map(|file| file.to_string_lossy().into_owned()))
}
