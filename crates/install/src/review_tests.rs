use super::*;
use portcullis_core::ids;
use portcullis_domain::{EraChoice, FenceGrants, LaunchField};
use serde_json::json;
use sha2::{Digest, Sha256};

pub(super) fn draft(arguments: &[&str]) -> ServerDraft {
    ServerDraft::unfenced(
        "Shell",
        Endpoint::Command {
            program: "sh".to_owned(),
            arguments: arguments.iter().map(|&argument| argument.to_owned()).collect(),
            folder: None,
        },
    )
}

pub(super) fn look(draft: &ServerDraft) -> Review {
    look_in(draft, None)
}

/// The same for a server that runs from a bundle.
fn look_in(draft: &ServerDraft, bundle: Option<&Path>) -> Review {
    let search = SearchPath::from_value("/usr/bin:/bin");
    review(draft, Purpose::Add, &search, None, None, bundle).unwrap()
}

fn sheet(review: &Review) -> String {
    format!("{:?} {:?} {:?}", review.rows, review.warnings, review.refusals)
}

pub(super) fn variable(name: &str, value: Option<&str>, secret: bool) -> NamedValue {
    NamedValue {
        name: name.to_owned(),
        value: value.map(str::to_owned),
        secret,
    }
}

// Proves S-08.
#[test]
fn changing_any_field_changes_the_sheet() {
    let base = draft(&["a"]);
    let shown = sheet(&look(&base));
    type Change = Box<dyn Fn(&mut ServerDraft)>;
    let command = |program: &str, argument: &str, folder: Option<&str>| -> Change {
        let endpoint = Endpoint::Command {
            program: program.to_owned(),
            arguments: vec![argument.to_owned()],
            folder: folder.map(str::to_owned),
        };
        Box::new(move |d| d.endpoint = endpoint.clone())
    };
    let changes: Vec<(&str, Change)> = vec![
        ("label", Box::new(|d| d.label = "Other".to_owned())),
        ("program", command("true", "a", None)),
        ("arguments", command("sh", "b", None)),
        ("folder", command("sh", "a", Some("/"))),
        (
            "address",
            Box::new(|d| {
                d.endpoint = Endpoint::Address {
                    url: "https://example.com/mcp".to_owned(),
                }
            }),
        ),
        (
            "variable",
            Box::new(|d| d.environment.push(variable("A", Some("1"), false))),
        ),
        (
            "secret",
            Box::new(|d| d.environment.push(variable("A", Some("1"), true))),
        ),
        (
            "kept secret",
            Box::new(|d| d.environment.push(variable("A", None, true))),
        ),
        (
            "header",
            Box::new(|d| d.headers.push(variable("x-a", Some("1"), false))),
        ),
        ("era", Box::new(|d| d.era = EraChoice::Legacy)),
        ("idle", Box::new(|d| d.limits.idle_seconds = 61)),
        ("total", Box::new(|d| d.limits.total_seconds = 601)),
        ("message", Box::new(|d| d.limits.message_mib = 17)),
        ("start", Box::new(|d| d.limits.start_seconds = Some(90))),
        (
            "transport",
            Box::new(|d| d.transport = portcullis_domain::TransportChoice::Sse),
        ),
    ];
    for (field, change) in changes {
        let mut changed = base.clone();
        change(&mut changed);
        assert_ne!(sheet(&look(&changed)), shown, "{field} is not shown");
    }
}

// Proves S-09.
#[test]
fn an_unknown_key_refuses_the_whole_payload() {
    let mut payload = serde_json::to_value(draft(&[])).unwrap();
    payload["runAs"] = "root".into();
    assert!(serde_json::from_value::<ServerDraft>(payload).is_err());
}

// Proves S-10, SEC-08.
#[test]
fn padding_and_invisible_characters_are_written_out() {
    let hidden = format!("ok{}; curl\u{202e}evil\t\n", " ".repeat(5_000));
    let review = look(&draft(&[&hidden]));
    let value = &review
        .rows
        .iter()
        .find(|row| row.field == "Arguments")
        .unwrap()
        .values[0];
    assert!(
        value
            .text
            .text
            .contains("⟨5000 spaces⟩; curl⟨U+202E⟩evil⟨U+0009⟩⟨U+000A⟩"),
        "{}",
        value.text.text
    );
    assert_eq!(value.bytes, hidden.len() as u64);
}

