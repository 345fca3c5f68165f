//! A display for windows nobody looks at.
//!
//! When there is no `DISPLAY`, one X server is started for the whole test process, on whatever
//! number is free, and ends with the process however that ends.

use std::{
    io::{BufRead as _, BufReader, Write as _},
    process::{Child, Command, Stdio},
    sync::OnceLock,
};

/// Set this to leave the window tests out; nothing else does.
pub const SKIP: &str = "PORTCULLIS_SKIP_WINDOW";

/// Whether window tests are to run. When not, says so on standard error, even though the test
/// harness keeps back what tests print.
#[must_use]
pub fn is_wanted() -> bool {
    let skipped = std::env::var_os(SKIP).is_some();
    if skipped {
        let note = format!("skipped: a window test, because {SKIP} is set\n");
        std::io::stderr().write_all(note.as_bytes()).ok();
    }
    !skipped
}

/// The value for `DISPLAY`.
///
/// # Panics
///
/// When there is no display and `Xvfb` cannot be started.
#[must_use]
pub fn name() -> String {
    static STARTED: OnceLock<(String, Child)> = OnceLock::new();
    std::env::var("DISPLAY")
        .ok()
        .filter(|display| !display.is_empty())
        .unwrap_or_else(|| STARTED.get_or_init(start).0.clone())
}

fn start() -> (String, Child) {
    // `cat` ends when our end of its pipe closes, which happens even when this process is killed.
    let server =
        "Xvfb -displayfd 1 -screen 0 1280x800x24 -nolisten tcp 2>/dev/null & cat >/dev/null; kill $!";
    let mut child = Command::new("sh")
        .args(["-c", server])
        .stdin(Stdio::piped())
        .stdout(Stdio::piped())
        .spawn()
        .expect("a shell can be started");
    let mut number = String::new();
    let stdout = child.stdout.take().expect("standard output is a pipe");
    BufReader::new(stdout)
        .read_line(&mut number)
        .expect("the X server tells its number");
    let number = number.trim();
    assert!(!number.is_empty(), "Xvfb did not start; is it installed?");
    (format!(":{number}"), child)
}
