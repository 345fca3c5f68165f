//! Runtimes that servers need, which programs come with each, and what installs it on a system, as its own documentation says.
//! A server mostly fails to start for want of one of them.

use crate::System;

/// What runs the programs of servers.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Runtime {
    /// Node.js.
    Node,
    /// uv.
    Uv,
    /// Python.
    Python,
    /// pipx.
    Pipx,
    /// Docker.
    Docker,
    /// Podman.
    Podman,
    /// Deno.
    Deno,
    /// Bun.
    Bun,
    /// The .NET SDK.
    DotNet,
}

/// How something is installed.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum InstallCommand {
    /// By this command, in a terminal.
    Run(&'static str),
    /// As this page says.
    Page(&'static str),
}

impl Runtime {
    /// The one that a program comes with, by the name that is typed: `npx`, `uvx.exe`. `None` for any other program.
    #[must_use]
    pub fn of(program: &str) -> Option<Self> {
        let bare = [".exe", ".cmd"].iter().find_map(|end| program.strip_suffix(end));
        Some(match bare.unwrap_or(program) {
            "node" | "npm" | "npx" => Self::Node,
            "uv" | "uvx" => Self::Uv,
            "python" | "python3" | "pip" | "pip3" => Self::Python,
            "pipx" => Self::Pipx,
            "docker" => Self::Docker,
            "podman" => Self::Podman,
            "deno" => Self::Deno,
            "bun" | "bunx" => Self::Bun,
            "dotnet" | "dnx" => Self::DotNet,
            _ => return None,
        })
    }

    /// What its makers call it.
    #[must_use]
    pub const fn name(self) -> &'static str {
        match self {
            Self::Node => "Node.js",
            Self::Uv => "uv",
            Self::Python => "Python",
            Self::Pipx => "pipx",
            Self::Docker => "Docker",
            Self::Podman => "Podman",
            Self::Deno => "Deno",
            Self::Bun => "Bun",
            Self::DotNet => ".NET",
        }
    }

    /// What installs it, or its newest version, on a system. Nothing is run.
    #[must_use]
    pub fn install(self, system: System) -> InstallCommand {
        match self.command(system) {
            Some(command) => InstallCommand::Run(command),
            None => InstallCommand::Page(self.page()),
        }
    }

    /// Where its makers say how it is installed.
    const fn page(self) -> &'static str {
        match self {
            Self::Node => "https://nodejs.org/en/download",
            Self::Uv => "https://docs.astral.sh/uv/getting-started/installation/",
            Self::Python => "https://www.python.org/downloads/",
            Self::Pipx => "https://pipx.pypa.io/stable/installation/",
            Self::Docker => "https://docs.docker.com/get-started/get-docker/",
            Self::Podman => "https://podman.io/docs/installation",
            Self::Deno => "https://docs.deno.com/runtime/getting_started/installation/",
            Self::Bun => "https://bun.com/docs/installation",
            Self::DotNet => "https://dotnet.microsoft.com/download",
        }
    }

    const fn command(self, system: System) -> Option<&'static str> {
        Some(match system {
            System::MacOs | System::Other => return None,
            System::Homebrew => self.of_homebrew(),
            System::Windows => self.of_winget(),
            System::Debian | System::Ubuntu => match self {
                Self::Node => "sudo apt install nodejs npm",
                Self::Python => "sudo apt install python3 python-is-python3",
                Self::Pipx => "sudo apt install pipx",
                Self::Docker => "sudo apt install docker.io",
                Self::Podman => "sudo apt install podman",
                // Debian has no package of it.
                Self::DotNet => match system {
                    System::Ubuntu => "sudo apt install dotnet-sdk-10.0",
                    _ => return None,
                },
                Self::Uv | Self::Deno | Self::Bun => self.of_script(),
            },
            System::Fedora => match self {
                Self::Node => "sudo dnf install nodejs npm",
                Self::Uv => "sudo dnf install uv",
                Self::Python => "sudo dnf install python3",
                Self::Pipx => "sudo dnf install pipx",
                Self::Docker => "sudo dnf install moby-engine",
                Self::Podman => "sudo dnf install podman",
                Self::DotNet => "sudo dnf install dotnet-sdk-10.0",
                Self::Deno | Self::Bun => self.of_script(),
            },
            System::Arch => match self {
                Self::Node => "sudo pacman -S nodejs npm",
                Self::Uv => "sudo pacman -S uv",
                Self::Python => "sudo pacman -S python",
                Self::Pipx => "sudo pacman -S python-pipx",
                Self::Docker => "sudo pacman -S docker",
                Self::Podman => "sudo pacman -S podman",
                Self::Deno => "sudo pacman -S deno",
                Self::DotNet => "sudo pacman -S dotnet-sdk",
                Self::Bun => self.of_script(),
            },
            System::Suse => match self {
                Self::Node => "sudo zypper install nodejs npm",
                Self::Python => "sudo zypper install python3",
                Self::Pipx => "sudo zypper install python3-pipx",
                Self::Docker => "sudo zypper install docker",
                Self::Podman => "sudo zypper install podman",
                Self::Deno => "sudo zypper install deno",
                // It comes from Microsoft's own package source, which has to be added first.
                Self::DotNet => return None,
                Self::Uv | Self::Bun => self.of_script(),
            },
            System::Alpine => match self {
                Self::Node => "sudo apk add nodejs npm",
                Self::Uv => "sudo apk add uv",
                Self::Python => "sudo apk add python3",
                Self::Pipx => "sudo apk add pipx",
                Self::Docker => "sudo apk add docker",
                Self::Podman => "sudo apk add podman",
                Self::Deno => "sudo apk add deno",
                Self::DotNet => "sudo apk add dotnet10-sdk",
                Self::Bun => self.of_script(),
            },
        })
    }

    /// The installers of those that are made without a package for every Linux.
    const fn of_script(self) -> &'static str {
        match self {
            Self::Deno => "curl -fsSL https://deno.land/install.sh | sh",
            Self::Bun => "curl -fsSL https://bun.com/install | bash",
            _ => "curl -LsSf https://astral.sh/uv/install.sh | sh",
        }
    }

    const fn of_homebrew(self) -> &'static str {
        match self {
            Self::Node => "brew install node",
            Self::Uv => "brew install uv",
            Self::Python => "brew install python",
            Self::Pipx => "brew install pipx",
            Self::Docker => "brew install --cask docker-desktop",
            Self::Podman => "brew install podman",
            Self::Deno => "brew install deno",
            Self::Bun => "brew install oven-sh/bun/bun",
            Self::DotNet => "brew install --cask dotnet-sdk",
        }
    }

    const fn of_winget(self) -> &'static str {
        match self {
            Self::Node => "winget install OpenJS.NodeJS.LTS",
            Self::Uv => "winget install astral-sh.uv",
            Self::Python => "winget install Python.Python.3.13",
            Self::Docker => "winget install Docker.DockerDesktop",
            Self::Podman => "winget install RedHat.Podman",
            Self::Deno => "winget install DenoLand.Deno",
            Self::Bun => "winget install Oven-sh.Bun",
            Self::DotNet => "winget install Microsoft.DotNet.SDK.10",
            // Only Python installs it there.
            Self::Pipx => "py -m pip install --user pipx",
        }
    }
}

#[cfg(test)]
mod tests {
    use super::{InstallCommand, Runtime};
    use crate::System;

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
            let runtime = Runtime::of(program).unwrap();
            assert_eq!(runtime.name(), name, "{program}");
            assert!(matches!(runtime.install(System::Ubuntu), InstallCommand::Run(_)));
            assert!(matches!(runtime.install(System::Windows), InstallCommand::Run(_)));
            assert!(matches!(runtime.install(System::Other), InstallCommand::Page(_)));
        }
        assert_eq!(Runtime::of("my-own-server"), None);
    }
}
