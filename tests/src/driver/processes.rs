//! Which processes belong to a home: everything that the application started in it, however deep, found by what their
//! environment or their arguments say. Bus, keychain and driver belong to the rig and are left out.

use super::Home;

/// The rig's own programs, by name and by the beginning of their names.
const RIG: [&str; 8] = [
    "sh",
    "dash",
    "bash",
    "cat",
    "dbus-daemon",
    "dbus-run-session",
    "WebKitWebDriver",
    "Xvfb",
];
const RIG_BEGINS: [&str; 4] = ["gnome-keyring", "dconf", "gvfs", "at-spi"];

/// The processes of the application in this home.
pub fn processes_in(home: &Home) -> Vec<i32> {
    let ours = env_or_arguments_contain(&home.path().display().to_string());
    ours.into_iter()
        .filter(|&pid| {
            let program = program(pid);
            !RIG.contains(&program.as_str()) && !RIG_BEGINS.iter().any(|name| program.starts_with(name))
        })
        .collect()
}

/// What these processes are called, with their arguments, for a message.
pub fn called(processes: &[i32]) -> Vec<String> {
    let command = |pid| std::fs::read_to_string(format!("/proc/{pid}/cmdline")).unwrap_or_default();
    let named = processes.iter();
    named
        .map(|&pid| format!("{pid} {}", command(pid).replace('\0', " ")))
        .collect()
}

/// The process of the window itself among these.
pub fn window_among(processes: &[i32]) -> Option<i32> {
    let mut processes = processes.iter().copied();
    processes.find(|pid| {
        let command = std::fs::read(format!("/proc/{pid}/cmdline")).unwrap_or_default();
        // What the window forked to end its servers has the same arguments and another name.
        let name = std::fs::read(format!("/proc/{pid}/comm")).unwrap_or_default();
        command.ends_with(b"/portcullis\0") && name != b"portcullis-keep\n"
    })
}

/// The file name of the program that a process runs.
pub fn program(pid: i32) -> String {
    let program = std::fs::read_link(format!("/proc/{pid}/exe")).unwrap_or_default();
    let name = program.file_name().unwrap_or_default();
    name.to_string_lossy().into_owned()
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
