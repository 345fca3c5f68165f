//! Calls that a server continues as a task: what must be known to ask about them again after a restart of the host
//! or of the server (TKX-06). The row is there before anybody is told of the task.

use super::{from_json, signed, to_json, unsigned};
use crate::limits;
use crate::store::Result;
use portcullis_core::ids::ServerId;
use portcullis_domain::CallView;
use rusqlite::{Connection, Row};

/// Step 5.
pub(super) const CREATE: &str = "
CREATE TABLE tasks (
    id TEXT PRIMARY KEY NOT NULL,
    server_id TEXT NOT NULL REFERENCES servers (id) ON DELETE CASCADE,
    task_id TEXT NOT NULL,
    modern INTEGER NOT NULL,
    tool TEXT NOT NULL,
    definition TEXT NOT NULL,
    arguments TEXT NOT NULL,
    asked_by TEXT NOT NULL,
    conversation TEXT,
    operation INTEGER NOT NULL,
    created_at INTEGER NOT NULL,
    status TEXT NOT NULL,
    ttl INTEGER,
    poll INTEGER,
    seen_at INTEGER NOT NULL,
    answered TEXT NOT NULL,
    stop_at INTEGER,
    ended_at INTEGER,
    call TEXT NOT NULL
) STRICT;
CREATE INDEX tasks_operation ON tasks (operation) WHERE ended_at IS NULL;
CREATE INDEX tasks_ended ON tasks (ended_at) WHERE ended_at IS NOT NULL;
";

/// A task.
#[derive(Debug, Clone, PartialEq)]
pub struct TaskRow {
    /// That of the call.
    pub id: String,
    /// Server; the task is known to no other (TKL-15).
    pub server: ServerId,
    /// Its number at the server, as the server gave it.
    pub task: String,
    /// Whether it began in the modern era: it is asked about in the same one.
    pub modern: bool,
    /// Raw name of the tool.
    pub tool: String,
    /// Digest of the definition that was called.
    pub definition: String,
    /// Digest of the arguments.
    pub arguments: String,
    /// Who wanted the call, as in the record.
    pub asked_by: String,
    /// Conversation.
    pub conversation: Option<String>,
    /// Number of its operation in the record.
    pub operation: u64,
    /// When the server said that it began, by our clock.
    pub created_at: u64,
    /// Status as last seen, as the protocol spells it.
    pub status: String,
    /// How long the server keeps it, in milliseconds from when it began.
    pub ttl: Option<u64>,
    /// Milliseconds that the server wants between two questions.
    pub poll: Option<u64>,
    /// When it was last seen.
    pub seen_at: u64,
    /// Keys of questions that were answered (TKX-09).
    pub answered: Vec<String>,
    /// When a person wanted it stopped.
    pub stop_at: Option<u64>,
    /// When it ended here.
    pub ended_at: Option<u64>,
    /// The call as last told, without what it brought back.
    pub call: CallView,
}

const COLUMNS: &str =
    "id, server_id, task_id, modern, tool, definition, arguments, asked_by, conversation, operation,
    created_at, status, ttl, poll, seen_at, answered, stop_at, ended_at, call";

/// Adds a task, or changes all of one that may change.
///
/// # Errors
/// `store.*`; `internal` when the server is not there.
pub fn put(db: &Connection, task: &TaskRow) -> Result<()> {
    db.prepare_cached(
        "INSERT INTO tasks VALUES (?1, ?2, ?3, ?4, ?5, ?6, ?7, ?8, ?9, ?10, ?11, ?12, ?13, ?14, ?15, ?16, ?17, ?18,
         ?19) ON CONFLICT (id) DO UPDATE SET status = excluded.status, ttl = excluded.ttl, poll = excluded.poll,
         seen_at = excluded.seen_at, answered = excluded.answered, stop_at = excluded.stop_at,
         ended_at = excluded.ended_at, call = excluded.call",
    )?
    .execute(rusqlite::params![
        task.id,
        task.server.as_str(),
        task.task,
        task.modern,
        task.tool,
        task.definition,
        task.arguments,
        task.asked_by,
        task.conversation,
        signed(task.operation),
        signed(task.created_at),
        task.status,
        task.ttl.map(signed),
        task.poll.map(signed),
        signed(task.seen_at),
        to_json(&task.answered)?,
        task.stop_at.map(signed),
        task.ended_at.map(signed),
        to_json(&task.call)?,
    ])?;
    Ok(())
}

/// Tasks that have not ended, oldest first.
pub fn open(db: &Connection) -> Result<Vec<TaskRow>> {
    let sql = format!("SELECT {COLUMNS} FROM tasks WHERE ended_at IS NULL ORDER BY created_at, rowid");
    select(db, &sql)
}

/// Tasks that ended, newest first.
pub fn ended(db: &Connection) -> Result<Vec<TaskRow>> {
    let sql = format!(
        "SELECT {COLUMNS} FROM tasks WHERE ended_at IS NOT NULL ORDER BY ended_at DESC, rowid DESC LIMIT {}",
        limits::TASKS_ENDED
    );
    select(db, &sql)
}

/// Writes that a task ended, and forgets the oldest that did. A task whose server was removed is not there any more.
pub fn end(db: &Connection, task: &TaskRow) -> Result<()> {
    db.prepare_cached("UPDATE tasks SET status = ?2, seen_at = ?3, ended_at = ?4, call = ?5 WHERE id = ?1")?
        .execute((
            &task.id,
            &task.status,
            signed(task.seen_at),
            task.ended_at.map(signed),
            to_json(&task.call)?,
        ))?;
    db.prepare_cached(&format!(
        "DELETE FROM tasks WHERE id IN (SELECT id FROM tasks WHERE ended_at IS NOT NULL
         ORDER BY ended_at DESC, rowid DESC LIMIT -1 OFFSET {})",
        limits::TASKS_ENDED
    ))?
    .execute([])?;
    Ok(())
}

/// Takes tasks that ended off the list; how many. The record keeps their rows.
pub fn forget_ended(db: &Connection) -> Result<usize> {
    Ok(db
        .prepare_cached("DELETE FROM tasks WHERE ended_at IS NOT NULL")?
        .execute([])?)
}

fn select(db: &Connection, sql: &str) -> Result<Vec<TaskRow>> {
    let mut statement = db.prepare_cached(sql)?;
    let mut rows = statement.query([])?;
    let mut tasks = Vec::new();
    while let Some(row) = rows.next()? {
        tasks.push(task(row)?);
    }
    Ok(tasks)
}

fn task(row: &Row<'_>) -> Result<TaskRow> {
    let number = |at: usize| row.get::<_, Option<i64>>(at).map(|value| value.map(unsigned));
    Ok(TaskRow {
        id: row.get(0)?,
        server: ServerId(row.get(1)?),
        task: row.get(2)?,
        modern: row.get(3)?,
        tool: row.get(4)?,
        definition: row.get(5)?,
        arguments: row.get(6)?,
        asked_by: row.get(7)?,
        conversation: row.get(8)?,
        operation: unsigned(row.get(9)?),
        created_at: unsigned(row.get(10)?),
        status: row.get(11)?,
        ttl: number(12)?,
        poll: number(13)?,
        seen_at: unsigned(row.get(14)?),
        answered: from_json(&row.get::<_, String>(15)?)?,
        stop_at: number(16)?,
        ended_at: number(17)?,
        call: from_json(&row.get::<_, String>(18)?)?,
    })
}
