//! Resources and prompts, as a script meets them.

use crate::harness::{TestHome, tiny_server};

// Proves RES-01.
#[test]
fn resources_are_listed_and_read_by_hand_and_are_in_the_record() {
    let home = TestHome::with_demo();
    let list = home.run(&["resources", "demo"]).ends(0);
    list.prints("portcullis-demo://guide");
    list.prints("portcullis-demo://notes/{number}");
    let found = home
        .run(&["--json", "resources", "demo", "--search", "guide"])
        .ends(0)
        .json();
    assert_eq!((&found["total"], &found["found"]), (&2.into(), &1.into()));

    let guide = home.run(&["read", "demo", "portcullis-demo://guide"]).ends(0);
    assert!(guide.out.starts_with("# A minute at the gate"), "{guide:?}");
    let whole = home
        .run(&["--json", "read", "demo", "portcullis-demo://guide"])
        .ends(0)
        .json();
    assert_eq!(whole["reply"]["contents"][0]["mimeType"], "text/markdown");
    let missing = home
        .run(&["--json", "read", "demo", "file:///etc/passwd"])
        .ends(2);
    assert_eq!(missing.json()["problem"]["code"], "resource.missing");

    let rows = home.run(&["--json", "audit", "list"]).ends(0).json();
    let outcomes: Vec<_> = rows["rows"]
        .as_array()
        .unwrap()
        .iter()
        .filter(|row| row["kind"] == "resource")
        .map(|row| row["outcome"].as_str().unwrap())
        .collect();
    assert_eq!(outcomes, ["failed", "done", "done"]);
}

// Proves PRO-03.
#[test]
fn prompts_are_listed_and_fetched_and_a_missing_argument_is_said() {
    let home = TestHome::with_demo();
    let list = home.run(&["prompts", "demo"]).ends(0);
    list.prints("number language");
    list.prints("[tone]");
    let fetched = home
        .run(&["prompt", "demo", "summarise_notes", "tone=brief"])
        .ends(0);
    fetched.prints("[user]");
    fetched.prints("in a brief tone");
    let missing = home
        .run(&["prompt", "demo", "translate_note", "number=1"])
        .ends(1);
    missing.prints_error("“language” is missing");
    let unknown = home.run(&["--json", "prompt", "demo", "nothing"]).ends(2);
    let problem = &unknown.json()["problem"];
    assert_eq!(problem["code"], "prompt.unknown");
    assert_eq!(problem["remedy"], "“portcullis-cli prompts Demo” lists them.");
    let rows = home.run(&["--json", "audit", "list"]).ends(0).json();
    let prompts = rows["rows"]
        .as_array()
        .unwrap()
        .iter()
        .filter(|row| row["kind"] == "prompt");
    assert_eq!(prompts.count(), 1, "what was not sent has no row");
}

#[test]
fn an_empty_list_says_that_nothing_is_offered_and_not_that_nothing_matches() {
    let home = TestHome::new();
    let empty = r#"    *'"resources/list"'*) printf '{"jsonrpc":"2.0","id":%s,"result":{"resources":[]}}\n' "$id" ;;
    *'"resources/templates/list"'*) printf '{"jsonrpc":"2.0","id":%s,"result":{"resourceTemplates":[]}}\n' "$id" ;;
    *'"prompts/list"'*) printf '{"jsonrpc":"2.0","id":%s,"result":{"prompts":[]}}\n' "$id" ;;"#;
    let text = tiny_server("Looks.", "seen")
        .replace(r#""tools":{}"#, r#""tools":{},"resources":{},"prompts":{}"#)
        .replace("  case \"$line\" in", &format!("  case \"$line\" in\n{empty}"));
    let server = home.script("server", &text);
    home.run(&["server", "add", "Tiny", "--yes", "--", server.to_str().unwrap()])
        .ends(0);
    for (list, one) in [("resources", "resource"), ("prompts", "prompt")] {
        let all = home.run(&[list, "tiny"]).ends(0);
        assert_eq!(all.out, format!("“Tiny” offers no {list}.\n"));
        let searched = home.run(&[list, "tiny", "--search", "x"]).ends(0);
        assert_eq!(searched.out, format!("No {one} of “Tiny” matches.\n"));
    }
}

// Proves CAP-09.
#[test]
fn a_server_that_declares_no_tools_is_not_asked_for_any_and_that_is_said() {
    let home = TestHome::new();
    let text = tiny_server("Looks.", "seen").replace(r#""tools":{}"#, "");
    let server = home.script("server", &text);
    home.run(&["server", "add", "Tiny", "--yes", "--", server.to_str().unwrap()])
        .ends(0);
    let list = home.run(&["tools", "tiny"]).ends(0);
    assert_eq!(list.out, "“Tiny” offers no tools.\n");
    list.prints_error("“Tiny” did not declare the capability “tools”");
}

// Proves CAP-09.
#[test]
fn a_server_without_resources_is_said_to_have_none() {
    let home = TestHome::new();
    let server = home.script("server", &tiny_server("Looks.", "seen"));
    home.run(&["server", "add", "Tiny", "--yes", "--", server.to_str().unwrap()])
        .ends(0);
    let list = home.run(&["resources", "tiny"]).ends(0);
    list.prints("“Tiny” does not offer resources.");
    let refused = home.run(&["read", "tiny", "a://b"]).ends(1);
    refused.prints_error("“Tiny” does not offer resources");
}

#[test]
fn what_is_not_there_is_refused_with_a_command_that_can_be_pasted() {
    let home = TestHome::new();
    home.run(&["server", "add", "My demo", "--demo", "--yes"]).ends(0);
    for (line, list) in [
        (&["tools", "my demo", "subtract"][..], "tools"),
        (&["call", "my demo", "subtract", "--yes"], "tools"),
        (&["flows", "my demo", "subtract"], "tools"),
        (&["flows", "my demo", "subtract", "sends=yes"], "tools"),
        (&["prompt", "my demo", "sing"], "prompts"),
        (&["roots", "my demo", "remove", "/nowhere"], "roots"),
    ] {
        let helps = format!("“portcullis-cli {list} \"My demo\"” lists them.");
        home.run(line).ends(2).prints_error(&helps);
    }
}

#[test]
fn where_no_server_is_on_the_tokens_of_none_are_estimated() {
    let home = TestHome::new();
    home.run(&["tokens"]).ends(0).prints("No server is on.");
}
