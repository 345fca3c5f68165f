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
pub use portcullis_transcripts::limits::*;
use std::time::Duration;

/// Percent of the context from which on a conversation can be set to be summarized automatically, the least and the most.
pub const COMPACT_AT: (u32, u32) = (50, 95);
/// Tokens of the context of a model that is not known, where a request for a summary is measured by it.
pub const COMPACTION_CONTEXT: u32 = 32_000;
/// Share of the context that one request for a summary takes of the messages, one part in so many, and the most tokens of it. A
/// longer record goes in several requests, each with the summary of what was before.
pub const COMPACTION_PART: (usize, usize) = (2, 100_000);
/// Requests for one summary. A conversation that would take more is not summarized.
pub const COMPACTION_REQUESTS: usize = 16;
/// Share of the context, one part in so many, up to which the last exchange stays as it is.
pub const COMPACTION_KEPT: usize = 8;
/// Share of the context, one part in so many, that a conversation must get rid of to be summarized automatically.
pub const COMPACTION_WORTH: usize = 10;
/// Characters of one message, one result or one list of arguments in the record that is summarized: its beginning and its end.
pub const COMPACTION_ENTRY: usize = 8_000;
/// Characters of a summary: the least that a small context has room for, and the most. A longer one is not used.
pub const COMPACTION_SUMMARY: (usize, usize) = (4_000, 32_000);
/// Words that a model is told to stay below, the least and the most.
pub const COMPACTION_WORDS: (usize, usize) = (150, 1_000);
/// Characters of the name of a folder of conversations.
pub const FOLDER_NAME: usize = 60;
/// Characters of the title of a conversation.
pub const CONVERSATION_TITLE: usize = 120;

/// Days after which a permission that was not used is offered for removal.
pub const GRANT_UNUSED_DAYS: u32 = 30;
/// Characters of the name of a profile.
pub const PROFILE_NAME: usize = 40;
/// How long a file of another application was not changed before it is read, and how often that is waited for.
pub const IMPORT_SETTLED: (Duration, u32) = (Duration::from_millis(100), 10);
/// Files that are read when they are dropped on the window at once.
pub const DROPPED: usize = 32;
/// Characters of a person's note about a server.
pub const NOTE: usize = 2_000;

/// Least and most US dollars of a monthly spending limit.
pub const SPENDING_LIMIT: (f64, f64) = (0.01, 100_000.0);
/// Conversations that are imported at once, and the bytes of their text: they are written in one piece, and others wait
/// meanwhile.
pub const CHATS_IMPORTED: (usize, usize) = (500, 64 << 20);
/// A time in a file of conversations counts only up to this long after now.
pub const IMPORTED_AHEAD: Duration = Duration::from_secs(24 * 3600);

/// How long a server that starts when it is needed runs on after it was needed last.
pub const ASLEEP_AFTER: Duration = Duration::from_secs(10 * 60);
/// How often it is looked whether such a server is still needed.
pub const ASLEEP_LOOK: Duration = Duration::from_secs(5);
/// Bytes kept of each list that such a server offers while it is not running; with a longer list of tools it is never put to sleep.
pub const KEPT_LIST: usize = 16 << 20;

/// Tasks of one server that are followed at once; a call that would become one more is stopped.
pub const TASKS: usize = 64;
/// First and longest pause between polls of a task if its server names none. The pause doubles.
pub const TASK_POLL_UNNAMED: (Duration, Duration) = (Duration::from_secs(1), Duration::from_secs(30));
/// Invalid answers or missing results in a row, or refused answers to its questions in total, before a task is given up.
pub const TASK_MISSES: u32 = 5;
/// Time for a server to confirm that a task was stopped (TKX-11).
pub const TASK_STOPPING: Duration = Duration::from_secs(10);
/// How long “Stop everything” waits for servers to stop their tasks before they are turned off.
pub const TASKS_TOLD: Duration = Duration::from_secs(1);
/// Questions of one task in total.
pub const TASK_QUESTIONS: usize = 256;

