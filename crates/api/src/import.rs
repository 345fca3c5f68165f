//! Servers that other hosts, documentation or a clipboard describe, before anything of them is saved.

use portcullis_core::{Foreign, Problem, shape};
use portcullis_domain::{ChatProduct, ServerDraft, ServerLocation};

shape! {
    /// A server that was read from a text or from a file of another host.
    pub struct FoundServer {
        /// Its place in that text or file, from 0.
        pub at: u32,
        /// What it may be called here: a label that is free.
        pub label: String,
        /// What would run, word by word, or be reached.
        pub runs: Vec<Foreign>,
        /// Here or elsewhere.
        pub whereabouts: ServerLocation,
        /// Names of variables or headers whose values would be saved in the open.
        pub open: Vec<Foreign>,
        /// Names of those that would be stored as secrets. Their values are not here.
        pub secrets: Vec<Foreign>,
        /// The other host has it turned off.
        pub off: bool,
        /// A server here that runs or reaches the same: its label.
        pub known: Option<String>,
        /// What is left out, and what is to be done: a sentence each.
        pub remarks: Vec<String>,
        /// Why it cannot be imported as it is.
        pub problem: Option<String>,
        /// For the form, with its values: only of a text that the person gave, never of a file.
        pub draft: Option<ServerDraft>,
    }

    /// A file in which another host keeps servers.
    pub struct FoundConfiguration {
        /// The host, for `--from`: `claude-desktop`.
        pub host: String,
        /// Its own name: `Claude Desktop`.
        pub name: String,
        /// Where the file is, absolute.
        pub path: String,
        /// Its servers; none when it has none, or a problem.
        pub servers: Vec<FoundServer>,
        /// Why it was not read.
        pub problem: Option<Problem>,
    }

    /// The configurations in the folder of one project.
    pub struct ProjectConfigurations {
        /// The folder, absolute.
        pub folder: Foreign,
        /// Its files that hold servers, or cannot be read.
        pub files: Vec<FoundConfiguration>,
    }

    /// Files that are dragged to the window.
    pub struct DropView {
        /// Those that are held over it now.
        pub over: Option<DraggedFiles>,
        /// Those that were dropped last.
        pub files: Option<DroppedFiles>,
        /// What became of those that were dropped on a conversation last.
        pub attached: Option<DroppedAttachments>,
    }

    /// Files that are held over the window, by their names.
    pub struct DraggedFiles {
        /// How many may hold servers.
        pub fit: u32,
        /// How many others there are.
        pub unfit: u32,
        /// The conversation whose message field they are held over: there they are attached.
        pub onto: Option<String>,
    }

    /// Files that were dropped on the message field of a conversation. Those without a problem are attached.
    pub struct DroppedAttachments {
        /// Random for each drop.
        pub id: String,
        /// The conversation.
        pub conversation: String,
        /// Why others are not, each once.
        pub problems: Vec<Problem>,
    }

    /// Files that were dropped on the window. They were read; nothing was done with them.
    pub struct DroppedFiles {
        /// Random for each drop.
        pub id: String,
        /// It was one bundle, which is open now.
        pub opened: bool,
        /// Configurations, for `propose_import`.
        pub configurations: Vec<FoundConfiguration>,
        /// Bundles that are not open.
        pub bundles: Vec<DroppedBundle>,
        /// Files of conversations.
        pub chats: Vec<DroppedChats>,
        /// Those that are not read.
        pub refused: Vec<RefusedFile>,
    }

    /// A bundle that was dropped.
    pub struct DroppedBundle {
        /// Its place, for `open_dropped_bundle`.
        pub at: u32,
        /// The name of the file, without its folder.
        pub file: Foreign,
        /// Why it was not opened.
        pub problem: Option<Problem>,
    }

    /// A file of conversations that was dropped.
    pub struct DroppedChats {
        /// Its place, for `open_dropped_chats`.
        pub at: u32,
        /// The name of the file, without its folder.
        pub file: Foreign,
        /// Whose file it is, as it looks.
        pub product: ChatProduct,
        /// How many conversations are in it.
        pub conversations: u32,
    }

    /// A file that was dropped and is not read.
    pub struct RefusedFile {
        /// Its name, without its folder; `None` for those beyond the limit together.
        pub file: Option<Foreign>,
        /// Why, in a sentence.
        pub why: String,
    }

    /// An install link or a bundle that another program opened. Nothing was done with it.
    pub struct OfferedInstall {
        /// What it is.
        pub source: OfferedSource,
        /// How many others came while this one waits. They were dropped.
        pub dropped: u32,
    }

    /// What another program opened.
    #[serde(tag = "kind", rename_all = "snake_case")]
    pub enum OfferedSource {
        /// A `portcullis://install` link.
        Link {
            /// The link, for `read_servers`.
            text: String,
        },
        /// An MCP bundle, for `open_bundle`.
        Bundle {
            /// The name of the file, without its folder.
            file: Foreign,
        },
    }

    /// A server that is to be imported.
    #[serde(deny_unknown_fields)]
    pub struct ImportPick {
        /// The file, as it was listed; `None` for the text.
        pub path: Option<String>,
        /// Its place there.
        pub at: u32,
        /// What it is called here.
        pub label: String,
    }
}