// Proves S-10.
#[test]
fn letters_of_another_alphabet_in_a_value_are_marked() {
    let review = look(&draft(&["@p\u{430}ypal/server", "документы"]));
    let row = review.rows.iter().find(|row| row.field == "Arguments").unwrap();
    let shown: Vec<_> = row
        .values
        .iter()
        .map(|it| (it.text.text.as_str(), it.text.lookalikes))
        .collect();
    assert_eq!(shown, [("@p\u{430}⟨U+0430⟩ypal/server", 1), ("документы", 0)]);
}

// Proves S-12.
#[test]
fn a_variable_that_changes_what_runs_is_refused_by_name() {
    for name in [
        "LD_PRELOAD",
        "NODE_OPTIONS",
        "PYTHONPATH",
        "PATH",
        "npm_config_registry",
        "BASH_ENV",
    ] {
        let mut draft = draft(&[]);
        draft.environment.push(variable(name, Some("x"), false));
        let refusals = look(&draft).refusals;
        assert!(
            refusals.iter().any(|refusal| refusal.sentence.contains(name)),
            "{name}"
        );
    }
}

// Proves S-13.
#[test]
fn the_digest_follows_what_runs_and_nothing_else() {
    let base = look(&draft(&["a"])).start;
    assert_eq!(look(&draft(&["a"])).start.digest(), base.digest());
    assert_ne!(look(&draft(&["b"])).start.digest(), base.digest());
    let mut renamed = draft(&["a"]);
    renamed.label = "Renamed".to_owned();
    assert_eq!(
        look(&renamed).start.digest(),
        base.digest(),
        "a label runs nothing"
    );
}

// Proves S-14.
#[test]
fn a_replaced_program_has_another_digest() {
    let folder = tempfile::tempdir().unwrap();
    let program = folder.path().join("server");
    let install = |content: &str| {
        std::fs::write(&program, content).unwrap();
        #[cfg(unix)]
        std::os::unix::fs::PermissionsExt::set_mode(
            &mut std::fs::metadata(&program).unwrap().permissions(),
            0o755,
        );
        #[cfg(unix)]
        std::fs::set_permissions(&program, std::os::unix::fs::PermissionsExt::from_mode(0o755)).unwrap();
        let mut draft = draft(&[]);
        draft.endpoint = Endpoint::Command {
            program: program.to_str().unwrap().to_owned(),
            arguments: vec![],
            folder: None,
        };
        look(&draft).start.digest().to_owned()
    };
    assert_ne!(install("#!/bin/sh\ntrue\n"), install("#!/bin/sh\nfalse\n"));
}

/// Files in a folder of their own, and a draft that starts a shell in it.
pub(super) fn scripted(arguments: &[&str]) -> (tempfile::TempDir, ServerDraft) {
    let folder = tempfile::tempdir().unwrap();
    std::fs::write(folder.path().join("run.sh"), "true").unwrap();
    std::fs::write(folder.path().join("notes.db"), "x").unwrap();
    let mut draft = draft(arguments);
    in_folder(&mut draft, folder.path());
    (folder, draft)
}

fn in_folder(draft: &mut ServerDraft, path: &std::path::Path) {
    if let Endpoint::Command { folder, .. } = &mut draft.endpoint {
        *folder = Some(path.to_str().unwrap().to_owned());
    }
}

