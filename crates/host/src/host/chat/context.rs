//! How full the context of a model is: what its provider counted with the last reply, where it did, and else an estimate. What was
//! counted before a summary took the place of messages, or was taken away again, counts no more.

use super::Inner;
use crate::limits;
use portcullis_api::{ContextUse, ToolBudget};
use portcullis_core::Result;
use portcullis_domain::transcript::{ModelReply, ModelTurn};
use portcullis_storage::store::conversations::{self, compactions, instructions};

impl Inner {
    pub(super) async fn context_use(&self, id: &str, budget: &ToolBudget) -> Result<ContextUse> {
        let wanted = id.to_owned();
        let tools = u64::from(budget.tokens);
        let (tokens, is_estimate) = self
            .store
            .read(move |db| {
                let leaf = conversations::leaf(db, &wanted)?;
                let told = match leaf {
                    Some(leaf) if leaf > compactions::uncounted(db, &wanted)? => {
                        conversations::told(db, &wanted, leaf)?
                    }
                    _ => None,
                };
                Ok(match told.as_deref().and_then(counted) {
                    Some(counted) => (counted, false),
                    None => {
                        let mark = compactions::last(db, &wanted, leaf)?;
                        let (after, summary) =
                            mark.map_or((0, 0), |mark| (mark.after, mark.summary.len() as u64));
                        let own = instructions::of(db, &wanted)?.map_or(0, |text| text.len() as u64);
                        let bytes = conversations::weight(db, &wanted, leaf, after)? + summary + own;
                        (bytes / limits::TOKEN_CHARS as u64 + tools, true)
                    }
                })
            })
            .await?;
        Ok(ContextUse {
            tokens: u32::try_from(tokens).unwrap_or(u32::MAX),
            context: budget.context,
            is_estimate,
        })
    }
}

/// What a reply read and wrote, where it was the last that a model was told.
fn counted(told: &[ModelTurn]) -> Option<u64> {
    match last_count(told)? {
        (counted, []) => Some(counted),
        _ => None,
    }
}

/// What the last reply that was counted read and wrote, and what a model was told after it.
pub(super) fn last_count(told: &[ModelTurn]) -> Option<(u64, &[ModelTurn])> {
    told.iter().enumerate().rev().find_map(|(at, turn)| match turn {
        ModelTurn::Model(reply) => Some((total(reply)?, &told[at + 1..])),
        ModelTurn::Instructions(_) | ModelTurn::Person(_) | ModelTurn::Shown(_) | ModelTurn::Results(_) => {
            None
        }
    })
}

fn total(reply: &ModelReply) -> Option<u64> {
    Some(reply.usage.input?.saturating_add(reply.usage.output?))
}

#[cfg(test)]
mod tests {
    use super::*;
    use portcullis_domain::transcript::Usage;

    #[test]
    fn only_what_a_provider_counted_last_counts() {
        let reply = |input| {
            let usage = Usage {
                input,
                output: Some(7),
                dollars: None,
            };
            ModelTurn::Model(Box::new(ModelReply {
                usage,
                ..ModelReply::default()
            }))
        };
        assert_eq!(counted(&[reply(Some(4)), reply(Some(11))]), Some(18));
        assert_eq!(counted(&[reply(Some(11)), ModelTurn::Results(Vec::new())]), None);
        assert_eq!(counted(&[reply(None)]), None);
        assert_eq!(counted(&[]), None);
    }
}
