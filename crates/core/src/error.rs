//! One error for the whole host: a code that drivers switch on, a sentence for the person, and what to do.
//!
//! A code exists only where it is treated differently. A sentence names the server in quotes, says what
//! happened and what was not done. Text from a server enters a sentence only through [`crate::text::ForeignText`].

use crate::text::ForeignText;
use crate::{Clue, Problem, SourcedText, TextSource};
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
            pub const ALL: &[Self] = &[$(Self::$variant,)*];
        }
    };
}

impl Code {
    /// How something that ended this way reads in the audit log: a few words, no full stop.
    #[must_use]
    pub fn in_words(self) -> String {
        say_by!("code-", self.as_str().replace('.', "-"))
    }

    /// Whether a server whose connection ended this way is connected again automatically: not when a person has to change
    /// something first.
    #[must_use]
    pub const fn is_tried_again(self) -> bool {
        matches!(
            self,
            Self::ServerExited
                | Self::ServerSilent
                | Self::ServerDownloading
                | Self::ServerStuck
                | Self::TransportLost
                | Self::NetworkUnreachable
                | Self::NetworkCaptive
                | Self::NetworkBusy
                | Self::NetworkFault
                | Self::AuthUnreachable
                | Self::ProtocolBroken
                | Self::MessageTooLarge
                | Self::LaunchFailed
        )
    }

    /// Whether it is about the connection to a URL, not about the server there. A server that was connected before is
    /// tried again for as long as it takes.
    #[must_use]
    pub const fn is_about_the_connection(self) -> bool {
        matches!(
            self,
            Self::NetworkUnreachable
                | Self::NetworkCaptive
                | Self::NetworkBusy
                | Self::NetworkFault
                | Self::NetworkTls
                | Self::AuthUnreachable
                | Self::TransportLost
                | Self::ServerSilent
        )
    }
}

