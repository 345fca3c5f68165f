//! Counters of one server, kept over its restarts.

use crate::view::ServerHealth;
use crate::wire::Wire;
use std::sync::Mutex;
use std::sync::atomic::{AtomicU32, AtomicU64, Ordering};

/// Counters; cheap to raise from anywhere.
#[derive(Default)]
pub struct Health {
    calls: AtomicU64,
    failed: AtomicU64,
    restarts: AtomicU32,
    /// Junk, strays and merged announcements, and standard error, of connections that are over.
    past: Mutex<[u64; 4]>,
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

    pub(super) fn past(&self, wire: &Wire, stderr: u64) {
        let mut past = self
            .past
            .lock()
            .unwrap_or_else(std::sync::PoisonError::into_inner);
        for (sum, more) in past
            .iter_mut()
            .zip([wire.junk(), wire.strays(), wire.inbox().merged(), stderr])
        {
            *sum += more;
        }
    }

    /// As a driver shows it, with what the living connection adds.
    #[must_use]
    pub fn view(&self, living: Option<(&Wire, u64)>) -> ServerHealth {
        let past = *self
            .past
            .lock()
            .unwrap_or_else(std::sync::PoisonError::into_inner);
        let now = living.map_or([0; 4], |(wire, stderr)| {
            [wire.junk(), wire.strays(), wire.inbox().merged(), stderr]
        });
        ServerHealth {
            calls: self.calls.load(Ordering::Relaxed),
            failed: self.failed.load(Ordering::Relaxed),
            restarts: self.restarts.load(Ordering::Relaxed),
            junk_lines: past[0] + now[0],
            stray_replies: past[1] + now[1],
            coalesced: past[2] + now[2],
            stderr_bytes: past[3] + now[3],
        }
    }
}
