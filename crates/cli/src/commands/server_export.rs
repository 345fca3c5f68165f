//! Servers for other applications: printed in their formats, or written into their files.

use super::profile;
use crate::args::values::one_of;
use crate::failure::CliFailure;
use crate::output::remark;
use crate::requests::setting;
use crate::session::CommandContext;
use clap::Args;
use portcullis_api::{
    Endpoint, ExportDraft, ExportOutcome, ExportResult, ExportTarget, Foreign, NamedValue, RecordKind,
};
use portcullis_core::Code;
use portcullis_core::near::nearest;
use portcullis_core::text::escape_line;
use portcullis_formats::{ExportFormat, write};
use portcullis_l10n::say;
use std::fs::File;
use std::io::{self, Write as _};
use std::path::{Path, PathBuf};

/// `server export`.
#[derive(Debug, Args)]
#[command(after_help = "Examples:\n  \
    portcullis-cli server export > mcp.json\n  \
    portcullis-cli server export files --format vscode\n  \
    portcullis-cli server export files --into cursor\n  \
    portcullis-cli server export --profile Work --into vscode --file .vscode/mcp.json\n  \
    portcullis-cli server export --kubernetes notes --out notes.yaml")]
pub struct Export {
    /// The servers; default: all
    pub labels: Vec<String>,
    /// Export the servers that are on in this profile
    #[arg(long, value_name = "NAME", conflicts_with = "labels")]
    pub profile: Option<String>,
    /// The output format
    #[arg(long, value_name = "FORMAT", default_value = "mcp-servers", conflicts_with = "into", value_parser = one_of(&ExportFormat::ALL))]
    pub format: ExportFormat,
    /// Write them into the file of this application, after your approval
    #[arg(long, value_name = "APPLICATION")]
    pub into: Option<String>,
    /// Write into this file instead of the application’s own file
    #[arg(long, value_name = "PATH", requires = "into")]
    pub file: Option<PathBuf>,
    /// Replace servers of the same name
    #[arg(long, requires = "into")]
    pub replace: bool,
    /// Approve what is shown
    #[arg(long, short, requires = "into")]
    pub yes: bool,
    /// Print a manifest that runs this server in Kubernetes; it must run as “docker run” or “podman run”
    #[arg(long, value_name = "LABEL", conflicts_with_all = ["labels", "profile", "into", "format"])]
    pub kubernetes: Option<String>,
    /// Write the manifest into this new file
    #[arg(long, value_name = "PATH", requires = "kubernetes")]
    pub out: Option<PathBuf>,
}

impl Export {
    pub async fn run(self, session: &CommandContext) -> Result<(), CliFailure> {
        if let Some(label) = &self.kubernetes {
            return self.manifest(session, label).await;
        }
        let servers = self.servers(session).await?;
        match &self.into {
            Some(application) => self.write_into(session, application, servers).await,
            None => self.print(session, &servers).await,
        }
    }

    async fn manifest(&self, session: &CommandContext, label: &str) -> Result<(), CliFailure> {
        let server = session.find(label)?;
        let manifest = session.host.kubernetes_manifest(&server.id).await?;
        for note in &manifest.notes {
            remark(&escape_line(note).text);
        }
        let Some(out) = &self.out else {
            session.output.result(&manifest, || manifest.text.clone());
            return Ok(());
        };
        let path = escape_line(&out.to_string_lossy()).text;
        let written = write_new(out, |file| file.write_all(manifest.text.as_bytes()));
        written.map_err(|error| {
            let why = portcullis_core::causes::io(&error);
            CliFailure::missing(
                say!("export-not-written", path, why),
                say!("export-not-written-remedy"),
            )
        })?;
        let (name, done) = (
            &manifest.name,
            say!("export-manifest-done", path, name = manifest.name),
        );
        session
            .output
            .result(&serde_json::json!({ "path": path, "name": name }), || done);
        Ok(())
    }

    /// Ids of the servers that are meant.
    async fn servers(&self, session: &CommandContext) -> Result<Vec<String>, CliFailure> {
        if let Some(name) = &self.profile {
            let profiles = session.host.profiles().await?;
            return Ok(profile::find(&profiles, name)?.servers.clone());
        }
        if self.labels.is_empty() {
            return Ok(session
                .host
                .servers()
                .into_iter()
                .map(|server| server.id)
                .collect());
        }
        let found = self.labels.iter().map(|label| session.find(label));
        found.map(|server| server.map(|server| server.id)).collect()
    }

