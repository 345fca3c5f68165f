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
/// `input.bad` where the entry of the system cannot be written, or would lead nowhere; it is as before then.
pub(crate) fn set(on: bool) -> Result<()> {
    let program = program()?;
    if !on {
        return entry::remove();
    }
    if cfg!(target_os = "macos") && is_temporary(&program) {
        let error = Error::new(Code::BadInput, say!("autostart-temporary"));
        return Err(error.remedy(say!("autostart-temporary-remedy")));
    }
    entry::add(&program)
}

/// Whether macOS made a copy of the program for this run alone, as it does with one that is opened where it was downloaded to.
fn is_temporary(program: &Path) -> bool {
    program
        .components()
        .any(|part| part.as_os_str() == "AppTranslocation")
}

/// What is started: the file of this process, or the one that an update put in its place.
fn program() -> Result<PathBuf> {
    std::env::current_exe().map(updated).map_err(Error::internal)
}

/// Linux names a file that is gone with this word behind its path.
fn updated(program: PathBuf) -> PathBuf {
    let before = program.to_str().and_then(|path| path.strip_suffix(" (deleted)"));
    match before.map(PathBuf::from) {
        Some(before) if cfg!(target_os = "linux") && before.is_file() && !program.exists() => before,
        _ => program,
    }
}

/// A path that no entry of the system can hold.
fn unusable(program: &Path) -> Error {
    let path = portcullis_core::text::escape_line(&program.to_string_lossy()).text;
    Error::new(Code::BadInput, say!("autostart-path", path)).remedy(say!("autostart-path-remedy"))
}

#[cfg(test)]
mod tests {
    use super::is_temporary;
    use std::path::Path;

    #[cfg(target_os = "linux")]
    #[test]
    fn after_an_update_the_new_file_of_the_program_is_meant() {
        use super::updated;
        // As Linux names a program whose file is gone.
        let folder = tempfile::tempdir().unwrap();
        let (new, old) = (folder.path().join("a"), folder.path().join("a (deleted)"));
        assert_eq!(updated(old.clone()), old, "nothing took its place");
        std::fs::write(&new, "").unwrap();
        assert_eq!(updated(old.clone()), new);
        assert_eq!(updated(new.clone()), new);
        std::fs::write(&old, "").unwrap();
        assert_eq!(updated(old.clone()), old, "it is called so");
    }

    #[test]
    fn a_copy_that_macos_made_for_one_run_is_not_started_at_sign_in() {
        let copy = "/private/var/folders/ab/T/AppTranslocation/1/d/Portcullis.app/Contents/MacOS/portcullis";
        assert!(is_temporary(Path::new(copy)));
        let installed = "/Applications/Portcullis.app/Contents/MacOS/portcullis";
        assert!(!is_temporary(Path::new(installed)));
    }
}
