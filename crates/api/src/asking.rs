//! What a server asks a person for: a form, an address to open, the folders it may work in.

use portcullis_core::shape;
use portcullis_domain::{RootRow, RootsAccess};

shape! {
    /// The folders of a server.
    pub struct RootList {
        /// In the order in which they were chosen.
        pub folders: Vec<RootRow>,
        /// Whether the server may know them.
        pub access: RootsAccess,
        /// What folders mean, one sentence for a person: guidance, not a fence (ROO-07).
        pub note: String,
    }
}
