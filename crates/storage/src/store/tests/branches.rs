//! Messages in branches, and the index of their words: brought over from a database of before, walked, found and removed.

use super::tables::tables;
use super::talk::{conversation, says};
use crate::store::Result;
use crate::store::conversations;
use crate::store::migrations;
use portcullis_core::text::escape;
use portcullis_domain::{AttachedFile, Branch, FileKind, Part};
use rusqlite::Connection;

fn shown(db: &Connection, id: &str) -> Vec<u32> {
    let leaf = conversations::leaf(db, id).unwrap();
    let page = conversations::page(db, id, leaf, 100, usize::MAX).unwrap();
    page.iter().map(|message| message.seq).collect()
}

fn found(db: &Connection, words: &[&str]) -> Vec<(String, u32)> {
    let words: Vec<_> = words.iter().map(|word| (*word).to_owned()).collect();
    let found = conversations::find(db, &words, None, 100).unwrap();
    found
        .into_iter()
        .map(|found| (found.conversation, found.message.seq))
        .collect()
}

#[test]
fn a_conversation_branches_and_every_branch_is_there_to_be_shown() {
    let db = tables();
    conversation(&db, "c");
    for text in ["one", "two", "three"] {
        says(&db, "c", conversations::leaf(&db, "c").unwrap(), text, false);
    }
    assert_eq!(shown(&db, "c"), [1, 2, 3]);
    let other = says(&db, "c", Some(1), "two, otherwise", false);
    assert_eq!(
        other.branch,
        Some(Branch {
            place: 2,
            of: 2,
            before: Some(2),
            after: None
        })
    );
    assert_eq!(shown(&db, "c"), [1, 4], "what is said is shown");
    says(&db, "c", Some(4), "three, otherwise", false);
    says(&db, "c", None, "one, otherwise", false);
    assert_eq!(shown(&db, "c"), [6]);
    // To the newest end of a branch, by any message on it.
    for (seq, way) in [
        (2, vec![1, 2, 3]),
        (4, vec![1, 4, 5]),
        (1, vec![1, 4, 5]),
        (6, vec![6]),
    ] {
        let leaf = conversations::newest_below(&db, "c", seq).unwrap();
        conversations::set_leaf(&db, "c", leaf).unwrap();
        assert_eq!(shown(&db, "c"), way, "from {seq}");
    }
    // What is shown already stays as it is.
    conversations::set_leaf(&db, "c", 2).unwrap();
    assert_eq!(conversations::newest_below(&db, "c", 1).unwrap(), 2);
    let middle = conversations::message(&db, "c", 2).unwrap().unwrap();
    assert_eq!(middle.parent, Some(1));
    assert_eq!(
        middle.branch,
        Some(Branch {
            place: 1,
            of: 2,
            before: None,
            after: Some(4)
        })
    );
    assert_eq!(conversations::all(&db, "c").unwrap().len(), 6);
}

#[test]
fn a_page_ends_by_number_and_by_size_but_never_before_its_first_message() {
    let db = tables();
    conversation(&db, "c");
    for number in 0..50 {
        says(
            &db,
            "c",
            conversations::leaf(&db, "c").unwrap(),
            &format!("{number}"),
            false,
        );
    }
    let page = |most, bytes| {
        let page = conversations::page(&db, "c", Some(50), most, bytes).unwrap();
        (page.len(), page.last().map(|last| last.seq))
    };
    assert_eq!(page(20, usize::MAX), (20, Some(50)));
    assert_eq!(page(200, usize::MAX), (50, Some(50)));
    assert_eq!(page(20, 0), (1, Some(50)), "however large one is");
    assert!(page(200, 1_000).0 < 20);
}