/// Log lines loaded at once.
pub const LOG_PAGE: usize = 2_000;
/// Log lines that a diagnosis reads, the last ones.
pub const DIAGNOSIS_LINES: u64 = 2_000;
/// How long a diagnosis looks for programs. A folder that is not there any more, such as one in a network, may take longer.
pub const DIAGNOSIS_LOOK: Duration = Duration::from_secs(5);
/// Bytes read of a program to see which system and processor it is for.
pub const PROGRAM_HEAD: u64 = 1 << 10;
/// Characters of the instructions of a conversation, and of the name of a preset.
pub const OWN_INSTRUCTIONS: (usize, usize) = (8_000, 60);
/// Smallest and largest size at which the main page is drawn, in percent.
pub const ZOOM: (u16, u16) = (75, 200);
/// Results of a search for tools.
pub const FOUND: usize = 200;

/// Age of the copy of the registry after which a search updates it, and the pause after an update that failed.
pub const REGISTRY_AGE: (Duration, Duration) = (Duration::from_secs(6 * 3600), Duration::from_secs(600));
/// Longest address of a registry, in bytes.
pub const REGISTRY_ADDRESS: usize = 2 << 10;
/// Icons of entries of the registry that are fetched within a time. Later ones are not shown until then.
pub const REGISTRY_ICONS: (usize, Duration) = (240, Duration::from_secs(3600));

/// Icons of one entry that are tried.
pub const ICONS_TRIED: usize = 3;
/// Icons fetched at once, of all servers.
pub const ICONS_AT_ONCE: usize = 4;
/// Icons kept in memory.
pub const ICONS_KEPT: usize = 256;
/// Read resources and fetched prompts kept for display, and their bytes; the oldest are dropped first.
pub const READINGS: (usize, usize) = (100, 128 << 20);
/// A list whose server names no lifetime is not requested again within this time.
pub const LIST_AGAIN: Duration = Duration::from_secs(2);
/// Suggestions shown for one field; the protocol allows no more.
pub const SUGGESTIONS: usize = 100;
/// Longest suggestion in bytes.
pub const SUGGESTION: usize = 4 << 10;
/// Suggestions remembered per connection, by field and value.
pub const SUGGESTIONS_KEPT: usize = 64;
/// Timeout for suggestions.
pub const SUGGEST: Duration = Duration::from_secs(5);
/// Pause after typing before suggestions are requested.
pub const SUGGEST_AFTER: Duration = Duration::from_millis(100);
/// How long a provider on this computer is looked for, and how long any provider may take to list its models.
pub const MODEL_LOOK: (Duration, Duration) = (Duration::from_millis(800), Duration::from_secs(20));
/// Text or reasoning that is kept of one reply of a model, in bytes.
pub const MODEL_WORDS: usize = 4 << 20;
/// Tool calls in one reply of a model; more are rejected.
pub const MODEL_CALLS: usize = 32;
/// Rejected calls beyond those, with a card and an entry each. The rest have one together, and are not kept.
pub const MODEL_CALLS_REJECTED: usize = 32;
/// Models of one provider that are listed. Others can be added by name.
pub const MODELS: usize = 600;
/// Models that are enabled when a provider is added.
pub const MODELS_AT_FIRST: usize = 6;
/// Model providers.
pub const PROVIDERS: usize = 32;
/// Longest API key, in bytes.
pub const MODEL_KEY: usize = 4 << 10;
/// How often a growing message is drawn.
pub const GROWS_EVERY: Duration = Duration::from_millis(33);
/// How often a growing message is saved.
pub const GROWS_SAVED: Duration = Duration::from_secs(2);
/// Longest server instructions in bytes.
pub const INSTRUCTIONS: usize = 64 << 10;

/// Time for resolving symbolic links for one decision. If it is not enough, you are asked.
pub const LINKS_WITHIN: Duration = Duration::from_secs(2);

/// Paths of one call that the host looks at before it asks you.
pub const FILES_LOOKED_AT: usize = 16;
/// Longest argument that is read as a path, in bytes.
pub const NAMED_PATH: usize = 4 << 10;

/// Questions of one server within [`INQUIRIES_WINDOW`]; more are refused without asking (ELI-07, UIC-08).
pub const INQUIRIES: usize = 30;
/// The window in which a server's questions are counted.
pub const INQUIRIES_WINDOW: Duration = Duration::from_secs(60);
/// Longest message of a server above a form or a URL, in characters. It is shown whole or not at all.
pub const FORM_MESSAGE: usize = 8_000;
/// Shared folders of one server.
pub const ROOTS: usize = 64;
/// Longest path of a folder, in bytes.
pub const ROOT_PATH: usize = 4 << 10;

