//! The timeline: every frame of one server in both directions, requests paired with their replies.
//! Bounded by count and bytes. Contents stay raw here; they are masked and escaped when somebody looks.

use crate::limits;
use crate::text::ForeignText;
use crate::view::{Frame, FrameDirection, FrameKind, FramePage};
use std::collections::VecDeque;
use std::ops::Range;
use std::sync::{Arc, Mutex};
use tokio::sync::watch;

struct Kept {
    frame: Frame,
    text: Box<str>,
    /// Where in the text the part is that says something.
    payload: Range<usize>,
}

#[derive(Default)]
struct Ring {
    kept: VecDeque<Kept>,
    bytes: usize,
    last: u64,
}

/// A bounded timeline; clones share it.
#[derive(Clone)]
pub struct Frames {
    ring: Arc<Mutex<Ring>>,
    changed: watch::Sender<u64>,
}

impl Default for Frames {
    fn default() -> Self {
        Self {
            ring: Arc::default(),
            changed: watch::Sender::new(0),
        }
    }
}

/// What is known about a frame that came in.
pub(super) struct Came<'a> {
    pub at: u64,
    pub kind: FrameKind,
    pub method: Option<String>,
    pub rpc_id: Option<String>,
    pub pair: Option<(u64, u64)>,
    pub bytes: usize,
    pub text: &'a str,
}

impl Frames {
    pub(super) fn sent_request(&self, at: u64, method: &str, id: &str, text: &str) -> u64 {
        self.sent(
            at,
            FrameKind::Request,
            Some(method.to_owned()),
            Some(id.to_owned()),
            text,
        )
    }

    pub(super) fn sent(
        &self,
        at: u64,
        kind: FrameKind,
        method: Option<String>,
        id: Option<String>,
        text: &str,
    ) -> u64 {
        let came = Came {
            at,
            kind,
            method,
            rpc_id: id,
            pair: None,
            bytes: text.len(),
            text,
        };
        self.push(FrameDirection::Sent, came)
    }

    pub(super) fn came(&self, came: Came<'_>) -> u64 {
        self.push(FrameDirection::Received, came)
    }

    fn push(&self, direction: FrameDirection, came: Came<'_>) -> u64 {
        let text: Box<str> = came.text[..came.text.floor_char_boundary(limits::FRAME_BYTES)].into();
        let payload = super::scan::payload(&text);
        let mut ring = super::locked(&self.ring);
        ring.last += 1;
        let seq = ring.last;
        if let Some((request, _)) = came.pair {
            let first = ring.kept.front().map_or(0, |kept| kept.frame.seq);
            if let Some(index) = request.checked_sub(first).and_then(|i| usize::try_from(i).ok())
                && let Some(kept) = ring.kept.get_mut(index)
            {
                kept.frame.pair = Some(seq);
            }
        }
        ring.bytes += text.len();
        ring.kept.push_back(Kept {
            frame: Frame {
                seq,
                at: came.at,
                direction,
                kind: came.kind,
                method: came.method,
                rpc_id: came.rpc_id,
                pair: came.pair.map(|(request, _)| request),
                elapsed: came.pair.map(|(_, elapsed)| elapsed),
                bytes: came.bytes as u64,
                head: crate::view::Foreign::default(),
            },
            text,
            payload,
        });
        while ring.kept.len() > limits::FRAMES || ring.bytes > limits::FRAMES_BYTES {
            let Some(gone) = ring.kept.pop_front() else { break };
            ring.bytes -= gone.text.len();
        }
        drop(ring);
        self.changed.send_replace(seq);
        seq
    }

    /// Frames after `after`, at most `most`, oldest first. `mask` hides secrets.
    #[must_use]
    pub fn page(&self, after: u64, most: usize, mask: &dyn Fn(&str) -> String) -> FramePage {
        let ring = super::locked(&self.ring);
        let first = ring.kept.front().map_or(ring.last + 1, |kept| kept.frame.seq);
        let skip = usize::try_from((after + 1).saturating_sub(first)).unwrap_or(usize::MAX);
        let frames = ring
            .kept
            .iter()
            .skip(skip)
            .take(most)
            .map(|kept| {
                let head = &kept.text[kept.payload.clone()];
                let head = &head[..head.floor_char_boundary(limits::FRAME_HEAD)];
                Frame {
                    head: ForeignText::new(mask(head)).first_line(160),
                    ..kept.frame.clone()
                }
            })
            .collect();
        FramePage {
            frames,
            dropped: first - 1,
        }
    }

    /// One frame as it was, up to the bytes that are kept.
    #[must_use]
    pub fn text(&self, seq: u64) -> Option<String> {
        let ring = super::locked(&self.ring);
        let first = ring.kept.front()?.frame.seq;
        let index = usize::try_from(seq.checked_sub(first)?).ok()?;
        ring.kept.get(index).map(|kept| kept.text.to_string())
    }

    /// The last sequence number, and its changes.
    #[must_use]
    pub fn changes(&self) -> watch::Receiver<u64> {
        self.changed.subscribe()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn heads(texts: &[&str]) -> Vec<String> {
        let frames = Frames::default();
        for text in texts {
            frames.sent(0, FrameKind::Request, None, None, text);
        }
        let page = frames.page(0, 100, &str::to_owned);
        page.frames.into_iter().map(|frame| frame.head.text).collect()
    }

    #[test]
    fn a_preview_shows_what_differs_and_not_the_envelope() {
        let shown = heads(&[
            r#"{"jsonrpc":"2.0","id":1,"method":"tools/call","params":{"name":"read","arguments":{"a":"}"}}}"#,
            r#"{"result": {"content":[]},"jsonrpc":"2.0","id":1}"#,
            r#"{"jsonrpc":"2.0","id":1,"error":{"code":-1,"message":"no"}}"#,
            r#"{"jsonrpc":"2.0","method":"notifications/initialized"}"#,
            "npm notice",
        ]);
        assert_eq!(
            shown,
            [
                r#"{"name":"read","arguments":{"a":"}"}}"#,
                r#"{"content":[]}"#,
                r#"{"code":-1,"message":"no"}"#,
                r#"{"jsonrpc":"2.0","method":"notifications/initialized"}"#,
                "npm notice",
            ]
        );
    }
}
