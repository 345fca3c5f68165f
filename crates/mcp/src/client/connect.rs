//! One attempt to connect: start, detect the era, handshake. Servers on the Python SDK before 1.7 exit on
//! `server/discover` and others stay silent, so a probe without an answer costs a process of its own and decides
//! nothing (ERA, F-02).

use super::handshake::{DiscoverOutcome, Handshake, HandshakeResult};
use super::probing::unexpected;
use super::session::Session;
use super::start_timeout::{StartTimeouts, downloads};
use super::{ClientHost, Connection, Era, Failed, Health, PreparedStart, ServerInfo, Setup, stderr_cause};
use crate::limits;
use crate::transport::{
    Frames, HttpConfig, HttpTransport, IncomingRequest, JsonRpc, Log, SseTransport, StdioTransport, Transport,
};
use portcullis_core::clock::Clock;
use portcullis_core::text::{ForeignText, shell_word};
use portcullis_core::{Code, Error, TextSource};
use portcullis_domain::{EraChoice, TransportChoice};
use portcullis_l10n::say;
use portcullis_process::Process;
use std::sync::Arc;
use std::time::{Duration, Instant};
use tokio::sync::mpsc;
use tokio::task::JoinHandle;
use tokio_util::sync::DropGuard;

/// What an attempt needs.
pub(super) struct Attempt<'a> {
    pub setup: &'a Setup,
    pub host: &'a Arc<dyn ClientHost>,
    pub clock: &'a Arc<dyn Clock>,
    pub frames: &'a Frames,
    pub log: &'a Log,
    pub health: &'a Health,
    /// What is behind the address was a server of the protocol before.
    pub known: bool,
    /// Shows how far it is, in words.
    pub tell: &'a (dyn Fn(&str) + Send + Sync),
}

/// An established connection.
pub(super) struct Connected {
    pub connection: Connection,
    pub server_info: ServerInfo,
    pub process: Option<Process>,
    /// Resolves when nothing more can come.
    pub ended: JoinHandle<()>,
}

/// An open transport before the handshake.
pub(super) struct RawConnection {
    pub rpc: JsonRpc,
    pub transport: Transport,
    asked: mpsc::Receiver<IncomingRequest>,
    ended: JoinHandle<()>,
    pub process: Option<Process>,
    /// What is started may have to be downloaded first.
    pub downloads: bool,
    /// Ends the transport of an attempt that is given up.
    unless_connected: Option<DropGuard>,
}

impl RawConnection {
    pub(super) fn handshake(&self) -> Handshake<'_> {
        Handshake {
            rpc: &self.rpc,
            transport: &self.transport,
        }
    }
}

