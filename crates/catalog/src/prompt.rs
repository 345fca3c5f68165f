//! One prompt as its server lists it (PRO-02, PRO-03).

use super::fields::{self, EntryPart, Unit};
use super::icons::Icons;
use super::listing::ListEntry;
use super::search::{SearchKeys, Searched};
use crate::limits::{ICON_LISTED, PROMPT_ARGUMENTS, TOOL_NAME};
use portcullis_core::text::ForeignText;
use portcullis_l10n::say;
use serde_json::{Map, Value};

/// A usable prompt. Identity is the server and [`Prompt::name`], byte for byte.
#[derive(Debug)]
pub struct Prompt {
    /// Raw name.
    pub name: String,
    /// Title.
    pub title: Option<ForeignText>,
    /// Description; empty when there is none.
    pub description: ForeignText,
    /// Arguments in the server's order. No two have the same name.
    pub arguments: Vec<Argument>,
    /// Pictures that the server names for it.
    pub icons: Icons,
    keys: SearchKeys,
}

/// An argument of a prompt.
#[derive(Debug)]
pub struct Argument {
    /// Raw name.
    pub name: String,
    /// Title.
    pub title: Option<ForeignText>,
    /// Description; empty when there is none.
    pub description: ForeignText,
    /// Without it nothing is sent.
    pub required: bool,
}

impl Prompt {
    /// The title, else the name, as text of the server (PRO-06).
    #[must_use]
    pub fn called(&self) -> ForeignText {
        self.title
            .clone()
            .unwrap_or_else(|| ForeignText::new(self.name.as_str()))
    }

    /// The argument of exactly this raw name.
    #[must_use]
    pub fn argument(&self, name: &str) -> Option<&Argument> {
        self.arguments.iter().find(|argument| argument.name == name)
    }
}

impl ListEntry for Prompt {
    const MEMBER: &'static str = "prompts";
    const IDENTITY: &'static str = "name";

    fn read(definition: &Value) -> Result<Self, String> {
        let about = definition.as_object().ok_or_else(|| say!("tool-not-object"))?;
        let name = fields::identity(about, "name", EntryPart::Name, (Unit::Characters, TOOL_NAME))?;
        let (title, description) = (fields::title(about)?, fields::description(about)?);
        Ok(Self {
            keys: SearchKeys::new(&name, title.as_ref().map(ForeignText::raw), description.raw()),
            arguments: arguments(about)?,
            icons: Icons::read(about.get("icons"), ICON_LISTED),
            name,
            title,
            description,
        })
    }

    fn identity(&self) -> &str {
        &self.name
    }

    fn twice() -> String {
        say!("prompt-twice")
    }
}

impl Searched for Prompt {
    fn keys(&self) -> &SearchKeys {
        &self.keys
    }
}

/// Arguments. Strict, because a prompt that cannot be filled in as its server means it is of no use.
fn arguments(about: &Map<String, Value>) -> Result<Vec<Argument>, String> {
    let list = match about.get("arguments") {
        None | Some(Value::Null) => return Ok(Vec::new()),
        Some(Value::Array(list)) => list,
        Some(_) => return Err(say!("prompt-arguments-list")),
    };
    fields::within(EntryPart::Arguments, Unit::Entries, list.len(), PROMPT_ARGUMENTS)?;
    let mut arguments: Vec<Argument> = Vec::with_capacity(list.len());
    for argument in list {
        let of = |reason: String| say!("prompt-argument", reason);
        let about = argument.as_object().ok_or_else(|| of(say!("tool-not-object")))?;
        let name =
            fields::identity(about, "name", EntryPart::Name, (Unit::Characters, TOOL_NAME)).map_err(of)?;
        if arguments.iter().any(|other| other.name == name) {
            return Err(say!("prompt-argument-twice"));
        }
        arguments.push(Argument {
            name,
            title: fields::title(about).map_err(of)?,
            description: fields::description(about).map_err(of)?,
            required: about.get("required").and_then(Value::as_bool) == Some(true),
        });
    }
    Ok(arguments)
}

#[cfg(test)]
mod tests {
    use super::super::Listing;
    use super::*;
    use serde_json::json;
    use serde_json::value::to_raw_value;

    // Proves PRO-03.
    #[test]
    fn arguments_are_read_and_a_prompt_that_cannot_be_filled_in_is_left_out() {
        let page = json!({"prompts": [
            {"name": "plain"},
            {"name": "full", "title": "Full", "arguments": [
                {"name": "a", "required": true, "title": "A"}, {"name": "b", "required": "yes"}, {"name": "c"}]},
            {"name": "nameless", "arguments": [{"description": "x"}]},
            {"name": "twice", "arguments": [{"name": "a"}, {"name": "a"}]},
            {"name": "odd", "arguments": {"a": {}}},
            {"name": "", "arguments": []},
            {"name": "plain"},
        ]});
        let listing: Listing<Prompt> = Listing::read([&*to_raw_value(&page).unwrap()]);
        let usable: Vec<_> = listing
            .entries
            .iter()
            .map(|prompt| prompt.name.as_str())
            .collect();
        assert_eq!(usable, ["plain", "full"]);
        assert_eq!(listing.skipped.len(), 5);
        let full = listing.get("full").unwrap();
        let required: Vec<_> = full.arguments.iter().map(|argument| argument.required).collect();
        assert_eq!(required, [true, false, false]);
        assert_eq!(full.called().raw(), "Full");
        assert!(full.argument("b").is_some() && full.argument("d").is_none());
    }
}
