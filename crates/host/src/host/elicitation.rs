//! The room for forms and addresses that a server asks for (ELI-*).
//!
//! Three answers go back, and they are three different things: `accept` for what a person sent or let be opened,
//! `decline` for their no, `cancel` when no decision was made. A form is filled in by a person alone: not from memory, not
//! by a model (ELI-08). What they wrote is handed to the server that asked, and to no other: the record knows
//! which fields had an answer, never what it was (ELI-17).

mod pages;
mod reading;

use super::questions::unanswered;
use super::{Entry, Inner, blocking, views};
use portcullis_approval::consent::{
    Ask, Decision, FormContent, OpenUrl, Permit, ProposedForm, ProposedLink, RecordedAnswer,
};
use portcullis_catalog::forms::{self, Form};
use portcullis_catalog::links::Link;
use portcullis_core::text::ForeignText;
use portcullis_core::{Code, Error, Result};
use portcullis_domain::{Answer, Asked, Outcome, RecordKind};
use portcullis_l10n::say;
use portcullis_mcp::client::{Refusal, ServerRequest};
use portcullis_storage::audit::{Decided, Ended, Intended};
use reading::{ElicitationMode, Unfit, read};
use serde_json::{Value, json};
use std::sync::Arc;

impl Inner {
    /// Puts a form or an address to the person and gives the server its answer.
    pub(super) async fn elicit(
        self: &Arc<Self>,
        entry: &Arc<Entry>,
        server_request: ServerRequest,
    ) -> Result<Value, Refusal> {
        let wanted = match read(&server_request) {
            Ok(wanted) => wanted,
            Err(unfit) => return Err(self.unfit_elicitation(entry, &server_request, unfit).await),
        };
        // What the message holds may be a secret of one of the servers, and goes into the record (S-88).
        self.secrets_known().await;
        let row = asked_row(entry, &wanted);
        let why = row.why.clone();
        let seq = match self.audit.intend(row).await {
            Ok(seq) => seq,
            // Nothing is asked that cannot be recorded (S-91).
            Err(error) => return Err(internal(&error)),
        };
        let gone = &server_request.cancelled;
        let asked = Elicited {
            seq,
            cause: server_request.cause,
            why,
            is_form: matches!(wanted, ElicitationMode::Form { .. }),
            label: entry.label(),
        };
        match wanted {
            ElicitationMode::Form { message, form } => {
                let ask = self.form_question(entry, &server_request, &message, form);
                match self.put_question(ask, gone).await {
                    Ok(Decision { answered, permit }) => {
                        let done = self.send_form(seq, permit, &answered).await;
                        Ok(self.elicited(&asked, answered, done))
                    }
                    Err(error) => self.not_elicited(&asked, &error),
                }
            }
            ElicitationMode::Link { message, link } => {
                let ask = self.link_question(entry, &server_request, &message, link);
                match self.put_question(ask, gone).await {
                    Ok(Decision { answered, permit }) => {
                        let done = self.open_link(seq, permit, &answered).await;
                        Ok(self.elicited(&asked, answered, done))
                    }
                    Err(error) => self.not_elicited(&asked, &error),
                }
            }
        }
    }

    fn not_elicited(self: &Arc<Self>, asked: &Elicited, error: &Error) -> Result<Value, Refusal> {
        self.question_ended(asked.seq, unanswered(error), None);
        match error.code {
            Code::ConsentTakenBack => Err(Refusal::INTERNAL),
            _ => {
                self.note_declined(asked.cause, asked.no(&error.sentence));
                Ok(action("cancel"))
            }
        }
    }

    /// What cannot be shown is refused without asking, and the record says why (ELI-11, ELI-23).
    async fn unfit_elicitation(
        &self,
        entry: &Entry,
        server_request: &ServerRequest,
        unfit: Unfit,
    ) -> Refusal {
        if unfit.refusal == Refusal::UNKNOWN {
            return unfit.refusal;
        }
        self.note_declined(
            server_request.cause,
            say!("elicitation-rejected", why = unfit.why),
        );
        let row = Intended {
            what: unfit.what,
            why: unfit.why,
            outcome: Some((Outcome::Refused, unfit.code.in_words())),
            ..row(entry)
        };
        match self.audit.once(row).await {
            Ok(_) => unfit.refusal,
            Err(error) => internal(&error),
        }
    }

    fn form_question(
        &self,
        entry: &Entry,
        server_request: &ServerRequest,
        message: &str,
        form: Form,
    ) -> Ask<ProposedForm> {
        let asked = Asked::Form {
            message: ForeignText::new(message).shown(),
            fields: form.fields.clone(),
            notes: notes(message, &form),
            refusals: form.refusals,
            cause: self.cause_of(server_request.cause),
        };
        let proposal = ProposedForm {
            server: entry.id.0.clone(),
            fields: form.fields,
        };
        let question = say!("form-question", server = entry.label());
        views::ask_by_server(entry, question, asked, proposal)
    }

    fn link_question(
        &self,
        entry: &Entry,
        server_request: &ServerRequest,
        message: &str,
        link: Link,
    ) -> Ask<ProposedLink> {
        let asked = Asked::Link {
            message: ForeignText::new(message).shown(),
            url: link.shown(),
            parts: link.parts.clone(),
            warnings: link.warnings.clone(),
            cause: self.cause_of(server_request.cause),
        };
        let proposal = ProposedLink {
            server: entry.id.0.clone(),
            link,
        };
        let question = say!("link-question", server = entry.label());
        views::ask_by_server(entry, question, asked, proposal)
    }

