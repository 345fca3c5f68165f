//! The review of a container: what is shown is the command line that runs.

use super::*;
use crate::{Purpose, Review, review};
use portcullis_approval::consent::StartTarget;
use portcullis_domain::NamedValue;
use portcullis_programs::SearchPath;
use std::os::unix::fs::PermissionsExt as _;

/// A folder with a program that is called like an engine; nothing starts it.
fn engine() -> (tempfile::TempDir, SearchPath) {
    let folder = tempfile::tempdir().expect("a folder");
    let program = folder.path().join("docker");
    std::fs::write(&program, "#!/bin/sh\n").expect("a program");
    std::fs::set_permissions(&program, std::fs::Permissions::from_mode(0o755)).expect("it may run");
    let search = SearchPath::from_value(&folder.path().to_string_lossy());
    (folder, search)
}

fn draft(arguments: &[&str], fence: Option<FenceGrants>) -> ServerDraft {
    ServerDraft {
        environment: vec![NamedValue {
            name: "API_KEY".to_owned(),
            value: None,
            secret: true,
        }],
        fence,
        ..ServerDraft::unfenced(
            "Notes",
            Endpoint::Command {
                program: "docker".to_owned(),
                arguments: arguments.iter().map(|&argument| argument.to_owned()).collect(),
                folder: None,
            },
        )
    }
}

fn look(draft: &ServerDraft) -> Result<Review> {
    let (_folder, search) = engine();
    review(draft, Purpose::Add, &search, None, None, None)
}

fn arguments(review: &Review) -> Vec<String> {
    match review.start.built() {
        StartTarget::Command(launch) => {
            assert_eq!(launch.fence, None, "the engine's client is not fenced in");
            launch.arguments.clone()
        }
        StartTarget::Address(_) => panic!("a program"),
    }
}

const LINE: [&str; 6] = ["run", "-i", "--rm", "-e", "API_KEY", "mcp/notes:1.2.3"];

// Proves S-08, S-14, S-68.
#[test]
fn a_fenced_container_runs_as_the_sheet_shows_it() {
    let granted = tempfile::tempdir().expect("a folder");
    let path = granted.path().to_string_lossy().into_owned();
    let grants = FenceGrants {
        write: vec![path.clone()],
        hosts: vec![FenceHost::new("api.example.com", 443)],
        ..FenceGrants::default()
    };
    let review = look(&draft(&LINE, Some(grants))).expect("a review");
    let arguments = arguments(&review);
    assert!(arguments.contains(&"--cap-drop=ALL".to_owned()));
    assert!(arguments.contains(&"--env=API_KEY".to_owned()), "by its name");
    assert!(arguments.contains(&format!("--mount=type=bind,source={path},target={path}")));
    let row = review
        .rows
        .iter()
        .find(|row| row.kind == Some(FIELD))
        .expect("a row");
    for argument in &arguments {
        assert!(
            row.values
                .iter()
                .any(|value| value.literal && value.text.text == *argument),
            "{argument}"
        );
    }
    let codes: Vec<_> = review
        .warnings
        .iter()
        .map(|warning| warning.code.as_str())
        .collect();
    // Elsewhere its engine is in a machine of its own, and nothing holds it to the host.
    let held = cfg!(target_os = "linux");
    assert_eq!(codes.contains(&"container.any_host"), !held, "{codes:?}");
    let StartTarget::Command(launch) = review.start.built() else {
        panic!("a program");
    };
    let hosts = held.then(|| vec![FenceHost::new("api.example.com", 443)]);
    assert_eq!(launch.container_hosts, hosts);
    assert_eq!(
        review.start.canonical().get("hosts").is_some(),
        held,
        "part of what is approved"
    );
    let sees = review.container.expect("what it sees");
    assert_eq!(sees.write, [granted.path()]);
    assert!(sees.own.is_empty(), "nothing of the engine's client");
}

// Proves S-13, S-14.
#[test]
fn another_grant_is_another_approval_and_without_a_fence_the_line_is_as_typed() {
    let fenced = look(&draft(&LINE, Some(FenceGrants::default()))).expect("a review");
    let wider = FenceGrants {
        any_host: true,
        ..FenceGrants::default()
    };
    let wider = look(&draft(&LINE, Some(wider))).expect("a review");
    let typed = look(&draft(&LINE, None)).expect("a review");
    assert_eq!(arguments(&typed), LINE);
    assert!(typed.container.is_none());
    assert!(
        !typed.warnings.iter().any(|warning| warning.code == "fence.none"),
        "what its engine holds is said of it"
    );
    let shown: Vec<_> = typed.rows.iter().filter(|row| row.kind == Some(FIELD)).collect();
    let shown = format!("{shown:?}");
    assert!(
        shown.contains("labels the container") && !shown.contains("--"),
        "what is done beside the line as it was typed: {shown}"
    );
    let different = |one: &Review, other: &Review| arguments(one) != arguments(other);
    assert!(different(&fenced, &wider) && different(&fenced, &typed));
    let own_sandbox = FenceGrants {
        nested: true,
        ..FenceGrants::default()
    };
    assert!(
        look(&draft(&LINE, Some(own_sandbox))).is_err(),
        "an engine gives none"
    );
}

