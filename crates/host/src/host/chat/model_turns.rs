//! What a model is told: of earlier messages, and of what its tools brought back. It is told less than a person sees, by
//! rule, and says so where it is: long texts are cut, images and sounds are only named, what a server meant for the
//! person alone is left out (TOL-25). No link in a result is followed (S-79).

use super::{attaching, holding, imported, making};
use crate::host::{calls, quotes};
use crate::limits;
use portcullis_core::text::{escape, grouped};
use portcullis_core::{Error, Redactor};
use portcullis_domain::{Block, CallState, CallView, Foreign, ImportedFrom, Message, Part, Problem, Speaker};
use portcullis_llm::{End, ModelReply, ModelTurn, ToolCall, ToolResult};
use serde_json::Value;
use std::collections::BTreeMap;
use std::path::Path;

/// What a model was told of these messages, with a word about those that were imported.
pub(super) fn history(
    messages: &[Message],
    mut kept: BTreeMap<u32, Vec<ModelTurn>>,
    from: Option<ImportedFrom>,
) -> Vec<ModelTurn> {
    let said = messages
        .iter()
        .map(|message| (message.seq, of_message(message, kept.remove(&message.seq))));
    imported::marked(said.collect(), from)
}

/// What a model was told of one message. A call and its result are in the same one.
pub(super) fn of_message(message: &Message, kept: Option<Vec<ModelTurn>>) -> Vec<ModelTurn> {
    match kept {
        Some(told) => whole(told, message),
        None => of_parts(message),
    }
}

/// No task waits for what a model wanted when the host ended: it is told so, since every tool call needs a result.
fn whole(mut told: Vec<ModelTurn>, message: &Message) -> Vec<ModelTurn> {
    if let Some(ModelTurn::Model(reply)) = told.last()
        && !reply.calls.is_empty()
    {
        let why = match holding::undecided(message) {
            true => holding::NOT_GIVEN,
            false => {
                "The result is unknown: the call was interrupted. Ask the person before you run it again."
            }
        };
        let lost = reply
            .calls
            .iter()
            .map(|tool_call| text_result(tool_call, false, why.to_owned()));
        let lost = lost.collect();
        told.push(ModelTurn::Results(lost));
    }
    told
}

/// The same from what a person sees, for messages that were kept before that, or that no model wrote.
fn of_parts(message: &Message) -> Vec<ModelTurn> {
    let mut said = Vec::new();
    for (at, part) in message.parts.iter().enumerate() {
        match (message.speaker, part) {
            (Speaker::Person, Part::File { file }) => said.push(attaching::model_turn(file)),
            (Speaker::Person, Part::Words { text }) => said.push(ModelTurn::Person(text.clone())),
            (Speaker::Model, Part::Words { text }) => said.push(ModelTurn::Model(Box::new(spoken(text)))),
            (Speaker::Model, Part::Made { .. }) => {
                said.push(ModelTurn::Model(Box::new(ModelReply {
                    made: making::made_in(std::slice::from_ref(part)),
                    ..ModelReply::default()
                })));
            }
            (_, Part::Call { call }) => {
                let tool_call = ToolCall {
                    id: format!("{}-{at}", message.seq),
                    name: call.tool.clone(),
                    arguments: Value::Object(serde_json::Map::new()),
                    garbled: None,
                    why: None,
                };
                let outcome = call.outcome.clone().unwrap_or_default();
                let came = text_result(&tool_call, call.state == CallState::Done, outcome);
                said.push(ModelTurn::Model(Box::new(ModelReply {
                    calls: vec![tool_call],
                    ..ModelReply::default()
                })));
                said.push(ModelTurn::Results(vec![came]));
            }
            (
                _,
                Part::Quoted {
                    server_label,
                    source,
                    shown,
                    role,
                    text,
                    left_out,
                    ..
                },
            ) => {
                let mut quoted = quotes::for_model(server_label, *source, &shown.text, *role, &text.text);
                if left_out.is_some() {
                    quoted.push_str("\n[Something of it is left out here.]");
                }
                said.push(ModelTurn::Person(quoted));
            }
            (Speaker::Host, Part::Words { .. })
            | (
                _,
                Part::Thought { .. }
                | Part::Trouble { .. }
                | Part::Stopped {}
                | Part::Search { .. }
                | Part::Held { .. }
                | Part::File { .. }
                | Part::Made { .. },
            ) => {}
        }
    }
    said
}

/// Words of a model that were not all of its reply.
pub(super) fn spoken(words: &str) -> ModelReply {
    ModelReply {
        words: words.to_owned(),
        end: End::Stopped,
        ..ModelReply::default()
    }
}

/// What came of a call of a server with or without a fence, for the model that wanted it.
pub(super) fn tool_result(
    tool_call: &ToolCall,
    call: &CallView,
    fenced: bool,
    redactor: &Redactor,
) -> ToolResult {
    let kept_out = match fenced {
        true => kept_out(tool_call, call),
        false => String::new(),
    };
    let edited = format!("{}{kept_out}", edited(&call.edited));
    let (ok, text) = match call.state {
        CallState::Done => (true, format!("{edited}{}", result(call))),
        // Not every provider has a place for it beside the text.
        CallState::ToolError => (
            false,
            format!("{edited}The tool says that it failed:\n{}", result(call)),
        ),
        // Nothing of it is the tool's answer, so that a model does not try to mend its arguments for it.
        CallState::Failed => (
            false,
            format!(
                "{kept_out}The call failed, and the tool did not answer. {}",
                problem(call)
            ),
        ),
        CallState::Refused => (
            false,
            format!(
                "It was not run. {} Do not try again without being asked.",
                call.problem
                    .as_ref()
                    .map_or("", |problem| problem.sentence.as_str())
            ),
        ),
        CallState::Cancelled => (false, format!("{kept_out}It was stopped. {}", problem(call))),
        CallState::Waiting | CallState::Running => (false, "It has not ended yet.".to_owned()),
    };
    text_result(tool_call, ok, cut(&redactor.hide_known(&text)))
}

