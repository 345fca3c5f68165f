//! Every limit of the host, in one place, with the reason.

pub use portcullis_approval::limits::*;
pub use portcullis_catalog::limits::*;
pub use portcullis_core::limits::*;
pub use portcullis_net::limits::*;
pub use portcullis_process::limits::*;
pub use portcullis_programs::limits::*;
pub use portcullis_secrets::limits::*;
pub use portcullis_storage::limits::*;
use std::time::Duration;

/// Largest JSON-RPC message read from a server unless its own limit says otherwise (F-03).
pub const MESSAGE_BYTES: usize = 16 << 20;
/// Smallest and largest per-server message limit a person may set, in MiB. 256 MiB is what a result with a
/// long video needs; more would let one server take the memory of all.
pub const MESSAGE_MIB_RANGE: (u32, u32) = (1, 256);

/// Days after which a permission that was not used is offered for removal: whoever needs it again is asked once.
pub const GRANT_UNUSED_DAYS: u32 = 30;

/// Longest number of a task, in bytes: it travels in a header and stands in the database.
pub const TASK_ID: usize = 1 << 10;
/// Tasks of one server that are followed at once; a call that becomes one more is stopped.
pub const TASKS: usize = 64;
/// Shortest and longest pause between two questions about a task, whatever its server says (TKX-05): none at all
/// would be a flood of ours, and a day of silence would leave nobody the wiser.
pub const TASK_POLL: (Duration, Duration) = (Duration::from_millis(500), Duration::from_secs(600));
/// The pause where the server names none. It doubles with each, up to the second.
pub const TASK_POLL_UNNAMED: (Duration, Duration) = (Duration::from_secs(1), Duration::from_secs(30));
/// Time for an answer about a task.
pub const TASK_LOOK: Duration = Duration::from_secs(30);
/// How long the result of a task of 2025-11-25 is waited for at once. The server may ask a person meanwhile; that time
/// does not count.
pub const TASK_RESULT: Duration = Duration::from_secs(60);
/// How long a server of 2025-11-25 is asked to keep a task: over a night and a day off.
pub const TASK_TTL: Duration = Duration::from_secs(48 * 3600);
/// Answers in a row that are no use before a task is given up.
pub const TASK_MISSES: u32 = 5;
/// How long a server has to say that a task was stopped; it need not obey (TKX-11).
pub const TASK_STOPPING: Duration = Duration::from_secs(10);
/// How long the number of a task is waited for that is to be stopped before it has one (CAN-04).
pub const TASK_STOP: Duration = Duration::from_secs(2);
/// How long “Stop everything” lets servers take that their tasks are to stop, before they are turned off.
pub const TASKS_TOLD: Duration = Duration::from_secs(1);
/// Questions of one task, over its whole life.
pub const TASK_QUESTIONS: usize = 256;
/// Longest announcement about a task that is kept; of a longer one only that it came.
pub const TASK_NOTE: usize = 256 << 10;
/// Calls that became tasks, whose progress is still listened for on one connection.
pub const LASTING: usize = 64;

