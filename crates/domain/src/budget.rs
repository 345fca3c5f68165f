//! What the tools of a conversation take of what its model reads.

use super::{Foreign, shape};

shape! {
    /// A tool that a model found.
    pub struct FoundTool {
        /// The person's label of the server.
        pub server: String,
        /// The tool.
        pub tool: Foreign,
    }
}
