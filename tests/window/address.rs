//! Servers reached by an address.

use portcullis_tests::hostile::Hostile;
use serde_json::json;

use crate::app::App;

impl App {
    /// Fills the form for an address and asks for the review.
    pub async fn propose_address(&self, label: &str, url: &str) {
        self.room("Servers").await;
        self.click("link", "Add").await;
        self.choose("Remote URL").await;
        self.fill("Label", label).await;
        self.fill("URL", url).await;
        self.click("button", "Review").await;
    }
}

#[tokio::test]
async fn a_server_is_added_by_its_address_and_its_tool_is_run() {
    let app = or_skip!(App::new().await);
    let server = Hostile::new(json!({
        "tools": ["ask"],
        "calls": {"ask": [{"reply": {"content": [{"type": "text", "text": "answered over HTTP"}]}}]},
    }))
    .on_http()
    .await;
    app.propose_address("Remote", &server.url).await;
    let review = app.asked("Remote").await;
    assert!(review.text.contains(&server.url), "{}", review.text);
    app.shot("review-address").await;
    app.answer("Add and start").await;
    app.ready("Remote").await;
    app.open_tool("Remote", "ask").await;
    app.run_tool(&["done", "answered over HTTP"]).await;
    app.close().await;
}

#[tokio::test]
async fn an_address_that_answers_with_a_page_is_said_to_be_no_server() {
    let app = or_skip!(App::new().await);
    let page = json!([{"http": {"status": 200, "headers": {"Content-Type": "text/html"},
        "body": "<!doctype html><title>Sign in</title><p>Welcome"}}]);
    let server = Hostile::new(json!({"on": {"initialize": page, "server/discover": page}}))
        .on_http()
        .await;
    app.propose_address("A page", &server.url).await;
    app.asked("A page").await;
    app.answer("Add and start").await;
    app.click_part("link", "A page, stopped").await;
    app.see("“A page”").await;
    app.see("web page").await;
    app.shot("address-is-a-page").await;
    app.close().await;
}

#[tokio::test]
async fn an_address_that_is_none_is_refused_at_its_field() {
    let app = or_skip!(App::new().await);
    app.propose_address("Nowhere", "ftp://example.com/mcp").await;
    app.see("http").await;
    assert!(
        app.sheet().await.is_none(),
        "nothing is asked about an address that cannot be"
    );
    assert_eq!(app.ask("servers", json!({})).await.unwrap(), json!([]));
    app.shot("address-refused").await;
    app.close().await;
}
