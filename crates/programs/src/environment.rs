//! The environment a server starts with: a short list, never the host's own (S-64).
//!
//! What is left out on purpose: `XDG_RUNTIME_DIR`, `DBUS_SESSION_BUS_ADDRESS`, `SSH_AUTH_SOCK`, `DISPLAY` and
//! `WAYLAND_DISPLAY` lead to agents, the keychain and the screen; proxy variables often hold a password. A
//! server that needs one gets it from its configuration, where the person sees it.

use super::SearchPath;

/// Marks every process started for a server, so that those which leave their group are found again (F-07).
/// Its value is random and says nothing about the person or the server. On Linux it is part of what S-64
/// allows.
pub const MARKER: &str = "PORTCULLIS_CHILD";

#[cfg(not(windows))]
const NAMES: &[&str] = &["HOME", "LANG", "LOGNAME", "SHELL", "TERM", "TMPDIR", "TZ", "USER"];

/// What programs need on Windows to find the system, their profile and a place for temporary files.
#[cfg(windows)]
const NAMES: &[&str] = &[
    "ALLUSERSPROFILE",
    "APPDATA",
    "COMSPEC",
    "HOMEDRIVE",
    "HOMEPATH",
    "LOCALAPPDATA",
    "NUMBER_OF_PROCESSORS",
    "OS",
    "PATHEXT",
    "PROCESSOR_ARCHITECTURE",
    "PROGRAMDATA",
    "PROGRAMFILES",
    "PROGRAMFILES(X86)",
    "PUBLIC",
    "SYSTEMDRIVE",
    "SYSTEMROOT",
    "TEMP",
    "TMP",
    "USERDOMAIN",
    "USERNAME",
    "USERPROFILE",
    "WINDIR",
];

/// What every server gets before its configuration: the allow-list from the host's environment, and `PATH`
/// from `search`. Sorted by name. Values that are not text are left out, as are old shell functions.
#[must_use]
pub fn base_environment(search: &SearchPath) -> Vec<(String, String)> {
    chosen(
        std::env::vars_os()
            .filter_map(|(name, value)| Some((name.into_string().ok()?, value.into_string().ok()?))),
        search,
    )
}

fn chosen(all: impl Iterator<Item = (String, String)>, search: &SearchPath) -> Vec<(String, String)> {
    let mut environment: Vec<_> = all
        .filter(|(name, value)| is_allowed(name) && !value.starts_with("()"))
        .collect();
    // An empty one would make the C library search the working directory.
    if !search.value().is_empty() {
        environment.push(("PATH".to_owned(), search.value().to_owned()));
    }
    if cfg!(windows) {
        // Without it `cmd.exe` runs what stands in the working folder before what is in `PATH`.
        environment.push(("NoDefaultCurrentDirectoryInExePath".to_owned(), "1".to_owned()));
    }
    environment.sort();
    environment
}

fn is_allowed(name: &str) -> bool {
    if cfg!(windows) {
        return NAMES.iter().any(|allowed| name.eq_ignore_ascii_case(allowed));
    }
    NAMES.contains(&name) || name.starts_with("LC_")
}

#[cfg(test)]
#[cfg(unix)]
mod tests {
    use super::{SearchPath, base_environment, chosen};

    // Proves S-64.
    #[test]
    fn only_the_list_is_taken_from_the_host() {
        let all = [
            ("HOME", "/home/ada"),
            ("LC_ALL", "C"),
            ("LANG", "() { :; }; echo"),
            ("PATH", "/own"),
            ("SSH_AUTH_SOCK", "/agent"),
            ("AWS_SECRET_ACCESS_KEY", "canary"),
            ("XDG_RUNTIME_DIR", "/run/user/1000"),
        ];
        let all = all
            .into_iter()
            .map(|(name, value)| (name.to_owned(), value.to_owned()));
        let wanted = [("HOME", "/home/ada"), ("LC_ALL", "C"), ("PATH", "/usr/bin")];
        let wanted = wanted.map(|(name, value)| (name.to_owned(), value.to_owned()));
        assert!(chosen([].into_iter(), &SearchPath::from_value("")).is_empty());
        assert_eq!(chosen(all, &SearchPath::from_value("/usr/bin")), wanted);
    }

    #[test]
    fn a_server_gets_what_this_process_has_and_the_search_path() {
        let environment = base_environment(&SearchPath::from_value("/usr/bin"));
        let of = |name: &str| environment.iter().find(|(found, _)| found == name);
        assert_eq!(of("PATH").map(|(_, value)| value.as_str()), Some("/usr/bin"));
        assert_eq!(
            of("HOME").map(|(_, value)| value.clone()),
            std::env::var("HOME").ok()
        );
    }
}
