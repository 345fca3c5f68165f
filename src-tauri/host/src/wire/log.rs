//! The log of one server: lines that were not protocol, log notifications and the host's own remarks.
//! Bounded by count and by line length; older lines go first and are counted. Standard error is kept by
//! `process/` and joined here line by line.

use crate::clock::Clock;
use crate::limits;
use crate::view::{LogLine, LogPage, LogSource};
use std::collections::VecDeque;
use std::sync::{Arc, Mutex};
use tokio::sync::watch;

struct Lines {
    kept: VecDeque<LogLine>,
    next: u64,
}

/// A bounded log; clones share it.
#[derive(Clone)]
pub struct Log {
    lines: Arc<Mutex<Lines>>,
    clock: Arc<dyn Clock>,
    changed: watch::Sender<u64>,
}

impl Log {
    /// An empty log.
    #[must_use]
    pub fn new(clock: Arc<dyn Clock>) -> Self {
        Self {
            lines: Arc::new(Mutex::new(Lines {
                kept: VecDeque::new(),
                next: 1,
            })),
            clock,
            changed: watch::Sender::new(0),
        }
    }

    /// Appends a line; longer ones are cut with a marker.
    pub fn add(&self, source: LogSource, level: Option<&str>, text: &str) {
        let shown = crate::text::escape_line(&cut(text));
        let mut lines = super::locked(&self.lines);
        let seq = lines.next;
        lines.next += 1;
        lines.kept.push_back(LogLine {
            seq,
            at: self.clock.now(),
            source,
            level: level.map(|level| {
                level
                    .chars()
                    .filter(char::is_ascii_alphanumeric)
                    .take(16)
                    .collect()
            }),
            text: shown,
        });
        if lines.kept.len() > limits::LOG_LINES {
            lines.kept.pop_front();
        }
        drop(lines);
        self.changed.send_replace(seq);
    }

    /// Lines after `after`, at most `most`, oldest first.
    #[must_use]
    pub fn page(&self, after: u64, most: usize) -> LogPage {
        let lines = super::locked(&self.lines);
        let first = lines.kept.front().map_or(lines.next, |line| line.seq);
        let skip = usize::try_from(after.saturating_add(1).saturating_sub(first)).unwrap_or(usize::MAX);
        LogPage {
            lines: lines.kept.iter().skip(skip).take(most).cloned().collect(),
            dropped: first - 1,
        }
    }

    /// The last sequence number, and its changes.
    #[must_use]
    pub fn changes(&self) -> watch::Receiver<u64> {
        self.changed.subscribe()
    }
}

fn cut(text: &str) -> String {
    if text.len() <= limits::LOG_LINE_BYTES {
        return text.to_owned();
    }
    let end = text.floor_char_boundary(limits::LOG_LINE_BYTES);
    format!("{} … {} more bytes", &text[..end], text.len() - end)
}
