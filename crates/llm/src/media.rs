//! A picture or a sound that a model made.

use super::Media;
use std::sync::Arc;

/// A picture or a sound that a model made, checked.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Made {
    /// What it is.
    pub media: Media,
    /// Its bytes.
    pub bytes: Arc<[u8]>,
}
