//! What Windows does with a command and no other system: it runs batch files by its shell, and looks for files on other
//! computers wherever a path names one.

use portcullis_core::text;
use portcullis_domain::Warning;
use portcullis_l10n::say;
use std::path::Path;
use url::Url;

/// Files that `cmd.exe` runs.
const BATCH: [&str; 2] = ["bat", "cmd"];

/// Remarks on the file of a program and its arguments.
pub(super) fn remarks(target: &Path, arguments: &[String]) -> Vec<Warning> {
    let mut remarks = Vec::new();
    if cfg!(windows) && is_batch(target) {
        remarks.push(Warning::new(
            "launch.batch_file",
            say!("batch-file", program = portcullis_programs::quoted(target)),
        ));
    }
    if let Some(argument) = arguments.iter().find(|argument| names_computer(argument)) {
        remarks.push(Warning::new(
            "launch.network_path",
            say!("network-argument", argument = text::escape_line(argument).text),
        ));
    }
    remarks
}

fn is_batch(target: &Path) -> bool {
    let extension = target.extension().and_then(|extension| extension.to_str());
    extension.is_some_and(|extension| BATCH.iter().any(|batch| extension.eq_ignore_ascii_case(batch)))
}

/// Whether an argument, or the value of an option in it, is a path on another computer.
fn names_computer(argument: &str) -> bool {
    let value = argument.split_once('=').map(|(_, value)| value);
    std::iter::once(argument)
        .chain(value)
        .any(|path| portcullis_programs::on_network(path) || cfg!(windows) && is_url_of_computer(path))
}

/// Whether a `file:` URL names a computer: Node.js reads it as a path there.
fn is_url_of_computer(text: &str) -> bool {
    Url::parse(text).is_ok_and(|url| url.scheme() == "file" && url.host().is_some())
}

#[cfg(test)]
mod tests {
    use super::{is_batch, is_url_of_computer, names_computer, remarks};
    use std::path::Path;

    // Proves S-13.
    #[test]
    fn a_batch_file_is_one_in_any_case() {
        for batch in ["npx.cmd", "npx.CMD", "Run.Bat"] {
            assert!(is_batch(Path::new(batch)), "{batch}");
            assert_eq!(remarks(Path::new(batch), &[]).len(), usize::from(cfg!(windows)));
        }
        assert!(!is_batch(Path::new("cmd.exe")) && !is_batch(Path::new("cmd")));
    }

    // Proves S-13.
    #[test]
    fn an_argument_on_another_computer_is_remarked_upon_where_the_system_would_look() {
        for argument in [
            r"\\host\notes",
            "--root=//host/notes",
            "--import=file://host/notes/x.mjs",
        ] {
            assert_eq!(names_computer(argument), cfg!(windows), "{argument}");
            let found = remarks(Path::new("server"), &[argument.to_owned()]);
            assert_eq!(found.len(), usize::from(cfg!(windows)), "{argument}");
        }
        assert!(!names_computer("https://host/notes"));
        assert!(is_url_of_computer("file://host/notes/x.mjs"));
        for here in [
            "file:///C:/x.mjs",
            "file://localhost/C:/x.mjs",
            "https://host/notes",
        ] {
            assert!(!is_url_of_computer(here), "{here}");
        }
    }
}
