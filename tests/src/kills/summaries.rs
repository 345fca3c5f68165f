//! Summaries in a host that is killed: made by a provider that sends them piece by piece, and every second one undone. Some
//! kills come while one is written or kept.

use std::time::Duration;

use portcullis_api::{ProviderDraft, ProviderKind};
use portcullis_core::Error;
use portcullis_host::Host;
use rusqlite::Connection;

use super::{
    Said,
    check::Seen,
    ledger::{Ledger, Standing},
    texts,
    writer::{at_rest, tell},
};
use crate::{
    fake_provider::{FakeProvider, ProviderApi, Turn},
    kept,
};

/// Between two pieces of a summary.
const PIECE: Duration = Duration::from_millis(6);
/// How often a conversation is summarized before another one begins.
const ROUNDS: u32 = 8;
/// How each summary ends.
const END: &str = "and ends.";

/// Has conversations summarized, forever.
pub(super) async fn write(host: &Host, life: u64) -> Result<(), Error> {
    // The one of an earlier life was no longer there when its host ended.
    for provider in host.models() {
        host.remove_provider(&provider.id).await?;
    }
    let mind = FakeProvider::new(ProviderApi::OpenAi, &["m-1"]).await;
    host.add_provider(ProviderDraft {
        kind: ProviderKind::Compatible,
        label: None,
        address: Some(mind.url()),
        key: None,
    })
    .await?;
    for talk in 0_u64.. {
        let id = host.create_conversation().await?.summary.id;
        says(host, &id, &format!("Beginning {life}x{talk}.")).await?;
        for round in 0..ROUNDS {
            says(host, &id, &format!("Words {life}x{talk}x{round} of a person.")).await?;
            let pieces = ["goes on, ", "is long, ", END];
            mind.does([Turn {
                steady: Some((pieces.iter().map(|it| (*it).to_owned()).collect(), PIECE)),
                ..Turn::says(&format!("Summary {life}x{talk}x{round} begins, "))
            }]);
            let conversation = id.clone();
            tell(&Said::Summarizing { conversation });
            let now = host.compact(&id).await?;
            mind.forgets();
            let mark = now
                .compactions
                .last()
                .ok_or_else(|| Error::internal("a summary was acknowledged and is not there"))?;
            tell(&Said::Summarized {
                conversation: id.clone(),
                after: mark.after,
                summary: mark.summary.clone(),
            });
            if round % 2 == 1 {
                let (conversation, after) = (id.clone(), mark.after);
                tell(&Said::Undoing { conversation, after });
                host.undo_compaction(&id, after).await?;
                let conversation = id.clone();
                tell(&Said::Undone { conversation, after });
            }
        }
    }
    Ok(())
}

async fn says(host: &Host, id: &str, words: &str) -> Result<(), Error> {
    host.say(id, words).await?;
    let said = at_rest(host, id).await?.messages;
    for words in said.iter().rev().take(2).flat_map(texts) {
        let conversation = id.to_owned();
        tell(&Said::Told { conversation, words });
    }
    Ok(())
}

/// What was acknowledged is there word for word, what was removed is not, nothing is half, and the marks are as many as
/// the audit log says: each is written in one commit with the end of its entry.
pub(super) fn check(db: &Connection, ledger: &Ledger, seen: &mut Seen) -> rusqlite::Result<()> {
    let mut statement = db.prepare("SELECT conversation_id, after, summary FROM compactions")?;
    let rows = statement.query_map([], |row| Ok(((row.get(0)?, row.get(1)?), row.get(2)?)))?;
    let kept: std::collections::HashMap<(String, u32), String> = rows.collect::<rusqlite::Result<_>>()?;
    for ((conversation, after), summary) in &kept {
        if !summary.starts_with("Summary ") || !summary.ends_with(END) {
            seen.faults.push(format!(
                "{conversation} has half a summary after {after}: “{summary}”"
            ));
        }
    }
    for (at, (words, standing)) in &ledger.summaries {
        match (standing, kept.get(at)) {
            (Standing::Stands, Some(summary)) if summary == words => {}
            (Standing::Stands, found) => seen
                .faults
                .push(format!("the summary “{words}” at {at:?} is {found:?}")),
            (Standing::Ended, Some(_)) => seen.faults.push(format!(
                "the summary “{words}” at {at:?} was removed and is there"
            )),
            (Standing::Open | Standing::Ended, _) => {}
        }
    }
    let ended = |outcome: &str| {
        format!(
            "SELECT count(*) FROM record i LEFT JOIN record e ON e.operation = i.seq AND e.step = 2
             WHERE i.step = 0 AND i.what GLOB 'Summarize * messages with m-1' AND coalesce(e.outcome, i.outcome) = '{outcome}'"
        )
    };
    let made = kept::number(db, &ended("done"))?;
    let removed = kept::number(
        db,
        "SELECT count(*) FROM record WHERE step = 0 AND what = 'Summary removed'",
    )?;
    if made.checked_sub(removed) != Some(kept.len() as u64) {
        seen.faults.push(format!(
            "{} summaries are kept; the audit log says that {made} were made and {removed} removed",
            kept.len()
        ));
    }
    seen.cut_summaries = kept::number(db, &ended("interrupted"))?;
    Ok(())
}
