//! Text that did not come from us, and what failed.

use super::shape;

shape! {
    /// Text from a server or a model as a person may see it: control, bidirectional and invisible
    /// characters are already written as `⟨U+202E⟩`. Show it as plain text in a slot that names its source.
    #[derive(Default, Eq)]
    pub struct Foreign {
        /// The escaped text.
        pub text: String,
        /// How many characters had to be escaped; shown as a badge when above zero (S-41).
        pub hidden: u32,
    }

    /// Something that did not work, in words for a person. Drivers switch on `code`, never on `sentence`.
    pub struct Problem {
        /// Stable, dotted: `server.exited`, `launch.not_found`, `vault.locked` …
        pub code: String,
        /// What happened and what was not done.
        pub sentence: String,
        /// What to do, where something can be done.
        pub remedy: Option<String>,
        /// What the server said about it, where it said something: never part of our sentence (S-34).
        pub said: Option<Foreign>,
    }

    /// A handle to content kept in the host because it is too large to hand over whole.
    #[derive(Eq)]
    pub struct Payload {
        /// Opaque; valid until the call is forgotten.
        pub handle: String,
        /// Size of the whole content in bytes.
        pub bytes: u64,
    }

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
