//! What does not start, and what is said then.

use super::*;
use portcullis_core::Secret;
use portcullis_core::{Code, Error};
use std::fs::{self, Permissions};
use std::os::unix::fs::PermissionsExt as _;

async fn refused(launch: Launch, secrets: &[&str]) -> Error {
    let secrets = secrets
        .iter()
        .map(|name| ((*name).to_owned(), Secret::from("x")))
        .collect();
    let error = spawn(permit(launch), secrets, &search(), None).await.unwrap_err();
    assert!(error.remedy.is_some() && error.sentence.ends_with('.'), "{error}");
    error
}

// Proves F-37.
#[tokio::test]
async fn a_program_that_cannot_run_fails_with_its_kind() {
    let folder = tempfile::tempdir().unwrap();
    let file = |name: &str, contents: &str, mode: u32| {
        let path = folder.path().join(name);
        fs::write(&path, contents).unwrap();
        fs::set_permissions(&path, Permissions::from_mode(mode)).unwrap();
        Launch {
            program: path,
            ..shell("", Path::new("/"))
        }
    };
    let absent = Launch {
        program: folder.path().join("absent"),
        ..shell("", Path::new("/"))
    };
    assert_eq!(refused(absent, &[]).await.code, Code::LaunchNotFound);
    assert_eq!(
        refused(file("plain", "", 0o644), &[]).await.code,
        Code::LaunchNotExecutable
    );
    let error = refused(file("script", "#!/nowhere/interpreter\n", 0o755), &[]).await;
    assert_eq!(error.code, Code::LaunchNotExecutable);
    assert!(error.sentence.contains("script"), "{error}");
}

// Proves S-14.
#[tokio::test]
async fn a_program_that_is_replaced_between_the_look_and_the_start_is_not_started() {
    let folder = tempfile::tempdir().unwrap();
    let (program, started) = (folder.path().join("server"), folder.path().join("started"));
    let write = |path: &Path, words: &str| {
        fs::write(path, format!("#!/bin/sh\n{words}\n")).unwrap();
        fs::set_permissions(path, Permissions::from_mode(0o755)).unwrap();
    };
    write(&program, "exit 0");
    let file = portcullis_programs::Fingerprint::of(&program).unwrap();
    let launch = Launch {
        program: program.clone(),
        arguments: Vec::new(),
        file: Some(file),
        ..shell("", Path::new("/"))
    };
    let other = folder.path().join("other");
    write(&other, &format!("touch '{}'", started.display()));
    fs::rename(&other, &program).unwrap();
    assert_eq!(refused(launch, &[]).await.code, Code::LaunchChanged);
    assert!(!started.exists());
}

// Proves S-13.
#[tokio::test]
async fn a_script_that_is_changed_between_the_look_and_the_start_is_not_run() {
    let folder = tempfile::tempdir().unwrap();
    let (script, started) = (folder.path().join("run"), folder.path().join("started"));
    fs::write(&script, "exit 0").unwrap();
    let path = script.canonicalize().unwrap();
    let launch = || Launch {
        arguments: vec![path.to_string_lossy().into_owned()],
        loads: vec![portcullis_programs::Loaded {
            path: path.clone(),
            what: portcullis_programs::What::Script,
            file: portcullis_programs::Fingerprint::of(&path).unwrap(),
        }],
        ..shell("", Path::new("/"))
    };
    start(launch()).await;
    let looked_at = launch();
    let other = folder.path().join("other");
    fs::write(&other, format!("touch '{}'", started.display())).unwrap();
    fs::rename(&other, &script).unwrap();
    let error = refused(looked_at, &[]).await;
    assert_eq!(error.code, Code::LaunchChanged);
    assert!(error.sentence.contains("run” was changed just now"), "{error}");
    assert!(!started.exists());
}