#[test]
fn words_are_found_once_they_are_whole_and_never_after_they_are_gone() {
    let db = tables();
    conversation(&db, "a");
    conversation(&db, "b");
    says(&db, "a", None, "The café in Zürich", false);
    let mut going = says(&db, "b", None, "A cafe that is still being", true);
    assert_eq!(found(&db, &["cafe"]), [("a".to_owned(), 1)], "without accents");
    going.streaming = false;
    going.parts = vec![Part::Words {
        text: "A cafe that is finished".to_owned(),
    }];
    conversations::put_message(&db, "b", &going).unwrap();
    assert_eq!(found(&db, &["CAFE"]), [("b".to_owned(), 1), ("a".to_owned(), 1)]);
    assert_eq!(found(&db, &["cafe", "fin"]), [("b".to_owned(), 1)], "a beginning");
    assert_eq!(found(&db, &["fin", "cafe"]), [], "only the last may be one");
    assert_eq!(found(&db, &["being"]), [], "what it was before is not found");
    conversations::put_message(&db, "b", &going).unwrap();
    assert_eq!(
        found(&db, &["finished"]).len(),
        1,
        "once, however often it is written"
    );
    conversations::remove(&db, "b").unwrap();
    assert_eq!(found(&db, &["cafe"]), [("a".to_owned(), 1)]);
    let left: i64 = db
        .query_row("SELECT count(*) FROM messages_text_docsize", [], |row| row.get(0))
        .unwrap();
    assert_eq!(left, 1, "nothing of what was removed is in the index");
}

#[test]
fn words_of_scripts_without_spaces_are_found_inside_a_run_of_text() {
    let db = tables();
    for (id, text) in [
        ("chinese", "请用中文总结这份会议纪要，再发到iPhone手机上。"),
        ("japanese", "昨日は東京タワーへ行きました"),
        ("thai", "ผมชอบกินข้าว"),
        ("korean", "내일 서울에서만나요"),
    ] {
        conversation(&db, id);
        says(&db, id, None, text, false);
    }
    for (words, id) in [
        (vec!["会议"], "chinese"),
        (vec!["纪要"], "chinese"),
        (vec!["总"], "chinese"),
        (vec!["手机", "会议纪要"], "chinese"),
        (vec!["iphone手"], "chinese"),
        (vec!["IPHONE"], "chinese"),
        (vec!["タワー"], "japanese"),
        (vec!["行き", "東京"], "japanese"),
        (vec!["กิน"], "thai"),
        (vec!["ข้าว"], "thai"),
        (vec!["만나", "서울"], "korean"),
    ] {
        assert_eq!(found(&db, &words), [(id.to_owned(), 1)], "{words:?}");
    }
    for words in [["议会"], ["会纪"], ["ワタ"], ["phone手"]] {
        assert_eq!(found(&db, &words), [], "{words:?}");
    }
}

// Proves F-33.
#[test]
fn messages_of_format_19_are_found_by_words_inside_a_run_of_chinese() {
    let mut db = Connection::open_in_memory().unwrap();
    db.pragma_update(None, "foreign_keys", true).unwrap();
    db.pragma_update(None, "trusted_schema", false).unwrap();
    migrations::migrate_to(&mut db, 19).unwrap();
    conversation(&db, "a");
    says(&db, "a", None, "请总结会议纪要 quickly", false);
    says(&db, "a", Some(1), "Only Latin, quickly", false);
    let mut going = says(&db, "a", Some(2), "会议还没", true);
    assert_eq!(found(&db, &["会议"]), [], "format 19 took the run as one word");
    migrations::migrate(&mut db).unwrap();
    let quickly = found(&db, &["quickly"]);
    assert_eq!(
        quickly.len(),
        2,
        "what was found before is found while it is indexed"
    );
    let mut pieces = 0;
    while conversations::index_left(&db, 1, u64::MAX).unwrap() {
        assert!(conversations::is_indexing(&db).unwrap());
        pieces += 1;
    }
    assert_eq!(pieces, 3, "one message at a time");
    assert!(!conversations::is_indexing(&db).unwrap());
    assert_eq!(found(&db, &["会议"]), [("a".to_owned(), 1)]);
    let both = [("a".to_owned(), 2), ("a".to_owned(), 1)];
    assert_eq!(found(&db, &["quickly"]), both, "each is found once");
    going.streaming = false;
    conversations::put_message(&db, "a", &going).unwrap();
    let whole = [("a".to_owned(), 3), ("a".to_owned(), 1)];
    assert_eq!(found(&db, &["会议"]), whole);
    conversations::remove(&db, "a").unwrap();
    let left: i64 = db
        .query_row("SELECT count(*) FROM messages_text_docsize", [], |row| row.get(0))
        .unwrap();
    assert_eq!(left, 0, "nothing of what was removed is in the index");
}

