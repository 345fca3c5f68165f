//! What a review shows of each field of a draft, and which fields it shows as changed.

use super::*;
use portcullis_domain::FenceGrants;
use std::path::PathBuf;

fn draft(program: &str, arguments: &[&str], folder: Option<&str>) -> ServerDraft {
    ServerDraft::unfenced(
        "Notes",
        Endpoint::Command {
            program: program.to_owned(),
            arguments: texts(arguments),
            folder: folder.map(str::to_owned),
        },
    )
}

fn texts(texts: &[&str]) -> Vec<String> {
    texts.iter().map(|&text| text.to_owned()).collect()
}

/// The first value of a field of a new server.
fn first(draft: &ServerDraft, field: LaunchField, found: Found<'_>) -> ReviewValue {
    let row = rows(draft, None, found)
        .into_iter()
        .find(|row| row.kind == Some(field));
    row.unwrap().values.into_iter().next().unwrap()
}

/// Each field that is shown as changed, with what was there and what is.
fn changes(
    before: &ServerDraft,
    after: &ServerDraft,
    found: Found<'_>,
) -> Vec<(LaunchField, Vec<String>, Vec<String>)> {
    let texts = |values: Vec<ReviewValue>| -> Vec<String> {
        values.into_iter().map(|value| value.text.text).collect()
    };
    let changed = rows(after, Some(before), found).into_iter();
    changed
        .filter_map(|row| Some((row.kind?, texts(row.before?), texts(row.values))))
        .collect()
}

// Proves S-08.
#[test]
fn where_something_was_found_is_said_only_where_it_is_elsewhere() {
    let found = Found {
        program: Some(Path::new("/usr/bin/notes")),
        folder: Some(Path::new("/srv/notes")),
        fence: None,
    };
    let note = |draft: &ServerDraft, field| first(draft, field, found).note;
    let by_name = draft("notes", &[], Some("/srv/link"));
    let by_path = draft(" /usr/bin/notes ", &[], Some(" /srv/notes "));
    assert_eq!(
        note(&by_name, LaunchField::Program).as_deref(),
        Some("found at /usr/bin/notes")
    );
    assert_eq!(note(&by_path, LaunchField::Program), None);
    assert_eq!(
        note(&by_name, LaunchField::Folder).as_deref(),
        Some("leads to /srv/notes")
    );
    assert_eq!(note(&by_path, LaunchField::Folder), None);
}

#[test]
fn words_of_ours_are_told_from_what_was_typed() {
    let is_typed = |draft: &ServerDraft, field| first(draft, field, Found::default()).literal;
    let plain = draft("notes", &["a"], None);
    for field in [LaunchField::Label, LaunchField::Program, LaunchField::Arguments] {
        assert!(is_typed(&plain, field), "{field:?}");
    }
    for field in [LaunchField::Folder, LaunchField::Fence, LaunchField::Limits] {
        assert!(!is_typed(&plain, field), "{field:?}");
    }
    assert!(is_typed(&draft("notes", &[], Some("/srv")), LaunchField::Folder));
    let blank = first(
        &draft("notes", &[], Some(" ")),
        LaunchField::Folder,
        Found::default(),
    );
    assert_eq!(blank.text.text, "your home folder");
}

// Proves S-10.
#[test]
fn blanks_are_written_out_from_the_fourth_on_and_counted() {
    let shown = |text: &str| {
        let text = value(text, None).text;
        (text.text, text.hidden)
    };
    for (typed, expected, hidden) in [
        ("a b", "a b", 0),
        ("a   b", "a   b", 0),
        ("a    b", "a⟨4 spaces⟩b", 4),
        ("\ta     ", "⟨U+0009⟩a⟨5 spaces⟩", 6),
        ("a         b", "a⟨9 spaces⟩b", 9),
    ] {
        assert_eq!(shown(typed), (expected.to_owned(), hidden), "{typed:?}");
    }
}

// Proves S-68.
#[test]
fn a_fence_starts_from_the_image_of_a_container_or_from_the_system() {
    let base = |program: &str, arguments: &[&str], fence: Option<FenceGrants>| {
        let fenced = ServerDraft {
            fence,
            ..draft(program, arguments, None)
        };
        first(&fenced, LaunchField::Fence, Found::default()).text.text
    };
    let image = ["run", "-i", "--rm", "mcp/notes:1.2.3"];
    let grants = || Some(FenceGrants::default());
    assert_eq!(
        base("docker", &image, grants()),
        "its image, read only; an empty temporary folder /tmp"
    );
    assert_eq!(
        base("notes", &[], grants()),
        "its program and the system, read only; its own home folder"
    );
    assert_eq!(base("docker", &image, None), "none");
    assert_eq!(base("notes", &[], None), "none");
}

