//! `docs/server-authors.md` names each limit that a server meets, with its value: the value of `docs/limits.md`, which is made of
//! the code. A new limit of the crates that speak with servers is either named there or listed here as none of a server's. The
//! numbers of `docs/security/guarantees.md` are compared in the same way.

use super::limits::PAGE;
use crate::{Done, place};
use std::collections::BTreeMap;

const AUTHORS: &str = "docs/server-authors.md";
const GUARANTEES: &str = "docs/security/guarantees.md";

/// The limits of a server: crate, name, and how the page says it, with `{}` or `{0}`, `{1}` for its values.
const MET: &[(&str, &str, &str)] = &[
    ("catalog", "JSON_DEPTH", "Depth of JSON | {}"),
    ("catalog", "TOOLS", "Number of tools | {}"),
    ("catalog", "TOOL_NAME", "`name` | 1 to {} characters"),
    ("catalog", "TOOL_TITLE", "`title` | {} characters"),
    ("catalog", "TOOL_DESCRIPTION", "`description` | {} |"),
    ("catalog", "MODEL_DESCRIPTION", "a model gets the first {}"),
    ("catalog", "OFFER_DESCRIPTION", "Description | {} |"),
    ("catalog", "SCHEMA", "`outputSchema` | {0}, depth {1}, {2} nodes"),
    ("catalog", "ICONS", "looks at up to {} icons"),
    ("catalog", "ICON_BYTES", "not animated, up to {} and"),
    ("catalog", "ICON_LISTED", "a `data:` icon can have {}"),
    ("catalog", "ICON_SIDE", "and {} pixels, as `data:`"),
    ("catalog", "ICON_SHOWN", "at least {} pixels for the theme"),
    ("catalog", "OFFERS", "Resources, templates, prompts | {} each"),
    ("catalog", "URI", "URI, template | {}"),
    ("catalog", "MIME", "Media type | {} characters"),
    ("catalog", "TEMPLATE_VARIABLES", "arguments of a prompt | {}"),
    ("catalog", "PROMPT_ARGUMENTS", "arguments of a prompt | {}"),
    ("catalog", "ARGUMENT", "Value of an argument | {}"),
    ("catalog", "CONTENTS", "messages of a prompt | {}"),
    ("catalog", "TTL", "`ttlMs` is respected | {}"),
    ("catalog", "FORM_FIELDS", "{} fields"),
    ("catalog", "FORM_OPTIONS", "{} choices"),
    ("catalog", "FORM_NAME", "names of {} characters"),
    ("catalog", "FORM_DESCRIPTION", "descriptions of {} characters"),
    ("catalog", "FORM_TEXT", "the user fills in can have {}"),
    ("catalog", "FORM_PATTERN", "shown up to {} characters"),
    ("catalog", "LINK_BYTES", "The length is at most {}"),
    (
        "catalog",
        "LINK_LONG",
        "more than {} characters is pointed out as long",
    ),
    ("catalog", "INLINE_TEXT", "whole, {} at once"),
    ("catalog", "INLINE_STRUCTURED", "own tab, {} at once"),
    ("catalog", "BLOCKS", "up to {} blocks"),
    ("catalog", "MEDIA", "up to {} |"),
    ("catalog", "PICTURE_SIDE", "{} pixels on a side"),
    ("catalog", "VARYING_PARTS", "up to {} parts of it vary"),
    ("catalog", "VARYING_BYTES", "at most {} bytes"),
    ("catalog", "SCHEMA_COMPILE", "Preparing a schema may take {1}"),
    ("catalog", "SCHEMA_CHECK", "checking a value {1}"),
    ("catalog", "PATTERN_BYTES", "a compiled pattern {}"),
    ("catalog", "PROVIDER_NAME", "`server__tool`, up to {} characters"),
    ("catalog", "NOTE_BLANK", "{} or more spaces in a row"),
    ("catalog", "NOTE_LONG", "and more than {} characters"),
    ("catalog", "SAMPLING_TEXT", "{} of text"),
    ("containers", "PROCESSES", "{} processes"),
    ("containers", "MEMORY", "{} of memory"),
    ("containers", "TEMPORARY", "{} in `/tmp`"),
    ("core", "SAID", "Text of an error that is shown | {} characters"),
    ("fence", "MAX_CONNECTIONS", "{} at once, the others wait"),
    ("fence", "DIAL", "{} to connect"),
    ("fence", "SHARED_MEMORY", "Shared memory | {}"),
    ("fence", "MAX_NAMESPACES", "{} namespaces of each kind"),
    ("fence", "MAX_PROCESSES", "{} processes and threads"),
    ("install", "FENCE_HOSTS", "At most {} hosts"),
    ("install", "FENCE_PATHS", "and {} files and folders"),
    (
        "install",
        "PROPOSED_HOSTS",
        "up to {} hosts that its command names",
    ),
    ("install", "MESSAGE_BYTES", "Size of a message | {}"),
    ("install", "MESSAGE_MIB_RANGE", "the user can set {0} to {1} MiB"),
    (
        "install",
        "START_SECONDS",
        "Start timeout set by the user | {0} to {1} s",
    ),
    (
        "install",
        "CALL_IDLE_SECONDS",
        "without response or progress | {0} s; user setting {1} to {2} s",
    ),
    (
        "install",
        "CALL_TOTAL_SECONDS",
        "Call in total | {0} s; user setting {1} to {2} s",
    ),
    ("bundles", "FILE", "It can have {}"),
    ("bundles", "ENTRIES", "{} entries"),
    ("bundles", "UNPACKED", "{} unpacked"),
    ("bundles", "MANIFEST", "a manifest of {}"),
    ("bundles", "SETTINGS", "up to {} settings"),
    ("packages", "FILES", "can have {} files and folders"),
    ("packages", "BYTES", "folders, {} and"),
    ("packages", "DEPTH", "and {} nested folders"),
    ("host", "FETCH", "fetched within {}"),
    ("host", "TRIAL", "list its tools within {}"),
    ("host", "ASLEEP_AFTER", "stopped after {} without use"),
    ("host", "KEPT_LIST", "a list of tools is larger than {}"),
    ("host", "TASKS", "Up to {} tasks of a server"),
    (
        "host",
        "TASK_POLL_UNNAMED",
        "without one after {0} at first and {1} at most",
    ),
    ("host", "TASK_MISSES", "After {} invalid answers"),
    ("host", "TASK_STOPPING", "stopping it {}"),
    ("host", "TASK_QUESTIONS", "can ask the user {} questions"),
    ("host", "SUGGESTIONS", "(`completion/complete`) | {},"),
    ("host", "SUGGESTION", "each {}, within"),
    ("host", "SUGGEST", "within {} |"),
    ("host", "INSTRUCTIONS", "`instructions` (up to {})"),
    ("host", "INQUIRIES", "Your questions to the user | {} a minute"),
    ("host", "FORM_MESSAGE", "a message of {} characters"),
    ("host", "ROOTS", "that exist, at most {}"),
    ("host", "ROOT_PATH", "with paths of up to {}"),
    ("host", "FOR_MODEL", "{} characters per result"),
    ("host", "SAMPLING_AT_ONCE", "per minute, per day | {},"),
    ("host", "SAMPLING_PER_MINUTE", "| 4, {}, 200 |"),
    ("host", "SAMPLING_PER_DAY", "of all replies per day | 8,192, {1}"),
    ("llm", "MODEL_MEDIA", "up to {0} and {1} per result"),
    ("llm", "SAMPLING_BYTES", "a sampling request {}"),
    ("llm", "SAMPLING_MESSAGES", "{} messages"),
    ("llm", "SAMPLING_PARTS", "{} parts per message"),
    ("llm", "SAMPLING_TOOLS", "Tools in a request | {};"),
    (
        "llm",
        "SAMPLING_WISHES",
        "stop sequences | {0}, of {1} characters",
    ),
    ("llm", "SAMPLING_ROUNDS", "{} rounds"),
    ("llm", "SAMPLING_TOKENS", "of all replies per day | {},"),
    ("llm", "SAMPLING_MODEL", "Response time of the model | {}"),
    ("llm", "OPENAI_DESCRIPTION", "what exceeds {} characters"),
    ("mcp", "TASK_ID", "A task id can have {}"),
    ("mcp", "TASK_POLL", "between {0} and {1}"),
    ("mcp", "TASK_LOOK", "A request about a task may take {}"),
    ("mcp", "TASK_RESULT", "one for its result {}"),
    ("mcp", "TASK_TTL", "asked to be kept for {}"),
    ("mcp", "FIRST_BYTE", "has to be accepted within {}"),
    ("mcp", "BACKOFF_MAX", "the server is on, at most {} apart"),
    ("mcp", "LIVENESS_TIMEOUT", "has to open within {}"),
    ("mcp", "ERROR_BODY_TIMEOUT", "are read, for {}"),
    ("mcp", "CLOSE_SESSION", "`DELETE`, which has {}"),
    ("mcp", "RESUMES", "`Last-Event-ID`, up to {} times"),
    ("mcp", "RETRY", "or after {}. `408`"),
    ("mcp", "BATCH", "up to {} messages each"),
    ("mcp", "OUTBOX", "at most {} of them wait"),
    ("mcp", "OUTBOX_SENT", "{} at the same time"),
    ("mcp", "RETRY_MIN", "after your `retry`, between {} and"),
    ("mcp", "RETRY_MAX", "and {}, or after"),
    ("mcp", "EVENT_ID", "An event id can have {}"),
    ("mcp", "ROUNDS", "Up to {} rounds"),
    ("mcp", "INPUT_REQUESTS", "and {} input requests per result"),
    ("mcp", "REQUEST_STATE", "`requestState` can have {}"),
    ("mcp", "URL_ELICITATION_TIMEOUT", "A call waits up to {}"),
    ("mcp", "URL_ELICITATIONS", "Up to {} pages of a server"),
    ("mcp", "ELICITATION_ID", "an `elicitationId` can have {}"),
    ("mcp", "PROBE_ALONE", "has not answered after {}"),
    ("mcp", "PROBE", "answered after {} is stopped"),
    ("mcp", "HANDSHAKE", "Handshake of a program | {};"),
    ("mcp", "DOWNLOAD", "{} in total when a launcher downloads first"),
    ("mcp", "HANDSHAKE_HTTP", "Handshake of a URL | {}"),
    ("mcp", "REFRESH_EVERY", "read again after {} at the earliest"),
    ("mcp", "UNSOLICITED", "more than {} unsolicited messages"),
    ("mcp", "UNSOLICITED_WITHIN", "messages within {} is read"),
    ("mcp", "LIST", "Request for a list | {};"),
    ("mcp", "LIST_RETRY", "repeated after {0}, at most {1} apart"),
    ("mcp", "SEND", "does not take a message within {}"),
    ("mcp", "RESTART_MAX", "more than {} failures within"),
    ("mcp", "RESTART_WINDOW", "within {} |"),
    ("mcp", "RESTART_SECONDS", "after {0}, {1}, {2}, {3} and {4} s"),
    ("mcp", "LOG_LINES", "**Logs** tab: {} lines"),
    ("mcp", "LOG_BYTES", "lines or {}."),
    ("mcp", "JUNK_PER_MINUTE", "more than {} in a minute stop"),
    ("mcp", "FRAMES", "the last {} messages"),
    ("mcp", "FRAMES_BYTES", "messages or {},"),
    ("mcp", "PROGRESS_WORDS", "Their text can have {}"),
    ("mcp", "PENDING_SERVER_REQUESTS", "without a response yet | {}"),
    ("mcp", "REQUEST_ID", "the id of each can have {}"),
    ("mcp", "PAGES", "all pages | 128 MiB, {} pages"),
    ("mcp", "LIST_BYTES", "One list, all pages | {},"),
    ("mcp", "ICON_FETCH", "has to load within {}"),
    ("mcp", "WATCHED", "Watched resources | {}"),
    ("mcp", "SERVER_REQUEST_BYTES", "Size of such a question | {};"),
    ("mcp", "CHANGES_MAX", "{} changed lists within"),
    ("mcp", "CHANGES_WINDOW", "changed lists within {} stop"),
    ("net", "CONNECT", "has to open within {}"),
    ("net", "FETCHED", "Metadata is read up to {}"),
    ("net", "FETCH", "within {}, a token response"),
    ("net", "EXCHANGE", "a token response within {}"),
    ("net", "UNPACK_TIMES", "unpack to {} times its size"),
    ("net", "UNPACK_FREE", "below {} that is not checked"),
    ("net", "ERROR_BODY_BYTES", "error {} are read"),
    ("net", "REDIRECTS", "307 or 308, up to {}."),
    ("net", "RETRY_AFTER_TIMES", "is sent again, up to {} times"),
    ("net", "RETRY_AFTER_WAIT", "`Retry-After` is at most {}"),
    (
        "net",
        "RETRY_AFTER_MAX",
        "a `Retry-After` of up to {} is waited for",
    ),
    ("oauth", "AUTH_HEADER", "{} of `WWW-Authenticate`"),
    ("oauth", "ISSUERS", "At most {} authorization servers"),
    ("oauth", "SCOPES", "At most {} scopes"),
    ("oauth", "SCOPE", "scopes of {} characters"),
    ("oauth", "SCOPES_KNOWN", "metadata can list {}"),
    ("oauth", "TOKEN", "A token can have {}"),
    ("oauth", "SIGN_IN", "The user has {} to sign in"),
    ("oauth", "STEP_UPS", "at most {} times within"),
    ("oauth", "STEP_UPS_WINDOW", "within {}. ##"),
    ("oauth", "NONCE", "a DPoP nonce {}"),
    ("process", "STOP_AFTER_EOF", "After {} comes `SIGTERM`"),
    ("process", "STOP_AFTER_TERM", "after another {} `SIGKILL`"),
    ("process", "STDERR_BYTES", "The last {} or"),
    ("process", "STDERR_LINES", "or {} lines are kept"),
    ("process", "LOG_LINE_BYTES", "are kept, {} per line"),
];

