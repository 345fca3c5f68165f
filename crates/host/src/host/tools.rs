//! The tool page: what is offered, and whether it is still what was approved. The question when it is not is in `change`.

mod change;

use super::client_host::definition;
use super::definitions::Seen;
use super::{Entry, Host, Inner, blocking, count, locked};
use crate::limits;
use portcullis_api::{HostEvent, ToolDetail, ToolEntry, ToolList};
use portcullis_approval::consent::{Permit, ProposedReview};
use portcullis_approval::policy;
use portcullis_catalog::notes::{OtherNames, notes};
use portcullis_catalog::{Catalog, Tool, compare, named_changes, schema};
use portcullis_core::{Code, Error, Result, text};
use portcullis_domain::{ArgumentIssue, DefinitionState, FieldDiff, Problem, Remark, Request, Scope};
use portcullis_l10n::say;
use portcullis_storage::store::pins::{self, Pin, Subject};
use serde_json::Value;
use std::collections::HashMap;
use std::sync::{Arc, Weak};

impl Host {
    /// Tools that match a search, the best [`limits::FOUND`] of them; all for an empty one.
    ///
    /// # Errors
    /// `not_found`.
    pub fn tools(&self, server: &str, query: &str) -> Result<ToolList> {
        let entry = self.0.entry(server)?;
        let catalog = entry.catalog();
        let found = catalog.search(query);
        let most = if query.trim().is_empty() {
            usize::MAX
        } else {
            limits::FOUND
        };
        let remarks = self.0.remark_counts(&entry);
        let listed = |tool: &&Arc<Tool>| ToolEntry {
            remarks: remarks.get(&tool.name).copied().unwrap_or_default(),
            against_claims: self.0.against_claims(&entry, tool).is_some(),
            ..tool_entry(tool, entry.state_of(tool))
        };
        Ok(ToolList {
            total: count(catalog.tools.len()),
            found: count(found.len()),
            tools: found.iter().take(most).map(listed).collect(),
            excluded: catalog.excluded.clone(),
            beyond_limit: catalog.beyond_limit,
            problem: entry.unlisted(),
        })
    }

    /// Everything about one tool.
    ///
    /// # Errors
    /// `not_found`, `tool.unknown`, `store.*`.
    pub async fn tool(&self, server: &str, tool: &str) -> Result<ToolDetail> {
        let entry = self.0.entry(server)?;
        let found = entry.tool(tool)?;
        let notes = self.0.notes(&entry, &found);
        let entry_view = ToolEntry {
            remarks: count(notes.len()),
            against_claims: self.0.against_claims(&entry, &found).is_some(),
            ..tool_entry(&found, entry.state_of(&found))
        };
        let (diff, changes) = match entry_view.state {
            DefinitionState::Changed { .. } => self.0.diff(&entry, &found).await?,
            _ => (Vec::new(), Vec::new()),
        };
        let when_asked = self.0.when_asked(&entry, &found, &entry_view.state);
        let varying = self.0.varying_of(&entry, tool).await?;
        let checked = Arc::clone(&found);
        let schema_problem = blocking(move || checked.arguments().err().map(str::to_owned)).await?;
        Ok(ToolDetail {
            description: found.description.shown(),
            input_schema: schema::presented_schema(&found.input_schema()),
            schema_problem,
            digest: found.digest.clone(),
            notes,
            seen: self.0.seen_of_tool(&entry, &found),
            diff,
            changes,
            when_asked,
            varying: varying
                .iter()
                .map(|part| portcullis_core::text::escape_line(part))
                .collect(),
            entry: entry_view,
        })
    }

    /// Opens the question about a tool whose definition changed, or the one that waits already.
    ///
    /// # Errors
    /// `not_found`, `tool.unknown`; `input.bad` when nothing changed.
    pub async fn review_tool(&self, server: &str, tool: &str) -> Result<Request> {
        self.0.change_question(server, tool, true).await
    }

    /// Checks arguments against a tool's schema; empty when they fit.
    ///
    /// # Errors
    /// `not_found`, `tool.unknown`.
    pub async fn check_arguments(
        &self,
        server: &str,
        tool: &str,
        arguments: Value,
    ) -> Result<Vec<ArgumentIssue>> {
        let found = self.0.entry(server)?.tool(tool)?;
        check(found, arguments).await
    }
}

/// Checks arguments. A schema is hostile input (F-21), so anything but a small and plain one is checked in a
/// thread of its own.
pub(super) async fn check(tool: Arc<Tool>, arguments: Value) -> Result<Vec<ArgumentIssue>> {
    if is_plain(&tool, &arguments) {
        return Ok(check_now(&tool, &arguments));
    }
    blocking(move || check_now(&tool, &arguments)).await
}

