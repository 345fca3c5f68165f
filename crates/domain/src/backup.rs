//! Backups of the database.

use super::shape;

shape! {
    /// A backup that can be restored.
    pub struct Backup {
        /// Its name, by which it is restored.
        pub name: String,
        /// When it was made.
        pub made_at: u64,
        /// Its size.
        pub bytes: u64,
    }
}
