//! Forms that servers ask a person to fill in.

use crate::view::{ArgumentIssue, FormField};
use serde_json::Value;

/// Not yet.
#[must_use]
pub fn check(_fields: &[FormField], _content: &Value) -> Vec<ArgumentIssue> {
    Vec::new()
}
