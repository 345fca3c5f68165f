//! A server that comes as an image runs with the flags of its fence and nothing else, by the digest of its image.
#![cfg(target_os = "linux")]

mod ends;
mod engines;
mod network;

use std::{fs, path::Path};

use engines::{Image, podman, running, servers, skipped};
use portcullis_api::{Answer, Asked, Endpoint, FenceGrants, Phase, ServerDraft};
use portcullis_tests::{
    hostile::Hostile,
    test_user::{TestUser, assert_done, command},
    wait,
};
use serde_json::json;

// Proves S-13, S-14, S-68.
#[tokio::test]
async fn a_server_runs_in_its_container_by_the_digest_that_was_approved() {
    let person = TestUser::new().await;
    let image = or_skip!(Image::made(&person).await);
    let draft = image.draft("Contained", Some(FenceGrants::default()));
    let asked = person.host.propose_fetch(draft, None).await.unwrap();
    let_assert!(&asked.asked => Asked::Setting { rows, .. });
    assert!(
        format!("{rows:?}").contains("image inspect"),
        "every command is shown: {rows:?}"
    );
    person.answers(&asked, Answer::AllowOnce {}).await;
    let about = |request: &portcullis_api::Request| matches!(request.asked, Asked::Launch { .. });
    let asked = person.is_asked("about the server", about).await;
    let shown = format!("{:?}", asked.asked);
    assert_has!(
        shown,
        "--network=none",
        "--read-only",
        "--cap-drop=ALL",
        "--pull=never",
        "sha256:"
    );
    let id = person.starts(&asked, "Contained").await;
    assert_done(&person.calls(&id, "look", json!({})).await);

    let detail = person.host.server(&id).unwrap();
    let container = detail.container.expect("it runs in a container");
    assert!(container.pinned && container.fenced, "{container:?}");
    let_assert!(&detail.draft.endpoint => Endpoint::Command { arguments, .. });
    assert!(
        arguments.iter().any(|argument| argument.contains("sha256:")),
        "{arguments:?}"
    );

    // As the engine has it, while it runs.
    let servers = servers();
    let_assert!(servers.as_slice() => [own]);
    let settings = &own["HostConfig"];
    let network = settings["NetworkMode"].as_str().unwrap_or_default();
    assert!(network.starts_with("container:"), "{network}");
    assert_eq!(settings["ReadonlyRootfs"], json!(true));
    assert_eq!(settings["Privileged"], json!(false));
    assert_eq!(own["EffectiveCaps"].as_array().map_or(0, Vec::len), 0);
    person.host.remove_server(&id).await.unwrap();
    wait::until("the container ends with its server", || {
        running().is_empty().then_some(())
    })
    .await;
}

// Proves S-68.
#[tokio::test]
async fn a_failed_call_in_a_container_names_the_path_that_it_cannot_see() {
    let person = TestUser::new().await;
    let image = or_skip!(Image::made(&person).await);
    let at = |name: &str| {
        let folder = person.path(name);
        fs::create_dir_all(&folder).unwrap();
        let file = folder.canonicalize().unwrap().join("notes.txt");
        fs::write(&file, "mine").unwrap();
        file.to_str().unwrap().to_owned()
    };
    let (granted, other) = (at("granted"), at("other"));
    let fence = FenceGrants {
        read: vec![granted.trim_end_matches("/notes.txt").to_owned()],
        ..FenceGrants::default()
    };
    let fails = json!([{"reply": {"content": [{"type": "text", "text": "no such file"}], "isError": true}}]);
    let script = json!({"era": "both", "tools": ["look"], "calls": {"look": fails}});
    let id = person
        .adds_ready(image.scripted("Contained", Some(fence), script))
        .await;
    let kept_out = async |path: &str| -> Vec<String> {
        let call = person.calls(&id, "look", json!({"path": path})).await;
        call.kept_out.into_iter().map(|what| what.text).collect()
    };
    assert!(
        kept_out(&granted).await.is_empty(),
        "it is there, and failed otherwise"
    );
    for seen in ["/etc/passwd", "/dev/null"] {
        assert!(kept_out(seen).await.is_empty(), "its image has one: {seen}");
    }
    assert_eq!(kept_out(&other).await, std::slice::from_ref(&other));
    let told = person.host.fence(&id).await.unwrap().denials;
    let_assert!(told.as_slice() => [denial]);
    assert_eq!(denial.path.as_deref(), Some(other.as_str()), "it is offered");
    let notes = person.host.server(&id).unwrap().container.unwrap().notes;
    assert!(
        notes.iter().any(|note| note.contains("second container")),
        "{notes:?}"
    );
}

