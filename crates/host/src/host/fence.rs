//! The fence around the programs of servers: whether this computer can hold one, where a fenced program's home folder is, and
//! what was kept out.

use super::packages::remove_whole;
use super::{Entry, Host, Inner, blocking, locked};
use crate::limits;
use portcullis_api::{FenceDenial, FenceSuggestion, FenceView, InstallChoices};
use portcullis_approval::consent::StartTarget;
use portcullis_core::text::ForeignText;
use portcullis_core::{Code, Error, Result};
use portcullis_domain::{
    Endpoint, FenceGrants, FenceHost, Foreign, LogSource, RootRow, RootsAccess, ServerDraft, Warning,
};
use portcullis_install::{Unfenced, default_fence, is_container};
use portcullis_l10n::say;
use portcullis_process::{Denial, FenceSetup, Traffic};
use portcullis_programs::{Launch, LaunchFence};
use std::collections::VecDeque;
use std::path::{Path, PathBuf};
use std::sync::Arc;
use tokio::sync::mpsc;

/// The package manager of Node.js, where the system has it, and where it gets packages.
const NPM: [&str; 4] = [
    "/usr/bin/npm",
    "/usr/bin/npx",
    "/usr/local/bin/npm",
    "/usr/local/bin/npx",
];
const NPM_REGISTRY: &str = "registry.npmjs.org";

/// Port of a host that is only looked up.
const HTTPS: u16 = 443;

/// Code of a refusal by which nothing starts.
const REFUSED: &str = "fence.refused";

/// What the program of a server was kept from: newest first, each once.
#[derive(Default)]
pub(crate) struct FenceDenials {
    list: VecDeque<FenceDenial>,
    visible: VisiblePaths,
    /// Of the program that runs now.
    traffic: Traffic,
}

impl FenceDenials {
    /// True for something new.
    fn add(&mut self, denial: FenceDenial) -> bool {
        let known = self
            .list
            .iter()
            .position(|known| known.what.text == denial.what.text);
        let before = known.and_then(|at| self.list.remove(at));
        let is_new = before.is_none();
        let count = before.map_or(0, |before| before.count).saturating_add(1);
        self.list.push_front(FenceDenial { count, ..denial });
        self.list.truncate(limits::FENCE_DENIALS);
        is_new
    }

    /// The engine of a container holds it, and tells nothing: what it was given to see is known, and what its gateway writes down.
    pub(super) fn container_sees(&mut self, sees: &LaunchFence, more: &[PathBuf], traffic: Traffic) {
        self.visible = VisiblePaths::of(sees, more);
        self.traffic = traffic;
    }

    /// What was kept out at or after a moment, newest first.
    pub(super) fn since(&self, at: u64) -> Vec<Foreign> {
        let late = self.list.iter().filter(|denial| denial.at >= at);
        late.map(|denial| denial.what.clone()).collect()
    }

    /// These were tried during a call of this tool.
    pub(super) fn were_during(&mut self, what: &[Foreign], tool: &Foreign) {
        let during = self.list.iter_mut().filter(|denial| what.contains(&denial.what));
        during.for_each(|denial| denial.tool = Some(tool.clone()));
    }

    /// The hosts among them.
    pub(super) fn hosts_since(&self, at: u64) -> Vec<FenceHost> {
        let late = self.list.iter().filter(|denial| denial.at >= at);
        late.filter_map(|denial| denial.host.clone()).collect()
    }

    /// What the network of the program that runs now saw.
    pub(super) fn traffic(&self) -> Traffic {
        self.traffic.clone()
    }

    pub(super) fn visible_paths(&self) -> VisiblePaths {
        self.visible.clone()
    }
}

/// The paths that a fenced program sees, as they were when it started.
#[derive(Debug, Clone, Default)]
pub(super) struct VisiblePaths(Vec<PathBuf>);

impl VisiblePaths {
    fn of(fence: &LaunchFence, more: &[PathBuf]) -> Self {
        let granted = fence.own.iter().chain(&fence.read).chain(&fence.write);
        Self(granted.chain(more).cloned().collect())
    }

    /// Whether something is there that the program cannot see. Blocks.
    pub(super) fn hides(&self, path: &Path) -> bool {
        let Ok(real) = portcullis_programs::real_path(path) else {
            return false;
        };
        // Links such as `/dev/stdout` lead each program elsewhere.
        let place = match ["/dev", "/proc"].iter().any(|kernel| path.starts_with(kernel)) {
            true => path,
            false => real.as_path(),
        };
        !self.0.iter().any(|visible| place.starts_with(visible)) && !portcullis_install::is_of_system(&real)
    }
}

/// A path that a call named and its server cannot see.
pub(super) struct NamedPath {
    path: PathBuf,
    /// Never offered: keys, whole homes, our own data, and what no fence shows.
    may_be_granted: bool,
}

