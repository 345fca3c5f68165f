//! A server's standard input and output as a transport for rmcp: one message a line, bounded in both
//! directions. A message is queued in the order in which rmcp hands it over; a server that does not read its
//! input for [`limits::SEND`] is stuck (F-05), without anybody else waiting for it.

use super::Wire;
use super::decode::Incoming;
use crate::{Code, Error, limits};
use rmcp::RoleClient;
use rmcp::model::{ClientJsonRpcMessage, ServerJsonRpcMessage};
use rmcp::transport::Transport;
use std::collections::VecDeque;
use std::io;
use tokio::io::{AsyncRead, AsyncReadExt, AsyncWrite, AsyncWriteExt};
use tokio::sync::mpsc;
use tokio::task::JoinHandle;
use tokio::time::Instant;

/// Messages waiting to be written.
const QUEUE: usize = 256;
/// Read at a time.
const READ: usize = 64 << 10;
/// Kept of both ends of a message that is too long, to find out whose reply it was.
const ENDS: usize = 4096;

/// The transport.
pub struct Stdio<R> {
    wire: Wire,
    reader: Lines<R>,
    ready: VecDeque<ServerJsonRpcMessage>,
    queue: Option<mpsc::Sender<Vec<u8>>>,
    writer: JoinHandle<()>,
    /// Until when a server that takes no input any more is listened to.
    last_words: Option<Instant>,
}

impl<R: AsyncRead + Unpin + Send + 'static> Stdio<R> {
    /// Speaks over these two pipes. The writer is closed when the transport is.
    pub fn new(wire: Wire, reader: R, writer: impl AsyncWrite + Unpin + Send + 'static) -> Self {
        let (queue, messages) = mpsc::channel(QUEUE);
        let writer = tokio::spawn(write(wire.clone(), writer, messages));
        let reader = Lines::new(reader, wire.message_bytes());
        Self {
            wire,
            reader,
            ready: VecDeque::new(),
            queue: Some(queue),
            writer,
            last_words: None,
        }
    }

    /// Asks with `server/discover` in our own name, before rmcp takes over. `Ok(true)` when the server
    /// speaks the modern era, `Ok(false)` when it answered that it does not, `Err(())` when the connection
    /// ended. Never returns for a server that is silent: the caller has a deadline (ERA, F-02).
    pub async fn probe(&mut self, message: &ClientJsonRpcMessage) -> Result<bool, ()> {
        self.send(message.clone()).await.map_err(|_| ())?;
        loop {
            match self.receive().await.ok_or(())? {
                ServerJsonRpcMessage::Response(_) => return Ok(true),
                ServerJsonRpcMessage::Error(_) => return Ok(false),
                ServerJsonRpcMessage::Request(_) | ServerJsonRpcMessage::Notification(_) => {}
            }
        }
    }

    fn answer(&self, incoming: Incoming) -> VecDeque<ServerJsonRpcMessage> {
        for line in incoming.respond {
            if let Some(queue) = &self.queue
                && queue.try_send(line).is_err()
            {
                tracing::debug!("an answer was not sent because the queue is full");
            }
        }
        incoming.deliver.into()
    }
}

async fn write(wire: Wire, mut pipe: impl AsyncWrite + Unpin, mut messages: mpsc::Receiver<Vec<u8>>) {
    let mut batch = Vec::with_capacity(64);
    let mut bytes = Vec::new();
    while messages.recv_many(&mut batch, 64).await > 0 {
        bytes.clear();
        for message in batch.drain(..) {
            bytes.extend_from_slice(&message);
            bytes.push(b'\n');
        }
        let written = tokio::time::timeout(limits::SEND, async {
            pipe.write_all(&bytes).await?;
            pipe.flush().await
        });
        match written.await {
            Ok(Ok(())) => {}
            Ok(Err(error)) => {
                tracing::debug!(%error, "the server's input is closed");
                return;
            }
            Err(_) => {
                wire.fail(
                    Error::new(
                        Code::ServerStuck,
                        format!(
                            "“{}” did not take its input for {} seconds. It was stopped.",
                            wire.label(),
                            limits::SEND.as_secs()
                        ),
                    )
                    .remedy("Restart the server. If it happens again, it is a fault of the server."),
                );
                return;
            }
        }
    }
}

