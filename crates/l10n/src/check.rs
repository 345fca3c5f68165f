//! What is wrong with the catalogue of a crate: for its test.

use crate::catalogue::TERMINAL;
use crate::{Catalogue, Locale};
use fluent_syntax::ast::{Entry, Expression, InlineExpression, Pattern, PatternElement};
use std::{
    collections::{BTreeMap, BTreeSet},
    fs, io,
    path::Path,
};

/// A message and the names of its arguments.
type MessageTable = BTreeMap<String, BTreeSet<String>>;

/// What is wrong: a message that one language has and the other has not or with other arguments, that is said and missing, said
/// with other arguments than it has, or never said.
///
/// # Errors
/// Where a source cannot be read.
pub fn faults(catalogue: &Catalogue, sources: &Path) -> io::Result<Vec<String>> {
    let (english, mut faults) = compared(catalogue);
    let mut said = BTreeSet::new();
    let mut prefixes = BTreeSet::new();
    for (file, source) in rust_files(sources)? {
        // That each of those is there is for the test of the crate that names them.
        prefixes.extend(
            source
                .split("say_by!(\"")
                .skip(1)
                .filter_map(|after| Some(after.split_once('"')?.0.to_owned())),
        );
        for (id, arguments) in said_in(&source) {
            match english.get(&id) {
                None => faults.push(format!("{file}: says {id}, which is no message")),
                Some(has) if *has != arguments => {
                    faults.push(format!("{file}: says {id} with {arguments:?}, which has {has:?}"));
                }
                Some(_) => {}
            }
            said.insert(id);
        }
    }
    faults.extend(
        english
            .keys()
            .filter(|id| {
                !id.contains('.') && !said.contains(*id) && !prefixes.iter().any(|it| id.starts_with(it))
            })
            .map(|id| format!("{id}: never said")),
    );
    Ok(faults)
}

/// What is wrong between the languages: a message that one has and the other has not, or with other arguments.
#[must_use]
pub fn differences(catalogue: &Catalogue) -> Vec<String> {
    compared(catalogue).1
}

/// The messages in English, and how the other language differs.
fn compared(catalogue: &Catalogue) -> (MessageTable, Vec<String>) {
    let mut faults = Vec::new();
    let english = messages(catalogue.source(Locale::English), "en", &mut faults);
    let chinese = messages(catalogue.source(Locale::Chinese), "zh-CN", &mut faults);
    for id in english.keys().chain(chinese.keys()).collect::<BTreeSet<_>>() {
        if english.get(id) != chinese.get(id) {
            let of = |it: &MessageTable| it.get(id).map_or("missing".to_owned(), |it| format!("{it:?}"));
            faults.push(format!("{id}: en {}, zh-CN {}", of(&english), of(&chinese)));
        }
    }
    (english, faults)
}

fn messages(source: &str, file: &str, faults: &mut Vec<String>) -> MessageTable {
    let (Ok(resource) | Err((resource, _))) = fluent_syntax::parser::parse(source);
    let mut messages = MessageTable::new();
    for entry in &resource.body {
        match entry {
            Entry::Message(message) => {
                let mut arguments = BTreeSet::new();
                if let Some(value) = &message.value {
                    arguments_of(value, &mut arguments);
                }
                for attribute in &message.attributes {
                    let mut own = BTreeSet::new();
                    arguments_of(&attribute.value, &mut own);
                    if attribute.id.name != TERMINAL {
                        faults.push(format!("{file}: {} .{}", message.id.name, attribute.id.name));
                    }
                    // The caller does not know where the message is read, and gives the arguments of both.
                    arguments.extend(own.iter().cloned());
                    messages.insert(format!("{}.{}", message.id.name, attribute.id.name), own);
                }
                if messages.insert(message.id.name.to_owned(), arguments).is_some() {
                    faults.push(format!("{file}: {} stands twice", message.id.name));
                }
            }
            Entry::Junk { content } => faults.push(format!("{file}: cannot be parsed: {content}")),
            _ => {}
        }
    }
    messages
}

fn arguments_of(pattern: &Pattern<&str>, into: &mut BTreeSet<String>) {
    for element in &pattern.elements {
        if let PatternElement::Placeable { expression } = element {
            arguments_of_expression(expression, into);
        }
    }
}

fn arguments_of_expression(expression: &Expression<&str>, into: &mut BTreeSet<String>) {
    match expression {
        Expression::Inline(inline) => arguments_of_inline(inline, into),
        Expression::Select { selector, variants } => {
            arguments_of_inline(selector, into);
            for variant in variants {
                arguments_of(&variant.value, into);
            }
        }
    }
}

