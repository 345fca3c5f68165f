//! Whether what a host kept on disk is whole, looked at beside the host and without it.

use std::path::Path;

use rusqlite::{Connection, OpenFlags};

/// The database of a data folder, to be read only. A host may have it open meanwhile.
pub fn open(data: &Path) -> rusqlite::Result<Connection> {
    let db = Connection::open_with_flags(data.join("portcullis.db"), OpenFlags::SQLITE_OPEN_READ_ONLY)?;
    db.busy_timeout(std::time::Duration::from_secs(20))?;
    Ok(db)
}

/// The same to be changed, as a disk does that fails: a host may have it open meanwhile.
pub fn write(data: &Path) -> rusqlite::Result<Connection> {
    let db = Connection::open(data.join("portcullis.db"))?;
    db.busy_timeout(std::time::Duration::from_secs(20))?;
    Ok(db)
}

/// What is wrong with it, in words; empty when it is whole. A task goes on when its host has ended. While a host runs on it, what that host has under way is no
/// fault.
pub fn faults(db: &Connection, running: bool) -> rusqlite::Result<Vec<String>> {
    let mut faults = Vec::new();
    let verdict: String = db.query_row("PRAGMA integrity_check", [], |row| row.get(0))?;
    if verdict != "ok" {
        faults.push(format!("the file is damaged: {verdict}"));
    }
    let now = match running {
        true => "AND i.run <> (SELECT run FROM record ORDER BY seq DESC LIMIT 1)",
        false => "",
    };
    let without_end = format!(
        "SELECT count(*) FROM record i WHERE i.step = 0 AND i.outcome IS NULL {now}
         AND NOT EXISTS (SELECT 1 FROM record e WHERE e.operation = i.seq AND e.step = 2)
         AND NOT EXISTS (SELECT 1 FROM tasks t WHERE t.operation = i.seq AND t.ended_at IS NULL)"
    );
    for (what, sql) in [
        (
            "rows that refer to nothing",
            "SELECT count(*) FROM pragma_foreign_key_check",
        ),
        (
            "later rows without a first",
            "SELECT count(*) FROM record l WHERE l.step > 0
             AND NOT EXISTS (SELECT 1 FROM record i WHERE i.seq = l.operation AND i.step = 0)",
        ),
        ("operations without an end", without_end.as_str()),
        (
            "calls in conversations that look as if they went on",
            "SELECT count(*) FROM messages m, json_each(m.message, '$.parts') p WHERE NOT m.streaming
             AND p.value ->> '$.kind' = 'call' AND p.value ->> '$.call.state' IN ('waiting', 'running')
             AND p.value ->> '$.call.task' IS NULL",
        ),
    ] {
        let count = number(db, sql)?;
        if count > 0 {
            faults.push(format!("{count} {what}"));
        }
    }
    Ok(faults)
}

/// A count.
pub fn number(db: &Connection, sql: &str) -> rusqlite::Result<u64> {
    db.query_row(sql, [], |row| unsigned(row, 0))
}

/// A count or the number of a row.
pub fn unsigned(row: &rusqlite::Row<'_>, column: usize) -> rusqlite::Result<u64> {
    row.get::<_, i64>(column).map(i64::cast_unsigned)
}
