//! How each host writes a server in its own file. Sources: the documentation of each host, and the lists that `hosts.rs` names
//! (2026-11). A host whose notation is not documented is read and not written.

use crate::shapes::Notation;

/// How a host writes servers.
#[derive(Debug)]
pub struct Dialect {
    /// JSON, YAML or TOML.
    pub notation: Notation,
    /// The name at the top under which the servers are.
    pub holder: &'static str,
    /// The name below it, where they are one level deeper. It is in the file already.
    pub inner: Option<&'static str>,
    /// They are a list of servers with a `name`, and not a map of names.
    pub list: bool,
    /// Which names the host accepts.
    pub names: NameRule,
    /// The field that says how a server is reached.
    pub kind: Option<&'static str>,
    /// What that field says of a program, of Streamable HTTP, and of HTTP with SSE. Empty: it is left out.
    pub kinds: [&'static str; 3],
    /// How a program is written.
    pub command: CommandField,
    /// The field of its variables.
    pub env: &'static str,
    /// The field of an address, for Streamable HTTP and for HTTP with SSE.
    pub url: [&'static str; 2],
    /// The fields, one in another, of the headers.
    pub headers: &'static [&'static str],
    /// What the host wants in every entry.
    pub always: &'static [(&'static str, Always)],
    /// Where the host takes the value of a secret from.
    pub secrets: SecretNotation,
    /// Its file may name remote servers.
    pub remote: bool,
    /// It connects to those of HTTP with SSE as well.
    pub event_streams: bool,
}

/// How a program and its arguments are written.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum CommandField {
    /// `command` and `args`.
    Command,
    /// `cmd` and `args`.
    Cmd,
    /// `command`, with the arguments in it.
    Whole,
}

/// Which names of servers a host accepts.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum NameRule {
    /// Every name.
    Any,
    /// Letters, digits, `-` and `_`.
    Plain,
    /// The same in lower case; the label is a field of its own.
    Key,
}

/// A value that is in every entry.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Always {
    /// It is on.
    True,
    /// All tools.
    Everything,
    /// The label.
    Label,
}

/// How a value that is not in the file is written in it.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum SecretNotation {
    /// The host has no notation: the value is left out.
    LeftOut,
    /// `${NAME}`, of its environment.
    Dollar,
    /// `$NAME`, of its environment.
    Bare,
    /// `${env:NAME}`, of its environment.
    DollarEnv,
    /// `{env:NAME}`, of its environment.
    BraceEnv,
    /// `${input:id}`, which it asks for.
    Input,
    /// `${{ secrets.NAME }}`, of its own secrets.
    Secrets,
    /// A list of names that it takes from its environment: `env_vars`, and `env_http_headers`.
    Names,
    /// A list of names that it takes from its keyring: `env_keys`. Headers are left out.
    Keyring,
}

impl SecretNotation {
    /// Whether the host would read something else into this text than what it says.
    pub fn changes(self, text: &str) -> bool {
        match self {
            Self::LeftOut | Self::Names => false,
            Self::Dollar | Self::DollarEnv | Self::Input | Self::Secrets | Self::Keyring => {
                text.contains("${")
            }
            // It runs `$(…)` and backticks as well.
            Self::Bare => text.contains(['$', '`']),
            Self::BraceEnv => text.contains("{env:") || text.contains("{file:"),
        }
    }

    /// A variable as the host writes it, where it has a notation for one.
    pub fn reference(self, variable: &str) -> Option<String> {
        match self {
            Self::Dollar => Some(format!("${{{variable}}}")),
            Self::Bare => Some(format!("${variable}")),
            Self::DollarEnv => Some(format!("${{env:{variable}}}")),
            Self::BraceEnv => Some(format!("{{env:{variable}}}")),
            Self::Input => Some(format!("${{input:{variable}}}")),
            Self::Secrets => Some(format!("${{{{ secrets.{variable} }}}}")),
            Self::LeftOut | Self::Names | Self::Keyring => None,
        }
    }
}

/// What most hosts copied from the first one.
const COMMON: Dialect = Dialect {
    notation: Notation::Json,
    holder: "mcpServers",
    inner: None,
    list: false,
    names: NameRule::Any,
    kind: None,
    kinds: ["", "", ""],
    command: CommandField::Command,
    env: "env",
    url: ["url", "url"],
    headers: &["headers"],
    always: &[],
    secrets: SecretNotation::LeftOut,
    remote: true,
    event_streams: true,
};

/// `{"mcpServers": …}` with `${NAME}`, for no host in particular.
pub const MCP_SERVERS: Dialect = Dialect {
    kind: Some("type"),
    kinds: ["", "http", "sse"],
    secrets: SecretNotation::Dollar,
    ..COMMON
};

/// VS Code.
pub const VSCODE: Dialect = Dialect {
    holder: "servers",
    kind: Some("type"),
    kinds: ["stdio", "http", "sse"],
    secrets: SecretNotation::Input,
    ..COMMON
};

/// Codex.
pub const CODEX: Dialect = Dialect {
    notation: Notation::Toml,
    holder: "mcp_servers",
    names: NameRule::Plain,
    headers: &["http_headers"],
    secrets: SecretNotation::Names,
    event_streams: false,
    ..COMMON
};

/// Zed.
pub const ZED: Dialect = Dialect {
    holder: "context_servers",
    ..COMMON
};

/// OpenCode 1. OpenCode 2 reads it as well.
pub const OPENCODE: Dialect = Dialect {
    holder: "mcp",
    kind: Some("type"),
    kinds: ["local", "remote", "remote"],
    command: CommandField::Whole,
    env: "environment",
    always: &[("enabled", Always::True)],
    secrets: SecretNotation::BraceEnv,
    ..COMMON
};

