//! Calls while they run and what they brought back.

use super::{Foreign, Payload, Problem, shape};

shape! {
    /// State of a call.
    #[derive(Copy, Eq, Default)]
    #[serde(rename_all = "snake_case")]
    pub enum CallState {
        /// Waits for a person.
        #[default]
        Waiting,
        /// Sent; no answer yet.
        Running,
        /// Answered.
        Done,
        /// Answered, and the tool says that it failed.
        ToolError,
        /// No usable answer: transport, protocol or limit.
        Failed,
        /// Not sent: denied by a person or by a rule.
        Refused,
        /// Stopped by a person.
        Cancelled,
    }

    /// Progress of a call.
    pub struct Progress {
        /// Amount done.
        pub value: f64,
        /// Amount in all.
        pub total: Option<f64>,
        /// Words from the server.
        pub message: Option<Foreign>,
    }

    /// One block of a result. Texts are cut at 64 KiB with the whole behind `whole`.
    #[serde(tag = "kind", rename_all = "snake_case")]
    pub enum Block {
        /// Text.
        Text {
            /// The first 64 KiB.
            text: Foreign,
            /// The whole, when it was cut.
            whole: Option<Payload>,
            /// Size of the whole.
            bytes: u64,
        },
        /// An image whose bytes look like what it says it is.
        Image {
            /// Checked type: `image/png`, `image/jpeg`, `image/gif`, `image/webp`.
            mime: String,
            /// The decoded bytes.
            data: Payload,
        },
        /// Sound.
        Audio {
            /// Checked type: `audio/wav`, `audio/mpeg`, `audio/ogg`, `audio/flac`, `audio/mp4`, `audio/webm`.
            mime: String,
            /// The decoded bytes.
            data: Payload,
        },
        /// A link to a resource; never followed automatically (S-79).
        Link {
            /// Address.
            uri: Foreign,
            /// Name.
            name: Foreign,
            /// Description.
            description: Option<Foreign>,
            /// Type.
            mime: Option<Foreign>,
        },
        /// A resource with its content.
        Resource {
            /// Address.
            uri: Foreign,
            /// Type.
            mime: Option<Foreign>,
            /// Text content, first 64 KiB.
            text: Option<Foreign>,
            /// The whole content, when it was cut or is binary.
            whole: Option<Payload>,
            /// Size of the whole.
            bytes: u64,
        },
        /// Something that cannot be shown, with the reason.
        Unshown {
            /// Why.
            reason: String,
            /// As JSON, first 4 KiB.
            json: Foreign,
        },
    }

    /// What a call brought back.
    pub struct CallResult {
        /// Blocks in order, at most 500.
        pub blocks: Vec<Block>,
        /// Blocks beyond that.
        pub more_blocks: u32,
        /// Places of the blocks that the server means for the person alone: a model does not get them (TOL-25).
        pub for_person: Vec<u32>,
        /// Structured content, when it is at most 256 KiB.
        pub structured: Option<serde_json::Value>,
        /// Structured content as text, when it is larger, or holds numbers that not every reader keeps.
        pub structured_whole: Option<Payload>,
        /// Whether the structured content matches the tool's own output schema; `None` without one.
        pub matches_schema: Option<bool>,
        /// What does not match.
        pub mismatch: Vec<super::ArgumentIssue>,
        /// The whole reply as JSON text.
        pub raw: Payload,
    }

    /// A picture or a sound of a result that is kept with its conversation.
    #[derive(Eq)]
    pub struct KeptMedia {
        /// Place of its block in the result, from one on.
        pub place: u32,
        /// Checked type.
        pub mime: String,
        /// Size.
        pub bytes: u64,
        /// SHA-256 of its bytes.
        pub digest: String,
    }

    /// A call.
    #[derive(Default)]
    pub struct CallView {
        /// Random.
        pub id: String,
        /// Server.
        pub server: String,
        /// The person's label of the server.
        pub server_label: String,
        /// Raw tool name.
        pub tool: String,
        /// Tool as a person may see it: the title, else the name.
        pub tool_shown: Foreign,
        /// Arguments on one line, at most 200 characters.
        pub arguments_line: Foreign,
        /// State.
        pub state: CallState,
        /// When it was asked for.
        pub asked_at: u64,
        /// When it was sent.
        pub sent_at: Option<u64>,
        /// When it ended.
        pub ended_at: Option<u64>,
        /// Progress.
        pub progress: Option<Progress>,
        /// Why it was refused or failed.
        pub problem: Option<Problem>,
        /// One line about the result.
        pub outcome: Option<String>,
        /// Pictures and sounds in the result.
        #[serde(default)]
        pub media: u32,
        /// Those that are kept with the conversation: they are there when the result is not any more.
        #[serde(default)]
        pub kept: Vec<KeptMedia>,
        /// Those that its model can look at and did not get, because they are beyond what a model gets of a result.
        #[serde(default)]
        pub not_given: u32,
        /// The result; only in a `call` answer, not in events.
        pub result: Option<CallResult>,
        /// The waiting request, while one waits.
        pub request: Option<String>,
        /// The row in the record.
        pub record: Option<u64>,
        /// The task that it became, while it runs and afterwards.
        pub task: Option<String>,
        /// What was denied to the server within it, one sentence each: its own words need not say so.
        #[serde(default)]
        pub denied: Vec<String>,
        /// What the fence of the server's program kept it from while it ran: hosts and paths.
        #[serde(default)]
        pub kept_out: Vec<Foreign>,
        /// What was seen of the server while it ran, where that is against what the server claims of the tool.
        #[serde(default)]
        pub against_claims: Vec<super::SeenBehavior>,
        /// Names of the arguments that the person changed, added or took away before it was sent.
        #[serde(default)]
        pub edited: Vec<Foreign>,
    }
}
