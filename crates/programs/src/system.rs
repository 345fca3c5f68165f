//! Which system this is, as far as installing software on it goes.

use std::path::Path;

/// A kind of system, by how software is installed on it.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum System {
    /// Debian and what is made of it, but for Ubuntu: `apt`.
    Debian,
    /// Ubuntu and what is made of it: `apt`, with more packages.
    Ubuntu,
    /// Fedora, RHEL and what is made of them: `dnf`.
    Fedora,
    /// Arch Linux and what is made of it: `pacman`.
    Arch,
    /// openSUSE and SLES: `zypper`.
    Suse,
    /// Alpine Linux: `apk`.
    Alpine,
    /// macOS with Homebrew: `brew`.
    Homebrew,
    /// macOS without Homebrew.
    MacOs,
    /// Windows: `winget`.
    Windows,
    /// Any other: only a page can say how.
    Other,
}

impl System {
    /// This computer's. Blocking: reads os-release(5), or looks for Homebrew.
    #[must_use]
    pub fn here() -> Self {
        if cfg!(windows) {
            return Self::Windows;
        }
        if cfg!(target_os = "macos") {
            let brew = ["/opt/homebrew/bin/brew", "/usr/local/bin/brew"];
            return match brew.iter().any(|brew| Path::new(brew).exists()) {
                true => Self::Homebrew,
                false => Self::MacOs,
            };
        }
        let about = ["/etc/os-release", "/usr/lib/os-release"]
            .iter()
            .find_map(|file| std::fs::read_to_string(file).ok());
        Self::of_release(&about.unwrap_or_default())
    }

    /// By `ID` and `ID_LIKE` in the text of os-release(5).
    fn of_release(about: &str) -> Self {
        let field = |name: &str| {
            let line = about
                .lines()
                .find_map(|line| line.strip_prefix(name)?.strip_prefix('='));
            line.unwrap_or_default().trim_matches(['"', '\'']).to_owned()
        };
        let ids = format!("{} {}", field("ID"), field("ID_LIKE"));
        let known = ids.split_whitespace().find_map(|id| match id {
            "ubuntu" => Some(Self::Ubuntu),
            "debian" => Some(Self::Debian),
            "fedora" | "rhel" | "centos" => Some(Self::Fedora),
            "arch" => Some(Self::Arch),
            "suse" | "opensuse" | "sles" | "opensuse-tumbleweed" | "opensuse-leap" => Some(Self::Suse),
            "alpine" => Some(Self::Alpine),
            _ => None,
        });
        known.unwrap_or(Self::Other)
    }
}

#[cfg(test)]
mod tests {
    use super::System;

    #[test]
    fn the_system_is_known_by_its_release_file() {
        for (about, expected) in [
            ("ID=debian\nVERSION_ID=\"13\"\n", System::Debian),
            ("NAME=\"Ubuntu\"\nID=ubuntu\nID_LIKE=debian\n", System::Ubuntu),
            (
                "NAME=\"Linux Mint\"\nID=linuxmint\nID_LIKE=\"ubuntu debian\"\n",
                System::Ubuntu,
            ),
            ("ID=\"fedora\"\n", System::Fedora),
            ("ID=\"rocky\"\nID_LIKE=\"rhel centos fedora\"\n", System::Fedora),
            ("ID=manjaro\nID_LIKE=arch\n", System::Arch),
            (
                "ID=\"opensuse-tumbleweed\"\nID_LIKE=\"opensuse suse\"\n",
                System::Suse,
            ),
            ("ID=alpine\n", System::Alpine),
            ("ID=nixos\n", System::Other),
            ("", System::Other),
        ] {
            assert_eq!(System::of_release(about), expected, "{about}");
        }
    }
}
