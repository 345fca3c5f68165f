//! Definitions that are only written differently: proved beside the tasks, before the pins are compared (S-46).

use super::super::Inner;
use portcullis_catalog::digest;
use portcullis_catalog::notation::same_meaning;
use portcullis_core::ids::ServerId;
use portcullis_core::{Error, Result};
use portcullis_storage::store::pins::{self, Pin, ProvenNotation, SeenDefinition};
use std::sync::Arc;

/// Those of what is offered that are proved to mean what is approved.
pub(super) async fn proven(
    inner: &Inner,
    server: &ServerId,
    seen: &Arc<Vec<SeenDefinition>>,
) -> Result<Vec<ProvenNotation>> {
    let (id, offered) = (server.clone(), Arc::clone(seen));
    let differing: Vec<(Pin, SeenDefinition)> = inner
        .store
        .read(move |db| {
            let differing = pins::differing(db, &id, &offered)?.into_iter();
            Ok(differing.map(|(pin, item)| (pin, item.clone())).collect())
        })
        .await?;
    if differing.is_empty() {
        return Ok(Vec::new());
    }
    tokio::task::spawn_blocking(move || differing.into_iter().filter_map(notation).collect())
        .await
        .map_err(Error::internal)
}

fn notation((pin, item): (Pin, SeenDefinition)) -> Option<ProvenNotation> {
    let pinned = serde_json::from_str(&pin.definition).ok()?;
    let offered = serde_json::from_str(&item.definition).ok()?;
    // Where parts may vary, a digest leaves them out.
    let is_whole =
        digest(&pinned).as_ref() == Some(&pin.digest) && digest(&offered).as_ref() == Some(&item.digest);
    (is_whole && same_meaning(&pinned, &offered)).then_some(ProvenNotation {
        subject: item.subject,
        pinned: pin.digest,
        offered: item.digest,
    })
}