/// OpenCode 2, for a file that has its shape: there a server beside the others would not count against one of the same name.
pub const OPENCODE_2: Dialect = Dialect {
    inner: Some("servers"),
    always: &[],
    ..OPENCODE
};

const CLAUDE_DESKTOP: Dialect = Dialect {
    remote: false,
    ..COMMON
};
const CLAUDE_CODE: Dialect = Dialect {
    names: NameRule::Plain,
    kinds: ["stdio", "http", "sse"],
    ..MCP_SERVERS
};
const CURSOR: Dialect = Dialect {
    secrets: SecretNotation::DollarEnv,
    ..COMMON
};
const CLINE: Dialect = Dialect {
    kind: Some("type"),
    kinds: ["stdio", "streamableHttp", "sse"],
    ..COMMON
};
const ROO_CODE: Dialect = Dialect {
    kind: Some("type"),
    kinds: ["stdio", "streamable-http", "sse"],
    secrets: SecretNotation::DollarEnv,
    ..COMMON
};
const WINDSURF: Dialect = Dialect {
    url: ["serverUrl", "serverUrl"],
    secrets: SecretNotation::DollarEnv,
    ..COMMON
};
const ANTIGRAVITY: Dialect = Dialect {
    url: ["serverUrl", "serverUrl"],
    ..COMMON
};
/// It reads `$NAME` as well.
const GEMINI_CLI: Dialect = Dialect {
    names: NameRule::Plain,
    url: ["httpUrl", "url"],
    secrets: SecretNotation::Bare,
    ..COMMON
};
const KIRO: Dialect = Dialect {
    secrets: SecretNotation::Dollar,
    ..COMMON
};
const GOOSE: Dialect = Dialect {
    notation: Notation::Yaml,
    holder: "extensions",
    names: NameRule::Key,
    kind: Some("type"),
    kinds: ["stdio", "streamable_http", ""],
    command: CommandField::Cmd,
    env: "envs",
    url: ["uri", "uri"],
    always: &[("name", Always::Label), ("enabled", Always::True)],
    secrets: SecretNotation::Keyring,
    event_streams: false,
    ..COMMON
};
const CONTINUE: Dialect = Dialect {
    notation: Notation::Yaml,
    list: true,
    kind: Some("type"),
    kinds: ["stdio", "streamable-http", "sse"],
    headers: &["requestOptions", "headers"],
    secrets: SecretNotation::Secrets,
    ..COMMON
};
const CRUSH: Dialect = Dialect {
    holder: "mcp",
    kind: Some("type"),
    kinds: ["stdio", "http", "sse"],
    secrets: SecretNotation::Bare,
    ..COMMON
};
const AMP: Dialect = Dialect {
    holder: "amp.mcpServers",
    secrets: SecretNotation::Dollar,
    ..COMMON
};
const COPILOT_CLI: Dialect = Dialect {
    names: NameRule::Plain,
    kind: Some("type"),
    kinds: ["local", "http", "sse"],
    always: &[("tools", Always::Everything)],
    secrets: SecretNotation::Dollar,
    ..COMMON
};
const FACTORY: Dialect = Dialect {
    kind: Some("type"),
    kinds: ["stdio", "http", "sse"],
    ..COMMON
};
const KIMI: Dialect = Dialect {
    kind: Some("transport"),
    kinds: ["", "http", "sse"],
    ..COMMON
};
const MISTRAL_VIBE: Dialect = Dialect {
    notation: Notation::Toml,
    holder: "mcp_servers",
    list: true,
    names: NameRule::Plain,
    kind: Some("transport"),
    kinds: ["stdio", "streamable-http", "http"],
    ..COMMON
};
const INSPECTOR: Dialect = Dialect {
    kind: Some("type"),
    kinds: ["stdio", "streamable-http", "sse"],
    ..COMMON
};
const JAN: Dialect = Dialect {
    kind: Some("type"),
    kinds: ["stdio", "http", "sse"],
    always: &[("active", Always::True)],
    ..COMMON
};
const DIVE: Dialect = Dialect {
    kind: Some("transport"),
    kinds: ["stdio", "streamable", "sse"],
    always: &[("enabled", Always::True)],
    ..COMMON
};

/// How a host writes servers; `None` for one whose files are only read.
pub fn of(host: &str) -> Option<&'static Dialect> {
    Some(match host {
        "claude-desktop" => &CLAUDE_DESKTOP,
        "claude-code" => &CLAUDE_CODE,
        "cursor" => &CURSOR,
        "vscode" => &VSCODE,
        "cline" => &CLINE,
        "roo-code" => &ROO_CODE,
        "windsurf" => &WINDSURF,
        "antigravity" => &ANTIGRAVITY,
        "gemini-cli" => &GEMINI_CLI,
        "lm-studio" | "trae" | "junie" | "qoder" => &COMMON,
        "kiro" => &KIRO,
        "zed" => &ZED,
        "goose" => &GOOSE,
        "continue" => &CONTINUE,
        "codex" => &CODEX,
        "opencode" => &OPENCODE,
        "crush" => &CRUSH,
        "amp" => &AMP,
        "copilot-cli" => &COPILOT_CLI,
        "factory" => &FACTORY,
        "kimi" => &KIMI,
        "mistral-vibe" => &MISTRAL_VIBE,
        "inspector" => &INSPECTOR,
        "jan" => &JAN,
        "dive" => &DIVE,
        _ => return None,
    })
}
