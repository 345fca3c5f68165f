//! A server behind nginx, which ends TLS under a certificate of our own authority, buffers, times out, resets, and answers
//! itself while the server is away. What is shown is true within seconds, and every call ends in a sentence.
//!
//! Whom to trust is read from the environment of the whole process, so each of these runs itself again in one of its own.

use std::time::{Duration, Instant};

use portcullis_api::{Endpoint, Phase};
use portcullis_core::Code;
use portcullis_tests::{
    fault_proxy::{Authority, NetworkState},
    listening::Listening,
    packages,
    proxy::Proxy,
    test_host::ProxiedHost,
    test_user::{TestUser, address, assert_done, assert_failed, code, nothing, text},
    wait,
};
use serde_json::{Value, json};

use crate::certificates::again;

async fn runs(name: &str) {
    let folder = tempfile::tempdir().unwrap();
    let trusted = folder.path().join("trusted.pem");
    let authority = Authority::default();
    std::fs::write(&trusted, authority.pem()).unwrap();
    // The key of the authority goes along, so that the test inside can give certificates.
    std::fs::write(folder.path().join("authority.key"), authority.key()).unwrap();
    let test = format!("reverse_proxy::inside::{name}");
    again(
        &test,
        &[
            ("SSL_CERT_FILE", trusted.to_str().unwrap()),
            ("AUTHORITY", folder.path().to_str().unwrap()),
        ],
    )
    .await;
}

// Proves SEC-17, F-13.
#[tokio::test]
async fn behind_nginx_calls_progress_and_announcements_arrive_through_its_buffers() {
    runs("buffers").await;
}

// Proves F-01, F-10, F-12.
#[tokio::test]
async fn while_the_server_behind_it_starts_anew_the_state_says_so_and_no_call_hangs() {
    runs("restarts").await;
}

// Proves F-09, F-10.
#[tokio::test]
async fn its_read_timeout_ends_a_call_and_not_the_server() {
    runs("times_out").await;
}

// Proves F-10.
#[tokio::test]
async fn an_answer_that_breaks_off_or_comes_slowly_ends_its_call_and_nothing_else() {
    runs("breaks_off").await;
}

// Proves HTTP-12, F-01.
#[tokio::test]
#[ignore = "needs `cargo xtask test packages`"]
async fn a_real_server_behind_nginx_is_used_and_found_again_after_it_started_anew() {
    runs("real").await;
}

/// The reference server, on its own port.
async fn reference(port: u16) -> Listening {
    Listening::start_at(&packages::everything_over("streamableHttp"), port).await
}

fn authority() -> Option<Authority> {
    let folder = std::path::PathBuf::from(std::env::var_os("AUTHORITY")?);
    let read = |name: &str| std::fs::read_to_string(folder.join(name)).unwrap();
    Some(Authority::again(&read("trusted.pem"), &read("authority.key")))
}

/// A person with a server, a proxy whose network can be cut before it, and nginx before that.
async fn behind_nginx(script: Value, lines: &str) -> Option<(ProxiedHost, Proxy)> {
    let authority = authority()?;
    let mut nginx = None;
    let fixture = ProxiedHost::drafted(TestUser::new().await, script, async |draft| {
        let_assert!(&mut draft.endpoint => Endpoint::Address { url });
        let proxy = Proxy::before(url, &authority, lines).await;
        *url = proxy.url();
        nginx = Some(proxy);
    })
    .await;
    fixture.sees(&fixture.id, Phase::Ready).await;
    Some((fixture, nginx?))
}

/// What runs where our authority is trusted. Left out of an ordinary run, and nothing without it.
mod inside {
    use super::*;

    #[tokio::test]
    #[ignore = "is run by the tests above"]
    async fn buffers() {
        let lines = "proxy_buffering on; proxy_buffers 8 64k; gzip on; gzip_min_length 1; gzip_proxied any;
            gzip_types application/json text/event-stream;";
        let changed = json!({"name": "x", "description": "other", "inputSchema": {"type": "object"}});
        let script = json!({
            "tools": ["x", "slow", "large", "change"],
            "calls": {
                "slow": [{"progress": {"n": 5, "interval_ms": 100}}, {"reply": {"content": [{"type": "text", "text": "slow"}]}}],
                "large": [{"text_bytes": 3 << 20}],
                "change": [{"change_tool": changed}],
            },
        });
        let (fixture, _nginx) = or_skip!(behind_nginx(script.clone(), lines).await);
        assert_eq!(text(&fixture.calls("slow").await), "slow");
        assert_done(&fixture.calls("large").await);
        let calls = (0..20).map(|_| fixture.calls("x"));
        for call in futures::future::join_all(calls).await {
            assert_done(&call);
        }
        fixture.host.close().await;
        // What is announced stays in its buffers until they are full, unless it is told to keep none.
        let lines = "proxy_buffering off; proxy_read_timeout 1h;";
        let (fixture, _nginx) = behind_nginx(script, lines).await.expect("it worked before");
        assert_done(&fixture.calls("change").await);
        wait::until("the change to be seen", || {
            let server = fixture.host.server(&fixture.id).unwrap();
            (server.summary.changed_tools == 1).then_some(())
        })
        .await;
        fixture.host.close().await;
    }

