//! The queue of requests and their answers.
//!
//! Order: requests of different servers take turns, so that no server can bury the others (S-36); one that is
//! already first stays first. A request ends when it is answered, when it is not answered in time, or when the caller that
//! asked goes away (dropping [`Waiting`]): a late click then has nothing to act on (S-39).

mod checks;
mod together;
mod waiting;

use super::cooldown::DenialCounts;
use super::proposal::{self, AnswerManner, Ask, DenialReach, Proposal, RecordedAnswer};
use super::queued::{AmendedProposal, QueuedProposal, TypedProposal};
use crate::limits;
pub(super) use checks::digest;
use checks::{check, not_offered, stale};
use portcullis_catalog::forms;
use portcullis_core::clock::Clock;
use portcullis_core::{Code, Error, Result, ids};
use portcullis_domain::{
    Answer, ArgumentIssue, Asked, AskedKind, EndedBy, EndedRequest, Filled, GateReply, Request,
};
use portcullis_l10n::say;
use std::collections::{HashMap, VecDeque};
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};
use tokio::sync::{oneshot, watch};
use tokio::time::Instant;
pub use waiting::Waiting;

/// Receipt of an accepted answer; resolves when its effects are on disk.
#[derive(Debug, Default)]
pub struct Receipt(Vec<watch::Receiver<bool>>);

impl Receipt {
    /// Waits until everything that it decided is kept, or it can no longer be kept.
    pub async fn kept(mut self) {
        for kept in &mut self.0 {
            // An error means that the task with the decision is done with it.
            _ = kept.wait_for(|kept| *kept).await;
        }
    }
}

struct QueueItem {
    request: Request,
    held: Box<dyn QueuedProposal>,
    attended: Option<Instant>,
    /// When it was in front of the person for the first time.
    first_attended: Option<Instant>,
    /// The person changed what it proposes.
    edited: bool,
    /// The description of the tool was open when it was answered.
    reviewed: bool,
    /// What is filled into a form so far. It lives as long as the request waits, here alone (ELI-17).
    filled: Option<Filled>,
}

impl QueueItem {
    /// It was in front for as long as it takes until it could be answered.
    fn was_read(&self) -> bool {
        self.first_attended
            .is_some_and(|since| since.elapsed() >= limits::GUARD)
    }
}

/// A request that was read and ended without the person's answer.
#[derive(Debug, Clone, PartialEq)]
pub struct EndedEntry {
    /// Its id.
    pub request: String,
    /// Which kind of question it was.
    pub kind: AskedKind,
    /// The server that it was about.
    pub server: String,
    /// How it ended.
    pub ended: EndedRequest,
}

#[derive(Default)]
struct GateState {
    /// In the order in which they arrived.
    items: Vec<QueueItem>,
    denials: DenialCounts,
    /// The last that ended while they could be read, oldest first.
    ended: VecDeque<EndedEntry>,
}

/// The gate; clones share it.
#[derive(Clone)]
pub struct Gate {
    state: Arc<Mutex<GateState>>,
    clock: Arc<dyn Clock>,
    changed: watch::Sender<u64>,
}

impl Gate {
    /// An empty gate.
    #[must_use]
    pub fn new(clock: Arc<dyn Clock>) -> Self {
        Self {
            state: Arc::default(),
            clock,
            changed: watch::Sender::new(0),
        }
    }

    fn state(&self) -> MutexGuard<'_, GateState> {
        self.state.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// Says that what waits is another now.
    fn announce(&self, state: MutexGuard<'_, GateState>) {
        drop(state);
        self.changed.send_modify(|count| *count += 1);
    }

    /// Counts up whenever what waits changes.
    #[must_use]
    pub fn changes(&self) -> watch::Receiver<u64> {
        self.changed.subscribe()
    }

