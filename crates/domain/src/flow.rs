//! What flows between servers in a conversation, and what a person says of servers for that.

use super::{Foreign, shape};

shape! {
    /// What a person says of something.
    #[derive(Copy, Eq, Default)]
    #[serde(rename_all = "snake_case")]
    pub enum Tristate {
        /// Nothing yet.
        #[default]
        Unsaid,
        /// It does.
        Yes,
        /// It does not.
        No,
    }

    /// What a person says of what a server, or one of its tools, gives and does.
    #[derive(Copy, Eq, Default)]
    #[serde(deny_unknown_fields)]
    pub struct FlowClass {
        /// What it gives is private.
        pub private: Tristate,
        /// What it gives may be written by strangers.
        pub strangers: Tristate,
        /// It can send out what it is given.
        pub sends: Tristate,
    }

    /// What a conversation did, or may do.
    #[derive(Copy, Eq)]
    #[serde(rename_all = "snake_case")]
    pub enum FlowMark {
        /// It has read private data.
        Private,
        /// It has read text that strangers may have written.
        Strangers,
        /// It called what can send out.
        Sends,
    }

    /// Where a mark comes from.
    pub struct FlowSource {
        /// Which mark.
        pub mark: FlowMark,
        /// The server; `None` for what the person put in.
        pub server: Option<String>,
        /// The person's label of it, or `you`.
        pub label: String,
        /// The tool, or what was put in.
        pub what: Foreign,
        /// When first; `None` for the very call that is asked about.
        pub at: Option<u64>,
        /// The user or the server says so. Otherwise it was not ruled out, which counts as well.
        pub known: bool,
    }

    /// Why a call is asked about whatever was permitted: private data, untrusted content and external communication meet in it (S-78).
    pub struct FlowMeeting {
        /// In one sentence.
        pub sentence: String,
        /// What meets in it.
        pub sources: Vec<FlowSource>,
        /// What can be said of servers, so that calls like this one are not asked about.
        pub remedy: String,
        /// After a yes it is not asked again for this tool in this conversation, and permissions may be given with it.
        pub once: bool,
    }
}
