//! What a person is asked before a fetch: every command, in a fence that reaches the package hosts alone, and what they can do.

use super::{FetchPlan, Inner, cache, tree};
use crate::host::{blocking, views};
use crate::places;
use portcullis_approval::consent::{Ask, Permit, ProposedFetch};
use portcullis_core::text::escape_line;
use portcullis_core::{Error, Result};
use portcullis_domain::{
    Asked, FenceHost, RecordKind, Request, ReviewRow, ReviewValue, ServerLocation, ServerRef, Warning,
};
use portcullis_l10n::say;
use portcullis_packages::{Ecosystem, FetchStep, authorities, release_age, steps};
use portcullis_programs::{Launch, LaunchFence, real_path, resolve};
use portcullis_storage::audit::Intended;
use std::path::{Path, PathBuf};
use std::sync::Arc;

impl Inner {
    /// Asks to fetch it, with what is found out about this computer first.
    pub(super) async fn ask_plan(self: &Arc<Self>, mut plan: FetchPlan) -> Result<Request> {
        plan.unfenced = self.fence_unavailable().await;
        plan.compares = match &plan.entry {
            // The same version again has the same tools.
            Some(entry) if plan.again.is_none() => self.has_tools(entry).await?,
            _ => false,
        };
        let asked = blocking(move || {
            let home = places::home();
            plan.release_age = release_age(plan.request.ecosystem, &plan.tools, home.as_deref())?;
            let ask = plan.question()?;
            Ok::<_, Error>((plan, ask))
        });
        let (plan, ask) = asked.await??;
        let shown = plan.shown();
        self.ask_fetch(ask, shown, async move |host, permit| {
            host.fetch(permit, plan).await
        })
    }

    /// Asks, and after a yes writes down what is fetched, fetches it and writes down how that ended. `package` is said in the record.
    pub(super) fn ask_fetch<F, Fetched>(
        self: &Arc<Self>,
        ask: Ask<ProposedFetch>,
        package: String,
        fetch: F,
    ) -> Result<Request>
    where
        F: FnOnce(Arc<Self>, Permit<ProposedFetch>) -> Fetched + Send + 'static,
        Fetched: Future<Output = Result<()>> + Send,
    {
        self.ask_then(ask, async move |host, mut waiting| {
            let row = Intended {
                shown: Some(waiting.request.digest.clone()),
                outcome: None,
                ..views::row_by_you(RecordKind::Host, say!("fetch-row", package))
            };
            // Held until the rows are written.
            let (_answered, permit) = host.setting_decided(&mut waiting).await;
            let words = (say!("fetch-why"), say!("fetch-done"));
            let fetching = Arc::clone(&host);
            host.with_row(row, permit, words, |permit| fetch(fetching, permit))
                .await
        })
    }
}

impl FetchPlan {
    /// With the version that was asked for.
    pub(super) fn package(&self) -> String {
        match (&self.request.version, self.request.ecosystem) {
            (Some(version), Ecosystem::Npm) => format!("{}@{version}", self.request.name),
            (Some(version), Ecosystem::PyPi) => format!("{}{version}", self.request.name),
            (None, _) => self.request.name.clone(),
        }
    }

    /// The same for a sentence.
    pub(super) fn shown(&self) -> String {
        escape_line(&self.package()).text
    }

    /// What the package manager needs beside its own files.
    fn reads(&self) -> Vec<PathBuf> {
        let authorities = authorities().into_iter().map(|(_, path)| PathBuf::from(path));
        let all = authorities.chain(installation(&self.tools.runtime));
        all.filter(|path| path.exists()).collect()
    }

    fn launches(&self, fenced: bool) -> Result<Vec<Launch>> {
        let commands = steps(
            &self.request,
            &self.tools,
            self.release_age.as_deref(),
            &tree(&self.folder),
            &cache(&self.folder),
        );
        let launch = |step: FetchStep| {
            let resolved = resolve(&step.program.to_string_lossy(), &self.search)?;
            Ok(Launch {
                program: resolved.path,
                arguments: step.arguments,
                folder: tree(&self.folder),
                real_folder: None,
                environment: step.environment.into_iter().chain(authorities()).collect(),
                secret_names: Vec::new(),
                file: Some(resolved.fingerprint),
                loads: Vec::new(),
                package: None,
                bundle: None,
                container_hosts: None,
                fence: fenced.then(|| {
                    Box::new(LaunchFence {
                        // Certificates of the system are often behind links.
                        own: self.reads(),
                        write: vec![self.folder.clone()],
                        hosts: self
                            .request
                            .ecosystem
                            .hosts()
                            .iter()
                            .map(|host| FenceHost::local(*host, 443))
                            .collect(),
                        ..LaunchFence::default()
                    })
                }),
            })
        };
        commands.into_iter().map(launch).collect()
    }

    /// Blocking: reads the programs of the commands.
    fn question(&self) -> Result<Ask<ProposedFetch>> {
        let unfenced = self.unfenced.as_deref();
        let reads_tools = self.compares && unfenced.is_none();
        let proposal = ProposedFetch {
            package: self.package(),
            steps: self.launches(unfenced.is_none())?,
            trial: reads_tools.then(|| tree(&self.folder)),
        };
        let value = ReviewValue::lines;
        let newest = self.request.version.is_none().then(|| say!("fetch-newest"));
        let row = ReviewRow::new;
        let lines = proposal.lines();
        let rows = [
            row(say!("fetch-row-package"), vec![value(&proposal.package, newest)]),
            row(
                say!("fetch-row-commands"),
                lines.iter().map(|line| value(line, None)).collect(),
            ),
            row(
                say!("fetch-row-variables"),
                authorities()
                    .iter()
                    .map(|(name, path)| value(&format!("{name}={path}"), None))
                    .collect(),
            ),
            row(
                say!("fetch-row-hosts"),
                self.request
                    .ecosystem
                    .hosts()
                    .iter()
                    .map(|host| value(host, None))
                    .collect(),
            ),
        ];
        let rows = rows.into_iter().filter(|row| !row.values.is_empty());
        let rows = self.origin.rows.iter().cloned().chain(rows).collect();
        let not_fenced = unfenced.map(|why| Warning::new("fetch.not_fenced", say!("fetch-not-fenced", why)));
        let warnings = self.origin.warnings.iter().cloned().chain(not_fenced);
        let package = self.shown();
        let notes = [
            self.again.as_ref().map(|_| say!("fetch-note-again")),
            self.named
                .as_ref()
                .map(|version| say!("fetch-note-named", version = escape_line(version).text)),
            Some(say!("fetch-note-scripts")),
            reads_tools.then(ProposedFetch::trial_note),
        ];
        Ok(views::ask_by_you(
            match self.again {
                Some(_) => say!("fetch-question-again", package, server = self.draft.label),
                None => say!("fetch-question", package, server = self.draft.label),
            },
            ServerRef {
                label: self.draft.label.clone(),
                whereabouts: ServerLocation::Local,
                origin: package,
                ..ServerRef::default()
            },
            Asked::Setting {
                rows,
                notes: notes.into_iter().flatten().collect(),
                warnings: warnings.collect(),
            },
            proposal,
        ))
    }
}

/// The folder of a runtime that is not one of the system: above its `bin`.
fn installation(runtime: &Path) -> Option<PathBuf> {
    let real = real_path(runtime).ok().filter(|real| !real.starts_with("/usr"))?;
    let bin = real.parent().filter(|bin| bin.ends_with("bin"))?;
    bin.parent().map(Path::to_path_buf)
}
