//! Sampling: what a server wants to send to a model, and the response it would get.

use super::{Block, Foreign, shape};

shape! {
    /// Who says something in a sampling request.
    #[derive(Copy, Eq)]
    #[serde(rename_all = "snake_case")]
    pub enum SampledRole {
        /// As if the person said it. The server wrote it.
        User,
        /// As if the model said it. The server wrote it.
        Assistant,
    }

    /// One part of a message.
    #[serde(tag = "kind", rename_all = "snake_case")]
    pub enum SampledPart {
        /// Text, an image or a sound.
        Content {
            /// The same as in results of tools.
            block: Block,
        },
        /// The model wants a tool of the server's own loop. It is returned, never run (S-76).
        ToolUse {
            /// Number that the result names.
            id: Foreign,
            /// Name in that loop; it means no tool of any server here.
            name: Foreign,
            /// Arguments as indented JSON, whole.
            input: Foreign,
        },
        /// What came of a tool in the server's own loop, as the server tells it.
        ToolResult {
            /// Number of the use that it answers.
            id: Foreign,
            /// The server says that the tool failed.
            failed: bool,
            /// The result.
            blocks: Vec<Block>,
            /// Structured content as indented JSON, whole.
            structured: Option<Foreign>,
        },
    }

    /// One message.
    pub struct SampledMessage {
        /// Who seems to say it.
        pub role: SampledRole,
        /// What, in order.
        pub parts: Vec<SampledPart>,
    }

    /// A tool that the server lets the model ask for. It belongs to this request alone.
    pub struct SampledTool {
        /// Name.
        pub name: Foreign,
        /// Description, whole.
        pub description: Foreign,
        /// Schema of its arguments as indented JSON, whole.
        pub schema: Foreign,
    }

    /// What the model may do with the tools of the request.
    #[derive(Copy, Eq)]
    #[serde(rename_all = "snake_case")]
    pub enum ToolChoice {
        /// The model decides.
        Auto,
        /// At least one.
        Required,
        /// None.
        None,
    }

    /// What the server would like of the model, from 0 to 1 each.
    #[derive(Default)]
    pub struct SamplingPriorities {
        /// Cheap.
        pub cost: Option<f64>,
        /// Fast.
        pub speed: Option<f64>,
        /// Capable.
        pub intelligence: Option<f64>,
    }

    /// A model that can be chosen.
    pub struct SamplingModel {
        /// The name, as the server is told it; the value of `model` in the editable text.
        pub name: String,
        /// What it is and costs, one sentence.
        pub sentence: String,
    }
}
