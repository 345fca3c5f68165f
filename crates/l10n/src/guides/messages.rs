//! The messages of the catalogues, as a person may read them: a text for each combination of variants, with a hole for each value.

use fluent_syntax::ast::{Entry, Expression, InlineExpression, Pattern, PatternElement};
use std::collections::BTreeMap;
use std::fs;
use std::path::{Path, PathBuf};

/// Stands for a value in a text.
pub(crate) const HOLE: char = '\0';
/// How many texts one message may have: one with many selectors has more combinations than anyone needs to compare.
const MOST_TEXTS: usize = 256;
/// Where the catalogues of the pages are; those of the crates are in `l10n/en.ftl` next to their sources.
const PAGES: &str = "ui/src/l10n/en";
/// The same in Chinese.
const CHINESE_PAGES: &str = "ui/src/l10n/zh-CN";

/// The texts of all messages and their attributes.
pub(super) fn texts(root: &Path) -> Vec<String> {
    let mut catalogues = super::inside(&root.join(PAGES));
    let mut crates = super::inside(&root.join("crates"));
    crates.push(root.join("src-tauri"));
    let of_crates = crates.iter().map(|path| path.join("l10n/en.ftl"));
    catalogues.extend(of_crates.filter(|path| path.exists()));
    let sources = catalogues.iter().map(|path| fs::read_to_string(path).unwrap());
    sources.flat_map(|source| of_catalogue(&source)).collect()
}

/// A message or an attribute of one, in both languages.
pub(crate) struct Pair {
    /// Its file and its id, `crates/host/l10n/en.ftl call-denied` or `… call-denied.terminal`.
    pub id: String,
    pub english: Vec<String>,
    pub chinese: Vec<String>,
}

/// Every message of every catalogue that both languages have.
pub(crate) fn pairs(root: &Path) -> Vec<Pair> {
    let mut files: Vec<(PathBuf, PathBuf)> = super::inside(&root.join(PAGES))
        .into_iter()
        .filter_map(|english| {
            let chinese = root.join(CHINESE_PAGES).join(english.file_name()?);
            Some((english, chinese))
        })
        .collect();
    let mut folders = super::inside(&root.join("crates"));
    folders.push(root.join("src-tauri"));
    folders.push(root.join("crates/cli/l10n/help"));
    for folder in folders {
        for catalogue in [folder.join("l10n"), folder] {
            files.push((catalogue.join("en.ftl"), catalogue.join("zh-CN.ftl")));
        }
    }
    files
        .iter()
        .filter(|(english, _)| english.exists())
        .flat_map(|(english, chinese)| {
            let mut translated: BTreeMap<String, Vec<String>> =
                messages(&fs::read_to_string(chinese).unwrap())
                    .into_iter()
                    .collect();
            let name = english
                .strip_prefix(root)
                .unwrap_or(english)
                .display()
                .to_string()
                .replace('\\', "/");
            messages(&fs::read_to_string(english).unwrap())
                .into_iter()
                .filter_map(|(id, english)| {
                    let chinese = translated.remove(&id)?;
                    let id = format!("{name} {id}");
                    Some(Pair { id, english, chinese })
                })
                .collect::<Vec<_>>()
        })
        .collect()
}

/// The texts of one catalogue.
fn of_catalogue(source: &str) -> Vec<String> {
    messages(source)
        .into_iter()
        .flat_map(|(_, texts)| texts)
        .collect()
}

/// The messages of one catalogue and their attributes: the id and the texts of each.
fn messages(source: &str) -> Vec<(String, Vec<String>)> {
    // What cannot be parsed fails in the test of its crate or page.
    let (Ok(resource) | Err((resource, _))) = fluent_syntax::parser::parse(source);
    let messages = resource.body.iter().filter_map(|entry| match entry {
        Entry::Message(message) => Some(message),
        _ => None,
    });
    messages
        .flat_map(|message| {
            let name = message.id.name;
            let attributes = message.attributes.iter();
            let values = message.value.iter().map(|value| (name.to_owned(), value));
            values.chain(attributes.map(move |it| (format!("{name}.{}", it.id.name), &it.value)))
        })
        .map(|(id, pattern)| {
            let texts = of_pattern(pattern).into_iter();
            let texts = texts.map(|text| text.split_whitespace().collect::<Vec<_>>().join(" "));
            (id, texts.collect())
        })
        .collect()
}

/// The texts of a pattern: `{ $count -> [one] A file *[other] { $count } files } left` has two.
fn of_pattern(pattern: &Pattern<&str>) -> Vec<String> {
    let mut texts = vec![String::new()];
    for element in &pattern.elements {
        let choices = match element {
            PatternElement::TextElement { value } => vec![(*value).to_owned()],
            PatternElement::Placeable { expression } => of_expression(expression),
        };
        texts = texts
            .iter()
            .flat_map(|text| choices.iter().map(move |choice| format!("{text}{choice}")))
            .take(MOST_TEXTS)
            .collect();
    }
    texts
}

/// What may stand in the place of an expression.
fn of_expression(expression: &Expression<&str>) -> Vec<String> {
    match expression {
        Expression::Select { variants, .. } => {
            let values = variants.iter().map(|variant| &variant.value);
            values.flat_map(of_pattern).collect()
        }
        Expression::Inline(InlineExpression::StringLiteral { value }) => vec![(*value).to_owned()],
        Expression::Inline(InlineExpression::Placeable { expression }) => of_expression(expression),
        Expression::Inline(_) => vec![HOLE.to_string()],
    }
}

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
