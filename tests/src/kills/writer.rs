//! The host that is killed. It writes until it is ended and tells only what the host has acknowledged.

use std::{io::Write as _, path::Path};

use portcullis_api::{
    Answer, Appearance, Conversation, ConversationSummary, FenceGrants, Phase, Scope, ServerDraft,
};
use portcullis_core::Error;
use portcullis_host::Host;
use serde_json::{Value, json};

use super::{Said, summaries, texts};
use crate::{
    alone,
    test_user::{by_hand, by_model, program},
    wait,
};

/// Where the host's data is, below the folder of a writer.
pub const DATA: &str = "data";
/// The model that is there without a provider.
const BUILT_IN: &str = "demo";
/// What its server received.
pub const RECEIVED: &str = "received";

/// Tells something. A line goes out whole and at once.
pub(super) fn tell(said: &Said) {
    let line = serde_json::to_string(said).expect("plain data");
    let mut out = std::io::stdout().lock();
    writeln!(out, "{line}").expect("a reader listens");
    out.flush().expect("a reader listens");
}

/// The server of the folder: it writes down what reaches it.
fn script(folder: &Path) -> Value {
    // A tool that says it destroys nothing can be allowed permanently.
    let claims = json!({"readOnlyHint": false, "destructiveHint": false});
    let mild = json!({"name": "mild", "inputSchema": {"type": "object"}, "annotations": claims});
    json!({
        "record": folder.join(RECEIVED),
        "tools": ["note", "slow", "mail", mild],
        "calls": {"slow": [{"sleep": 300}]},
    })
}

/// Writes forever.
pub async fn write(folder: &Path, life: u64) -> Result<(), Error> {
    let host = Host::start(alone::config(&folder.join(DATA))).await?;
    tell(&Said::Open {});
    let fenced = ServerDraft {
        fence: Some(FenceGrants::default()),
        ..program("Fenced", json!({"tools": ["note"]}))
    };
    let fenced = alone::server(&host, fenced).await?;
    let server = alone::server(&host, program("Notes", script(folder))).await?;
    alone::becomes(&host, &fenced, Phase::Ready).await?;
    if let Some(pid) = host.server(&fenced)?.pid {
        let pids = wait::family(pid);
        tell(&Said::Fenced { pids });
    }
    alone::becomes(&host, &server, Phase::Ready).await?;
    if let Some(pid) = host.server(&server)?.pid {
        tell(&Said::Server { pid });
    }
    let before = host.conversations().await?.into_iter().next();
    let all = (
        calls(&host, &server, "note", format!("{life}-a")),
        calls(&host, &server, "note", format!("{life}-b")),
        calls(&host, &server, "slow", format!("{life}-c")),
        decisions(&host, &server, format!("{life}-d")),
        permissions(&host, &server, format!("{life}-e")),
        settings(&host),
        words(&host, life, before),
        summaries::write(&host, life),
    );
    tokio::try_join!(all.0, all.1, all.2, all.3, all.4, all.5, all.6, all.7)?;
    Ok(())
}

/// Calls by hand, one after the other.
async fn calls(host: &Host, server: &str, tool: &str, name: String) -> Result<(), Error> {
    for count in 0_u64.. {
        let number = format!("{name}-{count}");
        let call = host
            .start_call(by_hand(server, tool, json!({"number": number})))
            .await?;
        let (seq, outcome) = alone::outcome(host, &call).await?;
        tell(&Said::Ended { number, seq, outcome });
    }
    Ok(())
}

/// Calls of a model in a conversation, a few at a time, each answered by a person.
async fn decisions(host: &Host, server: &str, name: String) -> Result<(), Error> {
    for round in 0_u64.. {
        let one = |count: u64, answer| {
            let number = format!("{name}-{round}-{count}");
            async move {
                let wanted = by_model("talk", server, "mail", json!({"number": number}));
                let call = host.start_call(wanted).await?;
                if let Some(request) = alone::question(host, &call).await {
                    alone::answers(host, &request, answer).await?;
                }
                let (seq, outcome) = alone::outcome(host, &call).await?;
                tell(&Said::Ended { number, seq, outcome });
                Ok::<_, Error>(())
            }
        };
        // A third no would keep the server from asking at all.
        let second = match round {
            0 | 1 => Answer::Deny {},
            _ => Answer::AllowOnce {},
        };
        tokio::try_join!(
            one(0, Answer::AllowOnce {}),
            one(1, second),
            one(2, Answer::AllowOnce {}),
            one(3, Answer::AllowOnce {})
        )?;
    }
    Ok(())
}

