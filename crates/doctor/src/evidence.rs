//! What the host knows of a failure.

use portcullis_core::{Clue, Code};
use portcullis_domain::{Endpoint, EraChoice, FenceHost, TransportChoice};
use portcullis_programs::{PathSystem, System};

/// What is known of a server that does not start or connect. Texts of the server are without secrets already; of variables
/// and headers there are only names.
#[derive(Debug, Clone, PartialEq)]
pub struct Evidence {
    /// As configured.
    pub endpoint: Endpoint,
    /// The code of the host's last error; `None` where nothing failed.
    pub code: Option<Code>,
    /// The host's own words for it.
    pub sentence: Option<String>,
    /// It is connected, and the error is about a list that it did not give.
    pub is_connected: bool,
    /// What was seen of the failure, finer than its code.
    pub clue: Option<Clue>,
    /// Exit code of the program, where it ended on its own.
    pub exit_code: Option<i32>,
    /// Signal that killed it.
    pub exit_signal: Option<i32>,
    /// Last lines of standard error, oldest first. At most [`crate::limits::STDERR_LINES`] are read.
    pub stderr: Vec<String>,
    /// First lines on standard output that were no messages.
    pub stdout: Vec<String>,
    /// The beginning of the line on standard output that had no newline when the attempt failed.
    pub unterminated: Option<String>,
    /// What is at the program's place now.
    pub program: ProgramState,
    /// The system and processor that the program is for, where that is not this computer's; see [`crate::built_for`].
    pub built_for: Option<String>,
    /// Another usual name of the program that was found, such as `python3` for `python`.
    pub alternative: Option<String>,
    /// Absolute path of another program of the same name, which is no shim and is searched later.
    pub elsewhere: Option<String>,
    /// Folders that were searched for it, in order.
    pub searched: Vec<String>,
    /// The working folder is configured and not there.
    pub folder_missing: bool,
    /// Versions of runtimes, as far as they are known without starting one.
    pub versions: Vec<RuntimeVersion>,
    /// It runs from a package that was fetched once: nothing else may change its files.
    pub is_fetched: bool,
    /// Names of the environment variables of the server that have a value.
    pub variables: Vec<String>,
    /// Hosts that its fence kept it from, since the attempt began.
    pub kept_out: Vec<FenceHost>,
    /// Paths among its arguments, and in what it wrote last, that are there and that its fence hides.
    pub hidden: Vec<HiddenPath>,
    /// The folder of its script, where its fence hides a module in it that was not found.
    pub hidden_beside: Option<HiddenPath>,
    /// It runs in a fence.
    pub is_fenced: bool,
    /// The host itself reaches the internet through a proxy.
    pub proxy: bool,
    /// The person entered an `Authorization` header.
    pub own_authorization: bool,
    /// Signed in, or was; `None` where the server takes no sign-in.
    pub signed_in: Option<bool>,
    /// A longer start timeout than the present one, in seconds; `None` where it is the longest already.
    pub longer_start: Option<u32>,
    /// As configured.
    pub transport: TransportChoice,
    /// As configured.
    pub era: EraChoice,
    /// How software is installed on this computer.
    pub system: System,
    /// The kind of paths that this computer has.
    pub paths: PathSystem,
}

impl Evidence {
    /// Nothing known but how the server is reached.
    #[must_use]
    pub fn of(endpoint: Endpoint, system: System) -> Self {
        Self {
            endpoint,
            code: None,
            sentence: None,
            is_connected: false,
            clue: None,
            exit_code: None,
            exit_signal: None,
            stderr: Vec::new(),
            stdout: Vec::new(),
            unterminated: None,
            program: ProgramState::Unknown,
            built_for: None,
            alternative: None,
            elsewhere: None,
            searched: Vec::new(),
            folder_missing: false,
            versions: Vec::new(),
            is_fetched: false,
            variables: Vec::new(),
            kept_out: Vec::new(),
            hidden: Vec::new(),
            hidden_beside: None,
            is_fenced: false,
            proxy: false,
            own_authorization: false,
            signed_in: None,
            longer_start: None,
            transport: TransportChoice::default(),
            era: EraChoice::default(),
            system,
            paths: PathSystem::Other,
        }
    }
}

/// What is at the program's place.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum ProgramState {
    /// It was not checked.
    Unknown,
    /// A program at this absolute path.
    Found(String),
    /// A file that may not be executed, a folder, or a place that cannot be looked at: the code of the host's error says so.
    NotExecutable,
    /// Nothing.
    Missing,
}

/// A path that is there, and that a server does not see in its fence.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct HiddenPath {
    /// As it was written.
    pub path: String,
    /// Nothing offers places of keys, whole homes and our own data.
    pub may_be_granted: bool,
}

/// The version of a runtime.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct RuntimeVersion {
    /// `Node.js`, `Python`.
    pub runtime: String,
    /// `20.11.1`.
    pub version: String,
}
