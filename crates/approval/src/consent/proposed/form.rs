//! What one person filled in, for one server (ELI-*).

use crate::consent::proposal::{GateAnswer, Sealed, denied};
use crate::consent::{Permit, Proposal};
use portcullis_catalog::forms;
use portcullis_core::{Code, Error, Result};
use portcullis_domain::{Answer, Asked, FormField};
use portcullis_l10n::say;
use serde_json::{Value, json};

/// A form that a server wants filled in.
pub struct ProposedForm {
    /// Server.
    pub server: String,
    /// Its fields.
    pub fields: Vec<FormField>,
}

/// What goes to the server.
pub struct FormContent(pub Value);

impl Sealed for ProposedForm {}

impl Proposal for ProposedForm {
    type Effect = FormContent;

    fn covers(&self) -> Value {
        json!({ "server": self.server, "fields": self.fields })
    }

    fn is_shown(&self, server: &str, asked: &Asked) -> bool {
        matches!(asked, Asked::Form { fields, .. } if *fields == self.fields) && server == self.server
    }

    fn reach(&self, _: &Asked) -> String {
        say!("covers-form")
    }

    fn permit(self, answer: GateAnswer<'_>) -> Result<Permit<FormContent>> {
        let Answer::Submit { content } = answer.get() else {
            return Err(denied(say!("denied-form")));
        };
        if !forms::check(&self.fields, &content.0).is_empty() {
            return Err(Error::new(Code::FormUnfit, say!("denied-form-invalid")));
        }
        Ok(Permit::new(FormContent(forms::fill(&self.fields, &content.0))))
    }
}
