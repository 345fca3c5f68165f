//! What the application says to the desktop around it: a notification and an icon in the tray.

use portcullis_tests::{
    desktop::{Desktop, Notice},
    sink::{Answer, Sink},
    wait,
};
use serde_json::json;

use crate::app::App;

/// What the demo model asks for.
const CALL: &str = "Let “Demo” run “add”?";

/// Moves the window aside: the user is not notified of what is in front of them. Without a window manager the window below the
/// pointer, which rests in the middle of the screen, is the one in front.
async fn moves_aside(app: &App) {
    let beside = app.client().set_window_rect(1_000, 0, 1_200, 800).await;
    beside.expect("the window can be moved");
}

/// Waits for a notification with this text.
async fn notified(desktop: &Desktop, text: &str) -> Notice {
    wait::until("a notification", || {
        let told = |notice: &Notice| notice.text == text;
        desktop.notifications().into_iter().find(told)
    })
    .await
}

/// Waits for an entry in the menu of the tray.
async fn tray_says(app: &App, desktop: &Desktop, label: &str) {
    app.holds(&format!("“{label}” in the tray"), async || {
        let menu = desktop.menu().await;
        menu.iter().any(|entry| entry.label == label)
    })
    .await;
}

#[tokio::test]
async fn what_waits_is_told_by_notification_and_tray_without_the_servers_own_words() {
    let app = or_skip!(App::new().await);
    let desktop = Desktop::on_the_bus_of(app.home().path()).await;
    let resting = desktop.picture().await;
    app.add_demo().await;
    app.room("Chat").await;
    moves_aside(&app).await;
    app.say("What is 19 plus 23?").await;
    app.asked("Add two numbers").await;
    let told = notified(&desktop, CALL).await;
    assert_eq!(told.title, "Portcullis");
    let mut labels: Vec<_> = told.actions.into_values().collect();
    labels.sort();
    assert_eq!(
        labels,
        ["Review request", "Show Portcullis"],
        "nothing that decides"
    );
    // Each picture is a file of its own, so that a new one has a new name.
    app.holds("another picture in the tray", async || {
        desktop.picture().await != resting
    })
    .await;
    tray_says(&app, &desktop, "Waiting for you (1)").await;
    app.answer("Deny").await;
    wait::holds("the notifications to be taken back", || {
        let all = desktop.notifications();
        all.iter().all(|notice| notice.taken_back)
    })
    .await;
    tray_says(&app, &desktop, "Show Portcullis").await;
    app.close().await;
}

// Proves S-26.
#[tokio::test]
async fn the_button_of_a_notification_brings_back_what_was_left_for_later() {
    let app = or_skip!(App::new().await);
    let desktop = Desktop::on_the_bus_of(app.home().path()).await;
    app.add_demo().await;
    app.room("Chat").await;
    moves_aside(&app).await;
    app.say("What is 19 plus 23?").await;
    app.asked("Add two numbers").await;
    notified(&desktop, CALL).await;
    app.leave_for_later().await;
    // The application listens a moment after it was shown.
    app.wait_until("the request to be in front again", async || {
        desktop.press(CALL, "review").await;
        app.sheet().await.map(drop)
    })
    .await;
    assert_eq!(app.waiting().await.len(), 1, "it was not answered");
    app.asked("Add two numbers").await;
    app.answer("Deny").await;
    app.close().await;
}

#[tokio::test]
async fn a_sign_in_that_is_needed_is_told_by_a_notification_and_counted_in_the_tray() {
    let app = or_skip!(App::new().await);
    let desktop = Desktop::on_the_bus_of(app.home().path()).await;
    let sink = Sink::answering(Answer::Unauthorized(None)).await;
    app.propose_address("Remote", &sink.url("/mcp")).await;
    app.asked("Remote").await;
    app.main_page().await;
    moves_aside(&app).await;
    app.answer("Add and start").await;
    notified(&desktop, "“Remote” needs you to sign in.").await;
    tray_says(&app, &desktop, "Waiting for you (1)").await;
    let server = app.ask("servers", json!({})).await.expect("there is one")[0]["id"].clone();
    let off = json!({ "id": server, "enabled": false });
    app.ask_after_press("set_enabled", off)
        .await
        .expect("it can be turned off");
    tray_says(&app, &desktop, "Show Portcullis").await;
    app.close().await;
}

#[tokio::test]
async fn the_tray_reaches_the_panic_stop_and_the_end_without_the_window() {
    let app = or_skip!(App::new().await);
    let desktop = Desktop::on_the_bus_of(app.home().path()).await;
    app.add_demo().await;
    // The question about the server is still counted for a moment.
    app.holds("these entries and no others in the tray", async || {
        let menu = desktop.menu().await;
        let labels = menu.iter().map(|entry| entry.label.as_str());
        labels.eq(["Show Portcullis", "Stop everything", "Quit"])
    })
    .await;
    app.room("Servers").await;
    desktop.choose("Stop everything").await;
    app.find_part("link", "Demo, off").await;
    let window = app.process();
    desktop.choose("Quit").await;
    wait::gone(window).await;
    wait::holds("the last process to go", || app.processes().is_empty()).await;
}
