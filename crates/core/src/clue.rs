//! What was seen of a server that does not connect. It is finer than the code of an error, and there for a diagnosis: nothing
//! else depends on it.

/// What was seen.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Clue {
    /// An HTTP answer without a message of the protocol.
    Answer {
        /// HTTP status: 404.
        status: u16,
        /// Its body is a web page.
        page: bool,
        /// It names how to sign in (`WWW-Authenticate`).
        challenge: bool,
    },
    /// No answer.
    NoAnswer(ConnectFailure),
    /// A program wrote a line without a newline.
    UnterminatedLine,
}

/// Why there was no answer.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum ConnectFailure {
    /// The host name was not found.
    Dns,
    /// Nothing listens on the port.
    Refused,
    /// The connection was closed.
    Reset,
    /// The host or its network cannot be reached, or may not be.
    Unreachable,
    /// No answer in time.
    Timeout,
    /// The proxy rejected the connection.
    Proxy,
    /// What answers does not use HTTP.
    NotHttp,
    /// What answers does not use TLS.
    NoTls,
    /// The certificate comes from an authority that this computer does not trust.
    CertificateIssuer,
    /// The certificate has expired, or is not valid yet.
    CertificateTime,
    /// The certificate is for another name.
    CertificateName,
    /// The server requires a certificate of the client.
    ClientCertificate,
    /// TLS failed for another reason.
    Tls,
    /// Anything else.
    Other,
}
