//! Reading the record: pages, search, one operation. Rows of an operation are joined here and nowhere else.

use super::words;
use crate::limits;
use crate::store::Result;
use crate::store::{record, signed, unsigned};
use portcullis_core::text::{escape_line, spaced};
use portcullis_domain::{Foreign, Outcome, RecordDetail, RecordFilter, RecordKind, RecordPage, RecordRow};
use portcullis_l10n::say;
use rusqlite::types::Value;
use rusqlite::{Connection, OptionalExtension as _, Row, params_from_iter};
use serde_json::Value as Json;
use std::collections::{BTreeMap, BTreeSet};

/// Cells of a [`RecordRow`], from `i`, the intended row, with `d`, the decided one, `e`, the end, and `g`, the task that goes on.
const ROW: &str = "i.seq, i.at, i.kind, i.what, i.label, i.asked_by, coalesce(e.outcome, i.outcome),
    coalesce(e.words, i.words), coalesce(e.duration, i.duration), i.run, d.seq IS NOT NULL, g.id IS NOT NULL, i.tool";
/// The partial index is only used when its own condition is repeated.
const STEPS: &str = "LEFT JOIN record d ON d.operation = i.seq AND d.step = 1 AND d.step > 0
    LEFT JOIN record e ON e.operation = i.seq AND e.step = 2 AND e.step > 0
    LEFT JOIN tasks g ON g.operation = i.seq AND g.ended_at IS NULL";

/// Operations looked up from the rows that ended them.
const BY_END: (&str, &str) = (
    "record o CROSS JOIN record i ON i.seq = o.operation",
    "o.operation",
);

/// The rows that lead a query, most selective first; the others are looked up from them.
enum QueryLead {
    /// All operations, or those of a kind, of which those of a server are picked.
    All,
    /// By how they ended.
    Ended(Outcome),
    /// Those of a server that ended.
    Server(String),
    /// Those of this run that have no end, or of all runs.
    Open { living: bool },
    /// By words in the text index.
    Text(String),
}

/// A page, newest first.
pub(super) fn page(
    db: &Connection,
    run: &str,
    filter: &RecordFilter,
    before: Option<u64>,
) -> Result<RecordPage> {
    let state = db.unchecked_transaction()?;
    let before = before.map_or(i64::MAX, signed);
    let words = filter.text.as_deref().map(split).unwrap_or_default();
    let mut rows = match (filter.outcome, &filter.server) {
        _ if !words.is_empty() => {
            let mut rows = select(
                &state,
                run,
                filter,
                &QueryLead::Text(query(&words, filter)),
                before,
            )?;
            // What has not ended is not in the index yet. There is never much of it, except while an index is filled again: then
            // the newest is read, and the index is filled from the oldest on.
            for row in select(&state, run, filter, &QueryLead::Open { living: false }, before)? {
                let text = record::text(&state, signed(row.seq))?.to_lowercase();
                if words.iter().all(|word| text.contains(word.as_str())) {
                    rows.push(row);
                }
            }
            in_order(rows)
        }
        (Some(Outcome::Waiting), _) => {
            select(&state, run, filter, &QueryLead::Open { living: true }, before)?
        }
        // Those of another kind than calls are few, and are found by that.
        (None, Some(server)) if matches!(filter.kind, None | Some(RecordKind::Call)) => {
            let mut rows = select(&state, run, filter, &QueryLead::Server(server.clone()), before)?;
            rows.extend(select(
                &state,
                run,
                filter,
                &QueryLead::Open { living: false },
                before,
            )?);
            in_order(rows)
        }
        (Some(outcome), _) => select(&state, run, filter, &QueryLead::Ended(outcome), before)?,
        (None, _) => select(&state, run, filter, &QueryLead::All, before)?,
    };
    let more = rows.len() > limits::RECORD_PAGE;
    rows.truncate(limits::RECORD_PAGE);
    let next = rows.last().map(|row| row.seq).filter(|_| more);
    Ok(RecordPage {
        rows,
        next,
        total: record::head(&state)?.seq,
    })
}

/// Newest first, each once: what ended a moment ago is still among what is open.
fn in_order(mut rows: Vec<RecordRow>) -> Vec<RecordRow> {
    rows.sort_by_key(|row| std::cmp::Reverse(row.seq));
    rows.dedup_by_key(|row| row.seq);
    rows
}

