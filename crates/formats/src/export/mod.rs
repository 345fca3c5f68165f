//! Servers put into the file of another host: what is there stays as it is, with its comments, order and layout.
//!
//! A pure function of the text of the file. What comes out is read again and compared with what was there and what was to be
//! added; a file that cannot be changed that way is refused with a sentence, and nothing is guessed.

mod dialect;
mod difference;
mod entries;
mod in_json;
mod in_toml;
mod in_yaml;
#[cfg(test)]
mod tests;

use crate::shapes::Notation;
use crate::tree::{self, Tree};
use crate::{ConfigFile, bad, limits, unreadable};
use dialect::Dialect;
use entries::{ConfigEntries, ExportEntry};
use in_json::JsonChange;
use in_toml::TomlChange;
use in_yaml::YamlChange;
use portcullis_core::Result;
use portcullis_core::text::escape_line;
use portcullis_domain::ServerDraft;
use portcullis_l10n::say;
use serde_json::{Map, Value};

pub use difference::{TextDifference, difference};
pub use entries::ExportedSecret;

/// How servers are written out.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum ExportFormat {
    /// `{"mcpServers": …}`: Claude Code, Cursor and most others.
    McpServers,
    /// `{"servers": …, "inputs": …}`: VS Code, which asks for the secrets.
    VsCode,
    /// `[mcp_servers.…]`: Codex.
    Codex,
    /// `context_servers`: Zed.
    Zed,
    /// `mcp`: OpenCode.
    OpenCode,
}

impl ExportFormat {
    /// Names for the terminal, in order.
    pub const ALL: [(&'static str, Self); 5] = [
        ("mcp-servers", Self::McpServers),
        ("vscode", Self::VsCode),
        ("codex", Self::Codex),
        ("zed", Self::Zed),
        ("opencode", Self::OpenCode),
    ];

    fn dialect(self) -> &'static Dialect {
        match self {
            Self::McpServers => &dialect::MCP_SERVERS,
            Self::VsCode => &dialect::VSCODE,
            Self::Codex => &dialect::CODEX,
            Self::Zed => &dialect::ZED,
            Self::OpenCode => &dialect::OPENCODE,
        }
    }
}

/// Writes servers as a text of their own. Those that the format cannot hold are left out.
pub fn write(drafts: &[ServerDraft], format: ExportFormat) -> String {
    let dialect = format.dialect();
    let mut entries = ConfigEntries::new(dialect);
    let written = drafts.iter().filter_map(|draft| entries.entry(draft).ok());
    let (mut inputs, mut servers) = (Vec::new(), Map::new());
    for entry in written {
        inputs.extend(entry.inputs);
        servers.insert(entry.name, entry.value);
    }
    let mut whole = Map::new();
    if !inputs.is_empty() {
        whole.insert("inputs".to_owned(), Value::Array(inputs));
    }
    whole.insert(dialect.holder.to_owned(), Value::Object(servers));
    let whole = Value::Object(whole);
    let text = match dialect.notation {
        Notation::Toml => toml::to_string(&whole).unwrap_or_default(),
        _ => in_json::pretty(&whole),
    };
    format!("{}\n", text.trim_end())
}

/// Whether servers can be put into a file of a host.
#[must_use]
pub fn is_export_target(file: &ConfigFile) -> bool {
    // Settings in which VS Code and Continue kept servers before they had a file for them.
    let old = |name: &str| file.path.file_name().is_some_and(|it| it == name);
    dialect::of(file.host.id).is_some()
        && !(file.host.id == "vscode" && old("settings.json"))
        && !(file.host.id == "continue" && old("config.json"))
}

/// A server that is in the file now.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct ExportedServer {
    /// The person's label.
    pub label: String,
    /// What it is called in the file.
    pub name: String,
    /// Values that are not in the file.
    pub secrets: Vec<ExportedSecret>,
}

