//! One sign-in from a person's yes to tokens in the keychain (AUT-18 to AUT-45, AUT-62).

use super::assertion::SigningKey;
use super::attempt::{AuthorizationAttempt, AuthorizationResponse, CallbackOutcome};
use super::authority::Authority;
use super::callback::{Callback, FIXED};
use super::client::{self, ClientAuthentication, RegisteredClient, method_for_secret};
use super::discovery::{AuthorizationServerOffer, Discovery};
use super::dpop::DpopProver;
use super::federation::{self, AssertionTarget};
use super::http::GuardedHttp;
use super::issuer::Issuer;
use super::store_tokens::SignInOutcome;
use super::stored_tokens::StoredIdentity;
use super::tokens::{TokenGrant, TokenRequest};
use crate::limits;
use futures::future::BoxFuture;
use portcullis_catalog::links::Link;
use portcullis_core::ids;
use portcullis_core::{Code, Error, Result, TextSource};
use portcullis_domain::stored::OwnClientRow;
use portcullis_domain::{ClientProof, Registration, SignInState};
use portcullis_l10n::say;
use portcullis_secrets::Secret;
use std::sync::Arc;
use tokio_util::sync::CancellationToken;
use url::Url;

/// Opens the page, with the permit of the person's yes.
pub type OpenBrowser = Box<dyn FnOnce(Link) -> BoxFuture<'static, Result<()>> + Send>;

/// What a person chose.
pub struct SignInChoice {
    /// The server.
    pub address: Url,
    /// What was found out.
    pub resource: String,
    /// The authorization server.
    pub offer: AuthorizationServerOffer,
    /// Where a document says who Portcullis is.
    pub document: Option<Url>,
    /// The person's own client. One that takes its place meanwhile was not read.
    pub(super) own: Option<OwnClientRow>,
}

impl SignInChoice {
    /// One of what was found.
    pub fn from(found: Discovery, issuer: &str, address: Url, document: Option<Url>) -> Option<Self> {
        let offer = found.offers.into_iter().find(|offer| offer.id == issuer)?;
        Some(Self {
            address,
            resource: found.resource,
            offer,
            document,
            own: found.own,
        })
    }
}

/// A sign-in in progress. Dropped without an outcome, by a panic or by a task that was ended, it counts as failed: no page
/// shows a sign-in that no task carries on.
pub struct SignInGuard {
    authority: Arc<Authority>,
    cancel: CancellationToken,
    ended: bool,
}

impl SignInGuard {
    /// Cancelled when the person gives the sign-in up, or begins another one.
    #[must_use]
    pub fn token(&self) -> &CancellationToken {
        &self.cancel
    }

    /// How it ended.
    pub fn end(mut self, outcome: Result<(), &Error>) {
        self.ended = true;
        self.authority.sign_in_over(&self.cancel, outcome);
    }
}

impl Drop for SignInGuard {
    fn drop(&mut self) {
        if !self.ended {
            let error = Error::internal("a sign-in ended without an outcome");
            self.authority.sign_in_over(&self.cancel, Err(&error));
        }
    }
}

/// The page that opens, and for whom.
struct BrowserPage<'a> {
    issuer: &'a Issuer,
    client_id: &'a str,
    scopes: &'a [String],
    /// What else stands in its address.
    more: Vec<(&'static str, String)>,
}

/// A client with its redirect listener.
struct PreparedClient {
    known: RegisteredClient,
    callback: Option<Callback>,
}

impl Authority {
    /// Replaces a sign-in that is in progress.
    #[must_use]
    pub fn begin_sign_in(self: &Arc<Self>) -> SignInGuard {
        let cancel = CancellationToken::new();
        let before = {
            let mut state = self.state();
            state.sign_in = SignInState::FindingOut {
                since: self.clock.now(),
            };
            state.cancel.replace(cancel.clone())
        };
        if let Some(before) = before {
            before.cancel();
        }
        self.observer.changed();
        SignInGuard {
            authority: Arc::clone(self),
            cancel,
            ended: false,
        }
    }

    /// Gives up the sign-in that is under way.
    pub fn cancel_sign_in(&self) {
        let cancel = self.state().cancel.take();
        if let Some(cancel) = cancel {
            cancel.cancel();
        }
    }

    /// How a sign-in ended, to be looked up; unless another one began meanwhile.
    fn sign_in_over(&self, of: &CancellationToken, outcome: Result<(), &Error>) {
        {
            let mut state = self.state();
            // Giving it up took the token away; beginning again put another there.
            if of.is_cancelled() && state.cancel.is_some() {
                return;
            }
            state.cancel = None;
            state.sign_in = match outcome {
                Ok(()) => SignInState::Idle {},
                Err(error) if error.code == Code::CallCancelled => SignInState::Idle {},
                Err(error) => SignInState::Failed {
                    problem: error.clone().into(),
                    at: self.clock.now(),
                },
            };
        }
        self.observer.changed();
    }

