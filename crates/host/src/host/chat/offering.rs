//! The tools that the model of a conversation gets, under names that decode exactly (S-50), and those that it does not.
//!
//! All of them go along while they are few. Where they would take more than [`limits::TOOL_TOKENS`] says, or are more than
//! a provider takes, the model gets one tool of ours to look for others with, and those that it found, in the order in
//! which it found them: what was sent before stays as it was, byte for byte, so that a provider that remembers the
//! beginning of a request does not read it again.
//!
//! A window asks for its conversation with every event of every server, and tens of thousands of tools are not weighed
//! again for each: the newest offer stands until something changes that it was made of.

use super::budget;
use super::searching;
use crate::host::{Entry, Inner, locked};
use crate::limits;
use portcullis_api::{LeftOut, ToolBudget};
use portcullis_catalog::names::ModelNames;
use portcullis_catalog::{Catalog, Tool};
use portcullis_core::text;
use portcullis_l10n::say;
use portcullis_llm::{Model, ModelCapabilities, ToolDefinition, tokens};
use portcullis_storage::store::conversations::ConversationRow;
use portcullis_storage::store::found_tools::FoundTools;
use std::collections::HashMap;
use std::sync::{Arc, Mutex};

/// A tool that the model may have.
pub(super) struct Candidate {
    pub entry: Arc<Entry>,
    pub label: String,
    /// What runs when it is called.
    pub tool: Arc<Tool>,
    /// What the model is told of it: the same or, while a change of it is not accepted, the approved definition.
    pub told: Arc<Tool>,
    /// The list that this is in.
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
    /// All that it may have.
    pub candidates: Vec<Candidate>,
    /// Those that go along now, in this order, by their places among all.
    given: Vec<usize>,
    /// What it looks for tools with, where it does that itself.
    search: Option<ToolDefinition>,
    pub left_out: Vec<LeftOut>,
    pub capabilities: ModelCapabilities,
    pub budget: ToolBudget,
}

impl Offer {
    /// It looks for tools itself.
    pub(super) fn searching(&self) -> bool {
        self.search.is_some()
    }

    /// The tools as a provider is sent them. Each definition is read for it: not for a look at the budget.
    pub(super) fn tools(&self) -> impl Iterator<Item = ToolDefinition> {
        let given = self.given.iter().filter_map(|at| offered(&self.candidates[*at]));
        self.search.iter().cloned().chain(given)
    }
}

/// The newest offer, and what it was made of.
#[derive(Default)]
pub(crate) struct Newest(Mutex<Option<(OfferInputs, Arc<Offer>)>>);

/// What an offer is made of.
struct OfferInputs {
    part: Vec<ParticipatingServer>,
    capabilities: Option<ModelCapabilities>,
    found: Vec<(String, String)>,
    searching: bool,
}

/// A server that takes part, as it is now.
struct ParticipatingServer {
    label: String,
    /// Counts the changes of what is known of its definitions.
    definitions: u64,
    catalog: Arc<Catalog>,
    entry: Arc<Entry>,
}

impl PartialEq for OfferInputs {
    fn eq(&self, other: &Self) -> bool {
        let alike = |(one, two): (&ParticipatingServer, &ParticipatingServer)| {
            one.label == two.label
                && one.definitions == two.definitions
                && Arc::ptr_eq(&one.catalog, &two.catalog)
                && Arc::ptr_eq(&one.entry, &two.entry)
        };
        self.part.len() == other.part.len()
            && self.part.iter().zip(&other.part).all(alike)
            && (self.capabilities, self.searching, &self.found)
                == (other.capabilities, other.searching, &other.found)
    }
}

impl Inner {
    /// Tools of the servers that take part, and nothing of any other (S-42), as far as this model can have them.
    pub(super) fn offered(
        &self,
        row: &ConversationRow,
        given: &FoundTools,
        model: Option<&dyn Model>,
        fresh: bool,
    ) -> Arc<Offer> {
        self.offered_of(|entry| takes_part(entry, row, fresh), given, model)
    }

