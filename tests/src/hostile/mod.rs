//! A server that does what a script tells it, right or wrong.
//!
//! It is written without an SDK, because an SDK would refuse to be wrong. It runs as the program
//! `hostile --script <json or path>` on stdio and, with `--http`, as an HTTP server whose address is
//! its first line of standard output. [`Hostile`] puts the command line together.
//!
//! # Script
//!
//! One JSON object; unknown members are an error, so that a misspelt fault cannot pass as a
//! harmless server. Every member is optional:
//!
//! | member | shape | meaning |
//! |---|---|---|
//! | `era` | `"legacy"` (default), `"modern"`, `"both"` | which handshakes are answered; the other one is an unknown method |
//! | `version` | string | the revision `initialize` answers; default: the one asked for, if it is a legacy one |
//! | `info` | object | `serverInfo` |
//! | `capabilities` | object | default `{"tools":{"listChanged":true}}` |
//! | `instructions` | string | as in the handshake |
//! | `tools` | array | definitions, sent as they are; a string is short for a plain tool of that name; anything else is sent too, which makes one malformed tool among good ones |
//! | `many_tools` | number | that many further tools `tool_0000001` … |
//! | `page` | number | tools in one page; default: all |
//! | `record` | path | every line received is appended to this file |
//! | `start` | steps | done before anything is read |
//! | `on` | object of steps | by method, for requests and notifications |
//! | `calls` | object of steps | by tool name, for `tools/call`; goes before `on` |
//! | `http` | object | see [`http`] |
//!
//! Steps are done one after the other. When none of them was an answer, the default answer follows,
//! so `[{"progress":{"n":3}}]` is three reports and then an ordinary result. Requests are worked on
//! at the same time, each by its own steps.
//!
//! # Steps
//!
//! A step is an object with one member, or a string where nothing is to be said about it. Within the
//! values of `say`, `reply`, `error` and `ask`, the strings `"$id"`, `"$token"`, `"$name"`,
//! `"$arguments"`, `"$answer"` and `"$subscription"` stand for the id and progress token of the request, the
//! tool, its arguments, the answer to the last `ask`, and the id of the newest subscription.
//!
//! Output
//! - `{"say": json}` one message.
//! - `{"say_raw": "text"}` or `{"say_raw": {"base64": "…"}}` bytes as they are, no newline added.
//! - `{"banner": "text"}` a line that is not JSON.
//! - `{"unended": n}` n bytes without a newline.
//! - `{"flood": {"method": "…", "n": n, "params": {…}}}` n notifications; `"$n"` counts them.
//! - `{"progress": {"n": n, "interval_ms": ms, "backwards": bool, "token": json}}` reports with
//!   messages, for the token of the request unless another is named; nothing when there is none.
//! - `{"stderr": "text"}` a line; `{"stderr_flood": bytes}` lines of 100 bytes.
//! - `"close_stdout"`, `"close_stdin"` the process stays.
//!
//! Answers
//! - `{"reply": result}`, `{"error": {"code": …, "message": …, "data": …}}`.
//! - `"no_reply"` nothing, forever.
//! - `{"malformed": name}` with `invalid_utf8`, `lone_surrogate`, `string_error_code`, `no_jsonrpc`,
//!   `batch_array`, `too_deep` or `half_json`.
//! - `{"oversized_mib": n}` and `{"text_bytes": n}` a text result of that size.
//! - `"image"`, `"audio"` a small one of each; `"bad_structured"` structured content that a schema
//!   asking for a number `value` refuses.
//! - `"duplicate_reply"` the default answer twice; `"id_as_string"` with the id as a string.
//! - `"unknown_id"` a reply to a request that was not made; is not an answer to this one.
//! - `"repeating_cursor"` the first page of tools with the same cursor each time.
//! - `"env_dump"` environment, arguments, folder and file descriptors as they were at the start.
//! - `{"wait_for_cancel": path}` waits for `notifications/cancelled` for this request, writes its
//!   reason into the file and does not answer.
//!
//! Changes
//! - `{"change_tool": definition}` replaces the tool of that name, or adds it, and announces it.
//! - `{"ask": {"method": "…", "params": {…}, "id": json, "stream": bool}}` a request to the host; waits
//!   for the answer. The id is optional; with `stream` it goes over what the host listens to.
//!
//! Process
//! - `{"sleep": ms}`; `{"wait_for_file": path}` goes on when the file is there.
//! - `{"touch": path}` writes the process id into a file: proof that this place was reached.
//! - `{"dump_to": path}` writes what `env_dump` answers into a file.
//! - `{"if_file": {"path": path, "then": steps, "else": steps}}`.
//! - `{"exit": code}`; `"crash"` dies of SIGSEGV.
//! - `"ignore_eof"`, `"ignore_term"`.
//! - `{"fork": {"pid_file": path, "double": bool}}` a grandchild that sleeps and keeps the pipes;
//!   with `double` it has left the process group by `setsid` and its parent has gone.
//! - `"stop_reading"` reads no more of standard input.
//!
//! Only on HTTP, described in [`http`]: `{"http": response}`, `{"trickle": ms}`, `"drop"`,
//! `{"events": "text"}`, `"expire_sessions"`.
//!
//! ```json
//! {"tools": ["slow"],
//!  "calls": {"slow": [{"touch": "/tmp/started"}, {"progress": {"n": 5, "interval_ms": 10}}, {"exit": 1}]}}
//! ```

mod answer;
pub mod http;
mod process;
mod script;
mod session;
mod stdio;
mod step;
mod transport;

pub use http::{Served, serve as serve_http};
pub use process::{Origin, become_grandchild};
pub use script::{Era, Fault, Script, Step};
pub use stdio::serve as serve_stdio;

use serde_json::Value;

/// The command line of the hostile server with a script.
#[derive(Debug, Clone)]
pub struct Hostile {
    script: Value,
}

impl Hostile {
    /// A server with this script. The script is checked by the program when it starts.
    pub fn new(script: Value) -> Self {
        Self { script }
    }

    /// The program as an absolute path.
    pub fn program() -> std::path::PathBuf {
        crate::programs::beside("hostile")
    }

    /// The arguments for stdio, the script inline.
    pub fn arguments(&self) -> Vec<String> {
        vec!["--script".to_owned(), self.script.to_string()]
    }

    /// Starts it on HTTP. It ends with what is given back.
    pub async fn on_http(&self) -> Served {
        let mut command = tokio::process::Command::new(Self::program());
        command.args(self.arguments()).arg("--http").kill_on_drop(true);
        Served::start(command).await
    }
}
