//! What can go wrong on the way to an address, in words.

use super::{busy, content_type};
use crate::reach::causes;
use crate::wire::Wire;
use crate::{Code, Error};
use http::StatusCode;
use reqwest::Response;
use std::time::{Duration, SystemTime};

const JSON: &str = "application/json";

/// The head of an answer: what is left to judge it by when its body is no message.
pub(in crate::wire) struct Head {
    pub status: StatusCode,
    /// Its media type in small letters.
    pub kind: String,
    again_after: Option<Duration>,
}

impl Head {
    pub fn of(response: &Response) -> Self {
        Self {
            status: response.status(),
            kind: content_type(response),
            again_after: busy::pause(response.headers(), SystemTime::now()),
        }
    }
}

/// What an answer means that holds no message, from an address that may have been a server before.
pub(in crate::wire) fn turned_away(wire: &Wire, head: &Head) -> Error {
    let page = head.status.is_success() && head.kind.starts_with("text/html");
    if wire.is_known() && (page || head.status.is_redirection()) {
        return captive(wire.label());
    }
    refusal(wire.label(), head.status, &head.kind).again_after(head.again_after)
}

/// A server that is known to be one does not turn into a page: somebody on the way answers in its place (F-15).
fn captive(label: &str) -> Error {
    Error::new(
        Code::NetworkCaptive,
        format!("A web page answered in place of “{label}”. It was not used, and whether anything was done is not known."),
    )
    .remedy("This network may want you to sign in to it first: open any page in your browser.")
}

/// A message that nobody answered.
pub(super) fn not_taken(label: &str) -> Error {
    Error::new(
        Code::ServerSilent,
        format!("“{label}” did not take a message in time. Whether it did what was asked is not known."),
    )
    .remedy("Try again when the server answers.")
}

fn refusal(label: &str, status: StatusCode, kind: &str) -> Error {
    match status {
        StatusCode::UNAUTHORIZED | StatusCode::FORBIDDEN => Error::new(
            Code::AuthRequired,
            format!("“{label}” wants a sign-in (HTTP {status}). Nothing was done."),
        )
        .remedy("Add an Authorization header in the server's settings, or sign in where it offers that."),
        status if status.is_redirection() => Error::new(
            Code::NetworkRedirect,
            format!("“{label}” redirects to another address (HTTP {status}). It was not followed."),
        )
        .remedy(
            "Enter the address it redirects to, if you know and want it. A network that wants a sign-in of its own redirects too: open any page in your browser.",
        ),
        status if status.is_success() => Error::new(
            Code::NetworkNotMcp,
            format!(
                "“{label}” answered with {}, not with the protocol. The answer was not used.",
                kind_in_words(kind)
            ),
        )
        .remedy(
            "Check the address; many servers answer below /mcp. Where a network wants a sign-in of its own, open any page in your browser first.",
        ),
        status if busy::is_busy(status) => Error::new(
            Code::NetworkBusy,
            format!("“{label}” has no time now (HTTP {status}). {}", outcome(status)),
        )
        .remedy("Try again later."),
        status => Error::new(
            Code::NetworkNotMcp,
            format!("“{label}” answered with HTTP {status}. {}", outcome(status)),
        )
        .remedy("Check the address, or try again later."),
    }
}

/// What a refusal means for what was asked. A fault may come from anybody on the way, after the server had done it (F-01).
fn outcome(status: StatusCode) -> &'static str {
    match status.is_server_error() {
        true => "Whether it did what was asked is not known.",
        false => "Nothing was done.",
    }
}

/// A plain no to somebody who is signed in: doing that again makes no difference (AUT-60).
pub(crate) fn forbidden(label: &str) -> Error {
    Error::new(
        Code::AuthForbidden,
        format!("“{label}” does not let you in (HTTP 403 Forbidden). Nothing was done."),
    )
    .remedy("Ask whoever runs the server what your account may do there.")
}

fn kind_in_words(kind: &str) -> String {
    match kind.split(';').next().unwrap_or_default().trim() {
        "" => "something without a type".to_owned(),
        "text/html" => "a web page".to_owned(),
        JSON => "JSON that is no message of the protocol".to_owned(),
        other => format!(
            "“{}”",
            other
                .chars()
                .filter(|c| c.is_ascii_graphic())
                .take(64)
                .collect::<String>()
        ),
    }
}

pub(in crate::wire) fn unreachable(label: &str, error: &reqwest::Error) -> Error {
    let mut last = String::new();
    for cause in causes(error) {
        if cause.is::<rustls::Error>() {
            return Error::new(
                Code::NetworkTls,
                format!("“{label}” was not reached: its certificate is not accepted ({cause})."),
            )
            .remedy(
                "Ask whoever runs the server, or sign in to the network that you are in. Portcullis does not go on without a valid certificate.",
            );
        }
        last = cause.to_string();
    }
    if error.is_connect() {
        return Error::new(
            Code::NetworkUnreachable,
            format!("“{label}” was not reached: {last}. Nothing was sent."),
        )
        .remedy("Check the address and the network.");
    }
    lost(label, error)
}

pub(super) fn lost(label: &str, error: &reqwest::Error) -> Error {
    let cause = causes(error).last().map(ToString::to_string).unwrap_or_default();
    Error::new(
        Code::TransportLost,
        format!("The connection to “{label}” was lost: {cause}. Whether it did what was asked is not known."),
    )
    .remedy("Try again when the server answers.")
}
