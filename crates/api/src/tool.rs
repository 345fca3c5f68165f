//! Tools: what a server offers, and whether it is still what was approved.

use portcullis_core::shape;
use portcullis_core::{Foreign, Problem};
use portcullis_domain::{Claim, DefinitionState, ExcludedTool, FieldDiff, Remark, SeenBehavior};

shape! {
    /// A line in the list of tools.
    pub struct ToolEntry {
        /// Raw name: the identity. Never show it; show `shown`.
        pub name: String,
        /// The raw name as a person may see it.
        pub shown: Foreign,
        /// Title from the server.
        pub title: Option<Foreign>,
        /// First line of the description, at most 160 characters.
        pub summary: Foreign,
        /// State of the definition.
        pub state: DefinitionState,
        /// Claims.
        pub claims: Vec<Claim>,
        /// Number of remarks on it.
        pub remarks: u32,
        /// Something was seen during a call of it that is against its claims.
        pub against_claims: bool,
        /// The server names a picture for it that may be shown; `icon` brings it.
        pub icon: bool,
    }

    /// The tools of a server that match a search.
    pub struct ToolList {
        /// Number of usable tools, matching or not.
        pub total: u32,
        /// Number that match.
        pub found: u32,
        /// Matching tools in the server's order; for a search the best, best first.
        pub tools: Vec<ToolEntry>,
        /// Tools left out.
        pub excluded: Vec<ExcludedTool>,
        /// Tools beyond the limit that were not read.
        pub beyond_limit: u32,
        /// Why the list could not be read when that was tried last; the tools are those of the time before.
        pub problem: Option<Problem>,
    }

    /// Everything about one tool.
    pub struct ToolDetail {
        /// The line in the list.
        pub entry: ToolEntry,
        /// Description from the server.
        pub description: Foreign,
        /// JSON Schema of the arguments, for a form, as text. Its texts are escaped; property names and values are raw.
        #[serde(with = "super::json")]
        #[cfg_attr(feature = "bindings", ts(type = "string"))]
        pub input_schema: serde_json::Value,
        /// Why the schema cannot be used to check arguments, if so.
        pub schema_problem: Option<String>,
        /// SHA-256 of the canonical definition, hex.
        pub digest: String,
        /// Remarks, never verdicts: hidden characters, mentions of other servers or tools (S-45, S-52).
        pub notes: Vec<Remark>,
        /// What was seen during its calls, oldest first.
        pub seen: Vec<SeenBehavior>,
        /// What changed since it was approved.
        pub diff: Vec<FieldDiff>,
        /// The same, a sentence each.
        pub changes: Vec<String>,
        /// What happens when a model asks: one sentence.
        pub when_asked: String,
        /// JSON pointers of the parts of its definition that may be different each time.
        pub varying: Vec<Foreign>,
    }
}