codes! {
    /// A value is not valid.
    BadInput = "input.bad",
    /// The object does not exist or no longer exists.
    NotFound = "not_found",
    /// Another server has this label.
    LabelTaken = "server.label_taken",
    /// The program of a server does not exist.
    LaunchNotFound = "launch.not_found",
    /// The program exists but may not be executed.
    LaunchNotExecutable = "launch.not_executable",
    /// An argument cannot be passed to this program safely.
    LaunchBadArgument = "launch.bad_argument",
    /// An environment variable that changes which code runs is refused (S-12).
    LaunchHiddenHook = "launch.hidden_hook",
    /// The system did not start the program.
    LaunchFailed = "launch.failed",
    /// What would start is not what was approved.
    LaunchChanged = "launch.changed",
    /// The process of the server ended.
    ServerExited = "server.exited",
    /// The server does not read its input.
    ServerStuck = "server.stuck",
    /// The server does not respond.
    ServerSilent = "server.silent",
    /// A launcher was still downloading the server when the start timeout ended.
    ServerDownloading = "server.downloading",
    /// The server is off or not ready.
    ServerNotReady = "server.not_ready",
    /// The server failed too often to be started again.
    ServerKeepsFailing = "server.keeps_failing",
    /// The server and Portcullis have no protocol version in common.
    NoCommonRevision = "protocol.no_common_revision",
    /// A message violated the protocol.
    ProtocolBroken = "protocol.broken",
    /// A message was larger than its limit.
    MessageTooLarge = "protocol.too_large",
    /// The server returned a JSON-RPC error.
    ProtocolError = "protocol.error",
    /// The server asks for more input than allowed.
    InputRequired = "protocol.input_required",
    /// The URL cannot be reached.
    NetworkUnreachable = "network.unreachable",
    /// There is no MCP server at the URL.
    NetworkNotMcp = "network.not_mcp",
    /// The URL redirects to another origin, or in a loop.
    NetworkRedirect = "network.redirect",
    /// The TLS connection failed.
    NetworkTls = "network.tls",
    /// A captive portal responds in place of the server, until you sign in to the network (F-15).
    NetworkCaptive = "network.captive",
    /// The server is overloaded or limits the rate of requests (F-12).
    NetworkBusy = "network.busy",
    /// The server returned an HTTP error.
    NetworkFault = "network.fault",
    /// A server named a URL that Portcullis does not contact, such as one inside your network (S-62).
    NetworkForbidden = "network.forbidden",
    /// The server requires a sign-in.
    AuthRequired = "auth.required",
    /// The server requires more scopes than were granted.
    AuthMore = "auth.more",
    /// The server denies access to this account.
    AuthForbidden = "auth.forbidden",
    /// The authorization server was not reached, so the token was not renewed.
    AuthUnreachable = "auth.unreachable",
    /// The sign-in is no longer valid.
    AuthEnded = "auth.ended",
    /// Metadata that the sign-in needs is missing or invalid.
    AuthBadMetadata = "auth.bad_metadata",
    /// A URL that the sign-in needs is not allowed (S-18).
    AuthBadEndpoint = "auth.bad_endpoint",
    /// The authorization server needs a client ID that you enter.
    AuthNoClient = "auth.client_needed",
    /// The authorization server denied access, or you declined there.
    AuthRefused = "auth.refused",
    /// The response in the browser came from another authorization server (S-53).
    AuthMixUp = "auth.mixed_up",
    /// The listener for the redirect could not be opened.
    AuthNoWayBack = "auth.no_way_back",
    /// The browser did not return in time.
    AuthTooLate = "auth.too_late",
    /// The identity token, or the token file, is missing or invalid.
    AuthVoucher = "auth.voucher",
    /// The connection was lost during an operation.
    TransportLost = "transport.lost",
    /// No result arrived in time. The tool may have run.
    CallTimeout = "call.timeout",
    /// You stopped the call.
    CallCancelled = "call.cancelled",
    /// The arguments do not match the schema of the tool.
    CallBadArguments = "call.bad_arguments",
    /// A model requested more calls in one reply than run.
    CallTooMany = "call.too_many",
    /// The server has no tool of this name.
    ToolUnknown = "tool.unknown",
    /// The server offers the tool, but its definition cannot be used.
    ToolLeftOut = "tool.left_out",
    /// The definition is not the one that was approved.
    ToolChanged = "tool.changed",
    /// The server does not offer this.
    NotOffered = "server.not_offered",
    /// The server says that the resource does not exist.
    ResourceMissing = "resource.missing",
    /// The server has no prompt of this name.
    PromptUnknown = "prompt.unknown",
    /// You denied the request.
    ConsentDenied = "consent.denied",
    /// The request ended without an answer.
    ConsentExpired = "consent.expired",
    /// The answer does not belong to the pending request.
    ConsentStale = "consent.stale",
    /// The answer arrived before the request could be read.
    ConsentTooSoon = "consent.too_soon",
    /// A command that needs a click, key press or touch in the window came without one.
    ConsentNoPress = "consent.no_press",
    /// The server was denied too often and is in its cooldown (S-37).
    ConsentEmbargo = "consent.embargo",
    /// Portcullis quit before the decision.
    Closing = "host.closing",
    /// Too many requests are pending.
    ConsentBusy = "consent.busy",
    /// The server withdrew its request, or is gone.
    ConsentTakenBack = "consent.taken_back",
    /// The action needs approval, and there is no interactive terminal to ask in.
    ConsentNobody = "consent.nobody",
    /// The form is not filled in as its fields require.
    FormUnfit = "form.unfit",
    /// A server asks for something that cannot be shown as a form (S-80).
    FormBad = "elicitation.bad_schema",
    /// A server asks to open a URL that is not opened (ELI-23).
    LinkRefused = "elicitation.bad_address",
    /// The browser did not open.
    LinkNotOpened = "elicitation.not_opened",
    /// A server used up its limit of model requests (S-75).
    SamplingBudget = "sampling.budget",
    /// The provider does not accept the API key.
    ModelKey = "model.key",
    /// The account at the provider has no credit.
    ModelMoney = "model.money",
    /// The limit for what models may cost in a month is reached.
    SpendingLimit = "model.spending_limit",
    /// The provider does not have the model or no longer has it.
    ModelUnknown = "model.unknown",
    /// There is no model API at the URL.
    ModelNotThere = "model.not_there",
    /// The provider is overloaded or limits the rate of requests.
    ModelBusy = "model.busy",
    /// The conversation is longer than the context of the model.
    ModelTooLong = "model.too_long",
    /// The reply was interrupted, or cannot be read.
    ModelCut = "model.cut",
    /// The provider rejected the request.
    ModelRefused = "model.refused",
    /// The server no longer has the task.
    TaskGone = "task.gone",
    /// The task did not finish in the time for which its server keeps it.
    TaskExpired = "task.expired",
    /// The server did not confirm that it stopped the task.
    TaskUnstopped = "task.unstopped",
    /// The server has as many tasks at once as allowed.
    TaskTooMany = "task.too_many",
    /// A rule denies the call.
    PolicyDenied = "policy.denied",
    /// The keychain or the encrypted file is locked.
    VaultLocked = "vault.locked",
    /// There is no usable keychain.
    VaultMissing = "vault.missing",
    /// The database is damaged.
    StoreCorrupt = "store.corrupt",
    /// A newer version of Portcullis wrote the database.
    StoreNewer = "store.newer",
    /// A backup replaced the database.
    StoreRestored = "store.restored",
    /// The last starts failed, so no server was started (F-41).
    SafeStart = "host.safe_start",
    /// The database cannot be written.
    StoreReadOnly = "store.read_only",
    /// The disk is full.
    StoreFull = "store.full",
    /// The database is in use, or failed for another reason.
    StoreFailed = "store.failed",
    /// An error in Portcullis itself.
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
    /// Text about it that is not ours. It stays out of the sentence, which is ours (S-34).
    pub said: Option<SourcedText>,
    /// The JSON-RPC code of the server's own error, where it answered with one.
    pub refused: Option<i64>,
    /// How long the server wants to be left alone, as it said and within the limit of the caller.
    pub again_after: Option<std::time::Duration>,
    /// What was seen of a server that does not connect.
    pub clue: Option<Clue>,
}

