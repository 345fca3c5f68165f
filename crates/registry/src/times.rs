//! Times as a registry writes them (RFC 3339), and as Portcullis does: milliseconds since 1970, UTC.

use portcullis_core::calendar;

/// The time that a text says; `None` where it says none, or one before 1970.
pub(crate) fn parse(text: &str) -> Option<u64> {
    let (date, rest) = text.split_once(['T', 't', ' '])?;
    let mut parts = date.split('-');
    let (year, month, day) = (
        number(parts.next()?, 4)?,
        number(parts.next()?, 2)?,
        number(parts.next()?, 2)?,
    );
    if parts.next().is_some() || !(1..=12).contains(&month) || !(1..=31).contains(&day) {
        return None;
    }
    let clock = rest.get(..8)?;
    let mut parts = clock.split(':');
    let (hour, minute, second) = (
        number(parts.next()?, 2)?,
        number(parts.next()?, 2)?,
        number(parts.next()?, 2)?,
    );
    if parts.next().is_some() || hour > 23 || minute > 59 || second > 60 {
        return None;
    }
    let mut rest = rest.get(8..)?;
    let mut fraction = 0;
    if let Some(digits) = rest.strip_prefix('.') {
        let end = digits
            .find(|it: char| !it.is_ascii_digit())
            .unwrap_or(digits.len());
        let (said, after) = digits.split_at(end);
        let three: String = said.chars().chain("000".chars()).take(3).collect();
        fraction = number(&three, 3)?;
        rest = after;
    }
    let offset = match rest {
        "Z" | "z" => 0,
        _ => {
            let (sign, rest) = match rest.split_at_checked(1)? {
                ("+", rest) => (1, rest),
                ("-", rest) => (-1, rest),
                _ => return None,
            };
            let (hours, minutes) = rest.split_once(':')?;
            sign * (number(hours, 2)? * 3_600 + number(minutes, 2)? * 60)
        }
    };
    let seconds = calendar::seconds([year, month, day, hour, minute, second]) - offset;
    u64::try_from(seconds * 1_000 + fraction).ok()
}

/// `2026-11-26T08:30:00Z`.
pub(crate) fn format(milliseconds: u64) -> String {
    let [year, month, day, hour, minute, second] = calendar::date_of(milliseconds);
    format!("{year:04}-{month:02}-{day:02}T{hour:02}:{minute:02}:{second:02}Z")
}

fn number(text: &str, digits: usize) -> Option<i64> {
    let is_number = text.len() == digits && text.bytes().all(|byte| byte.is_ascii_digit());
    is_number.then(|| text.parse().ok())?
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn times_are_read_in_every_usual_form_and_written_in_one() {
        for (text, expected) in [
            ("1970-01-01T00:00:00Z", Some(0)),
            ("2026-11-26T08:30:00Z", Some(1_795_681_800_000)),
            ("2026-11-26T08:30:00.123456789Z", Some(1_795_681_800_123)),
            ("2026-11-26t08:30:00.5z", Some(1_795_681_800_500)),
            ("2026-11-26T10:30:00+02:00", Some(1_795_681_800_000)),
            ("2024-02-29T00:00:00Z", Some(1_709_164_800_000)),
            ("1969-12-31T23:59:59Z", None),
            ("2026-13-01T00:00:00Z", None),
            ("2026-11-26", None),
            ("2026-11-26T08:30", None),
            ("2026-11-26T08:30:00", None),
            ("yesterday", None),
            ("2026-11-26T08:30:0ä", None),
            ("", None),
        ] {
            assert_eq!(parse(text), expected, "{text}");
        }
        for milliseconds in [0, 1_795_681_800_000, 1_709_164_800_000, 4_102_444_799_000] {
            assert_eq!(parse(&format(milliseconds)), Some(milliseconds));
        }
        assert_eq!(format(1_795_681_800_123), "2026-11-26T08:30:00Z");
    }
}
