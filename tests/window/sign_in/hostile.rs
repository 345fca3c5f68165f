//! What a person sees of an authorization server that does not do what it must.

use portcullis_tests::{
    browser,
    canary::{sweep, sweep_bytes},
    certified::{Opener, Visitor},
    driver::Home,
    provider::{Provider, Rules},
    wait,
};
use serde_json::{Map, Value, json};

use crate::app::App;

fn object(value: Value) -> Map<String, Value> {
    value.as_object().cloned().unwrap_or_default()
}

/// A window with a server that wants a sign-in, and a browser that is left to the test.
async fn unsigned(provider: &Provider) -> Option<(App, Opener)> {
    let home = Home::new();
    let opener = Opener::new(home.path(), Visitor::Away);
    let app = App::with_person(home, &opener).await?;
    app.skip_the_welcome().await;
    app.add_door("Remote", &provider.url()).await;
    Some((app, opener))
}

/// The same, signed in by now.
async fn signed_in(provider: &Provider) -> Option<(App, Opener)> {
    let (app, opener) = unsigned(provider).await?;
    app.signs_in(&opener).await;
    app.ready("Remote").await;
    Some((app, opener))
}

impl App {
    /// Reviews a sign-in, opens the page, and goes where it leads.
    async fn signs_in(&self, opener: &Opener) {
        let before = opener.opened().len();
        self.review_sign_in("Remote").await;
        self.open_browser().await;
        let page = wait::until("the browser", || opener.opened().get(before).cloned()).await;
        browser::follow(&page).await.expect("the browser comes back");
    }

    /// Runs the open tool until it fails; a question about it is answered with yes.
    async fn run_in_vain(&self) -> String {
        self.start_tool().await;
        self.wait_until("a call that failed", async || {
            let result = self.last_result().await?;
            result.starts_with("failed").then_some(result)
        })
        .await
    }
}

// Proves S-54, AUT-31.
#[tokio::test]
async fn without_s256_there_is_no_way_to_sign_in_and_that_is_said() {
    let provider = Provider::new(Rules {
        metadata: object(json!({ "code_challenge_methods_supported": null })),
        ..Rules::default()
    })
    .await;
    let (app, opener) = or_skip!(unsigned(&provider).await);
    app.click("link", "Sign in… to Remote").await;
    app.find("button", "Try again").await;
    app.shots("sign-in-unusable").await;
    assert!(app.waiting().await.is_empty(), "there is no question");
    app.see("it does not support PKCE with S256").await;
    let text = app.text().await;
    assert!(!text.contains("“Remote” requires sign-in"), "{text}");
    assert!(opener.opened().is_empty() && provider.hits_at("/authorize").is_empty());
    app.close().await;
}

// Proves S-53, AUT-36.
#[tokio::test]
async fn an_answer_of_another_issuer_is_neither_used_nor_shown() {
    let provider = Provider::new(Rules {
        denies: true,
        back: "&iss=https://evil.example".to_owned(),
        ..Rules::default()
    })
    .await;
    let (app, opener) = or_skip!(unsigned(&provider).await);
    app.signs_in(&opener).await;
    app.find("alert", "").await;
    app.shots("sign-in-mixed-up").await;
    let text = app.text().await;
    assert!(!text.contains("not today") && !text.contains("evil"), "{text}");
    assert!(provider.grants("authorization_code").is_empty());
    app.close().await;
}

// Proves AUT-59, S-57.
#[tokio::test]
async fn more_is_reviewed_with_its_tool_and_may_be_left_ungranted() {
    let provider = Provider::new(Rules {
        scope: Some("read".to_owned()),
        needs: Some("admin".to_owned()),
        ..Rules::default()
    })
    .await;
    let (app, opener) = or_skip!(signed_in(&provider).await);
    app.open_tool("Remote", "echo").await;
    app.run_in_vain().await;
    app.shots("sign-in-more-call").await;
    app.click("link", "Review…").await;
    let sheet = app.asked("Grant “Remote” additional scopes for “echo”?").await;
    assert_has!(sheet.text, "name suggests full access", "Already granted");
    app.shots("sign-in-more").await;
    app.answer("Cancel").await;
    app.room("Waiting for you").await;
    app.see("“Remote” requests additional scopes").await;
    app.click("link", "Review… scopes for Remote").await;
    app.asked("Next steps").await;
    app.leave_for_later().await;
    app.see("Waiting for your answer.").await;
    app.click("button", "Decline").await;
    app.see("You declined.").await;
    app.room("Waiting for you").await;
    app.see("Nothing is waiting for you").await;
    app.open_tool("Remote", "echo").await;
    app.run_in_vain().await;
    app.room("Waiting for you").await;
    app.see("Nothing is waiting for you").await;
    assert_eq!(opener.opened().len(), 1, "no page but that of the sign-in");
    app.close().await;
}

// Proves S-55.
#[tokio::test]
async fn a_server_that_moves_is_set_apart_and_the_new_place_gets_nothing_of_the_old() {
    let old = Provider::new(Rules::default()).await;
    let new = Provider::new(Rules::default()).await;
    let (app, _opener) = or_skip!(signed_in(&old).await);
    old.change(|rules| {
        rules.resource = object(json!({ "authorization_servers": [new.issuer()] }));
        rules.takes_nothing = true;
    });
    app.open_tool("Remote", "echo").await;
    app.run_in_vain().await;
    app.find_part("link", "Remote, needs sign-in").await;
    let review = app.review_sign_in("Remote").await;
    assert_has!(review, "now names a different authorization server");
    assert_has!(review, &old.issuer());
    assert_has!(review, &new.issuer());
    app.shots("sign-in-moved").await;
    app.answer("Cancel").await;
    for hit in new.hits() {
        let text = format!("{} {}", hit.target, String::from_utf8_lossy(&hit.body));
        assert!(sweep_bytes(text.as_bytes(), &old.issued()).is_empty(), "{text}");
    }
    app.close().await;
}

// Proves S-56, S-88.
#[tokio::test]
async fn no_token_or_code_is_in_the_page_or_in_any_file() {
    let provider = Provider::new(Rules::default()).await;
    let (app, _opener) = or_skip!(signed_in(&provider).await);
    app.open_tool("Remote", "echo").await;
    app.run_tool(&["done"]).await;
    let page = app.js("return document.documentElement.outerHTML").await;
    app.open_tab("Remote", "Protocol").await;
    let frames = app.js("return document.documentElement.outerHTML").await;
    let home = app.close().await;
    let issued = provider.issued();
    assert!(issued.len() >= 2, "{}", issued.len());
    assert!(sweep_bytes(format!("{page}{frames}").as_bytes(), &issued).is_empty());
    assert_eq!(sweep(home.path(), &issued), []);
}
