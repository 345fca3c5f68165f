//! Much at once, without the window standing still (F-24, F-19).

use serde_json::json;

use crate::app::App;

/// How long the page may go without a frame by its own work, in milliseconds. A person notices 100; this is a debug build.
const GAP: f64 = 500.0;

async fn nodes(app: &App) -> u64 {
    let nodes = app.js("return document.querySelectorAll('*').length").await;
    nodes.as_u64().expect("nodes are counted")
}

// Proves F-24.
#[tokio::test]
async fn ten_megabytes_of_text_are_shown_while_the_window_goes_on() {
    let app = or_skip!(App::new().await);
    app.add_hostile(
        "Chatty",
        json!({"tools": ["much"], "calls": {"much": [{"text_bytes": 10 << 20}]}}),
    )
    .await;
    app.open_tool("Chatty", "much").await;
    app.stands_still("10 MiB", async || {
        app.run_tool(&["done", "Only the beginning is shown"]).await;
        // The button moves while what is above it is laid out for the first time. What is waited for is not
        // looked for among all the words on the screen: reading those lays all of them out.
        app.click_part("button", "Show all, 10").await;
        app.find_part("status", "lines").await;
    })
    .await;
    app.shot("ten-megabytes").await;
    let nodes = nodes(&app).await;
    assert!(nodes < 3_000, "{nodes} nodes for one result");
    app.close().await;
}

#[tokio::test]
async fn ten_thousand_tools_are_searched_while_the_window_goes_on() {
    let app = or_skip!(App::new().await);
    app.add_hostile("Many", json!({"many_tools": 10_000, "page": 1_000}))
        .await;
    app.open_tab("Many", "Tools 10").await;
    app.find_part("option", "tool_").await;
    let before = nodes(&app).await;
    assert!(before < 3_000, "{before} nodes for a list");
    let search = app.find("searchbox", "Search tools").await;
    search.fill("tool").await;
    app.see("showing the best 200").await;
    app.stands_still("10,000 tools", async || {
        // Key by key: each of them searches.
        app.press("_0009991").await;
        app.see("1 of 10").await;
        app.find_part("option", "tool_0009991").await;
    })
    .await;
    app.shot("ten-thousand-tools").await;
    app.close().await;
}

impl App {
    /// Pastes into the field that has the focus, as a page sees it.
    async fn paste(&self, text: &str) {
        self.pressed().await;
        self.run(portcullis_tests::driver::PASTE, vec![json!(text)]).await;
    }
}

#[tokio::test]
async fn a_long_text_that_is_pasted_goes_as_a_file_and_a_megabyte_is_refused_in_words() {
    let app = or_skip!(App::with_demo().await);
    app.room("Chat").await;
    app.say("hello").await;
    app.find("button", "Regenerate").await;
    let field = app.find("textbox", "Message").await;
    field.click().await;
    app.paste(&"a line of a log, and the next\n".repeat(2_000)).await;
    app.see("Pasted text").await;
    app.paste(&"a line of a log, and the next\n".repeat(40_000)).await;
    app.see("“Pasted text” was not attached: it has more than 256 KiB of text.")
        .await;
    assert_eq!(field.value().await, "");
    app.shot("pasted-text").await;
    field.fill("what stands in it?").await;
    app.press("\u{e007}").await;
    app.see("what stands in it?").await;
    app.shot("pasted-text-said").await;
    app.close().await;
}

// Proves F-24.
#[tokio::test]
async fn a_megabyte_in_a_search_does_not_hold_up_the_keys_after_it() {
    let app = or_skip!(App::new().await);
    app.room("Settings").await;
    app.press("\u{e009}k\u{e000}").await;
    app.has_focus("textbox", "Search").await;
    let search = app.find("textbox", "Search").await;
    app.paste(&"never ending ".repeat(80_000)).await;
    app.stands_still("a megabyte in a search", async || {
        for _ in 0..40 {
            app.press("\u{e003}").await;
        }
    })
    .await;
    assert_eq!(search.value().await.len(), 10_000 - 40);
    app.close().await;
}

/// So many bytes of text in which every other word has a character that is written out.
fn hiding(bytes: usize) -> String {
    "\u{202e}gnp.exe ".repeat(bytes / 11)
}

impl App {
    /// Fails where the page goes without a frame for too long, by its own work, while something is done.
    async fn stands_still(&self, what: &str, once: impl AsyncFnOnce()) {
        let watched = self.watch_frames().await;
        once().await;
        self.standstill(watched).await.is_below(GAP, what);
    }

    /// Presses the button of this name by the page itself: the driver reads all that is written to find it.
    async fn turns(&self, from: &str, to: &str) {
        let click = "const [from, to, done] = arguments;
            const named = (name) => [...document.querySelectorAll('button')].find((it) => it.textContent.includes(name));
            named(from)?.click();
            const look = () => named(to) ? requestAnimationFrame(() => setTimeout(done, 100)) : requestAnimationFrame(look);
            look();";
        self.run_async(click, vec![json!(from), json!(to)]).await;
    }
}

// Proves F-24.
#[tokio::test]
async fn a_file_full_of_hidden_characters_is_shown_while_the_window_goes_on() {
    let app = or_skip!(App::with_demo().await);
    app.room("Chat").await;
    app.say("hello").await;
    app.find("button", "Regenerate").await;
    let field = app.find("textbox", "Message").await;
    field.click().await;
    app.paste(&hiding(200_000)).await;
    app.see("Sent with your next message").await;
    app.say("what is that?").await;
    app.find("button", "Show all").await;
    app.see("hidden characters").await;
    app.shots("hidden-file").await;
    app.stands_still("all of it", async || {
        app.turns("Show all", "Show less").await;
        app.turns("Show less", "Show all").await;
    })
    .await;
    app.stands_still("back to it", async || {
        app.room("Settings").await;
        app.room("Chat").await;
        app.find("button", "Show all").await;
    })
    .await;
    app.turns("Show all", "Show less").await;
    app.shot("hidden-file-all").await;
    app.close().await;
}

// Proves F-24.
#[tokio::test]
async fn results_and_questions_full_of_hidden_characters_leave_the_window_responsive() {
    let app = or_skip!(App::with_demo().await);
    let asked = json!({"method": "sampling/createMessage", "params": {"maxTokens": 50, "messages": [
        {"role": "user", "content": {"type": "text", "text": hiding(100_000)}}]}});
    let said = json!({"content": [{"type": "text", "text": hiding(60_000)}], "structuredContent": {"text": hiding(150_000)}});
    let script =
        json!({"tools": ["much", "ask"], "calls": {"much": [{"reply": said}], "ask": [{"ask": asked}]}});
    app.add_hostile("Hiding", script).await;
    app.open_tool("Hiding", "much").await;
    app.stands_still("a result", async || {
        app.run_tool(&["done", "gnp.exe"]).await;
    })
    .await;
    app.shots("hidden-result").await;
    app.click_part("tab", "Structured").await;
    app.find_part("button", "more character").await;
    app.stands_still("structured content", async || {
        app.turns("more character", "Copy").await;
    })
    .await;
    app.shot("hidden-structured").await;
    let server = app.server_id("Hiding").await;
    app.ask_after_press("set_sampling", json!({"server": server, "allowed": true}))
        .await
        .unwrap();
    app.ready("Hiding").await;
    app.open_tool("Hiding", "ask").await;
    app.start_tool().await;
    app.asked("send this to a model").await;
    app.shot("hidden-question").await;
    app.stands_still("a question", async || app.turns("show all", "Deny").await)
        .await;
    app.answer("Deny").await;
    app.close().await;
}
