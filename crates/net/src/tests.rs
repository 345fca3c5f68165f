//! Which addresses of a server are visited, and that a name is judged by what it leads to.
use super::dns::{AddressRefused, DialPolicy, GuardedResolver, Resolver, SystemResolver};
use super::{AddressClass, UrlGuard, address_class, guarded_client, is_here};
use futures::FutureExt;
use futures::future::BoxFuture;
use http::{HeaderMap, Method};
use hyper_util::client::proxy::matcher::Matcher;
use portcullis_core::{Code, TextSource};
use proptest::prelude::*;
use std::collections::VecDeque;
use std::io;
use std::net::{IpAddr, Ipv4Addr, Ipv6Addr};
use std::sync::{Arc, Mutex};
use tokio::io::{AsyncReadExt as _, AsyncWriteExt as _};
use tokio::net::TcpListener;
use url::Url;

fn url(text: &str) -> Url {
    Url::parse(text).unwrap_or_else(|error| panic!("{text}: {error}"))
}

fn of_a_remote_server() -> UrlGuard {
    guarded_client("Remote", &url("https://mcp.example.org/mcp"), TextSource::Server)
}

/// Gives one answer after the other, whatever the name, and the last one forever.
struct Rebinding(Mutex<VecDeque<Vec<IpAddr>>>);

impl Rebinding {
    fn new(answers: &[&[&str]]) -> Arc<Self> {
        let numbers = |answer: &&[&str]| answer.iter().map(|number| number.parse().unwrap()).collect();
        Arc::new(Self(Mutex::new(answers.iter().map(numbers).collect())))
    }
}

impl Resolver for Rebinding {
    fn look_up(&self, _: &str) -> BoxFuture<'static, io::Result<Vec<IpAddr>>> {
        let mut answers = self.0.lock().unwrap();
        let next = match answers.len() {
            1 => answers.front().cloned(),
            _ => answers.pop_front(),
        };
        async move { Ok(next.unwrap_or_default()) }.boxed()
    }
}

// Proves S-62, SEC-02.
#[test]
fn what_leads_inside_is_not_visited_however_it_is_written() {
    let guarded = of_a_remote_server();
    for (host, expected) in [
        ("169.254.169.254", AddressClass::Link),
        ("10.0.0.1", AddressClass::Private),
        ("172.16.0.1", AddressClass::Private),
        ("172.31.255.255", AddressClass::Private),
        ("192.168.1.1", AddressClass::Private),
        ("127.0.0.1", AddressClass::Here),
        ("127.1", AddressClass::Here),
        ("0x7f.1", AddressClass::Here),
        ("017700000001", AddressClass::Here),
        ("2130706433", AddressClass::Here),
        ("127.0.0.1.", AddressClass::Here),
        ("100.64.0.1", AddressClass::Private),
        ("100.100.100.200", AddressClass::Metadata),
        ("168.63.129.16", AddressClass::Metadata),
        ("192.0.0.192", AddressClass::Metadata),
        ("0.0.0.0", AddressClass::Nowhere),
        ("0", AddressClass::Nowhere),
        ("224.0.0.1", AddressClass::Nowhere),
        ("255.255.255.255", AddressClass::Nowhere),
        ("198.18.0.1", AddressClass::Nowhere),
        ("[::1]", AddressClass::Here),
        ("[::]", AddressClass::Nowhere),
        ("[::ffff:127.0.0.1]", AddressClass::Here),
        ("[::ffff:10.0.0.1]", AddressClass::Private),
        ("[::ffff:8.8.8.8]", AddressClass::Nowhere),
        ("[::7f00:1]", AddressClass::Here),
        ("[64:ff9b::7f00:1]", AddressClass::Here),
        ("[64:ff9b::a9fe:a9fe]", AddressClass::Link),
        ("[64:ff9b:1::808:808]", AddressClass::Private),
        ("[fd00::1]", AddressClass::Private),
        ("[fd00:ec2::254]", AddressClass::Metadata),
        ("[fd00:ec2::23]", AddressClass::Metadata),
        ("[fd20:ce::254]", AddressClass::Metadata),
        ("[fd00:c1::a9fe:a9fe]", AddressClass::Metadata),
        ("[fd00:42::42]", AddressClass::Metadata),
        ("[fe80::1]", AddressClass::Link),
        ("[fec0::1]", AddressClass::Private),
        ("[ff02::1]", AddressClass::Nowhere),
        ("[2002:7f00:1::]", AddressClass::Nowhere),
        ("[2001:0:7f00:1::]", AddressClass::Nowhere),
        ("[2001:db8::1]", AddressClass::Nowhere),
        ("localhost", AddressClass::Here),
        ("LOCALHOST.", AddressClass::Here),
        ("a.localhost", AddressClass::Here),
        ("metadata.google.internal", AddressClass::Metadata),
        ("metadata.google.internal.", AddressClass::Metadata),
        ("metadata", AddressClass::Private),
        ("router", AddressClass::Private),
        ("printer.local", AddressClass::Private),
        ("db.corp.internal", AddressClass::Private),
    ] {
        let named = url(&format!("https://{host}/.well-known/oauth-protected-resource"));
        assert_eq!(
            address_class::of_host(&named.host().unwrap()),
            Some(expected),
            "{host}"
        );
        let error = guarded.check(&named).unwrap_err();
        assert_eq!(error.code, Code::NetworkForbidden, "{host}");
        assert!(
            error.sentence.ends_with("It was not opened."),
            "{}",
            error.sentence
        );
    }
}

