//! Conversations.

use super::{AttachedFile, CallView, Foreign, FoundTool, HeldResult, Problem, PromptRole, shape};

shape! {
    /// Who speaks.
    #[derive(Copy, Eq)]
    #[serde(rename_all = "snake_case")]
    pub enum Speaker {
        /// The person.
        Person,
        /// The model.
        Model,
        /// The host: a remark such as `interrupted`.
        Host,
    }

    /// Which section of the list a conversation is in.
    #[derive(Copy, Eq, Default)]
    #[serde(rename_all = "snake_case")]
    pub enum ConversationSection {
        /// On top.
        Pinned,
        /// By when something was last said.
        #[default]
        Recent,
        /// Put away. It comes back when something is said in it.
        Archived,
    }

    /// A folder of the list of conversations.
    #[derive(Eq)]
    pub struct ConversationFolder {
        /// Random.
        pub id: String,
        /// The person's name for it.
        pub name: String,
        /// Its conversations are not shown.
        pub collapsed: bool,
        /// When it was made.
        pub created_at: u64,
    }

    /// Instructions that the person keeps by name, for more than one conversation.
    #[derive(Eq)]
    pub struct InstructionPreset {
        /// The person's name for them.
        pub name: String,
        /// What they say.
        pub text: String,
    }

    /// Whose file of conversations it was.
    #[derive(Copy, Eq)]
    #[serde(rename_all = "snake_case")]
    pub enum ChatProduct {
        /// ChatGPT.
        ChatGpt,
        /// Claude.
        Claude,
        /// Goose.
        Goose,
        /// This one.
        Portcullis,
        /// A file of Markdown that says who speaks.
        Markdown,
    }

    /// Where a conversation was imported from.
    #[derive(Copy, Eq)]
    pub struct ImportedFrom {
        /// Whose file it was, as the file looks: nothing proves it.
        pub product: ChatProduct,
        /// When it was imported.
        pub at: u64,
        /// Number of the last message that was imported; those after it were said here.
        pub last: u32,
    }

    /// A part of a message.
    #[serde(tag = "kind", rename_all = "snake_case")]
    #[allow(clippy::large_enum_variant, reason = "a message has a handful of parts")]
    pub enum Part {
        /// Words, as Markdown when a model speaks; invisible characters already escaped.
        Words {
            /// The text.
            text: String,
        },
        /// What a model thought before it spoke, as its provider tells it; invisible characters already escaped.
        Thought {
            /// The text.
            text: String,
        },
        /// What went wrong, and what can be done.
        Trouble {
            /// Problem.
            problem: Problem,
            /// What the model wanted, where that did not even become a call. An earlier version reads the problem alone.
            #[serde(default, skip_serializing_if = "Option::is_none")]
            #[cfg_attr(feature = "bindings", ts(optional))]
            call: Option<RejectedCall>,
        },
        /// The model was stopped here, by the person or by the end of the application. What it had said stays.
        Stopped {},
        /// A tool call.
        Call {
            /// The call, without its result.
            call: CallView,
        },
        /// A file that the person put in, as it was then.
        File {
            /// The file.
            file: AttachedFile,
        },
        /// A picture or a sound that the model made, by a name of ours. What it made and is not kept is a trouble.
        Made {
            /// The file.
            file: AttachedFile,
        },
        /// A result that the person sees before the model does, after the call that it is of.
        Held {
            /// The result.
            held: HeldResult,
        },
        /// The model looked for tools. Those that it found go along from then on.
        Search {
            /// What it looked for.
            query: Foreign,
            /// What it found.
            found: Vec<FoundTool>,
            /// Why it found nothing, or not all of it could be added.
            remark: Option<String>,
        },
        /// Text of a server that the person put in after looking at it. It stays the server's words: show it in a
        /// slot that names the server.
        Quoted {
            /// Server.
            server: String,
            /// The person's label of the server at that time.
            server_label: String,
            /// What it is from.
            source: QuoteSource,
            /// Title of the prompt or address of the resource.
            shown: Foreign,
            /// In whose name a message of a prompt was written.
            role: Option<PromptRole>,
            /// The text.
            text: Foreign,
            /// What of it is not here, in words.
            left_out: Option<String>,
        },
    }

    /// A tool call that was rejected before it ran: no such tool, arguments that cannot be sent, or too many calls in one reply.
    pub struct RejectedCall {
        /// The name that the model gave.
        pub tool: Foreign,
        /// The arguments as it wrote them, as far as they are kept.
        pub arguments: Foreign,
    }

    /// What a quoted text is from.
    #[derive(Copy, Eq)]
    #[serde(rename_all = "snake_case")]
    pub enum QuoteSource {
        /// A prompt.
        Prompt,
        /// A resource.
        Resource,
    }

    /// A message.
    pub struct Message {
        /// Counts up per conversation.
        pub seq: u32,
        /// Who speaks.
        pub speaker: Speaker,
        /// When.
        pub at: u64,
        /// In order.
        pub parts: Vec<Part>,
        /// Still being written.
        pub streaming: bool,
        /// Who wrote it, where a model did, and what it took.
        pub by: Option<ModelUsage>,
        /// The message that it follows; none for the first.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        #[cfg_attr(feature = "bindings", ts(optional))]
        pub parent: Option<u32>,
        /// Its place among the messages that follow the same one, where there are several.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        #[cfg_attr(feature = "bindings", ts(optional))]
        pub branch: Option<Branch>,
    }

    /// One of several messages that follow the same one: what was said there at another time.
    #[derive(Copy, Eq)]
    pub struct Branch {
        /// Which of them, from 1.
        pub place: u32,
        /// How many there are.
        pub of: u32,
        /// The one before it.
        pub before: Option<u32>,
        /// The one after it.
        pub after: Option<u32>,
    }

    /// A mark in a conversation: in place of the messages up to it, its model gets a summary of them. They stay readable.
    #[derive(Eq)]
    pub struct Compaction {
        /// The last message that the summary covers. The mark is on every branch that has this message.
        pub after: u32,
        /// Messages that the summary covers, from the first of the conversation on.
        pub messages: u32,
        /// Name of the model that wrote it.
        pub model: String,
        /// When.
        pub at: u64,
        /// It was due by the setting of the conversation; otherwise the person asked for it.
        pub automatic: bool,
        /// The summary, in the words of the model; invisible characters already escaped.
        pub summary: String,
    }

    /// What a model's message took.
    pub struct ModelUsage {
        /// Name of the model.
        pub model: String,
        /// Tokens read, as its provider counts them.
        pub tokens_in: Option<u64>,
        /// Tokens written.
        pub tokens_out: Option<u64>,
        /// US dollars, by the table of prices.
        pub dollars: Option<f64>,
    }
}
