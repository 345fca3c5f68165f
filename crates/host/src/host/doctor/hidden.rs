//! Paths that are there and that the fence of a server hides: it says that they are missing, and a person would look for them in
//! vain. Found among its arguments and in what it wrote last. Blocking.

use crate::host::fence::{NamedPath, VisiblePaths};
use crate::limits;
use portcullis_doctor::{Evidence, HiddenPath};
use portcullis_domain::Endpoint;
use std::path::{Component, Path, PathBuf};

/// Folders of the kernel: what a server says of them is no matter of its files.
const OF_KERNEL: [&str; 3] = ["/dev", "/proc", "/sys"];
/// What the file of a module ends with where its name does not say it.
const ENDINGS: [&str; 6] = ["", ".py", ".js", ".cjs", ".mjs", ".json"];
/// What a path of a log line ends before.
const ENDS: &[char] = &[
    '\'', '"', '`', '’', '”', ',', ';', ')', ']', '}', '>', '<', '|', '*',
];

/// At most [`limits::FENCE_LOOKED_AT`] are looked at.
pub(super) fn among(evidence: &Evidence, visible: &VisiblePaths, data: &Path) -> Vec<HiddenPath> {
    let hidden = named(evidence)
        .into_iter()
        .filter(|path| visible.hides(Path::new(path)));
    let looked = hidden.map(|path| HiddenPath {
        may_be_granted: NamedPath::look(PathBuf::from(&path), data).may_be_granted(),
        path,
    });
    looked.collect()
}

/// The folder of a script among the arguments, where it has the module that the script did not find, and the fence hides that.
pub(super) fn beside(evidence: &Evidence, visible: &VisiblePaths, data: &Path) -> Option<HiddenPath> {
    let module = portcullis_doctor::missing_module(evidence)?;
    // One that leads out of the folder is not there when the folder is allowed.
    let leaves = Path::new(&module)
        .components()
        .any(|part| part == Component::ParentDir);
    if leaves {
        return None;
    }
    let Endpoint::Command { arguments, .. } = &evidence.endpoint else {
        return None;
    };
    let scripts = arguments
        .iter()
        .map(Path::new)
        .filter(|path| path.is_absolute() && path.is_file());
    let has = |folder: &&Path| {
        let mut places = ENDINGS
            .iter()
            .map(|ending| folder.join(format!("{module}{ending}")));
        places.any(|place| place.starts_with(folder) && visible.hides(&place))
    };
    let folder = scripts.filter_map(Path::parent).find(has)?;
    Some(HiddenPath {
        path: folder.to_str()?.to_owned(),
        may_be_granted: NamedPath::look(folder.to_path_buf(), data).may_be_granted(),
    })
}

/// Absolute paths, each once; those of the arguments first.
fn named(evidence: &Evidence) -> Vec<String> {
    let arguments: &[String] = match &evidence.endpoint {
        Endpoint::Command { arguments, .. } => arguments,
        Endpoint::Address { .. } | Endpoint::Demo {} => &[],
    };
    let values = arguments
        .iter()
        .flat_map(|word| [Some(word.as_str()), word.split_once('=').map(|(_, value)| value)]);
    let values = values.flatten().map(|value| {
        let bare = value.strip_prefix("sqlite://").or(value.strip_prefix("file://"));
        bare.unwrap_or(value)
    });
    let last = portcullis_doctor::limits::STDERR_LINES;
    let lines = evidence.stderr.iter().rev().take(last).chain(&evidence.stdout);
    let mut found: Vec<String> = Vec::new();
    for path in values.chain(lines.flat_map(|line| in_line(line))) {
        let is_path = Path::new(path).is_absolute() && path.len() <= limits::ROOT_PATH;
        let is_file = !OF_KERNEL.iter().any(|folder| Path::new(path).starts_with(folder));
        if is_path && is_file && found.len() < limits::FENCE_LOOKED_AT && !found.iter().any(|it| it == path) {
            found.push(path.to_owned());
        }
    }
    found
}

