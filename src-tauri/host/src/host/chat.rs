//! The room Chat: conversations, and the turns of a model that uses tools through the same path as everybody.

use super::calls::{By, Wanted};
use super::{Entry, Host, Inner, locked, quotes, views};
use crate::audit::Intended;
use crate::catalog::names::ModelNames;
use crate::models::{Move, Offered, Said};
use crate::store::conversations::{self, ConversationRow};
use crate::store::grants::Revoke;
use crate::text;
use crate::view::{
    Block, CallState, CallView, Conversation, ConversationServer, ConversationSummary, Foreign, HostEvent,
    Message, Outcome, Part, Phase, Problem, RecordKind, Speaker,
};
use crate::{Code, Error, Result, ids, limits};
use futures::FutureExt;
use std::collections::{BTreeMap, HashMap};
use std::panic::AssertUnwindSafe;
use std::sync::{Arc, Mutex};
use tokio_util::sync::CancellationToken;

/// Conversations in which a model is at work.
#[derive(Default)]
pub(crate) struct Talks(Mutex<HashMap<String, CancellationToken>>);

impl Talks {
    pub fn stop_all(&self) {
        for stop in locked(&self.0).values() {
            stop.cancel();
        }
    }

    fn busy(&self, id: &str) -> bool {
        locked(&self.0).contains_key(id)
    }
}

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

    /// A conversation.
    ///
    /// # Errors
    /// `not_found`, `store.*`.
    pub async fn conversation(&self, id: &str) -> Result<Conversation> {
        self.0.conversation(id).await
    }

    /// A new, empty conversation.
    ///
    /// # Errors
    /// `store.*`.
    pub async fn create_conversation(&self) -> Result<Conversation> {
        let now = self.0.now();
        let row = ConversationRow {
            id: ids::random(),
            title: "New conversation".to_owned(),
            model: self.0.model.name().to_owned(),
            servers: BTreeMap::new(),
            created_at: now,
            updated_at: now,
        };
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
        let title = title.trim().to_owned();
        if title.is_empty() || title.chars().count() > 120 {
            return Err(Error::new(
                Code::BadInput,
                "A title has 1 to 120 characters. Nothing was changed.",
            ));
        }
        self.0.change_conversation(id, move |row| row.title = title).await
    }

    /// Deletes a conversation and its permissions.
    ///
    /// # Errors
    /// `not_found`, `store.*`.
    pub async fn delete_conversation(&self, id: &str) -> Result<()> {
        self.stop_conversation(id)?;
        self.0.revoke(Revoke::Conversation(id.to_owned())).await?;
        let gone = id.to_owned();
        self.0
            .store
            .write(move |db| conversations::remove(db, &gone))
            .await?;
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

    /// Says something; the model answers by itself.
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
        if let Some(stop) = locked(&self.0.talks.0).get(id) {
            stop.cancel();
        }
        self.0.calls.cancel_in(id);
        Ok(())
    }
}

/// A turn under way.
struct Turn {
    row: ConversationRow,
    message: Message,
    said: Vec<Said>,
    stop: CancellationToken,
}

impl Inner {
    fn conversation_summary(&self, row: ConversationRow) -> ConversationSummary {
        ConversationSummary {
            busy: self.talks.busy(&row.id),
            id: row.id,
            title: row.title,
            updated_at: row.updated_at,
            model: row.model,
        }
    }

    async fn conversation_row(&self, id: &str) -> Result<ConversationRow> {
        let wanted = id.to_owned();
        let found = self.store.read(move |db| conversations::get(db, &wanted)).await?;
        found.ok_or_else(|| {
            Error::new(
                Code::NotFound,
                "This conversation is not there any more. Nothing was done.",
            )
        })
    }

    async fn conversation(&self, id: &str) -> Result<Conversation> {
        let (row, wanted) = (self.conversation_row(id).await?, id.to_owned());
        let mut messages = self
            .store
            .read(move |db| conversations::messages(db, &wanted))
            .await?;
        // A call that goes on as a task is as it is now, also after a restart.
        for call in messages.iter_mut().flat_map(calls_in) {
            if let Ok(live) = self.calls.find(&call.id) {
                *call = live.without_result();
            }
        }
        let fresh = messages.is_empty();
        let servers = self
            .entries()
            .iter()
            .map(|entry| self.conversation_server(entry, &row, fresh))
            .collect();
        let suggestions = match fresh {
            true => self.model.suggestions(&self.offered(&row, true).1),
            false => Vec::new(),
        };
        Ok(Conversation {
            summary: self.conversation_summary(row),
            servers,
            messages,
            suggestions,
        })
    }

