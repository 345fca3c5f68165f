//! What replies cost: added, kept when a conversation goes, and taken over from the messages of an earlier format.

use super::tables::tables;
use crate::store::costs::{self, CostRow};
use crate::store::migrations;
use rusqlite::Connection;

#[test]
fn costs_are_summed_by_month_and_conversation() {
    let db = tables();
    for (month, conversation, dollars) in [
        (202_610, "a", Some(1.0)),
        (202_611, "a", Some(0.5)),
        (202_611, "a", None),
        (202_611, "b", Some(0.25)),
    ] {
        costs::add(&db, month, conversation, "m", dollars).unwrap();
    }
    let sum = |dollars, replies, unpriced| CostRow {
        dollars,
        replies,
        unpriced,
    };
    assert_eq!(costs::of_month(&db, 202_611).unwrap(), sum(0.75, 3, 1));
    assert_eq!(costs::of_conversation(&db, "a").unwrap(), sum(1.5, 3, 1));
    assert_eq!(costs::of_month(&db, 202_612).unwrap(), CostRow::default());
}

// Proves F-33.
#[test]
fn messages_of_an_earlier_format_count_in_the_month_in_which_they_were_said() {
    let mut db = Connection::open_in_memory().unwrap();
    migrations::migrate_to(&mut db, 15).unwrap();
    db.execute_batch(
        r#"INSERT INTO conversations (id, title, model, servers, created_at, updated_at) VALUES ('a', 'T', 'm', '{}', 1, 2);
        INSERT INTO messages (conversation_id, seq, message, streaming) VALUES
            ('a', 1, '{"seq":1,"speaker":"person","at":1795443461000,"parts":[],"streaming":false,"by":null}', 0),
            ('a', 2, '{"seq":2,"speaker":"model","at":1795443461000,"parts":[],"streaming":false,"by":{"model":"m","tokens_in":3,"tokens_out":4,"dollars":0.5}}', 0),
            ('a', 3, '{"seq":3,"speaker":"model","at":1795443461000,"parts":[],"streaming":false,"by":{"model":"m","tokens_in":3,"tokens_out":4,"dollars":null}}', 0),
            ('a', 4, '{"seq":4,"speaker":"model","at":1795443461000,"parts":[],"streaming":false,"by":{"model":"demo","tokens_in":null,"tokens_out":null,"dollars":null}}', 0);"#,
    )
    .unwrap();
    migrations::migrate(&mut db).unwrap();
    let month = costs::of_month(&db, 202_611).unwrap();
    assert_eq!((month.dollars, month.replies, month.unpriced), (0.5, 2, 1));
    assert_eq!(costs::of_conversation(&db, "a").unwrap(), month);
}
