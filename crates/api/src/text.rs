//! Content that is too large to hand over whole.

use portcullis_core::shape;

shape! {
    /// One piece of a payload.
    #[derive(Eq)]
    pub struct Chunk {
        /// Escaped text of this piece.
        pub text: String,
        /// Where the next piece starts; `None` at the end.
        pub next: Option<u64>,
        /// Size of the whole content in bytes.
        pub bytes: u64,
    }
}
