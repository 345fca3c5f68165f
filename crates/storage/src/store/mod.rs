//! The database: what was configured, allowed, said and done, in one file.
//!
//! One thread writes; commits are shared and durable before anyone is answered. A few connections read. The
//! rooms above reach rows only through the functions of a table's module, inside a job given to
//! [`Store::write`] or [`Store::read`]; each fails with `store.*`, and says what else it fails with. Nothing here decides
//! anything and no secret is ever stored (S-67).

pub mod accounts;
pub mod backups;
pub mod behavior;
pub mod catalogs;
pub mod conversations;
pub mod costs;
mod failure;
pub mod flows;
pub mod found_tools;
pub mod grants;
pub mod media;
mod migrations;
mod opening;
#[cfg(windows)]
mod owner;
pub mod pins;
pub mod profiles;
pub mod providers;
pub(crate) mod record;
pub mod roots;
pub mod servers;
pub mod settings;
pub mod tasks;
#[cfg(test)]
pub mod tests;
pub mod varying;
mod wal;
mod writer;

use crate::limits;
pub use failure::{Failure, Result};
use portcullis_core::clock::Clock;
use portcullis_core::error::{self, Error};
use portcullis_core::locked;
use portcullis_domain::Problem;
use portcullis_l10n::say;
use rusqlite::Connection;
use std::cell::Cell;
use std::fmt;
use std::path::{Path, PathBuf};
use std::sync::atomic::{AtomicU64, Ordering};
use std::sync::{Arc, Mutex, mpsc};
use std::thread::JoinHandle;
use tokio::sync::{Semaphore, oneshot, watch};
use writer::{WriteJob, Writer, WriterCommand, WriterSlot};

/// The open database. Clones share it; it closes when the last one is gone or [`Store::close`] is called.
#[derive(Clone)]
pub struct Store(Arc<Inner>);

struct Inner {
    orders: Mutex<Option<mpsc::SyncSender<WriterCommand>>>,
    thread: Mutex<Option<JoinHandle<()>>>,
    slot: Arc<Mutex<WriterSlot>>,
    queue: Arc<Semaphore>,
    readers: Mutex<Vec<Connection>>,
    reading: Arc<Semaphore>,
    /// Held while a backup is made: what another one left unfinished is removed first.
    backing_up: tokio::sync::Mutex<()>,
    path: PathBuf,
    problem: watch::Receiver<Option<Problem>>,
    commits: Arc<AtomicU64>,
    last_row: record::LastRow,
}

/// What opening gives.
#[derive(Debug)]
pub struct Opened {
    /// The database.
    pub store: Store,
    /// What a person must know, such as that a damaged file was moved aside (F-31).
    pub remarks: Vec<Problem>,
}

impl fmt::Debug for Store {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Store")
            .field("path", &self.0.path)
            .finish_non_exhaustive()
    }
}

impl Store {
    /// Opens the database in `folder`, making both if needed. Blocks.
    ///
    /// # Errors
    /// `store.failed` when another host uses the folder, `store.newer` for a newer format (nothing is changed),
    /// `store.read_only` and `store.full` when it cannot be written. Damage is no error: see [`Opened`].
    pub fn open(folder: &Path, clock: Arc<dyn Clock>) -> error::Result<Opened> {
        let hold = opening::hold(folder)?;
        let opening::OpenedDatabase { db, path, remarks } = opening::open(folder, &hold, clock.now())?;
        // The permits that travel with the orders keep it from ever being full; one more is for closing, and one for folding.
        let (orders, received) = mpsc::sync_channel(limits::STORE_QUEUE + 2);
        let (problem, known) = watch::channel(None);
        let commits = Arc::new(AtomicU64::new(0));
        let last_row = record::LastRow::default();
        let slot = Arc::new(Mutex::new(WriterSlot {
            db: Some(db),
            problem,
            commits: Arc::clone(&commits),
            quick: Cell::new(true),
            last_row: last_row.clone(),
        }));
        let writer = Writer {
            slot: Arc::clone(&slot),
            orders: received,
            hold,
        };
        let thread = std::thread::Builder::new()
            .name("store-writer".to_owned())
            .spawn(move || writer.run())
            .map_err(|error| failure::file(&error))?;
        let store = Self(Arc::new(Inner {
            orders: Mutex::new(Some(orders)),
            thread: Mutex::new(Some(thread)),
            slot,
            queue: Arc::new(Semaphore::new(limits::STORE_QUEUE)),
            readers: Mutex::new(Vec::new()),
            reading: Arc::new(Semaphore::new(limits::STORE_READERS)),
            backing_up: tokio::sync::Mutex::default(),
            path,
            problem: known,
            commits,
            last_row,
        }));
        Ok(Opened {
            store,
            remarks: remarks.into_iter().map(Problem::from).collect(),
        })
    }

