//! Error messages for failed HTTP exchanges. The server's own explanation is attached as foreign text.

use super::redirects::{Redirect, RedirectError};
use super::{content_type, retry_after};
use crate::limits;
use crate::transport::JsonRpc;
use http::header::AUTHORIZATION;
use http::{HeaderMap, StatusCode};
use portcullis_core::text::ForeignText;
use portcullis_core::{Code, Error};
use portcullis_net::{self, BodyError, causes, error_reason, insecure, reason};
use reqwest::Response;
use std::time::{Duration, SystemTime};

const JSON: &str = "application/json";

/// The head of a response, by which one is judged whose body is no message.
pub(in crate::transport) struct ResponseHead {
    pub status: StatusCode,
    /// Its media type in small letters.
    pub kind: String,
    again_after: Option<Duration>,
    onward: Option<Redirect>,
    /// A custom `Authorization` header was sent.
    own_header: bool,
}

impl ResponseHead {
    /// Of a response to a request with these custom headers.
    pub fn of(response: &Response, own: &HeaderMap) -> Self {
        Self {
            status: response.status(),
            kind: content_type(response),
            again_after: retry_after::pause(response.headers(), SystemTime::now()),
            onward: Redirect::of(response),
            own_header: own.contains_key(AUTHORIZATION),
        }
    }
}

/// The error for a response that holds no message; reads the reason from its body.
pub(in crate::transport) async fn refused(rpc: &JsonRpc, response: Response, own: &HeaderMap) -> Error {
    let head = ResponseHead::of(&response, own);
    let said = said(rpc, response).await;
    turned_away(rpc, &head, said)
}

/// The reason that an answer gives which says no, without anything that this connection keeps secret. A server that says
/// it slowly, or at length, is not waited for.
pub(in crate::transport) async fn said(rpc: &JsonRpc, response: Response) -> Option<ForeignText> {
    if response.status().is_success() || response.status().is_redirection() {
        return None;
    }
    let headers = response.headers().clone();
    let body = portcullis_net::whole(response, limits::ERROR_BODY_BYTES);
    let body = tokio::time::timeout(limits::ERROR_BODY_TIMEOUT, body)
        .await
        .ok()?
        .ok()?;
    said_in(rpc, &headers, &body)
}

/// The same of a body that was read.
pub(in crate::transport) fn said_in(rpc: &JsonRpc, headers: &HeaderMap, body: &[u8]) -> Option<ForeignText> {
    let words = error_reason(headers, body)?;
    Some(ForeignText::new(rpc.0.echo.hide(&words)))
}

/// What an answer means that holds no message, from an address that may have been a server before.
pub(in crate::transport) fn turned_away(
    rpc: &JsonRpc,
    head: &ResponseHead,
    said: Option<ForeignText>,
) -> Error {
    let page = head.status.is_success() && head.kind.starts_with("text/html");
    let error = match rpc.is_known() && (page || head.status.is_redirection()) {
        true => captive(rpc.label()),
        false => refusal(rpc, head).again_after(head.again_after),
    };
    let target = head.onward.as_ref().map(|onward| onward.to.as_str());
    let target = target.map(|target| ForeignText::new(rpc.0.echo.hide(target)));
    match said.or(target) {
        Some(said) => error.said(&said),
        None => error,
    }
}

/// Captive portal: a known MCP server does not turn into a web page, so the network answers in its place (F-15).
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

fn refusal(rpc: &JsonRpc, head: &ResponseHead) -> Error {
    let label = rpc.label();
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
        status if retry_after::is_busy(status) => Error::new(
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
        status if rpc.was_ready() => Error::new(
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
fn redirected(label: &str, head: &ResponseHead) -> Error {
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

/// A header value as it may stand in a message.
fn graphic(word: &str) -> String {
    word.chars().filter(char::is_ascii_graphic).take(64).collect()
}

pub(in crate::transport) fn unreachable(label: &str, error: &reqwest::Error) -> Error {
    if let Some(endless) = causes(error).find_map(|cause| cause.downcast_ref::<RedirectError>()) {
        let ended = match endless {
            RedirectError::Loop => in_circles(label),
            RedirectError::Long => too_often(label),
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
pub(in crate::transport) fn unread(rpc: &JsonRpc, unread: &BodyError) -> Error {
    let label = rpc.label();
    let broken = |what: &str| {
        Error::new(
            Code::ProtocolBroken,
            format!("“{label}” answered with something compressed {what}. The answer was not used."),
        )
        .remedy("Portcullis asks for answers that are not compressed. Tell whoever runs the server.")
    };
    match unread {
        BodyError::TooLarge(size) => rpc.too_large(*size),
        BodyError::Broken(error) => lost(label, error),
        BodyError::Packed(name) => broken(&format!("as “{}”", graphic(name))),
        BodyError::Garbled => broken("that cannot be unpacked"),
        BodyError::Swells(size) => Error::new(
            Code::MessageTooLarge,
            format!(
                "“{label}” sent something compressed that unpacks to more than {} MiB without an end. The rest was not read.",
                size >> 20
            ),
        )
        .remedy("Tell whoever runs the server."),
    }
}
