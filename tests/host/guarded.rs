//! What a server named is visited without harm: bounded, encrypted, and nowhere else than it looked.

use std::time::{Duration, Instant};

use portcullis_core::{Code, Error, TextSource};
use portcullis_net::{GuardedResponse, guarded_client};
use portcullis_tests::sink::{Answer, Sink};

fn url(text: &str) -> url::Url {
    text.parse().unwrap()
}

fn status(status: u16, location: Option<&str>) -> Answer {
    let location = location.map(|to| ("Location".to_owned(), to.to_owned()));
    Answer::Status(status, location.into_iter().collect(), b"{}".to_vec())
}

/// Fetches a path of a server that is on this computer, as its own.
async fn fetches(sink: &Sink, path: &str) -> Result<GuardedResponse, Error> {
    let guarded = guarded_client("Named", &url(&sink.url("/mcp")), TextSource::Server);
    guarded.get(&url(&sink.url(path)), http::HeaderMap::new()).await
}

fn assert_refused(fetched: Result<GuardedResponse, Error>, expected: Code) {
    let error = fetched.unwrap_err();
    assert_eq!(error.code, expected, "{}", error.sentence);
    assert!(error.sentence.contains("“Named”"), "{}", error.sentence);
}

#[tokio::test]
async fn what_is_named_is_fetched_whole_with_its_headers() {
    let sink = Sink::answering(Answer::json(&serde_json::json!({"issuer": "x"}))).await;
    let fetched = fetches(&sink, "/.well-known/oauth-authorization-server")
        .await
        .unwrap();
    assert_eq!(
        (fetched.status.as_u16(), fetched.body.as_slice()),
        (200, &br#"{"issuer":"x"}"#[..])
    );
    let hits = sink.hits();
    assert_eq!(
        (hits[0].header("cookie"), hits[0].header("referer")),
        (None, None)
    );
    assert_eq!(hits[0].header("origin"), None);
}

// Proves S-63, F-11.
#[tokio::test]
async fn more_than_256_kib_is_not_read_however_it_is_announced() {
    for size in [(256 << 10) + 1, 8 << 20] {
        let sink = Sink::answering(Answer::Status(200, vec![], vec![b'x'; size])).await;
        assert_refused(fetches(&sink, "/large").await, Code::MessageTooLarge);
    }
    let sink = Sink::answering(Answer::Status(200, vec![], vec![b'x'; 256 << 10])).await;
    assert_eq!(fetches(&sink, "/just").await.unwrap().body.len(), 256 << 10);
}

// Proves S-63, F-09.
#[tokio::test]
async fn what_takes_longer_than_five_seconds_is_given_up() {
    for answer in [
        Answer::Silence,
        Answer::Slow(Duration::from_millis(300), vec![b' '; 1_000]),
    ] {
        let sink = Sink::answering(answer).await;
        let began = Instant::now();
        assert_refused(fetches(&sink, "/slow").await, Code::NetworkUnreachable);
        assert!(began.elapsed() < Duration::from_secs(20), "{:?}", began.elapsed());
    }
}

// Proves S-63.
#[tokio::test]
async fn a_few_redirects_within_one_origin_are_followed_and_no_more() {
    for redirect in [301, 302, 303, 307, 308] {
        let sink = Sink::scripted(move |request, _| match request.target.as_str() {
            "/5" => status(200, None),
            other => {
                let number: u32 = other.trim_start_matches('/').parse().unwrap_or(0);
                status(redirect, Some(&format!("/{}", number + 1)))
            }
        })
        .await;
        let fetched = fetches(&sink, "/0").await.unwrap();
        assert_eq!(fetched.url.path(), "/5");
        assert_eq!(sink.hits().len(), 6);
    }
    let endless = Sink::scripted(|_, before| status(302, Some(&format!("/{before}")))).await;
    assert_refused(fetches(&endless, "/").await, Code::NetworkRedirect);
    assert_eq!(endless.hits().len(), 6);
}

// Proves S-62, S-63, SEC-03.
#[tokio::test]
async fn no_hop_of_a_redirect_leads_inside_or_elsewhere() {
    let elsewhere = Sink::answering(Answer::Html).await;
    let outside = elsewhere.url("/caught");
    for hop in 0..5 {
        for (to, expected) in [
            (outside.as_str(), Code::NetworkRedirect),
            ("http://169.254.169.254/latest/meta-data/", Code::NetworkForbidden),
            ("http://10.0.0.1/", Code::NetworkForbidden),
            ("http://[::ffff:10.0.0.1]/", Code::NetworkForbidden),
            ("https://metadata.google.internal/", Code::NetworkForbidden),
            ("http://example.org/", Code::NetworkForbidden),
            ("file:///etc/passwd", Code::NetworkForbidden),
            ("javascript:alert(1)", Code::NetworkForbidden),
            ("https://[half", Code::NetworkRedirect),
        ] {
            let to = to.to_owned();
            let sink = Sink::scripted(move |_, before| match before {
                before if before == hop => status(302, Some(&to)),
                before => status(302, Some(&format!("/{before}"))),
            })
            .await;
            assert_refused(fetches(&sink, "/start").await, expected);
            assert_eq!(sink.hits().len(), hop + 1);
        }
    }
    elsewhere.assert_untouched();
}

// Proves S-56, S-63.
#[tokio::test]
async fn what_is_sent_follows_no_redirect_at_all() {
    let elsewhere = Sink::answering(Answer::Html).await;
    for to in [elsewhere.url("/token"), "/other".to_owned()] {
        let sink = Sink::answering(status(307, Some(&to))).await;
        let guarded = guarded_client("Named", &url(&sink.url("/mcp")), TextSource::Server);
        let token = url(&sink.url("/token"));
        let sent = guarded
            .send(
                http::Method::POST,
                &token,
                http::HeaderMap::new(),
                b"secret".to_vec(),
            )
            .await;
        assert_refused(sent, Code::NetworkRedirect);
        assert_eq!(sink.hits().len(), 1);
    }
    elsewhere.assert_untouched();
}

// Proves S-62.
#[tokio::test]
async fn what_a_remote_server_names_on_this_computer_hears_nothing() {
    let sink = Sink::answering(Answer::Html).await;
    let port = sink.address().port();
    for own in [
        "https://mcp.example.org/mcp",
        "https://10.0.0.5/mcp",
        "https://192.168.7.7:9/mcp",
    ] {
        let guarded = guarded_client("Named", &url(own), TextSource::Server);
        for host in [
            "127.0.0.1",
            "127.1",
            "0x7f.1",
            "localhost",
            "[::1]",
            "[::ffff:127.0.0.1]",
            "0.0.0.0",
        ] {
            for scheme in ["http", "https"] {
                let named = url(&format!("{scheme}://{host}:{port}/"));
                let headers = http::HeaderMap::new();
                assert_refused(guarded.get(&named, headers.clone()).await, Code::NetworkForbidden);
                assert_refused(
                    guarded.send(http::Method::POST, &named, headers, vec![]).await,
                    Code::NetworkForbidden,
                );
            }
        }
    }
    sink.assert_untouched();
}