impl<R: AsyncRead + Unpin + Send + 'static> Transport<RoleClient> for Stdio<R> {
    type Error = io::Error;

    fn send(
        &mut self,
        item: ClientJsonRpcMessage,
    ) -> impl Future<Output = Result<(), io::Error>> + Send + 'static {
        // Queued here and not in the future: rmcp runs the futures in any order.
        let closed = || io::Error::from(io::ErrorKind::BrokenPipe);
        let line = self.wire.outgoing(&item).map_err(io::Error::from);
        let queued = match (line, &self.queue) {
            (Err(error), _) => Err(error),
            (_, None) => Err(closed()),
            (Ok(line), Some(queue)) => match queue.try_send(line) {
                Ok(()) => Ok(None),
                Err(mpsc::error::TrySendError::Full(line)) => Ok(Some((queue.clone(), line))),
                Err(mpsc::error::TrySendError::Closed(_)) => Err(closed()),
            },
        };
        async move {
            match queued? {
                None => Ok(()),
                Some((queue, line)) => queue.send(line).await.map_err(|_| closed()),
            }
        }
    }

    async fn receive(&mut self) -> Option<ServerJsonRpcMessage> {
        loop {
            if let Some(message) = self.ready.pop_front() {
                return Some(message);
            }
            if self
                .wire
                .failure()
                .is_some_and(|failure| failure.code == Code::ServerStuck)
            {
                return None;
            }
            if self.writer.is_finished() {
                // What was said before the end of a process may still be in the pipe. A process that lives on
                // with its input closed is of no more use (F-06).
                self.last_words
                    .get_or_insert_with(|| Instant::now() + limits::REASON_WITHIN);
            }
            let silence = async {
                match self.last_words {
                    Some(end) => tokio::time::sleep_until(end).await,
                    None => std::future::pending().await,
                }
            };
            let incoming = tokio::select! {
                line = self.reader.next() => match line {
                    Some(Line::Whole(line)) => self.wire.incoming(&line),
                    Some(Line::TooLong { head, tail, length }) => self.wire.oversized(&head, &tail, length),
                    None => return None,
                },
                // The writer ends on its own only when nothing can be sent any more.
                _ = &mut self.writer, if !self.writer.is_finished() => continue,
                () = silence => return None,
            };
            self.ready = self.answer(incoming);
        }
    }

    async fn close(&mut self) -> Result<(), io::Error> {
        self.queue = None;
        // One that ended before was seen to end, and a task can be waited for once.
        if !self.writer.is_finished()
            && tokio::time::timeout(limits::STOP_AFTER_EOF, &mut self.writer)
                .await
                .is_err()
        {
            self.writer.abort();
        }
        Ok(())
    }
}

impl<R> Drop for Stdio<R> {
    fn drop(&mut self) {
        self.writer.abort();
    }
}

enum Line {
    Whole(Vec<u8>),
    TooLong {
        head: Vec<u8>,
        tail: Vec<u8>,
        length: usize,
    },
}

/// Lines of bounded length. Holds at most `limit` bytes, however long a line is (F-03).
struct Lines<R> {
    source: R,
    limit: usize,
    chunk: Box<[u8]>,
    filled: std::ops::Range<usize>,
    line: Vec<u8>,
    /// Bytes of the current line that were read but not kept, and its last bytes.
    beyond: Option<(usize, Vec<u8>)>,
}

impl<R: AsyncRead + Unpin> Lines<R> {
    fn new(source: R, limit: usize) -> Self {
        Self {
            source,
            limit,
            chunk: vec![0; READ].into_boxed_slice(),
            filled: 0..0,
            line: Vec::new(),
            beyond: None,
        }
    }

    /// The next line without its newline; `None` at the end. Safe to drop between lines and within one.
    async fn next(&mut self) -> Option<Line> {
        loop {
            if self.filled.is_empty() {
                match self.source.read(&mut self.chunk).await {
                    Ok(0) | Err(_) => return None,
                    Ok(read) => self.filled = 0..read,
                }
            }
            let available = &self.chunk[self.filled.clone()];
            let (taken, ended) = match memchr::memchr(b'\n', available) {
                Some(end) => (end, true),
                None => (available.len(), false),
            };
            let piece = &available[..taken];
            keep(&mut self.line, &mut self.beyond, piece, self.limit);
            self.filled.start += taken + usize::from(ended);
            if ended {
                let mut line = std::mem::take(&mut self.line);
                return Some(match self.beyond.take() {
                    None => Line::Whole(line),
                    Some((beyond, tail)) => {
                        let length = line.len() + beyond;
                        line.truncate(ENDS);
                        Line::TooLong {
                            head: line,
                            tail,
                            length,
                        }
                    }
                });
            }
        }
    }
}

fn keep(line: &mut Vec<u8>, beyond: &mut Option<(usize, Vec<u8>)>, piece: &[u8], limit: usize) {
    let room = if beyond.is_some() {
        0
    } else {
        limit.saturating_sub(line.len()).min(piece.len())
    };
    line.extend_from_slice(&piece[..room]);
    let rest = &piece[room..];
    if rest.is_empty() {
        return;
    }
    let (count, tail) = beyond.get_or_insert_with(|| {
        // What is kept from now on are the ends alone.
        line.truncate(limit);
        (0, Vec::with_capacity(2 * ENDS))
    });
    *count += rest.len();
    tail.extend_from_slice(&rest[rest.len().saturating_sub(ENDS)..]);
    if tail.len() > ENDS {
        tail.drain(..tail.len() - ENDS);
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[tokio::test]
    async fn f03_a_line_without_end_keeps_only_its_ends() {
        let mut bytes = br#"{"jsonrpc":"2.0","id":1,"result":""#.to_vec();
        bytes.resize(40_000, b'x');
        bytes.extend_from_slice(b"\"}\nnext\n");
        let mut lines = Lines::new(&bytes[..], 8192);
        let Some(Line::TooLong { head, tail, length }) = lines.next().await else {
            panic!("too long")
        };
        assert_eq!((head.len(), tail.len(), length), (ENDS, ENDS, 40_002));
        assert!(tail.ends_with(b"x\"}"));
        assert!(matches!(lines.next().await, Some(Line::Whole(line)) if line == b"next"));
        assert!(lines.next().await.is_none());
    }
}
