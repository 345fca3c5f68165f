//! A conversation in the real window: it branches and is stepped through, an answer is made again by another model, words
//! are found in all of them and lead to their message, and thousands of messages open at once.

use portcullis_api::{Message, Part, Speaker};
use portcullis_core::clock::SystemClock;
use portcullis_storage::store::{
    Store,
    conversations::{self, ConversationRow},
};
use portcullis_tests::{driver::Home, fake_provider::Turn};
use rusqlite::Connection;
use serde::Deserialize;
use serde_json::json;
use std::{path::Path, sync::Arc, time::Instant};

use crate::app::App;

/// Two versions of a reply that are compared, as they read and are drawn.
#[derive(Debug, Deserialize)]
struct ComparedSides {
    shown: String,
    other: String,
    /// They are next to each other; otherwise one is below the other.
    in_a_row: bool,
    /// Nothing of them is out of reach to the side.
    fits: bool,
}

impl App {
    /// The two versions of the reply that is compared.
    async fn sides(&self) -> ComparedSides {
        let read = "const reply = document.querySelector('article[data-compared]');
            const other = reply.querySelector(':scope > section');
            const [head, parts] = reply.querySelectorAll(':scope > div');
            const [left, right] = [parts, other].map((it) => it.getBoundingClientRect());
            const box = document.querySelector('[data-testid=messages]');
            return {
              shown: `${head.innerText} ${parts.innerText}`, other: other.innerText,
              in_a_row: right.left >= left.right && right.top <= left.top && right.bottom >= left.bottom,
              fits: box.scrollWidth <= box.clientWidth
                && right.right <= box.getBoundingClientRect().right && left.left >= box.getBoundingClientRect().left,
            }";
        serde_json::from_value(self.js(read).await).expect("a reply is compared")
    }

    /// Points at what was said, as a hand does before what can be done with it is seen.
    async fn point_at(&self, words: &str) {
        self.run(
            "const it = [...document.querySelectorAll('article')].find((it) => it.textContent.includes(arguments[0]));
             it.querySelector('button:last-of-type').focus({preventScroll: true})",
            vec![json!(words)],
        )
        .await;
    }

    /// Waits until these words are in the conversation, and the others no longer.
    async fn says_now(&self, words: &str, gone: &str) {
        let what = format!("“{words}” in the conversation, without “{gone}”");
        self.holds(&what, async || {
            let said = self.said().await;
            said.contains(words) && !said.contains(gone)
        })
        .await;
    }

    async fn search(&self, words: &str) {
        self.find("searchbox", "Search conversations")
            .await
            .fill(words)
            .await;
    }
}

