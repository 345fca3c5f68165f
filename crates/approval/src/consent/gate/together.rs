//! Which requests can be answered together.

use super::{GateState, QueueItem};
use crate::limits;
use portcullis_domain::{Answer, Asked, GateReply};
use std::collections::HashSet;

/// Whether two are calls that differ in what is shown of each alone: same question of the same asker about the same
/// definition. Not one that was edited, and not one that is about data of other servers: these are read alone.
pub(super) fn fit(one: &QueueItem, other: &QueueItem) -> bool {
    let (a, b) = (&one.request, &other.request);
    match (&a.asked, &b.asked) {
        (
            Asked::Tool {
                tool,
                title,
                claims,
                definition,
                description,
                described,
                flow: None,
                ..
            },
            Asked::Tool {
                tool: other_tool,
                title: other_title,
                claims: other_claims,
                definition: other_definition,
                description: other_description,
                described: other_described,
                flow: None,
                ..
            },
        ) => {
            !one.edited
                && !other.edited
                && a.server == b.server
                && a.asked_by == b.asked_by
                && a.question == b.question
                && (tool, title, claims, definition)
                    == (other_tool, other_title, other_claims, other_definition)
                && (description, described) == (other_description, other_described)
        }
        _ => false,
    }
}

pub(super) fn answerable(state: &GateState, replies: &[GateReply]) -> bool {
    let item = |reply: &GateReply| state.items.iter().find(|it| it.request.id == reply.request);
    let Some(first) = replies.first() else {
        return false;
    };
    let ids: HashSet<_> = replies.iter().map(|reply| &reply.request).collect();
    ids.len() == replies.len()
        && (2..=limits::TOGETHER).contains(&replies.len())
        && matches!(first.answer, Answer::Deny {} | Answer::AllowOnce {})
        && replies.iter().all(|reply| {
            let both = item(first).zip(item(reply));
            reply.answer == first.answer && both.is_some_and(|(one, other)| fit(one, other))
        })
}