    #[tokio::test]
    #[ignore = "is run by the tests above"]
    async fn real() {
        let authority = or_skip!(authority());
        let free = std::net::TcpListener::bind("127.0.0.1:0").unwrap();
        let port = free.local_addr().unwrap().port();
        drop(free);
        let server = reference(port).await;
        let proxy = Proxy::before(&format!("http://127.0.0.1:{port}/mcp"), &authority, "").await;
        let person = TestUser::new().await;
        let id = person.adds_ready(address("Reference", &proxy.url())).await;
        let greeting = json!({"message": "through nginx"});
        let said = text(&person.calls(&id, "echo", greeting.clone()).await);
        assert!(said.contains("through nginx"), "{said}");
        server.ends().await;
        let gone = Instant::now();
        let call = person.calls(&id, "echo", greeting.clone()).await;
        assert_failed(&call, Code::NetworkBusy);
        let state = person.sees(&id, Phase::Failing).await;
        assert!(gone.elapsed() < Duration::from_secs(30), "{:?}", gone.elapsed());
        assert!(state.retry_at.is_some() && state.problem.is_some());
        let _server = reference(port).await;
        person
            .sees_within(&id, Phase::Ready, Duration::from_secs(60))
            .await;
        let said = text(&person.calls(&id, "echo", greeting).await);
        assert!(said.contains("through nginx"), "{said}");
        person.host.close().await;
    }

    #[tokio::test]
    #[ignore = "is run by the tests above"]
    async fn restarts() {
        let lines = "if (-f $document_root/closed) { return 503; } add_header Retry-After 1 always;
            proxy_connect_timeout 1s;";
        let script = json!({"tools": ["x", "wait"], "calls": {"wait": ["no_reply"]}});
        let lines = format!("root {}; {lines}", std::env::var("AUTHORITY").unwrap_or_default());
        let (fixture, _nginx) = or_skip!(behind_nginx(script, &lines).await);
        // 502: there is no server behind it, and its clients were cut off.
        let call = fixture.begins(&fixture.id, "wait", nothing()).await;
        wait::holds("the call to be sent", || fixture.sent("tools/call").len() == 1).await;
        let closed = Instant::now();
        fixture.fault_proxy.becomes(NetworkState::Down);
        let call = fixture.finishes(&call).await;
        let said = call.problem.clone().unwrap();
        assert_has!(said.sentence, "The request may have taken effect");
        fixture.sees(&fixture.id, Phase::Failing).await;
        assert!(
            closed.elapsed() < Duration::from_secs(30),
            "{:?}",
            closed.elapsed()
        );
        fixture.fault_proxy.becomes(NetworkState::Open);
        fixture.comes_back().await;
        // 503, said by nginx itself: it is asked again a moment later, and a call that may have been done is not.
        let mark = std::path::PathBuf::from(std::env::var_os("AUTHORITY").unwrap()).join("closed");
        let before = fixture.sent("tools/call").len();
        std::fs::write(&mark, "").unwrap();
        assert_failed(&fixture.calls("x").await, Code::NetworkBusy);
        assert_eq!(
            fixture.sent("tools/call").len(),
            before,
            "nginx answered automatically"
        );
        std::fs::remove_file(&mark).unwrap();
        fixture.comes_back().await;
        fixture.has_no_open_request(&fixture.id).await;
        fixture.host.close().await;
    }

    #[tokio::test]
    #[ignore = "is run by the tests above"]
    async fn times_out() {
        let script = json!({"tools": ["x", "wait"], "calls": {"wait": ["no_reply"]}});
        let (fixture, _nginx) = or_skip!(behind_nginx(script, "proxy_read_timeout 2s;").await);
        let call = fixture.calls("wait").await;
        assert_failed(&call, Code::NetworkBusy);
        let sentence = call.problem.unwrap().sentence;
        assert!(
            sentence.contains("504") && sentence.contains("may have taken effect"),
            "it may well have been done: {sentence}"
        );
        // It is asked whether it is there, and it is. Its stream of announcements is cut every two seconds as well, which is
        // no reason to call it away.
        fixture.sees(&fixture.id, Phase::Ready).await;
        let until = Instant::now() + Duration::from_secs(9);
        while Instant::now() < until {
            assert_eq!(fixture.state(&fixture.id).phase, Phase::Ready);
            tokio::time::sleep(Duration::from_millis(50)).await;
        }
        assert_done(&fixture.calls("x").await);
        assert_eq!(fixture.sent("initialize").len(), 1, "one connection all along");
        fixture.host.close().await;
    }

    #[tokio::test]
    #[ignore = "is run by the tests above"]
    async fn breaks_off() {
        let begun = json!([{"progress": {"n": 1}}, "no_reply"]);
        let script = json!({
            "tools": ["x", "half", "large"],
            "calls": {"half": begun, "large": [{"trickle": 2}, {"text_bytes": 800}]},
        });
        // Byte by byte: the answer takes seconds, and all of it comes.
        let (fixture, nginx) = or_skip!(behind_nginx(script, "proxy_buffering off;").await);
        let began = Instant::now();
        assert_done(&fixture.calls("large").await);
        assert!(
            began.elapsed() > Duration::from_secs(1),
            "it was slow: {:?}",
            began.elapsed()
        );
        let call = fixture.begins(&fixture.id, "half", nothing()).await;
        // Its answer has begun: before that there is nothing to break off, and nginx says so itself with a 502.
        wait::until("the answer to begin", || {
            fixture.host.call(&call.id).unwrap().progress
        })
        .await;
        // The network is cut and open again at once.
        fixture.fault_proxy.becomes(NetworkState::Open);
        let call = fixture.finishes(&call).await;
        assert_eq!(
            code(&call),
            Code::TransportLost.as_str(),
            "{:?} {}",
            call.problem,
            nginx.log()
        );
        fixture.comes_back().await;
        fixture.host.close().await;
    }
}
