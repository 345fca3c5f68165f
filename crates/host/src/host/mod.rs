//! The host: everything a driver may ask, in one place. The window and the terminal are drivers; both call the
//! same functions and get the same views, and neither can do what is not here.
//!
//! One file per room. This one holds what they share: how the host starts and ends, and how it tells drivers
//! that something changed.

mod accounts;
mod acting;
mod backups;
mod behavior;
mod bundles;
mod calls;
mod carried;
mod chat;
mod client_host;
mod completion;
mod containers;
mod decided;
mod definitions;
mod demand;
mod doctor;
mod elicitation;
mod exporting;
mod fence;
mod flows;
mod frames;
mod gate;
mod grant_preview;
mod icons;
mod importing;
mod install_offers;
mod keeping;
mod launches;
mod links;
mod log_level;
mod marks;
mod models;
mod offers;
mod order;
mod packages;
mod permissions;
mod profiles;
mod prompts;
mod questions;
mod quotes;
mod reading;
mod reads;
mod record;
mod registry;
mod resources;
mod results;
mod reviewing;
mod roots;
mod sampling;
mod server_requests;
mod servers;
mod settings;
mod starting;
mod suggested;
mod tasks;
mod tools;
mod varying;
mod views;

pub(crate) use definitions::{Definition, Definitions};

pub use acting::MainPageAct;
pub use bundles::BUNDLE_EXTENSIONS;
pub use calls::{CallRequest, Caller};
pub use chat::{ChatFormat, ConversationExport, ExportedPicture};
pub use install_offers::InstallOffer;
pub use roots::{ChosenRoot, LookedAtRoot, WideRoot};

use crate::limits;
use crate::opener::Opener;
use portcullis_api::{HostEvent, Snapshot};
use portcullis_approval::consent::Gate;
use portcullis_approval::policy::Grant;
use portcullis_catalog::{Catalog, Tool};
use portcullis_core::clock::Clock;
use portcullis_core::ids::ServerId;
pub(crate) use portcullis_core::locked;
use portcullis_core::recent::Recent;
use portcullis_core::{Code, Error, Redactor, Result};
use portcullis_domain::{
    Backup, DefinitionState, Problem, RecordKind, ServerLimits, Settings, WaitingRequest,
};
use portcullis_install::DemoProgram;
use portcullis_l10n::say;
use portcullis_llm::Model;
use portcullis_mcp::client::{Client, SystemWatch};
use portcullis_oauth::Authority;
use portcullis_programs::SearchPath;
use portcullis_secrets::{Keystore, SecretBackend, Vault};
use portcullis_storage::audit::{Audit, Intended};
use portcullis_storage::store::servers::ServerRow;
use portcullis_storage::store::{self, Store};
use std::collections::HashMap;
use std::path::PathBuf;
use std::sync::atomic::{AtomicU64, Ordering};
use std::sync::{Arc, Mutex};
use std::time::Duration;
use tokio::sync::{broadcast, watch};
use tokio_util::sync::CancellationToken;

/// What a driver brings.
pub struct Config {
    /// Where data lives.
    pub data_dir: PathBuf,
    /// Where secrets live.
    pub keystore: Arc<dyn Keystore>,
    /// Time.
    pub clock: Arc<dyn Clock>,
    /// The built-in demo server.
    pub demo: Option<DemoProgram>,
    /// The program that builds fences (`portcullis-fence`); without it there are none.
    pub fence: Option<PathBuf>,
    /// Where programs are found; the login shell's `PATH` when `None`.
    pub search: Option<SearchPath>,
    /// The model that conversations start with.
    pub model: Arc<dyn Model>,
    /// What opens addresses.
    pub opener: Arc<dyn Opener>,
    /// Where other hosts keep their configurations; the folders of this person when `None`.
    pub other_hosts: Option<portcullis_formats::HostFolders>,
}

/// The host; clones share it. Call [`Host::close`] before the process ends.
#[derive(Clone)]
pub struct Host(pub(crate) Arc<Inner>);

