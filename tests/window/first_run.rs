//! The first minutes of a new user.

use std::time::{Duration, Instant};

use crate::app::App;

/// What a person may take, of which a machine needs a part.
const MINUTES: Duration = Duration::from_secs(180);

#[tokio::test]
async fn a_newcomer_denies_one_call_allows_another_and_finds_both_in_activity() {
    let app = or_skip!(App::at_first().await);
    let began = Instant::now();
    app.see("Welcome to Portcullis").await;
    app.shot("welcome").await;

    app.click("button", "Try the demo server").await;
    let review = app.asked("Demo").await;
    assert_has!(review.text, "the demo server inside Portcullis");
    app.shot("review-demo").await;
    app.answer("Add and start").await;
    app.ready("Demo").await;
    app.shot("welcome-step-2").await;

    app.click("button", "Ask the demo model").await;
    let asked = app.asked("Add two numbers").await;
    assert_has!(asked.text, "To show a tool that only reads.");
    app.shot("gate").await;
    // A user who denies the first is still asked about the next.
    app.answer("Deny").await;
    app.asked("Write a note").await;
    app.shot("gate-second").await;
    app.answer("Allow once").await;
    app.asked("Draw a gate").await;
    app.answer("Deny").await;
    app.see("The ones you denied did not run").await;
    app.shot("chat-after").await;

    app.click("link", "Show in Activity").await;
    app.see_row(&["Write a note", "Demo", "done"]).await;
    app.see_row(&["Add two numbers", "Demo", "denied by you"]).await;
    app.shot("activity-after").await;
    assert!(began.elapsed() < MINUTES, "it took {:?}", began.elapsed());
    app.close().await;
}
