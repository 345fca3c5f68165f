//! One cause and one remedy where `npx` and `uvx` themselves fail: the real ones, and a package registry of this computer.

use std::path::Path;
use std::sync::Arc;

use portcullis_core::clock::SystemClock;
use portcullis_secrets::MemoryKeystore;
use portcullis_tests::{
    fault_proxy::{Authority, FaultProxy},
    packages,
    sink::{Answer, Sink},
    test_user::{Setup, TestUser, command},
};
use serde_json::json;

use crate::doctor::{becomes, free_port};

/// What a package registry says of a package that it has.
const NOTES: &str = r#"{"name":"notes-mcp","dist-tags":{"latest":"1.0.0"},"versions":{"1.0.0":{"name":"notes-mcp",
    "version":"1.0.0","bin":"index.js","dist":{"tarball":"http://127.0.0.1:9/notes.tgz","shasum":"0000000000000000000000000000000000000000"}}}}"#;

/// A registry of npm and of Python packages that has one package of each, which cannot be downloaded.
async fn package_registry() -> Sink {
    Sink::scripted(|request, _| {
        let headers = |kind: &str| vec![("Content-Type".to_owned(), kind.to_owned())];
        match request.target.as_str() {
            "/notes-mcp" => Answer::Status(200, headers("application/json"), NOTES.into()),
            "/closed-mcp" => Answer::Status(401, headers("application/json"), b"{}".to_vec()),
            "/simple/notes-mcp/" => {
                let page = "<!doctype html><a href='notes_mcp-1.0.0-py3-none-any.whl'>notes_mcp-1.0.0-py3-none-any.whl</a>";
                Answer::Status(200, headers("text/html"), page.into())
            }
            _ => Answer::Status(404, headers("application/json"), br#"{"error":"Not found"}"#.to_vec()),
        }
    })
    .await
}

/// A package in a folder, with this in its description.
fn package(place: &Path, more: serde_json::Value) -> String {
    std::fs::create_dir_all(place).unwrap();
    let mut about = json!({"name": "notes-mcp", "version": "1.0.0"});
    about
        .as_object_mut()
        .unwrap()
        .extend(more.as_object().unwrap().clone());
    std::fs::write(place.join("package.json"), about.to_string()).unwrap();
    std::fs::write(place.join("index.js"), "#!/usr/bin/env node\n").unwrap();
    place.to_str().unwrap().to_owned()
}

/// Waits for the cause of each command line, and checks that one thing is offered for it.
async fn each_is_told(setup: &Setup, cases: &[(&str, Vec<String>, &str)]) {
    for (program, arguments, cause) in cases {
        let folder = || Arc::new(tempfile::tempdir().unwrap());
        let keystore = Arc::new(MemoryKeystore::default());
        let clock = Arc::new(SystemClock);
        let person = TestUser::as_set_up(folder(), folder(), keystore, clock, setup.clone()).await;
        let id = person.adds(command("Notes", program, arguments.clone())).await;
        let diagnosis = becomes(&person, &id, cause).await;
        assert!(!diagnosis.remedy.is_empty(), "{arguments:?}: {diagnosis:?}");
        assert!(!diagnosis.looked_at.is_empty(), "{arguments:?}: {diagnosis:?}");
        person.host.close().await;
    }
}

// Proves F-08.
#[tokio::test]
#[ignore = "needs npm, which `cargo xtask test packages` needs too"]
async fn failures_of_the_real_npx_have_the_right_cause() {
    let registry = package_registry().await;
    let proxy = Sink::answering(Answer::Status(407, Vec::new(), Vec::new())).await;
    let untrusted = Authority::default().certifies("localhost", true);
    let secured = FaultProxy::with_tls(&registry.url("/"), &untrusted).await;
    let room = tempfile::tempdir().unwrap();
    let cache = format!("--cache={}", room.path().join("cache").display());
    let npx = |registry: &str, more: &[&str]| {
        let mut arguments = vec!["-y".to_owned(), cache.clone(), "--fetch-retries=0".to_owned()];
        arguments.push(format!("--registry={registry}"));
        arguments.extend(more.iter().map(|&word| word.to_owned()));
        arguments
    };
    let here = registry.url("/");
    let away = format!("http://127.0.0.1:{}/", free_port());
    let through = format!("--proxy={}", proxy.url("/"));
    let no_program = package(&room.path().join("no-program"), json!({}));
    let newer = package(
        &room.path().join("newer"),
        json!({"bin": "index.js", "engines": {"node": ">=99"}}),
    );
    let cases = [
        ("npx", npx(&here, &["nope-mcp-xyz"]), "package_not_found"),
        ("npx", npx(&here, &["notes-mcp@99.0.0"]), "version_not_found"),
        ("npx", npx(&here, &["closed-mcp"]), "registry_denied"),
        ("npx", npx(&away, &["notes-mcp"]), "registry_unreachable"),
        (
            "npx",
            npx(&secured.url_at("localhost"), &["notes-mcp"]),
            "certificate_unknown",
        ),
        (
            "npx",
            npx("http://registry.invalid/", &[&through, "notes-mcp"]),
            "proxy_sign_in",
        ),
        ("npx", npx(&here, &[&no_program]), "package_has_no_program"),
        ("npx", npx(&here, &["--engine-strict", &newer]), "runtime_too_old"),
    ];
    each_is_told(&Setup::default(), &cases).await;
}

// Proves F-08.
#[tokio::test]
#[ignore = "needs `cargo xtask test packages`"]
async fn failures_of_the_real_uvx_have_the_right_cause() {
    let registry = package_registry().await;
    let room = tempfile::tempdir().unwrap();
    let cache = room.path().join("cache");
    let uvx = |index: &str, more: &[&str]| {
        let mut arguments = vec!["--cache-dir".to_owned(), cache.to_str().unwrap().to_owned()];
        arguments.push(format!("--default-index={index}"));
        arguments.extend(more.iter().map(|&word| word.to_owned()));
        arguments
    };
    let here = registry.url("/simple");
    let away = format!("http://127.0.0.1:{}/simple", free_port());
    let cases = [
        ("uvx", uvx(&here, &["nope-mcp-xyz"]), "package_not_found"),
        ("uvx", uvx(&here, &["notes-mcp@99.0.0"]), "version_not_found"),
        ("uvx", uvx(&away, &["notes-mcp"]), "registry_unreachable"),
        (
            "uvx",
            uvx(&here, &["--no-such-option", "notes-mcp"]),
            "argument_invalid",
        ),
    ];
    let setup = Setup {
        first_in_path: Some(packages::uv()),
        ..Setup::default()
    };
    each_is_told(&setup, &cases).await;
}
