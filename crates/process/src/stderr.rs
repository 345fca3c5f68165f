//! Standard error of a server: always drained, the latest kept in a ring buffer (F-08).
//!
//! A child whose output is not read stops at a full pipe; a host that keeps everything fills its memory. So a task
//! of its own reads as fast as the child writes and keeps the end of it.

use crate::limits::{LOG_LINE_BYTES, STDERR_BYTES, STDERR_LINES};
use std::collections::VecDeque;
use std::fmt;
use std::sync::{Arc, Mutex, PoisonError};
use tokio::io::{AsyncRead, AsyncReadExt as _};
use tokio::sync::watch;

/// The latest output. Clones share it.
#[derive(Clone)]
pub struct Stderr {
    ring: Arc<Mutex<Ring>>,
    seen: watch::Receiver<u64>,
}

/// A line, made readable: bytes that are not text are replaced, what is longer than 8 KiB is cut off.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct StderrLine {
    /// Counts from 0; a gap means that lines were forgotten.
    pub sequence: u64,
    /// Without its end. Foreign text.
    pub text: String,
}

#[derive(Default)]
struct Ring {
    lines: VecDeque<StderrLine>,
    bytes: usize,
    next: u64,
    total: u64,
    /// The line that is being written, and whether more of it came than is kept.
    partial: Vec<u8>,
    cut: bool,
}

impl Stderr {
    /// Reads `from` to its end in a task.
    pub(super) fn drain(mut from: impl AsyncRead + Unpin + Send + 'static) -> Self {
        let ring = Arc::new(Mutex::new(Ring::default()));
        let (tell, seen) = watch::channel(0);
        let own = Arc::clone(&ring);
        tokio::spawn(async move {
            let mut chunk = vec![0; 16 << 10];
            loop {
                let read = from.read(&mut chunk).await.unwrap_or(0);
                let mut ring = own.lock().unwrap_or_else(PoisonError::into_inner);
                match chunk.get(..read) {
                    Some(bytes) if !bytes.is_empty() => ring.take(bytes),
                    _ => break ring.finish(),
                }
                let total = ring.total;
                drop(ring);
                tell.send_replace(total);
            }
        });
        Self { ring, seen }
    }

    /// The last `count` lines, oldest first.
    #[must_use]
    pub fn tail(&self, count: usize) -> Vec<String> {
        self.with(|ring| {
            let skip = ring.lines.len().saturating_sub(count);
            ring.lines
                .iter()
                .skip(skip)
                .map(|line| line.text.clone())
                .collect()
        })
    }

    /// All bytes ever printed, those forgotten included.
    #[must_use]
    pub fn total_bytes(&self) -> u64 {
        self.with(|ring| ring.total)
    }

    /// The kept lines from `sequence` on, oldest first. Ask next for the last one's sequence plus one.
    #[must_use]
    pub fn lines_since(&self, sequence: u64) -> Vec<StderrLine> {
        self.with(|ring| {
            let skip = ring.lines.partition_point(|line| line.sequence < sequence);
            ring.lines.iter().skip(skip).cloned().collect()
        })
    }

    /// A channel that changes whenever something was printed and closes at the end. Its value is
    /// [`total_bytes`](Self::total_bytes).
    #[must_use]
    pub fn changes(&self) -> watch::Receiver<u64> {
        self.seen.clone()
    }

    /// Waits until everything was read: the process and all it started have closed their standard error.
    /// Put a limit around it; a stray can hold it open.
    pub async fn finished(&self) {
        let mut seen = self.seen.clone();
        while seen.changed().await.is_ok() {}
    }

    #[cfg(all(test, unix))]
    pub(super) fn kept_bytes(&self) -> usize {
        self.with(|ring| ring.bytes + ring.partial.capacity())
    }

    fn with<T>(&self, read: impl FnOnce(&Ring) -> T) -> T {
        read(&self.ring.lock().unwrap_or_else(PoisonError::into_inner))
    }
}

/// Without what was printed: that is foreign and may hold anything.
impl fmt::Debug for Stderr {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("Stderr")
    }
}

