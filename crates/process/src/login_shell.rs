//! A window started from a menu has a bare `PATH`; the person's tools (`npx`, `uvx`, shims of version tools) are on the one
//! that their shell builds. So the shell is asked, once, and only for that.

#[cfg(not(unix))]
mod windows;

use super::SearchPath;
use crate::limits;
use std::ffi::{OsStr, OsString};
use std::path::{Path, PathBuf};
use std::time::Duration;
use tokio::sync::OnceCell;
#[cfg(not(unix))]
use windows::{asking, usual_folders};

/// What the person's login shell searches, then what the host itself searches, then the usual folders of
/// version tools, and on Windows what a program that starts now would search. The shell is asked once per process and waited for
/// for 3 seconds; what it says later is used from then on. The folders are looked at each time: what was installed meanwhile is
/// found.
pub async fn of_login_shell() -> SearchPath {
    static SAID: OnceCell<Option<OsString>> = OnceCell::const_new();
    let shell = std::env::var_os("SHELL").map(PathBuf::from);
    let shell = said_by(shell, &SAID, limits::SHELL_WAIT).await;
    // A folder in a network may take long to answer.
    let looked = tokio::task::spawn_blocking(move || {
        let home = std::env::home_dir().filter(|home| home.is_absolute());
        let own = std::env::var_os("PATH");
        searched(shell.as_deref(), own.as_deref(), home.as_deref())
    });
    // Where the program ends meanwhile nothing is found.
    looked.await.unwrap_or_default()
}

/// What `shell` says, or has said before, if it does so while it is waited for. A slow one goes on afterwards.
async fn said_by(
    shell: Option<PathBuf>,
    said: &'static OnceCell<Option<OsString>>,
    wait: Duration,
) -> Option<OsString> {
    let asked = tokio::spawn(said.get_or_init(|| asking::search_path(shell, limits::SHELL)));
    match tokio::time::timeout(wait, asked).await {
        Ok(told) => told.ok()?.clone(),
        Err(_) => {
            tracing::info!("the login shell has not said its PATH yet");
            None
        }
    }
}

/// Of what a shell says, what is in the environment, and what is there.
fn searched(shell: Option<&OsStr>, own: Option<&OsStr>, home: Option<&Path>) -> SearchPath {
    let said = [shell, own]
        .into_iter()
        .flat_map(|value| std::env::split_paths(value.unwrap_or_default()));
    let mut folders: Vec<PathBuf> = said.collect();
    // Those that were said are searched whether they are there or not.
    let usual = usual_folders(home).into_iter();
    let more: Vec<PathBuf> = usual
        .filter(|folder| !folders.contains(folder) && folder.is_dir())
        .collect();
    folders.extend(more);
    SearchPath::of(folders.into_iter())
}

#[cfg(unix)]
fn usual_folders(home: Option<&Path>) -> Vec<PathBuf> {
    let mut folders: Vec<PathBuf> = [
        "/usr/local/bin",
        "/opt/homebrew/bin",
        "/home/linuxbrew/.linuxbrew/bin",
        "/opt/local/bin",
        "/opt/podman/bin",
        "/usr/bin",
        "/bin",
        "/snap/bin",
    ]
    .map(PathBuf::from)
    .into();
    let Some(home) = home else { return folders };
    let own = [
        ".local/bin",
        ".cargo/bin",
        ".volta/bin",
        // fnm, where it keeps the version that a new shell gets: on Linux, on macOS, and before 2022.
        ".local/share/fnm/aliases/default/bin",
        "Library/Application Support/fnm/aliases/default/bin",
        ".fnm/aliases/default/bin",
        ".local/share/mise/shims",
        ".asdf/shims",
        ".nodenv/shims",
        ".pyenv/shims",
        ".bun/bin",
        ".deno/bin",
        ".dotnet",
        ".dotnet/tools",
        "go/bin",
        ".nix-profile/bin",
        "Library/pnpm",
        ".local/share/pnpm",
        // Docker Desktop and what stands in for it, where they are installed for one account.
        ".docker/bin",
        ".orbstack/bin",
        ".rd/bin",
    ];
    folders.extend(own.map(|folder| home.join(folder)));
    folders.extend(
        [".nvm", ".config/nvm"]
            .iter()
            .filter_map(|own| of_nvm(&home.join(own))),
    );
    folders
}

/// nvm has no shims: the newest version that its alias `default` means, which is what a new shell gets; without one, the newest of all.
#[cfg(unix)]
fn of_nvm(nvm: &Path) -> Option<PathBuf> {
    let versions = std::fs::read_dir(nvm.join("versions/node"));
    let mut versions: Vec<_> = versions.into_iter().flatten().flatten().collect();
    versions.sort_by_cached_key(|entry| version(&entry.file_name().to_string_lossy()));
    let wanted = nvm_default(nvm).unwrap_or_default();
    let fits =
        |entry: &&std::fs::DirEntry| version(&entry.file_name().to_string_lossy()).starts_with(&wanted);
    let chosen = versions.iter().rev().find(fits).or_else(|| versions.last())?;
    Some(chosen.path().join("bin"))
}

