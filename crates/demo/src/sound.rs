//! A short tone as the bytes of a WAV file, made here so that the demo needs no file.

/// Samples per second; enough for a tone of a few hundred hertz.
const RATE: u32 = 8_000;
/// The length of the tone in samples: a quarter of a second.
const SAMPLES: u32 = RATE / 4;

/// One quarter of a second of a sine, 8 bits, one channel.
pub(crate) fn beep(hertz: f64) -> Vec<u8> {
    let mut file = Vec::with_capacity(44 + SAMPLES as usize);
    file.extend(b"RIFF");
    file.extend((36 + SAMPLES).to_le_bytes());
    file.extend(b"WAVEfmt ");
    file.extend(16_u32.to_le_bytes());
    file.extend(1_u16.to_le_bytes()); // plain samples
    file.extend(1_u16.to_le_bytes()); // one channel
    file.extend(RATE.to_le_bytes());
    file.extend(RATE.to_le_bytes()); // bytes per second
    file.extend(1_u16.to_le_bytes()); // bytes per sample
    file.extend(8_u16.to_le_bytes()); // bits per sample
    file.extend(b"data");
    file.extend(SAMPLES.to_le_bytes());
    for sample in 0..SAMPLES {
        let turn = f64::from(sample) / f64::from(RATE) * hertz * std::f64::consts::TAU;
        // The tone fades out so that it ends without a click.
        let loudness = 90.0 * (1.0 - f64::from(sample) / f64::from(SAMPLES));
        file.push((128.0 + loudness * turn.sin()).round().clamp(0.0, 255.0) as u8);
    }
    file
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_lengths_in_the_header_are_those_of_the_file() {
        let file = beep(440.0);
        assert_eq!(file.len(), 44 + SAMPLES as usize);
        assert_eq!(file[4..8], (file.len() as u32 - 8).to_le_bytes());
    }
}