fn select(
    db: &Connection,
    run: &str,
    filter: &RecordFilter,
    lead: &QueryLead,
    before: i64,
) -> Result<Vec<RecordRow>> {
    let mut values: Vec<Value> = vec![before.into()];
    let mut conditions = vec!["i.step = 0".to_owned()];
    let mut add = |condition: &str, value: Value| {
        values.push(value);
        conditions.push(condition.replace('?', &format!("?{}", values.len())));
    };
    // CROSS JOIN keeps SQLite from turning the order of the tables around.
    let (from, order) = match lead {
        QueryLead::All => ("record i", "i.seq"),
        QueryLead::Ended(outcome) => {
            add("o.outcome = ?", words::outcome(*outcome).to_owned().into());
            if let Some(server) = &filter.server {
                add("o.server = ?", server.clone().into());
            } else if let Some(kind) = filter.kind {
                add("o.kind = ?", words::kind(kind).to_owned().into());
            }
            BY_END
        }
        QueryLead::Server(server) => {
            add("o.server = ? AND o.outcome IS NOT NULL", server.clone().into());
            BY_END
        }
        QueryLead::Open { living } => {
            if *living {
                add(
                    "NOT p.ended AND (i.run = ? OR g.id IS NOT NULL)",
                    run.to_owned().into(),
                );
            }
            (
                "record_pending p CROSS JOIN record i ON i.seq = p.operation",
                "p.operation",
            )
        }
        QueryLead::Text(query) => {
            add("t.record_text MATCH ?", query.clone().into());
            ("record_text t CROSS JOIN record i ON i.seq = t.rowid", "t.rowid")
        }
    };
    if let Some(server) = &filter.server {
        add("i.server = ?", server.clone().into());
    }
    if let Some(kind) = filter.kind {
        // Calls are so many that they are found without an index, and the index of the others has to be named.
        let condition = match kind {
            RecordKind::Call => "i.kind = ?",
            _ => "i.kind = ? AND i.kind <> 'call'",
        };
        add(condition, words::kind(kind).to_owned().into());
    }
    if let (QueryLead::Open { living: false }, Some(outcome)) = (lead, filter.outcome) {
        if outcome == Outcome::Waiting {
            add(
                "coalesce(e.outcome, i.outcome) IS NULL AND (i.run = ? OR g.id IS NOT NULL)",
                run.to_owned().into(),
            );
        } else {
            add(
                "coalesce(e.outcome, i.outcome) = ?",
                words::outcome(outcome).to_owned().into(),
            );
        }
    }
    let limit = match lead {
        QueryLead::Open { living: false } => 4 * limits::RECORD_UNINDEXED,
        _ => limits::RECORD_PAGE + 1,
    };
    let sql = format!(
        "SELECT {ROW}, i.server AS server_id FROM {from} {STEPS} WHERE {order} < ?1 AND {} ORDER BY {order} DESC LIMIT {limit}",
        conditions.join(" AND ")
    );
    let mut statement = db.prepare_cached(&sql)?;
    Ok(statement
        .query_map(params_from_iter(values), |found| row(found, run))?
        .collect::<Result<_, _>>()?)
}

/// Everything about the operation that row `seq` belongs to.
pub(super) fn detail(db: &Connection, run: &str, seq: u64) -> Result<RecordDetail> {
    let sql = format!(
        "SELECT {ROW}, coalesce(e.why, d.why, i.why, ''), coalesce(e.sent, d.sent, i.sent), e.came_back, i.definition,
         coalesce(e.shown, d.shown, i.shown), lower(hex(i.hash)), lower(hex(e.hash)),
         CASE WHEN coalesce(e.sent, d.sent) IS NOT NULL THEN i.sent END, i.server AS server_id
         FROM record r CROSS JOIN record i ON i.seq = r.operation {STEPS} WHERE r.seq = ?1"
    );
    let found = db.prepare_cached(&sql)?.query_row([signed(seq)], |found| {
        let (sent, asked_for): (Option<String>, Option<String>) = (found.get(14)?, found.get(20)?);
        let row = row(found, run)?;
        let edited = match (&asked_for, &sent) {
            // What is sent in answer to a form, or of folders, is no other version of the question.
            (Some(asked), Some(sent)) if matches!(row.kind, RecordKind::Call | RecordKind::Sampling) => {
                differing(asked, sent)
            }
            _ => Vec::new(),
        };
        Ok(RecordDetail {
            row,
            why: found.get(13)?,
            edited,
            sent: sent.map(foreign_json),
            asked_for: asked_for.map(foreign_json),
            came_back: found.get(15)?,
            definition: found.get(16)?,
            shown: found.get(17)?,
            allowed_by: None,
            hash: found.get(18)?,
            outcome_hash: Some(found.get::<_, String>(19)?).filter(|hash| !hash.is_empty()),
        })
    });
    Ok(found.optional()?.ok_or_else(super::unknown)?)
}

