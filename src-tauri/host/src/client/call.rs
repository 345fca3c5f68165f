//! The effect of a call: a permit goes in, the raw reply comes out.

use super::request::Want;
use super::{Connection, Deadlines, listing};
use crate::catalog::Marks;
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
        mut on_progress: impl FnMut(ProgressNote) + Send,
    ) -> Result<Box<RawValue>> {
        let call = permit.into_call();
        if !call.arguments.is_object() {
            return Err(Error::internal("arguments of a call are not an object"));
        }
        let marks = self.session.marks(&call.tool);
        let marked = self.marked(marks.as_ref(), &call.arguments)?;
        let mut params = Map::new();
        params.insert("name".to_owned(), call.tool.as_str().into());
        params.insert("arguments".to_owned(), call.arguments.clone());
        let operation = self.wire.operation();
        let want = |marked| Want {
            method: "tools/call",
            params: Value::Object(params.clone()),
            marked,
            cause: Some(record),
            operation,
        };
        let _causing = self.session.causes(record);
        let done = self.want(want(&marked), deadlines, cancelled, &mut on_progress);
        match done.await {
            Err(error) if self.session.modern && error.refused == Some(OTHER_HEADERS) => {
                let Some(fresh) = self.other_marks(&call.tool, marks.as_ref()).await else {
                    return Err(error);
                };
                let marked = self.marked(fresh.as_ref(), &call.arguments)?;
                self.want(want(&marked), deadlines, cancelled, on_progress).await
            }
            done => done,
        }
    }

    fn marked(&self, marks: Option<&Marks>, arguments: &Value) -> Result<Vec<(String, String)>> {
        let Some(marks) = marks else {
            return Ok(Vec::new());
        };
        marks.values(arguments).map_err(|argument| {
            Error::new(
                Code::CallBadArguments,
                format!(
                    "“{}” wants “{argument}” in a header, and the number is too large for one. Nothing was called.",
                    self.wire.label()
                ),
            )
        })
    }

    /// A server that did not call the tool because it wants other headers is asked for its list again (HDR-13). What
    /// it now wants in headers is sent once more, if nothing is among it that was not in a header before: who can
    /// read headers is a matter of what the person saw (HDR-16).
    async fn other_marks(&self, tool: &str, before: Option<&Marks>) -> Option<Option<Marks>> {
        let listed = listing::tools(self).await.ok()?.for_modern_http();
        // Everybody else sees the new list once it was compared with what was known.
        self.wire.inbox().tools_changed();
        let tool = listed.tools.iter().find(|listed| listed.name == tool)?;
        let fresh = Marks::of(tool);
        let no_more = fresh
            .as_ref()
            .is_none_or(|fresh| before.is_some_and(|before| fresh.reads_no_more_than(before)));
        (fresh.as_ref() != before && no_more).then_some(fresh)
    }
}

/// The headers of a request are not what its server wants.
const OTHER_HEADERS: i64 = -32020;
