//! The window itself: made in code, so that it can refuse to go anywhere (S-24).

use crate::gate::GateWindow;
use crate::slot::Slot;
use crate::{drawing, page, press, reviving, theme, zoom};
use tauri::webview::{NewWindowResponse, WebviewWindowBuilder};
use tauri::{AppHandle, Manager, Runtime, Url, WebviewWindow, WindowEvent};

/// The label of the main window and of the page in it.
pub(crate) const MAIN: &str = "main";

/// Opens the main window, or brings it to the front.
pub(crate) fn show<R: Runtime>(app: &AppHandle<R>) -> tauri::Result<()> {
    // Who comes to it, by a link or the tray, may do something that is asked about.
    app.state::<GateWindow>().may_ask_soon();
    if let Some(window) = app.get_webview_window(MAIN) {
        window.show()?;
        window.unminimize()?;
        return window.set_focus();
    }
    make(app, true)
}

/// Makes the main window, shown or as it is after it was closed to the tray.
pub(crate) fn make<R: Runtime>(app: &AppHandle<R>, visible: bool) -> tauri::Result<()> {
    let Some(config) = app.config().app.windows.first() else {
        return Err(tauri::Error::WindowNotFound);
    };
    let builder = WebviewWindowBuilder::from_config(app, config)?.visible(visible);
    let window = build(app, builder)?;
    let handle = app.clone();
    window.on_window_event(move |event| {
        // Also where no presses are seen.
        if matches!(event, WindowEvent::Focused(true)) {
            handle.state::<GateWindow>().may_ask_soon();
        }
    });
    press::follow(&window)?;
    // At the first start there is none yet, and a page that follows the system draws as it says.
    if let Some(Ok(host)) = app.try_state::<Slot>().map(|slot| slot.host()) {
        zoom::apply(app, &host);
        theme::apply(app, &host);
    }
    Ok(())
}

/// Makes a window whose page stays where it is, is reloaded when it ends, and has nothing beyond its capability.
pub(crate) fn build<R: Runtime>(
    app: &AppHandle<R>,
    builder: WebviewWindowBuilder<'_, R, AppHandle<R>>,
) -> tauri::Result<WebviewWindow<R>> {
    let dev = if cfg!(dev) {
        app.config().build.dev_url.clone()
    } else {
        None
    };
    #[cfg(windows)]
    let builder = builder.background_color(theme::first_ground());
    let window = builder
        .on_navigation(move |url| ours(url, dev.as_ref()))
        .on_new_window(|_, _| NewWindowResponse::Deny)
        // WebView2 would keep what is typed into fields, in a file of its own, and offer it again.
        .general_autofill_enabled(false)
        .build()?;
    reviving::follow(&window)?;
    page::hold_back(&window)?;
    drawing::choose(&window)?;
    Ok(window)
}

/// Only the application's own pages.
fn ours(url: &Url, dev: Option<&Url>) -> bool {
    let own = matches!(
        (url.scheme(), url.host_str()),
        ("tauri", Some("localhost")) | ("http" | "https", Some("tauri.localhost"))
    );
    own || dev.is_some_and(|dev| dev.origin() == url.origin())
}

#[cfg(test)]
mod tests {
    use super::ours;

    // Proves S-24.
    #[test]
    #[allow(clippy::unwrap_used, reason = "the addresses are constants")]
    fn the_window_stays_where_it_is() {
        for (url, stays) in [
            ("tauri://localhost/index.html#/chat", true),
            ("http://tauri.localhost/", true),
            ("https://example.com/", false),
            ("http://localhost:5173/", false),
            ("file:///etc/passwd", false),
            ("javascript:alert(1)", false),
            ("data:text/html,<script>", false),
            ("tauri://other/", false),
            ("http://tauri.localhost.example.com/", false),
        ] {
            assert_eq!(ours(&url.parse().unwrap(), None), stays, "{url}");
        }
    }
}
