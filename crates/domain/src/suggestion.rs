//! What a suggested server needs before it can be used.

use super::shape;

shape! {
    /// Something that a suggested server needs, besides the program that runs it.
    #[derive(Eq)]
    #[serde(tag = "kind", rename_all = "snake_case", deny_unknown_fields)]
    pub enum SuggestionNeed {
        /// A folder that the person chooses. It goes where the draft has `{folder}`.
        Folder {},
        /// A key, in this environment variable.
        Key {
            /// Its name.
            variable: String,
            /// Where the publisher gives one; `https`.
            page: String,
        },
        /// Another program on this computer, which is not looked for.
        Program {
            /// What its makers call it.
            name: String,
        },
    }
}
