//! What a person is told when an address says no, sends them elsewhere or answers in another wrapping: what happened, in
//! our words, and why, in the server's own.

use std::{io::Write as _, sync::Arc};

use flate2::{
    Compression,
    write::{DeflateEncoder, GzEncoder, ZlibEncoder},
};
use portcullis_api::{Phase, Problem, ServerDraft};
use portcullis_core::{Code, TextSource};
use portcullis_host::limits;
use portcullis_tests::{
    http1::Request,
    sink::{Answer, Sink},
    test_user::{TestUser, address, assert_done, assert_failed, assert_named, named, nothing, text},
    wait,
};
use serde_json::{Value, json};

/// How adding a server fails.
pub(super) async fn fails(draft: ServerDraft) -> (Phase, Problem) {
    let person = TestUser::new().await;
    let id = person.adds(draft).await;
    let state = wait::until("the address to fail", || {
        let state = person.state(&id);
        (!matches!(state.phase, Phase::Starting | Phase::Off)).then_some(state)
    })
    .await;
    let problem = state.problem.unwrap_or_else(|| panic!("{:?}", state.phase));
    assert_named(&problem.sentence, "Remote");
    person.host.close().await;
    (state.phase, problem)
}

fn answer(status: u16, kind: &str, body: &str) -> Answer {
    let headers = vec![("Content-Type".to_owned(), kind.to_owned())];
    Answer::Status(status, headers, body.as_bytes().to_vec())
}

async fn told(answer: Answer) -> (Phase, Problem) {
    let sink = Sink::answering(answer).await;
    fails(address("Remote", &sink.url("/mcp"))).await
}

// Proves S-34, S-44.
#[tokio::test]
async fn why_an_address_says_no_is_shown_in_its_own_words_and_as_its_own() {
    for (status, kind, body, code, said) in [
        (
            401,
            "application/json",
            r#"{"error":"unauthorized","message":"Bring an API key"}"#,
            Code::AuthRequired,
            "Bring an API key",
        ),
        (
            403,
            "text/plain",
            "Your plan ended \u{202e}yesterday\u{7}",
            Code::AuthForbidden,
            "Your plan ended ⟨U+202E⟩yesterday⟨U+0007⟩",
        ),
        (
            500,
            "text/html; charset=utf-8",
            "<html><head><title>Bad\n deploy</title></head><body>…",
            Code::NetworkFault,
            "Bad deploy",
        ),
        (
            503,
            "application/problem+json",
            r#"{"title":"Unavailable","detail":"Back at noon"}"#,
            Code::NetworkBusy,
            "Back at noon",
        ),
        (
            404,
            "text/plain",
            "no such team",
            Code::NetworkNotMcp,
            "no such team",
        ),
    ] {
        let (_, problem) = told(answer(status, kind, body)).await;
        assert_eq!(problem.code, code.as_str(), "{status}");
        // Who wants a sign-in is told by that, not by its number.
        assert!(
            status == 401 || problem.sentence.contains(&format!("HTTP {status}")),
            "{}",
            problem.sentence
        );
        let found = problem.said.unwrap();
        assert_eq!(
            (found.text.as_str(), found.by),
            (said, TextSource::Server),
            "{status}"
        );
        assert!(!problem.sentence.contains(said), "{}", problem.sentence);
    }
}

// Proves F-11.
#[tokio::test]
async fn what_an_address_says_beside_its_no_is_bounded() {
    let (_, problem) = told(answer(500, "text/plain", &"x".repeat(limits::ERROR_BODY_BYTES))).await;
    assert_eq!(problem.said.unwrap().text.chars().count(), limits::SAID + 1);
    let (_, problem) = told(answer(
        500,
        "text/plain",
        &"x".repeat(limits::ERROR_BODY_BYTES + 1),
    ))
    .await;
    assert_eq!(
        (problem.code.as_str(), problem.said),
        (Code::NetworkFault.as_str(), None)
    );
    let (_, problem) = told(answer(500, "image/png", "PNG")).await;
    assert_eq!(problem.said, None);
}

