//! What was asked at the gate, once it is answered: the permit or why there is none, and what the permit allows between the two
//! parts of its row in the audit log (S-91).

use super::{Inner, views};
use portcullis_approval::consent::{Decision, Permit, Proposal, RecordedAnswer, Waiting};
use portcullis_core::{Code, Error, Result};
use portcullis_domain::Outcome;
use portcullis_l10n::say;
use portcullis_storage::audit::{Ended, Intended};

impl Inner {
    /// The answer to a question about a setting, where the user gave one, and the permit. Closing is not an answer.
    pub(super) async fn setting_decided<T: Proposal>(
        &self,
        waiting: &mut Waiting<T>,
    ) -> (Option<RecordedAnswer>, Result<Permit<T::Effect>>) {
        let decided = tokio::select! {
            biased;
            () = self.closing.cancelled() => Err(Error::new(
                Code::Closing,
                say!("flow-closed"),
            )),
            decided = waiting.decided() => decided,
        };
        match decided {
            Ok(Decision { answered, permit }) => (Some(answered), permit),
            Err(error) => (None, Err(error)),
        }
    }

    /// Does what a permit allows between the two parts of its row, or records why there is none. `words`: why it is done, and how
    /// that ended.
    pub(super) async fn with_row<T, Done: Future<Output = Result<()>>>(
        &self,
        mut row: Intended,
        permit: Result<Permit<T>>,
        words: (String, String),
        effect: impl FnOnce(Permit<T>) -> Done,
    ) -> Result<()> {
        let permit = match permit {
            Ok(permit) => permit,
            Err(error) => return self.audit.once(views::refused_row(row, &error)).await.map(drop),
        };
        row.why = words.0;
        let seq = self.audit.intend(row).await?;
        let done = effect(permit).await;
        let ended = match &done {
            Ok(()) => Ended::new(Outcome::Done, words.1),
            Err(error) => ended_by(error),
        };
        self.audit.end(seq, ended).await?;
        done
    }
}

/// How a row ends after an error: what the person stopped did not fail.
pub(super) fn ended_by(error: &Error) -> Ended {
    let failed = Ended::failed(error);
    match error.code {
        Code::CallCancelled => Ended {
            outcome: Outcome::Cancelled,
            ..failed
        },
        _ => failed,
    }
}
