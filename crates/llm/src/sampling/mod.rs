//! Sampling requests (`sampling/createMessage`) and their results, parsed strictly and without loss (SAM-10 to SAM-17).
//!
//! Everything in a [`SamplingRequest`] is the server's wording, and a request is all that a model is given for it: no
//! conversation, nothing of another server, no tool of any server, nothing of the request before (S-74, S-76, SAM-21,
//! SAM-22). The same JSON is what a person sees and edits, what goes to the model and what the record keeps; only
//! the data of images and sounds stands aside, in [`ExtractedMedia`].

mod media;
mod parse;
mod rules;
#[cfg(test)]
mod tests;

pub use media::ExtractedMedia;
pub use parse::{answer, edited, request};

use portcullis_catalog::measured::tokens;
use portcullis_domain::{SampledRole, SamplingModel, SamplingPriorities, ToolChoice};
use portcullis_l10n::say;
use serde_json::{Map, Value, json};

/// Why a request or result is invalid, as the end of a sentence: `message 2 is empty`. Holds no text of the server.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Fault(pub String);

/// Sampling features of a protocol revision.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct SamplingFeatures {
    /// Sounds (2025-03-26).
    pub sounds: bool,
    /// Tools within a request, and several parts in one message (2025-11-25).
    pub tools: bool,
    /// Structured results of tools that are no objects (2026-07-28).
    pub any_structured: bool,
}

impl SamplingFeatures {
    /// By revision; they are dates and compare as text.
    #[must_use]
    pub fn of(revision: &str) -> Self {
        Self {
            sounds: revision >= "2025-03-26",
            tools: revision >= "2025-11-25",
            any_structured: revision >= "2026-07-28",
        }
    }
}

/// A sampling request as a model gets it.
#[derive(Debug, Clone, PartialEq)]
pub struct SamplingRequest {
    /// The model that it goes to.
    pub model: String,
    /// How it should behave.
    pub system_prompt: Option<String>,
    /// What was said, as the server tells it; never empty.
    pub messages: Vec<Message>,
    /// Tools of the server's own loop.
    pub tools: Vec<Tool>,
    /// What the model may do with them.
    pub tool_choice: ToolChoice,
    /// Most tokens of the answer; never exceeded (SAM-04).
    pub max_tokens: u32,
    /// How much is left to chance.
    pub temperature: Option<f64>,
    /// Words that end the answer.
    pub stop_sequences: Vec<String>,
}

/// Model preferences and context that the server asks for. None of it goes to a model.
#[derive(Debug, Clone, Default, PartialEq)]
pub struct SamplingPreferences {
    /// Names of models, the most wanted first.
    pub hints: Vec<String>,
    /// What else it would like of the model.
    pub priorities: SamplingPriorities,
    /// `thisServer` or `allServers`; never granted (SAM-06).
    pub include_context: Option<String>,
    /// Most tokens that it asked for.
    pub max_tokens: u32,
    /// It sent words for a provider of models; they are left out (SAM-05).
    pub metadata: bool,
}

/// One message.
#[derive(Debug, Clone, PartialEq)]
pub struct Message {
    /// Who seems to say it.
    pub role: SampledRole,
    /// What, in order; never empty.
    pub parts: Vec<SamplingPart>,
}

/// One part of a message.
#[derive(Debug, Clone, PartialEq)]
pub enum SamplingPart {
    /// Text.
    Text(String),
    /// An image or a sound as a block of the protocol: `type`, `mimeType`, `data`.
    Media(Value),
    /// The model wanted a tool, or wants one.
    Use(ToolUse),
    /// What came of it.
    Result(SampledToolResult),
}

/// A tool that a model wants within the server's own loop. It is data, never a call (S-76).
#[derive(Debug, Clone, PartialEq)]
pub struct ToolUse {
    /// Number that the result names.
    pub id: String,
    /// Name in that loop.
    pub name: String,
    /// Arguments.
    pub input: Map<String, Value>,
    /// Passed on as it is (SAM-17).
    pub meta: Option<Value>,
}

/// The result of a tool in the server's own loop.
#[derive(Debug, Clone, PartialEq)]
pub struct SampledToolResult {
    /// Number of the use.
    pub id: String,
    /// Blocks of the protocol.
    pub content: Vec<Value>,
    /// Structured content.
    pub structured: Option<Value>,
    /// The tool failed, says the server.
    pub failed: bool,
    /// Passed on as it is (SAM-17).
    pub meta: Option<Value>,
}

/// A tool of the server's own loop.
#[derive(Debug, Clone, PartialEq)]
pub struct Tool {
    /// Name; unique within the request.
    pub name: String,
    /// Description.
    pub description: String,
    /// Schema of its arguments; an object.
    pub input_schema: Value,
}

/// Why an answer ended (SAM-08).
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Stop {
    /// All was said.
    EndTurn,
    /// A word that ends it came.
    StopSequence,
    /// It may not be longer.
    MaxTokens,
    /// It wants a tool.
    ToolUse,
    /// Its provider withheld the rest. The protocol has no word of its own for it and takes others.
    Withheld,
}

