use super::*;
use portcullis_domain::NamedValue;

/// Our data, where no path of a test is.
const OURS: &str = "/nothing/of/ours";

fn draft(program: &str, arguments: &[&str], folder: Option<&str>, variables: &[(&str, &str)]) -> ServerDraft {
    let variable = |(name, value): &(&str, &str)| NamedValue {
        name: (*name).to_owned(),
        value: Some((*value).to_owned()),
        secret: *name == "TOKEN",
    };
    ServerDraft {
        environment: variables.iter().map(variable).collect(),
        ..ServerDraft::unfenced(
            "x",
            Endpoint::Command {
                program: program.to_owned(),
                arguments: arguments.iter().map(|word| (*word).to_owned()).collect(),
                folder: folder.map(str::to_owned),
            },
        )
    }
}

fn looked_at(draft: &ServerDraft) -> Result<FenceGrants, Unfenced> {
    default_fence(draft, &SearchPath::from_value("/usr/bin:/bin"), Path::new(OURS))
}

fn proposed(draft: &ServerDraft) -> FenceGrants {
    looked_at(draft).expect("a fence")
}

// Proves S-68.
#[test]
fn a_new_program_is_granted_what_its_command_names_and_nothing_else() {
    let folder = tempfile::tempdir().expect("a folder");
    let real = folder.path().canonicalize().expect("it is there");
    let (notes, script, data) = (real.join("notes"), real.join("run.sh"), real.join("data"));
    let base = data.join("base.sqlite");
    for folder in [&notes, &data] {
        std::fs::create_dir(folder).expect("made");
    }
    let settings = notes.join("settings.json");
    for file in [&script, &base, &settings] {
        std::fs::write(file, "").expect("written");
    }
    let text = |path: &Path| path.to_str().expect("text").to_owned();
    let option = format!("--db={}", text(&base));
    let found = proposed(&draft(
        "sh",
        &[
            &text(&script),
            &text(&notes),
            &option,
            "/nowhere/at/all",
            "-v",
            "/usr/bin",
        ],
        Some(&text(&real)),
        &[
            ("SETTINGS", &text(&settings)),
            ("HOME", &text(&real)),
            ("TOKEN", &text(&notes)),
        ],
    ));
    assert_eq!(
        found.write,
        [text(&notes), text(&data)],
        "a folder, and that of a database, which has a journal"
    );
    assert_eq!(
        found.read,
        [text(&settings)],
        "a file is read; the script is its own"
    );
    assert!(found.hosts.is_empty() && !found.any_host);
    for separator in [",", ":", ", "] {
        let list = [text(&notes), text(&data)].join(separator);
        let found = proposed(&draft("sh", &[], None, &[("FOLDERS", &list)]));
        assert_eq!(found.write, [text(&notes), text(&data)], "{list}");
        let found = proposed(&draft("sh", &[&format!("--dirs={list}")], None, &[]));
        assert_eq!(found.write, [text(&notes), text(&data)], "{list}");
    }
    let below = proposed(&draft(
        "sh",
        &[&text(&script), "./notes"],
        Some(&text(&real)),
        &[],
    ));
    assert_eq!(below.write, [text(&notes)], "as seen from its folder");
    // The folder in which this test runs has one of this name.
    let nowhere = proposed(&draft("sh", &["./src"], Some(" "), &[]));
    assert_eq!(nowhere, FenceGrants::default(), "no folder was chosen");
}

// Proves S-68.
#[test]
fn a_log_may_be_changed_and_only_so_many_paths_are_proposed() {
    let folder = tempfile::tempdir().expect("a folder");
    let real = folder.path().canonicalize().expect("it is there");
    let log = real.join("log.jsonl");
    std::fs::write(&log, "").expect("written");
    let log = log.to_str().expect("text");
    let found = proposed(&draft("sh", &[], None, &[("LOG", log)]));
    assert!(found.read.is_empty(), "{found:?}");
    assert_eq!(found.write, [log]);
    let many = (0..=limits::FENCE_PATHS).map(|at| {
        let path = real.join(at.to_string());
        std::fs::create_dir(&path).expect("made");
        path.to_str().expect("text").to_owned()
    });
    let many = many.collect::<Vec<_>>().join(",");
    let found = proposed(&draft("sh", &[], None, &[("FOLDERS", &many)]));
    assert_eq!(found.write.len(), limits::FENCE_PATHS);
}

