//! One isolated client per configured server (ARC-01): a task that owns its process or connection, era, restarts and
//! list of tools. Others get snapshots and a [`Connection`] to call through; no two servers share state.
//!
//! It knows nothing of windows, policy or the audit log: what it needs from the host it asks through [`ClientHost`].

mod call;
mod capabilities;
mod change_limit;
mod connect;
mod errors;
mod handshake;
mod health;
mod lister;
mod listing;
mod liveness;
mod preferences;
mod probing;
mod request;
mod retry;
mod rounds;
mod server_requests;
mod session;
mod start_timeout;
mod states;
mod stderr_cause;
mod subscription;
mod supervisor;
mod system_watch;
mod tasks;
#[cfg(test)]
mod tests;
mod url_elicitation;

pub use capabilities::REVISIONS;
pub use health::Health;
pub use listing::pages;
pub use preferences::ServerPreferences;
pub use request::{Connection, Deadlines};
pub use rounds::InputRequest;
pub use start_timeout::downloads;
pub use states::{in_current_language, off};
pub use system_watch::SystemWatch;
pub use tasks::UNKNOWN_TASK;
pub use tasks::{CallOutcome, CreatedTask, FollowedTask, TaskCapabilities, TaskInfo, TaskStatus};
pub use url_elicitation::UrlElicitationVisit;

use crate::transport::{Frames, HttpConfig, Log};
use futures::future::BoxFuture;
use portcullis_approval::consent::Permit;
use portcullis_catalog::Catalog;
use portcullis_catalog::icons::Icons;
use portcullis_core::Secret;
use portcullis_core::clock::Clock;
use portcullis_core::{Error, Result, locked};
use portcullis_domain::{EraChoice, Problem, ServerState, Transport, TransportChoice};
use portcullis_process::StartSetup;
use portcullis_programs::{Launch, SearchPath};
use serde_json::Value;
use serde_json::value::RawValue;
use std::sync::{Arc, Mutex};
use tokio::sync::{mpsc, watch};
use tokio::task::JoinHandle;
use tokio_util::sync::CancellationToken;

/// Which era a server speaks.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Era {
    /// The `initialize` handshake.
    Legacy,
    /// Metadata in every request.
    Modern,
}

impl Era {
    /// As a driver shows it.
    #[must_use]
    pub fn choice(self) -> EraChoice {
        match self {
            Self::Legacy => EraChoice::Legacy,
            Self::Modern => EraChoice::Modern,
        }
    }
}

/// Which of its own features a client declares to its server (CAP-01). A change makes a new connection.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq)]
pub struct ClientCapabilities {
    /// Folders it may work in.
    pub roots: bool,
    /// A model may be asked to sample.
    pub sampling: bool,
    /// Forms, and addresses to open.
    pub elicitation: bool,
    /// The extension by which the user signs in, where it is no page of an authorization server (AUT-62, AUT-63).
    pub signs_in: Option<&'static str>,
}

impl ClientCapabilities {
    /// Whether a question of this kind was offered (MRT-08).
    fn covers(self, method: &str) -> bool {
        match method {
            "roots/list" => self.roots,
            "sampling/createMessage" => self.sampling,
            "elicitation/create" => self.elicitation,
            _ => false,
        }
    }
}

/// A request of a server to the client: a JSON-RPC request in the legacy era, an input request within a result in the
/// modern one. Both are answered in the same way.
pub struct ServerRequest {
    /// `elicitation/create`, `sampling/createMessage` or `roots/list`.
    pub method: String,
    /// Its parameters as they came; `null` when there are none. Hostile.
    pub params: Box<RawValue>,
    /// Revision in use: what may be in the answer depends on it.
    pub revision: String,
    /// The record's number of the call of ours that it belongs to, where that is known.
    pub cause: Option<u64>,
    /// The server took it back, or the connection ended: no request waits for the answer any more (CAN-06).
    pub cancelled: CancellationToken,
}

