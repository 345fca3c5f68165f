use super::{check, ended, is};
use crate::FailureCause as Cause;
use crate::diagnose;
use portcullis_core::Code;

#[test]
fn a_variable_that_a_server_misses_is_named() {
    check(&[
        // `npx -y @modelcontextprotocol/server-brave-search`
        (
            "npx -y @modelcontextprotocol/server-brave-search",
            "Error: BRAVE_API_KEY environment variable is required",
            Cause::VariableMissing,
            "BRAVE_API_KEY",
        ),
        // `npx -y @modelcontextprotocol/server-slack`
        (
            "npx -y @modelcontextprotocol/server-slack",
            "Please set SLACK_BOT_TOKEN and SLACK_TEAM_ID environment variables",
            Cause::VariableMissing,
            "SLACK_BOT_TOKEN and SLACK_TEAM_ID",
        ),
        // `npx -y @modelcontextprotocol/server-gitlab`
        (
            "npx -y @modelcontextprotocol/server-gitlab",
            "GITLAB_PERSONAL_ACCESS_TOKEN environment variable is not set",
            Cause::VariableMissing,
            "GITLAB_PERSONAL_ACCESS_TOKEN",
        ),
        // `npx -y @supabase/mcp-server-supabase@latest`
        (
            "npx -y @supabase/mcp-server-supabase@latest",
            "Please provide a personal access token (PAT) with the --access-token flag or set the SUPABASE_ACCESS_TOKEN environment variable",
            Cause::VariableMissing,
            "SUPABASE_ACCESS_TOKEN",
        ),
        // `python3 -c 'import os; os.environ["NOTION_TOKEN"]'`
        (
            "python3 /opt/s.py",
            "Traceback (most recent call last):\n  File \"<string>\", line 1, in <module>\n  File \"<frozen os>\", line 679, in __getitem__\nKeyError: 'NOTION_TOKEN'",
            Cause::VariableMissing,
            "NOTION_TOKEN",
        ),
        (
            "uvx notes",
            "pydantic_core._pydantic_core.ValidationError: 1 validation error for Settings\napi_key\n  Field required [type=missing, input_value={}, input_type=dict]\n    For further information visit https://errors.pydantic.dev/2.11/v/missing",
            Cause::VariableMissing,
            "API_KEY",
        ),
        (
            "npx -y notes",
            "ZodError: [\n  {\n    \"code\": \"invalid_type\",\n    \"expected\": \"string\",\n    \"received\": \"undefined\",\n    \"path\": [\n      \"LINEAR_API_KEY\"\n    ],\n    \"message\": \"Required\"\n  }\n]",
            Cause::VariableMissing,
            "LINEAR_API_KEY",
        ),
        (
            "/opt/notes",
            "panic: required key DB_URL missing value",
            Cause::VariableMissing,
            "DB_URL",
        ),
    ]);
    let mut evidence = ended(
        "npx -y b",
        "Error: BRAVE_API_KEY environment variable is required",
    );
    evidence.variables = vec!["BRAVE_API_KEY".to_owned()];
    is(
        &diagnose(&evidence),
        Cause::VariableMissing,
        "cannot use its value",
        "with a value",
    );
}

#[test]
fn arguments_that_a_server_misses_or_does_not_know_are_told() {
    check(&[
        // `npx -y @modelcontextprotocol/server-postgres`
        (
            "npx -y @modelcontextprotocol/server-postgres",
            "Please provide a database URL as a command-line argument",
            Cause::ArgumentMissing,
            "",
        ),
        // `npx -y mcp-remote`
        (
            "npx -y mcp-remote",
            "[8339] Usage: mcp-remote <https://server-url> [callback-port] [--debug]",
            Cause::ArgumentMissing,
            "printed its usage",
        ),
        (
            "uvx notes",
            "usage: notes [-h] --db-path DB_PATH\nnotes: error: the following arguments are required: --db-path",
            Cause::ArgumentMissing,
            "",
        ),
        (
            "npx -y notes",
            "error: required option '--token <token>' not specified",
            Cause::ArgumentMissing,
            "",
        ),
        (
            "/opt/notes",
            "error: the following required arguments were not provided:\n  <PATH>\n\nUsage: notes <PATH>",
            Cause::ArgumentMissing,
            "",
        ),
        // `uvx mcp-server-fetch --bad`
        (
            "uvx mcp-server-fetch --bad",
            "usage: mcp-server-fetch [-h] [--user-agent USER_AGENT] [--ignore-robots-txt]\n                        [--proxy-url PROXY_URL] [--allow-private-ips]\nmcp-server-fetch: error: unrecognized arguments: --bad",
            Cause::ArgumentInvalid,
            "“--bad”",
        ),
        // `npx -y @upstash/context7-mcp --bad`
        (
            "npx -y @upstash/context7-mcp --bad",
            "error: too many arguments. Expected 0 arguments but got 1.",
            Cause::ArgumentInvalid,
            "",
        ),
        // `node --no-such-option`
        (
            "node --no-such-option /opt/s.js",
            "node: bad option: --no-such-option",
            Cause::OptionUnknown,
            "“--no-such-option”",
        ),
    ]);
}

