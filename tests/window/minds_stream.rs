//! What a model writes, fast, into a conversation that is long already: the window keeps its frames.
//!
//! Measured is the longest time between two frames from the moment the person speaks until the reply is there: 2,000 tokens
//! at 200 a second, into a conversation of 2,000 messages, over the wire of a provider, through the host, its store and the
//! page. Beside it stands what a list of plain rows takes, scrolled in the same window just before. Run it with
//! `cargo test --release --workspace --features portcullis/automation --test window -- minds_stream --include-ignored --nocapture --test-threads=1` on a
//! computer that has nothing else to do; in a debug build the host takes most of what there is of processors.

use std::time::Duration;

use portcullis_tests::{
    driver::Home,
    mind::{Mind, Turn, Wire},
};
use serde_json::json;

use crate::{
    app::App,
    branches,
    frames::{self, within},
};

/// Tokens, and the time between two of them: 200 a second for ten seconds.
const TOKENS: (usize, Duration) = (2_000, Duration::from_millis(5));

/// What models write, in tokens: headings, lists, code, a table.
fn tokens() -> Vec<String> {
    let text = "## What I found\n\nThe **gate** closes from above, and `portcullis` is what it is called. It is made of \
        iron and oak, and it runs in grooves.\n\n- It is raised by a *windlass*.\n- It is dropped in a hurry.\n\n\
        ```rust\nfn close(gate: &mut Gate) {\n    gate.drop();\n\n    assert!(gate.is_down());\n}\n```\n\n\
        | part | of |\n|---|---|\n| bars | iron |\n| frame | oak |\n\nAnd so it goes on.\n\n";
    let all = text.repeat(40);
    let all: Vec<&str> = all.split_inclusive(' ').collect();
    all.iter()
        .cycle()
        .take(TOKENS.0)
        .map(|word| (*word).to_owned())
        .collect()
}

#[tokio::test]
#[ignore = "a measure: it takes a minute, and its numbers are about a release build"]
async fn f18_two_hundred_tokens_a_second_into_two_thousand_messages_leave_the_window_its_frames() {
    let home = Home::new();
    let folder = home.path().join("long");
    branches::long(&folder).await;
    let Some(app) = App::with_data_in(home, &folder).await else {
        return;
    };
    app.skip_the_welcome().await;
    let mind = Mind::new(Wire::OpenAi, &["mind-fast"]).await;
    app.has_eyes(&mind).await;
    app.room("Chat").await;
    let id = "1".repeat(32);
    let conversation = app
        .ask("conversation", json!({ "id": id }))
        .await
        .expect("it is there");
    let models = conversation["models"].as_array().cloned().unwrap_or_default();
    let fast = models
        .iter()
        .find(|it| it["name"].as_str().is_some_and(|name| name.contains("mind-fast")))
        .unwrap_or_else(|| panic!("the model is among {models:?}"));
    app.ask(
        "set_conversation_model",
        json!({"conversation": id, "model": fast["id"]}),
    )
    .await
    .expect("it is chosen");
    app.settle().await;
    let limit = frames::limit(&app).await;
    let written = tokens();
    let what = "200 tokens a second into 2,000 messages";
    let frames = app
        .best_frames(what, limit, async || {
            mind.does([Turn {
                steady: Some((written.clone(), TOKENS.1)),
                ..Turn::says("Here it comes.\n\n")
            }]);
            let script = format!(
                "const log = document.querySelector('[role=log]');
                 const drawn = () => [...log.querySelectorAll('article')].at(-1)?.textContent.length ?? 0;
                 const busy = () => log.getAttribute('aria-busy') === 'true';
                 await invoke('say', {{conversation: '{id}', text: 'Tell me all about the gate'}});
                 await until(busy);
                 const begun = performance.now();
                 await until(() => !busy(), 28_000);
                 return {{ms: performance.now() - begun, drawn: drawn()}};"
            );
            app.frames_while(&script).await
        })
        .await;
    println!("MEASURED what was drawn: {}", frames.value);
    app.shot("stream").await;
    assert!(
        frames.value["drawn"].as_u64().is_some_and(|drawn| drawn > 8_000),
        "all of it is there: {}",
        frames.value
    );
    within(what, &frames, limit);
    let articles = app
        .run("return document.querySelectorAll('article').length", vec![])
        .await;
    assert!(
        articles.as_u64().is_some_and(|many| many <= 240),
        "{articles} messages are drawn"
    );
    app.close().await;
}
