//! The HTTP client for URLs that a server named (SSRF protection): HTTPS only, limited in size and time, and every
//! redirect is checked like the first URL (S-62, S-63, SEC-01, SEC-03).

use super::address_class::{self, AddressClass};
use super::body::{BodyError, whole};
use super::dns::{AddressRefused, DialPolicy, GuardedResolver, Resolver, SystemResolver};
use super::{builder, causes, insecure, is_here, reason};
use crate::limits;
use http::header::LOCATION;
use http::{HeaderMap, Method, StatusCode, Uri};
use hyper_util::client::proxy::matcher::Matcher;
use portcullis_core::text::ForeignText;
use portcullis_core::{Code, Error, TextSource};
use portcullis_l10n::say;
use std::sync::Arc;
use std::time::Duration;
use url::Url;

/// Fetches URLs that a server named. One per server, made from the endpoint that the person entered.
pub struct UrlGuard {
    label: String,
    own: Url,
    /// Who named the URLs.
    named_by: TextSource,
    names: Arc<dyn Resolver>,
    /// Where requests go that do not go there directly.
    proxies: Matcher,
}

/// A complete response.
#[derive(Debug)]
pub struct GuardedResponse {
    /// Where it came from in the end.
    pub url: Url,
    /// Status: any but a redirect that could be followed.
    pub status: StatusCode,
    /// Headers.
    pub headers: HeaderMap,
    /// Never more than was asked for.
    pub body: Vec<u8>,
}

/// The client for what a server named, whose endpoint the person typed as `own`. `label` is the person's name for it, and
/// errors show the URLs as text of `named_by`.
#[must_use]
pub fn guarded_client(label: &str, own: &Url, named_by: TextSource) -> UrlGuard {
    UrlGuard {
        named_by,
        ..UrlGuard::with(label, own, Arc::new(SystemResolver), Matcher::from_system())
    }
}

impl UrlGuard {
    pub(super) fn with(label: &str, own: &Url, names: Arc<dyn Resolver>, proxies: Matcher) -> Self {
        Self {
            label: label.to_owned(),
            own: own.clone(),
            named_by: TextSource::Server,
            names,
            proxies,
        }
    }

    /// Whether it is at the origin that the person entered.
    pub(super) fn is_own(&self, url: &Url) -> bool {
        url.origin() == self.own.origin()
    }

    pub(super) fn label(&self) -> &str {
        &self.label
    }

    /// Whether an address may be visited, as it is written. Its name is judged again when it is dialled.
    ///
    /// # Errors
    /// `network.forbidden`.
    pub fn check(&self, url: &Url) -> Result<(), Error> {
        self.guard_for(url)
            .map(drop)
            .map_err(|place| self.forbidden(url, place))
    }

    pub(super) fn guard_for(&self, url: &Url) -> Result<DialPolicy, AddressClass> {
        let here = is_here(&self.own);
        match url.scheme() {
            "https" => {}
            "http" if here && is_here(url) => {}
            _ => return Err(AddressClass::Plain),
        }
        if !url.username().is_empty() || url.password().is_some() {
            return Err(AddressClass::Named);
        }
        if self.is_own(url) {
            return Ok(DialPolicy::Own);
        }
        if here && is_here(url) {
            return Ok(DialPolicy::Here);
        }
        let host = url.host().ok_or(AddressClass::Nowhere)?;
        address_class::of_host(&host).map_or(Ok(DialPolicy::Open), Err)
    }

    /// Fetches a document of at most [`limits::FETCHED`] bytes within [`limits::FETCH`]. Redirects are followed within
    /// one origin.
    ///
    /// # Errors
    /// `network.forbidden` where it, or what it redirects to, may not be visited; `network.redirect`,
    /// `network.unreachable`, `network.tls`, `protocol.too_large`.
    pub async fn get(&self, url: &Url, headers: HeaderMap) -> Result<GuardedResponse, Error> {
        self.get_within(url, headers, limits::FETCHED, limits::FETCH)
            .await
    }

    /// The same for a document of another size, and within another time.
    ///
    /// # Errors
    /// As [`Self::get`].
    pub async fn get_within(
        &self,
        url: &Url,
        headers: HeaderMap,
        most: usize,
        patience: Duration,
    ) -> Result<GuardedResponse, Error> {
        let mut at = url.clone();
        let fetching = async {
            for _ in 0..=limits::REDIRECTS {
                let fetched = self
                    .once(Method::GET, &at, headers.clone(), Vec::new(), most)
                    .await?;
                let Some(next) = onwards(fetched.status, &fetched.headers, &fetched.url) else {
                    return Ok(fetched);
                };
                let next = next.ok_or_else(|| self.redirects(&at))?;
                self.check(&next)?;
                if next.origin() != at.origin() {
                    return Err(self.redirects(&next));
                }
                at = next;
            }
            Err(self.redirects(&at))
        };
        self.within(patience, url, fetching).await
    }

    /// Sends something and reads an answer of at most [`limits::FETCHED`] bytes within [`limits::EXCHANGE`]. No
    /// redirect is followed: what is sent is for the host that was named.
    ///
    /// # Errors
    /// As [`Self::get`].
    pub async fn send(
        &self,
        method: Method,
        url: &Url,
        headers: HeaderMap,
        body: Vec<u8>,
    ) -> Result<GuardedResponse, Error> {
        let sending = async {
            let fetched = self.once(method, url, headers, body, limits::FETCHED).await?;
            match onwards(fetched.status, &fetched.headers, &fetched.url) {
                None => Ok(fetched),
                Some(_) => Err(self.redirects(url)),
            }
        };
        self.within(limits::EXCHANGE, url, sending).await
    }

