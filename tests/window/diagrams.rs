//! Diagrams and formulas in messages, in the real window: its engine starts the worker under the policy of the page, shows what it
//! draws, and lays out a formula whose sheet and fonts are files of the application.

use portcullis_tests::fake_provider::Turn;
use serde_json::json;

use crate::app::App;

const FLOW: &str = "Like this:\n\n```mermaid\nflowchart LR\n  U[You] -->|ask| M{Model?}\n  M -- calls --> G[[Gate]]\n  G --> T[(Tool)]\n```\n";
const HOSTILE: &str = "And this:\n\n```mermaid\n%%{init: {\"securityLevel\": \"loose\"}}%%\nflowchart TD\n  A[\"<img src=https://sink.example/a.png onerror=x()>\"] --> B\n  click A \"https://sink.example/\" _blank\n```\n";
/// One line more than is drawn.
fn large() -> String {
    let edges: String = (0..401)
        .map(|it| format!("n{} --> n{}\n", (it * 7) % 199, (it * 53 + 11) % 199))
        .collect();
    format!("And this:\n\n```mermaid\nflowchart TD\n{edges}```\n")
}

// Proves S-19, S-24.
#[tokio::test]
async fn a_diagram_of_a_model_is_a_picture_and_a_large_one_is_code() {
    let (app, mind) = or_skip!(App::with_eyes("mind-draws").await);
    mind.does([Turn::says(FLOW), Turn::says(HOSTILE), Turn::says(&large())]);
    app.room("Chat").await;
    app.say("How does it work?").await;
    app.draws(1).await;
    app.shots("diagram").await;
    app.say("And with pictures?").await;
    app.draws(2).await;
    let foreign = "return [...document.querySelectorAll('[role=log] [src], [role=log] a[href]')]
        .map((it) => it.getAttribute('src') ?? it.getAttribute('href'))
        .filter((it) => !it.startsWith('data:image/svg+xml,') && !it.startsWith('#'))";
    assert_eq!(app.js(foreign).await, json!([]));
    app.say("And all of it?").await;
    app.see("This diagram is too large to be drawn").await;
    app.draws(2).await;
    app.close().await;
}

/// Whether the two letters of a fraction are one above the other, in a font of formulas.
const FRACTION: &str =
    "const letters = document.querySelectorAll('[role=log] [data-drawn] .mfrac .mathnormal');
    const [one, other] = [...letters].map((it) => it.getBoundingClientRect().top);
    const fonts = [...document.fonts].filter((it) => it.family.includes('KaTeX') && it.status === 'loaded');
    return letters.length === 2 && Math.abs(one - other) > 5 && fonts.length > 0";

#[tokio::test]
async fn a_formula_of_a_model_is_laid_out_and_a_broken_one_is_text() {
    let (app, mind) = or_skip!(App::with_eyes("mind-reckons").await);
    mind.does([Turn::says("So:\n\n$$\\frac{a}{b}$$\n\nand $$\\frac{a$$ too.")]);
    app.room("Chat").await;
    app.say("How much is it?").await;
    app.returns("the fraction", FRACTION, true).await;
    let written = "return [...document.querySelectorAll('[role=log] [data-tex]:not([data-drawn])')].map((it) => it.dataset.tex)";
    app.returns("the broken one", written, json!(["\\frac{a"])).await;
    app.shots("formula").await;
    app.close().await;
}
