//! Tells how a run went: a line after each life, and a table, which is kept while it goes on.

use std::{fmt::Write as _, path::Path};

use super::{
    Report,
    coverage::{Counts, ROOMS},
};

impl Report {
    /// Keeps the table in a folder.
    pub fn write(&self, folder: &Path) -> Result<(), String> {
        let path = folder.join("result.md");
        std::fs::write(&path, self.table()).map_err(|error| format!("{}: {error}", path.display()))
    }

    /// In a line.
    pub fn line(&self) -> String {
        let did = &self.coverage;
        format!(
            "{:5.0} s  {} actions, {} decisions, {} lives, {} calls, {} rows, longest answer {:.0} ms (own {:.0}), frame {:.0} ms, end {:.0} ms, {} faults",
            self.took,
            did.actions(),
            did.decisions(),
            did.lives(),
            did.calls,
            self.rows,
            self.longest_answer,
            self.longest_own,
            self.longest_frame,
            self.longest_end,
            self.faults.len()
        )
    }

    /// In a table.
    pub fn table(&self) -> String {
        let did = &self.coverage;
        let seconds = |millis: f64| format!("{:.1} s", millis / 1_000.0);
        let mut text = format!(
            "{:.0} minutes, seed {}: {} actions, {} answers at the gate, {} ends.\n\n| What | How much |\n|---|---|\n",
            self.took / 60.0,
            self.seed,
            did.actions(),
            did.decisions(),
            did.lives(),
        );
        let in_all = |counts: &Counts| counts.values().sum::<u64>();
        for (what, much) in [
            ("faults", self.faults.len().to_string()),
            (
                "longest time to a script and a frame after an action",
                seconds(self.longest_answer),
            ),
            (
                "the same without the time in which the machine ran something else",
                seconds(self.longest_own),
            ),
            (
                "longest time without a frame, as the page saw it",
                seconds(self.longest_frame),
            ),
            (
                "longest time until nothing was left after an end",
                seconds(self.longest_end),
            ),
            (
                "changes and answers that were accepted and looked for after an end",
                self.kept.to_string(),
            ),
            (
                "most memory in MiB, open files and threads of the application's own process",
                format!(
                    "{}, {}, {}",
                    self.held.memory, self.held.handles, self.held.threads
                ),
            ),
            ("looks at what was kept", did.looks_back.to_string()),
            (
                "crashes of the browser's own process, after which the window came back automatically",
                did.crashes.to_string(),
            ),
            ("comparisons of the window with the host", did.truths.to_string()),
            ("calls that reached a server", did.calls.to_string()),
            (
                "rows of the record, and operations that an end interrupted",
                format!("{}, {}", self.rows, self.interrupted),
            ),
            (
                "commands that the page sent, of how many kinds",
                format!("{}, {}", in_all(&did.commands), did.commands.len()),
            ),
        ] {
            // Writing into a string does not fail.
            _ = writeln!(text, "| {what} | {much} |");
        }
        text.push('\n');
        for (what, counts) in [
            ("Ends", &did.ends),
            ("Actions", &did.deeds),
            ("Answers", &did.answers),
            ("Controls", &did.controls),
            ("Tabs of servers", &did.tabs),
        ] {
            _ = writeln!(text, "{what}: {}.\n", listed(counts));
        }
        let rooms: Vec<String> = ROOMS
            .iter()
            .map(|room| format!("{room} {}", did.rooms.get(*room).copied().unwrap_or_default()))
            .collect();
        _ = writeln!(text, "Rooms: {}.", rooms.join(", "));
        for fault in &self.faults {
            _ = writeln!(text, "\n- {fault}");
        }
        text
    }
}

/// The most frequent first.
fn listed(counts: &Counts) -> String {
    let mut all: Vec<(&String, &u64)> = counts.iter().collect();
    all.sort_by_key(|(name, count)| (std::cmp::Reverse(**count), (*name).clone()));
    let all: Vec<String> = all
        .into_iter()
        .map(|(name, count)| format!("{name} {count}"))
        .collect();
    all.join(", ")
}

#[cfg(test)]
mod tests {
    use super::Report;
    use crate::ui_fuzz::coverage::count;

    #[test]
    fn the_table_says_what_was_done_and_every_fault() {
        let mut report = Report {
            seed: 7,
            took: 120.0,
            faults: vec!["it froze".to_owned()],
            ..Report::default()
        };
        count(&mut report.coverage.deeds, "Click");
        let table = report.table();
        assert!(table.contains("2 minutes, seed 7: 1 actions"), "{table}");
        assert!(table.ends_with("\n- it froze\n"), "{table}");
    }
}
