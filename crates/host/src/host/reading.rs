//! What a person has a server do besides calls: read a resource, fetch a prompt, watch something. Its row is in the
//! record before anything is sent and its outcome after (S-90, S-91); it can be stopped, and it ends in time.

use super::offers::Reached;
use super::{Entry, Inner, blocking, locked, views};
use crate::limits;
use futures::FutureExt;
use portcullis_api::{FetchedPrompt, ReadResource};
use portcullis_catalog::content::BodyKind;
use portcullis_core::{Code, Error, Result, text};
use portcullis_domain::{Outcome, Payload, RecordKind};
use portcullis_l10n::say;
use portcullis_mcp::client::Deadlines;
use portcullis_storage::audit::{Ended, Intended};
use serde::Deserialize;
use serde_json::Value;
use serde_json::value::RawValue;
use std::borrow::Cow;
use std::collections::VecDeque;
use std::panic::AssertUnwindSafe;
use std::sync::{Arc, Mutex};
use std::time::Duration;
use tokio::time::Instant;

/// What was read and fetched last, to be looked at and put into conversations.
#[derive(Default)]
pub(crate) struct Readings(Mutex<VecDeque<PendingRead>>);

/// One of them.
struct PendingRead {
    what: Readable,
    handles: Vec<String>,
    bytes: u64,
}

/// What was read or fetched.
#[derive(Clone)]
pub(super) enum Readable {
    Resource(Arc<ReadResource>),
    Prompt(Arc<FetchedPrompt>),
}

impl Readable {
    fn id(&self) -> &str {
        match self {
            Self::Resource(read) => &read.id,
            Self::Prompt(fetched) => &fetched.id,
        }
    }
}

/// Something to be sent, with how it reads in the record.
pub(super) struct RecordedRequest {
    pub method: &'static str,
    pub params: Value,
    pub kind: RecordKind,
    pub what: String,
}

/// A reply and its row.
pub(super) struct Replied {
    pub raw: Box<RawValue>,
    /// Number of the row.
    pub seq: u64,
    /// Questions were answered on the way, as far as can be told.
    pub asked_back: bool,
}

/// Handles of what one reply brought.
#[derive(Default)]
pub(super) struct Handles {
    handles: Vec<String>,
    bytes: u64,
}

impl Inner {
    /// Sends what a person wants and waits for the whole reply. `settle` reads it, and says in one line what came
    /// back. Its caller may go away: the row gets its outcome all the same.
    pub(super) async fn exchange<T, F>(
        self: &Arc<Self>,
        entry: &Arc<Entry>,
        reached: Reached,
        exchange: RecordedRequest,
        settle: F,
    ) -> Result<T>
    where
        T: Send + 'static,
        F: FnOnce(&Inner, Replied) -> (T, String) + Send + 'static,
    {
        // Whatever is written about it rests on knowing what in it is a secret (S-88).
        self.secrets_known().await;
        let (host, entry) = (Arc::clone(self), Arc::clone(entry));
        let task = self.calls.tasks.spawn(async move {
            let began = Instant::now();
            let row = Intended {
                why: say!("reading-why"),
                sent: Some(exchange.params.clone()),
                outcome: None,
                ..views::row_by_you_about(&entry, exchange.kind, exchange.what)
            };
            let seq = host.audit.intend(row).await?;
            let work = host.carry_out(&entry, reached, exchange.method, exchange.params, seq, settle);
            let done = AssertUnwindSafe(work)
                .catch_unwind()
                .await
                .unwrap_or_else(|_| Err(Error::internal("reading panicked")));
            let ended = match &done {
                Ok((_, came_back)) => Ended {
                    came_back: Some(came_back.clone()),
                    ..Ended::new(Outcome::Done, say!("outcome-done"))
                },
                Err(error) if matches!(error.code, Code::CallCancelled | Code::Closing) => {
                    Ended::new(Outcome::Cancelled, error.code.in_words())
                }
                Err(error) => Ended::failed(error),
            };
            let duration = u64::try_from(began.elapsed().as_millis()).ok();
            host.record_end(seq, Ended { duration, ..ended }).await;
            done.map(|(read, _)| read)
        });
        task.await.map_err(Error::internal)?
    }

