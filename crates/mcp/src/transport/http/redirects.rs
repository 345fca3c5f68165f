//! Redirects are followed within one origin and where they keep the method and body; any other is an error that names
//! its target.

use crate::limits;
use http::StatusCode;
use http::header::LOCATION;
use reqwest::Response;
use reqwest::redirect::Policy;
use std::fmt;

/// Only 307 and 308 keep the message, and only the same origin was approved by the person.
pub(super) fn same_origin() -> Policy {
    Policy::custom(|attempt| {
        let keeps = matches!(
            attempt.status(),
            StatusCode::TEMPORARY_REDIRECT | StatusCode::PERMANENT_REDIRECT
        );
        let before = attempt.previous();
        let here = before
            .first()
            .is_some_and(|first| first.origin() == attempt.url().origin());
        if !keeps || !here {
            attempt.stop()
        } else if before.contains(attempt.url()) {
            attempt.error(RedirectError::Loop)
        } else if before.len() > limits::REDIRECTS {
            attempt.error(RedirectError::Long)
        } else {
            attempt.follow()
        }
    })
}

/// Why redirects were not followed further; found again as a source of the client's error.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum RedirectError {
    /// Back to where we were.
    Loop,
    /// On and on.
    Long,
}

impl fmt::Display for RedirectError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("it redirects without end")
    }
}

impl std::error::Error for RedirectError {}

/// A redirect that was not followed.
pub(super) struct Redirect {
    /// Where to, as a whole address where it is one.
    pub to: String,
    /// To where the answer came from.
    pub is_loop: bool,
}

impl Redirect {
    pub(super) fn of(response: &Response) -> Option<Self> {
        let location = response.headers().get(LOCATION);
        let location = location.filter(|_| response.status().is_redirection())?;
        let written = String::from_utf8_lossy(location.as_bytes());
        let to = response.url().join(&written).ok();
        Some(Self {
            is_loop: to.as_ref() == Some(response.url()),
            to: to.map_or_else(|| written.into_owned(), String::from),
        })
    }
}
