//! What each notification of a server does: log messages, progress, requests that are taken back, pages that are done. All others go
//! to the buffer.

use super::decode::our_id;
use super::{Id, JsonRpc, Pending, locked};
use portcullis_domain::LogSource;
use serde::Deserialize;
use serde_json::Value;
use serde_json::value::RawValue;

impl JsonRpc {
    /// `exchange` is the request in whose response it came, where it came in one. In the modern era a response tells of its
    /// own request and of no other (HTTP-25).
    pub(super) fn notified(&self, method: &str, params: Option<&str>, exchange: Option<Id>) {
        let only = exchange.filter(|_| self.is_modern());
        match method {
            "notifications/message" if self.is_modern() && !self.wants_logs(only) => {}
            "notifications/message" => self.file_log(params),
            "notifications/cancelled" => self.taken_back(params, only),
            "notifications/progress" => self.file_progress(params, only),
            "notifications/elicitation/complete" => self.done_with_page(params),
            _ if self.is_modern() && !self.listened_for(method, params, only) => {}
            _ => self.0.notifications.file(method, params),
        }
    }

    /// A modern server logs for a request that says so, and for no other (LOG-03).
    fn wants_logs(&self, only: Option<Id>) -> bool {
        let wants = |pending: &Pending| pending.logs && pending.method != super::LISTEN;
        let exchange = locked(&self.0.exchange);
        match only {
            Some(id) => exchange.pending.get(&id).is_some_and(wants),
            None => exchange.pending.values().any(wants),
        }
    }

    /// Whether an announcement of the modern era belongs to a request that listens, was asked for by it, and came
    /// after the server had said that it does (SUB-02, SUB-04, SUB-05).
    fn listened_for(&self, method: &str, params: Option<&str>, only: Option<Id>) -> bool {
        #[derive(Deserialize)]
        struct Params<'a> {
            #[serde(rename = "_meta", borrow)]
            meta: Meta<'a>,
        }
        #[derive(Deserialize)]
        struct Meta<'a> {
            #[serde(rename = "io.modelcontextprotocol/subscriptionId", borrow)]
            subscription: &'a RawValue,
        }
        let params = params.unwrap_or_default();
        let Ok(Params { meta }) = serde_json::from_str::<Params<'_>>(params) else {
            return false;
        };
        let subscription = our_id(meta.subscription.get());
        let Some(subscription) = subscription.filter(|id| only.is_none_or(|only| only == *id)) else {
            return false;
        };
        let mut exchange = locked(&self.0.exchange);
        let pending = exchange.pending.get_mut(&subscription);
        let listens = pending.and_then(|pending| pending.listens.as_mut());
        listens.is_some_and(|listens| listens.takes(method, params, self))
    }

    fn file_log(&self, params: Option<&str>) {
        #[derive(Deserialize)]
        struct Params {
            level: Option<Value>,
            logger: Option<Value>,
            data: Option<Value>,
        }
        // An unknown level is no reason to lose the message (LOG-04).
        const LEVELS: [&str; 8] = [
            "debug",
            "info",
            "notice",
            "warning",
            "error",
            "critical",
            "alert",
            "emergency",
        ];
        let Some(params) = params.and_then(|json| serde_json::from_str::<Params>(json).ok()) else {
            return;
        };
        let text = match params.data {
            Some(Value::String(text)) => text,
            Some(other) => other.to_string(),
            None => String::new(),
        };
        let text = match params.logger.as_ref().and_then(Value::as_str) {
            Some(logger) if !logger.is_empty() => format!("{logger}: {text}"),
            _ => text,
        };
        let level = params.level.as_ref().and_then(Value::as_str);
        let level = level.filter(|level| LEVELS.contains(level)).unwrap_or("info");
        self.0.log.add(LogSource::Message, Some(level), &text);
    }

    /// The server takes a request of its own back (CAN-06), or in the modern era ends what we listen to (SUB-08).
    /// Anything else it names is none of its business (CAN-07, CAN-08).
    fn taken_back(&self, params: Option<&str>, only: Option<Id>) {
        #[derive(Deserialize)]
        #[serde(rename_all = "camelCase")]
        struct Params<'a> {
            #[serde(borrow)]
            request_id: &'a RawValue,
        }
        let Some(params) = params.and_then(|json| serde_json::from_str::<Params<'_>>(json).ok()) else {
            return;
        };
        let id = params.request_id.get();
        let mut exchange = locked(&self.0.exchange);
        if !self.is_modern() {
            if let Some(question) = exchange.asked.remove(id) {
                question.cancelled.cancel();
            }
            return;
        }
        let listens = |pending: &Pending| pending.method == super::LISTEN;
        if let Some(id) = our_id(id)
            && only.is_none_or(|only| only == id)
            && exchange.pending.get(&id).is_some_and(listens)
        {
            // A listener sees its channel close.
            exchange.pending.remove(&id);
        }
    }

    /// The server says that what it wanted on a page is done. Numbers that are not waited for belong to no request (ELI-26), and
    /// the modern era has none (ELI-29).
    fn done_with_page(&self, params: Option<&str>) {
        #[derive(Deserialize)]
        struct Params {
            #[serde(rename = "elicitationId")]
            number: String,
        }
        let Some(Params { number }) = params.and_then(|json| serde_json::from_str(json).ok()) else {
            return;
        };
        if let Some(done) = locked(&self.0.exchange).pages.remove(&number) {
            done.cancel();
        }
    }

    fn file_progress(&self, params: Option<&str>, only: Option<Id>) {
        let progress = params.and_then(super::notification_buffer::progress);
        let Some((token, note)) = progress.filter(|(token, _)| only.is_none_or(|only| only == *token)) else {
            return;
        };
        let exchange = locked(&self.0.exchange);
        // Of a live request of ours only (PRG-02).
        let listens = exchange.pending.get(&token).map(|pending| &pending.progress);
        if let Some(progress) = listens.or_else(|| exchange.task_progress.get(&token)) {
            let merged = progress.send_if_modified(|latest| {
                // Going backwards is not progress (F-23).
                let news = latest.as_ref().is_none_or(|latest| note.value > latest.value);
                if news {
                    *latest = Some(note);
                }
                news
            });
            if !merged {
                self.0.notifications.merged_one();
            }
        }
    }
}