pub(super) fn check_now(tool: &Tool, arguments: &Value) -> Vec<ArgumentIssue> {
    match tool.arguments() {
        Ok(checker) => checker.check(arguments),
        // Never taken as one that permits everything (SCH-04).
        Err(reason) => {
            let message = say!("tool-schema-unusable", reason);
            vec![ArgumentIssue {
                path: String::new(),
                message,
            }]
        }
    }
}

/// Nothing in it can take long: a plain schema, and few values to look at.
fn is_plain(tool: &Tool, arguments: &Value) -> bool {
    tool.takes_plain_arguments() && arguments.to_string().len() <= limits::PLAIN_SCHEMA.1
}

fn tool_entry(tool: &Tool, state: DefinitionState) -> ToolEntry {
    ToolEntry {
        name: tool.name.clone(),
        shown: portcullis_core::text::escape_line(&tool.name),
        title: tool.title.as_ref().map(|title| title.first_line(128)),
        summary: tool.description.first_line(160),
        state,
        claims: tool.claims.clone(),
        icon: tool.pictured,
        remarks: 0,
        against_claims: false,
    }
}

impl Entry {
    pub(super) fn catalog(&self) -> Arc<Catalog> {
        self.client()
            .map(|client| Arc::clone(&client.snapshot().catalog))
            .unwrap_or_default()
    }

    pub(super) fn tool(&self, name: &str) -> Result<Arc<Tool>> {
        let catalog = self.catalog();
        catalog
            .get(name)
            .cloned()
            .ok_or_else(|| self.no_tool(&catalog, name))
    }

    /// Why there is no tool of this name: it is left out, the list could not be read, or there is none.
    fn no_tool(&self, catalog: &Catalog, name: &str) -> Error {
        let (label, shown) = (self.label(), portcullis_core::text::escape_line(name).text);
        if let Some(reason) = catalog.left_out(name) {
            let sentence = say!("tool-left-out", server = label, tool = shown, reason);
            return Error::new(Code::ToolLeftOut, sentence);
        }
        if let Some(problem) = self.unlisted() {
            let sentence = say!(
                "tool-unlisted",
                server = label,
                tool = shown,
                reason = problem.sentence
            );
            let error = Error::new(Code::ServerNotReady, sentence).remedy(say!("tool-unlisted-remedy"));
            return Error {
                said: problem.said,
                ..error
            };
        }
        let error = Error::new(Code::ToolUnknown, say!("tool-none", server = label, tool = shown));
        match catalog.nearest(name) {
            Some(near) => error.remedy(say!(
                "tool-nearest",
                tool = portcullis_core::text::escape_line(near).text
            )),
            None => error,
        }
    }

    /// Why its tools could not be listed, when that was tried last on a connection that stands.
    pub(super) fn unlisted(&self) -> Option<Problem> {
        let snapshot = self.client()?.snapshot();
        let unlisted = snapshot
            .unlisted
            .as_ref()
            .filter(|_| snapshot.connection.is_some())?;
        Some(unlisted.problem.clone())
    }
}

/// Of a server that is not connected the catalog is made again each time.
fn known(catalog: &Arc<Catalog>) -> Option<Weak<Catalog>> {
    (!catalog.tools.is_empty()).then(|| Arc::downgrade(catalog))
}

fn seen_of(others: &[(String, Arc<Catalog>)]) -> impl Iterator<Item = (String, Option<Weak<Catalog>>)> {
    others
        .iter()
        .map(|(label, catalog)| (label.clone(), known(catalog)))
}

fn other_names(others: &[(String, Arc<Catalog>)]) -> OtherNames {
    let labels = others.iter().map(|(label, _)| label.as_str());
    let tools = others.iter().flat_map(|(_, catalog)| &catalog.tools);
    OtherNames::new(labels, tools.map(|tool| tool.name.as_str()))
}

impl Inner {
    pub(super) fn notes(&self, entry: &Entry, tool: &Tool) -> Vec<Remark> {
        notes(tool, &self.other_names(entry))
    }

    /// What the other servers are called and offer.
    fn other_names(&self, entry: &Entry) -> Arc<OtherNames> {
        let others = self.others(entry);
        let seen: Seen = seen_of(&others).collect();
        if let Some(names) = locked(&self.newest_names).of(&entry.id, &seen) {
            return names;
        }
        let names = Arc::new(other_names(&others));
        locked(&self.newest_names).put(entry.id.clone(), seen, Arc::clone(&names));
        names
    }

