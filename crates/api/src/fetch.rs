//! Packages that are fetched once.

use portcullis_core::{Foreign, shape};

shape! {
    /// The fetched package that a server runs from.
    pub struct PackageView {
        /// Its name.
        pub name: Foreign,
        /// Its version.
        pub version: Foreign,
        /// `npm` or `PyPI`.
        pub registry: String,
        /// Packages that were fetched with it, itself included.
        pub packages: u32,
        /// When it was fetched.
        pub at: u64,
    }

    /// A package that is being fetched.
    pub struct FetchView {
        /// Random.
        pub id: String,
        /// Its name, with the version that was asked for.
        pub package: Foreign,
        /// The server that it is fetched for.
        pub label: String,
        /// Since when.
        pub since: u64,
        /// Bytes of its files so far; 0 where that is not known.
        pub bytes: u64,
    }
}
