//! `docs/limits.md`: every limit of every crate, as the modules `limits` document them.

use super::text;
use crate::{Done, place};
use std::fmt::Write as _;

pub(super) const PAGE: &str = "docs/limits.md";

/// Writes the page.
pub(crate) fn write() -> Done {
    text::write(PAGE, &page()?)
}

/// Fails when the page says something else than the code.
pub(super) fn is_current() -> Done {
    text::is_current(PAGE, &page()?, "limits")
}

fn page() -> Done<String> {
    let crates = place::root().join("crates");
    let failed = |error: std::io::Error| format!("{}: {error}.", crates.display());
    let mut names: Vec<String> = Vec::new();
    for entry in std::fs::read_dir(&crates).map_err(failed)? {
        names.push(entry.map_err(failed)?.file_name().to_string_lossy().into_owned());
    }
    names.sort();
    let mut page = "# Limits\n\nWritten by `cargo xtask limits` from the modules `limits` of the crates; `cargo xtask test promises` \
                    fails when it is not\ncurrent. The sections are the crates under `crates/`. Where a limit has several values, \
                    they are in the order of its\ndescription.\n"
        .to_owned();
    for name in names {
        let path = crates.join(&name).join("src/limits.rs");
        if !path.is_file() {
            continue;
        }
        let text = place::read(&path)?;
        // Writing into a string does not fail.
        _ = write!(
            page,
            "\n## {name}\n\n| Limit | Value | What |\n|---|---|---|\n{}",
            rows(&text)?
        );
    }
    Ok(page)
}

/// A row for each constant of a module. A limit without a word about it is a fault.
fn rows(module: &str) -> Done<String> {
    let (mut rows, mut about, mut lines) = (String::new(), String::new(), module.lines());
    while let Some(line) = lines.next() {
        if let Some(words) = line.strip_prefix("///") {
            about.push_str(words);
            continue;
        }
        if let Some(constant) = line.strip_prefix("pub const ") {
            let mut whole = constant.to_owned();
            while !whole.ends_with(';') {
                whole.push_str(lines.next().ok_or("A limit does not end.")?.trim_start());
            }
            let (name, value) = whole
                .split_once(':')
                .and_then(|(name, rest)| Some((name, rest.split_once('=')?.1)))
                .ok_or_else(|| format!("“{whole}” is no limit."))?;
            let (value, about) = (value.trim_end_matches(';').trim(), about.trim());
            if about.is_empty() {
                return Err(format!("Nothing says what the limit {name} is for."));
            }
            let about = text::without_ids(&about.replace("[`", "`").replace("`]", "`"));
            _ = writeln!(
                rows,
                "| `{name}` | {} | {} |",
                plain(name, value),
                about.replace('|', "\\|")
            );
        }
        about.clear();
    }
    Ok(rows)
}

/// A value as it is read: `64 << 10` is 64 KiB. What is none of the known forms stays as it is.
fn plain(name: &str, value: &str) -> String {
    let several = |list: &str| {
        let parts: Vec<String> = list.split(", ").map(|part| plain(name, part)).collect();
        parts.join(", ")
    };
    if let Some(list) = enclosed(value, "(", ")").or_else(|| enclosed(value, "[", "]")) {
        return several(list);
    }
    if let Some((windows, other)) =
        enclosed(value, "if cfg!(windows) { ", " }").and_then(|both| both.split_once(" } else { "))
    {
        return format!(
            "{} on Windows, {} elsewhere",
            plain(name, windows),
            plain(name, other)
        );
    }
    if let Some((unit, time)) = value
        .strip_prefix("Duration::from_")
        .and_then(|rest| rest.strip_suffix(')')?.split_once('('))
    {
        return number(time)
            .and_then(|time| duration(unit, time))
            .unwrap_or_else(|| format!("`{value}`"));
    }
    // A number of KiB is a number.
    if let Some((number, shift)) = value.split_once(" << ") {
        let size = match shift {
            "10" => Some("KiB"),
            "20" => Some("MiB"),
            "30" => Some("GiB"),
            _ => None,
        };
        return match (size, self::number(number)) {
            (Some(_), Some(number)) if name.ends_with("_KIB") => grouped(number << 10),
            (Some(size), Some(number)) => format!("{} {size}", grouped(number)),
            _ => format!("`{value}`"),
        };
    }
    number(value).map_or_else(|| format!("`{value}`"), grouped)
}

fn enclosed<'a>(value: &'a str, open: &str, close: &str) -> Option<&'a str> {
    value.strip_prefix(open)?.strip_suffix(close)
}

/// A number, or a product of two.
fn number(text: &str) -> Option<u64> {
    let one = |text: &str| text.trim().replace('_', "").parse::<u64>().ok();
    match text.split_once('*') {
        Some((first, second)) => one(first)?.checked_mul(one(second)?),
        None => one(text),
    }
}

fn duration(unit: &str, time: u64) -> Option<String> {
    Some(match unit {
        "secs" if time >= 7_200 && time.is_multiple_of(3_600) => format!("{} h", time / 3_600),
        "secs" if time >= 120 && time.is_multiple_of(60) => format!("{} min", time / 60),
        "secs" => format!("{time} s"),
        "millis" if time >= 1_000 && time.is_multiple_of(1_000) => format!("{} s", time / 1_000),
        "millis" if time >= 1_000 && time.is_multiple_of(100) => {
            format!("{}.{} s", time / 1_000, time % 1_000 / 100)
        }
        "millis" => format!("{time} ms"),
        "micros" => format!("{time} µs"),
        _ => return None,
    })
}

/// With commas: 10,000.
fn grouped(number: u64) -> String {
    let digits = number.to_string();
    let mut text = String::new();
    for (at, digit) in digits.chars().enumerate() {
        if at > 0 && (digits.len() - at).is_multiple_of(3) {
            text.push(',');
        }
        text.push(digit);
    }
    text
}

#[cfg(test)]
mod tests {
    use super::{plain, rows};

    #[test]
    fn a_value_is_read_as_a_size_a_time_or_a_number() {
        for (value, read) in [
            ("16", "16"),
            ("100_000", "100,000"),
            ("64 << 10", "64 KiB"),
            ("3_600 << 10", "3,600 KiB"),
            ("(10 << 20, 8)", "10 MiB, 8"),
            ("[1, 2, 4]", "1, 2, 4"),
            ("Duration::from_secs(300)", "5 min"),
            ("Duration::from_secs(24 * 3600)", "24 h"),
            ("Duration::from_millis(1500)", "1.5 s"),
            ("(20_000, Duration::from_secs(2))", "20,000, 2 s"),
            (
                "if cfg!(windows) { 2_560 } else { 256 << 10 }",
                "2,560 on Windows, 256 KiB elsewhere",
            ),
            ("OTHER - 2", "`OTHER - 2`"),
        ] {
            assert_eq!(plain("BYTES", value), read, "{value}");
        }
        assert_eq!(plain("MEMORY_KIB", "64 << 10"), "65,536");
    }

    #[test]
    fn a_limit_is_its_name_its_value_and_why() {
        let module = "//! Limits.\n\nuse std::time::Duration;\n\n/// Longest [`NAME`],\n/// in bytes (S-43).\npub const NAME: usize = 4 << 10;\n\
                      /// Two.\npub const LONG: (u32, u32) =\n    (1, 2);\n";
        assert_eq!(
            rows(module).unwrap(),
            "| `NAME` | 4 KiB | Longest `NAME`, in bytes. |\n| `LONG` | 1, 2 | Two. |\n"
        );
        assert!(rows("pub const BARE: usize = 1;\n").is_err());
    }
}
