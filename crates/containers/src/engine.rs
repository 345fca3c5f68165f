//! Which program runs containers.

use std::path::Path;

/// What runs containers.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Engine {
    /// Docker.
    Docker,
    /// Podman.
    Podman,
}

impl Engine {
    /// Of a program as it is typed: `docker`, `/usr/bin/podman`, `docker.exe`.
    #[must_use]
    pub fn of(program: &str) -> Option<Self> {
        let name = Path::new(program.trim())
            .file_name()?
            .to_str()?
            .to_ascii_lowercase();
        match name.strip_suffix(".exe").unwrap_or(&name) {
            "docker" => Some(Self::Docker),
            "podman" => Some(Self::Podman),
            _ => None,
        }
    }

    /// What its makers call it.
    #[must_use]
    pub const fn name(self) -> &'static str {
        match self {
            Self::Docker => "Docker",
            Self::Podman => "Podman",
        }
    }
}
