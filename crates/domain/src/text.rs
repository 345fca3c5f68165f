//! Content that is too large to hand over whole.

use super::shape;
pub use portcullis_core::{Foreign, Problem};

shape! {
    /// A handle to content kept in the host because it is too large to hand over whole.
    #[derive(Eq)]
    pub struct Payload {
        /// Opaque; valid until the call is forgotten.
        pub handle: String,
        /// Size of the whole content in bytes.
        pub bytes: u64,
    }
}