    /// Label and catalog of each other server.
    fn others(&self, entry: &Entry) -> Vec<(String, Arc<Catalog>)> {
        let others = self.entries().into_iter().filter(|other| other.id != entry.id);
        others.map(|other| (other.label(), other.catalog())).collect()
    }

    /// How many remarks each tool of a server carries, of those that carry some.
    fn remark_counts(&self, entry: &Entry) -> Arc<HashMap<String, u32>> {
        let (own, others) = (entry.catalog(), self.others(entry));
        if own.tools.is_empty() {
            return Arc::default();
        }
        let seen: Seen = std::iter::once((String::new(), known(&own)))
            .chain(seen_of(&others))
            .collect();
        if let Some(counts) = locked(&entry.remarks).of(&seen) {
            return counts;
        }
        let names = other_names(&others);
        let counts = own.tools.iter().filter_map(|tool| {
            let remarks = count(notes(tool, &names).len());
            (remarks > 0).then(|| (tool.name.clone(), remarks))
        });
        let counts = Arc::new(counts.collect::<HashMap<_, _>>());
        locked(&entry.remarks).put(seen, Arc::clone(&counts));
        counts
    }

    /// Tools that carry remarks and that the person did not review as they are.
    pub(super) fn remarked_tools(&self, entry: &Entry) -> u32 {
        let counts = self.remark_counts(entry);
        let catalog = entry.catalog();
        let open = counts.keys().filter_map(|name| catalog.get(name)).filter(|tool| {
            let (DefinitionState::Known { reviewed, .. } | DefinitionState::New { reviewed, .. }) =
                entry.state_of(tool)
            else {
                return true;
            };
            reviewed.is_none()
        });
        count(open.count())
    }

    /// Keeps that the person reviewed what is offered now.
    pub(super) async fn reviewed(
        &self,
        entry: &Entry,
        tool: &Tool,
        permit: Permit<ProposedReview>,
    ) -> Result<()> {
        let read = permit.spend();
        if read.server != entry.id || read.tool != tool.name || read.definition != tool.digest {
            return Err(Error::internal("another definition than the one that was read"));
        }
        let (id, subject) = (entry.id.clone(), Subject::Tool(tool.name.clone()));
        let (digest, now) = (tool.digest.clone(), self.now());
        let comparing = entry.comparing.lock().await;
        let pin = self
            .store
            .write(move |db| {
                pins::review(db, &id, &subject, &digest, now)?;
                pins::get(db, &id, &subject)
            })
            .await?;
        if let Some(pin) = pin {
            let definition = definition(pin.into());
            locked(&entry.data).definitions.put(tool.name.clone(), definition);
        }
        drop(comparing);
        self.emit(HostEvent::Tools {
            server: entry.id.0.clone(),
        });
        Ok(())
    }

    async fn pin(&self, entry: &Entry, tool: &str) -> Result<Option<Pin>> {
        let (id, subject) = (entry.id.clone(), Subject::Tool(tool.to_owned()));
        self.store.read(move |db| pins::get(db, &id, &subject)).await
    }

    /// What changed since it was approved: field by field, and a sentence each.
    async fn diff(&self, entry: &Entry, tool: &Tool) -> Result<(Vec<FieldDiff>, Vec<String>)> {
        let Some(before) = self.pinned(entry, tool).await? else {
            return Ok((Vec::new(), Vec::new()));
        };
        let after = tool.definition();
        blocking(move || {
            let diff = compare::compare(&before, &after);
            let changes = match diff.is_empty() {
                true => Vec::new(),
                false => named_changes(&before, &after),
            };
            (diff, changes)
        })
        .await
    }

    /// The definition that was approved.
    async fn pinned(&self, entry: &Entry, tool: &Tool) -> Result<Option<Value>> {
        let pin = self.pin(entry, &tool.name).await?;
        pin.map(|pin| serde_json::from_str(&pin.definition).map_err(Error::internal))
            .transpose()
    }

    fn when_asked(&self, entry: &Entry, tool: &Tool, state: &DefinitionState) -> String {
        let grants = locked(&self.grants).clone();
        let standing = grants
            .iter()
            .find(|grant| grant.server == entry.id && grant.tool == tool.name && !grant.revoked);
        match (state, standing) {
            (DefinitionState::Changed { .. }, _) => say!("tool-asks-blocked"),
            (_, Some(grant))
                if !grant.deny
                    && grant.scope == Scope::Always
                    && self
                        .against_claims(entry, tool)
                        .is_some_and(|seen| !seen.answered) =>
            {
                say!("tool-asks-seen")
            }
            (_, Some(grant)) if grant.digest == tool.digest => {
                policy::in_words(grant, &entry.label(), &text::escape_line(&tool.name))
            }
            _ => say!("tool-asks"),
        }
    }
}
