//! The limits of messages, connections and calls, each with its reason.

pub(crate) use portcullis_catalog::limits::{ICON_BYTES, ICON_SOURCE, JSON_DEPTH, MIME, OFFERS, TOOLS, URI};
pub(crate) use portcullis_core::limits::SECRET_LENGTH;
pub(crate) use portcullis_net::limits::{
    ERROR_BODY_BYTES, REDIRECTS, RETRY_AFTER_MAX, RETRY_AFTER_TIMES, RETRY_AFTER_WAIT,
};
pub(crate) use portcullis_process::limits::{LOG_LINE_BYTES, QUIT};
use std::time::Duration;

/// Longest task id, in bytes.
pub const TASK_ID: usize = 1 << 10;
/// Shortest and longest poll interval of a task, whatever its server says (TKX-05).
pub const TASK_POLL: (Duration, Duration) = (Duration::from_millis(500), Duration::from_secs(600));
/// Timeout of a request about a task.
pub const TASK_LOOK: Duration = Duration::from_secs(30);
/// How long one request waits for the result of a task of 2025-11-25. Time in which the server asks you does not
/// count.
pub const TASK_RESULT: Duration = Duration::from_secs(60);
/// How long a server of 2025-11-25 is asked to keep a task.
pub const TASK_TTL: Duration = Duration::from_secs(48 * 3600);
/// How long Portcullis waits for the id of a task that is to be stopped (CAN-04).
pub const TASK_STOP: Duration = Duration::from_secs(2);
/// Longest notification about a task whose text is kept.
pub const TASK_NOTE: usize = 256 << 10;
/// Calls that became tasks and whose progress is still followed, per connection.
pub const TASK_PROGRESS: usize = 64;
/// Time for a stream to begin (F-09).
pub const FIRST_BYTE: Duration = Duration::from_secs(15);
/// Longest exponential backoff for a URL that was connected before (F-15).
pub const BACKOFF_MAX: Duration = Duration::from_secs(300);
/// Concurrent reconnections to URLs; the others wait (F-15).
pub const RECONNECTS: usize = 4;
/// Jitter of reconnects after sleep or a network change (F-15).
pub const RECONNECT_JITTER: Duration = Duration::from_secs(3);
/// Poll interval for sleep and network changes.
pub const SYSTEM_POLL: Duration = Duration::from_secs(3);
/// Difference between wall clock and monotonic clock in one poll that means that the computer slept (F-16).
pub const SLEEP_THRESHOLD: Duration = Duration::from_secs(15);
/// Timeout of a liveness check (F-16).
pub const LIVENESS_TIMEOUT: Duration = Duration::from_secs(10);
/// Timeout for the body of an HTTP error.
pub const ERROR_BODY_TIMEOUT: Duration = Duration::from_secs(2);
/// Time for a server to confirm that a session ended.
pub const CLOSE_SESSION: Duration = Duration::from_secs(2);
/// How often a stream that ended early is resumed before its request fails (SSE-10).
pub const RESUMES: u32 = 5;
/// Pause before a stream is resumed if the server names none (SSE-05).
pub const RETRY: Duration = Duration::from_secs(1);
/// Shortest pause before a stream is resumed, also if the server names none.
pub const RETRY_MIN: Duration = Duration::from_millis(50);
/// A stream that was open for this long does not count as failed.
pub const STREAM_HELD: Duration = Duration::from_secs(10);
/// Time for a server that answers a cancelled `subscriptions/listen` to do so before the next is sent.
pub const CLOSE_SUBSCRIPTION: Duration = Duration::from_secs(2);
/// Pause before a stream of notifications that kept breaking is opened again.
pub const LISTEN_AGAIN: Duration = Duration::from_secs(60);
/// Longest pause before a stream is resumed, whatever the server names.
pub const RETRY_MAX: Duration = Duration::from_secs(300);
/// Longest id of an event that is kept.
pub const EVENT_ID: usize = 4 << 10;
/// Rounds of input requests in one call before the call fails (MRT-11).
pub const ROUNDS: u32 = 8;
/// Pause before a call is repeated with only the server's state; it doubles each round (MRT-11).
pub const STATE_ONLY_PAUSE: Duration = Duration::from_millis(10);
/// Input requests in one result of a server.
pub const INPUT_REQUESTS: usize = 16;
/// Longest `requestState`, in bytes.
pub const REQUEST_STATE: usize = 256 << 10;
/// Longest time that a call waits for what you do on a page that it had you open (ELI-25).
pub const URL_ELICITATION_TIMEOUT: Duration = Duration::from_secs(1800);
/// Pages that may be open for one server (ELI-26).
pub const URL_ELICITATIONS: usize = 64;
/// Longest id of such a page, in bytes.
pub const ELICITATION_ID: usize = 1 << 10;
/// How long a call waits for the stream of notifications to open.
pub const LISTEN_FIRST: Duration = Duration::from_secs(2);
/// Time in which a program gets only `server/discover`. After it `initialize` is tried in a second process (F-02).
pub const PROBE_ALONE: Duration = Duration::from_millis(1500);
/// Time for `server/discover` where no second process can run.
pub const PROBE: Duration = Duration::from_millis(3000);
/// After this time the process that got `server/discover` is stopped.
pub const PROBE_LONGEST: Duration = Duration::from_secs(8);
/// Time for a local program to complete the handshake.
pub const HANDSHAKE: Duration = Duration::from_secs(30);
/// The same for a program that a launcher such as `npx` may have to download first.
pub const DOWNLOAD: Duration = Duration::from_secs(300);
/// How often Portcullis checks whether a program has read its input.
pub const INPUT_LOOK: Duration = Duration::from_millis(100);
/// Time after which a launcher is assumed to have started its program, where the system does not tell.
pub const DOWNLOAD_GUESSED: Duration = Duration::from_secs(20);
/// Time for a URL to complete the handshake.
pub const HANDSHAKE_HTTP: Duration = Duration::from_secs(15);
/// Lists are read again at most this often per server (F-18).
pub const REFRESH_EVERY: Duration = Duration::from_secs(1);
/// How long Portcullis looks for the reason after a connection ended (F-01).
pub const FAILURE_REASON_WAIT: Duration = Duration::from_millis(150);
/// Unsolicited messages of one stream within [`UNSOLICITED_WITHIN`], after which it is not read for
/// [`UNSOLICITED_PAUSE`] (F-18).
pub const UNSOLICITED: u32 = 128;
/// The window in which unsolicited messages are counted.
pub const UNSOLICITED_WITHIN: Duration = Duration::from_millis(20);
/// Pause in reading a stream that floods.
pub const UNSOLICITED_PAUSE: Duration = Duration::from_millis(1);
/// Timeout of a list request.
pub const LIST: Duration = Duration::from_secs(30);
/// Time for a server to read a message; after it the server is stopped (F-05).
pub const SEND: Duration = Duration::from_secs(10);
/// Failures within [`RESTART_WINDOW`] after which a server is stopped.
pub const RESTART_MAX: usize = 5;
/// The window in which failures are counted.
pub const RESTART_WINDOW: Duration = Duration::from_secs(600);
/// A result up to this size is parsed in the thread that receives it; a larger one in a thread of its own.
pub const RESULT_IN_PLACE: usize = 64 << 10;
/// Messages of the message log loaded at once.
pub const FRAME_PAGE: usize = 1_000;
/// Throttle of events about new lines, messages and progress, per server (F-18).
pub const EVENT_THROTTLE: Duration = Duration::from_millis(100);
/// Log lines kept per server.
pub const LOG_LINES: usize = 100_000;
/// Bytes of log lines kept per server, with their metadata; older ones are dropped first.
pub const LOG_BYTES: usize = 24 << 20;
/// Lines on standard output that are not protocol, per minute, before a server is stopped (F-04).
pub const JUNK_PER_MINUTE: u64 = 1_000;
/// Messages kept per server for the message log.
pub const FRAMES: usize = 100_000;
/// Bytes of these messages, with their metadata; older ones are dropped first.
pub const FRAMES_BYTES: usize = 32 << 20;
/// Cancelled requests kept, so that a late answer is shown with its request.
pub const CANCELLED_REQUESTS: usize = 64;
/// Bytes kept of one message.
pub const FRAME_BYTES: usize = 256 << 10;
/// Characters kept of the method of a message.
pub const FRAME_METHOD: usize = 128;
/// Characters kept of the id of a message.
pub const FRAME_ID: usize = 64;
/// Bytes of a message used for its preview.
pub const FRAME_HEAD: usize = 1 << 10;
/// Latest form values per server that are removed from what it sends afterwards.
pub const FORM_VALUES: usize = 64;
/// Bytes kept of the text of a progress notification.
pub const PROGRESS_WORDS: usize = 4 << 10;
/// Requests of a server without a response; more are refused (F-18).
pub const PENDING_SERVER_REQUESTS: usize = 256;
/// Longest id of such a request, in bytes; one with a longer id gets no response (F-18).
pub const REQUEST_ID: usize = 1 << 10;
/// Answers and notifications to a URL that are sent or wait for it; more are not sent (F-18).
pub const OUTBOX: usize = 512;
/// Those of them that are sent at the same time.
pub const OUTBOX_SENT: usize = 16;
/// Messages of one array that are read; more are not (F-18).
pub const BATCH: usize = 1_000;
/// Pages read of one list (F-19).
pub const PAGES: usize = 1_000;
/// Bytes of one list of a server, all its pages together. A longer one is not used, and the reason is shown.
pub const LIST_BYTES: usize = 128 << 20;
/// First and longest pause before a failed list is requested again. The pause doubles.
pub const LIST_RETRY: (Duration, Duration) = (Duration::from_secs(2), Duration::from_secs(300));
/// Time to fetch one icon.
pub const ICON_FETCH: Duration = Duration::from_secs(10);
/// Resources of one server that are watched, and changes of resources that are remembered.
pub const WATCHED: usize = 1_000;
/// Largest request of a server, in bytes.
pub const SERVER_REQUEST_BYTES: usize = 256 << 10;
/// Lists with changed definitions within [`CHANGES_WINDOW`] after which a server is stopped.
pub const CHANGES_MAX: usize = 10;
/// The window in which changed lists are counted.
pub const CHANGES_WINDOW: Duration = Duration::from_secs(600);
/// Bytes of a list of tools that is parsed in the thread that receives it; a larger one in a thread of its own.
pub const LIST_IN_PLACE: usize = 64 << 10;
/// Tools of a list that is freed in the same thread; a longer one in a thread of its own.
pub const TOOLS_IN_PLACE: usize = 200;
/// Shortest secret that is removed from what its server sends, in bytes; shorter ones may be ordinary words.
pub const ECHO_SECRET_LENGTH: usize = 16;
/// Secrets of one connection that are removed from what its server sends.
pub const ECHO_SECRETS: usize = 32;
/// Pauses before automatic restarts, in seconds (F-01).
pub const RESTART_SECONDS: [u64; 5] = [1, 2, 4, 8, 16];
/// Bytes that wait to be written to a slow server, in addition to one message of any size.
pub const STDIO_BACKLOG: usize = 64 << 20;
/// Read buffer of a local server.
pub const STDIO_READ_IDLE: usize = 4 << 10;
/// Read buffer for a message that is longer than [`STDIO_READ_IDLE`].
pub const STDIO_READ: usize = 64 << 10;
/// Buffer for long messages.
pub const STDIO_LONG_ROOM: usize = 16 << 20;
/// A line of half this length gets [`STDIO_LONG_ROOM`] at once.
pub const STDIO_LONG: usize = 1 << 20;
/// Bytes kept of both ends of a message that is too long, to find its request.
pub const STDIO_ENDS: usize = 4096;