// Proves S-13.
#[test]
fn a_changed_script_has_another_digest_and_is_named() {
    let (folder, draft) = scripted(&["run.sh", "notes.db"]);
    let script = folder.path().join("run.sh");
    let before = look(&draft);
    let files = before.rows.iter().find(|row| row.field == "Files").unwrap();
    assert_eq!(
        files.values[0].text.text,
        script.canonicalize().unwrap().to_str().unwrap()
    );
    let note = files.values[0].note.as_deref().unwrap();
    assert!(note.starts_with("script, 4 B, SHA-256 "), "{note}");
    let said = sheet(&before);
    assert!(
        said.contains(
            "The approval does not cover modules, packages, images and programs that these files load"
        ),
        "{said}"
    );
    assert!(said.contains("notes.db” as data"), "{said}");

    std::fs::write(folder.path().join("notes.db"), "y").unwrap();
    assert_eq!(
        look(&draft).start.digest(),
        before.start.digest(),
        "data may change"
    );
    std::fs::write(&script, "fals").unwrap();
    let mut after = look(&draft);
    assert_ne!(after.start.digest(), before.start.digest());
    let because = after.compare(before.start.canonical()).unwrap();
    assert_eq!(
        because,
        format!("“{}” changed", script.canonicalize().unwrap().display())
    );
    let files = after.rows.iter().find(|row| row.field == "Files").unwrap();
    assert!(files.before.is_some());

    std::fs::remove_file(&script).unwrap();
    let mut gone = look(&draft);
    let because = gone.compare(before.start.canonical()).unwrap();
    assert!(because.ends_with("run.sh” is no longer loaded"), "{because}");
    assert!(
        gone.rows
            .iter()
            .any(|row| row.field == "Files" && row.before.is_some())
    );
}

// Proves S-13.
#[cfg(unix)]
#[test]
fn a_pinned_package_or_image_is_said_not_to_be_covered() {
    use std::os::unix::fs::PermissionsExt as _;
    let folder = tempfile::tempdir().unwrap();
    for (launcher, arguments) in [
        ("uvx", &["server==1.2.3"][..]),
        ("docker", &["run", "-i", "mcp/time:1.2.3"]),
        ("frob", &["server==1.2.3"]),
    ] {
        let program = folder.path().join(launcher);
        std::fs::write(&program, "\x7fELF").unwrap();
        std::fs::set_permissions(&program, std::fs::Permissions::from_mode(0o755)).unwrap();
        let mut draft = draft(arguments);
        if let Endpoint::Command { program: named, .. } = &mut draft.endpoint {
            *named = program.to_str().unwrap().to_owned();
        }
        let said = sheet(&look(&draft));
        let expected =
            "The approval does not cover modules, packages, images and programs that this program loads.";
        assert_eq!(said.contains(expected), launcher != "frob", "{said}");
        assert!(!said.contains("newest"), "{said}");
    }
}

// Proves S-13.
#[test]
fn an_approval_that_named_no_files_says_that_they_are_new() {
    let (_folder, draft) = scripted(&["run.sh"]);
    let mut now = look(&draft);
    let mut old = now.start.canonical().clone();
    old.as_object_mut().unwrap().remove("files");
    old.as_object_mut().unwrap().remove("target");
    let because = now.compare(&old).unwrap();
    assert!(
        because.ends_with("run.sh” was not part of what you approved"),
        "{because}"
    );
}

// Proves S-13.
#[cfg(unix)]
#[test]
fn a_working_folder_that_leads_elsewhere_has_another_digest() {
    let room = tempfile::tempdir().unwrap();
    let [one, two, link] = ["one", "two", "link"].map(|name| room.path().join(name));
    std::fs::create_dir(&one).unwrap();
    std::fs::create_dir(&two).unwrap();
    std::os::unix::fs::symlink(&one, &link).unwrap();
    let mut draft = draft(&["x"]);
    in_folder(&mut draft, &link);
    let before = look(&draft);
    assert!(sheet(&before).contains("leads to"), "{}", sheet(&before));
    std::fs::remove_file(&link).unwrap();
    std::os::unix::fs::symlink(&two, &link).unwrap();
    let mut after = look(&draft);
    assert_ne!(after.start.digest(), before.start.digest());
    let because = after.compare(before.start.canonical()).unwrap();
    let two = two.canonicalize().unwrap();
    assert_eq!(
        because,
        format!("its working folder now leads to “{}”", two.display())
    );
}

