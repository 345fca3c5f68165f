//! The HTTP client behind `rig-core`, built like every other client of ours: certificates and proxies of the system,
//! our own TLS.
//!
//! Replies are limited in total size, line length and idle time (F-27, F-03) before the library sees a byte. A key goes
//! only to the origin that the person entered, in a header and never in a URL, where proxies and logs would keep it. No
//! redirect is followed.

use super::made::Tap;
use crate::limits;
use bytes::Bytes;
use futures::StreamExt as _;
use http::{HeaderValue, Request, Response};
use portcullis_core::{Code, Error, Result};
use portcullis_l10n::say;
use portcullis_net::{BodyError, builder, causes, pieces};
use rig_core::http_client::{self, BoxedStream, HttpClientExt, LazyBody, MultipartForm, StreamingResponse};
use std::time::Duration;
use url::Url;

/// Headers that hold a key.
const KEYS: [&str; 3] = ["authorization", "x-api-key", GOOGLE];
const GOOGLE: &str = "x-goog-api-key";

/// The client of one provider; clones share its connections.
#[derive(Debug, Clone)]
pub(super) struct ProviderClient {
    client: reqwest::Client,
    base: Url,
    /// The person's label of the provider.
    label: String,
    silence: Duration,
    /// Hears what is streamed over it.
    tap: Option<Tap>,
}

impl ProviderClient {
    /// To this address, waiting at most this long for each piece.
    ///
    /// # Errors
    /// `internal` when no client can be made.
    pub(super) fn new(label: &str, base: &Url, silence: Duration) -> Result<Self> {
        let client = builder(base)
            .redirect(reqwest::redirect::Policy::none())
            .build()
            .map_err(Error::internal)?;
        Ok(Self {
            client,
            base: base.clone(),
            label: label.to_owned(),
            silence,
            tap: None,
        })
    }

    /// The same, with a listener.
    pub(super) fn heard_by(self, tap: Option<&Tap>) -> Self {
        Self {
            tap: tap.cloned(),
            ..self
        }
    }

    fn request(&self, request: Request<Bytes>) -> Result<reqwest::Request> {
        let (parts, body) = request.into_parts();
        let mut url = Url::parse(&parts.uri.to_string()).map_err(Error::internal)?;
        if url.origin() != self.base.origin() {
            return Err(Error::internal("a request to a provider would go elsewhere"));
        }
        let mut headers = parts.headers;
        if let Some(key) = take_key(&mut url) {
            let value = HeaderValue::from_str(&key).map_err(|_| no_header(&self.label))?;
            headers.insert(GOOGLE, value);
        }
        for name in KEYS {
            if let Some(value) = headers.get_mut(name) {
                value.set_sensitive(true);
            }
        }
        let mut request = reqwest::Request::new(parts.method, url);
        *request.headers_mut() = headers;
        *request.body_mut() = Some(body.into());
        Ok(request)
    }

    async fn send(&self, request: Request<Bytes>) -> Result<reqwest::Response> {
        let request = self.request(request)?;
        match tokio::time::timeout(self.silence, self.client.execute(request)).await {
            Ok(answer) => answer.map_err(|error| self.unreached(&error)),
            Err(_) => Err(self.silent()),
        }
    }

    /// An answer that says yes, after the head that the library gets of it.
    async fn accepted(
        &self,
        request: Request<Bytes>,
    ) -> http_client::Result<(http::response::Builder, reqwest::Response)> {
        let answer = self.send(request).await.map_err(http_client::Error::instance)?;
        if !answer.status().is_success() {
            return Err(self.refused(answer).await);
        }
        let mut head = Response::builder().status(answer.status());
        if let Some(headers) = head.headers_mut() {
            headers.clone_from(answer.headers());
        }
        Ok((head, answer))
    }

    fn silent(&self) -> Error {
        Error::new(
            Code::CallTimeout,
            say!(
                "model-silent",
                provider = self.label,
                seconds = self.silence.as_secs()
            ),
        )
        .remedy(say!("model-again-remedy"))
    }

