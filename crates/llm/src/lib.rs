//! Models that hold conversations, and that answer sampling requests of servers. The scripted demo model is always there and
//! needs no key and no network; those of providers are added by a person.
//!
//! A model says which tools it wants, and does nothing: a tool call is a name and arguments, which the host looks up, judges and
//! runs or does not (S-51). What it is given is what a person can read (S-41). This crate knows no server, no database and no
//! keychain: keys are handed to it. The host uses it.

portcullis_l10n::catalogue!();

mod demo;
pub mod limits;
mod media;
pub mod providers;
pub mod sampling;
mod schema;
mod speech;
mod weight;

pub use demo::DemoModel;
pub use media::GeneratedMedia;
pub use portcullis_domain::transcript::{
    End, Media, MediaKind, ModelReply, ModelTurn, ToolCall, ToolResult, Usage,
};
pub use speech::{Piece, Speech};
pub use weight::tokens;

use futures::future::BoxFuture;
use portcullis_core::Result;
use portcullis_domain::{ProviderKind, SamplingModel};
use serde_json::Value;

/// The definition of a tool as a model gets it: exactly the text that a person can read (S-41).
#[derive(Debug, Clone, PartialEq)]
pub struct ToolDefinition {
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

/// What a model accepts, and how much of it.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq)]
pub struct ModelCapabilities {
    /// Whose form tools have for it; `None` for one that is built in.
    pub form: Option<ProviderKind>,
    /// Most tokens that it reads, where that is known.
    pub context: Option<u32>,
    /// Most tools that its provider takes with a request, where there is a limit.
    pub tools: Option<usize>,
    /// It can use tools.
    pub uses: bool,
    /// It can look at pictures.
    pub images: bool,
    /// It can listen to sounds.
    pub audio: bool,
    /// It can read PDF documents.
    pub pdf: bool,
    /// It reads definitions, and can look for tools itself where they are too many.
    pub searches: bool,
}

/// A model.
pub trait Model: Send + Sync + 'static {
    /// Its name for a person.
    fn name(&self) -> &str;
    /// What it says to what was said, with these tools. Its words go into `speech` as they come; the whole is given at
    /// the end. Dropping the future stops it.
    fn reply<'a>(
        &'a self,
        said: &'a [ModelTurn],
        tools: &'a [ToolDefinition],
        speech: &'a Speech,
    ) -> BoxFuture<'a, Result<ModelReply>>;
    /// Why a tool cannot be offered to it, in words that follow “It cannot be offered to this model, because”.
    fn refuses(&self, _tool: &ToolDefinition) -> Option<String> {
        None
    }
    /// What it accepts.
    fn capabilities(&self) -> ModelCapabilities {
        ModelCapabilities {
            uses: true,
            ..ModelCapabilities::default()
        }
    }
    /// About how many tokens a tool takes in each request to it, without its name.
    fn weighs(&self, tool: &ToolDefinition) -> usize {
        tokens(&tool.description) + tokens(&tool.input_schema.to_string())
    }
    /// How it is presented in sampling requests: the name that the server is told, and what it is
    /// and costs.
    fn for_sampling(&self) -> SamplingModel;
    /// What it costs to answer this, in words; `None` when that is not known.
    fn cost(&self, _request: &sampling::SamplingRequest) -> Option<String> {
        None
    }
    /// What a million tokens of its words cost, in US dollars, for choosing among models.
    fn price(&self) -> Option<f64> {
        None
    }
    /// Words for a server. The request is all that there is: nothing of a conversation, no tool of any server (S-76). What goes
    /// into `speech` has to be taken out of it.
    fn sample<'a>(
        &'a self,
        request: &'a sampling::SamplingRequest,
        speech: &'a Speech,
    ) -> BoxFuture<'a, Result<sampling::SamplingResult>>;
    /// What a person could say first that leads somewhere with these tools; at most three. It reads no more of them than it
    /// needs: each costs a look at its definition.
    fn suggestions(&self, _tools: &mut dyn Iterator<Item = ToolDefinition>) -> Vec<String> {
        Vec::new()
    }
}
