//! What the map, the recipes and the glossary name is there: files, folders, and names in the code.

use crate::{Done, place};
use std::collections::BTreeSet;
use std::path::Path;

const PAGES: &[&str] = &["ARCHITECTURE.md", "CONTRIBUTING.md", "docs/glossary.md"];

/// Folders that are not looked into: what is in them is made, or is not ours.
const MADE: &[&str] = &[
    ".cache",
    ".data",
    ".git",
    "dist",
    "gen",
    "node_modules",
    "shots",
    "target",
];

/// How names of files end.
const FILES: &[&str] = &[
    ".css", ".html", ".json", ".md", ".rs", ".sql", ".toml", ".ts", ".tsx", ".txt",
];

/// Methods of the protocol look like paths.
const METHODS: &[&str] = &["subscriptions/listen"];

/// Fails when a page names a file or a name that is gone.
pub(super) fn name_what_is_there() -> Done {
    let root = place::root();
    let mut tree = Tree::default();
    tree.look(&root, "")?;
    let mut gone = Vec::new();
    for page in PAGES {
        let path = root.join(page);
        let text = std::fs::read_to_string(&path).map_err(|error| format!("{}: {error}.", path.display()))?;
        gone.extend(tree.lacks(&text).map(|name| format!("{page} names `{name}`")));
    }
    match gone.is_empty() {
        true => Ok(()),
        false => Err(format!("{}: that is not there any more.", gone.join(", "))),
    }
}

/// Files and folders, and the words in those that are sources.
#[derive(Default)]
struct Tree {
    paths: BTreeSet<String>,
    words: BTreeSet<String>,
}

impl Tree {
    fn look(&mut self, folder: &Path, below: &str) -> Done {
        let failed = |error: std::io::Error| format!("{}: {error}.", folder.display());
        for entry in std::fs::read_dir(folder).map_err(failed)? {
            let path = entry.map_err(failed)?.path();
            let name = path.file_name().unwrap_or_default().to_string_lossy();
            if MADE.contains(&&*name) {
                continue;
            }
            let relative = format!("{below}/{name}");
            if path.is_dir() {
                self.look(&path, &relative)?;
            } else if [".rs", ".ts", ".tsx"].iter().any(|kind| name.ends_with(kind)) {
                self.words
                    .extend(words(&std::fs::read_to_string(&path).map_err(failed)?).map(str::to_owned));
            }
            // Pages leave out the `src` of a crate.
            self.paths.insert(relative.replace("/src/", "/"));
            self.paths.insert(relative);
        }
        Ok(())
    }

    /// What a page names in code, and is neither in the tree nor in a source.
    fn lacks<'a>(&'a self, page: &'a str) -> impl Iterator<Item = &'a str> {
        quoted(page).filter(|code| match path(code) {
            Some(path) => {
                let end = format!("/{path}");
                !METHODS.contains(code) && !self.paths.iter().any(|there| there.ends_with(&end))
            }
            None => words(code).any(|word| is_name(word) && !self.words.contains(word)),
        })
    }
}

/// What is in back-ticks, but for blocks of code.
fn quoted(page: &str) -> impl Iterator<Item = &str> {
    let prose = page.split("```").step_by(2);
    prose
        .flat_map(str::lines)
        .flat_map(|line| line.split('`').skip(1).step_by(2))
}

/// The path in a piece of code, if it is one, up to a part that stands for several. What a command makes is none.
fn path(code: &str) -> Option<&str> {
    let is_plain = |it: char| it.is_ascii_alphanumeric() || "@._{},*/-".contains(it);
    let is_file = FILES.iter().any(|end| code.ends_with(end)) || code.ends_with(".ftl");
    if !code.chars().all(is_plain) || code.starts_with(['/', '.']) || !(is_file || code.contains('/')) {
        return None;
    }
    let is_made = |part: &str| MADE.contains(&part);
    if code.split('/').any(is_made) {
        return None;
    }
    let whole = match code.find(['*', '{']) {
        Some(end) => code[..end].rfind('/').map_or("", |slash| &code[..slash]),
        None => code,
    };
    Some(whole.trim_end_matches('/')).filter(|path| !path.is_empty())
}

/// Whether a word is written as names in code are: `Permit`, `with_row`.
fn is_name(word: &str) -> bool {
    let has = |is: fn(char) -> bool| word.chars().any(is);
    word.len() > 3 && has(char::is_lowercase) && (word.starts_with(char::is_uppercase) || word.contains('_'))
}

fn words(text: &str) -> impl Iterator<Item = &str> {
    text.split(|it: char| !it.is_alphanumeric() && it != '_')
}

#[cfg(test)]
mod tests {
    use super::{Tree, path, quoted};

    #[test]
    fn what_a_page_names_and_is_gone_is_found() {
        let tree = Tree {
            paths: ["/crates/host/host/gate.rs", "/ui/src/gate", "/ui/src/gate/kinds"]
                .map(str::to_owned)
                .into(),
            words: ["Inner", "Permit", "with_row"].map(str::to_owned).into(),
        };
        let page = "`host/gate.rs`, `gate.rs`, `ui/src/gate/kinds/`, `ui/src/gate/*.ftl`, `Permit<T>`, `Inner::with_row`,\n\
                    `ate.rs`, `host/gone.rs`, `Verdict`, `with_rows`, `cargo xtask run`, `target/a.png`\n```\n`no.rs`\n```\n";
        assert_eq!(
            Vec::from_iter(tree.lacks(page)),
            ["ate.rs", "host/gone.rs", "Verdict", "with_rows"]
        );
    }

    #[test]
    fn a_path_is_told_from_other_code() {
        assert_eq!(path("docs/security/*.md"), Some("docs/security"));
        assert_eq!(path("l10n/help/{en,zh-CN}.ftl"), Some("l10n/help"));
        assert_eq!(path("mod.rs"), Some("mod.rs"));
        assert_eq!((path("S-12"), path(".ftl"), path("core")), (None, None, None));
        assert_eq!(
            Vec::from_iter(quoted("`a` b `c`\n```\n`d`\n```\n`e`")),
            ["a", "c", "e"]
        );
    }
}
