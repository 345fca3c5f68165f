//! What a fenced program sees of the files, and how it starts and ends.
#![cfg(target_os = "linux")]
#![allow(
    clippy::unwrap_used,
    clippy::expect_used,
    clippy::panic,
    clippy::print_stdout,
    clippy::print_stderr,
    reason = "a test may stop at the first surprise, and says what it skips"
)]

mod common;

use common::{Place, Run, fenced, place, run_fenced, runtime, try_fenced, unfenced};
use portcullis_fence::Fence;
use std::os::unix::fs::symlink;
use std::os::unix::process::ExitStatusExt as _;
use std::path::{Path, PathBuf};
use std::time::{Duration, Instant};
use tokio::io::{AsyncBufReadExt as _, BufReader};

const SHELL: &str = "/bin/sh";

async fn shell(place: &Place, fence: &Fence, script: &str) -> common::Ended {
    run_fenced(place, fence, Path::new(SHELL), &["-c", script]).await
}

fn reading(path: &Path) -> Fence {
    Fence {
        read: vec![path.to_owned()],
        ..Fence::default()
    }
}

fn writing(path: &Path) -> Fence {
    Fence {
        write: vec![path.to_owned()],
        ..Fence::default()
    }
}

// Proves S-68.
#[tokio::test]
async fn a_fenced_program_has_a_home_of_its_own_and_the_same_streams() {
    let Some(place) = place().await else { return };
    let script =
        "echo hello; echo bad >&2; echo mine > ~/kept; echo $HOME; echo $TMPDIR; ls -A /; pwd; touch /tmp/x";
    let ended = shell(&place, &Fence::default(), script).await;
    assert!(ended.status.success(), "{ended:?}");
    let lines: Vec<_> = ended.out.lines().collect();
    let home = place.private.display().to_string();
    assert_eq!(lines[..3], ["hello", &home, &format!("{home}/tmp")], "{ended:?}");
    assert_eq!(ended.err, "bad");
    assert_eq!(lines.last(), Some(&home.as_str()));
    assert!(
        !lines.contains(&"home") && !lines.contains(&"run") && !lines.contains(&"root"),
        "{ended:?}"
    );
    assert_eq!(
        std::fs::read_to_string(place.private.join("kept")).unwrap(),
        "mine\n"
    );
    assert!(place.private.join("tmp/x").exists());
}

// Proves S-68.
#[tokio::test]
async fn a_home_in_memory_is_small_and_leaves_nothing_on_the_disk() {
    let Some(place) = place().await else { return };
    let fence = Fence {
        passing_home: true,
        ..Fence::default()
    };
    // A file without a name takes room as well.
    let script = "echo mine > ~/kept; cat ~/kept; touch /tmp/x; ls $TMPDIR; ls -d ~/.local/share; pwd; \
                  exec 3> ~/large; rm ~/large; head -c 200000000 /dev/zero >&3 || echo full";
    let ended = shell(&place, &fence, script).await;
    let home = place.private.display().to_string();
    let lines: Vec<_> = ended.out.lines().collect();
    assert_eq!(
        lines,
        ["mine", "x", &format!("{home}/.local/share"), &home, "full"],
        "{ended:?}"
    );
    assert!(ended.err.contains("No space left"), "{ended:?}");
    assert!(!place.private.join("kept").exists());
    assert_eq!(std::fs::read_dir(place.private.join("tmp")).unwrap().count(), 0);
}

#[tokio::test]
async fn a_hidden_program_is_not_found_and_a_name_of_another_program_is_left() {
    let Some(place) = place().await else { return };
    let script = "sort < /dev/null && echo sorted; awk 'BEGIN { print \"awk\" }'; ls -A / | grep -c hidden";
    let hidden = Fence {
        // The second leads to a program of another name, such as mawk, and what is not there is no hindrance.
        hidden: ["/usr/bin/sort", "/usr/bin/awk", "/usr/bin/no-such-program"]
            .map(PathBuf::from)
            .into(),
        ..Fence::default()
    };
    for (fence, out) in [(Fence::default(), "sorted\nawk\n0"), (hidden, "awk\n0")] {
        let is_there = out.starts_with("sorted");
        let ended = shell(&place, &fence, script).await;
        assert_eq!(ended.out, out, "{ended:?}");
        // Each shell has its own words for it.
        let is_missing = ["not found", "No such file"]
            .iter()
            .any(|it| ended.err.contains(it));
        assert_eq!(is_missing, !is_there, "{ended:?}");
    }
}

