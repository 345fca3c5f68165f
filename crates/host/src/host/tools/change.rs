//! The question about a tool whose definition changed, and what its answer does.

use crate::host::client_host::definition;
use crate::host::{Entry, Inner, locked, varying, views};
use portcullis_api::HostEvent;
use portcullis_approval::consent::{AcceptedDefinition, Ask, Decision, Permit, ProposedDefinition, Waiting};
use portcullis_catalog::Tool;
use portcullis_core::{Code, Error, Result, text};
use portcullis_domain::{Answer, Asked, AskedBy, DefinitionState, Outcome, RecordKind, Request};
use portcullis_l10n::say;
use portcullis_storage::audit::Intended;
use portcullis_storage::store::pins::{self, Subject};
use std::sync::Arc;
use tokio_util::sync::CancellationToken;

impl Entry {
    /// The question about a changed tool, where what its answer does is not done yet.
    fn answered_change(&self, tool: &str) -> Option<CancellationToken> {
        let mut data = locked(&self.data);
        data.asked_changes.retain(|_, done| !done.is_cancelled());
        data.asked_changes.get(tool).cloned()
    }
}

impl Inner {
    /// The question about a changed tool: the one that waits, or a new one.
    pub(in crate::host) async fn change_question(
        self: &Arc<Self>,
        server: &str,
        tool: &str,
        pressed_for: bool,
    ) -> Result<Request> {
        let entry = self.entry(server)?;
        loop {
            // Who wants it at the same moment gets the same question.
            let comparing = entry.comparing.lock().await;
            let open = self.gate.waiting().into_iter().find(|request| {
                let same = matches!(&request.asked, Asked::Changed { tool: waiting, .. } if waiting == tool);
                same && request.server.id == server
            });
            if let Some(request) = open {
                return Ok(request);
            }
            // An answer that is not carried out yet may leave nothing to ask about.
            let Some(answered) = entry.answered_change(tool) else {
                return self.ask_about_change(&entry, tool, pressed_for).await;
            };
            drop(comparing);
            answered.cancelled().await;
        }
    }

    async fn ask_about_change(
        self: &Arc<Self>,
        entry: &Arc<Entry>,
        tool: &str,
        pressed_for: bool,
    ) -> Result<Request> {
        let found = entry.tool(tool)?;
        let DefinitionState::Changed { since } = entry.state_of(&found) else {
            return Err(Error::new(Code::BadInput, say!("tool-unchanged")));
        };
        let server = views::server_ref(entry);
        let on_hold = self.grants_on(&entry.id, tool);
        let question = match on_hold > 0 {
            true => say!("tool-question-allowed", server = server.label),
            false => say!("tool-question-known", server = server.label),
        };
        let before = self.pinned(entry, &found).await?.unwrap_or_default();
        let could_vary = self.could_vary(entry, &before, &found).await?;
        let varying = varying::shown(&could_vary, &before, &found.definition());
        let (diff, changes) = self.diff(entry, &found).await?;
        let waiting = self.gate.ask(Ask {
            question,
            server,
            asked_by: match pressed_for {
                true => AskedBy::Person {},
                false => AskedBy::Server {},
            },
            asked: Asked::Changed {
                tool: tool.to_owned(),
                shown: text::mark_lookalikes(text::escape_line(tool)),
                seen_at: since,
                diff,
                changes,
                notes: self.notes(entry, &found),
                on_hold,
                varying,
            },
            proposal: ProposedDefinition {
                server: entry.id.clone(),
                tool: tool.to_owned(),
                definition: found.digest.clone(),
                could_vary,
            },
            edit: None,
            pressed_for,
        })?;
        let request = waiting.request.clone();
        let done = CancellationToken::new();
        locked(&entry.data)
            .asked_changes
            .insert(tool.to_owned(), done.clone());
        let done = done.drop_guard();
        let (host, entry) = (Arc::clone(self), Arc::clone(entry));
        self.when_answered(&request, async move {
            let _done = done;
            host.after_change_answer(waiting, &entry, &found).await
        });
        Ok(request)
    }

