//! The title bars, which Windows and macOS draw: light or dark as the pages below them. On Linux the desktop has its own.

use portcullis_api::Appearance;
use portcullis_host::Host;
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

#[cfg(test)]
mod tests {
    use super::{Appearance, Theme, chosen};

    #[test]
    fn a_title_bar_follows_the_settings_and_the_system_where_they_leave_it_to_that() {
        assert_eq!(chosen(Appearance::Dark), Some(Theme::Dark));
        assert_eq!(chosen(Appearance::Light), Some(Theme::Light));
        assert_eq!(chosen(Appearance::System), None);
    }
}
