//! Pre-registered clients that a person entered, and signing out (AUT-26, AUT-49).

use super::assertion::SigningKey;
use super::authority::Authority;
use super::client::unregister;
use super::federation;
use super::http::GuardedHttp;
use super::stored_tokens::StoredTokens;
use super::tokens::TokenRequest;
use crate::limits;
use portcullis_core::ids;
use portcullis_core::{Result, TextSource, bad_input as bad};
use portcullis_domain::stored::{AccountRow, OwnClientRow};
use portcullis_domain::{ClientProof, Organisation, OwnClientDraft};
use portcullis_l10n::say;
use portcullis_secrets::Secret;
use std::path::Path;
use url::Url;

impl Authority {
    /// Keeps a client of the person's own. A sign-in made with another one ends with it. Gives the place of a secret that nothing
    /// needs any more: the caller deletes it, and says so where the keychain keeps it.
    ///
    /// # Errors
    /// `input.bad`, `vault.*`, `store.*`; then nothing was changed.
    pub async fn set_own_client(
        &self,
        draft: OwnClientDraft,
        token_file: Option<&Path>,
    ) -> Result<Option<String>> {
        let before = self.state().own.clone();
        let token_file = checked_file(token_file).await?;
        let organisation = draft.organisation.map(checked_organisation).transpose()?;
        let nameless = token_file.is_some() && organisation.is_none() && draft.proof == ClientProof::None;
        let client_id = match draft.client_id.trim() {
            // The platform vouches for this computer: a server that trusts it needs no name (workload identity federation).
            "" if nameless => String::new(),
            id => checked_id(id)?,
        };
        if organisation.is_some() && draft.unattended {
            return Err(bad(say!("own-organization-unattended")));
        }
        if draft.unattended && draft.proof == ClientProof::None && token_file.is_none() {
            return Err(bad(say!("own-unattended-secret")));
        }
        if draft.port == Some(0) {
            return Err(bad(say!("own-port")));
        }
        let issuer = draft.issuer.filter(|issuer| !issuer.is_empty());
        if issuer.as_ref().is_some_and(|issuer| Url::parse(issuer).is_err()) {
            return Err(bad(say!("own-issuer")));
        }
        let given = draft
            .secret
            .map(|secret| Secret::from(secret.0))
            .filter(|secret| !secret.expose().is_empty());
        let place = match (draft.proof, given) {
            (ClientProof::None, _) => None,
            (proof, Some(secret)) => {
                self.redactor.learn(secret.expose());
                if proof == ClientProof::Key {
                    drop(SigningKey::read(&secret)?);
                }
                let place = format!("{}{}", self.client_places(), ids::random());
                self.vault.set(&place, secret).await?;
                Some(place)
            }
            (proof, None) => {
                // A secret is kept for who it was given for, and for no other.
                let kept = before.as_ref().filter(|before| {
                    let same = before.client_id == client_id && before.proof == proof;
                    same && (before.issuer.is_none() || issuer.is_none() || before.issuer == issuer)
                });
                let kept = kept.and_then(|before| before.place.clone());
                Some(kept.ok_or_else(|| bad(say!("own-secret-missing")))?)
            }
        };
        let kept_for = before
            .as_ref()
            .filter(|before| before.place.is_some() && before.place == place);
        let own = OwnClientRow {
            client_id,
            proof: draft.proof,
            issuer: issuer.or_else(|| kept_for.and_then(|before| before.issuer.clone())),
            unattended: draft.unattended || token_file.is_some(),
            port: draft.port,
            organisation,
            token_file,
            place,
        };
        if let Err(error) = self.write_own(Some(own.clone())).await {
            // A secret that no row names would stay in the keychain for good.
            let kept = before.and_then(|before| before.place);
            let unused = own.place.filter(|new| Some(new) != kept.as_ref());
            self.forget_place(unused).await;
            return Err(error);
        }
        self.state().own = Some(own.clone());
        self.observer.changed();
        Ok(before
            .and_then(|before| before.place)
            .filter(|old| own.place.as_ref() != Some(old)))
    }

    /// Forgets the person's own client. Gives the place of its secret, as [`Self::set_own_client`] does.
    ///
    /// # Errors
    /// `store.*`.
    pub async fn forget_own_client(&self) -> Result<Option<String>> {
        let before = self.state().own.clone();
        self.write_own(None).await?;
        self.state().own = None;
        self.observer.changed();
        Ok(before.and_then(|before| before.place))
    }

    async fn write_own(&self, own: Option<OwnClientRow>) -> Result<()> {
        self.store.save_own_client(own).await
    }

    pub(super) async fn forget_place(&self, place: Option<String>) {
        if let Some(place) = place
            && let Err(error) = self.vault.remove(&place).await
        {
            tracing::warn!(
                code = error.code.as_str(),
                "an unused secret stayed in the keychain"
            );
        }
    }

