//! `conversations.json` of Claude's data export: a list of conversations with their messages under `chat_messages`. Newer ones
//! have the parts of a message under `content`, older ones its words under `text` alone.

use crate::builder::TranscriptBuilder;
use crate::json::Json;
use crate::{Transcript, TranscriptSpeaker, times};

pub(crate) fn read(one: Json<'_>) -> Option<Transcript> {
    let [name, created, updated, messages, model] =
        one.fields(["name", "created_at", "updated_at", "chat_messages", "model"]);
    let mut builder = TranscriptBuilder::new(
        name.and_then(Json::text).as_deref(),
        created.and_then(times::of_json),
        updated.and_then(times::of_json),
    );
    let model = model.and_then(Json::text);
    for message in messages?.elements()? {
        if builder.counts() {
            says(&mut builder, message, model.as_deref());
        }
    }
    Some(builder.done())
}

fn says(builder: &mut TranscriptBuilder, message: Json<'_>, model: Option<&str>) {
    let [sender, text, content, created, attachments, files] =
        message.fields(["sender", "text", "content", "created_at", "attachments", "files"]);
    let Some(speaker) = builder.speaker(sender, &["human", "user"]) else {
        return;
    };
    let model = model.filter(|_| speaker == TranscriptSpeaker::Model);
    let at = created.and_then(times::of_json);
    let count = |list: Option<Json<'_>>| list.and_then(Json::elements).map_or(0, Iterator::count);
    builder.omitted().files += count(attachments) + count(files);
    let mut said = false;
    for part in content.and_then(Json::elements).into_iter().flatten() {
        if !builder.counts() {
            return;
        }
        let [kind, words] = part.fields(["type", "text"]);
        match kind.and_then(Json::text).as_deref() {
            Some("text") => {
                if let Some(words) = words.and_then(Json::text) {
                    said |= !words.trim().is_empty();
                    builder.says(speaker, &words, at, model);
                }
            }
            Some("thinking" | "redacted_thinking") => builder.omitted().reasoning += 1,
            Some("tool_use" | "tool_result" | "server_tool_use") => builder.omitted().calls += 1,
            Some("image" | "document" | "file") => builder.omitted().files += 1,
            // A sign that the words are under way, without any.
            Some("token_budget") => {}
            _ => builder.omitted().unknown += 1,
        }
    }
    if !said && let Some(text) = text.and_then(Json::text) {
        builder.says(speaker, &text, at, model);
    }
}
