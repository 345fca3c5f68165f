//! Backups on the terminal: made by themselves, listed, and put back by name.

use crate::rig::House;

#[test]
fn f31_a_backup_is_made_by_itself_and_brings_back_what_was_removed_with_all_servers_off() {
    let house = House::with_demo();
    let list = house.run(&["--json", "backup", "list"]).ends(0).json();
    assert_eq!(
        list.as_array().unwrap().len(),
        1,
        "the first command of the day made one: {list}"
    );
    house.run(&["backup", "now"]).ends(0);
    house.run(&["server", "remove", "Demo"]).ends(0);
    let restored = house.run(&["backup", "restore", "last"]).ends(0);
    assert!(
        restored
            .out
            .contains("all servers are off and no permission stands")
            && restored.out.contains("replaced.db"),
        "{restored:?}"
    );
    let servers = house.run(&["--json", "server", "list"]).ends(0).json();
    assert_eq!(
        (servers[0]["label"].as_str(), servers[0]["enabled"].as_bool()),
        (Some("Demo"), Some(false))
    );
    house.run(&["audit", "verify"]).ends(0);
    let none = house.run(&["backup", "restore", "../portcullis.db"]);
    assert!(none.code != 0 && none.err.contains("no such backup"), "{none:?}");
}

#[test]
fn f31_a_damaged_database_is_said_on_every_start_that_finds_it_and_the_last_backup_is_named() {
    let house = House::with_demo();
    let database = house.path().join("data/portcullis.db");
    let mut bytes = std::fs::read(&database).unwrap();
    bytes[4_096..8_192].fill(0xa5);
    std::fs::write(&database, bytes).unwrap();
    let told = house.run(&["server", "list"]).ends(0);
    assert!(
        told.err.contains("The database is damaged") && told.err.contains("Restore the last backup"),
        "{told:?}"
    );
    house.run(&["backup", "restore", "last"]).ends(0);
    let servers = house.run(&["--json", "server", "list"]).ends(0).json();
    assert_eq!(servers[0]["label"], "Demo");
}
