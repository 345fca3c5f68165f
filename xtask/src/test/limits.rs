//! `docs/limits.md`: every limit of every crate, as the modules `limits` document them.

use crate::{Done, place};
use std::fmt::Write as _;

const PAGE: &str = "docs/limits.md";

/// Writes the page.
pub(crate) fn write() -> Done {
    let path = place::root().join(PAGE);
    std::fs::write(&path, page()?).map_err(|error| format!("{}: {error}.", path.display()))
}

/// Fails when the page says something else than the modules.
pub(super) fn is_current() -> Done {
    let path = place::root().join(PAGE);
    match std::fs::read_to_string(&path) {
        Ok(text) if text == page()? => Ok(()),
        _ => Err(format!(
            "{PAGE} is not what the limits are. `cargo xtask limits` writes it."
        )),
    }
}

fn page() -> Done<String> {
    let crates = place::root().join("crates");
    let failed = |error: std::io::Error| format!("{}: {error}.", crates.display());
    let mut names: Vec<String> = Vec::new();
    for entry in std::fs::read_dir(&crates).map_err(failed)? {
        names.push(entry.map_err(failed)?.file_name().to_string_lossy().into_owned());
    }
    names.sort();
    let mut page = "# Limits\n\nWritten by `cargo xtask limits` from the modules `limits` of the crates; `cargo xtask test promises` fails when \
                    it is not current. Values are in the notation of Rust: `16 << 20` is 16 MiB.\n"
        .to_owned();
    for name in names {
        let path = crates.join(&name).join("src/limits.rs");
        if !path.is_file() {
            continue;
        }
        let text = std::fs::read_to_string(&path).map_err(|error| format!("{}: {error}.", path.display()))?;
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
            _ = writeln!(rows, "| `{name}` | `{value}` | {} |", about.replace('|', "\\|"));
        }
        about.clear();
    }
    Ok(rows)
}

#[cfg(test)]
mod tests {
    use super::rows;

    #[test]
    fn a_limit_is_its_name_its_value_and_why() {
        let module = "//! Limits.\n\nuse std::time::Duration;\n\n/// Longest name,\n/// in bytes.\npub const NAME: usize = 4 << 10;\n\
                      /// Two.\npub const LONG: (u32, u32) =\n    (1, 2);\n";
        assert_eq!(
            rows(module).unwrap(),
            "| `NAME` | `4 << 10` | Longest name, in bytes. |\n| `LONG` | `(1, 2)` | Two. |\n"
        );
        assert!(rows("pub const BARE: usize = 1;\n").is_err());
    }
}
