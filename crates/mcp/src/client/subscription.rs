//! In the modern era a server notifies only of what was subscribed to (SUB-01). The `subscriptions/listen` request
//! stays open as long as the connection; one that ends, or is refused for the moment, is made again, and what was missed
//! meanwhile is read again (SUB-09, SUB-10).

use super::request::{NEEDS_MORE, OpenRequest, RequestSpec};
use super::{Connection, ServerInfo};
use crate::limits;
use crate::transport::{Id, LISTEN, RpcOutcome};
use futures::future::{AbortHandle, Aborted};
use portcullis_core::Clue;
use portcullis_core::clock::up_to;
use portcullis_domain::LogSource;
use portcullis_l10n::say;
use serde_json::{Map, Value};
use std::collections::{BTreeSet, VecDeque};
use std::sync::Arc;
use std::time::{Duration, Instant};
use tokio::sync::oneshot::error::RecvError;
use tokio::sync::watch::Receiver;
use tokio::task::JoinHandle;

/// Errors of a server that does not know the request, does not accept it as it is, or wants a feature that is off. The
/// same request gets the same answer; after any other error it may be accepted a little later.
const FINAL: [i64; 4] = [-32600, -32601, -32602, NEEDS_MORE];

/// Listens until dropped.
pub(super) struct Subscription {
    listening: AbortHandle,
    task: JoinHandle<Result<(), Aborted>>,
}

impl Subscription {
    /// Ends it, and returns when the server was told: one that still answers a request would not end with its input.
    pub(super) async fn end(mut self) {
        self.listening.abort();
        // It ends at the next point where it waits.
        _ = (&mut self.task).await;
    }
}

impl Drop for Subscription {
    fn drop(&mut self) {
        self.listening.abort();
    }
}

/// Starts to listen, if the server announces anything.
pub(super) fn start(connection: &Connection, server_info: &ServerInfo) -> Option<Subscription> {
    let announces =
        server_info.announces_tools || server_info.announces_prompts || server_info.announces_resources;
    if !connection.session.modern || !(announces || server_info.subscribes || server_info.tasks.extension) {
        return None;
    }
    let (connection, server_info) = (connection.clone(), server_info.clone());
    let (task, handle) = futures::future::abortable(async move { listen(&connection, &server_info).await });
    Some(Subscription {
        listening: handle,
        task: tokio::spawn(task),
    })
}

/// What is asked for: only what was advertised, and only what is used.
fn filter(
    server_info: &ServerInfo,
    watched: &BTreeSet<String>,
    tasks: &BTreeSet<String>,
) -> Map<String, Value> {
    let mut filter = Map::new();
    for (key, announced) in [
        ("toolsListChanged", server_info.announces_tools),
        ("promptsListChanged", server_info.announces_prompts),
        ("resourcesListChanged", server_info.announces_resources),
    ] {
        if announced {
            filter.insert(key.to_owned(), true.into());
        }
    }
    if server_info.subscribes && !watched.is_empty() {
        let watched: Vec<Value> = watched.iter().map(|uri| uri.as_str().into()).collect();
        filter.insert("resourceSubscriptions".to_owned(), watched.into());
    }
    // It is a help and no more: tasks are asked about all the same (TKX-13).
    if server_info.tasks.extension && !tasks.is_empty() {
        let tasks: Vec<Value> = tasks.iter().map(|id| id.as_str().into()).collect();
        filter.insert("taskIds".to_owned(), tasks.into());
    }
    filter
}

/// Whether a server that answers like this does not listen, however often it is asked.
pub(super) fn is_final(ended: &Result<RpcOutcome, RecvError>) -> bool {
    match ended {
        Ok(RpcOutcome::Refused { code, .. }) => FINAL.contains(code),
        Ok(RpcOutcome::Broken(error)) => {
            matches!(
                error.clue,
                Some(Clue::Answer {
                    status: 404 | 405,
                    ..
                })
            )
        }
        Ok(RpcOutcome::Result(_)) | Err(_) => false,
    }
}

/// How long it wants to be left alone.
fn wanted_pause(ended: &Result<RpcOutcome, RecvError>) -> Duration {
    match ended {
        Ok(RpcOutcome::Broken(error)) => error.again_after.unwrap_or_default(),
        _ => Duration::ZERO,
    }
}

/// Waits until something else is wanted. `false` when nothing can be any more.
async fn wait_for_change(
    wanted: &mut Receiver<Arc<BTreeSet<String>>>,
    tasks: &mut Receiver<Arc<BTreeSet<String>>>,
) -> bool {
    tokio::select! {
        changed = wanted.changed() => changed.is_ok(),
        changed = tasks.changed() => changed.is_ok(),
    }
}

