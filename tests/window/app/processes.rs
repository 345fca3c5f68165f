//! The processes of one application under test.

use portcullis_tests::{driver, wait};

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
