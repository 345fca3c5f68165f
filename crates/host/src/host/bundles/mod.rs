//! MCP bundles: one is opened and looked at, its values are filled in, it is unpacked into a folder of a random name, and then it
//! is a server like every other, with the same review. A folder from which no server runs is deleted (S-70).

mod installed;
mod shown;

use super::fence::make_private;
use super::importing::free_label;
use super::install_offers::InstallOffer;
use super::launches::DraftOrigin;
use super::{Entry, Host, Inner, blocking, locked};
use crate::places;
use installed::BundleRecord;
pub(super) use installed::bundle_in;
use portcullis_api::{BundleView, HostEvent, InstallChoices, InstallValue};
use portcullis_bundles::{Bundle, BundleFolders, SettingValues, resolve};
use portcullis_core::{Code, Error, Result, causes, ids};
use portcullis_domain::{Endpoint, FenceGrants, NamedValue, Request, ReviewRow, ServerDraft};
use portcullis_l10n::say;
use portcullis_programs::{SearchPath, open_regular, other_python};
use portcullis_storage::store::pins::{self, Subject};
use std::collections::{BTreeSet, HashSet};
use std::fs;
use std::io;
use std::path::{Path, PathBuf};
use std::sync::Arc;

/// The endings of the names of bundles: as they are called now, and before.
pub const BUNDLE_EXTENSIONS: [&str; 2] = ["mcpb", "dxt"];

/// The bundle that is looked at, and folders that are not of a server yet.
#[derive(Default)]
pub(super) struct Bundles {
    opened: Option<OpenBundle>,
    pending: HashSet<String>,
}

struct OpenBundle {
    view: BundleView,
    bundle: Bundle,
    /// Those of `view.installed`, by server.
    records: Vec<(String, BundleRecord)>,
    /// What a review says of where it was found.
    origin: DraftOrigin,
}

/// What a bundle is unpacked for.
struct Plan {
    /// The name of its folder.
    id: String,
    /// The folder of all bundles.
    bundles: PathBuf,
    /// Where programs are looked for.
    search: SearchPath,
    label: String,
    given: SettingValues,
    /// What the person chose; `None` where a server that is updated keeps what it has.
    choices: Option<InstallChoices>,
    /// The server that it updates, as it is, and what its bundle was given.
    updates: Option<(ServerDraft, BundleRecord)>,
}

impl Host {
    /// Opens a bundle that a person chose, in the place of one that was opened before. Nothing of it is unpacked or started.
    ///
    /// # Errors
    /// `input.bad`, with what is wrong with it.
    pub async fn open_bundle(&self, file: PathBuf) -> Result<BundleView> {
        self.0.open_bundle_of(file, DraftOrigin::default()).await
    }

    /// Opens the bundle that another program opened. It waits no longer when it could be read.
    ///
    /// # Errors
    /// `not_found` when none waits; what [`Host::open_bundle`] says.
    pub async fn open_offered_bundle(&self) -> Result<BundleView> {
        let file = self.offered_bundle().ok_or_else(closed)?;
        let view = self.open_bundle(file.clone()).await?;
        self.take_offered(&InstallOffer::Bundle(file));
        Ok(view)
    }

    /// The bundle that is open.
    #[must_use]
    pub fn bundle(&self) -> Option<BundleView> {
        let bundles = locked(&self.0.bundles);
        bundles.opened.as_ref().map(|opened| opened.view.clone())
    }

    /// Forgets the bundle that is open.
    pub fn close_bundle(&self) {
        let closed = locked(&self.0.bundles).opened.take();
        if closed.is_some() {
            // Its copy on the disk goes with it, which may be large.
            tokio::task::spawn_blocking(move || drop(closed));
            self.0.emit(HostEvent::Bundle {});
        }
    }

