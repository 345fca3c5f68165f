//! Sessions that end, are begun again or go on.

use super::*;
use portcullis_core::Code;
use serde_json::{Value, json};
use std::sync::atomic::{AtomicBool, AtomicUsize, Ordering};

// Proves S-56.
#[tokio::test]
async fn a_session_that_a_server_repeats_is_not_shown() {
    const OURS: &str = "session-5d1200aa-0b7e";
    let (url, _) = serves(|hit| {
        if !hit.head.starts_with("post") {
            return said("405 Method Not Allowed", "", "");
        }
        let asked: Value = serde_json::from_str(&hit.body).unwrap();
        if asked["method"] != "initialize" {
            return said(
                "403 Forbidden",
                "Content-Type: text/plain\r\n",
                &format!("{OURS} may not"),
            );
        }
        let answer = json!({"jsonrpc": "2.0", "id": asked["id"], "result": {}});
        let head = format!("{JSON}Mcp-Session-Id: {OURS}\r\n");
        said("200 OK", &head, &answer.to_string())
    })
    .await;
    let (rpc, http) = reaches(&url);
    let hello = asks(&rpc, &http, "initialize").await;
    assert!(matches!(hello, RpcOutcome::Result(_)), "{hello:?}");
    http.listen();
    let error = broken(asks(&rpc, &http, "tools/list").await);
    let words = error.said.unwrap().text;
    assert!(words.ends_with("may not") && !words.contains(OURS), "{words}");
}

/// What a server does with messages of its first session, once it was started anew.
#[derive(Clone, Copy)]
enum After {
    /// It does not know the session, as it should say.
    NotFound,
    /// The same, as many say it.
    BadRequest,
    /// It knows the session, and does not like one message.
    OneMessage,
    /// It knows the session and no ping, and has 400 for every error.
    NoPing,
    /// It knows the session, and has 404 for a method that it does not know, which is any but a ping.
    NoMethod,
    /// It does not know the session, and says to everything that it does not know the method.
    NoMethodAtAll,
    /// It knows the session, and what it refuses with is no answer.
    NoAnswer,
}

/// A server with sessions that was started anew, and what it was asked. Its first session speaks 2025-11-25.
struct Restarted {
    rpc: JsonRpc,
    http: HttpTransport,
    hits: Hits,
    anew: Arc<AtomicBool>,
}

impl Restarted {
    /// `revision` is that of its later sessions.
    async fn with(after: After, revision: &'static str) -> Self {
        let (sessions, anew) = (AtomicUsize::new(0), Arc::new(AtomicBool::new(false)));
        let started = Arc::clone(&anew);
        let (url, hits) = serves(move |hit| {
            if !hit.head.starts_with("post") {
                return said("405 Method Not Allowed", "", "");
            }
            let asked: Value = serde_json::from_str(&hit.body).unwrap();
            let method = asked["method"].as_str().unwrap_or_default();
            let answer = |result: Value| json!({"jsonrpc": "2.0", "id": asked["id"], "result": result});
            if method == "initialize" {
                let number = sessions.fetch_add(1, Ordering::Relaxed) + 1;
                let revision = if number == 1 { "2025-11-25" } else { revision };
                let head = format!("{JSON}Mcp-Session-Id: s{number}\r\n");
                let result = json!({"protocolVersion": revision, "capabilities": {}});
                return said("200 OK", &head, &answer(result).to_string());
            }
            if method.starts_with("notifications/") {
                return said("202 Accepted", "", "");
            }
            let first = hit.head.contains("mcp-session-id: s1") && started.load(Ordering::Relaxed);
            let no = json!({"jsonrpc": "2.0", "id": null,
                "error": {"code": -32000, "message": "Bad Request: No valid session ID provided"}});
            let unknown = json!({"jsonrpc": "2.0", "id": asked["id"],
                "error": {"code": -32601, "message": "Method not found"}});
            match after {
                After::NotFound if first => said("404 Not Found", JSON, &no.to_string()),
                After::NoMethod | After::NoAnswer if first && method == "ping" => {
                    said("200 OK", JSON, &answer(json!({})).to_string())
                }
                After::NoMethod | After::NoMethodAtAll if first => {
                    said("404 Not Found", JSON, &unknown.to_string())
                }
                After::NoAnswer if first => {
                    let asks = json!({"jsonrpc": "2.0", "method": "a", "error": unknown["error"]});
                    said("404 Not Found", JSON, &asks.to_string())
                }
                After::BadRequest if first => said("400 Bad Request", JSON, &no.to_string()),
                After::OneMessage | After::NoPing if first && method != "ping" => {
                    said("400 Bad Request", JSON, &no.to_string())
                }
                After::NoPing if first => said("400 Bad Request", JSON, &unknown.to_string()),
                _ => said("200 OK", JSON, &answer(json!({})).to_string()),
            }
        })
        .await;
        let (rpc, http) = reaches(&url);
        assert!(matches!(
            asks(&rpc, &http, "initialize").await,
            RpcOutcome::Result(_)
        ));
        http.agreed("2025-11-25");
        rpc.set_ready();
        http.listen();
        Self {
            rpc,
            http,
            hits,
            anew,
        }
    }

