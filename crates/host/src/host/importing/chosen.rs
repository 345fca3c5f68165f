//! Files that the person chose for an import: dropped on the window, or in the folder of a project. Only these, and the files in
//! which other hosts keep servers, are read for the window. Nothing of them is saved or started here (S-04). Files of conversations
//! are told apart by their content: exports of chats and configurations are both JSON.

use super::super::bundles::BUNDLE_EXTENSIONS;
use super::super::chat::read_transcripts;
use super::super::{Host, Inner, count, locked};
use super::found::Known;
use super::{all_files, configuration, is_of, listed, servers_of};
use crate::host::blocking;
use crate::limits;
use portcullis_api::{
    BundleView, ChatImport, DraggedFiles, DropView, DroppedAttachments, DroppedBundle, DroppedChats,
    DroppedFiles, FoundConfiguration, HostEvent, ProjectConfigurations, RefusedFile,
};
use portcullis_core::text::escape_line;
use portcullis_core::{Code, Error, Foreign, Problem, Result, causes, ids};
use portcullis_formats::{HostFolders, HostKind, project_files};
use portcullis_l10n::say;
use std::path::{Path, PathBuf};
use std::sync::Arc;

/// The endings of the names of configurations that are read when they are dropped.
const CONFIGURATIONS: [&str; 6] = ["json", "jsonc", "json5", "yaml", "yml", "toml"];

/// The endings of the names of files that can be conversations and nothing else that is read here.
const TRANSCRIPTS: [&str; 3] = ["jsonl", "md", "markdown"];

/// The ending of the name of a configuration that can also be a file of conversations.
const EITHER: [&str; 1] = ["json"];

/// Archives: exports of chats are downloaded as one.
const ARCHIVES: [&str; 1] = ["zip"];

/// Files that belong to no host.
const FILE: HostKind = HostKind { id: "file", name: "" };

/// What the person chose and did not finish with.
#[derive(Default)]
pub(in crate::host) struct ChosenFiles {
    over: Option<DraggedFiles>,
    dropped: Option<Sorted>,
    attached: Option<DroppedAttachments>,
    /// The folder of a project.
    project: Option<PathBuf>,
}

/// A file that may be read for an import, and the folder of the project that it belongs to.
pub(super) struct AllowedFile {
    pub path: PathBuf,
    pub project: Option<PathBuf>,
}

impl Host {
    /// Files are held over the window; nothing is read of them.
    pub fn drag_over(&self, paths: &[PathBuf]) {
        let fit = paths.iter().filter(|path| is_read(path)).count();
        locked(&self.0.chosen_files).over = Some(DraggedFiles {
            fit: count(fit),
            unfit: count(paths.len() - fit),
            onto: None,
        });
        self.0.emit(HostEvent::Dropped {});
    }

    /// They are held over the message field of a conversation, or no longer.
    pub fn drag_onto(&self, conversation: Option<String>) {
        let mut chosen = locked(&self.0.chosen_files);
        let Some(over) = chosen.over.as_mut().filter(|over| over.onto != conversation) else {
            return;
        };
        over.onto = conversation;
        drop(chosen);
        self.0.emit(HostEvent::Dropped {});
    }

    /// They are held there no longer.
    pub fn drag_ended(&self) {
        if locked(&self.0.chosen_files).over.take().is_some() {
            self.0.emit(HostEvent::Dropped {});
        }
    }

    /// Reads files that the person dropped on the window, in the place of those that were dropped before. A bundle alone is opened,
    /// as if it were chosen in the dialog of the system.
    ///
    /// # Errors
    /// `input.bad` when the person has no home folder.
    pub async fn drop_files(&self, paths: Vec<PathBuf>) -> Result<()> {
        self.drag_ended();
        let places = self.0.other_hosts()?;
        let host = Arc::clone(&self.0);
        let mut sorted = blocking(move || Sorted::of(paths, &places, &mut Known::of(&host))).await?;
        let view = &sorted.view;
        let is_alone = view.configurations.is_empty() && view.chats.is_empty() && view.refused.is_empty();
        if let ([only], true) = (sorted.bundles.as_slice(), is_alone) {
            match self.open_bundle(only.clone()).await {
                Ok(_) => {
                    sorted.view.opened = true;
                    sorted.view.bundles.clear();
                }
                Err(error) => {
                    for bundle in &mut sorted.view.bundles {
                        bundle.problem = Some(Problem::from(error.clone()));
                    }
                }
            }
        }
        locked(&self.0.chosen_files).dropped = Some(sorted);
        self.0.emit(HostEvent::Dropped {});
        Ok(())
    }

