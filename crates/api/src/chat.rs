//! Conversations.

use super::{ContextUse, ModelChoice, ToolBudget};
use portcullis_core::{Foreign, shape};
use portcullis_domain::{Compaction, ConversationSection, ImportedFrom, Message, Speaker};

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
        /// Where it stands in the list.
        pub section: ConversationSection,
        /// Where it was imported from; `None` for one that was held here.
        pub imported: Option<ImportedFrom>,
        /// The folder that it is in.
        pub folder: Option<String>,
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
        /// How full the context of its model is.
        pub context: ContextUse,
        /// What could be said to the model that leads somewhere with these servers; at most three.
        pub suggestions: Vec<String>,
        /// Marks of the branch that is shown, oldest first: in place of the messages up to the last one, the model gets its summary.
        pub compactions: Vec<Compaction>,
        /// A summary is being written.
        pub compacting: bool,
        /// Percent of the context from which on it is summarized automatically; `None` for never.
        pub compact_at: Option<u32>,
    }

    /// A summary that could be made now.
    #[derive(Eq)]
    pub struct CompactionPreview {
        /// Messages that it would cover; 0 where there is nothing to summarize.
        pub messages: u32,
        /// Messages after it, which the model gets as they are.
        pub kept: u32,
        /// About how many tokens are sent for it.
        pub tokens: u32,
        /// In how many requests.
        pub requests: u32,
        /// Most requests that are sent for one.
        pub most: u32,
        /// Name of the model that would write it.
        pub model: String,
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
        /// After an update earlier messages are indexed again: some may not be found yet.
        pub indexing: bool,
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

    /// A file that was pasted.
    pub struct PastedFile {
        /// The name that it had, if it had one.
        pub name: String,
        /// Its bytes in Base64.
        pub data: String,
    }
}
