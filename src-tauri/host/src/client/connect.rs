//! One attempt to connect: start, find the era, shake hands. Servers on the Python SDK before 1.7 die of the
//! modern question and others stay silent, so a probe that gets no answer costs a process of its own and is
//! never the last word (ERA, F-02).

use super::handler::{Handler, info};
use super::{Connection, Era, Facts, Failed, Health, Owner, Prepared, Setup};
use crate::clock::Clock;
use crate::process::{self, Process};
use crate::view::EraChoice;
use crate::wire::{Frames, Http, Log, Stdio, Wire};
use crate::{Code, Error, limits, text};
use rmcp::RoleClient;
use rmcp::model::{
    ClientJsonRpcMessage, ClientRequest, DiscoverRequest, DiscoverRequestParams, ProtocolVersion, RequestId,
    RequestMetaObject, ServerCapabilities,
};
use rmcp::service::{
    ClientInitializeError, ClientLifecycleMode, RunningService, serve_client_with_lifecycle_and_ct,
};
use rmcp::transport::Transport;
use rmcp::transport::streamable_http_client::{
    StreamableHttpClientTransport, StreamableHttpClientTransportConfig,
};
use std::sync::Arc;
use std::time::{Duration, Instant};
use tokio::process::ChildStdout;
use tokio::task::JoinHandle;
use tokio_util::sync::CancellationToken;

/// What an attempt needs.
pub(super) struct Attempt<'a> {
    pub setup: &'a Setup,
    pub owner: &'a Arc<dyn Owner>,
    pub clock: &'a Arc<dyn Clock>,
    pub frames: &'a Frames,
    pub log: &'a Log,
    pub health: &'a Health,
}

/// A connection that stands.
pub(super) struct Connected {
    pub connection: Connection,
    pub facts: Facts,
    pub process: Option<Process>,
    /// Ends the service; the transport then closes its pipes.
    pub stop: CancellationToken,
    /// Resolves when the service has ended, for whatever reason.
    pub ended: JoinHandle<()>,
}

type Running = RunningService<RoleClient, Handler>;

/// A started program and its pipes.
struct Started {
    wire: Wire,
    stdio: Stdio<ChildStdout>,
    process: Process,
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

    fn wire(&self) -> Wire {
        let setup = self.setup;
        Wire::new(
            &setup.label,
            setup.message_bytes,
            Arc::clone(self.clock),
            self.frames.clone(),
            self.log.clone(),
        )
    }

    async fn start(&self) -> Result<Started, Failed> {
        let Prepared::Command {
            permit,
            secrets,
            search,
        } = self.owner.prepare().await?
        else {
            return Err(Error::internal("a program was expected").into());
        };
        let running = process::spawn(permit, secrets, &search).await?;
        let wire = self.wire();
        super::supervisor::follow_stderr(&running.process, self.log);
        self.health.follow(&wire, Some(running.process.stderr()));
        let stdio = Stdio::new(wire.clone(), running.stdout, running.stdin);
        Ok(Started {
            wire,
            stdio,
            process: running.process,
        })
    }

    async fn connect_program(&self, known: Option<Era>) -> Result<Connected, Failed> {
        let began = Instant::now();
        let mut started = self.start().await?;
        let (era, certain) = match known {
            Some(era) => (era, true),
            None => {
                let probe = discover();
                match tokio::time::timeout(limits::PROBE, started.stdio.probe(&probe)).await {
                    Ok(Ok(true)) => (Era::Modern, true),
                    Ok(Ok(false)) => (Era::Legacy, true),
                    Ok(Err(())) | Err(_) => {
                        let Started { stdio, process, .. } = started;
                        drop(stdio);
                        process.stop().await;
                        started = self.start().await?;
                        (Era::Legacy, false)
                    }
                }
            }
        };
        let Started { wire, stdio, process } = started;
        let handler = Handler { _wire: wire.clone() };
        let stop = CancellationToken::new();
        match handshake(handler, stdio, &wire, era, &stop, limits::HANDSHAKE).await {
            Ok(service) => {
                let mut facts = facts(&service, era, certain, began);
                facts.pid = Some(process.pid());
                Ok(connected(service, wire, facts, Some(process), stop))
            }
            Err(error) => Err(after_exit(&wire, process, error).await),
        }
    }

