//! macOS, where a notification is text alone: who waits for a press of its button there keeps a thread until it is pressed.

use super::NewsTopic;
use notify_rust::Notification;
use tauri::AppHandle;
use tokio::sync::oneshot;

/// Shows it.
pub(super) async fn follow(
    app: AppHandle,
    notification: Notification,
    _: NewsTopic,
    _: oneshot::Receiver<()>,
) -> Result<(), String> {
    let id = app.config().identifier.clone();
    let show = move || {
        if let Err(error) = notify_rust::set_application(&id) {
            tracing::debug!(%error, "notifications are not told as ours");
        }
        // It is shown when nothing waits for a press.
        notification.show().map(drop).map_err(|error| error.to_string())
    };
    tauri::async_runtime::spawn_blocking(show)
        .await
        .map_err(|error| error.to_string())?
}
