//! Reads the timeline: pages, one frame, search, export. Frames are cloned under the lock and read without it, so that
//! no message waits for a reader.

use super::{Frames, StoredFrame};
use crate::limits;
use crate::transport::{locked, scan};
use portcullis_core::text::ForeignText;
use portcullis_domain::{Foreign, Frame, FrameDirection, FrameKind, FramePage, FramesFound, ResultStatus};
use serde_json::Value;
use std::collections::HashMap;

/// Takes the secrets out of a text.
pub type Mask<'a> = &'a dyn Fn(&str) -> String;

/// What was asked of a tool by one frame.
pub enum FrameCall {
    /// Its parameters as they were sent.
    Call(Value),
    /// The frame was too large to be kept whole.
    Cut,
    /// It is not a call of a tool that was sent, or not kept any more.
    Other,
}

impl Frames {
    /// Frames after `after`, at most `most`, oldest first. `mask` hides secrets.
    #[must_use]
    pub fn page(&self, after: u64, most: usize, mask: Mask<'_>) -> FramePage {
        let (kept, revisions, first) = {
            let ring = locked(&self.shared.ring);
            // Those after `after` are the last ones: numbers have no gaps.
            let new = usize::try_from(ring.last.saturating_sub(after)).unwrap_or(usize::MAX);
            let skip = ring.kept.len().saturating_sub(new);
            let kept: Vec<StoredFrame> = ring.kept.range(skip..).take(most).cloned().collect();
            let revisions: HashMap<u32, String> = ring.revisions.iter().cloned().collect();
            (kept, revisions, ring.first())
        };
        let frames = kept
            .iter()
            .map(|kept| shown(kept, revisions.get(&kept.connection), mask));
        FramePage {
            frames: frames.collect(),
            dropped: first - 1,
        }
    }

    /// One frame as it was, up to the bytes that are kept.
    #[must_use]
    pub fn text(&self, seq: u64) -> Option<String> {
        self.kept(seq).map(|kept| kept.text.to_string())
    }

    /// What a frame asked of a tool.
    pub fn call(&self, seq: u64) -> FrameCall {
        let Some(kept) = self.kept(seq) else {
            return FrameCall::Other;
        };
        if kept.direction != FrameDirection::Sent
            || kept.kind != FrameKind::Request
            || kept.method.as_deref() != Some("tools/call")
        {
            return FrameCall::Other;
        }
        if kept.cut {
            return FrameCall::Cut;
        }
        serde_json::from_str(payload(&kept)).map_or(FrameCall::Other, FrameCall::Call)
    }

    /// Frames after `after` in whose text the words occur, whatever their case. Looked for in what a person may see:
    /// a window that asks for one letter of a secret after the other learns nothing.
    #[must_use]
    pub fn find(&self, words: &str, after: u64, mask: Mask<'_>) -> FramesFound {
        let (kept, last) = {
            let ring = locked(&self.shared.ring);
            let kept: Vec<_> = ring
                .kept
                .iter()
                .filter(|kept| kept.seq > after)
                .map(|kept| (kept.seq, kept.text.clone()))
                .collect();
            (kept, ring.last)
        };
        let needle = Needle::new(words);
        let (mut hits, mut through) = (Vec::new(), last.max(after));
        for (seq, text) in kept {
            if needle.is_in(&text) && needle.is_in(&mask(&text)) {
                hits.push(seq);
                if hits.len() == limits::FRAME_PAGE {
                    through = seq;
                    break;
                }
            }
        }
        FramesFound { hits, through }
    }