// Proves S-13.
#[tokio::test]
async fn a_working_folder_that_leads_elsewhere_after_the_look_is_not_used() {
    let room = tempfile::tempdir().unwrap();
    let room = room.path().canonicalize().unwrap();
    let [one, two, link] = ["one", "two", "link"].map(|name| room.join(name));
    fs::create_dir(&one).unwrap();
    fs::create_dir(&two).unwrap();
    std::os::unix::fs::symlink(&one, &link).unwrap();
    let launch = || Launch {
        real_folder: Some(one.clone()),
        ..shell("pwd -P >where; echo 1", &link)
    };
    numbers(&mut start(launch()).await, 1).await;
    assert_eq!(
        fs::read_to_string(one.join("where")).unwrap().trim(),
        one.to_str().unwrap()
    );
    fs::remove_file(&link).unwrap();
    std::os::unix::fs::symlink(&two, &link).unwrap();
    let error = refused(launch(), &[]).await;
    assert_eq!(error.code, Code::LaunchChanged);
    assert!(error.sentence.contains("points elsewhere"), "{error}");
    assert!(!two.join("where").exists());
}

// Proves F-37.
#[tokio::test]
async fn a_missing_folder_is_not_taken_for_a_missing_program() {
    let error = refused(shell("", Path::new("/nowhere")), &[]).await;
    assert_eq!(error.code, Code::LaunchFailed);
    assert!(error.sentence.contains("/nowhere"), "{error}");
}

// Proves S-12.
#[tokio::test]
async fn a_hook_is_refused_even_with_a_permit() {
    for name in ["LD_PRELOAD", "NODE_OPTIONS", "PATH"] {
        let mut launch = shell("", Path::new("/"));
        launch.environment = vec![(name.into(), "x".into())];
        let error = refused(launch, &[]).await;
        assert_eq!(error.code, Code::LaunchHiddenHook);
        assert!(error.sentence.contains(name), "{error}");
        let mut launch = shell("", Path::new("/"));
        launch.secret_names = vec![name.into()];
        assert_eq!(refused(launch, &[name]).await.code, Code::LaunchHiddenHook);
    }
}

// Proves S-12.
#[tokio::test]
async fn modules_load_from_the_folder_of_the_approved_bundle_alone() {
    let room = tempfile::tempdir().unwrap();
    let bundle = room.path().join("bundle");
    for folder in ["bundle/lib", "other/lib"] {
        fs::create_dir_all(room.path().join(folder)).unwrap();
    }
    std::os::unix::fs::symlink(room.path().join("other"), bundle.join("link")).unwrap();
    let at = |path: &str| room.path().join(path).to_string_lossy().into_owned();
    let lib = at("bundle/lib");
    let launch = |name: &str, value: &str| Launch {
        environment: vec![(name.to_owned(), value.to_owned())],
        bundle: Some(bundle.clone()),
        ..shell("echo 1", Path::new("/"))
    };
    let both = format!("{lib}:{}", at("bundle"));
    for (name, value) in [("PYTHONPATH", &lib), ("NODE_PATH", &both)] {
        let mut running = start(launch(name, value)).await;
        assert_eq!(numbers(&mut running, 1).await, [1], "{name}");
    }
    for (name, value) in [
        ("PYTHONPATH", at("other/lib")),
        ("PYTHONPATH", at("bundle/../other/lib")),
        ("PYTHONPATH", format!("{lib}:")),
        ("NODE_PATH", "lib".to_owned()),
        ("NODE_PATH", at("bundle/link")),
        ("PYTHONHOME", lib.clone()),
        ("LD_LIBRARY_PATH", lib.clone()),
    ] {
        let error = refused(launch(name, &value), &[]).await;
        assert_eq!(error.code, Code::LaunchHiddenHook, "{name} {value}");
        assert!(error.sentence.contains(name), "{error}");
    }
    let other_bundle = Launch {
        bundle: Some(room.path().join("other")),
        ..launch("PYTHONPATH", &lib)
    };
    let no_bundle = Launch {
        bundle: None,
        ..launch("PYTHONPATH", &lib)
    };
    for launch in [other_bundle, no_bundle] {
        assert_eq!(refused(launch, &[]).await.code, Code::LaunchHiddenHook);
    }
    let secret = Launch {
        environment: Vec::new(),
        secret_names: vec!["PYTHONPATH".to_owned()],
        ..launch("PYTHONPATH", &lib)
    };
    assert_eq!(
        refused(secret, &["PYTHONPATH"]).await.code,
        Code::LaunchHiddenHook
    );
}

