//! A model that writes fast leaves the window its frames. A short reply in every full run holds a bound that a busy machine keeps
//! too; a long one is measured by `cargo xtask bench window`.

use std::time::Duration;

use portcullis_tests::fake_provider::{FakeProvider, Turn};
use serde_json::json;

use crate::app::App;

/// Time between two tokens: 200 come in a second.
const EVERY: Duration = Duration::from_millis(5);
/// Tokens of the mixed reply that is measured, and of the one in every run.
const TOKENS: usize = 20_000;
const FEW: usize = 1_600;

/// Longest time between two frames in milliseconds.
const GOAL: f64 = 50.0;
/// How much longer than that of plain words in the same window it may be: frames are drawn without a graphics card here.
const BESIDE: f64 = 2.0;
/// The same by the page's own work, of a debug build. A page that draws the whole reply with each token works for longer.
const OWN: f64 = 500.0;

/// Keeps the time of each frame that came late, and of the longest, until it is asked to stop.
const WATCH: &str = "const turn = window.__turn = (window.__turn ?? 0) + 1;
    const seen = window.__frames = {longest: 0, late: 0, count: 0};
    let last = performance.now();
    const frame = (now) => {
      if (turn !== window.__turn) return;
      seen.longest = Math.max(seen.longest, now - last);
      seen.late += now - last > arguments[0];
      seen.count += 1;
      last = now;
      requestAnimationFrame(frame);
    };
    requestAnimationFrame((now) => { last = now; requestAnimationFrame(frame); });";

/// Words of a page without anything else that grow with each frame, for a while.
const PLAIN: &str = "const done = arguments[arguments.length - 1];
    const box = document.createElement('p');
    document.querySelector('main').append(box);
    const until = performance.now() + 4_000;
    const grow = () => {
      box.textContent = `plain words ${performance.now()}`;
      if (performance.now() < until) return void requestAnimationFrame(grow);
      box.remove();
      done(null);
    };
    grow();";

#[derive(Debug)]
struct SeenFrames {
    longest: f64,
    late: u64,
    count: u64,
}

async fn watch(app: &App) {
    app.run(WATCH, vec![json!(GOAL)]).await;
}

async fn seen(app: &App) -> SeenFrames {
    let seen = app.js("window.__turn += 1; return window.__frames").await;
    SeenFrames {
        longest: seen["longest"].as_f64().expect("it was watched"),
        late: seen["late"].as_u64().expect("it was watched"),
        count: seen["count"].as_u64().expect("it was watched"),
    }
}

/// A reply in Markdown in so many tokens of about four letters, as models write: paragraphs, lists, tables and code.
fn reply(tokens: usize) -> Vec<String> {
    let part = |number: usize| {
        format!(
            "## Part {number}\n\nThe **second** gate has `two` wings, and each of them is raised by a chain over a wheel.\n\n\
             - oak, with *iron* bands\n- a chain of {number} links\n\n| part | kilograms |\n|---|---|\n| wing | {number} |\n\n\
             ```rust\nfn raise(wing: u32) -> u32 {{\n    wing * {number}\n}}\n```\n\n"
        )
    };
    let letters = (1..).flat_map(|number| part(number).chars().collect::<Vec<_>>());
    as_tokens(letters.take(tokens * 4))
}

/// A reply of one list and one table of so many rows: each grows at its end and stays one element of the page.
fn long_parts(items: usize, rows: usize) -> Vec<String> {
    let items: String = (1..=items)
        .map(|number| format!("- gate **{number}**\n"))
        .collect();
    let rows: String = (1..=rows)
        .map(|number| format!("| {number} | `{number}0` |\n"))
        .collect();
    let whole = format!("The gates:\n\n{items}\nTheir weight:\n\n| gate | kilograms |\n|---|---|\n{rows}");
    as_tokens(whole.chars())
}

