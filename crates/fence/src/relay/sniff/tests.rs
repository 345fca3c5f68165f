use super::{Sniffed, sniff, sniff_at_end};
use crate::limits::SNIFF_BYTES;

/// A `ClientHello` with these server names, in records of this size.
fn hello(names: &[&str], size: usize) -> Vec<u8> {
    let mut extensions = Vec::new();
    // One that comes before.
    extensions.extend([0, 23, 0, 0]);
    for name in names {
        let name = name.as_bytes();
        let length = name.len() as u16;
        extensions.extend([0, 0]);
        extensions.extend((length + 5).to_be_bytes());
        extensions.extend((length + 3).to_be_bytes());
        extensions.push(0);
        extensions.extend(length.to_be_bytes());
        extensions.extend(name);
    }
    let mut body = vec![3, 3];
    body.extend([7; 32]);
    body.extend([0, 0, 2, 0x13, 1, 1, 0]);
    body.extend((extensions.len() as u16).to_be_bytes());
    body.extend(extensions);
    let mut handshake = vec![1, 0];
    handshake.extend((body.len() as u16).to_be_bytes());
    handshake.extend(body);
    let mut all = Vec::new();
    for piece in handshake.chunks(size) {
        all.extend([0x16, 3, 1]);
        all.extend((piece.len() as u16).to_be_bytes());
        all.extend(piece);
    }
    all
}

fn name(name: &str) -> Sniffed {
    Sniffed::Name(name.to_owned())
}

#[test]
fn tls_says_the_host_in_one_record_or_in_many() {
    for size in [1, 7, 10_000] {
        let hello = hello(&["API.example.com"], size);
        assert_eq!(sniff(&hello), name("api.example.com"), "{size}");
        for length in 0..hello.len() {
            assert_eq!(sniff(&hello[..length]), Sniffed::More, "{size} {length}");
        }
    }
    assert_eq!(sniff(&hello(&[], 100)), Sniffed::Nothing);
    assert_eq!(sniff(&hello(&["a", "b"], 100)), Sniffed::Odd);
    assert_eq!(sniff(&[0x16, 3, 1, 0, 4, 2, 0, 0, 0]), Sniffed::Odd);
}

#[test]
fn http_says_the_host_at_the_end_of_its_headers() {
    let request = b"GET /a HTTP/1.1\r\nAccept: */*\r\nhOsT: Api.example.com:8080\r\n\r\nbody";
    assert_eq!(sniff(request), name("api.example.com"));
    for length in 0..request.len() - 4 {
        assert_eq!(sniff(&request[..length]), Sniffed::More, "{length}");
    }
    assert_eq!(
        sniff(b"GET http://a.example/ HTTP/1.1\r\nHost: a.example\r\n\r\n"),
        name("a.example")
    );
    assert_eq!(
        sniff(b"GET http://b.example/ HTTP/1.1\r\nHost: a.example\r\n\r\n"),
        Sniffed::Odd
    );
    for path in ["/web/2020/http://b.example/", "/login?next=https://b.example/x"] {
        let request = format!("GET {path} HTTP/1.1\r\nHost: a.example\r\n\r\n");
        assert_eq!(sniff(request.as_bytes()), name("a.example"), "{path}");
    }
    assert_eq!(sniff(b"GET / HTTP/1.1\nHost: a\nHost: b\n\n"), Sniffed::Odd);
    for written in ["[fd12::1]", "[FD12:0::1]:8080"] {
        let request = format!("GET / HTTP/1.1\r\nHost: {written}\r\n\r\n");
        assert_eq!(sniff(request.as_bytes()), name("fd12::1"), "{written}");
    }
    for odd in ["[fd12::1", "[fd12::1]a", "[a.example]", "[]", "[fd12::1]]:80"] {
        let request = format!("GET / HTTP/1.1\r\nHost: {odd}\r\n\r\n");
        assert_eq!(sniff(request.as_bytes()), Sniffed::Odd, "{odd}");
    }
    assert_eq!(sniff(b"FOO-bar / HTTP/1.0\r\n\r\n"), Sniffed::Nothing);
}

