//! What Windows says about a file.

use super::Stamp;
use std::fs::Metadata;
use std::time::UNIX_EPOCH;

impl Stamp {
    pub(super) fn of(metadata: &Metadata) -> Self {
        let modified = metadata.modified().ok();
        let since = modified.and_then(|time| time.duration_since(UNIX_EPOCH).ok());
        let time = since.map_or((0, 0), |since| {
            (
                i64::try_from(since.as_secs()).unwrap_or(0),
                i64::from(since.subsec_nanos()),
            )
        });
        Self {
            device: 0,
            inode: 0,
            size: metadata.len(),
            modified: time,
            changed: time,
        }
    }
}
