//! What is said of servers ends with them; what a conversation has read only grows, and ends with it.

use super::tables::{server, tables};
use super::talk::conversation;
use crate::store::conversations;
use crate::store::flows::{ClassRow, ReadRow, add_read, classes, put_class, reads};
use crate::store::servers;
use portcullis_domain::{FlowClass, Tristate};

fn row(private: u8) -> ReadRow {
    ReadRow {
        server: "s".to_owned(),
        kind: "tool".to_owned(),
        name: "look".to_owned(),
        label: "Notes".to_owned(),
        nature: [private, 1, 0],
        first_at: 7,
    }
}

// Proves S-78.
#[test]
fn marks_only_grow_go_along_with_a_branch_and_end_with_their_conversation() {
    let db = tables();
    conversation(&db, "talk");
    add_read(&db, "talk", &row(2)).unwrap();
    let less = ReadRow {
        first_at: 9,
        ..row(0)
    };
    add_read(&db, "talk", &less).unwrap();
    assert_eq!(reads(&db, "talk").unwrap(), [row(2)]);
    let other = ReadRow {
        kind: "resource".to_owned(),
        first_at: 8,
        ..row(1)
    };
    add_read(&db, "talk", &other).unwrap();
    add_read(&db, "branch", &row(3)).unwrap();
    add_read(&db, "branch", &other).unwrap();
    assert_eq!(reads(&db, "branch").unwrap(), [row(3), other]);
    conversations::remove(&db, "talk").unwrap();
    assert_eq!(reads(&db, "talk").unwrap(), []);
    assert_eq!(reads(&db, "branch").unwrap().len(), 2);
}

// Proves S-78.
#[test]
fn what_was_said_of_a_server_ends_with_it() {
    let db = tables();
    let id = server(&db, "Notes");
    let class = ClassRow {
        server: id.clone(),
        tool: String::new(),
        class: FlowClass {
            private: Tristate::No,
            ..FlowClass::default()
        },
        about: "here".to_owned(),
        said_at: 5,
    };
    put_class(&db, &class).unwrap();
    let later = ClassRow { said_at: 6, ..class };
    put_class(&db, &later).unwrap();
    assert_eq!(classes(&db).unwrap(), [later]);
    servers::remove(&db, &id).unwrap();
    assert_eq!(classes(&db).unwrap(), []);
}