    /// From a person's answer to the server's.
    fn elicited(
        self: &Arc<Self>,
        asked: &Elicited,
        answered: RecordedAnswer,
        done: Result<(Value, String)>,
    ) -> Value {
        let seq = asked.seq;
        if let Some((words, action_word)) = no(answered.answer()) {
            let said = said_no(answered.answer());
            let why = answered.in_record(said.clone());
            let ended = Ended {
                shown: Some(answered.digest().to_owned()),
                why: Some(format!("{why} {}", asked.why).trim_end().to_owned()),
                ..Ended::new(Outcome::Denied, words)
            };
            self.note_declined(asked.cause, asked.no(&said));
            self.question_ended(seq, ended, Some(answered));
            return action(action_word);
        }
        match done {
            Ok((answer, words)) => {
                self.question_ended(seq, Ended::new(Outcome::Done, words), Some(answered));
                answer
            }
            Err(error) => {
                self.question_ended(seq, Ended::failed(&error), Some(answered));
                self.emit_problem(error);
                // The user agreed and it failed: that is not a no (ELI-05).
                action("cancel")
            }
        }
    }

    /// The row is on disk before anything leaves, without what is in the fields.
    async fn send_form(
        &self,
        seq: u64,
        permit: Result<Permit<FormContent>>,
        answered: &RecordedAnswer,
    ) -> Result<(Value, String)> {
        let FormContent(content) = permit?.spend();
        let fields: Vec<&String> = content
            .as_object()
            .into_iter()
            .flat_map(|filled| filled.keys())
            .collect();
        let row = Decided {
            why: say!("form-why-sent"),
            shown: Some(answered.digest().to_owned()),
            sent: Some(json!({ "action": "accept", "fields": fields })),
            rule: None,
        };
        self.audit.decide(seq, row).await?;
        Ok((
            json!({ "action": "accept", "content": content }),
            say!("form-sent"),
        ))
    }

    /// Opening comes first: the server learns that it was opened, not that it might be (ELI-24).
    async fn open_link(
        &self,
        seq: u64,
        permit: Result<Permit<OpenUrl>>,
        answered: &RecordedAnswer,
    ) -> Result<(Value, String)> {
        let permit = permit?;
        let row = Decided {
            why: say!("link-why-opened"),
            shown: Some(answered.digest().to_owned()),
            ..Decided::default()
        };
        self.audit.decide(seq, row).await?;
        let opener = Arc::clone(&self.opener);
        blocking(move || opener.open(permit)).await??;
        Ok((action("accept"), say!("link-opened")))
    }
}

fn action(word: &str) -> Value {
    json!({ "action": word })
}

/// A question of a server that was put to the person.
struct Elicited {
    /// Its row.
    seq: u64,
    /// Number of the call that it belongs to.
    cause: Option<u64>,
    /// What its row says already.
    why: String,
    /// A form, and no link.
    is_form: bool,
    /// Label of the server.
    label: String,
}

impl Elicited {
    /// What the call that it belongs to says of a no.
    fn no(&self, why: &str) -> String {
        match self.is_form {
            true => say!("form-during-call", server = self.label, why),
            false => say!("link-during-call", server = self.label, why),
        }
    }
}

/// A no, as the record says it.
fn said_no(answer: &Answer) -> String {
    match answer {
        Answer::Decline {} => say!("elicitation-declined-why"),
        _ => say!("elicitation-dismissed-why"),
    }
}

/// An answer that is a no: how it reads in the record, and what the server learns.
fn no(answer: &Answer) -> Option<(String, &'static str)> {
    match answer {
        Answer::Decline {} => Some((say!("elicitation-declined"), "decline")),
        Answer::Submit { .. } | Answer::Open {} => None,
        _ => Some((say!("elicitation-dismissed"), "cancel")),
    }
}

/// What the person should know about a form beside its fields.
fn notes(message: &str, form: &Form) -> Vec<String> {
    let mut notes = form.notes.clone();
    if forms::asks_for_secret(message) {
        notes.push(say!("form-note-secret"));
    }
    notes
}

fn row(entry: &Entry) -> Intended {
    Intended {
        outcome: None,
        ..views::row_by_server(entry, RecordKind::Elicitation, String::new())
    }
}

/// What was asked, as the record keeps it: names of fields, and an address without what may be a key in it.
fn asked_row(entry: &Entry, wanted: &ElicitationMode) -> Intended {
    let (what, sent, why) = match wanted {
        ElicitationMode::Form { message, form } => {
            let names = |secret: bool| -> Vec<&str> {
                let those = form
                    .fields
                    .iter()
                    .filter(|field| field.refused.is_some() == secret);
                those.map(|field| field.name.as_str()).collect()
            };
            let why = match names(true).len() {
                0 => String::new(),
                1 => say!("form-secret-field"),
                many => say!("form-secret-fields", count = many),
            };
            let sent = json!({
                "mode": "form",
                "message": message,
                "fields": names(false),
                "not offered": names(true),
            });
            (say!("form-row"), sent, why)
        }
        ElicitationMode::Link { message, link } => (
            say!("link-row"),
            json!({ "mode": "url", "message": message, "url": link.without_query() }),
            String::new(),
        ),
    };
    Intended {
        what: what.to_owned(),
        sent: Some(sent),
        why,
        ..row(entry)
    }
}

fn internal(error: &Error) -> Refusal {
    tracing::error!(%error, "a question of a server was not recorded, and not asked");
    Refusal::INTERNAL
}
