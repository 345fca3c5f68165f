//! The record: what was asked, decided and done.

use super::{Foreign, shape};

shape! {
    /// What a row is about.
    #[derive(Copy, Eq, Hash)]
    #[serde(rename_all = "snake_case")]
    pub enum RecordKind {
        /// A tool call.
        Call,
        /// A resource was read.
        Resource,
        /// A prompt was fetched.
        Prompt,
        /// A server asked for something to be filled in or opened.
        Elicitation,
        /// A server made a sampling request.
        Sampling,
        /// A server was told which folders it may work in, or that changed.
        Roots,
        /// A sign-in, its renewal or its end.
        SignIn,
        /// A server was added, changed or removed.
        Server,
        /// A program was started or an address reached.
        Launch,
        /// A definition changed or was accepted.
        Definition,
        /// A standing permission was given, revoked or ended.
        Grant,
        /// An answer that was refused.
        Refusal,
        /// Something about the application itself.
        Host,
    }

    /// How it ended, in one word with a shape.
    #[derive(Copy, Eq, Hash)]
    #[serde(rename_all = "snake_case")]
    pub enum Outcome {
        /// Waits for a person or for an answer.
        Waiting,
        /// Done.
        Done,
        /// The tool said that it failed.
        ToolError,
        /// Failed.
        Failed,
        /// Denied by a person.
        Denied,
        /// Refused by the host.
        Refused,
        /// Stopped by a person.
        Cancelled,
        /// The host ended before the outcome was known.
        Interrupted,
        /// Changed something to look at.
        Attention,
    }

    /// An operation in the record: its intended row joined with its outcome row.
    pub struct RecordRow {
        /// Sequence number of the intended row; newest has the highest.
        pub seq: u64,
        /// When.
        pub at: u64,
        /// About what.
        pub kind: RecordKind,
        /// In words: `Write file`, `Started`, `Definition changed: Search files`. Of a call it is the title that the server
        /// chose for its tool.
        pub what: Foreign,
        /// The tool by its raw name, which is what was called, where it is about one.
        pub tool: Option<Foreign>,
        /// The server.
        #[serde(default)]
        pub server: Option<String>,
        /// The person's label of the server at that time.
        pub server_label: Option<String>,
        /// `you`, the model's name, `the server`, `Portcullis`.
        pub asked_by: String,
        /// How it ended.
        pub outcome: Outcome,
        /// In words: `denied by you`, `allowed · for an hour`, `ready in 0.4 s`.
        pub outcome_words: String,
        /// How long it took.
        pub duration: Option<u64>,
    }

    /// A stretch of the record, newest first.
    pub struct RecordPage {
        /// Rows.
        pub rows: Vec<RecordRow>,
        /// Pass as `before` for the next page; `None` at the end.
        pub next: Option<u64>,
        /// Rows in the whole record, intended and outcome rows counted each.
        pub total: u64,
    }

    /// What to look for.
    #[derive(Default)]
    pub struct RecordFilter {
        /// Words anywhere in what is kept.
        pub text: Option<String>,
        /// Only this server.
        pub server: Option<String>,
        /// Only this kind.
        pub kind: Option<RecordKind>,
        /// Only this outcome.
        pub outcome: Option<Outcome>,
    }

    /// Everything about one operation.
    pub struct RecordDetail {
        /// The row.
        pub row: RecordRow,
        /// Why it was allowed, asked or refused, one sentence.
        pub why: String,
        /// What was sent, redacted, as JSON text.
        pub sent: Option<Foreign>,
        /// What had been asked for, where the answer at the gate was about something else; redacted, as JSON text.
        pub asked_for: Option<Foreign>,
        /// What differs between the two where a person changed it: names of members, or places in a list. Empty where only
        /// what is not kept differs.
        pub edited: Vec<Foreign>,
        /// The result, in words.
        pub came_back: Option<String>,
        /// Digest of the definition in force.
        pub definition: Option<String>,
        /// Digest of what was shown.
        pub shown: Option<String>,
        /// The standing permission that it happened by.
        pub allowed_by: Option<AllowedBy>,
        /// Hash of the intended row.
        pub hash: String,
        /// Hash of the outcome row.
        pub outcome_hash: Option<String>,
    }

    /// The permission that a call happened by, in the words in which it was given, whatever became of it.
    pub struct AllowedBy {
        /// Its id.
        pub permission: String,
        /// Its words when it was given.
        pub sentence: String,
        /// Who gave it.
        pub by: String,
        /// When.
        pub given_at: u64,
        /// The row of the record in which it was given.
        pub row: u64,
        /// What the arguments had to be like, and what they were.
        pub conditions: Vec<MetCondition>,
        /// When it was revoked, where it was.
        pub revoked_at: Option<u64>,
    }

    /// A condition of a permission, and what in a call satisfied it.
    pub struct MetCondition {
        /// In words: `“path” is under “/srv/notes”`.
        pub words: String,
        /// The argument as it was sent, redacted; `None` where the record does not have it whole.
        pub was: Option<Foreign>,
    }

    /// What a check of the record found.
    pub struct Verification {
        /// Rows that fit, from the first on.
        pub rows: u64,
        /// The first row that does not fit its chain, or what is known of the record from elsewhere.
        pub first_broken: Option<u64>,
        /// The last of the rows that fit. Kept elsewhere, it shows later that nothing up to it was replaced.
        pub head: RecordHead,
        /// What the keychain knows of the record.
        pub kept: HeadCheck,
        /// Whether a row that a person kept elsewhere is in it; `None` where they gave none.
        pub expected: Option<bool>,
        /// In words.
        pub sentence: String,
    }

    /// A row of the record.
    pub struct RecordHead {
        /// Its number; 0 while there is none.
        pub row: u64,
        /// Its hash.
        pub hash: String,
    }

    /// Whether the record is the one that the keychain knows.
    #[serde(tag = "kind", rename_all = "snake_case")]
    pub enum HeadCheck {
        /// It has the row that the keychain keeps.
        Confirmed {
            /// That row; newer ones are not confirmed yet.
            through: u64,
        },
        /// That row is missing or another one.
        Differs {
            /// Its number.
            row: u64,
        },
        /// The keychain keeps nothing of it yet.
        None {},
        /// The keychain is locked or missing.
        Unread {},
    }
}
