//! Whatever a definition holds, the command line has our flags and no other.

use super::*;
use proptest::prelude::*;

const DIGEST: &str = "sha256:9a4d1c4ad8a4c601a7b47005ed644aba28c16e54da3f8f95a095f604ec93acc1";

fn read(line: &[&str]) -> Result<ContainerRun> {
    let words: Vec<String> = line.iter().map(|word| (*word).to_owned()).collect();
    ContainerRun::of(&words[0], &words[1..]).expect("it runs a container")
}

fn nothing() -> Confinement<'static> {
    Confinement {
        user: ContainerUser::Rootless,
        read: &[],
        write: &[],
        network: ContainerNetwork::Nothing,
        variables: &[],
    }
}

fn said(found: &ConfinedRun, words: &str) -> bool {
    found.notes.iter().any(|note| note.contains(words))
}

/// Where the engine stops reading flags, as its parser does: at the first word that is none.
fn flags(arguments: &[String]) -> &[String] {
    let end = arguments
        .iter()
        .skip(1)
        .position(|word| !word.starts_with("--"))
        .expect("an image");
    &arguments[1..=end]
}

/// Beginnings of all flags that may be there.
const ALLOWED: [&str; 22] = [
    "--rm",
    "--interactive",
    "--init",
    "--pull=never",
    "--pull=missing",
    "--network=none",
    "--network=bridge",
    "--network=private",
    "--read-only",
    "--tmpfs=/tmp:",
    "--cap-drop=ALL",
    "--security-opt=no-new-privileges",
    "--pids-limit=",
    "--memory=",
    "--stop-timeout=",
    "--log-driver=none",
    "--no-healthcheck",
    "--http-proxy=false",
    "--user=",
    "--workdir=/",
    "--env=",
    "--mount=type=",
];

// Proves S-14, S-67, S-68.
#[test]
fn a_container_gets_nothing_by_default() {
    let image = format!("ghcr.io/a/notes@{DIGEST}");
    let run = read(&[
        "podman",
        "run",
        "-it",
        "-v",
        "/srv/a:/data:ro",
        "--network",
        "bridge",
        "-e",
        "MODE=a",
        &image,
        "--privileged",
        "-v",
    ])
    .expect("understood");
    let found = confined(&run, &nothing()).expect("it fits");
    assert_eq!(
        found.arguments,
        [
            "run",
            "--rm",
            "--interactive",
            "--init",
            "--pull=never",
            "--network=none",
            "--read-only",
            "--tmpfs=/tmp:rw,nosuid,nodev,mode=1777,size=256m",
            "--cap-drop=ALL",
            "--security-opt=no-new-privileges",
            "--pids-limit=512",
            "--memory=2g",
            "--stop-timeout=5",
            "--log-driver=none",
            "--no-healthcheck",
            "--http-proxy=false",
            "--env=HOME=/tmp",
            "--env=MODE=a",
            "--mount=type=bind,source=/srv/a,target=/data,readonly",
            &image,
            "--privileged",
            "-v",
        ]
    );
}

// Proves S-68.
#[test]
fn what_is_granted_is_given_and_a_host_that_nothing_holds_is_said_to_be_any() {
    let (read_paths, write) = ([PathBuf::from("/srv/read")], [PathBuf::from("/srv/write")]);
    let granted = Confinement {
        user: ContainerUser::Person { uid: 1000, gid: 100 },
        read: &read_paths,
        write: &write,
        network: ContainerNetwork::UnheldHosts,
        ..nothing()
    };
    let run = read(&["docker", "run", "notes:1"]).expect("understood");
    let found = confined(&run, &granted).expect("it fits");
    for flag in [
        "--network=bridge",
        "--user=1000:100",
        "--pull=missing",
        "--mount=type=bind,source=/srv/read,target=/srv/read,readonly",
        "--mount=type=bind,source=/srv/write,target=/srv/write",
    ] {
        assert!(
            found.arguments.iter().any(|word| word == flag),
            "{flag}: {:?}",
            found.arguments
        );
    }
    assert!(
        found.notes.iter().any(|note| note.contains("any address")),
        "{:?}",
        found.notes
    );
    let other = |network| Confinement {
        network,
        ..granted.clone()
    };
    let found = confined(&run, &other(ContainerNetwork::Anything)).expect("it fits");
    assert!(!said(&found, "any address"), "it was granted");
    let held = confined(&run, &other(ContainerNetwork::Hosts)).expect("it fits");
    assert!(held.arguments.contains(&"--network=none".to_owned()), "{held:?}");
    assert!(
        said(&held, "second container") && !said(&held, "any address"),
        "{held:?}"
    );
    // Nothing of a container's attempts is seen, and a person who grants nothing is told so.
    assert!(!said(&found, "does not report"), "nothing is kept out");
    let found = confined(&run, &nothing()).expect("it fits");
    assert!(said(&found, "does not report"), "{:?}", found.notes);
}

// Proves S-67.
#[test]
fn values_of_variables_are_never_in_the_command_line() {
    let run = read(&["docker", "run", "-e", "TOKEN", "notes"]).expect("understood");
    assert!(confined(&run, &nothing()).is_err(), "nothing has this name");
    let with = Confinement {
        variables: &["TOKEN", "OTHER", "DOCKER_HOST"],
        ..nothing()
    };
    let found = confined(&run, &with).expect("it fits");
    let variables: Vec<_> = found
        .arguments
        .iter()
        .filter(|word| word.starts_with("--env"))
        .collect();
    assert_eq!(variables, ["--env=HOME=/tmp", "--env=TOKEN", "--env=OTHER"]);
    assert!(said(&found, "can inspect the container"), "{:?}", found.notes);
}

