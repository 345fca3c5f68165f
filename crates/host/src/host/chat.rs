//! The room Chat: conversations and what is said in them. The turns of a model are in `turn`, the tools that it gets in
//! `offering`, those that it wants in `tool_calls`, and what it gets of all that in `model_turns`. Regenerated answers are in
//! `branches`, what is looked for in `found`, what it costs in `costs`, how full the context is in `context` and what makes room in it
//! in `compacting`, the folders of the list in `folders`, what is exported in `export`, and what is imported in
//! `imported`.

mod active;
mod attaching;
mod branches;
mod budget;
mod compacting;
mod context;
mod costs;
mod detaching;
mod export;
mod folders;
mod found;
mod handed;
mod holding;
mod imported;
mod instructions;
mod making;
mod model_turns;
mod offering;
mod pictures;
mod reading;
mod searching;
mod summary_plan;
mod summary_request;
#[cfg(test)]
pub(in crate::host) mod tests;
mod tool_calls;
mod turn;

use super::{Entry, Host, Inner};
use crate::limits;
pub(crate) use active::ActiveTurns;
use active::TurnLock;
pub(crate) use budget::Weights;
pub(crate) use costs::{NO_CONVERSATION, of_unknown_price};
pub use export::{ChatFormat, ConversationExport};
pub(crate) use holding::ResultReview;
pub(crate) use imported::PendingImport;
pub(in crate::host) use imported::read_transcripts;
pub(crate) use offering::Newest;
use offering::takes_part;
pub use pictures::ExportedPicture;
use portcullis_api::{Conversation, ConversationSummary, HostEvent, MessagePage, ToolBudget};
use portcullis_core::text;
use portcullis_core::{Code, Error, Result, ids};
use portcullis_domain::{CallView, ConversationSection, Foreign, Message, Part, Problem, Speaker};
use portcullis_l10n::say;
use portcullis_storage::audit::Intended;
use portcullis_storage::store::conversations::{self, ConversationRow, MessagePlace};
use portcullis_storage::store::found_tools::FoundTools;
use portcullis_storage::store::grants::RevokeFilter;
use portcullis_storage::store::tasks;
use reading::{calls_in, cut_off};
use std::sync::Arc;
use turn::Begin;

impl Host {
    /// Conversations, newest first.
    ///
    /// # Errors
    /// `store.*`.
    pub async fn conversations(&self) -> Result<Vec<ConversationSummary>> {
        let rows = self.0.store.read(conversations::list).await?;
        Ok(rows
            .into_iter()
            .map(|row| self.0.conversation_summary(row))
            .collect())
    }

    /// A conversation with the newest messages of the branch that is shown.
    ///
    /// # Errors
    /// `not_found`, `store.*`.
    pub async fn conversation(&self, id: &str) -> Result<Conversation> {
        self.0.conversation(id).await
    }

    /// What was said before the message `before`, which is on the branch that is shown. With `to`, all of it back to that
    /// message and a little further.
    ///
    /// # Errors
    /// `not_found`, `store.*`.
    pub async fn messages(&self, id: &str, before: u32, to: Option<u32>) -> Result<MessagePage> {
        self.0.conversation_row(id).await?;
        self.0.earlier(id, before, to).await
    }

    /// One message, whichever branch it is on.
    ///
    /// # Errors
    /// `not_found`, `store.*`.
    pub async fn message(&self, id: &str, seq: u32) -> Result<Message> {
        self.0.conversation_row(id).await?;
        // What is being written may not be kept yet.
        if let Some(live) = self.0.talks.live(id).filter(|live| live.seq == seq) {
            return Ok(live);
        }
        let mut message = self.0.message(id, seq).await?;
        self.0.show_calls_now(&mut message);
        Ok(message)
    }

    /// A new, empty conversation.
    ///
    /// # Errors
    /// `store.*`.
    pub async fn create_conversation(&self) -> Result<Conversation> {
        let now = self.0.now();
        let row = ConversationRow::new(ids::random(), UNNAMED, self.0.first_choice(), now);
        let id = row.id.clone();
        self.0.store.write(move |db| conversations::put(db, &row)).await?;
        self.0.tell_conversations().await;
        self.0.conversation(&id).await
    }

