//! What reading a resource brought back (RES-05, RES-13): several contents, each text or bytes, under addresses of
//! their own. Nothing of it is run or opened: HTML is text, and what is no image or sound is for saving.

use super::content::{self, BodyKind, Fields, Keep, LABEL};
use super::media::{self, Kind};
use crate::limits::{CONTENTS, MEDIA};
use portcullis_core::raw_json;
use portcullis_core::text::ForeignText;
use portcullis_domain::{Block, ResourceContent};
use portcullis_l10n::say;
use serde_json::value::RawValue;
use std::borrow::Cow;

/// Contents that were read.
#[derive(Debug, Clone, PartialEq)]
pub struct ReadContents {
    /// For a driver.
    pub contents: Vec<ResourceContent>,
    /// Contents beyond [`CONTENTS`].
    pub more: u32,
    /// The server answered, and there is nothing: an empty resource or none (RES-06).
    pub nothing: bool,
    /// One line about it: `2 text blocks, 1 image`.
    pub outcome: String,
}

/// Reads the `result` object of a `resources/read` reply. `asked` is the address that was asked for.
#[must_use]
pub fn read_contents(raw: &RawValue, asked: &str, keep: &mut Keep<'_>) -> ReadContents {
    let Some(mut list) = list(raw.get()).and_then(raw_json::elements) else {
        let block = content::unshown(say!("contents-no-list"), raw.get());
        return whole(vec![entry(asked.to_owned(), asked, None, block)], 0, false);
    };
    let contents: Vec<_> = list
        .by_ref()
        .take(CONTENTS)
        .map(|json| one(json, asked, keep))
        .collect();
    let more = u32::try_from(list.count()).unwrap_or(u32::MAX);
    let nothing = contents.is_empty();
    whole(contents, more, nothing)
}

/// The `contents` of a reply, where they are there once.
fn list(json: &str) -> Option<&str> {
    let members = raw_json::members(json)?;
    let mut lists = members.filter_map(|(name, value)| (name == "contents").then_some(value));
    let list = lists.next()?;
    lists.next().is_none().then_some(list)
}

fn whole(contents: Vec<ResourceContent>, more: u32, nothing: bool) -> ReadContents {
    ReadContents {
        outcome: content::in_one_line(contents.iter().map(|content| &content.block), more, false),
        contents,
        more,
        nothing,
    }
}

fn entry(uri: String, asked: &str, mime: Option<&str>, block: Block) -> ResourceContent {
    ResourceContent {
        as_asked: uri == asked,
        shown: ForeignText::new(uri.as_str()).shown_within(LABEL),
        mime: mime.map(|mime| ForeignText::new(mime).shown_within(LABEL)),
        uri,
        block,
    }
}

fn one(json: &str, asked: &str, keep: &mut Keep<'_>) -> ResourceContent {
    let Some(fields) = Fields::of(json, &["uri", "mimeType", "text", "blob"]) else {
        let block = content::unshown(say!("contents-malformed"), json);
        return entry(asked.to_owned(), asked, None, block);
    };
    let uri = fields.uri.map_or_else(|| asked.to_owned(), Cow::into_owned);
    let mime = fields.mime_type.as_deref();
    let block = match (fields.text, fields.blob) {
        (Some(text), _) => {
            let bytes = text.len() as u64;
            let (text, whole) = content::inline(text, keep);
            Ok(Block::Text { text, whole, bytes })
        }
        (None, Some(blob)) => bytes(&uri, mime, &blob, keep),
        (None, None) => Err(say!("contents-neither")),
    };
    let block = block.unwrap_or_else(|reason| content::unshown(reason, json));
    entry(uri, asked, mime, block)
}

/// An image or a sound where the bytes look like what they are said to be, else something to save.
fn bytes(uri: &str, mime: Option<&str>, blob: &str, keep: &mut Keep<'_>) -> Result<Block, String> {
    let data = content::decoded(blob)?;
    let claimed = media::essence(mime.unwrap_or_default());
    let shown = match claimed.as_str() {
        _ if data.len() > MEDIA => None,
        "" | "application/octet-stream" => media::sniff(&data).map(|mime| (Kind::Image, mime)),
        claimed if claimed.starts_with("image/") => media::check(Kind::Image, claimed, &data)
            .ok()
            .map(|mime| (Kind::Image, mime)),
        claimed if claimed.starts_with("audio/") => media::check(Kind::Audio, claimed, &data)
            .ok()
            .map(|mime| (Kind::Audio, mime)),
        _ => None,
    };
    let size = data.len() as u64;
    Ok(match shown {
        Some((kind, checked)) => {
            let data = keep(BodyKind::Media(checked), Cow::Owned(data));
            let mime = checked.to_owned();
            match kind {
                Kind::Image => Block::Image { mime, data },
                Kind::Audio => Block::Audio { mime, data },
            }
        }
        None => Block::Resource {
            uri: ForeignText::new(uri).shown_within(LABEL),
            mime: mime.map(|mime| ForeignText::new(mime).shown_within(LABEL)),
            text: None,
            whole: Some(keep(BodyKind::Binary, Cow::Owned(data))),
            bytes: size,
        },
    })
}

