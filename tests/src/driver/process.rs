//! The driver process with everything it starts: bus, keychain, driver, window.
//!
//! One bus for each window under test: a window that finds another of its kind on the bus hands over
//! and leaves, and the driver would wait for it forever. All of it is one process group, which is
//! killed when the guard is dropped, and which kills itself when this process ends without that.

use std::{
    io,
    net::{SocketAddr, TcpListener},
    os::unix::process::CommandExt as _,
    path::{Path, PathBuf},
    process::{Child, Command, Stdio},
    time::Duration,
};

use rustix::process::{Pid, Signal, kill_process_group};
use tempfile::TempDir;

use crate::wait::PATIENCE;

/// GTK's picker begins in a folder instead of the list of files used last. From that list, the line for a place is made by the
/// first key and drawn later, and GTK loses the keys between: who drives it by keys cannot see when the line is there.
const PICKER: &str = "[org/gtk/settings/file-chooser]\nstartup-mode='cwd'\n";

/// The folders and the keychain of one imagined person. Windows opened one after the other on the
/// same home find what the one before left.
#[derive(Debug)]
pub struct Home {
    folder: TempDir,
    keychain: bool,
}

impl Home {
    /// An empty home with an unlocked keychain.
    pub fn new() -> Self {
        Self::with_keychain(true)
    }

    /// An empty home on whose bus no keychain has been unlocked (F-35).
    pub fn without_keychain() -> Self {
        Self::with_keychain(false)
    }

    fn with_keychain(keychain: bool) -> Self {
        use std::os::unix::fs::PermissionsExt as _;
        let folder = tempfile::Builder::new()
            .prefix("portcullis-")
            .tempdir()
            .expect("a temporary folder");
        let home = Self { folder, keychain };
        for (_, folder) in home.folders() {
            std::fs::create_dir_all(&folder).expect("a folder in a temporary folder");
            std::fs::set_permissions(&folder, std::fs::Permissions::from_mode(0o700))
                .expect("its permissions");
        }
        let settings = home.path().join("config/glib-2.0/settings");
        std::fs::create_dir_all(&settings).expect("a folder in a temporary folder");
        std::fs::write(settings.join("keyfile"), PICKER).expect("the settings of the toolkit");
        home
    }

    /// The folder everything is in; to be swept for what should not be there.
    pub fn path(&self) -> &Path {
        self.folder.path()
    }

    /// Leaves the folder on the disk, and says where.
    pub fn keep(self) -> PathBuf {
        self.folder.keep()
    }

    /// The variables that lead a program into this home.
    pub fn folders(&self) -> [(&'static str, PathBuf); 6] {
        let folder = |name: &str| self.path().join(name);
        [
            ("HOME", folder("home")),
            ("XDG_DATA_HOME", folder("data")),
            ("XDG_CONFIG_HOME", folder("config")),
            ("XDG_CACHE_HOME", folder("cache")),
            ("XDG_STATE_HOME", folder("state")),
            ("XDG_RUNTIME_DIR", folder("run")),
        ]
    }
}

impl Default for Home {
    fn default() -> Self {
        Self::new()
    }
}

/// A running driver.
#[derive(Debug)]
pub(super) struct Driver {
    child: Child,
    address: SocketAddr,
}

impl Driver {
    /// Starts a driver and waits until it takes connections.
    pub(super) async fn start(
        home: &Home,
        environment: &[(String, String)],
        display: &str,
    ) -> io::Result<Self> {
        let address = free_address()?;
        let session = concat!(env!("CARGO_MANIFEST_DIR"), "/src/driver/session.sh");
        // `cat` ends when this process does, by whatever means; `kill 0` is the whole group.
        let guard = r#"dbus-run-session -- sh "$0" "$1" & cat >/dev/null; kill -KILL 0"#;
        let mut command = Command::new("sh");
        command
            .args(["-c", guard, session, &address.port().to_string()])
            .env_clear()
            .envs(
                ["PATH", "XAUTHORITY"]
                    .iter()
                    .filter_map(|&name| Some((name, std::env::var_os(name)?))),
            )
            .envs(home.folders())
            .env("LANG", "C.UTF-8")
            .env("DISPLAY", display)
            .env("GDK_BACKEND", "x11")
            .env("GSETTINGS_BACKEND", "keyfile")
            .env("TAURI_WEBVIEW_AUTOMATION", "true")
            // Without it the accessibility bridge looks for a bus of its own and complains.
            .env("NO_AT_BRIDGE", "1")
            .envs(environment.iter().map(|(name, value)| (name, value)))
            .stdin(Stdio::piped())
            .stdout(Stdio::null())
            .stderr(log(home)?)
            .process_group(0);
        if home.keychain {
            command.env("RIG_KEYRING", "portcullis");
        }
        let driver = Self {
            child: command.spawn()?,
            address,
        };
        driver.wait_until_ready().await?;
        Ok(driver)
    }

    async fn wait_until_ready(&self) -> io::Result<()> {
        let ready = async {
            while tokio::net::TcpStream::connect(self.address).await.is_err() {
                tokio::time::sleep(Duration::from_millis(10)).await;
            }
        };
        tokio::time::timeout(PATIENCE, ready)
            .await
            .map_err(|_| io::Error::other("WebKitWebDriver takes no connections; is it installed?"))
    }

    pub(super) fn url(&self) -> String {
        format!("http://{}", self.address)
    }

    /// The group everything started here belongs to.
    pub(super) fn group(&self) -> i32 {
        i32::try_from(self.child.id()).unwrap_or(i32::MAX)
    }
}

impl Drop for Driver {
    fn drop(&mut self) {
        if let Some(group) = Pid::from_raw(self.group()) {
            kill_process_group(group, Signal::KILL).ok();
        }
        self.child.wait().ok();
    }
}

fn free_address() -> io::Result<SocketAddr> {
    TcpListener::bind("127.0.0.1:0")?.local_addr()
}

/// What bus, driver and window say on standard error, kept beside the home's folders.
pub(super) fn log(home: &Home) -> io::Result<std::fs::File> {
    std::fs::File::options()
        .create(true)
        .append(true)
        .open(home.path().join("driver.log"))
}
