//! Conversations on the terminal: listed, searched and written out, as the window left them.

use crate::harness::TestHome;
use portcullis_api::{ConversationFolder, Message, Part, Speaker};
use portcullis_core::clock::SystemClock;
use portcullis_storage::store::Store;
use portcullis_storage::store::conversations::{self, ConversationRow, folders};
use std::sync::Arc;

/// A conversation as the window leaves it.
fn talked(home: &TestHome) {
    let store = Store::open(&home.path().join("data"), Arc::new(SystemClock))
        .unwrap()
        .store;
    let fill = store.write(|db| {
        let row = ConversationRow {
            folder: Some("f".to_owned()),
            ..ConversationRow::new("4f1c".repeat(8), "Beasts", ("demo", "m-1"), 2)
        };
        let folder = ConversationFolder {
            id: "f".to_owned(),
            name: "Animals".to_owned(),
            collapsed: true,
            created_at: 1,
        };
        folders::put(db, &folder)?;
        conversations::put(db, &row)?;
        let said = [
            (1, None, Speaker::Person, "Where do they live?"),
            (2, Some(1), Speaker::Model, "The walrus \u{202e}lives in Zürich."),
            (3, Some(1), Speaker::Model, "Nowhere."),
        ];
        for (seq, parent, speaker, text) in said {
            let message = Message {
                seq,
                speaker,
                at: 1_795_164_031_000,
                parts: vec![Part::Words {
                    text: text.to_owned(),
                }],
                streaming: false,
                by: None,
                parent,
                branch: None,
            };
            conversations::put_message(db, &row.id, &message)?;
        }
        Ok(())
    });
    let runtime = tokio::runtime::Builder::new_current_thread().build().unwrap();
    runtime.block_on(async {
        fill.await.unwrap();
        store.close().await;
    });
}

// Proves S-41.
#[test]
fn conversations_are_listed_found_on_every_branch_and_exported_in_full() {
    let home = TestHome::new();
    home.run(&["chat", "list"]).ends(0);
    talked(&home);
    let list = home.run(&["chat", "list"]).ends(0);
    list.prints("4f1c4f1c");
    list.prints("Animals");
    list.prints("Beasts");
    let found = home.run(&["chat", "search", "zurich wal"]).ends(0);
    found.prints("The walrus ⟨U+202E⟩lives in Zürich.");
    found.prints("the model");
    let found = home.run(&["--json", "chat", "search", "nowhere"]).ends(0).json();
    assert_eq!(found["messages"][0]["seq"], 3);
    assert_eq!(found["messages"][0]["excerpt"]["marks"][0]["to"], 7);
    let nothing = home.run(&["chat", "search", "\" OR *"]).ends(0);
    nothing.prints("No results");
    let markdown = home
        .run(&["chat", "export", "4f", "--format", "markdown"])
        .ends(0);
    markdown.prints("> Nowhere.");
    markdown.prints("1 message of another branch");
    let json = home.run(&["chat", "export", "4f", "--format", "json"]).ends(0);
    assert_eq!(json.json()["messages"].as_array().unwrap().len(), 3);
    assert!(!json.out.contains('\u{202e}'), "{json:?}");
    let none = home.run(&["chat", "export", "zz", "--format", "json"]);
    assert!(
        none.code == 2 && none.err.contains("exactly one conversation"),
        "{none:?}"
    );
}

// Proves S-41.
#[test]
fn conversations_of_a_file_are_listed_and_imported_once() {
    let home = TestHome::new();
    let file = home.path().join("talk.md");
    std::fs::write(
        &file,
        "# Walks\u{202e}\n\n## You\n\nWhere?\n\n## Assistant\n\nThere.\n",
    )
    .unwrap();
    let file = file.to_str().unwrap();
    let list = home.run(&["chat", "import", file, "--list"]).ends(0);
    list.prints("Walks⟨U+202E⟩");
    let none = home.run(&["--json", "chat", "list"]).ends(0).json();
    assert_eq!(none, serde_json::json!([]), "nothing was imported yet");
    let done = home.run(&["chat", "import", file]).ends(0);
    done.prints("1 conversation imported, 0 left out.");
    let list = home.run(&["--json", "chat", "list"]).ends(0).json();
    assert_eq!(list.as_array().unwrap().len(), 1);
    let flows = home.run(&["--json", "flows"]).ends(0).json();
    assert_eq!(flows[0]["id"], list[0]["id"], "{flows}");
    assert!(flows[0]["sources"][0]["mark"].is_string(), "{flows}");
    let bad = home.run(&["chat", "import", "/nowhere/x.json"]);
    assert!(bad.code != 0 && bad.err.contains("x.json"), "{bad:?}");
}
