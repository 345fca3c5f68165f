//! Pictures decoded and encoded again: what reaches the gate's page was written here, pixel by pixel, and not by a server.
//! The engine's own decoders never see the server's bytes there.

use crate::limits;
use image::codecs::png::PngEncoder;
use image::metadata::Orientation;
use image::{DynamicImage, ImageDecoder, ImageEncoder, ImageFormat, ImageReader, ImageResult, Limits};
use portcullis_l10n::say;
use std::io::Cursor;

/// The type of what [`redraw`] gives.
pub const REDRAWN: &str = "image/png";

/// The first frame of a picture as a PNG, no larger than the gate shows it.
///
/// # Errors
/// Why it is not shown, in words: it cannot be decoded, or has more pixels than [`limits::PICTURE_SIDE`] allows.
pub fn redraw(mime: &str, bytes: &[u8]) -> Result<Vec<u8>, String> {
    let format = ImageFormat::from_mime_type(mime).ok_or_else(|| say!("media-image-type"))?;
    redrawn(
        format,
        bytes,
        limits::PICTURE_SIDE,
        limits::PICTURE_MEMORY,
        limits::PICTURE_SHOWN,
    )
}

/// An icon as a small PNG: a PNG, JPEG or WebP by its first bytes, whatever was claimed for it.
///
/// # Errors
/// As [`redraw`], for icons of more than [`limits::ICON_SIDE`].
pub fn redraw_icon(bytes: &[u8]) -> Result<Vec<u8>, String> {
    let format = image::guess_format(bytes).ok();
    let is_icon =
        |format: &ImageFormat| matches!(format, ImageFormat::Png | ImageFormat::Jpeg | ImageFormat::WebP);
    let format = format.filter(is_icon).ok_or_else(|| say!("media-image-type"))?;
    redrawn(
        format,
        bytes,
        limits::ICON_SIDE,
        limits::ICON_MEMORY,
        limits::ICON_REDRAWN,
    )
}

/// `most` pixels on a side are decoded, within `memory`, and at most `side` of them are left.
fn redrawn(format: ImageFormat, bytes: &[u8], most: u32, memory: u64, side: u32) -> Result<Vec<u8>, String> {
    let mut limited = Limits::default();
    limited.max_image_width = Some(most);
    limited.max_image_height = Some(most);
    limited.max_alloc = Some(memory);
    let mut reader = ImageReader::with_format(Cursor::new(bytes), format);
    reader.limits(limited.clone());
    let (decoded, orientation) = decode(reader, limited, format)
        .map_err(|error| say!("bitmap-unreadable", reason = error.to_string()))?;
    let fits = decoded.width() <= side && decoded.height() <= side;
    // Colour profiles, animations and whatever else rode along are not copied.
    let mut pixels = if fits {
        decoded
    } else {
        decoded.thumbnail(side, side)
    };
    // A photo says how its camera was held, and is shown upright everywhere else.
    pixels.apply_orientation(orientation);
    encode(&pixels.into_rgba8().into()).map_err(|error| say!("bitmap-unshown", reason = error.to_string()))
}

fn decode(
    reader: ImageReader<Cursor<&[u8]>>,
    mut limited: Limits,
    format: ImageFormat,
) -> ImageResult<(DynamicImage, Orientation)> {
    let mut decoder = reader.into_decoder()?;
    // The pixels count as well.
    limited.reserve(decoder.total_bytes())?;
    decoder.set_limits(limited)?;
    let orientation = match format {
        // Its decoder takes memory for as many bytes of EXIF as the file claims, up to 4 GB, whatever the limit is.
        ImageFormat::WebP => Orientation::NoTransforms,
        _ => decoder.orientation().unwrap_or(Orientation::NoTransforms),
    };
    Ok((DynamicImage::from_decoder(decoder)?, orientation))
}

fn encode(image: &DynamicImage) -> ImageResult<Vec<u8>> {
    let mut png = Vec::new();
    PngEncoder::new(&mut png).write_image(
        image.as_bytes(),
        image.width(),
        image.height(),
        image.color().into(),
    )?;
    Ok(png)
}

#[cfg(test)]
mod tests {
    use super::*;
    use image::{Rgba, RgbaImage};

    fn picture(width: u32, height: u32, format: ImageFormat) -> Vec<u8> {
        let shade = |at: u32| u8::try_from(at % 256).unwrap();
        let image = RgbaImage::from_fn(width, height, |x, y| Rgba([shade(x), shade(y), 7, 255]));
        let image = DynamicImage::from(image);
        let image = if format == ImageFormat::Jpeg {
            image.into_rgb8().into()
        } else {
            image
        };
        let mut bytes = Cursor::new(Vec::new());
        image.write_to(&mut bytes, format).unwrap();
        bytes.into_inner()
    }

    #[test]
    fn every_format_that_is_shown_becomes_a_png_of_the_same_pixels() {
        for (mime, format) in [
            ("image/png", ImageFormat::Png),
            ("image/gif", ImageFormat::Gif),
            ("image/jpeg", ImageFormat::Jpeg),
            ("image/webp", ImageFormat::WebP),
        ] {
            let given = picture(40, 30, format);
            let redrawn = redraw(mime, &given).unwrap();
            let of = |bytes: &[u8], format| {
                image::load_from_memory_with_format(bytes, format)
                    .unwrap()
                    .into_rgba8()
            };
            assert_eq!(of(&redrawn, ImageFormat::Png), of(&given, format), "{mime}");
        }
    }

