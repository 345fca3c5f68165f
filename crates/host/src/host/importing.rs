//! Servers from elsewhere: a pasted text, or the files of other hosts on this computer. Reading them does nothing; saving them
//! takes a yes, and then they are there, turned off and not approved (S-01, S-04).

mod chosen;
mod found;
mod settled;

use super::{Host, Inner, blocking, views};
use chosen::AllowedFile;
pub(super) use chosen::ChosenFiles;
use found::{Known, described};
use portcullis_api::{FoundConfiguration, FoundServer, ImportPick};
use portcullis_approval::consent::{Ask, Permit, ProposedImport, Waiting};
use portcullis_core::ids::ServerId;
use portcullis_core::text::{escape_line, look_alike};
use portcullis_core::{Code, Error, Result, causes};
use portcullis_domain::{
    Asked, NamedValue, RecordKind, Request, ReviewRow, ReviewValue, ServerDraft, ServerRef,
};
use portcullis_formats::{ConfigFile, FoundEntry, HostFolders, HostKind, config_files, limits};
use portcullis_l10n::say;
use portcullis_storage::audit::Intended;
use portcullis_storage::store::servers::{self, ServerRow};
use settled::SettledFile;
use std::collections::HashMap;
use std::path::{Path, PathBuf};
use std::sync::Arc;

/// A label for a server that is called this: free, and like no other.
pub(super) fn free_label(inner: &Inner, name: &str) -> String {
    Known::by_label(inner).label(name)
}

impl Host {
    /// Reads whatever a person pasted: a command line, a URL, an install link, a configuration. Nothing is done with it.
    ///
    /// # Errors
    /// `input.bad`.
    pub async fn read_servers(&self, text: &str) -> Result<Vec<FoundServer>> {
        let home = self.0.other_hosts()?.home;
        let (host, text) = (Arc::clone(&self.0), text.to_owned());
        blocking(move || {
            let found = portcullis_formats::read_pasted(&text, &home)?;
            let mut known = Known::of(&host);
            let found = found
                .iter()
                .enumerate()
                .map(|(at, found)| described(at, found, true, &mut known));
            Ok(found.collect())
        })
        .await?
    }

    /// The files of other hosts on this computer that hold servers, or cannot be read. Nothing is done with them.
    ///
    /// # Errors
    /// `input.bad` when the person has no home folder.
    pub async fn configurations(&self) -> Result<Vec<FoundConfiguration>> {
        self.configurations_of(None).await
    }

    /// The same, of one application alone where one is named: servers of the others take no label from it.
    ///
    /// # Errors
    /// `input.bad` when the person has no home folder.
    pub async fn configurations_of(&self, application: Option<&str>) -> Result<Vec<FoundConfiguration>> {
        let places = self.0.other_hosts()?;
        let (host, application) = (Arc::clone(&self.0), application.map(str::to_owned));
        blocking(move || {
            let mut known = Known::of(&host);
            let files = all_files(&places);
            let found = files
                .iter()
                .filter(|file| is_of(file, application.as_deref()))
                .filter_map(|file| configuration(file, None, &places, &mut known));
            found.collect()
        })
        .await
    }

    /// Asks to save servers of a text, or of files that [`Host::configurations`], [`Host::project_configurations`] or
    /// [`Host::dropped`] lists, turned off. They are read again: what is shown is what is saved.
    ///
    /// # Errors
    /// `input.bad`, `server.label_taken`, `consent.busy`.
    pub async fn propose_import(&self, text: Option<String>, picks: Vec<ImportPick>) -> Result<Request> {
        let inner = &self.0;
        let places = inner.other_hosts()?;
        let host = Arc::clone(inner);
        let found = blocking(move || {
            let allowed = host.allowed_files(&places);
            picked(text.as_deref(), picks, &allowed, &places)
        })
        .await??;
        let mut drafts = Vec::with_capacity(found.len());
        for (label, found) in found {
            let draft = inner.draft(&label, &found, &drafts)?;
            drafts.push(inner.fenced(draft).await);
        }
        inner.learn_proposed(&drafts);
        let ask = question(ProposedImport { servers: drafts });
        let intended = intended(&ask.proposal);
        inner.ask_then(ask, async move |host, waiting| {
            host.after_import(waiting, intended).await
        })
    }
}

impl Inner {
    /// Where other hosts keep their files.
    pub(super) fn other_hosts(&self) -> Result<HostFolders> {
        let own = self.other_hosts.clone().or_else(crate::places::other_hosts);
        own.ok_or_else(|| Error::new(Code::BadInput, say!("import-no-home")))
    }

