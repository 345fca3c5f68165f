//! What the reference server offers to be read, and what it writes.

use crate::app::{App, EVERYTHING};

// Proves RES-04, RES-06.
#[tokio::test]
async fn resources_are_searched_completed_read_and_saved_and_the_log_is_searched() {
    let app = or_skip!(App::with_everything().await);
    app.open_tab(EVERYTHING, "Resources").await;
    app.find("searchbox", "Search resources")
        .await
        .fill("architecture")
        .await;
    app.see("1 of").await;
    app.click_part("option", "architecture.md").await;
    app.click("button", "Read").await;
    app.see("text/markdown").await;
    app.find("region", "Resource contents").await;
    app.shots("real-resource").await;

    app.find("searchbox", "Search resources").await.fill("blob").await;
    app.click_part("option", "Dynamic Blob Resource").await;
    app.see("Left out because empty").await;
    let id = app.find_part("combobox", "resourceId").await;
    // Of this server only a whole number is something that can follow.
    id.fill("7").await;
    app.see("demo://resource/dynamic/blob/7").await;
    app.click("button", "Read").await;
    app.see("Binary content, not shown").await;
    app.shots("real-template").await;
    let kept = app.home().path().join("seven.bin");
    app.click("button", "Save as…").await;
    app.save_to(&kept).await;
    app.see("Saved to").await;
    let saved = std::fs::read_to_string(&kept).expect("it was saved");
    assert!(saved.starts_with("Resource 7: This is a base64 blob"), "{saved}");

    app.open_tab(EVERYTHING, "Prompts").await;
    app.click_part("option", "Resource Prompt").await;
    app.click_part("combobox", "resourceType").await;
    app.click("option", "Text").await;
    app.find_part("combobox", "resourceId").await.fill("3").await;
    app.click("button", "Preview").await;
    app.see("Resource 3: This is a plaintext resource").await;
    app.shots("real-prompt-resource").await;

    app.open_tab(EVERYTHING, "Logs").await;
    let search = app.find("searchbox", "Search log").await;
    search.fill("nothing that is ever written").await;
    app.see("0 of").await;
    search.fill("Starting default").await;
    app.see("Starting default (STDIO) server").await;
    app.shots("real-logs").await;
    app.close().await;
}
