//! The listener as others on this computer meet it.
use super::*;
use url::Url;

async fn send(callback: &Callback, request: impl AsRef<[u8]>) -> String {
    let port = Url::parse(&callback.back).unwrap().port().unwrap();
    let mut stream = TcpStream::connect((Ipv4Addr::LOCALHOST, port)).await.unwrap();
    stream.write_all(request.as_ref()).await.unwrap();
    let mut answer = String::new();
    stream.read_to_string(&mut answer).await.unwrap();
    answer
}

fn get(callback: &Callback, more: &str) -> String {
    let url = Url::parse(&callback.back).unwrap();
    let (port, path) = (url.port().unwrap(), url.path());
    format!("GET {path}?code=%3Cb%3E HTTP/1.1\r\nHost: 127.0.0.1:{port}\r\n{more}\r\n")
}

/// Says of everything that arrives whether it was the one.
fn answering(mut callback: Callback, takes: bool) -> (Callback, tokio::task::JoinHandle<Vec<String>>) {
    let (empty, arrived) = mpsc::channel(1);
    drop(empty);
    let mut arrived = std::mem::replace(&mut callback.arrived, arrived);
    let task = tokio::spawn(async move {
        let mut seen = Vec::new();
        while let Some(one) = arrived.recv().await {
            seen.push(one.query);
            one.taken.send(takes).unwrap();
            if takes {
                break;
            }
        }
        seen
    });
    (callback, task)
}

// Proves S-61.
#[tokio::test]
async fn the_page_is_static_and_says_nothing_of_what_came() {
    let (callback, seen) = answering(Callback::listen(None, None).await.unwrap(), true);
    let answer = send(&callback, &get(&callback, "Sec-Fetch-Mode: navigate\r\n")).await;
    assert!(answer.starts_with("HTTP/1.1 200 OK\r\n"), "{answer}");
    assert!(answer.contains("Content-Security-Policy: default-src 'none'"));
    assert!(answer.contains("Referrer-Policy: no-referrer"));
    assert!(!answer.contains("<b>") && !answer.contains("%3Cb"));
    assert_eq!(seen.await.unwrap(), ["code=%3Cb%3E"]);
}

// Proves S-60, SEC-18, AUT-38.
#[tokio::test]
async fn only_a_navigation_to_the_exact_path_under_our_own_name_is_heard() {
    let (callback, seen) = answering(Callback::listen(None, None).await.unwrap(), false);
    let right = get(&callback, "");
    let port = Url::parse(&callback.back).unwrap().port().unwrap();
    for odd in [
        right.replace("GET", "POST"),
        right.replace("?code", "x?code"),
        right.replace("?code=%3Cb%3E", ""),
        right.replace("127.0.0.1:", "evil.example:"),
        right.replace(&format!("Host: 127.0.0.1:{port}\r\n"), ""),
        right.replace("\r\n\r\n", "\r\nHost: 127.0.0.1:1\r\n\r\n"),
        get(&callback, "Origin: https://evil.example\r\n"),
        get(&callback, "Sec-Fetch-Mode: no-cors\r\n"),
        right.replace("HTTP/1.1", "HTTP/1.0"),
    ] {
        let answer = send(&callback, &odd).await;
        assert!(answer.starts_with("HTTP/1.1 404"), "{odd}\n{answer}");
    }
    // A stray one at the right path is a bad request, and the next one is still heard.
    for _ in 0..2 {
        assert!(send(&callback, &right).await.starts_with("HTTP/1.1 400"));
    }
    drop(callback);
    assert_eq!(seen.await.unwrap().len(), 2);
}

// Proves S-59.
#[tokio::test]
async fn it_is_on_this_computer_alone_and_gone_when_it_is_dropped() {
    let callback = Callback::listen(None, None).await.unwrap();
    let port = Url::parse(&callback.back).unwrap().port().unwrap();
    // Every address of this computer but the loopback ones belongs to others.
    let outside = std::net::UdpSocket::bind("0.0.0.0:0").and_then(|socket| {
        socket.connect("192.0.2.1:9")?;
        socket.local_addr()
    });
    if let Ok(outside) = outside
        && !outside.ip().is_loopback()
        && !outside.ip().is_unspecified()
    {
        assert!(TcpStream::connect((outside.ip(), port)).await.is_err());
    }
    drop(callback);
    let gone = async {
        while TcpStream::connect((Ipv4Addr::LOCALHOST, port)).await.is_ok() {
            tokio::task::yield_now().await;
        }
    };
    tokio::time::timeout(std::time::Duration::from_secs(5), gone)
        .await
        .expect("there is no listener any more");
}

// Proves AUT-37.
#[tokio::test]
async fn cookies_of_other_programs_on_this_computer_do_not_keep_an_answer_out() {
    let (callback, seen) = answering(Callback::listen(None, None).await.unwrap(), true);
    let cookies = format!("Cookie: {}\r\n", "a".repeat(30_000));
    let answer = send(&callback, &get(&callback, &cookies)).await;
    assert!(answer.starts_with("HTTP/1.1 200 OK\r\n"), "{answer}");
    assert_eq!(seen.await.unwrap(), ["code=%3Cb%3E"]);
}

// Proves AUT-37.
#[tokio::test]
async fn a_cookie_that_is_not_utf_8_does_not_keep_an_answer_out() {
    let (callback, seen) = answering(Callback::listen(None, None).await.unwrap(), true);
    let request = get(&callback, "Cookie: name=Andr#\r\n").into_bytes();
    let latin_1 = |byte: u8| if byte == b'#' { 0xe9 } else { byte };
    let request: Vec<u8> = request.into_iter().map(latin_1).collect();
    let answer = send(&callback, request).await;
    assert!(answer.starts_with("HTTP/1.1 200 OK\r\n"), "{answer}");
    assert_eq!(seen.await.unwrap(), ["code=%3Cb%3E"]);
}

// Proves S-60.
#[tokio::test]
async fn an_endless_head_is_not_read_to_its_end() {
    let callback = Callback::listen(None, None).await.unwrap();
    let port = Url::parse(&callback.back).unwrap().port().unwrap();
    let mut stream = TcpStream::connect((Ipv4Addr::LOCALHOST, port)).await.unwrap();
    // It may stop taking before all is sent.
    _ = stream
        .write_all(format!("GET /?{} ", "a".repeat(limits::CALLBACK_BYTES * 2)).as_bytes())
        .await;
    let mut answer = Vec::new();
    _ = stream.read_to_end(&mut answer).await;
    assert!(answer.is_empty());
}
