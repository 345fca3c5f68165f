//! What was allowed for longer than once, and how it ends.

use serde_json::json;

use crate::app::App;

#[tokio::test]
async fn a_permission_for_an_hour_is_used_listed_revoked_and_asked_for_again() {
    let app = or_skip!(App::with_demo().await);
    app.room("Chat").await;
    app.say("Please list the notes").await;
    app.asked("List the notes").await;
    app.shot("gate-no-arguments").await;
    app.allow("For an hour").await;
    app.answers(1).await;

    app.say("Please list the notes").await;
    app.answers(2).await;
    assert!(app.sheet().await.is_none(), "the second call is not asked about");

    app.room("Permissions").await;
    app.see("for an hour").await;
    app.shot("permissions-hour").await;
    app.click("button", "Revoke list_notes of Demo").await;
    app.click("button", "Revoke").await;
    app.see("No permissions yet").await;

    app.room("Chat").await;
    app.say("Please list the notes").await;
    app.asked("List the notes").await;
    app.answer("Deny").await;
    app.room("Activity").await;
    app.see_row(&["List the notes", "denied by you"]).await;
    app.close().await;
}

#[tokio::test]
async fn a_call_with_arguments_can_be_allowed_for_an_hour() {
    let app = or_skip!(App::with_demo().await);
    app.room("Chat").await;
    app.say("What is 19 plus 23?").await;
    app.asked("Add two numbers").await;
    app.allow("For an hour").await;
    app.see("42").await;
    app.close().await;
}

// Proves S-38.
#[tokio::test]
async fn a_permission_is_narrowed_at_the_gate_and_other_calls_are_asked_about() {
    let app = or_skip!(App::with_demo().await);
    app.room("Chat").await;
    app.say("What is 19 plus 23?").await;
    app.asked("Add two numbers").await;
    app.allow_while("a is 19", "For an hour").await;
    app.see("42").await;

    app.say("What is 19 plus 4?").await;
    app.answers(2).await;
    assert!(
        app.sheet().await.is_none(),
        "a call like the first is not asked about"
    );
    app.say("What is 20 plus 4?").await;
    app.asked("Add two numbers").await;
    app.answer("Deny").await;

    app.room("Permissions").await;
    app.see("where “a” is “19”").await;
    app.shot("permissions-narrowed").await;
    app.close().await;
}

impl App {
    /// Waits until the model has told of that many results.
    async fn answers(&self, number: usize) {
        self.holds(&format!("{number} answers"), async || {
            self.text().await.matches("It answered").count() == number
        })
        .await;
    }
}

// Proves S-26.
#[tokio::test]
async fn a_tool_run_by_hand_is_asked_about_until_it_is_allowed_by_hand() {
    let app = or_skip!(App::new().await);
    app.add_hostile(
        "Plain",
        json!({"tools": ["act"], "calls": {"act": [{"reply": {"content": [{"type": "text", "text": "acted"}]}}]}}),
    )
    .await;
    app.open_tool("Plain", "act").await;
    app.click("button", "Run").await;
    let asked = app.asked("Let “Plain” run “act”?").await;
    assert!(asked.text.contains("requested by you"), "{}", asked.text);
    app.allow("Until Portcullis quits").await;
    app.result(&["done", "acted"]).await;
    let given = app.ask("grants", json!({})).await.expect("grants");
    assert_eq!(given[0]["scope"], "session", "{given}");
    app.click("button", "Run").await;
    app.wait_until("a use of it", async || {
        let given = app.ask("grants", json!({})).await.ok()?;
        (given[0]["uses"] == 1).then_some(())
    })
    .await;
    assert!(app.sheet().await.is_none(), "there was no second question");
    app.close().await;
}
