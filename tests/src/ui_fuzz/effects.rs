//! What the servers were called with, against what the record says about it: nothing runs that is not recorded, nothing
//! that was denied, and nothing without a decision.

use std::{
    collections::{BTreeMap, HashMap, HashSet},
    io::{BufRead as _, BufReader, Seek as _, SeekFrom},
    path::{Path, PathBuf},
};

use rusqlite::Connection;
use serde_json::Value;

use crate::kept::unsigned;

/// What was heard so far.
#[derive(Debug, Default)]
pub struct Effects {
    offsets: HashMap<PathBuf, u64>,
    /// Calls by tool.
    calls: BTreeMap<String, u64>,
    /// What a model numbered.
    numbers: HashSet<String>,
}

/// What the servers of this fixture say of themselves only reads: run by hand, there is no question about it.
const READS: &str = "'read', 'slowly'";

/// A call that a model numbered, in the record.
struct Recorded {
    outcome: String,
    decided: bool,
}

impl Effects {
    /// Calls in all.
    pub fn calls(&self) -> u64 {
        self.calls.values().sum()
    }

    /// Reads what servers wrote down since the last time.
    pub fn listen(&mut self, heard: &[PathBuf]) -> std::io::Result<()> {
        for file in heard {
            self.listen_to(file)?;
        }
        Ok(())
    }

    fn listen_to(&mut self, path: &Path) -> std::io::Result<()> {
        let Ok(mut file) = std::fs::File::open(path) else {
            // It was never started.
            return Ok(());
        };
        let offset = self.offsets.entry(path.to_owned()).or_default();
        file.seek(SeekFrom::Start(*offset))?;
        let mut lines = BufReader::new(file);
        let mut line = Vec::new();
        loop {
            line.clear();
            let read = lines.read_until(b'\n', &mut line)?;
            // The last line may be on its way.
            if read == 0 || line.last() != Some(&b'\n') {
                return Ok(());
            }
            *offset += read as u64;
            let message: Value = serde_json::from_slice(&line).unwrap_or_default();
            if message["method"] != "tools/call" {
                continue;
            }
            let params = &message["params"];
            let tool = params["name"].as_str().unwrap_or_default();
            *self.calls.entry(tool.to_owned()).or_default() += 1;
            if let Some(number) = params["arguments"]["number"].as_str() {
                self.numbers.insert(number.to_owned());
            }
        }
    }

    /// What happened that the record does not know, or knows otherwise.
    pub fn compare(&self, db: &Connection) -> rusqlite::Result<Vec<String>> {
        let mut faults = Vec::new();
        let recorded = by_tool(db)?;
        for (tool, heard) in &self.calls {
            let known = recorded.get(tool).copied().unwrap_or_default();
            if *heard > known {
                faults.push(format!(
                    "“{tool}” was called {heard} times, {known} calls of it are recorded as sent"
                ));
            }
        }
        let numbered = by_number(db)?;
        for number in &self.numbers {
            match numbered.get(number) {
                None => faults.push(format!("the call {number} reached a server and is not recorded")),
                Some(call) if matches!(call.outcome.as_str(), "denied" | "refused") => faults.push(format!(
                    "the call {number} reached a server and is recorded as {}",
                    call.outcome
                )),
                Some(call) if !call.decided => {
                    faults.push(format!("the call {number} reached a server without a decision"))
                }
                Some(_) => {}
            }
        }
        Ok(faults)
    }
}

fn by_tool(db: &Connection) -> rusqlite::Result<HashMap<String, u64>> {
    let mut statement = db.prepare(
        "SELECT i.tool, count(*) FROM record i LEFT JOIN record e ON e.operation = i.seq AND e.step = 2
         WHERE i.step = 0 AND i.kind = 'call' AND i.tool IS NOT NULL
         AND coalesce(e.outcome, i.outcome, '') NOT IN ('denied', 'refused') GROUP BY i.tool",
    )?;
    let mut counts = HashMap::new();
    let mut rows = statement.query([])?;
    while let Some(row) = rows.next()? {
        counts.insert(row.get(0)?, unsigned(row, 1)?);
    }
    Ok(counts)
}

/// By the number in what was sent, which a person may have changed at the gate.
fn by_number(db: &Connection) -> rusqlite::Result<HashMap<String, Recorded>> {
    let mut statement = db.prepare(&format!(
        "SELECT coalesce(d.sent, i.sent), coalesce(e.outcome, i.outcome, ''),
         d.seq IS NOT NULL OR i.rule IS NOT NULL OR (i.conversation IS NULL AND i.tool IN ({READS}))
         FROM record i LEFT JOIN record d ON d.operation = i.seq AND d.step = 1
         LEFT JOIN record e ON e.operation = i.seq AND e.step = 2
         WHERE i.step = 0 AND i.kind = 'call' AND coalesce(d.sent, i.sent) LIKE '%\"number\"%'",
    ))?;
    let mut calls: HashMap<String, Recorded> = HashMap::new();
    let mut rows = statement.query([])?;
    while let Some(row) = rows.next()? {
        let sent: Value = serde_json::from_str(&row.get::<_, String>(0)?).unwrap_or_default();
        let Some(number) = sent["number"].as_str() else {
            continue;
        };
        let call = Recorded {
            outcome: row.get(1)?,
            decided: row.get(2)?,
        };
        // A person may run the call of a model again by hand: one that was sent is enough.
        let sent_before = calls
            .get(number)
            .is_some_and(|before| !matches!(before.outcome.as_str(), "denied" | "refused"));
        if !sent_before {
            calls.insert(number.to_owned(), call);
        }
    }
    Ok(calls)
}
