//! What a call brought back, as blocks a person can look at (TOL-19 to TOL-24, S-21, F-24).
//!
//! Nothing is lost: a block that is malformed, of an unknown type or not what it says it is becomes
//! [`Block::Unshown`] with the reason, and the whole reply is kept as it came. Nothing is followed: a link is
//! text (S-79). Large things are handed to the caller to keep, and only a handle goes on.

use super::annotations;
use super::exact;
use super::media::{self, Kind};
use super::schema::Checker;
use super::unescaped::unescaped;
use crate::limits::{BLOCKS, INLINE_STRUCTURED, INLINE_TEXT, MEDIA};
use base64::Engine as _;
use base64::alphabet::STANDARD;
use base64::engine::{DecodePaddingMode, GeneralPurpose, GeneralPurposeConfig};
use portcullis_core::raw_json;
use portcullis_core::text::{ForeignText, escape, escape_within, grouped};
use portcullis_domain::{ArgumentIssue, Audience, Block, CallResult, Foreign, Payload};
use portcullis_l10n::say;
use serde::Deserialize;
use serde_json::Value;
use serde_json::value::RawValue;
use std::borrow::Cow;

/// JSON of a block that is not shown, in characters.
const UNSHOWN: usize = 4 << 10;
/// Addresses, names and types, in characters.
pub(super) const LABEL: usize = 4 << 10;

/// Bytes that the caller stores.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum BodyKind {
    /// Text of a server: escape each piece of it before it is shown.
    Text,
    /// JSON text of a server: escape each piece of it before it is shown.
    Json,
    /// An image or a sound whose bytes look like this checked type.
    Media(&'static str),
    /// Anything else: to be saved, never to be shown.
    Binary,
}

/// A result that was read.
#[derive(Debug, Clone, PartialEq)]
pub struct ReadResult {
    /// For a driver.
    pub result: CallResult,
    /// Whether the tool says that it failed; absent means that it did not (TOL-20).
    pub is_error: bool,
    /// One line about it: `2 text blocks, 1 image`.
    pub outcome: String,
}

/// The caller keeps bytes and gives a handle.
pub type Keep<'a> = dyn FnMut(BodyKind, Cow<'_, [u8]>) -> Payload + 'a;

/// Reads the `result` object of a `tools/call` reply, and gives it away whole at last. `schema` is
/// [`Tool::result`](super::Tool::result): what the structured content is checked against, `None` when the tool promises
/// none.
#[must_use]
pub fn read_result(
    whole: Box<RawValue>,
    schema: Option<Result<&Checker, &str>>,
    keep: &mut Keep<'_>,
) -> ReadResult {
    let raw = whole.get();
    let reply = Reply::of(raw).unwrap_or_default();
    let is_error = reply.is_error == Some("true");
    let mut blocks = Vec::new();
    let mut for_person = Vec::new();
    let mut more_blocks = 0_u32;
    match reply
        .content
        .map(|content| (content, raw_json::elements(content)))
    {
        Some((_, Some(mut list))) => {
            for (place, block) in (0_u32..).zip(list.by_ref().take(BLOCKS)) {
                if is_for_person(block) {
                    for_person.push(place);
                }
                blocks.push(read_block_of(block, keep));
            }
            more_blocks = u32::try_from(list.count()).unwrap_or(u32::MAX);
        }
        Some((content, None)) => blocks.push(unshown(say!("content-not-list"), content)),
        None if reply.structured.is_none() => blocks.push(unshown(say!("content-none"), raw)),
        None => {}
    }
    let (structured, structured_whole) = reply
        .structured
        .map_or((None, None), |json| read_structured(json, keep));
    let promised = schema.filter(|_| !is_error);
    let (matches_schema, mismatch) = check_structured(promised, reply.structured);
    let outcome = in_one_line(&blocks, more_blocks, reply.structured.is_some());
    let whole: Box<str> = whole.into();
    let result = CallResult {
        blocks,
        more_blocks,
        for_person,
        structured,
        structured_whole,
        matches_schema,
        mismatch,
        raw: keep(BodyKind::Json, Cow::Owned(whole.into_string().into_bytes())),
    };
    ReadResult {
        result,
        is_error,
        outcome,
    }
}