    /// Renames a conversation.
    ///
    /// # Errors
    /// `input.bad`, `not_found`, `store.*`.
    pub async fn rename_conversation(&self, id: &str, title: &str) -> Result<()> {
        // It stands in lists and in questions.
        let title = text::escape_line(title.trim()).text;
        if title.is_empty() || title.chars().count() > limits::CONVERSATION_TITLE {
            let sentence = say!("chat-title-length", limit = limits::CONVERSATION_TITLE);
            return Err(Error::new(Code::BadInput, sentence));
        }
        let id = id.to_owned();
        self.0
            .write_and_tell(move |db| {
                if let Some(other) = conversations::similar_title(db, &id, &title)? {
                    let other = text::escape_line(&other).text;
                    let sentence = say!("chat-title-similar", title, other);
                    return Err(Error::new(Code::BadInput, sentence)
                        .remedy(say!("label-similar-remedy"))
                        .into());
                }
                conversations::change(db, &id, |row| row.title = title).map(drop)
            })
            .await
    }

    /// Pins a conversation, archives it, or lists it with the others. An archived one comes back when something is said
    /// in it.
    ///
    /// # Errors
    /// `not_found`, `store.*`.
    pub async fn set_conversation_section(&self, id: &str, section: ConversationSection) -> Result<()> {
        self.0
            .change_conversation(id, move |row| row.section = section)
            .await
    }

    /// Deletes a conversation and its permissions.
    ///
    /// # Errors
    /// `not_found`, `store.*`.
    pub async fn delete_conversation(&self, id: &str) -> Result<()> {
        self.stop_conversation(id)?;
        self.0.revoke(RevokeFilter::Conversation(id.to_owned())).await?;
        let gone = id.to_owned();
        // What it has read ends with it.
        let changing = self.0.reads.changing(id);
        let remove = move |db: &rusqlite::Connection| {
            let _held = &changing;
            conversations::remove(db, &gone)
        };
        self.0.store.write_again(remove).await?;
        self.0.tell_conversations().await;
        Ok(())
    }

    /// Lets a server take part in a conversation, or not.
    ///
    /// # Errors
    /// `not_found`, `store.*`.
    pub async fn set_conversation_server(
        &self,
        conversation: &str,
        server: &str,
        enabled: bool,
    ) -> Result<Conversation> {
        let server = self.0.entry(server)?.id.0.clone();
        self.0
            .change_conversation(conversation, move |row| _ = row.servers.insert(server, enabled))
            .await?;
        self.0.conversation(conversation).await
    }

    /// Has another model go on in a conversation.
    ///
    /// # Errors
    /// `not_found`, `model.unknown`, `store.*`; `input.bad` while a model is still at work.
    pub async fn set_conversation_model(&self, conversation: &str, model: &str) -> Result<Conversation> {
        // No turn begins with the model that was, and ends with the one that is.
        let _turn = self.0.lock_turn(conversation)?;
        let name = self.0.model_at_rest(model)?.name().to_owned();
        let id = model.to_owned();
        self.0
            .change_conversation(conversation, move |row| {
                row.model = name;
                row.model_id = id;
            })
            .await?;
        self.0.conversation(conversation).await
    }

    /// What the tools of these servers take with every request to a model; those of all servers that are on for none.
    ///
    /// # Errors
    /// `model.unknown`.
    pub fn tool_budget(&self, model: &str, servers: &[String]) -> Result<ToolBudget> {
        let model = self.0.model_at_rest(model)?;
        let among = |entry: &Entry| match servers {
            [] => entry.enabled(),
            named => named.contains(&entry.id.0),
        };
        let offer = self.0.offered_of(among, &FoundTools::default(), Some(&*model));
        Ok(offer.budget.clone())
    }

    /// Has the model go on where a reply of it failed or was stopped, or answer what was attached without words. Tools that ran
    /// are not run again.
    ///
    /// # Errors
    /// `input.bad` while the model is still at work or when there is nothing to answer, `not_found`, `model.unknown`,
    /// `store.*`.
    pub async fn go_on(&self, conversation: &str) -> Result<()> {
        Arc::clone(&self.0)
            .begin_turn(conversation.to_owned(), Begin::GoOn)
            .await
    }

    /// Says something; the model answers automatically.
    ///
    /// # Errors
    /// `input.bad` while the model is still at work, `not_found`, `store.*`.
    pub async fn say(&self, conversation: &str, text: &str) -> Result<()> {
        Arc::clone(&self.0)
            .say(conversation.to_owned(), text.trim().to_owned())
            .await
    }

    /// Stops the model and its calls.
    ///
    /// # Errors
    /// None today; a conversation that is not at work is left as it is.
    pub fn stop_conversation(&self, id: &str) -> Result<()> {
        self.0.talks.stop(id);
        self.0.calls.cancel_in(id);
        Ok(())
    }
}