/// The JSON-RPC error that a server gets instead of an answer. It reveals no internals (ERR-03).
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Refusal {
    /// JSON-RPC error code.
    pub code: i32,
    /// One plain sentence.
    pub message: &'static str,
}

impl Refusal {
    /// The person said no (SAM-18).
    pub const DENIED: Self = Self {
        code: -1,
        message: "User rejected sampling request",
    };
    /// The method is not offered to this server (RPC-11).
    pub const UNKNOWN: Self = Self {
        code: -32601,
        message: "this client does not offer that",
    };
    /// The parameters cannot be used.
    pub const BAD: Self = Self {
        code: -32602,
        message: "the parameters cannot be used",
    };
    /// Something went wrong here.
    pub const INTERNAL: Self = Self {
        code: -32603,
        message: "the client could not answer",
    };
}

/// Settings of a client. A change of any makes a new client.
#[derive(Debug, Clone)]
pub struct Setup {
    /// The person's label, for sentences.
    pub label: String,
    /// Runs here.
    pub local: bool,
    /// Era as chosen.
    pub era: EraChoice,
    /// Era as remembered from last time.
    pub remembered: Option<Era>,
    /// Largest message, in bytes.
    pub message_bytes: usize,
    /// Seconds that it may take to start, where the person said so.
    pub start_seconds: Option<u32>,
    /// Transport of an address, as chosen.
    pub transport: TransportChoice,
    /// What is declared to it.
    pub offers: ClientCapabilities,
    /// Log level and subscriptions; outlive the client.
    pub preferences: Arc<ServerPreferences>,
}

/// What one start needs.
#[expect(
    clippy::large_enum_variant,
    reason = "there is one for each start, moved once"
)]
pub enum PreparedStart {
    /// A program.
    Command {
        /// Proof that it may start.
        permit: Permit<Launch>,
        /// Values for its secret variables, straight from the keychain.
        secrets: Vec<(String, Secret)>,
        /// Where programs are found.
        search: SearchPath,
        /// What holds it in, beside what was approved.
        setup: Option<Box<StartSetup>>,
    },
    /// An address.
    Address(HttpConfig),
}

/// What was negotiated with a server, and what it said about itself.
#[derive(Debug, Clone)]
pub struct ServerInfo {
    /// Era in use.
    pub era: Era,
    /// Whether the era was answered rather than guessed from silence.
    pub era_certain: bool,
    /// Revision in use.
    pub revision: String,
    /// What its messages go through.
    pub transport: Transport,
    /// Its own name: foreign.
    pub name: Option<String>,
    /// Pictures that it names for itself.
    pub icons: Icons,
    /// Its own version: foreign.
    pub version: Option<String>,
    /// Its instructions: foreign.
    pub instructions: Option<String>,
    /// Names of capabilities.
    pub capabilities: Vec<String>,
    /// It has tools and may announce changes of them.
    pub announces_tools: bool,
    /// It has resources and may announce changes of their list.
    pub announces_resources: bool,
    /// It has prompts and may announce changes of their list.
    pub announces_prompts: bool,
    /// It can be asked to say when a resource changes.
    pub subscribes: bool,
    /// What it offers of tasks.
    pub tasks: TaskCapabilities,
    /// Process.
    pub pid: Option<u32>,
    /// Milliseconds from start to ready.
    pub took: u64,
}

impl ServerInfo {
    /// Whether it said that it has tools.
    #[must_use]
    pub fn offers_tools(&self) -> bool {
        self.offers("tools")
    }

    /// Whether it said that it has this, as the protocol spells it: only what was declared is called (CAP-09).
    #[must_use]
    pub fn offers(&self, capability: &str) -> bool {
        self.capabilities.iter().any(|name| name == capability)
    }

    /// Whether it can be asked for suggestions. In 2024-11-05 there was no way to declare that: it is tried (CAP-09).
    #[must_use]
    pub fn completes(&self) -> bool {
        self.offers("completions") || self.revision == REVISIONS[0]
    }
}

