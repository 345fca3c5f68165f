//! The servers, how each is started, and what is known about it beforehand.

use crate::place;
use crate::test::packages;

#[derive(Clone, Copy, PartialEq, Eq)]
pub(super) enum Transport {
    Stdio,
    Http,
    Sse,
}

impl Transport {
    pub(super) fn name(self) -> &'static str {
        match self {
            Self::Stdio => "stdio",
            Self::Http => "Streamable HTTP",
            Self::Sse => "HTTP+SSE",
        }
    }
}

/// What runs a server.
#[derive(Clone, Copy)]
enum Program {
    /// A script below `tests/packages`, with its arguments.
    Node(&'static str, &'static [&'static str]),
    /// A Python with the packages of `requirements-NAME.txt`, and one of our own servers for it; both take the transport.
    Python(&'static str, &'static str),
}

pub(super) struct Row {
    pub(super) server: &'static str,
    pub(super) transport: Transport,
    program: Program,
    /// The tools to call, as the fields of a description of `tests/src/bin/interop`.
    pub(super) plan: &'static str,
    pub(super) remark: &'static str,
}

impl Row {
    /// Program and arguments.
    pub(super) fn command(&self, port: u16) -> Vec<String> {
        let packages = place::root().join("tests/packages");
        let text = |path: std::path::PathBuf| path.to_string_lossy().into_owned();
        match self.program {
            Program::Node(script, arguments) => {
                let mut words = vec![text(packages::node(&packages)), text(packages.join(script))];
                words.extend(arguments.iter().map(|&argument| argument.to_owned()));
                words
            }
            Program::Python(environment, script) => {
                let transport = match self.transport {
                    Transport::Stdio => "stdio",
                    Transport::Http => "streamable-http",
                    Transport::Sse => "sse",
                };
                vec![
                    text(packages::interpreter(environment)),
                    text(packages.join("interop").join(script)),
                    transport.to_owned(),
                    port.to_string(),
                ]
            }
        }
    }
}

const EVERYTHING: &str = r#"
    "call": {"tool": "echo", "arguments": {"message": "hello"}},
    "progress": {"tool": "trigger-long-running-operation", "arguments": {"duration": 1, "steps": 5}},
    "sampling": {"tool": "trigger-sampling-request", "arguments": {"prompt": "Say something.", "maxTokens": 100}},
    "form": {"tool": "trigger-elicitation-request"},
    "link": {"tool": "trigger-url-elicitation", "arguments": {"url": "https://example.com/look"}},
    "roots": {"tool": "get-roots-list"},
    "cancel": {"tool": "trigger-long-running-operation", "arguments": {"duration": 30, "steps": 30}},
    "changes": {"tool": "toggle-subscriber-updates"}"#;

const EVERYTHING_OLD: &str = r#"
    "call": {"tool": "echo", "arguments": {"message": "hello"}},
    "progress": {"tool": "longRunningOperation", "arguments": {"duration": 1, "steps": 5}},
    "sampling": {"tool": "sampleLLM", "arguments": {"prompt": "Say something.", "maxTokens": 100}},
    "cancel": {"tool": "longRunningOperation", "arguments": {"duration": 30, "steps": 30}}"#;

const FILESYSTEM: &str = r#"
    "call": {"tool": "list_directory", "arguments": {"path": "{folder}"}},
    "asks_for_roots_at_once": true"#;

/// One of our own servers in Python.
const OFFERS: &str = r#"
    "call": {"tool": "greet", "arguments": {"name": "Ada"}},
    "progress": {"tool": "count", "arguments": {"steps": 5}},
    "sampling": {"tool": "sample"},
    "form": {"tool": "form"},
    "link": {"tool": "address"},
    "roots": {"tool": "folders"},
    "cancel": {"tool": "sleep", "arguments": {"seconds": 30}}"#;

const SILENT: &str = "Falls silent for good when it is asked a method that it does not know. The host asks once in a \
    process it can lose, greets a second one in the older era when the first is still silent after 1.5 s, and remembers \
    that. Its SDK also ends when a call is cancelled.";
const SLOW: &str = "Imports for 1.5 to 3 s. A second process is greeted in the older era meanwhile, and lost once the \
    first has answered in the newer one.";
const OLDER: &str = "Over this transport the host speaks the older era.";
const NO_LEVEL: &str =
    "Its SDK offers no log level; subscriptions are streams of their own in this revision.";
const NO_STREAMABLE: &str = "The version has no Streamable HTTP.";
const ENDS: &str = "Its SDK ends its side when a call is cancelled; the host connects again.";

/// All of them, sorted by name, newest version first.
pub(super) fn rows() -> Vec<Row> {
    use Transport::{Http, Sse, Stdio};
    let row = |server, transport, program, plan, remark| Row {
        server,
        transport,
        program,
        plan,
        remark,
    };
    let new = "node_modules/@modelcontextprotocol/server-everything/dist/index.js";
    let mut rows = vec![
        row(
            "server-everything 2026.8.31",
            Stdio,
            Program::Node(new, &["stdio"]),
            EVERYTHING,
            "",
        ),
        row(
            "server-everything 2026.8.31",
            Http,
            Program::Node(new, &["streamableHttp"]),
            EVERYTHING,
            "",
        ),
        row(
            "server-everything 2026.8.31",
            Sse,
            Program::Node(new, &["sse"]),
            EVERYTHING,
            "",
        ),
    ];
    for (server, stdio, sse) in [
        (
            "server-everything 2025.3.19",
            "interop/node_modules/everything-2025.3.19/dist/index.js",
            "interop/node_modules/everything-2025.3.19/dist/sse.js",
        ),
        (
            "server-everything 0.6.2",
            "interop/node_modules/everything-0.6.2/dist/index.js",
            "interop/node_modules/everything-0.6.2/dist/sse.js",
        ),
    ] {
        rows.push(row(server, Stdio, Program::Node(stdio, &[]), EVERYTHING_OLD, ""));
        rows.push(row(
            server,
            Sse,
            Program::Node(sse, &[]),
            EVERYTHING_OLD,
            NO_STREAMABLE,
        ));
    }
    let files = "interop/node_modules/@modelcontextprotocol/server-filesystem/dist/index.js";
    rows.push(row(
        "server-filesystem 2026.8.31",
        Stdio,
        Program::Node(files, &[]),
        FILESYSTEM,
        "Started without a folder: it works in those that it is told.",
    ));
    let (first, second) = ("offers_mcp_1.py", "offers_mcp_2.py");
    for (server, environment, script, transports, remark) in [
        ("Python mcp 2.3.0", "modern", second, &[Stdio, Http][..], NO_LEVEL),
        ("Python mcp 2.3.0", "modern", second, &[Sse], OLDER),
        ("Python mcp 1.27.2", "mcp-1.27.2", first, &[Stdio, Http, Sse], ""),
        ("Python mcp 1.16.0", "mcp-1.16.0", first, &[Stdio, Http, Sse], ""),
        ("Python mcp 1.9.4", "mcp-1.9.4", first, &[Stdio, Http, Sse], ENDS),
        ("Python mcp 1.6.0", "mcp-1.6.0", first, &[Stdio], SILENT),
        ("Python mcp 1.6.0", "mcp-1.6.0", first, &[Sse], ENDS),
        ("Python mcp 1.2.0", "legacy", first, &[Stdio], SILENT),
        ("Python mcp 1.2.0", "legacy", first, &[Sse], ENDS),
        (
            "Python fastmcp 4.1.2",
            "fastmcp-4.1.2",
            "offers_fastmcp_4.py",
            &[Stdio],
            SLOW,
        ),
        (
            "Python fastmcp 4.1.2",
            "fastmcp-4.1.2",
            "offers_fastmcp_4.py",
            &[Http],
            "",
        ),
        (
            "Python fastmcp 4.1.2",
            "fastmcp-4.1.2",
            "offers_fastmcp_4.py",
            &[Sse],
            OLDER,
        ),
    ] {
        for &transport in transports {
            rows.push(row(
                server,
                transport,
                Program::Python(environment, script),
                OFFERS,
                remark,
            ));
        }
    }
    rows.sort_by_key(|row| row.server.rsplit_once(' ').map(|(name, _version)| name));
    rows
}
