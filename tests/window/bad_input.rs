//! What does not work, and what is said about it.

use std::path::{Path, PathBuf};

use portcullis_tests::{
    canary::{self, Canary},
    driver::Home,
    packages::Program,
};
use serde_json::json;

use crate::app::App;

fn program(path: &str) -> Program {
    Program {
        path: path.into(),
        arguments: Vec::new(),
    }
}

#[tokio::test]
async fn a_missing_program_and_a_taken_label_are_refused_before_anything_is_saved() {
    let app = or_skip!(App::new().await);
    app.propose("Notes", &program("/no/such/place/notes-server"))
        .await;
    app.see("/no/such/place/notes-server").await;
    app.see("was not added").await;
    app.shot("program-missing").await;
    if app.sheet().await.is_some() {
        assert!(
            app.find_all("button", "Add and start").await.is_empty(),
            "there is nothing to add"
        );
        app.answer("Cancel").await;
    }
    assert_eq!(app.ask("servers", json!({})).await.unwrap(), json!([]));

    app.add_demo().await;
    app.propose("Demo", &program("/bin/cat")).await;
    app.see("“Demo”").await;
    app.see("The server was not saved").await;
    app.shot("label-taken").await;
    assert!(app.sheet().await.is_none(), "nothing is asked");
    let servers = app.ask("servers", json!({})).await.unwrap();
    assert_eq!(servers.as_array().unwrap().len(), 1);
    app.close().await;
}

// Proves F-01.
#[tokio::test]
async fn a_program_that_exits_at_once_is_shown_with_its_code_and_last_words() {
    let app = or_skip!(App::new().await);
    let hostile = app.hostile(
        "Quitter",
        &json!({"start": [{"stderr": "no licence found"}, {"exit": 3}]}),
    );
    app.propose("Quitter", &hostile).await;
    app.asked("Quitter").await;
    app.answer("Add and start").await;
    app.see("“Quitter” exited with code 3").await;
    app.see("no licence found").await;
    app.shot("exits-at-once").await;
    app.close().await;
}

// Proves F-32.
#[tokio::test]
async fn a_database_of_a_newer_version_is_left_alone_and_the_window_says_so() {
    let home = Home::new();
    let folder = home.path().join("kept");
    let app = or_skip!(App::with_data_in(home, &folder).await);
    app.skip_the_welcome().await;
    let home = app.close().await;
    let database = database_in(&folder);
    let db = rusqlite::Connection::open(&database).unwrap();
    db.pragma_update(None, "user_version", 9_999).unwrap();
    drop(db);
    let before = std::fs::read(&database).unwrap();

    let app = App::with_data_in(home, &folder).await.unwrap();
    app.see("newer Portcullis").await;
    app.see("Start the newer version").await;
    app.shot("database-newer").await;
    let _home = app.close().await;
    assert_eq!(
        std::fs::read(&database).unwrap(),
        before,
        "not a byte of it has changed"
    );
}

fn database_in(folder: &Path) -> PathBuf {
    let files = std::fs::read_dir(folder).unwrap().flatten();
    files
        .map(|file| file.path())
        .find(|path| std::fs::read(path).is_ok_and(|bytes| bytes.starts_with(b"SQLite format 3\0")))
        .expect("the data is in a database")
}

// Proves F-33.
#[tokio::test]
async fn data_that_another_window_uses_is_not_opened_twice() {
    let home = Home::new();
    let folder = home.path().join("kept");
    let first = or_skip!(App::with_data_in(home, &folder).await);
    first.skip_the_welcome().await;
    // On a bus of its own, so that it does not hand over to the first one.
    let second = App::with_data_in(Home::new(), &folder).await.unwrap();
    let folder = folder.display().to_string();
    second.see("Another Portcullis is already using").await;
    second.see(&folder).await;
    second.shot("data-in-use").await;
    second.close().await;
    first.room("Settings").await;
    first.see(&folder).await;
    first.close().await;
}

// Proves F-35.
#[tokio::test]
async fn without_a_keychain_a_secret_is_not_taken_and_nothing_is_saved() {
    let app = or_skip!(App::in_home(Home::without_keychain(), &[]).await);
    app.skip_the_welcome().await;
    let hostile = app.hostile("Mail", &json!({"tools": ["send"]}));
    app.room("Servers").await;
    app.click("link", "Add").await;
    app.fill("Label", "Mail").await;
    app.fill("Command", hostile.path.to_str().unwrap()).await;
    app.fill("Arguments", &hostile.arguments.join("\n")).await;
    app.click("button", "Add variable").await;
    app.fill("Name of variable 1", "MAIL_TOKEN").await;
    let secret = Canary::new("environment");
    // A name like this makes it a secret automatically, and the focus goes on to its value.
    app.press("\u{E004}").await;
    app.has_focus("textbox", "Value of MAIL_TOKEN").await;
    app.press(&secret.value).await;
    let kept = app.find("textbox", "Value of MAIL_TOKEN").await.value().await;
    assert_eq!(kept, secret.value);
    app.click("button", "Review").await;
    app.asked("MAIL_TOKEN").await;
    app.shot("review-secret").await;
    app.answer("Add and start").await;
    app.see("keychain").await;
    app.shot("keychain-missing").await;
    assert_eq!(app.ask("servers", json!({})).await.unwrap(), json!([]));
    let home = app.close().await;
    let found = canary::sweep(&home.path().join("data"), &[secret]);
    assert!(found.is_empty(), "{found:?}");
}
