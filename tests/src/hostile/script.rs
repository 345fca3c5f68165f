//! The script as data; the grammar is described in the parent module.

#![allow(
    missing_docs,
    reason = "the names say it, or the parent module and the module on HTTP"
)]

use std::{
    collections::{BTreeMap, HashMap},
    path::PathBuf,
};

use base64::{Engine as _, prelude::BASE64_STANDARD};
use serde::Deserialize;
use serde_json::Value;

/// Everything the server is told.
#[derive(Debug, Clone, Default, Deserialize)]
#[serde(default, deny_unknown_fields)]
pub struct Script {
    pub era: Era,
    pub version: Option<String>,
    pub info: Option<Value>,
    pub capabilities: Option<Value>,
    pub instructions: Option<String>,
    pub tools: Vec<Value>,
    pub many_tools: usize,
    pub page: Option<usize>,
    pub record: Option<PathBuf>,
    pub start: Vec<Step>,
    pub on: HashMap<String, Vec<Step>>,
    pub calls: HashMap<String, Vec<Step>>,
    pub http: Http,
}

impl Script {
    /// Reads a script given inline (it begins with `{`) or as the path of a file.
    pub fn read(argument: &str) -> Result<Self, String> {
        let text = if argument.trim_start().starts_with('{') {
            argument.to_owned()
        } else {
            std::fs::read_to_string(argument).map_err(|error| format!("cannot read {argument}: {error}"))?
        };
        serde_json::from_str(&text).map_err(|error| format!("the script is wrong: {error}"))
    }
}

/// How the server behaves on HTTP; described in [`super::http`].
#[derive(Debug, Clone, Default, Deserialize)]
#[serde(default, deny_unknown_fields)]
pub struct Http {
    pub sse: bool,
    pub old_sse: bool,
    pub no_get: bool,
    pub no_session: bool,
    pub token: Option<String>,
    pub challenge: Option<String>,
    pub record: Option<PathBuf>,
    pub sessions: bool,
    pub delete: Option<u16>,
    pub endpoint: Option<String>,
    pub resume: HashMap<String, Vec<Step>>,
    pub headers: BTreeMap<String, String>,
}

/// A response that is given as it stands.
#[derive(Debug, Clone, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct HttpAnswer {
    pub status: u16,
    #[serde(default)]
    pub headers: BTreeMap<String, String>,
    #[serde(default)]
    pub body: Option<Bytes>,
}

/// Which handshakes are answered.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Era {
    /// `initialize`, up to 2025-11-25.
    #[default]
    Legacy,
    /// `server/discover`, 2026-07-28.
    Modern,
    /// Both.
    Both,
}

impl Era {
    pub(super) fn answers_initialize(self) -> bool {
        self != Self::Modern
    }

    pub(super) fn answers_discover(self) -> bool {
        self != Self::Legacy
    }
}

/// One thing to do.
#[derive(Debug, Clone, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Step {
    Say(Value),
    SayRaw(Bytes),
    Banner(String),
    Unended(usize),
    Flood(Flood),
    Progress(Progress),
    Stderr(String),
    StderrFlood(usize),
    CloseStdout,
    CloseStdin,
    Reply(Value),
    Error(Value),
    NoReply,
    Malformed(Fault),
    OversizedMib(usize),
    TextBytes(usize),
    Image,
    Audio,
    BadStructured,
    DuplicateReply,
    IdAsString,
    UnknownId,
    RepeatingCursor,
    EnvDump,
    WaitForCancel(PathBuf),
    ChangeTool(Value),
    Ask(Ask),
    Sleep(u64),
    WaitForFile(PathBuf),
    Touch(PathBuf),
    DumpTo(PathBuf),
    IfFile(IfFile),
    Exit(i32),
    Crash,
    IgnoreEof,
    IgnoreTerm,
    Fork(Fork),
    StopReading,
    Http(HttpAnswer),
    Trickle(u64),
    Drop,
    Events(String),
    ExpireSessions,
}

/// Bytes as text or, where they are no text, as base64.
#[derive(Debug, Clone, Deserialize)]
#[serde(untagged)]
pub enum Bytes {
    Text(String),
    Encoded { base64: String },
}

impl Bytes {
    pub(super) fn decoded(&self) -> Vec<u8> {
        match self {
            Self::Text(text) => text.clone().into_bytes(),
            Self::Encoded { base64 } => BASE64_STANDARD
                .decode(base64)
                .expect("the script has sound base64"),
        }
    }
}

/// Notifications one after the other.
#[derive(Debug, Clone, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Flood {
    pub method: String,
    pub n: u64,
    #[serde(default)]
    pub params: Value,
}

/// Reports of progress.
#[derive(Debug, Clone, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Progress {
    pub n: u64,
    #[serde(default)]
    pub interval_ms: u64,
    #[serde(default)]
    pub backwards: bool,
    #[serde(default)]
    pub token: Option<Value>,
}

/// A request to the host.
#[derive(Debug, Clone, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Ask {
    pub method: String,
    #[serde(default)]
    pub params: Value,
    #[serde(default)]
    pub id: Option<Value>,
    #[serde(default)]
    pub stream: bool,
}

/// A fork in the script that survives a restart of the process.
#[derive(Debug, Clone, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct IfFile {
    pub path: PathBuf,
    #[serde(default)]
    pub then: Vec<Step>,
    #[serde(default, rename = "else")]
    pub otherwise: Vec<Step>,
}

/// A grandchild.
#[derive(Debug, Clone, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Fork {
    pub pid_file: PathBuf,
    #[serde(default)]
    pub double: bool,
}

/// A reply that is wrong in one way.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Fault {
    /// A byte that no UTF-8 text contains, inside a string.
    InvalidUtf8,
    /// Half of a surrogate pair as an escape.
    LoneSurrogate,
    /// An error whose code is a string.
    StringErrorCode,
    /// No `jsonrpc` member.
    NoJsonrpc,
    /// The reply inside an array.
    BatchArray,
    /// 200 arrays within one another.
    TooDeep,
    /// The first half of the reply, then a newline.
    HalfJson,
}
