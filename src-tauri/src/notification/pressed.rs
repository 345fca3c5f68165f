//! Linux and Windows, which tell when a person presses a notification or its button. That leads to the request that it is about
//! and decides nothing: a program that pretends to be the desktop can bring a request in front, and an answer is given at the gate.

use super::NewsTopic;
use crate::{gate, window};
use notify_rust::{Notification, NotificationResponse};
use portcullis_l10n::say;
use tauri::AppHandle;
use tokio::sync::oneshot;

/// Shows it until the person presses it or it is unwanted.
#[cfg(not(windows))]
pub(super) async fn follow(
    app: AppHandle,
    mut notification: Notification,
    about: NewsTopic,
    unwanted: oneshot::Receiver<()>,
) -> Result<(), String> {
    use std::time::Duration;
    use tokio::time::timeout;
    /// A desktop that stands still would keep a task and a connection for each notification.
    const DESKTOP_ANSWERS: Duration = Duration::from_secs(25);

    notification.auto_icon();
    // The name that the specification has for a press of the notification itself.
    notification.action("default", &say!("tray-show"));
    if let Some((name, words)) = button(&about) {
        notification.action(name, &words);
    }
    let shown = timeout(DESKTOP_ANSWERS, notification.show_async())
        .await
        .map_err(|late| late.to_string())?
        .map_err(|error| error.to_string())?;
    let heard = shown.wait_for_action_async(|response: &NotificationResponse| {
        if is_press(response) {
            lead_to(&app, &about);
        }
    });
    tokio::select! {
        () = heard => Ok(()),
        _ = unwanted => timeout(DESKTOP_ANSWERS, shown.close_async())
            .await
            .map_err(|late| late.to_string()),
    }
}

/// Shows it. Windows hides it after seconds and keeps it in its list, from where no press is heard.
#[cfg(windows)]
pub(super) async fn follow(
    app: AppHandle,
    mut notification: Notification,
    about: NewsTopic,
    _: oneshot::Receiver<()>,
) -> Result<(), String> {
    use tokio::sync::Semaphore;
    /// Threads that wait for a press: the system need not say that none will come.
    static LISTENERS: Semaphore = Semaphore::const_new(crate::waiting::SHOWN);

    // A program that was not installed has no name that Windows knows.
    if !tauri::is_dev() {
        notification.app_id(&app.config().identifier);
    }
    let listener = LISTENERS.try_acquire().ok();
    if let Some((name, words)) = button(&about).filter(|_| listener.is_some()) {
        notification.action(name, &words);
    }
    let show = move || {
        let shown = notification.show().map_err(|error| error.to_string())?;
        let Some(_listener) = listener else {
            return Ok(());
        };
        shown
            .wait_for_response(|response: &NotificationResponse| {
                if is_press(response) {
                    lead_to(&app, &about);
                }
            })
            .map_err(|error| error.to_string())
    };
    tauri::async_runtime::spawn_blocking(show)
        .await
        .map_err(|error| error.to_string())?
}

/// Its button, if it has one: a name for the system, and words.
fn button(about: &NewsTopic) -> Option<(&'static str, String)> {
    match about {
        NewsTopic::Request(_) => Some(("review", say!("notify-review"))),
        // What there is to do is in the window, where a press of the notification itself leads.
        NewsTopic::SignIn(_) => None,
    }
}

/// Whether the person pressed the notification or its button.
fn is_press(response: &NotificationResponse) -> bool {
    matches!(
        response,
        NotificationResponse::Default | NotificationResponse::Action(_)
    )
}

/// Shows what it is about.
fn lead_to(app: &AppHandle, about: &NewsTopic) {
    let led = window::show(app).and_then(|()| match about {
        NewsTopic::Request(request) => gate::review(app, request),
        NewsTopic::SignIn(_) => Ok(()),
    });
    if let Err(error) = led {
        tracing::error!(%error, "the window did not open");
    }
}

#[cfg(test)]
mod tests {
    use super::{NewsTopic, NotificationResponse, button, is_press};
    use notify_rust::CloseReason;

    // Proves S-26.
    #[test]
    fn a_notification_of_a_request_offers_to_review_it_and_no_answer() {
        let words = button(&NewsTopic::Request("a".to_owned()));
        assert_eq!(words, Some(("review", "Review request".to_owned())));
        assert_eq!(button(&NewsTopic::SignIn("a".to_owned())), None);
    }

    #[test]
    fn a_notification_that_goes_leads_nowhere() {
        assert!(is_press(&NotificationResponse::Default));
        assert!(is_press(&NotificationResponse::Action("review".to_owned())));
        for reason in [CloseReason::Expired, CloseReason::Dismissed] {
            assert!(!is_press(&NotificationResponse::Closed(reason)), "{reason:?}");
        }
    }
}