/// The host as a client needs it.
pub trait ClientHost: Send + Sync + 'static {
    /// Allows one start, and records it before it happens. Called for every single start, probes included.
    fn prepare(&self) -> BoxFuture<'_, Result<PreparedStart>>;
    /// How the attempt ended that began with the last [`Self::prepare`].
    fn settled(&self, outcome: Result<ServerInfo>) -> BoxFuture<'_, ()>;
    /// The list as it is held to: digests leave out what a person lets vary.
    fn held(&self, catalog: Catalog) -> BoxFuture<'_, Result<Catalog>> {
        Box::pin(std::future::ready(Ok(catalog)))
    }
    /// A fresh list of tools, before anybody sees it: definitions are compared with what was known. Says whether
    /// any differs.
    fn listed(&self, catalog: Arc<Catalog>, instructions: Option<String>) -> BoxFuture<'_, Result<bool>>;
    /// The list of tools that was given to [`Self::listed`] is the one that everybody sees now, or the list was forgotten.
    fn published(&self);
    /// The snapshot changed.
    fn changed(&self);
    /// The server asks something. Resolves when it is answered, which may take as long as a person takes.
    fn asked(&self, server_request: ServerRequest) -> BoxFuture<'_, std::result::Result<Value, Refusal>>;
    /// Pages were opened before a request can go on. Resolves when the person says that they are done there and it
    /// may be made again, or that it may not.
    fn url_elicitation_done(&self, visit: UrlElicitationVisit) -> BoxFuture<'_, bool>;
}

/// State of a client at one moment.
#[derive(Clone)]
pub struct ClientSnapshot {
    /// State.
    pub state: ServerState,
    /// To call through, while ready.
    pub connection: Option<Connection>,
    /// Tools as last listed, unless they were forgotten since; while it is asleep, as of its last run.
    pub catalog: Arc<Catalog>,
    /// Why the tools could not be listed, when that was tried last: an empty list may not be all there is.
    pub unlisted: Option<ListFailure>,
    /// What the server said about itself, while ready or asleep.
    pub server_info: Option<ServerInfo>,
    /// When it became ready.
    pub ready_at: Option<u64>,
}

/// A list that could not be read.
#[derive(Debug, Clone)]
pub struct ListFailure {
    /// Why.
    pub problem: Problem,
    /// When it is asked for again.
    pub again_at: u64,
}

/// What a server offered when it ran last, for as long as it is asleep.
#[derive(Clone)]
pub struct LastRun {
    /// Its tools.
    pub catalog: Arc<Catalog>,
    /// What it said about itself.
    pub server_info: ServerInfo,
}

enum ControlMessage {
    Start,
    Stop,
    Restart,
    Forget,
    Sleep(Box<LastRun>),
}

/// A running client. [`Client::close`] stops its server and waits for it; dropping it lets its task do the same.
pub struct Client {
    orders: Mutex<Option<mpsc::Sender<ControlMessage>>>,
    snapshot: watch::Receiver<Arc<ClientSnapshot>>,
    health: Arc<Health>,
    frames: Frames,
    log: Log,
    task: Mutex<Option<JoinHandle<()>>>,
}

impl Client {
    /// Makes the client; it starts when told to.
    #[must_use]
    pub fn new(
        setup: Setup,
        host: Arc<dyn ClientHost>,
        clock: Arc<dyn Clock>,
        system_watch: SystemWatch,
    ) -> Self {
        let log = Log::new(Arc::clone(&clock));
        Self::with(
            setup,
            host,
            (clock, system_watch),
            (Frames::default(), log),
            states::nothing_yet,
        )
    }

