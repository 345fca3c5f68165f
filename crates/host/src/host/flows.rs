//! What flows between servers: what a person says of them, and what a conversation has read and called (S-78).
//!
//! Everything that a model can read of a server is recorded here **before** it is asked for, so that nothing is ever read
//! unmarked, whatever ends in between. What follows from it is for [`portcullis_approval::policy::data_flow`] to say.

use super::{Entry, Host, Inner, locked, views};
use portcullis_api::{ConversationFlows, HostEvent, ServerFlows, ToolFlows};
use portcullis_approval::consent::{Ask, Decision, Permit, Proposal, ProposedClass, RecordedAnswer, Waiting};
use portcullis_approval::policy::data_flow::{self, CallTarget, DataTraits, Knowledge, ReadSource};
use portcullis_catalog::Tool;
use portcullis_core::ids::ServerId;
use portcullis_core::text::escape_line;
use portcullis_core::{Code, Error, Result, ids};
use portcullis_domain::{
    Asked, AskedBy, Claim, Endpoint, FlowClass, FlowMark, FlowMeeting, Foreign, Outcome, Part, QuoteSource,
    RecordKind, Request, ReviewRow, ReviewValue, Say,
};
use portcullis_l10n::{list, say};
use portcullis_storage::audit::{Ended, Intended};
use portcullis_storage::store::flows::{self as rows, ClassRow, ReadRow};
use rusqlite::Connection;
use sha2::{Digest, Sha256};
use std::sync::Arc;

/// What something that was read is called in the database.
const TOOL: &str = "tool";
const RESOURCE: &str = "resource";
const PROMPT: &str = "prompt";
const FILE: &str = "file";
const IMPORT: &str = "import";
/// Nothing that was read: a person was asked once about a tool, whose digest stands for its name.
const ASKED: &str = "asked";

/// Of a file that a person put in: theirs, and written by anybody.
const OF_A_FILE: DataTraits = DataTraits {
    private: Knowledge::Said,
    strangers: Knowledge::Unknown,
    sends: Knowledge::RuledOut,
};

/// What an imported conversation has read: everything in it may be written by strangers, and is the person's as well.
pub(super) fn of_import(product: &str, now: u64) -> ReadRow {
    let nature = DataTraits {
        private: Knowledge::Said,
        strangers: Knowledge::Said,
        sends: Knowledge::RuledOut,
    };
    ReadRow {
        server: String::new(),
        kind: IMPORT.to_owned(),
        name: product.to_owned(),
        label: String::new(),
        nature: nature.numbers(),
        first_at: now,
    }
}

impl Host {
    /// What a person says of a server and of those of its tools that differ.
    ///
    /// # Errors
    /// `not_found`.
    pub fn flows(&self, server: &str) -> Result<ServerFlows> {
        let entry = self.0.entry(server)?;
        Ok(self.0.server_flows(&entry))
    }

    /// Says what a server, or one of its tools, gives and does. What is stricter than before counts at once; what is
    /// looser is asked at the gate, and the request comes back.
    ///
    /// # Errors
    /// `not_found`, `tool.unknown`, `consent.busy`, `store.*`.
    pub async fn set_class(
        &self,
        server: &str,
        tool: Option<String>,
        class: FlowClass,
    ) -> Result<Option<Request>> {
        let entry = self.0.entry(server)?;
        self.0.say_class(&entry, tool, class).await
    }

    /// What a conversation has read and called, as far as it counts.
    ///
    /// # Errors
    /// `store.*`.
    pub async fn conversation_flows(&self, conversation: &str) -> Result<ConversationFlows> {
        let reads = self.0.reads_of(conversation).await?;
        let reads: Vec<ReadSource> = reads.iter().filter_map(|row| self.0.read_now(row)).collect();
        let marks = [FlowMark::Private, FlowMark::Strangers, FlowMark::Sends];
        let sources = marks
            .into_iter()
            .flat_map(|mark| reads.iter().filter_map(move |read| data_flow::source(read, mark)));
        Ok(ConversationFlows {
            sources: sources.collect(),
        })
    }
}