/// Raw members of a result.
#[derive(Default)]
struct Reply<'a> {
    content: Option<&'a str>,
    /// Absent and `null` are different things (TOL-23).
    structured: Option<&'a str>,
    is_error: Option<&'a str>,
}

impl<'a> Reply<'a> {
    /// `None` for what is no object, or says something twice.
    fn of(json: &'a str) -> Option<Self> {
        let mut reply = Self::default();
        for (name, value) in raw_json::members(json)? {
            let place = match &*name {
                "content" => &mut reply.content,
                "structuredContent" => &mut reply.structured,
                "isError" => &mut reply.is_error,
                _ => continue,
            };
            if place.replace(value).is_some() {
                return None;
            }
        }
        reply.content = reply.content.filter(|content| *content != NULL);
        Some(reply)
    }
}

const NULL: &str = "null";

/// The fields of every kind of block. What a kind needs is asked for where it is read.
#[derive(Default)]
pub(super) struct Fields<'a> {
    r#type: Option<Cow<'a, str>>,
    pub(super) text: Option<Cow<'a, str>>,
    data: Option<Cow<'a, str>>,
    pub(super) blob: Option<Cow<'a, str>>,
    pub(super) mime_type: Option<Cow<'a, str>>,
    pub(super) uri: Option<Cow<'a, str>>,
    name: Option<Cow<'a, str>>,
    description: Option<Cow<'a, str>>,
    resource: Option<&'a str>,
}

/// The fields of a block.
const OF_BLOCK: &[&str] = &[
    "type",
    "text",
    "data",
    "blob",
    "mimeType",
    "uri",
    "name",
    "description",
    "resource",
];

impl<'a> Fields<'a> {
    /// Those that are `wanted`. `None` for what is no object, says one of them twice, or has something else where a text
    /// belongs. `null` says nothing.
    pub(super) fn of(json: &'a str, wanted: &[&str]) -> Option<Self> {
        let mut fields = Self::default();
        let mut seen = Vec::new();
        for (name, value) in raw_json::members(json)?.filter(|(name, _)| wanted.contains(&&**name)) {
            let place = match &*name {
                "type" => Some(&mut fields.r#type),
                "text" => Some(&mut fields.text),
                "data" => Some(&mut fields.data),
                "blob" => Some(&mut fields.blob),
                "mimeType" => Some(&mut fields.mime_type),
                "uri" => Some(&mut fields.uri),
                "name" => Some(&mut fields.name),
                "description" => Some(&mut fields.description),
                _ => None,
            };
            if seen.contains(&name) {
                return None;
            }
            seen.push(name);
            match place {
                _ if value == NULL => {}
                Some(place) => *place = Some(unescaped(value)?),
                None => fields.resource = Some(value),
            }
        }
        Some(fields)
    }
}

/// Whether a block says that it is meant for the person and not for the model. A hint, and one that only ever keeps
/// something back (TOL-25).
fn is_for_person(block: &str) -> bool {
    #[derive(Deserialize)]
    struct Hinted {
        annotations: Option<serde_json::Value>,
    }
    // Most blocks say nothing of the kind, and looking for the word is cheaper than reading a picture.
    if memchr::memmem::find(block.as_bytes(), b"\"audience\"").is_none() {
        return false;
    }
    let hinted: Option<Hinted> = object_of(block);
    let audience = annotations::read(hinted.and_then(|hinted| hinted.annotations).as_ref()).audience;
    audience.contains(&Audience::Person) && !audience.contains(&Audience::Model)
}

/// An object, and nothing that only happens to have the fields in their order.
pub(super) fn object<'a, T: Deserialize<'a>>(raw: &'a RawValue) -> Option<T> {
    object_of(raw.get())
}

fn object_of<'a, T: Deserialize<'a>>(json: &'a str) -> Option<T> {
    json.starts_with('{')
        .then(|| serde_json::from_str(json).ok())
        .flatten()
}

/// Reads one block. One that cannot be shown is a [`Block::Unshown`] with the reason.
#[must_use]
pub fn read_block(raw: &RawValue, keep: &mut Keep<'_>) -> Block {
    read_block_of(raw.get(), keep)
}

fn read_block_of(json: &str, keep: &mut Keep<'_>) -> Block {
    let Some(fields) = Fields::of(json, OF_BLOCK) else {
        return unshown(say!("content-malformed"), json);
    };
    let read = match fields.r#type.as_deref() {
        Some("text") => read_text(fields, keep),
        Some("image") => read_media(Kind::Image, &fields, keep),
        Some("audio") => read_media(Kind::Audio, &fields, keep),
        Some("resource_link") => read_link(fields),
        Some("resource") => read_resource(&fields, keep),
        Some(other) => Err(say!(
            "content-unknown",
            kind = ForeignText::new(other).first_line(64).text
        )),
        None => Err(say!("content-no-type")),
    };
    read.unwrap_or_else(|reason| unshown(reason, json))
}

