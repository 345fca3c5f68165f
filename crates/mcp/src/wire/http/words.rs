//! What can go wrong on the way to an address, in words. What the server itself says about it stands beside them, as its
//! own.

use super::redirects::{Endless, Onward};
use super::{busy, content_type};
use crate::limits;
use crate::wire::Wire;
use http::header::AUTHORIZATION;
use http::{HeaderMap, StatusCode};
use portcullis_core::text::ForeignText;
use portcullis_core::{Code, Error};
use portcullis_net::{self, Unread, causes, insecure, own_words, reason};
use reqwest::Response;
use std::time::{Duration, SystemTime};

const JSON: &str = "application/json";

/// The head of an answer: what is left to judge it by when its body is no message.
pub(in crate::wire) struct Head {
    pub status: StatusCode,
    /// Its media type in small letters.
    pub kind: String,
    again_after: Option<Duration>,
    onward: Option<Onward>,
    /// The person's own `Authorization` went along.
    own_header: bool,
}

impl Head {
    /// Of an answer to a request with these headers of the person's own.
    pub fn of(response: &Response, own: &HeaderMap) -> Self {
        Self {
            status: response.status(),
            kind: content_type(response),
            again_after: busy::pause(response.headers(), SystemTime::now()),
            onward: Onward::of(response),
            own_header: own.contains_key(AUTHORIZATION),
        }
    }
}

/// What an answer means that holds no message. Reads why.
pub(in crate::wire) async fn refused(wire: &Wire, response: Response, own: &HeaderMap) -> Error {
    let head = Head::of(&response, own);
    let said = said(wire, response).await;
    turned_away(wire, &head, said)
}

/// The reason that an answer gives which says no, without anything that this connection keeps secret. A server that says
/// it slowly, or at length, is not waited for.
pub(in crate::wire) async fn said(wire: &Wire, response: Response) -> Option<ForeignText> {
    if response.status().is_success() || response.status().is_redirection() {
        return None;
    }
    let headers = response.headers().clone();
    let body = portcullis_net::whole(response, limits::ANSWER_OF_NO);
    let body = tokio::time::timeout(limits::REASON_OF_NO, body)
        .await
        .ok()?
        .ok()?;
    said_in(wire, &headers, &body)
}

/// The same of a body that was read.
pub(in crate::wire) fn said_in(wire: &Wire, headers: &HeaderMap, body: &[u8]) -> Option<ForeignText> {
    let words = own_words(headers, body)?;
    Some(ForeignText::new(wire.0.said_back.hide(&words)))
}

/// What an answer means that holds no message, from an address that may have been a server before.
pub(in crate::wire) fn turned_away(wire: &Wire, head: &Head, said: Option<ForeignText>) -> Error {
    let page = head.status.is_success() && head.kind.starts_with("text/html");
    let error = match wire.is_known() && (page || head.status.is_redirection()) {
        true => captive(wire.label()),
        false => refusal(wire, head).again_after(head.again_after),
    };
    let target = head.onward.as_ref().map(|onward| onward.to.as_str());
    let target = target.map(|target| ForeignText::new(wire.0.said_back.hide(target)));
    match said.or(target) {
        Some(said) => error.said(&said),
        None => error,
    }
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

fn refusal(wire: &Wire, head: &Head) -> Error {
    let label = wire.label();
    match head.status {
        StatusCode::UNAUTHORIZED if head.own_header => Error::new(
            Code::AuthRequired,
            format!(
                "“{label}” does not accept the Authorization header that you entered (HTTP {}). Nothing was done.",
                head.status
            ),
        )
        .remedy("Enter a new one in the server's settings."),
        StatusCode::UNAUTHORIZED => Error::new(
            Code::AuthRequired,
            format!("“{label}” wants a sign-in (HTTP {}). Nothing was done.", head.status),
        )
        .remedy("Add an Authorization header in the server's settings, or sign in where it offers that."),
        StatusCode::FORBIDDEN => forbidden(label),
        status if status.is_redirection() => redirected(label, head),
        status if status.is_success() => Error::new(
            Code::NetworkNotMcp,
            format!(
                "“{label}” answered with {}, not with the protocol. The answer was not used.",
                kind_in_words(&head.kind)
            ),
        )
        .remedy(
            "Check the address; many servers answer below /mcp. Where a network wants a sign-in of its own, open any page in your browser first.",
        ),
        status if busy::is_busy(status) => Error::new(
            Code::NetworkBusy,
            format!("“{label}” {} (HTTP {status}). {}", busy_in_words(status), outcome(status)),
        )
        .remedy("Try again later."),
        status if status.is_server_error() => Error::new(
            Code::NetworkFault,
            format!("“{label}” failed (HTTP {status}). {}", outcome(status)),
        )
        .remedy("Try again later. If it goes on, tell whoever runs the server."),
        // What was a server is one, whatever it does not like about this message.
        status if wire.was_ready() => Error::new(
            Code::NetworkFault,
            format!("“{label}” refused the request (HTTP {status}). {}", outcome(status)),
        )
        .remedy("Restart the server's connection, or tell whoever runs the server."),
        status => Error::new(
            Code::NetworkNotMcp,
            format!("“{label}” answered with HTTP {status}. {}", outcome(status)),
        )
        .remedy("Check the address; many servers answer below /mcp."),
    }
}

fn busy_in_words(status: StatusCode) -> &'static str {
    match status {
        StatusCode::TOO_MANY_REQUESTS => "takes no more requests for now",
        StatusCode::BAD_GATEWAY => "is not there behind its address",
        StatusCode::GATEWAY_TIMEOUT => "did not answer in time behind its address",
        _ => "is not available now",
    }
}

