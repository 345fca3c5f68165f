//! What this system can hold, found by doing it.

use std::path::Path;

/// What this system can hold.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Level {
    /// Files, processes and network, as a [`Fence`](crate::Fence) says.
    FilesAndNetwork,
    /// Nothing.
    NotFenced(Reason),
}

/// Why nothing is held.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Reason(String);

impl Reason {
    #[cfg_attr(not(target_os = "linux"), allow(dead_code, reason = "there is one reason"))]
    pub(crate) fn new(sentence: String) -> Self {
        Self(sentence)
    }

    /// One sentence for the person.
    #[must_use]
    pub fn sentence(&self) -> &str {
        &self.0
    }
}

/// Builds a fence around the helper itself, which looks from inside whether it holds. Takes some milliseconds; to be asked
/// once for each start of the host, and again where a start fails.
///
/// `helper` is a program whose `main` calls [`helper_main`](crate::helper_main) first.
pub async fn level(helper: &Path) -> Level {
    #[cfg(target_os = "linux")]
    let found = crate::helper::probe::probe(helper).await;
    #[cfg(not(target_os = "linux"))]
    let found = {
        let _ = helper;
        Err(Reason(portcullis_l10n::say!("reason-system")))
    };
    match found {
        Ok(()) => Level::FilesAndNetwork,
        Err(reason) => Level::NotFenced(reason),
    }
}