/// Gives a permission, uses it, takes every second one back.
async fn permissions(host: &Host, server: &str, name: String) -> Result<(), Error> {
    for round in 0_u64.. {
        let number = format!("{name}-{round}");
        let talk = format!("talk of {number}");
        let wanted = || by_model(&talk, server, "mild", json!({"number": number}));
        let call = host.start_call(wanted()).await?;
        if let Some(request) = alone::question(host, &call).await {
            let scope = Scope::Conversation;
            alone::answers(host, &request, Answer::Allow { scope }).await?;
        }
        alone::outcome(host, &call).await?;
        let grants = host.grants().await?;
        for grant in &grants {
            tell(&Said::Granted { id: grant.id.clone() });
        }
        let again = host.start_call(wanted()).await?;
        alone::outcome(host, &again).await?;
        if round % 2 == 0
            && let Some(grant) = grants.first()
        {
            let id = grant.id.clone();
            tell(&Said::Revoking { id: id.clone() });
            host.revoke(&id).await?;
            tell(&Said::Revoked { id });
        }
    }
    Ok(())
}

/// Every combination of settings, over and over.
async fn settings(host: &Host) -> Result<(), Error> {
    for round in 0_u32.. {
        let mut to = host.settings();
        to.appearance = [Appearance::System, Appearance::Light, Appearance::Dark][(round / 8 % 3) as usize];
        to.notify = round & 1 == 0;
        to.keep_in_tray = round & 2 == 0;
        to.welcomed = round & 4 == 0;
        tell(&Said::Setting { to: to.clone() });
        host.set_settings(to.clone()).await?;
        tell(&Said::Set { to });
    }
    Ok(())
}

/// A conversation, once no model is at work in it.
pub(super) async fn at_rest(host: &Host, id: &str) -> Result<Conversation, Error> {
    loop {
        let conversation = host.conversation(id).await?;
        if !conversation.summary.busy {
            return Ok(conversation);
        }
        tokio::time::sleep(alone::LOOK).await;
    }
}

/// Conversations: a person says something, gives it a title, and goes on when the model has answered. Something else in the
/// place of what was said first makes a branch; it is the first thing in a conversation of an earlier life.
async fn words(host: &Host, life: u64, mut before: Option<ConversationSummary>) -> Result<(), Error> {
    for round in 0_u64.. {
        let earlier = before.take().map(|conversation| conversation.id);
        let fresh = earlier.is_none();
        let conversation = match earlier {
            Some(id) => id,
            None => host.create_conversation().await?.summary.id,
        };
        at_rest(host, &conversation).await?;
        host.set_conversation_model(&conversation, BUILT_IN).await?;
        for count in 0_u64..3 {
            let words = format!("These are words{life}x{round}x{count}.");
            let so_far = at_rest(host, &conversation).await?.messages;
            for words in so_far.last().map(texts).unwrap_or_default() {
                let conversation = conversation.clone();
                tell(&Said::Told { conversation, words });
            }
            match so_far.first() {
                Some(first) if !fresh || count == 2 => {
                    host.say_instead(&conversation, first.seq, &words).await?;
                }
                _ => host.say(&conversation, &words).await?,
            }
            tell(&Said::Told {
                conversation: conversation.clone(),
                words,
            });
            if fresh && count == 0 {
                let title = format!("Title {life}-{round}");
                host.rename_conversation(&conversation, &title).await?;
                tell(&Said::Named {
                    conversation: conversation.clone(),
                    title,
                });
            }
        }
    }
    Ok(())
}
