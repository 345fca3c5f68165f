use super::*;

fn run(line: &str) -> Result<ContainerRun> {
    let words: Vec<String> = line.split(' ').map(str::to_owned).collect();
    let (program, arguments) = words.split_first().expect("a line has a word");
    ContainerRun::of(program, arguments).expect("it runs a container")
}

// Proves S-14.
#[test]
fn usual_command_lines_are_understood_whole() {
    let found = run("docker run -it --rm --name x -e TOKEN -eMODE=a -v /home/ada/notes:/notes:ro --mount type=bind,src=/a,dst=/b \
        -v data:/data -w /notes -u1000:1000 -m 512m --network=none ghcr.io/a/notes:1 --root /notes")
    .expect("it is understood");
    assert_eq!(found.image.to_string(), "ghcr.io/a/notes:1");
    assert_eq!(found.command, ["--root", "/notes"]);
    assert_eq!(
        found.variables,
        [
            ("TOKEN".to_owned(), None),
            ("MODE".to_owned(), Some("a".to_owned()))
        ]
    );
    let paths: Vec<_> = found.paths().collect();
    assert_eq!(paths, [("/home/ada/notes", false), ("/a", true)]);
    assert_eq!(found.mounts[2].source, MountSource::Volume("data".to_owned()));
    assert_eq!(
        (found.folder.as_deref(), found.user.as_deref()),
        (Some("/notes"), Some("1000:1000"))
    );
    assert!(found.offline);
    for line in [
        "podman run -i notes",
        "/usr/bin/podman container run --rm notes -v",
        "docker.exe run -- notes",
    ] {
        assert!(run(line).is_ok(), "{line}");
    }
}

// Proves S-14.
#[test]
fn what_is_not_understood_whole_is_refused() {
    for line in [
        "docker run",
        "docker run -i",
        "docker run -e",
        "docker run --env-file .env notes",
        "docker run -p 80:80 notes",
        "docker run --network mine notes",
        "docker run -v ./a:/a notes",
        "docker run -v ~/a:/a notes",
        "docker run -v /a:/a:U notes",
        "docker run --mount type=bind,source=/a,target=/a,bind-propagation=shared notes",
        "docker run --add-host a:b notes",
        "docker run -d notes",
        "docker run --frobnicate=1 notes",
        "docker run -x notes",
        "docker run -it --rm $IMAGE",
        "docker run --mount type=image,source=a,target=/a notes",
        "docker run --mount source=/a notes",
    ] {
        assert!(run(line).is_err(), "{line}");
    }
}

#[test]
fn arguments_behind_the_image_are_not_for_the_engine() {
    for (line, own) in [
        ("docker run -i -e A=b x -e C=d", 4),
        ("docker run -- x -e C=d", 2),
        (
            "/usr/bin/podman --log-level error container run --no-hosts x -e C=d",
            5,
        ),
        ("docker compose run -e A=b x -e C=d", 4),
        ("docker compose run -T --no-deps -e A=b x -e C=d", 6),
        ("docker exec -i -e A=b x -e C=d", 4),
        ("docker run -i -e", 3),
        ("docker ps -e C=d", 0),
        ("npx run -e C=d", 0),
    ] {
        let words: Vec<String> = line.split(' ').map(str::to_owned).collect();
        assert_eq!(before_image(&words[0], &words[1..]), own, "{line}");
    }
}

