//! Pictures and sounds in a conversation, in the real window: those that a model makes, and those that a person put in.

use portcullis_api::{AttachedFile, FileKind, Part, Speaker};
use portcullis_core::{clock::SystemClock, text::escape_line};
use portcullis_storage::store::{Store, media};
use portcullis_tests::{driver::Home, fake_provider::Turn};
use serde_json::json;
use std::{path::Path, sync::Arc};

use crate::{app::App, branches::put_talk};

/// A picture that WebKit draws.
const PICTURE: &[u8] = include_bytes!("../../icons/128x128.png");

/// What it is kept by here.
const DIGEST: &str = "5ca1ab1e5ca1ab1e5ca1ab1e5ca1ab1e5ca1ab1e5ca1ab1e5ca1ab1e5ca1ab1e";

/// A tenth of a second of silence.
fn silence() -> Vec<u8> {
    let mut wave =
        b"RIFF\xe4\x12\0\0WAVEfmt \x10\0\0\0\x01\0\x01\0\xc0\x5d\0\0\x80\xbb\0\0\x02\0\x10\0data\xc0\x12\0\0"
            .to_vec();
    wave.resize(44 + 4_800, 0);
    wave
}

fn base64(bytes: &[u8]) -> String {
    use base64::Engine as _;
    base64::engine::general_purpose::STANDARD.encode(bytes)
}

impl App {
    /// Waits until so many pictures of the conversation are drawn, and are larger than nothing.
    pub(crate) async fn draws(&self, pictures: u64) {
        let drawn = "return [...document.querySelectorAll('[role=log] img')].filter((it) => it.naturalWidth > 0 && it.clientWidth > 0).length";
        self.returns("the pictures", drawn, pictures).await;
    }
}

// Proves S-21, S-79.
#[tokio::test]
async fn a_models_picture_and_sound_are_seen_heard_kept_and_nothing_is_fetched() {
    let (app, mind) = or_skip!(App::with_eyes("mind-paints").await);
    mind.does([Turn {
        makes: vec![
            ("image/png".to_owned(), base64(PICTURE)),
            ("audio/wav".to_owned(), base64(&silence())),
            (String::new(), "https://pictures.example/a/very/long/address/of/a/picture/that/is/not/visited.png?with=a-query".to_owned()),
            ("image/svg+xml".to_owned(), base64(b"<svg xmlns='http://www.w3.org/2000/svg' onload='x()'/>")),
        ],
        ..Turn::says("I painted a gate for you, and composed a little silence.")
    }]);
    app.room("Chat").await;
    app.say("Paint me a gate").await;
    app.draws(1).await;
    app.see("sent a URL instead").await;
    app.see("An SVG image can contain programs").await;
    let there = "return document.querySelector('[role=log] audio')?.duration > 0";
    app.returns("something to play", there, true).await;
    let foreign = "return [...document.querySelectorAll('[role=log] [src], [role=log] a[href]')]
        .map((it) => it.getAttribute('src') ?? it.getAttribute('href')).filter((it) => !it.startsWith('data:') && !it.startsWith('#'))";
    assert_eq!(app.js(foreign).await, json!([]));
    app.shots("made").await;
    // Another day.
    let home = app.close().await;
    let app = or_skip!(App::in_home(home, &[]).await);
    app.room("Chat").await;
    app.draws(1).await;
    app.shot("made-again").await;
    app.close().await;
}

/// A conversation in which a person put a picture, a text with a long name and a PDF, and has not yet asked about them.
async fn with_files(folder: &Path) {
    let store = Store::open(folder, Arc::new(SystemClock)).unwrap().store;
    let words = |text: &str| {
        vec![Part::Words {
            text: text.to_owned(),
        }]
    };
    let file = |name: &str, kind: FileKind, mime: &str, bytes: &[u8]| {
        let file = AttachedFile {
            name: escape_line(name),
            kind,
            mime: mime.to_owned(),
            bytes: bytes.len() as u64,
            digest: DIGEST.to_owned(),
            text: (kind == FileKind::Text).then(|| escape_line("Opening hours: nine to five.")),
        };
        vec![Part::File { file }]
    };
    let long = "minutes of the meeting about the gate and everything that was said about it in november.md";
    let said = [
        (
            Speaker::Person,
            file("gate.png", FileKind::Image, "image/png", PICTURE),
        ),
        (Speaker::Person, words("What is on this picture?")),
        (
            Speaker::Model,
            words("A gate with bars, which closes from above."),
        ),
        (
            Speaker::Person,
            file(
                "gate at night, seen from the other side of the moat.png",
                FileKind::Image,
                "image/png",
                PICTURE,
            ),
        ),
        (
            Speaker::Person,
            file(
                long,
                FileKind::Text,
                "text/markdown",
                b"Opening hours: nine to five.",
            ),
        ),
        (
            Speaker::Person,
            file("plan.pdf", FileKind::Pdf, "application/pdf", b"%PDF-1.7 plan"),
        ),
    ];
    store
        .write(move |db| {
            let id = "2".repeat(32);
            put_talk(db, &id, "The gate", said)?;
            media::put(db, &id, DIGEST, PICTURE)?;
            Ok(())
        })
        .await
        .unwrap();
    store.close().await;
}

#[tokio::test]
async fn attached_files_are_shown_again_in_the_message_and_in_the_composer() {
    let home = Home::new();
    let folder = home.path().join("files");
    with_files(&folder).await;
    let app = or_skip!(App::with_data_in(home, &folder).await);
    app.skip_the_welcome().await;
    app.room("Chat").await;
    app.draws(2).await;
    let waiting = app.find("list", "Sent with your next message").await.text().await;
    assert_has!(waiting, "plan.pdf", "gate at night");
    assert_lacks!(waiting, "gate.png");
    app.shots("files-composer").await;
    app.click("button", "Enlarge gate.png").await;
    app.find("button", "Shrink gate.png").await;
    app.shot("files-larger").await;
    app.say("And these?").await;
    app.gone("list", "Sent with your next message").await;
    app.close().await;
}