/// What is saved as approved must not be asked about again after an update.
// Proves S-13.
#[test]
fn a_plain_program_is_approved_by_the_same_digest_as_ever() {
    let draft = draft(&["--data", "/usr/share"]);
    let review = look(&draft);
    let StartTarget::Command(launch) = review.start.built() else {
        panic!("a program")
    };
    let as_ever = json!({
        "program": launch.program,
        "file": launch.file.as_ref().unwrap().sha256,
        "arguments": ["--data", "/usr/share"],
        "folder": std::env::home_dir().unwrap(),
        "environment": [],
        "secrets": [],
    });
    assert_eq!(*review.start.canonical(), as_ever);
    let bytes = serde_json_canonicalizer::to_vec(&as_ever).unwrap();
    assert_eq!(review.start.digest(), ids::hex(&Sha256::digest(bytes)));
}

// Proves S-12.
#[test]
fn a_variable_in_front_of_a_program_counts_as_one_of_its_own() {
    for arguments in [
        vec!["LD_PRELOAD=/tmp/x.so", "sh"],
        vec!["-i", "A=1", "BASH_FUNC_x%%=y", "sh"],
        vec!["-S", "NODE_OPTIONS=x sh"],
        vec!["sh", "-c", "PYTHONPATH=/tmp python3 x"],
        vec!["sh", "-c", "export LD_PRELOAD=/tmp/x.so; server"],
    ] {
        let mut draft = draft(&arguments);
        if let Endpoint::Command { program, .. } = &mut draft.endpoint {
            *program = "env".to_owned();
        }
        let review = look(&draft);
        assert_eq!(review.refusals.len(), 1, "{arguments:?}: {:?}", review.refusals);
        assert_eq!(review.refusals[0].code, Code::LaunchHiddenHook.as_str());
    }
}

/// What is refused, and what is said, of one variable of a server that runs from the bundle in the folder `bundle`.
fn judged(variable: NamedValue, bundle: Option<&Path>) -> (Vec<Warning>, Vec<String>, Option<PathBuf>) {
    let mut draft = draft(&[]);
    draft.environment.push(variable);
    let review = look_in(&draft, bundle);
    let StartTarget::Command(launch) = review.start.built() else {
        panic!("a program")
    };
    let said = review.warnings.into_iter().map(|warning| warning.sentence);
    (review.refusals, said.collect(), launch.bundle.clone())
}

// Proves S-12.
#[test]
fn a_bundle_may_load_modules_from_its_own_folder_and_no_other() {
    let room = tempfile::tempdir().unwrap();
    let [bundle, other] = ["bundle", "other"].map(|name| room.path().join(name));
    for folder in [&bundle, &other] {
        std::fs::create_dir_all(folder.join("lib")).unwrap();
    }
    std::os::unix::fs::symlink(&other, bundle.join("link")).unwrap();
    let at = |path: &str| room.path().join(path).to_str().unwrap().to_owned();
    let lib = at("bundle/lib");
    for (name, value) in [
        ("PYTHONPATH", lib.clone()),
        ("NODE_PATH", format!("{lib}:{}", at("bundle/not/there"))),
    ] {
        let (refusals, said, kept) = judged(variable(name, Some(&value), false), Some(&bundle));
        assert!(refusals.is_empty(), "{value}: {refusals:?}");
        let remark = format!("The environment variable “{name}” loads code from the bundle’s own folder.");
        assert!(said.contains(&remark), "{said:?}");
        assert_eq!(kept.as_ref(), Some(&bundle));
    }
    let is_refused = |variable: NamedValue, bundle: Option<&Path>, words: &str| {
        let shown = format!("{variable:?} {bundle:?}");
        let (refusals, _, kept) = judged(variable, bundle);
        let [refusal] = refusals.as_slice() else {
            panic!("{shown}: {refusals:?}")
        };
        assert_eq!(refusal.code, Code::LaunchHiddenHook.as_str());
        assert!(refusal.sentence.contains(words), "{shown}: {refusal:?}");
        assert_eq!(kept, None, "{shown}");
    };
    let own = "only absolute paths in the bundle’s own folder";
    for value in [
        at("other/lib"),
        at("bundle/../other/lib"),
        format!("{lib}:"),
        format!("{lib}::{lib}"),
        format!("{lib}:lib"),
        "lib".to_owned(),
        String::new(),
        at("bundle/link"),
        at("bundle/link/lib"),
    ] {
        is_refused(variable("PYTHONPATH", Some(&value), false), Some(&bundle), own);
    }
    is_refused(variable("PYTHONPATH", Some(&lib), true), Some(&bundle), own);
    is_refused(variable("PYTHONPATH", None, true), Some(&bundle), own);
    let elsewhere = "load code from elsewhere";
    is_refused(
        variable("PYTHONHOME", Some(&lib), false),
        Some(&bundle),
        elsewhere,
    );
    is_refused(
        variable("NODE_OPTIONS", Some(&lib), false),
        Some(&bundle),
        elsewhere,
    );
    is_refused(variable("PYTHONPATH", Some(&lib), false), None, elsewhere);
    // What is approved follows the bundle only where a variable names it.
    let (_, _, kept) = judged(variable("MODE", Some("x"), false), Some(&bundle));
    assert_eq!(kept, None);
}

