//! The helper as a program of its own: it starts faster than one that loads the toolkit of the window.

use std::process::ExitCode;

fn main() -> ExitCode {
    portcullis_fence::helper_main();
    // Started by another program, which gets nothing.
    ExitCode::from(2)
}