    /// Unpacks the bundle that is open, and asks to add its server, or to change the one named in `updates`, which keeps its fence and
    /// its start without other `choices`. It is deleted again unless the answer is yes.
    ///
    /// # Errors
    /// `not_found` when another bundle was opened, or the server is not of it; `input.bad` for a value that does not fit; what
    /// [`Host::propose_server`] says.
    pub async fn propose_bundle(
        &self,
        bundle: &str,
        label: String,
        values: Vec<InstallValue>,
        updates: Option<String>,
        choices: Option<InstallChoices>,
    ) -> Result<Request> {
        let inner = &self.0;
        let entry = updates.as_deref().map(|id| inner.entry(id)).transpose()?;
        inner.check_label(&label, entry.as_deref())?;
        let offered = match &entry {
            Some(entry) => inner.offered_tools(entry).await?,
            None => BTreeSet::new(),
        };
        let search = inner.search_path().await;
        let id = ids::random();
        let opened = {
            let mut bundles = locked(&inner.bundles);
            let opened = bundles.opened.take_if(|opened| opened.view.id == bundle);
            if opened.is_some() {
                bundles.pending.insert(id.clone());
            }
            opened
        };
        let mut opened = opened.ok_or_else(closed)?;
        let mut plan = Plan {
            id: id.clone(),
            bundles: inner.bundles_folder(),
            search,
            label,
            given: values
                .into_iter()
                .map(|value| (value.key, value.values))
                .collect(),
            choices: choices.clone(),
            updates: None,
        };
        let known = entry.as_ref().map_or(Ok(()), |entry| {
            // A server of another bundle, or of none, is not updated by this one.
            let record = opened.record(entry.id.as_str()).ok_or_else(closed)?;
            plan.updates = Some((entry.row().draft, record));
            Ok(())
        });
        let (opened, unpacked, origin) = blocking(move || {
            let unpacked = known.and_then(|()| unpacked(&mut opened.bundle, &plan));
            let mut origin = opened.origin.clone();
            let before = plan.updates.as_ref().map(|(_, record)| record);
            origin.rows.extend(shown::rows(&opened.bundle, before));
            let tools = before.map(|before| shown::tool_rows(&opened.bundle.manifest, before, offered));
            origin.rows.extend(tools.into_iter().flatten());
            let unpacked = unpacked.map(|(draft, rows)| {
                origin.rows.extend(rows);
                draft
            });
            origin.bundle = Some(plan.id);
            (opened, unpacked, origin)
        })
        .await?;
        {
            let mut bundles = locked(&inner.bundles);
            // What was wrong with a value can be put right. Another one may have been opened meanwhile.
            if bundles.opened.is_none() {
                bundles.opened = Some(opened);
            }
        }
        match unpacked {
            Ok(draft) => {
                let draft = match &entry {
                    None => {
                        let choices = choices.unwrap_or_else(fenced_as_named);
                        inner.fenced_with(draft, choices).await
                    }
                    Some(_) => draft,
                };
                inner.propose_bundled(draft, entry, origin).await
            }
            Err(error) => {
                inner.forget_bundle(&id).await;
                Err(error)
            }
        }
    }
}

impl Inner {
    /// The tools that a server offered last; those that are known of it where it has listed none since Portcullis started.
    async fn offered_tools(&self, entry: &Entry) -> Result<BTreeSet<String>> {
        let listed = entry
            .client()
            .map(|client| Arc::clone(&client.snapshot().catalog));
        if let Some(listed) = listed.filter(|listed| !listed.tools.is_empty()) {
            return Ok(listed.tools.iter().map(|tool| tool.name.clone()).collect());
        }
        let id = entry.id.clone();
        let pins = self.store.read(move |db| pins::list(db, &id)).await?;
        let names = pins.into_iter().filter_map(|pin| match pin.subject {
            Subject::Tool(name) => Some(name),
            Subject::Instructions => None,
        });
        Ok(names.collect())
    }

    /// A place for a bundle that is downloaded, by the name under which it is forgotten ([`Inner::forget_bundle`]).
    pub(super) fn bundle_place(&self) -> Result<(String, PathBuf)> {
        let (id, folder) = (ids::random(), self.bundles_folder());
        make_private(&folder).map_err(Error::internal)?;
        let place = folder.join(format!("{id}.part"));
        locked(&self.bundles).pending.insert(id.clone());
        Ok((id, place))
    }

    /// Opens a bundle that was found somewhere.
    pub(super) async fn open_bundle_of(&self, file: PathBuf, origin: DraftOrigin) -> Result<BundleView> {
        let folder = self.bundles_folder();
        let bundle = blocking(move || opened(&file, &folder)).await??;
        let folders = folders_for(&self.bundles_folder())?;
        let mut installed = self.installed_bundles().await?;
        installed.retain(|(_, record)| record.name == bundle.manifest.name);
        let servers = installed.iter().map(|(view, _)| view.clone()).collect();
        let label = free_label(self, shown::called(&bundle.manifest));
        let view = shown::viewed(&bundle, label, &folders, servers)?;
        let records = installed.into_iter().map(|(view, record)| (view.server, record));
        let opened = OpenBundle {
            view: view.clone(),
            bundle,
            records: records.collect(),
            origin,
        };
        let before = locked(&self.bundles).opened.replace(opened);
        self.emit(HostEvent::Bundle {});
        // Its copy on the disk goes with it, which may be large.
        blocking(move || drop(before)).await?;
        Ok(view)
    }
}

