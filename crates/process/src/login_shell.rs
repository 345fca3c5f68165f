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
        // The closing mark differs in the text, so that a shell which echoes its input gives no answer.
        command.args([
            "-l",
            "-i",
            "-c",
            &format!("printf '%s%s%s' '{mark}<' \"$PATH\" '>{mark}'"),
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
mod tests {
    use super::{asking, limits, of_login_shell, said_by, searched, usual_folders, version};
    use std::fs;
    use std::os::unix::fs::PermissionsExt as _;
    use std::path::{Path, PathBuf};
    use std::time::{Duration, Instant};
    use tokio::sync::OnceCell;

    #[test]
    fn the_newest_node_of_nvm_is_searched() {
        let home = tempfile::tempdir().unwrap();
        for name in ["v9.1.0", "v20.3.1", "v20.10.0"] {
            fs::create_dir_all(home.path().join(".nvm/versions/node").join(name)).unwrap();
        }
        let wanted = home.path().join(".nvm/versions/node/v20.10.0/bin");
        assert!(usual_folders(Some(home.path())).contains(&wanted));
        assert!(version("v20.10.0") > version("v20.3.1"));
    }

    #[test]
    fn the_node_that_a_new_shell_of_nvm_gets_is_searched() {
        let home = tempfile::tempdir().unwrap();
        let nvm = home.path().join(".nvm");
        for name in ["v18.20.1", "v20.3.1", "v20.10.0", "v22.1.0"] {
            fs::create_dir_all(nvm.join("versions/node").join(name)).unwrap();
        }
        fs::create_dir_all(nvm.join("alias/lts")).unwrap();
        fs::write(nvm.join("alias/lts/*"), "lts/iron\n").unwrap();
        fs::write(nvm.join("alias/lts/iron"), "v20.3.1\n").unwrap();
        fs::write(nvm.join("alias/round"), "round").unwrap();
        fs::write(home.path().join("outside"), "18").unwrap();
        for (default, wanted) in [
            ("20\n", "v20.10.0"),
            ("v18.20.1", "v18.20.1"),
            ("lts/*", "v20.3.1"),
            ("node", "v22.1.0"),
            // One that is not installed, and aliases that lead nowhere.
            ("16", "v22.1.0"),
            ("lts/none", "v22.1.0"),
            ("round", "v22.1.0"),
            ("../../outside", "v22.1.0"),
            ("", "v22.1.0"),
        ] {
            fs::write(nvm.join("alias/default"), default).unwrap();
            let wanted = nvm.join("versions/node").join(wanted).join("bin");
            assert!(usual_folders(Some(home.path())).contains(&wanted), "{default}");
        }
    }

    #[test]
    fn each_version_manager_is_searched_where_no_shell_says_so() {
        let home = Path::new("/home/ada");
        let searched = usual_folders(Some(home));
        for (manager, folder) in [
            ("Homebrew", "/opt/homebrew/bin"),
            ("Homebrew", "/home/linuxbrew/.linuxbrew/bin"),
            ("uv and pipx", "/home/ada/.local/bin"),
            ("fnm", "/home/ada/.local/share/fnm/aliases/default/bin"),
            (
                "fnm",
                "/home/ada/Library/Application Support/fnm/aliases/default/bin",
            ),
            ("Volta", "/home/ada/.volta/bin"),
            ("asdf", "/home/ada/.asdf/shims"),
            ("mise", "/home/ada/.local/share/mise/shims"),
            ("pyenv", "/home/ada/.pyenv/shims"),
            ("Bun", "/home/ada/.bun/bin"),
            ("Deno", "/home/ada/.deno/bin"),
            (".NET", "/home/ada/.dotnet"),
            ("MacPorts", "/opt/local/bin"),
            ("Podman", "/opt/podman/bin"),
            ("pnpm", "/home/ada/Library/pnpm"),
            ("Docker Desktop", "/home/ada/.docker/bin"),
            ("OrbStack", "/home/ada/.orbstack/bin"),
            ("Rancher Desktop", "/home/ada/.rd/bin"),
        ] {
            assert!(searched.contains(&PathBuf::from(folder)), "{manager}: {folder}");
        }
    }

    #[test]
    fn a_program_that_is_installed_later_is_searched_after_what_was_said() {
        let home = tempfile::tempdir().unwrap();
        let own = home.path().join(".local/bin");
        let found = |folder: &Path| {
            let search = searched(
                Some("/shell:/both".as_ref()),
                Some("/both:/own".as_ref()),
                Some(home.path()),
            );
            search.folders().position(|searched| searched == folder)
        };
        assert_eq!(found(&own), None);
        fs::create_dir_all(&own).unwrap();
        assert!(found(&own) > Some(2));
        let said = ["/shell", "/both", "/own"].map(|folder| found(Path::new(folder)));
        assert_eq!(said, [Some(0), Some(1), Some(2)]);
    }

    #[tokio::test]
    async fn the_hosts_own_folders_are_always_searched() {
        let found = of_login_shell().await;
        for folder in std::env::split_paths(&std::env::var_os("PATH").unwrap()).filter(|p| p.is_absolute()) {
            assert!(
                found.folders().any(|searched| searched == folder),
                "{folder:?} is missing"
            );
        }
    }

    fn shell(folder: &Path, script: &str) -> PathBuf {
        let path = folder.join("shell");
        fs::write(&path, format!("#!/bin/sh\n{script}\n")).unwrap();
        fs::set_permissions(&path, fs::Permissions::from_mode(0o755)).unwrap();
        path
    }

    #[tokio::test]
    async fn the_shells_answer_is_told_from_its_greetings() {
        let folder = tempfile::tempdir().unwrap();
        // $4 is the command after -l -i -c; a job left behind keeps standard output open.
        let script = "PATH=/tools/bin:$PATH; echo Welcome; sleep 5 & eval \"$4\"; echo Bye";
        let answer = asking::search_path(Some(shell(folder.path(), script)), limits::SHELL)
            .await
            .unwrap();
        assert!(answer.to_str().unwrap().starts_with("/tools/bin:"), "{answer:?}");
        assert!(!answer.to_str().unwrap().contains("Bye"));
    }

    // Proves S-40.
    #[tokio::test]
    async fn the_shell_leads_a_session_of_its_own() {
        let folder = tempfile::tempdir().unwrap();
        let told = folder.path().join("told");
        let script = format!("echo $$ > '{}'; eval \"$4\"; exec sleep 60", told.display());
        let path = shell(folder.path(), &script);
        asking::search_path(Some(path), limits::SHELL).await.unwrap();
        let own: i32 = fs::read_to_string(told).unwrap().trim().parse().unwrap();
        let own = rustix::process::Pid::from_raw(own).unwrap();
        let session = rustix::process::getsid(Some(own)).unwrap();
        rustix::process::kill_process(own, rustix::process::Signal::KILL).unwrap();
        assert_eq!(session, own);
    }

    #[tokio::test]
    async fn what_a_slow_shell_says_is_used_when_it_comes() {
        static SAID: OnceCell<Option<std::ffi::OsString>> = OnceCell::const_new();
        let folder = tempfile::tempdir().unwrap();
        let script = "sleep 1; PATH=/tools/bin:$PATH; eval \"$4\"";
        let slow = shell(folder.path(), script);
        assert_eq!(said_by(Some(slow), &SAID, Duration::from_millis(10)).await, None);
        // No other shell is asked.
        let said = said_by(None, &SAID, limits::SHELL).await.unwrap();
        assert!(said.to_str().unwrap().starts_with("/tools/bin:"), "{said:?}");
    }

    #[tokio::test]
    async fn a_shell_that_asks_something_is_given_up_and_ended() {
        let folder = tempfile::tempdir().unwrap();
        let told = folder.path().join("told");
        let script = format!("echo $$ > '{}'; exec sleep 60", told.display());
        let path = shell(folder.path(), &script);
        assert_eq!(asking::search_path(Some(path), limits::SHELL_WAIT).await, None);
        let own: i32 = fs::read_to_string(told).unwrap().trim().parse().unwrap();
        let own = rustix::process::Pid::from_raw(own).unwrap();
        let gone = async {
            while rustix::process::test_kill_process(own).is_ok() {
                tokio::time::sleep(Duration::from_millis(10)).await;
            }
        };
        tokio::time::timeout(Duration::from_secs(10), gone).await.unwrap();
    }

    #[tokio::test]
    async fn a_shell_that_ends_without_an_answer_is_not_waited_for() {
        let folder = tempfile::tempdir().unwrap();
        let start = Instant::now();
        let path = shell(folder.path(), "exit 1");
        assert_eq!(asking::search_path(Some(path), limits::SHELL).await, None);
        assert!(start.elapsed() < limits::SHELL);
    }

    #[tokio::test]
    async fn a_shell_that_is_not_there_gives_no_answer() {
        for path in [Some("/nowhere/shell".into()), Some("sh".into()), None] {
            assert_eq!(asking::search_path(path, limits::SHELL).await, None);
        }
    }
}