/// A file as it lies in a message.
fn file(name: &str, text: Option<&str>) -> Part {
    Part::File {
        file: AttachedFile {
            name: escape(name),
            kind: FileKind::Text,
            mime: "text/plain".to_owned(),
            bytes: 1,
            digest: "d".to_owned(),
            text: text.map(escape),
        },
    }
}

#[test]
fn attached_files_are_found_by_their_names_and_the_beginning_of_their_text() {
    let db = tables();
    conversation(&db, "a");
    let mut said = says(&db, "a", None, "See this", false);
    let long = format!("walrus {} 会议纪要 penguin", "x ".repeat(40_000));
    said.parts.push(file("Inventory-北京.txt", Some(&long)));
    said.parts.push(file("photo.png", None));
    conversations::put_message(&db, "a", &said).unwrap();
    for words in ["inventory", "北京", "walrus", "photo", "see"] {
        assert_eq!(found(&db, &[words]), [("a".to_owned(), 1)], "{words}");
    }
    for words in ["penguin", "会议"] {
        assert_eq!(found(&db, &[words]), [], "{words} is behind the limit");
    }
}

// Proves F-33.
#[test]
fn files_of_an_earlier_format_are_indexed_in_pieces_while_messages_change() {
    let mut db = Connection::open_in_memory().unwrap();
    db.pragma_update(None, "foreign_keys", true).unwrap();
    migrations::migrate_to(&mut db, 20).unwrap();
    conversation(&db, "a");
    conversation(&db, "b");
    let mut messages = Vec::new();
    for _ in 0..4 {
        let mut said = says(&db, "a", None, "See this", false);
        said.parts.push(file("walrus.txt", None));
        conversations::put_message(&db, "a", &said).unwrap();
        messages.push(said);
    }
    let mut gone = says(&db, "b", None, "See that", false);
    gone.parts.push(file("walrus.txt", None));
    conversations::put_message(&db, "b", &gone).unwrap();
    assert_eq!(found(&db, &["walrus"]), [], "format 20 took no files");
    migrations::migrate(&mut db).unwrap();
    // A piece is never empty, however large a message is.
    assert!(conversations::index_left(&db, 100, 1).unwrap());
    assert_eq!(
        found(&db, &["walrus"]),
        [("b".to_owned(), 1)],
        "the last one first"
    );
    conversations::remove(&db, "b").unwrap();
    conversations::put_message(&db, "a", &messages[0]).unwrap();
    says(&db, "a", None, "A walrus", false);
    while conversations::index_left(&db, 3, u64::MAX).unwrap() {}
    let seqs: Vec<u32> = found(&db, &["walrus"]).into_iter().map(|(_, seq)| seq).collect();
    assert_eq!(seqs, [5, 4, 3, 2, 1], "each is found once");
}

// Proves F-33.
#[test]
fn a_message_that_is_damaged_keeps_no_other_from_the_index() {
    let mut db = Connection::open_in_memory().unwrap();
    db.pragma_update(None, "foreign_keys", true).unwrap();
    migrations::migrate_to(&mut db, 20).unwrap();
    conversation(&db, "a");
    for text in ["A walrus", "A seal", "A penguin"] {
        says(&db, "a", None, text, false);
    }
    migrations::migrate(&mut db).unwrap();
    // A part of the file was overwritten: no trigger saw it.
    db.execute_batch(
        "DROP TRIGGER messages_words_changed;
         UPDATE messages SET message = substr(message, 1, 20) WHERE seq = 1;
         UPDATE messages SET message = replace(message, 'seal', CAST(x'ff' AS TEXT)) WHERE seq = 2;
         DELETE FROM messages_text;",
    )
    .unwrap();
    while conversations::index_left(&db, 3, u64::MAX).unwrap() {}
    assert!(!conversations::is_indexing(&db).unwrap());
    assert_eq!(found(&db, &["penguin"]), [("a".to_owned(), 3)]);
}

#[test]
fn words_are_data_whatever_is_in_them() {
    let db = tables();
    conversation(&db, "a");
    says(
        &db,
        "a",
        None,
        "He said \"no\" AND left: NEAR(the end) OR not",
        false,
    );
    for words in [
        vec!["AND"],
        vec!["\"no\""],
        vec!["no\""],
        vec!["NEAR(the", "end)"],
        vec!["words:said", "he"],
        vec!["-left"],
        vec!["left*", "OR"],
        vec!["^he"],
        vec!["said'; DROP TABLE messages; --"],
    ] {
        let words: Vec<_> = words.into_iter().map(str::to_owned).collect();
        let found: Result<_> = conversations::find(&db, &words, None, 10);
        assert!(found.is_ok(), "{words:?}: {found:?}");
    }
    assert_eq!(found(&db, &["AND", "\"no\""]).len(), 1);
    assert_eq!(found(&db, &["NEAR(the"]).len(), 1);
    assert_eq!(found(&db, &["words:said"]), [], "no name of a column");
}

