//! The redirect URI, on the loopback interface (RFC 8252), where the browser comes back to: a listener that is there only
//! during a sign-in, on this computer alone, and that knows one path (AUT-37, AUT-38, S-59 to S-61). Any other request gets an empty
//! response and changes nothing.

use crate::limits;
use portcullis_core::{Code, Error, Result, causes, ids};
use portcullis_l10n::{Locale, say};
use std::net::{Ipv4Addr, Ipv6Addr};
use std::sync::Arc;
use tokio::io::{AsyncReadExt as _, AsyncWriteExt as _};
use tokio::net::{TcpListener, TcpStream};
use tokio::sync::{Semaphore, mpsc, oneshot};

/// The loopback listener; closed when dropped.
pub(super) struct Callback {
    /// The address that the browser is sent back to.
    pub back: String,
    arrived: mpsc::Receiver<CallbackRequest>,
    tasks: Vec<tokio::task::AbortHandle>,
}

/// A request to the redirect URI that waits for its response page.
pub(super) struct CallbackRequest {
    /// What it brought.
    pub query: String,
    /// Takes whether that was the answer that is waited for.
    pub taken: oneshot::Sender<bool>,
}

/// What a callback must match.
struct ExpectedCallback {
    path: String,
    hosts: [String; 3],
    arrived: mpsc::Sender<CallbackRequest>,
    at_once: Semaphore,
}

/// The path of a client that was registered before, by hand or in a document: the address has to be known there.
pub(super) const FIXED: &str = "/callback";
/// The whole address, as it is written into such a registration: any port goes with it (RFC 8252 §7.3).
pub const REDIRECT: &str = "http://127.0.0.1/callback";

impl Callback {
    /// Listens at a port that the system chooses, or at the one that is given, below a path of chance or the one that is
    /// given.
    ///
    /// # Errors
    /// `auth.no_way_back`.
    pub(super) async fn listen(port: Option<u16>, path: Option<&str>) -> Result<Self> {
        let four = TcpListener::bind((Ipv4Addr::LOCALHOST, port.unwrap_or(0)))
            .await
            .map_err(no_way_back)?;
        let port = four.local_addr().map_err(no_way_back)?.port();
        // So that no other program gets what is meant for `localhost`. A system without it has no program there either.
        let six = TcpListener::bind((Ipv6Addr::LOCALHOST, port)).await.ok();
        let path = path.map_or_else(|| format!("/{}", ids::random()), str::to_owned);
        let back = format!("http://127.0.0.1:{port}{path}");
        let (sender, arrived) = mpsc::channel(limits::CALLBACK_CONNECTIONS);
        let expected = Arc::new(ExpectedCallback {
            path,
            hosts: [
                format!("127.0.0.1:{port}"),
                format!("[::1]:{port}"),
                format!("localhost:{port}"),
            ],
            arrived: sender,
            at_once: Semaphore::new(limits::CALLBACK_CONNECTIONS),
        });
        let listeners = [Some(four), six].into_iter().flatten();
        let tasks = listeners.map(|listener| {
            let expected = Arc::clone(&expected);
            tokio::spawn(accept(listener, expected)).abort_handle()
        });
        Ok(Self {
            back,
            arrived,
            tasks: tasks.collect(),
        })
    }

    /// The next browser at the right path.
    pub(super) async fn next(&mut self) -> Option<CallbackRequest> {
        self.arrived.recv().await
    }
}

impl Drop for Callback {
    fn drop(&mut self) {
        for task in &self.tasks {
            task.abort();
        }
    }
}

async fn accept(listener: TcpListener, expected: Arc<ExpectedCallback>) {
    loop {
        let Ok((stream, from)) = listener.accept().await else {
            // No handle is free for the moment.
            tokio::time::sleep(limits::CALLBACK_READ).await;
            continue;
        };
        if !from.ip().is_loopback() {
            continue;
        }
        let expected = Arc::clone(&expected);
        tokio::spawn(async move {
            // Too many at once: the connection is closed without a word.
            let Ok(_one) = expected.at_once.try_acquire() else {
                return;
            };
            visit(stream, &expected).await;
        });
    }
}

