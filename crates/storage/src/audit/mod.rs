//! The record: what was asked, decided and done, in rows that are only ever added (S-90).
//!
//! `calls`, `consent` and all code that changes something write here *before* the effect ([`Audit::intend`], then
//! [`Audit::decide`]) and after it ([`Audit::end`]). Each returns when its row is on disk; an error means that
//! the effect must not happen (S-91). Everything is redacted here, before it becomes a row (S-88). The order is
//! the number of the row; the wall clock is only shown (F-17).

mod anchor;
mod chain;
mod export;
mod grant_origin;
mod read;
mod rows;
#[cfg(test)]
mod tests;
mod verdict;
mod words;

pub use anchor::{AnchorMatch, ChainAnchor};
pub use export::Format;
pub use grant_origin::GrantOrigin;
pub use portcullis_core::redact::{HIDDEN, sounds_secret};
pub use rows::{Decided, Ended, Intended};
pub use verdict::KeychainHead;

use crate::limits;
use crate::store::record::{self, LastRow, RowStep, StoredRow};
use crate::store::{self, Store, signed};
use portcullis_core::Redactor;
use portcullis_core::clock::Clock;
use portcullis_core::error::{Code, Error, Result};
use portcullis_core::ids::{self, ServerId};
use portcullis_domain::{Outcome, RecordDetail, RecordFilter, RecordKind, RecordPage, Verification};
use portcullis_l10n::say;
use rows::RowBuilder;
use rusqlite::Connection;
use serde_json::Value;
use std::fmt;
use std::io::Write;
use std::sync::Arc;
use std::sync::atomic::{AtomicUsize, Ordering};
use tokio::sync::watch;

/// A row and its hash, mostly the last row: kept elsewhere, it shows later that nothing up to it was replaced.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Head {
    /// Number of the row; 0 while there is none.
    pub seq: u64,
    /// Its hash, hex.
    pub hash: String,
}

impl From<record::Head> for Head {
    fn from(head: record::Head) -> Self {
        Self {
            seq: head.seq,
            hash: ids::hex(&head.hash),
        }
    }
}

/// What the row holds that is added where the end of the record was changed outside of Portcullis. It is found by this in every
/// language, so the log shows other words for it.
const MENDED: &str = "The end of the record was changed outside of Portcullis";

/// The record. Clones share it.
#[derive(Clone)]
pub struct Audit(Arc<Inner>);

struct Inner {
    store: Store,
    rows: RowBuilder,
    end: LastRow,
    last: watch::Sender<u64>,
    unindexed: AtomicUsize,
}

impl fmt::Debug for Audit {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Audit")
            .field("run", &self.0.rows.run)
            .finish_non_exhaustive()
    }
}

impl Audit {
    /// The record of this run. Call [`Audit::end_interrupted`] once before anything else.
    #[must_use]
    pub fn new(store: Store, clock: Arc<dyn Clock>, redactor: Redactor) -> Self {
        Self(Arc::new(Inner {
            end: store.last_row(),
            store,
            rows: RowBuilder::new(clock, redactor),
            last: watch::channel(0).0,
            unindexed: AtomicUsize::new(0),
        }))
    }

    /// The last number written or found; changes with every row.
    #[must_use]
    pub fn last(&self) -> watch::Receiver<u64> {
        self.0.last.subscribe()
    }

    /// At start: operations that an earlier run left open get an outcome, *interrupted*. Returns how many. Whatever is in
    /// the file, this ends: each round begins after the last operation of the one before.
    ///
    /// # Errors
    /// `store.*`.
    pub async fn end_interrupted(&self) -> Result<u64> {
        self.mend().await?;
        let head = self.head().await?;
        self.announce(head.seq);
        let (mut ended, mut after) = (0, 0);
        loop {
            let inner = Arc::clone(&self.0);
            let (through, count, last) = self
                .0
                .store
                .write(move |db| {
                    let open = record::unended(db, &inner.rows.run, after, limits::STORE_BATCH)?;
                    let (mut count, mut last) = (0, 0);
                    for operation in &open {
                        if let Some(seq) = end_interrupted_one(db, &inner, *operation)? {
                            (count, last) = (count + 1, seq);
                        }
                    }
                    Ok((open.last().copied(), count, last))
                })
                .await?;
            ended += count;
            self.announce(last);
            match through {
                Some(through) => after = through,
                None => break,
            }
        }
        // A run that was killed left them, or a step of the format that emptied the text index.
        let waits = |db: &Connection| record::waits(db, limits::RECORD_UNINDEXED);
        if self.0.store.read(waits).await? {
            self.index_in_background();
        }
        Ok(ended)
    }

