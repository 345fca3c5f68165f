//! Looking back after an end: whether everything that was accepted is still there, and nothing is half.

use std::{collections::HashSet, path::Path};

use portcullis_core::text::escape_line;
use rusqlite::{Connection, OptionalExtension as _};
use serde_json::{Value, json};

use super::{
    UiFuzz,
    ledger::{Answered, Standing, list, text},
    page::{Page, Trouble},
};
use crate::kept;

/// The remark of a start with all servers off.
const SAFE_START: &str = "host.safe_start";

/// How the window says everything is.
struct Now {
    servers: Value,
    settings: Value,
    grants: Value,
    conversations: Value,
    about: Value,
}

impl UiFuzz {
    /// Compares what the application opened with against what was accepted before, and takes what is there as given from
    /// now on.
    pub(super) async fn compare(&mut self, page: &Page) -> Result<(), Trouble> {
        let now = match now(page).await? {
            Ok(now) => now,
            Err(error) => {
                self.fault(format!("after an end the host does not say how it is: {error}"))
                    .await;
                return Ok(());
            }
        };
        let mut faults = Vec::new();
        // Who kills it three times within a minute finds all servers off (F-41), and is told so.
        let safe = now.about["store"]["code"] == SAFE_START;
        if !now.about["store"].is_null() && !safe {
            faults.push(format!("it opened with: {}", now.about["store"]["sentence"]));
        }
        match page.host("verify_record", json!({})).await? {
            Ok(checked) if checked["first_broken"].is_null() => {
                self.report.rows = checked["rows"].as_u64().unwrap_or_default();
            }
            Ok(checked) => faults.push(format!(
                "the chain of the record is broken: {}",
                checked["sentence"]
            )),
            Err(error) => faults.push(format!("the record cannot be checked: {error}")),
        }
        let data = self.fixture.data().to_owned();
        if self.report.coverage.looks_back > 0 || self.report.coverage.lives() > 0 {
            faults.extend(self.against_window(&now, safe_start(&data, self.safe_starts_seen)));
        }
        match self.against_disk(&data) {
            Ok(found) => faults.extend(found),
            Err(error) => faults.push(format!("the database cannot be read: {error}")),
        }
        self.report.coverage.looks_back += 1;
        self.report.kept = self.ledger.accepted;
        self.safe_starts_seen = safe_starts(&data).unwrap_or(self.safe_starts_seen);
        self.ledger.answers.clear();
        self.ledger.observes(&now.servers, &now.settings, &now.grants);
        for fault in faults {
            self.fault(format!("after an end: {fault}")).await;
        }
        Ok(())
    }

    /// Takes what the host says now as what the window showed, where nothing is under way.
    pub(super) async fn observe(&mut self, page: &Page) -> Result<(), Trouble> {
        if self.ledger.rests()
            && let Ok(now) = now(page).await?
            && self.ledger.rests()
        {
            self.ledger.observes(&now.servers, &now.settings, &now.grants);
        }
        Ok(())
    }

    /// What was accepted, against what the window says.
    fn against_window(&self, now: &Now, all_off: bool) -> Vec<String> {
        let mut faults = Vec::new();
        let enabled = |id: &str| {
            let server = list(&now.servers).iter().find(|server| server["id"] == id);
            server.map(|server| server["enabled"] == true)
        };
        for (id, may) in &self.ledger.servers {
            let is = enabled(id);
            let turned_off = all_off && is == Some(false);
            if !may.may_be(&is) && !turned_off {
                faults.push(format!(
                    "server {id} is {is:?} now, it was left as {}",
                    may.words()
                ));
            }
        }
        if let Some(may) = &self.ledger.settings
            && !may.may_be(&now.settings)
        {
            faults.push(format!(
                "settings are {} now, they were left as {}",
                now.settings,
                may.words()
            ));
        }
        let standing: HashSet<String> = list(&now.grants).iter().map(|grant| text(&grant["id"])).collect();
        let moment = now_millis();
        for (id, permission) in &self.ledger.permissions {
            let over = permission.ends_at.is_some_and(|end| end <= moment);
            match permission.standing {
                Standing::Stands if !standing.contains(id) && !over => {
                    faults.push(format!("the permission {} was lost", permission.words()));
                }
                Standing::Ended if standing.contains(id) => {
                    faults.push(format!(
                        "the permission {} stands although it ended",
                        permission.words()
                    ));
                }
                _ => {}
            }
        }
        for (id, title) in &self.ledger.titles {
            let conversation = list(&now.conversations).iter().find(|it| it["id"] == id.as_str());
            // A title is kept in its shown form, on one line and not too long.
            if let Some(conversation) = conversation
                && !self.ledger.deleted.contains(id)
                && title.is_ascii()
                && escape_line(title.trim()).hidden == 0
                && title.len() < 60
                && text(&conversation["title"]).trim() != title.trim()
            {
                faults.push(format!(
                    "a conversation is called {}, not {title:?}",
                    conversation["title"]
                ));
            }
        }
        let there: HashSet<String> = list(&now.conversations)
            .iter()
            .map(|it| text(&it["id"]))
            .collect();
        for (conversation, mark) in &self.ledger.said {
            if !there.contains(conversation) && !self.ledger.deleted.contains(conversation) {
                faults.push(format!("the conversation in which “{mark}” was said is gone"));
            }
        }
        faults
    }