    /// Files that are held over the window, and those that were dropped last.
    #[must_use]
    pub fn dropped(&self) -> DropView {
        let chosen = locked(&self.0.chosen_files);
        DropView {
            over: chosen.over.clone(),
            files: chosen.dropped.as_ref().map(|sorted| sorted.view.clone()),
            attached: chosen.attached.clone(),
        }
    }

    /// Opens one of the bundles that were dropped, by its place among them.
    ///
    /// # Errors
    /// `not_found` when it is not there any more; what [`Host::open_bundle`] says.
    pub async fn open_dropped_bundle(&self, at: u32) -> Result<BundleView> {
        let file = self.dropped_file(at, |sorted| &sorted.bundles)?;
        self.open_bundle(file).await
    }

    /// Opens one of the files of conversations that were dropped, by its place among them, for [`Host::import_chats`].
    ///
    /// # Errors
    /// `not_found` when it is not there any more; what [`Host::open_chats`] says.
    pub async fn open_dropped_chats(&self, at: u32) -> Result<ChatImport> {
        let file = self.dropped_file(at, |sorted| &sorted.chats)?;
        self.open_chats(file).await
    }

    fn dropped_file(&self, at: u32, of: impl FnOnce(&Sorted) -> &Vec<PathBuf>) -> Result<PathBuf> {
        let chosen = locked(&self.0.chosen_files);
        let file = chosen
            .dropped
            .as_ref()
            .and_then(|sorted| of(sorted).get(at as usize));
        file.cloned().ok_or_else(super::changed_meanwhile)
    }

    /// Forgets the files that were dropped.
    pub fn forget_dropped(&self) {
        if locked(&self.0.chosen_files).dropped.take().is_some() {
            self.0.emit(HostEvent::Dropped {});
        }
    }

    /// The servers in the configurations of one project's folder, of one application alone where one is named. Nothing is done with
    /// them.
    ///
    /// # Errors
    /// `input.bad` when it is no folder, or cannot be read.
    pub async fn project_configurations(
        &self,
        folder: PathBuf,
        application: Option<&str>,
    ) -> Result<ProjectConfigurations> {
        let places = self.0.other_hosts()?;
        let (host, application) = (Arc::clone(&self.0), application.map(str::to_owned));
        let (folder, files) = blocking(move || {
            let mut known = Known::of(&host);
            let folder = std::path::absolute(&folder).map_err(|error| no_folder(&folder, &error))?;
            // A folder that cannot be listed has no files either, which would read as “no servers”.
            std::fs::read_dir(&folder).map_err(|error| no_folder(&folder, &error))?;
            let files = project_files(&folder, listed);
            let found = files
                .iter()
                .filter(|file| is_of(file, application.as_deref()))
                .filter_map(|file| configuration(file, Some(&folder), &places, &mut known));
            let found = found.collect();
            Ok::<_, Error>((folder, found))
        })
        .await??;
        let shown = escape_line(&folder.to_string_lossy());
        locked(&self.0.chosen_files).project = Some(folder);
        Ok(ProjectConfigurations { folder: shown, files })
    }
}

impl Inner {
    /// Says what became of files that were dropped on a conversation.
    pub(in crate::host) fn tell_attached(&self, attached: DroppedAttachments) {
        locked(&self.chosen_files).attached = Some(attached);
        self.emit(HostEvent::Dropped {});
    }

    /// Every file that may be read for an import.
    pub(super) fn allowed_files(&self, places: &HostFolders) -> Vec<AllowedFile> {
        let chosen = locked(&self.chosen_files);
        let dropped = chosen
            .dropped
            .as_ref()
            .map(|sorted| sorted.configurations.clone());
        let project = chosen.project.clone();
        drop(chosen);
        let plain = |path| AllowedFile { path, project: None };
        let hosts = all_files(places).into_iter().map(|file| plain(file.path));
        let mut allowed: Vec<_> = hosts.chain(dropped.into_iter().flatten().map(plain)).collect();
        if let Some(folder) = project {
            let files = project_files(&folder, listed).into_iter();
            allowed.extend(files.map(|file| AllowedFile {
                path: file.path,
                project: Some(folder.clone()),
            }));
        }
        allowed
    }
}

/// Files that were dropped, by kind, each kind in the order of what is shown of it.
struct Sorted {
    view: DroppedFiles,
    bundles: Vec<PathBuf>,
    chats: Vec<PathBuf>,
    configurations: Vec<PathBuf>,
}

