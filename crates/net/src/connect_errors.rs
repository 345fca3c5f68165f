//! Error messages for failed connections. Those of the libraries are for programmers and change between versions.

use super::causes;
use rustls::{AlertDescription, CertificateError};
use std::io;

/// Why there is no encrypted connection: what follows “it was not reached:”, and what to do.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct TlsFailure {
    pub what: &'static str,
    pub remedy: &'static str,
}

/// Whether it was the encryption that failed, and how.
pub fn insecure(error: &reqwest::Error) -> Option<TlsFailure> {
    causes(error)
        .find_map(|cause| cause.downcast_ref::<rustls::Error>())
        .map(of_encryption)
}

fn of_encryption(error: &rustls::Error) -> TlsFailure {
    const CERTIFICATE: &str = "Ask whoever runs the server, or sign in to the network that you are in. Portcullis does not go on without a valid certificate.";
    const CLOCK: &str = "Check the clock of this computer. If it is right, ask whoever runs the server.";
    const TLS: &str = "Check the address: its port may be one without encryption, or of something else.";
    let (what, remedy) = match error {
        rustls::Error::InvalidCertificate(why) => match why {
            CertificateError::Expired | CertificateError::ExpiredContext { .. } => {
                ("its certificate has expired", CLOCK)
            }
            CertificateError::NotValidYet | CertificateError::NotValidYetContext { .. } => {
                ("its certificate is not valid yet", CLOCK)
            }
            CertificateError::Revoked => ("its certificate was revoked", CERTIFICATE),
            CertificateError::UnknownIssuer => (
                "its certificate comes from an authority that this computer does not trust",
                CERTIFICATE,
            ),
            CertificateError::NotValidForName | CertificateError::NotValidForNameContext { .. } => {
                ("its certificate is for another name", CERTIFICATE)
            }
            CertificateError::InvalidPurpose | CertificateError::InvalidPurposeContext { .. } => {
                ("its certificate is not one of a server", CERTIFICATE)
            }
            CertificateError::BadEncoding | CertificateError::BadSignature => {
                ("its certificate is damaged or forged", CERTIFICATE)
            }
            _ => ("its certificate is not accepted", CERTIFICATE),
        },
        rustls::Error::NoCertificatesPresented => ("it has no certificate", CERTIFICATE),
        rustls::Error::AlertReceived(
            AlertDescription::CertificateRequired | AlertDescription::BadCertificate,
        ) => (
            "it wants a certificate of yours, which Portcullis cannot give",
            "Ask whoever runs the server for another way in.",
        ),
        rustls::Error::InvalidMessage(_) => ("what answers there does not speak TLS", TLS),
        rustls::Error::PeerIncompatible(_) | rustls::Error::AlertReceived(_) => (
            "it did not agree to an encrypted connection (TLS 1.2 or 1.3)",
            TLS,
        ),
        _ => ("no encrypted connection came about", TLS),
    };
    TlsFailure { what, remedy }
}

/// Why nobody was reached, or why what was begun did not end; a part of a sentence.
pub fn reason(error: &reqwest::Error) -> &'static str {
    if let Some(told) = causes(error).find_map(|cause| of_library(&cause.to_string())) {
        return told;
    }
    let system = causes(error).filter_map(|cause| cause.downcast_ref::<io::Error>());
    if let Some(told) = system.filter_map(|error| of_system(error.kind())).last() {
        return told;
    }
    if error.is_timeout() {
        TIMEOUT
    } else if error.is_connect() {
        "no connection came about"
    } else {
        "the connection ended before the answer was complete"
    }
}

const TIMEOUT: &str = "it did not answer in time";

/// What has no kind of its own, by how it is written today. What is written otherwise tomorrow is told less exactly.
fn of_library(words: &str) -> Option<&'static str> {
    let words = words.to_ascii_lowercase();
    if words == "dns error" || words.starts_with("failed to lookup address information") {
        Some("nobody knows its name, or this computer is offline")
    } else if words.starts_with("tunnel error") {
        Some("the proxy of this computer did not let the connection through")
    } else if words.starts_with("invalid http") || words.starts_with("received unexpected message") {
        // The other one is who speaks before it was asked, as servers of mail do.
        Some("what answers there does not speak HTTP")
    } else {
        None
    }
}

fn of_system(kind: io::ErrorKind) -> Option<&'static str> {
    match kind {
        io::ErrorKind::ConnectionRefused => Some("nothing listens at this port"),
        io::ErrorKind::ConnectionReset | io::ErrorKind::ConnectionAborted | io::ErrorKind::BrokenPipe => {
            Some("the other side ended the connection")
        }
        io::ErrorKind::HostUnreachable => Some("no way leads to that computer"),
        io::ErrorKind::NetworkUnreachable | io::ErrorKind::NetworkDown => {
            Some("no way leads to that network, or this computer is offline")
        }
        io::ErrorKind::TimedOut => Some(TIMEOUT),
        io::ErrorKind::UnexpectedEof => Some("the connection ended before the answer was complete"),
        io::ErrorKind::PermissionDenied => Some("this computer does not allow the connection"),
        _ => None,
    }
}

#[cfg(test)]
mod tests {
    #![allow(clippy::unwrap_used, reason = "tests fail by panicking")]

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
    async fn why_nobody_was_reached_is_said_in_our_words() {
        let free = TcpListener::bind("127.0.0.1:0").await.unwrap();
        let address = free.local_addr().unwrap();
        drop(free);
        let error = failure(&format!("http://{address}/")).await;
        assert_eq!(
            (reason(&error), insecure(&error)),
            ("nothing listens at this port", None)
        );
        let error = failure("http://name.invalid/").await;
        assert_eq!(
            reason(&error),
            "nobody knows its name, or this computer is offline"
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
        assert_eq!(
            insecure(&error).unwrap().what,
            "what answers there does not speak TLS"
        );
        let error = failure(&format!("http://{address}/")).await;
        assert_eq!(insecure(&error), None);
        assert_eq!(reason(&error), "what answers there does not speak HTTP");
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
            "its certificate is not one of a server"
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
            "it did not agree to an encrypted connection (TLS 1.2 or 1.3)"
        );
        assert_eq!(
            of(rustls::Error::DecryptError),
            "no encrypted connection came about"
        );
        let wanted = rustls::Error::AlertReceived(AlertDescription::CertificateRequired);
        assert!(of_encryption(&wanted).what.contains("a certificate of yours"));
    }

    // Proves F-14.
    #[test]
    fn every_reason_of_the_system_has_words_of_its_own() {
        use io::ErrorKind;
        for (kinds, words) in [
            (
                &[ErrorKind::ConnectionRefused][..],
                "nothing listens at this port",
            ),
            (
                &[
                    ErrorKind::ConnectionReset,
                    ErrorKind::ConnectionAborted,
                    ErrorKind::BrokenPipe,
                ],
                "the other side ended the connection",
            ),
            (&[ErrorKind::HostUnreachable], "no way leads to that computer"),
            (
                &[ErrorKind::NetworkUnreachable, ErrorKind::NetworkDown],
                "no way leads to that network, or this computer is offline",
            ),
            (&[ErrorKind::TimedOut], "it did not answer in time"),
            (
                &[ErrorKind::UnexpectedEof],
                "the connection ended before the answer was complete",
            ),
            (
                &[ErrorKind::PermissionDenied],
                "this computer does not allow the connection",
            ),
        ] {
            for kind in kinds {
                assert_eq!(of_system(*kind), Some(words), "{kind:?}");
            }
        }
        assert_eq!(of_system(ErrorKind::Other), None);
    }
}
