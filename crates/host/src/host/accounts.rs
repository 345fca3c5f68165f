//! The room for accounts at remote servers (AUT-*): a person reads at the gate what a sign-in takes, says yes, and is signed in
//! by the time that their browser is done. Nothing signs in automatically, and no page opens without that yes (AUT-03).

mod asking;
pub(super) mod document;
mod observer;
mod rows;
mod showing;

pub(crate) use asking::PendingSignIn;
pub(super) use observer::HostAccountObserver;
pub(super) use rows::AccountRows;

use super::{Entry, Host, Inner, views};
use crate::limits;
use portcullis_core::{Code, Error, Result};
use portcullis_domain::{
    Endpoint, Outcome, OwnClientDraft, Phase, RecordKind, Registration, Request, ServerAccount, ServerDraft,
};
use portcullis_l10n::say;
use portcullis_storage::audit::{Ended, Intended};
use portcullis_storage::store::catalogs;
use serde_json::json;
use std::path::Path;
use std::sync::Arc;
use url::Url;

impl Host {
    /// Who is signed in at a server, and how a sign-in goes.
    ///
    /// # Errors
    /// `not_found`.
    pub fn account(&self, server: &str) -> Result<ServerAccount> {
        let entry = self.0.entry(server)?;
        Ok(view(&entry))
    }

    /// Asks to sign in at a server: finds out what it takes, and puts that to the person. Nothing is registered and no browser
    /// opens before the answer, whose effects are told by events. Where such a question waits already, it is that one.
    ///
    /// # Errors
    /// `not_found`, `input.bad` where no sign-in is used, `auth.*`, `network.*`; `auth.client_needed` where a client id has to be
    /// entered first; `call.cancelled` when it was given up meanwhile.
    pub async fn sign_in(&self, server: &str) -> Result<Request> {
        let entry = self.0.entry(server)?;
        let over = match entry.begins_asking(&self.0.gate) {
            Ok(over) => over,
            Err(waiting) => return Ok(*waiting),
        };
        let asked = match over.run_until_cancelled(self.0.find_sign_in(&entry)).await {
            Some(Ok(found)) => self.0.ask_to_sign_in(&entry, found, &over),
            Some(Err(error)) => Err(error),
            None => Err(given_up()),
        };
        if asked.is_err() {
            entry.asking_over(&over);
        }
        asked
    }

    /// Gives up a sign-in that is under way, or that waits to be answered.
    ///
    /// # Errors
    /// `not_found`.
    pub fn cancel_sign_in(&self, server: &str) -> Result<ServerAccount> {
        let entry = self.0.entry(server)?;
        entry.give_up_sign_in();
        entry.authority.cancel_sign_in();
        Ok(view(&entry))
    }

    /// Leaves ungranted what a server wants beyond what was granted.
    ///
    /// # Errors
    /// `not_found`, `store.*`.
    pub async fn decline_more(&self, server: &str) -> Result<ServerAccount> {
        let entry = self.0.entry(server)?;
        entry.give_up_sign_in();
        entry.authority.decline_more();
        let row = Intended {
            outcome: Some((Outcome::Denied, say!("account-declined"))),
            ..blank(&entry, say!("account-more-row"))
        };
        self.0.audit.once(row).await?;
        Ok(view(&entry))
    }

    /// Deletes tokens and registration of a server, and takes them back at the authorization server where that is
    /// offered.
    ///
    /// # Errors
    /// `not_found`, `vault.*`, `store.*`.
    pub async fn sign_out(&self, server: &str) -> Result<ServerAccount> {
        let entry = self.0.entry(server)?;
        self.0.sign_out(&entry).await?;
        entry.let_go().await;
        Ok(view(&entry))
    }

    /// Keeps a client of the person's own; its secret or key goes to the keychain.
    ///
    /// # Errors
    /// `not_found`, `input.bad`, `vault.*`, `store.*`.
    pub async fn set_own_client(&self, server: &str, client: OwnClientDraft) -> Result<ServerAccount> {
        self.set_client(server, client, None).await
    }

    /// The same, with a file whose token vouches for the client: for a person at the organisation, or for this computer.
    /// A terminal asks for this, never a window: what is in the file is sent to an authorization server.
    ///
    /// # Errors
    /// As [`Self::set_own_client`]; `auth.voucher` when the file holds no signed token.
    pub async fn set_vouched_client(
        &self,
        server: &str,
        client: OwnClientDraft,
        token_file: &Path,
    ) -> Result<ServerAccount> {
        self.set_client(server, client, Some(token_file)).await
    }

    async fn set_client(
        &self,
        server: &str,
        client: OwnClientDraft,
        token_file: Option<&Path>,
    ) -> Result<ServerAccount> {
        let entry = self.0.entry(server)?;
        address(&entry)?;
        let mut sent = json!({ "client id": client.client_id });
        if let Some(organisation) = &client.organisation {
            sent["organisation"] = organisation.issuer.clone().into();
        }
        if let Some(file) = token_file {
            sent["token from"] = file.to_string_lossy().into();
        }
        let before = entry.authority.extension();
        let unused = entry.authority.set_own_client(client, token_file).await?;
        self.0.forget_secrets(&entry.label(), unused.into_iter()).await;
        self.0.declared(&entry, before).await;
        // What was read was another client.
        entry.withdraw_sign_in();
        let row = Intended {
            sent: Some(sent),
            ..blank(&entry, say!("account-client-entered"))
        };
        self.0.audit.once(row).await?;
        Ok(view(&entry))
    }