/// The result of everything that can fail.
pub type Result<T, E = Error> = std::result::Result<T, E>;

/// A value is not valid, for this reason.
#[must_use]
pub fn bad_input(sentence: String) -> Error {
    Error::new(Code::BadInput, sentence)
}

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
            clue: None,
        }
    }

    /// The same with what to do.
    #[must_use]
    pub fn remedy(mut self, remedy: impl Into<String>) -> Self {
        self.remedy = Some(remedy.into());
        self
    }

    /// The same with a text that is not ours, cut to [`crate::limits::SAID`] characters.
    #[must_use]
    pub fn said(mut self, by: TextSource, words: &ForeignText) -> Self {
        self.said = Some(SourcedText::new(by, words.first_line(crate::limits::SAID)));
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

    /// The same with what was seen.
    #[must_use]
    pub fn clue(mut self, clue: Clue) -> Self {
        self.clue = Some(clue);
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
    use super::{Code, Error};
    use crate::{Problem, TextSource};

    // Proves S-34.
    #[test]
    fn a_text_goes_to_a_driver_with_its_source() {
        let error = Error::new(Code::AuthRequired, "No.")
            .said(TextSource::AuthorizationServer, &"gone\n\u{7}".into());
        let said = serde_json::to_value(Problem::from(error)).unwrap()["said"].take();
        let wanted = serde_json::json!({ "by": "authorization_server", "text": "gone", "hidden": 1 });
        assert_eq!(said, wanted);
    }

    #[test]
    fn every_code_has_words() {
        for code in Code::ALL {
            let words = code.in_words();
            assert!(!words.starts_with("code-") && !words.ends_with('.'), "{words}");
        }
    }
}
