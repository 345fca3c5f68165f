//! Providers of models, and what is known of each model.

use super::shape;

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
}

impl ProviderKind {
    /// All kinds in the order in which they are offered, by their names in a terminal.
    pub const NAMED: [(&'static str, Self); 6] = [
        ("anthropic", Self::Anthropic),
        ("openai", Self::Openai),
        ("gemini", Self::Gemini),
        ("ollama", Self::Ollama),
        ("lm-studio", Self::LmStudio),
        ("compatible", Self::Compatible),
    ];
}

#[cfg(test)]
mod tests {
    use super::ProviderKind;

    #[test]
    fn every_kind_of_provider_has_a_name_in_a_terminal() {
        // Serde names every kind between backticks where it is given none of them.
        let refused = serde_json::from_str::<ProviderKind>("\"\"")
            .unwrap_err()
            .to_string();
        let kinds: Vec<&str> = refused.split('`').skip(3).step_by(2).collect();
        let named = ProviderKind::NAMED.map(|(_, kind)| serde_json::to_value(kind).unwrap());
        assert_eq!(kinds, named, "{refused}");
    }
}