// Proves S-12.
#[test]
fn a_bundle_cannot_set_modules_in_front_of_a_program_too() {
    let bundle = tempfile::tempdir().unwrap();
    let lib = bundle.path().join("lib").to_str().unwrap().to_owned();
    let mut draft = draft(&["PYTHONPATH=/tmp", "sh"]);
    if let Endpoint::Command { program, .. } = &mut draft.endpoint {
        *program = "env".to_owned();
    }
    draft.environment.push(variable("PYTHONPATH", Some(&lib), false));
    assert_eq!(look_in(&draft, Some(bundle.path())).refusals.len(), 1);
}

// Proves S-12.
#[test]
fn unknown_variables_are_one_remark_and_known_ones_say_what_they_do() {
    let mut draft = draft(&[]);
    for name in ["GITHUB_TOKEN", "MODE", "ALLOWED_DIR", "HOME"] {
        draft
            .environment
            .push(variable(name, Some("x"), name == "GITHUB_TOKEN"));
    }
    let warnings = look(&draft).warnings;
    let said: Vec<_> = warnings.iter().map(|warning| warning.sentence.as_str()).collect();
    assert!(
        said.contains(&"The environment variables “MODE” and “ALLOWED_DIR” may change what runs."),
        "{said:?}"
    );
    assert!(
        said.iter().any(
            |sentence| sentence.starts_with("The environment variable “HOME” is where programs look for")
        )
    );
    assert!(!said.iter().any(|sentence| sentence.contains("GITHUB_TOKEN")));
}

#[test]
fn bad_addresses_are_refused_in_words() {
    for url in [
        "ftp://example.com",
        "file:///etc/passwd",
        "example.com/mcp",
        "http://",
        "https://user:pw@example.com/",
        "javascript:alert(1)",
    ] {
        let mut draft = draft(&[]);
        draft.endpoint = Endpoint::Address { url: url.to_owned() };
        let error = review(
            &draft,
            Purpose::Add,
            &SearchPath::from_value("/bin"),
            None,
            None,
            None,
        )
        .err()
        .expect(url);
        assert_eq!(error.code, Code::BadInput, "{url}");
        assert!(error.sentence.starts_with("“Shell” was not added: "), "{error}");
    }
}

// Proves S-34.
#[test]
fn a_label_with_quotation_marks_is_refused_unless_it_was_saved_before() {
    let mut quoted = draft(&[]);
    quoted.label = "Notes “work”".to_owned();
    let refused = |purpose: Purpose<'_>| {
        let reviewed = review(
            &quoted,
            purpose,
            &SearchPath::from_value("/bin"),
            None,
            None,
            None,
        );
        reviewed.err().is_some_and(|error| error.code == Code::BadInput)
    };
    assert!(refused(Purpose::Add));
    assert!(refused(Purpose::Change(&draft(&[]))));
    assert!(!refused(Purpose::Change(&quoted)) && !refused(Purpose::Start));
}