/// A server that is not.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct SkippedServer {
    /// The person's label.
    pub label: String,
    /// Why, in a sentence.
    pub why: String,
}

/// A file with servers put into it.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct MergedFile {
    /// All of it; as it was, where nothing was added or replaced.
    pub text: String,
    /// New in it.
    pub added: Vec<ExportedServer>,
    /// In place of one of the same name.
    pub replaced: Vec<ExportedServer>,
    /// Of a name that was there and was left as it is.
    pub kept: Vec<ExportedServer>,
    /// Not written.
    pub skipped: Vec<SkippedServer>,
}

/// Puts servers into the text of a host's file, empty for a new one. One whose name is there stays as it is, or is replaced whole:
/// what another host allowed of the one before must not count for this one.
///
/// # Errors
/// `input.bad` where the file cannot be read, or cannot be changed with everything else in it as it is.
pub fn merge(text: &str, host: &str, drafts: &[ServerDraft], replace: bool) -> Result<MergedFile> {
    let Some(dialect) = dialect::of(host) else {
        return Err(bad(say!("export-no-host")));
    };
    if text.len() > limits::EXPORTED {
        return Err(bad(say!("file-too-long", limit = limits::EXPORTED >> 20)));
    }
    let (mark, body) = match text.strip_prefix('\u{feff}') {
        Some(body) => ("\u{feff}", body),
        None => ("", text),
    };
    let before = read(dialect, body)?;
    let dialect = match before.get(dialect.holder).and_then(|mcp| mcp.get("servers")) {
        Some(Tree::Map(_)) if host == "opencode" => &dialect::OPENCODE_2,
        _ => dialect,
    };
    let known = known(dialect, &before)?;
    let mut merged = MergedFile {
        text: text.to_owned(),
        added: Vec::new(),
        replaced: Vec::new(),
        kept: Vec::new(),
        skipped: Vec::new(),
    };
    let mut plan = MergePlan::default();
    let mut entries = ConfigEntries::new(dialect);
    for draft in drafts {
        let entry = match entries.entry(draft) {
            Ok(entry) => entry,
            Err(why) => {
                let label = draft.label.clone();
                merged.skipped.push(SkippedServer { label, why });
                continue;
            }
        };
        let server = ExportedServer {
            label: draft.label.clone(),
            name: entry.name.clone(),
            secrets: entry.secrets.clone(),
        };
        match known.iter().position(|name| *name == entry.name) {
            Some(_) if !replace => merged.kept.push(server),
            Some(place) => {
                merged.replaced.push(server);
                plan.replaced.push((place, entry));
            }
            None => {
                merged.added.push(server);
                plan.added.push(entry);
            }
        }
    }
    if plan.added.is_empty() && plan.replaced.is_empty() {
        return Ok(merged);
    }
    plan.inputs(&before)?;
    let after = plan.edit(dialect, body, known.len());
    let expected = plan.expected(dialect, before);
    // The promise: everything that was there, and what was to be written, and nothing else.
    let after = after
        .filter(|after| read(dialect, after).is_ok_and(|found| same(&found, &expected)))
        .ok_or_else(|| bad(say!("export-not-possible")).remedy(say!("export-not-possible-remedy")))?;
    if after.len() > limits::EXPORTED {
        return Err(bad(say!("file-too-long", limit = limits::EXPORTED >> 20)));
    }
    merged.text = format!("{mark}{after}");
    Ok(merged)
}

fn read(dialect: &Dialect, text: &str) -> Result<Tree> {
    if text.trim().is_empty() {
        return Ok(Tree::Map(Vec::new()));
    }
    let tree = match dialect.notation {
        Notation::Json | Notation::JsonMembers => tree::json(text),
        Notation::Yaml => tree::yaml(text),
        Notation::Toml => tree::toml(text),
    };
    match tree.map_err(|why| unreadable(&why))? {
        map @ Tree::Map(_) => Ok(map),
        // A file of comments.
        Tree::Null => Ok(Tree::Map(Vec::new())),
        _ => Err(bad(say!("export-no-settings"))),
    }
}