/// The paths in a line of a log: behind a space, a quotation mark or another sign that is no part of one. One in quotation marks goes
/// to its end, and may have spaces.
fn in_line(line: &str) -> impl Iterator<Item = &str> {
    let begins = line.match_indices('/').filter_map(|(at, _)| {
        let before = line.get(..at)?.chars().next_back();
        let is_begin = before.is_none_or(|before| before.is_whitespace() || "'\"`‘“([{<=:,".contains(before));
        is_begin.then_some((before, line.get(at..)?))
    });
    begins.flat_map(|(before, rest)| {
        // What is behind `https://` is none, and behind `file://` it is.
        let rest = match rest.strip_prefix("//") {
            Some(path) if path.starts_with('/') => path,
            Some(_) => "",
            None => rest,
        };
        let closing = match before {
            Some('‘') => Some('’'),
            Some('“') => Some('”'),
            Some(quote @ ('\'' | '"' | '`')) => Some(quote),
            _ => None,
        };
        let quoted = closing
            .and_then(|closing| rest.split_once(closing))
            .map(|(path, _)| path);
        let bare = rest.split(|letter: char| letter.is_whitespace() || ENDS.contains(&letter));
        let bare = bare
            .map(|path| path.trim_end_matches(['.', ':', '!', '?']))
            .next();
        [quoted, bare.filter(|_| quoted.is_none())].into_iter().flatten()
    })
}

#[cfg(test)]
#[cfg(unix)]
mod tests {
    use super::*;
    use portcullis_programs::System;

    // Proves S-68.
    #[test]
    fn a_module_beside_the_script_is_found_where_the_fence_hides_it() {
        let folder = tempfile::tempdir().unwrap();
        let script = folder.path().join("server");
        std::fs::write(&script, "").unwrap();
        let text = |path: &Path| path.to_str().unwrap().to_owned();
        let found = |line: String| {
            let evidence = Evidence {
                stderr: vec![line],
                ..Evidence::of(
                    Endpoint::Command {
                        program: "x".to_owned(),
                        arguments: vec![text(&script)],
                        folder: None,
                    },
                    System::Other,
                )
            };
            beside(&evidence, &VisiblePaths::default(), Path::new("/srv/data"))
        };
        let esm = text(&folder.path().join("notes.mjs"));
        let esm = format!("Error [ERR_MODULE_NOT_FOUND]: Cannot find module '{esm}' imported from x");
        for (line, file) in [
            ("ModuleNotFoundError: No module named 'store.notes'", "store.py"),
            ("Error: Cannot find module './lib'", "lib.js"),
            (esm.as_str(), "notes.mjs"),
        ] {
            assert_eq!(found(line.to_owned()), None, "{file} is not there");
            std::fs::write(folder.path().join(file), "").unwrap();
            let hidden = HiddenPath {
                path: text(folder.path()),
                may_be_granted: true,
            };
            assert_eq!(found(line.to_owned()), Some(hidden), "{file}");
        }
        let name = folder.path().file_name().and_then(|name| name.to_str()).unwrap();
        let outside = format!("Error: Cannot find module './../{name}/lib'");
        assert_eq!(found(outside), None, "it leads out of the folder");
        let system = "Error: Cannot find module '/usr/lib'".to_owned();
        assert_eq!(found(system), None);
    }

    // Proves S-68.
    #[test]
    fn paths_of_a_server_are_found_in_its_arguments_and_its_last_words() {
        let words = [
            "serve",
            "--db=/srv/a.sqlite",
            "/srv/notes",
            "sqlite:///srv/b.db",
            "relative/x",
        ];
        let said = [
            "FileNotFoundError: [Errno 2] No such file or directory: '/home/ada/my notes/a.md'",
            "Error: ENOENT: no such file or directory, open \"/home/ada/b.md\"",
            "ls: cannot access /home/ada/c: No such file or directory",
            "see https://example.com/docs/d, or and/or file:///srv/e.",
            "cannot open /dev/null and /proc/1/mem",
        ];
        let evidence = Evidence {
            stderr: said.map(str::to_owned).to_vec(),
            ..Evidence::of(
                Endpoint::Command {
                    program: "x".to_owned(),
                    arguments: words.map(str::to_owned).to_vec(),
                    folder: None,
                },
                System::Other,
            )
        };
        let found = named(&evidence);
        let expected = [
            "/srv/a.sqlite",
            "/srv/notes",
            "/srv/b.db",
            "/srv/e",
            "/home/ada/c",
            "/home/ada/b.md",
            "/home/ada/my notes/a.md",
        ];
        assert_eq!(found, expected);
        let many = (0..100).map(|number| format!("/srv/{number}"));
        let many = Evidence {
            stderr: many.collect(),
            ..Evidence::of(Endpoint::Demo {}, System::Other)
        };
        assert_eq!(named(&many).len(), limits::FENCE_LOOKED_AT);
    }
}
