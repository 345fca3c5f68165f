//! Who is signed in at a remote server.

use crate::harness::TestHome;
use portcullis_core::clock::SystemClock;
use portcullis_storage::store::{Store, settings};
use serde_json::json;
use std::io::{Read as _, Write as _};
use std::net::TcpListener;
use std::sync::Arc;

/// One with an address at which nothing answers.
fn with_address(headers: &[&str]) -> TestHome {
    let home = TestHome::new();
    let mut line = vec![
        "server",
        "add",
        "Remote",
        "--url",
        "http://127.0.0.1:9/mcp",
        "--no-start",
        "--yes",
    ];
    for header in headers {
        line.extend(["--header", header]);
    }
    home.run(&line).ends(0);
    home
}

#[test]
fn an_account_is_shown_where_there_can_be_one() {
    let home = with_address(&[]);
    let shown = home.run(&["account", "show", "remote"]).ends(0);
    shown.prints("You are not signed in to “Remote”.");
    shown.prints("“portcullis-cli account sign-in Remote”");
    let json = home.run(&["--json", "account", "show", "remote"]).ends(0).json();
    assert_eq!(json["applies"], true);
    assert_eq!(json["account"], serde_json::Value::Null);
    home.run(&["account", "show", "nowhere"]).ends(2);
}

#[test]
fn a_program_and_a_server_with_an_own_token_need_no_sign_in() {
    let home = TestHome::with_demo();
    let local = home.run(&["account", "show", "demo"]).ends(0);
    local.prints("is a program on this computer");
    let own = with_address(&["Authorization=Bearer of-my-own"]);
    let shown = own.run(&["account", "show", "remote"]).ends(0);
    shown.prints("uses your own Authorization header");
    assert!(!shown.out.contains("of-my-own"), "{shown:?}");
}

/// A server whose authorization server registers no clients, for as long as the tests run; its URL.
fn without_registration() -> String {
    let listener = TcpListener::bind("127.0.0.1:0").unwrap();
    let origin = format!("http://{}", listener.local_addr().unwrap());
    let url = format!("{origin}/mcp");
    let resource = json!({ "resource": url, "authorization_servers": [origin] }).to_string();
    let issuer = json!({
        "issuer": origin,
        "authorization_endpoint": format!("{origin}/authorize"),
        "token_endpoint": format!("{origin}/token"),
        "response_types_supported": ["code"],
        "code_challenge_methods_supported": ["S256"],
    })
    .to_string();
    std::thread::spawn(move || {
        for stream in listener.incoming() {
            let mut stream = stream.unwrap();
            let mut bytes = [0; 8192];
            let length = stream.read(&mut bytes).unwrap_or(0);
            let asked = String::from_utf8_lossy(&bytes[..length]).into_owned();
            let (status, body) = match asked.split(' ').nth(1).unwrap_or_default() {
                "/.well-known/oauth-protected-resource/mcp" => ("200 OK", resource.as_str()),
                "/.well-known/oauth-authorization-server" => ("200 OK", issuer.as_str()),
                "/mcp" => ("401 Unauthorized", ""),
                _ => ("404 Not Found", ""),
            };
            let length = body.len();
            let kind = "Connection: close\r\nContent-Type: application/json";
            let head = format!("HTTP/1.1 {status}\r\n{kind}\r\nContent-Length: {length}\r\n\r\n");
            _ = stream.write_all(head.as_bytes());
            _ = stream.write_all(body.as_bytes());
        }
    });
    url
}

#[test]
fn a_sign_in_that_needs_a_client_id_ends_with_4_and_names_the_command() {
    let home = TestHome::new();
    let url = without_registration();
    let add = ["server", "add", "Remote", "--no-start", "--yes", "--url", &url];
    home.run(&add).ends(0);
    let sign_in = ["--json", "account", "sign-in", "remote", "--yes"];
    let needed = home.run(&sign_in).ends(4).json();
    assert_eq!(needed["problem"]["code"], "auth.client_needed", "{needed}");
    let remedy = needed["problem"]["remedy"].as_str().unwrap();
    assert!(remedy.contains("account client Remote --id"), "{remedy}");
}

// Proves AUT-03.
#[test]
fn no_browser_opens_where_no_review_is_possible() {
    let home = with_address(&[]);
    let failed = home.run(&["account", "sign-in", "remote", "--yes"]).ends(4);
    failed.prints_error("Checking how to sign in to “Remote”");
    assert!(!failed.err.contains("in your browser"), "{failed:?}");
    let json = home
        .run(&["--json", "account", "sign-in", "remote"])
        .ends(4)
        .json();
    assert!(json["problem"]["sentence"].as_str().is_some(), "{json}");
}

// Proves AUT-49.
#[test]
fn signing_out_without_a_sign_in_says_so() {
    let home = with_address(&[]);
    let out = home.run(&["account", "sign-out", "remote"]).ends(0);
    out.prints("You were not signed in to “Remote”.");
    let none = home.run(&["account", "decline", "remote"]).ends(0);
    none.prints("requests no more scopes than you granted");
}

