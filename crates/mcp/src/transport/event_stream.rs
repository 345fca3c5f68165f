//! Parses server-sent events, bounded, as the HTML standard says (SSE-01): which hold a message, and where a stream can
//! be resumed. Unknown lines are skipped.

use super::JsonRpc;
use crate::limits;
use futures::StreamExt;
use futures::stream::BoxStream;
use portcullis_core::Error;
use portcullis_core::clock::up_to;
use portcullis_net::{BodyError, BodyStream};
use std::collections::VecDeque;
use std::time::Duration;

/// One event.
#[derive(Debug, Default, PartialEq, Eq)]
pub(super) struct SseEvent {
    pub kind: Option<String>,
    pub data: Option<Vec<u8>>,
    pub id: Option<String>,
    pub retry: Option<u64>,
}

/// Events as they come. `Ok(None)` when the stream broke off; an event larger than the wire accepts, and a stream that is
/// compressed in a way that is not read, is an error and the end.
pub(super) type SseEvents = BoxStream<'static, Result<Option<SseEvent>, Error>>;

/// Where a stream can be resumed, and after which pause (SSE-05, SSE-08).
#[derive(Default)]
pub(super) struct StreamPosition {
    /// Id of its last event.
    pub last: Option<String>,
    retry: Option<Duration>,
}

impl StreamPosition {
    pub fn note(&mut self, event: &SseEvent) {
        if let Some(id) = &event.id
            && id.len() <= limits::EVENT_ID
        {
            // An empty one takes back the one before, as the standard says.
            self.last = (!id.is_empty()).then(|| id.clone());
        }
        if let Some(milliseconds) = event.retry {
            let wanted = Duration::from_millis(milliseconds);
            self.retry = Some(wanted.clamp(limits::RETRY_MIN, limits::RETRY_MAX));
        }
    }

    /// How long to wait before taking it up again, after so many failed attempts (SSE-10).
    /// Without a word of the server it grows, and not in step with other streams.
    pub fn pause(&self, failures: u32) -> Duration {
        let patience = limits::RETRY * (1 << failures.min(limits::RESUMES));
        self.retry.unwrap_or_else(|| patience + up_to(patience / 4))
    }
}

/// The message in an event; other kinds of events and empty ones hold none (SSE-03, SSE-04).
pub(super) fn message(event: &SseEvent) -> Option<&[u8]> {
    let kind = event.kind.as_deref().unwrap_or("message");
    let data = event.data.as_deref()?;
    (matches!(kind, "" | "message") && !data.trim_ascii().is_empty()).then_some(data)
}

/// Turns the bytes of a response into events.
pub(super) fn events(rpc: JsonRpc, bytes: BodyStream) -> SseEvents {
    let reading = EventReader {
        parser: Parser::new(rpc.message_bytes()),
        rpc,
        bytes,
        end: None,
        over: false,
    };
    futures::stream::unfold(reading, |mut reading| async move {
        let event = reading.next().await?;
        Some((event, reading))
    })
    .boxed()
}

struct EventReader {
    rpc: JsonRpc,
    bytes: BodyStream,
    parser: Parser,
    /// What comes after the last event.
    end: Option<Result<Option<SseEvent>, Error>>,
    over: bool,
}

impl EventReader {
    async fn next(&mut self) -> Option<Result<Option<SseEvent>, Error>> {
        loop {
            if let Some(event) = self.parser.ready.pop_front() {
                return Some(Ok(Some(event)));
            }
            if self.over {
                return self.end.take();
            }
            match self.bytes.next().await {
                Some(Ok(piece)) => {
                    if let Err(size) = self.parser.feed(&piece) {
                        self.over = true;
                        self.end = Some(Err(self.rpc.too_large(size)));
                    }
                }
                Some(Err(unread)) => {
                    self.over = true;
                    self.end = Some(match unread {
                        BodyError::Broken(_) | BodyError::Garbled => Ok(None),
                        other => Err(super::http::unread(&self.rpc, &other)),
                    });
                }
                None => {
                    self.over = true;
                    let unframed = self.parser.unframed();
                    self.parser.ready.extend(unframed);
                }
            }
        }
    }
}

struct Parser {
    limit: usize,
    ready: VecDeque<SseEvent>,
    event: SseEvent,
    line: Vec<u8>,
    /// Bytes of the event so far, comments aside.
    size: usize,
    after_return: bool,
    begun: bool,
}

impl Parser {
    fn new(limit: usize) -> Self {
        Self {
            limit,
            ready: VecDeque::new(),
            event: SseEvent::default(),
            line: Vec::new(),
            size: 0,
            after_return: false,
            begun: false,
        }
    }

    /// Reads on. An event that gets too large is an error with its size so far; what was whole before it is ready.
    fn feed(&mut self, mut bytes: &[u8]) -> Result<(), usize> {
        while let [first, rest @ ..] = bytes {
            if std::mem::take(&mut self.after_return) && *first == b'\n' {
                bytes = rest;
                continue;
            }
            let end = memchr::memchr2(b'\n', b'\r', bytes);
            let piece = &bytes[..end.unwrap_or(bytes.len())];
            self.size += piece.len();
            if self.size > self.limit {
                return Err(self.size);
            }
            self.line.extend_from_slice(piece);
            let Some(end) = end else { break };
            self.after_return = bytes[end] == b'\r';
            bytes = &bytes[end + 1..];
            let line = std::mem::take(&mut self.line);
            let start = if std::mem::replace(&mut self.begun, true) {
                ""
            } else {
                "\u{feff}"
            };
            self.take(line.strip_prefix(start.as_bytes()).unwrap_or(&line));
        }
        Ok(())
    }

