//! Decides whether a call may happen: one pure function of plain data.
//!
//! It reads no clock, asks no questions and stores nothing. `calls` asks it before every call, `consent` asks for what
//! may be offered with a yes. Whatever is not plainly allowed is asked, and whatever is in doubt is a no.

mod call;
mod conditions;
pub mod data_flow;
mod grant_offers;
mod grant_scope;
mod symlinks;
mod words;

use portcullis_core::error::Code;
use portcullis_core::ids::ServerId;
use portcullis_domain::{DefinitionState, FlowMeeting, Scope};
use portcullis_l10n::say;

pub use call::{Allowed, ProposedCall};
pub use conditions::{Condition, ConditionTest};
pub use grant_offers::{Asker, offers};
pub use grant_scope::{GrantScope, GrantScopeOffer, paths};
pub use symlinks::SymlinkState;
pub use words::in_words;

/// How long [`Scope::Hour`] is, in milliseconds.
pub const HOUR: u64 = 3_600_000;

/// Who wants a call.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Caller<'a> {
    /// The person at this computer, by hand, in the terminal: they typed the call.
    Person,
    /// The person by hand, as the main page of the window says. A page that was taken over says so too.
    Window {
        /// Random for each start of Portcullis.
        session: &'a str,
    },
    /// A model.
    Model {
        /// The conversation it speaks in.
        conversation: &'a str,
    },
}

/// A standing permission or denial, tied to one tool of one server in one definition (S-46, S-51).
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Grant {
    /// Random.
    pub id: String,
    /// The server it is for.
    pub server: ServerId,
    /// Raw tool name, compared byte for byte.
    pub tool: String,
    /// Digest of the definition the person saw.
    pub digest: String,
    /// How far it reaches.
    pub scope: Scope,
    /// The conversation of [`Scope::Conversation`], or the session of [`Scope::Session`].
    pub conversation: Option<String>,
    /// When it ends, milliseconds since the epoch; needed by [`Scope::Hour`].
    pub ends_at: Option<u64>,
    /// The calls that a yes is for.
    pub narrowed: GrantScope,
    /// A no instead of a yes.
    pub deny: bool,
    /// Taken back.
    pub revoked: bool,
}

/// What was seen during a call of the tool, in this definition, against what its server claims of it.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct SeenAgainst<'a> {
    /// In words.
    pub why: &'a str,
    /// A person let the tool run after it was shown to them.
    pub answered: bool,
}

/// All inputs of a decision.
#[derive(Debug, Clone, Copy)]
pub struct PolicyInput<'a> {
    /// Who wants it.
    pub caller: Caller<'a>,
    /// The call.
    pub call: &'a ProposedCall,
    /// Whether its definition is the one a person knows.
    pub definition: &'a DefinitionState,
    /// Its server says that it only reads.
    pub reads_only: bool,
    /// What was seen against its claims.
    pub against_claims: Option<SeenAgainst<'a>>,
    /// All standing answers, in any order.
    pub grants: &'a [Grant],
    /// Milliseconds since the epoch.
    pub now: u64,
    /// The person has the server turned on.
    pub server_enabled: bool,
    /// The server takes part in the caller's conversation (S-42). Means nothing for a person.
    pub in_conversation: bool,
    /// Where paths among the arguments lead, of those that [`paths`] names.
    pub links: &'a SymlinkState,
    /// The arguments hold a secret of the person.
    pub holds_secret: bool,
    /// Private data, untrusted content and external communication meet in it, as [`data_flow::meet`] says. Means nothing for a person.
    pub flow: Option<&'a FlowMeeting>,
}

/// What is decided, with the reason that goes into the record.
#[derive(Debug, PartialEq)]
pub enum Verdict {
    /// It may happen.
    Allow(Allowed),
    /// A person must be asked.
    Ask {
        /// Why.
        why: String,
    },
    /// It must not happen.
    Deny {
        /// What drivers switch on.
        code: Code,
        /// Why.
        why: String,
    },
}

