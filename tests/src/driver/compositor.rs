//! A Wayland compositor whose screen is a window on a display of the tests: a key that is pressed there reaches the programs in it as
//! from a keyboard.

use std::{
    io,
    process::{Child, Command, Stdio},
    time::Duration,
};

use super::process::{Home, log};
use crate::wait::PATIENCE;

/// The class of its window on the display. It has no name that `xdotool` finds.
pub(super) const CLASS: &str = "^Weston Compositor$";
/// The name of its socket among the runtime files of a home.
const SOCKET: &str = "wayland-test";
/// Nothing of its own is on the screen, and nothing locks it.
const SETTINGS: &str = "[shell]\npanel-position=none\nlocking=false\n";

/// A running one. It ends when this is dropped, or this process ends.
#[derive(Debug)]
pub(super) struct Compositor(Child);

impl Compositor {
    /// Starts one and waits until it takes connections.
    pub(super) async fn start(home: &Home, display: &str) -> io::Result<Self> {
        let run = home.path().join("run");
        let settings = home.path().join("weston.ini");
        std::fs::write(&settings, SETTINGS)?;
        let line = r#"weston --config="$0" --socket="$1" --backend=x11-backend.so --use-pixman --idle-time=0 \
            --width=1280 --height=800 & cat >/dev/null; kill $!; wait"#;
        let started = Command::new("sh")
            .args(["-c", line])
            .arg(&settings)
            .arg(SOCKET)
            .env_clear()
            .envs(std::env::var_os("PATH").map(|path| ("PATH", path)))
            .env("DISPLAY", display)
            .env("XDG_RUNTIME_DIR", &run)
            .stdin(Stdio::piped())
            .stdout(Stdio::null())
            .stderr(log(home)?)
            .spawn()?;
        let compositor = Self(started);
        let socket = run.join(SOCKET);
        let ready = async {
            while tokio::net::UnixStream::connect(&socket).await.is_err() {
                tokio::time::sleep(Duration::from_millis(10)).await;
            }
        };
        tokio::time::timeout(PATIENCE, ready)
            .await
            .map_err(|_| io::Error::other("Weston takes no connections; is it installed?"))?;
        Ok(compositor)
    }

    /// What leads a program to it, and has the program write each message of the protocol to its standard error.
    pub(super) fn variables() -> [(String, String); 3] {
        [
            ("GDK_BACKEND", "wayland"),
            ("WAYLAND_DISPLAY", SOCKET),
            ("WAYLAND_DEBUG", "1"),
        ]
        .map(|(name, value)| (name.to_owned(), value.to_owned()))
    }
}

impl Drop for Compositor {
    fn drop(&mut self) {
        drop(self.0.stdin.take());
        self.0.wait().ok();
    }
}
