//! Signing in at a server: at a certified authorization server of another project, with a real browser.

mod hostile;

use portcullis_tests::{
    certified::{Certified, Opener, Visitor},
    driver::Home,
    hostile::{Hostile, Served},
    wait,
};
use serde_json::json;

use crate::app::App;

/// A server that answers when it is asked, behind a door that wants a token.
async fn behind_a_door() -> (Served, Certified) {
    let server = Hostile::new(json!({
        "tools": ["ask"],
        "calls": {"ask": [{"reply": {"content": [{"type": "text", "text": "answered behind the door"}]}}]},
    }))
    .on_http()
    .await;
    let door = Certified::before(&server.url).await;
    (server, door)
}

/// A user with a server that requires a token.
struct AtTheDoor {
    app: App,
    opener: Opener,
    door: Certified,
    _server: Served,
}

/// Added and asked for; there was no sign-in yet. `None` where no windows are wanted.
async fn at_the_door(person: Visitor) -> Option<AtTheDoor> {
    let home = Home::new();
    let opener = Opener::new(home.path(), person);
    let (server, door) = behind_a_door().await;
    let app = App::with_person(home, &opener).await?;
    app.skip_the_welcome().await;
    app.add_door("Remote", &door.url).await;
    Some(AtTheDoor {
        app,
        opener,
        door,
        _server: server,
    })
}

impl App {
    /// In a home whose browser is used by this person.
    async fn with_person(home: Home, opener: &Opener) -> Option<Self> {
        let path = opener.path();
        Self::in_home(home, &[("PATH", &path)]).await
    }

    /// Adds an address that wants a sign-in.
    async fn add_door(&self, label: &str, url: &str) {
        self.propose_address(label, url).await;
        self.asked(label).await;
        self.answer("Add and start").await;
        self.find_part("link", &format!("{label}, needs sign-in")).await;
    }

    /// Asks for a sign-in by its link in the list of servers, and reads the question at the gate.
    async fn review_sign_in(&self, label: &str) -> String {
        self.room("Servers").await;
        self.click("link", &format!("Sign in… to {label}")).await;
        self.asked("Next steps").await.text
    }

    /// Opens the browser by one press, as soon as the question takes one.
    async fn open_browser(&self) {
        self.answer("Open browser").await;
    }
}

// Proves AUT-03, AUT-39, AUT-46.
#[tokio::test]
async fn a_person_signs_in_once_and_sees_no_browser_again() {
    let at = or_skip!(at_the_door(Visitor::SignsIn).await);
    let (app, opener, mut door) = (at.app, at.opener, at.door);
    app.room("Waiting for you").await;
    app.see("“Remote” needs you to sign in").await;
    app.shots("sign-in-waiting").await;
    assert_eq!(opener.opened(), [""; 0], "no browser opens automatically");
    assert!(door.told("registered").is_empty(), "and nothing is registered");

    let review = app.review_sign_in("Remote").await;
    assert_has!(
        review,
        door.url.as_str(),
        "tools:read",
        "tools:call",
        "a client registered for this server only",
        "Your browser opens http://127.0.0.1"
    );
    app.shots("sign-in-review").await;
    app.press("\u{E007}").await;
    assert_eq!(opener.opened(), [""; 0], "Enter opens nothing");
    assert!(door.told("registered").is_empty(), "a review registers nothing");

    app.open_browser().await;
    app.see("You are signed in to “Remote”.").await;
    app.shots("sign-in-done").await;
    let ended = opener.ended().await;
    assert_eq!(ended.get("late"), None, "{ended}");
    assert_eq!(door.tells("registered").await[0]["application_type"], "native");
    assert_eq!(door.told("granted"), [json!(door.url)], "for this address alone");
    app.ready("Remote").await;
    app.open_tool("Remote", "ask").await;
    app.run_tool(&["done", "answered behind the door"]).await;
    let home = app.close().await;

    // The token of before is no longer valid: it is renewed, without a question.
    door.expire().await;
    let app = App::with_person(home, &opener).await.expect("windows are wanted");
    app.ready("Remote").await;
    app.open_tool("Remote", "ask").await;
    app.run_tool(&["done", "answered behind the door"]).await;
    assert_eq!(door.tells("refreshed").await, [json!(door.url)]);
    assert_eq!(opener.opened().len(), 1, "no browser again");

    app.open_tab("Remote", "Account").await;
    app.see("Portcullis refreshes the token automatically.").await;
    app.shots("sign-in-account").await;
    app.click("button", "Sign out").await;
    app.see("Portcullis deletes the tokens").await;
    app.click("button", "Sign out").await;
    app.see("“Remote” requires sign-in").await;
    door.tells("revoked").await;
    app.close().await;
}

