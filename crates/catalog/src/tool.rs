//! One tool as its server defines it, read from the raw JSON so that no field is lost.

use super::digest;
use super::fields::{EntryPart, Unit, title_text, within};
use super::icons::Icons;
use super::schema::Checker;
use super::search::{SearchKeys, Searched};
use crate::limits::{ICON_SOURCE, SCHEMA, TOOL_DESCRIPTION, TOOL_NAME};
use portcullis_core::text::{ForeignText, escape, escape_line};
use portcullis_domain::{Claim, DescribedArgument};
use portcullis_l10n::say;
use serde_json::{Map, Value};
use std::sync::{Arc, OnceLock};

/// A usable tool. Identity is the server and [`Tool::name`], byte for byte (S-50).
#[derive(Debug)]
pub struct Tool {
    /// Raw name: what the server is called with. Never shown as it is.
    pub name: String,
    /// `title`, else `annotations.title` (TOL-04); none where it only repeats the name (`Read file` or
    /// `Read File Tool` of `read_file`).
    pub title: Option<ForeignText>,
    /// Description; empty when there is none.
    pub description: ForeignText,
    /// What the server claims; unverified (TOL-07).
    pub claims: Vec<Claim>,
    /// Everything the server sent, unknown fields included, as JSON. It is parsed again where it is needed: the trees of
    /// ten thousand tools would take several times the memory of their texts.
    pub text: Arc<str>,
    /// SHA-256 of the canonical definition, hex (S-46).
    pub digest: String,
    /// SHA-256 of the very bytes that it was read from, where it was read from any: a definition that comes again as it
    /// was need not be read again.
    pub(super) bytes: Option<[u8; 32]>,
    /// Whether a call of it may or must ask for a task. What it should not say is nothing.
    pub task_support: TaskSupport,
    /// Whether it says what its structured results look like.
    pub promises: bool,
    /// Whether the server names a picture for it that could be shown.
    pub pictured: bool,
    keys: SearchKeys,
    arguments: OnceLock<Result<Checker, String>>,
    result: OnceLock<Result<Checker, String>>,
    plain: OnceLock<bool>,
}

/// Whether a call of a tool may or must ask for a task (TKL-02).
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq)]
pub enum TaskSupport {
    /// It must not.
    #[default]
    Forbidden,
    /// It may.
    Optional,
    /// It must.
    Required,
}

impl Tool {
    /// Reads one entry of a `tools/list` result. Lenient about what only decorates, strict about what a call
    /// rests on and about size (S-43).
    ///
    /// # Errors
    /// Why the tool cannot be used, in words for [`portcullis_domain::ExcludedTool::reason`].
    pub fn read(definition: Value) -> Result<Self, String> {
        let Value::Object(fields) = &definition else {
            return Err(say!("tool-not-object"));
        };
        let name = read_name(fields)?;
        let title = read_title(fields)?;
        let description = read_description(fields)?;
        let schema = fields.get("inputSchema").ok_or_else(|| say!("tool-no-schema"))?;
        check_input(schema)?;
        check_size(EntryPart::InputSchema, schema)?;
        let result_schema = fields.get("outputSchema").filter(|schema| !schema.is_null());
        if let Some(schema) = result_schema {
            if !schema.is_object() && !schema.is_boolean() {
                return Err(say!("tool-result-schema"));
            }
            check_size(EntryPart::OutputSchema, schema)?;
        }
        let claims = read_claims(fields.get("annotations"));
        let digest = digest::digest(&definition).ok_or_else(|| say!("tool-deep"))?;
        let keys = SearchKeys::new(&name, title.as_ref().map(ForeignText::raw), description.raw());
        let title = title.filter(|title| !repeats(title.raw(), &name));
        let (arguments, result) = (OnceLock::new(), OnceLock::new());
        Ok(Self {
            name,
            title,
            description,
            claims,
            digest,
            bytes: None,
            task_support: read_task_support(fields),
            promises: result_schema.is_some(),
            pictured: !Icons::read(fields.get("icons"), ICON_SOURCE).is_empty(),
            text: definition.to_string().into(),
            keys,
            arguments,
            result,
            plain: OnceLock::new(),
        })
    }

    /// The same tool, with a digest of everything but the parts that may vary. It has no digest of its bytes: it is read
    /// again each time.
    pub(super) fn holding(&self, parts: &[String]) -> Option<Self> {
        let definition = self.definition();
        let digest = super::varying::digest_but_for(&definition, parts)?;
        let read = Self::read(definition).ok()?;
        Some(Self { digest, ..read })
    }

