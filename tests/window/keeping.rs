//! A person whose database was damaged gets back what there was, from the window.

use std::path::Path;

use portcullis_tests::driver::Home;
use serde_json::json;

use crate::app::App;

/// Puts noise over a part of the database, as a failing disk does.
fn spoil(database: &Path) {
    let mut bytes = std::fs::read(database).unwrap();
    bytes[4_096..8_192].fill(0xa5);
    std::fs::write(database, bytes).unwrap();
}

// Proves F-31.
#[tokio::test]
async fn a_damaged_database_is_said_and_the_last_backup_is_restored_with_all_servers_off() {
    let home = Home::new();
    let folder = home.path().join("kept");
    let app = or_skip!(App::with_data_in(home, &folder).await);
    app.skip_the_welcome().await;
    app.add_demo().await;
    // While nothing is damaged a page cannot take anything back.
    let refused = app
        .ask(
            "restore_backup",
            json!({"backup": "portcullis-20261119T070000Z.db"}),
        )
        .await
        .unwrap_err();
    assert_eq!(refused["code"], "input.bad");
    let home = app.close().await;
    let database = folder.join("portcullis.db");
    let backups = folder.join("backups");
    std::fs::create_dir_all(&backups).unwrap();
    // As the host makes one; what is still in the journal is folded in before the file is spoiled.
    let backup = backups.join("portcullis-20261119T070000Z.db");
    let db = rusqlite::Connection::open(&database).unwrap();
    db.execute("VACUUM INTO ?1", [backup.to_str().unwrap()]).unwrap();
    db.query_row("PRAGMA wal_checkpoint(TRUNCATE)", [], |_| Ok(()))
        .unwrap();
    db.close().unwrap();
    spoil(&database);

    let app = App::with_data_in(home, &folder).await.unwrap();
    // The window of a first start: everything is empty.
    app.skip_the_welcome().await;
    app.see("The database is damaged").await;
    app.see("kept in full").await;
    app.shot("database-damaged").await;
    assert_eq!(app.ask("servers", json!({})).await.unwrap(), json!([]));
    app.click_part("button", "Restore the backup of").await;
    app.see("All servers will be turned off").await;
    app.shot("database-restore").await;
    app.click("button", "Restore").await;
    app.see("A backup was restored").await;
    app.find_part("link", "Demo, off").await;
    app.shot("database-restored").await;
    app.room("Activity").await;
    app.see_row(&["A backup was restored"]).await;
    app.room("Servers").await;
    // The window hears the host that was opened again, and the approval did not come back with the file.
    let servers = app.ask("servers", json!({})).await.unwrap();
    let id = servers[0]["id"].as_str().unwrap();
    app.ask_after_press("set_enabled", json!({"id": id, "enabled": true}))
        .await
        .unwrap();
    app.find_part("link", "Demo, needs review").await;
    app.close().await;
}
