//! The data folder on Windows: its access list names this account and the system, and takes nothing over from folders above.
//! It is read at each start and set where it is another, so a list that was changed meanwhile does not last.
#![allow(unsafe_code, reason = "the standard library knows no access lists")]

use std::io;
use std::os::windows::ffi::OsStrExt as _;
use std::os::windows::io::{AsRawHandle as _, FromRawHandle as _, OwnedHandle};
use std::path::Path;
use std::ptr::{null, null_mut};
use windows_sys::Win32::Foundation::{ERROR_INVALID_FUNCTION, ERROR_NOT_SUPPORTED, ERROR_SUCCESS, LocalFree};
use windows_sys::Win32::Security::Authorization::{
    ConvertSecurityDescriptorToStringSecurityDescriptorW, ConvertSidToStringSidW,
    ConvertStringSecurityDescriptorToSecurityDescriptorW, GetNamedSecurityInfoW, SDDL_REVISION_1,
    SE_FILE_OBJECT, SetNamedSecurityInfoW,
};
use windows_sys::Win32::Security::{
    ACL, DACL_SECURITY_INFORMATION, GetSecurityDescriptorDacl, GetTokenInformation,
    PROTECTED_DACL_SECURITY_INFORMATION, TOKEN_QUERY, TOKEN_USER, TokenUser,
};
use windows_sys::Win32::System::Threading::{GetCurrentProcess, OpenProcessToken};

/// Bytes of what names an account; the system needs fewer than a hundred.
const TOKEN_BYTES: usize = 512;

/// Lets this account and the system into a folder and all that is in it, and no other. A disk without access lists
/// (FAT) stays as it is, and so does the root of a disk, which holds what is not ours.
///
/// # Errors
/// What the system says.
pub(super) fn alone(folder: &Path) -> io::Result<()> {
    if folder.parent().is_none() {
        return Ok(());
    }
    let list = AccessList::of(&rules(&account()?))?;
    let mut path: Vec<u16> = folder.as_os_str().encode_wide().collect();
    path.push(0);
    // Setting it is told to each file below, and there may be thousands.
    if AccessList::on(&path).is_ok_and(|found| found.is_same(&list)) {
        return Ok(());
    }
    // SAFETY: the path ends with a zero, and the list is alive and valid. The others may be null: they are not set.
    let set = unsafe {
        SetNamedSecurityInfoW(
            path.as_ptr(),
            SE_FILE_OBJECT,
            DACL_SECURITY_INFORMATION | PROTECTED_DACL_SECURITY_INFORMATION,
            null_mut(),
            null_mut(),
            list.dacl,
            null(),
        )
    };
    match set {
        ERROR_SUCCESS => Ok(()),
        ERROR_INVALID_FUNCTION | ERROR_NOT_SUPPORTED => {
            tracing::warn!("the disk of the data folder has no access lists");
            Ok(())
        }
        error => Err(io::Error::from_raw_os_error(error.cast_signed())),
    }
}

/// Everything for the account and for the system (`SY`), in this folder and what is below (`OICI`); nothing taken over (`P`).
fn rules(account: &str) -> String {
    format!("D:P(A;OICI;FA;;;{account})(A;OICI;FA;;;SY)")
}

/// The name of the account of this process, as the system writes it (`S-1-5-…`).
fn account() -> io::Result<String> {
    let mut token = null_mut();
    // SAFETY: the handle of the process is always valid, and a token that was opened is new and owned by nothing else.
    let token = unsafe {
        done(OpenProcessToken(GetCurrentProcess(), TOKEN_QUERY, &raw mut token))?;
        OwnedHandle::from_raw_handle(token)
    };
    // In words, so that what is written to it lies where it may.
    let mut user = [0_usize; TOKEN_BYTES / size_of::<usize>()];
    let (mut written, mut text) = (0, null_mut());
    // SAFETY: what is written to is as large as it is said to be; what is read is what was written, which is alive as long as
    // its name is made.
    unsafe {
        done(GetTokenInformation(
            token.as_raw_handle(),
            TokenUser,
            user.as_mut_ptr().cast(),
            TOKEN_BYTES as u32,
            &raw mut written,
        ))?;
        let user: *const TOKEN_USER = user.as_ptr().cast();
        done(ConvertSidToStringSidW((*user).User.Sid, &raw mut text))?;
    }
    let text = Freed(text.cast());
    // SAFETY: the system wrote a text that ends with a zero.
    let name = unsafe {
        let start: *const u16 = text.0.cast();
        let length = (0..TOKEN_BYTES).take_while(|at| *start.add(*at) != 0).count();
        String::from_utf16_lossy(std::slice::from_raw_parts(start, length))
    };
    Ok(name)
}

/// A list that the system made of rules.
struct AccessList {
    dacl: *const ACL,
    /// What it is a part of.
    descriptor: Freed,
}

