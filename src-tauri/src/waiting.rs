//! Says that something waits when nobody looks: a notification of the system and the tray's tooltip. It names
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
        while let Some((_, event)) = events.next().await {
            let HostEvent::Waiting { waiting } = event else {
                continue;
            };
            if let Some(icon) = app.tray_by_id("main") {
                let words = match waiting.len() {
                    0 => "Portcullis".to_owned(),
                    count => format!("Portcullis: {count} waiting for you"),
                };
                let told = icon
                    .set_tooltip(Some(words))
                    .and_then(|()| icon.set_icon(Some(tray::icon(!waiting.is_empty())?)));
                if let Err(error) = told {
                    tracing::debug!(%error, "the tray was not told");
                }
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
