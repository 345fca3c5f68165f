//! Errors of the standard library and of the reader of JSON, as causes in our words: what they print holds numbers of the
//! system and names of types, and is in English of the system's choice.

use portcullis_l10n::say;
use std::io::{self, ErrorKind};

/// Why the system did not do it, for within a sentence. An error that we made ourselves keeps its words.
#[must_use]
pub fn io(error: &io::Error) -> String {
    match error.kind() {
        ErrorKind::NotFound => say!("cause-not-found"),
        ErrorKind::PermissionDenied => say!("cause-denied"),
        ErrorKind::ReadOnlyFilesystem => say!("cause-read-only"),
        ErrorKind::StorageFull => say!("cause-full"),
        ErrorKind::QuotaExceeded => say!("cause-quota"),
        ErrorKind::FileTooLarge => say!("cause-too-large"),
        ErrorKind::AlreadyExists => say!("cause-exists"),
        ErrorKind::IsADirectory => say!("cause-folder"),
        ErrorKind::NotADirectory => say!("cause-not-folder"),
        ErrorKind::InvalidFilename => say!("cause-name"),
        ErrorKind::ResourceBusy | ErrorKind::ExecutableFileBusy => say!("cause-busy"),
        ErrorKind::BrokenPipe => say!("cause-pipe"),
        ErrorKind::UnexpectedEof => say!("cause-eof"),
        ErrorKind::TimedOut => say!("cause-timeout"),
        ErrorKind::OutOfMemory => say!("cause-memory"),
        ErrorKind::ArgumentListTooLong => say!("cause-too-long"),
        ErrorKind::AddrInUse => say!("cause-port"),
        ErrorKind::InvalidData if error.raw_os_error().is_none() => say!("cause-not-text"),
        _ => match error.raw_os_error() {
            Some(number) => say!("cause-number", number),
            None => error.to_string(),
        },
    }
}

/// Where a text is not JSON, for within a sentence: `line 1, column 3`.
#[must_use]
pub fn json(error: &serde_json::Error) -> String {
    match error.is_eof() {
        true => say!("cause-json-ends"),
        false => say!("cause-json-place", line = error.line(), column = error.column()),
    }
}

#[cfg(test)]
mod tests {
    use super::{io, json};
    use std::io::{Error, ErrorKind};

    #[test]
    fn no_error_of_the_system_is_told_in_its_own_words() {
        for number in 1..133 {
            let error = Error::from_raw_os_error(number);
            let told = io(&error);
            assert!(!told.contains("os error"), "{number}: {told}");
            assert!(!told.is_empty() && !told.ends_with('.'), "{number}: {told}");
        }
        assert_eq!(io(&ErrorKind::PermissionDenied.into()), "permission denied");
        assert_eq!(io(&Error::other("the pipe was closed")), "the pipe was closed");
    }

    #[cfg(unix)]
    #[test]
    fn an_error_without_words_has_its_number() {
        assert_eq!(io(&Error::from_raw_os_error(5)), "system error 5");
    }

    #[test]
    fn what_is_no_json_is_told_by_its_place() {
        let told = |text: &str| json(&serde_json::from_str::<serde_json::Value>(text).unwrap_err());
        assert_eq!(told("{\"a\": 1,\n  x}"), "line 2, column 3");
        assert_eq!(told("{\"a\": "), "it is incomplete");
    }
}
