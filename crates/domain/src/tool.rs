//! Tools: what a server offers, and whether it is still what was approved.

use super::{Foreign, Severity, shape};

shape! {
    /// What a server claims about a tool; unverified.
    #[derive(Copy, Eq)]
    #[serde(rename_all = "snake_case")]
    pub enum Claim {
        /// Claims to change nothing.
        ReadOnly,
        /// Claims or admits that it may destroy (also the protocol's assumption when nothing is said).
        Destructive,
        /// Claims that it only adds.
        Additive,
        /// Claims that repeating a call has no further effect.
        Repeatable,
        /// Claims to reach things beyond the server (the internet, other people).
        OpenWorld,
        /// Claims to stay within the server.
        ClosedWorld,
        /// Says nothing about itself.
        Silent,
    }

    /// Whether a definition is the one a person knows.
    #[serde(tag = "kind", rename_all = "snake_case")]
    pub enum DefinitionState {
        /// The same as approved.
        Known {
            /// When it was approved.
            since: u64,
            /// When the person last reviewed it.
            #[serde(default)]
            reviewed: Option<u64>,
        },
        /// Never approved yet.
        New {
            /// When it was first seen.
            since: u64,
            /// When the person last reviewed it. That alone approves nothing.
            #[serde(default)]
            reviewed: Option<u64>,
        },
        /// Differs from what was approved: blocked until a person accepts it.
        Changed {
            /// When the difference was seen.
            since: u64,
        },
    }

    /// What the fence of a server saw its program do while a call ran.
    #[derive(Copy, Eq, Hash)]
    #[serde(rename_all = "snake_case")]
    pub enum SeenKind {
        /// It reached a host.
        Contacted,
        /// It tried to reach one that is not granted.
        Stopped,
        /// It, or another program, changed something in a folder that it may change.
        Wrote,
    }

    /// One thing that was seen during a call of a tool, in the definition that the tool has.
    #[derive(Eq)]
    pub struct SeenBehavior {
        /// How it went.
        pub kind: SeenKind,
        /// The host and its port, or the path. A stopped attempt is named in the words of the server.
        pub what: Foreign,
        /// When first, in milliseconds since the epoch.
        pub at: u64,
    }

    /// What a reader might overlook in what a server wrote. Never a verdict.
    #[derive(Eq)]
    pub struct Remark {
        /// Stable.
        pub code: String,
        /// How much it weighs.
        pub severity: Severity,
        /// In our words.
        pub sentence: String,
        /// The words of the server that it speaks of.
        pub quote: Option<Foreign>,
    }

    /// An argument of a tool, as the server describes it.
    pub struct DescribedArgument {
        /// Name.
        pub name: Foreign,
        /// What the server says of it.
        pub description: Foreign,
    }

    /// A tool that cannot be used, and why.
    pub struct ExcludedTool {
        /// Its name or its position in the list.
        pub shown: Foreign,
        /// Why it is left out.
        pub reason: String,
    }

    /// A stretch of text in a comparison.
    pub struct DiffSpan {
        /// What happened to it.
        pub change: DiffKind,
        /// The escaped text.
        pub text: String,
    }

    /// What happened to a stretch of text.
    #[derive(Copy, Eq)]
    #[serde(rename_all = "snake_case")]
    pub enum DiffKind {
        /// In both.
        Same,
        /// Only in the new one.
        Added,
        /// Only in the old one.
        Removed,
    }

    /// One field of a definition, compared word by word.
    pub struct FieldDiff {
        /// In words: `Description`, `Arguments`, `Claims`, `Title`, `Result`, `Icons`, `Other`.
        pub field: String,
        /// The comparison.
        pub spans: Vec<DiffSpan>,
    }

    /// Something wrong in arguments.
    pub struct ArgumentIssue {
        /// JSON pointer to the value, empty for the whole.
        pub path: String,
        /// What is wrong, in words.
        pub message: String,
    }
}