pub(crate) struct Inner {
    pub data_dir: PathBuf,
    pub clock: Arc<dyn Clock>,
    /// What all servers behind an address feel at once.
    pub system_watch: SystemWatch,
    pub store: Store,
    pub audit: Audit,
    /// Random for each start: what a person allows for a session ends with it.
    pub session: String,
    pub redactor: Redactor,
    pub vault: Vault,
    pub gate: Gate,
    pub demo: Option<DemoProgram>,
    pub fence: Option<PathBuf>,
    /// Why there is no fence on this computer, once it was found out.
    pub fence_level: tokio::sync::OnceCell<Option<String>>,
    pub search: Option<SearchPath>,
    pub model: Arc<dyn Model>,
    pub opener: Arc<dyn Opener>,
    pub other_hosts: Option<portcullis_formats::HostFolders>,
    pub entries: Mutex<Vec<Arc<Entry>>>,
    pub grants: Mutex<Arc<Vec<Grant>>>,
    /// What the person says of servers and tools (S-78).
    pub classes: Mutex<Arc<Vec<store::flows::ClassRow>>>,
    /// What was seen of tools while they were called.
    pub behavior: Mutex<Arc<behavior::SeenByTool>>,
    /// Held while what calls are decided by is read from the store and put in its place here.
    pub reloading: tokio::sync::Mutex<()>,
    /// Counts up whenever what calls are decided by changed: a standing permission, or what is said of a server.
    pub grants_changed: watch::Sender<u64>,
    pub reads: reads::Reads,
    pub calls: calls::Calls,
    pub tasks: tasks::Tasks,
    pub readings: reading::Readings,
    pub pictures: icons::Pictures,
    pub talks: chat::ActiveTurns,
    pub weights: chat::Weights,
    pub newest_offer: chat::Newest,
    pub newest_names: Mutex<definitions::NewestNames>,
    pub holds: chat::ResultReview,
    /// Conversations of a file that wait for the person.
    pub chat_import: chat::PendingImport,
    pub providers: models::Providers,
    pub sampling: sampling::SamplingQuota,
    pub settings: Mutex<Settings>,
    /// Held while settings are saved.
    pub saving_settings: tokio::sync::Mutex<()>,
    /// Where the vault keeps what it is given.
    pub backend: SecretBackend,
    /// Where a document says who Portcullis is.
    pub document: Mutex<Option<url::Url>>,
    pub remarks: Vec<Problem>,
    /// See [`portcullis_api::About::restorable`].
    pub restorable: Option<Backup>,
    pub starts: starting::Starts,
    pub confirming: record::Confirming,
    /// State of the keychain as last tried.
    pub keychain: Mutex<Option<Problem>>,
    /// The bundle that is open.
    bundles: Mutex<bundles::Bundles>,
    packages: Mutex<packages::Packages>,
    /// Files that were chosen for exports, and how exports ended.
    exports: Mutex<exporting::Exports>,
    /// Held while a file of another host is written.
    exporting: tokio::sync::Mutex<()>,
    /// The registry that is on, and the copy of it.
    registry: registry::RegistryRoom,
    /// Files that the person chose for an import.
    chosen_files: Mutex<importing::ChosenFiles>,
    /// The install link that waits for the person.
    install_offer: Mutex<Option<install_offers::WaitingOffer>>,
    events: broadcast::Sender<(u64, HostEvent)>,
    sequence: AtomicU64,
    /// Ends every task of the host.
    pub closing: CancellationToken,
}

