//! Adding, listing and reading the record, as a script does it.

use crate::rig::House;

#[test]
fn what_is_added_is_listed_and_shown_without_starting_anything() {
    let house = House::with_demo();
    let list = house.run(&["--json", "server", "list"]).ends(0);
    assert_eq!(list.json()[0]["label"], "Demo");
    assert_eq!(
        list.json()[0]["state"]["phase"],
        "off",
        "nothing is started for a list"
    );
    assert!(list.err.is_empty(), "{list:?}");
    let shown = house.run(&["server", "show", "dEMO"]).ends(0);
    assert!(
        shown.out.contains("the demo server inside Portcullis"),
        "{shown:?}"
    );
}

#[test]
fn s01_without_a_terminal_and_without_yes_nothing_is_saved() {
    let house = House::new();
    let refused = house.run(&["server", "add", "Demo", "--demo"]).ends(3);
    assert!(
        refused.err.contains("Add “Demo”?"),
        "the review is there to read: {refused:?}"
    );
    assert!(refused.err.contains("was not added"), "{refused:?}");
    let json = house.run(&["--json", "server", "add", "Demo", "--demo"]).ends(3);
    assert_eq!(json.json()["problem"]["code"], "consent.nobody");
    assert_eq!(
        house.run(&["--json", "server", "list"]).ends(0).json(),
        serde_json::json!([])
    );
    let record = house.run(&["--json", "audit", "list"]).ends(0).json();
    let rows = record["rows"].as_array().expect("rows");
    assert_eq!(rows.len(), 2, "each review has its row (S-90): {rows:?}");
    for row in rows {
        assert_eq!(
            row["outcome"], "cancelled",
            "nobody answered, and no answer is recorded: {row}"
        );
        assert_eq!(row["outcome_words"], "Portcullis was closed");
    }
}

#[test]
fn s12_yes_does_not_pass_a_refusal() {
    let house = House::new();
    let refused = house
        .run(&[
            "server",
            "add",
            "Hook",
            "--env",
            "LD_PRELOAD=/tmp/x.so",
            "--yes",
            "--",
            "cat",
        ])
        .ends(3);
    assert!(refused.err.contains("“LD_PRELOAD” is not allowed"), "{refused:?}");
    assert_eq!(
        house.run(&["--json", "server", "list"]).json(),
        serde_json::json!([])
    );
}

#[test]
fn a_program_that_does_not_exist_is_a_clear_sentence_and_nothing_is_saved() {
    let house = House::new();
    let missing = house
        .run(&["server", "add", "None", "--yes", "--", "no-such-program-here"])
        .ends(4);
    assert!(missing.err.contains("no-such-program-here"), "{missing:?}");
    assert!(missing.out.is_empty(), "{missing:?}");
    assert_eq!(
        house.run(&["--json", "server", "list"]).json(),
        serde_json::json!([])
    );
}

#[test]
fn a_server_that_exits_at_once_is_unreached_and_says_why() {
    let house = House::new();
    let server = house.script("server", "#!/bin/sh\necho no licence >&2\nexit 7\n");
    let added = house
        .run(&["server", "add", "Short", "--yes", "--", server.to_str().unwrap()])
        .ends(4);
    assert!(
        added.err.contains("no licence") && added.err.contains('7'),
        "{added:?}"
    );
    let status = house.run(&["--json", "status", "short"]).ends(4);
    assert_eq!(status.json()["summary"]["label"], "Short");
}

#[test]
fn a_label_is_taken_once_and_an_unknown_one_is_said_to_be() {
    let house = House::with_demo();
    let taken = house.run(&["server", "add", "demo", "--demo", "--yes"]).ends(1);
    assert!(
        taken.err.contains("There is a server called “demo” already"),
        "{taken:?}"
    );
    let unknown = house.run(&["tools", "nothing"]).ends(2);
    assert!(
        unknown.err.contains("There is no server called “nothing”"),
        "{unknown:?}"
    );
}

#[test]
fn off_and_on_and_gone() {
    let house = House::with_demo();
    house.run(&["server", "disable", "demo"]).ends(0);
    let off = house.run(&["call", "demo", "add"]).ends(4);
    assert!(off.err.contains("is off"), "{off:?}");
    let on = house.run(&["server", "enable", "demo"]).ends(0);
    assert!(on.out.contains("“Demo” is on. It is ready."), "{on:?}");
    house.run(&["server", "remove", "demo"]).ends(0);
    assert_eq!(
        house.run(&["--json", "server", "list"]).json(),
        serde_json::json!([])
    );
}

#[test]
fn f33_a_folder_that_is_in_use_is_said_to_be() {
    let house = House::new();
    house.run(&["server", "list"]).ends(0);
    let lock = std::fs::File::open(house.path().join("data/portcullis.lock")).unwrap();
    lock.lock().unwrap();
    let busy = house.run(&["server", "list"]).ends(1);
    assert!(
        busy.err.contains("already in use by another Portcullis"),
        "{busy:?}"
    );
}

#[test]
fn a_wrong_command_line_is_one_document_too() {
    let house = House::new();
    let wrong = house.run(&["--json", "server", "dance"]).ends(2);
    assert_eq!(wrong.json()["problem"]["code"], "input.bad");
    assert!(
        house
            .run(&["server", "add", "--help"])
            .ends(0)
            .out
            .contains("--secret NAME")
    );
    assert!(
        house
            .run(&["--version"])
            .ends(0)
            .out
            .starts_with("portcullis-cli ")
    );
    assert!(!house.path().join("data").exists(), "nothing was opened");
}