// Proves F-33.
#[test]
fn conversations_of_a_format_before_branches_are_whole_and_are_found() {
    let mut db = Connection::open_in_memory().unwrap();
    db.pragma_update(None, "foreign_keys", true).unwrap();
    db.pragma_update(None, "trusted_schema", false).unwrap();
    migrations::migrate_to(&mut db, 7).unwrap();
    // As version 7 wrote them: no message says what it follows.
    db.execute_batch(
        r#"INSERT INTO conversations (id, title, model, servers, created_at, updated_at) VALUES
            ('a', 'Trip', 'demo', '{}', 1, 2), ('b', 'Other', 'demo', '{}', 1, 2), ('empty', 'New', 'demo', '{}', 1, 2);
        INSERT INTO messages (conversation_id, seq, message, streaming, told) VALUES
            ('a', 1, '{"seq":1,"speaker":"person","at":10,"parts":[{"kind":"words","text":"Where to?"}],"streaming":false,"by":null}', 0, NULL),
            ('b', 1, '{"seq":1,"speaker":"person","at":15,"parts":[{"kind":"words","text":"Something else"}],"streaming":false,"by":null}', 0, NULL),
            ('a', 2, '{"seq":2,"speaker":"model","at":20,"parts":[{"kind":"thought","text":"hmm"},{"kind":"words","text":"To Genève"}],"streaming":false,"by":null}', 0, '[]'),
            ('a', 4, '{"seq":4,"speaker":"model","at":40,"parts":[{"kind":"words","text":"half of it"}],"streaming":true,"by":null}', 1, '[]');"#,
    )
    .unwrap();
    migrations::migrate(&mut db).unwrap();
    let path = conversations::path(&db, "a", conversations::leaf(&db, "a").unwrap()).unwrap();
    let follows: Vec<_> = path
        .iter()
        .map(|(message, told)| (message.seq, message.parent, told.is_some()))
        .collect();
    assert_eq!(
        follows,
        [(1, None, false), (2, Some(1), true), (4, Some(2), true)]
    );
    assert_eq!(conversations::leaf(&db, "empty").unwrap(), None);
    assert_eq!(shown(&db, "b"), [1]);
    assert_eq!(found(&db, &["geneve"]), [("a".to_owned(), 2)]);
    assert_eq!(
        found(&db, &["hmm"]),
        [],
        "what was only thought is not looked for"
    );
    assert_eq!(found(&db, &["half"]), [], "it is not whole yet");
    assert_eq!(
        conversations::finish_interrupted(&db).unwrap(),
        [("a".to_owned(), 4)]
    );
    assert_eq!(found(&db, &["half"]), [("a".to_owned(), 4)]);
    // And it goes on as one of today.
    assert_eq!(says(&db, "a", Some(2), "or else", false).seq, 5);
    assert_eq!(shown(&db, "a"), [1, 2, 5]);
    conversations::remove(&db, "a").unwrap();
    assert_eq!(found(&db, &["geneve"]), []);
}

// Proves F-31.
#[tokio::test]
async fn a_backup_finds_the_same_words_in_the_same_messages() {
    let folder = tempfile::tempdir().unwrap();
    let store = super::open(folder.path());
    store
        .write(|db| {
            for id in ["a", "b", "c"] {
                conversation(db, id);
                says(db, id, None, &format!("words of {id}"), false);
            }
            // A hole in the numbers of the rows, which a compact copy would close.
            conversations::remove(db, "a")
        })
        .await
        .unwrap();
    let copy = folder.path().join("copy.db");
    store.backup(&copy).await.unwrap();
    let db = Connection::open(&copy).unwrap();
    assert_eq!(found(&db, &["words", "c"]), [("c".to_owned(), 1)]);
    assert_eq!(found(&db, &["words"]), [("c".to_owned(), 1), ("b".to_owned(), 1)]);
}
