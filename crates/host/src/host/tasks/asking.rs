//! What a task asks of a person goes through the same code as what any call asks (TKX-07, TKX-08). Each question is put
//! once, by its key, however often the server repeats it (TKX-09).

use super::Task;
use crate::limits;
use futures::future::BoxFuture;
use futures::stream::{FuturesUnordered, StreamExt as _};
use portcullis_core::{Error, Result};
use portcullis_mcp::client::{Connection, InputRequest, Refusal, TaskInfo};
use serde_json::{Map, Value};
use std::collections::{BTreeMap, BTreeSet};
use tokio_util::sync::CancellationToken;

/// What came of questions that were put together.
pub(super) enum TaskAnswers {
    /// The server has the answers to these.
    Sent(Vec<String>),
    /// There are answers, and the server does not have them yet.
    Kept(Map<String, Value>, Error),
    /// One was refused.
    Refused,
    /// They may not be asked.
    Broken(Error),
    /// The server does not want them any more.
    Withdrawn,
}

/// Questions of one task on one connection.
pub(super) struct Questions {
    task: String,
    record: u64,
    /// Put to a person at the moment.
    open: Vec<(BTreeSet<String>, CancellationToken)>,
    /// Answers that did not reach the server.
    kept: Map<String, Value>,
    coming: FuturesUnordered<BoxFuture<'static, TaskAnswers>>,
}

impl Questions {
    pub fn new(task: &Task) -> Self {
        let row = task.row();
        Self {
            task: row.task,
            record: row.operation,
            open: Vec::new(),
            kept: Map::new(),
            coming: FuturesUnordered::new(),
        }
    }

    /// What the server asks now: what is new is put, what it no longer asks is taken back, and what was answered in
    /// vain is sent again.
    ///
    /// # Errors
    /// `protocol.broken` when it asks without end.
    pub fn ask(&mut self, connection: &Connection, said: &mut TaskInfo, answered: &[String]) -> Result<()> {
        let asks = std::mem::take(&mut said.asks);
        self.open.retain(|(keys, taken_back)| {
            let wanted = keys.iter().any(|key| asks.contains_key(key));
            if !wanted {
                taken_back.cancel();
            }
            wanted
        });
        let mut again = std::mem::take(&mut self.kept);
        again.retain(|key, _| asks.contains_key(key));
        let asked = |key: &String| {
            answered.contains(key)
                || again.contains_key(key)
                || self.open.iter().any(|(keys, _)| keys.contains(key))
        };
        let new: BTreeMap<String, InputRequest> = asks.into_iter().filter(|(key, _)| !asked(key)).collect();
        if !again.is_empty() {
            // While they are on their way once more, a look in between does not put them to the person again.
            self.open
                .push((again.keys().cloned().collect(), CancellationToken::new()));
            let (connection, task) = (connection.clone(), self.task.clone());
            self.coming
                .push(Box::pin(async move { send(&connection, &task, again).await }));
        }
        if new.is_empty() {
            return Ok(());
        }
        if answered.len() + new.len() > limits::TASK_QUESTIONS {
            return Err(connection.task_asks_endlessly());
        }
        let taken_back = CancellationToken::new();
        self.open
            .push((new.keys().cloned().collect(), taken_back.clone()));
        let (connection, task, record) = (connection.clone(), self.task.clone(), self.record);
        self.coming.push(Box::pin(async move {
            match connection.answer_task(new, record, &taken_back).await {
                Err(error) => TaskAnswers::Broken(error),
                Ok(None) => TaskAnswers::Withdrawn,
                Ok(Some(Err(Refusal { .. }))) => TaskAnswers::Refused,
                Ok(Some(Ok(answers))) => send(&connection, &task, answers).await,
            }
        }));
        Ok(())
    }

    /// The next that comes of any of them; never, while nothing is asked.
    pub async fn next(&mut self) -> TaskAnswers {
        match self.coming.next().await {
            Some(answered) => answered,
            None => std::future::pending().await,
        }
    }

    /// These are answered permanently.
    pub fn done(&mut self, keys: &[String]) {
        self.open
            .retain(|(open, _)| !keys.iter().any(|key| open.contains(key)));
    }

    /// These are sent again when the server still asks for them.
    pub fn keep(&mut self, answers: Map<String, Value>) {
        let keys: Vec<String> = answers.keys().cloned().collect();
        self.done(&keys);
        self.kept.extend(answers);
    }

    /// No answer is wanted any more.
    pub fn withdraw(&mut self) {
        for (_, taken_back) in self.open.drain(..) {
            taken_back.cancel();
        }
        self.kept.clear();
    }
}

impl Drop for Questions {
    fn drop(&mut self) {
        self.withdraw();
    }
}

async fn send(connection: &Connection, task: &str, answers: Map<String, Value>) -> TaskAnswers {
    match connection
        .update_task(task, &answers, &CancellationToken::new())
        .await
    {
        Ok(()) => TaskAnswers::Sent(answers.into_iter().map(|(key, _)| key).collect()),
        Err(error) => TaskAnswers::Kept(answers, error),
    }
}
