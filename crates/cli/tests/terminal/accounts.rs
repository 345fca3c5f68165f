//! Who is signed in at a remote server.

use crate::harness::TestHome;

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