// Proves AUT-60.
#[tokio::test]
async fn a_403_is_no_sign_in_unless_it_asks_for_one_and_a_500_proves_nothing() {
    let (phase, problem) = told(answer(403, "text/plain", "Invalid Host header")).await;
    assert_eq!(
        (phase, problem.code.as_str()),
        (Phase::Stopped, Code::AuthForbidden.as_str())
    );
    let asks = vec![("WWW-Authenticate".to_owned(), "Bearer realm=\"x\"".to_owned())];
    let (phase, problem) = told(Answer::Status(403, asks, vec![])).await;
    assert_eq!(
        (phase, problem.code.as_str()),
        (Phase::NeedsSignIn, Code::AuthRequired.as_str())
    );
    let (phase, problem) = told(Answer::Status(500, vec![], vec![])).await;
    assert_eq!(
        (phase, problem.code.as_str()),
        (Phase::Failing, Code::NetworkFault.as_str())
    );
}

// Proves S-56.
#[tokio::test]
async fn a_header_that_is_refused_is_named_and_what_it_holds_is_not_repeated() {
    let secret = "a-key-that-is-long-enough-to-know";
    let sink = Sink::scripted(|request, _| {
        let sent = request.header("authorization").unwrap_or_default();
        answer(401, "text/plain", &format!("{sent} is not known here"))
    })
    .await;
    let mut draft = address("Remote", &sink.url("/mcp"));
    draft
        .headers
        .push(named("Authorization", &format!("Bearer {secret}"), true));
    let (_, problem) = fails(draft).await;
    assert_eq!(problem.code, Code::AuthRequired.as_str());
    assert_has!(problem.sentence, "the Authorization header that you entered");
    let said = problem.said.unwrap().text;
    assert!(
        said.ends_with("is not known here") && !said.contains(secret),
        "{said}"
    );
}

// Proves S-63, SEC-03, HTTP-07.
#[tokio::test]
async fn a_redirect_names_where_it_leads_and_a_loop_is_called_a_loop() {
    let elsewhere = Sink::answering(Answer::Html).await;
    let to = elsewhere.url("/else\u{e9}where");
    let (_, problem) = told(Answer::Redirect(to)).await;
    assert_eq!(problem.code, Code::NetworkRedirect.as_str());
    assert_has!(problem.sentence, "redirects to another URL (HTTP 307");
    assert_eq!(problem.said.unwrap().text, elsewhere.url("/else%C3%A9where"));
    elsewhere.assert_untouched();

    let moved = |status: u16, to: &str| {
        let headers = vec![("Location".to_owned(), to.to_owned())];
        Answer::Status(status, headers, vec![])
    };
    let to_itself = told(moved(307, "/mcp")).await.1;
    let by_get = told(moved(302, "/mcp")).await.1;
    let sink = Sink::scripted(move |request, _| match request.target.as_str() {
        "/a" => moved(308, "/mcp"),
        _ => moved(308, "/a"),
    })
    .await;
    let around = fails(address("Remote", &sink.url("/mcp"))).await.1;
    for problem in [to_itself, by_get, around] {
        assert_eq!(problem.code, Code::NetworkRedirect.as_str());
        assert!(problem.sentence.contains("in a loop"), "{}", problem.sentence);
    }
    let sink = Sink::scripted(move |_, before| moved(307, &format!("/{before}"))).await;
    let (_, problem) = fails(address("Remote", &sink.url("/mcp"))).await;
    assert_has!(problem.sentence, "more than 5 times");
    let nowhere = told(Answer::Status(302, vec![], vec![])).await.1;
    assert_has!(nowhere.sentence, "a redirect without a target");
}

/// How a body is wrapped, and how that is called.
#[derive(Clone, Copy)]
struct Wrapping {
    called: &'static str,
    wraps: fn(&[u8]) -> Vec<u8>,
}

const GZIP: Wrapping = Wrapping {
    called: "gzip",
    wraps: gzip,
};

fn gzip(body: &[u8]) -> Vec<u8> {
    let mut packed = GzEncoder::new(Vec::new(), Compression::best());
    packed.write_all(body).unwrap();
    packed.finish().unwrap()
}

fn zlib(body: &[u8]) -> Vec<u8> {
    let mut packed = ZlibEncoder::new(Vec::new(), Compression::best());
    packed.write_all(body).unwrap();
    packed.finish().unwrap()
}

fn bare(body: &[u8]) -> Vec<u8> {
    let mut packed = DeflateEncoder::new(Vec::new(), Compression::best());
    packed.write_all(body).unwrap();
    packed.finish().unwrap()
}

