//! The room Resources: what servers offer to be read, and the reading itself.

use super::Host;
use crate::view::{ExpandedTemplate, ReadResource, ResourceList};
use crate::{Code, Error, Result};
use std::collections::BTreeMap;

fn not_yet() -> Error {
    Error::new(
        Code::NotFound,
        "Portcullis does not do this yet. Nothing was asked of the server.",
    )
}

impl Host {
    /// Resources and templates that match a search.
    pub async fn resources(&self, server: &str, _query: &str) -> Result<ResourceList> {
        self.0.entry(server)?;
        Err(not_yet())
    }

    /// Reads both lists again.
    pub async fn refresh_offers(&self, server: &str) -> Result<()> {
        self.0.entry(server)?;
        Err(not_yet())
    }

    /// The address that a template leads to.
    pub fn expand_template(
        &self,
        server: &str,
        _template: &str,
        _values: &BTreeMap<String, String>,
    ) -> Result<ExpandedTemplate> {
        self.0.entry(server)?;
        Err(not_yet())
    }

    /// Reads a resource.
    pub async fn read_resource(&self, server: &str, _uri: &str, _again: bool) -> Result<ReadResource> {
        self.0.entry(server)?;
        Err(not_yet())
    }

    /// Stops reading.
    pub fn stop_reading(&self, server: &str) -> Result<()> {
        self.0.entry(server).map(drop)
    }

    /// Subscribes.
    pub async fn subscribe_resource(&self, server: &str, _uri: &str, _on: bool) -> Result<()> {
        self.0.entry(server)?;
        Err(not_yet())
    }

    /// Attaches.
    pub async fn attach_resource(&self, _conversation: &str, _read: &str) -> Result<()> {
        Err(not_yet())
    }
}
