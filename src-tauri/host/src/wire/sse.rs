//! Events of a Streamable HTTP answer: bounded, sorted by the wire, and handed to rmcp as stubs.

use super::Wire;
use futures::stream::BoxStream;
use futures::{Stream, StreamExt};
use rmcp::model::RequestId;
use sse_stream::{Error as SseError, Sse, SseStream};

type Fault = Box<dyn std::error::Error + Send + Sync>;

/// Turns the bytes of a response into events. An event larger than the wire accepts ends the stream, and with it
/// the request that the stream answers, if it answers one.
pub(super) fn events<B>(
    wire: Wire,
    request: Option<RequestId>,
    bytes: impl Stream<Item = Result<B, reqwest::Error>> + Send + 'static,
) -> BoxStream<'static, Result<Sse, SseError>>
where
    B: AsRef<[u8]> + Into<bytes::Bytes> + Send + 'static,
{
    let limit = wire.message_bytes();
    let mut event = EventSize::default();
    let guard = wire.clone();
    let bounded = bytes.map(move |piece| -> Result<bytes::Bytes, Broken> {
        let piece: bytes::Bytes = piece.map_err(|error| Broken(Box::new(error)))?.into();
        if event.after(&piece) > limit {
            let error = guard.too_large(event.size);
            if let Some(id) = &request {
                guard.settle_broken(id, error.clone());
            }
            return Err(Broken(Box::new(error)));
        }
        Ok(piece)
    });
    SseStream::from_bytes_stream(bounded)
        .flat_map(move |event| futures::stream::iter(sorted(&wire, event)))
        .boxed()
}

/// Sorts one event. Its id and retry hint stay, because rmcp resumes by them.
fn sorted(wire: &Wire, event: Result<Sse, SseError>) -> Vec<Result<Sse, SseError>> {
    let event = match event {
        Ok(event) => event,
        Err(error) => return vec![Err(error)],
    };
    let empty = || Sse {
        data: Some(String::new()),
        ..event.clone()
    };
    let Some(data) = event.data.as_deref().filter(|data| !data.trim().is_empty()) else {
        return vec![Ok(empty())];
    };
    let delivered = wire.incoming(data.as_bytes()).deliver;
    if delivered.is_empty() {
        return vec![Ok(empty())];
    }
    delivered
        .iter()
        .filter_map(|message| serde_json::to_string(message).ok())
        .map(|data| {
            Ok(Sse {
                data: Some(data),
                ..event.clone()
            })
        })
        .collect()
}

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

/// Why a stream of bytes ended early.
#[derive(Debug)]
struct Broken(Fault);

impl std::fmt::Display for Broken {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        self.0.fmt(f)
    }
}

impl std::error::Error for Broken {}

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