// Proves S-68.
#[test]
fn a_request_that_only_a_lenient_server_reads_hides_no_host() {
    for request in [
        "\r\nGET / HTTP/1.1\r\nHost: b\r\n\r\n",
        "\n\r\n\nGET / HTTP/1.1\nHost: b\n\n",
        "M.2! / HTTP/1.1\r\nHost: b\r\n\r\n",
        "GET / HTTP/1.1\r\nHost : b\r\n\r\n",
        "GET / HTTP/1.1\r\n\r\n",
    ] {
        let wanted = if request.contains("Host") {
            name("b")
        } else {
            Sniffed::Nothing
        };
        assert_eq!(sniff(request.as_bytes()), wanted, "{request:?}");
    }
    for request in [
        "GET\t/\tHTTP/1.1\r\nHost: b\r\n\r\n",
        "GET  / HTTP/1.1\r\nHost: b\r\n\r\n",
        "GET / http/1.1\r\nHost: b\r\n\r\n",
        "GET / HTTP/01.1\r\nHost: b\r\n\r\n",
        "GET / HTTP/1.1 x\r\nHost: b\r\n\r\n",
        "GET / HTTP/1.1\r\nX: y\rHost: b\r\n\r\n",
        "GET / HTTP/1.1\r\nHost: a\0b\r\n\r\n",
        "GET / HTTP/1.1\r\nHost:\r\n b\r\n\r\n",
        "GET / HTTP/1.1\r\nHost: a\r\n\tHost: b\r\n\r\n",
        "GET / HTTP/1.1\r\nHost: a@b\r\n\r\n",
        "GET http://a@b/ HTTP/1.1\r\nHost: a\r\n\r\n",
        "PRI * HTTP/2.0\r\nHost: b\r\n\r\n",
    ] {
        assert_eq!(sniff(request.as_bytes()), Sniffed::Odd, "{request:?}");
    }
}

// Proves S-68.
#[test]
fn a_long_method_hides_no_host() {
    for length in [33, 100, SNIFF_BYTES] {
        let mut request = vec![b'A'; length];
        assert_eq!(sniff(&request), Sniffed::More, "{length}");
        request.extend(b" / HTTP/1.1\r\nHost: b\r\n\r\n");
        assert_eq!(sniff(&request), name("b"), "{length}");
    }
    assert_eq!(sniff(&[&[b'A'; 100][..], b"\0"].concat()), Sniffed::Nothing);
}

// Proves S-68.
#[test]
fn a_request_that_ends_without_an_empty_line_hides_no_host() {
    for request in ["GET / HTTP/1.1\r\nHost: b", "GET / HTTP/1.1\r\nHost: b\r\n"] {
        assert_eq!(sniff(request.as_bytes()), Sniffed::More, "{request:?}");
        assert_eq!(sniff_at_end(request.as_bytes()), name("b"), "{request:?}");
    }
    assert_eq!(sniff_at_end(b"GET / HTTP/1.1\r\n"), Sniffed::Nothing);
    assert_eq!(sniff_at_end(b"hello"), Sniffed::Nothing);
    assert_eq!(sniff_at_end(b""), Sniffed::More);
}

#[test]
fn what_follows_a_handshake_is_not_looked_at() {
    let mut resumed = hello(&["a"], 10_000);
    resumed.extend([0x14, 3, 3, 0, 1, 1, 0x17, 3, 3, 0, 1, 7]);
    assert_eq!(sniff(&resumed), name("a"));
    // Before its end nothing else may come.
    let mut cut = hello(&["a"], 7);
    cut.splice(12..12, [0x14, 3, 3, 0, 1, 1]);
    assert_eq!(sniff(&cut), Sniffed::Odd);
}

#[test]
fn other_protocols_say_nothing_and_do_not_wait() {
    let all: [&[u8]; 5] = [
        b"SSH-2.0-x\r\n",
        b"*1\r\n$4\r\nPING\r\n",
        b"\x10\x20",
        b"EHLO me\r\n",
        b"AMQP\x00\x00\x09\x01",
    ];
    for bytes in all {
        assert_eq!(sniff(bytes), Sniffed::Nothing, "{bytes:?}");
    }
    assert_eq!(sniff(b"A\r\0\0"), Sniffed::Nothing);
    assert_eq!(sniff(b"PRI * HTTP/2.0\r\n"), Sniffed::More);
    assert_eq!(sniff(b"PRI * HTTP/2.0\r\n\r\nSM\r\n\r\n\0\0"), Sniffed::Nothing);
}
