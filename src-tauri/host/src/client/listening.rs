//! In the modern era a server announces only what was asked for (SUB-01). The request stays open as long as the
//! connection; one that ends is made again, and what was missed meanwhile is read again (SUB-09, SUB-10).

use super::request::Round;
use super::{Connection, Facts};
use crate::limits;
use crate::view::LogSource;
use crate::wire::{LISTEN, Reply};
use futures::future::AbortHandle;
use serde_json::{Map, Value, json};

/// Listens until dropped.
pub(super) struct Listening(AbortHandle);

impl Drop for Listening {
    fn drop(&mut self) {
        self.0.abort();
    }
}

/// Starts to listen, if the server announces anything.
pub(super) fn start(connection: &Connection, facts: &Facts) -> Option<Listening> {
    if !connection.session.modern || !facts.announces_tools {
        return None;
    }
    let (connection, filter) = (connection.clone(), json!({"toolsListChanged": true}));
    let (task, handle) = futures::future::abortable(async move { listen(&connection, &filter).await });
    tokio::spawn(task);
    Some(Listening(handle))
}

async fn listen(connection: &Connection, filter: &Value) {
    for again in 0..limits::RESUMES {
        if again > 0 {
            tokio::time::sleep(limits::RETRY * (1 << again)).await;
        }
        let mut params = Map::new();
        params.insert("notifications".to_owned(), filter.clone());
        let mut round = Round {
            method: LISTEN,
            params,
            marked: &[],
        };
        let Ok((begun, _open)) = connection.open(&mut round) else {
            return;
        };
        match begun.answer.await {
            Ok(Reply::Refused { .. }) => {
                let words = "it does not announce changes; its lists are read again when it is restarted";
                connection.wire.log().add(LogSource::Host, None, words);
                return;
            }
            Ok(Reply::Result(_) | Reply::Broken(_)) | Err(_) => connection.wire.inbox().begun_anew(),
        }
        if connection.wire.failure().is_some() {
            return;
        }
    }
}
