//! The limits of what goes to a model and comes from one, each with its reason.

pub(crate) use portcullis_approval::limits::{SAMPLING_TEXT, TOKEN_CHARS};
pub(crate) use portcullis_catalog::limits::{LINK_BYTES, TOOL_NAME};
pub(crate) use portcullis_core::limits::SAID;
pub(crate) use portcullis_net::limits::{RETRY_AFTER_MAX, RETRY_AFTER_TIMES, RETRY_AFTER_WAIT};
use std::time::Duration;

/// Largest reply of a model, in bytes as they come (F-27): the longest that any model writes is a tenth of it.
pub const MODEL_REPLY: usize = 32 << 20;
/// Longest line of such a reply: a whole image, or all arguments of a call, may be in one.
pub const MODEL_LINE: usize = 16 << 20;
/// Largest picture or sound that a model makes, in bytes, and how many of one reply are kept.
pub const MODEL_MADE: (usize, usize) = (10 << 20, 8);
/// How much is read of what a provider says when it says no.
pub const MODEL_NO: usize = 32 << 10;
/// Tokens that a model may write in one reply, for providers that want a number: where nothing is known of the model, and
/// at most, since some keep them free of what it may read.
pub const MODEL_ANSWER: (u32, u32) = (8_192, 32_000);
/// How long a model may be silent: one on this computer is first read from the disk.
pub const MODEL_SILENT: Duration = Duration::from_secs(300);
/// Longest name of a model, and longest key of a provider, in bytes.
pub const MODEL_NAME: usize = 256;
/// Largest picture or sound that a model is given, in bytes, and how many of one result. Some providers take 5 MB in
/// Base64, and refuse the whole request for one that is larger.
pub const MODEL_MEDIA: (usize, usize) = (3_600 << 10, 8);
/// Pause between pieces of words as they appear.
pub const WORDS_EVERY: Duration = Duration::from_millis(12);
/// Largest sampling request, in bytes, with its images and sounds in Base64.
pub const SAMPLING_BYTES: usize = 8 << 20;
/// Messages in one request. A loop of [`SAMPLING_ROUNDS`] has two for each round.
pub const SAMPLING_MESSAGES: usize = 100;
/// Parts of one message, and of one result of a tool.
pub const SAMPLING_PARTS: usize = 50;
/// Tools offered in one request.
pub const SAMPLING_TOOLS: usize = 50;
/// Hints, and words that end an answer, in one request; longest of each, in characters.
pub const SAMPLING_WISHES: (usize, usize) = (16, 256);
/// Rounds of tools within one request (S-76): the server tells all of them again each time.
pub const SAMPLING_ROUNDS: usize = 10;
/// Most tokens of one answer, whatever the server asks for (S-75): a few pages.
pub const SAMPLING_TOKENS: u32 = 8_192;
/// Time for a model to answer such a request.
pub const SAMPLING_MODEL: Duration = Duration::from_secs(120);
/// Longest description of a tool that OpenAI takes, in characters.
pub const OPENAI_DESCRIPTION: usize = 1024;
/// Characters of what a model said that stand beside its tool call.
pub const MODEL_WHY: usize = 400;