impl NamedPath {
    /// Blocks.
    pub(super) fn look(path: PathBuf, data: &Path) -> Self {
        let real = portcullis_programs::real_path(&path).unwrap_or_else(|_| path.clone());
        Self {
            may_be_granted: !portcullis_install::is_ours(&real, data)
                && !portcullis_install::is_too_much(&real)
                && !portcullis_install::is_never_shown(&real),
            path,
        }
    }

    /// Whether a grant of it may be offered.
    pub(super) fn may_be_granted(&self) -> bool {
        self.may_be_granted
    }

    pub(super) fn denial(self, at: u64) -> FenceDenial {
        let text = self.path.to_string_lossy().into_owned();
        FenceDenial {
            path: self.may_be_granted.then(|| text.clone()),
            ..denial_of(text, at)
        }
    }
}

impl Host {
    /// The fence of a server: what it lets through and what it kept out.
    ///
    /// # Errors
    /// `not_found`.
    pub async fn fence(&self, id: &str) -> Result<FenceView> {
        let entry = self.0.entry(id)?;
        let draft = entry.row().draft;
        let unavailable = match is_container(&draft.endpoint) {
            // Its engine is what holds it.
            true => None,
            false => self.0.fence_unavailable().await,
        };
        Ok(FenceView {
            grants: draft.fence,
            unavailable,
            denials: locked(&entry.denials).list.iter().cloned().collect(),
        })
    }

    /// The fence that this program gets if it is new and the user does not set one. A package that is fetched once needs no registry
    /// when it runs.
    pub async fn suggest_fence(&self, draft: ServerDraft, fetched: bool) -> FenceSuggestion {
        let mut suggestion = self.0.suggested_fence(draft).await;
        if let Some(grants) = suggestion.grants.as_mut().filter(|_| fetched) {
            grants.hosts.clear();
        }
        suggestion
    }
}

impl Inner {
    /// The draft of a new server with the fence that it gets if the user does not set one.
    pub(super) async fn fenced(&self, draft: ServerDraft) -> ServerDraft {
        let fence = self.suggested_fence(draft.clone()).await.grants;
        ServerDraft { fence, ..draft }
    }

    /// The same where a person was asked: with what was granted, or without a fence for `None`. What the command names is granted
    /// only where that was said: a publisher may have written it.
    pub(super) async fn fenced_with(&self, draft: ServerDraft, choices: InstallChoices) -> ServerDraft {
        let Some(more) = choices.fence else {
            return ServerDraft { fence: None, ..draft };
        };
        let mut draft = self.fenced(draft).await;
        if let Some(fence) = draft.fence.as_mut().filter(|_| !choices.fence_named) {
            fence.read.clear();
            fence.write.clear();
            fence.nested = false;
        }
        // The fetch reaches the hosts of the packages, and the program need not.
        if let Some(fence) = draft.fence.as_mut().filter(|_| choices.fetch) {
            fence.hosts.clear();
        }
        if draft.fence.is_none() && more == FenceGrants::default() {
            return draft;
        }
        draft.fence.get_or_insert_default().add(more);
        draft
    }

    async fn suggested_fence(&self, draft: ServerDraft) -> FenceSuggestion {
        let none = |why: Option<String>| FenceSuggestion { grants: None, why };
        if !locked(&self.settings).fence_new {
            return none(Some(say!("fence-default-off")));
        }
        // Where there is no fence, nothing is looked at for one.
        let is_held_here =
            matches!(draft.endpoint, Endpoint::Command { .. }) && !is_container(&draft.endpoint);
        if is_held_here && let Some(why) = self.fence_unavailable().await {
            return none(Some(say!("fence-not-here", why)));
        }
        let search = self.search_path().await;
        let data = self.data_dir.clone();
        let found = tokio::task::spawn_blocking(move || default_fence(&draft, &search, &data));
        let grants = match found.await {
            Ok(Ok(grants)) => grants,
            Ok(Err(Unfenced::NoProgram)) => return none(None),
            Ok(Err(Unfenced::Container)) => return none(Some(say!("fence-default-container"))),
            Ok(Err(Unfenced::Elsewhere)) => return none(Some(say!("fence-default-elsewhere"))),
            Ok(Err(Unfenced::Builds)) => return none(Some(say!("fence-default-builds"))),
            Err(error) => {
                tracing::error!(%error, "the look for a fence ended early");
                // With nothing beyond its own files: what is missing is told when it is tried.
                FenceGrants::default()
            }
        };
        FenceSuggestion {
            grants: Some(grants),
            why: None,
        }
    }

