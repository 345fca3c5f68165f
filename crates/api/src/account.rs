//! Signing in at remote servers: who is signed in where, what a person reviews before a browser opens, and how a
//! sign-in goes.
//!
//! Nothing here holds a token, a code, a verifier or a client's secret (S-56). Which account a server has is asked by
//! `account`, and every change of it is an event `account`.

use portcullis_core::shape;
use portcullis_core::{Foreign, Problem};
use portcullis_domain::{Registration, ServerRef, SignInWhy};

shape! {
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

    /// The document by which authorization servers know who Portcullis is, without a registration (AUT-20).
    #[derive(Eq)]
    pub struct ClientDocument {
        /// Where an organisation published it; `None` where nobody did.
        pub address: Option<String>,
        /// What has to be in it, for publishing.
        pub content: String,
    }

    /// An authorization server that a server names (AUT-08). With several, a person chooses.
    pub struct IssuerChoice {
        /// Its identifier, for `sign_in`.
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
        /// One-use; the answer carries it. It ends after a few minutes, and with the next review of the server.
        pub nonce: String,
        /// The server.
        pub server: ServerRef,
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
        /// Remarks in our words.
        pub notes: Vec<String>,
        /// When the review ends.
        pub until: u64,
    }
}
