//! How long processes were ready to run and had no processor. A machine that compiles beside a window makes everything
//! late; that is not the window's fault, and must not hide one either.

use std::time::Duration;

/// The threads that an answer of the window passes through.
#[derive(Debug, Clone, Default)]
pub struct Chain(Vec<i32>);

impl Chain {
    /// Of these processes.
    pub fn new(processes: Vec<i32>) -> Self {
        Self(processes)
    }

    /// For how long they waited for a processor so far: of each process the main thread, which what is asked has to pass.
    pub fn waited(&self) -> Duration {
        self.0.iter().map(|pid| main_thread(*pid)).sum()
    }
}

/// The second number of `schedstat`: nanoseconds in the queue of those ready to run.
fn main_thread(pid: i32) -> Duration {
    waited(&std::fs::read_to_string(format!("/proc/{pid}/schedstat")).unwrap_or_default())
}

fn waited(text: &str) -> Duration {
    let waited = text.split_whitespace().nth(1).and_then(|it| it.parse().ok());
    Duration::from_nanos(waited.unwrap_or_default())
}

#[cfg(test)]
mod tests {
    use super::{Chain, waited};
    use std::time::Duration;

    #[test]
    fn the_second_number_counts_and_who_is_gone_waited_for_nothing() {
        assert_eq!(waited("900 3456 7\n"), Duration::from_nanos(3_456));
        assert_eq!(waited(""), Duration::ZERO);
        assert_eq!(Chain::new(vec![-1]).waited(), Duration::ZERO);
    }
}