fn row(row: &Row<'_>, living_run: &str) -> rusqlite::Result<RecordRow> {
    let outcome: Option<String> = row.get(6)?;
    let (living, decided) = (row.get::<_, String>(9)? == living_run, row.get::<_, bool>(10)?);
    let (outcome, unended) = match outcome {
        Some(word) => (words::to_outcome(&word), String::new()),
        None if row.get(11)? => (Outcome::Waiting, say!("audit-running-task")),
        None if !living => (Outcome::Interrupted, say!("audit-row-interrupted")),
        None if decided => (Outcome::Waiting, say!("audit-under-way")),
        None => (Outcome::Waiting, say!("audit-not-ended")),
    };
    let (kind, what) = (
        words::to_kind(row.get_ref(2)?.as_str()?),
        row.get::<_, String>(3)?,
    );
    let what = match kind == RecordKind::Host && what == super::MENDED {
        true => say!("audit-end-changed-what"),
        false => what,
    };
    Ok(RecordRow {
        seq: unsigned(row.get(0)?),
        at: unsigned(row.get(1)?),
        kind,
        what: foreign(what),
        tool: row.get::<_, Option<String>>(12)?.map(foreign),
        server: row.get("server_id")?,
        server_label: row.get(4)?,
        asked_by: row.get(5)?,
        outcome,
        outcome_words: row.get::<_, Option<String>>(7)?.unwrap_or(unended),
        duration: row.get::<_, Option<i64>>(8)?.map(unsigned),
    })
}

/// Names of the members, or the places in a list, that differ; nothing where one of the two was cut.
fn differing(asked: &str, sent: &str) -> Vec<Foreign> {
    let members = |text| match serde_json::from_str(text) {
        Ok(Json::Object(members)) => Some(members.into_iter().collect()),
        Ok(Json::Array(items)) => Some((1..).map(|place: u32| place.to_string()).zip(items).collect()),
        _ => None::<BTreeMap<String, Json>>,
    };
    let (Some(asked), Some(sent)) = (members(asked), members(sent)) else {
        return Vec::new();
    };
    let names: BTreeSet<&String> = asked.keys().chain(sent.keys()).collect();
    names
        .into_iter()
        .filter(|name| asked.get(*name) != sent.get(*name))
        .map(|name| escape_line(name))
        .collect()
}

/// Rows hold text that is escaped already; what is left is to count.
fn foreign(text: String) -> Foreign {
    let hidden = text.matches("⟨U+").count();
    counted(text, hidden)
}

/// The same of JSON, in which a backslash may also stand for itself: `C:\\users` hides nothing.
fn foreign_json(text: String) -> Foreign {
    let (mut hidden, mut rest) = (0, text.as_str());
    while let Some((_, escape)) = rest.split_once('\\') {
        // Two escapes that are one character are counted by the first.
        let is_second = ["udc", "udd", "ude", "udf"]
            .iter()
            .any(|half| escape.starts_with(half));
        hidden += usize::from(escape.starts_with('u') && !is_second);
        let mut after = escape.chars();
        after.next();
        rest = after.as_str();
    }
    counted(text, hidden)
}

fn counted(text: String, hidden: usize) -> Foreign {
    Foreign {
        hidden: u32::try_from(hidden).unwrap_or(u32::MAX),
        text,
        ..Foreign::default()
    }
}

/// The question to the text index: every word, the last one also as the beginning of a longer one because it
/// may still be being typed, and the marks of the filter.
fn query(texts: &[String], filter: &RecordFilter) -> String {
    let marks = [
        filter.server.as_ref().map(|server| record::mark('s', server)),
        filter.kind.map(|kind| record::mark('k', words::kind(kind))),
        filter
            .outcome
            .map(|outcome| record::mark('o', words::outcome(outcome))),
    ];
    let texts = texts.iter().map(|word| format!("text : \"{}\"", spaced(word)));
    let marks = marks
        .into_iter()
        .flatten()
        .map(|mark| format!("marks : \"{mark}\""));
    let wanted = texts.collect::<Vec<_>>().join(" AND ") + "*";
    std::iter::once(wanted)
        .chain(marks)
        .collect::<Vec<_>>()
        .join(" AND ")
}

/// Words as the text index takes them: letters and digits, lower case. Everything else only separates.
fn split(text: &str) -> Vec<String> {
    text.split(|c: char| !c.is_alphanumeric())
        .filter(|word| !word.is_empty())
        .map(str::to_lowercase)
        .take(16)
        .collect()
}
