//! Whether the system starts Portcullis when the person signs in. It is stored where the system looks and nowhere else, so that
//! what is shown is what will happen, also after the person turned it off in the settings of the system.

#[cfg(unix)]
mod file;
#[cfg(any(target_os = "macos", test))]
#[cfg_attr(
    not(target_os = "macos"),
    expect(dead_code, reason = "its tests run everywhere")
)]
mod launch_agent;
#[cfg(windows)]
mod run_key;
#[cfg(any(target_os = "linux", test))]
#[cfg_attr(
    not(target_os = "linux"),
    expect(dead_code, reason = "its tests run everywhere")
)]
mod xdg;

#[cfg(unix)]
use file as entry;
#[cfg(windows)]
use run_key as entry;

use portcullis_core::{Code, Error, Result};
use portcullis_l10n::say;
use std::path::{Path, PathBuf};

/// Whether the next sign-in to the system starts this very program.
///
/// # Errors
/// `input.bad` where the entry of the system cannot be read.
pub(crate) fn is_on() -> Result<bool> {
    entry::is_on(&program()?)
}

/// Has the system start this program, without a window, or no longer.
///
/// # Errors
/// `input.bad` where the entry of the system cannot be written; it is as before then.
pub(crate) fn set(on: bool) -> Result<()> {
    let program = program()?;
    if on { entry::add(&program) } else { entry::remove() }
}

/// What is started: the file of this process, or the package that it was started from.
fn program() -> Result<PathBuf> {
    match std::env::var_os("APPIMAGE") {
        Some(package) if cfg!(target_os = "linux") && !package.is_empty() => Ok(package.into()),
        _ => std::env::current_exe().map_err(Error::internal),
    }
}

/// A path that no entry of the system can hold.
fn unusable(program: &Path) -> Error {
    let path = portcullis_core::text::escape_line(&program.to_string_lossy()).text;
    Error::new(Code::BadInput, say!("autostart-path", path = path)).remedy(say!("autostart-path-remedy"))
}
