//! Pictures and sounds of results that stay with their conversation. What a call brought back is in memory alone, and these go
//! with the conversation, as what a person attaches does: its card shows them after a restart too.

use super::Live;
use crate::host::Inner;
use crate::host::blocking;
use crate::limits;
use bytes::Bytes;
use portcullis_core::Result;
use portcullis_core::ids::hex;
use portcullis_domain::{Block, CallResult, KeptMedia};
use portcullis_storage::store::media;
use sha2::{Digest as _, Sha256};

impl Inner {
    /// Keeps the pictures and sounds that a call of a conversation brought back, as far as there is room. A call does not
    /// fail for one that cannot be kept: its card says later that it is gone.
    pub(super) async fn keep_media(&self, live: &Live, result: &CallResult) -> Vec<KeptMedia> {
        let Some(conversation) = live.conversation.clone() else {
            return Vec::new();
        };
        let mut kept = Vec::new();
        for (media, bytes) in self.media_in(result) {
            match self.put_media(&conversation, media, bytes).await {
                Ok(put) => kept.extend(put),
                Err(error) => {
                    tracing::warn!(%error, "pictures and sounds of a result were not kept");
                    break;
                }
            }
        }
        kept
    }

    /// The first pictures and sounds of a result that are small enough, with their bytes.
    fn media_in(&self, result: &CallResult) -> Vec<(KeptMedia, Bytes)> {
        let (largest, count, _) = limits::RESULT_MEDIA;
        let found = result.blocks.iter().zip(1_u32..).filter_map(|(block, place)| {
            let (Block::Image { mime, data } | Block::Audio { mime, data }) = block else {
                return None;
            };
            if data.bytes > largest as u64 {
                return None;
            }
            let bytes = self.calls.payloads.bytes_of(&data.handle)?;
            let media = KeptMedia {
                place,
                mime: mime.clone(),
                bytes: data.bytes,
                digest: String::new(),
            };
            Some((media, bytes))
        });
        found.take(count).collect()
    }

    /// Keeps one, where there is room for it. Each is a commit of its own: all of a result at once would hold up whatever else
    /// is written.
    async fn put_media(
        &self,
        conversation: &str,
        media: KeptMedia,
        bytes: Bytes,
    ) -> Result<Option<KeptMedia>> {
        let hashed = blocking(move || (hex(&Sha256::digest(&bytes)), bytes));
        let (digest, bytes) = hashed.await?;
        let (conversation, key) = (conversation.to_owned(), digest.clone());
        let is_kept = self
            .store
            .write(move |db| media::put_within(db, &conversation, &key, &bytes, limits::RESULT_MEDIA.2))
            .await?;
        Ok(is_kept.then_some(KeptMedia { digest, ..media }))
    }
}
