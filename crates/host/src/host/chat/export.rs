//! A conversation as a file for others. The speaker is named by us alone, outside of what they said. What is a secret in the
//! record is one here, and what hides is made visible. The arguments of a call are those of its row in the record.

mod json;
mod markdown;

use super::Host;
use super::pictures::{ExportedImages, ExportedPicture};
use crate::host::{blocking, views};
use portcullis_core::Redactor;
use portcullis_core::text;
use portcullis_core::{Error, Result};
use portcullis_domain::{FoundTool, Message, Outcome, Part, RecordDetail, RecordKind};
use portcullis_l10n::say;
use portcullis_storage::audit::{Ended, Intended};
use portcullis_storage::store::conversations::{self, compactions};
use serde_json::{Value, json};
use std::collections::HashMap;
use std::sync::Arc;

/// How to write it.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum ChatFormat {
    /// What is shown, to be read.
    Markdown,
    /// Every branch, for programs.
    Json,
}

impl ChatFormat {
    /// The format of a word, and how its files end.
    #[must_use]
    pub fn of(word: &str) -> Option<(Self, &'static str)> {
        match word {
            "markdown" => Some((Self::Markdown, "md")),
            "json" => Some((Self::Json, "json")),
            _ => None,
        }
    }
}

/// A conversation with what goes into the folder beside its file.
#[derive(Debug)]
pub struct ConversationExport {
    /// The text of the file.
    pub text: String,
    /// Pictures of it.
    pub pictures: Vec<ExportedPicture>,
}

impl Host {
    /// A conversation as the text of a file.
    ///
    /// # Errors
    /// `not_found`, `store.*`.
    pub async fn export_conversation(&self, id: &str, format: ChatFormat) -> Result<String> {
        Ok(self.export(id, format, None).await?.text)
    }

    /// A conversation as Markdown that shows its pictures. They belong into a folder of this name beside it.
    ///
    /// # Errors
    /// `not_found`, `store.*`.
    pub async fn export_with_pictures(&self, id: &str, folder: &str) -> Result<ConversationExport> {
        self.export(id, ChatFormat::Markdown, Some(folder)).await
    }

    /// Has a conversation written by `write`, between the two parts of its row in the audit log.
    ///
    /// # Errors
    /// Those of `write`; `not_found`, `store.*`.
    pub async fn exporting<T>(
        &self,
        id: &str,
        sent: Value,
        write: impl Future<Output = Result<T>> + Send,
    ) -> Result<T> {
        let host = &self.0;
        let row = host.conversation_row(id).await?;
        let title = text::escape_line(&super::shown_title(row.title)).text;
        let seq = host
            .audit
            .intend(Intended {
                conversation: Some(row.id),
                why: say!("paper-export-why"),
                sent: Some(sent),
                outcome: None,
                ..views::row_by_you(RecordKind::Host, say!("paper-export-row", title))
            })
            .await?;
        let written = write.await;
        let ended = match &written {
            Ok(_) => Ended::new(Outcome::Done, say!("paper-export-done")),
            Err(error) => Ended::failed(error),
        };
        host.audit.end(seq, ended).await?;
        written
    }

    async fn export(&self, id: &str, format: ChatFormat, folder: Option<&str>) -> Result<ConversationExport> {
        let host = &self.0;
        let row = host.conversation_row(id).await?;
        let wanted = id.to_owned();
        let (leaf, shown, all, marks) = host
            .store
            .read(move |db| {
                let leaf = conversations::leaf(db, &wanted)?;
                let shown = conversations::path(db, &wanted, leaf)?;
                let marks = compactions::all(db, &wanted)?;
                Ok((leaf, shown, conversations::all(db, &wanted)?, marks))
            })
            .await?;
        let shown: Vec<Message> = shown.into_iter().map(|(message, _)| message).collect();
        let mut rows = HashMap::new();
        for seq in all.iter().flat_map(|message| &message.parts).filter_map(row_of) {
            // A row that cannot be read leaves the file without its arguments, and says so there.
            if let Ok(detail) = host.audit.detail(seq).await {
                rows.insert(seq, detail);
            }
        }
        let pictures = match folder {
            Some(folder) => Some(self.pictures_of(id, &shown, folder).await?),
            None => None,
        };
        let host = Arc::clone(host);
        blocking(move || {
            let writer = ConversationWriter {
                redactor: &host.redactor,
                rows,
                pictures,
            };
            let title = writer.line(&super::shown_title(row.title));
            let text = match format {
                ChatFormat::Markdown => writer.markdown(&title, host.now(), &shown, &marks, all.len()),
                ChatFormat::Json => {
                    let messages: Vec<_> = all.iter().map(|message| writer.json(message)).collect();
                    let whole = json!({
                        "format": "portcullis.conversation/1",
                        "title": title,
                        "exported_at": host.now(),
                        "created_at": row.created_at,
                        "shown_up_to": leaf,
                        "messages": messages,
                        "summaries": marks.iter().map(|mark| writer.json_summary(mark)).collect::<Vec<_>>(),
                    });
                    serde_json::to_string_pretty(&whole).map_err(Error::internal)?
                }
            };
            Ok(ConversationExport {
                text,
                pictures: writer.pictures.map(|pictures| pictures.files).unwrap_or_default(),
            })
        })
        .await?
    }
}

fn row_of(part: &Part) -> Option<u64> {
    match part {
        Part::Call { call } => call.record,
        _ => None,
    }
}

/// Writes a conversation, in either format.
struct ConversationWriter<'a> {
    redactor: &'a Redactor,
    rows: HashMap<u64, RecordDetail>,
    /// Those that go along, where any do.
    pictures: Option<ExportedImages>,
}

impl ConversationWriter<'_> {
    fn lines(&self, text: &str) -> String {
        text::escape(&self.redactor.hide(text)).text
    }

    fn line(&self, text: &str) -> String {
        text::escape_line(&self.redactor.hide(text)).text
    }

    /// Tools as a person reads them, a server's label before each.
    fn names(&self, found: &[FoundTool]) -> Vec<String> {
        let name = |it: &FoundTool| format!("{}: {}", self.line(&it.server), self.line(&it.tool.text));
        found.iter().map(name).collect()
    }
}