    /// Why there is no fence on this computer. Found by making one, once.
    pub(super) async fn fence_unavailable(&self) -> Option<String> {
        let found = self.fence_level.get_or_init(|| async {
            // Elsewhere there is none whatever is installed, and its packages hold no program that builds one.
            let helper = match cfg!(target_os = "linux") {
                true => self.fence_helper(),
                false => Ok(PathBuf::new()),
            };
            match helper {
                Ok(helper) => portcullis_process::fence_unavailable(&helper).await,
                Err(error) => Some(error.sentence),
            }
        });
        found.await.clone()
    }

    /// Why a program cannot run in the fence that it is to have: never without it instead (S-68).
    pub(super) async fn fence_refusal(&self, target: &StartTarget) -> Option<Warning> {
        let StartTarget::Command(Launch {
            fence: Some(fence), ..
        }) = target
        else {
            return None;
        };
        Some(match self.fence_unavailable().await {
            Some(why) => Warning::new(REFUSED, say!("fence-not-here", why)),
            None => cannot_run(&self.check_grants(fence).err()?),
        })
    }

    /// No program is let into our data, whatever was granted (S-92).
    pub(super) fn check_grants(&self, fence: &LaunchFence) -> Result<()> {
        let programs = [self.packages_folder(), self.bundles_folder()];
        portcullis_install::keeps_out_of(fence, &self.data_dir, &programs)
    }

    /// Where the home folders of fenced programs are.
    fn fence_home(&self, entry: &Entry) -> PathBuf {
        self.data_dir.join("homes").join(entry.id.as_str())
    }

    /// The program that builds fences.
    ///
    /// # Errors
    /// `launch.failed` where there is none.
    pub(super) fn fence_helper(&self) -> Result<PathBuf> {
        let helper = self.fence.clone().filter(|helper| helper.is_file());
        helper.ok_or_else(|| {
            Error::new(
                Code::LaunchFailed,
                say!("fence-no-helper", program = crate::places::FENCE_PROGRAM),
            )
        })
    }

    /// What a fenced start of this server needs, and a listener for what its fence keeps out.
    ///
    /// # Errors
    /// `launch.failed` when its home folder cannot be made.
    pub(super) async fn fence_setup(
        self: &Arc<Self>,
        entry: &Arc<Entry>,
        launch: &Launch,
        fence: &LaunchFence,
    ) -> Result<FenceSetup> {
        let (home, label) = (self.fence_home(entry), entry.label());
        let helper = self.fence_helper()?;
        let folders = paths_of(&self.folders_inside(entry).await?);
        let (made, packages, wanted) = (home.clone(), self.packages_folder(), fence.clone());
        let (draft, program) = (entry.row().draft, launch.program.clone());
        let prepared = blocking(move || {
            make_private(&made)?;
            let mut seen = portcullis_process::shown_anyway(Some(&program), wanted.nested);
            seen.push(portcullis_programs::real_path(&made)?);
            Ok::<_, std::io::Error>((
                hidden(&wanted, &packages),
                portcullis_install::linked_names(&draft),
                seen,
            ))
        });
        let (hidden, names, mut seen) = prepared.await?.map_err(|error| {
            let why = portcullis_core::causes::io(&error);
            Error::new(Code::LaunchFailed, say!("fence-home", server = label, why))
        })?;
        let (denied, denials) = mpsc::channel(limits::FENCE_DENIALS);
        let traffic = Traffic::default();
        {
            let mut known = locked(&entry.denials);
            seen.extend(folders.iter().cloned());
            known.visible = VisiblePaths::of(fence, &seen);
            known.traffic = traffic.clone();
        }
        self.follow_denials(entry, denials);
        Ok(FenceSetup {
            helper,
            home,
            passing_home: false,
            hidden,
            folders,
            quiet: vec![self.packages_folder(), self.bundles_folder()],
            names,
            denied,
            traffic,
        })
    }

    /// The folders that a person chose for a server are in its fence, unless it is kept from knowing them (ROO-07).
    pub(super) async fn folders_inside(&self, entry: &Entry) -> Result<Vec<RootRow>> {
        let list = self.root_list(entry).await?;
        if list.access == RootsAccess::Withheld {
            return Ok(Vec::new());
        }
        let mut folders = list.folders;
        folders.retain(|folder| folder.there);
        self.check_grants(&LaunchFence {
            write: paths_of(&folders),
            ..LaunchFence::default()
        })
        .map_err(|error| {
            let label = entry.label();
            Error::new(
                Code::LaunchFailed,
                say!("folder-not-started", server = label, why = error.sentence),
            )
            .remedy(say!("fence-folder-ours-remedy"))
        })?;
        Ok(folders)
    }

    /// Ends with the program whose fence tells.
    pub(super) fn follow_denials(self: &Arc<Self>, entry: &Arc<Entry>, mut denials: mpsc::Receiver<Denial>) {
        let (host, entry) = (Arc::downgrade(self), Arc::downgrade(entry));
        tokio::spawn(async move {
            while let Some(denial) = denials.recv().await {
                let (Some(host), Some(entry)) = (host.upgrade(), entry.upgrade()) else {
                    return;
                };
                host.keeps_out(&entry, described(&denial, host.now()));
            }
        });
    }

