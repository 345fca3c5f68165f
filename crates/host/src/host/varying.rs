//! Which parts of a tool may be different each time, and taking that back. It is part of accepting a changed definition:
//! what may vary is chosen among the parts that differ, at the gate.

use super::{Entry, Host, Inner, blocking, count, views};
use crate::limits;
use portcullis_catalog::{Catalog, Tool, varying as parts};
use portcullis_core::text::{ForeignText, escape_line};
use portcullis_core::{Code, Error, Result};
use portcullis_domain::{Outcome, RecordKind, VaryingPart};
use portcullis_l10n::say;
use portcullis_storage::audit::Intended;
use portcullis_storage::store::varying;
use serde_json::{Value, json};
use std::collections::HashMap;

impl Host {
    /// Holds a tool to all parts of its definition again; how many might vary. What differs now is asked about.
    ///
    /// # Errors
    /// `not_found` when none might, `store.*`.
    pub async fn hold_all_parts(&self, server: &str, tool: &str) -> Result<u32> {
        let entry = self.0.entry(server)?;
        let (id, name) = (entry.id.clone(), tool.to_owned());
        let row = Intended {
            what: say!("vary-ended-row", tool = escape_line(tool).text),
            outcome: Some((Outcome::Done, say!("vary-changed"))),
            ..varying_row(&entry, tool)
        };
        let ended = self
            .0
            .audit
            .once_with(move |db| {
                let ended = varying::end(db, &id, &name)?;
                Ok((ended, (ended > 0).then_some(row)))
            })
            .await?;
        if ended == 0 {
            return Err(Error::new(Code::NotFound, say!("vary-none")));
        }
        list_again(&entry);
        Ok(count(ended))
    }
}

fn varying_row(entry: &Entry, tool: &str) -> Intended {
    Intended {
        kind: RecordKind::Definition,
        server: Some((entry.id.clone(), entry.label())),
        asked_by: say!("asked-by-you"),
        tool: Some(tool.to_owned()),
        ..views::blank_row()
    }
}

pub(super) fn list_again(entry: &Entry) {
    if let Some(client) = entry.client()
        && let Some(connection) = &client.snapshot().connection
    {
        connection.list_again();
    }
}

impl Inner {
    /// A list with digests that leave out what may vary.
    pub(super) async fn held(&self, entry: &Entry, catalog: Catalog) -> Result<Catalog> {
        let varying = self.varying(entry).await?;
        if varying.is_empty() {
            return Ok(catalog);
        }
        blocking(move || catalog.holding(&varying)).await
    }

    async fn varying(&self, entry: &Entry) -> Result<HashMap<String, Vec<String>>> {
        let id = entry.id.clone();
        self.store.read(move |db| varying::of(db, &id)).await
    }

    /// The parts of a tool that may vary.
    pub(super) async fn varying_of(&self, entry: &Entry, tool: &str) -> Result<Vec<String>> {
        Ok(self.varying(entry).await?.remove(tool).unwrap_or_default())
    }

    /// The parts of a changed definition that could be let vary beside those that may.
    pub(super) async fn could_vary(&self, entry: &Entry, before: &Value, tool: &Tool) -> Result<Vec<String>> {
        let may = self.varying_of(entry, &tool.name).await?;
        let room = limits::VARYING_PARTS.saturating_sub(may.len());
        let differ = parts::parts(before, &tool.definition()).into_iter();
        Ok(differ.filter(|part| !may.contains(part)).take(room).collect())
    }

    /// The digest that a tool is held to when these parts of it may vary too; `None` where none are added.
    pub(super) async fn held_but_for(
        &self,
        entry: &Entry,
        tool: &Tool,
        added: &[String],
    ) -> Result<Option<String>> {
        if added.is_empty() {
            return Ok(None);
        }
        let mut all = self.varying_of(entry, &tool.name).await?;
        all.extend(added.iter().cloned());
        parts::digest_but_for(&tool.definition(), &all)
            .map(Some)
            .ok_or_else(|| Error::internal("a definition that was read has no digest"))
    }
}

/// As a person sees them, with what they were and what they are.
pub(super) fn shown(parts: &[String], before: &Value, after: &Value) -> Vec<VaryingPart> {
    let value = |of: &Value, part: &String| {
        let text = of.pointer(part).map(Value::to_string).unwrap_or_default();
        ForeignText::new(text).shown()
    };
    parts
        .iter()
        .map(|part| VaryingPart {
            place: escape_line(part),
            before: value(before, part),
            after: value(after, part),
        })
        .collect()
}

/// What the record keeps of a choice.
pub(super) fn kept(chosen: &[String]) -> Option<Value> {
    (!chosen.is_empty()).then(|| json!({ "may vary": chosen }))
}
