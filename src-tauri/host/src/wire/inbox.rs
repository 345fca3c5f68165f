//! What a server announced, merged instead of queued: however fast it announces, this stays small (F-18).
//! Nothing is lost that matters: a list that changed a thousand times has changed, and of progress only the
//! latest counts. Order holds because the reader files each notification before it reads the next message.

use rmcp::model::{NumberOrString, ProgressToken};
use serde::Deserialize;
use std::collections::HashMap;
use std::sync::Mutex;
use std::sync::atomic::{AtomicBool, AtomicU64, Ordering};
use tokio::sync::{Notify, watch};

/// Progress as the server reports it.
#[derive(Debug, Clone, PartialEq)]
pub struct ProgressNote {
    /// Amount done.
    pub value: f64,
    /// Amount in all.
    pub total: Option<f64>,
    /// The server's words: foreign text.
    pub message: Option<String>,
}

#[derive(Default)]
struct Progress {
    watched: HashMap<NumberOrString, watch::Sender<Option<ProgressNote>>>,
    /// Progress that overtook the registration of its call; a handful at most.
    early: Vec<(NumberOrString, ProgressNote)>,
}

/// Announcements of one connection.
#[derive(Default)]
pub struct Inbox {
    tools_changed: AtomicBool,
    merged: AtomicU64,
    arrived: Notify,
    progress: Mutex<Progress>,
}

#[derive(Deserialize)]
#[serde(rename_all = "camelCase")]
struct ProgressParams {
    progress_token: NumberOrString,
    progress: f64,
    total: Option<f64>,
    message: Option<String>,
}

const EARLY: usize = 64;

impl Inbox {
    /// Files a notification. `params` is its raw JSON.
    pub(super) fn file(&self, method: &str, params: Option<&str>) {
        match method {
            "notifications/tools/list_changed" => {
                if self.tools_changed.swap(true, Ordering::AcqRel) {
                    self.merged.fetch_add(1, Ordering::Relaxed);
                }
                self.arrived.notify_one();
            }
            "notifications/progress" => {
                if let Some(note) = params.and_then(|json| serde_json::from_str::<ProgressParams>(json).ok())
                {
                    self.file_progress(note);
                }
            }
            // Lists of prompts and resources, updates and tasks are announced here too once they are shown.
            _ => {}
        }
    }

    fn file_progress(&self, params: ProgressParams) {
        let note = ProgressNote {
            value: params.progress,
            total: params.total,
            message: params.message,
        };
        let mut progress = super::locked(&self.progress);
        if let Some(watched) = progress.watched.get(&params.progress_token) {
            let merged = &self.merged;
            watched.send_if_modified(|latest| {
                // Going backwards is not progress (F-23).
                if latest.as_ref().is_some_and(|latest| note.value <= latest.value) {
                    merged.fetch_add(1, Ordering::Relaxed);
                    return false;
                }
                *latest = Some(note);
                true
            });
        } else if progress.early.len() < EARLY {
            progress.early.push((params.progress_token, note));
        }
    }

    /// Watches the progress of a call until the returned watch is dropped with [`Self::unwatch`].
    pub(crate) fn watch(&self, token: &ProgressToken) -> watch::Receiver<Option<ProgressNote>> {
        let mut progress = super::locked(&self.progress);
        let early = progress
            .early
            .iter()
            .rposition(|(early, _)| *early == token.0)
            .map(|at| progress.early.remove(at).1);
        progress.early.retain(|(early, _)| *early != token.0);
        let (sender, receiver) = watch::channel(None);
        if early.is_some() {
            sender.send_replace(early);
        }
        progress.watched.insert(token.0.clone(), sender);
        receiver
    }

    /// Stops watching.
    pub(crate) fn unwatch(&self, token: &ProgressToken) {
        super::locked(&self.progress).watched.remove(&token.0);
    }

    /// Whether the list of tools was announced as changed since the last time this was asked.
    pub fn take_tools_changed(&self) -> bool {
        self.tools_changed.swap(false, Ordering::AcqRel)
    }

    /// Resolves when something was announced.
    pub async fn arrived(&self) {
        self.arrived.notified().await;
    }

    /// Announcements that were merged into earlier ones.
    #[must_use]
    pub fn merged(&self) -> u64 {
        self.merged.load(Ordering::Relaxed)
    }
}