impl Inner {
    pub(super) async fn reload_classes(&self) -> Result<()> {
        // One after the other: what was read before a change must not replace what was read after it.
        let _turn = self.reloading.lock().await;
        let classes = self.store.read(rows::classes).await?;
        *locked(&self.classes) = Arc::new(classes);
        Ok(())
    }

    /// What a person says of a server or a tool, and of which definition.
    fn said(&self, server: &ServerId, tool: &str) -> Option<ClassRow> {
        let classes = locked(&self.classes).clone();
        classes
            .iter()
            .find(|row| row.server == *server && row.tool == tool)
            .cloned()
    }

    /// What they say that still counts: a “does not” was about what it was said of.
    fn counts(&self, server: &ServerId, tool: &str, about: impl FnOnce() -> String) -> FlowClass {
        // What it is about is worked out where something was said alone: of most servers nothing ever is.
        match self.said(server, tool) {
            Some(row) if row.about == about() => row.class,
            Some(row) => without_noes(row.class),
            None => FlowClass::default(),
        }
    }

    fn class_of(&self, entry: &Entry, tool: Option<&Tool>) -> FlowClass {
        let whole = self.counts(&entry.id, "", || place(entry));
        match tool {
            Some(tool) => over(self.counts(&entry.id, &tool.name, || tool.digest.clone()), whole),
            None => whole,
        }
    }

    fn nature_of(&self, entry: &Entry, tool: &Tool) -> DataTraits {
        DataTraits::new(self.class_of(entry, Some(tool)), claims_open(tool))
    }

    /// What text of a server is that a person put in: nothing leaves by reading it.
    fn nature_of_text(&self, entry: &Entry) -> DataTraits {
        DataTraits {
            sends: Knowledge::RuledOut,
            ..DataTraits::new(self.class_of(entry, None), false)
        }
    }

    fn server_flows(&self, entry: &Entry) -> ServerFlows {
        let classes = locked(&self.classes).clone();
        let of = |tool: &str| {
            classes
                .iter()
                .find(|row| row.server == entry.id && row.tool == tool)
        };
        let catalog = entry.catalog();
        let mut tools: Vec<ToolFlows> = catalog
            .tools
            .iter()
            .map(|tool| (tool, self.hosts_of_tool(entry, tool)))
            .filter(|(tool, seen)| claims_open(tool) || of(&tool.name).is_some() || !seen.is_empty())
            .map(|(tool, seen)| ToolFlows {
                seen,
                tool: tool.name.clone(),
                shown: escape_line(&tool.name),
                class: of(&tool.name).map(|row| row.class).unwrap_or_default(),
                outdated: of(&tool.name).is_some_and(|row| is_outdated(row, &tool.digest)),
                claims_open: claims_open(tool),
            })
            .collect();
        // Of tools that are not there now, what was said stands here all the same.
        let gone = classes.iter().filter(|row| {
            row.server == entry.id && !row.tool.is_empty() && tools.iter().all(|it| it.tool != row.tool)
        });
        let gone: Vec<_> = gone
            .map(|row| ToolFlows {
                tool: row.tool.clone(),
                shown: escape_line(&row.tool),
                class: row.class,
                outdated: false,
                seen: Vec::new(),
                claims_open: false,
            })
            .collect();
        tools.extend(gone);
        ServerFlows {
            class: of("").map(|row| row.class).unwrap_or_default(),
            outdated: of("").is_some_and(|row| is_outdated(row, &place(entry))),
            tools,
        }
    }