#[tokio::test]
async fn a_message_is_written_anew_an_answer_made_again_and_nothing_is_lost() {
    let (app, mind) = or_skip!(App::with_models(&["mind-large", "mind-small"]).await);
    mind.does([
        Turn::says("Red it is. The door has **two coats**, and the frame one."),
        Turn::says("Gladly."),
        Turn::says("Blue it is, as the sea at noon."),
        Turn::says("Blue, said the small one."),
    ]);
    app.room("Chat").await;
    app.say("Paint the door red, and say how many coats it needs")
        .await;
    app.hears("two coats").await;
    app.say("Thank you").await;
    app.hears("Gladly.").await;
    // Turns are seen: a reply is nearer to its question than to the next one.
    let gaps = "const [question, reply, next] = [...document.querySelectorAll('article')];
        const place = (it) => it.getBoundingClientRect();
        const said = (it) => place(it.querySelector(':scope > div'));
        return [said(reply).top - said(question).bottom, said(next).top - place(reply).bottom]";
    let gaps: [f64; 2] = serde_json::from_value(app.js(gaps).await).unwrap();
    assert!(gaps[0] < gaps[1], "{gaps:?}");
    app.shots("branches-before").await;

    app.point_at("Paint the door red").await;
    app.click("button", "Edit").await;
    app.fill("Edit message", "Paint the door blue").await;
    app.shots("branches-edit").await;
    app.fill("Edit message", "Paint the door blue\n").await;
    app.hears("Blue it is").await;
    app.says_now("2 of 2", "Gladly").await;
    app.shots("branches-blue").await;

    // Again, by another model.
    app.click("button", "Regenerate").await;
    app.find_part("menuitem", "mind-small").await;
    app.shots("branches-again").await;
    app.click_part("menuitem", "mind-small").await;
    app.hears("said the small one").await;
    assert_eq!(mind.asked()[3]["model"], "mind-small");
    app.find("button", "Regenerate").await;
    // The reply that it was asked for in the place of is beside it.
    app.find("region", "Compared version").await;
    let sides = app.sides().await;
    assert!(
        sides.shown.starts_with("mind-small") && sides.shown.contains("said the small one"),
        "{sides:?}"
    );
    assert!(
        sides.other.starts_with("mind-large") && sides.other.contains("as the sea at noon"),
        "{sides:?}"
    );
    assert!(sides.in_a_row && sides.fits, "{sides:?}");
    app.shots("branches-small").await;
    app.resize_to(880, 700).await;
    let sides = app.sides().await;
    assert!(!sides.in_a_row && sides.fits, "one below the other: {sides:?}");
    app.shot("branches-small-880").await;
    app.resize_to(1200, 800).await;
    app.click("button", "Compare").await;
    app.gone("region", "Compared version").await;
    app.click("button", "Compare").await;
    app.find("region", "Compared version").await;
    app.js("document.querySelector('article[data-compared] [aria-expanded=true][aria-controls]').focus()")
        .await;
    app.press("\u{E00C}").await;
    app.gone("region", "Compared version").await;
    let focused = "return document.activeElement?.textContent";
    app.returns("the focus on its button", focused, "Compare").await;

    // There and back, by the arrows.
    app.click("button", "Previous version").await;
    app.hears("Gladly.").await;
    app.says_now("1 of 2", "Blue").await;
    let held = "return document.activeElement?.getAttribute('aria-label')";
    app.returns("the focus to stay on the way", held, "Previous version")
        .await;
    app.shots("branches-red").await;

    // A hit on a branch that is not shown brings it back.
    app.search("sea noon").await;
    app.find_part("link", "Blue it is, as the sea").await;
    app.shots("branches-search").await;
    app.click_part("link", "Blue it is, as the sea").await;
    app.hears("as the sea at noon").await;
    let here = "return document.activeElement?.textContent.includes('sea at noon')";
    app.returns("the message in view, with the focus", here, true)
        .await;
    app.shots("branches-hit").await;
    app.search("zebra").await;
    app.see("No results").await;
    app.shots("branches-nothing").await;
    app.search("\u{E017}").await;
    app.click_part("button", "More for").await;
    app.click_part("menuitem", "Export").await;
    app.see("JSON contains every branch").await;
    app.shots("branches-export").await;
    app.close().await;
}

/// A conversation of the demo model with these messages, one after the other, left there by an earlier run.
pub(crate) fn put_talk(
    db: &Connection,
    id: &str,
    title: &str,
    said: impl IntoIterator<Item = (Speaker, Vec<Part>)>,
) -> portcullis_core::Result<()> {
    let row = ConversationRow::new(id, title, ("demo", "Demo model"), 1_795_164_031_000);
    conversations::put(db, &row)?;
    for (seq, (speaker, parts)) in (1..).zip(said) {
        let message = Message {
            seq,
            speaker,
            at: 1_795_164_031_000,
            parts,
            streaming: false,
            by: None,
            parent: (seq > 1).then(|| seq - 1),
            branch: None,
        };
        conversations::put_message(db, id, &message)?;
    }
    Ok(())
}

/// 2,000 messages in one conversation, left there by an earlier run.
pub(crate) async fn long(folder: &Path) {
    let said = |seq: u64| {
        let speaker = if seq % 2 == 1 {
            Speaker::Person
        } else {
            Speaker::Model
        };
        let text = match seq {
            300 => "The \u{202e}walrus\u{200b} <b>lives</b> in Zürich; קראו לו שלום".to_owned(),
            _ => format!(
                "Message number {seq}. {}",
                "Some words that fill a line or two. ".repeat(4)
            ),
        };
        (speaker, vec![Part::Words { text }])
    };
    let store = Store::open(folder, Arc::new(SystemClock)).unwrap().store;
    store
        .write(move |db| {
            Ok(put_talk(
                db,
                &"1".repeat(32),
                "A long one",
                (1..=2_000).map(said),
            )?)
        })
        .await
        .unwrap();
    store.close().await;
}

