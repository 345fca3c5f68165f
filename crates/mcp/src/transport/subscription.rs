//! What a `subscriptions/listen` request asked for, and what the server acknowledged (SUB-02 to SUB-05).

use super::JsonRpc;
use portcullis_core::text;
use portcullis_domain::LogSource;
use portcullis_l10n::say;
use serde::Deserialize;
use serde_json::{Map, Value};
use std::collections::BTreeSet;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};

/// The notification by which a server acknowledges a subscription.
const ACKNOWLEDGED: &str = "notifications/subscriptions/acknowledged";

/// An open `subscriptions/listen` request.
#[derive(Debug, Default)]
pub(super) struct Subscription {
    asked: SubscriptionFilter,
    /// The server said that it does.
    acknowledged: bool,
    /// It said so of nothing that was asked for.
    declined: Arc<AtomicBool>,
}

/// Kinds of notifications that a subscription covers.
#[derive(Debug, Default, Clone, Deserialize)]
#[serde(rename_all = "camelCase", default)]
struct SubscriptionFilter {
    tools_list_changed: bool,
    prompts_list_changed: bool,
    resources_list_changed: bool,
    resource_subscriptions: BTreeSet<String>,
    task_ids: BTreeSet<String>,
}

#[derive(Deserialize)]
struct Acknowledgement {
    notifications: SubscriptionFilter,
}

impl SubscriptionFilter {
    /// Whether an announcement is of one of these kinds. A change may be one of a part of what is watched, so its
    /// address is not looked at (RES-10).
    fn holds(&self, method: &str) -> bool {
        match method {
            "notifications/tools/list_changed" => self.tools_list_changed,
            "notifications/prompts/list_changed" => self.prompts_list_changed,
            "notifications/resources/list_changed" => self.resources_list_changed,
            "notifications/resources/updated" => !self.resource_subscriptions.is_empty(),
            "notifications/tasks" => !self.task_ids.is_empty(),
            _ => false,
        }
    }

    /// Whether it is of no kind at all.
    fn is_empty(&self) -> bool {
        let lists = self.tools_list_changed || self.prompts_list_changed || self.resources_list_changed;
        !lists && self.resource_subscriptions.is_empty() && self.task_ids.is_empty()
    }

    /// Lists that are among these and not among `given`, in words.
    fn lists_beyond(&self, given: &Self) -> Vec<String> {
        let kinds = [
            (
                self.tools_list_changed && !given.tools_list_changed,
                say!("log-tools"),
            ),
            (
                self.prompts_list_changed && !given.prompts_list_changed,
                say!("log-prompts"),
            ),
            (
                self.resources_list_changed && !given.resources_list_changed,
                say!("log-resources"),
            ),
        ];
        kinds
            .into_iter()
            .filter_map(|(missing, word)| missing.then_some(word))
            .collect()
    }
}

impl Subscription {
    /// As it was sent.
    pub fn new(params: &Map<String, Value>) -> Self {
        let asked = params.get("notifications").cloned().unwrap_or_default();
        Self {
            // What we wrote ourselves can be read; nothing asked for is nothing heard.
            asked: serde_json::from_value(asked).unwrap_or_default(),
            ..Self::default()
        }
    }

    /// Set once the server said that it notifies of nothing that was asked for. It outlives the request, whose response may
    /// come in the same moment.
    pub fn declined(&self) -> Arc<AtomicBool> {
        Arc::clone(&self.declined)
    }

    /// Whether the server said that it does.
    pub fn is_acknowledged(&self) -> bool {
        self.acknowledged
    }

    /// Takes a message that names this request, and says whether it is an announcement that was asked for. What comes
    /// before the server said that it listens is none (SUB-02), and neither is what was not asked for (SUB-05).
    pub fn takes(&mut self, method: &str, params: &str, rpc: &JsonRpc) -> bool {
        if method == ACKNOWLEDGED {
            if !std::mem::replace(&mut self.acknowledged, true) {
                self.compare(params, rpc);
                rpc.0.acknowledged.send_replace(());
            }
            return false;
        }
        self.acknowledged && self.asked.holds(method)
    }

    /// What the server leaves out is read again when it is shown, and its log says so (SUB-03). A server that
    /// says nothing of what it gives is believed to give all.
    fn compare(&self, params: &str, rpc: &JsonRpc) {
        let Ok(Acknowledgement { notifications: given }) = serde_json::from_str(params) else {
            return;
        };
        self.declined.store(given.is_empty(), Ordering::Relaxed);
        let lists = self.asked.lists_beyond(&given);
        if !lists.is_empty() {
            let words = say!("log-list-not-announced", lists = portcullis_l10n::list(&lists));
            rpc.log().add(LogSource::Host, None, &words);
        }
        let unwatched: Vec<String> = self
            .asked
            .resource_subscriptions
            .difference(&given.resource_subscriptions)
            .cloned()
            .collect();
        for uri in &unwatched {
            let words = say!("log-not-watched", uri = text::escape_line(uri).text);
            rpc.log().add(LogSource::Host, None, &words);
        }
        if !unwatched.is_empty() {
            rpc.notifications().not_watched(unwatched);
        }
    }
}