/// A server that wraps whatever it says, as a stream or as a body. `special` is what the tool `special` answers with.
async fn wrapped(wrapping: Wrapping, streams: bool, special: Vec<u8>) -> Sink {
    let special = Arc::new(special);
    Sink::scripted(move |request: &Request, _| {
        let asked: Value = serde_json::from_slice(&request.body).unwrap_or_default();
        let kind = if streams {
            "text/event-stream"
        } else {
            "application/json"
        };
        let headers = vec![
            ("Content-Type".to_owned(), kind.to_owned()),
            ("Content-Encoding".to_owned(), wrapping.called.to_owned()),
        ];
        let tool = |name: &str| json!({"name": name, "inputSchema": {"type": "object"}});
        let result = match asked["method"].as_str().unwrap_or_default() {
            _ if request.method != "POST" => return Answer::Status(405, vec![], vec![]),
            "initialize" => json!({
                "protocolVersion": "2025-11-25",
                "capabilities": {"tools": {}},
                "serverInfo": {"name": "wrapped", "version": "1"},
            }),
            "tools/list" => json!({"tools": [tool("x"), tool("special")]}),
            "tools/call" if asked["params"]["name"] == "special" => {
                return Answer::Status(200, headers, special.to_vec());
            }
            "tools/call" => json!({"content": [{"type": "text", "text": "unwrapped"}]}),
            _ if asked["id"].is_null() => return Answer::Status(202, vec![], vec![]),
            _ => return Answer::Status(404, vec![], vec![]),
        };
        let message = json!({"jsonrpc": "2.0", "id": asked["id"], "result": result}).to_string();
        let body = if streams {
            format!("data: {message}\n\n")
        } else {
            message
        };
        Answer::Status(200, headers, (wrapping.wraps)(body.as_bytes()))
    })
    .await
}

async fn at(sink: &Sink) -> (TestUser, String) {
    let person = TestUser::new().await;
    let id = person.adds_ready(address("Remote", &sink.url("/mcp"))).await;
    (person, id)
}

#[tokio::test]
async fn http_answers_are_asked_for_without_compression_and_read_with_it() {
    let zlib = Wrapping {
        called: "deflate",
        wraps: zlib,
    };
    let bare = Wrapping {
        called: "deflate",
        wraps: bare,
    };
    for (wrapping, streams) in [(GZIP, false), (GZIP, true), (zlib, false), (bare, true)] {
        let sink = wrapped(wrapping, streams, vec![]).await;
        let (person, id) = at(&sink).await;
        assert_eq!(
            text(&person.calls(&id, "x", nothing()).await),
            "unwrapped",
            "{}",
            wrapping.called
        );
        for hit in sink.hits() {
            assert_eq!(hit.header("accept-encoding"), Some("identity"), "{}", hit.method);
        }
        person.host.close().await;
    }
}

#[tokio::test]
async fn http_a_compression_that_is_not_read_is_named() {
    let brotli = Wrapping {
        called: "br",
        wraps: <[u8]>::to_vec,
    };
    let sink = wrapped(brotli, false, vec![]).await;
    let (_, problem) = fails(address("Remote", &sink.url("/mcp"))).await;
    assert_eq!(problem.code, Code::ProtocolBroken.as_str());
    assert_has!(problem.sentence, "compressed as “br”");
}

// Proves F-11.
#[tokio::test]
async fn a_body_that_unpacks_to_a_gigabyte_ends_its_call_and_nothing_else() {
    // A gigabyte of blanks, in a mebibyte; and as much of comments, which a stream may have as many of as it likes.
    let blanks = gzip(&vec![b' '; 4 << 20]).repeat(256);
    let comment = format!(":{}\n", " ".repeat(1022));
    let comments = gzip(comment.repeat(4096).as_bytes()).repeat(256);
    for (streams, bomb) in [(false, blanks), (true, comments)] {
        let sink = wrapped(GZIP, streams, bomb).await;
        let (person, id) = at(&sink).await;
        let call = person.calls(&id, "special", nothing()).await;
        assert_failed(&call, Code::MessageTooLarge);
        assert_done(&person.calls(&id, "x", nothing()).await);
        person.has_no_open_request(&id).await;
        person.host.close().await;
    }
}

// Proves S-85.
#[tokio::test]
async fn a_body_that_is_not_what_it_says_ends_its_call() {
    let sink = wrapped(GZIP, false, b"not packed at all".to_vec()).await;
    let (person, id) = at(&sink).await;
    let call = person.calls(&id, "special", nothing()).await;
    assert_failed(&call, Code::ProtocolBroken);
    assert_done(&person.calls(&id, "x", nothing()).await);
}
