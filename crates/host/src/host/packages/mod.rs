//! Packages that are fetched once, so that a start runs what was approved and no package manager: a question with every command, a
//! digest over all files that they wrote, and then the usual review of the server.

mod asking;
mod described;
mod images;
mod installed;
mod progress;
#[cfg(unix)]
mod removal;
mod running;
mod update;

pub(super) use described::changed_text;
use images::ImageChoice;
use installed::InterruptedFetch;
pub(super) use installed::{ID_LENGTH, interrupted, is_id, package_in, read_record, write_record};
use progress::RunningFetch;
#[cfg(unix)]
pub(super) use removal::remove_whole;
#[cfg(not(unix))]
pub(super) use std::fs::remove_dir_all as remove_whole;
use update::UpdateReview;

use super::launches::DraftOrigin;
use super::{Entry, Host, Inner, blocking, locked};
use portcullis_api::{FetchView, PackageView};
use portcullis_approval::consent::{Permit, ProposedFetch, TrialStart};
use portcullis_core::text::{ForeignText, escape_line};
use portcullis_core::{Code, Error, Result, causes, ids};
use portcullis_domain::{Endpoint, Request, ServerDraft};
use portcullis_install::FetchedPackage;
use portcullis_l10n::say;
use portcullis_packages::{Ecosystem, PackageRequest, PackageTools, fetched_version, prepare, seal};
use portcullis_programs::{SearchPath, locate, real_path, resolve};
use std::collections::HashSet;
use std::path::{Path, PathBuf};
use std::sync::Arc;
use tokio_util::sync::CancellationToken;

/// What is fetched now, and folders that are not of a server yet.
#[derive(Default)]
pub(super) struct Packages {
    running: Vec<RunningFetch>,
    pending: HashSet<String>,
}

/// What a fetch is for.
struct FetchPlan {
    id: String,
    /// As it would be saved, with the launcher still.
    draft: ServerDraft,
    entry: Option<Arc<Entry>>,
    origin: DraftOrigin,
    request: PackageRequest,
    tools: PackageTools,
    /// The option that holds the package manager to the age of a release that the person's configuration sets.
    release_age: Option<String>,
    typed: Vec<String>,
    /// It is fetched again, in the version that it had, because its files changed.
    again: Option<FetchedPackage>,
    /// The one version that its command names, in whose place the newest is fetched.
    named: Option<String>,
    /// The folder that the tree is made in.
    folder: PathBuf,
    /// Where all of it finds programs: what was looked at is what runs, whatever is installed meanwhile.
    search: SearchPath,
    /// It changes a server whose tools are known: those of the new version are compared with them.
    compares: bool,
    /// Why there is no fence to read them in.
    unfenced: Option<String>,
}

impl Host {
    /// Asks to fetch the package that a draft's launcher names, and then to add the server that runs from it, or to change the one
    /// named in `changes`. Of a server that runs from a package already, the newest version that was asked for is fetched.
    ///
    /// # Errors
    /// `input.bad` where it is no launcher of one package; `launch.not_found` without the package manager; `consent.busy`.
    pub async fn propose_fetch(&self, draft: ServerDraft, changes: Option<String>) -> Result<Request> {
        let entry = changes.as_deref().map(|id| self.0.entry(id)).transpose()?;
        self.0.propose_fetch(draft, entry, DraftOrigin::default()).await
    }

    /// Whether [`Host::propose_fetch`] takes this command.
    #[must_use]
    pub fn is_fetchable(program: &str, arguments: &[String]) -> bool {
        PackageRequest::of(program, arguments).is_some() || images::is_open(program, arguments)
    }

    /// Whether [`Host::propose_fetch`] takes this draft here: its package manager or its engine is there.
    pub async fn can_fetch(&self, draft: &ServerDraft) -> bool {
        let Some((program, arguments)) = draft.endpoint.command() else {
            return false;
        };
        match images::is_open(program, arguments) {
            true => {
                let (program, search) = (program.trim().to_owned(), self.0.search_path().await);
                let found = blocking(move || resolve(&program, &search)).await;
                found.is_ok_and(|found| found.is_ok())
            }
            false => self.0.fetch_plan(draft.clone(), None).await.is_ok(),
        }
    }

    /// Packages that are fetched now.
    #[must_use]
    pub fn fetches(&self) -> Vec<FetchView> {
        let packages = locked(&self.0.packages);
        packages.running.iter().map(|fetch| fetch.view.clone()).collect()
    }

