//! Servers that are written into the files of other hosts.

use portcullis_core::{Foreign, Problem, shape};

shape! {
    /// A file of another host into which servers can be written.
    pub struct ExportTarget {
        /// The host, for `--into`: `cursor`.
        pub host: String,
        /// Its own name: `Cursor`.
        pub name: String,
        /// Where the file is, absolute.
        pub path: String,
        /// The file is there.
        pub exists: bool,
        /// The file or its folder is there, so the host probably is.
        pub found: bool,
    }

    /// What is to be written into which file.
    #[serde(deny_unknown_fields)]
    pub struct ExportDraft {
        /// The host whose notation it is.
        pub host: String,
        /// The file: one of the host's, or one that the person chose.
        pub path: String,
        /// Ids of the servers.
        pub servers: Vec<String>,
        /// A server of the same name there is replaced.
        pub replace: bool,
    }

    /// What would become of a file.
    pub struct ExportPreview {
        /// The file.
        pub path: String,
        /// The file that a symbolic link leads to, which would be written.
        pub link: Option<Foreign>,
        /// There is no such file yet.
        pub new_file: bool,
        /// Servers that would be new in it.
        pub added: Vec<ExportRow>,
        /// Servers in place of others of the same name.
        pub replaced: Vec<ExportRow>,
        /// Servers of a name that is there and stays as it is.
        pub kept: Vec<ExportRow>,
        /// Servers that cannot be written.
        pub skipped: Vec<ExportSkip>,
    }

    /// A server in the file.
    pub struct ExportRow {
        /// The person's label.
        pub label: String,
        /// What it is called in the file.
        pub name: Foreign,
        /// Values that are not in the file.
        pub secrets: Vec<ExportValue>,
    }

    /// A value that is not in the file.
    pub struct ExportValue {
        /// Name of the variable or header.
        pub name: Foreign,
        /// What is written in its place; `None` where it is left out.
        pub reference: Option<Foreign>,
    }

    /// A server that cannot be written.
    pub struct ExportSkip {
        /// The person's label.
        pub label: String,
        /// Why, one sentence.
        pub why: String,
    }

    /// How an export ended.
    #[serde(rename_all = "snake_case")]
    #[derive(Copy, Eq)]
    pub enum ExportOutcome {
        /// The file is written.
        Written,
        /// It was not approved. The file is as it was.
        Denied,
        /// It failed. The file is as it was.
        Failed,
    }

    /// What became of an export.
    pub struct ExportResult {
        /// How it ended.
        pub outcome: ExportOutcome,
        /// The host's own name.
        pub name: String,
        /// The file.
        pub path: String,
        /// Name of the copy of the file before, in the same folder; `None` where there was no file.
        pub backup: Option<String>,
        /// What the servers are called in the file that are new in it.
        pub added: Vec<Foreign>,
        /// The same of those that were replaced.
        pub replaced: Vec<Foreign>,
        /// The same of those that were there and stayed as they were.
        pub kept: Vec<Foreign>,
        /// Servers that were not written.
        pub skipped: Vec<ExportSkip>,
        /// Why it failed.
        pub problem: Option<Problem>,
    }
}
