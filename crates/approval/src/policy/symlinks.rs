//! Where paths lead once symbolic links are resolved. The policy does no I/O: its caller resolves them.

use std::collections::HashMap;
use std::path::{Path, PathBuf};

/// Result of resolving symbolic links.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub enum SymlinkState {
    /// The paths are somewhere else, where the host does not see: what is written counts.
    #[default]
    Unseen,
    /// Where absolute paths lead on this computer, by how they are written. `None` where that could not be found out.
    Followed(HashMap<String, Option<PathBuf>>),
}

impl SymlinkState {
    /// Whether the links of this path count.
    pub(super) fn are_followed(&self, path: &str) -> bool {
        matches!(self, Self::Followed(_)) && Path::new(path).is_absolute()
    }

    /// Where a path leads, as far as that is known.
    pub(super) fn real(&self, path: &str) -> Option<&Path> {
        match self {
            Self::Unseen => None,
            Self::Followed(real) => real.get(path)?.as_deref(),
        }
    }

    /// Whether a path leads to this place or below it. What is not known does not.
    pub(super) fn lead_below(&self, path: &str, place: &Path) -> bool {
        self.real(path).is_some_and(|real| real.starts_with(place))
    }

    /// Whether no link leads a path out of a folder, as far as links count for it.
    pub(super) fn stay_below(&self, path: &str, folder: &str) -> bool {
        !self.are_followed(path)
            || self
                .real(folder)
                .is_some_and(|folder| self.lead_below(path, folder))
    }
}
