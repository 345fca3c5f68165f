//! What a review says and refuses on Windows only.
use super::*;

fn draft(program: &str, folder: Option<&str>) -> ServerDraft {
    ServerDraft::unfenced(
        "Shell",
        Endpoint::Command {
            program: program.to_owned(),
            arguments: Vec::new(),
            folder: folder.map(str::to_owned),
        },
    )
}

fn variable(name: &str) -> NamedValue {
    NamedValue {
        name: name.to_owned(),
        value: Some("x".to_owned()),
        secret: false,
    }
}

fn look(draft: &ServerDraft) -> Result<Review> {
    review(draft, Purpose::Add, &SearchPath::from_value(""), None, None, None)
}

/// A program, in a folder that is removed with the first value.
fn file(name: &str) -> (tempfile::TempDir, String) {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join(name);
    std::fs::write(&path, "@echo off").unwrap();
    let path = path.to_str().unwrap().to_owned();
    (folder, path)
}

// Proves S-08.
#[test]
fn two_cases_of_one_name_are_refused() {
    let (_folder, program) = file("server.cmd");
    let mut draft = draft(&program, None);
    draft.environment = vec![variable("Zoo"), variable("ZOO")];
    let Err(error) = look(&draft) else {
        panic!("one of two values would run")
    };
    assert_eq!(error.code, Code::BadInput);
    assert!(error.sentence.contains("ZOO"), "{error}");
}

// Proves S-08, S-12.
#[test]
fn names_of_the_system_are_refused_in_every_case() {
    let (_folder, program) = file("server.cmd");
    for name in ["SystemRoot", "SYSTEMROOT", "windir", "ComSpec", "PathExt", "path"] {
        let mut draft = draft(&program, None);
        draft.environment = vec![variable(name)];
        assert_eq!(look(&draft).unwrap().refusals.len(), 1, "{name}");
    }
}

// Proves S-08.
#[test]
fn a_variable_that_is_set_is_not_named_among_the_inherited_ones() {
    let (_folder, program) = file("server.cmd");
    let mut draft = draft(&program, None);
    draft.environment = vec![variable("userprofile")];
    let inherited = look(&draft).unwrap().inherited;
    let is_it = |name: &Foreign| name.text.eq_ignore_ascii_case("userprofile");
    assert!(!inherited.iter().any(is_it), "{inherited:?}");
}

// Proves S-13.
#[test]
fn a_batch_file_is_said_to_be_run_by_the_shell() {
    for (name, count) in [("server.CMD", 1), ("server.exe", 0)] {
        let (_folder, program) = file(name);
        let warnings = look(&draft(&program, None)).unwrap().warnings;
        let is_it = |warning: &&Warning| warning.code == "launch.batch_file";
        assert_eq!(warnings.iter().filter(is_it).count(), count, "{name}");
    }
}

// Proves S-13, S-65.
#[test]
fn another_computer_is_not_looked_at() {
    let (_folder, program) = file("server.cmd");
    let begun = std::time::Instant::now();
    for elsewhere in [
        r"\\192.0.2.1\share",
        "//192.0.2.1/share",
        r"\\?\UNC\192.0.2.1\share",
    ] {
        assert!(look(&draft(&program, Some(elsewhere))).is_err(), "{elsewhere}");
        let mut with_argument = draft(&program, None);
        if let Endpoint::Command { arguments, .. } = &mut with_argument.endpoint {
            arguments.push(format!(r"{elsewhere}\notes.js"));
        }
        let warnings = look(&with_argument).unwrap().warnings;
        let is_it = |warning: &Warning| warning.code == "launch.network_path";
        assert!(warnings.iter().any(is_it), "{warnings:?}");
        assert!(look(&draft(&format!(r"{elsewhere}\server.exe"), None)).is_err());
    }
    // Looking there would take many seconds.
    assert!(begun.elapsed() < std::time::Duration::from_secs(2));
}

// Proves S-65.
#[test]
fn the_fence_of_a_new_program_looks_at_nothing_on_another_computer() {
    let (_folder, program) = file("server.cmd");
    let begun = std::time::Instant::now();
    for elsewhere in [
        r"\\192.0.2.1\share",
        "//192.0.2.1/share",
        r"\\?\UNC\192.0.2.1\share",
        r"\??\UNC\192.0.2.1\share",
    ] {
        let mut draft = draft(&program, Some(elsewhere));
        if let Endpoint::Command { arguments, .. } = &mut draft.endpoint {
            arguments.extend([
                format!(r"{elsewhere}\notes"),
                format!(r"--db={elsewhere}\a.sqlite"),
                r".\notes".to_owned(),
            ]);
        }
        draft.environment = vec![NamedValue {
            value: Some(format!(r"{elsewhere}\data")),
            ..variable("DATA")
        }];
        let ours = std::path::Path::new(r"C:\nothing\of\ours");
        let found = crate::default_fence(&draft, &SearchPath::from_value(""), ours);
        assert_eq!(
            found,
            Ok(portcullis_domain::FenceGrants::default()),
            "{elsewhere}"
        );
    }
    // Looking there would take many seconds.
    assert!(begun.elapsed() < std::time::Duration::from_secs(2));
}
