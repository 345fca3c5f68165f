//! Packages that are fetched once.

use portcullis_core::{Foreign, shape};

shape! {
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
    }
}
