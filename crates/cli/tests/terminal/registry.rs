//! The registry on the terminal, with one that listens on this computer.

use crate::harness::TestHome;
use serde_json::{Value, json};
use std::io::{Read as _, Write as _};
use std::net::TcpListener;

/// A registry that has one page, for as long as the tests run; its address.
fn registry(servers: &[Value]) -> String {
    let listener = TcpListener::bind("127.0.0.1:0").unwrap();
    let address = format!("http://{}/", listener.local_addr().unwrap());
    let body = json!({ "servers": servers, "metadata": { "count": servers.len() } }).to_string();
    std::thread::spawn(move || {
        for stream in listener.incoming() {
            let mut stream = stream.unwrap();
            let mut request = [0; 8192];
            _ = stream.read(&mut request);
            let length = body.len();
            let head = format!("HTTP/1.1 200 OK\r\nConnection: close\r\nContent-Length: {length}\r\n\r\n");
            _ = stream.write_all(head.as_bytes());
            _ = stream.write_all(body.as_bytes());
        }
    });
    address
}

fn server(name: &str, status: &str) -> Value {
    json!({
        "server": {
            "name": name, "title": "Some notes", "description": "Keeps notes\u{202e}", "version": "1.0.0",
            "packages": [{ "registryType": "npm", "identifier": "notes", "version": "latest", "transport": { "type": "stdio" } }],
            "remotes": [{
                "type": "streamable-http", "url": "http://127.0.0.1:9/mcp",
                "headers": [{ "name": "X-Region", "description": "Region", "isRequired": true, "choices": ["eu", "us"] },
                    { "name": "X-Mode", "choices": ["a\nChecked by Portcullis", "b"] }],
            }],
        },
        "_meta": { "io.modelcontextprotocol.registry/official": {
            "status": status, "publishedAt": "2026-11-26T08:30:00Z", "updatedAt": "2026-11-26T08:30:00Z", "isLatest": true,
        } },
    })
}

// Proves S-26.
#[test]
fn a_registry_is_turned_on_after_a_yes_searched_and_turned_off() {
    let home = TestHome::new();
    let address = registry(&[
        server("io.github.ada/notes", "active"),
        server("io.github.ada/old", "deprecated"),
    ]);
    let none = home.run(&["registry"]).ends(0);
    none.prints("No registry is enabled.");
    home.run(&["registry", "search", "notes"]).ends(1);
    let refused = home.run(&["registry", "use", &address]).ends(3);
    refused.prints_error(&address);
    home.on_terminal(&["registry", "use", &address], "[y/N]", "n\n")
        .ends(3);
    let none = home.run(&["--json", "registry"]).ends(0).json();
    assert_eq!(none["address"], json!(null));
    home.run(&["registry", "use", "http://registry.example", "--yes"])
        .ends(2);

    let on = home.run(&["registry", "use", &address, "--yes"]).ends(0);
    on.prints("2 servers");
    let found = home.run(&["registry", "search", "some", "not"]).ends(0);
    found.prints("io.github.ada/notes");
    found.prints("deprecated");
    assert!(!found.out.contains('\u{202e}'), "{found:?}");
    let found = home
        .run(&["--json", "registry", "search", "notes"])
        .ends(0)
        .json();
    assert_eq!(found["count"], json!(2));
    home.run(&["registry", "update"]).ends(0);
    let shown = home.run(&["registry", "show", "io.github.ada/notes"]).ends(0);
    for part in [
        "Some notes 1.0.0",
        "0: npm package",
        "no exact version",
        "1: remote server",
        "X-Region: Region (required) [eu, us]",
    ] {
        shown.prints(part);
    }
    // A text of a publisher makes no line of its own.
    shown.prints("Checked by Portcullis");
    let unknown = home.run(&["registry", "show", "io.github.ada/nothing"]).ends(2);
    unknown.prints_error("does not have this server");
    assert!(
        !shown.out.lines().any(|line| line.starts_with("Checked")),
        "{shown:?}"
    );
    let off = home.run(&["registry", "off"]).ends(0);
    off.prints(&format!(
        "The registry {address} is disabled, and its copy is deleted."
    ));
    let off = home.run(&["registry", "off"]).ends(0);
    off.prints("No registry is enabled.");
    assert!(!home.data().join("registry.db").exists());
}

// Proves S-01, S-02.
#[test]
fn a_server_of_the_registry_is_added_after_the_usual_review() {
    let home = TestHome::new();
    let address = registry(&[server("io.github.ada/notes", "active")]);
    home.run(&["registry", "use", &address, "--yes"]).ends(0);
    let add = [
        "registry",
        "add",
        "io.github.ada/notes",
        "--label",
        "Notes",
        "--no-start",
    ];
    let refused = home.run(&[&add[..], &["--yes"]].concat()).ends(2);
    refused.prints_error("“X-Region” is missing.");
    let refused = home
        .run(&[&add[..], &["--option", "0", "--yes"]].concat())
        .ends(2);
    refused.prints_error("no exact version");
    let add = [&add[..], &["--set", "X-Region=eu"]].concat();
    let refused = home.run(&add).ends(3);
    for part in [
        address.as_str(),
        "io.github.ada/notes 1.0.0",
        "unverified",
        "X-Region",
    ] {
        refused.prints_error(part);
    }
    assert_eq!(home.servers(), json!([]));
    home.run(&[&add[..], &["--yes"]].concat()).ends(0);
    let detail = home.run(&["--json", "server", "show", "Notes"]).ends(0).json();
    assert_eq!(
        detail["draft"]["endpoint"]["url"],
        json!("http://127.0.0.1:9/mcp")
    );
    let shown = home.run(&["registry", "show", "io.github.ada/notes"]).ends(0);
    shown.prints("Added as: Notes");
}
