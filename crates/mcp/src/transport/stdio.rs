//! The stdio transport: newline-delimited JSON over the pipes of a program, bounded in both directions. Messages leave
//! in order, at once where the pipe takes them; a server that does not read its input for [`limits::SEND`] is stuck
//! (F-05), and holds up no other server.

use super::decode::IncomingRequest;
use super::rate_limit::RateLimit;
use super::unterminated::UnterminatedLine;
use super::{Id, JsonRpc, locked, seconds};
use crate::limits;
use portcullis_core::{Code, Error};
use portcullis_l10n::say;
use std::future::poll_fn;
use std::pin::Pin;
use std::sync::{Arc, Mutex};
use std::task::{Context, Poll, Waker};
use tokio::io::{AsyncRead, AsyncReadExt, AsyncWrite};
use tokio::sync::{Notify, mpsc};
use tokio::task::JoinHandle;
use tokio::time::Instant;

/// Its writing end; clones share it.
#[derive(Clone)]
pub struct StdioTransport {
    shared: Arc<StdioState>,
}

struct StdioState {
    rpc: JsonRpc,
    state: Mutex<WriteState>,
    /// There is a backlog, or nothing more will be sent.
    more: Notify,
}

/// Where a server reads.
pub trait ServerStdin: AsyncWrite + Send {
    /// Bytes that were written and that were not read yet, where the system says so.
    fn unread(&self) -> Option<u64> {
        None
    }
}

/// It is not read, and no system can say so.
impl ServerStdin for tokio::io::Sink {}

impl ServerStdin for tokio::process::ChildStdin {
    #[cfg(target_os = "linux")]
    fn unread(&self) -> Option<u64> {
        rustix::io::ioctl_fionread(self).ok()
    }
}

struct WriteState {
    /// `None` once it is closed.
    writer: Option<Pin<Box<dyn ServerStdin>>>,
    /// What was unread when it was closed.
    left: Option<u64>,
    backlog: Vec<u8>,
    /// How much of the backlog was written.
    written: usize,
}

impl StdioTransport {
    /// Reads and writes these two pipes. Requests of the server arrive at `asked`. The task ends when nothing more can
    /// come; all pending requests have ended by then.
    pub fn open(
        rpc: &JsonRpc,
        reader: impl AsyncRead + Unpin + Send + 'static,
        writer: impl ServerStdin + 'static,
        asked: mpsc::Sender<IncomingRequest>,
    ) -> (Self, JoinHandle<()>) {
        let shared = Arc::new(StdioState {
            rpc: rpc.clone(),
            state: Mutex::new(WriteState {
                writer: Some(Box::pin(writer)),
                left: None,
                backlog: Vec::new(),
                written: 0,
            }),
            more: Notify::new(),
        });
        let pipe = Self { shared };
        let task = tokio::spawn(pipe.clone().serve(
            LineReader::new(reader, rpc.message_bytes(), rpc.unterminated()),
            asked,
        ));
        (pipe, task)
    }

    /// Sends a message. What the pipe does not take at once follows as soon as it does. `false` where it is not sent.
    pub fn send(&self, message: &[u8]) -> bool {
        let mut state = locked(&self.shared.state);
        if state.writer.is_none() {
            return false;
        }
        if state.backlog.is_empty() {
            state.backlog.extend_from_slice(message);
            state.backlog.push(b'\n');
            // No task has to be woken for what leaves at once.
            let done = state.write(&mut Context::from_waker(Waker::noop()));
            if !matches!(done, Poll::Ready(Ok(()))) {
                self.shared.more.notify_one();
            }
        } else if state.backlog.len() - state.written < limits::STDIO_BACKLOG {
            state.backlog.extend_from_slice(message);
            state.backlog.push(b'\n');
        } else {
            drop(state);
            self.shared.rpc.fail(self.behind());
            return false;
        }
        true
    }

