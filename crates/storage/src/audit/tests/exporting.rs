//! The record as a file: one record per row, and nothing in it acts.

use super::{Room, call, whole};
use crate::audit::{Format, Intended, chain};
use crate::store::record::COLUMNS;
use portcullis_domain::Outcome;
use rusqlite::types::ValueRef;
use serde_json::Value;

/// A reader of RFC 4180.
fn parse(table: &str) -> Vec<Vec<String>> {
    let (mut rows, mut row, mut cell, mut quoted) = (Vec::new(), Vec::new(), String::new(), false);
    let mut chars = table.chars().peekable();
    while let Some(c) = chars.next() {
        match c {
            '"' if quoted && chars.peek() == Some(&'"') => {
                chars.next();
                cell.push('"');
            }
            '"' => quoted = !quoted,
            ',' if !quoted => row.push(std::mem::take(&mut cell)),
            '\r' if !quoted => {}
            '\n' if !quoted => {
                row.push(std::mem::take(&mut cell));
                rows.push(std::mem::take(&mut row));
            }
            c => cell.push(c),
        }
    }
    rows
}

// Proves S-44.
#[tokio::test]
async fn a_table_comes_back_row_by_row_and_no_cell_is_a_formula() {
    let folder = tempfile::tempdir().unwrap();
    let room = Room::open(folder.path());
    let hostile = [
        "=HYPERLINK(\"http://x\")",
        "+1",
        "-1",
        "@SUM(A1)",
        "a,b\"c\"\r\nd",
        "＝1",
    ];
    for what in hostile {
        whole(&room.audit, what, Outcome::Done).await;
    }
    let (table, count) = room.audit.export(Format::Csv, Vec::new()).await.unwrap();
    let rows = parse(&String::from_utf8(table).unwrap());
    assert_eq!((count, rows.len()), (18, 19));
    assert_eq!(rows[0][..COLUMNS.len()], COLUMNS);
    let what = COLUMNS.iter().position(|name| *name == "what").unwrap();
    let wanted = [
        "'=HYPERLINK(\"http://x\")",
        "'+1",
        "'-1",
        "'@SUM(A1)",
        "a,b\"c\"⟨U+000D⟩⟨U+000A⟩d",
        "'＝1",
    ];
    for (index, row) in rows[1..].iter().enumerate() {
        assert_eq!(row.len(), COLUMNS.len() + 1);
        assert_eq!(row[0], (index + 1).to_string());
        assert!(
            row.iter().all(|cell| !cell.starts_with(['=', '+', '-', '@'])),
            "{row:?}"
        );
        if index % 3 == 0 {
            assert_eq!(row[what], wanted[index / 3]);
        }
    }
}

// Proves S-90.
#[tokio::test]
async fn the_chain_can_be_checked_from_the_exported_lines_alone() {
    let folder = tempfile::tempdir().unwrap();
    let room = Room::open(folder.path());
    whole(&room.audit, "Write", Outcome::Denied).await;
    let refusal = Intended {
        outcome: Some((Outcome::Refused, "refused".into())),
        ..call("Refused")
    };
    room.audit.once(refusal).await.unwrap();
    let (lines, count) = room.audit.export(Format::JsonLines, Vec::new()).await.unwrap();
    let records: Vec<Value> = String::from_utf8(lines)
        .unwrap()
        .lines()
        .map(|line| serde_json::from_str(line).unwrap())
        .collect();
    assert_eq!((count, records.len()), (4, 4));
    let mut before = [0; 32];
    for record in &records {
        let cells = COLUMNS.map(|name| match &record[name] {
            Value::String(text) => ValueRef::Text(text.as_bytes()),
            Value::Number(number) => ValueRef::Integer(number.as_i64().unwrap()),
            _ => ValueRef::Null,
        });
        before = chain::link(&before, &cells);
        assert_eq!(record["hash"], portcullis_core::ids::hex(&before));
    }
}

#[tokio::test]
async fn an_export_that_cannot_be_written_says_so() {
    struct Full;
    impl std::io::Write for Full {
        fn write(&mut self, _: &[u8]) -> std::io::Result<usize> {
            Err(std::io::ErrorKind::StorageFull.into())
        }
        fn flush(&mut self) -> std::io::Result<()> {
            Ok(())
        }
    }
    let folder = tempfile::tempdir().unwrap();
    let room = Room::open(folder.path());
    whole(&room.audit, "Write", Outcome::Done).await;
    let Err(refused) = room.audit.export(Format::Csv, Full).await else {
        panic!("it was written")
    };
    assert_eq!(refused.code, portcullis_core::error::Code::StoreFull);
    assert_eq!(room.store.problem(), None);
}
