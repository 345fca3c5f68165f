//! What a server announced, merged instead of queued: however fast it announces, this stays small (F-18).
//! Nothing is lost that matters: a list that changed a thousand times has changed, and of progress only the
//! latest counts. Order holds because the reader files each notification before it reads the next message.

use crate::limits;
use rmcp::model::{NumberOrString, ProgressToken};
use serde::Deserialize;
use std::collections::{BTreeSet, HashMap, VecDeque};
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
    /// Progress that overtook the registration of its call, oldest first. What comes after the end of its call
    /// lands here too and is nobody's, so the oldest makes room.
    early: VecDeque<(NumberOrString, ProgressNote)>,
}

/// What changed besides tools since it was last looked at.
#[derive(Debug, Default, Clone, PartialEq, Eq)]
pub struct Announced {
    /// The list of resources, or that of templates.
    pub resources: bool,
    /// The list of prompts.
    pub prompts: bool,
    /// Contents, by raw address.
    pub updated: BTreeSet<String>,
    /// More contents than are remembered one by one: any may have changed.
    pub many: bool,
}

/// Announcements of one connection.
#[derive(Default)]
pub struct Inbox {
    tools_changed: AtomicBool,
    offers: Mutex<Announced>,
    offers_arrived: Notify,
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

#[derive(Deserialize)]
struct UpdatedParams {
    uri: String,
}

impl Announced {
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
            "notifications/progress" => {
                if let Some(note) = params.and_then(|json| serde_json::from_str::<ProgressParams>(json).ok())
                {
                    self.file_progress(note);
                }
            }
            // Tasks are announced here too once they are shown.
            _ => {}
        }
    }

    /// Files what `note` notes; it says whether that was known already.
    fn file_offer(&self, note: impl FnOnce(&mut Announced) -> bool) {
        if note(&mut super::locked(&self.offers)) {
            self.merged.fetch_add(1, Ordering::Relaxed);
        }
        self.offers_arrived.notify_one();
    }

    fn file_progress(&self, params: ProgressParams) {
        let note = ProgressNote {
            value: params.progress,
            total: params.total,
            message: params.message.map(|words| short(&words)),
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
        } else if token_is_short(&params.progress_token) {
            if progress.early.len() == limits::PROGRESS_EARLY {
                progress.early.pop_front();
            }
            progress.early.push_back((params.progress_token, note));
        }
    }

    /// Watches the progress of a call until the returned watch is dropped with [`Self::unwatch`].
    pub(crate) fn watch(&self, token: &ProgressToken) -> watch::Receiver<Option<ProgressNote>> {
        let mut progress = super::locked(&self.progress);
        let early = progress
            .early
            .iter()
            .rposition(|(early, _)| *early == token.0)
            .and_then(|at| progress.early.remove(at))
            .map(|(_, note)| note);
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

    /// What else was announced as changed since the last time this was asked.
    pub fn take_offers(&self) -> Announced {
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

/// A copy of the beginning: a cut string would keep the memory of the whole.
fn short(words: &str) -> String {
    words[..words.floor_char_boundary(limits::PROGRESS_WORDS)].to_owned()
}

/// Tokens are ours and short; a long one belongs to no call.
fn token_is_short(token: &NumberOrString) -> bool {
    match token {
        NumberOrString::Number(_) => true,
        NumberOrString::String(text) => text.len() <= limits::FRAME_METHOD,
    }
}

#[cfg(test)]
mod tests {
    #![allow(clippy::unwrap_used, reason = "tests fail by panicking")]

    use super::*;

    fn progress(inbox: &Inbox, token: i64, words: &str) {
        let params = serde_json::json!({"progressToken": token, "progress": 1.0, "message": words});
        inbox.file("notifications/progress", Some(&params.to_string()));
    }

    fn noted(inbox: &Inbox, token: i64) -> Option<ProgressNote> {
        inbox
            .watch(&ProgressToken(NumberOrString::Number(token)))
            .borrow()
            .clone()
    }

    #[test]
    fn f18_progress_that_nobody_watches_stays_small_and_makes_room_for_what_comes() {
        let inbox = Inbox::default();
        let many = i64::try_from(limits::PROGRESS_EARLY).unwrap();
        for token in 0..many + 1 {
            progress(&inbox, token, &"ö".repeat(8 << 10));
        }
        let kept = noted(&inbox, many).expect("the newest is kept").message.unwrap();
        assert!(
            kept.len() <= limits::PROGRESS_WORDS && kept.starts_with("öö"),
            "{}",
            kept.len()
        );
        assert_eq!(noted(&inbox, 0), None, "the oldest made room");
        assert!(noted(&inbox, 1).is_some());
    }

    #[test]
    fn f18_the_words_of_watched_progress_are_cut_as_well() {
        let inbox = Inbox::default();
        let watched = inbox.watch(&ProgressToken(NumberOrString::Number(7)));
        progress(&inbox, 7, &"x".repeat(1 << 20));
        let note = watched.borrow().clone().unwrap();
        assert_eq!(note.message.unwrap().len(), limits::PROGRESS_WORDS);
    }

    #[test]
    fn f18_changed_contents_are_remembered_once_and_not_without_end() {
        let inbox = Inbox::default();
        let update = |uri: String| {
            let params = serde_json::json!({ "uri": uri }).to_string();
            inbox.file("notifications/resources/updated", Some(&params));
        };
        update("a://1".to_owned());
        update("a://1".to_owned());
        update("x".repeat(limits::URI + 1));
        inbox.file("notifications/resources/updated", Some("{}"));
        inbox.file("notifications/prompts/list_changed", None);
        let announced = inbox.take_offers();
        assert_eq!(announced.updated.len(), 1);
        assert!(announced.prompts && !announced.resources && !announced.many);
        assert_eq!(inbox.merged(), 2);
        for at in 0..limits::WATCHED + 5 {
            update(format!("a://{at}"));
        }
        let announced = inbox.take_offers();
        assert_eq!((announced.updated.len(), announced.many), (limits::WATCHED, true));
        assert_eq!(inbox.take_offers(), Announced::default());
    }

    #[test]
    fn f18_a_token_that_cannot_be_ours_is_not_kept() {
        let inbox = Inbox::default();
        let token = "t".repeat(1 << 20);
        let params = serde_json::json!({"progressToken": token, "progress": 1.0});
        inbox.file("notifications/progress", Some(&params.to_string()));
        assert!(super::super::locked(&inbox.progress).early.is_empty());
    }
}