// Proves S-10.
#[test]
fn more_than_a_person_can_look_over_is_refused() {
    let look = |draft: &ServerDraft| {
        let reviewed = review(
            draft,
            Purpose::Add,
            &SearchPath::from_value("/bin"),
            None,
            None,
            None,
        );
        reviewed.err().map(|error| error.sentence)
    };
    let mut many = draft(&vec!["x"; limits::ARGUMENTS]);
    assert_eq!(look(&many), None);
    many = draft(&vec!["x"; limits::ARGUMENTS + 1]);
    let said = look(&many).unwrap();
    assert!(
        said.contains("there are 1001 arguments; the limit is 1000"),
        "{said}"
    );
    let mut named = draft(&[]);
    let variables = |count: usize| (0..count).map(|n| variable(&format!("NAME_{n}"), Some("x"), false));
    named.environment = variables(limits::VARIABLES).collect();
    assert_eq!(look(&named), None);
    named.environment = variables(limits::VARIABLES + 1).collect();
    let said = look(&named).unwrap();
    assert!(
        said.contains("more than 256 environment variables or headers"),
        "{said}"
    );
    let long = draft(&[&"x".repeat(limits::DRAFT_BYTES)]);
    let said = look(&long).unwrap();
    assert!(said.contains("larger than 512 KiB"), "{said}");
}

#[test]
fn what_was_not_done_and_why_are_one_sentence() {
    let mut gone = draft(&[]);
    gone.endpoint = Endpoint::Command {
        program: "/nowhere/no\tsuch \"server\"".to_owned(),
        arguments: vec![],
        folder: None,
    };
    let said = |purpose| {
        review(&gone, purpose, &SearchPath::from_value("/bin"), None, None, None)
            .err()
            .unwrap()
            .sentence
    };
    let why = "there is no program at “/nowhere/no⟨U+0009⟩such \"server\"”.";
    assert_eq!(said(Purpose::Add), format!("“Shell” was not added: {why}"));
    assert_eq!(said(Purpose::Start), format!("“Shell” was not started: {why}"));
    assert_eq!(
        said(Purpose::Change(&gone)),
        format!("“Shell” was not changed: {why}")
    );
}

// Proves S-11.
#[test]
fn nothing_is_decoded_so_what_is_shown_is_what_runs() {
    for encoded in [
        "%2565cho",
        "ZWNobyBvd25lZA==",
        "&#x26;calc",
        "\\x24(id)",
        "${HOME}",
        "$(id)",
    ] {
        let review = look(&draft(&[encoded]));
        let shown = &review
            .rows
            .iter()
            .find(|row| row.field == "Arguments")
            .unwrap()
            .values[0];
        let StartTarget::Command(launch) = review.start.built() else {
            panic!("a program")
        };
        assert_eq!(
            (shown.text.text.as_str(), launch.arguments[0].as_str()),
            (encoded, encoded)
        );
    }
}

// Proves S-08, S-64.
#[cfg(unix)]
#[test]
fn variables_that_a_program_inherits_are_named_without_values() {
    let search = SearchPath::from_value("/usr/bin:/bin");
    let names = |draft: &ServerDraft| -> Vec<String> {
        let looked = review(draft, Purpose::Add, &search, None, None, None).unwrap();
        looked.inherited.into_iter().map(|name| name.text).collect()
    };
    let base = portcullis_programs::base_environment(&search).into_iter();
    let base: Vec<String> = base.map(|(name, _)| name).collect();
    let mut plain = draft(&[]);
    assert!(base.contains(&"PATH".to_owned()));
    assert_eq!(names(&plain), base);
    // What the person sets is in a row of its own.
    plain.environment.push(variable("PATH", Some("/opt"), false));
    assert!(!names(&plain).contains(&"PATH".to_owned()));
    plain.endpoint = Endpoint::Address {
        url: "https://notes.example/mcp".to_owned(),
    };
    plain.environment.clear();
    assert_eq!(names(&plain), Vec::<String>::new());
}

