//! One error for the whole host: a code that drivers switch on, a sentence for the person, and what to do.
//!
//! A code exists only where somebody treats it differently. A sentence names the server in quotes, says what
//! happened and what was not done. Text from a server enters a sentence only through [`crate::text::ForeignText`].

use crate::view::Problem;
use std::fmt;

macro_rules! codes {
    ($($(#[doc = $doc:literal])* $variant:ident = $text:literal,)*) => {
        /// What kind of thing did not work.
        #[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
        pub enum Code { $($(#[doc = $doc])* $variant,)* }
        impl Code {
            /// The stable dotted form.
            #[must_use]
            pub const fn as_str(self) -> &'static str { match self { $(Self::$variant => $text,)* } }
        }
    };
}

codes! {
    /// What was given does not make sense.
    BadInput = "input.bad",
    /// The thing asked for does not exist (any more).
    NotFound = "not_found",
    /// The label is taken.
    LabelTaken = "server.label_taken",
    /// The program is not there.
    LaunchNotFound = "launch.not_found",
    /// The program is there but may not be executed.
    LaunchNotExecutable = "launch.not_executable",
    /// An argument cannot be passed safely.
    LaunchBadArgument = "launch.bad_argument",
    /// A variable that changes what runs is refused (S-12).
    LaunchHiddenHook = "launch.hidden_hook",
    /// The system did not start the program.
    LaunchFailed = "launch.failed",
    /// What would start is not what was approved.
    LaunchChanged = "launch.changed",
    /// The server ended.
    ServerExited = "server.exited",
    /// The server does not take input.
    ServerStuck = "server.stuck",
    /// The server does not answer.
    ServerSilent = "server.silent",
    /// The server is off or not ready.
    ServerNotReady = "server.not_ready",
    /// The server keeps failing.
    ServerKeepsFailing = "server.keeps_failing",
    /// No revision of the protocol in common.
    NoCommonRevision = "protocol.no_common_revision",
    /// A message broke the protocol.
    ProtocolBroken = "protocol.broken",
    /// A message was larger than allowed.
    MessageTooLarge = "protocol.too_large",
    /// The server answered with a protocol error.
    ProtocolError = "protocol.error",
    /// The server asks for more input than it may.
    InputRequired = "protocol.input_required",
    /// The address cannot be reached.
    NetworkUnreachable = "network.unreachable",
    /// Something else than an MCP server answered.
    NetworkNotMcp = "network.not_mcp",
    /// The address redirects elsewhere.
    NetworkRedirect = "network.redirect",
    /// TLS failed.
    NetworkTls = "network.tls",
    /// The server wants a sign-in.
    AuthRequired = "auth.required",
    /// The connection was lost while something was under way.
    TransportLost = "transport.lost",
    /// No answer in time.
    CallTimeout = "call.timeout",
    /// Stopped by a person.
    CallCancelled = "call.cancelled",
    /// Arguments do not fit the schema.
    CallBadArguments = "call.bad_arguments",
    /// The tool is not there.
    ToolUnknown = "tool.unknown",
    /// The definition is not the one that was approved.
    ToolChanged = "tool.changed",
    /// A person said no.
    ConsentDenied = "consent.denied",
    /// Nobody answered.
    ConsentExpired = "consent.expired",
    /// The answer does not belong to what waits.
    ConsentStale = "consent.stale",
    /// The answer came before anyone could have read the request.
    ConsentTooSoon = "consent.too_soon",
    /// Too much waits already.
    ConsentBusy = "consent.busy",
    /// Nobody is there to ask.
    ConsentNobody = "consent.nobody",
    /// A rule says no.
    PolicyDenied = "policy.denied",
    /// The keychain is locked.
    VaultLocked = "vault.locked",
    /// There is no usable keychain.
    VaultMissing = "vault.missing",
    /// The database is damaged.
    StoreCorrupt = "store.corrupt",
    /// The database was written by a newer version.
    StoreNewer = "store.newer",
    /// The database cannot be written.
    StoreReadOnly = "store.read_only",
    /// The disk is full.
    StoreFull = "store.full",
    /// The database is in use or failed otherwise.
    StoreFailed = "store.failed",
    /// A fault of ours.
    Internal = "internal",
}

/// What did not work.
#[derive(Debug, Clone, PartialEq)]
pub struct Error {
    /// Kind.
    pub code: Code,
    /// What happened and what was not done, for a person.
    pub sentence: String,
    /// What to do, for a person.
    pub remedy: Option<String>,
}

/// The result of everything that can fail.
pub type Result<T, E = Error> = std::result::Result<T, E>;

impl Error {
    /// An error with its sentence.
    #[must_use]
    pub fn new(code: Code, sentence: impl Into<String>) -> Self {
        Self {
            code,
            sentence: sentence.into(),
            remedy: None,
        }
    }

    /// The same with what to do.
    #[must_use]
    pub fn remedy(mut self, remedy: impl Into<String>) -> Self {
        self.remedy = Some(remedy.into());
        self
    }

    /// A fault of ours, never the person's.
    #[must_use]
    pub fn internal(what: impl fmt::Display) -> Self {
        Self::new(
            Code::Internal,
            format!("Portcullis made a mistake: {what}. Nothing more was done."),
        )
        .remedy("Try again. If it happens again, report it with the steps that led here.")
    }
}

impl fmt::Display for Error {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.sentence)?;
        if let Some(remedy) = &self.remedy {
            write!(f, " {remedy}")?;
        }
        Ok(())
    }
}

impl std::error::Error for Error {}

impl From<Error> for Problem {
    fn from(error: Error) -> Self {
        Self {
            code: error.code.as_str().to_owned(),
            sentence: error.sentence,
            remedy: error.remedy,
        }
    }
}
