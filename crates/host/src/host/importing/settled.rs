//! Files that other applications write. Half of a file in TOML or YAML can be read as a whole one, so one that was just changed is
//! given a moment first, and one that changes while it is read is read again.

use crate::limits::IMPORT_SETTLED;
use portcullis_formats::limits::FILE;
use portcullis_programs::open_regular;
use std::fs::Metadata;
use std::io::{self, Read as _};
use std::path::Path;

/// What was read of a file.
pub(super) enum SettledFile {
    /// All of it, and one byte more than is read where it is larger.
    Read(Vec<u8>),
    /// It is no file.
    NotFile,
    /// It goes on changing.
    Changing,
}

/// Reads a file when it is not being written. Blocking, for as long as [`IMPORT_SETTLED`] at most.
pub(super) fn read(path: &Path) -> io::Result<SettledFile> {
    let (still, tries) = IMPORT_SETTLED;
    for _ in 0..tries {
        // It may be a pipe, which is not opened.
        let before = std::fs::metadata(path)?;
        if !before.is_file() {
            return Ok(SettledFile::NotFile);
        }
        // A time after now is of another clock and says nothing.
        let age = before.modified().ok().and_then(|changed| changed.elapsed().ok());
        if let Some(wait) = age
            .and_then(|age| still.checked_sub(age))
            .filter(|wait| !wait.is_zero())
        {
            std::thread::sleep(wait);
            continue;
        }
        let mut bytes = Vec::new();
        open_regular(path)?
            .take(FILE as u64 + 1)
            .read_to_end(&mut bytes)?;
        if same(&before, &std::fs::metadata(path)?) {
            return Ok(SettledFile::Read(bytes));
        }
    }
    Ok(SettledFile::Changing)
}

fn same(before: &Metadata, after: &Metadata) -> bool {
    before.len() == after.len() && before.modified().ok() == after.modified().ok()
}