// Proves S-08.
#[cfg(unix)]
#[test]
fn only_our_own_file_is_said_to_come_with_portcullis() {
    let folder = tempfile::tempdir().unwrap();
    let program = |name: &str, content: &str| {
        use std::os::unix::fs::PermissionsExt as _;
        let path = folder.path().join(name);
        std::fs::create_dir_all(path.parent().unwrap()).unwrap();
        std::fs::write(&path, content).unwrap();
        std::fs::set_permissions(&path, std::fs::Permissions::from_mode(0o755)).unwrap();
        path
    };
    let own = program("own/portcullis-demo", "#!/bin/sh\nexit 0\n");
    let other = program("other/portcullis-demo", "#!/bin/sh\nexit 0\n");
    let link = folder.path().join("linked");
    std::os::unix::fs::symlink(&own, &link).unwrap();
    let demo = DemoProgram {
        program: own.clone(),
        arguments: vec!["--demo-server".to_owned()],
    };
    let search = SearchPath::from_value("/usr/bin:/bin");
    let look = |draft: &ServerDraft| review(draft, Purpose::Add, &search, Some(&demo), None, None).unwrap();
    let runs = |path: &std::path::Path, arguments: &[&str]| {
        let mut draft = draft(arguments);
        if let Endpoint::Command { program, .. } = &mut draft.endpoint {
            *program = path.to_string_lossy().into_owned();
        }
        draft
    };
    let built_in = ServerDraft {
        endpoint: Endpoint::Demo {},
        ..draft(&[])
    };
    let looked = look(&built_in);
    assert!(looked.built_in.unwrap().contains("comes with Portcullis"));
    assert!(looked.warnings.is_empty());
    assert!(look(&runs(&own, &["--demo-server"])).built_in.is_some());
    assert!(
        look(&runs(&link, &["--demo-server"])).built_in.is_some(),
        "the file, not its name"
    );
    // The same name, and even the same content, is another program; ours with other arguments does something else.
    assert_eq!(look(&runs(&other, &["--demo-server"])).built_in, None);
    assert_eq!(look(&runs(&own, &[])).built_in, None);
    let mut with_variables = built_in;
    with_variables
        .environment
        .push(variable("PYTHONSTARTUP", Some("/x"), false));
    assert_eq!(
        look(&with_variables).built_in,
        None,
        "what is added counts as well"
    );
    // It is warned of like any other program.
    let plain = program("other/some-server", "#!/bin/sh\nexit 0\n");
    let codes = |path: &std::path::Path| -> Vec<String> {
        let looked = look(&runs(path, &["--demo-server"])).warnings;
        looked.into_iter().map(|warning| warning.code).collect()
    };
    std::fs::set_permissions(
        folder.path().join("other"),
        <std::fs::Permissions as std::os::unix::fs::PermissionsExt>::from_mode(0o777),
    )
    .unwrap();
    assert_eq!(codes(&other), codes(&plain));
    assert!(!codes(&other).is_empty(), "anybody may write where it is");
    let unfenced = "fence.none".to_owned();
    assert!(codes(&other).contains(&unfenced) && !codes(&own).contains(&unfenced));
}

// Proves S-08, S-13.
#[test]
fn a_change_that_only_a_note_tells_is_marked_as_one() {
    let folder = tempfile::tempdir().unwrap();
    let path = folder
        .path()
        .canonicalize()
        .unwrap()
        .to_string_lossy()
        .into_owned();
    let server = |read: bool, key: Option<&str>| {
        let (read, write) = match read {
            true => (vec![path.clone()], Vec::new()),
            false => (Vec::new(), vec![path.clone()]),
        };
        ServerDraft {
            environment: vec![variable("KEY", key, true)],
            fence: Some(FenceGrants {
                read,
                write,
                ..FenceGrants::default()
            }),
            ..draft(&[])
        }
    };
    let before = server(true, None);
    let changed = |after: &ServerDraft| -> Vec<LaunchField> {
        let search = SearchPath::from_value("/usr/bin:/bin");
        let looked = review(after, Purpose::Change(&before), &search, None, None, None).unwrap();
        let rows = looked.rows.into_iter().filter(|row| row.before.is_some());
        rows.filter_map(|row| row.kind).collect()
    };
    assert_eq!(changed(&before), []);
    assert_eq!(changed(&server(false, None)), [LaunchField::Fence]);
    assert_eq!(changed(&server(true, Some("new"))), [LaunchField::Environment]);
}