// Proves S-62, S-68.
#[test]
fn an_address_that_is_translated_is_in_no_private_network() {
    let is_private = |text: &str| address_class::is_private(text.parse().unwrap());
    for text in [
        "10.0.0.5",
        "172.16.0.1",
        "192.168.1.20",
        "100.64.0.1",
        "fd12::1",
        "fc00::1",
    ] {
        assert!(is_private(text), "{text}");
    }
    for text in [
        "8.8.8.8",
        "127.0.0.1",
        "100.100.100.200",
        "2606:4700::1",
        "fd00:ec2::254",
        "::10.0.0.5",
        "64:ff9b::10.0.0.5",
        "64:ff9b:1::10.0.0.5",
        "64:ff9b:1::169.254.169.254",
    ] {
        assert!(!is_private(text), "{text}");
    }
}

// Proves S-62, S-68.
#[test]
fn an_address_is_digits_alone_and_one_in_disguise_is_what_it_stands_for() {
    let home = Some(IpAddr::from([10, 0, 0, 5]));
    for (host, address) in [
        ("10.0.0.5", home),
        ("::ffff:10.0.0.5", home),
        ("fd12::1", Some(Ipv6Addr::new(0xfd12, 0, 0, 0, 0, 0, 0, 1).into())),
        ("nas.local", None),
        ("10.0.0.5:80", None),
        ("[fd12::1]", None),
        ("10.5", None),
        ("", None),
    ] {
        assert_eq!(address_class::ip_address(host), address, "{host}");
    }
}

// Proves S-62.
#[test]
fn a_url_that_is_not_visited_is_shown_as_the_words_of_who_named_it() {
    let own = url("https://registry.example.org/");
    for named_by in [TextSource::Server, TextSource::Registry] {
        let guarded = guarded_client("Remote", &own, named_by);
        let said = guarded
            .check(&url("https://10.0.0.1/"))
            .unwrap_err()
            .said
            .unwrap();
        assert_eq!((said.by, said.text.as_str()), (named_by, "https://10.0.0.1/"));
    }
}

// Proves S-62.
#[test]
fn what_is_on_the_open_internet_is_visited() {
    let guarded = of_a_remote_server();
    for host in [
        "example.org",
        "login.internal.example.org",
        "notlocalhost.example",
        "8.8.8.8",
        "172.15.0.1",
        "172.32.0.1",
        "100.63.255.255",
        "100.128.0.1",
        "[2606:4700::1111]",
        "[64:ff9b::808:808]",
    ] {
        assert!(guarded.check(&url(&format!("https://{host}/"))).is_ok(), "{host}");
        assert!(
            guarded.check(&url(&format!("https://{host}:8443/"))).is_ok(),
            "{host}"
        );
    }
}

// Proves SEC-01, S-63.
#[test]
fn only_what_is_encrypted_is_visited_and_nothing_that_is_no_page() {
    let guarded = of_a_remote_server();
    for named in [
        "http://example.org/",
        "http://mcp.example.org/mcp",
        "ftp://example.org/",
        "file:///etc/passwd",
        "javascript:alert(1)",
        "data:text/plain,x",
        "https://user@example.org/",
        "https://mcp.example.org@169.254.169.254/",
    ] {
        let error = guarded.check(&url(named)).unwrap_err();
        assert_eq!(error.code, Code::NetworkForbidden, "{named}");
    }
}

