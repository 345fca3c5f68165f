//! What is refused of a draft whatever it starts, and what a review shows of what was approved.

use super::tests::{draft, look, scripted, variable};
use super::*;
use portcullis_domain::{EraChoice, FenceGrants, FenceHost, LaunchField, ServerLimits};
use portcullis_packages::{Ecosystem, PackageRequest, PackageTree};
use serde_json::json;

fn codes(review: &Review) -> Vec<&str> {
    review
        .warnings
        .iter()
        .map(|warning| warning.code.as_str())
        .collect()
}

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

// Proves S-34.
#[test]
fn a_label_that_may_read_like_another_name_is_remarked_upon() {
    let is_mixed = |label: &str| {
        let mut labelled = draft(&[]);
        label.clone_into(&mut labelled.label);
        codes(&look(&labelled)).contains(&"label.mixed")
    };
    assert!(is_mixed("G\u{456}thub"));
    assert!(!is_mixed("Github") && !is_mixed("\u{437}\u{430}\u{43c}\u{435}\u{442}\u{43a}\u{438}"));
}

// Proves S-13.
#[test]
fn plain_values_are_approved_as_they_are_and_secrets_by_their_names() {
    let values = || {
        vec![
            variable("MODE", Some("1"), false),
            variable("KEY", Some("k"), true),
        ]
    };
    let mut local = draft(&[]);
    local.environment = values();
    let mut remote = draft(&[]);
    remote.endpoint = Endpoint::Address {
        url: "https://notes.example/mcp".to_owned(),
    };
    remote.headers = values();
    for (draft, field) in [(local, "environment"), (remote, "headers")] {
        let review = look(&draft);
        let approved = review.start.canonical();
        assert_eq!(approved[field], json!([["MODE", "1"]]));
        assert_eq!(approved["secrets"], json!(["KEY"]));
    }
}

// Proves S-13, S-68.
#[test]
fn the_fence_of_a_program_is_approved_with_it_and_where_there_is_none_it_is_said() {
    let fenced = |fence: Option<FenceGrants>| {
        let mut draft = draft(&[]);
        draft.fence = fence;
        look(&draft)
    };
    let open = fenced(None);
    let narrow = fenced(Some(FenceGrants::default()));
    let wide = fenced(Some(FenceGrants {
        hosts: vec![FenceHost::new("api.example.com", 443)],
        ..FenceGrants::default()
    }));
    assert_eq!(open.start.canonical().get("fence"), None);
    assert_eq!(
        wide.start.canonical()["fence"]["hosts"],
        json!([["api.example.com", 443]])
    );
    assert_ne!(narrow.start.digest(), open.start.digest());
    assert_ne!(narrow.start.digest(), wide.start.digest());
    assert!(codes(&open).contains(&"fence.none"));
    assert!(!codes(&narrow).contains(&"fence.none"));
    let mut remote = draft(&[]);
    remote.endpoint = Endpoint::Address {
        url: "https://notes.example/mcp".to_owned(),
    };
    remote.fence = Some(FenceGrants::default());
    let search = SearchPath::from_value("/usr/bin:/bin");
    let refused = review(&remote, Purpose::Add, &search, None, None, None).err();
    assert_eq!(
        refused.map(|error| error.sentence).as_deref(),
        Some("“Shell” was not added: only a program on this computer can have a fence.")
    );
}

// Proves S-13, S-14.
#[test]
fn of_a_package_that_was_fetched_every_file_is_approved() {
    let package = FetchedPackage {
        request: PackageRequest {
            ecosystem: Ecosystem::Npm,
            name: "pack".to_owned(),
            version: None,
            program: None,
            arguments: Vec::new(),
        },
        typed: Vec::new(),
        version: "1.2.3".to_owned(),
        integrity: None,
        packages: 4,
        at: 0,
        tree: PackageTree {
            folder: "/tree".into(),
            sha256: "0123456789abcdef0123".to_owned(),
            files: 0,
            bytes: 0,
            stamp: String::new(),
        },
    };
    let (_folder, draft) = scripted(&["run.sh", "notes.db"]);
    let search = SearchPath::from_value("/usr/bin:/bin");
    let fetched = review(&draft, Purpose::Add, &search, None, Some(&package), None).unwrap();
    let approved = fetched.start.canonical();
    assert_eq!(approved["package"]["sha256"], package.tree.sha256.as_str());
    let mut rows = fetched.rows.iter();
    let row = rows.find(|row| row.kind == Some(LaunchField::Package)).unwrap();
    assert_eq!(row.values[0].text.text, "pack 1.2.3");
    let note = row.values[0].note.as_deref().unwrap();
    assert!(
        note.contains("4 packages, files 0123456789abcdef\u{2026}"),
        "{note}"
    );
    assert!(!codes(&fetched).contains(&loaded::LOADS_MORE));
    assert!(
        codes(&fetched).contains(&"launch.data"),
        "it is no part of the package"
    );
    let other = look(&draft);
    assert!(codes(&other).contains(&loaded::LOADS_MORE));
    assert_eq!(other.start.canonical().get("package"), None);
}
