//! Notifications of a server, coalesced (debounced) instead of queued: however fast it announces, this stays small (F-18).
//! Nothing is lost that matters: a list that changed a thousand times has changed, and of progress only the
//! latest counts. Order holds because the reader files each notification before it reads the next message.

use crate::limits;
use serde::Deserialize;
use serde_json::value::RawValue;
use std::collections::{BTreeSet, HashMap};
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

/// What changed besides tools since it was last looked at.
#[derive(Debug, Default, Clone, PartialEq, Eq)]
pub struct OfferChanges {
    /// The list of resources, or that of templates.
    pub resources: bool,
    /// The list of prompts.
    pub prompts: bool,
    /// Contents, by raw address.
    pub updated: BTreeSet<String>,
    /// More contents than are remembered one by one: any may have changed.
    pub many: bool,
    /// The server began a new session: log level and subscriptions have to be set again (HTTP-13).
    pub new_session: bool,
    /// Resources that it does not watch although it was asked to, by raw address (SUB-03).
    pub unwatched: BTreeSet<String>,
}

/// What a server announced about a task: all of it, or only that there is news.
pub type TaskNote = Option<Box<RawValue>>;

/// Announcements of one connection.
#[derive(Default)]
pub struct NotificationBuffer {
    tools_changed: AtomicBool,
    offers: Mutex<OfferChanges>,
    offers_arrived: Notify,
    merged: AtomicU64,
    arrived: Notify,
    /// Of tasks that are followed, by number; the newest of each. Others are not kept (TKL-15).
    tasks: Mutex<HashMap<String, Option<TaskNote>>>,
    tasks_arrived: watch::Sender<()>,
}

#[derive(Deserialize)]
#[serde(rename_all = "camelCase")]
struct ProgressParams<'a> {
    /// Ours are numbers; any other belongs to no request.
    #[serde(borrow)]
    progress_token: &'a RawValue,
    progress: f64,
    total: Option<f64>,
    message: Option<String>,
}

#[derive(Deserialize)]
struct UpdatedParams {
    uri: String,
}

impl OfferChanges {
    /// Notes changed contents, and says whether they were noted already. What is longer than an address may be
    /// belongs to nothing that was listed or read.
    fn update(&mut self, uri: String) -> bool {
        if uri.len() > limits::URI {
            return true;
        }
        if self.updated.len() >= limits::WATCHED && !self.updated.contains(&uri) {
            return std::mem::replace(&mut self.many, true);
        }
        !self.updated.insert(uri)
    }
}

impl NotificationBuffer {
    /// Files a notification. `params` is its raw JSON.
    pub(super) fn file(&self, method: &str, params: Option<&str>) {
        match method {
            "notifications/tools/list_changed" => {
                let known = self.tools_changed();
                self.merged.fetch_add(u64::from(known), Ordering::Relaxed);
            }
            "notifications/resources/list_changed" => {
                self.file_offer(|offers| std::mem::replace(&mut offers.resources, true))
            }
            "notifications/prompts/list_changed" => {
                self.file_offer(|offers| std::mem::replace(&mut offers.prompts, true))
            }
            "notifications/resources/updated" => {
                if let Some(UpdatedParams { uri }) = params.and_then(|json| serde_json::from_str(json).ok()) {
                    self.file_offer(|offers| offers.update(uri));
                }
            }
            "notifications/tasks" | "notifications/tasks/status" => self.file_task(params),
            _ => {}
        }
    }

    fn file_task(&self, params: Option<&str>) {
        #[derive(Deserialize)]
        #[serde(rename_all = "camelCase")]
        struct TaskNotification {
            task_id: String,
        }
        let Some(params) = params else { return };
        let Ok(TaskNotification { task_id }) = serde_json::from_str(params) else {
            return;
        };
        let mut tasks = super::locked(&self.tasks);
        let Some(kept) = tasks.get_mut(&task_id) else {
            return;
        };
        let whole = (params.len() <= limits::TASK_NOTE)
            .then(|| RawValue::from_string(params.to_owned()).ok())
            .flatten();
        if kept.replace(whole).is_some() {
            self.merged.fetch_add(1, Ordering::Relaxed);
        }
        drop(tasks);
        self.tasks_arrived.send_replace(());
    }

    /// This task is followed from now on.
    pub fn expect_task(&self, id: &str) {
        super::locked(&self.tasks).entry(id.to_owned()).or_default();
    }

    /// It is not followed any more.
    pub fn forget_task(&self, id: &str) {
        super::locked(&self.tasks).remove(id);
    }

    /// The next announcement about a task that is followed.
    pub async fn task_announced(&self, id: &str) -> TaskNote {
        let mut arrived = self.tasks_arrived.subscribe();
        loop {
            let note = super::locked(&self.tasks).get_mut(id).and_then(Option::take);
            if let Some(note) = note {
                return note;
            }
            // The sender lives as long as this buffer.
            _ = arrived.changed().await;
        }
    }

    /// Files what `note` notes; it says whether that was known already.
    fn file_offer(&self, note: impl FnOnce(&mut OfferChanges) -> bool) {
        if note(&mut super::locked(&self.offers)) {
            self.merged.fetch_add(1, Ordering::Relaxed);
        }
        self.offers_arrived.notify_one();
    }

    /// These are not watched although they were asked for. As many are noted as can be asked for at all.
    pub(super) fn not_watched(&self, uris: impl IntoIterator<Item = String>) {
        super::locked(&self.offers).unwatched.extend(uris);
        self.offers_arrived.notify_one();
    }

    pub(super) fn merged_one(&self) {
        self.merged.fetch_add(1, Ordering::Relaxed);
    }

