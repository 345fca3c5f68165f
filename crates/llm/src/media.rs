//! Images and audio that a model generated.

use super::Media;
use std::sync::Arc;

/// An image or audio clip that a model generated, with its type checked.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct GeneratedMedia {
    /// What it is.
    pub media: Media,
    /// Its bytes.
    pub bytes: Arc<[u8]>,
}
