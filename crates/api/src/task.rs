//! Tasks: calls that a server continues after it returned.

use portcullis_core::{Foreign, shape};
use portcullis_domain::CallView;

shape! {
    /// Where a task is.
    #[derive(Copy, Eq, Hash)]
    #[serde(rename_all = "snake_case")]
    pub enum TaskState {
        /// The server works.
        Working,
        /// The server needs an answer to go on.
        NeedsInput,
        /// A person wants it stopped; the server has not said yet that it did.
        Stopping,
        /// Its server is not connected. It may be going on there.
        Away,
        /// It ended; the call says how.
        Ended,
    }

    /// A task.
    pub struct TaskView {
        /// That of its call.
        pub id: String,
        /// Its number at the server.
        pub task: Foreign,
        /// Where it is.
        pub state: TaskState,
        /// That in words, one sentence.
        pub words: String,
        /// The server's words about it, as last heard.
        pub said: Option<Foreign>,
        /// The call, without what it brought back.
        pub call: CallView,
        /// `you`, or the model's name.
        pub asked_by: String,
        /// The conversation that it belongs to.
        pub conversation: Option<String>,
        /// When the server said that it began.
        pub began_at: u64,
        /// When the server last said how it is.
        pub seen_at: u64,
        /// When it is asked again; `None` while it is not asked.
        pub next_look: Option<u64>,
        /// Until when the server keeps it; `None` when it does not say.
        pub kept_until: Option<u64>,
        /// When a person wanted it stopped.
        pub stop_at: Option<u64>,
        /// What it brought back is still here to be looked at.
        pub result_kept: bool,
    }
}
