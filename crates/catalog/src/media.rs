//! Whether bytes are what a server says they are (S-21, TOL-21). Only formats that a window shows without
//! running anything; what is not in the table is not shown.
use portcullis_l10n::say;

/// What a window may show.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Kind {
    Image,
    Audio,
}

/// The checked type of an image or a sound.
///
/// # Errors
/// Why it is not shown, in words.
pub(super) fn check(kind: Kind, claimed: &str, bytes: &[u8]) -> Result<&'static str, String> {
    let essence = essence(claimed);
    if essence == "image/svg+xml" {
        return Err(say!("media-svg"));
    }
    let known = match (kind, essence.as_str()) {
        (Kind::Image, "image/png") => "image/png",
        (Kind::Image, "image/jpeg" | "image/jpg") => "image/jpeg",
        (Kind::Image, "image/gif") => "image/gif",
        (Kind::Image, "image/webp") => "image/webp",
        (Kind::Audio, "audio/wav" | "audio/wave" | "audio/x-wav" | "audio/vnd.wave") => "audio/wav",
        (Kind::Audio, "audio/mpeg" | "audio/mp3") => "audio/mpeg",
        (Kind::Audio, "audio/ogg" | "audio/opus") => "audio/ogg",
        (Kind::Audio, "audio/flac" | "audio/x-flac") => "audio/flac",
        (Kind::Audio, "audio/mp4" | "audio/m4a" | "audio/x-m4a") => "audio/mp4",
        (Kind::Audio, "audio/webm") => "audio/webm",
        (Kind::Image, _) => return Err(say!("media-image-type")),
        (Kind::Audio, _) => return Err(say!("media-audio-type")),
    };
    if looks_like(known, bytes) {
        Ok(known)
    } else {
        Err(say!("media-mismatch", kind = known))
    }
}

/// The type of bytes that do not say what they are, if they look like an image.
pub(super) fn sniff(bytes: &[u8]) -> Option<&'static str> {
    ["image/png", "image/jpeg", "image/gif", "image/webp"]
        .into_iter()
        .find(|mime| looks_like(mime, bytes))
}

/// A type without its parameters.
pub(super) fn essence(claimed: &str) -> String {
    let essence = claimed.split(';').next().unwrap_or_default();
    essence.trim().to_ascii_lowercase()
}

fn looks_like(mime: &str, bytes: &[u8]) -> bool {
    let at = |start: usize, magic: &[u8]| bytes.get(start..).is_some_and(|rest| rest.starts_with(magic));
    match mime {
        "image/png" => at(0, b"\x89PNG\r\n\x1a\n"),
        "image/jpeg" => at(0, b"\xff\xd8\xff"),
        "image/gif" => at(0, b"GIF87a") || at(0, b"GIF89a"),
        "image/webp" => at(0, b"RIFF") && at(8, b"WEBP"),
        "audio/wav" => at(0, b"RIFF") && at(8, b"WAVE"),
        // A tag, or a frame of layer III.
        "audio/mpeg" => at(0, b"ID3") || matches!(bytes, [0xff, second, ..] if second & 0xe6 == 0xe2),
        "audio/ogg" => at(0, b"OggS"),
        "audio/flac" => at(0, b"fLaC"),
        "audio/mp4" => at(4, b"ftyp"),
        "audio/webm" => at(0, b"\x1a\x45\xdf\xa3"),
        _ => false,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    // Proves S-21.
    #[test]
    fn only_bytes_that_are_what_they_claim_are_shown() {
        let samples: [(Kind, &str, &[u8]); 10] = [
            (Kind::Image, "image/png", b"\x89PNG\r\n\x1a\n...."),
            (Kind::Image, "image/jpeg", b"\xff\xd8\xff\xe0...."),
            (Kind::Image, "image/gif", b"GIF89a......"),
            (Kind::Image, "image/webp", b"RIFF....WEBP"),
            (Kind::Audio, "audio/wav", b"RIFF....WAVE"),
            (Kind::Audio, "audio/mpeg", b"\xff\xfb\x90....."),
            (Kind::Audio, "audio/ogg", b"OggS...."),
            (Kind::Audio, "audio/flac", b"fLaC...."),
            (Kind::Audio, "audio/mp4", b"....ftypM4A "),
            (Kind::Audio, "audio/webm", b"\x1a\x45\xdf\xa3...."),
        ];
        for (kind, claimed, sample) in samples {
            for (other, real, bytes) in samples {
                let shown = check(kind, &format!("{}; x=y", claimed.to_uppercase()), bytes);
                assert_eq!(
                    shown.is_ok(),
                    claimed == real && kind == other,
                    "{claimed} {real}"
                );
            }
            assert_eq!(crate::kept_media(sample), Some(claimed));
            assert!(check(kind, claimed, b"<html><script>").is_err());
            assert!(check(kind, claimed, b"").is_err());
        }
    }

    // Proves S-21.
    #[test]
    fn svg_and_unknown_types_are_refused_with_the_reason() {
        let svg = b"<svg xmlns='http://www.w3.org/2000/svg' onbegin='x()'/>";
        assert!(
            check(Kind::Image, "image/svg+xml", svg)
                .unwrap_err()
                .contains("SVG")
        );
        assert!(check(Kind::Image, "image/png", svg).is_err());
        assert!(
            check(Kind::Image, "text/html", b"GIF89a")
                .unwrap_err()
                .contains("not shown")
        );
        assert!(check(Kind::Image, "audio/wav", b"RIFF....WAVE").is_err());
    }
}
