//! Token renewal, before expiry and after a refusal: concurrent requests share one renewal, and no token is used before
//! it is in the keychain (AUT-48, AUT-52, AUT-53, S-58).

use super::authority::Authority;
use super::client::{ClientAuthentication, RegisteredClient};
use super::dpop::DpopProver;
use super::federation::AssertionTarget;
use super::http::GuardedHttp;
use super::issuer::is_same;
use super::resource::covers;
use super::stored_tokens::StoredTokens;
use super::tokens::{TokenGrant, TokenRequest, Tokens};
use crate::limits;
use portcullis_core::{Code, Error, Result, TextSource};
use portcullis_domain::Registration;
use portcullis_domain::stored::{AccountRow, OwnClientRow};
use portcullis_l10n::say;
use portcullis_net::{AccessCredential, TokenBinding};
use portcullis_secrets::Secret;
use std::sync::Arc;
use tokio::time::Instant;
use url::Url;

impl Authority {
    /// The token for the next request, renewed when it is about to end.
    pub(super) async fn current(self: &Arc<Self>, address: &Url) -> Result<AccessCredential> {
        let (kept, number) = self.known().await?;
        if !self.is_due(&kept) {
            return self.pass(&kept, number, address);
        }
        match self.renewed(number, address).await {
            Ok(()) => {
                let (kept, number) = self.known().await?;
                self.pass(&kept, number, address)
            }
            // It may hold for a while yet, whatever the clocks say; the server has the last word.
            Err(error)
                if matches!(error.code, Code::NetworkUnreachable | Code::AuthRefused)
                    && kept.access.is_some() =>
            {
                tracing::debug!(code = error.code.as_str(), "a token was not renewed in time");
                self.pass(&kept, number, address)
            }
            Err(error) => Err(error),
        }
    }

    fn pass(&self, kept: &StoredTokens, number: u64, address: &Url) -> Result<AccessCredential> {
        // A sign-in for another address may have taken the place of the one that the request began with.
        if !covers(&kept.resource, address) {
            return Err(ended());
        }
        let token = kept.access.clone().ok_or_else(ended)?;
        let prover = self.prover_of(kept)?;
        Ok(AccessCredential {
            token,
            number,
            binding: prover.map(|prover| prover as Arc<dyn TokenBinding>),
        })
    }

    /// Holds the key that the tokens are bound to, where they are.
    fn prover_of(&self, kept: &StoredTokens) -> Result<Option<Arc<DpopProver>>> {
        let Some(key) = &kept.key else { return Ok(None) };
        let mut state = self.state();
        if let Some((of, prover)) = &state.prover
            && of.expose() == key.expose()
        {
            return Ok(Some(Arc::clone(prover)));
        }
        let prover = Arc::new(DpopProver::new(key, Arc::clone(&self.clock))?);
        state.prover = Some((key.clone(), Arc::clone(&prover)));
        Ok(Some(prover))
    }

    /// What the keychain holds, asked once.
    async fn known(&self) -> Result<(StoredTokens, u64)> {
        let account = {
            let state = self.state();
            if let Some(kept) = &state.kept {
                return Ok((kept.clone(), state.number));
            }
            state.account.clone()
        };
        let account = account
            .filter(|account| account.ended.is_none())
            .ok_or_else(ended)?;
        let _turn = self.turn.lock().await;
        {
            let state = self.state();
            if let Some(kept) = &state.kept {
                return Ok((kept.clone(), state.number));
            }
        }
        let found = self.vault.get(&account.place).await?;
        let kept = match found.as_ref().map(StoredTokens::read) {
            Some(Ok(kept)) if kept.issuer == account.issuer && kept.resource == account.resource => kept,
            _ => {
                let why = Error::new(Code::AuthEnded, say!("secret-gone")).remedy(say!("sign-in-again"));
                self.forget_tokens(&why).await;
                return Err(why);
            }
        };
        self.learn(&kept);
        let mut state = self.state();
        state.number += 1;
        state.kept = Some(kept.clone());
        Ok((kept, state.number))
    }

    pub(super) fn learn(&self, kept: &StoredTokens) {
        self.redactor
            .learn_generation(self.server.as_str(), kept.secrets().map(Secret::expose));
    }

