//! The application. It takes one install link or bundle, or nothing. With `--demo-server` it is the built-in demo
//! server instead, without a window.

#![cfg_attr(all(windows, not(debug_assertions)), windows_subsystem = "windows")]

use portcullis_host::logging;
use std::process::ExitCode;

/// The exit code after arguments that are not taken.
const USAGE: u8 = 2;

fn main() -> ExitCode {
    if std::env::args_os()
        .nth(1)
        .is_some_and(|argument| argument == portcullis::DEMO_SERVER)
    {
        return demo_server();
    }
    #[allow(unsafe_code, reason = "a part of it changes the environment")]
    // SAFETY: nothing has started a thread yet.
    let prepared = unsafe { portcullis::prepare() };
    logging::start("warn");
    let asked = match portcullis::Invocation::read(std::env::args_os().skip(1)) {
        Ok(asked) => asked,
        Err(error) => {
            tracing::error!(error, "Portcullis was not started");
            return ExitCode::from(USAGE);
        }
    };
    match portcullis::run(prepared, asked) {
        Ok(()) => ExitCode::SUCCESS,
        Err(failure) => {
            failure.tell();
            ExitCode::FAILURE
        }
    }
}

fn demo_server() -> ExitCode {
    let runtime = tokio::runtime::Builder::new_current_thread().enable_all().build();
    let served = runtime.map_err(|error| error.to_string()).and_then(|runtime| {
        runtime
            .block_on(portcullis_demo::serve_stdio())
            .map_err(|error| error.to_string())
    });
    match served {
        Ok(()) => ExitCode::SUCCESS,
        Err(error) => {
            tracing::error!(%error, "the demo server ended");
            ExitCode::FAILURE
        }
    }
}
