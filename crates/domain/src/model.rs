//! Providers of models, and what is known of each model.

use super::{Hidden, Problem, shape};

shape! {
    /// What kind of provider speaks at an address.
    #[derive(Copy, Eq, Hash, PartialOrd, Ord)]
    #[serde(rename_all = "snake_case")]
    pub enum ProviderKind {
        /// Anthropic.
        Anthropic,
        /// OpenAI.
        Openai,
        /// Google's Gemini.
        Gemini,
        /// Ollama, on this computer or another.
        Ollama,
        /// LM Studio, on this computer or another.
        LmStudio,
        /// Anything else that speaks as OpenAI does.
        Compatible,
    }

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

    /// How much a model reasons before it answers.
    #[derive(Copy, Eq)]
    #[serde(rename_all = "snake_case")]
    pub enum Effort {
        /// Not at all.
        Off,
        /// As little as it can.
        Minimal,
        /// Little.
        Low,
        /// Some.
        Medium,
        /// Much.
        High,
        /// More.
        XHigh,
        /// As much as it can.
        Max,
    }

    /// What is known of a model. By the provider's own list, by the table that comes with Portcullis, or by the person.
    #[derive(Default)]
    pub struct ModelFacts {
        /// Most tokens that it reads and writes in one request.
        pub context: Option<u32>,
        /// Most tokens that it writes in one reply.
        pub output: Option<u32>,
        /// US dollars for a million tokens read.
        pub price_in: Option<f64>,
        /// US dollars for a million tokens written.
        pub price_out: Option<f64>,
        /// It can use tools.
        pub tools: bool,
        /// It can look at images.
        pub images: bool,
        /// It reasons before it answers.
        pub reasons: bool,
        /// How much it is asked to reason; as its provider does unless told, for `None`.
        #[serde(default)]
        pub effort: Option<Effort>,
        /// What it can be asked for.
        #[serde(default)]
        pub efforts: Vec<Effort>,
        /// It can listen to sounds.
        #[serde(default)]
        pub audio: bool,
        /// It can read PDF documents.
        #[serde(default)]
        pub pdf: bool,
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
