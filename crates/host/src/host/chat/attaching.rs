//! Files that a person puts into a conversation, and pictures that tools bring back, for models that look at them.
//!
//! A file is copied when it is chosen: what happens to it afterwards changes nothing of what is sent. It is what its bytes
//! are, whatever its name says. What the model of the conversation cannot take is said then, before anything is sent.

use crate::host::{Host, Inner, blocking, views};
use crate::limits;
use base64::Engine as _;
use base64::engine::general_purpose::STANDARD;
use portcullis_core::ids::hex;
use portcullis_core::text::{self, ForeignText};
use portcullis_core::{Code, Error, Result, causes};
use portcullis_domain::{AttachedFile, Block, CallView, FileKind, Foreign, Part, RecordKind};
use portcullis_l10n::say;
use portcullis_llm::{Media, MediaKind, ModelCapabilities, ModelTurn, ToolResult};
use portcullis_storage::audit::Intended;
use portcullis_storage::store::media;
use sha2::{Digest as _, Sha256};
use std::io::Read as _;
use std::path::{Path, PathBuf};
use std::sync::Arc;

impl Host {
    /// Puts a copy of a file into a conversation. The path comes from the system's own dialog, or was typed
    /// on a terminal, and never from a page.
    ///
    /// # Errors
    /// `input.bad` where it cannot be read, is too large, or is nothing that the model of the conversation takes;
    /// `not_found`, `model.unknown`, `store.*`. Nothing was put in then.
    pub async fn attach_file(&self, conversation: &str, path: PathBuf) -> Result<()> {
        self.attach_files(conversation, vec![path]).await
    }

    /// Puts copies of files into a conversation that the person chose together: all of them, or none.
    ///
    /// # Errors
    /// Those of [`Host::attach_file`]; `input.bad` where they are too many or too large together.
    pub async fn attach_files(&self, conversation: &str, paths: Vec<PathBuf>) -> Result<()> {
        // A conversation that is gone is said before anything is read for it.
        self.0.conversation_row(conversation).await?;
        let read = blocking(move || all_chosen(&paths));
        self.0
            .attach(conversation, read.await??, say!("attach-file-why"))
            .await
    }

    /// Puts a text into a conversation as a file: one that was pasted and is too long to be written in.
    ///
    /// # Errors
    /// `input.bad` where it is empty, too long, or no text that can be shown; `not_found`, `model.unknown`, `store.*`.
    /// Nothing was put in then.
    pub async fn attach_text(&self, conversation: &str, text: String) -> Result<()> {
        let copied = Copied {
            name: ForeignText::new(say!("attach-pasted")).shown(),
            bytes: text.into_bytes(),
        };
        let file = as_text(&copied)?;
        self.0
            .attach(conversation, vec![(copied, file)], say!("attach-paste-why"))
            .await
    }
}

/// A file as it was read.
pub(super) struct Copied {
    pub name: Foreign,
    pub bytes: Vec<u8>,
}

impl Inner {
    /// Puts files into a conversation that came together, in their order. Nothing of them is kept where a model is at work in
    /// it, or its model does not take all of them.
    pub(super) async fn attach(
        &self,
        id: &str,
        files: Vec<(Copied, AttachedFile)>,
        why: String,
    ) -> Result<()> {
        let lock = self.lock_turn(id)?;
        let attached = self.attach_locked(id, files, why).await;
        drop(lock);
        self.tell_conversations().await;
        attached
    }

    async fn attach_locked(&self, id: &str, files: Vec<(Copied, AttachedFile)>, why: String) -> Result<()> {
        // No other model is chosen until they are in.
        let row = self.conversation_row(id).await?;
        let capabilities = self.model_at_rest(&row.model_id)?.capabilities();
        for (_, file) in &files {
            takes(file, capabilities, &row.model)?;
        }
        for (copied, file) in files {
            if file.text.is_none() {
                let (conversation, digest) = (row.id.clone(), file.digest.clone());
                self.store
                    .write(move |db| media::put(db, &conversation, &digest, &copied.bytes))
                    .await?;
            }
            let noted = Intended {
                conversation: Some(row.id.clone()),
                why: why.clone(),
                sent: Some(
                    serde_json::json!({"bytes": file.bytes, "type": file.mime, "sha256": file.digest}),
                ),
                ..views::row_by_you(RecordKind::Host, say!("attach-row", name = file.name.text))
            };
            let about = file.name.clone();
            self.put_in_locked(&row.id, &about, vec![Part::File { file }], noted)
                .await?;
        }
        Ok(())
    }

