//! The HTTP backend beneath rmcp's Streamable HTTP worker: bounded bodies, no redirect to elsewhere, every
//! failure put aside as a sentence, and the person's own headers added here so that rmcp never holds them.

use super::{Wire, sse};
use crate::vault::Secret;
use crate::{Code, Error, limits};
use futures::StreamExt;
use futures::stream::BoxStream;
use http::header::{ACCEPT, CONTENT_TYPE, RETRY_AFTER, WWW_AUTHENTICATE};
use http::{HeaderName, HeaderValue, StatusCode};
use reqwest::{RequestBuilder, Response};
use rmcp::model::{ClientJsonRpcMessage, JsonRpcMessage, RequestId};
use rmcp::transport::streamable_http_client::{
    AuthRequiredError, HttpStatusError, SseError, StreamableHttpClient, StreamableHttpError,
    StreamableHttpPostResponse,
};
use sse_stream::Sse;
use std::collections::HashMap;
use std::sync::Arc;
use tokio::sync::watch;

const JSON: &str = "application/json";
const EVENTS: &str = "text/event-stream";
const SESSION: &str = "Mcp-Session-Id";
const LAST_EVENT: &str = "Last-Event-ID";

type Failure = StreamableHttpError<reqwest::Error>;

/// How to reach an address.
pub struct HttpConfig {
    /// The endpoint, already checked to be `http` or `https`.
    pub url: url::Url,
    /// The person's own headers.
    pub headers: Vec<(String, Secret)>,
}

/// The backend. Clones share their connections.
#[derive(Clone)]
pub struct Http {
    wire: Wire,
    client: reqwest::Client,
    headers: Arc<http::HeaderMap>,
    /// Set once the legacy stream of announcements was tried, so that no call overtakes it.
    listening: watch::Sender<bool>,
}

impl Http {
    /// A backend for one server.
    ///
    /// # Errors
    /// `input.bad` for a header that cannot be sent, `network.tls` when the system has no usable certificates.
    pub fn new(wire: Wire, config: &HttpConfig) -> Result<Self, Error> {
        // Another part of the process may have installed it already; both are the same.
        _ = rustls::crypto::ring::default_provider().install_default();
        let mut headers = http::HeaderMap::new();
        for (name, secret) in &config.headers {
            let bad = |_| {
                Error::new(
                    Code::BadInput,
                    format!("The header “{name}” of “{}” cannot be sent.", wire.label()),
                )
            };
            let name = HeaderName::try_from(name.as_str()).map_err(|error| bad(error.to_string()))?;
            let mut value = HeaderValue::try_from(secret.expose()).map_err(|error| bad(error.to_string()))?;
            value.set_sensitive(true);
            headers.append(name, value);
        }
        let client = reqwest::Client::builder()
            .connect_timeout(limits::CONNECT)
            .redirect(same_origin())
            .user_agent(concat!("Portcullis/", env!("CARGO_PKG_VERSION")))
            .build()
            .map_err(|error| {
                Error::new(
                    Code::NetworkTls,
                    format!("“{}” was not reached: {error}.", wire.label()),
                )
                .remedy("Check the certificates and the proxy settings of this computer.")
            })?;
        Ok(Self {
            wire,
            client,
            headers: Arc::new(headers),
            listening: watch::Sender::new(false),
        })
    }

    async fn send(
        &self,
        request: RequestBuilder,
        more: HashMap<HeaderName, HeaderValue>,
    ) -> Result<Response, Error> {
        let mut request = request.headers((*self.headers).clone());
        for (name, value) in more {
            request = request.header(name, value);
        }
        request
            .send()
            .await
            .map_err(|error| unreachable(self.wire.label(), &error))
    }

    /// Ends the request that a failed POST carried, so that its caller hears our reason and not rmcp's.
    fn give_up(&self, request: Option<&RequestId>, error: Error, failure: Failure) -> Failure {
        match request {
            Some(id) => self.wire.settle_broken(id, error.clone()),
            None => tracing::debug!(%error, "a message was not taken"),
        }
        // Before it is ready any failure is the reason; afterwards only that nobody is there any more.
        if !self.wire.was_ready() || error.code == Code::NetworkUnreachable {
            self.wire.fail(error);
        }
        failure
    }