    /// Stops a fetch. Nothing of it stays.
    ///
    /// # Errors
    /// `not_found`: it has ended.
    pub fn cancel_fetch(&self, id: &str) -> Result<()> {
        let packages = locked(&self.0.packages);
        let fetch = packages.running.iter().find(|fetch| fetch.view.id == id);
        fetch
            .ok_or_else(|| Error::new(Code::NotFound, say!("fetch-ended")))?
            .stopped
            .cancel();
        Ok(())
    }
}

impl Inner {
    pub(super) async fn propose_fetch(
        self: &Arc<Self>,
        draft: ServerDraft,
        entry: Option<Arc<Entry>>,
        origin: DraftOrigin,
    ) -> Result<Request> {
        self.check_label(&draft.label, entry.as_deref())?;
        portcullis_install::check_shape(&draft)?;
        self.learn_proposed([&draft]);
        let draft = match self.image_plan(draft, entry.clone()).await? {
            ImageChoice::Image(mut plan) => {
                plan.origin = origin;
                return self.propose_image(*plan);
            }
            ImageChoice::Other(draft) => *draft,
        };
        let plan = self.fetch_plan(draft, entry).await?;
        self.ask_plan(FetchPlan { origin, ..plan }).await
    }

    /// What is said of the package that a draft runs from. Blocking.
    pub(super) fn package_view(&self, draft: &ServerDraft) -> Option<PackageView> {
        let package = self.package_of(draft)?;
        Some(PackageView {
            name: ForeignText::new(package.request.name).shown(),
            version: ForeignText::new(package.version).shown(),
            registry: package.request.ecosystem.called().to_owned(),
            packages: package.packages,
            at: package.at,
        })
    }

    /// The launcher's command in place of a fetched package: files of Portcullis's own folder are not for other programs, and go with
    /// an update. `None` where it runs from none. Blocking.
    pub(super) fn launcher_endpoint(&self, draft: &ServerDraft) -> Option<Endpoint> {
        let (package, request) = self.fetched_of(draft)?;
        let Endpoint::Command { folder, .. } = &draft.endpoint else {
            return None;
        };
        let mut line = request.launcher_line(&package.version).into_iter();
        Some(Endpoint::Command {
            program: line.next()?,
            arguments: line.collect(),
            folder: folder.clone(),
        })
    }

    /// The package that a draft runs from, and what was asked for. Blocking.
    pub(super) fn fetched_of(&self, draft: &ServerDraft) -> Option<(FetchedPackage, PackageRequest)> {
        let package = self.package_of(draft)?;
        let Endpoint::Command { arguments, .. } = &draft.endpoint else {
            return None;
        };
        let request = package.request_now(arguments);
        Some((package, request))
    }

    /// Asks to fetch the package of a server again whose files are not what was approved: a review of them would end in the same
    /// refusal. `None` where they are as they were, or it runs from none.
    ///
    /// # Errors
    /// Those of [`Host::propose_fetch`].
    pub(super) async fn propose_mended(self: &Arc<Self>, entry: &Arc<Entry>) -> Result<Option<Request>> {
        let draft = entry.row().draft;
        let (packages, of) = (self.packages_folder(), draft.clone());
        let changed = blocking(move || {
            let package = package_in(&packages, &of);
            package.filter(|package| package.tree.check().is_err())
        });
        let Some(package) = changed.await? else {
            return Ok(None);
        };
        let plan = self.fetch_plan(draft, Some(Arc::clone(entry))).await?;
        let plan = FetchPlan {
            request: PackageRequest {
                arguments: plan.request.arguments.clone(),
                ..package.as_it_was()
            },
            again: Some(package),
            named: None,
            ..plan
        };
        self.ask_plan(plan).await.map(Some)
    }

    async fn fetch_plan(&self, draft: ServerDraft, entry: Option<Arc<Entry>>) -> Result<FetchPlan> {
        let (search, packages) = (self.search_path().await, self.packages_folder());
        blocking(move || FetchPlan::of(draft, entry, search, &packages)).await?
    }

