//! Servers for other hosts: into their files on this computer, after a yes to exactly what is written. Secrets never go along.

mod writing;

use super::importing::all_files;
use super::{Host, Inner, blocking, locked, views};
use crate::limits;
use portcullis_api::{
    ExportDraft, ExportOutcome, ExportPreview, ExportResult, ExportRow, ExportSkip, ExportTarget,
    ExportValue, HostEvent,
};
use portcullis_approval::consent::{Ask, Permit, ProposedExport, Waiting};
use portcullis_core::text::escape_line;
use portcullis_core::{Code, Error, Result};
use portcullis_domain::{
    Asked, Endpoint, Foreign, Outcome, RecordKind, Request, ReviewRow, ReviewValue, ServerDraft, ServerRef,
    Warning,
};
use portcullis_formats::{
    ConfigFile, ExportedServer, HostFolders, MergedFile, SkippedServer, TextDifference, difference,
    is_export_target, merge,
};
use portcullis_l10n::say;
use portcullis_storage::audit::{Ended, Intended};
use std::collections::VecDeque;
use std::path::{Path, PathBuf};
use std::sync::Arc;
use writing::SeenFile;

/// What exports share.
#[derive(Default)]
pub(super) struct Exports {
    /// Files that the person chose, newest last.
    chosen: VecDeque<PathBuf>,
    /// How the last ones ended, by their request, newest last.
    results: VecDeque<(String, ExportResult)>,
}

/// A file with what would become of it.
struct PreparedExport {
    name: String,
    path: PathBuf,
    seen: SeenFile,
    merged: MergedFile,
    difference: TextDifference,
    /// Local programs that the other host would start.
    programs: usize,
}

impl Host {
    /// Files of other hosts into which servers can be written: for each host those that are there, or the one that would be made.
    ///
    /// # Errors
    /// `input.bad` when the person has no home folder.
    pub async fn export_targets(&self) -> Result<Vec<ExportTarget>> {
        let places = self.0.other_hosts()?;
        blocking(move || targets(&places)).await
    }

    /// A server as another program can run it: by its launcher where it runs from a fetched package.
    ///
    /// # Errors
    /// `not_found`; `input.bad` where it runs from a bundle.
    pub async fn exported_server(&self, id: &str) -> Result<ServerDraft> {
        let draft = self.0.entry(id)?.row().draft;
        let host = Arc::clone(&self.0);
        let exported = blocking(move || host.exported(draft)).await?;
        exported.map_err(|skipped| Error::new(Code::BadInput, skipped.why))
    }

    /// Says that a person chose this file for an export: in a dialog of the system or on the terminal. The absolute path.
    ///
    /// # Errors
    /// `input.bad` for a path that cannot be one.
    pub fn choose_export_file(&self, file: &Path) -> Result<String> {
        let path = std::path::absolute(file)
            .ok()
            .filter(|path| path.file_name().is_some())
            .ok_or_else(no_file)?;
        let text = path.to_str().map(str::to_owned).ok_or_else(no_file)?;
        let mut exports = locked(&self.0.exports);
        exports.chosen.retain(|known| *known != path);
        exports.chosen.push_back(path);
        while exports.chosen.len() > limits::EXPORTS_KEPT {
            exports.chosen.pop_front();
        }
        Ok(text)
    }

    /// What an export would change. Nothing is written.
    ///
    /// # Errors
    /// `not_found`; `input.bad` where the file cannot be changed.
    pub async fn preview_export(&self, draft: ExportDraft) -> Result<ExportPreview> {
        let prepared = self.0.prepare_export(&draft).await?;
        let rows = |servers: &[ExportedServer]| servers.iter().map(row).collect();
        let seen = &prepared.seen;
        let linked = is_linked(&prepared.path, &seen.real);
        Ok(ExportPreview {
            link: linked.then(|| shown(&seen.real)),
            new_file: seen.digest.is_none(),
            added: rows(&prepared.merged.added),
            replaced: rows(&prepared.merged.replaced),
            kept: rows(&prepared.merged.kept),
            skipped: skips(&prepared.merged),
            path: draft.path,
        })
    }

    /// Asks to write servers into a file. What is shown is what is written, if the file is still what it was.
    ///
    /// # Errors
    /// `not_found`; `input.bad` where the file cannot be changed or nothing would be; `consent.busy`.
    pub async fn propose_export(&self, draft: ExportDraft) -> Result<Request> {
        let prepared = self.0.prepare_export(&draft).await?;
        if prepared.merged.added.is_empty() && prepared.merged.replaced.is_empty() {
            return Err(
                Error::new(Code::BadInput, say!("export-nothing")).remedy(say!("export-nothing-remedy"))
            );
        }
        let shown = prepared.difference.added.len() + prepared.difference.removed.len();
        if shown > limits::EXPORT_SHOWN {
            let limit = limits::EXPORT_SHOWN >> 10;
            return Err(Error::new(Code::BadInput, say!("export-too-much", limit))
                .remedy(say!("export-too-much-remedy")));
        }
        self.0.refuse_secrets(&prepared.difference.added).await?;
        let ask = question(&prepared);
        let row = intended(&ask.proposal);
        let result = result(&prepared);
        self.0.ask_then(ask, async move |host, waiting| {
            host.after_export(waiting, row, result).await
        })
    }

