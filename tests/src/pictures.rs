//! Pictures of the documentation: whether one is still as the window is, one window over another, and a film of several.

use std::{fs::File, io::BufWriter, path::Path, time::Duration};

use image::{DynamicImage, GenericImageView as _, Rgba, RgbaImage, imageops};

/// Side of the squares that are compared, in pixels. Text that differs in one digit is less than that.
const CELL: u32 = 20;

/// How far the mean of a square may be from the other's, per channel. Fonts are hinted otherwise on another machine.
const NEAR: f64 = 14.0;

/// How many of a thousand squares may be further away: a clock, a duration, a port.
const OTHERS: usize = 12;

/// A picture as the driver gives it.
pub fn open(path: &Path) -> DynamicImage {
    image::open(path).unwrap_or_else(|error| panic!("{}: {error}", path.display()))
}

/// How two pictures differ, as a sentence; nothing where they show the same.
pub fn difference(one: &DynamicImage, other: &DynamicImage) -> Option<String> {
    if one.dimensions() != other.dimensions() {
        return Some(format!(
            "{:?} pixels and {:?}",
            one.dimensions(),
            other.dimensions()
        ));
    }
    let (width, height) = one.dimensions();
    let (one, other) = (one.to_rgb8(), other.to_rgb8());
    let mean = |picture: &image::RgbImage, x: u32, y: u32| {
        let (right, bottom) = ((x + CELL).min(width), (y + CELL).min(height));
        let mut sum = [0_f64; 3];
        for row in y..bottom {
            for column in x..right {
                let pixel = picture.get_pixel(column, row).0;
                for (sum, value) in sum.iter_mut().zip(pixel) {
                    *sum += f64::from(value);
                }
            }
        }
        sum.map(|sum| sum / f64::from((right - x) * (bottom - y)))
    };
    let (mut cells, mut far) = (0, Vec::new());
    for y in (0..height).step_by(CELL as usize) {
        for x in (0..width).step_by(CELL as usize) {
            cells += 1;
            let apart = mean(&one, x, y)
                .into_iter()
                .zip(mean(&other, x, y))
                .any(|(one, other)| (one - other).abs() > NEAR);
            if apart {
                far.push((x, y));
            }
        }
    }
    (far.len() * 1_000 > cells * OTHERS).then(|| {
        format!(
            "{} of {cells} squares differ, the first at {:?}",
            far.len(),
            far.first()
        )
    })
}

/// A window over another one, in its middle, with a shadow.
pub fn over(below: &DynamicImage, above: &DynamicImage) -> RgbaImage {
    const SHADOW: u32 = 24;
    let mut both = below.to_rgba8();
    let (width, height) = both.dimensions();
    let (inner, high) = above.dimensions();
    let (left, top) = (width.saturating_sub(inner) / 2, height.saturating_sub(high) / 2);
    for (x, y, pixel) in both.enumerate_pixels_mut() {
        let outside =
            |at: u32, from: u32, size: u32| from.saturating_sub(at).max(at.saturating_sub(from + size));
        let far = outside(x, left, inner).max(outside(y, top, high));
        // Darker the nearer to the window that lies above; the rest steps back a little.
        let part = 0.82 - 0.32 * f64::from(SHADOW.saturating_sub(far)) / f64::from(SHADOW);
        for channel in &mut pixel.0[..3] {
            #[allow(
                clippy::cast_possible_truncation,
                clippy::cast_sign_loss,
                reason = "a part of a byte is a byte"
            )]
            let darker = (f64::from(*channel) * part) as u8;
            *channel = darker;
        }
    }
    imageops::overlay(&mut both, &above.to_rgba8(), i64::from(left), i64::from(top));
    both
}

/// Pictures of one size that follow each other, each for a while: an animated PNG, which holds what changed from one to the next.
#[derive(Debug, Default)]
pub struct Film {
    frames: Vec<(RgbaImage, Duration)>,
}

impl Film {
    /// Adds a picture that stays for so long.
    pub fn shows(&mut self, picture: RgbaImage, lasting: Duration) {
        self.frames.push((picture, lasting));
    }

    /// How long it takes.
    pub fn lasts(&self) -> Duration {
        self.frames.iter().map(|(_, lasting)| *lasting).sum()
    }

