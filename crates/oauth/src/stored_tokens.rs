//! The keychain entry of a sign-in, per server, authorization server, address and client (S-55). It is replaced as a
//! whole, so that there is never half of a renewal.

use super::client::ClientAuthentication;
use portcullis_core::ids::{self, ServerId};
use portcullis_core::{Code, Error, Result};
use portcullis_l10n::say;
use portcullis_secrets::Secret;
use serde::{Deserialize, Serialize};
use sha2::{Digest, Sha256};

/// How the places of sign-ins begin.
const ACCOUNT: &str = "account/";

/// Tokens, key and client: what the next request and the next renewal need.
#[derive(Clone, Serialize, Deserialize)]
pub(super) struct StoredTokens {
    /// Who gave the tokens.
    pub issuer: String,
    /// For which address.
    pub resource: String,
    /// To which client.
    pub client_id: String,
    /// How it proves itself.
    pub means: ClientAuthentication,
    /// Its secret, where it registered itself. The person's own is kept on its own.
    #[serde(with = "exposed")]
    pub client_secret: Option<Secret>,
    /// Where its registration is taken back, and with what.
    pub management: Option<String>,
    /// See `management`.
    #[serde(with = "exposed")]
    pub management_token: Option<Secret>,
    /// Where tokens come from.
    pub token_at: String,
    /// Where they are taken back.
    pub revoke_at: Option<String>,
    /// Goes with every request.
    #[serde(with = "exposed")]
    pub access: Option<Secret>,
    /// Gets the next one.
    #[serde(with = "exposed")]
    pub refresh: Option<Secret>,
    /// When `access` came, and for how long it is good, in milliseconds.
    pub came_at: u64,
    /// See `came_at`.
    pub lasts: Option<u64>,
    /// The private key that they are bound to (RFC 9449).
    #[serde(with = "exposed", default)]
    pub key: Option<Secret>,
    /// What the organisation gave that vouches for the person.
    #[serde(default)]
    pub identity: Option<StoredIdentity>,
}

/// A sign-in at the organisation, by which tokens are had from others without a page of theirs (AUT-63).
#[derive(Clone, Serialize, Deserialize)]
pub(super) struct StoredIdentity {
    /// Where it exchanges what is below.
    pub token_at: String,
    /// Where it takes them back.
    pub revoke_at: Option<String>,
    /// Says who the person is.
    #[serde(with = "exposed")]
    pub id_token: Option<Secret>,
    /// When `id_token` ends, in milliseconds since the Unix epoch.
    pub until: u64,
    /// Stands for it afterwards.
    #[serde(with = "exposed")]
    pub refresh: Option<Secret>,
}

impl StoredTokens {
    /// Where the keychain has it.
    pub(super) fn place(server: &ServerId, issuer: &str, resource: &str, client_id: &str) -> String {
        let mut digest = Sha256::new();
        for part in [issuer, resource, client_id] {
            digest.update((part.len() as u64).to_be_bytes());
            digest.update(part.as_bytes());
        }
        format!("{ACCOUNT}{server}/{}", &ids::hex(&digest.finalize())[..32])
    }

    /// Whether a place is one of this server.
    pub(super) fn is_place_of(place: &str, server: &ServerId) -> bool {
        place.starts_with(&format!("{ACCOUNT}{server}/"))
    }

    /// As the keychain takes it.
    pub(super) fn write(&self) -> Result<Secret> {
        serde_json::to_string(self)
            .map(Secret::from)
            .map_err(Error::internal)
    }

    /// From the keychain. What it says is never shown.
    pub(super) fn read(text: &Secret) -> Result<Self> {
        serde_json::from_str(text.expose()).map_err(|_| {
            Error::new(Code::AuthEnded, say!("stored-unreadable")).remedy(say!("sign-in-again-on-page"))
        })
    }

    /// Every secret in what the keychain has under a place, whatever it is there.
    pub(super) fn secrets_at(place: &str, text: Secret) -> Vec<Secret> {
        match place.starts_with(ACCOUNT).then(|| Self::read(&text)) {
            Some(Ok(kept)) => kept.secrets().cloned().collect(),
            // A secret or key of the person's own; or nothing that can be read, of which nothing is to be seen.
            Some(Err(_)) | None => vec![text],
        }
    }

    /// Every secret in it, for the record to know.
    pub(super) fn secrets(&self) -> impl Iterator<Item = &Secret> {
        let identity = self.identity.as_ref();
        [
            self.access.as_ref(),
            self.refresh.as_ref(),
            self.client_secret.as_ref(),
            self.management_token.as_ref(),
            self.key.as_ref(),
            identity.and_then(|identity| identity.id_token.as_ref()),
            identity.and_then(|identity| identity.refresh.as_ref()),
        ]
        .into_iter()
        .flatten()
    }

    /// When `access` ends.
    pub(super) fn until(&self) -> Option<u64> {
        self.lasts.map(|lasts| self.came_at.saturating_add(lasts))
    }
}

/// Secrets in the text that goes to the keychain, and nowhere else.
mod exposed {
    use super::Secret;
    use serde::{Deserialize, Deserializer, Serialize, Serializer};

    pub(super) fn serialize<S: Serializer>(secret: &Option<Secret>, to: S) -> Result<S::Ok, S::Error> {
        secret.as_ref().map(Secret::expose).serialize(to)
    }

    pub(super) fn deserialize<'a, D: Deserializer<'a>>(from: D) -> Result<Option<Secret>, D::Error> {
        Ok(Option::<String>::deserialize(from)?.map(Secret::from))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    // Proves S-55.
    #[test]
    fn another_server_issuer_address_or_client_is_another_entry() {
        let place = |server: &str, issuer, resource, client| {
            StoredTokens::place(&ServerId::from(server), issuer, resource, client)
        };
        let all = [
            place("s", "i", "r", "c"),
            place("t", "i", "r", "c"),
            place("s", "j", "r", "c"),
            place("s", "i", "q", "c"),
            place("s", "i", "r", "d"),
            place("s", "ir", "", "c"),
        ];
        let distinct: std::collections::HashSet<_> = all.iter().collect();
        assert_eq!(distinct.len(), all.len());
    }
}
