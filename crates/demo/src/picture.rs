//! A small picture of a gate, made here so that the demo needs neither a file nor an encoder.
//!
//! PNG with one bit per pixel and a palette of two colours; the pixel data are stored, not
//! compressed, which every decoder accepts (RFC 1950, RFC 1951 section 3.2.4).

use rmcp::schemars::{self, JsonSchema};
use serde::Deserialize;

/// Width and height in pixels.
const SIDE: usize = 96;
const BYTES_PER_ROW: usize = SIDE / 8;

/// What the bars of the drawn gate are made of.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq, Deserialize, JsonSchema)]
#[serde(rename_all = "lowercase")]
pub(crate) enum Material {
    /// Dark grey.
    #[default]
    Iron,
    /// Brown.
    Oak,
    /// Green.
    Bronze,
}

impl Material {
    fn colour(self) -> [u8; 3] {
        match self {
            Self::Iron => [0x3a, 0x40, 0x48],
            Self::Oak => [0x7a, 0x52, 0x30],
            Self::Bronze => [0x3f, 0x7d, 0x6a],
        }
    }
}

/// The picture as the bytes of a PNG file.
pub(crate) fn gate(material: Material) -> Vec<u8> {
    let [red, green, blue] = material.colour();
    let mut file = b"\x89PNG\r\n\x1a\n".to_vec();
    let side = u32::try_from(SIDE).unwrap_or(u32::MAX).to_be_bytes();
    let mut header = [side, side].concat();
    // One bit per pixel, palette, and the only defined compression, filter and no interlacing.
    header.extend([1, 3, 0, 0, 0]);
    chunk(&mut file, b"IHDR", &header);
    chunk(&mut file, b"PLTE", &[0xf6, 0xf4, 0xef, red, green, blue]);
    chunk(&mut file, b"IDAT", &stored(&rows()));
    chunk(&mut file, b"IEND", &[]);
    file
}

fn is_bar(x: usize, y: usize) -> bool {
    let frame = !(6..SIDE - 6).contains(&x) || y < 6;
    // The upright bars end in points below the last crossbar.
    let upright = x % 18 >= 7 && x % 18 < 12 && y < SIDE - 8;
    let crossbar = y % 22 >= 9 && y % 22 < 13 && y < SIDE - 18;
    frame || upright || crossbar
}

fn rows() -> Vec<u8> {
    let mut rows = Vec::with_capacity(SIDE * (BYTES_PER_ROW + 1));
    for y in 0..SIDE {
        rows.push(0); // this row is not filtered
        for byte in 0..BYTES_PER_ROW {
            rows.push((0..8).fold(0, |bits, bit| bits << 1 | u8::from(is_bar(byte * 8 + bit, y))));
        }
    }
    rows
}

/// A zlib stream of one stored block; the picture is far below the 65,535 bytes such a block holds.
fn stored(data: &[u8]) -> Vec<u8> {
    let length = u16::try_from(data.len()).unwrap_or(u16::MAX);
    let mut stream = vec![0x78, 0x01, 0x01];
    stream.extend(length.to_le_bytes());
    stream.extend((!length).to_le_bytes());
    stream.extend_from_slice(data);
    stream.extend(adler32(data).to_be_bytes());
    stream
}

fn chunk(file: &mut Vec<u8>, name: &[u8; 4], data: &[u8]) {
    let length = u32::try_from(data.len()).unwrap_or(u32::MAX);
    file.extend(length.to_be_bytes());
    let checked = file.len();
    file.extend_from_slice(name);
    file.extend_from_slice(data);
    let sum = crc32(&file[checked..]);
    file.extend(sum.to_be_bytes());
}

fn crc32(data: &[u8]) -> u32 {
    !data.iter().fold(u32::MAX, |sum, byte| {
        (0..8).fold(sum ^ u32::from(*byte), |sum, _| {
            (sum >> 1) ^ (0xedb8_8320 & (sum & 1).wrapping_neg())
        })
    })
}

fn adler32(data: &[u8]) -> u32 {
    let (low, high) = data.iter().fold((1_u32, 0_u32), |(low, high), byte| {
        let low = (low + u32::from(*byte)) % 65_521;
        (low, (high + low) % 65_521)
    });
    high << 16 | low
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn checksums_agree_with_published_values() {
        assert_eq!(crc32(b"123456789"), 0xcbf4_3926);
        assert_eq!(adler32(b"Wikipedia"), 0x11e6_0398);
    }

    #[test]
    fn the_picture_fits_one_stored_block() {
        assert_eq!(rows().len(), SIDE * (BYTES_PER_ROW + 1));
        assert!(rows().len() < usize::from(u16::MAX));
    }
}
