//! Real snippets of documentation and files of other hosts, and what is wrong with others.

mod export;
mod files;
mod links;

use crate::{
    ConfigFile, ExportFormat, FoundEntry, HostFolders, config_files, limits, project_files, read_file,
    read_pasted, write,
};
use base64::Engine as _;
use portcullis_domain::{Endpoint, NamedValue, ServerDraft, TransportChoice};
use proptest::prelude::*;
use std::path::{Path, PathBuf};

const HOME: &str = "/home/me";

fn pasted(text: &str) -> Vec<FoundEntry> {
    read_pasted(text, Path::new(HOME)).unwrap_or_else(|error| panic!("{text}: {error:?}"))
}

fn one(text: &str) -> FoundEntry {
    let mut found = pasted(text);
    assert_eq!(found.len(), 1, "{text}: {found:#?}");
    let found = found.remove(0);
    assert_eq!(found.problem, None, "{text}");
    found
}

fn refused(text: &str) -> String {
    match read_pasted(text, Path::new(HOME)) {
        Err(error) => error.sentence,
        Ok(found) => match found.as_slice() {
            [one] if one.problem.is_some() => one.problem.clone().unwrap(),
            _ => panic!("{text}: {found:#?}"),
        },
    }
}

/// Program and arguments as words, or the address.
fn runs(found: &FoundEntry) -> Vec<String> {
    match found.endpoint.as_ref().unwrap() {
        Endpoint::Command {
            program, arguments, ..
        } => std::iter::once(program).chain(arguments).cloned().collect(),
        Endpoint::Address { url } => vec![url.clone()],
        Endpoint::Demo {} => unreachable!(),
    }
}

/// `NAME=value`, `NAME=value (secret)`, `NAME (missing)`.
fn values(values: &[NamedValue]) -> Vec<String> {
    let shown = |value: &NamedValue| match (&value.value, value.secret) {
        (Some(text), false) => format!("{}={text}", value.name),
        (Some(text), true) => format!("{}={text} (secret)", value.name),
        (None, _) => format!("{} (missing)", value.name),
    };
    values.iter().map(shown).collect()
}

#[test]
fn a_command_line_is_read_as_a_shell_reads_it() {
    let cases: &[(&str, &str, &[&str])] = &[
        (
            "npx -y @modelcontextprotocol/server-filesystem ~/notes '/a b'",
            "filesystem",
            &[
                "npx",
                "-y",
                "@modelcontextprotocol/server-filesystem",
                "/home/me/notes",
                "/a b",
            ],
        ),
        (
            "$ uvx mcp-server-time --local-timezone=Europe/Berlin",
            "time",
            &["uvx", "mcp-server-time", "--local-timezone=Europe/Berlin"],
        ),
        (
            "```bash\nuvx mcp-server-git\n```",
            "git",
            &["uvx", "mcp-server-git"],
        ),
        ("`uvx mcp-server-git`", "git", &["uvx", "mcp-server-git"]),
        (
            "# starts it\nuvx --from git+https://github.com/oraios/serena \\\n  serena start-mcp-server",
            "serena",
            &[
                "uvx",
                "--from",
                "git+https://github.com/oraios/serena",
                "serena",
                "start-mcp-server",
            ],
        ),
        (
            "npx -y `\r\n  files-server ^\r\n  /tmp",
            "files",
            &["npx", "-y", "files-server", "/tmp"],
        ),
        (
            "uvx \"mcp-server-fetch==2025.4.7\"",
            "fetch",
            &["uvx", "mcp-server-fetch==2025.4.7"],
        ),
        (
            "npx -y figma-developer-mcp@0.4.1 --stdio",
            "figma-developer",
            &["npx", "-y", "figma-developer-mcp@0.4.1", "--stdio"],
        ),
        (
            "/opt/tools/my-server --port 3",
            "my",
            &["/opt/tools/my-server", "--port", "3"],
        ),
        (
            "python3 -m my_server",
            "my_server",
            &["python3", "-m", "my_server"],
        ),
        ("node build/index.js", "index", &["node", "build/index.js"]),
        (
            "docker run -i --rm -v /data:/data mcp/sqlite:1.2 --db /data/x",
            "sqlite",
            &[
                "docker",
                "run",
                "-i",
                "--rm",
                "-v",
                "/data:/data",
                "mcp/sqlite:1.2",
                "--db",
                "/data/x",
            ],
        ),
    ];
    for (text, name, words) in cases {
        let found = one(text);
        assert_eq!(
            (found.name.as_str(), runs(&found)),
            (*name, words.iter().map(|it| (*it).to_owned()).collect()),
            "{text}"
        );
    }
}