/// One piece of a payload.
pub const CHUNK: usize = 256 << 10;
/// Results kept in memory, in bytes; the oldest are dropped first.
pub const RESULTS_BYTES: usize = 512 << 20;
/// Calls kept for display.
pub const CALLS: usize = 500;

/// Events kept for a slow window before it has to attach again.
pub const EVENTS: usize = 4_096;

/// How long a log entry waits until the secrets of all servers are known for masking.
pub const SECRETS_KNOWN: Duration = Duration::from_millis(500);
/// Shortest pause between looks at a locked keychain (F-35).
pub const KEYCHAIN_LOOK: Duration = Duration::from_secs(3);
/// Longest pause between looks at a locked keychain.
pub const KEYCHAIN_LOOK_MOST: Duration = Duration::from_secs(60);

/// Copies that are kept of another application's file before an export; the oldest are dropped.
pub const EXPORT_BACKUPS: usize = 3;
/// Text that an export changes, in bytes: a person reads all of it before it is written.
pub const EXPORT_SHOWN: usize = 128 << 10;
/// Exports whose result is kept, and files that were chosen for one.
pub const EXPORTS_KEPT: usize = 16;

/// How long Portcullis runs before it checks whether a backup is due, and how often it checks again.
pub const BACKUP_LOOK: (Duration, Duration) = (Duration::from_secs(60), Duration::from_secs(1_800));
/// Bad starts in a row, each ending within [`STEADY`], after which the next one starts no server (F-41).
pub const BAD_STARTS: u32 = 3;
/// How long an answer in the approval window waits until it is on the disk.
pub const ANSWER_KEPT: Duration = Duration::from_secs(3);
/// A start after which Portcullis ran for this long is a good one.
pub const STEADY: Duration = Duration::from_secs(60);

/// Changed definitions named in the title of a log entry; its details list all.
pub const CHANGES_NAMED: usize = 3;

/// Conversations whose data-flow state is kept in memory.
pub const READS_KEPT: usize = 64;

/// How old the last log entry in the keychain may be while Portcullis runs.
pub const HEAD_KEPT: Duration = Duration::from_secs(30);
/// How long quitting waits for the keychain to store the last log entry.
pub const HEAD_AT_QUIT: Duration = Duration::from_secs(2);

