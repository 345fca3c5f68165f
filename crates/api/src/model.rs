//! Providers of models, and what is known of each model.

use portcullis_core::{Problem, shape};
use portcullis_domain::{Hidden, ModelFacts, ProviderKind};

shape! {
    /// A provider to add.
    pub struct ProviderDraft {
        /// Kind.
        pub kind: ProviderKind,
        /// The person's label; the kind's own name when `None`.
        pub label: Option<String>,
        /// Where it is; the kind's own address when `None`. One that is compatible has none of its own.
        pub address: Option<String>,
        /// Its key, on the way to the keychain. One on this computer needs none.
        pub key: Option<Hidden>,
    }

    /// A model of a provider.
    pub struct ModelLine {
        /// What conversations name it by.
        pub id: String,
        /// The provider's own name of it, visible.
        pub name: String,
        /// What is known of it.
        pub facts: ModelFacts,
        /// The person changed something of it.
        pub edited: bool,
        /// It can be chosen in conversations, and for servers that ask.
        pub used: bool,
        /// The provider does not list it any more.
        pub gone: bool,
    }

    /// A provider.
    pub struct ProviderView {
        /// Random.
        pub id: String,
        /// Kind.
        pub kind: ProviderKind,
        /// The person's label.
        pub label: String,
        /// Where it is.
        pub address: String,
        /// It is on this computer.
        pub here: bool,
        /// Its key is in the keychain.
        pub key: bool,
        /// When it was last checked.
        pub checked_at: Option<u64>,
        /// What the last check found wrong.
        pub problem: Option<Problem>,
        /// Its models: those that are used first, each part in the provider's order.
        pub models: Vec<ModelLine>,
        /// Models beyond those.
        pub more: u32,
    }

    /// A provider that was found on this computer and is not added.
    pub struct FoundProvider {
        /// Kind.
        pub kind: ProviderKind,
        /// Where.
        pub address: String,
        /// How many models it has.
        pub models: u32,
    }

    /// Something to choose for a conversation.
    pub struct ModelChoice {
        /// What a conversation names it by.
        pub id: String,
        /// Its name.
        pub name: String,
        /// Whose it is: the label of a provider, or of Portcullis itself.
        pub provider: String,
        /// It can use tools.
        pub tools: bool,
    }
}
