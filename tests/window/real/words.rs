//! The reference server makes a sampling request and an elicitation while it works on its own.

use crate::app::{App, EVERYTHING};

// Proves SAM-01, TKL-05.
#[tokio::test]
async fn a_server_gets_words_of_a_model_and_a_call_that_became_a_task_gets_its_answer() {
    let app = or_skip!(App::with_everything().await);
    app.let_it_ask_a_model(EVERYTHING).await;
    app.open_tool(EVERYTHING, "trigger-sampling-request").await;
    app.find_part("textbox", "prompt")
        .await
        .fill("What opens a gate?")
        .await;
    let asked = app.run_until_asked("send this to a model").await;
    assert!(asked.text.contains("What opens a gate?"), "{}", asked.text);
    app.shots("real-sampling").await;
    app.answer("Send to the model “Demo model”").await;
    app.asked("Send this reply to").await;
    app.shots("real-sampling-answer").await;
    app.answer(&format!("Send reply to “{EVERYTHING}”")).await;
    app.result(&["done", "LLM sampling result", "Demo model"]).await;

    app.run_until_asked("send this to a model").await;
    app.answer("Deny").await;
    app.result(&["sent a model request during this call. You denied this model request."])
        .await;
    app.shots("real-sampling-denied").await;

    app.open_tool(EVERYTHING, "simulate-research-query").await;
    app.find_part("textbox", "topic").await.fill("python").await;
    app.click_part("label", "ambiguous").await;
    app.start_tool().await;
    app.see("running as a task").await;
    app.asked("asks you to fill in a form").await;
    app.shots("real-task-asks").await;
    app.click("button", "Decide later").await;
    app.gone("alertdialog", "").await;
    app.room("Tasks").await;
    app.see("needs your input").await;
    app.shots("real-task-waits").await;
    app.click("button", "Open request").await;
    app.asked("asks you to fill in a form").await;
    app.choose("Python snake species").await;
    app.click("button", "Review").await;
    app.asked("This is sent to").await;
    app.answer("Send").await;
    app.see("finished it").await;
    app.click("button", "Show result").await;
    app.see("Research Report: python (snake)").await;
    app.shots("real-task-done").await;
    app.close().await;
}
