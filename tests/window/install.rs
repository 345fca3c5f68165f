//! Real servers, installed by the form as a person would.

use portcullis_tests::packages;
use serde_json::json;

use crate::app::App;

#[tokio::test]
async fn a_program_is_installed_by_the_form_and_its_tool_is_run() {
    let app = or_skip!(App::new().await);
    let everything = packages::everything();
    app.propose("Everything", &everything).await;
    let review = app.asked("Everything").await;
    for token in everything
        .arguments
        .iter()
        .map(String::as_str)
        .chain(everything.path.to_str())
    {
        assert_has!(review.text, token);
    }
    app.shot("review-program").await;
    app.answer("Add and start").await;
    app.ready("Everything").await;
    // It asks for folders as soon as it is connected.
    app.asked("Share folders with").await;
    app.answer("Decline").await;
    app.see("Health").await;
    app.shot("server-overview").await;

    app.open_tool("Everything", "echo").await;
    app.fill("message", "The gate is up").await;
    app.shot("tool-form").await;
    app.run_tool(&["done", "The gate is up"]).await;
    app.shot("tool-result").await;

    app.open_tab("Everything", "Logs").await;
    app.see("Starting").await;
    app.shot("logs").await;
    app.open_tab("Everything", "Protocol").await;
    app.see("tools/call").await;
    app.shot("protocol").await;
    app.close().await;
}

#[tokio::test]
async fn a_model_is_denied_then_allowed_a_real_servers_tool_and_both_are_recorded() {
    let app = or_skip!(App::with_everything().await);
    app.room("Chat").await;
    app.click("button", "New conversation").await;
    // What is proposed leads to a tool that is there.
    app.click_part("button", "use echo").await;
    let sheet = app.asked("echo").await;
    assert!(sheet.text.contains("hello"), "{}", sheet.text);
    app.shot("gate-everything").await;
    app.answer("Deny").await;
    app.see("That did not work").await;
    app.say(r#"use echo {"message":"The gate is up"}"#).await;
    app.asked("The gate is up").await;
    app.answer("Allow once").await;
    app.see("Echo: The gate is up").await;
    app.shot("chat-everything").await;
    app.room("Activity").await;
    app.see_row(&["Everything", "Demo model", "denied by you"]).await;
    app.see_row(&["Everything", "Demo model", "done"]).await;
    app.shot("activity-both").await;
    app.close().await;
}

#[tokio::test]
async fn a_tool_that_fails_is_told_apart_from_a_call_that_fails() {
    let app = or_skip!(App::new().await);
    app.add_hostile(
        "Breaker",
        json!({
            "tools": ["gives_up", "breaks"],
            "calls": {
                "gives_up": [{"reply": {"content": [{"type": "text", "text": "no such city"}], "isError": true}}],
                "breaks": [{"error": {"code": -32603, "message": "the pipe is bent"}}],
            },
        }),
    )
    .await;
    app.open_tool("Breaker", "gives_up").await;
    app.run_tool(&["tool error", "no such city"]).await;
    app.shot("tool-error").await;
    app.open_tool("Breaker", "breaks").await;
    let broke = app.run_tool(&["failed", "the pipe is bent"]).await;
    assert!(!broke.contains("tool error"), "{broke}");
    app.shot("call-failed").await;
    app.room("Activity").await;
    app.see_row(&["gives_up", "tool error"]).await;
    app.see_row(&["breaks", "Breaker"]).await;
    app.close().await;
}

async fn greets(program: packages::Program) {
    let app = or_skip!(App::new().await);
    app.add("Greeter", &program).await;
    app.open_tool("Greeter", "greet").await;
    app.fill("Name", "Ada").await;
    app.run_tool(&["done", "Ada"]).await;
    app.close().await;
}

#[tokio::test]
async fn a_python_server_of_today_is_installed_and_greets() {
    greets(packages::greet_modern()).await;
}

#[tokio::test]
async fn a_python_server_of_the_first_days_is_installed_and_greets() {
    greets(packages::greet_legacy()).await;
}