    /// Runs `job` alone; its writes are on disk when this returns `Ok`. When the job or the commit
    /// fails nothing of it stays. Dropping the future does not take the job back.
    ///
    /// # Errors
    /// What the job returns, and `store.*` when it could not be made durable.
    pub async fn write<T, F>(&self, job: F) -> error::Result<T>
    where
        T: Send + 'static,
        F: FnOnce(&Connection) -> Result<T> + Send + 'static,
    {
        let (answer, answered) = oneshot::channel();
        let work = OnceJob {
            job: Some(job),
            result: None,
            answer,
        };
        self.order(Box::new(work), answered)
            .await
            .map_err(failure::unwritten)
    }

    /// The same for a job that can be run again if what it wrote was taken back, which is cheaper where many are written
    /// at the same time. What the job holds is held until it is on disk, whether or not its caller still waits.
    ///
    /// # Errors
    /// Those of [`Store::write`].
    pub async fn write_again<T, F>(&self, job: F) -> error::Result<T>
    where
        T: Send + 'static,
        F: FnMut(&Connection) -> Result<T> + Send + 'static,
    {
        let (work, answered) = RepeatableJob::new(job);
        self.order(work, answered).await.map_err(failure::unwritten)
    }

    async fn order<T>(
        &self,
        work: Box<dyn WriteJob>,
        answered: oneshot::Receiver<error::Result<T>>,
    ) -> error::Result<T> {
        let permit = Arc::clone(&self.0.queue)
            .acquire_owned()
            .await
            .map_err(|_| failure::closed())?;
        // A clone of the sender per write: std's is cheap to clone and the lock is never held across an await.
        let orders = locked(&self.0.orders).clone().ok_or_else(failure::closed)?;
        orders
            .send(WriterCommand::Write(work, permit))
            .map_err(|_| failure::closed())?;
        answered.await.map_err(|_| failure::closed())?
    }

    /// [`Store::write_again`] for a job that is small and that a caller waits for. While the disk is quick and no other job writes, it
    /// is done on this very thread: changing threads twice takes about as long. No other thread does so at the same time, so
    /// one thread at most waits for the disk, and only where the runtime has others.
    ///
    /// # Errors
    /// Those of [`Store::write`].
    pub async fn write_soon<T, F>(&self, job: F) -> error::Result<T>
    where
        T: Send + 'static,
        F: FnMut(&Connection) -> Result<T> + Send + 'static,
    {
        let queue = &self.0.queue;
        let alone = queue.available_permits() == limits::STORE_QUEUE && others_go_on();
        if alone && let Ok(permit) = Arc::clone(queue).try_acquire_owned() {
            // Held within this block alone, and never waited for: the writer already has the thread to itself.
            if let Ok(slot) = self.0.slot.try_lock()
                && slot.is_quick()
            {
                let (work, mut answered) = RepeatableJob::new(job);
                if slot.at_once(work, permit)
                    && let Some(orders) = &*locked(&self.0.orders)
                {
                    // Where there is no room, that thread is about to make a commit and looks for itself.
                    _ = orders.try_send(WriterCommand::Fold);
                }
                return answered
                    .try_recv()
                    .unwrap_or_else(|_| Err(failure::closed()))
                    .map_err(failure::unwritten);
            }
        }
        self.write_again(job).await
    }

