//! Errors of the standard library and of the reader of JSON, as causes in our words: what they print holds numbers of the
//! system and names of types, and is in English of the system's choice.

use std::io::{self, ErrorKind};

/// Why the system did not do it, for within a sentence. An error that we made ourselves keeps its words.
#[must_use]
pub fn io(error: &io::Error) -> String {
    let told = match error.kind() {
        ErrorKind::NotFound => "it is not there",
        ErrorKind::PermissionDenied => "your account may not do that",
        ErrorKind::ReadOnlyFilesystem => "that disk cannot be written to",
        ErrorKind::StorageFull => "the disk is full",
        ErrorKind::QuotaExceeded => "your account may not fill the disk further",
        ErrorKind::FileTooLarge => "it would be too large for that disk",
        ErrorKind::AlreadyExists => "it is there already",
        ErrorKind::IsADirectory => "it is a folder",
        ErrorKind::NotADirectory => "a part of its path is no folder",
        ErrorKind::InvalidFilename => "its name cannot be used there",
        ErrorKind::ResourceBusy | ErrorKind::ExecutableFileBusy => "something else is using it",
        ErrorKind::BrokenPipe => "nobody reads it any more",
        ErrorKind::UnexpectedEof => "it ended too early",
        ErrorKind::TimedOut => "it took too long",
        ErrorKind::OutOfMemory => "this computer has no memory left",
        ErrorKind::ArgumentListTooLong => "the arguments and variables are too long together",
        ErrorKind::AddrInUse => "another program has that port",
        ErrorKind::InvalidData if error.raw_os_error().is_none() => "it is not text",
        _ => {
            return match error.raw_os_error() {
                Some(number) => format!("the system gives error {number}"),
                None => error.to_string(),
            };
        }
    };
    told.to_owned()
}

/// Where a text is not JSON, for within a sentence: `line 1, column 3`.
#[must_use]
pub fn json(error: &serde_json::Error) -> String {
    match error.is_eof() {
        true => "it ends in the middle".to_owned(),
        false => format!("line {}, column {}", error.line(), error.column()),
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
        assert_eq!(
            io(&ErrorKind::PermissionDenied.into()),
            "your account may not do that"
        );
        assert_eq!(io(&Error::other("the pipe was closed")), "the pipe was closed");
    }

    #[cfg(unix)]
    #[test]
    fn an_error_without_words_has_its_number() {
        assert_eq!(io(&Error::from_raw_os_error(5)), "the system gives error 5");
    }

    #[test]
    fn what_is_no_json_is_told_by_its_place() {
        let told = |text: &str| json(&serde_json::from_str::<serde_json::Value>(text).unwrap_err());
        assert_eq!(told("{\"a\": 1,\n  x}"), "line 2, column 3");
        assert_eq!(told("{\"a\": "), "it ends in the middle");
    }
}