    /// Where the next row goes is noted beside the rows. Where that is not behind the last row, the file was changed:
    /// the record goes on behind its last row, and says so forever.
    async fn mend(&self) -> Result<()> {
        let inner = Arc::clone(&self.0);
        let mend = move |db: &Connection| {
            let last = record::last(db)?;
            // What cannot be read as a head is none.
            if record::head(db).is_ok_and(|head| head == last) {
                return Ok(());
            }
            inner.end.set(last);
            let row = Intended {
                kind: RecordKind::Host,
                what: MENDED.to_owned(),
                server: None,
                asked_by: "Portcullis".to_owned(),
                tool: None,
                conversation: None,
                why: say!("audit-end-changed-why", row = last.seq),
                rule: None,
                sent: None,
                definition: None,
                shown: None,
                outcome: Some((Outcome::Attention, say!("audit-end-changed"))),
            };
            append(db, &inner.end, &mut inner.rows.intended(row)).map(drop)
        };
        self.0.store.write(mend).await
    }

    /// How the permission was given by which an operation happened, if it happened by one.
    ///
    /// # Errors
    /// `store.*`.
    pub async fn given(&self, seq: u64) -> Result<Option<GrantOrigin>> {
        self.0.store.read(move |db| grant_origin::given(db, seq)).await
    }

    /// Writes down what is about to happen. Returns its number once it is on disk.
    ///
    /// # Errors
    /// `store.*`: then it must not happen (S-91).
    pub async fn intend(&self, row: Intended) -> Result<u64> {
        // Whatever the row was made from: what only begins has not ended.
        self.intend_with(Intended { outcome: None, ..row }, |_| Ok(()))
            .await
    }

    /// The same, and in the same commit what else must be on disk before it happens. `also` is small, and may be run
    /// again after what it wrote was taken back; what it holds is held until it is on disk.
    ///
    /// # Errors
    /// `store.*` and what `also` returns: then it must not happen, and nothing was written.
    pub async fn intend_with<F>(&self, row: Intended, mut also: F) -> Result<u64>
    where
        F: FnMut(&Connection) -> store::Result<()> + Send + 'static,
    {
        let mut line = self.0.rows.intended(row);
        let end = self.0.end.clone();
        let job = move |db: &Connection| {
            also(db)?;
            append(db, &end, &mut line)
        };
        let seq = self.0.store.write_soon(job).await?;
        self.announce(seq);
        Ok(seq)
    }

    /// Writes down something that is complete at once; `row.outcome` says how it ended.
    ///
    /// # Errors
    /// `store.*`.
    pub async fn once(&self, row: Intended) -> Result<u64> {
        let seq = self.intend_with(complete(row), |_| Ok(())).await?;
        self.index_later();
        Ok(seq)
    }

    /// Changes something in the database and writes down what came of it, if there is something to say: both in
    /// one commit, so that neither stands without the other. `job` returns a row that is complete.
    ///
    /// # Errors
    /// `store.*` and what the job returns; then neither was done.
    pub async fn once_with<T, F>(&self, job: F) -> Result<T>
    where
        T: Send + 'static,
        F: FnOnce(&Connection) -> store::Result<(T, Option<Intended>)> + Send + 'static,
    {
        let inner = Arc::clone(&self.0);
        let (done, seq) = self
            .0
            .store
            .write(move |db| {
                let (done, row) = job(db)?;
                let Some(row) = row else { return Ok((done, None)) };
                let seq = append(db, &inner.end, &mut inner.rows.intended(complete(row)))?;
                Ok((done, Some(seq)))
            })
            .await?;
        if let Some(seq) = seq {
            self.announce(seq);
            self.index_later();
        }
        Ok(done)
    }

    /// Writes down the decision on an operation, before its effect. Returns the number of the row. A second
    /// decision is not written: the first stands and its number is returned.
    ///
    /// # Errors
    /// `store.*`: then it must not happen (S-91); `not_found` for an operation that is not there.
    pub async fn decide(&self, operation: u64, row: Decided) -> Result<u64> {
        let mut line = self.0.rows.decided(operation, &row);
        let end = self.0.end.clone();
        let seq = self
            .0
            .store
            .write_soon(move |db| Ok(append_step(db, &end, &mut line)?.0))
            .await?;
        self.announce(seq);
        Ok(seq)
    }

    /// Writes down how an operation ended. Returns the number of the row. A second end is not written: the
    /// first stands and its number is returned.
    ///
    /// # Errors
    /// `store.*`, `not_found` for an operation that is not there.
    pub async fn end(&self, operation: u64, row: Ended) -> Result<u64> {
        self.end_with(operation, row, |_| Ok(())).await
    }

    /// The same, and in the same commit what follows from it. `also` may be run again after what it wrote was taken back.
    ///
    /// # Errors
    /// Those of [`Audit::end`] and what `also` returns; nothing was written then.
    pub async fn end_with<F>(&self, operation: u64, row: Ended, mut also: F) -> Result<u64>
    where
        F: FnMut(&Connection) -> store::Result<()> + Send + 'static,
    {
        let mut line = self.0.rows.ended(operation, &row);
        let last = self.0.end.clone();
        let job = move |db: &Connection| {
            also(db)?;
            append_end(db, &last, &mut line)
        };
        let (seq, new) = self.0.store.write_again(job).await?;
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
        let run = self.0.rows.run.clone();
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
        let run = self.0.rows.run.clone();
        self.0.store.read(move |db| read::detail(db, &run, seq)).await
    }

