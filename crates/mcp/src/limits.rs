//! The limits of messages, connections and calls, each with its reason.

pub(crate) use portcullis_catalog::limits::{ICON_BYTES, ICON_SOURCE, JSON_DEPTH, MIME, OFFERS, TOOLS, URI};
pub(crate) use portcullis_core::limits::SECRET_LENGTH;
pub(crate) use portcullis_net::limits::{
    ERROR_BODY_BYTES, REDIRECTS, RETRY_AFTER_MAX, RETRY_AFTER_TIMES, RETRY_AFTER_WAIT,
};
pub(crate) use portcullis_process::limits::{LOG_LINE_BYTES, QUIT};
use std::time::Duration;

/// Longest task id, in bytes: it goes into a header and into the database.
pub const TASK_ID: usize = 1 << 10;
/// Shortest and longest poll interval of a task, whatever its server says (TKX-05).
pub const TASK_POLL: (Duration, Duration) = (Duration::from_millis(500), Duration::from_secs(600));
/// Time for an answer about a task.
pub const TASK_LOOK: Duration = Duration::from_secs(30);
/// How long the result of a task of 2025-11-25 is waited for at once. The server may ask a person meanwhile; that time
/// does not count.
pub const TASK_RESULT: Duration = Duration::from_secs(60);
/// How long a server of 2025-11-25 is asked to keep a task: over a night and a day off.
pub const TASK_TTL: Duration = Duration::from_secs(48 * 3600);
/// How long the number of a task is waited for that is to be stopped before it has one (CAN-04).
pub const TASK_STOP: Duration = Duration::from_secs(2);
/// Longest announcement about a task that is kept; of a longer one only that it came.
pub const TASK_NOTE: usize = 256 << 10;
/// Calls that became tasks, whose progress is still listened for on one connection.
pub const TASK_PROGRESS: usize = 64;
/// Time for a stream to begin: an address that lets us in says so at once, whatever it has to tell later (F-09).
pub const FIRST_BYTE: Duration = Duration::from_secs(15);
/// Longest exponential backoff for an address that used to answer (F-15).
pub const BACKOFF_MAX: Duration = Duration::from_secs(300);
/// Concurrent reconnects to addresses; the others wait (F-15).
pub const RECONNECTS: usize = 4;
/// Jitter of reconnects after sleep or a network change (F-15).
pub const RECONNECT_JITTER: Duration = Duration::from_secs(3);
/// Poll interval for sleep and network changes.
pub const SYSTEM_POLL: Duration = Duration::from_secs(3);
/// Wall clock and monotonic clock that diverge by more than this in one poll: the computer slept (F-16).
pub const SLEEP_THRESHOLD: Duration = Duration::from_secs(15);
/// Timeout of a liveness check (F-16).
pub const LIVENESS_TIMEOUT: Duration = Duration::from_secs(10);
/// Timeout for the body of an HTTP error.
pub const ERROR_BODY_TIMEOUT: Duration = Duration::from_secs(2);
/// Time for a server to take note that a session is over.
pub const CLOSE_SESSION: Duration = Duration::from_secs(2);
/// How often a stream that ended early is taken up again before what it answers is given up (SSE-10).
pub const RESUMES: u32 = 5;
/// Pause before a stream is taken up again where the server names none, and the longest it may name (SSE-05).
pub const RETRY: Duration = Duration::from_secs(1);
/// A server that names no pause at all is not asked without one.
pub const RETRY_MIN: Duration = Duration::from_millis(50);
/// A stream that was open for this long has not failed, whoever closed it.
pub const STREAM_HELD: Duration = Duration::from_secs(10);
/// Pause before a stream of announcements that was cut over and over is opened again.
pub const LISTEN_AGAIN: Duration = Duration::from_secs(60);
/// See [`RETRY`].
pub const RETRY_MAX: Duration = Duration::from_secs(300);
/// Longest id of an event that is kept.
pub const EVENT_ID: usize = 4 << 10;
/// Rounds of a call in which a server asks for more before the call is given up (MRT-11).
pub const ROUNDS: u32 = 8;
/// Pause before a call is made again with nothing but the server's state; it doubles each round (MRT-11).
pub const STATE_ONLY_PAUSE: Duration = Duration::from_millis(10);
/// Input requests in one result of a server.
pub const INPUT_REQUESTS: usize = 16;
/// Longest `requestState`, in bytes.
pub const REQUEST_STATE: usize = 256 << 10;
/// Longest time that a call waits for what a person does on a page it had them open (ELI-25).
pub const URL_ELICITATION_TIMEOUT: Duration = Duration::from_secs(1800);
/// Pages that may be open for one server, and the longest number it may give one, in bytes (ELI-26).
pub const URL_ELICITATIONS: usize = 64;
/// See [`URL_ELICITATIONS`].
pub const ELICITATION_ID: usize = 1 << 10;
/// How long a call waits for the stream of announcements to be opened first.
pub const LISTEN_FIRST: Duration = Duration::from_secs(2);
/// Time in which only the modern question is open to a program: most Python servers import within it. After it the
/// older handshake is tried beside it, in a process of its own (F-02).
pub const PROBE_ALONE: Duration = Duration::from_millis(1500);
/// Time for the modern question where no second process can run beside the first.
pub const PROBE: Duration = Duration::from_millis(3000);
/// After this the process that was asked the modern question makes room, whether the other one has answered or not.
pub const PROBE_LONGEST: Duration = Duration::from_secs(8);
/// Time for the handshake with a program that runs. Large Python servers import for longer than the 10 s that F-02
/// proposes.
pub const HANDSHAKE: Duration = Duration::from_secs(30);
/// The same for a program that a launcher such as `npx` may have to download first. The state says that it does.
pub const DOWNLOAD: Duration = Duration::from_secs(300);
/// How often it is looked whether a program has read its input: before that it cannot be a silent server.
pub const INPUT_LOOK: Duration = Duration::from_millis(100);
/// Where the system does not say that, a launcher is taken to have started its program after this time.
pub const DOWNLOAD_GUESSED: Duration = Duration::from_secs(20);
/// Time for an address to answer the handshake.
pub const HANDSHAKE_HTTP: Duration = Duration::from_secs(15);
/// Lists are read again at most this often per server (F-18).
pub const REFRESH_EVERY: Duration = Duration::from_secs(1);
/// How long after a connection ended its reason is still looked for (F-01 wants an answer within 200 ms).
pub const FAILURE_REASON_WAIT: Duration = Duration::from_millis(150);
/// Messages of one stream that nobody waited for, within [`UNSOLICITED_WITHIN`], after which it is not read for
/// [`UNSOLICITED_PAUSE`] (F-18): six thousand a second are not held up, and of a flood a hundred thousand a second are taken.
pub const UNSOLICITED: u32 = 128;
/// The time for that.
pub const UNSOLICITED_WITHIN: Duration = Duration::from_millis(20);
/// The shortest that timers can do.
pub const UNSOLICITED_PAUSE: Duration = Duration::from_millis(1);
/// Time for a list request.
pub const LIST: Duration = Duration::from_secs(30);
/// A send that is not taken within this time means that the server is stuck (F-05).
pub const SEND: Duration = Duration::from_secs(10);
/// Failures within [`RESTART_WINDOW`] after which a server is stopped.
pub const RESTART_MAX: usize = 5;
/// The window in which failures are counted.
pub const RESTART_WINDOW: Duration = Duration::from_secs(600);
/// A result up to this size, without a schema of its own, is read where it arrives; a larger one in a thread of its
/// own, so that nothing else waits for it.
pub const RESULT_IN_PLACE: usize = 64 << 10;
/// Frames handed over at once.
pub const FRAME_PAGE: usize = 1_000;
/// Throttle of events about new lines, frames and progress, per server (F-18).
pub const EVENT_THROTTLE: Duration = Duration::from_millis(100);
/// Log lines kept per server: as many as a list and a search keep up with.
pub const LOG_LINES: usize = 100_000;
/// Bytes of log lines kept per server, with what is noted beside each; older ones go first.
pub const LOG_BYTES: usize = 24 << 20;
/// Lines on standard output that are not protocol, per minute, before a server is stopped (F-04).
pub const JUNK_PER_MINUTE: u64 = 1_000;
/// Frames kept per server for the timeline: an hour of a busy server, and as many as a list and a search keep up with.
pub const FRAMES: usize = 100_000;
/// Bytes of frames kept per server, with what is noted beside each; older ones go first.
pub const FRAMES_BYTES: usize = 32 << 20;
/// Requests remembered that nobody waits for any more: an answer that comes too late is shown with its request.
pub const CANCELLED_REQUESTS: usize = 64;
/// Bytes of one frame kept.
pub const FRAME_BYTES: usize = 256 << 10;
/// Characters of a frame's method and of its id that are kept beside it. Both are the server's words.
pub const FRAME_METHOD: usize = 128;
/// See [`FRAME_METHOD`].
pub const FRAME_ID: usize = 64;
/// Bytes of a frame looked at for its preview.
pub const FRAME_HEAD: usize = 1 << 10;
/// Latest form values per server that are redacted from what it sends afterwards: a few large forms.
pub const FORM_VALUES: usize = 64;
/// Bytes kept of the words in a progress notification: they are shown on one line.
pub const PROGRESS_WORDS: usize = 4 << 10;
/// Requests of a server without a response yet; beyond it they are refused (F-18).
pub const PENDING_SERVER_REQUESTS: usize = 256;
/// Pages read of one list (F-19).
pub const PAGES: usize = 1_000;
/// Bytes of one list of a server, all its pages together. A longer one is not used, and the reason is shown.
pub const LIST_BYTES: usize = 128 << 20;
/// Pauses before a list that failed is asked for again: the first, doubled each time up to the second.
pub const LIST_RETRY: (Duration, Duration) = (Duration::from_secs(2), Duration::from_secs(300));
/// Time to fetch one.
pub const ICON_FETCH: Duration = Duration::from_secs(10);
/// Addresses remembered that a server said to have changed, and addresses it may be asked to watch.
pub const WATCHED: usize = 1_000;
/// Largest question of a server, in bytes. A form with every limit below at its most is a third of it.
pub const SERVER_REQUEST_BYTES: usize = 256 << 10;
/// Lists with changed definitions within [`CHANGES_WINDOW`] after which a server is stopped. Each changed
/// list costs a row of the record for ever. An update changes definitions once; whoever develops a server
/// restarts it by hand, which begins again.
pub const CHANGES_MAX: usize = 10;
/// The window in which changed lists are counted.
pub const CHANGES_WINDOW: Duration = Duration::from_secs(600);
/// Bytes of a list of tools that is read where it came; a longer one is read beside.
pub const LIST_IN_PLACE: usize = 64 << 10;
/// Tools of a list that is let go of where it was; a longer one is let go of beside.
pub const TOOLS_IN_PLACE: usize = 200;
/// Shortest secret that is redacted from what its server sends, in bytes: shorter ones may be ordinary words.
pub const ECHO_SECRET_LENGTH: usize = 16;
/// Secrets of one connection that are redacted from what its server sends.
pub const ECHO_SECRETS: usize = 32;
/// Delays between automatic restarts, seconds (F-01).
pub const RESTART_SECONDS: [u64; 5] = [1, 2, 4, 8, 16];
/// Bytes waiting to be written to a server that is slow to read, beside one message of any size.
pub const STDIO_BACKLOG: usize = 64 << 20;
/// Read at a time otherwise: every server that says nothing keeps this much.
pub const STDIO_READ_IDLE: usize = 4 << 10;
/// Read at a time, of a message that is longer than [`STDIO_READ_IDLE`].
pub const STDIO_READ: usize = 64 << 10;
/// Room for most of those that are long.
pub const STDIO_LONG_ROOM: usize = 16 << 20;
/// A line that is half as long gets [`STDIO_LONG_ROOM`] at once.
pub const STDIO_LONG: usize = 1 << 20;
/// Kept of both ends of a message that is too long, to find out whose reply it was.
pub const STDIO_ENDS: usize = 4096;
