//! The gate: what waits for a person, what was shown, what was answered, and the permits that follow from it.
//!
//! Effects take a permit by value, and only this module can make one (S-05). The window can ask and answer;
//! it cannot decide: an answer counts only with the digest of what is shown now, its one-use nonce, and after
//! the request has been in front of a person for [`crate::limits::GUARD`] (S-27, S-33).

mod gate;
pub mod permit;
pub mod sampling;
mod sign_in;

pub use gate::{Ask, Decision, Edit, Edited, Gate, Receipt, Waiting};
pub use permit::{
    CallPermit, ClassPermit, FormPermit, HandOverPermit, LaunchPermit, OpenPermit, PromptPermit,
    ProposedCall, ProposedClass, ProposedPrompt, ProposedProvider, ProposedRead, ProviderPermit, ReadPermit,
    RootsPermit, SamplingPermit, as_shown,
};
pub use sign_in::{Reviewed, SignInPermit};
