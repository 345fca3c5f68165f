//! What is asked of a registry: pages of servers, one version, all versions. One request at a time, without cookies, with no
//! credentials but the header that the person gave for it, and of a bounded answer.

use crate::entry::{EntryPage, RegistryEntry, is_name, read_page};
use crate::{bad, limits};
use http::header::{ACCEPT, RETRY_AFTER};
use http::{HeaderMap, HeaderName, HeaderValue, StatusCode};
use portcullis_core::{Code, Error, Result, Secret, TextSource};
use portcullis_l10n::say;
use portcullis_net::{GuardedResponse, UrlGuard, guarded_client};
use std::path::Path;
use std::time::Duration;
use url::Url;

/// The client of one registry.
pub struct RegistryClient {
    base: Url,
    guard: UrlGuard,
    /// Goes along with each request to the origin of the registry, and to no other.
    header: Option<(HeaderName, HeaderValue)>,
}

impl RegistryClient {
    /// For the registry at this address, which the person chose.
    #[must_use]
    pub fn new(base: &Url) -> Self {
        Self {
            guard: guarded_client(base.host_str().unwrap_or_default(), base, TextSource::Registry),
            base: base.clone(),
            header: None,
        }
    }

    /// The same, signed in by a header.
    ///
    /// # Errors
    /// `input.bad` for a name or a value that no header has.
    pub fn signed_in(self, name: &str, value: &Secret) -> Result<Self> {
        Ok(Self {
            header: Some(read_header(name, value)?),
            ..self
        })
    }

    /// Servers in their latest versions, after a cursor; only those that changed since a time where one is given.
    pub(crate) async fn page(&self, cursor: Option<&str>, since: Option<u64>) -> Result<EntryPage> {
        let mut url = self.place(&[])?;
        {
            let mut query = url.query_pairs_mut();
            query.append_pair("version", "latest");
            query.append_pair("limit", &limits::PAGE.0.to_string());
            if let Some(since) = since {
                query.append_pair("updated_since", &crate::times::format(since));
            }
            if let Some(cursor) = cursor {
                query.append_pair("cursor", cursor);
            }
        }
        read_page(&self.get(&url).await?)
    }

    /// All versions of a server, in the order of the registry.
    ///
    /// # Errors
    /// `not_found`; `network.*`; `input.bad` for a reply that is none.
    pub async fn versions(&self, name: &str) -> Result<Vec<RegistryEntry>> {
        if !is_name(name) {
            return Err(unknown());
        }
        let url = self.place(&[name, "versions"])?;
        let mut versions = read_page(&self.get(&url).await?)?.entries;
        versions.retain(|entry| entry.name == name);
        versions.truncate(limits::VERSIONS);
        Ok(versions)
    }

    /// Downloads a file into a path at which nothing is, if it has this SHA-256. Nothing is left behind otherwise. Where it is at the
    /// origin of the registry, the header goes along there.
    ///
    /// # Errors
    /// What `portcullis-net` says of a download.
    pub async fn download(&self, url: &Url, sha256: &str, into: &Path, most: u64) -> Result<()> {
        let headers: HeaderMap = self.header.clone().into_iter().collect();
        self.guard.download(url, &headers, sha256, into, most).await
    }

    pub(crate) fn guard(&self) -> &UrlGuard {
        &self.guard
    }

    fn place(&self, more: &[&str]) -> Result<Url> {
        let mut url = self.base.clone();
        url.path_segments_mut()
            .map_err(|()| Error::internal("the address of a registry has no path"))?
            .pop_if_empty()
            .extend(["v0.1", "servers"])
            .extend(more);
        Ok(url)
    }

    async fn get(&self, url: &Url) -> Result<Vec<u8>> {
        let (times, longest) = limits::BUSY;
        let mut again = 0;
        loop {
            let accepted = (ACCEPT, HeaderValue::from_static("application/json"));
            let headers: HeaderMap = std::iter::once(accepted).chain(self.header.clone()).collect();
            let reply = self
                .guard
                .get_within(url, headers, limits::REPLY, limits::REPLY_TIME)
                .await?;
            let is_busy = matches!(
                reply.status,
                StatusCode::TOO_MANY_REQUESTS | StatusCode::SERVICE_UNAVAILABLE
            );
            match pause(&reply).filter(|pause| is_busy && again < times && *pause <= longest) {
                Some(pause) => tokio::time::sleep(pause.max(limits::PAGE_PAUSE)).await,
                None => return answered(reply),
            }
            again += 1;
        }
    }
}

/// Headers that belong to the connection or say for whom a request is: a person gives none of them.
const RESERVED: [&str; 7] = [
    "accept",
    "connection",
    "content-length",
    "cookie",
    "host",
    "transfer-encoding",
    "upgrade",
];

/// A header as a person typed it.
///
/// # Errors
/// `input.bad` for a name or a value that no header has.
pub fn read_header(name: &str, value: &Secret) -> Result<(HeaderName, HeaderValue)> {
    let wrong = || bad(say!("header-wrong")).remedy(say!("header-wrong-remedy"));
    let name: HeaderName = name.trim().parse().map_err(|_| wrong())?;
    let text = value.expose().trim();
    if text.is_empty() || text.len() > limits::HEADER || RESERVED.contains(&name.as_str()) {
        return Err(wrong());
    }
    let mut value = HeaderValue::from_str(text).map_err(|_| wrong())?;
    value.set_sensitive(true);
    Ok((name, value))
}

/// How long a registry wants to be left alone, where it says so in seconds.
fn pause(reply: &GuardedResponse) -> Option<Duration> {
    let said = reply.headers.get(RETRY_AFTER)?.to_str().ok()?;
    said.trim().parse().ok().map(Duration::from_secs)
}

fn answered(reply: GuardedResponse) -> Result<Vec<u8>> {
    match reply.status {
        StatusCode::OK => Ok(reply.body),
        StatusCode::NOT_FOUND => Err(unknown()),
        StatusCode::TOO_MANY_REQUESTS | StatusCode::SERVICE_UNAVAILABLE => {
            Err(Error::new(Code::NetworkBusy, say!("registry-busy")).remedy(say!("registry-busy-remedy")))
        }
        other => {
            let sentence = say!("registry-status", status = other.as_u16());
            Err(Error::new(Code::NetworkFault, sentence).remedy(say!("registry-status-remedy")))
        }
    }
}

fn unknown() -> Error {
    Error::new(Code::NotFound, say!("registry-unknown"))
}
