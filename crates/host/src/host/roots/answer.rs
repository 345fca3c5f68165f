//! Answers `roots/list`: after a person's yes, with the folders that exist, and never with an error
//! where a person said no (ROO-01, ROO-03, ROO-04).

use super::{note, restart};
use crate::host::blocking;
use crate::host::questions::unanswered;
use crate::host::{Entry, Inner, locked, views};
use portcullis_api::RootList;
use portcullis_approval::consent::{Ask, Decision, Permit, ProposedRoots, RecordedAnswer, SharedRoots};
use portcullis_core::text::shell_word;
use portcullis_core::{Code, Result};
use portcullis_domain::{Answer, Asked, AskedKind, Outcome, RecordKind, RootRow, RootsAccess};
use portcullis_l10n::say;
use portcullis_mcp::client::{Refusal, ServerRequest};
use portcullis_storage::audit::{Decided, Ended, Intended};
use serde_json::{Value, json};
use std::sync::{Arc, Mutex};
use tokio::sync::watch;

/// The roots that a server got last, and a signal that they changed.
#[derive(Default)]
pub(crate) struct RootsState {
    /// The addresses in the row that stands in the record. The same again tells nothing new, and has no row.
    last: Mutex<Option<Vec<String>>>,
    /// Counts up whenever the folders changed, or whether they may be known.
    changes: watch::Sender<u64>,
}

impl RootsState {
    pub(super) fn changed(&self) {
        self.changes.send_modify(|count| *count += 1);
    }
}

impl Inner {
    /// Answers `roots/list`.
    pub(in crate::host) async fn tell_roots(
        self: &Arc<Self>,
        entry: &Arc<Entry>,
        server_request: ServerRequest,
    ) -> Result<Value, Refusal> {
        match self.roots_told(entry, &server_request).await {
            Ok(folders) => Ok(json!({ "roots": folders.iter().map(root).collect::<Vec<_>>() })),
            Err(error) => {
                if error.code != Code::ConsentTakenBack {
                    tracing::error!(%error, "a server was not told its folders");
                }
                Err(Refusal::INTERNAL)
            }
        }
    }

    /// What it may be told: by an answer from before, or by one that is asked for now.
    async fn roots_told(
        self: &Arc<Self>,
        entry: &Arc<Entry>,
        server_request: &ServerRequest,
    ) -> Result<Vec<RootRow>> {
        let list = self.root_list(entry).await?;
        match list.access {
            RootsAccess::Ask => self.ask_roots(entry, server_request).await,
            access => {
                let there = there(list.folders);
                // A no is not an error for the server: it has no folders.
                let folders = Permit::<SharedRoots>::by_standing(there, access)
                    .map(|permit| permit.spend().0)
                    .unwrap_or_default();
                self.note_roots_told(entry, &folders, access).await?;
                Ok(folders)
            }
        }
    }

    /// One row for what is told without asking, unless the server knows it already.
    async fn note_roots_told(&self, entry: &Entry, folders: &[RootRow], access: RootsAccess) -> Result<()> {
        let uris: Vec<String> = folders.iter().map(|folder| folder.uri.clone()).collect();
        if locked(&entry.roots.last).as_ref() == Some(&uris) {
            return Ok(());
        }
        let (why, outcome, words) = match access {
            RootsAccess::Withheld => (
                say!("roots-withheld-why"),
                Outcome::Denied,
                say!("roots-told-none"),
            ),
            _ => (say!("roots-told-why"), Outcome::Done, say!("roots-told")),
        };
        let row = Intended {
            sent: Some(json!({ "roots": uris })),
            why,
            outcome: Some((outcome, words)),
            ..asked_row(entry)
        };
        self.audit.once(row).await?;
        *locked(&entry.roots.last) = Some(uris);
        Ok(())
    }

    /// Asks the person. When the folders change meanwhile it is a new question; when it was decided meanwhile
    /// whether they may be known, it is none any more.
    async fn ask_roots(
        self: &Arc<Self>,
        entry: &Arc<Entry>,
        server_request: &ServerRequest,
    ) -> Result<Vec<RootRow>> {
        let mut changes = entry.roots.changes.subscribe();
        let seq = self.audit.intend(asked_row(entry)).await?;
        loop {
            changes.borrow_and_update();
            let list = match self.root_list(entry).await {
                Ok(list) => list,
                Err(error) => {
                    self.question_ended(seq, Ended::failed(&error), None);
                    return Err(error);
                }
            };
            if list.access != RootsAccess::Ask {
                let ended = Ended {
                    why: Some(say!("roots-by-setting-why")),
                    ..Ended::new(Outcome::Done, say!("roots-by-setting"))
                };
                self.question_ended(seq, ended, None);
                return Box::pin(self.roots_told(entry, server_request)).await;
            }
            // Pinned, so that it is still there when it is replaced: what is dropped is withdrawn.
            let mut asked = std::pin::pin!(self.put_question(
                self.roots_question(entry, server_request, &list),
                &server_request.cancelled,
            ));
            let answered = tokio::select! {
                answered = &mut asked => answered,
                _ = changes.changed() => {
                    // By the person: the next one is what they did, and nothing that ended under them.
                    self.gate.replace(&entry.id.0, AskedKind::Roots);
                    continue;
                }
            };
            return match answered {
                Ok(decision) => {
                    if !matches!(decision.answered.answer(), Answer::Share {}) {
                        let sentence = say!("roots-during-call", server = entry.label());
                        self.note_declined(server_request.cause, sentence);
                    }
                    self.roots_answered(entry, seq, decision).await
                }
                Err(error) => {
                    self.question_ended(seq, unanswered(&error), None);
                    match error.code {
                        Code::ConsentTakenBack => Err(error),
                        _ => Ok(Vec::new()),
                    }
                }
            };
        }
    }

