//! The version of a runtime, as far as its files tell: nothing is started for it.

use crate::{Runtime, open_regular};
use std::io::Read as _;
use std::path::Path;

/// Bytes of a header file that are read; the real one has 9 KiB.
const HEADER: u64 = 64 << 10;

/// The version of the runtime whose program is at `path`: by the folders that version managers and Homebrew name after it, by
/// the name of the file (`python3.11`), or by the header that is installed with Node.js. Blocking.
#[must_use]
pub fn installed_version(runtime: Runtime, path: &Path) -> Option<String> {
    let real = path.canonicalize().ok()?;
    let by_folder = real.parent().into_iter().flat_map(Path::iter);
    let by_folder = by_folder
        .filter_map(|part| part.to_str())
        .filter_map(version)
        .next_back();
    if let Some(found) = by_folder {
        return Some(found);
    }
    match runtime {
        Runtime::Python => {
            let name = real.file_name()?.to_str()?;
            let number = name.strip_suffix(".exe").unwrap_or(name).strip_prefix("python")?;
            number.contains('.').then(|| number.to_owned())
        }
        Runtime::Node => {
            let header = real.parent()?.parent()?.join("include/node/node_version.h");
            let mut text = String::new();
            let file = open_regular(&header).ok()?;
            file.take(HEADER).read_to_string(&mut text).ok()?;
            of_header(&text)
        }
        _ => None,
    }
}

/// `v20.11.1`, `22.1.0`, `22.1.0_1`, and with what it is the version of before it: `node-v22.1.0`, `cpython-3.12.4-linux`.
fn version(part: &str) -> Option<String> {
    let pieces = part.split(['-', '_', '@']);
    pieces
        .map(|piece| piece.trim_start_matches('v'))
        .find_map(|piece| {
            let mut numbers = piece.split('.');
            let three = numbers.clone().count() == 3;
            let plain = numbers.all(|number| {
                (1..=4).contains(&number.len()) && number.bytes().all(|it| it.is_ascii_digit())
            });
            (three && plain).then(|| piece.to_owned())
        })
}

fn of_header(text: &str) -> Option<String> {
    let number = |name: &str| {
        let line = text.lines().find_map(|line| line.strip_prefix(name))?;
        line.trim().parse::<u32>().ok()
    };
    let major = number("#define NODE_MAJOR_VERSION")?;
    let minor = number("#define NODE_MINOR_VERSION")?;
    let patch = number("#define NODE_PATCH_VERSION")?;
    Some(format!("{major}.{minor}.{patch}"))
}

#[cfg(test)]
mod tests {
    use super::{of_header, version};

    #[test]
    fn a_version_is_read_from_the_folder_that_is_named_after_it() {
        for (part, found) in [
            ("v20.11.1", Some("20.11.1")),
            ("22.1.0_1", Some("22.1.0")),
            ("node-v22.1.0", Some("22.1.0")),
            ("cpython-3.12.4-linux-x86_64-gnu", Some("3.12.4")),
            ("bin", None),
            ("python3.11", None),
            ("1.2", None),
        ] {
            assert_eq!(version(part).as_deref(), found, "{part}");
        }
        let header =
            "#define NODE_MAJOR_VERSION 20\n#define NODE_MINOR_VERSION 9\n#define NODE_PATCH_VERSION 0\n";
        assert_eq!(of_header(header).as_deref(), Some("20.9.0"));
        assert_eq!(of_header(""), None);
    }

    #[cfg(target_os = "linux")]
    #[test]
    fn a_header_that_is_a_pipe_keeps_nobody_waiting() {
        use super::{Runtime, installed_version};
        use rustix::fs::{CWD, FileType, mknodat};
        let room = tempfile::tempdir().unwrap();
        let (program, headers) = (room.path().join("bin/node"), room.path().join("include/node"));
        std::fs::create_dir_all(room.path().join("bin")).unwrap();
        std::fs::create_dir_all(&headers).unwrap();
        std::fs::write(&program, "").unwrap();
        let header = headers.join("node_version.h");
        mknodat(CWD, header.as_path(), FileType::Fifo, 0o600.into(), 0).unwrap();
        assert_eq!(installed_version(Runtime::Node, &program), None);
    }
}
