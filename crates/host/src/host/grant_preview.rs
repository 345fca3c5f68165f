//! What a narrowed permission would have meant for the calls of before, while its request waits.

use super::links::follow;
use super::{Host, count};
use crate::limits;
use portcullis_api::{GrantPreview, PreviewedCall};
use portcullis_approval::policy::{Condition, GrantScopeOffer};
use portcullis_core::ids::ServerId;
use portcullis_core::{Code, Error, Result};
use portcullis_domain::Asked;
use portcullis_l10n::say;
use serde_json::Value;

impl Host {
    /// Tries limits that a waiting request offers, by their places, on the last calls of its tool. Decides nothing.
    ///
    /// # Errors
    /// `consent.stale` when the request no longer waits, `input.bad` for a limit that it does not offer, `not_found`,
    /// `tool.unknown`, `store.*`.
    pub async fn try_limits(&self, request: &str, only: &[u32]) -> Result<GrantPreview> {
        let request = self.0.gate.waiting().into_iter().find(|it| it.id == request);
        let Some((
            server,
            Asked::Tool {
                tool,
                arguments_json,
                narrowings,
                ..
            },
        )) = request.map(|it| (it.server, it.asked))
        else {
            return Err(Error::new(Code::ConsentStale, say!("gate-gone")));
        };
        let arguments: Value = serde_json::from_str(&arguments_json).map_err(Error::internal)?;
        let entry = self.0.entry(&server.id)?;
        let schema = entry.tool(&tool)?.input_schema();
        let links = follow(&entry, GrantScopeOffer::paths(&arguments)).await;
        let mut offered = GrantScopeOffer::of(&schema, &arguments, &links);
        // A link may lead elsewhere by now, and another limit stand at the place of the one that is shown.
        if !offered.conditions.iter().map(Condition::shown).eq(narrowings) {
            offered.conditions.clear();
        }
        let chosen = offered.chosen(only)?;
        let before = self
            .0
            .audit
            .calls_of(ServerId::from(server.id.as_str()), tool)
            .await?;
        let paths = before.iter().flat_map(|(_, sent)| chosen.paths(sent));
        let links = follow(&entry, paths.take(limits::LINKS_FOLLOWED).collect()).await;
        let calls: Vec<PreviewedCall> = before
            .into_iter()
            .map(|(at, sent)| PreviewedCall {
                at,
                covered: chosen.covers(&sent, &links),
                arguments: self.0.arguments_line(&sent),
            })
            .collect();
        let covered = calls.iter().filter(|call| call.covered).count();
        Ok(GrantPreview {
            covered: count(covered),
            calls,
        })
    }
}
