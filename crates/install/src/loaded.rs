//! The files that a program loads: on the review sheet, in the digest, and what changed since an approval (S-13).

use portcullis_core::text;
use portcullis_domain::{LaunchField, ReviewRow, ReviewValue, Warning};
use portcullis_l10n::{list, say, size};
use portcullis_programs::Loads;
use serde_json::Value;
use std::path::Path;

/// Characters of a digest that a person is shown.
const SHOWN: usize = 16;
/// Names in one sentence.
const NAMED: usize = 3;

/// Each file with its size and the beginning of its digest.
pub(super) fn row(loads: &Loads) -> Option<ReviewRow> {
    let values = loads.files.iter().map(|loaded| {
        let (what, size) = (loaded.what.in_words(), size(loaded.file.bytes()));
        let digest = short(&loaded.file.sha256);
        value(
            &loaded.path.to_string_lossy(),
            say!("file-note", what, size, digest),
        )
    });
    let values: Vec<_> = values.collect();
    (!values.is_empty()).then(|| super::rows::row(FIELD, values))
}

pub(super) const FIELD: LaunchField = LaunchField::Files;
/// The code of the remark that a program loads more than is compared.
pub(super) const LOADS_MORE: &str = "launch.loads_more";

fn value(path: &str, note: String) -> ReviewValue {
    super::rows::value(path, Some(note))
}

fn short(sha256: &str) -> String {
    format!("{}…", sha256.get(..SHOWN).unwrap_or(sha256))
}

/// What an approval of it does not cover.
pub(super) fn remarks(loads: &Loads) -> Vec<Warning> {
    let mut found = Vec::new();
    let mut remark = |code: &str, sentence: String| {
        found.push(Warning::new(code, sentence));
    };
    if loads.more {
        let sentence = match loads.files.is_empty() {
            true => say!("covers-program"),
            false => say!("covers-program-files"),
        };
        remark(LOADS_MORE, sentence);
    }
    if !loads.modules.is_empty() {
        let modules = named(&loads.modules);
        remark("launch.module", say!("module-missing", modules));
    }
    if !loads.data.is_empty() {
        let paths: Vec<_> = loads.data.iter().map(|path| path.to_string_lossy()).collect();
        remark("launch.data", say!("data-not-covered", files = named(&paths)));
    }
    if loads.cut {
        let sentence = say!("too-many-arguments");
        remark("launch.too_many_words", sentence);
    }
    found
}

/// The rows of what was approved, for comparing.
pub(super) fn row_before(approved: &Value) -> Vec<ReviewValue> {
    let files = files(approved);
    files
        .map(|file| value(file.path, format!("SHA-256 {}", short(file.sha256))))
        .collect()
}

/// What is no longer as it was approved, in words that follow “because”. `None` when nothing is that can be named.
pub(super) fn changes(approved: &Value, now: &Value) -> Option<String> {
    let text = |launch: &Value, field: &str| launch.get(field).and_then(Value::as_str).map(str::to_owned);
    let mut reasons = Vec::new();
    if let (Some(old), Some(new)) = (text(approved, "program"), text(now, "program")) {
        if old != new {
            reasons.push(say!("changed-command", path = named(&[new])));
        } else if ["file", "target"]
            .iter()
            .any(|field| text(approved, field).is_some_and(|old| Some(old) != text(now, field)))
        {
            reasons.push(say!("changed-program"));
        }
    }
    let folder = |launch: &Value| text(launch, "real_folder").or(text(launch, "folder"));
    if text(approved, "folder") == text(now, "folder")
        && let Some(new) = folder(now).filter(|new| Some(new) != folder(approved).as_ref())
    {
        reasons.push(say!("changed-folder", path = named(&[new])));
    }
    let find = |launch, path: &str| files(launch).find(|file| file.path == path);
    let of = |launch, wanted: &dyn Fn(&File<'_>) -> bool| {
        let paths = files(launch).filter(|file| wanted(file)).map(|file| file.path);
        paths.map(str::to_owned).collect::<Vec<_>>()
    };
    let changed = of(now, &|file| {
        find(approved, file.path).is_some_and(|old| old != *file)
    });
    let added = of(now, &|file| find(approved, file.path).is_none());
    let gone = of(approved, &|file| find(now, file.path).is_none());
    if !changed.is_empty() {
        reasons.push(say!("files-changed", files = named(&changed)));
    }
    if !added.is_empty() {
        reasons.push(say!("files-added", files = named(&added), count = added.len()));
    }
    if !gone.is_empty() {
        reasons.push(say!("files-gone", files = named(&gone), count = gone.len()));
    }
    if approved.get("package") != now.get("package") {
        reasons.push(say!("changed-package"));
    }
    if approved.get("fence") != now.get("fence") {
        reasons.push(say!("changed-fence"));
    }
    (!reasons.is_empty()).then(|| list(&reasons))
}

