//! Files of other hosts and of projects: where they are looked for, and paths in them.

use super::*;

#[test]
fn files_of_hosts_are_looked_for_where_they_keep_them() {
    let places = HostFolders {
        home: PathBuf::from(HOME),
        config: PathBuf::from("/home/me/.config"),
        local: PathBuf::from("/home/me/.local/share"),
        named: vec![
            ("CLAUDE_CONFIG_DIR", PathBuf::from("/work/claude")),
            ("CODEX_HOME", PathBuf::from("/work/codex")),
        ],
    };
    let files = config_files(&places, |folder| match folder.ends_with("Code/User/profiles") {
        true => vec![folder.join("-1a2b")],
        false => Vec::new(),
    });
    let at = |path: &str| {
        let file = files.iter().find(|file| file.path == Path::new(path));
        file.map(|file: &ConfigFile| file.host.id)
    };
    assert_eq!(at("/home/me/.cursor/mcp.json"), Some("cursor"));
    assert_eq!(
        at("/home/me/.config/Code/User/profiles/-1a2b/mcp.json"),
        Some("vscode")
    );
    assert_eq!(at("/home/me/.config/goose/config.yaml"), Some("goose"));
    assert_eq!(
        at("/home/me/.cline/data/settings/cline_mcp_settings.json"),
        Some("cline")
    );
    assert_eq!(at("/home/me/.claude.json"), Some("claude-code"));
    // A folder that the person named for a host goes before its usual one.
    assert_eq!(at("/work/claude/.claude.json"), Some("claude-code"));
    let codex = files.iter().filter(|file| file.host.id == "codex");
    let codex: Vec<&Path> = codex.map(|file| file.path.as_path()).collect();
    assert_eq!(
        codex,
        ["/work/codex/config.toml", "/home/me/.codex/config.toml"].map(Path::new)
    );
    let hosts: std::collections::HashSet<&str> = files.iter().map(|file| file.host.id).collect();
    assert!(hosts.len() >= 27, "{}", hosts.len());
}

#[test]
fn opencode_has_its_settings_in_the_home_folder_on_windows_too() {
    let places = HostFolders {
        home: PathBuf::from(HOME),
        config: PathBuf::from("/settings"),
        local: PathBuf::from("/settings/local"),
        named: Vec::new(),
    };
    let files = config_files(&places, |_| Vec::new());
    let opencode = files.iter().find(|file| file.host.id == "opencode").unwrap();
    let folder = match cfg!(any(target_os = "macos", windows)) {
        true => "/home/me/.config",
        false => "/settings",
    };
    assert_eq!(opencode.path, Path::new(folder).join("opencode/opencode.json"));
}

#[test]
fn a_file_without_servers_is_no_error_and_a_broken_one_is() {
    let read = |text: &str, name: &str| read_file(text, Path::new(name), Path::new(HOME), None);
    assert_eq!(read("", "mcp.json").unwrap(), []);
    assert_eq!(read("{\"theme\": \"dark\"}", "settings.json").unwrap(), []);
    assert_eq!(read("model = \"x\"\n", "config.toml").unwrap(), []);
    assert!(read("{\"mcpServers\": ", "mcp.json").is_err());
}

#[test]
fn the_files_of_a_project_belong_to_their_hosts() {
    let folder = Path::new("/work/app");
    let files = project_files(folder, |of| {
        assert_eq!(of, folder.join(".continue/mcpServers"));
        vec![of.join("notes.yaml"), of.join("README.md")]
    });
    let owner = |path: &str| {
        let file = files.iter().find(|file| file.path == folder.join(path));
        file.map(|file| file.host.id)
    };
    for (path, host) in [
        (".mcp.json", "claude-code"),
        (".cursor/mcp.json", "cursor"),
        (".vscode/mcp.json", "vscode"),
        ("opencode.json", "opencode"),
        (".codex/config.toml", "codex"),
        (".continue/mcpServers/notes.yaml", "continue"),
    ] {
        assert_eq!(owner(path), Some(host), "{path}");
    }
    assert_eq!(owner(".continue/mcpServers/README.md"), None);
    let of_others: Vec<_> = files
        .iter()
        .filter(|file| !file.path.starts_with(folder))
        .collect();
    assert!(of_others.is_empty(), "{of_others:?}");
}

#[cfg(unix)]
#[test]
fn relative_paths_in_the_file_of_a_project_are_resolved_and_named() {
    let text = r#"{"mcpServers": {
        "own": {"command": "./bin/server", "args": ["${workspaceFolder}/data"], "cwd": "tools"},
        "plain": {"command": "npx", "args": ["-y", "x"]},
        "above": {"command": "../other/./server"},
        "open": {"command": "${env:TOOLS}/server"},
        "far": {"url": "https://mcp.example.com/mcp"},
        "braces": {"command": "{env:TOOLS}/server"}
    }}"#;
    let project = Path::new("/work/app");
    let found = read_file(text, Path::new(".mcp.json"), Path::new(HOME), Some(project)).unwrap();
    let endpoint = |at: usize| match found[at].endpoint.clone() {
        Some(Endpoint::Command {
            program,
            arguments,
            folder,
        }) => (program, arguments, folder.unwrap_or_default()),
        other => panic!("{other:?}"),
    };
    assert_eq!(
        endpoint(0),
        (
            "/work/app/bin/server".to_owned(),
            vec!["/work/app/data".to_owned()],
            "/work/app/tools".to_owned()
        )
    );
    assert_eq!(
        found[0].remarks,
        ["“./bin/server” and “tools” are relative to the project. Their full paths are shown."]
    );
    assert_eq!(endpoint(1).0, "npx");
    assert_eq!(endpoint(1).2, "/work/app", "where the other host starts it");
    assert_eq!(found[1].remarks, <[String; 0]>::default());
    assert_eq!(endpoint(2).0, "/work/other/server");
    assert_eq!(endpoint(3).0, "${env:TOOLS}/server");
    assert_eq!(endpoint(5).0, "{env:TOOLS}/server");
    assert!(matches!(found[4].endpoint, Some(Endpoint::Address { .. })));
    let alone = read_file(text, Path::new("mcp.json"), Path::new(HOME), None).unwrap();
    assert!(matches!(
        &alone[0].endpoint,
        Some(Endpoint::Command { program, .. }) if program == "./bin/server"
    ));
}
