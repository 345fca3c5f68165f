use super::*;
use portcullis_programs::Loads;

fn grants(read: &[&str], hosts: &[(&str, u16)]) -> FenceGrants {
    let host = |(name, port): &(&str, u16)| FenceHost::new(*name, *port);
    FenceGrants {
        read: read.iter().map(|path| (*path).to_owned()).collect(),
        hosts: hosts.iter().map(host).collect(),
        ..FenceGrants::default()
    }
}

fn resolved(grants: &FenceGrants, program: &Path) -> Result<LaunchFence> {
    let found = resolve(Some(grants), program, program, &Loads::default(), None)?;
    Ok(found.expect("grants make a fence"))
}

// Proves S-68.
#[test]
fn a_grant_is_a_plain_path_or_the_exact_name_of_a_host() {
    let program = Path::new("/usr/bin/true");
    for path in ["relative", "/tmp/../etc", "~/x", "", "/a\0b", "/nowhere/at/all"] {
        assert!(resolved(&grants(&[path], &[]), program).is_err(), "{path}");
    }
    for host in [
        "",
        "*.example.com",
        "API.example.com",
        "10.0.0.1",
        "a b",
        "-a.example",
        "a..b",
        "::1",
        "x.1",
    ] {
        assert!(resolved(&grants(&[], &[(host, 443)]), program).is_err(), "{host}");
    }
    assert!(resolved(&grants(&[], &[("api.example.com", 0)]), program).is_err());
    for host in ["api.example.com", "localhost", "xn--bcher-kva.example"] {
        assert!(resolved(&grants(&[], &[(host, 443)]), program).is_ok(), "{host}");
    }
}

// Proves S-68.
#[test]
fn a_fence_takes_only_so_many_paths_and_hosts() {
    let folder = tempfile::tempdir().expect("a folder");
    let path = folder.path().to_str().expect("text");
    let fits = |grants: &FenceGrants| resolved(grants, Path::new("/usr/bin/true")).is_ok();
    let mut paths = grants(&[path; limits::FENCE_PATHS], &[]);
    assert!(fits(&paths));
    paths.write.push(path.to_owned());
    assert!(!fits(&paths), "what may be changed counts as well");
    assert!(!fits(&grants(&[path; limits::FENCE_PATHS + 5], &[])));
    let host = ("a.example", 443);
    assert!(fits(&grants(&[], &[host; limits::FENCE_HOSTS])));
    assert!(!fits(&grants(&[], &[host; limits::FENCE_HOSTS + 1])));
}

// Proves S-68.
#[test]
fn what_a_program_works_in_is_its_own_and_its_home_folder_is_not() {
    let folder = tempfile::tempdir().expect("a folder");
    let room = folder.path().canonicalize().expect("it is there");
    let (app, data) = (room.join("app"), room.join("data"));
    for made in [&app.join("dist"), &data] {
        std::fs::create_dir_all(made).expect("made");
    }
    let server = app.join("dist/server.js");
    for file in [&server, &app.join(NPM_MANIFEST)] {
        std::fs::write(file, "").expect("written");
    }
    let own = |folder: Option<&Path>| {
        let grants = FenceGrants::default();
        let fence = resolve(Some(&grants), &server, &server, &Loads::default(), folder);
        fence.expect("resolved").expect("grants make a fence").own
    };
    let only = std::slice::from_ref(&app);
    assert_eq!(own(None), only);
    assert_eq!(own(Some(&app.join("dist"))), only, "a folder in it says no more");
    assert_eq!(own(Some(&data)), [app.clone(), data]);
    let home = real_home().expect("a home");
    assert_eq!(own(Some(&home)), only, "it has a home folder of its own");
    assert!(resolve(None, &server, &server, &Loads::default(), None).is_ok_and(|fence| fence.is_none()));
}

// Proves S-68.
#[test]
fn only_so_many_entries_of_a_folder_are_looked_through() {
    let folder = tempfile::tempdir().expect("a folder");
    let project = folder.path().join("site");
    std::fs::create_dir(&project).expect("made");
    std::fs::write(project.join("Makefile"), "all:").expect("written");
    // With the folder of the project one less than are looked through, so that one in it is.
    for at in 2..limits::RUN_OUTSIDE_LOOK {
        std::fs::write(folder.path().join(format!("note-{at}")), "").expect("written");
    }
    assert!(holds_run_outside(folder.path()));
    std::fs::write(folder.path().join("note"), "").expect("written");
    assert!(!holds_run_outside(folder.path()), "it is one too many");
}

