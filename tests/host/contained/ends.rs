//! How containers end: an engine starts them, so they are no descendants of the host.

use std::{fs, path::Path, process::Command, time::Duration};

use portcullis_api::{FenceGrants, Phase};
use portcullis_tests::{
    hostile::Hostile,
    test_user::{TestUser, assert_done, command, nothing},
    wait,
};
use serde_json::{Value, json};

use super::engines::{Image, Service, podman, running, servers, skipped};
use super::{contained, engine};

/// How long an engine may take to end what is left (`limits::CONTAINERS` of `crates/process`).
const CONTAINERS: Duration = Duration::from_secs(5);

/// What the engine was told, one command in a line.
fn lines(file: &Path) -> Vec<String> {
    let said = fs::read_to_string(file).unwrap_or_default();
    said.lines().map(str::to_owned).collect()
}

/// A server that stays when its input ends, and when it is asked to.
fn stubborn() -> Value {
    json!({"era": "both", "tools": ["look"], "start": ["ignore_eof", "ignore_term"]})
}

/// A label of a container, as its engine has it.
fn label<'a>(container: &'a Value, name: &str) -> &'a str {
    container["Config"]["Labels"][name].as_str().unwrap_or_default()
}

// Proves F-07.
#[tokio::test]
async fn a_container_that_ignores_its_end_ends_when_the_client_of_its_engine_is_gone() {
    let person = TestUser::new().await;
    let image = or_skip!(Image::made(&person).await);
    let service = Service::new(&person).await;
    let has_docker = Command::new("docker").arg("--version").output().is_ok();
    for client in ["podman", "docker"] {
        if client == "docker" && !has_docker {
            skipped("the client of Docker is not installed");
            continue;
        }
        for fence in [Some(FenceGrants::default()), None] {
            let draft = service.runs(image.scripted("Contained", fence, stubborn()), client);
            let id = person.adds_ready(draft).await;
            let only = || match servers().as_slice() {
                [own] => Some(own["Id"].as_str().unwrap().to_owned()),
                _ => None,
            };
            let first = wait::until("its container", only).await;
            assert_eq!(label(&servers()[0], "portcullis.server"), id);

            // The client is killed; another one is started by itself.
            let pid = person.host.server(&id).unwrap().pid.unwrap();
            Command::new("kill")
                .args(["-9", &pid.to_string()])
                .status()
                .unwrap();
            wait::until("another container in its place", || {
                only().filter(|id| *id != first)
            })
            .await;
            person.sees(&id, Phase::Ready).await;

            // The client ends, because its server is stopped.
            person.host.remove_server(&id).await.unwrap();
            wait::holds("its end", || running().is_empty()).await;
        }
    }
}

// Proves F-07.
#[tokio::test]
async fn what_a_killed_host_left_in_an_engine_ends_before_the_next_start_of_its_server() {
    let person = TestUser::new().await;
    let image = or_skip!(Image::made(&person).await);
    let draft = image.scripted("Contained", Some(FenceGrants::default()), stubborn());
    let id = person.adds_ready(draft).await;
    person.turns_off(&id).await;
    wait::holds("its end", || running().is_empty()).await;
    let script = Hostile::new(stubborn()).arguments();
    let left = |server: &str| {
        let labels = format!("--label=portcullis.server={server}");
        let mut words = vec!["run", "--detach", "--rm", "--network=none", &labels];
        words.extend(["--entrypoint=/server", &image.name]);
        words.extend(script.iter().map(String::as_str));
        podman(&words).unwrap()
    };
    let (own, other) = (left(&id), left("ffffffffffffffffffffffffffffffff"));
    let runs = |id: &str| running().iter().any(|container| container["Id"] == json!(id));
    assert!(runs(&own) && runs(&other));
    person.host.set_enabled(&id, true).await.unwrap();
    person.sees(&id, Phase::Ready).await;
    assert!(!runs(&own), "it went on beside the new one");
    assert!(runs(&other), "it is of another server");
    podman(&["rm", "--force", &other]).unwrap();
    person.host.remove_server(&id).await.unwrap();
    wait::holds("its end", || running().is_empty()).await;
}

// Proves F-07, F-39.
#[tokio::test]
async fn an_engine_that_does_not_answer_holds_up_the_end_of_its_server_for_seconds_alone() {
    let person = TestUser::new().await;
    let program = engine(&person, &person.path("told.txt"));
    let (ended, listed) = (person.path("ended.txt"), person.path("listed.txt"));
    let id = person
        .adds_ready(contained("Contained", &program, Some(FenceGrants::default())))
        .await;
    let other = person.has("Other", json!({"tools": ["x"]})).await;
    let container = "0123456789abcdef".repeat(4);
    let told = fs::read_to_string(person.path("told.txt")).unwrap();
    let start = told
        .lines()
        .find_map(|word| word.strip_prefix("--label=portcullis.start="));
    let start = start.unwrap().to_owned();

    fs::write(person.path("ids.txt"), format!("{container}\n-x\n")).unwrap();
    fs::write(person.path("hangs"), "").unwrap();
    let began = std::time::Instant::now();
    let stops = person.turns_off(&id);
    let answers = async {
        wait::holds("the attempt to end it", || ended.exists()).await;
        let answered = person.calls(&other, "x", nothing()).await;
        assert_done(&answered);
        began.elapsed()
    };
    let ((), answered) = tokio::join!(stops, answers);
    assert!(answered < CONTAINERS, "another server waited for {answered:?}");
    assert!(began.elapsed() < CONTAINERS + wait::ENDS, "{:?}", began.elapsed());
    assert_eq!(lines(&ended), [format!("kill {container}")]);
    let by_start = format!("ps --quiet --no-trunc --all --filter=label=portcullis.start={start}");
    assert_eq!(lines(&listed).last(), Some(&by_start));

    // It is tried again before the next start, by its server.
    fs::remove_file(person.path("hangs")).unwrap();
    person.host.set_enabled(&id, true).await.unwrap();
    person.sees(&id, Phase::Ready).await;
    let by_server = format!("ps --quiet --no-trunc --all --filter=label=portcullis.server={id}");
    assert_eq!(lines(&listed).last(), Some(&by_server));
    let kill = format!("kill {container}");
    assert_eq!(
        lines(&ended),
        [kill.clone(), kill, format!("rm --force --volumes {container}")]
    );
}

// Proves F-07.
#[tokio::test]
async fn a_container_that_a_person_keeps_is_stopped_and_not_removed() {
    let person = TestUser::new().await;
    let program = engine(&person, &person.path("told.txt"));
    let arguments = ["run", "-i", "--name", "kept", "notes:1.2.3"].map(str::to_owned);
    let id = person
        .adds_ready(command("Open", &program, arguments.to_vec()))
        .await;
    let container = "0123456789ab";
    fs::write(person.path("ids.txt"), container).unwrap();
    person.turns_off(&id).await;
    wait::holds("its end", || person.path("ended.txt").exists()).await;
    person.host.remove_server(&id).await.unwrap();
    assert_eq!(lines(&person.path("ended.txt")), [format!("kill {container}")]);
    let listed = lines(&person.path("listed.txt"));
    assert!(listed.iter().all(|line| !line.contains("--all")), "{listed:?}");
}