    /// Told in the log of the server once, and on its page.
    pub(super) fn keeps_out(&self, entry: &Arc<Entry>, denial: FenceDenial) {
        let words = say!("fence-kept-out", what = denial.what.text);
        if locked(&entry.denials).add(denial) {
            if let Some(client) = entry.client() {
                client.log().add(LogSource::Host, None, &words);
            }
            self.emit_server(entry);
        }
    }

    /// A removed server leaves nothing behind. What cannot be removed is said in the log only: no later step needs it.
    pub(super) async fn forget_home(&self, entry: &Entry) {
        let home = self.fence_home(entry);
        let removed = tokio::task::spawn_blocking(move || match remove_whole(&home) {
            Err(error) if error.kind() != std::io::ErrorKind::NotFound => Err(error),
            _ => Ok(()),
        });
        match removed.await {
            Ok(Ok(())) => (),
            Ok(Err(error)) => tracing::warn!(%error, "the home folder of a removed server stayed"),
            Err(error) => tracing::error!(%error, "removing a home folder ended early"),
        }
    }
}

/// The refusal for a reason, which alone is no sentence.
pub(super) fn cannot_run(reason: &Error) -> Warning {
    Warning::new(REFUSED, say!("fence-cannot-run", why = reason.sentence))
}

pub(super) fn paths_of(folders: &[RootRow]) -> Vec<PathBuf> {
    folders.iter().map(|folder| PathBuf::from(&folder.path)).collect()
}

/// Only its owner may look into it.
pub(super) fn make_private(folder: &std::path::Path) -> std::io::Result<()> {
    let mut builder = std::fs::DirBuilder::new();
    builder.recursive(true);
    #[cfg(unix)]
    std::os::unix::fs::DirBuilderExt::mode(&mut builder, 0o700);
    builder.create(folder)
}

/// Where a program wanted to go, in its words.
pub(super) fn in_words(denial: &Denial) -> String {
    match denial {
        Denial::Host { name, port } => with_port(name, *port),
        Denial::Address { address, port, .. } => std::net::SocketAddr::new(*address, *port).to_string(),
        Denial::Inward { name, address, port } => format!("{} ({address})", with_port(name, *port)),
    }
}

fn with_port(name: &str, port: Option<u16>) -> String {
    port.map_or_else(|| name.to_owned(), |port| format!("{name}:{port}"))
}

/// Programs that are not there for a server. A package that was fetched once has all that it runs, in a folder that it cannot change.
/// If it tries to install more with npm at a call, npm waits for a minute and fails, and so does the call. Without npm it does without,
/// as `mcp-server-fetch` does. Blocking.
fn hidden(fence: &LaunchFence, packages: &Path) -> Vec<PathBuf> {
    let real = packages.canonicalize().unwrap_or_else(|_| packages.to_owned());
    let is_fetched = |own: &PathBuf| own.starts_with(packages) || own.starts_with(&real);
    let installs = fence.hosts.iter().any(|host| host.name == NPM_REGISTRY);
    match fence.own.iter().any(is_fetched) && !installs {
        true => NPM.map(PathBuf::from).into(),
        false => Vec::new(),
    }
}

fn described(denial: &Denial, at: u64) -> FenceDenial {
    let host = match denial {
        // One that was only looked up is most often asked for over HTTPS. A program may look up what is no name, and is not offered that.
        Denial::Host { name, port } if portcullis_install::is_host_name(name) => {
            Some(FenceHost::new(name, port.unwrap_or(HTTPS)))
        }
        Denial::Address {
            address,
            port,
            private: true,
        } => Some(FenceHost::local(address.to_string(), *port)),
        Denial::Inward {
            name,
            port: Some(port),
            ..
        } => Some(FenceHost::local(name.clone(), *port)),
        Denial::Host { .. } | Denial::Address { .. } | Denial::Inward { .. } => None,
    };
    FenceDenial {
        host,
        ..denial_of(in_words(denial), at)
    }
}

/// The sandbox of a browser, which said that it could build none.
pub(super) fn own_sandbox(at: u64) -> FenceDenial {
    FenceDenial {
        nested: true,
        ..denial_of(say!("fence-own-sandbox"), at)
    }
}

/// Something that no grant would let through.
fn denial_of(what: String, at: u64) -> FenceDenial {
    FenceDenial {
        what: ForeignText::new(what).first_line(limits::FENCE_DENIAL_CHARACTERS),
        host: None,
        path: None,
        nested: false,
        at,
        tool: None,
        count: 1,
    }
}

#[cfg(test)]
mod tests;
