//! Error messages for failed HTTP exchanges. The server's own explanation is attached as foreign text.

use super::redirects::{Redirect, RedirectError};
use super::{content_type, retry_after};
use crate::limits;
use crate::transport::JsonRpc;
use http::header::{AUTHORIZATION, WWW_AUTHENTICATE};
use http::{HeaderMap, StatusCode};
use portcullis_core::text::{ForeignText, shell_word};
use portcullis_core::{Clue, Code, Error, TextSource};
use portcullis_l10n::say;
use portcullis_net::forbidden;
use portcullis_net::{self, BodyError, causes, connect_failure, error_reason, insecure, reason};
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
    /// It names how to sign in.
    challenge: bool,
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
            challenge: response.headers().contains_key(WWW_AUTHENTICATE),
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
    let html = head.kind.starts_with("text/html");
    let page = head.status.is_success() && html;
    let (error, by) = match rpc.is_known() && (page || head.status.is_redirection()) {
        true => (captive(rpc.label()), TextSource::Network),
        false => (
            refusal(rpc, head).again_after(head.again_after),
            TextSource::Server,
        ),
    };
    let error = error.clue(Clue::Answer {
        status: head.status.as_u16(),
        page: html,
        challenge: head.challenge,
    });
    let target = head.onward.as_ref().map(|onward| onward.to.as_str());
    let target = target.map(|target| ForeignText::new(rpc.0.echo.hide(target)));
    match said.or(target) {
        Some(said) => error.said(by, &said),
        None => error,
    }
}

/// Captive portal: a known MCP server does not turn into a web page, so the network answers in its place (F-15).
fn captive(label: &str) -> Error {
    Error::new(Code::NetworkCaptive, say!("captive", server = label)).remedy(say!("captive-remedy"))
}

/// A message without an answer.
pub(super) fn not_taken(label: &str) -> Error {
    Error::new(Code::ServerSilent, say!("not-taken", server = label)).remedy(say!("retry-when-back"))
}

fn refusal(rpc: &JsonRpc, head: &ResponseHead) -> Error {
    let label = rpc.label();
    match head.status {
        StatusCode::UNAUTHORIZED if head.own_header => Error::new(
            Code::AuthRequired,
            say!(
                "own-header-rejected",
                server = label,
                status = head.status.to_string()
            ),
        )
        .remedy(say!("own-header-rejected-remedy")),
        StatusCode::UNAUTHORIZED => Error::new(
            Code::AuthRequired,
            say!("sign-in-needed", server = label, status = head.status.to_string()),
        )
        .remedy(say!("sign-in-needed-remedy", label = shell_word(label))),
        StatusCode::FORBIDDEN => forbidden(label),
        status if status.is_redirection() => redirected(label, head),
        // What was a server took the request, and may have done what was asked.
        status if status.is_success() && rpc.was_ready() => Error::new(
            Code::NetworkNotMcp,
            say!("http-no-message", server = label, status = status.to_string()),
        )
        .remedy(say!("http-refused-remedy")),
        status if status.is_success() => Error::new(
            Code::NetworkNotMcp,
            say!("not-mcp", server = label, kind = kind_in_words(&head.kind)),
        )
        .remedy(say!("not-mcp-remedy")),
        status if retry_after::is_busy(status) => {
            Error::new(Code::NetworkBusy, busy(label, status)).remedy(say!("try-later"))
        }
        status if status.is_server_error() => Error::new(
            Code::NetworkFault,
            say!("http-failed", server = label, status = status.to_string()),
        )
        .remedy(say!("http-failed-remedy")),
        // What was a server is one, whatever it does not like about this message.
        status if rpc.was_ready() => Error::new(
            Code::NetworkFault,
            say!("http-refused", server = label, status = status.to_string()),
        )
        .remedy(say!("http-refused-remedy")),
        status => Error::new(
            Code::NetworkNotMcp,
            say!("http-other", server = label, status = status.to_string()),
        )
        .remedy(say!("http-other-remedy")),
    }
}