// Proves S-62.
#[test]
fn the_address_that_a_person_typed_opens_its_own_origin_and_no_other() {
    let inside = guarded_client("Intranet", &url("https://10.0.0.5:8443/mcp"), TextSource::Server);
    assert!(inside.check(&url("https://10.0.0.5:8443/.well-known/x")).is_ok());
    for named in [
        "https://10.0.0.5/",
        "https://10.0.0.5:22/",
        "https://10.0.0.6:8443/",
        "http://10.0.0.5:8443/",
        "http://127.0.0.1/",
        "https://127.0.0.1/",
    ] {
        assert!(inside.check(&url(named)).is_err(), "{named}");
    }
}

// Proves S-62.
#[test]
fn a_server_on_this_computer_may_name_what_is_on_it_and_nothing_else_inside() {
    for own in [
        "http://127.0.0.1:3000/mcp",
        "http://localhost:3000/mcp",
        "http://[::1]:3000/mcp",
    ] {
        let here = guarded_client("Here", &url(own), TextSource::Server);
        for named in [
            "http://localhost:4000/",
            "http://127.0.0.1:4000/",
            "https://[::1]:4000/",
        ] {
            assert!(here.check(&url(named)).is_ok(), "{own} {named}");
        }
        for named in [
            "http://10.0.0.1/",
            "https://10.0.0.1/",
            "http://example.org/",
            "http://169.254.169.254/",
        ] {
            assert!(here.check(&url(named)).is_err(), "{own} {named}");
        }
    }
    assert!(!is_here(&url("http://localhost.example.org/")));
}

// Proves SEC-04, S-62.
#[tokio::test]
async fn a_name_is_judged_at_every_dial_and_one_bad_number_refuses_it() {
    let names = Rebinding::new(&[&["8.8.8.8"], &["8.8.8.8", "127.0.0.1"], &["10.0.0.1"]]);
    let keeper = GuardedResolver {
        names,
        way: DialPolicy::Open,
    };
    let open = keeper.clone().numbers("a.example".to_owned()).await.unwrap();
    assert_eq!(open, [IpAddr::from([8, 8, 8, 8])]);
    for expected in [AddressClass::Here, AddressClass::Private] {
        let error = keeper.clone().numbers("a.example".to_owned()).await.unwrap_err();
        assert_eq!(error.downcast_ref::<AddressRefused>().unwrap().0, expected);
        assert_eq!(
            error.to_string(),
            format!("the address is not visited: {expected:?}")
        );
    }
    let names = Rebinding::new(&[&["8.8.8.8"]]);
    let keeper = GuardedResolver {
        names,
        way: DialPolicy::Here,
    };
    assert!(
        keeper.numbers("localhost".to_owned()).await.is_err(),
        "this computer is nothing else"
    );
}

// Proves SEC-04, S-62.
#[tokio::test]
async fn no_packet_reaches_what_a_name_turns_out_to_mean() {
    let listener = TcpListener::bind("127.0.0.1:0").await.unwrap();
    let port = listener.local_addr().unwrap().port();
    let proxies = || Matcher::builder().build();
    for answers in [&["127.0.0.1"][..], &["::1", "127.0.0.1"], &["::ffff:127.0.0.1"]] {
        let own = url("https://mcp.example.org/mcp");
        let guarded = UrlGuard::with("Remote", &own, Rebinding::new(&[answers]), proxies());
        let named = url(&format!("https://metadata.example.org:{port}/"));
        let error = guarded.get(&named, HeaderMap::new()).await.unwrap_err();
        assert_eq!(error.code, Code::NetworkForbidden, "{}", error.sentence);
        let error = guarded
            .send(Method::POST, &named, HeaderMap::new(), vec![1])
            .await
            .unwrap_err();
        assert_eq!(error.code, Code::NetworkForbidden, "{}", error.sentence);
        assert_eq!(error.said.unwrap().text, named.as_str());
    }
    // The same with a proxy in between, which is not even told.
    let proxy = format!("http://127.0.0.1:{port}");
    let through = || Matcher::builder().all(proxy.as_str()).build();
    let own = url("https://mcp.example.org/mcp");
    let guarded = UrlGuard::with("Remote", &own, Rebinding::new(&[&["192.168.0.1"]]), through());
    let error = guarded
        .get(&url("https://a.example/"), HeaderMap::new())
        .await
        .unwrap_err();
    assert_eq!(error.code, Code::NetworkForbidden, "{}", error.sentence);
    assert!(
        listener.accept().now_or_never().is_none(),
        "there was a connection"
    );
}