    fn unreached(&self, error: &reqwest::Error) -> Error {
        let host = self.base.host_str().unwrap_or_default();
        let tls = causes(error).any(|cause| cause.is::<rustls::Error>());
        if tls {
            return Error::new(Code::NetworkTls, say!("model-tls", provider = self.label, host))
                .remedy(say!("model-tls-remedy"));
        }
        let (sentence, remedy) = match portcullis_net::is_here(&self.base) {
            true => (
                say!("model-not-running", host, provider = self.label),
                say!("model-not-running-remedy"),
            ),
            false => (
                say!("model-unreached", provider = self.label, host),
                say!("model-unreached-remedy"),
            ),
        };
        Error::new(Code::NetworkUnreachable, sentence).remedy(remedy)
    }

    /// The bytes of an answer, within the limits.
    fn pieces(self, answer: reqwest::Response) -> BoxedStream {
        let measured = (pieces(answer), Measure::default(), self, false);
        Box::pin(futures::stream::unfold(
            measured,
            |(mut bytes, mut measure, line, over)| async move {
                if over {
                    return None;
                }
                let next = tokio::time::timeout(line.silence, bytes.next()).await;
                let piece = match next {
                    Err(_) => Err(line.silent()),
                    Ok(None) => return None,
                    // It broke off: what that means is decided by whether the reply was whole.
                    Ok(Some(Err(_))) => return None,
                    Ok(Some(Ok(piece))) => measure.take(&piece, &line.label).map(|()| {
                        if let Some(tap) = &line.tap {
                            tap.take(&piece);
                        }
                        piece
                    }),
                };
                let over = piece.is_err();
                Some((
                    piece.map_err(http_client::Error::instance),
                    (bytes, measure, line, over),
                ))
            },
        ))
    }

    /// The whole of an answer, at most so many bytes; more is cut off where `cut` says so.
    async fn whole(&self, answer: reqwest::Response, most: usize, cut: bool) -> Result<Bytes> {
        let mut bytes = pieces(answer);
        let mut all = Vec::new();
        loop {
            match tokio::time::timeout(self.silence, bytes.next()).await {
                Err(_) => return Err(self.silent()),
                Ok(None) => return Ok(all.into()),
                Ok(Some(Err(BodyError::Broken(error)))) => return Err(self.unreached(&error)),
                Ok(Some(Err(_))) => return Err(super::faults::garbled(&self.label)),
                Ok(Some(Ok(piece))) => {
                    all.extend_from_slice(&piece);
                    if all.len() > most {
                        if cut {
                            all.truncate(most);
                            return Ok(all.into());
                        }
                        return Err(too_much(&self.label));
                    }
                }
            }
        }
    }

    /// An answer that says no, with the beginning of why.
    async fn refused(&self, answer: reqwest::Response) -> http_client::Error {
        let (status, headers) = (answer.status(), answer.headers().clone());
        match self.whole(answer, limits::MODEL_NO, true).await {
            Ok(body) => http_client::Error::non_success_with_details(
                status,
                headers,
                String::from_utf8_lossy(&body).into_owned(),
            ),
            Err(error) => http_client::Error::instance(error),
        }
    }
}

impl HttpClientExt for ProviderClient {
    fn send<T, U>(
        &self,
        request: Request<T>,
    ) -> impl Future<Output = http_client::Result<Response<LazyBody<U>>>> + Send + 'static
    where
        T: Into<Bytes> + Send,
        U: From<Bytes> + Send + 'static,
    {
        let (line, request) = (self.clone(), request.map(Into::into));
        async move {
            let (head, answer) = line.accepted(request).await?;
            let body: LazyBody<U> = Box::pin(async move {
                let whole = line.whole(answer, limits::MODEL_REPLY, false).await;
                whole.map(U::from).map_err(http_client::Error::instance)
            });
            head.body(body).map_err(http_client::Error::from)
        }
    }

    fn send_multipart<U>(
        &self,
        _request: Request<MultipartForm>,
    ) -> impl Future<Output = http_client::Result<Response<LazyBody<U>>>> + Send + 'static
    where
        U: From<Bytes> + Send + 'static,
    {
        // Files are uploaded for what is not asked of a provider here.
        std::future::ready(Err(http_client::Error::instance(Error::internal(
            "a file would be sent to a provider",
        ))))
    }

