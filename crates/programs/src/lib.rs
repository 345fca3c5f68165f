//! Which program a command is: the file behind it, what that file loads, in which environment it would run, and which variables
//! would change that. What a person approves is made of this, and compared with it before each start (S-13, S-14).
//!
//! Nothing is started here, and nothing is known of servers, of the protocol or of a person's answer. The review of a draft, the
//! permits and the start of a program use it.

mod commands;
mod environment;
mod fingerprint;
mod first_line;
mod hooks;
mod launch;
pub mod limits;
mod loads;
mod names;
mod network_path;
mod other_system;
mod resolve;
mod runtimes;
mod search;
mod system;
mod versions;

use std::path::{Path, PathBuf};

portcullis_l10n::catalogue!();

pub use commands::{CommandPlace, NamedScript, ParsedCommand, after_options, commands, is_fetcher, values};
pub use environment::{MARKER, base_environment};
pub use fingerprint::Fingerprint;
pub use first_line::open_regular;
pub use hooks::{
    HookEffect, effect, hook_refusal, hook_words, loads_own_modules, names_module_folders, names_own_folders,
};
pub use launch::{Launch, LaunchFence};
pub use loads::{Loaded, Loads, What, loads};
pub use names::variable_key;
pub use network_path::on_network;
pub use other_system::{OtherSystemPath, PathSystem};
pub use resolve::{Resolved, locate, other_python, resolve};
pub use runtimes::{InstallCommand, Runtime};
pub use search::SearchPath;
pub use system::System;
pub use versions::installed_version;

/// A path in a sentence. Escaped: it may come from a pasted configuration.
#[must_use]
pub fn quoted(path: &Path) -> String {
    format!(
        "“{}”",
        portcullis_core::text::escape_line(&path.to_string_lossy()).text
    )
}

/// A path with all links followed, in the form that programs are given. One that is on another computer by its text is not looked
/// at (S-65): consent may not have been given yet.
///
/// # Errors
/// Nothing is there, or it may not be looked at.
pub fn real_path(path: &Path) -> std::io::Result<PathBuf> {
    if on_network(&path.to_string_lossy()) {
        return Err(std::io::ErrorKind::PermissionDenied.into());
    }
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