// Proves S-68.
#[tokio::test]
async fn a_granted_folder_is_read_and_not_changed() {
    let Some(place) = place().await else { return };
    let folder = place.folder("granted");
    let script = format!(
        "cat {0}/inside; echo x > {0}/new; rm {0}/inside; chmod 700 {0}/inside; touch {0}/inside",
        folder.display()
    );
    let ended = shell(&place, &reading(&folder), &script).await;
    assert_eq!(ended.out, "granted", "{ended:?}");
    assert_eq!(ended.err.lines().count(), 4, "{ended:?}");
    assert!(folder.join("inside").exists() && !folder.join("new").exists());
}

// Proves S-68.
#[tokio::test]
async fn a_folder_granted_for_changes_is_changed_and_nothing_beside_it() {
    let Some(place) = place().await else { return };
    let folder = place.folder("granted");
    let beside = place.folder("beside");
    let script = format!(
        "cd {0}; mkdir a b; echo x > a/new; mv a/new b/new; cat inside; cat {1}/inside; ls {2}",
        folder.display(),
        beside.display(),
        place.path("").display()
    );
    let ended = shell(&place, &writing(&folder), &script).await;
    // One is the content, the other the name.
    assert_eq!(ended.out, "grantedgranted\nprivate", "{ended:?}");
    assert!(ended.err.contains("beside"), "{ended:?}");
    assert_eq!(std::fs::read_to_string(folder.join("b/new")).unwrap(), "x\n");
}

// Proves S-68.
#[tokio::test]
async fn a_link_out_of_a_granted_folder_leads_nowhere() {
    let Some(place) = place().await else { return };
    let folder = place.folder("granted");
    symlink(place.home.join("secret"), folder.join("out")).unwrap();
    symlink(&place.home, folder.join("folder")).unwrap();
    let script = format!(
        "cat {0}/out; cat {0}/folder/secret; cat {0}/../person/secret",
        folder.display()
    );
    let ended = shell(&place, &writing(&folder), &script).await;
    assert_eq!(ended.out, "", "{ended:?}");
    assert_eq!(ended.err.lines().count(), 3, "{ended:?}");
}

// Proves S-68.
#[tokio::test]
async fn a_path_that_was_none_and_is_a_link_by_now_is_refused() {
    let Some(place) = place().await else { return };
    let folder = place.folder("granted");
    std::fs::rename(&folder, place.path("moved")).unwrap();
    symlink(&place.home, &folder).unwrap();
    let fence = Fence {
        without_links: vec![folder.clone()],
        ..reading(&folder)
    };
    let script = format!("cat {}/secret", folder.display());
    let arguments = ["-c", script.as_str()];
    let control = shell(&place, &reading(&folder), &script).await;
    assert_eq!(control.out, "canary");
    let why = try_fenced(&place, &fence, Path::new(SHELL), &arguments, &place.private)
        .await
        .err();
    assert!(why.is_some_and(|why| why.contains("granted")));
}

// Proves S-68.
#[tokio::test]
async fn links_that_a_program_leaves_in_its_home_lead_the_next_start_nowhere() {
    let Some(place) = place().await else { return };
    symlink(place.path("nowhere"), place.home.join("state")).unwrap();
    let script = format!(
        "rm -r ~/.local ~/tmp; ln -s {0} ~/.local; ln -s {0} ~/tmp; ls -A ~/.local/",
        place.home.display()
    );
    let ended = shell(&place, &Fence::default(), &script).await;
    assert_eq!(ended.out, "", "{ended:?}");
    let left = place.private.join(".local");
    assert!(left.is_symlink());
    let ended = shell(
        &place,
        &Fence::default(),
        "ls -A ~/.local; cat /tmp/secret; touch /tmp/new",
    )
    .await;
    assert_eq!(ended.out, "share\nstate", "{ended:?}");
    // The host made and removed nothing outside, and showed nothing of it.
    assert!(place.home.join("state").is_symlink());
    let mut names: Vec<_> = std::fs::read_dir(&place.home)
        .unwrap()
        .map(|entry| entry.unwrap().file_name())
        .collect();
    names.sort();
    assert_eq!(names, ["secret", "state"]);
}

