//! A proposal in the queue, whatever its type.

use super::proposal::{self, Edit, Edited, Proposal, RecordedAnswer};
use portcullis_core::{Result, locked};
use portcullis_domain::Asked;
use serde_json::Value;
use std::sync::{Arc, Mutex};
use tokio::sync::oneshot;

/// A queued proposal with its type erased.
pub(super) trait QueuedProposal: Send {
    /// As [`Proposal::covers`].
    fn covers(&self) -> Value;
    /// As [`Proposal::reach`].
    fn reach(&self, asked: &Asked) -> String;
    /// What edits it; `None` where nothing does.
    fn editing(&self) -> Option<EditJob>;
    /// Gives the answer to the caller.
    fn answer(self: Box<Self>, answered: RecordedAnswer);
}

/// Applies an edit outside of the lock: it may take a while.
pub(super) type EditJob = Box<dyn FnOnce(&str, &str, Asked) -> Result<AmendedProposal> + Send>;

/// The amended proposal that replaces the queued one.
pub(super) struct AmendedProposal {
    pub asked: Asked,
    /// Puts it there.
    pub put: Box<dyn FnOnce() + Send>,
}

pub(super) struct TypedProposal<T> {
    /// There until it is answered.
    proposal: Arc<Mutex<Option<T>>>,
    edit: Option<Edit<T>>,
    reply: oneshot::Sender<(RecordedAnswer, T)>,
}

impl<T> TypedProposal<T> {
    pub fn new(proposal: T, edit: Option<Edit<T>>, reply: oneshot::Sender<(RecordedAnswer, T)>) -> Self {
        Self {
            proposal: Arc::new(Mutex::new(Some(proposal))),
            edit,
            reply,
        }
    }
}

impl<T: Proposal> QueuedProposal for TypedProposal<T> {
    fn covers(&self) -> Value {
        locked(&self.proposal).as_ref().map_or(Value::Null, T::covers)
    }

    fn reach(&self, asked: &Asked) -> String {
        let proposal = locked(&self.proposal);
        proposal
            .as_ref()
            .map(|proposal| proposal.reach(asked))
            .unwrap_or_default()
    }

    fn editing(&self) -> Option<EditJob> {
        let (edit, place) = (self.edit.clone()?, Arc::clone(&self.proposal));
        Some(Box::new(move |server, text, asked| {
            let Edited { proposal, asked } = edit(text, asked)?;
            proposal::check_shown(&proposal, server, &asked)?;
            let put = Box::new(move || *locked(&place) = Some(proposal));
            Ok(AmendedProposal {
                asked: asked.ranked(),
                put,
            })
        }))
    }

    fn answer(self: Box<Self>, answered: RecordedAnswer) {
        let proposal = locked(&self.proposal).take();
        if let Some(proposal) = proposal {
            // The caller may have gone away in this very moment; then there is nothing left to decide.
            _ = self.reply.send((answered, proposal));
        }
    }
}
