//! What a conversation has read and called (S-78). What a person says of servers for that is in `classes`.
//!
//! Everything that a model can read of a server is recorded here **before** it is asked for, so that nothing is ever read
//! unmarked, whatever ends in between. What follows from it is for [`portcullis_approval::policy::data_flow`] to say.

mod classes;

pub(super) use classes::{place_of, without_noes};

use super::{Entry, Host, Inner};
use portcullis_api::{ConversationFlows, HostEvent};
use portcullis_approval::policy::data_flow::{self, CallTarget, DataTraits, Knowledge, ReadSource};
use portcullis_catalog::Tool;
use portcullis_core::Result;
use portcullis_core::ids::ServerId;
use portcullis_core::text::escape_line;
use portcullis_domain::{Claim, DefinitionState, FlowMark, FlowMeeting, Foreign, Part, QuoteSource};
use portcullis_storage::store::flows::{self as rows, ReadRow};
use rusqlite::Connection;
use std::sync::Arc;

/// What something that was read is called in the database.
const TOOL: &str = "tool";
const RESOURCE: &str = "resource";
const PROMPT: &str = "prompt";
const FILE: &str = "file";
const IMPORT: &str = "import";
/// A definition that a model gets and no person approved: its server may have written into it what it read since.
const DEFINITION: &str = "definition";
/// Nothing that was read: a person was asked once about a tool, whose digest stands for its name.
const ASKED: &str = "asked";

/// Of a file that a person put in: theirs, and written by anybody.
const OF_A_FILE: DataTraits = DataTraits {
    private: Knowledge::Said,
    strangers: Knowledge::Unknown,
    sends: Knowledge::RuledOut,
};

/// Of a definition: its server tells it to everybody, so nothing in it is private.
fn of_definition(text: DataTraits) -> DataTraits {
    DataTraits {
        private: Knowledge::RuledOut,
        sends: Knowledge::RuledOut,
        ..text
    }
}

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
                Err(_) => DataTraits::new(self.class_of_absent(entry, &row.name), false),
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
                DEFINITION => of_definition(then.and_now(now)),
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

    /// Records that the person was asked about the tool and said yes, before anything follows from it.
    pub(super) async fn record_asked_read(
        &self,
        conversation: &str,
        entry: &Entry,
        tool: &Tool,
    ) -> Result<()> {
        let row = ReadRow {
            server: entry.id.0.clone(),
            kind: ASKED.to_owned(),
            name: tool.digest.clone(),
            label: entry.label(),
            nature: [0; 3],
            first_at: self.now(),
        };
        self.record_reads(conversation, vec![row]).await?;
        // Other calls of it that wait are not asked about any more.
        self.grants_changed.send_modify(|count| *count += 1);
        Ok(())
    }

    /// What has to be recorded before a model gets these tools: of each server the first definition that nobody approved.
    pub(super) fn unapproved_definitions<'a>(
        &self,
        known: &[ReadRow],
        tools: impl Iterator<Item = (&'a Entry, &'a Tool)>,
    ) -> Vec<ReadRow> {
        let mut found: Vec<ReadRow> = Vec::new();
        for (entry, tool) in tools {
            let is_told = |row: &ReadRow| row.kind == DEFINITION && row.server == entry.id.0;
            let is_approved = matches!(entry.state_of(tool), DefinitionState::Known { .. });
            if !is_approved && !known.iter().chain(&found).any(is_told) {
                found.push(ReadRow {
                    server: entry.id.0.clone(),
                    kind: DEFINITION.to_owned(),
                    name: tool.name.clone(),
                    label: entry.label(),
                    nature: of_definition(self.nature_of_text(entry)).numbers(),
                    first_at: self.now(),
                });
            }
        }
        found
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
    pub(super) fn recording_reads(
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

    /// Records what a person is about to put into a conversation.
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
            false => self.record_reads(conversation, found).await,
        }
    }

    pub(super) async fn record_reads(&self, conversation: &str, found: Vec<ReadRow>) -> Result<()> {
        self.store
            .write_again(self.recording_reads(conversation, found))
            .await?;
        self.emit(HostEvent::Flows {});
        Ok(())
    }
}
