//! Fetches that go wrong: cut off, on a full disk, of files that changed since, from a registry that serves something else. No
//! registry is reached: the `npm` that is found here writes a package without a registry, in the fence of a fetch.
#![cfg(target_os = "linux")]

use std::fs;
use std::net::TcpListener;
use std::os::unix::fs::PermissionsExt as _;
use std::path::{Path, PathBuf};
use std::sync::Arc;

use portcullis_api::{Answer, Asked, Phase, ServerDraft};
use portcullis_tests::fake_npm::{FakeNpm, SERVER};
use portcullis_tests::test_user::{Setup, TestUser, assert_done, command, named, next_problem};
use portcullis_tests::{packages::home, wait};
use serde_json::json;

/// A person whose computer has an `npm` of ours.
struct Fetcher {
    person: TestUser,
    npm: Arc<FakeNpm>,
}

impl Fetcher {
    async fn new() -> Self {
        let fetcher = Self::at(TestUser::new().await, Arc::new(FakeNpm::default())).await;
        fetcher.registry_serves("sha512-one", "");
        fetcher
    }

    /// The same data under a host that finds this program.
    async fn at(user: TestUser, npm: Arc<FakeNpm>) -> Self {
        let setup = Setup::finding_first(npm.folder());
        Self {
            person: user.restarts_the_host_on(setup).await,
            npm,
        }
    }

    /// What the registry says that its archive is; and a step that goes before the package is whole.
    fn registry_serves(&self, integrity: &str, step: &str) {
        self.npm.serves("pack", "1.0.0", integrity, step);
    }

    fn packages(&self) -> Vec<PathBuf> {
        packages(self.person.data.path())
    }

    /// Asks for the package, and says yes to fetching it.
    async fn fetches(&self) {
        let draft = command("Pack", "npx", vec!["-y".to_owned(), "pack".to_owned()]);
        let asked = self.person.host.propose_fetch(draft, None).await.unwrap();
        self.person.answers(&asked, Answer::AllowOnce {}).await;
    }

    /// A server that runs from the package.
    async fn adds(&self) -> String {
        self.fetches().await;
        let asked = self.person.is_asked_about_a_server().await;
        self.person.starts(&asked, "Pack").await
    }

    /// Changes a file of the only package, after which its server does not start.
    async fn changes_a_file(&self, id: &str) -> PathBuf {
        let [package] = self.packages().try_into().expect("one package");
        let script = package.join("tree/node_modules/pack/index.js");
        fs::set_permissions(&script, fs::Permissions::from_mode(0o644)).unwrap();
        fs::write(&script, format!("{SERVER}// and more\n")).unwrap();
        let _restarted = self.person.host.restart_server(id).await;
        self.person.sees(id, Phase::NeedsReview).await;
        package
    }
}

fn packages(data: &Path) -> Vec<PathBuf> {
    let entries = fs::read_dir(data.join("packages")).into_iter().flatten();
    entries.map(|entry| entry.unwrap().path()).collect()
}

// Proves S-13, S-14.
#[tokio::test]
async fn files_that_changed_are_fetched_again_and_then_reviewed() {
    let fetcher = Fetcher::new().await;
    let (person, host) = (&fetcher.person, &fetcher.person.host);
    let id = fetcher.adds().await;
    assert_done(&person.calls(&id, "say", json!({})).await);
    let changed = fetcher.changes_a_file(&id).await;

    // What is asked for is what helps: a review of the files as they are would end where this began.
    let asked = host.propose_start(&id).await.unwrap();
    let_assert!(&asked.asked => Asked::Setting { rows, notes, .. });
    assert!(
        format!("{rows:?}").contains("pack@1.0.0"),
        "the same version: {rows:?}"
    );
    assert!(notes[0].contains("changed"), "{notes:?}");
    person.answers(&asked, Answer::AllowOnce {}).await;
    let asked = fetcher.person.is_asked_about_a_server().await;
    assert_eq!(
        person.state(&id).phase,
        Phase::NeedsReview,
        "not before the review"
    );
    person.answers(&asked, Answer::AddAndStart {}).await;
    person.sees(&id, Phase::Ready).await;
    assert_done(&person.calls(&id, "say", json!({})).await);
    wait::holds("the changed files to go", || {
        !changed.exists() && fetcher.packages().len() == 1
    })
    .await;
    assert!(host.server(&id).unwrap().package.is_some());
}

