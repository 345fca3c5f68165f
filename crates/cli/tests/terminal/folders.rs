//! The folders of a server.

use crate::rig::House;

#[test]
fn roo06_folders_are_added_listed_and_taken_away() {
    let house = House::with_demo();
    let folder = house.path().canonicalize().unwrap().join("My project");
    std::fs::create_dir(&folder).unwrap();
    let path = folder.to_str().unwrap();
    let added = house
        .run(&["--json", "roots", "Demo", "add", path])
        .ends(0)
        .json();
    assert_eq!(added["folders"][0]["path"], path);
    assert!(
        added["folders"][0]["uri"]
            .as_str()
            .unwrap()
            .ends_with("/My%20project")
    );
    assert_eq!(added["access"], "ask");
    let shown = house.run(&["roots", "Demo"]).ends(0);
    assert!(
        shown.out.contains(path) && shown.out.contains("no fence"),
        "{shown:?}"
    );
    let kept = house.run(&["--json", "roots", "Demo", "withhold"]).ends(0).json();
    assert_eq!(kept["access"], "withheld");
    let gone = house
        .run(&["--json", "roots", "Demo", "remove", path])
        .ends(0)
        .json();
    assert_eq!(gone["folders"], serde_json::json!([]));
    let page = house.run(&["--json", "audit", "list"]).json();
    let whats: Vec<_> = (0..3)
        .map(|at| page["rows"][at]["what"]["text"].clone())
        .collect();
    assert_eq!(
        whats,
        ["Folder taken away", "Folders kept from it", "Folder added"]
    );
}

#[test]
fn s72_the_whole_computer_is_not_added_without_a_person() {
    let house = House::with_demo();
    let refused = house.run(&["roots", "Demo", "add", "/"]).ends(3);
    assert!(refused.err.contains("This is the whole computer."), "{refused:?}");
    let data = house.path().join("data");
    house
        .run(&["roots", "Demo", "add", data.to_str().unwrap()])
        .ends(2);
    let said_no = house
        .on_terminal(&["roots", "Demo", "add", "/"], "all the same? [y/N]", "n\n")
        .ends(3);
    assert!(said_no.out.contains("No folder was added."), "{said_no:?}");
    assert_eq!(
        house.run(&["--json", "roots", "Demo"]).json()["folders"],
        serde_json::json!([])
    );
}
