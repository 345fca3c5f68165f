//! Error messages for failed connections. Those of the libraries are for programmers and change between versions.

use super::causes;
use portcullis_core::ConnectFailure;
use portcullis_l10n::say;
use rustls::{AlertDescription, CertificateError};
use std::io;

/// Why there is no encrypted connection: what follows “it was not reached:”, and what to do.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct TlsFailure {
    pub kind: ConnectFailure,
    pub what: String,
    pub remedy: String,
}

/// Whether it was the encryption that failed, and how.
pub fn insecure(error: &reqwest::Error) -> Option<TlsFailure> {
    causes(error)
        .find_map(|cause| cause.downcast_ref::<rustls::Error>())
        .map(of_encryption)
}

fn of_encryption(error: &rustls::Error) -> TlsFailure {
    let certificate = || say!("tls-certificate-remedy");
    let clock = || say!("tls-clock-remedy");
    let tls = || say!("tls-url-remedy");
    let (kind, what, remedy) = match error {
        rustls::Error::InvalidCertificate(why) => match why {
            CertificateError::Expired | CertificateError::ExpiredContext { .. } => {
                (ConnectFailure::CertificateTime, say!("cert-expired"), clock())
            }
            CertificateError::NotValidYet | CertificateError::NotValidYetContext { .. } => {
                (ConnectFailure::CertificateTime, say!("cert-not-yet"), clock())
            }
            CertificateError::Revoked => (ConnectFailure::Tls, say!("cert-revoked"), certificate()),
            CertificateError::UnknownIssuer => (
                ConnectFailure::CertificateIssuer,
                say!("cert-issuer"),
                certificate(),
            ),
            CertificateError::NotValidForName | CertificateError::NotValidForNameContext { .. } => {
                (ConnectFailure::CertificateName, say!("cert-name"), certificate())
            }
            CertificateError::InvalidPurpose | CertificateError::InvalidPurposeContext { .. } => {
                (ConnectFailure::Tls, say!("cert-purpose"), certificate())
            }
            CertificateError::BadEncoding | CertificateError::BadSignature => {
                (ConnectFailure::Tls, say!("cert-damaged"), certificate())
            }
            _ => (ConnectFailure::Tls, say!("cert-rejected"), certificate()),
        },
        rustls::Error::NoCertificatesPresented => (ConnectFailure::Tls, say!("cert-none"), certificate()),
        rustls::Error::AlertReceived(
            AlertDescription::CertificateRequired | AlertDescription::BadCertificate,
        ) => (
            ConnectFailure::ClientCertificate,
            say!("cert-client"),
            say!("cert-client-remedy"),
        ),
        rustls::Error::InvalidMessage(_) => (ConnectFailure::NoTls, say!("tls-none"), tls()),
        rustls::Error::PeerIncompatible(_) | rustls::Error::AlertReceived(_) => {
            (ConnectFailure::Tls, say!("tls-version"), tls())
        }
        _ => (ConnectFailure::Tls, say!("tls-failed"), tls()),
    };
    TlsFailure { kind, what, remedy }
}

/// Why a request got no answer, or only a part of one: its kind, and in words.
fn failure(error: &reqwest::Error) -> (ConnectFailure, String) {
    if let Some(told) = causes(error).find_map(|cause| of_library(&cause.to_string())) {
        return told;
    }
    let system = causes(error).filter_map(|cause| cause.downcast_ref::<io::Error>());
    if let Some(told) = system.filter_map(|error| of_system(error.kind())).last() {
        return told;
    }
    if error.is_timeout() {
        (ConnectFailure::Timeout, say!("reason-timeout"))
    } else if error.is_connect() {
        (ConnectFailure::Other, say!("reason-connect"))
    } else {
        (ConnectFailure::Other, say!("reason-cut"))
    }
}

/// The words of it; a part of a sentence.
pub fn reason(error: &reqwest::Error) -> String {
    failure(error).1
}

