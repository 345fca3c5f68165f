//! What is refused of a draft whatever it starts, and what a review shows of what was approved.

use super::tests::{draft, look, scripted, variable};
use super::*;
use portcullis_domain::{EraChoice, LaunchField, ServerLimits};

#[test]
fn a_label_has_1_to_64_characters_and_all_are_seen() {
    let fits = |label: &str| {
        let mut labelled = draft(&[]);
        label.clone_into(&mut labelled.label);
        check_shape(&labelled).is_ok()
    };
    assert!(fits("x") && fits(&"x".repeat(64)));
    for label in ["", " ", &"x".repeat(65), " x", "x ", "x\u{200b}y"] {
        assert!(!fits(label), "{label:?}");
    }
}

#[test]
fn each_limit_has_a_range_of_its_own() {
    let fits = |change: &dyn Fn(&mut ServerLimits)| {
        let mut limited = draft(&[]);
        change(&mut limited.limits);
        check_shape(&limited).is_ok()
    };
    let changes: [fn(&mut ServerLimits, bool); 4] = [
        |limits, most| limits.idle_seconds = if most { 3_600 } else { 3_601 },
        |limits, most| limits.total_seconds = if most { 86_400 } else { 86_401 },
        |limits, most| limits.message_mib = if most { 256 } else { 257 },
        |limits, most| limits.start_seconds = Some(if most { 3_600 } else { 3_601 }),
    ];
    for change in changes {
        assert!(fits(&|limits| change(limits, true)));
        assert!(!fits(&|limits| change(limits, false)));
    }
}

#[test]
fn a_draft_is_as_long_as_its_program_arguments_names_and_values_together() {
    let mut long = draft(&[&"x".repeat(limits::DRAFT_BYTES - 2)]);
    check_length(&long).unwrap();
    long.environment.push(variable("A", None, false));
    check_length(&long).unwrap_err();
    let mut valued = draft(&[]);
    valued.environment.push(variable(
        "NAME",
        Some(&"x".repeat(limits::DRAFT_BYTES - 6)),
        false,
    ));
    check_length(&valued).unwrap();
    valued.headers.push(variable("x", Some(""), false));
    check_length(&valued).unwrap_err();
}

#[test]
fn names_and_values_that_no_program_or_request_takes_are_refused() {
    let with_variable = |name: &str, value: &str| {
        let mut named = draft(&[]);
        named.environment.push(variable(name, Some(value), false));
        check_shape(&named).is_ok()
    };
    assert!(with_variable(&"A".repeat(256), "x"));
    for name in ["", "A=B", "A\0", "A\u{200b}", &"A".repeat(257)] {
        assert!(!with_variable(name, "x"), "{name:?}");
    }
    assert!(!with_variable("A", "x\0"));
    let with_header = |name: &str, value: &str| {
        let mut named = draft(&[]);
        named.headers.push(variable(name, Some(value), false));
        check_shape(&named).is_ok()
    };
    assert!(with_header("x-a", "x") && with_header("authorization", "x"));
    for name in ["Host", "Content-Type", "mcp-session-id", "Mcp-Method", "a b"] {
        assert!(!with_header(name, "x"), "{name}");
    }
    assert!(!with_header("x-a", "x\n"));
}

#[test]
fn only_secrets_count_as_names_of_secrets() {
    let values = [variable("A", None, true), variable("B", Some("x"), false)];
    assert_eq!(secret_names(&values), ["A"]);
}

// Proves S-13.
#[test]
fn files_of_an_approval_stand_with_those_of_now_where_they_differ() {
    let files = |review: &Review| -> Vec<Option<usize>> {
        let rows = review
            .rows
            .iter()
            .filter(|row| row.kind == Some(LaunchField::Files));
        rows.map(|row| row.before.as_ref().map(Vec::len)).collect()
    };
    let (_folder, with_script) = scripted(&["run.sh"]);
    let mut same = look(&with_script);
    let approved = same.start.canonical().clone();
    assert_eq!(same.compare(&approved), None);
    assert_eq!(files(&same), [None]);
    let mut without = look(&draft(&[]));
    assert!(files(&without).is_empty(), "a plain program loads no files");
    let plain = without.start.canonical().clone();
    assert!(without.compare(&approved).is_some());
    assert_eq!(files(&without), [Some(1)]);
    let mut again = look(&draft(&[]));
    assert_eq!(again.compare(&plain), None);
    assert!(files(&again).is_empty());
}

#[test]
fn what_was_left_as_it_usually_is_counts_as_usual() {
    let usual = |draft: &ServerDraft| -> Vec<LaunchField> {
        let rows = look(draft).rows.into_iter().filter(|row| row.usual);
        rows.filter_map(|row| row.kind).collect()
    };
    let mut plain = draft(&[]);
    assert_eq!(usual(&plain), [LaunchField::Protocol, LaunchField::Limits]);
    plain.era = EraChoice::Legacy;
    assert_eq!(usual(&plain), [LaunchField::Limits]);
    plain.limits.idle_seconds = 61;
    assert!(usual(&plain).is_empty());
}
