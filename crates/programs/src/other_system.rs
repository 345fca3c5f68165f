//! Paths of another system on the same computer: of Windows where WSL runs, and of Linux on Windows. Configurations are copied from
//! one to the other, and their paths mean nothing there.

/// The kind of paths that this system has.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum PathSystem {
    /// Windows.
    Windows,
    /// Linux in the Windows Subsystem for Linux: drives of Windows are below `/mnt`.
    Wsl,
    /// Linux, macOS and others.
    Other,
}

/// A path of another system.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct OtherSystemPath {
    /// As it stands in the text.
    pub path: String,
    /// Whose it is: `Windows` or `Linux`.
    pub system: &'static str,
    /// The same file as this system calls it, where it can be told.
    pub here: Option<String>,
}

/// Folders in which paths of Linux begin.
const ROOTS: [&str; 9] = [
    "/home/", "/root/", "/usr/", "/opt/", "/mnt/", "/var/", "/etc/", "/tmp/", "/bin/",
];

impl PathSystem {
    /// This computer's. Blocking: WSL is known by the name of its kernel.
    #[must_use]
    pub fn here() -> Self {
        if cfg!(windows) {
            return Self::Windows;
        }
        let kernel = std::fs::read_to_string("/proc/sys/kernel/osrelease").unwrap_or_default();
        match is_wsl(&kernel) {
            true => Self::Wsl,
            false => Self::Other,
        }
    }

    /// The path of another system that a word is, alone or after `=` as in `--root=C:\\notes`.
    #[must_use]
    pub fn path_of_other(self, word: &str) -> Option<OtherSystemPath> {
        let option = word.starts_with('-').then(|| word.split_once('=')).flatten();
        let path = option.map_or(word, |(_, value)| value);
        match self {
            Self::Windows => of_linux(path),
            Self::Wsl => of_windows(path, true),
            Self::Other => of_windows(path, false),
        }
    }
}

/// By the release of the kernel: `5.15.167.4-microsoft-standard-WSL2`, and `4.4.0-19041-Microsoft` of the first WSL.
fn is_wsl(kernel: &str) -> bool {
    kernel.to_ascii_lowercase().contains("microsoft")
}

fn of_windows(path: &str, is_wsl: bool) -> Option<OtherSystemPath> {
    let other = |here: Option<String>| OtherSystemPath {
        path: path.to_owned(),
        system: "Windows",
        here: here.filter(|_| is_wsl),
    };
    if let Some(share) = path.strip_prefix(r"\\") {
        return Some(other(in_wsl(share)));
    }
    let (drive, rest) = path.split_once(':')?;
    let is_drive = drive.len() == 1 && drive.chars().all(|letter| letter.is_ascii_alphabetic());
    // `d:/data` may as well be a volume of a container.
    let is_path = rest.starts_with('\\') || rest.starts_with('/') && drive == drive.to_ascii_uppercase();
    (is_drive && is_path).then(|| {
        let below = rest.replace('\\', "/");
        other(Some(format!("/mnt/{}{below}", drive.to_ascii_lowercase())))
    })
}

/// `wsl.localhost\Ubuntu\home\me`, and `wsl$` as it was called before: a file of Linux as Windows calls it.
fn in_wsl(share: &str) -> Option<String> {
    let mut parts = share.split('\\');
    let host = parts.next()?.to_ascii_lowercase();
    let _distribution = parts.next()?;
    let rest: Vec<&str> = parts.filter(|part| !part.is_empty()).collect();
    let is_wsl = host == "wsl.localhost" || host == "wsl$";
    (is_wsl && !rest.is_empty()).then(|| format!("/{}", rest.join("/")))
}

fn of_linux(path: &str) -> Option<OtherSystemPath> {
    if !ROOTS.iter().any(|root| path.starts_with(root)) {
        return None;
    }
    let drive = path.strip_prefix("/mnt/").and_then(|below| {
        let (drive, rest) = below.split_once('/').unwrap_or((below, ""));
        let is_drive = drive.len() == 1 && drive.chars().all(|letter| letter.is_ascii_alphabetic());
        is_drive.then(|| format!("{}:\\{}", drive.to_ascii_uppercase(), rest.replace('/', "\\")))
    });
    Some(OtherSystemPath {
        path: path.to_owned(),
        system: "Linux",
        here: drive,
    })
}

#[cfg(test)]
mod tests {
    use super::{PathSystem, is_wsl};

    fn told(system: PathSystem, word: &str) -> Option<(String, &'static str, Option<String>)> {
        let found = system.path_of_other(word)?;
        Some((found.path, found.system, found.here))
    }

    #[test]
    fn paths_of_windows_have_another_name_in_wsl() {
        for (word, path, here) in [
            (
                r"C:\Users\me\notes",
                r"C:\Users\me\notes",
                Some("/mnt/c/Users/me/notes"),
            ),
            ("D:/data", "D:/data", Some("/mnt/d/data")),
            (r"--root=C:\notes", r"C:\notes", Some("/mnt/c/notes")),
            (
                r"\\wsl.localhost\Ubuntu\home\me\x",
                r"\\wsl.localhost\Ubuntu\home\me\x",
                Some("/home/me/x"),
            ),
            (r"\\WSL$\Debian\srv", r"\\WSL$\Debian\srv", Some("/srv")),
            (r"\\files\share\x", r"\\files\share\x", None),
        ] {
            let expected = |here: Option<&str>| Some((path.to_owned(), "Windows", here.map(str::to_owned)));
            assert_eq!(told(PathSystem::Wsl, word), expected(here), "{word}");
            assert_eq!(told(PathSystem::Other, word), expected(None), "{word}");
            assert_eq!(told(PathSystem::Windows, word), None, "{word}");
        }
    }

    #[test]
    fn paths_of_linux_have_another_name_on_windows_where_they_are_on_a_drive() {
        for (word, path, here) in [
            ("/mnt/c/Users/me/x", "/mnt/c/Users/me/x", Some(r"C:\Users\me\x")),
            ("--db=/home/me/x.db", "/home/me/x.db", None),
            ("/usr/bin/python3", "/usr/bin/python3", None),
            ("/mnt/data/x", "/mnt/data/x", None),
            ("/mnt/c", "/mnt/c", Some(r"C:\")),
            ("/mnt/", "/mnt/", None),
        ] {
            let expected = Some((path.to_owned(), "Linux", here.map(str::to_owned)));
            assert_eq!(told(PathSystem::Windows, word), expected, "{word}");
            assert_eq!(told(PathSystem::Wsl, word), None, "{word}");
        }
    }

    #[test]
    fn other_words_are_no_paths_of_another_system() {
        for word in [
            "",
            "npx",
            "-y",
            "@scope/name",
            "d:/data",
            "a:b",
            "https://example.com/",
            "KEY=C:",
            "docker:/x",
            "C:notes",
            "//comment",
            "/mcp",
            "/e",
        ] {
            for system in [PathSystem::Windows, PathSystem::Wsl, PathSystem::Other] {
                assert_eq!(told(system, word), None, "{word} {system:?}");
            }
        }
    }

    #[test]
    fn wsl_is_known_by_its_kernel() {
        assert!(is_wsl("5.15.167.4-microsoft-standard-WSL2"));
        assert!(is_wsl("4.4.0-19041-Microsoft"));
        assert!(!is_wsl("6.8.0-45-generic"));
        assert!(!is_wsl(""));
    }
}