// Proves S-12.
#[tokio::test]
async fn a_folder_of_modules_that_leads_out_after_the_look_is_not_used() {
    let room = tempfile::tempdir().unwrap();
    let bundle = room.path().join("bundle");
    let lib = bundle.join("lib");
    fs::create_dir_all(&lib).unwrap();
    let launch = || Launch {
        environment: vec![("PYTHONPATH".to_owned(), lib.to_string_lossy().into_owned())],
        bundle: Some(bundle.clone()),
        ..shell("echo 1", Path::new("/"))
    };
    numbers(&mut start(launch()).await, 1).await;
    fs::remove_dir(&lib).unwrap();
    std::os::unix::fs::symlink(room.path(), &lib).unwrap();
    let error = refused(launch(), &[]).await;
    assert_eq!(error.code, Code::LaunchHiddenHook);
    assert!(error.sentence.contains("the bundle’s own folder"), "{error}");
}

// Proves S-08.
#[tokio::test]
async fn a_variable_that_is_set_twice_is_refused() {
    let mut launch = shell("", Path::new("/"));
    launch.environment = vec![("ZOO".into(), "one".into()), ("ZOO".into(), "two".into())];
    assert_eq!(refused(launch, &[]).await.code, Code::LaunchBadArgument);
    let mut launch = shell("", Path::new("/"));
    launch.environment = vec![("ZOO".into(), "one".into())];
    launch.secret_names = vec!["ZOO".into()];
    assert_eq!(refused(launch, &["ZOO"]).await.code, Code::LaunchBadArgument);
}

// Proves S-67.
#[tokio::test]
async fn a_secret_that_was_not_approved_is_not_handed_over() {
    assert_eq!(
        refused(shell("", Path::new("/")), &["TOKEN"]).await.code,
        Code::LaunchChanged
    );
}

#[tokio::test]
async fn what_cannot_be_passed_is_a_bad_argument() {
    let mut launch = shell("", Path::new("/"));
    launch.arguments.push("a\0b".into());
    assert_eq!(refused(launch, &[]).await.code, Code::LaunchBadArgument);
    for name in ["", "A=B", "A\0"] {
        let mut launch = shell("", Path::new("/"));
        launch.environment = vec![(name.into(), "x".into())];
        assert_eq!(
            refused(launch, &[]).await.code,
            Code::LaunchBadArgument,
            "{name:?}"
        );
    }
}

/// Runs only inside [`a_host_out_of_descriptors_fails_typed_and_keeps_its_servers`], which sets the
/// limit.
#[tokio::test]
#[ignore = "is the host of another test"]
async fn host_with_few_descriptors() {
    if std::env::var_os("FEW_DESCRIPTORS").is_none() {
        return;
    }
    let mut first = start_shell("while read line; do echo $line; done").await;
    let mut open = Vec::new();
    while let Ok(file) = fs::File::open("/dev/null") {
        open.push(file);
    }
    assert_eq!(
        refused(shell("", Path::new("/")), &[]).await.code,
        Code::LaunchFailed
    );
    tokio::io::AsyncWriteExt::write_all(&mut first.stdin, b"42\n")
        .await
        .unwrap();
    assert_eq!(numbers(&mut first, 1).await, [42]);
    drop(open);
    drop(start_shell("").await);
}

// Proves F-37.
#[test]
fn a_host_out_of_descriptors_fails_typed_and_keeps_its_servers() {
    let mut host = std::process::Command::new("/bin/sh");
    host.args(["-c", "ulimit -n 64; exec \"$@\"", "sh"])
        .arg(std::env::current_exe().unwrap());
    host.args([
        "--exact",
        "tests::refusal::host_with_few_descriptors",
        "--ignored",
        "--nocapture",
    ]);
    let output = host.env("FEW_DESCRIPTORS", "1").output().unwrap();
    let printed = [output.stdout, output.stderr]
        .map(|bytes| String::from_utf8_lossy(&bytes).into_owned())
        .concat();
    assert!(
        output.status.success() && printed.contains("1 passed"),
        "{printed}"
    );
}
