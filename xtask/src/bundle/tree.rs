//! Files below a folder.

use crate::Done;
use std::path::{Path, PathBuf};

/// Every file below the folder, relative to it, in order.
pub(super) fn files(root: &Path) -> Done<Vec<PathBuf>> {
    let mut found = Vec::new();
    let mut open = vec![root.to_path_buf()];
    while let Some(folder) = open.pop() {
        let entries =
            std::fs::read_dir(&folder).map_err(|error| format!("{}: {error}.", folder.display()))?;
        for entry in entries {
            let path = entry
                .map_err(|error| format!("{}: {error}.", folder.display()))?
                .path();
            if path.is_dir() && !path.is_symlink() {
                open.push(path);
            } else if let Ok(below) = path.strip_prefix(root) {
                found.push(below.to_path_buf());
            }
        }
    }
    found.sort();
    Ok(found)
}