/// The result of a tool call, without pictures and sounds.
pub(super) fn text_result(tool_call: &ToolCall, ok: bool, text: String) -> ToolResult {
    ToolResult {
        id: tool_call.id.clone(),
        name: tool_call.name.clone(),
        ok,
        text,
        media: Vec::new(),
    }
}

/// What a model has to know about a call that is not the one it wanted: its result is for other arguments.
fn edited(names: &[Foreign]) -> String {
    let names: Vec<_> = names.iter().map(|name| format!("“{}”", name.text)).collect();
    match names.as_slice() {
        [] => String::new(),
        [one] => format!("[The person changed the argument {one} before it was sent.]\n"),
        all => format!(
            "[The person changed these arguments before it was sent: {}.]\n",
            all.join(", ")
        ),
    }
}

/// What the fence of a server kept it from, so that a model does not look for the cause elsewhere. Of paths it hears the same whether
/// they are there or not: a server that gets to know what it heard would learn what is outside of its fence.
fn kept_out(tool_call: &ToolCall, call: &CallView) -> String {
    let names: Vec<_> = call
        .kept_out
        .iter()
        .filter(|what| !Path::new(&what.text).is_absolute())
        .map(|what| format!("“{}”", what.text))
        .collect();
    let mut told = match names.as_slice() {
        [] => String::new(),
        names => format!(
            "[The sandbox of this server does not let it use {}. Only the person can allow that, on the page of the server; do \
             not try to get around it.]\n",
            names.join(", ")
        ),
    };
    if call.state != CallState::Done && call.sent_at.is_some() && calls::names_path(&tool_call.arguments) {
        told.push_str(
            "[The sandbox of this server may not let it use a path that you named, whether it is there or not. Only the person can \
             allow that, on the page of the server; do not try to get around it.]\n",
        );
    }
    told
}

/// Why there is no call, as a model reads it. What its server said about that is not in it: a conversation is marked for a call
/// that goes out, or that a server is started for (S-78).
pub(super) fn not_begun(error: &Error) -> String {
    Error {
        said: None,
        ..error.clone()
    }
    .to_string()
}

/// A problem as a model reads it: what a person reads, without what the person could do.
fn problem(call: &CallView) -> String {
    let words = |problem: &Problem| match &problem.said {
        Some(said) => format!("{} It said: {}", problem.sentence, said.text),
        None => problem.sentence.clone(),
    };
    call.problem.as_ref().map(words).unwrap_or_default()
}

/// The result of a call as text.
fn result(call: &CallView) -> String {
    let Some(result) = &call.result else {
        return call.outcome.clone().unwrap_or_default();
    };
    let mut texts = Vec::new();
    for (block, place) in result.blocks.iter().zip(0_u32..) {
        if result.for_person.contains(&place) {
            continue;
        }
        match block {
            Block::Text { text, whole, bytes } => {
                texts.push(text.text.clone());
                if whole.is_some() {
                    texts.push(format!("[Cut: the whole has {} bytes.]", grouped(size(*bytes))));
                }
            }
            Block::Resource { text: Some(text), .. } => texts.push(text.text.clone()),
            Block::Image { mime, .. } => texts.push(format!("[An image ({mime}), shown to the person.]")),
            Block::Audio { mime, .. } => texts.push(format!("[A sound ({mime}), shown to the person.]")),
            Block::Link { uri, name, .. } => {
                texts.push(format!(
                    "[A link to “{}”: {}. It was not followed.]",
                    name.text, uri.text
                ));
            }
            Block::Resource { uri, bytes, .. } => {
                texts.push(format!(
                    "[A file, {}, of {} bytes.]",
                    uri.text,
                    grouped(size(*bytes))
                ));
            }
            Block::Unshown { reason, .. } => {
                texts.push(format!("[Something that cannot be shown: {reason}]"))
            }
        }
    }
    if result.more_blocks > 0 {
        texts.push(format!("[{} more parts are left out.]", result.more_blocks));
    }
    match (texts.is_empty(), &result.structured) {
        // Its texts came as they are, unlike those of blocks.
        (true, Some(structured)) => escape(&structured.to_string()).text,
        (true, None) => call.outcome.clone().unwrap_or_default(),
        (false, _) => texts.join("\n"),
    }
}

fn size(bytes: u64) -> usize {
    usize::try_from(bytes).unwrap_or(usize::MAX)
}

/// At most [`limits::FOR_MODEL`] characters, with a word about the rest: the beginning, and the end, where results and
/// errors are.
fn cut(text: &str) -> String {
    cut_to(text, limits::FOR_MODEL)
}

/// The same with at most so many characters.
pub(super) fn cut_to(text: &str, most: usize) -> String {
    let all = text.chars().count();
    if all <= most {
        return text.to_owned();
    }
    let tail = most / 4;
    let head: String = text.chars().take(most - tail).collect();
    let end: String = text.chars().skip(all - tail).collect();
    format!(
        "{head}\n[{} of {} characters are left out here; the person sees all of them.]\n{end}",
        grouped(all - most),
        grouped(all)
    )
}

#[cfg(test)]
mod tests;