/// Time for a stream to begin: an address that lets us in says so at once, whatever it has to tell later (F-09).
pub const FIRST_BYTE: Duration = Duration::from_secs(15);
/// How often a message that a server was too busy for is sent again, when it says when (F-12).
pub const BUSY_TIMES: u32 = 3;
/// Longest such wait within one call. Whoever wants more is taken at its word, and the call ends.
pub const BUSY_PAUSE: Duration = Duration::from_secs(20);
/// Longest wait that a server can ask for before it is tried again (F-12).
pub const BUSY_MAX: Duration = Duration::from_secs(300);
/// Pause before an address that used to answer is tried again and again, at most (F-15).
pub const AWAY_MAX: Duration = Duration::from_secs(300);
/// Addresses that are tried again at the same time; the others wait (F-15).
pub const RECONNECTS: usize = 4;
/// After the network or the computer came back, addresses are tried again spread over this time (F-15).
pub const SPREAD: Duration = Duration::from_secs(3);
/// How often it is looked whether the computer slept or is in another network.
pub const LOOK_AROUND: Duration = Duration::from_secs(3);
/// Clocks that differ by more than this after one look: the computer slept (F-16).
pub const SLEPT: Duration = Duration::from_secs(15);
/// Time for a server to show that it is still there (F-16).
pub const STILL_THERE: Duration = Duration::from_secs(10);
/// Time for the reason to come, after the answer itself.
pub const REASON_OF_NO: Duration = Duration::from_secs(2);
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
pub const STATE_ONLY: Duration = Duration::from_millis(10);
/// Questions of a server that are looked at together.
pub const ASKED_AT_ONCE: usize = 16;
/// Longest state that a server may have carried between two rounds of a call.
pub const REQUEST_STATE: usize = 256 << 10;
/// Longest time that a call waits for what a person does on a page it had them open (ELI-25).
pub const ON_A_PAGE: Duration = Duration::from_secs(1800);
/// Pages that may be open for one server, and the longest number it may give one, in bytes (ELI-26).
pub const PAGES_OPEN: usize = 64;
/// See [`PAGES_OPEN`].
pub const PAGE_NUMBER: usize = 1 << 10;
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
/// Bounds of the time to start that a person may set for one server, seconds.
pub const START_SECONDS: (u32, u32) = (1, 3600);
/// How often it is looked whether a program has read its input: before that it cannot be a silent server.
pub const INPUT_LOOK: Duration = Duration::from_millis(100);
/// Where the system does not say that, a launcher is taken to have started its program after this time.
pub const DOWNLOAD_GUESSED: Duration = Duration::from_secs(20);
/// Time for an address to answer the handshake.
pub const HANDSHAKE_HTTP: Duration = Duration::from_secs(15);
/// Lists are read again at most this often per server (F-18).
pub const REFRESH_EVERY: Duration = Duration::from_secs(1);
/// How long after a connection ended its reason is still looked for (F-01 wants an answer within 200 ms).
pub const REASON_WITHIN: Duration = Duration::from_millis(150);
/// Messages of one stream that nobody waited for, within [`UNASKED_WITHIN`], after which it is not read for
/// [`UNASKED_PAUSE`] (F-18): six thousand a second are not held up, and of a flood a hundred thousand a second are taken.
pub const UNASKED: u32 = 128;
/// The time for that.
pub const UNASKED_WITHIN: Duration = Duration::from_millis(20);
/// The shortest that timers can do.
pub const UNASKED_PAUSE: Duration = Duration::from_millis(1);
/// Time for a list request.
pub const LIST: Duration = Duration::from_secs(30);
/// A send that is not taken within this time means that the server is stuck (F-05).
pub const SEND: Duration = Duration::from_secs(10);

/// Default and bounds of the time a call may be silent, seconds.
pub const CALL_IDLE_SECONDS: (u32, u32, u32) = (60, 1, 3600);
/// Default and bounds of the time a call may take in all, seconds.
pub const CALL_TOTAL_SECONDS: (u32, u32, u32) = (600, 1, 86_400);

/// Delays between automatic restarts, seconds (F-01).
pub const RESTART_SECONDS: [u64; 5] = [1, 2, 4, 8, 16];
/// Failures within [`RESTART_WINDOW`] after which a server is stopped.
pub const RESTART_MAX: usize = 5;
/// The window in which failures are counted.
pub const RESTART_WINDOW: Duration = Duration::from_secs(600);

/// A result up to this size, without a schema of its own, is read where it arrives; a larger one in a thread of its
/// own, so that nothing else waits for it.
pub const RESULT_IN_PLACE: usize = 64 << 10;

