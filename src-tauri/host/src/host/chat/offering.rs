//! The tools that the model of a conversation gets, under names that decode exactly (S-50), and those that it does not.
//!
//! All of them go along while they are few. Where they would take more than [`limits::TOOL_TOKENS`] says, or are more than
//! a provider takes, the model gets one tool of ours to look for others with, and those that it found, in the order in
//! which it found them: what was sent before stays as it was, byte for byte, so that a provider that remembers the
//! beginning of a request does not read it anew.

use super::budget;
use super::searching;
use crate::catalog::names::ModelNames;
use crate::catalog::{Catalog, Tool};
use crate::host::{Entry, Inner};
use crate::limits;
use crate::models::{Model, Offered, Room, tokens};
use crate::store::conversations::ConversationRow;
use crate::store::given::Given;
use crate::text;
use crate::view::{LeftOut, ToolBudget};
use std::collections::HashMap;
use std::sync::Arc;

/// A tool that the model may have.
pub(super) struct Candidate {
    pub entry: Arc<Entry>,
    pub label: String,
    pub tool: Arc<Tool>,
    /// The list that it is in.
    pub catalog: Arc<Catalog>,
    /// Name for the model.
    pub name: String,
    /// Raw name, escaped.
    pub shown: String,
    /// What it takes of each request.
    pub tokens: usize,
    /// It goes along now.
    pub given: bool,
}

/// What a model gets.
pub(super) struct Offer {
    pub names: ModelNames,
    pub tools: Vec<Offered>,
    /// All that it may have.
    pub candidates: Vec<Candidate>,
    pub left_out: Vec<LeftOut>,
    /// It looks for tools itself.
    pub searching: bool,
    pub room: Room,
    pub budget: ToolBudget,
}

impl Inner {
    /// Tools of the servers that take part, and nothing of any other (S-42), as far as this model can have them.
    pub(super) fn offered(
        &self,
        row: &ConversationRow,
        given: &Given,
        model: Option<&dyn Model>,
        fresh: bool,
    ) -> Offer {
        self.offered_of(|entry| takes_part(entry, row, fresh), given, model)
    }

    /// The same for the servers that are chosen otherwise.
    pub(super) fn offered_of(
        &self,
        takes_part: impl Fn(&Entry) -> bool,
        given: &Given,
        model: Option<&dyn Model>,
    ) -> Offer {
        let room = model.map(Model::room).unwrap_or_default();
        let part: Vec<_> = self
            .entries()
            .into_iter()
            .filter(|entry| takes_part(entry))
            .map(|entry| (entry.label(), entry.catalog(), entry))
            .collect();
        let names = ModelNames::new(part.iter().map(|(label, catalog, entry)| {
            (
                &entry.id,
                label.as_str(),
                catalog.tools.iter().map(|tool| tool.name.as_str()).collect(),
            )
        }));
        let (mut candidates, mut left_out) = (Vec::new(), Vec::new());
        for (label, catalog, entry) in &part {
            for tool in &catalog.tools {
                let mut leave = |reason: String| {
                    left_out.push(LeftOut {
                        server: label.clone(),
                        tool: tool.called().first_line(128),
                        reason,
                    });
                };
                let Some(name) = names.name_of(&entry.id, &tool.name) else {
                    leave("Its name cannot be told from another's.".to_owned());
                    continue;
                };
                match self.weights.of(tool, room, model) {
                    Err(reason) => leave(reason),
                    Ok(weight) => candidates.push(Candidate {
                        entry: Arc::clone(entry),
                        label: label.clone(),
                        tool: Arc::clone(tool),
                        catalog: Arc::clone(catalog),
                        name: name.to_owned(),
                        shown: text::escape_line(&tool.name).text,
                        tokens: weight + tokens(name),
                        given: false,
                    }),
                }
            }
        }
        let labels: Vec<&str> = part.iter().map(|(label, ..)| label.as_str()).collect();
        let search = searching::tool(&labels);
        let searching = room.searches && too_many(&candidates, room, given.searching);
        let tools = match searching {
            true => std::iter::once(search.clone())
                .chain(found(&mut candidates, given))
                .collect(),
            false => {
                let offered = candidates.iter_mut().filter_map(|candidate| {
                    candidate.given = true;
                    offered(candidate)
                });
                offered.collect()
            }
        };
        let weight = match model {
            Some(model) => model.weighs(&search) + tokens(&search.name),
            None => 0,
        };
        let budget = budget::shown(&candidates, room, searching, weight);
        Offer {
            names,
            tools,
            candidates,
            left_out,
            searching,
            room,
            budget,
        }
    }
}

/// Whether there are more than should go along. A conversation that looks for its tools goes on with it until there are
/// far fewer: what changes back and forth is never remembered by a provider.
fn too_many(candidates: &[Candidate], room: Room, before: bool) -> bool {
    let all: usize = candidates.iter().map(|candidate| candidate.tokens).sum();
    let most = match before {
        true => budget::most(room) / 2,
        false => budget::most(room),
    };
    all > most || room.tools.is_some_and(|tools| candidates.len() > tools)
}

/// The tools that were found and are still there, oldest first.
fn found(candidates: &mut [Candidate], given: &Given) -> Vec<Offered> {
    let places: HashMap<(String, String), usize> = candidates
        .iter()
        .enumerate()
        .map(|(at, candidate)| ((candidate.entry.id.0.clone(), candidate.tool.name.clone()), at))
        .collect();
    let mut tools = Vec::new();
    for wanted in given.found.iter().take(limits::TOOLS_FOUND.1) {
        if let Some(at) = places.get(wanted) {
            candidates[*at].given = true;
            tools.extend(offered(&candidates[*at]));
        }
    }
    tools
}

fn offered(candidate: &Candidate) -> Option<Offered> {
    let shown = candidate.tool.offered().ok()?;
    Some(Offered {
        name: candidate.name.clone(),
        server: candidate.label.clone(),
        tool: candidate.shown.clone(),
        description: shown.description,
        input_schema: shown.input_schema,
    })
}

/// Whether a server takes part. Before the first words every server that is on does; from then on only those
/// that a person let in.
pub(super) fn takes_part(entry: &Entry, row: &ConversationRow, fresh: bool) -> bool {
    let on = entry.enabled();
    on && row.servers.get(entry.id.as_str()).copied().unwrap_or(fresh)
}
