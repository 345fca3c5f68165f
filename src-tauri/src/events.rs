//! Carries the host's events to the window in batches: first the snapshot, then everything after it, in order.
//! A window that reloads attaches again; what it missed is in the snapshot (F-26).

use portcullis_api::{EventBatch, HostEvent, Snapshot};
use portcullis_core::{Code, Error, Result, locked};
use portcullis_host::Host;
use portcullis_l10n::say;
use std::sync::Mutex;
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
pub(crate) struct Pump {
    running: Mutex<Option<JoinHandle<()>>>,
    /// Held from the first step to the last: a page that was loaded again comes after the one before, whose attempt may be slow.
    turn: tokio::sync::Mutex<()>,
}

impl Pump {
    /// Starts the stream again, into this channel, and says how everything is.
    pub(crate) async fn attach(&self, channel: Channel<EventBatch>, host: &Host) -> Result<Snapshot> {
        self.in_turn(started(channel, host)).await
    }

    /// Puts what is started in the place of what runs. Who came last stays.
    async fn in_turn<T>(&self, start: impl Future<Output = Result<(T, JoinHandle<()>)>>) -> Result<T> {
        let _turn = self.turn.lock().await;
        let (snapshot, pump) = start.await?;
        let old = locked(&self.running).replace(pump);
        if let Some(old) = old {
            old.abort();
        }
        Ok(snapshot)
    }
}

/// Starts a stream into this channel, after how everything is.
async fn started(channel: Channel<EventBatch>, host: &Host) -> Result<(Snapshot, JoinHandle<()>)> {
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
    Ok((snapshot, pump))
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::future::{pending, ready};
    use tokio::sync::oneshot;

    /// A pump, and what ends with it.
    fn pump() -> (JoinHandle<()>, oneshot::Receiver<()>) {
        let (alive, ended) = oneshot::channel::<()>();
        let pump = tauri::async_runtime::spawn(async move {
            let _alive = alive;
            pending::<()>().await;
        });
        (pump, ended)
    }

    // Proves F-26.
    #[tokio::test]
    async fn the_page_that_came_last_is_told_also_where_the_one_before_is_slow() {
        let all = Pump::default();
        let ((first, first_ended), (second, second_ended)) = (pump(), pump());
        let (go_on, slow) = oneshot::channel::<()>();
        let start = async move {
            slow.await.expect("it is let go");
            Ok(((), first))
        };
        let let_go = async move {
            // Everything that could go on automatically has gone on.
            for _ in 0..100 {
                tokio::task::yield_now().await;
            }
            go_on.send(()).expect("it waits");
            Ok::<_, Error>(())
        };
        tokio::try_join!(all.in_turn(start), all.in_turn(ready(Ok(((), second)))), let_go)
            .expect("both pages are attached");
        tokio::select! {
            _ = first_ended => {}
            _ = second_ended => panic!("the page that came last hears nothing"),
        }
    }
}