// Proves S-68.
#[test]
fn a_program_may_make_the_file_that_its_command_names() {
    let folder = tempfile::tempdir().expect("a folder");
    let real = folder.path().canonicalize().expect("it is there");
    let text = real.to_str().expect("text");
    let writes = |words: &[&str], variables: &[(&str, &str)]| {
        let found = proposed(&draft("sh", words, None, variables));
        assert!(found.read.is_empty(), "{found:?}");
        found.write
    };
    let named = |name: &str| format!("{text}/{name}");
    assert_eq!(
        writes(&[], &[("MEMORY_FILE_PATH", &named("memory.jsonl"))]),
        [text]
    );
    assert_eq!(writes(&[&format!("--db={}", named("new.sqlite"))], &[]), [text]);
    assert_eq!(
        writes(&["--dsn", &format!("sqlite://{text}/new.db")], &[]),
        [text]
    );
    // Anything else that is not there is no reason to open a folder, and neither is a place that does not exist.
    for name in ["new", "new.txt", "nowhere/new.sqlite"] {
        assert!(writes(&[&named(name)], &[]).is_empty(), "{name}");
    }
    // A whole home is not proposed for the sake of a file in it.
    let home = std::env::home_dir().expect("a home");
    let file = home.join("nothing-of-this-name.sqlite");
    assert!(writes(&[file.to_str().expect("text")], &[]).is_empty());
    assert!(writes(&["/tmp/nothing-of-this-name.sqlite"], &[]).is_empty());
}

// Proves S-65.
#[test]
fn a_path_on_another_computer_is_not_one_to_look_at() {
    let of = |word: &str, folder: Option<&str>| -> Vec<PathBuf> {
        paths(word, folder, |path| path.starts_with("//")).collect()
    };
    let none: [PathBuf; 0] = [];
    for word in [
        "//host/share",
        "--db=//host/share/a.sqlite",
        "sqlite:////host/share/a.db",
        "file:////host/share/a.txt",
        "file://host/share/a.txt",
    ] {
        assert_eq!(of(word, None), none, "{word}");
        assert_eq!(of(word, Some("/srv")), none, "{word}");
    }
    assert_eq!(of("./notes", Some("//host/share")), none, "in a folder there");
    assert_eq!(of("--db=/srv/a.sqlite", None), [PathBuf::from("/srv/a.sqlite")]);
    assert_eq!(of("./notes", Some("/srv")), [PathBuf::from("/srv/./notes")]);
    assert_eq!(of("file:///srv/notes", None), [PathBuf::from("/srv/notes")]);
}

// Proves S-68.
#[test]
fn names_behind_links_are_found_in_the_command_its_variables_and_its_grants() {
    let folder = tempfile::tempdir().expect("a folder");
    let folder = folder.path().canonicalize().expect("it is there");
    std::fs::create_dir(folder.join("real")).expect("made");
    std::fs::write(folder.join("real/file"), "").expect("written");
    std::os::unix::fs::symlink("real", folder.join("link")).expect("linked");
    let text = |name: &str| folder.join(name).to_str().expect("text").to_owned();
    let made = format!("--db={}", text("link/new.sqlite"));
    let link = text("link");
    let variables = [("NOTES", link.as_str()), ("TOKEN", link.as_str())];
    let draft = ServerDraft {
        fence: Some(FenceGrants {
            read: vec![text("link/file"), text("real/file")],
            ..FenceGrants::default()
        }),
        ..draft("sh", &[&text("real"), &made], None, &variables)
    };
    let found = ["link", "link", "link/file"].map(|name| folder.join(name));
    assert_eq!(linked_names(&draft), found);
}

// Proves S-68.
#[test]
fn nothing_is_proposed_that_a_fence_cannot_show() {
    let folder = tempfile::tempdir().expect("a folder");
    let socket = folder.path().canonicalize().expect("it is there").join("socket");
    let _listener = std::os::unix::net::UnixListener::bind(&socket).expect("a socket");
    let socket = socket.to_str().expect("text");
    let variables = [("LOG_FILE", "/dev/null"), ("DATABASE_SOCKET", socket)];
    let found = proposed(&draft("sh", &["--port=/dev/tty", socket], None, &variables));
    assert_eq!(found, FenceGrants::default(), "it would not start");
    // These lead us, and not the program, to a file of ours.
    for word in [
        "/dev/stdout",
        "--log=/dev/stderr",
        "/proc/self/cwd",
        "file:///dev/fd/1",
    ] {
        assert_eq!(paths(word, None, on_network).next(), None, "{word}");
    }
}