    fn conversation_server(&self, entry: &Entry, row: &ConversationRow, fresh: bool) -> ConversationServer {
        let summary = self.summary(entry);
        ConversationServer {
            enabled: takes_part(entry, row, fresh),
            ready: summary.state.phase == Phase::Ready,
            id: summary.id,
            label: summary.label,
            tools: summary.tools,
        }
    }

    async fn change_conversation(
        &self,
        id: &str,
        change: impl FnOnce(&mut ConversationRow) + Send,
    ) -> Result<()> {
        let mut row = self.conversation_row(id).await?;
        change(&mut row);
        self.store.write(move |db| conversations::put(db, &row)).await?;
        self.tell_conversations().await;
        Ok(())
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
        if text.is_empty() || text.len() > limits::SAY {
            return Err(Error::new(
                Code::BadInput,
                "A message has 1 to 64,000 characters. Nothing was sent.",
            ));
        }
        let mut row = self.conversation_row(&id).await?;
        let stop = self.take_floor(&id)?;
        let begun = async {
            let parts = vec![Part::Words { text: text.clone() }];
            let messages = self.person_says(&mut row, &text, parts).await?;
            let seq = messages.last().map_or(1, |message| message.seq);
            let message = Message {
                seq: seq + 1,
                speaker: Speaker::Model,
                at: self.now(),
                parts: Vec::new(),
                streaming: true,
            };
            let said = told(&messages);
            Ok(Turn {
                row,
                message,
                said,
                stop,
            })
        };
        let turn = match begun.await {
            Ok(turn) => turn,
            Err(error) => {
                locked(&self.talks.0).remove(&id);
                return Err(error);
            }
        };
        // The person spoke again: earlier denials no longer stand in the way (S-37).
        self.gate.pardon(&id);
        let host = Arc::clone(&self);
        tokio::spawn(async move {
            host.tell_conversations().await;
            let mut turn = turn;
            let done = AssertUnwindSafe(host.turn(&mut turn)).catch_unwind().await;
            let done = done.unwrap_or_else(|_| Err(Error::internal("a model's turn fell over")));
            host.end_turn(turn, done).await;
        });
        Ok(())
    }

    /// Takes the floor of a conversation: nobody else says anything in it meanwhile.
    fn take_floor(&self, id: &str) -> Result<CancellationToken> {
        let stop = self.closing.child_token();
        let mut talks = locked(&self.talks.0);
        if talks.contains_key(id) {
            return Err(
                Error::new(Code::BadInput, "The model is still at work. Nothing was sent.")
                    .remedy("Stop it first."),
            );
        }
        talks.insert(id.to_owned(), stop.clone());
        Ok(stop)
    }

    /// Adds what a person says, or puts in, and gives all that was said so far. `about` becomes the title of a new
    /// conversation.
    async fn person_says(
        &self,
        row: &mut ConversationRow,
        about: &str,
        parts: Vec<Part>,
    ) -> Result<Vec<Message>> {
        let wanted = row.id.clone();
        let mut messages = self
            .store
            .read(move |db| conversations::messages(db, &wanted))
            .await?;
        if messages.is_empty() {
            row.title = title(about);
            // Who takes part is settled with the first words: a server added later does not walk in.
            row.servers = self
                .entries()
                .iter()
                .map(|entry| (entry.id.0.clone(), takes_part(entry, row, true)))
                .collect();
        }
        row.updated_at = self.now();
        let message = Message {
            seq: messages.last().map_or(1, |message| message.seq + 1),
            speaker: Speaker::Person,
            at: self.now(),
            parts,
            streaming: false,
        };
        let kept = row.clone();
        self.store.write(move |db| conversations::put(db, &kept)).await?;
        self.put_message(&row.id, &message).await?;
        messages.push(message);
        Ok(messages)
    }

    /// Puts something of the person's choice into a conversation, with its row in the record, and leaves it at
    /// that: the model says nothing to it before the person does.
    pub(super) async fn put_in(
        &self,
        id: &str,
        about: &Foreign,
        parts: Vec<Part>,
        row: Intended,
    ) -> Result<()> {
        let mut conversation = self.conversation_row(id).await?;
        self.take_floor(id)?;
        let put = async {
            self.audit.once(row).await?;
            self.person_says(&mut conversation, &about.text, parts).await
        };
        let put = put.await;
        locked(&self.talks.0).remove(id);
        self.tell_conversations().await;
        put.map(drop)
    }

    /// A call of a conversation ended that no model waits for any more: its card says so.
    pub(super) async fn call_came_back(&self, conversation: &str, call: &CallView) -> Result<()> {
        // Whoever still waits for it writes it down.
        if self.talks.busy(conversation) {
            return Ok(());
        }
        let wanted = conversation.to_owned();
        let messages = self
            .store
            .read(move |db| conversations::messages(db, &wanted))
            .await?;
        for mut message in messages {
            let mut here = false;
            for part in calls_in(&mut message).filter(|part| part.id == call.id) {
                *part = call.clone();
                here = true;
            }
            if here {
                self.put_message(conversation, &message).await?;
            }
        }
        Ok(())
    }