    fn is_due(&self, kept: &StoredTokens) -> bool {
        let state = self.state();
        let unattended = state.account.as_ref().is_some_and(|account| account.unattended);
        let can = kept.refresh.is_some() || kept.identity.is_some() || unattended;
        let Some((until, lasts)) = kept.until().zip(kept.lasts) else {
            return state.unsaved.is_some();
        };
        let early = u64::try_from(limits::RENEW_BEFORE.as_millis())
            .unwrap_or(u64::MAX)
            .min(lasts / 4);
        state.unsaved.is_some() || (can && self.clock.now().saturating_add(early) >= until)
    }

    /// Renews the token with this number, unless it was done. In a task of its own: the caller may stop waiting, and a
    /// token that was replaced there must not be lost here.
    pub(super) async fn renewed(self: &Arc<Self>, number: u64, address: &Url) -> Result<()> {
        let (this, address) = (Arc::clone(self), address.clone());
        let renewing = tokio::spawn(async move { this.renew(number, &address).await });
        renewing.await.map_err(Error::internal)?
    }

    async fn renew(&self, number: u64, address: &Url) -> Result<()> {
        let _turn = self.turn.lock().await;
        let (account, kept, unsaved) = {
            let state = self.state();
            let Some(account) = state.account.clone().filter(|account| account.ended.is_none()) else {
                return Err(ended());
            };
            if state.number != number {
                return Ok(());
            }
            if let Some((failed, at, error)) = &state.failed
                && *failed == number
                && at.elapsed() < limits::RENEW_AGAIN
            {
                return Err(error.clone());
            }
            let Some(kept) = state.kept.clone() else {
                return Err(ended());
            };
            (account, kept, state.unsaved.clone())
        };
        let done = match unsaved {
            Some(fresh) => self.keep_renewed(account, fresh).await,
            None => self.ask_and_keep(account, kept, address).await,
        };
        if let Err(error) = &done {
            if error.code == Code::AuthEnded {
                self.forget_tokens(error).await;
            } else {
                self.state().failed = Some((number, Instant::now(), error.clone()));
            }
        }
        done
    }

    async fn ask_and_keep(&self, account: AccountRow, kept: StoredTokens, address: &Url) -> Result<()> {
        let web = GuardedHttp::for_server(address, TextSource::AuthorizationServer);
        let at = web.allowed(&kept.token_at)?;
        let client = self.client_of(&account, &kept).await?;
        let prover = self.prover_of(&kept)?;
        let asking = TokenRequest {
            web: &web,
            at: &at,
            issuer: &kept.issuer,
            client: &client,
            resource: &kept.resource,
            redactor: &self.redactor,
            clock: &*self.clock,
            prover: prover.as_ref(),
        };
        let tokens = match (&kept.refresh, self.federated_by(&account)) {
            (Some(refresh), _) if !account.unattended => asking.ask(TokenGrant::Refresh(refresh)).await?,
            (_, Some(own)) => {
                let to = AssertionTarget {
                    issuer: &kept.issuer,
                    resource: &kept.resource,
                    scopes: &account.asked,
                };
                let word = self.voucher(&own, kept.identity.as_ref(), &to).await?;
                asking.ask(TokenGrant::Voucher(&word, &account.asked)).await?
            }
            _ if account.unattended => asking.ask(TokenGrant::Own(&account.asked)).await?,
            _ => return Err(ended()),
        };
        // Who took the key away from a token could have been anybody.
        if kept.key.is_some() && !tokens.bound {
            return Err(asking.unreadable(&say!("token-unbound")));
        }
        let fresh = self.renewed_from(kept, &tokens);
        self.keep_renewed(account, fresh).await
    }

    /// The tokens after these. One to renew with that is not replaced stays.
    fn renewed_from(&self, kept: StoredTokens, tokens: &Tokens) -> StoredTokens {
        StoredTokens {
            access: Some(tokens.access.clone()),
            refresh: tokens.refresh.clone().or_else(|| kept.refresh.clone()),
            came_at: self.clock.now(),
            lasts: lasts(tokens),
            ..kept
        }
    }

    /// First the keychain, and only then everybody: what is lost in between was never used.
    pub(super) async fn keep(&self, account: AccountRow, fresh: StoredTokens) -> Result<()> {
        self.learn(&fresh);
        let stored = self.vault.set(&account.place, fresh.write()?).await;
        self.publish(account, fresh, stored).await
    }

    /// The same of tokens after which the ones before may be good for nothing: they stay, however late the keychain
    /// takes them.
    async fn keep_renewed(&self, account: AccountRow, fresh: StoredTokens) -> Result<()> {
        self.learn(&fresh);
        let stored = self.vault.replace(&account.place, fresh.write()?).await;
        self.publish(account, fresh, stored).await
    }

