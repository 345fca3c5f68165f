//! Permissions in plain words.

use super::Grant;
use crate::view::{Foreign, Scope};

/// One sentence about a permission. `label` is the person's own label of the server, `tool` the tool as it may
/// be shown.
#[must_use]
pub fn in_words(grant: &Grant, label: &str, tool: &Foreign) -> String {
    let verb = if grant.deny { "may not run" } else { "may run" };
    let asked = if grant.deny { "" } else { " without asking" };
    let reach = match grant.scope {
        Scope::Conversation => " in one conversation",
        Scope::Hour => " for an hour",
        Scope::Always if grant.deny => "",
        Scope::Always => " until you revoke this or the tool changes",
    };
    format!("“{}” of “{label}” {verb}{asked}{reach}.", tool.text)
}

/// Why a permission allows a call, for the record.
pub(super) fn reason(grant: &Grant) -> String {
    match grant.scope {
        Scope::Conversation => "You allowed this tool in this conversation.",
        Scope::Hour => "You allowed this tool for an hour.",
        Scope::Always => "You allowed this tool until revoked.",
    }
    .to_owned()
}
