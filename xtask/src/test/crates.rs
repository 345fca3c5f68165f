//! The crates are as `ARCHITECTURE.md` describes them: each uses those of its row, all of which stand above it, none knows
//! Tauri or names a package that it does not use, each says who uses it, and the policy has no way to a clock, a disk or a network.

use crate::{Done, place};
use std::collections::{BTreeMap, BTreeSet};
use std::path::{Path, PathBuf};

const PAGE: &str = "ARCHITECTURE.md";

/// Where the policy is, and the modules, crates, types and functions that it does not name.
const POLICY: &str = "crates/approval/src/policy";
const IMPURE: &[&str] = &[
    "Instant",
    "SystemTime",
    "canonicalize",
    "clock",
    "env",
    "exists",
    "fs",
    "is_dir",
    "is_file",
    "metadata",
    "net",
    "portcullis_net",
    "portcullis_programs",
    "process",
    "read_dir",
    "read_link",
    "reqwest",
    "rusqlite",
    "thread",
    "tokio",
];

/// What a crate without I/O does not name, in its row of the table and in its sources.
const WITHOUT: &str = "without I/O";
const INPUT_OUTPUT: &[&str] = &[
    "SystemTime",
    "TcpStream",
    "UdpSocket",
    "canonicalize",
    "fs",
    "read_dir",
    "reqwest",
    "rusqlite",
    "tokio",
];

/// Clippy sees no call of a trait, so `Default` of a client is looked for here.
const CLIENTS: &[&str] = &["Client::default", "ClientBuilder::default"];

/// A package that only a macro of ours names.
const BY_MACROS: &[&str] = &["ts-rs"];

/// A row of the table.
struct Row {
    name: String,
    /// It is said to be without I/O, and without exceptions.
    is_pure: bool,
    /// The crates that it names.
    uses: BTreeSet<String>,
    /// Those, and all that they use.
    may: BTreeSet<String>,
}

/// Fails when the page says something else than the crates do.
pub(super) fn are_as_described() -> Done {
    let root = place::root();
    let rows = in_table(&place::read(root.join(PAGE))?)?;
    let mut used = BTreeMap::new();
    let mut wrong = Vec::new();
    for folder in entries(&root.join("crates"))? {
        let name = folder
            .file_name()
            .unwrap_or_default()
            .to_string_lossy()
            .into_owned();
        let manifest = place::read(folder.join("Cargo.toml"))?;
        let dependencies = dependencies(&manifest);
        if dependencies
            .iter()
            .any(|it| *it == "tauri" || it.starts_with("tauri-"))
        {
            wrong.push(format!("{name} knows Tauri"));
        }
        let head = folder.join("src/lib.rs");
        if head.is_file() && !says_who_uses_it(&place::read(&head)?) {
            wrong.push(format!("the head of {name}'s lib.rs does not say who uses it"));
        }
        let sources = sources(&folder.join("src"))?;
        for (path, text) in &sources {
            let clients = CLIENTS.iter().filter(|client| text.contains(**client));
            wrong.extend(clients.map(|client| format!("{} calls {client}", path.display())));
        }
        if rows.iter().any(|row| row.name == name && row.is_pure) {
            for (path, text) in sources.iter().filter(|(path, _)| !is_test(path)) {
                let named = named(text, INPUT_OUTPUT);
                wrong.extend(named.map(|word| format!("{} names `{word}`", path.display())));
            }
        }
        let unused = unused(&dependencies, sources.iter().map(|(_, text)| text.as_str()));
        wrong.extend(
            unused
                .iter()
                .map(|it| format!("{name} depends on {it}, which no source of it names")),
        );
        let ours = dependencies
            .iter()
            .filter_map(|it| it.strip_prefix("portcullis-"));
        used.insert(name, ours.map(str::to_owned).collect());
    }
    wrong.extend(compared(&rows, &used));
    for (path, text) in sources(&root.join(POLICY))? {
        wrong.extend(named(&text, IMPURE).map(|word| format!("{} names `{word}`", path.display())));
    }
    match wrong.is_empty() {
        true => Ok(()),
        false => Err(format!(
            "{PAGE} does not describe the crates: {}.",
            wrong.join("; ")
        )),
    }
}

