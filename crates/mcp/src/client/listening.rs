//! In the modern era a server announces only what was asked for (SUB-01). The request stays open as long as the
//! connection; one that ends is made again, and what was missed meanwhile is read again (SUB-09, SUB-10).

use super::request::{Open, Round};
use super::{Connection, Facts};
use crate::limits;
use crate::wire::{CUT, LISTEN, Reply};
use futures::future::AbortHandle;
use portcullis_core::clock::up_to;
use portcullis_domain::LogSource;
use serde_json::{Map, Value};
use std::collections::BTreeSet;
use std::time::Instant;

/// Listens until dropped.
pub(super) struct Listening(AbortHandle);

impl Drop for Listening {
    fn drop(&mut self) {
        self.0.abort();
    }
}

/// Starts to listen, if the server announces anything.
pub(super) fn start(connection: &Connection, facts: &Facts) -> Option<Listening> {
    let announces = facts.announces_tools || facts.announces_prompts || facts.announces_resources;
    if !connection.session.modern || !(announces || facts.subscribes || facts.tasks.extension) {
        return None;
    }
    let (connection, facts) = (connection.clone(), facts.clone());
    let (task, handle) = futures::future::abortable(async move { listen(&connection, &facts).await });
    tokio::spawn(task);
    Some(Listening(handle))
}

/// What is asked for: only what was advertised, and only what is used.
fn filter(facts: &Facts, watched: &BTreeSet<String>, tasks: &BTreeSet<String>) -> Map<String, Value> {
    let mut filter = Map::new();
    for (key, announced) in [
        ("toolsListChanged", facts.announces_tools),
        ("promptsListChanged", facts.announces_prompts),
        ("resourcesListChanged", facts.announces_resources),
    ] {
        if announced {
            filter.insert(key.to_owned(), true.into());
        }
    }
    if facts.subscribes && !watched.is_empty() {
        let watched: Vec<Value> = watched.iter().map(|uri| uri.as_str().into()).collect();
        filter.insert("resourceSubscriptions".to_owned(), watched.into());
    }
    // It is a help and no more: tasks are asked about all the same (TKX-13).
    if facts.tasks.extension && !tasks.is_empty() {
        let tasks: Vec<Value> = tasks.iter().map(|id| id.as_str().into()).collect();
        filter.insert("taskIds".to_owned(), tasks.into());
    }
    filter
}

async fn listen(connection: &Connection, facts: &Facts) {
    let mut wanted = connection.session.wishes.resources();
    let mut tasks = connection.session.wishes.tasks();
    let (mut failures, mut missed) = (0, false);
    // The one before is closed once the next is open, so that nothing falls between them (SUB-06).
    let mut before: Option<Open> = None;
    loop {
        let filter = filter(facts, &wanted.borrow_and_update(), &tasks.borrow_and_update());
        if filter.is_empty() {
            before = None;
            tokio::select! {
                changed = wanted.changed() => if changed.is_err() { return },
                changed = tasks.changed() => if changed.is_err() { return },
            }
            continue;
        }
        let mut params = Map::new();
        params.insert("notifications".to_owned(), filter.into());
        let mut round = Round {
            method: LISTEN,
            operation: connection.wire.operation(),
            params,
            marked: &[],
            sent_as: None,
        };
        let Ok((begun, open)) = connection.open(&mut round) else {
            return;
        };
        let began = Instant::now();
        // Read once it listens again, so that nothing falls between (SUB-09).
        if std::mem::take(&mut missed) {
            connection.wire.notifications().begun_anew();
        }
        drop(before.replace(open));
        let ended = tokio::select! {
            ended = begun.answer => ended,
            changed = wanted.changed() => match changed {
                Ok(()) => continue,
                Err(_) => return,
            },
            changed = tasks.changed(), if facts.tasks.extension => match changed {
                Ok(()) => continue,
                Err(_) => return,
            },
        };
        if connection.wire.failure().is_some() {
            return;
        }
        if let Ok(Reply::Refused { .. }) = ended {
            break;
        }
        if began.elapsed() >= limits::STREAM_HELD {
            failures = 0;
        }
        missed = true;
        if failures < limits::RESUMES {
            tokio::time::sleep(limits::RETRY * (1 << failures)).await;
            failures += 1;
            continue;
        }
        // Something on the way cuts it: what comes meanwhile is read when it is open again.
        connection.wire.log().add(LogSource::Host, None, CUT);
        tokio::time::sleep(limits::LISTEN_AGAIN + up_to(limits::LISTEN_AGAIN / 4)).await;
    }
    let words = "it does not announce changes; its lists are read again when it is restarted";
    connection.wire.log().add(LogSource::Host, None, words);
}