    async fn say_class(
        self: &Arc<Self>,
        entry: &Arc<Entry>,
        tool: Option<String>,
        class: FlowClass,
    ) -> Result<Option<Request>> {
        let found = tool.as_deref().map(|tool| entry.tool(tool)).transpose()?;
        let kept = self.said(&entry.id, tool.as_deref().unwrap_or_default());
        let (about, before) = match &found {
            Some(tool) => (tool.digest.clone(), self.class_of(entry, Some(tool))),
            None => (place(entry), self.class_of(entry, None)),
        };
        if kept.as_ref().map(|row| row.class).unwrap_or_default() == class
            && kept.as_ref().is_none_or(|row| row.about == about)
        {
            return Ok(None);
        }
        let proposed = ProposedClass {
            server: entry.id.clone(),
            said: class,
            class,
            before,
            tool,
            about,
        };
        let weighed = ProposedClass {
            // What is unsaid of a tool is as for its server.
            class: match &found {
                Some(_) => over(class, self.class_of(entry, None)),
                None => class,
            },
            ..proposed.clone()
        };
        if !weighed.loosens() {
            let permit = Permit::<ProposedClass>::stricter(weighed)?;
            self.keep_class(entry, permit, None).await?;
            return Ok(None);
        }
        let ask = question(entry, found.as_deref(), (&proposed, weighed), kept.as_ref());
        let waiting = self.gate.ask(ask)?;
        let request = waiting.request.clone();
        let (host, at) = (Arc::clone(self), Arc::clone(entry));
        self.when_answered(async move { host.after_class(&at, waiting, proposed).await });
        Ok(Some(request))
    }

    async fn after_class(
        &self,
        entry: &Entry,
        mut waiting: Waiting<ProposedClass>,
        proposed: ProposedClass,
    ) -> Result<()> {
        let shown = waiting.request.digest.clone();
        // Held until it is kept.
        let (_answered, permit) = self.setting_decided(&mut waiting).await;
        match permit {
            Ok(permit) => self.keep_class(entry, permit, Some(shown)).await,
            Err(error) => {
                let row = Intended {
                    why: error.sentence.clone(),
                    shown: Some(shown),
                    outcome: Some((views::refused(error.code), error.code.in_words())),
                    ..class_row(entry, &proposed)
                };
                self.audit.once(row).await.map(drop)
            }
        }
    }

    /// The answer to a question about a setting, where somebody gave one, and the permit. Closing is nobody's answer.
    pub(super) async fn setting_decided<T: Proposal>(
        &self,
        waiting: &mut Waiting<T>,
    ) -> (Option<RecordedAnswer>, Result<Permit<T::Effect>>) {
        let decided = tokio::select! {
            biased;
            () = self.closing.cancelled() => Err(Error::new(
                Code::Closing,
                say!("flow-closed"),
            )),
            decided = waiting.decided() => decided,
        };
        match decided {
            Ok(Decision { answered, permit }) => (Some(answered), permit),
            Err(error) => (None, Err(error)),
        }
    }

    /// Does what a permit allows between the two parts of its row, or records why there is none. `words`: why it is done, and how
    /// that ended.
    pub(super) async fn with_row<T, Done: Future<Output = Result<()>>>(
        &self,
        mut row: Intended,
        permit: Result<Permit<T>>,
        words: (String, String),
        effect: impl FnOnce(Permit<T>) -> Done,
    ) -> Result<()> {
        let permit = match permit {
            Ok(permit) => permit,
            Err(error) => {
                row.why = error.sentence.clone();
                row.outcome = Some((views::refused(error.code), error.code.in_words()));
                return self.audit.once(row).await.map(drop);
            }
        };
        row.why = words.0;
        let seq = self.audit.intend(row).await?;
        let done = effect(permit).await;
        let ended = match &done {
            Ok(()) => Ended::new(Outcome::Done, words.1),
            Err(error) if error.code == Code::CallCancelled => Ended {
                outcome: Outcome::Cancelled,
                ..Ended::failed(error)
            },
            Err(error) => Ended::failed(error),
        };
        self.audit.end(seq, ended).await?;
        done
    }

