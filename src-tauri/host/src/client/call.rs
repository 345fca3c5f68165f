//! The effect of a call: a permit goes in, the raw reply comes out.

use super::{Connection, Deadlines};
use crate::consent::CallPermit;
use crate::wire::ProgressNote;
use crate::{Code, Error, Result, text};
use rmcp::model::{CallToolRequest, CallToolRequestParams, ClientRequest};
use serde::Deserialize;
use serde_json::Value;
use serde_json::value::RawValue;
use std::borrow::Cow;
use tokio_util::sync::CancellationToken;

impl Connection {
    /// Calls the tool that the permit names, with the arguments that it holds.
    ///
    /// # Errors
    /// Those of [`Connection::request`], and `protocol.input_required` for a reply that is not final: nothing
    /// that a server could ask for was offered to it.
    pub async fn call(
        &self,
        permit: CallPermit,
        deadlines: Deadlines,
        cancelled: &CancellationToken,
        on_progress: impl FnMut(ProgressNote) + Send,
    ) -> Result<Box<RawValue>> {
        let call = permit.into_call();
        let mut params = CallToolRequestParams::new(call.tool);
        match call.arguments {
            Value::Object(arguments) => params.arguments = Some(arguments),
            _ => return Err(Error::internal("arguments of a call are not an object")),
        }
        let request = ClientRequest::CallToolRequest(CallToolRequest::new(params));
        let raw = self.request(request, deadlines, cancelled, on_progress).await?;
        match kind(&raw) {
            None => Ok(raw),
            Some(kind) => Err(Error::new(
                Code::InputRequired,
                format!(
                    "“{}” answered that it needs more before it can finish ({}). The call ended without a result.",
                    self.wire().label(),
                    text::escape_line(&kind).text
                ),
            )
            .remedy("Portcullis did not offer that to this server.")),
        }
    }
}

/// The kind of a reply that is not the result itself.
fn kind(raw: &RawValue) -> Option<String> {
    #[derive(Deserialize)]
    #[serde(rename_all = "camelCase")]
    struct Kind<'a> {
        #[serde(borrow, default)]
        result_type: Option<Cow<'a, str>>,
    }
    let kind = serde_json::from_str::<Kind<'_>>(raw.get()).ok()?.result_type?;
    (kind != "complete").then(|| kind.chars().take(64).collect())
}