/// Log lines handed over at once.
pub const LOG_PAGE: usize = 2_000;
/// Hits of a search for tools handed over: more than anybody looks through, and few enough that a key press is
/// answered within a frame.
pub const FOUND: usize = 200;
/// Frames handed over at once.
pub const FRAME_PAGE: usize = 1_000;
/// Drivers hear of new lines, frames and progress at most this often per server (F-18).
pub const TELL_EVERY: Duration = Duration::from_millis(100);
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
pub const GIVEN_UP: usize = 64;
/// Bytes of one frame kept.
pub const FRAME_BYTES: usize = 256 << 10;
/// Characters of a frame's method and of its id that are kept beside it. Both are the server's words.
pub const FRAME_METHOD: usize = 128;
/// See [`FRAME_METHOD`].
pub const FRAME_ID: usize = 64;
/// Bytes of a frame looked at for its preview.
pub const FRAME_HEAD: usize = 1 << 10;
/// Values typed into forms of one server that are looked for in what it says afterwards, the latest: a few large forms.
pub const TYPED_WORDS: usize = 64;
/// Bytes kept of the words in a progress notification: they are shown on one line.
pub const PROGRESS_WORDS: usize = 4 << 10;
/// Progress notifications kept that nobody asked for yet: some overtake the registration of their call.
pub const PROGRESS_EARLY: usize = 64;
/// Notifications waiting per server; beyond it they are merged or dropped and counted (F-18).
pub const INBOX: usize = 256;

/// Pages read of one list (F-19).
pub const PAGES: usize = 1_000;
/// Bytes of one list of a server, all its pages together. A longer one is not used, and the reason is shown.
pub const LIST_BYTES: usize = 128 << 20;
/// Pauses before a list that failed is asked for again: the first, doubled each time up to the second.
pub const LIST_RETRY: (Duration, Duration) = (Duration::from_secs(2), Duration::from_secs(300));
/// See [`ICONS`].
pub const ICONS_TRIED: usize = 3;
/// Time to fetch one.
pub const ICON_FETCH: Duration = Duration::from_secs(10);
/// Pictures fetched at once, of all servers.
pub const ICONS_AT_ONCE: usize = 4;
/// Pictures kept in memory.
pub const ICONS_KEPT: usize = 256;
/// Resources that were read and prompts that were fetched, kept for looking at, and their bytes; the oldest are
/// forgotten first.
pub const READINGS: (usize, usize) = (100, 128 << 20);
/// A list without a word about how long it holds is not asked for again within this time.
pub const LIST_AGAIN: Duration = Duration::from_secs(2);
/// Addresses remembered that a server said to have changed, and addresses it may be asked to watch.
pub const WATCHED: usize = 1_000;
/// Suggestions shown for one field; the protocol allows no more.
pub const SUGGESTIONS: usize = 100;
/// Longest suggestion in bytes.
pub const SUGGESTION: usize = 4 << 10;
/// Suggestions remembered per connection, by field and value.
pub const SUGGESTIONS_KEPT: usize = 64;
/// Time for suggestions: nobody waits longer while typing.
pub const SUGGEST: Duration = Duration::from_secs(5);
/// Pause before suggestions are asked for; what is typed meanwhile takes its place.
pub const SUGGEST_AFTER: Duration = Duration::from_millis(100);
/// Largest reply of a model, in bytes as they come (F-27): the longest that any model writes is a tenth of it.
pub const MODEL_REPLY: usize = 32 << 20;
/// Longest line of such a reply: a whole image, or all arguments of a call, may be in one.
pub const MODEL_LINE: usize = 16 << 20;
/// Largest picture or sound that a model makes, in bytes, and how many of one reply are kept.
pub const MODEL_MADE: (usize, usize) = (10 << 20, 8);
/// How much is read of what a provider says when it says no.
pub const MODEL_NO: usize = 32 << 10;
/// Tokens that a model may write in one reply, for providers that want a number: where nothing is known of the model, and
/// at most, since some keep them free of what it may read.
pub const MODEL_ANSWER: (u32, u32) = (8_192, 32_000);
/// How long a model may be silent: one on this computer is first read from the disk.
pub const MODEL_SILENT: Duration = Duration::from_secs(300);
/// How long a provider on this computer is looked for, and how long any is given to list its models.
pub const MODEL_LOOK: (Duration, Duration) = (Duration::from_millis(800), Duration::from_secs(20));
/// Most of its words or of its reasoning that are kept of one reply, in bytes.
pub const MODEL_WORDS: usize = 4 << 20;
/// Tools that a model may want in one go; more are refused.
pub const MODEL_CALLS: usize = 32;
/// Models of a provider that are kept. Those beyond can be added by name.
pub const MODELS: usize = 600;
/// Models that are used at first.
pub const MODELS_AT_FIRST: usize = 6;
/// Providers.
pub const PROVIDERS: usize = 32;
/// Longest name of a model, and longest key of a provider, in bytes.
pub const MODEL_NAME: usize = 256;
/// See [`MODEL_NAME`].
pub const MODEL_KEY: usize = 4 << 10;
/// How often a message that grows is shown; a screen cannot do it more often.
pub const GROWS_EVERY: Duration = Duration::from_millis(33);
/// How often a message that grows is saved.
pub const GROWS_SAVED: Duration = Duration::from_secs(2);
/// Longest server instructions in bytes.
pub const INSTRUCTIONS: usize = 64 << 10;

