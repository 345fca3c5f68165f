use super::*;
use serde_json::json;

fn manifest(change: impl FnOnce(&mut serde_json::Value)) -> Result<Manifest> {
    let mut value = json!({
        "manifest_version": "0.3",
        "name": "notes",
        "version": "1.2.3",
        "description": "Notes",
        "author": { "name": "Ada", "email": "ada@example.com" },
        "icons": [{ "src": "icon.png", "size": "16x16" }],
        "server": {
            "type": "node",
            "entry_point": "server/index.js",
            "mcp_config": {
                "command": "node",
                "args": ["${__dirname}/server/index.js"],
                "env": { "LEVEL": "info", "KEY": "${user_config.key}" },
                "platform_overrides": {
                    "win32": { "command": "node.exe" },
                    "darwin": { "env": { "ONLY": "this" } },
                },
            },
        },
    });
    change(&mut value);
    Manifest::parse(value.to_string().as_bytes())
}

#[test]
fn every_version_is_read_and_a_newer_one_is_refused() {
    for version in ["0.1", "0.2", "0.3", "0.4"] {
        assert!(
            manifest(|it| it["manifest_version"] = json!(version)).is_ok(),
            "{version}"
        );
    }
    let old = manifest(|it| {
        let members = it.as_object_mut().unwrap();
        members.remove("manifest_version");
        members.insert("dxt_version".to_owned(), json!("0.1"));
    });
    assert_eq!(old.unwrap().manifest_version, "0.1");
    let both = manifest(|it| it["dxt_version"] = json!("0.1"));
    assert_eq!(both.unwrap().manifest_version, "0.3");
    let neither = manifest(|it| drop(it.as_object_mut().unwrap().remove("manifest_version")));
    assert!(neither.is_err());
    assert!(manifest(|it| it["manifest_version"] = json!("0.5")).is_err());
    assert!(manifest(|it| it["server"]["type"] = json!("docker")).is_err());
    assert!(manifest(|it| it["server"]["mcp_config"] = json!(null)).is_err());
    assert!(Manifest::parse(b"{\"manifest_version\": \"0.3\", \"name\"").is_err());
    let twice = br#"{"manifest_version":"0.3","name":"a","version":"1","author":{"name":"b"},
            "server":{"type":"node","entry_point":"a","mcp_config":{"command":"node","env":{"A":"1","A":"2"}}}}"#;
    assert!(Manifest::parse(twice).is_err(), "a variable that is there twice");
}

#[test]
fn a_list_of_tools_is_a_claim_and_whatever_else_stands_there_is_none() {
    let tools = |tools: serde_json::Value, generated: serde_json::Value| {
        let read = manifest(|it| {
            it["tools"] = tools;
            it["tools_generated"] = generated;
        });
        let read = read.unwrap();
        let names: Vec<String> = read.tools.into_iter().map(|tool| tool.name).collect();
        (names, read.tools_generated)
    };
    let listed = json!([{ "name": "a", "description": "A", "more": 1 }, { "name": "b" }]);
    assert_eq!(
        tools(listed, json!(true)),
        (vec!["a".to_owned(), "b".to_owned()], true)
    );
    for other in [
        json!(null),
        json!("a"),
        json!({ "a": 1 }),
        json!([1]),
        json!([{}]),
    ] {
        assert_eq!(tools(other.clone(), other), (Vec::new(), false));
    }
    assert!(manifest(|_| {}).unwrap().tools.is_empty());
}

#[test]
fn an_override_replaces_each_part_as_a_whole() {
    let read = manifest(|_| {}).unwrap();
    let windows = read.command_on("win32");
    assert_eq!(
        (windows.command.as_str(), windows.args.len(), windows.env.0.len()),
        ("node.exe", 1, 2)
    );
    let mac = read.command_on("darwin");
    assert_eq!(mac.env.0, [("ONLY".to_owned(), "this".to_owned())]);
    assert_eq!(read.command_on("linux").command, "node");
    let uv = manifest(|it| it["server"] = json!({ "type": "uv", "entry_point": "server.py" })).unwrap();
    assert_eq!(
        uv.command_on("linux").args.last().map(String::as_str),
        Some("server.py")
    );
}

#[test]
fn an_override_has_no_more_arguments_and_variables_than_a_command() {
    let with = |count: usize| {
        let words = vec!["x"; count];
        let variables: serde_json::Map<_, _> = (0..count).map(|n| (format!("V{n}"), json!("x"))).collect();
        let changes = [json!({ "args": words }), json!({ "env": variables })];
        changes.map(|change| {
            manifest(|it| it["server"]["mcp_config"]["platform_overrides"]["linux"] = change).is_ok()
        })
    };
    assert_eq!(with(limits::VALUES), [true, true]);
    assert_eq!(with(limits::VALUES + 1), [false, false]);
}
