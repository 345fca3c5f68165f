//! Standing permissions.

use portcullis_core::{Foreign, shape};
use portcullis_domain::Scope;

shape! {
    /// A standing permission.
    pub struct GrantView {
        /// Random.
        pub id: String,
        /// Server.
        pub server: String,
        /// The person's label of the server.
        pub server_label: String,
        /// Raw tool name.
        pub tool: String,
        /// Tool as a person may see it.
        pub tool_shown: Foreign,
        /// How far it reaches.
        pub scope: Scope,
        /// In plain words.
        pub sentence: String,
        /// When it was given.
        pub made_at: u64,
        /// When it ends; `None` if only by revoking or with its conversation.
        pub ends_at: Option<u64>,
        /// When it was last used.
        pub last_used_at: Option<u64>,
        /// How often.
        pub uses: u64,
        /// For how many days it was not used, where that is so many that it may as well end.
        pub unused_days: Option<u32>,
        /// On hold, because the definition changed.
        pub on_hold: bool,
        /// The conversation that it is for, while that is there.
        pub conversation: Option<GrantConversation>,
    }
}

shape! {
    /// The conversation of a permission.
    pub struct GrantConversation {
        /// Its id.
        pub id: String,
        /// Its title, never empty.
        pub title: String,
    }
}
