//! Follows the connections of a server: the state of the last one is dropped, what a person wants is asked for
//! again, and what the server announces is noted.

use super::Reached;
use super::marks::covers;
use crate::host::{Entry, Inner, locked};
use crate::limits;
use portcullis_api::HostEvent;
use portcullis_core::Result;
use portcullis_core::text;
use portcullis_domain::LogSource;
use portcullis_l10n::say;
use portcullis_mcp::client::{Client, Deadlines};
use portcullis_mcp::transport::OfferChanges;
use serde_json::json;
use std::sync::Arc;
use tokio_util::sync::CancellationToken;

impl Inner {
    /// Until the client is gone or the host closes.
    pub(in crate::host) fn follow_offers(self: &Arc<Self>, entry: &Arc<Entry>, client: &Arc<Client>) {
        let (host, entry) = (Arc::downgrade(self), Arc::downgrade(entry));
        let (closing, mut snapshots) = (self.closing.clone(), client.snapshots());
        // Not the client itself: it ends when its last owner lets go of it.
        let client = Arc::downgrade(client);
        let follow = async move {
            loop {
                let reached = {
                    let Ok(now) = snapshots.wait_for(|now| now.connection.is_some()).await else {
                        return;
                    };
                    now.connection
                        .clone()
                        .zip(now.server_info.clone())
                        .zip(now.ready_at)
                };
                let Some(((connection, server_info), ready_at)) = reached else {
                    return;
                };
                let wire = connection.rpc().clone();
                let reached = Reached {
                    connection,
                    server_info,
                };
                {
                    let (Some(host), Some(entry), Some(client)) =
                        (host.upgrade(), entry.upgrade(), client.upgrade())
                    else {
                        return;
                    };
                    entry.offers.forget();
                    host.offers_changed(&entry, true, true);
                    if entry.starts_when_needed() {
                        host.keep_soon(&entry);
                    }
                    let reached = reached.clone();
                    tokio::spawn(async move { ask_again(&entry, &client, &reached).await });
                }
                loop {
                    tokio::select! {
                        () = wire.notifications().offers_arrived() => {
                            let announced = wire.notifications().take_offers();
                            let (Some(host), Some(entry), Some(client)) =
                                (host.upgrade(), entry.upgrade(), client.upgrade()) else { return };
                            host.announced(&entry, &announced);
                            if announced.new_session {
                                let reached = reached.clone();
                                tokio::spawn(async move { ask_again(&entry, &client, &reached).await });
                            }
                        }
                        over = snapshots.wait_for(|now| now.connection.is_none() || now.ready_at != Some(ready_at)) => {
                            if over.is_err() {
                                return;
                            }
                            break;
                        }
                    }
                    // A server that announces all day is listened to a few times a second (F-18).
                    tokio::time::sleep(limits::EVENT_THROTTLE).await;
                }
                let (Some(host), Some(entry)) = (host.upgrade(), entry.upgrade()) else {
                    return;
                };
                entry.offers.forget();
                host.offers_changed(&entry, true, true);
            }
        };
        tokio::spawn(async move { closing.run_until_cancelled(follow).await });
    }

    /// Notes what a server announced (RES-10, RES-11, PRO-06, CCH-09).
    fn announced(&self, entry: &Entry, announced: &OfferChanges) {
        // It said that it does not: these must not appear as watched (SUB-03).
        for uri in &announced.unwatched {
            entry.offers.preferences.watch(uri, false);
        }
        let updated = announced.many || !announced.updated.is_empty() || !announced.unwatched.is_empty();
        {
            let mut known = locked(&entry.offers.known);
            for changed in &announced.updated {
                known.marks.change(changed);
                // In doubt it is read again, whichever of the two is a part of the other.
                known
                    .fresh
                    .retain(|uri, _| !covers(uri, changed) && !covers(changed, uri));
            }
            if announced.many {
                known.marks.change_all();
                known.fresh.clear();
            }
        }
        self.offers_changed(entry, announced.resources, announced.prompts);
        if updated && !announced.resources {
            self.emit(HostEvent::Resources {
                server: entry.id.0.clone(),
            });
        }
    }
}

/// Asks a new connection or a new session of the legacy era for what was wanted of the last one (RES-09, LOG-01, HTTP-13). In
/// the modern era the client itself sends it along.
async fn ask_again(entry: &Arc<Entry>, client: &Client, reached: &Reached) {
    if reached.is_modern() {
        return;
    }
    let level = *entry.offers.preferences.log_level().borrow();
    if let Some(level) = level
        && reached.server_info.offers("logging")
        && let Err(error) = send(reached, "logging/setLevel", json!({ "level": level })).await
    {
        remark(
            client,
            &say!("offer-log-level-refused", reason = error.to_string()),
        );
    }
    if !reached.server_info.subscribes {
        return;
    }
    let wanted = Arc::clone(&entry.offers.preferences.resources().borrow());
    for uri in wanted.iter() {
        let Err(error) = send(reached, "resources/subscribe", json!({ "uri": uri })).await else {
            continue;
        };
        let shown = text::escape_line(uri).text;
        remark(
            client,
            &say!("offer-watch-again", resource = shown, reason = error.to_string()),
        );
        if error.refused.is_some() {
            // It said no: it must not appear as watched.
            entry.offers.preferences.watch(uri, false);
        }
    }
}

fn remark(client: &Client, words: &str) {
    client.log().add(LogSource::Host, None, words);
}

/// Sends something that has no answer worth reading.
pub(in crate::host) async fn send(
    reached: &Reached,
    method: &'static str,
    params: serde_json::Value,
) -> Result<()> {
    let deadlines = Deadlines::within(limits::LIST);
    let never = CancellationToken::new();
    reached
        .connection
        .ask(method, params, deadlines, &never, |_| {})
        .await
        .map(drop)
}