/// Whether the head of a crate is more than a line, and says who uses it.
fn says_who_uses_it(lib: &str) -> bool {
    let head: Vec<&str> = lib.lines().map_while(|line| line.strip_prefix("//!")).collect();
    let text = head.concat();
    head.len() > 2
        && [" use it", " uses it", "Used by"]
            .iter()
            .any(|words| text.contains(words))
}

fn entries(folder: &Path) -> Done<Vec<PathBuf>> {
    let failed = |error: std::io::Error| format!("{}: {error}.", folder.display());
    let entries = std::fs::read_dir(folder).map_err(failed)?;
    entries.map(|entry| Ok(entry.map_err(failed)?.path())).collect()
}

/// The sources below a folder.
fn sources(folder: &Path) -> Done<Vec<(PathBuf, String)>> {
    let mut found = Vec::new();
    for path in entries(folder)? {
        if path.is_dir() {
            found.extend(sources(&path)?);
        } else if path.extension().is_some_and(|kind| kind == "rs") {
            let text = place::read(&path)?;
            found.push((path, text));
        }
    }
    Ok(found)
}

/// The table of the crates: a name, what it does, what it uses.
fn in_table(page: &str) -> Done<Vec<Row>> {
    let mut rows: Vec<Row> = Vec::new();
    let lines = page.lines().skip_while(|line| !line.starts_with("| Crate "));
    for line in lines.skip(2).take_while(|line| line.starts_with('|')) {
        let columns: Vec<&str> = line.trim_matches('|').split('|').collect();
        let [name, holds, uses] = columns[..] else {
            return Err(format!("{PAGE}: “{line}” has not three columns."));
        };
        let names = |column: &str| -> Vec<String> {
            column.split('`').skip(1).step_by(2).map(str::to_owned).collect()
        };
        let name = names(name).concat();
        let uses = BTreeSet::from_iter(names(uses));
        let mut may = uses.clone();
        for direct in &uses {
            let above = rows.iter().find(|above| above.name == *direct);
            let above =
                above.ok_or_else(|| format!("{PAGE}: {name} uses {direct}, which is not above it."))?;
            may.extend(above.may.iter().cloned());
        }
        rows.push(Row {
            name,
            is_pure: holds.trim().ends_with(WITHOUT),
            uses,
            may,
        });
    }
    Ok(rows)
}

/// The packages that a package needs, but for those of its tests.
fn dependencies(manifest: &str) -> BTreeSet<&str> {
    let mut found = BTreeSet::new();
    let mut counts = false;
    for line in manifest.lines() {
        if let Some(header) = line.strip_prefix('[') {
            let section = header.trim_end_matches(']');
            let table = section.rsplit_once("dependencies.");
            let kind = table.map_or(section, |(before, _)| before);
            let tests = kind.contains("dev-");
            found.extend(table.filter(|_| !tests).map(|(_, name)| name));
            counts = !tests && section.ends_with("dependencies");
        } else if counts {
            let end = line.find(['.', ' ', '=']).unwrap_or(0);
            found.extend(Some(&line[..end]).filter(|name| !name.is_empty() && !name.starts_with('#')));
        }
    }
    found
}

/// The dependencies that no source names.
fn unused<'a>(dependencies: &BTreeSet<&'a str>, sources: impl Iterator<Item = &'a str>) -> Vec<&'a str> {
    let named: BTreeSet<&str> = sources.flat_map(words).collect();
    let names = |it: &str| BY_MACROS.contains(&it) || named.contains(it.replace('-', "_").as_str());
    dependencies.iter().copied().filter(|it| !names(it)).collect()
}

/// Crates without a row, rows without a crate, uses that the table does not have, and those that are none.
fn compared(rows: &[Row], used: &BTreeMap<String, BTreeSet<String>>) -> Vec<String> {
    let mut wrong = Vec::new();
    let missing = used
        .keys()
        .filter(|name| rows.iter().all(|row| row.name != **name));
    wrong.extend(missing.map(|name| format!("{name} has no row")));
    for Row { name, uses, may, .. } in rows {
        let Some(used) = used.get(name) else {
            wrong.push(format!("{name} is no crate"));
            continue;
        };
        wrong.extend(used.difference(may).map(|it| format!("{name} uses {it}")));
        wrong.extend(
            uses.difference(used)
                .map(|it| format!("{name} does not use {it}")),
        );
    }
    wrong
}