    /// What the server says of the arguments, those within others by their way: `filter.path`.
    #[must_use]
    pub fn described(&self) -> Vec<DescribedArgument> {
        let schema = self.input_schema();
        let mut described = Vec::new();
        // Its depth is limited where it is read.
        describe(&schema, "", &mut described);
        described
    }

    /// Everything the server sent, read again.
    #[must_use]
    pub fn definition(&self) -> Value {
        // It was written from what had been read. Nothing is a schema that lets nothing through.
        serde_json::from_str(&self.text).unwrap_or_default()
    }

    /// JSON Schema of the arguments, as sent. For a form take
    /// [`presented_schema`](super::schema::presented_schema) of it.
    #[must_use]
    pub fn input_schema(&self) -> Value {
        self.definition()["inputSchema"].take()
    }

    /// JSON Schema of the structured result, as sent.
    fn output_schema(&self) -> Option<Value> {
        self.promises.then(|| self.definition()["outputSchema"].take())
    }

    /// Checks arguments before they are sent (TOL-16); compiled on first use and kept.
    ///
    /// # Errors
    /// Why the schema cannot be used, in words; then no call is possible, because an unusable schema is never
    /// taken as one that permits everything (SCH-04).
    pub fn arguments(&self) -> Result<&Checker, &str> {
        let compiled = self
            .arguments
            .get_or_init(|| Checker::compile(&self.input_schema()));
        compiled.as_ref().map_err(String::as_str)
    }

    /// Nothing in the schema of the arguments can take long: few nodes, nothing that refers or matches.
    #[must_use]
    pub fn takes_plain_arguments(&self) -> bool {
        *self.plain.get_or_init(|| {
            let schema = self.input_schema();
            let (_, nodes) = super::schema::measure(&schema);
            nodes <= crate::limits::PLAIN_SCHEMA.0 && {
                let text = schema.to_string();
                !["Ref\"", "\"$ref", "attern"]
                    .iter()
                    .any(|word| text.contains(word))
            }
        })
    }

    /// Checks structured results (TOL-22); `None` when the tool promises none.
    ///
    /// # Errors
    /// Why the schema cannot be used, in words.
    pub fn result(&self) -> Option<Result<&Checker, &str>> {
        let compiled = || Checker::compile(&self.output_schema().unwrap_or_default());
        let compiled = self.promises.then(|| self.result.get_or_init(compiled))?;
        Some(compiled.as_ref().map_err(String::as_str))
    }

    /// Pictures that the server names for it.
    #[must_use]
    pub fn icons(&self) -> Icons {
        match self.pictured {
            true => Icons::read(self.definition().get("icons"), ICON_SOURCE),
            false => Icons::default(),
        }
    }

    /// The title, else the name, as text of the server (TOL-04).
    #[must_use]
    pub fn called(&self) -> ForeignText {
        self.title
            .clone()
            .unwrap_or_else(|| ForeignText::new(self.name.as_str()))
    }
}

impl Searched for Tool {
    fn keys(&self) -> &SearchKeys {
        &self.keys
    }
}

fn describe(schema: &Value, path: &str, described: &mut Vec<DescribedArgument>) {
    let Value::Object(members) = schema else {
        return;
    };
    if let Some(text) = members.get("description").and_then(Value::as_str) {
        described.push(DescribedArgument {
            name: match path.is_empty() {
                true => escape_line(&say!("tool-all-arguments")),
                false => escape_line(path),
            },
            description: escape(text),
        });
    }
    for (keyword, inner) in members {
        match (keyword.as_str(), inner) {
            ("properties" | "patternProperties", Value::Object(properties)) => {
                for (name, schema) in properties {
                    let dot = if path.is_empty() { "" } else { "." };
                    describe(schema, &format!("{path}{dot}{name}"), described);
                }
            }
            ("items" | "additionalProperties", inner) => describe(inner, &format!("{path}[]"), described),
            ("allOf" | "anyOf" | "oneOf" | "prefixItems", Value::Array(schemas)) => {
                for schema in schemas {
                    describe(schema, path, described);
                }
            }
            ("$defs" | "definitions", Value::Object(definitions)) => {
                for (name, schema) in definitions {
                    describe(schema, name, described);
                }
            }
            _ => {}
        }
    }
}

fn read_name(fields: &Map<String, Value>) -> Result<String, String> {
    let name = match fields.get("name") {
        Some(Value::String(name)) if !name.is_empty() => name,
        Some(Value::String(_)) | None => return Err(say!("tool-no-name")),
        Some(_) => return Err(say!("tool-name-text")),
    };
    within(EntryPart::Name, Unit::Characters, name.chars().count(), TOOL_NAME)?;
    Ok(name.clone())
}

