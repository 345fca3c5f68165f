//! Why a fence could not be built: the step at which it failed and the system's reason. The helper sends it as numbers, and the
//! host says it in the language that is spoken.

use crate::restriction::Restriction;
use portcullis_core::{Code, Error, causes};
use portcullis_l10n::say;
use std::ffi::OsStr;
use std::io;
use std::os::unix::ffi::OsStrExt as _;
use std::path::{Path, PathBuf};

/// What the helper was doing.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum FenceStep {
    /// Reading what it is to do.
    Plan = 1,
    /// Making namespaces.
    Namespaces,
    /// Making the network.
    Network,
    /// Making what the program sees of the files.
    Files,
    /// Showing one file or folder.
    Path,
    /// Making processes.
    Processes,
    /// Giving up rights.
    Rights,
    /// Restricting files a second time (Landlock).
    Landlock,
    /// Restricting system calls.
    Calls,
}

const STEPS: [FenceStep; 9] = [
    FenceStep::Plan,
    FenceStep::Namespaces,
    FenceStep::Network,
    FenceStep::Files,
    FenceStep::Path,
    FenceStep::Processes,
    FenceStep::Rights,
    FenceStep::Landlock,
    FenceStep::Calls,
];

/// Why a fence could not be built.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) struct FenceFailure {
    step: FenceStep,
    number: i32,
    path: PathBuf,
}

impl FenceStep {
    /// Makes a failure at this step.
    pub(crate) fn failed(self, error: &io::Error) -> FenceFailure {
        FenceFailure {
            step: self,
            number: error.raw_os_error().unwrap_or(libc::EPROTO),
            path: PathBuf::new(),
        }
    }

    /// That it failed, for `map_err`.
    pub(crate) fn because(self) -> impl Fn(io::Error) -> FenceFailure {
        move |error| self.failed(&error)
    }
}

impl FenceFailure {
    /// That this path could not be shown.
    pub(crate) fn at(path: &Path, error: &io::Error) -> Self {
        Self {
            path: path.to_owned(),
            ..FenceStep::Path.failed(error)
        }
    }

    /// As it travels.
    pub(crate) fn bytes(&self) -> Vec<u8> {
        let mut bytes = vec![self.step as u8];
        bytes.extend(self.number.to_ne_bytes());
        // A message has room for the longest path that there is.
        bytes.extend(self.path.as_os_str().as_bytes());
        bytes
    }

    /// As it arrives.
    pub(crate) fn read(bytes: &[u8]) -> Option<Self> {
        let (step, rest) = bytes.split_first()?;
        let (number, path) = rest.split_first_chunk()?;
        Some(Self {
            step: *STEPS.iter().find(|known| **known as u8 == *step)?,
            number: i32::from_ne_bytes(*number),
            path: PathBuf::from(OsStr::from_bytes(path)),
        })
    }

    /// Why, in one sentence.
    pub(crate) fn sentence(&self) -> String {
        let cause = causes::io(&io::Error::from_raw_os_error(self.number));
        // Ubuntu gives namespaces, and no right in them: then the first use of one fails.
        let made_none = matches!(self.step, FenceStep::Namespaces | FenceStep::Network);
        if made_none && let Some(restriction) = Restriction::behind(self.number) {
            return restriction.sentence();
        }
        match self.step {
            FenceStep::Plan => say!("failed-plan", cause),
            FenceStep::Namespaces => say!("failed-namespaces", cause),
            FenceStep::Network => say!("failed-network", cause),
            FenceStep::Files => say!("failed-files", cause),
            FenceStep::Path => {
                let path = portcullis_core::text::escape_line(&self.path.to_string_lossy()).text;
                say!("failed-path", path, cause)
            }
            FenceStep::Processes => say!("failed-processes", cause),
            FenceStep::Rights => say!("failed-rights", cause),
            FenceStep::Landlock => say!("failed-landlock", cause),
            FenceStep::Calls => say!("failed-calls", cause),
        }
    }

    /// As an error of the host.
    pub(crate) fn error(&self) -> Error {
        Error::new(Code::LaunchFailed, self.sentence()).remedy(say!("failed-remedy"))
    }
}

#[cfg(test)]
mod tests {
    use super::{FenceFailure, FenceStep, STEPS};
    use std::io;
    use std::path::Path;

    #[test]
    fn a_failure_arrives_as_it_was_sent() {
        for step in STEPS {
            let failure = step.failed(&io::Error::from_raw_os_error(libc::EPERM));
            assert_eq!(FenceFailure::read(&failure.bytes()).as_ref(), Some(&failure));
            assert!(failure.sentence().ends_with('.'), "{failure:?}");
        }
        let failure = FenceFailure::at(Path::new("/a/b"), &io::Error::from_raw_os_error(libc::ENOENT));
        assert_eq!(FenceFailure::read(&failure.bytes()).as_ref(), Some(&failure));
        assert!(failure.sentence().contains("/a/b"));
        // No setting of a system is the reason for this one.
        let failure = FenceStep::Namespaces.failed(&io::Error::from_raw_os_error(libc::EMFILE));
        assert!(failure.sentence().contains("24"), "{failure:?}");
        assert_eq!(FenceFailure::read(&[]), None);
        assert_eq!(FenceFailure::read(&[99, 0, 0, 0, 0]), None);
    }
}