    /// Has everybody use tokens, once the keychain took them.
    async fn publish(&self, account: AccountRow, fresh: StoredTokens, stored: Result<()>) -> Result<()> {
        if let Err(error) = stored {
            self.state().unsaved = Some(fresh);
            return Err(error);
        }
        let account = AccountRow {
            until: fresh.until(),
            renews: fresh.refresh.is_some()
                || account.unattended
                || fresh
                    .identity
                    .as_ref()
                    .is_some_and(|identity| identity.refresh.is_some()),
            bound: fresh.key.is_some(),
            ..account
        };
        {
            let mut state = self.state();
            state.account = Some(account.clone());
            state.kept = Some(fresh);
            state.unsaved = None;
            state.failed = None;
            state.number += 1;
        }
        self.observer.changed();
        self.write_account(Some(account)).await
    }

    pub(super) async fn write_account(&self, account: Option<AccountRow>) -> Result<()> {
        self.store.save_account(account).await
    }

    /// As whom the tokens were got.
    pub(super) async fn client_of(
        &self,
        account: &AccountRow,
        kept: &StoredTokens,
    ) -> Result<RegisteredClient> {
        let proof = match account.registration {
            Registration::Own => self.own_proof(account).await?,
            Registration::Document | Registration::Dynamic => kept.client_secret.clone(),
        };
        if proof.is_none() && kept.means != ClientAuthentication::None {
            return Err(ended());
        }
        Ok(RegisteredClient {
            id: kept.client_id.clone(),
            proof,
            method: kept.means,
            registration: account.registration,
            management: kept.management.clone().zip(kept.management_token.clone()),
        })
    }

    /// The person's own client, where the sign-in is one of it. It may be for another authorization server since, under the same
    /// name, and is shown to no other (AUT-28).
    fn own_of(&self, account: &AccountRow) -> Option<OwnClientRow> {
        let own = self.state().own.clone()?;
        let bound = own.issuer.as_ref();
        let same = account.registration == Registration::Own
            && own.client_id == account.client_id
            && bound.is_none_or(|bound| is_same(bound, &account.issuer));
        same.then_some(own)
    }

    /// The same, where another party vouches for it.
    fn federated_by(&self, account: &AccountRow) -> Option<OwnClientRow> {
        self.own_of(account).filter(OwnClientRow::is_federated)
    }

    async fn own_proof(&self, account: &AccountRow) -> Result<Option<Secret>> {
        let place = self.own_of(account).and_then(|own| own.place);
        let Some(place) = place else { return Ok(None) };
        let proof = self.vault.get(&place).await?;
        if let Some(proof) = &proof {
            self.redactor.learn(proof.expose());
        }
        Ok(proof)
    }

    /// The sign-in does not hold any more: its tokens are forgotten, and who is asked next is a person.
    pub(super) async fn end(&self, number: u64, why: &Error) {
        let _turn = self.turn.lock().await;
        if self.state().number == number {
            self.forget_tokens(why).await;
        }
    }

    async fn forget_tokens(&self, why: &Error) {
        let (account, kept) = {
            let mut state = self.state();
            let kept = state.kept.take();
            state.unsaved = None;
            state.number += 1;
            let Some(account) = &mut state.account else { return };
            if account.ended.is_some() {
                return;
            }
            account.ended = Some(why.sentence.clone());
            account.until = None;
            account.renews = false;
            (account.clone(), kept)
        };
        if let Some(kept) = kept {
            self.leave_registration(&kept);
        }
        // What stays in the keychain is of no use to anybody, and is replaced by the next sign-in.
        if let Err(error) = self.vault.remove(&account.place).await {
            tracing::warn!(
                code = error.code.as_str(),
                "an ended sign-in stayed in the keychain"
            );
        }
        if let Err(error) = self.write_account(Some(account)).await {
            tracing::error!(code = error.code.as_str(), "the end of a sign-in was not saved");
        }
        self.observer.ended(why);
        self.observer.changed();
    }
}

/// How long a token is good, where that is said and makes sense.
pub(super) fn lasts(tokens: &Tokens) -> Option<u64> {
    let lasts = tokens.lasts.filter(|lasts| !lasts.is_zero())?;
    u64::try_from(lasts.as_millis()).ok()
}

fn ended() -> Error {
    Error::new(Code::AuthEnded, say!("not-renewable")).remedy(say!("sign-in-again"))
}

#[cfg(test)]
mod tests;
