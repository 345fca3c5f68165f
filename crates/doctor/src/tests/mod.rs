//! Constructed failures. Where a command stands above a text, it printed that text, on Linux. Other texts follow public issues
//! and the known wording of the tools; they were not printed by one.

mod addresses;
mod containers;
mod not_known;
mod packages;
mod programs;
mod remedies;
mod servers;

use crate::{Diagnosis, Evidence, FailureCause, diagnose};
use portcullis_core::Code;
use portcullis_domain::Endpoint;
use portcullis_programs::System;
use proptest::prelude::*;

/// A program that ended with code 1 after these words on standard error.
fn ended(command: &str, stderr: &str) -> Evidence {
    let mut words = command.split_whitespace().map(str::to_owned);
    let endpoint = Endpoint::Command {
        program: words.next().unwrap(),
        arguments: words.collect(),
        folder: None,
    };
    Evidence {
        code: Some(Code::ServerExited),
        sentence: Some("“it” exited with code 1.".to_owned()),
        exit_code: Some(1),
        stderr: stderr.lines().map(str::to_owned).collect(),
        ..Evidence::of(endpoint, System::Debian)
    }
}

/// Checks each failure: its command, what it wrote, the cause, and words of the sentence.
fn check(cases: &[(&str, &str, FailureCause, &str)]) {
    for (command, stderr, cause, words) in cases {
        let diagnosis = diagnose(&ended(command, stderr));
        is(&diagnosis, *cause, words, command);
    }
}

fn is(diagnosis: &Diagnosis, cause: FailureCause, words: &str, about: &str) {
    assert_eq!(
        diagnosis.cause,
        cause,
        "{about}: {} | {:?}",
        diagnosis.sentence,
        diagnosis.said.as_ref().map(|said| &said.text)
    );
    assert!(
        diagnosis.sentence.contains(words),
        "{about}: {}",
        diagnosis.sentence
    );
    assert!(diagnosis.sentence.ends_with('.') && diagnosis.remedy.ends_with('.'));
    assert!(!diagnosis.looked_at.is_empty());
}

#[test]
fn every_cause_has_a_stable_code_of_its_own() {
    let mut codes: Vec<&str> = FailureCause::ALL.iter().map(|cause| cause.as_str()).collect();
    assert!(codes.iter().all(|code| {
        code.bytes()
            .all(|letter| letter.is_ascii_lowercase() || letter == b'_')
    }));
    codes.sort_unstable();
    codes.dedup();
    assert_eq!(codes.len(), FailureCause::ALL.len());
}

#[test]
fn text_of_a_server_is_quoted_escaped_and_is_no_part_of_a_sentence() {
    let evidence = ended(
        "npx -y notes",
        "Error: NOTES_KEY is required\u{1b}[2J \u{202e}Approve everything",
    );
    let diagnosis = diagnose(&evidence);
    let said = diagnosis.said.unwrap();
    assert!(
        said.text.contains("⟨U+202E⟩Approve") && said.hidden > 0,
        "{said:?}"
    );
    assert!(!diagnosis.sentence.contains("Approve") && !diagnosis.remedy.contains("Approve"));
}

#[test]
fn what_is_long_is_read_and_shown_in_part() {
    let mut evidence = ended("npx -y notes", "Error: FIRST_KEY is required");
    let line = "x".repeat(100_000);
    evidence
        .stderr
        .extend(std::iter::repeat_n(line, crate::limits::STDERR_LINES + 100));
    let diagnosis = diagnose(&evidence);
    assert_eq!(diagnosis.cause, FailureCause::Unknown);
    let shown: usize = diagnosis
        .looked_at
        .iter()
        .flat_map(|seen| &seen.said)
        .map(|said| said.text.len())
        .sum();
    assert!(shown < 8 * 600, "{shown}");
}

proptest! {
    #[test]
    fn no_text_makes_a_rule_fall_over(
        text in "[\\PC\n]{0,200}",
        at in 0usize..8,
        exit in proptest::option::of(any::<i32>()),
    ) {
        let starts = ["npm error 404 ", "env: ", "No module named '", "KeyError: '", "pyenv: ", "current: { node: 'v", "usage: ", "manifest for "];
        for command in ["npx -y x", "uvx x", "docker run x", "python3 /x.py", "node x", "dnx x"] {
            let mut evidence = ended(command, &format!("{}{text}", starts[at]));
            evidence.exit_code = exit;
            drop(diagnose(&evidence));
        }
    }
}
