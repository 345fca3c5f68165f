//! Server-sent events, bounded: which of them hold a message, and where a stream can be taken up again.

use super::Wire;
use crate::{Error, limits};
use futures::stream::BoxStream;
use futures::{Stream, StreamExt};
use sse_stream::{Sse, SseStream};
use std::time::Duration;

/// Where a stream was left (SSE-05, SSE-08).
#[derive(Default)]
pub(super) struct Place {
    /// Id of its last event.
    pub last: Option<String>,
    retry: Option<Duration>,
}

impl Place {
    pub fn note(&mut self, event: &Sse) {
        if let Some(id) = &event.id
            && id.len() <= limits::EVENT_ID
        {
            self.last = Some(id.clone());
        }
        if let Some(milliseconds) = event.retry {
            self.retry = Some(Duration::from_millis(milliseconds).min(limits::RETRY_MAX));
        }
    }

    /// How long to wait before taking it up again.
    pub fn pause(&self) -> Duration {
        self.retry.unwrap_or(limits::RETRY)
    }
}

/// The message in an event; other kinds of events and empty ones hold none (SSE-03, SSE-04).
pub(super) fn message(event: &Sse) -> Option<&str> {
    let kind = event.event.as_deref().unwrap_or("message");
    let data = event.data.as_deref()?;
    (matches!(kind, "" | "message") && !data.trim().is_empty()).then_some(data)
}

/// Turns the bytes of a response into events. `Ok(None)` when the stream broke off; an event larger than the wire
/// accepts is an error and the end.
pub(super) fn events<B>(
    wire: Wire,
    bytes: impl Stream<Item = Result<B, reqwest::Error>> + Send + 'static,
) -> BoxStream<'static, Result<Option<Sse>, Error>>
where
    B: AsRef<[u8]> + Into<bytes::Bytes> + Send + 'static,
{
    let limit = wire.message_bytes();
    let mut event = EventSize::default();
    let bounded = bytes.map(move |piece| -> Result<bytes::Bytes, Broken> {
        let piece: bytes::Bytes = piece.map_err(|_| Broken(None))?.into();
        if event.after(&piece) > limit {
            return Err(Broken(Some(wire.too_large(event.size))));
        }
        Ok(piece)
    });
    SseStream::from_bytes_stream(bounded)
        .map(|event| match event {
            Ok(event) => Ok(Some(event)),
            Err(sse_stream::Error::Body(fault)) => match fault.downcast::<Broken>() {
                Ok(broken) => broken.0.map_or(Ok(None), Err),
                Err(_) => Ok(None),
            },
            Err(_) => Ok(None),
        })
        .boxed()
}

/// Why a stream of bytes ended early: with an error of ours, or because the connection did.
#[derive(Debug)]
struct Broken(Option<Error>);

impl std::fmt::Display for Broken {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.write_str("the stream broke off")
    }
}

impl std::error::Error for Broken {}

/// Bytes since the last blank line.
#[derive(Default)]
struct EventSize {
    size: usize,
    line: usize,
}

impl EventSize {
    fn after(&mut self, piece: &[u8]) -> usize {
        let mut largest = 0;
        let mut rest = piece;
        while let Some(end) = memchr::memchr(b'\n', rest) {
            let carriage = usize::from(end > 0 && rest[end - 1] == b'\r');
            self.line += end - carriage;
            self.size += end + 1;
            largest = largest.max(self.size);
            if self.line == 0 {
                self.size = 0;
            }
            self.line = 0;
            rest = &rest[end + 1..];
        }
        self.line += rest.len();
        self.size += rest.len();
        largest.max(self.size)
    }
}

#[cfg(test)]
mod tests {
    use super::EventSize;

    #[test]
    fn the_size_counts_one_event_and_starts_again_after_a_blank_line() {
        let mut size = EventSize::default();
        assert_eq!(size.after(b"data: 12345\n"), 12);
        assert_eq!(size.after(b"\r\ndata: 1"), 14);
        assert_eq!(size.after(b"23\n\n"), 11);
        assert_eq!(size.after(b""), 0);
    }
}