// Proves S-68.
#[tokio::test]
async fn a_folder_that_becomes_a_link_after_the_look_is_refused() {
    let Some(place) = place().await else { return };
    let folder = place.folder("granted");
    let (report, _denials) = tokio::sync::mpsc::channel(1);
    let fence = reading(&folder);
    let arguments = ["-c".to_owned(), "true".to_owned()];
    let (shell, home) = (Path::new(SHELL), &place.private);
    let enclosure =
        portcullis_fence::Enclosure::prepare(&fence, shell, &arguments, home, home, common::helper(), report);
    let enclosure = enclosure.await.unwrap();
    std::fs::rename(&folder, place.path("moved")).unwrap();
    symlink(&place.home, &folder).unwrap();
    let (program, arguments, descriptors) = enclosure.command().unwrap();
    let mut child = common::command(
        &program,
        &arguments,
        &common::environment(&place.home),
        &descriptors,
    );
    let mut child = child.spawn().unwrap();
    drop(descriptors);
    let Err(portcullis_fence::NotStarted::Fence(error)) = enclosure.started().await else {
        panic!("it started");
    };
    assert!(error.sentence.contains("granted"), "{error}");
    assert_eq!(child.wait().await.unwrap().code(), Some(126));
}

#[tokio::test]
async fn a_folder_granted_by_a_link_is_there_under_both_names() {
    let Some(place) = place().await else { return };
    let folder = place.folder("granted");
    let link = place.path("link");
    symlink(&folder, &link).unwrap();
    let script = format!("cat {}/inside {}/inside", folder.display(), link.display());
    let run = try_fenced(
        &place,
        &reading(&link),
        Path::new(SHELL),
        &["-c", &format!("{script}; pwd -P")],
        &link,
    )
    .await;
    let ended = run.unwrap().end().await;
    assert_eq!(
        ended.out,
        format!("grantedgranted{}", folder.display()),
        "{ended:?}"
    );
}

#[tokio::test]
async fn the_program_ends_as_it_would_without_a_fence() {
    let Some(place) = place().await else { return };
    for script in [
        "exit 0",
        "exit 7",
        "kill -TERM $$",
        "kill -SEGV $$",
        "kill -KILL $$",
    ] {
        let ended = shell(&place, &Fence::default(), script).await;
        let wanted = unfenced(&place, Path::new(SHELL), &["-c", script]).end().await;
        assert_eq!(
            (ended.status.code(), ended.status.signal()),
            (wanted.status.code(), wanted.status.signal()),
            "{script}"
        );
    }
}

#[tokio::test]
async fn a_request_to_end_reaches_the_program_once() {
    let Some(place) = place().await else { return };
    let script = "trap 'echo asked; n=$((n+1))' TERM; echo ready; i=0; while [ $i -lt 20 ]; do sleep 0.05; i=$((i+1)); done; exit $((n+40))";
    let mut run = fenced(&place, &Fence::default(), Path::new(SHELL), &["-c", script]).await;
    let mut lines = BufReader::new(run.child.stdout.take().unwrap()).lines();
    assert_eq!(lines.next_line().await.unwrap().as_deref(), Some("ready"));
    // As the guard does it: the group of the process that was started.
    #[allow(unsafe_code, reason = "the standard library sends no signals")]
    // SAFETY: a child of this test that was not collected.
    unsafe {
        libc::kill(-run.pid, libc::SIGTERM);
    }
    assert_eq!(lines.next_line().await.unwrap().as_deref(), Some("asked"));
    assert_eq!(run.child.wait().await.unwrap().code(), Some(41));
}

/// Daemons in sessions of their own, with another parent and nothing in their environment, that write a file `alive` in this folder again
/// and again for a minute, or until there is a file `stop`. What started them says that it is ready.
fn daemons(folder: &Path) -> String {
    let folder = folder.display();
    format!(
        "for i in 1 2 3; do env -i setsid sh -c 'i=0; while [ $i -lt 1200 ] && [ ! -e {folder}/stop ]; do date +%N > {folder}/alive; sleep 0.05; i=$((i+1)); done' </dev/null >/dev/null 2>&1 & done; echo ready; exec sleep 600"
    )
}

/// Waits until it says that it is ready and something writes a file `alive` in this folder, and kills what was started.
async fn killed(mut run: Run, folder: &Path) -> Run {
    let mut lines = BufReader::new(run.child.stdout.take().unwrap()).lines();
    assert_eq!(lines.next_line().await.unwrap().as_deref(), Some("ready"));
    let alive = folder.join("alive");
    let wait = async {
        while !alive.exists() {
            tokio::time::sleep(Duration::from_millis(20)).await;
        }
    };
    tokio::time::timeout(Duration::from_secs(20), wait)
        .await
        .expect("the control: they run");
    run.child.start_kill().unwrap();
    run.child.wait().await.unwrap();
    run
}