    async fn body(&self, response: Response) -> Result<Vec<u8>, Error> {
        let mut body = Vec::new();
        let mut stream = response.bytes_stream();
        while let Some(piece) = stream.next().await {
            let piece = piece.map_err(|error| lost(self.wire.label(), &error))?;
            if body.len() + piece.len() > self.wire.message_bytes() {
                return Err(self.wire.too_large(body.len() + piece.len()));
            }
            body.extend_from_slice(&piece);
        }
        Ok(body)
    }

    async fn post(
        &self,
        uri: Arc<str>,
        message: ClientJsonRpcMessage,
        session: Option<Arc<str>>,
        more: HashMap<HeaderName, HeaderValue>,
    ) -> Result<StreamableHttpPostResponse, Failure> {
        let request_id = match &message {
            JsonRpcMessage::Request(request) => Some(request.id.clone()),
            _ => None,
        };
        let request_id = request_id.as_ref();
        let line = self.wire.outgoing(&message)?;
        if request_id.is_some() && session.is_some() {
            self.wait_for_listening().await;
        }
        let mut request = self
            .client
            .post(uri.as_ref())
            .header(ACCEPT, format!("{JSON}, {EVENTS}"))
            .header(CONTENT_TYPE, JSON)
            .body(line);
        if let Some(session) = &session {
            request = request.header(SESSION, session.as_ref());
        }
        let response = match self.send(request, more).await {
            Ok(response) => response,
            Err(error) => {
                let failure = StreamableHttpError::UnexpectedServerResponse(error.sentence.clone().into());
                return Err(self.give_up(request_id, error, failure));
            }
        };
        let status = response.status();
        if matches!(status, StatusCode::ACCEPTED | StatusCode::NO_CONTENT) {
            return Ok(StreamableHttpPostResponse::Accepted);
        }
        if status == StatusCode::NOT_FOUND && session.is_some() {
            // rmcp opens a new session and sends again.
            return Err(StreamableHttpError::SessionExpired);
        }
        let session_id = response
            .headers()
            .get(SESSION)
            .and_then(|value| value.to_str().ok())
            .map(str::to_owned);
        let kind = content_type(&response);
        if status.is_success() && kind.starts_with(EVENTS) {
            return Ok(StreamableHttpPostResponse::Sse(
                sse::events(self.wire.clone(), request_id.cloned(), response.bytes_stream()),
                session_id,
            ));
        }
        if status.is_success() && request_id.is_none() {
            // A notification or an answer of ours needs no reply, whatever the body says.
            return Ok(StreamableHttpPostResponse::Accepted);
        }
        if kind.starts_with(JSON) && !matches!(status, StatusCode::UNAUTHORIZED | StatusCode::FORBIDDEN) {
            let body = match self.body(response).await {
                Ok(body) => body,
                Err(error) => {
                    let failure =
                        StreamableHttpError::UnexpectedServerResponse(error.sentence.clone().into());
                    return Err(self.give_up(request_id, error, failure));
                }
            };
            // Servers refuse with an id of their own or with none; nobody else can be meant.
            let delivered = self.wire.incoming_for(&body, request_id, !status.is_success());
            if let Some(message) = delivered {
                return Ok(StreamableHttpPostResponse::Json(message, session_id));
            }
        }
        Err(self.refusal(request_id, status, &kind, None))
    }

