//! Sizes in a sentence.

/// `812 B`, `1.9 KiB`, `10 MiB`, in powers of 1,024, as the window writes a size.
#[must_use]
pub fn size(bytes: u64) -> String {
    if bytes < 1_024 {
        return format!("{bytes} B");
    }
    let bytes = u128::from(bytes);
    let rounded = |parts: u128, unit: u128| (bytes * parts + unit / 2) / unit;
    let (unit, name) = [(1_u128 << 10, "KiB"), (1 << 20, "MiB")]
        .into_iter()
        .find(|(unit, _)| rounded(1, *unit) < 1_024)
        .unwrap_or((1 << 30, "GiB"));
    match rounded(10, unit) {
        tenths if tenths < 100 => format!("{}.{} {name}", tenths / 10, tenths % 10),
        _ => format!("{} {name}", rounded(1, unit)),
    }
}

#[cfg(test)]
mod tests {
    use super::size;

    #[test]
    fn a_size_is_written_in_the_largest_unit_that_it_fills() {
        for (bytes, written) in [
            (0, "0 B"),
            (1_023, "1023 B"),
            (1_024, "1.0 KiB"),
            (1_536, "1.5 KiB"),
            (1_930, "1.9 KiB"),
            (41 << 10, "41 KiB"),
            ((1 << 20) - 1, "1.0 MiB"),
            (10 << 20, "10 MiB"),
            (5 << 40, "5120 GiB"),
            (u64::MAX, "17179869184 GiB"),
        ] {
            assert_eq!(size(bytes), written);
        }
    }
}