// Proves S-68, S-92.
#[test]
fn sockets_of_engines_and_the_machine_are_never_mounted() {
    for path in [
        "/",
        "/proc",
        "/proc/1",
        "/run",
        "/run/user/1000/podman/podman.sock",
        "/x/docker.sock",
        "/var",
        "/var/run",
        "/dev/kvm",
    ] {
        let paths = [PathBuf::from(path)];
        for granted in [
            Confinement {
                read: &paths,
                ..nothing()
            },
            Confinement {
                write: &paths,
                ..nothing()
            },
        ] {
            let run = read(&["docker", "run", "notes"]).expect("understood");
            assert!(confined(&run, &granted).is_err(), "{path}");
        }
    }
    for (source, target) in [
        ("/srv", "/"),
        ("/srv", "/proc"),
        ("/srv", "/dev/x"),
        ("/srv", "a"),
        ("/srv", "/a/../b"),
        ("/srv", "/tmp"),
    ] {
        let mount = format!("{source}:{target}");
        let run = read(&["docker", "run", "-v", &mount, "notes"]).expect("understood");
        assert!(confined(&run, &nothing()).is_err(), "{mount}");
    }
}

/// Texts that people who attack would write, and any others.
fn hostile() -> impl Strategy<Value = String> {
    prop_oneof![
        "[ -~]{0,24}",
        ".{0,12}",
        Just("--privileged".to_owned()),
        Just("a --privileged".to_owned()),
        Just("a,readonly=false".to_owned()),
        Just("/a,source=/".to_owned()),
        Just("/a\",source=/\"".to_owned()),
        Just("/a\n--network=host".to_owned()),
        Just("NAME*".to_owned()),
        Just("x=y".to_owned()),
        Just("--".to_owned()),
        Just("/srv/notes".to_owned()),
        Just("1000:1000".to_owned()),
    ]
}

fn source() -> impl Strategy<Value = MountSource> {
    prop_oneof![
        hostile().prop_map(MountSource::Path),
        hostile().prop_map(MountSource::Volume),
        Just(MountSource::Memory),
    ]
}

fn mount() -> impl Strategy<Value = Mount> {
    (source(), hostile(), any::<bool>()).prop_map(|(source, target, read_only)| Mount {
        source,
        target,
        read_only,
    })
}

prop_compose! {
    fn definition()(
        command in prop::collection::vec(hostile(), 0..4),
        variables in prop::collection::vec((hostile(), prop::option::of(hostile())), 0..3),
        mounts in prop::collection::vec(mount(), 0..3),
        words in prop::array::uniform5(prop::option::weighted(0.3, hostile())),
        podman in any::<bool>(),
    ) -> ContainerRun {
        let [folder, user, entrypoint, platform, memory] = words;
        ContainerRun {
            engine: if podman { Engine::Podman } else { Engine::Docker },
            image: crate::ImageName::read("notes:1").expect("an image"),
            command, variables, mounts, offline: false, folder, user, entrypoint, platform, memory,
        }
    }
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(2000))]

    // Proves S-14, S-67, S-68.
    #[test]
    fn nothing_in_a_hostile_definition_becomes_a_flag(
        run in definition(),
        read in prop::collection::vec(hostile(), 0..2),
        write in prop::collection::vec(hostile(), 0..2),
        names in prop::collection::vec(hostile(), 0..2),
        network in prop::sample::select(vec![
            ContainerNetwork::Nothing, ContainerNetwork::Hosts, ContainerNetwork::UnheldHosts, ContainerNetwork::Anything,
        ]),
    ) {
        let read: Vec<PathBuf> = read.into_iter().map(PathBuf::from).collect();
        let write: Vec<PathBuf> = write.into_iter().map(PathBuf::from).collect();
        let names: Vec<&str> = names.iter().map(String::as_str).collect();
        let confinement = Confinement {
            user: ContainerUser::Rootless, read: &read, write: &write, network, variables: &names,
        };
        let Ok(found) = confined(&run, &confinement) else { return Ok(()) };
        let flags = flags(&found.arguments);
        for flag in flags {
            let known = ALLOWED.iter().chain(&["--entrypoint=", "--platform="]).any(|start| flag.starts_with(start));
            prop_assert!(known, "{flag}");
        }
        // The image is where the flags end, and the command is behind it, word by word.
        prop_assert_eq!(&found.arguments[flags.len() + 1], "notes:1");
        prop_assert_eq!(&found.arguments[flags.len() + 2..], &run.command[..]);
        for fixed in ["--read-only", "--cap-drop=ALL", "--security-opt=no-new-privileges", "--log-driver=none"] {
            prop_assert_eq!(flags.iter().filter(|flag| *flag == fixed).count(), 1);
        }
        prop_assert_eq!(flags.iter().filter(|flag| flag.starts_with("--network=")).count(), 1);
        // A mount has as many parts as were written.
        for mount in flags.iter().filter(|flag| flag.starts_with("--mount=")) {
            let parts: Vec<&str> = mount.split(',').collect();
            prop_assert!(parts.len() <= 4 && !mount.contains(['"', '\n']), "{mount}");
            prop_assert_eq!(parts.iter().filter(|part| part.contains("source=")).count() <= 1, true);
        }
    }
}