    async fn keep_class(
        &self,
        entry: &Entry,
        permit: Permit<ProposedClass>,
        shown: Option<String>,
    ) -> Result<()> {
        let said = permit.spend();
        let row = Intended {
            why: match shown {
                Some(_) => say!("flow-approved-why"),
                None => say!("flow-stricter-why"),
            },
            shown,
            ..class_row(entry, &said)
        };
        let kept = ClassRow {
            server: said.server,
            tool: said.tool.unwrap_or_default(),
            class: said.said,
            about: said.about,
            said_at: self.now(),
        };
        self.audit
            .once_with(move |db| {
                rows::put_class(db, &kept)?;
                Ok(((), Some(row)))
            })
            .await?;
        self.reload_classes().await?;
        // What waits is looked at again with it.
        self.grants_changed.send_modify(|count| *count += 1);
        self.emit(HostEvent::Flows {});
        Ok(())
    }

    pub(super) async fn reads_of(&self, conversation: &str) -> Result<Arc<Vec<ReadRow>>> {
        self.reads
            .of(conversation, || {
                let of = conversation.to_owned();
                self.store.read(move |db| rows::reads(db, &of))
            })
            .await
    }

    /// With what is known of it now.
    fn read_now(&self, row: &ReadRow) -> Option<ReadSource> {
        if row.kind == ASKED {
            return None;
        }
        let then = DataTraits::of_numbers(row.nature);
        let entry = match row.server.as_str() {
            "" => None,
            id => self.entry(id).ok(),
        };
        let now = match (&entry, row.kind.as_str()) {
            (None, _) => DataTraits::UNKNOWN,
            (Some(entry), TOOL) => match entry.tool(&row.name) {
                Ok(tool) => self.nature_of(entry, &tool),
                // A “does not” for the whole server is said of its tools, whichever they are.
                Err(_) => DataTraits::new(self.class_of(entry, None), false),
            },
            (Some(entry), _) => self.nature_of_text(entry),
        };
        let shown = |name: &str| escape_line(&self.redactor.hide(name));
        let what = match row.kind.as_str() {
            TOOL => shown(&row.name),
            kind => Foreign {
                text: format!("{kind} {}", shown(&row.name).text),
                ..shown(&row.name)
            },
        };
        Some(ReadSource {
            server: (!row.server.is_empty()).then(|| ServerId(row.server.clone())),
            tool: (row.kind == TOOL).then(|| row.name.clone()),
            label: entry.map_or_else(|| row.label.clone(), |entry| entry.label()),
            what,
            at: row.first_at,
            nature: match row.kind.as_str() {
                // Nothing leaves by what was only read, whatever is said of its server.
                TOOL => then.and_now(now),
                _ => DataTraits {
                    sends: Knowledge::RuledOut,
                    ..then.and_now(now)
                },
            },
        })
    }

    /// What meets in a call of a conversation that has read this.
    pub(super) fn meeting(
        &self,
        reads: &[ReadRow],
        entry: &Entry,
        tool: &Tool,
        asked: bool,
    ) -> Option<FlowMeeting> {
        let reads: Vec<ReadSource> = reads.iter().filter_map(|row| self.read_now(row)).collect();
        let to = CallTarget {
            server: &entry.id,
            label: &entry.label(),
            nature: self.nature_of(entry, tool),
            tool: &tool.name,
            claims_closed: tool.claims.contains(&Claim::ClosedWorld)
                && self.against_claims(entry, tool).is_none(),
            asked,
        };
        data_flow::meet(&reads, &to)
    }

    /// Whether a person was asked in a conversation what the tool may send out of what its own server gave, and said
    /// yes. What cannot be read was not asked.
    pub(super) async fn was_asked(&self, conversation: &str, entry: &Entry, tool: &Tool) -> bool {
        let asked = |row: &ReadRow| row.kind == ASKED && row.server == entry.id.0 && row.name == tool.digest;
        self.reads_of(conversation)
            .await
            .is_ok_and(|rows| rows.iter().any(asked))
    }

    /// Puts down that they were, before anything follows from it.
    pub(super) async fn put_down_asked(&self, conversation: &str, entry: &Entry, tool: &Tool) -> Result<()> {
        let row = ReadRow {
            server: entry.id.0.clone(),
            kind: ASKED.to_owned(),
            name: tool.digest.clone(),
            label: entry.label(),
            nature: [0; 3],
            first_at: self.now(),
        };
        self.put_down(conversation, vec![row]).await?;
        // Other calls of it that wait are not asked about any more.
        self.grants_changed.send_modify(|count| *count += 1);
        Ok(())
    }

