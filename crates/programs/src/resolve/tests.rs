use super::{ErrorKind, SearchPath, Usable, best, other_python, resolve, unseen};
use portcullis_core::Code;
use std::fs::{self, Permissions};
use std::os::unix::fs::PermissionsExt as _;
use std::path::{Path, PathBuf};

fn file(path: &Path, mode: u32) -> PathBuf {
    fs::create_dir_all(path.parent().unwrap()).unwrap();
    fs::write(path, "#!/bin/sh\n").unwrap();
    fs::set_permissions(path, Permissions::from_mode(mode)).unwrap();
    path.to_owned()
}

fn code(program: &str, search: &SearchPath) -> Code {
    let error = resolve(program, search).unwrap_err();
    assert!(error.remedy.is_some(), "no remedy: {error}");
    assert!(
        !error.sentence.ends_with('.') && !error.sentence.contains('"'),
        "{error}"
    );
    error.code
}

// Proves S-65.
#[test]
fn a_bare_name_is_the_first_that_can_run() {
    let root = tempfile::tempdir().unwrap();
    let root = root.path();
    fs::create_dir_all(root.join("a/tool")).unwrap();
    file(&root.join("b/tool"), 0o644);
    let wanted = file(&root.join("c/tool"), 0o755);
    file(&root.join("d/tool"), 0o755);
    let all = ["a", "b", "c", "d"]
        .map(|name| root.join(name).to_str().unwrap().to_owned())
        .join(":");
    assert_eq!(
        resolve("tool", &SearchPath::from_value(&all)).unwrap().path,
        wanted
    );
}

#[test]
fn python_has_another_name_only_where_the_one_that_is_asked_for_is_missing() {
    let root = tempfile::tempdir().unwrap();
    let search = SearchPath::from_value(root.path().to_str().unwrap());
    assert_eq!(other_python("python", &search), None, "there is neither");
    file(&root.path().join("python3"), 0o755);
    assert_eq!(other_python("python", &search), Some("python3"));
    assert_eq!(other_python("python3", &search), None);
    assert_eq!(other_python("python2", &search), None);
    file(&root.path().join("python"), 0o755);
    assert_eq!(other_python("python", &search), None, "there are both");
    fs::remove_file(root.path().join("python3")).unwrap();
    assert_eq!(other_python("python3", &search), Some("python"));
}

// Proves S-65.
#[test]
fn the_path_is_kept_as_found_and_the_fingerprint_is_of_the_target() {
    let root = tempfile::tempdir().unwrap();
    let target = file(&root.path().join("versions/1/real"), 0o755);
    fs::create_dir(root.path().join("bin")).unwrap();
    let link = root.path().join("bin/tool");
    std::os::unix::fs::symlink(&target, &link).unwrap();
    let search = SearchPath::from_value(root.path().join("bin").to_str().unwrap());
    let found = resolve("tool", &search).unwrap();
    assert_eq!(found.path, link);
    assert_eq!(found.fingerprint.target, target.canonicalize().unwrap());
    assert_eq!(
        resolve(link.to_str().unwrap(), &SearchPath::from_value("")).unwrap(),
        found
    );
}

// Proves S-65.
#[test]
fn what_cannot_run_is_refused_with_a_reason() {
    let root = tempfile::tempdir().unwrap();
    let plain = file(&root.path().join("plain"), 0o644);
    let search = SearchPath::from_value(root.path().to_str().unwrap());
    assert_eq!(code("absent", &search), Code::LaunchNotFound);
    assert_eq!(code("/nowhere/tool", &search), Code::LaunchNotFound);
    let sentence = |program: &str| resolve(program, &search).unwrap_err().sentence;
    for nothing in ["", "  ", "a\0b"] {
        assert_eq!(code(nothing, &search), Code::LaunchNotFound);
        assert_eq!(sentence(nothing), "the command is empty");
    }
    assert!(sentence("absent").contains("was not found in the PATH"));
    assert!(sentence("/nowhere/tool").starts_with("there is no program at"));
    assert_eq!(code("plain", &search), Code::LaunchNotExecutable);
    fs::create_dir(root.path().join("folder")).unwrap();
    assert_eq!(code("folder", &search), Code::LaunchNotFound);
    assert_eq!(code(plain.to_str().unwrap(), &search), Code::LaunchNotExecutable);
    assert_eq!(
        code(root.path().to_str().unwrap(), &search),
        Code::LaunchNotExecutable
    );
}

#[test]
fn what_may_not_be_looked_at_is_told_from_what_is_not_there() {
    assert!(matches!(
        unseen("x".into(), ErrorKind::PermissionDenied),
        Usable::Hidden(_)
    ));
    assert!(matches!(unseen("x".into(), ErrorKind::NotFound), Usable::No));
}

#[test]
fn an_alias_of_the_store_is_passed_over_for_a_program_and_says_what_to_install() {
    let alias = || Usable::Alias("/aliases/python".into());
    let error = best([alias()].into_iter())
        .into_result(Path::new("python"))
        .unwrap_err();
    assert_eq!(error.code, Code::LaunchNotExecutable);
    assert!(error.sentence.contains("Microsoft Store"), "{error}");
    assert!(error.remedy.unwrap().contains("Python"));
    let error = alias().into_result(Path::new("tool")).unwrap_err();
    assert!(error.remedy.is_some(), "{error}");
    let found = best([alias(), Usable::Yes("/bin/python".into())].into_iter());
    assert_eq!(
        found.into_result(Path::new("python")).unwrap(),
        Path::new("/bin/python")
    );
}

#[test]
fn a_name_may_hold_what_separates_on_other_systems() {
    let root = tempfile::tempdir().unwrap();
    let search = SearchPath::from_value(root.path().to_str().unwrap());
    for name in ["to:ol", "to\\ol"] {
        let wanted = file(&root.path().join(name), 0o755);
        assert_eq!(resolve(name, &search).unwrap().path, wanted);
    }
}

// Proves S-65.
#[test]
fn relative_paths_and_the_working_directory_are_never_searched() {
    // Cargo runs tests in the package's folder, where this file is for all to find.
    assert!(Path::new("Cargo.toml").exists());
    let search = SearchPath::from_value(".:");
    assert_eq!(code("Cargo.toml", &search), Code::LaunchNotFound);
    let real = SearchPath::from_value("/bin:/usr/bin");
    for program in ["./sh", "../bin/sh", "bin/sh", "~/sh"] {
        assert_eq!(code(program, &real), Code::LaunchNotFound, "{program}");
    }
}

// Proves S-65.
#[test]
fn a_place_that_others_can_write_is_told() {
    let root = tempfile::tempdir().unwrap();
    let tool = file(&root.path().join("open/bin/tool"), 0o755);
    let path = tool.to_str().unwrap();
    let told = || {
        let resolved = resolve(path, &SearchPath::from_value("")).unwrap();
        resolved
            .warnings
            .into_iter()
            .map(|warning| warning.code)
            .collect::<Vec<_>>()
    };
    assert_eq!(told(), Vec::<String>::new());
    fs::set_permissions(root.path().join("open"), Permissions::from_mode(0o777)).unwrap();
    assert_eq!(told(), ["program.writable_by_others"]);
    fs::set_permissions(&tool, Permissions::from_mode(0o757)).unwrap();
    assert_eq!(told(), ["program.writable_by_others"; 2]);
    fs::set_permissions(root.path().join("open"), Permissions::from_mode(0o1777)).unwrap();
    assert_eq!(told(), ["program.writable_by_others"]);
}
