//! Captures generated images and audio from the bytes of a reply as they arrive: the library returns some, drops
//! others, and differs by provider. Each is checked before it is stored or shown; one that is rejected is reported with
//! the reason. Nothing is fetched: a URL in place of an image is only reported.
//!
//! | provider | where it is |
//! |---|---|
//! | Gemini | `inlineData` among the parts of a candidate |
//! | as OpenAI does | `images`, and `image_url` among the content, of a message or of its growth; `audio` |
//! | OpenAI | the `result` of an item `image_generation_call` |
//! | Ollama | `images` of a message |
//!
//! Anthropic's models make none.

use super::kinds::{self, ModelApi};
use crate::limits;
use crate::{GeneratedMedia, Media, MediaKind, Piece};
use base64::Engine as _;
use base64::engine::general_purpose::STANDARD;
use portcullis_core::ids::hex;
use portcullis_core::locked;
use portcullis_domain::ProviderKind;
use portcullis_l10n::say;
use rig_core::completion::CompletionResponse;
use rig_core::message::{AssistantContent, AssistantMessage, DocumentSourceKind, MimeType as _};
use serde_json::Value;
use sha2::{Digest as _, Sha256};
use std::collections::{HashMap, VecDeque};
use std::sync::{Arc, Mutex, MutexGuard};

/// Sees the bytes of a reply before the library does. Clones share what was captured.
#[derive(Debug, Clone)]
pub(super) struct Tap {
    kind: ProviderKind,
    reader: Arc<Mutex<StreamReader>>,
}

#[derive(Debug, Default)]
struct StreamReader {
    /// The line that has no end yet, and the event that has none.
    line: Vec<u8>,
    event: Vec<u8>,
    /// What was found and not reported yet.
    waits: VecDeque<Piece>,
    made: Vec<Media>,
    /// Everything that was looked at, by the digest of its text: the digest of its bytes, where they are kept.
    seen: HashMap<String, Option<String>>,
    /// A sound that comes in pieces; `None` once it is too large or garbled.
    sound: Option<Option<Vec<u8>>>,
}

/// What can be in an event that is looked at; most hold a word or two and none of these.
const SIGNS: [&str; 6] = [
    "\"inlineData\"",
    "\"fileData\"",
    "\"images\"",
    "\"image_url\"",
    "\"audio\"",
    "\"image_generation_call\"",
];

impl Tap {
    pub(super) fn new(kind: ProviderKind) -> Self {
        Self {
            kind,
            reader: Arc::default(),
        }
    }

    fn reader(&self) -> MutexGuard<'_, StreamReader> {
        locked(&self.reader)
    }

    /// Takes bytes as they come. The caller has measured them.
    pub(super) fn take(&self, bytes: &[u8]) {
        let mut reader = self.reader();
        let mut rest = bytes;
        while let Some(end) = memchr::memchr(b'\n', rest) {
            reader.line.extend_from_slice(&rest[..end]);
            let line = std::mem::take(&mut reader.line);
            reader.line(self.kind, line.strip_suffix(b"\r").unwrap_or(&line));
            rest = &rest[end + 1..];
        }
        reader.line.extend_from_slice(rest);
    }

    /// The reply is over, whole or not: what comes in pieces has all of them. What the library found already is looked
    /// at as well, in case it came in a way that is not known here.
    pub(super) fn ends(&self, whole: Option<&CompletionResponse>) {
        let mut reader = self.reader();
        let line = std::mem::take(&mut reader.line);
        reader.line(self.kind, &line);
        reader.line(self.kind, b"");
        reader.sound_ends();
        for block in whole.iter().flat_map(|whole| &whole.choice) {
            let AssistantContent::Image(image) = block else {
                continue;
            };
            let claimed = image.media_type.as_ref().map(|kind| kind.to_mime_type());
            match &image.data {
                DocumentSourceKind::Base64(data) => reader.whole(claimed, data),
                DocumentSourceKind::Url(address) => reader.address(address),
                _ => {}
            }
        }
    }

    /// What was found first and not reported yet.
    pub(super) fn next(&self) -> Option<Piece> {
        self.reader().waits.pop_front()
    }

    /// What is kept of this reply.
    pub(super) fn made(&self) -> Vec<Media> {
        self.reader().made.clone()
    }

    /// Takes out of a reply, as the library has it, what is kept elsewhere, and what is not kept at all.
    pub(super) fn strip(&self, own: &mut AssistantMessage) {
        let reader = self.reader();
        own.content.retain_mut(|block| {
            each_text(block, |text| match reader.seen.get(&key(data_of(text))) {
                None => MediaFate::AsItIs,
                Some(Some(digest)) => MediaFate::Instead(format!("{MARK}{digest}")),
                Some(None) => MediaFate::Not,
            })
        });
    }
}