    /// What would be saved of a server: as the parser of the form makes it, under a label that is free.
    fn draft(&self, label: &str, found: &FoundEntry, others: &[ServerDraft]) -> Result<ServerDraft> {
        let shown = escape_line(label).text;
        let refused = |why: &str| {
            Error::new(
                Code::BadInput,
                say!("import-not-possible", server = shown.clone(), why),
            )
        };
        if let Some(problem) = &found.problem {
            return Err(refused(problem));
        }
        let draft = found::draft(label, found).ok_or_else(|| refused(""))?;
        let draft = portcullis_install::as_parsed(draft);
        portcullis_install::check_shape(&draft).map_err(|error| refused(&error.sentence))?;
        self.check_label(label, None)?;
        let key = servers::label_key(label);
        if others.iter().any(|other| servers::label_key(&other.label) == key) {
            return Err(Error::new(
                Code::LabelTaken,
                say!("import-label-twice", server = shown),
            ));
        }
        if let Some(other) = others.iter().find(|other| look_alike(&other.label, label)) {
            return Err(Error::new(
                Code::LabelTaken,
                say!(
                    "import-labels-alike",
                    server = shown,
                    other = escape_line(&other.label).text
                ),
            ));
        }
        Ok(draft)
    }

    async fn after_import(
        self: &Arc<Self>,
        mut waiting: Waiting<ProposedImport>,
        mut row: Intended,
    ) -> Result<()> {
        row.shown = Some(waiting.request.digest.clone());
        // Held until the rows are written.
        let (_answered, permit) = self.setting_decided(&mut waiting).await;
        // An argument may hold what is a secret of another server.
        self.secrets_known().await;
        let words = (say!("import-why"), say!("import-saved"));
        self.with_row(row, permit, words, |permit| self.save_import(permit))
            .await
    }

    /// All of them or none: their secrets go to the keychain first, then all rows in one transaction.
    async fn save_import(self: &Arc<Self>, permit: Permit<ProposedImport>) -> Result<()> {
        let mut saving: Vec<(ServerId, ServerDraft, servers::SecretPlaces)> = Vec::new();
        let servers = permit.spend().servers;
        for draft in &servers {
            // Another one may have been saved under a name like it while this was read.
            self.check_label(&draft.label, None)?;
        }
        for mut draft in servers {
            let beside = saving.iter().map(|(id, draft, _)| (id, draft.label.as_str()));
            let id = self.new_id(&draft.label, beside);
            match self.keep_secrets(&id, &mut draft).await {
                Ok(places) => saving.push((id, draft, places)),
                Err(error) => {
                    self.forget_import(saving).await;
                    return Err(error);
                }
            }
        }
        let now = self.now();
        let rows = saving.clone();
        let saved = self.store.write(move |db| {
            let mut saved: Vec<ServerRow> = Vec::with_capacity(rows.len());
            for (id, draft, places) in &rows {
                servers::insert(db, id, draft, false, now)?;
                servers::set_secrets(db, id, places)?;
                saved.extend(servers::get(db, id)?);
            }
            Ok(saved)
        });
        match saved.await {
            Ok(saved) => {
                for row in saved {
                    self.install(row).await;
                }
                Ok(())
            }
            Err(error) => {
                self.forget_import(saving).await;
                Err(error)
            }
        }
    }

    async fn forget_import(&self, saving: Vec<(ServerId, ServerDraft, servers::SecretPlaces)>) {
        for (_, draft, places) in saving {
            self.forget_secrets(&draft.label, places.into_values()).await;
        }
    }
}

/// Every file in which a host may keep servers.
pub(super) fn all_files(places: &HostFolders) -> Vec<ConfigFile> {
    config_files(places, listed)
}

/// Whether a file is one of the application that is named, where one is.
fn is_of(file: &ConfigFile, application: Option<&str>) -> bool {
    application.is_none_or(|application| file.host.id == application)
}

/// What is in a folder, in order; nothing where it cannot be listed.
fn listed(folder: &Path) -> Vec<PathBuf> {
    let Ok(entries) = std::fs::read_dir(folder) else {
        return Vec::new();
    };
    let mut paths: Vec<PathBuf> = entries.flatten().map(|entry| entry.path()).take(64).collect();
    paths.sort();
    paths
}

/// `None` where there is no such file, or no server in it.
fn configuration(
    file: &ConfigFile,
    project: Option<&Path>,
    places: &HostFolders,
    known: &mut Known,
) -> Option<FoundConfiguration> {
    let found = match servers_of(&file.path, project, places) {
        Ok(found) if found.is_empty() => return None,
        Err(None) => return None,
        Ok(found) => Ok(found),
        Err(Some(error)) => Err(error),
    };
    Some(shown(file.host, &file.path, found, known))
}

fn shown(
    host: HostKind,
    path: &Path,
    found: Result<Vec<FoundEntry>>,
    known: &mut Known,
) -> FoundConfiguration {
    let (servers, problem) = match found {
        Ok(found) => {
            let shown = found
                .iter()
                .enumerate()
                .map(|(at, found)| described(at, found, false, known));
            (shown.collect(), None)
        }
        Err(error) => (Vec::new(), Some(error.into())),
    };
    FoundConfiguration {
        host: host.id.to_owned(),
        name: host.name.to_owned(),
        path: path.to_string_lossy().into_owned(),
        servers,
        problem,
    }
}