// Proves S-13, S-14.
#[tokio::test]
async fn another_archive_under_the_same_version_is_refused() {
    let fetcher = Fetcher::new().await;
    let (person, host) = (&fetcher.person, &fetcher.person.host);
    let id = fetcher.adds().await;
    fetcher.registry_serves("sha512-other", "");
    let kept = fetcher.packages();
    let mut events = host.events();
    let draft = host.server(&id).unwrap().draft;
    let asked = host.propose_fetch(draft, Some(id.clone())).await.unwrap();
    person.answers(&asked, Answer::AllowOnce {}).await;
    let problem = next_problem(&mut events).await;
    assert_has!(problem.sentence, "different archive of pack 1.0.0");
    wait::holds("what came to go", || fetcher.packages() == kept).await;
    assert!(host.waiting().is_empty());
    assert_done(&person.calls(&id, "say", json!({})).await);
}

// Proves S-14, F-28.
#[tokio::test]
async fn a_fetch_that_was_cut_off_is_said_at_the_next_start_and_leaves_nothing() {
    let fetcher = Fetcher::new().await;
    fetcher.registry_serves("sha512-one", "sleep 600");
    fetcher.fetches().await;
    let half = wait::until("half of a package", || {
        let folder = fetcher.packages().pop()?;
        folder
            .join("tree/node_modules/pack/index.js")
            .exists()
            .then_some(folder)
    })
    .await;
    wait::until("the size of that half", || {
        let fetches = fetcher.person.host.fetches();
        fetches.iter().any(|fetch| fetch.bytes > 0).then_some(())
    })
    .await;
    // As a host leaves it that is killed now.
    let left = tempfile::tempdir().unwrap();
    let name = half.file_name().unwrap().to_owned();
    copied(&half, &left.path().join(&name));
    let Fetcher { person, npm } = fetcher;
    person.host.close().await;
    assert!(
        packages(person.data.path()).is_empty(),
        "a host that is closed leaves nothing"
    );
    copied(&left.path().join(&name), &half);

    let fetcher = Fetcher::at(person, npm).await;
    let (person, host) = (&fetcher.person, &fetcher.person.host);
    let remarks = host.remarks();
    let said = remarks
        .iter()
        .find(|remark| remark.sentence.contains("fetching pack for “Pack”"));
    assert!(said.is_some_and(|said| said.remedy.is_some()), "{remarks:?}");
    assert!(fetcher.packages().is_empty() && host.servers().is_empty());

    // The same again works, and nothing is said of it any more.
    fetcher.registry_serves("sha512-one", "");
    let id = fetcher.adds().await;
    assert_done(&person.calls(&id, "say", json!({})).await);
    let Fetcher { person, npm } = fetcher;
    let fetcher = Fetcher::at(person, npm).await;
    assert_eq!(fetcher.person.host.remarks(), []);
    fetcher.person.sees(&id, Phase::Ready).await;
}

// Proves S-14.
#[tokio::test]
async fn a_fetch_that_is_stopped_ends_its_programs_and_leaves_nothing() {
    let fetcher = Fetcher::new().await;
    let (person, host) = (&fetcher.person, &fetcher.person.host);
    fetcher.registry_serves("sha512-one", "sleep 4242");
    fetcher.fetches().await;
    wait::until("half of a package", || {
        let folder = fetcher.packages().pop()?;
        folder
            .join("tree/node_modules/pack/index.js")
            .exists()
            .then_some(())
    })
    .await;
    let [fetch] = host.fetches().try_into().expect("one fetch");
    host.cancel_fetch(&fetch.id).unwrap();
    assert_eq!(
        person.sees_row("Fetch pack").await.outcome,
        portcullis_api::Outcome::Cancelled
    );
    wait::until("what came to go", || fetcher.packages().is_empty().then_some(())).await;
    wait::holds("its program to end", || running("sleep 4242").is_empty()).await;
    assert!(host.fetches().is_empty() && host.waiting().is_empty() && host.servers().is_empty());
    assert!(host.cancel_fetch(&fetch.id).is_err(), "it has ended");

    // The same again works.
    fetcher.registry_serves("sha512-one", "");
    let id = fetcher.adds().await;
    assert_done(&person.calls(&id, "say", json!({})).await);
}