    async fn connect_address(&self, known: Option<Era>) -> Result<Connected, Failed> {
        let began = Instant::now();
        if known != Some(Era::Legacy) {
            match self.reach(Era::Modern, began).await {
                Err(failed) if known.is_none() && worth_another_era(failed.error.code) => {}
                done => return done,
            }
        }
        self.reach(Era::Legacy, began).await
    }

    async fn reach(&self, era: Era, began: Instant) -> Result<Connected, Failed> {
        let Prepared::Address(config) = self.owner.prepare().await? else {
            return Err(Error::internal("an address was expected").into());
        };
        let wire = self.wire();
        wire.keep_lists_typed();
        self.health.follow(&wire, None);
        let http = Http::new(wire.clone(), &config)?;
        let mut settings = StreamableHttpClientTransportConfig::with_uri(config.url.as_str());
        settings.max_sse_event_size = wire.message_bytes();
        let transport = StreamableHttpClientTransport::with_client(http, settings);
        let handler = Handler { _wire: wire.clone() };
        let stop = CancellationToken::new();
        let service = handshake(handler, transport, &wire, era, &stop, limits::HANDSHAKE_HTTP).await?;
        let facts = facts(&service, era, true, began);
        Ok(connected(service, wire, facts, None, stop))
    }
}

/// Whether the other era may work where this one failed: not when nobody answered or a sign-in is wanted.
fn worth_another_era(code: Code) -> bool {
    !matches!(
        code,
        Code::NetworkUnreachable
            | Code::NetworkTls
            | Code::NetworkRedirect
            | Code::AuthRequired
            | Code::BadInput
            | Code::LaunchChanged
    )
}

/// The modern question, in our own name and with an id that rmcp never uses.
fn discover() -> ClientJsonRpcMessage {
    let ourselves = info();
    let mut request = DiscoverRequest::new(DiscoverRequestParams {});
    request.extensions.insert(RequestMetaObject::with_client_context(
        ProtocolVersion::LATEST,
        ourselves.client_info,
        ourselves.capabilities,
    ));
    ClientJsonRpcMessage::request(
        ClientRequest::DiscoverRequest(request),
        RequestId::String("portcullis-probe".into()),
    )
}

async fn handshake<T>(
    handler: Handler,
    transport: T,
    wire: &Wire,
    era: Era,
    stop: &CancellationToken,
    patience: Duration,
) -> Result<Running, Error>
where
    T: Transport<RoleClient> + Send + 'static,
    T::Error: Send + Sync + 'static,
{
    let lifecycle = match era {
        Era::Legacy => ClientLifecycleMode::Initialize,
        Era::Modern => ClientLifecycleMode::Discover {
            preferred_versions: vec![ProtocolVersion::LATEST],
        },
    };
    let label = wire.label();
    let served = serve_client_with_lifecycle_and_ct(handler, transport, lifecycle, stop.clone());
    match tokio::time::timeout(patience, Box::pin(served)).await {
        Ok(Ok(service)) => {
            wire.set_ready();
            Ok(service)
        }
        Ok(Err(error)) => Err(wire.failure().unwrap_or_else(|| in_words(label, error))),
        Err(_) => {
            stop.cancel();
            let junk = match wire.junk() {
                0 => String::new(),
                lines => format!(" It wrote {lines} lines that are not protocol."),
            };
            Err(Error::new(
                Code::ServerSilent,
                format!(
                    "“{label}” did not answer within {} seconds.{junk} It was stopped.",
                    patience.as_secs()
                ),
            )
            .remedy("Check that this really starts an MCP server; the log shows what it wrote."))
        }
    }
}

fn in_words(label: &str, error: ClientInitializeError) -> Error {
    match error {
        ClientInitializeError::JsonRpcError(refusal) => Error::new(
            Code::ProtocolError,
            format!("“{label}” answered the handshake with an error. It is not connected."),
        )
        .remedy("What it says may tell why. Its log may say more.")
        .said(&text::ForeignText::new(refusal.message.into_owned())),
        ClientInitializeError::NoCompatibleProtocolVersion { server_supported, .. } => {
            let theirs: Vec<&str> = server_supported
                .iter()
                .map(ProtocolVersion::as_str)
                .take(10)
                .collect();
            Error::new(
                Code::NoCommonRevision,
                format!(
                    "“{label}” speaks only revisions that Portcullis does not ({}). It was not used.",
                    text::escape_line(&theirs.join(", ")).text
                ),
            )
            .remedy("Update the server or Portcullis.")
        }
        ClientInitializeError::ConnectionClosed(_) | ClientInitializeError::TransportError { .. } => {
            Error::new(
                Code::TransportLost,
                format!("“{label}” ended the connection before it was ready."),
            )
            .remedy("Its log may say why.")
        }
        other => Error::new(
            Code::ProtocolBroken,
            format!(
                "“{label}” answered in a way that is not the protocol ({}).",
                text::escape_line(&other.to_string()).text
            ),
        )
        .remedy("This is a fault of the server. The Protocol tab shows what it sent."),
    }
}