    /// Ends a request that was not sent, with the reason where it is known: nothing would ever answer it.
    pub(super) fn end_unsent(&self, id: Id) {
        let rpc = &self.shared.rpc;
        match rpc.failure() {
            Some(error) => rpc.settle_broken(id, error),
            None => {
                rpc.forget(id);
            }
        }
    }

    /// Closes the server's input, which asks it to end.
    pub fn close(&self) {
        let mut state = locked(&self.shared.state);
        state.left = state.unread();
        state.writer = None;
        state.backlog = Vec::new();
        drop(state);
        self.shared.more.notify_one();
    }

    /// Bytes that the server has not read yet, where the system says so; after the end, those that it never read.
    #[must_use]
    pub fn unread(&self) -> Option<u64> {
        locked(&self.shared.state).unread()
    }

    fn stuck(&self) -> Error {
        Error::new(
            Code::ServerStuck,
            say!(
                "input-stuck",
                server = self.shared.rpc.label(),
                time = seconds(limits::SEND)
            ),
        )
        .remedy(say!("input-stuck-remedy"))
    }

    /// It reads, and not as fast as it is written to.
    fn behind(&self) -> Error {
        Error::new(
            Code::ServerStuck,
            say!(
                "input-behind",
                server = self.shared.rpc.label(),
                mebibytes = limits::STDIO_BACKLOG >> 20
            ),
        )
        .remedy(say!("input-stuck-remedy"))
    }

    async fn serve(
        self,
        mut lines: LineReader<impl AsyncRead + Unpin>,
        asked: mpsc::Sender<IncomingRequest>,
    ) {
        let rpc = self.shared.rpc.clone();
        let mut writing = std::pin::pin!(self.clone().write());
        let mut rate_limit = RateLimit::default();
        let mut cannot_write = false;
        let mut last_words: Option<Instant> = None;
        loop {
            let silence = async {
                match last_words {
                    Some(end) => tokio::time::sleep_until(end).await,
                    None => std::future::pending().await,
                }
            };
            // In no order: a server that never stops talking still gets what is sent to it.
            tokio::select! {
                line = lines.next() => match line {
                    Some(InputLine::Whole(line)) => {
                        let came = rpc.incoming_line(line);
                        let awaited = came.pass_on(&rpc, &asked, |line| {
                            self.send(&line);
                        });
                        rate_limit.after(awaited).await;
                    },
                    Some(InputLine::TooLong { head, tail, length }) => {
                        if let Some(line) = rpc.oversized(&head, &tail, length) {
                            self.send(&line);
                        }
                    },
                    None => break,
                },
                stuck = &mut writing, if !cannot_write => {
                    if stuck {
                        rpc.fail(self.stuck());
                        break;
                    }
                    // What was said before the end of a process may still be in the pipe. A process that lives on
                    // with its input closed is of no more use (F-06).
                    cannot_write = true;
                    last_words = Some(Instant::now() + limits::FAILURE_REASON_WAIT);
                }
                () = silence => break,
            }
        }
        self.close();
        rpc.end();
    }

    /// Writes the backlog whenever there is one. Ends when nothing can be written any more; `true` when that is
    /// because the server does not read.
    async fn write(self) -> bool {
        loop {
            self.shared.more.notified().await;
            loop {
                // A slow reader is no stuck one: what counts is that it takes something.
                let written = poll_fn(|context| locked(&self.shared.state).write_some(context));
                match tokio::time::timeout(limits::SEND, written).await {
                    Ok(Some(Ok(true))) => {}
                    Ok(Some(Ok(false))) => break,
                    Ok(Some(Err(error))) => {
                        tracing::debug!(%error, "the server's input is closed");
                        return false;
                    }
                    Ok(None) => return false,
                    Err(_) => return true,
                }
            }
        }
    }
}

impl WriteState {
    fn unread(&self) -> Option<u64> {
        match &self.writer {
            // What is still to be written was not read either.
            Some(writer) => Some(writer.unread()? + (self.backlog.len() - self.written) as u64),
            None => self.left,
        }
    }

