//! Why nobody was reached, as a kind of its own: what a diagnosis is made of. The sentences are in `connect_errors`.

use super::causes;
use http::Uri;
use hyper_util::client::proxy::matcher::Matcher;
use portcullis_core::WayFailure;
use rustls::{AlertDescription, CertificateError};
use std::io;

/// Whether the system sends addresses on the internet through a proxy. Blocking: asks the system.
#[must_use]
pub fn uses_proxy() -> bool {
    let outside = Uri::from_static("https://registry.npmjs.org/");
    Matcher::from_system().intercept(&outside).is_some()
}

/// Why a request got no answer.
pub fn way_failure(error: &reqwest::Error) -> WayFailure {
    if let Some(of_tls) = causes(error).find_map(|cause| cause.downcast_ref::<rustls::Error>()) {
        return of_encryption(of_tls);
    }
    if let Some(found) = causes(error).find_map(|cause| of_library(&cause.to_string())) {
        return found;
    }
    let system = causes(error).filter_map(|cause| cause.downcast_ref::<io::Error>());
    if let Some(found) = system.filter_map(|error| of_system(error.kind())).last() {
        return found;
    }
    match error.is_timeout() {
        true => WayFailure::Timeout,
        false => WayFailure::Other,
    }
}

fn of_encryption(error: &rustls::Error) -> WayFailure {
    match error {
        rustls::Error::InvalidCertificate(why) => match why {
            CertificateError::Expired
            | CertificateError::ExpiredContext { .. }
            | CertificateError::NotValidYet
            | CertificateError::NotValidYetContext { .. } => WayFailure::CertificateTime,
            CertificateError::NotValidForName | CertificateError::NotValidForNameContext { .. } => {
                WayFailure::CertificateName
            }
            CertificateError::UnknownIssuer => WayFailure::CertificateIssuer,
            _ => WayFailure::Tls,
        },
        rustls::Error::AlertReceived(
            AlertDescription::CertificateRequired | AlertDescription::BadCertificate,
        ) => WayFailure::ClientCertificate,
        rustls::Error::InvalidMessage(_) => WayFailure::NoTls,
        _ => WayFailure::Tls,
    }
}

/// What has no kind of its own, by how it is written today.
fn of_library(words: &str) -> Option<WayFailure> {
    let words = words.to_ascii_lowercase();
    if words == "dns error" || words.starts_with("failed to lookup address information") {
        Some(WayFailure::Dns)
    } else if words.starts_with("tunnel error") {
        Some(WayFailure::Proxy)
    } else if words.starts_with("invalid http") || words.starts_with("received unexpected message") {
        Some(WayFailure::NotHttp)
    } else {
        None
    }
}

fn of_system(kind: io::ErrorKind) -> Option<WayFailure> {
    match kind {
        io::ErrorKind::ConnectionRefused => Some(WayFailure::Refused),
        io::ErrorKind::ConnectionReset
        | io::ErrorKind::ConnectionAborted
        | io::ErrorKind::BrokenPipe
        | io::ErrorKind::UnexpectedEof => Some(WayFailure::Reset),
        io::ErrorKind::HostUnreachable
        | io::ErrorKind::NetworkUnreachable
        | io::ErrorKind::NetworkDown
        | io::ErrorKind::PermissionDenied => Some(WayFailure::Unreachable),
        io::ErrorKind::TimedOut => Some(WayFailure::Timeout),
        _ => None,
    }
}

#[cfg(test)]
mod tests {
    use super::{WayFailure, of_encryption, of_library, of_system};
    use rustls::CertificateError;
    use std::io::ErrorKind;

    #[test]
    fn each_reason_has_a_kind_of_its_own() {
        let certificate = |why| of_encryption(&rustls::Error::InvalidCertificate(why));
        assert_eq!(
            certificate(CertificateError::UnknownIssuer),
            WayFailure::CertificateIssuer
        );
        assert_eq!(
            certificate(CertificateError::Expired),
            WayFailure::CertificateTime
        );
        assert_eq!(
            certificate(CertificateError::NotValidForName),
            WayFailure::CertificateName
        );
        assert_eq!(of_encryption(&rustls::Error::DecryptError), WayFailure::Tls);
        assert_eq!(of_library("dns error"), Some(WayFailure::Dns));
        assert_eq!(of_library("tunnel error: unsuccessful"), Some(WayFailure::Proxy));
        assert_eq!(of_system(ErrorKind::ConnectionRefused), Some(WayFailure::Refused));
        assert_eq!(of_system(ErrorKind::Other), None);
    }
}
