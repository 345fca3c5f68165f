//! Servers that come as images: what is said of them, and that no container sees our data.

use super::fence::{cannot_run, paths_of};
use super::{Entry, Host, Inner, blocking, locked};
use crate::limits;
use portcullis_api::ContainerView;
use portcullis_approval::consent::StartTarget;
use portcullis_containers::{ContainerLabel, FolderMounts, kubernetes};
use portcullis_core::text::{self, ForeignText};
use portcullis_core::{Code, Error, Result, ids};
use portcullis_domain::{KubernetesManifest, ServerDraft, Warning};
use portcullis_install::{Review, container};
use portcullis_l10n::say;
use portcullis_process::{ContainerSetup, GatewaySetup, Traffic};
use portcullis_programs::{Launch, LaunchFence};
use std::path::PathBuf;
use std::sync::Arc;
use tokio::sync::mpsc;

/// Whether a folder that a person chose can be mounted beside a command line: nothing that holds keys, a whole home or our data,
/// nor what controls this computer, nor where something else is mounted. `warnings` say what is unusual about it.
///
/// # Errors
/// `input.bad`.
pub(super) fn check_folder(arguments: &[String], path: &str, warnings: &[String]) -> Result<()> {
    let folder = text::escape_line(path).text;
    let bad = |sentence: String| Error::new(Code::BadInput, sentence);
    if let Some(why) = warnings.first() {
        let sentence = say!("folder-not-mounted-whole", folder, why);
        return Err(bad(sentence).remedy(say!("folder-not-mounted-remedy")));
    }
    match FolderMounts::beside(arguments, &[PathBuf::from(path)]) {
        Ok(_) => Ok(()),
        Err(error) => Err(bad(say!("folder-not-mounted", folder, why = error.sentence))),
    }
}

/// The container of a server. `None` for one that runs in none. Blocking.
pub(super) fn view(draft: &ServerDraft) -> Option<ContainerView> {
    let facts = container(draft)?;
    Some(ContainerView {
        engine: facts.engine.to_owned(),
        image: ForeignText::new(facts.image).shown(),
        pinned: facts.pinned,
        fenced: draft.fence.is_some(),
        notes: facts.notes,
    })
}

/// What one start of a server is found by in its engine.
fn label(entry: &Entry) -> Result<ContainerLabel> {
    ContainerLabel::new(entry.id.as_str(), &ids::random())
        .ok_or_else(|| Error::internal("the id of a server is no label"))
}

impl Host {
    /// The manifest that runs a server in a cluster. Nothing is written, and no value of a secret is in it.
    ///
    /// # Errors
    /// `not_found`; `input.bad` where it is not a server that comes as an image, or holds what is a secret.
    pub async fn kubernetes_manifest(&self, id: &str) -> Result<KubernetesManifest> {
        let draft = self.0.entry(id)?.row().draft;
        let manifest = kubernetes(&draft).map_err(|error| Error {
            sentence: say!(
                "kubernetes-not",
                server = draft.label,
                why = error.sentence.trim_end_matches(['.', '。'])
            ),
            ..error
        })?;
        self.0.refuse_secrets(&manifest.text).await?;
        Ok(manifest)
    }
}

impl Inner {
    /// The command line that the next start of a container would run. Empty where it cannot be told, such as without its engine.
    pub(super) async fn container_arguments(&self, entry: &Entry) -> Vec<String> {
        match self.review_start(&entry.row()).await {
            Ok((reviewed, _)) => match reviewed.start.built() {
                StartTarget::Command(launch) => launch.arguments.clone(),
                StartTarget::Address(_) => Vec::new(),
            },
            Err(_) => Vec::new(),
        }
    }

    /// What a start of a container needs beside its permit.
    ///
    /// # Errors
    /// `launch.failed` where one of its folders cannot be mounted.
    pub(super) async fn container_setup(
        self: &Arc<Self>,
        entry: &Arc<Entry>,
        sees: Option<&LaunchFence>,
        launch: &Launch,
    ) -> Result<ContainerSetup> {
        let traffic = Traffic::default();
        let mounts = match sees {
            Some(sees) => {
                self.container_folders(entry, sees, &launch.arguments, traffic.clone())
                    .await?
            }
            None => FolderMounts::default(),
        };
        let gateway = launch.container_hosts.is_some().then(|| {
            let (denied, denials) = mpsc::channel(limits::FENCE_DENIALS);
            self.follow_denials(entry, denials);
            GatewaySetup {
                folder: self.gateways_folder().join(ids::random()),
                denied,
                traffic,
            }
        });
        Ok(ContainerSetup {
            mounts,
            label: label(entry)?,
            gateway,
        })
    }

    /// Where gateways of containers have their folders, while they run.
    pub(super) fn gateways_folder(&self) -> PathBuf {
        self.data_dir.join("gateways")
    }

    /// The folders that a person chose for a server are mounted in its container, unless it is kept from knowing them (ROO-07).
    ///
    /// # Errors
    /// `launch.failed` where one cannot be: a server that is told of it would not find it.
    async fn container_folders(
        &self,
        entry: &Entry,
        sees: &LaunchFence,
        arguments: &[String],
        traffic: Traffic,
    ) -> Result<FolderMounts> {
        let not_started = |error: Error| {
            let sentence = say!("folder-not-started", server = entry.label(), why = error.sentence);
            Error::new(Code::LaunchFailed, sentence).remedy(say!("folder-not-started-remedy"))
        };
        let folders = self.folders_inside(entry).await?;
        for folder in &folders {
            check_folder(arguments, &folder.path, &folder.warnings).map_err(not_started)?;
        }
        let folders = paths_of(&folders);
        let mounts = FolderMounts::beside(arguments, &folders).map_err(|error| {
            not_started(Error {
                sentence: format!("{}.", error.sentence),
                ..error
            })
        })?;
        // Its image has a system of its own in these places.
        let system = blocking(|| portcullis_process::shown_anyway(None, false)).await?;
        let seen = [folders, system].concat();
        locked(&entry.denials).container_sees(sees, &seen, traffic);
        Ok(mounts)
    }

    /// Why a container cannot see what it is to see: our data are for no server, whatever was granted (S-92).
    pub(super) fn container_refusal(&self, reviewed: &Review) -> Option<Warning> {
        let reason = self.check_grants(reviewed.container.as_ref()?).err()?;
        Some(cannot_run(&reason))
    }
}
