//! Images that are fetched once: a question with the commands of the engine, then the digest that it says, and the usual review of
//! the server that runs exactly that image.

use super::running::finished;
use super::update::{unknown_tools, unread};
use super::{Entry, FetchView, Inner, until_stopped};
use crate::host::launches::DraftOrigin;
use crate::host::{blocking, views};
use portcullis_approval::consent::{Ask, Permit, ProposedFetch};
use portcullis_containers::{ContainerRun, ImageName, inspect_arguments, pinned, pull_arguments, with_image};
use portcullis_core::text::{ForeignText, escape_line};
use portcullis_core::{Code, Error, Result, ids};
use portcullis_domain::{
    Asked, Endpoint, Request, ReviewRow, ReviewValue, ServerDraft, ServerLocation, ServerRef,
};
use portcullis_l10n::say;
use portcullis_programs::{Launch, SearchPath, resolve};
use std::sync::Arc;

/// Whether a draft runs an image.
pub(super) enum ImageChoice {
    Image(Box<ImagePlan>),
    Other(Box<ServerDraft>),
}

/// What a fetch of an image is for.
pub(super) struct ImagePlan {
    id: String,
    draft: ServerDraft,
    entry: Option<Arc<Entry>>,
    pub(super) origin: DraftOrigin,
    run: ContainerRun,
    /// Looked for now.
    wanted: ImageName,
    steps: Vec<Launch>,
    /// Where the engine was found, and finds programs.
    search: SearchPath,
}

/// Whether a command runs an image that may be another one at each start.
pub(super) fn is_open(program: &str, arguments: &[String]) -> bool {
    let run = ContainerRun::of(program, arguments);
    run.is_some_and(|run| run.is_ok_and(|run| run.image.digest().is_none()))
}

impl ImagePlan {
    fn shown(&self) -> String {
        escape_line(&self.wanted.to_string()).text
    }

    /// Runs the commands one after the other, and gives what the last one says.
    async fn run_engine(&self, permit: Permit<ProposedFetch>) -> Result<String> {
        let mut said = Vec::new();
        for step in permit.steps().0 {
            let running = portcullis_process::spawn(step, Vec::new(), &self.search, None).await?;
            let kept = portcullis_containers::limits::INSPECTED;
            said = finished(running, &self.shown(), self.run.engine.name(), kept)
                .await
                .map_err(|failed| failed.error(say!("image-failed-remedy")))?;
        }
        String::from_utf8(said).map_err(Error::internal)
    }

    fn question(&self) -> Ask<ProposedFetch> {
        let proposal = ProposedFetch {
            package: self.wanted.to_string(),
            steps: self.steps.clone(),
            trial: None,
        };
        let value = |text: &str| ReviewValue::lines(text, None);
        let row = ReviewRow::new;
        let lines = proposal.lines();
        let image = self.shown();
        let rows = [
            row(say!("image-row"), vec![value(&proposal.package)]),
            row(
                say!("fetch-row-commands"),
                lines.iter().map(|line| value(line)).collect(),
            ),
        ];
        views::ask_by_you(
            say!("fetch-question", package = image, server = self.draft.label),
            ServerRef {
                label: self.draft.label.clone(),
                whereabouts: ServerLocation::Local,
                origin: image,
                ..ServerRef::default()
            },
            Asked::Setting {
                rows: self.origin.rows.iter().cloned().chain(rows).collect(),
                notes: vec![
                    say!("image-note-run"),
                    say!("image-note-engine", engine = self.run.engine.name()),
                    say!("image-note-digest"),
                ],
                warnings: self.origin.warnings.clone(),
            },
            proposal,
        )
    }
}

impl Inner {
    /// What would be done for a draft that runs an image.
    ///
    /// # Errors
    /// `input.bad` where its command is not understood; `launch.not_found` without the engine.
    pub(super) async fn image_plan(
        &self,
        draft: ServerDraft,
        entry: Option<Arc<Entry>>,
    ) -> Result<ImageChoice> {
        let Some((program, arguments)) = draft.endpoint.command() else {
            return Ok(ImageChoice::Other(Box::new(draft)));
        };
        let run = match ContainerRun::of(program, arguments) {
            None => return Ok(ImageChoice::Other(Box::new(draft))),
            Some(run) => run.map_err(|error| Error {
                sentence: say!("image-unread", why = error.sentence),
                ..error
            })?,
        };
        let search = self.search_path().await;
        let (named, path) = (program.trim().to_owned(), search.clone());
        let engine = blocking(move || resolve(&named, &path)).await??;
        let wanted = run.image.newest();
        let environment = draft.environment.iter().filter(|variable| !variable.secret);
        let environment: Vec<(String, String)> = environment
            .map(|variable| (variable.name.clone(), variable.value.clone().unwrap_or_default()))
            .collect();
        let step = |arguments: Vec<String>| Launch {
            program: engine.path.clone(),
            arguments,
            folder: self.data_dir.clone(),
            real_folder: None,
            environment: environment.clone(),
            secret_names: Vec::new(),
            file: Some(engine.fingerprint.clone()),
            loads: Vec::new(),
            package: None,
            bundle: None,
            fence: None,
            container_hosts: None,
        };
        // An image of this computer is in no registry.
        let is_local = wanted.name().is_empty() || wanted.name().starts_with("localhost/");
        let pull = (!is_local).then(|| step(pull_arguments(&wanted)));
        let steps = pull
            .into_iter()
            .chain([step(inspect_arguments(&wanted))])
            .collect();
        Ok(ImageChoice::Image(Box::new(ImagePlan {
            id: ids::random(),
            draft,
            entry,
            origin: DraftOrigin::default(),
            run,
            wanted,
            steps,
            search,
        })))
    }

    pub(super) fn propose_image(self: &Arc<Self>, plan: ImagePlan) -> Result<Request> {
        let shown = plan.shown();
        self.ask_fetch(plan.question(), shown, async move |host, permit| {
            host.fetch_image(permit, plan).await
        })
    }

    async fn fetch_image(self: &Arc<Self>, permit: Permit<ProposedFetch>, plan: ImagePlan) -> Result<()> {
        let view = FetchView {
            id: plan.id.clone(),
            package: ForeignText::new(plan.wanted.to_string()).shown(),
            label: plan.draft.label.clone(),
            since: self.now(),
            bytes: 0,
        };
        let of = &plan;
        let said = self.while_shown(view, None, |stopped| async move {
            until_stopped(&stopped, of.run_engine(permit)).await
        });
        let said = said.await?;
        let found = pinned(&plan.wanted, &said)?;
        if plan.entry.is_some() && found.digest() == plan.run.image.digest() {
            let sentence = say!("fetch-same", package = escape_line(&found.to_string()).text);
            return Err(Error::new(Code::BadInput, sentence));
        }
        let Endpoint::Command {
            program,
            arguments,
            folder,
        } = &plan.draft.endpoint
        else {
            return Err(Error::internal("a container is a program"));
        };
        let endpoint = Endpoint::Command {
            program: program.clone(),
            arguments: with_image(&plan.run, arguments, &found),
            folder: folder.clone(),
        };
        let draft = ServerDraft {
            endpoint,
            ..plan.draft
        };
        let mut origin = plan.origin;
        match &plan.entry {
            None => {}
            Some(entry) if self.has_tools(entry).await? => {
                origin.warnings.push(unread(&say!("update-unread-image")));
            }
            Some(_) => origin.rows.push(unknown_tools()),
        }
        self.propose(draft, plan.entry, None, origin).await.map(drop)
    }
}
