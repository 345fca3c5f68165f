//! What a server finds when it starts.

use super::*;
use crate::{ContainerSetup, StartSetup};
use portcullis_containers::{ContainerLabel, FolderMounts};
use portcullis_core::{Code, Secret};
use portcullis_programs::{LaunchFence, MARKER};
use std::collections::{BTreeMap, BTreeSet};
use tokio::io::AsyncReadExt as _;

async fn output(mut running: Running) -> String {
    let mut text = String::new();
    within(running.stdout.read_to_string(&mut text)).await.unwrap();
    text
}

/// Runs only inside [`s64_a_server_gets_the_list_and_what_is_configured`], which plants the canaries.
#[tokio::test]
#[ignore = "is the host of another test"]
async fn host_with_canaries() {
    assert!(std::env::var_os("AWS_SECRET_ACCESS_KEY").is_some(), "no canaries");
    let mut launch = shell("", Path::new("/"));
    launch.program = "/usr/bin/env".into();
    launch.arguments = vec!["-0".into()];
    launch.environment = vec![
        ("CONFIGURED".into(), "two\nlines".into()),
        ("LANG".into(), "own".into()),
    ];
    launch.secret_names = vec!["TOKEN".into()];
    let secrets = vec![("TOKEN".to_owned(), Secret::from("hunter2"))];
    let running = spawn(permit(launch), secrets, &search(), None).await.unwrap();
    let text = output(running).await;
    let found: BTreeMap<_, _> = text
        .split_terminator('\0')
        .map(|line| line.split_once('=').unwrap())
        .collect();

    let names: BTreeSet<_> = found.keys().copied().collect();
    let listed = [
        "HOME", "LANG", "LC_TIME", "LOGNAME", "PATH", "SHELL", "TERM", "TMPDIR", "TZ", "USER",
    ];
    assert_eq!(
        names,
        listed
            .into_iter()
            .chain(["CONFIGURED", "TOKEN", MARKER])
            .collect()
    );
    assert_eq!(
        (found["CONFIGURED"], found["LANG"], found["TOKEN"]),
        ("two\nlines", "own", "hunter2")
    );
    assert_eq!((found["HOME"], found["PATH"]), ("/canary/home", search().value()));
}

// Proves S-64.
#[test]
fn a_server_gets_the_list_and_what_is_configured() {
    let mut host = std::process::Command::new(std::env::current_exe().unwrap());
    host.args([
        "--exact",
        "tests::environment::host_with_canaries",
        "--ignored",
        "--nocapture",
    ]);
    for name in [
        "HOME", "LANG", "LC_TIME", "LOGNAME", "SHELL", "TERM", "TMPDIR", "TZ", "USER",
    ] {
        host.env(name, format!("/canary/{}", name.to_lowercase()));
    }
    for canary in [
        "AWS_SECRET_ACCESS_KEY",
        "GITHUB_TOKEN",
        "SSH_AUTH_SOCK",
        "XDG_RUNTIME_DIR",
        "PORTCULLIS_DATA",
        "LD_BIND_NOW",
    ] {
        host.env(canary, "canary");
    }
    for shell_adds in ["PWD", "OLDPWD", "SHLVL", "_"] {
        host.env_remove(shell_adds);
    }
    let output = host.output().unwrap();
    let printed = String::from_utf8_lossy(&output.stdout);
    assert!(
        output.status.success() && printed.contains("1 passed"),
        "{printed}{}",
        String::from_utf8_lossy(&output.stderr)
    );
}

// Proves S-64.
#[cfg(target_os = "linux")]
#[tokio::test]
async fn no_descriptor_beyond_the_three_is_inherited() {
    use tokio::io::AsyncWriteExt as _;
    // As a C library or a careless parent would leave one open.
    let leaked = rustix::io::dup(std::fs::File::open("/dev/null").unwrap()).unwrap();
    assert!(
        !rustix::io::fcntl_getfd(&leaked)
            .unwrap()
            .contains(rustix::io::FdFlags::CLOEXEC)
    );
    let mut launch = shell("", Path::new("/"));
    launch.program = "/bin/cat".into();
    launch.arguments.clear();
    let mut running = start(launch).await;
    // Before it runs, what loads it has libraries open: only what it has while it works was handed to it.
    within(running.stdin.write_all(b"up\n")).await.unwrap();
    let mut up = [0; 3];
    within(running.stdout.read_exact(&mut up)).await.unwrap();
    let open = std::fs::read_dir(format!("/proc/{}/fd", running.process.pid())).unwrap();
    let mut open: Vec<_> = open
        .map(|entry| entry.unwrap().file_name().into_string().unwrap())
        .collect();
    open.sort();
    assert_eq!(open, ["0", "1", "2"]);
}

// Proves S-67.
#[cfg(target_os = "linux")]
#[tokio::test]
async fn a_secret_is_in_the_environment_and_not_in_the_arguments() {
    let mut launch = shell("echo up; read line", Path::new("/"));
    launch.secret_names = vec!["TOKEN".into()];
    assert!(!format!("{launch:?}").contains("hunter2"));
    let secrets = vec![("TOKEN".to_owned(), Secret::from("hunter2"))];
    let mut running = spawn(permit(launch), secrets, &search(), None).await.unwrap();
    // On a busy machine its environment is not there the moment it is begun.
    let mut up = [0; 3];
    within(running.stdout.read_exact(&mut up)).await.unwrap();
    let read = |name: &str| std::fs::read(format!("/proc/{}/{name}", running.process.pid())).unwrap();
    let holds = |name: &str| read(name).windows(7).any(|window| window == b"hunter2");
    assert!(holds("environ"));
    assert!(!holds("cmdline"));
}

#[tokio::test]
async fn arguments_and_folder_arrive_as_given() {
    let folder = tempfile::tempdir().unwrap();
    let folder = folder.path().canonicalize().unwrap();
    let mut launch = shell(r#"pwd; printf '<%s>' "$@""#, &folder);
    launch
        .arguments
        .extend(["name", "", "a b", "$HOME `id` ; *", "é\n"].map(str::to_owned));
    let expected = format!("{}\n<><a b><$HOME `id` ; *><é\n>", folder.display());
    assert_eq!(output(start(launch).await).await, expected);
}

// Proves ROO-07, S-68.
#[tokio::test]
async fn chosen_folders_get_into_a_container_and_stand_in_for_no_fence() {
    let launch = Launch {
        program: "/bin/echo".into(),
        arguments: ["run", "--rm", "notes:1", "--rm"].map(str::to_owned).to_vec(),
        ..shell("", Path::new("/"))
    };
    let setup = || {
        let mounts =
            FolderMounts::beside(&launch.arguments, &[std::path::PathBuf::from("/srv/notes")]).unwrap();
        let label = ContainerLabel::new("a1", "b2").unwrap();
        Some(StartSetup::Container(ContainerSetup {
            mounts,
            label,
            gateway: None,
        }))
    };
    let running = spawn(permit(launch.clone()), Vec::new(), &search(), setup()).await;
    assert_eq!(
        output(running.unwrap()).await,
        "run --label=portcullis.server=a1 --label=portcullis.start=b2 --rm \
         --mount=type=bind,source=/srv/notes,target=/srv/notes notes:1 --rm\n"
    );
    let fenced = Launch {
        fence: Some(Box::new(LaunchFence::default())),
        ..launch.clone()
    };
    let refused = spawn(permit(fenced), Vec::new(), &search(), setup()).await;
    assert_eq!(refused.unwrap_err().code, Code::Internal);
}
