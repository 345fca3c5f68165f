//! Windows keeps one `PATH` for windows and shells.

use std::path::{Path, PathBuf};

pub(super) fn usual_folders(_: Option<&Path>) -> Vec<PathBuf> {
    Vec::new()
}

pub(super) mod asking {
    use std::ffi::OsString;
    use std::path::PathBuf;

    pub(in crate::login_shell) async fn search_path(_: Option<PathBuf>) -> Option<OsString> {
        None
    }
}
