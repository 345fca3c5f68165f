//! Answers that come compressed. Every request of ours asks for plain ones ([`super::builder`]), and some servers, and some
//! programs before them, compress all the same (RFC 9110 §12.5.3 lets them).
//!
//! What is unpacked is handed on in small pieces, so that the limits of the reader hold for what it really is. A stream,
//! which has no bound as a whole, ends when it unpacks to far more than it is (F-11).

use super::body::BodyError;
use crate::limits;
use bytes::{Buf, Bytes};
use flate2::write::{DeflateDecoder, MultiGzDecoder, ZlibDecoder};
use futures::StreamExt;
use futures::stream::BoxStream;
use http::HeaderMap;
use http::header::CONTENT_ENCODING;
use std::io::{self, Write};

/// The `Content-Encoding` of a response.
pub(super) enum ContentEncoding {
    None,
    Known(Decoder),
    Other(String),
}

impl ContentEncoding {
    pub(super) fn of(headers: &HeaderMap) -> Self {
        let named: Vec<String> = headers
            .get_all(CONTENT_ENCODING)
            .iter()
            .flat_map(|value| value.to_str().unwrap_or("?").split(','))
            .map(|name| name.trim().to_ascii_lowercase())
            .filter(|name| !name.is_empty() && name != "identity")
            .collect();
        match named.as_slice() {
            [] => Self::None,
            [one] if one == "gzip" || one == "x-gzip" => Self::Known(Decoder::Gzip(Box::default())),
            [one] if one == "deflate" => Self::Known(Decoder::Deflate),
            all => Self::Other(all.join(", ")),
        }
    }
}

/// A streaming decoder.
pub(super) enum Decoder {
    Gzip(Box<GzipDecoder>),
    /// `deflate` before its first byte: some write it with the frame that belongs around it, and some without.
    Deflate,
    Framed(Box<ZlibDecoder<Vec<u8>>>),
    Bare(Box<DeflateDecoder<Vec<u8>>>),
}

/// Gzip with one member or several.
pub(super) struct GzipDecoder(MultiGzDecoder<Vec<u8>>);

impl Default for GzipDecoder {
    fn default() -> Self {
        Self(MultiGzDecoder::new(Vec::new()))
    }
}

impl Decoder {
    /// Takes from the front of what came as much as gives a piece. Says how much it took.
    fn unpack(&mut self, packed: &[u8]) -> io::Result<(usize, Vec<u8>)> {
        if matches!(self, Self::Deflate)
            && let Some(first) = packed.first()
        {
            // The frame begins with the number of the method, 8; no bare stream of use begins like that.
            *self = match first & 0x0f {
                8 => Self::Framed(Box::new(ZlibDecoder::new(Vec::new()))),
                _ => Self::Bare(Box::new(DeflateDecoder::new(Vec::new()))),
            };
        }
        match self {
            Self::Gzip(gzip) => step(&mut gzip.0, packed, |gzip| gzip.get_mut()),
            Self::Framed(zlib) => step(zlib, packed, |zlib| zlib.get_mut()),
            Self::Bare(deflate) => step(deflate, packed, |deflate| deflate.get_mut()),
            Self::Deflate => Ok((0, Vec::new())),
        }
    }

    /// What is left at the end; an error where the end is missing.
    fn finish(&mut self) -> io::Result<Vec<u8>> {
        match self {
            Self::Gzip(gzip) => gzip.0.try_finish().map(|()| std::mem::take(gzip.0.get_mut())),
            Self::Framed(zlib) => zlib.try_finish().map(|()| std::mem::take(zlib.get_mut())),
            Self::Bare(deflate) => deflate.try_finish().map(|()| std::mem::take(deflate.get_mut())),
            Self::Deflate => Ok(Vec::new()),
        }
    }
}

fn step<D: Write>(
    decoder: &mut D,
    packed: &[u8],
    out: impl Fn(&mut D) -> &mut Vec<u8>,
) -> io::Result<(usize, Vec<u8>)> {
    let taken = decoder.write(packed)?;
    decoder.flush()?;
    Ok((taken, std::mem::take(out(decoder))))
}