/// Waits until this request is answered although it was cancelled.
async fn answered_late(late: &mut Receiver<VecDeque<Id>>, cancelled: Option<Id>) {
    // The sender lives as long as this connection.
    _ = late
        .wait_for(|answered| cancelled.is_some_and(|id| answered.contains(&id)))
        .await;
}

async fn listen(connection: &Connection, server_info: &ServerInfo) {
    let mut wanted = connection.session.preferences.resources();
    let mut tasks = connection.session.preferences.tasks();
    let (mut failures, mut missed) = (0, false);
    // The one before is closed once the server listens to the next, so that nothing falls between them (SUB-06).
    let mut before: Option<OpenRequest> = None;
    let mut late = connection.rpc.answered_late();
    // The one that was closed last, and whether the server has no more than one.
    let (mut closed, mut one_at_a_time) = (None, false);
    loop {
        if one_at_a_time && let Some(open) = before.take() {
            let id = open.id();
            drop(open);
            let ended = answered_late(&mut late, Some(id));
            _ = tokio::time::timeout(limits::CLOSE_SUBSCRIPTION, ended).await;
            // Nothing is listened to until the next is acknowledged.
            missed = true;
        }
        let filter = filter(
            server_info,
            &wanted.borrow_and_update(),
            &tasks.borrow_and_update(),
        );
        if filter.is_empty() {
            before = None;
            if !wait_for_change(&mut wanted, &mut tasks).await {
                return;
            }
            continue;
        }
        let mut params = Map::new();
        params.insert("notifications".to_owned(), filter.into());
        let mut round = RequestSpec {
            method: LISTEN,
            operation: connection.rpc.operation(),
            params,
            marked: &[],
            cause: None,
            sent_as: None,
        };
        let Ok((mut begun, open)) = connection.open(&mut round) else {
            return;
        };
        let mut open = Some(open);
        let began = Instant::now();
        let mut acknowledged = std::pin::pin!(connection.rpc.acknowledged(begun.id));
        let ended = loop {
            tokio::select! {
                biased;
                ended = &mut begun.answer => break Some(ended),
                () = &mut acknowledged, if open.is_some() => {
                    let ended = std::mem::replace(&mut before, open.take());
                    closed = ended.as_ref().map(OpenRequest::id);
                    drop(ended);
                    // Read once it listens again, so that nothing falls between (SUB-09).
                    if std::mem::take(&mut missed) {
                        connection.rpc.notifications().session_reset();
                    }
                }
                // The Go SDK keeps one registration in a session and takes it away with any request that ends, so it notifies of
                // nothing more. It is known by its answer to a request that was cancelled.
                () = answered_late(&mut late, closed), if closed.is_some() => {
                    (closed, one_at_a_time) = (None, true);
                    break None;
                }
                changed = wanted.changed() => match changed {
                    Ok(()) => break None,
                    Err(_) => return,
                },
                changed = tasks.changed(), if server_info.tasks.extension => match changed {
                    Ok(()) => break None,
                    Err(_) => return,
                },
            }
        };
        let Some(ended) = ended else {
            if one_at_a_time {
                before = before.or(open);
            }
            continue;
        };
        if connection.rpc.failure().is_some() {
            return;
        }
        // It notifies of none of this and ended the request as it should: asked again, it says the same.
        if begun.is_declined() && matches!(ended, Ok(RpcOutcome::Result(_))) {
            before = None;
            if std::mem::take(&mut missed) {
                connection.rpc.notifications().session_reset();
            }
            if !wait_for_change(&mut wanted, &mut tasks).await {
                return;
            }
            continue;
        }
        // The one that ended is the one before by now, where the server listened to it.
        if open.is_none() {
            before = None;
        }
        // A server that listens to one request at a time gets this one again, once the one before has ended.
        let alone = match &ended {
            Ok(RpcOutcome::Refused { .. }) => before.take().is_none(),
            _ => before.is_none(),
        };
        if alone && is_final(&ended) {
            break;
        }
        if began.elapsed() >= limits::STREAM_HELD {
            failures = 0;
        }
        missed = true;
        let wanted_pause = wanted_pause(&ended);
        if failures < limits::RESUMES {
            tokio::time::sleep(wanted_pause.max(limits::RETRY * (1 << failures))).await;
            failures += 1;
            continue;
        }
        // Something on the way cuts it: what comes meanwhile is read when it is open again.
        connection.rpc.log().add(LogSource::Host, None, &say!("log-cut"));
        let pause = wanted_pause.max(limits::LISTEN_AGAIN);
        tokio::time::sleep(pause + up_to(limits::LISTEN_AGAIN / 4)).await;
    }
    let words = say!("log-not-announced");
    connection.rpc.log().add(LogSource::Host, None, &words);
}
