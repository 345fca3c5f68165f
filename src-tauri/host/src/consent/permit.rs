//! What the gate hands out: one value for one effect, used up by it (S-05).

use crate::process::Launch;

/// Allows exactly one program to be started once.
#[derive(Debug)]
pub struct LaunchPermit {
    launch: Launch,
}

impl LaunchPermit {
    /// What may be started.
    #[must_use]
    pub fn launch(&self) -> &Launch {
        &self.launch
    }

    /// Uses the permit up.
    #[must_use]
    pub fn into_launch(self) -> Launch {
        self.launch
    }

    #[cfg(test)]
    pub(crate) fn for_test(launch: Launch) -> Self {
        Self { launch }
    }
}
