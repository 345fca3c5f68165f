//! Servers as entries of another host's file. Values of secrets are not in them: they are in the keychain alone, so each is left
//! as a variable of that host's own notation, or left out, and named.

use super::dialect::{Always, CommandField, Dialect, NameRule, SecretNotation};
use portcullis_core::redact::is_secret_value;
use portcullis_core::secret_arguments::replace_secrets;
use portcullis_core::text::escape_line;
use portcullis_domain::{Endpoint, NamedValue, ServerDraft, TransportChoice};
use portcullis_l10n::say;
use serde_json::{Map, Value, json};
use std::collections::HashSet;

/// A value that is not in the file.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct ExportedSecret {
    /// Name of the variable or header, or of a variable for what was in an argument.
    pub name: String,
    /// What is written in its place. `None`: it is left out.
    pub reference: Option<String>,
}

/// An entry, before it has a place in a file.
#[derive(Debug)]
pub struct ExportEntry {
    /// What the server is called in the file.
    pub name: String,
    /// Its fields.
    pub value: Value,
    /// What is not in them.
    pub secrets: Vec<ExportedSecret>,
    /// Inputs that the host asks for.
    pub inputs: Vec<Value>,
}

/// Writes entries for one file.
pub struct ConfigEntries<'a> {
    dialect: &'a Dialect,
    names: HashSet<String>,
}

impl<'a> ConfigEntries<'a> {
    pub fn new(dialect: &'a Dialect) -> Self {
        Self {
            dialect,
            names: HashSet::new(),
        }
    }

    /// The entry of a server; why it has none, in a sentence.
    ///
    /// # Errors
    /// The sentence.
    pub fn entry(&mut self, draft: &ServerDraft) -> Result<ExportEntry, String> {
        let dialect = self.dialect;
        if let Some(text) = texts(draft).find(|text| dialect.secrets.changes(text)) {
            let text = escape_line(text).text;
            return Err(say!("export-would-change", text));
        }
        let mut fields = EntryFields::default();
        let sse = usize::from(draft.transport == TransportChoice::Sse);
        let [local, http, old] = dialect.kinds;
        let kind = match &draft.endpoint {
            Endpoint::Demo {} => return Err(say!("export-demo")),
            Endpoint::Address { .. } if !dialect.remote => return Err(say!("export-local-only")),
            Endpoint::Address { .. } if sse == 1 && !dialect.event_streams => {
                return Err(say!("export-no-event-streams"));
            }
            Endpoint::Command { .. } => local,
            Endpoint::Address { .. } if sse == 1 => old,
            Endpoint::Address { .. } => http,
        };
        let name = self.name(&draft.label);
        if dialect.list {
            fields.put("name", json!(name));
        }
        if let (Some(field), false) = (dialect.kind, kind.is_empty()) {
            fields.put(field, json!(kind));
        }
        match &draft.endpoint {
            Endpoint::Demo {} => {}
            Endpoint::Command {
                program,
                arguments,
                folder,
            } => {
                let arguments = self.arguments(draft, arguments, &mut fields);
                match dialect.command {
                    CommandField::Whole => {
                        let words: Vec<&String> = std::iter::once(program).chain(&arguments).collect();
                        fields.put("command", json!(words));
                    }
                    command => {
                        let field = match command {
                            CommandField::Cmd => "cmd",
                            _ => "command",
                        };
                        fields.put(field, json!(program));
                        fields.put("args", json!(arguments));
                    }
                }
                if let Some(folder) = folder {
                    fields.put("cwd", json!(folder));
                }
                self.environment(draft, &mut fields);
            }
            Endpoint::Address { url } => {
                let [streamable, event_stream] = dialect.url;
                fields.put(if sse == 1 { event_stream } else { streamable }, json!(url));
                self.headers(draft, &mut fields);
            }
        }
        for (field, value) in dialect.always {
            let value = match value {
                Always::True => json!(true),
                Always::Everything => json!(["*"]),
                Always::Label => json!(draft.label),
            };
            fields.put(field, value);
        }
        Ok(ExportEntry {
            name,
            value: Value::Object(fields.out),
            secrets: fields.secrets,
            inputs: fields.inputs,
        })
    }

