//! Standing permissions that an answer may give.

use crate::{Foreign, shape};

shape! {
    /// A standing permission that may be given with the answer.
    pub struct ScopeOffer {
        /// The scope.
        pub scope: Scope,
        /// What it means, one sentence.
        pub sentence: String,
    }

    /// How long and how far a permission reaches.
    #[derive(Copy, Eq, Hash)]
    #[serde(rename_all = "snake_case")]
    pub enum Scope {
        /// This tool, in this conversation.
        Conversation,
        /// This tool, when the person runs it by hand, until Portcullis ends.
        Session,
        /// This tool, for an hour.
        Hour,
        /// This tool, until revoked.
        Always,
    }

    /// A limit that a standing permission may be given with, on one argument.
    pub struct Narrowing {
        /// Name of the argument.
        pub argument: Foreign,
        /// What it must be like.
        pub test: NarrowingTest,
        /// Which value, folder or origin.
        pub value: Foreign,
        /// What it does about links, in words, where it is about a path.
        pub links: Option<String>,
    }

    /// What an argument must be like.
    #[derive(Copy, Eq)]
    #[serde(rename_all = "snake_case")]
    pub enum NarrowingTest {
        /// Exactly this value.
        Is,
        /// A path in this folder or below it.
        Under,
        /// An address at this origin.
        Site,
    }

    /// A part of a definition that could be let vary.
    pub struct VaryingPart {
        /// JSON pointer.
        pub place: Foreign,
        /// What it was when it was accepted, as JSON.
        pub before: Foreign,
        /// What it is now.
        pub after: Foreign,
    }
}