// Proves ROO-07, S-68.
#[tokio::test]
async fn a_folder_of_a_server_is_in_its_container_at_the_same_path() {
    let person = TestUser::new().await;
    let image = or_skip!(Image::made(&person).await);
    let folder = person.path("notes");
    fs::create_dir_all(&folder).unwrap();
    let folder = folder.canonicalize().unwrap();
    let path = folder.to_str().unwrap();
    let id = person
        .adds_ready(image.draft("Contained", Some(FenceGrants::default())))
        .await;
    let mounted = || {
        let running = running();
        let mounts = running.iter().filter_map(|own| own["Mounts"].as_array());
        mounts
            .flatten()
            .find(|mount| mount["Destination"] == json!(path))
            .cloned()
    };
    assert_eq!(mounted(), None);
    person.adds_folder(&id, &folder).await;
    let mount = wait::until("a container with the folder", mounted).await;
    assert_eq!((&mount["Source"], &mount["RW"]), (&json!(path), &json!(true)));
    person.sees(&id, Phase::Ready).await;
    assert_done(&person.calls(&id, "look", json!({})).await);
}

/// A program that is called like an engine and runs the server that the image would hold. What it was told to run is in the file, what
/// it was told to end in `ended.txt`. It lists the ids that are in `ids.txt`, and takes for ever to end one where there is `hangs`. A
/// gateway runs in a network of its own, and not where there is `no_gateway`.
fn engine(person: &TestUser, told: &Path) -> String {
    let script = Hostile::new(json!({"era": "both", "tools": ["look"]}));
    let words: Vec<String> = script
        .arguments()
        .iter()
        .map(|word| format!("'{word}'"))
        .collect();
    let line = format!(
        "#!/bin/sh
cd '{folder}'
case $1 in
run)
  for word in \"$@\"; do
    case $word in --volume=*:/portcullis-*:ro) shown=${{word#--volume=}}; shown=${{shown%%:*}} ;; esac
  done
  if [ -n \"$shown\" ]; then
    if [ -e no_gateway ]; then echo 'Error: no such image' >&2; exit 125; fi
    until [ \"$1\" != \"${{1%/socket}}\" ]; do shift; done
    shift
    exec unshare --user --map-root-user --net \"$shown/gateway\" \"$shown/socket\" \"$@\"
  fi
  printf '%s\\n' \"$@\" > '{told}'; exec '{program}' {words} ;;
ps) echo \"$@\" >> listed.txt; if [ -e ids.txt ]; then cat ids.txt; fi ;;
*) echo \"$@\" >> ended.txt; if [ -e hangs ]; then exec sleep 600; fi ;;
esac
",
        folder = told.parent().unwrap().display(),
        told = told.display(),
        program = Hostile::program().display(),
        words = words.join(" ")
    );
    let engine = person.path("podman");
    portcullis_tests::programs::write(&engine, line);
    engine.to_str().unwrap().to_owned()
}

fn contained(label: &str, engine: &str, fence: Option<FenceGrants>) -> ServerDraft {
    let arguments = ["run", "-i", "--rm", "notes:1.2.3"].map(str::to_owned).to_vec();
    ServerDraft {
        fence,
        ..command(label, engine, arguments)
    }
}

// Proves ROO-07, S-13.
#[tokio::test]
async fn a_folder_is_mounted_at_the_next_start_until_it_is_taken_away() {
    let person = TestUser::new().await;
    let told = person.path("told.txt");
    let program = engine(&person, &told);
    let folder = person.path("notes");
    fs::create_dir_all(&folder).unwrap();
    let folder = folder.canonicalize().unwrap();
    let path = folder.to_str().unwrap();
    let id = person
        .adds_ready(contained("Contained", &program, Some(FenceGrants::default())))
        .await;
    let flags = || -> Vec<String> {
        let told = fs::read_to_string(&told).unwrap_or_default();
        // Others at each start.
        let passing = ["--label=", "--network=container:", "--volume="];
        let flags = told
            .lines()
            .filter(|word| !passing.iter().any(|start| word.starts_with(start)));
        let flags = flags.take_while(|word| *word != "notes:1.2.3");
        flags.map(str::to_owned).collect()
    };
    let (approved, mount) = (flags(), format!("--mount=type=bind,source={path},target={path}"));
    assert!(approved.contains(&"--cap-drop=ALL".to_owned()), "{approved:?}");
    let with: Vec<String> = approved.iter().chain([&mount]).cloned().collect();
    let told_again = async |expected: &[String]| {
        wait::holds("another start", || flags() == expected).await;
        person.sees(&id, Phase::Ready).await;
        assert_done(&person.calls(&id, "look", json!({})).await);
    };

    let list = person.adds_folder(&id, &folder).await;
    assert_has!(list.note, "can read and change these folders");
    told_again(&with).await;
    // Choosing it was the consent: what was approved stays as it is, and nothing is asked.
    assert!(person.host.waiting().is_empty());
    person.host.withhold_roots(&id, true).await.unwrap();
    told_again(&approved).await;
    person.host.withhold_roots(&id, false).await.unwrap();
    told_again(&with).await;
    person.host.remove_root(&id, path).await.unwrap();
    told_again(&approved).await;
}

