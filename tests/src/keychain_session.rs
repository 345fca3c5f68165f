//! A person's session without a display: a home, a session bus and a keyring on it. Bus and keyring are found through the
//! environment of the whole process, so a test is run again inside, in a process of its own. The home stays between two
//! of them, as it does when a computer is turned off and on.

use std::{path::Path, process::Stdio, time::Duration};

use rustix::process::{Pid, Signal, kill_process};
use tempfile::TempDir;
use tokio::io::AsyncWriteExt as _;
use zbus::{Connection, fdo::DBusProxy, names::BusName};

use crate::wait::{self, PATIENCE};

/// What opens the keyring. An empty one would make none.
const PASSWORD: &[u8] = b"password";

/// A bus that starts nothing automatically: a keyring is there when a test starts one.
const BUS: &str = r#"<!DOCTYPE busconfig PUBLIC "-//freedesktop//DTD D-Bus Bus Configuration 1.0//EN"
 "http://www.freedesktop.org/standards/dbus/1.0/busconfig.dtd">
<busconfig><type>session</type><listen>unix:tmpdir=/tmp</listen><policy context="default">
<allow send_destination="*" eavesdrop="true"/><allow eavesdrop="true"/><allow own="*"/></policy></busconfig>"#;

/// The name under which a keyring serves.
const SECRETS: &str = "org.freedesktop.secrets";

/// Says to a test that it runs inside.
const INSIDE: &str = "PORTCULLIS_IN_SESSION";

/// Who has no keyring and wants the other tests all the same sets this.
const WITHOUT: &str = "PORTCULLIS_SKIP_KEYCHAIN";

/// A home with a session bus and a keyring.
#[derive(Debug)]
pub struct KeychainSession {
    home: TempDir,
}

impl KeychainSession {
    /// An empty one; `None` where an environment variable turns it off.
    pub fn new() -> Option<Self> {
        if std::env::var_os(WITHOUT).is_some() {
            return None;
        }
        let home = tempfile::Builder::new()
            .prefix("portcullis-")
            .tempdir()
            .expect("a temporary folder");
        std::fs::write(home.path().join("bus.conf"), BUS).expect("a file can be written");
        Some(Self { home })
    }

    /// Everything that programs on it wrote.
    pub fn home(&self) -> &Path {
        self.home.path()
    }

    /// The file that the keyring is kept in, sealed with the password.
    pub fn sealed(&self) -> Vec<u8> {
        std::fs::read(self.home().join("keyrings/login.keyring")).unwrap_or_default()
    }

    /// Runs an ignored test of this program on it, with a bus of its own and without a keyring. Everything that was started
    /// is gone afterwards.
    pub async fn runs(&self, test: &str, variables: &[(&str, &str)]) {
        let program = std::env::current_exe().expect("a test knows its program");
        let mut command = tokio::process::Command::new("dbus-run-session");
        command
            .args(["--config-file".as_ref(), self.home().join("bus.conf").as_os_str()])
            .args(["--".as_ref(), program.as_os_str()])
            .args(["--exact", test, "--ignored", "--nocapture"])
            .envs(variables.iter().copied())
            .env(INSIDE, self.home())
            .env("DBUS_SESSION_BUS_ADDRESS", "unix:path=/nowhere/bus")
            .env_remove("DISPLAY")
            .env_remove("WAYLAND_DISPLAY");
        for name in [
            "HOME",
            "XDG_RUNTIME_DIR",
            "XDG_DATA_HOME",
            "XDG_CONFIG_HOME",
            "XDG_CACHE_HOME",
            "TMPDIR",
        ] {
            command.env(name, self.home());
        }
        let ran = command.stdin(Stdio::null()).kill_on_drop(true).output().await;
        let ran = ran.expect("dbus-run-session is installed (`cargo xtask test setup` does that)");
        let [said, errors] =
            [ran.stdout, ran.stderr].map(|bytes| String::from_utf8_lossy(&bytes).into_owned());
        assert!(
            ran.status.success() && said.contains("1 passed"),
            "{test}: {said}{errors}"
        );
        // The keyring leaves a moment after its bus.
        wait::holds("all programs of the session to have ended", || {
            self.people().is_empty()
        })
        .await;
    }

