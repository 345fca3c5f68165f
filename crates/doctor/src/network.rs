//! Why an address is not reached, or answers with something else than messages.

use crate::case::Case;
use crate::change::{DraftChange, with_path};
use crate::diagnosis::{FailureCause, RepairAction};
use crate::finding::Finding;
use portcullis_core::{Clue, Code, ConnectFailure};
use portcullis_domain::Endpoint;
use portcullis_l10n::say;

pub(super) fn examine(case: &Case<'_>) -> Option<Finding> {
    match case.evidence.clue {
        Some(Clue::NoAnswer(failure)) => Some(no_answer(case, failure)),
        Some(Clue::Answer { status, page, .. }) => answer(case, status, page),
        Some(Clue::UnterminatedLine) | None => by_code(case),
    }
}

fn no_answer(case: &Case<'_>, failure: ConnectFailure) -> Finding {
    use FailureCause as Cause;
    let local = is_local(case);
    let (cause, sentence, remedy, action) = match failure {
        ConnectFailure::Dns => (
            Cause::HostNotFound,
            say!("dns"),
            say!("dns-remedy"),
            RepairAction::EditAddress,
        ),
        ConnectFailure::Refused => (
            Cause::ConnectionRefused,
            say!("refused"),
            match local {
                true => say!("refused-local-remedy"),
                false => say!("refused-remedy"),
            },
            RepairAction::Restart,
        ),
        ConnectFailure::Reset | ConnectFailure::Unreachable | ConnectFailure::Other => (
            Cause::NetworkUnreachable,
            say!("unreachable"),
            say!("unreachable-remedy"),
            RepairAction::Restart,
        ),
        ConnectFailure::Timeout => (
            Cause::ConnectionTimeout,
            say!("timeout"),
            say!("timeout-remedy"),
            RepairAction::Restart,
        ),
        ConnectFailure::Proxy => (
            Cause::ProxyRejected,
            say!("proxy-rejected"),
            say!("proxy-rejected-remedy"),
            RepairAction::Restart,
        ),
        ConnectFailure::NotHttp => (
            Cause::NotMcp,
            say!("not-http"),
            say!("not-http-remedy"),
            RepairAction::EditAddress,
        ),
        ConnectFailure::NoTls => (
            Cause::TlsMissing,
            say!("tls-missing"),
            say!("tls-missing-remedy"),
            RepairAction::EditAddress,
        ),
        ConnectFailure::CertificateIssuer => (
            Cause::CertificateUnknown,
            say!("certificate-issuer"),
            say!("certificate-issuer-remedy"),
            RepairAction::Restart,
        ),
        ConnectFailure::CertificateTime => (
            Cause::CertificateExpired,
            say!("certificate-time"),
            say!("certificate-time-remedy"),
            RepairAction::Restart,
        ),
        ConnectFailure::CertificateName => (
            Cause::CertificateName,
            say!("certificate-name"),
            say!("certificate-name-remedy"),
            RepairAction::EditAddress,
        ),
        ConnectFailure::ClientCertificate => (
            Cause::CertificateWanted,
            say!("certificate-client"),
            say!("certificate-client-remedy"),
            RepairAction::EditAddress,
        ),
        ConnectFailure::Tls => (
            Cause::TlsFailed,
            say!("tls-failed"),
            say!("tls-failed-remedy"),
            RepairAction::Restart,
        ),
    };
    let finding = Finding::new(cause, sentence, remedy).action(action);
    match (failure, &case.evidence.endpoint) {
        // Elsewhere, a connection without encryption is not ours to propose.
        (ConnectFailure::NoTls, Endpoint::Address { url }) if local => match url.strip_prefix("https://") {
            Some(rest) => finding.change(DraftChange::Url(format!("http://{rest}"))),
            None => finding,
        },
        _ => finding,
    }
}

/// An answer that is no message. Those about who asks have rules of their own, before these.
fn answer(case: &Case<'_>, status: u16, page: bool) -> Option<Finding> {
    use FailureCause as Cause;
    // A number with thousands set apart would be no status.
    let number = status.to_string();
    if case.evidence.code == Some(Code::NetworkCaptive) {
        return Some(captive());
    }
    Some(match status {
        404 | 405 | 410 => wrong_path(case, &number),
        200..=299 if page => wrong_path(case, &number),
        406 | 415 | 400 => return None,
        407 => Finding::new(
            Cause::ProxySignIn,
            say!("proxy-sign-in"),
            say!("proxy-sign-in-computer-remedy"),
        )
        .action(RepairAction::Restart),
        408 | 504 => Finding::new(Cause::ConnectionTimeout, say!("timeout"), say!("timeout-remedy"))
            .action(RepairAction::Restart),
        429 | 502 | 503 => Finding::new(
            Cause::ServerBusy,
            say!("busy", status = number),
            say!("busy-remedy"),
        )
        .action(RepairAction::Restart),
        500..=599 => Finding::new(
            Cause::ServerError,
            say!("server-error", status = number),
            say!("server-error-remedy"),
        )
        .action(RepairAction::Restart),
        300..=399 => redirected(),
        _ => return None,
    })
}

