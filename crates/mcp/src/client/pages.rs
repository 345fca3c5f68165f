//! Pages that a person opened because a server wanted something done there before it goes on with a request of ours.
//! When that is done, only the person knows, and where the revision has a word for it the server (ELI-25, ELI-26): a
//! request that waits for it is made again when one of them says so, and never by itself.

use super::{Connection, ServerRequest, hello};
use crate::limits;
use crate::wire::Wire;
use portcullis_core::{Code, Error, Result};
use portcullis_domain::LogSource;
use serde::Deserialize;
use serde_json::Value;
use serde_json::value::RawValue;
use std::time::Duration;
use tokio_util::sync::CancellationToken;

/// Pages that were opened within one request of ours; asked of the person by [`super::Owner::done_there`].
pub struct Visit {
    /// Their addresses as they were opened. Foreign.
    pub urls: Vec<String>,
    /// The record's number of the call of ours that waits, where that is known.
    pub cause: Option<u64>,
    /// The request was stopped, or its server said that all is done: nobody waits for the answer any more.
    pub over: CancellationToken,
}

/// One page, from when it is asked for until nobody waits for it any more.
pub(super) struct Page {
    url: String,
    /// Ends when the server says that what it wanted there is done; only 2025-11-25 has a word for it (ELI-29).
    done: Option<CancellationToken>,
    /// The server's number of it, which is noted on the wire.
    number: Option<(Wire, String)>,
}

impl Drop for Page {
    fn drop(&mut self) {
        if let Some((wire, number)) = &self.number {
            wire.forget_page(number);
        }
    }
}

#[derive(Deserialize)]
struct Wanted {
    mode: Option<String>,
    url: Option<String>,
    #[serde(rename = "elicitationId")]
    id: Option<String>,
}

impl Connection {
    /// The page that a question is about, if it is about one. Noted before it is opened: the server may be quick.
    pub(super) fn page_of(&self, server_request: &ServerRequest) -> Option<Page> {
        if server_request.method != "elicitation/create"
            || server_request.params.get().len() > limits::INQUIRY_BYTES
        {
            return None;
        }
        let wanted: Wanted = serde_json::from_str(server_request.params.get()).ok()?;
        let url = wanted.url.filter(|_| wanted.mode.as_deref() == Some("url"))?;
        let number = wanted.id.filter(|_| self.session.revision == hello::LEGACY);
        let (done, number) = number
            .and_then(|number| Some((self.wire.page(&number)?, (self.wire.clone(), number))))
            .unzip();
        Some(Page { url, done, number })
    }

    /// A call that goes on at the server while a page is open has the time that a person needs there. Whether it
    /// ever ends, the server says or nobody: the wait is bounded, and the call can be stopped meanwhile.
    pub(super) fn wait_on_page(&self, page: Page) {
        let Some(done) = page.done.clone() else { return };
        let connection = self.clone();
        tokio::spawn(async move {
            let resting = connection.wire.server_request();
            let finished = tokio::select! {
                () = done.cancelled() => true,
                () = connection.wire.failed() => false,
                () = tokio::time::sleep(limits::ON_A_PAGE) => false,
            };
            drop((resting, page));
            if finished {
                let words = "It says that what it wanted on the page is done.";
                connection.wire.log().add(LogSource::Host, None, words);
            }
        });
    }

    /// Pages that have to be opened before a call is made: 2025-11-25 says so with an error (ELI-27).
    ///
    /// # Errors
    /// `protocol.broken` when it names none, `protocol.input_required` when one was not opened.
    pub(super) async fn pages_first(
        &self,
        data: Option<&RawValue>,
        cause: Option<u64>,
        cancelled: &CancellationToken,
    ) -> Result<Vec<Page>> {
        #[derive(Deserialize)]
        struct Pages {
            elicitations: Vec<Box<RawValue>>,
        }
        let pages = data.and_then(|data| serde_json::from_str::<Pages>(data.get()).ok());
        let Some(pages) =
            pages.filter(|pages| (1..=limits::ASKED_AT_ONCE).contains(&pages.elicitations.len()))
        else {
            return Err(self.odd("it wants a page opened and names none"));
        };
        let mut all = Vec::new();
        for page in pages.elicitations {
            let server_request =
                self.server_request("elicitation/create".to_owned(), page, cause, cancelled.clone());
            let page = self.page_of(&server_request);
            // Only addresses may be among these.
            let answer = match &page {
                Some(_) => self.inquire(server_request).await,
                None => return Err(self.odd("it wants something else than a page opened first")),
            };
            if cancelled.is_cancelled() {
                return Err(self.stopped());
            }
            match opened(page, answer.as_ref().ok()) {
                Some(page) => all.push(page),
                None => return Err(self.first_the_page()),
            }
        }
        Ok(all)
    }

    /// Waits until the person is done on these pages, or the server says so of all of them.
    ///
    /// # Errors
    /// `call.cancelled`; `protocol.input_required` when the person gives it up.
    pub(super) async fn done_there(
        &self,
        pages: &[Page],
        cause: Option<u64>,
        cancelled: &CancellationToken,
    ) -> Result<()> {
        let over = cancelled.child_token();
        let _guard = over.clone().drop_guard();
        let visit = Visit {
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
            () = self.wire.failed() => return Ok(()),
            () = said => true,
            again = self.session.owner.done_there(visit) => again,
        };
        match again {
            _ if cancelled.is_cancelled() => Err(self.stopped()),
            true => Ok(()),
            false => Err(self.first_the_page()),
        }
    }

    fn first_the_page(&self) -> Error {
        Error::new(
            Code::InputRequired,
            format!(
                "“{}” wants something done on a page in your browser first. The call was not made.",
                self.wire.label()
            ),
        )
        .remedy("Finish there and run it again.")
    }
}

/// The page that a question was answered by opening, if it was.
pub(super) fn opened(page: Option<Page>, answer: Option<&Value>) -> Option<Page> {
    page.filter(|_| answer.is_some_and(|answer| answer["action"] == "accept"))
}

/// The time of a request within which a page was opened: a server may answer it only when the person is done there.
pub(super) fn patience(time: Duration, pages: &[Page]) -> Duration {
    match pages.is_empty() {
        true => time,
        false => time.max(limits::ON_A_PAGE),
    }
}