    /// What an answer means that holds no message.
    fn refusal(
        &self,
        request: Option<&RequestId>,
        status: StatusCode,
        kind: &str,
        challenge: Option<String>,
    ) -> Failure {
        let label = self.wire.label();
        let error = match status {
            StatusCode::UNAUTHORIZED | StatusCode::FORBIDDEN => Error::new(
                Code::AuthRequired,
                format!("“{label}” wants a sign-in (HTTP {status}). Nothing was done."),
            )
            .remedy("Add an Authorization header in the server's settings, or sign in where it offers that."),
            status if status.is_redirection() => Error::new(
                Code::NetworkRedirect,
                format!("“{label}” redirects to another address (HTTP {status}). It was not followed."),
            )
            .remedy("Enter the address it redirects to, if you know and want it."),
            status if status.is_success() => Error::new(
                Code::NetworkNotMcp,
                format!(
                    "“{label}” answered with {}, not with the protocol. The answer was not used.",
                    kind_in_words(kind)
                ),
            )
            .remedy("Check the address; many servers answer below /mcp."),
            status => Error::new(
                Code::NetworkNotMcp,
                format!("“{label}” answered with HTTP {status}. Nothing was done."),
            )
            .remedy("Check the address, or try again later."),
        };
        let failure = match challenge {
            Some(header) => StreamableHttpError::AuthRequired(AuthRequiredError::new(header)),
            None => StreamableHttpError::HttpStatus(HttpStatusError::new(status.as_u16(), None)),
        };
        self.give_up(request, error, failure)
    }

    /// The legacy stream of announcements is opened beside the first call; a call that overtakes it could lose
    /// what the server asks meanwhile.
    async fn wait_for_listening(&self) {
        let mut listening = self.listening.subscribe();
        if tokio::time::timeout(limits::LISTEN_FIRST, listening.wait_for(|tried| *tried))
            .await
            .is_err()
        {
            self.listening.send_replace(true);
        }
    }

    async fn listen(
        &self,
        uri: Arc<str>,
        session: Option<Arc<str>>,
        last_event: Option<String>,
        more: HashMap<HeaderName, HeaderValue>,
    ) -> Result<BoxStream<'static, Result<Sse, SseError>>, Failure> {
        let mut request = self.client.get(uri.as_ref()).header(ACCEPT, EVENTS);
        if let Some(session) = session {
            request = request.header(SESSION, session.as_ref());
        }
        if let Some(last_event) = last_event {
            request = request.header(LAST_EVENT, last_event);
        }
        let response = self.send(request, more).await;
        self.listening.send_replace(true);
        let response =
            response.map_err(|error| StreamableHttpError::UnexpectedServerResponse(error.sentence.into()))?;
        let status = response.status();
        if status == StatusCode::METHOD_NOT_ALLOWED {
            return Err(StreamableHttpError::ServerDoesNotSupportSse);
        }
        if status == StatusCode::UNAUTHORIZED {
            let header = response
                .headers()
                .get(WWW_AUTHENTICATE)
                .and_then(|value| value.to_str().ok())
                .unwrap_or_default();
            return Err(StreamableHttpError::AuthRequired(AuthRequiredError::new(
                header.to_owned(),
            )));
        }
        if !status.is_success() {
            let wait = response
                .headers()
                .get(RETRY_AFTER)
                .and_then(|value| value.to_str().ok())
                .map(str::to_owned);
            return Err(HttpStatusError::new(status.as_u16(), wait).into());
        }
        let kind = content_type(&response);
        if !kind.starts_with(EVENTS) {
            return Err(StreamableHttpError::UnexpectedContentType(Some(kind)));
        }
        Ok(sse::events(self.wire.clone(), None, response.bytes_stream()))
    }
}

impl StreamableHttpClient for Http {
    type Error = reqwest::Error;

    async fn post_message(
        &self,
        uri: Arc<str>,
        message: ClientJsonRpcMessage,
        session_id: Option<Arc<str>>,
        _auth_header: Option<String>,
        custom_headers: HashMap<HeaderName, HeaderValue>,
    ) -> Result<StreamableHttpPostResponse, Failure> {
        Box::pin(self.post(uri, message, session_id, custom_headers)).await
    }