/// The kind of it, also where TLS failed: what a diagnosis is made of.
pub fn connect_failure(error: &reqwest::Error) -> ConnectFailure {
    insecure(error).map_or_else(|| failure(error).0, |insecure| insecure.kind)
}

/// What has no kind of its own, by how it is written today. What is written otherwise tomorrow is told less exactly.
fn of_library(words: &str) -> Option<(ConnectFailure, String)> {
    let words = words.to_ascii_lowercase();
    if words == "dns error" || words.starts_with("failed to lookup address information") {
        Some((ConnectFailure::Dns, say!("reason-dns")))
    } else if words.starts_with("tunnel error") {
        Some((ConnectFailure::Proxy, say!("reason-proxy")))
    } else if words.starts_with("invalid http") || words.starts_with("received unexpected message") {
        // The other one is who speaks before it was asked, as servers of mail do.
        Some((ConnectFailure::NotHttp, say!("reason-not-http")))
    } else {
        None
    }
}

fn of_system(kind: io::ErrorKind) -> Option<(ConnectFailure, String)> {
    Some(match kind {
        io::ErrorKind::ConnectionRefused => (ConnectFailure::Refused, say!("reason-refused")),
        io::ErrorKind::ConnectionReset | io::ErrorKind::ConnectionAborted | io::ErrorKind::BrokenPipe => {
            (ConnectFailure::Reset, say!("reason-reset"))
        }
        io::ErrorKind::HostUnreachable => (ConnectFailure::Unreachable, say!("reason-host")),
        io::ErrorKind::NetworkUnreachable | io::ErrorKind::NetworkDown => {
            (ConnectFailure::Unreachable, say!("reason-network"))
        }
        io::ErrorKind::TimedOut => (ConnectFailure::Timeout, say!("reason-timeout")),
        io::ErrorKind::UnexpectedEof => (ConnectFailure::Reset, say!("reason-cut")),
        io::ErrorKind::PermissionDenied => (ConnectFailure::Unreachable, say!("reason-permission")),
        _ => return None,
    })
}

#[cfg(test)]
mod tests {
    use super::*;
    use tokio::io::AsyncWriteExt as _;
    use tokio::net::TcpListener;

    async fn failure(url: &str) -> reqwest::Error {
        let url = url::Url::parse(url).unwrap();
        let client = super::super::builder(&url).no_proxy().build().unwrap();
        client.get(url).send().await.unwrap_err()
    }

    // Proves F-14.
    #[tokio::test]
    async fn why_a_connection_failed_is_said_in_our_words() {
        let free = TcpListener::bind("127.0.0.1:0").await.unwrap();
        let address = free.local_addr().unwrap();
        drop(free);
        let error = failure(&format!("http://{address}/")).await;
        assert_eq!(
            (reason(&error).as_str(), insecure(&error)),
            ("no server is listening on this port", None)
        );
        let error = failure("http://name.invalid/").await;
        assert_eq!(
            reason(&error),
            "the host name was not found, or this computer is offline"
        );
    }

    // Proves F-13, F-10.
    #[tokio::test]
    async fn what_answers_without_tls_or_not_at_all_is_told_apart() {
        let listener = TcpListener::bind("127.0.0.1:0").await.unwrap();
        let address = listener.local_addr().unwrap();
        tokio::spawn(async move {
            // Left open: what is closed in the face of a request may take its own words along.
            let mut open = Vec::new();
            while let Ok((mut stream, _)) = listener.accept().await {
                stream.readable().await.ok();
                stream.write_all(b"220 mail.example ready\r\n").await.ok();
                open.push(stream);
            }
        });
        let error = failure(&format!("https://{address}/")).await;
        assert_eq!(insecure(&error).unwrap().what, "it does not use TLS");
        let error = failure(&format!("http://{address}/")).await;
        assert_eq!(insecure(&error), None);
        assert_eq!(reason(&error), "it does not use HTTP");
    }

