//! Windows keeps one `PATH` for windows and shells, in the registry. A program has what it was when it started, and one that lives
//! in the tray would not find what was installed since then.
#![allow(unsafe_code, reason = "the standard library reads no registry")]

use std::ffi::OsString;
use std::os::windows::ffi::OsStringExt as _;
use std::path::{Path, PathBuf};
use std::ptr::null_mut;
use windows_sys::Win32::Foundation::ERROR_SUCCESS;
use windows_sys::Win32::System::Registry::{
    HKEY, HKEY_CURRENT_USER, HKEY_LOCAL_MACHINE, RRF_RT_REG_SZ, RegGetValueW,
};

/// Where the variables of all accounts are, and those of this one.
const OF_ALL: &str = r"SYSTEM\CurrentControlSet\Control\Session Manager\Environment";
const OWN: &str = "Environment";

/// UTF-16 units of a value that are read; a variable has no more.
const UNITS: usize = 32 << 10;

/// What a program that starts now searches, in its order.
pub(super) fn usual_folders(_: Option<&Path>) -> Vec<PathBuf> {
    let values = [(HKEY_LOCAL_MACHINE, OF_ALL), (HKEY_CURRENT_USER, OWN)];
    let values = values.into_iter().filter_map(|(root, key)| path(root, key));
    values
        .flat_map(|value| std::env::split_paths(&value).collect::<Vec<_>>())
        .collect()
}

/// The `PATH` of a key, with the variables in it put in.
fn path(root: HKEY, key: &str) -> Option<OsString> {
    let (key, name) = (wide(key), wide("Path"));
    let mut value = vec![0_u16; UNITS];
    let mut bytes = u32::try_from(size_of_val(value.as_slice())).ok()?;
    // SAFETY: both names end with a zero, and the buffer has as many bytes as is said. A value with variables in it is one of this
    // kind when they are put in.
    let failed = unsafe {
        RegGetValueW(
            root,
            key.as_ptr(),
            name.as_ptr(),
            RRF_RT_REG_SZ,
            null_mut(),
            value.as_mut_ptr().cast(),
            &raw mut bytes,
        )
    };
    if failed != ERROR_SUCCESS {
        return None;
    }
    let end = value.iter().position(|unit| *unit == 0)?;
    value.get(..end).map(OsString::from_wide)
}

fn wide(text: &str) -> Vec<u16> {
    text.encode_utf16().chain([0]).collect()
}

pub(super) mod asking {
    use std::ffi::OsString;
    use std::path::PathBuf;
    use std::time::Duration;

    pub(in crate::login_shell) async fn search_path(_: Option<PathBuf>, _: Duration) -> Option<OsString> {
        None
    }
}

#[cfg(test)]
mod tests {
    use super::usual_folders;

    #[test]
    fn what_a_new_program_of_windows_would_search_is_read_from_the_registry() {
        let folders = usual_folders(None);
        let shown = format!("{folders:?}").to_lowercase();
        assert!(shown.contains("system32"), "{shown}");
        assert!(!shown.contains('%'), "{shown}");
    }
}
