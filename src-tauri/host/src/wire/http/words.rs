//! What can go wrong on the way to an address, in words.

use crate::{Code, Error};
use http::StatusCode;

const JSON: &str = "application/json";

/// What an answer means that holds no message.
pub(in crate::wire) fn refusal(label: &str, status: StatusCode, kind: &str) -> Error {
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
        .remedy("Enter the address it redirects to, if you know and want it."),
        status if status.is_success() => Error::new(
            Code::NetworkNotMcp,
            format!(
                "“{label}” answered with {}, not with the protocol. The answer was not used.",
                kind_in_words(kind)
            ),
        )
        .remedy("Check the address; many servers answer below /mcp."),
        status => Error::new(
            Code::NetworkNotMcp,
            format!("“{label}” answered with HTTP {status}. Nothing was done."),
        )
        .remedy("Check the address, or try again later."),
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
    let mut cause: Option<&dyn std::error::Error> = Some(error);
    let mut last = String::new();
    while let Some(current) = cause {
        if current.is::<rustls::Error>() {
            return Error::new(
                Code::NetworkTls,
                format!("“{label}” was not reached: its certificate is not accepted ({current})."),
            )
            .remedy("Ask whoever runs the server. Portcullis does not go on without a valid certificate.");
        }
        last = current.to_string();
        cause = current.source();
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
    let mut cause: &dyn std::error::Error = error;
    while let Some(next) = cause.source() {
        cause = next;
    }
    Error::new(
        Code::TransportLost,
        format!("The connection to “{label}” was lost: {cause}. Whether it did what was asked is not known."),
    )
    .remedy("Try again when the server answers.")
}
