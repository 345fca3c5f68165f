//! Times as a registry writes them (RFC 3339), and as Portcullis does: milliseconds since 1970, UTC.

const DAY: i64 = 86_400;

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
    let seconds = days(year, month, day) * DAY + hour * 3_600 + minute * 60 + second - offset;
    u64::try_from(seconds * 1_000 + fraction).ok()
}

/// `2026-11-26T08:30:00Z`.
pub(crate) fn format(milliseconds: u64) -> String {
    let seconds = i64::try_from(milliseconds / 1_000).unwrap_or(0);
    let (day, clock) = (seconds / DAY, seconds % DAY);
    let (year, month, date) = civil(day);
    let (hour, minute, second) = (clock / 3_600, clock / 60 % 60, clock % 60);
    format!("{year:04}-{month:02}-{date:02}T{hour:02}:{minute:02}:{second:02}Z")
}

fn number(text: &str, digits: usize) -> Option<i64> {
    let is_number = text.len() == digits && text.bytes().all(|byte| byte.is_ascii_digit());
    is_number.then(|| text.parse().ok())?
}

/// Days from 1970-01-01 to a date of the Gregorian calendar. A year begins in March here, so that a leap day is its last.
fn days(year: i64, month: i64, day: i64) -> i64 {
    let year = if month <= 2 { year - 1 } else { year };
    let era = year.div_euclid(400);
    let of_era = year.rem_euclid(400);
    let of_year = (153 * ((month + 9) % 12) + 2) / 5 + day - 1;
    era * 146_097 + of_era * 365 + of_era / 4 - of_era / 100 + of_year - 719_468
}

/// The other way round.
fn civil(days: i64) -> (i64, i64, i64) {
    let days = days + 719_468;
    let era = days.div_euclid(146_097);
    let of_era = days.rem_euclid(146_097);
    let year = (of_era - of_era / 1_460 + of_era / 36_524 - of_era / 146_096) / 365;
    let of_year = of_era - (365 * year + year / 4 - year / 100);
    let shifted = (5 * of_year + 2) / 153;
    let day = of_year - (153 * shifted + 2) / 5 + 1;
    let month = if shifted < 10 { shifted + 3 } else { shifted - 9 };
    let year = year + era * 400 + i64::from(month <= 2);
    (year, month, day)
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