#[test]
fn files_ports_and_services_are_told_apart() {
    check(&[
        // `node /nowhere/server.js`
        (
            "node /nowhere/server.js",
            "node:internal/modules/cjs/loader:1210\n  throw err;\n  ^\n\nError: Cannot find module '/nowhere/server.js'\n    at Module._resolveFilename (node:internal/modules/cjs/loader:1207:15)",
            Cause::FileNotFound,
            "“/nowhere/server.js”",
        ),
        // `python3 /nowhere/server.py`
        (
            "python3 /nowhere/server.py",
            "python3: can't open file '/nowhere/server.py': [Errno 2] No such file or directory",
            Cause::FileNotFound,
            "“/nowhere/server.py”",
        ),
        // `bun run nope.ts`
        (
            "bun run nope.ts",
            "error: Module not found \"nope.ts\"",
            Cause::FileNotFound,
            "“nope.ts”",
        ),
        // `uv run --no-project nope.py`
        (
            "uv run --no-project nope.py",
            "error: Failed to spawn: nope.py\n  cause: No such file or directory (os error 2)",
            Cause::FileNotFound,
            "“nope.py”",
        ),
        // `npx -y @modelcontextprotocol/server-filesystem /nowhere/folder`
        (
            "npx -y @modelcontextprotocol/server-filesystem /nowhere/folder",
            "Warning: Cannot access directory /nowhere/folder, skipping\nError: None of the specified directories are accessible",
            Cause::FileNotFound,
            "“/nowhere/folder”",
        ),
        // `uvx mcp-server-git --repository /nowhere`
        (
            "uvx mcp-server-git --repository /nowhere",
            "Installed 32 packages in 29ms\nERROR:mcp_server_git.server:/nowhere does not exist",
            Cause::FileNotFound,
            "“/nowhere”",
        ),
        // As another account: `node -e 'require("fs").mkdirSync("/srv/x")'`
        (
            "node /opt/s.js",
            "node:fs:1386\n  const result = binding.mkdir(\n\nError: EACCES: permission denied, mkdir '/srv/x'\n    at Object.mkdirSync (node:fs:1386:26)",
            Cause::FileNotPermitted,
            "",
        ),
        // `node l.js`, while another one listens there
        (
            "node /opt/l.js",
            "node:events:502\n      throw er; // Unhandled 'error' event\n\nError: listen EADDRINUSE: address already in use :::18555\n    at Server.setupListenHandle [as _listen2] (node:net:1908:16)",
            Cause::PortInUse,
            "",
        ),
        // `npx -y @modelcontextprotocol/server-redis` without Redis
        (
            "npx -y @modelcontextprotocol/server-redis",
            "[Redis Retry] Attempt 1/5 failed\n[Redis Error] Error: connect ECONNREFUSED 127.0.0.1:6379\n[Redis Error] Stack: Error: connect ECONNREFUSED 127.0.0.1:6379",
            Cause::ServiceUnreachable,
            "",
        ),
        // `node @modelcontextprotocol/server-everything/dist/index.js streamableHttp` twice
        (
            "node /opt/index.js streamableHttp",
            "MCP Streamable HTTP Server listening on port 18998\nFailed to start: Port 18998 is already in use. Set PORT to a free port or stop the conflicting process.",
            Cause::PortInUse,
            "",
        ),
        // `fastmcp run /nowhere.py`
        (
            "/opt/bin/fastmcp run /nowhere.py",
            "[11/26/26 12:25:18] ERROR    File not found: /nowhere.py        filesystem.py:69",
            Cause::FileNotFound,
            "“/nowhere.py”",
        ),
        // `sh -c 'ulimit -v 60000; exec python greet_modern.py'`
        (
            "/opt/start.sh",
            "Traceback (most recent call last):\n    from cryptography.hazmat.bindings._rust import exceptions as rust_exceptions\nImportError: /opt/_rust.abi3.so: failed to map segment from shared object",
            Cause::Killed,
            "memory",
        ),
        (
            "npx -y notes",
            "Error: getaddrinfo ENOTFOUND api.notion.com",
            Cause::ServiceUnreachable,
            "",
        ),
        (
            "/opt/notes",
            "Error: unable to get local issuer certificate\n    at TLSSocket.onConnectSecure (node:_tls_wrap:1679:34)",
            Cause::CertificateUnknown,
            "",
        ),
        (
            "node /opt/s.js",
            "<--- Last few GCs --->\nFATAL ERROR: Reached heap limit Allocation failed - JavaScript heap out of memory",
            Cause::Killed,
            "memory",
        ),
    ]);
}