    /// How an export ended; `None` while it waits, and after a while.
    #[must_use]
    pub fn export_result(&self, request: &str) -> Option<ExportResult> {
        let exports = locked(&self.0.exports);
        let found = exports.results.iter().find(|(of, _)| of == request);
        found.map(|(_, result)| result.clone())
    }
}

impl Inner {
    /// Refuses a text with a secret in it: an argument may hold what is a secret of another server.
    pub(super) async fn refuse_secrets(&self, text: &str) -> Result<()> {
        self.secrets_known().await;
        match self.redactor.hide_known(text) == text {
            true => Ok(()),
            false => {
                Err(Error::new(Code::BadInput, say!("export-secret")).remedy(say!("export-secret-remedy")))
            }
        }
    }

    async fn prepare_export(self: &Arc<Self>, draft: &ExportDraft) -> Result<PreparedExport> {
        if draft.servers.is_empty() || draft.servers.len() > portcullis_formats::limits::SERVERS {
            let limit = portcullis_formats::limits::SERVERS;
            return Err(Error::new(Code::BadInput, say!("export-count", limit)));
        }
        let named = draft
            .servers
            .iter()
            .map(|id| Ok::<_, Error>(self.entry(id)?.row().draft));
        let named: Vec<ServerDraft> = named.collect::<Result<_>>()?;
        let places = self.other_hosts()?;
        // The window names a file, and may not have any other one read or written.
        let chosen = locked(&self.exports)
            .chosen
            .iter()
            .find(|path| path.as_os_str() == draft.path.as_str())
            .cloned();
        let (host, path, replace) = (draft.host.clone(), draft.path.clone(), draft.replace);
        let inner = Arc::clone(self);
        blocking(move || {
            let (mut servers, mut skipped) = (Vec::with_capacity(named.len()), Vec::new());
            for server in named {
                match inner.exported(server) {
                    Ok(server) => servers.push(server),
                    Err(other) => skipped.push(other),
                }
            }
            let mut prepared = prepare(&places, &host, &path, chosen, &servers, replace)?;
            prepared.merged.skipped.extend(skipped);
            Ok(prepared)
        })
        .await?
    }

    /// What is unpacked or fetched into Portcullis's own folder is deleted with the next update. A bundle has no other command.
    /// Blocking: reads the record of a fetched package.
    fn exported(&self, draft: ServerDraft) -> std::result::Result<ServerDraft, SkippedServer> {
        if self.runs_from_bundle(&draft) {
            let (label, why) = (draft.label, say!("export-bundle"));
            return Err(SkippedServer { label, why });
        }
        let launcher = self.launcher_endpoint(&draft);
        let endpoint = launcher.unwrap_or(draft.endpoint);
        Ok(ServerDraft { endpoint, ..draft })
    }

    async fn after_export(
        self: &Arc<Self>,
        mut waiting: Waiting<ProposedExport>,
        mut row: Intended,
        mut result: ExportResult,
    ) -> Result<()> {
        let request = waiting.request.id.clone();
        row.shown = Some(waiting.request.digest.clone());
        // Held until the rows are written.
        let (_answered, permit) = self.setting_decided(&mut waiting).await;
        let permit = match permit {
            Ok(permit) => permit,
            Err(error) => {
                result.outcome = ExportOutcome::Denied;
                self.keep_result(request, result);
                return self.audit.once(views::refused_row(row, &error)).await.map(drop);
            }
        };
        row.why = say!("export-why");
        let seq = match self.audit.intend(row).await {
            Ok(seq) => seq,
            Err(error) => {
                result.problem = Some(error.clone().into());
                self.keep_result(request, result);
                return Err(error);
            }
        };
        let written = self.write_export(permit).await;
        let ended = match &written {
            Ok(backup) => {
                result.outcome = ExportOutcome::Written;
                result.backup.clone_from(backup);
                match backup {
                    Some(backup) => Ended::new(
                        Outcome::Done,
                        say!("export-written", backup = escape_line(backup).text),
                    ),
                    None => Ended::new(Outcome::Done, say!("export-written-new")),
                }
            }
            Err(error) => {
                result.problem = Some(error.clone().into());
                Ended::failed(error)
            }
        };
        self.keep_result(request, result);
        self.audit.end(seq, ended).await?;
        written.map(drop)
    }

