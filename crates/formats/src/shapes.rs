//! Where in a configuration the servers are: each host has a name of its own for the same map.

use crate::entry::{self, is_server, plain};
use crate::placeholders::KnownFolders;
use crate::tree::{self, Tree};
use crate::{FoundEntry, PromptInput, Unread, Variables, unreadable};
use std::path::Path;

/// How a text is written.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Notation {
    /// JSON, with comments and trailing commas.
    Json,
    /// JSON from the middle of an object: `"name": {…}`.
    JsonMembers,
    /// YAML.
    Yaml,
    /// TOML.
    Toml,
}

impl Notation {
    /// By the name of a file.
    pub fn of_file(name: &Path) -> Self {
        match name.extension().and_then(|end| end.to_str()) {
            Some("yaml" | "yml") => Self::Yaml,
            Some("toml") => Self::Toml,
            _ => Self::Json,
        }
    }
}

/// Without a byte order mark and the fence of a Markdown block.
pub fn bare(text: &str) -> &str {
    let text = text.trim_start_matches('\u{feff}').trim();
    let Some(inner) = text.strip_prefix("```") else {
        return text.trim_matches('`').trim();
    };
    let inner = inner.split_once('\n').map_or(inner, |(_, rest)| rest);
    inner.trim_end().trim_end_matches("```").trim()
}

/// The notation that a pasted text looks like; `None` for a command line.
pub fn notation(text: &str) -> Option<Notation> {
    // Comments of any of them come first, and so does the mark with which a document of YAML begins.
    let is_before =
        |line: &str| line.is_empty() || line == "---" || line.starts_with('#') || line.starts_with("//");
    let line = text.lines().map(str::trim).find(|line| !is_before(line))?;
    if line.starts_with('{') || line.starts_with("/*") {
        return Some(Notation::Json);
    }
    if line.starts_with('[') {
        let name = line.strip_prefix('[').unwrap_or_default().trim_start_matches('[');
        return Some(
            match name.starts_with(|c: char| c.is_ascii_alphabetic()) && !name.starts_with("true") {
                true => Notation::Toml,
                false => Notation::Json,
            },
        );
    }
    if line.starts_with('"') && text.contains(':') && text.contains('{') {
        return Some(Notation::JsonMembers);
    }
    let has = |starts: fn(&str) -> bool| text.lines().any(|line| starts(line.trim_start()));
    if has(|line| line.starts_with("[mcp_servers")) || has(|line| line.starts_with("[[")) {
        return Some(Notation::Toml);
    }
    let key = line
        .strip_prefix("- ")
        .unwrap_or(line)
        .split(':')
        .next()
        .unwrap_or_default();
    let named = |c: char| c.is_ascii_alphanumeric() || matches!(c, '_' | '-' | '.');
    let rest = line
        .strip_prefix("- ")
        .unwrap_or(line)
        .strip_prefix(key)
        .unwrap_or_default();
    let yaml = !key.is_empty() && key.chars().all(named) && (rest == ":" || rest.starts_with(": "));
    yaml.then_some(Notation::Yaml)
}

/// Every server in a text.
pub fn read(text: &str, notation: Notation, folders: KnownFolders<'_>) -> Result<Vec<FoundEntry>, Unread> {
    let tree = match notation {
        Notation::Json => tree::json(text),
        Notation::JsonMembers => tree::json(&format!("{{{text}}}")),
        Notation::Yaml => tree::yaml(text),
        Notation::Toml => tree::toml(text),
    };
    let tree = tree.map_err(|why| Unread::Bad(unreadable(&why)))?;
    servers(&tree, Variables::new(folders))
}

/// Every server in a tree.
pub fn servers(tree: &Tree, mut variables: Variables<'_>) -> Result<Vec<FoundEntry>, Unread> {
    let mut found = Vec::new();
    inputs(tree, &mut variables);
    collect(tree, &variables, &mut found);
    if found.is_empty() && is_server(tree) {
        let name = tree
            .get("name")
            .and_then(Tree::text)
            .unwrap_or_default()
            .to_owned();
        let name = match (name.is_empty(), tree.get("command").and_then(Tree::text)) {
            (true, Some(program)) => {
                let arguments = tree.get("args").map(texts).unwrap_or_default();
                crate::command_line::name_of(program, &arguments)
            }
            _ => name,
        };
        found.push(entry::server(&name, tree, &variables));
    }
    if found.is_empty() {
        // A map of servers without a name of its own.
        let entries = tree.entries().unwrap_or_default();
        let all = !entries.is_empty() && entries.iter().all(|(_, value)| is_server(value));
        if all {
            map(tree, &variables, &mut found);
        } else if let Tree::List(list) = tree {
            listed(list, &variables, &mut found);
        }
    }
    match found.is_empty() {
        true => Err(Unread::Nothing),
        false => Ok(found),
    }
}

