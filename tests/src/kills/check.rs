//! Whether a folder holds everything that was acknowledged in it, and nothing half.

use std::{
    collections::{HashMap, HashSet},
    path::Path,
};

use portcullis_api::{Appearance, Outcome};
use portcullis_host::Host;
use rusqlite::Connection;
use serde_json::Value;

use super::{
    ledger::{Ledger, Standing},
    summaries,
    writer::{DATA, RECEIVED},
};
use crate::{
    alone,
    kept::{self, unsigned},
    test_user,
};

/// What was seen in a folder.
#[derive(Debug, Default, Clone)]
pub struct Seen {
    /// Rows of the record.
    pub rows: u64,
    /// Operations that a kill interrupted.
    pub interrupted: u64,
    /// Messages that something else was said in the place of.
    pub branches: u64,
    /// Summaries that a kill interrupted while they were written.
    pub cut_summaries: u64,
    /// What is wrong, in words; empty when all is well.
    pub faults: Vec<String>,
}

/// Opens the host in the folder, which ends what was interrupted, and compares it with what was acknowledged.
pub async fn check(folder: &Path, ledger: &Ledger) -> Seen {
    let mut seen = Seen::default();
    match Host::open(alone::config(&folder.join(DATA))).await {
        Ok(host) => {
            if let Err(error) = ask(&host, ledger, &mut seen).await {
                seen.faults.push(format!("the host did not answer: {error}"));
            }
            host.close().await;
        }
        Err(error) => {
            seen.faults.push(format!("it does not open: {error}"));
            return seen;
        }
    }
    if let Err(error) = look(folder, ledger, &mut seen) {
        seen.faults.push(format!("the file cannot be read: {error}"));
    }
    seen
}

/// What the host says.
async fn ask(host: &Host, ledger: &Ledger, seen: &mut Seen) -> Result<(), portcullis_core::Error> {
    let snapshot = host.snapshot().await?;
    if let Some(problem) = snapshot.about.store {
        seen.faults.push(format!("it opens with: {}", problem.sentence));
    }
    let checked = host.verify_record().await?;
    seen.rows = checked.rows;
    if let Some(broken) = checked.first_broken {
        seen.faults
            .push(format!("the chain breaks at {broken}: {}", checked.sentence));
    }
    let now = &snapshot.settings;
    let untouched = now.notify && now.keep_in_tray && !now.welcomed && now.appearance == Appearance::System;
    let may_be = ledger.settings.contains(now) || untouched && !ledger.settings_saved;
    if !may_be {
        seen.faults.push(format!(
            "settings are {:?}, which were not saved last",
            snapshot.settings
        ));
    }
    let standing: HashSet<String> = host.grants().await?.into_iter().map(|grant| grant.id).collect();
    for (id, expected) in &ledger.grants {
        match expected {
            Standing::Stands if !standing.contains(id) => {
                seen.faults.push(format!("the permission {id} was lost"));
            }
            Standing::Ended if standing.contains(id) => {
                seen.faults
                    .push(format!("the permission {id} stands although it was taken back"));
            }
            _ => {}
        }
    }
    conversations(host, ledger, seen).await
}

async fn conversations(host: &Host, ledger: &Ledger, seen: &mut Seen) -> Result<(), portcullis_core::Error> {
    let conversations = host.conversations().await?.into_iter();
    let titles: HashMap<String, String> = conversations.map(|it| (it.id, it.title)).collect();
    for (id, title) in &ledger.titles {
        if titles.get(id) != Some(title) {
            seen.faults
                .push(format!("{id} is called {:?}, not {title:?}", titles.get(id)));
        }
    }
    Ok(())
}

