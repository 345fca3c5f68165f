//! The queue of requests and their answers.
//!
//! Order: requests of different servers take turns, so that nobody can bury the others (S-36); one that is
//! already first stays first. A request ends when it is answered, when nobody answers in time, or when whoever
//! asked goes away (dropping [`Waiting`]): a late click then has nothing to act on (S-39).

use super::sampling;
use crate::catalog::forms;
use crate::clock::Clock;
use crate::recent::Recent;
use crate::view::{
    Answer, ArgumentIssue, ArgumentRow, Asked, AskedBy, Carried, CarriedKind, Filled, Reply, Request,
    ServerRef,
};
use crate::{Code, Error, Result, ids, limits};
use serde_json::Value;
use sha2::{Digest, Sha256};
use std::collections::HashMap;
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};
use tokio::sync::{oneshot, watch};
use tokio::time::Instant;

/// Arguments as they read after an edit.
pub struct Edited {
    /// The arguments.
    pub arguments: Value,
    /// The same as rows.
    pub rows: Vec<ArgumentRow>,
    /// The same as text.
    pub text: String,
    /// The whole question anew, where it shows more than rows and their text.
    pub asked: Option<Box<Asked>>,
}

/// Checks edited arguments; errors are shown and change nothing. It may take a while: a schema is hostile input, so it
/// runs in a thread of its own.
pub type Edit = Arc<dyn Fn(&str) -> Result<Edited> + Send + Sync>;

/// A question for a person.
pub struct Ask {
    /// The server it is about.
    pub server: ServerRef,
    /// Who wants it.
    pub asked_by: AskedBy,
    /// The question in our words.
    pub question: String,
    /// What is asked.
    pub asked: Asked,
    /// How arguments may be edited, for a call.
    pub edit: Option<Edit>,
    /// A person pressed for it, so earlier denials do not count against it (S-37).
    pub pressed_for: bool,
}

/// What a person answered. Only the gate can make one, from an answer with the right nonce (S-40); nobody else can
/// make one of parts, of another one, or change one. (To fill in the rest from another one needs every field, so that
/// this fails for the fields alone, whichever there are.)
///
/// ```compile_fail,E0451
/// use portcullis_host::consent::Decision;
/// let again = |given: Decision| Decision { ..given };
/// ```
///
/// ```compile_fail,E0616
/// let arguments = |given: &mut portcullis_host::consent::Decision| given.arguments.take();
/// ```
///
/// ```
/// let arguments = |given: &mut portcullis_host::consent::Decision| given.arguments().cloned();
/// ```
#[derive(Debug, Clone)]
pub struct Decision {
    answer: Answer,
    digest: String,
    about: Arc<About>,
    arguments: Option<Value>,
    kept: Arc<watch::Sender<bool>>,
}

/// The question that was answered, as it stood on the screen.
#[derive(Default)]
struct About {
    server: String,
    asked: Option<Asked>,
}

/// What is asked holds texts and arguments that are nobody's to print.
impl std::fmt::Debug for About {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.debug_struct("About")
            .field("server", &self.server)
            .finish_non_exhaustive()
    }
}

impl Decision {
    /// The id of the server and the question that was answered. A permit is made for nothing else.
    pub(in crate::consent) fn about(&self) -> (&str, Option<&Asked>) {
        (&self.about.server, self.about.asked.as_ref())
    }

    /// The answer.
    #[must_use]
    pub fn answer(&self) -> &Answer {
        &self.answer
    }

    /// Digest of what was on the screen.
    #[must_use]
    pub fn digest(&self) -> &str {
        &self.digest
    }

    /// Arguments, when the person edited them.
    #[must_use]
    pub fn arguments(&self) -> Option<&Value> {
        self.arguments.as_ref()
    }

    /// What was decided is on the disk, so whoever answered may be told. Letting go of the last copy says the same.
    pub fn is_kept(&self) {
        self.kept.send_replace(true);
    }
}

/// An answer that counts: what it decided may still be on its way to the disk.
#[derive(Debug, Default)]
pub struct Receipt(Vec<watch::Receiver<bool>>);

impl Receipt {
    /// Waits until everything that it decided is kept, or nobody can keep it any more.
    pub async fn kept(mut self) {
        for kept in &mut self.0 {
            // An error means that whoever had the decision is done with it.
            _ = kept.wait_for(|kept| *kept).await;
        }
    }
}