    // Proves F-13.
    #[test]
    fn every_kind_of_certificate_has_words_of_its_own() {
        let of = |why| of_encryption(&rustls::Error::InvalidCertificate(why)).what;
        assert_eq!(of(CertificateError::Expired), "its certificate has expired");
        assert_eq!(
            of(CertificateError::NotValidForName),
            "its certificate is for another name"
        );
        assert_eq!(
            of(CertificateError::UnknownIssuer),
            "its certificate comes from an authority that this computer does not trust"
        );
        assert_eq!(
            of(CertificateError::UnknownRevocationStatus),
            "its certificate is not accepted"
        );
        assert_eq!(
            of(CertificateError::NotValidYet),
            "its certificate is not valid yet"
        );
        assert_eq!(of(CertificateError::Revoked), "its certificate was revoked");
        assert_eq!(
            of(CertificateError::InvalidPurpose),
            "its certificate is not for a server"
        );
        assert_eq!(
            of(CertificateError::BadSignature),
            "its certificate is damaged or forged"
        );
        let of = |error| of_encryption(&error).what;
        assert_eq!(
            of(rustls::Error::NoCertificatesPresented),
            "it has no certificate"
        );
        assert_eq!(
            of(rustls::Error::AlertReceived(AlertDescription::ProtocolVersion)),
            "it does not support TLS 1.2 or 1.3"
        );
        assert_eq!(of(rustls::Error::DecryptError), "the TLS connection failed");
        let wanted = rustls::Error::AlertReceived(AlertDescription::CertificateRequired);
        assert!(of_encryption(&wanted).what.contains("a client certificate"));
    }

    // Proves F-14.
    #[test]
    fn every_reason_of_the_system_has_words_of_its_own() {
        use io::ErrorKind;
        for (kinds, words) in [
            (
                &[ErrorKind::ConnectionRefused][..],
                "no server is listening on this port",
            ),
            (
                &[
                    ErrorKind::ConnectionReset,
                    ErrorKind::ConnectionAborted,
                    ErrorKind::BrokenPipe,
                ],
                "it closed the connection",
            ),
            (&[ErrorKind::HostUnreachable], "its host is unreachable"),
            (
                &[ErrorKind::NetworkUnreachable, ErrorKind::NetworkDown],
                "its network is unreachable, or this computer is offline",
            ),
            (&[ErrorKind::TimedOut], "it did not respond in time"),
            (
                &[ErrorKind::UnexpectedEof],
                "the connection ended before the response was complete",
            ),
            (
                &[ErrorKind::PermissionDenied],
                "this computer does not allow the connection",
            ),
        ] {
            for kind in kinds {
                let told = of_system(*kind).map(|(_, told)| told);
                assert_eq!(told.as_deref(), Some(words), "{kind:?}");
            }
        }
        assert_eq!(of_system(ErrorKind::Other), None);
    }

    #[test]
    fn each_reason_has_a_kind_of_its_own() {
        let certificate = |why| of_encryption(&rustls::Error::InvalidCertificate(why)).kind;
        assert_eq!(
            certificate(CertificateError::UnknownIssuer),
            ConnectFailure::CertificateIssuer
        );
        assert_eq!(
            certificate(CertificateError::Expired),
            ConnectFailure::CertificateTime
        );
        assert_eq!(
            certificate(CertificateError::NotValidForName),
            ConnectFailure::CertificateName
        );
        assert_eq!(
            of_encryption(&rustls::Error::DecryptError).kind,
            ConnectFailure::Tls
        );
        let library = |words| of_library(words).map(|(kind, _)| kind);
        assert_eq!(library("dns error"), Some(ConnectFailure::Dns));
        assert_eq!(library("tunnel error: unsuccessful"), Some(ConnectFailure::Proxy));
        let system = |kind| of_system(kind).map(|(kind, _)| kind);
        assert_eq!(
            system(io::ErrorKind::ConnectionRefused),
            Some(ConnectFailure::Refused)
        );
        assert_eq!(system(io::ErrorKind::Other), None);
    }
}
