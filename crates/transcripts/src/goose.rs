//! Sessions of Goose. Up to 1.9 a session is a `.jsonl` file: its description on the first line, then a message on each. Since
//! then `goose session export` writes one object with the messages under `conversation`.

use crate::builder::TranscriptBuilder;
use crate::json::Json;
use crate::{Transcript, TranscriptFile, times};
use portcullis_domain::ChatProduct;

/// The members of a first line that is no message.
const HEAD: [&str; 3] = ["working_dir", "description", "message_count"];

/// Whether these are lines of a session: the first one says what it is, or is a message.
pub(crate) fn is_lines(text: &str) -> bool {
    let Some(first) = text.lines().next().and_then(|line| Json::whole(line).ok()) else {
        return false;
    };
    let [role, content] = first.fields(["role", "content"]);
    first.fields(HEAD).iter().any(Option::is_some) || (role.is_some() && content.is_some())
}

pub(crate) fn read_lines(text: &str) -> TranscriptFile {
    let mut file = TranscriptFile::new(ChatProduct::Goose);
    let mut lines = text.lines().filter(|line| !line.trim().is_empty()).peekable();
    let head = lines.peek().and_then(|line| Json::whole(line).ok());
    let head = head.filter(|head| head.get("role").is_none());
    if head.is_some() {
        lines.next();
    }
    let title = head.and_then(|head| head.get("description")).and_then(Json::text);
    let mut builder = TranscriptBuilder::new(title.as_deref(), None, None);
    for line in lines {
        if !builder.counts() {
            continue;
        }
        match Json::whole(line) {
            Ok(message) => says(&mut builder, message),
            Err(_) => builder.omitted().unknown += 1,
        }
    }
    file.add(builder.done());
    file
}

pub(crate) fn read(one: Json<'_>) -> Option<Transcript> {
    let [name, description, created, updated, conversation] =
        one.fields(["name", "description", "created_at", "updated_at", "conversation"]);
    let title = name.or(description).and_then(Json::text);
    let mut builder = TranscriptBuilder::new(
        title.as_deref(),
        created.and_then(times::of_json),
        updated.and_then(times::of_json),
    );
    for message in conversation?.elements()? {
        if builder.counts() {
            says(&mut builder, message);
        }
    }
    Some(builder.done())
}

fn says(builder: &mut TranscriptBuilder, message: Json<'_>) {
    let [role, created, content, metadata] = message.fields(["role", "created", "content", "metadata"]);
    // What Goose tells the model alone, in the name of either, in place of earlier messages.
    if metadata
        .and_then(|metadata| metadata.get("userVisible"))
        .is_some_and(Json::is_false)
    {
        builder.omitted().summaries += 1;
        return;
    }
    let Some(speaker) = builder.speaker(role, &["user"]) else {
        return;
    };
    let at = created.and_then(times::of_json);
    let Some(parts) = content.and_then(Json::elements) else {
        builder.omitted().unknown += 1;
        return;
    };
    for part in parts {
        if !builder.counts() {
            return;
        }
        let [kind, words] = part.fields(["type", "text"]);
        match kind.and_then(Json::text).as_deref() {
            Some("text") => {
                if let Some(words) = words.and_then(Json::text) {
                    builder.says(speaker, &words, at, None);
                }
            }
            Some("thinking" | "redactedThinking") => builder.omitted().reasoning += 1,
            Some(
                "toolRequest"
                | "toolResponse"
                | "toolConfirmationRequest"
                | "frontendToolRequest"
                | "actionRequired",
            ) => builder.omitted().calls += 1,
            Some("image" | "audio" | "resource") => builder.omitted().files += 1,
            _ => builder.omitted().unknown += 1,
        }
    }
}
