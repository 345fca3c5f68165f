//! Windows: a value of the Run key of this person, which the shell reads at each sign-in, and what the Task Manager says of it.

use crate::start::BACKGROUND;
use portcullis_core::{Code, Error, Result};
use portcullis_l10n::say;
use std::path::Path;
use windows_registry::CURRENT_USER;

const RUN: &str = r"Software\Microsoft\Windows\CurrentVersion\Run";
/// Where the Task Manager turns entries of it off: the first byte is odd then.
const APPROVED: &str = r"Software\Microsoft\Windows\CurrentVersion\Explorer\StartupApproved\Run";
const NAME: &str = "Portcullis";

pub(super) fn is_on(program: &Path) -> Result<bool> {
    // A key or a value that is not there cannot be read, and nothing is started by it.
    let started = CURRENT_USER.open(RUN).and_then(|key| key.get_string(NAME));
    let turned_off = CURRENT_USER
        .open(APPROVED)
        .and_then(|key| key.get_value(NAME))
        .is_ok_and(|value| value.first().is_some_and(|byte| byte % 2 == 1));
    Ok(!turned_off && started.is_ok_and(|started| Some(started) == line(program)))
}

pub(super) fn add(program: &Path) -> Result<()> {
    let line = line(program).ok_or_else(|| super::unusable(program))?;
    CURRENT_USER
        .create(RUN)
        .and_then(|key| key.set_string(NAME, line))
        .map_err(|error| unwritten(&error))?;
    forget(APPROVED)
}

pub(super) fn remove() -> Result<()> {
    forget(RUN)
}

/// Takes the value out of a key, where both are there.
fn forget(key: &str) -> Result<()> {
    let Ok(key) = CURRENT_USER.options().read().write().open(key) else {
        return Ok(());
    };
    if key.get_value(NAME).is_err() {
        return Ok(());
    }
    key.remove_value(NAME).map_err(|error| unwritten(&error))
}

/// The command line: the path in quotes, which no path of Windows contains.
fn line(program: &Path) -> Option<String> {
    let program = program.to_str().filter(|path| !path.contains('"'))?;
    Some(format!("\"{program}\" {BACKGROUND}"))
}

fn unwritten(error: &impl std::fmt::Display) -> Error {
    Error::new(
        Code::BadInput,
        say!("autostart-unwritten", why = error.to_string()),
    )
}

#[cfg(test)]
mod tests {
    use super::line;
    use std::path::Path;

    #[test]
    fn a_line_starts_one_program_also_where_its_path_has_spaces() {
        let spaced = line(Path::new(r"C:\Users\A B\portcullis.exe")).unwrap();
        assert!(
            spaced.starts_with(r#""C:\Users\A B\portcullis.exe" "#),
            "{spaced}"
        );
        assert_eq!(line(Path::new(r#"C:\a" --other"#)), None);
    }
}
