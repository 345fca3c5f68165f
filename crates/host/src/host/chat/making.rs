//! Pictures and sounds that a model makes: kept with the conversation before anybody sees that they are there, and given
//! out by their digest, as are those that a person put in.

use super::attaching;
use super::trouble;
use super::turn::Turn;
use crate::host::{Host, Inner};
use base64::Engine as _;
use base64::engine::general_purpose::STANDARD;
use portcullis_core::text::{self, ForeignText};
use portcullis_core::{Code, Error, Result, SourcedText, TextSource};
use portcullis_domain::{AttachedFile, FileKind, Part, Problem};
use portcullis_l10n::say;
use portcullis_llm::{GeneratedMedia, Media, MediaKind, Piece};
use portcullis_storage::store::media;

impl Host {
    /// A picture or a sound of a conversation as a `data:` address, for a window to show.
    ///
    /// # Errors
    /// `not_found`; `input.bad` for anything that is not to be shown (S-21); `store.*`.
    pub async fn media_url(&self, conversation: &str, digest: &str) -> Result<String> {
        let bytes = self.media(conversation, digest).await?;
        // What it is was found out when it was kept; it is what its bytes are all the same.
        let Some(mime) = portcullis_catalog::kept_media(&bytes) else {
            return Err(Error::new(Code::BadInput, say!("chat-made-unshown")));
        };
        Ok(format!("data:{mime};base64,{}", STANDARD.encode(&bytes)))
    }

    /// The bytes of a picture, a sound or a document of a conversation, for saving them where a person chose.
    ///
    /// # Errors
    /// `not_found`, `store.*`.
    pub async fn media(&self, conversation: &str, digest: &str) -> Result<Vec<u8>> {
        let (conversation, digest) = (conversation.to_owned(), digest.to_owned());
        let found = self
            .0
            .store
            .read(move |db| media::get(db, &conversation, &digest))
            .await?;
        found.ok_or_else(|| Error::new(Code::NotFound, say!("chat-made-gone")))
    }
}

impl Inner {
    /// Keeps what a model made before its message says that it did.
    pub(super) async fn keep_made(&self, turn: &Turn, piece: &Piece) -> Result<()> {
        let Piece::Made(made) = piece else { return Ok(()) };
        let (conversation, made) = (turn.row.id.clone(), made.clone());
        self.store
            .write(move |db| media::put(db, &conversation, &made.media.digest, &made.bytes))
            .await
    }
}

/// The code of what a model made and is not kept.
const LEFT_OUT: &str = "model.media";

/// Something that a model made, in its message.
pub(super) fn part(made: GeneratedMedia) -> Part {
    let GeneratedMedia { media, bytes } = made;
    Part::Made {
        file: AttachedFile {
            name: text::escape_line(&media.name),
            kind: match media.kind {
                MediaKind::Image => FileKind::Image,
                MediaKind::Audio => FileKind::Audio,
                MediaKind::Pdf => FileKind::Pdf,
            },
            mime: media.mime,
            bytes: bytes.len() as u64,
            digest: media.digest,
            text: None,
        },
    }
}

/// Something that a model made and that is not kept, in its message.
pub(super) fn left_out(sentence: String, said: Option<String>) -> Part {
    trouble(Problem {
        code: LEFT_OUT.to_owned(),
        sentence,
        remedy: None,
        said: said
            .map(|said| SourcedText::new(TextSource::Provider, ForeignText::new(said).shown_within(SAID))),
    })
}

/// Characters of what stood in the place of a picture.
const SAID: usize = 2_048;

/// Whether a model made something, kept or not.
pub(super) fn made_something(parts: &[Part]) -> bool {
    parts.iter().any(|part| match part {
        Part::Made { .. } => true,
        Part::Trouble { problem, .. } => problem.code == LEFT_OUT,
        _ => false,
    })
}

/// What is kept of what a model made.
pub(super) fn made_in(parts: &[Part]) -> Vec<Media> {
    let made = parts.iter().filter_map(|part| match part {
        Part::Made { file } => {
            let kind = match file.kind {
                FileKind::Audio => MediaKind::Audio,
                FileKind::Image | FileKind::Pdf | FileKind::Text => MediaKind::Image,
            };
            Some(attaching::without_bytes(file, kind))
        }
        _ => None,
    });
    made.collect()
}
