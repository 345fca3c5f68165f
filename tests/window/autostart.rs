//! Starting when the person signs in: what the switch writes, and that such a start leaves a window alone that is there.

use portcullis_tests::{programs, wait};
use serde_json::json;

use crate::app::App;

#[tokio::test]
async fn the_switch_has_the_desktop_start_this_program_and_takes_it_back() {
    let Some(app) = App::new().await else {
        return;
    };
    let entry = app
        .home()
        .path()
        .join("config/autostart/dev.portcullis.Portcullis.desktop");
    app.room("Settings").await;
    app.click_part("switch", "Start when you sign in").await;
    let written = wait::file(&entry).await;
    let program = programs::beside("portcullis");
    let line = format!("\nExec=\"{}\" --background\n", program.display());
    assert!(written.contains(&line), "{written}");
    assert_eq!(app.ask("autostart", json!({})).await, Ok(json!(true)));
    app.shots("settings-autostart").await;
    // Turned off in the settings of the desktop: seen with the next visit.
    std::fs::write(&entry, format!("{written}Hidden=true\n")).expect("it can be written");
    assert_eq!(app.ask("autostart", json!({})).await, Ok(json!(false)));
    // On again, and off here.
    app.room("Activity").await;
    app.room("Settings").await;
    app.click_part("switch", "Start when you sign in").await;
    app.wait_until("the entry as it was", async || {
        (std::fs::read_to_string(&entry).ok()? == written).then_some(())
    })
    .await;
    app.click_part("switch", "Start when you sign in").await;
    app.wait_until("no entry", async || (!entry.exists()).then_some(()))
        .await;
    // Another start by the desktop leaves the window that is there alone.
    assert!(app.starts_again("--background").await.success());
    app.close().await;
}
