//! Changes YAML by lines, where the servers are a block of their own at the top: a new entry is appended to it, an entry that is
//! replaced gives its lines. Everything else is refused; what comes out is read again and compared.

use serde_json::{Map, Value};
use std::ops::Range;

/// What is changed.
pub struct YamlChange<'a> {
    /// Where the servers are.
    pub holder: &'a str,
    /// They are a list.
    pub list: bool,
    /// How many entries there are.
    pub count: usize,
    /// Entries in place of those that are there: name and place.
    pub replaced: &'a [(&'a str, usize, &'a Value)],
    /// Entries that are new.
    pub added: &'a [(&'a str, &'a Value)],
}

/// The text with the change; `None` where it cannot be made by lines.
pub fn edit(text: &str, change: &YamlChange<'_>) -> Option<String> {
    let crlf = text.contains("\r\n");
    if crlf && text.matches('\n').count() != text.matches("\r\n").count() {
        return None;
    }
    let newline = if crlf { "\r\n" } else { "\n" };
    let mut lines: Vec<String> = text.lines().map(str::to_owned).collect();
    let begun = |line: &String| {
        let line = line.trim();
        !line.is_empty() && !line.starts_with(['#', '%'])
    };
    let first = lines.iter().position(begun);
    // Several documents in one file.
    let marks = |line: &String| line.starts_with("---") || line.starts_with("...");
    if lines
        .iter()
        .enumerate()
        .any(|(at, line)| marks(line) && Some(at) != first)
    {
        return None;
    }
    let Some(at) = lines.iter().position(|line| key_line(line, change.holder)) else {
        if change.count > 0 || !change.replaced.is_empty() {
            return None;
        }
        lines.push(format!("{}:", change.holder));
        for (name, value) in change.added {
            lines.extend(entry(name, value, "  ", change.list));
        }
        return Some(joined(&lines, newline));
    };
    // An empty map or list of the other notation gives way to lines.
    if change.count == 0 {
        let line = lines.get_mut(at)?;
        let (key, comment) = match line.split_once(" #") {
            Some((key, comment)) => (key.to_owned(), format!(" #{comment}")),
            None => (line.clone(), String::new()),
        };
        let rest = key.split_once(':')?.1.trim();
        if !matches!(rest, "" | "{}" | "[]" | "null" | "~") {
            return None;
        }
        *line = format!("{}:{comment}", change.holder);
    }
    let block = block(&lines, at, change.list);
    let (entries, indent) = entries(&lines, &block, change.list);
    if entries.len() != change.count {
        return None;
    }
    let mut ordered: Vec<_> = change.replaced.iter().collect();
    ordered.sort_by_key(|(_, place, _)| std::cmp::Reverse(*place));
    let end = entries.last().map_or(at + 1, |last| last.end);
    let added: Vec<String> = change
        .added
        .iter()
        .flat_map(|(name, value)| entry(name, value, &indent, change.list))
        .collect();
    // From the end, so that what is before keeps its place.
    lines.splice(end..end, added);
    for (name, place, value) in ordered {
        let span = entries.get(*place)?.clone();
        lines.splice(span, entry(name, value, &indent, change.list));
    }
    Some(joined(&lines, newline))
}

fn joined(lines: &[String], newline: &str) -> String {
    let mut out = lines.join(newline);
    out.push_str(newline);
    out
}

fn key_line(line: &str, holder: &str) -> bool {
    line.strip_prefix(holder)
        .and_then(|rest| rest.strip_prefix(':'))
        .is_some_and(|rest| rest.is_empty() || rest.starts_with(' '))
}

fn indent_of(line: &str) -> usize {
    line.len() - line.trim_start_matches(' ').len()
}

fn is_blank(line: &str) -> bool {
    let line = line.trim();
    line.is_empty() || line.starts_with('#')
}

