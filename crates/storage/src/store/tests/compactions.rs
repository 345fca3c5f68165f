//! Marks of compaction, and folders of the list: which branch has a mark, what ends with what, and how many there may be.

use super::tables::tables;
use super::talk::{conversation, says};
use crate::limits;
use crate::store::conversations::{self, compactions, folders};
use portcullis_core::Code;
use portcullis_domain::{Compaction, ConversationFolder};
use rusqlite::Connection;

fn mark(after: u32, summary: &str) -> Compaction {
    Compaction {
        after,
        messages: after,
        model: "m".to_owned(),
        at: 7,
        automatic: true,
        summary: summary.to_owned(),
    }
}

#[test]
fn a_mark_is_on_every_branch_that_has_its_message_and_on_no_other() {
    let db = tables();
    conversation(&db, "c");
    let first = says(&db, "c", None, "x", false).seq;
    let second = says(&db, "c", Some(first), "x", false).seq;
    let third = says(&db, "c", Some(second), "x", false).seq;
    compactions::put(&db, "c", &mark(second, "one")).unwrap();
    let other = says(&db, "c", Some(first), "x", false).seq;
    let below = says(&db, "c", Some(second), "x", false).seq;
    let on = |leaf| {
        compactions::last(&db, "c", Some(leaf))
            .unwrap()
            .map(|mark| mark.summary)
    };
    assert_eq!(on(third).as_deref(), Some("one"));
    assert_eq!(on(below).as_deref(), Some("one"));
    assert_eq!(on(second).as_deref(), Some("one"));
    assert_eq!((on(other), on(first)), (None, None));
    // Counts of before say nothing of what is sent now; what is said later is counted.
    assert_eq!(compactions::uncounted(&db, "c").unwrap(), third);
    // The last one counts, and the same place has one.
    compactions::put(&db, "c", &mark(third, "two")).unwrap();
    compactions::put(&db, "c", &mark(third, "three")).unwrap();
    assert_eq!(
        compactions::on_way(&db, "c", Some(third)).unwrap(),
        [mark(second, "one"), mark(third, "three")]
    );
    assert!(compactions::remove(&db, "c", third).unwrap());
    assert!(!compactions::remove(&db, "c", third).unwrap());
    assert_eq!(on(third).as_deref(), Some("one"));
    assert_eq!(
        conversations::all(&db, "c").unwrap().len(),
        5,
        "no message goes with a mark"
    );
}

#[test]
fn marks_end_with_their_conversation_and_are_bounded() {
    let db = tables();
    conversation(&db, "c");
    let gone = compactions::put(&db, "c", &mark(1, "of nothing")).unwrap_err();
    assert_eq!(gone.code(), Code::NotFound);
    let mut last = None;
    for _ in 0..=limits::COMPACTIONS {
        last = Some(says(&db, "c", last, "x", false).seq);
    }
    for after in 1..=limits::COMPACTIONS {
        compactions::put(&db, "c", &mark(after, "x")).unwrap();
    }
    let more = compactions::put(&db, "c", &mark(limits::COMPACTIONS + 1, "x")).unwrap_err();
    assert_eq!(more.code(), Code::BadInput);
    conversations::remove(&db, "c").unwrap();
    let left: u32 = db
        .query_row("SELECT count(*) FROM compactions", [], |row| row.get(0))
        .unwrap();
    assert_eq!(left, 0);
}

fn folder(id: &str, name: &str) -> ConversationFolder {
    ConversationFolder {
        id: id.to_owned(),
        name: name.to_owned(),
        collapsed: false,
        created_at: 1,
    }
}

#[test]
fn a_folder_that_is_removed_leaves_its_conversations_and_a_name_is_there_once() {
    let db = tables();
    conversation(&db, "c");
    folders::put(&db, &folder("f", "Trips")).unwrap();
    let taken = folders::put(&db, &folder("g", "trips")).unwrap_err();
    assert_eq!(taken.code(), Code::BadInput);
    // With a letter of another alphabet.
    let alike = folders::put(&db, &folder("g", "Tr\u{456}ps")).unwrap_err();
    assert_eq!(alike.code(), Code::BadInput);
    folders::put(&db, &folder("g", "Ahead")).unwrap();
    let names = |db: &Connection| -> Vec<String> {
        let all = folders::list(db).unwrap();
        all.into_iter().map(|folder| folder.name).collect()
    };
    assert_eq!(names(&db), ["Ahead", "Trips"]);
    conversations::change(&db, "c", |row| row.folder = Some("f".to_owned())).unwrap();
    folders::change(&db, "f", |folder| folder.collapsed = true).unwrap();
    assert!(folders::list(&db).unwrap()[1].collapsed);
    folders::remove(&db, "f").unwrap();
    let kept = conversations::get(&db, "c").unwrap().unwrap();
    assert_eq!((kept.folder, kept.title.as_str()), (None, "About c"));
    assert_eq!(folders::remove(&db, "f").unwrap_err().code(), Code::NotFound);
    for at in 1..limits::CONVERSATION_FOLDERS {
        folders::put(&db, &folder(&format!("n{at}"), &format!("N{at}"))).unwrap();
    }
    let more = folders::put(&db, &folder("z", "Zed")).unwrap_err();
    assert_eq!(more.code(), Code::BadInput);
}