    /// Puts a question to the person, and keeps what it proposes until it is answered.
    ///
    /// # Errors
    /// `consent.busy` when too much waits already (S-36), `consent.embargo` during an embargo (S-37), `internal` when
    /// the question does not show what it proposes.
    pub fn ask<T: Proposal>(&self, ask: Ask<T>) -> Result<Waiting<T>> {
        proposal::check_shown(&ask.proposal, &ask.server.id, &ask.asked)?;
        let (reply, answer) = oneshot::channel();
        let covers = ask.proposal.reach(&ask.asked);
        let held = Box::new(TypedProposal::new(ask.proposal, ask.edit, reply));
        let now = self.clock.now();
        let mut request = Request {
            id: ids::random(),
            nonce: ids::random(),
            digest: String::new(),
            question: ask.question,
            covers,
            server: ask.server,
            asked_by: ask.asked_by,
            asked_at: now,
            expires_at: now + u64::try_from(limits::WAITING_FOR.as_millis()).unwrap_or(u64::MAX),
            asked: ask.asked.ranked(),
        };
        request.digest = digest(&request, &held.covers());
        let mut state = self.state();
        let from_server = state
            .items
            .iter()
            .filter(|item| item.request.server.id == request.server.id)
            .count();
        if from_server >= limits::WAITING_PER_SERVER {
            return Err(Error::new(
                Code::ConsentBusy,
                say!("queue-full", server = request.server.label.as_str()),
            ));
        }
        // What a person wants themselves is not kept out by what servers want (S-36).
        if !ask.pressed_for && state.items.len() >= limits::WAITING {
            return Err(Error::new(Code::ConsentBusy, say!("queue-full-all")));
        }
        if let Some(error) = state.denials.embargo(&request, ask.pressed_for) {
            return Err(error);
        }
        let shown = request.clone();
        state.items.push(QueueItem {
            request,
            held,
            attended: None,
            first_attended: None,
            edited: false,
            reviewed: false,
            filled: None,
        });
        self.announce(state);
        Ok(Waiting {
            gate: self.clone(),
            request: shown,
            answer,
            deadline: Instant::now() + limits::WAITING_FOR,
        })
    }

    /// What waits, in the order in which it should be answered.
    #[must_use]
    pub fn waiting(&self) -> Vec<Request> {
        let state = self.state();
        state.in_order().into_iter().cloned().collect()
    }

    /// Id and nonce of each request that waits, in the same order.
    #[must_use]
    pub fn waiting_ids(&self) -> Vec<(String, String)> {
        let state = self.state();
        let order = state.in_order().into_iter();
        order
            .map(|request| (request.id.clone(), request.nonce.clone()))
            .collect()
    }

    /// How a request ended, where it ended while a person could read it and not by their answer. Only the last of them are
    /// known.
    #[must_use]
    pub fn ended(&self, request: &str) -> Option<EndedEntry> {
        let state = self.state();
        state.ended.iter().find(|it| it.request == request).cloned()
    }

    /// Requests that can be shown and answered together with this one, itself first; empty where it is none of them.
    #[must_use]
    pub fn alike(&self, request: &str) -> Vec<String> {
        let state = self.state();
        let Some(first) = state.items.iter().find(|item| item.request.id == request) else {
            return Vec::new();
        };
        let others = state.items.iter().filter(|item| item.request.id != request);
        std::iter::once(first)
            .chain(others)
            .filter(|item| together::fit(first, item))
            .take(limits::TOGETHER)
            .map(|item| item.request.id.clone())
            .collect()
    }

    /// How many requests about a server wait.
    #[must_use]
    pub fn waiting_for(&self, server: &str) -> usize {
        self.state()
            .items
            .iter()
            .filter(|item| item.request.server.id == server)
            .count()
    }

    /// A request is in front of the person now, or again.
    ///
    /// # Errors
    /// `consent.stale` when it is not the one that waits.
    pub fn attend(&self, request: &str, nonce: &str) -> Result<()> {
        let mut state = self.state();
        let item = open(&mut state, request, nonce)?;
        let now = Instant::now();
        item.attended = Some(now);
        item.first_attended.get_or_insert(now);
        Ok(())
    }

    /// Changes what a waiting request proposes: the arguments of a call, what is sent to a model, what a server gets of
    /// its answer. It is a new question then: new digest, new nonce, and the guard starts again.
    ///
    /// # Errors
    /// `consent.stale`, or what is wrong with the text.
    pub async fn amend(&self, request: &str, nonce: &str, text: &str) -> Result<Request> {
        let (editing, server, asked) = {
            let mut state = self.state();
            let item = open(&mut state, request, nonce)?;
            let of = &item.request;
            (item.held.editing(), of.server.id.clone(), of.asked.clone())
        };
        let (editing, text) = (editing.ok_or_else(stale)?, text.to_owned());
        // Checked without the lock and beside the tasks: no other request waits for the schema of one.
        let amended = tokio::task::spawn_blocking(move || editing(&server, &text, asked))
            .await
            .map_err(Error::internal)??;
        let mut state = self.state();
        let item = open(&mut state, request, nonce)?;
        let AmendedProposal { asked, put } = amended;
        put();
        item.request.asked = without_standing(asked);
        item.request.covers = item.held.reach(&item.request.asked);
        item.edited = true;
        item.request.nonce = ids::random();
        item.attended = None;
        item.request.digest = digest(&item.request, &item.held.covers());
        let request = item.request.clone();
        self.announce(state);
        Ok(request)
    }

