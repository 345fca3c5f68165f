//! What servers of a registry come as and ask for.

use super::shape;

shape! {
    /// What the registry says of a version.
    #[derive(Copy, Eq)]
    #[serde(rename_all = "snake_case")]
    pub enum RegistryStatus {
        /// Nothing against it.
        Active,
        /// Its publisher advises against it.
        Deprecated,
        /// It was withdrawn. It cannot be added.
        Deleted,
    }

    /// What a server of the registry comes as.
    #[derive(Copy, Eq)]
    #[serde(rename_all = "snake_case")]
    pub enum RegistryOptionKind {
        /// An npm package, run by `npx`.
        Npm,
        /// A PyPI package, run by `uvx`.
        Pypi,
        /// A container image, run by `docker`.
        Image,
        /// A NuGet package, run by `dnx`.
        Nuget,
        /// A Rust crate. Nothing here runs one.
        Cargo,
        /// An MCP bundle: downloaded, checked and opened as one.
        Bundle,
        /// An address.
        Remote,
        /// Something that this version does not know.
        Unknown,
    }

    /// What a value is.
    #[derive(Copy, Eq)]
    #[serde(rename_all = "snake_case")]
    pub enum InstallSettingKind {
        /// A line.
        Text,
        /// A number.
        Number,
        /// Yes or no: `true` or `false`.
        Switch,
        /// A folder of this computer, absolute.
        Folder,
        /// A file of this computer, absolute.
        File,
    }
}
