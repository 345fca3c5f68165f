//! The one place that hands an address to the system: no other code opens one, and this only for a permit that a
//! person's answer made (ELI-18, S-16).
//!
//! The address goes to the system's own browser, where neither this program nor a model sees the page or what is
//! typed into it (ELI-22). It travels as one argument and never through a shell (S-17).

use portcullis_approval::consent::{OpenUrl, Permit};
use portcullis_core::{Code, Error, Result, causes, locked};
use portcullis_l10n::say;
use std::sync::Mutex;

/// Opens addresses.
pub trait Opener: Send + Sync {
    /// Opens what is permitted. May block for a moment.
    ///
    /// # Errors
    /// `elicitation.not_opened` when no browser took it.
    fn open(&self, permit: Permit<OpenUrl>) -> Result<()>;
}

/// The system's browser.
#[derive(Debug, Clone, Copy, Default)]
pub struct SystemOpener;

impl Opener for SystemOpener {
    #[allow(clippy::disallowed_methods, reason = "this is the one guarded opener")]
    fn open(&self, permit: Permit<OpenUrl>) -> Result<()> {
        open::that_detached(permit.spend().0).map_err(|error| {
            Error::new(
                Code::LinkNotOpened,
                say!("browser-not-opened", reason = causes::io(&error)),
            )
            .remedy(say!("browser-not-opened-remedy"))
        })
    }
}

/// Opens nothing and remembers everything, for tests.
#[derive(Debug, Default)]
pub struct MemoryOpener {
    opened: Mutex<Vec<String>>,
    broken: bool,
}

impl MemoryOpener {
    /// One that takes nothing.
    #[must_use]
    pub fn broken() -> Self {
        Self {
            broken: true,
            ..Self::default()
        }
    }

    /// What it was given, in order.
    #[must_use]
    pub fn opened(&self) -> Vec<String> {
        locked(&self.opened).clone()
    }
}

impl Opener for MemoryOpener {
    fn open(&self, permit: Permit<OpenUrl>) -> Result<()> {
        if self.broken {
            return Err(Error::new(Code::LinkNotOpened, say!("browser-broken")));
        }
        locked(&self.opened).push(permit.spend().0);
        Ok(())
    }
}

#[cfg(test)]
#[cfg(target_os = "linux")]
mod tests {
    // Proves SEC-06, S-17.
    #[test]
    #[allow(
        clippy::disallowed_methods,
        reason = "looks at what would run, and runs nothing"
    )]
    fn an_address_is_one_argument_of_a_program_that_is_no_shell() {
        let url = "https://a.example/&calc.exe;$(touch x)|`id`";
        let commands = open::commands(url);
        assert!(!commands.is_empty());
        for command in commands {
            let program = command.get_program().to_string_lossy().into_owned();
            let name = program.rsplit('/').next().unwrap_or_default();
            assert!(!["sh", "bash", "cmd", "powershell"].contains(&name), "{program}");
            assert!(command.get_args().any(|argument| argument == url), "{command:?}");
        }
    }
}
