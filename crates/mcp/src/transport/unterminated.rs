//! The line that a server has begun and not ended. A server that forgets the newline after a message, or writes only a
//! part of one, is told from a server that writes nothing.

use super::{JsonRpc, locked};
use crate::limits;
use std::sync::{Arc, Mutex};

/// What the reader has of such a line; clones share it.
#[derive(Clone, Default)]
pub(super) struct UnterminatedLine(Arc<Mutex<UnterminatedBytes>>);

#[derive(Default)]
struct UnterminatedBytes {
    /// At most [`limits::STDIO_ENDS`].
    head: Vec<u8>,
    length: usize,
}

/// A line on standard output that has no newline yet.
pub struct PartialLine {
    /// How long it is so far.
    pub bytes: usize,
    /// Its beginning, without the secrets of the connection.
    pub head: String,
}

impl UnterminatedLine {
    /// The line is this long so far, and begins with `line`.
    pub(super) fn note(&self, line: &[u8], length: usize) {
        let mut kept = locked(&self.0);
        kept.length = length;
        let known = kept.head.len();
        let more = line.get(known..line.len().min(limits::STDIO_ENDS));
        kept.head.extend_from_slice(more.unwrap_or_default());
    }

    /// It ended.
    pub(super) fn clear(&self) {
        *locked(&self.0) = UnterminatedBytes::default();
    }
}

impl PartialLine {
    /// It may be a message, and not any other text.
    #[must_use]
    pub fn is_message(&self) -> bool {
        self.head.starts_with('{')
    }
}

impl JsonRpc {
    /// For the reader of the lines.
    pub(super) fn unterminated(&self) -> UnterminatedLine {
        self.0.unterminated.clone()
    }

    /// The line that the server has begun; `None` where there is none, or nothing but spaces in it.
    #[must_use]
    pub fn partial_line(&self) -> Option<PartialLine> {
        let kept = locked(&self.0.unterminated.0);
        let text = String::from_utf8_lossy(&kept.head);
        let head = self.0.echo.hide(text.trim()).into_owned();
        (!head.is_empty()).then_some(PartialLine {
            bytes: kept.length,
            head,
        })
    }
}
