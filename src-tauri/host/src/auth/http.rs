//! The one way out for everything that signing in asks (S-62, S-63): answers are bounded and in time, nothing is sent
//! in the clear but on this computer, and no redirect leads to another origin.
//!
//! Addresses in here come from servers. The person's own headers for a server do not go along.

use crate::text::ForeignText;
use crate::{Code, Error, Result, limits};
use futures::StreamExt;
use http::header::{ACCEPT, AUTHORIZATION, LOCATION};
use http::{HeaderMap, HeaderValue, Method, Request, Response};
use url::{Host, Url};

/// Asks on behalf of one server; clones share the connections.
#[derive(Clone)]
pub(super) struct Web {
    client: reqwest::Client,
    /// The server is on this computer, and so may be what it names.
    near: bool,
}

impl Web {
    /// For the server at this address.
    ///
    /// # Errors
    /// `network.tls` when the system has no usable certificates.
    pub(super) fn for_server(address: &Url) -> Result<Self> {
        // Another part of the process may have installed it already; both are the same.
        _ = rustls::crypto::ring::default_provider().install_default();
        let client = reqwest::Client::builder()
            .connect_timeout(limits::CONNECT)
            .redirect(reqwest::redirect::Policy::none())
            .user_agent(concat!("Portcullis/", env!("CARGO_PKG_VERSION")))
            .build()
            .map_err(|error| {
                Error::new(
                    Code::NetworkTls,
                    format!("Nothing was asked for a sign-in: {error}."),
                )
                .remedy("Check the certificates and the proxy settings of this computer.")
            })?;
        Ok(Self {
            client,
            near: is_near(address),
        })
    }

    /// An address that a server names, as it may be used (AUT-16, S-18).
    ///
    /// # Errors
    /// `auth.bad_endpoint`.
    pub(super) fn allowed(&self, address: &str) -> Result<Url> {
        let url = Url::parse(address).ok();
        let fits = |url: &Url| {
            let plain = url.username().is_empty() && url.password().is_none() && url.fragment().is_none();
            plain
                && url.host().is_some()
                && address.len() <= limits::LINK_BYTES
                && (url.scheme() == "https" || (url.scheme() == "http" && self.near && is_near(url)))
        };
        url.filter(fits).ok_or_else(|| {
            Error::new(
                Code::AuthBadEndpoint,
                "An address that the sign-in needs is not encrypted, or is none. It was not asked.",
            )
            .said(&ForeignText::new(address))
            .remedy("Tell whoever runs the server: every address of a sign-in must begin with https://.")
        })
    }

    /// Reads a document. Redirects within its origin are followed.
    ///
    /// # Errors
    /// `network.*`, `auth.bad_metadata`, `auth.bad_endpoint`.
    pub(super) async fn read(&self, url: &Url, more: &HeaderMap) -> Result<Response<Vec<u8>>> {
        let (first, named) = (url.origin(), host(url));
        let mut url = url.clone();
        let reading = async move {
            for _ in 0..=limits::REDIRECTS {
                let mut request = plain(Method::GET, &url, Vec::new())?;
                request.headers_mut().extend(more.clone());
                let answer = self.once(request).await?;
                if !answer.status().is_redirection() {
                    return Ok(answer);
                }
                let to = answer
                    .headers()
                    .get(LOCATION)
                    .and_then(|to| url.join(to.to_str().ok()?).ok());
                url = match to {
                    Some(to) if to.origin() == first => to,
                    _ => break,
                };
            }
            Err(Error::new(
                Code::NetworkRedirect,
                format!(
                    "“{}” redirects what a sign-in asks to another address. It was not followed.",
                    host(&url)
                ),
            ))
        };
        in_time(named, limits::AUTH_READ, reading).await
    }