/// A configured server and its client.
pub(crate) struct Entry {
    pub id: ServerId,
    pub data: Mutex<EntryData>,
    /// One change of what is saved of it after the other: each reads, writes and acts on it.
    pub turn: tokio::sync::Mutex<()>,
    /// Counts up whenever the state of a definition changed.
    pub definitions_changed: watch::Sender<u64>,
    /// Held from where its definitions are compared, accepted or asked about until the result is in place here: what was read first could
    /// otherwise be put in place last.
    pub comparing: tokio::sync::Mutex<()>,
    /// Its recent questions (ELI-07).
    pub asked: Mutex<Recent>,
    pub roots: roots::RootsState,
    /// Who needs it, where it starts when it is needed.
    pub demand: demand::Demand,
    /// What it offers besides tools.
    pub offers: offers::Offers,
    /// Who is signed in there.
    pub authority: Arc<Authority>,
    /// How many remarks its tools carry, as last counted.
    pub remarks: Mutex<definitions::RemarkCounts>,
    /// The sign-in that a person asked for and did not answer yet.
    pub pending_sign_in: Mutex<Option<accounts::PendingSignIn>>,
    /// What its program was kept from.
    pub denials: Mutex<fence::FenceDenials>,
}

pub(crate) struct EntryData {
    pub row: ServerRow,
    /// It was turned off and the database still says that it is on: turning it off again writes it.
    pub is_off_unwritten: bool,
    pub client: Option<Arc<Client>>,
    pub definitions: Definitions,
    /// Changed tools to ask about once the new list can be seen.
    pub to_ask: Vec<String>,
    /// Changed tools that were asked about; each token ends when what the answer does is done.
    pub asked_changes: HashMap<String, CancellationToken>,
    /// What the current attempt to start is called in the record.
    pub starting: Option<u64>,
    /// Absolute path or address, as last resolved.
    pub resolved: Option<String>,
    /// When the last attempt to start began, and why it failed; for the doctor.
    pub attempt: doctor::Attempted,
}

/// A number as drivers get it.
pub(crate) fn count(number: usize) -> u32 {
    u32::try_from(number).unwrap_or(u32::MAX)
}

/// A time span as it is recorded, and compared with the clock.
pub(crate) fn milliseconds(span: Duration) -> u64 {
    u64::try_from(span.as_millis()).unwrap_or(u64::MAX)
}

/// Work that waits for the disk or takes its time, where it holds up nothing else.
pub(crate) fn blocking<T: Send + 'static>(
    work: impl FnOnce() -> T + Send + 'static,
) -> impl Future<Output = Result<T>> + Send {
    let done = tokio::task::spawn_blocking(work);
    async move { done.await.map_err(Error::internal) }
}

impl Entry {
    pub fn row(&self) -> ServerRow {
        locked(&self.data).row.clone()
    }

    pub fn label(&self) -> String {
        locked(&self.data).row.draft.label.clone()
    }

    /// Wanted on by the person.
    pub fn enabled(&self) -> bool {
        locked(&self.data).row.enabled
    }

    /// Takes note whether it is wanted on, and whether the database is still to be told that it is off.
    fn put_enabled(&self, enabled: bool, is_off_unwritten: bool) {
        let mut data = locked(&self.data);
        data.row.enabled = enabled;
        data.is_off_unwritten = is_off_unwritten;
    }

    /// Whether its program is to run in a fence.
    pub fn is_fenced(&self) -> bool {
        locked(&self.data).row.draft.fence.is_some()
    }

    pub fn limits(&self) -> ServerLimits {
        locked(&self.data).row.draft.limits
    }

    pub fn client(&self) -> Option<Arc<Client>> {
        locked(&self.data).client.clone()
    }

    /// Starts its client, if it has one.
    pub async fn start(&self) {
        if let Some(client) = self.client() {
            client.start().await;
        }
    }

    /// Whether a definition is the one a person knows. One that was not compared yet is a changed one.
    pub fn state_of(&self, tool: &Tool) -> DefinitionState {
        locked(&self.data).definitions.state_of(tool)
    }

    /// What a model is told of a tool of this list, see [`Definitions::told_of`].
    pub fn told_of(&self, tool: &Arc<Tool>, catalog: &Arc<Catalog>) -> Option<(Arc<Tool>, Arc<Catalog>)> {
        locked(&self.data).definitions.told_of(tool, catalog)
    }
}

