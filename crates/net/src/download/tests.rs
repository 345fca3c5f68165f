use crate::guarded_client;
use http::HeaderMap;
use http::header::AUTHORIZATION;
use portcullis_core::{Code, TextSource, ids};
use sha2::{Digest as _, Sha256};
use std::time::Duration;
use tokio::io::{AsyncReadExt as _, AsyncWriteExt as _};
use tokio::net::TcpListener;
use url::Url;

/// A server that answers each request with the next of these texts, and what it was sent.
async fn listening(answers: Vec<String>) -> (Url, tokio::task::JoinHandle<Vec<String>>) {
    let listener = TcpListener::bind("127.0.0.1:0").await.unwrap();
    let url = Url::parse(&format!("http://{}/file", listener.local_addr().unwrap())).unwrap();
    let serving = tokio::spawn(async move {
        let mut heard = Vec::new();
        for answer in answers {
            let (mut stream, _) = listener.accept().await.unwrap();
            let mut request = [0; 4096];
            let length = stream.read(&mut request).await.unwrap();
            heard.push(String::from_utf8_lossy(&request[..length]).to_lowercase());
            stream.write_all(answer.as_bytes()).await.unwrap();
        }
        heard
    });
    (url, serving)
}

/// The same, whatever it was sent.
async fn server(answers: Vec<String>) -> Url {
    listening(answers).await.0
}

fn ok(body: &str) -> String {
    let length = body.len();
    format!("HTTP/1.1 200 OK\r\nConnection: close\r\nContent-Length: {length}\r\n\r\n{body}")
}

fn onward(to: &str) -> String {
    format!("HTTP/1.1 302 Found\r\nConnection: close\r\nLocation: {to}\r\nContent-Length: 0\r\n\r\n")
}

// Proves S-63.
#[tokio::test]
async fn only_the_announced_bytes_stay_wherever_they_come_from() {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("file");
    let hash = ids::hex(&Sha256::digest(b"bytes"));
    let other = server(vec![ok("bytes")]).await;
    let url = server(vec![onward(other.as_str())]).await;
    let guard = guarded_client("registry", &url, TextSource::Registry);
    let none = HeaderMap::new();
    // As large as it may be.
    guard.download(&url, &none, &hash, &path, 5).await.unwrap();
    assert_eq!(std::fs::read(&path).unwrap(), b"bytes");
    let again = guard.download(&url, &none, &hash, &path, 100).await.unwrap_err();
    assert_eq!(again.code, Code::Internal, "what is there is not replaced");
    std::fs::remove_file(&path).unwrap();

    let wrong = "0".repeat(64);
    for (answers, sha256, most, code) in [
        (vec![ok("bytes")], wrong.as_str(), 100, Code::BadInput),
        (vec![ok("bytes")], hash.as_str(), 4, Code::MessageTooLarge),
        (
            vec![onward("file:///etc/passwd")],
            hash.as_str(),
            100,
            Code::NetworkForbidden,
        ),
        (
            vec![onward("http://10.0.0.1/x")],
            hash.as_str(),
            100,
            Code::NetworkForbidden,
        ),
        (
            vec!["HTTP/1.1 404 Not Found\r\nContent-Length: 0\r\n\r\n".to_owned()],
            hash.as_str(),
            100,
            Code::NetworkFault,
        ),
    ] {
        let url = server(answers.clone()).await;
        let guard = guarded_client("registry", &url, TextSource::Registry);
        let refused = guard
            .download(&url, &none, sha256, &path, most)
            .await
            .unwrap_err();
        assert_eq!(refused.code, code, "{answers:?}: {refused:?}");
        assert!(!path.exists(), "{answers:?}");
        if code == Code::BadInput {
            assert!(refused.sentence.contains(&wrong) && refused.sentence.contains(&hash));
        }
    }
}

