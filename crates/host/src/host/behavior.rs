//! What the fence of a server saw its program do during calls of a tool, against what the server claims of the tool.
//!
//! Seen are hosts, those that were reached and those that were not granted, and changes in folders that the program may change. Who
//! made a change is not seen, so the sentence about it names other programs too. What a program writes into its own home is its own
//! business, and an attempt to write elsewhere cannot be told from one to read. Servers also do things of their own while a call
//! runs, so no sentence here says more than that it was during one; with two calls at once nothing is said of either.

use super::{Entry, Inner, locked};
use crate::limits;
use portcullis_api::HostEvent;
use portcullis_catalog::Tool;
use portcullis_core::Result;
use portcullis_core::ids::ServerId;
use portcullis_core::text::{ForeignText, quotable};
use portcullis_domain::{Claim, Remark, SeenBehavior, SeenKind};
use portcullis_l10n::say;
use portcullis_process::TrafficEvent;
use portcullis_storage::store::behavior::{self, SeenRow};
use std::collections::HashMap;
use std::sync::Arc;

/// What was seen of each tool, oldest first, by its server and its raw name: a list asks for it of ten thousand tools at once.
pub(super) type SeenByTool = HashMap<ServerId, HashMap<String, Vec<SeenRow>>>;

/// What a claim of a tool says against something that was seen, if one does; without what was seen, which is in the words of the
/// server. A server that says that a tool reaches out has said so, whatever else it claims.
fn contradicted(tool: &Tool, kind: SeenKind) -> Option<String> {
    let claims = |claim: Claim| tool.claims.contains(&claim);
    let (reads, closed) = (claims(Claim::ReadOnly), claims(Claim::ClosedWorld));
    match kind {
        SeenKind::Wrote => reads.then(|| say!("behavior-reads-wrote")),
        _ if claims(Claim::OpenWorld) => None,
        SeenKind::Contacted if closed => Some(say!("behavior-closed-contacted")),
        SeenKind::Contacted => reads.then(|| say!("behavior-reads-contacted")),
        SeenKind::Stopped if closed => Some(say!("behavior-closed-stopped")),
        SeenKind::Stopped => reads.then(|| say!("behavior-reads-stopped")),
    }
}

/// What was seen against the claims of a tool.
pub(super) struct AgainstClaims {
    pub remarks: Vec<Remark>,
    /// The first of them, in one sentence.
    pub why: String,
    /// A person let the tool run after all of it was shown to them.
    pub answered: bool,
}

fn by_tool(rows: Vec<SeenRow>) -> SeenByTool {
    let mut seen = SeenByTool::new();
    for row in rows {
        let tools = seen.entry(row.server.clone()).or_default();
        tools.entry(row.tool.clone()).or_default().push(row);
    }
    seen
}

/// What was seen of a program, without the time.
#[must_use]
pub(super) fn seen_of(event: &TrafficEvent) -> (SeenKind, String) {
    match event {
        TrafficEvent::Reached { name, port } => (SeenKind::Contacted, format!("{name}:{port}")),
        TrafficEvent::Stopped(denial) => (SeenKind::Stopped, super::fence::in_words(denial)),
        TrafficEvent::Changed(path) => (SeenKind::Wrote, path.to_string_lossy().into_owned()),
    }
}

fn shown(row: &SeenRow) -> SeenBehavior {
    SeenBehavior {
        kind: row.kind,
        what: ForeignText::new(row.what.as_str()).first_line(limits::FENCE_DENIAL_CHARACTERS),
        at: row.first_at,
    }
}

impl Inner {
    pub(super) async fn reload_behavior(&self) -> Result<()> {
        let _turn = self.reloading.lock().await;
        let rows = self.store.read(behavior::all).await?;
        *locked(&self.behavior) = Arc::new(by_tool(rows));
        Ok(())
    }