fn read_text(fields: Fields<'_>, keep: &mut Keep<'_>) -> Result<Block, String> {
    let text = fields.text.ok_or_else(|| say!("content-no-text"))?;
    let bytes = text.len() as u64;
    let (text, whole) = inline(text, keep);
    Ok(Block::Text { text, whole, bytes })
}

fn read_media(kind: Kind, fields: &Fields<'_>, keep: &mut Keep<'_>) -> Result<Block, String> {
    let claimed = fields
        .mime_type
        .as_deref()
        .ok_or_else(|| say!("content-no-mime"))?;
    let data = decoded(fields.data.as_ref().ok_or_else(|| say!("content-no-data"))?)?;
    let mime = media::check(kind, claimed, &data)?;
    let data = keep(BodyKind::Media(mime), Cow::Owned(data));
    let mime = mime.to_owned();
    Ok(match kind {
        Kind::Image => Block::Image { mime, data },
        Kind::Audio => Block::Audio { mime, data },
    })
}

fn read_link(fields: Fields<'_>) -> Result<Block, String> {
    let uri = fields.uri.ok_or_else(|| say!("content-link"))?;
    Ok(Block::Link {
        name: ForeignText::new(fields.name.unwrap_or_default()).shown_within(LABEL),
        uri: ForeignText::new(uri).shown_within(LABEL),
        description: fields
            .description
            .map(|text| ForeignText::new(text).shown_within(LABEL)),
        mime: fields
            .mime_type
            .map(|text| ForeignText::new(text).shown_within(LABEL)),
    })
}

fn read_resource(fields: &Fields<'_>, keep: &mut Keep<'_>) -> Result<Block, String> {
    let json = fields.resource.ok_or_else(|| say!("content-resource"))?;
    let inner = Fields::of(json, OF_BLOCK).ok_or_else(|| say!("content-resource-malformed"))?;
    let uri = ForeignText::new(inner.uri.ok_or_else(|| say!("content-resource-uri"))?).shown_within(LABEL);
    let mime = inner
        .mime_type
        .map(|text| ForeignText::new(text).shown_within(LABEL));
    if let Some(text) = inner.text {
        let bytes = text.len() as u64;
        let (text, whole) = inline(text, keep);
        return Ok(Block::Resource {
            uri,
            mime,
            text: Some(text),
            whole,
            bytes,
        });
    }
    let data = decoded(&inner.blob.ok_or_else(|| say!("content-resource-empty"))?)?;
    let bytes = data.len() as u64;
    let whole = Some(keep(BodyKind::Binary, Cow::Owned(data)));
    Ok(Block::Resource {
        uri,
        mime,
        text: None,
        whole,
        bytes,
    })
}

