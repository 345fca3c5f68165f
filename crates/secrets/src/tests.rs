//! The vault over a store in memory, over one that hangs, and over the real keychain on a bus of its own.
#![allow(clippy::disallowed_methods, reason = "a test starts what it needs")]

use super::{Keychain, Keystore, MemoryKeystore, Secret, Vault};
use crate::limits::{VAULT, VAULT_ITEM_BYTES, VAULT_WAITING};
use portcullis_core::{Code, Result};
use std::path::Path;
use std::process::{Command, Stdio};
use std::sync::{Arc, Mutex, mpsc};
use std::time::Duration;
use tokio::task::JoinHandle;

fn keychain() -> Vault {
    Vault::new(Arc::new(Keychain::default()))
}

async fn behaves(vault: &Vault) {
    assert!(vault.get("absent").await.unwrap().is_none());
    vault.remove("absent").await.unwrap();
    for value in ["first", "second é \0 \n", ""] {
        vault.set("name", value.into()).await.unwrap();
        assert_eq!(vault.get("name").await.unwrap().unwrap().expose(), value);
    }
    assert!(vault.get("nam").await.unwrap().is_none());
    let large = "x".repeat(VAULT_ITEM_BYTES);
    vault.set("name", large.as_str().into()).await.unwrap();
    assert_eq!(vault.get("name").await.unwrap().unwrap().expose(), large);
    vault.remove("name").await.unwrap();
    assert!(vault.get("name").await.unwrap().is_none());
    vault.check().await.unwrap();
}

#[tokio::test]
async fn the_twin_behaves_as_the_keychain() {
    behaves(&Vault::new(Arc::new(MemoryKeystore::default()))).await;
}

// Proves F-35.
#[tokio::test]
async fn what_is_too_long_is_refused_before_the_keychain_sees_it() {
    let vault = Vault::new(Arc::new(MemoryKeystore::default()));
    let error = vault
        .set("name", "x".repeat(VAULT_ITEM_BYTES + 1).into())
        .await
        .unwrap_err();
    assert_eq!(error.code, Code::BadInput);
    assert!(vault.get("name").await.unwrap().is_none());
}

/// Says when it was asked, and answers when its test lets go.
struct Hanging {
    asked: tokio::sync::mpsc::UnboundedSender<()>,
    released: Mutex<mpsc::Receiver<()>>,
}

impl Hanging {
    fn hang(&self) {
        self.asked.send(()).unwrap();
        self.released.lock().unwrap().recv().ok();
    }
}

impl Keystore for Hanging {
    fn set(&self, _: &str, _: &Secret) -> Result<()> {
        self.hang();
        Ok(())
    }
    fn get(&self, _: &str) -> Result<Option<Secret>> {
        self.hang();
        Ok(None)
    }
    fn remove(&self, _: &str) -> Result<()> {
        self.hang();
        Ok(())
    }
}

// Proves F-35.
#[tokio::test(start_paused = true)]
async fn a_keychain_that_hangs_is_locked_after_the_limit_and_takes_few_threads() {
    let (asked, mut is_asked) = tokio::sync::mpsc::unbounded_channel();
    let (release, released) = mpsc::channel();
    let vault = Vault::new(Arc::new(Hanging {
        asked,
        released: Mutex::new(released),
    }));
    let calls: Vec<_> = (0..VAULT_WAITING + 3)
        .map(|_| {
            let vault = vault.clone();
            tokio::spawn(async move { vault.get("name").await })
        })
        .collect();
    for _ in 0..VAULT_WAITING {
        is_asked.recv().await.unwrap();
    }
    tokio::time::advance(VAULT - Duration::from_millis(1)).await;
    assert!(calls.iter().all(|call| !call.is_finished()));
    tokio::time::advance(Duration::from_millis(2)).await;
    for call in calls {
        let error = call.await.unwrap().unwrap_err();
        assert_eq!(error.code, Code::VaultLocked);
        assert!(error.remedy.unwrap().contains("Unlock"));
    }
    assert!(is_asked.try_recv().is_err(), "more threads than slots were used");
    drop(release);
}