impl Host {
    /// Opens everything and starts the servers that are on, unless the last starts ended badly (F-41).
    ///
    /// # Errors
    /// `store.*` when the database cannot be used; nothing was started then.
    pub async fn start(config: Config) -> Result<Self> {
        let host = Self::open(config).await?;
        host.0.begin_start().await?;
        host.0.follow_backups();
        for entry in host.0.entries() {
            if entry.enabled() {
                host.0.start_or_sleep(&entry).await;
            }
        }
        Ok(host)
    }

    /// Opens everything and starts no server, for a driver that needs one of them or none: turning on a server
    /// that is on ([`Host::set_enabled`]) starts it. Ends what an earlier run left open: calls without an
    /// outcome become "interrupted", messages cut off are marked.
    ///
    /// # Errors
    /// `store.*` when the database cannot be used.
    pub async fn open(config: Config) -> Result<Self> {
        let (folder, clock) = (config.data_dir.clone(), Arc::clone(&config.clock));
        let opened = blocking(move || Store::open(&folder, clock)).await??;
        let redactor = Redactor::default();
        let audit = Audit::new(opened.store.clone(), Arc::clone(&config.clock), redactor.clone());
        audit.end_interrupted().await?;
        let data = config.data_dir.clone();
        let interrupted = blocking(move || packages::interrupted(&data));
        let mut remarks = opened.remarks;
        let restorable = backups::restorable(&config.data_dir, &mut remarks, config.clock.now()).await?;
        remarks.extend(interrupted.await?);
        let settings = opened.store.read(settings::load).await?;
        let document = opened.store.read(accounts::document::load).await?;
        let registry = opened.store.read(registry::load).await?;
        let rows = opened.store.read(store::servers::list).await?;
        let backend = SecretBackend::new(config.keystore, &config.data_dir);
        let host = Self(Arc::new(Inner {
            data_dir: config.data_dir,
            gate: Gate::new(Arc::clone(&config.clock)),
            system_watch: SystemWatch::start(Arc::clone(&config.clock)),
            clock: config.clock,
            store: opened.store,
            audit,
            session: portcullis_core::ids::random(),
            redactor,
            vault: Vault::new(Arc::new(backend.clone())),
            backend,
            demo: config.demo,
            fence: config.fence,
            fence_level: tokio::sync::OnceCell::new(),
            search: config.search,
            model: config.model,
            opener: config.opener,
            other_hosts: config.other_hosts,
            entries: Mutex::default(),
            grants: Mutex::default(),
            classes: Mutex::default(),
            behavior: Mutex::default(),
            reloading: tokio::sync::Mutex::default(),
            grants_changed: watch::Sender::new(0),
            reads: reads::Reads::default(),
            calls: calls::Calls::default(),
            tasks: tasks::Tasks::default(),
            readings: reading::Readings::default(),
            pictures: icons::Pictures::default(),
            talks: chat::ActiveTurns::default(),
            weights: chat::Weights::default(),
            newest_offer: chat::Newest::default(),
            newest_names: Mutex::default(),
            holds: chat::ResultReview::default(),
            chat_import: chat::PendingImport::default(),
            providers: models::Providers::default(),
            sampling: sampling::SamplingQuota::default(),
            settings: Mutex::new(settings),
            saving_settings: tokio::sync::Mutex::default(),
            document: Mutex::new(document),
            remarks,
            restorable,
            starts: starting::Starts::default(),
            confirming: record::Confirming::default(),
            keychain: Mutex::default(),
            bundles: Mutex::default(),
            packages: Mutex::default(),
            exports: Mutex::default(),
            exporting: tokio::sync::Mutex::default(),
            registry: registry::RegistryRoom::new(registry),
            chosen_files: Mutex::default(),
            install_offer: Mutex::default(),
            events: broadcast::Sender::new(limits::EVENTS),
            sequence: AtomicU64::new(0),
            closing: CancellationToken::new(),
        }));
        for remark in &host.0.remarks {
            let row = Intended {
                kind: RecordKind::Host,
                what: remark.sentence.clone(),
                ..views::blank_row()
            };
            host.0.audit.once(row).await?;
        }
        host.0.end_sessions().await?;
        host.0.reload_grants().await?;
        host.0.load_providers().await?;
        host.0.mark_cut().await?;
        for row in rows {
            host.0.place(row).await?;
        }
        host.0.sweep_bundles().await;
        host.0.sweep_packages().await;
        host.0.sweep_registry().await;
        host.0.resume_tasks().await?;
        host.0.follow_gate();
        host.0.follow_sleep();
        host.0.follow_keychain();
        host.0.follow_record();
        host.0.follow_head();
        host.0.follow_demand();
        host.0.index_chats();
        Ok(host)
    }