/// The part of a text that goes on, escaped, and the handle of the whole when that is not all.
pub(super) fn inline(text: Cow<'_, str>, keep: &mut Keep<'_>) -> (Foreign, Option<Payload>) {
    if text.len() <= INLINE_TEXT {
        return (escape(&text), None);
    }
    let head = escape(&text[..text.floor_char_boundary(INLINE_TEXT)]);
    let whole = match text {
        Cow::Borrowed(text) => Cow::Borrowed(text.as_bytes()),
        Cow::Owned(text) => Cow::Owned(text.into_bytes()),
    };
    (head, Some(keep(BodyKind::Text, whole)))
}

/// Standard Base64, with or without its padding; nothing between the characters.
pub(super) fn decoded(text: &str) -> Result<Vec<u8>, String> {
    const LENIENT: GeneralPurposeConfig =
        GeneralPurposeConfig::new().with_decode_padding_mode(DecodePaddingMode::Indifferent);
    const ENGINE: GeneralPurpose = GeneralPurpose::new(&STANDARD, LENIENT);
    // Three bytes for four characters: known before anything is decoded.
    if text.len() / 4 * 3 > MEDIA {
        return Err(say!("content-too-large", size = MEDIA >> 20));
    }
    ENGINE.decode(text).map_err(|_| say!("content-base64"))
}

pub(super) fn unshown(reason: String, json: &str) -> Block {
    Block::Unshown {
        reason,
        json: escape_within(json, UNSHOWN),
    }
}

/// Structured content whole when it is small and can be parsed, else by handle. By both where a window would round its
/// numbers, so that it can show what came.
fn read_structured(json: &str, keep: &mut Keep<'_>) -> (Option<Value>, Option<Payload>) {
    let small = json.len() <= INLINE_STRUCTURED;
    match small.then(|| serde_json::from_str(json)) {
        Some(Ok(value)) if exact::is_everywhere(json) => (Some(value), None),
        parsed => (
            parsed.and_then(Result::ok),
            Some(keep(BodyKind::Json, Cow::Borrowed(json.as_bytes()))),
        ),
    }
}

fn check_structured(
    schema: Option<Result<&Checker, &str>>,
    structured: Option<&str>,
) -> (Option<bool>, Vec<ArgumentIssue>) {
    let failed = |message: String| {
        (
            Some(false),
            vec![ArgumentIssue {
                path: String::new(),
                message,
            }],
        )
    };
    let Some(schema) = schema else {
        return (None, Vec::new());
    };
    let checker = match schema {
        Ok(checker) => checker,
        Err(reason) => return failed(say!("content-unchecked", reason)),
    };
    let Some(structured) = structured else {
        return failed(say!("content-structured-missing"));
    };
    let Ok(value) = serde_json::from_str::<Value>(structured) else {
        return failed(say!("content-structured-invalid"));
    };
    let issues = checker.check(&value);
    (Some(issues.is_empty()), issues)
}

/// The result in one line: `2 text blocks, 1 image`.
pub(super) fn in_one_line<'a>(
    blocks: impl IntoIterator<Item = &'a Block>,
    more: u32,
    structured: bool,
) -> String {
    let mut counts = [0_usize; 6];
    for block in blocks {
        let kind = match block {
            Block::Text { .. } => 0,
            Block::Image { .. } => 1,
            Block::Audio { .. } => 2,
            Block::Link { .. } => 3,
            Block::Resource { .. } => 4,
            Block::Unshown { .. } => 5,
        };
        counts[kind] += 1;
    }
    let mut parts = Vec::new();
    for (kind, count) in counts.into_iter().enumerate().filter(|(_, count)| *count > 0) {
        parts.push(match kind {
            0 => say!("count-texts", count),
            1 => say!("count-images", count),
            2 => say!("count-audio", count),
            3 => say!("count-links", count),
            4 => say!("count-resources", count),
            _ => say!("count-unshown", count),
        });
    }
    if more > 0 {
        parts.push(say!("count-more", count = grouped(more as usize)));
    }
    if structured {
        parts.push(say!("count-structured"));
    }
    if parts.is_empty() {
        say!("count-nothing")
    } else {
        parts.join(", ")
    }
}

#[cfg(test)]
mod tests;
