//! Values that a person gives while a server is installed.

use portcullis_core::{Foreign, shape};
use portcullis_domain::{FenceGrants, InstallSettingKind, StartMode};

shape! {
    /// A value that a bundle or an entry of a registry asks for.
    pub struct InstallSetting {
        /// Its name.
        pub key: String,
        /// What it is called.
        pub title: Foreign,
        /// What it is for.
        pub description: Foreign,
        /// What it takes.
        pub kind: InstallSettingKind,
        /// The server does not start without it.
        pub required: bool,
        /// Kept in the keychain.
        pub secret: bool,
        /// Takes several values.
        pub multiple: bool,
        /// Its default.
        pub default: Vec<String>,
        /// What it may be, where only these are allowed; none where everything is.
        pub choices: Vec<String>,
    }

    /// What a person chose for a server beside the values that it asks for. A bundle or an entry of a registry chooses none of it.
    #[derive(Default)]
    #[serde(deny_unknown_fields)]
    pub struct InstallChoices {
        /// What its program may use; `None` is no fence.
        pub fence: Option<FenceGrants>,
        /// A new one is granted what its command names as well: folders and files of values.
        #[serde(default)]
        pub fence_named: bool,
        /// Its package or image is fetched once, where its command is a launcher of one.
        #[serde(default)]
        pub fetch: bool,
        /// When it is started.
        pub start: StartMode,
    }

    /// What a person gives for a value.
    #[serde(deny_unknown_fields)]
    pub struct InstallValue {
        /// Its name.
        pub key: String,
        /// One, or several where it takes several.
        pub values: Vec<String>,
    }
}