/// Stands in a reply, as the library has it, for bytes that are kept elsewhere; their digest follows.
const MARK: &str = "portcullis-media:";

/// Puts back what was taken out of a reply, and takes out what stood around that of which there is nothing to put back.
/// The digests of what is in it again are returned.
pub(super) fn put_back(own: &mut AssistantMessage, made: &[Media], native: bool) -> Vec<String> {
    let mut back = Vec::new();
    own.content.retain_mut(|block| {
        each_text(block, |text| {
            let Some(digest) = text.strip_prefix(MARK) else {
                return MediaFate::AsItIs;
            };
            let media = made.iter().find(|media| media.digest == digest);
            let images = media.filter(|media| native && media.kind == MediaKind::Image);
            match images.and_then(|media| media.data.as_ref()) {
                None => MediaFate::Not,
                Some(data) => {
                    back.push(digest.to_owned());
                    MediaFate::Instead(data.as_ref().to_owned())
                }
            }
        })
    });
    back
}

enum MediaFate {
    AsItIs,
    Instead(String),
    Not,
}

/// Goes over every text of a picture, or of something that the library has no name for; false when it should go.
fn each_text(block: &mut AssistantContent, mut of: impl FnMut(&str) -> MediaFate) -> bool {
    fn walk(value: &mut Value, of: &mut impl FnMut(&str) -> MediaFate, changed: &mut bool) -> bool {
        match value {
            Value::String(text) => match of(text) {
                MediaFate::AsItIs => true,
                MediaFate::Not => false,
                MediaFate::Instead(instead) => {
                    *text = instead;
                    *changed = true;
                    true
                }
            },
            Value::Array(items) => items.iter_mut().all(|item| walk(item, of, changed)),
            Value::Object(members) => members.values_mut().all(|member| walk(member, of, changed)),
            Value::Null | Value::Bool(_) | Value::Number(_) => true,
        }
    }
    if !matches!(block, AssistantContent::Image(_) | AssistantContent::Opaque(_)) {
        return true;
    }
    // What cannot be read here is not kept: it may be of any size.
    let Ok(mut value) = serde_json::to_value(&*block) else {
        return false;
    };
    let mut changed = false;
    if !walk(&mut value, &mut of, &mut changed) {
        return false;
    }
    if changed {
        match serde_json::from_value(value) {
            Ok(now) => *block = now,
            Err(_) => return false,
        }
    }
    true
}

fn key(text: &str) -> String {
    hex(&Sha256::digest(text))
}

/// The data of an address that holds it, and anything else as it is.
fn data_of(text: &str) -> &str {
    let inline = text
        .strip_prefix("data:")
        .and_then(|rest| rest.split_once(";base64,"));
    inline.map_or(text, |(_, data)| data)
}

impl StreamReader {
    fn line(&mut self, kind: ProviderKind, line: &[u8]) {
        if let Some(data) = line.strip_prefix(b"data:") {
            self.event.extend_from_slice(data);
            self.event.push(b'\n');
        } else if line.is_empty() {
            let event = std::mem::take(&mut self.event);
            self.event(kind, &event);
        } else if line.starts_with(b"{") {
            self.event(kind, line);
        }
    }

    fn event(&mut self, kind: ProviderKind, event: &[u8]) {
        let signs = SIGNS
            .iter()
            .any(|sign| memchr::memmem::find(event, sign.as_bytes()).is_some());
        if !signs {
            return;
        }
        // What is no JSON is the library's to complain about.
        let Ok(event) = serde_json::from_slice::<Value>(event) else {
            return;
        };
        match kinds::row(kind).api {
            ModelApi::Gemini => self.of_gemini(&event),
            ModelApi::Responses => self.of_responses(&event),
            ModelApi::Chat => self.of_chat(&event),
            ModelApi::Ollama => {
                for image in list(&event, "/message/images") {
                    self.whole(None, image.as_str().unwrap_or_default());
                }
            }
            ModelApi::Anthropic => {}
        }
    }

    fn of_gemini(&mut self, event: &Value) {
        for part in list(event, "/candidates")
            .iter()
            .flat_map(|candidate| list(candidate, "/content/parts"))
        {
            let data = text(part, "/inlineData/data");
            if part.pointer("/thought") == Some(&Value::Bool(true)) {
                // A draft is reasoning, not an answer; it is only kept from being kept.
                self.seen.extend(data.map(|data| (key(data), None)));
            } else if let Some(data) = data {
                self.whole(text(part, "/inlineData/mimeType"), data);
            } else if let Some(address) = text(part, "/fileData/fileUri") {
                self.address(address);
            }
        }
    }

