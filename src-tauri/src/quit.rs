//! The end: every server is stopped and every outcome written before the process goes (F-39).

use crate::gate::{GATE, GateWindow};
use crate::slot::Slot;
use crate::window::MAIN;
use portcullis_host::Host;
use std::sync::atomic::{AtomicBool, Ordering};
use tauri::{AppHandle, Manager, RunEvent, WindowEvent};

/// Whether there is a tray to hide in.
struct Tray(bool);
/// Whether the end has begun, and whether it is done.
static ENDING: AtomicBool = AtomicBool::new(false);
static ENDED: AtomicBool = AtomicBool::new(false);

pub(crate) fn remember_tray(app: &AppHandle, there: bool) {
    app.manage(Tray(there));
}

/// A polite signal ends the application like its own menu does.
pub(crate) fn follow_signals(app: AppHandle) {
    tauri::async_runtime::spawn(async move {
        #[cfg(unix)]
        {
            use tokio::signal::unix::{SignalKind, signal};
            let (Ok(mut term), Ok(mut int)) =
                (signal(SignalKind::terminate()), signal(SignalKind::interrupt()))
            else {
                tracing::warn!("signals are not heard");
                return;
            };
            tokio::select! {
                _ = term.recv() => {}
                _ = int.recv() => {}
            }
        }
        #[cfg(not(unix))]
        if tokio::signal::ctrl_c().await.is_err() {
            return;
        }
        app.exit(0);
    });
}

pub(crate) fn on_event(app: &AppHandle, event: RunEvent) {
    match event {
        RunEvent::WindowEvent {
            label,
            event: WindowEvent::CloseRequested { api, .. },
            ..
        } if label == MAIN => {
            api.prevent_close();
            if stays_in_tray(app) {
                hide(app);
            } else {
                // The window of the gate may be there, hidden: the end does not wait for it.
                app.exit(0);
            }
        }
        RunEvent::WindowEvent {
            label,
            event: WindowEvent::CloseRequested { api, .. },
            ..
        } if label == GATE => {
            api.prevent_close();
            app.state::<GateWindow>().leave();
        }
        RunEvent::ExitRequested { api, code, .. } if !ENDED.load(Ordering::SeqCst) => {
            api.prevent_exit();
            if !ENDING.swap(true, Ordering::SeqCst) {
                end(app.clone(), code.unwrap_or(0));
            }
        }
        _ => {}
    }
}

fn stays_in_tray(app: &AppHandle) -> bool {
    let wanted = app
        .state::<Slot>()
        .host()
        .is_ok_and(|host| host.settings().keep_in_tray);
    wanted && app.state::<Tray>().0
}

fn hide(app: &AppHandle) {
    if let Some(window) = app.get_webview_window(MAIN)
        && let Err(error) = window.hide()
    {
        tracing::warn!(%error, "the window did not hide");
    }
}

fn hide_all(app: &AppHandle) {
    for (label, window) in app.webview_windows() {
        if let Err(error) = window.hide() {
            tracing::warn!(%error, label, "the window did not hide");
        }
    }
}

fn end(app: AppHandle, code: i32) {
    hide_all(&app);
    tauri::async_runtime::spawn(async move {
        let slot = app.state::<Slot>();
        slot.end(|host: Host| async move { host.close().await }).await;
        ENDED.store(true, Ordering::SeqCst);
        app.exit(code);
    });
}
