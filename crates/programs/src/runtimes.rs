//! Runtimes that servers need, which programs come with each, and the command that installs it on this system. A server mostly
//! fails to start for want of one of them.

use std::path::Path;

/// A runtime and how it is installed here.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct RuntimeInstall {
    /// Its name: `Node.js`.
    pub name: &'static str,
    /// The command: `sudo apt install nodejs npm`.
    pub command: &'static str,
}

/// What installs software on this system.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Installer {
    Apt,
    Dnf,
    Pacman,
    Zypper,
    Apk,
    Brew,
    Winget,
}

impl Installer {
    fn here() -> Option<Self> {
        if cfg!(windows) {
            return Some(Self::Winget);
        }
        if cfg!(target_os = "macos") {
            return Some(Self::Brew);
        }
        let about = ["/etc/os-release", "/usr/lib/os-release"]
            .iter()
            .find_map(|file| std::fs::read_to_string(Path::new(file)).ok())?;
        Self::of_release(&about)
    }

    /// By `ID` and `ID_LIKE` of os-release(5).
    fn of_release(about: &str) -> Option<Self> {
        let field = |name: &str| {
            let line = about
                .lines()
                .find_map(|line| line.strip_prefix(name)?.strip_prefix('='));
            line.unwrap_or_default().trim_matches(['"', '\'']).to_owned()
        };
        let ids = format!("{} {}", field("ID"), field("ID_LIKE"));
        ids.split_whitespace().find_map(|id| match id {
            "debian" | "ubuntu" => Some(Self::Apt),
            "fedora" | "rhel" | "centos" => Some(Self::Dnf),
            "arch" => Some(Self::Pacman),
            "suse" | "opensuse" | "sles" | "opensuse-tumbleweed" | "opensuse-leap" => Some(Self::Zypper),
            "alpine" => Some(Self::Apk),
            _ => None,
        })
    }
}

/// The runtime that a program comes with, and how it is installed here. `None` for any other program or system.
#[must_use]
pub fn runtime_of(program: &str) -> Option<RuntimeInstall> {
    install(program, Installer::here()?)
}

