//! A tool that is no longer what was approved.

use crate::app::App;

// Proves S-46.
#[tokio::test]
async fn a_changed_tool_is_blocked_until_the_change_was_looked_at() {
    let app = or_skip!(App::with_demo().await);
    app.open_tool("Demo", "Change a tool").await;
    app.run_tool(&["done", "has a new description"]).await;

    app.room("Chat").await;
    app.say("Please list the notes").await;
    // The call is over already; what waits is the question about the change.
    let sheet = app.asked("Keep it blocked").await;
    assert!(sheet.text.contains("Pass `containing`"), "{}", sheet.text);
    assert!(!sheet.text.contains("Allow once"), "{}", sheet.text);
    app.shot("gate-changed").await;
    app.main_page().await;
    app.see("That did not work").await;
    app.answer("Keep it blocked").await;
    app.shot("chat-changed-definition").await;
    app.room("Activity").await;
    app.see_row(&["List the notes", "Demo model", "the definition changed"])
        .await;
    app.see_row(&["Definition changed", "Demo", "blocked until you review it"])
        .await;

    app.room("Chat").await;
    app.say("What is 19 plus 23?").await;
    app.asked("Add two numbers").await;
    app.answer("Allow once").await;
    app.see("42").await;

    open_changed(&app).await;
    app.shot("tool-changed").await;
    app.click("button", "Review the change").await;
    app.asked("Keep it blocked").await;
    app.answer("Accept the new definition").await;
    app.gone("button", "Review the change").await;
    app.room("Chat").await;
    app.say("Please list the notes").await;
    app.asked("List the notes").await;
    app.answer("Allow once").await;
    app.see("It answered").await;
    app.close().await;
}

async fn open_changed(app: &App) {
    app.open_tool("Demo", "List the notes").await;
    app.see("This is not the definition you approved").await;
}