    /// Writes as much as the pipe takes; ready when nothing is left.
    fn write(&mut self, context: &mut Context<'_>) -> Poll<std::io::Result<()>> {
        loop {
            match self.write_some(context) {
                Poll::Ready(Some(Ok(true))) => {}
                Poll::Ready(Some(Ok(false)) | None) => return Poll::Ready(Ok(())),
                Poll::Ready(Some(Err(error))) => return Poll::Ready(Err(error)),
                Poll::Pending => return Poll::Pending,
            }
        }
    }

    /// Writes once: whether something is left to write, or `None` when it is closed.
    fn write_some(&mut self, context: &mut Context<'_>) -> Poll<Option<std::io::Result<bool>>> {
        let Some(writer) = &mut self.writer else {
            return Poll::Ready(None);
        };
        if self.written == self.backlog.len() {
            self.backlog.clear();
            self.backlog.shrink_to(limits::STDIO_READ);
            self.written = 0;
            return writer.as_mut().poll_flush(context).map_ok(|()| false).map(Some);
        }
        match writer.as_mut().poll_write(context, &self.backlog[self.written..]) {
            Poll::Ready(Ok(0)) => Poll::Ready(Some(Err(std::io::ErrorKind::WriteZero.into()))),
            Poll::Ready(Ok(bytes)) => {
                self.written += bytes;
                Poll::Ready(Some(Ok(true)))
            }
            Poll::Ready(Err(error)) => Poll::Ready(Some(Err(error))),
            Poll::Pending => Poll::Pending,
        }
    }
}

enum InputLine {
    Whole(Vec<u8>),
    TooLong {
        head: Vec<u8>,
        tail: Vec<u8>,
        length: usize,
    },
}

/// Lines of bounded length. Holds at most `limit` bytes, however long a line is (F-03).
struct LineReader<R> {
    source: R,
    limit: usize,
    chunk: Vec<u8>,
    filled: std::ops::Range<usize>,
    line: Vec<u8>,
    /// Bytes of the current line that were read but not kept, and its last bytes.
    beyond: Option<(usize, Vec<u8>)>,
    unterminated: UnterminatedLine,
}

impl<R: AsyncRead + Unpin> LineReader<R> {
    fn new(source: R, limit: usize, unterminated: UnterminatedLine) -> Self {
        Self {
            source,
            limit,
            chunk: vec![0; limits::STDIO_READ_IDLE],
            filled: 0..0,
            line: Vec::new(),
            beyond: None,
            unterminated,
        }
    }

    /// The next line without its newline; `None` at the end. Safe to drop between lines and within one.
    async fn next(&mut self) -> Option<InputLine> {
        loop {
            if self.filled.is_empty() {
                match self.source.read(&mut self.chunk).await {
                    Ok(0) | Err(_) => return None,
                    Ok(read) => self.filled = 0..read,
                }
                // What fills it whole is a long message, whose rest comes in larger pieces.
                if self.filled.end == self.chunk.len() {
                    self.chunk.resize(limits::STDIO_READ, 0);
                }
            }
            let available = &self.chunk[self.filled.clone()];
            let (taken, ended) = match memchr::memchr(b'\n', available) {
                Some(end) => (end, true),
                None => (available.len(), false),
            };
            let piece = &available[..taken];
            let continued = !self.line.is_empty();
            keep(&mut self.line, &mut self.beyond, piece, self.limit);
            self.filled.start += taken + usize::from(ended);
            if ended {
                if continued {
                    self.unterminated.clear();
                }
                if self.filled.is_empty() && self.line.len() < limits::STDIO_READ_IDLE {
                    self.chunk.truncate(limits::STDIO_READ_IDLE);
                    self.chunk.shrink_to_fit();
                }
                let mut line = std::mem::take(&mut self.line);
                return Some(match self.beyond.take() {
                    None => InputLine::Whole(line),
                    Some((beyond, tail)) => {
                        let length = line.len() + beyond;
                        line.truncate(limits::STDIO_ENDS);
                        InputLine::TooLong {
                            head: line,
                            tail,
                            length,
                        }
                    }
                });
            }
            let beyond = self.beyond.as_ref().map_or(0, |(count, _)| *count);
            self.unterminated.note(&self.line, self.line.len() + beyond);
        }
    }
}

