//! The gate: what waits for a person, what was shown, what was answered, and the permits that follow from it.
//!
//! Effects take a [`Permit`] by value, and only this module can make one (S-05): from the answer to a question that
//! showed what is proposed ([`Gate::ask`]), from an allowing verdict of [`crate::policy`], or from a rule that stands
//! beside its type. The window can ask and answer; it cannot decide: an answer counts only with the digest of what is
//! shown now, its one-use nonce, and after the request has been in front of a person for [`crate::limits::GUARD`]
//! (S-27, S-33).
//!
//! A new question is one file in `proposed/`; a new kind of question is also a variant of [`portcullis_domain::Asked`], and its
//! answers in `answers.rs`.

mod answers;
mod cooldown;
mod gate;
mod permit;
mod proposal;
mod proposed;
mod queued;
pub mod sampling;
#[cfg(test)]
mod tests;

pub use gate::{EndedEntry, Gate, Receipt, Waiting};
pub use permit::Permit;
pub use proposal::{Ask, Decision, Edit, Edited, GateAnswer, Proposal, RecordedAnswer};
pub use proposed::*;
