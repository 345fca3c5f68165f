//! Permissions in plain words.

use super::Grant;
use portcullis_core::text::quotable;
use portcullis_domain::{Foreign, Scope};
use portcullis_l10n::say;

/// One sentence about a permission. `label` is the person's own label of the server, `tool` the tool as it may
/// be shown.
#[must_use]
pub fn in_words(grant: &Grant, label: &str, tool: &Foreign) -> String {
    let tool = quotable(tool.clone()).text;
    let tool = tool.as_str();
    if grant.deny {
        // A denial has no conditions: it is for every call of the tool.
        return match grant.scope {
            Scope::Conversation => say!("permission-deny-conversation", tool, server = label),
            Scope::Session => say!("permission-deny-session", tool, server = label),
            Scope::Hour => say!("permission-deny-hour", tool, server = label),
            Scope::Always => say!("permission-deny-always", tool, server = label),
        };
    }
    match (grant.scope, grant.narrowed.in_words()) {
        (Scope::Conversation, None) => say!("permission-conversation", tool, server = label),
        (Scope::Session, None) => say!("permission-session", tool, server = label),
        (Scope::Hour, None) => say!("permission-hour", tool, server = label),
        (Scope::Always, None) => say!("permission-always", tool, server = label),
        (Scope::Conversation, Some(limits)) => {
            say!("permission-conversation-limited", tool, server = label, limits)
        }
        (Scope::Session, Some(limits)) => {
            say!("permission-session-limited", tool, server = label, limits)
        }
        (Scope::Hour, Some(limits)) => {
            say!("permission-hour-limited", tool, server = label, limits)
        }
        (Scope::Always, Some(limits)) => {
            say!("permission-always-limited", tool, server = label, limits)
        }
    }
}

/// Why a permission allows a call, for the audit log.
pub(super) fn reason(grant: &Grant) -> String {
    match (grant.scope, grant.narrowed.in_words()) {
        (Scope::Conversation, None) => say!("allowed-conversation"),
        (Scope::Session, None) => say!("allowed-session"),
        (Scope::Hour, None) => say!("allowed-hour"),
        (Scope::Always, None) => say!("allowed-always"),
        (Scope::Conversation, Some(limits)) => say!("allowed-conversation-limited", limits),
        (Scope::Session, Some(limits)) => say!("allowed-session-limited", limits),
        (Scope::Hour, Some(limits)) => say!("allowed-hour-limited", limits),
        (Scope::Always, Some(limits)) => say!("allowed-always-limited", limits),
    }
}