/// The lines below a key at the top.
fn block(lines: &[String], at: usize, list: bool) -> Range<usize> {
    let inside = |line: &String| {
        is_blank(line) || indent_of(line) > 0 || (list && (line == "-" || line.starts_with("- ")))
    };
    let below = lines.get(at + 1..).unwrap_or_default();
    let count = below.iter().take_while(|line| inside(line)).count();
    at + 1..at + 1 + count
}

/// The lines of each entry, without blank lines and comments after it; and how far entries are indented.
fn entries(lines: &[String], block: &Range<usize>, list: bool) -> (Vec<Range<usize>>, String) {
    let inner = lines.get(block.clone()).unwrap_or_default();
    let Some(first) = inner.iter().find(|line| !is_blank(line)) else {
        return (Vec::new(), "  ".to_owned());
    };
    let indent = indent_of(first);
    let starts = |line: &String| {
        !is_blank(line)
            && indent_of(line) == indent
            && (!list || line.trim_start() == "-" || line.trim_start().starts_with("- "))
    };
    let mut found: Vec<Range<usize>> = Vec::new();
    for (at, line) in inner.iter().enumerate() {
        let at = block.start + at;
        if starts(line) {
            found.push(at..at + 1);
        } else if !is_blank(line)
            && let Some(last) = found.last_mut()
        {
            last.end = at + 1;
        }
    }
    (found, " ".repeat(indent))
}

/// The lines of an entry.
fn entry(name: &str, value: &Value, indent: &str, list: bool) -> Vec<String> {
    let fields = value.as_object().cloned().unwrap_or_default();
    let mut lines = Vec::new();
    match list {
        false => {
            lines.push(format!("{indent}{}:", scalar(name)));
            map(&fields, &format!("{indent}  "), &mut lines);
        }
        true => {
            map(&fields, &format!("{indent}  "), &mut lines);
            if let Some(first) = lines.first_mut() {
                let rest = first.get(indent.len() + 2..).unwrap_or_default().to_owned();
                *first = format!("{indent}- {rest}");
            }
        }
    }
    lines
}

fn map(fields: &Map<String, Value>, indent: &str, lines: &mut Vec<String>) {
    for (name, value) in fields {
        let name = scalar(name);
        match value {
            Value::Object(inner) if !inner.is_empty() => {
                lines.push(format!("{indent}{name}:"));
                map(inner, &format!("{indent}  "), lines);
            }
            Value::Object(_) => lines.push(format!("{indent}{name}: {{}}")),
            Value::Array(items) if !items.is_empty() => {
                lines.push(format!("{indent}{name}:"));
                for item in items {
                    lines.push(format!("{indent}  - {}", plain(item)));
                }
            }
            Value::Array(_) => lines.push(format!("{indent}{name}: []")),
            other => lines.push(format!("{indent}{name}: {}", plain(other))),
        }
    }
}

fn plain(value: &Value) -> String {
    match value {
        Value::String(text) => scalar(text),
        other => other.to_string(),
    }
}

/// A text: as it is where it can be nothing else, otherwise in quotes.
fn scalar(text: &str) -> String {
    const WORDS: [&str; 10] = ["true", "false", "null", "yes", "no", "on", "off", "y", "n", "nan"];
    let fits = |c: char| c.is_ascii_alphanumeric() || matches!(c, '_' | '-' | '.' | '/');
    let plain = text.starts_with(|c: char| c.is_ascii_alphabetic() || matches!(c, '_' | '/'))
        && text.chars().all(fits)
        && !WORDS.contains(&text.to_ascii_lowercase().as_str());
    if plain {
        return text.to_owned();
    }
    let mut out = String::from("\"");
    for c in text.chars() {
        match c {
            '"' => out.push_str("\\\""),
            '\\' => out.push_str("\\\\"),
            '\n' => out.push_str("\\n"),
            '\t' => out.push_str("\\t"),
            c if c.is_control() || matches!(c, '\u{2028}' | '\u{2029}' | '\u{feff}') => {
                out.push_str(&format!("\\u{:04X}", u32::from(c)));
            }
            c => out.push(c),
        }
    }
    out.push('"');
    out
}
