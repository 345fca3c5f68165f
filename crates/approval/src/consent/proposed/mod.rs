//! What can be proposed, one file each: what a question about it must show, which answers let it happen, and what
//! happens then.

mod act;
mod call;
mod definition;
mod export;
mod fetch;
mod form;
mod import;
mod link;
mod reading;
mod retry;
mod review;
mod roots;
mod sampling;
mod server;
mod setting;
mod sign_in;
mod start;

pub use act::ProposedAct;
pub use call::{AnsweredCall, CallQuestion, StandingGrant, as_shown};
pub use definition::{AcceptedDefinition, ProposedDefinition};
pub use export::ProposedExport;
pub use fetch::{PLACEHOLDER, ProposedFetch, TrialStart};
pub use form::{FormContent, ProposedForm};
pub use import::ProposedImport;
pub use link::{OpenUrl, ProposedLink};
pub use reading::{ProposedPrompt, ProposedRead};
pub use retry::ProposedRetry;
pub use review::ProposedReview;
pub use roots::{ProposedRoots, SharedRoots};
pub use sampling::{HandOver, ModelRequest, ProposedHandOver, ProposedSampling, SamplingStep};
pub use server::{ProposedServer, SaveServer};
pub use setting::{ProposedClass, ProposedProvider, ProposedRegistry};
pub use sign_in::{ProposedSignIn, SignInOption, SignInPermit};
pub use start::{Address, ApprovedStart, Start, StartTarget};
