//! Resources: what a server offers to be read, and what was read.

use super::{Block, Foreign, shape};

shape! {
    /// Whom a server says something is for.
    #[derive(Copy, Eq)]
    #[serde(rename_all = "snake_case")]
    pub enum Audience {
        /// The person.
        Person,
        /// The model.
        Model,
    }

    /// What a server says about the use of something; unverified (RES-12).
    #[derive(Default)]
    pub struct Annotations {
        /// For whom; no particular audience when empty.
        pub audience: Vec<Audience>,
        /// How important, from 0 to 1.
        pub priority: Option<f64>,
        /// When it was last modified.
        pub modified_at: Option<u64>,
    }

    /// An entry of a list that cannot be used, and why.
    #[derive(Eq)]
    pub struct SkippedEntry {
        /// Its name or address, or its position in the list.
        pub shown: Foreign,
        /// Why it is left out.
        pub reason: String,
    }

    /// One content of a resource. A server may answer with several, and under other addresses than the one asked for.
    pub struct ResourceContent {
        /// Raw address.
        pub uri: String,
        /// The raw address as a person may see it.
        pub shown: Foreign,
        /// It is the address that was asked for.
        pub as_asked: bool,
        /// Type, as claimed.
        pub mime: Option<Foreign>,
        /// Text, a checked image or sound, a resource to be saved, or something that cannot be shown.
        pub block: Block,
    }
}