/// Names of the servers that are there, in their order.
fn known(dialect: &Dialect, tree: &Tree) -> Result<Vec<String>> {
    let holder = dialect.holder;
    let found = match dialect.inner {
        Some(inner) => tree.get(holder).and_then(|outer| outer.get(inner)),
        None => tree.get(holder),
    };
    match (found, dialect.list) {
        (None, _) => Ok(Vec::new()),
        (Some(Tree::Null), _) if dialect.notation == Notation::Yaml => Ok(Vec::new()),
        (Some(Tree::Map(servers)), false) => Ok(servers.iter().map(|(name, _)| name.clone()).collect()),
        // TOML and YAML have one way to write that there is none.
        (Some(Tree::Map(servers)), true) if servers.is_empty() => Ok(Vec::new()),
        (Some(Tree::List(servers)), true) => Ok(servers
            .iter()
            .map(|server| {
                server
                    .get("name")
                    .and_then(Tree::text)
                    .unwrap_or_default()
                    .to_owned()
            })
            .collect()),
        (Some(_), _) => Err(bad(say!("export-no-holder", name = holder))),
    }
}

#[derive(Default)]
struct MergePlan {
    added: Vec<ExportEntry>,
    replaced: Vec<(usize, ExportEntry)>,
    inputs: Vec<Value>,
}

impl MergePlan {
    fn entries(&self) -> impl Iterator<Item = &ExportEntry> {
        self.replaced.iter().map(|(_, entry)| entry).chain(&self.added)
    }

    /// Inputs that are not there yet. One of the same id must be the same: another may be the output of a command.
    fn inputs(&mut self, before: &Tree) -> Result<()> {
        let wanted: Vec<Value> = self.entries().flat_map(|entry| entry.inputs.clone()).collect();
        let there = match before.get("inputs") {
            _ if wanted.is_empty() => return Ok(()),
            None => &[][..],
            Some(Tree::List(inputs)) => inputs,
            Some(_) => return Err(bad(say!("export-no-inputs"))),
        };
        for input in wanted {
            let id = input.get("id").and_then(Value::as_str).unwrap_or_default();
            let known = there
                .iter()
                .find(|known| known.get("id").and_then(Tree::text) == Some(id));
            match known {
                None if self.inputs.contains(&input) => {}
                None if self.inputs.iter().any(|other| other.get("id") == input.get("id")) => {
                    return Err(bad(say!("export-input-taken", id = escape_line(id).text)));
                }
                None => self.inputs.push(input),
                // The person may have other words for it.
                Some(known)
                    if known.get("type").and_then(Tree::text) == Some("promptString")
                        && known.get("password") == Some(&Tree::Bool(true)) => {}
                Some(_) => return Err(bad(say!("export-input-taken", id = escape_line(id).text))),
            }
        }
        Ok(())
    }

    fn edit(&self, dialect: &Dialect, text: &str, count: usize) -> Option<String> {
        let holder = dialect.holder;
        let added: Vec<(&str, &Value)> = self
            .added
            .iter()
            .map(|entry| (entry.name.as_str(), &entry.value))
            .collect();
        let replaced: Vec<(&str, usize, &Value)> = self
            .replaced
            .iter()
            .map(|(place, entry)| (entry.name.as_str(), *place, &entry.value))
            .collect();
        match dialect.notation {
            Notation::Json | Notation::JsonMembers => {
                let replaced: Vec<_> = replaced.iter().map(|(name, _, value)| (*name, *value)).collect();
                in_json::edit(
                    text,
                    &JsonChange {
                        holder,
                        inner: dialect.inner,
                        replaced: &replaced,
                        added: &added,
                        inputs: &self.inputs.iter().collect::<Vec<_>>(),
                    },
                )
            }
            Notation::Toml => in_toml::edit(
                text,
                &TomlChange {
                    holder,
                    list: dialect.list,
                    replaced: &replaced,
                    added: &added,
                },
            ),
            Notation::Yaml => in_yaml::edit(
                text,
                &YamlChange {
                    holder,
                    list: dialect.list,
                    count,
                    replaced: &replaced,
                    added: &added,
                },
            ),
        }
    }