fn as_tokens(letters: impl Iterator<Item = char>) -> Vec<String> {
    let letters: Vec<char> = letters.collect();
    letters.chunks(4).map(|token| token.iter().collect()).collect()
}

impl App {
    /// A window with a model, and a conversation with it.
    pub(crate) async fn with_writer() -> Option<(Self, FakeProvider)> {
        let (app, mind) = Self::with_models(&["mind"]).await?;
        app.room("Chat").await;
        app.say("Hello").await;
        app.find("button", "Regenerate").await;
        Some((app, mind))
    }

    /// Has the model write these tokens, and watches the frames from the first to the last.
    async fn frames_of_a_reply(&self, mind: &FakeProvider, tokens: Vec<String>) -> SeenFrames {
        let count = tokens.len();
        let end = self.begins(mind, tokens).await;
        watch(self).await;
        self.ends(count).await;
        let seen = seen(self).await;
        self.see(&end).await;
        seen
    }

    /// The same in every run, held to what a busy machine keeps.
    async fn keeps_its_frames(&self, mind: &FakeProvider, tokens: Vec<String>, what: &str) {
        let count = tokens.len();
        let end = self.begins(mind, tokens).await;
        let watched = self.watch_frames().await;
        self.ends(count).await;
        let still = self.standstill(watched).await;
        self.see(&end).await;
        still.is_below(OWN, &format!("{what}, {count} tokens at 200 a second"));
    }

    /// Has the model write these tokens, and returns once it writes; with what it will say last.
    async fn begins(&self, mind: &FakeProvider, mut words: Vec<String>) -> String {
        let end = format!("The end of {}.", words.len());
        words.push(format!("\n\n{end}"));
        mind.does([Turn {
            steady: Some((words, EVERY)),
            ..Turn::says("Well. ")
        }]);
        self.say("Write.").await;
        self.find("button", "Stop").await;
        end
    }

    /// Waits until the model wrote them all.
    async fn ends(&self, tokens: usize) {
        tokio::time::sleep(EVERY * u32::try_from(tokens).expect("some tokens")).await;
        // Not by its words: reading a page lays all of it out.
        let ended = "return document.querySelector('[role=log]')?.getAttribute('aria-busy') === 'false'";
        self.returns("the end of the reply", ended, true).await;
    }
}

#[tokio::test]
async fn the_window_has_its_frames_while_a_model_writes_fast() {
    let (app, mind) = or_skip!(App::with_writer().await);
    app.keeps_its_frames(&mind, reply(FEW), "text, lists, tables and code")
        .await;
    app.keeps_its_frames(&mind, long_parts(200, 100), "a long list and a long table")
        .await;
    app.close().await;
}

#[tokio::test]
#[ignore = "a measure: `cargo xtask bench window`"]
async fn how_long_the_window_has_no_frame_while_a_model_writes() {
    let (app, mind) = or_skip!(App::with_writer().await);
    watch(&app).await;
    app.run_async(PLAIN, vec![]).await;
    let plain = seen(&app).await;
    println!(
        "| longest time without a frame, plain words | {:.0} ms |",
        plain.longest
    );
    let most = GOAL.max(plain.longest * BESIDE);
    let mut late = Vec::new();
    for (what, tokens) in [
        ("text, lists, tables and code", reply(TOKENS)),
        (
            "a list of 600 items and a table of 300 rows",
            long_parts(600, 300),
        ),
    ] {
        let count = tokens.len();
        let seen = app.frames_of_a_reply(&mind, tokens).await;
        println!(
            "| the same, {what}: {count} tokens at 200 a second; frames later than {GOAL:.0} ms | {:.0} ms; {} of {} |",
            seen.longest, seen.late, seen.count
        );
        if seen.longest > most {
            late.push((what, seen));
        }
    }
    app.shot("streamed").await;
    app.close().await;
    assert!(late.is_empty(), "{late:?} where plain words took {plain:?}");
}
