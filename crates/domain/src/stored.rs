//! Sign-ins as they are stored: who, where, for what and until when. Tokens, secrets and keys are in the keychain alone; a row
//! says under which name.

use crate::{ClientProof, Organisation, Registration};
use serde::{Deserialize, Serialize};

/// A sign-in.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
pub struct AccountRow {
    /// The address that its tokens are for.
    pub resource: String,
    /// Identifier of the authorization server.
    pub issuer: String,
    /// The client that was used.
    pub client_id: String,
    /// Whose it is.
    pub registration: Registration,
    /// What was asked for.
    pub asked: Vec<String>,
    /// What was granted.
    pub granted: Vec<String>,
    /// When, in milliseconds since the Unix epoch.
    pub signed_in_at: u64,
    /// When the current token ends.
    pub until: Option<u64>,
    /// There is a token to renew with.
    pub renews: bool,
    /// Without a browser.
    pub unattended: bool,
    /// Its tokens are bound to a key.
    #[serde(default)]
    pub bound: bool,
    /// Why it does not hold any more: one sentence.
    pub ended: Option<String>,
    /// Under which name the keychain has the rest.
    pub place: String,
}

/// A client of the person's own.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
pub struct OwnClientRow {
    /// As typed.
    pub client_id: String,
    /// How it proves itself.
    pub proof: ClientProof,
    /// The authorization server that it is for.
    pub issuer: Option<String>,
    /// Without a browser.
    pub unattended: bool,
    /// The port to come back to.
    pub port: Option<u16>,
    /// Who vouches for the person, in place of a page of the authorization server.
    #[serde(default)]
    pub organisation: Option<Organisation>,
    /// The file with a token that vouches: for the person in place of a sign-in at the organisation, or for this computer.
    #[serde(default)]
    pub token_file: Option<String>,
    /// Under which name the keychain has its secret or key.
    pub place: Option<String>,
}

impl OwnClientRow {
    /// An identity provider or a platform vouches for it, so that no page of the authorization server is opened.
    #[must_use]
    pub fn is_federated(&self) -> bool {
        self.organisation.is_some() || self.token_file.is_some()
    }
}