/// Takes a secret once its test lets it, and tells everything that it does.
struct Slow {
    released: Mutex<mpsc::Receiver<()>>,
    did: tokio::sync::mpsc::UnboundedSender<&'static str>,
}

impl Keystore for Slow {
    fn set(&self, _: &str, _: &Secret) -> Result<()> {
        self.did.send("begins").unwrap();
        self.released.lock().unwrap().recv().ok();
        self.did.send("keeps").unwrap();
        Ok(())
    }
    fn get(&self, _: &str) -> Result<Option<Secret>> {
        Ok(None)
    }
    fn remove(&self, _: &str) -> Result<()> {
        self.did.send("removes").unwrap();
        Ok(())
    }
}

/// Has a secret kept that comes too late, in place of a useless one or not; what the store does after that.
async fn kept_too_late(replaces: bool) -> tokio::sync::mpsc::UnboundedReceiver<&'static str> {
    let (did, mut does) = tokio::sync::mpsc::unbounded_channel();
    let (release, released) = mpsc::channel();
    let vault = Vault::new(Arc::new(Slow {
        released: Mutex::new(released),
        did,
    }));
    let setting = tokio::spawn(async move {
        match replaces {
            true => vault.replace("name", "value".into()).await,
            false => vault.set("name", "value".into()).await,
        }
    });
    assert_eq!(does.recv().await, Some("begins"));
    tokio::time::advance(VAULT + Duration::from_millis(1)).await;
    assert_eq!(setting.await.unwrap().unwrap_err().code, Code::VaultLocked);
    release.send(()).unwrap();
    assert_eq!(does.recv().await, Some("keeps"));
    does
}

// Proves F-35.
#[tokio::test(start_paused = true)]
async fn a_secret_that_is_kept_too_late_is_taken_back() {
    let mut does = kept_too_late(false).await;
    assert_eq!(does.recv().await, Some("removes"));
}

// Proves F-35, AUT-53.
#[tokio::test(start_paused = true)]
async fn what_replaces_a_useless_secret_stays_however_late_it_is_kept() {
    let mut does = kept_too_late(true).await;
    assert_eq!(does.recv().await, None, "nothing follows until the store is gone");
}

/// Takes “old” once its test lets it, and then only after “new” or a moment later.
struct Overtaken {
    kept: MemoryKeystore,
    comes: mpsc::Sender<()>,
    released: Mutex<mpsc::Receiver<()>>,
    did: tokio::sync::mpsc::UnboundedSender<&'static str>,
}

impl Keystore for Overtaken {
    fn set(&self, name: &str, secret: &Secret) -> Result<()> {
        if secret.expose() == "old" {
            self.did.send("begins").unwrap();
            let released = self.released.lock().unwrap();
            released.recv().unwrap();
            released.recv_timeout(Duration::from_millis(300)).ok();
        }
        self.kept.set(name, secret)?;
        if secret.expose() == "new" {
            self.comes.send(()).unwrap();
        }
        Ok(())
    }
    fn get(&self, name: &str) -> Result<Option<Secret>> {
        self.kept.get(name)
    }
    fn remove(&self, name: &str) -> Result<()> {
        self.kept.remove(name)?;
        self.did.send("removes").unwrap();
        Ok(())
    }
}

/// A vault over such a store, which takes “old” once something is sent, and what the store does.
fn overtaken() -> (
    Vault,
    mpsc::Sender<()>,
    tokio::sync::mpsc::UnboundedReceiver<&'static str>,
) {
    let (did, does) = tokio::sync::mpsc::unbounded_channel();
    let (comes, released) = mpsc::channel();
    let vault = Vault::new(Arc::new(Overtaken {
        kept: MemoryKeystore::default(),
        comes: comes.clone(),
        released: Mutex::new(released),
        did,
    }));
    (vault, comes, does)
}

