//! The record as a file for others: every row with its hash, so that the chain can be checked without us.

use crate::store::Result;
use crate::store::record::{self, CELLS, COLUMNS};
use portcullis_core::error::{Code, Error};
use portcullis_core::{causes, ids};
use portcullis_l10n::say;
use rusqlite::Connection;
use rusqlite::types::ValueRef;
use serde_json::{Map, Value};
use std::io::{self, Write};

/// How to write it.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Format {
    /// One JSON object per line.
    JsonLines,
    /// Comma-separated values with a heading (RFC 4180). A text that a spreadsheet would take for a formula
    /// gets an apostrophe in front.
    Csv,
}

/// Writes all rows, oldest first.
pub(super) fn export<W: Write>(db: &Connection, format: Format, mut to: W) -> Result<(W, u64)> {
    let mut rows = 0;
    if format == Format::Csv {
        write!(to, "{},hash\r\n", COLUMNS.join(",")).map_err(|error| unwritten(&error))?;
    }
    record::stream(db, |cells, hash| {
        let hash = ids::hex(hash.as_blob().unwrap_or_default());
        let written = match format {
            Format::JsonLines => json_line(&mut to, cells, hash),
            Format::Csv => csv_line(&mut to, cells, &hash),
        };
        written.map_err(|error| unwritten(&error))?;
        rows += 1;
        Ok(true)
    })?;
    to.flush().map_err(|error| unwritten(&error))?;
    Ok((to, rows))
}

fn json_line(to: &mut impl Write, cells: &[ValueRef<'_>; CELLS], hash: String) -> io::Result<()> {
    let mut object = Map::new();
    for (name, cell) in COLUMNS.iter().zip(cells) {
        let value = match cell {
            ValueRef::Integer(number) => Value::from(*number),
            ValueRef::Text(text) => Value::from(String::from_utf8_lossy(text)),
            _ => continue,
        };
        object.insert((*name).to_owned(), value);
    }
    object.insert("hash".to_owned(), hash.into());
    serde_json::to_writer(&mut *to, &object)?;
    to.write_all(b"\n")
}

fn csv_line(to: &mut impl Write, cells: &[ValueRef<'_>; CELLS], hash: &str) -> io::Result<()> {
    for cell in cells {
        match cell {
            ValueRef::Integer(number) => write!(to, "{number},")?,
            ValueRef::Text(text) => write!(to, "{},", quoted(&String::from_utf8_lossy(text)))?,
            _ => to.write_all(b",")?,
        }
    }
    write!(to, "{hash}\r\n")
}

fn quoted(text: &str) -> String {
    let formula = text.starts_with(['=', '+', '-', '@', '\t', '\r', '＝', '＋', '－', '＠']);
    format!(
        "\"{}{}\"",
        if formula { "'" } else { "" },
        text.replace('"', "\"\"")
    )
}

fn unwritten(error: &io::Error) -> Error {
    let (code, what) = match error.kind() {
        io::ErrorKind::StorageFull | io::ErrorKind::QuotaExceeded => {
            (Code::StoreFull, say!("audit-disk-full"))
        }
        _ => (Code::StoreFailed, causes::io(error)),
    };
    Error::new(code, say!("audit-not-exported", reason = what)).remedy(say!("audit-not-exported-remedy"))
}