    /// All that is kept, a JSON object for each frame, oldest first. `mask` hides secrets in a message and `hide` in
    /// what is no message.
    pub fn export(&self, mask: &dyn Fn(&Value) -> Value, hide: Mask<'_>, mut each: impl FnMut(Value)) {
        let (kept, revisions) = {
            let ring = locked(&self.shared.ring);
            let revisions: HashMap<u32, String> = ring.revisions.iter().cloned().collect();
            (ring.kept.iter().cloned().collect::<Vec<_>>(), revisions)
        };
        for kept in kept {
            let mut line = serde_json::json!({
                "seq": kept.seq,
                "at": kept.at,
                "direction": kept.direction,
                "kind": kept.kind,
                "connection": kept.connection,
                "bytes": kept.bytes,
            });
            let mut put = |name: &str, value: Option<Value>| {
                if let Some(value) = value {
                    line[name] = value;
                }
            };
            put(
                "revision",
                revisions.get(&kept.connection).map(|it| it.as_str().into()),
            );
            put("operation", kept.operation.map(Into::into));
            put("method", kept.method.as_deref().map(|method| hide(method).into()));
            put("id", kept.rpc_id.as_deref().map(|id| hide(id).into()));
            put("pair", kept.pair.map(Into::into));
            put("elapsed", kept.elapsed.map(Into::into));
            match serde_json::from_str::<Value>(&kept.text) {
                Ok(message) => put("message", Some(mask(&message))),
                // Cut off, or no message at all.
                Err(_) => put("text", Some(hide(&kept.text).into())),
            }
            each(line);
        }
    }

    fn kept(&self, seq: u64) -> Option<StoredFrame> {
        let ring = locked(&self.shared.ring);
        let index = ring.index(seq)?;
        ring.kept.get(index).cloned()
    }
}

fn payload(kept: &StoredFrame) -> &str {
    &kept.text[kept.payload.start as usize..kept.payload.end as usize]
}

fn shown(kept: &StoredFrame, revision: Option<&String>, mask: Mask<'_>) -> Frame {
    let payload = payload(kept);
    let head = &payload[..payload.floor_char_boundary(limits::FRAME_HEAD)];
    Frame {
        seq: kept.seq,
        at: kept.at,
        direction: kept.direction,
        kind: kept.kind,
        method: kept.method.as_deref().map(mask),
        rpc_id: kept.rpc_id.as_deref().map(mask),
        pair: kept.pair,
        elapsed: kept.elapsed,
        operation: kept.operation,
        connection: kept.connection,
        revision: revision.cloned(),
        subject: subject(kept, payload, mask),
        status: result_status(kept, payload),
        bytes: kept.bytes,
        head: ForeignText::new(mask(head)).first_line(160),
    }
}

/// What a request is about: the name of a tool or prompt, the address of a resource.
fn subject(kept: &StoredFrame, payload: &str, mask: Mask<'_>) -> Option<Foreign> {
    if kept.kind != FrameKind::Request {
        return None;
    }
    let member = match kept.method.as_deref()? {
        "tools/call" | "prompts/get" => "name",
        "resources/read" | "resources/subscribe" | "resources/unsubscribe" => "uri",
        "logging/setLevel" => "level",
        "elicitation/create" => "mode",
        "tasks/get" | "tasks/update" | "tasks/cancel" | "tasks/result" => "taskId",
        _ => return None,
    };
    let named: String = serde_json::from_str(scan::member(payload, member)?).ok()?;
    Some(ForeignText::new(mask(&named)).first_line(160))
}

/// What a result says beyond being one. Looking for the word costs a fraction of reading, and most do not hold it.
fn result_status(kept: &StoredFrame, payload: &str) -> Option<ResultStatus> {
    if kept.kind != FrameKind::Result {
        return None;
    }
    let holds = |word: &str| memchr::memmem::find(payload.as_bytes(), word.as_bytes()).is_some();
    if holds("input_required") && scan::member(payload, "resultType") == Some("\"input_required\"") {
        return Some(ResultStatus::InputRequired);
    }
    (holds("isError") && scan::member(payload, "isError") == Some("true")).then_some(ResultStatus::ToolError)
}

/// Words to be found whatever the case of their letters.
struct Needle(Vec<u8>);

impl Needle {
    fn new(words: &str) -> Self {
        Self(words.trim().to_lowercase().into_bytes())
    }

    fn is_in(&self, text: &str) -> bool {
        let Some((first, rest)) = self.0.split_first() else {
            return true;
        };
        if !self.0.is_ascii() {
            return text.to_lowercase().contains(&*String::from_utf8_lossy(&self.0));
        }
        let bytes = text.as_bytes();
        memchr::memchr2_iter(*first, first.to_ascii_uppercase(), bytes).any(|at| {
            bytes
                .get(at + 1..at + 1 + rest.len())
                .is_some_and(|found| found.eq_ignore_ascii_case(rest))
        })
    }
}