fn sets(vault: &Vault, secret: &'static str) -> JoinHandle<Result<()>> {
    let vault = vault.clone();
    tokio::spawn(async move { vault.set("name", secret.into()).await })
}

// Proves F-35.
#[tokio::test]
async fn changes_that_wait_for_one_of_the_same_name_leave_room_for_others() {
    let (vault, comes, mut does) = overtaken();
    let old = sets(&vault, "old");
    assert_eq!(does.recv().await, Some("begins"));
    let later: Vec<_> = (0..VAULT_WAITING).map(|_| sets(&vault, "new")).collect();
    // Each of them goes as far as it can.
    tokio::task::yield_now().await;
    let other = vault.get("other").await;
    comes.send(()).unwrap();
    assert!(other.unwrap().is_none());
    old.await.unwrap().unwrap();
    for set in later {
        set.await.unwrap().unwrap();
    }
}

// Proves F-35.
#[tokio::test(start_paused = true)]
async fn what_was_given_up_undoes_nothing_that_was_kept_after_it() {
    let (vault, comes, mut does) = overtaken();
    let setting = sets(&vault, "old");
    assert_eq!(does.recv().await, Some("begins"));
    tokio::time::advance(VAULT + Duration::from_millis(1)).await;
    assert_eq!(setting.await.unwrap().unwrap_err().code, Code::VaultLocked);
    comes.send(()).unwrap();
    vault.set("name", "new".into()).await.unwrap();
    assert_eq!(does.recv().await, Some("removes"));
    assert_eq!(vault.get("name").await.unwrap().unwrap().expose(), "new");
}

/// Counts how often it is asked, and is locked until it is not.
#[derive(Default)]
struct Lockable {
    kept: MemoryKeystore,
    open: std::sync::atomic::AtomicBool,
    asked: std::sync::atomic::AtomicUsize,
}

impl Keystore for Lockable {
    fn set(&self, name: &str, secret: &Secret) -> Result<()> {
        self.kept.set(name, secret)
    }
    fn get(&self, name: &str) -> Result<Option<Secret>> {
        use std::sync::atomic::Ordering;
        self.asked.fetch_add(1, Ordering::SeqCst);
        if self.open.load(Ordering::SeqCst) {
            return self.kept.get(name);
        }
        Err(portcullis_core::Error::new(Code::VaultLocked, "It is locked."))
    }
    fn remove(&self, name: &str) -> Result<()> {
        self.kept.remove(name)
    }
}

// Proves F-35.
#[tokio::test]
async fn in_the_background_a_locked_keychain_is_asked_once_until_it_has_answered() {
    use std::sync::atomic::Ordering;
    let store = Arc::new(Lockable::default());
    let vault = Vault::new(Arc::clone(&store) as Arc<dyn Keystore>);
    let mut answered = vault.answered();
    for _ in 0..5 {
        let error = vault.get_in_background("name").await.unwrap_err();
        assert_eq!(error.code, Code::VaultLocked);
    }
    assert_eq!(store.asked.load(Ordering::SeqCst), 1);
    assert!(!answered.has_changed().unwrap());
    store.open.store(true, Ordering::SeqCst);
    vault.set("name", "value".into()).await.unwrap();
    answered.changed().await.unwrap();
    let found = vault.get_in_background("name").await.unwrap();
    assert_eq!(found.unwrap().expose(), "value");
}