    /// The list of tools may be another one. Says whether that was known already.
    pub fn tools_changed(&self) -> bool {
        let known = self.tools_changed.swap(true, Ordering::AcqRel);
        self.arrived.notify_one();
        known
    }

    /// The server began a new session, or was not listened to for a while: all lists may have changed.
    pub fn session_reset(&self) {
        _ = self.tools_changed();
        let mut offers = super::locked(&self.offers);
        *offers = OfferChanges {
            resources: true,
            prompts: true,
            many: true,
            new_session: true,
            unwatched: std::mem::take(&mut offers.unwatched),
            ..OfferChanges::default()
        };
        drop(offers);
        self.offers_arrived.notify_one();
    }

    /// Whether the list of tools was announced as changed since the last time this was asked.
    pub fn take_tools_changed(&self) -> bool {
        self.tools_changed.swap(false, Ordering::AcqRel)
    }

    /// What else was announced as changed since the last time this was asked.
    pub fn take_offers(&self) -> OfferChanges {
        std::mem::take(&mut super::locked(&self.offers))
    }

    /// Resolves when something was announced that [`Self::take_offers`] gives.
    pub async fn offers_arrived(&self) {
        self.offers_arrived.notified().await;
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
    let params: ProgressParams<'_> = serde_json::from_str(params).ok()?;
    let token = super::decode::our_id(params.progress_token.get())?;
    let note = ProgressNote {
        value: params.progress,
        total: params.total,
        message: params.message.map(|words| short(&words)),
    };
    Some((token, note))
}

/// A copy of the beginning: a cut string would keep the memory of the whole.
fn short(words: &str) -> String {
    words[..words.floor_char_boundary(limits::PROGRESS_WORDS)].to_owned()
}

#[cfg(test)]
mod tests {
    use super::*;

    // Proves F-18, PRG-04.
    #[test]
    fn the_text_of_progress_is_cut_and_a_token_that_cannot_be_ours_is_ignored() {
        let told = |token: serde_json::Value| {
            let params =
                serde_json::json!({"progressToken": token, "progress": 1.0, "message": "ö".repeat(8 << 10)});
            progress(&params.to_string())
        };
        let (token, note) = told(7.into()).unwrap();
        let words = note.message.unwrap();
        assert!(token == 7 && words.len() <= limits::PROGRESS_WORDS && words.starts_with("öö"));
        assert!(told("t".repeat(1 << 20).into()).is_none());
    }

    // Proves TKL-15.
    #[tokio::test]
    async fn only_what_is_said_of_tasks_that_are_followed_is_kept_and_of_it_the_newest() {
        let buffer = NotificationBuffer::default();
        let tell = |id: &str, status: &str| {
            let params = serde_json::json!({"taskId": id, "status": status}).to_string();
            buffer.file("notifications/tasks/status", Some(&params));
        };
        buffer.expect_task("a");
        tell("b", "completed");
        tell("a", "working");
        tell("a", "completed");
        buffer.file("notifications/tasks", Some("{}"));
        assert!(
            buffer
                .task_announced("a")
                .await
                .unwrap()
                .get()
                .contains("completed")
        );
        assert_eq!(super::super::locked(&buffer.tasks).len(), 1);
        tell("a", &"x".repeat(limits::TASK_NOTE));
        assert!(
            buffer.task_announced("a").await.is_none(),
            "only that there is news"
        );
        buffer.forget_task("a");
        tell("a", "working");
        assert!(super::super::locked(&buffer.tasks).is_empty());
    }

    // Proves PRG-03.
    #[test]
    fn any_numbers_are_progress_and_words_are_none() {
        let told = |params: serde_json::Value| progress(&params.to_string());
        let note = |value: f64, total: Option<f64>| ProgressNote {
            value,
            total,
            message: None,
        };
        for (params, expected) in [
            (
                serde_json::json!({"progressToken": 7, "progress": 0.5}),
                note(0.5, None),
            ),
            (
                serde_json::json!({"progressToken": 7, "progress": 3, "total": 0}),
                note(3.0, Some(0.0)),
            ),
            (
                serde_json::json!({"progressToken": 7, "progress": -1, "total": null}),
                note(-1.0, None),
            ),
        ] {
            assert_eq!(told(params), Some((7, expected)));
        }
        for odd in [
            serde_json::json!({"progressToken": 7, "progress": "NaN"}),
            serde_json::json!({"progressToken": 7}),
            serde_json::json!({"progressToken": 7, "progress": 1, "total": "many"}),
            serde_json::json!([]),
        ] {
            assert_eq!(told(odd), None);
        }
    }

    // Proves F-18.
    #[test]
    fn changed_contents_are_remembered_once_and_not_without_end() {
        let buffer = NotificationBuffer::default();
        let update = |uri: String| {
            let params = serde_json::json!({ "uri": uri }).to_string();
            buffer.file("notifications/resources/updated", Some(&params));
        };
        update("a://1".to_owned());
        update("a://1".to_owned());
        update("x".repeat(limits::URI + 1));
        buffer.file("notifications/resources/updated", Some("{}"));
        buffer.file("notifications/prompts/list_changed", None);
        let announced = buffer.take_offers();
        assert_eq!(announced.updated.len(), 1);
        assert!(announced.prompts && !announced.resources && !announced.many);
        assert_eq!(buffer.merged(), 2);
        for at in 0..limits::WATCHED + 5 {
            update(format!("a://{at}"));
        }
        let announced = buffer.take_offers();
        assert_eq!((announced.updated.len(), announced.many), (limits::WATCHED, true));
        assert_eq!(buffer.take_offers(), OfferChanges::default());
    }
}
