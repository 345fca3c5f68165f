//! The first line of a script: which program the system runs it with.

use portcullis_l10n::say;
use std::fs::File;
use std::io::{self, Read as _};
use std::path::Path;

/// What systems read of it.
const LENGTH: u64 = 256;

/// How a file begins.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(super) enum FirstLine {
    /// `#!`: the interpreter and its one argument.
    Script(Vec<String>),
    /// A program of this or another system.
    Native,
    /// Anything else.
    Other,
}

/// Beginnings of programs: ELF, Windows, macOS, WebAssembly.
const NATIVE: &[&[u8]] = &[
    b"\x7fELF",
    b"MZ",
    b"\xfe\xed\xfa\xce",
    b"\xfe\xed\xfa\xcf",
    b"\xce\xfa\xed\xfe",
    b"\xcf\xfa\xed\xfe",
    b"\xca\xfe\xba\xbe",
    b"\0asm",
];

impl FirstLine {
    pub(super) fn of(path: &Path) -> io::Result<Self> {
        let mut start = Vec::new();
        open_regular(path)?.take(LENGTH).read_to_end(&mut start)?;
        Ok(Self::of_bytes(&start))
    }

    fn of_bytes(start: &[u8]) -> Self {
        let Some(line) = start.strip_prefix(b"#!") else {
            let native = NATIVE.iter().any(|magic| start.starts_with(magic));
            return if native { Self::Native } else { Self::Other };
        };
        let line = line.split(|byte| *byte == b'\n').next().unwrap_or_default();
        let line = String::from_utf8_lossy(line);
        let mut words = line
            .trim()
            .splitn(2, [' ', '\t'])
            .map(|word| word.trim().to_owned());
        match words.next().filter(|interpreter| !interpreter.is_empty()) {
            Some(interpreter) => Self::Script(std::iter::once(interpreter).chain(words).collect()),
            None => Self::Other,
        }
    }
}

/// Opens a regular file. What became a pipe meanwhile does not block who opens it.
///
/// # Errors
/// Those of the system, and one for what is no regular file.
pub fn open_regular(path: &Path) -> io::Result<File> {
    let mut options = File::options();
    options.read(true);
    #[cfg(unix)]
    std::os::unix::fs::OpenOptionsExt::custom_flags(
        &mut options,
        i32::try_from(rustix::fs::OFlags::NONBLOCK.bits()).unwrap_or(0),
    );
    let file = options.open(path)?;
    if file.metadata()?.is_file() {
        return Ok(file);
    }
    Err(io::Error::other(say!("not-a-file")))
}

#[cfg(test)]
mod tests {
    use super::FirstLine;

    // Proves S-13.
    #[test]
    fn the_interpreter_of_a_first_line_is_read() {
        for (line, expected) in [
            ("#!/bin/sh\necho", vec!["/bin/sh"]),
            ("#! /usr/bin/env  node \n", vec!["/usr/bin/env", "node"]),
            (
                "#!/usr/bin/env -S node --x y\r\n",
                vec!["/usr/bin/env", "-S node --x y"],
            ),
            ("#!/bin/sh", vec!["/bin/sh"]),
        ] {
            let expected = expected.into_iter().map(str::to_owned).collect();
            assert_eq!(
                FirstLine::of_bytes(line.as_bytes()),
                FirstLine::Script(expected),
                "{line}"
            );
        }
        assert_eq!(FirstLine::of_bytes(b"#!\n"), FirstLine::Other);
        assert_eq!(FirstLine::of_bytes(b"\x7fELF\x02"), FirstLine::Native);
        assert_eq!(FirstLine::of_bytes(b"SQLite format 3\0"), FirstLine::Other);
    }
}
