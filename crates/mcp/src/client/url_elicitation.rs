//! URL elicitation: a server wants the person to do something on a web page before it goes on with a request. Only the
//! person knows when that is done, and in 2025-11-25 the server (ELI-25, ELI-26): the request is made again when one of
//! them says so, and never automatically.

use super::{Connection, ServerRequest, capabilities};
use crate::limits;
use crate::transport::JsonRpc;
use portcullis_core::{Code, Error, Result};
use portcullis_domain::LogSource;
use portcullis_l10n::say;
use serde::Deserialize;
use serde_json::Value;
use serde_json::value::RawValue;
use std::time::Duration;
use tokio_util::sync::CancellationToken;

/// Pages that were opened within one request of ours; asked of the person by [`super::ClientHost::url_elicitation_done`].
pub struct UrlElicitationVisit {
    /// Their addresses as they were opened. Foreign.
    pub urls: Vec<String>,
    /// The record's number of the call of ours that waits, where that is known.
    pub cause: Option<u64>,
    /// The request was stopped, or its server said that all is done: no request waits for the answer any more.
    pub over: CancellationToken,
}

/// One URL elicitation, from the request until it is not waited for any more.
pub(super) struct ElicitationPage {
    url: String,
    /// Cancelled by `notifications/elicitation/complete`, which only 2025-11-25 has (ELI-29).
    done: Option<CancellationToken>,
    /// Its elicitation id, as registered at the connection.
    number: Option<(JsonRpc, String)>,
}

impl Drop for ElicitationPage {
    fn drop(&mut self) {
        if let Some((rpc, number)) = &self.number {
            rpc.forget_page(number);
        }
    }
}

#[derive(Deserialize)]
struct UrlElicitation {
    mode: Option<String>,
    url: Option<String>,
    #[serde(rename = "elicitationId")]
    id: Option<String>,
}

impl Connection {
    /// The page that a question is about, if it is about one. Noted before it is opened: the server may be quick.
    pub(super) fn elicitation_page(&self, server_request: &ServerRequest) -> Option<ElicitationPage> {
        if server_request.method != "elicitation/create"
            || server_request.params.get().len() > limits::SERVER_REQUEST_BYTES
        {
            return None;
        }
        let wanted: UrlElicitation = serde_json::from_str(server_request.params.get()).ok()?;
        let url = wanted.url.filter(|_| wanted.mode.as_deref() == Some("url"))?;
        let number = wanted
            .id
            .filter(|_| self.session.revision == capabilities::LEGACY);
        let (done, number) = number
            .and_then(|number| Some((self.rpc.page(&number)?, (self.rpc.clone(), number))))
            .unzip();
        Some(ElicitationPage { url, done, number })
    }

    /// A call that is in flight while a page is open has the time that a person needs there. Whether it
    /// ever ends, only the server can say: the wait is bounded, and the call can be stopped meanwhile.
    pub(super) fn wait_on_page(&self, page: ElicitationPage) {
        let Some(done) = page.done.clone() else { return };
        let connection = self.clone();
        tokio::spawn(async move {
            let resting = connection.rpc.pause_deadlines();
            let finished = tokio::select! {
                () = done.cancelled() => true,
                () = connection.rpc.failed() => false,
                () = tokio::time::sleep(limits::URL_ELICITATION_TIMEOUT) => false,
            };
            drop((resting, page));
            if finished {
                let words = say!("log-link-done");
                connection.rpc.log().add(LogSource::Host, None, &words);
            }
        });
    }

    /// Pages that have to be opened before a call is made: 2025-11-25 says so with an error (ELI-27).
    ///
    /// # Errors
    /// `protocol.broken` when it names none, `protocol.input_required` when one was not opened.
    pub(super) async fn url_elicitations_first(
        &self,
        data: Option<&RawValue>,
        cause: Option<u64>,
        cancelled: &CancellationToken,
    ) -> Result<Vec<ElicitationPage>> {
        #[derive(Deserialize)]
        struct Pages {
            elicitations: Vec<Box<RawValue>>,
        }
        let pages = data.and_then(|data| serde_json::from_str::<Pages>(data.get()).ok());
        let Some(pages) =
            pages.filter(|pages| (1..=limits::INPUT_REQUESTS).contains(&pages.elicitations.len()))
        else {
            return Err(self.invalid_result(&say!("link-missing")));
        };
        let mut all = Vec::new();
        for page in pages.elicitations {
            let server_request =
                self.server_request("elicitation/create".to_owned(), page, cause, cancelled.clone());
            let page = self.elicitation_page(&server_request);
            // Only addresses may be among these.
            if page.is_none() {
                return Err(self.invalid_result(&say!("link-only")));
            }
            let asked = self.ask_host(server_request);
            let Some(answer) = self.while_wanted(cancelled, asked).await else {
                return Err(self.no_longer_asked(cancelled).await);
            };
            match opened(page, answer.as_ref().ok()) {
                Some(page) => all.push(page),
                None => return Err(self.url_elicitation_first()),
            }
        }
        Ok(all)
    }

    /// Waits until the person is done on these pages, or the server says so of all of them.
    ///
    /// # Errors
    /// `call.cancelled`; `protocol.input_required` when the person gives it up.
    pub(super) async fn url_elicitation_done(
        &self,
        pages: &[ElicitationPage],
        cause: Option<u64>,
        cancelled: &CancellationToken,
    ) -> Result<()> {
        let over = cancelled.child_token();
        let _guard = over.clone().drop_guard();
        let visit = UrlElicitationVisit {
            urls: pages.iter().map(|page| page.url.clone()).collect(),
            cause,
            over,
        };
        let said = async {
            for page in pages {
                match &page.done {
                    Some(done) => done.cancelled().await,
                    None => std::future::pending().await,
                }
            }
        };
        let again = tokio::select! {
            biased;
            () = cancelled.cancelled() => return Err(self.stopped()),
            () = self.rpc.failed() => return Ok(()),
            () = said => true,
            again = self.session.host.url_elicitation_done(visit) => again,
        };
        match again {
            _ if cancelled.is_cancelled() => Err(self.stopped()),
            true => Ok(()),
            false => Err(self.url_elicitation_first()),
        }
    }

    fn url_elicitation_first(&self) -> Error {
        Error::new(Code::InputRequired, say!("link-first", server = self.rpc.label()))
            .remedy(say!("link-first-remedy"))
    }
}

/// The page that a question was answered by opening, if it was.
pub(super) fn opened(page: Option<ElicitationPage>, answer: Option<&Value>) -> Option<ElicitationPage> {
    page.filter(|_| answer.is_some_and(|answer| answer["action"] == "accept"))
}

/// The time of a request within which a page was opened: a server may answer it only when the person is done there.
pub(super) fn patience(time: Duration, pages: &[ElicitationPage]) -> Duration {
    match pages.is_empty() {
        true => time,
        false => time.max(limits::URL_ELICITATION_TIMEOUT),
    }
}
