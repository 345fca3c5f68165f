//! How large the main page is drawn. The engine does it, so that the page is laid out for what then fits into its window. The
//! approval window keeps its size: what it shows fits the smallest one.

use crate::window::MAIN;
use portcullis_host::Host;
use tauri::{AppHandle, Manager, Runtime};

/// Draws the page as the settings say.
pub(crate) fn apply<R: Runtime>(app: &AppHandle<R>, host: &Host) {
    let Some(window) = app.get_webview_window(MAIN) else {
        return;
    };
    if let Err(error) = window.set_zoom(f64::from(host.settings().zoom) / 100.0) {
        tracing::warn!(%error, "the size of the page was not changed");
    }
}