/// Runs a script whose programs write a file `alive` in this folder again and again, and kills the helper: none writes any more.
async fn ends_with_its_helper(place: &Place, fence: &Fence, folder: &Path, script: &str) {
    let run = fenced(place, fence, Path::new(SHELL), &["-c", script]).await;
    let _run = killed(run, folder).await;
    // They end soon after it; how soon is the system's business. One that lives writes many times in these two seconds.
    let alive = folder.join("alive");
    let written = || std::fs::metadata(&alive).unwrap().modified().unwrap();
    let quiet = async {
        while written().elapsed().unwrap_or_default() < Duration::from_secs(2) {
            tokio::time::sleep(Duration::from_millis(100)).await;
        }
    };
    tokio::time::timeout(Duration::from_secs(20), quiet)
        .await
        .expect("none writes any more");
}

// Proves F-07.
#[tokio::test]
async fn killing_the_helper_ends_everything_inside() {
    let Some(place) = place().await else { return };
    let bare = place.folder("bare");
    let run = unfenced(&place, Path::new(SHELL), &["-c", &daemons(&bare)]);
    let _run = killed(run, &bare).await;
    let alive = bare.join("alive");
    std::fs::remove_file(&alive).unwrap();
    let lives = async {
        while !alive.exists() {
            tokio::time::sleep(Duration::from_millis(20)).await;
        }
    };
    let lives = tokio::time::timeout(Duration::from_secs(20), lives).await;
    std::fs::write(bare.join("stop"), "").unwrap();
    lives.expect("the control: without a fence they live on");

    let folder = place.folder("granted");
    ends_with_its_helper(&place, &writing(&folder), &folder, &daemons(&folder)).await;
}

// Proves F-07.
#[tokio::test]
async fn killing_the_helper_ends_a_sandbox_inside_as_well() {
    let Some(place) = place().await else { return };
    if !Path::new("/usr/bin/unshare").exists() {
        common::skipped("there is no unshare");
        return;
    }
    let folder = place.folder("granted");
    // Daemons that are in processes of their own, and one whose first process is told to ignore everything.
    let script = format!(
        "for i in 1 2 3; do env -i setsid unshare --user --pid --net --fork sh -c 'trap \"\" TERM INT HUP; while :; do date +%N > {}/alive; sleep 0.05; done' </dev/null >/dev/null 2>&1 & done; echo ready; sleep 600",
        folder.display()
    );
    let fence = Fence {
        nested: true,
        ..writing(&folder)
    };
    ends_with_its_helper(&place, &fence, &folder, &script).await;
}

#[tokio::test]
async fn closed_output_is_seen_while_the_program_runs() {
    let Some(place) = place().await else { return };
    let mut run = fenced(
        &place,
        &Fence::default(),
        Path::new(SHELL),
        &["-c", "exec >&-; sleep 30"],
    )
    .await;
    let mut lines = BufReader::new(run.child.stdout.take().unwrap()).lines();
    let started = Instant::now();
    assert_eq!(lines.next_line().await.unwrap(), None);
    assert!(started.elapsed() < Duration::from_secs(10));
}

#[tokio::test]
async fn a_program_that_cannot_be_run_is_told_with_the_systems_reason() {
    let Some(place) = place().await else { return };
    let folder = place.folder("granted");
    let why = try_fenced(&place, &reading(&folder), &folder.join("inside"), &[], &folder)
        .await
        .err();
    assert!(
        why.as_ref().is_some_and(|why| why.starts_with("program: ")),
        "{why:?}"
    );
    let why = try_fenced(&place, &Fence::default(), &folder.join("none"), &[], &folder)
        .await
        .err();
    assert!(why.as_ref().is_some_and(|why| why.contains("none")), "{why:?}");
}

#[tokio::test]
async fn a_script_without_an_interpreter_is_run_by_the_shell() {
    use std::os::unix::fs::PermissionsExt as _;
    let Some(place) = place().await else { return };
    let script = place.folder("granted").join("script");
    std::fs::write(&script, "echo ran \"$1\"\n").unwrap();
    std::fs::set_permissions(&script, std::fs::Permissions::from_mode(0o755)).unwrap();
    let ended = run_fenced(&place, &Fence::default(), &script, &["a b"]).await;
    assert_eq!(ended.out, "ran a b", "{ended:?}");
}

