//! Folders that servers may be told to work in, as a person chose them.

/// Step 3.
pub(super) const CREATE: &str = "
CREATE TABLE roots (
    server_id TEXT NOT NULL,
    path TEXT NOT NULL,
    added_at INTEGER NOT NULL,
    PRIMARY KEY (server_id, path)
) STRICT;
";