    /// Makes the client that takes the place of this one. Its timeline and its log go on, so that a page that shows
    /// them shows what was before. With `starts` it is told to start at once, and it does not appear as off until then.
    #[must_use]
    pub fn successor(
        &self,
        setup: Setup,
        host: Arc<dyn ClientHost>,
        (clock, system_watch): (Arc<dyn Clock>, SystemWatch),
        starts: bool,
    ) -> Self {
        let kept = (self.frames.clone(), self.log.clone());
        let before = Arc::clone(&self.snapshot().catalog);
        Self::with(setup, host, (clock, system_watch), kept, |clock| match starts {
            true => states::reconnecting(clock, before),
            false => states::nothing_yet(clock),
        })
    }

    fn with(
        setup: Setup,
        host: Arc<dyn ClientHost>,
        (clock, system_watch): (Arc<dyn Clock>, SystemWatch),
        (frames, log): (Frames, Log),
        first: impl FnOnce(&dyn Clock) -> ClientSnapshot,
    ) -> Self {
        let (orders, received) = mpsc::channel(16);
        let first = first(&*clock);
        let health = Arc::new(Health::default());
        let (task, snapshot) = supervisor::start(
            setup,
            host,
            (clock, system_watch),
            received,
            (frames.clone(), log.clone()),
            Arc::clone(&health),
            first,
        );
        Self {
            orders: Mutex::new(Some(orders)),
            snapshot,
            health,
            frames,
            log,
            task: Mutex::new(Some(task)),
        }
    }

    async fn order(&self, order: ControlMessage) {
        let orders = locked(&self.orders).clone();
        // A client that was closed takes no orders any more, which is what was wanted.
        if let Some(orders) = orders
            && orders.send(order).await.is_err()
        {
            tracing::error!("a client's task ended before its client");
        }
    }

    /// Starts it, or starts it again after it was stopped or gave up. One that is starting goes on with that.
    pub async fn start(&self) {
        self.order(ControlMessage::Start).await;
    }

    /// Stops it until it is started again.
    pub async fn stop(&self) {
        self.order(ControlMessage::Stop).await;
    }

    /// Stops it until it is started again, and shows what it offered.
    pub async fn sleep(&self, last_run: LastRun) {
        self.order(ControlMessage::Sleep(Box::new(last_run))).await;
    }

    /// Stops and starts it.
    pub async fn restart(&self) {
        self.order(ControlMessage::Restart).await;
    }

    /// Shows nothing any more of what was listed, and stops and starts it unless it is off.
    pub async fn forget(&self) {
        self.order(ControlMessage::Forget).await;
    }

    /// Stops it and waits until its process is gone.
    pub async fn close(&self) {
        locked(&self.orders).take();
        let task = locked(&self.task).take();
        if let Some(task) = task
            && let Err(error) = task.await
        {
            tracing::error!(%error, "a client's task ended badly");
        }
    }

    /// The folders it may work in changed (ROO-05).
    pub fn tell_roots_changed(&self) {
        if let Some(connection) = &self.snapshot().connection {
            connection.tell_roots_changed();
        }
    }

    /// How it is now.
    #[must_use]
    pub fn snapshot(&self) -> Arc<ClientSnapshot> {
        self.snapshot.borrow().clone()
    }

    /// Its changes.
    #[must_use]
    pub fn snapshots(&self) -> watch::Receiver<Arc<ClientSnapshot>> {
        self.snapshot.clone()
    }

    /// Counters.
    #[must_use]
    pub fn health(&self) -> &Health {
        &self.health
    }

    /// Timeline.
    #[must_use]
    pub fn frames(&self) -> &Frames {
        &self.frames
    }

    /// Log.
    #[must_use]
    pub fn log(&self) -> &Log {
        &self.log
    }
}

/// An attempt that failed, with how the process ended if it did.
struct Failed {
    error: Error,
    exit: Option<portcullis_process::Exit>,
    stderr: Vec<String>,
}

impl From<Error> for Failed {
    fn from(error: Error) -> Self {
        Self {
            error,
            exit: None,
            stderr: Vec::new(),
        }
    }
}