/// By the code alone, where nothing more exact is known.
fn by_code(case: &Case<'_>) -> Option<Finding> {
    Some(match case.evidence.code? {
        Code::NetworkCaptive => captive(),
        Code::NetworkRedirect => redirected(),
        Code::NetworkUnreachable | Code::TransportLost => no_answer(case, ConnectFailure::Other),
        Code::ServerSilent => no_answer(case, ConnectFailure::Timeout),
        Code::NetworkTls => no_answer(case, ConnectFailure::Tls),
        Code::NetworkBusy => Finding::new(FailureCause::ServerBusy, say!("busy-some"), say!("busy-remedy"))
            .action(RepairAction::Restart),
        Code::NetworkFault => Finding::new(
            FailureCause::ServerError,
            say!("server-error-some"),
            say!("server-error-remedy"),
        )
        .action(RepairAction::Restart),
        _ => return None,
    })
}

fn captive() -> Finding {
    let (sentence, remedy) = (say!("captive"), say!("captive-remedy"));
    let finding = Finding::new(FailureCause::CaptivePortal, sentence, remedy);
    finding.action(RepairAction::Restart)
}

fn redirected() -> Finding {
    let (sentence, remedy) = (say!("redirected"), say!("redirected-remedy"));
    let finding = Finding::new(FailureCause::Redirected, sentence, remedy);
    finding.action(RepairAction::EditAddress)
}

/// Something answers there, and no server of the protocol at this path. What is proposed depends on what was tried.
fn wrong_path(case: &Case<'_>, status: &str) -> Finding {
    let path = path(case).trim_end_matches('/');
    // Deeper in a site, the usual paths are not more likely than others.
    let (remedy, other) = match path {
        "/mcp" => (say!("wrong-path-remedy-sse"), Some("/sse")),
        "/sse" => (say!("wrong-path-remedy-mcp"), Some("/mcp")),
        _ if path.rfind('/').is_none_or(|at| at == 0) => (say!("wrong-path-remedy-usual"), Some("/mcp")),
        _ => (say!("wrong-path-remedy"), None),
    };
    let finding = Finding::new(FailureCause::WrongPath, say!("wrong-path", status), remedy)
        .action(RepairAction::EditAddress);
    let url = match &case.evidence.endpoint {
        Endpoint::Address { url } => other.and_then(|other| with_path(url, other)),
        Endpoint::Command { .. } | Endpoint::Demo {} => None,
    };
    match url {
        Some(url) => finding.change(DraftChange::Url(url)),
        None => finding,
    }
}

/// The path of the address, without its query.
pub(super) fn path<'a>(case: &Case<'a>) -> &'a str {
    let Endpoint::Address { url } = &case.evidence.endpoint else {
        return "";
    };
    let rest = url.split_once("://").map_or(url.as_str(), |(_, rest)| rest);
    let rest = rest.split(['?', '#']).next().unwrap_or_default();
    rest.find('/').and_then(|at| rest.get(at..)).unwrap_or_default()
}

fn is_local(case: &Case<'_>) -> bool {
    let Endpoint::Address { url } = &case.evidence.endpoint else {
        return false;
    };
    let rest = url.split_once("://").map_or(url.as_str(), |(_, rest)| rest);
    ["localhost", "127.", "[::1]"]
        .iter()
        .any(|here| rest.starts_with(here))
}

/// The line in which a program says that it does not trust a certificate.
pub(super) fn untrusted_line<'a>(case: &'a Case<'_>) -> Option<&'a str> {
    case.line(&[
        "UNABLE_TO_VERIFY_LEAF_SIGNATURE",
        "UNABLE_TO_GET_ISSUER_CERT",
        "SELF_SIGNED_CERT",
        "self-signed certificate",
        "self signed certificate",
        "unable to verify the first certificate",
        "unable to get local issuer certificate",
        "CERTIFICATE_VERIFY_FAILED",
        "problem confirming the ssl certificate",
        "invalid peer certificate:",
        "x509: certificate signed by unknown authority",
    ])
}