    /// A request that waits unchanged.
    ///
    /// # Errors
    /// `consent.stale`.
    pub fn waits(&self, request: &str, nonce: &str) -> Result<Request> {
        Ok(open(&mut self.state(), request, nonce)?.request.clone())
    }

    /// What is wrong with what is filled into a waiting form; empty when it could be sent. Checking decides nothing,
    /// and keeps what was typed for a page that is reloaded.
    ///
    /// # Errors
    /// `consent.stale`; `input.bad` when what waits is not a form.
    pub fn check_form(&self, request: &str, nonce: &str, content: &Filled) -> Result<Vec<ArgumentIssue>> {
        let mut state = self.state();
        let item = open(&mut state, request, nonce)?;
        let Asked::Form { fields, .. } = &item.request.asked else {
            return Err(not_offered());
        };
        let issues = forms::check(fields, &content.0);
        item.filled = forms::keepable(fields, &content.0).map(Filled);
        Ok(issues)
    }

    /// What was filled into a waiting form when it was last checked.
    ///
    /// # Errors
    /// `consent.stale`; `input.bad` when what waits is not a form.
    pub fn filled_form(&self, request: &str, nonce: &str) -> Result<Option<Filled>> {
        let mut state = self.state();
        let item = open(&mut state, request, nonce)?;
        match item.request.asked {
            Asked::Form { .. } => Ok(item.filled.clone()),
            _ => Err(not_offered()),
        }
    }

    /// Answers.
    ///
    /// # Errors
    /// `consent.stale` for anything but the nonce and digest of what waits, `consent.too_soon` within the
    /// guard, `input.bad` for an answer that the question does not offer, `form.unfit` for a form that is not filled
    /// in as it must be (ELI-15).
    pub fn answer(&self, reply: &GateReply) -> Result<Receipt> {
        self.expire_overdue();
        let mut state = self.state();
        let server = check(&state, reply)?.request.server.id.clone();
        let receipt = if matches!(reply.answer, Answer::DenyAllFromServer {}) {
            let gone = state.take_all(|item| item.request.server.id == server);
            settle(&mut state, gone, &Answer::Deny {}, DenialReach::Server)
        } else {
            let mut item = state.take(&reply.request, |_| true).ok_or_else(stale)?;
            item.reviewed = reply.reviewed;
            settle(&mut state, vec![item], &reply.answer, DenialReach::This)
        };
        self.announce(state);
        Ok(receipt)
    }

    /// Answers several calls that were shown together, each with its own nonce, and all alike: all of them, or none (S-27).
    ///
    /// # Errors
    /// As [`Gate::answer`] where one of them could not be answered so; `input.bad` for requests that are not to be answered
    /// together, or for other answers than one and the same `deny` or `allow_once`.
    pub fn answer_together(&self, replies: &[GateReply]) -> Result<Receipt> {
        self.expire_overdue();
        let mut state = self.state();
        for reply in replies {
            check(&state, reply)?;
        }
        if !together::answerable(&state, replies) {
            return Err(not_offered());
        }
        let mut receipt = Receipt::default();
        for reply in replies {
            let mut item = state.take(&reply.request, |_| true).ok_or_else(stale)?;
            item.reviewed = reply.reviewed;
            let settled = settle(&mut state, vec![item], &reply.answer, DenialReach::This);
            receipt.0.extend(settled.0);
        }
        self.announce(state);
        Ok(receipt)
    }

    /// Denies a request without asking, as where a terminal is not interactive. The record must not say that a person denied it.
    ///
    /// # Errors
    /// `consent.stale`.
    pub fn deny_unasked(&self, request: &str, nonce: &str) -> Result<Receipt> {
        let mut state = self.state();
        let item = state.take(request, |item| item.request.nonce == nonce);
        let item = item.ok_or_else(stale)?;
        let receipt = settle(&mut state, vec![item], &Answer::Deny {}, DenialReach::Unasked);
        self.announce(state);
        Ok(receipt)
    }

    /// Denies everything that waits; for the panic stop, which asks nothing.
    pub fn deny_all(&self) {
        let mut state = self.state();
        let gone = std::mem::take(&mut state.items);
        settle(&mut state, gone, &Answer::Deny {}, DenialReach::Everything);
        self.announce(state);
    }

    /// A person spoke again: what they denied before no longer counts against this conversation (S-37).
    pub fn reset_denials(&self, conversation: &str) {
        self.state().denials.reset_denials(conversation);
    }