// Proves S-14, SEC-10.
#[test]
fn what_takes_the_walls_down_is_named_and_refused() {
    use ContainerRisk::{EngineSocket, HostNetwork, Privileged};
    let machine = |path: &str| ContainerRisk::Machine(path.to_owned());
    let shared = |option: &str| ContainerRisk::Shared(option.to_owned());
    for (line, expected) in [
        ("docker run --privileged x", Privileged),
        ("docker run -i --privileged=true x", Privileged),
        ("docker run --net host x", HostNetwork),
        ("docker run --network=host x", HostNetwork),
        ("docker run --network name=host x", HostNetwork),
        ("docker run --net=alias=a,Name=HOST x", HostNetwork),
        (
            "docker run --network=name=host,\"driver-opt=a=b,name=c\" x",
            HostNetwork,
        ),
        (
            "docker run --network=name=container:a x",
            shared("--network=name=container:a"),
        ),
        (
            "docker run -v /var/run/docker.sock:/s x",
            EngineSocket("/var/run/docker.sock".to_owned()),
        ),
        (
            "docker run --mount type=bind,src=/x/podman.sock,dst=/s x",
            EngineSocket("/x/podman.sock".to_owned()),
        ),
        ("docker run -v /:/host x", machine("/")),
        ("docker run -v/proc/:/p x", machine("/proc")),
        ("docker run -v //:/host x", machine("/")),
        ("docker run -v /./:/host x", machine("/")),
        ("docker run -v /srv/..//dev/.:/d x", machine("/dev")),
        (
            "docker run --mount type=bind,\"source=/proc\",target=/p x",
            machine("/proc"),
        ),
        (
            "docker run --mount type=bind,Source=/proc,target=/p x",
            machine("/proc"),
        ),
        (
            "docker run --mount type=volume,target=/p,volume-opt=type=none,volume-opt=o=bind,volume-opt=device=/ x",
            machine("/"),
        ),
        (
            "docker run --mount type=bind,source=/srv,source=/proc,target=/p x",
            machine("/proc"),
        ),
        ("docker run --sig-proxy --privileged x", Privileged),
        (
            "podman run --no-hosts --tls-verify --rmi --privileged x",
            Privileged,
        ),
        ("podman run --unsetenv-all --privileged x", Privileged),
        ("docker run --pid=host x", shared("--pid=host")),
        ("docker run --cap-add SYS_ADMIN x", shared("--cap-add=SYS_ADMIN")),
        (
            "docker run --security-opt seccomp=unconfined x",
            shared("--security-opt=seccomp=unconfined"),
        ),
    ] {
        let words: Vec<String> = line.split(' ').map(str::to_owned).collect();
        assert_eq!(risks(&words[0], &words[1..], None), [expected], "{line}");
        assert!(run(line).is_err(), "{line}");
    }
    let words = ["run", "-i", "x", "--privileged"].map(str::to_owned);
    assert_eq!(
        risks("docker", &words, None),
        [],
        "a word for the program in the container"
    );
    assert_eq!(risks("npx", &words, None), []);
    for source in ["-v../..:/host", "--mount=type=bind,source=./../..,target=/host"] {
        let words = ["run", source, "x"].map(str::to_owned);
        let above = |folder| risks("docker", &words, folder);
        assert_eq!(above(Some("/srv/a")), [machine("/")]);
        assert_eq!(above(Some("/srv/a/b/c")), [], "files alone");
        assert_eq!(above(None), [], "its folder is unknown");
    }
    let words = ["run", "-v", "data:/run/data", "x"].map(str::to_owned);
    assert_eq!(risks("docker", &words, None), [], "a place in the container");
    // A link on a drive that was plugged in may lead to anything of the system.
    for (source, is) in [
        ("/run/media/ada/disk", "/run/media/ada/disk"),
        ("/run/media/../user", "/run/user"),
    ] {
        let words = ["run", "-v", &format!("{source}:/data"), "x"].map(str::to_owned);
        assert_eq!(risks("docker", &words, None), [machine(is)], "{source}");
    }
    for line in [
        "docker compose run -v /:/host x",
        "docker compose run --rm --volume=/:/host x",
        "podman compose -f a.yaml run --volume /:/host x",
        "/usr/bin/docker-compose run -v=/:/host x",
        "podman-compose.exe run -T --volume=/:/host x",
    ] {
        let words: Vec<String> = line.split(' ').map(str::to_owned).collect();
        assert_eq!(risks(&words[0], &words[1..], None), [machine("/")], "{line}");
    }
    for line in [
        "--log-level error run --privileged x",
        "-H unix:///s container run --privileged x",
        "create --privileged x",
        "compose run --privileged x",
        "compose run -T --no-deps --privileged x",
        "compose run --build --service-ports --quiet-pull --privileged x",
        "--config run run --privileged x",
        "--debug run --privileged x",
    ] {
        let words: Vec<String> = line.split(' ').map(str::to_owned).collect();
        assert_eq!(risks("docker", &words, None), [Privileged], "{line}");
    }
}