    /// What was accepted, against the file.
    fn against_disk(&mut self, data: &Path) -> rusqlite::Result<Vec<String>> {
        let listened = self.effects.listen(&self.fixture.heard);
        let db = kept::open(data)?;
        let mut faults = kept::faults(&db, true)?;
        if let Err(error) = listened {
            faults.push(format!("what servers heard cannot be read: {error}"));
        }
        self.report.coverage.calls = self.effects.calls();
        self.report.interrupted =
            kept::number(&db, "SELECT count(*) FROM record WHERE outcome = 'interrupted'")?;
        faults.extend(self.effects.compare(&db)?);
        for answered in &self.ledger.answers {
            faults.extend(kept_answer(&db, answered)?);
        }
        faults.extend(self.denied_to_ask(&db)?);
        for (conversation, mark) in &self.ledger.said {
            let gone = self.ledger.deleted.contains(conversation);
            if !gone && !was_said(&db, conversation, mark)? {
                faults.push(format!("“{mark}” was said and is not there"));
            }
        }
        Ok(faults)
    }
}

impl UiFuzz {
    /// A denied sampling request is in the record without a digest: there are at least as many as were accepted.
    fn denied_to_ask(&mut self, db: &Connection) -> rusqlite::Result<Option<String>> {
        let denied = kept::number(
            db,
            "SELECT count(*) FROM record WHERE kind = 'sampling' AND outcome = 'denied'",
        )?;
        let answers = self.ledger.answers.iter();
        let accepted = answers
            .filter(|answered| answered.is_a_no() && answered.is_about("sampl"))
            .count();
        let fresh = denied.saturating_sub(self.denied_before);
        self.denied_before = denied;
        Ok((fresh < accepted as u64)
            .then(|| format!("{accepted} times a model was not to be asked, {fresh} times it is recorded")))
    }
}

async fn now(page: &Page) -> Result<Result<Now, Value>, Trouble> {
    let mut said = Vec::new();
    for command in ["servers", "settings", "grants", "conversations", "about"] {
        match page.host(command, json!({})).await? {
            Ok(value) => said.push(value),
            Err(error) => return Ok(Err(error)),
        }
    }
    let mut said = said.into_iter();
    let mut next = || said.next().unwrap_or_default();
    Ok(Ok(Now {
        servers: next(),
        settings: next(),
        grants: next(),
        conversations: next(),
        about: next(),
    }))
}

/// Milliseconds since 1970.
fn now_millis() -> u64 {
    let now = std::time::SystemTime::now().duration_since(std::time::UNIX_EPOCH);
    now.map_or(0, |now| u64::try_from(now.as_millis()).unwrap_or(u64::MAX))
}

/// How often the host turned all servers off at its start, because it was killed too often right after one (F-41).
fn safe_starts(data: &Path) -> rusqlite::Result<u64> {
    kept::number(
        &kept::open(data)?,
        "SELECT count(*) FROM record WHERE step = 0 AND what = 'Started with all servers off'",
    )
}

fn safe_start(data: &Path, seen: u64) -> bool {
    safe_starts(data).is_ok_and(|starts| starts > seen)
}

/// Whether an accepted answer is in the record as it was given.
fn kept_answer(db: &Connection, answered: &Answered) -> rusqlite::Result<Option<String>> {
    let Some(asked) = &answered.asked else {
        return Ok(None);
    };
    let what = format!("“{}” was answered with {}", asked.question, answered.answer);
    if answered.is_a_no() && answered.is_about("sampl") {
        return Ok(None);
    }
    if asked.kind == "tool" && answered.is_a_no() {
        let Some(row) = asked.record else { return Ok(None) };
        let outcome: Option<String> = db
            .query_row(
                "SELECT coalesce(e.outcome, i.outcome, '') FROM record i
                 LEFT JOIN record e ON e.operation = i.seq AND e.step = 2 WHERE i.seq = ?1",
                [i64::try_from(row).unwrap_or_default()],
                |row| row.get(0),
            )
            .optional()?;
        return Ok(match outcome.as_deref() {
            Some("denied" | "refused") => None,
            other => Some(format!("{what}; row {row} of the record says {other:?}")),
        });
    }
    let rows: i64 = db.query_row(
        "SELECT count(*) FROM record WHERE shown = ?1",
        [&answered.digest],
        |row| row.get(0),
    )?;
    if rows == 0 {
        return Ok(Some(format!("{what}; the record does not know of it")));
    }
    if answered.answer.starts_with("allow") && answered.answer != "allow_once" && asked.kind == "tool" {
        let given: i64 = db.query_row(
            "SELECT count(*) FROM record WHERE shown = ?1 AND kind = 'grant'",
            [&answered.digest],
            |row| row.get(0),
        )?;
        if given == 0 {
            return Ok(Some(format!("{what}; no permission was given")));
        }
    }
    Ok(None)
}

fn was_said(db: &Connection, conversation: &str, mark: &str) -> rusqlite::Result<bool> {
    let found: i64 = db.query_row(
        "SELECT count(*) FROM messages WHERE conversation_id = ?1 AND instr(message, ?2) > 0",
        [conversation, mark],
        |row| row.get(0),
    )?;
    Ok(found > 0)
}