    /// One after the other: each looks at the file before it writes.
    async fn write_export(&self, permit: Permit<ProposedExport>) -> Result<Option<String>> {
        let _turn = self.exporting.lock().await;
        blocking(move || writing::write(permit)).await?
    }

    fn keep_result(&self, request: String, result: ExportResult) {
        {
            let mut exports = locked(&self.exports);
            exports.results.push_back((request.clone(), result));
            while exports.results.len() > limits::EXPORTS_KEPT {
                exports.results.pop_front();
            }
        }
        self.emit(HostEvent::Exported { request });
    }
}

/// For each host the files that are there, or the one that it would look for first.
fn targets(places: &HostFolders) -> Vec<ExportTarget> {
    let target = |file: &ConfigFile| ExportTarget {
        host: file.host.id.to_owned(),
        name: file.host.name.to_owned(),
        path: file.path.to_string_lossy().into_owned(),
        exists: file.path.is_file(),
        found: file.path.is_file() || is_installed(file, places),
    };
    let files: Vec<ConfigFile> = all_files(places).into_iter().filter(is_export_target).collect();
    let mut targets: Vec<ExportTarget> = Vec::new();
    for group in files.chunk_by(|one, other| one.host == other.host) {
        let all: Vec<ExportTarget> = group.iter().map(target).collect();
        let there: Vec<ExportTarget> = all.iter().filter(|it| it.exists).cloned().collect();
        match there.is_empty() {
            false => targets.extend(there),
            true => targets.extend(all.iter().find(|it| it.found).or(all.first()).cloned()),
        }
    }
    targets
}

/// Whether the folder of a file is there and is the host's own.
fn is_installed(file: &ConfigFile, places: &HostFolders) -> bool {
    let shared = [&places.home, &places.config, &places.local];
    file.path
        .parent()
        .is_some_and(|folder| !shared.iter().any(|it| it.as_path() == folder) && folder.is_dir())
}

fn prepare(
    places: &HostFolders,
    host: &str,
    path: &str,
    chosen: Option<PathBuf>,
    servers: &[ServerDraft],
    replace: bool,
) -> Result<PreparedExport> {
    let mut files = all_files(places).into_iter().filter(is_export_target);
    let (name, path, own) = match chosen {
        Some(path) => {
            let known = files.find(|file| file.host.id == host).ok_or_else(unknown)?;
            (known.host.name, path, false)
        }
        None => {
            let file = files
                .find(|file| file.host.id == host && file.path.as_os_str() == path)
                .ok_or_else(unknown)?;
            (file.host.name, file.path, true)
        }
    };
    let seen = writing::look(&path, own)?;
    let merged = merge(&seen.text, host, servers, replace)?;
    let written = |server: &ServerDraft| {
        let mut names = merged.added.iter().chain(&merged.replaced);
        matches!(server.endpoint, Endpoint::Command { .. }) && names.any(|it| it.label == server.label)
    };
    Ok(PreparedExport {
        name: name.to_owned(),
        programs: servers.iter().filter(|server| written(server)).count(),
        difference: difference(&seen.text, &merged.text),
        path,
        seen,
        merged,
    })
}

fn no_file() -> Error {
    Error::new(Code::BadInput, say!("export-no-file")).remedy(say!("export-no-file-remedy"))
}

fn unknown() -> Error {
    Error::new(Code::NotFound, say!("export-unknown"))
}

fn shown(path: &Path) -> Foreign {
    escape_line(&path.to_string_lossy())
}

fn is_linked(path: &Path, real: &Path) -> bool {
    path != real
}

fn row(server: &ExportedServer) -> ExportRow {
    let value = |secret: &portcullis_formats::ExportedSecret| ExportValue {
        name: escape_line(&secret.name),
        reference: secret.reference.as_deref().map(escape_line),
    };
    ExportRow {
        label: server.label.clone(),
        name: escape_line(&server.name),
        secrets: server.secrets.iter().map(value).collect(),
    }
}

fn skips(merged: &MergedFile) -> Vec<ExportSkip> {
    let skip = |skipped: &portcullis_formats::SkippedServer| ExportSkip {
        label: skipped.label.clone(),
        why: skipped.why.clone(),
    };
    merged.skipped.iter().map(skip).collect()
}

/// What a failure would leave; a success fills in the rest.
fn result(prepared: &PreparedExport) -> ExportResult {
    let names = |servers: &[ExportedServer]| servers.iter().map(|it| escape_line(&it.name)).collect();
    ExportResult {
        outcome: ExportOutcome::Failed,
        name: prepared.name.clone(),
        path: prepared.path.to_string_lossy().into_owned(),
        backup: None,
        added: names(&prepared.merged.added),
        replaced: names(&prepared.merged.replaced),
        kept: names(&prepared.merged.kept),
        skipped: skips(&prepared.merged),
        problem: None,
    }
}

