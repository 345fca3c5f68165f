//! The host's half of the network, while the server runs: it answers names that are granted, with the addresses that they have,
//! and carries connections to them.
//!
//! Inside, every address leads to sockets that the host listens on. Where a connection was meant to go is the address at which
//! it arrives. An address is known when a granted name was answered with it; a connection to it goes to this very address, or
//! another of the same name that was judged as well, and never to what the name has by then.

mod carry;
mod denials;
mod names;
mod queries;
mod sniff;

use crate::changes::FolderWatch;
use crate::denial::Denial;
use crate::enclosure::NAMES;
use crate::gateway::GatewayEnd;
use crate::grants::{HostGrant, LOCALHOST};
use crate::limits::{DIAL, MAX_CONNECTIONS, MAX_QUERIES};
use crate::sys;
use crate::traffic::{ChangeSource, ConnectionQueue, Opening, Traffic, TrafficEvent};
use denials::DenialReports;
use names::GrantedNames;
use portcullis_net::is_private;
use std::io;
use std::net::{IpAddr, Ipv4Addr, Ipv6Addr, SocketAddr};
use std::os::fd::{AsFd as _, OwnedFd};
use std::path::PathBuf;
use std::pin::pin;
use std::sync::{Arc, Weak};
use tokio::net::{TcpListener, TcpStream, UdpSocket};
use tokio::sync::{Semaphore, mpsc};
use tokio::task::JoinSet;

/// The host's half of the network of one server. Keep it as long as the server runs: with it all connections end.
#[derive(Debug)]
pub struct Relay {
    /// Dropped, they end with all that they started.
    _tasks: JoinSet<()>,
    _sockets: Option<Arc<Sockets>>,
    _changes: Option<Arc<FolderWatch>>,
    _gateway: Option<GatewayEnd>,
}

/// The sockets of the host inside.
#[derive(Debug)]
pub(crate) struct Sockets {
    names: Arc<UdpSocket>,
    listeners: Vec<(u16, Arc<TcpListener>)>,
}

impl ConnectionQueue for Sockets {
    fn is_waiting(&self) -> bool {
        let listeners = self.listeners.iter().map(|(_, listener)| listener.as_fd());
        sys::one_is_ready(listeners.chain([self.names.as_fd()]))
    }
}

impl Sockets {
    /// As the helper or a gateway sends them: UDP for names, then TCP for each port.
    ///
    /// # Errors
    /// Where one is missing or of another kind: a gateway runs in an untrusted image.
    pub(crate) fn new(sockets: Vec<OwnedFd>, ports: &[u16]) -> io::Result<Self> {
        let count = sockets.len();
        let mut sockets = sockets.into_iter();
        let names = sockets.next().ok_or(io::ErrorKind::UnexpectedEof)?;
        if count != ports.len() + 1 {
            return Err(io::Error::from_raw_os_error(libc::EPROTO));
        }
        sys::check_socket(names.as_fd(), libc::SOCK_DGRAM)?;
        // Each answer has to come from the address that was asked. The kernel looks for it when a query is read, so it does so for one
        // that came before.
        sys::set_option(names.as_fd(), libc::IPPROTO_IP, libc::IP_PKTINFO, 1)?;
        let listeners = ports.iter().zip(sockets).map(|(port, socket)| {
            sys::check_socket(socket.as_fd(), libc::SOCK_STREAM)?;
            let socket = std::net::TcpListener::from(socket);
            socket.set_nonblocking(true)?;
            Ok((*port, Arc::new(TcpListener::from_std(socket)?)))
        });
        let names = std::net::UdpSocket::from(names);
        names.set_nonblocking(true)?;
        Ok(Self {
            names: Arc::new(UdpSocket::from_std(names)?),
            listeners: listeners.collect::<io::Result<_>>()?,
        })
    }
}

/// What all connections of one server share.
struct Shared {
    names: GrantedNames,
    denials: DenialReports,
    traffic: Traffic,
    connections: Arc<Semaphore>,
    queries: Arc<Semaphore>,
}

impl Relay {
    /// Begins to answer. Without sockets there is nothing to do.
    pub(crate) fn new(
        sockets: Option<Sockets>,
        hosts: Vec<HostGrant>,
        report: mpsc::Sender<Denial>,
        traffic: Traffic,
        writable: Vec<PathBuf>,
    ) -> Self {
        let mut tasks = JoinSet::new();
        let changes = watched(&mut tasks, &traffic, writable);
        let sockets = sockets.map(Arc::new);
        if let Some(sockets) = &sockets {
            let queue: Weak<dyn ConnectionQueue> =
                Arc::downgrade(&(Arc::clone(sockets) as Arc<dyn ConnectionQueue>));
            traffic.watch_queue(queue);
            let shared = Arc::new(Shared {
                names: GrantedNames::new(hosts),
                denials: DenialReports::new(report),
                traffic,
                connections: Arc::new(Semaphore::new(MAX_CONNECTIONS)),
                queries: Arc::new(Semaphore::new(MAX_QUERIES)),
            });
            tasks.spawn(queries::answer(Arc::clone(&sockets.names), Arc::clone(&shared)));
            for (port, listener) in &sockets.listeners {
                tasks.spawn(accept(Arc::clone(listener), *port, Arc::clone(&shared)));
            }
        }
        Self {
            _tasks: tasks,
            _sockets: sockets,
            _changes: changes,
            _gateway: None,
        }
    }

    /// For the network of a container.
    pub(crate) fn of_gateway(self, end: GatewayEnd) -> Self {
        Self {
            _gateway: Some(end),
            ..self
        }
    }
}

