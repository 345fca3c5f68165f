//! Response bodies, decompressed and size-limited.

use super::decompress::{ContentEncoding, DecodedBody};
use bytes::Bytes;
use futures::StreamExt;
use futures::stream::BoxStream;
use reqwest::Response;

/// Why a body was not read.
#[derive(Debug)]
pub enum BodyError {
    /// It has at least so many bytes.
    TooLarge(usize),
    /// It broke off.
    Broken(reqwest::Error),
    /// It is compressed in this way, which was not asked for and is not read.
    Packed(String),
    /// It is compressed, and not as it says.
    Garbled,
    /// It is compressed and unpacks to more than its limit: so many bytes so far.
    Swells(u64),
}

/// The bytes of a body as they arrive. Ends after an error.
pub type BodyStream = BoxStream<'static, Result<Bytes, BodyError>>;

/// Reads an answer piece by piece. Its pieces are small, whatever they were packed in.
pub fn pieces(response: Response) -> BodyStream {
    let packing = ContentEncoding::of(response.headers());
    let bytes = response.bytes_stream();
    match packing {
        ContentEncoding::None => bytes.map(|piece| piece.map_err(BodyError::Broken)).boxed(),
        ContentEncoding::Other(name) => futures::stream::iter([Err(BodyError::Packed(name))]).boxed(),
        ContentEncoding::Known(unpacker) => {
            let unpacking = DecodedBody::new(bytes.boxed(), unpacker);
            futures::stream::unfold(unpacking, |mut unpacking| async move {
                let piece = unpacking.next().await?;
                Some((piece, unpacking))
            })
            .boxed()
        }
    }
}

/// Reads an answer of at most so many bytes.
pub async fn whole(response: Response, most: usize) -> Result<Vec<u8>, BodyError> {
    let mut body = Vec::new();
    let mut pieces = pieces(response);
    while let Some(piece) = pieces.next().await {
        let piece = piece?;
        if body.len() + piece.len() > most {
            return Err(BodyError::TooLarge(body.len() + piece.len()));
        }
        body.extend_from_slice(&piece);
    }
    Ok(body)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[tokio::test]
    async fn an_answer_is_read_up_to_its_limit_and_refused_beyond_it() {
        let read = |most| whole(Response::from(http::Response::new("12345")), most);
        assert!(matches!(read(5).await, Ok(body) if body == b"12345"));
        assert!(matches!(read(4).await, Err(BodyError::TooLarge(5))));
    }
}
