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
    let restored = home.run(&["backup", "restore", "last", "--yes"]).ends(0);
    restored.prints("all servers are off, and their approvals and all permissions have ended");
    restored.prints("replaced.db");
    let servers = home.servers();
    assert_eq!(
        (servers[0]["label"].as_str(), servers[0]["enabled"].as_bool()),
        (Some("Demo"), Some(false))
    );
    home.run(&["audit", "verify"]).ends(0);
    let none = home
        .run(&["backup", "restore", "../portcullis.db", "--yes"])
        .ends(2);
    none.prints_error("There is no backup named “../portcullis.db”. Nothing was restored.");
}

#[test]
fn a_backup_is_restored_after_a_yes_only_and_without_a_terminal_not_at_all() {
    let home = TestHome::with_demo();
    home.run(&["server", "remove", "Demo", "--yes"]).ends(0);
    let restore = ["backup", "restore", "last"];
    let unasked = home.run(&restore).ends(3);
    unasked.prints_error("This replaces servers, permissions, conversations and the audit log");
    unasked.prints_error("so nothing was changed. Run it in a terminal, or add --yes.");
    let denied = home.on_terminal(&restore, "Restore it? [y/N]", "n\n").ends(3);
    denied.prints("You denied this. Nothing was changed.");
    assert_eq!(home.servers(), serde_json::json!([]));
    home.on_terminal(&restore, "Restore it? [y/N]", "y\n").ends(0);
    assert_eq!(home.servers()[0]["label"], "Demo");
}

#[test]
fn without_any_backup_the_last_one_is_said_not_to_exist() {
    let home = TestHome::new();
    let none = home.run(&["backup", "restore", "last"]).ends(2);
    none.prints_error("No backups to restore. If you keep one");
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
    home.run(&["backup", "restore", "last", "--yes"]).ends(0);
    let servers = home.servers();
    assert_eq!(servers[0]["label"], "Demo");
}