#[test]
fn variables_before_a_command_become_variables_of_the_server() {
    let found =
        one("env GITHUB_TOKEN=ghp_16C7e42F292c6912E7710c838347Ae178B4a LEVEL=info npx -y server-github");
    assert_eq!(runs(&found), ["npx", "-y", "server-github"]);
    let expected = [
        "GITHUB_TOKEN=ghp_16C7e42F292c6912E7710c838347Ae178B4a (secret)",
        "LEVEL=info",
    ];
    assert_eq!(values(&found.environment), expected);
    let found = one("API_KEY=<your key> npx -y thing");
    assert_eq!(values(&found.environment), ["API_KEY (missing)"]);
    assert_eq!(found.missing, ["API_KEY"]);
}

// Proves S-67.
#[test]
fn a_secret_of_docker_leaves_the_command_line() {
    let found = one(
        "docker run -i --rm -e GITHUB_TOKEN=ghp_16C7e42F292c6912E7710c838347Ae178B4a -e LEVEL=info ghcr.io/github/github-mcp-server",
    );
    assert_eq!(
        runs(&found),
        [
            "docker",
            "run",
            "-i",
            "--rm",
            "-e",
            "GITHUB_TOKEN",
            "-e",
            "LEVEL=info",
            "ghcr.io/github/github-mcp-server"
        ]
    );
    assert_eq!(
        values(&found.environment),
        ["GITHUB_TOKEN=ghp_16C7e42F292c6912E7710c838347Ae178B4a (secret)"]
    );
    assert_eq!(found.name, "github");
    for text in [
        "docker run -i --rm -e API_KEY=<your key> mcp/x",
        "docker run -i --rm --env API_KEY= mcp/x",
        r#"{"x": {"command": "docker", "args": ["run", "-i", "--rm", "-e", "API_KEY=${input:key}", "mcp/x"]}}"#,
    ] {
        let found = one(text);
        assert_eq!(values(&found.environment), ["API_KEY (missing)"], "{text}");
        assert_eq!(found.missing, ["API_KEY"], "{text}");
        assert_eq!(found.open, <[String; 0]>::default(), "{text}");
        assert_eq!(runs(&found)[5..], ["API_KEY", "mcp/x"], "{text}");
    }
    for text in [
        "docker run --rm -eAPI_KEY=a mcp/x",
        "docker run --rm -e=API_KEY=a mcp/x",
    ] {
        let found = one(text);
        assert_eq!(values(&found.environment), ["API_KEY=a (secret)"], "{text}");
        assert_eq!(runs(&found)[3..], ["-eAPI_KEY", "mcp/x"], "{text}");
    }
    let found = one("docker run --rm -ie API_KEY=a mcp/x");
    assert_eq!(values(&found.environment), ["API_KEY=a (secret)"]);
    assert_eq!(runs(&found)[3..], ["-ie", "API_KEY", "mcp/x"]);
    let mut words = ["compose", "run", "-Te", "API_KEY=a", "x"].map(str::to_owned);
    assert_eq!(crate::take_docker_secrets("docker", &mut words).len(), 1);
    assert_eq!(words[2..], ["-Te", "API_KEY", "x"]);
    let found = one("podman --log-level error run --rm --env=API_KEY=a mcp/x -e TOKEN=b --env=API_KEY=c");
    assert_eq!(values(&found.environment), ["API_KEY=a (secret)"]);
    assert_eq!(
        runs(&found)[5..],
        ["--env=API_KEY", "mcp/x", "-e", "TOKEN=b", "--env=API_KEY=c"],
        "what is behind the image is of the program in it"
    );
}

