//! Instructions of conversations.

use portcullis_core::shape;
use portcullis_domain::InstructionPreset;

shape! {
    /// What the person tells the model of a conversation beforehand.
    pub struct ConversationInstructions {
        /// Empty where it is nothing.
        pub text: String,
        /// What can be taken instead, by name.
        pub presets: Vec<InstructionPreset>,
    }
}