// Proves S-68, S-92.
#[test]
fn nothing_proposes_a_whole_home_or_keys() {
    let folder = tempfile::tempdir().expect("a folder");
    let keys = folder.path().canonicalize().expect("it is there").join(".ssh");
    std::fs::create_dir(&keys).expect("made");
    let home = std::env::home_dir().expect("a home");
    let words = [
        "/",
        "/tmp",
        home.to_str().expect("text"),
        keys.to_str().expect("text"),
    ];
    assert_eq!(proposed(&draft("sh", &words, None, &[])), FenceGrants::default());
    // What holds them is as good as they are, also before there is one.
    let mut grants = FenceGrants::default();
    for around in [".config", ".local", ".local/share", ".cargo", "snap", ".var/app"] {
        assert!(is_too_much(&home.join(around)), "{around}");
        grant(&mut grants, &home.join(around));
    }
    assert_eq!(grants, FenceGrants::default());
    let own = home.join(".config/a-server-of-this-name");
    grant(&mut grants, &own);
    assert_eq!(grants.read, [own.to_str().expect("text")]);
}

// Proves S-68.
#[test]
fn a_launcher_reaches_its_registry_and_an_engine_has_a_fence_where_it_holds() {
    let names = |program: &str, words: &[&str]| -> Vec<String> {
        let found = proposed(&draft(program, words, None, &[]));
        found.hosts.into_iter().map(|host| host.name).collect()
    };
    assert_eq!(names("npx", &["-y", "some-server"]), Ecosystem::Npm.hosts());
    assert_eq!(names("uvx", &["some-server"]), Ecosystem::PyPi.hosts());
    let container = |words: &[&str]| looked_at(&draft("docker", words, None, &[]));
    // Elsewhere engines are in a machine of their own, where nothing tells what a container tried.
    let held = match cfg!(target_os = "linux") {
        true => Ok(FenceGrants::default()),
        false => Err(Unfenced::Container),
    };
    assert_eq!(container(&["run", "-i", "image"]), held);
    assert_eq!(
        container(&["run", "--privileged", "image"]),
        Err(Unfenced::Container)
    );
    for (program, words) in [
        ("env", &["A=1", "podman", "run", "image"][..]),
        ("ssh", &["host", "server"]),
    ] {
        let found = looked_at(&draft(program, words, None, &[]));
        assert_eq!(found, Err(Unfenced::Elsewhere), "{program}");
    }
    for (program, words) in [
        ("uv", &["sync"][..]),
        ("uv", &["pip", "run"]),
        ("go", &["run", "."]),
    ] {
        let found = looked_at(&draft(program, words, None, &[]));
        assert_eq!(found, Err(Unfenced::Builds), "{program}");
    }
    // What it runs in turn may build as well.
    let within = draft("uv", &["run", "--with", "mcp", "go", "run", "."], None, &[]);
    assert_eq!(looked_at(&within), Err(Unfenced::Builds));
}

// Proves S-68.
#[test]
fn uv_run_may_change_its_project_and_reaches_its_registry() {
    let folder = tempfile::tempdir().expect("a folder");
    let real = folder.path().canonicalize().expect("it is there");
    let project = real.join("project");
    let (inner, bare) = (project.join("src"), real.join("bare"));
    for folder in [&inner, &bare] {
        std::fs::create_dir_all(folder).expect("made");
    }
    std::fs::write(project.join("pyproject.toml"), "").expect("written");
    let text = |path: &Path| path.to_str().expect("text").to_owned();
    let writes = |words: &[&str], folder: Option<&Path>| {
        let found = proposed(&draft("uv", words, folder.map(text).as_deref(), &[]));
        let hosts: Vec<_> = found.hosts.iter().map(|host| host.name.as_str()).collect();
        assert_eq!(hosts, Ecosystem::PyPi.hosts());
        assert!(!found.any_host && !found.nested, "{found:?}");
        found.write
    };
    let (named, only) = (text(&project), [text(&project)]);
    assert_eq!(writes(&["--directory", &named, "run", "server"], None), only);
    assert_eq!(
        writes(&["run", &format!("--project={named}"), "server"], None),
        only
    );
    assert_eq!(writes(&["run", "server.py"], Some(&project)), only, "its folder");
    assert_eq!(
        writes(&["run", "server.py"], Some(&inner)),
        only,
        "around its folder"
    );
    assert_eq!(
        writes(
            &["--directory", "project", "run", "--with", "mcp", "server"],
            Some(&real)
        ),
        only,
        "as seen from its folder"
    );
    assert!(writes(&["run", "--no-project", "server.py"], Some(&project)).is_empty());
    assert_eq!(
        writes(&["run", "-s", "server.py", "--project", "x"], Some(&project)),
        only,
        "options of its own"
    );
    let member = inner.join("member");
    std::fs::create_dir_all(&member).expect("made");
    std::fs::write(member.join("pyproject.toml"), "").expect("written");
    assert_eq!(writes(&["run", "member"], Some(&member)), [text(&member)]);
    std::fs::write(project.join("pyproject.toml"), "[tool.uv.workspace]\n").expect("written");
    assert_eq!(writes(&["run", "member"], Some(&member)), only, "its workspace");
    // Without a project nothing is written, and what belongs to the program is no option of uv.
    assert!(writes(&["run", "server.py"], Some(&bare)).is_empty());
    assert!(writes(&["run", "server.py", "--directory", "project"], Some(&real)).is_empty());
    assert!(writes(&["run", "server.py"], None).is_empty(), "a whole home");
}

