//! Counters of one server, kept over its restarts.

use crate::transport::JsonRpc;
use portcullis_core::locked;
use portcullis_domain::ServerHealth;
use portcullis_process::Stderr;
use std::sync::atomic::{AtomicU32, AtomicU64, Ordering};
use std::sync::{Mutex, MutexGuard};

/// Counters; cheap to raise from anywhere.
#[derive(Default)]
pub struct Health {
    calls: AtomicU64,
    failed: AtomicU64,
    restarts: AtomicU32,
    counted: Mutex<ConnectionCounts>,
}

/// What connections count themselves.
#[derive(Default)]
struct ConnectionCounts {
    /// Junk, unmatched responses and merged announcements, and standard error, of connections that are over.
    past: [u64; 4],
    /// The one connection that there is, or was last.
    now: Option<CurrentConnection>,
}

struct CurrentConnection {
    rpc: JsonRpc,
    stderr: Option<Stderr>,
}

impl ConnectionCounts {
    fn begin(&mut self, source: CurrentConnection) {
        self.end();
        self.now = Some(source);
    }

    fn end(&mut self) {
        self.past = self.all();
        self.now = None;
    }

    fn all(&self) -> [u64; 4] {
        let now = self.now.as_ref().map_or([0; 4], CurrentConnection::counts);
        std::array::from_fn(|index| self.past[index] + now[index])
    }
}

impl CurrentConnection {
    fn counts(&self) -> [u64; 4] {
        let stderr = self.stderr.as_ref().map_or(0, Stderr::total_bytes);
        [
            self.rpc.junk(),
            self.rpc.unmatched_responses(),
            self.rpc.notifications().merged(),
            stderr,
        ]
    }
}

impl Health {
    /// A call was sent.
    pub fn called(&self) {
        self.calls.fetch_add(1, Ordering::Relaxed);
    }

    /// A call failed.
    pub fn failed(&self) {
        self.failed.fetch_add(1, Ordering::Relaxed);
    }

    pub(super) fn restarted(&self) {
        self.restarts.fetch_add(1, Ordering::Relaxed);
    }

    /// Counts what this connection does from now on, in place of the one before. From the first byte on: what a
    /// server writes before it fails to connect is often all it ever says.
    pub(super) fn follow(&self, rpc: &JsonRpc, stderr: Option<Stderr>) {
        self.counted().begin(CurrentConnection {
            rpc: rpc.clone(),
            stderr,
        });
    }

    /// The connection is over and its process gone: nothing more comes.
    pub(super) fn over(&self) {
        self.counted().end();
    }

    fn counted(&self) -> MutexGuard<'_, ConnectionCounts> {
        locked(&self.counted)
    }

    /// As a driver shows it.
    #[must_use]
    pub fn view(&self) -> ServerHealth {
        let [junk_lines, stray_replies, coalesced, stderr_bytes] = self.counted().all();
        ServerHealth {
            calls: self.calls.load(Ordering::Relaxed),
            failed: self.failed.load(Ordering::Relaxed),
            restarts: self.restarts.load(Ordering::Relaxed),
            junk_lines,
            stray_replies,
            coalesced,
            stderr_bytes,
        }
    }
}
