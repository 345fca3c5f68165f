//! The room for the folders that a server may work in.

use super::{Entry, Host, Inner};
use crate::client::{Inquiry, Refusal};
use crate::view::{Foreign, RootList};
use crate::{Error, Result};
use serde_json::Value;
use std::path::PathBuf;
use std::sync::Arc;

/// A folder that a person chose, looked at.
pub struct ChosenRoot {
    shown: Foreign,
    warnings: Vec<String>,
}

impl ChosenRoot {
    /// The folder as a person may see it.
    #[must_use]
    pub fn shown(&self) -> &Foreign {
        &self.shown
    }

    /// What is unusual about it.
    #[must_use]
    pub fn warnings(&self) -> &[String] {
        &self.warnings
    }
}

#[allow(clippy::unused_async, missing_docs, reason = "the room is furnished next")]
impl Host {
    pub async fn roots(&self, _server: &str) -> Result<RootList> {
        Err(Error::internal("not yet"))
    }

    pub async fn look_at_root(&self, _server: &str, _folder: PathBuf) -> Result<ChosenRoot> {
        Err(Error::internal("not yet"))
    }

    pub async fn add_root(&self, _chosen: ChosenRoot) -> Result<RootList> {
        Err(Error::internal("not yet"))
    }

    pub async fn remove_root(&self, _server: &str, _path: &str) -> Result<RootList> {
        Err(Error::internal("not yet"))
    }

    pub async fn withhold_roots(&self, _server: &str, _withheld: bool) -> Result<RootList> {
        Err(Error::internal("not yet"))
    }
}

impl Inner {
    /// Nothing of this is offered yet.
    #[allow(clippy::unused_async, reason = "the room is furnished next")]
    pub(super) async fn tell_roots(
        self: &Arc<Self>,
        _entry: &Arc<Entry>,
        _inquiry: Inquiry,
    ) -> Result<Value, Refusal> {
        Err(Refusal::UNKNOWN)
    }
}
