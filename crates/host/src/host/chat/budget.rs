//! What each tool takes of what a model reads, and what a person sees of it. The same definition weighs the same until it
//! changes, so each is weighed once: a list of ten thousand is shown in a moment.

use super::offering::Candidate;
use crate::host::{count, locked};
use crate::limits;
use portcullis_api::{ServerWeight, ToolBudget, ToolWeight};
use portcullis_catalog::Tool;
use portcullis_domain::ProviderKind;
use portcullis_l10n::say;
use portcullis_llm::{Model, ModelCapabilities, ToolDefinition};
use std::collections::HashMap;
use std::sync::Mutex;

/// Weights of definitions, by their digests and the forms in which they are told.
#[derive(Default)]
pub(crate) struct Weights(Mutex<HashMap<(String, BudgetKey), Weight>>);

/// Whose form, and whether the model uses tools at all.
type BudgetKey = (Option<ProviderKind>, bool);

/// What a definition takes without its name, or why it cannot be offered.
pub(super) type Weight = Result<usize, String>;

impl Weights {
    pub(super) fn of(
        &self,
        tool: &Tool,
        capabilities: ModelCapabilities,
        model: Option<&dyn Model>,
    ) -> Weight {
        let key = (tool.digest.clone(), (capabilities.form, capabilities.uses));
        if let Some(known) = locked(&self.0).get(&key) {
            return known.clone();
        }
        let weight = weigh(tool, model);
        let mut known = locked(&self.0);
        // Definitions come and go with servers. What is used is weighed again soon enough.
        if known.len() >= limits::WEIGHTS {
            known.clear();
        }
        known.insert(key, weight.clone());
        weight
    }
}

fn weigh(tool: &Tool, model: Option<&dyn Model>) -> Weight {
    // A tool whose names hide characters is left to the person: what a model would be given is not
    // what can be read (S-41).
    let shown = tool.offered().map_err(|_| say!("chat-offer-hidden"))?;
    let offered = ToolDefinition {
        name: String::new(),
        server: String::new(),
        tool: String::new(),
        description: shown.description,
        input_schema: shown.input_schema,
    };
    let Some(model) = model else {
        return Ok(0);
    };
    match model.refuses(&offered) {
        Some(why) => Err(say!("chat-offer-refused", why)),
        None => Ok(model.weighs(&offered)),
    }
}

/// Tokens from which on a model looks for tools itself.
pub(super) fn most(capabilities: ModelCapabilities) -> usize {
    let (least, most) = limits::TOOL_TOKENS;
    capabilities
        .context
        .map_or(most, |context| (context as usize / 10).clamp(least, most))
}

/// What a person sees of it.
pub(super) fn shown(
    candidates: &[Candidate],
    capabilities: ModelCapabilities,
    searching: bool,
    search: usize,
) -> ToolBudget {
    let mut servers: Vec<ServerWeight> = Vec::new();
    for candidate in candidates {
        let id = candidate.entry.id.as_str();
        let at = servers
            .iter()
            .position(|server| server.id == id)
            .unwrap_or_else(|| {
                servers.push(ServerWeight {
                    id: id.to_owned(),
                    label: candidate.label.clone(),
                    tokens: 0,
                    all: 0,
                    given: 0,
                    count: 0,
                    tools: Vec::new(),
                    more: 0,
                });
                servers.len() - 1
            });
        let server = &mut servers[at];
        let tokens = count(candidate.tokens);
        server.all = server.all.saturating_add(tokens);
        server.count += 1;
        if candidate.given {
            server.tokens = server.tokens.saturating_add(tokens);
            server.given += 1;
        }
        server.tools.push(ToolWeight {
            tool: candidate.shown.clone(),
            tokens,
            given: candidate.given,
        });
    }
    servers.sort_by_key(|server| std::cmp::Reverse((server.tokens, server.all)));
    let mut listed = limits::TOOLS_WEIGHED;
    for server in &mut servers {
        server
            .tools
            .sort_by_key(|tool| std::cmp::Reverse((tool.given, tool.tokens)));
        let some = server.tools.len().min(listed);
        server.more = count(server.tools.len() - some);
        server.tools.truncate(some);
        listed -= some;
    }
    let sum = |of: fn(&ServerWeight) -> u32| servers.iter().map(of).fold(0, u32::saturating_add);
    let search = if searching { count(search) } else { 0 };
    ToolBudget {
        tokens: sum(|server| server.tokens).saturating_add(search),
        all: sum(|server| server.all),
        most: capabilities.searches.then(|| count(most(capabilities))),
        context: capabilities.context,
        searching,
        search,
        servers,
    }
}