#[test]
fn how_a_program_ended_or_went_on_is_told() {
    let with = |change: &dyn Fn(&mut crate::Evidence)| {
        let mut evidence = ended("/opt/notes", "");
        evidence.exit_code = None;
        change(&mut evidence);
        diagnose(&evidence)
    };
    let killed = with(&|it| it.exit_signal = Some(9));
    is(&killed, Cause::Killed, "", "SIGKILL");
    let crashed = with(&|it| it.exit_signal = Some(11));
    is(&crashed, Cause::Crashed, "", "SIGSEGV");
    let early = with(&|it| it.exit_code = Some(0));
    is(&early, Cause::EndedEarly, "without an error", "code 0");
    let silent = with(&|it| it.code = Some(Code::ServerSilent));
    is(&silent, Cause::NotResponding, "", "silent");
    let downloading = with(&|it| it.code = Some(Code::ServerDownloading));
    is(&downloading, Cause::StillDownloading, "", "downloading");
    let banner = with(&|it| {
        it.code = Some(Code::ServerSilent);
        it.stdout = vec!["Welcome to Notes 2.1!".to_owned(), "> ".to_owned()];
    });
    is(&banner, Cause::StdoutNotMcp, "standard output", "banner");
    assert_eq!(banner.said.unwrap().text, "Welcome to Notes 2.1!");
    for lines in [
        ["Content-Length: 85", "Content-Length: 148"],
        ["{", "  \"jsonrpc\": \"2.0\","],
    ] {
        let parts = with(&|it| {
            it.code = Some(Code::ServerSilent);
            it.stdout = lines.map(str::to_owned).to_vec();
        });
        is(&parts, Cause::StdoutNotMcp, "one line", lines[0]);
    }
    let unterminated = with(&|it| {
        it.code = Some(Code::ServerSilent);
        it.stdout = vec!["Server listening on http://localhost:3000".to_owned()];
        it.unterminated = Some(r#"{"jsonrpc":"2.0"}"#.to_owned());
    });
    is(
        &unterminated,
        Cause::StdoutNotMcp,
        "without a newline",
        "a message without a newline",
    );
    assert_eq!(unterminated.said.unwrap().text, r#"{"jsonrpc":"2.0"}"#);
    let of_stdout = unterminated.looked_at.iter();
    let of_stdout = of_stdout.filter(|seen| seen.kind == crate::ObservationKind::Stdout);
    let of_stdout: Vec<_> = of_stdout
        .map(|seen| (seen.words.as_str(), seen.said[0].text.as_str(), seen.said.len()))
        .collect();
    assert_eq!(
        of_stdout,
        [
            (
                "First lines on standard output that are not MCP messages",
                "Server listening on http://localhost:3000",
                1
            ),
            (
                "Text on standard output that does not end with a newline",
                r#"{"jsonrpc":"2.0"}"#,
                1
            ),
        ]
    );
    let prompt = with(&|it| {
        it.code = Some(Code::ServerSilent);
        it.unterminated = Some("Password:".to_owned());
    });
    is(&prompt, Cause::StdoutNotMcp, "other text", "a prompt");
    let web = with(&|it| {
        it.code = Some(Code::ServerSilent);
        it.stdout = vec!["Server listening on http://localhost:3000".to_owned()];
    });
    is(&web, Cause::StdoutNotMcp, "web server", "web server");
    // `node @modelcontextprotocol/server-everything/dist/index.js streamableHttp`
    let web = with(&|it| {
        it.code = Some(Code::ServerSilent);
        it.stdout = vec!["Starting Streamable HTTP server...".to_owned()];
        it.stderr = vec!["MCP Streamable HTTP Server listening on port 18997".to_owned()];
    });
    is(
        &web,
        Cause::StdoutNotMcp,
        "web server",
        "web server on standard error",
    );
    assert!(web.said.unwrap().text.contains("18997"));
    // `mcp run x.py` without the part that has its commands: it complains on standard output.
    let part = with(&|it| {
        it.exit_code = Some(1);
        it.stdout = vec!["Error: typer is required. Install with 'pip install mcp[cli]'".to_owned()];
    });
    is(&part, Cause::PackageBroken, "optional part", "standard output");
    let of = |kind| part.looked_at.iter().find(|seen| seen.kind == kind).unwrap();
    assert!(of(crate::ObservationKind::Stderr).said.is_empty());
    assert!(!of(crate::ObservationKind::Stdout).said.is_empty());
    let version = with(&|it| it.code = Some(Code::NoCommonRevision));
    is(&version, Cause::ProtocolVersion, "protocol version", "version");
}
