//! Pictures and sounds of results that stay with their conversation. What a call brought back is in memory alone, and these go
//! with the conversation, as what a person attaches does: its card shows them after a restart too.

use super::Live;
use crate::host::Inner;
use crate::limits;
use bytes::Bytes;
use portcullis_core::ids::hex;
use portcullis_core::{Error, Result};
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
        let found = self.media_in(result);
        if found.is_empty() {
            return Vec::new();
        }
        match self.put_media(conversation, found).await {
            Ok(kept) => kept,
            Err(error) => {
                tracing::warn!(%error, "pictures and sounds of a result were not kept");
                Vec::new()
            }
        }
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

    async fn put_media(
        &self,
        conversation: String,
        found: Vec<(KeptMedia, Bytes)>,
    ) -> Result<Vec<KeptMedia>> {
        let named = tokio::task::spawn_blocking(move || {
            let named = found.into_iter().map(|(media, bytes)| {
                let digest = hex(&Sha256::digest(&bytes));
                (KeptMedia { digest, ..media }, bytes)
            });
            named.collect::<Vec<_>>()
        });
        let named = named.await.map_err(Error::internal)?;
        self.store
            .write(move |db| {
                let mut kept = Vec::new();
                for (media, bytes) in named {
                    if media::put_within(db, &conversation, &media.digest, &bytes, limits::RESULT_MEDIA.2)? {
                        kept.push(media);
                    }
                }
                Ok(kept)
            })
            .await
    }
}
