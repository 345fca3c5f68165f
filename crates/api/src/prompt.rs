//! Prompts: messages that a server has ready, which a person chooses; and suggestions while something is typed.

use portcullis_core::shape;
use portcullis_core::{Foreign, Problem};
use portcullis_domain::{Payload, PromptMessage, SkippedEntry};

shape! {
    /// An argument of a prompt. Values are text.
    #[derive(Eq)]
    pub struct PromptArgument {
        /// Raw name: the key of its value.
        pub name: String,
        /// The raw name as a person may see it.
        pub shown: Foreign,
        /// Title; show it instead of the name where there is one.
        pub title: Option<Foreign>,
        /// Description; empty when there is none.
        pub description: Foreign,
        /// Without it nothing is sent.
        pub required: bool,
    }

    /// A line in the list of prompts.
    #[derive(Eq)]
    pub struct PromptEntry {
        /// Raw name: the identity. Never show it; show `shown`.
        pub name: String,
        /// The raw name as a person may see it.
        pub shown: Foreign,
        /// Title; show it instead of the name where there is one.
        pub title: Option<Foreign>,
        /// Description; empty when there is none.
        pub description: Foreign,
        /// The server names a picture for it that may be shown; `icon` brings it.
        pub icon: bool,
        /// Arguments in the server's order.
        pub arguments: Vec<PromptArgument>,
    }

    /// The prompts of a server that match a search.
    #[derive(Default)]
    pub struct PromptList {
        /// The server said that it has prompts. Nothing was asked of it when it did not.
        pub offered: bool,
        /// Number of usable prompts, matching or not.
        pub total: u32,
        /// Number that match.
        pub found: u32,
        /// Matching prompts in the server's order; for a search the best, best first.
        pub prompts: Vec<PromptEntry>,
        /// Entries left out.
        pub skipped: Vec<SkippedEntry>,
        /// Prompts beyond the limit that were not read.
        pub beyond_limit: u32,
        /// The server can suggest values for arguments.
        pub completes: bool,
        /// When the list was read.
        pub listed_at: Option<u64>,
        /// Why an older list is shown: reading a fresh one did not work.
        pub problem: Option<Problem>,
    }

    /// A prompt with its arguments filled in: what a person looks at before using it (PRO-04).
    pub struct FetchedPrompt {
        /// Opaque: what `use_prompt` takes. Valid as long as the messages are kept.
        pub id: String,
        /// Server.
        pub server: String,
        /// The person's label of the server.
        pub server_label: String,
        /// Raw name.
        pub name: String,
        /// The title, else the name, as a person may see it.
        pub shown: Foreign,
        /// What the server says about the result.
        pub description: Option<Foreign>,
        /// Messages in order.
        pub messages: Vec<PromptMessage>,
        /// Messages beyond the limit.
        pub more_messages: u32,
        /// When it was fetched.
        pub fetched_at: u64,
        /// The whole reply as JSON text.
        pub raw: Payload,
        /// The row in the record.
        pub record: u64,
    }

    /// What is being filled in.
    #[derive(Eq)]
    #[serde(tag = "kind", rename_all = "snake_case")]
    pub enum CompletionOf {
        /// An argument of a prompt.
        Prompt {
            /// Raw name.
            name: String,
        },
        /// A variable of a template.
        Template {
            /// Raw template.
            template: String,
        },
    }

    /// A suggestion of a server; never taken automatically.
    #[derive(Eq)]
    pub struct Suggestion {
        /// Raw value: what goes into the field. Never show it; show `shown`.
        pub value: String,
        /// The raw value as a person may see it.
        pub shown: Foreign,
    }

    /// Suggestions for one field.
    #[derive(Eq, Default)]
    pub struct Suggestions {
        /// At most 100, in the server's order.
        pub values: Vec<Suggestion>,
        /// How many there are in all, as claimed.
        pub total: Option<u64>,
        /// There are more.
        pub has_more: bool,
    }
}