    async fn delete_session(
        &self,
        uri: Arc<str>,
        session_id: Arc<str>,
        _auth_header: Option<String>,
        custom_headers: HashMap<HeaderName, HeaderValue>,
    ) -> Result<(), Failure> {
        let request = self
            .client
            .delete(uri.as_ref())
            .header(SESSION, session_id.as_ref());
        // A server may refuse (405); either way the session is over for us.
        match self.send(request, custom_headers).await {
            Ok(_) => Ok(()),
            Err(error) => Err(StreamableHttpError::UnexpectedServerResponse(
                error.sentence.into(),
            )),
        }
    }

    async fn get_stream(
        &self,
        uri: Arc<str>,
        session_id: Option<Arc<str>>,
        last_event_id: Option<String>,
        _auth_header: Option<String>,
        custom_headers: HashMap<HeaderName, HeaderValue>,
    ) -> Result<BoxStream<'static, Result<Sse, SseError>>, Failure> {
        self.listen(uri, session_id, last_event_id, custom_headers).await
    }
}

impl Wire {
    /// The one message in a JSON body that answers a POST. With `refused`, an error without our id is taken as
    /// meant for the request.
    fn incoming_for(
        &self,
        body: &[u8],
        request: Option<&RequestId>,
        refused: bool,
    ) -> Option<rmcp::model::ServerJsonRpcMessage> {
        if refused && let Some(id) = request {
            let mut value: serde_json::Value = serde_json::from_slice(body).ok()?;
            value.get("error")?;
            value["id"] = serde_json::to_value(id).ok()?;
            value["jsonrpc"] = "2.0".into();
            return self
                .incoming(value.to_string().as_bytes())
                .deliver
                .into_iter()
                .next();
        }
        // With nothing in it the request is ended by whoever asked, who knows the status too.
        self.incoming(body).deliver.into_iter().next()
    }
}

/// Only 307 and 308 keep the message, and only the same origin was approved by the person.
fn same_origin() -> reqwest::redirect::Policy {
    reqwest::redirect::Policy::custom(|attempt| {
        let keeps = matches!(
            attempt.status(),
            StatusCode::TEMPORARY_REDIRECT | StatusCode::PERMANENT_REDIRECT
        );
        let here = attempt
            .previous()
            .first()
            .is_some_and(|first| first.origin() == attempt.url().origin());
        if keeps && here && attempt.previous().len() <= limits::REDIRECTS {
            attempt.follow()
        } else {
            attempt.stop()
        }
    })
}

fn content_type(response: &Response) -> String {
    let value = response
        .headers()
        .get(CONTENT_TYPE)
        .and_then(|value| value.to_str().ok());
    value.unwrap_or_default().trim().to_ascii_lowercase()
}

fn kind_in_words(kind: &str) -> String {
    match kind.split(';').next().unwrap_or_default().trim() {
        "" => "something without a type".to_owned(),
        "text/html" => "a web page".to_owned(),
        JSON => "JSON that is no message of the protocol".to_owned(),
        other => format!(
            "“{}”",
            other
                .chars()
                .filter(|c| c.is_ascii_graphic())
                .take(64)
                .collect::<String>()
        ),
    }
}

fn unreachable(label: &str, error: &reqwest::Error) -> Error {
    let mut cause: Option<&dyn std::error::Error> = Some(error);
    let mut last = String::new();
    while let Some(current) = cause {
        if current.is::<rustls::Error>() {
            return Error::new(
                Code::NetworkTls,
                format!("“{label}” was not reached: its certificate is not accepted ({current})."),
            )
            .remedy("Ask whoever runs the server. Portcullis does not go on without a valid certificate.");
        }
        last = current.to_string();
        cause = current.source();
    }
    if error.is_connect() {
        return Error::new(
            Code::NetworkUnreachable,
            format!("“{label}” was not reached: {last}. Nothing was sent."),
        )
        .remedy("Check the address and the network.");
    }
    lost(label, error)
}

fn lost(label: &str, error: &reqwest::Error) -> Error {
    let mut cause: &dyn std::error::Error = error;
    while let Some(next) = cause.source() {
        cause = next;
    }
    Error::new(
        Code::TransportLost,
        format!("The connection to “{label}” was lost: {cause}. Whether it did what was asked is not known."),
    )
    .remedy("Try again when the server answers.")
}
