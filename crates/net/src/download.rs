//! Downloads of files whose SHA-256 is known beforehand. Here alone a redirect may leave the origin: wherever the bytes come from,
//! they are taken only if they are the announced ones (S-63).

use super::body::{BodyError, pieces};
use super::url_guard::{UrlGuard, onwards};
use crate::limits;
use futures::StreamExt as _;
use http::header::CONTENT_TYPE;
use http::{HeaderMap, StatusCode};
use portcullis_core::{Code, Error, causes, ids};
use portcullis_l10n::say;
use reqwest::Response;
use sha2::{Digest as _, Sha256};
use std::io;
use std::path::Path;
use tokio::fs::File;
use tokio::io::AsyncWriteExt as _;
use url::Url;

/// A file that is deleted unless it is kept.
struct PartialFile<'p> {
    path: &'p Path,
    keep: bool,
}

impl Drop for PartialFile<'_> {
    fn drop(&mut self) {
        if !self.keep {
            // Its folder is swept at the next start as well.
            _ = std::fs::remove_file(self.path);
        }
    }
}

impl UrlGuard {
    /// Downloads a file of at most `most` bytes into a path at which nothing is. Only a file with this SHA-256, in hex, stays there.
    /// Each address on the way is checked like the first. The headers go to the origin of the own address alone, and no longer once a
    /// redirect left it.
    ///
    /// # Errors
    /// `network.forbidden`, `network.redirect`, `network.unreachable`, `network.tls`, `network.fault`, `protocol.too_large`;
    /// `input.bad` for another hash; `internal` where it cannot be written.
    pub async fn download(
        &self,
        url: &Url,
        headers: &HeaderMap,
        sha256: &str,
        into: &Path,
        most: u64,
    ) -> Result<(), Error> {
        let file = created(into).map_err(|error| not_written(&error))?;
        let mut part = PartialFile {
            path: into,
            keep: false,
        };
        let fetching = self.fetched(url, headers, File::from_std(file), most);
        let fetched = tokio::time::timeout(limits::FILE_DOWNLOAD, fetching).await;
        let found = fetched.unwrap_or_else(|_| Err(self.too_slow(url, limits::FILE_DOWNLOAD.as_secs())))?;
        if !found.sha256.eq_ignore_ascii_case(sha256) {
            if found.page {
                let sentence = say!("download-page", server = self.label());
                return Err(self.needs_browser(Error::new(Code::NetworkFault, sentence), &found.url));
            }
            let found = found.sha256;
            let sentence = say!("download-hash", announced = sha256, downloaded = found);
            return Err(self
                .named(Error::new(Code::BadInput, sentence), url)
                .remedy(say!("download-hash-remedy")));
        }
        part.keep = true;
        Ok(())
    }

    async fn fetched(
        &self,
        url: &Url,
        headers: &HeaderMap,
        file: File,
        most: u64,
    ) -> Result<FetchedFile, Error> {
        let mut at = url.clone();
        let mut stayed = true;
        for _ in 0..=limits::REDIRECTS {
            stayed &= self.is_own(&at);
            let way = self.guard_for(&at).map_err(|place| self.forbidden(&at, place))?;
            let client = self.client(&at, way).await?;
            let sent_along = match stayed {
                true => headers.clone(),
                false => HeaderMap::new(),
            };
            let sent = client.get(at.clone()).headers(sent_along).send().await;
            let response = sent.map_err(|error| self.failed(&at, &error))?;
            match onwards(response.status(), response.headers(), &at) {
                None => {
                    let signed_in = stayed && !headers.is_empty();
                    if let Some(refused) = self.wants_sign_in(response.status(), &at, signed_in) {
                        return Err(refused);
                    }
                    let page = is_page(response.headers());
                    let sha256 = self.stored(response, &at, file, most).await?;
                    return Ok(FetchedFile {
                        sha256,
                        page,
                        url: at,
                    });
                }
                Some(next) => at = next.ok_or_else(|| self.redirects(&at))?,
            }
        }
        Err(self.redirects(&at))
    }

    async fn stored(
        &self,
        response: Response,
        url: &Url,
        mut file: File,
        most: u64,
    ) -> Result<String, Error> {
        if response.status() != StatusCode::OK {
            let status = response.status().as_u16();
            let sentence = say!("download-status", server = self.label(), status);
            return Err(self.named(Error::new(Code::NetworkFault, sentence), url));
        }
        let mut hash = Sha256::new();
        let mut size = 0_u64;
        let mut pieces = pieces(response);
        loop {
            let piece = tokio::time::timeout(limits::FILE_DOWNLOAD_IDLE, pieces.next()).await;
            let piece = piece.map_err(|_| self.too_slow(url, limits::FILE_DOWNLOAD_IDLE.as_secs()))?;
            let Some(piece) = piece else { break };
            let piece = piece.map_err(|unread| match unread {
                BodyError::Broken(error) => self.failed(url, &error),
                _ => self.packed(url),
            })?;
            size += piece.len() as u64;
            if size > most {
                let sentence = say!(
                    "download-too-large",
                    server = self.label(),
                    mebibytes = most >> 20
                );
                return Err(self.named(Error::new(Code::MessageTooLarge, sentence), url));
            }
            hash.update(&piece);
            file.write_all(&piece)
                .await
                .map_err(|error| not_written(&error))?;
        }
        file.flush().await.map_err(|error| not_written(&error))?;
        Ok(ids::hex(&hash.finalize()))
    }

    /// A file for those alone who are known there. `signed_in`: the header of the registry was sent along.
    fn wants_sign_in(&self, status: StatusCode, url: &Url, signed_in: bool) -> Option<Error> {
        if !matches!(status, StatusCode::UNAUTHORIZED | StatusCode::FORBIDDEN) {
            return None;
        }
        let (server, status) = (self.label(), status.as_u16());
        if signed_in {
            let sentence = say!("download-header", server, status);
            let refused = self.named(Error::new(Code::NetworkFault, sentence), url);
            return Some(refused.remedy(say!("download-header-remedy")));
        }
        let sentence = say!("download-sign-in", server, status);
        Some(self.needs_browser(Error::new(Code::NetworkFault, sentence), url))
    }

    /// Where the person can sign in, and we cannot.
    fn needs_browser(&self, error: Error, url: &Url) -> Error {
        self.named(error, url).remedy(say!("download-sign-in-remedy"))
    }

    fn too_slow(&self, url: &Url, seconds: u64) -> Error {
        let sentence = say!("named-timeout", server = self.label(), seconds);
        self.named(Error::new(Code::NetworkUnreachable, sentence), url)
            .remedy(say!("named-timeout-remedy"))
    }
}

/// What came, from where at last.
struct FetchedFile {
    sha256: String,
    /// It came as a web page.
    page: bool,
    url: Url,
}

/// Sites send an unknown client to a page on which to sign in.
fn is_page(headers: &HeaderMap) -> bool {
    let kind = headers.get(CONTENT_TYPE).and_then(|kind| kind.to_str().ok());
    kind.is_some_and(|kind| kind.trim_start().to_ascii_lowercase().starts_with("text/html"))
}

/// For this account alone, and never through a link that is there.
fn created(path: &Path) -> io::Result<std::fs::File> {
    let mut options = std::fs::OpenOptions::new();
    options.write(true).create_new(true);
    #[cfg(unix)]
    std::os::unix::fs::OpenOptionsExt::mode(&mut options, 0o600);
    options.open(path)
}

fn not_written(error: &io::Error) -> Error {
    Error::internal(say!("download-not-written", why = causes::io(error)))
}

#[cfg(test)]
mod tests;
