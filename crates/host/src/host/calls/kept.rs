//! Calls that run and the last ones that ended, with their results.

use crate::host::results::Payloads;
use crate::host::{Inner, locked};
use crate::limits;
use portcullis_api::HostEvent;
use portcullis_approval::consent::RecordedAnswer;
use portcullis_core::text::{ForeignText, escape_line, quotable};
use portcullis_core::{Code, Error, Result};
use portcullis_domain::{CallState, CallView, Foreign, Progress};
use portcullis_l10n::say;
use portcullis_mcp::transport::ProgressNote;
use std::collections::VecDeque;
use std::sync::{Arc, Mutex};
use tokio::sync::watch;
use tokio::time::Instant;
use tokio_util::sync::CancellationToken;
use tokio_util::task::TaskTracker;

/// Calls that run and the last ones that ended.
#[derive(Default)]
pub(crate) struct Calls {
    pub(super) kept: Mutex<VecDeque<Arc<Live>>>,
    pub(in crate::host) payloads: Payloads,
    /// What has a row to finish before the record is closed.
    pub(in crate::host) tasks: TaskTracker,
}

/// One call.
pub(crate) struct Live {
    pub(super) id: String,
    pub(in crate::host) view: Mutex<CallView>,
    /// Handles of what it brought back.
    pub(super) payloads: Mutex<Vec<String>>,
    pub(in crate::host) cancel: CancellationToken,
    pub(in crate::host) ended: watch::Sender<bool>,
    pub(in crate::host) conversation: Option<String>,
    pub(super) emitted_at: Mutex<Instant>,
    /// When it was sent, by the monotonic clock.
    pub(super) sent: Mutex<Option<std::time::Instant>>,
    /// A no that is not in the record yet.
    pub(super) answered: Mutex<Option<RecordedAnswer>>,
}

impl Calls {
    pub(in crate::host) fn find(&self, id: &str) -> Result<Arc<Live>> {
        // Most lookups are for one of the last.
        let found = locked(&self.kept)
            .iter()
            .rev()
            .find(|live| live.id == id)
            .cloned();
        found.ok_or_else(|| Error::new(Code::NotFound, say!("call-not-kept")))
    }

    /// The call with this number in the record, and the raw name of its tool as a person may see it.
    pub(in crate::host) fn of_record(&self, seq: u64) -> Option<(String, Foreign)> {
        let live = self.with_record(seq)?;
        let view = locked(&live.view);
        let tool = quotable(escape_line(&view.tool));
        Some((view.id.clone(), tool))
    }

    /// The call with this number in the record.
    pub(in crate::host) fn with_record(&self, seq: u64) -> Option<Arc<Live>> {
        let kept = locked(&self.kept);
        let mut latest_first = kept.iter().rev();
        latest_first
            .find(|live| locked(&live.view).record == Some(seq))
            .cloned()
    }

    pub(in crate::host) fn add(&self, live: &Arc<Live>) {
        let mut kept = locked(&self.kept);
        kept.push_back(Arc::clone(live));
        // The oldest that have ended go first; one that runs stays whatever it costs.
        while kept.len() > limits::CALLS || self.payloads.bytes() > limits::RESULTS_BYTES as u64 {
            let Some(old) = kept.iter().position(|live| *live.ended.borrow()) else {
                break;
            };
            let Some(live) = kept.remove(old) else { break };
            let handles = std::mem::take(&mut *locked(&live.payloads));
            self.payloads.forget(&handles);
        }
    }

    /// The calls of a server that were sent and have no answer yet: their rows, and when they end.
    pub(in crate::host) fn running_at(&self, server: &str) -> Vec<(u64, watch::Receiver<bool>)> {
        let kept = locked(&self.kept);
        let running = kept.iter().filter_map(|live| {
            let view = locked(&live.view);
            let here = view.server == server && view.state == CallState::Running;
            view.record
                .filter(|_| here)
                .map(|record| (record, live.ended.subscribe()))
        });
        running.collect()
    }

    /// Whether another call of the same server, or a task of it, was in flight at any time since one was sent.
    pub(super) fn overlapped(&self, call: &Live) -> bool {
        let (server, sent_at) = {
            let view = locked(&call.view);
            (view.server.clone(), view.sent_at)
        };
        let kept = locked(&self.kept);
        kept.iter().any(|other| {
            let view = locked(&other.view);
            // Most ended before, which is told by numbers.
            view.ended_at.is_none_or(|end| Some(end) >= sent_at)
                && view.sent_at.is_some()
                && view.server == server
                && other.id != call.id
        })
    }

    pub fn cancel_all(&self) {
        for live in locked(&self.kept).iter() {
            live.cancel.cancel();
        }
    }

    pub fn cancel_in(&self, conversation: &str) {
        for live in locked(&self.kept)
            .iter()
            .filter(|live| live.conversation.as_deref() == Some(conversation))
        {
            live.cancel.cancel();
        }
    }

    /// Waits until every outcome is in the record.
    pub async fn settled(&self) {
        self.tasks.close();
        if tokio::time::timeout(limits::QUIT, self.tasks.wait())
            .await
            .is_err()
        {
            tracing::warn!("some calls had no outcome when the host closed; the record will say interrupted");
        }
    }
}

impl Live {
    pub(in crate::host) fn new(
        view: CallView,
        cancel: CancellationToken,
        conversation: Option<String>,
    ) -> Arc<Self> {
        Arc::new(Self {
            id: view.id.clone(),
            view: Mutex::new(view),
            payloads: Mutex::default(),
            cancel,
            ended: watch::Sender::new(false),
            conversation,
            emitted_at: Mutex::new(Instant::now()),
            sent: Mutex::default(),
            answered: Mutex::default(),
        })
    }

    pub(in crate::host) fn change(&self, host: &Inner, change: impl FnOnce(&mut CallView)) {
        change(&mut locked(&self.view));
        self.tell(host);
    }

    /// As it is now, for everything but an answer about this call.
    pub(in crate::host) fn without_result(&self) -> CallView {
        let mut view = locked(&self.view);
        // A result can be large, and the copy has no use for it.
        let result = view.result.take();
        let copy = view.clone();
        view.result = result;
        copy
    }

    pub(in crate::host) fn tell(&self, host: &Inner) {
        *locked(&self.emitted_at) = Instant::now();
        host.emit(HostEvent::Call {
            call: self.without_result(),
        });
    }

    pub(in crate::host) fn progress(&self, host: &Inner, note: ProgressNote) {
        let message = note
            .message
            .map(|message| ForeignText::new(message).first_line(200));
        locked(&self.view).progress = Some(Progress {
            value: note.value,
            total: note.total,
            message,
        });
        if locked(&self.emitted_at).elapsed() >= limits::EVENT_THROTTLE {
            self.tell(host);
        }
    }
}