impl Stop {
    /// As the protocol has it.
    #[must_use]
    pub fn as_str(self) -> &'static str {
        match self {
            Self::EndTurn => "endTurn",
            Self::StopSequence => "stopSequence",
            Self::MaxTokens => "maxTokens",
            Self::ToolUse => "toolUse",
            Self::Withheld => "contentFilter",
        }
    }
}

/// A sampling result.
#[derive(Debug, Clone, PartialEq)]
pub struct SamplingResult {
    /// Text, images, sounds, and tools that it wants; never empty.
    pub parts: Vec<SamplingPart>,
    /// Why it ended.
    pub stop: Stop,
    /// What it cost, in US dollars; `None` where that is not known.
    pub dollars: Option<f64>,
}

impl SamplingResult {
    /// Text within what was asked for: cut at the first word that ends it, and at the most tokens.
    #[must_use]
    pub fn of_text(text: &str, request: &SamplingRequest) -> Self {
        let stops = request.stop_sequences.iter();
        let stopped = stops.filter_map(|stop| text.find(stop.as_str())).min();
        let (text, stop) = match stopped {
            Some(at) => (&text[..at], Stop::StopSequence),
            None => (text, Stop::EndTurn),
        };
        let most = request.max_tokens as usize;
        if tokens(text) <= most {
            return Self::new(vec![SamplingPart::Text(text.to_owned())], stop);
        }
        // Longer beginnings never have fewer tokens, so the longest that fits can be searched for.
        let ends: Vec<usize> = text.char_indices().map(|(at, _)| at).collect();
        let fitting = ends.partition_point(|end| tokens(&text[..*end]) <= most);
        let cut = ends
            .get(fitting.saturating_sub(1))
            .map_or("", |end| &text[..*end]);
        Self::new(
            vec![SamplingPart::Text(cut.trim_end().to_owned())],
            Stop::MaxTokens,
        )
    }

    /// An answer.
    #[must_use]
    pub fn new(parts: Vec<SamplingPart>, stop: Stop) -> Self {
        Self {
            parts,
            stop,
            dollars: None,
        }
    }

    /// The same for a revision that knows one part only: its texts are put together, or its first part stays.
    #[must_use]
    pub fn within(self, features: SamplingFeatures) -> Self {
        if features.tools || self.parts.len() <= 1 {
            return self;
        }
        let texts: Vec<&str> = self
            .parts
            .iter()
            .map(SamplingPart::text)
            .filter(|text| !text.is_empty())
            .collect();
        let one = match texts.is_empty() {
            true => self.parts.into_iter().next(),
            false => Some(SamplingPart::Text(texts.join("\n"))),
        };
        Self {
            dollars: self.dollars,
            ..Self::new(one.into_iter().collect(), self.stop)
        }
    }

    /// Its parts as JSON, as they are shown, edited and handed over.
    #[must_use]
    pub fn to_value(&self) -> Value {
        self.parts.iter().map(SamplingPart::to_value).collect()
    }

    /// About how many tokens its text has.
    #[must_use]
    pub fn tokens(&self) -> usize {
        self.parts.iter().map(SamplingPart::text).map(tokens).sum()
    }
}

/// What a server gets (SAM-08, SAM-09): `content` is one block for a revision that knows no list of them.
#[must_use]
pub fn result(parts: &Value, model: &str, stop: Stop) -> Value {
    let content = match parts.as_array().map(Vec::as_slice) {
        Some([one]) => one.clone(),
        _ => parts.clone(),
    };
    json!({"role": "assistant", "content": content, "model": model, "stopReason": stop.as_str()})
}

impl SamplingPart {
    /// Its text, empty for what is none.
    #[must_use]
    pub fn text(&self) -> &str {
        match self {
            Self::Text(text) => text,
            Self::Media(_) | Self::Use(_) | Self::Result(_) => "",
        }
    }

    /// As a block of the protocol.
    #[must_use]
    pub fn to_value(&self) -> Value {
        match self {
            Self::Text(text) => json!({"type": "text", "text": text}),
            Self::Media(block) => block.clone(),
            Self::Use(wanted) => {
                let block = json!({
                    "type": "tool_use", "id": wanted.id, "name": wanted.name, "input": wanted.input,
                });
                with(block, [("_meta", wanted.meta.clone())])
            }
            Self::Result(result) => {
                let block = json!({
                    "type": "tool_result", "toolUseId": result.id, "content": result.content,
                });
                with(
                    block,
                    [
                        ("structuredContent", result.structured.clone()),
                        ("isError", result.failed.then_some(Value::Bool(true))),
                        ("_meta", result.meta.clone()),
                    ],
                )
            }
        }
    }
}