// Proves F-14.
#[tokio::test]
async fn an_unknown_name_was_not_reached() {
    struct EmptyResolver;
    impl Resolver for EmptyResolver {
        fn look_up(&self, _: &str) -> BoxFuture<'static, io::Result<Vec<IpAddr>>> {
            async { Err(io::Error::other("no such name")) }.boxed()
        }
    }
    let own = url("https://mcp.example.org/mcp");
    let guarded = UrlGuard::with(
        "Remote",
        &own,
        Arc::new(EmptyResolver),
        Matcher::builder().build(),
    );
    let error = guarded
        .get(&url("https://a.example/"), HeaderMap::new())
        .await
        .unwrap_err();
    assert_eq!(error.code, Code::NetworkUnreachable);
    assert!(
        error.sentence.contains("the host name was not found"),
        "{}",
        error.sentence
    );
}

/// A resolver that hangs, as one does behind a tunnel that went down.
struct Hanging;

impl Resolver for Hanging {
    fn look_up(&self, _: &str) -> BoxFuture<'static, io::Result<Vec<IpAddr>>> {
        Box::pin(std::future::pending())
    }
}

impl reqwest::dns::Resolve for Hanging {
    fn resolve(&self, _: reqwest::dns::Name) -> reqwest::dns::Resolving {
        Box::pin(std::future::pending())
    }
}

// Proves F-14.
#[tokio::test(start_paused = true)]
async fn an_endless_name_lookup_is_given_up_like_an_address_that_does_not_answer() {
    let named = url("https://a.example/");
    // The client of the person's own address, whose limit has to cover the name as well.
    let client = super::builder(&named)
        .no_proxy()
        .dns_resolver(Hanging)
        .build()
        .unwrap();
    let began = tokio::time::Instant::now();
    let error = client.get(named.clone()).send().await.unwrap_err();
    assert!(error.is_connect(), "nothing was sent: {error:?}");
    assert_eq!(began.elapsed().as_secs(), crate::limits::CONNECT.as_secs());
    // And that of what a server names.
    let own = url("https://mcp.example.org/mcp");
    let guarded = UrlGuard::with("Remote", &own, Arc::new(Hanging), Matcher::builder().build());
    let began = tokio::time::Instant::now();
    let error = guarded.get(&named, HeaderMap::new()).await.unwrap_err();
    assert_eq!(error.code, Code::NetworkUnreachable);
    assert!(began.elapsed() <= crate::limits::CONNECT);
}

/// Listens and accepts no connection: once its queue is full, a new one gets no answer at all, as in a black hole.
#[cfg(target_os = "linux")]
fn black_hole(at: std::net::SocketAddr) -> Option<(TcpListener, Vec<std::net::TcpStream>)> {
    let socket = tokio::net::TcpSocket::new_v6().ok()?;
    socket.bind(at).ok()?;
    let listener = socket.listen(1).ok()?;
    let mut callers = Vec::new();
    for _ in 0..8 {
        match std::net::TcpStream::connect_timeout(&at, std::time::Duration::from_millis(100)) {
            Ok(caller) => callers.push(caller),
            Err(_) => return Some((listener, callers)),
        }
    }
    None
}