    fn rows_of(&self, entry: &Entry, tool: &Tool) -> Vec<SeenRow> {
        let all = locked(&self.behavior).clone();
        let of_tool = all.get(&entry.id).and_then(|tools| tools.get(&tool.name));
        let rows = of_tool.into_iter().flatten();
        rows.filter(|row| row.definition == tool.digest)
            .cloned()
            .collect()
    }

    /// What was seen during calls of a tool, oldest first.
    pub(super) fn seen_of_tool(&self, entry: &Entry, tool: &Tool) -> Vec<SeenBehavior> {
        self.rows_of(entry, tool).iter().map(shown).collect()
    }

    /// The hosts among them, which are what the data flow is about.
    pub(super) fn hosts_of_tool(&self, entry: &Entry, tool: &Tool) -> Vec<SeenBehavior> {
        let mut seen = self.seen_of_tool(entry, tool);
        seen.retain(|seen| seen.kind != SeenKind::Wrote);
        seen
    }

    /// The same where it is against what the server claims of the tool.
    pub(super) fn against_claims(&self, entry: &Entry, tool: &Tool) -> Option<AgainstClaims> {
        let mut rows = self.rows_of(entry, tool);
        rows.retain(|row| contradicted(tool, row.kind).is_some());
        let remarks: Vec<Remark> = rows
            .iter()
            .filter_map(|row| {
                Some(Remark::new(
                    "note.behavior",
                    contradicted(tool, row.kind)?,
                    Some(shown(row).what),
                ))
            })
            .collect();
        let first = rows
            .iter()
            .find(|row| row.answered_at.is_none())
            .or(rows.first())?;
        Some(AgainstClaims {
            why: say!(
                "behavior-why",
                remark = contradicted(tool, first.kind)?,
                what = quotable(shown(first).what).text
            ),
            answered: rows.iter().all(|row| row.answered_at.is_some()),
            remarks,
        })
    }

    /// Keeps what was seen during a call, and gives what of it is against the claims of its tool.
    pub(super) async fn keep_behavior(
        &self,
        entry: &Entry,
        tool: &Tool,
        seen: Vec<(SeenKind, String)>,
    ) -> Result<Vec<SeenBehavior>> {
        let now = self.now();
        let seen: Vec<SeenRow> = seen
            .into_iter()
            .map(|(kind, what)| SeenRow {
                server: entry.id.clone(),
                tool: tool.name.clone(),
                definition: tool.digest.clone(),
                kind,
                what,
                first_at: now,
                answered_at: None,
            })
            .collect();
        let known = self.rows_of(entry, tool);
        // Of changes one is enough: another program may have made the next.
        let is_known = |row: &SeenRow| {
            let alike = |known: &SeenRow| row.kind == SeenKind::Wrote || known.what == row.what;
            known.iter().any(|known| known.kind == row.kind && alike(known))
        };
        let mut new: Vec<SeenRow> = seen.iter().filter(|row| !is_known(row)).cloned().collect();
        if let Some(first) = new.iter().position(|row| row.kind == SeenKind::Wrote) {
            let first = new.remove(first);
            new.retain(|row| row.kind != SeenKind::Wrote);
            new.push(first);
        }
        let is_full =
            known.iter().filter(|row| row.kind != SeenKind::Wrote).count() >= limits::SEEN_OF_A_TOOL;
        new.retain(|row| row.kind == SeenKind::Wrote || !is_full);
        if !new.is_empty() {
            self.store
                .write(move |db| new.iter().try_for_each(|row| behavior::add(db, row)))
                .await?;
            self.reload_behavior().await?;
            // What waits is looked at again with it.
            self.grants_changed.send_modify(|count| *count += 1);
            self.emit(HostEvent::Tools {
                server: entry.id.0.clone(),
            });
            self.emit(HostEvent::Flows {});
        }
        // A person who was shown that something changed, and let the tool run, is not told so at each call: a build that runs beside
        // it changes files all the time.
        let was_answered = |row: &SeenRow| row.kind == SeenKind::Wrote && row.answered_at.is_some();
        let tell_changes = !known.iter().any(was_answered);
        let against = seen.iter().filter(|row| {
            contradicted(tool, row.kind).is_some() && (tell_changes || row.kind != SeenKind::Wrote)
        });
        Ok(against.take(limits::SEEN_OF_A_TOOL).map(shown).collect())
    }

