//! What a message of the server belongs to in the timeline. Only what is shown hangs on this: a wrong guess puts a
//! frame into the wrong group and does nothing else.

use super::{Id, MAY_ASK, Wire, locked};
use serde::Deserialize;
use serde_json::value::RawValue;

impl Wire {
    /// The operation that a question of the server is asked within, if only one is under way within which it may ask.
    /// In the legacy era a server does not say.
    pub(super) fn only_operation(&self) -> Option<u64> {
        let exchange = locked(&self.0.exchange);
        let mut asking = exchange
            .pending
            .values()
            .filter(|pending| MAY_ASK.contains(&pending.method))
            .map(|pending| pending.operation);
        let first = asking.next()?;
        asking.all(|other| other == first).then_some(first)
    }

    /// The operation of a request of ours that nobody waits for any more.
    pub(super) fn ended_operation(&self, id: Id) -> Option<u64> {
        let exchange = locked(&self.0.exchange);
        let mut known = exchange.given_up.iter().rev();
        known
            .find(|(gone, _)| *gone == id)
            .map(|(_, operation)| *operation)
    }

    /// The operation that a notification names.
    pub(super) fn operation_of(&self, method: &str, params: Option<&str>) -> Option<u64> {
        #[derive(Deserialize)]
        #[serde(rename_all = "camelCase")]
        struct Named<'a> {
            #[serde(borrow, default)]
            progress_token: Option<&'a RawValue>,
            #[serde(borrow, default)]
            request_id: Option<&'a RawValue>,
            #[serde(rename = "_meta", borrow, default)]
            meta: Option<Meta<'a>>,
        }
        #[derive(Deserialize)]
        struct Meta<'a> {
            #[serde(rename = "io.modelcontextprotocol/subscriptionId", borrow, default)]
            subscription: Option<&'a RawValue>,
        }
        let named = serde_json::from_str::<Named<'_>>(params?).ok()?;
        let id = match method {
            "notifications/progress" => named.progress_token?,
            "notifications/cancelled" => {
                let id = named.request_id?.get();
                let exchange = locked(&self.0.exchange);
                if let Some(question) = exchange.asked.get(id) {
                    return Some(question.operation);
                }
                named.request_id?
            }
            _ => named.meta?.subscription?,
        };
        let id: Id = serde_json::from_str(id.get()).ok()?;
        let pending = locked(&self.0.exchange)
            .pending
            .get(&id)
            .map(|pending| pending.operation);
        pending.or_else(|| self.ended_operation(id))
    }
}