impl Attempt<'_> {
    /// Connects in the era that was chosen, remembered or found.
    pub(super) async fn connect(&self, remembered: Option<Era>) -> Result<Connected, Failed> {
        let known = match self.setup.era {
            EraChoice::Legacy => Some(Era::Legacy),
            EraChoice::Modern => Some(Era::Modern),
            EraChoice::Auto => remembered,
        };
        if self.setup.local {
            self.connect_program(known).await
        } else {
            self.connect_address(known).await
        }
    }

    fn rpc(&self) -> JsonRpc {
        let setup = self.setup;
        let rpc = JsonRpc::new(
            &setup.label,
            setup.message_bytes,
            Arc::clone(self.clock),
            self.frames.clone(),
            self.log.clone(),
        );
        if self.known {
            rpc.set_known();
        }
        rpc
    }

    /// Starts the program. What it does is counted once it is followed.
    pub(super) async fn start(&self) -> Result<RawConnection, Failed> {
        let PreparedStart::Command {
            permit,
            secrets,
            search,
            setup,
        } = self.host.prepare().await?
        else {
            return Err(unexpected("a program"));
        };
        let downloads = downloads(&permit.effect().program, &permit.effect().arguments);
        let rpc = self.rpc();
        for (_, secret) in &secrets {
            rpc.redact_echo(secret.expose());
        }
        let running = portcullis_process::spawn(permit, secrets, &search, setup.map(|setup| *setup)).await?;
        super::supervisor::follow_stderr(&running.process, self.log);
        let (asks, asked) = mpsc::channel(limits::PENDING_SERVER_REQUESTS);
        let (pipe, ended) = StdioTransport::open(&rpc, running.stdout, running.stdin, asks);
        Ok(RawConnection {
            rpc,
            transport: Transport::Stdio(pipe),
            asked,
            ended,
            process: Some(running.process),
            downloads,
            unless_connected: None,
        })
    }

    /// Counts what this connection does from now on, in place of the one before.
    pub(super) fn follow(&self, raw: &RawConnection) {
        let stderr = raw.process.as_ref().map(Process::stderr);
        self.health.follow(&raw.rpc, stderr);
    }

    async fn connect_address(&self, known: Option<Era>) -> Result<Connected, Failed> {
        let began = Instant::now();
        if self.setup.transport == TransportChoice::Sse {
            return self.connect_old(began, None).await;
        }
        let patience = StartTimeouts::of(self.setup, false).whole;
        if known != Some(Era::Legacy) {
            let raw = self.connect_http().await?;
            raw.rpc.set_modern();
            let label = raw.rpc.label().to_owned();
            let error = match raw.handshake().discover(self.setup.offers, patience).await {
                DiscoverOutcome::Modern(greeted) => {
                    return Ok(self.connected(raw, Era::Modern, true, &greeted, began));
                }
                DiscoverOutcome::Refused(error) => return Err(error.into()),
                DiscoverOutcome::Failed(error) => error,
                DiscoverOutcome::Legacy => only_legacy(&label),
                DiscoverOutcome::Silent => raw.handshake().silent(patience),
            };
            raw.transport.close().await;
            // What is not well says nothing about what it speaks (ERA-26).
            if known.is_some() || raw.rpc.had_server_error() || !worth_another_era(error.code) {
                return Err(error.into());
            }
        }
        let raw = self.connect_http().await?;
        match raw.handshake().initialize(self.setup.offers, patience).await {
            Ok(greeted) => Ok(self.connected(raw, Era::Legacy, true, &greeted, began)),
            Err(error) => {
                raw.transport.close().await;
                let only = self.setup.transport == TransportChoice::StreamableHttp;
                if only || error.code != Code::NetworkNotMcp {
                    return Err(error.into());
                }
                self.connect_old(began, Some(error)).await
            }
        }
    }

    /// What does not speak Streamable HTTP may speak the transport before it. Where it is none of that kind either,
    /// the first reason is the one that helps; there is none where only the older transport was to be tried.
    async fn connect_old(&self, began: Instant, reason: Option<Error>) -> Result<Connected, Failed> {
        let PreparedStart::Address(config) = self.host.prepare().await? else {
            return Err(unexpected("an address"));
        };
        let rpc = self.rpc();
        self.health.follow(&rpc, None);
        let (asks, asked) = mpsc::channel(limits::PENDING_SERVER_REQUESTS);
        let (sse, ended) = match SseTransport::open(&rpc, &config, asks).await {
            Ok(open) => open,
            Err(error) if worth_saying(error.code) => return Err(error.into()),
            Err(error) => {
                let Some(reason) = reason else {
                    return Err(error.into());
                };
                // It opened, and said nothing: that is no server of any other kind.
                if error.code != Code::ServerSilent {
                    return Err(reason.into());
                }
                return Err(reason.remedy(say!("maybe-old-sse")).into());
            }
        };
        let transport = Transport::Sse(sse);
        let raw = RawConnection {
            unless_connected: transport.guard(),
            rpc,
            transport,
            asked,
            ended,
            process: None,
            downloads: false,
        };
        match raw
            .handshake()
            .initialize(self.setup.offers, StartTimeouts::of(self.setup, false).whole)
            .await
        {
            Ok(greeted) => Ok(self.connected(raw, Era::Legacy, true, &greeted, began)),
            Err(error) => {
                raw.transport.close().await;
                Err(error.into())
            }
        }
    }

    async fn connect_http(&self) -> Result<RawConnection, Failed> {
        let PreparedStart::Address(config) = self.host.prepare().await? else {
            return Err(unexpected("an address"));
        };
        Ok(self.reached(&config)?)
    }

    fn reached(&self, config: &HttpConfig) -> Result<RawConnection, Error> {
        let rpc = self.rpc();
        self.health.follow(&rpc, None);
        let (asks, asked) = mpsc::channel(limits::PENDING_SERVER_REQUESTS);
        let http = HttpTransport::new(rpc.clone(), config, asks)?;
        let ended = http.ended();
        let transport = Transport::Http(http);
        Ok(RawConnection {
            unless_connected: transport.guard(),
            rpc,
            ended,
            transport,
            asked,
            process: None,
            downloads: false,
        })
    }

    pub(super) fn connected(
        &self,
        raw: RawConnection,
        era: Era,
        certain: bool,
        greeted: &HandshakeResult,
        began: Instant,
    ) -> Connected {
        let mut server_info = greeted.server_info(era, certain, raw.transport.kind());
        server_info.pid = raw.process.as_ref().map(Process::pid);
        server_info.took = u64::try_from(began.elapsed().as_millis()).unwrap_or(u64::MAX);
        if era == Era::Modern {
            raw.rpc.set_modern();
        }
        raw.rpc.note_revision(&server_info.revision);
        raw.rpc.accept_batches(server_info.revision == "2025-03-26");
        raw.rpc.set_ready();
        if era == Era::Legacy {
            raw.transport.listen();
        }
        let preferences = Arc::clone(&self.setup.preferences);
        let session = Session::new(
            &server_info,
            self.setup.offers,
            Arc::clone(self.host),
            preferences,
        );
        let connection = Connection {
            rpc: raw.rpc,
            transport: raw.transport,
            session: Arc::new(session),
        };
        connection.answer_all(raw.asked);
        if let Some(guard) = raw.unless_connected {
            guard.disarm();
        }
        Connected {
            connection,
            server_info,
            process: raw.process,
            ended: raw.ended,
        }
    }
}

