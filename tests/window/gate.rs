//! What answers at the gate, and what does not.

use serde_json::{Value, json};

use crate::app::App;
use portcullis_tests::driver::Page;

/// With the demo server and a request of the model for `add` in front of the person.
async fn asked_to_add() -> Option<App> {
    let app = App::with_demo().await?;
    app.room("Chat").await;
    app.say("What is 19 plus 23?").await;
    app.asked("Add two numbers").await;
    Some(app)
}

/// A yes to a request, as the gate's page would send it.
fn reply_to(shown: &Value) -> Value {
    json!({"reply": {"request": shown["id"], "nonce": shown["nonce"], "digest": shown["digest"],
        "answer": {"kind": "allow_once"}}})
}

async fn press(app: &App, key: &str, repeat: bool) {
    let script = "document.activeElement.dispatchEvent(
        new KeyboardEvent('keydown', {key: arguments[0], repeat: arguments[1], bubbles: true, cancelable: true}))";
    app.run(script, vec![json!(key), json!(repeat)]).await;
}

/// Answers what is asked by a key. Half a second after the last letter was typed a letter is an answer again.
async fn answer_by_key(app: &App, key: &str) {
    let asked = app.asked("").await.id;
    tokio::time::sleep(std::time::Duration::from_millis(600)).await;
    app.press(key).await;
    app.answered(&asked).await;
}

// Proves S-33, UIC-06.
#[tokio::test]
async fn nothing_is_answered_in_the_first_half_second() {
    let app = or_skip!(App::with_demo().await);
    app.room("Chat").await;
    app.gate_is_loaded().await;
    // The fastest hand there is: it clicks and presses in the moment the sheet is there.
    let clicks = "window.__clicked = 0;
         new MutationObserver(() => {
           const sheet = document.querySelector('[role=alertdialog]');
           if (!sheet || sheet.dataset.ready !== 'false') return;
           for (const button of sheet.querySelectorAll('button'))
             if (button.textContent.startsWith('Allow once')) { button.click(); window.__clicked += 1; }
           for (const key of ['a', 'd', 'Enter', ' '])
             document.activeElement.dispatchEvent(new KeyboardEvent('keydown', {key, bubbles: true}));
         }).observe(document.body, {subtree: true, childList: true, attributes: true});";
    app.js(clicks).await;
    app.main_page().await;
    app.say("What is 19 plus 23?").await;
    let sheet = app.asked("Add two numbers").await;
    assert_ne!(app.js("return window.__clicked").await, 0);
    let waiting = app.waiting().await;
    assert_eq!(waiting.len(), 1, "it still waits");
    assert_eq!(waiting[0]["id"], json!(sheet.id));

    // The host measures the time itself: a page that leaves out the waiting is refused.
    let shown = app.request_in_front().await;
    // Both by one script: between two of the driver there may be half a second.
    let attending = json!({"request": shown["id"], "nonce": shown["nonce"]});
    let at_once = "const [attending, reply, done] = arguments;
        const ask = (name, args) => window.__TAURI_INTERNALS__.invoke(name, args);
        ask('attend', attending).then(() => ask('answer', reply)).then((ok) => done({ok}), (error) => done(error))";
    let refused = app.run_async(at_once, vec![attending, reply_to(&shown)]).await;
    assert_eq!(refused["code"], "consent.too_soon", "{refused}");
    assert_eq!(app.waiting().await.len(), 1, "it still waits");
    app.reload_gate().await;
    app.answer("Deny").await;
    app.close().await;
}

// Proves S-33.
#[tokio::test]
async fn a_held_key_answers_nothing_and_a_pressed_one_does() {
    let app = or_skip!(asked_to_add().await);
    let focused = "return document.activeElement.tagName + ' in ' +
        (document.activeElement.closest('[role]')?.getAttribute('role') ?? 'nothing')";
    assert_eq!(app.js(focused).await, "H1 in alertdialog", "never a button");
    for key in ["a", "d"] {
        press(&app, key, true).await;
    }
    press(&app, "Enter", false).await;
    assert_eq!(app.waiting().await.len(), 1, "it still waits");
    answer_by_key(&app, "a").await;
    app.see("42").await;

    app.say("Write a note: buy bread").await;
    app.asked("buy bread").await;
    answer_by_key(&app, "d").await;
    app.room("Activity").await;
    app.see_row(&["Add two numbers", "done"]).await;
    app.see_row(&["Write a note", "denied by you"]).await;
    app.close().await;
}

#[tokio::test]
async fn what_is_left_with_escape_waits_in_the_inbox() {
    let app = or_skip!(asked_to_add().await);
    app.leave_for_later().await;
    assert_eq!(app.waiting().await.len(), 1, "it still waits");
    app.shot("chat-waiting").await;
    app.room("Waiting for you").await;
    app.shot("waiting").await;
    app.click_part("button", "Open:").await;
    app.answer("Allow once").await;
    app.see("Nothing is waiting for you").await;
    app.shot("waiting-empty").await;
    app.close().await;
}

/// Window managers keep it above that window and place it there, also where a program may not place windows itself.
#[tokio::test]
async fn the_window_of_a_request_belongs_to_the_main_window() {
    let app = or_skip!(asked_to_add().await);
    let (owner, main) = app.gate_belongs_to().await;
    assert!(main.is_some());
    assert_eq!(owner, main);
    app.answer("Deny").await;
    app.close().await;
}

