use super::*;
#[cfg(unix)]
use crate::{Purpose, Review, check_shape, review};
#[cfg(unix)]
use portcullis_programs::SearchPath;
use std::collections::HashSet;
#[cfg(unix)]
use std::path::Path;

#[cfg(unix)]
fn launchers(folder: &Path) -> SearchPath {
    use std::os::unix::fs::PermissionsExt as _;
    for name in ["npx", "uvx"] {
        let file = folder.join(name);
        std::fs::write(&file, "#!/bin/sh\n").unwrap();
        std::fs::set_permissions(&file, std::fs::Permissions::from_mode(0o755)).unwrap();
    }
    SearchPath::from_value(folder.to_str().unwrap())
}

/// The draft as the form hands it in: with a folder, and with a value for each key.
#[cfg(unix)]
fn filled(suggestion: &SuggestedEntry, folder: &str) -> ServerDraft {
    let mut draft = suggestion.draft();
    if let Endpoint::Command { arguments, .. } = &mut draft.endpoint {
        for argument in arguments {
            *argument = argument.replace(FOLDER, folder);
        }
    }
    for variable in &mut draft.environment {
        variable.value = variable.value.as_ref().map(|value| value.replace(FOLDER, folder));
    }
    for need in &suggestion.needs {
        if let SuggestionNeed::Key { variable, .. } = need {
            draft.environment.push(NamedValue {
                name: variable.clone(),
                value: Some("a key".to_owned()),
                secret: true,
            });
        }
    }
    draft
}

#[test]
fn there_are_ten_with_a_name_a_source_and_an_exact_version() {
    let list = suggested().unwrap();
    assert_eq!(list.len(), 10);
    let ids: HashSet<_> = list.iter().map(|it| it.id.as_str()).collect();
    let names: HashSet<_> = list.iter().map(|it| it.name.as_str()).collect();
    assert_eq!((ids.len(), names.len()), (10, 10), "each once");
    for it in &list {
        assert!(
            it.id
                .chars()
                .all(|c| c.is_ascii_lowercase() || c.is_ascii_digit() || c == '-'),
            "{}",
            it.id
        );
        assert!(!it.publisher.is_empty(), "{}", it.id);
        assert!(it.source.starts_with("https://github.com/"), "{}", it.id);
        let version: Vec<_> = it.version.split('.').collect();
        assert!(
            version.len() == 3 && version.iter().all(|part| part.parse::<u32>().is_ok()),
            "{}: {} is no exact version",
            it.id,
            it.version
        );
    }
}

#[test]
fn each_says_what_it_does_and_what_its_folder_is_for() {
    for it in suggested().unwrap() {
        // A message that is missing is said by its id.
        assert!(it.purpose().ends_with('.'), "{}", it.purpose());
        let wants_folder = it.needs.contains(&SuggestionNeed::Folder {});
        let draft = format!("{:?}", it.draft());
        assert_eq!(draft.contains(FOLDER), wants_folder, "{}", it.id);
        if wants_folder {
            assert!(it.folder_use().ends_with('.'), "{}", it.folder_use());
        }
        for need in &it.needs {
            if let SuggestionNeed::Key { variable, page } = need {
                assert!(crate::looks_secret(variable), "{variable} is stored as a secret");
                assert!(page.starts_with("https://"), "{page}");
            }
        }
    }
}

// Proves S-08.
#[cfg(unix)]
#[test]
fn each_goes_through_a_review_and_runs_one_version() {
    let folder = tempfile::tempdir().unwrap();
    let search = launchers(folder.path());
    for it in suggested().unwrap() {
        let draft = filled(&it, folder.path().to_str().unwrap());
        check_shape(&draft).unwrap();
        let Review {
            refusals, warnings, ..
        } = review(&draft, Purpose::Add, &search, None, None, None)
            .unwrap_or_else(|error| panic!("{}: {error:?}", it.id));
        assert!(refusals.is_empty(), "{}: {refusals:?}", it.id);
        assert!(
            warnings.iter().all(|it| it.code != "launch.newest_version"),
            "{}: {warnings:?}",
            it.id
        );
        let Some((program, arguments)) = draft.endpoint.command() else {
            panic!("{} is a command", it.id);
        };
        let request = portcullis_packages::PackageRequest::of(program, arguments);
        assert!(request.is_some(), "{} can be fetched once", it.id);
    }
}