/// A file as it is in what was approved.
#[derive(PartialEq)]
struct File<'a> {
    path: &'a str,
    target: &'a str,
    sha256: &'a str,
}

fn files(launch: &Value) -> impl Iterator<Item = File<'_>> {
    let files = launch.get("files").and_then(Value::as_array);
    files.into_iter().flatten().filter_map(|file| {
        let text = |field: &str| file.get(field).and_then(Value::as_str);
        Some(File {
            path: text("path")?,
            target: text("target")?,
            sha256: text("sha256")?,
        })
    })
}

/// “a”, “b” and 3 more.
fn named(names: &[impl AsRef<str>]) -> String {
    let shown = names
        .iter()
        .take(NAMED)
        .map(|name| format!("“{}”", text::escape_line(name.as_ref()).text));
    let mut shown: Vec<_> = shown.collect();
    if names.len() > NAMED {
        shown.push(say!("names-more", count = names.len() - NAMED));
    }
    list(&shown)
}

/// What is said of the folder where a link leads elsewhere.
pub(super) fn folder_note(real: &Path) -> String {
    say!(
        "folder-leads",
        path = text::escape_line(&real.to_string_lossy()).text
    )
}

#[cfg(test)]
mod tests {
    use super::*;
    use serde_json::json;

    #[test]
    fn what_an_approval_does_not_cover_is_said_of_each_kind() {
        let nothing = Loads::default();
        assert!(remarks(&nothing).is_empty());
        let all = Loads {
            more: true,
            modules: vec!["server".to_owned()],
            data: vec!["/a".into(), "/b".into(), "/c".into(), "/d".into()],
            cut: true,
            ..Loads::default()
        };
        let said: Vec<_> = remarks(&all)
            .into_iter()
            .map(|warning| warning.sentence)
            .collect();
        assert_eq!(
            said,
            [
                "The approval does not cover modules, packages, images and programs that this program loads.",
                "The approval does not cover “server”: the working folder has no such module.",
                "Portcullis treats “/a”, “/b”, “/c” and 1 more as data: its contents can change without another approval.",
                "There are too many arguments to check all of them for files.",
            ]
        );
    }

    #[test]
    fn three_names_are_named_and_more_are_counted() {
        assert_eq!(named(&["a", "b", "c"]), "“a”, “b” and “c”");
        assert_eq!(named(&["a", "b", "c", "d", "e"]), "“a”, “b”, “c” and 2 more");
    }

    #[test]
    fn files_of_an_approval_are_shown_with_the_beginning_of_their_digest() {
        let approved = json!({"files": [
            {"path": "/s.py", "target": "/s.py", "sha256": "0123456789abcdef0123"},
            {"path": "/without-a-digest"},
        ]});
        let rows = row_before(&approved);
        let [row] = rows.as_slice() else {
            panic!("{rows:?}");
        };
        assert_eq!(row.text.text, "/s.py");
        assert_eq!(row.note.as_deref(), Some("SHA-256 0123456789abcdef…"));
    }
}