fn facts(service: &Running, era: Era, certain: bool, began: Instant) -> Facts {
    let peer = service.peer().peer_info();
    let capabilities = peer
        .as_ref()
        .map(|info| info.capabilities.clone())
        .unwrap_or_default();
    let ourselves = peer.as_ref().and_then(|info| info.server_info.as_ref());
    let resources = capabilities.resources.as_ref();
    Facts {
        era,
        era_certain: certain,
        revision: peer
            .as_ref()
            .map(|info| info.protocol_version.to_string())
            .unwrap_or_default(),
        name: ourselves.map(|server| server.title.clone().unwrap_or_else(|| server.name.clone())),
        version: ourselves.map(|server| server.version.clone()),
        instructions: peer.as_ref().and_then(|info| info.instructions.clone()),
        announces_tools: capabilities
            .tools
            .as_ref()
            .is_some_and(|tools| tools.list_changed == Some(true)),
        announces_resources: resources.is_some_and(|resources| resources.list_changed == Some(true)),
        announces_prompts: capabilities
            .prompts
            .as_ref()
            .is_some_and(|prompts| prompts.list_changed == Some(true)),
        subscribes: resources.is_some_and(|resources| resources.subscribe == Some(true)),
        capabilities: names(&capabilities),
        pid: None,
        took: u64::try_from(began.elapsed().as_millis()).unwrap_or(u64::MAX),
    }
}

/// Names of what is offered, as the protocol spells them.
fn names(capabilities: &ServerCapabilities) -> Vec<String> {
    match serde_json::to_value(capabilities) {
        Ok(serde_json::Value::Object(offered)) => {
            offered.into_iter().map(|(name, _)| name).take(32).collect()
        }
        _ => Vec::new(),
    }
}

fn connected(
    service: Running,
    wire: Wire,
    facts: Facts,
    process: Option<Process>,
    stop: CancellationToken,
) -> Connected {
    wire.accept_batches(facts.revision == "2025-03-26");
    let connection = Connection {
        peer: service.peer().clone(),
        wire,
    };
    let ended = tokio::spawn(async move {
        if let Err(error) = service.waiting().await {
            tracing::error!(%error, "a connection's service ended badly");
        }
    });
    Connected {
        connection,
        facts,
        process,
        stop,
        ended,
    }
}

/// The reason behind a failed handshake is often that the program ended.
async fn after_exit(wire: &Wire, process: Process, error: Error) -> Failed {
    let own = tokio::time::timeout(Duration::from_millis(500), process.exited())
        .await
        .ok();
    let exit = match own {
        Some(exit) => exit,
        None => process.stop().await,
    };
    let stderr = last_words(&process).await;
    let error = match own {
        Some(exit) if matches!(error.code, Code::TransportLost | Code::ProtocolBroken) => {
            exited(wire.label(), &exit)
        }
        _ => error,
    };
    Failed {
        error,
        exit: own,
        stderr,
    }
    .with_exit(exit)
}

/// The last lines of a program that ended. Its end may be seen before its words are read, and something that it
/// left behind may hold its standard error open, so they are waited for, and not for long.
pub(super) async fn last_words(process: &Process) -> Vec<String> {
    let stderr = process.stderr();
    // Without an end in time there are the words that came so far.
    _ = tokio::time::timeout(limits::REASON_WITHIN, stderr.finished()).await;
    stderr.tail(20)
}

impl Failed {
    fn with_exit(mut self, exit: process::Exit) -> Self {
        // A program that we had to stop did not fail by its exit code.
        if self.exit.is_some() {
            self.exit = Some(exit);
        }
        self
    }
}

/// A program that ended by itself.
pub(super) fn exited(label: &str, exit: &process::Exit) -> Error {
    let hint = match exit.code {
        Some(127) => "A command inside it was not found; the log says which.",
        _ => "Its log may say why.",
    };
    Error::new(
        Code::ServerExited,
        format!("“{label}” {}. Nothing more is sent to it.", exit.words()),
    )
    .remedy(hint)
}
