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

#[cfg(test)]
mod tests {
    use super::{date, date_of, seconds};

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