    async fn asks(&self, method: &'static str) -> RpcOutcome {
        asks(&self.rpc, &self.http, method).await
    }

    fn starts_anew(&self) {
        self.anew.store(true, Ordering::Relaxed);
    }

    async fn answers(&self, method: &'static str) {
        let outcome = self.asks(method).await;
        assert!(matches!(outcome, RpcOutcome::Result(_)), "{outcome:?}");
    }

    async fn refuses(&self, method: &'static str) {
        let outcome = self.asks(method).await;
        assert!(matches!(outcome, RpcOutcome::Refused { .. }), "{outcome:?}");
    }

    /// How often it got this method.
    fn got(&self, method: &str) -> usize {
        let of = format!("\"method\":\"{method}\"");
        let hits = self.hits.all();
        hits.iter().filter(|hit| hit.body.contains(&of)).count()
    }
}

// Proves HTTP-12.
#[tokio::test]
async fn a_session_that_is_not_known_any_more_is_begun_again_however_that_is_said() {
    for (after, method, pings) in [
        (After::NotFound, "tools/call", 0),
        (After::BadRequest, "prompts/get", 1),
    ] {
        let server = Restarted::with(after, "2025-11-25").await;
        server.answers("tools/list").await;
        let asked = server
            .rpc
            .incoming(br#"{"jsonrpc":"2.0","id":0,"method":"roots/list"}"#);
        let page = server.rpc.page("p").unwrap();
        server.starts_anew();
        server.answers(method).await;
        let got = ["initialize", "ping", method].map(|method| server.got(method));
        assert_eq!(got, [2, pings, 2]);
        assert!(
            asked.asked[0].cancelled.is_cancelled(),
            "a question of the session before has no answer"
        );
        assert_eq!(server.rpc.open_requests(), 0);
        let done = br#"{"jsonrpc":"2.0","method":"notifications/elicitation/complete","params":{"elicitationId":"p"}}"#;
        let _ = server.rpc.incoming(done);
        assert!(page.is_cancelled(), "a page may be finished in the next session");
    }
}

// Proves HTTP-12, HTTP-23.
#[tokio::test]
async fn a_call_is_not_made_a_second_time_where_400_may_mean_the_call_itself() {
    let server = Restarted::with(After::BadRequest, "2025-11-25").await;
    server.answers("tools/list").await;
    server.starts_anew();
    server.refuses("tools/call").await;
    assert_eq!((server.got("initialize"), server.got("tools/call")), (2, 1));
    server.answers("tools/call").await;
}

// Proves HTTP-12.
#[tokio::test]
async fn a_message_that_is_refused_alone_begins_no_session() {
    for after in [After::OneMessage, After::NoPing] {
        let server = Restarted::with(after, "2025-11-25").await;
        server.answers("tools/list").await;
        server.starts_anew();
        server.refuses("tools/call").await;
        let got = ["initialize", "ping", "tools/call"].map(|method| server.got(method));
        assert_eq!(got, [1, 1, 1]);
    }
    // Where nothing was ever answered, nothing is begun again.
    let server = Restarted::with(After::BadRequest, "2025-11-25").await;
    server.starts_anew();
    server.refuses("tools/list").await;
    assert_eq!((server.got("initialize"), server.got("ping")), (1, 0));
}

// Proves HTTP-12, ERA-25.
#[tokio::test]
async fn a_method_that_is_not_known_is_no_session_that_is_gone() {
    let server = Restarted::with(After::NoMethod, "2025-11-25").await;
    server.starts_anew();
    for _ in 0..2 {
        match server.asks("resources/templates/list").await {
            RpcOutcome::Refused { code, message, .. } => {
                assert_eq!((code, message.as_str()), (-32601, "Method not found"));
            }
            other => panic!("{other:?}"),
        }
    }
    assert_eq!(
        (server.got("initialize"), server.got("resources/templates/list")),
        (1, 2)
    );
}

// Proves HTTP-12.
#[tokio::test]
async fn a_session_is_begun_again_where_no_method_is_known_or_nothing_is_answered() {
    for after in [After::NoMethodAtAll, After::NoAnswer] {
        let server = Restarted::with(after, "2025-11-25").await;
        server.answers("tools/list").await;
        server.starts_anew();
        server.answers("tools/call").await;
        let got = ["initialize", "ping", "tools/call"].map(|method| server.got(method));
        assert_eq!(got, [2, 1, 2]);
    }
}

/// A new session begins, as far as this transport knows.
fn begins_another_session(http: &HttpTransport) {
    locked(&http.0.session).number += 1;
}

// Proves HTTP-12.
#[tokio::test]
async fn what_was_said_in_a_session_that_is_over_is_not_sent_in_the_next() {
    let (url, hits) = serves(|_| said("202 Accepted", "", "")).await;
    let (rpc, http) = reaches(&url);
    let reopening = http.0.reopening.lock().await;
    http.tell(b"{}".to_vec());
    begins_another_session(&http);
    drop(reopening);
    http.tell(b"[]".to_vec());
    hits.count(1).await;
    logs_a_line(&rpc).await;
    let bodies: Vec<_> = hits.all().into_iter().map(|hit| hit.body).collect();
    assert_eq!(bodies, ["[]"]);
}

// Proves HTTP-12, SSE-09.
#[tokio::test]
async fn a_stream_of_a_session_that_is_over_is_not_taken_up_in_the_next() {
    let change = r#"{"jsonrpc":"2.0","method":"notifications/prompts/list_changed"}"#;
    let (url, hits) = serves(move |_| {
        said(
            "200 OK",
            EVENTS,
            &format!("id: 7\nretry: 1000\ndata: {change}\n\n"),
        )
    })
    .await;
    let (rpc, http) = reaches(&url);
    let (_, answer, _guard) = sends(&rpc, &http, "tools/call");
    rpc.notifications().offers_arrived().await;
    begins_another_session(&http);
    assert!(answer.await.is_err(), "it ends without an answer");
    assert_eq!(hits.all().len(), 1);
}

// Proves ERA-05.
#[tokio::test]
async fn a_new_session_of_another_revision_is_a_new_connection() {
    let server = Restarted::with(After::NotFound, "2025-06-18").await;
    server.starts_anew();
    let error = broken(server.asks("tools/call").await);
    assert_eq!(error.code, Code::TransportLost);
    assert!(error.sentence.ends_with("had no effect."), "{error:?}");
    let failure = server.rpc.failure().expect("it is connected to anew");
    let under_way = "a call of the session before may have run";
    assert!(
        failure.sentence.ends_with("may have taken effect."),
        "{under_way}: {failure:?}"
    );
    assert_eq!(server.got("tools/call"), 1);
}
