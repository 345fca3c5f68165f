//! Backups on the terminal: made automatically, listed, and restored by name.

use crate::harness::TestHome;

// Proves F-31.
#[test]
fn a_backup_is_made_by_itself_and_brings_back_what_was_removed_with_all_servers_off() {
    let home = TestHome::with_demo();
    let list = home.run(&["--json", "backup", "list"]).ends(0).json();
    assert_eq!(
        list.as_array().unwrap().len(),
        1,
        "the first command of the day made one: {list}"
    );
    home.run(&["backup", "now"]).ends(0);
    home.run(&["server", "remove", "Demo", "--yes"]).ends(0);
    let restored = home.run(&["backup", "restore", "last"]).ends(0);
    restored.prints("all servers are off and all permissions have ended");
    restored.prints("replaced.db");
    let servers = home.run(&["--json", "server", "list"]).ends(0).json();
    assert_eq!(
        (servers[0]["label"].as_str(), servers[0]["enabled"].as_bool()),
        (Some("Demo"), Some(false))
    );
    home.run(&["audit", "verify"]).ends(0);
    let none = home.run(&["backup", "restore", "../portcullis.db"]);
    assert!(
        none.code != 0 && none.err.contains("This backup does not exist"),
        "{none:?}"
    );
}

// Proves F-31.
#[test]
fn every_start_with_a_damaged_database_says_so_and_names_the_last_backup() {
    let home = TestHome::with_demo();
    let database = home.path().join("data/portcullis.db");
    let mut bytes = std::fs::read(&database).unwrap();
    bytes[4_096..8_192].fill(0xa5);
    std::fs::write(&database, bytes).unwrap();
    let told = home.run(&["server", "list"]).ends(0);
    told.prints_error("The database is damaged");
    told.prints_error("Restore the last backup");
    home.run(&["backup", "restore", "last"]).ends(0);
    let servers = home.run(&["--json", "server", "list"]).ends(0).json();
    assert_eq!(servers[0]["label"], "Demo");
}
