use super::ended;
use crate::{DraftChange, Evidence, FailureCause, ProgramState, RepairAction, diagnose};
use portcullis_core::{Clue, Code, ConnectFailure};
use portcullis_domain::{Endpoint, TransportChoice};
use portcullis_programs::System;

fn at(url: &str, status: u16) -> Evidence {
    Evidence {
        code: Some(Code::NetworkNotMcp),
        clue: Some(Clue::Answer {
            status,
            page: false,
            challenge: false,
        }),
        ..Evidence::of(Endpoint::Address { url: url.to_owned() }, System::Other)
    }
}

fn words(arguments: &[&str]) -> DraftChange {
    DraftChange::Arguments(arguments.iter().map(|&argument| argument.to_owned()).collect())
}

#[test]
fn a_wrong_path_is_changed_to_the_usual_one_and_deeper_paths_stay() {
    for (url, other) in [
        (
            "https://notes.example/mcp?team=a",
            Some("https://notes.example/sse?team=a"),
        ),
        ("https://notes.example/sse/", Some("https://notes.example/mcp")),
        ("https://notes.example", Some("https://notes.example/mcp")),
        ("https://notes.example/wrong", Some("https://notes.example/mcp")),
        ("https://notes.example/team/a/mcp", None),
    ] {
        let diagnosis = diagnose(&at(url, 404));
        assert_eq!(diagnosis.action, Some(RepairAction::EditAddress));
        let other = other.map(|url| DraftChange::Url(url.to_owned()));
        assert_eq!(diagnosis.change, other, "{url}");
    }
}

#[test]
fn encryption_is_left_out_only_on_this_computer() {
    for (url, other) in [
        ("https://localhost:3000/mcp", Some("http://localhost:3000/mcp")),
        ("https://notes.example/mcp", None),
    ] {
        let mut evidence = at(url, 200);
        evidence.clue = Some(Clue::NoAnswer(ConnectFailure::NoTls));
        let other = other.map(|url| DraftChange::Url(url.to_owned()));
        assert_eq!(diagnose(&evidence).change, other, "{url}");
    }
}

#[test]
fn a_start_timeout_is_raised_to_a_value_that_the_sentence_names() {
    let mut evidence = ended("npx -y notes", "");
    evidence.exit_code = None;
    evidence.code = Some(Code::ServerSilent);
    evidence.longer_start = Some(1200);
    let diagnosis = diagnose(&evidence);
    assert_eq!(diagnosis.change, Some(DraftChange::StartSeconds(1200)));
    assert!(diagnosis.remedy.contains("1200 s"), "{}", diagnosis.remedy);
    evidence.longer_start = None;
    let longest = diagnose(&evidence);
    assert_eq!(
        (longest.change, longest.action),
        (None, Some(RepairAction::EditCommand))
    );
}

#[test]
fn a_program_and_arguments_are_changed_where_the_right_ones_are_known() {
    let mut shim = ended("npx -y notes", "No version is set for command npx");
    assert_eq!(diagnose(&shim).change, None);
    shim.elsewhere = Some("/usr/bin/npx".to_owned());
    let diagnosis = diagnose(&shim);
    assert_eq!(
        diagnosis.change,
        Some(DraftChange::Program("/usr/bin/npx".to_owned()))
    );
    assert!(
        diagnosis.remedy.contains("“/usr/bin/npx”"),
        "{}",
        diagnosis.remedy
    );
    let mut fenced = ended("npx -y notes", "npx: 6: exec: asdf: not found");
    fenced.program = ProgramState::Found("/home/ada/.asdf/shims/npx".to_owned());
    fenced.exit_code = Some(127);
    assert_ne!(diagnose(&fenced).cause, FailureCause::ShimNeedsShell);
    fenced.is_fenced = true;
    let diagnosis = diagnose(&fenced);
    assert_eq!(diagnosis.cause, FailureCause::ShimNeedsShell);
    assert!(
        diagnosis.remedy.contains("that the shim runs"),
        "{}",
        diagnosis.remedy
    );
    fenced.elsewhere = Some("/usr/bin/npx".to_owned());
    assert_eq!(
        diagnose(&fenced).change,
        Some(DraftChange::Program("/usr/bin/npx".to_owned()))
    );
    let terminal = ended("docker run -it --rm acme/notes", "the input device is not a TTY");
    assert_eq!(
        diagnose(&terminal).change,
        Some(words(&["run", "-i", "--rm", "acme/notes"]))
    );
    let mut evidence = at("https://notes.example/v1", 405);
    evidence.transport = TransportChoice::StreamableHttp;
    assert_eq!(diagnose(&evidence).change, Some(DraftChange::DetectTransport));
}

#[test]
fn variables_that_a_remedy_asks_for_are_named_beside_it() {
    let missing = diagnose(&ended("npx -y notes", "Error: NOTES_TOKEN is required"));
    assert_eq!(missing.action, Some(RepairAction::EditVariables));
    assert_eq!(missing.variables, ["NOTES_TOKEN"]);
    let certificate = diagnose(&ended(
        "node /opt/s.js",
        "Error: unable to get local issuer certificate",
    ));
    assert_eq!(certificate.variables, ["NODE_EXTRA_CA_CERTS"]);
    let mut proxied = ended("npx -y notes", "");
    proxied.exit_code = None;
    proxied.code = Some(Code::ServerDownloading);
    proxied.proxy = true;
    proxied.longer_start = Some(600);
    let diagnosis = diagnose(&proxied);
    assert_eq!(diagnosis.variables, ["HTTPS_PROXY"]);
    assert_eq!(
        (diagnosis.action, diagnosis.change),
        (Some(RepairAction::EditVariables), None)
    );
}