impl AccessList {
    fn of(rules: &str) -> io::Result<Self> {
        let rules: Vec<u16> = rules.encode_utf16().chain([0]).collect();
        let (mut descriptor, mut dacl) = (null_mut(), null_mut());
        let (mut is_there, mut is_default) = (0, 0);
        // SAFETY: the rules end with a zero; what the system made is freed once, and its list lives as long.
        unsafe {
            done(ConvertStringSecurityDescriptorToSecurityDescriptorW(
                rules.as_ptr(),
                SDDL_REVISION_1,
                &raw mut descriptor,
                null_mut(),
            ))?;
            let kept = Freed(descriptor);
            done(GetSecurityDescriptorDacl(
                kept.0,
                &raw mut is_there,
                &raw mut dacl,
                &raw mut is_default,
            ))?;
            // No list at all would let everybody in.
            if is_there == 0 || dacl.is_null() {
                return Err(io::ErrorKind::InvalidData.into());
            }
            Ok(Self {
                dacl,
                descriptor: kept,
            })
        }
    }

    /// The one that a folder has. The path ends with a zero.
    fn on(path: &[u16]) -> io::Result<Self> {
        let (mut dacl, mut descriptor) = (null_mut(), null_mut());
        // SAFETY: the path ends with a zero; what the system made is freed once, and its list lives as long.
        let read = unsafe {
            GetNamedSecurityInfoW(
                path.as_ptr(),
                SE_FILE_OBJECT,
                DACL_SECURITY_INFORMATION,
                null_mut(),
                null_mut(),
                &raw mut dacl,
                null_mut(),
                &raw mut descriptor,
            )
        };
        let descriptor = Freed(descriptor);
        match read {
            ERROR_SUCCESS => Ok(Self { dacl, descriptor }),
            error => Err(io::Error::from_raw_os_error(error.cast_signed())),
        }
    }

    /// Whether both let the same in, and take nothing over.
    fn is_same(&self, wanted: &Self) -> bool {
        let parts = |list: &Self| {
            let text = list.text()?;
            let (flags, rules) = text.split_once('(')?;
            Some((flags.contains('P'), rules.to_owned()))
        };
        parts(self).is_some_and(|found| parts(wanted) == Some(found))
    }

    /// As the system writes it.
    fn text(&self) -> Option<String> {
        let (mut text, mut length) = (null_mut(), 0);
        // SAFETY: the descriptor is alive; the system says how long the text is that it made.
        unsafe {
            done(ConvertSecurityDescriptorToStringSecurityDescriptorW(
                self.descriptor.0,
                SDDL_REVISION_1,
                DACL_SECURITY_INFORMATION,
                &raw mut text,
                &raw mut length,
            ))
            .ok()?;
            let text = Freed(text.cast());
            let letters = std::slice::from_raw_parts(text.0.cast::<u16>(), length as usize);
            Some(
                String::from_utf16_lossy(letters)
                    .trim_end_matches('\0')
                    .to_owned(),
            )
        }
    }
}

/// What the system gave to be freed.
struct Freed(*mut core::ffi::c_void);

impl Drop for Freed {
    fn drop(&mut self) {
        // SAFETY: the system gave it, and it is freed once.
        unsafe {
            LocalFree(self.0);
        }
    }
}

/// What a call of the system says with a number that is not zero when it did what it should.
fn done(returned: i32) -> io::Result<()> {
    match returned {
        0 => Err(io::Error::last_os_error()),
        _ => Ok(()),
    }
}

#[cfg(test)]
mod tests {
    use super::{AccessList, account, alone, rules};

    // Proves S-90.
    #[test]
    fn the_list_names_this_account_and_the_system() {
        let account = account().unwrap();
        assert!(account.starts_with("S-1-5-"), "{account}");
        assert_eq!(rules("S-1-5-9"), "D:P(A;OICI;FA;;;S-1-5-9)(A;OICI;FA;;;SY)");
        let list = AccessList::of(&rules(&account)).unwrap();
        assert!(list.is_same(&AccessList::of(&rules(&account)).unwrap()));
        for other in [
            format!("D:(A;OICI;FA;;;{account})(A;OICI;FA;;;SY)"),
            format!("D:P(A;OICI;FA;;;{account})(A;OICI;FA;;;WD)"),
            format!("D:P(A;OICI;FA;;;{account})"),
        ] {
            assert!(!list.is_same(&AccessList::of(&other).unwrap()), "{other}");
        }
    }

    // Proves S-90.
    #[test]
    fn a_folder_is_for_its_owner_and_stays_usable() {
        let folder = tempfile::tempdir().unwrap();
        std::fs::write(folder.path().join("before"), "one").unwrap();
        alone(folder.path()).unwrap();
        alone(folder.path()).unwrap();
        std::fs::write(folder.path().join("after"), "two").unwrap();
        assert_eq!(
            std::fs::read_to_string(folder.path().join("before")).unwrap(),
            "one"
        );
        assert!(alone(&folder.path().join("missing")).is_err());
    }
}
