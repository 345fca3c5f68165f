//! Linux and macOS: a file in a folder that the system reads at each sign-in.

#[cfg(target_os = "macos")]
use super::launch_agent as format;
#[cfg(not(target_os = "macos"))]
use super::xdg as format;
use crate::saving;
use portcullis_core::{Code, Error, Result, causes};
use portcullis_l10n::say;
use std::fs;
use std::io::{ErrorKind, Write as _};
use std::path::{Path, PathBuf};

/// Bytes of a file that are read; ours has a few hundred.
const MOST: u64 = 64 << 10;

pub(super) fn is_on(program: &Path) -> Result<bool> {
    let path = path()?;
    match read(&path) {
        Ok(entry) => Ok(entry.is_some_and(|entry| format::starts(&entry, program))),
        Err(error) => {
            let (path, why) = (path.to_string_lossy().into_owned(), causes::io(&error));
            Err(Error::new(Code::BadInput, say!("autostart-unread", path, why)))
        }
    }
}

pub(super) fn add(program: &Path) -> Result<()> {
    let path = path()?;
    let entry = format::entry(program).ok_or_else(|| super::unusable(program))?;
    let made = path.parent().map_or(Ok(()), fs::create_dir_all);
    made.and_then(|()| saving::whole(&path, |file| file.write_all(entry.as_bytes())))
        .map_err(|error| saving::unwritten(&path.to_string_lossy(), &error))
}

pub(super) fn remove() -> Result<()> {
    let path = path()?;
    match fs::remove_file(&path) {
        Err(error) if error.kind() != ErrorKind::NotFound => {
            Err(saving::unwritten(&path.to_string_lossy(), &error))
        }
        _ => Ok(()),
    }
}

fn path() -> Result<PathBuf> {
    format::path().ok_or_else(|| Error::internal(say!("no-home")))
}

/// Nothing for a file that is not there, or that is not a valid entry.
fn read(path: &Path) -> std::io::Result<Option<String>> {
    let about = match fs::metadata(path) {
        Err(error) if error.kind() == ErrorKind::NotFound => return Ok(None),
        about => about?,
    };
    if !about.is_file() || about.len() > MOST {
        return Ok(None);
    }
    match fs::read_to_string(path) {
        Err(error) if error.kind() == ErrorKind::InvalidData => Ok(None),
        text => text.map(Some),
    }
}
