//! What is asked of a registry: pages of servers, one version, all versions. One request at a time, without cookies and without
//! credentials, and of a bounded answer.

use crate::entry::{EntryPage, RegistryEntry, is_name, read_page};
use crate::limits;
use http::header::{ACCEPT, RETRY_AFTER};
use http::{HeaderMap, HeaderValue, StatusCode};
use portcullis_core::{Code, Error, Result};
use portcullis_l10n::say;
use portcullis_net::{GuardedResponse, UrlGuard, guarded_client};
use std::path::Path;
use std::time::Duration;
use url::Url;

/// The client of one registry.
pub struct RegistryClient {
    base: Url,
    guard: UrlGuard,
}

impl RegistryClient {
    /// For the registry at this address, which the person chose.
    #[must_use]
    pub fn new(base: &Url) -> Self {
        Self {
            guard: guarded_client(base.host_str().unwrap_or_default(), base),
            base: base.clone(),
        }
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

    /// Downloads a file into a path at which nothing is, if it has this SHA-256. Nothing is left behind otherwise.
    ///
    /// # Errors
    /// What `portcullis-net` says of a download.
    pub async fn download(&self, url: &Url, sha256: &str, into: &Path, most: u64) -> Result<()> {
        self.guard.download(url, sha256, into, most).await
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
            let headers = HeaderMap::from_iter([(ACCEPT, HeaderValue::from_static("application/json"))]);
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