impl Inner {
    async fn change_conversation(
        &self,
        id: &str,
        change: impl FnOnce(&mut ConversationRow) + Send + 'static,
    ) -> Result<()> {
        let id = id.to_owned();
        // Read and written in one piece: two that change it at once both count.
        self.write_and_tell(move |db| conversations::change(db, &id, change).map(drop))
            .await
    }

    /// Writes something about conversations, and says that they changed.
    async fn write_and_tell<T: Send + 'static>(
        &self,
        write: impl FnOnce(&rusqlite::Connection) -> portcullis_storage::store::Result<T> + Send + 'static,
    ) -> Result<T> {
        let written = self.store.write(write).await?;
        self.tell_conversations().await;
        Ok(written)
    }

    async fn tell_conversations(&self) {
        match self.store.read(conversations::list).await {
            Ok(rows) => {
                let conversations = rows
                    .into_iter()
                    .map(|row| self.conversation_summary(row))
                    .collect();
                self.emit(HostEvent::Conversations { conversations });
            }
            Err(error) => tracing::warn!(%error, "the list of conversations was not read"),
        }
    }

    async fn say(self: Arc<Self>, id: String, text: String) -> Result<()> {
        sayable(&text)?;
        let parts = vec![Part::Words { text: text.clone() }];
        self.begin_turn(id, Begin::Say { about: text, parts }).await
    }

    /// Says of messages that were being written when the host ended that they are not whole (F-28). In one piece: a start that
    /// ends before it leaves them to the next.
    pub(super) async fn mark_cut(&self) -> Result<()> {
        let now = self.now();
        let mark = move |db: &rusqlite::Connection| {
            let cut = conversations::finish_interrupted(db)?;
            if cut.is_empty() {
                return Ok(());
            }
            // A row that cannot be read must not keep the host from starting.
            let ended = tasks::ended(db).unwrap_or_else(|error| {
                tracing::warn!(?error, "the ended tasks were not read");
                Vec::new()
            });
            for (id, seq) in cut {
                let Some(mut message) = conversations::message(db, &id, seq)? else {
                    continue;
                };
                holding::end(&mut message);
                for call in calls_in(&mut message) {
                    match ended.iter().find(|task| task.id == call.id) {
                        // Its task ended, and the turn that waited for it did not come to write so here.
                        Some(task) => *call = task.call.clone(),
                        None => cut_off(call, now),
                    }
                }
                if message.parts.last().is_some_and(turn::tells_of_wait) {
                    message.parts.pop();
                }
                let error = Error::new(Code::ModelCut, say!("chat-cut"));
                message.parts.push(trouble(error));
                conversations::put_message(db, &id, &message)?;
            }
            Ok(())
        };
        self.store.write(mark).await
    }

    fn lock_turn(&self, id: &str) -> Result<TurnLock> {
        self.talks.lock_turn(id, self.closing.child_token())
    }

    /// Adds what a person says, or puts in, at the end of what is shown, or with `after` behind that message. `about`
    /// becomes the title of a conversation in which nothing was said. Gives its number, and the conversation as it is then.
    async fn person_says(
        &self,
        id: &str,
        about: &str,
        parts: Vec<Part>,
        after: Option<Option<u32>>,
    ) -> Result<(u32, ConversationRow)> {
        self.will_be_told(id, &parts).await?;
        let (wanted, about, entries, now) = (id.to_owned(), title(about), self.entries(), self.now());
        // In one piece: what the person changes of the conversation in this very moment stays.
        let said = move |db: &rusqlite::Connection| {
            let parent = match after {
                Some(parent) => parent,
                None => conversations::leaf(db, &wanted)?,
            };
            let MessagePlace { seq, parent, branch } = conversations::place(db, &wanted, parent)?;
            let says = parts.iter().any(|part| matches!(part, Part::Words { .. }));
            let attached = match parent.filter(|_| says) {
                Some(before) => first_attached(db, &wanted, before)?,
                None => None,
            };
            let row = conversations::change(db, &wanted, |row| {
                if seq == 1 {
                    begin(row, about, &entries);
                } else if attached.is_some_and(|name| title(&name) == row.title) {
                    // The name of a file says less than the words that it goes with.
                    row.title = about;
                }
                bring_back(row);
                row.updated_at = now;
            })?;
            let message = Message {
                seq,
                speaker: Speaker::Person,
                at: now,
                parts,
                streaming: false,
                by: None,
                parent,
                branch,
            };
            conversations::put_message(db, &wanted, &message)?;
            Ok((message, row))
        };
        let (message, row) = self.store.write(said).await?;
        let seq = message.seq;
        self.emit(HostEvent::Message {
            conversation: id.to_owned(),
            message,
        });
        Ok((seq, row))
    }

    /// Puts something of the person's choice into a conversation, with its row in the record, and leaves it at
    /// that: the model says nothing to it before the person sends it.
    pub(super) async fn put_in(
        &self,
        id: &str,
        about: &Foreign,
        parts: Vec<Part>,
        row: Intended,
    ) -> Result<()> {
        let lock = self.lock_turn(id)?;
        let put = self.put_in_locked(id, about, parts, row).await;
        drop(lock);
        self.tell_conversations().await;
        put
    }

    /// The same for a caller that holds the turn lock of the conversation.
    async fn put_in_locked(&self, id: &str, about: &Foreign, parts: Vec<Part>, row: Intended) -> Result<()> {
        self.conversation_row(id).await?;
        self.audit.once(row).await?;
        self.person_says(id, &about.text, parts, None).await.map(drop)
    }
}

