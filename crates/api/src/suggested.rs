//! Servers that are suggested to a person who adds one.

use super::InstallView;
use portcullis_core::shape;
use portcullis_domain::{ServerDraft, SuggestionNeed};

shape! {
    /// A server of the list that comes with Portcullis. It allows nothing: its draft is reviewed like any other.
    pub struct SuggestedServer {
        /// Stable, in kebab case.
        pub id: String,
        /// What its makers call it.
        pub name: String,
        /// Who makes it.
        pub publisher: String,
        /// Its repository; `https`.
        pub source: String,
        /// `npm` or `PyPI`.
        pub registry: String,
        /// The package.
        pub package: String,
        /// The exact version.
        pub version: String,
        /// In one sentence, what a model can do with it.
        pub purpose: String,
        /// What runs it: `Node.js`.
        pub runtime: String,
        /// That is on this computer.
        pub installed: bool,
        /// How what runs it is installed.
        pub install: InstallView,
        /// What else it needs.
        pub needs: Vec<SuggestionNeed>,
        /// What the folder is for; `None` where it needs none.
        pub folder_use: Option<String>,
        /// What the form is filled with.
        pub draft: ServerDraft,
    }
}