    /// Ends the sign-in: first for us, then, where that is offered, for the authorization server. Says whether it was taken
    /// back there.
    ///
    /// # Errors
    /// `vault.*`, `store.*`; then it may be there still.
    pub async fn sign_out(&self, address: &Url) -> Result<bool> {
        self.cancel_sign_in();
        let _turn = self.turn.lock().await;
        let Some(account) = self.state().account.clone() else {
            return Ok(false);
        };
        let held = self.state().kept.clone();
        let kept = match held {
            Some(kept) => Some(kept),
            None => self
                .vault
                .get(&account.place)
                .await?
                .and_then(|text| StoredTokens::read(&text).ok()),
        };
        let client = match &kept {
            Some(kept) => self.client_of(&account, kept).await.ok(),
            None => None,
        };
        self.vault.remove(&account.place).await?;
        self.write_account(None).await?;
        {
            let mut state = self.state();
            state.account = None;
            state.kept = None;
            state.unsaved = None;
            state.more = None;
            state.number += 1;
        }
        self.observer.changed();
        let Some((kept, client)) = kept.zip(client) else {
            return Ok(false);
        };
        Ok(self.take_back(address, &account, &kept, &client).await)
    }

    /// A registration of ours that is no longer needed is taken back where that was offered (RFC 7592). No task waits for
    /// it: an entry that stays there gives no access.
    pub(super) fn leave_registration(&self, kept: &StoredTokens) {
        let management = kept.management.clone().zip(kept.management_token.clone());
        let Some(((uri, token), resource)) = management.zip(Url::parse(&kept.resource).ok()) else {
            return;
        };
        tokio::spawn(async move {
            let web = GuardedHttp::for_server(&resource, TextSource::AuthorizationServer);
            if let Err(error) = unregister(&web, &uri, &token).await {
                tracing::debug!(code = error.code.as_str(), "a registration was not taken back");
            }
        });
    }

    /// Whatever comes of it, the user is not signed in here any more.
    async fn take_back(
        &self,
        address: &Url,
        account: &AccountRow,
        kept: &StoredTokens,
        client: &super::client::RegisteredClient,
    ) -> bool {
        let web = GuardedHttp::for_server(address, TextSource::AuthorizationServer);
        let mut revoked = false;
        if let Some(at) = kept.revoke_at.as_deref().and_then(|at| web.allowed(at).ok()) {
            let asking = TokenRequest {
                web: &web,
                at: &at,
                issuer: &account.issuer,
                client,
                resource: &kept.resource,
                redactor: &self.redactor,
                clock: &*self.clock,
                prover: None,
            };
            revoked = true;
            let tokens = [(&kept.refresh, "refresh_token"), (&kept.access, "access_token")];
            for (token, kind) in tokens {
                let Some(token) = token else { continue };
                match asking.revoke(token, kind).await {
                    Ok(taken) => revoked &= taken,
                    Err(error) => {
                        tracing::debug!(code = error.code.as_str(), "a token was not taken back");
                        revoked = false;
                    }
                }
            }
        }
        let organisation = self.state().own.as_ref().and_then(|own| own.organisation.clone());
        if let Some((organisation, identity)) = organisation.zip(kept.identity.as_ref())
            && let Err(error) = self.leave_organisation(&organisation, identity).await
        {
            tracing::debug!(
                code = error.code.as_str(),
                "a sign-in at an organisation was not taken back"
            );
        }
        if let Some((uri, token)) = &client.management
            && let Err(error) = unregister(&web, uri, token).await
        {
            tracing::debug!(code = error.code.as_str(), "a registration was not taken back");
        }
        revoked
    }
}

fn checked_id(text: &str) -> Result<String> {
    let id = text.trim();
    let fits = !id.is_empty() && id.len() <= limits::SCOPE * 4 && id.chars().all(|c| !c.is_control());
    fits.then(|| id.to_owned()).ok_or_else(|| bad(say!("own-id")))
}

/// The file is looked at once now, so that what cannot work is said while the user is there.
async fn checked_file(file: Option<&Path>) -> Result<Option<String>> {
    let Some(file) = file else { return Ok(None) };
    let text = file.to_str().filter(|_| file.is_absolute());
    let text = text.ok_or_else(|| bad(say!("own-file")))?;
    federation::read(file).await?;
    Ok(Some(text.to_owned()))
}

fn checked_organisation(given: Organisation) -> Result<Organisation> {
    let issuer = given.issuer.trim().to_owned();
    let url = Url::parse(&issuer).ok();
    // Whether it is encrypted, or on this computer, is judged where it is asked.
    let fits = url.is_some_and(|url| matches!(url.scheme(), "https" | "http") && url.query().is_none());
    if !fits || issuer.len() > limits::LINK_BYTES {
        return Err(bad(say!("own-provider")));
    }
    Ok(Organisation {
        client_id: checked_id(&given.client_id)?,
        issuer,
    })
}
