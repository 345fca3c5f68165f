//! By which name Windows knows the application. The installers give the same one to the shortcut: so windows, notifications and what is
//! pinned to the taskbar belong together.

use windows_sys::Win32::UI::Shell::SetCurrentProcessExplicitAppUserModelID;

/// Gives it to this process, which has no window yet.
pub(crate) fn set(identifier: &str) {
    let name: Vec<u16> = identifier.encode_utf16().chain([0]).collect();
    #[allow(unsafe_code, reason = "the standard library does not know such names")]
    // SAFETY: the name ends with a zero and is held during the call, which copies it.
    let failed = unsafe { SetCurrentProcessExplicitAppUserModelID(name.as_ptr()) };
    if failed < 0 {
        tracing::warn!(
            code = failed,
            "the taskbar may take the windows for another program's"
        );
    }
}
