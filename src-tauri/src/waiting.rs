//! Says that something waits when nobody looks: a notification of the system and the tray. It names
//! the server by the person's own label and shows nothing that the server wrote.

use crate::slot::Slot;
use crate::tray;
use portcullis_host::view::HostEvent;
use std::collections::HashSet;
use tauri::{AppHandle, Manager};
use tauri_plugin_notification::NotificationExt;

/// Follows what waits for as long as the application runs.
pub(crate) fn follow(app: AppHandle) {
    let Ok(host) = app.state::<Slot>().host() else {
        return;
    };
    tauri::async_runtime::spawn(async move {
        let mut events = host.events();
        let mut told = HashSet::new();
        loop {
            let event = tokio::select! {
                event = events.next() => event,
                // It may be opened anew, and this one is to be let go of.
                () = host.closed() => return,
            };
            let Some((_, event)) = event else { return };
            let HostEvent::Waiting { waiting } = event else {
                continue;
            };
            if let Err(error) = tray::tell(&app, waiting.len()) {
                tracing::debug!(%error, "the tray was not told");
            }
            let looking = app
                .get_webview_window("main")
                .is_some_and(|window| window.is_focused().unwrap_or(false));
            let fresh: Vec<_> = waiting
                .iter()
                .filter(|request| !told.contains(&request.id))
                .collect();
            if let Some(request) = fresh.first()
                && !looking
                && host.settings().notify
            {
                let body = format!("“{}” needs your decision.", request.server.label);
                if let Err(error) = app.notification().builder().title("Portcullis").body(body).show() {
                    tracing::debug!(%error, "no notification was shown");
                }
            }
            told = waiting.iter().map(|request| request.id.clone()).collect();
        }
    });
}