    /// What stands as a message at the end of a stream and is no line of an event: so the Go SDK gives an error of
    /// 2026-07-28 once it has announced something in the same stream.
    fn unframed(&mut self) -> Option<SseEvent> {
        let line = std::mem::take(&mut self.line);
        let is_message = line.starts_with(b"{") && self.event == SseEvent::default();
        is_message.then(|| SseEvent {
            data: Some(line),
            ..SseEvent::default()
        })
    }

    fn take(&mut self, line: &[u8]) {
        if line.is_empty() {
            self.size = 0;
            let event = std::mem::take(&mut self.event);
            if event != SseEvent::default() {
                self.ready.push_back(event);
            }
            return;
        }
        let (name, value) = match memchr::memchr(b':', line) {
            // A comment, which keeps the connection open (SSE-02).
            Some(0) => return self.size -= line.len().min(self.size),
            Some(colon) => (&line[..colon], &line[colon + 1..]),
            None => (line, &line[line.len()..]),
        };
        let value = value.strip_prefix(b" ").unwrap_or(value);
        let text = || String::from_utf8_lossy(value).into_owned();
        match name {
            b"data" => match &mut self.event.data {
                Some(data) => {
                    data.push(b'\n');
                    data.extend_from_slice(value);
                }
                none => *none = Some(value.to_vec()),
            },
            b"event" => self.event.kind = Some(text()),
            b"id" if !value.contains(&0) => self.event.id = Some(text()),
            b"retry" if value.iter().all(u8::is_ascii_digit) => {
                self.event.retry = text().parse().ok().or(self.event.retry);
            }
            _ => {}
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn event(kind: &str, data: &str, id: &str, retry: Option<u64>) -> SseEvent {
        let some = |text: &str| (!text.is_empty()).then(|| text.to_owned());
        SseEvent {
            kind: some(kind),
            data: some(data).map(String::into_bytes),
            id: some(id),
            retry,
        }
    }

    // Proves SSE-01.
    #[test]
    fn every_way_to_write_an_event_is_read_however_it_is_cut() {
        let text = "\u{feff}event: message\r\ndata: a\rdata:b\ndata:  c\r\n\r\n: hello\n\n\
            id: 1\nretry: 20\nretry: soon\nwhat: ever\nodd\n\ndata: \u{1f980}\nid: x\0y\n\ndata: unfinished\n";
        let expected = [
            event("message", "a\nb\n c", "", None),
            event("", "", "1", Some(20)),
            event("", "\u{1f980}", "", None),
        ];
        for size in [1, 2, 3, 7, text.len()] {
            let mut parser = Parser::new(1 << 10);
            for piece in text.as_bytes().chunks(size) {
                parser.feed(piece).unwrap();
            }
            assert_eq!(parser.ready, expected, "in pieces of {size}");
        }
    }

    // Proves SSE-04.
    #[test]
    fn only_an_event_with_data_of_the_usual_kind_holds_a_message() {
        assert_eq!(message(&event("", "{}", "", None)), Some(&b"{}"[..]));
        assert_eq!(message(&event("message", "{}", "", None)), Some(&b"{}"[..]));
        assert_eq!(message(&event("foo", "{}", "", None)), None);
        assert_eq!(message(&event("", "  ", "7", None)), None);
        assert_eq!(message(&event("", "", "7", None)), None);
    }

    // Proves SSE-01, SSE-09.
    #[test]
    fn an_empty_id_takes_back_the_one_before() {
        let mut place = StreamPosition::default();
        place.note(&event("", "{}", "7", None));
        place.note(&event("", "{}", "", None));
        assert_eq!(
            place.last.as_deref(),
            Some("7"),
            "an event without an id says nothing of it"
        );
        let mut parser = Parser::new(1 << 10);
        parser.feed(b"id:\ndata: {}\n\n").unwrap();
        place.note(&parser.ready[0]);
        assert_eq!(place.last, None);
    }

    // Proves F-11.
    #[test]
    fn the_size_counts_one_event_and_no_comments() {
        let mut parser = Parser::new(12);
        parser.feed(b"data: 1234\n:x\n:y\n:z\n\ndata: 1\n\n").unwrap();
        assert_eq!(parser.ready.len(), 2);
        assert!(parser.feed(b"data: 1234567").is_err());
    }

    // Proves SSE-05, SSE-10.
    #[test]
    fn a_server_names_the_pause_within_reason_and_without_a_word_it_grows_up_to_a_limit() {
        let mut place = StreamPosition::default();
        for failures in 0..limits::RESUMES {
            assert!(place.pause(failures) < place.pause(failures + 1));
        }
        assert!(place.pause(99) <= limits::RETRY * (1 << limits::RESUMES) * 5 / 4);
        let same: std::collections::HashSet<_> = (0..20).map(|_| place.pause(3)).collect();
        assert!(same.len() > 1, "no two are in step");
        place.note(&event("", "", "", Some(700)));
        assert_eq!(place.pause(3), Duration::from_millis(700));
        place.note(&event("", "", "", Some(0)));
        assert_eq!(place.pause(0), limits::RETRY_MIN);
        place.note(&event("", "", "", Some(u64::MAX)));
        assert_eq!(place.pause(0), limits::RETRY_MAX);
    }
}
