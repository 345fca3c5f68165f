//! The four formats that a text in a form may have (ELI-12).

use portcullis_domain::TextFormat;
use portcullis_l10n::say;

/// The format of this name.
pub(super) fn named(name: &str) -> Option<TextFormat> {
    match name {
        "email" => Some(TextFormat::Email),
        "uri" => Some(TextFormat::Uri),
        "date" => Some(TextFormat::Date),
        "date-time" => Some(TextFormat::DateTime),
        _ => None,
    }
}

/// Why a text is not of a format.
pub(super) fn fault(format: TextFormat, text: &str) -> Option<String> {
    match format {
        TextFormat::Email => (!email(text)).then(|| say!("form-email")),
        TextFormat::Uri => (!uri(text)).then(|| say!("form-uri")),
        TextFormat::Date => (!date(text)).then(|| say!("form-date")),
        TextFormat::DateTime => (!date_time(text)).then(|| say!("form-date-time")),
    }
}

/// One `@` with something usual on both sides. Whether mail gets there is unknown before it is sent.
fn email(text: &str) -> bool {
    let unusual = |c: char| c.is_whitespace() || c.is_control() || "<>()[],;:\\\"@".contains(c);
    let Some((name, host)) = text.rsplit_once('@') else {
        return false;
    };
    let dots = |part: &str| part.starts_with('.') || part.ends_with('.') || part.contains("..");
    text.len() <= 254
        && (1..=64).contains(&name.len())
        && !name.contains(unusual)
        && !dots(name)
        && !host.is_empty()
        && !host.contains(unusual)
        && !dots(host)
        && host
            .split('.')
            .all(|label| !label.starts_with('-') && !label.ends_with('-'))
}

fn uri(text: &str) -> bool {
    !text.contains(|c: char| c.is_whitespace() || c.is_control()) && url::Url::parse(text).is_ok()
}

/// `2026-07-28`, a day that exists.
fn date(text: &str) -> bool {
    let bytes = text.as_bytes();
    if bytes.len() != 10 || bytes[4] != b'-' || bytes[7] != b'-' {
        return false;
    }
    let (Some(year), Some(month), Some(day)) =
        (digits(&bytes[..4]), digits(&bytes[5..7]), digits(&bytes[8..]))
    else {
        return false;
    };
    let leap = year.is_multiple_of(4) && !year.is_multiple_of(100) || year.is_multiple_of(400);
    let days = match month {
        2 if leap => 29,
        2 => 28,
        4 | 6 | 9 | 11 => 30,
        1..=12 => 31,
        _ => return false,
    };
    (1..=days).contains(&day)
}

/// RFC 3339: a date, `T`, a time with seconds, and where on earth.
fn date_time(text: &str) -> bool {
    let Some((day, time)) = text.split_at_checked(10) else {
        return false;
    };
    let Some(time) = time.strip_prefix(['T', 't']) else {
        return false;
    };
    let bytes = time.as_bytes();
    if bytes.len() < 9 || bytes[2] != b':' || bytes[5] != b':' {
        return false;
    }
    let clock = [(0, 23), (3, 59), (6, 60)]
        .iter()
        .all(|(at, most)| digits(&bytes[*at..at + 2]).is_some_and(|number| number <= *most));
    let mut rest = &bytes[8..];
    if let Some(fraction) = rest.strip_prefix(b".") {
        let length = fraction.iter().take_while(|byte| byte.is_ascii_digit()).count();
        if length == 0 {
            return false;
        }
        rest = &fraction[length..];
    }
    let zone = match rest {
        [b'Z' | b'z'] => true,
        [b'+' | b'-', hours @ .., b':', tens, ones] if hours.len() == 2 => {
            digits(hours).is_some_and(|hours| hours <= 23)
                && digits(&[*tens, *ones]).is_some_and(|minutes| minutes <= 59)
        }
        _ => false,
    };
    date(day) && clock && zone
}

fn digits(bytes: &[u8]) -> Option<u32> {
    bytes.iter().try_fold(0, |number, byte| {
        byte.is_ascii_digit()
            .then(|| number * 10 + u32::from(byte - b'0'))
    })
}