#[tokio::test]
async fn two_requests_are_asked_one_after_the_other_and_counted() {
    let app = or_skip!(asked_to_add().await);
    app.leave_for_later().await;
    app.click("button", "New conversation").await;
    app.see("The model can use the servers enabled here").await;
    app.say("Write a note: buy bread").await;
    app.asked("buy bread").await;
    app.leave_for_later().await;
    app.room("Waiting for you").await;
    app.click("button", "Answer in order").await;
    app.asked("1 of 2").await;
    app.shot("gate-one-of-two").await;
    app.answer("Deny").await;
    let second = app.asked("buy bread").await;
    assert!(!second.text.contains(" of 2"), "{}", second.text);
    app.answer("Deny").await;
    app.see("Nothing is waiting for you").await;
    app.close().await;
}

// Proves F-26.
#[tokio::test]
async fn what_was_asked_while_the_page_was_left_is_done_once() {
    let app = or_skip!(App::new().await);
    let program = app.hostile("Notes", &json!({"tools": ["note"]}));
    app.describe("Notes", &program).await;
    // The command is on its way when the page goes, and its answer has no receiver.
    let leaves = "window.__before = true;
         [...document.querySelectorAll('main button')].find((it) => it.textContent === 'Review').click();
         location.reload()";
    app.js(leaves).await;
    let before = "return window.__before ?? null";
    app.returns("the page to be a new one", before, Value::Null).await;
    app.asked("Add “Notes”").await;
    tokio::time::sleep(std::time::Duration::from_secs(1)).await;
    let waiting = app.waiting().await;
    assert_eq!(waiting.len(), 1, "{waiting:?}");
    app.close().await;
}

// Proves F-26.
#[tokio::test]
async fn arguments_that_are_being_edited_are_there_after_a_reload() {
    let app = or_skip!(asked_to_add().await);
    app.click("button", "Edit arguments").await;
    app.click("button", "JSON").await;
    app.fill("Arguments as JSON", r#"{"a": 4711"#).await;
    // The application hears of it a moment after the last key.
    app.wait_until("the draft to be kept", async || {
        let kept = app.ask("kept_drafts", json!({})).await.ok()?;
        // With the colon before it: ids have digits too.
        kept.to_string().contains(": 4711").then_some(())
    })
    .await;
    app.reload_gate().await;
    app.asked("Add two numbers").await;
    app.holds("what was typed before", async || {
        let text = app.find("textbox", "Arguments as JSON").await.value().await;
        text.contains("4711")
    })
    .await;
    app.answer("Deny").await;
    app.main_page().await;
    assert!(app.waiting().await.is_empty());
    app.close().await;
}

// Proves F-26.
#[tokio::test]
async fn a_reloaded_window_asks_again_and_takes_one_answer() {
    let app = or_skip!(asked_to_add().await);
    let before = app.sheet().await.unwrap().id;
    let shown = app.request_in_front().await;
    app.reload_gate().await;
    let after = app.asked("Add two numbers").await;
    assert_eq!(after.id, before, "no request is lost or doubled");
    app.shot("gate-after-reload").await;
    app.answer("Allow once").await;
    app.see("42").await;
    app.gate_is_loaded().await;
    let again = app.ask("answer", reply_to(&shown)).await.unwrap_err();
    assert_eq!(again["code"], "consent.stale", "{again}");
    app.main_page().await;
    app.room("Activity").await;
    app.see_row(&["Add two numbers", "done"]).await;
    let rows = app.activity().await;
    let added = rows.iter().filter(|row| row.contains("Add two numbers")).count();
    assert_eq!(added, 1, "{rows:?}");
    app.close().await;
}

// Proves S-39.
#[tokio::test]
async fn a_request_that_ends_while_it_is_read_says_how_and_takes_no_answer() {
    let app = or_skip!(App::with_demo().await);
    let call = app.begin_call("write_note", &json!({"text": "buy bread"})).await;
    app.asked("buy bread").await;
    // As a user who reads.
    tokio::time::sleep(std::time::Duration::from_secs(1)).await;
    app.main_page().await;
    app.ask("cancel_call", json!({"call": call}))
        .await
        .expect("a call can be stopped");
    assert!(app.look_at(Page::Gate).await);
    app.see("The call was stopped").await;
    app.see("The tool did not run").await;
    app.shots("gate-ended").await;
    assert_eq!(app.waiting().await.len(), 0);
    app.look_at(Page::Gate).await;
    assert!(app.find_all_part("button", "Allow once").await.is_empty());
    app.click_part("button", "Close").await;
    app.holds("the gate to be left", async || app.sheet().await.is_none())
        .await;
    app.close().await;
}

// Proves S-33.
#[tokio::test]
async fn calls_of_one_tool_are_read_and_answered_together() {
    let app = or_skip!(App::with_demo().await);
    for note in ["bread", "butter", "cheese"] {
        app.begin_call("write_note", &json!({"text": note})).await;
    }
    app.asked("bread").await;
    app.click_part("button", "Show all 3 together").await;
    let sheet = app.asked("cheese").await;
    assert_has!(sheet.text, "bread", "butter");
    app.shots("gate-together").await;
    app.asked("cheese").await;
    app.click_part("button", "Allow these 3").await;
    app.holds("the answer to be taken", async || app.waiting().await.is_empty())
        .await;
    app.room("Activity").await;
    app.holds("three calls that ran", async || {
        let rows = app.activity().await;
        let done = rows
            .iter()
            .filter(|row| row.contains("write_note") && row.contains("done"));
        done.count() == 3
    })
    .await;
    app.close().await;
}
