//! Times as the products write them, as milliseconds since 1970. What is no time is none.

use crate::json::Json;
use portcullis_core::calendar;

/// The first second of the year 10000.
const END: f64 = 253_402_300_800.0;

/// Seconds, with or without a fraction.
pub(crate) fn of_seconds(seconds: f64) -> Option<u64> {
    #[allow(
        clippy::cast_possible_truncation,
        clippy::cast_sign_loss,
        reason = "it is within the years 1970 to 9999"
    )]
    ((0.0..END).contains(&seconds)).then_some((seconds * 1_000.0) as u64)
}

/// A number of seconds or a text in the form of RFC 3339.
pub(crate) fn of_json(value: Json<'_>) -> Option<u64> {
    match value.text() {
        Some(text) => parse(&text),
        None => of_seconds(value.number()?),
    }
}

/// `2026-11-27T08:30:00.123456Z` or `2026-11-27 08:30:00 UTC`. A text that names no zone is UTC.
pub(crate) fn parse(text: &str) -> Option<u64> {
    let number = |text: &str, digits: usize| -> Option<i64> {
        let whole = text.len() == digits && text.bytes().all(|byte| byte.is_ascii_digit());
        whole.then(|| text.parse().ok())?
    };
    let part = |from: usize, to: usize, most: std::ops::RangeInclusive<i64>| {
        number(text.get(from..to)?, to - from).filter(|it| most.contains(it))
    };
    let (year, month, day) = (
        part(0, 4, 1970..=9999)?,
        part(5, 7, 1..=12)?,
        part(8, 10, 1..=31)?,
    );
    let (hour, minute, second) = (
        part(11, 13, 0..=23)?,
        part(14, 16, 0..=59)?,
        part(17, 19, 0..=60)?,
    );
    let marks = [4, 7, 10, 13, 16].map(|at| text.as_bytes().get(at).copied());
    if marks[0] != Some(b'-')
        || marks[1] != Some(b'-')
        || !matches!(marks[2], Some(b'T' | b't' | b' '))
        || marks[3] != Some(b':')
        || marks[4] != Some(b':')
    {
        return None;
    }
    let mut rest = text.get(19..)?;
    let mut fraction = 0;
    if let Some(digits) = rest.strip_prefix('.') {
        let end = digits
            .find(|it: char| !it.is_ascii_digit())
            .unwrap_or(digits.len());
        let three: String = digits[..end].chars().chain("000".chars()).take(3).collect();
        fraction = number(&three, 3)?;
        rest = &digits[end..];
    }
    let offset = match rest.trim() {
        "" | "Z" | "z" | "UTC" => 0,
        zone => {
            let sign = match zone.as_bytes().first()? {
                b'+' => 1,
                b'-' => -1,
                _ => return None,
            };
            let digits: String = zone.chars().filter(char::is_ascii_digit).collect();
            sign * (number(digits.get(..2)?, 2)? * 3_600 + number(digits.get(2..)?, 2)? * 60)
        }
    };
    let seconds = calendar::seconds([year, month, day, hour, minute, second]) - offset;
    u64::try_from(seconds * 1_000 + fraction).ok()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn times_are_read_as_each_product_writes_them() {
        assert_eq!(parse("1970-01-01T00:00:00Z"), Some(0));
        assert_eq!(parse("2024-05-01T12:34:56.789012Z"), Some(1_714_566_896_789));
        assert_eq!(parse("2024-05-01T14:34:56.789+02:00"), Some(1_714_566_896_789));
        assert_eq!(parse("2024-05-01 12:34:56 UTC"), Some(1_714_566_896_000));
        assert_eq!(parse("9999-12-31T23:59:59Z"), Some(253_402_300_799_000));
        for no in [
            "",
            "yesterday",
            "2024-13-01T00:00:00Z",
            "2024-05-01",
            "2024-05-01T12:34:56 PM",
            "１９７０-01-01T00:00:00Z",
        ] {
            assert_eq!(parse(no), None, "{no}");
        }
        assert_eq!(of_seconds(1_714_566_896.789), Some(1_714_566_896_789));
        for no in [-1.0, f64::NAN, f64::INFINITY, 1e300] {
            assert_eq!(of_seconds(no), None, "{no}");
        }
    }
}
