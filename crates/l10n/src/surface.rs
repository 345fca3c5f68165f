//! Where this process speaks. A remedy that names a page in the window names a command in a terminal.

use std::sync::atomic::{AtomicBool, Ordering};

/// Where sentences are read.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Surface {
    /// In the window.
    Window,
    /// In a terminal: a message with an attribute `terminal` is said as that.
    Terminal,
}

static IN_TERMINAL: AtomicBool = AtomicBool::new(false);

impl Surface {
    /// Where this process speaks; the window until another is set.
    #[must_use]
    pub fn current() -> Self {
        match IN_TERMINAL.load(Ordering::Relaxed) {
            true => Self::Terminal,
            false => Self::Window,
        }
    }

    /// Speaks here from now on.
    pub fn speak(self) {
        IN_TERMINAL.store(self == Self::Terminal, Ordering::Relaxed);
    }
}
