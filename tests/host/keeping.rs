//! What a person decided and did survives a damaged file, a full disk and a host that ends badly.

use std::{
    fs,
    path::{Path, PathBuf},
    process::{Command, Stdio},
    sync::{
        Arc,
        atomic::{AtomicBool, Ordering},
    },
    time::{Duration, Instant},
};

use portcullis_api::{Answer, Appearance, Asked, Outcome, Phase, RecordKind, Scope, SettingsChange};
use portcullis_core::{Code, Result, clock::ManualClock};
use portcullis_host::{Host, limits};
use portcullis_secrets::{Keystore, MemoryKeystore, Secret};
use portcullis_tests::{
    alone,
    kills::{Said, writer},
    programs,
    test_user::{TestUser, assert_done, assert_refused, code, named, nothing, program},
    wait,
};
use rusqlite::Connection;
use serde_json::{Value, json};

/// A tool that says it destroys nothing, so that it may be allowed permanently.
fn mild() -> Value {
    let claims = json!({"readOnlyHint": false, "destructiveHint": false});
    json!({"name": "mild", "inputSchema": {"type": "object"}, "annotations": claims})
}

/// A person with a server, a standing permission for its tool, a conversation and some bulk.
async fn lived_in() -> (TestUser, String) {
    let person = TestUser::new().await;
    let id = person.has("Files", json!({"tools": [mild(), "plain"]})).await;
    let call = person.model_asks(&id, "mild", nothing()).await;
    assert_done(&person.allows(&call, Scope::Hour).await);
    person.sees_row("mild").await;
    let talk = person.host.create_conversation().await.unwrap().summary.id;
    person.host.say(&talk, "Keep these words.").await.unwrap();
    for _ in 0..40 {
        person
            .calls(&id, "plain", json!({"bulk": "x".repeat(4_000)}))
            .await;
    }
    (person, id)
}

fn database(person: &TestUser) -> PathBuf {
    person.data.path().join("portcullis.db")
}

/// Closes the host, does something to its file, and opens it again.
async fn damaged(person: TestUser, how: impl FnOnce(&Path)) -> TestUser {
    person.host.close().await;
    how(&database(&person));
    person.restarts_the_host().await
}

