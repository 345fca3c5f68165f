//! Models that hold conversations, and answer servers that ask for words. The scripted demo model is always there and needs no key and no network;
//! providers join it here later.

mod demo;
pub mod sampling;

pub use demo::DemoModel;

use crate::Result;
use crate::view::SamplingModel;
use futures::future::BoxFuture;
use serde_json::Value;

/// A tool as a model sees it. The texts are exactly those a person can read (S-41).
#[derive(Debug, Clone, PartialEq)]
pub struct Offered {
    /// Name for the model; decodes exactly to a server and a raw name (S-50).
    pub name: String,
    /// The person's label of the server.
    pub server: String,
    /// Raw name, escaped.
    pub tool: String,
    /// Description, escaped.
    pub description: String,
    /// JSON Schema of the arguments.
    pub input_schema: Value,
}

/// What was said and done so far.
#[derive(Debug, Clone, PartialEq)]
pub enum Said {
    /// By the person.
    Person(String),
    /// By the model.
    Model(String),
    /// A call of the model ended.
    Result {
        /// Name for the model.
        name: String,
        /// Whether it did what was asked.
        ok: bool,
        /// What came back, or why nothing did.
        text: String,
    },
}

/// What a model does next.
#[derive(Debug, Clone, PartialEq)]
pub enum Move {
    /// Says something.
    Say(String),
    /// Wants a tool.
    Call {
        /// Name for the model.
        name: String,
        /// Arguments.
        arguments: Value,
        /// Why.
        why: Option<String>,
    },
    /// Has nothing more to say.
    End,
}

/// A model.
pub trait Model: Send + Sync + 'static {
    /// Its name for a person.
    fn name(&self) -> &str;
    /// The next move after what was said, with these tools.
    fn next<'a>(&'a self, said: &'a [Said], tools: &'a [Offered]) -> BoxFuture<'a, Result<Move>>;
    /// How it is presented where a server asks for words of a model: the name that the server is told, and what it is
    /// and costs.
    fn for_sampling(&self) -> SamplingModel;
    /// What it costs to answer this, in words; `None` when that is not known.
    fn cost(&self, request: &sampling::Request) -> Option<String>;
    /// Words for a server. The request is all that there is: nothing of a conversation, no tool of any server (S-76).
    fn sample<'a>(&'a self, request: &'a sampling::Request) -> BoxFuture<'a, Result<sampling::Answer>>;
    /// What a person could say first that leads somewhere with these tools; at most three.
    fn suggestions(&self, _tools: &[Offered]) -> Vec<String> {
        Vec::new()
    }
}