/// Runtimes of this machine, with a program for each that reads its own library, and prints.
fn runtimes() -> Vec<(PathBuf, Vec<&'static str>)> {
    let node = [
        "-e",
        "require('crypto').randomBytes(4); console.log('ran', require('os').homedir())",
    ];
    let python = [
        "-c",
        "import ssl, json, socket, os; print('ran', os.path.expanduser('~'))",
    ];
    let all = [("node", node), ("python3", python)];
    all.into_iter()
        .filter_map(|(name, arguments)| Some((runtime(name)?, arguments.to_vec())))
        .collect()
}

#[tokio::test]
async fn node_and_python_run() {
    let Some(place) = place().await else { return };
    let mut all = runtimes();
    // Also those under a home, as version managers install them.
    let versions = std::env::home_dir().map(|home| home.join(".pyenv/versions"));
    let versions = versions
        .and_then(|folder| std::fs::read_dir(folder).ok())
        .into_iter()
        .flatten()
        .flatten();
    let newest = versions
        .map(|entry| entry.path().join("bin/python3"))
        .filter(|path| path.exists())
        .max();
    all.extend(newest.map(|path| {
        (
            path,
            vec![
                "-c",
                "import ssl, json, os; print('ran', os.path.expanduser('~'))",
            ],
        )
    }));
    for (program, arguments) in all {
        let ended = run_fenced(&place, &Fence::default(), &program, &arguments).await;
        assert_eq!(
            ended.out,
            format!("ran {}", place.private.display()),
            "{program:?}: {ended:?}"
        );
    }
}

// Proves S-67.
#[tokio::test]
async fn the_command_line_of_the_helper_says_nothing_of_the_program() {
    let Some(place) = place().await else { return };
    let mut run = fenced(
        &place,
        &Fence::default(),
        Path::new(SHELL),
        &["-c", "echo ready; read line"],
    )
    .await;
    let mut lines = BufReader::new(run.child.stdout.take().unwrap()).lines();
    assert_eq!(lines.next_line().await.unwrap().as_deref(), Some("ready"));
    let shown = std::fs::read(format!("/proc/{}/cmdline", run.pid)).unwrap();
    let wanted = format!(
        "{}\0{}\0",
        common::helper().display(),
        portcullis_fence::HELPER_ARGUMENT
    );
    assert_eq!(String::from_utf8_lossy(&shown), wanted);
    // What the two processes of ours keep for themselves while the program runs.
    let children = std::fs::read_to_string(format!("/proc/{0}/task/{0}/children", run.pid)).unwrap();
    for pid in std::iter::once(run.pid.to_string()).chain(children.split_whitespace().map(str::to_owned)) {
        let memory = std::fs::read_to_string(format!("/proc/{pid}/smaps_rollup")).unwrap();
        let of = |name: &str| {
            memory
                .lines()
                .find(|line| line.starts_with(name))
                .unwrap_or_default()
                .to_owned()
        };
        println!("{pid}: {}, {}", of("Pss:"), of("Private_Dirty:"));
    }
    drop(run.child.stdin.take());
    run.child.wait().await.unwrap();
}

/// Median of some starts, in milliseconds.
async fn cost(starts: usize, mut run: impl AsyncFnMut()) -> f64 {
    let mut all = Vec::new();
    for _ in 0..starts {
        let before = Instant::now();
        run().await;
        all.push(before.elapsed().as_secs_f64() * 1e3);
    }
    all.sort_by(f64::total_cmp);
    all[starts / 2]
}

#[tokio::test]
async fn what_a_start_costs_is_printed() {
    let Some(place) = place().await else { return };
    let mut all = runtimes();
    all.push((PathBuf::from("/bin/true"), Vec::new()));
    for (program, arguments) in all {
        let fence = Fence::default();
        let with = cost(9, async || {
            run_fenced(&place, &fence, &program, &arguments).await;
        });
        let with = with.await;
        let without = cost(9, async || {
            unfenced(&place, &program, &arguments).end().await;
        });
        let without = without.await;
        println!(
            "{}: {without:.1} ms, fenced {with:.1} ms, {:+.1} ms",
            program.display(),
            with - without
        );
        // Far above the aim: a busy machine must not fail here.
        assert!(with - without < 500.0);
    }
}
