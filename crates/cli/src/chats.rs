//! The commands about conversations. No server is started for them, and nothing is said to a model.

use crate::failure::{Exit, Failure};
use crate::output::{self, harmless_json, table};
use crate::session::Session;
use portcullis_host::host::ChatFormat;
use portcullis_host::view::{ConversationSummary, MessageHit, Speaker};
use portcullis_host::{Code, Error};

/// `chat list`.
pub async fn list(session: &Session) -> Result<(), Failure> {
    let chats = session.host.conversations().await?;
    session.output.result(&chats, || {
        if chats.is_empty() {
            return "There is no conversation. They are held in the window.".to_owned();
        }
        let row = |chat: &ConversationSummary| {
            vec![
                short(&chat.id),
                output::time(chat.updated_at),
                chat.model.clone(),
                chat.title.clone(),
            ]
        };
        table(
            &["ID", "WHEN", "MODEL", "TITLE"],
            &chats.iter().map(row).collect::<Vec<_>>(),
        )
    });
    Ok(())
}

/// `chat search`.
pub async fn find(session: &Session, words: &str, limit: usize) -> Result<(), Failure> {
    let mut found = session.host.find_chats(words, None).await?;
    while found.messages.len() < limit
        && let Some(before) = found.next
    {
        let more = session.host.find_chats(words, Some(before)).await?;
        found.messages.extend(more.messages);
        found.next = more.next;
    }
    found.messages.truncate(limit);
    session.output.result(&found, || {
        if found.titles.is_empty() && found.messages.is_empty() {
            return "Nothing was found.".to_owned();
        }
        let mut rows: Vec<Vec<String>> = Vec::new();
        for title in &found.titles {
            rows.push(vec![
                short(&title.conversation),
                output::time(title.updated_at),
                "title".to_owned(),
                title.title.text.text.clone(),
            ]);
        }
        rows.extend(found.messages.iter().map(|hit| {
            vec![
                short(&hit.conversation),
                output::time(hit.at),
                who(hit),
                hit.excerpt.text.text.clone(),
            ]
        }));
        table(&["ID", "WHEN", "WHO", "WHAT"], &rows)
    });
    Ok(())
}

/// `chat export`.
pub async fn export(session: &Session, start: &str, format: ChatFormat) -> Result<(), Failure> {
    let id = meant(session, start).await?;
    let text = session.host.export_conversation(&id, format).await?;
    // What hides is written out in it already; a screen is told nothing else either.
    output::print(&match format {
        ChatFormat::Markdown => text,
        ChatFormat::Json => harmless_json(&text),
    });
    Ok(())
}

/// The conversation that the beginning of an id means.
async fn meant(session: &Session, start: &str) -> Result<String, Failure> {
    let chats = session.host.conversations().await?;
    let mut meant = chats.into_iter().filter(|chat| chat.id.starts_with(start));
    match (meant.next(), meant.next()) {
        (Some(chat), None) if !start.is_empty() => Ok(chat.id),
        _ => Err(Failure {
            problem: Error::new(
                Code::NotFound,
                format!("“{start}” is not the beginning of exactly one conversation. Nothing was written."),
            )
            .remedy("“portcullis-cli chat list” shows them.")
            .into(),
            exit: Exit::Usage,
            told: false,
        }),
    }
}

fn who(hit: &MessageHit) -> String {
    match (&hit.server, hit.speaker) {
        (Some(label), _) => format!("“{label}”"),
        (None, Speaker::Person) => "you".to_owned(),
        (None, Speaker::Model) => "the model".to_owned(),
        (None, Speaker::Host) => "Portcullis".to_owned(),
    }
}

fn short(id: &str) -> String {
    id.chars().take(8).collect()
}