/// Longest message that you write, in characters.
pub const SAY: usize = 64_000;
/// Messages of a conversation that are loaded at once, and their bytes as JSON.
pub const MESSAGES_PAGE: (usize, usize) = (60, 4 << 20);
/// Messages that are loaded to show a search result in its place, and their bytes as JSON.
pub const MESSAGES_BACK: (usize, usize) = (5_000, 32 << 20);
/// Messages that are loaded before a search result.
pub const MESSAGES_AROUND: usize = 20;
/// Messages, and titles, in one page of search results.
pub const CHAT_HITS: (usize, usize) = (30, 10);
/// Words of one search, and its length in characters.
pub const CHAT_WORDS: (usize, usize) = (16, 1_000);
/// Length of an excerpt in search results, in characters, and how much of it comes before the first word.
pub const EXCERPT: (usize, usize) = (180, 50);
/// Rounds of a model in one turn.
pub const TURN_MOVES: usize = 50;
/// Tokens of tool definitions, estimated, that are part of every request of a conversation: a tenth of the context of
/// the model, within these bounds, and the second where the context is not known. Above that, the model gets a search
/// tool.
pub const TOOL_TOKENS: (usize, usize) = (2_000, 20_000);
/// Tools that one search of a model adds to its conversation, and all of them together.
pub const TOOLS_FOUND: (usize, usize) = (8, 96);
/// Largest schema, in bytes, for which arguments are edited as a form in an approval request; above it they are
/// edited as JSON.
pub const FORM_SCHEMA: usize = 64 << 10;
/// Words of a model's search that are used, and its longest query in characters.
pub const TOOL_QUERY: (usize, usize) = (16, 512);
/// Arguments of a tool call that was rejected, as they are kept in its conversation, in characters.
pub const REJECTED_ARGUMENTS: usize = 4_096;
/// Largest file that you attach to a conversation, in bytes.
pub const ATTACHED: usize = 10 << 20;
/// Files that are pasted into a conversation or chosen for it at once, and their bytes in all.
pub const FILES_TOGETHER: (usize, usize) = (32, 32 << 20);
/// Images, audio and documents of one request to a model, in bytes; older ones are only named.
pub const MEDIA_SENT: usize = 14 << 20;
/// Largest image or audio of a result that stays with its conversation, in bytes, how many of one result, and the bytes of all
/// images, audio and documents of the conversation up to which another is added. What a model is shown stays in any case.
pub const RESULT_MEDIA: (usize, usize, usize) = (10 << 20, 16, 512 << 20);
/// Images that go along with an exported conversation, and their bytes in all.
pub const EXPORTED_PICTURES: (usize, usize) = (500, 256 << 20);
/// Longest text that you send in place of a result, in bytes.
pub const HELD_TEXT: usize = 128 << 10;
/// Longest reason for not sending a result, in characters.
pub const HELD_REASON: usize = 1_000;
/// Tools that are listed with their tokens, largest first; of the others only the sum is shown.
pub const TOOLS_WEIGHED: usize = 200;
/// Bytes of approved definitions kept in memory of the changed tools of one server. Models get these until you accept the
/// changes; a changed tool beyond them is not offered to models.
pub const APPROVED_KEPT: usize = 32 << 20;
/// Token estimates of tools kept in memory.
pub const WEIGHTS: usize = 50_000;
/// Text of a result that a model gets, in characters.
pub const FOR_MODEL: usize = 16_000;
/// Text of a server attached to a conversation at once, in bytes.
pub const QUOTED: usize = 256 << 10;

/// Open requests for model access of one server; more are refused.
pub const SAMPLING_AT_ONCE: usize = 4;
/// Requests for model access of one server per minute (SAM-20).
pub const SAMPLING_PER_MINUTE: usize = 12;
/// Requests of one server that go to a model per day, and the tokens of all replies.
pub const SAMPLING_PER_DAY: (u32, u64) = (200, 200_000);
/// Refused requests of one server per minute that get a log entry of their own.
pub const SAMPLING_REFUSED_ROWS: usize = 6;

/// Time for an authorization server to revoke tokens while a server is removed.
pub const REVOKE: Duration = Duration::from_secs(5);

/// How long after a failed call is waited for what its fence kept out.
pub const FENCE_TELLS: Duration = Duration::from_millis(20);
/// How long the end of a call waits for connections that its fenced server is still making, so that it is known which hosts they
/// mean. What takes longer counts as meant for the host that it was opened to.
pub const FENCE_SETTLES: Duration = Duration::from_millis(250);
/// Longest look for paths of a failed call that its fence hides.
pub const FENCE_LOOK: Duration = Duration::from_millis(500);
/// Paths of one call that are looked for.
pub const FENCE_LOOKED_AT: usize = 16;
/// What a fence kept out, remembered for one server (S-68).
pub const FENCE_DENIALS: usize = 50;
/// Characters that are shown of what a fenced program wanted.
pub const FENCE_DENIAL_CHARACTERS: usize = 300;

/// Fetches that were cut off and are said at the next start.
pub const FETCHES_SAID: usize = 16;
/// Longest time for one command that fetches a package. The largest servers known take 80 s.
pub const FETCH: Duration = Duration::from_secs(15 * 60);
/// The files of a fetch are counted this often.
pub const FETCH_COUNTED: Duration = Duration::from_secs(1);
/// Longest time for the start of a fetched version that reads its tools.
pub const TRIAL: Duration = Duration::from_secs(20);
/// Tools that the review of an update names for each kind of change. More are counted.
pub const UPDATE_TOOLS: usize = 40;
/// Texts of tools whose changes the review of an update shows. Each has to be read.
pub const UPDATE_TEXTS: usize = 8;
/// Lines of a package manager that are shown when it fails.
pub const FETCH_LINES: usize = 8;
/// Time to read the last lines of a package manager that ended.
pub const FETCH_LAST_WORDS: Duration = Duration::from_millis(500);