fn intended(proposal: &ProposedExport) -> Intended {
    use portcullis_approval::consent::Proposal as _;
    let what = say!(
        "export-row",
        count = proposal.servers.len(),
        application = proposal.application
    );
    Intended {
        sent: Some(proposal.covers()),
        outcome: None,
        ..views::row_by_you(RecordKind::Server, what)
    }
}

fn question(prepared: &PreparedExport) -> Ask<ProposedExport> {
    let merged = &prepared.merged;
    let written = || merged.added.iter().chain(&merged.replaced);
    let proposal = ProposedExport {
        application: prepared.name.clone(),
        path: prepared.path.clone(),
        real: prepared.seen.real.clone(),
        before: prepared.seen.digest.clone(),
        new_folder: prepared.seen.new_folder,
        text: merged.text.clone(),
        removed: prepared.difference.removed.clone(),
        added: prepared.difference.added.clone(),
        servers: written().map(|server| server.name.clone()).collect(),
    };
    let mut warnings = vec![Warning::new(
        "export.unsupervised",
        match prepared.programs {
            0 => say!("export-warning", application = prepared.name),
            count => say!("export-warning-programs", application = prepared.name, count),
        },
    )];
    if !merged.replaced.is_empty() {
        warnings.push(Warning::new("export.replaced", say!("export-warning-replaced")));
    }
    views::ask_by_you(
        say!(
            "export-question",
            count = proposal.servers.len(),
            application = prepared.name
        ),
        ServerRef::default(),
        Asked::Setting {
            rows: rows(prepared),
            notes: vec![match prepared.seen.digest {
                Some(_) => say!("export-note-backup", count = limits::EXPORT_BACKUPS),
                None => say!("export-note-new"),
            }],
            warnings,
        },
        proposal,
    )
}

/// The file, what becomes of each server, the secrets that do not go along, and every line that changes.
fn rows(prepared: &PreparedExport) -> Vec<ReviewRow> {
    let (merged, seen) = (&prepared.merged, &prepared.seen);
    let linked = is_linked(&prepared.path, &seen.real);
    let note = match (&seen.digest, seen.new_folder) {
        (Some(_), _) if linked => Some(say!("export-value-link")),
        (Some(_), _) => None,
        (None, true) => Some(say!("export-value-new-folder")),
        (None, false) => Some(say!("export-value-new")),
    };
    let mut file = vec![ReviewValue::line(&prepared.path.to_string_lossy(), note)];
    if linked {
        let real = seen.real.to_string_lossy();
        file.push(ReviewValue::line(&real, Some(say!("export-value-real"))));
    }
    let mut rows = Vec::new();
    let mut put = |field: String, values: Vec<ReviewValue>, before: Option<Vec<ReviewValue>>| {
        if !values.is_empty() {
            rows.push(ReviewRow {
                before,
                ..ReviewRow::new(field, values)
            });
        }
    };
    put(say!("export-field-file"), file, None);
    let named = |servers: &[ExportedServer]| -> Vec<ReviewValue> {
        let value = |server: &ExportedServer| {
            let other = server.label != server.name;
            let label = escape_line(&server.label).text;
            ReviewValue::line(
                &server.name,
                other.then(|| say!("export-value-label", server = label)),
            )
        };
        servers.iter().map(value).collect()
    };
    put(say!("export-field-added"), named(&merged.added), None);
    put(say!("export-field-replaced"), named(&merged.replaced), None);
    put(say!("export-field-kept"), named(&merged.kept), None);
    let skipped = merged.skipped.iter();
    let skipped = skipped.map(|it| ReviewValue::line(&it.label, Some(it.why.clone())));
    put(say!("export-field-skipped"), skipped.collect(), None);
    let mut secrets = Vec::new();
    for server in merged.added.iter().chain(&merged.replaced) {
        for secret in &server.secrets {
            let server = escape_line(&server.name).text;
            let note = match &secret.reference {
                Some(reference) => say!(
                    "export-value-reference",
                    server,
                    reference = escape_line(reference).text
                ),
                None => say!("export-value-left-out", server),
            };
            secrets.push(ReviewValue::line(&secret.name, Some(note)));
        }
    }
    put(say!("export-field-secrets"), secrets, None);
    let lines = |text: &str| ReviewValue::lines(text, None);
    let before = Some(&prepared.difference.removed).filter(|text| !text.is_empty());
    put(
        say!("export-field-lines"),
        vec![lines(&prepared.difference.added)],
        before.map(|text| vec![lines(text)]),
    );
    rows
}
