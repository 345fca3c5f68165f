//! The window itself: made in code, so that it can refuse to go anywhere (S-24).

use crate::gate::{GATE, GateWindow};
use crate::slot::Slot;
use crate::{drawing, page, press, reviving, theme, zoom};
use tauri::webview::{NewWindowResponse, WebviewWindowBuilder};
use tauri::{AppHandle, Manager, Runtime, Url, WebviewWindow, WindowEvent};

/// The label of the main window and of the page in it.
pub(crate) const MAIN: &str = "main";

/// Where the network of the pages ends: at a port that nothing listens on. On Linux only the system may.
const NOWHERE: &str = "http://127.0.0.1:9";

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
    let window = build(app, builder, MAIN)?;
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
    label: &'static str,
) -> tauri::Result<WebviewWindow<R>> {
    let dev = if cfg!(dev) {
        app.config().build.dev_url.clone()
    } else {
        None
    };
    // The content policy does not hold what the engine does ahead of a request: it connects to where a page leads, also where the
    // page may not go, and a name that is looked up carries words out.
    let builder = if dev.is_some() {
        builder
    } else {
        builder.proxy_url(NOWHERE.parse().map_err(tauri::Error::InvalidUrl)?)
    };
    #[cfg(windows)]
    let builder = builder
        .background_color(theme::first_ground())
        .on_download(|_, _| false);
    let window = builder
        .on_navigation(move |url| ours(url, label, dev.as_ref()))
        .on_new_window(|_, _| NewWindowResponse::Deny)
        // WebView2 would keep what is typed into fields, in a file of its own, and offer it again.
        .general_autofill_enabled(false)
        .build()?;
    reviving::follow(&window)?;
    page::hold_back(&window)?;
    drawing::choose(&window)?;
    Ok(window)
}

/// Only the application's own pages, and each of them in its own window: a link to the one can be dropped onto the other. By its one
/// address: `gate` is answered with `gate.html`, and an address without a file with `index.html`.
fn ours(url: &Url, label: &str, dev: Option<&Url>) -> bool {
    let own = matches!(
        (url.scheme(), url.host_str()),
        ("tauri", Some("localhost")) | ("http" | "https", Some("tauri.localhost"))
    );
    let is_its_page = if label == GATE {
        url.path() == "/gate.html"
    } else {
        matches!(url.path(), "" | "/" | "/index.html")
    };
    is_its_page && (own || dev.is_some_and(|dev| dev.origin() == url.origin()))
}

#[cfg(test)]
mod tests {
    use super::{GATE, MAIN, ours};

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
            ("tauri://localhost", true),
            ("tauri://localhost/gate.html", false),
            ("tauri://localhost/gate", false),
            ("tauri://localhost/%67ate.html", false),
            ("http://tauri.localhost/gate/", false),
        ] {
            assert_eq!(ours(&url.parse().unwrap(), MAIN, None), stays, "{url}");
        }
        for (url, stays) in [
            ("tauri://localhost/gate.html", true),
            ("http://tauri.localhost/gate.html", true),
            ("tauri://localhost/index.html", false),
            ("tauri://localhost", false),
            ("https://example.com/gate.html", false),
        ] {
            assert_eq!(ours(&url.parse().unwrap(), GATE, None), stays, "{url}");
        }
    }
}
