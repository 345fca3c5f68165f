//! What a person sees beyond the straight way, each of it looked at and kept as a picture.

use serde_json::json;

use crate::app::App;

#[tokio::test]
async fn empty_rooms_say_what_to_do() {
    let app = or_skip!(App::new().await);
    for (room, words) in [
        ("Chat", "New conversation"),
        ("Servers", "Try the demo server"),
        ("Waiting for you", "Nothing"),
        ("Tasks", "No tasks"),
        ("Activity", "No entries yet"),
        ("Permissions", "No"),
    ] {
        app.room(room).await;
        app.see(words).await;
        let name = room.to_lowercase().replace(' ', "-");
        app.shot(&format!("{name}-empty")).await;
    }
    app.close().await;
}

#[tokio::test]
async fn a_request_can_be_read_to_the_last_word_and_changed() {
    let app = or_skip!(App::with_demo().await);
    app.room("Chat").await;
    let long = format!("Write a note: {}", "the gate was left open again ".repeat(15));
    app.say(&long).await;
    app.asked("Write a note").await;
    app.shot("gate-long").await;
    app.click("button", "Details").await;
    app.see("Digest").await;
    app.shot("gate-details").await;
    app.answer("Deny").await;

    app.say("Write a note: buy bread").await;
    app.asked("buy bread").await;
    app.click("button", "Allow…").await;
    app.find_part("button", "For an hour").await;
    app.shot("gate-allow-menu").await;
    app.press("\u{E00C}").await;
    app.click("button", "Edit arguments").await;
    app.find_part("textbox", "text").await;
    app.shot("gate-edit-form").await;
    app.click("button", "JSON").await;
    app.fill("Arguments as JSON", r#"{"text": 7}"#).await;
    app.click("button", "Use these arguments").await;
    app.see("/text This must be").await;
    app.shot("gate-edit-refused").await;
    app.fill("Arguments as JSON", r#"{"text": "buy milk"}"#).await;
    app.click("button", "Use these arguments").await;
    app.asked("buy milk").await;
    app.shot("gate-edited").await;
    app.answer("Allow once").await;
    app.see("It answered").await;
    app.room("Activity").await;
    app.see_row(&["Write a note", "Demo model"]).await;
    app.click_part("link", "Write a note").await;
    app.see("buy milk").await;
    app.shot("row-edited").await;
    app.close().await;
}

#[tokio::test]
async fn every_kind_of_result_is_shown() {
    let app = or_skip!(App::with_demo().await);
    app.open_tool("Demo", "Draw a gate").await;
    app.run_tool(&["done"]).await;
    let drawn =
        "return [...document.querySelectorAll('[aria-label=Result] img')].some((it) => it.naturalWidth > 0)";
    app.returns("a picture with a size", drawn, true).await;
    app.shot("result-image").await;
    app.open_tool("Demo", "Make a tone").await;
    app.run_tool(&["done"]).await;
    let there = "return document.querySelector('[aria-label=Result] audio') !== null";
    app.returns("something to play", there, true).await;
    app.shot("result-sound").await;
    app.open_tool("Demo", "Read the guide").await;
    app.run_tool(&["done", "Markdown"]).await;
    app.shot("result-resources").await;
    app.open_tool("Demo", "List the notes").await;
    app.run_tool(&["done", "count"]).await;
    app.click_part("tab", "Structured").await;
    app.shot("result-structured").await;
    app.open_tool("Demo", "Count slowly").await;
    app.start_tool().await;
    app.find("progressbar", "Progress").await;
    app.shot("tool-progress").await;
    app.click("button", "Stop").await;
    app.see("You stopped the call").await;
    app.shot("tool-stopped").await;
    app.close().await;
}

#[tokio::test]
async fn a_form_of_every_kind_of_field_is_filled_in_and_sent() {
    let app = or_skip!(App::with_demo().await);
    const MISFIT: &str = "This does not match any of the allowed types";
    app.open_tool("Demo", "Fill in a form").await;
    app.shot("form-empty").await;
    app.click("button", "Run").await;
    app.see(MISFIT).await;
    app.shot("form-refused").await;
    app.find_part("textbox", "Name").await.fill("Ada").await;
    app.find_part("textbox", "by").await.fill("Grace").await;
    // When the remark goes, the button moves.
    app.holds("the form to fit", async || !app.text().await.contains(MISFIT))
        .await;
    app.shot("form-filled").await;
    let result = app.run_tool(&["done", "Grace"]).await;
    assert!(
        result.contains("medium"),
        "defaults are filled in by the server: {result}"
    );
    app.close().await;
}

/// A host with many servers with names as long as they may be.
#[tokio::test]
async fn thirty_servers_with_long_names_keep_their_order_and_their_room() {
    let app = or_skip!(App::new().await);
    for number in 0..30 {
        let label = format!(
            "{number:02} {}",
            "A server with a name that says all of what it is for ".repeat(2)
        );
        let label: String = label.chars().take(60).collect();
        let draft = json!({
            "label": label.trim(), "endpoint": {"kind": "address",
                "url": format!("https://a-rather-long-host-name-{number}.of-somebody.example/mcp")},
            "environment": [], "headers": [], "era": "auto",
            "limits": {"idle_seconds": 60, "total_seconds": 600, "message_mib": 16}});
        let request = app
            .ask("propose_server", json!({"draft": draft, "changes": null}))
            .await;
        request.expect("it can be reviewed");
        app.answer("Add without starting").await;
    }
    app.room("Servers").await;
    app.see("29 A server").await;
    app.shot("many-servers").await;
    let wide = "return document.documentElement.scrollWidth - document.documentElement.clientWidth";
    assert_eq!(app.js(wide).await, 0, "nothing sticks out to the side");
    app.resize(700, 560).await;
    app.shot("many-servers-700").await;
    assert_eq!(app.js(wide).await, 0, "nothing sticks out to the side");
    app.close().await;
}
