//! Real servers in the fence that a new program gets: the same lists and the same results as without one.
//!
//! They are installed by `cargo xtask test packages` and left out of an ordinary run.
#![cfg(target_os = "linux")]

use std::{fs, path::Path, time::Duration};

use portcullis_api::{CallState, Phase, ServerDraft};
use portcullis_tests::{
    packages::{self, Program},
    test_user::{TestUser, assert_done, command, text},
};
use serde_json::{Value, json};

/// Runtimes load for a while, and longer on a busy computer.
const PATIENCE: Duration = Duration::from_secs(60);

struct Known {
    name: &'static str,
    program: Program,
    /// A call whose result does not depend on the moment.
    call: Option<(&'static str, Value)>,
}

fn known() -> Vec<Known> {
    let greets = || Some(("greet", json!({"name": "Ada"})));
    let known = |name, program, call| Known { name, program, call };
    vec![
        known(
            "Everything",
            packages::everything(),
            Some(("echo", json!({"message": "hello"}))),
        ),
        known(
            "Everything of 2024",
            packages::everything_of_2024(),
            Some(("add", json!({"a": 2, "b": 3}))),
        ),
        known("Greetings", packages::greet_modern(), greets()),
        known("Greetings of before", packages::greet_legacy(), greets()),
        known("Rounds", packages::rounds(), None),
    ]
}

/// What a server offers, and what its call brings.
async fn seen(
    draft: ServerDraft,
    call: Option<&(&'static str, Value)>,
) -> (Vec<String>, Value, Option<String>) {
    let person = TestUser::new().await;
    let fenced = draft.fence.is_some();
    let id = person.adds(draft).await;
    person.sees_within(&id, Phase::Ready, PATIENCE).await;
    if fenced {
        let pid = person.host.server(&id).unwrap().pid.unwrap();
        let own = std::fs::read_link(format!("/proc/{pid}/ns/user")).unwrap();
        let ours = std::fs::read_link("/proc/self/ns/user").unwrap();
        assert!(own != ours || children_are_apart(pid), "it runs in a fence");
    }
    let tools = person.host.tools(&id, "").unwrap().tools;
    let mut names: Vec<String> = tools.into_iter().map(|tool| tool.name).collect();
    names.sort();
    let prompts = person.host.prompts(&id, "").await.unwrap().total;
    let resources = person.host.resources(&id, "").await.unwrap().total;
    let brought = match call {
        None => None,
        Some((tool, arguments)) => {
            let done = person.calls(&id, tool, arguments.clone()).await;
            assert_done(&done);
            assert!(done.kept_out.is_empty(), "{:?}", done.kept_out);
            Some(text(&done))
        }
    };
    (
        names,
        json!({"prompts": prompts, "resources": resources}),
        brought,
    )
}

/// The helper of a fence stays outside of it; what it started is inside.
fn children_are_apart(pid: u32) -> bool {
    let ours = std::fs::read_link("/proc/self/ns/pid").unwrap();
    let inside = std::fs::read_link(format!("/proc/{pid}/ns/pid_for_children")).unwrap();
    inside != ours
}

// Proves S-68.
#[tokio::test]
#[ignore = "needs `cargo xtask test packages`"]
async fn real_servers_are_the_same_in_the_fence_of_a_new_program() {
    let person = TestUser::new().await;
    for Known { name, program, call } in known() {
        let path = program.path.to_str().unwrap();
        let bare = command(name, path, program.arguments.clone());
        let suggested = person.host.suggest_fence(bare.clone(), false).await;
        let fence = suggested
            .grants
            .unwrap_or_else(|| panic!("{name}: {:?}", suggested.why));
        assert!(
            fence.hosts.is_empty() && fence.write.is_empty(),
            "{name}: {fence:?}"
        );
        let fenced = ServerDraft {
            fence: Some(fence),
            ..bare.clone()
        };
        let (without, within) = (seen(bare, call.as_ref()).await, seen(fenced, call.as_ref()).await);
        assert_eq!(without, within, "{name}");
        assert!(!without.0.is_empty(), "{name} offers tools");
    }
}

// Proves S-68.
#[tokio::test]
#[ignore = "needs `cargo xtask test packages`"]
async fn a_real_uv_builds_its_project_in_the_fence_of_a_new_program() {
    let outside = tempfile::tempdir_in("/var/tmp").unwrap();
    let room = outside.path().canonicalize().unwrap();
    let (project, other) = (room.join("project"), room.join("other.txt"));
    fs::create_dir(&project).unwrap();
    fs::write(&other, "mine").unwrap();
    // Without dependencies, so that nothing is downloaded.
    let about = "[project]\nname = \"attempts\"\nversion = \"1.0.0\"\nrequires-python = \">=3.9\"\n";
    fs::write(project.join("pyproject.toml"), about).unwrap();
    let script = packages::home().join("packages/attempts.py");
    fs::copy(script, project.join("attempts.py")).unwrap();

    let person = TestUser::new().await;
    let (uv, folder) = (packages::uv().join("uv"), project.to_str().unwrap());
    let arguments = ["run", "--directory", folder, "attempts.py"];
    let arguments = arguments.map(str::to_owned).to_vec();
    let mut draft = command("Project", uv.to_str().unwrap(), arguments);
    let suggested = person.host.suggest_fence(draft.clone(), false).await;
    let fence = suggested.grants.expect("a fence");
    assert_eq!(fence.write, [folder]);
    let hosts: Vec<_> = fence.hosts.iter().map(|host| host.name.as_str()).collect();
    assert_eq!(hosts, ["pypi.org", "files.pythonhosted.org"]);
    draft.fence = Some(fence);
    let id = person.adds(draft).await;
    person.sees_within(&id, Phase::Ready, PATIENCE).await;
    for made in [".venv/pyvenv.cfg", "uv.lock"] {
        assert!(project.join(made).is_file(), "{made}");
    }
    let manages = async |what: &str, path: &Path| {
        let arguments = json!({"what": what, "target": path.to_str().unwrap()});
        let done = person.calls(&id, "attempt", arguments).await;
        done.state == CallState::Done
    };
    assert!(manages("write", &project.join("notes.txt")).await);
    assert!(!manages("read", &other).await);
}