/// Most arguments of a program, and most variables or headers of a server: a person reads them all before it starts (S-10).
pub const ARGUMENTS: usize = 1_000;
/// See [`ARGUMENTS`].
pub const VARIABLES: usize = 256;
/// All text of what is said about a server together, in bytes: what systems start a program with is not much more.
pub const DRAFT_BYTES: usize = 512 << 10;
/// How long that may take. What is not known by then is asked about.
pub const LINKS_WITHIN: Duration = Duration::from_secs(2);

/// Largest question of a server, in bytes. A form with every limit below at its most is a third of it.
pub const INQUIRY_BYTES: usize = 256 << 10;
/// Questions of one server within [`INQUIRIES_WINDOW`]; more are refused without a word (ELI-07, UIC-08).
pub const INQUIRIES: usize = 30;
/// The window in which a server's questions are counted.
pub const INQUIRIES_WINDOW: Duration = Duration::from_secs(60);
/// Longest words of a server above a form or an address, in characters. They are shown whole, or not at all.
pub const FORM_MESSAGE: usize = 8_000;
/// Folders of one server.
pub const ROOTS: usize = 64;
/// Longest path of a folder, in bytes.
pub const ROOT_PATH: usize = 4 << 10;

/// One piece of a payload.
pub const CHUNK: usize = 256 << 10;
/// Results kept in memory, in bytes; the oldest are forgotten first.
pub const RESULTS_BYTES: usize = 512 << 20;
/// Calls kept for looking at.
pub const CALLS: usize = 500;

/// Events kept for a slow window before it has to attach again.
pub const EVENTS: usize = 4_096;

/// How long a row of the record waits for the secrets of all servers to be known. A keychain that is open answers
/// in milliseconds; one that is locked may never, and calls go on without it.
pub const SECRETS_KNOWN: Duration = Duration::from_millis(500);
/// How often a keychain that somebody waits for is looked at, at first and at most (F-35).
pub const KEYCHAIN_LOOK: Duration = Duration::from_secs(3);
/// See [`KEYCHAIN_LOOK`].
pub const KEYCHAIN_LOOK_MOST: Duration = Duration::from_secs(60);

/// How long a host runs before it looks whether a backup is due, and how often it looks again: a start has better to
/// do, and a laptop sleeps through any exact time.
pub const BACKUP_LOOK: (Duration, Duration) = (Duration::from_secs(60), Duration::from_secs(1_800));
/// Starts in a row that ended badly before [`STEADY`], after which the next one starts no server (F-41).
pub const BAD_STARTS: u32 = 3;
/// How long whoever answers at the gate waits until the answer is on the disk.
pub const ANSWER_KEPT: Duration = Duration::from_secs(3);
/// A host that ran for this long has started well.
pub const STEADY: Duration = Duration::from_secs(60);

/// Lists with changed definitions within [`CHANGES_WINDOW`] after which a server is stopped. Each changed
/// list costs a row of the record for ever. An update changes definitions once; whoever develops a server
/// restarts it by hand, which begins anew.
pub const CHANGES_MAX: usize = 10;
/// The window in which changed lists are counted.
pub const CHANGES_WINDOW: Duration = Duration::from_secs(600);
/// Changed definitions named in the title of a row of the record; all of them are in its details.
pub const CHANGES_NAMED: usize = 3;