    /// The processes whose environment leads to it.
    fn people(&self) -> Vec<i32> {
        let mark = format!("XDG_RUNTIME_DIR={}", self.home().display());
        let entries = std::fs::read_dir("/proc")
            .expect("processes can be listed")
            .flatten();
        let pids = entries.filter_map(|entry| entry.file_name().to_str()?.parse::<i32>().ok());
        pids.filter(|pid| {
            let environment = std::fs::read(format!("/proc/{pid}/environ")).unwrap_or_default();
            environment
                .split(|byte| *byte == 0)
                .any(|one| one == mark.as_bytes())
        })
        .collect()
    }
}

/// The home of the session that this process runs at; `None` where a person ran an ignored test by hand.
pub fn home() -> Option<std::path::PathBuf> {
    std::env::var_os(INSIDE).map(Into::into)
}

/// The keyring of the session that this process runs at.
#[derive(Debug)]
pub struct Keyring {
    bus: Connection,
    daemon: Pid,
}

impl Keyring {
    /// Starts the service as a sign-in at the computer does, which opens the keyring or makes one.
    pub async fn opened() -> Self {
        let mut starting = tokio::process::Command::new("gnome-keyring-daemon")
            .args(["--unlock", "--components=secrets"])
            .stdin(Stdio::piped())
            .stdout(Stdio::null())
            .spawn()
            .expect("gnome-keyring-daemon is installed (`cargo xtask test setup` does that)");
        let mut entry = starting.stdin.take().expect("standard input is a pipe");
        entry.write_all(PASSWORD).await.expect("it takes the password");
        drop(entry);
        let started = starting.wait().await.expect("it can be waited for");
        assert!(started.success(), "the keyring did not open");
        // Its other self serves the bus, a moment later on a busy computer.
        let bus = Connection::session().await.expect("the bus takes a guest");
        let until = std::time::Instant::now() + PATIENCE;
        let daemon = loop {
            match owner(&bus).await {
                Some(daemon) => break daemon,
                None => assert!(std::time::Instant::now() < until, "the keyring never came"),
            }
            tokio::time::sleep(Duration::from_millis(10)).await;
        };
        Self { bus, daemon }
    }

    /// Locks it, as the desktop does when its person leaves.
    pub async fn lock(&self) {
        let collections = vec![zbus::zvariant::ObjectPath::from_static_str_unchecked(
            "/org/freedesktop/secrets/collection/login",
        )];
        self.bus
            .call_method(
                Some(SECRETS),
                "/org/freedesktop/secrets",
                Some("org.freedesktop.Secret.Service"),
                "Lock",
                &(collections,),
            )
            .await
            .expect("it can be locked");
    }

    /// It takes every question and answers none, until [`Self::wakes`].
    pub fn sleeps(&self) {
        kill_process(self.daemon, Signal::STOP).expect("it is there");
    }

    /// See [`Self::sleeps`].
    pub fn wakes(&self) {
        kill_process(self.daemon, Signal::CONT).expect("it is there");
    }

    /// Ends the service. What it kept is in its file.
    pub async fn ends(self) {
        kill_process(self.daemon, Signal::TERM).expect("it is there");
        wait::gone(self.daemon.as_raw_nonzero().get()).await;
    }
}

/// The process that serves secrets on this bus.
async fn owner(bus: &Connection) -> Option<Pid> {
    let asked = DBusProxy::new(bus).await.ok()?;
    let name = BusName::try_from(SECRETS).ok()?;
    let pid = asked.get_connection_unix_process_id(name).await.ok()?;
    Pid::from_raw(i32::try_from(pid).ok()?)
}