// Proves S-13, S-62, S-68.
#[test]
fn a_host_in_the_local_network_is_its_own_row_and_never_this_computer() {
    let program = Path::new("/usr/bin/true");
    let of = |name: &str, local_network| FenceGrants {
        hosts: vec![FenceHost {
            local_network,
            ..FenceHost::new(name, 5000)
        }],
        ..FenceGrants::default()
    };
    for name in [
        "nas.local",
        "db.example.com",
        "192.168.1.20",
        "100.64.0.1",
        "fd12::1",
    ] {
        assert!(resolved(&of(name, true), program).is_ok(), "{name}");
    }
    assert!(resolved(&of("192.168.1.20", false), program).is_err(), "not said");
    for name in [
        "localhost",
        "127.0.0.1",
        "::1",
        "0.0.0.0",
        "169.254.169.254",
        "fe80::1",
        "fd00:ec2::254",
        "100.100.100.200",
        "8.8.8.8",
        "2606:4700::1",
        "64:ff9b:1::a9fe:a9fe",
        "*.local",
    ] {
        assert!(resolved(&of(name, true), program).is_err(), "{name}");
    }
    let said = |grants: &FenceGrants| {
        let texts = values(Some(grants), None)
            .into_iter()
            .map(|value| value.text.text);
        texts.collect::<Vec<_>>()
    };
    let row = |text: &str| said(&of("nas.local", true)).contains(&text.to_owned());
    assert!(row("nas.local:5000 in your local network") && !row("nas.local:5000"));
    let noted = values(Some(&of("nas.local", true)), None);
    assert!(
        noted
            .iter()
            .any(|value| value.note.as_deref() == Some("may connect"))
    );
    assert_ne!(
        said(&of("nas.local", true)),
        said(&of("nas.local", false)),
        "the text says it, and not only a note"
    );
    let remarked = |grants: &FenceGrants| {
        let fence = resolved(grants, program).expect("resolved");
        !remarks(None, Some(&fence), true).is_empty()
    };
    assert!(
        remarked(&of("db.example.com", true)),
        "others decide where it leads"
    );
    for name in ["nas.local", "nas", "192.168.1.20"] {
        assert!(!remarked(&of(name, true)), "{name}");
    }
    assert!(!remarked(&of("db.example.com", false)));
}

// Proves S-68.
#[cfg(unix)]
#[test]
fn a_device_a_socket_or_a_part_of_the_kernel_cannot_be_allowed() {
    let folder = tempfile::tempdir().expect("a folder");
    let socket = folder.path().join("socket");
    let _listener = std::os::unix::net::UnixListener::bind(&socket).expect("a socket");
    let (socket, folder) = (socket.to_string_lossy(), folder.path().to_string_lossy());
    let is_shown = |grants: &FenceGrants| {
        let fence = resolved(grants, Path::new("/usr/bin/true")).expect("it is there");
        check_shown(Some(&fence)).is_ok()
    };
    for (path, shown) in [(&*folder, true), (&*socket, false), ("/dev/null", false)] {
        assert_eq!(is_shown(&grants(&[path], &[])), shown, "{path}");
        let write = FenceGrants {
            write: vec![path.to_owned()],
            ..FenceGrants::default()
        };
        assert_eq!(is_shown(&write), shown, "{path}");
    }
    for path in ["/proc/1/environ", "/sys/kernel", "/dev/ttyUSB0"] {
        assert!(is_never_shown(Path::new(path)), "{path}");
    }
}

// Proves S-13, S-68.
#[cfg(unix)]
#[test]
fn a_grant_through_a_link_is_the_place_where_it_leads() {
    let folder = tempfile::tempdir().expect("a folder");
    let real = folder.path().canonicalize().expect("it is there").join("real");
    std::fs::create_dir(&real).expect("made");
    let link = folder.path().join("link");
    std::os::unix::fs::symlink(&real, &link).expect("linked");
    let grants = grants(&[link.to_str().expect("text")], &[]);
    let fence = resolved(&grants, Path::new("/usr/bin/true")).expect("resolved");
    assert_eq!(fence.read, std::slice::from_ref(&real));
    let shown = values(Some(&grants), Some(&fence));
    let note = shown.iter().filter_map(|value| value.note.as_deref());
    let real = real.to_string_lossy().into_owned();
    assert!(
        note.into_iter().any(|note| note.contains(&real)),
        "where it leads is shown"
    );
}