    /// Runs `job` on a connection that cannot write, off the async threads.
    ///
    /// # Errors
    /// What the job returns, and `store.*`.
    pub async fn read<T, F>(&self, job: F) -> error::Result<T>
    where
        T: Send + 'static,
        F: FnOnce(&Connection) -> Result<T> + Send + 'static,
    {
        let permit = Arc::clone(&self.0.reading)
            .acquire_owned()
            .await
            .map_err(|_| failure::closed())?;
        let inner = Arc::clone(&self.0);
        tokio::task::spawn_blocking(move || {
            let pooled = locked(&inner.readers).pop();
            let db = match pooled {
                Some(db) => db,
                None => opening::reader(&inner.path)?,
            };
            let result = job(&db);
            // Asked within the lock: who closes the database lets no more in and then empties the list, once.
            let mut readers = locked(&inner.readers);
            if db.is_autocommit() && !inner.reading.is_closed() {
                readers.push(db);
            }
            drop(readers);
            drop(permit);
            result.map_err(Error::from)
        })
        .await
        .unwrap_or_else(|_| Err(Error::internal("a read ended in a panic")))
    }

    /// Why nothing can be written now; `None` while it works. Recovers automatically (F-30).
    #[must_use]
    pub fn problem(&self) -> Option<Problem> {
        self.0.problem.borrow().clone()
    }

    /// Tells when [`Store::problem`] changes.
    #[must_use]
    pub fn problems(&self) -> watch::Receiver<Option<Problem>> {
        self.0.problem.clone()
    }

    /// The end of the record, as the next writer finds it.
    pub fn last_row(&self) -> record::LastRow {
        self.0.last_row.clone()
    }

    /// Commits since opening: far fewer than writes when many run at the same time.
    #[must_use]
    pub fn commits(&self) -> u64 {
        self.0.commits.load(Ordering::Relaxed)
    }

    /// Writes a whole, compact copy to `to`, which must not exist. Other reads and writes go on.
    ///
    /// # Errors
    /// `store.*`; a copy that was begun is removed.
    pub async fn backup(&self, to: &Path) -> error::Result<()> {
        let to = to.to_owned();
        self.read(move |db| {
            let file = opening::private_file(&to).map_err(|error| failure::file(&error))?;
            let copied = db
                .execute("VACUUM INTO ?1", [to.to_string_lossy()])
                .map_err(Failure::from)
                .and_then(|_| file.sync_all().map_err(|error| failure::file(&error).into()));
            if copied.is_err() {
                // The failure of the copy is what counts.
                _ = std::fs::remove_file(&to);
            }
            copied
        })
        .await
    }

    /// Makes a backup beside the database, verifies it, and only then lets go of the oldest of more than
    /// [`limits::BACKUPS`] (F-31).
    ///
    /// # Errors
    /// `store.*`; no backup was dropped then.
    pub async fn back_up(&self, now: u64) -> error::Result<portcullis_domain::Backup> {
        self.make_backup(now).await.map_err(failure::not_backed_up)
    }

    async fn make_backup(&self, now: u64) -> error::Result<portcullis_domain::Backup> {
        let _alone = self.0.backing_up.lock().await;
        let folder = backups::folder(&self.0.path);
        let begun = {
            let folder = folder.clone();
            blocking(move || backups::begin(&folder, now)).await?
        };
        self.backup(&begun).await?;
        blocking(move || backups::finish(&folder, &begun)).await
    }

    /// Finishes what was given, folds the journal into the file, lets go of the folder and ends the thread: one that is
    /// still ending while the process exits would give its own exit code to the process under Wine.
    pub async fn close(&self) {
        let orders = locked(&self.0.orders).take();
        self.0.queue.close();
        self.0.reading.close();
        locked(&self.0.readers).clear();
        let Some(orders) = orders else { return };
        // An error means that the thread is gone, which is what is wanted.
        _ = orders.send(WriterCommand::Close);
        let thread = locked(&self.0.thread).take();
        if let Some(thread) = thread {
            // Every panic of a job is caught on the thread; nothing else of it could fail.
            _ = tokio::task::spawn_blocking(move || thread.join()).await;
        }
    }
}

