//! Writes a siege down: as JSON while it goes on, and for people into `docs/reliability.md`.

use std::{fmt::Write as _, path::Path};

use super::{
    Report,
    coverage::{Counts, ROOMS},
};

const RESULT: &str = "result.json";
const PAGE: &str = "reliability.md";
/// Everything between these lines is written anew.
const MARKS: (&str, &str) = ("<!-- siege -->", "<!-- end of siege -->");

impl Report {
    /// Keeps it in a folder.
    ///
    /// # Errors
    /// A sentence when it cannot be written.
    pub fn write(&self, folder: &Path) -> Result<(), String> {
        let path = folder.join(RESULT);
        let text = serde_json::to_string_pretty(self).map_err(|error| error.to_string())?;
        std::fs::write(&path, text).map_err(|error| format!("{}: {error}", path.display()))
    }

    /// Reads it back.
    ///
    /// # Errors
    /// A sentence when there is none.
    pub fn read(folder: &Path) -> Result<Self, String> {
        let path = folder.join(RESULT);
        let text = std::fs::read_to_string(&path).map_err(|error| format!("{}: {error}", path.display()))?;
        serde_json::from_str(&text).map_err(|error| format!("{}: {error}", path.display()))
    }

    /// In a line.
    #[must_use]
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
}

/// Writes what a folder holds into the page below another.
///
/// # Errors
/// A sentence when something cannot be read or written.
pub fn page(folder: &Path, docs: &Path) -> Result<(), String> {
    let report = Report::read(folder)?;
    let page = docs.join(PAGE);
    let before = std::fs::read_to_string(&page).map_err(|error| format!("{}: {error}", page.display()))?;
    let (Some((head, _)), Some((_, tail))) = (before.split_once(MARKS.0), before.split_once(MARKS.1)) else {
        return Err(format!("{} has no place for a siege.", page.display()));
    };
    let after = format!("{head}{}\n\n{}\n{}{tail}", MARKS.0, section(&report), MARKS.1);
    std::fs::write(&page, after).map_err(|error| format!("{}: {error}", page.display()))
}

/// The text between the marks.
fn section(report: &Report) -> String {
    let did = &report.coverage;
    let seconds = |millis: f64| format!("{:.1} s", millis / 1_000.0);
    let mut text = format!(
        "{:.0} minutes, seed {}: {} actions, {} answers at the gate, {} ends.\n\n| What | How much |\n|---|---|\n",
        report.took / 60.0,
        report.seed,
        did.actions(),
        did.decisions(),
        did.lives(),
    );
    let in_all = |counts: &Counts| counts.values().sum::<u64>();
    for (what, much) in [
        ("faults", report.faults.len().to_string()),
        (
            "longest time to a script and a frame after an action",
            seconds(report.longest_answer),
        ),
        (
            "the same without the time in which the machine ran something else",
            seconds(report.longest_own),
        ),
        (
            "longest time without a frame, as the page saw it",
            seconds(report.longest_frame),
        ),
        (
            "longest time until nothing was left after an end",
            seconds(report.longest_end),
        ),
        (
            "changes and answers that were accepted and looked for after an end",
            report.kept.to_string(),
        ),
        ("looks at what was kept", did.looks_back.to_string()),
        (
            "crashes of the browser's own process, after which the window came back by itself",
            did.crashes.to_string(),
        ),
        ("comparisons of the window with the host", did.truths.to_string()),
        ("calls that reached a server", did.calls.to_string()),
        (
            "rows of the record, and operations that an end interrupted",
            format!("{}, {}", report.rows, report.interrupted),
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
    for fault in &report.faults {
        _ = writeln!(text, "\n- {fault}");
    }
    text
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
    use super::{MARKS, Report, page};
    use crate::siege::coverage::count;

    #[test]
    fn a_result_is_written_between_the_marks_and_nothing_else_changes() {
        let folder = tempfile::tempdir().unwrap();
        let mut report = Report {
            seed: 7,
            took: 120.0,
            ..Report::default()
        };
        count(&mut report.coverage.deeds, "Click");
        report.write(folder.path()).unwrap();
        let file = folder.path().join("reliability.md");
        std::fs::write(&file, format!("before\n{}\nold\n{}\nafter\n", MARKS.0, MARKS.1)).unwrap();
        page(folder.path(), folder.path()).unwrap();
        let text = std::fs::read_to_string(&file).unwrap();
        assert!(
            text.starts_with("before\n") && text.ends_with("\nafter\n"),
            "{text}"
        );
        assert!(
            text.contains("2 minutes, seed 7: 1 actions") && !text.contains("old"),
            "{text}"
        );
    }
}