    /// What has to be recorded before a conversation gets the result of a tool, and the tool data of the conversation;
    /// `None` where that is recorded already.
    pub(super) fn unread<'a>(
        &self,
        known: impl IntoIterator<Item = &'a ReadRow>,
        entry: &Entry,
        tool: &Tool,
    ) -> Option<ReadRow> {
        let nature = self.nature_of(entry, tool);
        let here = |row: &&ReadRow| row.server == entry.id.0 && row.kind == TOOL && row.name == tool.name;
        let within = |row: &ReadRow| nature.is_within(DataTraits::of_numbers(row.nature));
        if known.into_iter().filter(here).any(within) {
            return None;
        }
        Some(ReadRow {
            server: entry.id.0.clone(),
            kind: TOOL.to_owned(),
            name: tool.name.clone(),
            label: entry.label(),
            nature: nature.numbers(),
            first_at: self.now(),
        })
    }

    /// Writes this down of a conversation whenever it is called, for a job that writes more with it.
    pub(super) fn putting_down(
        &self,
        conversation: &str,
        found: Vec<ReadRow>,
    ) -> impl Fn(&Connection) -> portcullis_storage::store::Result<()> + Send + use<> {
        // Held as long as the job, which is until it is on disk.
        let changing = self.reads.changing(conversation);
        let of = conversation.to_owned();
        move |db| {
            let _held = &changing;
            found.iter().try_for_each(|row| rows::add_read(db, &of, row))
        }
    }

    /// Puts down what a person is about to put into a conversation.
    pub(super) async fn will_be_told(&self, conversation: &str, parts: &[Part]) -> Result<()> {
        let mut found = Vec::new();
        for part in parts {
            match part {
                Part::Quoted {
                    server,
                    server_label,
                    source,
                    shown,
                    ..
                } => {
                    let entry = self.entry(server).ok();
                    let nature = entry.map_or(
                        DataTraits {
                            sends: Knowledge::RuledOut,
                            ..DataTraits::UNKNOWN
                        },
                        |entry| self.nature_of_text(&entry),
                    );
                    found.push(ReadRow {
                        server: server.clone(),
                        kind: match source {
                            QuoteSource::Prompt => PROMPT,
                            QuoteSource::Resource => RESOURCE,
                        }
                        .to_owned(),
                        name: shown.text.clone(),
                        label: server_label.clone(),
                        nature: nature.numbers(),
                        first_at: self.now(),
                    });
                }
                Part::File { file } => found.push(ReadRow {
                    server: String::new(),
                    kind: FILE.to_owned(),
                    name: file.name.text.clone(),
                    label: String::new(),
                    nature: OF_A_FILE.numbers(),
                    first_at: self.now(),
                }),
                // A person's own words are theirs to say; the others are a model's and the host's, and a call is put
                // down when it is made, with whatever becomes of its result. A new kind of part has to be thought of
                // here.
                Part::Words { .. }
                | Part::Thought { .. }
                | Part::Trouble { .. }
                | Part::Stopped {}
                | Part::Call { .. }
                | Part::Held { .. }
                | Part::Search { .. }
                | Part::Made { .. } => {}
            }
        }
        match found.is_empty() {
            true => Ok(()),
            false => self.put_down(conversation, found).await,
        }
    }

    pub(super) async fn put_down(&self, conversation: &str, found: Vec<ReadRow>) -> Result<()> {
        self.store
            .write_again(self.putting_down(conversation, found))
            .await?;
        self.emit(HostEvent::Flows {});
        Ok(())
    }
}

fn claims_open(tool: &Tool) -> bool {
    tool.claims.contains(&Claim::OpenWorld)
}

/// Digest of where a server is: what was said of one program or address is not said of another.
fn place(entry: &Entry) -> String {
    place_of(&entry.row().draft.endpoint)
}