type Damage = (&'static str, fn(&Path));

const DAMAGES: [Damage; 5] = [
    ("half of it is gone", |file| {
        let bytes = fs::read(file).unwrap();
        fs::write(file, &bytes[..bytes.len() / 2]).unwrap();
    }),
    ("bits are flipped everywhere", |file| {
        let mut bytes = fs::read(file).unwrap();
        bytes
            .iter_mut()
            .skip(100)
            .step_by(997)
            .for_each(|byte| *byte ^= 0x10);
        fs::write(file, bytes).unwrap();
    }),
    ("a page is empty", |file| {
        let mut bytes = fs::read(file).unwrap();
        bytes[4_096..8_192].fill(0);
        fs::write(file, bytes).unwrap();
    }),
    ("it is something else", |file| {
        fs::write(file, "A letter to a friend. ".repeat(4_000)).unwrap();
    }),
    ("it is of another application", |file| {
        fs::remove_file(file).unwrap();
        let other = Connection::open(file).unwrap();
        other
            .execute_batch("PRAGMA application_id = 77; CREATE TABLE recipes (name TEXT);")
            .unwrap();
    }),
];

// Proves F-31.
#[tokio::test]
async fn whatever_damaged_the_file_the_last_backup_is_offered_and_restores_everything() {
    for (what, how) in DAMAGES {
        let (person, id) = lived_in().await;
        let backup = person.host.back_up().await.unwrap();
        let before = person.record().await.len();
        // Taken back after the backup was made: it must not stand again.
        person.host.revoke_all().await.unwrap();
        let person = damaged(person, how).await;
        let about = person.host.snapshot().await.unwrap().about;
        let told = about.store.unwrap_or_else(|| panic!("{what}: nothing is said"));
        assert_eq!(told.code, Code::StoreCorrupt.as_str(), "{what}");
        assert!(told.remedy.unwrap().contains("Restore the last backup"), "{what}");
        assert_eq!(person.host.servers().len(), 0, "{what}");
        let offered = about
            .restorable
            .unwrap_or_else(|| panic!("{what}: no backup is offered"));
        assert_eq!(offered.made_at, backup.made_at, "{what}");

        person
            .host
            .prepare_restore_after_damage(&offered.name)
            .await
            .unwrap();
        let person = person.restarts_the_host().await;
        let about = person.host.snapshot().await.unwrap().about;
        assert_eq!(about.store.unwrap().code, Code::StoreRestored.as_str(), "{what}");
        assert_eq!(about.restorable, None, "{what}");
        assert_eq!(
            person.state(&id).phase,
            Phase::Off,
            "{what}: nothing starts automatically"
        );
        assert_eq!(person.host.grants().await.unwrap(), [], "{what}");
        let talks = person.host.conversations().await.unwrap();
        assert_eq!(talks[0].title, "Keep these words.", "{what}");
        assert!(person.record().await.len() >= before, "{what}");
        let checked = person.host.verify_record().await.unwrap();
        assert_eq!(checked.first_broken, None, "{what}: {}", checked.sentence);
        // Both of what was there are kept: the damaged file and the one that took its place.
        let kept: Vec<String> = fs::read_dir(person.data.path())
            .unwrap()
            .map(|file| file.unwrap().file_name().to_string_lossy().into_owned())
            .filter(|name| name.ends_with(".damaged.db") || name.ends_with(".replaced.db"))
            .collect();
        assert_eq!(kept.len(), 2, "{what}: {kept:?}");

        person.host.set_enabled(&id, true).await.unwrap();
        person.sees(&id, Phase::NeedsReview).await;
        let request = person.host.propose_start(&id).await.unwrap();
        let_assert!(&request.asked => Asked::Launch { because, .. });
        assert_eq!(
            because.as_deref(),
            Some("not approved since a backup was restored"),
            "{what}"
        );
        person.answers(&request, Answer::AddAndStart {}).await;
        person.sees(&id, Phase::Ready).await;
        assert_done(&person.calls(&id, "plain", nothing()).await);
        let call = person.model_asks(&id, "mild", nothing()).await;
        person.is_asked_about(&call).await;
    }
}

// Proves F-31, S-26.
#[tokio::test]
async fn a_window_cannot_take_back_what_was_decided_while_nothing_is_damaged() {
    let (person, id) = lived_in().await;
    let backup = person.host.back_up().await.unwrap();
    let refused = person
        .host
        .prepare_restore_after_damage(&backup.name)
        .await
        .unwrap_err();
    assert_eq!(refused.code, Code::BadInput);
    let person = person.restarts_the_host_with(&id).await;
    assert_eq!(person.host.grants().await.unwrap().len(), 1);
    // Names are of the list alone, never of a path.
    for name in ["../portcullis.db", "/etc/passwd", "portcullis.db", ""] {
        let refused = person.host.prepare_restore(name).await.unwrap_err();
        assert_eq!(refused.code, Code::NotFound, "{name}");
    }
}

/// Has a restore refused because the audit log takes no row.
async fn refuses_to_prepare(person: &TestUser, backup: &str) {
    let other = Connection::open(database(person)).unwrap();
    other
        .execute_batch(
            "CREATE TRIGGER no_room BEFORE INSERT ON record BEGIN SELECT RAISE(ABORT, 'no room'); END",
        )
        .unwrap();
    person.host.prepare_restore(backup).await.unwrap_err();
    other.execute_batch("DROP TRIGGER no_room").unwrap();
}

// Proves F-31.
#[tokio::test]
async fn a_restore_that_cannot_be_logged_fails_and_does_not_happen_at_the_next_start() {
    let (person, _) = lived_in().await;
    let backup = person.host.back_up().await.unwrap();
    refuses_to_prepare(&person, &backup.name).await;
    let person = person.restarts_the_host().await;
    assert!(person.host.snapshot().await.unwrap().about.store.is_none());
    assert_eq!(person.host.grants().await.unwrap().len(), 1);
}

// Proves F-31.
#[tokio::test]
async fn a_restore_that_is_refused_leaves_the_one_that_was_prepared_before() {
    let (person, _) = lived_in().await;
    let backup = person.host.back_up().await.unwrap();
    person.host.prepare_restore(&backup.name).await.unwrap();
    refuses_to_prepare(&person, &backup.name).await;
    let person = person.restarts_the_host().await;
    let told = person.host.snapshot().await.unwrap().about.store.unwrap();
    assert_eq!(told.code, Code::StoreRestored.as_str());
    assert_eq!(person.host.grants().await.unwrap(), []);
}

// Proves F-31.
#[tokio::test]
async fn a_backup_is_made_each_day_seven_are_kept_and_a_bad_one_replaces_none() {
    let clock = Arc::new(ManualClock::at(1_795_164_031_000));
    let person = TestUser::with_clock(clock.clone()).await;
    person.host.back_up_when_due().await.unwrap();
    assert_eq!(
        person.host.backups().await.unwrap(),
        [],
        "there is nothing to keep yet"
    );
    person.has("Files", json!({"tools": ["x"]})).await;
    let names = || async {
        let all = person.host.backups().await.unwrap();
        all.into_iter().map(|backup| backup.name).collect::<Vec<_>>()
    };
    for day in 1..=9 {
        person.host.back_up_when_due().await.unwrap();
        person.host.back_up_when_due().await.unwrap();
        assert_eq!(names().await.len(), day.min(limits::BACKUPS), "day {day}");
        clock.advance(24 * 3_600 * 1_000 + 1);
    }
    let before = names().await;
    assert_has!(before[0], "20261128T");
    assert_has!(before[6], "20261122T");
    // The database has gone bad under the host: what is made of it now is no reason to drop a good one.
    let file = database(&person);
    let other = Connection::open(&file).unwrap();
    other
        .execute(
            "INSERT INTO settings VALUES ('bulk', ?1)",
            [format!("\"{}\"", "x".repeat(4 << 20))],
        )
        .unwrap();
    other
        .query_row("PRAGMA wal_checkpoint(TRUNCATE)", [], |_| Ok(()))
        .unwrap();
    let mut bytes = fs::read(&file).unwrap();
    let middle = bytes.len() / 2;
    bytes[middle..].fill(0xa5);
    // In place: a shorter file, if only for a moment, would end this process.
    use std::io::{Seek as _, Write as _};
    let mut spoiled = fs::OpenOptions::new().write(true).open(&file).unwrap();
    spoiled.seek(std::io::SeekFrom::Start(middle as u64)).unwrap();
    spoiled.write_all(&bytes[middle..]).unwrap();
    person.host.back_up_when_due().await.unwrap_err();
    assert_eq!(names().await, before);
}

// Proves F-31.
#[tokio::test]
async fn the_newest_backup_that_is_whole_is_offered_and_later_ones_do_not_push_it_out() {
    let (person, _) = lived_in().await;
    let good = person.host.back_up().await.unwrap();
    // A day later another one, which a disk spoiled.
    let folder = person.data.path().join("backups");
    let bad = folder.join("portcullis-20991231T000000Z.db");
    let mut bytes = fs::read(folder.join(&good.name)).unwrap();
    bytes[4_096..12_288].fill(0);
    fs::write(&bad, bytes).unwrap();
    let person = damaged(person, DAMAGES[0].1).await;
    let offered = person.host.snapshot().await.unwrap().about.restorable.unwrap();
    assert_eq!(offered.made_at, good.made_at);
    for _ in 0..=limits::BACKUPS {
        person.host.back_up().await.unwrap();
        // Backups of one second share a name.
        tokio::time::sleep(Duration::from_millis(1_001)).await;
    }
    let all = person.host.backups().await.unwrap();
    assert!(all.iter().any(|backup| backup.name == offered.name), "{all:?}");
    person.host.prepare_restore(&offered.name).await.unwrap();
}

// Proves F-31.
#[tokio::test]
async fn a_backup_that_cannot_be_restored_is_neither_offered_nor_the_remedy() {
    let (person, _) = lived_in().await;
    let made = person.host.back_up().await.unwrap();
    let file = person.data.path().join("backups").join(&made.name);
    fs::write(file, "A letter to a friend. ".repeat(4_000)).unwrap();
    let person = damaged(person, DAMAGES[0].1).await;
    assert_ne!(person.host.backups().await.unwrap(), []);
    let about = person.host.snapshot().await.unwrap().about;
    assert_eq!(about.restorable, None);
    let told = about.store.unwrap();
    assert_eq!(told.code, Code::StoreCorrupt.as_str());
    assert_eq!(
        told.remedy.as_deref(),
        Some("Set up your servers and permissions again.")
    );
}

// Proves F-34.
#[tokio::test]
async fn another_program_that_keeps_the_database_busy_delays_a_decision_but_ends_nothing() {
    let (person, id) = lived_in().await;
    let other = Connection::open(database(&person)).unwrap();
    other.execute_batch("BEGIN IMMEDIATE").unwrap();
    let begun = Instant::now();
    let mut settings = person.host.settings();
    settings.notify = false;
    let refused = person.host.set_settings(settings.clone()).await.unwrap_err();
    assert_eq!(refused.code, Code::StoreFailed);
    assert!(
        begun.elapsed() < limits::STORE_BUSY + Duration::from_secs(10),
        "{:?}",
        begun.elapsed()
    );
    assert!(person.host.settings().notify, "what was not saved is not so");
    // Reading goes on meanwhile.
    assert!(!person.record().await.is_empty());
    other.execute_batch("ROLLBACK").unwrap();
    person.host.set_settings(settings).await.unwrap();
    assert_done(&person.calls(&id, "plain", nothing()).await);
    assert!(person.host.snapshot().await.unwrap().about.store.is_none());
}

// Proves F-34.
#[tokio::test]
async fn two_settings_that_are_saved_at_once_are_both_kept() {
    let (person, _) = lived_in().await;
    let notify = SettingsChange {
        notify: Some(false),
        ..SettingsChange::default()
    };
    let dark = SettingsChange {
        appearance: Some(Appearance::Dark),
        ..SettingsChange::default()
    };
    let (one, two) = tokio::join!(
        person.host.change_settings(notify),
        person.host.change_settings(dark)
    );
    one.unwrap();
    two.unwrap();
    let now = person.host.settings();
    assert!(!now.notify && now.appearance == Appearance::Dark, "{now:?}");
    let saved: String = Connection::open(database(&person))
        .unwrap()
        .query_row("SELECT value FROM settings WHERE key = 'settings'", [], |row| {
            row.get(0)
        })
        .unwrap();
    assert_has!(saved, r#""notify":false"#);
    assert_has!(saved, r#""dark""#);
}

/// A keychain whose code falls over.
#[derive(Default)]
struct Fainting {
    kept: MemoryKeystore,
    faints: AtomicBool,
}

impl Keystore for Fainting {
    fn set(&self, name: &str, secret: &Secret) -> Result<()> {
        self.kept.set(name, secret)
    }

    fn get(&self, name: &str) -> Result<Option<Secret>> {
        assert!(!self.faints.load(Ordering::SeqCst), "a fault of ours");
        self.kept.get(name)
    }

    fn remove(&self, name: &str) -> Result<()> {
        self.kept.remove(name)
    }
}

// Proves F-38.
#[tokio::test]
async fn what_falls_over_while_one_server_starts_is_that_servers_trouble_alone() {
    let keystore = Arc::new(Fainting::default());
    let person = TestUser::with_keystore(Arc::clone(&keystore) as Arc<dyn Keystore>).await;
    let other = person.has("Other", json!({"tools": ["y"]})).await;
    let mut draft = program("Keyed", json!({"tools": ["x"]}));
    draft.environment = vec![named("API_KEY", "canary-0f38", true)];
    let keyed = person.adds_ready(draft).await;
    keystore.faints.store(true, Ordering::SeqCst);
    person.host.restart_server(&keyed).await.unwrap();
    let problem = wait::until("why it does not start", || person.state(&keyed).problem).await;
    assert!(!problem.sentence.is_empty());
    assert_done(&person.calls(&other, "y", nothing()).await);
    keystore.faints.store(false, Ordering::SeqCst);
    person.host.restart_server(&keyed).await.unwrap();
    person.sees(&keyed, Phase::Ready).await;
    assert_done(&person.calls(&keyed, "x", nothing()).await);
}

// Proves F-39.
#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn thirty_servers_with_running_calls_close_within_5_seconds_and_end_every_row() {
    let person = TestUser::new().await;
    let mut calls = Vec::new();
    let mut pids = Vec::new();
    for number in 0..30 {
        // A third of them would rather stay.
        let start = if number % 3 == 0 {
            json!(["ignore_eof", "ignore_term"])
        } else {
            json!([])
        };
        let script = json!({"start": start, "tools": ["x"], "calls": {"x": ["no_reply"]}});
        // Not through `has`: thirty reviews are answered together, each after its own half second.
        let request = person
            .proposes(program(&format!("Server {number}"), script))
            .await
            .unwrap();
        person.answers(&request, Answer::AddAndStart {}).await;
    }
    for number in 0..30 {
        let label = format!("Server {number}");
        let id = wait::until(&label, || person.id(&label)).await;
        person.sees(&id, Phase::Ready).await;
        pids.push(i32::try_from(person.host.server(&id).unwrap().pid.unwrap()).unwrap());
        calls.push(person.begins(&id, "x", nothing()).await);
    }
    let closing = Instant::now();
    person.host.close().await;
    let took = closing.elapsed();
    assert!(took < wait::ENDS, "{took:?}");
    assert_eq!(pids.into_iter().filter(|pid| wait::runs(*pid)).count(), 0);
    for call in &calls {
        assert!(person.host.call(&call.id).unwrap().ended_at.is_some());
    }
    let person = person.restarts_the_host().await;
    let rows = person.record().await;
    let ended =
        |row: &&portcullis_api::RecordRow| row.kind == RecordKind::Call && row.outcome == Outcome::Cancelled;
    assert_eq!(
        rows.iter().filter(ended).count(),
        30,
        "closed in order, and not interrupted: {rows:?}"
    );
}

/// The writer of `stress kills`, until its host is open, and then its sudden end.
fn dies_after_opening(folder: &Path) {
    use std::io::{BufRead as _, BufReader};
    let mut child = Command::new(programs::beside("stress"))
        .args(["kills", "write"])
        .arg(folder)
        .arg("0")
        .stdin(Stdio::null())
        .stdout(Stdio::piped())
        .stderr(Stdio::null())
        .spawn()
        .unwrap();
    let lines = BufReader::new(child.stdout.take().unwrap()).lines();
    let said = |line: &std::io::Result<String>| {
        line.as_ref().is_ok_and(|line| {
            serde_json::from_str(line).is_ok_and(|said: Said| matches!(said, Said::Server { .. }))
        })
    };
    assert!(lines.into_iter().any(|line| said(&line)), "it has a server");
    child.kill().unwrap();
    child.wait().unwrap();
}

// Proves F-41.
#[tokio::test]
async fn after_three_starts_that_ended_badly_the_fourth_has_all_servers_off_and_says_so() {
    let folder = tempfile::tempdir().unwrap();
    let data = folder.path().join(writer::DATA);
    for _ in 0..3 {
        let folder = folder.path().to_owned();
        tokio::task::spawn_blocking(move || dies_after_opening(&folder))
            .await
            .unwrap();
    }
    let host = Host::start(alone::config(&data)).await.unwrap();
    let server = host.servers().remove(0);
    assert_eq!((server.state.phase, server.enabled), (Phase::Off, false));
    let about = host.snapshot().await.unwrap().about;
    assert_eq!(about.store.unwrap().code, Code::SafeStart.as_str());
    let rows = host.record(Default::default(), None).await.unwrap().rows;
    let row = rows
        .iter()
        .find(|row| row.what.text == "Started with all servers off")
        .unwrap();
    let why = host.record_detail(row.seq).await.unwrap().why;
    assert_has!(why, "3 times in a row", "“Notes”");
    // A person turns it on again; a start that was closed in order is a good one.
    host.set_enabled(&server.id, true).await.unwrap();
    alone::becomes(&host, &server.id, Phase::Ready).await.unwrap();
    host.close().await;
    let host = Host::start(alone::config(&data)).await.unwrap();
    assert_eq!(host.remarks(), []);
    alone::becomes(&host, &server.id, Phase::Ready).await.unwrap();
    host.close().await;
}

// Proves F-41.
#[tokio::test]
async fn a_host_that_was_closed_in_order_never_counts_as_one_that_ended_badly() {
    let mut person = TestUser::new().await;
    let id = person.has("Files", json!({"tools": ["x"]})).await;
    for _ in 0..5 {
        person = person.restarts_the_host_with(&id).await;
    }
    assert!(person.host.remarks().is_empty());
}

// Proves F-33.
#[test]
fn of_eight_hosts_that_start_at_once_on_a_new_folder_exactly_one_opens() {
    let folder = tempfile::tempdir().unwrap();
    let start = |_| {
        Command::new(programs::beside("stress"))
            .args(["kills", "open"])
            .arg(folder.path())
            .stdin(Stdio::piped())
            .stdout(Stdio::piped())
            .spawn()
            .unwrap()
    };
    let mut all: Vec<_> = (0..8).map(start).collect();
    // Each says how it went and stays until its input ends.
    let said: Vec<String> = all
        .iter_mut()
        .map(|child| {
            let mut line = String::new();
            let out = child.stdout.as_mut().unwrap();
            std::io::BufRead::read_line(&mut std::io::BufReader::new(out), &mut line).unwrap();
            line.trim().to_owned()
        })
        .collect();
    for mut child in all {
        drop(child.stdin.take());
        child.wait().unwrap();
    }
    let opened = said.iter().filter(|line| *line == "opened").count();
    let refused = said
        .iter()
        .filter(|line| line.contains("already using the data"))
        .count();
    assert_eq!((opened, refused), (1, 7), "{said:?}");
}

#[cfg(target_os = "linux")]
mod full {
    use super::*;

    const FOLDER: &str = "PORTCULLIS_TEST_FULL_DISK";

    /// A real disk of a few MiB, which only this process sees.
    #[tokio::test]
    #[ignore = "run by the test below, on a disk of eight MiB"]
    async fn a_host_on_a_small_disk() {
        let folder = or_skip!(std::env::var_os(FOLDER).map(PathBuf::from));
        let data = Arc::new(tempfile::tempdir_in(&folder).unwrap());
        let room = Arc::new(tempfile::tempdir().unwrap());
        let clock = Arc::new(portcullis_core::clock::SystemClock);
        let person = TestUser::at(data, room, Arc::new(MemoryKeystore::default()), clock).await;
        let record = person.path("record");
        let script = json!({"record": record, "tools": [mild()]});
        let id = person.has("Files", script).await;
        let asked = person.model_asks(&id, "mild", json!({"n": 1})).await;
        let request = person.is_asked_about(&asked).await;
        let ballast = folder.join("ballast");
        let free = rustix::fs::statvfs(&folder).unwrap();
        let most = usize::try_from(free.f_bavail * free.f_frsize).unwrap();
        fs::write(&ballast, vec![1; most]).unwrap();

        let scope = Scope::Hour;
        person.answers(&request, Answer::Allow { scope }).await;
        let call = person.finishes(&asked).await;
        assert_refused(&call, Code::StoreFull);
        assert_eq!(person.arguments_sent(&record, "mild"), Vec::<Value>::new());
        assert_eq!(person.host.grants().await.unwrap(), [], "nor in memory alone");
        let told = person.host.snapshot().await.unwrap().about.store.unwrap();
        assert_eq!(told.code, Code::StoreFull.as_str());
        // It is about the backup alone: what was saved before is saved.
        let unmade = person.host.back_up().await.unwrap_err();
        assert_eq!(unmade.code, Code::StoreFull);
        assert!(!unmade.sentence.contains("not saved"), "{unmade:?}");
        let by_hand = person
            .host
            .start_call(portcullis_tests::test_user::by_hand(&id, "mild", json!({"n": 2})))
            .await;
        if let Ok(call) = by_hand {
            assert_failed_for_want_of_space(&person.finishes(&call).await);
        }
        let mut settings = person.host.settings();
        settings.welcomed = !settings.welcomed;
        let refused = person.host.set_settings(settings.clone()).await.unwrap_err();
        assert_eq!(refused.code, Code::StoreFull);

        fs::remove_file(&ballast).unwrap();
        let works = || async { person.host.snapshot().await.unwrap().about.store.is_none() };
        let begun = Instant::now();
        while !works().await {
            assert!(begun.elapsed() < limits::STORE_RETRY * 30, "it does not recover");
            tokio::time::sleep(Duration::from_millis(20)).await;
        }
        person.host.set_settings(settings).await.unwrap();
        let again = person.model_asks(&id, "mild", json!({"n": 3})).await;
        assert_done(&person.answers_call(&again, Answer::AllowOnce {}).await);
        assert_eq!(person.arguments_sent(&record, "mild"), [json!({"n": 3})]);
        let checked = person.host.verify_record().await.unwrap();
        assert_eq!(checked.first_broken, None, "{}", checked.sentence);
        person.host.close().await;
        println!("filled and recovered");
    }

    fn assert_failed_for_want_of_space(call: &portcullis_api::CallView) {
        assert_eq!(code(call), Code::StoreFull.as_str());
    }

    // Proves F-30, S-91.
    #[test]
    fn on_a_full_disk_nothing_is_done_or_allowed_and_it_goes_on_when_there_is_space() {
        let folder = tempfile::tempdir().unwrap();
        let script = "mount -t tmpfs -o size=8m portcullis \"$1\" || exit 77; shift; exec \"$@\"";
        let disk = ["sh", "-c", script, "sh", folder.path().to_str().unwrap()];
        let test = "keeping::full::a_host_on_a_small_disk";
        let variable = (FOLDER, folder.path());
        crate::mended::with_own_mounts(&disk, test, variable, "filled and recovered");
    }
}
