//! A notification of the system. Said by the program and not by way of the page: Tauri's plugin for it gives every page a
//! script that asks whether it may, which ours may not.

use tauri::AppHandle;

/// Shows it, or says in the log why not.
pub(crate) fn show(app: &AppHandle, body: String) {
    let id = app.config().identifier.clone();
    tauri::async_runtime::spawn_blocking(move || {
        let mut notification = notify_rust::Notification::new();
        notification
            .appname("Portcullis")
            .summary("Portcullis")
            .body(&in_markup(&body));
        told_by(&mut notification, &id);
        if let Err(error) = notification.show() {
            tracing::debug!(%error, "no notification was shown");
        }
    });
}

/// Whose notification it is, for the system.
#[cfg(windows)]
fn told_by(notification: &mut notify_rust::Notification, id: &str) {
    // A program that was not installed has no name that Windows knows.
    if !tauri::is_dev() {
        notification.app_id(id);
    }
}

/// Whose notification it is, for the system.
#[cfg(target_os = "macos")]
fn told_by(_: &mut notify_rust::Notification, id: &str) {
    if let Err(error) = notify_rust::set_application(id) {
        tracing::debug!(%error, "notifications are not told as ours");
    }
}

/// Whose notification it is, for the system.
#[cfg(not(any(windows, target_os = "macos")))]
fn told_by(notification: &mut notify_rust::Notification, _: &str) {
    notification.auto_icon();
}

/// A text for a system that may read markup in it: a name of a tool is no markup.
#[cfg(not(any(windows, target_os = "macos")))]
fn in_markup(text: &str) -> String {
    text.replace('&', "&amp;")
        .replace('<', "&lt;")
        .replace('>', "&gt;")
}

/// A text for a system that shows it as it stands.
#[cfg(any(windows, target_os = "macos"))]
fn in_markup(text: &str) -> &str {
    text
}

#[cfg(all(test, not(any(windows, target_os = "macos"))))]
mod tests {
    #[test]
    fn a_name_is_no_markup() {
        let shown = super::in_markup("Let “A&B” run “<a href='https://evil.example'>x</a>”?");
        assert!(
            !shown.contains('<') && shown.starts_with("Let “A&amp;B” run “&lt;a "),
            "{shown}"
        );
    }
}
