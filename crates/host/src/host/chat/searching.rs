//! The tool of ours with which a model looks for tools where there are too many to give it all. It reads what is known of
//! the servers that take part, calls none of them, and adds what it found to the conversation: permanently, at the end.

use super::model_turns::text_result;
use super::offering::{Candidate, Offer};
use super::turn::Turn;
use crate::host::Inner;
use crate::limits;
use portcullis_catalog::{Catalog, Tool};
use portcullis_core::text::{self, ForeignText, grouped};
use portcullis_core::{Code, Error, Result};
use portcullis_domain::{FoundTool, Part};
use portcullis_l10n::say;
use portcullis_llm::{ToolCall, ToolDefinition, ToolResult};
use portcullis_storage::store::found_tools;
use serde_json::json;
use std::collections::HashMap;
use std::sync::Arc;

/// Its name. Those of servers' tools have two underscores in a row, which this one has not: a server whose tool has the
/// same raw name is told from it (S-50).
pub(super) const NAME: &str = "search_tools";

/// It as a model gets it. The servers are named in the person's words, and nothing that changes automatically is in it.
pub(super) fn tool(labels: &[&str]) -> ToolDefinition {
    let labels: Vec<String> = labels.iter().map(|label| format!("“{label}”")).collect();
    ToolDefinition {
        name: NAME.to_owned(),
        server: "Portcullis".to_owned(),
        tool: NAME.to_owned(),
        description: format!(
            "Looks for tools. Most tools of this conversation are not listed here, because there are too many; \
             those that this finds can be called from the next message on. Say in a few words what the tool \
             should do. Servers with tools: {}.",
            labels.join(", ")
        ),
        input_schema: json!({
            "type": "object",
            "properties": {
                "query": {"type": "string", "description": "What the tool should do, or words of its name."},
                "server": {"type": "string", "description": "The name of a server, to look only there."},
            },
            "required": ["query"],
            "additionalProperties": false,
        }),
    }
}

impl Inner {
    /// Looks for what a model wants, and adds what is found to its conversation.
    pub(super) async fn search_call(
        &self,
        turn: &mut Turn,
        offer: &Offer,
        tool_call: &ToolCall,
    ) -> Result<ToolResult> {
        let word = |name: &str| tool_call.arguments.get(name).and_then(serde_json::Value::as_str);
        let query: String = word("query")
            .unwrap_or_default()
            .chars()
            .take(limits::TOOL_QUERY.1)
            .collect();
        if query.trim().is_empty() {
            let none = Error::new(Code::CallBadArguments, say!("search-no-query"));
            self.show_rejected(turn, tool_call, none);
            let why = "Nothing was looked for: “query” is missing or empty. Say what the tool should do.";
            return Ok(text_result(tool_call, false, why.to_owned()));
        }
        let best = best(&offer.candidates, &query, word("server"));
        let (mut told, mut found, mut full) = (Vec::new(), Vec::new(), false);
        let mut weight: usize = offer
            .candidates
            .iter()
            .filter(|it| it.given)
            .map(|it| it.tokens)
            .sum();
        for candidate in best {
            let key = (candidate.entry.id.0.clone(), candidate.tool.name.clone());
            if !turn.given.found.contains(&key) {
                let fits = turn.given.found.len() < most(offer)
                    && offer
                        .capabilities
                        .context
                        .is_none_or(|context| weight + candidate.tokens <= context as usize / 2);
                if !fits {
                    full = true;
                    continue;
                }
                weight += candidate.tokens;
                turn.given.found.push(key);
            }
            let about = candidate.told.description.first_line(200).text;
            told.push(format!(
                "- {} (of “{}”): {about}",
                candidate.name, candidate.label
            ));
            found.push(FoundTool {
                server: candidate.label.clone(),
                tool: text::escape_line(&candidate.tool.name),
            });
        }
        turn.given.searching = true;
        let (id, kept) = (turn.row.id.clone(), turn.given.clone());
        self.store
            .write(move |db| found_tools::put_found(db, &id, &kept))
            .await?;
        let remark = match (found.is_empty(), full) {
            (true, false) => Some(say!("search-none")),
            (_, true) => Some(say!("search-full")),
            (false, false) => None,
        };
        turn.message.parts.push(Part::Search {
            query: ForeignText::new(query.as_str()).first_line(200),
            found,
            remark,
        });
        let mut text = match told.is_empty() {
            true if full => String::new(),
            true => format!(
                "No tool matches. There are {}. Use other words, or fewer.",
                grouped(offer.candidates.len())
            ),
            false => format!("These tools can be called now:\n{}", told.join("\n")),
        };
        if full {
            text.push_str(
                "\nMore tools match, and cannot be added: this conversation has as many as it can keep. \
                 Use those that are there, or tell the person.",
            );
        }
        Ok(text_result(tool_call, true, text.trim_start().to_owned()))
    }

