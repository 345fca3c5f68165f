//! The single writer, and its thread. Jobs that wait at the same time share a commit, and
//! none is answered before it. A caller with one small job that finds the writer idle runs it itself
//! ([`WriterSlot::at_once`]), which saves two changes of threads.
//!
//! A job that fails takes nothing of the others with it. Where all jobs of a commit can be run again, they are run one
//! after the other; should one fail, everything is taken back and each is run again in a savepoint of its own, as those
//! that cannot be run again always are. While writing does not work the thread tries automatically, so that the host recovers
//! without a restart (F-30).

use super::failure;
use super::opening::FolderLock;
use super::record::LastRow;
use super::wal;
use crate::limits;
use portcullis_core::error::{Error, Result};
use portcullis_domain::Problem;
use rusqlite::Connection;
use std::cell::Cell;
use std::panic::{AssertUnwindSafe, catch_unwind};
use std::sync::atomic::{AtomicU64, Ordering};
use std::sync::mpsc::{Receiver, RecvTimeoutError, TryRecvError};
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};
use std::time::Instant;
use tokio::sync::{OwnedSemaphorePermit, watch};

/// Where the tries of a full disk go.
pub(super) const CREATE: &str = "CREATE TABLE writing_tried (filler BLOB NOT NULL) STRICT;\n";

/// A write job.
pub(super) trait WriteJob: Send {
    /// Does it; the result stays inside. Returns what went wrong.
    fn run(&mut self, db: &Connection) -> Result<()>;
    /// Whether it can be run again after what it wrote was taken back.
    fn runs_again(&self) -> bool {
        false
    }
    /// Answers the caller: with the result if the commit worked.
    fn settle(self: Box<Self>, committed: Result<()>);
}

/// Commands to the writer thread.
pub(super) enum WriterCommand {
    /// Write this. The permit bounds the queue and goes back when the answer is out.
    Write(Box<dyn WriteJob>, OwnedSemaphorePermit),
    /// Fold the journal in: another thread made a commit and answered it.
    Fold,
    /// Finish: the end of the thread says that it is done.
    Close,
}

/// The state of the thread.
pub(super) struct Writer {
    pub(super) slot: Arc<Mutex<WriterSlot>>,
    pub(super) orders: Receiver<WriterCommand>,
    pub(super) hold: FolderLock,
}

/// The write connection. The holder of its lock is the only writer.
pub(super) struct WriterSlot {
    /// `None` once it is closed.
    pub(super) db: Option<Connection>,
    pub(super) problem: watch::Sender<Option<Problem>>,
    pub(super) commits: Arc<AtomicU64>,
    /// The last commit took no longer than [`limits::STORE_QUICK`].
    pub(super) quick: Cell<bool>,
    /// Forgotten whenever something that was written is taken back.
    pub(super) last_row: LastRow,
}

type QueuedJob = (Box<dyn WriteJob>, OwnedSemaphorePermit);

/// Runs a job; its panic is its own.
fn catch(work: &mut Box<dyn WriteJob>, db: &Connection) -> Result<()> {
    catch_unwind(AssertUnwindSafe(|| work.run(db)))
        .unwrap_or_else(|_| Err(Error::internal("a write ended in a panic")))
}

impl Writer {
    /// Works until told to close or until no sender is left.
    pub(super) fn run(self) {
        let mut shared = 0;
        loop {
            match self.next() {
                Ok(WriterCommand::Write(work, permit)) => {
                    let batch = self.gather((work, permit), shared);
                    shared = batch.0.len();
                    let slot = self.slot();
                    slot.commit(batch.0);
                    if wal::is_long() {
                        slot.fold();
                    }
                    drop(slot);
                    if batch.1 {
                        break;
                    }
                }
                Ok(WriterCommand::Fold) => self.slot().fold(),
                Ok(WriterCommand::Close) | Err(RecvTimeoutError::Disconnected) => break,
                Err(RecvTimeoutError::Timeout) => {
                    let slot = self.slot();
                    slot.note(slot.try_writing());
                }
            }
        }
        // What came in after the order to close is answered by its channel closing.
        while self.orders.try_recv().is_ok() {}
        // A journal left behind is read at the next start; nothing is lost by failing here.
        if let Some(db) = self.slot().db.take() {
            _ = db.execute_batch("PRAGMA wal_checkpoint(TRUNCATE)");
        }
        self.hold.close();
    }

