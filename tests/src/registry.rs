//! A registry of servers on this computer, in the published shape.
#![allow(
    clippy::unwrap_used,
    clippy::missing_panics_doc,
    reason = "a test fails by panicking"
)]

use std::{
    collections::BTreeMap,
    sync::{Arc, Mutex},
};

use serde_json::{Value, json};

use portcullis_core::ids;
use sha2::{Digest as _, Sha256};

use crate::sink::{self, Sink};

/// SHA-256 as a registry announces it.
pub fn sha256(bytes: &[u8]) -> String {
    ids::hex(&Sha256::digest(bytes))
}

/// The packages of an entry that is a bundle at a URL, with the hash that is announced for it.
pub fn bundle_package(url: &str, hash: &str) -> Value {
    json!([{
        "registryType": "mcpb", "identifier": url, "fileSha256": hash, "transport": { "type": "stdio" },
    }])
}

/// When the servers of a first copy were published.
pub const FIRST: &str = "2026-11-26T08:30:00Z";

/// What a registry holds: servers in their order, and files by their path.
#[derive(Default)]
struct Contents {
    servers: Vec<Value>,
    files: BTreeMap<String, Vec<u8>>,
}

/// A registry on this computer in the published shape, with pages of two.
pub struct TestRegistry {
    sink: Sink,
    contents: Arc<Mutex<Contents>>,
}

impl TestRegistry {
    /// With these servers.
    pub async fn with(servers: Vec<Value>) -> Self {
        let contents = Arc::new(Mutex::new(Contents {
            servers,
            ..Contents::default()
        }));
        let at = Arc::clone(&contents);
        let sink = Sink::scripted(move |request, _| answer(&at.lock().unwrap(), &request.target)).await;
        Self { sink, contents }
    }

    /// Its address.
    pub fn address(&self) -> String {
        self.sink.url("/")
    }

    /// Adds a server, or replaces the one of its name.
    pub fn put(&self, server: Value) {
        let mut contents = self.contents.lock().unwrap();
        let name = server["server"]["name"].clone();
        contents.servers.retain(|other| other["server"]["name"] != name);
        contents.servers.push(server);
    }

    /// Serves a file at a path.
    pub fn serve(&self, path: &str, file: Vec<u8>) {
        self.contents.lock().unwrap().files.insert(path.to_owned(), file);
    }

    /// The URL of a path.
    pub fn url(&self, path: &str) -> String {
        self.sink.url(path)
    }

    /// Fails if a request came.
    pub fn assert_untouched(&self) {
        self.sink.assert_untouched();
    }

    /// A header of each request, by its name in lower case.
    pub fn headers(&self, name: &str) -> Vec<Option<String>> {
        let hits = self.sink.hits().into_iter();
        hits.map(|hit| hit.header(name).map(str::to_owned)).collect()
    }

    /// What was asked for, in order.
    pub fn targets(&self) -> Vec<String> {
        self.sink.hits().into_iter().map(|hit| hit.target).collect()
    }
}

fn answer(contents: &Contents, target: &str) -> sink::Answer {
    let (path, query) = target.split_once('?').unwrap_or((target, ""));
    if let Some(file) = contents.files.get(path) {
        return sink::Answer::Status(200, Vec::new(), file.clone());
    }
    let parameter = |name: &str| {
        let mut pairs = query.split('&').filter_map(|pair| pair.split_once('='));
        pairs
            .find(|(key, _)| *key == name)
            .map(|(_, value)| value.to_owned())
    };
    match path.strip_prefix("/v0.1/servers") {
        Some("") => {
            // Only the first change of a test is later than the first copy.
            let since = parameter("updated_since").is_some();
            let found = contents.servers.iter().filter(|server| {
                let official = &server["_meta"]["io.modelcontextprotocol.registry/official"];
                let deleted = official["status"] == "deleted";
                if since {
                    official["updatedAt"] != FIRST
                } else {
                    !deleted
                }
            });
            let found: Vec<&Value> = found.collect();
            let from = parameter("cursor")
                .and_then(|cursor| cursor.parse::<usize>().ok())
                .unwrap_or(0);
            let page: Vec<&Value> = found.iter().copied().skip(from).take(2).collect();
            let next = (from + 2 < found.len()).then(|| (from + 2).to_string());
            sink::Answer::json(
                &json!({ "servers": page, "metadata": { "nextCursor": next, "count": page.len() } }),
            )
        }
        Some(rest) => {
            let mut parts = rest.trim_start_matches('/').split('/');
            let name = parts.next().unwrap_or_default().replace("%2F", "/");
            let found = contents
                .servers
                .iter()
                .find(|server| server["server"]["name"] == name);
            match (found, parts.next(), parts.next()) {
                (Some(server), Some("versions"), None) => {
                    sink::Answer::json(&json!({ "servers": [server], "metadata": { "count": 1 } }))
                }
                (Some(server), Some("versions"), Some(version)) if server["server"]["version"] == version => {
                    sink::Answer::json(server)
                }
                _ => sink::Answer::Status(404, Vec::new(), b"{}".to_vec()),
            }
        }
        None => sink::Answer::Status(404, Vec::new(), Vec::new()),
    }
}

/// A server with its status and times, as a registry answers it.
pub fn entry(name: &str, version: &str, (status, at): (&str, &str), packages: Value) -> Value {
    json!({
        "server": {
            "name": name, "title": "Some notes", "description": "Keeps notes", "version": version, "packages": packages,
        },
        "_meta": { "io.modelcontextprotocol.registry/official": {
            "status": status, "statusMessage": "Use another one", "publishedAt": at, "updatedAt": at, "isLatest": true,
        } },
    })
}