    /// Forgets it, with its secret or key. A sign-in made with it ends.
    ///
    /// # Errors
    /// `not_found`, `vault.*`, `store.*`.
    pub async fn forget_own_client(&self, server: &str) -> Result<ServerAccount> {
        let entry = self.0.entry(server)?;
        let own = view(&entry)
            .account
            .is_some_and(|account| account.registration == Registration::Own);
        if own {
            self.0.sign_out(&entry).await?;
            entry.let_go().await;
        }
        let before = entry.authority.extension();
        let unused = entry.authority.forget_own_client().await?;
        let left = self.0.forget_secrets(&entry.label(), unused.into_iter()).await;
        self.0.declared(&entry, before).await;
        entry.withdraw_sign_in();
        let mut row = blank(&entry, say!("account-client-forgotten"));
        if left > 0 {
            row.outcome = Some((Outcome::Done, say!("server-secrets-left", count = left)));
        }
        self.0.audit.once(row).await?;
        Ok(view(&entry))
    }
}

impl Entry {
    /// A signed-in connection is made again without a sign-in: a server that does not ask for one again shows what it is. So
    /// does one that sleeps, of which nothing is known any more. What was listed is not shown to the next account, also while the
    /// server is off (CCH-06).
    async fn let_go(&self) {
        if let Some(client) = self.client() {
            client.forget().await;
        }
    }

    /// A server that waited for the sign-in connects; one that is connected is asked again for what it refused to tell.
    async fn take_up(&self) {
        let Some(client) = self.client().filter(|_| self.row().enabled) else {
            return;
        };
        if let Some(connection) = &client.snapshot().connection {
            connection.rpc().notifications().tools_changed();
        }
        match client.snapshot().state.phase {
            // What is under way began without the sign-in.
            Phase::Starting => client.restart().await,
            _ => client.start().await,
        }
    }
}

impl Inner {
    /// How the user signs in is declared to the server where it is an extension (AUT-62, AUT-63).
    async fn declared(self: &Arc<Self>, entry: &Arc<Entry>, before: Option<&'static str>) {
        if entry.authority.extension() != before {
            self.redeclare(entry).await;
        }
    }

    /// How it ended, in the record.
    async fn signed_in(&self, entry: &Entry, seq: u64, outcome: &Result<()>) {
        let ended = match outcome {
            Ok(()) => {
                let scopes = view(entry)
                    .account
                    .map(|account| account.scopes)
                    .unwrap_or_default();
                let scopes: Vec<_> = scopes.into_iter().map(|scope| scope.text).collect();
                Ended {
                    came_back: (!scopes.is_empty())
                        .then(|| say!("account-granted", scopes = scopes.join(", "))),
                    ..Ended::new(Outcome::Done, say!("account-signed-in"))
                }
            }
            Err(error) if error.code == Code::CallCancelled => {
                Ended::new(Outcome::Cancelled, say!("account-given-up"))
            }
            Err(error) => Ended::failed(error),
        };
        if let Err(error) = self.audit.end(seq, ended).await {
            tracing::error!(%error, "how a sign-in went was not recorded");
        }
    }

    async fn sign_out(&self, entry: &Entry) -> Result<()> {
        entry.withdraw_sign_in();
        if view(entry).account.is_none() {
            entry.authority.cancel_sign_in();
            return Ok(());
        }
        // What it offered to this account is not shown to the next one (CCH-06).
        let id = entry.id.clone();
        self.store.write(move |db| catalogs::forget(db, &id)).await?;
        let seq = self
            .audit
            .intend(Intended {
                outcome: None,
                ..blank(entry, say!("account-sign-out-row"))
            })
            .await?;
        let done = match address(entry) {
            Ok(address) => entry.authority.sign_out(&address).await,
            Err(error) => Err(error),
        };
        let ended = match &done {
            Ok(true) => Ended::new(Outcome::Done, say!("account-signed-out-both")),
            Ok(false) => Ended::new(Outcome::Done, say!("account-signed-out")),
            Err(error) => Ended::failed(error),
        };
        self.audit.end(seq, ended).await?;
        done.map(drop)
    }

    /// Deletes the sign-in and the client of the person's own of a server that was changed so that people sign in no more: no page
    /// shows them, and nothing uses them.
    pub(super) async fn leave_account(&self, entry: &Entry, before: &ServerDraft) {
        let Some(address) = sign_in_address(before) else {
            return;
        };
        if views::takes_sign_in(&entry.row().draft) {
            return;
        }
        let places = entry.authority.places();
        // As where a server is removed.
        _ = tokio::time::timeout(limits::REVOKE, entry.authority.sign_out(&address)).await;
        if let Err(error) = entry.authority.forget_own_client().await {
            tracing::warn!(%error, "a client that is no longer used was not forgotten");
        }
        self.forget_secrets(&entry.label(), places.into_iter()).await;
    }
}

/// The address of a server at which people sign in.
pub(super) fn address(entry: &Entry) -> Result<Url> {
    let draft = entry.row().draft;
    sign_in_address(&draft).ok_or_else(|| {
        Error::new(Code::BadInput, say!("account-no-sign-in", server = draft.label))
            .remedy(say!("account-no-sign-in-remedy"))
    })
}

/// The same of a configuration, where people sign in with it.
fn sign_in_address(draft: &ServerDraft) -> Option<Url> {
    match &draft.endpoint {
        Endpoint::Address { url } if views::takes_sign_in(draft) => Url::parse(url.trim()).ok(),
        _ => None,
    }
}

fn view(entry: &Entry) -> ServerAccount {
    entry.authority.view(views::takes_sign_in(&entry.row().draft))
}

fn blank(entry: &Entry, what: String) -> Intended {
    views::row_by_you_about(entry, RecordKind::SignIn, what)
}

fn given_up() -> Error {
    Error::new(Code::CallCancelled, say!("account-cancelled"))
}