/// Which of these words a source names before its tests. Comments do not count.
fn named<'a>(text: &'a str, refused: &'a [&str]) -> impl Iterator<Item = &'a str> {
    let code = text.lines().take_while(|line| *line != "mod tests {");
    let code = code.filter(|line| !line.trim_start().starts_with("//"));
    code.flat_map(words).filter(|word| refused.contains(word))
}

/// Whether a file is there for tests alone.
fn is_test(path: &Path) -> bool {
    let names = path.components().map(|part| part.as_os_str().to_string_lossy());
    names
        .into_iter()
        .any(|name| name == "tests" || name.ends_with("tests.rs"))
}

fn words(code: &str) -> impl Iterator<Item = &str> {
    code.split(|it: char| !it.is_alphanumeric() && it != '_')
}

#[cfg(test)]
mod tests {
    use super::{IMPURE, compared, dependencies, in_table, named, says_who_uses_it, unused};
    use std::collections::BTreeMap;

    const TABLE: &str = "| Crate | What | Uses |\n|---|---|---|\n| `core` | ground, without I/O | |\n| `net` | x | `core` |\n\
                         | `mcp` | y | `net` |\n\n| `other` | table | |\n";

    #[test]
    fn uses_are_read_from_the_table_with_what_they_use_themselves() {
        let rows = in_table(TABLE).unwrap();
        let names: Vec<&str> = rows.iter().map(|row| row.name.as_str()).collect();
        assert_eq!(names, ["core", "net", "mcp"]);
        assert_eq!(Vec::from_iter(&rows[2].may), ["core", "net"]);
        assert!(rows[0].is_pure && !rows[1].is_pure);
        let wrong = TABLE.replace("without I/O | |", "without I/O | `net` |");
        let sentence = in_table(&wrong).err().unwrap();
        assert!(
            sentence.contains("core uses net, which is not above it"),
            "{sentence}"
        );
    }

    #[test]
    fn dependencies_are_read_but_for_those_of_tests() {
        let manifest = "[package]\nname = \"a\"\n[dependencies]\nportcullis-core.workspace = true\n# one\n\
                        tauri = { version = \"2\" }\n[target.'cfg(unix)'.dependencies]\nrustix.workspace = true\n\
                        [dependencies.portcullis-net]\npath = \"x\"\n[build-dependencies]\ncc = \"1\"\n\
                        [dev-dependencies]\nportcullis-install.workspace = true\n[dev-dependencies.tempfile]\n";
        let found = Vec::from_iter(dependencies(manifest));
        assert_eq!(
            found,
            ["cc", "portcullis-core", "portcullis-net", "rustix", "tauri"]
        );
    }

    #[test]
    fn what_only_the_table_or_only_a_crate_says_is_found() {
        let used = [("core", vec!["net"]), ("net", vec![]), ("new", vec![])];
        let used = used.map(|(name, uses)| (name.to_owned(), uses.into_iter().map(str::to_owned).collect()));
        let wrong = compared(&in_table(TABLE).unwrap(), &BTreeMap::from(used));
        assert_eq!(
            wrong,
            [
                "new has no row",
                "core uses net",
                "net does not use core",
                "mcp is no crate"
            ]
        );
    }

    #[test]
    fn what_reads_a_clock_or_a_disk_is_found_and_what_is_said_of_it_is_not() {
        let text = "// std::fs is not read\nuse std::{fs, path::Path};\nlet fsx = path.exists();\n";
        assert_eq!(Vec::from_iter(named(text, IMPURE)), ["fs", "exists"]);
    }

    #[test]
    fn a_head_without_a_user_is_found() {
        assert!(says_who_uses_it(
            "//! Ground.\n//!\n//! It knows nothing. The host\n//! uses it.\n"
        ));
        assert!(!says_who_uses_it(
            "//! Ground.\n//!\n//! It knows nothing.\n\n// The host uses it.\n"
        ));
        assert!(!says_who_uses_it("//! The host uses it.\n"));
    }

    #[test]
    fn a_dependency_that_no_source_names_is_found() {
        let named =
            dependencies("[dependencies]\nserde.workspace = true\nserde-json = \"1\"\nts-rs = \"1\"\n");
        let found = |source| unused(&named, [source].into_iter());
        assert_eq!(found("use serde_json::Value;"), ["serde"]);
        assert!(found("use serde::de; fn read() { serde_json::from_str(x) }").is_empty());
    }
}
