//! Results that a person sees before the model does.

use super::shape;

shape! {
    /// What became of a result that was held.
    #[derive(Copy, Eq)]
    #[serde(rename_all = "snake_case")]
    pub enum HeldState {
        /// Waits for the person.
        Waiting,
        /// The model got it as it came.
        Given,
        /// The model got what the person made of it, and was told so.
        Changed,
        /// The model was told that it does not get it, and why.
        Withheld,
        /// No decision was made: the conversation was stopped, or Portcullis ended. The model did not get it.
        Ended,
    }

    /// A result that was held.
    pub struct HeldResult {
        /// Random.
        pub id: String,
        /// The call.
        pub call: String,
        /// What became of it.
        pub state: HeldState,
        /// What the model would be given, while it waits; else what it was given. Words of the server, escaped.
        pub text: String,
        /// Why it was withheld, in the person's words.
        pub reason: Option<String>,
    }
}
