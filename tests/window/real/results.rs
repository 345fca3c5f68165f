//! What tools of the reference server bring back, and what was said on the wire for it.

use crate::app::{App, EVERYTHING};

// Proves TOL-19, TOL-25.
#[tokio::test]
async fn every_kind_of_content_is_shown_and_its_messages_are_found_saved_and_sent_again() {
    let app = or_skip!(App::with_everything().await);
    app.open_tool(EVERYTHING, "get-annotated-message").await;
    app.see("Claims by the server (unverified): only reads").await;
    app.pick("messageType", "success").await;
    app.click_part("label", "includeImage").await;
    app.run_tool(&["done", "Operation completed", "for you, not for a model"])
        .await;
    app.drawn("[aria-label=Result]").await;
    app.shots("real-annotated").await;

    app.open_tool(EVERYTHING, "get-structured-content").await;
    app.pick("location", "New York").await;
    app.run_tool(&["done", "matches its output schema"]).await;
    app.click_part("tab", "Structured").await;
    app.see("Cloudy").await;
    app.shots("real-structured").await;

    app.open_tool(EVERYTHING, "get-resource-links").await;
    let links = app
        .run_tool(&["Link from the server, not opened", "demo://resource/dynamic"])
        .await;
    assert!(links.contains("Blob Resource 1"), "{links}");
    app.shot("real-links").await;

    app.open_tool(EVERYTHING, "get-resource-reference").await;
    app.pick("resourceType", "Blob").await;
    app.run_tool(&["done", "Binary content, not shown"]).await;
    let kept = app.home().path().join("kept.bin");
    app.click("button", "Save as…").await;
    app.save_to(&kept).await;
    app.see("Saved to").await;
    let saved = std::fs::read_to_string(&kept).expect("it was saved");
    assert!(saved.starts_with("Resource 1: This is a base64 blob"), "{saved}");

    app.open_tool(EVERYTHING, "trigger-long-running-operation").await;
    app.find_part("textbox", "duration").await.fill("30").await;
    app.find_part("textbox", "steps").await.fill("60").await;
    app.start_tool().await;
    app.find("progressbar", "Progress").await;
    app.shot("real-progress").await;
    app.click("button", "Stop").await;
    app.see("You stopped the call").await;

    on_the_wire(&app).await;
    app.close().await;
}

/// The Protocol tab after these calls.
async fn on_the_wire(app: &App) {
    app.open_tab(EVERYTHING, "Protocol").await;
    app.see("2025-11-25").await;
    // What belongs to a call is one line: the call, its progress, that it was cancelled.
    let call = "trigger-long-running-operation";
    app.wait_until("the call in one line, with its end", async || {
        let line = app.find_all_part("option", call).await.into_iter().next()?;
        let line = line.text_if_there().await?;
        (line.contains("progress ×") && line.contains("cancelled")).then_some(())
    })
    .await;
    app.click_part("option", call).await;
    app.wait_until("its messages", async || {
        let open = app.find_all("region", "Operation").await.pop()?;
        let open = open.text_if_there().await?;
        open.contains("notifications/cancelled").then_some(())
    })
    .await;
    app.shots("real-protocol").await;
    app.click("button", "Close operation").await;

    app.find("searchbox", "Search messages")
        .await
        .fill("Light drizzle nowhere")
        .await;
    app.see("0 of").await;
    app.find("searchbox", "Search messages")
        .await
        .fill("Cloudy")
        .await;
    app.wait_until("the one call in which it stands", async || {
        let mut found = app.find_all_part("option", "tools/call").await;
        let only = found.pop()?.text_if_there().await?;
        (found.is_empty() && only.contains("get-structured-content")).then_some(())
    })
    .await;
    app.shot("real-protocol-search").await;

    let file = app.home().path().join("frames.jsonl");
    app.click("button", "Export…").await;
    app.save_to(&file).await;
    app.see("Message log saved to").await;
    let saved = std::fs::read_to_string(&file).expect("it was saved");
    assert_has!(saved, "initialize", "get-structured-content");
    assert_has!(saved, "notifications/cancelled");

    app.click_part("option", "get-structured-content").await;
    app.click("button", "Send again…").await;
    app.see("Filled in from an earlier call").await;
    app.run_tool(&["done", "Cloudy"]).await;
}
