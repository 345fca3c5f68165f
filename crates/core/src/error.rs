//! One error for the whole host: a code that drivers switch on, a sentence for the person, and what to do.
//!
//! A code exists only where somebody treats it differently. A sentence names the server in quotes, says what
//! happened and what was not done. Text from a server enters a sentence only through [`crate::text::ForeignText`].

use crate::text::ForeignText;
use crate::{Foreign, Problem};
use std::fmt;

macro_rules! codes {
    ($($(#[doc = $doc:literal])* $variant:ident = $text:literal, $words:literal,)*) => {
        /// What kind of thing did not work.
        #[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
        pub enum Code { $($(#[doc = $doc])* $variant,)* }
        impl Code {
            /// The stable dotted form.
            #[must_use]
            pub const fn as_str(self) -> &'static str { match self { $(Self::$variant => $text,)* } }
            /// How something that ended this way reads in the record: a few words, no full stop.
            #[must_use]
            pub const fn in_words(self) -> &'static str { match self { $(Self::$variant => $words,)* } }
        }
    };
}

codes! {
    /// What was given does not make sense.
    BadInput = "input.bad", "made no sense",
    /// The thing asked for does not exist (any more).
    NotFound = "not_found", "was not there any more",
    /// The label is taken.
    LabelTaken = "server.label_taken", "the label is taken",
    /// The program is not there.
    LaunchNotFound = "launch.not_found", "the program is not there",
    /// The program is there but may not be executed.
    LaunchNotExecutable = "launch.not_executable", "the program may not be run",
    /// An argument cannot be passed safely.
    LaunchBadArgument = "launch.bad_argument", "an argument cannot be passed safely",
    /// A variable that changes what runs is refused (S-12).
    LaunchHiddenHook = "launch.hidden_hook", "a variable changes what runs",
    /// The system did not start the program.
    LaunchFailed = "launch.failed", "the system did not start it",
    /// What would start is not what was approved.
    LaunchChanged = "launch.changed", "not what was approved",
    /// The server ended.
    ServerExited = "server.exited", "the server ended",
    /// The server does not take input.
    ServerStuck = "server.stuck", "the server took no input",
    /// The server does not answer.
    ServerSilent = "server.silent", "the server did not answer",
    /// What the server runs was still being downloaded when its time to start was over.
    ServerDownloading = "server.downloading", "it was still downloading",
    /// The server is off or not ready.
    ServerNotReady = "server.not_ready", "the server was not ready",
    /// The server keeps failing.
    ServerKeepsFailing = "server.keeps_failing", "the server keeps failing",
    /// No revision of the protocol in common.
    NoCommonRevision = "protocol.no_common_revision", "no protocol revision in common",
    /// A message broke the protocol.
    ProtocolBroken = "protocol.broken", "the answer broke the protocol",
    /// A message was larger than allowed.
    MessageTooLarge = "protocol.too_large", "the answer was too large",
    /// The server answered with a protocol error.
    ProtocolError = "protocol.error", "the server answered with an error",
    /// The server asks for more input than it may.
    InputRequired = "protocol.input_required", "the server asked for more than it may",
    /// The address cannot be reached.
    NetworkUnreachable = "network.unreachable", "the address could not be reached",
    /// Something else than an MCP server answered.
    NetworkNotMcp = "network.not_mcp", "no MCP server there",
    /// The address redirects elsewhere.
    NetworkRedirect = "network.redirect", "sent elsewhere",
    /// TLS failed.
    NetworkTls = "network.tls", "no secure connection",
    /// The network answers in place of the address, until somebody signs in to it (F-15).
    NetworkCaptive = "network.captive", "the network answered instead",
    /// The address has no time for us now (F-12).
    NetworkBusy = "network.busy", "the address was too busy",
    /// The server answered with an error of HTTP: it is there, and did not do its part.
    NetworkFault = "network.fault", "the server answered with an HTTP error",
    /// A server named an address that is not visited (S-62).
    NetworkForbidden = "network.forbidden", "an address that is not visited",
    /// The server wants a sign-in.
    AuthRequired = "auth.required", "the server wants a sign-in",
    /// The server wants more than was granted at the sign-in.
    AuthMore = "auth.more", "it wants more than was granted",
    /// The server does not let this account in, signed in or not.
    AuthForbidden = "auth.forbidden", "not allowed for this account",
    /// The authorization server was not reached, so a token was not renewed.
    AuthUnreachable = "auth.unreachable", "the authorization server could not be reached",
    /// A sign-in does not hold any more.
    AuthEnded = "auth.ended", "the sign-in ended",
    /// What a sign-in needs to know is not there, or not as it must be.
    AuthBadMetadata = "auth.bad_metadata", "the sign-in is not set up as it must be",
    /// An address that a sign-in needs is not one that is used (S-18).
    AuthBadEndpoint = "auth.bad_endpoint", "an address of the sign-in is not used",
    /// A client id has to be named first.
    AuthNoClient = "auth.client_needed", "a client id is missing",
    /// The authorization server, or somebody there, said no.
    AuthRefused = "auth.refused", "the authorization server said no",
    /// The answer of the browser came from somebody else (S-53).
    AuthMixUp = "auth.mixed_up", "the answer came from somebody else",
    /// The browser cannot come back.
    AuthNoWayBack = "auth.no_way_back", "no way back from the browser",
    /// Nobody came back from the browser in time.
    AuthTooLate = "auth.too_late", "nobody came back from the browser",
    /// What vouches for the person, or for this computer, is not there or is none.
    AuthVoucher = "auth.voucher", "nothing there that vouches",
    /// The connection was lost while something was under way.
    TransportLost = "transport.lost", "the connection was lost",
    /// No answer in time.
    CallTimeout = "call.timeout", "no answer in time",
    /// Stopped by a person.
    CallCancelled = "call.cancelled", "stopped by you",
    /// Arguments do not fit the schema.
    CallBadArguments = "call.bad_arguments", "arguments did not fit",
    /// The tool is not there.
    ToolUnknown = "tool.unknown", "no such tool",
    /// The server offers the tool, and its definition cannot be used.
    ToolLeftOut = "tool.left_out", "the tool is left out",
    /// The definition is not the one that was approved.
    ToolChanged = "tool.changed", "the definition changed",
    /// The server said nothing of offering this.
    NotOffered = "server.not_offered", "the server does not offer it",
    /// The server says that the resource is not there.
    ResourceMissing = "resource.missing", "no such resource",
    /// The prompt is not there.
    PromptUnknown = "prompt.unknown", "no such prompt",
    /// A person said no.
    ConsentDenied = "consent.denied", "denied by you",
    /// Nobody answered.
    ConsentExpired = "consent.expired", "nobody answered",
    /// The answer does not belong to what waits.
    ConsentStale = "consent.stale", "the answer was for something else",
    /// The answer came before anyone could have read the request.
    ConsentTooSoon = "consent.too_soon", "the answer came too soon",
    /// A command that acts was not asked by a press of the person.
    ConsentNoPress = "consent.no_press", "nothing was pressed in the window",
    /// Said no too often to be asked again for now (S-37).
    ConsentEmbargo = "consent.embargo", "denied without asking",
    /// Portcullis was closed before it was decided.
    Closing = "host.closing", "Portcullis was closed",
    /// Too much waits already.
    ConsentBusy = "consent.busy", "too much was waiting",
    /// The server took its question back, or is gone.
    ConsentTakenBack = "consent.taken_back", "the server took it back",
    /// Nobody is there to ask.
    ConsentNobody = "consent.nobody", "nobody was there to ask",
    /// A form is not filled in as it must be.
    FormUnfit = "form.unfit", "the form was not filled in as it must be",
    /// A server asks for something that cannot be shown as a form (S-80).
    FormBad = "elicitation.bad_schema", "what it asked for is no form",
    /// A server asks to open an address that is not opened (ELI-23).
    LinkRefused = "elicitation.bad_address", "the address is not one that is opened",
    /// The browser did not open.
    LinkNotOpened = "elicitation.not_opened", "the browser did not open",
    /// A server made more sampling requests than it may (S-75).
    SamplingBudget = "sampling.budget", "more than it may ask for",
    /// A provider of models does not accept its key.
    ModelKey = "model.key", "the key was not accepted",
    /// The account at a provider is out of money.
    ModelMoney = "model.money", "the account is out of money",
    /// A provider does not have a model (any more).
    ModelUnknown = "model.unknown", "no such model",
    /// What answers is no provider of models.
    ModelNotThere = "model.not_there", "no provider of models there",
    /// A provider has no time.
    ModelBusy = "model.busy", "the provider was too busy",
    /// A conversation is longer than its model can read.
    ModelTooLong = "model.too_long", "longer than the model can read",
    /// A reply broke off, or cannot be read.
    ModelCut = "model.cut", "the reply broke off",
    /// A provider did not take a request.
    ModelRefused = "model.refused", "the provider did not take it",
    /// A server does not know a task any more.
    TaskGone = "task.gone", "the server no longer knows the task",
    /// A task was not finished in the time for which its server keeps it.
    TaskExpired = "task.expired", "not finished in the time it is kept",
    /// A server that was told to stop a task did not say that it did.
    TaskUnstopped = "task.unstopped", "you stopped waiting for it",
    /// A server may have no more tasks at once.
    TaskTooMany = "task.too_many", "too many tasks at once",
    /// A rule says no.
    PolicyDenied = "policy.denied", "denied by a rule",
    /// The keychain is locked.
    VaultLocked = "vault.locked", "the keychain was locked",
    /// There is no usable keychain.
    VaultMissing = "vault.missing", "no usable keychain",
    /// The database is damaged.
    StoreCorrupt = "store.corrupt", "the database is damaged",
    /// The database was written by a newer version.
    StoreNewer = "store.newer", "the database is of a newer version",
    /// A backup took the place of the database.
    StoreRestored = "store.restored", "restored from a backup",
    /// The last starts ended badly, so no server was started (F-41).
    SafeStart = "host.safe_start", "started with all servers off",
    /// The database cannot be written.
    StoreReadOnly = "store.read_only", "the database is read-only",
    /// The disk is full.
    StoreFull = "store.full", "the disk is full",
    /// The database is in use or failed otherwise.
    StoreFailed = "store.failed", "the database could not be used",
    /// A fault of ours.
    Internal = "internal", "a mistake in Portcullis",
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
    /// What the server said about it. It stays out of the sentence, which is ours (S-34).
    pub said: Option<Foreign>,
    /// The JSON-RPC code of the server's own error, where it answered with one.
    pub refused: Option<i64>,
    /// How long the server wants to be left alone, as it said and within the limit of the caller.
    pub again_after: Option<std::time::Duration>,
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
            said: None,
            refused: None,
            again_after: None,
        }
    }

    /// The same with what to do.
    #[must_use]
    pub fn remedy(mut self, remedy: impl Into<String>) -> Self {
        self.remedy = Some(remedy.into());
        self
    }

    /// The same with what the server said, cut to [`crate::limits::SAID`] characters.
    #[must_use]
    pub fn said(mut self, words: &ForeignText) -> Self {
        self.said = Some(words.first_line(crate::limits::SAID));
        self
    }

    /// The same with the code of the server's own error.
    #[must_use]
    pub fn refused(mut self, code: i64) -> Self {
        self.refused = Some(code);
        self
    }

    /// The same with how long the server wants to be left alone.
    #[must_use]
    pub fn again_after(mut self, pause: Option<std::time::Duration>) -> Self {
        self.again_after = pause;
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
        if let Some(said) = &self.said {
            write!(f, " It said: “{}”.", said.text)?;
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
            said: error.said,
        }
    }
}
