//! The native window of the gate. It belongs to the main window: it lies above it, and where the main window is in front it
//! takes the focus. Where something else is in front it comes up above that without taking the keys that are being typed.
//!
//! On macOS it is a window of its own. A child of another window is shown as soon as it is made, goes with that one into hiding,
//! and is drawn behind it where it is to be above all others.

use super::GATE;
use crate::window;
use portcullis_l10n::say;
use tauri::webview::WebviewWindowBuilder;
use tauri::{
    AppHandle, LogicalPosition, LogicalSize, Manager, UserAttentionType, WebviewUrl, WebviewWindow,
    WindowEvent,
};

/// Width and greatest height in logical pixels, where the main window has room for them.
const SIZE: (f64, f64) = (820.0, 760.0);
const SMALLEST: (f64, f64) = (480.0, 320.0);
/// A short request is shown in more than it takes: the menu of *Allow…* opens above the answers.
const SHORTEST: f64 = 480.0;
/// What stays visible of the main window at each side, in logical pixels.
const MARGIN: f64 = 32.0;

fn title() -> String {
    say!("gate-title")
}

/// Titles it again, in the language that is spoken now.
pub(crate) fn say_again(app: &AppHandle) -> tauri::Result<()> {
    app.get_webview_window(GATE)
        .map_or(Ok(()), |gate| gate.set_title(&title()))
}

/// The window, made where there is none; it is not shown yet.
pub(super) fn made(app: &AppHandle) -> tauri::Result<WebviewWindow> {
    if let Some(window) = app.get_webview_window(GATE) {
        return Ok(window);
    }
    let builder = WebviewWindowBuilder::new(app, GATE, WebviewUrl::App("gate.html".into()))
        .title(title())
        .inner_size(SIZE.0, SIZE.1)
        .min_inner_size(SMALLEST.0, SMALLEST.1)
        .visible(false)
        .focused(false)
        .skip_taskbar(false)
        .disable_drag_drop_handler();
    let builder = match app.get_webview_window(window::MAIN) {
        Some(main) if cfg!(not(target_os = "macos")) => builder.parent(&main)?,
        _ => builder,
    };
    let gate = window::build(app, builder, GATE)?;
    let seen = gate.clone();
    gate.on_window_event(move |event| {
        // Who has come to it need not be shown it before all else any more.
        if matches!(event, WindowEvent::Focused(true))
            && let Err(error) = seen.set_always_on_top(false)
        {
            tracing::debug!(%error, "the window of the gate stays above all others");
        }
    });
    Ok(gate)
}

/// Shows it above whatever is in front, as high as what is in it, where that is known.
pub(super) fn show(app: &AppHandle, height: Option<f64>) -> tauri::Result<()> {
    let gate = made(app)?;
    if gate.is_visible()? {
        return Ok(());
    }
    let main = app.get_webview_window(window::MAIN);
    let here = main
        .as_ref()
        .is_some_and(|main| main.is_focused().unwrap_or(false));
    let main = main.filter(|main| main.is_visible().unwrap_or(false));
    if let Some(main) = &main {
        place_over(&gate, main, height)?;
    }
    gate.set_always_on_top(!here)?;
    gate.show()?;
    if here {
        gate.set_focus()
    } else {
        // The taskbar of Windows has one button for both, that of the main window.
        let told = main.filter(|_| cfg!(windows)).unwrap_or(gate);
        told.request_user_attention(Some(UserAttentionType::Informational))
    }
}

/// Gives it the focus where it is shown already.
pub(super) fn focus(app: &AppHandle) -> tauri::Result<()> {
    match app.get_webview_window(GATE) {
        Some(gate) if gate.is_visible()? => gate.set_focus(),
        _ => Ok(()),
    }
}

/// Makes it as high as what is in it, in the middle of the main window.
pub(super) fn fit(app: &AppHandle, height: f64) -> tauri::Result<()> {
    match (app.get_webview_window(GATE), app.get_webview_window(window::MAIN)) {
        (Some(gate), Some(main)) => place_over(&gate, &main, Some(height)),
        _ => Ok(()),
    }
}

/// Makes it as high as it should be, over the main window or in the middle of the screen.
fn place_over(gate: &WebviewWindow, main: &WebviewWindow, height: Option<f64>) -> tauri::Result<()> {
    let scale = main.scale_factor()?;
    let at = main.inner_position()?.to_logical(scale);
    let room = main.inner_size()?.to_logical(scale);
    match over(at, room, height) {
        Some((size, position)) => {
            gate.set_size(size)?;
            gate.set_position(position)
        }
        None => {
            gate.set_size(LogicalSize::new(SIZE.0, wanted(height)))?;
            gate.center()
        }
    }
}

/// How high it is where there is room, with a content of this height.
fn wanted(height: Option<f64>) -> f64 {
    height.unwrap_or(SIZE.1).clamp(SHORTEST, SIZE.1)
}

/// The middle of a main window at this place with this room, and no larger than it. Nowhere where it has none: Windows says that
/// of a minimised window, and that it lies outside of every screen.
fn over(
    at: LogicalPosition<f64>,
    room: LogicalSize<f64>,
    height: Option<f64>,
) -> Option<(LogicalSize<f64>, LogicalPosition<f64>)> {
    if room.width < 1.0 || room.height < 1.0 {
        return None;
    }
    let fit = |wanted: f64, room: f64, least: f64| wanted.min(room - 2.0 * MARGIN).max(least);
    let width = fit(SIZE.0, room.width, SMALLEST.0);
    let height = fit(wanted(height), room.height, SMALLEST.1);
    let position = LogicalPosition::new(
        at.x + (room.width - width) / 2.0,
        at.y + (room.height - height) / 2.0,
    );
    Some((LogicalSize::new(width, height), position))
}

/// Hides it; its page stays and hears what comes.
pub(super) fn hide(app: &AppHandle) -> tauri::Result<()> {
    app.get_webview_window(GATE).map_or(Ok(()), |gate| {
        gate.set_always_on_top(false)?;
        gate.hide()
    })
}

/// Ends it and the process of its page.
pub(super) fn end(app: &AppHandle) -> tauri::Result<()> {
    app.get_webview_window(GATE).map_or(Ok(()), |gate| gate.destroy())
}

#[cfg(test)]
mod tests {
    use super::{LogicalPosition, LogicalSize, SIZE, over, title};
    use crate::CATALOGUE;

    #[test]
    fn it_lies_in_the_middle_of_the_main_window_and_not_with_one_that_is_minimised() {
        let room = LogicalSize::new(1200.0, 800.0);
        let (size, position) = over(LogicalPosition::new(100.0, 50.0), room, Some(600.0)).unwrap();
        assert_eq!((size.width, size.height), (SIZE.0, 600.0));
        assert_eq!((position.x, position.y), (290.0, 150.0));
        // As Windows says where a minimised window is.
        let away = LogicalPosition::new(-32_000.0, -32_000.0);
        assert!(over(away, LogicalSize::new(0.0, 0.0), Some(600.0)).is_none());
    }

    #[test]
    fn the_title_is_said_in_both_languages_and_ends_with_the_name_of_the_product() {
        assert_eq!(title(), "Decision – Portcullis");
        // Found by its Chinese, so that no test speaks another language than those next to it.
        let again = CATALOGUE.retranslate("gate-title", "决定 – Portcullis");
        assert_eq!(again, Some(title()));
    }
}
