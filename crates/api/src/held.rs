//! Results that a person sees before the model does.

use portcullis_core::shape;

shape! {
    /// What to do with a result that is held.
    #[serde(tag = "kind", rename_all = "snake_case")]
    pub enum HeldAnswer {
        /// Give it as it came.
        Give {},
        /// Give this in its place; the model is told that a person changed it.
        Change {
            /// The text.
            text: String,
        },
        /// Do not give it; the model is told that a person withheld it.
        Withhold {
            /// Why, for the model to read.
            reason: String,
        },
    }
}
