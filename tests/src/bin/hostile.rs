//! A server that does what a script tells it; see `portcullis_tests::hostile` for the grammar.

use portcullis_tests::hostile::{Origin, Script, become_grandchild, serve_http, serve_stdio};

/// The exit code for a command line or a script that is wrong (`EX_USAGE`).
const USAGE: i32 = 64;

fn main() {
    Origin::note();
    let arguments: Vec<String> = std::env::args().skip(1).collect();
    become_grandchild(&arguments);
    let script = match arguments.iter().map(String::as_str).collect::<Vec<_>>()[..] {
        ["--script", script, ..] => Script::read(script),
        _ => Err("usage: hostile --script <json or path>".to_owned()),
    };
    let script = script.unwrap_or_else(|complaint| {
        eprintln!("hostile: {complaint}");
        std::process::exit(USAGE);
    });
    let runtime = tokio::runtime::Builder::new_current_thread().enable_all().build();
    let runtime = runtime.expect("a runtime can be built");
    if arguments.iter().any(|argument| argument == "--http") {
        runtime
            .block_on(serve_http(script))
            .expect("there is a free port");
    } else {
        runtime.block_on(serve_stdio(script));
    }
    // A blocked thread, for example one that floods an unread standard error, must not keep us here.
    std::process::exit(0);
}