/// The limits that a guarantee names: crate, name, and how the page says it.
const PROMISED: &[(&str, &str, &str)] = &[
    ("approval", "GUARD", "In the first {} no answer"),
    ("approval", "EMBARGO_AFTER", "After {} denials within"),
    ("approval", "EMBARGO_WINDOW", "denials within {}, requests"),
    ("approval", "OWN_EMBARGO_AFTER", "after {} within a minute"),
    ("catalog", "TOOL_DESCRIPTION", "description ({}) or schema"),
    ("catalog", "MODEL_DESCRIPTION", "A model gets the first {} of"),
    ("core", "SECRET_LENGTH", "repeats a value of {} or more bytes"),
    ("formats", "LINK", "one install link of at most {},"),
    ("mcp", "JUNK_PER_MINUTE", "more than {} lines in a minute"),
    ("mcp", "LIST_BYTES", "A list of more than {} is not used"),
    ("mcp", "ROUNDS", "ends after {} rounds"),
    ("mcp", "ECHO_SECRET_LENGTH", "secrets of fewer than {} bytes"),
    ("oauth", "STEP_UPS", "After {} such sign-ins within"),
    ("oauth", "STEP_UPS_WINDOW", "such sign-ins within {}, further"),
];

/// The crates that speak with servers.
const SPEAKING: &[(&str, &[&str])] = &[
    (
        "catalog",
        // Those that no server meets: what is kept, drawn or tried here.
        &[
            "ICON_SOURCE",
            "ICON_MEMORY",
            "ICON_REDRAWN",
            "FORM_KEPT",
            "PICTURE_MEMORY",
            "PICTURE_SHOWN",
            "PLAIN_SCHEMA",
            "SCHEMA_CHAIN",
            "SCHEMA_STACK",
            "SCHEMA_ISSUES",
            "DIFF",
            "CHANGES_LISTED",
            "CHANGE_DEPTH",
            "NOTATION_NODES",
            "PROVIDER_NAME_SERVER",
            "PROVIDER_NAME_SERVER_MARK",
            "PROVIDER_NAME_TOOL",
            "PROVIDER_NAME_TOOL_MARK",
            "NOTE_MENTIONS",
            "NOTE_NAME",
            "NOTE_QUOTE",
            "FORM_ONE_LINE",
            "SKIPPED_NAME",
            "TOKEN_CHARS",
        ],
    ),
    (
        "mcp",
        // Those that no server meets: what is kept, drawn or tried here.
        &[
            "TASK_STOP",
            "TASK_NOTE",
            "TASK_PROGRESS",
            "RECONNECTS",
            "RECONNECT_JITTER",
            "SYSTEM_POLL",
            "SLEEP_THRESHOLD",
            "STREAM_HELD",
            "CLOSE_SUBSCRIPTION",
            "LISTEN_AGAIN",
            "STATE_ONLY_PAUSE",
            "LISTEN_FIRST",
            "PROBE_LONGEST",
            "INPUT_LOOK",
            "DOWNLOAD_GUESSED",
            "FAILURE_REASON_WAIT",
            "UNSOLICITED_PAUSE",
            "RESULT_IN_PLACE",
            "FRAME_PAGE",
            "EVENT_THROTTLE",
            "CANCELLED_REQUESTS",
            "FRAME_BYTES",
            "FRAME_METHOD",
            "FRAME_ID",
            "FRAME_HEAD",
            "FORM_VALUES",
            "LIST_IN_PLACE",
            "TOOLS_IN_PLACE",
            "ECHO_SECRET_LENGTH",
            "ECHO_SECRETS",
            "STDIO_BACKLOG",
            "STDIO_READ_IDLE",
            "STDIO_READ",
            "STDIO_LONG_ROOM",
            "STDIO_LONG",
            "STDIO_ENDS",
        ],
    ),
    (
        "net",
        // Those that no server meets: what is kept, drawn or tried here.
        &[
            "KEEPALIVE",
            "KEEPALIVE_RETRIES",
            "FILE_DOWNLOAD",
            "FILE_DOWNLOAD_IDLE",
        ],
    ),
    (
        "oauth",
        // Those that no server meets: what is kept, drawn or tried here.
        &[
            "CALLBACK_CONNECTIONS",
            "CALLBACK_READ",
            "CALLBACK_BYTES",
            "RENEW_BEFORE",
            "RENEW_AGAIN",
            "ASSERTION",
            "VOUCHER",
        ],
    ),
];