impl Ring {
    fn take(&mut self, bytes: &[u8]) {
        self.total += bytes.len() as u64;
        let mut pieces = bytes.split(|byte| *byte == b'\n');
        // The first piece continues the line before; each other one begins a new line.
        self.grow(pieces.next().unwrap_or_default());
        for piece in pieces {
            self.end_line();
            self.grow(piece);
        }
    }

    fn grow(&mut self, piece: &[u8]) {
        let room = LOG_LINE_BYTES - self.partial.len();
        self.cut |= piece.len() > room;
        self.partial.extend(piece.iter().take(room));
    }

    fn end_line(&mut self) {
        let mut text = String::from_utf8_lossy(&self.partial).into_owned();
        if self.cut {
            text.push_str(" …");
        } else if text.ends_with('\r') {
            text.pop();
        }
        self.partial.clear();
        self.cut = false;
        self.bytes += text.len();
        self.lines.push_back(StderrLine {
            sequence: self.next,
            text,
        });
        self.next += 1;
        while self.bytes > STDERR_BYTES || self.lines.len() > STDERR_LINES {
            let Some(oldest) = self.lines.pop_front() else {
                break;
            };
            self.bytes -= oldest.text.len();
        }
    }

    fn finish(&mut self) {
        if !self.partial.is_empty() {
            self.end_line();
        }
    }
}

#[cfg(test)]
mod tests {
    use super::{Ring, STDERR_BYTES, Stderr};
    use crate::limits::{LOG_LINE_BYTES, STDERR_LINES};

    fn texts(ring: &Ring) -> Vec<&str> {
        ring.lines.iter().map(|line| line.text.as_str()).collect()
    }

    #[test]
    fn lines_survive_any_division_into_pieces() {
        let text = b"one\r\ntw\xffo\n\nlast";
        for size in 1..text.len() {
            let mut ring = Ring::default();
            text.chunks(size).for_each(|piece| ring.take(piece));
            ring.finish();
            assert_eq!(
                texts(&ring),
                ["one", "tw\u{fffd}o", "", "last"],
                "in pieces of {size}"
            );
            assert_eq!(ring.total, text.len() as u64);
        }
    }

    // Proves F-08.
    #[test]
    fn a_line_without_end_is_cut_and_the_next_one_is_whole() {
        let mut ring = Ring::default();
        for _ in 0..1_000 {
            ring.take(&[b'x'; 1_000]);
        }
        assert!(ring.partial.capacity() <= 2 * LOG_LINE_BYTES);
        ring.take(b"\nnext\n");
        let texts = texts(&ring);
        assert_eq!(
            texts.first().map(|text| text.len()),
            Some(LOG_LINE_BYTES + " …".len())
        );
        assert_eq!(texts.last(), Some(&"next"));
    }

    // Proves F-08.
    #[test]
    fn the_oldest_lines_go_first() {
        let mut ring = Ring::default();
        for _ in 0..STDERR_BYTES {
            ring.take(b"123456789\n");
        }
        assert!(ring.lines.len() <= STDERR_LINES && ring.bytes <= STDERR_BYTES);
        assert_eq!(
            ring.lines.back().map(|line| line.sequence),
            Some(STDERR_BYTES as u64 - 1)
        );
    }

    #[tokio::test]
    async fn lines_can_be_followed() {
        let (reader, mut writer) = tokio::io::duplex(64);
        let stderr = Stderr::drain(reader);
        let mut changes = stderr.changes();
        tokio::io::AsyncWriteExt::write_all(&mut writer, b"one\ntwo\n")
            .await
            .ok();
        changes.changed().await.ok();
        let sequences: Vec<_> = stderr
            .lines_since(1)
            .into_iter()
            .map(|line| (line.sequence, line.text))
            .collect();
        assert_eq!(sequences, [(1, "two".to_owned())]);
        assert_eq!(stderr.tail(1), ["two"]);
        drop(writer);
        stderr.finished().await;
        assert_eq!(stderr.total_bytes(), 8);
    }
}