fn texts(tree: &Tree) -> Vec<String> {
    match tree {
        Tree::List(values) => values.iter().filter_map(Tree::scalar).collect(),
        _ => Vec::new(),
    }
}

/// The names under which hosts keep their servers.
fn collect(tree: &Tree, variables: &Variables<'_>, found: &mut Vec<FoundEntry>) {
    for (name, value) in tree.entries().unwrap_or_default() {
        match plain(name).as_str() {
            "mcpservers" | "mcp.servers" | "amp.mcpservers" | "contextservers" => {
                holder(value, variables, found)
            }
            // VS Code's own file, and what other hosts copied from it.
            "servers" => holder(value, variables, found),
            "mcp" => {
                if let Some(servers) = value.get("servers") {
                    holder(servers, variables, found);
                }
                beside(value, variables, found);
            }
            "extensions" if goose(value) => holder(value, variables, found),
            // Claude Code: servers of one project each. The same server in several projects is one server.
            "projects" => {
                for (_, project) in value.entries().unwrap_or_default() {
                    let mut of_project = Vec::new();
                    if let Some(servers) = project.get("mcpServers") {
                        holder(servers, variables, &mut of_project);
                    }
                    of_project.retain(|server| !found.contains(server));
                    found.extend(of_project);
                }
            }
            _ => {}
        }
    }
}

/// Goose keeps servers among its extensions; other hosts mean something else by that word.
fn goose(tree: &Tree) -> bool {
    let entries = tree.entries().unwrap_or_default();
    entries
        .iter()
        .any(|(_, value)| value.get("type").and_then(Tree::text).is_some() && value.get("enabled").is_some())
}

fn holder(tree: &Tree, variables: &Variables<'_>, found: &mut Vec<FoundEntry>) {
    match tree {
        Tree::List(list) => listed(list, variables, found),
        _ => map(tree, variables, found),
    }
}

/// Servers directly below `mcp`, as OpenCode 1 and Crush write them. OpenCode 2 has other settings there too, and Gemini CLI no server.
/// Of two with one name, the one below `servers` counts, as in OpenCode.
fn beside(tree: &Tree, variables: &Variables<'_>, found: &mut Vec<FoundEntry>) {
    let servers = tree.get("servers");
    for (name, value) in tree.entries().unwrap_or_default() {
        let is_entry = name != "servers" && (is_server(value) || value.get("type").is_some());
        let is_there = servers.is_some_and(|servers| servers.get(name).is_some());
        if is_entry && !is_there {
            found.push(entry::server(name, value, variables));
        }
    }
}

fn map(tree: &Tree, variables: &Variables<'_>, found: &mut Vec<FoundEntry>) {
    for (key, value) in tree.entries().unwrap_or_default() {
        // Cherry Studio has an id as the key, and the name inside.
        let name = value.get("name").and_then(Tree::text);
        let name = name.filter(|name| !name.is_empty() && value.get("isActive").is_some());
        let server = entry::server(name.unwrap_or(key), value, variables);
        // What a host brings along is not a server that anybody configured.
        let own = value.get("type").and_then(Tree::text).map(plain);
        if !matches!(
            own.as_deref(),
            Some("builtin" | "platform" | "frontend" | "inmemory")
        ) {
            found.push(server);
        }
    }
}

fn listed(list: &[Tree], variables: &Variables<'_>, found: &mut Vec<FoundEntry>) {
    for value in list {
        let name = value.get("name").or_else(|| value.get("id")).and_then(Tree::text);
        found.push(entry::server(name.unwrap_or_default(), value, variables));
    }
}

/// What VS Code asks for before it starts a server.
pub fn inputs(tree: &Tree, variables: &mut Variables<'_>) {
    let nested = tree.get("mcp").and_then(|mcp| mcp.get("inputs"));
    if let Some(list) = tree.get("inputs").or(nested) {
        listed_inputs(list, variables);
    }
}

/// The same, of the list alone.
pub fn listed_inputs(list: &Tree, variables: &mut Variables<'_>) {
    let Tree::List(list) = list else { return };
    variables.inputs.extend(list.iter().filter_map(|input| {
        let default = input.get("default").and_then(Tree::scalar);
        Some(PromptInput {
            id: input.get("id")?.text()?.to_owned(),
            hidden: input.get("password") == Some(&Tree::Bool(true)),
            default: default.filter(|default| !default.is_empty()),
        })
    }));
}
