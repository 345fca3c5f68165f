//! The table: what was done, how it ended and how long it took.

use crate::{Done, place, tool};
use std::time::Duration;

/// The page that holds the last table, and the lines around it.
const PAGE: &str = "docs/systems.md";
const BEGIN: &str = "<!-- table: cargo xtask foreign --write -->\n";
const END: &str = "<!-- end of table -->\n";

/// One row.
pub(super) struct Row {
    pub(super) system: &'static str,
    pub(super) what: String,
    pub(super) passed: bool,
    pub(super) result: String,
    pub(super) took: Duration,
}

/// All rows.
#[derive(Default)]
pub(super) struct Report(Vec<Row>);

impl Report {
    pub(super) fn add(&mut self, row: Row) {
        let sign = if row.passed { "passed" } else { "FAILED" };
        println!("{} · {}: {sign}, {}", row.system, row.what, row.result);
        self.0.push(row);
    }

    /// As Markdown, which a terminal shows well enough.
    fn table(&self) -> String {
        let mut text = String::from("| System | What | Result | Time |\n|---|---|---|---|\n");
        for row in &self.0 {
            let seconds = row.took.as_secs();
            let failed = if row.passed { "" } else { "**failed**: " };
            text += &format!(
                "| {} | {} | {failed}{} | {}:{:02} |\n",
                row.system,
                row.what,
                row.result,
                seconds / 60,
                seconds % 60
            );
        }
        text
    }

    pub(super) fn print(&self) {
        println!("\n{}", self.table());
    }

    /// Puts the table into its page, with the commit and the day.
    pub(super) fn write(&self) -> Done {
        let path = place::root().join(PAGE);
        let page = std::fs::read_to_string(&path).map_err(|error| format!("{PAGE}: {error}."))?;
        let commit = tool::says("git", &["rev-parse", "--short", "HEAD"]).unwrap_or_default();
        let changed = tool::says("git", &["status", "--porcelain", "--untracked-files=no"]);
        let with = match changed.as_deref() {
            Some("") => "",
            _ => " with changes that were not committed",
        };
        let day = tool::says("date", &["+%Y-%m-%d"]).unwrap_or_default();
        let table = format!("{day}, commit {commit}{with}:\n\n{}", self.table());
        let page = replaced(&page, &table).ok_or_else(|| format!("{PAGE} has no place for the table."))?;
        std::fs::write(&path, page).map_err(|error| format!("{PAGE}: {error}."))?;
        println!("Written: {PAGE}");
        Ok(())
    }

    pub(super) fn verdict(&self) -> Done {
        match self.0.iter().filter(|row| !row.passed).count() {
            0 => Ok(()),
            1 => Err("One row failed.".into()),
            failed => Err(format!("{failed} rows failed.")),
        }
    }
}

fn replaced(page: &str, table: &str) -> Option<String> {
    let (before, rest) = page.split_once(BEGIN)?;
    let (_, after) = rest.split_once(END)?;
    Some(format!("{before}{BEGIN}\n{table}\n{END}{after}"))
}

#[cfg(test)]
mod tests {
    use super::{BEGIN, END, replaced};

    #[test]
    fn a_new_table_takes_the_place_of_the_old_one() {
        let page = format!("One\n{BEGIN}old\n{END}two\n");
        let now = replaced(&page, "new\n").unwrap_or_default();
        assert_eq!(now, format!("One\n{BEGIN}\nnew\n\n{END}two\n"));
        assert_eq!(replaced("no place", "new"), None);
    }
}