    async fn put_message(&self, conversation: &str, message: &Message) -> Result<()> {
        let (id, kept) = (conversation.to_owned(), message.clone());
        self.store
            .write(move |db| conversations::put_message(db, &id, &kept))
            .await?;
        self.emit(HostEvent::Message {
            conversation: conversation.to_owned(),
            message: message.clone(),
        });
        Ok(())
    }

    async fn end_turn(&self, mut turn: Turn, done: Result<()>) {
        turn.message.streaming = false;
        if let Err(error) = done {
            turn.message.parts.push(Part::Words {
                text: format!("*{error}*"),
            });
        }
        let id = turn.row.id.clone();
        if turn.message.parts.is_empty() {
            turn.message.parts.push(Part::Words {
                text: "*Stopped before anything was said.*".to_owned(),
            });
        }
        if let Err(error) = self.put_message(&id, &turn.message).await {
            tracing::error!(%error, "the end of a turn was not saved");
            self.emit(HostEvent::Problem {
                problem: error.into(),
            });
        }
        locked(&self.talks.0).remove(&id);
        self.tell_conversations().await;
    }

    /// Tools of the servers that take part, and nothing of any other (S-42).
    fn offered(&self, row: &ConversationRow, fresh: bool) -> (ModelNames, Vec<Offered>) {
        let part: Vec<_> = self
            .entries()
            .into_iter()
            .filter(|entry| takes_part(entry, row, fresh))
            .map(|entry| (entry.label(), entry.catalog(), entry))
            .collect();
        let names = ModelNames::new(part.iter().map(|(label, catalog, entry)| {
            (
                &entry.id,
                label.as_str(),
                catalog.tools.iter().map(|tool| tool.name.as_str()).collect(),
            )
        }));
        let mut offered = Vec::new();
        for (label, catalog, entry) in &part {
            for tool in &catalog.tools {
                // A tool whose names hide characters is left to the person: what a model would be given is not
                // what can be read (S-41).
                if let (Some(name), Ok(shown)) = (names.name_of(&entry.id, &tool.name), tool.offered()) {
                    offered.push(Offered {
                        name: name.to_owned(),
                        server: label.clone(),
                        tool: text::escape_line(&tool.name).text,
                        description: shown.description,
                        input_schema: shown.input_schema,
                    });
                }
            }
        }
        (names, offered)
    }

    async fn turn(self: &Arc<Self>, turn: &mut Turn) -> Result<()> {
        for _ in 0..limits::TURN_MOVES {
            let (names, tools) = self.offered(&turn.row, false);
            let stop = turn.stop.clone();
            let Some(next) = stop
                .run_until_cancelled(self.model.next(&turn.said, &tools))
                .await
            else {
                return Ok(());
            };
            match next? {
                Move::End => return Ok(()),
                Move::Say(words) => self.speak(turn, &words).await?,
                Move::Call { name, arguments, why } => {
                    let result = self.model_call(turn, &names, &name, arguments, why).await?;
                    turn.said.push(result);
                }
            }
            if turn.stop.is_cancelled() {
                return Ok(());
            }
        }
        Err(Error::new(
            Code::BadInput,
            format!(
                "The model made {} moves without an end, so it was stopped.",
                limits::TURN_MOVES
            ),
        ))
    }

    /// Words appear as they come, and are saved when they are whole.
    async fn speak(&self, turn: &mut Turn, words: &str) -> Result<()> {
        let shown = text::escape(words).text;
        turn.message.parts.push(Part::Words { text: String::new() });
        let mut rest = shown.as_str();
        while !rest.is_empty() && !turn.stop.is_cancelled() {
            let end = rest
                .char_indices()
                .filter(|(_, c)| c.is_whitespace())
                .nth(3)
                .map_or(rest.len(), |(at, c)| at + c.len_utf8());
            if let Some(Part::Words { text }) = turn.message.parts.last_mut() {
                text.push_str(&rest[..end]);
            }
            rest = &rest[end..];
            self.emit(HostEvent::Message {
                conversation: turn.row.id.clone(),
                message: turn.message.clone(),
            });
            tokio::time::sleep(limits::WORDS_EVERY).await;
        }
        turn.said.push(Said::Model(words.to_owned()));
        self.put_message(&turn.row.id, &turn.message).await
    }

