//! The console of Windows: what is typed is hidden or dropped, and sequences for colours and lines are understood.
#![allow(unsafe_code, reason = "the standard library knows no modes of a console")]

use std::io::{self, IsTerminal as _};
use std::os::windows::io::AsRawHandle as _;
use windows_sys::Win32::Foundation::HANDLE;
use windows_sys::Win32::System::Console::{
    CONSOLE_MODE, CONSOLE_SCREEN_BUFFER_INFO, ENABLE_ECHO_INPUT, ENABLE_LINE_INPUT, ENABLE_PROCESSED_INPUT,
    ENABLE_VIRTUAL_TERMINAL_PROCESSING, FlushConsoleInputBuffer, GetConsoleMode, GetConsoleScreenBufferInfo,
    SetConsoleMode,
};

/// A console that shows nothing of what is typed, until this is dropped.
pub struct HiddenTyping(CONSOLE_MODE);

impl HiddenTyping {
    /// # Errors
    /// Standard input is no console.
    pub fn begin() -> io::Result<Self> {
        let before = mode(input())?;
        // Line by line, and with Ctrl-C, whatever was set before.
        let silent = (before | ENABLE_LINE_INPUT | ENABLE_PROCESSED_INPUT) & !ENABLE_ECHO_INPUT;
        set(input(), silent)?;
        Ok(Self(before))
    }
}

impl Drop for HiddenTyping {
    fn drop(&mut self) {
        // There is no output left to write to.
        _ = set(input(), self.0);
    }
}

/// Drops what was typed and not read.
pub fn discard_typed() {
    // SAFETY: the handle is that of this process; one that is no console is refused.
    unsafe {
        FlushConsoleInputBuffer(input());
    }
}

/// Has it understand sequences that clear a line. Older ones do not, and show them.
pub fn understand_sequences() {
    let output = io::stderr().as_raw_handle();
    if let Ok(before) = mode(output) {
        // One that cannot is no reason not to ask.
        _ = set(output, before | ENABLE_VIRTUAL_TERMINAL_PROCESSING);
    }
}

/// Lines and columns that are seen.
pub fn size() -> Option<(u16, u16)> {
    if !io::stderr().is_terminal() {
        return None;
    }
    let mut about = CONSOLE_SCREEN_BUFFER_INFO::default();
    // SAFETY: the handle is that of this process, and what is written to is of the kind that is expected.
    let told = unsafe { GetConsoleScreenBufferInfo(io::stderr().as_raw_handle(), &raw mut about) };
    let seen = about.srWindow;
    let extent = |from: i16, to: i16| u16::try_from(i32::from(to) - i32::from(from) + 1).ok();
    (told != 0)
        .then(|| Some((extent(seen.Top, seen.Bottom)?, extent(seen.Left, seen.Right)?)))
        .flatten()
}

fn input() -> HANDLE {
    io::stdin().as_raw_handle()
}

fn mode(console: HANDLE) -> io::Result<CONSOLE_MODE> {
    let mut mode = 0;
    // SAFETY: the handle is that of this process; one that is no console is refused.
    match unsafe { GetConsoleMode(console, &raw mut mode) } {
        0 => Err(io::Error::last_os_error()),
        _ => Ok(mode),
    }
}

fn set(console: HANDLE, mode: CONSOLE_MODE) -> io::Result<()> {
    // SAFETY: as above.
    match unsafe { SetConsoleMode(console, mode) } {
        0 => Err(io::Error::last_os_error()),
        _ => Ok(()),
    }
}
