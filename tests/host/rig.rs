//! The rig: a canary is found wherever it lies, a sink remembers everyone, a tripwire tells.

use std::time::Duration;

use base64::{Engine as _, prelude::BASE64_STANDARD};
use portcullis_tests::{
    canary::{Canary, Tripwire, sweep, sweep_bytes},
    sink::{Answer, Sink},
};
use tokio::{
    io::{AsyncReadExt as _, AsyncWriteExt as _},
    net::TcpStream,
};

/// Sends one request as it stands and gives the whole answer.
async fn visit(sink: &Sink, request: &str) -> String {
    let mut stream = TcpStream::connect(sink.address()).await.unwrap();
    stream.write_all(request.as_bytes()).await.unwrap();
    let mut answer = String::new();
    stream.read_to_string(&mut answer).await.unwrap();
    answer
}

#[test]
fn s88_planted_secrets_are_found_in_every_form_and_a_clean_folder_is_clean() {
    let folder = tempfile::tempdir().unwrap();
    let canaries = Canary::six();
    std::fs::write(
        folder.path().join("clean.log"),
        "canary-0123456789abcdef0123456789abcdef",
    )
    .unwrap();
    assert_eq!(sweep(folder.path(), &canaries), []);

    let deep = folder.path().join("a/b");
    std::fs::create_dir_all(&deep).unwrap();
    let [environment, header, token, answer, argument, address] = &canaries;
    std::fs::write(deep.join("plain"), format!("x{}y", environment.value)).unwrap();
    let wide: Vec<u8> = header.value.encode_utf16().flat_map(u16::to_le_bytes).collect();
    std::fs::write(deep.join("wide"), wide).unwrap();
    for shift in ["", "u", "us", "use"] {
        let encoded = BASE64_STANDARD.encode(format!("{shift}{}:and more", token.value));
        assert_eq!(
            sweep_bytes(encoded.as_bytes(), &canaries).len(),
            1,
            "shifted by {shift:?}"
        );
        std::fs::write(deep.join("base64"), encoded).unwrap();
    }
    let hex: String = answer.value.bytes().map(|byte| format!("{byte:02X}")).collect();
    std::fs::write(deep.join("hex"), hex).unwrap();
    std::fs::write(deep.join(&argument.value), "").unwrap();
    std::fs::write(
        deep.join("database"),
        [&[0; 5000], address.value.as_bytes(), &[255; 9]].concat(),
    )
    .unwrap();

    let mut finds: Vec<_> = sweep(folder.path(), &canaries)
        .into_iter()
        .map(|find| (find.label, find.form, find.at))
        .collect();
    finds.sort();
    let expected = [
        ("address", "plain", Some(5000)),
        ("answer", "hexadecimal", Some(0)),
        ("argument", "plain", None),
        ("environment", "plain", Some(1)),
        ("header", "UTF-16", Some(0)),
        ("token", "base64", Some(4)),
    ];
    assert_eq!(
        finds,
        expected.map(|(label, form, at)| (label.to_owned(), form, at))
    );
}

#[test]
fn a_tripwire_tells_that_and_how_it_was_run() {
    let folder = tempfile::tempdir().unwrap();
    let tripwire = Tripwire::lay(folder.path(), "server");
    assert_eq!(tripwire.runs(), Vec::<String>::new());
    std::process::Command::new(tripwire.program())
        .args(["--port", "1"])
        .status()
        .unwrap();
    assert_eq!(
        tripwire.runs(),
        [format!("{} --port 1", tripwire.program().display())]
    );
}

#[tokio::test]
async fn a_sink_remembers_method_path_headers_and_body() {
    let sink = Sink::answering(Answer::Text("seen".to_owned())).await;
    sink.assert_untouched();
    let answer = visit(
        &sink,
        "POST /a?b=c HTTP/1.1\r\nHost: x\r\nX-Secret: s\r\nContent-Length: 4\r\n\r\nbody",
    )
    .await;
    assert!(
        answer.starts_with("HTTP/1.1 200 OK\r\n") && answer.ends_with("\r\n\r\nseen"),
        "{answer}"
    );
    let hits = sink.wait_for_hits(1).await;
    assert_eq!(
        (hits[0].method.as_str(), hits[0].target.as_str()),
        ("POST", "/a?b=c")
    );
    assert_eq!(hits[0].header("x-secret"), Some("s"));
    assert_eq!(hits[0].body, b"body");
}

#[tokio::test]
#[should_panic(expected = "somebody came")]
async fn a_connection_that_says_nothing_is_a_hit_as_well() {
    let sink = Sink::answering(Answer::Silence).await;
    let _quiet = TcpStream::connect(sink.address()).await.unwrap();
    // Connections are accepted in order, so the quiet one has been seen once this one is.
    let spoken = TcpStream::connect(sink.address()).await.unwrap();
    let (_reader, mut writer) = spoken.into_split();
    writer.write_all(b"GET / HTTP/1.1\r\n\r\n").await.unwrap();
    sink.wait_for_hits(1).await;
    sink.assert_untouched();
}

#[tokio::test]
async fn a_sink_answers_by_script() {
    let sink = Sink::scripted(|request, before| match (request.target.as_str(), before) {
        ("/html", _) => Answer::Html,
        ("/away", _) => Answer::Redirect("http://192.0.2.1/".to_owned()),
        ("/sign-in", _) => Answer::Unauthorized(Some("Bearer realm=\"x\"".to_owned())),
        ("/slow", _) => Answer::Slow(Duration::from_millis(1), b"{}".to_vec()),
        (_, 4) => Answer::Status(
            503,
            vec![("Retry-After".to_owned(), "1000000000".to_owned())],
            vec![],
        ),
        _ => Answer::Close,
    })
    .await;
    let get = |path: &str| format!("GET {path} HTTP/1.1\r\n\r\n");
    assert!(visit(&sink, &get("/html")).await.contains("text/html"));
    assert!(
        visit(&sink, &get("/away"))
            .await
            .contains("Location: http://192.0.2.1/\r\n")
    );
    assert!(visit(&sink, &get("/sign-in")).await.contains("401 Unauthorized"));
    assert!(visit(&sink, &get("/slow")).await.ends_with("\r\n\r\n{}"));
    assert!(
        visit(&sink, &get("/busy"))
            .await
            .contains("Retry-After: 1000000000")
    );
    assert_eq!(visit(&sink, &get("/busy")).await, "");
}

#[tokio::test]
async fn nobody_listens_at_a_refused_address() {
    let address = Sink::refused();
    let address = address.trim_start_matches("http://").trim_end_matches('/');
    assert!(TcpStream::connect(address).await.is_err());
}
