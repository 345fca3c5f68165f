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

/// The form of RFC 3339, or `2026-11-27 08:30:00 UTC`. A text that names no zone is UTC.
pub(crate) fn parse(text: &str) -> Option<u64> {
    calendar::parse(text.strip_suffix(" UTC").unwrap_or(text))
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