struct Item {
    request: Request,
    attended: Option<Instant>,
    edit: Option<Edit>,
    arguments: Option<Value>,
    /// What is filled into a form so far. It lives as long as the request waits, here alone (ELI-17).
    filled: Option<Filled>,
    reply: oneshot::Sender<Decision>,
}

#[derive(Default)]
struct State {
    /// In the order in which they arrived.
    items: Vec<Item>,
    /// Denials, for the embargo (S-37).
    denials: HashMap<EmbargoKey, Recent>,
}

/// The gate; clones share it.
#[derive(Clone)]
pub struct Gate {
    state: Arc<Mutex<State>>,
    clock: Arc<dyn Clock>,
    changed: watch::Sender<u64>,
}

/// A request that waits. Dropping it withdraws the request.
pub struct Waiting {
    gate: Gate,
    /// The request as it was first shown.
    pub request: Request,
    answer: oneshot::Receiver<Decision>,
    deadline: Instant,
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

    fn state(&self) -> MutexGuard<'_, State> {
        self.state.lock().unwrap_or_else(PoisonError::into_inner)
    }

    fn announce(&self) {
        self.changed.send_modify(|count| *count += 1);
    }

    /// Counts up whenever what waits changes.
    #[must_use]
    pub fn changes(&self) -> watch::Receiver<u64> {
        self.changed.subscribe()
    }

    /// Puts a question to the person.
    ///
    /// # Errors
    /// `consent.busy` when too much waits already (S-36), `consent.embargo` during an embargo (S-37).
    pub fn ask(&self, ask: Ask) -> Result<Waiting> {
        let (reply, answer) = oneshot::channel();
        let now = self.clock.now();
        let mut request = Request {
            id: ids::random(),
            nonce: ids::random(),
            digest: String::new(),
            question: ask.question,
            server: ask.server,
            asked_by: ask.asked_by,
            asked_at: now,
            expires_at: now + u64::try_from(limits::WAITING_FOR.as_millis()).unwrap_or(u64::MAX),
            asked: ask.asked,
        };
        request.digest = digest(&request);
        let mut state = self.state();
        let from_server = state
            .items
            .iter()
            .filter(|item| item.request.server.id == request.server.id)
            .count();
        if from_server >= limits::WAITING_PER_SERVER || state.items.len() >= limits::WAITING {
            return Err(Error::new(
                Code::ConsentBusy,
                format!(
                    "Too many requests from “{}” wait already. This one was denied.",
                    request.server.label
                ),
            ));
        }
        if !ask.pressed_for && embargoed(&mut state, &request) {
            return Err(embargo(&request));
        }
        let shown = request.clone();
        state.items.push(Item {
            request,
            attended: None,
            edit: ask.edit,
            arguments: None,
            filled: None,
            reply,
        });
        drop(state);
        self.announce();
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
        let mut seen: HashMap<&str, u64> = HashMap::new();
        let mut order: Vec<(u64, &Request)> = state
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
        order.into_iter().map(|(_, request)| request.clone()).collect()
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
        open(&mut self.state(), request, nonce)?.attended = Some(Instant::now());
        Ok(())
    }

    /// Changes the arguments of a waiting call, or what is sent to a model or handed over by a server's wish. What
    /// comes back is a new question: new digest, new nonce, and the guard starts again.
    ///
    /// # Errors
    /// `consent.stale`, or what is wrong with the arguments.
    pub async fn amend(&self, request: &str, nonce: &str, text: &str) -> Result<Request> {
        let edit = open(&mut self.state(), request, nonce)?.edit.clone();
        let (edit, text) = (edit.ok_or_else(stale)?, text.to_owned());
        // Checked without the lock and beside the tasks: nobody else waits for somebody's schema.
        let edited = tokio::task::spawn_blocking(move || edit(&text))
            .await
            .map_err(Error::internal)??;
        let mut state = self.state();
        let item = open(&mut state, request, nonce)?;
        if let Some(asked) = edited.asked {
            item.request.asked = *asked;
        } else if let Asked::Tool {
            arguments,
            arguments_json,
            scopes,
            narrowings,
            declared,
            no_always,
            ..
        } = &mut item.request.asked
        {
            *arguments = edited.rows;
            *arguments_json = edited.text;
            // A standing permission would be about calls that nobody has asked for.
            scopes.clear();
            narrowings.clear();
            declared.clear();
            *no_always = Some("You changed the arguments, so this answer counts once.".to_owned());
        }
        item.arguments = Some(edited.arguments);
        item.request.nonce = ids::random();
        item.attended = None;
        item.request.digest = digest(&item.request);
        let request = item.request.clone();
        drop(state);
        self.announce();
        Ok(request)
    }

    /// What is wrong with what is filled into a waiting form; empty when it could be sent. Checking decides nothing,
    /// and keeps what was typed for a page that is loaded anew.
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
    pub fn answer(&self, reply: &Reply) -> Result<Receipt> {
        let mut state = self.state();
        let item = find(&mut state, &reply.request).ok_or_else(stale)?;
        if item.request.nonce != reply.nonce || item.request.digest != reply.digest {
            return Err(stale());
        }
        if item.attended.is_none_or(|since| since.elapsed() < limits::GUARD) {
            return Err(Error::new(
                Code::ConsentTooSoon,
                "The answer came before the request could be read. Nothing was decided.",
            )
            .remedy("Read it and answer again."));
        }
        if !offered(&item.request.asked, &reply.answer) {
            return Err(not_offered());
        }
        if let (Asked::Form { fields, .. }, Answer::Submit { content }) = (&item.request.asked, &reply.answer)
            && let Some(issue) = forms::check(fields, &content.0).first()
        {
            return Err(unfit(issue));
        }
        if let (Asked::Sampling { max_tokens, .. }, Answer::Write { text }) =
            (&item.request.asked, &reply.answer)
        {
            sampling::fits(text, *max_tokens)?;
        }
        let receipt = if matches!(reply.answer, Answer::DenyAllFromServer {}) {
            let server = item.request.server.id.clone();
            let (gone, kept) = std::mem::take(&mut state.items)
                .into_iter()
                .partition(|item| item.request.server.id == server);
            state.items = kept;
            settle(&mut state, gone, &Answer::Deny {})
        } else {
            let item = state.take(&reply.request, |_| true).ok_or_else(stale)?;
            settle(&mut state, vec![item], &reply.answer)
        };
        drop(state);
        self.announce();
        Ok(receipt)
    }

    /// Denies everything that waits; for the panic stop, which asks nothing.
    pub fn deny_all(&self) {
        let mut state = self.state();
        let gone = std::mem::take(&mut state.items);
        settle(&mut state, gone, &Answer::Deny {});
        drop(state);
        self.announce();
    }

    /// A person spoke again: what they denied before no longer counts against this conversation (S-37).
    pub fn pardon(&self, conversation: &str) {
        self.state()
            .denials
            .retain(|key, _| !matches!(key, EmbargoKey::Call(_, of) if of == conversation));
    }

    /// Takes a request back, if it still waits and this is true of it; says whether it did.
    fn withdraw(&self, request: &str, fits: impl FnOnce(&Item) -> bool) -> bool {
        let gone = self.state().take(request, fits).is_some();
        if gone {
            self.announce();
        }
        gone
    }

    /// Ends what should have been answered by now. The time that a request has stands still while the computer sleeps, and
    /// the clock on the wall does not (F-16).
    pub fn expire_overdue(&self) {
        let now = self.clock.now();
        let mut state = self.state();
        let items = std::mem::take(&mut state.items);
        let (gone, left) = items
            .into_iter()
            .partition::<Vec<_>, _>(|item| item.request.expires_at <= now);
        state.items = left;
        for item in &gone {
            count_denial(&mut state, &item.request);
        }
        drop(state);
        if !gone.is_empty() {
            self.announce();
        }
    }

    /// Nobody answered, which is a no like any other.
    fn expire(&self, request: &str) {
        let mut state = self.state();
        if let Some(item) = state.take(request, |_| true) {
            count_denial(&mut state, &item.request);
            drop(state);
            self.announce();
        }
    }
}