/// Runs only inside the tests below, on the bus which they make.
#[tokio::test]
#[ignore = "needs a bus of its own"]
async fn on_a_private_bus() {
    let vault = keychain();
    match std::env::var("EXPECTED").as_deref() {
        Ok("works") => {
            behaves(&vault).await;
            // Another process of the same person finds it.
            vault.set("kept", "value".into()).await.unwrap();
            assert_eq!(keychain().get("kept").await.unwrap().unwrap().expose(), "value");
        }
        Ok("comes later") => {
            assert_eq!(vault.check().await.unwrap_err().code, Code::VaultMissing);
            unlocked_service();
            vault.check().await.unwrap();
        }
        Ok("unusable") => {
            // A read does not tell; that is why `check` writes.
            assert!(vault.get("name").await.unwrap().is_none());
            let refused = vault.set("name", "x".into()).await.unwrap_err();
            assert_eq!(refused.code, Code::VaultLocked);
            fails_with(&vault, Code::VaultLocked).await;
        }
        Ok("locked") => {
            vault.set("name", "x".into()).await.unwrap();
            lock();
            fails_with(&vault, Code::VaultLocked).await;
            assert_eq!(vault.get("name").await.unwrap_err().code, Code::VaultLocked);
        }
        Ok("missing") => {
            assert_eq!(vault.get("name").await.unwrap_err().code, Code::VaultMissing);
            fails_with(&vault, Code::VaultMissing).await;
        }
        _ => {}
    }
}

async fn fails_with(vault: &Vault, code: Code) {
    let error = vault.check().await.unwrap_err();
    assert_eq!(error.code, code, "{error}");
    assert!(error.remedy.is_some());
}

/// Starts the service with an unlocked keyring. The password must not be empty, else there is no keyring.
fn unlocked_service() {
    use std::io::Write as _;
    let mut service = Command::new("gnome-keyring-daemon");
    service
        .args(["--unlock", "--components=secrets"])
        .stdin(Stdio::piped())
        .stdout(Stdio::null());
    let mut service = service.spawn().unwrap();
    service.stdin.take().unwrap().write_all(b"password").unwrap();
    assert!(service.wait().unwrap().success());
    // Its other self serves the bus, a moment later on a busy computer.
    let until = std::time::Instant::now() + VAULT;
    while !serves() {
        assert!(std::time::Instant::now() < until, "the service never came");
        std::thread::sleep(Duration::from_millis(10));
    }
}

/// Whether a program has the name of the service, without starting one.
fn serves() -> bool {
    let mut command = Command::new("dbus-send");
    command.args(["--session", "--print-reply", "--dest=org.freedesktop.DBus", "/"]);
    command.args([
        "org.freedesktop.DBus.GetNameOwner",
        "string:org.freedesktop.secrets",
    ]);
    let asked = command.stdout(Stdio::null()).stderr(Stdio::null()).status();
    asked.unwrap().success()
}

/// Locks the keyring, as the desktop does when the person asks for it.
fn lock() {
    let mut command = Command::new("dbus-send");
    command.args([
        "--session",
        "--print-reply",
        "--dest=org.freedesktop.secrets",
        "/org/freedesktop/secrets",
    ]);
    command.arg("org.freedesktop.Secret.Service.Lock");
    command.arg("array:objpath:/org/freedesktop/secrets/collection/login");
    assert!(command.stdout(Stdio::null()).status().unwrap().success());
}

const WITHOUT_SERVICES: &str = r#"<!DOCTYPE busconfig PUBLIC "-//freedesktop//DTD D-Bus Bus Configuration 1.0//EN"
 "http://www.freedesktop.org/standards/dbus/1.0/busconfig.dtd">
<busconfig><type>session</type><listen>unix:tmpdir=/tmp</listen><policy context="default">
<allow send_destination="*" eavesdrop="true"/><allow eavesdrop="true"/><allow own="*"/></policy></busconfig>"#;

fn installed(program: &str) -> bool {
    Command::new(program)
        .arg("--version")
        .stdout(Stdio::null())
        .stderr(Stdio::null())
        .status()
        .is_ok()
}

/// Who has no keychain and wants the other tests all the same sets this.
const WITHOUT: &str = "PORTCULLIS_SKIP_KEYCHAIN";