    /// Fetches, and asks about the server. What is left of a fetch that failed is deleted.
    async fn fetch(self: &Arc<Self>, permit: Permit<ProposedFetch>, plan: FetchPlan) -> Result<()> {
        let view = FetchView {
            id: plan.id.clone(),
            package: ForeignText::new(plan.package()).shown(),
            label: plan.draft.label.clone(),
            since: self.now(),
            bytes: 0,
        };
        locked(&self.packages).pending.insert(plan.id.clone());
        let of = &plan;
        let fetched = self.while_shown(view, Some(plan.folder.clone()), |stopped| async move {
            let fetched = async {
                let (package, draft, trial) = self.run_fetch(permit, of).await?;
                self.check_new(package, of).await?;
                Ok((draft, trial))
            };
            let (draft, trial) = until_stopped(&stopped, fetched).await?;
            // It ends its program itself: what still ran would write into the folder that is deleted.
            let update = self.review_update(trial, &draft, of, &stopped).await?;
            Ok((draft, update))
        });
        let fetched = fetched.await;
        let id = plan.id.clone();
        let asked = match fetched {
            Ok((draft, update)) => self.propose_fetched(update, draft, plan).await,
            Err(error) => Err(error),
        };
        if asked.is_err() {
            self.forget_package(&id).await;
        }
        asked
    }

    async fn run_fetch(
        self: &Arc<Self>,
        permit: Permit<ProposedFetch>,
        plan: &FetchPlan,
    ) -> Result<(FetchedPackage, ServerDraft, Option<Permit<TrialStart>>)> {
        let (request, folder) = (plan.request.clone(), plan.folder.clone());
        let begun = InterruptedFetch {
            package: plan.package(),
            label: plan.draft.label.clone(),
        };
        blocking(move || {
            let written = super::fence::make_private(&folder).and_then(|()| {
                [tree(&folder), cache(&folder), home(&folder)]
                    .iter()
                    .try_for_each(|it| super::fence::make_private(it))?;
                installed::begin(&folder, &begun)
            });
            written.map_err(|error| {
                Error::new(Code::LaunchFailed, say!("fetch-folder", why = causes::io(&error)))
            })?;
            prepare(&request, &tree(&folder))
        })
        .await??;
        let (steps, trial) = permit.steps();
        for step in steps {
            self.run_step(step, plan).await?;
        }
        let (request, tools, folder) = (plan.request.clone(), plan.tools.clone(), plan.folder.clone());
        let (typed, at) = (plan.typed.clone(), self.now());
        let wanted = match &plan.again {
            Some(before) => PackageRequest {
                arguments: request.arguments.clone(),
                ..before.request.clone()
            },
            None => request.clone(),
        };
        let (package, fetched) = blocking(move || {
            for temporary in [cache(&folder), home(&folder)] {
                if let Err(error) = remove_whole(&temporary) {
                    tracing::warn!(%error, "files of a fetch stayed");
                }
            }
            let real = real_path(&tree(&folder)).map_err(Error::internal)?;
            let fetched = fetched_version(&request, &tools, &real)?;
            let package = FetchedPackage {
                request: wanted,
                typed,
                version: fetched.version.clone(),
                integrity: fetched.integrity.clone(),
                packages: fetched.packages,
                at,
                tree: seal(&real)?,
            };
            installed::write(&folder, &package).map_err(Error::internal)?;
            Ok::<_, Error>((package, fetched))
        })
        .await??;
        let folder = match &plan.draft.endpoint {
            Endpoint::Command { folder, .. } => folder.clone(),
            _ => None,
        };
        let draft = ServerDraft {
            endpoint: Endpoint::Command {
                program: fetched.program.to_string_lossy().into_owned(),
                arguments: fetched.arguments,
                folder,
            },
            ..plan.draft.clone()
        };
        Ok((package, draft, trial))
    }

    /// Whether what was fetched is something else than what runs now, and is what the registry may give.
    async fn check_new(&self, package: FetchedPackage, plan: &FetchPlan) -> Result<()> {
        let packages = self.packages_folder();
        let of = plan.entry.as_ref().map(|entry| entry.row().draft);
        let has_age = plan.release_age.is_some();
        blocking(move || {
            let Some(before) = of.and_then(|of| package_in(&packages, &of)) else {
                return Ok(());
            };
            let shown = escape_line(&before.in_words()).text;
            if before.is_other_archive(&package) {
                let error = Error::new(Code::LaunchChanged, say!("fetch-other-archive", package = shown));
                return Err(error.remedy(say!("fetch-other-archive-remedy")));
            }
            // Without an age, an older version is what its publisher offers now; and another range may ask for one.
            let wanted = &package.request.version;
            let is_update = wanted.is_none() || *wanted == before.request.version;
            if has_age && is_update && before.is_newer_than(&package) {
                let version = escape_line(&package.version).text;
                let error = say!("fetch-older", package = shown, version);
                return Err(Error::new(Code::BadInput, error).remedy(say!("fetch-older-remedy")));
            }
            // Where its files changed, the same again is what is missing.
            if before.tree.sha256 == package.tree.sha256 && before.tree.check().is_ok() {
                return Err(Error::new(Code::BadInput, say!("fetch-same", package = shown)));
            }
            Ok(())
        })
        .await?
    }

