//! The host, or why there is none: a window that cannot reach its data still opens, says so, and tries again when
//! the person asks.

use portcullis_core::{Code, Error, Result, locked};
use portcullis_host::Host;
use portcullis_l10n::say;
use std::sync::Mutex;

/// The host of this window.
pub(crate) struct Slot<H = Host> {
    kept: Mutex<Result<H>>,
    /// Held from the first step to the last by the task that opens, reopens or ends it: two would stand in each other's way.
    turn: tokio::sync::Mutex<SlotState>,
}

#[derive(Default)]
struct SlotState {
    /// The application is ending. No host is opened after this.
    ended: bool,
}

impl<H> Default for Slot<H> {
    /// It was not opened yet.
    fn default() -> Self {
        Self {
            kept: Mutex::new(Err(between())),
            turn: tokio::sync::Mutex::default(),
        }
    }
}

impl<H: Clone> Slot<H> {
    /// The host, or the reason why there is none.
    pub(crate) fn host(&self) -> Result<H> {
        locked(&self.kept).clone()
    }

    /// The host; opens it where there is none, and says whether it did. Why it did not open is kept.
    ///
    /// # Errors
    /// What opening says; `closing` once the application is ending.
    pub(crate) async fn open(&self, open: impl Future<Output = Result<H>>) -> Result<(H, bool)> {
        let turn = self.turn.lock().await;
        if turn.ended {
            return Err(closing());
        }
        if let Ok(host) = self.host() {
            return Ok((host, false));
        }
        self.put(open.await);
        Ok((self.host()?, true))
    }

    /// Closes the host and opens another. Who ends the application meanwhile waits, and ends that other one.
    ///
    /// # Errors
    /// Those of [`Self::open`]; without a host nothing is done.
    pub(crate) async fn reopen<C: Future<Output = ()>>(
        &self,
        close: impl FnOnce(H) -> C,
        open: impl Future<Output = Result<H>>,
    ) -> Result<H> {
        let turn = self.turn.lock().await;
        if turn.ended {
            return Err(closing());
        }
        let host = self.host()?;
        self.set(Err(between()));
        close(host).await;
        self.put(open.await);
        self.host()
    }

    /// Ends the host, if there is one that was not ended yet. A second caller waits for the first. No other is opened after this.
    pub(crate) async fn end<C: Future<Output = ()>>(&self, close: impl FnOnce(H) -> C) {
        let mut turn = self.turn.lock().await;
        if !std::mem::replace(&mut turn.ended, true)
            && let Ok(host) = self.host()
        {
            close(host).await;
        }
    }

    /// Puts in what an attempt gave.
    fn put(&self, started: Result<H>) {
        if let Err(error) = &started {
            tracing::error!(%error, "the host did not start");
        }
        self.set(started);
    }

    fn set(&self, kept: Result<H>) {
        *locked(&self.kept) = kept;
    }
}

/// What is said to who asks while there is none.
fn between() -> Error {
    Error::new(Code::Closing, say!("host-opening"))
}

fn closing() -> Error {
    Error::new(Code::Closing, say!("host-closing"))
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::sync::Arc;
    use tokio::sync::{Notify, mpsc};

    /// Hosts are numbers here; what is done with them is told in order.
    struct Fixture {
        slot: Arc<Slot<u32>>,
        told: mpsc::Sender<String>,
        telling: mpsc::Receiver<String>,
        /// Lets a host that is being closed go.
        closes: Arc<Notify>,
    }

    impl Fixture {
        async fn new() -> Self {
            let (told, telling) = mpsc::channel(16);
            let slot = Arc::new(Slot::default());
            slot.open(async { Ok(1) }).await.unwrap();
            Self {
                slot,
                told,
                telling,
                closes: Arc::default(),
            }
        }

        fn reopens(&self) -> tokio::task::JoinHandle<Result<u32>> {
            let (slot, told, closes) = (
                Arc::clone(&self.slot),
                self.told.clone(),
                Arc::clone(&self.closes),
            );
            tokio::spawn(async move {
                let telling = told.clone();
                let close = |host: u32| async move {
                    telling.send(format!("closing {host}")).await.unwrap();
                    closes.notified().await;
                    telling.send(format!("closed {host}")).await.unwrap();
                };
                let open = async {
                    told.send("opened 2".to_owned()).await.unwrap();
                    Ok(2)
                };
                slot.reopen(close, open).await
            })
        }

        fn quits(&self) -> tokio::task::JoinHandle<()> {
            let (slot, told) = (Arc::clone(&self.slot), self.told.clone());
            tokio::spawn(async move {
                slot.end(|host: u32| async move { told.send(format!("ended {host}")).await.unwrap() })
                    .await;
            })
        }

        async fn tells(&mut self) -> String {
            self.telling.recv().await.unwrap()
        }
    }

    // Proves F-39.
    #[tokio::test]
    async fn who_quits_while_the_host_is_reopened_ends_the_one_that_is_opened() {
        let mut fixture = Fixture::new().await;
        let reopening = fixture.reopens();
        assert_eq!(fixture.tells().await, "closing 1");
        let quitting = fixture.quits();
        // Everything that could go on automatically has gone on.
        for _ in 0..100 {
            tokio::task::yield_now().await;
        }
        assert!(
            !quitting.is_finished(),
            "the application ended over a host that was closing"
        );
        fixture.closes.notify_one();
        assert_eq!(reopening.await.unwrap().unwrap(), 2);
        quitting.await.unwrap();
        assert_eq!(
            [
                fixture.tells().await,
                fixture.tells().await,
                fixture.tells().await
            ],
            ["closed 1", "opened 2", "ended 2"]
        );
    }

    // Proves F-39.
    #[tokio::test]
    async fn no_host_is_opened_after_the_end() {
        let mut fixture = Fixture::new().await;
        fixture.quits().await.unwrap();
        assert_eq!(fixture.tells().await, "ended 1");
        let refused = fixture.reopens().await.unwrap().unwrap_err();
        assert_eq!(refused.code, Code::Closing);
        let refused = fixture.slot.open(async { Ok(3) }).await.unwrap_err();
        assert_eq!(refused.code, Code::Closing);
        assert!(
            fixture.telling.try_recv().is_err(),
            "nothing was closed or opened"
        );
    }

    // Proves F-39.
    #[tokio::test]
    async fn two_who_end_it_at_once_close_the_host_once() {
        let mut fixture = Fixture::new().await;
        let (first, second) = (fixture.quits(), fixture.quits());
        first.await.unwrap();
        second.await.unwrap();
        assert_eq!(fixture.tells().await, "ended 1");
        assert!(fixture.telling.try_recv().is_err(), "it was closed again");
    }

    #[tokio::test]
    async fn two_who_reopen_at_once_close_each_host_once() {
        let mut fixture = Fixture::new().await;
        let first = fixture.reopens();
        assert_eq!(fixture.tells().await, "closing 1");
        let second = fixture.reopens();
        fixture.closes.notify_one();
        first.await.unwrap().unwrap();
        fixture.closes.notify_one();
        second.await.unwrap().unwrap();
        let mut told = Vec::new();
        while let Ok(words) = fixture.telling.try_recv() {
            told.push(words);
        }
        assert_eq!(
            told,
            ["closed 1", "opened 2", "closing 2", "closed 2", "opened 2"]
        );
    }
}