impl Sorted {
    fn of(paths: Vec<PathBuf>, places: &HostFolders, known: &mut Known) -> Self {
        let mut sorted = Self {
            view: DroppedFiles {
                id: ids::random(),
                opened: false,
                configurations: Vec::new(),
                bundles: Vec::new(),
                chats: Vec::new(),
                refused: Vec::new(),
            },
            bundles: Vec::new(),
            chats: Vec::new(),
            configurations: Vec::new(),
        };
        let beyond = paths.len().saturating_sub(limits::DROPPED);
        for path in paths.into_iter().take(limits::DROPPED) {
            sorted.sort(path, places, known);
        }
        if beyond > 0 {
            sorted.view.refused.push(RefusedFile {
                file: None,
                why: say!("drop-too-many", count = beyond, limit = limits::DROPPED),
            });
        }
        sorted
    }

    fn sort(&mut self, path: PathBuf, places: &HostFolders, known: &mut Known) {
        if let Some(why) = refusal(&path) {
            return self.refuse(&path, why);
        }
        if is_bundle(&path) {
            self.view.bundles.push(DroppedBundle {
                at: count(self.bundles.len()),
                file: named(&path),
                problem: None,
            });
            return self.bundles.push(path);
        }
        if has_ending(&path, &TRANSCRIPTS) {
            match self.chats(&path) {
                Ok(()) => {}
                // Any Markdown may be dropped, so what has no conversations is not called damaged.
                Err(None) => self.refuse(&path, say!("drop-no-chats")),
                Err(Some(why)) => self.refuse(&path, why),
            }
            return;
        }
        // Exports of conversations have a shape that no configuration has.
        if has_ending(&path, &EITHER) && self.chats(&path).is_ok() {
            return;
        }
        match servers_of(&path, None, places) {
            Ok(found) if found.is_empty() => self.refuse(&path, say!("drop-no-servers")),
            Err(None) => self.refuse(&path, say!("drop-no-file")),
            found => {
                let found = found.map_err(|error| error.unwrap_or_else(super::changed_meanwhile));
                let shown = super::shown(FILE, &path, found, known);
                self.view.configurations.push(FoundConfiguration {
                    name: named(&path).text,
                    ..shown
                });
                self.configurations.push(path);
            }
        }
    }

    /// Takes a file if it is one of conversations, or says why it cannot be read; `None` where it is another file or has none.
    fn chats(&mut self, path: &Path) -> std::result::Result<(), Option<String>> {
        let file = read_transcripts(path).map_err(|no| (!no.is_other).then_some(no.error.sentence))?;
        self.view.chats.push(DroppedChats {
            at: count(self.chats.len()),
            file: named(path),
            product: file.product,
            conversations: count(file.transcripts.len()),
        });
        self.chats.push(path.to_owned());
        Ok(())
    }

    fn refuse(&mut self, path: &Path, why: String) {
        self.view.refused.push(RefusedFile {
            file: Some(named(path)),
            why,
        });
    }
}

/// Why a file is not looked into.
fn refusal(path: &Path) -> Option<String> {
    // What a browser or another program drags may be an address.
    if !path.is_absolute() {
        return Some(say!("drop-no-file"));
    }
    if path.is_dir() {
        return Some(say!("drop-folder"));
    }
    if has_ending(path, &ARCHIVES) {
        return Some(say!("drop-archive"));
    }
    (!is_read(path)).then(|| say!("drop-type"))
}

fn named(path: &Path) -> Foreign {
    let name = path.file_name().unwrap_or(path.as_os_str());
    escape_line(&name.to_string_lossy())
}

fn is_bundle(path: &Path) -> bool {
    has_ending(path, &BUNDLE_EXTENSIONS)
}

/// Whether a file of this name is looked into.
fn is_read(path: &Path) -> bool {
    is_bundle(path) || has_ending(path, &CONFIGURATIONS) || has_ending(path, &TRANSCRIPTS)
}

fn has_ending(path: &Path, endings: &[&str]) -> bool {
    let ending = path.extension().and_then(|ending| ending.to_str());
    ending.is_some_and(|ending| endings.iter().any(|known| ending.eq_ignore_ascii_case(known)))
}

fn no_folder(folder: &Path, error: &std::io::Error) -> Error {
    let folder = escape_line(&folder.to_string_lossy()).text;
    Error::new(
        Code::BadInput,
        say!("import-no-folder", folder, cause = causes::io(error)),
    )
}
