//! Settings of a system by which it refuses user namespaces: who knows which one it is can change it.

use portcullis_l10n::say;
use std::fs;

/// Which setting keeps an ordinary program from making namespaces with rights in them.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Restriction {
    /// None may be made (`user.max_user_namespaces`).
    NoNamespaces,
    /// Only root may make them (`kernel.unprivileged_userns_clone`, of Debian).
    OnlyRoot,
    /// Only programs that AppArmor knows may use them (`kernel.apparmor_restrict_unprivileged_userns`, of Ubuntu).
    OnlyKnownPrograms,
}

impl Restriction {
    /// The one of this system by which it refuses with this number, if there is one.
    pub(crate) fn behind(number: i32) -> Option<Self> {
        Self::of(number, |setting| fs::read_to_string(setting).ok())
    }

    fn of(number: i32, read: impl Fn(&str) -> Option<String>) -> Option<Self> {
        let is = |setting: &str, value: &str| read(setting).is_some_and(|text| text.trim() == value);
        // Other failures have other reasons, whatever is set.
        match number {
            libc::ENOSPC if is("/proc/sys/user/max_user_namespaces", "0") => Some(Self::NoNamespaces),
            libc::EPERM | libc::EACCES if is("/proc/sys/kernel/unprivileged_userns_clone", "0") => {
                Some(Self::OnlyRoot)
            }
            libc::EPERM | libc::EACCES
                if is("/proc/sys/kernel/apparmor_restrict_unprivileged_userns", "1") =>
            {
                Some(Self::OnlyKnownPrograms)
            }
            _ => None,
        }
    }

    /// It and what can be done about it.
    pub(crate) fn sentence(self) -> String {
        match self {
            Self::NoNamespaces => say!("restriction-no-namespaces"),
            Self::OnlyRoot => say!("restriction-only-root"),
            Self::OnlyKnownPrograms => say!("restriction-only-known-programs"),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::Restriction;

    // Proves S-68.
    #[test]
    fn the_setting_that_refuses_a_fence_is_named() {
        let of = |number: i32, name: &str, value: &str| {
            let setting = |asked: &str| asked.ends_with(name).then(|| format!("{value}\n"));
            Restriction::of(number, setting)
        };
        let denied = [libc::EPERM, libc::EACCES];
        for (numbers, name, closed, open, wanted) in [
            (
                &[libc::ENOSPC][..],
                "user/max_user_namespaces",
                "0",
                "96365",
                Restriction::NoNamespaces,
            ),
            (
                &denied,
                "kernel/unprivileged_userns_clone",
                "0",
                "1",
                Restriction::OnlyRoot,
            ),
            (
                &denied,
                "kernel/apparmor_restrict_unprivileged_userns",
                "1",
                "0",
                Restriction::OnlyKnownPrograms,
            ),
        ] {
            for number in [
                libc::EPERM,
                libc::EACCES,
                libc::ENOSPC,
                libc::EMFILE,
                libc::ENOMEM,
            ] {
                let told = numbers.contains(&number).then_some(wanted);
                assert_eq!(of(number, name, closed), told, "{name} {number}");
                assert_eq!(of(number, name, open), None, "{name} {number}");
            }
            let setting = name.replace('/', ".");
            assert!(wanted.sentence().contains(&setting), "{}", wanted.sentence());
        }
        assert_eq!(Restriction::of(libc::EPERM, |_| None), None);
    }
}