/// A fault may come from anybody on the way, after the server had done what was asked (F-01).
fn busy(label: &str, status: StatusCode) -> String {
    let number = status.to_string();
    match status {
        StatusCode::TOO_MANY_REQUESTS => say!("busy-limit", server = label, status = number),
        StatusCode::BAD_GATEWAY => say!("busy-gateway", server = label, status = number),
        StatusCode::GATEWAY_TIMEOUT => say!("busy-timeout", server = label, status = number),
        status if status.is_server_error() => say!("busy-unknown", server = label, status = number),
        _ => say!("busy", server = label, status = number),
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
            say!("redirect", server = label, status = status.to_string()),
        ),
        None => Error::new(
            Code::NetworkRedirect,
            say!("redirect-nowhere", server = label, status = status.to_string()),
        ),
    };
    error.remedy(say!("redirect-remedy"))
}

fn in_circles(label: &str) -> Error {
    Error::new(Code::NetworkRedirect, say!("redirect-loop", server = label)).remedy(say!("check-url-or-tell"))
}

fn too_often(label: &str) -> Error {
    let most = limits::REDIRECTS;
    Error::new(Code::NetworkRedirect, say!("redirect-many", server = label, most))
        .remedy(say!("check-url-or-tell"))
}

fn kind_in_words(kind: &str) -> String {
    match kind.split(';').next().unwrap_or_default().trim() {
        "" => say!("kind-none"),
        "text/html" => say!("kind-page"),
        JSON => say!("kind-json"),
        other => say!("kind-other", type = graphic(other)),
    }
}

/// A header value as it may stand in a message.
fn graphic(word: &str) -> String {
    word.chars().filter(char::is_ascii_graphic).take(64).collect()
}

pub(in crate::transport) fn unreachable(rpc: &JsonRpc, error: &reqwest::Error) -> Error {
    let label = rpc.label();
    if let Some(endless) = causes(error).find_map(|cause| cause.downcast_ref::<RedirectError>()) {
        let ended = match endless {
            RedirectError::Loop => in_circles(label),
            RedirectError::Long => too_often(label),
        };
        return match error.url() {
            Some(last) => ended.said(
                TextSource::Server,
                &ForeignText::new(rpc.0.echo.hide(last.as_str())),
            ),
            None => ended,
        };
    }
    if let Some(insecure) = insecure(error) {
        return Error::new(
            Code::NetworkTls,
            say!("unreachable", server = label, cause = insecure.what),
        )
        .remedy(insecure.remedy)
        .clue(Clue::NoAnswer(insecure.kind));
    }
    if error.is_connect() {
        return Error::new(
            Code::NetworkUnreachable,
            say!("unreachable", server = label, cause = reason(error)),
        )
        .remedy(say!("unreachable-remedy"))
        .clue(Clue::NoAnswer(connect_failure(error)));
    }
    lost(label, error)
}

fn lost(label: &str, error: &reqwest::Error) -> Error {
    Error::new(
        Code::TransportLost,
        say!("connection-lost", server = label, cause = reason(error)),
    )
    .remedy(say!("retry-when-back"))
    .clue(Clue::NoAnswer(connect_failure(error)))
}

/// Why an answer was not read.
pub(in crate::transport) fn unread(rpc: &JsonRpc, unread: &BodyError) -> Error {
    let label = rpc.label();
    let broken =
        |sentence: String| Error::new(Code::ProtocolBroken, sentence).remedy(say!("compressed-remedy"));
    match unread {
        BodyError::TooLarge(size) => rpc.too_large(*size),
        BodyError::Broken(error) => lost(label, error),
        BodyError::Packed(name) => broken(say!(
            "compressed-unknown",
            server = label,
            encoding = graphic(name)
        )),
        BodyError::Garbled => broken(say!("compressed-broken", server = label)),
        BodyError::Swells(size) => Error::new(
            Code::MessageTooLarge,
            say!("compressed-huge", server = label, mebibytes = size >> 20),
        )
        .remedy(say!("tell-operator")),
    }
}
