//! What was done: a run that does nothing finds nothing.

use std::{collections::BTreeMap, time::Duration};

/// Every room, as the rail calls it.
pub const ROOMS: [&str; 7] = [
    "Chat",
    "Servers",
    "Waiting for you",
    "Tasks",
    "Activity",
    "Permissions",
    "Settings",
];

/// Counts by name.
pub type Counts = BTreeMap<String, u64>;

/// See the module.
#[derive(Debug, Default, Clone)]
pub struct Coverage {
    /// Actions, by kind.
    pub deeds: Counts,
    /// Looks at rooms.
    pub rooms: Counts,
    /// Looks at tabs of servers.
    pub tabs: Counts,
    /// Controls clicked or typed into, by kind.
    pub controls: Counts,
    /// Commands that the page sent and the host answered well.
    pub commands: Counts,
    /// Answers at the gate that were accepted, by what was asked and answered.
    pub answers: Counts,
    /// Ends of the application, by way.
    pub ends: Counts,
    /// Crashes of the browser's own process, each with a window that came back automatically.
    pub crashes: u64,
    /// Looks at what was kept, each after an end.
    pub looks_back: u64,
    /// Comparisons of the window with the host.
    pub truths: u64,
    /// Calls that reached a server.
    pub calls: u64,
    /// Frames waited for.
    pub frames: u64,
}

/// Counts one more.
pub fn count(counts: &mut Counts, name: &str) {
    *counts.entry(name.to_owned()).or_default() += 1;
}

impl Coverage {
    /// Actions in all.
    pub fn actions(&self) -> u64 {
        self.deeds.values().sum()
    }

    /// Accepted answers in all.
    pub fn decisions(&self) -> u64 {
        self.answers.values().sum()
    }

    /// Ends in all.
    pub fn lives(&self) -> u64 {
        self.ends.values().sum()
    }

    /// What was not done that has to be done for the run to say anything.
    pub fn missing(&self, lasted: Duration) -> Vec<String> {
        let mut missing: Vec<String> = ROOMS
            .iter()
            .filter(|room| !self.rooms.contains_key(**room))
            .map(|room| format!("the room was never open: “{room}”"))
            .collect();
        let minutes = lasted.as_secs() / 60;
        for (what, number, least) in [
            ("decisions", self.decisions(), 1 + minutes),
            ("actions", self.actions(), 40 + 60 * minutes),
            ("kinds of controls", self.controls.len() as u64, 4),
            ("looks at what was kept", self.looks_back, 1),
            ("comparisons with the host", self.truths, 1 + minutes / 2),
            ("calls that reached a server", self.calls, 1),
            ("kills", self.ends.get("kill").copied().unwrap_or_default(), 1),
        ] {
            if number < least {
                missing.push(format!("only {number} {what}, at least {least} are expected"));
            }
        }
        missing
    }
}

#[cfg(test)]
mod tests {
    use std::time::Duration;

    use super::{Coverage, ROOMS, count};

    #[test]
    fn a_run_that_did_nothing_does_not_pass() {
        let missing = Coverage::default().missing(Duration::from_secs(60));
        assert!(missing.len() > ROOMS.len(), "{missing:?}");
    }

    #[test]
    fn one_that_was_everywhere_and_decided_passes() {
        let mut did = Coverage {
            looks_back: 3,
            truths: 3,
            calls: 3,
            ..Coverage::default()
        };
        for room in ROOMS {
            count(&mut did.rooms, room);
        }
        for kind in ["button", "link", "text", "tab"] {
            count(&mut did.controls, kind);
        }
        did.deeds.insert("click".to_owned(), 200);
        did.answers.insert("tool: deny".to_owned(), 5);
        did.ends.insert("kill".to_owned(), 1);
        assert_eq!(did.missing(Duration::from_secs(60)), Vec::<String>::new());
    }
}