    /// A name that the host accepts, and that no other server of this export has.
    fn name(&mut self, label: &str) -> String {
        let name = match self.dialect.names {
            NameRule::Any => label.to_owned(),
            NameRule::Plain => plain(label),
            NameRule::Key => plain(label).to_lowercase(),
        };
        let numbered = (2_u32..).map(|number| format!("{name}-{number}"));
        let mut names = std::iter::once(name.clone()).chain(numbered);
        let free = names.find(|name| !self.names.contains(name)).unwrap_or(name);
        self.names.insert(free.clone());
        free
    }

    /// What looks like a secret in an argument stands in the file as that of a variable does. Where the host has no notation for
    /// one, a placeholder says what belongs there.
    fn arguments(&self, draft: &ServerDraft, arguments: &[String], fields: &mut EntryFields) -> Vec<String> {
        replace_secrets(arguments, |secret| {
            let name = secret.free_variable(|name| {
                let variables = draft.environment.iter().map(|it| &it.name);
                let mut names = variables.chain(fields.secrets.iter().map(|it| &it.name));
                names.any(|other| other == name)
            });
            let reference = self.reference(draft, &name, name.clone(), fields);
            let written = reference.clone().unwrap_or_else(|| format!("<{name}>"));
            fields.secrets.push(ExportedSecret { name, reference });
            written
        })
    }

    fn environment(&self, draft: &ServerDraft, fields: &mut EntryFields) {
        let (secret, open): (Vec<_>, Vec<_>) = draft.environment.iter().partition(|it| is_secret(it));
        let mut values = plain_values(&open);
        match self.dialect.secrets {
            list @ (SecretNotation::Names | SecretNotation::Keyring) => {
                let field = match list {
                    SecretNotation::Names => "env_vars",
                    _ => "env_keys",
                };
                let names: Vec<&String> = secret.iter().map(|it| &it.name).collect();
                if !values.is_empty() {
                    fields.put(self.dialect.env, Value::Object(values));
                }
                if !names.is_empty() {
                    fields.put(field, json!(names));
                }
                fields
                    .secrets
                    .extend(secret.iter().map(|it| with(it, Some(it.name.clone()))));
            }
            _ => {
                for value in secret {
                    self.secret(draft, value, variable(&value.name), &mut values, fields);
                }
                if !values.is_empty() {
                    fields.put(
                        self.dialect.env,
                        Value::Object(in_order(&draft.environment, values)),
                    );
                }
            }
        }
    }

    /// The variable of a header has the name of its server: many servers have a header of the same name.
    fn headers(&self, draft: &ServerDraft, fields: &mut EntryFields) {
        let (secret, open): (Vec<_>, Vec<_>) = draft.headers.iter().partition(|it| is_secret(it));
        let of = |value: &NamedValue| variable(&format!("{}_{}", draft.label, value.name)).to_uppercase();
        let mut values = plain_values(&open);
        if self.dialect.secrets == SecretNotation::Names {
            let names: Map<String, Value> =
                secret.iter().map(|it| (it.name.clone(), json!(of(it)))).collect();
            if !names.is_empty() {
                fields.put("env_http_headers", Value::Object(names));
            }
            fields
                .secrets
                .extend(secret.iter().map(|it| with(it, Some(of(it)))));
        } else {
            for value in secret {
                self.secret(draft, value, of(value), &mut values, fields);
            }
        }
        if values.is_empty() {
            return;
        }
        let values = Value::Object(in_order(&draft.headers, values));
        let mut path = self.dialect.headers.iter().rev();
        let Some(inner) = path.next() else { return };
        let (field, value) = path.fold(((*inner).to_owned(), values), |(field, value), outer| {
            ((*outer).to_owned(), json!({ field: value }))
        });
        fields.put(&field, value);
    }

