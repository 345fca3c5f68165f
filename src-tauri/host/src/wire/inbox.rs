//! What a server announced, merged instead of queued: however fast it announces, this stays small (F-18).
//! Nothing is lost that matters: a list that changed a thousand times has changed, and of progress only the
//! latest counts. Order holds because the reader files each notification before it reads the next message.

use crate::limits;
use serde::Deserialize;
use std::sync::atomic::{AtomicBool, AtomicU64, Ordering};
use tokio::sync::Notify;

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

/// Announcements of one connection.
#[derive(Default)]
pub struct Inbox {
    tools_changed: AtomicBool,
    merged: AtomicU64,
    arrived: Notify,
}

#[derive(Deserialize)]
#[serde(rename_all = "camelCase")]
struct ProgressParams {
    /// Ours are numbers; any other belongs to no request.
    progress_token: i64,
    progress: f64,
    total: Option<f64>,
    message: Option<String>,
}

impl Inbox {
    /// Files a notification. `params` is its raw JSON.
    pub(super) fn file(&self, method: &str, _params: Option<&str>) {
        match method {
            "notifications/tools/list_changed" => {
                if self.tools_changed.swap(true, Ordering::AcqRel) {
                    self.merged.fetch_add(1, Ordering::Relaxed);
                }
                self.arrived.notify_one();
            }
            // Lists of prompts and resources, updates and tasks are announced here too once they are shown.
            _ => {}
        }
    }

    pub(super) fn merged_one(&self) {
        self.merged.fetch_add(1, Ordering::Relaxed);
    }

    /// The server began anew: whatever it offers may be another matter now.
    pub(crate) fn begun_anew(&self) {
        self.tools_changed.store(true, Ordering::Release);
        self.arrived.notify_one();
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

/// The token and the contents of a progress notification, if it is one for us.
pub(super) fn progress(params: &str) -> Option<(i64, ProgressNote)> {
    let params: ProgressParams = serde_json::from_str(params).ok()?;
    let note = ProgressNote {
        value: params.progress,
        total: params.total,
        message: params.message.map(|words| short(&words)),
    };
    Some((params.progress_token, note))
}

/// A copy of the beginning: a cut string would keep the memory of the whole.
fn short(words: &str) -> String {
    words[..words.floor_char_boundary(limits::PROGRESS_WORDS)].to_owned()
}