    /// A tool that a model names exactly without having looked for it: in this conversation it may have had it before there
    /// were too many. It stays like one that was found.
    pub(super) async fn found_by_name(&self, turn: &mut Turn, offer: &Offer, name: &str) -> Result<bool> {
        let Some(candidate) = offer.candidates.iter().find(|it| it.name == name) else {
            return Ok(false);
        };
        if candidate.given {
            return Ok(true);
        }
        if turn.given.found.len() < most(offer) {
            let key = (candidate.entry.id.0.clone(), candidate.tool.name.clone());
            turn.given.found.push(key);
            turn.given.searching = true;
            let (id, kept) = (turn.row.id.clone(), turn.given.clone());
            self.store
                .write(move |db| found_tools::put_found(db, &id, &kept))
                .await?;
        }
        Ok(true)
    }
}

/// Tools beside ours that go along at most.
fn most(offer: &Offer) -> usize {
    let most = limits::TOOLS_FOUND.1;
    offer.capabilities.tools.map_or(most, |tools| most.min(tools - 1))
}

/// Those that match best. A word counts the more the fewer tools have it, and more in a name than in a description.
fn best<'a>(candidates: &'a [Candidate], query: &str, server: Option<&str>) -> Vec<&'a Candidate> {
    let wanted = server.map(str::to_lowercase);
    let there = |candidate: &&Candidate| {
        wanted
            .as_ref()
            .is_none_or(|wanted| candidate.label.to_lowercase() == *wanted)
    };
    let mut places: HashMap<*const Tool, usize> = HashMap::new();
    let mut servers: Vec<(&str, &Arc<Catalog>)> = Vec::new();
    // A server that is not there by that name is no reason to find nothing.
    let named = candidates.iter().any(|candidate| there(&candidate));
    for (at, candidate) in candidates.iter().enumerate() {
        if named && !there(&candidate) {
            continue;
        }
        places.insert(Arc::as_ptr(&candidate.told), at);
        // Those of one server stand together, and among them those that changed, which are in a list of their own.
        let mut newest = servers.iter().rev().take(2);
        if newest.all(|(_, known)| !Arc::ptr_eq(known, &candidate.catalog)) {
            servers.push((&candidate.label, &candidate.catalog));
        }
    }
    let mut scores: HashMap<usize, f64> = HashMap::new();
    for word in words(query) {
        let mut hits = hits(&word, &servers, &places);
        if hits.is_empty()
            && let Some(one) = word.strip_suffix('s')
        {
            hits = self::hits(one, &servers, &places);
        }
        #[allow(clippy::cast_precision_loss, reason = "there are ten thousand tools")]
        let rare = (1.0 + places.len() as f64 / hits.len().max(1) as f64).ln();
        for (at, share) in hits {
            *scores.entry(at).or_default() += rare * share;
        }
    }
    let mut best: Vec<(usize, f64)> = scores.into_iter().collect();
    best.sort_by(|(one, score), (other, more)| more.total_cmp(score).then(one.cmp(other)));
    // What only shares small words with the query would take the room of what is looked for next.
    let least = best.first().map_or(0.0, |(_, score)| score * 0.4);
    best.retain(|(_, score)| *score >= least);
    best.truncate(limits::TOOLS_FOUND.0);
    best.into_iter()
        .filter_map(|(at, _)| candidates.get(at))
        .collect()
}

/// Tools that have a word, each with how much it counts there.
fn hits(
    word: &str,
    servers: &[(&str, &Arc<Catalog>)],
    places: &HashMap<*const Tool, usize>,
) -> Vec<(usize, f64)> {
    let mut hits = Vec::new();
    for (label, catalog) in servers {
        let of_server = label.to_lowercase().contains(word);
        let found = catalog.search(word);
        #[allow(clippy::cast_precision_loss, reason = "there are ten thousand tools")]
        for (rank, tool) in found.iter().enumerate() {
            if let Some(at) = places.get(&Arc::as_ptr(tool)) {
                hits.push((*at, 2.0 - rank as f64 / found.len() as f64));
            }
        }
        if of_server {
            let rest = catalog
                .tools
                .iter()
                .filter_map(|tool| places.get(&Arc::as_ptr(tool)));
            hits.extend(rest.map(|at| (*at, 0.5)));
        }
    }
    hits
}

/// The words of a query, each once.
fn words(query: &str) -> Vec<String> {
    let mut words: Vec<String> = Vec::new();
    for word in query.split(|letter: char| !letter.is_alphanumeric()) {
        let word = text::escape_line(word).text.to_lowercase();
        if word.chars().count() >= 2 && !words.contains(&word) && words.len() < limits::TOOL_QUERY.0 {
            words.push(word);
        }
    }
    words
}

#[cfg(test)]
mod tests {
    use super::*;

    // Proves S-50.
    #[test]
    fn no_tool_of_a_server_can_have_the_name_of_ours() {
        let id = portcullis_core::ids::ServerId::from("1");
        for label in ["search", "search_tools", "Search tools", ""] {
            let names =
                portcullis_catalog::names::ModelNames::new([(&id, label, vec!["search_tools", "tools", ""])]);
            assert_eq!(names.resolve(NAME), None, "{label}");
        }
        assert!(!NAME.contains("__"));
    }

    #[test]
    fn a_query_is_words_each_once() {
        assert_eq!(
            words("Create an e-mail, create it!"),
            ["create", "an", "mail", "it"]
        );
        assert_eq!(words(&"ab cd ".repeat(99)).len(), 2);
        assert!(words("\u{202e}\u{200b} a").is_empty());
    }
}
