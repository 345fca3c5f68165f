//! Files that the person drags to the main window. Their paths come from the toolkit: the page hears their names only and can drop
//! nothing, so a drop is an act of the person. It leads to the same reviews as the dialogs of the system.

use crate::slot::Slot;
use crate::{host_or_again, window};
use std::path::PathBuf;
use tauri::{AppHandle, DragDropEvent, Manager, RunEvent, WindowEvent};

/// Hears of files over the main window.
pub(crate) fn on_event(app: &AppHandle, event: &RunEvent) {
    let RunEvent::WindowEvent {
        label,
        event: WindowEvent::DragDrop(event),
        ..
    } = event
    else {
        return;
    };
    if label != window::MAIN {
        return;
    }
    match event {
        // Words that are dragged have no path, and belong to the page.
        DragDropEvent::Enter { paths, .. } if !paths.is_empty() => {
            if let Ok(host) = app.state::<Slot>().host() {
                host.drag_over(paths);
            }
        }
        DragDropEvent::Leave => {
            if let Ok(host) = app.state::<Slot>().host() {
                host.drag_ended();
            }
        }
        DragDropEvent::Drop { paths, .. } if !paths.is_empty() => dropped(app, paths.clone()),
        _ => {}
    }
}

fn dropped(app: &AppHandle, paths: Vec<PathBuf>) {
    let app = app.clone();
    tauri::async_runtime::spawn(async move {
        let read = match host_or_again(&app).await {
            Ok(host) => host.drop_files(paths).await,
            Err(error) => Err(error),
        };
        if let Err(error) = read {
            tracing::error!(%error, "files that were dropped were not read");
        }
    });
}