/// A body that is being decompressed.
pub(super) struct DecodedBody {
    packed: BoxStream<'static, reqwest::Result<Bytes>>,
    unpacker: Decoder,
    rest: Bytes,
    came: u64,
    gave: u64,
    over: bool,
}

impl DecodedBody {
    pub(super) fn new(packed: BoxStream<'static, reqwest::Result<Bytes>>, unpacker: Decoder) -> Self {
        Self {
            packed,
            unpacker,
            rest: Bytes::new(),
            came: 0,
            gave: 0,
            over: false,
        }
    }

    /// The next piece, none of which is empty.
    pub(super) async fn next(&mut self) -> Option<Result<Bytes, BodyError>> {
        while !self.over {
            let piece = match self.more().await {
                Ok(piece) => piece,
                Err(unread) => {
                    self.over = true;
                    return Some(Err(unread));
                }
            };
            if !piece.is_empty() {
                return Some(Ok(piece.into()));
            }
        }
        None
    }

    async fn more(&mut self) -> Result<Vec<u8>, BodyError> {
        if self.rest.is_empty() {
            return match self.packed.next().await {
                Some(Ok(piece)) => {
                    self.came += piece.len() as u64;
                    self.rest = piece;
                    Ok(Vec::new())
                }
                Some(Err(error)) => Err(BodyError::Broken(error)),
                None => {
                    self.over = true;
                    // A body of nothing needs no wrapping.
                    if self.came == 0 {
                        return Ok(Vec::new());
                    }
                    self.unpacker.finish().map_err(|_| BodyError::Garbled)
                }
            };
        }
        // A little of this can be a lot of work that never waits: others get their turn.
        tokio::task::coop::consume_budget().await;
        let (taken, piece) = self.unpacker.unpack(&self.rest).map_err(|_| BodyError::Garbled)?;
        self.rest.advance(taken);
        self.gave += piece.len() as u64;
        if taken == 0 && piece.is_empty() {
            // What comes after the end is of no meaning.
            self.rest.clear();
        }
        if self.gave > limits::UNPACK_FREE && self.gave > self.came.saturating_mul(limits::UNPACK_TIMES) {
            return Err(BodyError::Swells(self.gave));
        }
        Ok(piece)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use flate2::Compression;
    use flate2::write::{DeflateEncoder, GzEncoder, ZlibEncoder};

    const TEXT: &str = "data: {\"jsonrpc\":\"2.0\"}\n\n";

    fn gzip(text: &[u8]) -> Vec<u8> {
        let mut packed = GzEncoder::new(Vec::new(), Compression::best());
        packed.write_all(text).unwrap();
        packed.finish().unwrap()
    }

    fn zlib(text: &[u8]) -> Vec<u8> {
        let mut packed = ZlibEncoder::new(Vec::new(), Compression::best());
        packed.write_all(text).unwrap();
        packed.finish().unwrap()
    }

    fn bare(text: &[u8]) -> Vec<u8> {
        let mut packed = DeflateEncoder::new(Vec::new(), Compression::best());
        packed.write_all(text).unwrap();
        packed.finish().unwrap()
    }

    fn unpacker(name: &str) -> Decoder {
        let mut headers = HeaderMap::new();
        headers.insert(CONTENT_ENCODING, name.parse().unwrap());
        match ContentEncoding::of(&headers) {
            ContentEncoding::Known(unpacker) => unpacker,
            _ => panic!("{name} is known"),
        }
    }

    async fn unpacked(name: &str, packed: &[u8], size: usize) -> Result<Vec<u8>, BodyError> {
        let pieces: Vec<_> = packed.chunks(size).map(Bytes::copy_from_slice).map(Ok).collect();
        let mut unpacking = DecodedBody::new(futures::stream::iter(pieces).boxed(), unpacker(name));
        let mut all = Vec::new();
        while let Some(piece) = unpacking.next().await {
            let piece = piece?;
            assert!(
                !piece.is_empty() && piece.len() <= 128 << 10,
                "{} bytes at once",
                piece.len()
            );
            all.extend_from_slice(&piece);
        }
        Ok(all)
    }

    #[tokio::test]
    async fn http_what_is_packed_is_unpacked_however_it_is_cut() {
        let long = TEXT.repeat(20_000);
        for text in ["", TEXT, &long] {
            let text = text.as_bytes();
            let twice = [gzip(text), gzip(text)].concat();
            for (name, packed, expected) in [
                ("gzip", gzip(text), text.to_vec()),
                ("X-GZIP", gzip(text), text.to_vec()),
                ("identity, gzip", gzip(text), text.to_vec()),
                ("gzip", twice, [text, text].concat()),
                ("deflate", zlib(text), text.to_vec()),
                ("deflate", bare(text), text.to_vec()),
                ("gzip", Vec::new(), Vec::new()),
            ] {
                for size in [1, 7, packed.len().max(1)] {
                    assert_eq!(
                        unpacked(name, &packed, size).await.unwrap(),
                        expected,
                        "{name} by {size}"
                    );
                }
            }
        }
    }

    #[tokio::test]
    async fn sse_what_was_written_so_far_comes_before_the_end() {
        let mut packed = GzEncoder::new(Vec::new(), Compression::best());
        packed.write_all(TEXT.as_bytes()).unwrap();
        packed.flush().unwrap();
        let begun = Bytes::from(packed.get_ref().clone());
        let open = futures::stream::iter([Ok(begun)]).chain(futures::stream::pending());
        let mut unpacking = DecodedBody::new(open.boxed(), unpacker("gzip"));
        assert_eq!(unpacking.next().await.unwrap().unwrap(), TEXT.as_bytes());
    }

    // Proves F-11.
    #[tokio::test]
    async fn what_is_not_packed_as_it_says_or_is_cut_short_is_an_error() {
        let whole = gzip(TEXT.repeat(99).as_bytes());
        for (name, packed) in [
            ("gzip", TEXT.as_bytes()),
            ("gzip", &whole[..whole.len() - 9]),
            ("deflate", &b"\x78\x9cnonsense"[..]),
            ("deflate", &b"\xff\xff\xff"[..]),
        ] {
            let outcome = unpacked(name, packed, 3).await;
            assert!(matches!(outcome, Err(BodyError::Garbled)), "{name} {packed:?}");
        }
    }

    // Proves F-11.
    #[tokio::test]
    async fn a_little_that_unpacks_without_end_ends() {
        // A gibibyte of nothing, in a mebibyte.
        let block = vec![b'\n'; 16 << 20];
        let packed = gzip(&block);
        let bomb = packed.repeat(64);
        assert_eq!(
            unpacked("gzip", &packed, 4096).await.unwrap().len(),
            block.len(),
            "as much is free"
        );
        let outcome = unpacked("gzip", &bomb, 4096).await;
        let Err(BodyError::Swells(size)) = outcome else {
            panic!("it ends");
        };
        assert!(
            size < limits::UNPACK_FREE + (1 << 20),
            "it was unpacked up to {size}"
        );
    }

    // Proves F-11.
    #[tokio::test]
    async fn a_stream_may_unpack_to_200_times_its_size_and_no_more() {
        let text = vec![b'\n'; 200 * 90_000];
        let mut packed = zlib(&text);
        // What comes after the end has no meaning, and counts.
        packed.resize(90_000, 0);
        let outcome = unpacked("deflate", &packed, packed.len()).await;
        assert_eq!(outcome.unwrap().len(), text.len());
        packed.pop();
        let outcome = unpacked("deflate", &packed, packed.len()).await;
        assert!(matches!(outcome, Err(BodyError::Swells(_))));
    }

    #[test]
    fn http_an_encoding_that_was_not_asked_for_is_named() {
        for (said, shown) in [("br", "br"), ("gzip, gzip", "gzip, gzip"), ("ZSTD", "zstd")] {
            let mut headers = HeaderMap::new();
            headers.insert(CONTENT_ENCODING, said.parse().unwrap());
            let ContentEncoding::Other(name) = ContentEncoding::of(&headers) else {
                panic!("{said} is not read");
            };
            assert_eq!(name, shown);
        }
        assert!(matches!(
            ContentEncoding::of(&HeaderMap::new()),
            ContentEncoding::None
        ));
    }
}