    /// Puts the bytes to what is looked at: the newest, as far as a request may be large.
    pub(super) async fn with_media(
        &self,
        id: &str,
        capabilities: ModelCapabilities,
        said: &mut [ModelTurn],
    ) -> Result<()> {
        let mut left = limits::MEDIA_SENT;
        for media in said.iter_mut().rev().flat_map(media_of) {
            let able = match media.kind {
                MediaKind::Image => capabilities.images,
                MediaKind::Audio => capabilities.audio,
                MediaKind::Pdf => capabilities.pdf,
            };
            if !able {
                continue;
            }
            let (conversation, digest) = (id.to_owned(), media.digest.clone());
            // One that a model made may be larger than any takes.
            let most = match media.kind {
                MediaKind::Image => left.min(limits::MODEL_MEDIA.0),
                MediaKind::Audio | MediaKind::Pdf => left,
            };
            let bytes = self
                .store
                .read(move |db| media::get_within(db, &conversation, &digest, most))
                .await?;
            if let Some(bytes) = bytes {
                left -= bytes.len();
                media.data = Some(Arc::from(STANDARD.encode(&bytes)));
            }
        }
        Ok(())
    }

    /// Adds the pictures and sounds that a call brought back to what its model is told, where it can look at them. They stay
    /// with the conversation, for later requests. Gives how many are left out because they are too large or too many.
    pub(super) async fn with_pictures(
        &self,
        id: &str,
        call: &CallView,
        came: &mut ToolResult,
        capabilities: ModelCapabilities,
    ) -> Result<u32> {
        let Some(result) = &call.result else { return Ok(0) };
        let mut beyond = 0;
        for (block, place) in result.blocks.iter().zip(0_u32..) {
            let (kind, mime, data) = match block {
                Block::Image { mime, data } if capabilities.images => (MediaKind::Image, mime, data),
                Block::Audio { mime, data } if capabilities.audio => (MediaKind::Audio, mime, data),
                _ => continue,
            };
            if result.for_person.contains(&place) {
                continue;
            }
            let (largest, most) = limits::MODEL_MEDIA;
            if data.bytes > largest as u64 || came.media.len() >= most {
                beyond += 1;
                continue;
            }
            // One that was forgotten meanwhile is in words all the same.
            let Ok(bytes) = Host::payload_of(self, &data.handle) else {
                continue;
            };
            let kept = call.kept.iter().find(|kept| kept.place == place + 1);
            let digest = match kept {
                Some(kept) => kept.digest.clone(),
                // What a model looks at stays, whatever is kept for the card.
                None => {
                    let hashed = bytes.clone();
                    let digest = blocking(move || hex(&Sha256::digest(&hashed))).await?;
                    let (conversation, key, shown) = (id.to_owned(), digest.clone(), bytes.clone());
                    self.store
                        .write(move |db| media::put(db, &conversation, &key, &shown))
                        .await?;
                    digest
                }
            };
            came.media.push(Media {
                kind,
                mime: mime.clone(),
                name: String::new(),
                digest,
                data: Some(Arc::from(STANDARD.encode(&bytes))),
            });
        }
        Ok(beyond)
    }
}

/// Takes the bytes of what is beyond [`limits::MEDIA_SENT`] out of one request. The newest comes first, and stays.
pub(super) fn within_request<'m>(newest_first: impl Iterator<Item = &'m mut Media>) {
    let mut left = limits::MEDIA_SENT;
    for media in newest_first {
        let Some(data) = &media.data else { continue };
        // Four characters of Base64 are three bytes.
        match left.checked_sub(data.trim_end_matches('=').len() * 3 / 4) {
            Some(rest) => left = rest,
            None => media.data = None,
        }
    }
}

/// What of it is looked at, the newest first.
pub(super) fn media_of(said: &mut ModelTurn) -> Vec<&mut Media> {
    match said {
        ModelTurn::Shown(media) => vec![media],
        ModelTurn::Results(results) => results
            .iter_mut()
            .rev()
            .flat_map(|came| &mut came.media)
            .collect(),
        ModelTurn::Model(reply) => reply.made.iter_mut().rev().collect(),
        ModelTurn::Instructions(_) | ModelTurn::Person(_) => Vec::new(),
    }
}

/// Reads files that were chosen together: all of them, or none.
fn all_chosen(paths: &[PathBuf]) -> Result<Vec<(Copied, AttachedFile)>> {
    let (most, room) = limits::FILES_TOGETHER;
    let fewer = |sentence: String| Err(bad(sentence, say!("attach-fewer-remedy")));
    if paths.len() > most {
        return fewer(say!("attach-too-many", limit = most));
    }
    let (mut read, mut bytes) = (Vec::new(), 0);
    for path in paths {
        let copied = copy(path)?;
        bytes += copied.bytes.len();
        if bytes > room {
            return fewer(say!("attach-too-large-together", size = room >> 20));
        }
        let file = looked_at(&copied)?;
        read.push((copied, file));
    }
    Ok(read)
}

