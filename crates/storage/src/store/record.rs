//! Rows of the record: appended, chained, never changed. [`crate::audit`] is the only caller.
//!
//! An operation is one *intended* row, at most one *decided* row and at most one *ended* row, which share the
//! number of the first. Every cell of a row is part of its hash (S-90). What may change lives beside the rows:
//! the head, the operations not yet in the text index, and that index; all three can be made again from the
//! rows. A call waits for the pages that its first row touches, so they are few: the head shares a table with
//! the operations under way, and calls, which most rows are, are not indexed by their kind.

use super::{signed, unsigned};
use crate::store::Result;
use portcullis_core::text::spaced;
use rusqlite::types::{ToSqlOutput, ValueRef};
use rusqlite::{Connection, OptionalExtension as _, params_from_iter};
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};

pub(super) const CREATE: &str = "
CREATE TABLE record (
    seq INTEGER PRIMARY KEY NOT NULL,
    operation INTEGER NOT NULL,
    step INTEGER NOT NULL CHECK (step IN (0, 1, 2)),
    run TEXT NOT NULL,
    at INTEGER NOT NULL,
    tick INTEGER NOT NULL,
    kind TEXT NOT NULL,
    what TEXT NOT NULL,
    server TEXT,
    label TEXT,
    asked_by TEXT NOT NULL,
    tool TEXT,
    conversation TEXT,
    why TEXT,
    rule TEXT,
    sent TEXT,
    definition TEXT,
    shown TEXT,
    outcome TEXT,
    words TEXT,
    came_back TEXT,
    duration INTEGER,
    hash BLOB NOT NULL
) STRICT;
CREATE UNIQUE INDEX record_steps ON record (operation, step) WHERE step > 0;
CREATE INDEX record_server ON record (server, seq) WHERE step = 0;
CREATE INDEX record_kind ON record (kind, seq) WHERE step = 0 AND kind <> 'call';
CREATE INDEX record_outcome ON record (outcome, operation) WHERE outcome IS NOT NULL;
CREATE INDEX record_kind_outcome ON record (kind, outcome, operation) WHERE outcome IS NOT NULL;
CREATE INDEX record_server_outcome ON record (server, outcome, operation) WHERE outcome IS NOT NULL;
CREATE TRIGGER record_never_changes BEFORE UPDATE ON record
    BEGIN SELECT raise(ABORT, 'the record is only added to'); END;
CREATE TRIGGER record_never_shrinks BEFORE DELETE ON record
    BEGIN SELECT raise(ABORT, 'the record is only added to'); END;
CREATE TRIGGER record_only_grows BEFORE INSERT ON record
    WHEN NEW.seq <= (SELECT coalesce(max(seq), 0) FROM record)
    BEGIN SELECT raise(ABORT, 'the record is only added to'); END;
-- 0 is the head: number and hash of the last row. The others are operations, and whether they ended.
CREATE TABLE record_beside (
    operation INTEGER PRIMARY KEY NOT NULL,
    seq_or_ended INTEGER NOT NULL,
    hash BLOB
) STRICT;
CREATE VIEW record_pending AS
    SELECT operation, seq_or_ended AS ended FROM record_beside WHERE operation > 0;
CREATE VIRTUAL TABLE record_text USING fts5 (text, marks, content = '', tokenize = 'unicode61');
";

/// The operations of a server are found by their ends, and those under way beside: an index of the first rows was one more
/// page that every call waited for.
pub(super) const FOUND_BY_THEIR_ENDS: &str = "
DROP INDEX record_server;
CREATE INDEX record_server_ended ON record (server, operation) WHERE outcome IS NOT NULL;
";

/// The rest of step 20. What was taken into this index cannot be taken out singly. Where an operation has letters that are
/// indexed one by one, all of them wait for it again, which [`crate::audit`] then fills in steps.
pub(super) const SPACED: &str = "
CREATE TEMP TABLE unspaced AS SELECT 1 FROM (
    SELECT concat_ws(' ', what, label, asked_by, tool, why, sent, words, came_back) AS text FROM record
) WHERE spaced(text) <> text LIMIT 1;
INSERT INTO record_text (record_text) SELECT 'delete-all' FROM unspaced;
INSERT OR IGNORE INTO record_beside SELECT seq, 1, NULL FROM record
    WHERE step = 0 AND EXISTS (SELECT 1 FROM unspaced);
DROP TABLE unspaced;
";

/// Number of cells that are hashed.
pub const CELLS: usize = 22;

/// Names of the cells, in the order in which they are hashed and exported.
pub const COLUMNS: [&str; CELLS] = [
    "seq",
    "operation",
    "step",
    "run",
    "at",
    "tick",
    "kind",
    "what",
    "server",
    "label",
    "asked_by",
    "tool",
    "conversation",
    "why",
    "rule",
    "sent",
    "definition",
    "shown",
    "outcome",
    "words",
    "came_back",
    "duration",
];

