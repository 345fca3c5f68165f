//! How long a newcomer takes from the room “Servers” to a server that is ready, by each way in. There is no newcomer here: the steps
//! are made in the real window and counted, and the keystroke-level model says how long a person takes for them.

mod keystrokes;

use std::path::PathBuf;

use base64::{Engine as _, engine::general_purpose::URL_SAFE_NO_PAD};
use portcullis_tests::{
    display,
    driver::Home,
    fake_npm::FakeNpm,
    hostile::Hostile,
    packages,
    registry::{FIRST, TestRegistry, bundle_package, entry, sha256},
};
use serde_json::{Value, json};

use crate::app::App;
use crate::bundles::{packed, packed_without_settings};
use crate::importing::PASTE;
use keystrokes::{KeystrokeModel, TimedUser};

/// Seconds of a minute that are the person's on each way. The computer takes up to three of the others where nothing else runs.
const PERSON: f64 = 56.0;
/// Seconds that the computer may take beside other tests.
const BUSY_COMPUTER: f64 = 30.0;

/// What a way is called in the table, and what it took.
type TimedWay = (&'static str, KeystrokeModel);

#[tokio::test]
async fn each_way_in_leads_a_newcomer_to_a_ready_server_within_a_minute() {
    if !display::is_wanted() {
        return;
    }
    let mut ways: Vec<TimedWay> = vec![
        ("The demo server", demo().await),
        ("A suggestion: fetched once, a folder", suggested().await),
        ("Paste: `npx -y …`, fetched once", pasted_package().await),
        ("Paste: a configuration in JSON", pasted_configuration().await),
        ("Paste: a URL", pasted_url().await),
        ("Import from another application", imported().await),
        ("A link on a web page", linked().await),
        ("A bundle: a folder, allowed to be read", bundled().await),
        ("The form: label, command, arguments", filled_in().await),
    ];
    ways.extend(from_a_registry().await);

    println!("{}", KeystrokeModel::HEAD);
    for (way, took) in &ways {
        println!("{}", took.row(way));
    }
    let is_slow = |took: &KeystrokeModel| took.person() > PERSON || took.computer() > BUSY_COMPUTER;
    let slow = ways.iter().filter(|(_, took)| is_slow(took));
    let slow: Vec<String> = slow.map(|(way, took)| took.row(way)).collect();
    assert!(slow.is_empty(), "longer than a minute:\n{}", slow.join("\n"));
}

/// A window that was not used yet, in the room where servers are added.
async fn newcomer(variables: &[(&str, &str)]) -> TimedUser {
    let app = App::in_home(Home::new(), variables).await;
    let app = app.expect("windows are wanted");
    app.skip_the_welcome().await;
    app.room("Servers").await;
    TimedUser::at(app)
}

/// One whose computer finds this `npm` first.
async fn newcomer_with(npm: &FakeNpm) -> TimedUser {
    let path = std::env::var("PATH").unwrap_or_default();
    newcomer(&[("PATH", &format!("{}:{path}", npm.folder().display()))]).await
}

/// The entry of a real server in a file of another application.
fn everything() -> Value {
    let program = packages::everything();
    json!({ "command": program.path, "args": program.arguments })
}

async fn demo() -> KeystrokeModel {
    let mut user = newcomer(&[]).await;
    user.clicks("button", "Try the demo server").await;
    user.answers("Demo", "Add and start").await;
    user.ends_with("Demo").await
}

async fn suggested() -> KeystrokeModel {
    let npm = FakeNpm::default();
    let mut user = newcomer_with(&npm).await;
    let list = user.app().ask("suggested_servers", json!({})).await;
    let list = list.expect("there are suggestions");
    let suggestions = list.as_array().expect("a list of them");
    let files = suggestions.iter().find(|it| it["id"] == "filesystem");
    let files = files.expect("it is suggested");
    let [name, version] = ["package", "version"].map(|part| files[part].as_str().expect("a text"));
    npm.serves(name, version, "sha512-one", "");
    let notes = folder(user.app(), "notes");

    user.clicks_part("link", "Filesystem").await;
    user.clicks("button", "Choose… the folder of the server").await;
    user.picks(&notes).await;
    user.sees_in("Folder", notes.to_str().expect("a plain name"))
        .await;
    user.clicks("button", "Review").await;
    user.answers("Fetch", "Approve").await;
    user.answers("Add “Filesystem”?", "Add and start").await;
    user.ends_with("Filesystem").await
}

async fn pasted_package() -> KeystrokeModel {
    let npm = FakeNpm::default();
    npm.serves(
        "@modelcontextprotocol/server-everything",
        "2026.8.31",
        "sha512-one",
        "",
    );
    let mut user = newcomer_with(&npm).await;
    user.clicks("link", "Add").await;
    user.pastes("textbox", PASTE, "npx -y @modelcontextprotocol/server-everything")
        .await;
    user.sees("Filled in below").await;
    let label = user.value("Label").await;
    user.clicks("button", "Review").await;
    user.answers("Fetch", "Approve").await;
    user.answers(&format!("Add “{label}”?"), "Add and start").await;
    user.ends_with(&label).await
}

async fn pasted_configuration() -> KeystrokeModel {
    let mut user = newcomer(&[]).await;
    let configuration = json!({ "mcpServers": { "Everything": everything() } });
    user.clicks("link", "Add").await;
    user.pastes("textbox", PASTE, &configuration.to_string()).await;
    user.sees("Filled in below").await;
    user.clicks("button", "Review").await;
    user.answers("Everything", "Add and start").await;
    user.ends_with("Everything").await
}

async fn pasted_url() -> KeystrokeModel {
    let server = Hostile::new(json!({ "tools": ["ask"] })).on_http().await;
    let mut user = newcomer(&[]).await;
    user.clicks("link", "Add").await;
    user.pastes("textbox", PASTE, &server.url).await;
    user.sees("Filled in below").await;
    let label = user.value("Label").await;
    user.clicks("button", "Review").await;
    user.answers(&server.url, "Add and start").await;
    user.ends_with(&label).await
}

async fn imported() -> KeystrokeModel {
    let mut user = newcomer(&[]).await;
    let file = user.app().home().path().join("home/.cursor/mcp.json");
    std::fs::create_dir_all(file.parent().expect("it is in a folder")).expect("a folder can be made");
    let configuration = json!({ "mcpServers": { "Everything": everything() } });
    std::fs::write(file, configuration.to_string()).expect("a file can be written");
    user.clicks("link", "Import from other applications").await;
    user.clicks("button", "Review 1 server").await;
    user.answers("turned off?", "Approve").await;
    user.clicks("button", "Turn on").await;
    // It was never approved, so turning it on leads to its review.
    user.answers("Start “Everything”", "Start").await;
    user.ends_with("Everything").await
}

async fn linked() -> KeystrokeModel {
    let mut user = newcomer(&[]).await;
    let config = URL_SAFE_NO_PAD.encode(everything().to_string());
    let link = format!("portcullis://install?name=Everything&config={config}");
    // The link itself, and the browser's question whether to open it.
    user.clicks_elsewhere(2);
    assert!(user.app().starts_again(&link).await.success());
    user.clicks("link", "Review link").await;
    user.sees("Filled in below").await;
    user.clicks("button", "Review").await;
    user.answers("Everything", "Add and start").await;
    user.ends_with("Everything").await
}

async fn bundled() -> KeystrokeModel {
    let mut user = newcomer(&[]).await;
    let bundle = packed(user.app().home(), "1.2.0").await;
    let notes = folder(user.app(), "notes");
    user.clicks("link", "Add").await;
    user.clicks("button", "Open bundle…").await;
    user.picks(&bundle).await;
    user.clicks("button", "Choose… Folders").await;
    user.picks(&notes).await;
    user.clicks("checkbox", &format!("Read {}", notes.display()))
        .await;
    user.clicks("button", "Review").await;
    user.answers("Field notes", "Add and start").await;
    user.ends_with("Field notes").await
}

async fn filled_in() -> KeystrokeModel {
    let mut user = newcomer(&[]).await;
    let program = packages::everything();
    user.clicks("link", "Add").await;
    user.types("textbox", "Label", "Everything").await;
    user.pastes("textbox", "Command", program.path.to_str().expect("a plain name"))
        .await;
    user.pastes("textbox", "Arguments", &program.arguments.join("\n"))
        .await;
    user.clicks("button", "Review").await;
    user.answers("Everything", "Add and start").await;
    user.ends_with("Everything").await
}

/// A registry is turned on once, which is a row of its own.
async fn from_a_registry() -> Vec<TimedWay> {
    let mut user = newcomer(&[]).await;
    let bundle = packed_without_settings(user.app().home()).await;
    let bytes = std::fs::read(bundle).expect("the bundle is there");
    let registry = TestRegistry::with(Vec::new()).await;
    let package = bundle_package(&registry.url("/notes.mcpb"), &sha256(&bytes));
    registry.serve("/notes.mcpb", bytes);
    registry.put(entry(
        "org.example/field-notes",
        "1.2.0",
        ("active", FIRST),
        package,
    ));

    user.clicks("link", "Browse a registry").await;
    user.sees("Public list of servers").await;
    // The public registry is there without these two steps. It has no place in a test.
    user.app().click("button", "Use another registry").await;
    user.app().fill("Registry URL", &registry.address()).await;
    user.clicks("button", "Turn on").await;
    user.answers("registry", "Approve").await;
    user.sees("1 server").await;
    let turned_on = user.lap();

    user.app().room("Servers").await;
    user.clicks("link", "Browse a registry").await;
    user.types("searchbox", "Search servers", "notes").await;
    user.clicks_part("link", "org.example/field-notes").await;
    user.clicks("button", "Download and open").await;
    user.clicks("button", "Review").await;
    user.answers("Field notes", "Add and start").await;
    vec![
        ("Turning the public registry on, once", turned_on),
        (
            "A registry: a bundle, found by a word",
            user.ends_with("Field notes").await,
        ),
    ]
}

fn folder(app: &App, name: &str) -> PathBuf {
    let folder = app.home().path().join(name);
    std::fs::create_dir_all(&folder).expect("a folder can be made");
    folder
}
