//! A container connects to the hosts that were allowed, over the network of its gateway, and to no others.

use std::process::Command;

use portcullis_api::{Answer, Asked, CallState, CallView, FenceGrants, FenceHost, ServerDraft};
use portcullis_tests::{
    test_user::{TestUser, text},
    wait,
};
use serde_json::json;

use super::engines::{Image, Service, running, servers, skipped};
use crate::fenced::answering;

fn reaching(port: u16) -> Option<FenceGrants> {
    Some(FenceGrants {
        hosts: vec![FenceHost::new("localhost", port)],
        ..FenceGrants::default()
    })
}

// Proves S-68, F-07.
#[tokio::test]
async fn a_container_connects_to_the_hosts_that_were_allowed_alone() {
    let person = TestUser::new().await;
    let image = or_skip!(Image::with_python(&person).await);
    let (allowed, other) = (answering(), answering());
    let service = Service::new(&person).await;
    let draft = || image.attempts("Contained", reaching(allowed));
    let mut drafts = vec![draft(), service.runs(draft(), "podman")];
    match Command::new("docker").arg("--version").output() {
        Ok(_) => drafts.push(service.runs(draft(), "docker")),
        Err(_) => skipped("the client of Docker is not installed"),
    }
    for draft in drafts {
        connects_to_one(&person, draft, allowed, other).await;
    }
}

async fn connects_to_one(person: &TestUser, draft: ServerDraft, allowed: u16, other: u16) {
    let id = person.adds_ready(draft).await;
    let tries = async |what: &str, target: &str| -> CallView {
        let arguments = json!({"what": what, "target": target});
        person.calls(&id, "attempt", arguments).await
    };
    let call = tries("get", &format!("http://localhost:{allowed}/")).await;
    assert_eq!(text(&call), "ok", "{call:?}");
    // Nothing listens on a loopback port that is not allowed, so no denial is reported.
    let unheard = format!("http://localhost:{other}/");
    for (target, told) in [
        (unheard.as_str(), None),
        ("https://other.example/", Some("other.example")),
        ("http://203.0.113.7/", Some("203.0.113.7:80")),
    ] {
        let call = tries("get", target).await;
        assert_eq!(call.state, CallState::ToolError, "{call:?}");
        let kept_out: Vec<_> = call.kept_out.iter().map(|what| what.text.as_str()).collect();
        assert_eq!(kept_out, Vec::from_iter(told), "{target}");
    }
    let denials = person.host.fence(&id).await.unwrap().denials;
    let offered: Vec<_> = denials.iter().filter_map(|denial| denial.host.as_ref()).collect();
    assert!(
        offered
            .iter()
            .any(|host| host.name == "other.example" && host.port == 443),
        "{denials:?}"
    );

    // The container of the server has no rights over its network.
    let (all, servers) = (running(), servers());
    assert_eq!((all.len(), servers.len()), (2, 1), "a server and its gateway");
    assert_eq!(servers[0]["EffectiveCaps"].as_array().map_or(0, Vec::len), 0);
    person.host.remove_server(&id).await.unwrap();
    wait::holds("the end of both", || running().is_empty()).await;
}

// Proves S-68.
#[tokio::test]
async fn a_container_whose_gateway_does_not_start_is_not_started() {
    let person = TestUser::new().await;
    let told = person.path("told.txt");
    let program = super::engine(&person, &told);
    std::fs::write(person.path("no_gateway"), "").unwrap();
    let asked = person.proposes(super::contained("Contained", &program, reaching(443)));
    let asked = asked.await.unwrap();
    let_assert!(&asked.asked => Asked::Launch { rows, .. });
    assert!(format!("{rows:?}").contains("second container"), "{rows:?}");
    person.answers(&asked, Answer::AddAndStart {}).await;
    let id = wait::until("the server", || person.id("Contained")).await;
    let problem = wait::until("a start that failed", || person.state(&id).problem).await;
    assert_has!(problem.sentence, "network of the container");
    let said = problem.said.as_ref().map(|said| said.text.as_str());
    assert_eq!(said, Some("Error: no such image"));
    assert!(!told.exists(), "nothing but the gateway was run");
    let diagnosis = crate::doctor::diagnosed(&person, &id).await;
    assert_eq!(diagnosis.cause, "image_not_found", "{diagnosis:?}");
    let left = std::fs::read_dir(person.data.path().join("gateways")).unwrap();
    assert_eq!(left.count(), 0, "its folder is gone");
}