    fn secret(
        &self,
        draft: &ServerDraft,
        value: &NamedValue,
        variable: String,
        values: &mut Map<String, Value>,
        fields: &mut EntryFields,
    ) {
        let reference = self.reference(draft, &value.name, variable, fields);
        if let Some(reference) = &reference {
            values.insert(value.name.clone(), json!(reference));
        }
        fields.secrets.push(with(value, reference));
    }

    /// What stands in the file for the value of `name`, as the host writes it.
    fn reference(
        &self,
        draft: &ServerDraft,
        name: &str,
        variable: String,
        fields: &mut EntryFields,
    ) -> Option<String> {
        let id = match self.dialect.secrets {
            SecretNotation::Input => {
                let id = self::variable(&format!("{}_{name}", draft.label)).to_lowercase();
                fields.inputs.push(json!({
                    "type": "promptString",
                    "id": id,
                    "description": format!("{name} ({})", draft.label),
                    "password": true,
                }));
                id
            }
            _ => variable,
        };
        self.dialect.secrets.reference(&id)
    }
}

#[derive(Default)]
struct EntryFields {
    out: Map<String, Value>,
    secrets: Vec<ExportedSecret>,
    inputs: Vec<Value>,
}

impl EntryFields {
    fn put(&mut self, name: &str, value: Value) {
        self.out.insert(name.to_owned(), value);
    }
}

/// Everything that is written as it is.
fn texts(draft: &ServerDraft) -> impl Iterator<Item = &str> {
    let (words, folder): (Vec<&String>, _) = match &draft.endpoint {
        Endpoint::Command {
            program,
            arguments,
            folder,
        } => (
            std::iter::once(program).chain(arguments).collect(),
            folder.as_ref(),
        ),
        Endpoint::Address { url } => (vec![url], None),
        Endpoint::Demo {} => (Vec::new(), None),
    };
    let values = draft.environment.iter().chain(&draft.headers);
    let open = values
        .filter(|value| !is_secret(value))
        .filter_map(|value| value.value.as_ref());
    words.into_iter().chain(folder).chain(open).map(String::as_str)
}

/// A value without one is in the keychain; one that looks like a token does not belong into another file either.
fn is_secret(value: &NamedValue) -> bool {
    value.secret || value.value.as_deref().is_none_or(is_secret_value)
}

fn plain_values(values: &[&NamedValue]) -> Map<String, Value> {
    let pair = |it: &&NamedValue| (it.name.clone(), json!(it.value.clone().unwrap_or_default()));
    values.iter().map(pair).collect()
}

/// In the order in which the person has them.
fn in_order(order: &[NamedValue], mut values: Map<String, Value>) -> Map<String, Value> {
    let pair = |it: &NamedValue| Some((it.name.clone(), values.remove(&it.name)?));
    order.iter().filter_map(pair).collect()
}

fn with(value: &NamedValue, reference: Option<String>) -> ExportedSecret {
    ExportedSecret {
        name: value.name.clone(),
        reference,
    }
}

/// A name of letters, digits, `-` and `_`.
fn plain(label: &str) -> String {
    let mut name = String::new();
    for c in label.chars() {
        match c {
            'a'..='z' | 'A'..='Z' | '0'..='9' | '-' | '_' => name.push(c),
            _ if name.ends_with('-') => {}
            _ => name.push('-'),
        }
    }
    match name.trim_matches('-') {
        "" => "server".to_owned(),
        name => name.to_owned(),
    }
}

/// A name as a variable of an environment may have it: as it is, where it may.
fn variable(name: &str) -> String {
    let fits = |c: char| c.is_ascii_alphanumeric() || c == '_';
    if name.chars().all(fits) && !name.starts_with(|c: char| c.is_ascii_digit()) {
        return name.to_owned();
    }
    let name: String = name
        .chars()
        .map(|c| if fits(c) { c.to_ascii_uppercase() } else { '_' })
        .collect();
    match name.starts_with(|c: char| c.is_ascii_digit()) {
        true => format!("_{name}"),
        false => name,
    }
}