    async fn after_change_answer(
        self: &Arc<Self>,
        mut waiting: Waiting<ProposedDefinition>,
        entry: &Arc<Entry>,
        tool: &Arc<Tool>,
    ) -> Result<()> {
        let mut changes = entry.definitions_changed.subscribe();
        let decided = loop {
            tokio::select! {
                biased;
                () = self.closing.cancelled() => {
                    break Err(Error::new(Code::Closing, say!("tool-closed")));
                }
                decided = waiting.decided() => break decided,
                // What is offered changed again: this question is about nothing that exists (S-39, S-48).
                changed = changes.changed() => {
                    let same = entry.tool(&tool.name).is_ok_and(|now| now.digest == tool.digest);
                    if changed.is_err() || !same {
                        break Err(Error::new(Code::ConsentTakenBack, say!("tool-question-over")));
                    }
                }
            }
        };
        let shown = text::escape_line(&tool.name).text;
        let what = say!("tool-new-definition-row", tool = shown);
        let mut row = Intended {
            tool: Some(tool.name.clone()),
            definition: Some(tool.digest.clone()),
            shown: Some(waiting.request.digest.clone()),
            ..views::row_by_server(entry, RecordKind::Definition, what)
        };
        let Decision { answered, permit } = match decided {
            Ok(decision) => decision,
            // There was no answer: it stays blocked.
            Err(error) => return self.audit.once(views::refused_row(row, &error)).await.map(drop),
        };
        match permit {
            Ok(permit) => {
                let vary = &permit.effect().vary;
                row.why = match vary.is_empty() {
                    true => say!("tool-accepted-why"),
                    false => say!("tool-accepted-vary-why"),
                };
                row.sent = varying::kept(vary);
                row.outcome = Some((Outcome::Done, say!("tool-accepted")));
                let accepted = self.accept(entry, tool, permit, Some(row.clone())).await;
                if let Err(error) = &accepted {
                    self.audit.once(views::refused_row(row, error)).await?;
                }
                accepted
            }
            Err(_) if matches!(answered.answer(), Answer::TurnOff {}) => {
                // That the server is off has a row of its own, once it is.
                row.why = say!("tool-turned-off-why");
                row.outcome = Some((Outcome::Denied, say!("tool-kept-blocked")));
                let noted = self.audit.once(row).await.map(drop);
                // Off is off, also where the answer could not be recorded.
                let off = self.set_enabled(entry, false).await;
                noted.and(off)
            }
            Err(_) => {
                row.why = answered.in_record(say!("tool-kept-blocked-why"));
                row.outcome = Some((Outcome::Denied, say!("tool-kept-blocked")));
                self.audit.once(row).await.map(drop)
            }
        }
    }

    /// The definition as it is now becomes the one that is known. `row` says so in the record, in the same commit, where the person
    /// was shown all of the definition: it is reviewed then.
    pub(in crate::host) async fn accept(
        &self,
        entry: &Entry,
        tool: &Tool,
        permit: Permit<AcceptedDefinition>,
        row: Option<Intended>,
    ) -> Result<()> {
        let accepted = permit.spend();
        let same =
            accepted.server == entry.id && accepted.tool == tool.name && accepted.definition == tool.digest;
        if !same {
            return Err(Error::internal(
                "another definition than the one that was accepted",
            ));
        }
        let held = self.held_but_for(entry, tool, &accepted.vary).await?;
        let (varies, now) = (held.is_some(), self.now());
        let comparing = entry.comparing.lock().await;
        let pin = self
            .audit
            .once_with(move |db| {
                let AcceptedDefinition {
                    server,
                    tool,
                    definition,
                    vary,
                } = &accepted;
                let subject = Subject::Tool(tool.clone());
                match &held {
                    Some(held) => pins::approve_as(db, server, &subject, (definition, held), now)?,
                    None => pins::approve(db, server, &subject, definition, now)?,
                };
                if row.is_some() {
                    pins::review(db, server, &subject, held.as_ref().unwrap_or(definition), now)?;
                }
                for part in vary {
                    portcullis_storage::store::varying::add(db, server, tool, part, now)?;
                }
                Ok((pins::get(db, server, &subject)?, row))
            })
            .await?;
        if let Some(pin) = pin {
            let definition = definition(pin.into());
            locked(&entry.data).definitions.put(tool.name.clone(), definition);
        }
        drop(comparing);
        entry.definitions_changed.send_modify(|count| *count += 1);
        self.emit(HostEvent::Tools {
            server: entry.id.0.clone(),
        });
        self.emit_server(entry);
        if varies {
            // It is known by what the list says then.
            varying::list_again(entry);
        }
        Ok(())
    }
}
