//! Sign-in state of one server, and the tokens for its requests. The lock of the state is never held across a request;
//! token renewal is serialized by a lock of its own.

use super::account_store::AccountStore;
use super::challenge::Challenge;
use super::dpop::DpopProver;
use super::resource::covers;
use super::stored_tokens::StoredTokens;
use crate::limits;
use ::http::StatusCode;
use futures::FutureExt;
use futures::future::BoxFuture;
use portcullis_core::clock::Clock;
use portcullis_core::ids::ServerId;
use portcullis_core::recent::Recent;
use portcullis_core::text::shell_word;
use portcullis_core::{Code, Error, Redactor, Result};
use portcullis_domain::SignInState;
use portcullis_domain::stored::{AccountRow, OwnClientRow};
use portcullis_l10n::say;
use portcullis_net::{AccessCredential, Authorization, Refused, forbidden};
use portcullis_secrets::{Secret, Vault};
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};
use tokio::sync::Mutex as Turn;
use tokio::time::Instant;
use tokio_util::sync::CancellationToken;
use url::Url;

/// Observer of changes that happen without a command.
pub trait AccountObserver: Send + Sync {
    /// Something that is shown changed.
    fn changed(&self);
    /// A sign-in ended without a person.
    fn ended(&self, why: &Error);
}

/// One server's sign-in.
pub struct Authority {
    pub(super) server: ServerId,
    pub(super) vault: Vault,
    pub(super) store: Box<dyn AccountStore>,
    pub(super) redactor: Redactor,
    pub(super) clock: Arc<dyn Clock>,
    pub(super) observer: Box<dyn AccountObserver>,
    pub(super) state: Mutex<AuthorityState>,
    /// Held by the task that renews; the others wait and find it done (S-58).
    pub(super) turn: Turn<()>,
}

#[derive(Default)]
pub(super) struct AuthorityState {
    pub account: Option<AccountRow>,
    pub own: Option<OwnClientRow>,
    /// From the keychain, once it was asked.
    pub kept: Option<StoredTokens>,
    /// Grows with every change of `kept`.
    pub number: u64,
    /// Of the key that the tokens are bound to, with that key: it remembers what both sides want to see.
    pub prover: Option<(Secret, Arc<DpopProver>)>,
    /// Got, and not in the keychain yet: not used before it is (AUT-53).
    pub unsaved: Option<StoredTokens>,
    /// Why the last renewal did not work, and of which number.
    pub failed: Option<(u64, Instant, Error)>,
    /// What the server said last.
    pub challenge: Option<Challenge>,
    /// At which address.
    pub challenged_at: Option<Url>,
    pub more: Option<StepUp>,
    /// Which scopes an authorization server refused to be asked for at once.
    pub rejected: Vec<(String, Vec<String>)>,
    /// When a person signed in for more.
    pub step_ups: Recent,
    pub sign_in: SignInState,
    /// Ends the sign-in that is under way.
    pub cancel: Option<CancellationToken>,
}

/// Step-up authorization: scopes that a server required beyond those granted.
#[derive(Clone)]
pub(super) struct StepUp {
    pub tool: Option<String>,
    pub scopes: Vec<String>,
    pub at: u64,
    pub settled: bool,
}

impl Authority {
    /// Of one server.
    pub fn new(
        server: ServerId,
        vault: Vault,
        store: Box<dyn AccountStore>,
        redactor: Redactor,
        clock: Arc<dyn Clock>,
        observer: Box<dyn AccountObserver>,
    ) -> Self {
        Self {
            server,
            vault,
            store,
            redactor,
            clock,
            observer,
            state: Mutex::default(),
            turn: Turn::new(()),
        }
    }

    /// Reads what an earlier run left.
    ///
    /// # Errors
    /// `store.*`.
    pub async fn restore(&self) -> Result<()> {
        let (account, own) = self.store.load().await?;
        let mut state = self.state();
        // A row that names the keychain entry of another owner was changed in the file.
        state.account = account.filter(|account| StoredTokens::is_place_of(&account.place, &self.server));
        let is_its = |place: &String| place.starts_with(&self.client_places());
        state.own = own.map(|own| OwnClientRow {
            place: own.place.filter(is_its),
            ..own
        });
        Ok(())
    }

    pub(super) fn state(&self) -> MutexGuard<'_, AuthorityState> {
        // Plain data; a panic elsewhere leaves nothing half done in it.
        self.state.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// How the names of the secrets of its own clients begin in the keychain.
    pub(super) fn client_places(&self) -> String {
        format!("client/{}/", self.server)
    }

    /// Under which names the keychain has something of it.
    pub fn places(&self) -> Vec<String> {
        let state = self.state();
        let account = state.account.iter().map(|account| account.place.clone());
        let own = state.own.iter().filter_map(|own| own.place.clone());
        account.chain(own).collect()
    }

    /// Where the requests to this address take their tokens from.
    pub fn for_address(self: &Arc<Self>, label: String, address: Url) -> Arc<dyn Authorization> {
        Arc::new(TokenSource {
            authority: Arc::clone(self),
            label,
            address,
        })
    }

    /// What was done when the server wanted more, where that was a call.
    pub fn was_calling(&self, tool: &str) {
        if let Some(more) = &mut self.state().more {
            more.tool = Some(tool.to_owned());
        }
        self.observer.changed();
    }

    /// A person leaves ungranted what the server wants.
    pub fn decline_more(&self) {
        if let Some(more) = &mut self.state().more {
            more.settled = true;
        }
        self.observer.changed();
    }