    async fn send_streaming<T>(&self, request: Request<T>) -> http_client::Result<StreamingResponse>
    where
        T: Into<Bytes> + Send,
    {
        let line = self.clone();
        let (head, answer) = line.accepted(request.map(Into::into)).await?;
        head.body(line.pieces(answer)).map_err(http_client::Error::from)
    }
}

/// Takes a key out of the query of an address.
fn take_key(url: &mut Url) -> Option<String> {
    let key = url
        .query_pairs()
        .find(|(name, _)| name == "key")
        .map(|(_, value)| value.into_owned())?;
    let rest: Vec<(String, String)> = url
        .query_pairs()
        .filter(|(name, _)| name != "key")
        .map(|(name, value)| (name.into_owned(), value.into_owned()))
        .collect();
    url.set_query(None);
    if !rest.is_empty() {
        url.query_pairs_mut().extend_pairs(rest);
    }
    (!key.is_empty()).then_some(key)
}

/// Counts the bytes of a reply against its limits.
#[derive(Debug, Default)]
struct Measure {
    all: usize,
    line: usize,
}

impl Measure {
    fn take(&mut self, piece: &[u8], label: &str) -> Result<()> {
        self.all += piece.len();
        let mut longest = 0;
        for (at, part) in piece.split(|byte| *byte == b'\n').enumerate() {
            self.line = if at == 0 {
                self.line + part.len()
            } else {
                part.len()
            };
            longest = longest.max(self.line);
        }
        if self.all > limits::MODEL_REPLY || longest > limits::MODEL_LINE {
            return Err(too_much(label));
        }
        Ok(())
    }
}

fn too_much(label: &str) -> Error {
    Error::new(
        Code::MessageTooLarge,
        say!(
            "model-too-much",
            provider = label,
            size = limits::MODEL_REPLY >> 20
        ),
    )
}

/// What was typed is no key.
pub(super) fn no_header(label: &str) -> Error {
    Error::new(Code::ModelKey, say!("model-key-invalid", provider = label))
        .remedy(say!("model-key-invalid-remedy"))
}

#[cfg(test)]
mod tests {
    use super::*;

    // Proves S-67.
    #[test]
    fn a_key_in_an_address_is_taken_out_of_it() {
        let mut url = Url::parse("https://g.example/v1/models/x:stream?alt=sse&key=s%2Bcret").unwrap();
        assert_eq!(take_key(&mut url).as_deref(), Some("s+cret"));
        assert_eq!(url.as_str(), "https://g.example/v1/models/x:stream?alt=sse");
        assert_eq!(take_key(&mut url), None);
    }

    // Proves F-27.
    #[test]
    fn a_line_and_a_reply_are_measured_across_pieces() {
        let mut measure = Measure::default();
        let half = vec![b'x'; limits::MODEL_LINE / 2 + 1];
        assert!(measure.take(&half, "P").is_ok());
        assert!(measure.take(b"\n", "P").is_ok(), "a line ended");
        assert!(measure.take(&half, "P").is_ok());
        assert!(measure.take(&half, "P").is_err(), "a line without an end");
        let mut measure = Measure::default();
        let mut piece = vec![b'x'; limits::MODEL_LINE - 1];
        piece.push(b'\n');
        let most = limits::MODEL_REPLY / piece.len();
        assert!((0..most).all(|_| measure.take(&piece, "P").is_ok()));
        assert!(measure.take(&piece, "P").is_err(), "a reply without an end");
    }

    // Proves S-67.
    #[test]
    fn nothing_goes_to_another_origin() {
        let base = Url::parse("https://provider.example/v1").unwrap();
        let line = ProviderClient::new("P", &base, Duration::from_secs(1)).unwrap();
        let to = |uri: &str| {
            let request = Request::builder().uri(uri).header("x-api-key", "k");
            line.request(request.body(Bytes::new()).unwrap())
        };
        assert!(to("https://provider.example/v1/messages").is_ok());
        assert!(to("https://provider.example:444/v1/messages").is_err());
        assert!(to("http://provider.example/v1/messages").is_err());
        let request = to("https://provider.example/v1/messages").unwrap();
        assert!(request.headers()["x-api-key"].is_sensitive());
    }
}
