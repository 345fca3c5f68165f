//! What a path means on Windows.

use portcullis_domain::Warning;
use std::path::{Path, PathBuf};

/// What Windows starts automatically. Other extensions of `PATHEXT` (`.JS`, `.VBS`) are scripts that a shell hands to their program.
const STARTED: [&str; 4] = [".COM", ".EXE", ".BAT", ".CMD"];

/// A name with an extension of `PATHEXT` is taken as it is; to another each of them is added in order.
pub(super) fn candidates(path: &Path) -> Vec<PathBuf> {
    let listed = std::env::var("PATHEXT").unwrap_or_else(|_| STARTED.join(";"));
    of_extensions(path, &listed)
}

fn of_extensions(path: &Path, listed: &str) -> Vec<PathBuf> {
    let is_started = |extension: &&str| STARTED.iter().any(|it| it.eq_ignore_ascii_case(extension));
    let extensions = listed.split(';').filter(is_started);
    let own = path.extension().map(|own| format!(".{}", own.to_string_lossy()));
    if own.is_some_and(|own| {
        extensions
            .clone()
            .any(|extension| extension.eq_ignore_ascii_case(&own))
    }) {
        return vec![path.to_owned()];
    }
    let with = |extension: &str| {
        let mut name = path.as_os_str().to_owned();
        name.push(extension.to_ascii_lowercase());
        PathBuf::from(name)
    };
    extensions.map(with).collect()
}

/// Whether it is an app execution alias, which the system starts and no program can read: `python` is one on each new Windows, and
/// leads to the Microsoft Store.
pub(super) fn is_alias(path: &Path) -> bool {
    path.canonicalize().is_err_and(|error| is_of_alias(&error))
}

fn is_of_alias(error: &std::io::Error) -> bool {
    /// `ERROR_CANT_ACCESS_FILE`.
    const CANNOT_BE_FOLLOWED: i32 = 1920;
    error.raw_os_error() == Some(CANNOT_BE_FOLLOWED)
}

pub(super) fn may_run(_: &Path) -> bool {
    true
}

/// Access lists of Windows are not read.
pub(super) fn warnings(_: &Path, _: &Path) -> Vec<Warning> {
    Vec::new()
}

#[cfg(test)]
mod tests {
    use super::{is_alias, is_of_alias, of_extensions};
    use crate::{SearchPath, resolve};
    use portcullis_core::Code;
    use std::path::{Path, PathBuf};

    #[test]
    fn only_what_windows_starts_is_offered() {
        let listed = ".COM;.EXE;.BAT;.CMD;.VBS;.JS;.WSF";
        let found = of_extensions(Path::new(r"C:\tool"), listed);
        let wanted = [".com", ".exe", ".bat", ".cmd"].map(|it| PathBuf::from(format!(r"C:\tool{it}")));
        assert_eq!(found, wanted);
        // The script is not taken for a program, but a program may be named like one.
        let found = of_extensions(Path::new(r"C:\tool.js"), listed);
        assert_eq!(found.first(), Some(&PathBuf::from(r"C:\tool.js.com")));
        assert_eq!(
            of_extensions(Path::new(r"C:\tool.Exe"), listed),
            [PathBuf::from(r"C:\tool.Exe")]
        );
    }

    #[test]
    fn an_alias_of_the_store_is_known_by_what_the_system_says_of_it() {
        assert!(is_of_alias(&std::io::Error::from_raw_os_error(1920)));
        assert!(!is_of_alias(&std::io::Error::from_raw_os_error(2)));
        let folder = tempfile::tempdir().unwrap();
        let plain = folder.path().join("tool.exe");
        std::fs::write(&plain, "").unwrap();
        assert!(!is_alias(&plain) && !is_alias(&folder.path().join("absent.exe")));
    }

    // Proves S-65.
    #[test]
    fn a_program_is_found_by_its_name_without_extension() {
        let folder = tempfile::tempdir().unwrap();
        std::fs::write(folder.path().join("tool.cmd"), "@echo off").unwrap();
        let search = SearchPath::from_value(folder.path().to_str().unwrap());
        let found = resolve("tool", &search).unwrap();
        assert_eq!(found.path, folder.path().join("tool.cmd"));
    }

    // Proves S-65.
    #[test]
    fn a_program_on_another_computer_is_refused_before_it_is_looked_at() {
        let begun = std::time::Instant::now();
        for program in [r"\\192.0.2.1\share\server.exe", "//192.0.2.1/share/server.exe"] {
            let error = resolve(program, &SearchPath::from_value("")).unwrap_err();
            assert_eq!(error.code, Code::LaunchNotExecutable);
            assert!(
                error.remedy.is_some() && error.sentence.contains("another computer"),
                "{error}"
            );
        }
        // Looking there would take many seconds.
        assert!(begun.elapsed() < std::time::Duration::from_secs(2));
    }
}