// Proves AUT-26.
#[test]
fn a_client_secret_is_asked_for_and_needs_a_terminal() {
    let home = with_address(&[]);
    let nobody = home
        .run(&["account", "client", "remote", "--id", "mine", "--secret"])
        .ends(3);
    nobody.prints_error("cannot ask for the client secret.");
    let typed = home.on_terminal(
        &["account", "client", "remote", "--id", "mine", "--secret"],
        "Client secret (not shown):",
        "hunter2-hunter2\n",
    );
    // There is no keychain in this home.
    assert_ne!(typed.code, 0, "{typed:?}");
    assert!(!typed.out.contains("hunter2"), "{typed:?}");
    let json = home.run(&["--json", "account", "show", "remote"]).ends(0).json();
    assert_eq!(json["own_client"], serde_json::Value::Null);
}

#[test]
fn a_client_id_is_removed_after_a_yes_only_and_without_a_terminal_not_at_all() {
    let home = with_address(&[]);
    let own = || {
        let account = home.run(&["--json", "account", "show", "remote"]).ends(0);
        account.json()["own_client"]["client_id"].clone()
    };
    let forget = ["account", "client", "remote", "--forget"];
    let none = home.run(&forget).ends(0);
    none.prints("You have not entered a client ID for “Remote”.");
    home.run(&["account", "client", "remote", "--id", "mine"]).ends(0);
    let unasked = home.run(&forget).ends(3);
    unasked.prints_error("This removes your client ID for “Remote”");
    unasked.prints_error("Your client ID: mine");
    unasked.prints_error("so nothing was removed. Run it in a terminal, or add --yes.");
    let denied = home.on_terminal(&forget, "Remove it? [y/N]", "n\n").ends(3);
    denied.prints("Nothing was removed.");
    // Ctrl-D and Ctrl-C are no yes.
    for (key, code) in [("\u{4}", 3), ("\u{3}", 1)] {
        home.on_terminal(&forget, "Remove it? [y/N]", key).ends(code);
    }
    assert_eq!(own(), "mine");
    let removed = home.on_terminal(&forget, "Remove it? [y/N]", "y\n").ends(0);
    removed.prints("Removed your client ID for “Remote”.");
    assert_eq!(own(), serde_json::Value::Null);
    home.run(&["account", "client", "remote", "--id", "mine"]).ends(0);
    home.run(&[&forget[..], &["--yes"]].concat()).ends(0);
    assert_eq!(own(), serde_json::Value::Null);
}

/// The command about the client ID of the server of [`with_client_secret`].
const CLIENT: [&str; 3] = ["account", "client", "remote"];

/// A home with a client ID whose secret is in the file of secrets.
fn with_client_secret() -> TestHome {
    let home = with_address(&[]);
    let words = "a few words of my own\n";
    let new = [("New passphrase", words), ("Once more", words)];
    home.in_turn(&["secrets", "file"], &new).ends(0);
    let entered = [
        ("Passphrase of the file", words),
        ("Client secret (not shown):", "hunter2-hunter2\n"),
    ];
    home.in_turn(&[&CLIENT[..], &["--id", "mine", "--secret"]].concat(), &entered)
        .ends(0);
    home
}

#[test]
fn a_stored_client_secret_is_not_deleted_for_another_client_without_a_yes() {
    let home = with_client_secret();
    for other in [&["--id", "other"][..], &["--id", "mine", "--port", "8080"]] {
        let unasked = home.run(&[&CLIENT[..], other].concat()).ends(3);
        unasked.prints_error("deletes the secret or key that is stored with it");
        unasked.prints_error("so nothing was changed. Run it in a terminal, or add --yes.");
    }
    let account = home.run(&["--json", "account", "show", "remote"]).ends(0).json();
    assert_eq!(account["own_client"]["client_id"], "mine");
    assert_eq!(account["own_client"]["proof"], "secret");
    // Without a terminal the file stays locked, and what is left in it is said.
    let changed = home
        .run(&[&CLIENT[..], &["--id", "other", "--yes"]].concat())
        .ends(0);
    changed.prints_error("1 unused secret of “Remote” could not be deleted");
}

#[test]
fn a_client_secret_that_is_left_after_its_client_is_removed_is_said_to_be() {
    let home = with_client_secret();
    let removed = home.run(&[&CLIENT[..], &["--forget", "--yes"]].concat()).ends(0);
    removed.prints_error("1 unused secret of “Remote” could not be deleted");
    removed.prints("Removed your client ID for “Remote”, but not its secret.");
}

#[test]
fn the_url_of_a_client_document_that_is_removed_is_said() {
    let home = TestHome::new();
    home.run(&["account", "document"]).ends(0);
    let store = Store::open(&home.data(), Arc::new(SystemClock)).unwrap().store;
    let url = "https://id.example/portcullis.json";
    let fill = store.write(move |db| settings::set(db, "client_document", &Some(url)));
    let runtime = tokio::runtime::Builder::new_current_thread().build().unwrap();
    runtime.block_on(async {
        fill.await.unwrap();
        store.close().await;
    });
    let removed = home.run(&["account", "document", "--forget"]).ends(0);
    removed.prints_error(&format!("The previous URL was “{url}”."));
    removed.prints("Portcullis has no client ID metadata document");
    let none = home.run(&["account", "document", "--forget"]).ends(0);
    assert!(none.err.is_empty(), "{none:?}");
}
