//! The processes of one application under test.

use std::process::ExitStatus;

use portcullis_tests::{
    driver, programs,
    wait::{self, PATIENCE},
};

use super::App;

impl App {
    /// Every process that was started in this home, by the program it runs.
    pub fn processes(&self) -> Vec<i32> {
        driver::processes_in(self.home())
    }

    /// What the processes are called, for a message.
    pub fn names(&self) -> Vec<String> {
        driver::called(&self.processes())
    }

    /// The process of the window itself.
    pub fn process(&self) -> i32 {
        driver::window_among(&self.processes()).expect("the window is a process")
    }

    /// How many windows of this process the display of this application shows.
    pub async fn windows_of(&self, process: i32) -> usize {
        let process = process.to_string();
        let search = [
            "search",
            "--all",
            "--onlyvisible",
            "--pid",
            &process,
            "--name",
            "Portcullis",
        ];
        self.xdotool(&search).await.lines().count()
    }

    /// Starts the program again in the session of the window, as a desktop does that opens a link or a file.
    pub async fn starts_again(&self, argument: &str) -> ExitStatus {
        let window = self.process();
        let environment = std::fs::read(format!("/proc/{window}/environ")).expect("it is ours");
        let variables = environment.split(|byte| *byte == 0).filter_map(|variable| {
            let (name, value) = std::str::from_utf8(variable).ok()?.split_once('=')?;
            Some((name.to_owned(), value.to_owned()))
        });
        let mut again = tokio::process::Command::new(programs::beside("portcullis"));
        again.arg(argument).env_clear().envs(variables).kill_on_drop(true);
        let ended = tokio::time::timeout(PATIENCE, again.status()).await;
        ended.expect("a second start ends").expect("it starts")
    }
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
