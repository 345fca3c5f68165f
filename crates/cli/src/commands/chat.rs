//! Conversations. No server is started for them, and nothing is said to a model.

use crate::args::values::{number_in, one_of};
use crate::failure::CliFailure;
use crate::ids;
use crate::output::{self, harmless_json, table};
use crate::session::CommandContext;
use clap::Subcommand;
use portcullis_api::{ChatImport, ConversationSummary, FoundChat, ImportedChats, MessageHit, Speaker};
use portcullis_host::host::ChatFormat;
use portcullis_l10n::say;
use std::path::PathBuf;

/// `chat`.
#[derive(Debug, Subcommand)]
pub enum Chat {
    /// List conversations
    List,
    /// Find messages with all these words in all conversations, newest first
    ///
    /// The last word can be the beginning of a word.
    #[command(after_help = "Examples:\n  portcullis-cli chat search quarterly rep --limit 5")]
    Search {
        /// The words to find
        #[arg(required = true, value_name = "WORD")]
        words: Vec<String>,
        /// Maximum number
        #[arg(long, value_name = "N", default_value_t = 20, value_parser = number_in::<usize>(0..=i64::MAX))]
        limit: usize,
    },
    /// Write a conversation to standard output; --json does not change its format
    ///
    /// Markdown contains the branch that is shown, JSON all branches. Secrets that Portcullis knows are left out.
    #[command(after_help = "Examples:\n  portcullis-cli chat export 4f1c --format markdown > talk.md")]
    Export {
        /// The ID of the conversation, or its beginning
        id: String,
        /// The format
        #[arg(long, value_parser = one_of(&[("markdown", ChatFormat::Markdown), ("json", ChatFormat::Json)]))]
        format: ChatFormat,
    },
    /// Import conversations from a file of another product
    ///
    /// Reads the data exports of ChatGPT and Claude, Goose sessions, Portcullis exports, and Markdown. Imports the newest
    /// conversations that were not imported before. They count as having read private data and untrusted content.
    #[command(after_help = "Examples:\n  portcullis-cli chat import conversations.json --list")]
    Import {
        /// The file
        file: PathBuf,
        /// List what is in the file, and import nothing
        #[arg(long)]
        list: bool,
    },
}

impl Chat {
    pub async fn run(self, session: &CommandContext) -> Result<(), CliFailure> {
        match self {
            Self::List => list(session).await,
            Self::Search { words, limit } => find(session, &words.join(" "), limit).await,
            Self::Export { id, format } => export(session, &id, format).await,
            Self::Import { file, list } => import(session, file, list).await,
        }
    }
}

async fn list(session: &CommandContext) -> Result<(), CliFailure> {
    let chats = session.host.conversations().await?;
    let folders = session.host.conversation_folders().await?;
    session.output.result(&chats, || {
        if chats.is_empty() {
            return say!("chats-none");
        }
        let folder = |chat: &ConversationSummary| {
            let found = folders.iter().find(|it| chat.folder.as_deref() == Some(&it.id));
            found.map(|it| it.name.clone()).unwrap_or_default()
        };
        let row = |chat: &ConversationSummary| {
            let mut row = vec![
                ids::short(&chat.id),
                output::time(chat.updated_at),
                chat.model.clone(),
            ];
            // Who has no folders is not told that nothing is in one.
            if !folders.is_empty() {
                row.push(folder(chat));
            }
            row.push(chat.title.clone());
            row
        };
        let mut headings = vec![say!("heading-id"), say!("heading-when"), say!("heading-model")];
        if !folders.is_empty() {
            headings.push(say!("heading-folder"));
        }
        headings.push(say!("heading-title"));
        table(&headings, &chats.iter().map(row).collect::<Vec<_>>())
    });
    Ok(())
}

async fn find(session: &CommandContext, words: &str, limit: usize) -> Result<(), CliFailure> {
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
            return say!("found-nothing");
        }
        let mut rows: Vec<Vec<String>> = Vec::new();
        for title in &found.titles {
            rows.push(vec![
                ids::short(&title.conversation),
                output::time(title.updated_at),
                say!("found-title"),
                title.title.text.text.clone(),
            ]);
        }
        rows.extend(found.messages.iter().map(|hit| {
            vec![
                ids::short(&hit.conversation),
                output::time(hit.at),
                who(hit),
                hit.excerpt.text.text.clone(),
            ]
        }));
        table(
            &[
                say!("heading-id"),
                say!("heading-when"),
                say!("heading-who"),
                say!("heading-what"),
            ],
            &rows,
        )
    });
    if found.indexing {
        output::remark(&say!("found-indexing"));
    }
    Ok(())
}

async fn export(session: &CommandContext, start: &str, format: ChatFormat) -> Result<(), CliFailure> {
    let chats = session.host.conversations().await?;
    let none = || say!("id-no-conversation", start);
    let id = ids::find(start, chats, |chat| &chat.id, none, "chat list")?.id;
    let text = session.host.export_conversation(&id, format).await?;
    // What hides is written out in it already; a screen is told nothing else either.
    output::print(&match format {
        ChatFormat::Markdown => text,
        ChatFormat::Json => harmless_json(&text),
    });
    Ok(())
}

async fn import(session: &CommandContext, file: PathBuf, list: bool) -> Result<(), CliFailure> {
    let found = session.host.open_chats(file).await?;
    if list {
        session
            .output
            .result(&found, || listed(&found, &found.conversations));
        return Ok(());
    }
    let most = usize::try_from(found.most).unwrap_or(usize::MAX);
    let new: Vec<FoundChat> = found
        .conversations
        .iter()
        .filter(|chat| !chat.known)
        .take(most)
        .cloned()
        .collect();
    if new.is_empty() {
        session.output.result(
            &ImportedChats {
                conversations: Vec::new(),
            },
            || say!("chats-import-none"),
        );
        return Ok(());
    }
    let chosen = new.iter().map(|chat| chat.number).collect();
    let kept = session.host.import_chats(&found.id, chosen).await?;
    session.output.result(&kept, || {
        let rest = found.conversations.len() - new.len();
        format!(
            "{}\n{}",
            listed(&found, &new),
            say!("chats-imported", count = kept.conversations.len(), rest)
        )
    });
    Ok(())
}

/// Conversations of a file, with what is left out of it altogether.
fn listed(found: &ChatImport, chats: &[FoundChat]) -> String {
    let row = |chat: &FoundChat| {
        vec![
            chat.updated_at
                .or(chat.created_at)
                .map_or_else(String::new, output::time),
            chat.messages.to_string(),
            match chat.known {
                true => say!("chats-known", title = chat.title.text),
                false => chat.title.text.clone(),
            },
        ]
    };
    let mut out = table(
        &[
            say!("heading-when"),
            say!("heading-messages"),
            say!("heading-title"),
        ],
        &chats.iter().map(row).collect::<Vec<_>>(),
    );
    let unread = found.unreadable + found.beyond;
    if unread > 0 {
        out.push_str(&format!("\n{}\n", say!("chats-unread", count = unread)));
    }
    out
}

fn who(hit: &MessageHit) -> String {
    match (&hit.server, hit.speaker) {
        (Some(label), _) => format!("“{label}”"),
        (None, Speaker::Person) => say!("you"),
        (None, Speaker::Model) => say!("the-model"),
        (None, Speaker::Host) => "Portcullis".to_owned(),
    }
}
