//! A proxy in front of a server, whose network can be changed while it runs.
//!
//! A change closes every open connection. It can take TLS, under certificates that are made for one test and trusted by
//! no other.

use std::{
    net::SocketAddr,
    sync::{
        Arc, Mutex, PoisonError,
        atomic::{AtomicUsize, Ordering},
    },
    time::Instant,
};

use rcgen::{BasicConstraints, CertificateParams, IsCa, Issuer, KeyPair, date_time_ymd};
use tokio::{
    io::{AsyncRead, AsyncReadExt as _, AsyncWrite, AsyncWriteExt as _},
    net::{TcpListener, TcpStream},
    sync::watch,
    task::JoinHandle,
};
use tokio_rustls::{
    TlsAcceptor,
    rustls::{ServerConfig, pki_types::PrivateKeyDer},
};

use crate::http1;

/// What becomes of those who connect.
#[derive(Debug, Clone)]
pub enum NetworkState {
    /// They arrive.
    Open,
    /// They get a page that asks them to sign in to the network (F-15).
    Portal,
    /// They are sent to this address by a 302.
    Away(String),
    /// They are turned back at once.
    Down,
    /// They wait, and nothing comes.
    Stalled,
}

/// The proxy. It ends when it is dropped.
#[derive(Debug)]
pub struct FaultProxy {
    address: SocketAddr,
    state: Arc<State>,
    task: JoinHandle<()>,
}

struct State {
    network: watch::Sender<NetworkState>,
    to: String,
    tls: Option<TlsAcceptor>,
    connections: AtomicUsize,
    most: AtomicUsize,
    visits: Mutex<Vec<Instant>>,
}

impl std::fmt::Debug for State {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.debug_struct("State")
            .field("to", &self.to)
            .finish_non_exhaustive()
    }
}

impl FaultProxy {
    /// A proxy that lets everything through to a server at this address.
    pub async fn to(url: &str) -> Self {
        Self::build(url, None).await
    }

    /// The same under TLS.
    pub async fn with_tls(url: &str, certificate: &ServerCertificate) -> Self {
        Self::build(url, Some(certificate.0.clone())).await
    }

    async fn build(url: &str, tls: Option<TlsAcceptor>) -> Self {
        let listener = TcpListener::bind("127.0.0.1:0")
            .await
            .expect("there is a free port");
        let address = listener.local_addr().expect("a listener has an address");
        let host = url.split("://").last().and_then(|rest| rest.split('/').next());
        let state = Arc::new(State {
            network: watch::Sender::new(NetworkState::Open),
            to: host.unwrap_or_default().to_owned(),
            tls,
            connections: AtomicUsize::new(0),
            most: AtomicUsize::new(0),
            visits: Mutex::default(),
        });
        let task = tokio::spawn(accept(listener, Arc::clone(&state)));
        Self { address, state, task }
    }

    /// Its beginning, under this name of the computer.
    pub fn url_at(&self, name: &str) -> String {
        let scheme = if self.state.tls.is_some() { "https" } else { "http" };
        format!("{scheme}://{name}:{}/mcp", self.address.port())
    }

    /// Its beginning.
    pub fn url(&self) -> String {
        self.url_at("127.0.0.1")
    }

    /// Changes the network. Connections are counted from zero again.
    pub fn becomes(&self, network: NetworkState) {
        self.state.most.store(0, Ordering::SeqCst);
        self.visits().clear();
        self.state.network.send_replace(network);
    }

    /// How many connections were open at the same time, since the network changed.
    pub fn most(&self) -> usize {
        self.state.most.load(Ordering::SeqCst)
    }

    /// How many connections are open now.
    pub fn connections(&self) -> usize {
        self.state.connections.load(Ordering::SeqCst)
    }

    /// When a connection came, since the network changed.
    pub fn came(&self) -> Vec<Instant> {
        self.visits().clone()
    }

