//! What all questions of servers have in common: how many there may be, what they belong to, how they are put to the
//! person, and how one without an answer reads in the record.

use super::{Entry, Inner, locked, views};
use crate::limits;
use portcullis_approval::consent::{Ask, Decision, Proposal, RecordedAnswer};
use portcullis_core::{Code, Error, Result};
use portcullis_domain::{Cause, RecordKind};
use portcullis_l10n::say;
use portcullis_storage::audit::{Ended, Intended};
use std::sync::Arc;
use tokio_util::sync::CancellationToken;

impl Inner {
    /// Counts a question of a server and says whether there were too many recently (ELI-07, UIC-08). The first that is
    /// too many has a row; those after it have none, or a flood would be in the record instead of at the gate.
    pub(super) async fn asks_too_often(&self, entry: &Entry) -> Result<bool> {
        let before = {
            let mut asked = locked(&entry.asked);
            let before = asked.within(limits::INQUIRIES_WINDOW);
            if before <= limits::INQUIRIES {
                asked.add();
            }
            before
        };
        if before == limits::INQUIRIES {
            let row = Intended {
                why: say!(
                    "questions-flood-why",
                    server = entry.label(),
                    times = limits::INQUIRIES
                ),
                outcome: Some((views::refused(Code::ConsentBusy), say!("questions-flood-outcome"))),
                ..views::row_by_server(entry, RecordKind::Refusal, say!("questions-flood-row"))
            };
            self.audit.once(row).await?;
        }
        Ok(before >= limits::INQUIRIES)
    }

    /// The call of ours that a question belongs to, by its number in the record.
    pub(super) fn cause_of(&self, record: Option<u64>) -> Option<Cause> {
        let record = record?;
        let (call, tool) = self.calls.of_record(record).unzip();
        Some(Cause {
            record,
            call,
            tool,
            asked_by: None,
        })
    }

    /// A no that a server may tell in words of its own, or not at all: the call that it belongs to says it in ours.
    pub(super) fn note_declined(&self, cause: Option<u64>, sentence: String) {
        if let Some(live) = cause.and_then(|record| self.calls.with_record(record)) {
            live.change(self, |call| call.denied.push(sentence));
        }
    }

    /// Puts a question to the person and waits for the answer.
    ///
    /// # Errors
    /// `consent.busy`, `consent.embargo`, `consent.expired`; `host.closing`; `consent.taken_back` when the server
    /// wants no answer any more (CAN-06). The question is gone from the gate then.
    pub(super) async fn put_question<T: Proposal>(
        &self,
        ask: Ask<T>,
        gone: &CancellationToken,
    ) -> Result<Decision<T>> {
        let label = ask.server.label.clone();
        let mut waiting = self.gate.ask(ask)?;
        tokio::select! {
            biased;
            // What ends everything is looked at first: a request that was only closed was not dismissed.
            () = self.closing.cancelled() => Err(Error::new(
                Code::Closing,
                say!("questions-closed"),
            )),
            () = gone.cancelled() => Err(Error::new(
                Code::ConsentTakenBack,
                say!("questions-withdrawn", server = label),
            )),
            decided = waiting.decided() => decided,
        }
    }

    /// Records how a question ended, without holding up its answer. Closing the host waits for it. A person who answered is told
    /// when the row is there.
    pub(super) fn question_ended(self: &Arc<Self>, seq: u64, ended: Ended, answered: Option<RecordedAnswer>) {
        let host = Arc::clone(self);
        self.calls.tasks.spawn(async move {
            host.record_end(seq, ended).await;
            if let Some(answered) = answered {
                answered.is_kept();
            }
        });
    }
}

/// How a question ended without an answer.
pub(super) fn unanswered(error: &Error) -> Ended {
    Ended {
        why: Some(error.sentence.clone()),
        ..Ended::new(views::refused(error.code), error.code.in_words())
    }
}

#[cfg(test)]
mod tests;
