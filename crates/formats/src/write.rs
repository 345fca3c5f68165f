//! A configuration as other hosts read it. Values of secrets are not in it: they are in the keychain alone, so each is left as a
//! variable of that host's own notation, and named.

use portcullis_domain::{Endpoint, NamedValue, ServerDraft, TransportChoice};
use serde_json::{Map, Value, json};

/// How it is written.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum ExportFormat {
    /// `{"mcpServers": …}`: Claude Desktop, Claude Code, Cursor and most others.
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
}

/// Writes servers. The demo server is left out: no other host has it.
pub fn write(drafts: &[ServerDraft], format: ExportFormat) -> String {
    let mut inputs = Vec::new();
    let mut servers = Map::new();
    for draft in drafts {
        if let Some(server) = server(draft, format, &mut inputs) {
            servers.insert(draft.label.clone(), server);
        }
    }
    let whole = match format {
        ExportFormat::McpServers => json!({ "mcpServers": servers }),
        ExportFormat::VsCode if inputs.is_empty() => json!({ "servers": servers }),
        ExportFormat::VsCode => json!({ "inputs": inputs, "servers": servers }),
        ExportFormat::Codex => json!({ "mcp_servers": servers }),
        ExportFormat::Zed => json!({ "context_servers": servers }),
        ExportFormat::OpenCode => json!({ "mcp": servers }),
    };
    let text = match format {
        ExportFormat::Codex => toml::to_string(&whole).unwrap_or_default(),
        _ => serde_json::to_string_pretty(&whole).unwrap_or_default(),
    };
    format!("{}\n", text.trim_end())
}

fn server(draft: &ServerDraft, format: ExportFormat, inputs: &mut Vec<Value>) -> Option<Value> {
    let mut out = Map::new();
    let mut put = |name: &str, value: Value| out.insert(name.to_owned(), value);
    match &draft.endpoint {
        Endpoint::Demo {} => return None,
        Endpoint::Command {
            program,
            arguments,
            folder,
        } => {
            match format {
                ExportFormat::VsCode => drop(put("type", json!("stdio"))),
                ExportFormat::OpenCode => drop(put("type", json!("local"))),
                _ => {}
            }
            if format == ExportFormat::OpenCode {
                let words: Vec<&String> = std::iter::once(program).chain(arguments).collect();
                put("command", json!(words));
            } else {
                put("command", json!(program));
                put("args", json!(arguments));
            }
            if let Some(folder) = folder {
                put("cwd", json!(folder));
            }
            if !draft.environment.is_empty() {
                let name = if format == ExportFormat::OpenCode {
                    "environment"
                } else {
                    "env"
                };
                let values = values(draft, &draft.environment, format, inputs);
                put(name, Value::Object(values));
            }
        }
        Endpoint::Address { url } => {
            let kind = match (format, draft.transport) {
                (ExportFormat::OpenCode, _) => Some("remote"),
                (ExportFormat::Codex | ExportFormat::Zed, _) => None,
                (_, TransportChoice::Sse) => Some("sse"),
                _ => Some("http"),
            };
            if let Some(kind) = kind {
                put("type", json!(kind));
            }
            put("url", json!(url));
            match format {
                // Codex reads the values of secret headers from its environment.
                ExportFormat::Codex => {
                    let (secret, open): (Vec<_>, Vec<_>) =
                        draft.headers.iter().partition(|header| header.secret);
                    let pairs =
                        |headers: Vec<&NamedValue>, value: fn(&NamedValue) -> String| -> Map<String, Value> {
                            headers
                                .into_iter()
                                .map(|it| (it.name.clone(), json!(value(it))))
                                .collect()
                        };
                    if !open.is_empty() {
                        put(
                            "http_headers",
                            Value::Object(pairs(open, |it| it.value.clone().unwrap_or_default())),
                        );
                    }
                    if !secret.is_empty() {
                        put(
                            "env_http_headers",
                            Value::Object(pairs(secret, |it| variable(&it.name))),
                        );
                    }
                }
                _ if draft.headers.is_empty() => {}
                _ => {
                    let values = values(draft, &draft.headers, format, inputs);
                    put("headers", Value::Object(values));
                }
            }
        }
    }
    Some(Value::Object(out))
}

fn values(
    draft: &ServerDraft,
    values: &[NamedValue],
    format: ExportFormat,
    inputs: &mut Vec<Value>,
) -> Map<String, Value> {
    let mut out = Map::new();
    for value in values {
        let written = match (&value.value, value.secret) {
            (Some(plain), false) => plain.clone(),
            _ if format == ExportFormat::VsCode => {
                let id = variable(&format!("{}_{}", draft.label, value.name)).to_lowercase();
                inputs.push(json!({
                    "type": "promptString",
                    "id": id,
                    "description": format!("{} ({})", value.name, draft.label),
                    "password": true,
                }));
                format!("${{input:{id}}}")
            }
            // OpenCode has a notation of its own; Codex hands on a variable only by its value.
            _ if format == ExportFormat::OpenCode => format!("{{env:{}}}", variable(&value.name)),
            _ => format!("${{{}}}", variable(&value.name)),
        };
        out.insert(value.name.clone(), json!(written));
    }
    out
}

/// A name as a variable of an environment may have it.
fn variable(name: &str) -> String {
    name.chars()
        .map(|c| {
            if c.is_ascii_alphanumeric() {
                c.to_ascii_uppercase()
            } else {
                '_'
            }
        })
        .collect()
}