    /// Sends something, once, and reads the answer. No redirect is followed.
    ///
    /// # Errors
    /// `network.*`, `auth.bad_metadata`, `auth.bad_endpoint`.
    pub(super) async fn ask(&self, request: Request<Vec<u8>>) -> Result<Response<Vec<u8>>> {
        let to = Url::parse(&request.uri().to_string()).map_err(Error::internal)?;
        in_time(host(&to), limits::AUTH_ASK, self.once(request)).await
    }

    async fn once(&self, request: Request<Vec<u8>>) -> Result<Response<Vec<u8>>> {
        let url = self.allowed(&request.uri().to_string())?;
        let host = host(&url);
        let (mut parts, body) = request.into_parts();
        // Whoever traces what goes over the line writes down no secret (AUT-47).
        if let Some(value) = parts.headers.get_mut(AUTHORIZATION) {
            value.set_sensitive(true);
        }
        let sent = self
            .client
            .request(parts.method, url)
            .headers(parts.headers)
            .body(body)
            .send()
            .await
            .map_err(|error| unreached(&host, &error))?;
        let mut answer = Response::new(Vec::new());
        *answer.status_mut() = sent.status();
        *answer.headers_mut() = sent.headers().clone();
        let mut pieces = sent.bytes_stream();
        while let Some(piece) = pieces.next().await {
            let piece = piece.map_err(|error| unreached(&host, &error))?;
            if answer.body().len() + piece.len() > limits::AUTH_BYTES {
                return Err(Error::new(
                    Code::AuthBadMetadata,
                    format!(
                        "“{host}” answered with more than {} KiB. It was not used, and nobody was signed in.",
                        limits::AUTH_BYTES >> 10
                    ),
                ));
            }
            answer.body_mut().extend_from_slice(&piece);
        }
        Ok(answer)
    }
}

/// A request that wants JSON.
pub(super) fn plain(method: Method, url: &Url, body: Vec<u8>) -> Result<Request<Vec<u8>>> {
    Request::builder()
        .method(method)
        .uri(url.as_str())
        .header(ACCEPT, HeaderValue::from_static("application/json"))
        .body(body)
        .map_err(Error::internal)
}

/// On this computer, by its address alone: nothing is looked up.
pub(super) fn is_near(url: &Url) -> bool {
    match url.host() {
        Some(Host::Domain(name)) => name == "localhost",
        Some(Host::Ipv4(address)) => address.is_loopback(),
        Some(Host::Ipv6(address)) => address.is_loopback(),
        None => false,
    }
}

/// The host of an address, with its port where it has one, for sentences.
pub(super) fn host(url: &Url) -> String {
    let host = url.host_str().unwrap_or_default();
    match url.port() {
        Some(port) => format!("{host}:{port}"),
        None => host.to_owned(),
    }
}

async fn in_time<T>(
    host: String,
    time: std::time::Duration,
    work: impl Future<Output = Result<T>>,
) -> Result<T> {
    tokio::time::timeout(time, work).await.unwrap_or_else(|_| {
        Err(Error::new(
            Code::NetworkUnreachable,
            format!(
                "“{host}” did not answer within {} seconds. Nobody was signed in.",
                time.as_secs()
            ),
        )
        .remedy("Try again when it answers."))
    })
}

/// Never with the address itself: what follows its host may hold what nobody else should read.
fn unreached(host: &str, error: &reqwest::Error) -> Error {
    let mut cause: &dyn std::error::Error = error;
    let mut tls = false;
    while let Some(next) = cause.source() {
        cause = next;
        tls |= cause.is::<rustls::Error>();
    }
    if tls {
        return Error::new(
            Code::NetworkTls,
            format!("“{host}” was not asked: its certificate is not accepted ({cause})."),
        )
        .remedy("Ask whoever runs it. Portcullis does not sign in without a valid certificate.");
    }
    Error::new(
        Code::NetworkUnreachable,
        format!("“{host}” was not reached ({cause}). Nobody was signed in."),
    )
    .remedy("Check the network, and try again.")
}