    fn of_chat(&mut self, event: &Value) {
        for choice in list(event, "/choices") {
            for message in ["delta", "message"].iter().filter_map(|name| choice.get(name)) {
                let parts = list(message, "/content").iter();
                for image in list(message, "/images").iter().chain(parts) {
                    let image = image.pointer("/image_url/url").or_else(|| image.get("image_url"));
                    if let Some(url) = image.and_then(Value::as_str) {
                        self.of_url(url);
                    }
                }
                if let Some(data) = text(message, "/audio/data") {
                    self.sound_grows(data);
                }
            }
        }
    }

    fn of_responses(&mut self, event: &Value) {
        let item = match text(event, "/type") {
            Some("response.output_item.done") => event.get("item"),
            _ => None,
        };
        let Some(item) = item.filter(|item| text(item, "/type") == Some("image_generation_call")) else {
            return;
        };
        match text(item, "/result") {
            Some(data) => {
                let claimed = text(item, "/output_format").map(|format| format!("image/{format}"));
                self.whole(claimed.as_deref(), data);
            }
            None => self.left_out(LeftOut::Image, &say!("made-not-sent"), None),
        }
    }

    fn of_url(&mut self, url: &str) {
        let inline = url
            .strip_prefix("data:")
            .and_then(|rest| rest.split_once(";base64,"));
        match inline {
            Some((claimed, data)) => self.whole(Some(claimed), data),
            None => self.address(url),
        }
    }

    /// A picture or a sound in one piece. The same one, told twice, is one.
    fn whole(&mut self, claimed: Option<&str>, data: &str) {
        let key = key(data);
        if self.seen.contains_key(&key) {
            return;
        }
        let read = read(claimed, data).and_then(|(mime, bytes)| self.keep(mime, bytes));
        let digest = match read {
            Ok(digest) => Some(digest),
            Err(reason) => {
                let said = claimed.filter(|claimed| checked_name(claimed).is_none());
                self.left_out(what(claimed), &reason, said);
                None
            }
        };
        self.seen.insert(key, digest);
    }

    /// An address in the place of a picture.
    fn address(&mut self, address: &str) {
        if self.seen.insert(key(data_of(address)), None).is_none() {
            self.left_out(LeftOut::Image, &say!("made-url"), Some(address));
        }
    }

    fn keep(&mut self, mime: &'static str, bytes: Vec<u8>) -> Result<String, String> {
        let (most, many) = limits::MODEL_MADE;
        if bytes.len() > most {
            return Err(too_large());
        }
        if self.made.len() >= many {
            return Err(say!("made-too-many", count = many));
        }
        let digest = hex(&Sha256::digest(&bytes));
        let (kind, word) = match mime.starts_with("image/") {
            true => (MediaKind::Image, "picture"),
            false => (MediaKind::Audio, "sound"),
        };
        let ending = mime.split('/').nth(1).unwrap_or_default();
        let media = Media {
            kind,
            mime: mime.to_owned(),
            name: format!("{word}-{}.{ending}", &digest[..8]),
            digest: digest.clone(),
            // For what the model is told in the same turn; a larger one would not be taken.
            data: (bytes.len() <= limits::MODEL_MEDIA.0).then(|| Arc::from(STANDARD.encode(&bytes))),
        };
        self.made.push(media.clone());
        self.waits.push_back(Piece::Made(GeneratedMedia {
            media,
            bytes: bytes.into(),
        }));
        Ok(digest)
    }

    fn sound_grows(&mut self, piece: &str) {
        let sound = self.sound.get_or_insert_with(|| Some(Vec::new()));
        let Some(bytes) = sound else { return };
        let reason = match portcullis_catalog::from_base64(piece) {
            Ok(more) if bytes.len() + more.len() <= limits::MODEL_MADE.0 => {
                bytes.extend_from_slice(&more);
                return;
            }
            Ok(_) => too_large(),
            Err(reason) => reason,
        };
        *sound = None;
        self.left_out(LeftOut::Audio, &reason, None);
    }

    fn sound_ends(&mut self) {
        let Some(Some(bytes)) = self.sound.take() else {
            return;
        };
        if bytes.is_empty() {
            return;
        }
        let kept = match portcullis_catalog::picture_or_sound(&bytes) {
            Some(mime) if mime.starts_with("audio/") => self.keep(mime, bytes),
            // The only form in which it comes in pieces has no head: samples of 16 bits, 24,000 a second.
            _ => self.keep("audio/wav", wave(&bytes, 24_000, 1)),
        };
        if let Err(reason) = kept {
            self.left_out(LeftOut::Audio, &reason, None);
        }
    }

