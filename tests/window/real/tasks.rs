//! Tasks of the newer era over Streamable HTTP, on fastmcp 4 and its own extension for them.

use portcullis_tests::{listening::Listening, packages};

use crate::app::App;

const SERVER: &str = "Surveys";

// Proves TKX-05, TKX-07.
#[tokio::test]
async fn a_task_of_the_newer_era_asks_ends_and_another_is_stopped() {
    let app = or_skip!(App::new().await);
    let done = app.home().path().join("done");
    let surveys = Listening::start(&packages::tasks(&done)).await;
    app.add_listening(SERVER, &surveys.url("/mcp")).await;
    app.open_tool(SERVER, "Survey the field").await;
    app.start_tool().await;
    app.see("running as a task").await;
    app.asked("asks you to fill in a form").await;
    app.find_part("textbox", "Field")
        .await
        .fill("the northern one")
        .await;
    app.click("button", "Review").await;
    app.asked("This is sent to").await;
    app.answer("Send").await;
    app.room("Tasks").await;
    app.see("is working on it.").await;
    app.shots("real-task-extension").await;
    std::fs::write(&done, "").expect("a file can be written");
    app.see("finished it").await;
    app.click("button", "Show result").await;
    app.see("Surveyed: the northern one.").await;

    app.open_tool(SERVER, "Watch the birds").await;
    app.start_tool().await;
    app.see("running as a task").await;
    app.click("button", "Stop").await;
    app.result(&["stopped"]).await;
    app.shots("real-task-stopped").await;
    app.open_tab(SERVER, "Protocol").await;
    app.see("tasks/cancel").await;
    // The home is named in its arguments, and it is the test's own and not the application's to end.
    drop(surveys);
    app.close().await;
}
