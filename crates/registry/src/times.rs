//! Times as a registry takes them (RFC 3339).

use portcullis_core::calendar;

/// `2026-11-26T08:30:00Z`.
pub(crate) fn format(milliseconds: u64) -> String {
    let [year, month, day, hour, minute, second] = calendar::date_of(milliseconds);
    format!("{year:04}-{month:02}-{day:02}T{hour:02}:{minute:02}:{second:02}Z")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn times_are_written_as_they_are_read() {
        for milliseconds in [0, 1_795_681_800_000, 1_709_164_800_000, 4_102_444_799_000] {
            assert_eq!(calendar::parse(&format(milliseconds)), Some(milliseconds));
        }
        assert_eq!(format(1_795_681_800_123), "2026-11-26T08:30:00Z");
    }
}
