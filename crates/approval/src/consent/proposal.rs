//! What is proposed to a person, and what their answer makes of it.

use super::Permit;
use portcullis_core::{Code, Error, Result};
use portcullis_domain::{Answer, Asked, AskedBy, ServerRef};
use portcullis_l10n::say;
use serde_json::Value;
use std::sync::Arc;
use tokio::sync::watch;

mod sealed {
    /// Only what is proposed in this crate can be a [`Proposal`](super::Proposal): another one could hand an answer on.
    pub trait Sealed {}
}
pub(super) use sealed::Sealed;

/// An answer that a person gave to a question that waited at the gate. The gate alone makes one.
pub struct GateAnswer<'a>(&'a Answer);

impl<'a> GateAnswer<'a> {
    pub(in crate::consent) fn new(answer: &'a Answer) -> Self {
        Self(answer)
    }

    pub(in crate::consent) fn get(&self) -> &'a Answer {
        self.0
    }
}

/// An effect that needs approval. The gate keeps it while the request is pending; the caller gets a permit for it back,
/// or none.
pub trait Proposal: Sealed + Send + Sized + 'static {
    /// What a permit is for after approval.
    type Effect;

    /// Everything that a yes would let happen, for the digest of the question; nothing secret.
    fn covers(&self) -> Value;

    /// Whether a question about this server shows it. The gate asks no other question about it.
    fn is_shown(&self, server: &str, asked: &Asked) -> bool;

    /// How far a yes to this question goes, in a sentence that it shows.
    fn reach(&self, asked: &Asked) -> String;

    /// The permit that an answer gives.
    ///
    /// # Errors
    /// `consent.denied`, and what was not done, for every answer that gives none.
    fn permit(self, answer: GateAnswer<'_>) -> Result<Permit<Self::Effect>>;
}

/// A proposal as it reads after an edit.
pub struct Edited<T> {
    /// What would be done now.
    pub proposal: T,
    /// What shows it.
    pub asked: Asked,
}

/// Makes another proposal of what a person typed, and of what is shown now; errors are shown and change nothing. It may
/// take a while: a schema is hostile input, so it runs in a thread of its own.
pub type Edit<T> = Arc<dyn Fn(&str, Asked) -> Result<Edited<T>> + Send + Sync>;

/// A question for a person.
pub struct Ask<T> {
    /// The server it is about.
    pub server: ServerRef,
    /// Who wants it.
    pub asked_by: AskedBy,
    /// The question in our words.
    pub question: String,
    /// What is shown.
    pub asked: Asked,
    /// What a yes would let happen.
    pub proposal: T,
    /// How it may be edited.
    pub edit: Option<Edit<T>>,
    /// A person pressed for it, so earlier denials do not count against it (S-37).
    pub pressed_for: bool,
}

/// What a person said no to with one press.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum DenialReach {
    /// This request.
    This,
    /// All that waited from its server.
    Server,
    /// All that waited and ran.
    Everything,
    /// This request, without asking a person.
    Unasked,
}

/// How an answer was given.
#[derive(Debug, Clone, Copy)]
pub(super) struct AnswerManner {
    /// What was proposed had been edited.
    pub edited: bool,
    /// The description of the tool was open.
    pub reviewed: bool,
    /// What a no was said to.
    pub denial: DenialReach,
}

/// An answer that counted, for the record. It lets nothing happen: that is for the permit beside it.
#[derive(Debug, Clone)]
pub struct RecordedAnswer {
    answer: Answer,
    digest: String,
    manner: AnswerManner,
    kept: Arc<watch::Sender<bool>>,
}

impl RecordedAnswer {
    /// With what waits until it is kept.
    pub(super) fn new(answer: Answer, digest: String, manner: AnswerManner) -> (Self, watch::Receiver<bool>) {
        let (kept, waits) = watch::channel(false);
        let answered = Self {
            answer,
            digest,
            manner,
            kept: Arc::new(kept),
        };
        (answered, waits)
    }

    /// The answer.
    #[must_use]
    pub fn answer(&self) -> &Answer {
        &self.answer
    }

    /// Digest of what was on the screen and of what it proposed.
    #[must_use]
    pub fn digest(&self) -> &str {
        &self.digest
    }

    /// The person edited what was proposed before they answered.
    #[must_use]
    pub fn is_edited(&self) -> bool {
        self.manner.edited
    }

    /// The description of the tool was open when they answered.
    #[must_use]
    pub fn is_reviewed(&self) -> bool {
        self.manner.reviewed
    }

    /// Why something was not done, with what else was denied by the same press: a no to one request and a no to all of a
    /// server read differently in the record.
    #[must_use]
    pub fn in_record(&self, no: String) -> String {
        match self.manner.denial {
            DenialReach::This => no,
            DenialReach::Server => say!("denied-with-server", denied = no),
            DenialReach::Everything => say!("denied-with-everything", denied = no),
            DenialReach::Unasked => say!("denied-unasked"),
        }
    }

    /// What was decided is on the disk, so the caller may be told. Letting go of the last copy says the same.
    pub fn is_kept(&self) {
        self.kept.send_replace(true);
    }
}

/// What a person answered, and the permit that it gives.
#[derive(Debug)]
pub struct Decision<T: Proposal> {
    /// The answer.
    pub answered: RecordedAnswer,
    /// For what was shown when it was given; why not, for an answer that lets nothing happen.
    pub permit: Result<Permit<T::Effect>>,
}

/// The permit that an answer gives, or why it gives none, as the record says it.
pub(super) fn decided<T: Proposal>(answered: RecordedAnswer, proposal: T) -> Decision<T> {
    let permit = proposal
        .permit(GateAnswer::new(answered.answer()))
        .map_err(|mut error| {
            error.sentence = answered.in_record(error.sentence);
            if answered.manner.denial == DenialReach::Unasked {
                error.code = Code::ConsentNobody;
            }
            error
        });
    Decision { answered, permit }
}

/// A no, with what was not done.
pub(super) fn denied(sentence: String) -> Error {
    Error::new(Code::ConsentDenied, sentence)
}

/// The permit of a plain yes. Every other answer is a no, with this sentence.
pub(super) fn plain_yes<T>(proposed: T, answer: GateAnswer<'_>, sentence: String) -> Result<Permit<T>> {
    match answer.get() {
        Answer::AllowOnce {} => Ok(Permit::new(proposed)),
        _ => Err(denied(sentence)),
    }
}

/// Nothing is proposed that the question does not show.
///
/// # Errors
/// `internal`.
pub(super) fn check_shown<T: Proposal>(proposal: &T, server: &str, asked: &Asked) -> Result<()> {
    match proposal.is_shown(server, asked) {
        true => Ok(()),
        false => Err(Error::internal("a question does not show what it proposes")),
    }
}
