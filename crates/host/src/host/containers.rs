//! Servers that come as images: what is said of them, and that no container sees our data.

use super::{Host, Inner};
use portcullis_api::{ContainerView, KubernetesManifest};
use portcullis_containers::kubernetes;
use portcullis_core::text::ForeignText;
use portcullis_core::{Code, Error, Result};
use portcullis_domain::{ServerDraft, Warning};
use portcullis_install::{Review, container};
use portcullis_l10n::say;

/// The container of a server. `None` for one that runs in none.
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

impl Host {
    /// The manifest that runs a server in a cluster. Nothing is written, and no value of a secret is in it.
    ///
    /// # Errors
    /// `not_found`; `input.bad` where it is not a server that comes as an image, or holds what is a secret.
    pub async fn kubernetes_manifest(&self, id: &str) -> Result<KubernetesManifest> {
        let draft = self.0.entry(id)?.row().draft;
        let manifest = kubernetes(&draft).map_err(|error| Error {
            sentence: say!("kubernetes-not", server = draft.label, why = error.sentence),
            ..error
        })?;
        // An argument may hold what is a secret of another server.
        self.0.secrets_known().await;
        if self.0.redactor.hide_known(&manifest.text) != manifest.text {
            return Err(
                Error::new(Code::BadInput, say!("export-secret")).remedy(say!("export-secret-remedy"))
            );
        }
        Ok(KubernetesManifest {
            name: manifest.name,
            text: manifest.text,
            notes: manifest.notes,
        })
    }
}

impl Inner {
    /// Why a container cannot see what it is to see: our data are for no server, whatever was granted (S-92).
    pub(super) fn container_refusal(&self, reviewed: &Review) -> Option<Warning> {
        let error = self.check_grants(reviewed.container.as_ref()?).err()?;
        Some(Warning::new("fence.refused", error.sentence))
    }
}