    fn slot(&self) -> MutexGuard<'_, WriterSlot> {
        // A job that panicked was caught, and its transaction is rolled back by the next.
        self.slot.lock().unwrap_or_else(PoisonError::into_inner)
    }

    fn next(&self) -> Result<WriterCommand, RecvTimeoutError> {
        let works = self.slot().problem.borrow().is_none();
        if !works {
            self.orders.recv_timeout(limits::STORE_RETRY)
        } else {
            self.orders.recv().map_err(|_| RecvTimeoutError::Disconnected)
        }
    }

    /// Takes all that waits, and says whether the order to close was among it. When the batch before was shared by a crowd,
    /// each caller that was answered by it is about to write again: waiting a moment for as many saves a commit, which costs
    /// far more than that moment. The two rows after a call are no crowd: the call after it would wait for no other.
    fn gather(&self, first: QueuedJob, before: usize) -> (Vec<QueuedJob>, bool) {
        let mut batch = vec![first];
        let until = Instant::now() + limits::STORE_LINGER;
        while batch.len() < limits::STORE_BATCH {
            let order = match self.orders.try_recv() {
                Err(TryRecvError::Empty) if before >= limits::STORE_CROWD && batch.len() < before => self
                    .orders
                    .recv_timeout(until.saturating_duration_since(Instant::now()))
                    .ok(),
                other => other.ok(),
            };
            match order {
                Some(WriterCommand::Write(work, permit)) => batch.push((work, permit)),
                // The length of the journal is looked at after every commit of this thread.
                Some(WriterCommand::Fold) => {}
                Some(WriterCommand::Close) => return (batch, true),
                None => break,
            }
        }
        (batch, false)
    }
}

impl WriterSlot {
    /// Writes one job in a commit of its own and answers. Says whether the journal should be folded in now, which is left to
    /// the thread that has time for it.
    pub(super) fn at_once(&self, work: Box<dyn WriteJob>, permit: OwnedSemaphorePermit) -> bool {
        self.commit(vec![(work, permit)]);
        wal::is_long()
    }

    fn fold(&self) {
        if let Some(db) = &self.db {
            wal::fold(db);
        }
    }

    /// Whether the disk takes a commit about as fast as threads change.
    pub(super) fn is_quick(&self) -> bool {
        self.quick.get()
    }

    fn db(&self) -> Result<&Connection> {
        self.db.as_ref().ok_or_else(failure::closed)
    }

    /// Writes a batch in one commit and answers.
    fn commit(&self, mut batch: Vec<QueuedJob>) {
        let mut trouble = None;
        let began = Instant::now();
        let committed = self.write(&mut batch, &mut trouble);
        self.quick.set(began.elapsed() <= limits::STORE_QUICK);
        self.note(trouble.map_or_else(|| committed.clone(), Err));
        for (work, permit) in batch {
            work.settle(committed.clone());
            drop(permit);
        }
    }

    /// Runs the batch. `trouble` is a failure of the store that one job met and the transaction survived.
    fn write(&self, batch: &mut [QueuedJob], trouble: &mut Option<Error>) -> Result<()> {
        self.statement("BEGIN IMMEDIATE")?;
        let done = self.jobs(batch, trouble).and_then(|()| self.statement("COMMIT"));
        match done {
            Ok(()) => {
                self.commits.fetch_add(1, Ordering::Relaxed);
            }
            // After a full disk SQLite may have rolled back already.
            Err(_) => {
                self.last_row.forget();
                if let Some(db) = self.db.as_ref().filter(|db| !db.is_autocommit()) {
                    _ = db.execute_batch("ROLLBACK");
                }
            }
        }
        done
    }

    fn jobs(&self, batch: &mut [QueuedJob], trouble: &mut Option<Error>) -> Result<()> {
        let db = self.db()?;
        // A job alone needs no savepoint: what undoes it is the end of the transaction.
        if let [(work, _)] = batch {
            return catch(work, db);
        }
        if batch.iter().all(|(work, _)| work.runs_again()) {
            if batch.iter_mut().all(|(work, _)| catch(work, db).is_ok()) {
                return Ok(());
            }
            self.last_row.forget();
            // After a full disk SQLite may have rolled back already.
            if !db.is_autocommit() {
                self.statement("ROLLBACK")?;
            }
            self.statement("BEGIN IMMEDIATE")?;
        }
        for (work, _) in batch {
            self.statement("SAVEPOINT job")?;
            let Err(error) = catch(work, db) else {
                self.statement("RELEASE job")?;
                continue;
            };
            if db.is_autocommit() {
                return Err(error);
            }
            self.last_row.forget();
            self.statement("ROLLBACK TO job")?;
            self.statement("RELEASE job")?;
            if failure::concerns_store(&error) {
                *trouble = Some(error);
            }
        }
        Ok(())
    }

    fn statement(&self, sql: &str) -> Result<()> {
        let run = |db: &Connection| -> Result<usize, rusqlite::Error> { db.prepare_cached(sql)?.execute([]) };
        run(self.db()?)
            .map(drop)
            .map_err(|error| super::Failure::from(error).into())
    }

    /// Writes as much as a few rows need and takes it away again.
    fn try_writing(&self) -> Result<()> {
        let size = i64::try_from(limits::STORE_RETRY_BYTES).unwrap_or(i64::MAX);
        let write = |db: &Connection| -> super::Result<()> {
            db.execute("INSERT INTO writing_tried VALUES (zeroblob(?1))", [size])?;
            db.execute("DELETE FROM writing_tried", [])?;
            Ok(())
        };
        Ok(write(self.db()?)?)
    }

    fn note(&self, outcome: Result<()>) {
        let problem = match outcome {
            Err(error) if failure::concerns_store(&error) => Some(Problem::from(failure::unwritten(error))),
            Err(_) => return,
            Ok(()) => None,
        };
        self.problem.send_if_modified(|known| {
            let changed = *known != problem;
            *known = problem;
            changed
        });
    }
}