// Proves F-14.
#[cfg(target_os = "linux")]
#[tokio::test]
async fn a_name_whose_ipv6_address_never_answers_is_reached_by_ipv4_at_once() {
    let server = TcpListener::bind("127.0.0.1:0").await.unwrap();
    let port = server.local_addr().unwrap().port();
    tokio::spawn(async move {
        use tokio::io::{AsyncReadExt as _, AsyncWriteExt as _};
        while let Ok((mut stream, _)) = server.accept().await {
            _ = stream.read(&mut [0; 4096]).await;
            _ = stream
                .write_all(b"HTTP/1.1 200 OK\r\nContent-Length: 2\r\nConnection: close\r\n\r\nok")
                .await;
        }
    });
    // Where this computer knows no newer numbers, they fail at once, which is another matter.
    let Some(_hole) = black_hole((Ipv6Addr::LOCALHOST, port).into()) else {
        return;
    };
    struct Both;
    impl reqwest::dns::Resolve for Both {
        fn resolve(&self, _: reqwest::dns::Name) -> reqwest::dns::Resolving {
            let both: [IpAddr; 2] = [Ipv6Addr::LOCALHOST.into(), Ipv4Addr::LOCALHOST.into()];
            let found: reqwest::dns::Addrs = Box::new(
                both.into_iter()
                    .map(|number| std::net::SocketAddr::new(number, 0)),
            );
            Box::pin(async { Ok(found) })
        }
    }
    let named = url(&format!("http://both.example:{port}/"));
    let client = super::builder(&named)
        .no_proxy()
        .dns_resolver(Both)
        .build()
        .unwrap();
    let began = std::time::Instant::now();
    let answer = client.get(named).send().await.unwrap();
    assert_eq!(answer.text().await.unwrap(), "ok");
    // Without the second attempt it would take all of the limit.
    assert!(
        began.elapsed() < crate::limits::CONNECT / 2,
        "{:?}",
        began.elapsed()
    );
}

#[tokio::test]
async fn the_system_knows_this_computer_by_name() {
    let found = SystemResolver.look_up("localhost").await.unwrap();
    assert!(
        !found.is_empty() && found.iter().all(IpAddr::is_loopback),
        "{found:?}"
    );
}

/// The ranges that the standard library knows, as a second opinion.
fn inside(number: Ipv4Addr) -> bool {
    number.is_private()
        || number.is_loopback()
        || number.is_link_local()
        || number.is_multicast()
        || number.is_broadcast()
        || number.is_documentation()
        || number.is_unspecified()
}

/// Ways to write one number.
fn spellings(number: Ipv4Addr) -> Vec<String> {
    let [a, b, c, d] = number.octets();
    let all = u32::from(number);
    let mapped = number.to_ipv6_mapped();
    vec![
        format!("{number}"),
        format!("{number}."),
        format!("{all}"),
        format!("{all:#x}"),
        format!("0{all:o}"),
        format!("{a:#x}.{b:#x}.{c:#x}.{d:#x}"),
        format!("0{a:o}.{b}.{}", u16::from_be_bytes([c, d])),
        format!("[{mapped}]"),
        format!("[::{:x}:{:x}]", all >> 16, all & 0xffff),
        format!("[64:ff9b::{:x}:{:x}]", all >> 16, all & 0xffff),
        format!("%3{}{}", char::from(b'0' + a / 100), &number.to_string()[1..]),
    ]
}

fn number_inside() -> impl Strategy<Value = Ipv4Addr> {
    let block = prop::sample::select(vec![
        (0x7f00_0000_u32, 8),
        (0x0a00_0000, 8),
        (0xac10_0000, 12),
        (0xc0a8_0000, 16),
        (0xa9fe_0000, 16),
        (0x6440_0000, 10),
        (0xe000_0000, 4),
        (0xf000_0000, 4),
        (0x0000_0000, 8),
        (0xc612_0000, 15),
    ]);
    (block, any::<u32>()).prop_map(|((start, bits), rest)| Ipv4Addr::from(start | rest & (u32::MAX >> bits)))
}

