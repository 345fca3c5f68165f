//! The title bars, which Windows and macOS draw: light or dark as the pages below them. On Linux the desktop has its own.

use portcullis_api::Appearance;
use portcullis_host::Host;
#[cfg(any(windows, test))]
use tauri::window::Color;
use tauri::{AppHandle, Runtime, Theme};

/// Draws those of all windows, also of ones that are made later, as the settings say.
pub(crate) fn apply<R: Runtime>(app: &AppHandle<R>, host: &Host) {
    if cfg!(any(windows, target_os = "macos")) {
        app.set_theme(chosen(host.settings().appearance));
    }
}

/// The theme that was chosen; none where the system decides.
fn chosen(appearance: Appearance) -> Option<Theme> {
    match appearance {
        Appearance::System => None,
        Appearance::Light => Some(Theme::Light),
        Appearance::Dark => Some(Theme::Dark),
    }
}

/// What a page has behind all else, as in its style sheet.
#[cfg(any(windows, test))]
fn ground(is_dark: bool) -> Color {
    match is_dark {
        true => Color(0x17, 0x18, 0x1b, 0xff),
        false => Color(0xf6, 0xf5, 0xf2, 0xff),
    }
}

/// What a window shows until its page is drawn; on Windows that would be white, also in the dark.
#[cfg(windows)]
pub(crate) fn first_ground() -> Color {
    ground(is_light("AppsUseLightTheme") == Some(false))
}

/// Whether Windows draws this in light colours. Versions that had dark ones alone, or light ones alone, do not say.
#[cfg(windows)]
pub(crate) fn is_light(what: &str) -> Option<bool> {
    const THEMES: &str = r"Software\Microsoft\Windows\CurrentVersion\Themes\Personalize";
    let value = windows_registry::CURRENT_USER
        .open(THEMES)
        .and_then(|key| key.get_u32(what));
    value.ok().map(|value| value == 1)
}

#[cfg(test)]
mod tests {
    use super::{Appearance, Theme, chosen, ground};

    #[test]
    fn a_window_begins_with_the_ground_of_its_page() {
        let tokens = std::path::Path::new(env!("CARGO_MANIFEST_DIR")).join("ui/src/theme/tokens.css");
        let tokens = std::fs::read_to_string(tokens).unwrap();
        let [light, dark] = [false, true].map(|is_dark| {
            let color = ground(is_dark);
            let written = format!("--bg: #{:02x}{:02x}{:02x};", color.0, color.1, color.2);
            tokens.find(&written).unwrap_or_else(|| panic!("{written}"))
        });
        assert!(light < dark, "the light theme comes first");
    }

    #[test]
    fn a_title_bar_follows_the_settings_and_the_system_where_they_leave_it_to_that() {
        assert_eq!(chosen(Appearance::Dark), Some(Theme::Dark));
        assert_eq!(chosen(Appearance::Light), Some(Theme::Light));
        assert_eq!(chosen(Appearance::System), None);
    }
}