    /// Writes it; it begins again at its end.
    pub fn write(&self, path: &Path) -> Result<(), Box<dyn std::error::Error>> {
        let Some((first, _)) = self.frames.first() else {
            return Err("a film without a picture".into());
        };
        let (width, height) = first.dimensions();
        let mut encoder = png::Encoder::new(BufWriter::new(File::create(path)?), width, height);
        encoder.set_color(png::ColorType::Rgb);
        encoder.set_depth(png::BitDepth::Eight);
        encoder.set_compression(png::Compression::High);
        encoder.set_animated(u32::try_from(self.frames.len())?, 0)?;
        let mut writer = encoder.write_header()?;
        let mut before: Option<&RgbaImage> = None;
        for (picture, lasting) in &self.frames {
            if picture.dimensions() != (width, height) {
                return Err("pictures of several sizes".into());
            }
            let [left, top, right, bottom] = before.map_or([0, 0, width, height], |it| changed(it, picture));
            writer.set_frame_delay(u16::try_from(lasting.as_millis())?, 1_000)?;
            // A part is checked against the place of the one before until it has its own.
            writer.set_frame_position(0, 0)?;
            writer.set_frame_dimension(right - left, bottom - top)?;
            writer.set_frame_position(left, top)?;
            writer.set_blend_op(png::BlendOp::Source)?;
            let part = imageops::crop_imm(picture, left, top, right - left, bottom - top).to_image();
            let bytes: Vec<u8> = part
                .pixels()
                .flat_map(|Rgba([red, green, blue, _])| [*red, *green, *blue])
                .collect();
            writer.write_image_data(&bytes)?;
            before = Some(picture);
        }
        writer.finish()?;
        Ok(())
    }
}

/// The smallest rectangle in which two pictures of one size differ: left, top, right, bottom. One pixel where they do not.
fn changed(before: &RgbaImage, after: &RgbaImage) -> [u32; 4] {
    let mut found: Option<[u32; 4]> = None;
    for (x, y, pixel) in after.enumerate_pixels() {
        if before.get_pixel(x, y) != pixel {
            let [left, top, right, bottom] = found.unwrap_or([x, y, x + 1, y + 1]);
            found = Some([left.min(x), top.min(y), right.max(x + 1), bottom.max(y + 1)]);
        }
    }
    found.unwrap_or([0, 0, 1, 1])
}

#[cfg(test)]
mod tests {
    use super::*;

    fn plain() -> RgbaImage {
        RgbaImage::from_pixel(400, 300, Rgba([250, 250, 250, 255]))
    }

    fn with_box(left: u32, width: u32, height: u32) -> RgbaImage {
        let mut picture = plain();
        for x in left..left + width {
            for y in 40..40 + height {
                picture.put_pixel(x, y, Rgba([40, 80, 200, 255]));
            }
        }
        picture
    }

    #[test]
    fn a_button_more_is_seen_and_a_digit_is_not() {
        let (plain, button) = (
            DynamicImage::from(plain()),
            DynamicImage::from(with_box(60, 90, 30)),
        );
        let digit = DynamicImage::from(with_box(60, 6, 10));
        assert_eq!(difference(&plain, &plain), None);
        assert_eq!(difference(&plain, &digit), None);
        assert!(difference(&plain, &button).is_some());
        assert!(difference(&plain, &plain.crop_imm(0, 0, 200, 300)).is_some());
    }

    #[test]
    fn a_film_holds_each_picture_and_how_long_it_stays() {
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join("film.png");
        let mut film = Film::default();
        for (left, milliseconds) in [(200, 500), (230, 1_500), (230, 50), (0, 50)] {
            film.shows(with_box(left, 90, 30), Duration::from_millis(milliseconds));
        }
        film.write(&path).unwrap();
        assert_eq!(film.lasts(), Duration::from_millis(2_100));
        let decoder = png::Decoder::new(std::io::BufReader::new(File::open(&path).unwrap()));
        let mut reader = decoder.read_info().unwrap();
        assert_eq!(reader.info().animation_control().unwrap().num_frames, 4);
        let mut delays = Vec::new();
        let mut bytes = vec![0; reader.output_buffer_size().unwrap()];
        for _ in 0..4 {
            reader.next_frame(&mut bytes).unwrap();
            delays.push(reader.info().frame_control().unwrap().delay_num);
        }
        assert_eq!(delays, [500, 1_500, 50, 50]);
    }
}
