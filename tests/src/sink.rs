//! A listener that remembers who came, and answers as it is told.
//!
//! Most tests ask it for one thing: that no connection came. It listens on the loopback address only.

use std::{
    net::SocketAddr,
    sync::{Arc, Mutex, MutexGuard, PoisonError},
    time::Duration,
};

use tokio::{
    io::{AsyncWriteExt as _, BufReader},
    net::{TcpListener, TcpStream},
    sync::watch,
    task::JoinHandle,
};

use crate::{
    http1::{self, Request},
    wait::PATIENCE,
};

/// What a sink does with a visitor.
#[derive(Debug, Clone)]
pub enum Answer {
    /// 200 with these words as plain text.
    Text(String),
    /// 200 with a page of HTML, as a captive portal sends (F-15).
    Html,
    /// This status with these headers and this body.
    Status(u16, Vec<(String, String)>, Vec<u8>),
    /// 307 to this address.
    Redirect(String),
    /// 401, with a challenge or without.
    Unauthorized(Option<String>),
    /// The head at once, then one byte of the body each time this has passed (F-09).
    Slow(Duration, Vec<u8>),
    /// The connection stays open and nothing is said.
    Silence,
    /// The connection is closed without a word.
    Close,
}

impl Answer {
    /// 200 with JSON.
    pub fn json(value: &serde_json::Value) -> Self {
        Self::json_with(200, value)
    }

    /// The same with another status.
    pub fn json_with(status: u16, value: &serde_json::Value) -> Self {
        let headers = vec![("Content-Type".to_owned(), "application/json".to_owned())];
        Self::Status(status, headers, value.to_string().into_bytes())
    }
}

type Script = dyn Fn(&Request, usize) -> Answer + Send + Sync;

/// The listener. It stops when it is dropped.
#[derive(Debug)]
pub struct Sink {
    address: SocketAddr,
    seen: Arc<Seen>,
    task: JoinHandle<()>,
}

#[derive(Debug)]
struct Seen {
    hits: Mutex<Vec<Request>>,
    /// Connections, counted when they are accepted: one that says nothing is a hit as well.
    connections: watch::Sender<usize>,
    requests: watch::Sender<usize>,
}

impl Seen {
    fn hits(&self) -> MutexGuard<'_, Vec<Request>> {
        self.hits.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

impl Sink {
    /// A listener that answers everyone with the same.
    pub async fn answering(answer: Answer) -> Self {
        Self::scripted(move |_, _| answer.clone()).await
    }

    /// A listener whose answer depends on the request and on how many came before it.
    pub async fn scripted(script: impl Fn(&Request, usize) -> Answer + Send + Sync + 'static) -> Self {
        let listener = TcpListener::bind("127.0.0.1:0")
            .await
            .expect("there is a free port");
        let address = listener.local_addr().expect("a listener has an address");
        let seen = Arc::new(Seen {
            hits: Mutex::default(),
            connections: watch::Sender::new(0),
            requests: watch::Sender::new(0),
        });
        let task = tokio::spawn(accept(listener, Arc::clone(&seen), Arc::new(script)));
        Self { address, seen, task }
    }

    /// An address at which nothing listens.
    pub fn refused() -> String {
        // Bound to the end of the process and never listening: no other test gets the port.
        let socket = tokio::net::TcpSocket::new_v4().expect("a socket");
        let any = SocketAddr::from(([127, 0, 0, 1], 0));
        socket.bind(any).expect("there is a free port");
        let address = socket.local_addr().expect("a bound socket has an address");
        std::mem::forget(socket);
        format!("http://{address}/")
    }

    /// Where it listens.
    pub fn address(&self) -> SocketAddr {
        self.address
    }

    /// An address to send someone to; the path begins with a slash.
    pub fn url(&self, path: &str) -> String {
        format!("http://{}{path}", self.address)
    }

    /// The requests so far, oldest first.
    pub fn hits(&self) -> Vec<Request> {
        self.seen.hits().clone()
    }

    /// Waits until there are this many requests and gives them.
    pub async fn wait_for_hits(&self, many: usize) -> Vec<Request> {
        let mut requests = self.seen.requests.subscribe();
        let came = tokio::time::timeout(PATIENCE, requests.wait_for(|came| *came >= many)).await;
        came.unwrap_or_else(|_| panic!("{} of {many} requests came", self.hits().len()))
            .ok();
        self.hits()
    }

    /// Asserts that no request came, not even to open a connection.
    pub fn assert_untouched(&self) {
        let connections = *self.seen.connections.borrow();
        assert_eq!(connections, 0, "there was a connection: {:?}", self.hits());
    }
}

impl Drop for Sink {
    fn drop(&mut self) {
        self.task.abort();
    }
}

async fn accept(listener: TcpListener, seen: Arc<Seen>, script: Arc<Script>) {
    let mut visitors = tokio::task::JoinSet::new();
    while let Ok((stream, _)) = listener.accept().await {
        seen.connections.send_modify(|came| *came += 1);
        visitors.spawn(visit(stream, Arc::clone(&seen), Arc::clone(&script)));
    }
}

async fn visit(stream: TcpStream, seen: Arc<Seen>, script: Arc<Script>) {
    let (reader, mut writer) = stream.into_split();
    let Ok(Some(request)) = http1::read(&mut BufReader::new(reader)).await else {
        return;
    };
    let before = {
        let mut hits = seen.hits();
        hits.push(request.clone());
        hits.len() - 1
    };
    seen.requests.send_modify(|came| *came += 1);
    let answer = match script(&request, before) {
        Answer::Text(words) => http1::response(200, &[("Content-Type", "text/plain")], words.as_bytes()),
        Answer::Html => http1::response(200, &[("Content-Type", "text/html")], http1::PORTAL),
        Answer::Status(status, headers, body) => {
            let headers = headers
                .iter()
                .map(|(name, value)| (name.as_str(), value.as_str()));
            http1::response(status, &headers.collect::<Vec<_>>(), &body)
        }
        Answer::Redirect(to) => http1::response(307, &[("Location", &to)], b""),
        Answer::Unauthorized(challenge) => {
            let challenge = challenge
                .as_deref()
                .map(|challenge| ("WWW-Authenticate", challenge));
            http1::response(401, challenge.as_slice(), b"")
        }
        Answer::Slow(pause, body) => {
            let head = http1::head(200, &[("Content-Type", "application/json")]);
            writer.write_all(&head).await.ok();
            for byte in body {
                tokio::time::sleep(pause).await;
                if writer.write_all(&[byte]).await.is_err() {
                    return;
                }
            }
            return;
        }
        Answer::Silence => std::future::pending().await,
        Answer::Close => return,
    };
    // A visitor who leaves early is no concern of the sink's.
    writer.write_all(&answer).await.ok();
}
