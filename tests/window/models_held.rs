//! What a person does with a conversation beside talking, in the real window: results are read, changed and withheld before
//! the model sees them, tools are weighed, a call says why it was allowed, and what was allowed and not used for long ends
//! at once.

use std::time::Duration;

use portcullis_tests::fake_provider::Turn;
use serde_json::{Value, json};

use crate::app::{App, answering};

impl App {
    /// Presses a button of what is held, once the first half second is over in which nothing is taken.
    async fn decides(&self, button: &str, then: &str) {
        tokio::time::sleep(Duration::from_millis(600)).await;
        // It moves while the conversation above it is laid out.
        self.settle().await;
        let what = format!("“{button}” to be usable");
        let usable = self.wait_until(&what, async || {
            let found = self.find_all("button", button).await.pop()?;
            found.is_enabled().await.then_some(found)
        });
        usable.await.click().await;
        self.hears(then).await;
    }
}

#[tokio::test]
async fn results_are_read_changed_and_withheld_before_the_model_sees_them() {
    let (app, mind) = or_skip!(App::with_eyes("mind-large").await);
    let long =
        "Grace wrote: the code of the gate is 4711, and nobody but the night watch may know it. ".repeat(12);
    app.add_hostile(
        "Notes of the gatehouse and everybody in it",
        answering(&[
            ("read_the_oldest_note_of_all", &long),
            ("find", "two notes"),
            ("count", "17"),
        ]),
    )
    .await;
    app.room("Chat").await;
    mind.does([Turn::says("Hello.")]);
    app.say("Good evening").await;
    app.hears("Hello.").await;
    app.click_part("button", "1 server").await;
    app.choose("Review results before the model reads them").await;
    app.shots("held-choice").await;
    app.press("\u{E00C}").await;
    let server = "notes_of_the_gatehouse_and_everybody_in_it";
    let offered = |number: usize, tool: &str| {
        let asked = &mind.asked()[number];
        let tools = asked["tools"].as_array().cloned().unwrap_or_default();
        let names = tools.iter().filter_map(|it| it["function"]["name"].as_str());
        names
            .map(str::to_owned)
            .find(|name| name.contains(tool))
            .unwrap_or_else(|| panic!("{tool} of {server} in {asked}"))
    };
    let (read, find, count) = (offered(0, "read_the"), offered(0, "find"), offered(0, "count"));
    mind.does([
        Turn::wants(&[(&read, json!({}))]),
        Turn::wants(&[(&find, json!({}))]),
        Turn::wants(&[(&count, json!({}))]),
        Turn::says("That is all I was given."),
    ]);
    app.say("What do my notes say?").await;
    app.asked("read_the_oldest").await;
    app.answer("Allow once").await;
    app.hears("Review result").await;
    assert_eq!(mind.asked().len(), 2, "it waits");
    app.shots("held-waits").await;
    app.click("button", "Edit first…").await;
    app.fill("Text for the model", "Grace wrote about the gate.")
        .await;
    app.shots("held-change").await;
    app.decides("Send edited result", "You edited the result").await;
    app.asked("find").await;
    app.answer("Allow once").await;
    app.hears("two notes").await;
    app.click("button", "Withhold…").await;
    app.fill("Reason, sent to the model", "These are private.").await;
    app.shots("held-withhold").await;
    app.decides("Withhold result", "You withheld the result").await;
    app.asked("count").await;
    app.answer("Allow once").await;
    app.hears("Review result").await;
    app.decides("Send to model", "sent it unchanged").await;
    app.hears("That is all I was given.").await;
    app.shots("held-after").await;
    let told = mind.asked().last().map(Value::to_string).unwrap_or_default();
    assert_has!(told, "Grace wrote about the gate.", "17");
    assert!(!told.contains("4711") && !told.contains("two notes"), "{told}");
    app.close().await;
}

#[tokio::test]
async fn what_the_tools_of_several_servers_take_is_read_in_a_small_window_and_in_the_dark() {
    let (app, mind) = or_skip!(App::with_eyes("mind-large").await);
    for (label, many) in [
        ("Files", 40),
        ("Mail", 12),
        ("A calendar with a name that goes on and on", 4),
    ] {
        app.add_hostile(label, json!({ "many_tools": many })).await;
    }
    app.room("Chat").await;
    mind.does([Turn::says("Hello.")]);
    app.say("Good evening").await;
    app.hears("Hello.").await;
    app.click_part("button", "3 servers").await;
    app.see("Context used by tools").await;
    app.shots("budget").await;
    app.js("document.querySelector('[aria-label=\"Context used by tools\"] summary')?.click()")
        .await;
    app.settle().await;
    app.shots("budget-open").await;
    app.close().await;
}

// Proves TOL-07, UIC-07.
#[tokio::test]
async fn a_call_says_why_it_was_allowed_and_unused_permissions_end_at_once() {
    let (app, mind) = or_skip!(App::with_eyes("mind-large").await);
    let mut notes = answering(&[("find", "two notes"), ("count", "17")]);
    // Neither can send anything out, so that one does not make the other ask again (S-78).
    let closed = |name: &str| json!({"name": name, "inputSchema": {"type": "object"}, "annotations": {"openWorldHint": false}});
    notes["tools"] = json!([closed("find"), closed("count")]);
    app.add_hostile("Notes", notes).await;
    app.room("Chat").await;
    mind.does([
        Turn::wants(&[
            ("notes__find", json!({"for": "plan"})),
            ("notes__count", json!({})),
        ]),
        Turn::wants(&[("notes__find", json!({"for": "plan"}))]),
        Turn::says("Found."),
    ]);
    app.say("Find the plan").await;
    // Both are asked for at once, and either can be the first.
    let first = app.asked("Let “Notes” run").await;
    let is_find = first.text.contains("“find”");
    app.allow("In this conversation").await;
    app.asked(if is_find { "“count”" } else { "“find”" }).await;
    app.allow("In this conversation").await;
    app.hears("Found.").await;
    // The last call ran by what was allowed at the first.
    let asks_why = "[...document.querySelectorAll('[role=log] button')]
        .filter((it) => it.textContent === 'Why it was allowed').at(-1).click()";
    app.js(asks_why).await;
    app.hears("log entry").await;
    app.shots("why-allowed").await;
    let home = app.close().await;
    // 40 days later.
    let data = find(home.path(), "portcullis.db").expect("there is a database");
    let db = rusqlite::Connection::open(data).unwrap();
    let days = 40_i64 * 86_400_000;
    let aged = db
        .execute(
            "UPDATE grants SET made_at = made_at - ?1, last_used_at = last_used_at - ?1",
            [days],
        )
        .unwrap();
    assert_eq!(aged, 2);
    drop(db);
    let app = or_skip!(App::in_home(home, &[]).await);
    app.room("Permissions").await;
    app.see("2 permissions not used recently").await;
    app.shots("unused").await;
    app.click_part("button", "Revoke these: unused permissions").await;
    app.shots("unused-asked").await;
    app.click("button", "Revoke these").await;
    app.see("No permissions yet").await;
    app.close().await;
}

/// A file of this name below a folder.
fn find(folder: &std::path::Path, name: &str) -> Option<std::path::PathBuf> {
    let entries = std::fs::read_dir(folder).ok()?.flatten();
    for path in entries.map(|entry| entry.path()) {
        if path.is_dir() {
            if let Some(found) = find(&path, name) {
                return Some(found);
            }
        } else if path.file_name().is_some_and(|it| it == name) {
            return Some(path);
        }
    }
    None
}