// Proves S-14, SEC-10.
#[test]
fn what_takes_the_walls_down_is_shown_and_in_a_fence_refused() {
    for option in ["--privileged", "--network=host", "-v/var/run/docker.sock:/s"] {
        let line = ["run", "-i", option, "mcp/notes:1.2.3"];
        let shown = look(&draft(&line, None)).expect("a review");
        assert!(
            shown
                .warnings
                .iter()
                .any(|warning| warning.code == "container.shared"),
            "{option}"
        );
        assert!(
            look(&draft(&line, Some(FenceGrants::default()))).is_err(),
            "{option}"
        );
    }
}

// Proves S-13.
#[test]
fn a_path_in_an_image_is_no_file_of_this_computer() {
    let said = |line: &[&str], fence| {
        let review = look(&draft(line, fence)).expect("a review");
        let files = review.start.canonical().get("files").map(ToString::to_string);
        format!("{files:?} {:?}", review.warnings)
    };
    let line = [
        "run",
        "-i",
        "--entrypoint",
        "/usr/bin/env",
        "mcp/notes:1.2.3",
        "/etc/hosts",
    ];
    for fence in [Some(FenceGrants::default()), None] {
        let said = said(&line, fence);
        assert!(
            !said.contains("/usr/bin/env") && !said.contains("/etc/hosts"),
            "{said}"
        );
    }
    // One that is not understood whole may name a file that the engine itself reads.
    let said = said(&["run", "--env-file", "/etc/hosts", "mcp/notes:1.2.3"], None);
    assert!(said.contains("/etc/hosts"), "{said}");
}

// Proves S-68.
#[test]
fn an_engine_of_another_machine_has_no_gateway_and_no_fence_by_default() {
    let here = ("DOCKER_HOST", "unix:///run/user/1000/docker.sock");
    let far = ("CONTAINER_CONNECTION", "far");
    for (variables, is_here) in [
        (vec![here], cfg!(target_os = "linux")),
        (vec![("DOCKER_HOST", "tcp://10.0.0.5:2375")], false),
        (vec![("DOCKER_HOST", "ssh://ada@example.com")], false),
        (vec![far], false),
        (vec![here, far], false),
    ] {
        let mut draft = draft(&LINE, None);
        draft
            .environment
            .extend(variables.iter().map(|(name, address)| NamedValue {
                name: (*name).to_owned(),
                value: Some((*address).to_owned()),
                secret: false,
            }));
        assert_eq!(is_fenced_by_default(&draft), is_here, "{variables:?}");
        draft.fence = Some(FenceGrants::default());
        let review = look(&draft).expect("a review");
        let StartTarget::Command(launch) = review.start.built() else {
            panic!("a program");
        };
        assert_eq!(launch.container_hosts.is_some(), is_here, "{variables:?}");
        assert!(launch.arguments.contains(&"--network=none".to_owned()));
    }
}

// Proves S-68.
#[test]
fn an_unknown_context_of_docker_may_be_anywhere_and_podman_has_none() {
    let is_fenced = |engine: &str| {
        let mut draft = draft(&LINE, None);
        if let Endpoint::Command { program, .. } = &mut draft.endpoint {
            engine.clone_into(program);
        }
        draft.environment.push(NamedValue {
            name: "DOCKER_CONTEXT".to_owned(),
            value: None,
            secret: true,
        });
        is_fenced_by_default(&draft)
    };
    assert!(!is_fenced("docker"));
    assert_eq!(is_fenced("podman"), cfg!(target_os = "linux"));
}

// Proves S-68.
#[cfg(target_os = "linux")]
#[test]
fn a_container_has_the_rights_of_the_person_whoever_runs_its_engine() {
    let person = |uid, gid| ContainerUser::Person { uid, gid };
    for (engine, uid, has_rootless_docker, expected) in [
        (Engine::Docker, 1000, false, person(1000, 100)),
        (Engine::Docker, 1000, true, ContainerUser::Rootless),
        (Engine::Podman, 1000, false, ContainerUser::Rootless),
        (Engine::Podman, 0, true, person(0, 100)),
    ] {
        let user = user_of(engine, (uid, 100), has_rootless_docker);
        assert_eq!(user, expected, "{engine:?} {uid}");
    }
    let session = Some(std::ffi::OsStr::new("/run/user/1000"));
    let own = |path: &Path| path == Path::new("/run/user/1000/docker.sock");
    let both = |path: &Path| own(path) || path == Path::new("/var/run/docker.sock");
    assert!(has_rootless_docker(session, own));
    assert!(!has_rootless_docker(session, both));
    assert!(!has_rootless_docker(session, |_| false));
    assert!(!has_rootless_docker(None, own));
}