/// Fails when a page says another value than the code, or when a new limit is in neither list.
pub(super) fn are_told() -> Done {
    let values = place::read(PAGE)?;
    let limits = limits(&values);
    let mut wrong = Vec::new();
    for (page, told) in [(AUTHORS, MET), (GUARANTEES, PROMISED)] {
        let text = plain(&place::read(page)?);
        for (of, name, said) in told {
            match limits.get(&(*of, *name)) {
                None => wrong.push(format!("{PAGE} has no limit {name} of {of}")),
                Some(values) => {
                    let said = with_values(said, values);
                    if !text.contains(&said) {
                        wrong.push(format!("{page} does not say “{said}” ({name} of {of})"));
                    }
                }
            }
        }
    }
    for (of, own) in SPEAKING {
        for (_, name) in limits.keys().filter(|(other, _)| other == of) {
            let is_met = MET.iter().any(|(other, met, _)| other == of && met == name);
            if is_met == own.contains(name) {
                wrong.push(format!(
                    "{name} of {of} has to be in one of the two lists of author_limits.rs"
                ));
            }
        }
    }
    if wrong.is_empty() {
        return Ok(());
    }
    Err(format!("The limits that pages name: {}.", wrong.join("; ")))
}

/// The values of each limit of the page of limits.
fn limits(page: &str) -> BTreeMap<(&str, &str), Vec<String>> {
    let (mut of, mut limits) = ("", BTreeMap::new());
    for line in page.lines() {
        if let Some(name) = line.strip_prefix("## ") {
            of = name;
        }
        let mut cells = line.split(" | ");
        let name = cells
            .next()
            .and_then(|cell| cell.strip_prefix("| `")?.strip_suffix('`'));
        if let (Some(name), Some(values)) = (name, cells.next()) {
            limits.insert((of, name), values.split(", ").map(size).collect());
        }
    }
    limits
}