/// What part of an operation a row is.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub enum RowStep {
    /// It is about to happen.
    #[default]
    Intended = 0,
    /// It was allowed or refused.
    Decided = 1,
    /// It ended.
    Ended = 2,
}

/// A row. Texts are redacted and bounded by the caller.
#[derive(Debug, Clone, Default)]
pub struct StoredRow {
    pub seq: i64,
    /// 0 until appended, for an intended row: its own number.
    pub operation: i64,
    pub step: RowStep,
    pub run: String,
    pub at: i64,
    /// Milliseconds since the run began, by a clock that only goes forward (F-17).
    pub tick: i64,
    pub kind: &'static str,
    pub what: String,
    pub server: Option<String>,
    pub label: Option<String>,
    pub asked_by: String,
    pub tool: Option<String>,
    pub conversation: Option<String>,
    pub why: Option<String>,
    pub rule: Option<String>,
    pub sent: Option<String>,
    pub definition: Option<String>,
    pub shown: Option<String>,
    pub outcome: Option<&'static str>,
    pub words: Option<String>,
    pub came_back: Option<String>,
    pub duration: Option<i64>,
}

/// The last row.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub struct Head {
    /// Its number; 0 while there is none.
    pub seq: u64,
    /// Its hash.
    pub hash: [u8; 32],
}

/// The last row, kept in memory between writes: reading it again for every row is a statement whose pages the wait for
/// the disk before has left cold. True within the transaction that set it and after its commit; the writer forgets it
/// when either is taken back. Only the writer reads it.
#[derive(Debug, Clone, Default)]
pub struct LastRow(Arc<Mutex<Option<Head>>>);

impl LastRow {
    /// The last row, read from the database where it is not known.
    pub fn get(&self, db: &Connection) -> Result<Head> {
        let known = *self.lock();
        known.map_or_else(|| head(db), Ok)
    }

    /// The last row, where it is known.
    pub fn known(&self) -> Option<Head> {
        *self.lock()
    }

    /// A row was added.
    pub fn set(&self, head: Head) {
        *self.lock() = Some(head);
    }

    /// Something was taken back.
    pub fn forget(&self) {
        *self.lock() = None;
    }

    fn lock(&self) -> MutexGuard<'_, Option<Head>> {
        // A number and a hash are copied in whole or not at all.
        self.0.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

impl StoredRow {
    /// The cells in the order of [`COLUMNS`].
    pub fn cells(&self) -> [ValueRef<'_>; CELLS] {
        let number = ValueRef::Integer;
        [
            number(self.seq),
            number(self.operation),
            number(self.step as i64),
            str_cell(&self.run),
            number(self.at),
            number(self.tick),
            str_cell(self.kind),
            str_cell(&self.what),
            maybe(&self.server),
            maybe(&self.label),
            str_cell(&self.asked_by),
            maybe(&self.tool),
            maybe(&self.conversation),
            maybe(&self.why),
            maybe(&self.rule),
            maybe(&self.sent),
            maybe(&self.definition),
            maybe(&self.shown),
            self.outcome.map_or(ValueRef::Null, str_cell),
            maybe(&self.words),
            maybe(&self.came_back),
            self.duration.map_or(ValueRef::Null, number),
        ]
    }
}

fn maybe(text: &Option<String>) -> ValueRef<'_> {
    text.as_deref().map_or(ValueRef::Null, str_cell)
}

fn str_cell(text: &str) -> ValueRef<'_> {
    ValueRef::Text(text.as_bytes())
}

/// The last row, as noted beside the rows.
pub fn head(db: &Connection) -> Result<Head> {
    let head = db
        .prepare_cached("SELECT seq_or_ended, hash FROM record_beside WHERE operation = 0")?
        .query_row([], |row| {
            Ok(Head {
                seq: unsigned(row.get(0)?),
                hash: row.get(1)?,
            })
        })
        .optional()?;
    Ok(head.unwrap_or_default())
}

/// The last row itself, whatever is noted beside.
pub fn last(db: &Connection) -> Result<Head> {
    let last = db
        .prepare_cached("SELECT seq, hash FROM record ORDER BY seq DESC LIMIT 1")?
        .query_row([], |row| Ok((unsigned(row.get(0)?), row.get::<_, Vec<u8>>(1)?)))
        .optional()?;
    let last = last.map(|(seq, hash)| Head {
        seq,
        // A hash of another length was changed, which a check finds.
        hash: hash.try_into().unwrap_or_default(),
    });
    Ok(last.unwrap_or_default())
}

