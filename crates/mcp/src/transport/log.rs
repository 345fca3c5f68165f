//! The log of one server: lines that were not protocol, log notifications and the host's own remarks.
//! Bounded by count, by bytes and by line length; older lines go first and are counted. Standard error is kept by
//! `process/` and joined here line by line.

use crate::limits;
use portcullis_core::clock::Clock;
use portcullis_domain::{LogLine, LogPage, LogSource};
use portcullis_l10n::say;
use std::collections::VecDeque;
use std::sync::{Arc, Mutex};
use tokio::sync::watch;

struct LogLines {
    kept: VecDeque<LogLine>,
    bytes: usize,
    next: u64,
}

/// What a line counts against [`limits::LOG_BYTES`]: short lines are mostly bookkeeping.
fn cost(line: &LogLine) -> usize {
    line.text.text.len() + line.level.as_ref().map_or(0, String::len) + size_of::<LogLine>()
}

/// A bounded log; clones share it.
#[derive(Clone)]
pub struct Log {
    lines: Arc<Mutex<LogLines>>,
    clock: Arc<dyn Clock>,
    changed: watch::Sender<u64>,
}

impl Log {
    /// An empty log.
    #[must_use]
    pub fn new(clock: Arc<dyn Clock>) -> Self {
        Self {
            lines: Arc::new(Mutex::new(LogLines {
                kept: VecDeque::new(),
                bytes: 0,
                next: 1,
            })),
            clock,
            changed: watch::Sender::new(0),
        }
    }

    /// Appends a line; longer ones are cut with a marker.
    pub fn add(&self, source: LogSource, level: Option<&str>, text: &str) {
        let shown = portcullis_core::text::escape_line(&cut(text));
        let mut lines = super::locked(&self.lines);
        let seq = lines.next;
        lines.next += 1;
        let line = LogLine {
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
        };
        lines.bytes += cost(&line);
        lines.kept.push_back(line);
        while lines.kept.len() > limits::LOG_LINES || lines.bytes > limits::LOG_BYTES {
            let Some(gone) = lines.kept.pop_front() else { break };
            lines.bytes -= cost(&gone);
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
    say!("log-cut-line", text = &text[..end], bytes = text.len() - end)
}

#[cfg(test)]
mod tests {
    use super::{Log, cost};
    use crate::limits;
    use portcullis_core::clock::SystemClock;
    use portcullis_domain::LogSource;
    use std::sync::Arc;

    /// How many are kept and how many bytes they count, after so many lines of this length.
    fn kept(count: usize, length: usize) -> (usize, usize) {
        let log = Log::new(Arc::new(SystemClock));
        let text = "x".repeat(length);
        for _ in 0..count {
            log.add(LogSource::Message, Some("info"), &text);
        }
        let page = log.page(0, usize::MAX);
        assert_eq!(
            page.dropped as usize + page.lines.len(),
            count,
            "what is gone is counted"
        );
        (page.lines.len(), page.lines.iter().map(cost).sum())
    }

    // Proves F-08.
    #[test]
    fn a_log_is_bounded_by_lines_and_by_bytes() {
        assert_eq!(kept(limits::LOG_LINES + 7, 8).0, limits::LOG_LINES);
        let (lines, bytes) = kept(6_000, limits::LOG_LINE_BYTES * 2);
        assert!(lines < 6_000 && bytes <= limits::LOG_BYTES && bytes > limits::LOG_BYTES * 9 / 10);
    }
}