    /// What the file must say afterwards.
    fn expected(&self, dialect: &Dialect, before: Tree) -> Tree {
        let Tree::Map(mut root) = before else {
            return before;
        };
        let inputs = self.inputs.iter().map(tree_of);
        if !self.inputs.is_empty() {
            match root.iter_mut().find(|(name, _)| name == "inputs") {
                Some((_, Tree::List(list))) => list.extend(inputs),
                _ => root.push(("inputs".to_owned(), Tree::List(inputs.collect()))),
            }
        }
        let at = root.iter().position(|(name, _)| name == dialect.holder);
        let holder = match at {
            Some(at) => root.remove(at).1,
            None => Tree::Null,
        };
        let holder = match (dialect.inner, holder) {
            (Some(inner), Tree::Map(mut outer)) => {
                let at = outer.iter().position(|(name, _)| name == inner);
                let servers = at.map_or(Tree::Null, |at| outer.remove(at).1);
                outer.push((inner.to_owned(), self.servers(dialect, servers)));
                Tree::Map(outer)
            }
            (_, servers) => self.servers(dialect, servers),
        };
        root.push((dialect.holder.to_owned(), holder));
        Tree::Map(root)
    }

    /// The servers that are there afterwards.
    fn servers(&self, dialect: &Dialect, before: Tree) -> Tree {
        match dialect.list {
            true => {
                let mut servers = match before {
                    Tree::List(servers) => servers,
                    _ => Vec::new(),
                };
                for (place, entry) in &self.replaced {
                    if let Some(server) = servers.get_mut(*place) {
                        *server = tree_of(&entry.value);
                    }
                }
                servers.extend(self.added.iter().map(|entry| tree_of(&entry.value)));
                Tree::List(servers)
            }
            false => {
                let mut servers = match before {
                    Tree::Map(servers) => servers,
                    _ => Vec::new(),
                };
                for (place, entry) in &self.replaced {
                    if let Some((_, server)) = servers.get_mut(*place) {
                        *server = tree_of(&entry.value);
                    }
                }
                let added = self.added.iter();
                servers.extend(added.map(|entry| (entry.name.clone(), tree_of(&entry.value))));
                Tree::Map(servers)
            }
        }
    }
}

fn tree_of(value: &Value) -> Tree {
    match value {
        Value::Null => Tree::Null,
        Value::Bool(is) => Tree::Bool(*is),
        Value::Number(number) => Tree::Number(number.to_string()),
        Value::String(text) => Tree::Text(text.clone()),
        Value::Array(items) => Tree::List(items.iter().map(tree_of).collect()),
        Value::Object(members) => Tree::Map(
            members
                .iter()
                .map(|(name, value)| (name.clone(), tree_of(value)))
                .collect(),
        ),
    }
}

/// Equal, in whichever order names are.
fn same(one: &Tree, other: &Tree) -> bool {
    match (one, other) {
        (Tree::Map(one), Tree::Map(other)) => {
            let by_name: std::collections::HashMap<&str, &Tree> =
                other.iter().map(|(name, value)| (name.as_str(), value)).collect();
            one.len() == other.len()
                && one
                    .iter()
                    .all(|(name, value)| by_name.get(name.as_str()).is_some_and(|other| same(value, other)))
        }
        (Tree::List(one), Tree::List(other)) => {
            one.len() == other.len() && one.iter().zip(other).all(|(one, other)| same(one, other))
        }
        // NaN is a number as text here.
        (one, other) => one == other,
    }
}
