//! The record: what was asked, decided and done, in rows that are only ever added (S-90).
//!
//! `calls`, `consent` and whoever changes something write here *before* the effect ([`Audit::intend`], then
//! [`Audit::decide`]) and after it ([`Audit::end`]). Each returns when its row is on disk; an error means that
//! the effect must not happen (S-91). Everything is redacted here, before it becomes a row (S-88). The order is
//! the number of the row; the wall clock is only shown (F-17).

mod chain;
mod export;
mod read;
mod redact;
#[cfg(test)]
mod tests;
mod words;

pub use export::Format;
pub use redact::{HIDDEN, Redactor, sounds_secret};

use crate::clock::Clock;
use crate::error::{Code, Error, Result};
use crate::ids::{self, ServerId};
use crate::limits;
use crate::store::record::{self, Line, Step};
use crate::store::{Store, signed};
use crate::view::{Outcome, RecordDetail, RecordFilter, RecordKind, RecordPage, Verification};
use rusqlite::Connection;
use serde_json::Value;
use std::fmt;
use std::io::Write;
use std::sync::Arc;
use std::sync::atomic::{AtomicUsize, Ordering};
use std::time::Instant;
use tokio::sync::watch;

/// Something that is about to happen, or happened at once.
#[derive(Debug, Clone)]
pub struct Intended {
    /// About what.
    pub kind: RecordKind,
    /// In words: `Write file`, `Started`.
    pub what: String,
    /// Server and the person's label of it now.
    pub server: Option<(ServerId, String)>,
    /// `you`, the model's name, `the server`, `Portcullis`.
    pub asked_by: String,
    /// Raw tool name.
    pub tool: Option<String>,
    /// Conversation.
    pub conversation: Option<String>,
    /// Why it is allowed, asked or refused, one sentence; empty while undecided.
    pub why: String,
    /// The grant or rule that decided.
    pub rule: Option<String>,
    /// What is sent.
    pub sent: Option<Value>,
    /// Digest of the definition in force.
    pub definition: Option<String>,
    /// Digest of what was shown.
    pub shown: Option<String>,
    /// How it ended and in which words, for what is complete at once.
    pub outcome: Option<(Outcome, String)>,
}

/// Who allowed or refused, by which rule, after something that waited.
#[derive(Debug, Clone, Default)]
pub struct Decided {
    /// Why, one sentence.
    pub why: String,
    /// The grant or rule that decided.
    pub rule: Option<String>,
    /// Digest of what was shown.
    pub shown: Option<String>,
    /// What is sent, when it was edited.
    pub sent: Option<Value>,
}

/// How something ended.
#[derive(Debug, Clone)]
pub struct Ended {
    /// In one word.
    pub outcome: Outcome,
    /// In words: `denied by you`, `ready in 0.4 s`.
    pub words: String,
    /// What came back, in words.
    pub came_back: Option<String>,
    /// Why, when this says it better than the rows before.
    pub why: Option<String>,
    /// The grant or rule that decided.
    pub rule: Option<String>,
    /// What was sent, when it was edited.
    pub sent: Option<Value>,
    /// Digest of what was shown.
    pub shown: Option<String>,
    /// Milliseconds.
    pub duration: Option<u64>,
}

/// The last row: keep it elsewhere and it shows later that nothing up to it was replaced.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Head {
    /// Number of the last row; 0 while there is none.
    pub seq: u64,
    /// Its hash, hex.
    pub hash: String,
}

/// The record. Clones share it.
#[derive(Clone)]
pub struct Audit(Arc<Inner>);

struct Inner {
    store: Store,
    clock: Arc<dyn Clock>,
    redactor: Redactor,
    run: String,
    started: Instant,
    last: watch::Sender<u64>,
    unindexed: AtomicUsize,
}

impl fmt::Debug for Audit {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Audit")
            .field("run", &self.0.run)
            .finish_non_exhaustive()
    }
}

impl Audit {
    /// The record of this run. Call [`Audit::heal`] once before anything else.
    #[must_use]
    pub fn new(store: Store, clock: Arc<dyn Clock>, redactor: Redactor) -> Self {
        Self(Arc::new(Inner {
            store,
            clock,
            redactor,
            run: ids::random(),
            started: Instant::now(),
            last: watch::channel(0).0,
            unindexed: AtomicUsize::new(0),
        }))
    }

    /// The last number written or found; changes with every row.
    #[must_use]
    pub fn last(&self) -> watch::Receiver<u64> {
        self.0.last.subscribe()
    }