impl SamplingRequest {
    /// The whole request as JSON: the parameters of the protocol with the chosen `model` in front.
    #[must_use]
    pub fn to_value(&self) -> Value {
        let messages: Vec<Value> = self.messages.iter().map(Message::to_value).collect();
        let prompt = self.system_prompt.as_deref().map(Value::from);
        let whole = with(json!({"model": self.model}), [("systemPrompt", prompt)]);
        let whole = with(
            whole,
            [
                ("messages", Some(messages.into())),
                ("maxTokens", Some(self.max_tokens.into())),
                ("temperature", self.temperature.map(Value::from)),
            ],
        );
        let stops = (!self.stop_sequences.is_empty()).then(|| json!(self.stop_sequences));
        let tools: Option<Value> =
            (!self.tools.is_empty()).then(|| self.tools.iter().map(Tool::to_value).collect());
        let choice = tools
            .is_some()
            .then(|| json!({"mode": choice_word(self.tool_choice)}));
        with(
            whole,
            [("stopSequences", stops), ("tools", tools), ("toolChoice", choice)],
        )
    }

    /// All words in it, for finding secrets among them. Schemas only describe, and would be taken for secrets by
    /// the names of what they describe.
    #[must_use]
    pub fn words(&self) -> Value {
        let mut words: Vec<Value> = self
            .system_prompt
            .iter()
            .map(|text| text.as_str().into())
            .collect();
        for part in self.messages.iter().flat_map(|message| &message.parts) {
            words.extend(part.words());
        }
        words.extend(self.tools.iter().map(|tool| tool.description.as_str().into()));
        words.extend(self.stop_sequences.iter().map(|text| text.as_str().into()));
        words.into()
    }
}

impl SamplingPart {
    /// The words in it, for finding secrets among them.
    #[must_use]
    pub fn words(&self) -> Vec<Value> {
        match self {
            Self::Text(text) => vec![text.as_str().into()],
            Self::Media(_) => Vec::new(),
            Self::Use(wanted) => vec![Value::Object(wanted.input.clone())],
            Self::Result(result) => {
                let texts = result.content.iter().filter_map(|block| block.get("text"));
                texts.chain(&result.structured).cloned().collect()
            }
        }
    }
}

impl Message {
    fn to_value(&self) -> Value {
        let role = match self.role {
            SampledRole::User => "user",
            SampledRole::Assistant => "assistant",
        };
        let content = match self.parts.as_slice() {
            [one] => one.to_value(),
            parts => parts.iter().map(SamplingPart::to_value).collect(),
        };
        json!({"role": role, "content": content})
    }
}

impl Tool {
    fn to_value(&self) -> Value {
        json!({"name": self.name, "description": self.description, "inputSchema": self.input_schema})
    }
}

/// As the protocol has it.
fn choice_word(choice: ToolChoice) -> &'static str {
    match choice {
        ToolChoice::Auto => "auto",
        ToolChoice::Required => "required",
        ToolChoice::None => "none",
    }
}

/// The model that a request goes to, and why, in words of ours (SAM-07): the first hint that is part of a name counts;
/// without one, what the server would like most: a cheap one or a quick one is the cheapest here, an able one the
/// most expensive, since nothing else is known of what they are worth; without preferences the first model. The host
/// has the last word, and the person after it. `prices` are of the models, for as many words each.
#[must_use]
pub fn choose<'a>(
    preferences: &SamplingPreferences,
    models: &'a [SamplingModel],
    prices: &[Option<f64>],
) -> Option<(&'a SamplingModel, String)> {
    let hints = &preferences.hints;
    for (place, hint) in (1..).zip(hints) {
        let wanted = hint.to_lowercase();
        let fits = |model: &&SamplingModel| {
            !wanted.is_empty() && model.name.to_lowercase().contains(wanted.as_str())
        };
        if let Some(model) = models.iter().find(fits) {
            let why = match place {
                1 => say!("chosen-first"),
                _ => say!("chosen-later", number = place),
            };
            return Some((model, why));
        }
    }
    if let Some(found) = by_priority(&preferences.priorities, models, prices) {
        return Some(found);
    }
    let why = match hints.is_empty() {
        true => say!("chosen-no-wish"),
        false => say!("chosen-none-here"),
    };
    models.first().map(|model| (model, why))
}

fn by_priority<'a>(
    priorities: &SamplingPriorities,
    models: &'a [SamplingModel],
    prices: &[Option<f64>],
) -> Option<(&'a SamplingModel, String)> {
    let priced = || {
        models
            .iter()
            .zip(prices)
            .filter_map(|(model, price)| Some((model, (*price)?)))
    };
    // Where there is nothing to choose among, nothing was chosen.
    if priced().count() < 2 {
        return None;
    }
    let [cost, speed, able] =
        [priorities.cost, priorities.speed, priorities.intelligence].map(|wish| wish.unwrap_or(0.0));
    if able > cost && able > speed {
        let (model, _) = priced().max_by(|(_, one), (_, other)| one.total_cmp(other))?;
        let why = say!("chosen-able");
        return Some((model, why));
    }
    if cost.max(speed) > able {
        let (model, _) = priced().min_by(|(_, one), (_, other)| one.total_cmp(other))?;
        let why = match cost >= speed {
            true => say!("chosen-cheap"),
            false => say!("chosen-quick"),
        };
        return Some((model, why));
    }
    None
}

fn with<const N: usize>(mut object: Value, more: [(&str, Option<Value>); N]) -> Value {
    if let Value::Object(members) = &mut object {
        for (name, value) in more {
            if let Some(value) = value {
                members.insert(name.to_owned(), value);
            }
        }
    }
    object
}
