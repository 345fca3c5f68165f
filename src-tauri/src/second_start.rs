//! How a second start ends, which hands what it was given to the first.
//!
//! The plugin of the single instance ends it by `exit`, by which libraries give back what they have while threads of theirs still
//! run. Two of about 1,300 second starts ended by a signal, because such a thread took a lock that was gone. The first had what it
//! needed by then, but the program that started the second was told that it failed.

use std::ffi::{c_int, c_void};
use std::ptr;
use std::sync::atomic::{AtomicBool, Ordering};

/// The application is being built: only a second start ends there.
static IS_BUILDING: AtomicBool = AtomicBool::new(false);

#[allow(unsafe_code, reason = "the standard library has no such call")]
unsafe extern "C" {
    /// Of the GNU C library: the functions are called in reverse order, with the exit code.
    fn on_exit(function: extern "C" fn(c_int, *mut c_void), argument: *mut c_void) -> c_int;
    /// Ends the process and calls nothing.
    fn _exit(code: c_int) -> !;
}

/// Before the libraries give back anything, because it is registered last.
#[allow(unsafe_code, reason = "the standard library has no such call")]
extern "C" fn end(code: c_int, _: *mut c_void) {
    if IS_BUILDING.load(Ordering::Relaxed) {
        // SAFETY: takes a number, and does not return.
        unsafe { _exit(code) }
    }
}

/// Until [`built`], an exit ends the process at once.
#[allow(unsafe_code, reason = "the standard library has no such call")]
pub(crate) fn building() {
    IS_BUILDING.store(true, Ordering::Relaxed);
    // SAFETY: the function is there as long as the process, and does not look at its argument. Where there is no room for it, an
    // exit is as it was.
    unsafe { on_exit(end, ptr::null_mut()) };
}

/// This is the first start.
pub(crate) fn built() {
    IS_BUILDING.store(false, Ordering::Relaxed);
}