impl OpenBundle {
    /// What the bundle of a server was given that this one can update.
    fn record(&self, server: &str) -> Option<BundleRecord> {
        let found = self.records.iter().find(|(id, _)| id == server);
        found.map(|(_, record)| record.clone())
    }
}

/// The choices for a new server that came without any.
fn fenced_as_named() -> InstallChoices {
    InstallChoices {
        fence: Some(FenceGrants::default()),
        fence_named: true,
        ..InstallChoices::default()
    }
}

fn closed() -> Error {
    Error::new(Code::NotFound, say!("bundle-closed")).remedy(say!("bundle-closed-remedy"))
}

fn opened(file: &Path, folder: &Path) -> Result<Bundle> {
    let unreadable =
        |error: &io::Error| Error::new(Code::BadInput, say!("bundle-unreadable", why = causes::io(error)));
    if !fs::metadata(file).map_err(|error| unreadable(&error))?.is_file() {
        return Err(Error::new(Code::BadInput, say!("bundle-no-file")));
    }
    // It may be a pipe by now.
    let source = open_regular(file).map_err(|error| unreadable(&error))?;
    make_private(folder).map_err(Error::internal)?;
    let copy = tempfile::tempfile_in(folder).map_err(Error::internal)?;
    Bundle::read(source, copy)
}

fn folders_for(bundle: &Path) -> Result<BundleFolders> {
    let home = places::home().ok_or_else(|| Error::new(Code::BadInput, say!("import-no-home")))?;
    // The system knows them by the names that they have in the person's language, and on Windows where they are synchronized.
    let or_below = |found: Option<PathBuf>, name: &str| found.unwrap_or_else(|| home.join(name));
    Ok(BundleFolders {
        bundle: bundle.to_owned(),
        desktop: or_below(dirs::desktop_dir(), "Desktop"),
        documents: or_below(dirs::document_dir(), "Documents"),
        downloads: or_below(dirs::download_dir(), "Downloads"),
        home,
    })
}

/// `win32`, `darwin` or `linux`, as bundles name systems.
fn platform() -> &'static str {
    match std::env::consts::OS {
        "windows" => "win32",
        "macos" => "darwin",
        other => other,
    }
}

/// The server, and what a review says of how its command came about.
fn unpacked(bundle: &mut Bundle, plan: &Plan) -> Result<(ServerDraft, Vec<ReviewRow>)> {
    let folder = plan.bundles.join(&plan.id);
    let stored = plan.updates.as_ref().map(|(_, record)| record.secrets.clone());
    let mut command = resolve(
        &bundle.manifest,
        &plan.given,
        &stored.unwrap_or_default(),
        &folders_for(&folder)?,
        platform(),
    )?;
    let other = other_python(&command.program, &plan.search);
    let rows = shown::command_rows(&command, other);
    if let Some(other) = other {
        command.program = other.to_owned();
    }
    if let Ok(own) = Path::new(&command.program).strip_prefix(&folder) {
        bundle.make_executable(own);
    }
    bundle.unpack(&folder)?;
    let manifest = &bundle.manifest;
    let mut values = plan.given.clone();
    values.retain(|key, _| {
        let setting = manifest.user_config.get(key);
        setting.is_some_and(|setting| !setting.sensitive)
    });
    let record = BundleRecord {
        name: manifest.name.clone(),
        version: manifest.version.clone(),
        values,
        secrets: command.secrets,
        variables: command
            .environment
            .iter()
            .map(|variable| variable.name.clone())
            .collect(),
        tools: shown::claimed_tools(manifest),
    };
    installed::write(&plan.bundles, &plan.id, &record).map_err(Error::internal)?;
    let mut environment = command.environment;
    let endpoint = Endpoint::Command {
        program: command.program,
        arguments: command.arguments,
        folder: Some(folder.to_string_lossy().into_owned()),
    };
    let choices = plan.choices.clone();
    let Some((draft, before)) = &plan.updates else {
        // Its fence is found once it is known what runs.
        let start = choices.map(|choices| choices.start).unwrap_or_default();
        let draft = ServerDraft {
            environment,
            start,
            ..ServerDraft::unfenced(plan.label.clone(), endpoint)
        };
        return Ok((draft, rows));
    };
    // Variables that the person added stay.
    let own = |variable: &&NamedValue| {
        !before.variables.contains(&variable.name) && !record.variables.contains(&variable.name)
    };
    environment.extend(draft.environment.iter().filter(own).cloned());
    let (fence, start) = match choices {
        Some(chosen) => (chosen.fence, chosen.start),
        None => (draft.fence.clone(), draft.start),
    };
    let draft = ServerDraft {
        label: plan.label.clone(),
        endpoint,
        environment,
        fence,
        start,
        ..draft.clone()
    };
    Ok((draft, rows))
}