impl State {
    /// Takes a request out of the queue, if it still waits and this is true of it.
    fn take(&mut self, request: &str, fits: impl FnOnce(&Item) -> bool) -> Option<Item> {
        let at = self.items.iter().position(|item| item.request.id == request)?;
        fits(&self.items[at]).then(|| self.items.remove(at))
    }
}

impl Waiting {
    /// Waits for the answer.
    ///
    /// # Errors
    /// `consent.expired` when nobody answers in time.
    pub async fn decided(&mut self) -> Result<Decision> {
        match tokio::time::timeout_at(self.deadline, &mut self.answer).await {
            Ok(Ok(decision)) => Ok(decision),
            Ok(Err(_)) if self.request.expires_at <= self.gate.clock.now() => Err(too_late()),
            Ok(Err(_)) => Err(Error::new(
                Code::ConsentExpired,
                "The request was withdrawn. Nothing was done.",
            )),
            Err(_) => {
                self.gate.expire(&self.request.id);
                Err(too_late())
            }
        }
    }

    /// Takes the request back because a standing permission answers it. Not one whose arguments the person changed:
    /// what they wrote then is what they want to answer, and the permission is for what was there before. `false`
    /// when only its own answer counts any more, for that reason or because it is being answered right now.
    #[must_use]
    pub fn give_way(&self) -> bool {
        self.gate
            .withdraw(&self.request.id, |item| item.arguments.is_none())
    }
}

