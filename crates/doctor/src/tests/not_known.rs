use super::{ended, is};
use crate::FailureCause as Cause;
use crate::{RepairAction, diagnose};

/// Texts that look like a cause and are none, or whose cause only the server's author knows.
const UNKNOWN: &[(&str, &str)] = &[
    (
        "npx -y notes",
        "TypeError: Cannot read properties of undefined (reading 'map')\n    at load (/opt/notes/dist/index.js:10:4)\n\nNode.js v22.3.0",
    ),
    (
        "npx -y notes",
        "SyntaxError: Unexpected token '}' in JSON at position 12\n\nNode.js v22.3.0",
    ),
    ("npx -y notes", "starting\nloading 3 tools\nbye"),
    // A warning about engines says nothing of what came after it: `npx -y firecrawl-mcp`.
    (
        "npx -y firecrawl-mcp",
        "npm warn EBADENGINE Unsupported engine {\nnpm warn EBADENGINE   package: 'firecrawl@4.16.0',\nnpm warn EBADENGINE   required: { node: '>=22.0.0' },\nnpm warn EBADENGINE   current: { node: 'v20.20.2', npm: '11.19.1' }\nnpm warn EBADENGINE }\nInternal failure 17",
    ),
    // Node.js is too new: nothing newer helps.
    (
        "npx -y notes",
        "npm error code EBADENGINE\nnpm error engine Unsupported engine\nnpm error notsup Required: {\"node\":\">=16 <20\"}\nnpm error notsup Actual:   {\"node\":\"v20.20.2\",\"npm\":\"11.19.1\"}",
    ),
    // It goes on without the key: `npx -y tavily-mcp`.
    (
        "npx -y tavily-mcp",
        "[tavily-mcp] no TAVILY_API_KEY set; running in keyless mode. Search and extract are available; other tools will return a message explaining that an API key is required.\nboom",
    ),
    (
        "uvx notes",
        "INFO LOG_LEVEL not set, using default\nRuntimeError: boom",
    ),
    (
        "python3 /opt/s.py",
        "Traceback (most recent call last):\n  File \"/opt/s.py\", line 3, in <module>\n    table[name]\nKeyError: 'Ada'",
    ),
    (
        "python3 /opt/s.py",
        "Traceback (most recent call last):\n  File \"/opt/s.py\", line 1, in <module>\nValueError: invalid literal for int() with base 10: 'x'",
    ),
    (
        "/opt/notes",
        "thread 'main' panicked at src/main.rs:1:2:\nno config\nnote: run with `RUST_BACKTRACE=1`",
    ),
    (
        "/opt/notes",
        "2026/11/26 listening, then exited: code 7 (see docs/404.md)",
    ),
    (
        "docker run -i --rm acme/notes",
        "WARNING: The requested image's platform (linux/amd64) does not match the detected host platform (linux/arm64/v8)\ninternal error 3",
    ),
    ("npx -y notes", ""),
];

#[test]
fn what_no_rule_knows_stays_unknown_and_points_to_the_log() {
    for (command, stderr) in UNKNOWN {
        let diagnosis = diagnose(&ended(command, stderr));
        is(&diagnosis, Cause::Unknown, "exited with code 1", stderr);
        assert_eq!(diagnosis.action, Some(RepairAction::OpenLog));
        assert!(diagnosis.remedy.contains("log") && diagnosis.install.is_none());
    }
}
