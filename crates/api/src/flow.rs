//! What flows between servers in a conversation, and what a person says of servers for that.

use portcullis_core::{Foreign, shape};
use portcullis_domain::{FlowClass, FlowSource, SeenBehavior};

shape! {
    /// A tool of which something else is said than of its server, which says of itself that it reaches out, or which was seen to.
    pub struct ToolFlows {
        /// Raw name.
        pub tool: String,
        /// As a person may see it.
        pub shown: Foreign,
        /// What the person says of this tool; what is unsaid is as for its server.
        pub class: FlowClass,
        /// It was said of another definition: a “does not” in it does not count any more.
        pub outdated: bool,
        /// What was seen during its calls: a suggestion for what the person says, and nothing more.
        pub seen: Vec<SeenBehavior>,
        /// The server says of it that it reaches beyond the server. That counts as sending out and as untrusted content,
        /// whatever the person says.
        pub claims_open: bool,
    }

    /// What a person says of a server.
    pub struct ServerFlows {
        /// Of all its tools that are not said something else of.
        pub class: FlowClass,
        /// It was said of another program or address: a “does not” in it does not count any more.
        pub outdated: bool,
        /// Tools that differ.
        pub tools: Vec<ToolFlows>,
    }

    /// The marks of a conversation, each with where it comes from, oldest first.
    pub struct ConversationFlows {
        /// Sources.
        pub sources: Vec<FlowSource>,
    }
}