fn too_late() -> Error {
    Error::new(
        Code::ConsentExpired,
        format!(
            "Nobody answered within {} minutes. Nothing was done.",
            limits::WAITING_FOR.as_secs() / 60
        ),
    )
}

impl Drop for Waiting {
    fn drop(&mut self) {
        self.gate.withdraw(&self.request.id, |_| true);
    }
}

fn find<'a>(state: &'a mut State, request: &str) -> Option<&'a mut Item> {
    state.items.iter_mut().find(|item| item.request.id == request)
}

/// The request that waits under this number.
fn open<'a>(state: &'a mut State, request: &str, nonce: &str) -> Result<&'a mut Item> {
    find(state, request)
        .filter(|item| item.request.nonce == nonce)
        .ok_or_else(stale)
}

fn settle(state: &mut State, items: Vec<Item>, answer: &Answer) -> Receipt {
    let mut receipt = Receipt::default();
    for item in items {
        if matches!(answer, Answer::Deny {} | Answer::Decline {}) {
            count_denial(state, &item.request);
        }
        let (kept, waits) = watch::channel(false);
        receipt.0.push(waits);
        let decision = Decision {
            answer: answer.clone(),
            digest: item.request.digest,
            about: Arc::new(About {
                server: item.request.server.id,
                asked: Some(item.request.asked),
            }),
            arguments: item.arguments,
            kept: Arc::new(kept),
        };
        // Whoever asked may have gone away in this very moment; then there is nothing left to decide.
        _ = item.reply.send(decision);
    }
    receipt
}

/// What denials are counted by: a server cannot wear a person down with one kind of question.
#[derive(Debug, Clone, PartialEq, Eq, Hash)]
enum EmbargoKey {
    /// Calls of a server in a conversation.
    Call(String, String),
    /// Changed definitions of a server.
    Changed(String),
    /// Forms and addresses that a server asks for by itself.
    Elicited(String),
    /// Folders that a server asks for.
    Roots(String),
    /// Words of a model for a server, and the answers it would get.
    Sampling(String),
}

fn embargo_key(request: &Request) -> Option<EmbargoKey> {
    let server = || request.server.id.clone();
    match (&request.asked_by, &request.asked) {
        (AskedBy::Model { conversation, .. }, Asked::Tool { .. }) => {
            Some(EmbargoKey::Call(server(), conversation.clone()))
        }
        (_, Asked::Changed { .. }) => Some(EmbargoKey::Changed(server())),
        (_, Asked::Form { .. } | Asked::Link { .. }) => Some(EmbargoKey::Elicited(server())),
        (_, Asked::Roots { .. }) => Some(EmbargoKey::Roots(server())),
        (_, Asked::Sampling { .. } | Asked::SampledAnswer { .. }) => Some(EmbargoKey::Sampling(server())),
        _ => None,
    }
}

fn count_denial(state: &mut State, request: &Request) {
    if let Some(key) = embargo_key(request) {
        state.denials.entry(key).or_default().add();
    }
}

fn embargoed(state: &mut State, request: &Request) -> bool {
    let Some(key) = embargo_key(request) else {
        return false;
    };
    let denials = state.denials.get_mut(&key);
    denials.is_some_and(|denials| denials.within(limits::EMBARGO_WINDOW) >= limits::EMBARGO_AFTER)
}

