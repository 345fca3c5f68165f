//! The icon in the tray: says when something waits, and reaches the panic stop without a window.

use crate::slot::Slot;
use crate::window;
use portcullis_l10n::say;
use tauri::image::Image;
use tauri::menu::{MenuBuilder, MenuItem, MenuItemBuilder};
use tauri::tray::{TrayIcon, TrayIconBuilder};
use tauri::{AppHandle, Manager};

/// Bars of most desktops are dark; where the system recolours icons it does so automatically.
const RESTING: &[u8] = include_bytes!("../../icons/tray-on-dark.png");
const WAITING: &[u8] = include_bytes!("../../icons/tray-waiting-on-dark.png");

/// The icon, at rest or with something waiting.
fn picture(waiting: bool) -> tauri::Result<Image<'static>> {
    Image::from_bytes(if waiting { WAITING } else { RESTING })
}

/// Puts up the icon. A desktop without the library for it has none; closing the window quits there.
pub(crate) fn put_up(app: &AppHandle) -> Option<TrayIcon> {
    let made = std::panic::catch_unwind(std::panic::AssertUnwindSafe(|| build(app)));
    match made {
        Ok(Ok(tray)) => Some(tray),
        Ok(Err(error)) => {
            tracing::warn!(%error, "there is no tray icon");
            None
        }
        Err(_) => {
            tracing::warn!("this desktop has no library for a tray icon");
            None
        }
    }
}

/// What leads to the window, with what waits there: not every desktop shows the words of an icon.
fn show_words(waiting: usize) -> String {
    match waiting {
        0 => say!("tray-show"),
        count => say!("tray-waiting", count = count),
    }
}

/// Says how many requests wait, in the language that is spoken now: by the picture, by its words and in the menu.
pub(crate) fn tell(app: &AppHandle, waiting: usize) -> tauri::Result<()> {
    if let Some(icon) = app.tray_by_id("main") {
        icon.set_tooltip(Some(match waiting {
            0 => "Portcullis".to_owned(),
            count => say!("tray-tooltip", count = count),
        }))?;
        // `set_icon` alone would end the recolouring by the system, and the icon is white.
        icon.set_icon_with_as_template(Some(picture(waiting > 0)?), true)?;
    }
    if let Some(entries) = app.try_state::<Entries>() {
        entries.show.set_text(show_words(waiting))?;
        entries.stop.set_text(say!("tray-stop"))?;
        entries.quit.set_text(say!("tray-quit"))?;
    }
    Ok(())
}

/// The entries of the menu, which change their words.
struct Entries {
    /// Leads to the window.
    show: MenuItem<tauri::Wry>,
    stop: MenuItem<tauri::Wry>,
    quit: MenuItem<tauri::Wry>,
}

fn build(app: &AppHandle) -> tauri::Result<TrayIcon> {
    let show = MenuItemBuilder::with_id("show", show_words(0)).build(app)?;
    let stop = MenuItemBuilder::with_id("stop", say!("tray-stop")).build(app)?;
    let quit = MenuItemBuilder::with_id("quit", say!("tray-quit")).build(app)?;
    app.manage(Entries {
        show: show.clone(),
        stop: stop.clone(),
        quit: quit.clone(),
    });
    let menu = MenuBuilder::new(app)
        .item(&show)
        .separator()
        .item(&stop)
        .separator()
        .item(&quit)
        .build()?;
    TrayIconBuilder::with_id("main")
        .icon(picture(false)?)
        .icon_as_template(true)
        .tooltip("Portcullis")
        .menu(&menu)
        .on_menu_event(|app, event| match event.id().as_ref() {
            "show" => show_window(app),
            "stop" => stop_everything(app),
            "quit" => app.exit(0),
            _ => {}
        })
        .build(app)
}

fn show_window(app: &AppHandle) {
    if let Err(error) = window::show(app) {
        tracing::error!(%error, "the window did not open");
    }
}

fn stop_everything(app: &AppHandle) {
    let Ok(host) = app.state::<Slot>().host() else {
        return;
    };
    tauri::async_runtime::spawn(async move {
        if let Err(error) = host.stop_everything().await {
            tracing::error!(%error, "not everything was recorded");
        }
    });
}
