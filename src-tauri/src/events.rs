//! Carries the host's events to the window in batches: first the snapshot, then everything after it, in order.
//! A window that reloads attaches again; what it missed is in the snapshot (F-26).

use portcullis_host::view::{EventBatch, HostEvent, Snapshot};
use portcullis_host::{Host, Result};
use std::sync::{Mutex, PoisonError};
use std::time::Duration;
use tauri::async_runtime::JoinHandle;
use tauri::{AppHandle, Emitter};

/// The one event that the window hears.
const NAME: &str = "host";
/// Events that come within this time travel together.
const TOGETHER: Duration = Duration::from_millis(16);
/// Events in one batch.
const MOST: usize = 256;

/// The running pump of the window.
#[derive(Default)]
pub(crate) struct Pump(Mutex<Option<JoinHandle<()>>>);

impl Pump {
    /// Starts the stream anew and says how everything is.
    pub(crate) async fn attach(&self, app: &AppHandle, host: &Host) -> Result<Snapshot> {
        // Listening begins before looking, so that nothing falls between the two.
        let mut events = host.events();
        let snapshot = host.snapshot().await?;
        let (app, after) = (app.clone(), snapshot.sequence);
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
                if let Err(error) = app.emit_to(
                    "main",
                    NAME,
                    EventBatch {
                        sequence: last,
                        events: batch,
                    },
                ) {
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
