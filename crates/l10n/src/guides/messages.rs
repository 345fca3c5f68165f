//! The English messages of the catalogues, as a person may read them: a text for each combination of variants, with a hole for
//! each value.

use crate::{Done, place};
use std::path::Path;

/// Stands for a value in a text.
pub(super) const HOLE: char = '\0';
/// How many texts one message may have: one with many selectors has more combinations than anyone needs to compare.
const MOST_TEXTS: usize = 256;
/// Where the catalogues of the pages are; those of the crates are in `l10n/en.ftl` next to their sources.
const PAGES: &str = "ui/src/l10n/en";

/// The texts of all messages and their attributes.
pub(super) fn texts() -> Done<Vec<String>> {
    let root = place::root();
    let mut sources = Vec::new();
    for path in inside(&root.join(PAGES))? {
        sources.push(read(&path)?);
    }
    let mut crates = inside(&root.join("crates"))?;
    crates.push(root.join("src-tauri"));
    for path in crates.iter().map(|path| path.join("l10n/en.ftl")) {
        if path.exists() {
            sources.push(read(&path)?);
        }
    }
    Ok(sources.iter().flat_map(|source| of_catalogue(source)).collect())
}

fn inside(folder: &Path) -> Done<Vec<std::path::PathBuf>> {
    let told = |error: std::io::Error| format!("{}: {error}.", folder.display());
    let entries = std::fs::read_dir(folder).map_err(told)?;
    entries.map(|entry| Ok(entry.map_err(told)?.path())).collect()
}

fn read(path: &Path) -> Done<String> {
    std::fs::read_to_string(path).map_err(|error| format!("{}: {error}.", path.display()))
}

/// The texts of one catalogue.
fn of_catalogue(source: &str) -> Vec<String> {
    let mut patterns: Vec<String> = Vec::new();
    for line in source.lines().filter(|line| !line.starts_with('#')) {
        let is_inside = line.starts_with([' ', '}']);
        let (begins, text) = match line.split_once(" = ").or_else(|| line.split_once(" =")) {
            Some((_, text)) if !is_inside => (true, text),
            Some((name, text)) if name.trim_start().starts_with('.') => (true, text),
            _ => (false, line),
        };
        match patterns.last_mut() {
            Some(last) if !begins => {
                last.push(' ');
                last.push_str(text.trim());
            }
            _ => patterns.push(text.trim().to_owned()),
        }
    }
    patterns.iter().flat_map(|pattern| of_pattern(pattern)).collect()
}

/// The texts of a pattern: `{ $count -> [one] A file *[other] { $count } files } left` has two.
fn of_pattern(pattern: &str) -> Vec<String> {
    let mut texts = vec![String::new()];
    let mut rest = pattern.trim();
    while let Some((before, after)) = rest.split_once('{') {
        let end = closing(after);
        let choices = of_placeable(after[..end].trim());
        rest = after.get(end + 1..).unwrap_or_default();
        texts = texts
            .iter()
            .flat_map(|text| {
                choices
                    .iter()
                    .map(move |choice| format!("{text}{before}{choice}"))
            })
            .take(MOST_TEXTS)
            .collect();
    }
    texts
        .iter()
        .map(|text| format!("{text}{rest}").trim().to_owned())
        .collect()
}

/// Where the brace is closed that was opened before this text.
fn closing(text: &str) -> usize {
    let (mut depth, mut is_quoted) = (1, false);
    for (at, letter) in text.char_indices() {
        match letter {
            '"' => is_quoted = !is_quoted,
            '{' if !is_quoted => depth += 1,
            '}' if !is_quoted => depth -= 1,
            _ => {}
        }
        if depth == 0 {
            return at;
        }
    }
    text.len()
}

/// What may stand in the place of the text between two braces.
fn of_placeable(inner: &str) -> Vec<String> {
    if let Some(literal) = inner.strip_prefix('"').and_then(|it| it.strip_suffix('"')) {
        return vec![literal.to_owned()];
    }
    let Some((_, variants)) = inner.split_once("->") else {
        return vec![HOLE.to_string()];
    };
    let (mut patterns, mut depth) = (Vec::<String>::new(), 0_u32);
    let mut rest = variants.chars();
    while let Some(letter) = rest.next() {
        match letter {
            '[' if depth == 0 => {
                patterns.push(String::new());
                // The key of the variant.
                rest.by_ref().find(|letter| *letter == ']');
                continue;
            }
            // The default variant has a star before its key.
            '*' if depth == 0 && rest.as_str().starts_with('[') => continue,
            '{' => depth += 1,
            '}' => depth = depth.saturating_sub(1),
            _ => {}
        }
        if let Some(pattern) = patterns.last_mut() {
            pattern.push(letter);
        }
    }
    patterns.iter().flat_map(|pattern| of_pattern(pattern)).collect()
}

#[cfg(test)]
mod tests {
    use super::of_catalogue;

    #[test]
    fn a_message_is_read_with_a_hole_for_each_value_and_a_text_for_each_variant() {
        let source = "# Left = out\nfiles = { $count ->\n    [one] A file\n   *[other] { $count } files\n} of “{ $server }”.\n\n\
                      add = Add { \"{\" }\n    .title = Add a\n        server = { NUMBER($n, digits: 1) }\n";
        assert_eq!(
            of_catalogue(source),
            [
                "A file of “\0”.",
                "\0 files of “\0”.",
                "Add {",
                "Add a server = \0"
            ]
        );
    }
}