// Proves AUT-40.
#[tokio::test]
async fn who_says_no_at_the_page_is_told_so_and_is_not_signed_in() {
    let at = or_skip!(at_the_door(Visitor::Refuses).await);
    let (app, opener, door) = (at.app, at.opener, at.door);
    app.review_sign_in("Remote").await;
    app.open_browser().await;
    let ended = opener.ended().await;
    let page = ended["text"].as_str().unwrap_or_default();
    assert!(
        !page.contains("aborted"),
        "s61 nothing of the answer is on the page: {page}"
    );
    app.find("alert", "").await;
    app.shots("sign-in-refused").await;
    let server = app.ask("servers", json!({})).await.expect("there are servers")[0]["id"].clone();
    let account = app
        .ask("account", json!({ "server": server }))
        .await
        .expect("there is one");
    assert_eq!(account["account"], json!(null));
    assert!(door.told("granted").is_empty());
    assert_eq!(opener.opened().len(), 1, "it is not tried again automatically");
    app.close().await;
}

// Proves S-59.
#[tokio::test]
async fn a_cancelled_sign_in_leaves_no_door_open() {
    let at = or_skip!(at_the_door(Visitor::Away).await);
    let (app, opener) = (at.app, at.opener);
    app.review_sign_in("Remote").await;
    app.open_browser().await;
    let page = opener.page().await;
    let port = way_back(&page);
    app.find("timer", "").await;
    app.shots("sign-in-browser").await;
    let open = || std::net::TcpStream::connect(("127.0.0.1", port)).is_ok();
    assert!(open(), "there is a listener at the redirect URI");
    app.click("button", "Cancel sign-in").await;
    app.see("“Remote” requires sign-in").await;
    wait::holds("the way back to be closed", || !open()).await;
    assert_eq!(opener.opened(), [page]);
    app.close().await;
}

// Proves AUT-26.
#[tokio::test]
async fn a_client_id_of_ones_own_is_typed_once_and_its_secret_never_seen_again() {
    let app = or_skip!(App::new().await);
    let (_server, door) = behind_a_door().await;
    app.add_door("Remote", &door.url).await;
    app.open_tab("Remote", "Account").await;
    app.click("button", "Enter a client ID…").await;
    app.fill("Client ID", "portal-desktop").await;
    app.fill("Client secret", "s3cret-of-this-test").await;
    app.click("button", "Save").await;
    app.see("client secret, kept with your other secrets").await;
    app.shots("sign-in-client").await;
    app.click("button", "Change…").await;
    assert_eq!(app.find("textbox", "Client secret").await.value().await, "");
    let page = app.js("return document.documentElement.outerHTML").await;
    assert!(!page.as_str().unwrap_or_default().contains("s3cret-of-this-test"));
    app.close().await;
}

/// The port that a sign-in page is told to come back to.
fn way_back(page: &str) -> u16 {
    let (_, rest) = page.split_once("redirect_uri=").expect("there is a way back");
    let rest = rest.split('&').next().unwrap_or_default();
    let rest = rest
        .strip_prefix("http%3A%2F%2F127.0.0.1%3A")
        .expect("it is on this computer");
    rest.split('%')
        .next()
        .and_then(|port| port.parse().ok())
        .expect("it has a port")
}
