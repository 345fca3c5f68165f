//! The processes of one application under test.

use portcullis_tests::{driver::Home, wait};

use super::App;

impl App {
    /// Every process that was started in this home, by the program it runs.
    pub fn processes(&self) -> Vec<i32> {
        processes_in(self.home())
    }

    /// What the processes are called, for a message.
    pub fn names(&self) -> Vec<String> {
        let command = |pid| std::fs::read_to_string(format!("/proc/{pid}/cmdline")).unwrap_or_default();
        let processes = self.processes().into_iter();
        processes.map(|pid| command(pid).replace('\0', " ")).collect()
    }

    /// The process of the window itself.
    pub fn process(&self) -> i32 {
        let window = self.processes().into_iter().find(|pid| {
            let command = std::fs::read(format!("/proc/{pid}/cmdline")).unwrap_or_default();
            command.ends_with(b"/portcullis\0")
        });
        window.expect("the window is a process")
    }
}

/// The processes of the application in this home.
pub fn processes_in(home: &Home) -> Vec<i32> {
    let home = home.path().display().to_string();
    let ours = env_or_arguments_contain(&home);
    ours.into_iter()
        .filter(|&pid| {
            let program = std::fs::read_link(format!("/proc/{pid}/exe")).unwrap_or_default();
            let name = program
                .file_name()
                .unwrap_or_default()
                .to_string_lossy()
                .into_owned();
            // Bus, keychain and driver belong to the rig.
            !["sh", "dash", "bash", "cat", "dbus-daemon", "dbus-run-session"].contains(&name.as_str())
                && !name.starts_with("gnome-keyring")
                && name != "WebKitWebDriver"
                && !name.starts_with("dconf")
                && !name.starts_with("gvfs")
                && !name.starts_with("at-spi")
        })
        .collect()
}

/// Waits until a process is gone with all its threads: one that was killed reads as dead while threads
/// of it still hold files.
pub async fn gone(pid: i32) {
    wait::gone(pid).await;
    wait::until(&format!("the last thread of process {pid}"), || {
        let threads = std::fs::read_dir(format!("/proc/{pid}/task")).map_or(0, Iterator::count);
        (threads <= 1).then_some(())
    })
    .await;
}

fn env_or_arguments_contain(mark: &str) -> Vec<i32> {
    let entries = std::fs::read_dir("/proc")
        .expect("processes are listed")
        .flatten();
    let pids = entries.filter_map(|entry| entry.file_name().to_str()?.parse::<i32>().ok());
    pids.filter(|pid| {
        ["environ", "cmdline"].iter().any(|part| {
            let bytes = std::fs::read(format!("/proc/{pid}/{part}")).unwrap_or_default();
            bytes.windows(mark.len()).any(|window| window == mark.as_bytes())
        })
    })
    .collect()
}