    /// Stops everything that runs, in parallel and within [`limits::QUIT`] and the time of the kill ladder, and
    /// closes the record.
    pub async fn close(&self) {
        self.0.closing.cancel();
        self.0.calls.cancel_all();
        self.0.gate.deny_all();
        let clients: Vec<_> = self
            .0
            .entries()
            .iter()
            .filter_map(|entry| locked(&entry.data).client.take())
            .collect();
        let all = futures::future::join_all(clients.iter().map(|client| client.close()));
        if tokio::time::timeout(limits::QUIT, all).await.is_err() {
            tracing::warn!("some servers had to be ended at once");
        }
        drop(clients);
        self.0.calls.settled().await;
        self.0.close_record().await;
        self.0.starts.ended_well();
    }

    /// Resolves once it is closed.
    pub async fn closed(&self) {
        self.0.closing.cancelled().await;
    }

    /// Cancels all calls, denies all that waits and turns off all servers.
    ///
    /// # Errors
    /// `store.*` when it could not be recorded; it was done all the same.
    pub async fn stop_everything(&self) -> Result<()> {
        self.0.talks.stop_all();
        self.0.calls.cancel_all();
        self.0.gate.deny_all();
        let mut first = Ok(());
        let (working, others): (Vec<_>, Vec<_>) = self
            .0
            .entries()
            .into_iter()
            .partition(|entry| self.0.works_on_tasks(entry));
        for entry in working.iter().chain(&others) {
            entry.offers.stop();
            entry.authority.cancel_sign_in();
        }
        // At once: none waits for another that is being changed.
        let stopped = others.iter().map(|entry| self.0.set_enabled(entry, false));
        for stopped in futures::future::join_all(stopped).await {
            first = first.and(stopped);
        }
        // One that is gone cannot be told to stop what it goes on with.
        self.0.tasks_told_to_stop().await;
        for entry in &working {
            first = first.and(self.0.set_enabled(entry, false).await);
        }
        let noted = self
            .0
            .note(RecordKind::Host, say!("server-stopped-all-row"))
            .await;
        first.and(noted)
    }

    /// What changed, from now on. A receiver that is too slow gets `Lagged` and has to look again.
    #[must_use]
    pub fn events(&self) -> Events {
        Events(self.0.events.subscribe())
    }

    /// How everything is now. Events with a higher number came after it.
    ///
    /// # Errors
    /// `store.*`.
    pub async fn snapshot(&self) -> Result<Snapshot> {
        let sequence = self.0.sequence.load(Ordering::SeqCst);
        Ok(Snapshot {
            sequence,
            servers: self.servers(),
            waiting: self.waiting().iter().map(WaitingRequest::from).collect(),
            conversations: self.conversations().await?,
            tasks: self.tasks().await?,
            settings: self.settings(),
            about: self.0.about_now(),
        })
    }
}

/// A stream of changes.
pub struct Events(broadcast::Receiver<(u64, HostEvent)>);

impl Events {
    /// The next change with its number; `None` when the host is gone.
    pub async fn next(&mut self) -> Option<(u64, HostEvent)> {
        match self.0.recv().await {
            Ok(event) => Some(event),
            Err(broadcast::error::RecvError::Lagged(_)) => Some((0, HostEvent::Lagged {})),
            Err(broadcast::error::RecvError::Closed) => None,
        }
    }

