//! How a process ended.

use portcullis_l10n::say;
use std::process::ExitStatus;

/// How a process ended. Both are `None` when it could not be learned.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Exit {
    /// What it returned.
    pub code: Option<i32>,
    /// The signal that ended it.
    pub signal: Option<i32>,
}

impl Exit {
    pub(super) const UNKNOWN: Self = Self {
        code: None,
        signal: None,
    };

    /// What follows the name of the server: “exited with code 127”, “was killed by SIGSEGV (11)”.
    #[must_use]
    pub fn words(&self) -> String {
        match (self.code, self.signal) {
            // A number with thousands set apart is not found in any manual.
            (Some(code), _) => say!("exit-code", code = code.to_string()),
            (None, Some(signal)) => match signal_name(signal) {
                Some(name) => say!("exit-signal", name, number = signal.to_string()),
                None => say!("exit-signal-number", number = signal.to_string()),
            },
            (None, None) => say!("exit-unknown"),
        }
    }
}

impl From<ExitStatus> for Exit {
    fn from(status: ExitStatus) -> Self {
        #[cfg(unix)]
        let signal = std::os::unix::process::ExitStatusExt::signal(&status);
        #[cfg(not(unix))]
        let signal = None;
        Self {
            code: status.code(),
            signal,
        }
    }
}

#[cfg(unix)]
fn signal_name(signal: i32) -> Option<&'static str> {
    use rustix::process::Signal;
    let signal = Signal::from_named_raw(signal)?;
    let names = [
        (Signal::HUP, "SIGHUP"),
        (Signal::INT, "SIGINT"),
        (Signal::QUIT, "SIGQUIT"),
        (Signal::ILL, "SIGILL"),
        (Signal::TRAP, "SIGTRAP"),
        (Signal::ABORT, "SIGABRT"),
        (Signal::BUS, "SIGBUS"),
        (Signal::FPE, "SIGFPE"),
        (Signal::KILL, "SIGKILL"),
        (Signal::SEGV, "SIGSEGV"),
        (Signal::PIPE, "SIGPIPE"),
        (Signal::ALARM, "SIGALRM"),
        (Signal::TERM, "SIGTERM"),
        (Signal::XCPU, "SIGXCPU"),
        (Signal::XFSZ, "SIGXFSZ"),
        (Signal::SYS, "SIGSYS"),
    ];
    names
        .into_iter()
        .find(|(listed, _)| *listed == signal)
        .map(|(_, name)| name)
}

#[cfg(not(unix))]
fn signal_name(_: i32) -> Option<&'static str> {
    None
}

#[cfg(test)]
mod tests {
    use super::Exit;

    #[test]
    fn an_end_is_told_in_words() {
        let words = |code, signal| Exit { code, signal }.words();
        assert_eq!(words(Some(127), None), "exited with code 127");
        #[cfg(unix)]
        assert_eq!(words(None, Some(11)), "was killed by SIGSEGV (11)");
        assert_eq!(words(None, Some(1234)), "was killed by signal 1234");
        assert_eq!(Exit::UNKNOWN.words(), "ended");
    }
}
