//! Profiles in the window: added in Settings, switched above the list of servers.

use portcullis_tests::packages;

use crate::app::App;

#[tokio::test]
async fn a_profile_is_added_and_switched_to_and_its_servers_stop_and_start() {
    let app = or_skip!(App::new().await);
    app.add("Everything", &packages::everything()).await;
    app.ready("Everything").await;
    app.room("Settings").await;
    app.click("button", "Add profile").await;
    app.fill("Name", "Work").await;
    app.click("button", "Add profile").await;
    app.find("button", "Switch to Work").await;
    app.see("1 server on · no permissions").await;
    app.shots("profiles-settings").await;
    app.click("button", "Switch to Work").await;
    app.room("Servers").await;
    app.see("Work").await;
    let id = app.server_id("Everything").await;
    app.ask_after_press("set_enabled", serde_json::json!({"id": id, "enabled": false}))
        .await
        .expect("it is turned off");
    app.see("off").await;
    app.click("button", "Profile Work, in use").await;
    app.shots("profiles-switch").await;
    app.click("menuitem", "Default").await;
    app.ready("Everything").await;
    app.room("Activity").await;
    app.see_row(&["Switched to profile “Default”"]).await;
    app.close().await;
}
