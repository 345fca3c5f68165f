//! Pictures that go along with a conversation that is exported as Markdown: files in a folder beside it, under names of ours. Only
//! bytes that are still kept go along, and only where they are a picture that is drawn; what does not go along is counted.

use super::Host;
use crate::host::blocking;
use crate::limits;
use portcullis_core::ids::hex;
use portcullis_core::{Code, Result};
use portcullis_domain::transcript::{MediaKind, ModelTurn};
use portcullis_domain::{Block, CallView, FileKind, Message, Part};
use portcullis_storage::store::conversations;
use sha2::{Digest as _, Sha256};
use std::collections::{HashMap, HashSet};

/// A file of the folder beside an exported conversation.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct ExportedPicture {
    /// Its name, made here: `1.png`.
    pub name: String,
    /// Its bytes, as they are kept.
    pub bytes: Vec<u8>,
}

/// What is shown of the results in one message.
#[derive(Debug, Default)]
pub(super) struct ResultPictures {
    /// Names of files.
    pub names: Vec<String>,
    /// Pictures and sounds of the results that do not go along.
    pub left_out: u64,
}

impl ResultPictures {
    /// Names a file once. Whether it is new.
    fn put(&mut self, name: String) -> bool {
        let is_new = !self.names.contains(&name);
        if is_new {
            self.names.push(name);
        }
        is_new
    }
}

/// All pictures of an export.
#[derive(Debug, Default)]
pub(super) struct ExportedImages {
    /// The name of the folder.
    folder: String,
    pub files: Vec<ExportedPicture>,
    bytes: usize,
    named: HashMap<String, String>,
    results: HashMap<u32, ResultPictures>,
}

impl ExportedImages {
    /// The picture with this digest as Markdown, if it goes along.
    pub(super) fn link_of(&self, digest: &str) -> Option<String> {
        self.named.get(digest).map(|name| self.link(name))
    }

    pub(super) fn link(&self, name: &str) -> String {
        format!("![{name}]({}/{name})", address(&self.folder))
    }

    pub(super) fn of_results(&self, message: u32) -> Option<&ResultPictures> {
        self.results.get(&message)
    }

    /// Takes a picture along; its name, or nothing where it is none or there is no room.
    fn take(&mut self, digest: String, bytes: Vec<u8>) -> Option<String> {
        if let Some(name) = self.named.get(&digest) {
            return Some(name.clone());
        }
        let ending = ending(&bytes)?;
        let (most, room) = limits::EXPORTED_PICTURES;
        if self.files.len() >= most || self.bytes + bytes.len() > room {
            return None;
        }
        let name = format!("{}.{ending}", self.files.len() + 1);
        self.bytes += bytes.len();
        self.named.insert(digest, name.clone());
        self.files.push(ExportedPicture {
            name: name.clone(),
            bytes,
        });
        Some(name)
    }
}

/// How files of such a picture end; nothing else is written as a picture (S-21).
fn ending(bytes: &[u8]) -> Option<&'static str> {
    match portcullis_catalog::picture_or_sound(bytes)? {
        "image/png" => Some("png"),
        "image/jpeg" => Some("jpg"),
        "image/gif" => Some("gif"),
        "image/webp" => Some("webp"),
        _ => None,
    }
}

/// A name as a part of a relative address, in which nothing means something.
fn address(name: &str) -> String {
    let mut out = String::with_capacity(name.len());
    for byte in name.bytes() {
        match byte.is_ascii_alphanumeric() || matches!(byte, b'-' | b'_' | b'.') {
            true => out.push(char::from(byte)),
            false => out.push_str(&format!("%{byte:02X}")),
        }
    }
    out
}

impl Host {
    /// Collects the pictures of these messages.
    pub(super) async fn pictures_of(
        &self,
        id: &str,
        shown: &[Message],
        folder: &str,
    ) -> Result<ExportedImages> {
        let mut all = ExportedImages {
            folder: folder.to_owned(),
            ..ExportedImages::default()
        };
        for message in shown {
            for part in &message.parts {
                let (Part::File { file } | Part::Made { file }) = part else {
                    continue;
                };
                if file.kind == FileKind::Image
                    && let Some(bytes) = self.kept(id, &file.digest).await?
                {
                    all.take(file.digest.clone(), bytes);
                }
            }
            let calls: Vec<&CallView> = message
                .parts
                .iter()
                .filter_map(|part| match part {
                    Part::Call { call } if call.media > 0 => Some(call),
                    _ => None,
                })
                .collect();
            if !calls.is_empty() {
                let found = self.of_calls(id, message.seq, &calls, &mut all).await?;
                all.results.insert(message.seq, found);
            }
        }
        Ok(all)
    }