    /// What the server says of the sign-in that it wants. What it said at another address is of no meaning at this one.
    pub(super) fn record_challenge(&self, challenge: Challenge, address: &Url) {
        let mut state = self.state();
        let mut before = state.challenge.take();
        if state.challenged_at.as_ref() != Some(address) {
            before = None;
            state.more = None;
            state.challenged_at = Some(address.clone());
        }
        state.challenge = Some(challenge.after(before));
    }

    /// The sign-in that holds for an address: tokens of it go nowhere else (AUT-45, S-56).
    pub(super) fn serving(&self, address: &Url) -> Option<AccountRow> {
        let account = self.state().account.clone();
        account.filter(|account| account.ended.is_none() && covers(&account.resource, address))
    }
}

/// Source of access tokens of one server for one address.
struct TokenSource {
    authority: Arc<Authority>,
    label: String,
    address: Url,
}

impl Authorization for TokenSource {
    fn credential(&self) -> BoxFuture<'_, Result<Option<AccessCredential>>> {
        async move {
            if self.authority.serving(&self.address).is_none() {
                return Ok(None);
            }
            match self.authority.current(&self.address).await {
                Ok(pass) => Ok(Some(pass)),
                Err(error) => Err(self.in_words(error, false)),
            }
        }
        .boxed()
    }

    fn refused<'a>(&'a self, refused: Refused<'a>) -> BoxFuture<'a, Result<()>> {
        self.after(refused).boxed()
    }
}

impl TokenSource {
    async fn after(&self, refused: Refused<'_>) -> Result<()> {
        let challenge = Challenge::of(refused.headers);
        if refused.status == StatusCode::FORBIDDEN {
            return Err(self.forbidden(challenge, refused.used.is_some()));
        }
        self.authority
            .record_challenge(challenge.unwrap_or_default(), &self.address);
        match refused.used {
            None => Err(self.required()),
            Some(number) if refused.again => {
                // A fresh one is refused as well: nothing that can be done without a person makes a difference (AUT-48).
                let why = Error::new(Code::AuthEnded, say!("sign-in-rejected", server = self.label))
                    .remedy(say!("sign-in-again"));
                self.authority.end(number, &why).await;
                Err(self.required())
            }
            Some(number) => self
                .authority
                .renewed(number, &self.address)
                .await
                .map_err(|error| self.in_words(error, true)),
        }
    }

    /// Only the one error means that more is wanted; everything else is a plain no (AUT-56, AUT-60).
    fn forbidden(&self, challenge: Option<Challenge>, signed_in: bool) -> Error {
        let wants_more = |challenge: &Challenge| challenge.error.as_deref() == Some("insufficient_scope");
        // Some say so in place of 401, with what they would say there.
        let Some(challenge) = challenge.filter(|challenge| !signed_in || wants_more(challenge)) else {
            return forbidden(&self.label);
        };
        let wanted = challenge.scopes.clone().unwrap_or_default();
        self.authority.record_challenge(challenge, &self.address);
        if !signed_in {
            return self.required();
        }
        let now = self.authority.clock.now();
        let mut state = self.authority.state();
        let granted = state
            .account
            .as_ref()
            .map(|account| account.asked.clone())
            .unwrap_or_default();
        let new: Vec<String> = wanted
            .iter()
            .filter(|scope| !granted.contains(scope))
            .cloned()
            .collect();
        let scopes = if new.is_empty() { wanted } else { new };
        let asked_enough = state.step_ups.within(limits::STEP_UPS_WINDOW) >= limits::STEP_UPS;
        let declined = state
            .more
            .as_ref()
            .is_some_and(|more| more.settled && scopes.iter().all(|scope| more.scopes.contains(scope)));
        let settled = asked_enough || declined;
        state.more = Some(StepUp {
            tool: None,
            scopes,
            at: now,
            settled,
        });
        drop(state);
        self.authority.observer.changed();
        let error = Error::new(Code::AuthMore, say!("more-scopes", server = self.label));
        match settled {
            true => error.remedy(say!("more-scopes-settled", label = shell_word(&self.label))),
            false => error.remedy(say!("more-scopes-remedy", label = shell_word(&self.label))),
        }
    }

    fn required(&self) -> Error {
        let label = &self.label;
        let before = self.authority.state().account.is_some();
        let sentence = match before {
            true => say!("sign-in-expired", server = label),
            false => say!("sign-in-required", server = label),
        };
        Error::new(Code::AuthRequired, sentence).remedy(say!("sign-in-on-page", label = shell_word(label)))
    }

    /// Why there is no token. An end of the sign-in is for the server what never having signed in is, and so is a renewal that
    /// was refused for another reason: many authorization servers have no word of their own for a token that ended. The sign-in
    /// is kept then, should it be renewed later.
    fn in_words(&self, error: Error, sent: bool) -> Error {
        let refused = matches!(error.code, Code::AuthEnded | Code::AuthRefused);
        Error {
            code: match error.code {
                Code::AuthEnded | Code::AuthRefused => Code::AuthRequired,
                // The server itself is well, and so is the connection to it.
                Code::NetworkUnreachable => Code::AuthUnreachable,
                code => code,
            },
            sentence: match sent {
                true => say!(
                    "request-not-processed",
                    server = self.label,
                    problem = error.sentence
                ),
                false => say!("request-not-sent", server = self.label, problem = error.sentence),
            },
            remedy: match refused {
                true => Some(say!("sign-in-on-page", label = shell_word(&self.label))),
                false => error.remedy,
            },
            ..error
        }
    }
}