proptest! {
    // Proves S-62.
    #[test]
    fn no_number_inside_is_visited_in_any_spelling(number in number_inside()) {
        let guarded = of_a_remote_server();
        for spelling in spellings(number) {
            // What the parser refuses is not an address.
            let Ok(named) = Url::parse(&format!("https://{spelling}/")) else { continue };
            prop_assert!(guarded.check(&named).is_err(), "{spelling} is {named}");
        }
    }

    // Proves S-62.
    #[test]
    fn what_the_standard_library_calls_private_is_private_here(number in any::<u32>()) {
        let number = Ipv4Addr::from(number);
        if inside(number) {
            prop_assert!(address_class::of(number.into()).is_some(), "{number}");
        }
    }

    // Proves S-62.
    #[test]
    fn no_number_of_the_newer_kind_outside_of_what_was_given_away_is_visited(number in any::<u128>()) {
        let number = Ipv6Addr::from(number);
        let translated = number.segments()[..6] == [0x64, 0xff9b, 0, 0, 0, 0];
        if number.segments()[0] & 0xe000 != 0x2000 && !translated {
            prop_assert!(address_class::of(number.into()).is_some(), "{number}");
        }
    }

    // Proves S-62.
    #[test]
    fn any_text_as_an_address_is_open_or_refused_and_never_a_crash(text in "\\PC{0,40}") {
        let Ok(named) = Url::parse(&format!("https://{text}/")) else { return Ok(()) };
        let host = named.host().map(|host| host.to_owned());
        if of_a_remote_server().check(&named).is_ok() {
            prop_assert!(!matches!(host, Some(url::Host::Ipv4(number)) if inside(number)), "{named}");
        }
    }
}

/// A server on this computer that gives one answer without a body after the other.
async fn answering(answers: Vec<String>) -> Url {
    let whole =
        |answer: String| format!("HTTP/1.1 {answer}\r\nContent-Length: 0\r\nConnection: close\r\n\r\n");
    sending(answers.into_iter().map(whole).collect()).await
}

/// A server on this computer that sends one text after the other, each to a connection of its own.
async fn sending(answers: Vec<String>) -> Url {
    let listener = TcpListener::bind("127.0.0.1:0").await.unwrap();
    let here = url(&format!("http://{}/a", listener.local_addr().unwrap()));
    tokio::spawn(async move {
        for answer in answers {
            let (mut stream, _) = listener.accept().await.unwrap();
            let mut asked = Vec::new();
            while !asked.ends_with(b"\r\n\r\n") {
                asked.push(stream.read_u8().await.unwrap());
            }
            // Of what is too large, not everything is taken.
            _ = stream.write_all(answer.as_bytes()).await;
        }
    });
    here
}

// Proves S-63.
#[tokio::test]
async fn a_document_is_read_up_to_256_kib_and_refused_beyond_it() {
    let get = async |size: usize| {
        let head = format!("HTTP/1.1 200 OK\r\nContent-Length: {size}\r\nConnection: close\r\n\r\n");
        let here = sending(vec![head + &"x".repeat(size)]).await;
        let guarded = guarded_client("Here", &here, TextSource::Server);
        guarded.get(&here, HeaderMap::new()).await
    };
    let most = 256 << 10;
    assert_eq!(get(most).await.unwrap().body.len(), most);
    let error = get(most + 1).await.unwrap_err();
    assert_eq!(error.code, Code::MessageTooLarge);
    assert!(error.sentence.contains("larger than 256 KiB"), "{error}");
}

#[tokio::test]
async fn redirects_are_followed_within_one_origin_alone() {
    let here = answering(vec!["302 Found\r\nLocation: /b".into(), "200 OK".into()]).await;
    let fetched = guarded_client("Here", &here, TextSource::Server)
        .get(&here, HeaderMap::new())
        .await
        .unwrap();
    assert_eq!((fetched.status.as_u16(), fetched.url.path()), (200, "/b"));

    // Another port is another origin, and no address is none.
    let there = answering(vec!["200 OK".into()]).await;
    for location in [there.as_str(), "http://["] {
        let here = answering(vec![format!("302 Found\r\nLocation: {location}")]).await;
        let error = guarded_client("Here", &here, TextSource::Server)
            .get(&here, HeaderMap::new())
            .await
            .unwrap_err();
        assert_eq!(error.code, Code::NetworkRedirect, "{location}");
    }
    // What is no redirect leads nowhere, whatever it names.
    let here = answering(vec!["200 OK\r\nLocation: /b".into()]).await;
    let fetched = guarded_client("Here", &here, TextSource::Server)
        .get(&here, HeaderMap::new())
        .await
        .unwrap();
    assert_eq!(fetched.url, here);
}

#[test]
fn a_refusal_says_where_the_address_leads() {
    let said = [
        (AddressClass::Here, "on this computer"),
        (AddressClass::Private, "in a private network"),
        (AddressClass::Plain, "without encryption"),
    ];
    for (place, words) in said {
        let sentence = format!("“Remote” names a URL {words}. It was not opened.");
        assert_eq!(place.refusal("Remote"), sentence);
    }
}