/// Bytes of a list of tools that is read where it came; a longer one is read beside.
pub const LIST_IN_PLACE: usize = 64 << 10;

/// Tools of a list that is let go of where it was; a longer one is let go of beside.
pub const TOOLS_IN_PLACE: usize = 200;

/// Conversations of which it is kept in memory what they have read.
pub const READS_KEPT: usize = 64;

/// How long a row of the record may be unknown to the keychain while the host runs: it is written once for all rows of that
/// time.
pub const HEAD_KEPT: Duration = Duration::from_secs(30);
/// How long the end waits for the keychain to take the last row.
pub const HEAD_AT_QUIT: Duration = Duration::from_secs(2);
/// Shorter secrets of a server are left in its own words: they may be ordinary ones.
pub const SECRET_SAID_BACK: usize = 16;
/// So many secrets of one connection are looked for in what its server says.
pub const SECRETS_SAID_BACK: usize = 32;

/// Longest message of a person, in bytes.
pub const SAY: usize = 64_000;
/// Messages of a conversation that are handed over at once, and bytes of them, as JSON, after which there are no more: a
/// few screens, whatever is in them.
pub const MESSAGES_PAGE: (usize, usize) = (60, 4 << 20);
/// The same on the way back to a message that somebody looked for.
pub const MESSAGES_BACK: (usize, usize) = (5_000, 32 << 20);
/// Messages that are handed over before one that somebody looked for, so that it is read in its place.
pub const MESSAGES_AROUND: usize = 20;
/// Messages in one page of what was found in conversations, and titles besides.
pub const CHAT_HITS: (usize, usize) = (30, 10);
/// Words that are looked for at once, and the longest search in characters.
pub const CHAT_WORDS: (usize, usize) = (16, 1_000);
/// Length of a piece of a message that was found, in characters, and how much of it comes before the first word.
pub const EXCERPT: (usize, usize) = (180, 50);
/// Moves of a model in one turn.
pub const TURN_MOVES: usize = 50;
/// Tokens of definitions of tools, by our estimate, that go along with every request of a conversation: a tenth of what its
/// model reads, within these bounds, and the second where that is not known. Where there would be more, the model looks
/// for tools itself. Servers of a few tools stay below the first; a tenth is what is worth giving away each time.
pub const TOOL_TOKENS: (usize, usize) = (2_000, 20_000);
/// Tools that one search of a model brings into its conversation, and all of them together: enough for a long piece of
/// work, and still a list that a model keeps apart.
pub const TOOLS_FOUND: (usize, usize) = (8, 96);
/// Words of a model's search that are looked at, and its longest query in characters.
pub const TOOL_QUERY: (usize, usize) = (16, 512);
/// Largest file that a person puts into a conversation, in bytes: a long PDF, and less than every provider's largest request.
pub const ATTACHED: usize = 10 << 20;
/// Largest picture or sound that a model is given, in bytes, and how many of one result. Some providers take 5 MB in
/// Base64, and refuse the whole request for one that is larger.
pub const MODEL_MEDIA: (usize, usize) = (3_600 << 10, 8);
/// All pictures, sounds and documents of one request, in bytes; the older ones are only named.
pub const MEDIA_SENT: usize = 14 << 20;
/// Longest text that a person puts in the place of a result, in bytes, and longest reason for withholding one, in
/// characters.
pub const HELD_TEXT: usize = 128 << 10;
/// See [`HELD_TEXT`].
pub const HELD_REASON: usize = 1_000;
/// Tools that are listed with what they take, dearest first; of the others only the sum.
pub const TOOLS_WEIGHED: usize = 200;
/// Weights of tools that are remembered: several times the longest list.
pub const WEIGHTS: usize = 50_000;
/// Text of a result that a model is given, in characters.
pub const FOR_MODEL: usize = 16_000;
/// Text of a server put into a conversation at once, in bytes.
pub const QUOTED: usize = 256 << 10;
/// Pause between pieces of words as they appear.
pub const WORDS_EVERY: Duration = Duration::from_millis(12);

