//! A request that waits, as its caller sees it.

use super::Gate;
use crate::consent::proposal::{self, Decision, Proposal, RecordedAnswer};
use crate::limits;
use portcullis_core::{Code, Error, Result};
use portcullis_domain::{EndedBy, Request};
use portcullis_l10n::say;
use tokio::sync::oneshot;
use tokio::time::Instant;

/// A request that waits. Dropping it withdraws the request.
pub struct Waiting<T: Proposal> {
    pub(super) gate: Gate,
    /// The request as it was first shown.
    pub request: Request,
    pub(super) answer: oneshot::Receiver<(RecordedAnswer, T)>,
    pub(super) deadline: Instant,
}

impl<T: Proposal> Waiting<T> {
    /// Waits for the answer, and for the permit that it gives.
    ///
    /// # Errors
    /// `consent.expired` when it is not answered in time.
    pub async fn decided(&mut self) -> Result<Decision<T>> {
        match tokio::time::timeout_at(self.deadline, &mut self.answer).await {
            Ok(Ok((answered, proposal))) => Ok(proposal::decided(answered, proposal)),
            Ok(Err(_)) if self.request.expires_at <= self.gate.clock.now() => Err(too_late()),
            Ok(Err(_)) => Err(Error::new(Code::ConsentExpired, say!("answer-withdrawn"))),
            Err(_) => {
                self.gate.end(&self.request.id, EndedBy::Expired, |_| true);
                Err(too_late())
            }
        }
    }

    /// Takes the request back because a standing permission answers it. Not one that the person changed: what they
    /// wrote then is what they want to answer, and the permission is for what was there before. `false` when only its own answer counts any more, for that reason or because it is being answered right now.
    #[must_use]
    pub fn give_way(&self) -> bool {
        self.gate
            .end(&self.request.id, EndedBy::Permitted, |item| !item.edited)
    }

    /// Takes the request back because it is asked again with what changed; `false` as for [`Waiting::give_way`]. What is
    /// asked more strictly takes the place of what the person changed as well.
    #[must_use]
    pub fn is_asked_again(&self, stricter: bool) -> bool {
        let gone = self.gate.end(&self.request.id, EndedBy::AskedAgain, |item| {
            stricter || !item.edited
        });
        gone || stricter
    }
}

fn too_late() -> Error {
    Error::new(
        Code::ConsentExpired,
        say!("answer-too-late", minutes = limits::WAITING_FOR.as_secs() / 60),
    )
}

impl<T: Proposal> Drop for Waiting<T> {
    fn drop(&mut self) {
        self.gate.end(&self.request.id, EndedBy::Withdrawn, |_| true);
    }
}
