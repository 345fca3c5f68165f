//! What would hold a program in on macOS and Windows, as texts that are generated and tested here and used nowhere yet: a profile
//! for `sandbox-exec`, and the definition of an AppContainer. On these systems [`level`](crate::level) says “not fenced”, until what
//! is generated here was tried there.

mod keys;
mod macos;
mod windows;

pub use macos::{SeatbeltPlan, seatbelt};
pub use windows::{AppContainerPlan, app_container};

/// Why there is no profile.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum NoProfile {
    /// A path that is not absolute and plain, or that another path may mean.
    Path(String),
    /// A path at which keys, passwords or sessions lie, or that holds such a place.
    Keys(String),
}

#[cfg(test)]
mod tests;
