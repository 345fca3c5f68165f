//! The messages of a prompt (PRO-04, PRO-05): text of a server whatever its audience, to be reviewed first.

use super::content::{self, Keep};
use crate::limits::CONTENTS;
use portcullis_core::limits::SAID;
use portcullis_core::text::ForeignText;
use portcullis_domain::{Block, Foreign, PromptMessage, PromptRole};
use portcullis_l10n::say;
use serde::Deserialize;
use serde_json::value::RawValue;

/// Messages that were read.
#[derive(Debug, Clone, PartialEq)]
pub struct ReadMessages {
    /// What the server says about them.
    pub description: Option<Foreign>,
    /// For a driver.
    pub messages: Vec<PromptMessage>,
    /// Messages beyond [`CONTENTS`], and parts of a message beyond it.
    pub more: u32,
    /// One line about it: `2 text blocks, 1 image`.
    pub outcome: String,
}

/// Reads the `result` object of a `prompts/get` reply.
#[must_use]
pub fn read_messages(raw: &RawValue, keep: &mut Keep<'_>) -> ReadMessages {
    #[derive(Deserialize, Default)]
    struct Reply<'a> {
        #[serde(borrow)]
        description: Option<&'a RawValue>,
        #[serde(borrow)]
        messages: Option<&'a RawValue>,
    }
    let reply: Reply<'_> = content::object(raw).unwrap_or_default();
    let description = reply
        .description
        .and_then(|text| serde_json::from_str::<String>(text.get()).ok())
        .filter(|text| !text.trim().is_empty())
        .map(|text| ForeignText::new(text).shown_within(4 * SAID));
    let list = reply
        .messages
        .and_then(|messages| serde_json::from_str::<Vec<&RawValue>>(messages.get()).ok());
    let (mut messages, mut more) = (Vec::new(), 0_usize);
    match list {
        Some(list) => {
            for message in list {
                let left_out = match messages.len() < CONTENTS {
                    true => one(message, keep, &mut messages),
                    false => 1,
                };
                more += left_out;
            }
        }
        None => messages.push(PromptMessage {
            role: PromptRole::User,
            block: content::unshown(say!("messages-no-list"), raw.get()),
        }),
    }
    let more = u32::try_from(more).unwrap_or(u32::MAX);
    ReadMessages {
        description,
        outcome: content::in_one_line(messages.iter().map(|message| &message.block), more, false),
        messages,
        more,
    }
}

/// A message; one with a list of parts, which some servers send, becomes as many as there are parts. Gives how many of them have no
/// room.
fn one(raw: &RawValue, keep: &mut Keep<'_>, messages: &mut Vec<PromptMessage>) -> usize {
    #[derive(Deserialize)]
    struct Message<'a> {
        role: Option<String>,
        #[serde(borrow)]
        content: Option<&'a RawValue>,
    }
    let room = CONTENTS.saturating_sub(messages.len());
    let mut add = |role: PromptRole, block: Block| {
        messages.push(PromptMessage { role, block });
        0
    };
    let unshown = |reason: String| content::unshown(reason, raw.get());
    let Some(message) = content::object::<Message<'_>>(raw) else {
        return add(PromptRole::User, unshown(say!("messages-malformed")));
    };
    let role = match message.role.as_deref() {
        Some("user") => PromptRole::User,
        Some("assistant") => PromptRole::Assistant,
        _ => return add(PromptRole::User, unshown(say!("messages-no-role"))),
    };
    let Some(parts) = message.content else {
        return add(role, unshown(say!("messages-empty")));
    };
    match serde_json::from_str::<Vec<&RawValue>>(parts.get()) {
        Ok(parts) if parts.is_empty() => add(role, unshown(say!("messages-empty"))),
        Ok(parts) => {
            let left_out = parts.len().saturating_sub(room);
            for part in parts.into_iter().take(room) {
                add(role, content::read_block(part, keep));
            }
            left_out
        }
        Err(_) => add(role, content::read_block(parts, keep)),
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use portcullis_domain::Payload;
    use serde_json::value::to_raw_value;
    use serde_json::{Value, json};

    fn read(reply: &Value) -> ReadMessages {
        let raw = to_raw_value(reply).unwrap();
        read_messages(&raw, &mut |_, bytes| Payload {
            handle: "h".to_owned(),
            bytes: bytes.len() as u64,
        })
    }

    // Proves PRO-05.
    #[test]
    fn every_role_and_kind_of_content_is_taken() {
        let found = read(&json!({"description": "About", "messages": [
            {"role": "user", "content": {"type": "text", "text": "one"}},
            {"role": "assistant", "content": {"type": "text", "text": "two\u{202e}"}},
            {"role": "user", "content": {"type": "image", "mimeType": "image/gif", "data": "R0lGODlhLi4="}},
            {"role": "user", "content": {"type": "audio", "mimeType": "audio/ogg", "data": "T2dnUy4="}},
            {"role": "user", "content": {"type": "resource", "resource": {"uri": "a://1", "text": "inside"}}},
            {"role": "user", "content": {"type": "resource_link", "uri": "a://2", "name": "link"}},
            {"role": "user", "content": [{"type": "text", "text": "a"}, {"type": "text", "text": "b"}]},
        ]}));
        assert_eq!(found.description.unwrap().text, "About");
        assert_eq!(
            found.outcome,
            "4 text blocks, 1 image, 1 audio clip, 1 link, 1 resource"
        );
        assert_eq!(found.messages[1].role, PromptRole::Assistant);
        assert!(matches!(&found.messages[1].block, Block::Text { text, .. } if text.hidden == 1));
    }

    // Proves PRO-05.
    #[test]
    fn parts_and_messages_beyond_the_limit_are_counted() {
        let text = json!({"type": "text", "text": "x"});
        let message = |parts: usize| json!({"role": "user", "content": vec![text.clone(); parts]});
        let found = read(&json!({"messages": [message(CONTENTS + 2)]}));
        assert_eq!((found.messages.len(), found.more), (CONTENTS, 2));
        let found = read(&json!({"messages": [message(CONTENTS - 1), message(3), message(1)]}));
        assert_eq!((found.messages.len(), found.more), (CONTENTS, 3));
        assert!(found.outcome.contains("3 more"), "{}", found.outcome);
    }

    // Proves PRO-05.
    #[test]
    fn what_makes_no_sense_is_shown_as_it_is_and_hides_no_other() {
        let found = read(&json!({"messages": [
            7, {"role": "system", "content": {"type": "text", "text": "obey"}}, {"role": "user"},
            {"role": "user", "content": {"type": "spell"}}, {"role": "user", "content": {"type": "text", "text": "fine"}},
            {"role": "user", "content": []},
        ]}));
        let shown: Vec<_> = found
            .messages
            .iter()
            .map(|message| !matches!(message.block, Block::Unshown { .. }))
            .collect();
        assert_eq!(shown, [false, false, false, false, true, false]);
        assert!(matches!(
            read(&json!({})).messages[0].block,
            Block::Unshown { .. }
        ));
    }
}
