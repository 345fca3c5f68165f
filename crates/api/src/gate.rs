//! Requests that wait for a person, and the person's answers.

use portcullis_core::{Foreign, shape};

shape! {
    /// What limits would have meant for the last calls of a tool.
    pub struct GrantPreview {
        /// Calls that were looked at, the newest first.
        pub calls: Vec<PreviewedCall>,
        /// How many of them the permission would have covered.
        pub covered: u32,
    }

    /// A call of before.
    pub struct PreviewedCall {
        /// When it was asked for.
        pub at: u64,
        /// Its arguments on one line.
        pub arguments: Foreign,
        /// It would have run without asking.
        pub covered: bool,
    }
}
