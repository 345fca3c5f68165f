//! The effect of a call: a permit goes in, the raw reply comes out.

use super::request::Want;
use super::{Connection, Deadlines};
use crate::consent::CallPermit;
use crate::wire::ProgressNote;
use crate::{Code, Error, Result};
use serde_json::value::RawValue;
use serde_json::{Map, Value};
use tokio_util::sync::CancellationToken;

impl Connection {
    /// Calls the tool that the permit names, with the arguments that it holds. `record` is the number of the call's
    /// row.
    ///
    /// # Errors
    /// Those of [`Connection::ask`], and `call.bad_arguments` for a number that the server wants in a header and
    /// that does not fit into one.
    pub async fn call(
        &self,
        permit: CallPermit,
        record: u64,
        deadlines: Deadlines,
        cancelled: &CancellationToken,
        on_progress: impl FnMut(ProgressNote) + Send,
    ) -> Result<Box<RawValue>> {
        let call = permit.into_call();
        if !call.arguments.is_object() {
            return Err(Error::internal("arguments of a call are not an object"));
        }
        let marked = match self.session.marks(&call.tool) {
            None => Vec::new(),
            Some(marks) => marks.values(&call.arguments).map_err(|argument| {
                Error::new(
                    Code::CallBadArguments,
                    format!(
                        "“{}” wants “{argument}” in a header, and the number is too large for one. Nothing was called.",
                        self.wire.label()
                    ),
                )
            })?,
        };
        let mut params = Map::new();
        params.insert("name".to_owned(), call.tool.into());
        params.insert("arguments".to_owned(), call.arguments);
        let want = Want {
            method: "tools/call",
            params: Value::Object(params),
            marked: &marked,
            cause: Some(record),
        };
        let _causing = self.session.causes(record);
        self.want(want, deadlines, cancelled, on_progress).await
    }
}
