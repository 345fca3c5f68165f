//! The application as a whole: settings, the snapshot on attach, and what changes afterwards.

use super::shape;
pub use portcullis_l10n::{Language, Locale};

shape! {
    /// Light, dark, or as the system.
    #[derive(Copy, Eq, Default)]
    #[serde(rename_all = "snake_case")]
    pub enum Appearance {
        /// As the system.
        #[default]
        System,
        /// Light.
        Light,
        /// Dark.
        Dark,
    }

    /// What a person may set.
    pub struct Settings {
        /// Light or dark.
        pub appearance: Appearance,
        /// Of the window and of what the host says.
        #[serde(default)]
        pub language: Language,
        /// Notify when something waits and the window is not in front.
        pub notify: bool,
        /// Closing the window keeps the servers running in the tray.
        pub keep_in_tray: bool,
        /// The welcome has been seen.
        pub welcomed: bool,
        /// New programs run in a fence, unless a person says otherwise for one of them.
        #[serde(default = "fence_new")]
        pub fence_new: bool,
        /// How large the main page is drawn, in percent.
        #[serde(default = "actual_size")]
        pub zoom: u16,
    }
}

/// For settings that were saved before it could be chosen.
fn actual_size() -> u16 {
    100
}

/// For settings that were saved before there were fences.
fn fence_new() -> bool {
    true
}
