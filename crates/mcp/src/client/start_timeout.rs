//! Start timeouts of programs. A launcher such as `npx` may have to download the program first; until it reads its
//! input, silence means nothing.

use super::Setup;
use super::connect::{Attempt, RawConnection};
use crate::limits;
use crate::transport::seconds;
use portcullis_core::text::shell_word;
use portcullis_core::{Code, Error};
use portcullis_l10n::say;
use std::path::Path;
use std::time::Duration;
use tokio::time::{Instant, sleep};

/// Programs that download a package or an image before they start it. Two of them at once would do it twice, into the
/// same place.
const LAUNCHERS: [&str; 16] = [
    "npx", "npm", "pnpm", "pnpx", "yarn", "bunx", "bun", "deno", "uvx", "uv", "pipx", "docker", "podman",
    "dnx", "jbang", "nix",
];
/// Programs that start another one, which their arguments name.
const WRAPPERS: [&str; 12] = [
    "env",
    "cmd",
    "sh",
    "bash",
    "zsh",
    "dash",
    "fish",
    "powershell",
    "pwsh",
    "nice",
    "sudo",
    "mise",
];

/// Why an answer is not waited for any longer.
pub(super) enum NoAnswer {
    /// The process ended.
    Exited,
    /// The program read what it was asked, and has not answered for as long as it may take.
    Unanswered,
}

/// How long one server may take to start.
#[derive(Clone, Copy)]
pub(super) struct StartTimeouts {
    /// In all.
    pub whole: Duration,
    /// Once it has read what it was asked.
    pub asked: Duration,
}

impl StartTimeouts {
    pub(super) fn of(setup: &Setup, downloads: bool) -> Self {
        let set = setup
            .start_seconds
            .map(|seconds| Duration::from_secs(seconds.into()));
        let usual = match (setup.local, downloads) {
            (false, _) => limits::HANDSHAKE_HTTP,
            (true, true) => limits::DOWNLOAD,
            (true, false) => limits::HANDSHAKE,
        };
        Self {
            whole: set.unwrap_or(usual),
            asked: set.unwrap_or(usual.min(limits::HANDSHAKE)),
        }
    }
}

impl Attempt<'_> {
    /// Waits for an answer as long as one can come: `asked` after the program read the question, if it is one that may
    /// download first, and never longer than its process lives.
    pub(super) async fn answer<T>(
        &self,
        raw: &RawConnection,
        asked: Duration,
        answer: impl Future<Output = T>,
    ) -> Result<T, NoAnswer> {
        tokio::select! {
            // The request is sent before it is checked whether it was read.
            biased;
            answer = answer => Ok(answer),
            () = ended(raw) => Err(NoAnswer::Exited),
            () = self.unanswered(raw, asked), if raw.downloads => Err(NoAnswer::Unanswered),
        }
    }

    async fn unanswered(&self, raw: &RawConnection, asked: Duration) {
        let began = Instant::now();
        let mut said = false;
        while raw.waits_for_program(began.elapsed()) {
            // Where the package is there already, its program reads within a moment.
            if !said && began.elapsed() >= limits::PROBE_ALONE {
                said = true;
                (self.tell)(&say!("state-downloading"));
            }
            sleep(limits::INPUT_LOOK).await;
        }
        if said {
            (self.tell)(&say!("state-starting"));
        }
        sleep(asked).await;
    }
}

impl RawConnection {
    /// Its program is not there yet, as far as can be told after this time.
    fn waits_for_program(&self, after: Duration) -> bool {
        match self.transport.unread() {
            Some(bytes) => bytes > 0,
            None => after < limits::DOWNLOAD_GUESSED,
        }
    }

    /// What was sent to it was not read. Where the system does not say, it may have been read.
    pub(super) fn unread(&self) -> bool {
        self.transport.unread().is_some_and(|bytes| bytes > 0)
    }
}

/// Resolves a moment after its process ended: what it left in the pipe, or what it started, may still answer.
async fn ended(raw: &RawConnection) {
    match &raw.process {
        Some(process) => {
            process.exited().await;
            sleep(limits::PROBE_ALONE).await;
        }
        None => std::future::pending().await,
    }
}

/// A launcher that was still at work when its time was over.
pub(super) fn too_slow(label: &str, after: Duration) -> Error {
    Error::new(
        Code::ServerDownloading,
        say!("download-timeout", server = label, time = seconds(after)),
    )
    .remedy(say!("download-timeout-remedy", label = shell_word(label)))
}

/// Whether what is started may have to be downloaded first.
#[must_use]
pub fn downloads(program: &Path, arguments: &[String]) -> bool {
    downloads_on(cfg!(windows), program, arguments)
}

fn downloads_on(windows: bool, program: &Path, arguments: &[String]) -> bool {
    let launcher = |word: &str| LAUNCHERS.contains(&stem(windows, Path::new(word)).as_str());
    let program = stem(windows, program);
    if LAUNCHERS.contains(&program.as_str()) {
        return true;
    }
    let words = || arguments.iter().flat_map(|argument| argument.split_whitespace());
    WRAPPERS.contains(&program.as_str()) && words().any(launcher)
}

/// The name of a program without its extension, in small letters where their case does not count.
fn stem(windows: bool, path: &Path) -> String {
    let name = path
        .file_name()
        .and_then(|name| name.to_str())
        .unwrap_or_default();
    let name = match windows {
        true => name.to_ascii_lowercase(),
        false => name.to_owned(),
    };
    ["exe", "cmd", "bat", "ps1"]
        .iter()
        .find_map(|end| name.strip_suffix(end)?.strip_suffix('.').map(str::to_owned))
        .unwrap_or(name)
}

#[cfg(test)]
mod tests {
    use super::{downloads, downloads_on};
    use std::path::Path;

    fn judged(words: &[&str]) -> bool {
        let arguments: Vec<String> = words[1..].iter().map(|&word| word.to_owned()).collect();
        downloads(Path::new(words[0]), &arguments)
    }

    // Proves ERA-23.
    #[test]
    fn what_fetches_a_package_is_not_started_twice_at_once() {
        for words in [
            &["/usr/bin/npx", "x"][..],
            &["/opt/bin/uvx"],
            &["npx.cmd"],
            &["docker", "run"],
            &["/usr/bin/env", "A=1", "npx", "x"],
            &["cmd.exe", "/c", "npx", "x"],
            &["sh", "-c", "exec npx -y x"],
        ] {
            assert!(judged(words), "{words:?}");
        }
        for words in [
            &["/usr/bin/node", "npx"][..],
            &["/usr/bin/python3"],
            &["npx-server"],
            &["/npx/server"],
            &["sh", "-c", "exec server"],
        ] {
            assert!(!judged(words), "{words:?}");
        }
    }

    // Proves ERA-23.
    #[test]
    fn the_case_of_a_launcher_does_not_count_on_windows() {
        let arguments = ["/c", "Npx", "x"].map(str::to_owned);
        for program in ["NPX.CMD", "Uvx.EXE", "CMD.EXE"] {
            assert!(downloads_on(true, Path::new(program), &arguments), "{program}");
            assert!(!downloads_on(false, Path::new(program), &arguments), "{program}");
        }
    }
}