#[cfg(test)]
mod tests {
    use super::*;
    use base64::Engine as _;
    use portcullis_domain::Payload;
    use serde_json::value::to_raw_value;
    use serde_json::{Value, json};

    fn read(reply: &Value) -> (ReadContents, Vec<BodyKind>) {
        let mut kept = Vec::new();
        let raw = to_raw_value(reply).unwrap();
        let read = read_contents(&raw, "a://asked", &mut |kind, bytes| {
            kept.push(kind);
            Payload {
                handle: kept.len().to_string(),
                bytes: bytes.len() as u64,
            }
        });
        (read, kept)
    }

    fn blob(bytes: &[u8]) -> String {
        base64::engine::general_purpose::STANDARD.encode(bytes)
    }

    // Proves RES-05.
    #[test]
    fn several_contents_under_addresses_of_their_own() {
        let (found, kept) = read(&json!({"contents": [
            {"uri": "a://asked", "mimeType": "text/markdown", "text": "# Hello"},
            {"uri": "a://other", "mimeType": "image/png", "blob": blob(b"\x89PNG\r\n\x1a\n....")},
            {"uri": "a://third", "mimeType": "application/zip", "blob": blob(b"PK")},
            {"text": "no address"},
        ]}));
        let as_asked: Vec<_> = found.contents.iter().map(|content| content.as_asked).collect();
        assert_eq!(as_asked, [true, false, false, true]);
        assert!(matches!(&found.contents[0].block, Block::Text { text, .. } if text.text == "# Hello"));
        assert!(matches!(&found.contents[1].block, Block::Image { mime, .. } if mime == "image/png"));
        assert!(matches!(
            &found.contents[2].block,
            Block::Resource {
                text: None,
                bytes: 2,
                ..
            }
        ));
        assert_eq!(kept, [BodyKind::Media("image/png"), BodyKind::Binary]);
        assert_eq!(found.outcome, "2 text blocks, 1 image, 1 resource");
    }

    // Proves RES-13.
    #[test]
    fn what_could_run_is_text_or_for_saving_and_what_lies_is_not_shown() {
        let (found, kept) = read(&json!({"contents": [
            {"uri": "a://1", "mimeType": "text/html", "text": "<script>alert(1)</script>"},
            {"uri": "a://2", "mimeType": "image/svg+xml", "blob": blob(b"<svg onload='x()'/>")},
            {"uri": "a://3", "mimeType": "text/html", "blob": blob(b"<html>")},
            {"uri": "a://4", "mimeType": "image/png", "blob": blob(b"<html>")},
            {"uri": "a://5", "blob": blob(b"GIF89a......")},
            {"uri": "a://6", "mimeType": "application/octet-stream; charset=binary", "blob": blob(b"\x89PNG\r\n\x1a\n....")},
        ]}));
        assert!(
            matches!(&found.contents[0].block, Block::Text { text, .. } if text.text.contains("<script>"))
        );
        for at in 1..4 {
            assert!(
                matches!(&found.contents[at].block, Block::Resource { text: None, .. }),
                "{at}"
            );
        }
        assert_eq!(
            kept,
            [
                BodyKind::Binary,
                BodyKind::Binary,
                BodyKind::Binary,
                BodyKind::Media("image/gif"),
                BodyKind::Media("image/png")
            ]
        );
    }

    // Proves RES-06.
    #[test]
    fn an_empty_list_is_nothing_and_a_reply_without_one_is_shown_as_it_is() {
        let (found, _) = read(&json!({"contents": []}));
        assert!(found.nothing && found.contents.is_empty());
        for reply in [json!({}), json!({"contents": 7}), json!([])] {
            let (found, _) = read(&reply);
            assert!(!found.nothing);
            assert!(
                matches!(found.contents[0].block, Block::Unshown { .. }),
                "{reply}"
            );
        }
    }

    // Proves RES-05.
    #[test]
    fn a_malformed_content_hides_no_other() {
        let many: Vec<_> = (0..CONTENTS + 2).map(|_| json!({"text": "x"})).collect();
        assert_eq!(read(&json!({ "contents": many })).0.more, 2);
        let (found, _) = read(&json!({"contents": [7, {"uri": "a://1"}, {"blob": "???"}, {"text": "fine"}]}));
        let shown: Vec<_> = found
            .contents
            .iter()
            .map(|content| !matches!(content.block, Block::Unshown { .. }))
            .collect();
        assert_eq!(shown, [false, false, false, true]);
    }
}
