//! Streams a model's reply through a bounded channel (backpressure).

use super::{GeneratedMedia, Usage};
use tokio::sync::mpsc;

/// A part of a streaming reply.
#[derive(Debug, Clone, PartialEq)]
pub enum Piece {
    /// Of its words.
    Words(String),
    /// Of its reasoning.
    Thought(String),
    /// Its provider has no time, and is asked again.
    Again {
        /// After how many seconds.
        seconds: u64,
    },
    /// A picture or a sound that it made.
    Made(GeneratedMedia),
    /// One that it made and that is not kept.
    LeftOut {
        /// That it is left out, and why.
        sentence: String,
        /// What was sent in its place, in the words of its sender.
        said: Option<String>,
    },
    /// What a reply took that ends as an error: its provider declined it, and charges for it.
    Spent(Usage),
}

/// The sending end. It buffers a few deltas; a model that is faster than its reader waits.
#[derive(Debug, Clone)]
pub struct Speech(mpsc::Sender<Piece>);

/// Pieces between a model and its listener.
const PIECES: usize = 64;

impl Speech {
    /// A way for words, and its other end.
    #[must_use]
    pub fn new() -> (Self, mpsc::Receiver<Piece>) {
        let (into, from) = mpsc::channel(PIECES);
        (Self(into), from)
    }

    /// Says a piece. The receiver may be gone, which is no error of the sender.
    pub async fn say(&self, piece: Piece) {
        _ = self.0.send(piece).await;
    }
}
