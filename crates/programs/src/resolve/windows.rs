//! What a path means on Windows.

use portcullis_domain::Warning;
use std::path::{Path, PathBuf};

/// A name with an extension of `PATHEXT` is taken as it is; to another each of them is added in order.
pub(super) fn candidates(path: &Path) -> Vec<PathBuf> {
    let listed = std::env::var("PATHEXT").unwrap_or_else(|_| ".COM;.EXE;.BAT;.CMD".to_owned());
    let extensions = listed.split(';').filter(|extension| extension.starts_with('.'));
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

pub(super) fn may_run(_: &Path) -> bool {
    true
}

/// Access lists of Windows are not read.
pub(super) fn warnings(_: &Path, _: &Path) -> Vec<Warning> {
    Vec::new()
}
