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

/// What a shell with this script answers, which has put a folder in front of the others.
async fn answer(script: &str) -> String {
    let folder = tempfile::tempdir().unwrap();
    let answer = asking::search_path(Some(shell(folder.path(), script)), limits::SHELL)
        .await
        .unwrap();
    let answer = answer.into_string().unwrap();
    assert!(answer.starts_with("/tools/bin:"), "{answer:?}");
    answer
}

#[tokio::test]
async fn the_shells_answer_is_told_from_its_greetings() {
    // $4 is the command after -l -i -c; a job left behind keeps standard output open.
    let script = "PATH=/tools/bin:$PATH; echo Welcome; sleep 5 & eval \"$4\"; echo Bye";
    assert!(!answer(script).await.contains("Bye"));
}

#[tokio::test]
async fn a_shell_that_echoes_its_input_answers_after_it() {
    answer("PATH=/tools/bin:$PATH; echo \"$4\"; eval \"$4\"").await;
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
