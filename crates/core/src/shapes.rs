//! The shapes that every driver knows, and how all of them are declared.

/// Declares shapes that cross to a driver: serialisable, comparable, and exported to TypeScript where the crate that
/// declares them has its feature `bindings` on.
#[macro_export]
macro_rules! shape {
    ($($(#[$meta:meta])* pub $kind:ident $name:ident { $($body:tt)* })*) => {$(
        #[derive(Debug, Clone, PartialEq, serde::Serialize, serde::Deserialize)]
        #[cfg_attr(feature = "bindings", derive(ts_rs::TS))]
        $(#[$meta])*
        pub $kind $name { $($body)* }
    )*};
}

shape! {
    /// Text from a server or a model as a person may see it: control, bidirectional and invisible
    /// characters are already written as `⟨U+202E⟩`. Show it as plain text in a slot that names its source.
    #[derive(Default, Eq)]
    pub struct Foreign {
        /// The escaped text.
        pub text: String,
        /// How many characters had to be escaped; shown as a badge when above zero (S-41).
        pub hidden: u32,
        /// How many letters of another alphabet than their word's are marked in it, as in `pа⟨U+0430⟩ypal`, where that was
        /// looked for; shown as a badge when above zero.
        #[serde(default, skip_serializing_if = "is_zero")]
        #[cfg_attr(feature = "bindings", ts(optional, as = "Option<u32>"))]
        pub lookalikes: u32,
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
}

#[allow(clippy::trivially_copy_pass_by_ref, reason = "as serde asks for it")]
fn is_zero(count: &u32) -> bool {
    *count == 0
}
