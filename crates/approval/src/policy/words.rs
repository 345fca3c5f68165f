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
            Scope::Conversation => say!("permission-deny-conversation", tool = tool, server = label),
            Scope::Session => say!("permission-deny-session", tool = tool, server = label),
            Scope::Hour => say!("permission-deny-hour", tool = tool, server = label),
            Scope::Always => say!("permission-deny-always", tool = tool, server = label),
        };
    }
    match (grant.scope, grant.narrowed.in_words()) {
        (Scope::Conversation, None) => say!("permission-conversation", tool = tool, server = label),
        (Scope::Session, None) => say!("permission-session", tool = tool, server = label),
        (Scope::Hour, None) => say!("permission-hour", tool = tool, server = label),
        (Scope::Always, None) => say!("permission-always", tool = tool, server = label),
        (Scope::Conversation, Some(limits)) => {
            say!(
                "permission-conversation-limited",
                tool = tool,
                server = label,
                limits = limits
            )
        }
        (Scope::Session, Some(limits)) => {
            say!(
                "permission-session-limited",
                tool = tool,
                server = label,
                limits = limits
            )
        }
        (Scope::Hour, Some(limits)) => {
            say!(
                "permission-hour-limited",
                tool = tool,
                server = label,
                limits = limits
            )
        }
        (Scope::Always, Some(limits)) => {
            say!(
                "permission-always-limited",
                tool = tool,
                server = label,
                limits = limits
            )
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
        (Scope::Conversation, Some(limits)) => say!("allowed-conversation-limited", limits = limits),
        (Scope::Session, Some(limits)) => say!("allowed-session-limited", limits = limits),
        (Scope::Hour, Some(limits)) => say!("allowed-hour-limited", limits = limits),
        (Scope::Always, Some(limits)) => say!("allowed-always-limited", limits = limits),
    }
}
