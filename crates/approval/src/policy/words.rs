//! Permissions in plain words.

use super::Grant;
use portcullis_domain::{Foreign, Scope};

/// Why a call by hand runs without a question, for the record.
pub(super) const BY_HAND: &str = "You ran it yourself.";

/// One sentence about a permission. `label` is the person's own label of the server, `tool` the tool as it may
/// be shown.
#[must_use]
pub fn in_words(grant: &Grant, label: &str, tool: &Foreign) -> String {
    let verb = if grant.deny { "may not run" } else { "may run" };
    let asked = if grant.deny { "" } else { " without asking" };
    let reach = match grant.scope {
        Scope::Conversation => " in one conversation",
        Scope::Session => " by hand until Portcullis closes",
        Scope::Hour => " for an hour",
        Scope::Always if grant.deny => "",
        Scope::Always => " until you revoke this or the tool changes",
    };
    let only = grant.narrowed.in_words();
    format!("“{}” of “{label}” {verb}{asked}{only}{reach}.", tool.text)
}

/// Why a permission allows a call, for the record.
pub(super) fn reason(grant: &Grant) -> String {
    let reach = match grant.scope {
        Scope::Conversation => "in this conversation",
        Scope::Session => "by hand until Portcullis closes",
        Scope::Hour => "for an hour",
        Scope::Always => "until revoked",
    };
    format!("You allowed this tool{} {reach}.", grant.narrowed.in_words())
}