#[tokio::test]
async fn a_file_behind_a_sign_in_has_a_sentence_and_one_remedy() {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("file");
    let wrong = "0".repeat(64);
    let header: HeaderMap = [(AUTHORIZATION, "Bearer canary".parse().unwrap())]
        .into_iter()
        .collect();
    let status = |line: &str| format!("HTTP/1.1 {line}\r\nConnection: close\r\nContent-Length: 0\r\n\r\n");
    let page = "HTTP/1.1 200 OK\r\nConnection: close\r\nContent-Type: Text/HTML; charset=utf-8\r\n\
        Content-Length: 7\r\n\r\nSign in";
    let other = server(vec![page.to_owned()]).await;
    let cases = [
        (
            status("401 Unauthorized"),
            HeaderMap::new(),
            "requires a sign-in",
            "in your browser",
        ),
        (
            status("403 Forbidden"),
            HeaderMap::new(),
            "requires a sign-in",
            "in your browser",
        ),
        (
            status("401 Unauthorized"),
            header,
            "was not accepted",
            "with a header",
        ),
        (
            page.to_owned(),
            HeaderMap::new(),
            "sent a web page",
            "in your browser",
        ),
        (
            onward(other.as_str()),
            HeaderMap::new(),
            "sent a web page",
            "in your browser",
        ),
    ];
    for (answer, headers, sentence, remedy) in cases {
        let url = server(vec![answer.clone()]).await;
        let guard = guarded_client("registry", &url, TextSource::Registry);
        let refused = guard
            .download(&url, &headers, &wrong, &path, 100)
            .await
            .unwrap_err();
        assert!(
            refused.sentence.contains(sentence) && refused.sentence.contains("“registry”"),
            "{answer}: {refused:?}"
        );
        assert!(
            refused.remedy.as_deref().is_some_and(|it| it.contains(remedy)),
            "{answer}: {refused:?}"
        );
        assert!(
            !path.exists() && !refused.sentence.contains("Sign in"),
            "{answer}"
        );
    }
    // The announced bytes are taken, however they are called.
    let hash = ids::hex(&Sha256::digest(b"Sign in"));
    let url = server(vec![page.to_owned()]).await;
    let guard = guarded_client("registry", &url, TextSource::Registry);
    guard
        .download(&url, &HeaderMap::new(), &hash, &path, 100)
        .await
        .unwrap();
}

// Proves F-10, F-11.
#[tokio::test]
async fn a_download_that_breaks_off_and_one_that_is_compressed_are_told_apart() {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("file");
    for (header, sentence) in [
        (
            "Content-Length: 9",
            "the connection ended before the response was complete",
        ),
        ("Content-Encoding: br\r\nContent-Length: 5", "is compressed"),
    ] {
        let answer = format!("HTTP/1.1 200 OK\r\nConnection: close\r\n{header}\r\n\r\nbytes");
        let url = server(vec![answer]).await;
        let guard = guarded_client("registry", &url, TextSource::Registry);
        let refused = guard
            .download(&url, &HeaderMap::new(), &"0".repeat(64), &path, 100)
            .await
            .unwrap_err();
        assert_eq!(refused.code, Code::NetworkUnreachable);
        assert!(refused.sentence.contains(sentence), "{refused:?}");
        // Where a file that is still open stays until it is closed, a last write may be under way.
        let gone = async {
            while path.exists() {
                tokio::time::sleep(Duration::from_millis(10)).await;
            }
        };
        tokio::time::timeout(Duration::from_secs(30), gone).await.unwrap();
    }
}

// Proves S-56, S-63.
#[tokio::test]
async fn headers_go_to_the_own_origin_alone_also_after_redirects() {
    let folder = tempfile::tempdir().unwrap();
    let hash = ids::hex(&Sha256::digest(b"bytes"));
    let headers: HeaderMap = [(AUTHORIZATION, "Bearer canary".parse().unwrap())]
        .into_iter()
        .collect();
    // From the own origin elsewhere.
    let (other, heard_there) = listening(vec![ok("bytes")]).await;
    let (own, heard_here) = listening(vec![onward("/again"), onward(other.as_str())]).await;
    let path = folder.path().join("away");
    let guard = guarded_client("registry", &own, TextSource::Registry);
    guard.download(&own, &headers, &hash, &path, 100).await.unwrap();
    let (here, there) = (heard_here.await.unwrap(), heard_there.await.unwrap());
    assert!(
        here.len() == 2 && here.iter().all(|request| request.contains("canary")),
        "{here:?}"
    );
    assert!(
        !there[0].contains("canary") && !there[0].contains("authorization"),
        "{there:?}"
    );
    // From another origin back to the own one: a redirect by others is not authenticated.
    let (own, heard_here) = listening(vec![ok("bytes")]).await;
    let (other, heard_there) = listening(vec![onward(own.as_str())]).await;
    let path = folder.path().join("back");
    let guard = guarded_client("registry", &own, TextSource::Registry);
    guard.download(&other, &headers, &hash, &path, 100).await.unwrap();
    for heard in [heard_here, heard_there] {
        assert!(!heard.await.unwrap()[0].contains("canary"));
    }
}