    /// Signs in.
    ///
    /// # Errors
    /// `auth.*`, `network.*`, `vault.*`, `store.*`; the sign-in of before, if any, is kept then.
    pub async fn sign_in(&self, chosen: SignInChoice, open: OpenBrowser) -> Result<()> {
        self.vault.check().await.map_err(nowhere_to_keep)?;
        let web = GuardedHttp::for_server(&chosen.address, TextSource::AuthorizationServer);
        let issuer = chosen.offer.issuer.clone()?;
        let own = chosen.own.as_ref();
        let unattended = own.is_some_and(|own| own.unattended);
        let key = chosen.offer.binding.map(SigningKey::generate).transpose()?;
        let prover = match &key {
            Some(key) => Some(Arc::new(DpopProver::new(key, Arc::clone(&self.clock))?)),
            None => None,
        };
        let PreparedClient { known, callback } = self.ready(&web, &issuer, &chosen).await?;
        let asking = TokenRequest {
            web: &web,
            at: &issuer.token,
            issuer: &issuer.id,
            client: &known,
            resource: &chosen.resource,
            redactor: &self.redactor,
            clock: &*self.clock,
            prover: prover.as_ref(),
        };
        let mut identity = None;
        let vouched = own.filter(|own| own.is_federated());
        let tokens = match (vouched, callback) {
            (Some(own), callback) => {
                identity = self
                    .identity(own, &chosen, callback, open)
                    .await
                    .map_err(not_signed_in)?;
                let to = AssertionTarget {
                    issuer: &issuer.id,
                    resource: &chosen.resource,
                    scopes: &chosen.offer.scopes,
                };
                let word = self
                    .voucher(own, identity.as_ref(), &to)
                    .await
                    .map_err(not_signed_in)?;
                asking.ask(TokenGrant::Voucher(&word, &chosen.offer.scopes)).await
            }
            (None, None) => asking.ask(TokenGrant::Own(&chosen.offer.scopes)).await,
            (None, Some(callback)) => {
                let mut more = vec![("resource", chosen.resource.clone())];
                // The code is of no use to others either (RFC 9449 §10).
                more.extend(prover.iter().map(|prover| ("dpop_jkt", prover.thumbprint())));
                let page = BrowserPage {
                    issuer: &issuer,
                    client_id: &known.id,
                    scopes: &chosen.offer.scopes,
                    more,
                };
                let answered = self.in_browser(page, callback, open).await?;
                let grant = TokenGrant::Code {
                    code: &answered.code,
                    verifier: answered.verifier,
                    back: &answered.back,
                };
                // A code is redeemed where the attempt began, whatever came back (AUT-40): the page was of this issuer.
                asking.ask(grant).await
            }
        };
        let tokens = tokens.map_err(not_signed_in)?;
        if chosen.offer.bound_only && !tokens.bound {
            return Err(asking.unreadable(&say!("token-not-bound")));
        }
        let key = key.filter(|_| tokens.bound);
        if let Some(held) = key.clone().zip(prover.clone()) {
            // It knows already what the authorization server wants to see.
            self.state().prover = Some(held);
        }
        let got = SignInOutcome {
            tokens,
            key,
            identity,
        };
        self.take(&chosen, &issuer, known, got, unattended).await
    }

    /// Who the person is at the organisation that vouches for them; nothing where this computer is vouched for.
    async fn identity(
        &self,
        own: &OwnClientRow,
        chosen: &SignInChoice,
        callback: Option<Callback>,
        open: OpenBrowser,
    ) -> Result<Option<StoredIdentity>> {
        let Some((organisation, at)) = own.organisation.as_ref().zip(chosen.offer.organisation.as_ref())
        else {
            return Ok(None);
        };
        let Some(callback) = callback else {
            // A file says who the person is, and is read whenever it is needed.
            return Ok(Some(StoredIdentity {
                token_at: at.token.clone().into(),
                revoke_at: None,
                id_token: None,
                until: 0,
                refresh: None,
            }));
        };
        let nonce = ids::random();
        let page = BrowserPage {
            issuer: at,
            client_id: &organisation.client_id,
            scopes: &federation::scopes(at),
            more: vec![("nonce", nonce.clone())],
        };
        let answered = self.in_browser(page, callback, open).await?;
        self.identified(organisation, answered, &nonce).await.map(Some)
    }

    /// As whom, and where the browser comes back to. Registering needs to know the way back.
    async fn ready(
        &self,
        web: &GuardedHttp,
        issuer: &Issuer,
        chosen: &SignInChoice,
    ) -> Result<PreparedClient> {
        match (chosen.offer.registration, &chosen.own) {
            (Some(Registration::Own), Some(own)) => {
                let known = self.own_client(own, issuer).await?;
                let callback = match own.unattended {
                    true => None,
                    false => Some(Callback::listen(own.port, Some(FIXED)).await?),
                };
                Ok(PreparedClient { known, callback })
            }
            (Some(Registration::Document), _) => {
                let id = chosen.document.clone().ok_or_else(|| no_client(&issuer.id))?;
                let known = RegisteredClient {
                    id: id.into(),
                    proof: None,
                    method: ClientAuthentication::None,
                    registration: Registration::Document,
                    management: None,
                };
                let callback = Some(Callback::listen(None, Some(FIXED)).await?);
                Ok(PreparedClient { known, callback })
            }
            (Some(Registration::Dynamic), _) => {
                let callback = Callback::listen(None, None).await?;
                let known = client::register(
                    web,
                    issuer,
                    &callback.back,
                    &chosen.offer.scopes,
                    chosen.offer.binding.is_some(),
                )
                .await?;
                if let Some(secret) = &known.proof {
                    self.redactor.learn(secret.expose());
                }
                Ok(PreparedClient {
                    known,
                    callback: Some(callback),
                })
            }
            _ => Err(no_client(&issuer.id)),
        }
    }

