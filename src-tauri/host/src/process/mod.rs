//! Starts programs and makes sure that they end.
//!
//! Everything a server could do to the machine before it says its first word is decided here: which file
//! runs, with which environment, with which descriptors, in which group, and what happens to it and its
//! children when the host stops, crashes or is killed. Called only by `client`, and only with a
//! [`Permit`](crate::consent::Permit) (S-05). The person's login shell is started without one, asked
//! once for `PATH`, and so is what ends servers when the host is killed: on Linux a fork of the host itself, on macOS
//! a shell with a constant script. No server has a word in them.
//!
//! This module knows nothing about the protocol, never builds a command line for a shell, and never looks at
//! what a server prints.
//!
//! Limits of what it can promise: on Linux see `keeper`, on Windows `job`. On macOS a program that leaves its session is not
//! found again.

mod commands;
#[cfg(all(unix, not(target_os = "linux")))]
mod ending;
mod environment;
mod exit;
mod fingerprint;
mod first_line;
#[cfg(unix)]
mod fork;
mod group;
mod hooks;
#[cfg(windows)]
mod job;
#[cfg(target_os = "linux")]
mod keeper;
mod loads;
mod resolve;
mod running;
mod search;
mod spawn;
mod stderr;
#[cfg(target_os = "linux")]
mod stray;
#[cfg(all(unix, not(target_os = "linux")))]
mod watchdog;

#[cfg(all(test, unix))]
mod tests;
#[cfg(all(test, windows))]
#[path = "tests/windows.rs"]
mod tests;

use std::path::{Path, PathBuf};

pub use commands::{Command, Place, after_options, commands};
pub use environment::{MARKER, base_environment};
pub use exit::Exit;
pub use fingerprint::Fingerprint;
pub use hooks::{Effect, effect, hook_refusal};
pub use loads::{Loaded, Loads, What, loads};
pub use resolve::{Resolved, resolve};
pub use running::{Process, Running};
pub use search::SearchPath;
pub use spawn::spawn;
pub use stderr::{Line, Stderr};

/// Prepares for the first server while this process is still small. To be called before it has threads; without it the
/// same is done later and costs more.
pub fn prepare() {
    // What fails here is tried again with the first server, and said then.
    #[cfg(target_os = "linux")]
    keeper::prepare().ok();
}

/// What is to be started: everything that a permit covers. It holds no secret values, only their names.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Launch {
    /// Absolute, as found by [`resolve`]; spawned by exactly this path (S-65).
    pub program: PathBuf,
    /// Without the program itself. Never holds a secret (S-67).
    pub arguments: Vec<String>,
    /// Absolute; the working directory.
    pub folder: PathBuf,
    /// The same with all links followed, as it was when the launch was looked at: it is started there. `None` for the
    /// home folder and for a program of our own.
    pub real_folder: Option<PathBuf>,
    /// Variables added to [`base_environment`], in the order shown.
    pub environment: Vec<(String, String)>,
    /// Variables whose values come from the vault at the moment of starting.
    pub secret_names: Vec<String>,
    /// The program's file as it was when the launch was looked at. `None` for a program of our own.
    pub file: Option<Fingerprint>,
    /// The files that it loads as code, as far as its arguments tell.
    pub loads: Vec<Loaded>,
}

/// A path in a sentence. Escaped: it may come from a pasted configuration.
fn quoted(path: &Path) -> String {
    format!("“{}”", crate::text::escape_line(&path.to_string_lossy()).text)
}

/// A path with all links followed, in the form that programs are given.
///
/// # Errors
/// Nothing is there, or it may not be looked at.
pub fn real_path(path: &Path) -> std::io::Result<PathBuf> {
    let real = path.canonicalize()?;
    // Many programs of Windows cannot work in `\\?\C:\folder`.
    let short = real.to_str().and_then(|real| real.strip_prefix(r"\\?\"));
    let drive = |short: &&str| short.as_bytes().get(1) == Some(&b':');
    Ok(short
        .filter(drive)
        .filter(|_| cfg!(windows))
        .map(PathBuf::from)
        .unwrap_or(real))
}
