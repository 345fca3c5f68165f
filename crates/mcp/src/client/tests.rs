//! What a client's host hears of an attempt, whatever becomes of it.
use super::{Client, ClientHost, PreparedStart, Refusal, ServerInfo, ServerRequest, Setup, SystemWatch};
use futures::FutureExt;
use futures::future::BoxFuture;
use portcullis_catalog::Catalog;
use portcullis_core::clock::SystemClock;
use portcullis_core::{Code, Result};
use portcullis_domain::{EraChoice, Phase, ServerState, TransportChoice};
use serde_json::Value;
use std::sync::Arc;
use tokio::sync::mpsc;

/// A host that fails in the worst way while a server is being started.
struct Panics(mpsc::Sender<Option<Code>>);

impl ClientHost for Panics {
    fn prepare(&self) -> BoxFuture<'_, Result<PreparedStart>> {
        async { panic!("a fault of ours") }.boxed()
    }

    fn settled(&self, outcome: Result<ServerInfo>) -> BoxFuture<'_, ()> {
        self.0.try_send(outcome.err().map(|error| error.code)).unwrap();
        async {}.boxed()
    }

    fn listed(&self, _: Arc<Catalog>, _: Option<String>) -> BoxFuture<'_, Result<bool>> {
        async { Ok(false) }.boxed()
    }

    fn published(&self) {}

    fn changed(&self) {}

    fn url_elicitation_done(&self, _: super::UrlElicitationVisit) -> BoxFuture<'_, bool> {
        std::future::ready(false).boxed()
    }

    fn asked(&self, _: ServerRequest) -> BoxFuture<'_, std::result::Result<Value, Refusal>> {
        async { Err(Refusal::UNKNOWN) }.boxed()
    }
}

// Proves F-38.
#[tokio::test]
async fn an_attempt_that_ends_in_a_panic_is_over() {
    let (told, mut heard) = mpsc::channel(8);
    let setup = Setup {
        offers: super::ClientCapabilities::default(),
        label: "Notes".to_owned(),
        local: true,
        era: EraChoice::Auto,
        remembered: None,
        message_bytes: 1 << 20,
        start_seconds: None,
        transport: TransportChoice::Auto,
        preferences: Arc::default(),
    };
    let client = Client::new(
        setup,
        Arc::new(Panics(told)),
        Arc::new(SystemClock),
        SystemWatch::inert(),
    );
    client.start().await;
    assert_eq!(heard.recv().await, Some(Some(Code::Internal)));
    assert_eq!(client.snapshot().state.phase, Phase::Stopped);
}

#[test]
fn a_state_is_said_in_the_language_that_is_spoken_now() {
    let words = |said: &str| {
        let state = super::in_current_language(ServerState {
            words: said.to_owned(),
            ..super::off(1)
        });
        state.words
    };
    // As it was put into words before the language was changed.
    assert_eq!(words("就绪"), "ready");
    assert_eq!(words("ready"), "ready");
    for other in ["stopped: exited with code 1", "已停止：已退出", "readyx"] {
        assert_eq!(words(other), other);
    }
}
