//! Answers of the person, and how a request ends.

use crate::Scope;
use crate::{Filled, Request, shape};

shape! {
    /// An answer.
    #[serde(tag = "kind", rename_all = "snake_case")]
    pub enum Answer {
        /// No. For a launch: cancel. For a changed tool: keep it blocked. For a form, an address or folders: dismissed,
        /// and the server learns only that no decision was made.
        Deny {},
        /// No to this and to everything that waits from the same server.
        DenyAllFromServer {},
        /// Yes, this once. For a changed tool: accept the new definition. For a sampling request: send it, hand it over.
        AllowOnce {},
        /// For a sampling request: no model is asked, the person answers.
        Write {
            /// The answer.
            text: String,
        },
        /// Yes, and a standing permission.
        Allow {
            /// How far it reaches.
            scope: Scope,
        },
        /// Yes, and a standing permission for calls alone that are like this one.
        AllowWhile {
            /// How far it reaches.
            scope: Scope,
            /// Places of the limits among those that the request offers; at least one, and all of them must hold.
            only: Vec<u32>,
        },
        /// For a changed tool: accept the new definition, and let parts of it be different each time.
        AcceptVarying {
            /// Their places among those that the request offers; at least one.
            parts: Vec<u32>,
        },
        /// Add or keep the server, do not start it.
        Add {},
        /// Add the server and start it, or start it as it is now.
        AddAndStart {},
        /// The same, and what goes on of what the request offers in `carried`.
        AddKeeping {
            /// Start it as well.
            start: bool,
            /// Places in `carried`; every secret in it must be among them.
            keep: Vec<u32>,
        },
        /// Do not add or start what runs its newest version at each start: ask to fetch one version, and review that.
        PinVersion {},
        /// Turn the server off (for a changed tool).
        TurnOff {},
        /// Send this form to the server.
        Submit {
            /// The fields by raw name. Checked again by the host; what is not a field of the form is refused.
            content: Filled,
        },
        /// No, and the server learns that a person said so. For folders: it is told that there are none, until that
        /// is changed.
        Decline {},
        /// Open the address in the browser of the system.
        Open {},
        /// Tell the server these folders, until that is changed.
        Share {},
        /// Done on the page that was opened: ask the server again.
        Done {},
        /// Sign in at one of the authorization servers of the review.
        SignIn {
            /// Its identifier.
            issuer: String,
        },
    }

    /// Why a request no longer waits though it was not answered.
    #[derive(Copy, Eq)]
    #[serde(rename_all = "snake_case")]
    pub enum EndedBy {
        /// Its caller withdrew it.
        Withdrawn,
        /// It was not answered in time.
        Expired,
        /// A standing permission answered it.
        Permitted,
        /// It changed, and is asked again as another request.
        AskedAgain,
        /// The server that it was about is no longer connected.
        ServerStopped,
    }

    /// How a request ended that was in front of the person.
    #[derive(Copy, Eq)]
    pub struct EndedRequest {
        /// Why.
        pub why: EndedBy,
        /// When.
        pub at: u64,
    }

    /// An answer with what it answers to.
    pub struct GateReply {
        /// The request.
        pub request: String,
        /// Its nonce.
        pub nonce: String,
        /// Its digest.
        pub digest: String,
        /// The answer.
        pub answer: Answer,
        /// The description of the tool was open on the question, so a yes means that the person reviewed it.
        #[serde(default)]
        #[cfg_attr(feature = "bindings", ts(optional, as = "Option<bool>"))]
        pub reviewed: bool,
    }
}

impl Request {
    /// An answer to exactly what was shown.
    #[must_use]
    pub fn reply(&self, answer: Answer) -> GateReply {
        GateReply {
            request: self.id.clone(),
            nonce: self.nonce.clone(),
            digest: self.digest.clone(),
            answer,
            reviewed: false,
        }
    }
}