/// The version or the beginning of one that the alias says, by way of others such as `lts/iron`. `None` for `node`, the newest.
#[cfg(unix)]
fn nvm_default(nvm: &Path) -> Option<Vec<u32>> {
    use std::io::Read as _;
    use std::path::Component;
    let mut alias = PathBuf::from("default");
    for _ in 0..limits::NVM_ALIASES {
        // An alias is a file of nvm's own folder.
        if !alias
            .components()
            .all(|part| matches!(part, Component::Normal(_)))
        {
            return None;
        }
        let mut text = String::new();
        let file = std::fs::File::open(nvm.join("alias").join(&alias)).ok()?;
        file.take(limits::NVM_ALIAS).read_to_string(&mut text).ok()?;
        let numbers = version(text.trim());
        if !numbers.is_empty() {
            return Some(numbers);
        }
        alias = PathBuf::from(text.trim());
    }
    None
}

#[cfg(unix)]
fn version(name: &str) -> Vec<u32> {
    name.trim_start_matches('v')
        .split('.')
        .map_while(|part| part.parse().ok())
        .collect()
}

#[cfg(unix)]
mod asking {
    use super::{OsString, PathBuf, limits};
    use crate::{fork, group};
    use portcullis_core::ids;
    use std::os::unix::ffi::OsStringExt as _;
    use std::process::{Command, Stdio};
    use std::time::Duration;
    use tokio::io::{AsyncRead, AsyncReadExt as _};

    /// What `shell` says when it starts as for a person at a terminal; `None` when it does not say in time.
    ///
    /// The shell gets a session of its own, since an interactive one would otherwise stop itself, or take the
    /// terminal, when the host was started from one. It is the person's own program with the person's own
    /// environment: nothing of it comes from a server.
    #[allow(
        clippy::disallowed_methods,
        reason = "the person's own shell, and no word of a server in it"
    )]
    pub(super) async fn search_path(shell: Option<PathBuf>, time: Duration) -> Option<OsString> {
        let shell = shell.filter(|shell| shell.is_absolute())?;
        // Start-up files print greetings; the random mark tells the answer from them.
        let mark = ids::random();
        let mut command = Command::new(shell);
        // Both marks are in parts in the text, so that a shell which echoes its input does not answer with it.
        command.args([
            "-l",
            "-i",
            "-c",
            &format!("printf '%s%s%s%s%s' '{mark}' '<' \"$PATH\" '>' '{mark}'"),
        ]);
        command
            .env("TERM", "dumb")
            .stdin(Stdio::null())
            .stdout(Stdio::piped())
            .stderr(Stdio::null());
        if let Some(home) = std::env::home_dir() {
            command.current_dir(home);
        }
        fork::in_own_session(&mut command);
        let mut child = tokio::process::Command::from(command).spawn().ok()?;
        let (id, mut stdout) = (child.id()?, child.stdout.take()?);
        let mut unheard = UnheardShell(Some(id));
        let answer = tokio::time::timeout(time, answer(&mut stdout, &mark))
            .await
            .ok()
            .flatten();
        if answer.is_some() {
            unheard.0 = None;
        }
        // Before it is waited for: until then its number is no other program's.
        drop(unheard);
        // What start-up files left running (an agent) is the person's; only the shell itself is waited for.
        tokio::spawn(async move { tokio::time::timeout(limits::SHELL, child.wait()).await });
        answer
    }

    /// The process group of a shell that has not answered yet. It is killed on drop.
    struct UnheardShell(Option<u32>);

    impl Drop for UnheardShell {
        fn drop(&mut self) {
            if let Some(id) = self.0 {
                group::kill(id);
            }
        }
    }

    async fn answer(from: &mut (impl AsyncRead + Unpin), mark: &str) -> Option<OsString> {
        let (open, close) = (format!("{mark}<"), format!(">{mark}"));
        let mut read = Vec::new();
        while read.len() < limits::SHELL_BYTES && from.read_buf(&mut read).await.ok()? > 0 {
            let Some(start) = find(&read, open.as_bytes()) else {
                continue;
            };
            let rest = read.get(start + open.len()..)?;
            if let Some(end) = find(rest, close.as_bytes()) {
                return rest.get(..end).map(|value| OsString::from_vec(value.to_vec()));
            }
        }
        None
    }

    fn find(text: &[u8], part: &[u8]) -> Option<usize> {
        text.windows(part.len()).position(|window| window == part)
    }
}

#[cfg(test)]
#[cfg(unix)]
mod tests;
