//! Conversations come back as they were, and what was cut off is finished.

use super::tables::tables;
use super::talk::{conversation, words};
use crate::store::conversations::{self, ConversationRow, ListedConversation};
use crate::store::media;
use portcullis_core::TextSource;
use portcullis_core::error::{Code, Error};
use portcullis_domain::{ChatProduct, ConversationSection, ImportedFrom, Message, Part};

#[test]
fn the_section_and_the_origin_of_a_conversation_are_kept() {
    let db = tables();
    let imported = Some(ImportedFrom {
        product: ChatProduct::ChatGpt,
        at: 7,
        last: 3,
    });
    let row = ConversationRow {
        imported,
        ..ConversationRow::new("c", "Trip", ("demo", "demo"), 1)
    };
    conversations::put(&db, &row).unwrap();
    for section in [ConversationSection::Pinned, ConversationSection::Archived] {
        let changed = conversations::change(&db, "c", |row| {
            row.section = section;
            // Where it is from is said once.
            row.imported = None;
        });
        assert_eq!(changed.unwrap().section, section);
        let kept = conversations::get(&db, "c").unwrap().unwrap();
        assert_eq!((kept.section, kept.imported), (section, imported));
    }
}

// Proves F-28.
#[test]
fn a_message_that_was_being_written_is_finished_as_it_is() {
    let db = tables();
    let conversation = ConversationRow {
        servers: [("s".to_owned(), false)].into(),
        ..ConversationRow::new("c", "Trip", ("demo", "demo"), 1)
    };
    conversations::put(&db, &conversation).unwrap();
    let message = |seq: u32, streaming| Message {
        streaming,
        ..words(seq, (seq > 1).then(|| seq - 1), &format!("part {seq}"))
    };
    for (seq, streaming) in [(1, true), (1, false), (2, true)] {
        conversations::put_message(&db, "c", &message(seq, streaming)).unwrap();
    }
    assert_eq!(
        conversations::finish_interrupted(&db).unwrap(),
        [("c".to_owned(), 2)]
    );
    assert_eq!(
        conversations::all(&db, "c").unwrap(),
        [message(1, false), message(2, false)]
    );
    let renamed = ConversationRow {
        title: "Journey".into(),
        updated_at: 9,
        ..conversation
    };
    conversations::put(&db, &renamed).unwrap();
    let listed = ListedConversation::from(renamed.clone());
    assert_eq!(conversations::list(&db).unwrap(), [listed]);
    assert_eq!(conversations::get(&db, "c").unwrap(), Some(renamed));
    conversations::remove(&db, "c").unwrap();
    assert_eq!(conversations::all(&db, "c").unwrap(), []);
    assert_eq!(
        conversations::remove(&db, "c").unwrap_err().code(),
        Code::NotFound
    );
}

// Proves S-34.
#[test]
fn a_problem_that_was_kept_without_a_source_is_read_with_its_source() {
    let db = tables();
    conversation(&db, "c");
    let error = Error::new(Code::ModelRefused, "No.").said(TextSource::Provider, &"nonsense".into());
    let message = Message {
        parts: vec![Part::Trouble {
            problem: error.into(),
            call: None,
        }],
        ..words(1, None, "")
    };
    conversations::put_message(&db, "c", &message).unwrap();
    let aged = r#"UPDATE messages SET message = replace(message, '"by":"provider",', '')
        WHERE instr(message, '"by":"provider",')"#;
    assert_eq!(db.execute(aged, ()).unwrap(), 1);
    assert_eq!(conversations::all(&db, "c").unwrap(), [message]);
}

#[test]
fn media_is_kept_up_to_a_size_of_its_conversation_and_goes_with_it() {
    let db = tables();
    for id in ["a", "b"] {
        conversations::put(&db, &ConversationRow::new(id, id, ("demo", "demo"), 1)).unwrap();
    }
    let put = |id: &str, digest: &str, bytes: &[u8]| media::put_within(&db, id, digest, bytes, 10).unwrap();
    assert!(put("a", "1", b"123456"));
    assert!(!put("a", "2", b"12345"), "there is no room for it");
    assert!(put("a", "1", b"123456"), "the same again takes no room");
    assert!(put("a", "3", b"1234"));
    assert!(put("b", "2", b"12345"), "each conversation has its own room");
    assert!(!put("gone", "1", b"1"));
    let get = |id: &str, digest: &str| media::get(&db, id, digest).unwrap();
    assert_eq!(get("a", "1").as_deref(), Some(&b"123456"[..]));
    assert_eq!(get("a", "2"), None);
    assert_eq!(get("b", "1"), None);
    let within = |digest: &str, most: usize| media::get_within(&db, "a", digest, most).unwrap();
    assert_eq!(within("1", 6).as_deref(), Some(&b"123456"[..]));
    assert_eq!(within("1", 5), None, "it is longer");
    assert_eq!(within("1", usize::MAX), get("a", "1"));
    assert_eq!(within("2", 6), None);
    conversations::remove(&db, "a").unwrap();
    assert_eq!(get("a", "1"), None);
    assert_eq!(get("b", "2").as_deref(), Some(&b"12345"[..]));
}
