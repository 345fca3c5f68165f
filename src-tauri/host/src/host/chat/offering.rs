//! The tools that the model of a conversation gets, under names that decode exactly (S-50), and those that it does not.

use crate::catalog::names::ModelNames;
use crate::host::{Entry, Inner};
use crate::models::{Model, Offered};
use crate::store::conversations::ConversationRow;
use crate::text;
use crate::view::LeftOut;

/// What a model gets.
#[derive(Default)]
pub(super) struct Offer {
    pub names: ModelNames,
    pub tools: Vec<Offered>,
    pub left_out: Vec<LeftOut>,
}

impl Inner {
    /// Tools of the servers that take part, and nothing of any other (S-42), as far as this model can have them.
    pub(super) fn offered(&self, row: &ConversationRow, model: Option<&dyn Model>, fresh: bool) -> Offer {
        let part: Vec<_> = self
            .entries()
            .into_iter()
            .filter(|entry| takes_part(entry, row, fresh))
            .map(|entry| (entry.label(), entry.catalog(), entry))
            .collect();
        let names = ModelNames::new(part.iter().map(|(label, catalog, entry)| {
            (
                &entry.id,
                label.as_str(),
                catalog.tools.iter().map(|tool| tool.name.as_str()).collect(),
            )
        }));
        let (mut tools, mut left_out) = (Vec::new(), Vec::new());
        for (label, catalog, entry) in &part {
            for tool in &catalog.tools {
                let mut leave = |reason: String| {
                    left_out.push(LeftOut {
                        server: label.clone(),
                        tool: tool.called().first_line(128),
                        reason,
                    });
                };
                // A tool whose names hide characters is left to the person: what a model would be given is not
                // what can be read (S-41).
                let (Some(name), Ok(shown)) = (names.name_of(&entry.id, &tool.name), tool.offered()) else {
                    leave("What a model would be given of it is not what can be read.".to_owned());
                    continue;
                };
                let offered = Offered {
                    name: name.to_owned(),
                    server: label.clone(),
                    tool: text::escape_line(&tool.name).text,
                    description: shown.description,
                    input_schema: shown.input_schema,
                };
                match model.and_then(|model| model.refuses(&offered)) {
                    Some(why) => leave(format!("It cannot be offered to this model, because {why}.")),
                    None => tools.push(offered),
                }
            }
        }
        Offer {
            names,
            tools,
            left_out,
        }
    }
}

/// Whether a server takes part. Before the first words every server that is on does; from then on only those
/// that a person let in.
pub(super) fn takes_part(entry: &Entry, row: &ConversationRow, fresh: bool) -> bool {
    let on = entry.enabled();
    on && row.servers.get(entry.id.as_str()).copied().unwrap_or(fresh)
}