// Proves S-05, S-14, S-68.
#[tokio::test]
async fn a_fetch_gets_no_secret_or_file_and_reaches_no_other_host() {
    // A program that builds no fence stands for a computer without one: the control.
    for (fence, is_held) in [(None, true), (Some(PathBuf::from("/bin/false")), false)] {
        let npm = FakeNpm::default();
        let setup = Setup {
            fence,
            ..Setup::finding_first(npm.folder())
        };
        let person = TestUser::new().await.restarts_the_host_on(setup).await;
        let (notes, made) = (person.path("notes.txt"), person.path("made.txt"));
        fs::write(&notes, "mine").unwrap();
        let listener = TcpListener::bind("127.0.0.1:0").unwrap();
        let port = listener.local_addr().unwrap().port();
        let step = format!(
            "env > \"$own/found\"\ncat '{}' >> \"$own/found\" || true\ntouch '{}' || true\n\
             /usr/bin/python3 -c 'import socket; socket.create_connection((\"127.0.0.1\", {port}), 5)' && echo connected >> \"$own/found\" || true",
            notes.display(),
            made.display(),
        );
        npm.serves("pack", "1.0.0", "sha512-one", &step);
        let draft = ServerDraft {
            environment: vec![named("KEY", "canary", true)],
            ..command("Pack", "npx", vec!["-y".to_owned(), "pack".to_owned()])
        };
        let asked = person.host.propose_fetch(draft, None).await.unwrap();
        person.answers(&asked, Answer::AllowOnce {}).await;
        let _asked = person.is_asked_about_a_server().await;
        let [package] = packages(person.data.path()).try_into().expect("one package");
        let found = fs::read_to_string(package.join("tree/node_modules/pack/found")).unwrap();
        assert!(found.contains("PATH=") && !found.contains("canary"), "{found}");
        for got in ["mine", "connected"] {
            assert_eq!(found.contains(got), !is_held, "{got}: {found}");
        }
        assert_eq!(made.exists(), !is_held, "{found}");
    }
}

/// Programs with these words in their command line.
pub(crate) fn running(words: &str) -> Vec<String> {
    let all = fs::read_dir("/proc").unwrap().flatten();
    let lines = all.filter_map(|process| fs::read(process.path().join("cmdline")).ok());
    lines
        .map(|line| String::from_utf8_lossy(&line).replace('\0', " "))
        .filter(|line| line.contains(words))
        .collect()
}

fn copied(from: &Path, to: &Path) {
    fs::create_dir_all(to).unwrap();
    for entry in fs::read_dir(from).unwrap() {
        let entry = entry.unwrap();
        let place = to.join(entry.file_name());
        match entry.file_type().unwrap().is_dir() {
            true => copied(&entry.path(), &place),
            false => drop(fs::copy(entry.path(), &place).unwrap()),
        }
    }
}

/// A small disk at a path, for as long as this lives. Needs the rights of an administrator.
struct SmallDisk(PathBuf);

impl SmallDisk {
    fn at(path: &Path) -> Self {
        fs::create_dir_all(path).unwrap();
        let mount = std::process::Command::new("mount")
            .args(["-t", "tmpfs", "-o", "size=2m", "tmpfs"])
            .arg(path)
            .status();
        assert!(mount.is_ok_and(|status| status.success()), "a disk is mounted");
        Self(path.to_owned())
    }
}

impl Drop for SmallDisk {
    fn drop(&mut self) {
        let unmounted = std::process::Command::new("umount")
            .arg("-l")
            .arg(&self.0)
            .status();
        assert!(
            unmounted.is_ok_and(|status| status.success()),
            "the disk is taken away"
        );
    }
}

/// That this is the process which the test below started.
const SMALL: &str = "PORTCULLIS_TEST_SMALL_DISK";