    /// A model's call. A name that is not exactly one of the table is refused, never guessed (S-51).
    async fn model_call(
        self: &Arc<Self>,
        turn: &mut Turn,
        names: &ModelNames,
        name: &str,
        arguments: serde_json::Value,
        why: Option<String>,
    ) -> Result<Said> {
        let failed = |text: String| Said::Result {
            name: name.to_owned(),
            ok: false,
            text,
        };
        let Some((server, tool)) = names.resolve(name) else {
            let shown = text::escape_line(&name.chars().take(128).collect::<String>()).text;
            let why = format!("There is no tool called “{shown}”.");
            let row = Intended {
                kind: RecordKind::Call,
                what: shown,
                asked_by: turn.row.model.clone(),
                conversation: Some(turn.row.id.clone()),
                why: why.clone(),
                sent: Some(arguments),
                outcome: Some((Outcome::Refused, Code::ToolUnknown.in_words().to_owned())),
                ..views::blank_row()
            };
            self.audit.once(row).await?;
            return Ok(failed(why));
        };
        let wanted = Wanted {
            server: server.0.clone(),
            tool: tool.to_owned(),
            arguments,
            by: By::Model {
                model: turn.row.model.clone(),
                conversation: turn.row.id.clone(),
                title: turn.row.title.clone(),
                why,
                takes_part: turn.row.servers.get(server.as_str()) == Some(&true),
            },
            idle: None,
            seen: None,
        };
        let started = match Arc::clone(self).start_call(wanted).await {
            Ok(call) => call,
            Err(error) => return Ok(failed(error.to_string())),
        };
        turn.message.parts.push(Part::Call {
            call: started.clone(),
        });
        self.put_message(&turn.row.id, &turn.message).await?;
        // What happened to the call before the window knew of it.
        self.calls.find(&started.id)?.tell(self);
        let ended = Host(Arc::clone(self)).finished_call(&started.id).await?;
        if let Some(Part::Call { call }) = turn.message.parts.last_mut() {
            *call = CallView {
                result: None,
                ..ended.clone()
            };
        }
        self.put_message(&turn.row.id, &turn.message).await?;
        Ok(match ended.state {
            CallState::Done => Said::Result {
                name: name.to_owned(),
                ok: true,
                text: for_model(&ended),
            },
            CallState::ToolError => failed(for_model(&ended)),
            _ => failed(ended.problem.map(in_words).unwrap_or_default()),
        })
    }
}

fn calls_in(message: &mut Message) -> impl Iterator<Item = &mut CallView> {
    message.parts.iter_mut().filter_map(|part| match part {
        Part::Call { call } => Some(call),
        _ => None,
    })
}

/// A problem as a model reads it: what a person reads, without what the person could do.
fn in_words(problem: Problem) -> String {
    match problem.said {
        Some(said) => format!("{} It said: {}", problem.sentence, said.text),
        None => problem.sentence,
    }
}

/// Whether a server takes part. Before the first words every server that is on does; from then on only those
/// that a person let in.
fn takes_part(entry: &Entry, row: &ConversationRow, fresh: bool) -> bool {
    let on = entry.enabled();
    on && row.servers.get(entry.id.as_str()).copied().unwrap_or(fresh)
}

fn title(text: &str) -> String {
    let line = text::ForeignText::new(text).first_line(48).text;
    if line.trim().is_empty() {
        "New conversation".to_owned()
    } else {
        line
    }
}

/// The text of a result, cut for a model.
fn for_model(call: &CallView) -> String {
    let Some(result) = &call.result else {
        return String::new();
    };
    let texts: Vec<&str> = result
        .blocks
        .iter()
        .zip(0_u32..)
        .filter(|(_, place)| !result.for_person.contains(place))
        .filter_map(|(block, _)| match block {
            Block::Text { text, .. } => Some(text.text.as_str()),
            Block::Resource { text: Some(text), .. } => Some(text.text.as_str()),
            _ => None,
        })
        .collect();
    match texts.is_empty() {
        true => call.outcome.clone().unwrap_or_default(),
        false => texts.join("\n").chars().take(limits::FOR_MODEL).collect(),
    }
}

/// Earlier messages as the model may see them again.
fn told(messages: &[Message]) -> Vec<Said> {
    let mut said = Vec::new();
    for message in messages {
        for part in &message.parts {
            match (message.speaker, part) {
                (Speaker::Person, Part::Words { text }) => said.push(Said::Person(text.clone())),
                (Speaker::Model, Part::Words { text }) => said.push(Said::Model(text.clone())),
                (_, Part::Call { call }) => said.push(Said::Result {
                    name: call.tool.clone(),
                    ok: call.state == CallState::Done,
                    text: call.outcome.clone().unwrap_or_default(),
                }),
                (
                    _,
                    Part::Quoted {
                        server_label,
                        source,
                        shown,
                        role,
                        text,
                        ..
                    },
                ) => said.push(Said::Person(quotes::for_model(
                    server_label,
                    *source,
                    &shown.text,
                    *role,
                    &text.text,
                ))),
                (Speaker::Host, Part::Words { .. }) => {}
            }
        }
    }
    said
}
