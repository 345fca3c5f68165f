//! `conversations.json` of ChatGPT's data export: a list of conversations. Each has a tree of nodes under `mapping`, of which
//! `current_node` is the end of the way that was shown last.

use crate::builder::TranscriptBuilder;
use crate::json::Json;
use crate::{Transcript, TranscriptSpeaker, limits, times};
use std::borrow::Cow;
use std::collections::HashMap;

pub(crate) fn read(one: Json<'_>) -> Option<Transcript> {
    let [title, created, updated, mapping, current] =
        one.fields(["title", "create_time", "update_time", "mapping", "current_node"]);
    let mut builder = TranscriptBuilder::new(
        title.and_then(Json::text).as_deref(),
        created.and_then(times::of_json),
        updated.and_then(times::of_json),
    );
    let mut nodes: HashMap<Cow<'_, str>, TreeNode<'_>> = HashMap::new();
    let mut last = None;
    for (id, node) in mapping?.members()? {
        if nodes.len() >= limits::TRANSCRIPT_ENTRIES {
            builder.omitted().unknown += 1;
            continue;
        }
        // An id that is there twice is what it was first.
        if nodes.contains_key(&id) {
            builder.omitted().unknown += 1;
            continue;
        }
        let [message, parent] = node.fields(["message", "parent"]);
        let parent = parent.and_then(Json::text);
        if message.is_some() {
            last = Some(id.clone());
        }
        nodes.insert(id, TreeNode { message, parent });
    }
    let named = current.and_then(Json::text).filter(|id| nodes.contains_key(id));
    let mut way = Vec::new();
    let mut next = named.or(last);
    while let Some(id) = next {
        // Each node is on the way once: one that leads back to itself ends it.
        let Some(node) = nodes.remove(&id) else { break };
        next = node.parent;
        way.extend(node.message);
    }
    for message in way.into_iter().rev() {
        if builder.counts() {
            says(&mut builder, message);
        }
    }
    let speaks = |node: &TreeNode<'_>| {
        node.message
            .and_then(role)
            .is_some_and(|(role, _)| role != AuthorRole::System)
    };
    builder.omitted().branches += nodes.values().filter(|node| speaks(node)).count();
    Some(builder.done())
}

struct TreeNode<'a> {
    message: Option<Json<'a>>,
    parent: Option<Cow<'a, str>>,
}

#[derive(Clone, Copy, PartialEq, Eq)]
enum AuthorRole {
    Person,
    Model,
    System,
    Tool,
}

/// Who a message is by, and whether it is to a tool.
fn role(message: Json<'_>) -> Option<(AuthorRole, bool)> {
    let [author, recipient] = message.fields(["author", "recipient"]);
    let role = match author?.get("role")?.text()?.as_ref() {
        "user" => AuthorRole::Person,
        "assistant" => AuthorRole::Model,
        "system" | "developer" => AuthorRole::System,
        _ => AuthorRole::Tool,
    };
    let to_tool = recipient
        .and_then(Json::text)
        .is_some_and(|to| !to.is_empty() && to != "all");
    Some((role, to_tool))
}

fn says(builder: &mut TranscriptBuilder, message: Json<'_>) {
    let [content, created, metadata] = message.fields(["content", "create_time", "metadata"]);
    let (Some((role, to_tool)), Some(content)) = (role(message), content) else {
        builder.omitted().unknown += 1;
        return;
    };
    let [kind, parts, text] = content.fields(["content_type", "parts", "text"]);
    let kind = kind.and_then(Json::text).unwrap_or_default();
    let speaker = match role {
        AuthorRole::System => {
            // Most of them are empty: the beginning of a tree.
            let empty = parts
                .and_then(Json::elements)
                .into_iter()
                .flatten()
                .all(|part| part.text().is_some_and(|text| text.trim().is_empty()));
            if !empty || text.is_some() {
                builder.omitted().instructions += 1;
            }
            return;
        }
        AuthorRole::Tool => {
            builder.omitted().calls += 1;
            return;
        }
        AuthorRole::Person => TranscriptSpeaker::Person,
        AuthorRole::Model => TranscriptSpeaker::Model,
    };
    match kind.as_ref() {
        // What a person told the product to keep in mind is an instruction.
        "user_editable_context" | "model_editable_context" => builder.omitted().instructions += 1,
        "thoughts" | "reasoning_recap" => builder.omitted().reasoning += 1,
        _ if to_tool => builder.omitted().calls += 1,
        "text" | "multimodal_text" => {
            let at = created.and_then(times::of_json);
            let model = metadata
                .and_then(|metadata| metadata.get("model_slug"))
                .and_then(Json::text);
            let model = model.as_deref().filter(|_| speaker == TranscriptSpeaker::Model);
            for part in parts.and_then(Json::elements).into_iter().flatten() {
                if !builder.counts() {
                    return;
                }
                match part.text() {
                    Some(text) => builder.says(speaker, &text, at, model),
                    None => other_part(builder, speaker, part, at),
                }
            }
        }
        "code" | "execution_output" | "tether_quote" | "tether_browsing_display" | "system_error" => {
            builder.omitted().calls += 1;
        }
        _ => builder.omitted().unknown += 1,
    }
}

/// A part that is not text: a picture, a sound, or what was said aloud.
fn other_part(builder: &mut TranscriptBuilder, speaker: TranscriptSpeaker, part: Json<'_>, at: Option<u64>) {
    let [kind, text] = part.fields(["content_type", "text"]);
    match kind.and_then(Json::text).as_deref() {
        Some("audio_transcription") => {
            if let Some(text) = text.and_then(Json::text) {
                builder.says(speaker, &text, at, None);
            }
        }
        Some(kind) if kind.contains("pointer") => builder.omitted().files += 1,
        _ => builder.omitted().unknown += 1,
    }
}