    async fn carry_out<T, F>(
        self: &Arc<Self>,
        entry: &Entry,
        reached: Reached,
        method: &'static str,
        params: Value,
        seq: u64,
        settle: F,
    ) -> Result<(T, String)>
    where
        T: Send + 'static,
        F: FnOnce(&Inner, Replied) -> (T, String) + Send + 'static,
    {
        let limits = entry.limits();
        let deadlines = Deadlines {
            idle: Duration::from_secs(limits.idle_seconds.into()),
            total: Duration::from_secs(limits.total_seconds.into()),
        };
        let cancelled = entry.offers.stoppable();
        // The end of the host ends it as well.
        let rounds = reached.connection.rounds();
        let asked = reached
            .connection
            .ask(method, params, deadlines, &cancelled, |_| {});
        let Some(raw) = self.closing.run_until_cancelled(asked).await else {
            return Err(Error::new(Code::Closing, say!("reading-closed")));
        };
        let raw = raw?;
        whole(&entry.label(), &raw)?;
        let asked_back = reached.connection.rounds() != rounds;
        let replied = Replied { raw, seq, asked_back };
        if replied.raw.get().len() <= crate::limits::RESULT_IN_PLACE {
            return Ok(settle(self, replied));
        }
        let host = Arc::clone(self);
        blocking(move || settle(&host, replied)).await
    }

    /// Keeps bytes of a reply for looking at.
    pub(super) fn keep(&self, kept: &mut Handles, kind: BodyKind, bytes: Cow<'_, [u8]>) -> Payload {
        let payload = self.calls.payloads.keep(kind, bytes);
        kept.handles.push(payload.handle.clone());
        kept.bytes += payload.bytes;
        payload
    }

    /// Keeps what was read, and lets the oldest go.
    pub(super) fn keep_reading(&self, what: Readable, kept: Handles) {
        let (most, most_bytes) = limits::READINGS;
        let mut readings = locked(&self.readings.0);
        readings.push_back(PendingRead {
            what,
            handles: kept.handles,
            bytes: kept.bytes,
        });
        // The newest stays whatever it costs: it is about to be shown.
        while readings.len() > 1
            && (readings.len() > most
                || readings.iter().map(|reading| reading.bytes).sum::<u64>() > most_bytes as u64)
        {
            if let Some(old) = readings.pop_front() {
                self.calls.payloads.forget(&old.handles);
            }
        }
    }

    /// What was read or fetched, as long as it is kept.
    pub(super) fn reading(&self, id: &str) -> Option<Readable> {
        locked(&self.readings.0)
            .iter()
            .find(|reading| reading.what.id() == id)
            .map(|reading| reading.what.clone())
    }
}

/// A reply that asks for something instead of answering is no reply to what was asked.
fn whole(label: &str, raw: &RawValue) -> Result<()> {
    #[derive(Deserialize)]
    #[serde(rename_all = "camelCase")]
    struct Kind<'a> {
        #[serde(borrow, default)]
        result_type: Option<Cow<'a, str>>,
    }
    let kind = serde_json::from_str::<Kind<'_>>(raw.get()).ok();
    match kind.and_then(|kind| kind.result_type) {
        None => Ok(()),
        Some(kind) if kind == "complete" => Ok(()),
        Some(kind) => {
            let kind: String = kind.chars().take(64).collect();
            Err(Error::new(
                Code::InputRequired,
                say!(
                    "reading-needs-more",
                    server = label,
                    kind = text::escape_line(&kind).text
                ),
            )
            .remedy(say!("reading-needs-more-remedy")))
        }
    }
}
