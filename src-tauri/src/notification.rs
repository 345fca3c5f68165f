//! A notification of the system. Said by the program and not by way of the page: Tauri's plugin for it gives every page a
//! script that asks whether it may, which ours may not.

#[cfg(not(target_os = "macos"))]
mod pressed;
#[cfg(target_os = "macos")]
mod silent;

#[cfg(not(target_os = "macos"))]
use pressed::follow;
#[cfg(target_os = "macos")]
use silent::follow;

use notify_rust::Notification;
use tauri::AppHandle;
use tokio::sync::oneshot;

/// What a notification is about.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) enum NewsTopic {
    /// A request, by its id.
    Request(String),
    /// A sign-in that a server needs, by the id of the server.
    SignIn(String),
}

/// What there is to say, and about what.
#[derive(Debug, PartialEq, Eq)]
pub(crate) struct News {
    pub(crate) about: NewsTopic,
    pub(crate) body: String,
}

/// One that was shown. Dropped, it is taken back where the system can do that, and a press of it is not heard any more.
#[derive(Debug)]
pub(crate) struct ShownNews {
    pub(crate) about: NewsTopic,
    _wanted: oneshot::Sender<()>,
}

/// Shows it, or says in the log why not.
pub(crate) fn show(app: &AppHandle, news: News) -> ShownNews {
    let (wanted, unwanted) = oneshot::channel();
    let app = app.clone();
    let about = news.about.clone();
    tauri::async_runtime::spawn(async move {
        let mut notification = Notification::new();
        notification
            .appname("Portcullis")
            .summary("Portcullis")
            .body(&in_markup(&news.body));
        if let Err(error) = follow(app, notification, news.about, unwanted).await {
            tracing::debug!(%error, "no notification was shown");
        }
    });
    ShownNews {
        about,
        _wanted: wanted,
    }
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
