//! The newer era on the Python SDK that speaks it: a call that needs three answers, pictures, and a resource that is
//! listened for.

use portcullis_tests::packages;

use crate::app::App;

const SERVER: &str = "Observatory";
const MODERN: &str = "2026 and later";

// Proves MRT-01, ICO-07, SUB-01.
#[tokio::test]
async fn a_call_of_the_newer_era_asks_in_rounds_and_a_change_is_heard() {
    let app = or_skip!(App::new().await);
    // Said rather than found out: on a busy computer it may start for longer than the try waits.
    app.describe(SERVER, &packages::rounds()).await;
    app.click("button", "Advanced").await;
    app.pick("Protocol version", MODERN).await;
    app.click("button", "Review").await;
    app.asked(SERVER).await;
    app.answer("Add and start").await;
    app.ready(SERVER).await;
    app.let_it_ask_a_model(SERVER).await;
    app.open_tab(SERVER, "Tools").await;
    app.drawn("[role=listbox]").await;
    app.open_tool(SERVER, "Plan a night").await;
    app.shots("real-icons").await;
    app.start_tool().await;
    // The form and the folders are asked for at once, in no promised order; the sampling request comes after.
    for _ in 0..2 {
        let sheet = app.asked(SERVER).await;
        if sheet.text.contains("Share folders with") {
            app.answer("Decline").await;
            continue;
        }
        assert_has!(sheet.text, "asks you to fill in a form");
        app.find_part("textbox", "Telescope")
            .await
            .fill("Refractor")
            .await;
        app.find_part("textbox", "Hours").await.fill("3").await;
        app.click("button", "Review").await;
        app.asked("This is sent to").await;
        app.answer("Send").await;
    }
    let asked = app.asked("send this to a model").await;
    assert_has!(asked.text, "What can Refractor see in 3 hours?");
    app.answer("Send to the model “Demo model”").await;
    app.asked("Send this reply to").await;
    app.answer(&format!("Send reply to “{SERVER}”")).await;
    app.result(&[
        "a request was not granted",
        "Refractor, 3 h:",
        "Kept in 0 folders.",
    ])
    .await;
    app.shots("real-rounds").await;
    app.open_tab(SERVER, "Protocol").await;
    app.see("2026-07-28").await;
    app.click_part("option", "3 rounds").await;
    app.find("region", "Operation").await;
    app.shots("real-protocol-rounds").await;

    app.open_tool(SERVER, "Measure").await;
    app.find_part("textbox", "Steps").await.fill("3").await;
    app.run_tool(&["done", "matches its output schema", "0.9"]).await;

    app.open_tab(SERVER, "Resources").await;
    app.click_part("option", "The sky tonight").await;
    app.click("button", "Read").await;
    app.see("Clear until midnight.").await;
    app.click("button", "Watch").await;
    app.see("to report changes").await;
    app.open_tool(SERVER, "Look again").await;
    app.run_tool(&["done", "Looked."]).await;
    app.open_tab(SERVER, "Resources").await;
    app.click_part("option", "The sky tonight").await;
    app.see("updated since you read it").await;
    app.shots("real-listened").await;
    app.click("button", "Read").await;
    app.see("Clouds from the west.").await;
    app.close().await;
}