/// It sends us elsewhere; where to stands beside this, as its words.
fn redirected(label: &str, head: &Head) -> Error {
    if head.onward.as_ref().is_some_and(|onward| onward.is_loop) {
        return in_circles(label);
    }
    let status = head.status;
    let error = match head.onward {
        Some(_) => Error::new(
            Code::NetworkRedirect,
            format!("“{label}” redirects to another address (HTTP {status}). It was not followed."),
        ),
        None => Error::new(
            Code::NetworkRedirect,
            format!("“{label}” redirects, and does not say where to (HTTP {status}). It was not followed."),
        ),
    };
    error.remedy(
        "Enter the address it redirects to, if you know and want it. A network that wants a sign-in of its own redirects too: open any page in your browser.",
    )
}

fn in_circles(label: &str) -> Error {
    Error::new(
        Code::NetworkRedirect,
        format!("“{label}” redirects in a loop: it leads back to an address that was asked already. It was not followed."),
    )
    .remedy("Check the address, or tell whoever runs the server.")
}

fn too_often(label: &str) -> Error {
    let most = limits::REDIRECTS;
    Error::new(
        Code::NetworkRedirect,
        format!("“{label}” redirects more than {most} times in a row. It was not followed further."),
    )
    .remedy("Check the address, or tell whoever runs the server.")
}

/// What a refusal means for what was asked. A fault may come from anybody on the way, after the server had done it (F-01).
fn outcome(status: StatusCode) -> &'static str {
    match status.is_server_error() {
        true => "Whether it did what was asked is not known.",
        false => "Nothing was done.",
    }
}

/// A plain no: signing in makes no difference (AUT-60).
pub fn forbidden(label: &str) -> Error {
    Error::new(
        Code::AuthForbidden,
        format!("“{label}” does not let you in (HTTP 403 Forbidden). Nothing was done."),
    )
    .remedy("Ask whoever runs the server what your account may do there, and from where it may be reached.")
}

fn kind_in_words(kind: &str) -> String {
    match kind.split(';').next().unwrap_or_default().trim() {
        "" => "something without a type".to_owned(),
        "text/html" => "a web page".to_owned(),
        JSON => "JSON that is no message of the protocol".to_owned(),
        other => format!("“{}”", graphic(other)),
    }
}

/// A word of a header.
fn graphic(word: &str) -> String {
    word.chars().filter(char::is_ascii_graphic).take(64).collect()
}

pub(in crate::wire) fn unreachable(label: &str, error: &reqwest::Error) -> Error {
    if let Some(endless) = causes(error).find_map(|cause| cause.downcast_ref::<Endless>()) {
        let ended = match endless {
            Endless::Loop => in_circles(label),
            Endless::Long => too_often(label),
        };
        return match error.url() {
            Some(last) => ended.said(&ForeignText::new(last.as_str())),
            None => ended,
        };
    }
    if let Some(insecure) = insecure(error) {
        return Error::new(
            Code::NetworkTls,
            format!("“{label}” was not reached: {}. Nothing was sent.", insecure.what),
        )
        .remedy(insecure.remedy);
    }
    if error.is_connect() {
        return Error::new(
            Code::NetworkUnreachable,
            format!("“{label}” was not reached: {}. Nothing was sent.", reason(error)),
        )
        .remedy("Check the address and the network.");
    }
    lost(label, error)
}

fn lost(label: &str, error: &reqwest::Error) -> Error {
    Error::new(
        Code::TransportLost,
        format!(
            "The connection to “{label}” was lost: {}. Whether it did what was asked is not known.",
            reason(error)
        ),
    )
    .remedy("Try again when the server answers.")
}

/// Why an answer was not read.
pub(in crate::wire) fn unread(wire: &Wire, unread: &Unread) -> Error {
    let label = wire.label();
    let broken = |what: &str| {
        Error::new(
            Code::ProtocolBroken,
            format!("“{label}” answered with something compressed {what}. The answer was not used."),
        )
        .remedy("Portcullis asks for answers that are not compressed. Tell whoever runs the server.")
    };
    match unread {
        Unread::TooLarge(size) => wire.too_large(*size),
        Unread::Broken(error) => lost(label, error),
        Unread::Packed(name) => broken(&format!("as “{}”", graphic(name))),
        Unread::Garbled => broken("that cannot be unpacked"),
        Unread::Swells(size) => Error::new(
            Code::MessageTooLarge,
            format!(
                "“{label}” sent something compressed that unpacks to more than {} MiB without an end. The rest was not read.",
                size >> 20
            ),
        )
        .remedy("Tell whoever runs the server."),
    }
}
