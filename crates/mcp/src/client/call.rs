//! A tool call: takes a permit, returns the raw result, or a task that will bring it.

use super::request::RequestSpec;
use super::tasks::CallOutcome;
use super::{Connection, Deadlines, listing};
use crate::limits;
use crate::transport::ProgressNote;
use portcullis_approval::consent::Permit;
use portcullis_approval::policy::ProposedCall;
use portcullis_catalog::{HeaderParams, TaskSupport};
use portcullis_core::{Code, Error, Result};
use portcullis_l10n::say;
use serde_json::{Map, Value, json};
use std::pin::pin;
use std::sync::Arc;
use std::sync::atomic::{AtomicI64, Ordering};
use tokio_util::sync::CancellationToken;

impl Connection {
    /// Calls the tool that the permit names, with the arguments that it holds. `record` is the number of the call's
    /// row, `support` what the tool says about tasks.
    ///
    /// # Errors
    /// Those of [`Connection::ask`], and `call.bad_arguments` for a number that the server wants in a header and
    /// that does not fit into one.
    pub async fn call(
        &self,
        permit: Permit<ProposedCall>,
        record: u64,
        support: TaskSupport,
        deadlines: Deadlines,
        cancelled: &CancellationToken,
        mut on_progress: impl FnMut(ProgressNote) + Send,
    ) -> Result<CallOutcome> {
        let call = permit.spend();
        if !call.arguments.is_object() {
            return Err(Error::internal("arguments of a call are not an object"));
        }
        let marks = self.session.marks(&call.tool);
        let marked = self.marked(marks.as_ref(), &call.arguments)?;
        let mut params = Map::new();
        params.insert("name".to_owned(), call.tool.as_str().into());
        params.insert("arguments".to_owned(), Value::clone(&call.arguments));
        let operation = self.rpc.operation();
        let asks_for_task = self.asks_for_task(support);
        if asks_for_task {
            let ttl = u64::try_from(limits::TASK_TTL.as_millis()).unwrap_or(u64::MAX);
            params.insert("task".to_owned(), json!({ "ttl": ttl }));
        }
        let sent_as = AtomicI64::new(0);
        let noted = asks_for_task.then_some(&sent_as);
        let _causing = self.session.causes(record, operation);
        let hold = CancellationToken::new();
        let stop = if asks_for_task { &hold } else { cancelled };
        let done = async {
            let request = want(&params, (record, operation), &marked, noted);
            match self.want(request, deadlines, stop, &mut on_progress).await {
                Err(error) if self.session.modern && error.refused == Some(OTHER_HEADERS) => {
                    let Some(fresh) = self.other_marks(&call.tool, marks.as_ref()).await else {
                        return Err(error);
                    };
                    let marked = self.marked(fresh.as_ref(), &call.arguments)?;
                    let request = want(&params, (record, operation), &marked, noted);
                    self.want(request, deadlines, stop, &mut on_progress).await
                }
                done => done,
            }
        };
        let raw = if asks_for_task {
            unhurried(done, cancelled, &hold).await?
        } else {
            done.await?
        };
        let sent_as = Some(sent_as.load(Ordering::Relaxed)).filter(|id| *id != 0);
        self.called(raw, asks_for_task, sent_as)
    }

    fn marked(&self, marks: Option<&HeaderParams>, arguments: &Value) -> Result<Vec<(String, String)>> {
        let Some(marks) = marks else {
            return Ok(Vec::new());
        };
        marks.values(arguments).map_err(|argument| {
            Error::new(
                Code::CallBadArguments,
                say!("call-number-too-large", server = self.rpc.label(), argument),
            )
        })
    }

    /// A server that did not call the tool because it wants other headers is asked for its list again (HDR-13). What
    /// it now wants in headers is sent once more, if nothing is among it that was not in a header before: who can
    /// read headers is a matter of what the person saw (HDR-16).
    async fn other_marks(&self, tool: &str, before: Option<&HeaderParams>) -> Option<Option<HeaderParams>> {
        let listed = listing::tools(self, Arc::default()).await.ok()?.for_modern_http();
        // Everybody else sees the new list once it was compared with what was known.
        self.rpc.notifications().tools_changed();
        let tool = listed.tools.iter().find(|listed| listed.name == tool)?;
        let fresh = HeaderParams::of(tool);
        let no_more = fresh
            .as_ref()
            .is_none_or(|fresh| before.is_some_and(|before| fresh.reads_no_more_than(before)));
        (fresh.as_ref() != before && no_more).then_some(fresh)
    }
}

fn want<'a>(
    params: &Map<String, Value>,
    (record, operation): (u64, u64),
    marked: &'a [(String, String)],
    sent_as: Option<&'a AtomicI64>,
) -> RequestSpec<'a> {
    RequestSpec {
        method: "tools/call",
        params: params.clone(),
        marked,
        cause: Some(record),
        operation,
        sent_as,
    }
}

/// A call that asked for a task is stopped by its task, and for that its number has to come first (CAN-04). A server
/// that gives none soon is told in the ordinary way.
async fn unhurried<T>(
    done: impl Future<Output = T>,
    stopped: &CancellationToken,
    stop: &CancellationToken,
) -> T {
    let late = async {
        stopped.cancelled().await;
        tokio::time::sleep(limits::TASK_STOP).await;
        stop.cancel();
    };
    let mut done = pin!(done);
    tokio::select! {
        biased;
        done = &mut done => done,
        () = late => done.await,
    }
}

/// The headers of a request are not what its server wants.
pub(super) const OTHER_HEADERS: i64 = -32020;
