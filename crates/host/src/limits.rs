//! The limits of the rooms of the host, each with its reason, and those of every crate below under one name.

pub use portcullis_approval::limits::*;
pub use portcullis_catalog::limits::*;
pub use portcullis_core::limits::*;
pub use portcullis_install::limits::*;
pub use portcullis_llm::limits::*;
pub use portcullis_mcp::limits::*;
pub use portcullis_net::limits::*;
pub use portcullis_oauth::limits::*;
pub use portcullis_process::limits::*;
pub use portcullis_programs::limits::*;
pub use portcullis_secrets::limits::*;
pub use portcullis_storage::limits::*;
use std::time::Duration;

/// Days after which a permission that was not used is offered for removal: whoever needs it again is asked once.
pub const GRANT_UNUSED_DAYS: u32 = 30;

/// Tasks of one server that are followed at once; a call that becomes one more is stopped.
pub const TASKS: usize = 64;
/// The pause where the server names none. It doubles with each, up to the second.
pub const TASK_POLL_UNNAMED: (Duration, Duration) = (Duration::from_secs(1), Duration::from_secs(30));
/// Answers in a row that are no use before a task is given up.
pub const TASK_MISSES: u32 = 5;
/// How long a server has to say that a task was stopped; it need not obey (TKX-11).
pub const TASK_STOPPING: Duration = Duration::from_secs(10);
/// How long “Stop everything” lets servers take that their tasks are to stop, before they are turned off.
pub const TASKS_TOLD: Duration = Duration::from_secs(1);
/// Questions of one task, over its whole life.
pub const TASK_QUESTIONS: usize = 256;

/// Log lines handed over at once.
pub const LOG_PAGE: usize = 2_000;
/// Hits of a search for tools handed over: more than anybody looks through, and few enough that a key press is
/// answered within a frame.
pub const FOUND: usize = 200;
/// Progress notifications kept that nobody asked for yet: some overtake the registration of their call.
pub const PROGRESS_EARLY: usize = 64;

/// See [`ICONS`].
pub const ICONS_TRIED: usize = 3;
/// Pictures fetched at once, of all servers.
pub const ICONS_AT_ONCE: usize = 4;
/// Pictures kept in memory.
pub const ICONS_KEPT: usize = 256;
/// Resources that were read and prompts that were fetched, kept for looking at, and their bytes; the oldest are
/// forgotten first.
pub const READINGS: (usize, usize) = (100, 128 << 20);
/// A list without a word about how long it holds is not asked for again within this time.
pub const LIST_AGAIN: Duration = Duration::from_secs(2);
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
/// See [`MODEL_NAME`].
pub const MODEL_KEY: usize = 4 << 10;
/// How often a message that grows is shown; a screen cannot do it more often.
pub const GROWS_EVERY: Duration = Duration::from_millis(33);
/// How often a message that grows is saved.
pub const GROWS_SAVED: Duration = Duration::from_secs(2);
/// Longest server instructions in bytes.
pub const INSTRUCTIONS: usize = 64 << 10;

/// How long that may take. What is not known by then is asked about.
pub const LINKS_WITHIN: Duration = Duration::from_secs(2);

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
/// How long an answer at the gate waits until it is on the disk.
pub const ANSWER_KEPT: Duration = Duration::from_secs(3);
/// A host that ran for this long has started well.
pub const STEADY: Duration = Duration::from_secs(60);

/// Changed definitions named in the title of a row of the record; all of them are in its details.
pub const CHANGES_NAMED: usize = 3;

/// Conversations of which it is kept in memory what they have read.
pub const READS_KEPT: usize = 64;

/// How long a row of the record may be unknown to the keychain while the host runs: it is written once for all rows of that
/// time.
pub const HEAD_KEPT: Duration = Duration::from_secs(30);
/// How long the end waits for the keychain to take the last row.
pub const HEAD_AT_QUIT: Duration = Duration::from_secs(2);

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
/// Schema of a tool that goes along with a question about a call, for a form, in bytes as it is presented; of a larger one
/// the arguments are changed as JSON.
pub const FORM_SCHEMA: usize = 64 << 10;
/// Words of a model's search that are looked at, and its longest query in characters.
pub const TOOL_QUERY: (usize, usize) = (16, 512);
/// Largest file that a person puts into a conversation, in bytes: a long PDF, and less than every provider's largest request.
pub const ATTACHED: usize = 10 << 20;
/// All pictures, sounds and documents of one request, in bytes; the older ones are only named.
pub const MEDIA_SENT: usize = 14 << 20;
/// Longest text that a person puts in the place of a result, in bytes, and longest reason for withholding one, in
/// characters.
pub const HELD_TEXT: usize = 128 << 10;
/// See [`HELD_TEXT`].
pub const HELD_REASON: usize = 1_000;
/// Tools that are listed with what they take, most expensive first; of the others only the sum.
pub const TOOLS_WEIGHED: usize = 200;
/// Weights of tools that are remembered: several times the longest list.
pub const WEIGHTS: usize = 50_000;
/// Text of a result that a model is given, in characters.
pub const FOR_MODEL: usize = 16_000;
/// Text of a server put into a conversation at once, in bytes.
pub const QUOTED: usize = 256 << 10;

/// Sampling requests that one server may have open at once; more are refused.
pub const SAMPLING_AT_ONCE: usize = 4;
/// Such requests of one server per minute (SAM-20): a tool loop that a person answers step by step stays below it.
pub const SAMPLING_PER_MINUTE: usize = 12;
/// Requests of one server that go to a model per day, and the tokens that their answers may have together.
pub const SAMPLING_PER_DAY: (u32, u64) = (200, 200_000);
/// Refused requests of one server that get a row of their own, per minute: rows stay for ever, and a server can ask
/// thousands of times a second.
pub const SAMPLING_REFUSED_ROWS: usize = 6;

/// Time for an authorization server to take tokens back while a server is removed.
pub const REVOKE: Duration = Duration::from_secs(5);