/// Files are looked at away from the tasks.
async fn blocking<T: Send + 'static>(work: impl FnOnce() -> Result<T> + Send + 'static) -> error::Result<T> {
    let done = tokio::task::spawn_blocking(work).await;
    let done = done.map_err(|_| Error::internal("work with files ended in a panic"))?;
    Ok(done?)
}

/// Whether other tasks go on while one of them holds its thread.
fn others_go_on() -> bool {
    tokio::runtime::Handle::try_current().is_ok_and(|runtime| runtime.metrics().num_workers() > 1)
}

/// A job that is run once, with the type of its result.
struct OnceJob<T, F> {
    job: Option<F>,
    result: Option<error::Result<T>>,
    answer: oneshot::Sender<error::Result<T>>,
}

impl<T, F> WriteJob for OnceJob<T, F>
where
    T: Send + 'static,
    F: FnOnce(&Connection) -> Result<T> + Send + 'static,
{
    fn run(&mut self, db: &Connection) -> error::Result<()> {
        let job = self
            .job
            .take()
            .ok_or_else(|| Error::internal("a write ran twice"))?;
        // Stands if the job panics.
        self.result = Some(Err(Error::internal("a write ended in a panic")));
        let result = job(db).map_err(Error::from);
        let outcome = result.as_ref().map(|_| ()).map_err(Clone::clone);
        self.result = Some(result);
        outcome
    }

    fn settle(self: Box<Self>, committed: error::Result<()>) {
        // The caller may have gone; the write stands.
        _ = self.answer.send(settled(self.result, committed));
    }
}

/// A job that can be run again, with the type of its result.
struct RepeatableJob<T, F> {
    job: F,
    result: Option<error::Result<T>>,
    answer: oneshot::Sender<error::Result<T>>,
}

impl<T, F> RepeatableJob<T, F> {
    fn new(job: F) -> (Box<Self>, oneshot::Receiver<error::Result<T>>) {
        let (answer, answered) = oneshot::channel();
        let work = Self {
            job,
            result: None,
            answer,
        };
        (Box::new(work), answered)
    }
}

impl<T, F> WriteJob for RepeatableJob<T, F>
where
    T: Send + 'static,
    F: FnMut(&Connection) -> Result<T> + Send + 'static,
{
    fn run(&mut self, db: &Connection) -> error::Result<()> {
        self.result = Some(Err(Error::internal("a write ended in a panic")));
        let result = (self.job)(db).map_err(Error::from);
        let outcome = result.as_ref().map(|_| ()).map_err(Clone::clone);
        self.result = Some(result);
        outcome
    }

    fn runs_again(&self) -> bool {
        true
    }

    fn settle(self: Box<Self>, committed: error::Result<()>) {
        _ = self.answer.send(settled(self.result, committed));
    }
}

/// What the caller of a job is told.
fn settled<T>(result: Option<error::Result<T>>, committed: error::Result<()>) -> error::Result<T> {
    match (result, committed) {
        (Some(Err(error)), _) | (_, Err(error)) => Err(error),
        (Some(done), Ok(())) => done,
        (None, Ok(())) => Err(Error::internal("a write was left out")),
    }
}

/// SQLite keeps signed numbers; times and counts never come near the edge.
pub fn signed(number: u64) -> i64 {
    i64::try_from(number).unwrap_or(i64::MAX)
}

/// The way back.
pub fn unsigned(number: i64) -> u64 {
    u64::try_from(number).unwrap_or(0)
}

/// JSON for a column.
fn to_json(value: &impl serde::Serialize) -> Result<String> {
    serde_json::to_string(value)
        .map_err(|error| Error::internal(format!("a row could not be written ({error})")).into())
}

/// JSON from a column.
fn from_json<T: serde::de::DeserializeOwned>(text: &str) -> Result<T> {
    serde_json::from_str(text)
        .map_err(|error| failure::failed(say!("store-row", reason = error.to_string())).into())
}
