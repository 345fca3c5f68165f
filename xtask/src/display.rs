//! A screen where there is none: Xvfb, a session bus with an unlocked keychain, and a camera.

use crate::group::Group;
use crate::{Done, place, tool};
use std::io::{BufRead, BufReader};
use std::path::Path;
use std::process::{Command, Stdio};
use std::time::{Duration, Instant};

/// How long a screen may take to come up.
const SCREEN: Duration = Duration::from_secs(20);

/// Starts "$@" on a bus of its own with a keychain that is open. The keyring lives in a folder of this project, so that
/// the keyrings of the person are neither asked nor changed. Its password only opens it here: it protects nothing.
const SESSION: &str = r#"
XDG_DATA_HOME=$PORTCULLIS_KEYRING XDG_RUNTIME_DIR=$PORTCULLIS_KEYRING \
  gnome-keyring-daemon --foreground --unlock --components=secrets >/dev/null 2>&1 <<EOF &
portcullis
EOF
tries=0
until dbus-send --session --print-reply --dest=org.freedesktop.DBus / \
    org.freedesktop.DBus.NameHasOwner string:org.freedesktop.secrets 2>/dev/null | grep -q true; do
  tries=$((tries + 1))
  [ "$tries" -lt 50 ] || { echo "The keychain did not start; secrets cannot be kept." >&2; break; }
  sleep 0.1
done
unset PORTCULLIS_KEYRING
exec "$@"
"#;

/// Whether a window could open as things are. Elsewhere than on Linux there is always a screen.
pub(crate) fn present() -> bool {
    let set = |name| std::env::var_os(name).is_some_and(|value| !value.is_empty());
    !cfg!(target_os = "linux") || set("DISPLAY") || set("WAYLAND_DISPLAY")
}

/// A virtual screen. It goes away when dropped.
pub(crate) struct Screen {
    _server: Group,
    name: String,
}

impl Screen {
    /// Starts Xvfb on a display that is free.
    pub(crate) fn start(width: u32, height: u32) -> Done<Self> {
        let mut command = tool::command("Xvfb");
        // The server itself picks a free number and writes it to the descriptor: no race with other screens.
        command.args([
            "-displayfd",
            "1",
            "-nolisten",
            "tcp",
            "-screen",
            "0",
            &format!("{width}x{height}x24"),
        ]);
        let mut server = Group::start(&command, Stdio::piped(), Stdio::null())?;
        let output = server
            .stdout()
            .ok_or("The virtual screen has no output to read.")?;
        let (said, heard) = std::sync::mpsc::sync_channel(1);
        std::thread::spawn(move || {
            let mut line = String::new();
            drop(BufReader::new(output).read_line(&mut line));
            drop(said.send(line));
        });
        let number = heard.recv_timeout(SCREEN).unwrap_or_default().trim().to_owned();
        if number.is_empty() {
            return Err("The virtual screen did not come up. Does `Xvfb -displayfd 1` work?".into());
        }
        Ok(Self {
            _server: server,
            name: format!(":{number}"),
        })
    }

    /// Lets a command draw on this screen and on no other.
    pub(crate) fn lend(&self, command: &mut Command) {
        command
            .env("DISPLAY", &self.name)
            .env("GDK_BACKEND", "x11")
            .env_remove("WAYLAND_DISPLAY")
            // No program listens to the accessibility bus on a virtual screen.
            .env("NO_AT_BRIDGE", "1");
    }

    /// Waits until something is drawn and has stopped changing, and saves a picture.
    pub(crate) fn picture(&self, path: &Path, patience: Duration, mut gone: impl FnMut() -> bool) -> Done {
        let begun = Instant::now();
        let mut before = String::new();
        loop {
            if gone() {
                return Err("The window closed before anything was drawn.".into());
            }
            let mut import = tool::command("import");
            import
                .args(["-silent", "-window", "root"])
                .arg(path)
                .stderr(Stdio::null());
            self.lend(&mut import);
            let taken = import.status().is_ok_and(|status| status.success());
            // Letters are smoothed, so a drawn window has many colours and an empty one has few.
            let seen = tool::says("convert", &[&path.to_string_lossy(), "-format", "%k %#", "info:"])
                .unwrap_or_default();
            let colours: u32 = seen
                .split(' ')
                .next()
                .and_then(|count| count.parse().ok())
                .unwrap_or(0);
            if taken && colours > 40 && seen == before {
                return Ok(());
            }
            if begun.elapsed() > patience {
                if taken && colours > 40 {
                    // It is drawn, something on it moves.
                    return Ok(());
                }
                return Err(format!(
                    "Nothing was drawn in {} seconds. The last picture: {}",
                    patience.as_secs(),
                    path.display()
                ));
            }
            before = seen;
            std::thread::sleep(Duration::from_millis(300));
        }
    }
}

/// The command on a session bus of its own with an open keychain.
pub(crate) fn in_session(program: &Path) -> Done<Command> {
    let keyring = place::scratch("keyring")?;
    private(&keyring)?;
    let mut command = tool::command("dbus-run-session");
    command
        .args(["--", "/bin/sh", "-c", SESSION, "session"])
        .arg(program)
        .env("PORTCULLIS_KEYRING", keyring);
    Ok(command)
}

#[cfg(unix)]
fn private(folder: &Path) -> Done {
    use std::os::unix::fs::PermissionsExt;
    std::fs::set_permissions(folder, std::fs::Permissions::from_mode(0o700))
        .map_err(|error| format!("{} could not be made private: {error}.", folder.display()))
}

#[cfg(not(unix))]
fn private(_folder: &Path) -> Done {
    Ok(())
}