// Proves S-68.
#[test]
fn uv_run_reads_the_pythons_that_uv_installed() {
    let home = tempfile::tempdir().expect("a folder");
    let real = home.path().canonicalize().expect("it is there");
    assert_eq!(uv_pythons(&real), None);
    let pythons = real.join(UV_PYTHONS);
    std::fs::create_dir_all(&pythons).expect("made");
    assert_eq!(uv_pythons(&real).as_deref(), pythons.to_str());
    assert_eq!(uv_grants(Some(&real)).read, [pythons.to_str().expect("a path")]);
    assert_eq!(uv_grants(None).hosts, registry(Ecosystem::PyPi));
    std::fs::remove_dir(&pythons).expect("removed");
    std::fs::write(&pythons, "").expect("written");
    assert_eq!(uv_pythons(&real), None, "no folder");
}

// Proves S-68, S-92.
#[test]
fn a_project_in_our_data_is_not_built_in_a_fence_and_nothing_of_ours_is_proposed() {
    let folder = tempfile::tempdir().expect("a folder");
    let ours = folder.path().canonicalize().expect("it is there");
    let bundle = ours.join("bundles/notes");
    std::fs::create_dir_all(&bundle).expect("made");
    std::fs::write(bundle.join("pyproject.toml"), "").expect("written");
    let text = bundle.to_str().expect("text");
    let search = SearchPath::from_value("/usr/bin:/bin");
    let of = |program: &str, words: &[&str]| default_fence(&draft(program, words, None, &[]), &search, &ours);
    let found = of("uv", &["run", "--directory", text, "server.py"]);
    assert_eq!(found, Err(Unfenced::Builds));
    assert_eq!(of("sh", &["-v", text]), Ok(FenceGrants::default()));
}

// Proves S-68.
#[test]
fn only_a_suggested_server_that_starts_a_browser_is_proposed_its_own_sandbox() {
    let own_sandbox = |program: &str, arguments: &[&str]| {
        let found = proposed(&draft(program, arguments, None, &[]));
        found.nested
    };
    for suggestion in crate::suggested().expect("the list") {
        let found = proposed(&suggestion.draft());
        assert_eq!(found.nested, suggestion.own_sandbox, "{}", suggestion.id);
    }
    assert!(own_sandbox("npx", &["-y", "@playwright/mcp@latest"]));
    for package in ["@playwright/mcpx", "playwright", "chrome-devtools-mcp-x@1.0.0"] {
        assert!(!own_sandbox("npx", &["-y", package]), "{package}");
    }
    assert!(!own_sandbox("uvx", &["chrome-devtools-mcp"]), "another registry");
}

#[cfg(unix)]
#[test]
#[allow(clippy::disallowed_methods, reason = "a test makes a pipe")]
fn a_pipe_in_the_place_of_pyproject_toml_is_not_waited_for() {
    let room = tempfile::tempdir().expect("a folder");
    let pipe = room.path().join(UV_MANIFEST);
    let made = std::process::Command::new("mkfifo").arg(&pipe).status();
    assert!(made.expect("it runs").success());
    assert!(!is_workspace(room.path()), "and the look at it does not block");
}