/// Decides. The first of these that applies:
///
/// 1. The server is off: no, for everyone.
/// 2. A model asks and the server does not take part in its conversation: no (S-42).
/// 3. A living no of the person for this tool: no, for everyone, in whatever order grants are given and however
///    many of them say yes (S-38). A no holds for every definition of the tool: a server must not get around it
///    by changing a word.
/// 4. The definition is not the one that was approved: no, for everyone, until a person accepts it (S-46).
/// 5. The person calls by hand in the terminal: yes. Typing it is their own consent.
/// 6. The arguments hold a secret of the person: ask. A permission was never about that (S-38).
/// 7. A model asks and private data, untrusted content and external communication meet in the call: ask, whatever was permitted and
///    however narrowly (S-78).
/// 8. The window says that the person calls by hand, and the server says that the tool only reads: yes. The window saw a
///    press for it, and no question would come between a person and reading. Not where a call was seen to do more.
/// 9. A living yes of the person is for this server, this tool, this definition, these arguments and this conversation,
///    session or time: yes, by that permission.
///    One for always does not count while something was seen against the claims of the tool that no person answered to: it was
///    offered because of a claim.
/// 10. Ask.
///
/// What a server claims about its tool changes nothing else here (TOL-07), and nothing at all for a model.
#[must_use]
pub fn decide(q: &PolicyInput<'_>) -> Verdict {
    if !q.server_enabled {
        return no(Code::ServerNotReady, say!("policy-server-off"));
    }
    if matches!(q.caller, Caller::Model { .. }) && !q.in_conversation {
        return no(Code::PolicyDenied, say!("policy-not-in-conversation"));
    }
    if q.grants.iter().any(|grant| denies(grant, q)) {
        return no(Code::PolicyDenied, say!("policy-blocked"));
    }
    if matches!(q.definition, DefinitionState::Changed { .. }) {
        return no(Code::ToolChanged, say!("policy-changed"));
    }
    if q.caller == Caller::Person {
        return Verdict::Allow(Allowed::new(q.call, None, say!("allowed-by-hand")));
    }
    if q.holds_secret {
        return Verdict::Ask {
            why: say!("ask-secret"),
        };
    }
    if let Some(flow) = q.flow {
        return Verdict::Ask {
            why: flow.sentence.clone(),
        };
    }
    if matches!(q.caller, Caller::Window { .. }) && q.reads_only && q.against_claims.is_none() {
        return Verdict::Allow(Allowed::new(q.call, None, say!("allowed-by-hand")));
    }
    let seen = q
        .against_claims
        .filter(|seen| !seen.answered || (matches!(q.caller, Caller::Window { .. }) && q.reads_only));
    // Which of several permissions is named must not depend on their order.
    match q
        .grants
        .iter()
        .filter(|grant| allows(grant, q))
        .min_by_key(|grant| &grant.id)
    {
        Some(grant) => {
            let rule = Some(grant.id.clone());
            Verdict::Allow(Allowed::new(q.call, rule, words::reason(grant)))
        }
        None if let Some(seen) = seen => Verdict::Ask {
            why: seen.why.to_owned(),
        },
        None if matches!(q.caller, Caller::Window { .. }) => Verdict::Ask {
            why: say!("ask-by-hand"),
        },
        None if matches!(q.definition, DefinitionState::New { .. }) => Verdict::Ask { why: say!("ask-new") },
        None => Verdict::Ask {
            why: say!("ask-no-permission"),
        },
    }
}

fn no(code: Code, why: String) -> Verdict {
    Verdict::Deny { code, why }
}

/// Whether a grant that waiting requests may be answered with covers a question: what [`decide`] would allow by.
#[must_use]
pub fn allows(grant: &Grant, q: &PolicyInput<'_>) -> bool {
    if grant.deny || grant.revoked || !same_tool(grant, q) || grant.digest != q.call.definition {
        return false;
    }
    if !grant.narrowed.covers(&q.call.arguments, q.links) {
        return false;
    }
    // Without what its scope needs, a yes reaches nowhere.
    match grant.scope {
        Scope::Conversation | Scope::Session => belongs(grant, q.caller) && !has_ended(grant, q.now),
        // An end further away than an hour means that the clock was set back; the hour was not made longer.
        Scope::Hour => grant
            .ends_at
            .is_some_and(|end| q.now < end && end - q.now <= HOUR),
        Scope::Always => !has_ended(grant, q.now) && q.against_claims.is_none_or(|seen| seen.answered),
    }
}

/// Without what its scope needs, a no reaches everywhere.
fn denies(grant: &Grant, q: &PolicyInput<'_>) -> bool {
    if !grant.deny || grant.revoked || !same_tool(grant, q) || has_ended(grant, q.now) {
        return false;
    }
    match grant.scope {
        Scope::Conversation | Scope::Session => grant.conversation.is_none() || belongs(grant, q.caller),
        Scope::Hour | Scope::Always => true,
    }
}

/// Whether a grant of a conversation or a session is for this caller.
fn belongs(grant: &Grant, caller: Caller<'_>) -> bool {
    let of = grant.conversation.as_deref();
    match (grant.scope, caller) {
        (Scope::Conversation, Caller::Model { conversation }) => of == Some(conversation),
        (Scope::Session, Caller::Window { session }) => of == Some(session),
        _ => false,
    }
}

fn same_tool(grant: &Grant, q: &PolicyInput<'_>) -> bool {
    grant.server == q.call.server && grant.tool == q.call.tool
}

fn has_ended(grant: &Grant, now: u64) -> bool {
    grant.ends_at.is_some_and(|end| end <= now)
}

#[cfg(test)]
mod tests;