#[tokio::test]
#[ignore = "run by the test below, where it may mount a disk"]
async fn a_fetch_onto_a_small_disk() {
    if std::env::var_os(SMALL).is_none() {
        return;
    }
    let fetcher = Fetcher::new().await;
    let place = fetcher.person.data.path().join("packages");
    let _disk = SmallDisk::at(&place);
    let fill = "dd if=/dev/zero of=\"$tree/large\" bs=64k count=100";
    fetcher.registry_serves("sha512-one", fill);
    let mut events = fetcher.person.host.events();
    fetcher.fetches().await;
    let problem = next_problem(&mut events).await;
    assert!(problem.sentence.contains("npm failed"), "{problem:?}");
    let said = problem.said.map(|said| said.text).unwrap_or_default();
    assert!(said.contains("No space left"), "{said}");
    wait::until("what came to go", || fetcher.packages().is_empty().then_some(())).await;
    assert!(fetcher.person.host.waiting().is_empty() && fetcher.person.host.servers().is_empty());

    // There is room again: a fetch needs no repair.
    fetcher.registry_serves("sha512-one", "");
    let id = fetcher.adds().await;
    assert_done(&fetcher.person.calls(&id, "say", json!({})).await);
    fetcher.person.host.close().await;
    println!("ended and recovered");
}

// Proves S-14, F-30.
#[test]
fn a_full_disk_ends_a_fetch_with_its_words_and_leaves_nothing() {
    let small = (SMALL, Path::new("1"));
    with_own_mounts(
        &[],
        "mended::a_fetch_onto_a_small_disk",
        small,
        "ended and recovered",
    );
}

/// Runs an ignored test behind these words, where it may mount disks of its own, until it prints that it is done.
pub(crate) fn with_own_mounts(before: &[&str], test: &str, variable: (&str, &Path), done: &str) {
    // In a namespace of its own who is not root is root.
    let root = rustix::process::geteuid().is_root();
    let user = ["--user", "--map-root-user"]
        .iter()
        .take(if root { 0 } else { 2 });
    let ran = std::process::Command::new("unshare")
        .args(user)
        .arg("--mount")
        .args(before)
        .arg(std::env::current_exe().unwrap())
        .args(["--exact", test, "--ignored", "--nocapture"])
        .env(variable.0, variable.1)
        .output()
        .expect("unshare of util-linux runs");
    let said = String::from_utf8_lossy(&ran.stdout);
    let why = String::from_utf8_lossy(&ran.stderr);
    assert!(
        said.contains(done),
        "A small disk takes root, or a system that lets users make namespaces \
         (kernel.apparmor_restrict_unprivileged_userns=0). {said}{why}"
    );
}

// Proves S-13, S-68.
#[tokio::test]
async fn a_fence_that_this_computer_lost_starts_nothing() {
    let person = TestUser::new().await;
    let script = person.path("attempts.py");
    fs::copy(home().join("packages/attempts.py"), &script).unwrap();
    let mut draft = command(
        "Attempts",
        "/usr/bin/python3",
        vec![script.to_string_lossy().into_owned()],
    );
    draft.fence = Some(portcullis_api::FenceGrants::default());
    let id = person.adds_ready(draft).await;

    // A program that builds none stands for a system that does not let it any more.
    let setup = Setup {
        fence: Some(PathBuf::from("/bin/false")),
        ..Setup::default()
    };
    let person = person.restarts_the_host_on(setup).await;
    let state = wait::until("the refusal", || {
        let state = person.state(&id);
        let is_over = matches!(state.phase, Phase::Failing | Phase::Stopped | Phase::NeedsReview);
        is_over.then_some(state)
    })
    .await;
    assert!(state.problem.is_some(), "{state:?}");
    assert!(person.host.server(&id).unwrap().pid.is_none());
    let asked = person.host.propose_start(&id).await.unwrap();
    let_assert!(&asked.asked => Asked::Launch { refusals, .. });
    assert!(
        refusals.iter().any(|refusal| refusal.code == "fence.refused"),
        "{refusals:?}"
    );

    // With it again the same approval holds.
    let person = person.restarts_the_host_on(Setup::default()).await;
    person.sees(&id, Phase::Ready).await;
}
