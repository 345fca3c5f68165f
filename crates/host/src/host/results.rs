//! Results of calls, kept in memory and read in pieces (F-24).

use super::{Host, Inner, blocking, locked};
use crate::limits;
use base64::Engine as _;
use bytes::Bytes;
use portcullis_api::Chunk;
use portcullis_catalog::bitmap;
use portcullis_catalog::content::BodyKind;
use portcullis_core::text;
use portcullis_core::{Code, Error, Result, ids};
use portcullis_domain::Payload;
use portcullis_l10n::say;
use std::borrow::Cow;
use std::collections::HashMap;
use std::sync::Mutex;

/// One kept content.
#[derive(Clone)]
struct Content {
    kind: BodyKind,
    bytes: Bytes,
}

/// Contents by handle.
#[derive(Default)]
pub(super) struct Payloads(Mutex<Contents>);

#[derive(Default)]
struct Contents {
    by_handle: HashMap<String, Content>,
    /// Of all of them together.
    bytes: u64,
}

impl Payloads {
    pub fn keep(&self, kind: BodyKind, bytes: Cow<'_, [u8]>) -> Payload {
        let handle = ids::random();
        let size = bytes.len() as u64;
        // What is given away is not copied.
        let content = Content {
            kind,
            bytes: Bytes::from(bytes.into_owned()),
        };
        let mut contents = locked(&self.0);
        contents.bytes += size;
        contents.by_handle.insert(handle.clone(), content);
        drop(contents);
        Payload { handle, bytes: size }
    }

    pub fn forget(&self, handles: &[String]) {
        let mut contents = locked(&self.0);
        for handle in handles {
            if let Some(gone) = contents.by_handle.remove(handle) {
                contents.bytes -= gone.bytes.len() as u64;
            }
        }
    }

    /// Bytes of all contents together.
    pub fn bytes(&self) -> u64 {
        locked(&self.0).bytes
    }

    /// The bytes of one, as long as it is kept.
    pub fn bytes_of(&self, handle: &str) -> Option<Bytes> {
        self.get(handle).ok().map(|content| content.bytes)
    }

    fn get(&self, handle: &str) -> Result<Content> {
        locked(&self.0).by_handle.get(handle).cloned().ok_or_else(|| {
            Error::new(Code::NotFound, say!("content-gone")).remedy(say!("content-gone-remedy"))
        })
    }
}

fn data_url(mime: &str, bytes: &[u8]) -> String {
    let encoded = base64::engine::general_purpose::STANDARD.encode(bytes);
    format!("data:{mime};base64,{encoded}")
}

impl Host {
    /// A piece of text content, escaped, at most 256 KiB from an offset in bytes.
    ///
    /// # Errors
    /// `not_found`; `input.bad` for content that is not text.
    pub fn read_payload(&self, handle: &str, offset: u64) -> Result<Chunk> {
        let content = self.0.calls.payloads.get(handle)?;
        let Ok(all) = std::str::from_utf8(&content.bytes) else {
            return Err(Error::new(Code::BadInput, say!("content-not-text")));
        };
        let start = all.floor_char_boundary(usize::try_from(offset).unwrap_or(usize::MAX));
        let mut end = all.floor_char_boundary(start.saturating_add(limits::CHUNK));
        // Whole lines where there are any, so that pieces can be shown one below the other.
        if end < all.len()
            && let Some(line) = all[start..end].rfind('\n')
        {
            end = start + line + 1;
        }
        Ok(Chunk {
            text: text::escape(&all[start..end]).text,
            next: (end < all.len()).then_some(end as u64),
            bytes: all.len() as u64,
        })
    }

    /// A checked image or sound as a `data:` address.
    ///
    /// # Errors
    /// `not_found`; `input.bad` for anything that is not to be shown (S-21).
    pub fn payload_url(&self, handle: &str) -> Result<String> {
        let content = self.0.calls.payloads.get(handle)?;
        let BodyKind::Media(mime) = content.kind else {
            return Err(Error::new(Code::BadInput, say!("content-not-media")));
        };
        Ok(data_url(mime, &content.bytes))
    }

    /// The same for the gate's page: an image is decoded here and encoded again, so that nothing which a server made reaches
    /// the decoders of that page.
    ///
    /// # Errors
    /// As [`Self::payload_url`]; `input.bad` also for a sound, and for an image that cannot be decoded within limits.
    pub async fn redrawn_payload_url(&self, handle: &str) -> Result<String> {
        let content = self.0.calls.payloads.get(handle)?;
        let mime = match content.kind {
            BodyKind::Media(mime) if mime.starts_with("image/") => mime,
            // A sound is not encoded again: the gate names it, and its bytes stay here.
            _ => return Err(Error::new(Code::BadInput, say!("content-not-image"))),
        };
        let redrawn = blocking(move || bitmap::redraw(mime, &content.bytes));
        let png = redrawn.await?.map_err(|why| Error::new(Code::BadInput, why))?;
        Ok(data_url(bitmap::REDRAWN, &png))
    }

    /// The content itself, for saving it where a person chose.
    ///
    /// # Errors
    /// `not_found`.
    pub fn payload(&self, handle: &str) -> Result<Bytes> {
        Self::payload_of(&self.0, handle)
    }

    pub(super) fn payload_of(inner: &Inner, handle: &str) -> Result<Bytes> {
        Ok(inner.calls.payloads.get(handle)?.bytes)
    }
}
