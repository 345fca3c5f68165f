//! The timeline: a ring buffer of the frames of one server in both directions, bounded by count and bytes. Replies are
//! paired with their requests, and all messages of one operation (rounds, progress, cancellation, requests of the
//! server) carry its number. Form values and request state are redacted before a frame is stored; secrets are masked
//! and text escaped when it is read.

mod form_values;
pub mod read;

use crate::limits;
use portcullis_domain::{FrameDirection, FrameKind};
use std::borrow::Cow;
use std::collections::VecDeque;
use std::ops::Range;
use std::sync::atomic::{AtomicU32, AtomicU64, Ordering};
use std::sync::{Arc, Mutex};
use tokio::sync::watch;

/// A stored frame. Clones share its text.
#[derive(Clone)]
struct StoredFrame {
    seq: u64,
    at: u64,
    direction: FrameDirection,
    kind: FrameKind,
    method: Option<Cow<'static, str>>,
    rpc_id: Option<Box<str>>,
    pair: Option<u64>,
    elapsed: Option<u64>,
    operation: Option<u64>,
    connection: u32,
    /// On the wire; more than the text has when it was cut.
    bytes: u64,
    /// The text is a part of the frame.
    cut: bool,
    text: Arc<str>,
    /// Where in the text the part is that says something.
    payload: Range<u32>,
}

impl StoredFrame {
    /// What it counts against [`limits::FRAMES_BYTES`]: small frames are mostly bookkeeping.
    fn cost(&self) -> usize {
        self.text.len()
            + self.method.as_ref().map_or(0, |method| method.len())
            + self.rpc_id.as_ref().map_or(0, |id| id.len())
            + size_of::<Self>()
    }
}

#[derive(Default)]
struct FrameRing {
    kept: VecDeque<StoredFrame>,
    bytes: usize,
    last: u64,
    /// What was agreed on, by connection, of those of which frames are kept.
    revisions: VecDeque<(u32, String)>,
}

#[derive(Default)]
struct SharedFrames {
    ring: Mutex<FrameRing>,
    operations: AtomicU64,
    connections: AtomicU32,
    typed: form_values::FormValues,
}

/// A bounded timeline; clones share it.
#[derive(Clone)]
pub struct Frames {
    shared: Arc<SharedFrames>,
    changed: watch::Sender<u64>,
}

impl Default for Frames {
    fn default() -> Self {
        Self {
            shared: Arc::default(),
            changed: watch::Sender::new(0),
        }
    }
}

/// What is known about a frame besides its text.
#[derive(Default)]
pub(super) struct FrameMeta {
    pub method: Option<Cow<'static, str>>,
    pub rpc_id: Option<String>,
    /// The frame of the request that it answers, and milliseconds since then.
    pub pair: Option<(u64, u64)>,
    pub operation: Option<u64>,
}

/// A frame to be kept.
pub(super) struct NewFrame<'a> {
    pub at: u64,
    pub direction: FrameDirection,
    pub kind: FrameKind,
    pub connection: u32,
    pub about: FrameMeta,
    /// How long it was, of which `text` may be a part.
    pub bytes: usize,
    pub text: &'a str,
}

impl Frames {
    /// A number for one more connection to the server.
    pub(super) fn connection(&self) -> u32 {
        self.shared.connections.fetch_add(1, Ordering::Relaxed) + 1
    }

    /// A number for one more operation.
    pub(super) fn operation(&self) -> u64 {
        self.shared.operations.fetch_add(1, Ordering::Relaxed) + 1
    }

    /// The revision that a connection speaks from here on.
    pub(super) fn agreed(&self, connection: u32, revision: &str) {
        let mut ring = super::locked(&self.shared.ring);
        ring.revisions.retain(|(known, _)| *known != connection);
        ring.revisions.push_back((connection, revision.to_owned()));
    }

    /// Keeps a frame; its number.
    pub(super) fn note(&self, noted: NewFrame<'_>) -> u64 {
        let whole = self.shared.typed.hide(&noted);
        let cut = noted.bytes > noted.text.len() || noted.text.len() > limits::FRAME_BYTES;
        let text: Arc<str> = whole[..whole.floor_char_boundary(limits::FRAME_BYTES)].into();
        // No text is longer than `limits::FRAME_BYTES`, so the numbers fit.
        let payload = super::scan::payload(&text);
        let payload = payload.start as u32..payload.end as u32;
        let FrameMeta {
            method,
            rpc_id,
            pair,
            operation,
        } = noted.about;
        let mut ring = super::locked(&self.shared.ring);
        ring.last += 1;
        let seq = ring.last;
        if let Some((request, _)) = pair
            && let Some(index) = ring.index(request)
        {
            ring.kept[index].pair = Some(seq);
        }
        let kept = StoredFrame {
            seq,
            at: noted.at,
            direction: noted.direction,
            kind: noted.kind,
            method,
            rpc_id: rpc_id.map(Into::into),
            pair: pair.map(|(request, _)| request),
            elapsed: pair.map(|(_, elapsed)| elapsed),
            operation,
            connection: noted.connection,
            bytes: noted.bytes as u64,
            cut,
            text,
            payload,
        };
        ring.bytes += kept.cost();
        ring.kept.push_back(kept);
        ring.drop_oldest();
        drop(ring);
        self.changed.send_replace(seq);
        seq
    }

    /// The last sequence number, and its changes.
    #[must_use]
    pub fn changes(&self) -> watch::Receiver<u64> {
        self.changed.subscribe()
    }
}

impl FrameRing {
    /// Where a frame is, if it is still kept.
    fn index(&self, seq: u64) -> Option<usize> {
        let index = usize::try_from(seq.checked_sub(self.first())?).ok()?;
        (index < self.kept.len()).then_some(index)
    }

    /// The number of the oldest frame that is kept; of the next one when there is none.
    fn first(&self) -> u64 {
        self.kept.front().map_or(self.last + 1, |kept| kept.seq)
    }

    fn drop_oldest(&mut self) {
        let mut dropped = false;
        while self.kept.len() > limits::FRAMES || self.bytes > limits::FRAMES_BYTES {
            let Some(gone) = self.kept.pop_front() else { break };
            self.bytes -= gone.cost();
            dropped = true;
        }
        if dropped && let Some(oldest) = self.kept.front().map(|kept| kept.connection) {
            // A connection may agree on something before any frame of it is kept.
            while self.revisions.front().is_some_and(|(known, _)| *known < oldest) {
                self.revisions.pop_front();
            }
        }
    }
}

#[cfg(test)]
mod tests;