fn offered(asked: &Asked, answer: &Answer) -> bool {
    match (asked, answer) {
        (_, Answer::Deny {} | Answer::DenyAllFromServer {}) => true,
        (
            Asked::Tool { .. }
            | Asked::Changed { .. }
            | Asked::Setting { .. }
            | Asked::Sampling { .. }
            | Asked::SampledAnswer { .. },
            Answer::AllowOnce {},
        ) => true,
        (Asked::Sampling { .. }, Answer::Write { .. }) => true,
        (Asked::Tool { scopes, .. }, Answer::Allow { scope }) => {
            scopes.iter().any(|offer| offer.scope == *scope)
        }
        (
            Asked::Tool {
                scopes, narrowings, ..
            },
            Answer::AllowWhile { scope, only },
        ) => {
            let places = 0..u32::try_from(narrowings.len()).unwrap_or(u32::MAX);
            scopes.iter().any(|offer| offer.scope == *scope)
                && !only.is_empty()
                && only.iter().all(|place| places.contains(place))
        }
        (
            Asked::Launch {
                refusals, carried, ..
            },
            Answer::Add {} | Answer::AddAndStart {},
        ) => refusals.is_empty() && secrets_confirmed(carried, &[]),
        (
            Asked::Launch {
                refusals, carried, ..
            },
            Answer::AddKeeping { keep, .. },
        ) => {
            let places = 0..u32::try_from(carried.len()).unwrap_or(u32::MAX);
            refusals.is_empty()
                && keep.iter().all(|place| places.contains(place))
                && secrets_confirmed(carried, keep)
        }
        (Asked::Changed { .. }, Answer::TurnOff {}) => true,
        (Asked::Changed { varying, .. }, Answer::AcceptVarying { parts }) => {
            let places = 0..u32::try_from(varying.len()).unwrap_or(u32::MAX);
            !parts.is_empty() && parts.iter().all(|place| places.contains(place))
        }
        (Asked::Form { refusals, .. }, Answer::Submit { .. }) => refusals.is_empty(),
        (Asked::Link { .. }, Answer::Open {})
        | (Asked::Roots { .. }, Answer::Share {})
        | (Asked::Page { .. }, Answer::Done {}) => true,
        (Asked::Form { .. } | Asked::Link { .. } | Asked::Roots { .. }, Answer::Decline {}) => true,
        _ => false,
    }
}

/// No secret goes to another program or address without a word of the person about that secret.
fn secrets_confirmed(carried: &[Carried], keep: &[u32]) -> bool {
    let mut secrets = (0_u32..)
        .zip(carried)
        .filter(|(_, carried)| carried.kind == CarriedKind::Secret);
    secrets.all(|(place, _)| keep.contains(&place))
}

/// SHA-256 over everything that is shown, in a canonical form; the nonce and the digest itself are left out.
fn digest(request: &Request) -> String {
    let shown = Request {
        nonce: String::new(),
        digest: String::new(),
        ..request.clone()
    };
    // Views hold nothing that cannot be written as JSON; should one ever, no answer may fit.
    let canonical = serde_json_canonicalizer::to_vec(&shown).unwrap_or_else(|_| ids::random().into_bytes());
    ids::hex(&Sha256::digest(&canonical))
}

fn embargo(request: &Request) -> Error {
    let (times, label) = (limits::EMBARGO_AFTER, &request.server.label);
    if matches!(
        request.asked,
        Asked::Form { .. }
            | Asked::Link { .. }
            | Asked::Roots { .. }
            | Asked::Sampling { .. }
            | Asked::SampledAnswer { .. }
    ) {
        return Error::new(
            Code::ConsentEmbargo,
            format!(
                "“{label}” was refused or left unanswered {times} times within ten minutes, so you were not asked again. \
                 It was told no."
            ),
        )
        .remedy("It may ask again in ten minutes.");
    }
    Error::new(
        Code::ConsentEmbargo,
        format!(
            "{times} requests of this kind to “{label}” were denied or left unanswered within ten minutes, so this one \
             was denied without asking.",
        ),
    )
    .remedy("Send a new message to be asked again.")
}

fn not_offered() -> Error {
    Error::new(
        Code::BadInput,
        "This question does not offer that answer. Nothing was decided.",
    )
}

/// What is filled in may be a secret of the person's: the sentence says where it does not fit, never what it is.
fn unfit(issue: &ArgumentIssue) -> Error {
    Error::new(
        Code::FormUnfit,
        format!(
            "The form is not filled in as it must be: {} Nothing was sent.",
            issue.message
        ),
    )
}

fn stale() -> Error {
    Error::new(
        Code::ConsentStale,
        "This is no longer what waits, so the answer does not count. Nothing was decided.",
    )
    .remedy("Read the request again.")
}

#[cfg(test)]
#[path = "gate_tests.rs"]
mod tests;