/// Whether the older transport failed for a reason of its own.
fn worth_saying(code: Code) -> bool {
    matches!(
        code,
        // It is one, and wants to know who comes (OLD-07).
        Code::AuthRequired
            | Code::AuthMore
            | Code::AuthForbidden
            | Code::NetworkForbidden
            | Code::NetworkTls
            | Code::NetworkBusy
            | Code::NetworkCaptive
            | Code::MessageTooLarge
    )
}

/// Whether the other era may work where this one failed: not when there was no answer or a sign-in is wanted.
fn worth_another_era(code: Code) -> bool {
    !matches!(
        code,
        Code::NetworkUnreachable
            | Code::NetworkTls
            | Code::NetworkRedirect
            | Code::NetworkCaptive
            | Code::NetworkBusy
            | Code::NetworkFault
            | Code::AuthRequired
            | Code::AuthMore
            | Code::AuthForbidden
            | Code::AuthUnreachable
            | Code::VaultLocked
            | Code::VaultMissing
            | Code::BadInput
            | Code::LaunchChanged
    )
}

pub(super) fn only_legacy(label: &str) -> Error {
    Error::new(Code::NoCommonRevision, say!("legacy-only", server = label)).remedy(say!("legacy-only-remedy"))
}

/// The reason behind a failed handshake is often that the program ended.
pub(super) async fn after_exit(raw: RawConnection, error: Error) -> Failed {
    let RawConnection {
        rpc,
        transport,
        process: Some(process),
        ..
    } = raw
    else {
        return error.into();
    };
    let error = rpc.failure().unwrap_or(error);
    let own = tokio::time::timeout(Duration::from_millis(500), process.exited())
        .await
        .ok();
    let exit = match own {
        Some(exit) => exit,
        None => {
            transport.close().await;
            process.stop().await
        }
    };
    let error = match own {
        Some(exit)
            if matches!(
                error.code,
                Code::TransportLost | Code::ProtocolBroken | Code::ServerSilent | Code::ServerDownloading
            ) =>
        {
            exited(rpc.label(), &exit)
        }
        _ => error,
    };
    let (error, stderr) = with_last_words(error, &process).await;
    Failed {
        error,
        exit: own,
        stderr,
    }
    .with_exit(exit)
}

/// The last lines of a program that ended, and the error with the one that looks like its cause. Its end may be seen
/// before its words are read, and something that it left behind may hold its standard error open, so they are waited
/// for, and not for long.
pub(super) async fn with_last_words(error: Error, process: &Process) -> (Error, Vec<String>) {
    let stderr = process.stderr();
    // Without an end in time there are the words that came so far.
    _ = tokio::time::timeout(limits::FAILURE_REASON_WAIT, stderr.finished()).await;
    let mut lines = stderr.tail(stderr_cause::LINES);
    let error =
        match stderr_cause::cause(&lines).filter(|_| error.said.is_none() && about_the_end(error.code)) {
            Some(handshake) => error.said(TextSource::Program, &ForeignText::new(handshake)),
            None => error,
        };
    let last = lines.split_off(lines.len().saturating_sub(STDERR_SHOWN));
    (error, last)
}

/// An error whose reason is for the program to say.
fn about_the_end(code: Code) -> bool {
    matches!(
        code,
        Code::ServerExited
            | Code::ServerSilent
            | Code::ServerDownloading
            | Code::ServerStuck
            | Code::TransportLost
            | Code::ProtocolBroken
    )
}

/// Lines of standard error that a state carries.
const STDERR_SHOWN: usize = 20;

impl Failed {
    fn with_exit(mut self, exit: portcullis_process::Exit) -> Self {
        // A program that we had to stop did not fail by its exit code.
        if self.exit.is_some() {
            self.exit = Some(exit);
        }
        self
    }
}

/// A program that ended on its own.
pub(super) fn exited(label: &str, exit: &portcullis_process::Exit) -> Error {
    let hint = match exit.code {
        Some(127) => say!("exited-command-missing"),
        _ => say!("see-log", label = shell_word(label)),
    };
    Error::new(
        Code::ServerExited,
        say!("exited", server = label, exit = exit.words()),
    )
    .remedy(hint)
}
