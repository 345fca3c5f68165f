//! Marking a definition as reviewed. It allows nothing and still is a question at the gate, with all that the server says of the
//! tool: a page that was taken over could otherwise call a tool reviewed that no person read (S-45).

use super::{Entry, Host, Inner, views};
use portcullis_approval::consent::{Ask, Permit, ProposedReview, Waiting};
use portcullis_catalog::Tool;
use portcullis_core::text;
use portcullis_core::{Code, Error, Result};
use portcullis_domain::{
    Asked, DefinitionState, Foreign, RecordKind, Remark, Request, ReviewRow, ReviewValue, Warning,
};
use portcullis_l10n::say;
use portcullis_storage::audit::Intended;
use std::sync::Arc;

impl Host {
    /// Opens the question whether the definition with this digest counts as reviewed, or the one that waits already.
    ///
    /// # Errors
    /// `not_found`, `tool.unknown`; `tool.changed` when it is not what is offered, or changed since it was approved;
    /// `consent.busy`.
    pub async fn propose_review(&self, server: &str, tool: &str, digest: &str) -> Result<Request> {
        let entry = self.0.entry(server)?;
        let found = offered(&entry, tool, digest)?;
        let ask = self.0.review_question(&entry, &found);
        let asked = ask.asked.clone().ranked();
        let open = self
            .0
            .gate
            .waiting()
            .into_iter()
            .find(|waiting| waiting.server.id == server && waiting.asked == asked);
        if let Some(open) = open {
            return Ok(open);
        }
        self.0.ask_then(ask, async move |host, waiting| {
            host.after_review(waiting, &entry, &found).await
        })
    }

    /// The person read the definition with this digest on the terminal, whole, and said yes to it there. The pages have no
    /// command that does this: theirs is [`Host::propose_review`].
    ///
    /// # Errors
    /// As [`Host::propose_review`]; `store.*`.
    pub async fn mark_reviewed(&self, server: &str, tool: &str, digest: &str) -> Result<()> {
        let entry = self.0.entry(server)?;
        let found = offered(&entry, tool, digest)?;
        let permit = Permit::<ProposedReview>::on_the_terminal(proposed(&entry, &found));
        self.0
            .mark_by(&entry, &found, Ok(permit), (None, say!("review-terminal-why")))
            .await
    }
}

impl Inner {
    async fn after_review(
        self: &Arc<Self>,
        mut waiting: Waiting<ProposedReview>,
        entry: &Arc<Entry>,
        tool: &Arc<Tool>,
    ) -> Result<()> {
        let shown = waiting.request.digest.clone();
        let mut changes = entry.definitions_changed.subscribe();
        // Held until the rows are written.
        let (_answered, permit) = loop {
            tokio::select! {
                biased;
                decided = self.setting_decided(&mut waiting) => break decided,
                // What is offered is another definition now: this question is about nothing that exists (S-39, S-48).
                changed = changes.changed() => {
                    if changed.is_err() || offered(entry, &tool.name, &tool.digest).is_err() {
                        break (None, Err(Error::new(Code::ConsentTakenBack, say!("tool-question-over"))));
                    }
                }
            }
        };
        self.mark_by(entry, tool, permit, (Some(shown), say!("review-why")))
            .await
    }

    async fn mark_by(
        &self,
        entry: &Entry,
        tool: &Tool,
        permit: Result<Permit<ProposedReview>>,
        (shown, why): (Option<String>, String),
    ) -> Result<()> {
        let what = say!("tool-reviewed-row", tool = text::escape_line(&tool.name).text);
        let row = Intended {
            tool: Some(tool.name.clone()),
            definition: Some(tool.digest.clone()),
            shown,
            outcome: None,
            ..views::row_by_you_about(entry, RecordKind::Definition, what)
        };
        let words = (why, say!("outcome-saved"));
        self.with_row(row, permit, words, |permit| self.reviewed(entry, tool, permit))
            .await
    }

    fn review_question(&self, entry: &Entry, tool: &Tool) -> Ask<ProposedReview> {
        let notes = self.notes(entry, tool);
        let quotes = |note: &Remark| note.quote.as_ref().map(literal);
        let quoted: Vec<ReviewValue> = notes.iter().filter_map(quotes).collect();
        let mut rows = vec![ReviewRow::new(
            say!("review-row-tool"),
            vec![literal(&text::mark_lookalikes(text::escape_line(&tool.name)))],
        )];
        if let Some(title) = &tool.title {
            rows.push(ReviewRow::new(
                say!("review-row-title"),
                vec![literal(&title.shown())],
            ));
        }
        let description = tool.description.shown();
        rows.push(ReviewRow::new(
            say!("review-row-description"),
            match description.text.is_empty() {
                true => vec![ReviewValue::words(&say!("review-no-description"))],
                false => vec![literal(&description)],
            },
        ));
        rows.extend(tool.described().iter().map(|it| {
            ReviewRow::new(
                say!("review-row-argument"),
                vec![literal(&it.name), literal(&it.description)],
            )
        }));
        if !quoted.is_empty() {
            rows.push(ReviewRow::new(say!("review-row-quotes"), quoted));
        }
        views::ask_by_you(
            say!("review-question", server = entry.label()),
            views::server_ref(entry),
            Asked::Setting {
                rows,
                notes: vec![say!("review-note-allows"), say!("review-note-change")],
                warnings: notes
                    .into_iter()
                    .map(|note| Warning::new(note.code, note.sentence))
                    .collect(),
            },
            proposed(entry, tool),
        )
    }
}

/// The tool, where the definition with this digest is what is offered and what is known.
fn offered(entry: &Entry, tool: &str, digest: &str) -> Result<Arc<Tool>> {
    let found = entry.tool(tool)?;
    let is_changed = matches!(entry.state_of(&found), DefinitionState::Changed { .. });
    // A definition that changed since it was approved is accepted first, with the difference in view.
    if found.digest != digest || is_changed {
        return Err(Error::new(Code::ToolChanged, say!("tool-changed-review"))
            .remedy(say!("tool-changed-review-remedy")));
    }
    Ok(found)
}

fn proposed(entry: &Entry, tool: &Tool) -> ProposedReview {
    let mut texts = vec![text::mark_lookalikes(text::escape_line(&tool.name))];
    let description = tool.description.shown();
    if !description.text.is_empty() {
        texts.push(description);
    }
    let described = tool.described().into_iter();
    texts.extend(described.flat_map(|it| [it.name, it.description]));
    ProposedReview {
        server: entry.id.clone(),
        tool: tool.name.clone(),
        definition: tool.digest.clone(),
        texts,
    }
}

/// Words of the server, as they stand.
fn literal(text: &Foreign) -> ReviewValue {
    ReviewValue::literal(&text.text, text.clone(), None)
}
