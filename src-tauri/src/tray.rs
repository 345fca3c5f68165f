//! The icon in the tray: says when something waits, and reaches the panic stop without a window.

use crate::slot::Slot;
use crate::window;
use portcullis_l10n::say;
use std::sync::atomic::{AtomicBool, Ordering};
use tauri::image::Image;
use tauri::menu::{MenuBuilder, MenuItem, MenuItemBuilder};
use tauri::tray::{MouseButton, MouseButtonState, TrayIcon, TrayIconBuilder, TrayIconEvent};
use tauri::{AppHandle, Manager};

/// What the icon lies on.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Bar {
    Dark,
    Light,
}

impl Bar {
    /// Bars of most desktops are dark; where the system recolours icons it does so automatically.
    fn of(is_light: Option<bool>) -> Self {
        match is_light {
            Some(true) => Self::Light,
            _ => Self::Dark,
        }
    }

    fn now() -> Self {
        Self::of(is_light())
    }
}

/// What Windows says, which recolours nothing and has a light bar at first. Versions that know no light one do not say.
#[cfg(windows)]
fn is_light() -> Option<bool> {
    crate::theme::is_light("SystemUsesLightTheme")
}

#[cfg(not(windows))]
const fn is_light() -> Option<bool> {
    None
}

/// The icon, at rest or with something waiting.
fn picture(waiting: bool, bar: Bar) -> tauri::Result<Image<'static>> {
    Image::from_bytes(match (waiting, bar) {
        (false, Bar::Dark) => include_bytes!("../../icons/tray-on-dark.png").as_slice(),
        (true, Bar::Dark) => include_bytes!("../../icons/tray-waiting-on-dark.png"),
        (false, Bar::Light) => include_bytes!("../../icons/tray-on-light.png"),
        (true, Bar::Light) => include_bytes!("../../icons/tray-waiting-on-light.png"),
    })
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
        count => say!("tray-waiting", count),
    }
}

/// Says how many requests wait, in the language that is spoken now: by the picture, by its words and in the menu.
pub(crate) fn tell(app: &AppHandle, waiting: usize) -> tauri::Result<()> {
    if let Some(icon) = app.tray_by_id("main") {
        icon.set_tooltip(Some(match waiting {
            0 => "Portcullis".to_owned(),
            count => say!("tray-tooltip", count),
        }))?;
    }
    WAITS.store(waiting > 0, Ordering::SeqCst);
    draw(app)?;
    if let Some(entries) = app.try_state::<Entries>() {
        entries.show.set_text(show_words(waiting))?;
        entries.stop.set_text(say!("tray-stop"))?;
        entries.quit.set_text(say!("tray-quit"))?;
    }
    Ok(())
}

/// Whether something waits.
static WAITS: AtomicBool = AtomicBool::new(false);

/// Draws the icon for what waits and for the bar that it lies on.
fn draw(app: &AppHandle) -> tauri::Result<()> {
    let Some(icon) = app.tray_by_id("main") else {
        return Ok(());
    };
    let picture = picture(WAITS.load(Ordering::SeqCst), Bar::now())?;
    // `set_icon` alone would end the recolouring by the system, and the icon is white.
    icon.set_icon_with_as_template(Some(picture), true)
}

/// Draws it again for a bar that has become light or dark.
#[cfg(windows)]
pub(crate) fn on_event(app: &AppHandle, event: &tauri::RunEvent) {
    let tauri::RunEvent::WindowEvent {
        event: tauri::WindowEvent::ThemeChanged(_),
        ..
    } = event
    else {
        return;
    };
    if let Err(error) = draw(app) {
        tracing::debug!(%error, "the tray icon keeps its colour");
    }
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
        .icon(picture(false, Bar::now())?)
        .icon_as_template(true)
        .tooltip("Portcullis")
        .menu(&menu)
        // On Windows a click opens the program, and the other button its menu; elsewhere there is the menu alone.
        .show_menu_on_left_click(!cfg!(windows))
        .on_tray_icon_event(|icon, event| {
            if cfg!(windows) && is_click(&event) {
                show_window(icon.app_handle());
            }
        })
        .on_menu_event(|app, event| match event.id().as_ref() {
            "show" => show_window(app),
            "stop" => stop_everything(app),
            "quit" => app.exit(0),
            _ => {}
        })
        .build(app)
}

/// Whether the main button of the mouse was pressed and let go.
fn is_click(event: &TrayIconEvent) -> bool {
    matches!(
        event,
        TrayIconEvent::Click {
            button: MouseButton::Left,
            button_state: MouseButtonState::Up,
            ..
        }
    )
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

#[cfg(test)]
mod tests {
    use super::{Bar, picture};

    /// How light what is seen of it is, from 0 to 255.
    fn lightness(waiting: bool, bar: Bar) -> u64 {
        let drawn = picture(waiting, bar).unwrap();
        let seen = drawn.rgba().chunks(4).filter(|pixel| pixel[3] > 127);
        let (sum, count) = seen.fold((0, 0), |(sum, count), pixel| {
            let light: u64 = pixel[..3].iter().map(|part| u64::from(*part)).sum();
            (sum + light / 3, count + 1)
        });
        sum / count
    }

    #[test]
    fn the_tray_icon_is_seen_on_a_light_bar_and_on_a_dark_one() {
        assert_eq!([None, Some(false)].map(Bar::of), [Bar::Dark; 2]);
        assert_eq!(Bar::of(Some(true)), Bar::Light);
        for waiting in [false, true] {
            assert!(lightness(waiting, Bar::Light) < 110, "{waiting}");
            assert!(lightness(waiting, Bar::Dark) > 145, "{waiting}");
        }
    }
}
