//! Conversations.

use super::{
    AttachedFile, CallView, Foreign, FoundTool, HeldResult, ModelChoice, Problem, PromptRole, ToolBudget,
    shape,
};

shape! {
    /// A line in the list of conversations.
    pub struct ConversationSummary {
        /// Random.
        pub id: String,
        /// Title.
        pub title: String,
        /// When something was last said.
        pub updated_at: u64,
        /// Name of the model.
        pub model: String,
        /// What the model is chosen by.
        pub model_id: String,
        /// The model is at work.
        pub busy: bool,
    }

    /// A server in a conversation.
    pub struct ConversationServer {
        /// Server.
        pub id: String,
        /// The person's label.
        pub label: String,
        /// Takes part.
        pub enabled: bool,
        /// Ready now.
        pub ready: bool,
        /// Tools it brings.
        pub tools: u32,
    }

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
        },
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
        pub by: Option<WrittenBy>,
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

    /// What a model's message took.
    pub struct WrittenBy {
        /// Name of the model.
        pub model: String,
        /// Tokens read, as its provider counts them.
        pub tokens_in: Option<u64>,
        /// Tokens written.
        pub tokens_out: Option<u64>,
        /// US dollars, by the table of prices.
        pub dollars: Option<f64>,
    }

    /// A tool that the model of a conversation does not get.
    pub struct LeftOut {
        /// The person's label of the server.
        pub server: String,
        /// The tool.
        pub tool: Foreign,
        /// Why, one sentence.
        pub reason: String,
    }

    /// A conversation.
    pub struct Conversation {
        /// The line in the list.
        pub summary: ConversationSummary,
        /// Servers.
        pub servers: Vec<ConversationServer>,
        /// The newest messages of the branch that is shown, oldest first.
        pub messages: Vec<Message>,
        /// There are earlier ones: pass the number of the first of these for them.
        pub earlier: bool,
        /// Models that can be chosen.
        pub models: Vec<ModelChoice>,
        /// Tools of servers that take part which the model does not get.
        pub left_out: Vec<LeftOut>,
        /// Results wait for the person before the model gets them.
        pub held: bool,
        /// What its tools take with every request.
        pub budget: ToolBudget,
        /// What could be said to the model that leads somewhere with these servers; at most three.
        pub suggestions: Vec<String>,
    }

    /// Messages before others, oldest first.
    pub struct MessagePage {
        /// The messages.
        pub messages: Vec<Message>,
        /// There are earlier ones.
        pub earlier: bool,
    }

    /// What was found in conversations.
    pub struct ChatHits {
        /// Conversations with all these words in their title, newest first.
        pub titles: Vec<TitleHit>,
        /// Messages with all of them, the last said first.
        pub messages: Vec<MessageHit>,
        /// Pass as `before` for what was said earlier; none at the end.
        pub next: Option<u64>,
    }

    /// A conversation whose title was meant.
    pub struct TitleHit {
        /// Conversation.
        pub conversation: String,
        /// Its title, and where it has the words.
        pub title: Excerpt,
        /// When something was last said.
        pub updated_at: u64,
    }

    /// A message that was found, which need not be on the branch that is shown.
    pub struct MessageHit {
        /// Conversation.
        pub conversation: String,
        /// Its title.
        pub title: String,
        /// The message.
        pub seq: u32,
        /// When it was said.
        pub at: u64,
        /// Who said it.
        pub speaker: Speaker,
        /// The label of the server whose words these are, where they are a server's.
        pub server: Option<String>,
        /// A piece of it, and where it has the words.
        pub excerpt: Excerpt,
    }

    /// A piece of a text on one line, with invisible characters escaped.
    #[derive(Eq)]
    pub struct Excerpt {
        /// The piece.
        pub text: Foreign,
        /// Where the words are in it, in order.
        pub marks: Vec<Mark>,
    }

    /// A stretch of a text, in UTF-16 units.
    #[derive(Copy, Eq)]
    pub struct Mark {
        /// Where it begins.
        pub from: u32,
        /// Where it ends: the first unit that is no longer in it.
        pub to: u32,
    }
}