/// A value as it is read: `"256m"`, as an engine takes it, is 256 MiB.
fn size(value: &str) -> String {
    let typed = value
        .strip_prefix("`\"")
        .and_then(|rest| rest.strip_suffix("\"`"));
    match typed.and_then(|it| it.split_at_checked(it.len().saturating_sub(1))) {
        Some((number, "m")) => format!("{number} MiB"),
        Some((number, "g")) => format!("{number} GiB"),
        _ => value.to_owned(),
    }
}

/// One line, with numbers and units as the page of limits writes them.
fn plain(page: &str) -> String {
    let words: Vec<&str> = page.split_whitespace().map(digits).collect();
    let mut text = words.join(" ");
    for (word, unit) in [
        (" seconds", " s"),
        (" second", " s"),
        (" minutes", " min"),
        (" hours", " h"),
    ] {
        text = text.replace(word, unit);
    }
    text
}

/// A number that a sentence spells out.
fn digits(word: &str) -> &str {
    match word {
        "two" => "2",
        "three" => "3",
        "four" => "4",
        "five" => "5",
        "six" => "6",
        "seven" => "7",
        "eight" => "8",
        "nine" => "9",
        "ten" => "10",
        _ => word,
    }
}

fn with_values(said: &str, values: &[String]) -> String {
    let mut text = said.to_owned();
    for (at, value) in values.iter().enumerate() {
        if at == 0 {
            text = text.replace("{}", value);
        }
        text = text.replace(&format!("{{{at}}}"), value);
    }
    text
}

#[cfg(test)]
mod tests {
    use super::{limits, plain, with_values};

    #[test]
    fn values_of_the_page_of_limits_are_put_into_what_authors_read() {
        let page = "## mcp\n\n| Limit | Value | What |\n|---|---|---|\n| `POLL` | 500 ms, 10 min | Two. |\n## fence\n\n\
                    | `SHARED` | `\"256m\"` | One. |\n";
        let limits = limits(page);
        assert_eq!(limits[&("mcp", "POLL")], ["500 ms", "10 min"]);
        assert_eq!(limits[&("fence", "SHARED")], ["256 MiB"]);
        let said = with_values("between {0} and {1}", &limits[&("mcp", "POLL")]);
        assert!(plain("Polled between 500 ms\nand 10 minutes.").contains(&said));
        assert_eq!(plain("After three within ten minutes."), "After 3 within 10 min.");
        assert_eq!(with_values("has {}, and", &["5 s".to_owned()]), "has 5 s, and");
    }
}
