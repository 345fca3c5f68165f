//! What was seen of tools is about one definition, is bounded, and ends with its server.

use super::tables::{server, tables};
use crate::limits;
use crate::store::behavior::{SeenRow, add, all, answered};
use crate::store::servers;
use portcullis_core::ids::ServerId;
use portcullis_domain::SeenKind;

fn row(server: &ServerId, tool: &str, definition: &str, what: &str) -> SeenRow {
    SeenRow {
        server: server.clone(),
        tool: tool.to_owned(),
        definition: definition.to_owned(),
        kind: SeenKind::Contacted,
        what: what.to_owned(),
        first_at: 10,
        answered_at: None,
    }
}

// Proves S-46.
#[test]
fn what_was_seen_of_a_tool_ends_with_its_definition_and_its_server() {
    let db = tables();
    let id = server(&db, "Notes");
    let first = row(&id, "look", "d", "a.example:443");
    add(&db, &first).unwrap();
    let again = SeenRow {
        first_at: 20,
        ..first.clone()
    };
    add(&db, &again).unwrap();
    assert_eq!(all(&db).unwrap(), std::slice::from_ref(&first), "each once");

    let late = SeenRow {
        kind: SeenKind::Stopped,
        first_at: 30,
        ..first.clone()
    };
    add(&db, &late).unwrap();
    answered(&db, &id, ("look", "d"), 20, 40).unwrap();
    answered(&db, &id, ("look", "other"), 50, 60).unwrap();
    let seen: Vec<_> = all(&db).unwrap().iter().map(|row| row.answered_at).collect();
    assert_eq!(seen, [Some(40), None], "what was not shown was not answered");

    let wrote = SeenRow {
        kind: SeenKind::Wrote,
        first_at: 40,
        ..row(&id, "look", "d", "/notes/today.md")
    };
    add(&db, &wrote).unwrap();
    assert_eq!(all(&db).unwrap().last(), Some(&wrote));

    let changed = row(&id, "look", "e", "a.example:443");
    add(&db, &changed).unwrap();
    assert_eq!(all(&db).unwrap(), [changed]);
    servers::remove(&db, &id).unwrap();
    assert_eq!(all(&db).unwrap(), []);
}

#[test]
fn a_server_that_does_ever_more_fills_nothing() {
    let db = tables();
    let id = server(&db, "Notes");
    for number in 0..2 * limits::SEEN_OF_A_TOOL {
        add(&db, &row(&id, "look", "d", &number.to_string())).unwrap();
    }
    assert_eq!(all(&db).unwrap().len(), limits::SEEN_OF_A_TOOL);
    let wrote = SeenRow {
        kind: SeenKind::Wrote,
        ..row(&id, "look", "d", "/notes/today.md")
    };
    add(&db, &wrote).unwrap();
    assert!(
        all(&db).unwrap().contains(&wrote),
        "hosts leave room for a change"
    );
    for number in 0..2 * limits::SEEN_OF_A_SERVER {
        add(&db, &row(&id, &format!("tool{number}"), "d", "a.example:443")).unwrap();
    }
    assert_eq!(all(&db).unwrap().len(), limits::SEEN_OF_A_SERVER + 1);
}