#[test]
fn the_commands_of_other_hosts_are_read() {
    let found = one("claude mcp add --transport http notion https://mcp.notion.com/mcp");
    assert_eq!(
        (found.name.as_str(), runs(&found)),
        ("notion", vec!["https://mcp.notion.com/mcp".to_owned()])
    );

    let found = one(
        "claude mcp add -s user airtable --env AIRTABLE_API_KEY=patAbc.123 -- npx -y airtable-mcp-server --verbose",
    );
    assert_eq!(found.name, "airtable");
    assert_eq!(runs(&found), ["npx", "-y", "airtable-mcp-server", "--verbose"]);
    assert_eq!(
        values(&found.environment),
        ["AIRTABLE_API_KEY=patAbc.123 (secret)"]
    );

    let found = one(
        "claude mcp add --transport sse api https://example.com/sse --header \"Authorization: Bearer abc\" --header 'X-Team: a'",
    );
    assert_eq!(
        values(&found.headers),
        ["Authorization=Bearer abc (secret)", "X-Team=a"]
    );
    assert_eq!(found.transport, TransportChoice::Sse);

    let found = one(
        r#"claude mcp add-json -s user weather '{"type":"stdio","command":"weather","args":["--key","x"],"env":{"A":"b"}}'"#,
    );
    assert_eq!(
        (found.name.as_str(), runs(&found)),
        ("weather", vec!["weather".into(), "--key".into(), "x".into()])
    );

    let found = one("codex mcp add context7 --env A=1 -- npx -y @upstash/context7-mcp");
    assert_eq!((found.name.as_str(), runs(&found).len()), ("context7", 3));
    let found = one("codex mcp add figma --url https://mcp.figma.com/mcp --bearer-token-env-var FIGMA");
    assert_eq!(values(&found.headers), ["Authorization (missing)"]);

    let found = one("codex mcp add --url https://e.com/mcp --oauth-client-id a --oauth-resource b x");
    assert_eq!(
        (found.name.as_str(), found.remarks.len()),
        ("x", 1),
        "{:?}",
        found.remarks
    );

    let found = one("gemini mcp add -e K=v files npx -y files-server --root /x");
    assert_eq!(runs(&found), ["npx", "-y", "files-server", "--root", "/x"]);

    let found = one("kimi mcp add --transport http --auth oauth linear https://mcp.linear.app/mcp");
    assert_eq!(
        (found.name.as_str(), runs(&found)),
        ("linear", vec!["https://mcp.linear.app/mcp".to_owned()])
    );
    assert_eq!(found.remarks, ["Sign-in is not included. Sign in here."]);
    let found = one("opencode mcp add context7 --global --url https://mcp.context7.com/mcp");
    assert_eq!(runs(&found), ["https://mcp.context7.com/mcp"]);
    let found = one("opencode mcp add all --env LOG_LEVEL=info -- npx -y server-everything");
    assert_eq!(runs(&found), ["npx", "-y", "server-everything"]);
    assert_eq!(values(&found.environment), ["LOG_LEVEL=info"]);
    let found = one("droid mcp add linear https://mcp.linear.app/mcp --type http");
    assert_eq!(runs(&found), ["https://mcp.linear.app/mcp"]);

    let found = one(r#"amp mcp add x --header "Authorization=Bearer a=:b" https://e.com/mcp"#);
    assert_eq!(values(&found.headers), ["Authorization=Bearer a=:b (secret)"]);
    let found =
        one("copilot mcp add ado -e ORG=a --tools '*' -- npx -y @azure-devops/mcp --authentication azcli");
    assert_eq!(
        runs(&found)[2..],
        ["@azure-devops/mcp", "--authentication", "azcli"]
    );
    assert_eq!(values(&found.environment), ["ORG=a"]);
    for text in [
        "kiro-cli mcp add --scope global --name backlog --command backlog --args mcp,start --force",
        "kiro-cli mcp add --name backlog --command backlog --args mcp --args start",
        "auggie mcp add backlog --command backlog --args 'mcp start' --replace",
        r#"q mcp add --name backlog --command backlog --args '["mcp", "start"]'"#,
        "droid mcp add backlog 'backlog mcp start'",
    ] {
        let found = one(text);
        assert_eq!(
            (found.name.as_str(), runs(&found)),
            ("backlog", vec!["backlog".into(), "mcp".into(), "start".into()]),
            "{text}"
        );
    }
    let found = one(
        r#"kiro-cli mcp add --name g --url https://e.com/mcp --headers '{"Authorization": "Bearer ${KEY}"}'"#,
    );
    assert_eq!(
        (found.name.as_str(), runs(&found)),
        ("g", vec!["https://e.com/mcp".to_owned()])
    );
    assert_eq!(found.missing, ["Authorization"]);

    let found =
        one(r#"code --add-mcp '{"name":"playwright","command":"npx","args":["@playwright/mcp@latest"]}'"#);
    assert_eq!(
        (found.name.as_str(), runs(&found)),
        ("playwright", vec!["npx".into(), "@playwright/mcp@latest".into()])
    );
    // In double quotes those of the JSON are escaped, and a placeholder is no redirection there.
    let found = one(
        r#"code --add-mcp "{\"name\":\"x\",\"command\":\"x\",\"args\":[\"<folder>\"],\"env\":{\"API_KEY\":\"<your key>\"}}""#,
    );
    assert_eq!(runs(&found), ["x", "<folder>"]);
    assert_eq!(found.missing, ["API_KEY"]);
    // As PowerShell wants it.
    let found =
        one(r#"code --add-mcp '{\"name\":\"css\",\"command\":\"npx\",\"args\":[\"-y\",\"css-mcp\"]}'"#);
    assert_eq!((found.name.as_str(), runs(&found).len()), ("css", 3));
}

#[test]
fn backslashes_of_windows_paths_stay_where_they_are() {
    let found =
        one(r#"node C:\Users\me\index.js --root "D:\My Files" --out=E:\x 'F:\a b' --json "{\"a\":1}""#);
    assert_eq!(
        runs(&found),
        [
            "node",
            r"C:\Users\me\index.js",
            "--root",
            r"D:\My Files",
            r"--out=E:\x",
            r"F:\a b",
            "--json",
            r#"{"a":1}"#
        ]
    );
    let whole = one(r#"{"x": {"command": "node C:\\Users\\me\\index.js"}}"#);
    assert_eq!(runs(&whole), ["node", r"C:\Users\me\index.js"]);
    // Elsewhere a backslash is that of the shell.
    assert_eq!(runs(&one(r"server /a\ b \'c")), ["server", "/a b", "'c"]);
}

#[test]
fn a_command_that_installs_is_no_server() {
    for text in [
        "npx -y @smithery/cli@latest install @ada/notes --client claude --key 4711",
        "npx add-mcp https://mcp.example.com/mcp",
        "npx -y install-mcp@latest https://mcp.example.com/mcp --client claude",
        "pip install mcp-server-git",
        "npm install -g @playwright/mcp@latest",
        "uv tool install notes-mcp",
        "git clone https://example.com/notes.git",
        "docker pull mcp/notes",
    ] {
        assert!(refused(text).contains("installs"), "{text}");
    }
    for text in [
        "npx -y @smithery/cli@latest run @ada/notes",
        "npx -y installer-mcp",
        "npm exec notes",
        "uv run install.py",
        "docker run -i --rm mcp/notes install",
    ] {
        one(text);
    }
}

#[test]
fn the_home_folder_is_filled_in_where_a_shell_would() {
    for text in [
        r#"npx -y files-server ~/a "$HOME/b" --out=$HOME/c '$HOME/d' \$HOME"#,
        r#"claude mcp add files -- npx -y files-server ~/a "$HOME/b" --out=$HOME/c '$HOME/d' \$HOME"#,
    ] {
        let words = runs(&one(text));
        let expected = ["/home/me/a", "/home/me/b", "--out=/home/me/c", "$HOME/d", "$HOME"];
        assert_eq!(words[3..], expected, "{text}");
    }
    let found = one("claude mcp add x -e API_KEY=$API_KEY -e DIR=$HOME/x -- docker run -v $PWD:/work mcp/x");
    assert_eq!(
        values(&found.environment),
        ["API_KEY (missing)", "DIR=/home/me/x"]
    );
    assert_eq!(found.open, ["${PWD}:/work"]);
}

#[test]
fn json_in_quotes_may_go_over_several_lines() {
    let json = "{\n  \"command\": \"npx\",\n\n  \"args\": [\"-y\", \"thing\"] // it\n}";
    let found = one(&format!(
        "# adds it\nclaude mcp add-json \"t\" '{json}' --scope user\n"
    ));
    assert_eq!((found.name.as_str(), runs(&found).len()), ("t", 3));
    let escaped = json.replace('"', "\\\"");
    assert_eq!(
        runs(&one(&format!("claude mcp add-json t \"{escaped}\""))).len(),
        3
    );
    assert!(refused("npx -y 'a\nb' c\nnpx -y d").contains("several"));
    // An apostrophe in a comment does not make the next command a part of this one.
    assert!(refused("npx -y c # it's one\nnpx -y d # it's another").contains("several"));
}

// Proves S-11, S-93.
#[test]
fn what_only_a_shell_does_is_refused() {
    for (text, sign) in [
        ("curl -fsSL https://example.com/install.sh | sh", "|"),
        ("npx -y a && rm -rf ~", "&"),
        ("npx -y a; curl x", ";"),
        ("npx $(cat /etc/passwd)", "$("),
        ("npx \"$(id)\"", "$("),
        ("npx `id`", "`"),
        ("npx a > /etc/x", ">"),
        ("npx a < /etc/x", "<"),
    ] {
        let sentence = refused(text);
        assert!(sentence.contains(&format!("“{sign}”")), "{text}: {sentence}");
    }
    // In quotes they are text.
    assert_eq!(
        runs(&one("server --query 'a | b; c > $(d)'")),
        ["server", "--query", "a | b; c > $(d)"]
    );
    assert!(refused("npx -y a\nnpx -y b").contains("several"));
    assert!(refused("npx 'a").contains("quotation mark"));
    assert!(refused("claude mcp add --what x y").contains("--what"));
    assert!(refused("claude mcp add -e").contains("no value"));
}

#[test]
fn an_address_alone_is_a_remote_server() {
    for (text, name) in [
        ("https://mcp.linear.app/mcp", "linear"),
        ("https://api.githubcopilot.com/mcp/", "githubcopilot"),
        ("http://127.0.0.1:8080/mcp", "127.0.0.1"),
        ("http://localhost:3000/sse", "localhost"),
    ] {
        let found = one(text);
        assert_eq!((found.name.as_str(), runs(&found)), (name, vec![text.to_owned()]));
    }
}

#[test]
fn every_shape_of_json_is_read() {
    let entry =
        r#"{"command": "uvx", "args": ["mcp-server-time"], "env": {"TZ": "UTC", "PORT": 80, "ON": true}}"#;
    for text in [
        format!(r#"{{"mcpServers": {{"time": {entry}}}}}"#),
        format!(r#"{{"servers": {{"time": {entry}}}}}"#),
        format!(r#"{{"mcp": {{"servers": {{"time": {entry}}}}}}}"#),
        format!(r#"{{"mcp": {{"time": {entry}}}}}"#),
        format!(r#"{{"context_servers": {{"time": {entry}}}}}"#),
        format!(r#"{{"amp.mcpServers": {{"time": {entry}}}}}"#),
        format!(
            r#"{{"projects": {{"/a": {{"mcpServers": {{"time": {entry}}}}}, "/b": {{"mcpServers": {{"time": {entry}}}}}}}}}"#
        ),
        format!(r#"{{"time": {entry}}}"#),
        format!(r#""time": {entry},"#),
        format!("// in settings.json\n{{\"mcpServers\": {{ /* mine */ \"time\": {entry}, }}, }}"),
        format!("\u{feff}```json\n{{\"mcpServers\": {{\"time\": {entry}}}}}\n```"),
        entry.to_owned(),
        format!("[{}]", entry.replacen('{', "{\"name\": \"time\", ", 1)),
    ] {
        let found = one(&text);
        assert_eq!(found.name, "time", "{text}");
        assert_eq!(runs(&found), ["uvx", "mcp-server-time"], "{text}");
        assert_eq!(
            values(&found.environment),
            ["TZ=UTC", "PORT=80", "ON=true"],
            "{text}"
        );
    }
}

#[test]
fn yaml_and_toml_are_read() {
    let goose = "extensions:\n  developer:\n    type: builtin\n    enabled: true\n    name: developer\n  github:\n    type: stdio\n    enabled: false\n    cmd: npx\n    args: ['-y', '@modelcontextprotocol/server-github']\n    envs: {LEVEL: info}\n    env_keys: [GITHUB_TOKEN]\n    timeout: 300\n";
    let found = one(goose);
    assert_eq!((found.name.as_str(), found.off), ("github", true));
    assert_eq!(
        values(&found.environment),
        ["LEVEL=info", "GITHUB_TOKEN (missing)"]
    );
    assert!(
        found.remarks.iter().any(|it| it.contains("timeout")),
        "{:?}",
        found.remarks
    );

    for start in ["", "---\n", "# Continue\n---\n"] {
        let found = one(&format!(
            "{start}mcpServers:\n  - name: SQLite\n    command: uvx\n    args:\n      - mcp-server-sqlite\n      - --db-path\n      - /x.db\n",
        ));
        assert_eq!(
            (found.name.as_str(), runs(&found).len()),
            ("SQLite", 4),
            "{start}"
        );
    }

    let found = pasted(
        "[mcp_servers.docs]\ncommand = \"npx\"\nargs = [\"-y\", \"docs\"]\nstartup_timeout_sec = 20\n\n[mcp_servers.docs.env]\nA = \"b\"\n\n[mcp_servers.figma]\nurl = \"https://mcp.figma.com/mcp\"\nbearer_token_env_var = \"FIGMA\"\nenv_http_headers = { X-Team = \"TEAM\" }\nhttp_headers = { X-A = \"1\" }\n",
    );
    let names: Vec<&str> = found.iter().map(|it| it.name.as_str()).collect();
    assert_eq!(names, ["docs", "figma"]);
    let mut headers = values(&found[1].headers);
    headers.sort();
    assert_eq!(headers, ["Authorization (missing)", "X-A=1", "X-Team (missing)"]);
}

#[test]
fn fields_are_known_by_every_name_that_hosts_give_them() {
    let remote = |fields: &str| one(&format!("{{\"x\": {{{fields}}}}}"));
    for fields in [
        r#""serverUrl": "https://e.com/mcp""#,
        r#""url": "https://e.com/mcp", "type": "http""#,
        r#""uri": "https://e.com/mcp", "type": "streamable_http""#,
        r#""httpUrl": "https://e.com/mcp""#,
        r#""type": "remote", "url": "https://e.com/mcp", "enabled": true"#,
        r#""transport": {"type": "streamable-http", "url": "https://e.com/mcp"}, "url": null"#,
    ] {
        if fields.contains("\"transport\": {") {
            let text = format!("{{\"mcpServers\": {{\"x\": {{{fields}}}}}}}");
            assert_eq!(runs(&one(&text)), ["https://e.com/mcp"], "{fields}");
        } else {
            assert_eq!(runs(&remote(fields)), ["https://e.com/mcp"], "{fields}");
        }
    }
    let found = remote(
        r#""type": "local", "command": ["npx", "-y", "x"], "environment": {"A": "1"}, "enabled": false"#,
    );
    assert_eq!(
        (runs(&found), found.off),
        (vec!["npx".into(), "-y".into(), "x".into()], true)
    );
    let found = remote(r#""command": {"path": "npx", "args": ["x"], "env": {"A": "1"}}"#);
    assert_eq!(values(&found.environment), ["A=1"]);
    // A whole line where the program belongs.
    assert_eq!(runs(&remote(r#""command": "npx -y x""#)), ["npx", "-y", "x"]);
    let whole = if cfg!(windows) {
        r"C:\My App\server.exe"
    } else {
        "/opt/My App/server"
    };
    let written = serde_json::to_string(whole).unwrap();
    assert_eq!(runs(&remote(&format!("\"command\": {written}"))), [whole]);
}

// Proves S-04, S-93.
#[test]
fn permissions_of_another_host_are_left_behind_and_that_is_said() {
    for field in [
        "alwaysAllow",
        "autoApprove",
        "trust",
        "includeTools",
        "enabled_tools",
        "default_tools_approval_mode",
    ] {
        let found = one(&format!(
            "{{\"x\": {{\"command\": \"y\", \"{field}\": [\"delete_everything\"]}}}}"
        ));
        assert_eq!(
            found.remarks,
            ["Permissions of the other application are not included."],
            "{field}"
        );
    }
    let found = one(
        r#"{"x": {"command": "y", "envFile": ".env", "oauth": {"clientId": "z"}, "sandbox": true, "watch": "a\u202eb"}}"#,
    );
    assert_eq!(
        found.remarks,
        [
            "Variables from the file “.env” are not included.",
            "Sign-in is not included. Sign in here.",
            "Not included: “sandbox” and “watch”, settings that Portcullis does not have.",
        ]
    );
}

#[test]
fn inputs_and_variables_of_other_hosts_are_asked_for() {
    let found = one(
        r#"{"inputs": [{"type": "promptString", "id": "pat", "password": true}, {"type": "promptString", "id": "org"}],
            "servers": {"ado": {"type": "stdio", "command": "npx", "args": ["-y", "ado", "${input:org}"],
            "env": {"PERSON": "${input:pat}", "ORG": "${input:org}", "DIR": "${userHome}/x", "MODE": "${MODE:-fast}"}}}}"#,
    );
    assert_eq!(
        values(&found.environment),
        ["PERSON (missing)", "ORG=", "DIR=/home/me/x", "MODE=fast"]
    );
    assert_eq!(found.missing, ["PERSON", "ORG"]);
    assert_eq!(found.open, ["${input:org}"]);
    assert_eq!(
        found.remarks,
        [
            "“PERSON” and “ORG” need values from you.",
            "Replace “${input:org}” with your own value."
        ]
    );
}

#[test]
fn a_token_that_is_missing_alone_is_told_from_a_whole_header() {
    let read = |value: &str| {
        one(&format!(
            r#"{{"x": {{"url": "https://e.com/mcp", "headers": {{"Authorization": "{value}"}}}}}}"#
        ))
    };
    for (value, bearer) in [
        ("Bearer YOUR_GITHUB_PAT", true),
        ("Bearer ${input:pat}", true),
        ("YOUR_API_KEY", false),
        ("Bearer 4711", false),
    ] {
        assert_eq!(read(value).bearer, bearer, "{value}");
    }
    assert!(one("codex mcp add x --url https://e.com/mcp --bearer-token-env-var KEY").bearer);
}

#[test]
fn a_variable_that_the_program_fills_in_itself_is_not_open() {
    let read = |args: &str| {
        one(&format!(
            r#"{{"x": {{"command": "npx", "args": ["-y", {args}], "env": {{"AUTH_HEADER": "Bearer <key>", "TEAM": "a"}}}}}}"#
        ))
    };
    let found =
        read(r#""mcp-remote@latest", "https://e.com/mcp", "--header", "Authorization:${AUTH_HEADER}""#);
    assert_eq!(found.open, <[String; 0]>::default());
    assert_eq!(found.missing, ["AUTH_HEADER"]);
    let found = read(r#""mcp-remote", "https://e.com/mcp", "--header", "X-Team:${TEAM}-${OTHER}""#);
    assert_eq!(found.open, ["X-Team:${TEAM}-${OTHER}"]);
    // Another program gets it as it is written.
    assert_eq!(read(r#""thing", "--team", "${TEAM}""#).open, ["${TEAM}"]);
}

#[test]
fn what_vs_code_proposes_for_an_input_is_its_value() {
    let found = one(
        r#"{"inputs": [{"id": "dir", "type": "promptString", "default": "/data"},
                {"id": "level", "type": "pickString", "options": ["low", "high"], "default": "low"},
                {"id": "key", "type": "promptString", "password": true, "default": "k"}],
            "servers": {"x": {"command": "y", "args": ["${input:dir}", "--level=${input:level}"],
                "env": {"LEVEL": "${input:level}", "KEY": "${input:key}"}}}}"#,
    );
    assert_eq!(runs(&found), ["y", "/data", "--level=${input:level}"]);
    assert_eq!(found.open, ["--level=${input:level}"]);
    assert_eq!(values(&found.environment), ["LEVEL=low", "KEY (missing)"]);
}

#[test]
fn variables_of_a_url_and_headers_of_a_program_are_named_as_left_out() {
    let found =
        one(r#"{"x": {"url": "https://e.com/mcp", "env": {"API_KEY": "", "TZ": "UTC"}, "args": ["-v"]}}"#);
    assert_eq!(values(&found.environment), <[String; 0]>::default());
    assert_eq!(found.missing, <[String; 0]>::default());
    assert_eq!(
        found.remarks,
        [
            "Not included: “API_KEY” and “TZ”. A remote server has no environment variables.",
            "Not included: “args”, a setting that Portcullis does not have.",
        ]
    );
    let found = one(r#"{"x": {"command": "y", "headers": {"Authorization": "Bearer ${T}"}}}"#);
    assert_eq!(found.missing, <[String; 0]>::default());
    assert_eq!(
        found.remarks,
        ["Not included: “Authorization”. A local program receives no headers."]
    );
}

#[test]
fn codex_may_say_where_it_takes_a_variable_from() {
    let found = one(
        "[mcp_servers.x]\ncommand = \"y\"\nenv_vars = [\"ONE\", { name = \"TWO\", source = \"remote\" }]\n",
    );
    assert_eq!(values(&found.environment), ["ONE (missing)", "TWO (missing)"]);
    assert!(
        refused("[mcp_servers.x]\ncommand = \"y\"\nenv_vars = [{ source = \"remote\" }]\n")
            .contains("env_vars")
    );
}

#[test]
fn servers_of_cherry_studio_have_their_names_and_urls() {
    let found = pasted(
        r#"{"mcpServers": {
            "8KX3nd9_a": {"name": "Docs", "type": "streamableHttp", "isActive": false, "baseUrl": "https://e.com/mcp", "command": ""},
            "Qw2_0pLsd": {"name": "Time", "type": "stdio", "isActive": true, "baseUrl": "", "command": "uvx", "args": ["mcp-server-time"]},
            "zz": {"name": "@cherry/fetch", "type": "inMemory", "isActive": true}
        }}"#,
    );
    let [docs, time] = found.as_slice() else {
        panic!("{found:#?}")
    };
    assert_eq!((docs.name.as_str(), docs.off), ("Docs", true));
    assert_eq!(runs(docs), ["https://e.com/mcp"]);
    assert_eq!(docs.transport, TransportChoice::StreamableHttp);
    assert_eq!((time.name.as_str(), time.off), ("Time", false));
    assert_eq!(runs(time), ["uvx", "mcp-server-time"]);
}

#[test]
fn what_is_no_server_below_mcp_is_not_shown_as_one() {
    let gemini = r#"{"mcp": {"allowed": ["a"], "excluded": ["b"]}, "mcpServers": {"a": {"command": "x"}}}"#;
    assert_eq!(one(gemini).name, "a");
    let opencode = r#"{"mcp": {"timeout": {"startup": 5},
        "servers": {"new": {"type": "local", "command": ["x"], "disabled": true}, "both": {"type": "local", "command": ["y"]}},
        "old": {"type": "remote", "url": "https://e.com/mcp", "enabled": false}, "both": {"type": "local", "command": ["z"]}}}"#;
    let found = pasted(opencode);
    let shown: Vec<_> = found.iter().map(|it| (it.name.as_str(), it.off)).collect();
    assert_eq!(shown, [("new", true), ("both", false), ("old", true)]);
    assert_eq!(runs(&found[1]), ["y"]);
}

// Proves S-93.
#[test]
fn a_variable_of_this_computer_is_not_looked_up() {
    assert!(
        std::env::var_os("PATH").is_some(),
        "there is something to look up"
    );
    let found = one(
        r#"{"x": {"command": "y", "args": ["${PATH}", "$PATH", "${env:PATH}"],
            "env": {"SEARCH": "${PATH}", "SET": "${PATH:-none}"}}}"#,
    );
    assert_eq!(runs(&found), ["y", "${PATH}", "$PATH", "${env:PATH}"]);
    assert_eq!(found.open, ["${PATH}", "${env:PATH}"]);
    assert_eq!(values(&found.environment), ["SEARCH=", "SET=none"]);
    assert_eq!(found.missing, ["SEARCH"]);
    let line = one("y --search $PATH ${PATH}");
    assert_eq!(runs(&line), ["y", "--search", "${PATH}", "${PATH}"]);
    assert_eq!(line.open, ["${PATH}", "${PATH}"]);
}

// Proves S-09, S-93.
#[test]
fn what_cannot_be_read_whole_is_refused_with_a_reason() {
    for (text, part) in [
        ("", "nothing to read"),
        ("{\"mcpServers\": {\"a\": {\"command\": \"x\"", "cannot be read"),
        (
            "{\"mcpServers\": {\"a\": {\"command\": \"x\"}, \"a\": {\"command\": \"y\"}}}",
            "“a” appears twice in this configuration",
        ),
        ("{\"mcpServers\": {}}", "no server"),
        ("{\"hello\": 1}", "no server"),
        ("[1]", "not a server"),
        ("{\"x\": {\"command\": \"y\", \"url\": \"https://z\"}}", "both"),
        ("{\"mcpServers\": {\"x\": {}}}", "neither"),
        ("{\"mcpServers\": {\"x\": 5}}", "not a server"),
        (
            "{\"x\": {\"command\": \"y\", \"args\": {\"a\": 1}}}",
            "“args” is not a list",
        ),
        (
            "{\"x\": {\"command\": \"y\", \"env\": \"A\"}}",
            "“env” is not a set",
        ),
        (
            "{\"x\": {\"command\": \"y\", \"env\": {\"A\": [1]}}}",
            "“env” is not a set",
        ),
        (
            "{\"x\": {\"url\": \"https://y\", \"type\": \"websocket\"}}",
            "“websocket”",
        ),
        ("{\"x\": {\"url\": \"unix:///run/x\"}}", "sockets"),
    ] {
        let sentence = refused(text);
        assert!(sentence.contains(part), "{text}: {sentence}");
    }
    assert!(refused(&"x".repeat(limits::PASTED + 1)).contains("256 KiB"));
    let with = |count: usize| {
        let members: Vec<String> = (0..count).map(|n| format!("\"X-{n}\": \"a\"")).collect();
        let members = members.join(", ");
        [
            format!(
                "{{\"x\": {{\"command\": \"y\", \"args\": [{}]}}}}",
                vec!["\"a\""; count].join(", ")
            ),
            format!("{{\"x\": {{\"command\": \"y\", \"env\": {{{members}}}}}}}"),
            format!("{{\"x\": {{\"url\": \"https://y\", \"headers\": {{{members}}}}}}}"),
        ]
    };
    for text in with(limits::VALUES) {
        one(&text);
    }
    for text in with(limits::VALUES + 1) {
        assert!(refused(&text).contains("256"), "{text}");
    }
    let many: Vec<String> = (0..=limits::SERVERS)
        .map(|at| format!("\"s{at}\": {{\"command\": \"x\"}}"))
        .collect();
    assert!(refused(&format!("{{{}}}", many.join(","))).contains("257"));
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(512))]

    // Proves S-09, S-93.
    #[test]
    fn no_text_makes_the_reader_fall_over(text in "\\PC{0,200}") {
        drop(read_pasted(&text, Path::new(HOME)));
    }

    // Proves S-93.
    #[test]
    fn no_cut_or_garbled_configuration_makes_the_reader_fall_over(
        cut in 0usize..400,
        put in prop::collection::vec((0usize..400, any::<char>()), 0..6),
        at in 0usize..6,
    ) {
        let texts = [
            r#"{"mcpServers": {"a": {"command": "npx", "args": ["-y", "x"], "env": {"K": "${input:k}"}}, "b": {"url": "https://e.com"}}}"#,
            "extensions:\n  github:\n    type: stdio\n    enabled: true\n    cmd: npx\n    args: ['-y', &a x, *a]\n    envs: {LEVEL: info}\n",
            "[mcp_servers.docs]\ncommand = \"npx\"\nargs = [\"-y\", \"docs\"]\n[mcp_servers.docs.env]\nA = \"b\"\n",
            "claude mcp add -e A=b --header 'X: y' name -- npx -y 'a b' \"$HOME\"",
            "cursor://anysphere.cursor-deeplink/mcp/install?name=t&config=eyJjb21tYW5kIjoibnB4In0=",
            "goose://extension?cmd=npx&arg=-y&arg=thing&id=t&name=t&env=A%3Db",
        ];
        let mut chars: Vec<char> = texts[at].chars().take(cut.max(1)).collect();
        for (place, c) in put {
            let place = place % (chars.len() + 1);
            chars.insert(place, c);
        }
        let text: String = chars.into_iter().collect();
        drop(read_pasted(&text, Path::new(HOME)));
    }
}