// Proves S-41.
#[tokio::test]
async fn two_thousand_messages_open_at_once_and_a_hit_far_back_comes_into_view() {
    let home = Home::new();
    let folder = home.path().join("long");
    long(&folder).await;
    let app = or_skip!(App::with_data_in(home, &folder).await);
    app.skip_the_welcome().await;
    let began = Instant::now();
    app.room("Chat").await;
    app.hears("Message number 2000.").await;
    let opened = began.elapsed();
    let drawn = "return document.querySelectorAll('article').length";
    // The newest messages are drawn first, the rest of the page after them.
    app.returns("a page of messages", drawn, 60).await;
    app.shots("long-chat").await;
    // Back by a page, with what was read in its place.
    let top = "return document.querySelector('[data-seq=\"1941\"]').getBoundingClientRect().top";
    for place in [400, 0] {
        app.js(&format!(
            "document.querySelector('[data-testid=messages]').scrollTop = {place}"
        ))
        .await;
        app.settle().await;
    }
    let there = "return document.querySelector('[data-seq=\"1900\"]') !== null";
    app.returns("earlier messages", there, true).await;
    app.settle().await;
    let place = app.js(top).await.as_f64().unwrap();
    assert!((-50.0..400.0).contains(&place), "what was read jumped to {place}");

    app.search("zurich walr").await;
    // Hits come while it is typed, and take each other's place.
    let hits = "return [...document.querySelectorAll('a')].map((it) => it.textContent).join('|')";
    app.wait_until("the hit, as text", async || {
        let hits = app.js(hits).await;
        let text = hits.as_str()?;
        text.contains("⟨U+202E⟩walrus⟨U+200B⟩ <b>lives</b> in Zürich")
            .then_some(())
    })
    .await;
    let marks = "return [...document.querySelectorAll('mark')].map((it) => it.textContent)";
    app.returns("the words in it marked", marks, json!(["walrus", "Zürich"]))
        .await;
    app.shots("long-search").await;
    app.click_part("link", "walrus").await;
    let here = "const it = document.activeElement?.getBoundingClientRect();
            return document.activeElement?.dataset.seq === '300' && it.top > 0 && it.bottom < window.innerHeight";
    app.returns("the message in view", here, true).await;
    let drawn = app.js(drawn).await.as_u64().unwrap();
    assert!(drawn <= 240, "{drawn} messages are in the page");
    app.shots("long-hit").await;
    app.click("button", "Jump to latest").await;
    app.hears("Message number 2000.").await;
    // A message that is edited stays where it is read, also when what followed it is another branch.
    let edited = "document.querySelector('[data-seq=\"1951\"]')";
    let scroll = format!(
        "{edited}.scrollIntoView({{block: 'start'}});
         document.querySelector('[data-testid=messages]').scrollTop -= 40"
    );
    app.js(&scroll).await;
    app.settle().await;
    let place = async |of: &str| {
        let top = app.js(&format!("return {of}.getBoundingClientRect().top")).await;
        top.as_f64().expect("a number")
    };
    let before = place(edited).await;
    let edit = format!(
        "[...{edited}.querySelectorAll('button')].find((it) => it.textContent.trim() === 'Edit').click()"
    );
    app.js(&edit).await;
    app.find("textbox", "Edit message").await;
    app.shot("edit-in-place").await;
    let while_edited = place(edited).await;
    app.click("button", "Cancel").await;
    app.gone("textbox", "Edit message").await;
    app.settle().await;
    let cancelled = place(edited).await;
    assert!(
        (while_edited - before).abs() < 2.0 && (cancelled - before).abs() < 2.0,
        "{before}, {while_edited}, {cancelled}"
    );
    app.js(&edit).await;
    app.fill("Edit message", "Written anew\n").await;
    app.hears("Written anew").await;
    app.settle().await;
    let anew =
        "[...document.querySelectorAll('article')].find((it) => it.textContent.includes('Written anew'))";
    let saved = place(anew).await;
    assert!((saved - before).abs() < 2.0, "{before}, {saved}");
    println!("2,000 messages open in {} ms", opened.as_millis());
    app.close().await;
}