    async fn print(&self, session: &CommandContext, servers: &[String]) -> Result<(), CliFailure> {
        let mut drafts = Vec::with_capacity(servers.len());
        for id in servers {
            match session.host.exported_server(id).await {
                Ok(draft) => drafts.push(draft),
                Err(error) if error.code == Code::BadInput => {
                    let label = session.host.server(id)?.summary.label;
                    remark(&say!("export-left-out", server = label, why = error.sentence));
                }
                Err(error) => return Err(error.into()),
            }
        }
        let secret = |values: &[NamedValue]| values.iter().any(|value| value.secret);
        if drafts
            .iter()
            .any(|draft| secret(&draft.environment) || secret(&draft.headers))
        {
            remark(&say!("export-no-secrets"));
        }
        if drafts
            .iter()
            .any(|draft| matches!(draft.endpoint, Endpoint::Demo {}))
        {
            remark(&say!("export-no-demo"));
        }
        crate::output::print(&crate::output::harmless_json(&write(&drafts, self.format)));
        Ok(())
    }

    /// Asks about exactly what would be written, and writes it after a yes.
    async fn write_into(
        &self,
        session: &CommandContext,
        application: &str,
        servers: Vec<String>,
    ) -> Result<(), CliFailure> {
        let targets = session.host.export_targets().await?;
        let own = target(&targets, application)?;
        if servers.is_empty() {
            return Err(CliFailure::missing(
                say!("export-none"),
                say!("export-none-remedy"),
            ));
        }
        let path = match &self.file {
            None => own.path.clone(),
            Some(file) => session.host.choose_export_file(file)?,
        };
        let draft = ExportDraft {
            host: own.host.clone(),
            path,
            servers,
            replace: self.replace,
        };
        let preview = session.host.preview_export(draft.clone()).await?;
        for skipped in &preview.skipped {
            remark(&format!("“{}”: {}", skipped.label, skipped.why));
        }
        if preview.added.is_empty() && preview.replaced.is_empty() && !preview.kept.is_empty() {
            remark(&say!(
                "export-all-kept",
                servers = names(preview.kept.iter().map(|it| &it.name))
            ));
        }
        let request = session.host.propose_export(draft).await?;
        let mut events = session.host.events();
        let after = session.newest(RecordKind::Server).await?;
        setting::answer(session, &request, self.yes).await?;
        session
            .carried_out(after, RecordKind::Server, &mut events)
            .await?;
        match session.host.export_result(&request.id) {
            Some(result) if result.outcome == ExportOutcome::Written => {
                session.output.result(&result, || written(&result));
                Ok(())
            }
            Some(ExportResult {
                problem: Some(problem),
                ..
            }) => Err(CliFailure::of(problem)),
            _ => Err(CliFailure::denied(say!("export-denied"))),
        }
    }
}

/// The application’s first file: those that are there come first.
fn target<'a>(targets: &'a [ExportTarget], application: &str) -> Result<&'a ExportTarget, CliFailure> {
    targets
        .iter()
        .find(|target| target.host == application)
        .ok_or_else(|| {
            let near = nearest(application, targets.iter().map(|target| target.host.as_str()));
            let mut known: Vec<&str> = targets.iter().map(|target| target.host.as_str()).collect();
            known.dedup();
            CliFailure::not_found(
                say!("export-no-application", application),
                match near {
                    Some(near) => say!("did-you-mean", near),
                    None => say!("export-applications", applications = known.join(", ")),
                },
            )
        })
}

fn names<'a>(names: impl Iterator<Item = &'a Foreign>) -> String {
    let names: Vec<String> = names.map(|name| format!("“{}”", name.text)).collect();
    names.join(", ")
}

fn written(result: &ExportResult) -> String {
    let mut lines = vec![say!(
        "export-done",
        path = result.path,
        servers = names(result.added.iter().chain(&result.replaced))
    )];
    if !result.kept.is_empty() {
        lines.push(say!("export-kept", servers = names(result.kept.iter())));
    }
    if let Some(backup) = &result.backup {
        lines.push(say!("export-backup", backup));
    }
    lines.join("\n")
}

/// Writes a file that is not there yet, whole or not at all. One that exists is never overwritten.
fn write_new(path: &Path, fill: impl FnOnce(&mut File) -> io::Result<()>) -> io::Result<()> {
    let mut file = File::create_new(path)?;
    let written = fill(&mut file).and_then(|()| file.sync_all());
    if written.is_err() {
        // Why it failed is what a person is told; the rest of it is only in the way.
        _ = std::fs::remove_file(path);
    }
    written
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_file_that_a_full_disk_cuts_off_is_not_left_behind() {
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join("notes.yaml");
        let full = |file: &mut File| {
            file.write_all(b"half")?;
            Err(io::ErrorKind::StorageFull.into())
        };
        let error = write_new(&path, full).unwrap_err();
        assert_eq!(error.kind(), io::ErrorKind::StorageFull);
        assert!(!path.exists());
        write_new(&path, |file| file.write_all(b"whole")).unwrap();
        write_new(&path, |_| Ok(())).unwrap_err();
        assert_eq!(std::fs::read(&path).unwrap(), b"whole");
    }
}