/// Begins to watch what the program may change. Where the system gives no watches it is not seen, and nothing is said of it.
fn watched(tasks: &mut JoinSet<()>, traffic: &Traffic, writable: Vec<PathBuf>) -> Option<Arc<FolderWatch>> {
    let changes = (!writable.is_empty())
        .then(FolderWatch::new)?
        .ok()
        .map(Arc::new)?;
    traffic.changes_at(Arc::downgrade(&(Arc::clone(&changes) as Arc<dyn ChangeSource>)));
    let (watching, traffic) = (Arc::clone(&changes), traffic.clone());
    watching.want(writable);
    // A large folder is looked through while the program starts.
    tasks.spawn(watching.each(move || traffic.look()));
    Some(changes)
}

/// Accepts connections while there is room for them; the others wait in the kernel.
async fn accept(listener: Arc<TcpListener>, port: u16, shared: Arc<Shared>) {
    let mut open = JoinSet::new();
    loop {
        // Never closed.
        let Ok(room) = Arc::clone(&shared.connections).acquire_owned().await else {
            return;
        };
        while open.try_join_next().is_some() {}
        let accepted = std::future::poll_fn(|context| {
            // Until the connection is counted itself.
            let _taking = shared.traffic.opening();
            let accepted = listener.poll_accept(context);
            accepted.map_ok(|(client, _)| (client, shared.traffic.opening()))
        });
        let Ok((client, opening)) = accepted.await else {
            // Out of descriptors, or the connection is gone already.
            tokio::time::sleep(PAUSE).await;
            continue;
        };
        let shared = Arc::clone(&shared);
        open.spawn(async move {
            let _room = room;
            if port == NAMES {
                // A client that asks for names over TCP and stops has what it wanted.
                queries::answer_stream(client, &shared, opening).await.ok();
            } else if connection(&client, port, &shared, opening).await.is_err() {
                // As a host that refuses, and not as one that has said all.
                sys::reset_when_closed(client.as_fd()).ok();
            }
        });
    }
}

/// Between two attempts to accept.
const PAUSE: std::time::Duration = std::time::Duration::from_millis(50);

/// Carries one connection, or says why not by an error.
async fn connection(client: &TcpStream, port: u16, shared: &Shared, opening: Opening) -> io::Result<()> {
    let asked = client.local_addr()?.ip().to_canonical();
    let here = asked.is_loopback() || asked.is_unspecified();
    // Looked up at each connection: this computer may have got an address after a name was answered with it.
    let own = match here {
        true => Vec::new(),
        false => sys::own_addresses()?,
    };
    let mut names = match here {
        true => vec![LOCALHOST.to_owned()],
        false => shared.names.of(asked, &own),
    };
    let is_local = is_private(asked) && !own.contains(&asked);
    let unnamed = Denial::Address {
        address: asked,
        port,
        private: is_local,
    };
    let Some(first) = names.first().cloned() else {
        shared.denials.tell(unnamed, &opening);
        return Err(refused());
    };
    names.retain(|name| shared.names.is_granted(name, port));
    let Some(granted) = names.first().cloned() else {
        let denial = match first == asked.to_string() {
            true => unnamed,
            false => Denial::Host {
                name: first,
                port: Some(port),
            },
        };
        shared.denials.tell(denial, &opening);
        return Err(refused());
    };
    // Another port of the name may be granted for a private network, and this one not.
    names.retain(|name| here || shared.names.may_lead(name, port, asked, &own));
    let Some(name) = names.first() else {
        let denial = Denial::Inward {
            name: granted,
            address: asked,
            port: is_local.then_some(port),
        };
        shared.denials.tell(denial, &opening);
        return Err(refused());
    };
    let addresses = match here {
        true => vec![Ipv4Addr::LOCALHOST.into(), Ipv6Addr::LOCALHOST.into()],
        false => shared.names.addresses(name, port, asked, &own),
    };
    opening.toward(name, port);
    // At the same time, since either side may speak first.
    let mut words = pin!(beginning(client, here, &names, port, shared, opening));
    let mut dialled = pin!(tokio::time::timeout(DIAL, dial(&addresses, port)));
    let (host, said) = tokio::select! {
        host = &mut dialled => (host??, None),
        said = &mut words => {
            let said = said?;
            (dialled.await??, Some(said))
        }
    };
    client.set_nodelay(true)?;
    host.set_nodelay(true)?;
    let up = async {
        let said = match said {
            Some(said) => said,
            None => words.await?,
        };
        carry::write(&host, &said).await?;
        carry::carry(client, &host).await
    };
    tokio::try_join!(up, carry::carry(&host, client)).map(drop)
}

fn refused() -> io::Error {
    io::Error::from(io::ErrorKind::ConnectionRefused)
}

/// The beginning of a connection to one of these names, which is to be passed on. It says which of them is meant, or is refused.
async fn beginning(
    client: &TcpStream,
    here: bool,
    names: &[String],
    port: u16,
    shared: &Shared,
    opening: Opening,
) -> io::Result<Vec<u8>> {
    // Whatever name a program says there, it is this computer.
    if here {
        return Ok(Vec::new());
    }
    let sniffed = sniff::read(client).await?;
    if let Some(name) = sniffed.name {
        if !names.contains(&name) {
            let denial = Denial::Host {
                name,
                port: Some(port),
            };
            shared.denials.tell(denial, &opening);
            return Err(refused());
        }
        opening.was(TrafficEvent::Reached { name, port });
    }
    Ok(sniffed.bytes)
}

/// The first of these that answers.
async fn dial(addresses: &[IpAddr], port: u16) -> io::Result<TcpStream> {
    let mut why = io::Error::from(io::ErrorKind::AddrNotAvailable);
    for address in addresses {
        match TcpStream::connect(SocketAddr::new(*address, port)).await {
            Ok(stream) => return Ok(stream),
            Err(error) => why = error,
        }
    }
    Err(why)
}