/// Writes into its cards that a call of a conversation ended which no model waits for any more. Gives the messages that are shown
/// and changed by it.
pub(super) fn end_cards(
    db: &rusqlite::Connection,
    talks: &ActiveTurns,
    id: &str,
    ended: &CallView,
) -> portcullis_storage::store::Result<Vec<Message>> {
    let live = talks.live(id);
    let mut changed = Vec::new();
    for (mut message, shown) in conversations::with_call(db, id, &ended.id)? {
        // The turn that writes it waits for the call as well.
        if message.streaming {
            continue;
        }
        let mut here = false;
        for part in calls_in(&mut message).filter(|part| part.id == ended.id) {
            *part = ended.clone();
            here = true;
        }
        if !here {
            continue;
        }
        conversations::put_message(db, id, &message)?;
        // No event is sent for what is not shown. The branch that is shown may not be kept yet.
        let shown = match &live {
            Some(live) => {
                live.seq == message.seq || conversations::leads_to(db, id, message.seq, live.parent)?
            }
            None => shown,
        };
        if shown {
            changed.push(message);
        }
    }
    Ok(changed)
}

/// A problem, in a message.
fn trouble(problem: impl Into<Problem>) -> Part {
    Part::Trouble {
        problem: problem.into(),
        call: None,
    }
}

/// Where something is said is nothing that was put away.
fn bring_back(row: &mut ConversationRow) {
    if row.section == ConversationSection::Archived {
        row.section = ConversationSection::Recent;
    }
}

fn sayable(text: &str) -> Result<()> {
    match text.chars().count() {
        1..=limits::SAY => Ok(()),
        _ => Err(Error::new(Code::BadInput, say!("chat-message-length"))
            .remedy(say!("chat-message-length-remedy"))),
    }
}

fn still_at_work() -> Error {
    Error::new(Code::BadInput, say!("chat-still-working")).remedy(say!("chat-still-working-remedy"))
}

/// How a conversation is called in the store before anything is said in it.
const UNNAMED: &str = "New conversation";

/// A title in the language of the person.
pub(super) fn shown_title(title: String) -> String {
    match title == UNNAMED {
        true => say!("chat-unnamed"),
        false => title,
    }
}

/// The first words of a conversation name it, where the person did not, and settle who takes part: a server added later
/// does not walk in.
fn begin(row: &mut ConversationRow, title: String, entries: &[Arc<Entry>]) {
    if row.title == UNNAMED {
        row.title = title;
    }
    row.servers = entries
        .iter()
        .map(|entry| (entry.id.0.clone(), takes_part(entry, row, true)))
        .collect();
}

/// The name of what a conversation begins with, where it is attached and nothing but attachments comes up to `before`.
fn first_attached(
    db: &rusqlite::Connection,
    id: &str,
    before: u32,
) -> portcullis_storage::store::Result<Option<String>> {
    let last = conversations::message(db, id, before)?;
    if !last.is_some_and(|last| detaching::waits(&last)) {
        return Ok(None);
    }
    let first = conversations::message(db, id, 1)?.filter(detaching::waits);
    Ok(first.and_then(|first| match first.parts.into_iter().next()? {
        Part::File { file } => Some(file.name.text),
        Part::Quoted { shown, .. } => Some(shown.text),
        _ => None,
    }))
}

fn title(text: &str) -> String {
    title_within(text, 48)
}

fn title_within(text: &str, most: usize) -> String {
    let line = text::ForeignText::new(text).first_line(most).text;
    if line.trim().is_empty() {
        UNNAMED.to_owned()
    } else {
        line
    }
}