/// The hash of a row, hex; `None` where there is no such row.
pub fn hash_of(db: &Connection, seq: u64) -> Result<Option<String>> {
    Ok(db
        .prepare_cached("SELECT lower(hex(hash)) FROM record WHERE seq = ?1")?
        .query_row([signed(seq)], |row| row.get(0))
        .optional()?)
}

/// Adds a row and notes it as the last. With the first row of an operation goes that the operation began, and whether
/// it ended with it.
pub fn insert(db: &Connection, line: &StoredRow, hash: [u8; 32]) -> Result<()> {
    let cells = line
        .cells()
        .into_iter()
        .chain([ValueRef::Blob(&hash)])
        .map(ToSqlOutput::Borrowed);
    db.prepare_cached(
        "INSERT INTO record VALUES (?1, ?2, ?3, ?4, ?5, ?6, ?7, ?8, ?9, ?10, ?11, ?12, ?13, ?14, ?15, ?16, ?17, ?18,
         ?19, ?20, ?21, ?22, ?23)",
    )?
    .execute(params_from_iter(cells))?;
    match line.step {
        RowStep::Intended => db
            .prepare_cached("INSERT OR REPLACE INTO record_beside VALUES (0, ?1, ?2), (?1, ?3, NULL)")?
            .execute((line.seq, hash, line.outcome.is_some()))?,
        _ => db
            .prepare_cached("INSERT OR REPLACE INTO record_beside VALUES (0, ?1, ?2)")?
            .execute((line.seq, hash))?,
    };
    Ok(())
}

/// What a later row of an operation must know of it.
pub struct Operation {
    pub kind: String,
    pub server: Option<String>,
    /// It was complete with its first row.
    pub complete: bool,
    /// The row of the step asked about, if there is one.
    pub known: Option<u64>,
}

/// The operation with this number.
pub fn operation(db: &Connection, operation: u64, step: RowStep) -> Result<Option<Operation>> {
    // The step is written out: a bound one would make SQLite plan again, because of the partial indexes.
    let sql = format!(
        "SELECT i.kind, i.server, i.outcome IS NOT NULL, s.seq FROM record i
         LEFT JOIN record s ON s.operation = i.seq AND s.step = {} AND s.step > 0
         WHERE i.seq = ?1 AND i.step = 0",
        step as i64
    );
    Ok(db
        .prepare_cached(&sql)?
        .query_row([signed(operation)], |row| {
            let known = row.get::<_, Option<i64>>(3)?.map(unsigned);
            Ok(Operation {
                kind: row.get(0)?,
                server: row.get(1)?,
                complete: row.get(2)?,
                known,
            })
        })
        .optional()?)
}

/// What was sent in the last calls of a tool, newest first, as JSON text, with when each was asked for. Looks through
/// the last `within` rows of the server and no further.
pub fn calls_of(
    db: &Connection,
    (server, tool): (&str, &str),
    within: usize,
    most: usize,
) -> Result<Vec<(u64, String)>> {
    let mut statement = db.prepare_cached(
        "SELECT i.at, i.sent, i.seq FROM (SELECT operation FROM record
             WHERE server = ?1 AND outcome IS NOT NULL ORDER BY operation DESC LIMIT ?3) o
         CROSS JOIN record i ON i.seq = o.operation
         WHERE i.kind = 'call' AND i.tool = ?2 AND i.sent IS NOT NULL
         UNION ALL
         SELECT i.at, i.sent, i.seq FROM record_pending p CROSS JOIN record i ON i.seq = p.operation
         WHERE NOT p.ended AND i.server = ?1 AND i.kind = 'call' AND i.tool = ?2 AND i.sent IS NOT NULL
         ORDER BY 3 DESC LIMIT ?4",
    )?;
    let rows = statement.query_map(
        (server, tool, signed(within as u64), signed(most as u64)),
        |row| Ok((unsigned(row.get(0)?), row.get(1)?)),
    )?;
    Ok(rows.collect::<Result<_, _>>()?)
}

/// Notes that an operation ended, so that it is indexed and not taken for an interrupted one.
pub fn set_ended(db: &Connection, operation: i64) -> Result<()> {
    db.prepare_cached("INSERT OR REPLACE INTO record_beside VALUES (?1, 1, NULL)")?
        .execute([operation])?;
    Ok(())
}

/// Forgets what is noted beside about an operation that is not in the record.
pub fn forget(db: &Connection, operation: i64) -> Result<()> {
    db.prepare_cached("DELETE FROM record_beside WHERE operation = ?1")?
        .execute([operation])?;
    Ok(())
}

