//! The two effects of a sampling request: a request to a model, and its answer to the server (SAM-01 to SAM-03).

use crate::consent::proposal::{GateAnswer, Sealed, denied};
use crate::consent::{Permit, Proposal};
use portcullis_core::Result;
use portcullis_core::ids;
use portcullis_domain::{Answer, Asked};
use portcullis_l10n::say;
use serde_json::{Value, json};
use sha2::{Digest as _, Sha256};

/// A request that a server wants sent to a model.
pub struct ProposedSampling {
    server: String,
    request: Value,
    shown: String,
    digest: String,
}

/// One request to one model.
pub struct ModelRequest(pub Value);

/// What a yes to a sampling request lets happen.
pub enum SamplingStep {
    /// It goes to the model.
    Send(Permit<ModelRequest>),
    /// No model is asked: the person wrote this answer to this request.
    Written {
        /// What was asked.
        request: Value,
        /// The answer.
        text: String,
        /// Who wrote it has read it.
        hand_over: Permit<HandOver>,
    },
}

/// An answer that would go to the server that asked.
pub struct ProposedHandOver {
    server: String,
    parts: Value,
    shown: String,
    digest: String,
}

/// One answer to one server: a list of parts.
pub struct HandOver(pub Value);

/// It may be megabytes, with pictures: made once, away from the queue.
fn digest(value: &Value) -> String {
    ids::hex(&Sha256::digest(value.to_string()))
}

impl ProposedSampling {
    /// The request, and the text that shows all of it but the data of pictures, sounds and files.
    #[must_use]
    pub fn new(server: &str, request: Value, shown: String) -> Self {
        Self {
            server: server.to_owned(),
            digest: digest(&request),
            request,
            shown,
        }
    }
}

impl Sealed for ProposedSampling {}

impl Proposal for ProposedSampling {
    type Effect = SamplingStep;

    fn covers(&self) -> Value {
        json!({ "server": self.server, "request": self.digest })
    }

    fn is_shown(&self, server: &str, asked: &Asked) -> bool {
        matches!(asked, Asked::Sampling { request_json, .. } if *request_json == self.shown)
            && server == self.server
    }

    fn reach(&self, _: &Asked) -> String {
        say!("covers-sampling")
    }

    fn permit(self, answer: GateAnswer<'_>) -> Result<Permit<SamplingStep>> {
        match answer.get() {
            Answer::AllowOnce {} => {
                let request = Permit::new(ModelRequest(self.request));
                Ok(Permit::new(SamplingStep::Send(request)))
            }
            Answer::Write { text } => Ok(Permit::new(SamplingStep::Written {
                request: self.request,
                hand_over: Permit::new(HandOver(json!([{ "type": "text", "text": text }]))),
                text: text.clone(),
            })),
            _ => Err(denied(say!("denied-sampling"))),
        }
    }
}

impl ProposedHandOver {
    /// The parts of the answer, and the text that shows all of them but the data of pictures, sounds and files.
    #[must_use]
    pub fn new(server: &str, parts: Value, shown: String) -> Self {
        Self {
            server: server.to_owned(),
            digest: digest(&parts),
            parts,
            shown,
        }
    }
}

impl Sealed for ProposedHandOver {}

impl Proposal for ProposedHandOver {
    type Effect = HandOver;

    fn covers(&self) -> Value {
        json!({ "server": self.server, "parts": self.digest })
    }

    fn is_shown(&self, server: &str, asked: &Asked) -> bool {
        matches!(asked, Asked::SampledAnswer { answer_json, .. } if *answer_json == self.shown)
            && server == self.server
    }

    fn reach(&self, _: &Asked) -> String {
        say!("covers-sampled-answer")
    }

    fn permit(self, answer: GateAnswer<'_>) -> Result<Permit<HandOver>> {
        match answer.get() {
            Answer::AllowOnce {} => Ok(Permit::new(HandOver(self.parts))),
            _ => Err(denied(say!("denied-sampling-result"))),
        }
    }
}