fn keep(line: &mut Vec<u8>, beyond: &mut Option<(usize, Vec<u8>)>, piece: &[u8], limit: usize) {
    let room = if beyond.is_some() {
        0
    } else {
        limit.saturating_sub(line.len()).min(piece.len())
    };
    if line.capacity() < limits::STDIO_LONG && line.len() + room > limits::STDIO_LONG / 2 {
        // It is long, and may be as long as it likes up to the limit: that much is address space, of which no more is
        // taken than is written to. To grow step by step it would be copied again and again.
        line.reserve_exact(limit.clamp(limits::STDIO_LONG, limits::STDIO_LONG_ROOM));
    }
    line.extend_from_slice(&piece[..room]);
    let rest = &piece[room..];
    if rest.is_empty() {
        return;
    }
    let (count, tail) = beyond.get_or_insert_with(|| {
        // What is kept from now on are the ends alone.
        line.truncate(limit);
        (0, Vec::with_capacity(2 * limits::STDIO_ENDS))
    });
    *count += rest.len();
    tail.extend_from_slice(&rest[rest.len().saturating_sub(limits::STDIO_ENDS)..]);
    if tail.len() > limits::STDIO_ENDS {
        tail.drain(..tail.len() - limits::STDIO_ENDS);
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use futures::FutureExt as _;
    use tokio::io::AsyncWriteExt as _;

    // Proves F-03.
    #[tokio::test]
    async fn a_line_without_end_keeps_only_its_ends() {
        let mut bytes = br#"{"jsonrpc":"2.0","id":1,"result":""#.to_vec();
        bytes.resize(40_000, b'x');
        bytes.extend_from_slice(b"\"}\nnext\n");
        let mut lines = LineReader::new(&bytes[..], 8192, UnterminatedLine::default());
        let Some(InputLine::TooLong { head, tail, length }) = lines.next().await else {
            panic!("too long")
        };
        assert_eq!(
            (head.len(), tail.len(), length),
            (limits::STDIO_ENDS, limits::STDIO_ENDS, 40_002)
        );
        assert!(tail.ends_with(b"x\"}"));
        assert!(matches!(lines.next().await, Some(InputLine::Whole(line)) if line == b"next"));
        assert!(lines.next().await.is_none());
    }

    // Proves F-04.
    #[tokio::test]
    async fn what_came_of_a_line_without_its_newline_is_known_until_it_ends() {
        let rpc = super::super::tests::rpc();
        rpc.redact_echo("token-0123456789abcdef");
        let (mut server, pipe) = tokio::io::duplex(1 << 16);
        let mut lines = LineReader::new(pipe, 1 << 20, rpc.unterminated());
        let said = br#"{"a":"token-0123456789abcdef"}"#;
        server.write_all(said).await.unwrap();
        assert!(lines.next().now_or_never().is_none(), "it has not ended");
        let partial = rpc.partial_line().unwrap();
        assert_eq!(partial.bytes, said.len());
        assert!(
            partial.is_message() && !partial.head.contains("token"),
            "{}",
            partial.head
        );
        server.write_all(&[b'x'; 3 * limits::STDIO_ENDS]).await.unwrap();
        assert!(lines.next().now_or_never().is_none());
        let partial = rpc.partial_line().unwrap();
        assert_eq!(partial.bytes, said.len() + 3 * limits::STDIO_ENDS);
        assert!(partial.head.len() <= limits::STDIO_ENDS);
        server.write_all(b"\n  ").await.unwrap();
        assert!(lines.next().await.is_some());
        assert!(lines.next().now_or_never().is_none());
        assert!(rpc.partial_line().is_none(), "spaces are no message");
    }
}
