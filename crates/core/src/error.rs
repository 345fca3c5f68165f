//! One error for the whole host: a code that drivers switch on, a sentence for the person, and what to do.
//!
//! A code exists only where somebody treats it differently. A sentence names the server in quotes, says what
//! happened and what was not done. Text from a server enters a sentence only through [`crate::text::ForeignText`].

use crate::text::ForeignText;
use crate::{Foreign, Problem};
use portcullis_l10n::{say, say_by};
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
            /// Every code.
            #[cfg(test)]
            const ALL: &[Self] = &[$(Self::$variant,)*];
        }
    };
}

impl Code {
    /// How something that ended this way reads in the audit log: a few words, no full stop.
    #[must_use]
    pub fn in_words(self) -> String {
        say_by!("code-", self.as_str().replace('.', "-"))
    }
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
    /// What the server runs was still being downloaded when its time to start was over.
    ServerDownloading = "server.downloading",
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
    /// The network answers in place of the address, until somebody signs in to it (F-15).
    NetworkCaptive = "network.captive",
    /// The address has no time for us now (F-12).
    NetworkBusy = "network.busy",
    /// The server answered with an error of HTTP: it is there, and did not do its part.
    NetworkFault = "network.fault",
    /// A server named an address that is not visited (S-62).
    NetworkForbidden = "network.forbidden",
    /// The server wants a sign-in.
    AuthRequired = "auth.required",
    /// The server wants more than was granted at the sign-in.
    AuthMore = "auth.more",
    /// The server does not let this account in, signed in or not.
    AuthForbidden = "auth.forbidden",
    /// The authorization server was not reached, so a token was not renewed.
    AuthUnreachable = "auth.unreachable",
    /// A sign-in does not hold any more.
    AuthEnded = "auth.ended",
    /// What a sign-in needs to know is not there, or not as it must be.
    AuthBadMetadata = "auth.bad_metadata",
    /// An address that a sign-in needs is not one that is used (S-18).
    AuthBadEndpoint = "auth.bad_endpoint",
    /// A client id has to be named first.
    AuthNoClient = "auth.client_needed",
    /// The authorization server, or somebody there, said no.
    AuthRefused = "auth.refused",
    /// The answer of the browser came from somebody else (S-53).
    AuthMixUp = "auth.mixed_up",
    /// The browser cannot come back.
    AuthNoWayBack = "auth.no_way_back",
    /// Nobody came back from the browser in time.
    AuthTooLate = "auth.too_late",
    /// What vouches for the person, or for this computer, is not there or is none.
    AuthVoucher = "auth.voucher",
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
    /// The server offers the tool, and its definition cannot be used.
    ToolLeftOut = "tool.left_out",
    /// The definition is not the one that was approved.
    ToolChanged = "tool.changed",
    /// The server said nothing of offering this.
    NotOffered = "server.not_offered",
    /// The server says that the resource is not there.
    ResourceMissing = "resource.missing",
    /// The prompt is not there.
    PromptUnknown = "prompt.unknown",
    /// A person said no.
    ConsentDenied = "consent.denied",
    /// Nobody answered.
    ConsentExpired = "consent.expired",
    /// The answer does not belong to what waits.
    ConsentStale = "consent.stale",
    /// The answer came before anyone could have read the request.
    ConsentTooSoon = "consent.too_soon",
    /// A command that acts was not asked by a press of the person.
    ConsentNoPress = "consent.no_press",
    /// Said no too often to be asked again for now (S-37).
    ConsentEmbargo = "consent.embargo",
    /// Portcullis was closed before it was decided.
    Closing = "host.closing",
    /// Too much waits already.
    ConsentBusy = "consent.busy",
    /// The server took its question back, or is gone.
    ConsentTakenBack = "consent.taken_back",
    /// Nobody is there to ask.
    ConsentNobody = "consent.nobody",
    /// A form is not filled in as it must be.
    FormUnfit = "form.unfit",
    /// A server asks for something that cannot be shown as a form (S-80).
    FormBad = "elicitation.bad_schema",
    /// A server asks to open an address that is not opened (ELI-23).
    LinkRefused = "elicitation.bad_address",
    /// The browser did not open.
    LinkNotOpened = "elicitation.not_opened",
    /// A server made more sampling requests than it may (S-75).
    SamplingBudget = "sampling.budget",
    /// A provider of models does not accept its key.
    ModelKey = "model.key",
    /// The account at a provider is out of money.
    ModelMoney = "model.money",
    /// A provider does not have a model (any more).
    ModelUnknown = "model.unknown",
    /// What answers is no provider of models.
    ModelNotThere = "model.not_there",
    /// A provider has no time.
    ModelBusy = "model.busy",
    /// A conversation is longer than its model can read.
    ModelTooLong = "model.too_long",
    /// A reply broke off, or cannot be read.
    ModelCut = "model.cut",
    /// A provider did not take a request.
    ModelRefused = "model.refused",
    /// A server does not know a task any more.
    TaskGone = "task.gone",
    /// A task was not finished in the time for which its server keeps it.
    TaskExpired = "task.expired",
    /// A server that was told to stop a task did not say that it did.
    TaskUnstopped = "task.unstopped",
    /// A server may have no more tasks at once.
    TaskTooMany = "task.too_many",
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
    /// A backup took the place of the database.
    StoreRestored = "store.restored",
    /// The last starts ended badly, so no server was started (F-41).
    SafeStart = "host.safe_start",
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
        Self::new(Code::Internal, say!("internal", what = what.to_string())).remedy(say!("internal-remedy"))
    }
}

impl fmt::Display for Error {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let mut told = self.sentence.clone();
        if let Some(remedy) = &self.remedy {
            told = format!("{told} {remedy}");
        }
        match &self.said {
            Some(said) => f.write_str(&say!("error-said", error = told, said = said.text.as_str())),
            None => f.write_str(&told),
        }
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

#[cfg(test)]
mod tests {
    use super::Code;

    #[test]
    fn every_code_has_words() {
        for code in Code::ALL {
            let words = code.in_words();
            assert!(!words.starts_with("code-") && !words.ends_with('.'), "{words}");
        }
    }
}