    #[test]
    fn what_rides_along_behind_or_inside_a_picture_does_not_reach_the_page() {
        let mut given = picture(4, 4, ImageFormat::Png);
        given.extend_from_slice(b"<script>hidden payload</script>");
        let redrawn = redraw("image/png", &given).unwrap();
        assert!(!redrawn.windows(7).any(|part| part == b"payload"));
    }

    #[test]
    fn a_picture_too_large_or_broken_is_refused_in_words() {
        let wide = picture(limits::PICTURE_SIDE + 1, 1, ImageFormat::Png);
        assert!(
            redraw("image/png", &wide)
                .unwrap_err()
                .starts_with("This image cannot be read")
        );
        assert!(redraw("image/png", b"\x89PNG\r\n\x1a\nnothing").is_err());
        assert!(redraw("image/svg+xml", b"<svg/>").is_err());
        assert!(redraw("image/jpeg", &picture(4, 4, ImageFormat::Png)).is_err());
        // A header that promises 16 gigapixels in a few bytes.
        let mut bomb = picture(4, 4, ImageFormat::Png);
        bomb[16..24].copy_from_slice(&[0, 1, 0xff, 0xff, 0, 1, 0xff, 0xff]);
        assert!(redraw("image/png", &bomb).is_err());
    }

    // Proves S-21.
    #[test]
    fn an_icon_is_judged_by_its_bytes_and_made_small() {
        for format in [ImageFormat::Png, ImageFormat::Jpeg, ImageFormat::WebP] {
            let redrawn = redraw_icon(&picture(640, 320, format)).unwrap();
            let shown = image::load_from_memory_with_format(&redrawn, ImageFormat::Png).unwrap();
            assert_eq!((shown.width(), shown.height()), (64, 32), "{format:?}");
        }
        let mut carrier = picture(8, 8, ImageFormat::Png);
        carrier.extend_from_slice(b"<script>hidden payload</script>");
        let redrawn = redraw_icon(&carrier).unwrap();
        assert!(!redrawn.windows(7).any(|part| part == b"payload"));
        // A header that promises 20,000 × 20,000 pixels.
        let mut bomb = picture(4, 4, ImageFormat::Png);
        bomb[16..24].copy_from_slice(&[0, 0, 0x4e, 0x20, 0, 0, 0x4e, 0x20]);
        for odd in [
            bomb.as_slice(),
            &picture(limits::ICON_SIDE + 1, 1, ImageFormat::Png),
            &picture(8, 8, ImageFormat::Gif),
            b"<svg xmlns='http://www.w3.org/2000/svg'><script/></svg>",
            b"<?xml version='1.0'?><svg/>",
            b"<!doctype html>",
            b"\x89PNG\r\n\x1a\nnothing",
            b"RIFF....WEBPVP8 ",
            b"\xff\xd8\xff\xe0",
            b"BM......",
            b"",
        ] {
            assert!(redraw_icon(odd).is_err(), "{odd:?}");
        }
    }

    /// EXIF that says: turn it clockwise by a quarter.
    const TURNED: &[u8] = b"II*\0\x08\0\0\0\x01\0\x12\x01\x03\0\x01\0\0\0\x06\0\0\0\0\0\0\0";

    #[test]
    fn a_photo_is_turned_as_its_camera_was_held() {
        let plain = picture(40, 30, ImageFormat::Jpeg);
        let segment = &b"\xff\xe1\x00\x22Exif\0\0"[..];
        let photo = [&plain[..2], segment, TURNED, &plain[2..]].concat();
        let redrawn = redraw("image/jpeg", &photo).unwrap();
        let of = |bytes: &[u8], format| image::load_from_memory_with_format(bytes, format).unwrap();
        let upright = of(&plain, ImageFormat::Jpeg).rotate90();
        assert_eq!((upright.width(), upright.height()), (30, 40));
        assert_eq!(of(&redrawn, ImageFormat::Png).into_rgba8(), upright.into_rgba8());
    }

    #[test]
    fn exif_of_a_webp_is_not_read() {
        let plain = picture(40, 30, ImageFormat::WebP);
        // A header that tells of transparency and EXIF, and the size less one.
        let header = &b"WEBPVP8X\x0a\0\0\0\x18\0\0\0\x27\0\0\x1d\0\0"[..];
        let body = [header, &plain[12..], b"EXIF\x1a\0\0\0", TURNED].concat();
        let length = u32::try_from(body.len()).unwrap().to_le_bytes();
        let photo = [&b"RIFF"[..], &length, &body].concat();
        let redrawn = redraw("image/webp", &photo).unwrap();
        let of = |bytes: &[u8], format| image::load_from_memory_with_format(bytes, format).unwrap();
        assert_eq!(
            of(&redrawn, ImageFormat::Png).into_rgba8(),
            of(&plain, ImageFormat::WebP).into_rgba8()
        );
    }

    #[test]
    fn a_picture_larger_than_it_is_shown_is_made_smaller() {
        let given = picture(limits::PICTURE_SHOWN * 2, 10, ImageFormat::Png);
        let redrawn = redraw("image/png", &given).unwrap();
        let size = image::load_from_memory(&redrawn).unwrap();
        assert_eq!((size.width(), size.height()), (limits::PICTURE_SHOWN, 5));
    }
}
