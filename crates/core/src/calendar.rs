//! Dates of the Gregorian calendar, in UTC (after Howard Hinnant). Years are counted in eras of 400 and begin in March, so that
//! a leap day is their last.

const DAY: i64 = 86_400;

/// Seconds from 1970 to this year, month, day, hour, minute and second.
#[must_use]
pub fn seconds([year, month, day, hour, minute, second]: [i64; 6]) -> i64 {
    let year = if month <= 2 { year - 1 } else { year };
    let (era, of_era) = (year.div_euclid(400), year.rem_euclid(400));
    let of_year = (153 * ((month + 9) % 12) + 2) / 5 + day - 1;
    let days = era * 146_097 + of_era * 365 + of_era / 4 - of_era / 100 + of_year - 719_468;
    days * DAY + hour * 3_600 + minute * 60 + second
}

/// Year, month, day, hour, minute and second, this many seconds after 1970 began.
#[must_use]
pub fn date(seconds: i64) -> [i64; 6] {
    let (days, clock) = (seconds.div_euclid(DAY) + 719_468, seconds.rem_euclid(DAY));
    let (era, of_era) = (days.div_euclid(146_097), days.rem_euclid(146_097));
    let year = (of_era - of_era / 1_460 + of_era / 36_524 - of_era / 146_096) / 365;
    let of_year = of_era - (365 * year + year / 4 - year / 100);
    let shifted = (5 * of_year + 2) / 153;
    let day = of_year - (153 * shifted + 2) / 5 + 1;
    let month = if shifted < 10 { shifted + 3 } else { shifted - 9 };
    let year = era * 400 + year + i64::from(month <= 2);
    [year, month, day, clock / 3_600, clock / 60 % 60, clock % 60]
}

/// The same, this many milliseconds after 1970 began.
#[must_use]
pub fn date_of(milliseconds: u64) -> [i64; 6] {
    date(i64::try_from(milliseconds / 1_000).unwrap_or(i64::MAX))
}

/// Milliseconds from 1970 to the time that a text says in the form of RFC 3339. A space may stand for the `T`, and the colon of the
/// offset may be missing; without an offset it is UTC. `None` for anything else, and for a time before 1970.
#[must_use]
pub fn parse(text: &str) -> Option<u64> {
    let is = |at: usize, marks: &[u8]| text.as_bytes().get(at).is_some_and(|byte| marks.contains(byte));
    if !(is(4, b"-") && is(7, b"-") && is(10, b"Tt ") && is(13, b":") && is(16, b":")) {
        return None;
    }
    let part = |from: usize, to: usize| number(text.get(from..to)?);
    let (year, month, day) = (part(0, 4)?, part(5, 7)?, part(8, 10)?);
    let (hour, minute, second) = (part(11, 13)?, part(14, 16)?, part(17, 19)?);
    if !(1..=12).contains(&month) || !(1..=31).contains(&day) || hour > 23 || minute > 59 || second > 60 {
        return None;
    }
    let rest = text.get(19..)?;
    let (fraction, zone) = match rest.strip_prefix('.') {
        Some(rest) => rest.split_at(rest.bytes().take_while(u8::is_ascii_digit).count()),
        None => ("", rest),
    };
    let milliseconds = number(&format!("{fraction:0<3.3}"))?;
    let offset = match zone.as_bytes() {
        [] | [b'Z' | b'z'] => 0,
        [sign @ (b'+' | b'-'), ..] => {
            let clock = zone.get(1..)?;
            let (hours, minutes) = clock.split_once(':').or_else(|| clock.split_at_checked(2))?;
            if hours.len() != 2 || minutes.len() != 2 {
                return None;
            }
            let offset = number(hours)? * 3_600 + number(minutes)? * 60;
            if *sign == b'-' { -offset } else { offset }
        }
        _ => return None,
    };
    let seconds = seconds([year, month, day, hour, minute, second]) - offset;
    u64::try_from(seconds * 1_000 + milliseconds).ok()
}

/// Digits alone: no sign.
fn number(text: &str) -> Option<i64> {
    let is_number = text.bytes().all(|byte| byte.is_ascii_digit());
    is_number.then(|| text.parse().ok())?
}

#[cfg(test)]
mod tests {
    use super::{date, date_of, parse, seconds};

    #[test]
    fn times_are_read_in_the_form_of_rfc_3339_and_nothing_is_guessed() {
        for (text, expected) in [
            ("1970-01-01T00:00:00Z", Some(0)),
            ("2026-11-26T08:30:00Z", Some(1_795_681_800_000)),
            ("2026-11-26T08:30:00.123456789Z", Some(1_795_681_800_123)),
            ("2026-11-26t08:30:00.5z", Some(1_795_681_800_500)),
            ("2026-11-26 08:30:00", Some(1_795_681_800_000)),
            ("2026-11-26T10:30:00+02:00", Some(1_795_681_800_000)),
            ("2026-11-26T03:30:00.25-0500", Some(1_795_681_800_250)),
            ("2024-02-29T00:00:00Z", Some(1_709_164_800_000)),
            ("9999-12-31T23:59:59Z", Some(253_402_300_799_000)),
            ("1969-12-31T23:59:59Z", None),
            ("2026-13-01T00:00:00Z", None),
            ("2026-11-26T25:30:00Z", None),
            ("+026-11-26T08:30:00Z", None),
            ("2026-11-26", None),
            ("2026-11-26T08:30", None),
            ("2026-11-26T08:30:0ä", None),
            ("2026-11-26T08:30:00 PM", None),
            ("2026-11-26T08:30:00+2", None),
            ("2026-11-26T08:30:00+02:00 or so", None),
            ("2026-11-26T08:30:00+ä0", None),
            ("１９７０-01-01T00:00:00Z", None),
            ("yesterday", None),
            ("", None),
        ] {
            assert_eq!(parse(text), expected, "{text}");
        }
    }

    #[test]
    fn dates_are_counted_from_1970_with_their_leap_days() {
        for (moment, since) in [
            ([1970, 1, 1, 0, 0, 0], 0),
            ([1969, 12, 31, 23, 59, 59], -1),
            ([2000, 2, 29, 12, 34, 56], 951_827_696),
            ([2024, 2, 29, 0, 0, 0], 1_709_164_800),
            ([2026, 11, 20, 9, 15, 0], 1_795_166_100),
            ([9999, 12, 31, 23, 59, 59], 253_402_300_799),
        ] {
            assert_eq!(seconds(moment), since);
            assert_eq!(date(since), moment);
        }
        for since in (-80_000_000_000..260_000_000_000).step_by(86_399_993) {
            assert_eq!(seconds(date(since)), since);
        }
        assert_eq!(date_of(951_827_696_999), [2000, 2, 29, 12, 34, 56]);
    }
}