    /// Asks once. A redirect is an answer like any other.
    async fn once(
        &self,
        method: Method,
        url: &Url,
        headers: HeaderMap,
        body: Vec<u8>,
        most: usize,
    ) -> Result<GuardedResponse, Error> {
        let way = self.guard_for(url).map_err(|place| self.forbidden(url, place))?;
        let client = self.client(url, way).await?;
        let sent = client.request(method, url.clone()).headers(headers).body(body);
        let response = sent.send().await.map_err(|error| self.failed(url, &error))?;
        let (status, headers) = (response.status(), response.headers().clone());
        let body = whole(response, most).await.map_err(|unread| match unread {
            BodyError::TooLarge(_) => self.too_large(url, most),
            BodyError::Broken(error) => self.failed(url, &error),
            BodyError::Packed(_) | BodyError::Garbled | BodyError::Swells(_) => self.packed(url),
        })?;
        Ok(GuardedResponse {
            url: url.clone(),
            status,
            headers,
            body,
        })
    }

    /// A client for one address. They are few, and each dials again, so that each is judged again.
    pub(super) async fn client(&self, url: &Url, way: DialPolicy) -> Result<reqwest::Client, Error> {
        let keeper = GuardedResolver {
            names: Arc::clone(&self.names),
            way,
        };
        let builder = builder(url).redirect(reqwest::redirect::Policy::none());
        // What goes through a proxy is dialled there, and looked up there. A name that leads inside from here is
        // refused all the same; one that only the proxy knows is left to it.
        let through = url
            .as_str()
            .parse::<Uri>()
            .ok()
            .and_then(|uri| self.proxies.intercept(&uri));
        let builder = match (way, through, url.host()) {
            (DialPolicy::Open, Some(_), host) => {
                if let Some(url::Host::Domain(name)) = host
                    && let Err(error) = keeper.numbers(name.to_owned()).await
                    && let Some(AddressRefused(place)) = error.downcast_ref::<AddressRefused>()
                {
                    return Err(self.forbidden(url, *place));
                }
                builder
            }
            (DialPolicy::Own, ..) => builder,
            (DialPolicy::Open | DialPolicy::Here, ..) => builder.no_proxy().dns_resolver(keeper),
        };
        builder.build().map_err(|_| {
            Error::new(
                Code::NetworkTls,
                say!(
                    "named-unreachable",
                    server = self.label,
                    cause = say!("certificates-unusable")
                ),
            )
            .remedy(say!("certificates-unusable-remedy"))
        })
    }

    async fn within(
        &self,
        patience: Duration,
        url: &Url,
        work: impl Future<Output = Result<GuardedResponse, Error>>,
    ) -> Result<GuardedResponse, Error> {
        tokio::time::timeout(patience, work).await.unwrap_or_else(|_| {
            let sentence = say!("named-timeout", server = self.label, seconds = patience.as_secs());
            Err(self
                .named(Error::new(Code::NetworkUnreachable, sentence), url)
                .remedy(say!("named-timeout-remedy")))
        })
    }

    /// The address itself is not our text.
    pub(super) fn named(&self, error: Error, url: &Url) -> Error {
        error.said(self.named_by, &ForeignText::new(url.as_str()))
    }

    pub(super) fn forbidden(&self, url: &Url, place: AddressClass) -> Error {
        let sentence = place.refusal(&self.label);
        self.named(Error::new(Code::NetworkForbidden, sentence), url)
            .remedy(say!("forbidden-remedy"))
    }

    pub(super) fn redirects(&self, url: &Url) -> Error {
        let sentence = say!("named-redirects", server = self.label);
        self.named(Error::new(Code::NetworkRedirect, sentence), url)
            .remedy(say!("tell-operator"))
    }

    fn too_large(&self, url: &Url, most: usize) -> Error {
        let sentence = say!("named-too-large", server = self.label, kibibytes = most >> 10);
        self.named(Error::new(Code::MessageTooLarge, sentence), url)
            .remedy(say!("tell-operator"))
    }

    pub(super) fn packed(&self, url: &Url) -> Error {
        let sentence = say!("named-compressed", server = self.label);
        self.named(Error::new(Code::NetworkUnreachable, sentence), url)
            .remedy(say!("tell-operator"))
    }

    pub(super) fn failed(&self, url: &Url, error: &reqwest::Error) -> Error {
        if let Some(AddressRefused(place)) =
            causes(error).find_map(|cause| cause.downcast_ref::<AddressRefused>())
        {
            return self.forbidden(url, *place);
        }
        if let Some(insecure) = insecure(error) {
            let sentence = say!("named-unreachable", server = self.label, cause = insecure.what);
            return self
                .named(Error::new(Code::NetworkTls, sentence), url)
                .remedy(insecure.remedy);
        }
        let sentence = say!("named-unreachable", server = self.label, cause = reason(error));
        self.named(Error::new(Code::NetworkUnreachable, sentence), url)
            .remedy(say!("named-unreachable-remedy"))
    }
}

/// Where an answer sends us: `None` when nowhere, `Some(None)` when to something that is no address.
pub(super) fn onwards(status: StatusCode, headers: &HeaderMap, from: &Url) -> Option<Option<Url>> {
    let sends = matches!(
        status,
        StatusCode::MOVED_PERMANENTLY
            | StatusCode::FOUND
            | StatusCode::SEE_OTHER
            | StatusCode::TEMPORARY_REDIRECT
            | StatusCode::PERMANENT_REDIRECT
    );
    let location = headers.get(LOCATION).filter(|_| sends)?;
    Some(location.to_str().ok().and_then(|to| from.join(to).ok()))
}