    /// At start: operations that an earlier run left open get an outcome, *interrupted*. Returns how many.
    ///
    /// # Errors
    /// `store.*`.
    pub async fn heal(&self) -> Result<u64> {
        let head = self.head().await?;
        self.announce(head.seq);
        let mut healed = 0;
        loop {
            let inner = Arc::clone(&self.0);
            let (count, last) = self
                .0
                .store
                .write(move |db| {
                    let open = record::unended(db, &inner.run, limits::STORE_BATCH)?;
                    let mut last = 0;
                    for operation in &open {
                        let ended = Ended {
                            words: "interrupted: Portcullis ended before the outcome was known".to_owned(),
                            ..Ended::new(Outcome::Interrupted, "")
                        };
                        last = append_end(db, inner.ended(*operation, &ended))?.0;
                    }
                    Ok((open.len(), last))
                })
                .await?;
            if count == 0 {
                return Ok(healed);
            }
            healed += count as u64;
            self.announce(last);
        }
    }

    /// Writes down what is about to happen. Returns its number once it is on disk.
    ///
    /// # Errors
    /// `store.*`: then it must not happen (S-91).
    pub async fn intend(&self, row: Intended) -> Result<u64> {
        let line = self.0.intended(row);
        let seq = self
            .0
            .store
            .write(move |db| {
                let ended = line.outcome.is_some();
                let seq = append(db, line)?;
                record::set_pending(db, signed(seq), ended)?;
                Ok(seq)
            })
            .await?;
        self.announce(seq);
        Ok(seq)
    }

    /// Writes down something that is complete at once; `row.outcome` says how it ended.
    ///
    /// # Errors
    /// `store.*`.
    pub async fn once(&self, row: Intended) -> Result<u64> {
        let outcome = row
            .outcome
            .clone()
            .or_else(|| Some((Outcome::Done, String::new())));
        let seq = self.intend(Intended { outcome, ..row }).await?;
        self.index_later();
        Ok(seq)
    }

    /// Writes down the decision on an operation, before its effect. Returns the number of the row. A second
    /// decision is not written: the first stands and its number is returned.
    ///
    /// # Errors
    /// `store.*`: then it must not happen (S-91); `not_found` for an operation that is not there.
    pub async fn decide(&self, operation: u64, row: Decided) -> Result<u64> {
        let line = self.0.decided(operation, &row);
        let seq = self.0.store.write(move |db| Ok(append_step(db, line)?.0)).await?;
        self.announce(seq);
        Ok(seq)
    }

    /// Writes down how an operation ended. Returns the number of the row. A second end is not written: the
    /// first stands and its number is returned.
    ///
    /// # Errors
    /// `store.*`, `not_found` for an operation that is not there.
    pub async fn end(&self, operation: u64, row: Ended) -> Result<u64> {
        let line = self.0.ended(operation, &row);
        let (seq, new) = self.0.store.write(move |db| append_end(db, line)).await?;
        if new {
            self.announce(seq);
            self.index_later();
        }
        Ok(seq)
    }

    /// Operations that match, newest first, from before the number `before`; at most
    /// [`limits::RECORD_PAGE`].
    ///
    /// # Errors
    /// `store.*`.
    pub async fn page(&self, filter: RecordFilter, before: Option<u64>) -> Result<RecordPage> {
        if filter.text.is_some() {
            self.index_all().await;
        }
        let run = self.0.run.clone();
        self.0
            .store
            .read(move |db| read::page(db, &run, &filter, before))
            .await
    }

    /// Everything about one operation, by the number of any of its rows.
    ///
    /// # Errors
    /// `not_found`, `store.*`.
    pub async fn detail(&self, seq: u64) -> Result<RecordDetail> {
        let run = self.0.run.clone();
        self.0.store.read(move |db| read::detail(db, &run, seq)).await
    }

    /// Checks every row of the record (S-90).
    ///
    /// # Errors
    /// `store.*` when it cannot be read at all.
    pub async fn verify(&self) -> Result<Verification> {
        self.0.store.read(chain::verify).await
    }

    /// The last row. Whoever can keep it outside of the data folder can prove later that nothing was replaced.
    ///
    /// # Errors
    /// `store.*`.
    pub async fn head(&self) -> Result<Head> {
        let head = self.0.store.read(record::head).await?;
        Ok(Head {
            seq: head.seq,
            hash: ids::hex(&head.hash),
        })
    }

    /// Writes every row, oldest first, and hands the writer back with the number of rows.
    ///
    /// # Errors
    /// `store.*`; `store.failed` or `store.full` when `to` cannot be written.
    pub async fn export<W: Write + Send + 'static>(&self, format: Format, to: W) -> Result<(W, u64)> {
        self.0.store.read(move |db| export::export(db, format, to)).await
    }

    fn announce(&self, seq: u64) {
        self.0.last.send_if_modified(|last| {
            let newer = seq > *last;
            *last = (*last).max(seq);
            newer
        });
    }

    /// The text index follows in larger steps, off the path of the calls.
    fn index_later(&self) {
        if self.0.unindexed.fetch_add(1, Ordering::Relaxed) + 1 < limits::RECORD_UNINDEXED {
            return;
        }
        self.0.unindexed.store(0, Ordering::Relaxed);
        let audit = self.clone();
        tokio::spawn(async move { audit.index_all().await });
    }

    /// A store that cannot write now still finds what was indexed before, and what was not by reading it.
    async fn index_all(&self) {
        while let Ok(limits::RECORD_UNINDEXED) = self
            .0
            .store
            .write(|db| record::index(db, limits::RECORD_UNINDEXED))
            .await
        {}
    }
}