    /// Ends a request without an answer, if it still waits and this is true of it; says whether it did.
    fn end(&self, request: &str, by: EndedBy, fits: impl FnOnce(&QueueItem) -> bool) -> bool {
        let mut state = self.state();
        let Some(item) = state.take(request, fits) else {
            return false;
        };
        state.note_end(&item, by, self.clock.now());
        self.announce(state);
        true
    }

    /// Takes back what a server asks in this way, because what it would be told is another thing now and it is asked again.
    pub fn replace(&self, server: &str, kind: AskedKind) {
        let mut state = self.state();
        let gone =
            state.take_all(|item| item.request.server.id == server && item.request.asked.kind() == kind);
        if !gone.is_empty() {
            self.announce(state);
        }
    }

    /// Ends what should have been answered by now. The time that a request has stands still while the computer sleeps, and
    /// the clock on the wall does not (F-16).
    pub fn expire_overdue(&self) {
        let now = self.clock.now();
        let mut state = self.state();
        let gone = state.take_all(|item| item.request.expires_at <= now);
        for item in &gone {
            state.note_end(item, EndedBy::Expired, now);
        }
        if !gone.is_empty() {
            self.announce(state);
        }
    }
}

impl GateState {
    /// Takes a request out of the queue, if it still waits and this is true of it.
    fn take(&mut self, request: &str, fits: impl FnOnce(&QueueItem) -> bool) -> Option<QueueItem> {
        let at = self.items.iter().position(|item| item.request.id == request)?;
        fits(&self.items[at]).then(|| self.items.remove(at))
    }

    /// Takes all of which this is true out of the queue.
    fn take_all(&mut self, mut fits: impl FnMut(&QueueItem) -> bool) -> Vec<QueueItem> {
        self.items.extract_if(.., |item| fits(item)).collect()
    }

    fn in_order(&self) -> Vec<&Request> {
        let mut seen: HashMap<&str, u64> = HashMap::new();
        let mut order: Vec<(u64, &Request)> = self
            .items
            .iter()
            .map(|item| {
                let turn = seen.entry(item.request.server.id.as_str()).or_default();
                *turn += 1;
                (*turn, &item.request)
            })
            .collect();
        // Stable: within a turn the order of arrival is kept.
        order.sort_by_key(|(turn, _)| *turn);
        order.into_iter().map(|(_, request)| request).collect()
    }

    /// Keeps how a request ended that a person was reading.
    fn note_end(&mut self, item: &QueueItem, why: EndedBy, at: u64) {
        // No answer is a no like any other.
        if why == EndedBy::Expired {
            self.denials.count(&item.request, DenialReach::This);
        }
        if !item.was_read() {
            return;
        }
        if self.ended.len() >= limits::ENDED_KEPT {
            self.ended.pop_front();
        }
        self.ended.push_back(EndedEntry {
            request: item.request.id.clone(),
            kind: item.request.asked.kind(),
            server: item.request.server.id.clone(),
            ended: EndedRequest { why, at },
        });
    }
}

fn find<'a>(state: &'a mut GateState, request: &str) -> Option<&'a mut QueueItem> {
    state.items.iter_mut().find(|item| item.request.id == request)
}

/// The request that waits under this number.
fn open<'a>(state: &'a mut GateState, request: &str, nonce: &str) -> Result<&'a mut QueueItem> {
    find(state, request)
        .filter(|item| item.request.nonce == nonce)
        .ok_or_else(stale)
}

fn settle(state: &mut GateState, items: Vec<QueueItem>, answer: &Answer, denial: DenialReach) -> Receipt {
    let mut receipt = Receipt::default();
    for item in items {
        if matches!(answer, Answer::Deny {} | Answer::Decline {}) {
            state.denials.count(&item.request, denial);
        }
        let manner = AnswerManner {
            edited: item.edited,
            reviewed: item.reviewed,
            denial,
        };
        let (answered, kept) = RecordedAnswer::new(answer.clone(), item.request.digest, manner);
        receipt.0.push(kept);
        item.held.answer(answered);
    }
    receipt
}

/// A standing permission would be about calls that no caller has asked for.
fn without_standing(mut asked: Asked) -> Asked {
    if let Asked::Tool {
        scopes,
        narrowings,
        declared,
        no_always,
        ..
    } = &mut asked
    {
        scopes.clear();
        narrowings.clear();
        declared.clear();
        *no_always = Some(say!("changed-arguments-no-permission"));
    }
    asked
}
