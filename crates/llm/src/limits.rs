//! The limits of what goes to a model and comes from one, each with its reason.

pub(crate) use portcullis_catalog::limits::{LINK_BYTES, TOOL_NAME};
pub(crate) use portcullis_catalog::limits::{SAMPLING_TEXT, TOKEN_CHARS};
pub(crate) use portcullis_core::limits::SAID;
pub(crate) use portcullis_net::limits::{RETRY_AFTER_MAX, RETRY_AFTER_TIMES, RETRY_AFTER_WAIT};
use std::time::Duration;

/// Largest reply of a model, in bytes as received (F-27).
pub const MODEL_REPLY: usize = 32 << 20;
/// Longest line of such a reply, in bytes.
pub const MODEL_LINE: usize = 16 << 20;
/// Tool calls that are kept of one reply. Each needs a result in every request that follows, and a reply has room for a hundred
/// thousand.
pub const MODEL_CALLS_KEPT: usize = 64;
/// Largest image or audio that a model makes, in bytes, and how many of one reply are kept.
pub const MODEL_MADE: (usize, usize) = (10 << 20, 8);
/// Bytes read of an error of a provider.
pub const MODEL_NO: usize = 32 << 10;
/// Tokens that a model may write in one reply, for providers that require a number: if the model is unknown, and
/// at most.
pub const MODEL_ANSWER: (u32, u32) = (8_192, 32_000);
/// How long a model may send nothing.
pub const MODEL_SILENT: Duration = Duration::from_secs(300);
/// Longest name of a model, in bytes.
pub const MODEL_NAME: usize = 256;
/// Largest image or audio that a model gets, in bytes, and how many of one result.
pub const MODEL_MEDIA: (usize, usize) = (3_600 << 10, 8);
/// Pause between pieces of text of the demo model.
pub const WORDS_EVERY: Duration = Duration::from_millis(12);
/// Largest request for model access, in bytes, with its images and audio in Base64.
pub const SAMPLING_BYTES: usize = 8 << 20;
/// Messages in one request. A loop of [`SAMPLING_ROUNDS`] has two for each round.
pub const SAMPLING_MESSAGES: usize = 100;
/// Parts of one message, and of one result of a tool.
pub const SAMPLING_PARTS: usize = 50;
/// Tools offered in one request.
pub const SAMPLING_TOOLS: usize = 50;
/// Hints and stop sequences in one request; longest of each, in characters.
pub const SAMPLING_WISHES: (usize, usize) = (16, 256);
/// Rounds of tools within one request (S-76).
pub const SAMPLING_ROUNDS: usize = 10;
/// Tokens of one reply, whatever the server asks for (S-75).
pub const SAMPLING_TOKENS: u32 = 8_192;
/// Time for a model to answer such a request.
pub const SAMPLING_MODEL: Duration = Duration::from_secs(120);
/// Longest description of a tool that OpenAI takes, in characters.
pub const OPENAI_DESCRIPTION: usize = 1024;
/// Characters of a model's text that are shown as the reason for its tool call.
pub const MODEL_WHY: usize = 400;