    fn roots_question(
        &self,
        entry: &Entry,
        server_request: &ServerRequest,
        list: &RootList,
    ) -> Ask<ProposedRoots> {
        let mut notes = vec![note(entry)];
        if list.folders.is_empty() {
            notes.push(say!("roots-note-none", label = shell_word(&entry.label())));
        }
        let proposal = ProposedRoots {
            server: entry.id.0.clone(),
            folders: list.folders.clone(),
        };
        let asked = Asked::Roots {
            folders: list.folders.clone(),
            notes,
            cause: self.cause_of(server_request.cause),
        };
        let question = say!("roots-question", server = entry.label());
        views::ask_by_server(entry, question, asked, proposal)
    }

    async fn roots_answered(
        self: &Arc<Self>,
        entry: &Entry,
        seq: u64,
        decision: Decision<ProposedRoots>,
    ) -> Result<Vec<RootRow>> {
        let Decision { answered, permit } = decision;
        let done = self.decide_roots(entry, seq, permit, &answered).await;
        let ended = match (&done, answered.answer()) {
            (Err(error), _) => Ended::failed(error),
            (Ok(_), Answer::Share {}) => Ended::new(Outcome::Done, say!("roots-told")),
            (Ok(_), Answer::Decline {}) => Ended::new(Outcome::Denied, say!("roots-declined")),
            (Ok(_), _) => Ended::new(Outcome::Denied, say!("roots-dismissed")),
        };
        self.question_ended(seq, ended, Some(answered));
        done
    }

    /// What was decided is on disk before the server hears of it.
    async fn decide_roots(
        &self,
        entry: &Entry,
        seq: u64,
        permit: Result<Permit<SharedRoots>>,
        answered: &RecordedAnswer,
    ) -> Result<Vec<RootRow>> {
        let (access, folders) = match permit {
            Ok(permit) => {
                let folders = there(permit.spend().0);
                (Some(RootsAccess::Told), self.still_there(folders).await?)
            }
            Err(_) if matches!(answered.answer(), Answer::Decline {}) => {
                (Some(RootsAccess::Withheld), Vec::new())
            }
            // No decision: it has no folders for now, and may ask again.
            Err(_) => (None, Vec::new()),
        };
        let uris: Vec<String> = folders.iter().map(|folder| folder.uri.clone()).collect();
        let why = match access {
            Some(RootsAccess::Told) => say!("roots-allowed-why"),
            Some(_) => say!("roots-denied-why"),
            None => answered.in_record(say!("roots-undecided-why")),
        };
        let row = Decided {
            why,
            rule: None,
            shown: Some(answered.digest().to_owned()),
            sent: Some(json!({ "roots": uris })),
        };
        self.audit.decide(seq, row).await?;
        if let Some(access) = access {
            let (id, now) = (entry.id.clone(), self.now());
            self.store
                .write(move |db| portcullis_storage::store::roots::set_access(db, &id, access, now))
                .await?;
            *locked(&entry.roots.last) = Some(uris);
            // The server hears it in this answer: an announcement would have it ask once more.
            self.roots_seen(entry);
            // They were in its fence or container since they were chosen.
            if access == RootsAccess::Withheld && !self.root_list(entry).await?.folders.is_empty() {
                restart(entry);
            }
        }
        Ok(folders)
    }

    /// Between the question and the answer a folder may have become something else.
    async fn still_there(&self, folders: Vec<RootRow>) -> Result<Vec<RootRow>> {
        blocking(move || {
            folders
                .into_iter()
                .filter(|folder| super::chosen::is_still(&folder.path))
                .collect()
        })
        .await
    }
}

fn there(folders: Vec<RootRow>) -> Vec<RootRow> {
    folders.into_iter().filter(|folder| folder.there).collect()
}

/// As it goes to the server: the address, and the folder's own name for reading.
fn root(folder: &RootRow) -> Value {
    let name = std::path::Path::new(&folder.path).file_name();
    match name.and_then(|name| name.to_str()) {
        Some(name) => json!({ "uri": folder.uri, "name": name }),
        None => json!({ "uri": folder.uri }),
    }
}

fn asked_row(entry: &Entry) -> Intended {
    Intended {
        outcome: None,
        ..views::row_by_server(entry, RecordKind::Roots, say!("roots-row"))
    }
}