/// Reads a file. The error is `None` where there is no such file.
fn servers_of(
    path: &Path,
    project: Option<&Path>,
    places: &HostFolders,
) -> Result<Vec<FoundEntry>, Option<Error>> {
    let read = settled::read(path).map_err(|error| match error.kind() {
        std::io::ErrorKind::NotFound | std::io::ErrorKind::NotADirectory => None,
        _ => Some(unread(path, &error)),
    })?;
    let text = match read {
        SettledFile::Read(text) => text,
        SettledFile::NotFile => return Err(None),
        SettledFile::Changing => {
            let path = escape_line(&path.to_string_lossy()).text;
            let sentence = say!("import-changing", path);
            return Err(Some(
                Error::new(Code::BadInput, sentence).remedy(say!("import-changing-remedy")),
            ));
        }
    };
    let text = String::from_utf8(text).map_err(|_| Some(not_text()))?;
    portcullis_formats::read_file(&text, path, &places.home, project).map_err(Some)
}

pub(super) fn not_text() -> Error {
    Error::new(Code::BadInput, say!("import-not-text")).remedy(say!("import-not-text-remedy"))
}

fn unread(path: &Path, error: &std::io::Error) -> Error {
    let path = escape_line(&path.to_string_lossy()).text;
    Error::new(
        Code::BadInput,
        say!("import-unread", path, cause = causes::io(error)),
    )
}

/// What was chosen, with its label. Only files in which hosts keep servers, or that the person chose, are opened: the window names
/// one, and may not have any other file read.
fn picked(
    text: Option<&str>,
    picks: Vec<ImportPick>,
    allowed: &[AllowedFile],
    places: &HostFolders,
) -> Result<Vec<(String, FoundEntry)>> {
    if picks.is_empty() || picks.len() > limits::SERVERS {
        return Err(Error::new(
            Code::BadInput,
            say!("import-count", limit = limits::SERVERS),
        ));
    }
    let mut read: HashMap<Option<String>, Vec<FoundEntry>> = HashMap::new();
    let mut chosen = Vec::with_capacity(picks.len());
    for pick in picks {
        if !read.contains_key(&pick.path) {
            let found = match (&pick.path, text) {
                (None, Some(text)) => portcullis_formats::read_pasted(text, &places.home)?,
                (None, None) => Vec::new(),
                (Some(path), _) => {
                    let file = allowed.iter().find(|file| file.path.as_os_str() == path.as_str());
                    let file = file.ok_or_else(changed_meanwhile)?;
                    servers_of(&file.path, file.project.as_deref(), places)
                        .map_err(|error| error.unwrap_or_else(changed_meanwhile))?
                }
            };
            read.insert(pick.path.clone(), found);
        }
        let found = read.get(&pick.path).and_then(|found| found.get(pick.at as usize));
        chosen.push((pick.label, found.cloned().ok_or_else(changed_meanwhile)?));
    }
    Ok(chosen)
}

fn changed_meanwhile() -> Error {
    Error::new(Code::NotFound, say!("import-changed")).remedy(say!("import-changed-remedy"))
}

fn intended(proposal: &ProposedImport) -> Intended {
    let what = say!("import-row", count = proposal.servers.len());
    Intended {
        sent: Some(proposal.without_secrets()),
        outcome: None,
        ..views::row_by_you(RecordKind::Server, what)
    }
}

fn question(proposal: ProposedImport) -> Ask<ProposedImport> {
    let question = match proposal.servers.as_slice() {
        [one] => say!("import-question-one", server = escape_line(&one.label).text),
        several => say!("import-question", count = several.len()),
    };
    let rows = proposal.servers.iter().map(row).collect();
    views::ask_by_you(
        question,
        ServerRef::default(),
        Asked::Setting {
            rows,
            notes: vec![say!("import-note-permissions")],
            warnings: Vec::new(),
        },
        proposal,
    )
}

/// Everything of a server, under its label.
fn row(draft: &ServerDraft) -> ReviewRow {
    let mut values: Vec<ReviewValue> = found::words(draft)
        .iter()
        .map(|word| ReviewValue::line(word, None))
        .collect();
    if let portcullis_domain::Endpoint::Command {
        folder: Some(folder), ..
    } = &draft.endpoint
    {
        values.push(ReviewValue::line(folder, Some(say!("import-value-folder"))));
    }
    let named = |value: &NamedValue| match (&value.value, value.secret) {
        (Some(_), true) => ReviewValue::line(&value.name, Some(say!("import-value-secret"))),
        (None, _) => ReviewValue::line(&value.name, Some(say!("import-value-missing"))),
        (Some(text), false) => {
            ReviewValue::line(&format!("{}={text}", value.name), Some(say!("import-value-open")))
        }
    };
    values.extend(draft.environment.iter().chain(&draft.headers).map(named));
    ReviewRow::new(escape_line(&draft.label).text, values)
}
