//! How much a warning or a remark weighs for an answer: the one list that all kinds of questions are ranked by.
//!
//! High is what gives more than the question seems to ask for (everything instead of something, a secret), and words or letters
//! that are made to mislead. Low is what explains. What is in between is a risk of the kind that the question is about anyway.

use super::{Asked, Remark, Warning};
use crate::shape;

shape! {
    /// How much a warning or a remark weighs.
    #[serde(rename_all = "snake_case")]
    #[derive(Copy, Eq)]
    pub enum Severity {
        /// It stands at the top, in a frame.
        High,
        /// It stands with what it speaks of.
        Medium,
        /// It only explains.
        Low,
    }
}

/// The loudest first. What is not in it is [`Severity::Medium`], between the two.
const HIGH: [&str; 32] = [
    // Everything.
    "fence.none",
    "fence.off",
    "fetch.not_fenced",
    "container.shared",
    "fence.whole",
    "launch.whole_place",
    "launch.more_rights",
    "export.unsupervised",
    // Secrets.
    "sampling.secret",
    "path.own_data",
    "path.secret",
    "fence.keys",
    "launch.keys",
    "note.files",
    // What is made to mislead.
    "link.look_alike",
    "link.mixed_script",
    "link.pretends",
    "label.mixed",
    "note.consent",
    "note.secret",
    "note.instructions",
    "note.host",
    "note.others",
    "note.hidden",
    "note.behavior",
    // What runs is not what is approved.
    "launch.destroys",
    "launch.fetched_code",
    "launch.other_source",
    "launch.network_path",
    "program.writable_by_others",
    "program.owned_by_other",
    "address.not_encrypted",
];
const LOW: [&str; 6] = [
    "note.long",
    "note.cut",
    "launch.loads_more",
    "link.long",
    "link.port",
    "link.many_parts",
];

impl Severity {
    /// Of the code of a warning or a remark.
    #[must_use]
    pub fn of(code: &str) -> Self {
        if HIGH.contains(&code) {
            Self::High
        } else if LOW.contains(&code) {
            Self::Low
        } else {
            Self::Medium
        }
    }
}

/// The place of a code among all: what is to be read first has the lowest.
fn rank(code: &str) -> usize {
    let after = |list: &[&str]| list.iter().position(|known| *known == code);
    match Severity::of(code) {
        Severity::High => after(&HIGH).unwrap_or_default(),
        Severity::Medium => HIGH.len(),
        Severity::Low => HIGH.len() + 1 + after(&LOW).unwrap_or_default(),
    }
}

impl Warning {
    /// A sentence with its stable code, which says how much it weighs.
    #[must_use]
    pub fn new(code: impl Into<String>, sentence: impl Into<String>) -> Self {
        let code = code.into();
        Self {
            severity: Severity::of(&code),
            code,
            sentence: sentence.into(),
        }
    }
}

impl Remark {
    /// The same for a remark, with the words of the server that it speaks of.
    #[must_use]
    pub fn new(code: &str, sentence: impl Into<String>, quote: Option<crate::Foreign>) -> Self {
        Self {
            severity: Severity::of(code),
            code: code.to_owned(),
            sentence: sentence.into(),
            quote,
        }
    }

    /// The loudest first.
    pub fn rank(remarks: &mut [Self]) {
        remarks.sort_by_key(|remark| rank(&remark.code));
    }
}

impl Asked {
    /// With the loudest of its warnings and remarks first.
    #[must_use]
    pub fn ranked(mut self) -> Self {
        let (warnings, remarks) = self.warnings_and_remarks();
        if let Some(warnings) = warnings {
            warnings.sort_by_key(|warning| rank(&warning.code));
        }
        if let Some(remarks) = remarks {
            Remark::rank(remarks);
        }
        self
    }
}

#[cfg(test)]
mod tests {
    use super::{HIGH, LOW, Severity, rank};

    // Proves S-45.
    #[test]
    fn each_code_has_one_place_and_an_unknown_one_is_in_the_middle() {
        let all: std::collections::BTreeSet<_> = HIGH.iter().chain(&LOW).collect();
        assert_eq!(all.len(), HIGH.len() + LOW.len());
        assert_eq!(Severity::of("launch.newest_version"), Severity::Medium);
        assert!(rank("fence.none") < rank("launch.keys"));
        assert!(rank("launch.keys") < rank("note.mentions") && rank("note.mentions") < rank("link.port"));
    }
}