/// Reads a file as it is now, within the limit and not a byte further.
pub(super) fn copy(path: &Path) -> Result<Copied> {
    let name = path.file_name().unwrap_or(path.as_os_str()).to_string_lossy();
    let name = ForeignText::new(name.into_owned()).first_line(128);
    let bad = |sentence: String, remedy: String| Err(bad(sentence, remedy));
    let unreadable = |error: &std::io::Error| {
        bad(
            say!("attach-unreadable", name = name.text, reason = causes::io(error)),
            say!("attach-unreadable-remedy"),
        )
    };
    let most = limits::ATTACHED;
    let about = match std::fs::metadata(path) {
        Ok(about) => about,
        Err(error) => {
            return unreadable(&error);
        }
    };
    // Opening anything else may wait forever.
    if !about.is_file() {
        return bad(
            say!("attach-not-file", name = name.text),
            say!("attach-not-file-remedy"),
        );
    }
    if about.len() > most as u64 {
        return Err(too_large(&name));
    }
    let mut bytes = Vec::new();
    let read = portcullis_programs::open_regular(path)
        .and_then(|file| file.take(most as u64 + 1).read_to_end(&mut bytes));
    match read {
        Err(error) => unreadable(&error),
        Ok(_) if bytes.len() > most => Err(too_large(&name)),
        Ok(_) if bytes.is_empty() => Err(empty(&name)),
        Ok(_) => Ok(Copied { name, bytes }),
    }
}

/// What a file is, by its bytes.
pub(super) fn looked_at(copied: &Copied) -> Result<AttachedFile> {
    let Copied { bytes, .. } = copied;
    let (kind, mime) = if let Some(mime) = portcullis_catalog::picture_or_sound(bytes) {
        let kind = if mime.starts_with("image/") {
            FileKind::Image
        } else {
            FileKind::Audio
        };
        (kind, mime)
    } else if bytes.starts_with(b"%PDF-") {
        (FileKind::Pdf, "application/pdf")
    } else {
        return as_text(copied);
    };
    // Providers refuse a whole conversation for one picture that is larger.
    if kind == FileKind::Image && bytes.len() > limits::MODEL_MEDIA.0 {
        return Err(bad(
            say!(
                "attach-image-too-large",
                name = copied.name.text,
                size = limits::MODEL_MEDIA.0 >> 10
            ),
            say!("attach-image-too-large-remedy"),
        ));
    }
    Ok(copied.file(kind, mime, None))
}

/// The same of what can be nothing but text.
fn as_text(copied: &Copied) -> Result<AttachedFile> {
    let words = match std::str::from_utf8(&copied.bytes) {
        Ok(words) if !words.contains('\0') => words,
        _ => {
            return Err(bad(
                say!("attach-unknown-kind", name = copied.name.text),
                say!("attach-other-remedy"),
            ));
        }
    };
    if copied.bytes.is_empty() {
        return Err(empty(&copied.name));
    }
    if copied.bytes.len() > limits::QUOTED {
        return Err(bad(
            say!(
                "attach-text-too-long",
                name = copied.name.text,
                size = limits::QUOTED >> 10
            ),
            say!("attach-text-too-long-remedy"),
        ));
    }
    Ok(copied.file(FileKind::Text, "text/plain", Some(text::escape(words))))
}

pub(super) fn too_large(name: &Foreign) -> Error {
    bad(
        say!(
            "attach-too-large",
            name = name.text,
            size = limits::ATTACHED >> 20
        ),
        say!("attach-too-large-remedy"),
    )
}

pub(super) fn empty(name: &Foreign) -> Error {
    bad(
        say!("attach-empty", name = name.text),
        say!("attach-other-remedy"),
    )
}

fn bad(sentence: String, remedy: String) -> Error {
    Error::new(Code::BadInput, sentence).remedy(remedy)
}

impl Copied {
    fn file(&self, kind: FileKind, mime: &str, text: Option<Foreign>) -> AttachedFile {
        AttachedFile {
            name: self.name.clone(),
            kind,
            mime: mime.to_owned(),
            bytes: self.bytes.len() as u64,
            digest: hex(&Sha256::digest(&self.bytes)),
            text,
        }
    }
}

/// Whether a model takes it.
fn takes(file: &AttachedFile, capabilities: ModelCapabilities, model: &str) -> Result<()> {
    let name = &file.name.text;
    let (able, sentence) = match file.kind {
        FileKind::Text => return Ok(()),
        FileKind::Image => (capabilities.images, say!("attach-model-images", model, name)),
        FileKind::Audio => (capabilities.audio, say!("attach-model-audio", model, name)),
        FileKind::Pdf => (capabilities.pdf, say!("attach-model-pdf", model, name)),
    };
    if able {
        return Ok(());
    }
    Err(bad(sentence, say!("attach-model-remedy")))
}