    /// The same for the servers that are chosen otherwise.
    pub(super) fn offered_of(
        &self,
        takes_part: impl Fn(&Entry) -> bool,
        given: &FoundTools,
        model: Option<&dyn Model>,
    ) -> Arc<Offer> {
        let of = OfferInputs {
            part: self
                .entries()
                .into_iter()
                .filter(|entry| takes_part(entry))
                .map(|entry| {
                    // Before all that depends on it: what changes while the offer is made is seen at the next one.
                    let definitions = *entry.definitions_changed.borrow();
                    ParticipatingServer {
                        label: entry.label(),
                        definitions,
                        catalog: entry.catalog(),
                        entry,
                    }
                })
                .collect(),
            capabilities: model.map(Model::capabilities),
            found: given.found.clone(),
            searching: given.searching,
        };
        if let Some((made, offer)) = &*locked(&self.newest_offer.0)
            && *made == of
        {
            return Arc::clone(offer);
        }
        let offer = Arc::new(self.offer(&of.part, given, model));
        *locked(&self.newest_offer.0) = Some((of, Arc::clone(&offer)));
        offer
    }

    fn offer(&self, part: &[ParticipatingServer], given: &FoundTools, model: Option<&dyn Model>) -> Offer {
        let capabilities = model.map(Model::capabilities).unwrap_or_default();
        let names = ModelNames::new(part.iter().map(|part| {
            (
                &part.entry.id,
                part.label.as_str(),
                part.catalog.tools.iter().map(|tool| tool.name.as_str()).collect(),
            )
        }));
        let (mut candidates, mut left_out) = (Vec::new(), Vec::new());
        for part in part {
            for tool in &part.catalog.tools {
                let mut leave = |reason: String| {
                    left_out.push(LeftOut {
                        server: part.label.clone(),
                        tool: text::escape_line(&tool.name),
                        reason,
                    });
                };
                let Some(name) = names.name_of(&part.entry.id, &tool.name) else {
                    leave(say!("chat-offer-name"));
                    continue;
                };
                let Some((told, catalog)) = part.entry.told_of(tool, &part.catalog) else {
                    leave(say!("chat-offer-unapproved"));
                    continue;
                };
                match self.weights.of(&told, capabilities, model) {
                    Err(reason) => leave(reason),
                    Ok(weight) => candidates.push(Candidate {
                        entry: Arc::clone(&part.entry),
                        label: part.label.clone(),
                        tool: Arc::clone(tool),
                        told,
                        catalog,
                        name: name.to_owned(),
                        shown: text::escape_line(&tool.name).text,
                        tokens: weight + tokens(name),
                        given: false,
                    }),
                }
            }
        }
        let labels: Vec<&str> = part.iter().map(|part| part.label.as_str()).collect();
        let search = searching::tool(&labels);
        let searching = capabilities.searches && too_many(&candidates, capabilities, given.searching);
        let given = match searching {
            true => found(&candidates, given),
            false => (0..candidates.len()).collect(),
        };
        for at in &given {
            candidates[*at].given = true;
        }
        let weight = match model {
            Some(model) => model.weighs(&search) + tokens(&search.name),
            None => 0,
        };
        let budget = budget::shown(&candidates, capabilities, searching, weight);
        Offer {
            names,
            candidates,
            given,
            search: searching.then_some(search),
            left_out,
            capabilities,
            budget,
        }
    }
}

/// Whether there are more than should go along. A conversation that looks for its tools goes on with it until there are
/// far fewer: what changes back and forth is never remembered by a provider.
fn too_many(candidates: &[Candidate], capabilities: ModelCapabilities, before: bool) -> bool {
    let all: usize = candidates.iter().map(|candidate| candidate.tokens).sum();
    let most = match before {
        true => budget::most(capabilities) / 2,
        false => budget::most(capabilities),
    };
    all > most || capabilities.tools.is_some_and(|tools| candidates.len() > tools)
}

/// The places of the tools that were found and are still there, oldest first.
fn found(candidates: &[Candidate], given: &FoundTools) -> Vec<usize> {
    let places: HashMap<(&str, &str), usize> = candidates
        .iter()
        .enumerate()
        .map(|(at, candidate)| ((candidate.entry.id.as_str(), candidate.tool.name.as_str()), at))
        .collect();
    let wanted = given.found.iter().take(limits::TOOLS_FOUND.1);
    wanted
        .filter_map(|(server, tool)| places.get(&(server.as_str(), tool.as_str())).copied())
        .collect()
}

fn offered(candidate: &Candidate) -> Option<ToolDefinition> {
    let shown = candidate.told.offered().ok()?;
    Some(ToolDefinition {
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
