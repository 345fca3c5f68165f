//! What keeps the window from opening, told to the person. A release build has no console on Windows, and a desktop shows
//! nothing of what a program writes, so a dialog of the system says it there.

use portcullis_l10n::say;

/// Why there is no window, and what helps.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct StartFailure {
    /// One sentence.
    pub sentence: String,
    /// One thing to do.
    pub remedy: String,
}

impl StartFailure {
    /// What can be seen before anything of the window is made.
    #[must_use]
    pub fn seen() -> Option<Self> {
        seen()
    }

    /// What the window system said.
    #[must_use]
    pub fn of(cause: &dyn std::fmt::Display) -> Self {
        let cause = portcullis_core::text::escape_line(&cause.to_string()).text;
        Self {
            sentence: say!("window-failed", cause),
            remedy: say!("window-failed-remedy"),
        }
    }

    /// Tells it, and returns when it was read. On Linux it is in the log: without a display there is no dialog.
    pub fn tell(&self) {
        tracing::error!("{} {}", self.sentence, self.remedy);
        #[cfg(any(windows, target_os = "macos"))]
        rfd::MessageDialog::new()
            .set_level(rfd::MessageLevel::Error)
            .set_title("Portcullis")
            .set_description(format!("{}\n\n{}", self.sentence, self.remedy))
            .show();
    }
}

/// The toolkit ends the program where it finds no display.
#[cfg(target_os = "linux")]
fn seen() -> Option<StartFailure> {
    gtk::init().is_err().then(|| StartFailure {
        sentence: say!("window-no-display"),
        remedy: say!("window-no-display-remedy"),
    })
}

/// The page view of Windows is a program of its own.
#[cfg(windows)]
fn seen() -> Option<StartFailure> {
    const PAGE: &str = "https://developer.microsoft.com/microsoft-edge/webview2/";
    tauri::webview_version().is_err().then(|| StartFailure {
        sentence: say!("window-no-webview"),
        remedy: say!("window-no-webview-remedy", page = PAGE),
    })
}

/// Everything is part of the system.
#[cfg(not(any(target_os = "linux", windows)))]
fn seen() -> Option<StartFailure> {
    None
}

#[cfg(test)]
mod tests {
    use super::StartFailure;

    #[test]
    fn a_cause_of_the_system_is_one_line_with_something_to_do() {
        let told = StartFailure::of(&"no window\u{202e}\nat all");
        assert!(told.sentence.contains("no window") && !told.sentence.contains(['\n', '\u{202e}']));
        assert!(!told.remedy.is_empty());
    }
}
