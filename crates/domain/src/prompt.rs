//! Prompts: messages that a server has ready, which a person chooses; and suggestions while something is typed.

use super::{Block, shape};

shape! {
    /// In whose name a server wrote a message. It is the server's text in both cases.
    #[derive(Copy, Eq)]
    #[serde(rename_all = "snake_case")]
    pub enum PromptRole {
        /// As if the person said it.
        User,
        /// As if the model said it.
        Assistant,
    }

    /// A message of a prompt.
    pub struct PromptMessage {
        /// In whose name.
        pub role: PromptRole,
        /// What it says.
        pub block: Block,
    }
}
