//! Stores the result of a sign-in: tokens in the keychain, a row without secrets, and nothing of the sign-in before
//! (AUT-28, AUT-46, S-55).

use super::authority::{Authority, AuthorityState};
use super::client::RegisteredClient;
use super::issuer::Issuer;
use super::renewal::lasts;
use super::sign_in::SignInChoice;
use super::stored_tokens::{StoredIdentity, StoredTokens};
use super::tokens::Tokens;
use portcullis_core::Result;
use portcullis_domain::Registration;
use portcullis_domain::stored::{AccountRow, OwnClientRow};
use portcullis_secrets::Secret;

/// What a sign-in brought.
pub(super) struct SignInOutcome {
    pub tokens: Tokens,
    /// The key that the tokens are bound to.
    pub key: Option<Secret>,
    /// The sign-in at the organisation that vouches.
    pub identity: Option<StoredIdentity>,
}

impl Authority {
    /// The tokens become the sign-in, and what was there before is forgotten.
    pub(super) async fn take(
        &self,
        chosen: &SignInChoice,
        issuer: &Issuer,
        known: RegisteredClient,
        got: SignInOutcome,
        unattended: bool,
    ) -> Result<()> {
        let SignInOutcome {
            tokens,
            key,
            identity,
        } = got;
        let now = self.clock.now();
        let (management, management_token) = known.management.unzip();
        let kept = StoredTokens {
            issuer: issuer.id.clone(),
            resource: chosen.resource.clone(),
            client_id: known.id.clone(),
            means: known.method,
            client_secret: known
                .proof
                .filter(|_| known.registration == Registration::Dynamic),
            management,
            management_token,
            token_at: issuer.token.clone().into(),
            revoke_at: issuer.revoke.clone().map(String::from),
            access: Some(tokens.access.clone()),
            refresh: tokens.refresh.clone(),
            came_at: now,
            lasts: lasts(&tokens),
            key,
            identity,
        };
        let account = AccountRow {
            place: StoredTokens::place(&self.server, &issuer.id, &chosen.resource, &known.id),
            resource: chosen.resource.clone(),
            issuer: issuer.id.clone(),
            client_id: known.id,
            registration: known.registration,
            asked: chosen.offer.scopes.clone(),
            granted: tokens
                .scopes
                .clone()
                .unwrap_or_else(|| chosen.offer.scopes.clone()),
            signed_in_at: now,
            until: None,
            renews: false,
            unattended,
            bound: false,
            ended: None,
        };
        let _turn = self.turn.lock().await;
        let (before, held, unsaved) = {
            let state = self.state();
            (state.account.clone(), state.kept.clone(), state.unsaved.clone())
        };
        let place = account.place.clone();
        // Before the tokens are kept: where this fails, nothing of the sign-in is there. The authorization server has seen the
        // secret of the client already, whatever becomes of the tokens.
        self.bind_own(&issuer.id, chosen.own.as_ref()).await?;
        let of_before = match before.as_ref().filter(|before| before.place != place) {
            Some(before) => self.kept_at(&before.place).await,
            None => None,
        };
        if let Err(error) = self.keep(account, kept).await {
            self.put_back(before, held, unsaved).await;
            return Err(error);
        }
        if let Some(of_before) = of_before {
            self.leave_registration(&of_before);
        }
        self.granted();
        if let Some(before) = before.filter(|before| before.place != place)
            && let Err(error) = self.vault.remove(&before.place).await
        {
            tracing::warn!(
                code = error.code.as_str(),
                "the sign-in before stayed in the keychain"
            );
        }
        Ok(())
    }

    /// A sign-in that was not saved is none, though the keychain took it: the one before holds again.
    async fn put_back(
        &self,
        before: Option<AccountRow>,
        held: Option<StoredTokens>,
        unsaved: Option<StoredTokens>,
    ) {
        let place = |account: &Option<AccountRow>| account.as_ref().map(|account| account.place.clone());
        let unused = {
            let mut state = self.state();
            let taken = place(&state.account);
            let other = taken != place(&before);
            // Of a renewal that is not in the keychain yet there is no other copy.
            if other || state.unsaved.is_some() {
                state.unsaved = unsaved;
            }
            state.account = before;
            if other {
                state.kept = held;
                state.number += 1;
            }
            taken.filter(|_| other)
        };
        self.forget_place(unused).await;
        self.observer.changed();
    }

    /// What another place holds, where it can be read: what cannot is about to be replaced all the same.
    async fn kept_at(&self, place: &str) -> Option<StoredTokens> {
        let held = self.state().kept.clone();
        match held {
            Some(kept) => Some(kept),
            None => StoredTokens::read(&self.vault.get(place).await.ok()??).ok(),
        }
    }

    /// Where the person's own client was used, it is for this authorization server alone from now on.
    async fn bind_own(&self, issuer: &str, used: Option<&OwnClientRow>) -> Result<()> {
        let own = {
            let mut state = self.state();
            let unbound = state.own.as_mut().filter(|own| own.issuer.is_none());
            // How it signs in may have been changed meanwhile: its secret is the one that was sent.
            let is_used = |own: &OwnClientRow| {
                used.is_some_and(|used| {
                    let as_then = OwnClientRow {
                        unattended: used.unattended,
                        port: used.port,
                        ..own.clone()
                    };
                    as_then == *used
                })
            };
            let Some(own) = unbound.filter(|own| is_used(own)) else {
                return Ok(());
            };
            own.issuer = Some(issuer.to_owned());
            own.clone()
        };
        let saved = self.store.save_own_client(Some(own.clone())).await;
        if saved.is_err()
            && let Some(unsaved) = self.state().own.as_mut().filter(|now| **now == own)
        {
            unsaved.issuer = None;
        }
        saved
    }

    fn granted(&self) {
        let mut state = self.state();
        let AuthorityState {
            more,
            step_ups,
            challenge,
            ..
        } = &mut *state;
        if more.take().is_some() {
            step_ups.add();
        }
        // What was needed then is granted; what is needed next the server says again.
        if let Some(challenge) = challenge {
            challenge.scopes = None;
            challenge.error = None;
        }
    }
}

#[cfg(test)]
mod tests;