#[test]
fn the_files_of_a_program_are_its_project_its_environment_or_itself() {
    let folder = tempfile::tempdir().expect("a folder");
    let home = folder.path().canonicalize().expect("it is there");
    let make = |path: &str| {
        let path = home.join(path);
        std::fs::create_dir_all(path.parent().expect("a parent")).expect("made");
        std::fs::write(&path, "").expect("written");
        path
    };
    make("work/app/package.json");
    make("work/env/pyvenv.cfg");
    let own = |path: &str| own_folder(&make(path), Some(&home));
    assert_eq!(own("work/app/dist/index.js"), Some(home.join("work/app")));
    assert_eq!(own("work/env/bin/server"), Some(home.join("work/env")));
    assert_eq!(
        own("work/x/node_modules/a/b/c.js"),
        Some(home.join("work/x/node_modules"))
    );
    assert_eq!(own("tools/server"), Some(home.join("tools/server")));
    // What its modules need may be installed further above.
    make("work/app/node_modules/dep/index.js");
    make("work/app/dist/esm/package.json");
    assert_eq!(own("work/app/dist/esm/index.js"), Some(home.join("work/app")));
    make("work/app/tool/package.json");
    make("work/app/tool/node_modules/dep/index.js");
    assert_eq!(own("work/app/tool/index.js"), Some(home.join("work/app/tool")));
    let workspace = make("work/many/package.json");
    make("work/many/packages/one/package.json");
    let one = "work/many/packages/one/index.js";
    assert_eq!(own(one), Some(home.join("work/many/packages/one")));
    std::fs::write(workspace, r#"{"workspaces": ["packages/*"]}"#).expect("written");
    assert_eq!(own(one), Some(home.join("work/many")));
    make("work/pnpm/pnpm-workspace.yaml");
    make("work/pnpm/one/package.json");
    assert_eq!(own("work/pnpm/one/index.js"), Some(home.join("work/pnpm")));
    make("work/loose/node_modules/dep/index.js");
    make("work/loose/one/package.json");
    assert_eq!(
        own("work/loose/one/index.js"),
        Some(home.join("work/loose/one")),
        "what is installed above is of no package that it is in"
    );
    // The home folder is no project, whatever stands in it.
    make("package.json");
    assert_eq!(own("server.js"), Some(home.join("server.js")));
    assert_eq!(own_folder(Path::new("/usr/bin/python3"), Some(&home)), None);
}

// Proves S-68, S-92.
#[cfg(unix)]
#[test]
fn a_link_on_the_way_to_its_files_opens_no_home_and_none_of_our_data() {
    use std::os::unix::fs::symlink;

    let folder = tempfile::tempdir().expect("a folder");
    let home = folder.path().canonicalize().expect("it is there");
    let work = home.join("work");
    for made in ["work", "node_modules", ".ssh", "data"] {
        std::fs::create_dir(home.join(made)).expect("made");
    }
    for made in ["package.json", "server.js"] {
        std::fs::write(home.join(made), "").expect("written");
    }
    for (link, target) in [
        ("node_modules", &home),
        ("self", &home),
        ("keys", &home.join(".ssh")),
    ] {
        symlink(target, work.join(link)).expect("linked");
    }
    for path in ["node_modules/server.js", "self/server.js"] {
        let file = work.join(path);
        assert_eq!(own_folder(&file, Some(&home)), Some(file), "it alone: {path}");
    }
    let runs = |path: &str| LaunchFence {
        own: vec![work.join(path)],
        ..LaunchFence::default()
    };
    let data = home.join("data");
    assert!(keeps_out_of(&runs("self"), &data, &[]).is_err());
    assert!(keeps_out_of(&runs(""), &data, &[]).is_ok(), "the control");
    let told = |path: &str| {
        let remarks = remarks(None, Some(&runs(path)), true).into_iter();
        remarks.map(|remark| remark.code).collect::<Vec<_>>()
    };
    assert_eq!(told("keys"), ["fence.keys"]);
    assert!(told("").is_empty(), "the control");
    let shown = values(Some(&FenceGrants::default()), Some(&runs("keys")));
    let keys = home.join(".ssh").to_string_lossy().into_owned();
    let mut notes = shown.iter().filter_map(|value| value.note.as_deref());
    assert!(notes.any(|note| note.contains(&keys)), "where it leads is shown");
}

// Proves S-92.
#[test]
fn no_program_is_let_into_the_folder_of_portcullis() {
    let data = Path::new("/home/ada/.local/share/portcullis");
    let reads = |path: &str| LaunchFence {
        read: vec![path.into()],
        ..LaunchFence::default()
    };
    for path in [
        "/home/ada/.local/share/portcullis/db",
        "/home/ada/.local/share/portcullis",
        "/home/ada",
    ] {
        assert!(keeps_out_of(&reads(path), data, &[]).is_err(), "{path}");
    }
    // On Windows it is the root of the drive that is in use, which may be another one.
    if cfg!(unix) {
        assert!(keeps_out_of(&reads("/"), data, &[]).is_err());
    }
    assert!(keeps_out_of(&reads("/home/ada/work"), data, &[]).is_ok());
    // A package that was fetched is a program, and its folder alone is no grant.
    let packages = [data.join("packages")];
    let runs = |path: &str| LaunchFence {
        own: vec![data.join(path)],
        ..LaunchFence::default()
    };
    assert!(keeps_out_of(&runs("packages/1/tree"), data, &packages).is_ok());
    for path in ["packages", "db", ""] {
        assert!(keeps_out_of(&runs(path), data, &packages).is_err(), "{path}");
    }
    assert!(
        keeps_out_of(
            &reads("/home/ada/.local/share/portcullis/packages/1"),
            data,
            &packages
        )
        .is_err()
    );
}

// Proves S-08.
#[test]
fn a_fence_that_is_taken_down_or_holds_keys_is_remarked_upon() {
    let codes = |before: Option<&FenceGrants>, fence: Option<&LaunchFence>| {
        let remarks = remarks(before, fence, true).into_iter().map(|remark| remark.code);
        remarks.collect::<Vec<_>>()
    };
    assert_eq!(codes(Some(&FenceGrants::default()), None), ["fence.off"]);
    assert_eq!(codes(None, None), ["fence.none"]);
    assert!(remarks(None, None, false).is_empty());
    let fence = LaunchFence {
        read: vec!["/".into(), "/home/ada/.ssh".into(), "/home/ada/work".into()],
        any_host: true,
        nested: true,
        ..LaunchFence::default()
    };
    assert_eq!(
        codes(None, Some(&fence)),
        ["fence.any_host", "fence.nested", "fence.whole", "fence.keys"]
    );
    let home = std::env::home_dir().expect("a home");
    let around = LaunchFence {
        read: vec![home.join(".config"), home.join(".config/notes")],
        ..LaunchFence::default()
    };
    let [remark] = <[_; 1]>::try_from(remarks(None, Some(&around), true)).expect("one remark");
    assert_eq!(remark.code, "fence.keys");
    assert!(remark.sentence.contains("contains keys"), "{remark:?}");
}

// Proves S-08, S-68.
#[test]
fn a_folder_that_may_be_changed_and_has_git_hooks_is_remarked_upon() {
    let folder = tempfile::tempdir().expect("a folder");
    let path = folder.path().to_path_buf();
    let one = std::slice::from_ref(&path);
    let codes = |read: &[PathBuf], write: &[PathBuf]| {
        let fence = LaunchFence {
            read: read.to_vec(),
            write: write.to_vec(),
            ..LaunchFence::default()
        };
        let remarks = remarks(None, Some(&fence), true).into_iter();
        remarks.map(|remark| remark.code).collect::<Vec<_>>()
    };
    assert!(codes(&[], one).is_empty(), "the control");
    std::fs::create_dir(path.join(".git")).expect("made");
    assert_eq!(codes(&[], one), ["fence.run_outside"]);
    assert!(codes(one, &[]).is_empty(), "it may only be read");
    assert_eq!(codes(&[], &[path.join(".git/hooks")]), ["fence.run_outside"]);
    // A folder of projects has none itself.
    let projects = tempfile::tempdir().expect("a folder");
    let project = projects.path().join("work/site");
    std::fs::create_dir_all(&project).expect("made");
    let around = [projects.path().to_path_buf()];
    assert!(codes(&[], &around).is_empty(), "the control");
    std::fs::write(project.join("Makefile"), "all:").expect("written");
    assert_eq!(codes(&[], &around), ["fence.run_outside"]);
    #[cfg(unix)]
    {
        let linked = tempfile::tempdir().expect("a folder");
        std::os::unix::fs::symlink(&project, linked.path().join("site")).expect("linked");
        std::os::unix::fs::symlink(linked.path(), linked.path().join("round")).expect("linked");
        let linked = [linked.path().to_path_buf()];
        assert!(codes(&[], &linked).is_empty(), "a link leads out of the folder");
    }
}

// Proves S-13, S-68.
#[test]
fn a_sandbox_inside_is_a_row_of_the_review_and_off_unless_it_is_allowed() {
    let program = Path::new("/usr/bin/true");
    let of = |nested| FenceGrants {
        nested,
        ..FenceGrants::default()
    };
    let shown = |grants: &FenceGrants| {
        let fence = resolved(grants, program).expect("resolved");
        assert_eq!(fence.nested, grants.nested);
        values(Some(grants), Some(&fence)).len()
    };
    assert_eq!(shown(&of(true)), shown(&of(false)) + 1);
    // As it was stored before there was such a grant.
    let old = r#"{"read":[],"write":[],"hosts":[],"any_host":false}"#;
    let old: FenceGrants = serde_json::from_str(old).expect("an older one");
    assert!(!old.nested);
}

#[cfg(unix)]
#[test]
#[allow(clippy::disallowed_methods, reason = "a test makes a pipe")]
fn a_pipe_in_the_place_of_package_json_is_not_waited_for() {
    let room = tempfile::tempdir().expect("a folder");
    let pipe = room.path().join(NPM_MANIFEST);
    let made = std::process::Command::new("mkfifo").arg(&pipe).status();
    assert!(made.expect("it runs").success());
    assert!(
        !is_npm_workspace(room.path()),
        "and the look at it does not block"
    );
}
