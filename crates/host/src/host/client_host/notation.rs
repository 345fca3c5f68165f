//! Definitions that are only written differently: proved beside the tasks, before the pins are compared (S-46).

use super::super::{Entry, Inner, locked};
use crate::host::blocking;
use portcullis_catalog::digest;
use portcullis_catalog::notation::same_meaning;
use portcullis_core::Result;
use portcullis_storage::store::pins::{self, Pin, ProvenNotation, SeenDefinition, Subject};
use std::sync::Arc;

/// Those of what is offered that are proved to mean what is approved.
pub(in crate::host) async fn proven(
    inner: &Inner,
    entry: &Entry,
    seen: &Arc<Vec<SeenDefinition>>,
) -> Result<Vec<ProvenNotation>> {
    if is_unchanged(entry, seen) {
        return Ok(Vec::new());
    }
    let (id, offered) = (entry.id.clone(), Arc::clone(seen));
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
    blocking(move || differing.into_iter().filter_map(notation).collect()).await
}

/// Every tool is offered as it was when it was last compared.
fn is_unchanged(entry: &Entry, seen: &[SeenDefinition]) -> bool {
    let data = locked(&entry.data);
    seen.iter().all(|item| match &item.subject {
        Subject::Tool(name) => data
            .definitions
            .get(name)
            .is_some_and(|known| known.offered == item.digest),
        // Instructions are text.
        Subject::Instructions => true,
    })
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
