//! The host's half of the network of a container. An engine gives a container all hosts or none; so a program of ours, in a container
//! of its own, makes the network and gives its sockets to the host, which carries connections as for a fence. The container of the
//! server joins that network.

use crate::denial::Denial;
use crate::enclosure::{granted_hosts, listened_ports, make_private};
use crate::grants::HostGrant;
use crate::relay::{Relay, Sockets};
use crate::sys;
use crate::traffic::Traffic;
use portcullis_core::{Code, Error, Result, causes};
use portcullis_l10n::say;
use std::fs::Permissions;
use std::io;
use std::os::fd::{AsFd as _, AsRawFd as _};
use std::os::unix::fs::PermissionsExt as _;
use std::path::{Path, PathBuf};
use tokio::io::Interest;
use tokio::net::{UnixListener, UnixStream};
use tokio::sync::mpsc;

/// The program, as `build.rs` compiled it. Empty where that was not possible.
const PROGRAM: &[u8] = include_bytes!(concat!(env!("OUT_DIR"), "/gateway"));

/// What is in the folder that the program gets: itself, where the host listens, and which server of names a container asks.
const FILE: &str = "gateway";
const SOCKET: &str = "socket";
const RESOLVER: &str = "resolv.conf";

/// A network that is planned. Run the program in a container first, with its folder at a path of your choice, then wait for
/// [`Gateway::connected`], then let the server's container join.
#[derive(Debug)]
pub struct Gateway {
    folder: GatewayFolder,
    listener: UnixListener,
    hosts: Vec<HostGrant>,
    ports: Vec<u16>,
    report: mpsc::Sender<Denial>,
    traffic: Traffic,
}

/// What has to live as long as the server: with it the program ends.
#[derive(Debug)]
pub(crate) struct GatewayEnd {
    _program: UnixStream,
    _folder: GatewayFolder,
}

/// Removed in the end.
#[derive(Debug)]
struct GatewayFolder(PathBuf);

impl Drop for GatewayFolder {
    fn drop(&mut self) {
        // What is left is removed at the next start of the host.
        std::fs::remove_dir_all(&self.0).ok();
    }
}

impl Gateway {
    /// Plans a network in which these hosts are reached. `folder` is made, and the folder that it is in is for this account alone. Denials
    /// go to `report` while there is room in it, and what is seen to `traffic`.
    ///
    /// # Errors
    /// `launch.failed` where a host cannot be granted or the folder cannot be made.
    pub async fn new(
        hosts: Vec<HostGrant>,
        folder: PathBuf,
        report: mpsc::Sender<Denial>,
        traffic: Traffic,
    ) -> Result<Self> {
        if PROGRAM.is_empty() {
            return Err(failed(say!("gateway-not-built")));
        }
        let hosts = granted_hosts(hosts)?;
        let ports = listened_ports(&hosts);
        let made = tokio::task::spawn_blocking(move || {
            let folder = GatewayFolder(folder);
            Ok((fill(&folder.0)?, folder))
        });
        let made: io::Result<_> = made.await.map_err(Error::internal)?;
        let (listener, folder) = made.map_err(|error| failed_by(&error))?;
        Ok(Self {
            folder,
            listener: UnixListener::from_std(listener).map_err(|error| failed_by(&error))?,
            hosts,
            ports,
            report,
            traffic,
        })
    }

    /// The folder to mount into the container of the program, read only.
    #[must_use]
    pub fn folder(&self) -> &Path {
        &self.folder.0
    }

    /// The program and its arguments, where its folder is at this path.
    #[must_use]
    pub fn command(&self, at: &Path) -> (PathBuf, Vec<String>) {
        let socket = at.join(SOCKET).to_string_lossy().into_owned();
        let ports = self.ports.iter().map(u16::to_string);
        (at.join(FILE), [socket].into_iter().chain(ports).collect())
    }

    /// The file that the server's container needs as its `/etc/resolv.conf`.
    #[must_use]
    pub fn resolver(&self) -> PathBuf {
        self.folder.0.join(RESOLVER)
    }

    /// Waits for the program and begins to carry connections. What is given has to live as long as the server. The caller
    /// sets the timeout, which depends on the engine.
    ///
    /// # Errors
    /// `launch.failed` where the program ended without a network.
    pub async fn connected(self) -> Result<Relay> {
        let Self {
            folder,
            listener,
            hosts,
            ports,
            report,
            traffic,
        } = self;
        let connected = async {
            let (program, _) = listener.accept().await?;
            let sockets = loop {
                program.readable().await?;
                let received = program.try_io(Interest::READABLE, || sys::receive(program.as_fd(), &mut [0]));
                match received {
                    Err(error) if error.kind() == io::ErrorKind::WouldBlock => {}
                    other => break other?.1,
                }
            };
            Ok((Sockets::new(sockets, &ports)?, program))
        };
        let connected: io::Result<_> = connected.await;
        let (sockets, program) = connected.map_err(|error| failed_by(&error))?;
        let relay = Relay::new(Some(sockets), hosts, report, traffic, Vec::new());
        Ok(relay.of_gateway(GatewayEnd {
            _program: program,
            _folder: folder,
        }))
    }
}

/// Makes the folder. A container may run as another account, so its files are for everybody; the parent folder is private.
fn fill(folder: &Path) -> io::Result<std::os::unix::net::UnixListener> {
    let write = |name: &str, content: &[u8], mode: u32| {
        let path = folder.join(name);
        std::fs::write(&path, content)?;
        std::fs::set_permissions(path, Permissions::from_mode(mode))
    };
    let around = folder.parent().ok_or(io::ErrorKind::InvalidInput)?;
    make_private(around)?;
    std::fs::create_dir(folder)?;
    std::fs::set_permissions(folder, Permissions::from_mode(0o755))?;
    write(FILE, PROGRAM, 0o755)?;
    write(RESOLVER, b"nameserver 127.0.0.1\n", 0o644)?;
    // The path of a socket has at most 107 bytes.
    let opened = std::fs::File::open(folder)?;
    let short = PathBuf::from(format!("/proc/self/fd/{}/{SOCKET}", opened.as_raw_fd()));
    let listener = std::os::unix::net::UnixListener::bind(short)?;
    std::fs::set_permissions(folder.join(SOCKET), Permissions::from_mode(0o666))?;
    listener.set_nonblocking(true)?;
    Ok(listener)
}

fn failed(why: String) -> Error {
    Error::new(Code::LaunchFailed, why).remedy(say!("gateway-remedy"))
}

fn failed_by(error: &io::Error) -> Error {
    failed(say!("gateway-failed", cause = causes::io(error)))
}
