//! Signing in at remote servers: who is signed in where, what a person reviews before a browser opens, and how a
//! sign-in goes.
//!
//! Nothing here holds a token, a code, a verifier or a client's secret (S-56). Which account a server has is asked by
//! `account`, and every change of it is an event `account`.

use super::{Foreign, Problem, shape};
use std::fmt;

shape! {
    /// How Portcullis is known at an authorization server.
    #[derive(Copy, Eq)]
    #[serde(rename_all = "snake_case")]
    pub enum Registration {
        /// By a client id that the person got there themselves.
        Own,
        /// By the address of a document that says who Portcullis is; nothing is registered.
        Document,
        /// It registers itself there, for this server alone.
        Dynamic,
    }

    /// A sign-in that holds, or held until it ended.
    pub struct Account {
        /// The address that the tokens are for, and that alone.
        pub resource: String,
        /// The authorization server, whole, as a person may see it.
        pub issuer: Foreign,
        /// Its host.
        pub issuer_host: String,
        /// The client id that is used there.
        pub client_id: Foreign,
        /// Whose it is.
        pub registration: Registration,
        /// What was granted; none where the authorization server did not say.
        pub scopes: Vec<Foreign>,
        /// When the sign-in was made.
        pub signed_in_at: u64,
        /// Until when the current token is said to hold; `None` when that was not said.
        pub until: Option<u64>,
        /// It is renewed without a person.
        pub renews: bool,
        /// Without a browser, by the client's own proof: for servers without a user (AUT-62).
        pub unattended: bool,
        /// Its tokens are bound to a key in the keychain: a stolen one is of no use alone (RFC 9449).
        pub bound: bool,
        /// Why it does not hold any more: a sign-in is needed.
        pub ended: Option<Problem>,
    }

    /// A client of the person's own, as far as it may be shown.
    #[derive(Eq)]
    pub struct OwnClient {
        /// As typed.
        pub client_id: String,
        /// How it proves itself.
        pub proof: ClientProof,
        /// The authorization server that it is for and that alone gets to see it; `None` until it was used once.
        pub issuer: Option<Foreign>,
        /// It signs in without a browser.
        pub unattended: bool,
        /// The port of [`Self::redirect`], where the authorization server wants it exactly.
        pub port: Option<u16>,
        /// What has to be entered as its redirect address at the authorization server. Without a port of its own any
        /// port must be allowed there.
        pub redirect: String,
        /// Who vouches for the person, in place of a page of the authorization server.
        pub organisation: Option<Organisation>,
        /// The file whose token vouches. It is named on a terminal alone: a window that is not ours any more could
        /// otherwise have any file sent away.
        pub token_file: Option<String>,
    }

    /// An organisation that vouches for its people at the servers that it allows (AUT-63). Its identity provider knows
    /// this client by an id of its own.
    #[derive(Eq)]
    #[serde(deny_unknown_fields)]
    pub struct Organisation {
        /// The identifier of its identity provider: an address.
        pub issuer: String,
        /// As the identity provider named this client. It is a public one, as every program on a desktop is.
        pub client_id: String,
    }

    /// How a client of the person's own proves itself. The proof is in the keychain alone.
    #[derive(Copy, Eq)]
    #[serde(rename_all = "snake_case")]
    pub enum ClientProof {
        /// Not at all: a public client.
        None,
        /// By a secret.
        Secret,
        /// By signing with a private key.
        Key,
    }

    /// Input: a client of the person's own.
    #[serde(deny_unknown_fields)]
    pub struct OwnClientDraft {
        /// As the authorization server named it.
        pub client_id: String,
        /// Its secret or its private key (PEM, PKCS#8), by `proof`. `None` keeps the one that is in the keychain.
        pub secret: Option<Hidden>,
        /// How it proves itself.
        pub proof: ClientProof,
        /// The authorization server that it is for, as a review names it; `None` for the one of the next sign-in.
        pub issuer: Option<String>,
        /// It signs in without a browser; takes a secret or a key.
        pub unattended: bool,
        /// The port to come back to, where it has to be an exact one.
        pub port: Option<u16>,
        /// Who vouches for the person: then the page that opens is that of the organisation.
        pub organisation: Option<Organisation>,
    }

    /// How a sign-in goes. Anything but `idle` and `failed` can be cancelled.
    #[serde(tag = "phase", rename_all = "snake_case")]
    pub enum SignInState {
        /// None is under way.
        Idle {},
        /// The server and the authorization server are asked what is needed.
        FindingOut {
            /// Since when.
            since: u64,
        },
        /// The person is in the browser.
        Browser {
            /// The page, for copying into another browser. It must not be kept.
            address: String,
            /// Since when.
            since: u64,
            /// When it is given up.
            until: u64,
            /// The browser did not open on its own: the address has to be copied.
            not_opened: Option<Problem>,
        },
        /// They came back; the rest takes a moment.
        Finishing {
            /// Since when.
            since: u64,
        },
        /// The last one came to nothing.
        Failed {
            /// Why.
            problem: Problem,
            /// When.
            at: u64,
        },
    }

    /// A server wanted more than was granted; what wanted it has ended (AUT-59).
    pub struct InsufficientScope {
        /// What was done when it was refused: a raw tool name, where it was a call.
        pub tool: Option<Foreign>,
        /// What it wants that was not granted.
        pub scopes: Vec<Foreign>,
        /// When.
        pub at: u64,
        /// A person declined it, or was asked as often as is sensible: it is not brought up again automatically.
        pub settled: bool,
    }

    /// Everything about signing in at one server.
    pub struct ServerAccount {
        /// The server.
        pub server: String,
        /// Whether signing in makes sense: an address without an Authorization header of the person's own.
        pub applies: bool,
        /// The sign-in, if there is one.
        pub account: Option<Account>,
        /// The person's own client, if there is one.
        pub own_client: Option<OwnClient>,
        /// A sign-in under way, or the last failure.
        pub state: SignInState,
        /// What the server wants beyond what was granted.
        pub more: Option<InsufficientScope>,
    }

    /// Why a sign-in is reviewed.
    #[serde(tag = "kind", rename_all = "snake_case")]
    pub enum SignInWhy {
        /// There was none yet.
        First {},
        /// The one before does not hold any more.
        Ended {},
        /// The server wants more than was granted.
        More {
            /// For this tool, by its raw name, where it was a call.
            tool: Option<Foreign>,
        },
        /// The person wants to, though the one before holds.
        Again {},
    }

    /// One permission at an authorization server.
    #[derive(Eq)]
    pub struct ScopeRow {
        /// Its raw name, from the server.
        pub scope: Foreign,
        /// It was granted at the sign-in before.
        pub granted: bool,
        /// It says of itself that it covers everything: `*`, `all`, `admin`, `full` (S-57). To be set apart.
        pub wide: bool,
    }

    /// An authorization server that a server names (AUT-08). With several, a person chooses.
    pub struct IssuerChoice {
        /// Its identifier, for the answer.
        pub issuer: String,
        /// The same as a person may see it, whole.
        pub shown: Foreign,
        /// Its host: what a person should recognise.
        pub host: String,
        /// The page that opens there, without what is added to it; `None` without a browser.
        pub page: Option<Foreign>,
        /// The one of the sign-in before.
        pub before: bool,
        /// How Portcullis will be known there; `None` when a client id has to be typed first (`set_own_client`).
        pub registration: Option<Registration>,
        /// What is asked for there; empty when that is left to the authorization server.
        pub scopes: Vec<ScopeRow>,
        /// Why a sign-in there is not possible; with one of these it cannot be chosen.
        pub problem: Option<Problem>,
    }

    /// What a person reads before a browser opens (AUT-03). Nothing is sent to an authorization server before the answer
    /// but questions about what it offers.
    pub struct SignInReview {
        /// The address that the tokens will be for, and that alone.
        pub resource: String,
        /// Why.
        pub why: SignInWhy,
        /// The authorization servers that it names, in its order.
        pub issuers: Vec<IssuerChoice>,
        /// The authorization server of the sign-in before, when the server names it no longer: it gets nothing, and the
        /// new one gets nothing of it (S-55). To be set apart.
        pub moved_from: Option<Foreign>,
        /// No browser opens: the person's own client proves itself.
        pub unattended: bool,
        /// The person's own client, where there is one: its id, and the redirect address that has to be entered there.
        pub own_client: Option<OwnClient>,
        /// Remarks in our words.
        pub notes: Vec<String>,
    }
}

impl IssuerChoice {
    /// Whether a sign-in there is possible as it is.
    #[must_use]
    pub fn is_usable(&self) -> bool {
        self.problem.is_none() && self.registration.is_some()
    }
}

impl Default for SignInState {
    fn default() -> Self {
        Self::Idle {}
    }
}

/// A secret that a person typed for the keychain. Not to be printed.
#[derive(Clone, PartialEq, Eq, serde::Serialize, serde::Deserialize)]
#[serde(transparent)]
#[cfg_attr(feature = "bindings", derive(ts_rs::TS))]
pub struct Hidden(pub String);

impl fmt::Debug for Hidden {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("Hidden")
    }
}