fn read_title(fields: &Map<String, Value>) -> Result<Option<ForeignText>, String> {
    let own = fields.get("title").and_then(Value::as_str);
    let annotated = || fields.get("annotations")?.get("title")?.as_str();
    let filled = |title: &&str| !title.trim().is_empty();
    let Some(title) = own.filter(filled).or_else(|| annotated().filter(filled)) else {
        return Ok(None);
    };
    title_text(title).map(Some)
}

/// Whether a title has the letters and digits of the name in their order, whatever their case and what stands between them, or
/// these and the word “tool”. Of ASCII alone: letters of other scripts can look like these and say something else.
fn repeats(title: &str, name: &str) -> bool {
    let is_plain = |text: &str| {
        text.chars()
            .all(|it| it.is_ascii_alphanumeric() || " _-./".contains(it))
    };
    let letters = |text: &str| -> String {
        let letters = text.chars().filter(char::is_ascii_alphanumeric);
        letters.map(|it| it.to_ascii_lowercase()).collect()
    };
    let (of_title, of_name) = (letters(title), letters(name));
    is_plain(title)
        && is_plain(name)
        && (of_title == of_name || of_title.strip_suffix("tool") == Some(&of_name))
}

fn read_description(fields: &Map<String, Value>) -> Result<ForeignText, String> {
    match fields.get("description") {
        Some(Value::String(text)) => {
            within(EntryPart::Description, Unit::Bytes, text.len(), TOOL_DESCRIPTION)?;
            Ok(ForeignText::new(text.as_str()))
        }
        None | Some(Value::Null) => Ok(ForeignText::default()),
        Some(_) => Err(say!("tool-description-text")),
    }
}

/// Arguments are an object (SCH-07); a schema that says otherwise could never be met.
fn check_input(schema: &Value) -> Result<(), String> {
    let Some(schema) = schema.as_object() else {
        return Err(say!("tool-schema"));
    };
    match schema.get("type") {
        None => Ok(()),
        Some(Value::String(kind)) if kind == "object" => Ok(()),
        Some(_) => Err(say!("tool-schema-object")),
    }
}

fn read_task_support(fields: &Map<String, Value>) -> TaskSupport {
    let said = fields.get("execution").and_then(|it| it.get("taskSupport"));
    match said.and_then(Value::as_str) {
        Some("optional") => TaskSupport::Optional,
        Some("required") => TaskSupport::Required,
        _ => TaskSupport::Forbidden,
    }
}

fn check_size(part: EntryPart, schema: &Value) -> Result<(), String> {
    let (bytes, depth, nodes) = SCHEMA;
    let mut written = Length(0);
    let length = serde_json::to_writer(&mut written, schema).map_or(usize::MAX, |()| written.0);
    within(part, Unit::Bytes, length, bytes)?;
    let (deepest, count) = super::schema::measure(schema);
    within(part, Unit::Levels, deepest, depth)?;
    within(part, Unit::Parts, count, nodes)
}

/// How long something would be, written.
struct Length(usize);

impl std::io::Write for Length {
    fn write(&mut self, bytes: &[u8]) -> std::io::Result<usize> {
        self.0 += bytes.len();
        Ok(bytes.len())
    }

    fn flush(&mut self) -> std::io::Result<()> {
        Ok(())
    }
}

/// Hints as claims. What the protocol assumes when a hint is missing is filled in only on the cautious side
/// (TOL-08): a tool that does not say that it destroys nothing may destroy. Two hints matter only when the
/// tool does not claim to be read-only.
fn read_claims(annotations: Option<&Value>) -> Vec<Claim> {
    let hint = |name: &str| annotations.and_then(|all| all.get(name)).and_then(Value::as_bool);
    let read_only = hint("readOnlyHint");
    let (destroys, repeats, open) = (
        hint("destructiveHint"),
        hint("idempotentHint"),
        hint("openWorldHint"),
    );
    let mut claims = Vec::new();
    if [read_only, destroys, repeats, open].iter().all(Option::is_none) {
        claims.push(Claim::Silent);
    }
    if read_only == Some(true) {
        claims.push(Claim::ReadOnly);
    }
    match destroys {
        Some(true) => claims.push(Claim::Destructive),
        Some(false) => claims.push(Claim::Additive),
        None if read_only == Some(true) => {}
        None => claims.push(Claim::Destructive),
    }
    if repeats == Some(true) && read_only != Some(true) {
        claims.push(Claim::Repeatable);
    }
    match open {
        Some(true) => claims.push(Claim::OpenWorld),
        Some(false) => claims.push(Claim::ClosedWorld),
        None => {}
    }
    claims
}

#[cfg(test)]
mod tests;