    /// The arguments of the last calls of a tool, newest first, with when each was asked for; at most
    /// [`limits::TRIED_CALLS`]. What was too long to be kept whole is left out.
    ///
    /// # Errors
    /// `store.*`.
    pub async fn calls_of(&self, server: ServerId, tool: String) -> Result<Vec<(u64, Value)>> {
        let of = move |db: &Connection| {
            let asked = (server.as_str(), tool.as_str());
            record::calls_of(db, asked, limits::TRIED_ROWS, limits::TRIED_CALLS)
        };
        let found = self.0.store.read(of).await?;
        let whole = |(at, sent): (u64, String)| Some((at, serde_json::from_str(&sent).ok()?));
        Ok(found.into_iter().filter_map(whole).collect())
    }

    /// Checks every row of the record (S-90), and whether the rows are in it that are known from elsewhere: what the
    /// keychain keeps, and what a person kept.
    ///
    /// # Errors
    /// `store.*` when it cannot be read at all.
    pub async fn verify(&self, keychain: KeychainHead, expected: Option<Head>) -> Result<Verification> {
        self.0
            .store
            .read(move |db| verdict::verify(db, &keychain, expected.as_ref()))
            .await
    }

    /// Whether the record goes on from what was kept of it elsewhere.
    ///
    /// # Errors
    /// `store.*`.
    pub async fn fits(&self, kept: ChainAnchor) -> Result<AnchorMatch> {
        self.0.store.read(move |db| kept.fits(db)).await
    }

    /// The last row. A copy of it outside of the data folder proves later that nothing was replaced.
    ///
    /// # Errors
    /// `store.*`.
    pub async fn head(&self) -> Result<Head> {
        Ok(self.0.store.read(record::head).await?.into())
    }

    /// The last row that this run wrote, also once the store is closed.
    pub fn written(&self) -> Option<Head> {
        self.0.end.known().map(Head::from)
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
        self.index_in_background();
    }

    fn index_in_background(&self) {
        let audit = self.clone();
        tokio::spawn(async move { audit.index_all().await });
    }

    /// A store that cannot write now still finds what was indexed before, and what was not by reading it.
    async fn index_all(&self) {
        while let Ok(limits::RECORD_UNINDEXED) = self
            .0
            .store
            .write_again(|db| record::index(db, limits::RECORD_UNINDEXED))
            .await
        {}
    }
}

/// Puts a row at the end of the chain.
fn append(db: &Connection, end: &LastRow, line: &mut StoredRow) -> store::Result<u64> {
    let head = end.get(db)?;
    let seq = head.seq + 1;
    line.seq = signed(seq);
    if line.step == RowStep::Intended {
        line.operation = line.seq;
    }
    let hash = chain::link(&head.hash, &line.cells());
    record::insert(db, line, hash)?;
    end.set(record::Head { seq, hash });
    Ok(seq)
}

/// Gives an operation that was left open its end; its number, or `None` where it has one or is none.
fn end_interrupted_one(db: &Connection, inner: &Inner, operation: u64) -> store::Result<Option<u64>> {
    let ended = Ended::new(Outcome::Interrupted, say!("audit-interrupted"));
    match append_end(db, &inner.end, &mut inner.rows.ended(operation, &ended)) {
        Ok((seq, true)) => return Ok(Some(seq)),
        // What is noted beside is not true, and would be found open at every start.
        Ok((_, false)) => record::set_ended(db, signed(operation))?,
        Err(error) if error.code() == Code::NotFound => record::forget(db, signed(operation))?,
        Err(error) => return Err(error),
    }
    Ok(None)
}

/// A row that says how it ended.
fn complete(row: Intended) -> Intended {
    let outcome = row.outcome.clone().or(Some((Outcome::Done, String::new())));
    Intended { outcome, ..row }
}

/// Adds a later row of an operation unless there is one; the second value says whether it was added.
fn append_step(db: &Connection, end: &LastRow, line: &mut StoredRow) -> store::Result<(u64, bool)> {
    let operation = store::unsigned(line.operation);
    let of = record::operation(db, operation, line.step)?.ok_or_else(unknown)?;
    if let Some(seq) = of.known {
        return Ok((seq, false));
    }
    if of.complete {
        return Ok((operation, false));
    }
    line.kind = words::kind(words::to_kind(&of.kind));
    line.server = of.server;
    Ok((append(db, end, line)?, true))
}

fn append_end(db: &Connection, end: &LastRow, line: &mut StoredRow) -> store::Result<(u64, bool)> {
    let operation = line.operation;
    let (seq, new) = append_step(db, end, line)?;
    if new {
        record::set_ended(db, operation)?;
    }
    Ok((seq, new))
}

fn unknown() -> Error {
    Error::new(Code::NotFound, say!("audit-no-row"))
}