/// Operations of other runs that have no end, lowest first, after the one with the number `after`. A task that its server
/// continues was not interrupted: its end comes later.
pub fn unended(db: &Connection, living_run: &str, after: u64, limit: usize) -> Result<Vec<u64>> {
    let mut statement = db.prepare_cached(
        "SELECT p.operation FROM record_pending p JOIN record i ON i.seq = p.operation
         WHERE NOT p.ended AND i.run <> ?1 AND p.operation > ?3
         AND NOT EXISTS (SELECT 1 FROM tasks t WHERE t.operation = p.operation AND t.ended_at IS NULL) ORDER BY p.operation LIMIT ?2",
    )?;
    let wanted = (living_run, signed(limit as u64), signed(after));
    let rows = statement.query_map(wanted, |row| row.get::<_, i64>(0))?;
    Ok(rows.map(|row| row.map(unsigned)).collect::<Result<_, _>>()?)
}

/// Text-indexes up to `limit` operations that ended, in order of their numbers, which is what the index takes
/// cheaply. Returns how many.
pub fn index(db: &Connection, limit: usize) -> Result<usize> {
    let mut ended =
        db.prepare_cached("SELECT operation FROM record_pending WHERE ended ORDER BY operation LIMIT ?1")?;
    let operations = ended
        .query_map([signed(limit as u64)], |row| row.get(0))?
        .collect::<Result<Vec<i64>, _>>()?;
    let mut add = db.prepare_cached("INSERT INTO record_text (rowid, text, marks) VALUES (?1, ?2, ?3)")?;
    let mut done = db.prepare_cached("DELETE FROM record_beside WHERE operation = ?1")?;
    for operation in &operations {
        // One that is not in the record must not keep the others from being found.
        if let Some(marks) = marks_of(db, *operation)? {
            add.execute((operation, spaced(&text(db, *operation)?), marks))?;
        }
        done.execute([operation])?;
    }
    Ok(operations.len())
}

/// Whether at least `least` ended operations wait for the text index.
pub fn waits(db: &Connection, least: usize) -> Result<bool> {
    let waiting: i64 = db
        .prepare_cached("SELECT count(*) FROM (SELECT 1 FROM record_pending WHERE ended LIMIT ?1)")?
        .query_row([signed(least as u64)], |row| row.get(0))?;
    Ok(waiting == signed(least as u64))
}

/// A word of the text index that stands for what an operation is, so that a search for a common word which is
/// also narrowed to a server, a kind or an outcome finds both at once instead of looking through all hits.
pub fn mark(what: char, value: &str) -> String {
    format!("{what}{}", portcullis_core::ids::hex(value.as_bytes()))
}

fn marks_of(db: &Connection, operation: i64) -> Result<Option<String>> {
    let marks = db
        .prepare_cached(
            "SELECT i.server, i.kind, coalesce(e.outcome, i.outcome) FROM record i
             LEFT JOIN record e ON e.operation = i.seq AND e.step = 2 AND e.step > 0 WHERE i.seq = ?1",
        )?
        .query_row([operation], |row| {
            let cell = |what, column| {
                row.get::<_, Option<String>>(column)
                    .map(|value| value.map(|value| mark(what, &value)))
            };
            Ok([cell('s', 0)?, cell('k', 1)?, cell('o', 2)?])
        })
        .optional()?;
    Ok(marks.map(|marks| marks.into_iter().flatten().collect::<Vec<_>>().join(" ")))
}

/// All words of an operation.
pub fn text(db: &Connection, operation: i64) -> Result<String> {
    const WORDS: &str = "concat_ws(' ', what, label, asked_by, tool, why, sent, words, came_back)";
    let mut all: String = db
        .prepare_cached(&format!("SELECT {WORDS} FROM record WHERE seq = ?1"))?
        .query_row([operation], |row| row.get(0))?;
    let mut steps = db.prepare_cached(&format!(
        "SELECT {WORDS} FROM record WHERE operation = ?1 AND step > 0 ORDER BY step"
    ))?;
    let mut rows = steps.query([operation])?;
    while let Some(row) = rows.next()? {
        all.push(' ');
        all.push_str(row.get_ref(0)?.as_str().unwrap_or_default());
    }
    Ok(all)
}

/// Hands every row to `each` in order: its cells and its hash. Stops when told to.
///
/// # Errors
/// `store.corrupt` from the row on at which the file is damaged.
pub fn stream(
    db: &Connection,
    mut each: impl FnMut(&[ValueRef<'_>; CELLS], ValueRef<'_>) -> Result<bool>,
) -> Result<()> {
    let mut statement = db.prepare_cached(&format!(
        "SELECT {}, hash FROM record ORDER BY seq",
        COLUMNS.join(", ")
    ))?;
    let mut rows = statement.query([])?;
    while let Some(row) = rows.next()? {
        let mut cells = [ValueRef::Null; CELLS];
        for (column, cell) in cells.iter_mut().enumerate() {
            *cell = row.get_ref(column)?;
        }
        if !each(&cells, row.get_ref(CELLS)?)? {
            break;
        }
    }
    Ok(())
}