/// A test that did not run proves nothing, so leaving it out has to be wanted.
fn may_run(installed: bool, without: bool) -> bool {
    assert!(
        installed || without,
        "gnome-keyring-daemon and dbus-run-session are not installed, so the keychain was not tested. Install them \
         (`cargo xtask test setup` does), or set {WITHOUT}=1 to leave these tests out."
    );
    installed
}

// Proves F-35.
#[test]
fn without_a_keyring_the_tests_of_the_keychain_fail_unless_that_is_wanted() {
    assert!(may_run(true, false) && may_run(true, true));
    assert!(!may_run(false, true));
    assert!(std::panic::catch_unwind(|| may_run(false, false)).is_err());
}

/// Runs [`on_a_private_bus`] in a process of its own with an empty home.
fn inside(expected: &str, wrap: impl FnOnce(&Path) -> Vec<String>) {
    let there = installed("gnome-keyring-daemon") && installed("dbus-run-session");
    if !may_run(there, std::env::var_os(WITHOUT).is_some()) {
        return;
    }
    let home = tempfile::tempdir().unwrap();
    let test = std::env::current_exe()
        .unwrap()
        .into_os_string()
        .into_string()
        .unwrap();
    let test = [
        test.as_str(),
        "--exact",
        "tests::on_a_private_bus",
        "--ignored",
        "--nocapture",
    ];
    let whole: Vec<String> = wrap(home.path())
        .into_iter()
        .chain(test.map(str::to_owned))
        .collect();
    let mut command = Command::new(&whole[0]);
    command.args(&whole[1..]).env("EXPECTED", expected);
    for name in [
        "HOME",
        "XDG_RUNTIME_DIR",
        "XDG_DATA_HOME",
        "XDG_CONFIG_HOME",
        "XDG_CACHE_HOME",
    ] {
        command.env(name, home.path());
    }
    command
        .env("DBUS_SESSION_BUS_ADDRESS", "unix:path=/nowhere/bus")
        .env_remove("DISPLAY")
        .env_remove("WAYLAND_DISPLAY");
    let output = command.stdin(Stdio::null()).output().unwrap();
    let printed = [output.stdout, output.stderr]
        .map(|bytes| String::from_utf8_lossy(&bytes).into_owned())
        .concat();
    assert!(
        output.status.success() && printed.contains("1 passed"),
        "{printed}"
    );
}

fn words(words: &[&str]) -> Vec<String> {
    words.iter().map(|word| (*word).to_owned()).collect()
}

fn unlocked_bus(_: &Path) -> Vec<String> {
    let start =
        "printf password | gnome-keyring-daemon --unlock --components=secrets >/dev/null; exec \"$@\"";
    words(&["dbus-run-session", "--", "sh", "-c", start, "sh"])
}

// Proves F-35.
#[test]
fn the_real_keychain_keeps_gives_and_forgets() {
    inside("works", unlocked_bus);
}

// Proves F-35.
#[test]
fn a_locked_keychain_says_so() {
    inside("locked", unlocked_bus);
}

// Proves F-35.
#[test]
fn no_bus_means_no_keychain() {
    inside("missing", |_| words(&["env"]));
}

fn bare_bus(folder: &Path) -> Vec<String> {
    let config = folder.join("bus.conf");
    std::fs::write(&config, WITHOUT_SERVICES).unwrap();
    words(&[
        "dbus-run-session",
        "--config-file",
        config.to_str().unwrap(),
        "--",
    ])
}

// Proves F-35.
#[test]
fn a_bus_without_a_service_means_no_keychain() {
    inside("missing", bare_bus);
}

// Proves F-35.
#[test]
fn a_keychain_that_comes_later_is_found() {
    inside("comes later", bare_bus);
}

// Proves F-35.
#[test]
fn a_service_without_a_keyring_is_found_out_by_writing() {
    inside("unusable", |_| words(&["dbus-run-session", "--"]));
}
