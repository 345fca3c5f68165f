//! The whole of an answer, up to a bound: nobody who answers decides how much is read.

use futures::StreamExt;
use reqwest::Response;

/// Why there is no whole answer.
#[derive(Debug)]
pub(crate) enum Unread {
    /// It has at least so many bytes.
    TooLarge(usize),
    /// It broke off.
    Broken(reqwest::Error),
}

/// Reads an answer of at most so many bytes.
pub(crate) async fn whole(response: Response, most: usize) -> Result<Vec<u8>, Unread> {
    let mut body = Vec::new();
    let mut pieces = response.bytes_stream();
    while let Some(piece) = pieces.next().await {
        let piece = piece.map_err(Unread::Broken)?;
        if body.len() + piece.len() > most {
            return Err(Unread::TooLarge(body.len() + piece.len()));
        }
        body.extend_from_slice(&piece);
    }
    Ok(body)
}
