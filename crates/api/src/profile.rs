//! Profiles.

use portcullis_core::shape;

shape! {
    /// Which servers are on and which permissions count, switched together. One is in use at any time.
    pub struct ProfileView {
        /// Its id.
        pub id: String,
        /// Its name.
        pub name: String,
        /// It is in use.
        pub current: bool,
        /// Ids of the servers that are on in it.
        pub servers: Vec<String>,
        /// Permissions that count in it.
        pub permissions: u32,
    }
}
