//! A server that starts when it is needed, in the window: chosen on its page, asleep after a restart, started by hand.

use portcullis_tests::packages;

use crate::app::App;

#[tokio::test]
async fn a_server_that_starts_when_needed_is_asleep_after_a_restart() {
    let app = or_skip!(App::new().await);
    app.add("Everything", &packages::everything()).await;
    app.ready("Everything").await;
    app.open_tab("Everything", "Settings").await;
    app.click("radio", "When it is needed").await;
    app.room("Activity").await;
    app.see_row(&["Now starts when it is needed"]).await;
    // The end is a kill, and what the server offers is kept after the row.
    let database = app
        .home()
        .path()
        .join("data/dev.portcullis.Portcullis/portcullis.db");
    let database = rusqlite::Connection::open(database).unwrap();
    app.wait_until("what the server offers to be kept", async || {
        database
            .query_row("SELECT content FROM catalogs WHERE part = 1", [], |_| Ok(()))
            .ok()
    })
    .await;
    drop(database);
    let home = app.close().await;

    let app = or_skip!(App::in_home(home, &[]).await);
    app.room("Servers").await;
    app.see("asleep, starts when needed").await;
    app.open_tab("Everything", "Overview").await;
    app.shots("server-asleep").await;
    app.click("button", "Start now").await;
    app.ready("Everything").await;
    app.close().await;
}