/// What a model is told of a file.
pub(super) fn model_turn(file: &AttachedFile) -> ModelTurn {
    let kind = match file.kind {
        FileKind::Text => {
            let words = file
                .text
                .as_ref()
                .map(|text| text.text.as_str())
                .unwrap_or_default();
            return ModelTurn::Person(format!(
                "[The person put in the file “{}”:]\n{words}",
                file.name.text
            ));
        }
        FileKind::Image => MediaKind::Image,
        FileKind::Audio => MediaKind::Audio,
        FileKind::Pdf => MediaKind::Pdf,
    };
    ModelTurn::Shown(without_bytes(file, kind))
}

/// A file as a model is told of it, before its bytes are read.
pub(super) fn without_bytes(file: &AttachedFile, kind: MediaKind) -> Media {
    Media {
        kind,
        mime: file.mime.clone(),
        name: file.name.text.clone(),
        digest: file.digest.clone(),
        data: None,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn of(name: &str, bytes: &[u8]) -> Result<AttachedFile> {
        looked_at(&Copied {
            name: ForeignText::new(name).first_line(128),
            bytes: bytes.to_vec(),
        })
    }

    // Proves S-21.
    #[test]
    fn a_file_is_what_its_bytes_are_whatever_it_is_called() {
        for (name, bytes, kind) in [
            ("a.png", &b"\x89PNG\r\n\x1a\n...."[..], FileKind::Image),
            ("a.png", b"\xff\xd8\xff\xe0....", FileKind::Image),
            ("a.png", b"<html><script>", FileKind::Text),
            (
                "a.svg",
                b"<svg xmlns='http://www.w3.org/2000/svg' onload='x()'/>",
                FileKind::Text,
            ),
            ("a.txt", b"%PDF-1.7 ...", FileKind::Pdf),
            ("a", b"RIFF....WAVE", FileKind::Audio),
        ] {
            assert_eq!(of(name, bytes).unwrap().kind, kind, "{name}");
        }
        assert_eq!(of("a.png", b"\xff\xd8\xff\xe0....").unwrap().mime, "image/jpeg");
        assert!(of("a.txt", b"\xff\xfe\x00a").is_err());
        assert!(of("a.txt", b"a\0b").is_err());
        let hidden = of("a\u{202e}gpj.txt", "words\u{200b}".as_bytes()).unwrap();
        assert!(hidden.name.hidden == 1 && hidden.text.unwrap().hidden == 1);
    }

    // Proves S-21.
    #[test]
    fn what_is_no_file_is_too_large_or_is_gone_is_not_read() {
        let folder = tempfile::tempdir().unwrap();
        let large = folder.path().join("large");
        std::fs::File::create(&large).unwrap().set_len(2 << 30).unwrap();
        std::fs::write(folder.path().join("empty"), "").unwrap();
        for (name, why) in [
            ("large", "is larger than"),
            ("gone", "cannot be read"),
            ("", "is not a file"),
            ("empty", "is empty"),
        ] {
            let path = folder.path().join(name);
            let error = copy(&path).map(drop).unwrap_err();
            assert!(error.sentence.contains(why), "{name}: {error}");
        }
    }

    #[test]
    fn of_media_in_one_request_the_newest_stay_as_far_as_they_fit_together() {
        let of = |bytes: usize| Media {
            kind: MediaKind::Image,
            mime: "image/png".to_owned(),
            name: String::new(),
            digest: String::new(),
            data: Some(Arc::from(STANDARD.encode(vec![0_u8; bytes]))),
        };
        let mut newest_first = [of(limits::MEDIA_SENT - 2), of(3), of(2), of(1)];
        within_request(newest_first.iter_mut());
        let sent = newest_first.map(|media| media.data.is_some());
        assert_eq!(sent, [true, false, true, false]);
    }

    #[test]
    fn files_that_are_chosen_together_are_bounded_in_number_and_size() {
        let folder = tempfile::tempdir().unwrap();
        let (most, room) = limits::FILES_TOGETHER;
        let small = folder.path().join("a.txt");
        std::fs::write(&small, "a").unwrap();
        assert_eq!(all_chosen(&vec![small.clone(); most]).unwrap().len(), most);
        let error = all_chosen(&vec![small; most + 1]).map(drop).unwrap_err();
        assert!(error.sentence.contains("Up to 32 files"), "{error}");
        let large = folder.path().join("a.pdf");
        let mut bytes = b"%PDF-1.7 ".to_vec();
        bytes.resize(limits::ATTACHED, b' ');
        std::fs::write(&large, bytes).unwrap();
        let error = all_chosen(&vec![large; room / limits::ATTACHED + 1])
            .map(drop)
            .unwrap_err();
        assert!(error.sentence.contains("larger than 32 MiB"), "{error}");
    }
}
