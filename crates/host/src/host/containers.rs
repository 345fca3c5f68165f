//! Servers that come as images: what is said of them, and that no container sees our data.

use super::Inner;
use portcullis_api::ContainerView;
use portcullis_core::text::ForeignText;
use portcullis_domain::{ServerDraft, Warning};
use portcullis_install::{Review, container};

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

impl Inner {
    /// Why a container cannot see what it is to see: our data are for no server, whoever granted them (S-92).
    pub(super) fn container_refusal(&self, reviewed: &Review) -> Option<Warning> {
        let error = self.check_grants(reviewed.container.as_ref()?).err()?;
        Some(Warning {
            code: "fence.refused".to_owned(),
            sentence: error.sentence,
        })
    }
}