    /// The bytes of a conversation with this digest, if they are still there.
    async fn kept(&self, id: &str, digest: &str) -> Result<Option<Vec<u8>>> {
        match self.media(id, digest).await {
            Ok(bytes) => Ok(Some(bytes)),
            Err(error) if error.code == Code::NotFound => Ok(None),
            Err(error) => Err(error),
        }
    }

    /// Pictures in results: as long as the host has a result all of them, afterwards those that are kept with the conversation.
    /// Conversations of earlier versions kept those that a model was shown.
    async fn of_calls(
        &self,
        id: &str,
        message: u32,
        calls: &[&CallView],
        all: &mut ExportedImages,
    ) -> Result<ResultPictures> {
        let mut found = ResultPictures::default();
        // Where they are in the results: a picture that came twice is one file, and neither is left out.
        let mut places = HashSet::new();
        for (nth, call) in calls.iter().enumerate() {
            for media in call.kept.iter().filter(|media| media.mime.starts_with("image/")) {
                if let Some(bytes) = self.kept(id, &media.digest).await?
                    && let Some(name) = all.take(media.digest.clone(), bytes)
                {
                    found.put(name);
                    places.insert((nth, media.place));
                }
            }
            // A call that is forgotten has no result here any more.
            let result = self.call(&call.id).ok().and_then(|call| call.result);
            for (block, place) in result.iter().flat_map(|result| &result.blocks).zip(1_u32..) {
                if let Block::Image { data, .. } = block
                    && let Ok(bytes) = Self::payload_of(&self.0, &data.handle)
                {
                    let hashed = blocking(move || (hex(&Sha256::digest(&bytes)), bytes.to_vec()));
                    let (digest, bytes) = hashed.await?;
                    if let Some(name) = all.take(digest, bytes) {
                        found.put(name);
                        places.insert((nth, place));
                    }
                }
            }
        }
        let mut only_told = 0;
        let conversation = id.to_owned();
        let told = self
            .0
            .store
            .read(move |db| conversations::told(db, &conversation, message))
            .await?;
        for turn in told.iter().flatten() {
            let ModelTurn::Results(results) = turn else {
                continue;
            };
            for media in results.iter().flat_map(|result| &result.media) {
                if media.kind == MediaKind::Image
                    && let Some(bytes) = self.kept(id, &media.digest).await?
                    && let Some(name) = all.take(media.digest.clone(), bytes)
                    && found.put(name)
                {
                    only_told += 1;
                }
            }
        }
        let came: u64 = calls.iter().map(|call| u64::from(call.media)).sum();
        found.left_out = came.saturating_sub(places.len() as u64 + only_told);
        Ok(found)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    // Proves S-21.
    #[test]
    fn only_pictures_go_along_once_each_and_under_names_of_ours() {
        let mut all = ExportedImages {
            folder: "My talk (1)-files".to_owned(),
            ..ExportedImages::default()
        };
        let png = b"\x89PNG\r\n\x1a\n....".to_vec();
        assert_eq!(all.take("a".to_owned(), png.clone()).as_deref(), Some("1.png"));
        assert_eq!(all.take("a".to_owned(), png).as_deref(), Some("1.png"));
        for bytes in [
            &b"<svg xmlns='http://www.w3.org/2000/svg' onload='x()'/>"[..],
            b"<html>",
            b"%PDF-1.7",
            b"",
        ] {
            assert_eq!(all.take(hex(bytes), bytes.to_vec()), None);
        }
        assert_eq!(all.files.len(), 1);
        assert_eq!(
            all.link_of("a").as_deref(),
            Some("![1.png](My%20talk%20%281%29-files/1.png)")
        );
        assert_eq!(all.link_of("b"), None);
    }

    #[test]
    fn no_more_pictures_go_along_than_a_folder_is_meant_for() {
        let mut all = ExportedImages::default();
        let (most, room) = limits::EXPORTED_PICTURES;
        let mut large = b"\x89PNG\r\n\x1a\n".to_vec();
        large.resize(room + 1, 0);
        assert_eq!(all.take("large".to_owned(), large), None);
        for number in 0..=most {
            let bytes = format!("GIF89a{number}").into_bytes();
            let taken = all.take(number.to_string(), bytes);
            assert_eq!(taken.is_some(), number < most, "{number}");
        }
    }

    #[test]
    fn a_folder_of_any_name_is_one_address() {
        assert_eq!(
            address("a b)](x)<对>\n../-files"),
            "a%20b%29%5D%28x%29%3C%E5%AF%B9%3E%0A..%2F-files"
        );
    }
}
