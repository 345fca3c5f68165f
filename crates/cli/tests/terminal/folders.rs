//! The folders of a server.

use crate::harness::TestHome;

// Proves ROO-06.
#[test]
fn folders_are_added_listed_and_taken_away() {
    let home = TestHome::with_demo();
    let folder = home.path().canonicalize().unwrap().join("My project");
    std::fs::create_dir(&folder).unwrap();
    let path = folder.to_str().unwrap();
    let added = home.run(&["--json", "roots", "Demo", "add", path]).ends(0).json();
    assert_eq!(added["folders"][0]["path"], path);
    assert!(
        added["folders"][0]["uri"]
            .as_str()
            .unwrap()
            .ends_with("/My%20project")
    );
    assert_eq!(added["access"], "ask");
    let shown = home.run(&["roots", "Demo"]).ends(0);
    shown.prints(path);
    shown.prints("do not restrict");
    let kept = home.run(&["--json", "roots", "Demo", "withhold"]).ends(0).json();
    assert_eq!(kept["access"], "withheld");
    let gone = home
        .run(&["--json", "roots", "Demo", "remove", path])
        .ends(0)
        .json();
    assert_eq!(gone["folders"], serde_json::json!([]));
    let unknown = home.run(&["roots", "Demo", "remove", path]).ends(2);
    unknown.prints_error("“portcullis-cli roots Demo” lists them.");
    let page = home.run(&["--json", "audit", "list"]).json();
    let whats: Vec<_> = (0..3)
        .map(|at| page["rows"][at]["what"]["text"].clone())
        .collect();
    assert_eq!(
        whats,
        ["Folder removed", "Folders are not shared", "Folder added"]
    );
}

// Proves S-72.
#[test]
fn the_whole_computer_is_not_added_without_a_person() {
    let home = TestHome::with_demo();
    let refused = home.run(&["roots", "Demo", "add", "/"]).ends(3);
    refused.prints_error("This is the whole computer.");
    let data = home.path().join("data");
    home.run(&["roots", "Demo", "add", data.to_str().unwrap()])
        .ends(2);
    let said_no = home
        .on_terminal(&["roots", "Demo", "add", "/"], "anyway? [y/N]", "n\n")
        .ends(3);
    said_no.prints("No folder was added.");
    assert_eq!(
        home.run(&["--json", "roots", "Demo"]).json()["folders"],
        serde_json::json!([])
    );
}