fn install(program: &str, by: Installer) -> Option<RuntimeInstall> {
    let name = program
        .strip_suffix(".exe")
        .or(program.strip_suffix(".cmd"))
        .unwrap_or(program);
    // apt, dnf, pacman, zypper, apk, brew, winget.
    let (name, commands) = match name {
        "node" | "npm" | "npx" => (
            "Node.js",
            [
                "sudo apt install nodejs npm",
                "sudo dnf install nodejs npm",
                "sudo pacman -S nodejs npm",
                "sudo zypper install nodejs npm",
                "sudo apk add nodejs npm",
                "brew install node",
                "winget install OpenJS.NodeJS.LTS",
            ],
        ),
        "uv" | "uvx" => (
            "uv",
            [
                "curl -LsSf https://astral.sh/uv/install.sh | sh",
                "sudo dnf install uv",
                "sudo pacman -S uv",
                "curl -LsSf https://astral.sh/uv/install.sh | sh",
                "sudo apk add uv",
                "brew install uv",
                "winget install astral-sh.uv",
            ],
        ),
        "python" | "python3" | "pip" | "pip3" => (
            "Python",
            [
                "sudo apt install python3 python-is-python3",
                "sudo dnf install python3",
                "sudo pacman -S python",
                "sudo zypper install python3",
                "sudo apk add python3",
                "brew install python",
                "winget install Python.Python.3.13",
            ],
        ),
        "pipx" => (
            "pipx",
            [
                "sudo apt install pipx",
                "sudo dnf install pipx",
                "sudo pacman -S python-pipx",
                "sudo zypper install python3-pipx",
                "sudo apk add pipx",
                "brew install pipx",
                "py -m pip install --user pipx",
            ],
        ),
        "docker" => (
            "Docker",
            [
                "sudo apt install docker.io",
                "sudo dnf install moby-engine",
                "sudo pacman -S docker",
                "sudo zypper install docker",
                "sudo apk add docker",
                "brew install --cask docker",
                "winget install Docker.DockerDesktop",
            ],
        ),
        "podman" => (
            "Podman",
            [
                "sudo apt install podman",
                "sudo dnf install podman",
                "sudo pacman -S podman",
                "sudo zypper install podman",
                "sudo apk add podman",
                "brew install podman",
                "winget install RedHat.Podman",
            ],
        ),
        "deno" => (
            "Deno",
            [
                "curl -fsSL https://deno.land/install.sh | sh",
                "curl -fsSL https://deno.land/install.sh | sh",
                "sudo pacman -S deno",
                "sudo zypper install deno",
                "sudo apk add deno",
                "brew install deno",
                "winget install DenoLand.Deno",
            ],
        ),
        "bun" | "bunx" => (
            "Bun",
            [
                "curl -fsSL https://bun.com/install | bash",
                "curl -fsSL https://bun.com/install | bash",
                "curl -fsSL https://bun.com/install | bash",
                "curl -fsSL https://bun.com/install | bash",
                "curl -fsSL https://bun.com/install | bash",
                "brew install oven-sh/bun/bun",
                "winget install Oven-sh.Bun",
            ],
        ),
        "dotnet" | "dnx" => (
            ".NET",
            [
                "sudo apt install dotnet-sdk-10.0",
                "sudo dnf install dotnet-sdk-10.0",
                "sudo pacman -S dotnet-sdk",
                "sudo zypper install dotnet-sdk-10.0",
                "sudo apk add dotnet10-sdk",
                "brew install --cask dotnet-sdk",
                "winget install Microsoft.DotNet.SDK.10",
            ],
        ),
        _ => return None,
    };
    let [apt, dnf, pacman, zypper, apk, brew, winget] = commands;
    let command = match by {
        Installer::Apt => apt,
        Installer::Dnf => dnf,
        Installer::Pacman => pacman,
        Installer::Zypper => zypper,
        Installer::Apk => apk,
        Installer::Brew => brew,
        Installer::Winget => winget,
    };
    Some(RuntimeInstall { name, command })
}

#[cfg(test)]
mod tests {
    use super::{Installer, install, runtime_of};

    #[test]
    fn the_system_is_known_by_its_release_file() {
        for (about, expected) in [
            ("ID=debian\nVERSION_ID=\"13\"\n", Some(Installer::Apt)),
            (
                "NAME=\"Linux Mint\"\nID=linuxmint\nID_LIKE=\"ubuntu debian\"\n",
                Some(Installer::Apt),
            ),
            ("ID=\"fedora\"\n", Some(Installer::Dnf)),
            (
                "ID=\"rocky\"\nID_LIKE=\"rhel centos fedora\"\n",
                Some(Installer::Dnf),
            ),
            ("ID=manjaro\nID_LIKE=arch\n", Some(Installer::Pacman)),
            (
                "ID=\"opensuse-tumbleweed\"\nID_LIKE=\"opensuse suse\"\n",
                Some(Installer::Zypper),
            ),
            ("ID=alpine\n", Some(Installer::Apk)),
            ("ID=nixos\n", None),
            ("", None),
        ] {
            assert_eq!(Installer::of_release(about), expected, "{about}");
        }
    }

    #[test]
    fn every_launcher_of_servers_has_a_runtime_and_a_command_for_it() {
        for (program, name) in [
            ("npx", "Node.js"),
            ("npx.cmd", "Node.js"),
            ("uvx", "uv"),
            ("python3", "Python"),
            ("docker", "Docker"),
            ("podman", "Podman"),
            ("deno", "Deno"),
            ("bunx", "Bun"),
            ("dnx", ".NET"),
        ] {
            let found = install(program, Installer::Apt);
            assert_eq!(found.map(|found| found.name), Some(name), "{program}");
        }
        let command = install("npx", Installer::Winget).map(|found| found.command);
        assert_eq!(command, Some("winget install OpenJS.NodeJS.LTS"));
        assert_eq!(runtime_of("my-own-server"), None);
    }
}