// Proves S-08.
#[test]
fn what_is_added_or_taken_away_is_shown_with_what_was_there() {
    let with = ServerDraft {
        environment: vec![NamedValue {
            name: "MODE".to_owned(),
            value: Some("x".to_owned()),
            secret: false,
        }],
        ..draft("notes", &["a"], None)
    };
    let without = draft("notes", &[], None);
    assert_eq!(
        changes(&with, &without, Found::default()),
        [
            (LaunchField::Arguments, texts(&["a"]), texts(&[])),
            (LaunchField::Environment, texts(&["MODE=x"]), texts(&[])),
        ]
    );
    assert_eq!(
        changes(&without, &with, Found::default()),
        [
            (LaunchField::Arguments, texts(&[]), texts(&["a"])),
            (LaunchField::Environment, texts(&[]), texts(&["MODE=x"])),
        ]
    );
}

// Proves S-08.
#[test]
fn a_program_that_becomes_an_address_is_shown_as_gone() {
    let mut remote = draft("notes", &["a"], None);
    let local = remote.clone();
    remote.endpoint = Endpoint::Address {
        url: "https://notes.example/mcp".to_owned(),
    };
    assert_eq!(
        changes(&local, &remote, Found::default()),
        [
            (
                LaunchField::Address,
                texts(&[]),
                texts(&["https://notes.example/mcp"])
            ),
            (LaunchField::Fence, texts(&["none"]), texts(&[])),
            (LaunchField::Program, texts(&["notes"]), texts(&[])),
            (LaunchField::Arguments, texts(&["a"]), texts(&[])),
            (LaunchField::Folder, texts(&["your home folder"]), texts(&[])),
        ]
    );
    let shown = rows(&remote, Some(&local), Found::default());
    let headers = |row: &ReviewRow| row.kind == Some(LaunchField::Headers);
    assert!(!shown.iter().any(headers), "there were none, and there are none");
}

#[test]
fn only_what_did_not_change_counts_as_usual() {
    let usual = |before: &ServerDraft, after: &ServerDraft| -> Vec<LaunchField> {
        let rows = rows(after, Some(before), Found::default()).into_iter();
        rows.filter(|row| row.usual).filter_map(|row| row.kind).collect()
    };
    let plain = draft("notes", &[], None);
    let legacy = ServerDraft {
        era: EraChoice::Legacy,
        ..plain.clone()
    };
    assert_eq!(
        usual(&plain, &plain),
        [LaunchField::Protocol, LaunchField::Limits]
    );
    assert_eq!(usual(&plain, &legacy), [LaunchField::Limits]);
    assert_eq!(
        usual(&legacy, &plain),
        [LaunchField::Limits],
        "as for every server, and another than before"
    );
    assert_eq!(usual(&legacy, &legacy), [LaunchField::Limits]);
}

// Proves S-08, S-68.
#[test]
fn own_files_in_a_fence_are_a_change_only_where_the_command_is_another() {
    let own = LaunchFence {
        own: vec![PathBuf::from("/srv/notes")],
        ..LaunchFence::default()
    };
    let found = Found {
        fence: Some(&own),
        ..Found::default()
    };
    let fenced = |label: &str, program: &str, fence: FenceGrants| ServerDraft {
        label: label.to_owned(),
        fence: Some(fence),
        ..draft(program, &[], None)
    };
    let before = fenced("Notes", "notes", FenceGrants::default());
    let changed = |after: &ServerDraft, found: Found<'_>| -> Vec<LaunchField> {
        let changes = changes(&before, after, found).into_iter();
        changes.map(|(field, _, _)| field).collect()
    };
    let renamed = fenced("Mail", "notes", FenceGrants::default());
    assert_eq!(changed(&renamed, found), [LaunchField::Label]);
    let other = fenced("Notes", "mail", FenceGrants::default());
    assert_eq!(changed(&other, found), [LaunchField::Program, LaunchField::Fence]);
    assert_eq!(changed(&other, Found::default()), [LaunchField::Program]);
    let wider = FenceGrants {
        any_host: true,
        ..FenceGrants::default()
    };
    assert_eq!(
        changed(&fenced("Notes", "notes", wider), found),
        [LaunchField::Fence]
    );
}