pub(super) fn place_of(endpoint: &Endpoint) -> String {
    let endpoint = serde_json_canonicalizer::to_vec(endpoint);
    // An endpoint can always be written; should it ever not, nothing that was said of it fits.
    endpoint.map_or_else(|_| ids::random(), |bytes| ids::hex(&Sha256::digest(&bytes)))
}

fn is_outdated(row: &ClassRow, about: &str) -> bool {
    row.about != about && without_noes(row.class) != row.class
}

pub(super) fn without_noes(class: FlowClass) -> FlowClass {
    let each = |say: Say| match say {
        Say::No => Say::Unsaid,
        say => say,
    };
    FlowClass {
        private: each(class.private),
        strangers: each(class.strangers),
        sends: each(class.sends),
    }
}

/// What is said of a tool; what is not, as for its server.
fn over(tool: FlowClass, server: FlowClass) -> FlowClass {
    let each = |tool: Say, server: Say| if tool == Say::Unsaid { server } else { tool };
    FlowClass {
        private: each(tool.private, server.private),
        strangers: each(tool.strangers, server.strangers),
        sends: each(tool.sends, server.sends),
    }
}

fn class_row(entry: &Entry, said: &ProposedClass) -> Intended {
    let what = match &said.tool {
        Some(tool) => say!(
            "flow-set-tool",
            tool = escape_line(tool).text,
            what = in_words(said.said)
        ),
        None => say!("flow-set", what = in_words(said.said)),
    };
    Intended {
        kind: RecordKind::Server,
        what,
        server: Some((entry.id.clone(), entry.label())),
        asked_by: say!("asked-by-you"),
        tool: said.tool.clone(),
        outcome: Some((Outcome::Done, say!("outcome-saved"))),
        ..views::blank_row()
    }
}

fn in_words(class: FlowClass) -> String {
    let each = |say: Say, yes: String, no: String| match say {
        Say::Yes => Some(yes),
        Say::No => Some(no),
        Say::Unsaid => None,
    };
    let words: Vec<String> = [
        each(class.private, say!("flow-gives-private"), say!("flow-no-private")),
        each(
            class.strangers,
            say!("flow-gives-untrusted"),
            say!("flow-no-untrusted"),
        ),
        each(class.sends, say!("flow-sends"), say!("flow-no-sends")),
    ]
    .into_iter()
    .flatten()
    .collect();
    match words.is_empty() {
        true => say!("flow-none"),
        false => list(&words),
    }
}

/// Shows what is said, and proposes what counts then.
fn question(
    entry: &Entry,
    tool: Option<&Tool>,
    (to, counts): (&ProposedClass, ProposedClass),
    kept: Option<&ClassRow>,
) -> Ask<ProposedClass> {
    let server = views::server_ref(entry);
    let before = kept.map(|row| row.class).unwrap_or_default();
    let value = |say: Say| {
        let text = match say {
            Say::Yes => say!("flow-yes"),
            Say::No => say!("flow-no"),
            Say::Unsaid => say!("flow-not-set"),
        };
        vec![ReviewValue {
            text: escape_line(&text),
            note: None,
            bytes: text.len() as u64,
            literal: false,
        }]
    };
    let row = |field: String, now: Say, before: Say| ReviewRow {
        kind: None,
        field,
        values: value(now),
        before: (now != before).then(|| value(before)),
        usual: false,
    };
    let named = match tool {
        Some(tool) => say!(
            "flow-tool-of",
            tool = super::calls::named(&tool.name),
            server = server.label
        ),
        None => format!("“{}”", server.label),
    };
    Ask {
        question: say!("flow-question", what = named),
        asked: Asked::Setting {
            rows: vec![
                row(say!("flow-row-private"), to.class.private, before.private),
                row(say!("flow-row-untrusted"), to.class.strangers, before.strangers),
                row(say!("flow-row-sends"), to.class.sends, before.sends),
            ],
            notes: vec![say!("flow-note-permissions"), say!("flow-note-past")],
            warnings: Vec::new(),
        },
        server,
        asked_by: AskedBy::Person {},
        proposal: counts,
        edit: None,
        pressed_for: true,
    }
}