impl Ended {
    /// An end with nothing more to say.
    #[must_use]
    pub fn new(outcome: Outcome, words: impl Into<String>) -> Self {
        Self {
            outcome,
            words: words.into(),
            came_back: None,
            why: None,
            rule: None,
            sent: None,
            shown: None,
            duration: None,
        }
    }
}

impl Inner {
    fn line(&self, step: Step, operation: u64) -> Line {
        Line {
            step,
            operation: signed(operation),
            run: self.run.clone(),
            at: signed(self.clock.now()),
            tick: i64::try_from(self.started.elapsed().as_millis()).unwrap_or(i64::MAX),
            ..Line::default()
        }
    }

    fn name(&self, text: &str) -> String {
        self.redactor.text(text, limits::RECORD_NAME)
    }

    fn words(&self, text: &str) -> Option<String> {
        (!text.is_empty()).then(|| self.redactor.text(text, limits::RECORD_WORDS))
    }

    fn sent(&self, sent: Option<&Value>) -> Option<String> {
        sent.map(|value| self.redactor.json(value, limits::RECORD_SENT))
    }

    fn intended(&self, row: Intended) -> Line {
        let name = |text: String| self.name(&text);
        let (server, label) = row.server.map(|(id, label)| (id.0, self.name(&label))).unzip();
        Line {
            kind: words::kind(row.kind),
            what: name(row.what),
            server,
            label,
            asked_by: name(row.asked_by),
            tool: row.tool.map(name),
            conversation: row.conversation.map(name),
            why: self.words(&row.why),
            rule: row.rule.map(name),
            sent: self.sent(row.sent.as_ref()),
            definition: row.definition.map(name),
            shown: row.shown.map(name),
            outcome: row.outcome.as_ref().map(|(outcome, _)| words::outcome(*outcome)),
            words: row.outcome.and_then(|(_, text)| self.words(&text)),
            ..self.line(Step::Intended, 0)
        }
    }

    fn decided(&self, operation: u64, row: &Decided) -> Line {
        Line {
            why: self.words(&row.why),
            rule: row.rule.as_deref().map(|rule| self.name(rule)),
            shown: row.shown.as_deref().map(|shown| self.name(shown)),
            sent: self.sent(row.sent.as_ref()),
            ..self.line(Step::Decided, operation)
        }
    }

    fn ended(&self, operation: u64, row: &Ended) -> Line {
        Line {
            why: row.why.as_deref().and_then(|why| self.words(why)),
            rule: row.rule.as_deref().map(|rule| self.name(rule)),
            shown: row.shown.as_deref().map(|shown| self.name(shown)),
            sent: self.sent(row.sent.as_ref()),
            outcome: Some(words::outcome(row.outcome)),
            words: self.words(&row.words),
            came_back: row.came_back.as_deref().and_then(|text| self.words(text)),
            duration: row.duration.map(signed),
            ..self.line(Step::Ended, operation)
        }
    }
}

/// Puts a row at the end of the chain.
fn append(db: &Connection, mut line: Line) -> Result<u64> {
    let head = record::head(db)?;
    let seq = head.seq + 1;
    line.seq = signed(seq);
    if line.step == Step::Intended {
        line.operation = line.seq;
    }
    let hash = chain::link(&head.hash, &line.cells());
    record::insert(db, &line, hash)?;
    Ok(seq)
}

/// Adds a later row of an operation unless there is one; the second value says whether it was added.
fn append_step(db: &Connection, mut line: Line) -> Result<(u64, bool)> {
    let operation = crate::store::unsigned(line.operation);
    let of = record::operation(db, operation, line.step)?.ok_or_else(unknown)?;
    if let Some(seq) = of.known {
        return Ok((seq, false));
    }
    if of.complete {
        return Ok((operation, false));
    }
    line.kind = words::kind(words::to_kind(&of.kind));
    line.server = of.server;
    Ok((append(db, line)?, true))
}

fn append_end(db: &Connection, line: Line) -> Result<(u64, bool)> {
    let operation = line.operation;
    let (seq, new) = append_step(db, line)?;
    if new {
        record::set_pending(db, operation, true)?;
    }
    Ok((seq, new))
}

fn unknown() -> Error {
    Error::new(Code::NotFound, "There is no such row in the record.")
}
