//! Configured servers: what they are, how they are, what a person may change.

use super::{FenceGrants, Foreign, Problem, shape};

shape! {
    /// Whether a server runs here or elsewhere; of a request that is about no server, what else it is about.
    #[derive(Copy, Eq, Default)]
    #[serde(rename_all = "snake_case")]
    pub enum ServerLocation {
        /// A program on this computer.
        #[default]
        Local,
        /// An address on this computer.
        Loopback,
        /// An address elsewhere.
        Remote,
        /// A provider of models elsewhere, which a request names in the place of a server.
        Provider,
        /// A registry of servers, here or elsewhere, which a request names in the place of a server.
        Registry,
    }

    /// The phase a server is in. Every phase is shown by a word and a shape, never by colour alone.
    #[derive(Copy, Eq)]
    #[serde(rename_all = "snake_case")]
    pub enum Phase {
        /// Turned off by a person.
        Off,
        /// Being started or probed.
        Starting,
        /// Connected and answering.
        Ready,
        /// What would be started is not what was approved: waits for a person.
        NeedsReview,
        /// Waits for a person to sign in.
        NeedsSignIn,
        /// Not running; started when something needs it.
        Asleep,
        /// Failed; another attempt is planned (`retry_at`).
        Failing,
        /// Failed, and not tried again until a person acts.
        Stopped,
    }

    /// How a server is, truthfully.
    pub struct ServerState {
        /// The phase.
        pub phase: Phase,
        /// Since when.
        pub since: u64,
        /// One line: `ready`, `stopped: exited with code 127`.
        pub words: String,
        /// Why, when the phase is not a good one.
        pub problem: Option<Problem>,
        /// Exit code, when a program ended on its own.
        pub exit_code: Option<i32>,
        /// Signal, when a program was killed by one.
        pub exit_signal: Option<i32>,
        /// Last lines of standard error, newest last, at most 20.
        pub stderr_tail: Vec<Foreign>,
        /// When the next attempt is made.
        pub retry_at: Option<u64>,
    }

    /// A name and a value: environment variable or HTTP header.
    #[serde(deny_unknown_fields)]
    pub struct NamedValue {
        /// Variable or header name.
        pub name: String,
        /// The value; `None` for a secret, which is only in the keychain. In a draft, `None` for a secret
        /// keeps the one already stored.
        pub value: Option<String>,
        /// Kept in the keychain.
        pub secret: bool,
    }

    /// How a server is reached.
    #[serde(tag = "kind", rename_all = "snake_case", deny_unknown_fields)]
    pub enum Endpoint {
        /// A program with its arguments, spoken to over its standard input and output.
        Command {
            /// As typed: a name found on `PATH` or an absolute path.
            program: String,
            /// One entry per argument, never a shell line.
            arguments: Vec<String>,
            /// Working folder, absolute; the home folder when `None`.
            folder: Option<String>,
        },
        /// A Streamable HTTP endpoint.
        Address {
            /// `http` or `https`.
            url: String,
        },
        /// The server that is built into this application.
        Demo {},
    }

    /// Which protocol era a server is spoken to in.
    #[derive(Copy, Eq, Default)]
    #[serde(rename_all = "snake_case")]
    pub enum EraChoice {
        /// Found by a short probe and remembered.
        #[default]
        Auto,
        /// The `initialize` handshake (2024-11-05 to 2025-11-25).
        Legacy,
        /// Per-request metadata (2026-07-28).
        Modern,
    }

    /// Limits of one server. All bounded by `limits.rs`.
    #[derive(Copy, Eq)]
    #[serde(deny_unknown_fields)]
    pub struct ServerLimits {
        /// Seconds without an answer or progress before a call ends.
        pub idle_seconds: u32,
        /// Seconds after which a call ends whatever happens.
        pub total_seconds: u32,
        /// Largest message accepted, in MiB.
        pub message_mib: u32,
        /// Seconds to start; `None` is the usual time, which is longer for launchers that download first.
        #[serde(default)]
        pub start_seconds: Option<u32>,
    }

    /// Which transport an address is spoken to over.
    #[derive(Copy, Eq, Default)]
    #[serde(rename_all = "snake_case")]
    pub enum TransportChoice {
        /// Streamable HTTP, and HTTP+SSE where that is not spoken.
        #[default]
        Auto,
        /// Streamable HTTP alone.
        StreamableHttp,
        /// HTTP+SSE of 2024-11-05 alone.
        Sse,
    }

    /// When a server that is on is started.
    #[derive(Copy, Eq, Default)]
    #[serde(rename_all = "snake_case")]
    pub enum StartMode {
        /// When Portcullis starts.
        #[default]
        Launch,
        /// When something needs it.
        Needed,
    }

    /// A server as a person configured it. An unknown field refuses the whole (S-09). Also the input for adding or changing one.
    #[serde(deny_unknown_fields)]
    pub struct ServerDraft {
        /// The person's own name for it; 1 to 64 visible characters.
        pub label: String,
        /// How it is reached.
        pub endpoint: Endpoint,
        /// Environment variables (programs).
        pub environment: Vec<NamedValue>,
        /// HTTP headers (addresses).
        pub headers: Vec<NamedValue>,
        /// Era.
        pub era: EraChoice,
        /// Transport (addresses).
        #[serde(default)]
        pub transport: TransportChoice,
        /// Limits.
        pub limits: ServerLimits,
        /// What its program may use (programs); `None` where it is not fenced in.
        #[serde(default)]
        pub fence: Option<FenceGrants>,
        /// When it is started.
        #[serde(default)]
        pub start: StartMode,
    }

    /// The colours of marks, each readable in both themes.
    #[derive(Copy, Eq)]
    #[serde(rename_all = "snake_case")]
    pub enum MarkColor {
        /// Blue.
        Blue,
        /// Teal.
        Teal,
        /// Green.
        Green,
        /// Yellow.
        Yellow,
        /// Orange.
        Orange,
        /// Red.
        Red,
        /// Pink.
        Pink,
        /// Violet.
        Violet,
    }

    /// What a server is recognised by beside its label.
    #[derive(Eq)]
    #[serde(deny_unknown_fields)]
    pub struct ServerMark {
        /// One or two letters or digits.
        pub letters: String,
        /// The colour.
        pub color: MarkColor,
    }

    /// Counters of the running or last client.
    #[derive(Default, Eq)]
    pub struct ServerHealth {
        /// Calls sent.
        pub calls: u64,
        /// Calls that failed.
        pub failed: u64,
        /// Automatic restarts since the host started.
        pub restarts: u32,
        /// Lines on standard output that were not protocol.
        pub junk_lines: u64,
        /// Replies that no request waited for.
        pub stray_replies: u64,
        /// Notifications merged or dropped under load.
        pub coalesced: u64,
        /// Bytes written to standard error.
        pub stderr_bytes: u64,
    }

    /// What messages go through.
    #[derive(Copy, Eq)]
    #[serde(rename_all = "snake_case")]
    pub enum Transport {
        /// Standard input and output of its program.
        Stdio,
        /// Streamable HTTP.
        Http,
        /// HTTP+SSE of 2024-11-05, kept for servers that have no newer one (OLD-06).
        OldSse,
    }

    /// How much a server says in its log messages: this level and the more serious ones after it.
    #[derive(Copy, Eq, PartialOrd, Ord)]
    #[serde(rename_all = "snake_case")]
    pub enum LogLevel {
        /// Everything.
        Debug,
        /// Normal operation.
        Info,
        /// What is out of the ordinary.
        Notice,
        /// What may be wrong.
        Warning,
        /// What is wrong.
        Error,
        /// What is badly wrong.
        Critical,
        /// What must be acted on at once.
        Alert,
        /// The server is of no use.
        Emergency,
    }

    /// Where a log line came from.
    #[derive(Copy, Eq)]
    #[serde(rename_all = "snake_case")]
    pub enum LogSource {
        /// Standard error of the program.
        Stderr,
        /// A line on standard output that was not protocol.
        Junk,
        /// The host's own remark about this server.
        Host,
        /// A log notification of the protocol.
        Message,
    }

    /// A log line.
    pub struct LogLine {
        /// Counts up per server.
        pub seq: u64,
        /// When.
        pub at: u64,
        /// Where from.
        pub source: LogSource,
        /// Level of a log notification.
        pub level: Option<String>,
        /// The line.
        pub text: Foreign,
    }

    /// A stretch of log lines, oldest first.
    pub struct LogPage {
        /// The lines.
        pub lines: Vec<LogLine>,
        /// Lines no longer kept.
        pub dropped: u64,
    }

    /// Who sent a frame.
    #[derive(Copy, Eq)]
    #[serde(rename_all = "snake_case")]
    pub enum FrameDirection {
        /// From the host to the server.
        Sent,
        /// From the server to the host.
        Received,
    }

    /// What a frame is.
    #[derive(Copy, Eq)]
    #[serde(rename_all = "snake_case")]
    pub enum FrameKind {
        /// Expects a reply.
        Request,
        /// A result.
        Result,
        /// An error reply.
        Error,
        /// Expects nothing.
        Notification,
        /// Not understood.
        Unreadable,
    }

    /// What a result says beyond being one.
    #[derive(Copy, Eq)]
    #[serde(rename_all = "snake_case")]
    pub enum ResultStatus {
        /// The tool failed (`isError`).
        ToolError,
        /// The server needs input before it goes on (`resultType` is `input_required`).
        InputRequired,
    }

    /// A frame on the wire.
    pub struct Frame {
        /// Counts up per server.
        pub seq: u64,
        /// When.
        pub at: u64,
        /// Who sent it.
        pub direction: FrameDirection,
        /// What it is.
        pub kind: FrameKind,
        /// Method, also for the reply to it.
        pub method: Option<String>,
        /// JSON-RPC id as text.
        pub rpc_id: Option<String>,
        /// The request this replies to, or the reply to this request.
        pub pair: Option<u64>,
        /// Milliseconds between the two, on the reply.
        pub elapsed: Option<u64>,
        /// What it belongs to: all rounds of one request, its progress, its cancellation and what the server asked
        /// within it have the same number.
        pub operation: Option<u64>,
        /// Counts the connections to the server.
        pub connection: u32,
        /// The revision that was agreed on, once it was.
        pub revision: Option<String>,
        /// What a request is about: the name of a tool or prompt, the address of a resource.
        pub subject: Option<Foreign>,
        /// What a result says beyond being one.
        pub status: Option<ResultStatus>,
        /// Size on the wire.
        pub bytes: u64,
        /// First 160 characters.
        pub head: Foreign,
    }

    /// A stretch of frames, oldest first.
    pub struct FramePage {
        /// The frames.
        pub frames: Vec<Frame>,
        /// Frames no longer kept.
        pub dropped: u64,
    }

    /// Frames that hold some words.
    #[derive(Eq)]
    pub struct FramesFound {
        /// Their numbers, oldest first.
        pub hits: Vec<u64>,
        /// The last frame that was looked at: more may follow it.
        pub through: u64,
    }
}

impl ServerLimits {
    /// Those of a server for which no others are chosen.
    pub const USUAL: Self = Self {
        idle_seconds: 60,
        total_seconds: 600,
        message_mib: 16,
        start_seconds: None,
    };
}

impl Endpoint {
    /// The program as typed and its arguments, where it is one.
    #[must_use]
    pub fn command(&self) -> Option<(&String, &[String])> {
        match self {
            Self::Command {
                program, arguments, ..
            } => Some((program, arguments.as_slice())),
            Self::Address { .. } | Self::Demo {} => None,
        }
    }
}

impl ServerDraft {
    /// A server with nothing chosen but its name and how it is reached, and with no fence around its program.
    #[must_use]
    pub fn unfenced(label: impl Into<String>, endpoint: Endpoint) -> Self {
        Self {
            label: label.into(),
            endpoint,
            environment: Vec::new(),
            headers: Vec::new(),
            era: EraChoice::default(),
            transport: TransportChoice::default(),
            limits: ServerLimits::USUAL,
            fence: None,
            start: StartMode::default(),
        }
    }
}