    async fn own_client(&self, own: &OwnClientRow, issuer: &Issuer) -> Result<RegisteredClient> {
        let proof = match &own.place {
            Some(place) => self.vault.get(place).await?,
            None => None,
        };
        if let Some(proof) = &proof {
            self.redactor.learn(proof.expose());
        }
        let method = match (own.proof, &proof) {
            (ClientProof::None, _) => ClientAuthentication::None,
            (ClientProof::Key, Some(_)) => ClientAuthentication::Key,
            (ClientProof::Secret, Some(_)) => method_for_secret(issuer),
            (ClientProof::Secret | ClientProof::Key, None) => {
                return Err(Error::new(Code::VaultMissing, say!("client-secret-missing"))
                    .remedy(say!("enter-again-on-page")));
            }
        };
        Ok(RegisteredClient {
            id: own.client_id.clone(),
            proof,
            method,
            registration: Registration::Own,
            management: None,
        })
    }

    /// From the page to the code. The listener is gone with the first answer, or when none comes.
    async fn in_browser(
        &self,
        page: BrowserPage<'_>,
        mut callback: Callback,
        open: OpenBrowser,
    ) -> Result<AuthorizationResponse> {
        let (attempt, link) = AuthorizationAttempt::begin(
            page.issuer,
            page.client_id,
            &callback.back,
            page.scopes,
            &page.more,
        )?;
        let since = self.clock.now();
        let until = since + u64::try_from(limits::SIGN_IN.as_millis()).unwrap_or_default();
        let browser = |not_opened| SignInState::Browser {
            address: link.as_str().to_owned(),
            since,
            until,
            not_opened,
        };
        self.show(browser(None));
        if let Err(error) = open(link.clone()).await {
            if error.code != Code::LinkNotOpened {
                return Err(error);
            }
            let error = Error::new(Code::LinkNotOpened, say!("browser-not-opened"))
                .remedy(say!("browser-not-opened-remedy"));
            self.show(browser(Some(error.into())));
        }
        let answered = self.answer(&attempt, page.scopes, &mut callback);
        let code = tokio::time::timeout(limits::SIGN_IN, answered)
            .await
            .unwrap_or_else(|_| {
                Err(Error::new(Code::AuthTooLate, say!("browser-timeout"))
                    .remedy(say!("browser-timeout-remedy")))
            })?;
        drop(callback);
        // Good for one exchange, whose answer may repeat it.
        self.redactor
            .learn_generation(self.server.as_str(), [code.expose()].into_iter());
        self.show(SignInState::Finishing {
            since: self.clock.now(),
        });
        Ok(attempt.answered(code))
    }

    /// The first answer to this attempt; strays are sent away.
    async fn answer(
        &self,
        attempt: &AuthorizationAttempt,
        scopes: &[String],
        callback: &mut Callback,
    ) -> Result<Secret> {
        while let Some(arrived) = callback.next().await {
            match attempt.check(&arrived.query) {
                // Who came may be gone already.
                CallbackOutcome::Stray => _ = arrived.taken.send(false),
                CallbackOutcome::Answer(outcome, code) => {
                    _ = arrived.taken.send(true);
                    outcome?;
                    return code.ok_or_else(|| Error::internal("an answer without a code was taken"));
                }
                CallbackOutcome::ScopesRefused(error) => {
                    _ = arrived.taken.send(true);
                    self.state()
                        .rejected
                        .push((attempt.issuer.id.clone(), scopes.to_vec()));
                    return Err(error);
                }
            }
        }
        Err(Error::internal("the listener ended"))
    }

    fn show(&self, sign_in: SignInState) {
        self.state().sign_in = sign_in;
        self.observer.changed();
    }
}

/// Tokens that the keychain cannot take are lost, so the user is not sent to a browser for them.
fn nowhere_to_keep(error: Error) -> Error {
    Error {
        sentence: say!("not-signed-in", problem = error.sentence),
        ..error
    }
}

/// A code that is refused ends this attempt and no sign-in.
fn not_signed_in(error: Error) -> Error {
    match error.code {
        Code::AuthEnded => Error {
            code: Code::AuthRefused,
            sentence: say!("not-signed-in", problem = error.sentence),
            remedy: Some(say!("not-signed-in-remedy")),
            ..error
        },
        _ => error,
    }
}

fn no_client(issuer: &str) -> Error {
    let issuer = portcullis_core::text::escape_line(issuer).text;
    Error::new(Code::AuthNoClient, say!("registration-unsupported", issuer)).remedy(say!("client-id-remedy"))
}
