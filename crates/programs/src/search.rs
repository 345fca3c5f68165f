//! Where programs are looked for.

use std::ffi::OsString;
use std::path::PathBuf;

/// An ordered list of absolute folders. Relative and empty entries are dropped: the working directory is
/// never searched (S-65).
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct SearchPath(String);

impl SearchPath {
    /// From the text of a `PATH` variable.
    #[must_use]
    pub fn from_value(value: &str) -> Self {
        Self::of(std::env::split_paths(value))
    }

    /// As the text of a `PATH` variable.
    #[must_use]
    pub fn value(&self) -> &str {
        &self.0
    }

    /// The folders in order.
    pub fn folders(&self) -> impl Iterator<Item = PathBuf> {
        // An empty text is one empty entry to the standard library: the working directory.
        std::env::split_paths(&self.0).filter(|folder| folder.is_absolute())
    }

    /// Of folders in their order, each once.
    pub fn of(folders: impl Iterator<Item = PathBuf>) -> Self {
        let mut kept: Vec<OsString> = Vec::new();
        for folder in folders
            .filter(|folder| folder.is_absolute())
            .map(PathBuf::into_os_string)
        {
            // A folder that is not text could not be shown to the person. One with a separator in its name cannot be part of
            // the text, and must not take the others with it.
            let fits = folder.to_str().is_some() && std::env::join_paths([&folder]).is_ok();
            if fits && !kept.contains(&folder) {
                kept.push(folder);
            }
        }
        Self(
            std::env::join_paths(kept)
                .ok()
                .and_then(|joined| joined.into_string().ok())
                .unwrap_or_default(),
        )
    }
}

#[cfg(test)]
#[cfg(unix)]
mod tests {
    use super::SearchPath;

    // Proves S-65.
    #[test]
    fn relative_and_empty_entries_are_never_searched() {
        let search = SearchPath::from_value(":/usr/bin::.:bin:/bin:/usr/bin:../x:");
        assert_eq!(search.value(), "/usr/bin:/bin");
    }

    // Proves S-65.
    #[test]
    fn a_folder_with_a_separator_in_its_name_takes_no_other_with_it() {
        let folders = ["/usr/bin", "/home/a:b/.local/bin", "/bin"].map(std::path::PathBuf::from);
        let search = SearchPath::of(folders.into_iter());
        assert_eq!(search.value(), "/usr/bin:/bin");
    }
}