async fn visit(mut stream: TcpStream, expected: &ExpectedCallback) {
    let read = tokio::time::timeout(limits::CALLBACK_READ, head(&mut stream)).await;
    let Ok(Some(head)) = read else { return };
    let status = match query(&head, expected) {
        Some(query) => match taken(query, expected).await {
            true => "200 OK",
            false => "400 Bad Request",
        },
        None => "404 Not Found",
    };
    let page = match status {
        "200 OK" => page(&say!("page-done"), &say!("page-done-text")),
        _ => page(&say!("page-unexpected"), &say!("page-unexpected-text")),
    };
    let answer = format!(
        "HTTP/1.1 {status}\r\nContent-Type: text/html; charset=utf-8\r\nContent-Length: {}\r\n\
         Content-Security-Policy: default-src 'none'; frame-ancestors 'none'\r\nReferrer-Policy: no-referrer\r\n\
         X-Content-Type-Options: nosniff\r\nCache-Control: no-store\r\nConnection: close\r\n\r\n{page}",
        page.len()
    );
    let sending = async {
        // A browser that is gone does not read it.
        _ = stream.write_all(answer.as_bytes()).await;
        _ = stream.shutdown().await;
    };
    _ = tokio::time::timeout(limits::CALLBACK_READ, sending).await;
}

async fn taken(query: String, expected: &ExpectedCallback) -> bool {
    let (taken, answer) = oneshot::channel();
    expected
        .arrived
        .try_send(CallbackRequest { query, taken })
        .is_ok()
        && answer.await.unwrap_or(false)
}

/// Reads to the end of the head of a request, and no more.
async fn head(stream: &mut TcpStream) -> Option<String> {
    let mut head = Vec::with_capacity(1024);
    let mut piece = [0; 1024];
    loop {
        let read = stream.read(&mut piece).await.ok().filter(|read| *read > 0)?;
        head.extend_from_slice(&piece[..read]);
        if let Some(end) = head.windows(4).position(|four| four == b"\r\n\r\n") {
            head.truncate(end);
            // Cookies of other programs may be in any encoding.
            return Some(String::from_utf8_lossy(&head).into_owned());
        }
        if head.len() > limits::CALLBACK_BYTES {
            return None;
        }
    }
}

/// What a browser brought, if it is one that was sent here: a navigation to exactly our path under our own name.
fn query(head: &str, expected: &ExpectedCallback) -> Option<String> {
    let mut lines = head.split("\r\n");
    let target = lines.next()?.strip_prefix("GET ")?.strip_suffix(" HTTP/1.1")?;
    let (path, query) = target.split_once('?')?;
    let mut hosts = 0;
    for line in lines {
        let (name, value) = line.split_once(':')?;
        let value = value.trim();
        match name.to_ascii_lowercase().as_str() {
            "host" => {
                hosts += 1;
                if !expected.hosts.iter().any(|host| host == value) {
                    return None;
                }
            }
            // A page of another site may lead here, but not ask from where it stands.
            "origin" if value != "null" => {
                let own = value.strip_prefix("http://")?;
                expected.hosts.iter().find(|host| *host == own)?;
            }
            "sec-fetch-mode" if value != "navigate" => return None,
            _ => {}
        }
    }
    (hosts == 1 && path == expected.path && !query.contains('#')).then(|| query.to_owned())
}

fn no_way_back(error: std::io::Error) -> Error {
    Error::new(
        Code::AuthNoWayBack,
        say!("redirect-unavailable", cause = causes::io(&error)),
    )
    .remedy(say!("redirect-unavailable-remedy"))
}

/// Both are sentences of ours, with nothing in them that came from outside.
fn page(title: &str, text: &str) -> String {
    let language = match Locale::current() {
        Locale::English => "en",
        Locale::Chinese => "zh-CN",
    };
    format!(
        "<!doctype html><html lang=\"{language}\"><meta charset=\"utf-8\"><title>Portcullis</title><h1>{title}</h1><p>{text}</p></html>"
    )
}

#[cfg(test)]
mod tests;
