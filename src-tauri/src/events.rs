//! Carries the host's events to the window in batches: first the snapshot, then everything after it, in order.
//! A window that reloads attaches again; what it missed is in the snapshot (F-26).

use portcullis_api::{EventBatch, HostEvent, Snapshot};
use portcullis_core::{Code, Error, Result};
use portcullis_host::Host;
use portcullis_l10n::say;
use std::sync::{Mutex, PoisonError};
use std::time::Duration;
use tauri::async_runtime::JoinHandle;
use tauri::ipc::{Channel, JavaScriptChannelId};
use tauri::{AppHandle, Manager};

/// Events that come within this time travel together.
const TOGETHER: Duration = Duration::from_millis(16);
/// Events in one batch.
const MOST: usize = 256;

/// The channel that the page of this label made, by the name that it gave.
///
/// # Errors
/// What is no name of a channel; and when there is no window.
pub(crate) fn channel<T>(app: &AppHandle, label: &str, name: &str) -> Result<Channel<T>> {
    let id: JavaScriptChannelId = name
        .parse()
        .map_err(|_| Error::new(Code::BadInput, say!("channel-invalid")))?;
    let window = app
        .get_webview_window(label)
        .ok_or_else(|| Error::internal("there is no window"))?;
    Ok(id.channel_on(window.as_ref().clone()))
}

/// The running pump of the window.
#[derive(Default)]
pub(crate) struct Pump(Mutex<Option<JoinHandle<()>>>);

impl Pump {
    /// Starts the stream again, into this channel, and says how everything is.
    pub(crate) async fn attach(&self, channel: Channel<EventBatch>, host: &Host) -> Result<Snapshot> {
        // Listening begins before looking, so that nothing falls between the two.
        let mut events = host.events();
        let snapshot = host.snapshot().await?;
        let after = snapshot.sequence;
        let pump = tauri::async_runtime::spawn(async move {
            let mut last = after;
            while let Some(first) = events.next().await {
                tokio::time::sleep(TOGETHER).await;
                let mut batch = Vec::new();
                let mut next = Some(first);
                while let Some((sequence, event)) = next {
                    let lagged = matches!(event, HostEvent::Lagged {});
                    if lagged || sequence > last {
                        last = last.max(sequence);
                        batch.push(event);
                    }
                    next = if lagged || batch.len() >= MOST {
                        None
                    } else {
                        events.ready()
                    };
                }
                if batch.is_empty() {
                    continue;
                }
                let batch = EventBatch {
                    sequence: last,
                    events: batch,
                };
                if let Err(error) = channel.send(batch) {
                    tracing::debug!(%error, "the window did not hear");
                }
            }
        });
        let old = self
            .0
            .lock()
            .unwrap_or_else(PoisonError::into_inner)
            .replace(pump);
        if let Some(old) = old {
            old.abort();
        }
        Ok(snapshot)
    }
}
