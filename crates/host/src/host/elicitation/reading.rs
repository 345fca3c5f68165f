//! What a server asks for, from its parameters, by the rules of the revision in use.

use crate::limits;
use portcullis_catalog::forms::{self, Form};
use portcullis_catalog::links::Link;
use portcullis_core::Code;
use portcullis_l10n::say;
use portcullis_mcp::client::{Refusal, ServerRequest};
use serde::Deserialize;
use serde_json::Value;

/// A question that can be put to a person.
pub(super) enum ElicitationMode {
    /// Fields to fill in.
    Form {
        /// Foreign.
        message: String,
        /// The fields.
        form: Form,
    },
    /// An address to open.
    Link {
        /// Foreign.
        message: String,
        /// The address.
        link: Link,
    },
}

/// A question that cannot.
#[derive(Debug)]
pub(super) struct Unfit {
    /// For the server.
    pub refusal: Refusal,
    /// For the record: what it was.
    pub what: String,
    /// For the record: what kind of fault.
    pub code: Code,
    /// For the record: a sentence.
    pub why: String,
}

impl Unfit {
    fn form(why: impl Into<String>) -> Self {
        Self {
            refusal: Refusal::BAD,
            what: say!("form-invalid-row"),
            code: Code::FormBad,
            why: why.into(),
        }
    }

    fn link(why: impl Into<String>) -> Self {
        Self {
            refusal: Refusal::BAD,
            what: say!("link-invalid-row"),
            code: Code::LinkRefused,
            why: why.into(),
        }
    }
}

#[derive(Deserialize)]
struct Params {
    #[serde(default, deserialize_with = "present")]
    mode: Option<Value>,
    message: String,
    #[serde(rename = "requestedSchema")]
    schema: Option<Value>,
    url: Option<String>,
    #[serde(rename = "elicitationId")]
    id: Option<String>,
}

/// A mode of `null` is a mode, and not one that is missing.
fn present<'de, D: serde::Deserializer<'de>>(from: D) -> Result<Option<Value>, D::Error> {
    Value::deserialize(from).map(Some)
}

/// Forms came with this revision.
const FORMS: &str = "2025-06-18";
/// Addresses came with this one, and here they have numbers (ELI-29).
const LINKS: &str = "2025-11-25";

/// Reads a request.
pub(super) fn read(server_request: &ServerRequest) -> Result<ElicitationMode, Unfit> {
    let revision = server_request.revision.as_str();
    if revision < FORMS {
        return Err(Unfit {
            refusal: Refusal::UNKNOWN,
            ..Unfit::form(say!("form-no-version"))
        });
    }
    if server_request.params.get().len() > limits::SERVER_REQUEST_BYTES {
        return Err(Unfit::form(say!("elicitation-too-large")));
    }
    let params: Params = serde_json::from_str(server_request.params.get())
        .map_err(|_| Unfit::form(say!("elicitation-invalid")))?;
    let too_long = params.message.chars().count() > limits::FORM_MESSAGE;
    let message = params.message;
    // No mode means a form (ELI-03).
    match params.mode.as_ref().map(Value::as_str) {
        None | Some(Some("form")) => {
            if too_long {
                return Err(Unfit::form(say!("form-message-too-long")));
            }
            let schema = params.schema.ok_or_else(|| Unfit::form(say!("form-missing")))?;
            let form = forms::read(&schema).map_err(Unfit::form)?;
            Ok(ElicitationMode::Form { message, form })
        }
        // A mode that was not declared, as far as this revision knows it (ELI-04).
        Some(Some("url")) if revision < LINKS => Err(Unfit::link(say!("link-no-version"))),
        Some(Some("url")) => {
            if too_long {
                return Err(Unfit::link(say!("link-message-too-long")));
            }
            if revision == LINKS && params.id.is_none() {
                return Err(Unfit::link(say!("link-no-id")));
            }
            let url = params.url.ok_or_else(|| Unfit::link(say!("link-missing")))?;
            let link = Link::read(&url).map_err(Unfit::link)?;
            Ok(ElicitationMode::Link { message, link })
        }
        Some(_) => Err(Unfit::form(say!("elicitation-unknown-mode"))),
    }
}