    /// A change that is already there.
    pub fn ready(&mut self) -> Option<(u64, HostEvent)> {
        match self.0.try_recv() {
            Ok(event) => Some(event),
            Err(broadcast::error::TryRecvError::Lagged(_)) => Some((0, HostEvent::Lagged {})),
            Err(_) => None,
        }
    }
}

impl Inner {
    pub fn emit(&self, event: HostEvent) {
        // Numbers have to be given in the order of sending, which the channel's own lock does not promise.
        static ORDER: Mutex<()> = Mutex::new(());
        let _order = locked(&ORDER);
        let sequence = self.sequence.fetch_add(1, Ordering::SeqCst) + 1;
        // There may be no listener, which is no fault.
        _ = self.events.send((sequence, event));
    }

    /// Tells everybody of a problem.
    pub fn emit_problem(&self, error: Error) {
        let problem = error.into();
        self.emit(HostEvent::Problem { problem });
    }

    pub fn entries(&self) -> Vec<Arc<Entry>> {
        locked(&self.entries).clone()
    }

    pub fn entry(&self, id: &str) -> Result<Arc<Entry>> {
        let found = locked(&self.entries)
            .iter()
            .find(|entry| entry.id.as_str() == id)
            .cloned();
        found.ok_or_else(|| Error::new(Code::NotFound, say!("server-gone")))
    }

    pub fn now(&self) -> u64 {
        self.clock.now()
    }

    /// One row about something that the user did and that is complete at once.
    pub async fn note(&self, kind: RecordKind, what: String) -> Result<()> {
        self.audit.once(views::row_by_you(kind, what)).await.map(drop)
    }

    pub async fn search_path(&self) -> SearchPath {
        match &self.search {
            Some(search) => search.clone(),
            None => portcullis_process::of_login_shell().await,
        }
    }

    fn emit_waiting(&self) {
        // A list that was read before another one must not be told after it.
        static ORDER: Mutex<()> = Mutex::new(());
        let _order = locked(&ORDER);
        self.emit(HostEvent::Waiting {
            waiting: self.gate.waiting().iter().map(WaitingRequest::from).collect(),
        });
    }

    fn follow_gate(self: &Arc<Self>) {
        let host = Arc::downgrade(self);
        let (mut changes, closing) = (self.gate.changes(), self.closing.clone());
        tokio::spawn(async move {
            let mut told: HashMap<ServerId, usize> = HashMap::new();
            while let Some(Ok(())) = closing.run_until_cancelled(changes.changed()).await {
                let Some(host) = host.upgrade() else { return };
                host.emit_waiting();
                for entry in host.entries() {
                    let waits = host.gate.waiting_for(entry.id.as_str());
                    if told.insert(entry.id.clone(), waits).unwrap_or(0) != waits {
                        host.emit_server(&entry);
                    }
                }
                drop(host);
                // All that waits is told each time: a thousand requests at once would be told a thousand times (F-25).
                tokio::time::sleep(limits::EVENT_THROTTLE).await;
            }
        });
    }

    /// What waited while the computer slept waited too long: who asked may have given up, and the user may not remember what
    /// it was about (F-16).
    fn follow_sleep(self: &Arc<Self>) {
        let host = Arc::downgrade(self);
        let (mut changes, closing) = (self.system_watch.count(), self.closing.clone());
        tokio::spawn(async move {
            while let Some(Ok(())) = closing.run_until_cancelled(changes.changed()).await {
                let Some(host) = host.upgrade() else { return };
                host.gate.expire_overdue();
            }
        });
    }

    fn follow_record(self: &Arc<Self>) {
        let host = Arc::downgrade(self);
        let (mut last, closing) = (self.audit.last(), self.closing.clone());
        tokio::spawn(async move {
            while let Some(Ok(())) = closing.run_until_cancelled(last.changed()).await {
                let Some(host) = host.upgrade() else { return };
                let seq = *last.borrow_and_update();
                host.emit(HostEvent::Record { last: seq });
                // A record that grows a thousand times a second is looked at a few times a second.
                tokio::time::sleep(Duration::from_millis(150)).await;
            }
        });
    }
}
