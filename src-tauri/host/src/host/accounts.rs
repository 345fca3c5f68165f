//! The room for accounts at remote servers (AUT-*).

use super::{Host, views};
use crate::view::{OwnClientDraft, ServerAccount, SignInReview, SignInState};
use crate::{Code, Error, Result};

impl Host {
    /// Who is signed in at a server, and how a sign-in goes.
    ///
    /// # Errors
    /// `not_found`.
    pub fn account(&self, server: &str) -> Result<ServerAccount> {
        let entry = self.0.entry(server)?;
        let row = entry.row();
        Ok(ServerAccount {
            server: entry.id.0.clone(),
            applies: views::takes_sign_in(&row.draft),
            account: None,
            own_client: None,
            state: SignInState::Idle {},
            more: None,
        })
    }

    /// Finds out what a sign-in at a server takes.
    ///
    /// # Errors
    /// `not_found`, `auth.*`, `network.*`.
    pub async fn sign_in_review(&self, server: &str) -> Result<SignInReview> {
        Err(self.not_yet(server)?)
    }

    /// Signs in as it was reviewed.
    ///
    /// # Errors
    /// `not_found`, `consent.stale`, `consent.too_soon`.
    pub async fn sign_in(&self, server: &str, _nonce: &str, _issuer: &str) -> Result<ServerAccount> {
        Err(self.not_yet(server)?)
    }

    /// Gives up a sign-in that is under way.
    ///
    /// # Errors
    /// `not_found`.
    pub fn cancel_sign_in(&self, server: &str) -> Result<ServerAccount> {
        self.account(server)
    }

    /// Leaves ungranted what a server wants beyond what was granted.
    ///
    /// # Errors
    /// `not_found`.
    pub async fn decline_more(&self, server: &str) -> Result<ServerAccount> {
        self.account(server)
    }

    /// Deletes tokens and registration of a server.
    ///
    /// # Errors
    /// `not_found`.
    pub async fn sign_out(&self, server: &str) -> Result<ServerAccount> {
        self.account(server)
    }

    /// Keeps a client of the person's own.
    ///
    /// # Errors
    /// `not_found`, `input.bad`, `vault.*`.
    pub async fn set_own_client(&self, server: &str, _client: OwnClientDraft) -> Result<ServerAccount> {
        Err(self.not_yet(server)?)
    }

    /// Forgets it.
    ///
    /// # Errors
    /// `not_found`, `vault.*`.
    pub async fn forget_own_client(&self, server: &str) -> Result<ServerAccount> {
        self.account(server)
    }

    fn not_yet(&self, server: &str) -> Result<Error> {
        let label = self.0.entry(server)?.label();
        Ok(Error::new(
            Code::AuthRequired,
            format!("You are not signed in at “{label}”, and nothing was opened."),
        ))
    }
}