    fn visits(&self) -> std::sync::MutexGuard<'_, Vec<Instant>> {
        self.state.visits.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

impl Drop for FaultProxy {
    fn drop(&mut self) {
        self.task.abort();
    }
}

trait Stream: AsyncRead + AsyncWrite + Send + Unpin {}
impl<S: AsyncRead + AsyncWrite + Send + Unpin> Stream for S {}

async fn accept(listener: TcpListener, state: Arc<State>) {
    let mut tasks = tokio::task::JoinSet::new();
    while let Ok((stream, _)) = listener.accept().await {
        let now = state.connections.fetch_add(1, Ordering::SeqCst) + 1;
        state.most.fetch_max(now, Ordering::SeqCst);
        let visits = state.visits.lock();
        visits
            .unwrap_or_else(PoisonError::into_inner)
            .push(Instant::now());
        let state = Arc::clone(&state);
        tasks.spawn(async move {
            let mut network = state.network.subscribe();
            let now = network.borrow_and_update().clone();
            tokio::select! {
                () = forward(stream, now, &state) => {}
                _ = network.changed() => {}
            }
            state.connections.fetch_sub(1, Ordering::SeqCst);
        });
    }
}

async fn forward(stream: TcpStream, network: NetworkState, state: &State) {
    let mut stream: Box<dyn Stream> = match &state.tls {
        _ if matches!(network, NetworkState::Stalled) => return std::future::pending().await,
        None => Box::new(stream),
        Some(tls) => match tls.accept(stream).await {
            Ok(stream) => Box::new(stream),
            // A visitor who does not like the certificate turns back.
            Err(_) => return,
        },
    };
    let answer = match network {
        NetworkState::Open => {
            if let Ok(mut server) = TcpStream::connect(&state.to).await {
                let (mut from, mut back) = tokio::io::split(stream);
                let (mut answers, mut requests) = server.split();
                // The side that leaves first ends it for both.
                tokio::select! {
                    _ = tokio::io::copy(&mut from, &mut requests) => {}
                    _ = tokio::io::copy(&mut answers, &mut back) => {}
                }
                back.shutdown().await.ok();
            }
            return;
        }
        NetworkState::Portal => {
            let kind = ("Content-Type", "text/html; charset=utf-8");
            http1::response(200, &[kind], http1::PORTAL)
        }
        NetworkState::Away(to) => http1::response(302, &[("Location", &to)], b""),
        NetworkState::Down | NetworkState::Stalled => return,
    };
    if request_over(&mut stream).await {
        stream.write_all(&answer).await.ok();
        stream.shutdown().await.ok();
    }
}

/// Reads a request to its end: an answer before it may be lost.
async fn request_over(stream: &mut Box<dyn Stream>) -> bool {
    let (mut seen, mut piece) = (Vec::new(), [0; 4096]);
    loop {
        match stream.read(&mut piece).await {
            Ok(read @ 1..) => seen.extend_from_slice(&piece[..read]),
            _ => return false,
        }
        let text = String::from_utf8_lossy(&seen).to_ascii_lowercase();
        let Some((head, body)) = text.split_once("\r\n\r\n") else {
            continue;
        };
        let length = head
            .split("content-length:")
            .nth(1)
            .and_then(|rest| rest.lines().next());
        let length: usize = length.and_then(|length| length.trim().parse().ok()).unwrap_or(0);
        if body.len() >= length {
            return true;
        }
    }
}

/// An authority that issues certificates.
pub struct Authority {
    issuer: Issuer<'static, KeyPair>,
    pem: String,
    key: String,
}

/// A certificate and its key, for a proxy that takes TLS.
#[derive(Clone)]
pub struct ServerCertificate(TlsAcceptor);

fn authority() -> CertificateParams {
    let mut params = CertificateParams::new(Vec::new()).expect("there is no name to be wrong");
    params.is_ca = IsCa::Ca(BasicConstraints::Unconstrained);
    params
}

impl Default for Authority {
    fn default() -> Self {
        let key = KeyPair::generate().expect("a key can be made");
        let pem = authority().self_signed(&key).expect("it signs itself").pem();
        Self::again(&pem, &key.serialize_pem())
    }
}

impl Authority {
    /// One that was made in another process, from its certificate and its key.
    pub fn again(pem: &str, key: &str) -> Self {
        let pair = KeyPair::from_pem(key).expect("the key is one");
        Self {
            issuer: Issuer::new(authority(), pair),
            pem: pem.to_owned(),
            key: key.to_owned(),
        }
    }

    /// Its key, for [`Self::again`].
    pub fn key(&self) -> &str {
        &self.key
    }

    /// Its own certificate, to be trusted.
    pub fn pem(&self) -> &str {
        &self.pem
    }

    /// A certificate for this name and its key, both as PEM, for a server outside of the proxy.
    pub fn papers(&self, name: &str) -> (String, String) {
        let params = CertificateParams::new(vec![name.to_owned()]).expect("the name is sound");
        let key = KeyPair::generate().expect("a key can be made");
        let certificate = params.signed_by(&key, &self.issuer).expect("it is signed");
        (certificate.pem(), key.serialize_pem())
    }

    /// A certificate for this name, which holds or is over.
    pub fn certifies(&self, name: &str, holds: bool) -> ServerCertificate {
        let mut params = CertificateParams::new(vec![name.to_owned()]).expect("the name is sound");
        if !holds {
            params.not_before = date_time_ymd(2000, 1, 1);
            params.not_after = date_time_ymd(2001, 1, 1);
        }
        let key = KeyPair::generate().expect("a key can be made");
        let certificate = params.signed_by(&key, &self.issuer).expect("it is signed");
        let key = PrivateKeyDer::try_from(key.serialize_der()).expect("the key is one");
        let provider = Arc::new(tokio_rustls::rustls::crypto::ring::default_provider());
        let config = ServerConfig::builder_with_provider(provider)
            .with_safe_default_protocol_versions()
            .expect("the versions are known")
            .with_no_client_auth()
            .with_single_cert(vec![certificate.der().clone()], key)
            .expect("key and certificate fit");
        ServerCertificate(TlsAcceptor::from(Arc::new(config)))
    }
}