// Proves S-68, S-92.
#[tokio::test]
async fn keys_and_what_controls_the_computer_are_no_folders_of_a_container() {
    let person = TestUser::new().await;
    let host = &person.host;
    let program = engine(&person, &person.path("told.txt"));
    let (keys, plain) = (person.path("home/.ssh"), person.path("plain"));
    for folder in [&keys, &plain] {
        fs::create_dir_all(folder).unwrap();
    }
    let fenced = person
        .adds(contained("Contained", &program, Some(FenceGrants::default())))
        .await;
    let around = person.data.path().parent().unwrap().to_owned();
    for folder in [keys.clone(), around, "/run".into(), "/".into()] {
        let looked = host.look_at_root(&fenced, folder.clone()).await;
        let error = looked.expect_err(&folder.display().to_string());
        assert!(error.sentence.contains("mounted in a container"), "{error}");
    }
    assert!(host.look_at_root(&fenced, plain).await.is_ok());

    // One from before its fence was turned on starts nothing.
    let open = person.adds_ready(contained("Open", &program, None)).await;
    person.adds_folder(&open, &keys).await;
    let draft = contained("Open", &program, Some(FenceGrants::default()));
    let asked = person.proposes_change(&open, draft).await;
    // The folder goes along only where the person keeps it.
    let_assert!(&asked.asked => Asked::Launch { carried, .. });
    let keep = (0..u32::try_from(carried.len()).unwrap()).collect();
    person
        .answers(&asked, Answer::AddKeeping { start: true, keep })
        .await;
    let problem = wait::until("the refusal", || person.state(&open).problem).await;
    assert!(problem.sentence.contains("mounted in a container"), "{problem:?}");
    assert!(host.server(&open).unwrap().pid.is_none());
}

// Proves ROO-07, S-68.
#[tokio::test]
async fn a_folder_at_the_place_of_another_mount_is_refused_when_it_is_chosen() {
    let person = TestUser::new().await;
    let program = engine(&person, &person.path("told.txt"));
    let (taken, other, free) = (person.path("taken"), person.path("other"), person.path("free"));
    for folder in [&taken, &other, &free] {
        fs::create_dir_all(folder).unwrap();
    }
    let real = |folder: &Path| folder.canonicalize().unwrap().to_str().unwrap().to_owned();
    let mount = format!("{}:{}", real(&other), real(&taken));
    let arguments = ["run", "-i", "--rm", "-v", mount.as_str(), "notes:1.2.3"];
    let draft = ServerDraft {
        fence: Some(FenceGrants::default()),
        ..command("Contained", &program, arguments.map(str::to_owned).to_vec())
    };
    let id = person.adds(draft).await;
    let error = person.host.look_at_root(&id, taken).await.unwrap_err();
    assert_has!(error.sentence, "mounted in a container", "two mounts");
    assert!(person.host.look_at_root(&id, free).await.is_ok());
}

// Proves ROO-07.
#[tokio::test]
async fn without_a_fence_a_folder_is_said_not_to_be_in_the_container() {
    let person = TestUser::new().await;
    let program = engine(&person, &person.path("told.txt"));
    let folder = person.path("notes");
    fs::create_dir_all(&folder).unwrap();
    let id = person.adds_ready(contained("Open", &program, None)).await;
    let pid = || person.host.server(&id).unwrap().pid;
    let before = pid();
    let list = person.adds_folder(&id, &folder).await;
    assert!(list.note.contains("not in the container"), "{}", list.note);
    // A restart would have begun by then, and a call waits for it.
    tokio::time::sleep(std::time::Duration::from_millis(300)).await;
    assert_done(&person.calls(&id, "look", json!({})).await);
    assert!(before.is_some() && pid() == before, "it was restarted");
}

// Proves S-92.
#[tokio::test]
async fn no_container_sees_our_data() {
    let person = TestUser::new().await;
    if let Err(why) = podman(&["--version"]) {
        return skipped(&why);
    }
    let data = person.data.path().to_str().unwrap().to_owned();
    let grants = FenceGrants {
        read: vec![data.clone()],
        ..FenceGrants::default()
    };
    let line = |extra: &[&str]| {
        let words = ["run", "-i"].iter().chain(extra).chain(&["notes:1.2.3"]);
        words.map(|&word| word.to_owned()).collect::<Vec<_>>()
    };
    let mount = format!("{data}:/data:ro");
    for (arguments, fence) in [
        (line(&[]), grants),
        (line(&["-v", &mount]), FenceGrants::default()),
    ] {
        let draft = ServerDraft {
            fence: Some(fence),
            ..command("Contained", "podman", arguments)
        };
        let asked = person.proposes(draft).await.unwrap();
        let_assert!(&asked.asked => Asked::Launch { refusals, .. });
        assert!(
            refusals.iter().any(|refusal| refusal.code == "fence.refused"),
            "{refusals:?}"
        );
        person.answers(&asked, Answer::Deny {}).await;
    }
}
