//! Configured servers: what they are, how they are, what a person may change.

use crate::{ContainerView, PackageView};
use portcullis_core::{Foreign, shape};
use portcullis_domain::{
    EraChoice, LogLevel, ServerDraft, ServerHealth, ServerLocation, ServerMark, ServerState, Transport,
};

shape! {
    /// A line in the list of servers.
    pub struct ServerSummary {
        /// Random, stable, never reused.
        pub id: String,
        /// The person's own name for it; unique.
        pub label: String,
        /// Here or elsewhere.
        pub whereabouts: ServerLocation,
        /// What runs (`python3 …/notes.py`, `npx notes@1.2.3`), or host name of the address.
        pub origin: String,
        /// Its mark.
        pub mark: ServerMark,
        /// Wanted on by the person.
        pub enabled: bool,
        /// Is the built-in demo server.
        pub demo: bool,
        /// How it is.
        pub state: ServerState,
        /// Number of usable tools.
        pub tools: u32,
        /// Number of tools whose definition changed since it was approved.
        pub changed_tools: u32,
        /// Requests from or about it that wait for a person.
        pub waiting: u32,
        /// It may make sampling requests; each is still put before the person, twice.
        pub sampling: bool,
    }

    /// Everything about one server.
    pub struct ServerDetail {
        /// The line in the list.
        pub summary: ServerSummary,
        /// As configured.
        pub draft: ServerDraft,
        /// The fetched package that it runs from.
        pub package: Option<PackageView>,
        /// The container that it runs in, where it comes as an image.
        pub container: Option<ContainerView>,
        /// It runs a launcher whose package can be fetched once.
        pub fetchable: bool,
        /// Its command names one version of that package.
        pub names_version: bool,
        /// Absolute path of the program as resolved, or the full address.
        pub resolved: Option<String>,
        /// `legacy` or `modern` as found.
        pub era: Option<EraChoice>,
        /// Negotiated revision, such as `2026-07-28`.
        pub revision: Option<String>,
        /// What its messages go through.
        pub transport: Option<Transport>,
        /// What the server says it is called.
        pub server_name: Option<Foreign>,
        /// What the server says its version is.
        pub server_version: Option<Foreign>,
        /// It names a picture for itself that may be shown; `icon` brings it.
        pub icon: bool,
        /// The server's instructions.
        pub instructions: Option<Foreign>,
        /// Names of offered capabilities: `tools`, `resources`, `prompts`, `logging`, `completions` …
        pub capabilities: Vec<String>,
        /// Process id of a local program.
        pub pid: Option<u32>,
        /// When it became ready.
        pub ready_at: Option<u64>,
        /// Milliseconds from start to ready.
        pub ready_after: Option<u64>,
        /// Number of tools whose definition carries remarks and was not reviewed by the person.
        pub remarked_tools: u32,
        /// The mark is one that the person chose.
        pub mark_chosen: bool,
        /// What the person notes about it.
        pub note: String,
        /// Counters.
        pub health: ServerHealth,
        /// When a person approved what is started.
        pub approved_at: Option<u64>,
        /// The server takes a level for its log messages.
        pub takes_log_level: bool,
        /// The level that was chosen; `None` leaves it to the server.
        pub log_level: Option<LogLevel>,
    }

    /// What a picture stands beside.
    #[serde(tag = "kind", rename_all = "snake_case", deny_unknown_fields)]
    pub enum IconOf {
        /// The server itself.
        Server {},
        /// A tool.
        Tool {
            /// Raw name.
            name: String,
        },
        /// A resource.
        Resource {
            /// Raw address.
            uri: String,
        },
        /// A template.
        Template {
            /// Raw template.
            template: String,
        },
        /// A prompt.
        Prompt {
            /// Raw name.
            name: String,
        },
    }

    /// A call as it was sent, to be made again.
    pub struct SentCall {
        /// Raw name of the tool: the identity.
        pub tool: String,
        /// Its arguments as text, secrets masked.
        #[serde(with = "super::json")]
        #[cfg_attr(feature = "bindings", ts(type = "string"))]
        pub arguments: serde_json::Value,
        /// Something in them was masked, and has to be filled in again.
        pub hidden: bool,
    }
}