    fn left_out(&mut self, what: LeftOut, reason: &str, said: Option<&str>) {
        self.waits.push_back(Piece::LeftOut {
            sentence: match what {
                LeftOut::Image => say!("made-left-out-image", reason),
                LeftOut::Audio => say!("made-left-out-audio", reason),
                LeftOut::File => say!("made-left-out-file", reason),
            },
            said: said.map(str::to_owned),
        });
    }
}

fn list<'a>(value: &'a Value, place: &str) -> &'a [Value] {
    value
        .pointer(place)
        .and_then(Value::as_array)
        .map_or(&[], Vec::as_slice)
}

fn text<'a>(value: &'a Value, place: &str) -> Option<&'a str> {
    value.pointer(place).and_then(Value::as_str)
}

fn too_large() -> String {
    say!("made-too-large", size = limits::MODEL_MADE.0 >> 20)
}

/// What is left out.
#[derive(Clone, Copy)]
enum LeftOut {
    Image,
    Audio,
    File,
}

/// What something claims to be.
fn what(claimed: Option<&str>) -> LeftOut {
    match claimed.map(str::to_ascii_lowercase) {
        Some(claimed) if claimed.starts_with("audio/") => LeftOut::Audio,
        Some(claimed) if claimed.starts_with("image/") => LeftOut::Image,
        Some(_) => LeftOut::File,
        None => LeftOut::Image,
    }
}

/// A type that is spoken of in our own words.
fn checked_name(claimed: &str) -> Option<&'static str> {
    [
        "image/png",
        "image/jpeg",
        "image/gif",
        "image/webp",
        "image/svg+xml",
    ]
    .into_iter()
    .find(|name| claimed.eq_ignore_ascii_case(name))
}

/// The checked type of something, and its bytes.
fn read(claimed: Option<&str>, data: &str) -> Result<(&'static str, Vec<u8>), String> {
    // Known before anything is decoded.
    if data.len() / 4 * 3 > limits::MODEL_MADE.0 {
        return Err(too_large());
    }
    let bytes = portcullis_catalog::from_base64(data)?;
    if let Some((rate, channels)) = claimed.and_then(samples) {
        return Ok(("audio/wav", wave(&bytes, rate, channels)));
    }
    let shown = portcullis_catalog::picture_or_sound(&bytes);
    match claimed {
        None => shown
            .map(|mime| (mime, bytes))
            .ok_or_else(|| say!("made-unshown")),
        Some(claimed) => {
            let mime = portcullis_catalog::checked(claimed, &bytes)?;
            match shown == Some(mime) {
                true => Ok((mime, bytes)),
                false => Err(say!("made-sound-type")),
            }
        }
    }
}

/// Samples a second and channels of a sound without a head, which no player takes.
fn samples(claimed: &str) -> Option<(u32, u16)> {
    let claimed = claimed.to_ascii_lowercase();
    let mut parts = claimed.split(';').map(str::trim);
    if !matches!(parts.next(), Some("audio/l16" | "audio/pcm")) {
        return None;
    }
    let (mut rate, mut channels) = (24_000, 1);
    for part in parts {
        match part.split_once('=') {
            Some(("rate", value)) => {
                rate = value
                    .parse()
                    .ok()
                    .filter(|rate| (1_000..=192_000).contains(rate))?
            }
            Some(("channels", value)) => {
                channels = value.parse().ok().filter(|many| (1..=8).contains(many))?;
            }
            _ => {}
        }
    }
    Some((rate, channels))
}

/// Samples of 16 bits as a file that a player takes.
fn wave(samples: &[u8], rate: u32, channels: u16) -> Vec<u8> {
    // Half a sample at the end of one that was cut is none.
    let frame = usize::from(channels) * 2;
    let samples = &samples[..samples.len() - samples.len() % frame];
    let size = u32::try_from(samples.len()).unwrap_or(u32::MAX);
    let mut file = Vec::with_capacity(samples.len() + 44);
    file.extend_from_slice(b"RIFF");
    file.extend_from_slice(&size.saturating_add(36).to_le_bytes());
    file.extend_from_slice(b"WAVEfmt ");
    file.extend_from_slice(&16_u32.to_le_bytes());
    file.extend_from_slice(&1_u16.to_le_bytes());
    file.extend_from_slice(&channels.to_le_bytes());
    file.extend_from_slice(&rate.to_le_bytes());
    file.extend_from_slice(&(rate * u32::from(channels) * 2).to_le_bytes());
    file.extend_from_slice(&(channels * 2).to_le_bytes());
    file.extend_from_slice(&16_u16.to_le_bytes());
    file.extend_from_slice(b"data");
    file.extend_from_slice(&size.to_le_bytes());
    file.extend_from_slice(samples);
    file
}

#[cfg(test)]
mod tests;