/// Largest request of a server for words of a model, in bytes, with its images and sounds in Base64.
pub const SAMPLING_BYTES: usize = 8 << 20;
/// Messages in one request. A loop of [`SAMPLING_ROUNDS`] has two for each round.
pub const SAMPLING_MESSAGES: usize = 100;
/// Parts of one message, and of one result of a tool.
pub const SAMPLING_PARTS: usize = 50;
/// Tools offered in one request.
pub const SAMPLING_TOOLS: usize = 50;
/// Hints, and words that end an answer, in one request; longest of each, in characters.
pub const SAMPLING_WISHES: (usize, usize) = (16, 256);
/// Rounds of tools within one request (S-76): the server tells all of them again each time.
pub const SAMPLING_ROUNDS: usize = 10;
/// Most tokens of one answer, whatever the server asks for (S-75): a few pages.
pub const SAMPLING_TOKENS: u32 = 8_192;
/// Requests for words of a model that one server may have open at once; more are refused.
pub const SAMPLING_AT_ONCE: usize = 4;
/// Such requests of one server per minute (SAM-20): a tool loop that a person answers step by step stays below it.
pub const SAMPLING_PER_MINUTE: usize = 12;
/// Requests of one server that go to a model per day, and the tokens that their answers may have together.
pub const SAMPLING_PER_DAY: (u32, u64) = (200, 200_000);
/// Refused requests of one server that get a row of their own, per minute: rows stay for ever, and a server can ask
/// thousands of times a second.
pub const SAMPLING_REFUSED_ROWS: usize = 6;
/// Time for a model to answer such a request.
pub const SAMPLING_MODEL: Duration = Duration::from_secs(120);

/// What is read of a header that wants a sign-in.
pub const AUTH_HEADER: usize = 8 << 10;
/// Authorization servers of one server that are looked at.
pub const ISSUERS: usize = 5;
/// Permissions asked for at once: what a person can read. Longest name of one.
pub const SCOPES: usize = 100;
/// See [`SCOPES`].
pub const SCOPE: usize = 256;
/// Permissions that an authorization server may say it knows.
pub const SCOPES_KNOWN: usize = 5_000;
/// Longest token. Headers of servers take no more.
pub const TOKEN: usize = 32 << 10;
/// Time to sign in in the browser; then nobody listens any more (S-59).
pub const SIGN_IN: Duration = Duration::from_secs(300);
/// Connections to the listener at once, time for each to say what it wants, and the most it may say (S-60).
pub const CALLBACK_CONNECTIONS: usize = 20;
/// See [`CALLBACK_CONNECTIONS`].
pub const CALLBACK_READ: Duration = Duration::from_secs(2);
/// See [`CALLBACK_CONNECTIONS`].
pub const CALLBACK_BYTES: usize = 8 << 10;
/// A token is renewed this long before it ends, or within the last quarter of its time.
pub const RENEW_BEFORE: Duration = Duration::from_secs(30);
/// A renewal that failed is not tried again within this time: many may wait for it.
pub const RENEW_AGAIN: Duration = Duration::from_secs(2);
/// How often a person signs in for more within [`STEP_UPS_WINDOW`] before the server is not believed any more (AUT-58).
pub const STEP_UPS: usize = 2;
/// See [`STEP_UPS`].
pub const STEP_UPS_WINDOW: Duration = Duration::from_secs(600);
/// Time for an authorization server to take tokens back while a server is removed.
pub const REVOKE: Duration = Duration::from_secs(5);
/// How long a signed statement of a client holds.
pub const ASSERTION: Duration = Duration::from_secs(300);
/// Longest word that somebody wants to see in the next proof of a key.
pub const NONCE: usize = 1 << 10;
/// Longest token that vouches for somebody, from a file or from an organisation.
pub const VOUCHER: usize = 32 << 10;