fn arguments_of_inline(inline: &InlineExpression<&str>, into: &mut BTreeSet<String>) {
    match inline {
        InlineExpression::VariableReference { id } => {
            into.insert(id.name.to_owned());
        }
        InlineExpression::FunctionReference { arguments, .. } => {
            for argument in &arguments.positional {
                arguments_of_inline(argument, into);
            }
        }
        InlineExpression::Placeable { expression } => arguments_of_expression(expression, into),
        _ => {}
    }
}

fn rust_files(folder: &Path) -> io::Result<Vec<(String, String)>> {
    let mut files = Vec::new();
    for entry in fs::read_dir(folder)? {
        let path = entry?.path();
        if path.is_dir() {
            files.extend(rust_files(&path)?);
        } else if path.extension().is_some_and(|it| it == "rs") {
            files.push((path.display().to_string(), fs::read_to_string(&path)?));
        }
    }
    Ok(files)
}

/// Each `say!("id", name = …, name)` of a source.
fn said_in(source: &str) -> Vec<(String, BTreeSet<String>)> {
    source
        .split("say!(")
        .skip(1)
        .filter_map(|after| {
            let (id, rest) = after.trim_start().strip_prefix('"')?.split_once('"')?;
            Some((id.to_owned(), names_of(rest)))
        })
        .collect()
}

/// The names of the arguments, before a `=` or alone, on the first level up to the end of the macro.
fn names_of(rest: &str) -> BTreeSet<String> {
    let mut names = BTreeSet::new();
    let (mut depth, mut text, mut escaped) = (0_i32, false, false);
    let mut start: Option<usize> = None;
    for (at, letter) in rest.char_indices() {
        if text {
            text = escaped || letter != '"';
            escaped = letter == '\\' && !escaped;
            continue;
        }
        if depth == 0
            && matches!(letter, ',' | '=' | ')' | ']' | '}')
            && let Some(name) = start.take().and_then(|start| rest.get(start..at))
            && !name.trim().is_empty()
        {
            names.insert(name.trim().to_owned());
        }
        match letter {
            '"' => text = true,
            '(' | '[' | '{' => depth += 1,
            ')' | ']' | '}' if depth == 0 => break,
            ')' | ']' | '}' => depth -= 1,
            ',' if depth == 0 => start = Some(at + 1),
            _ => {}
        }
    }
    names
}

#[cfg(test)]
mod tests {
    use super::{faults, said_in};
    use crate::Catalogue;
    use std::fs;

    fn found(english: &'static str, chinese: &'static str, source: &str) -> Vec<String> {
        let folder =
            std::env::temp_dir().join(format!("portcullis-l10n-{}-{}", std::process::id(), source.len()));
        fs::create_dir_all(&folder).unwrap();
        fs::write(folder.join("it.rs"), source).unwrap();
        let found = faults(&Catalogue::new(english, chinese), &folder).unwrap();
        fs::remove_dir_all(&folder).unwrap();
        found
    }

    #[test]
    fn every_fault_of_a_catalogue_is_found() {
        let good = "a = One { $x }\n";
        assert_eq!(found(good, good, "say!(\"a\", x = 1)"), Vec::<String>::new());
        assert_eq!(found(good, "", "say!( \"a\", x = 1 )").len(), 1);
        assert_eq!(found(good, "a = One { $y }\n", "say!(\n\"a\",\nx = 1,)").len(), 1);
        assert_eq!(found(good, good, "say!(\"a\", x = 1);  say!(\"b\")").len(), 1);
        assert_eq!(found(good, good, "say!(\"a\")").len(), 1);
        assert_eq!(found(good, good, "nothing is said here").len(), 1);
        assert_eq!(found("a = { $x", good, "say!(\"a\", x = 2)").len(), 3);
        let terminal = "a = One { $x }\n    .terminal = Run { $x }\n";
        assert_eq!(
            found(terminal, terminal, "say!(\"a\", x = 1)"),
            Vec::<String>::new()
        );
        assert_eq!(found(terminal, good, "say!(\"a\", x = 1)").len(), 1);
        let other = "a = One { $x }\n    .terminal = Run { $y }\n";
        assert_eq!(found(other, other, "say!(\"a\", x = 1)").len(), 1);
        assert_eq!(
            found(other, other, "say!(\"a\", x = 1, y = 2)"),
            Vec::<String>::new()
        );
    }

    #[test]
    fn arguments_are_read_through_what_they_hold() {
        let source = r#"say!("id", first = of(a, b = 3), second = "x = \" y, z = 1", alone, third = many([1, 2]), last,)"#;
        let said = said_in(source);
        let names: Vec<&str> = said[0].1.iter().map(String::as_str).collect();
        assert_eq!(
            (said[0].0.as_str(), names),
            ("id", vec!["alone", "first", "last", "second", "third"])
        );
    }
}
