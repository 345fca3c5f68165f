//! Why a server does not start or connect, and which runtimes are there.

use portcullis_core::{Foreign, shape};

shape! {
    /// One cause, one remedy, and what was looked at.
    pub struct DiagnosisView {
        /// The server.
        pub server: String,
        /// The person's own name for it.
        pub label: String,
        /// Stable, in snake case: `program_not_found`, `variable_missing`, `unknown`; `nothing` where nothing failed.
        pub cause: String,
        /// The cause, for a person.
        pub sentence: String,
        /// What to do, for a person.
        pub remedy: String,
        /// How what is missing is installed on this computer.
        pub install: Option<InstallView>,
        /// What a button can do, in snake case: `restart`, `sign_in`, `edit_variables`, `open_log` …
        pub action: Option<String>,
        /// The action is a change of the settings, or a start, that `propose_repair` asks to approve.
        pub proposes: bool,
        /// Environment variables that the remedy asks for.
        pub variables: Vec<String>,
        /// When the attempt failed that this is about, in milliseconds since 1970; `None` where nothing failed.
        pub at: Option<u64>,
        /// Another attempt is under way since.
        pub earlier: bool,
        /// The line of the server's output that tells the cause.
        pub said: Option<Foreign>,
        /// What was looked at.
        pub looked_at: Vec<ObservationView>,
    }

    /// Something that a diagnosis looked at.
    pub struct ObservationView {
        /// Stable, in snake case: `exit`, `stderr`, `search_path`, `runtime`, `proxy` …
        pub kind: String,
        /// What was seen, for a person.
        pub words: String,
        /// What the server wrote, a line each.
        pub said: Vec<Foreign>,
    }

    /// How something is installed. Portcullis runs nothing of it.
    #[derive(Eq)]
    #[serde(tag = "kind", rename_all = "snake_case")]
    pub enum InstallView {
        /// By a command in a terminal.
        Command {
            /// `sudo apt install nodejs npm`.
            command: String,
        },
        /// As a page of its makers says.
        Page {
            /// `https`.
            url: String,
        },
    }

    /// A program that starts servers, and where it is.
    #[derive(Eq)]
    pub struct RuntimeView {
        /// Its name: `npx`.
        pub program: String,
        /// What it comes with: `Node.js`.
        pub runtime: String,
        /// Absolute; `None` where it was not found.
        pub path: Option<String>,
        /// Its version, where its files tell it.
        pub version: Option<String>,
        /// How it is installed.
        pub install: InstallView,
    }
}