    /// The usual review, which begins with what was there before, where there was something.
    async fn propose_fetched(
        self: &Arc<Self>,
        update: UpdateReview,
        draft: ServerDraft,
        plan: FetchPlan,
    ) -> Result<()> {
        let mut origin = plan.origin;
        origin.package = Some(plan.id);
        origin.rows.extend(update.rows);
        origin.warnings.extend(update.warnings);
        self.propose(draft, plan.entry, None, origin).await.map(drop)
    }
}

impl FetchPlan {
    /// What would be fetched for a draft, and with which programs. Blocking: reads the record of its package, and the programs.
    fn of(
        draft: ServerDraft,
        entry: Option<Arc<Entry>>,
        search: SearchPath,
        packages: &Path,
    ) -> Result<Self> {
        let Some((program, arguments)) = draft.endpoint.command() else {
            return Err(not_fetchable());
        };
        let package = package_in(packages, &draft);
        let is_fetched = package.is_some();
        let typed = match package {
            Some(package) => package.typed_now(arguments),
            None => std::iter::once(program).chain(arguments).cloned().collect(),
        };
        let (program, arguments) = typed.split_first().ok_or_else(not_fetchable)?;
        let request = PackageRequest::of(program, arguments).ok_or_else(not_fetchable)?;
        // The one version that its command names is what runs already: looking for an update asks for another.
        let named = request.exact_version().filter(|_| is_fetched).map(str::to_owned);
        let request = match named {
            Some(_) => request.newest(),
            None => request,
        };
        let plain = without_shims(&search);
        let [manager, runtime] = needed(request.ecosystem);
        let tools = PackageTools {
            manager: resolve(manager, &plain)?.path,
            runtime: resolve(runtime, &plain)?.path,
        };
        let id = ids::random();
        Ok(Self {
            folder: without_links(packages).join(&id),
            search,
            id,
            typed,
            draft,
            entry,
            origin: DraftOrigin::default(),
            request,
            tools,
            release_age: None,
            again: None,
            named,
            compares: false,
            unfenced: None,
        })
    }
}

/// The package manager that fetches packages of a kind, and the program that runs them.
fn needed(ecosystem: Ecosystem) -> [&'static str; 2] {
    match ecosystem {
        Ecosystem::Npm => ["npm", "node"],
        Ecosystem::PyPi => ["uv", "python3"],
    }
}

/// The first program that is missing to fetch a package. Blocking.
pub(super) fn missing_to_fetch(request: &PackageRequest, search: &SearchPath) -> Option<&'static str> {
    let search = without_shims(search);
    needed(request.ecosystem)
        .into_iter()
        .find(|program| locate(program, &search).is_err())
}

/// Drops the work where it is stopped.
async fn until_stopped<T>(stopped: &CancellationToken, work: impl Future<Output = Result<T>>) -> Result<T> {
    tokio::select! {
        done = work => done,
        () = stopped.cancelled() => Err(fetch_stopped()),
    }
}

fn fetch_stopped() -> Error {
    Error::new(Code::CallCancelled, say!("fetch-stopped"))
}

/// A shim (pyenv, asdf, volta) finds out at each start what it runs, by files that no fence shows.
fn without_shims(search: &SearchPath) -> SearchPath {
    let folders = std::env::split_paths(search.value());
    let plain = folders.filter(|folder| !folder.components().any(|part| part.as_os_str() == "shims"));
    let joined = std::env::join_paths(plain)
        .ok()
        .and_then(|joined| joined.into_string().ok());
    joined.map_or_else(|| search.clone(), |joined| SearchPath::from_value(&joined))
}

fn not_fetchable() -> Error {
    Error::new(Code::BadInput, say!("fetch-not-launcher")).remedy(say!("fetch-not-launcher-remedy"))
}

/// A path that may not be there yet, with the links of what is there followed: a fence shows nothing behind a link.
fn without_links(path: &Path) -> PathBuf {
    let real = path.ancestors().find_map(|above| {
        let below = path.strip_prefix(above).ok()?;
        Some(real_path(above).ok()?.join(below))
    });
    real.unwrap_or_else(|| path.to_owned())
}

fn tree(folder: &Path) -> PathBuf {
    folder.join("tree")
}

fn cache(folder: &Path) -> PathBuf {
    folder.join("cache")
}

fn home(folder: &Path) -> PathBuf {
    folder.join("home")
}
