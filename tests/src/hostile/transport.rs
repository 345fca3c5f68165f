//! The way out of the server: what steps put in, a transport frames and writes.

use std::time::Duration;

use tokio::sync::{mpsc, oneshot};

use super::script::HttpAnswer;

/// Something to write.
#[derive(Debug)]
pub(super) enum Piece {
    /// One message, framed as the transport frames messages.
    Message(Vec<u8>),
    /// The message that answers the request; after it HTTP has nothing more to wait for.
    Answer(Vec<u8>),
    /// Bytes as they are.
    Raw(Vec<u8>),
    /// On HTTP: events as they are; a response that has not begun becomes a stream.
    Events(Vec<u8>),
    /// Say so when everything before has been written.
    Flush(oneshot::Sender<()>),
    /// On HTTP: this response and nothing else.
    Http(HttpAnswer),
    /// On HTTP: every byte from here on comes after a pause.
    Trickle(Duration),
    /// On HTTP: the connection ends here, in the middle of whatever it is in.
    Drop,
}

/// The sending half. Bounded, so that a flood waits for the reader as a real process would.
#[derive(Debug, Clone)]
pub(super) struct HostileTransport(mpsc::Sender<Piece>);

impl HostileTransport {
    pub(super) fn new() -> (Self, mpsc::Receiver<Piece>) {
        let (pieces, writer) = mpsc::channel(64);
        (Self(pieces), writer)
    }

    /// A reader that has gone is no fault of the script: what is said then is lost.
    pub(super) async fn message(&self, message: impl Into<Vec<u8>>) {
        self.piece(Piece::Message(message.into())).await;
    }

    pub(super) async fn answer(&self, message: impl Into<Vec<u8>>) {
        self.piece(Piece::Answer(message.into())).await;
    }

    pub(super) async fn piece(&self, piece: Piece) {
        self.0.send(piece).await.ok();
    }

    pub(super) async fn raw(&self, bytes: impl Into<Vec<u8>>) {
        self.piece(Piece::Raw(bytes.into())).await;
    }

    /// Waits until everything said so far has been written or the writer has gone.
    pub(super) async fn flush(&self) {
        let (written, all_written) = oneshot::channel();
        if self.0.send(Piece::Flush(written)).await.is_ok() {
            all_written.await.ok();
        }
    }
}
