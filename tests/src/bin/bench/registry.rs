//! A search over the copy of a registry with 20,000 servers.

use crate::Anything;
use crate::times::{Times, within_ms};
use portcullis_registry::{EntryPage, RegistryCache, RegistryClient, read_page, update};
use serde_json::json;
use std::sync::Arc;
use std::time::Instant;
use tokio::io::{AsyncReadExt as _, AsyncWriteExt as _};
use tokio::net::TcpListener;

const SERVERS: usize = 20_000;
const PAGE: usize = 1_000;
const TOPICS: [&str; 8] = [
    "notes", "mail", "calendar", "database", "search", "weather", "code", "files",
];

/// Measures and prints.
pub(crate) async fn measure() -> Anything<()> {
    let listener = TcpListener::bind("127.0.0.1:0").await?;
    let address = format!("http://{}", listener.local_addr()?);
    let serving = tokio::spawn(serve(listener));
    let folder = tempfile::tempdir()?;
    let cache = Arc::new(RegistryCache::open(&folder.path().join("copy.db"), &address)?);
    let began = Instant::now();
    let client = RegistryClient::new(&address.parse()?);
    update(&client, &cache, 1, || {}).await?;
    serving.abort();
    println!(
        "{} servers copied in {:.1} s",
        cache.state()?.servers,
        began.elapsed().as_secs_f64()
    );
    let mut times = Times::default();
    for words in [
        "n",
        "no",
        "notes",
        "server ma",
        "io",
        "user123",
        "weather for code",
        "nowhere",
        "",
    ] {
        let began = Instant::now();
        let found = cache.search(words)?;
        times.0.push(began.elapsed());
        println!(
            "“{words}”: {} in {:.1} ms",
            found.count,
            began.elapsed().as_secs_f64() * 1e3
        );
    }
    within_ms("a search, slowest", times.at(1.0) / 1e3, 50.0);
    Ok(())
}

async fn serve(listener: TcpListener) -> Anything<()> {
    let mut at = 0;
    loop {
        let (mut stream, _) = listener.accept().await?;
        let mut request = [0; 8192];
        let _ = stream.read(&mut request).await?;
        let body = page(at);
        at += PAGE;
        // What is served is what would be read.
        let _: EntryPage = read_page(body.as_bytes())?;
        let length = body.len();
        let head = format!("HTTP/1.1 200 OK\r\nConnection: close\r\nContent-Length: {length}\r\n\r\n");
        stream.write_all(head.as_bytes()).await?;
        stream.write_all(body.as_bytes()).await?;
    }
}

fn page(from: usize) -> String {
    let servers: Vec<_> = (from..from + PAGE)
        .map(|at| {
            let (one, other) = (TOPICS[at % 8], TOPICS[at / 8 % 8]);
            json!({ "server": {
                "name": format!("io.github.user{at}/server-{at}"),
                "description": format!("A server for {one} and {other}, number {at}"),
                "version": "1.0.0",
                "packages": [{ "registryType": "npm", "identifier": format!("server-{at}"), "version": "1.0.0" }],
            } })
        })
        .collect();
    let next = (from + PAGE < SERVERS).then(|| format!("after-{from}"));
    json!({ "servers": servers, "metadata": { "nextCursor": next } }).to_string()
}
