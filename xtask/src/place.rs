//! Where things are in the project, and which of two things is newer.

use crate::Done;
use std::path::{Path, PathBuf};
use std::time::SystemTime;

/// The root of the project.
pub(crate) fn root() -> PathBuf {
    // Cargo names it at run time as well: work trees that share their build folder may share this program.
    let here = std::env::var_os("CARGO_MANIFEST_DIR")
        .map(PathBuf::from)
        .filter(|here| here.ends_with("xtask"))
        .unwrap_or_else(|| PathBuf::from(env!("CARGO_MANIFEST_DIR")));
    here.parent().unwrap_or(&here).to_path_buf()
}

/// The text of a file, by its path from the root.
pub(crate) fn read(path: impl AsRef<Path>) -> Done<String> {
    let path = root().join(path);
    std::fs::read_to_string(&path).map_err(|error| format!("{}: {error}.", path.display()))
}

/// Writes a page that is looked at and not committed, and says where.
pub(crate) fn write(page: &str, text: &str) -> crate::Done {
    let path = scratch("pages")?.join(page);
    std::fs::write(&path, text).map_err(|error| format!("{}: {error}.", path.display()))?;
    println!("Written: {}", path.display());
    Ok(())
}

/// Where Cargo builds.
pub(crate) fn target() -> PathBuf {
    match std::env::var_os("CARGO_TARGET_DIR") {
        Some(folder) => root().join(folder),
        None => root().join("target"),
    }
}

/// A folder for logs, screenshots and the keyring of the virtual display. Made when it is not there.
pub(crate) fn scratch(name: &str) -> Done<PathBuf> {
    let folder = target().join("xtask").join(name);
    std::fs::create_dir_all(&folder)
        .map_err(|error| format!("The folder {} could not be made: {error}.", folder.display()))?;
    Ok(folder)
}

/// A program that Cargo built.
pub(crate) fn built(profile: &str, name: &str) -> PathBuf {
    target()
        .join(profile)
        .join(format!("{name}{}", std::env::consts::EXE_SUFFIX))
}

/// When a file was last written; `None` when it is not there.
pub(crate) fn written(path: &Path) -> Option<SystemTime> {
    std::fs::metadata(path).and_then(|found| found.modified()).ok()
}

/// Whether `made` is missing or older than anything at or below the `sources`. Folders count too, so that a deleted
/// file is noticed. `passed_over` names folders that are not looked into.
pub(crate) fn stale(made: &Path, sources: &[PathBuf], passed_over: &[&str]) -> bool {
    match written(made) {
        Some(made) => sources
            .iter()
            .any(|source| newest(source, passed_over) > Some(made)),
        None => true,
    }
}

fn newest(path: &Path, passed_over: &[&str]) -> Option<SystemTime> {
    let name = path
        .file_name()
        .and_then(|name| name.to_str())
        .unwrap_or_default();
    if passed_over.contains(&name) {
        return None;
    }
    let own = written(path);
    let below = std::fs::read_dir(path).ok().and_then(|entries| {
        entries
            .filter_map(Result::ok)
            .filter_map(|entry| newest(&entry.path(), passed_over))
            .max()
    });
    own.max(below)
}

#[cfg(test)]
mod tests {
    use std::fs;
    use std::time::{Duration, SystemTime};

    #[test]
    fn a_build_is_stale_when_a_source_below_is_newer_and_not_when_a_skipped_folder_is() {
        let folder = std::env::temp_dir().join(format!("xtask-stale-{}", std::process::id()));
        let source = folder.join("src/deep");
        let skipped = folder.join("src/node_modules");
        fs::create_dir_all(&source).unwrap();
        fs::create_dir_all(&skipped).unwrap();
        let made = folder.join("made");
        assert!(
            super::stale(&made, &[folder.join("src")], &[]),
            "what is missing is stale"
        );

        fs::write(&made, "").unwrap();
        let later = SystemTime::now() + Duration::from_secs(60);
        fs::File::options()
            .write(true)
            .open(&made)
            .unwrap()
            .set_modified(later)
            .unwrap();
        assert!(!super::stale(&made, &[folder.join("src")], &[]));

        let newer = fs::File::create(skipped.join("file")).unwrap();
        newer.set_modified(later + Duration::from_secs(60)).unwrap();
        assert!(!super::stale(&made, &[folder.join("src")], &["node_modules"]));
        assert!(super::stale(&made, &[folder.join("src")], &[]));
        fs::remove_dir_all(&folder).unwrap();
    }
}
