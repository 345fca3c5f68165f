//! The application as a whole: settings, the snapshot on attach, and what changes afterwards.

use super::{ConversationSummary, ProviderView, ServerSummary, TaskView};
use portcullis_core::{Problem, shape};
use portcullis_domain::{
    Appearance, Backup, CallView, EndedRequest, Language, Locale, Message, Request, ServerAccount, Settings,
    WaitingRequest,
};

shape! {
    /// What of the settings is to be another; what is not given stays as it is.
    #[derive(Copy, Eq, Default)]
    #[serde(default)]
    #[cfg_attr(feature = "bindings", ts(optional_fields))]
    pub struct SettingsChange {
        /// Light or dark.
        pub appearance: Option<Appearance>,
        /// Of the window and of what the host says.
        pub language: Option<Language>,
        /// Notify when something waits and the window is not in front.
        pub notify: Option<bool>,
        /// Closing the window keeps the servers running in the tray.
        pub keep_in_tray: Option<bool>,
        /// The welcome has been seen.
        pub welcomed: Option<bool>,
        /// New programs run in a fence, unless a person says otherwise for one of them.
        pub fence_new: Option<bool>,
        /// How large the main page is drawn, in percent.
        pub zoom: Option<u16>,
    }

    /// Where secrets are kept.
    #[derive(Copy, Eq)]
    #[serde(tag = "kind", rename_all = "snake_case")]
    pub enum SecretStore {
        /// In the keychain of the system.
        Keychain {},
        /// In a file that a passphrase opens, which a person chose because there is no keychain.
        File {
            /// The passphrase was given.
            open: bool,
        },
    }

    /// About this copy of the application.
    pub struct About {
        /// Version.
        pub version: String,
        /// Where data lives.
        pub data_dir: String,
        /// State of the keychain; `None` when it works.
        pub keychain: Option<Problem>,
        /// Where secrets are kept.
        pub secrets: SecretStore,
        /// State of the database; `None` when it works.
        pub store: Option<Problem>,
        /// The newest backup that is whole, where the database was found damaged at this start: it can be restored.
        pub restorable: Option<Backup>,
        /// The language that is meant by the setting “as the system”.
        pub system_language: Locale,
        /// Revisions of the protocol that are spoken.
        pub revisions: Vec<String>,
    }

    /// Everything the frame of the window needs at once.
    pub struct Snapshot {
        /// Number of the last event contained in it.
        pub sequence: u64,
        /// Servers in the person's order.
        pub servers: Vec<ServerSummary>,
        /// Requests that wait, in the order in which they should be answered.
        pub waiting: Vec<WaitingRequest>,
        /// Conversations, newest first.
        pub conversations: Vec<ConversationSummary>,
        /// Tasks: those that go on, oldest first, and those that ended, newest first.
        pub tasks: Vec<TaskView>,
        /// Settings.
        pub settings: Settings,
        /// About.
        pub about: About,
    }

    /// A request that is shown together with the one in front.
    pub struct TogetherRequest {
        /// The request.
        pub request: Request,
        /// How it ended, when it no longer waits.
        pub ended: Option<EndedRequest>,
    }

    /// All that the page of the gate shows.
    pub struct GateView {
        /// The request that is in front of the person; `None` while its window is hidden.
        pub request: Option<Request>,
        /// How it ended, when it no longer waits. It is there to be read, and nothing answers it.
        pub ended: Option<EndedRequest>,
        /// Those that are shown together with it, in one dialog.
        pub together: Vec<TogetherRequest>,
        /// How many could be shown together, itself counted; 0 when none could.
        pub alike: u32,
        /// Ids of all requests that wait, in the order in which they should be answered.
        pub waiting: Vec<String>,
        /// The setting.
        pub appearance: Appearance,
        /// The language of the setting.
        pub language: Locale,
    }

    /// Something changed. Where a list is said to have changed, ask for it again.
    #[serde(tag = "kind", rename_all = "snake_case")]
    #[allow(clippy::large_enum_variant, reason = "events are few and short-lived")]
    pub enum HostEvent {
        /// A server is new or changed.
        Server {
            /// As it is now.
            server: ServerSummary,
        },
        /// A server is gone.
        ServerRemoved {
            /// Its id.
            id: String,
        },
        /// The tools of a server changed.
        Tools {
            /// Server.
            server: String,
        },
        /// The resources of a server or what is known of them changed: lists, marks, subscriptions.
        Resources {
            /// Server.
            server: String,
        },
        /// The prompts of a server changed.
        Prompts {
            /// Server.
            server: String,
        },
        /// The requests that wait changed.
        Waiting {
            /// All of them.
            waiting: Vec<WaitingRequest>,
        },
        /// A request to change something in Portcullis ended, and what was decided is done or failed.
        RequestDone {
            /// Its id.
            request: String,
        },
        /// A call changed.
        Call {
            /// As it is now, without its result.
            call: CallView,
        },
        /// A task is new or changed.
        Task {
            /// As it is now.
            task: TaskView,
        },
        /// Tasks that ended were taken off the list.
        TasksForgotten {},
        /// The list of conversations changed.
        Conversations {
            /// All of them.
            conversations: Vec<ConversationSummary>,
        },
        /// A message was added or changed.
        Message {
            /// Conversation.
            conversation: String,
            /// The message as it is now.
            message: Message,
        },
        /// A message that is being written grew.
        Words {
            /// Conversation.
            conversation: String,
            /// The message.
            seq: u32,
            /// Which part of it.
            part: u32,
            /// How long that part was before, in UTF-16 units: a page that knows another length has to fetch it again.
            from: u32,
            /// What came to it.
            text: String,
        },
        /// The providers of models changed, or their models.
        Models {
            /// All of them.
            providers: Vec<ProviderView>,
        },
        /// Rows were added to the record.
        Record {
            /// The last sequence number.
            last: u64,
        },
        /// Standing permissions changed.
        Grants {},
        /// What flows in conversations changed, or what the person says of it.
        Flows {},
        /// The folders of a server changed, or whether it may know them.
        Roots {
            /// Server.
            server: String,
        },
        /// The account at a server changed, or how a sign-in goes.
        Account {
            /// As it is now.
            account: ServerAccount,
        },
        /// An install link or a bundle came from another program, or it was dropped.
        OfferedInstall {},
        /// Files are held over the window or were dropped on it, or are no longer.
        Dropped {},
        /// The servers are in another order now.
        ServersOrdered {
            /// All of them, in order.
            ids: Vec<String>,
        },
        /// A profile was added, changed, removed or put into use.
        Profiles {},
        /// An export ended.
        Exported {
            /// The request that asked for it.
            request: String,
        },
        /// A bundle was opened or closed.
        Bundle {},
        /// A fetch of a package began or ended.
        Fetches {},
        /// The registry was turned on or off, or its copy changed.
        Registry {},
        /// Log lines were added.
        Logs {
            /// Server.
            server: String,
        },
        /// Frames were added.
        Frames {
            /// Server.
            server: String,
        },
        /// Settings changed.
        Settings {
            /// As they are now.
            settings: Settings,
        },
        /// Something that a person decided could not be carried out.
        Problem {
            /// What.
            problem: Problem,
        },
        /// The receiver was too slow and events were lost: attach again.
        Lagged {},
    }

    /// Events in order.
    pub struct EventBatch {
        /// Number of the last event in it; they count up by one.
        pub sequence: u64,
        /// The events.
        pub events: Vec<HostEvent>,
    }
}