    /// A person let a tool run who was shown what was seen of it until then: it is not asked about for that again.
    pub(super) async fn behavior_answered(&self, entry: &Entry, tool: &Tool, until: u64) -> Result<()> {
        let rows = self.rows_of(entry, tool);
        if rows
            .iter()
            .all(|row| row.answered_at.is_some() || row.first_at > until)
        {
            return Ok(());
        }
        let (id, name, definition, now) = (
            entry.id.clone(),
            tool.name.clone(),
            tool.digest.clone(),
            self.now(),
        );
        self.store
            .write(move |db| behavior::answered(db, &id, (&name, &definition), until, now))
            .await?;
        self.reload_behavior().await
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use serde_json::{Value, json};

    #[test]
    fn what_was_seen_is_found_by_server_and_tool_in_its_order() {
        let row = |server: &str, tool: &str, what: &str| SeenRow {
            server: ServerId::from(server),
            tool: tool.to_owned(),
            definition: "1".to_owned(),
            kind: SeenKind::Contacted,
            what: what.to_owned(),
            first_at: 1,
            answered_at: None,
        };
        let seen = by_tool(vec![
            row("a", "read", "one:443"),
            row("b", "read", "two:443"),
            row("a", "write", "three:443"),
            row("a", "read", "four:443"),
        ]);
        let of = |server: &str, tool: &str| -> Vec<&str> {
            let tools = seen.get(&ServerId::from(server));
            let rows = tools.and_then(|tools| tools.get(tool)).into_iter().flatten();
            rows.map(|row| row.what.as_str()).collect()
        };
        assert_eq!(of("a", "read"), ["one:443", "four:443"]);
        assert_eq!(of("a", "write"), ["three:443"]);
        assert_eq!(of("b", "read"), ["two:443"]);
        assert!(of("b", "write").is_empty() && of("c", "read").is_empty());
    }

    // Proves TOL-07.
    #[test]
    fn only_a_server_that_says_that_a_tool_stays_here_can_be_seen_to_do_more() {
        let said = |annotations: Value, kind: SeenKind| {
            let tool = json!({"name": "t", "inputSchema": {"type": "object"}, "annotations": annotations});
            contradicted(&Tool::read(tool).unwrap(), kind)
        };
        for (kind, reads, closed) in [
            (
                SeenKind::Contacted,
                say!("behavior-reads-contacted"),
                say!("behavior-closed-contacted"),
            ),
            (
                SeenKind::Stopped,
                say!("behavior-reads-stopped"),
                say!("behavior-closed-stopped"),
            ),
        ] {
            assert_eq!(said(json!({}), kind), None);
            assert_eq!(said(json!({"readOnlyHint": true}), kind), Some(reads));
            assert_eq!(
                said(json!({"openWorldHint": false}), kind).as_ref(),
                Some(&closed)
            );
            let both = json!({"readOnlyHint": true, "openWorldHint": false});
            assert_eq!(said(both, kind), Some(closed));
            assert_eq!(
                said(json!({"readOnlyHint": true, "openWorldHint": true}), kind),
                None
            );
            assert_eq!(said(json!({"readOnlyHint": false}), kind), None);
        }
        let changes = |annotations: Value| said(annotations, SeenKind::Wrote).is_some();
        assert!(changes(json!({"readOnlyHint": true})));
        assert!(changes(json!({"readOnlyHint": true, "openWorldHint": true})));
        assert!(!changes(json!({"openWorldHint": false})) && !changes(json!({})));
    }
}
