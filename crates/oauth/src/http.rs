//! All HTTP requests of a sign-in (S-62, S-63), through the URL guard of [`portcullis_net`]: no private network,
//! limited in size and time, HTTPS except on loopback, no redirect to another origin.
//!
//! Addresses in here come from servers. The person's own headers for a server do not go along.

use crate::limits;
use http::header::{ACCEPT, AUTHORIZATION};
use http::{HeaderMap, HeaderValue, Method, Request, Response};
use portcullis_core::text::ForeignText;
use portcullis_core::{Code, Error, Result, TextSource};
use portcullis_l10n::say;
use portcullis_net::{GuardedResponse, UrlGuard, guarded_client, is_here};
use serde::de::DeserializeOwned;
use serde_json::{Map, Value};
use std::sync::Arc;
use url::Url;

/// Makes requests on behalf of one server; clones share connections.
#[derive(Clone)]
pub(super) struct GuardedHttp {
    guarded: Arc<UrlGuard>,
    /// The server is on this computer, and so may be what it names.
    near: bool,
    /// Who names the addresses.
    named_by: TextSource,
}

impl GuardedHttp {
    /// For the server at this address, or the identity provider.
    pub(super) fn for_server(address: &Url, named_by: TextSource) -> Self {
        Self {
            guarded: Arc::new(guarded_client(&host(address), address, named_by)),
            near: is_here(address),
            named_by,
        }
    }

    /// The same for addresses that the authorization server names.
    pub(super) fn named_by_issuer(&self) -> Self {
        Self {
            named_by: TextSource::AuthorizationServer,
            ..self.clone()
        }
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
                && (url.scheme() == "https" || (url.scheme() == "http" && self.near && is_here(url)))
        };
        url.filter(fits).ok_or_else(|| {
            Error::new(Code::AuthBadEndpoint, say!("endpoint-refused"))
                .said(self.named_by, &ForeignText::new(address))
                .remedy(say!("endpoint-refused-remedy"))
        })
    }

    /// Reads a document. Redirects within its origin are followed.
    ///
    /// # Errors
    /// `network.*`, `auth.bad_metadata`, `auth.bad_endpoint`.
    pub(super) async fn read(&self, url: &Url, more: &HeaderMap) -> Result<Response<Vec<u8>>> {
        let url = self.allowed(url.as_str())?;
        let mut headers = more.clone();
        headers.insert(ACCEPT, JSON);
        self.answered(&url, self.guarded.get(&url, headers).await)
    }

    /// Sends something, once, and reads the answer. No redirect is followed.
    ///
    /// # Errors
    /// `network.*`, `auth.bad_metadata`, `auth.bad_endpoint`.
    pub(super) async fn ask(&self, request: Request<Vec<u8>>) -> Result<Response<Vec<u8>>> {
        let url = self.allowed(&request.uri().to_string())?;
        let (mut parts, body) = request.into_parts();
        // A trace of what is sent holds no secret (AUT-47).
        if let Some(value) = parts.headers.get_mut(AUTHORIZATION) {
            value.set_sensitive(true);
        }
        self.answered(
            &url,
            self.guarded.send(parts.method, &url, parts.headers, body).await,
        )
    }

    /// The result, with the errors of a sign-in.
    fn answered(&self, url: &Url, fetched: Result<GuardedResponse>) -> Result<Response<Vec<u8>>> {
        let host = host(url);
        let fetched = fetched.map_err(|error| match error.code {
            Code::MessageTooLarge => Error::new(
                Code::AuthBadMetadata,
                say!("too-large", host, kibibytes = limits::FETCHED >> 10),
            ),
            // Where exactly may hold what others must not read: its host is said.
            _ => error.said(self.named_by, &ForeignText::new(host.as_str())),
        })?;
        let mut answer = Response::new(fetched.body);
        *answer.status_mut() = fetched.status;
        *answer.headers_mut() = fetched.headers;
        Ok(answer)
    }
}

const JSON: HeaderValue = HeaderValue::from_static("application/json");

/// A request that wants JSON.
pub(super) fn plain(method: Method, url: &Url, body: Vec<u8>) -> Result<Request<Vec<u8>>> {
    Request::builder()
        .method(method)
        .uri(url.as_str())
        .header(ACCEPT, JSON)
        .body(body)
        .map_err(Error::internal)
}

/// A description in JSON. A member without a value says nothing: many servers write down every one that they know.
pub(super) fn description<T: DeserializeOwned>(body: &[u8]) -> Option<T> {
    let mut members: Map<String, Value> = serde_json::from_slice(body).ok()?;
    members.retain(|_, value| !value.is_null() && value.as_str() != Some(""));
    serde_json::from_value(Value::Object(members)).ok()
}

/// The host of an address, with its port where it has one, for sentences.
pub fn host(url: &Url) -> String {
    let host = url.host_str().unwrap_or_default();
    match url.port() {
        Some(port) => format!("{host}:{port}"),
        None => host.to_owned(),
    }
}