/// Everything that was said, on whichever branch, is there and in the index, which is written in the same transaction.
fn messages(db: &Connection, ledger: &Ledger, seen: &mut Seen) -> rusqlite::Result<()> {
    for (what, sql) in [
        (
            "messages are still being written",
            "SELECT count(*) FROM messages WHERE streaming",
        ),
        (
            "messages follow one that is not there",
            "SELECT count(*) FROM messages m WHERE parent IS NOT NULL AND NOT EXISTS
             (SELECT 1 FROM messages p WHERE p.conversation_id = m.conversation_id AND p.seq = m.parent)",
        ),
        (
            "messages are not in the index once",
            "SELECT abs((SELECT count(*) FROM messages) - (SELECT count(*) FROM messages_text_docsize))",
        ),
        (
            "conversations do not show what was said last",
            "SELECT count(*) FROM conversations c WHERE leaf IS NOT
             (SELECT max(seq) FROM messages m WHERE m.conversation_id = c.id)",
        ),
    ] {
        let count = kept::number(db, sql)?;
        if count > 0 {
            seen.faults.push(format!("{count} {what}"));
        }
    }
    seen.branches = kept::number(
        db,
        "SELECT count(*) - count(DISTINCT conversation_id || coalesce(parent, 0)) FROM messages",
    )?;
    let mut statement = db.prepare(
        "SELECT conversation_id, p.value ->> '$.text' FROM messages, json_each(message, '$.parts') p
         WHERE p.value ->> '$.kind' = 'words'",
    )?;
    let said = statement.query_map([], |row| Ok((row.get(0)?, row.get(1)?)))?;
    let said: HashSet<(String, String)> = said.collect::<rusqlite::Result<_>>()?;
    for words in ledger.words.iter().filter(|words| !said.contains(words)) {
        seen.faults
            .push(format!("“{}” was said and is not there", words.1));
    }
    Ok(())
}

/// A call in the record.
struct Call {
    seq: u64,
    outcome: Option<String>,
    decided: bool,
}

/// What the file says, read beside the host.
fn look(folder: &Path, ledger: &Ledger, seen: &mut Seen) -> rusqlite::Result<()> {
    let db = kept::open(&folder.join(DATA))?;
    seen.faults.extend(kept::faults(&db, false)?);
    seen.interrupted = kept::number(&db, "SELECT count(*) FROM record WHERE outcome = 'interrupted'")?;
    let calls = recorded(&db)?;
    for (number, (seq, outcome)) in &ledger.calls {
        let expected = serde_json::to_value(outcome).unwrap_or_default();
        match calls.get(number) {
            Some(call) if call.seq == *seq && call.outcome.as_deref() == expected.as_str() => {}
            Some(call) => seen.faults.push(format!(
                "call {number} was acknowledged as {outcome:?} in row {seq}; it is {:?} in row {}",
                call.outcome, call.seq
            )),
            None => seen
                .faults
                .push(format!("call {number} was acknowledged and is not recorded")),
        }
    }
    effects(folder, ledger, &calls, seen);
    messages(&db, ledger, seen)?;
    summaries::check(&db, ledger, seen)?;
    // Whether the index agrees with what it is of is asked by writing.
    let db = Connection::open(folder.join(DATA).join("portcullis.db"))?;
    db.execute_batch("INSERT INTO messages_text (messages_text) VALUES ('integrity-check')")
}

fn recorded(db: &Connection) -> rusqlite::Result<HashMap<String, Call>> {
    let mut statement = db.prepare(
        "SELECT i.seq, i.sent, coalesce(e.outcome, i.outcome), d.seq IS NOT NULL FROM record i
         LEFT JOIN record e ON e.operation = i.seq AND e.step = 2
         LEFT JOIN record d ON d.operation = i.seq AND d.step = 1
         WHERE i.step = 0 AND i.kind = 'call' AND i.sent IS NOT NULL",
    )?;
    let mut calls = HashMap::new();
    let mut rows = statement.query([])?;
    while let Some(row) = rows.next()? {
        let sent: Value = serde_json::from_str(&row.get::<_, String>(1)?).unwrap_or_default();
        if let Some(number) = sent["number"].as_str() {
            let call = Call {
                seq: unsigned(row, 0)?,
                outcome: row.get(2)?,
                decided: row.get(3)?,
            };
            calls.insert(number.to_owned(), call);
        }
    }
    Ok(calls)
}

/// Nothing reached the server that was not recorded before (S-91), and nothing that was refused.
fn effects(folder: &Path, ledger: &Ledger, calls: &HashMap<String, Call>, seen: &mut Seen) {
    for message in test_user::received(&folder.join(RECEIVED)) {
        let params = &message["params"];
        let Some(number) = params["arguments"]["number"].as_str() else {
            continue;
        };
        match calls.get(number) {
            None => seen
                .faults
                .push(format!("call {number} reached the server and is not recorded")),
            Some(call) if params["name"] == "mail" && !call.decided => seen
                .faults
                .push(format!("call {number} reached the server without a decision")),
            Some(_) => {}
        }
        if let Some((_, Outcome::Denied | Outcome::Refused)) = ledger.calls.get(number) {
            seen.faults
                .push(format!("call {number} was denied and reached the server"));
        }
    }
}
